//! Memory by lines of 64 bytes: how finely accesses divide it, and whether threads share it.
//!
//! Made in a pass before the analysis; events may be given in any order. A line is cut into variables as large as all its
//! accesses are multiples of, so that neighbouring fields are different variables. Memory that one thread alone touches,
//! or that nobody writes or frees, has no part in any violation: what reads it reads its own thread's writes (or the
//! initial value) in every reordering. With [`Partition::shared_only`] accesses of it are left out, which for most
//! programs is most of them. Whole lines are kept or left out, so a little too much is kept.
//!
//! In long traces most of what is shared is handed on in bulk: [`Partition::coarsen`] makes whole pages one variable each,
//! but for lines that several threads access under locks and one writes, or that are accessed atomically (see [`crate::refine`]).
//!
//! Memory: 8 bytes for each line of a page (4 kB) that is touched, an eighth of what the program uses.

use events::trace::{Op, TraceEvent};
use std::sync::Arc;

/// Bytes of a granule, the largest variable.
pub(crate) const GRANULE: u64 = 8;
/// Granules that one access touches at most; a longer range (a huge memset) is looked at up to here.
const MAX_GRANULES: u64 = 1 << 14;

/// Bytes of a line.
const LINE: u64 = 64;
/// Lines of a page.
const PAGE: usize = 64;
pub(crate) const PAGE_BYTES: u64 = LINE * PAGE as u64;
/// Pages of a region (1 GB).
const REGION: usize = 1 << 18;
/// Regions (48 bits of address); what is beyond counts as shared, each byte by itself.
const REGIONS: usize = 1 << 18;

/// Pages that are found without looking into their region.
const RECENT: usize = 1024;

/// In a line's word: in the lowest bits which powers of two accesses are multiples of (and no more), then the first
/// thread's number plus one.
const POWERS: u64 = 0xf;
const OWNER_SHIFT: u32 = 8;
const OWNERS: u64 = 0xffff;
const SHARED: u64 = 1 << 24;
const WRITTEN: u64 = 1 << 25;
const ATOMIC: u64 = 1 << 26;
/// The line is a variable by itself, not with its page; it is cut further.
const BY_LINE: u64 = 1 << 27;
const BY_CELL: u64 = 1 << 28;
/// The same for accesses under locks: first thread plus one, whether there are others, whether one writes.
const LOCKED_OWNER_SHIFT: u32 = 32;
const LOCKED_SHARED: u64 = 1 << 48;
const LOCKED_WRITTEN: u64 = 1 << 49;
/// Of an access, not kept: it is under a lock.
const LOCKED: u64 = 1 << 50;

fn owner(thread: u32) -> u64 {
    (u64::from(thread) + 1).min(OWNERS)
}

/// Numbers of pages and lines as variables begin with these; addresses are below.
const PAGE_MARK: u64 = 1 << 61;
const LINE_MARK: u64 = 1 << 62;

/// Whether a variable's number in the recorded trace is one of a page or line.
pub(crate) fn is_coarse(original: u64) -> bool {
    // No address is there: below are the program's, above the kernel's.
    (PAGE_MARK..1 << 63).contains(&original)
}

#[derive(Clone, Debug, Default)]
pub struct Partition {
    table: Arc<Table>,
    shared_only: bool,
    coarse: bool,
}

/// Lines by address.
#[derive(Clone, Debug)]
pub struct Table {
    /// Numbers of regions and, within them, of pages, plus one.
    regions: Vec<u32>,
    pages_of: Vec<Vec<u32>>,
    pages: Vec<[u64; PAGE]>,
    /// Pages and their numbers that were looked for last, by the lowest bits of the page.
    recent: Vec<(u64, u32)>,
    /// Address, size and thread of what was given back; looked at when all accesses are known.
    frees: Vec<(u64, u32, u32)>,
    /// How many locks each thread holds.
    held: Vec<u32>,
    n_accesses: u64,
}

impl Default for Table {
    fn default() -> Self {
        Table {
            regions: vec![0; REGIONS],
            pages_of: Vec::new(),
            pages: Vec::new(),
            recent: vec![(u64::MAX, 0); RECENT],
            frees: Vec::new(),
            held: Vec::new(),
            n_accesses: 0,
        }
    }
}

