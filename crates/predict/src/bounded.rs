//! EDC with bounded tracking of conflicting critical sections in 8-byte shadow words (Sun §3.5, Algorithm 3).
//!
//! Each variable has a fixed number of words, each one critical section that touched it: thread, lock, how often the lock
//! had been taken, whether it wrote. Each lock remembers the release times of its last sections. What falls out of these
//! bounds is forgotten: an edge less, so at most more candidates. Last accesses are epochs in a fixed number of slots; what
//! falls out of those may hide a pair. Memory: [`VARIABLE_BYTES`] per variable, and per lock [`DEPTH`] vector clocks.
//!
//! Accesses of a variable in the same epoch of a thread, with the same locks, are looked at once: where one of them races,
//! so does the first, which stands for all. A free may overtake one of them and not the other. So of variables that are
//! freed later (the trace is in memory, which ones is known) the last [`UNTIL_FREED`] accesses from different places are
//! kept until then. Calls of specified methods are tracked as in [`crate::Edc`], unbounded: they are few.

use crate::clock::{Epoch, VectorClock};
use crate::edc::{Edc, EdcOptions};
use crate::event::{Event, EventId, NONE};
use crate::filter::{Clocks, Filter};
use crate::locksets::LockSets;
use crate::witness::{Kind, Pair};
use events::trace::Op;

/// Critical sections remembered per variable.
const WORDS: usize = 4;
/// Last accesses remembered per variable.
const SLOTS: usize = 6;
/// Release times remembered per lock.
const DEPTH: usize = 32;
/// Accesses remembered of a variable that is to be freed.
const UNTIL_FREED: usize = 64;
/// What a variable costs.
pub const VARIABLE_BYTES: usize = size_of::<Shadow>();

#[derive(Debug)]
pub struct BoundedEdc<'a> {
    clocks: Clocks,
    sets: LockSets,
    locks: Vec<LockHistory>,
    variables: Vec<Shadow>,
    /// Which variables are freed at some time; empty if that is not known.
    freed: Vec<bool>,
    /// Accesses of those, until they are; the last of each place.
    until_freed: Vec<Vec<Kept>>,
    /// Follows everything but memory accesses, for calls, signals and lifetimes, where a trace has such.
    rest: Option<Edc<'a>>,
    /// Candidate pairs under a common lock are told of, too.
    all_conflicts: bool,
    /// See [`EdcOptions::weak`].
    weak: bool,
}

#[derive(Debug, Default)]
struct LockHistory {
    taken: u32,
    /// Number and release time of the last sections.
    sections: Vec<(u32, VectorClock)>,
}

/// Two cache lines, of which variables with two slots in use need one.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
struct Shadow {
    words: [Word; WORDS],
    slots: [Slot; SLOTS],
}

/// thread (14 bits), lock (20 bits), count (28 bits), shared, write; 0 is empty. Larger numbers are not tracked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Word(u64);

/// An access. Slots are used from the first on.
#[derive(Clone, Copy, Debug)]
struct Slot {
    epoch: Epoch,
    /// `NONE` if empty.
    event: EventId,
    /// Number of the set of locks held, and in the highest bits whether it writes and whether it is atomic.
    access: u32,
}

const WRITES: u32 = 1 << 31;
const ATOMIC: u32 = 1 << 30;

impl Slot {
    fn locks(&self) -> u32 {
        self.access & !(WRITES | ATOMIC)
    }
    fn writes(&self) -> bool {
        self.access & WRITES != 0
    }
    fn is_atomic(&self) -> bool {
        self.access & ATOMIC != 0
    }
}

/// An access of a variable that is to be freed.
#[derive(Clone, Copy, Debug)]
struct Kept {
    epoch: Epoch,
    event: EventId,
    locks: u32,
    location: u32,
}

impl Word {
    fn new(thread: u32, lock: u32, count: u32, shared: bool, write: bool) -> Word {
        if thread >= 1 << 14 || lock >= 1 << 20 || count >= 1 << 28 {
            return Word(0);
        }
        let fields = u64::from(thread) << 50 | u64::from(lock) << 30 | u64::from(count) << 2;
        Word(fields | u64::from(shared) << 1 | u64::from(write))
    }
    fn thread(self) -> u32 {
        (self.0 >> 50) as u32
    }
    fn lock(self) -> u32 {
        (self.0 >> 30) as u32 & 0xf_ffff
    }
    fn count(self) -> u32 {
        (self.0 >> 2) as u32 & 0xfff_ffff
    }
    fn shared(self) -> bool {
        self.0 & 2 != 0
    }
    fn write(self) -> bool {
        self.0 & 1 != 0
    }
}

