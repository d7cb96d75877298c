//! An order for a set of events: depth first, in trace order where nothing speaks against it, with a limit on the effort.
//!
//! From the state after the cut `from` (a part of the trace as recorded) all events up to the cut `to` are to be done. An
//! event can be done when what it needs is done; an acquire when the lock is free, and, if the section stays open, when
//! nobody else will want the lock; a read when its write is the last; a write when nobody still wants to read the last;
//! a free when all other accesses are done. Only acquires, and writes that somebody reads, can do harm by coming too
//! early: everything else is done at once, and only those are branched on. Visited states are not visited again.

use crate::event::{Event, EventId, NONE};
use crate::index::Index;
use crate::witness::Pair;
use events::trace::Op;
use rustc_hash::{FxHashMap, FxHashSet};

pub(crate) struct Schedule<'a> {
    index: &'a Index<'a>,
    pair: Pair,
    to: &'a [u32],
    /// Threads with events to do.
    threads: Vec<usize>,
    done: Vec<u32>,
    left: usize,
    last_write: FxHashMap<u32, EventId>,
    /// Reads still to come, by variable and the write they read.
    readers: FxHashMap<(u32, EventId), u32>,
    locks: FxHashMap<u32, LockUse>,
    /// Accesses still to come, of variables that are freed.
    accesses: FxHashMap<u32, u32>,
    /// Uses still to come, of synchronisation objects that are destroyed.
    uses: FxHashMap<u32, u32>,
    /// Waits that a signal must not come before.
    waits: FxHashMap<EventId, Vec<EventId>>,
    order: Vec<EventId>,
    undo: Vec<Undo>,
    visited: FxHashSet<u64>,
    hash: u64,
    budget: u64,
}

/// Why there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoOrder {
    Impossible,
    OutOfBudget,
}

#[derive(Clone, Copy, Debug, Default)]
struct LockUse {
    owner: Option<u32>,
    readers: u32,
    /// Acquires still to come.
    exclusive_left: u32,
    shared_left: u32,
}

#[derive(Clone, Copy, Debug)]
enum Undo {
    LastWrite(u32, EventId),
    Reader(u32, EventId),
    Lock(u32, LockUse),
    Access(u32),
    Use(u32),
    Done(u32),
}