impl Table {
    #[inline]
    fn find(&self, line: u64) -> Option<u64> {
        let page = line / PAGE as u64;
        let region = self.regions.get((page / REGION as u64) as usize)?.checked_sub(1)?;
        let number = self.pages_of.get(region as usize)?.get(page as usize % REGION)?.checked_sub(1)?;
        self.pages.get(number as usize).map(|page| page[line as usize % PAGE])
    }

    #[inline]
    fn entry(&mut self, line: u64) -> Option<&mut u64> {
        let page = line / PAGE as u64;
        let recent = self.recent.get(page as usize % RECENT).copied()?;
        let number = if recent.0 == page { recent.1 } else { self.number(page)? };
        self.pages.get_mut(number as usize).map(|page| &mut page[line as usize % PAGE])
    }

    /// The number of a page, which is made if it is not there.
    fn number(&mut self, page: u64) -> Option<u32> {
        let region = self.regions.get_mut((page / REGION as u64) as usize)?;
        if *region == 0 {
            self.pages_of.push(vec![0; REGION]);
            *region = self.pages_of.len() as u32;
        }
        let number = self.pages_of.get_mut(*region as usize - 1)?.get_mut(page as usize % REGION)?;
        if *number == 0 {
            self.pages.push([0; PAGE]);
            *number = self.pages.len() as u32;
        }
        let number = *number - 1;
        if let Some(recent) = self.recent.get_mut(page as usize % RECENT) {
            *recent = (page, number);
        }
        Some(number)
    }

    /// Notes an access.
    #[inline]
    pub fn access(&mut self, thread: u32, address: u64, size: u32, writes: bool) {
        let owner = owner(thread);
        let power = (address | u64::from(size) | GRANULE).trailing_zeros();
        let is_locked = self.held.get(thread as usize).is_some_and(|held| *held > 0);
        let mut bits = 1 << power | if writes { WRITTEN } else { 0 };
        if is_locked {
            bits |= LOCKED | if writes { LOCKED_WRITTEN } else { 0 };
        }
        self.n_accesses += 1;
        if address % LINE + u64::from(size) <= LINE {
            self.note(address / LINE, bits, owner);
            return;
        }
        // A line that is covered whole need not be cut for it.
        let whole = 1 << GRANULE.trailing_zeros() | (bits & !POWERS);
        let covered = address.div_ceil(LINE)..address.saturating_add(u64::from(size)) / LINE;
        for line in lines(address, size) {
            self.note(line, if covered.contains(&line) { whole } else { bits }, owner);
        }
    }

    #[inline]
    fn note(&mut self, line: u64, bits: u64, owner: u64) {
        let Some(entry) = self.entry(line) else { return };
        let known = *entry;
        let sharing = |shift: u32, shared: u64| match known >> shift & OWNERS {
            first if first == owner && owner != OWNERS => 0,
            0 => owner << shift,
            _ => shared,
        };
        let mut new = known | bits & !LOCKED | sharing(OWNER_SHIFT, SHARED);
        if bits & LOCKED != 0 {
            new |= sharing(LOCKED_OWNER_SHIFT, LOCKED_SHARED);
        }
        if new != known {
            *entry = new;
        }
    }

    /// Notes an event of any kind.
    pub fn add(&mut self, event: &TraceEvent) {
        let writes = matches!(event.op, Op::Write | Op::AtomicWrite | Op::AtomicUpdate);
        match event.op {
            Op::Read | Op::Write => self.access(event.thread, event.object, event.size, writes),
            Op::AtomicRead | Op::AtomicWrite | Op::AtomicUpdate => {
                self.access(event.thread, event.object, event.size, writes);
                for line in lines(event.object, event.size) {
                    self.mark(line, ATOMIC);
                }
            }
            Op::Acquire | Op::AcquireShared => *self.held(event.thread) += 1,
            Op::Release => *self.held(event.thread) = self.held(event.thread).saturating_sub(1),
            Op::Free => self.frees.push((event.object, event.size, event.thread)),
            _ => {}
        }
    }

    fn mark(&mut self, line: u64, bits: u64) {
        if let Some(entry) = self.entry(line) {
            *entry |= bits;
        }
    }

    fn held(&mut self, thread: u32) -> &mut u32 {
        // What a damaged trace names beyond shares one place.
        let index = thread.min(OWNERS as u32) as usize;
        if index >= self.held.len() {
            self.held.resize(index + 1, 0);
        }
        &mut self.held[index]
    }

