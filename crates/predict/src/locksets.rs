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
    /// The set with one more lock.
    more: FxHashMap<(u32, HeldLock), u32>,
    held: Vec<Holder>,
}

/// What a thread holds.
#[derive(Debug, Default)]
struct Holder {
    /// In the order they were taken.
    locks: SmallVec<[HeldLock; 4]>,
    /// Number of the set, and of the sets before each lock was taken.
    number: u32,
    before: SmallVec<[u32; 4]>,
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

    fn number_of(&mut self, index: usize) -> u32 {
        let mut set = self.held[index].locks.clone();
        set.sort_unstable();
        let next = self.sets.len() as u32;
        let number = *self.numbers.entry(set.clone()).or_insert(next);
        if number == next {
            self.sets.push(set);
        }
        number
    }

    pub(crate) fn acquire(&mut self, thread: u32, lock: u32, shared: bool) {
        let index = self.thread(thread);
        let holder = &mut self.held[index];
        let before = holder.number;
        holder.locks.push((lock, shared));
        holder.before.push(before);
        let known = self.more.get(&(before, (lock, shared))).copied();
        let number = known.unwrap_or_else(|| self.number_of(index));
        if known.is_none() {
            self.more.insert((before, (lock, shared)), number);
        }
        self.held[index].number = number;
    }

    /// Whether the lock was held with others; `None` if it was not held.
    pub(crate) fn release(&mut self, thread: u32, lock: u32) -> Option<bool> {
        let index = self.thread(thread);
        let holder = &mut self.held[index];
        let place = holder.locks.iter().rposition(|(held, _)| *held == lock)?;
        let (_, shared) = holder.locks.remove(place);
        holder.number = holder.before.remove(place);
        // What was taken after it is held without it now.
        for later in place..self.held[index].locks.len() {
            let before = self.held[index].number;
            self.held[index].before[later] = before;
            let all = self.held[index].locks.clone();
            self.held[index].locks.truncate(later + 1);
            let number = self.number_of(index);
            self.held[index].locks = all;
            self.held[index].number = number;
        }
        Some(shared)
    }

    /// Number of the set a thread holds.
    #[inline]
    pub(crate) fn number(&mut self, thread: u32) -> u32 {
        self.held.get(thread as usize).map_or(0, |holder| holder.number)
    }

    #[inline]
    pub(crate) fn held(&self, thread: u32) -> &[HeldLock] {
        self.held.get(thread as usize).map_or(&[], |holder| holder.locks.as_slice())
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
