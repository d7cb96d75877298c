//! Replays a witness and refuses it unless it is a correct reordering that shows its pair.
//!
//! Knows the trace and nothing of how witnesses are found. A witness is accepted when
//! - each thread does a prefix of what it did, a forked thread after its fork, a join after all of the thread;
//! - each read reads the write it read, each wake comes after its signal and that after its wait, each call after all
//!   earlier calls it does not commute with, and so on ([`Trace::needs`]); only the last event of an order violation, and
//!   the two of a race, may read something else;
//! - locks exclude each other; nothing but the pair uses what was freed or destroyed;
//! - a race ends with its two events, which conflict; an order violation ends with its first event, and has its second
//!   before it;
//! - after a lost signal the wait never ends (`stuck`);
//! - a broken operation has its read, another thread's write and its write in this order (`broken`);
//! - a deadlock ends where each thread of its cycle would take a lock that the next one's thread holds (`cycle`);
//! - where accesses were left out, it is as recorded up to a part that has all of them, and in that part from there on.
//!
//! Witnesses that begin with the same part of the trace share its replay: they are checked in one sweep.

mod broken;
mod cycle;
mod stuck;

use crate::event::{Event, EventId, NONE};
use crate::trace::Trace;
use crate::witness::{Kind, Witness};
use events::trace::{Namespace, Op};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Why a witness does not hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("event {event} in the reordering: {reason}")]
pub struct Refusal {
    pub event: EventId,
    pub reason: &'static str,
}

#[derive(Clone, Debug, Default)]
struct Lock {
    owner: Option<u32>,
    readers: SmallVec<[u32; 2]>,
}

/// The state after a part of the trace.
struct State<'a> {
    trace: &'a Trace,
    /// Per thread: its events.
    threads: &'a [Vec<EventId>],
    position: &'a [u32],
    /// Per read: the write it read, found here anew.
    reads_from: &'a [EventId],
    /// Per condition variable: signals and broadcasts.
    signals: &'a FxHashMap<u32, Vec<EventId>>,
    done: Vec<u32>,
    last_write: Vec<EventId>,
    locks: Vec<Lock>,
    freed: Vec<bool>,
    destroyed: Vec<bool>,
}

/// What a witness changes on top of the state; dropped afterwards.
#[derive(Default)]
struct Overlay {
    done: FxHashMap<u32, u32>,
    last_write: FxHashMap<u32, EventId>,
    locks: FxHashMap<u32, Lock>,
    gone: FxHashMap<(bool, u32), ()>,
    /// When a wait or a signal was done, if not in the part as recorded.
    at: FxHashMap<EventId, usize>,
}

/// Checks all witnesses; the results are in their order.
pub fn check_all(trace: &Trace, witnesses: &[Witness]) -> Vec<Result<(), Refusal>> {
    let mut threads = vec![Vec::new(); trace.n_threads];
    let mut position = Vec::with_capacity(trace.len());
    let mut reads_from = vec![NONE; trace.len()];
    let mut last_write = vec![NONE; trace.n_variables];
    let mut signals: FxHashMap<u32, Vec<EventId>> = FxHashMap::default();
    for (id, event) in trace.events.iter().enumerate() {
        let list: &mut Vec<EventId> = &mut threads[event.thread as usize];
        position.push(list.len() as u32);
        list.push(id as EventId);
        if event.reads() {
            reads_from[id] = last_write[event.target as usize];
        }
        if event.writes() {
            last_write[event.target as usize] = id as EventId;
        }
        if let Op::Signal | Op::Broadcast = event.op {
            signals.entry(event.target).or_default().push(id as EventId);
        }
    }
    let mut state = State {
        trace,
        threads: &threads,
        position: &position,
        reads_from: &reads_from,
        signals: &signals,
        done: vec![0; trace.n_threads],
        last_write: vec![NONE; trace.n_variables],
        locks: vec![Lock::default(); trace.n_syncs],
        freed: vec![false; trace.n_variables],
        destroyed: vec![false; trace.n_syncs],
    };
    let mut order: Vec<usize> = (0..witnesses.len()).collect();
    order.sort_by_key(|index| witnesses[*index].prefix);
    let mut results = vec![Ok(()); witnesses.len()];
    let mut at = 0;
    for index in order {
        let until = witnesses[index].prefix.min(trace.len() as EventId);
        while at < until {
            state.as_recorded(at);
            at += 1;
        }
        results[index] = state.check(&witnesses[index]);
    }
    results
}

/// Checks one witness.
pub fn check(trace: &Trace, witness: &Witness) -> Result<(), Refusal> {
    check_all(trace, std::slice::from_ref(witness)).pop().unwrap_or(Ok(()))
}

