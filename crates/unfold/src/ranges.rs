//! How large the numbers in shared cells can get: the fact that makes words narrow and indices few.
//!
//! Unlike the other facts this one begins with knowing nothing. When a pass has come to rest, intervals of all cells are
//! computed from its events: from the initial values in as many rounds as a value can be passed on from a write to a
//! read to a write (in an execution each write happens once, and no value is its own cause, so that is the number of
//! writes of something that is not constant, or to a place that is not), and only where addresses can be by then. `x++`
//! in six threads is at most 6 then, not 2³². If another pass under these intervals gives no larger ones they are right, by induction over the execution; otherwise they are given up.

use crate::graph::Space;
use crate::objects::{ObjectId, Place};
use crate::options::Knowledge;
use crate::unfolder::Unfolder;
use crate::value::NumberSet;
use rustc_hash::FxHashMap;
use solver::{Interval, Ranges, TermId, hull, whole_range};

/// Rounds times terms: beyond it the computation costs more than it brings.
const MAX_WORK: usize = 3_000_000;

/// An exact piece of memory.
pub(crate) type CellKey = (Space, ObjectId, u64, u64);

/// The term that stands for what a read finds or a write leaves, and where.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    term: TermId,
    addr: TermId,
    cells: Vec<CellKey>,
}

/// What a pass knows of intervals, and which of its variables stand for contents of cells.
#[derive(Default)]
pub(crate) struct Narrowing {
    pub(crate) ranges: Ranges,
    reads: Vec<Spot>,
}

/// What becomes of the intervals after a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Narrowed {
    Done,
    Again,
}

