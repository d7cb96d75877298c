//! Memory by lines of 64 bytes: how finely accesses divide it, and whether threads share it.
//!
//! Made in a pass before the analysis; events may be given in any order. A line is cut into variables as large as all its
//! accesses are multiples of, so that neighbouring fields are different variables. Memory that one thread alone touches,
//! or that nobody writes or frees, has no part in any violation: what reads it reads its own thread's writes (or the
//! initial value) in every reordering. With [`Partition::shared_only`] accesses of it are left out, which for most
//! programs is most of them. Whole lines are kept or left out, so a little too much is kept.
//!
//! Memory: 4 bytes for each line of a page (4 kB) that is touched, a sixteenth of what the program uses.

use events::trace::{Op, TraceEvent};
use std::sync::Arc;

/// Bytes of a granule, the largest variable.
pub(crate) const GRANULE: u64 = 8;
/// Granules that one event touches at most; a longer range (a huge memset) is looked at up to here.
const MAX_GRANULES: u64 = 1 << 14;

/// Bytes of a line.
const LINE: u64 = 64;
/// Lines of a page.
const PAGE: usize = 64;
/// Pages of a region (1 GB).
const REGION: usize = 1 << 18;
/// Regions (48 bits of address); what is beyond counts as shared, each byte by itself.
const REGIONS: usize = 1 << 18;

/// Pages that are found without looking into their region.
const RECENT: usize = 1024;

/// In a line's word: in the lowest bits which powers of two accesses are multiples of (and no more), then the first
/// thread's number plus one.
const POWERS: u32 = 0xf;
const OWNER_SHIFT: u32 = 8;
const OWNERS: u32 = 0xffff;
const SHARED: u32 = 1 << 24;
const WRITTEN: u32 = 1 << 25;

#[derive(Clone, Debug, Default)]
pub struct Partition {
    table: Arc<Table>,
    shared_only: bool,
}

/// Lines by address.
#[derive(Clone, Debug)]
pub struct Table {
    /// Numbers of regions and, within them, of pages, plus one.
    regions: Vec<u32>,
    pages_of: Vec<Vec<u32>>,
    pages: Vec<[u32; PAGE]>,
    /// Pages and their numbers that were looked for last, by the lowest bits of the page.
    recent: Vec<(u64, u32)>,
    /// Address, size and thread of what was given back; looked at when all accesses are known.
    frees: Vec<(u64, u32, u32)>,
}

impl Default for Table {
    fn default() -> Self {
        Table {
            regions: vec![0; REGIONS],
            pages_of: Vec::new(),
            pages: Vec::new(),
            recent: vec![(u64::MAX, 0); RECENT],
            frees: Vec::new(),
        }
    }
}

impl Table {
    #[inline]
    fn find(&self, line: u64) -> Option<u32> {
        let page = line / PAGE as u64;
        let region = self.regions.get((page / REGION as u64) as usize)?.checked_sub(1)?;
        let number = self.pages_of.get(region as usize)?.get(page as usize % REGION)?.checked_sub(1)?;
        self.pages.get(number as usize).map(|page| page[line as usize % PAGE])
    }

    #[inline]
    fn entry(&mut self, line: u64) -> Option<&mut u32> {
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
        let owner = thread.saturating_add(1).min(OWNERS);
        let power = (address | u64::from(size) | GRANULE).trailing_zeros();
        let bits = 1 << power | if writes { WRITTEN } else { 0 };
        if address % LINE + u64::from(size) <= LINE {
            self.note(address / LINE, bits, owner);
            return;
        }
        for line in lines(address, size) {
            self.note(line, bits, owner);
        }
    }

    #[inline]
    fn note(&mut self, line: u64, bits: u32, owner: u32) {
        let Some(entry) = self.entry(line) else { return };
        let known = *entry;
        let first = known >> OWNER_SHIFT & OWNERS;
        let sharing = if first == owner && owner != OWNERS {
            0
        } else if first == 0 {
            owner << OWNER_SHIFT
        } else {
            SHARED
        };
        let new = known | bits | sharing;
        if new != known {
            *entry = new;
        }
    }

    /// Notes an event of any kind.
    pub fn add(&mut self, event: &TraceEvent) {
        let writes = matches!(event.op, Op::Write | Op::AtomicWrite | Op::AtomicUpdate);
        match event.op {
            Op::Read | Op::Write | Op::AtomicRead | Op::AtomicWrite | Op::AtomicUpdate => {
                self.access(event.thread, event.object, event.size, writes);
            }
            Op::Free => self.frees.push((event.object, event.size, event.thread)),
            _ => {}
        }
    }

    /// Giving memory back is a write of all that was touched of it.
    fn apply_frees(&mut self) {
        for (address, size, thread) in std::mem::take(&mut self.frees) {
            let owner = thread.saturating_add(1).min(OWNERS);
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
    fn line(&self, line: u64) -> Option<u32> {
        if line / (PAGE * REGION * REGIONS) as u64 > 0 {
            return Some(1);
        }
        let entry = self.table.find(line).unwrap_or(0);
        (!self.shared_only || entry & (SHARED | WRITTEN) == SHARED | WRITTEN).then_some(entry)
    }

    /// Before which bytes the granule is cut; `None` if accesses of it are left out. 0 if it was not accessed.
    #[inline]
    pub(crate) fn cuts(&self, granule: u64) -> Option<u8> {
        let entry = self.line(granule * GRANULE / LINE)?;
        Some(match (entry & POWERS).trailing_zeros() {
            0 => 0b1111_1111,
            1 => 0b0101_0101,
            2 => 0b0001_0001,
            3 => 0b0000_0001,
            _ => 0,
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
