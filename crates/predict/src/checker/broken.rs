//! Whether an operation under a lock is broken: a thread reads, gives the lock back, takes it again and writes the same variable without another
//! look, and another thread writes it in between, holding the lock for itself.

use super::State;
use crate::event::{Event, EventId};
use crate::witness::Witness;
use events::trace::Op;

type Refused = Result<(), (EventId, &'static str)>;

impl State<'_> {
    /// The events are what they are said to be; that the reordering is a correct one is looked at elsewhere.
    pub(super) fn check_broken(&self, witness: &Witness) -> Refused {
        let refuse = |reason| Err((witness.pair.first, reason));
        let [read, other, write] = witness.cycle[..] else { return refuse("these are not three events") };
        if (witness.pair.first, witness.pair.second) != (write, other) || witness.tail.last() != Some(&write)
        {
            return refuse("the reordering does not end with the write");
        }
        let [Some(r), Some(o), Some(w)] = [read, other, write].map(|id| self.trace.event(id)) else {
            return refuse("no such event");
        };
        let are_accesses = (r.op, o.op, w.op) == (Op::Read, Op::Write, Op::Write);
        let is_one =
            r.target == o.target && o.target == w.target && r.thread == w.thread && o.thread != r.thread;
        if !are_accesses || !is_one || [r, o, w].iter().any(|event| event.is_repeat()) {
            return refuse("the events are not what they are said to be");
        }
        if self.looks_between(read, write, r) {
            return refuse("the thread looks again, or writes before");
        }
        if !self.has_lock_twice(read, other, write) {
            return refuse("no lock is held in both sections and by the other thread");
        }
        let [read, other] = [read, other].map(|id| place(witness, id));
        if read < other && other.is_some() && read.is_some() {
            Ok(())
        } else {
            refuse("they come in another order")
        }
    }

    /// Whether the thread accesses the variable between the two.
    fn looks_between(&self, read: EventId, write: EventId, event: &Event) -> bool {
        let own = &self.threads[event.thread as usize];
        let between = self.position[read as usize] as usize + 1..self.position[write as usize] as usize;
        let is_one = |id: &EventId| {
            let other = &self.trace.events[*id as usize];
            other.target == event.target && (other.is_access() || other.op == Op::Free)
        };
        own.get(between).is_none_or(|between| between.iter().any(is_one))
    }

    /// Locks that a thread holds at an event, since when, and whether with others.
    fn held_at(&self, id: EventId) -> Vec<(u32, EventId, bool)> {
        let mut held: Vec<(u32, EventId, bool)> = Vec::new();
        let own = &self.threads[self.trace.events[id as usize].thread as usize];
        for earlier in own.iter().take(self.position[id as usize] as usize) {
            let event = &self.trace.events[*earlier as usize];
            match event.op {
                Op::Acquire | Op::AcquireShared => {
                    held.push((event.target, *earlier, event.op == Op::AcquireShared));
                }
                Op::Release => held.retain(|(lock, ..)| *lock != event.target),
                _ => {}
            }
        }
        held
    }

    fn has_lock_twice(&self, read: EventId, other: EventId, write: EventId) -> bool {
        let [first, between, second] = [read, other, write].map(|id| self.held_at(id));
        second.iter().filter(|(_, _, shared)| !shared).any(|(lock, taken, _)| {
            first.iter().any(|(known, before, _)| known == lock && before != taken)
                && between.iter().any(|(known, _, shared)| known == lock && !shared)
        })
    }
}

/// When an event is done: in the part as recorded, or in the tail.
fn place(witness: &Witness, id: EventId) -> Option<usize> {
    if id < witness.prefix {
        return Some(id as usize);
    }
    let at = witness.tail.iter().position(|done| *done == id)?;
    Some(witness.prefix as usize + at)
}
