//! What a run itself does wrong with synchronisation objects: seen while it is read, in its order.
//!
//! - a lock is given back by a thread that does not hold it, while another one does, or a second time;
//! - something is used that was destroyed, or whose memory was given back, and not made again since;
//! - a lock is destroyed while it is held, or its memory given back while another thread holds it; a condition while somebody waits;
//! - two threads wait for one condition with different mutexes at one time;
//! - a thread waits for a lock that it holds itself; threads wait for each other, at the end of the run;
//! - what the recorder itself has seen: what handlers of signals do, locks that a fork has left held, threads that nobody joins.
//!
//! Never told: what may be an effect of what was not recorded. So a lock must have been seen taken and given back before it is given back
//! twice; of a condition nobody may have been signalled since the wait; a mutex that is taken after its end was made again by hand (the C library
//! refuses it otherwise), and so was a condition, unless the recorder says that the C library has it for destroyed. May be missed: what lies in
//! different segments, reader-writer locks that are taken after their end, and waits for conditions.

use crate::event::{Event, EventId, NONE};
use events::trace::{Op, TraceEvent, misuse};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// What went wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {
    /// A free, and a use or second free.
    UseAfterFree,
    /// An acquire, and a release by another thread.
    UnlockOfAnother,
    /// Two releases.
    DoubleUnlock,
    /// The end of an object, and a use.
    UseAfterDestroy,
    /// An acquire, and the end of the lock.
    DestroyWhileHeld,
    /// A wait, and the end of the condition.
    DestroyWhileWaited,
    /// Two waits.
    TwoMutexes,
    /// An acquire, and the same thread wants the lock.
    SelfDeadlock,
    /// Each wants a lock that the next one's thread holds.
    Deadlock,
    /// Conflicting accesses that happens-before does not order ([`crate::unordered`]).
    Race,
    /// What the recorder has seen: the value of its event ([`events::trace::misuse`]).
    Recorded(u8),
}

impl Fault {
    /// One of each name.
    pub const ALL: [Fault; 14] = [
        Fault::UseAfterFree,
        Fault::UnlockOfAnother,
        Fault::DoubleUnlock,
        Fault::UseAfterDestroy,
        Fault::DestroyWhileHeld,
        Fault::DestroyWhileWaited,
        Fault::TwoMutexes,
        Fault::SelfDeadlock,
        Fault::Deadlock,
        Fault::Race,
        Fault::Recorded(misuse::HANDLER_ALLOCATES as u8),
        Fault::Recorded(misuse::HANDLER_CHANGES_ERRNO as u8),
        Fault::Recorded(misuse::LOCK_OF_PARENT as u8),
        Fault::Recorded(misuse::NEVER_JOINED as u8),
    ];
}

/// Something that went wrong in the run itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observed {
    pub fault: Fault,
    pub events: Vec<EventId>,
}

impl Observed {
    pub(crate) fn new(fault: Fault, events: &[EventId]) -> Observed {
        Observed { fault, events: events.to_vec() }
    }
}

/// Who waits for a condition.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    thread: u32,
    wait: EventId,
    /// Known when it is given back.
    mutex: u32,
    /// Nobody has been signalled since, and it does not end by itself.
    is_certain: bool,
}

/// What wants a lock.
#[derive(Clone, Copy, Debug)]
struct Want {
    event: EventId,
    lock: u32,
    shared: bool,
}

#[derive(Debug, Default)]
pub(crate) struct SyncRules {
    pub(crate) found: Vec<Observed>,
    told: FxHashSet<(Fault, u32, u32)>,
    /// Addresses of what has ended: the event, and whether that gave memory back.
    ended: BTreeMap<u64, (EventId, bool)>,
    waiting: FxHashMap<u32, Vec<Waiting>>,
    /// Two waits with different mutexes, until it is sure that the first still waited.
    doubtful: Vec<(u32, EventId, EventId)>,
    wants: FxHashMap<u32, Want>,
    /// By our recorder, which says of conditions whether they are alive.
    pub(crate) is_recorded: bool,
}

