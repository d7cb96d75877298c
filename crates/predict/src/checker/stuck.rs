//! Whether a wait at the end of a reordering never ends.
//!
//! That the signal came before the wait is not yet an error: another signal may follow, as for a waiter that shares its
//! condition variable with others and looks at its predicate again. So the rest of the run is played after the
//! reordering, everything as recorded, in the order of the trace where that is possible. The signal is lost if no other
//! signal of the condition variable comes, and in the end every other thread has done all that it did, or can do no more:
//! it joins a thread that does not end, wants a lock that is held, waits for a signal that nobody gave, or was never
//! forked. A thread that would read something else than it did goes its own way from there, and could signal: then
//! nothing is claimed. Neither is it where the recording is not whole, or where the wait ends after some time.

use super::{Overlay, State};
use crate::event::{Event, EventId};
use crate::witness::Witness;
use events::trace::Op;
use rustc_hash::FxHashSet;

const NOT_WHOLE: &str = "the recording is not whole: a signal may have followed";
const TIMED: &str = "the wait ends after some time";
const OTHER_SIGNAL: &str = "another signal ends the wait";
const OTHER_WAY: &str = "a thread goes another way, and may signal";
const TOO_LONG: &str = "the rest of the run cannot be played in a few passes";

/// Passes over the rest of the trace: each takes at least one thread further than the one before.
const MAX_PASSES: usize = 100;

impl State<'_> {
    /// The witness has been replayed, up to its wait.
    pub(super) fn check_stuck(
        &self,
        witness: &Witness,
        overlay: &mut Overlay,
    ) -> Result<(), (EventId, &'static str)> {
        let wait = witness.pair.first;
        if self.trace.is_incomplete || self.trace.is_partial() {
            return Err((wait, NOT_WHOLE));
        }
        if self.trace.timed_waits.contains(&wait) {
            return Err((wait, TIMED));
        }
        self.play_on(witness, overlay)?;
        let waiter = self.trace.events[wait as usize].thread;
        for thread in (0..self.trace.n_threads as u32).filter(|thread| *thread != waiter) {
            let goes_on = match self.next_of(thread, overlay) {
                Some(next) => (!self.is_blocked(next, overlay)).then_some(next),
                None => self.open_wait(thread).filter(|wait| self.may_be_woken(thread, *wait, overlay)),
            };
            if let Some(event) = goes_on {
                return Err((event, OTHER_WAY));
            }
        }
        Ok(())
    }

    /// The wait that a thread is in at the end of the recording.
    fn open_wait(&self, thread: u32) -> Option<EventId> {
        let op = |id: &EventId| self.trace.events[*id as usize].op;
        match self.threads[thread as usize].as_slice() {
            [.., wait] if op(wait) == Op::Wait => Some(*wait),
            [.., wait, release] if op(wait) == Op::Wait && op(release) == Op::Release => Some(*wait),
            _ => None,
        }
    }

    fn next_of(&self, thread: u32, overlay: &Overlay) -> Option<EventId> {
        self.threads[thread as usize].get(self.done(overlay, thread) as usize).copied()
    }

    /// Everything that can still be done while the waiter waits.
    fn play_on(&self, witness: &Witness, overlay: &mut Overlay) -> Result<(), (EventId, &'static str)> {
        let wait = self.trace.events[witness.pair.first as usize];
        let mut step = witness.tail.len();
        // Waiting gives the mutex up.
        if let Some(next) = self.next_of(wait.thread, overlay)
            && self.trace.events[next as usize].op == Op::Release
        {
            self.step(next, step, false, witness, overlay).map_err(|reason| (next, reason))?;
        }
        for _ in 0..MAX_PASSES {
            let mut progress = false;
            for id in witness.prefix..self.trace.len() as EventId {
                let event = &self.trace.events[id as usize];
                if event.thread == wait.thread || self.next_of(event.thread, overlay) != Some(id) {
                    continue;
                }
                step += 1;
                if self.step(id, step, false, witness, overlay).is_err() {
                    continue;
                }
                if matches!(event.op, Op::Signal | Op::Broadcast) && event.target == wait.target {
                    return Err((id, OTHER_SIGNAL));
                }
                progress = true;
            }
            if !progress {
                return Ok(());
            }
        }
        Err((witness.pair.first, TOO_LONG))
    }

    /// Whether a thread cannot go on, whatever it would do then.
    fn is_blocked(&self, next: EventId, overlay: &Overlay) -> bool {
        let event = &self.trace.events[next as usize];
        if self.position[next as usize] == 0
            && self.fork_of(next).is_some_and(|fork| !self.is_done(overlay, fork))
        {
            return true;
        }
        if let Some((wait, signal)) = self.trace.wakes.get(&next) {
            let was_woken = self.is_done(overlay, *signal) && self.is_after(*signal, *wait, overlay);
            if !was_woken {
                return !self.trace.timed_waits.contains(wait)
                    && !self.may_be_woken(event.thread, *wait, overlay);
            }
        }
        match event.op {
            Op::Join => self.next_of(event.target, overlay).is_some(),
            Op::Acquire | Op::AcquireShared => {
                let lock = overlay.locks.get(&event.target).unwrap_or(&self.locks[event.target as usize]);
                lock.owner.is_some() || event.op == Op::Acquire && !lock.readers.is_empty()
            }
            _ => false,
        }
    }

    fn fork_of(&self, first: EventId) -> Option<EventId> {
        let thread = self.trace.events[first as usize].thread;
        let is_fork = |event: &Event| event.op == Op::Fork && event.target == thread;
        self.trace.needs(first).iter().copied().find(|need| is_fork(&self.trace.events[*need as usize]))
    }

    /// Whether both have been done, the one after the other.
    fn is_after(&self, late: EventId, early: EventId, overlay: &Overlay) -> bool {
        match (overlay.at.get(&late), overlay.at.get(&early)) {
            (Some(late), Some(early)) => late > early,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => late > early,
        }
    }

    /// Whether one of the signals since the wait can have been for this thread: all but those that ended another wait.
    fn may_be_woken(&self, thread: u32, wait: EventId, overlay: &Overlay) -> bool {
        let condition = self.trace.events[wait as usize].target;
        let mut ended_another: FxHashSet<EventId> = FxHashSet::default();
        for (wake, (waited, signal)) in &self.trace.wakes {
            if self.trace.events[*wake as usize].thread != thread
                && self.is_done(overlay, *waited)
                && self.is_done(overlay, *signal)
                && self.is_after(*signal, *waited, overlay)
            {
                ended_another.insert(*signal);
            }
        }
        let is_broadcast = |signal: EventId| self.trace.events[signal as usize].op == Op::Broadcast;
        let signals = self.signals.get(&condition).into_iter().flatten().copied();
        let since =
            signals.filter(|signal| self.is_done(overlay, *signal) && self.is_after(*signal, wait, overlay));
        since.into_iter().any(|signal| is_broadcast(signal) || !ended_another.contains(&signal))
    }
}
