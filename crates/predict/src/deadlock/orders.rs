//! In which orders locks are taken: the abstract lock graph of the paper, by classes of acquires.
//!
//! A class is a lock, whether it is taken with others, and the locks that are held meanwhile. It waits for a class that holds its lock
//! (unless both only read). A cycle of classes can be a deadlock if no lock keeps two of them apart; which threads are in it is
//! asked afterwards. Only cycles without a shorter one in them are listed.

use crate::event::{Event, EventId};
use crate::locksets::HeldLock;
use crate::trace::Trace;
use events::trace::Op;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Threads in a cycle.
pub(crate) const MAX_LENGTH: usize = 16;
/// Steps of the search for cycles, classes that are tried as the next one, and cycles that are listed.
const MAX_STEPS: usize = 200_000;
const MAX_TRIES: usize = 50_000_000;
const MAX_CYCLES: usize = 1_000;
/// Acquires that were seen lately: most are like one of those.
const RECENT: usize = 1 << 12;

/// Locks held, in some order.
pub(super) type Held = SmallVec<[HeldLock; 4]>;

/// A lock, whether it is taken with others, and what is held meanwhile, sorted.
type Class = (HeldLock, Held);

#[derive(Debug, Default)]
pub(super) struct LockOrders {
    classes: Vec<Class>,
    numbers: FxHashMap<Class, usize>,
}

/// Whether one who holds the first keeps the second from being taken.
fn excludes(held: &HeldLock, wanted: &HeldLock) -> bool {
    held.0 == wanted.0 && !(held.1 && wanted.1)
}

impl LockOrders {
    pub(super) fn new(trace: &Trace) -> LockOrders {
        let mut orders = LockOrders::default();
        let mut recent = vec![0u64; RECENT];
        let nested = |id: EventId, event: &Event, held: &[HeldLock]| {
            let key = mixed(event, held);
            let slot = &mut recent[(key >> 52) as usize % RECENT];
            if *slot != key && waits(trace, id, event, held) {
                *slot = key;
                orders.add(class(event, held));
            }
        };
        each_nested(trace, |_| {}, nested);
        orders
    }

    fn add(&mut self, class: Class) {
        let next = self.classes.len();
        if *self.numbers.entry(class.clone()).or_insert(next) == next {
            self.classes.push(class);
        }
    }

    /// The number of an acquire's class.
    pub(super) fn number(&self, event: &Event, held: &[HeldLock]) -> Option<usize> {
        self.numbers.get(&class(event, held)).copied()
    }

    fn held(&self, class: usize) -> &[HeldLock] {
        &self.classes[class].1
    }

    fn wanted(&self, class: usize) -> HeldLock {
        self.classes[class].0
    }

    fn waits_for(&self, class: usize, other: usize) -> bool {
        let wanted = self.wanted(class);
        self.held(other).iter().any(|held| excludes(held, &wanted))
    }

    /// Classes that can be in a cycle: each waits for one of them, and one of them waits for it.
    fn in_cycles(&self) -> Vec<usize> {
        let mut uses = Uses::new(self);
        let mut left = vec![true; self.classes.len()];
        let mut asked: Vec<usize> = (0..self.classes.len()).collect();
        while let Some(class) = asked.pop() {
            if left[class] && !uses.meets(self, class) {
                left[class] = false;
                uses.remove(self, class, &mut asked);
            }
        }
        (0..self.classes.len()).filter(|class| left[*class]).collect()
    }

    /// Cycles of classes, each waiting for the next, the last for the first.
    pub(super) fn cycles(&self) -> Vec<Vec<usize>> {
        let classes = self.in_cycles();
        let mut holders: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        for class in &classes {
            for (lock, _) in self.held(*class) {
                holders.entry(*lock).or_default().push(*class);
            }
        }
        let mut search =
            Search { orders: self, holders, steps: 0, tries: 0, path: Vec::new(), cycles: Vec::new() };
        for class in classes {
            search.path.push(class);
            search.extend();
            search.path.pop();
        }
        search.cycles
    }
}

/// Per lock: the classes that want it and that hold it, and of those how many are left, alone and with others.
#[derive(Debug, Default)]
struct Uses {
    wanted: FxHashMap<u32, Users>,
    held: FxHashMap<u32, Users>,
}

#[derive(Debug, Default)]
struct Users {
    classes: Vec<usize>,
    left: [usize; 2],
}

impl Users {
    fn meet(&self, shared: bool) -> bool {
        let [exclusive, with_others] = self.left;
        exclusive > 0 || with_others > 0 && !shared
    }
}

impl Uses {
    fn new(orders: &LockOrders) -> Uses {
        let mut uses = Uses::default();
        let add = |users: &mut FxHashMap<u32, Users>, class, (lock, shared): HeldLock| {
            let users = users.entry(lock).or_default();
            users.classes.push(class);
            users.left[usize::from(shared)] += 1;
        };
        for class in 0..orders.classes.len() {
            add(&mut uses.wanted, class, orders.wanted(class));
            orders.held(class).iter().for_each(|lock| add(&mut uses.held, class, *lock));
        }
        uses
    }

