//! The order side of the solver's interface: events, orders, edges, locations with reads and writes.

use crate::orders::{Access, Coherence, Edge, Location, MAX_FR_ORDERS, Order, ReadsFrom, RelationOrders};
use crate::solver::Solver;
use crate::{EventId, LocationId, OrderId, ReadId, SolverError, TermId, WriteId};

impl Solver {
    pub fn new_event(&mut self, name: impl Into<String>) -> EventId {
        self.specification.event_names.push(name.into());
        EventId(self.specification.event_names.len() as u32 - 1)
    }

    pub fn event_name(&self, event: EventId) -> &str {
        self.specification.event_names.get(event.index()).map_or("", String::as_str)
    }

    pub fn new_order(&mut self, name: impl Into<String>) -> OrderId {
        let order = Order { name: name.into(), places: Default::default(), nodes: Vec::new() };
        self.specification.orders.push(order);
        OrderId(self.specification.orders.len() as u32 - 1)
    }

    /// Makes `events` one node of `order`: whatever is before or after one of them is so for all. Among themselves they
    /// are ordered as listed. To be said before anything else about these events in this order.
    pub fn glue(&mut self, order: OrderId, events: &[EventId]) -> Result<(), SolverError> {
        self.specification.glue(order, events)
    }

    fn check_pair(&self, order: OrderId, a: EventId, b: EventId) -> Result<(), SolverError> {
        self.specification.check_orders(&[order])?;
        self.specification.check_event(a)?;
        self.specification.check_event(b)
    }

    /// `a` before `b`, always.
    pub fn add_fixed_edge(&mut self, order: OrderId, a: EventId, b: EventId) -> Result<(), SolverError> {
        self.add_guarded_edge(order, TermId::TRUE, a, b)
    }

    /// `a` before `b` where `condition` holds.
    pub fn add_guarded_edge(
        &mut self,
        order: OrderId,
        condition: TermId,
        a: EventId,
        b: EventId,
    ) -> Result<(), SolverError> {
        self.check_pair(order, a, b)?;
        self.specification.edges.push(Edge { order, from: a, to: b, condition });
        Ok(())
    }

    /// The Bool term "`a` before `b`" in the strict total order `order`: `before(b, a)` is its negation for `a != b`.
    pub fn before(&mut self, order: OrderId, a: EventId, b: EventId) -> Result<TermId, SolverError> {
        self.check_pair(order, a, b)?;
        if let (Some(x), Some(y)) = (
            self.specification.orders[order.index()].places.get(&a),
            self.specification.orders[order.index()].places.get(&b),
        ) && x.0 == y.0
        {
            return Ok(self.terms.bool_const(x.1 < y.1));
        }
        self.specification.orders[order.index()].place(a);
        self.specification.orders[order.index()].place(b);
        Ok(self.terms.before(order, a, b))
    }

    /// As `before`, and the theory keeps the atom up to date even if it occurs in no assertion. Reasons prefer such
    /// atoms to the literals that imply them, so what the solver learns is more general; tracking "w before r" for
    /// the candidates of a read gains a little on arithmetic families.
    pub fn track_before(&mut self, order: OrderId, a: EventId, b: EventId) -> Result<TermId, SolverError> {
        let atom = self.before(order, a, b)?;
        self.tracked.push(atom);
        Ok(atom)
    }

    pub fn new_location(&mut self, orders: RelationOrders) -> Result<LocationId, SolverError> {
        for list in [&orders.rf, &orders.co, &orders.fr] {
            self.specification.check_orders(list)?;
        }
        if orders.fr.len() > MAX_FR_ORDERS {
            return Err(SolverError::TooManyOrders { limit: MAX_FR_ORDERS });
        }
        self.specification.locations.push(Location { orders, ..Location::default() });
        Ok(LocationId(self.specification.locations.len() as u32 - 1))
    }

    pub fn add_read(
        &mut self,
        location: LocationId,
        event: EventId,
        guard: TermId,
    ) -> Result<ReadId, SolverError> {
        self.specification.check_event(event)?;
        let here = self.specification.location(location)?;
        here.reads.push(Access { event, guard });
        here.sources.push(Vec::new());
        Ok(ReadId { location, index: here.reads.len() as u32 - 1 })
    }

    pub fn add_write(
        &mut self,
        location: LocationId,
        event: EventId,
        guard: TermId,
    ) -> Result<WriteId, SolverError> {
        self.specification.check_event(event)?;
        let writes = &mut self.specification.location(location)?.writes;
        writes.push(Access { event, guard });
        Ok(WriteId { location, index: writes.len() as u32 - 1 })
    }

