//! Happens-before (HB) and schedulable happens-before (SHB), with epochs as in FastTrack.
//!
//! HB orders by program order, locks, fork and join, signals and atomics as C++20 has it: a read that acquires comes after the release
//! whose sequence it reads from (a store, and the updates that follow it), fences stand in for both, relaxed accesses order nothing. A pair that
//! it leaves unordered is a data race of the run itself ([`crate::unordered`]), whether or not a reordering shows it;
//! SHB (Mathur et al., OOPSLA 2018) adds an edge from each write to the reads of it, after which every pair can be
//! scheduled. Both miss whatever depends on critical sections changing their order. Accesses of one variable in the
//! same epoch of a thread are looked at once.

use crate::clock::{Epoch, VectorClock};
use crate::event::{Event, EventId, NONE};
use crate::filter::{Clocks, Filter, Waits};
use crate::witness::{Kind, Pair};
use events::trace::Op;

#[derive(Debug, Default)]
pub struct HappensBefore {
    schedulable: bool,
    clocks: Clocks,
    locks: Vec<LockClocks>,
    variables: Vec<Variable>,
    waits: Waits,
    fences: Vec<Fences>,
}

/// What a thread's relaxed accesses have to do with its fences.
#[derive(Debug, Default)]
struct Fences {
    /// Time of its last fence that releases.
    released: VectorClock,
    /// What its relaxed reads since have read, for a fence that acquires.
    read: VectorClock,
}

#[derive(Debug)]
struct LockClocks {
    owner: Option<u32>,
    /// Who that was.
    last: u32,
    /// Time of the last owner's release.
    exclusive: VectorClock,
    /// Times of readers' releases since.
    shared: VectorClock,
}

impl Default for LockClocks {
    fn default() -> Self {
        LockClocks {
            owner: None,
            last: u32::MAX,
            exclusive: VectorClock::default(),
            shared: VectorClock::default(),
        }
    }
}

#[derive(Debug)]
struct Variable {
    write: Epoch,
    write_event: EventId,
    write_is_atomic: bool,
    /// The last read, unless there are several.
    read: Epoch,
    read_event: EventId,
    read_is_atomic: bool,
    more: Option<Box<More>>,
}

/// What few variables have.
#[derive(Debug, Default)]
struct More {
    /// Last reads of several threads.
    reads: Vec<(Epoch, EventId, bool)>,
    /// Time of the last write (SHB), or what the release sequence that the last one is in has released.
    published: VectorClock,
}

impl Default for Variable {
    fn default() -> Self {
        Variable {
            write: Epoch::START,
            write_event: NONE,
            write_is_atomic: false,
            read: Epoch::START,
            read_event: NONE,
            read_is_atomic: false,
            more: None,
        }
    }
}

impl HappensBefore {
    pub fn new(schedulable: bool) -> HappensBefore {
        HappensBefore { schedulable, ..HappensBefore::default() }
    }

    fn lock(&mut self, lock: u32) -> usize {
        let index = lock as usize;
        if index >= self.locks.len() {
            self.locks.resize_with(index + 1, LockClocks::default);
        }
        index
    }

