//! Coherence and atomicity, cell by cell: `acyclic(po-loc u rf u co u fr)` and `rmw n (fre;coe) = 0`.
//!
//! With `co` given as a list, a cell is coherent iff along each thread the places in that list never go back: a
//! read sees nothing older than what the thread has written or (but for RMO-v9) read before, a write is newer than
//! both. That takes one pass and every violation is a cycle of at most three events.
//!
//! Atomicity: a read-modify-write is one event, so it comes in `co` right after its source. Were another write w
//! between, then the RMW reads before w (fr) and writes after it (co), a cycle on the one node. Were the source behind
//! the RMW, rf and co would make a cycle. Conversely an RMW right after its source has every edge of its read half
//! also on its write half, so gluing the halves here forbids nothing more.
//!
//! Mixed sizes: the check is per cell, as a machine that forwards byte by byte behaves. Asking for one acyclic order of
//! all overlapping accesses would forbid store buffering between two halves of one word.

use crate::cells::Cells;
use crate::consistent::{Axiom, Inconsistent};
use crate::relation::Relation;
use crate::table::Model;
use events::{EventId, Execution};
use rustc_hash::FxHashMap;

/// The newest places that a thread has written and read in one cell.
#[derive(Clone, Copy, Default)]
struct Newest {
    write: Option<(u32, EventId)>,
    read: Option<(u32, EventId)>,
}

pub(crate) fn check(execution: &Execution, cells: &Cells, model: Model) -> Result<(), Inconsistent> {
    for thread in &execution.threads {
        let mut newest: FxHashMap<usize, Newest> = FxHashMap::default();
        for &id in &thread.events {
            for cell in cells.of_event(id) {
                let newest = newest.entry(cell).or_default();
                check_access(execution, cells, model, id, cell, newest)?;
            }
        }
    }
    Ok(())
}

fn check_access(
    execution: &Execution,
    cells: &Cells,
    model: Model,
    id: EventId,
    cell: usize,
    newest: &mut Newest,
) -> Result<(), Inconsistent> {
    let event = execution.event(id);
    let explain = Explain { cells, cell, id };
    if event.is_read() {
        let place = cells.read_at(id, cell);
        if let Some((_, write)) = newest.write.filter(|&(written, _)| place < written) {
            return Err(explain.too_old(write));
        }
        if let Some((seen, read)) = newest.read.filter(|&(seen, _)| place < seen)
            && model.load_load_coherence
        {
            return Err(explain.older_than_seen(read, seen));
        }
        if event.is_write() {
            explain.atomic(place)?;
        }
    }
    if event.is_write() {
        let place = cells.written_at(id, cell);
        if let Some((_, write)) = newest.write.filter(|&(written, _)| place < written) {
            return Err(violation(vec![(write, Relation::PoLoc), (id, Relation::Coherence)]));
        }
        if let Some((seen, read)) = newest.read.filter(|&(seen, _)| place <= seen) {
            return Err(explain.written_too_late(read, seen, place));
        }
        newest.write = Some((place, id));
    }
    if event.is_read() {
        let place = cells.read_at(id, cell);
        if newest.read.is_none_or(|(seen, _)| seen <= place) {
            newest.read = Some((place, id));
        }
    }
    Ok(())
}

fn violation(cycle: Vec<(EventId, Relation)>) -> Inconsistent {
    Inconsistent { axiom: Axiom::Coherence, cycle }
}

/// Builds the cycle that an access closes.
struct Explain<'a> {
    cells: &'a Cells,
    cell: usize,
    id: EventId,
}

impl Explain<'_> {
    /// The read sees something older than a write of its own thread before it.
    fn too_old(&self, write: EventId) -> Inconsistent {
        violation(vec![(self.id, Relation::FromRead), (write, Relation::PoLoc)])
    }
    /// The read sees something older than an earlier read of its thread did.
    fn older_than_seen(&self, read: EventId, seen: u32) -> Inconsistent {
        let mut cycle = vec![(self.id, Relation::FromRead)];
        cycle.extend(self.cells.writer_at(self.cell, seen).map(|source| (source, Relation::ReadsFrom)));
        cycle.push((read, Relation::PoLoc));
        violation(cycle)
    }
    /// An earlier read of the thread has seen this write, or one behind it.
    fn written_too_late(&self, read: EventId, seen: u32, place: u32) -> Inconsistent {
        let source = self.cells.writer_at(self.cell, seen).filter(|_| seen != place);
        let cycle = match source {
            Some(source) => {
                vec![(self.id, Relation::Coherence), (source, Relation::ReadsFrom), (read, Relation::PoLoc)]
            }
            None => vec![(self.id, Relation::ReadsFrom), (read, Relation::PoLoc)],
        };
        violation(cycle)
    }
    /// A read-modify-write stands right behind its source.
    fn atomic(&self, source: u32) -> Result<(), Inconsistent> {
        let own = self.cells.written_at(self.id, self.cell);
        if own == source + 1 {
            return Ok(());
        }
        let (place, relations) = match own < source {
            true => (source, [Relation::Coherence, Relation::ReadsFrom]),
            false => (source + 1, [Relation::FromRead, Relation::Coherence]),
        };
        let between = self.cells.writer_at(self.cell, place);
        let mut cycle = vec![(self.id, relations[0])];
        cycle.extend(between.map(|between| (between, relations[1])));
        Err(Inconsistent { axiom: Axiom::Atomicity, cycle })
    }
}
