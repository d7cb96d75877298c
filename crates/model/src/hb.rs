//! Happens-before as C11 and C++20 have it, and the data races that it leaves: one definition for every engine.
//!
//! `hb = (program order ∪ synchronizes-with)+`. A read that acquires, or a relaxed one with an acquire fence behind it, synchronizes
//! with the release that heads the release sequence it reads from: a write that releases, or a relaxed one with a release fence before it,
//! followed by read-modify-writes only (C++20; C11 also lets the same thread's stores continue it). Locks, semaphores,
//! barriers, `once`, create and join are the [`Role`]s that operations have in the order of their object (`posix::synchronises`).
//! Atomic sections are ordered where they communicate, as the sections of one lock would be.
//!
//! The memory model does not come in: it says which executions there are, C11 says what is a race in one of them.
//!
//! Two builders feed it: [`HappensBefore::of`] takes an execution, `explore` its own graphs by [`Causes`].

use events::{Event, EventId, EventKind, Execution, SyncStep};
use ir::{FenceBits, Order, SyncOp};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// An event by thread and position in it.
pub type At = (u32, u32);

/// What an operation does in the order of its object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Ordered behind every release so far, or (`shared`) behind those that are not shared.
    Acquire {
        shared: bool,
    },
    Release {
        shared: bool,
    },
    /// At a barrier, in a round.
    Arrive(u32),
    Leave(u32),
}

/// What an event does to order others, besides standing in its thread.
#[derive(Clone, Debug, Default)]
pub struct Cause {
    /// Of an atomic read: its order and the writes that it reads from.
    pub read: Option<(Order, SmallVec<[At; 1]>)>,
    /// Of an atomic write: its order.
    pub write: Option<Order>,
    pub fence: FenceBits,
}

/// All that orders the events of one execution.
#[derive(Clone, Debug, Default)]
pub struct Causes {
    /// By thread, in program order.
    pub threads: Vec<Vec<Cause>>,
    /// The operations on each object, in order.
    pub objects: Vec<Vec<(At, Role)>>,
    /// The first happens before the second.
    pub edges: Vec<(At, At)>,
}

type Clock = Vec<u32>;

fn join(clock: &mut [u32], other: &[u32]) {
    for (mine, theirs) in clock.iter_mut().zip(other) {
        *mine = (*mine).max(*theirs);
    }
}

/// For each event, how much of each thread happens before it or is it.
#[derive(Clone, Debug)]
pub struct HappensBefore {
    clocks: Vec<Vec<Clock>>,
}

impl HappensBefore {
    /// That of an execution, by thread and position in program order.
    pub fn of(execution: &Execution) -> HappensBefore {
        HappensBefore::new(&causes(execution))
    }

    pub fn new(causes: &Causes) -> HappensBefore {
        let n = causes.threads.len();
        let zero = || causes.threads.iter().map(|events| vec![vec![0; n]; events.len()]).collect();
        let mut walk =
            Walk { causes, clocks: zero(), released: zero(), handed: FxHashMap::default(), changed: true };
        // Passes until nothing changes: in which order the edges point is for the memory model, not for us.
        while std::mem::take(&mut walk.changed) {
            walk.hand_over();
            (0..n).for_each(|thread| walk.pass(thread));
        }
        HappensBefore { clocks: walk.clocks }
    }

    /// Whether `a` happens before `b`, or is `b`. A position behind the last event of a thread stands for what it does next.
    pub fn before(&self, a: At, b: At) -> bool {
        if a.0 == b.0 {
            return a.1 <= b.1;
        }
        let events = &self.clocks[b.0 as usize];
        let known = events.get((b.1 as usize).min(events.len().wrapping_sub(1)));
        known.is_some_and(|clock| clock[a.0 as usize] > a.1)
    }

    pub fn ordered(&self, a: At, b: At) -> bool {
        self.before(a, b) || self.before(b, a)
    }
}

struct Walk<'a> {
    causes: &'a Causes,
    clocks: Vec<Vec<Clock>>,
    /// What each atomic write passes on to those who acquire from it.
    released: Vec<Vec<Clock>>,
    /// What comes to an event from objects and edges.
    handed: FxHashMap<At, Clock>,
    changed: bool,
}

