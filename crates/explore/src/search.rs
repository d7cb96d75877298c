//! The exploration itself: a graph grows event by event; where an event has several possible sources, each is tried; where
//! a new write could have been read by an earlier event, that event is revisited ([`crate::revisit`]).
//!
//! This is TruSt (Kokologiannakis et al., POPL 2022) with a coarser equivalence: coherence is not part of a graph, so the
//! condition that makes every class come up once, "what is deleted was added maximally", is put in terms of an order of
//! the rest of the graph that depends on that graph alone ([`crate::linear`]). Memory is polynomial: nothing is
//! remembered of executions that are done. A read-modify-write that wants the place right behind a write
//! where another one already stands *steals* it: the other one is deleted and will come again.
//!
//! The next thread is the first that can move. A thread that waits for an object can move when the object's latest state
//! lets it; what it could have done earlier is looked at when it moves, or when nobody can.

mod choices;
mod waiting;

pub(crate) use choices::last_of_chain;
pub(crate) use waiting::is_settled;

use crate::ahead::Ahead;
use crate::config::Counts;
use crate::env::{Env, Halt, LocInfo, Result};
use crate::graph::{At, Event, Graph, Kept, Kind, LocId};
use crate::kept::{Certainty, behind};
use crate::linear::Linear;
use crate::revisit::Guess;
use crate::run::{Runner, Trouble, order_of, unwritten_read};
use crate::snapshot::{Action, End, Snapshot};
use crate::split::Split;
use interp::Fault;
use model::Model;
use posix::{Effect, OrdersLike, State, Step};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use verdict::Why;

/// One way in which the next event of a thread can go.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub kind: Kind,
    pub source: At,
    pub read: u128,
    pub written: u128,
    pub variant: u32,
    /// The event that stands where this one wants to stand.
    pub instead_of: Option<At>,
}

pub(crate) type Choices = SmallVec<[Choice; 4]>;

pub(crate) struct Search<'c> {
    pub env: Env<'c>,
    pub linear: Linear,
    pub guess: Guess,
    pub ahead: Ahead,
    pub split: Split,
    pub counts: Counts,
    pub pool: Vec<Graph>,
    pub states: BTreeSet<crate::config::State>,
    pub failures: BTreeSet<String>,
    pub seen: FxHashSet<u64>,
    pub duplicates: u64,
    ticks: u32,
    /// Threads that have had their look in another branch ([`Search::look_while_frozen`]).
    pub looked: Vec<At>,
    /// Whether what happens before in program order and reads-from comes before in memory, for writes of one place.
    pub prefix_is_ordered: bool,
}