    /// Where `literal` holds, `read` takes its value from `write`, and their edge counts in the location's rf orders.
    /// The literal must imply that both happen and address the same cell (`complete_read` says the former).
    pub fn add_rf(&mut self, write: WriteId, read: ReadId, literal: TermId) -> Result<(), SolverError> {
        let orders = self.specification.location(write.location)?.orders.rf.clone();
        self.add_rf_in(write, read, literal, &orders)
    }

    /// As `add_rf`, with the orders in which this edge counts.
    pub fn add_rf_in(
        &mut self,
        write: WriteId,
        read: ReadId,
        literal: TermId,
        orders: &[OrderId],
    ) -> Result<(), SolverError> {
        self.specification.check_orders(orders)?;
        let location = self.specification.shared(read, write)?;
        let id = location.reads_from.len() as u32;
        location.sources[read.index as usize].push(id);
        location.reads_from.push(ReadsFrom {
            write: write.index,
            read: read.index,
            literal,
            orders: orders.iter().copied().collect(),
        });
        Ok(())
    }

    /// The coherence order of two writes that always address the same cell: the Bool term "`first` before `second`".
    pub fn add_co(&mut self, first: WriteId, second: WriteId) -> Result<TermId, SolverError> {
        let orders = self.specification.location(first.location)?.orders.co.clone();
        self.add_co_if(first, second, TermId::TRUE, &orders)
    }

    /// As `add_co`, where `alias` says whether the two address the same cell; their edge counts in `orders`. The
    /// term has a meaning only where both happen and alias. From-reads are derived only for declared pairs.
    pub fn add_co_if(
        &mut self,
        first: WriteId,
        second: WriteId,
        alias: TermId,
        orders: &[OrderId],
    ) -> Result<TermId, SolverError> {
        self.specification.check_orders(orders)?;
        if first.location != second.location {
            return Err(SolverError::LocationMismatch);
        }
        let location = self.specification.location(first.location)?;
        if first.index.max(second.index) as usize >= location.writes.len() {
            return Err(SolverError::UnknownId { kind: "write", id: first.index.max(second.index) });
        }
        let key = (first.index.min(second.index), first.index.max(second.index));
        if first == second || location.pairs.contains_key(&key) {
            return Err(SolverError::CoherenceDeclared);
        }
        location.pairs.insert(key, location.coherence.len() as u32);
        let literal = self.terms.bool_var("co");
        self.specification.location(first.location)?.coherence.push(Coherence {
            first: first.index,
            second: second.index,
            literal,
            alias,
            orders: orders.iter().copied().collect(),
        });
        Ok(literal)
    }

    /// Declares the coherence order of all pairs of writes of a location that are not yet declared.
    pub fn add_all_co(&mut self, location: LocationId) -> Result<(), SolverError> {
        let n = self.specification.location(location)?.writes.len() as u32;
        for second in 0..n {
            for first in 0..second {
                if !self.specification.location(location)?.pairs.contains_key(&(first, second)) {
                    self.add_co(WriteId { location, index: first }, WriteId { location, index: second })?;
                }
            }
        }
        Ok(())
    }

    /// The orders (among the location's fr orders) in which a from-read edge of this pair counts.
    pub fn restrict_fr(
        &mut self,
        read: ReadId,
        write: WriteId,
        orders: &[OrderId],
    ) -> Result<(), SolverError> {
        self.specification.restrict_fr(read, write, orders)
    }

    /// Asserts that a read that happens reads from exactly one of its declared writes, and only from one that happens.
    pub fn complete_read(&mut self, read: ReadId) -> Result<(), SolverError> {
        let location = self.specification.location(read.location)?;
        let guard = location
            .reads
            .get(read.index as usize)
            .ok_or(SolverError::UnknownId { kind: "read", id: read.index })?
            .guard;
        let sources: Vec<(TermId, TermId)> = location.sources[read.index as usize]
            .iter()
            .map(|&id| &location.reads_from[id as usize])
            .map(|rf| (rf.literal, location.writes[rf.write as usize].guard))
            .collect();
        let literals: Vec<TermId> = sources.iter().map(|&(literal, _)| literal).collect();
        let some = self.terms.or_all(literals.iter().copied());
        let reads_some = self.terms.implies(guard, some);
        self.assert(reads_some);
        for (literal, write_guard) in sources {
            let both = self.terms.and(guard, write_guard);
            let happens = self.terms.implies(literal, both);
            self.assert(happens);
        }
        let at_most_one = self.terms.at_most_one(&literals);
        self.assert(at_most_one);
        Ok(())
    }
}
