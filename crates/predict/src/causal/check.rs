//! Replays a witness and refuses it unless a program that can make the recorded run can make this one, too.
//!
//! Knows the trace and nothing of how witnesses are found. The rules, which are the definition of the model:
//! - each thread does a prefix of what it did; what an event needs ([`CausalTrace::needs`]) has happened;
//! - a read sees a write of the value that it saw; if values are not known, the write that it saw. A thread's last event
//!   may see anything if it only reads, and so may the second access of a block;
//! - a lock is taken only if nobody holds it (readers: nobody but readers);
//! - a semaphore that is taken has a permit left; at first it has as many as the run needed;
//! - every wake that needed a signal in the run has one of its own, or a broadcast, between its wait and itself;
//! - what was freed or destroyed is not used.

use super::{CausalTrace, Subject};
use crate::causal::CausalWitness;
use crate::event::{Event, EventId, NONE};
use crate::trace::Trace;
use events::trace::{Namespace, Op};
use rustc_hash::{FxHashMap, FxHashSet};

/// Why a witness does not hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("event {event} in the reordering: {reason}")]
pub struct CausalRefusal {
    pub event: EventId,
    pub reason: &'static str,
}

/// The state after a part of a reordering.
#[derive(Clone, Debug)]
pub(crate) struct State<'a> {
    causal: &'a CausalTrace,
    done: Vec<u32>,
    last_write: FxHashMap<u32, EventId>,
    /// Owner, or readers, of each lock.
    owner: FxHashMap<u32, u32>,
    readers: FxHashMap<u32, Vec<u32>>,
    permits: FxHashMap<u32, u32>,
    gone: FxHashSet<(bool, u32)>,
    /// A thread whose last event saw something else does no more.
    stopped: FxHashSet<u32>,
}

impl<'a> State<'a> {
    pub(crate) fn new(causal: &'a CausalTrace) -> State<'a> {
        State {
            causal,
            done: vec![0; causal.trace.n_threads],
            last_write: FxHashMap::default(),
            owner: FxHashMap::default(),
            readers: FxHashMap::default(),
            permits: causal.permits.clone(),
            gone: FxHashSet::default(),
            stopped: FxHashSet::default(),
        }
    }

    pub(crate) fn is_done(&self, id: EventId) -> bool {
        let thread = self.causal.trace.events[id as usize].thread;
        self.causal.position[id as usize] < self.done[thread as usize]
    }

    /// The next event of a thread that goes on.
    pub(crate) fn next(&self, thread: u32) -> Option<EventId> {
        if self.stopped.contains(&thread) {
            return None;
        }
        self.causal.threads[thread as usize].get(self.done[thread as usize] as usize).copied()
    }

    /// Lock, thread, and whether it only reads, of all locks that are held.
    pub(crate) fn held(&self) -> Vec<(u32, u32, bool)> {
        let owners = self.owner.iter().map(|(&lock, &thread)| (lock, thread, false));
        let readers =
            self.readers.iter().flat_map(|(&lock, list)| list.iter().map(move |&t| (lock, t, true)));
        let mut held: Vec<_> = owners.chain(readers).collect();
        held.sort_unstable();
        held
    }

    /// What a semaphore has left.
    pub(crate) fn permits(&self, semaphore: u32) -> u32 {
        self.permits.get(&semaphore).copied().unwrap_or(0)
    }

    pub(crate) fn last_write(&self, variable: u32) -> EventId {
        self.last_write.get(&variable).copied().unwrap_or(NONE)
    }

    /// Whether an event comes next in its thread and has what it needs, but for what it sees and for locks.
    pub(crate) fn can_come(&self, id: EventId) -> Result<(), &'static str> {
        let event = self.causal.trace.event(id).ok_or("no such event")?;
        if self.next(event.thread) != Some(id) {
            return Err("not the next event of its thread");
        }
        if !self.causal.needs(id).all(|need| self.is_done(need)) {
            return Err("something it depends on has not happened");
        }
        let is_memory = event.is_access() || event.op == Op::Free;
        let is_sync = event.op.namespace() == Namespace::Sync;
        if (is_memory || is_sync) && self.gone.contains(&(is_memory, event.target)) {
            return Err("uses what was freed or destroyed");
        }
        Ok(())
    }

    /// Whether a read sees what it saw.
    pub(crate) fn sees_the_same(&self, id: EventId) -> bool {
        let event = &self.causal.trace.events[id as usize];
        !event.reads() || self.causal.sees_the_same(id, self.last_write(event.target))
    }

