//! Variables as large as can be, for long traces.
//!
//! Most memory that threads of a real program share is not used by several at once but handed on: buffers, contexts,
//! results. Looking at each cell of it would cost most of the time and find nothing. So a page is one variable at first
//! and accesses of it in one section of a thread are one event. Where the weakest order leaves a pair of such accesses
//! open, the page's lines become variables; where that happens to a line, its cells do. Each step is one pass in bounded
//! memory; then the trace is read as this has cut it.
//!
//! Why this hides nothing: the order gets an edge from critical sections only where two threads access the variable in
//! such and one writes it, so that, and what is accessed atomically, is cut into cells from the beginning; of the rest larger
//! variables make more candidates, not fewer. (The slots of the bounded
//! filter are fewer for larger variables: a pair may fall out of them.) Why it makes nothing up: a large variable's write is
//! a read and a write, so all its writes stay in order and every read stays between the same two of them; this is true of
//! its cells then. Candidates on large variables are not reported.

use crate::bounded::BoundedEdc;
use crate::edc::EdcOptions;
use crate::event::{EventId, NONE};
use crate::filter::Filter;
use crate::ingest::Ingest;
use crate::partition::{PAGE_BYTES, Partition, Place, is_coarse, lies_within};
use events::trace::{Batch, Candidate, Keep, Op, TraceError, TraceEvent};
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::path::Path;

/// With fewer accesses each cell is looked at.
const MANY: u64 = 1_000_000;

/// Pages that are cut into cells at once.
const FEW: usize = 64;
/// Places that are remembered.
const RECENT: usize = 4096;

/// Accesses of large variables that a thread's section has done already. What is forgotten is an event more.
#[derive(Debug)]
pub(crate) struct Repeats {
    /// Place, section, thread, whether it was written.
    recent: Vec<(u64, u64, u32, bool)>,
}

impl Default for Repeats {
    fn default() -> Self {
        Repeats { recent: vec![(0, 0, 0, false); RECENT] }
    }
}

impl Repeats {
    #[inline]
    pub(crate) fn is_repeated(&mut self, thread: u32, section: u64, place: u64, writes: bool) -> bool {
        let is_known = self.is_known(thread, section, place, writes);
        if !is_known {
            self.recent[place as usize % RECENT] = (place, section, thread, writes);
        }
        is_known
    }

    #[inline]
    fn is_known(&self, thread: u32, section: u64, place: u64, writes: bool) -> bool {
        let (known, in_section, of_thread, wrote) = self.recent[place as usize % RECENT];
        (known, in_section, of_thread) == (place, section, thread) && (wrote || !writes)
    }
}

/// Which accesses are to be read.
pub(crate) fn wanted(partition: Partition) -> Keep {
    let repeats = RefCell::new(Repeats::default());
    let pages = RefCell::new(Repeats::default());
    Box::new(move |access| {
        let Candidate { thread, section, writes, address, size } = *access;
        // Most accesses of bulk memory are known by their page, without looking at the line.
        let page = address / PAGE_BYTES;
        let is_within = address % PAGE_BYTES + u64::from(size) <= PAGE_BYTES;
        if is_within && pages.borrow().is_known(thread, section, page, writes) {
            return false;
        }
        match partition.place_of(address, size) {
            Some(Place::Page(place) | Place::Line(place)) => {
                let is_new = !repeats.borrow_mut().is_repeated(thread, section, place, writes);
                if is_new && partition.is_one(page) {
                    pages.borrow_mut().is_repeated(thread, section, page, writes);
                }
                is_new
            }
            _ => partition.keeps(address, size),
        }
    })
}

/// Says for a trace that was read once, and whose memory that is not shared is left out, how large variables are to be.
pub fn refine(path: &Path, partition: &mut Partition) -> Result<(), TraceError> {
    refine_beyond(path, partition, MANY)
}