const EMPTY_SLOT: Slot = Slot { epoch: Epoch::START, event: NONE, access: 0 };
const EMPTY: Shadow = Shadow { words: [Word(0); WORDS], slots: [EMPTY_SLOT; SLOTS] };

impl<'a> BoundedEdc<'a> {
    /// `rest` follows calls, signals and lifetimes; its own options do not matter here. `None` if there are none.
    pub fn new(rest: Option<Edc<'a>>, options: EdcOptions) -> BoundedEdc<'a> {
        BoundedEdc {
            clocks: Clocks::default(),
            sets: LockSets::default(),
            locks: Vec::new(),
            variables: Vec::new(),
            freed: Vec::new(),
            until_freed: Vec::new(),
            rest,
            all_conflicts: options.all_conflicts,
            weak: options.weak,
        }
    }

    /// With the variables that are freed at some time.
    pub fn with_freed(self, freed: Vec<bool>) -> BoundedEdc<'a> {
        BoundedEdc { freed, ..self }
    }

    /// How many variables are known to be freed or not.
    pub(crate) fn n_freed_known(&self) -> usize {
        self.freed.len()
    }

    /// Whether the next variable that is not known yet may be freed at some time.
    pub(crate) fn next_is_freed(&mut self, is_freed: bool) {
        self.freed.push(is_freed);
    }

    pub(crate) fn holds_locks(&self, thread: u32) -> bool {
        !self.sets.held(thread).is_empty()
    }

    /// Keeps an access for the free to come, in place of the thread's last one at the same place with the same locks: what that one
    /// can be overtaken by can overtake this one, too.
    #[cold]
    fn keep(&mut self, id: EventId, event: &Event) {
        let epoch = Epoch { thread: event.thread, time: self.clocks.of(event.thread).get(event.thread) };
        let kept = Kept { epoch, event: id, locks: self.sets.number(event.thread), location: event.location };
        let index = event.target as usize;
        if index >= self.until_freed.len() {
            self.until_freed.resize_with(index + 1, Vec::new);
        }
        let list = &mut self.until_freed[index];
        let is_same = |old: &Kept| {
            (old.epoch.thread, old.locks, old.location) == (epoch.thread, kept.locks, kept.location)
        };
        let is_full = list.len() >= UNTIL_FREED;
        let place = list.iter().position(is_same).or_else(|| {
            let oldest = list.iter().enumerate().min_by_key(|(_, old)| old.event);
            oldest.filter(|_| is_full).map(|(place, _)| place)
        });
        match place {
            Some(place) if is_same(&list[place]) && list[place].epoch == epoch => {}
            Some(place) => list[place] = kept,
            None => list.push(kept),
        }
    }

    #[cold]
    fn free(&mut self, id: EventId, event: &Event, candidate: &mut dyn FnMut(Pair)) {
        let clock = self.clocks.of(event.thread);
        let list = self.until_freed.get_mut(event.target as usize).map(std::mem::take);
        for kept in list.unwrap_or_default() {
            if kept.epoch.thread != event.thread && !clock.knows(kept.epoch) {
                candidate(Pair { first: kept.event, second: id, kind: Kind::UseAfterFree });
            }
        }
    }

    #[inline]
    fn access(&mut self, id: EventId, event: &Event, candidate: &mut dyn FnMut(Pair)) {
        let index = event.target as usize;
        if index >= self.variables.len() {
            self.variables.resize(index + 1, EMPTY);
        }
        let is_free = event.op == Op::Free;
        let is_kept = self.freed.get(index) == Some(&true);
        if is_kept && is_free {
            self.free(id, event, candidate);
        } else if is_kept {
            self.keep(id, event);
        }
        let thread = event.thread;
        let clock = self.clocks.of(thread);
        let now = Epoch { thread, time: clock.get(thread) };
        let locks = self.sets.number(thread) & !(WRITES | ATOMIC);
        let writes = event.writes() || is_free;
        let shadow = &mut self.variables[index];
        let access = locks | if writes { WRITES } else { 0 } | if event.is_atomic() { ATOMIC } else { 0 };
        let slots = || shadow.slots.iter().take_while(|slot| slot.event != NONE);
        let is_seen = |slot: &Slot| slot.epoch == now && slot.locks() == locks && (slot.writes() || !writes);
        if !is_free && slots().any(is_seen) {
            return;
        }
        for slot in slots() {
            if clock.knows(slot.epoch) || !(writes || slot.writes()) {
                continue;
            }
            let kind = if is_free {
                // Those that were kept have been told of.
                if is_kept {
                    continue;
                }
                Kind::UseAfterFree
            } else if !(slot.is_atomic() && event.is_atomic()) && self.sets.are_disjoint(slot.locks(), locks)
            {
                Kind::Race
            } else if self.all_conflicts {
                Kind::Reordered
            } else {
                continue;
            };
            candidate(Pair { first: slot.event, second: id, kind });
        }
        for (lock, shared) in self.sets.held(thread) {
            shadow.section(thread, *lock, *shared, writes, self.weak, &self.locks, clock);
        }
        if !is_free {
            shadow.note(Slot { epoch: now, event: id, access });
        }
    }