impl<'c> Search<'c> {
    pub fn new(env: Env<'c>, split: Split) -> Search<'c> {
        let model = env.config.task.model;
        Search {
            linear: Linear::new(model, env.limits.clone()),
            guess: Guess::default(),
            ahead: Ahead::default(),
            split,
            prefix_is_ordered: prefix_is_ordered(model),
            env,
            counts: Counts::default(),
            pool: Vec::new(),
            states: BTreeSet::new(),
            failures: BTreeSet::new(),
            seen: FxHashSet::default(),
            duplicates: 0,
            ticks: 0,
            looked: Vec::new(),
        }
    }

    /// Explores everything that follows from a graph, and leaves it as it was.
    pub fn visit(&mut self, graph: &mut Graph) -> Result {
        let mark = graph.mark();
        let result = self.walk(graph);
        graph.truncate(mark);
        result
    }

    fn walk(&mut self, graph: &mut Graph) -> Result {
        loop {
            self.tick()?;
            let Some(lane) = self.next_lane(graph) else {
                self.steal_while_frozen(graph)?;
                self.look_while_frozen(graph)?;
                return self.complete(graph);
            };
            let choices = self.choices(graph, lane)?;
            if let [choice] = &choices[..]
                && choice.instead_of.is_none()
            {
                self.push(graph, lane, choice);
                match self.go_on(graph, lane)? {
                    true => continue,
                    false => return Ok(()),
                }
            }
            // Only reads of memory, and looks at objects, can have a source that does not fit the rest.
            let looks = choices.iter().any(|choice| choice.kind == Kind::Read);
            let check = (looks || graph.lanes[lane].now().action.is_access()) && choices.len() > 1;
            let part = 1.0 / choices.len() as f64;
            for choice in &choices {
                match choice.instead_of {
                    Some(other) => {
                        self.steal(graph, lane, choice, other)?;
                        self.pruned(part);
                    }
                    None => {
                        let mark = graph.mark();
                        self.push(graph, lane, choice);
                        let (weight, done) = (self.split.weight, self.split.share());
                        self.split.weight *= part;
                        if (!check || self.fits(graph, lane)) && self.go_on(graph, lane)? {
                            self.branch(graph, 1.0)?;
                        }
                        self.split.settle(weight, done + weight * part);
                        graph.truncate(mark);
                    }
                }
            }
            return Ok(());
        }
    }

    /// Whether a graph is consistent that was so before its newest event, in this lane.
    fn fits(&mut self, graph: &mut Graph, lane: usize) -> bool {
        if self.env.config.task.model != Model::SC {
            return self.linear.linearise_all(graph);
        }
        if graph.fits_at_the_end(lane) {
            return true;
        }
        if !self.linear.linearise_all(graph) {
            return false;
        }
        graph.set_order(&self.linear.order);
        true
    }

    pub fn tick(&mut self) -> Result {
        self.ticks += 1;
        if self.ticks & 0xf != 0 {
            return Ok(());
        }
        let config = self.env.config;
        if self.ticks & 0x3ff == 0 && config.progress.is_some() {
            let (share, split) = (self.split.share_done(), &self.split);
            let all = split.shared.note(split.worker, self.counts, share, split.base);
            if let Some(progress) = config.progress.as_ref().filter(|_| split.worker == 0) {
                progress(&all);
            }
        }
        if self.split.shared.stop.load(Ordering::Relaxed) {
            return Err(Halt::ByAnother);
        }
        self.env.limits.reached().map_or(Ok(()), |stop| Err(stop.into()))
    }

    /// The first thread that can move.
    fn next_lane(&mut self, graph: &Graph) -> Option<usize> {
        (0..graph.lanes.len()).find(|&lane| {
            let data = &graph.lanes[lane];
            if !data.exists() || data.len() >= self.env.config.bound as usize {
                return false;
            }
            let movable = match &data.now().action {
                Action::Over(_) => false,
                Action::Join { lane: child } => finished(graph, *child as usize).is_some(),
                Action::Sync { step: Step::LeaveBarrier { .. }, .. } => self.let_go(graph, lane).is_some(),
                Action::Sync { step: Step::Leave { .. }, .. } => self.idle_round(graph, lane).is_none(),
                _ => true,
            };
            movable && !self.is_frozen(graph, lane)
        })
    }

    /// Runs the thread on behind its new event, then revisits. Whether there is any use in going on from there.
    pub fn go_on(&mut self, graph: &mut Graph, lane: usize) -> Result<bool> {
        self.run(graph, lane)?;
        if self.is_stale(graph, lane) {
            return Ok(false);
        }
        let at = At::new(lane, graph.lanes[lane].len() - 1);
        if graph.event(at).kind.writes() {
            self.revisit_readers(graph, at)?;
        }
        Ok(true)
    }

    pub fn push(&mut self, graph: &mut Graph, lane: usize, choice: &Choice) -> At {
        let (event, kept) = self.event(graph, lane, choice);
        self.counts.events += u64::from(self.split.counts());
        graph.push(lane, event, kept)
    }

    fn event(&self, graph: &Graph, lane: usize, choice: &Choice) -> (Event, Kept) {
        let snapshot = graph.lanes[lane].now();
        let (action, other) = (&snapshot.action, snapshot.action.other_thread());
        let loc = action.loc().or(other.map(LocId)).unwrap_or(LocId(u32::MAX));
        let mut event = Event::new(choice.kind, loc);
        event.source = choice.source;
        event.read = choice.read;
        event.written = choice.written;
        event.variant = choice.variant;
        let sync = matches!(action, Action::Sync { .. }) || other.is_some();
        event.sync = sync && choice.kind != Kind::Dead;
        if let Action::Sync { step, arg, .. } = snapshot.action
            && self.env.config.task.model != Model::SC
        {
            let from = self.env.state(choice.read);
            event.orders_like = self.orders_like(step, lane as u32, arg, (from, choice.variant));
        }
        event.order = order_of(snapshot, choice.kind);
        if choice.kind != Kind::Fence {
            event.section = snapshot.local.section();
        }
        if let Action::Fence { bits } = snapshot.action {
            event.fence = bits;
        }
        let data = &graph.lanes[lane];
        let kept = behind(self.env.config.task.model, data, data.len(), &event, snapshot, Certainty::Here);
        (event, kept)
    }

    /// What a step on an object orders in its thread.
    pub fn orders_like(&self, step: Step, lane: u32, arg: u128, (old, variant): (&State, u32)) -> OrdersLike {
        let (Step::Do(op), Effect::Done(_, results)) = (step, posix::apply(step, old, lane, arg, variant))
        else {
            return OrdersLike::FullFence;
        };
        let holds =
            |most| matches!(*old, State::Mutex { owner, count, .. } if owner == Some(lane) && count > most);
        let unlocks = matches!(op, ir::SyncOp::MutexUnlock | ir::SyncOp::SpinUnlock);
        let nested = if unlocks { holds(1) } else { holds(0) };
        posix::orders_like(op, results.first().map(|&status| status as u32), nested)
    }

    /// Runs a thread on from its last event; a new thread is started where that event creates one.
    pub fn run(&mut self, graph: &mut Graph, lane: usize) -> Result {
        let created = match &graph.lanes[lane].now_before_last().action {
            Action::Create { lane: child, function, argument } => {
                let child = *child as usize;
                let state = self.env.machine.start(child as u32, *function, &[*argument]);
                Some((child, state))
            }
            _ => None,
        };
        self.look_for_overwritten(graph, lane)?;
        let position = graph.lanes[lane].len() - 1;
        let event = &graph.lanes[lane].events[position];
        let (read, variant) = (event.read, event.variant);
        let (snapshot, trouble) = match event.kind {
            Kind::Dead => self.dead_end(graph, lane, self.doom(graph, lane)),
            _ if self.finds_nothing(graph, lane) => {
                let Fault { kind, message } = unwritten_read(self.env.loc(event.loc).size);
                let span = graph.lanes[lane].now_before_last().span;
                self.dead_end(graph, lane, Trouble { lane, kind, message, span, cut: None })
            }
            _ => {
                self.note_undefined(graph, lane);
                self.successor(graph, lane, position, read, variant)?
            }
        };
        graph.moved(lane, snapshot);
        if let Some((child, state)) = created {
            let parent = At::new(lane, position);
            graph.lanes[child].start = graph.clock(parent).to_vec();
            let mut runner = Runner::new(&mut self.env, graph, child);
            let mut snapshot = runner.settle(state, Rc::default())?;
            let trouble = runner.trouble.take();
            snapshot.keep_trouble(trouble.as_ref());
            graph.open_lane(child, Some(parent), Rc::new(snapshot));
            self.note_trouble(graph, trouble)?;
            self.note_late_uses(graph, child)?;
        }
        self.note_trouble(graph, trouble)?;
        self.note_late_uses(graph, lane)
    }

    /// A thread does not get past what it does next.
    fn dead_end(&self, graph: &Graph, lane: usize, trouble: Trouble) -> (Rc<Snapshot>, Option<Trouble>) {
        let trouble = Some(trouble);
        let before = graph.lanes[lane].now_before_last();
        let mut snapshot = before.going_on(Action::Over(End::Failed), before.local.clone());
        snapshot.keep_trouble(trouble.as_ref());
        (Rc::new(snapshot), trouble)
    }

    /// Uses of what has ended; where there are atomic sections, whether it comes to that is known later.
    fn note_late_uses(&mut self, graph: &Graph, lane: usize) -> Result {
        let found = self.look_for_late_uses(graph, lane);
        match self.env.has_sections {
            true => {
                self.env.late_uses |= !found.is_empty();
                Ok(())
            }
            false => found.into_iter().try_for_each(|trouble| self.note_trouble(graph, Some(trouble))),
        }
    }

    /// Something went wrong: it is told at once, unless it rests on promises.
    fn note_trouble(&mut self, graph: &Graph, trouble: Option<Trouble>) -> Result {
        match trouble {
            None => Ok(()),
            // Whether it comes to that is known when all sections are complete.
            Some(_) if self.env.has_sections => Ok(()),
            Some(trouble) if !self.env.sharing.ahead => self.report(graph, trouble),
            Some(Trouble { cut: Some(_), span, .. }) => {
                let what = "memory or a thread may be used too late, by a load that reads from a later store";
                Err(Halt::Unknown { why: Why::NotCovered(what.into()), span })
            }
            Some(trouble) => {
                self.ahead.troubles.push(trouble);
                Ok(())
            }
        }
    }

    /// The place whose initial value the last event of a thread reads.
    fn reads_initially(&self, graph: &Graph, lane: usize) -> Option<&LocInfo> {
        let event = graph.lanes[lane].events.last()?;
        let initially = event.kind.reads() && !event.sync && event.source.is_init();
        initially.then(|| self.env.loc(event.loc))
    }

    /// A place is read whose contents are not known.
    fn note_undefined(&mut self, graph: &Graph, lane: usize) {
        if self.reads_initially(graph, lane).is_some_and(|place| place.undefined) {
            let span = graph.lanes[lane].now_before_last().span;
            self.env.sharing.reservations.read_undefined.get_or_insert(span);
        }
    }

    /// Whether a place is read that nobody has written, where somebody must have.
    fn finds_nothing(&self, graph: &Graph, lane: usize) -> bool {
        graph.lanes[lane].now_before_last().initialised
            && self.reads_initially(graph, lane).is_some_and(|place| place.unwritten)
    }
}

/// Whether what happens before in program order and reads-from comes before in memory, for writes of one place.
pub(crate) fn prefix_is_ordered(model: Model) -> bool {
    model == Model::SC || model == Model::TSO
}

/// The result of a thread that has ended.
pub(crate) fn finished(graph: &Graph, lane: usize) -> Option<u128> {
    match graph.lane(lane)?.now().action {
        Action::Over(End::Finished(result)) => Some(result),
        _ => None,
    }
}
