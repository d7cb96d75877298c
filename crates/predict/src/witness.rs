//! What is reported: a pair of events, and a reordering of the trace that shows it.

use crate::event::{Event, EventId};
use crate::trace::Trace;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// Schedules of deadlocks can be long.
const STEPS_TOLD: usize = 100_000;

/// Calls that tell one place from another.
const CALLS: usize = 4;

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
    /// Each waits for a lock that another one's thread holds.
    Deadlock,
    /// The second, a write, can come before the first, a write, and after what that one goes by.
    Atomicity,
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

impl Trace {
    /// What makes two deadlocks the same for the user: the places of their acquires, with who called them (locks of libraries
    /// are all taken at one place), in any order; the locks where places are not known.
    pub fn cycle_places(&self, cycle: &[EventId]) -> Vec<u64> {
        let place = |id: &EventId| {
            let event = self.events.get(*id as usize)?;
            let lock = self.originals[2].get(event.target as usize).filter(|_| event.location == 0);
            let calls: Vec<u32> = self.calls_to(*id).take(CALLS).collect();
            Some(FxBuildHasher.hash_one((event.location, lock, calls)))
        };
        let mut places: Vec<u64> = cycle.iter().filter_map(place).collect();
        places.sort_unstable();
        places
    }
}

impl Witness {
    /// The steps of the schedule that are told, also to machines: the last ones.
    pub fn steps_told(&self) -> &[EventId] {
        &self.tail[self.tail.len().saturating_sub(STEPS_TOLD)..]
    }

    /// The events that it is about.
    pub fn subject(&self) -> Vec<EventId> {
        if self.cycle.is_empty() { vec![self.pair.first, self.pair.second] } else { self.cycle.clone() }
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
/// event, its second is somewhere before; a race ends with both; a deadlock ends where the events of its cycle would come next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    pub pair: Pair,
    /// Of a deadlock: acquires, each of a lock that the next one's thread holds, the last of one that the first one's holds. The pair
    /// is the first two. Of a broken operation: a read, another thread's write, the write that goes by the read; the pair is the last, and the one
    /// between. Empty otherwise.
    pub cycle: Vec<EventId>,
    pub prefix: EventId,
    pub tail: Vec<EventId>,
    pub method: Method,
}
