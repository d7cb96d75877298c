//! Whether a model permits an execution, with an order to show or a cycle that forbids it.
//!
//! Checked are coherence and atomicity ([`crate::coherence`]) and the model's axiom
//! `acyclic(ppo u bar u rfe u co u fr)` (SC: `rf`) on a graph where a read-modify-write is one node, an atomic section
//! is one node, and the orders of synchronisation objects are edges in every model.
//!
//! No model here rejects a cycle of dependencies and reads-from by itself: all but RMO-nodep exclude it through ppo, and
//! RMO-nodep permits `LB+datas`, whose stored values do not really depend on what was read. Whether such a cycle
//! invents a value can only be told by running the threads, which `certify` does; [`thin_air`] points out the suspects.

use crate::cells::Cells;
use crate::coherence;
use crate::graph::OrderGraph;
use crate::order::add_program_order;
use crate::relation::{Relation, show_cycle};
use crate::table::Model;
use crate::well_formed::{Malformed, checked_cells};
use events::{EventId, EventKind, Execution};
use std::fmt;

/// A permitted execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Consistent {
    /// All events in a linear extension of the global order: when each access reaches memory.
    pub order: Vec<EventId>,
}

/// A forbidden execution: each event of the cycle with its relation to the next, the last to the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inconsistent {
    pub axiom: Axiom,
    pub cycle: Vec<(EventId, Relation)>,
}

/// What an execution fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Axiom {
    Coherence,
    Atomicity,
    /// The global order of this model.
    Global(Model),
    Malformed(String),
    /// A value is its own cause. Never reported by [`consistent`]; see [`thin_air`].
    ThinAir,
}

impl fmt::Display for Inconsistent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.axiom {
            Axiom::Coherence => write!(f, "not coherent: {}", show_cycle(&self.cycle)),
            Axiom::Atomicity => write!(f, "not atomic: {}", show_cycle(&self.cycle)),
            Axiom::Global(model) => write!(f, "forbidden by {model}: {}", show_cycle(&self.cycle)),
            Axiom::Malformed(text) => write!(f, "malformed execution: {text}"),
            Axiom::ThinAir => write!(f, "a value out of thin air: {}", show_cycle(&self.cycle)),
        }
    }
}
impl std::error::Error for Inconsistent {}

impl From<Malformed> for Inconsistent {
    fn from(malformed: Malformed) -> Self {
        Inconsistent { axiom: Axiom::Malformed(malformed.0), cycle: Vec::new() }
    }
}

/// Asks a model about an execution. Values are not looked at; see [`crate::well_formed`].
pub fn consistent(execution: &Execution, model: Model) -> Result<Consistent, Inconsistent> {
    let cells = checked_cells(execution)?;
    coherence::check(execution, &cells, model)?;
    match global_order(execution, &cells, model).linearise(execution) {
        Ok(order) => Ok(Consistent { order: with_own_steps(execution, order) }),
        Err(cycle) => Err(Inconsistent { axiom: Axiom::Global(model), cycle }),
    }
}

/// Allocations, frees, inputs and fences are in no relation with other events, so a linear extension has them anywhere. They are put where
/// their thread does them: right before the first event that comes later in the program, else right behind the last before.
fn with_own_steps(execution: &Execution, mut order: Vec<EventId>) -> Vec<EventId> {
    let is_own = |id: EventId| {
        use EventKind::*;
        matches!(execution.event(id).kind, Alloc { .. } | Free | Input | Fence { .. })
    };
    let mut places = vec![(u32::MAX, 0); execution.events.len()];
    for (index, &id) in order.iter().enumerate() {
        places[id.0 as usize] = (index as u32, 1);
    }
    for thread in &execution.threads {
        let others = || thread.events.iter().filter(|&&id| !is_own(id));
        let last = others().map(|id| places[id.0 as usize].0).max().unwrap_or(u32::MAX);
        let mut next = (last, 2);
        for &id in thread.events.iter().rev() {
            let place = &mut places[id.0 as usize];
            match is_own(id) {
                true => *place = next,
                false if next.1 == 2 => next = (place.0, 0),
                false => next = next.min((place.0, 0)),
            }
        }
    }
    let po = execution.po_index();
    order.sort_by_key(|&id| (places[id.0 as usize], po[id]));
    order
}

/// Whether a list of all events is a linear extension of the global order, with atomic sections in one piece.
pub fn respects(execution: &Execution, model: Model, order: &[EventId]) -> Result<(), Inconsistent> {
    let cells = checked_cells(execution)?;
    let mut seen = vec![false; execution.events.len()];
    for id in order {
        match seen.get_mut(id.0 as usize) {
            Some(seen) if !*seen => *seen = true,
            _ => {
                return Err(
                    Malformed(format!("the linear order lists {id} twice, or it does not exist")).into()
                );
            }
        }
    }
    if let Some(missing) = seen.iter().position(|seen| !seen) {
        return Err(Malformed(format!("the linear order does not list e{missing}")).into());
    }
    let mut graph = global_order(execution, &cells, model);
    for pair in order.windows(2) {
        graph.add_events(pair[0], pair[1], Relation::Listed);
    }
    let violated = |cycle| Inconsistent { axiom: Axiom::Global(model), cycle };
    graph.linearise(execution).map(|_| ()).map_err(violated)
}

fn global_order(execution: &Execution, cells: &Cells, model: Model) -> OrderGraph {
    let mut graph = OrderGraph::new(execution);
    add_program_order(&mut graph, execution, cells, model);
    add_communication(&mut graph, execution, cells, model);
    add_sync(&mut graph, execution);
    graph
}

/// A cycle of dependencies and reads-from, if there is one: the values on it may be their own cause.
pub fn thin_air(execution: &Execution) -> Result<(), Inconsistent> {
    checked_cells(execution)?;
    let mut graph = OrderGraph::new(execution);
    for id in execution.event_ids() {
        let event = execution.event(id);
        for &from in event.deps.addr.iter().chain(&event.deps.data).chain(&event.deps.ctrl) {
            graph.add_events(from, id, Relation::Dependency);
        }
        for source in event.rf.iter().filter_map(|piece| piece.source) {
            graph.add_events(source, id, Relation::ReadsFrom);
        }
    }
    graph.linearise(execution).map(|_| ()).map_err(|cycle| Inconsistent { axiom: Axiom::ThinAir, cycle })
}

fn add_communication(graph: &mut OrderGraph, execution: &Execution, cells: &Cells, model: Model) {
    for cell in 0..cells.n_cells() {
        for pair in cells.writers(cell).windows(2) {
            graph.add_events(pair[0], pair[1], Relation::Coherence);
        }
    }
    for id in execution.event_ids().filter(|&id| execution.event(id).is_read()) {
        for source in execution.event(id).rf.iter().filter_map(|piece| piece.source) {
            if model.internal_rf_is_global || execution.event(source).thread != execution.event(id).thread {
                graph.add_events(source, id, Relation::ReadsFrom);
            }
        }
        for cell in cells.of_event(id) {
            // The next write is enough, later ones follow by co. An RMW is itself the next after its source.
            let next = cells.writer_at(cell, cells.read_at(id, cell) + 1);
            if let Some(next) = next.filter(|&next| next != id) {
                graph.add_events(id, next, Relation::FromRead);
            }
        }
    }
}

fn add_sync(graph: &mut OrderGraph, execution: &Execution) {
    for order in &execution.sync {
        for pair in order.events.windows(2) {
            graph.add_events(pair[0], pair[1], Relation::Sync);
        }
    }
}
