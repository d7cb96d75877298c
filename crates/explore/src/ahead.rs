//! Executions in which a load reads from a store that comes later whichever way events are inserted: load buffering, under the
//! models of the RMO family.
//!
//! Revisits cannot lead there, since a revisit needs a write that does not know of the read. So where a store may overtake a
//! load ([`crate::loose`]), the program is explored a second time, in another way: threads are run in a fixed order, and a read
//! may also take a *promised* value, one that some store to its place writes somewhere. When a store of that value comes, it may
//! keep the promise, or not; a graph with a promise left over is none. Every execution is found once: its order of insertion is
//! fixed, and so is what each read does in it. There are no revisits here.
//!
//! Nothing overtakes an operation on a synchronisation object, so these are taken one after the other: when all threads have come to
//! one, each of those that can be done is tried first, and those on other objects that have been tried before it are asleep
//! (Godefroid 1996), until one on the same object comes. So every order of the operations on each object comes up once.
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
use events::Failure;
use ir::Span;
use posix::{Step, WITHOUT_SIGNAL};
use smallvec::SmallVec;
use std::rc::Rc;
use verdict::Why;

/// Values of one place that are worth promising.
const MAX_VALUES: usize = 64;

#[derive(Default, Debug)]
pub(crate) struct Ahead {
    pub promised: Vec<At>,
    /// Promises that have been kept, on the way to the graph at hand.
    n_kept: usize,
    /// What went wrong on the way, if the promises are kept.
    pub troubles: Vec<crate::run::Trouble>,
    /// Threads whose next operation on an object was tried before the one that was taken instead, and commutes with it.
    asleep: SmallVec<[usize; 8]>,
}

