//! Variables as large as can be, for long traces.
//!
//! Most memory that threads of a real program share is not used by several at once but handed on: buffers, contexts,
//! results. Looking at each cell of it would cost most of the time and find nothing. So a page is one variable at first
//! and accesses of it in one section of a thread are one event. Where the weakest order leaves a pair of such accesses
//! open, the page's lines become variables; where that happens to a line, its cells do. Each step is one pass; the last of them is the
//! one that finds candidates (see [`crate::analyse_recorded`]). A few pages are cut into cells at once, and none is a variable where
//! there is little such memory: a pass more would cost more than that saves. Passes are over chunks in memory without the
//! accesses that are not looked at (see [`crate::touches`]).
//!
//! Why this hides nothing: the order gets an edge from critical sections only where two threads access the variable in
//! such and one writes it, so lines where that is so, and words that are accessed atomically, are cut into cells from the
//! beginning; of the rest larger variables make more candidates, not fewer. What is used in the run itself after it was given back is
//! found by the granule ([`crate::freed`]), so that other blocks of its page make no difference. (The slots of the bounded filter are fewer for
//! larger variables: a pair may fall out of them.) Why it makes nothing up: a large variable's write is
//! a read and a write, so all its writes stay in order and every read stays between the same two of them; this is true of
//! its cells then. Candidates on large variables are not reported.

use crate::analysis::Options;
use crate::freed::FreedMemory;
use crate::partition::{PAGE_BYTES, PageKind, Partition, Place};
use crate::recorded::scan_and_refine;
use crate::trace::Room;
use events::trace::{Candidate, Keep, Op, Thinned, TraceError};
use std::cell::{Cell, RefCell};
use std::path::Path;
use std::rc::Rc;

/// With fewer accesses each cell is looked at.
pub(crate) const MANY: u64 = 1_000_000;

/// Places that are remembered.
const RECENT: usize = 4096;

/// Accesses of large variables that a thread's section has done already. What is forgotten is an event more.
///
/// An access is left out only if nobody else has touched the place since (written it, if this one reads) what stands for it: then it may as well
/// have happened there, right behind that one, since the thread has handed nothing on in between. Where the thread has
/// read something atomically in between, the place is given again behind that and at the end of the section
/// ([`crate::open_sections`]).
#[derive(Debug)]
pub(crate) struct Repeats {
    recent: Vec<Done>,
    /// By place, several of which share one.
    touched: Vec<Touched>,
    /// Accesses that were not left out.
    now: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Done {
    place: u64,
    section: u64,
    at: u64,
    thread: u32,
    writes: bool,
}

/// When something was accessed last, and by whom; when by somebody else.
#[derive(Clone, Copy, Debug, Default)]
struct Last {
    at: u64,
    others: u64,
    thread: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Touched {
    any: Last,
    write: Last,
}

impl Default for Repeats {
    fn default() -> Self {
        Repeats { recent: vec![Done::default(); RECENT], touched: vec![Touched::default(); RECENT], now: 0 }
    }
}

impl Last {
    /// When another thread did this last.
    fn by_others(&self, thread: u32) -> u64 {
        if self.thread == thread { self.others } else { self.at }
    }