impl Walk<'_> {
    fn clock(&self, at: At) -> &Clock {
        &self.clocks[at.0 as usize][at.1 as usize]
    }

    fn hand(&mut self, to: At, clock: &[u32]) {
        match self.handed.get_mut(&to) {
            Some(known) => join(known, clock),
            None => drop(self.handed.insert(to, clock.to_vec())),
        }
    }

    fn hand_over(&mut self) {
        let causes = self.causes;
        for &(from, to) in &causes.edges {
            let clock = self.clock(from).clone();
            self.hand(to, &clock);
        }
        for operations in &causes.objects {
            self.hand_over_object(operations);
        }
    }

    fn hand_over_object(&mut self, operations: &[(At, Role)]) {
        let zero = vec![0; self.causes.threads.len()];
        let (mut exclusive, mut all) = (zero.clone(), zero.clone());
        let mut rounds: FxHashMap<u32, Clock> = FxHashMap::default();
        for &(at, role) in operations {
            if let Role::Arrive(round) = role {
                join(rounds.entry(round).or_insert_with(|| zero.clone()), self.clock(at));
            }
        }
        for &(at, role) in operations {
            match role {
                Role::Acquire { shared: false } => self.hand(at, &all),
                Role::Acquire { shared: true } => self.hand(at, &exclusive),
                Role::Release { shared } => {
                    join(&mut all, self.clock(at));
                    if !shared {
                        join(&mut exclusive, self.clock(at));
                    }
                }
                Role::Arrive(_) => {}
                Role::Leave(round) => {
                    if let Some(clock) = rounds.get(&round) {
                        self.hand(at, clock);
                    }
                }
            }
        }
    }

    /// Once along a thread.
    fn pass(&mut self, thread: usize) {
        let causes = self.causes;
        let n = causes.threads.len();
        let mut clock: Clock = vec![0; n];
        // At the last release fence; and what relaxed reads have seen released, for an acquire fence to take.
        let (mut at_fence, mut seen): (Clock, Clock) = (vec![0; n], vec![0; n]);
        for (index, cause) in causes.threads[thread].iter().enumerate() {
            clock[thread] = index as u32 + 1;
            if let Some(handed) = self.handed.get(&(thread as u32, index as u32)) {
                join(&mut clock, handed);
            }
            let mut passed_on: Clock = vec![0; n];
            if let Some((order, sources)) = &cause.read {
                for &(other, position) in sources {
                    let released = &self.released[other as usize][position as usize];
                    join(if order.is_acquire() { &mut clock } else { &mut seen }, released);
                    if cause.write.is_some() {
                        join(&mut passed_on, released);
                    }
                }
            }
            if cause.fence.contains(FenceBits::ACQUIRE) {
                join(&mut clock, &seen);
            }
            if cause.fence.contains(FenceBits::RELEASE) {
                at_fence.clone_from(&clock);
            }
            if let Some(order) = cause.write {
                join(&mut passed_on, if order.is_release() { &clock } else { &at_fence });
            }
            self.update(thread, index, &clock, passed_on);
        }
    }

    fn update(&mut self, thread: usize, index: usize, clock: &Clock, released: Clock) {
        if self.clocks[thread][index] != *clock || self.released[thread][index] != released {
            self.clocks[thread][index].clone_from(clock);
            self.released[thread][index] = released;
            self.changed = true;
        }
    }
}

fn causes(execution: &Execution) -> Causes {
    let index = execution.po_index();
    let at = |id: EventId| (execution.event(id).thread.0, index[id]);
    let cause = |&id: &EventId| {
        let event = execution.event(id);
        let atomic = event.order != Order::Plain;
        let sources = event.rf.iter().filter_map(|piece| piece.source).map(at).collect();
        Cause {
            read: (event.is_read() && atomic).then_some((event.order, sources)),
            write: (event.is_write() && atomic).then_some(event.order),
            fence: if let EventKind::Fence { bits } = event.kind { bits } else { FenceBits::NONE },
        }
    };
    let threads = execution.threads.iter().map(|thread| thread.events.iter().map(cause).collect()).collect();
    let objects = execution.sync.iter().map(|order| roles(execution, order, &at)).collect();
    Causes { threads, objects, edges: between_sections(execution, &at) }
}

