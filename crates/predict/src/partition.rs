//! Memory by lines of 64 bytes: how finely accesses divide it, and whether threads share it.
//!
//! Made in a pass before the analysis; events may be given in any order between threads. A granule (8 bytes) is cut into variables as large as
//! all its accesses are multiples of, so that neighbouring fields are different variables. Memory that one thread alone touches,
//! in each of its lives ([`lives`]), or that nobody writes or frees, has no part in any violation: what reads it reads its own thread's writes (or the
//! initial value) in every reordering. With [`Partition::shared_only`] accesses of it are left out, which for most
//! programs is most of them. Whole lines are kept or left out, so a little too much is kept.
//!
//! In long traces most of what is shared is handed on in bulk: [`Partition::coarsen`] makes whole pages one variable each,
//! but for those with lines that several threads access under locks and one writes, or that are accessed atomically: of those the other lines, and
//! what else is in a line with atomic accesses, are one variable for each line (see [`crate::refine`]).
//!
//! Memory: 8 bytes for each line of a page (4 kB) that is touched, an eighth of what the program uses.

mod lives;
mod table;

use crate::touches::Wanted;
use events::trace::{Chosen, PageSet, TraceEvent};
use rustc_hash::FxHashSet;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;
pub use table::Table;

/// Bytes of a granule, the largest variable.
pub(crate) const GRANULE: u64 = 8;
/// Bytes that one access touches at most; a longer range (a huge memset) is looked at up to here.
pub(crate) const MAX_BYTES: u32 = 1 << 17;

/// Bytes of a line.
pub(crate) const LINE: u64 = 64;
/// Lines of a page.
const PAGE: usize = 64;
pub(crate) const PAGE_BYTES: u64 = LINE * PAGE as u64;
/// Pages of a region (1 GB).
const REGION: usize = 1 << 18;
/// Regions (48 bits of address); what is beyond counts as shared, each byte by itself.
const REGIONS: usize = 1 << 18;

/// Looking at all accesses of a line that is handed on (some eight) costs as much as passing over so many when reading.
const LOOKED_AT: u64 = 16384;

/// Pages that are cut into cells at once.
const FEW: usize = 64;

/// In a line's word: the first thread's number plus one, 0 if the line was not accessed.
const OWNERS: u64 = 0xffff;
const OWNER_SHIFT: u32 = 0;
/// The same for accesses under locks.
const LOCKED_OWNER_SHIFT: u32 = 16;
const SHARED: u64 = 1 << 32;
const WRITTEN: u64 = 1 << 33;
const ATOMIC: u64 = 1 << 34;
/// The line is a variable by itself, not with its page; it is cut further.
const BY_LINE: u64 = 1 << 35;
const BY_CELL: u64 = 1 << 36;
/// Some of it is given back.
const FREED: u64 = 1 << 37;
/// Several threads access it under locks; one of them writes.
const LOCKED_SHARED: u64 = 1 << 38;
const LOCKED_WRITTEN: u64 = 1 << 39;
const UNDER_LOCKS: u64 = LOCKED_SHARED | LOCKED_WRITTEN;
/// Of the page it is in only a part was given back, at least once.
const PARTLY_FREED: u64 = 1 << 41;
/// Of an access, not kept: it is under a lock.
const LOCKED: u64 = 1 << 40;
/// Who accessed it has got it itself, in each of its lives, and nobody else has. Where the last one has been given back it has no
/// owner.
const OWN_LIFE: u64 = 1 << 43;
/// The line is one variable but for its granules that are accessed atomically. Which those are stands where the owners were, which
/// nobody asks for any more.
const MIXED: u64 = 1 << 42;
const CELLS_OF_MIXED: u64 = 0xff;
/// Two bits for each granule of the line: whether it is cut into 1, 2, 4 or 8. What several accesses ask for is or-ed, so that 2 and 4
/// make 8.
const CUTS_SHIFT: u32 = 48;
const CUTS: u64 = 3;

/// What is not in the table: shared, each byte by itself.
const BEYOND: u64 = 0xffff << CUTS_SHIFT | SHARED | WRITTEN | BY_CELL | OWNERS;

/// How the line's word says that a granule is cut.
#[inline]
fn cut_of(entry: u64, granule: u64) -> usize {
    let shift = CUTS_SHIFT + 2 * (granule % (LINE / GRANULE)) as u32;
    (entry >> shift & CUTS) as usize
}

