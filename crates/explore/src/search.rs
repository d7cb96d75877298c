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

use crate::ahead::Ahead;
use crate::config::{Counts, Equivalence};
use crate::env::{Env, Halt, Result};
use crate::graph::{At, Event, Graph, Kept, Kind, LocId};
use crate::kept::order_behind;
use crate::linear::Linear;
use crate::revisit::Guess;
use crate::run::{Runner, Trouble, order_of};
use crate::snapshot::{Action, End, Snapshot};
use crate::split::Split;
use crate::sync::{Effect, ObjectState, Step, apply, variants};
use interp::rmw_result;
use model::Model;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::Instant;

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
    pub started: Instant,
    ticks: u32,
    /// Whether what happens before in program order and reads-from comes before in memory, for writes of one place.
    pub prefix_is_ordered: bool,
}

impl<'c> Search<'c> {
    pub fn new(env: Env<'c>, split: Split) -> Search<'c> {
        let model = env.config.model;
        Search {
            linear: Linear::new(model),
            guess: Guess::default(),
            ahead: Ahead::default(),
            split,
            prefix_is_ordered: model == Model::SC || model == Model::TSO,
            env,
            counts: Counts::default(),
            pool: Vec::new(),
            states: BTreeSet::new(),
            failures: BTreeSet::new(),
            seen: FxHashSet::default(),
            duplicates: 0,
            started: Instant::now(),
            ticks: 0,
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
            // Only reads of memory can have a source that does not fit the rest.
            let check = graph.lanes[lane].now().action_reads_memory() && choices.len() > 1;
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

    /// Nobody can move, but some only for the sake of others who wait for the same object ([`Search::is_frozen`]): they take no
    /// place behind what has let those go on, but the places of operations before that can be theirs.
    fn steal_while_frozen(&mut self, graph: &mut Graph) -> Result {
        if graph.waits.is_empty() {
            return Ok(());
        }
        for lane in 0..graph.lanes.len() {
            let data = &graph.lanes[lane];
            let operates = data.exists() && matches!(data.now().action, Action::Sync { .. });
            if !operates || data.len() >= self.env.config.bound as usize {
                continue;
            }
            for choice in self.choices(graph, lane)? {
                if let Some(other) = choice.instead_of {
                    self.steal(graph, lane, &choice, other)?;
                }
            }
        }
        Ok(())
    }

    /// Whether a graph is consistent that was so before its newest event, in this lane.
    fn fits(&mut self, graph: &mut Graph, lane: usize) -> bool {
        if self.env.config.model != Model::SC {
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
        if self.ticks & 0x3ff != 0 {
            return Ok(());
        }
        let config = self.env.config;
        if config.progress.is_some() {
            let (share, split) = (self.split.share_done(), &self.split);
            let all = split.shared.note(split.worker, self.counts, share, split.base);
            if let Some(progress) = config.progress.as_ref().filter(|_| split.worker == 0) {
                progress(&all);
            }
        }
        if self.split.shared.stop.load(Ordering::Relaxed) {
            return Err(Halt::ByAnother);
        }
        if config.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Halt::Stopped("stopped from outside".into()));
        }
        match config.timeout {
            Some(limit) if self.started.elapsed() > limit => {
                Err(Halt::Stopped(format!("not finished within {} s", limit.as_secs_f64())))
            }
            _ => Ok(()),
        }
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
                Action::Sync { loc, step: Step::LeaveBarrier { .. }, .. } => {
                    self.completion(graph, *loc, At::new(lane, data.len() - 1)).is_some()
                }
                _ => true,
            };
            movable && !self.is_frozen(graph, lane)
        })
    }

    /// Whether what a thread does next is of no use: somebody waits for an object that is free again, or in a loop for what has
    /// been written since, which is only a step on the way to graphs where it is not; whoever knows that cannot lead there.
    fn is_frozen(&self, graph: &Graph, lane: usize) -> bool {
        let clock = graph.clock_of_lane(lane);
        let spins =
            |other: usize| self.seen_since(graph, other).is_some_and(|written| Graph::knows(clock, written));
        if graph.n_spins > 0 && (0..graph.lanes.len()).any(spins) {
            return true;
        }
        graph.waits.iter().any(|&wait| {
            let loc = graph.event(wait).loc;
            let Some(freed) = self.enabled_since(graph, wait) else { return false };
            let action = &graph.lanes[lane].now().action;
            Graph::knows(clock, freed) || matches!(action, Action::Sync { loc: other, .. } if *other == loc)
        })
    }

    /// If a thread waits for an object: an operation that came since and lets it go on.
    pub fn enabled_since(&self, graph: &Graph, wait: At) -> Option<At> {
        let Event { loc, mut source, .. } = *graph.event(wait);
        loop {
            source = graph.follower(loc, source)?;
            if !self.has_to_wait(graph, wait, graph.event(source).written) {
                return Some(source);
            }
        }
    }

    /// Whether an operation on an object cannot be done in a state.
    pub fn has_to_wait(&self, graph: &Graph, at: At, state: u128) -> bool {
        let snapshot = &graph.lanes[at.lane as usize].snapshots[at.index as usize];
        let Action::Sync { step, arg, .. } = snapshot.action else { return false };
        let from = self.env.state(state);
        let blocks = |variant| matches!(apply(step, from, at.lane, arg, variant), Effect::Blocks);
        let ways = variants(step, from, at.lane, self.env.config.spurious_wakeups);
        if ways.is_empty() { blocks(0) } else { ways.into_iter().all(blocks) }
    }

    /// If a thread waits in a loop: a write that came after what it saw there.
    pub fn seen_since(&self, graph: &Graph, lane: usize) -> Option<At> {
        let data = &graph.lanes[lane];
        if !data.exists() || !self.prefix_is_ordered {
            return None;
        }
        let Action::Over(End::Spin { from }) = data.now().action else { return None };
        let round = &data.events[from as usize..];
        round.iter().enumerate().find_map(|(index, event)| {
            // What it saw of a place is what it saw last.
            if round[index + 1..].iter().any(|later| later.kind.reads() && later.loc == event.loc) {
                return None;
            }
            let reads = matches!(event.kind, Kind::Read | Kind::Rmw) && !event.sync;
            let place = graph.places.get(event.loc.0 as usize).filter(|_| reads)?;
            place.writes.iter().copied().find(|&write| {
                write != event.source
                    && !graph.event(write).is_idle()
                    && Graph::knows(graph.clock(write), event.source)
            })
        })
    }

    /// The ways in which a step on an object goes on from a state: as an update, or as a read that has to wait.
    pub fn steps(
        &mut self,
        lane: usize,
        state: u128,
        step: Step,
        arg: u128,
    ) -> SmallVec<[(Kind, u128, u32); 2]> {
        let mut ways = SmallVec::new();
        let from = self.env.state(state);
        let mut all = variants(step, from, lane as u32, self.env.config.spurious_wakeups);
        if all.is_empty() {
            all.push(0);
        }
        for variant in all {
            match apply(step, from, lane as u32, arg, variant) {
                Effect::Done(..) if matches!(step, Step::LeaveBarrier { .. }) => {
                    ways.push((Kind::Read, 0, variant))
                }
                Effect::Done(next, _) => ways.push((Kind::Rmw, self.env.state_number(next), variant)),
                Effect::Blocks => ways.push((Kind::Wait, 0, variant)),
                Effect::Fault(..) => ways.push((Kind::Fault, 0, variant)),
            }
        }
        ways
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
        let loc = match &snapshot.action {
            Action::Read { loc }
            | Action::Write { loc, .. }
            | Action::Rmw { loc, .. }
            | Action::Cas { loc, .. }
            | Action::Sync { loc, .. } => *loc,
            Action::Create { lane, .. } | Action::Join { lane } => LocId(*lane),
            _ => LocId(u32::MAX),
        };
        let mut event = Event::new(choice.kind, loc);
        event.source = choice.source;
        event.read = choice.read;
        event.written = choice.written;
        event.variant = choice.variant;
        event.sync =
            matches!(snapshot.action, Action::Sync { .. } | Action::Create { .. } | Action::Join { .. });
        event.order = order_of(snapshot, choice.kind);
        if choice.kind != Kind::Fence {
            event.section = snapshot.local.section();
        }
        if let Action::Fence { bits } = snapshot.action {
            event.fence = bits;
        }
        let data = &graph.lanes[lane];
        let kept = order_behind(self.env.config.model, data, data.len(), &event, snapshot);
        (event, kept)
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
        let position = graph.lanes[lane].len() - 1;
        let event = &graph.lanes[lane].events[position];
        let (read, variant) = (event.read, event.variant);
        let (snapshot, trouble) = self.successor(graph, lane, position, read, variant)?;
        self.note_undefined(graph, lane);
        graph.moved(lane, snapshot);
        self.note_trouble(graph, trouble)?;
        if let Some((child, state)) = created {
            let parent = At::new(lane, graph.lanes[lane].len() - 1);
            let mut runner = Runner::new(&mut self.env, graph, child);
            let mut snapshot = runner.settle(state, Rc::default())?;
            let trouble = runner.trouble.take();
            snapshot.keep_trouble(trouble.as_ref());
            graph.open_lane(child, Some(parent), Rc::new(snapshot));
            self.note_trouble(graph, trouble)?;
        }
        Ok(())
    }

    /// Something went wrong: it is told at once, unless it rests on promises.
    fn note_trouble(&mut self, graph: &Graph, trouble: Option<Trouble>) -> Result {
        match trouble {
            None => Ok(()),
            // Whether it comes to that is known when all sections are complete.
            Some(trouble) if self.env.has_sections && trouble.late.is_none() => Ok(()),
            Some(trouble) if !self.env.sharing.ahead => self.report(graph, trouble),
            Some(Trouble { late: Some(_), span, .. }) => {
                let reason =
                    "memory may be used after it is gone, by a load that reads from a later store".into();
                Err(Halt::Unsupported { reason, span })
            }
            Some(trouble) => {
                self.ahead.troubles.push(trouble);
                Ok(())
            }
        }
    }

    /// A place that nobody has written is read.
    fn note_undefined(&mut self, graph: &Graph, lane: usize) {
        let data = &graph.lanes[lane];
        if let Some(event) = data.events.last()
            && event.kind.reads()
            && !event.sync
            && event.source.is_init()
            && self.env.loc(event.loc).undefined
        {
            let span = data.now_before_last().span;
            self.env.sharing.reservations.read_undefined.get_or_insert(span);
        }
    }

    /// All ways in which the next event of a thread can go.
    pub fn choices(&mut self, graph: &Graph, lane: usize) -> Result<Choices> {
        let now = graph.lanes[lane].now().clone();
        let plain = |kind, read, written| Choice {
            kind,
            source: At::INIT,
            read,
            written,
            variant: 0,
            instead_of: None,
        };
        let mut choices = Choices::new();
        match &now.action {
            Action::Read { loc } => {
                for source in self.sources(graph, lane, *loc) {
                    let read = self.value_at(graph, lane, *loc, source)?;
                    choices.push(Choice { source, ..plain(Kind::Read, read, 0) });
                }
            }
            Action::Write { loc, value } => {
                self.check_updates(graph, lane, *loc)?;
                match self.env.config.equivalence {
                    Equivalence::Mazurkiewicz if self.env.config.model == Model::SC => {
                        for source in self.sources(graph, lane, *loc) {
                            let choice = Choice { source, ..plain(Kind::Next, 0, *value) };
                            self.behind(graph, lane, *loc, choice, &mut choices);
                        }
                    }
                    _ => choices.push(plain(Kind::Write, 0, *value)),
                }
            }
            Action::Rmw { loc, op, ty, operand, blind } => {
                if *blind && self.prefix_is_ordered && self.env.config.equivalence == Equivalence::ReadsFrom {
                    self.check_blind(graph, lane, *loc)?;
                    let delta = rmw_result(*op, *ty, 0, *operand);
                    choices.push(plain(Kind::Update, 0, delta));
                    return Ok(choices);
                }
                self.check_updates(graph, lane, *loc)?;
                for source in self.sources(graph, lane, *loc) {
                    let read = self.value_at(graph, lane, *loc, source)?;
                    let written = rmw_result(*op, *ty, read, *operand);
                    let choice = Choice { source, ..plain(Kind::Rmw, read, written) };
                    self.behind(graph, lane, *loc, choice, &mut choices);
                }
            }
            Action::Cas { loc, ty, expected, desired, .. } => {
                self.check_updates(graph, lane, *loc)?;
                for source in self.sources(graph, lane, *loc) {
                    let read = self.value_at(graph, lane, *loc, source)?;
                    if read & ty.mask() == *expected {
                        let choice = Choice { source, ..plain(Kind::Rmw, read, *desired) };
                        self.behind(graph, lane, *loc, choice, &mut choices);
                    } else {
                        choices.push(Choice { source, ..plain(Kind::Read, read, 0) });
                    }
                }
            }
            Action::Sync { loc, step, arg } => {
                self.sync_choices(graph, lane, (*loc, *step, *arg), &mut choices)
            }
            Action::Create { .. } => choices.push(plain(Kind::Create, 0, 0)),
            Action::Join { lane: child } => {
                let result = finished(graph, *child as usize).unwrap_or(0);
                choices.push(plain(Kind::Join, result, 0));
            }
            Action::Free { addr } => choices.push(plain(Kind::Free, u128::from(*addr), 0)),
            Action::Fence { .. } => choices.push(plain(Kind::Fence, 0, 0)),
            Action::Input { ty } => {
                for value in self.env.config.inputs.as_deref().unwrap_or_default() {
                    let read = *value as u128 & ty.mask();
                    if !choices.iter().any(|choice| choice.read == read) {
                        choices.push(Choice { variant: choices.len() as u32, ..plain(Kind::Input, read, 0) });
                    }
                }
            }
            Action::Over(_) => {}
        }
        Ok(choices)
    }

    /// A choice that wants to stand right behind its source: there may be somebody already.
    fn behind(&self, graph: &Graph, lane: usize, loc: LocId, mut choice: Choice, choices: &mut Choices) {
        if let Some(instead_of) = self.place_behind(graph, lane, loc, choice.source) {
            choice.instead_of = instead_of;
            choices.push(choice);
        }
    }

    /// Whether the place right behind a source can be had, and who would have to leave it.
    fn place_behind(&self, graph: &Graph, lane: usize, loc: LocId, source: At) -> Option<Option<At>> {
        let Some(other) = graph.follower(loc, source) else { return Some(None) };
        let known = Graph::knows(graph.clock_of_lane(lane), other)
            || (!source.is_init() && Graph::knows(graph.clock(source), other));
        (!known).then_some(Some(other))
    }

    /// Steps on an object: behind the latest one, or stealing an earlier place. Who has to wait waits behind the latest.
    fn sync_choices(
        &mut self,
        graph: &Graph,
        lane: usize,
        (loc, step, arg): (LocId, Step, u128),
        choices: &mut Choices,
    ) {
        let initial = self.env.loc(loc).initial;
        if matches!(step, Step::LeaveBarrier { .. }) {
            let arrival = At::new(lane, graph.lanes[lane].len() - 1);
            if let Some(source) = self.completion(graph, loc, arrival) {
                let read = graph.written(source, initial);
                let (kind, written, variant, instead_of) = (Kind::Read, 0, 0, None);
                choices.push(Choice { kind, source, read, written, variant, instead_of });
            }
            return;
        }
        let latest = last_of_chain(graph, loc);
        let writes: SmallVec<[At; 8]> = graph
            .places
            .get(loc.0 as usize)
            .map_or(SmallVec::new(), |place| place.writes.iter().copied().collect());
        for source in std::iter::once(At::INIT).chain(writes) {
            // Who stands right behind the source, and cannot be moved from there.
            if source != latest && self.place_behind(graph, lane, loc, source).is_none() {
                continue;
            }
            let read = graph.written(source, initial);
            for (kind, written, variant) in self.steps(lane, read, step, arg) {
                let choice = Choice { kind, source, read, written, variant, instead_of: None };
                match kind {
                    Kind::Wait | Kind::Fault if source == latest => choices.push(choice),
                    Kind::Wait | Kind::Fault => {}
                    _ => self.behind(graph, lane, loc, choice, choices),
                }
            }
        }
    }

    /// The arrival that completes the round of a barrier that another one belongs to: who waits there can go on behind it.
    fn completion(&self, graph: &Graph, loc: LocId, arrival: At) -> Option<At> {
        let ObjectState::Barrier { round, .. } = self.env.state(graph.event(arrival).read) else {
            return None;
        };
        let mut at = arrival;
        loop {
            at = graph.follower(loc, at)?;
            if self.completes(graph.event(at).written, Step::LeaveBarrier { round }) {
                return Some(at);
            }
        }
    }

    /// Whether a state is the first in which the round of a barrier is complete.
    pub fn completes(&self, state: u128, step: Step) -> bool {
        match (self.env.state(state), step) {
            (ObjectState::Barrier { round: now, arrived: 0, .. }, Step::LeaveBarrier { round }) => {
                now == round + 1
            }
            _ => false,
        }
    }

    /// The writes that the next access of a thread may read from, as far as its prefix alone can tell.
    pub fn sources(&self, graph: &Graph, lane: usize, loc: LocId) -> SmallVec<[At; 8]> {
        self.sources_at(graph, lane, graph.lanes[lane].len(), loc, |_| true)
    }

    /// The same for a position of the lane, in the part of the graph that is there.
    pub fn sources_at(
        &self,
        graph: &Graph,
        lane: usize,
        position: usize,
        loc: LocId,
        there: impl Fn(At) -> bool,
    ) -> SmallVec<[At; 8]> {
        let mut sources = SmallVec::new();
        let Some(place) = graph.places.get(loc.0 as usize) else {
            sources.push(At::INIT);
            return sources;
        };
        let clock = graph.clock_before(lane, position);
        let earlier = |at: &At| at.lane as usize == lane && (at.index as usize) < position;
        let own = place.writes.iter().copied().filter(earlier).max();
        for source in std::iter::once(At::INIT).chain(place.writes.iter().copied()) {
            if !source.is_init() && !there(source) {
                continue;
            }
            let overwritten = match self.prefix_is_ordered {
                true => place.writes.iter().any(|&other| {
                    other != source && Graph::knows(clock, other) && Graph::knows(graph.clock(other), source)
                }),
                false => {
                    own.is_some_and(|own| own != source && (source.is_init() || source.lane == own.lane))
                }
            };
            if !overwritten {
                sources.push(source);
            }
        }
        sources
    }

    /// What a read from `source` sees: what was written there, and what was added since.
    fn value_at(&mut self, graph: &Graph, lane: usize, loc: LocId, source: At) -> Result<u128> {
        let info = self.env.loc(loc);
        let (size, mut value) = (info.size, graph.written(source, info.initial));
        let updates = graph.places.get(loc.0 as usize).map_or(&[][..], |place| &place.updates);
        if updates.is_empty() {
            return Ok(value);
        }
        let clock = graph.clock_of_lane(lane);
        for &update in updates {
            if !Graph::knows(clock, update) {
                return Err(self.env.order_place(loc));
            }
            if Graph::knows(graph.clock(update), source) {
                value = value.wrapping_add(graph.event(update).written);
            } else if source.is_init() || !Graph::knows(graph.clock(source), update) {
                return Err(self.env.order_place(loc));
            }
        }
        let mask = if size >= 16 { u128::MAX } else { (1 << (8 * size)) - 1 };
        Ok(value & mask)
    }

    /// Another write at a place of additions must come behind all of them.
    fn check_updates(&mut self, graph: &Graph, lane: usize, loc: LocId) -> Result {
        let updates = graph.places.get(loc.0 as usize).map_or(&[][..], |place| &place.updates);
        let clock = graph.clock_of_lane(lane);
        match updates.iter().all(|&update| Graph::knows(clock, update)) {
            true => Ok(()),
            false => Err(self.env.order_place(loc)),
        }
    }

    /// An addition that nobody looks at must come behind all else at its place.
    fn check_blind(&mut self, graph: &Graph, lane: usize, loc: LocId) -> Result {
        let Some(place) = graph.places.get(loc.0 as usize) else { return Ok(()) };
        let clock = graph.clock_of_lane(lane);
        match place.reads.iter().chain(&place.writes).all(|&at| Graph::knows(clock, at)) {
            true => Ok(()),
            false => Err(self.env.order_place(loc)),
        }
    }
}

/// The latest operation on an object.
pub(crate) fn last_of_chain(graph: &Graph, loc: LocId) -> At {
    let Some(place) = graph.places.get(loc.0 as usize) else { return At::INIT };
    place.writes.iter().copied().rev().find(|&at| graph.follower(loc, at).is_none()).unwrap_or(At::INIT)
}

/// The result of a thread that has ended.
pub(crate) fn finished(graph: &Graph, lane: usize) -> Option<u128> {
    let data = graph.lanes.get(lane).filter(|lane| lane.exists())?;
    match data.now().action {
        Action::Over(End::Finished(result)) => Some(result),
        _ => None,
    }
}

impl Snapshot {
    /// Whether the next event reads from memory.
    pub fn action_reads_memory(&self) -> bool {
        matches!(
            self.action,
            Action::Read { .. } | Action::Rmw { .. } | Action::Cas { .. } | Action::Write { .. }
        )
    }
}
