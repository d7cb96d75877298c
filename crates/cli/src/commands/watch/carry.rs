//! What a segment of a run must know of what was before: which locks are held, which threads there are, who waits and
//! which signals nobody has taken yet. It is told as events that come first.
//!
//! All of them, and nothing else, come before the first event of any thread in the segment: each thread that does
//! something then has entered a barrier after them, and leaves it before it goes on. So a reordering keeps what was before
//! as it was recorded.

use events::trace::{Op, REPEATED, TraceEvent};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The number of that barrier. No address is so high.
pub const CUT: u64 = u64::MAX;
/// And what it is called in schedules.
pub const CUT_NAME: &str = "what was before";

/// An object and its generation.
type Object = (u64, u32);

/// How a run stands after some events.
#[derive(Debug, Default)]
pub struct Carry {
    /// Events so far.
    count: u64,
    threads: BTreeSet<u32>,
    /// Per thread: acquires without a release, in their order.
    held: BTreeMap<u32, Vec<TraceEvent>>,
    waiting: BTreeMap<u32, Waiting>,
    conditions: FxHashMap<Object, Condition>,
}

#[derive(Debug)]
struct Waiting {
    at: u64,
    wait: TraceEvent,
    /// The mutex has been taken again.
    acquired: bool,
}

#[derive(Debug, Default)]
struct Condition {
    waiting: usize,
    /// Signals that no wake has taken, and broadcasts.
    signals: Vec<(u64, TraceEvent)>,
}

fn object(event: &TraceEvent) -> Object {
    (event.object, event.generation)
}

impl Carry {
    /// The next event of the run. Accesses need not be told.
    pub fn event(&mut self, event: &TraceEvent) {
        self.count += 1;
        // What stands for earlier events may be told of a thread that has ended since.
        if event.location != REPEATED {
            self.threads.insert(event.thread);
        }
        match event.op {
            Op::BarrierEnter if event.object == CUT => {
                self.threads.remove(&event.thread);
                return;
            }
            Op::BarrierLeave if event.object == CUT => return,
            Op::Acquire | Op::AcquireShared => self.held.entry(event.thread).or_default().push(*event),
            Op::Release => self.release(event),
            Op::Destroy => {
                self.held.values_mut().for_each(|held| held.retain(|lock| object(lock) != object(event)));
            }
            Op::Fork => {
                self.threads.extend(u32::try_from(event.object));
            }
            Op::Join => self.end(event.object),
            Op::ThreadEnd => self.end(u64::from(event.thread)),
            _ => {}
        }
        self.condition(event);
    }

    fn release(&mut self, event: &TraceEvent) {
        if let Some(held) = self.held.get_mut(&event.thread)
            && let Some(place) = held.iter().rposition(|lock| object(lock) == object(event))
        {
            held.remove(place);
        }
    }

    fn end(&mut self, thread: u64) {
        let Ok(thread) = u32::try_from(thread) else { return };
        self.threads.remove(&thread);
        self.held.remove(&thread);
        self.gave_up(thread);
    }

    /// Who waits and is woken, as prediction has it: a wake takes the earliest signal after its wait.
    fn condition(&mut self, event: &TraceEvent) {
        match event.op {
            Op::Signal | Op::Broadcast => {
                if let Some(condition) = self.conditions.get_mut(&object(event))
                    && condition.waiting > 0
                {
                    condition.signals.push((self.count, *event));
                }
            }
            Op::Wait => {
                self.gave_up(event.thread);
                let waiting = Waiting { at: self.count, wait: *event, acquired: false };
                self.waiting.insert(event.thread, waiting);
                self.conditions.entry(object(event)).or_default().waiting += 1;
            }
            Op::Wake => self.wake(event.thread),
            _ => match self.waiting.get_mut(&event.thread) {
                Some(waiting) if event.op == Op::Acquire && !waiting.acquired => waiting.acquired = true,
                Some(waiting) if waiting.acquired => self.gave_up(event.thread),
                _ => {}
            },
        }
    }

    fn wake(&mut self, thread: u32) {
        if let Some(waiting) = self.waiting.get(&thread)
            && let Some(condition) = self.conditions.get_mut(&object(&waiting.wait))
        {
            let place = condition.signals.partition_point(|(at, _)| *at < waiting.at);
            if condition.signals.get(place).is_some_and(|(_, signal)| signal.op == Op::Signal) {
                condition.signals.remove(place);
            }
        }
        self.gave_up(thread);
    }