    /// Giving memory back is a write of all that was touched of it.
    fn apply_frees(&mut self) {
        for (address, size, thread) in std::mem::take(&mut self.frees) {
            let owner = owner(thread);
            for line in lines(address, size) {
                if self.find(line).is_none() {
                    continue;
                }
                if let Some(entry) = self.entry(line)
                    && *entry != 0
                {
                    let is_own = *entry >> OWNER_SHIFT & OWNERS == owner && owner != OWNERS;
                    *entry |= WRITTEN | if is_own { 0 } else { SHARED };
                }
            }
        }
    }
}

impl Partition {
    /// What accesses are noted in.
    pub fn table(&mut self) -> &mut Table {
        Arc::make_mut(&mut self.table)
    }

    pub fn add(&mut self, event: &TraceEvent) {
        self.table().add(event);
    }

    /// All events have been added; from here on only memory that threads share is looked at.
    pub fn shared_only(&mut self) {
        self.table().apply_frees();
        self.shared_only = true;
    }

    #[inline]
    fn line(&self, line: u64) -> Option<u64> {
        if line / (PAGE * REGION * REGIONS) as u64 > 0 {
            return Some(1);
        }
        let entry = self.table.find(line).unwrap_or(0);
        (!self.shared_only || entry & (SHARED | WRITTEN) == SHARED | WRITTEN).then_some(entry)
    }

    /// Before which bytes the granule is cut; `None` if accesses of it are left out. 0 if it was not accessed.
    #[inline]
    pub(crate) fn cuts(&self, granule: u64) -> Option<u8> {
        let line = granule * GRANULE / LINE;
        let entry = self.line(line)?;
        if self.coarse && Place::of(entry, line) != Place::Cells {
            return None;
        }
        Some(match (entry & POWERS).trailing_zeros() {
            0 => 0b1111_1111,
            1 => 0b0101_0101,
            2 => 0b0001_0001,
            3 => 0b0000_0001,
            _ => 0,
        })
    }

    /// Accesses that were added.
    pub(crate) fn n_accesses(&self) -> u64 {
        self.table.n_accesses
    }

    /// Makes pages variables, but for lines that several threads access under locks.
    pub(crate) fn coarsen(&mut self) {
        self.coarse = true;
    }

    /// What an access within a line touches; `None` if it is to be looked at line by line, if at all.
    #[inline]
    pub(crate) fn place_of(&self, address: u64, size: u32) -> Option<Place> {
        if !self.coarse {
            return Some(Place::Cells);
        }
        let line = address / LINE;
        let is_within = address % LINE + u64::from(size) <= LINE;
        if is_within { self.line(line).map(|entry| Place::of(entry, line)) } else { None }
    }

    /// Whether all of a page that is looked at is one variable.
    pub(crate) fn is_one(&self, page: u64) -> bool {
        let first = page * PAGE as u64;
        let is_large =
            |line| self.line(line).is_none_or(|entry| matches!(Place::of(entry, line), Place::Page(_)));
        self.coarse && (first..first + PAGE as u64).all(is_large)
    }

    /// The pages and lines as variables that an access touches; what is cut finer is left out.
    pub(crate) fn places(&self, address: u64, size: u32) -> impl Iterator<Item = u64> + '_ {
        let range = self.coarse.then(|| lines(address, size));
        let places = range.into_iter().flatten().filter_map(|line| Some((line, self.line(line)?))).map(
            |(line, entry)| match Place::of(entry, line) {
                Place::Page(number) | Place::Line(number) => number,
                Place::Cells => 0,
            },
        );
        places.filter(|number| *number != 0)
    }

    /// Makes what is a page as a variable one per line (or per cell), and what is a line one per cell of it.
    pub(crate) fn refine(&mut self, original: u64, to_cells: bool) {
        let table = Arc::make_mut(&mut self.table);
        if original & LINE_MARK != 0 {
            table.mark(original & !LINE_MARK, BY_CELL);
        } else if original & PAGE_MARK != 0 {
            let first = (original & !PAGE_MARK) * PAGE as u64;
            let bits = if to_cells { BY_CELL } else { BY_LINE };
            (first..first + PAGE as u64).for_each(|line| table.mark(line, bits));
        }
    }

    /// The granules of memory that comes or goes, however large: what is left out when it comes but not when it went seems
    /// to be used after that. Pages of which nothing is known are passed over.
    pub(crate) fn block(&self, address: u64, size: u32) -> impl Iterator<Item = (u64, u8, u8)> + '_ {
        let end = address.saturating_add(u64::from(size.max(1)));
        let pages = address / PAGE_BYTES..=(end - 1) / PAGE_BYTES;
        let is_known = |page: u64| {
            let line = page * PAGE as u64;
            line / (PAGE * REGION * REGIONS) as u64 > 0 || self.table.find(line).is_some()
        };
        pages.filter(move |page| is_known(*page)).flat_map(move |page| {
            let from = address.max(page * PAGE_BYTES);
            let length = (end - from).min(PAGE_BYTES - from % PAGE_BYTES);
            granules(from, length as u32)
        })
    }

    /// Whether an access is to be looked at.
    #[inline]
    pub fn keeps(&self, address: u64, size: u32) -> bool {
        if address % LINE + u64::from(size) <= LINE {
            return self.line(address / LINE).is_some();
        }
        lines(address, size).any(|line| self.line(line).is_some())
    }
}

