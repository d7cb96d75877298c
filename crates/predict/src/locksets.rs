//! Sets of locks held, numbered, so that "do these two have a lock in common" is one look-up.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Lock and whether it is held with others.
pub(crate) type HeldLock = (u32, bool);

#[derive(Debug, Default)]
pub(crate) struct LockSets {
    sets: Vec<SmallVec<[HeldLock; 4]>>,
    numbers: FxHashMap<SmallVec<[HeldLock; 4]>, u32>,
    disjoint: FxHashMap<(u32, u32), bool>,
    /// Per thread: the locks held, in the order they were taken, and the number of the set.
    held: Vec<(SmallVec<[HeldLock; 4]>, u32)>,
}

impl LockSets {
    fn thread(&mut self, thread: u32) -> usize {
        if self.sets.is_empty() {
            self.sets.push(SmallVec::new());
            self.numbers.insert(SmallVec::new(), 0);
        }
        let index = thread as usize;
        if index >= self.held.len() {
            self.held.resize_with(index + 1, Default::default);
        }
        index
    }

    fn renumber(&mut self, index: usize) {
        let mut set = self.held[index].0.clone();
        set.sort_unstable();
        let next = self.sets.len() as u32;
        let number = *self.numbers.entry(set.clone()).or_insert(next);
        if number == next {
            self.sets.push(set);
        }
        self.held[index].1 = number;
    }

    pub(crate) fn acquire(&mut self, thread: u32, lock: u32, shared: bool) {
        let index = self.thread(thread);
        self.held[index].0.push((lock, shared));
        self.renumber(index);
    }

    /// Whether the lock was held with others; `None` if it was not held.
    pub(crate) fn release(&mut self, thread: u32, lock: u32) -> Option<bool> {
        let index = self.thread(thread);
        let place = self.held[index].0.iter().rposition(|(held, _)| *held == lock)?;
        let (_, shared) = self.held[index].0.remove(place);
        self.renumber(index);
        Some(shared)
    }

    /// Number of the set a thread holds.
    #[inline]
    pub(crate) fn number(&mut self, thread: u32) -> u32 {
        match self.held.get(thread as usize) {
            Some((_, number)) => *number,
            None => 0,
        }
    }

    #[inline]
    pub(crate) fn held(&self, thread: u32) -> &[HeldLock] {
        self.held.get(thread as usize).map_or(&[], |(held, _)| held.as_slice())
    }

    /// Whether a lock is in the set with that number.
    pub(crate) fn contains(&self, number: u32, lock: u32) -> bool {
        self.sets.get(number as usize).is_some_and(|set| set.iter().any(|(held, _)| *held == lock))
    }

    /// Whether no lock keeps holders of the two sets apart.
    #[inline]
    pub(crate) fn are_disjoint(&mut self, a: u32, b: u32) -> bool {
        if a == 0 || b == 0 {
            return true;
        }
        let key = (a.min(b), a.max(b));
        if let Some(known) = self.disjoint.get(&key) {
            return *known;
        }
        let (one, other) = (&self.sets[a as usize], &self.sets[b as usize]);
        let disjoint =
            !one.iter().any(|(lock, shared)| other.iter().any(|(l, s)| l == lock && !(*shared && *s)));
        self.disjoint.insert(key, disjoint);
        disjoint
    }
}