/// Where the variable after the one at an address begins, by the word of its line.
#[inline]
pub(crate) fn next_cell(entry: u64, address: u64) -> u64 {
    let power = 3 - cut_of(entry, address / GRANULE) as u32;
    ((address >> power) + 1) << power
}

/// The bits of the granule of an address for cutting it in what has these multiples: 0 for 8, then 4, 2 and 1 bytes.
#[inline]
const fn cut(address: u64, multiple: u64) -> u64 {
    let shift = CUTS_SHIFT + 2 * (address / GRANULE % (LINE / GRANULE)) as u32;
    ((3 - (multiple | GRANULE).trailing_zeros()) as u64) << shift
}

/// The bits for the granules that an access, or the part of it in the line of its first byte, cuts.
#[inline]
const fn cuts_of(address: u64, end: u64) -> u64 {
    if address / GRANULE == (end - 1) / GRANULE {
        return cut(address, address | end);
    }
    let at_end = if end / LINE == address / LINE { cut(end, end) } else { 0 };
    cut(address, address) | at_end
}

/// Sizes of the accesses that are words: powers of two.
const POWERS: usize = 5;
/// In place of cuts (all bytes by themselves and more are never wanted): the access is not within its line.
const BEYOND_LINE: u16 = u16::MAX;

/// [`cuts_of`] for accesses that are words, by the power of their size and where in a line they begin, without the shift.
static CUTS_OF: [[u16; LINE as usize]; POWERS] = {
    let mut table = [[BEYOND_LINE; LINE as usize]; POWERS];
    let mut power = 0;
    while power < POWERS {
        let mut at = 0;
        while at + (1 << power) <= LINE {
            table[power][at as usize] = (cuts_of(at, at + (1 << power)) >> CUTS_SHIFT) as u16;
            at += 1;
        }
        power += 1;
    }
    table
};

#[inline]
fn access_bits(writes: bool, is_locked: bool) -> u64 {
    let written = if writes { WRITTEN } else { 0 };
    let locked_written = if writes { LOCKED_WRITTEN } else { 0 };
    written | if is_locked { LOCKED | locked_written } else { 0 }
}

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

/// The page of a page or line as a variable.
fn page_of(original: u64) -> u64 {
    if original & LINE_MARK != 0 { (original & !LINE_MARK) / PAGE as u64 } else { original & !PAGE_MARK }
}

/// What is to be looked at of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PageKind {
    Nothing,
    /// All that was accessed of it, as one variable; it comes and goes as a whole.
    Whole,
    /// Some of it, as one variable.
    One,
    /// Some of it, cut finer.
    Finer,
}