impl SyncRules {
    /// Tells of a fault, once per pair of places.
    pub(crate) fn tell(&mut self, fault: Fault, events: &[EventId], out: &[Event]) {
        let place =
            |id: Option<&EventId>| id.and_then(|id| out.get(*id as usize)).map_or(0, |event| event.location);
        if events.contains(&NONE) {
            return;
        }
        if self.told.insert((fault, place(events.first()), place(events.last()))) {
            self.found.push(Observed::new(fault, events));
        }
    }

    /// A thread does something: it does not wait for a lock any more.
    #[inline]
    pub(crate) fn goes_on(&mut self, thread: u32) {
        if !self.wants.is_empty() {
            self.wants.remove(&thread);
        }
    }

    /// The thread is about to wait for a lock.
    pub(crate) fn wants(&mut self, thread: u32, event: EventId, lock: u32, shared: bool) {
        self.wants.insert(thread, Want { event, lock, shared });
    }

    /// An object is made, or memory is given: what was there has nothing to do with it.
    pub(crate) fn begins(&mut self, address: u64, size: u32) {
        let end = address.saturating_add(u64::from(size.max(1)));
        while let Some(object) = self.ended.range(address..end).next().map(|(object, _)| *object) {
            self.ended.remove(&object);
        }
    }

    /// An object ends.
    pub(crate) fn ends(&mut self, address: u64, event: EventId, by_free: bool) {
        self.ended.insert(address, (event, by_free));
    }

    /// An object is used, by the event that has just been added.
    #[inline]
    pub(crate) fn used(&mut self, event: &TraceEvent, out: &[Event]) {
        // What is logged when a call has ended may come after what another thread was allowed to do meanwhile.
        if self.ended.is_empty() || matches!(event.op, Op::Wake | Op::BarrierLeave | Op::Down) {
            return;
        }
        let Some((end, by_free)) = self.ended.get(&event.object).copied() else { return };
        if !by_free && self.is_made_again(event) {
            self.ended.remove(&event.object);
            return;
        }
        self.tell(Fault::UseAfterDestroy, &[end, out.len() as EventId - 1], out);
    }

    /// Whether what is used, though it was destroyed, must have been made again by hand.
    fn is_made_again(&self, event: &TraceEvent) -> bool {
        const ALIVE: u64 = 1;
        match event.op {
            Op::Acquire | Op::AcquireShared => true,
            Op::Signal | Op::Broadcast => self.is_recorded && !event.has_value,
            Op::Wait => self.is_recorded,
            Op::Destroy => event.has_value && event.value == ALIVE,
            _ => false,
        }
    }

    /// A condition is waited for.
    pub(crate) fn waits(&mut self, thread: u32, condition: u32, wait: EventId, is_timed: bool) {
        let waiting = Waiting { thread, wait, mutex: u32::MAX, is_certain: !is_timed };
        self.waiting.entry(condition).or_default().push(waiting);
    }

    /// A thread gives a lock back, perhaps to wait.
    pub(crate) fn gives_back(&mut self, thread: u32, mutex: u32) {
        for (condition, list) in &mut self.waiting {
            let Some(place) = list.iter().position(|waiting| waiting.thread == thread) else { continue };
            if list[place].mutex != u32::MAX {
                continue;
            }
            list[place].mutex = mutex;
            let wait = list[place].wait;
            let other =
                list.iter().find(|other| other.is_certain && other.mutex != mutex && other.mutex != u32::MAX);
            self.doubtful.extend(other.map(|other| (*condition, other.wait, wait)));
        }
    }

    /// A thread has its mutex again: whoever was thought to wait then did not.
    pub(crate) fn takes(&mut self, thread: u32) {
        let mut ended = Vec::new();
        for list in self.waiting.values_mut() {
            ended.extend(list.iter().filter(|waiting| waiting.thread == thread).map(|waiting| waiting.wait));
            list.retain(|waiting| waiting.thread != thread);
        }
        self.waiting.retain(|_, list| !list.is_empty());
        self.doubtful.retain(|(_, first, _)| !ended.contains(first));
    }

