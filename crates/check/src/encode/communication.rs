//! Reads-from, coherence and from-reads, cell by cell.
//!
//! Which write a read can take its value from is pruned before anything is encoded: not from a write that comes after
//! it, nor from one that is overwritten in between whenever the read happens, nor from one that excludes it, nor where
//! two constants differ.

use super::cells::Part;
use super::locks::Locks;
use super::{Encoding, ReadsFrom, Trouble};
use solver::{EventId, LocationId, MustOrder, OrderId, ReadId, RelationOrders, Result, TermId, WriteId};
use std::collections::BTreeMap;
use unfold::{GuardId, Space, is_dead};
use verdict::Why;

/// Beyond this many pairs of accesses to one cell the solver would be fed with gigabytes.
const MAX_PAIRS: usize = 2_000_000;

/// A write to one cell; the first is the initial value.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellWrite {
    /// `None`: the initial value.
    pub(super) event: Option<u32>,
    pub(super) id: WriteId,
    pub(super) guard: GuardId,
    /// It always touches this cell.
    pub(super) certain: bool,
    pub(super) value: TermId,
}

/// What is known before anything is solved.
struct Known {
    must: MustOrder,
    locks: Locks,
}

/// What happens at once: a single access, or an atomic section.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Step {
    Event(u32),
    Section(u32),
}