/// What each operation on an object does in its order.
fn roles(execution: &Execution, order: &events::SyncOrder, at: &impl Fn(EventId) -> At) -> Vec<(At, Role)> {
    let mut writer = None;
    let (mut n_arrived, mut count) = (0, None);
    // By thread, the round of the barrier it is in.
    let mut rounds: FxHashMap<u32, u32> = FxHashMap::default();
    let mut roles = Vec::new();
    for &id in &order.events {
        let event = execution.event(id);
        let EventKind::Sync { op, objects } = &event.kind else { continue };
        let first = objects.first().is_some_and(|object| object.0 == order.object);
        let thread = event.thread.0;
        let status = event.read.map(|status| status as u32);
        let (acquire, release) = (Role::Acquire { shared: false }, Role::Release { shared: false });
        let role = match op {
            SyncStep::ThreadBegin => Some(acquire),
            SyncStep::ThreadEnd => Some(release),
            SyncStep::Do(SyncOp::ThreadCreate) => Some(release),
            SyncStep::Do(SyncOp::ThreadJoin) => (status == Some(0)).then_some(acquire),
            // Of a condition wait only the mutex orders.
            SyncStep::Do(SyncOp::CondWait | SyncOp::CondTimedWait) => (!first).then_some(release),
            SyncStep::Resume(SyncOp::CondWait | SyncOp::CondTimedWait) => (!first).then_some(acquire),
            SyncStep::Do(SyncOp::BarrierWait) => {
                // Nobody leaves before the first round is complete: who came until then is the round, and so is its size.
                let round = count.map_or(0, |count: u32| n_arrived / count.max(1));
                n_arrived += 1;
                rounds.insert(thread, round);
                Some(Role::Arrive(round))
            }
            SyncStep::Resume(SyncOp::BarrierWait) => {
                count.get_or_insert(n_arrived);
                rounds.get(&thread).map(|&round| Role::Leave(round))
            }
            SyncStep::Do(op) => on_object(*op, status, thread, &mut writer),
            SyncStep::Leave(_) | SyncStep::Resume(_) => None,
        };
        roles.extend(role.map(|role| (at(id), role)));
    }
    roles
}

/// `writer` is who holds a read-write lock for writing.
pub fn on_object(op: SyncOp, status: Option<u32>, thread: u32, writer: &mut Option<u32>) -> Option<Role> {
    let synchronises = posix::synchronises(op, status);
    if synchronises.acquires {
        if matches!(op, SyncOp::RwWriteLock | SyncOp::RwTryWriteLock) {
            *writer = Some(thread);
        }
        return Some(Role::Acquire { shared: synchronises.shared });
    }
    let reads = op == SyncOp::RwUnlock && *writer != Some(thread);
    if synchronises.releases && op == SyncOp::RwUnlock && !reads {
        *writer = None;
    }
    synchronises.releases.then_some(Role::Release { shared: reads })
}

/// Where one atomic section communicates with another: the last of the one before the first of the other.
fn between_sections(execution: &Execution, at: &impl Fn(EventId) -> At) -> Vec<(At, At)> {
    let mut ends: FxHashMap<u32, (EventId, EventId)> = FxHashMap::default();
    for &id in execution.threads.iter().flat_map(|thread| &thread.events) {
        if let Some(section) = execution.event(id).section {
            ends.entry(section).or_insert((id, id)).1 = id;
        }
    }
    if ends.is_empty() {
        return Vec::new();
    }
    let mut edges = Vec::new();
    let mut order = |a: EventId, b: EventId| {
        let (Some(first), Some(second)) = (execution.event(a).section, execution.event(b).section) else {
            return;
        };
        if first != second {
            edges.push((at(ends[&first].1), at(ends[&second].0)));
        }
    };
    let overlap = |a: EventId, b: EventId| execution.event(a).overlaps(execution.event(b));
    for id in execution.event_ids() {
        execution.event(id).rf.iter().filter_map(|piece| piece.source).for_each(|source| order(source, id));
    }
    for cluster in &execution.co {
        for (index, &write) in cluster.iter().enumerate() {
            for &later in cluster[index + 1..].iter().filter(|&&later| overlap(write, later)) {
                order(write, later);
            }
        }
        for read in execution.event_ids().filter(|&id| execution.event(id).is_read()) {
            let event = execution.event(read);
            let seen = |write: &EventId| event.rf.iter().any(|piece| piece.source == Some(*write));
            let from = cluster.iter().rposition(seen).map_or(0, |position| position + 1);
            for &write in cluster[from..].iter().filter(|&&write| write != read && overlap(read, write)) {
                order(read, write);
            }
        }
    }
    edges
}

/// An access as far as races are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touch {
    pub at: At,
    pub addr: u64,
    pub size: u64,
    pub writes: bool,
    /// Atomic, or made in an atomic section.
    pub atomic: bool,
}

impl Touch {
    /// Of an event that touches memory; giving memory back touches all of it.
    pub fn of(event: &Event, position: u32) -> Option<Touch> {
        let frees = matches!(event.kind, EventKind::Free);
        let atomic = event.order != Order::Plain || event.section.is_some();
        (event.is_access() || frees).then_some(Touch {
            at: (event.thread.0, position),
            addr: event.addr,
            size: event.size,
            writes: event.is_write() || frees,
            atomic: atomic && !frees,
        })
    }

