//! Lines by address, as accesses are noted in them: the first pass.

use super::lives::{Lives, whole_lines};
use super::{
    ATOMIC, BEYOND_LINE, BY_CELL, BY_LINE, CUTS_OF, CUTS_SHIFT, FREED, GRANULE, LINE, LOCKED,
    LOCKED_OWNER_SHIFT, LOCKED_SHARED, MIXED, OWN_LIFE, OWNER_SHIFT, OWNERS, PAGE, PAGE_BYTES, PARTLY_FREED,
    POWERS, PageKind, REGION, REGIONS, SHARED, WRITTEN, access_bits, cuts_of, lines, owner,
};
use crate::touches::Touches;
use events::trace::{AccessWords, Namespace, Op, TraceEvent, TraceOrder};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// A block that was given back.
#[derive(Clone, Copy, Debug)]
struct GivenBack {
    address: u64,
    size: u32,
    thread: u32,
    /// By the thread that has got it.
    is_own: bool,
}

/// Lines by address.
#[derive(Clone, Debug)]
pub struct Table {
    /// Numbers of regions and, within them, of pages, plus one.
    pub(super) regions: Vec<u32>,
    pub(super) pages_of: Vec<Vec<u32>>,
    pub(super) pages: Vec<[u64; PAGE]>,
    /// What is to be looked at of each page; known when all accesses are.
    pub(super) kinds: Vec<PageKind>,
    /// What was given back; looked at when all accesses are known.
    frees: Vec<GivenBack>,
    lives: Lives,
    /// How many locks each thread holds.
    held: Vec<u32>,
    pub(super) n_accesses: u64,
    pub(super) n_events: u64,
    /// Addresses of synchronisation objects.
    syncs: FxHashSet<u64>,
    /// The same in order, when all are known.
    pub(super) sorted_syncs: Vec<u64>,
    /// Granules that are accessed atomically.
    atomic: FxHashSet<u64>,
    /// There are atomic accesses that do not end their thread's section.
    pub(super) has_relaxed: bool,
    /// There are atomic accesses that order less than acquire and release do.
    pub(super) has_weak: bool,
    pub(crate) touches: Touches,
}

impl Default for Table {
    fn default() -> Self {
        Table {
            regions: vec![0; REGIONS],
            pages_of: Vec::new(),
            pages: Vec::new(),
            kinds: Vec::new(),
            frees: Vec::new(),
            lives: Lives::default(),
            held: Vec::new(),
            n_accesses: 0,
            n_events: 0,
            syncs: FxHashSet::default(),
            sorted_syncs: Vec::new(),
            atomic: FxHashSet::default(),
            has_relaxed: false,
            has_weak: false,
            touches: Touches::default(),
        }
    }
}

impl Table {
    #[inline]
    pub(super) fn find_page(&self, page: u64) -> Option<u32> {
        let region = self.regions.get((page / REGION as u64) as usize)?.checked_sub(1)?;
        self.pages_of.get(region as usize)?.get(page as usize % REGION)?.checked_sub(1)
    }

    #[inline]
    pub(super) fn find(&self, line: u64) -> Option<u64> {
        let number = self.find_page(line / PAGE as u64)?;
        self.pages.get(number as usize).map(|page| page[line as usize % PAGE])
    }

    fn entry(&mut self, line: u64) -> Option<&mut u64> {
        let number = self.number(line / PAGE as u64)?;
        self.pages.get_mut(number as usize).map(|page| &mut page[line as usize % PAGE])
    }

    /// The number of a page, which is made if it is not there.
    #[inline]
    fn number(&mut self, page: u64) -> Option<u32> {
        let region = self.regions.get((page / REGION as u64) as usize)?;
        let numbers = self.pages_of.get((*region as usize).wrapping_sub(1));
        match numbers.and_then(|numbers| numbers.get(page as usize % REGION)) {
            Some(number) if *number != 0 => Some(*number - 1),
            _ => self.make_page(page),
        }
    }

    #[cold]
    fn make_page(&mut self, page: u64) -> Option<u32> {
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
        Some(*number - 1)
    }