    fn note(&mut self, thread: u32, now: u64) {
        if self.thread != thread {
            (self.others, self.thread) = (self.at, thread);
        }
        self.at = now;
    }
}

impl Repeats {
    #[inline]
    pub(crate) fn is_repeated(&mut self, thread: u32, section: u64, place: u64, writes: bool) -> bool {
        let done = &mut self.recent[(place ^ u64::from(thread) << 5) as usize % RECENT];
        let touched = &mut self.touched[place as usize % RECENT];
        let last = if writes { &touched.any } else { &touched.write };
        if (done.place, done.section, done.thread) == (place, section, thread)
            && (done.writes || !writes)
            && done.at > last.by_others(thread)
        {
            return true;
        }
        self.now += 1;
        *done = Done { place, section, at: self.now, thread, writes };
        touched.any.note(thread, self.now);
        if writes {
            touched.write.note(thread, self.now);
        }
        false
    }
}

/// Which accesses are to be read.
#[derive(Debug)]
pub(crate) struct WantedAccesses {
    partition: Partition,
    repeats: RefCell<Repeats>,
    freed: RefCell<FreedMemory>,
    /// Pages and what is to be looked at of them.
    pages: Vec<Cell<(u64, PageKind)>>,
    thinned: Rc<Thinned>,
}

impl WantedAccesses {
    pub(crate) fn new(partition: Partition, thinned: Rc<Thinned>) -> Box<WantedAccesses> {
        let pages = vec![Cell::new((u64::MAX, PageKind::Finer)); RECENT];
        Box::new(WantedAccesses {
            partition,
            repeats: RefCell::default(),
            freed: RefCell::default(),
            pages,
            thinned,
        })
    }
}

impl Keep for WantedAccesses {
    fn block(&self, op: Op, address: u64, size: u32) -> bool {
        let is_looked_at = size == 0 || self.partition.looks_at(address, size);
        if is_looked_at && op == Op::Free {
            self.freed.borrow_mut().add(&self.partition, address, size);
        } else if is_looked_at {
            self.freed.borrow_mut().remove(&self.partition, address, size);
        }
        is_looked_at
    }

    fn thinned(&self) -> Option<&Thinned> {
        Some(&self.thinned)
    }

