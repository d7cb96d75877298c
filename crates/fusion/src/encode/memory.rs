//! Φ_PI: every read that matters takes its value from the last write before it, cell by cell.
//!
//! π-sets are pruned first: not from a write that must come after, nor from one that is overwritten in between whatever
//! the interleaving. A read that is left with one certain source *is* that value.

use super::Encoding;
use crate::trace::{Access, StepId, Trace};
use solver::{EventId, LocationId, RelationOrders, Result, TermId, WriteId};

/// A write to one cell.
#[derive(Clone, Copy, Debug)]
struct CellWrite {
    /// `None`: the initial value.
    step: Option<StepId>,
    happens: TermId,
    value: TermId,
}

/// A step that writes to a cell, and whether it always does.
pub(crate) type Written = (StepId, bool);

/// A use of one cell: by a read of the trace, or for what was there before a write.
#[derive(Clone, Copy, Debug)]
struct CellUse {
    step: StepId,
    happens: TermId,
    /// It uses this cell and no other.
    certain: bool,
    value: TermId,
}

/// The writes that a use of a cell may see (`None` is the initial value): the parameters of its π-function.
pub(crate) fn sources(
    trace: &Trace,
    must: &crate::must::MustOrder,
    user: StepId,
    writes: &[Written],
) -> Vec<Option<StepId>> {
    // The writes that surely come before it: the last of each thread is enough.
    let mut surely: Vec<StepId> = Vec::new();
    for &(write, certain) in writes.iter().rev() {
        let known = surely.iter().any(|&later| trace.step(later).thread == trace.step(write).thread);
        if certain && !known && must.before(write, user) {
            surely.push(write);
        }
    }
    let overwritten = |write: StepId| surely.iter().any(|&later| must.before(write, later));
    let mut result: Vec<Option<StepId>> = Vec::new();
    if surely.is_empty() {
        result.push(None);
    }
    for &(write, _) in writes {
        if write != user && !must.before(user, write) && !overwritten(write) {
            result.push(Some(write));
        }
    }
    result
}

/// The writes to each cell, with whether they always go there, in recorded order.
pub(crate) fn writes_by_cell(trace: &Trace) -> Vec<Vec<Written>> {
    let mut writes = vec![Vec::new(); trace.cells.len()];
    for id in trace.ids() {
        let Some(access) = trace.access(id) else { continue };
        let Some((_, cond)) = access.write else { continue };
        let certain = access.symbolic.is_none() && trace.exprs.as_const(cond) == Some(1);
        trace.touched(id).into_iter().for_each(|cell| writes[cell].push((id, certain)));
    }
    writes
}

