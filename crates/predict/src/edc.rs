//! Weak-doesn't-commute (WDC) and extended-doesn't-commute (EDC), Sun §2.2 and §3.4, with unbounded tracking of
//! conflicting critical sections.
//!
//! Used as a filter: what it leaves unordered is a candidate, whose reordering has still to be found. Differences from
//! Algorithm 2:
//! 1. A pair is judged before the pair's own edges (lines 12–13) are joined; taken literally they would hide every pair
//!    under one lock. The deferred check (lines 22–26) is left to the search for a reordering, which decides it exactly.
//! 2. An edge from each write to the reads of it is added (as in SHB): every correct reordering keeps it.
//! 3. Sections of readers of one rwlock are not ordered against each other.
//! 4. With [`Edc::weak`], critical sections are ordered by reads of what the earlier one wrote only. That is all that a
//!    correct reordering must keep, so nothing is missed; more candidates have to be looked at.

use crate::clock::{Epoch, VectorClock};
use crate::event::{Event, EventId};
use crate::filter::{Clocks, Filter, Waits};
use crate::ingest::CallRecord;
use crate::locksets::LockSets;
use crate::points::CallPoints;
use crate::witness::{Kind, Pair};
use events::trace::Op;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use spec::RuleKind;

/// What is remembered of earlier accesses, and told of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EdcOptions {
    /// All accesses, not only the last of each thread with each set of locks.
    pub whole_history: bool,
    /// Also pairs of plain accesses under a common lock that can be reversed.
    pub all_conflicts: bool,
    /// Difference 4.
    pub weak: bool,
}

#[derive(Debug)]
pub struct Edc<'a> {
    options: EdcOptions,
    clocks: Clocks,
    locks: LockSets,
    /// Release times of sections, by lock, point, and whether the section was a reader's.
    sections: FxHashMap<(u32, u64, bool), Section>,
    /// Per thread and lock held: the points touched since.
    touched: FxHashMap<(u32, u32), Vec<(u64, bool)>>,
    histories: FxHashMap<u64, Vec<Access>>,
    last_write: FxHashMap<u32, LastWrite>,
    waits: Waits,
    destroyable: FxHashMap<u32, Vec<Access>>,
    calls: &'a [CallRecord],
    /// Records of call events.
    call_events: FxHashMap<EventId, u32>,
    points: CallPoints,
}

#[derive(Debug, Default)]
struct LastWrite {
    time: VectorClock,
    thread: u32,
    /// Number of the set of locks held.
    locks: u32,
}

#[derive(Debug, Default)]
struct Section {
    read: VectorClock,
    write: VectorClock,
}

#[derive(Clone, Copy, Debug)]
struct Access {
    epoch: Epoch,
    event: EventId,
    locks: u32,
    write: bool,
    atomic: bool,
}

/// Accesses remembered per variable without `whole_history`: threads times sets of locks may be many.
const MAX_HISTORY: usize = 64;
/// Points of calls are above all variables.
const POINT: u64 = 1 << 32;

