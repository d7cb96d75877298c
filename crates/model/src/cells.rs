//! Memory cut into cells: the largest byte ranges that no access and no reads-from piece cuts through.
//!
//! With accesses of one size each location is one cell. With mixed sizes an access covers several, and coherence,
//! reads-from and from-reads are looked at cell by cell, so that a load may take its bytes from several stores.
//! Invariant: the execution has passed [`crate::structure`].

use events::{EventId, Execution};
use std::ops::Range;

/// For each cell its writers in coherence order; for each access its cells and its places in those orders.
pub(crate) struct Cells {
    /// Writers of each cell, oldest first.
    writers: Vec<Vec<EventId>>,
    /// First cell of each event, and where its entries begin in the two vectors below.
    first: Vec<(u32, u32)>,
    n_cells: Vec<u32>,
    /// For each cell of a read: 0 for the initial value, or 1 + the index of its source among the writers.
    reads: Vec<u32>,
    /// For each cell of a write: 1 + its own index among the writers.
    writes: Vec<u32>,
}

impl Cells {
    pub(crate) fn of(execution: &Execution) -> Cells {
        let mut cuts = Vec::new();
        for event in execution.events.iter().filter(|event| event.is_access()) {
            cuts.extend([event.addr, event.addr + event.size]);
            for piece in event.rf.iter() {
                cuts.extend([event.addr + piece.offset, event.addr + piece.offset + piece.len]);
            }
        }
        cuts.sort_unstable();
        cuts.dedup();
        let cell_at = |addr: u64| cuts.partition_point(|&cut| cut < addr);

        let mut first = Vec::with_capacity(execution.events.len());
        let mut n_cells = Vec::with_capacity(execution.events.len());
        let mut entries = 0;
        for event in &execution.events {
            let cells =
                if event.is_access() { cell_at(event.addr)..cell_at(event.addr + event.size) } else { 0..0 };
            first.push((cells.start as u32, entries));
            n_cells.push(cells.len() as u32);
            entries += cells.len() as u32;
        }
        let empty = vec![0; entries as usize];
        let mut result = Cells {
            writers: vec![Vec::new(); cuts.len()],
            first,
            n_cells,
            reads: empty.clone(),
            writes: empty,
        };
        result.place_writes(execution);
        result.place_reads(execution, cell_at);
        result
    }

    fn place_writes(&mut self, execution: &Execution) {
        for &write in execution.co.iter().flatten() {
            for cell in self.of_event(write) {
                self.writers[cell].push(write);
                let entry = self.entry(write, cell);
                self.writes[entry] = self.writers[cell].len() as u32;
            }
        }
    }

    fn place_reads(&mut self, execution: &Execution, cell_at: impl Fn(u64) -> usize) {
        for id in execution.event_ids().filter(|&id| execution.event(id).is_read()) {
            let event = execution.event(id);
            for piece in event.rf.iter() {
                let start = event.addr + piece.offset;
                for cell in cell_at(start)..cell_at(start + piece.len) {
                    let place = piece.source.map_or(0, |source| self.written_at(source, cell));
                    let entry = self.entry(id, cell);
                    self.reads[entry] = place;
                }
            }
        }
    }

    /// The cells that an access covers.
    pub(crate) fn of_event(&self, event: EventId) -> Range<usize> {
        let (first, _) = self.first[event.0 as usize];
        first as usize..(first + self.n_cells[event.0 as usize]) as usize
    }
    fn entry(&self, event: EventId, cell: usize) -> usize {
        let (first, entries) = self.first[event.0 as usize];
        entries as usize + cell - first as usize
    }
    pub(crate) fn writers(&self, cell: usize) -> &[EventId] {
        &self.writers[cell]
    }
    pub(crate) fn n_cells(&self) -> usize {
        self.writers.len()
    }
    /// Where the source of a read stands in the cell's coherence order; 0 is the initial value.
    pub(crate) fn read_at(&self, read: EventId, cell: usize) -> u32 {
        self.reads[self.entry(read, cell)]
    }
    /// Where a write stands in the cell's coherence order, counted from 1.
    pub(crate) fn written_at(&self, write: EventId, cell: usize) -> u32 {
        self.writes[self.entry(write, cell)]
    }
    /// The write at a place; `None` for the initial value.
    pub(crate) fn writer_at(&self, cell: usize, place: u32) -> Option<EventId> {
        self.writers[cell].get((place as usize).checked_sub(1)?).copied()
    }
}