pub(crate) fn refine_beyond(path: &Path, partition: &mut Partition, many: u64) -> Result<(), TraceError> {
    if partition.n_accesses() < many {
        return Ok(());
    }
    partition.coarsen();
    let pages = open_variables(path, partition)?;
    // A few pages are not worth one more pass.
    let to_cells = pages.len() <= FEW;
    pages.iter().for_each(|page| partition.refine(*page, to_cells));
    if !to_cells {
        open_variables(path, partition)?.iter().for_each(|line| partition.refine(*line, true));
    }
    Ok(())
}

/// The pages and lines that the order leaves a pair open on.
fn open_variables(path: &Path, partition: &Partition) -> Result<Vec<u64>, TraceError> {
    let mut stream = events::trace::open(path)?;
    let kept = partition.clone();
    stream.keep_accesses(wanted(kept));
    let mut ingest = Ingest::new(Some(partition.clone()));
    ingest.free_large();
    let options = EdcOptions { whole_history: false, all_conflicts: false, weak: true };
    let mut filter = BoundedEdc::new(None, options);
    let (mut batch, mut events, mut calls) = (Batch::default(), Vec::new(), Vec::new());
    let mut open: FxHashSet<u32> = FxHashSet::default();
    let mut gone = Gone::default();
    let mut id: EventId = 0;
    while stream.fill(&mut batch)? {
        for event in &batch.events {
            gone.event(event, partition);
            ingest.push(event, &batch, &mut events, &mut calls);
            for event in events.drain(..) {
                filter.event(id, &event, &mut |_| {
                    if !event.is_repeat() {
                        open.insert(event.target);
                    }
                });
                // Numbers only tell old from new.
                id = (id + 1).min(NONE - 1);
            }
        }
        calls.clear();
    }
    let [_, variables, _, _] = ingest.originals();
    let originals = open.into_iter().filter_map(|variable| variables.get(variable as usize).copied());
    gone.used.extend(originals.filter(|original| is_coarse(*original)));
    Ok(gone.used.into_iter().collect())
}

/// Places where something was given back and not all was given again; those that are used then may show a use after free
/// in the run itself, which cells will tell.
#[derive(Debug, Default)]
struct Gone {
    places: FxHashSet<u64>,
    used: FxHashSet<u64>,
}

