//! Which liberties of a model an execution takes: the pairs of program order that a stronger model keeps, and for which it forbids
//! the execution.
//!
//! Taken from one short cycle that the weakest of the stronger models forbids (what it forbids, all that are stronger still forbid
//! too): where the cycle passes through a thread from one access to a later one
//! and the model does not keep that pair, the pair was reordered (or the later one read the thread's own store early).
//! Another cycle may name other pairs; each on its own is a reason why that model forbids the execution.

use crate::consistent::{Axiom, consistent};
use crate::graph::Node;
use crate::order::ppo_and_fences;
use crate::relation::{Halves, Relation};
use crate::table::Model;
use events::{Event, EventId, EventKind, Execution, SyncStep};
use ir::FenceBits;
use posix::OrdersLike;
use std::fmt;

/// `second` took effect before `first`, though it comes later in the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Relaxation {
    pub first: EventId,
    pub second: EventId,
    pub kind: RelaxationKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum RelaxationKind {
    LoadLoad,
    LoadStore,
    StoreLoad,
    StoreStore,
    /// A load took the value of its own thread's store before the store reached memory.
    OwnStoreEarly,
}

impl RelaxationKind {
    fn of(pairs: FenceBits, overlaps: bool) -> RelaxationKind {
        if pairs.contains(FenceBits::SL) {
            return if overlaps { RelaxationKind::OwnStoreEarly } else { RelaxationKind::StoreLoad };
        }
        match () {
            () if pairs.contains(FenceBits::SS) => RelaxationKind::StoreStore,
            () if pairs.contains(FenceBits::LS) => RelaxationKind::LoadStore,
            () => RelaxationKind::LoadLoad,
        }
    }
}

impl fmt::Display for RelaxationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RelaxationKind::LoadLoad => "a load passes an earlier load",
            RelaxationKind::LoadStore => "a store passes an earlier load",
            RelaxationKind::StoreLoad => "a load passes an earlier store",
            RelaxationKind::StoreStore => "a store passes an earlier store",
            RelaxationKind::OwnStoreEarly => "a load sees its own thread's store early",
        })
    }
}

/// Empty when SC permits the execution as well (or when it is malformed).
pub fn relaxations(execution: &Execution, model: Model) -> Vec<Relaxation> {
    let stronger =
        Model::ALL.into_iter().rev().filter(|&other| other != model && model.weaker_or_equal(other));
    let mut forbidden = stronger.filter_map(|other| consistent(execution, other).err());
    let Some(forbidden) = forbidden.next().filter(|found| !matches!(found.axiom, Axiom::Malformed(_))) else {
        return Vec::new();
    };
    let Ok(kept) = ppo_and_fences(execution, model) else { return Vec::new() };
    let mut found = Vec::new();
    for (first, second) in passages(execution, &forbidden.cycle) {
        let reachable = kept.reachable(Node(first.0));
        let target = kept.representative(Node(second.0));
        if kept.representative(Node(first.0)) == target || reachable[target.0 as usize] {
            continue;
        }
        let (a, b) = (execution.event(first), execution.event(second));
        let kind = RelaxationKind::of(halves(a).pairs(halves(b)), a.overlaps(b));
        found.push(Relaxation { first, second, kind });
    }
    found
}

/// What an event counts as where it can be overtaken: calls that are no fences are loads or stores.
fn halves(event: &Event) -> Halves {
    match &event.kind {
        EventKind::Sync { op: SyncStep::Do(op), .. } => {
            match posix::orders_like(*op, event.read.map(|status| status as u32), false) {
                OrdersLike::ReleaseStore => Halves::WRITE,
                OrdersLike::AcquireLoad | OrdersLike::FullFence => Halves::READ,
            }
        }
        _ => Halves::of(event),
    }
}

/// Where a cycle enters and leaves each thread that it passes through.
fn passages(execution: &Execution, cycle: &[(EventId, Relation)]) -> Vec<(EventId, EventId)> {
    let thread = |index: usize| execution.event(cycle[index % cycle.len()].0).thread;
    let Some(start) = (0..cycle.len()).find(|&index| thread(index + cycle.len() - 1) != thread(index)) else {
        return Vec::new();
    };
    let mut passages: Vec<(EventId, EventId)> = Vec::new();
    for index in start..start + cycle.len() {
        let event = cycle[index % cycle.len()].0;
        match passages.last_mut() {
            Some((_, last)) if thread(index) == thread(index + cycle.len() - 1) => *last = event,
            _ => passages.push((event, event)),
        }
    }
    passages.retain(|(first, second)| first != second);
    passages
}