/// Whether all of a page or line is in a range.
pub(crate) fn lies_within(original: u64, address: u64, size: u32) -> bool {
    let (start, length) = if original & LINE_MARK != 0 {
        ((original & !LINE_MARK) * LINE, LINE)
    } else {
        ((original & !PAGE_MARK) * PAGE_BYTES, PAGE_BYTES)
    };
    address <= start && start + length <= address.saturating_add(u64::from(size))
}

/// What a line's variables are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Page(u64),
    Line(u64),
    Cells,
}

impl Place {
    #[inline]
    fn of(entry: u64, line: u64) -> Place {
        const UNDER_LOCKS: u64 = LOCKED_SHARED | LOCKED_WRITTEN;
        if entry & (ATOMIC | BY_CELL) != 0 || entry & UNDER_LOCKS == UNDER_LOCKS {
            Place::Cells
        } else if entry & BY_LINE != 0 {
            Place::Line(LINE_MARK | line)
        } else {
            Place::Page(PAGE_MARK | (line / PAGE as u64))
        }
    }
}

/// The lines of a range of bytes.
#[inline]
fn lines(address: u64, size: u32) -> std::ops::RangeInclusive<u64> {
    let end = address
        .saturating_add(u64::from(size.max(1)) - 1)
        .min(address.saturating_add(MAX_GRANULES * GRANULE));
    address / LINE..=end / LINE
}

/// The granules of a range of bytes, each with the first byte and the byte after the last.
#[inline]
pub(crate) fn granules(address: u64, size: u32) -> impl Iterator<Item = (u64, u8, u8)> {
    let end = address.saturating_add(u64::from(size.max(1)));
    let last = ((end - 1) / GRANULE).min((address / GRANULE).saturating_add(MAX_GRANULES));
    (address / GRANULE..=last).map(move |granule| {
        let base = granule * GRANULE;
        let start = address.saturating_sub(base).min(GRANULE);
        let stop = (end - base.min(end)).min(GRANULE);
        (granule, start as u8, stop as u8)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shared() {
        let event =
            |thread, op, address, size| TraceEvent { size, ..TraceEvent::new(thread, op, address, 0) };
        let mut partition = Partition::default();
        for (thread, op, address) in [
            (1, Op::Write, 0x1000),
            (1, Op::Read, 0x1000),
            (1, Op::Write, 0x2000),
            (2, Op::Read, 0x2000),
            (1, Op::Read, 0x3000),
            (2, Op::Read, 0x3000),
            (1, Op::Write, 0x7fff_ffff_f008),
            (2, Op::AtomicRead, 0x7fff_ffff_f008),
            (1, Op::Read, 0x5000),
            (70_000, Op::Write, 0x6000),
        ] {
            partition.add(&event(thread, op, address, 4));
        }
        partition.add(&event(2, Op::Free, 0x4ff0, 64));
        assert!(partition.keeps(0x1000, 4));
        partition.shared_only();
        let kept =
            [0x1000, 0x2000, 0x3000, 0x7fff_ffff_f008, 0x5000, 0x6000].map(|at| partition.keeps(at, 4));
        assert_eq!(kept, [false, true, false, true, true, false]);
        assert!(partition.keeps(0x1ffc, 8) && !partition.keeps(0x9000, 1));
    }
}