    #[inline]
    fn access(&mut self, id: EventId, event: &Event, candidate: &mut dyn FnMut(Pair)) {
        let index = event.target as usize;
        if index >= self.variables.len() {
            self.variables.resize_with(index + 1, Variable::default);
        }
        let clock = self.clocks.of(event.thread);
        let variable = &mut self.variables[index];
        let now = Epoch { thread: event.thread, time: clock.get(event.thread) };
        // The same epoch: nothing new, unless an atomic access hands over time.
        let seen = if event.writes() { variable.write == now } else { variable.read == now };
        if seen && !event.is_atomic() && !self.schedulable {
            return;
        }
        let both_atomic = event.is_atomic() && variable.write_is_atomic;
        if !both_atomic && !clock.knows(variable.write) {
            candidate(Pair { first: variable.write_event, second: id, kind: Kind::Race });
        }
        if event.writes() {
            variable.check_reads(id, event, clock, Kind::Race, candidate);
        }
        if event.reads()
            && (event.is_atomic() || self.schedulable)
            && let Some(more) = &variable.more
        {
            if self.schedulable || event.acquires() {
                clock.join(&more.published);
            } else {
                fences_of(&mut self.fences, event.thread).read.join(&more.published);
            }
        }
        if event.reads() {
            variable.note_read(now, id, event.is_atomic(), clock);
        }
        if event.writes() {
            (variable.write, variable.write_event, variable.write_is_atomic) = (now, id, event.is_atomic());
            if event.is_atomic() || self.schedulable {
                let published = &mut variable.more.get_or_insert_default().published;
                let strong = self.schedulable || event.releases();
                let released =
                    if strong { &*clock } else { &fences_of(&mut self.fences, event.thread).released };
                // An update goes on with the sequence that it reads from.
                if event.is_atomic() && (self.schedulable || event.reads()) {
                    published.join(released);
                } else {
                    published.copy_from(released);
                }
                if strong {
                    clock.tick(event.thread);
                }
            }
        }
    }

    fn fence(&mut self, event: &Event) {
        let (clock, fences) = (self.clocks.of(event.thread), fences_of(&mut self.fences, event.thread));
        if event.acquires() {
            clock.join(&fences.read);
        }
        if event.releases() {
            fences.released.copy_from(clock);
            clock.tick(event.thread);
        }
    }

    /// The first access of a section stands for those that may have been repeated: nothing that it hands on comes in between, so who is
    /// unordered with one of them is unordered with the first (ADR 18). What is read again may be something else.
    fn repeat(&mut self, event: &Event) {
        let more = self.variables.get(event.target as usize).and_then(|variable| variable.more.as_ref());
        if let Some(more) = more.filter(|_| event.is_atomic() && event.reads()) {
            fences_of(&mut self.fences, event.thread).read.join(&more.published);
        }
    }

    /// Most events are plain accesses, and most of those happen in an epoch that is known already.
    #[inline]
    fn plain_read(&mut self, id: EventId, event: &Event, candidate: &mut dyn FnMut(Pair)) {
        let clock = self.clocks.of(event.thread);
        let now = Epoch { thread: event.thread, time: clock.get(event.thread) };
        let Some(variable) = self.variables.get_mut(event.target as usize) else {
            return self.access(id, event, candidate);
        };
        if variable.read == now {
            return;
        }
        if !clock.knows(variable.write) {
            candidate(Pair { first: variable.write_event, second: id, kind: Kind::Race });
        }
        variable.note_read(now, id, false, clock);
    }

    #[inline]
    fn plain_write(&mut self, id: EventId, event: &Event, candidate: &mut dyn FnMut(Pair)) {
        let clock = self.clocks.of(event.thread);
        let now = Epoch { thread: event.thread, time: clock.get(event.thread) };
        let Some(variable) = self.variables.get_mut(event.target as usize) else {
            return self.access(id, event, candidate);
        };
        if variable.write == now {
            return;
        }
        if !clock.knows(variable.write) {
            candidate(Pair { first: variable.write_event, second: id, kind: Kind::Race });
        }
        if variable.more.is_some() || !clock.knows(variable.read) {
            variable.check_reads(id, event, clock, Kind::Race, candidate);
        }
        (variable.write, variable.write_event, variable.write_is_atomic) = (now, id, false);
    }

    fn free(&mut self, id: EventId, event: &Event, candidate: &mut dyn FnMut(Pair)) {
        let clock = self.clocks.of(event.thread);
        if let Some(variable) = self.variables.get_mut(event.target as usize) {
            if !clock.knows(variable.write) {
                candidate(Pair { first: variable.write_event, second: id, kind: Kind::UseAfterFree });
            }
            let as_write = Event { op: Op::Write, ..*event };
            variable.check_reads(id, &as_write, clock, Kind::UseAfterFree, candidate);
        }
    }
}

