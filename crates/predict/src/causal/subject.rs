//! What is asked about a trace, and what is shown for an answer.

use super::{BlockKind, CausalTrace};
use crate::event::EventId;

/// Kinds of questions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CausalProperty {
    Atomicity,
    Race,
    Deadlock,
}

/// What can go wrong in a reordering.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Subject {
    /// `remote` comes between two accesses of a block, and no serial order explains what the three see or leave.
    Block { first: EventId, remote: EventId, second: EventId, kind: BlockKind },
    /// Both come next.
    Race(EventId, EventId),
    /// Each is the next event of its thread, and waits for a lock that one of the others' threads holds.
    Deadlock(Vec<EventId>),
}

impl Subject {
    /// The events that it is about.
    pub fn events(&self) -> Vec<EventId> {
        match self {
            Subject::Block { first, remote, second, .. } => vec![*first, *remote, *second],
            Subject::Race(a, b) => vec![*a, *b],
            Subject::Deadlock(list) => list.clone(),
        }
    }

    pub fn property(&self) -> CausalProperty {
        match self {
            Subject::Block { .. } => CausalProperty::Atomicity,
            Subject::Race(..) => CausalProperty::Race,
            Subject::Deadlock(_) => CausalProperty::Deadlock,
        }
    }

    /// A short name for machines.
    pub fn name(&self) -> &'static str {
        match self {
            Subject::Block { .. } => "atomicity",
            Subject::Race(..) => "data-race",
            Subject::Deadlock(_) => "deadlock",
        }
    }

    /// Where in the program it is.
    pub(super) fn place(&self, causal: &CausalTrace) -> Vec<u32> {
        let location = |id: &EventId| causal.trace.events[*id as usize].location;
        let mut list: Vec<u32> = self.events().iter().map(location).collect();
        if self.property() != CausalProperty::Atomicity {
            list.sort_unstable();
        }
        list.push(self.property() as u32);
        list
    }

    /// What is wrong, in one line.
    pub fn headline(&self, causal: &CausalTrace) -> String {
        let trace = &causal.trace;
        let event = |id: EventId| &trace.events[id as usize];
        match self {
            Subject::Block { first, remote, second, kind } => {
                let letter = |id: EventId| match (event(id).reads(), event(id).writes()) {
                    (true, true) => "RW",
                    (true, false) => "R",
                    _ => "W",
                };
                let pattern = [*first, *remote, *second].map(letter).join("-");
                let block = match kind {
                    BlockKind::Marked => "an atomic block",
                    BlockKind::Locks => "two critical sections of one function",
                };
                let name = trace.object_name(event(*first));
                let [one, other] = [*first, *remote].map(|id| trace.thread_name(event(id)));
                format!("atomicity violation: {other} accesses {name} inside of {block} of {one} ({pattern})")
            }
            Subject::Race(a, b) => {
                let name = trace.object_name(event(*a));
                let [one, other] = [*a, *b].map(|id| trace.thread_name(event(id)));
                format!("data race on {name} between {one} and {other}")
            }
            Subject::Deadlock(list) => {
                let names: Vec<String> = list.iter().map(|&id| trace.thread_name(event(id))).collect();
                format!("deadlock of {}", names.join(", "))
            }
        }
    }
}

/// The first `prefix` events of the trace as they were, then `tail`. A broken block ends with its second access; a race
/// and a deadlock end where the events they are about would come next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CausalWitness {
    pub subject: Subject,
    pub prefix: EventId,
    pub tail: Vec<EventId>,
}