impl Unfolder<'_> {
    /// A variable for the contents of these cells, as narrow as is known, extended to `width` bits.
    pub(super) fn narrow_variable(
        &mut self,
        name: String,
        width: u32,
        addr: TermId,
        cells: Vec<CellKey>,
    ) -> TermId {
        let interval = cells.iter().map(|cell| self.facts.ranges.get(cell).copied()).reduce(|a, b| {
            let (a, b) = (a?, b?);
            Some(hull(a, b))
        });
        let interval = interval.flatten().filter(|_| width <= 64);
        let (needed, signed) = interval.map_or((width, true), |interval| bits_for(interval, width));
        let variable = self.graph.terms.bits_var(name, needed);
        let term = match (needed < width, signed) {
            (false, _) => variable,
            (true, true) => self.graph.terms.sign_extend(variable, width),
            (true, false) => self.graph.terms.zero_extend(variable, width),
        };
        if let Some(interval) = interval {
            self.pass.narrowing.ranges.assume_extended(&self.graph.terms, term, interval);
        }
        if self.needs.knowledge == Knowledge::Ranges && width <= 64 {
            self.pass.narrowing.reads.push(Spot { term, addr, cells });
        }
        term
    }

    /// After a pass that refuted nothing.
    pub(super) fn narrow(&mut self) -> Narrowed {
        match self.needs.knowledge {
            Knowledge::Sets => return self.narrow_to_sets(),
            Knowledge::Ranges if !self.facts.ranges_given_up => {}
            _ => return Narrowed::Done,
        }
        let Some(found) = self.cell_ranges() else {
            return self.forget_ranges(!self.facts.ranges.is_empty());
        };
        let first = self.facts.ranges.is_empty();
        if first {
            let useful = |(key, interval): &(&CellKey, &Interval)| {
                let width = 8 * key.3 as u32;
                **interval != whole_range(width)
            };
            self.facts.ranges =
                found.iter().filter(useful).map(|(key, interval)| (*key, *interval)).collect();
            let read = self
                .pass
                .narrowing
                .reads
                .iter()
                .any(|read| read.cells.iter().all(|cell| self.facts.ranges.contains_key(cell)));
            return if read { Narrowed::Again } else { self.forget_ranges(false) };
        }
        let broken = self.pass.narrowing.reads.iter().flat_map(|read| &read.cells).any(|cell| {
            let assumed = self.facts.ranges.get(cell);
            let now = found.get(cell);
            assumed.is_some_and(|assumed| now.is_none_or(|now| now.0 < assumed.0 || now.1 > assumed.1))
        });
        if broken { self.forget_ranges(true) } else { Narrowed::Done }
    }

    /// There is nothing to gain; another pass only if something was assumed.
    fn forget_ranges(&mut self, assumed: bool) -> Narrowed {
        self.facts.ranges.clear();
        self.facts.ranges_given_up = true;
        if assumed { Narrowed::Again } else { Narrowed::Done }
    }

    /// Intervals of all cells that are written; `None` if that is too much work.
    fn cell_ranges(&mut self) -> Option<FxHashMap<CellKey, Interval>> {
        let mut writes: Vec<Spot> = Vec::new();
        let mut n_passed_on = 0;
        for access in self.graph.events.iter().filter_map(|event| event.access()) {
            let Some((_, value)) = access.write else { continue };
            // What is written, or where, may come from a read.
            let passes_on = self.graph.terms.as_const(value).is_none() || access.candidates.len() > 1;
            n_passed_on += usize::from(passes_on);
            let key = |&(object, offset): &Place| (access.space, object, offset, access.size);
            let cells = access.candidates.iter().map(key).collect();
            writes.push(Spot { term: value, addr: access.addr, cells });
        }
        let pieces: usize = writes.iter().map(|write| write.cells.len()).sum();
        if (pieces + self.graph.terms.len()).saturating_mul(n_passed_on + 1) > MAX_WORK {
            return None;
        }
        let mut ranges = self.initial_ranges(&writes);
        for _ in 0..=n_passed_on {
            let mut terms = Ranges::default();
            for read in &self.pass.narrowing.reads {
                let whole = whole_range(self.graph.terms.width(read.term));
                let seen = self.in_reach(&mut terms, read.addr, &read.cells);
                let seen = seen.map(|cell| ranges.get(cell).copied().unwrap_or(whole)).reduce(hull);
                // What cannot be reached yet has no value yet; any will do.
                terms.assume_extended(&self.graph.terms, read.term, seen.unwrap_or((0, 0)));
            }
            let mut changed = false;
            for Spot { term, addr, cells } in &writes {
                let interval = terms.of(&self.graph.terms, *term);
                for cell in self.in_reach(&mut terms, *addr, cells) {
                    if let Some(known) = ranges.get_mut(cell) {
                        let wider = hull(*known, interval);
                        changed |= wider != *known;
                        *known = wider;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        Some(ranges)
    }

    /// Those of the cells that an address can be at.
    fn in_reach<'c>(
        &self,
        ranges: &mut Ranges,
        addr: TermId,
        cells: &'c [CellKey],
    ) -> impl Iterator<Item = &'c CellKey> {
        let whole = whole_range(64);
        let (low, high) = if cells.len() > 1 { ranges.of(&self.graph.terms, addr) } else { whole };
        let objects = &self.graph.objects;
        cells.iter().filter(move |&&(_, object, offset, _)| {
            let at = i128::from((objects.get(object).addr + offset) as i64);
            low <= at && at <= high
        })
    }

    /// The initial values; cells that overlap others, or are too wide, are left out.
    fn initial_ranges(&mut self, writes: &[Spot]) -> FxHashMap<CellKey, Interval> {
        let mut keys: Vec<CellKey> = writes.iter().flat_map(|write| write.cells.iter().copied()).collect();
        keys.extend(self.pass.narrowing.reads.iter().flat_map(|read| read.cells.iter().copied()));
        keys.sort_unstable();
        keys.dedup();
        let mut ranges = FxHashMap::default();
        for (index, &key) in keys.iter().enumerate() {
            let (space, object, offset, size) = key;
            let near = |other: &CellKey| other.0 == space && other.1 == object;
            let mut before =
                keys[..index].iter().rev().take_while(|other| near(other) && other.2 + 16 > offset);
            let overlaps = before.any(|other| other.2 + other.3 > offset)
                || keys.get(index + 1).is_some_and(|other| near(other) && other.2 < offset + size);
            if overlaps || size > 8 {
                continue;
            }
            let initial = match space {
                Space::Sync => NumberSet::constant(self.initial_state((object, offset))),
                Space::Memory => self.initial_value(object, offset, size).set,
            };
            let Some(&[value]) = initial.consts() else { continue };
            let unused = 128 - 8 * size as u32;
            let signed = ((value << unused) as i128) >> unused;
            ranges.insert(key, (signed, signed));
        }
        ranges
    }
}

/// Bits that an interval needs, and whether the last of them is a sign.
fn bits_for((low, high): Interval, width: u32) -> (u32, bool) {
    let magnitude = |number: i128| 128 - number.unsigned_abs().leading_zeros();
    if low >= 0 {
        return (magnitude(high).clamp(1, width), false);
    }
    (magnitude(high.max(-low - 1)).saturating_add(1).clamp(1, width), true)
}