#[derive(Clone, Debug, Default)]
pub struct Partition {
    table: Arc<Table>,
    shared_only: bool,
    coarse: bool,
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
        self.table().sort_syncs();
        self.shared_only = true;
        let kinds = self.table.pages.iter().map(|page| PageKind::of(page, false)).collect();
        self.table().kinds = kinds;
    }

    /// The number of a page, if something of it was accessed, and what is to be looked at of it.
    #[inline]
    pub(crate) fn page(&self, page: u64) -> (u32, PageKind) {
        let Some(number) = self.table.find_page(page) else {
            let is_beyond = page / (REGION * REGIONS) as u64 > 0;
            return (u32::MAX, if is_beyond { PageKind::Finer } else { PageKind::Nothing });
        };
        (number, self.table.kinds.get(number as usize).copied().unwrap_or(PageKind::Finer))
    }

    #[inline]
    fn line(&self, line: u64) -> Option<u64> {
        if line / (PAGE * REGION * REGIONS) as u64 > 0 {
            return Some(BEYOND);
        }
        let entry = self.table.find(line).unwrap_or(0);
        (!self.shared_only || is_kept(entry)).then_some(entry)
    }

    /// The word of a line of a page with that number; `None` if accesses of it are left out.
    #[inline]
    pub(crate) fn line_of(&self, page_number: u32, line: u64) -> Option<u64> {
        let page = self.table.pages.get(page_number as usize)?;
        let entry = page[line as usize % PAGE];
        (!self.shared_only || is_kept(entry)).then_some(entry)
    }

    /// What an access within a line touches, by the line's word; `None` if several things.
    #[inline]
    pub(crate) fn place_in(&self, entry: u64, address: u64, size: u32) -> Option<Place> {
        if self.coarse {
            Place::at(entry, address / LINE, granules_of(address, size))
        } else {
            Some(Place::Cells)
        }
    }

    /// Before which bytes the granule is cut; `None` if accesses of it are left out. 0 if it was not accessed.
    #[inline]
    pub(crate) fn cuts(&self, granule: u64) -> Option<u8> {
        let line = granule * GRANULE / LINE;
        let entry = self.line(line)?;
        if self.coarse && Place::at(entry, line, 1 << (granule % (LINE / GRANULE))) != Some(Place::Cells) {
            return None;
        }
        if entry == 0 {
            return Some(0);
        }
        Some([0b0000_0001, 0b0001_0001, 0b0101_0101, 0b1111_1111][cut_of(entry, granule)])
    }

    /// Whether something of a page is in a variable that is larger than a cell.
    pub(crate) fn has_large(&self, page: u64) -> bool {
        let is_large = |entry: &u64| is_kept(*entry) && Place::of(*entry, 0) != Place::Cells;
        let lines = self.table.find_page(page).and_then(|number| self.table.pages.get(number as usize));
        self.coarse && lines.is_some_and(|lines| lines.iter().any(is_large))
    }

    /// Whether a variable's memory may be given back at some time.
    pub(crate) fn is_freed(&self, address: u64) -> bool {
        self.line(address / LINE).is_some_and(|entry| entry & FREED != 0)
    }

    /// Whether there are atomic accesses behind which others may have been repeated (see [`crate::open_sections`]).
    pub(crate) fn has_relaxed(&self) -> bool {
        self.table.has_relaxed
    }

    /// Whether there are atomic accesses that order less than acquire and release do.
    pub(crate) fn has_weak(&self) -> bool {
        self.table.has_weak
    }

    /// The words of a chunk that may be accesses to be looked at.
    pub(crate) fn chosen(&self, thread: u32, sequence: u32) -> Option<Chosen> {
        self.table.touches.chosen(thread, sequence, |page| self.wanted(page))
    }

    /// Whether a chunk touches one of these pages; `false` if it was not noted.
    pub(crate) fn touches_any(&self, thread: u32, sequence: u32, pages: &FxHashSet<u32>) -> bool {
        self.table.touches.touches_any(thread, sequence, pages)
    }

    /// The numbers of the pages of these pages and lines as variables.
    pub(crate) fn numbers_of_pages(&self, originals: &[u64]) -> FxHashSet<u32> {
        originals.iter().filter_map(|original| self.table.find_page(page_of(*original))).collect()
    }

    fn wanted(&self, page_number: u32) -> Wanted {
        match self.table.kinds.get(page_number as usize) {
            Some(PageKind::Nothing) => Wanted::Nothing,
            Some(PageKind::Whole) => Wanted::First,
            _ => Wanted::Every,
        }
    }

    /// The pages of which every access is looked at.
    pub(crate) fn page_set(&self) -> PageSet {
        let mut set = PageSet::default();
        for (region, number) in self.table.regions.iter().enumerate().filter(|(_, number)| **number > 0) {
            let pages = self.table.pages_of.get(*number as usize - 1).into_iter().flatten().enumerate();
            for (page, number) in pages.filter(|(_, number)| **number > 0) {
                if self.wanted(number - 1) == Wanted::Every {
                    set.insert((region * REGION + page) as u64);
                }
            }
        }
        set
    }

    /// About how many bytes of memory this needs.
    pub fn memory(&self) -> usize {
        self.table.pages.len() * size_of::<[u64; PAGE]>() + self.table.bytes()
    }

    /// Accesses that were added.
    pub(crate) fn n_accesses(&self) -> u64 {
        self.table.n_accesses
    }

    /// Events that were added.
    pub(crate) fn n_events(&self) -> usize {
        self.table.n_events as usize
    }

    /// Makes pages variables, but for those with lines that several threads access under locks and one writes, or that are
    /// accessed atomically: such pages are rarely memory that is handed on in bulk. Their other lines are variables by themselves.
    /// Where few lines can be part of something large, all are cut at once: it would save less than it costs to find out which to cut.
    pub(crate) fn coarsen(&mut self) {
        self.coarse = true;
        let table = Arc::make_mut(&mut self.table);
        let kinds: Vec<PageKind> = table.pages.iter().map(|page| PageKind::of(page, true)).collect();
        let kept = table.pages.iter().flatten().filter(|entry| is_kept(**entry));
        let (n_cut, n_large) = kept.fold((0, 0), |(n_cut, n_large), entry| {
            let is_cut = entry & UNDER_LOCKS == UNDER_LOCKS;
            (n_cut + usize::from(is_cut), n_large + usize::from(!is_cut))
        });
        let is_worth_it = n_large > (table.n_accesses / LOOKED_AT) as usize + n_cut;
        for ((page, kind), coarse) in table.pages.iter_mut().zip(&mut table.kinds).zip(kinds) {
            let bits = match (is_worth_it, coarse) {
                (false, _) => BY_CELL,
                (true, PageKind::Finer) => BY_LINE,
                (true, _) => {
                    *kind = coarse;
                    continue;
                }
            };
            page.iter_mut().filter(|entry| is_kept(**entry)).for_each(|entry| *entry |= bits);
        }
        if is_worth_it {
            table.mix();
        }
    }

    /// What an access within a line touches; `None` if it is to be looked at line by line, if at all.
    #[inline]
    pub(crate) fn place_of(&self, address: u64, size: u32) -> Option<Place> {
        if !self.coarse {
            return Some(Place::Cells);
        }
        let line = address / LINE;
        if address % LINE + u64::from(size) > LINE {
            return None;
        }
        Place::at(self.line(line)?, line, granules_of(address, size))
    }

    /// The pages and lines as variables that an access touches; what is cut finer is left out.
    pub(crate) fn places(&self, address: u64, size: u32) -> impl Iterator<Item = u64> + '_ {
        let parts = self.coarse.then(|| by_page(lines(address, size))).into_iter().flatten();
        let end = address.saturating_add(u64::from(size.max(1)));
        parts.flat_map(move |(page, lines)| {
            let no_lines = RangeInclusive::new(1, 0);
            let (whole, lines) = match self.page(page).1 {
                PageKind::Nothing => (None, no_lines),
                PageKind::Whole => (Some(PAGE_MARK | page), no_lines),
                PageKind::One | PageKind::Finer => (None, lines),
            };
            whole.into_iter().chain(lines.filter_map(move |line| {
                let (start, end) = (address.max(line * LINE), end.min((line + 1).saturating_mul(LINE)));
                self.large_place(line, granules_of(start, end.saturating_sub(start) as u32))
            }))
        })
    }

    /// Whether something of a range of bytes, however long, is looked at.
    pub(crate) fn looks_at(&self, address: u64, size: u32) -> bool {
        let last = address.saturating_add(u64::from(size.max(1)) - 1) / PAGE_BYTES;
        (address / PAGE_BYTES..=last).any(|page| self.page(page).1 != PageKind::Nothing)
            || self.has_syncs(address, size)
    }

    /// Whether there are synchronisation objects in a range of bytes, at some time of the run.
    fn has_syncs(&self, address: u64, size: u32) -> bool {
        let syncs = &self.table.sorted_syncs;
        let next = syncs.get(syncs.partition_point(|sync| *sync < address));
        next.is_some_and(|sync| sync - address < u64::from(size.max(1)))
    }

    /// The page or line as a variable that some of these granules of a line belong to.
    fn large_place(&self, line: u64, granules: u64) -> Option<u64> {
        match Place::of(self.line(line)?, line) {
            Place::Page(number) | Place::Line(number) => Some(number),
            Place::Mixed(number, cells) => (granules & !cells != 0).then_some(number),
            Place::Cells => None,
        }
    }

    /// The parts of a range of bytes in pages that are cut into cells, at least in part.
    pub(crate) fn parts_with_cells(&self, address: u64, size: u32) -> impl Iterator<Item = Range<u64>> + '_ {
        let end = address.saturating_add(u64::from(size.max(1)));
        let pages = address / PAGE_BYTES..=(end - 1) / PAGE_BYTES;
        let pages = pages.filter(|page| self.page(*page).1 == PageKind::Finer);
        pages.map(move |page| address.max(page * PAGE_BYTES)..end.min((page + 1).saturating_mul(PAGE_BYTES)))
    }

    /// Cuts these pages and lines; whether they are cut into cells, so that nothing is left to cut.
    pub(crate) fn refine_all(&mut self, originals: &[u64]) -> bool {
        let is_line = |original: &u64| original & LINE_MARK != 0;
        let to_cells = originals.len() <= FEW || originals.iter().all(is_line);
        originals.iter().for_each(|original| self.refine(*original, to_cells));
        to_cells
    }

    /// Makes what is a page as a variable one per line (or per cell), and what is a line one per cell of it.
    fn refine(&mut self, original: u64, to_cells: bool) {
        let table = Arc::make_mut(&mut self.table);
        if original & LINE_MARK != 0 {
            table.mark(original & !LINE_MARK, BY_CELL);
        } else if original & PAGE_MARK != 0 {
            let first = (original & !PAGE_MARK) * PAGE as u64;
            let bits = if to_cells { BY_CELL } else { BY_LINE };
            (first..first + PAGE as u64).for_each(|line| table.mark(line, bits));
        }
        if let Some(number) = table.find_page(page_of(original))
            && let Some(kind) = table.kinds.get_mut(number as usize)
        {
            *kind = PageKind::Finer;
        }
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

fn is_kept(entry: u64) -> bool {
    entry & (SHARED | WRITTEN) == SHARED | WRITTEN
}

impl PageKind {
    /// With `coarse`, pages are variables where they can be.
    fn of(page: &[u64; PAGE], coarse: bool) -> PageKind {
        let kept = || page.iter().filter(|entry| is_kept(**entry));
        match kept().next() {
            None => PageKind::Nothing,
            Some(_) if !coarse || kept().any(|entry| !matches!(Place::of(*entry, 0), Place::Page(_))) => {
                PageKind::Finer
            }
            Some(_) if is_shared_under_locks(kept()) => PageKind::Finer,
            Some(_)
                if page.iter().all(|entry| *entry == 0 || is_kept(*entry) && entry & PARTLY_FREED == 0) =>
            {
                PageKind::Whole
            }
            Some(_) => PageKind::One,
        }
    }
}

/// Whether several threads access these lines under locks and one writes, be it different lines.
fn is_shared_under_locks<'a>(lines: impl Iterator<Item = &'a u64>) -> bool {
    let (mut owner, mut bits) = (0, 0);
    for line in lines {
        let own = line >> LOCKED_OWNER_SHIFT & OWNERS;
        bits |= line | if own != 0 && owner != 0 && own != owner { LOCKED_SHARED } else { 0 };
        owner = owner.max(own);
    }
    bits & UNDER_LOCKS == UNDER_LOCKS
}