impl State<'_> {
    /// One event of the trace as it was; that it was possible needs no check.
    fn as_recorded(&mut self, id: EventId) {
        let event = self.trace.events[id as usize];
        self.done[event.thread as usize] += 1;
        let target = event.target as usize;
        if event.writes() {
            self.last_write[target] = id;
        }
        match event.op {
            Op::Acquire => self.locks[target].owner = Some(event.thread),
            Op::AcquireShared => self.locks[target].readers.push(event.thread),
            Op::Release => release(&mut self.locks[target], event.thread),
            Op::Free => self.freed[target] = true,
            Op::Destroy => self.destroyed[target] = true,
            _ => {}
        }
    }

    fn check(&self, witness: &Witness) -> Result<(), Refusal> {
        self.check_shape(witness)?;
        let mut overlay = Overlay::default();
        let exempt = match witness.pair.kind {
            Kind::Deadlock => 0,
            kind if kind.is_adjacent() => 2,
            _ => 1,
        };
        let free_from = witness.tail.len() - exempt;
        for (step, id) in witness.tail.iter().enumerate() {
            self.step(*id, step, step >= free_from, witness, &mut overlay)
                .map_err(|reason| Refusal { event: *id, reason })?;
        }
        if witness.pair.kind == Kind::Deadlock {
            self.check_cycle(witness, &overlay).map_err(|(event, reason)| Refusal { event, reason })?;
        }
        if witness.pair.kind == Kind::LostSignal {
            self.check_stuck(witness, &mut overlay).map_err(|(event, reason)| Refusal { event, reason })?;
        }
        Ok(())
    }

    /// The end of the tail is the pair, and the pair is what it is said to be.
    fn check_shape(&self, witness: &Witness) -> Result<(), Refusal> {
        let pair = &witness.pair;
        let refuse = |reason| Err(Refusal { event: pair.first, reason });
        let (Some(first), Some(second)) =
            (self.trace.events.get(pair.first as usize), self.trace.events.get(pair.second as usize))
        else {
            return refuse("no such event");
        };
        if first.thread == second.thread {
            return refuse("the pair is of one thread");
        }
        let part = self.trace.part_of(pair.first);
        let leaves = witness.prefix < part.start || witness.tail.iter().any(|event| *event >= part.end);
        if self.trace.is_partial() && leaves {
            return refuse("accesses are missing there");
        }
        if pair.kind == Kind::Deadlock {
            let is_outside = |event: &EventId| !part.contains(event);
            let leaves = self.trace.is_partial() && witness.cycle.iter().any(is_outside);
            return if leaves { refuse("accesses are missing there") } else { Ok(()) };
        }
        if pair.kind == Kind::Atomicity {
            return self.check_broken(witness).map_err(|(event, reason)| Refusal { event, reason });
        }
        if !self.is_what_it_says(pair.kind, first, second) {
            return refuse("the pair is not what it is said to be");
        }
        if pair.kind.is_adjacent() {
            let [a, b] = [pair.first, pair.second];
            return match witness.tail.as_slice() {
                [.., x, y] if [*x, *y] == [a, b] || [*x, *y] == [b, a] => Ok(()),
                _ => refuse("the reordering does not end with the pair"),
            };
        }
        match witness.tail.as_slice() {
            [before @ .., last] if *last == pair.first && before.contains(&pair.second) => Ok(()),
            _ => refuse("the reordering does not have the second event before the first"),
        }
    }

    fn is_what_it_says(&self, kind: Kind, first: &Event, second: &Event) -> bool {
        if first.is_repeat() || second.is_repeat() {
            return false;
        }
        let same = first.target == second.target;
        let object = |event: &Event| self.trace.calls.get(event.target as usize).map(|call| call.object);
        match kind {
            Kind::Race => first.races(second),
            Kind::UseAfterFree => same && first.is_access() && second.op == Op::Free,
            Kind::LostSignal => {
                same && first.op == Op::Wait && matches!(second.op, Op::Signal | Op::Broadcast)
            }
            Kind::UseAfterDestroy => {
                same && first.op.namespace() == Namespace::Sync && second.op == Op::Destroy
            }
            Kind::CallOrder(_) | Kind::CallRace(_) => {
                first.op == Op::Call && second.op == Op::Call && object(first) == object(second)
            }
            Kind::Deadlock | Kind::Atomicity => false,
            Kind::Reordered => first.conflicts(second) || same && first.is_access() && second.op == Op::Free,
        }
    }

    fn done(&self, overlay: &Overlay, thread: u32) -> u32 {
        overlay.done.get(&thread).copied().unwrap_or(self.done[thread as usize])
    }

    fn is_done(&self, overlay: &Overlay, id: EventId) -> bool {
        self.position[id as usize] < self.done(overlay, self.trace.events[id as usize].thread)
    }

    /// Does one event of the tail; `free` for those of the pair that end it.
    fn step(
        &self,
        id: EventId,
        step: usize,
        free: bool,
        witness: &Witness,
        overlay: &mut Overlay,
    ) -> Result<(), &'static str> {
        let event = *self.trace.events.get(id as usize).ok_or("no such event")?;
        let done = self.done(overlay, event.thread);
        if self.threads[event.thread as usize].get(done as usize) != Some(&id) {
            return Err("not the next event of its thread");
        }
        self.check_needs(id, &event, free, witness, overlay)?;
        self.check_access(id, &event, free, witness.pair.kind, overlay)?;
        if let Op::Acquire | Op::Wake = event.op
            && let Some((wait, signal)) = self.trace.wakes.get(&id)
        {
            self.check_wake(*wait, *signal, overlay)?;
        }
        // Who holds a lock that was destroyed does not matter any more.
        let is_destroyed = free && witness.pair.kind == Kind::UseAfterDestroy;
        if matches!(event.op, Op::Acquire | Op::AcquireShared | Op::Release) && !is_destroyed {
            self.lock(&event, overlay)?;
        }
        if event.writes() {
            overlay.last_write.insert(event.target, id);
        }
        match event.op {
            Op::Free => overlay.gone.insert((true, event.target), ()),
            Op::Destroy => overlay.gone.insert((false, event.target), ()),
            _ => None,
        };
        overlay.done.insert(event.thread, done + 1);
        if let Op::Wait | Op::Signal | Op::Broadcast = event.op {
            overlay.at.insert(id, step);
        }
        Ok(())
    }

    fn check_needs(
        &self,
        id: EventId,
        event: &Event,
        free: bool,
        witness: &Witness,
        overlay: &Overlay,
    ) -> Result<(), &'static str> {
        for need in self.trace.needs(id) {
            let may_read_other = free && event.reads() && *need == self.reads_from[id as usize];
            if !witness.pair.waives(self.trace, id, *need) && !may_read_other && !self.is_done(overlay, *need)
            {
                return Err("something it depends on has not happened");
            }
        }
        Ok(())
    }

    fn check_access(
        &self,
        id: EventId,
        event: &Event,
        free: bool,
        kind: Kind,
        overlay: &Overlay,
    ) -> Result<(), &'static str> {
        let target = event.target as usize;
        let may_be_freed = free && kind == Kind::UseAfterFree;
        let may_be_destroyed = free && kind == Kind::UseAfterDestroy;
        let is_memory = event.is_access() || event.op == Op::Free;
        let is_sync = event.op.namespace() == Namespace::Sync;
        if !may_be_freed
            && is_memory
            && (self.freed[target] || overlay.gone.contains_key(&(true, event.target)))
        {
            return Err("uses what was freed before the end of the reordering");
        }
        if !may_be_destroyed
            && is_sync
            && (self.destroyed[target] || overlay.gone.contains_key(&(false, event.target)))
        {
            return Err("uses what was destroyed before the end of the reordering");
        }
        if event.reads() && !free {
            let last = overlay.last_write.get(&event.target).copied().unwrap_or(self.last_write[target]);
            if last != self.reads_from[id as usize] {
                return Err("reads another write than in the trace");
            }
        }
        Ok(())
    }

    fn lock(&self, event: &Event, overlay: &mut Overlay) -> Result<(), &'static str> {
        let base = &self.locks[event.target as usize];
        let lock = overlay.locks.entry(event.target).or_insert_with(|| base.clone());
        let is_free = lock.owner.is_none() && (lock.readers.is_empty() || event.op == Op::AcquireShared);
        match event.op {
            Op::Release => release(lock, event.thread),
            _ if !is_free => return Err("takes a lock that is held"),
            Op::Acquire => lock.owner = Some(event.thread),
            _ => lock.readers.push(event.thread),
        }
        Ok(())
    }

    /// The signal must not come before the wait, where it would be lost.
    fn check_wake(&self, wait: EventId, signal: EventId, overlay: &Overlay) -> Result<(), &'static str> {
        // What is not in the tail is in the part as recorded, where the wait is before the signal.
        match (overlay.at.get(&wait), overlay.at.get(&signal)) {
            (Some(wait), Some(signal)) if wait > signal => Err("its signal came before its wait"),
            (Some(_), None) => Err("its signal came before its wait"),
            _ => Ok(()),
        }
    }
}

fn release(lock: &mut Lock, thread: u32) {
    if lock.owner == Some(thread) {
        lock.owner = None;
    }
    lock.readers.retain(|reader| *reader != thread);
}