    fn access(&self, access: &Candidate) -> bool {
        let Candidate { thread, section, writes, address, size } = *access;
        let page = address / PAGE_BYTES;
        if address % PAGE_BYTES + u64::from(size) > PAGE_BYTES {
            return self.partition.keeps(address, size);
        }
        // Most accesses are of memory that is not shared, or of bulk memory that is known by its page.
        let Some(recent) = self.pages.get(page as usize % RECENT) else { return true };
        let mut known = recent.get();
        if known.0 != page {
            known = (page, self.partition.page(page).1);
            recent.set(known);
        }
        let is_repeated = |place| {
            self.repeats.borrow_mut().is_repeated(thread, section, place, writes)
                && !self.freed.borrow().has(address, size)
        };
        match known.1 {
            PageKind::Nothing => false,
            PageKind::Whole => !is_repeated(page),
            PageKind::One => self.partition.keeps(address, size) && !is_repeated(page),
            PageKind::Finer => match self.partition.place_of(address, size) {
                Some(Place::Line(place)) => !is_repeated(place),
                _ => self.partition.keeps(address, size),
            },
        }
    }
}

/// Says for a trace that was read once, and whose memory that is not shared is left out, how large variables are to be.
pub(crate) fn refine(
    path: &Path,
    partition: &mut Partition,
    memory: Option<usize>,
) -> Result<Rc<Thinned>, TraceError> {
    refine_beyond(path, partition, MANY, memory)
}

pub(crate) fn refine_beyond(
    path: &Path,
    partition: &mut Partition,
    many: u64,
    memory: Option<usize>,
) -> Result<Rc<Thinned>, TraceError> {
    if partition.n_accesses() < many {
        return Ok(Rc::new(thin(path, partition)?));
    }
    let options = Options { memory, ..Options::default() };
    let (_, thinned) =
        scan_and_refine(path, partition, &options, usize::MAX, &mut Room::default(), &mut |_| {})?;
    Ok(thinned)
}

/// The chunks of a trace that was read once, without accesses that are not looked at.
pub(crate) fn thin(path: &Path, partition: &Partition) -> Result<Thinned, TraceError> {
    let mut thinned = Thinned::default();
    thinned.update(path, &partition.page_set(), &|thread, sequence| partition.chosen(thread, sequence))?;
    Ok(thinned)
}

/// The same where some pages and lines have been cut since.
pub(crate) fn thin_again(
    path: &Path,
    partition: &Partition,
    cut: &[u64],
    thinned: &mut Rc<Thinned>,
) -> Result<(), TraceError> {
    let pages = partition.numbers_of_pages(cut);
    if pages.is_empty() {
        return Ok(());
    }
    Rc::make_mut(thinned).update(path, &partition.page_set(), &|thread, sequence| {
        partition.touches_any(thread, sequence, &pages).then(|| partition.chosen(thread, sequence)).flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Options, Order, analyse};
    use crate::event::EventId;
    use crate::load::{add_chunks, load_shared};
    use crate::memory::Memory;
    use crate::random_runs::{LOCKS, random_lifetimes, random_trace, random_words};
    use crate::touches::Touches;
    use events::trace::{Batch, Follower, TraceEvent, TraceWriter};
    use spec::Specification;
    use std::collections::BTreeSet;

    type Found = BTreeSet<(u32, u32)>;

    /// Confirmed pairs of places, and how many events were looked at.
    fn found(path: &Path, many: u64) -> (Found, usize) {
        found_with(path, many, true)
    }

    /// The same; whether where to look is known from the first pass.
    fn found_with(path: &Path, many: u64, knows: bool) -> (Found, usize) {
        let (mut partition, specification) = (Partition::default(), Specification::default());
        let mut follower = Follower::open(path).unwrap();
        while add_chunks(&mut follower, &mut partition).unwrap() > 0 {}
        if !knows {
            partition.table().touches = Touches::default();
        }
        partition.shared_only();
        let thinned = refine_beyond(path, &mut partition, many, None).unwrap();
        let loaded =
            load_shared(path, partition, thinned, &specification, 1 << 20, Memory(None), &mut |_| {})
                .unwrap();
        let options = Options { order: Order::Weak, ..Options::default() };
        let outcome = analyse(&loaded.trace, &specification, &options);
        assert_eq!(outcome.refused, 0);
        let place = |event: EventId| loaded.trace.events[event as usize].location;
        let pairs = outcome.findings.iter().map(|finding| finding.witness.pair);
        let observed =
            outcome.observed.iter().map(|observed| (place(observed.events[0]), place(observed.events[1])));
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
            for bytes in [random_trace(seed), random_words(seed)] {
                std::fs::write(&path, bytes).unwrap();
                let (fine, _) = found(&path, u64::MAX);
                let (coarse, _) = found(&path, 0);
                assert!(coarse.is_subset(&fine), "seed {seed}: {coarse:?} {fine:?}");
                all += fine.len();
                both += coarse.len();
            }
        }
        std::fs::remove_file(&path).unwrap();
        println!("{both} of {all}");
        assert!(all > 1200 && both * 100 >= all * 97, "{both} of {all}");
    }

    #[test]
    fn uses_of_what_is_free_are_seen_in_pages_with_other_blocks() {
        let path = std::env::temp_dir().join(format!("selvedge-freed-{}", std::process::id()));
        let (mut uses, mut events) = (0, [0, 0]);
        for seed in 0..600 {
            std::fs::write(&path, random_lifetimes(seed)).unwrap();
            let [fine, coarse] = [u64::MAX, 0].map(|many| found(&path, many));
            assert_eq!(fine.0, coarse.0, "seed {seed}");
            uses += fine.0.len();
            (events[0], events[1]) = (events[0] + fine.1, events[1] + coarse.1);
        }
        std::fs::remove_file(&path).unwrap();
        println!("{uses} uses, {events:?}");
        assert!(uses > 600, "{uses}");
    }

    #[test]
    fn looking_only_where_something_is_changes_nothing() {
        let path = std::env::temp_dir().join(format!("selvedge-touches-{}", std::process::id()));
        let (mut all, mut looked_at) = (0, 0);
        for seed in 0..600 {
            std::fs::write(&path, random_words(seed)).unwrap();
            for many in [u64::MAX, 0] {
                let (with, without) = (found_with(&path, many, true), found_with(&path, many, false));
                assert_eq!(with, without, "seed {seed}, {many}");
                (all, looked_at) = (all + with.0.len(), looked_at + with.1);
            }
        }
        std::fs::remove_file(&path).unwrap();
        assert!(all > 1200 && looked_at > 20_000, "{all} {looked_at}");
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
