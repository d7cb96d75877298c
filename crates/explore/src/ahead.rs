//! Executions in which a load reads from a store that comes later whichever way events are inserted: load buffering, under the
//! models of the RMO family.
//!
//! Revisits cannot lead there, since a revisit needs a write that does not know of the read. So where a store may overtake a
//! load, the program is explored a second time, in another way: threads are run in a fixed order, and a read may also take a
//! *promised* value, one that some store to its place writes somewhere. When a store of that value comes, it may keep the
//! promise, or not; a graph with a promise left over is none. Every execution is found once: its order of insertion is
//! fixed, and so is what each read does in it. There are no revisits here, so objects are treated alike: who takes a lock
//! promises the state that its holder will leave.
//!
//! Which values may be promised is found out on the way, as with shared memory: those that some execution writes, round by
//! round until nothing new comes. If by then every value that was written on any way, promises kept or not, can be promised,
//! nothing was missed: a store of an execution depends on reads of values that can be promised, so it was met. If not
//! (additions to promised values go on and on), the answer is not "safe".
//!
//! Consistency is that of [`crate::linear`]; that no value comes out of thin air under a model without dependencies is for
//! `certify` to say. Invariant: `promised` lists the reads whose source is [`At::LATER`].

use crate::assemble;
use crate::config::Equivalence;
use crate::env::{Halt, Result};
use crate::graph::{At, Graph, Kind, Lane, LocId};
use crate::search::{Choice, Choices, Search, last_of_chain};
use crate::snapshot::{Action, End};
use crate::sync::{Effect, Step, apply};
use events::{Failure, FailureKind, ThreadId};
use interp::rmw_result;
use ir::Span;
use smallvec::SmallVec;
use std::rc::Rc;

/// Values of one place that are worth promising.
const MAX_VALUES: usize = 64;

#[derive(Default, Debug)]
pub(crate) struct Ahead {
    pub promised: Vec<At>,
    /// Promises that have been kept, on the way to the graph at hand.
    n_kept: usize,
    /// What went wrong on the way, if the promises are kept.
    pub troubles: Vec<crate::run::Trouble>,
    /// A value was written that no execution has written so far: it rests on promises that were not kept.
    pub strays: bool,
}