    /// Who keeps an event waiting for a lock.
    pub(crate) fn holders(&self, event: &Event) -> Vec<u32> {
        let readers = self.readers.get(&event.target).into_iter().flatten();
        let owner = self.owner.get(&event.target);
        let readers = readers.filter(|_| event.op == Op::Acquire);
        match event.op {
            Op::Acquire | Op::AcquireShared => owner.into_iter().chain(readers).copied().collect(),
            _ => Vec::new(),
        }
    }

    /// Does an event.
    pub(crate) fn step(&mut self, id: EventId) -> Result<(), &'static str> {
        self.can_come(id)?;
        let event = self.causal.trace.events[id as usize];
        if !self.sees_the_same(id) {
            if event.writes() {
                return Err("an update that would see something else");
            }
            self.stopped.insert(event.thread);
        }
        if !self.holders(&event).is_empty() {
            return Err("takes a lock that is held");
        }
        if event.op == Op::Down && self.permits.get(&event.target).copied().unwrap_or(0) == 0 {
            return Err("takes a semaphore that has nothing left");
        }
        self.apply(id);
        Ok(())
    }

    /// What an event changes, without a question.
    pub(crate) fn apply(&mut self, id: EventId) {
        let event = self.causal.trace.events[id as usize];
        let target = event.target;
        self.done[event.thread as usize] += 1;
        if event.writes() {
            self.last_write.insert(target, id);
        }
        match event.op {
            Op::Acquire => {
                self.owner.insert(target, event.thread);
            }
            Op::AcquireShared => self.readers.entry(target).or_default().push(event.thread),
            Op::Release => {
                if self.owner.get(&target) == Some(&event.thread) {
                    self.owner.remove(&target);
                }
                if let Some(readers) = self.readers.get_mut(&target) {
                    readers.retain(|reader| *reader != event.thread);
                }
            }
            Op::Post => *self.permits.entry(target).or_default() += 1,
            Op::Down => {
                let left = self.permits.entry(target).or_default();
                *left = left.saturating_sub(1);
            }
            Op::Free => drop(self.gone.insert((true, target))),
            Op::Destroy => drop(self.gone.insert((false, target))),
            _ => {}
        }
    }
}

/// Checks one witness.
pub fn check(causal: &CausalTrace, witness: &CausalWitness) -> Result<(), CausalRefusal> {
    let mut state = State::new(causal);
    for id in 0..witness.prefix.min(causal.trace.len() as EventId) {
        state.apply(id);
    }
    check_from(&state, witness)
}

/// Checks a witness from the state after its prefix.
pub(crate) fn check_from(state: &State<'_>, witness: &CausalWitness) -> Result<(), CausalRefusal> {
    let causal = state.causal;
    let mut state = state.clone();
    let refuse = |event: EventId, reason: &'static str| CausalRefusal { event, reason };
    let (last, before) = match (&witness.subject, witness.tail.split_last()) {
        (Subject::Block { second, .. }, Some((last, before))) if last == second => (Some(*last), before),
        (Subject::Block { second, .. }, _) => {
            return Err(refuse(*second, "the reordering does not end with it"));
        }
        _ => (None, &witness.tail[..]),
    };
    for &id in before {
        state.step(id).map_err(|reason| refuse(id, reason))?;
    }
    check_wakes(causal, witness)?;
    match &witness.subject {
        Subject::Block { first, remote, second, .. } => {
            let at = |id: EventId| witness.tail.iter().position(|&other| other == id);
            let in_order = at(*first).zip(at(*remote)).is_some_and(|(a, b)| a < b);
            let same = last.map_or(Ok(()), |last| state.can_come(last));
            same.map_err(|reason| refuse(*second, reason))?;
            if !in_order || !is_broken(causal, [*first, *remote, *second], state.sees_the_same(*second)) {
                return Err(refuse(*remote, "the three do not break the block"));
            }
        }
        Subject::Race(a, b) => {
            for id in [*a, *b] {
                state.can_come(id).map_err(|reason| refuse(id, reason))?;
            }
            let (x, y) = (&causal.trace.events[*a as usize], &causal.trace.events[*b as usize]);
            if x.thread == y.thread || !x.races(y) {
                return Err(refuse(*a, "the two are no race"));
            }
        }
        Subject::Deadlock(list) => check_deadlock(&state, list)?,
    }
    Ok(())
}

