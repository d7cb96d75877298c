//! Shared memory cut into cells: each access covers whole cells, and a cell is read and written as a whole.
//!
//! An access whose place is not fixed is a part of every cell it can touch, under the condition that it does.

use rustc_hash::FxHashMap;
use solver::{TermId, Terms};
use unfold::GuardId;
use unfold::ObjectId;
use unfold::{Graph, Space};

/// A piece of memory (or the state of a synchronisation object).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cell {
    pub(crate) space: Space,
    pub(crate) object: ObjectId,
    pub(crate) offset: u64,
    pub(crate) size: u64,
}

/// The part of an access that falls into one cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) event: u32,
    /// The access touches this cell: part of its guard.
    pub(crate) here: TermId,
    /// Whether `here` is the only condition beside the event's guard, and constantly true.
    pub(crate) certain: bool,
    pub(crate) reads: Option<TermId>,
    /// When it writes here, beside `here`; and what.
    pub(crate) writes: Option<(GuardId, TermId)>,
}

#[derive(Debug, Default)]
pub(crate) struct Cells {
    pub(crate) list: Vec<Cell>,
    /// Parts of each cell, in the order of events.
    pub(crate) parts: Vec<Vec<Part>>,
    /// Cells of each event.
    pub(crate) of_event: Vec<Vec<u32>>,
}

impl Cells {
    pub(crate) fn of(graph: &Graph, terms: &mut Terms) -> Cells {
        let mut cuts: FxHashMap<(Space, ObjectId), Vec<u64>> = FxHashMap::default();
        for access in graph.events.iter().filter_map(|event| event.access()) {
            for &(object, offset) in access.candidates.iter() {
                cuts.entry((access.space, object)).or_default().extend([offset, offset + access.size]);
            }
        }
        for cuts in cuts.values_mut() {
            cuts.sort_unstable();
            cuts.dedup();
        }
        let mut cells = Cells { of_event: vec![Vec::new(); graph.events.len()], ..Cells::default() };
        let mut index: FxHashMap<(Space, ObjectId, u64), u32> = FxHashMap::default();
        for (event, data) in graph.events.iter().enumerate() {
            let Some(access) = data.access() else { continue };
            for &(object, offset) in access.candidates.iter() {
                let certain = access.candidates.len() == 1;
                let here = match certain {
                    true => TermId::TRUE,
                    false => graph.objects.is_at(terms, access.addr, (object, offset)),
                };
                let Some(cuts) = cuts.get(&(access.space, object)) else { continue };
                let first = cuts.partition_point(|&cut| cut < offset);
                for pair in cuts[first..].windows(2).take_while(|pair| pair[0] < offset + access.size) {
                    let (start, size) = (pair[0], pair[1] - pair[0]);
                    let cell = *index.entry((access.space, object, start)).or_insert_with(|| {
                        cells.list.push(Cell { space: access.space, object, offset: start, size });
                        cells.parts.push(Vec::new());
                        cells.list.len() as u32 - 1
                    });
                    let low = 8 * (start - offset) as u32;
                    let high = low + 8 * size as u32 - 1;
                    let reads = access.read.map(|value| terms.extract(high, low, value));
                    let writes = access.write.map(|(guard, value)| (guard, terms.extract(high, low, value)));
                    let part = Part { event: event as u32, here, certain, reads, writes };
                    cells.parts[cell as usize].push(part);
                    cells.of_event[event].push(cell);
                }
            }
        }
        cells
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }
    /// The cell that holds these bytes exactly or as a part.
    pub(crate) fn covering(&self, object: ObjectId, offset: u64, size: u64) -> Vec<u32> {
        let overlaps = |cell: &Cell| {
            cell.space == Space::Memory
                && cell.object == object
                && cell.offset < offset + size
                && offset < cell.offset + cell.size
        };
        (0..self.list.len() as u32).filter(|&index| overlaps(&self.list[index as usize])).collect()
    }
}