impl Search<'_> {
    /// Explores everything that follows from a graph, and leaves it as it was.
    pub fn visit_ahead(&mut self, graph: &mut Graph) -> Result {
        self.tick()?;
        let Some(lane) = self.next_ahead(graph) else { return self.complete_ahead(graph) };
        let n_troubles = self.ahead.troubles.len();
        for choice in self.choices_ahead(graph, lane)? {
            let mark = graph.mark();
            let at = self.push(graph, lane, &choice);
            let waits_for_ever = choice.kind == Kind::Wait && choice.source == At::LATER;
            let promise = choice.source == At::LATER && !waits_for_ever;
            if promise {
                self.ahead.promised.push(at);
            }
            if !graph.event(at).kind.reads() || waits_for_ever || self.linear.linearise_all(graph) {
                match waits_for_ever {
                    true => {
                        let before = graph.lanes[lane].now_before_last();
                        let next = before.going_on(Action::Over(End::Waits), before.local.clone());
                        graph.moved(lane, Rc::new(next));
                    }
                    false => self.run(graph, lane)?,
                }
                self.written_ahead(graph, at)?;
            }
            if promise {
                self.ahead.promised.retain(|&other| other != at);
            }
            self.ahead.troubles.truncate(n_troubles);
            graph.truncate(mark);
        }
        Ok(())
    }

    /// The first thread that can move.
    fn next_ahead(&self, graph: &Graph) -> Option<usize> {
        (0..graph.lanes.len()).find(|&lane| {
            let data = &graph.lanes[lane];
            let movable = || match &data.now().action {
                Action::Over(_) => false,
                Action::Join { lane: child } => crate::search::finished(graph, *child as usize).is_some(),
                _ => true,
            };
            data.exists() && data.len() < self.env.config.bound as usize && movable()
        })
    }

    /// A new event may keep promises; then the exploration goes on.
    fn written_ahead(&mut self, graph: &mut Graph, at: At) -> Result {
        let event = *graph.event(at);
        if !event.kind.writes() {
            return self.visit_ahead(graph);
        }
        self.ahead.strays |= !self.env.is_promised(event.loc, event.written);
        let fits = |read: &At| {
            let other = graph.event(*read);
            other.loc == event.loc && other.read == event.written && read.lane != at.lane
        };
        let readers: SmallVec<[At; 8]> = self.ahead.promised.iter().copied().filter(fits).collect();
        self.keep_promises(graph, at, &readers, 0)
    }

    /// Each set of these reads may be those that read the new write.
    fn keep_promises(&mut self, graph: &mut Graph, write: At, readers: &[At], n_chosen: usize) -> Result {
        let Some((&read, rest)) = readers.split_first() else {
            return match n_chosen == 0 || self.linear.linearise_all(graph) {
                true => self.visit_ahead(graph),
                false => Ok(()),
            };
        };
        self.keep_promises(graph, write, rest, n_chosen)?;
        let follows = graph.event(read).kind.follows();
        if follows && graph.follower(graph.event(write).loc, write).is_some() {
            return Ok(());
        }
        graph.set_source(read, write);
        self.ahead.promised.retain(|&other| other != read);
        self.ahead.n_kept += 1;
        let result = self.keep_promises(graph, write, rest, n_chosen + 1);
        self.ahead.n_kept -= 1;
        self.ahead.promised.push(read);
        graph.set_source(read, At::LATER);
        result
    }

    fn choices_ahead(&mut self, graph: &Graph, lane: usize) -> Result<Choices> {
        let now = graph.lanes[lane].now().clone();
        let (loc, sync) = match now.action {
            Action::Read { loc } | Action::Rmw { loc, .. } | Action::Cas { loc, .. } => (loc, None),
            Action::Sync { loc, step, arg } => (loc, Some((step, arg))),
            _ => return self.choices(graph, lane),
        };
        debug_assert!(self.env.config.equivalence == Equivalence::ReadsFrom || !self.prefix_is_ordered);
        let initial = self.env.loc(loc).initial;
        let mut sources: SmallVec<[(At, u128); 8]> = SmallVec::new();
        let there = match sync {
            None => self.sources(graph, lane, loc),
            Some(_) => {
                let writes = graph.places.get(loc.0 as usize).map_or(&[][..], |place| &place.writes);
                std::iter::once(At::INIT).chain(writes.iter().copied()).collect()
            }
        };
        sources.extend(there.into_iter().map(|source| (source, graph.written(source, initial))));
        sources.extend(self.env.promised_values(loc).into_iter().map(|value| (At::LATER, value)));
        let mut choices = Choices::new();
        for (source, read) in sources {
            let ways: SmallVec<[(Kind, u128, u32); 2]> = match now.action {
                Action::Read { .. } => smallvec::smallvec![(Kind::Read, 0, 0)],
                Action::Rmw { op, ty, operand, .. } => {
                    smallvec::smallvec![(Kind::Rmw, rmw_result(op, ty, read, operand), 0)]
                }
                Action::Cas { ty, expected, desired, .. } => match read & ty.mask() == expected {
                    true => smallvec::smallvec![(Kind::Rmw, desired, 0)],
                    false => smallvec::smallvec![(Kind::Read, 0, 0)],
                },
                _ => self.steps_ahead(lane, read, sync),
            };
            for (kind, written, variant) in ways {
                let taken = kind.follows() && source != At::LATER && graph.follower(loc, source).is_some();
                if !taken {
                    choices.push(Choice { kind, source, read, written, variant, instead_of: None });
                }
            }
        }
        if let Some((step, arg)) = sync {
            self.may_wait_for_ever(lane, (loc, step, arg), &mut choices);
        }
        Ok(choices)
    }

    /// Steps on an object from a state, but for waiting.
    fn steps_ahead(
        &mut self,
        lane: usize,
        state: u128,
        sync: Option<(Step, u128)>,
    ) -> SmallVec<[(Kind, u128, u32); 2]> {
        let Some((step, arg)) = sync else { return SmallVec::new() };
        let mut ways = self.steps(lane, state, step, arg);
        let from = self.env.state(state);
        ways.retain(|(kind, _, variant)| match kind {
            Kind::Wait => !matches!(apply(step, from, lane as u32, arg, *variant), Effect::Blocks),
            Kind::Read => self.completes(state, step),
            _ => true,
        });
        ways
    }

    /// An operation that can block may do so for ever; whether it does is seen at the end.
    fn may_wait_for_ever(
        &mut self,
        lane: usize,
        (loc, step, arg): (LocId, Step, u128),
        choices: &mut Choices,
    ) {
        let initial = self.env.loc(loc).initial;
        let mut states = self.env.promised_values(loc);
        states.push(initial);
        if states.into_iter().any(|state| self.blocks(lane, state, step, arg)) {
            let (kind, source) = (Kind::Wait, At::LATER);
            choices.push(Choice { kind, source, read: 0, written: 0, variant: 0, instead_of: None });
        }
    }

    fn blocks(&mut self, lane: usize, state: u128, step: Step, arg: u128) -> bool {
        let from = self.env.state(state);
        let ways = self.steps(lane, state, step, arg);
        let blocks = |variant| matches!(apply(step, from, lane as u32, arg, variant), Effect::Blocks);
        ways.iter().all(|&(kind, _, variant)| kind == Kind::Wait && blocks(variant))
    }

    /// Nobody can move.
    fn complete_ahead(&mut self, graph: &mut Graph) -> Result {
        if !self.ahead.promised.is_empty() {
            return Ok(());
        }
        let mut waiting: SmallVec<[At; 4]> = SmallVec::new();
        let mut all_wait = true;
        for lane in 0..graph.lanes.len() {
            let data = &graph.lanes[lane];
            let Some(event) = data.events.last().filter(|event| event.source == At::LATER) else { continue };
            let (loc, at) = (event.loc, At::new(lane, data.len() - 1));
            let Action::Sync { step, arg, .. } = data.now_before_last().action else { continue };
            let latest = last_of_chain(graph, loc);
            let state = graph.written(latest, self.env.loc(loc).initial);
            all_wait &= self.blocks(lane, state, step, arg);
            graph.set_source(at, latest);
            waiting.push(at);
        }
        let result = match all_wait && self.linear.linearise_all(graph) && !self.invents(graph)? {
            true => self.finish_ahead(graph),
            false => Ok(()),
        };
        waiting.into_iter().for_each(|at| graph.set_source(at, At::LATER));
        result
    }

    fn finish_ahead(&mut self, graph: &mut Graph) -> Result {
        let assumed_away = |lane: &Lane| lane.exists() && lane.now().local.assumed_away;
        if graph.lanes.iter().any(assumed_away) {
            self.counts.assumed_away += 1;
            return Ok(());
        }
        for lane in 0..graph.lanes.len() {
            for index in 0..graph.lanes[lane].len() {
                let event = graph.lanes[lane].events[index];
                if event.kind.writes() {
                    self.env.note_value(event.loc, event.written)?;
                }
            }
        }
        match self.ahead.troubles.first().cloned() {
            Some(trouble) => {
                self.count_class(graph);
                self.report(graph, trouble)
            }
            None => self.complete(graph),
        }
    }

    /// Whether a value is its own cause.
    fn invents(&mut self, graph: &Graph) -> Result<bool> {
        let model = self.env.config.model;
        if self.ahead.n_kept == 0 || model.keeps_dependencies {
            return Ok(false);
        }
        let cut: crate::finish::Cut = graph.lanes.iter().map(|lane| lane.len() as u32).collect();
        let order = self.linear.order.clone();
        let failure = Failure {
            kind: FailureKind::FinalState,
            thread: ThreadId(0),
            span: Span::NONE,
            message: "the final state".into(),
        };
        let unknown = |reason: String| Halt::Unsupported { reason, span: Span::NONE };
        let witness = assemble::of(&self.env, graph, &cut, &order, failure).map_err(unknown)?;
        certify::invents_a_value(self.env.machine.program(), &witness)
            .map_err(|refusal| unknown(format!("whether a value comes out of thin air: {refusal}")))
    }
}