    /// Whether a class waits for one that is left, and one that is left for it.
    fn meets(&self, orders: &LockOrders, class: usize) -> bool {
        let meets = |of: &FxHashMap<u32, Users>, (lock, shared): HeldLock| {
            of.get(&lock).is_some_and(|users| users.meet(shared))
        };
        meets(&self.held, orders.wanted(class))
            && orders.held(class).iter().any(|lock| meets(&self.wanted, *lock))
    }

    /// A class is not left; where it was the last of its kind, others are asked again.
    fn remove(&mut self, orders: &LockOrders, class: usize, asked: &mut Vec<usize>) {
        let Uses { wanted, held } = self;
        leave(wanted, held, orders.wanted(class), asked);
        orders.held(class).iter().for_each(|lock| leave(held, wanted, *lock, asked));
    }
}

/// One user of a lock less; the lock's other users are asked again if it was the last of its kind.
fn leave(
    users: &mut FxHashMap<u32, Users>,
    others: &FxHashMap<u32, Users>,
    (lock, shared): HeldLock,
    asked: &mut Vec<usize>,
) {
    let Some(users) = users.get_mut(&lock) else { return };
    let left = &mut users.left[usize::from(shared)];
    *left -= 1;
    if *left == 0 {
        asked.extend(others.get(&lock).into_iter().flat_map(|others| &others.classes));
    }
}

/// Depth first, each cycle from its smallest class.
struct Search<'a> {
    orders: &'a LockOrders,
    holders: FxHashMap<u32, Vec<usize>>,
    steps: usize,
    tries: usize,
    path: Vec<usize>,
    cycles: Vec<Vec<usize>>,
}

impl Search<'_> {
    fn extend(&mut self) {
        self.steps += 1;
        let ([first, ..], [.., last]) = (self.path.as_slice(), self.path.as_slice()) else { return };
        let (first, last) = (*first, *last);
        if self.path.len() > 1 && self.orders.waits_for(last, first) {
            self.cycles.push(self.path.clone());
            return;
        }
        if self.path.len() == MAX_LENGTH {
            return;
        }
        let lock = self.orders.wanted(last).0;
        let mut place = self.holders.get(&lock).map_or(0, |list| list.partition_point(|next| *next <= first));
        while let Some(next) = self.holders.get(&lock).and_then(|list| list.get(place)).copied() {
            if self.steps >= MAX_STEPS || self.tries >= MAX_TRIES || self.cycles.len() >= MAX_CYCLES {
                return;
            }
            (place, self.tries) = (place + 1, self.tries + 1);
            if self.can_follow(next) {
                self.path.push(next);
                self.extend();
                self.path.pop();
            }
        }
    }

    fn can_follow(&self, next: usize) -> bool {
        let orders = self.orders;
        let [.., last] = self.path.as_slice() else { return false };
        let set = orders.held(next);
        let is_apart = |other: &usize| {
            let others = orders.held(*other);
            !set.iter().any(|held| others.iter().any(|other| excludes(held, other)))
        };
        orders.waits_for(*last, next)
            && self.path.iter().all(is_apart)
            && self.path.iter().skip(1).all(|other| !orders.waits_for(next, *other))
    }
}

/// An acquire and what is held, as one number.
fn mixed(event: &Event, held: &[HeldLock]) -> u64 {
    let mix = |hash: u64, (lock, shared): HeldLock| {
        (hash ^ u64::from(lock) << 1 ^ u64::from(shared)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
    };
    let own = mix(1, (event.target, event.op == Op::AcquireShared));
    held.iter().fold(own, |hash, lock| mix(hash, *lock)).wrapping_mul(0x94d0_49bb_1331_11eb)
}

fn class(event: &Event, held: &[HeldLock]) -> Class {
    let mut held = Held::from_slice(held);
    held.sort_unstable();
    ((event.target, event.op == Op::AcquireShared), held)
}

/// Whether an acquire may wait for ever for another thread.
pub(super) fn waits(trace: &Trace, id: EventId, event: &Event, held: &[HeldLock]) -> bool {
    !trace.odd_locks.contains(&event.target)
        && !trace.tried.contains(&id)
        && !held.iter().any(|(lock, _)| *lock == event.target)
}

/// Goes through a trace: `other` is told of events that are neither of locks nor plain accesses, `nested` of acquires while
/// something is held, and what.
pub(super) fn each_nested(
    trace: &Trace,
    mut other: impl FnMut(&Event),
    mut nested: impl FnMut(EventId, &Event, &[HeldLock]),
) {
    let mut threads: Vec<Held> = vec![Held::new(); trace.n_threads];
    for (id, event) in trace.events.iter().enumerate() {
        match event.op {
            Op::Read | Op::Write => {}
            Op::Acquire | Op::AcquireShared => {
                let Some(held) = threads.get_mut(event.thread as usize) else { continue };
                if !held.is_empty() {
                    nested(id as EventId, event, held);
                }
                held.push((event.target, event.op == Op::AcquireShared));
            }
            Op::Release => {
                let Some(held) = threads.get_mut(event.thread as usize) else { continue };
                if let Some(place) = held.iter().rposition(|(lock, _)| *lock == event.target) {
                    held.remove(place);
                }
            }
            _ => other(event),
        }
    }
}
