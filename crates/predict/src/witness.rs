//! What is reported: a pair of events, and a reordering of the trace that shows it.

use crate::event::{Event, EventId};
use crate::trace::Trace;

/// What is wrong about a pair of events.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Conflicting accesses that can be next to each other.
    Race,
    /// The later one, a free, can come before the access.
    UseAfterFree,
    /// The signal can come before the wait.
    LostSignal,
    /// The object can be destroyed before it is used.
    UseAfterDestroy,
    /// Calls in an order that a specification forbids; the number is of the rule in the analysis' list.
    CallOrder(u32),
    /// Calls that do not commute and that can be next to each other.
    CallRace(u32),
    /// Conflicting events that can happen in the other order, which need not be an error.
    Reordered,
}

impl Kind {
    /// Whether the two are shown next to each other (or else the second before the first).
    pub fn is_adjacent(self) -> bool {
        matches!(self, Kind::Race | Kind::CallRace(_))
    }
}

/// Two events of different threads, the first earlier in the trace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pair {
    pub first: EventId,
    pub second: EventId,
    pub kind: Kind,
}

impl Pair {
    /// Whether `event` needs `other` only because of an order that is reversed here: that of two calls, or of the pair's
    /// own accesses and what may have been repeated.
    pub fn waives(&self, trace: &Trace, event: EventId, other: EventId) -> bool {
        let is_call = matches!(self.kind, Kind::CallOrder(_)) && event == self.second && other == self.first;
        let is_own = event == self.first || event == self.second;
        let is_read = trace.reads_from.get(event as usize) == Some(&other);
        is_call || is_own && !is_read && trace.events.get(other as usize).is_some_and(Event::is_repeat)
    }
}

/// How a reordering was found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Method {
    /// Critical sections stay in their order (SyncP).
    SyncPreserving,
    /// Critical sections may change their order (OSR).
    SyncReversal,
    /// By trying further.
    Search,
}

/// The first `prefix` events of the trace as they were, then `tail`. An order violation ends with the pair's first
/// event, its second is somewhere before; a race ends with both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    pub pair: Pair,
    pub prefix: EventId,
    pub tail: Vec<EventId>,
    pub method: Method,
}