impl crate::env::Env<'_> {
    /// A value was written; it may be promised from now on.
    fn note_value(&mut self, loc: LocId, value: u128) -> Result {
        let info = self.loc(loc);
        let (addr, is_object) = (info.addr, info.size == 0);
        let state = is_object.then(|| self.state(value));
        let values = self.sharing.promises.entry((addr, is_object)).or_default();
        let known = match state {
            Some(state) => values.states.contains(&state),
            None => values.values.contains(&value),
        };
        if known {
            return Ok(());
        }
        match state {
            Some(state) => values.states.push(state),
            None => values.values.push(value),
        }
        self.sharing.promises_grew = true;
        match values_len(values) > MAX_VALUES {
            true => {
                let reason = "loads may read from later stores, and these write too many values".to_string();
                Err(Halt::Unsupported { reason, span: Span::NONE })
            }
            false => Ok(()),
        }
    }

    fn is_promised(&self, loc: LocId, value: u128) -> bool {
        let info = self.loc(loc);
        let Some(found) = self.sharing.promises.get(&(info.addr, info.size == 0)) else { return false };
        match info.size == 0 {
            true => found.states[..found.usable.1].contains(&self.state(value)),
            false => found.values[..found.usable.0].contains(&value),
        }
    }

    fn promised_values(&mut self, loc: LocId) -> Vec<u128> {
        let info = self.loc(loc);
        let key = (info.addr, info.size == 0);
        let Some(found) = self.sharing.promises.get(&key) else { return Vec::new() };
        let values = found.values[..found.usable.0].to_vec();
        let states = found.states[..found.usable.1].to_vec();
        values.into_iter().chain(states.into_iter().map(|state| self.state_number(state))).collect()
    }
}

impl crate::env::Sharing {
    /// A round is over in which new values came up; they may be promised in the next.
    pub fn next_round(&mut self) {
        self.promises_grew = false;
        for promises in self.promises.values_mut() {
            promises.usable = (promises.values.len(), promises.states.len());
        }
    }
}

fn values_len(promises: &crate::env::Promises) -> usize {
    promises.values.len() + promises.states.len()
}
