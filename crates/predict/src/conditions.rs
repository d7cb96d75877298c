//! Which signal ended which wait in the recorded run.
//!
//! A signal ends one wait, a broadcast all that have begun. The recording does not say which; each wake gets the earliest
//! signal after its wait that no other wake has. That leaves the most signals for later wakes, because a later signal can
//! end every wait that an earlier one can. A wake for which none is left (a spurious one, or a signaller that was not
//! recorded) keeps its place after the last signal. The mutex is taken again only by who has been woken, so that
//! acquire has the wake's signal too.

use crate::event::{Event, EventId, NONE};
use events::trace::Op;
use rustc_hash::FxHashMap;

/// Per wake, and per acquire that takes the mutex again before it: the wait and the signal that ended it.
pub(crate) type Wakes = FxHashMap<EventId, (EventId, EventId)>;

#[derive(Default)]
struct Matching {
    conditions: FxHashMap<u32, Condition>,
    /// By thread.
    waiting: FxHashMap<u32, Waiting>,
    wakes: Wakes,
}

#[derive(Clone, Copy)]
struct Waiting {
    condition: u32,
    wait: EventId,
    /// Where the mutex was taken again.
    acquire: EventId,
}

#[derive(Default)]
struct Condition {
    waiting: u32,
    /// Signals that no wake has yet, and broadcasts.
    signals: Vec<(EventId, bool)>,
    last: Option<EventId>,
}

pub(crate) fn match_wakes(events: &[Event]) -> Wakes {
    let mut matching = Matching::default();
    if events.iter().any(|event| event.op == Op::Wait) {
        for (id, event) in events.iter().enumerate() {
            matching.event(id as EventId, event);
        }
    }
    matching.wakes
}

impl Matching {
    fn event(&mut self, id: EventId, event: &Event) {
        match event.op {
            Op::Signal | Op::Broadcast => {
                let condition = self.conditions.entry(event.target).or_default();
                condition.last = Some(id);
                if condition.waiting > 0 {
                    condition.signals.push((id, event.op == Op::Broadcast));
                }
            }
            Op::Wait => {
                self.gave_up(event.thread);
                let waiting = Waiting { condition: event.target, wait: id, acquire: NONE };
                self.waiting.insert(event.thread, waiting);
                self.conditions.entry(event.target).or_default().waiting += 1;
            }
            Op::Wake => self.wake(id, event),
            _ if self.waiting.is_empty() => {}
            _ => match self.waiting.get_mut(&event.thread) {
                Some(waiting) if event.op == Op::Acquire && waiting.acquire == NONE => waiting.acquire = id,
                // It goes on without a wake: the time was over.
                Some(waiting) if waiting.acquire != NONE => self.gave_up(event.thread),
                _ => {}
            },
        }
    }

    fn gave_up(&mut self, thread: u32) {
        if let Some(waiting) = self.waiting.remove(&thread)
            && let Some(condition) = self.conditions.get_mut(&waiting.condition)
        {
            condition.leave();
        }
    }

    fn wake(&mut self, id: EventId, event: &Event) {
        let Some(waiting) = self.waiting.remove(&event.thread) else { return };
        let Some(condition) = self.conditions.get_mut(&waiting.condition) else { return };
        let signal = condition.take(waiting.wait);
        condition.leave();
        if waiting.condition == event.target
            && let Some(signal) = signal
        {
            self.wakes.insert(id, (waiting.wait, signal));
            if waiting.acquire != NONE && signal < waiting.acquire {
                self.wakes.insert(waiting.acquire, (waiting.wait, signal));
            }
        }
    }
}

impl Condition {
    fn leave(&mut self) {
        self.waiting = self.waiting.saturating_sub(1);
        if self.waiting == 0 {
            self.signals.clear();
        }
    }

    fn take(&mut self, wait: EventId) -> Option<EventId> {
        let place = self.signals.partition_point(|(signal, _)| *signal < wait);
        match self.signals.get(place).copied() {
            Some((signal, true)) => Some(signal),
            Some((signal, false)) => {
                self.signals.remove(place);
                Some(signal)
            }
            None => self.last.filter(|signal| *signal > wait),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Thread and operation on condition 0; `Acquire` of mutex 1.
    fn wakes(events: &[(u32, Op)]) -> Vec<(EventId, EventId, EventId)> {
        let event = |(thread, op): &(u32, Op)| Event::new(*thread, *op, u32::from(*op == Op::Acquire), 0);
        let events: Vec<Event> = events.iter().map(event).collect();
        let mut all: Vec<_> =
            match_wakes(&events).into_iter().map(|(wake, (wait, signal))| (wake, wait, signal)).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn a_signal_ends_one_wait_and_a_broadcast_all() {
        let waits = [(1, Op::Wait), (2, Op::Wait)];
        let with = |rest: &[(u32, Op)]| wakes(&[&waits[..], rest].concat());
        let both = [(2, Op::Wake), (1, Op::Wake)];
        assert_eq!(with(&[&[(0, Op::Signal), (0, Op::Signal)], &both[..]].concat()), [(4, 1, 2), (5, 0, 3)]);
        assert_eq!(with(&[&[(0, Op::Broadcast)], &both[..]].concat()), [(3, 1, 2), (4, 0, 2)]);
        // The second is spurious; it stays where it was.
        assert_eq!(with(&[&[(0, Op::Signal)], &both[..]].concat()), [(3, 1, 2), (4, 0, 2)]);
    }

    #[test]
    fn a_signal_before_the_wait_does_not_end_it() {
        assert_eq!(wakes(&[(1, Op::Wait), (0, Op::Signal), (2, Op::Wait), (2, Op::Wake)]), []);
        assert_eq!(wakes(&[(0, Op::Signal), (1, Op::Wait), (1, Op::Wake)]), []);
    }

    #[test]
    fn the_mutex_is_taken_again_after_the_signal() {
        let events = [(1, Op::Wait), (0, Op::Signal), (1, Op::Acquire), (1, Op::Wake)];
        assert_eq!(wakes(&events), [(2, 0, 1), (3, 0, 1)]);
        // Out of time, then a wait that is ended.
        let events = [
            (1, Op::Wait),
            (1, Op::Acquire),
            (1, Op::Wait),
            (0, Op::Signal),
            (1, Op::Acquire),
            (1, Op::Wake),
        ];
        assert_eq!(wakes(&events), [(4, 2, 3), (5, 2, 3)]);
    }
}