    /// Notes accesses of the chunk that is being read.
    pub fn accesses(&mut self, thread: u32, words: AccessWords) {
        let (owner, is_locked) = (owner(thread), self.holds_lock(thread));
        self.n_accesses += words.len() as u64;
        self.n_events += words.len() as u64;
        for (word, access) in words.iter() {
            let (address, power, writes) = (access.address(), access.power(), access.writes());
            let cuts = CUTS_OF[power as usize % POWERS][(address % LINE) as usize];
            let bits = access_bits(writes, is_locked);
            if cuts == BEYOND_LINE {
                self.access_of_lines(thread, address, 1 << power, bits, Some(word));
                continue;
            }
            let Some(number) = self.number(address / PAGE_BYTES) else { continue };
            self.touches.access(number, writes, word);
            if let Some(page) = self.pages.get_mut(number as usize) {
                let entry = &mut page[(address / LINE) as usize % PAGE];
                let bits = bits | u64::from(cuts) << CUTS_SHIFT;
                if is_known_to(*entry, owner, is_locked) {
                    *entry |= bits & !LOCKED;
                } else {
                    *entry = noted(*entry, bits, owner, address / LINE, thread, &self.lives);
                }
            }
        }
    }

    /// Notes an access of any size; `word` is its word in the chunk that is being read.
    pub fn access(&mut self, thread: u32, address: u64, size: u32, writes: bool, word: Option<u32>) {
        self.n_events += 1;
        self.memory(thread, address, size, writes, word);
    }

    fn memory(&mut self, thread: u32, address: u64, size: u32, writes: bool, word: Option<u32>) {
        let bits = access_bits(writes, self.holds_lock(thread));
        self.n_accesses += 1;
        self.access_of_lines(thread, address, u64::from(size.max(1)), bits, word);
    }

    fn holds_lock(&self, thread: u32) -> bool {
        self.held.get(thread as usize).is_some_and(|held| *held > 0)
    }

    /// An access that need not be within a line.
    fn access_of_lines(&mut self, thread: u32, address: u64, size: u64, bits: u64, word: Option<u32>) {
        let end = address.saturating_add(size);
        for line in lines(address, size as u32) {
            let Some(number) = self.number(line / PAGE as u64) else { continue };
            if let Some(page) = self.pages.get_mut(number as usize) {
                let entry = &mut page[line as usize % PAGE];
                let bits = bits | cuts_of(address.max(line * LINE), end);
                *entry = noted(*entry, bits, owner(thread), line, thread, &self.lives);
            }
        }
        let Some(word) = word else { return };
        if address % PAGE_BYTES + size > PAGE_BYTES {
            self.touches.access_of_pages(word);
        } else if let Some(number) = self.number(address / PAGE_BYTES) {
            self.touches.access(number, bits & WRITTEN != 0, word);
        }
    }

    /// Notes an event of any kind.
    pub fn add(&mut self, event: &TraceEvent) {
        self.touches.event();
        self.n_events += 1;
        let writes = matches!(event.op, Op::Write | Op::AtomicWrite | Op::AtomicUpdate);
        if event.op.namespace() == Namespace::Sync {
            self.syncs.insert(event.object);
        }
        match event.op {
            Op::Read | Op::Write => self.memory(event.thread, event.object, event.size, writes, None),
            Op::AtomicRead | Op::AtomicWrite | Op::AtomicUpdate => {
                self.has_relaxed |= !event.ends_section();
                let (reads, order) = (event.op != Op::AtomicWrite, event.order);
                let is_weak = reads && !order.acquires() || writes && !order.releases();
                self.has_weak |= order != TraceOrder::None && is_weak;
                self.memory(event.thread, event.object, event.size, writes, None);
                for line in lines(event.object, event.size) {
                    self.mark(line, ATOMIC);
                }
                let last = event.object.saturating_add(u64::from(event.size.max(1)) - 1) / GRANULE;
                self.atomic.extend(event.object / GRANULE..=last);
            }
            Op::Acquire | Op::AcquireShared => *self.held(event.thread) += 1,
            Op::Release => *self.held(event.thread) = self.held(event.thread).saturating_sub(1),
            Op::Alloc => self.lives.gets(event.thread, event.object, event.size),
            Op::Free => self.free(event),
            Op::ThreadEnd => self.lives.ends(event.thread),
            _ => {}
        }
    }

    pub(super) fn mark(&mut self, line: u64, bits: u64) {
        if let Some(entry) = self.entry(line) {
            *entry |= bits;
        }
    }

    /// About how many bytes what grows with the run needs, but for pages.
    pub(super) fn bytes(&self) -> usize {
        let frees = self.frees.len() * size_of::<GivenBack>();
        frees + self.touches.memory() + (self.syncs.len() + self.atomic.len()) * 2 * size_of::<u64>()
    }