fn mix(a: u64, b: u64) -> u64 {
    let mut hash = (a ^ b.rotate_left(32)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

impl<'a> Schedule<'a> {
    /// `prefix` is the number of events of the trace that make the cut `from`.
    pub(crate) fn new(
        index: &'a Index<'a>,
        pair: Pair,
        prefix: EventId,
        from: &[u32],
        to: &'a [u32],
        budget: u64,
    ) -> Schedule<'a> {
        let threads: Vec<usize> = (0..to.len()).filter(|thread| to[*thread] > from[*thread]).collect();
        let left = threads.iter().map(|thread| (to[*thread] - from[*thread]) as usize).sum();
        let mut schedule = Schedule {
            index,
            pair,
            to,
            threads,
            done: from.to_vec(),
            left,
            last_write: FxHashMap::default(),
            readers: FxHashMap::default(),
            locks: FxHashMap::default(),
            accesses: FxHashMap::default(),
            uses: FxHashMap::default(),
            waits: FxHashMap::default(),
            order: Vec::with_capacity(left),
            undo: Vec::new(),
            visited: FxHashSet::default(),
            hash: 0,
            budget,
        };
        schedule.prepare(prefix, from);
        schedule
    }

    fn prepare(&mut self, prefix: EventId, from: &[u32]) {
        let index = self.index;
        for thread in self.threads.clone() {
            for id in &index.threads[thread][from[thread] as usize..self.to[thread] as usize] {
                self.count(*id, index.event(*id), prefix);
            }
        }
        for (thread, count) in from.iter().enumerate() {
            for held in index.held_after(thread, *count) {
                let Some(lock) = self.locks.get_mut(&held.lock) else { continue };
                if held.shared {
                    lock.readers += 1;
                } else {
                    lock.owner = Some(thread as u32);
                }
            }
        }
    }

    fn count(&mut self, id: EventId, event: &Event, prefix: EventId) {
        let target = event.target;
        if event.is_access() {
            let last = || self.index.last_write_before(target, prefix);
            self.last_write.entry(target).or_insert_with(last);
            *self.accesses.entry(target).or_insert(0) += 1;
        }
        if event.reads() {
            *self.readers.entry((target, self.index.trace.reads_from[id as usize])).or_insert(0) += 1;
        }
        if event.op.namespace() == events::trace::Namespace::Sync && event.op != Op::Destroy {
            *self.uses.entry(target).or_insert(0) += 1;
        }
        if let Op::Acquire | Op::Wake = event.op
            && let Some((wait, signal)) = self.index.trace.wakes.get(&id)
        {
            self.waits.entry(*signal).or_default().push(*wait);
        }
        match event.op {
            Op::Acquire => self.locks.entry(target).or_default().exclusive_left += 1,
            Op::AcquireShared => self.locks.entry(target).or_default().shared_left += 1,
            Op::Release => {
                self.locks.entry(target).or_default();
            }
            _ => {}
        }
    }

    /// The events in order, if one is found within the budget.
    pub(crate) fn run(mut self) -> Result<Vec<EventId>, NoOrder> {
        // Each level of the search: the choices not tried yet, and how much to undo before the next.
        let mut levels: Vec<(Vec<EventId>, usize)> = Vec::new();
        loop {
            self.do_harmless();
            if self.left == 0 {
                return Ok(self.order);
            }
            let choices = if self.visited.insert(self.hash) { self.choices() } else { Vec::new() };
            levels.push((choices, self.order.len()));
            loop {
                let (choices, length) = levels.last_mut().ok_or(NoOrder::Impossible)?;
                let Some(choice) = choices.pop() else {
                    levels.pop();
                    continue;
                };
                let length = *length;
                self.undo_to(length);
                self.budget = self.budget.checked_sub(1).ok_or(NoOrder::OutOfBudget)?;
                self.perform(choice);
                break;
            }
        }
    }

    /// Does whatever can come as early as possible without harm.
    fn do_harmless(&mut self) {
        loop {
            let mut progress = false;
            for place in 0..self.threads.len() {
                let thread = self.threads[place];
                while let Some(id) = self.next(thread) {
                    let event = *self.index.event(id);
                    if !self.is_harmless(id, &event) || !self.is_enabled(id, &event) {
                        break;
                    }
                    self.perform(id);
                    progress = true;
                }
            }
            if !progress {
                return;
            }
        }
    }

    /// What can be done next and may do harm, the first in trace order last.
    fn choices(&self) -> Vec<EventId> {
        let next = self.threads.iter().filter_map(|thread| self.next(*thread));
        let mut choices: Vec<EventId> =
            next.filter(|id| self.is_enabled(*id, self.index.event(*id))).collect();
        choices.sort_unstable_by(|a, b| b.cmp(a));
        choices
    }

    fn next(&self, thread: usize) -> Option<EventId> {
        let done = self.done[thread];
        (done < self.to[thread]).then(|| self.index.threads[thread][done as usize])
    }

    fn is_done(&self, id: EventId) -> bool {
        self.index.position[id as usize] < self.done[self.index.event(id).thread as usize]
    }

    fn is_harmless(&self, id: EventId, event: &Event) -> bool {
        let is_read = event.writes() && self.pending(event.target, id) > 0;
        !event.is_acquire() && !is_read
    }

    fn pending(&self, variable: u32, write: EventId) -> u32 {
        self.readers.get(&(variable, write)).copied().unwrap_or(0)
    }

    fn is_enabled(&self, id: EventId, event: &Event) -> bool {
        let has = |need: &EventId| self.is_done(*need) || self.pair.waives(self.index.trace, id, *need);
        if !self.index.trace.needs(id).iter().all(has) {
            return false;
        }
        if event.is_access() {
            let last = self.last_write.get(&event.target).copied().unwrap_or(NONE);
            if event.reads() && last != self.index.trace.reads_from[id as usize] {
                return false;
            }
            // An update reads the last write itself.
            if event.writes() && self.pending(event.target, last) > u32::from(event.reads()) {
                return false;
            }
        }
        let left = |map: &FxHashMap<u32, u32>| map.get(&event.target).copied().unwrap_or(0) == 0;
        match event.op {
            Op::Acquire | Op::AcquireShared => self.can_acquire(id, event),
            Op::Free => left(&self.accesses),
            Op::Destroy => left(&self.uses),
            Op::Signal | Op::Broadcast => {
                self.waits.get(&id).is_none_or(|waits| waits.iter().all(|wait| self.is_done(*wait)))
            }
            _ => true,
        }
    }

    fn can_acquire(&self, id: EventId, event: &Event) -> bool {
        let Some(lock) = self.locks.get(&event.target) else { return false };
        let shared = event.op == Op::AcquireShared;
        if lock.owner.is_some() || (!shared && lock.readers > 0) {
            return false;
        }
        let release = self.index.release_of(id);
        let stays_open = release == NONE || !self.index.is_in(release, self.to);
        if !stays_open {
            return true;
        }
        match shared {
            true => lock.exclusive_left == 0,
            false => lock.exclusive_left == 1 && lock.shared_left == 0,
        }
    }

    fn perform(&mut self, id: EventId) {
        let event = *self.index.event(id);
        let target = event.target;
        if event.is_access() {
            self.undo.push(Undo::Access(target));
            self.accesses.entry(target).and_modify(|left| *left -= 1);
        }
        if event.reads() {
            let write = self.index.trace.reads_from[id as usize];
            self.undo.push(Undo::Reader(target, write));
            self.readers.entry((target, write)).and_modify(|left| *left -= 1);
        }
        if event.writes() {
            let last = self.last_write.insert(target, id).unwrap_or(NONE);
            self.undo.push(Undo::LastWrite(target, last));
            self.hash ^= mix(u64::from(target) | 1 << 40, u64::from(last))
                ^ mix(u64::from(target) | 1 << 40, u64::from(id));
        }
        if event.op.namespace() == events::trace::Namespace::Sync && event.op != Op::Destroy {
            self.undo.push(Undo::Use(target));
            self.uses.entry(target).and_modify(|left| *left -= 1);
        }
        if let (Op::Acquire | Op::AcquireShared | Op::Release, Some(lock)) =
            (event.op, self.locks.get_mut(&target))
        {
            self.undo.push(Undo::Lock(target, *lock));
            lock.apply(&event);
        }
        self.advance(event.thread, 1);
        self.undo.push(Undo::Done(event.thread));
        self.order.push(id);
        self.left -= 1;
    }

    fn advance(&mut self, thread: u32, by: i64) {
        let done = &mut self.done[thread as usize];
        self.hash ^= mix(u64::from(thread), u64::from(*done));
        *done = (i64::from(*done) + by) as u32;
        self.hash ^= mix(u64::from(thread), u64::from(*done));
    }

    fn undo_to(&mut self, length: usize) {
        while self.order.len() > length {
            self.order.pop();
            self.left += 1;
            let mut events = 0;
            while let Some(undo) = self.undo.last().copied() {
                if let Undo::Done(thread) = undo {
                    events += 1;
                    if events == 2 {
                        break;
                    }
                    self.advance(thread, -1);
                }
                self.undo.pop();
                self.undo_one(undo);
            }
        }
    }

    fn undo_one(&mut self, undo: Undo) {
        match undo {
            Undo::LastWrite(target, last) => {
                let now = self.last_write.insert(target, last).unwrap_or(NONE);
                self.hash ^= mix(u64::from(target) | 1 << 40, u64::from(last))
                    ^ mix(u64::from(target) | 1 << 40, u64::from(now));
            }
            Undo::Reader(target, write) => *self.readers.entry((target, write)).or_insert(0) += 1,
            Undo::Lock(target, lock) => {
                self.locks.insert(target, lock);
            }
            Undo::Access(target) => *self.accesses.entry(target).or_insert(0) += 1,
            Undo::Use(target) => *self.uses.entry(target).or_insert(0) += 1,
            Undo::Done(_) => {}
        }
    }
}

impl LockUse {
    fn apply(&mut self, event: &Event) {
        match event.op {
            Op::Acquire => {
                self.owner = Some(event.thread);
                self.exclusive_left -= 1;
            }
            Op::AcquireShared => {
                self.readers += 1;
                self.shared_left -= 1;
            }
            _ if self.owner == Some(event.thread) => self.owner = None,
            _ => self.readers = self.readers.saturating_sub(1),
        }
    }
}
