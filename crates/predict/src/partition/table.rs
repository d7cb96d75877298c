//! Lines by address, as accesses are noted in them: the first pass.

use super::{
    ATOMIC, BEYOND_LINE, CUTS_OF, CUTS_SHIFT, FREED, LINE, LOCKED, LOCKED_OWNER_SHIFT, LOCKED_SHARED,
    OWNER_SHIFT, OWNERS, PAGE, PAGE_BYTES, PARTLY_FREED, POWERS, PageKind, REGION, REGIONS, SHARED, WRITTEN,
    access_bits, cuts_of, lines, owner,
};
use crate::touches::Touches;
use events::trace::{AccessWords, Namespace, Op, TraceEvent, TraceOrder};
use rustc_hash::FxHashSet;

/// Lines by address.
#[derive(Clone, Debug)]
pub struct Table {
    /// Numbers of regions and, within them, of pages, plus one.
    pub(super) regions: Vec<u32>,
    pub(super) pages_of: Vec<Vec<u32>>,
    pub(super) pages: Vec<[u64; PAGE]>,
    /// What is to be looked at of each page; known when all accesses are.
    pub(super) kinds: Vec<PageKind>,
    /// Address, size and thread of what was given back; looked at when all accesses are known.
    frees: Vec<(u64, u32, u32)>,
    /// How many locks each thread holds.
    held: Vec<u32>,
    pub(super) n_accesses: u64,
    pub(super) n_events: u64,
    /// Addresses of synchronisation objects.
    syncs: FxHashSet<u64>,
    /// The same in order, when all are known.
    pub(super) sorted_syncs: Vec<u64>,
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
            held: Vec::new(),
            n_accesses: 0,
            n_events: 0,
            syncs: FxHashSet::default(),
            sorted_syncs: Vec::new(),
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
                self.access_of_lines(address, 1 << power, bits, owner, Some(word));
                continue;
            }
            let Some(number) = self.number(address / PAGE_BYTES) else { continue };
            self.touches.access(number, writes, word);
            if let Some(page) = self.pages.get_mut(number as usize) {
                let entry = &mut page[(address / LINE) as usize % PAGE];
                Self::note(entry, bits | u64::from(cuts) << CUTS_SHIFT, owner);
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
        self.access_of_lines(address, u64::from(size.max(1)), bits, owner(thread), word);
    }

    fn holds_lock(&self, thread: u32) -> bool {
        self.held.get(thread as usize).is_some_and(|held| *held > 0)
    }

    /// An access that need not be within a line.
    fn access_of_lines(&mut self, address: u64, size: u64, bits: u64, owner: u64, word: Option<u32>) {
        let end = address.saturating_add(size);
        for line in lines(address, size as u32) {
            if let Some(entry) = self.entry(line) {
                Self::note(entry, bits | cuts_of(address.max(line * LINE), end), owner);
            }
        }
        let Some(word) = word else { return };
        if address % PAGE_BYTES + size > PAGE_BYTES {
            self.touches.access_of_pages(word);
        } else if let Some(number) = self.number(address / PAGE_BYTES) {
            self.touches.access(number, bits & WRITTEN != 0, word);
        }
    }

    #[inline]
    fn note(entry: &mut u64, bits: u64, owner: u64) {
        let known = *entry;
        let sharing = |shift: u32, shared: u64| {
            let first = known >> shift & OWNERS;
            let is_own = first == owner && owner != OWNERS;
            let is_first = first == 0;
            if is_first {
                owner << shift
            } else if is_own {
                0
            } else {
                shared
            }
        };
        let mut new = known | bits & !LOCKED | sharing(OWNER_SHIFT, SHARED);
        if bits & LOCKED != 0 {
            new |= sharing(LOCKED_OWNER_SHIFT, LOCKED_SHARED);
        }
        // Whether it is new cannot be foretold, so asking costs more than writing.
        *entry = new;
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
            }
            Op::Acquire | Op::AcquireShared => *self.held(event.thread) += 1,
            Op::Release => *self.held(event.thread) = self.held(event.thread).saturating_sub(1),
            Op::Free => self.frees.push((event.object, event.size, event.thread)),
            _ => {}
        }
    }

    pub(super) fn mark(&mut self, line: u64, bits: u64) {
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

    pub(super) fn sort_syncs(&mut self) {
        self.sorted_syncs = self.syncs.iter().copied().collect();
        self.sorted_syncs.sort_unstable();
    }

    /// Giving memory back is a write of all that was touched of it.
    pub(super) fn apply_frees(&mut self) {
        for (address, size, thread) in std::mem::take(&mut self.frees) {
            let owner = owner(thread);
            for line in lines(address, size) {
                if self.find(line).is_none() {
                    continue;
                }
                let page = line * LINE / PAGE_BYTES * PAGE_BYTES;
                let is_whole =
                    address <= page && page + PAGE_BYTES <= address.saturating_add(u64::from(size));
                if let Some(entry) = self.entry(line)
                    && *entry != 0
                {
                    let is_own = *entry >> OWNER_SHIFT & OWNERS == owner && owner != OWNERS;
                    *entry |= WRITTEN | FREED | if is_own { 0 } else { SHARED };
                    *entry |= if is_whole { 0 } else { PARTLY_FREED };
                }
            }
        }
    }
}
