//! In which orders locks are taken: the abstract lock graph of the paper, by classes of acquires.
//!
//! A class is a lock, whether it is taken with others, and the locks that are held meanwhile. It waits for a class that holds its lock
//! (unless both only read). A cycle of classes can be a deadlock if no lock keeps two of them apart; which threads are in it is
//! asked afterwards. Only cycles without a shorter one in them are listed.

use crate::locksets::{HeldLock, LockSets};
use crate::trace::Trace;
use events::trace::Op;
use rustc_hash::FxHashMap;

/// Threads in a cycle.
pub(crate) const MAX_LENGTH: usize = 16;
/// Steps of the search for cycles, and cycles that are listed.
const MAX_STEPS: usize = 200_000;
const MAX_CYCLES: usize = 1_000;

/// Lock, whether it is taken with others, number of the set of locks held.
pub(super) type ClassKey = (u32, bool, u32);

#[derive(Debug, Default)]
pub(super) struct LockOrders {
    sets: LockSets,
    classes: Vec<ClassKey>,
    numbers: FxHashMap<ClassKey, usize>,
}

/// Whether one who holds the first keeps the second from being taken.
fn excludes(held: &HeldLock, wanted: &HeldLock) -> bool {
    held.0 == wanted.0 && !(held.1 && wanted.1)
}

impl LockOrders {
    pub(super) fn new(trace: &Trace) -> LockOrders {
        let (mut sets, mut classes, mut numbers) = (LockSets::default(), Vec::new(), FxHashMap::default());
        each_nested(
            trace,
            &mut sets,
            |_, _| {},
            |_, class| {
                let next = classes.len();
                if *numbers.entry(class).or_insert(next) == next {
                    classes.push(class);
                }
            },
        );
        LockOrders { sets, classes, numbers }
    }

    /// The number of a class.
    pub(super) fn number(&self, class: &ClassKey) -> Option<usize> {
        self.numbers.get(class).copied()
    }

    fn wanted(&self, class: usize) -> HeldLock {
        (self.classes[class].0, self.classes[class].1)
    }

    fn waits_for(&self, class: usize, other: usize) -> bool {
        let wanted = self.wanted(class);
        self.sets.set(self.classes[other].2).iter().any(|held| excludes(held, &wanted))
    }

    /// Classes that can be in a cycle: each waits for one of them, and one of them waits for it.
    fn in_cycles(&self) -> Vec<usize> {
        let mut left: Vec<usize> = (0..self.classes.len()).collect();
        loop {
            let mut wanted: FxHashMap<u32, [bool; 2]> = FxHashMap::default();
            let mut held: FxHashMap<u32, [bool; 2]> = FxHashMap::default();
            for class in &left {
                let (lock, shared) = self.wanted(*class);
                wanted.entry(lock).or_default()[usize::from(shared)] = true;
                for (lock, shared) in self.sets.set(self.classes[*class].2) {
                    held.entry(*lock).or_default()[usize::from(*shared)] = true;
                }
            }
            let meets = |of: &FxHashMap<u32, [bool; 2]>, (lock, shared): HeldLock| {
                of.get(&lock).is_some_and(|[exclusive, with_others]| *exclusive || *with_others && !shared)
            };
            let before = left.len();
            left.retain(|class| {
                let set = self.sets.set(self.classes[*class].2);
                meets(&held, self.wanted(*class)) && set.iter().any(|lock| meets(&wanted, *lock))
            });
            if left.len() == before {
                return left;
            }
        }
    }

    /// Cycles of classes, each waiting for the next, the last for the first.
    pub(super) fn cycles(&self) -> Vec<Vec<usize>> {
        let classes = self.in_cycles();
        let mut holders: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        for class in &classes {
            for (lock, _) in self.sets.set(self.classes[*class].2) {
                holders.entry(*lock).or_default().push(*class);
            }
        }
        let mut search = Search { orders: self, holders, steps: 0, path: Vec::new(), cycles: Vec::new() };
        for class in classes {
            search.path.push(class);
            search.extend();
            search.path.pop();
        }
        search.cycles
    }
}

/// Depth first, each cycle from its smallest class.
struct Search<'a> {
    orders: &'a LockOrders,
    holders: FxHashMap<u32, Vec<usize>>,
    steps: usize,
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
        let holders = self.holders.get(&self.orders.wanted(last).0).cloned().unwrap_or_default();
        for next in holders.into_iter().filter(|next| *next > first) {
            if self.steps >= MAX_STEPS || self.cycles.len() >= MAX_CYCLES {
                return;
            }
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
        let set = orders.sets.set(orders.classes[next].2);
        let is_apart = |other: &usize| {
            let others = orders.sets.set(orders.classes[*other].2);
            !set.iter().any(|held| others.iter().any(|other| excludes(held, other)))
        };
        orders.waits_for(*last, next)
            && self.path.iter().all(is_apart)
            && self.path.iter().skip(1).all(|other| !orders.waits_for(next, *other))
    }
}

/// Goes through a trace: `other` is told of events that are not of locks, `nested` of acquires that may wait for ever while
/// something is held. Sets of locks get the same numbers each time.
pub(super) fn each_nested(
    trace: &Trace,
    sets: &mut LockSets,
    mut other: impl FnMut(crate::EventId, &crate::Event),
    mut nested: impl FnMut(crate::EventId, ClassKey),
) {
    for (id, event) in trace.events.iter().enumerate() {
        let id = id as crate::EventId;
        match event.op {
            Op::Acquire | Op::AcquireShared => {
                let shared = event.op == Op::AcquireShared;
                let held = sets.number(event.thread);
                let can_wait = held != 0
                    && !trace.odd_locks.contains(&event.target)
                    && !trace.tried.contains(&id)
                    && !sets.held(event.thread).iter().any(|(lock, _)| *lock == event.target);
                if can_wait {
                    nested(id, (event.target, shared, held));
                }
                sets.acquire(event.thread, event.target, shared);
            }
            Op::Release => drop(sets.release(event.thread, event.target)),
            Op::Read | Op::Write => {}
            _ => other(id, event),
        }
    }
}