    /// Whether the two race unless something orders them.
    pub fn conflicts(&self, other: &Touch) -> bool {
        self.at.0 != other.at.0
            && self.addr < other.addr.saturating_add(other.size)
            && other.addr < self.addr.saturating_add(self.size)
            && (self.writes || other.writes)
            && !(self.atomic && other.atomic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(order: Order, from: At) -> Cause {
        Cause { read: Some((order, SmallVec::from_slice(&[from]))), ..Cause::default() }
    }
    fn write(order: Order) -> Cause {
        Cause { write: Some(order), ..Cause::default() }
    }
    fn fence(fence: FenceBits) -> Cause {
        Cause { fence, ..Cause::default() }
    }
    fn hb(threads: Vec<Vec<Cause>>) -> HappensBefore {
        HappensBefore::new(&Causes { threads, ..Causes::default() })
    }
    fn data() -> Cause {
        Cause::default()
    }

    #[test]
    fn a_release_orders_only_who_acquires_it() {
        use Order::{Acquire, Relaxed, Release};
        let passing =
            |w, r| hb(vec![vec![data(), write(w)], vec![read(r, (0, 1)), data()]]).before((0, 0), (1, 1));
        assert!(passing(Release, Acquire) && passing(Order::SeqCst, Order::SeqCst));
        assert!(!passing(Relaxed, Acquire) && !passing(Release, Relaxed) && !passing(Relaxed, Relaxed));
    }

    #[test]
    fn fences_do_it_for_relaxed_accesses() {
        use Order::Relaxed;
        let passing = |release, acquire| {
            hb(vec![
                vec![data(), fence(release), write(Relaxed)],
                vec![read(Relaxed, (0, 2)), fence(acquire), data()],
            ])
            .before((0, 0), (1, 2))
        };
        assert!(passing(FenceBits::RELEASE, FenceBits::ACQUIRE) && passing(FenceBits::FULL, FenceBits::FULL));
        assert!(!passing(FenceBits::SS, FenceBits::ACQUIRE) && !passing(FenceBits::RELEASE, FenceBits::LL));
        assert!(!passing(FenceBits::ACQUIRE, FenceBits::RELEASE));
    }

    #[test]
    fn release_sequences_go_through_updates_only() {
        use Order::{Acquire, Relaxed, Release};
        let update = Cause { write: Some(Relaxed), ..read(Relaxed, (0, 1)) };
        let through =
            hb(vec![vec![data(), write(Release)], vec![update], vec![read(Acquire, (1, 0)), data()]]);
        assert!(through.before((0, 0), (2, 1)) && !through.before((1, 0), (2, 1)));
        let store = hb(vec![
            vec![data(), write(Release)],
            vec![read(Relaxed, (0, 1)), write(Relaxed)],
            vec![read(Acquire, (1, 1)), data()],
        ]);
        assert!(!store.before((0, 0), (2, 1)));
    }

    #[test]
    fn readers_of_a_lock_do_not_order_each_other() {
        let lock = |shared| Role::Acquire { shared };
        let unlock = |shared| Role::Release { shared };
        let threads = || vec![vec![data(); 3], vec![data(); 3]];
        let order = |first, second| {
            let object = vec![((0, 0), lock(first)), ((0, 1), unlock(first)), ((1, 1), lock(second))];
            let causes = Causes { threads: threads(), objects: vec![object], edges: Vec::new() };
            HappensBefore::new(&causes).before((0, 0), (1, 2))
        };
        assert!(order(false, false) && order(true, false) && order(false, true) && !order(true, true));
    }

    #[test]
    fn a_barrier_orders_its_round() {
        let object = vec![
            ((0, 1), Role::Arrive(0)),
            ((1, 0), Role::Arrive(0)),
            ((1, 1), Role::Leave(0)),
            ((1, 2), Role::Arrive(1)),
            ((0, 2), Role::Leave(0)),
        ];
        let threads = vec![vec![data(); 4], vec![data(); 3]];
        let causes = Causes { threads, objects: vec![object], edges: Vec::new() };
        let hb = HappensBefore::new(&causes);
        assert!(hb.before((0, 0), (1, 1)) && hb.before((1, 0), (0, 3)));
        assert!(!hb.before((1, 2), (0, 3)), "who comes to the next round has not been waited for");
    }
}
