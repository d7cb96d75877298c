//! What was found out about a program so far; what is new makes the exploration begin anew.
//!
//! Everything here only grows, so the exploration settles.

use super::bytes::Bytes;
use super::step::Locks;
use rustc_hash::{FxHashMap, FxHashSet};
use spec::ObjectId;

/// An object of a specification: its type and address.
pub(crate) type ObjectKey = (ObjectId, u64);

#[derive(Default, Debug)]
pub(crate) struct Knowledge {
    /// Memory that threads touch in a conflicting way without a lock in common: each access is a step of its own.
    pub unprotected: Bytes,
    /// Locks on a cycle of "is taken while holding": taking one is a step of its own, lest a deadlock is overlooked.
    pub split: FxHashSet<u64>,
    /// Locks that some thread tries to take without waiting: others see whether one is held, so taking it and giving
    /// it back are steps of their own.
    pub tried: FxHashSet<u64>,
    /// (a, b): b was taken while a was held.
    lock_order: FxHashSet<(u64, u64)>,
    /// Memory whose contents depend on the order of calls that commute, by object.
    pub unstable: FxHashMap<ObjectKey, Bytes>,
    /// Threads that were started alike can be told apart.
    pub told_apart: bool,
    /// Types whose calls are taken as ordinary code, and why.
    pub demoted: FxHashMap<ObjectId, String>,
}

impl Knowledge {
    /// A lock is taken while others are held. Whether that was news that matters.
    pub fn nested(&mut self, held: &Locks, lock: u64) -> bool {
        let mut changed = false;
        for &outer in held.iter().filter(|&&outer| outer != lock) {
            if self.lock_order.insert((outer, lock)) && self.reaches(lock, outer) {
                changed |= self.split_cycle(outer, lock);
            }
        }
        changed
    }

    fn split_cycle(&mut self, outer: u64, lock: u64) -> bool {
        let locks: FxHashSet<u64> = self.lock_order.iter().flat_map(|&(a, b)| [a, b]).collect();
        let on_cycle = |other: u64| self.reaches(lock, other) && self.reaches(other, outer);
        let found: Vec<u64> = locks.into_iter().filter(|&other| on_cycle(other)).collect();
        found.into_iter().fold(false, |changed, lock| self.split.insert(lock) | changed)
    }

    fn reaches(&self, from: u64, to: u64) -> bool {
        let mut seen = FxHashSet::from_iter([from]);
        let mut open = vec![from];
        while let Some(lock) = open.pop() {
            if lock == to {
                return true;
            }
            let next = self.lock_order.iter().filter(|&&(a, _)| a == lock).map(|&(_, b)| b);
            open.extend(next.filter(|&lock| seen.insert(lock)));
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smallvec::smallvec;

    #[test]
    fn locks_on_a_cycle_are_split() {
        let mut knowledge = Knowledge::default();
        assert!(!knowledge.nested(&smallvec![1], 2));
        assert!(!knowledge.nested(&smallvec![2], 3));
        assert!(!knowledge.nested(&smallvec![1], 3));
        assert!(knowledge.split.is_empty());
        assert!(knowledge.nested(&smallvec![3], 1));
        let mut split: Vec<u64> = knowledge.split.iter().copied().collect();
        split.sort_unstable();
        assert_eq!(split, [1, 2, 3]);
        assert!(!knowledge.nested(&smallvec![1], 4));
        assert!(!knowledge.split.contains(&4));
    }
}