    fn acquire(&mut self, event: &Event) {
        let index = event.target as usize;
        if index >= self.locks.len() {
            self.locks.resize_with(index + 1, LockHistory::default);
        }
        self.locks[index].taken += 1;
        self.sets.acquire(event.thread, event.target, event.op == Op::AcquireShared);
    }

    fn release(&mut self, event: &Event) {
        if self.sets.release(event.thread, event.target).is_none() {
            return;
        }
        let clock = self.clocks.of(event.thread);
        if let Some(lock) = self.locks.get_mut(event.target as usize) {
            lock.note(clock);
        }
        clock.tick(event.thread);
    }
}

impl LockHistory {
    /// The section that ends now is taken for the last that began. With several readers at once that is one of them; a
    /// later one's time then stands for an earlier one's, which joins more or less than it should: a filter may.
    fn note(&mut self, clock: &VectorClock) {
        let place = self.taken as usize % DEPTH;
        if self.sections.len() < DEPTH {
            self.sections.resize_with(DEPTH, Default::default);
        }
        let (number, time) = &mut self.sections[place];
        *number = self.taken;
        time.copy_from(clock);
    }

    fn released(&self, count: u32) -> Option<&VectorClock> {
        let (number, time) = self.sections.get(count as usize % DEPTH)?;
        (*number == count).then_some(time)
    }
}

impl Shadow {
    /// Joins the times of conflicting sections on this lock and notes the present one.
    #[inline]
    fn section(
        &mut self,
        thread: u32,
        lock: u32,
        shared: bool,
        writes: bool,
        weak: bool,
        locks: &[LockHistory],
        clock: &mut VectorClock,
    ) {
        let Some(history) = locks.get(lock as usize) else { return };
        let new = Word::new(thread, lock, history.taken, shared, writes);
        let mut free = None;
        for (place, word) in self.words.iter_mut().enumerate() {
            if *word == Word(0) {
                free = free.or(Some(place));
                continue;
            }
            if word.lock() != lock {
                continue;
            }
            let excluded = !(shared && word.shared());
            let conflict = if weak { !writes && word.write() } else { writes || word.write() };
            if word.thread() != thread
                && conflict
                && excluded
                && let Some(time) = history.released(word.count())
            {
                clock.join(time);
            }
            // A write stands for all before it; a section's own word is updated.
            if writes || (word.thread() == thread && !word.write()) {
                *word = Word(0);
                free = Some(place);
            }
        }
        // Full: the place of some other lock's word, by turns.
        let place = free.unwrap_or(history.taken as usize % WORDS);
        self.words[place] = new;
    }

    fn note(&mut self, slot: Slot) {
        let same = |old: &Slot| {
            old.event == NONE
                || old.epoch.thread == slot.epoch.thread && (old.access ^ slot.access) & !ATOMIC == 0
        };
        let oldest =
            || self.slots.iter().enumerate().min_by_key(|(_, old)| old.event).map_or(0, |(place, _)| place);
        let place = self.slots.iter().position(same).unwrap_or_else(oldest);
        self.slots[place] = slot;
    }
}

impl Filter for BoundedEdc<'_> {
    #[inline]
    fn event(&mut self, id: EventId, event: &Event, candidate: &mut dyn FnMut(Pair)) {
        match event.op {
            _ if event.is_plain_repeat() => {}
            Op::Read | Op::Write | Op::AtomicRead | Op::AtomicWrite | Op::AtomicUpdate | Op::Free => {
                self.access(id, event, candidate);
            }
            _ => {
                match event.op {
                    Op::Acquire | Op::AcquireShared => self.acquire(event),
                    Op::Release => self.release(event),
                    _ => {
                        self.clocks.hand_over(event);
                    }
                }
                if let Some(rest) = &mut self.rest {
                    rest.event(id, event, candidate);
                }
            }
        }
    }
}