    pub(crate) fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Somebody is signalled: who waited up to here did so.
    pub(crate) fn signals(&mut self, condition: u32, out: &[Event]) {
        for waiting in self.waiting.get_mut(&condition).into_iter().flatten() {
            waiting.is_certain = false;
        }
        let (sure, rest): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.doubtful).into_iter().partition(|(of, ..)| *of == condition);
        self.doubtful = rest;
        for (_, first, second) in sure {
            self.tell(Fault::TwoMutexes, &[first, second], out);
        }
    }

    /// A condition ends, by the event that has just been added.
    pub(crate) fn condition_ends(&mut self, condition: u32, out: &[Event]) {
        let list = self.waiting.remove(&condition).unwrap_or_default();
        if let Some(waiting) = list.iter().find(|waiting| waiting.is_certain) {
            self.tell(Fault::DestroyWhileWaited, &[waiting.wait, out.len() as EventId - 1], out);
        }
    }

    /// The run has ended. Who waits for whom: `holders` tells who keeps a lock from being taken, and where they took it.
    pub(crate) fn finish(&mut self, holders: impl Fn(u32, bool) -> Vec<(u32, EventId)>, out: &[Event]) {
        for (_, first, second) in std::mem::take(&mut self.doubtful) {
            self.tell(Fault::TwoMutexes, &[first, second], out);
        }
        let mut threads: Vec<u32> = self.wants.keys().copied().collect();
        threads.sort_unstable();
        let mut done: FxHashSet<u32> = FxHashSet::default();
        for thread in threads {
            let mut path: Vec<u32> = Vec::new();
            let mut next = Some(thread);
            while let Some(at) = next.filter(|at| !done.contains(at) && !path.contains(at)) {
                path.push(at);
                next = self.waits_for(at, &holders);
            }
            if let Some(start) = next.and_then(|next| path.iter().position(|at| *at == next)) {
                self.cycle(&path[start..], &holders, out);
            }
            done.extend(path);
        }
    }

    /// One of those that a thread waits for, itself if it is among them.
    fn waits_for(&self, thread: u32, holders: &impl Fn(u32, bool) -> Vec<(u32, EventId)>) -> Option<u32> {
        let want = self.wants.get(&thread)?;
        let list = holders(want.lock, want.shared);
        let is_own = list.iter().any(|(holder, _)| *holder == thread);
        let others = || list.iter().map(|(holder, _)| *holder).find(|holder| self.wants.contains_key(holder));
        if is_own { Some(thread) } else { others() }
    }

    fn cycle(&mut self, cycle: &[u32], holders: &impl Fn(u32, bool) -> Vec<(u32, EventId)>, out: &[Event]) {
        let wants: Vec<Want> = cycle.iter().filter_map(|thread| self.wants.get(thread).copied()).collect();
        let events: Vec<EventId> = wants.iter().map(|want| want.event).collect();
        match wants.as_slice() {
            [want] => {
                let thread = cycle.first().copied();
                let list = holders(want.lock, want.shared);
                let taken =
                    list.iter().find(|(holder, _)| Some(*holder) == thread).map_or(NONE, |(_, taken)| *taken);
                self.tell(Fault::SelfDeadlock, &[taken, want.event], out);
            }
            _ => self.tell(Fault::Deadlock, &events, out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often a use of a destroyed condition is told, by what the recorder says of it.
    fn told(is_recorded: bool, op: Op, value: Option<u64>) -> usize {
        let mut rules = SyncRules { is_recorded, ..SyncRules::default() };
        let out = [Event::new(1, Op::Destroy, 0, 3), Event::new(1, op, 0, 4)];
        rules.ends(0x1000, 0, false);
        let use_of = TraceEvent {
            has_value: value.is_some(),
            value: value.unwrap_or(0),
            ..TraceEvent::new(1, op, 0x1000, 4)
        };
        rules.used(&use_of, &out);
        rules.found.len()
    }

    #[test]
    fn conditions_are_made_again_by_hand() {
        use Op::{Broadcast, Destroy, Signal, Wait};
        assert_eq!([told(true, Signal, None), told(true, Broadcast, None), told(true, Wait, None)], [0; 3]);
        assert_eq!(
            [told(true, Signal, Some(2)), told(true, Destroy, Some(2)), told(true, Destroy, None)],
            [1; 3]
        );
        assert_eq!([told(true, Destroy, Some(1)), told(false, Signal, None)], [0, 1]);
    }
}