/// What a line's variables are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Page(u64),
    Line(u64),
    /// A line, but for these of its granules, which are cells.
    Mixed(u64, u64),
    Cells,
}

impl Place {
    #[inline]
    fn of(entry: u64, line: u64) -> Place {
        if entry & BY_CELL != 0 || entry & UNDER_LOCKS == UNDER_LOCKS {
            Place::Cells
        } else if entry & MIXED != 0 {
            Place::Mixed(LINE_MARK | line, entry & CELLS_OF_MIXED)
        } else if entry & ATOMIC != 0 {
            Place::Cells
        } else if entry & BY_LINE != 0 {
            Place::Line(LINE_MARK | line)
        } else {
            Place::Page(PAGE_MARK | (line / PAGE as u64))
        }
    }

    /// What some granules of a line are; `None` if not all the same.
    #[inline]
    fn at(entry: u64, line: u64, granules: u64) -> Option<Place> {
        match Place::of(entry, line) {
            Place::Mixed(number, cells) if granules & cells == 0 => Some(Place::Line(number)),
            Place::Mixed(_, cells) if granules & !cells == 0 => Some(Place::Cells),
            Place::Mixed(..) => None,
            place => Some(place),
        }
    }
}

/// The granules of its line that an access touches, as bits.
#[inline]
fn granules_of(address: u64, size: u32) -> u64 {
    let first = address % LINE / GRANULE;
    let last = (address % LINE + u64::from(size.max(1)) - 1).min(LINE - 1) / GRANULE;
    (2 << last) - (1 << first)
}

