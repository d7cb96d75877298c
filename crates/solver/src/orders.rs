//! What the caller says about orders: events, edges, and reads and writes of locations.
//!
//! This is the specification only; `compile` hands it to the theory and `smtlib` prints it. Everything is kept in
//! terms, so that both say the same.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::{EventId, LocationId, OrderId, ReadId, SolverError, TermId, WriteId};

/// From-read orders of one location: their subsets are kept as bits of a `u32`.
pub(crate) const MAX_FR_ORDERS: usize = 32;

/// In which orders the edges of a location's relations count, unless a pair says otherwise.
///
/// Under SC all three are the one order. Under TSO coherence and from-reads count both in the coherence order and
/// in the global one, while reads-from counts globally only between threads (`Solver::add_rf_in`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RelationOrders {
    pub rf: Vec<OrderId>,
    pub co: Vec<OrderId>,
    pub fr: Vec<OrderId>,
}

impl RelationOrders {
    pub fn all(order: OrderId) -> Self {
        RelationOrders { rf: vec![order], co: vec![order], fr: vec![order] }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub(crate) name: String,
    /// Node and position within the node.
    pub(crate) places: FxHashMap<EventId, (u32, u32)>,
    /// Events of each node, by position.
    pub(crate) nodes: Vec<SmallVec<[EventId; 1]>>,
}

impl Order {
    pub(crate) fn place(&mut self, event: EventId) -> (u32, u32) {
        let nodes = &mut self.nodes;
        *self.places.entry(event).or_insert_with(|| {
            nodes.push(SmallVec::from_slice(&[event]));
            (nodes.len() as u32 - 1, 0)
        })
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) order: OrderId,
    pub(crate) from: EventId,
    pub(crate) to: EventId,
    pub(crate) condition: TermId,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub(crate) event: EventId,
    pub(crate) guard: TermId,
}

#[derive(Clone, Debug)]
pub(crate) struct ReadsFrom {
    pub(crate) write: u32,
    pub(crate) read: u32,
    pub(crate) literal: TermId,
    pub(crate) orders: SmallVec<[OrderId; 2]>,
}

#[derive(Clone, Debug)]
pub(crate) struct Coherence {
    pub(crate) first: u32,
    pub(crate) second: u32,
    /// `first` before `second`; meaningful only where both happen and address the same cell.
    pub(crate) literal: TermId,
    pub(crate) alias: TermId,
    pub(crate) orders: SmallVec<[OrderId; 2]>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Location {
    pub(crate) orders: RelationOrders,
    pub(crate) reads: Vec<Access>,
    pub(crate) writes: Vec<Access>,
    pub(crate) reads_from: Vec<ReadsFrom>,
    /// Indices into `reads_from`, by read.
    pub(crate) sources: Vec<Vec<u32>>,
    pub(crate) coherence: Vec<Coherence>,
    pub(crate) pairs: FxHashMap<(u32, u32), u32>,
    /// From-read orders that do not count for a (read, write) pair, as bits over `orders.fr`.
    pub(crate) masked: FxHashMap<(u32, u32), u32>,
    /// How often `masked` was changed.
    pub(crate) mask_changes: usize,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Specification {
    pub(crate) event_names: Vec<String>,
    pub(crate) orders: Vec<Order>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) locations: Vec<Location>,
}

impl Specification {
    pub(crate) fn check_event(&self, event: EventId) -> Result<(), SolverError> {
        if event.index() < self.event_names.len() {
            Ok(())
        } else {
            Err(SolverError::UnknownId { kind: "event", id: event.0 })
        }
    }

    pub(crate) fn check_orders(&self, orders: &[OrderId]) -> Result<(), SolverError> {
        match orders.iter().find(|order| order.index() >= self.orders.len()) {
            None => Ok(()),
            Some(order) => Err(SolverError::UnknownId { kind: "order", id: order.0 }),
        }
    }

    pub(crate) fn glue(&mut self, order: OrderId, events: &[EventId]) -> Result<(), SolverError> {
        self.check_orders(&[order])?;
        for (index, &event) in events.iter().enumerate() {
            self.check_event(event)?;
            let order = &self.orders[order.index()];
            if order.places.contains_key(&event) || events[..index].contains(&event) {
                return Err(SolverError::AlreadyPlaced { event: event.0, order: order.name.clone() });
            }
        }
        let order = &mut self.orders[order.index()];
        let node = order.nodes.len() as u32;
        for (position, &event) in events.iter().enumerate() {
            order.places.insert(event, (node, position as u32));
        }
        order.nodes.push(SmallVec::from_slice(events));
        Ok(())
    }

    pub(crate) fn location(&mut self, id: LocationId) -> Result<&mut Location, SolverError> {
        self.locations.get_mut(id.index()).ok_or(SolverError::UnknownId { kind: "location", id: id.0 })
    }

    /// The location that a read and a write share.
    pub(crate) fn shared(&mut self, read: ReadId, write: WriteId) -> Result<&mut Location, SolverError> {
        if read.location != write.location {
            return Err(SolverError::LocationMismatch);
        }
        let location = self.location(read.location)?;
        if read.index as usize >= location.reads.len() {
            return Err(SolverError::UnknownId { kind: "read", id: read.index });
        }
        if write.index as usize >= location.writes.len() {
            return Err(SolverError::UnknownId { kind: "write", id: write.index });
        }
        Ok(location)
    }

    pub(crate) fn restrict_fr(
        &mut self,
        read: ReadId,
        write: WriteId,
        orders: &[OrderId],
    ) -> Result<(), SolverError> {
        let location = self.shared(read, write)?;
        let mut masked = 0u32;
        for (index, order) in location.orders.fr.iter().enumerate() {
            if !orders.contains(order) {
                masked |= 1 << index;
            }
        }
        location.masked.insert((read.index, write.index), masked);
        location.mask_changes += 1;
        Ok(())
    }
}
