//! Events as the analyses see them: every object has a small number of its own, locks are well formed, and one access is
//! to one variable.

use events::trace::{Op, REPEATED, TraceOrder};

/// Index of an event in [`crate::Trace::events`].
pub type EventId = u32;
/// No event.
pub const NONE: EventId = u32::MAX;

/// One event. What `target` numbers depends on the operation: a variable for memory accesses, alloc and free; a
/// synchronisation object for locks, condition variables, barriers and semaphores; a thread for fork and join; an index
/// in [`crate::Trace::calls`] for calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    pub target: u32,
    pub thread: u32,
    pub location: u32,
    pub op: Op,
    /// Of atomic accesses and fences.
    pub order: TraceOrder,
}

impl Event {
    pub fn new(thread: u32, op: Op, target: u32, location: u32) -> Event {
        Event { target, thread, location, op, order: TraceOrder::None }
    }

    /// Whether an atomic read or a fence takes over what was released. Where no order was recorded, it is the strongest.
    pub fn acquires(&self) -> bool {
        self.order == TraceOrder::None || self.order.acquires()
    }

    /// Whether an atomic write or a fence releases what its thread has done.
    pub fn releases(&self) -> bool {
        self.order == TraceOrder::None || self.order.releases()
    }

    pub fn reads(&self) -> bool {
        matches!(self.op, Op::Read | Op::AtomicRead | Op::AtomicUpdate)
    }

    pub fn writes(&self) -> bool {
        matches!(self.op, Op::Write | Op::AtomicWrite | Op::AtomicUpdate)
    }

    /// A read or write of a variable.
    pub fn is_access(&self) -> bool {
        self.op.is_access()
    }

    pub fn is_atomic(&self) -> bool {
        matches!(self.op, Op::AtomicRead | Op::AtomicWrite | Op::AtomicUpdate)
    }

    pub fn is_acquire(&self) -> bool {
        matches!(self.op, Op::Acquire | Op::AcquireShared)
    }

    /// Whether it is not known to have happened just here, but stands for what may have (see [`crate::open_sections`]): it
    /// keeps its order with what conflicts, and is in no violation itself.
    pub fn is_repeat(&self) -> bool {
        self.location == REPEATED
    }

    /// Whether it is a plain access that may have been repeated. It is in no candidate, and must not take the place of the access that it
    /// repeats, which is.
    pub(crate) fn is_plain_repeat(&self) -> bool {
        self.is_repeat() && !self.is_atomic()
    }

    /// Whether the two are accesses of one variable of which one writes.
    pub fn conflicts(&self, other: &Event) -> bool {
        self.target == other.target
            && !self.is_repeat()
            && !other.is_repeat()
            && self.is_access()
            && other.is_access()
            && (self.writes() || other.writes())
    }

    /// Whether the two, with nothing to keep them apart, are a data race.
    pub fn races(&self, other: &Event) -> bool {
        self.conflicts(other) && !(self.is_atomic() && other.is_atomic())
    }
}