impl<'a> Edc<'a> {
    pub fn new(options: EdcOptions, calls: &'a [CallRecord], points: CallPoints) -> Edc<'a> {
        Edc {
            options,
            clocks: Clocks::default(),
            locks: LockSets::default(),
            sections: FxHashMap::default(),
            touched: FxHashMap::default(),
            histories: FxHashMap::default(),
            last_write: FxHashMap::default(),
            waits: Waits::default(),
            destroyable: FxHashMap::default(),
            calls,
            call_events: FxHashMap::default(),
            points,
        }
    }

    fn now(&mut self, thread: u32) -> Epoch {
        Epoch { thread, time: self.clocks.of(thread).get(thread) }
    }

    fn access(&mut self, id: EventId, event: &Event, candidate: &mut dyn FnMut(Pair)) {
        let key = u64::from(event.target);
        let is_free = event.op == Op::Free;
        let writes = event.writes() || is_free;
        let own_locks = self.locks.number(event.thread);
        let clock = self.clocks.of(event.thread);
        for access in self.histories.get(&key).into_iter().flatten() {
            if access.epoch.thread == event.thread || clock.knows(access.epoch) || !(writes || access.write) {
                continue;
            }
            let disjoint = self.locks.are_disjoint(access.locks, own_locks);
            let pair = |kind| Pair { first: access.event, second: id, kind };
            if is_free {
                candidate(pair(Kind::UseAfterFree));
                continue;
            }
            if disjoint && !(access.atomic && event.is_atomic()) {
                candidate(pair(Kind::Race));
            }
            if self.options.all_conflicts {
                candidate(pair(Kind::Reordered));
            }
        }
        let keys = [key];
        self.order_sections(event.thread, &keys, if writes { &keys } else { &[] }, writes);
        if event.reads()
            && let Some(write) = self.last_write.get(&event.target)
        {
            self.clocks.of(event.thread).join(&write.time);
        }
        self.note(id, event, key, writes, is_free);
        if event.writes() {
            let clock = self.clocks.of(event.thread);
            let last = self.last_write.entry(event.target).or_default();
            last.time.copy_from(clock);
            (last.thread, last.locks) = (event.thread, own_locks);
            clock.tick(event.thread);
        }
    }

    /// Joins the release times of earlier sections on locks held that are in conflict: those that wrote `written`, and
    /// those that read `read`.
    fn order_sections(&mut self, thread: u32, written: &[u64], read: &[u64], writes: bool) {
        let mut held: SmallVec<[(u32, bool); 4]> = SmallVec::from_slice(self.locks.held(thread));
        if self.options.weak && written.first().is_some_and(|key| *key < POINT) {
            // Only the section of the write that is read.
            let last = written.first().and_then(|key| self.last_write.get(&(*key as u32)));
            match last.filter(|last| !writes && last.thread != thread) {
                Some(last) => held.retain(|(lock, _)| self.locks.contains(last.locks, *lock)),
                None => return,
            }
        }
        let clock = self.clocks.of(thread);
        for (lock, shared) in held {
            let modes: &[bool] = if shared { &[false] } else { &[false, true] };
            for mode in modes {
                for key in written {
                    if let Some(section) = self.sections.get(&(lock, *key, *mode)) {
                        clock.join(&section.write);
                    }
                }
                for key in read {
                    if let Some(section) = self.sections.get(&(lock, *key, *mode)) {
                        clock.join(&section.read);
                    }
                }
            }
        }
    }

    fn note(&mut self, id: EventId, event: &Event, key: u64, write: bool, is_free: bool) {
        let epoch = self.now(event.thread);
        let locks = self.locks.number(event.thread);
        for (lock, _) in self.locks.held(event.thread) {
            self.touched.entry((event.thread, *lock)).or_default().push((key, write));
        }
        if is_free {
            return;
        }
        let access = Access { epoch, event: id, locks, write, atomic: event.is_atomic() };
        let history = self.histories.entry(key).or_default();
        if !self.options.whole_history {
            let same =
                |old: &Access| old.epoch.thread == event.thread && old.write == write && old.locks == locks;
            history.retain(|old| !same(old));
            if history.len() >= MAX_HISTORY {
                history.remove(0);
            }
        }
        history.push(access);
    }

    fn release(&mut self, event: &Event) {
        let Some(shared) = self.locks.release(event.thread, event.target) else { return };
        let touched = self.touched.remove(&(event.thread, event.target)).unwrap_or_default();
        let clock = self.clocks.of(event.thread);
        for (key, write) in touched {
            let section = self.sections.entry((event.target, key, shared)).or_default();
            match (write, self.options.weak) {
                // What a read reads is of the last section that wrote.
                (true, true) => section.write.copy_from(clock),
                (true, false) => section.write.join(clock),
                (false, _) => section.read.join(clock),
            }
        }
        clock.tick(event.thread);
    }

    fn call(&mut self, id: EventId, event: &Event, candidate: &mut dyn FnMut(Pair)) {
        let Some(record) = self.calls.get(event.target as usize) else { return };
        let touched = self.points.touched(record);
        let own_locks = self.locks.number(event.thread);
        let against: SmallVec<[u64; 4]> =
            touched.against.iter().map(|point| POINT + u64::from(*point)).collect();
        let mut seen: SmallVec<[EventId; 8]> = SmallVec::new();
        let clock = self.clocks.of(event.thread).clone();
        for key in &against {
            for access in self.histories.get(key).into_iter().flatten() {
                let other_thread = access.epoch.thread != event.thread;
                if !other_thread || clock.knows(access.epoch) || seen.contains(&access.event) {
                    continue;
                }
                seen.push(access.event);
                let disjoint = self.locks.are_disjoint(access.locks, own_locks);
                let record_of = |id: EventId| self.calls.get(*self.call_events.get(&id)? as usize);
                let Some(first) = record_of(access.event) else { continue };
                for (rule, kind) in self.points.rules(first, record) {
                    let kind = match kind {
                        RuleKind::Order => Kind::CallOrder(rule),
                        RuleKind::Race if disjoint => Kind::CallRace(rule),
                        RuleKind::Race => continue,
                    };
                    candidate(Pair { first: access.event, second: id, kind });
                }
            }
        }
        self.order_sections(event.thread, &against, &[], false);
        for point in touched.own {
            self.note(id, event, POINT + u64::from(point), true, false);
        }
        self.call_events.insert(id, event.target);
    }

    /// Uses of a synchronisation object, and its end.
    fn lifetime(&mut self, id: EventId, event: &Event, candidate: &mut dyn FnMut(Pair)) {
        let epoch = self.now(event.thread);
        let clock = self.clocks.of(event.thread);
        let uses = self.destroyable.entry(event.target).or_default();
        if event.op == Op::Destroy {
            for access in uses.drain(..) {
                if access.epoch.thread != event.thread && !clock.knows(access.epoch) {
                    candidate(Pair { first: access.event, second: id, kind: Kind::UseAfterDestroy });
                }
            }
            return;
        }
        uses.retain(|access| access.epoch.thread != event.thread);
        uses.push(Access { epoch, event: id, locks: 0, write: false, atomic: false });
    }
}

impl Filter for Edc<'_> {
    fn event(&mut self, id: EventId, event: &Event, candidate: &mut dyn FnMut(Pair)) {
        match event.op {
            _ if event.is_plain_repeat() => {}
            Op::Read | Op::Write | Op::AtomicRead | Op::AtomicWrite | Op::AtomicUpdate | Op::Free => {
                self.access(id, event, candidate);
            }
            Op::Acquire | Op::AcquireShared => {
                self.lifetime(id, event, candidate);
                self.locks.acquire(event.thread, event.target, event.op == Op::AcquireShared);
            }
            Op::Release => self.release(event),
            Op::Call => self.call(id, event, candidate),
            Op::Destroy => self.lifetime(id, event, candidate),
            Op::Wait => {
                let clock = self.clocks.of(event.thread).clone();
                self.waits.wait(id, event, &clock);
            }
            _ => {
                // (What is given back may end at once.)
                if let Op::Signal | Op::Broadcast | Op::Post | Op::BarrierEnter = event.op {
                    self.lifetime(id, event, candidate);
                }
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
