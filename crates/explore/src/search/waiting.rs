//! Threads that wait: for an object, at a barrier, or in a loop for what another thread writes.
//!
//! Who has to wait for an object is in the graph as an event that waits ([`Kind::Wait`]), as long as the object's latest state makes it wait. An
//! operation that lets it go on revisits it. Until then the graph is only a step on the way to those where it has gone on, so
//! whoever knows of that operation stands still ([`Search::is_frozen`]).
//! Behind a barrier a thread goes on when the arrival that completes its round is there; like joining a thread, that has but one way.

use super::Search;
use crate::env::Result;
use crate::graph::{At, Event, Graph, Kind, LocId};
use crate::snapshot::{Action, End, Snapshot, stands_still};
use events::Property;
use posix::{Effect, OrdersLike, State, Step, WITHOUT_SIGNAL, apply, variants};
use smallvec::SmallVec;

impl Search<'_> {
    /// Nobody can move, but some only for the sake of others who wait for the same object ([`Search::is_frozen`]): they take no
    /// place behind what has let those go on, but the places of operations before that can be theirs.
    pub(super) fn steal_while_frozen(&mut self, graph: &mut Graph) -> Result {
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

    /// The same for those who only look: they may see what was there before those could go on. Who has looked here in another branch
    /// does not in this one, or the same two looks would come up in both orders.
    pub(super) fn look_while_frozen(&mut self, graph: &mut Graph) -> Result {
        if graph.waits.is_empty() {
            return Ok(());
        }
        let looked = self.looked.clone();
        for lane in 0..graph.lanes.len() {
            let data = &graph.lanes[lane];
            let here = At::new(lane, data.len());
            let Action::Sync { loc, step, .. } = (match data.exists() {
                true => data.now().action.clone(),
                false => continue,
            }) else {
                continue;
            };
            let leaves = matches!(step, Step::LeaveBarrier { .. });
            let full = data.len() >= self.env.config.bound as usize;
            if leaves || full || self.knows_of_freedom(graph, lane) || self.looked.contains(&here) {
                continue;
            }
            let freed: SmallVec<[At; 4]> =
                self.freed(graph).filter(|&(at, _)| at == loc).map(|(_, at)| at).collect();
            for choice in self.choices(graph, lane)? {
                let late =
                    |&freed: &At| !choice.source.is_init() && Graph::knows(graph.clock(choice.source), freed);
                if choice.kind == Kind::Read && !freed.iter().any(late) {
                    let mark = graph.mark();
                    self.push(graph, lane, &choice);
                    if self.fits(graph, lane) && self.go_on(graph, lane)? {
                        self.branch(graph, 0.5)?;
                        self.split.weight *= 0.5;
                    }
                    graph.truncate(mark);
                }
            }
            self.looked.push(here);
        }
        self.looked = looked;
        Ok(())
    }

    /// Whether what a thread does next is of no use: somebody waits for an object that is free again, or in a loop for what has
    /// been written since, which is only a step on the way to graphs where it is not; whoever knows that cannot lead there.
    pub(super) fn is_frozen(&self, graph: &Graph, lane: usize) -> bool {
        let action = &graph.lanes[lane].now().action;
        let is_on = |loc: LocId| matches!(action, Action::Sync { loc: other, .. } if *other == loc);
        self.knows_of_freedom(graph, lane) || self.freed(graph).any(|(loc, _)| is_on(loc))
    }

    /// Whether a thread knows what lets somebody go on who is taken to wait.
    fn knows_of_freedom(&self, graph: &Graph, lane: usize) -> bool {
        let clock = graph.clock_of_lane(lane);
        let spins =
            |other: usize| self.seen_since(graph, other).is_some_and(|written| Graph::knows(clock, written));
        (graph.n_spins > 0 && (0..graph.lanes.len()).any(spins))
            || self.freed(graph).any(|(_, freed)| Graph::knows(clock, freed))
            || self.idle_rounds(graph).any(|back| Graph::knows(clock, back))
    }

    /// Threads that woke without a signal, found nothing changed, and wait again: where they came back to the queue.
    pub fn idle_rounds(&self, graph: &Graph) -> impl Iterator<Item = At> {
        (0..graph.lanes.len()).filter_map(|lane| self.idle_round(graph, lane))
    }

    /// The same of one thread. If nobody has signalled meanwhile, what follows does so without that round as well: only whoever does not know
    /// of it can still change that. Not where others can tell who holds the mutex, or where reads may race.
    pub fn idle_round(&self, graph: &Graph, lane: usize) -> Option<At> {
        let data = graph.lane(lane)?;
        let now = data.now();
        let Action::Sync { loc, step: Step::Leave { .. }, .. } = now.action else { return None };
        if now.local.wakes == 0 || self.env.glues_waits || self.env.config.task.asks(Property::Race) {
            return None;
        }
        let (_, mutex, _) = now.local.wait?;
        let is_on = |index: &usize| data.events[*index].sync && data.events[*index].loc == loc;
        let mut own = (0..data.len()).rev().filter(is_on);
        let (back, left, came) = (own.next()?, own.next()?, own.next()?);
        let woke = data.events[left].variant == WITHOUT_SIGNAL
            && matches!(data.snapshots[left].action, Action::Sync { step: Step::Leave { .. }, .. });
        let idle = data.events[left + 1..back].iter().all(|event| match event.kind {
            Kind::Rmw => event.sync && event.loc == mutex,
            kind => matches!(kind, Kind::Read | Kind::Fence),
        });
        let (before, after) = (&data.snapshots[came], &data.snapshots[back]);
        let same =
            stands_still(&self.env.machine, (&before.state, &before.local), (&after.state, &after.local));
        let (left, back) = (At::new(lane, left), At::new(lane, back));
        (woke && idle && same && !self.signalled(graph, left, back)).then_some(back)
    }

    /// Whether something but coming and going happens at a condition variable between two operations on it, or a signal in vain.
    fn signalled(&self, graph: &Graph, from: At, to: At) -> bool {
        let loc = graph.event(from).loc;
        let action = |at: At| &graph.snapshot(at).action;
        let in_vain = |source: At| {
            let looks = |&at: &At| graph.event(at).source == source && graph.event(at).kind == Kind::Read;
            let reads = graph.places[loc.0 as usize].reads.iter().copied().filter(looks);
            reads.into_iter().any(|at| matches!(action(at), Action::Sync { step: Step::Do(_), .. }))
        };
        let mut at = from;
        loop {
            if in_vain(at) {
                return true;
            }
            match graph.follower(loc, at) {
                Some(next) if next == to => return false,
                Some(next) => at = next,
                None => return true,
            }
            let comes_or_goes =
                matches!(action(at), Action::Sync { step: Step::Enqueue | Step::Leave { .. }, .. });
            if !comes_or_goes {
                return true;
            }
        }
    }

    /// What lets threads go on that are taken to wait for objects: which, and by what operation.
    fn freed(&self, graph: &Graph) -> impl Iterator<Item = (LocId, At)> {
        graph.waits.iter().filter_map(|&wait| Some((graph.event(wait).loc, self.enabled_since(graph, wait)?)))
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

    /// Whether an operation on an object cannot be done in a state. That a thread asleep may wake without a signal is of no account
    /// here: it waits, and that it wakes is another way for it to go on.
    pub fn has_to_wait(&self, graph: &Graph, at: At, state: u128) -> bool {
        let Action::Sync { step, arg, .. } = graph.snapshot(at).action else { return false };
        let from = self.env.state(state);
        let blocks = |variant| matches!(apply(step, from, at.lane, arg, variant), Effect::Blocks);
        let ways = variants(step, from, at.lane);
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
            let writes = if reads { graph.writes_at(event.loc) } else { &[] };
            writes.iter().copied().find(|&write| {
                write != event.source
                    && !graph.event(write).is_idle()
                    && Graph::knows(graph.clock(write), event.source)
            })
        })
    }

    /// The ways in which a step on an object goes on from a state: as an update, or as a read that has to wait.
    pub(super) fn steps(
        &mut self,
        lane: usize,
        state: u128,
        now: &Snapshot,
    ) -> SmallVec<[(Kind, u128, u32); 2]> {
        let mut ways = SmallVec::new();
        let Action::Sync { step, arg, .. } = now.action else { return ways };
        let from = self.env.state(state).clone();
        let mut all = variants(step, &from, lane as u32);
        if all.is_empty() {
            all.push(0);
        }
        let may_wake = self.env.config.task.spurious_wakeups && now.local.wakes < posix::WAKES_WITHOUT_SIGNAL;
        if may_wake && posix::may_wake(step, &from, lane as u32) {
            all.push(WITHOUT_SIGNAL);
        }
        for variant in all {
            match apply(step, &from, lane as u32, arg, variant) {
                Effect::Done(..) if is_settled(step) && variant == 0 => ways.push((Kind::Read, 0, 0)),
                Effect::Done(next, _)
                    if next == from && self.only_looks(step, lane as u32, arg, &from, variant) =>
                {
                    ways.push((Kind::Read, 0, variant))
                }
                Effect::Done(next, _) => ways.push((Kind::Rmw, self.env.state_number(next), variant)),
                Effect::Blocks => ways.push((Kind::Wait, 0, variant)),
                Effect::Fault(..) => ways.push((Kind::Fault, 0, variant)),
            }
        }
        ways
    }

    /// Whether a step that leaves an object as it is does nothing but load: it has no place among the others, it reads from one of them.
    fn only_looks(&self, step: Step, lane: u32, arg: u128, from: &State, variant: u32) -> bool {
        self.orders_like(step, lane, arg, (from, variant)) == OrdersLike::AcquireLoad
    }

    /// The operation that lets a thread go on from a barrier or a condition wait: the first since it came there.
    pub fn let_go(&self, graph: &Graph, lane: usize) -> Option<At> {
        let Action::Sync { loc, step, .. } = graph.lanes[lane].now().action else { return None };
        let came = graph.lanes[lane]
            .events
            .iter()
            .rposition(|event| event.sync && event.kind == Kind::Rmw && event.loc == loc)?;
        let mut at = At::new(lane, came);
        loop {
            at = graph.follower(loc, at)?;
            let goes_on = match (self.env.state(graph.event(at).written), step) {
                (State::Barrier { round: now, .. }, Step::LeaveBarrier { round }) => *now > round,
                (State::Cond { woken, .. }, Step::Leave { .. }) => woken.contains(&(lane as u32)),
                _ => false,
            };
            if goes_on {
                return Some(at);
            }
        }
    }
}

/// Whether a step only goes on behind an operation of somebody else, which is settled by where the thread came to wait.
pub(crate) fn is_settled(step: Step) -> bool {
    matches!(step, Step::LeaveBarrier { .. } | Step::Leave { .. })
}