fn fences_of(fences: &mut Vec<Fences>, thread: u32) -> &mut Fences {
    let index = thread as usize;
    if index >= fences.len() {
        fences.resize_with(index + 1, Fences::default);
    }
    &mut fences[index]
}

impl Variable {
    fn check_reads(
        &self,
        id: EventId,
        event: &Event,
        clock: &VectorClock,
        kind: Kind,
        candidate: &mut dyn FnMut(Pair),
    ) {
        let mut check = |(read, first, is_atomic): (Epoch, EventId, bool)| {
            let both_atomic = is_atomic && event.is_atomic();
            if !both_atomic && !clock.knows(read) {
                candidate(Pair { first, second: id, kind });
            }
        };
        match &self.more {
            Some(more) if !more.reads.is_empty() => more.reads.iter().copied().for_each(check),
            _ => check((self.read, self.read_event, self.read_is_atomic)),
        }
    }

    /// One read is enough while each knows the one before it.
    #[inline]
    fn note_read(&mut self, now: Epoch, id: EventId, is_atomic: bool, clock: &VectorClock) {
        if self.more.as_ref().is_none_or(|more| more.reads.is_empty()) && clock.knows(self.read) {
            (self.read, self.read_event, self.read_is_atomic) = (now, id, is_atomic);
            return;
        }
        self.note_one_of_several(now, id, is_atomic, clock);
    }

    #[inline(never)]
    fn note_one_of_several(&mut self, now: Epoch, id: EventId, is_atomic: bool, clock: &VectorClock) {
        let before = (self.read, self.read_event, self.read_is_atomic);
        (self.read, self.read_event, self.read_is_atomic) = (now, id, is_atomic);
        let reads = &mut self.more.get_or_insert_default().reads;
        if reads.is_empty() {
            reads.push(before);
        }
        reads.retain(|(read, ..)| !clock.knows(*read));
        reads.push((now, id, is_atomic));
    }
}

impl Filter for HappensBefore {
    #[inline]
    fn event(&mut self, id: EventId, event: &Event, candidate: &mut dyn FnMut(Pair)) {
        if event.is_repeat() && !self.schedulable {
            return self.repeat(event);
        }
        match event.op {
            Op::Fence if !self.schedulable => self.fence(event),
            Op::Read if !self.schedulable => self.plain_read(id, event, candidate),
            Op::Write if !self.schedulable => self.plain_write(id, event, candidate),
            Op::Read | Op::Write | Op::AtomicRead | Op::AtomicWrite | Op::AtomicUpdate => {
                self.access(id, event, candidate);
            }
            Op::Acquire | Op::AcquireShared => {
                let lock = self.lock(event.target);
                let (clock, lock) = (self.clocks.of(event.thread), &mut self.locks[lock]);
                // Who released it last knows all of that already.
                if lock.last != event.thread {
                    clock.join(&lock.exclusive);
                }
                if event.op == Op::Acquire {
                    clock.join(&lock.shared);
                    lock.owner = Some(event.thread);
                }
            }
            Op::Release => {
                let lock = self.lock(event.target);
                let clock = self.clocks.of(event.thread);
                let lock = &mut self.locks[lock];
                if lock.owner == Some(event.thread) {
                    (lock.owner, lock.last) = (None, event.thread);
                    lock.exclusive.copy_from(clock);
                } else {
                    lock.shared.join(clock);
                }
                clock.tick(event.thread);
            }
            Op::Free => self.free(id, event, candidate),
            Op::Wait => {
                let clock = self.clocks.of(event.thread).clone();
                self.waits.wait(id, event, &clock);
            }
            _ => {
                if event.op == Op::Wake {
                    self.waits.wake(event);
                }
                if let Op::Signal | Op::Broadcast = event.op {
                    let clock = self.clocks.of(event.thread).clone();
                    self.waits.signal(id, event, &clock, candidate);
                }
                self.clocks.hand_over(event);
            }
        }
    }
}