impl Encoding<'_> {
    /// `old`: writes for which the question needs to know what was there before.
    pub(super) fn memory(&mut self, old: &[StepId]) -> Result {
        let writes = writes_by_cell(self.trace);
        let n_cells = self.trace.cells.len();
        let mut uses: Vec<Vec<CellUse>> = vec![Vec::new(); n_cells];
        let mut wanted: Vec<(StepId, bool)> = old.iter().map(|&id| (id, false)).collect();
        for &read in &self.slice.reads {
            wanted.push((self.trace.reads[read.0 as usize].step, true));
        }
        // In recorded order, so that a read with one source finds that source's value made.
        wanted.sort_unstable();
        wanted.dedup();
        for (step, of_read) in wanted {
            self.make_use(step, of_read, &writes, &mut uses);
        }
        for cell in 0..n_cells {
            if !uses[cell].is_empty() && self.goes_on() {
                self.cell(cell, &writes[cell], &uses[cell])?;
            }
        }
        Ok(())
    }

    /// Gives a use its value: a variable per cell, or the value of its only source.
    fn make_use(&mut self, step: StepId, of_read: bool, writes: &[Vec<Written>], uses: &mut [Vec<CellUse>]) {
        let trace = self.trace;
        let Some(access) = trace.access(step) else { return };
        let happens = self.happens(step);
        let name = if of_read { format!("read {step}") } else { format!("before {step}") };
        let value = match &access.symbolic {
            Some((addr, places)) => {
                let value = self.solver.terms.bits_var(name, 8 * access.size as u32);
                let addr = self.bits(*addr);
                for &place in places {
                    let here = self.here(addr, place);
                    let both = self.solver.terms.and(happens, here);
                    for cell in trace.cells_of(place, access.size) {
                        uses[cell].push(CellUse { step, happens: both, certain: false, value });
                    }
                }
                value
            }
            None => {
                let mut whole: Option<TermId> = None;
                for cell in trace.cells_of(access.addr, access.size) {
                    let known = sources(trace, self.must, step, &writes[cell]);
                    let single = self.single_value(cell, &known, &writes[cell]);
                    let part = single.unwrap_or_else(|| {
                        let width = 8 * trace.cells[cell].size as u32;
                        self.solver.terms.bits_var(format!("{name} {}", trace.cells[cell].name), width)
                    });
                    match (single, &known[..]) {
                        (None, _) => uses[cell].push(CellUse { step, happens, certain: true, value: part }),
                        (_, &[Some(source)]) => {
                            self.reads_from.entry(step).or_default().push((source, TermId::TRUE));
                        }
                        _ => {}
                    }
                    whole = Some(whole.map_or(part, |low| self.solver.terms.concat(part, low)));
                }
                whole.unwrap_or_else(|| self.solver.terms.bits_var(name, 8 * access.size as u32))
            }
        };
        match (of_read, access.read) {
            (true, Some(read)) => {
                self.lowering.reads.insert(read, value);
            }
            _ => {
                self.old.insert(step, value);
            }
        }
    }

    pub(super) fn here(&mut self, addr: TermId, place: u64) -> TermId {
        let place = self.solver.terms.bits_const(u128::from(place), 64);
        self.solver.terms.eq(addr, place)
    }

    /// The value of a π-function with one parameter.
    fn single_value(&mut self, cell: usize, known: &[Option<StepId>], writes: &[Written]) -> Option<TermId> {
        match known {
            [None] => {
                let cell = &self.trace.cells[cell];
                Some(self.solver.terms.bits_const(cell.initial, 8 * cell.size as u32))
            }
            [Some(write)] => {
                let certain = writes.iter().any(|&(id, certain)| id == *write && certain);
                let access = self.trace.access(*write).filter(|_| certain)?;
                Some(self.written(access, access.addr, cell))
            }
            _ => None,
        }
    }

    /// What an access that goes to `place` leaves in a cell.
    fn written(&mut self, access: &Access, place: u64, cell: usize) -> TermId {
        let cell = &self.trace.cells[cell];
        let width = 8 * cell.size as u32;
        let Some((value, _)) = access.write else { return self.solver.terms.bits_const(0, width) };
        let value = self.bits(value);
        let low = 8 * (cell.addr - place) as u32;
        self.solver.terms.extract(low + width - 1, low, value)
    }

    fn cell_writes(&mut self, cell: usize, writes: &[Written]) -> Vec<CellWrite> {
        let trace = self.trace;
        let data = &trace.cells[cell];
        let value = self.solver.terms.bits_const(data.initial, 8 * data.size as u32);
        let mut result = vec![CellWrite { step: None, happens: TermId::TRUE, value }];
        for &(step, _) in writes {
            if !self.is_node(step) {
                continue;
            }
            let Some(access) = trace.access(step) else { continue };
            let mut happens = self.happens(step);
            let mut place = access.addr;
            if let Some((addr, places)) = &access.symbolic {
                let covers = |place: &&u64| trace.cells_of(**place, access.size).contains(&cell);
                let Some(&here) = places.iter().find(covers) else { continue };
                place = here;
                let addr = self.bits(*addr);
                let here = self.here(addr, place);
                happens = self.solver.terms.and(happens, here);
            }
            if let Some((_, cond)) = access.write {
                let cond = self.term(cond);
                happens = self.solver.terms.and(happens, cond);
            }
            let value = self.written(access, place, cell);
            result.push(CellWrite { step: Some(step), happens, value });
        }
        result
    }

    fn node(&self, step: Option<StepId>) -> EventId {
        step.map_or(self.beginning, |step| self.event(step))
    }

    fn cell(&mut self, cell: usize, writes: &[Written], uses: &[CellUse]) -> Result {
        let location = self.solver.new_location(RelationOrders::all(self.order))?;
        let list = self.cell_writes(cell, writes);
        let mut ids: Vec<WriteId> = Vec::new();
        for write in &list {
            let node = self.node(write.step);
            ids.push(self.solver.add_write(location, node, write.happens)?);
            if write.step.is_some() {
                self.solver.add_fixed_edge(self.order, self.beginning, node)?;
            }
        }
        self.coherence(&list, &ids)?;
        for one in uses {
            if !self.goes_on() {
                break;
            }
            self.cell_use(location, one, writes, &list, &ids)?;
        }
        Ok(())
    }

    fn coherence(&mut self, list: &[CellWrite], ids: &[WriteId]) -> Result {
        for second in 1..list.len() {
            if !self.goes_on() {
                break;
            }
            for first in 0..second {
                let literal = self.solver.add_co(ids[first], ids[second])?;
                match (list[first].step, list[second].step) {
                    (Some(a), Some(b)) if self.must.before(b, a) => {
                        self.solver.assert_not(literal);
                    }
                    (Some(a), Some(b)) if !self.must.before(a, b) => {}
                    _ => self.solver.assert(literal),
                }
            }
        }
        Ok(())
    }

    fn cell_use(
        &mut self,
        location: LocationId,
        one: &CellUse,
        writes: &[Written],
        list: &[CellWrite],
        ids: &[WriteId],
    ) -> Result {
        let node = self.event(one.step);
        self.solver.add_fixed_edge(self.order, self.beginning, node)?;
        let read = self.solver.add_read(location, node, one.happens)?;
        let possible = sources(self.trace, self.must, one.step, writes);
        for (write, &id) in list.iter().zip(ids) {
            if !possible.contains(&write.step) {
                continue;
            }
            let literal = self.solver.terms.bool_var("rf");
            self.solver.add_rf(id, read, literal)?;
            let same = self.solver.terms.eq(one.value, write.value);
            self.implies(literal, same);
            if let Some(source) = write.step {
                self.reads_from.entry(one.step).or_default().push((source, literal));
            }
        }
        debug_assert!(one.certain || !possible.is_empty(), "a read without any source");
        self.solver.complete_read(read)
    }

    /// What was in the cell before a write; `None` where the question did not ask for it.
    pub(super) fn old_value(&self, step: StepId) -> Option<TermId> {
        self.old.get(&step).copied()
    }
}
