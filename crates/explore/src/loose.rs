//! Whether an execution shows that others may have a cycle of program order and reads-from (load buffering), under a model that
//! lets stores overtake loads. Only then is the program explored a second time, by promises ([`crate::ahead`]).
//!
//! Such a cycle needs a store that overtakes a load, and threads that use the same memory at the same time. Take an execution with
//! a cycle, in an order that the model keeps, up to where the first cycle closes: only loads are missing there that stores of
//! their threads have overtaken. Run these loads, now, and what lies between: this is an execution without a cycle, so it is
//! explored, and the stores are executed in it, with the same values, since they depend on none of those loads. The loads and the stores
//! that they would have read race in it. What lies between load and store may be something else, though, and order them: it
//! is not counted on if it depends on what was read ([`Certainty::Always`]). Nor may the stores ever be reached, if
//! a load fails an assumption or waits in a loop: both count as signs (random program 8068 has a cycle in a branch that
//! no other execution takes).
//!
//! Without races there are no such cycles: this is the usual theorem about programs without data races.

use crate::graph::{Event, Graph, Kind, Lane, LocId};
use crate::judge::overtakes;
use crate::kept::{Certainty, behind};
use crate::search::Search;
use crate::snapshot::{Action, End};
use ir::{Span, SyncOp};
use model::Model;
use posix::{OrdersLike, Step};

impl Search<'_> {
    /// Notes what an execution that cannot go on shows.
    pub fn note_looseness(&mut self, graph: &Graph) {
        if self.env.config.task.model != Model::SC && self.env.sharing.reservations.passed_look.is_none() {
            self.env.sharing.reservations.passed_look = passed_look(self.env.config.task.model, graph);
        }
        if !overtakes(self.env.config) {
            return;
        }
        let model = self.env.config.task.model;
        let racy = self.env.sharing.reservations.racy || crate::race::touches_at_once(&self.env, graph);
        let found = &mut self.env.sharing.reservations;
        found.racy = racy;
        if found.loose_write.is_none() {
            found.loose_write = graph.running().find_map(|(_, lane)| loose_write(model, lane));
        }
    }
}

/// A call on an object that other threads use too, behind an access that it is no fence for, and which is not followed as the load
/// that it is: a signal that wakes somebody is an operation of the object, which those behind it know of; and promises
/// ([`crate::ahead`]) take all operations one after the other.
fn passed_look(model: Model, graph: &Graph) -> Option<Span> {
    let followed = |event: &Event, action: &Action| {
        let signals =
            matches!(action, Action::Sync { step: Step::Do(SyncOp::CondSignal | SyncOp::CondBroadcast), .. });
        model.kept.contains(ir::FenceBits::LS) && !(signals && event.kind == Kind::Rmw)
    };
    let passes = |event: &Event| match event.sync {
        true => event.orders_like == OrdersLike::ReleaseStore,
        false => stores(event) || (overtaken_loads(model) && event.kind.reads()),
    };
    let elsewhere = |lane: usize, loc: LocId| {
        let others = graph.lanes.iter().enumerate().filter(|(other, _)| *other != lane);
        others
            .flat_map(|(_, other)| &other.events)
            .any(|event| event.sync && event.loc == loc && event.kind != Kind::Join)
    };
    graph.lanes.iter().enumerate().find_map(|(number, lane)| {
        let found = (0..lane.len()).find(|&index| {
            let event = &lane.events[index];
            let before = lane.events[..index].iter().rev().take_while(|event| !event.is_full_fence());
            event.sync
                && event.orders_like == OrdersLike::AcquireLoad
                && !followed(event, &lane.snapshots[index].action)
                && before.into_iter().any(passes)
                && elsewhere(number, event.loc)
        })?;
        Some(lane.snapshots[found].span)
    })
}

/// Whether a load may be passed by a later one.
fn overtaken_loads(model: Model) -> bool {
    !model.kept.contains(ir::FenceBits::LL)
}

fn loose_write(model: Model, lane: &Lane) -> Option<Span> {
    if matches!(lane.now().action, Action::Over(End::Assume | End::Spin { .. } | End::Again))
        || lane.now().local.assumed_away
    {
        return Some(lane.now().span);
    }
    let found = (0..lane.len()).find(|&index| may_overtake(model, lane, index))?;
    Some(lane.snapshots[found].span)
}

/// Whether an event is a store, now or in other executions, and overtakes a load in some of them.
fn may_overtake(model: Model, lane: &Lane, position: usize) -> bool {
    let mut event = lane.events[position];
    let exchange = matches!(lane.snapshots[position].action, Action::Cas { .. });
    if event.sync || !(exchange || stores(&event)) {
        return false;
    }
    if exchange {
        event.kind = Kind::Write;
    }
    let kept = |index: usize, event: &Event| {
        behind(model, lane, index, event, &lane.snapshots[index], Certainty::Always).before
    };
    // Everything that is kept before it, step by step.
    let mut before = kept(position, &event);
    for (index, other) in lane.events[..position].iter().enumerate().rev() {
        if before.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1) {
            if other.is_full_fence() {
                return false;
            }
            crate::run::union(&mut before, &kept(index, other));
        } else if other.kind.reads() && !other.sync {
            return true;
        }
    }
    false
}

fn stores(event: &Event) -> bool {
    event.kind.writes() || event.kind == Kind::Update
}
