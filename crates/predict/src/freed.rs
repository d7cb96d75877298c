//! Memory that has been given back, of pages and lines that are variables by themselves.
//!
//! Blocks come and go all the time in the pages of an allocator. That something of a page was given back says little about the next
//! access of it; which granules (8 bytes) are free says it. Of pages that are looked at by their first access in a section only
//! ([`PageKind::Whole`]) nothing is taken for given again until all of it is: an access of the rest may not be there to be seen.

use crate::partition::{GRANULE, PAGE_BYTES, PageKind, Partition};
use events::trace::PageSet;
use rustc_hash::FxHashMap;

const WORDS: usize = (PAGE_BYTES / GRANULE / 64) as usize;

#[derive(Clone, Debug, Default)]
pub(crate) struct FreedMemory {
    /// By page: a bit for each granule.
    pages: FxHashMap<u64, [u64; WORDS]>,
    /// Pages that are among them, and perhaps some more.
    set: PageSet,
}

impl FreedMemory {
    /// A block is given back.
    pub(crate) fn add(&mut self, partition: &Partition, address: u64, size: u32) {
        for (page, bits) in bits_of(address, size) {
            if partition.has_large(page) {
                let freed = self.pages.entry(page).or_insert([0; WORDS]);
                freed.iter_mut().zip(bits).for_each(|(freed, bits)| *freed |= bits);
                self.set.insert(page);
            }
        }
    }

    /// A block is given to somebody.
    pub(crate) fn remove(&mut self, partition: &Partition, address: u64, size: u32) {
        if self.pages.is_empty() {
            return;
        }
        for (page, bits) in bits_of(address, size) {
            let is_enough = || bits == [u64::MAX; WORDS] || partition.page(page).1 != PageKind::Whole;
            if let Some(freed) = self.pages.get_mut(&page)
                && is_enough()
            {
                freed.iter_mut().zip(bits).for_each(|(freed, bits)| *freed &= !bits);
            }
        }
    }

    /// Whether something of a range is free.
    #[inline]
    pub(crate) fn has(&self, address: u64, size: u32) -> bool {
        let last = address.saturating_add(u64::from(size.max(1)) - 1);
        let may_have = self.set.may_have(address) || self.set.may_have(last) || last - address > PAGE_BYTES;
        may_have && self.has_some(address, size)
    }

    fn has_some(&self, address: u64, size: u32) -> bool {
        bits_of(address, size).any(|(page, bits)| {
            let freed = self.pages.get(&page);
            freed.is_some_and(|freed| freed.iter().zip(bits).any(|(freed, bits)| freed & bits != 0))
        })
    }
}

/// The pages of a range of bytes with its granules, also those that it has a part of only.
fn bits_of(address: u64, size: u32) -> impl Iterator<Item = (u64, [u64; WORDS])> {
    let last = address.saturating_add(u64::from(size.max(1)) - 1);
    (address / PAGE_BYTES..=last / PAGE_BYTES).map(move |page| {
        let start = address.max(page * PAGE_BYTES) % PAGE_BYTES / GRANULE;
        let end = last.min(page * PAGE_BYTES + (PAGE_BYTES - 1)) % PAGE_BYTES / GRANULE;
        let mut bits = [0; WORDS];
        for (word, bits) in bits.iter_mut().enumerate() {
            let first = 64 * word as u64;
            let (from, to) = (start.max(first), end.min(first + 63));
            if from <= to {
                *bits = u64::MAX >> (63 - (to - from)) << (from - first);
            }
        }
        (page, bits)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn granules_of_ranges() {
        let granules = |address, size| -> Vec<u64> {
            let pages = bits_of(address, size);
            let of_page = pages.flat_map(|(page, bits)| {
                let is_set = move |granule: &u64| bits[*granule as usize / 64] >> (granule % 64) & 1 != 0;
                (0..512).filter(is_set).map(move |granule| page * 512 + granule)
            });
            of_page.collect()
        };
        for (address, size) in
            [(0, 1), (7, 2), (504, 9), (511, 1), (4088, 16), (4090, 4097), (0, 4096), (8, 0)]
        {
            let last = address + u64::from(size.max(1)) - 1;
            assert_eq!(
                granules(address, size),
                (address / 8..=last / 8).collect::<Vec<_>>(),
                "{address} {size}"
            );
        }
    }
}