impl Encoding<'_> {
    fn time_left(&self) -> Result<(), Trouble> {
        self.config.task.limits.reached().map_or(Ok(()), |stop| Err(Trouble::Limit(stop.into())))
    }

    pub(super) fn communication(&mut self) -> Result<(), Trouble> {
        let is_read = |parts: &&Vec<Part>| parts.iter().any(|part| part.reads.is_some());
        let pairs = self.cells.parts.iter().filter(is_read).map(|parts| {
            let writes = parts.iter().filter(|part| part.writes.is_some()).count();
            let reads = parts.iter().filter(|part| part.reads.is_some()).count();
            writes * reads + writes * writes / 2
        });
        let pairs: usize = pairs.sum();
        if pairs > MAX_PAIRS {
            return Err(Trouble::Limit(Why::TooLarge(format!("{pairs} pairs of accesses that may meet"))));
        }
        let must = MustOrder::of(&self.fixed);
        let locks = self.find_locks(&must);
        let known = Known { must, locks };
        for cell in 0..self.cells.len() {
            let parts: Vec<Part> = self.cells.parts[cell]
                .iter()
                .filter(|part| {
                    self.graph.events[part.event as usize].access().is_some_and(|access| !access.private)
                })
                .copied()
                .collect();
            self.time_left()?;
            self.same_object(cell, &parts)?;
            // What nobody reads can be written in any order that the others allow.
            if is_read(&&parts) {
                self.cell(cell as u32, &parts, &known)?;
            }
        }
        Ok(())
    }

    /// A thread's operations on one synchronisation object come in program order, whatever the model keeps.
    fn same_object(&mut self, cell: usize, parts: &[Part]) -> Result {
        if self.cells.list[cell].space != Space::Sync || self.model.kept == ir::FenceBits::FULL {
            return Ok(());
        }
        for (index, later) in parts.iter().enumerate() {
            let thread = |part: &Part| self.thread(part.event);
            let earlier = parts[..index].iter().rev().filter(|part| thread(part) == thread(later));
            for earlier in earlier.copied().collect::<Vec<Part>>() {
                let happens = self.guard_term(earlier.event);
                let condition = self.solver.terms.and_all([happens, earlier.here, later.here]);
                let (from, to) = (self.nodes[earlier.event as usize], self.nodes[later.event as usize]);
                self.solver.add_guarded_edge(self.global, condition, from, to)?;
                if condition == TermId::TRUE {
                    break;
                }
            }
        }
        Ok(())
    }

    fn node(&self, event: Option<u32>) -> EventId {
        event.map_or(self.beginning, |event| self.nodes[event as usize])
    }

    fn cell(&mut self, cell: u32, parts: &[Part], known: &Known) -> Result<(), Trouble> {
        // Where internal reads-from is global, the global order contains all that coherence asks for.
        let coherence = match self.model.internal_rf_is_global {
            true => None,
            false => Some(self.coherence_order(cell, parts)?),
        };
        let orders: Vec<OrderId> = coherence.into_iter().chain([self.global]).collect();
        let relations = RelationOrders { rf: orders.clone(), co: orders.clone(), fr: orders.clone() };
        let location = self.solver.new_location(relations)?;
        let writes = self.cell_writes(cell, parts, location, &orders)?;
        self.coherence(&writes)?;
        let first = self.reads_from.len();
        for part in parts.iter().filter(|part| part.reads.is_some()) {
            self.time_left()?;
            self.cell_read(cell, location, part, &writes, known, coherence)?;
        }
        self.one_successor(first, parts);
        Ok(())
    }

    /// Of those who read and then write in one step, only one takes its value from a given write: the next one finds
    /// what the first has written. The orders imply it; said outright it makes locks and counters permutations.
    fn one_successor(&mut self, first: usize, parts: &[Part]) {
        // By write and by step: an atomic section may read a cell more than once.
        let mut successors: BTreeMap<(Option<u32>, Step), Vec<TermId>> = BTreeMap::new();
        for index in first..self.reads_from.len() {
            let ReadsFrom { read, write, literal, .. } = self.reads_from[index];
            let section = self.graph.events[read as usize].section;
            let same_step = |event: u32| {
                event == read
                    || (event > read
                        && section.is_some()
                        && self.graph.events[event as usize].section == section)
            };
            let from_inside = section.is_some()
                && write.is_some_and(|write| self.graph.events[write as usize].section == section);
            if from_inside {
                continue;
            }
            let mut writes = Vec::new();
            for part in parts.iter().filter(|part| same_step(part.event)) {
                if let Some((guard, _)) = part.writes {
                    writes.push(self.solver.terms.and(self.graph.guards.term(guard), part.here));
                }
            }
            let writes = self.solver.terms.or_all(writes);
            let succeeds = self.solver.terms.and(literal, writes);
            if succeeds != TermId::FALSE {
                let step = section.map_or(Step::Event(read), Step::Section);
                successors.entry((write, step)).or_default().push(succeeds);
            }
        }
        let mut by_write: BTreeMap<Option<u32>, Vec<TermId>> = BTreeMap::new();
        for ((write, _), ways) in successors {
            let some = self.solver.terms.or_all(ways);
            by_write.entry(write).or_default().push(some);
        }
        for succeeds in by_write.into_values().filter(|succeeds| succeeds.len() > 1) {
            self.solver.assert_at_most_one(&succeeds);
        }
    }

    /// po-loc of one cell as an order of its own.
    fn coherence_order(&mut self, cell: u32, parts: &[Part]) -> Result<OrderId> {
        let order = self.solver.new_order(format!("coherence {cell}"));
        for thread in 0..self.graph.threads.len() as u32 {
            let own: Vec<Part> =
                parts.iter().filter(|part| self.thread(part.event) == thread).copied().collect();
            if self.model.load_load_coherence {
                for pair in own.windows(2) {
                    let (a, b) = (self.nodes[pair[0].event as usize], self.nodes[pair[1].event as usize]);
                    self.solver.add_fixed_edge(order, a, b)?;
                }
            } else {
                self.po_loc_without_loads(order, &own)?;
            }
        }
        Ok(order)
    }

    /// po-loc but for pairs of loads: an edge holds if its first event happens, or the second implies it.
    fn po_loc_without_loads(&mut self, order: OrderId, own: &[Part]) -> Result {
        for (index, later) in own.iter().enumerate() {
            for earlier in &own[..index] {
                let happens = |this: &mut Self, part: &Part| -> Option<TermId> {
                    let (guard, _) = part.writes?;
                    Some(this.solver.terms.and(this.graph.guards.term(guard), part.here))
                };
                let writes = [happens(self, earlier), happens(self, later)];
                if writes == [None, None] {
                    continue;
                }
                // Of a conditional read-modify-write only a write half makes the pair more than two loads.
                let pure = |part: &Part| part.reads.is_none();
                let condition = if pure(earlier) || pure(later) {
                    TermId::TRUE
                } else {
                    self.solver.terms.or_all(writes.into_iter().flatten())
                };
                let first = self.guard_term(earlier.event);
                let first = self.solver.terms.and(first, earlier.here);
                let condition =
                    match self.graph.guards.implies(self.guard(later.event), self.guard(earlier.event))
                        && earlier.certain
                    {
                        true => condition,
                        false => self.solver.terms.and(condition, first),
                    };
                let (a, b) = (self.nodes[earlier.event as usize], self.nodes[later.event as usize]);
                self.solver.add_guarded_edge(order, condition, a, b)?;
            }
        }
        Ok(())
    }

    fn cell_writes(
        &mut self,
        cell: u32,
        parts: &[Part],
        location: LocationId,
        orders: &[OrderId],
    ) -> Result<Vec<CellWrite>> {
        let value = self.initial_value(cell);
        let id = self.solver.add_write(location, self.beginning, TermId::TRUE)?;
        let mut writes = vec![CellWrite { event: None, id, guard: GuardId::TRUE, certain: true, value }];
        for part in parts {
            let Some((guard, value)) = part.writes else { continue };
            let node = self.nodes[part.event as usize];
            let happens = self.solver.terms.and(self.graph.guards.term(guard), part.here);
            let id = self.solver.add_write(location, node, happens)?;
            for &order in orders {
                self.solver.add_fixed_edge(order, self.beginning, node)?;
            }
            writes.push(CellWrite { event: Some(part.event), id, guard, certain: part.certain, value });
        }
        Ok(writes)
    }

    pub(super) fn initial_value(&mut self, cell: u32) -> TermId {
        let cell = self.cells.list[cell as usize];
        let width = 8 * cell.size as u32;
        match cell.space {
            Space::Sync => {
                let state = self.graph.sync_initial.get(&(cell.object, cell.offset)).copied().unwrap_or(0);
                self.solver.terms.bits_const(state, width)
            }
            Space::Memory => self.initial_bytes(cell.object, cell.offset, cell.size),
        }
    }

    fn coherence(&mut self, writes: &[CellWrite]) -> Result<(), Trouble> {
        for (index, second) in writes.iter().enumerate() {
            self.time_left()?;
            for first in &writes[..index] {
                if self.graph.guards.exclude(&mut self.solver.terms, first.guard, second.guard) {
                    continue;
                }
                let literal = self.solver.add_co(first.id, second.id)?;
                let ordered = match (first.event, second.event) {
                    (None, _) => true,
                    (Some(a), Some(b)) => self.thread(a) == self.thread(b),
                    _ => false,
                };
                if ordered {
                    self.solver.assert(literal);
                }
            }
        }
        Ok(())
    }

    fn cell_read(
        &mut self,
        cell: u32,
        location: LocationId,
        part: &Part,
        writes: &[CellWrite],
        known: &Known,
        coherence: Option<OrderId>,
    ) -> Result {
        let Some(value) = part.reads else { return Ok(()) };
        let happens = self.solver.terms.and(self.guard_term(part.event), part.here);
        let sources = self.sources(cell, part, value, writes, known);
        self.statistics.reads_from_pruned += writes.len() - sources.len();
        let read = self.solver.add_read(location, self.nodes[part.event as usize], happens)?;
        let only = sources.len() == 1;
        for write in sources {
            let literal = if only { happens } else { self.solver.terms.bool_var("rf") };
            self.add_reads_from(cell, read, part.event, &write, literal, coherence)?;
            let same = self.solver.terms.eq(value, write.value);
            self.solver.assert_implies(literal, same);
        }
        self.solver.complete_read(read)
    }

    pub(super) fn add_reads_from(
        &mut self,
        cell: u32,
        read: ReadId,
        event: u32,
        write: &CellWrite,
        literal: TermId,
        coherence: Option<OrderId>,
    ) -> Result {
        let internal = write.event.is_some_and(|w| self.thread(w) == self.thread(event));
        let global = (!internal || self.model.internal_rf_is_global) && write.event.is_some();
        let mut orders: Vec<OrderId> = Vec::new();
        orders.extend(coherence.filter(|_| write.event.is_some()));
        orders.extend(global.then_some(self.global));
        self.solver.add_rf_in(write.id, read, literal, &orders)?;
        self.reads_from.push(ReadsFrom { read: event, write: write.event, cell, literal });
        Ok(())
    }

    /// The writes that a read can take its value from.
    fn sources(
        &mut self,
        cell: u32,
        part: &Part,
        value: TermId,
        writes: &[CellWrite],
        Known { must, locks }: &Known,
    ) -> Vec<CellWrite> {
        let read = part.event;
        let (thread, guard) = (self.thread(read), self.guard(read));
        let access = self.graph.events[read as usize].access();
        let expects = access.and_then(|access| access.expects);
        let or_dead = access.is_some_and(|access| access.or_dead);
        let at_end = self.graph.events[read as usize].section.and_then(|section| {
            let end = *self.graph.section_ends.get(&section)?;
            let found = self.graph.guards.fixed_value(&mut self.solver.terms, end, value)?;
            self.solver.terms.as_const(found)
        });
        let known =
            self.solver.terms.as_const(value).or(expects).or(at_end).or(locks.found_inside(cell, read));
        let node = self.nodes[read as usize];
        // Writes that come before the read and happen whenever it does, with their places.
        let surely_before: Vec<CellWrite> = writes
            .iter()
            .filter(|write| {
                let Some(event) = write.event else { return false };
                let own = self.thread(event) == thread;
                let before = if own { event < read } else { must.before(self.nodes[event as usize], node) };
                before && write.certain && part.certain && self.graph.guards.implies(guard, write.guard)
            })
            .copied()
            .collect();
        let mut sources = Vec::new();
        for write in writes {
            let own = write.event.is_some_and(|event| self.thread(event) == thread);
            let impossible = match write.event {
                Some(event) if event == read => true,
                Some(event) if own => event > read,
                Some(event) => must.before(node, self.nodes[event as usize]),
                None => false,
            };
            let differs = matches!((known, self.solver.terms.as_const(write.value)), (Some(a), Some(b)) if a != b && !(or_dead && is_dead(b)));
            let overwritten = surely_before.iter().any(|later| self.surely_ordered(write, later, must))
                || !own && self.hidden_by_lock(read, write, &surely_before, writes, locks);
            if impossible
                || differs
                || overwritten
                || self.graph.guards.exclude(&mut self.solver.terms, guard, write.guard)
            {
                continue;
            }
            sources.push(*write);
        }
        sources
    }

    /// Whether a write of another thread is never seen by the read because both are made under one lock: it is
    /// overwritten at the end of its section, or by the reading section before the read.
    fn hidden_by_lock(
        &self,
        read: u32,
        write: &CellWrite,
        surely_before: &[CellWrite],
        writes: &[CellWrite],
        locks: &Locks,
    ) -> bool {
        let Some(event) = write.event else { return false };
        locks.sections_of(event).any(|(lock, theirs)| {
            let Some(&ours) = locks.held(read).iter().find(|(other, _)| *other == lock) else { return false };
            let overwritten_by_us =
                surely_before.iter().filter_map(|own| own.event).any(|own| locks.is_own(ours, own));
            overwritten_by_us
                || writes.iter().any(|later| {
                    later.certain
                        && later
                            .event
                            .is_some_and(|later| later > event && locks.held(later).contains(&(lock, theirs)))
                        && self.graph.guards.implies(write.guard, later.guard)
                })
        })
    }

    /// Whether coherence puts `first` before `second` in every execution.
    fn surely_ordered(&self, first: &CellWrite, second: &CellWrite, must: &MustOrder) -> bool {
        match (first.event, second.event) {
            (_, None) => false,
            (None, Some(_)) => true,
            (Some(a), Some(b)) if a == b => false,
            (Some(a), Some(b)) => {
                let own = self.thread(a) == self.thread(b);
                if own { a < b } else { must.before(self.node(first.event), self.node(second.event)) }
            }
        }
    }
}