    /// Makes lines with atomic accesses, where they are variables by themselves, such without those granules.
    pub(super) fn mix(&mut self) {
        for granule in std::mem::take(&mut self.atomic) {
            let per_line = LINE / GRANULE;
            let Some(entry) = self.entry(granule / per_line) else { continue };
            if *entry & (BY_LINE | BY_CELL) != BY_LINE {
                continue;
            }
            if *entry & MIXED == 0 {
                *entry = *entry & !(OWNERS << OWNER_SHIFT | OWNERS << LOCKED_OWNER_SHIFT) | MIXED;
            }
            *entry |= 1 << (granule % per_line);
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

    pub(super) fn sort_syncs(&mut self) {
        self.sorted_syncs = self.syncs.iter().copied().collect();
        self.sorted_syncs.sort_unstable();
    }

    /// A block is given back. Where its own thread alone has touched it, that life has ended.
    fn free(&mut self, event: &TraceEvent) {
        let (address, size, thread) = (event.object, event.size, event.thread);
        let is_own = self.lives.gives_back(thread, address, size);
        self.frees.push(GivenBack { address, size, thread, is_own });
        if !is_own {
            return;
        }
        self.each_line(whole_lines(address, size), |_, entry| {
            if *entry & (SHARED | OWN_LIFE) == OWN_LIFE && *entry >> OWNER_SHIFT & OWNERS == owner(thread) {
                *entry &= !(OWNERS << OWNER_SHIFT | OWNERS << LOCKED_OWNER_SHIFT);
            }
        });
    }

    /// The lines among these that have been accessed.
    fn each_line(&mut self, lines: Range<u64>, mut each: impl FnMut(u64, &mut u64)) {
        let mut line = lines.start;
        while line < lines.end {
            let end = lines.end.min((line / PAGE as u64 + 1) * PAGE as u64);
            let page = self.find_page(line / PAGE as u64).and_then(|page| self.pages.get_mut(page as usize));
            if let Some(page) = page {
                let touched = (line..end).zip(&mut page[line as usize % PAGE..]);
                touched.filter(|(_, entry)| **entry != 0).for_each(|(line, entry)| each(line, entry));
            }
            line = end;
        }
    }

    /// Giving memory back is a write of all that was touched of it.
    pub(super) fn apply_frees(&mut self) {
        for GivenBack { address, size, thread, is_own } in std::mem::take(&mut self.frees) {
            let (owner, whole) = (owner(thread), whole_lines(address, size));
            let end = address.saturating_add(u64::from(size));
            let all = lines(address, size);
            self.each_line(*all.start()..*all.end() + 1, |line, entry| {
                let page = line * LINE / PAGE_BYTES * PAGE_BYTES;
                let is_whole = address <= page && page + PAGE_BYTES <= end;
                let is_own_line = *entry >> OWNER_SHIFT & OWNERS == owner && owner != OWNERS;
                // Each of its lives has been one thread's, which has got it itself.
                let is_apart = is_own && whole.contains(&line) && *entry & OWN_LIFE != 0;
                *entry |= WRITTEN | FREED | if is_own_line || is_apart { 0 } else { SHARED };
                *entry |= if is_whole { 0 } else { PARTLY_FREED };
            });
        }
    }
}

/// Whether a thread's access says nothing new about who accesses a line.
#[inline]
fn is_known_to(entry: u64, owner: u64, is_locked: bool) -> bool {
    let is_own = |shift: u32| entry >> shift & OWNERS == owner;
    owner != OWNERS && is_own(OWNER_SHIFT) && (!is_locked || is_own(LOCKED_OWNER_SHIFT))
}

/// The word of a line after an access by a thread that may be another than before.
#[inline(never)]
fn noted(entry: u64, bits: u64, owner: u64, line: u64, thread: u32, lives: &Lives) -> u64 {
    let first = entry >> OWNER_SHIFT & OWNERS;
    let is_own = first == owner && owner != OWNERS;
    let is_shared = entry & SHARED != 0;
    let mut new = entry;
    if !is_own && !is_shared {
        let is_alone =
            entry == 0 || entry & OWN_LIFE != 0 && (first == 0 || lives.has_ended(first as u32 - 1));
        let in_own_life = lives.is_own(thread, line);
        if entry == 0 || is_alone && in_own_life && owner != OWNERS {
            new &= !(OWNERS << OWNER_SHIFT | OWNERS << LOCKED_OWNER_SHIFT);
            new |= owner << OWNER_SHIFT | if in_own_life { OWN_LIFE } else { 0 };
        } else {
            new |= SHARED;
        }
    }
    if bits & LOCKED != 0 {
        let first = new >> LOCKED_OWNER_SHIFT & OWNERS;
        new |= match first {
            0 => owner << LOCKED_OWNER_SHIFT,
            _ if first == owner && owner != OWNERS => 0,
            _ => LOCKED_SHARED,
        };
    }
    new | bits & !LOCKED
}