impl Search<'_> {
    /// Explores everything that follows from a graph, and leaves it as it was.
    pub fn visit_ahead(&mut self, graph: &mut Graph) -> Result {
        self.tick()?;
        if let Some(lane) = self.next_ahead(graph) {
            let choices = self.choices_ahead(graph, lane)?;
            return self.take_ahead(graph, lane, choices);
        }
        let mut stuck = true;
        let asleep = self.ahead.asleep.clone();
        for lane in 0..graph.lanes.len() {
            let Some((loc, choices)) = self.operations(graph, lane) else { continue };
            // Who can only wake without a signal may sleep on as well.
            stuck &= choices.iter().all(|choice| {
                let leaves =
                    matches!(graph.lanes[lane].now().action, Action::Sync { step: Step::Leave { .. }, .. });
                leaves && choice.variant == WITHOUT_SIGNAL
            });
            if self.ahead.asleep.contains(&lane) {
                continue;
            }
            let tried = self.ahead.asleep.clone();
            self.ahead.asleep.retain(|other| object_of(graph, *other) != Some(loc));
            self.take_ahead(graph, lane, choices)?;
            self.ahead.asleep = tried;
            self.ahead.asleep.push(lane);
        }
        self.ahead.asleep = asleep;
        if stuck { self.complete_ahead(graph) } else { Ok(()) }
    }

    /// Goes each of these ways with a thread.
    fn take_ahead(&mut self, graph: &mut Graph, lane: usize, choices: Choices) -> Result {
        let n_troubles = self.ahead.troubles.len();
        for choice in choices {
            let mark = graph.mark();
            let at = self.push(graph, lane, &choice);
            let promise = choice.source == At::LATER;
            if promise {
                self.ahead.promised.push(at);
            }
            if !graph.event(at).kind.reads() || self.linear.linearise_all(graph) {
                self.run(graph, lane)?;
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

    /// The first thread that can move by itself.
    fn next_ahead(&self, graph: &Graph) -> Option<usize> {
        (0..graph.lanes.len()).find(|&lane| {
            let movable = || match &graph.lanes[lane].now().action {
                Action::Over(_) | Action::Sync { .. } => false,
                Action::Join { lane: child } => crate::search::finished(graph, *child as usize).is_some(),
                _ => true,
            };
            self.has_room(graph, lane) && movable()
        })
    }

    fn has_room(&self, graph: &Graph, lane: usize) -> bool {
        graph.lanes[lane].exists() && graph.lanes[lane].len() < self.env.config.bound as usize
    }

    /// The ways to do the operation that a thread has come to; `None` if there is none, or if it has to wait.
    fn operations(&mut self, graph: &Graph, lane: usize) -> Option<(LocId, Choices)> {
        let loc = object_of(graph, lane).filter(|_| self.has_room(graph, lane))?;
        let now = graph.lanes[lane].now();
        let Action::Sync { step, .. } = now.action else { return None };
        let initial = self.env.loc(loc).initial;
        if self.is_doomed(graph, lane) {
            return Some((loc, self.choices(graph, lane).ok()?));
        }
        let source = match step {
            Step::LeaveBarrier { .. } => self.let_go(graph, lane)?,
            Step::Leave { .. } => self.let_go(graph, lane).unwrap_or_else(|| last_of_chain(graph, loc)),
            _ => last_of_chain(graph, loc),
        };
        let read = graph.written(source, initial);
        let mut choices = Choices::new();
        for (kind, written, variant) in self.ways(lane, read, now) {
            if kind != Kind::Wait {
                choices.push(Choice { kind, source, read, written, variant, instead_of: None });
            }
        }
        (!choices.is_empty()).then_some((loc, choices))
    }

    /// A new event may keep promises; then the exploration goes on.
    fn written_ahead(&mut self, graph: &mut Graph, at: At) -> Result {
        let event = *graph.event(at);
        if !event.kind.writes() || event.sync {
            return self.visit_ahead(graph);
        }
        self.env.sharing.strays |= !self.env.promised_values(event.loc).contains(&event.written);
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
        if self.is_doomed(graph, lane) {
            return self.choices(graph, lane);
        }
        let reads = matches!(now.action, Action::Read { .. } | Action::Rmw { .. } | Action::Cas { .. });
        let Some(loc) = now.action.loc().filter(|_| reads) else { return self.choices(graph, lane) };
        debug_assert!(self.env.config.equivalence == Equivalence::ReadsFrom || !self.prefix_is_ordered);
        let initial = self.env.loc(loc).initial;
        let there = self.sources(graph, lane, loc).into_iter();
        let mut sources: SmallVec<[(At, u128); 8]> =
            there.map(|source| (source, graph.written(source, initial))).collect();
        sources.extend(self.env.promised_values(loc).iter().map(|&value| (At::LATER, value)));
        let mut choices = Choices::new();
        for (source, read) in sources {
            for (kind, written, variant) in self.ways(lane, read, &now) {
                let taken = kind.follows() && source != At::LATER && graph.follower(loc, source).is_some();
                if !taken {
                    choices.push(Choice { kind, source, read, written, variant, instead_of: None });
                }
            }
        }
        Ok(choices)
    }

    /// Nobody can move.
    fn complete_ahead(&mut self, graph: &mut Graph) -> Result {
        if !self.ahead.promised.is_empty() {
            return Ok(());
        }
        let mark = graph.mark();
        for lane in 0..graph.lanes.len() {
            // Whoever has not got to its end waits for an object.
            let Some(loc) = object_of(graph, lane).filter(|_| self.has_room(graph, lane)) else { continue };
            let source = last_of_chain(graph, loc);
            let read = graph.written(source, self.env.loc(loc).initial);
            let waits = Choice { kind: Kind::Wait, source, read, written: 0, variant: 0, instead_of: None };
            self.push(graph, lane, &waits);
            let before = graph.lanes[lane].now_before_last();
            let next = before.going_on(Action::Over(End::Waits), before.local.clone());
            graph.moved(lane, Rc::new(next));
        }
        let result = match self.linear.linearise_all(graph) && !self.invents(graph)? {
            true => self.finish_ahead(graph),
            false => Ok(()),
        };
        graph.truncate(mark);
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
                if event.kind.writes() && !event.sync {
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
        let model = self.env.config.task.model;
        if self.ahead.n_kept == 0 || model.keeps_dependencies {
            return Ok(false);
        }
        let order = self.linear.order.clone();
        let failure = Failure::of_final_state();
        let unknown = |what: String| Halt::Unknown { why: Why::Internal(what), span: Span::NONE };
        let witness = assemble::of(&self.env, graph, &graph.whole(), &order, failure).map_err(unknown)?;
        let options = certify::Options { limits: self.env.limits.clone(), ..certify::Options::default() };
        certify::invents_a_value(self.env.machine.program(), &witness, &options).map_err(|refusal| {
            match refusal {
                certify::Refusal::Stopped(stop) => stop.into(),
                refusal => unknown(format!("whether a value comes out of thin air: {refusal}")),
            }
        })
    }
}

/// The object that the next operation of a thread is on.
fn object_of(graph: &Graph, lane: usize) -> Option<LocId> {
    match graph.lane(lane)?.now().action {
        Action::Sync { loc, .. } => Some(loc),
        _ => None,
    }
}

impl crate::env::Env<'_> {
    /// A value was written; it may be promised from now on.
    fn note_value(&mut self, loc: LocId, value: u128) -> Result {
        let addr = self.loc(loc).addr;
        let promises = self.sharing.promises.entry(addr).or_default();
        if promises.values.contains(&value) {
            return Ok(());
        }
        promises.values.push(value);
        self.sharing.promises_grew = true;
        match promises.values.len() > MAX_VALUES {
            true => {
                let what = "loads may read from later stores, and these write too many values";
                Err(Halt::Unknown { why: Why::TooLarge(what.into()), span: Span::NONE })
            }
            false => Ok(()),
        }
    }

    fn promised_values(&self, loc: LocId) -> &[u128] {
        let found = self.sharing.promises.get(&self.loc(loc).addr);
        found.map_or(&[], |promises| &promises.values[..promises.n_usable])
    }
}

impl crate::env::Sharing {
    /// A round is over in which new values came up; they may be promised in the next.
    pub fn next_round(&mut self) {
        self.promises_grew = false;
        self.strays = false;
        for promises in self.promises.values_mut() {
            promises.n_usable = promises.values.len();
        }
    }
}