    fn gave_up(&mut self, thread: u32) {
        let Some(waiting) = self.waiting.remove(&thread) else { return };
        let condition = self.conditions.entry(object(&waiting.wait)).or_default();
        condition.waiting = condition.waiting.saturating_sub(1);
        if condition.waiting == 0 {
            self.conditions.remove(&object(&waiting.wait));
        }
    }

    /// What comes first in a segment that begins here.
    pub fn before(&self) -> Vec<TraceEvent> {
        // That they were taken is known, not in which order with others': nobody is to wait for one of these here.
        let tried = |lock: &TraceEvent| TraceEvent { has_value: true, value: 1, ..*lock };
        let locks = self.held.values().flatten().map(tried);
        let waits = self.waiting.values().map(|waiting| (waiting.at, waiting.wait));
        let signals = self.conditions.values().flat_map(|condition| condition.signals.iter().copied());
        let mut conditions: Vec<(u64, TraceEvent)> = waits.chain(signals).collect();
        conditions.sort_by_key(|(at, _)| *at);
        let mut events: Vec<TraceEvent> =
            locks.chain(conditions.into_iter().map(|(_, event)| event)).collect();
        let mut known = self.threads.clone();
        known.extend(events.iter().map(|event| event.thread));
        let cut = |op: Op| move |thread: &u32| TraceEvent::new(*thread, op, CUT, 0);
        events.extend(known.iter().map(cut(Op::BarrierEnter)));
        events.extend(self.threads.iter().map(cut(Op::BarrierLeave)));
        events.iter_mut().for_each(|event| event.stack = events::trace::StackId::EMPTY);
        events
    }

    /// Whether a thread may still do something.
    pub fn is_alive(&self, thread: u32) -> bool {
        self.threads.contains(&thread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn carried(events: &[(u32, Op, u64)]) -> Vec<(u32, Op, u64)> {
        let mut carry = Carry::default();
        for (thread, op, object) in events {
            carry.event(&TraceEvent::new(*thread, *op, *object, 7));
        }
        carry.before().iter().map(|event| (event.thread, event.op, event.object)).collect()
    }

    #[test]
    fn locks_and_threads() {
        use Op::{Acquire, AcquireShared, BarrierEnter, BarrierLeave, Fork, Release, ThreadEnd};
        let before = carried(&[
            (0, Fork, 1),
            (0, Fork, 2),
            (0, Fork, 3),
            (1, Acquire, 50),
            (1, Acquire, 51),
            (1, Acquire, 51),
            (1, Release, 51),
            (2, AcquireShared, 52),
            (1, Release, 50),
            (2, Release, 99),
            (3, Acquire, 53),
            (3, ThreadEnd, 0),
        ]);
        assert_eq!(
            before,
            [
                (1, Acquire, 51),
                (2, AcquireShared, 52),
                (0, BarrierEnter, CUT),
                (1, BarrierEnter, CUT),
                (2, BarrierEnter, CUT),
                (0, BarrierLeave, CUT),
                (1, BarrierLeave, CUT),
                (2, BarrierLeave, CUT),
            ]
        );
        // Nothing more happens: the same again.
        assert_eq!(carried(&before), before);
    }

    #[test]
    fn a_thread_that_has_ended_stays_so() {
        let mut carry = Carry::default();
        carry.event(&TraceEvent::new(0, Op::Fork, 1, 7));
        carry.event(&TraceEvent::new(1, Op::ThreadEnd, 0, 7));
        carry.event(&TraceEvent::new(1, Op::AtomicRead, 0x1000, REPEATED));
        assert!(carry.is_alive(0) && !carry.is_alive(1));
    }

    #[test]
    fn who_waits_and_who_signalled() {
        use Op::{BarrierEnter, BarrierLeave, Signal, ThreadEnd, Wait, Wake};
        let before = carried(&[
            (3, Signal, 60),
            (1, Wait, 60),
            (2, Wait, 60),
            (3, Signal, 60),
            (3, Signal, 60),
            (3, ThreadEnd, 0),
            (1, Wake, 60),
        ]);
        let conditions = [(2, Wait, 60), (3, Signal, 60)];
        let enter = [1, 2, 3].map(|thread| (thread, BarrierEnter, CUT));
        let leave = [1, 2].map(|thread| (thread, BarrierLeave, CUT));
        assert_eq!(before, [&conditions[..], &enter, &leave].concat());
        assert_eq!(carried(&before), before);
        let woken = [&before[..], &[(2, Wake, 60)]].concat();
        assert_eq!(carried(&woken).len(), 4);
    }
}