/// The three are of one variable and one block, and no serial order explains them. `same`: the second access sees what
/// it saw, so that an update surely writes.
pub(crate) fn is_broken(causal: &CausalTrace, three: [EventId; 3], same: bool) -> bool {
    let [Some(a), Some(r), Some(b)] = three.map(|id| causal.trace.event(id)) else { return false };
    let second_writes = b.writes() && (same || !b.reads());
    let conflict = r.writes() || (a.writes() && second_writes);
    a.thread == b.thread
        && a.thread != r.thread
        && causal.block_of(three[0], three[2]).is_some()
        && (a.target, a.target) == (r.target, b.target)
        && [a, r, b].iter().all(|event| event.is_access() && !event.is_repeat())
        && conflict
        && !super::candidates::commute(causal, three[0], three[1], true)
        && !super::candidates::commute(causal, three[1], three[2], false)
}

/// Everybody in the list waits for somebody in the list.
fn check_deadlock(state: &State<'_>, list: &[EventId]) -> Result<(), CausalRefusal> {
    let causal = state.causal;
    let threads: FxHashSet<u32> = list.iter().map(|&id| causal.trace.events[id as usize].thread).collect();
    for &id in list {
        let refuse = |reason| Err(CausalRefusal { event: id, reason });
        if let Err(reason) = state.can_come(id) {
            return refuse(reason);
        }
        let event = &causal.trace.events[id as usize];
        if causal.trace.tried.contains(&id) {
            return refuse("does not wait for ever");
        }
        let holders = state.holders(event);
        if !holders.iter().any(|holder| *holder != event.thread && threads.contains(holder)) {
            return refuse("does not wait for one of the others");
        }
    }
    match list {
        [] => Err(CausalRefusal { event: NONE, reason: "nobody waits" }),
        _ => Ok(()),
    }
}

fn check_wakes(causal: &CausalTrace, witness: &CausalWitness) -> Result<(), CausalRefusal> {
    if causal.signalled.is_empty() {
        return Ok(());
    }
    let before = causal.conditions.iter().copied().take_while(|&id| id < witness.prefix);
    let order = before.chain(witness.tail.iter().copied());
    let events = order.map(|id| (id, &causal.trace.events[id as usize]));
    for (wake, _, signal) in assign(&causal.trace, events) {
        if signal.is_none() && causal.needs_signal(wake) {
            return Err(CausalRefusal { event: wake, reason: "nobody woke it" });
        }
    }
    Ok(())
}

/// For every wake of a sequence: its wait and, if there is one for it, its signal. A signal is given to the one that wakes
/// first of those who wait, which serves as many as can be served; wakes without need of one are served last.
pub(crate) fn assign<'e>(
    trace: &Trace,
    order: impl Iterator<Item = (EventId, &'e Event)>,
) -> Vec<(EventId, EventId, Option<EventId>)> {
    struct Wait {
        cond: u32,
        from: usize,
        to: usize,
        wake: EventId,
        wait: EventId,
        signal: Option<EventId>,
    }
    let mut open: FxHashMap<u32, (EventId, usize)> = FxHashMap::default();
    let mut waits: Vec<Wait> = Vec::new();
    let mut signals: Vec<(usize, EventId, u32, bool)> = Vec::new();
    for (at, (id, event)) in order.enumerate() {
        match event.op {
            Op::Wait => drop(open.insert(event.thread, (id, at))),
            Op::Wake => {
                if let Some((wait, from)) = open.remove(&event.thread) {
                    let cond = trace.events[wait as usize].target;
                    waits.push(Wait { cond, from, to: at, wake: id, wait, signal: None });
                }
            }
            Op::Signal => signals.push((at, id, event.target, false)),
            Op::Broadcast => signals.push((at, id, event.target, true)),
            _ => {}
        }
    }
    // Broadcasts first: they cost nothing.
    for all in [true, false] {
        for &(at, id, cond, _) in signals.iter().filter(|signal| signal.3 == all) {
            // `waits` is in the order of wakes.
            let mut served = waits
                .iter_mut()
                .filter(|wait| wait.cond == cond && wait.from < at && at < wait.to && wait.signal.is_none());
            match all {
                true => served.for_each(|wait| wait.signal = Some(id)),
                false => {
                    if let Some(wait) = served.next() {
                        wait.signal = Some(id);
                    }
                }
            }
        }
    }
    waits.into_iter().map(|wait| (wait.wake, wait.wait, wait.signal)).collect()
}
