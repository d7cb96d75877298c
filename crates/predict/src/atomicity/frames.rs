//! Which call of a function a thread is in: calls that have returned are told from those that go on, also where the next one is of the same
//! function from the same place. Wrong only below 64 calls that were made since the thread's last event: the recorder tells the innermost.

use crate::event::{Event, EventId};
use crate::trace::Trace;
use events::trace::StackId;

/// A call, by the order in which calls were noticed; 0 is none.
pub(super) type Call = u32;

/// Where a thread is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    stack: StackId,
    location: u32,
    depth: u32,
}

/// The calls that each thread is in.
pub(super) struct Frames<'a> {
    trace: &'a Trace,
    /// All of a thread is one call.
    by_thread: bool,
    threads: Vec<Vec<Call>>,
    next: Call,
    /// What of the trace's returns has not been looked at.
    returns: &'a [(EventId, u32)],
}

impl<'a> Frames<'a> {
    pub(super) fn new(trace: &'a Trace, by_thread: bool) -> Frames<'a> {
        let threads = vec![Vec::new(); trace.n_threads];
        Frames { trace, by_thread, threads, next: 1, returns: &trace.returns }
    }

    /// Takes an acquire or release into account; the depth its thread had come back to meanwhile, and that it is at now.
    pub(super) fn event(&mut self, id: EventId, event: &Event) -> (u32, u32) {
        let depth = self.depth(id);
        let mut lowest = depth;
        while let Some((at, returned)) = self.returns.first().filter(|(at, _)| *at <= id) {
            if *at == id {
                lowest = lowest.min(*returned);
            }
            self.returns = &self.returns[1..];
        }
        let calls = &mut self.threads[event.thread as usize];
        calls.truncate(lowest as usize);
        while calls.len() < depth as usize {
            calls.push(self.next);
            self.next += 1;
        }
        (lowest, depth)
    }

    fn stack(&self, id: EventId) -> StackId {
        self.trace.stack_of.get(id as usize).copied().unwrap_or_default()
    }

    fn depth(&self, id: EventId) -> u32 {
        if self.by_thread { 1 } else { self.trace.stacks.depth(self.stack(id)) }
    }

    /// The call at a depth (from 1 on) that the thread is in.
    pub(super) fn call(&self, thread: u32, depth: u32) -> Call {
        let place = (depth as usize).checked_sub(1);
        place.and_then(|place| self.threads[thread as usize].get(place)).copied().unwrap_or(0)
    }

    /// Where the thread is at an event.
    pub(super) fn place(&self, id: EventId, event: &Event, depth: u32) -> Place {
        Place { stack: self.stack(id), location: event.location, depth }
    }

    /// Where it is in the function at that depth: a call of another function, or the event itself.
    pub(super) fn place_at(&self, place: &Place, depth: u32) -> u32 {
        if place.depth == depth {
            return place.location;
        }
        self.trace.stacks.call_at(place.stack, depth + 1)
    }
}
