//! What all the orders have in common: they look at events one by one and tell of pairs that they leave unordered.

use crate::clock::VectorClock;
use crate::event::{Event, EventId};
use crate::witness::Pair;
use events::trace::Op;
use rustc_hash::FxHashMap;

/// An order over a trace, computed in one pass.
pub trait Filter {
    /// Looks at the next event; calls `candidate` for each earlier event that it forms a pair with.
    fn event(&mut self, id: EventId, event: &Event, candidate: &mut dyn FnMut(Pair));
}

/// Clocks of threads and of what hands order from one thread to another without locks: fork and join, signals,
/// barriers and semaphores.
#[derive(Debug, Default)]
pub(crate) struct Clocks {
    threads: Vec<VectorClock>,
    handed: Vec<VectorClock>,
    /// Whose time stands for that of a thread that was joined, if that is asked for again.
    joined_by: FxHashMap<u32, u32>,
}

impl Clocks {
    /// The clock of a thread; it starts at 1.
    #[inline]
    pub(crate) fn of(&mut self, thread: u32) -> &mut VectorClock {
        let index = thread as usize;
        if self.threads.get(index).is_none_or(VectorClock::is_empty) {
            self.add(index);
        }
        &mut self.threads[index]
    }

    #[cold]
    fn add(&mut self, index: usize) {
        if let Some(by) = self.joined_by.remove(&(index as u32)) {
            let mut clock = self.of(by).clone();
            clock.tick(index as u32);
            self.threads[index] = clock;
        }
        for thread in self.threads.len()..=index {
            let mut clock = VectorClock::default();
            clock.set(thread as u32, 1);
            self.threads.push(clock);
        }
    }

    fn handed(&mut self, sync: u32) -> usize {
        let index = sync as usize;
        if index >= self.handed.len() {
            self.handed.resize_with(index + 1, VectorClock::default);
        }
        index
    }

    /// Gives the thread's time to the object and moves on.
    pub(crate) fn give(&mut self, thread: u32, sync: u32) {
        let index = self.handed(sync);
        self.of(thread);
        self.handed[index].join(&self.threads[thread as usize]);
        self.threads[thread as usize].tick(thread);
    }

    /// Takes the time from the object.
    pub(crate) fn take(&mut self, thread: u32, sync: u32) {
        let index = self.handed(sync);
        self.of(thread);
        self.threads[thread as usize].join(&self.handed[index]);
    }

    fn pass(&mut self, from: u32, to: u32) {
        let clock = self.of(from).clone();
        self.of(to).join(&clock);
        self.threads[from as usize].tick(from);
    }

    /// A thread was joined. Programs may have very many of such, so its time is not kept: who asks for it again is told what
    /// the one who joined it knows by then.
    fn end(&mut self, thread: u32, by: u32) {
        if thread != by {
            self.threads[thread as usize] = VectorClock::default();
            self.joined_by.insert(thread, by);
        }
    }

    /// Fork, join, signals, barriers, semaphores; whether the event was one of them.
    pub(crate) fn hand_over(&mut self, event: &Event) -> bool {
        match event.op {
            Op::Fork => self.pass(event.thread, event.target),
            Op::Join => {
                self.pass(event.target, event.thread);
                self.end(event.target, event.thread);
            }
            Op::Signal | Op::Broadcast | Op::BarrierEnter | Op::Post => self.give(event.thread, event.target),
            Op::Wake | Op::BarrierLeave => self.take(event.thread, event.target),
            Op::Down => {
                self.take(event.thread, event.target);
                self.give(event.thread, event.target);
            }
            _ => return false,
        }
        true
    }
}

/// Who waits on each condition variable, for signals that can come too early.
#[derive(Debug, Default)]
pub(crate) struct Waits {
    by_condition: Vec<Vec<(EventId, u32, u32)>>,
}

impl Waits {
    fn of(&mut self, condition: u32) -> &mut Vec<(EventId, u32, u32)> {
        let index = condition as usize;
        if index >= self.by_condition.len() {
            self.by_condition.resize_with(index + 1, Vec::new);
        }
        &mut self.by_condition[index]
    }

    pub(crate) fn wait(&mut self, id: EventId, event: &Event, clock: &VectorClock) {
        let time = clock.get(event.thread);
        let list = self.of(event.target);
        list.retain(|(_, thread, _)| *thread != event.thread);
        list.push((id, event.thread, time));
    }

    /// The wait has ended.
    pub(crate) fn wake(&mut self, event: &Event) {
        self.of(event.target).retain(|(_, thread, _)| *thread != event.thread);
    }

    pub(crate) fn signal(
        &mut self,
        id: EventId,
        event: &Event,
        clock: &VectorClock,
        candidate: &mut dyn FnMut(Pair),
    ) {
        for (wait, thread, time) in self.of(event.target) {
            if *thread != event.thread && *time > clock.get(*thread) {
                candidate(Pair { first: *wait, second: id, kind: crate::Kind::LostSignal });
            }
        }
    }
}