impl Gone {
    #[inline]
    fn event(&mut self, event: &TraceEvent, partition: &Partition) {
        let places = partition.places(event.object, event.size);
        match event.op {
            Op::Free => self.places.extend(places),
            _ if self.places.is_empty() => {}
            Op::Alloc => {
                let is_whole = |place: &u64| lies_within(*place, event.object, event.size);
                places.filter(is_whole).for_each(|place| {
                    self.places.remove(&place);
                });
            }
            Op::Read | Op::Write => self.used.extend(places.filter(|place| self.places.contains(place))),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Options, Order, analyse};
    use crate::load::{add_chunks, load_shared};
    use events::trace::{Follower, TraceWriter};
    use spec::Specification;
    use std::collections::BTreeSet;

    const LOCKS: u64 = 0x900;

    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) % limit
        }
    }

    /// Threads that use memory of three pages in bulk, some of it under locks, some freed.
    fn random_trace(seed: u64) -> Vec<u8> {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut writer = TraceWriter::new(Vec::new(), true).unwrap();
        let (batch, mut location) = (Batch::default(), 0);
        let mut held: [Option<u64>; 4] = [None; 4];
        let mut push = |thread: u32, op: Op, object: u64, size: u32| {
            location += 1;
            let event = TraceEvent { size, ..TraceEvent::new(thread, op, object, location) };
            writer.push(&event, &batch).unwrap();
        };
        (1..4).for_each(|thread| push(0, Op::Fork, thread, 0));
        for _ in 0..random.below(60) + 20 {
            let thread = random.below(4) as u32;
            let mine = &mut held[thread as usize];
            match (random.below(8), *mine) {
                (0 | 1, None) => {
                    let lock = LOCKS + random.below(2);
                    if !held.contains(&Some(lock)) {
                        push(thread, Op::Acquire, lock, 0);
                        held[thread as usize] = Some(lock);
                    }
                }
                (0 | 1, Some(lock)) => {
                    push(thread, Op::Release, lock, 0);
                    *mine = None;
                }
                (2, _) if random.below(4) == 0 => push(thread, Op::Free, 0x5000 + 64 * random.below(2), 64),
                (what, lock) => {
                    let size = 1 << random.below(4);
                    let page = if lock.is_some() { 0x4000 } else { 0x3000 + 0x1000 * random.below(3) };
                    let address = page + 64 * random.below(2) + u64::from(size) * random.below(2);
                    push(thread, if what < 5 { Op::Read } else { Op::Write }, address, size);
                }
            }
        }
        for (thread, lock) in held.into_iter().enumerate() {
            if let Some(lock) = lock {
                push(thread as u32, Op::Release, lock, 0);
            }
        }
        writer.finish().unwrap()
    }

    type Found = BTreeSet<(u32, u32)>;

    /// Confirmed pairs of places, and how many events were looked at.
    fn found(path: &Path, many: u64) -> (Found, usize) {
        let (mut partition, specification) = (Partition::default(), Specification::default());
        let mut follower = Follower::open(path).unwrap();
        while add_chunks(&mut follower, &mut partition).unwrap() > 0 {}
        partition.shared_only();
        refine_beyond(path, &mut partition, many).unwrap();
        let loaded = load_shared(path, partition, &specification, 1 << 20, &mut |_| {}).unwrap();
        let options = Options { order: Order::Weak, ..Options::default() };
        let outcome = analyse(&loaded.trace, &specification, &options);
        assert_eq!(outcome.refused, 0);
        let place = |event: EventId| loaded.trace.events[event as usize].location;
        let pairs = outcome.findings.iter().map(|finding| finding.witness.pair);
        let observed = outcome.observed.iter().map(|(free, after)| (place(*free), place(*after)));
        (
            pairs.map(|pair| (place(pair.first), place(pair.second))).chain(observed).collect(),
            loaded.trace.len(),
        )
    }

    #[test]
    fn nothing_is_made_up_and_little_is_missed() {
        let path = std::env::temp_dir().join(format!("selvedge-refine-{}", std::process::id()));
        let (mut all, mut both) = (0, 0);
        for seed in 0..600 {
            std::fs::write(&path, random_trace(seed)).unwrap();
            let (fine, _) = found(&path, u64::MAX);
            let (coarse, _) = found(&path, 0);
            assert!(coarse.is_subset(&fine), "seed {seed}: {coarse:?} {fine:?}");
            all += fine.len();
            both += coarse.len();
        }
        std::fs::remove_file(&path).unwrap();
        assert!(all > 600 && both * 100 >= all * 97, "{both} of {all}");
    }

    #[test]
    fn what_is_handed_on_is_few_events() {
        let path = std::env::temp_dir().join(format!("selvedge-handed-{}", std::process::id()));
        let mut writer = TraceWriter::new(Vec::new(), true).unwrap();
        let batch = Batch::default();
        let mut push = |thread: u32, op: Op, object: u64, size: u32| {
            let event = TraceEvent { size, ..TraceEvent::new(thread, op, object, 1 + op as u32) };
            writer.push(&event, &batch).unwrap();
        };
        push(0, Op::Fork, 1, 0);
        for turn in 0..6 {
            let thread = turn % 2;
            for op in [Op::Acquire, Op::Read, Op::Write, Op::Release] {
                let (object, size) =
                    if op == Op::Acquire || op == Op::Release { (LOCKS, 0) } else { (0x2000, 4) };
                push(thread, op, object, size);
            }
            (0..0x1000).step_by(4).for_each(|at| push(thread, Op::Write, 0x4000 + at, 4));
            // The next one must see that this one is done.
            for op in [Op::Acquire, Op::Write, Op::Release] {
                let (object, size) = if op == Op::Write { (0x2000, 4) } else { (LOCKS, 0) };
                push(thread, op, object, size);
            }
        }
        std::fs::write(&path, writer.finish().unwrap()).unwrap();
        let ((fine, n_fine), (coarse, n_coarse)) = (found(&path, u64::MAX), found(&path, 0));
        std::fs::remove_file(&path).unwrap();
        assert_eq!(fine, coarse);
        assert!(n_fine > 6000 && n_coarse < 100, "{n_fine} {n_coarse}");
    }
}