/// The lines of a range of bytes.
#[inline]
fn lines(address: u64, size: u32) -> RangeInclusive<u64> {
    let end =
        address.saturating_add(u64::from(size.max(1)) - 1).min(address.saturating_add(u64::from(MAX_BYTES)));
    address / LINE..=end / LINE
}

/// Lines by the page that they are in.
fn by_page(lines: RangeInclusive<u64>) -> impl Iterator<Item = (u64, RangeInclusive<u64>)> {
    let (first, last) = (*lines.start(), *lines.end());
    (first / PAGE as u64..=last / PAGE as u64).map(move |page| {
        let start = page * PAGE as u64;
        (page, first.max(start)..=last.min(start + PAGE as u64 - 1))
    })
}

/// The granules of a range of bytes, each with the first byte and the byte after the last.
#[inline]
pub(crate) fn granules(bytes: Range<u64>) -> impl Iterator<Item = (u64, u8, u8)> {
    let last = bytes.end.saturating_sub(1) / GRANULE;
    (bytes.start / GRANULE..=last).map(move |granule| {
        let base = granule * GRANULE;
        let start = bytes.start.saturating_sub(base).min(GRANULE);
        let stop = bytes.end.saturating_sub(base).min(GRANULE);
        (granule, start as u8, stop as u8)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use events::trace::Op;

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

    /// Whether a block of two lines, of which each event touches the second, is looked at. Threads' events may come in any order between
    /// threads.
    fn is_looked_at(events: &[(u32, Op)]) -> bool {
        let mut partition = Partition::default();
        for (thread, op) in events {
            let (address, size) = match op {
                Op::Alloc | Op::Free => (0x2000, 128),
                _ => (0x2040, 8),
            };
            partition.add(&TraceEvent { size, ..TraceEvent::new(*thread, *op, address, 0) });
        }
        partition.shared_only();
        partition.keeps(0x2040, 8)
    }

    #[test]
    fn lives_of_one_thread_each_are_not_shared() {
        use Op::{Alloc, Free, Read, ThreadEnd, Write};
        // Given back, and got by another one; a stack, of which nobody says that it goes.
        assert!(!is_looked_at(&[(1, Alloc), (1, Write), (1, Free), (2, Alloc), (2, Write), (2, Free)]));
        assert!(!is_looked_at(&[(1, Alloc), (1, Write), (1, ThreadEnd), (2, Alloc), (2, Write), (2, Read)]));
        // Used by who has not got it, before, after, or in between.
        assert!(is_looked_at(&[(1, Alloc), (1, Write), (2, Read), (1, Free)]));
        assert!(is_looked_at(&[(2, Read), (1, Alloc), (1, Write), (1, Free)]));
        assert!(is_looked_at(&[(1, Alloc), (1, Write), (1, Free), (2, Alloc), (2, Write), (1, Write)]));
        assert!(is_looked_at(&[(1, Alloc), (1, Write), (1, ThreadEnd), (2, Write)]));
        // Given back by another one, and by the one who has got it, who never used it.
        assert!(is_looked_at(&[(1, Alloc), (1, Write), (2, Free)]));
        assert!(is_looked_at(&[(1, Alloc), (1, Free), (2, Read)]));
        // The first has neither given it back nor ended, as far as is known.
        assert!(is_looked_at(&[(1, Alloc), (1, Write), (2, Alloc), (2, Write)]));
        // Used after that by who had it, when another one has it.
        assert!(is_looked_at(&[(2, Alloc), (2, Write), (2, Free), (2, Write), (1, Alloc), (1, Free)]));
    }

    #[test]
    fn atomic_words_of_a_line_are_by_themselves() {
        let mut partition = Partition::default();
        let mut add = |thread, op, address| {
            partition.add(&TraceEvent { size: 8, ..TraceEvent::new(thread, op, address, 0) });
        };
        for thread in [1, 2] {
            add(thread, Op::Write, 0x2000);
            add(thread, Op::AtomicUpdate, 0x2008);
            add(thread, Op::Write, 0x2010);
        }
        partition.shared_only();
        partition.coarsen();
        let place = |address, size| partition.place_of(address, size);
        assert!(matches!(place(0x2000, 8), Some(Place::Line(_))) && place(0x2000, 8) == place(0x2010, 4));
        assert_eq!((place(0x2008, 8), place(0x2004, 8)), (Some(Place::Cells), None));
        let places = |address, size| partition.places(address, size).count();
        assert_eq!((places(0x2008, 8), places(0x2004, 8), places(0x1ff0, 64)), (0, 1, 1));
        assert_eq!(
            [0x2000, 0x2008, 0x2010].map(|at| partition.cuts(at / GRANULE).is_some()),
            [false, true, false]
        );
    }
}
