//! A recorded stream to well-formed [`Event`]s.
//!
//! - Objects get small numbers; an address that is allocated again is a new variable. Synchronisation objects end with the memory that they
//!   are in.
//! - Where memory is addressed by bytes, an access is cut into the parts that accesses of the whole trace distinguish
//!   ([`Partition`], made in a pass before), so that neighbouring bytes are different variables.
//! - Recursive locking is flattened. Where a lock is taken that another thread holds, that one has given it back out of sight (its
//!   owner died, its memory is another lock's now): it is taken to do so just before. Where one is given back that another thread
//!   holds, that one gives it back, and who takes it from then on comes after that. A release of what nobody holds is dropped. All
//!   are counted; analyses may rely on locks being exclusive.

use crate::cells::Cells;
use crate::event::{Event, EventId, NONE};
use crate::freed::FreedMemory;
use crate::misuse::{Fault, Observed, SyncRules};
use crate::open_sections::{Mark, OpenSections, goes_on_from_before};
use crate::partition::{GRANULE, LINE, MAX_BYTES, Partition, Place, granules, is_coarse, next_cell};
use crate::refine::Repeats;
use events::trace::{Batch, Op, TraceEvent, TraceOrder, misuse};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::ops::Range;

/// Numbers below this are looked up in an array instead of a map.
const DIRECT: u64 = 1 << 20;

/// Large variables whose numbers are found without hashing.
const RECENT: usize = 4096;

/// Numbers of variables that stand for locks having been given back by others begin with this; addresses are below.
const GIVEN: u64 = 1 << 60;

/// What was dropped or looked odd.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Oddities {
    /// Releases of locks that the thread does not hold.
    pub releases_not_held: u64,
    /// Acquires of locks that another thread holds.
    pub acquires_held: u64,
    /// Where the first of either was; 0 if that is not known.
    pub first: u32,
}

/// Small numbers for objects of one kind.
#[derive(Debug, Default)]
struct Numbering {
    direct: Vec<u32>,
    map: FxHashMap<(u64, u32), u32>,
    /// Original number of each.
    originals: Vec<u64>,
}

impl Numbering {
    #[inline(always)]
    fn get(&mut self, object: u64, generation: u32) -> u32 {
        let known = usize::try_from(object).ok().and_then(|index| self.direct.get(index));
        match known {
            Some(number) if generation == 0 && *number != u32::MAX => *number,
            _ => self.look_up(object, generation),
        }
    }

    /// Where it is not in the array, or new.
    #[inline(never)]
    fn look_up(&mut self, object: u64, generation: u32) -> u32 {
        if object < DIRECT && generation == 0 {
            let index = object as usize;
            if index >= self.direct.len() {
                self.direct.resize(index + 1, u32::MAX);
            }
            self.direct[index] = self.originals.len() as u32;
            self.originals.push(object);
            return self.direct[index];
        }
        let next = self.originals.len() as u32;
        let number = *self.map.entry((object, generation)).or_insert(next);
        if number == next {
            self.originals.push(object);
        }
        number
    }

    fn find(&self, object: u64, generation: u32) -> Option<u32> {
        if object < DIRECT && generation == 0 {
            return self.direct.get(object as usize).copied().filter(|number| *number != u32::MAX);
        }
        self.map.get(&(object, generation)).copied()
    }

    fn forget(&mut self, object: u64, generation: u32) {
        if object < DIRECT && generation == 0 {
            if let Some(slot) = self.direct.get_mut(object as usize) {
                *slot = u32::MAX;
            }
        } else {
            self.map.remove(&(object, generation));
        }
    }
}

/// How a lock is held.
#[derive(Clone, Debug)]
struct LockState {
    owner: Option<u32>,
    depth: u32,
    /// Who reads, how often, and where they took it.
    readers: SmallVec<[(u32, u32, EventId); 2]>,
    /// Who is taken to have given it back, and how often it may still do so.
    evicted: SmallVec<[(u32, u32); 1]>,
    /// It was given back by who did not hold it: a variable that was written then.
    given: Option<u32>,
    /// Who holds it was wrong at some time.
    is_odd: bool,
    /// Where its owner took it, and where it was last given back; [`NONE`] if that is not known.
    taken_at: EventId,
    released_at: EventId,
}

impl Default for LockState {
    fn default() -> Self {
        LockState {
            owner: None,
            depth: 0,
            readers: SmallVec::new(),
            evicted: SmallVec::new(),
            given: None,
            is_odd: false,
            taken_at: NONE,
            released_at: NONE,
        }
    }
}

impl LockState {
    /// Who keeps it from being taken, and where they took it.
    fn holders(&self, shared: bool) -> impl Iterator<Item = (u32, EventId)> {
        let owner = self.owner.map(|owner| (owner, self.taken_at));
        let readers = self.readers.iter().filter(move |_| !shared);
        owner.into_iter().chain(readers.map(|(reader, _, taken)| (*reader, *taken)))
    }

    /// Who must have given it back for it to be taken; they have now.
    fn evict(&mut self, op: Op) -> SmallVec<[u32; 2]> {
        let first = self.evicted.len();
        self.evicted.extend(self.owner.take().map(|owner| (owner, self.depth)));
        if op == Op::Acquire {
            self.evicted.extend(self.readers.drain(..).map(|(reader, depth, _)| (reader, depth)));
        }
        self.evicted[first..].iter().map(|(holder, _)| *holder).collect()
    }
}

/// Makes [`Event`]s of a stream.
#[derive(Debug, Default)]
pub struct Ingest {
    partition: Option<Partition>,
    threads: Numbering,
    /// The thread of the last event: its number in the trace, and ours.
    last_thread: Option<(u32, u32)>,
    variables: Numbering,
    /// Large variables that were looked up lately, and their numbers.
    large: Vec<(u64, u32)>,
    /// Where memory is addressed by bytes: the numbers of most variables.
    cells: Cells,
    syncs: Numbering,
    /// Where memory is addressed by bytes: synchronisation objects by address.
    sync_at: BTreeMap<u64, u32>,
    /// Of semaphores that were made with something in them: what of that has not been taken.
    permits: FxHashMap<u32, u64>,
    objects: Numbering,
    locks: Vec<LockState>,
    /// Sizes of live allocations by address.
    allocations: FxHashMap<u64, u32>,
    pub oddities: Oddities,
    /// What is wrong with synchronisation objects.
    rules: SyncRules,
    repeats: Repeats,
    /// Events but plain accesses so far, of all threads.
    section: u64,
    /// Giving memory back is told for large variables, too; what of them is free.
    frees_large: bool,
    freed: FreedMemory,
    open: OpenSections,
    /// Where accesses may have been repeated, if that is put off.
    marks: Option<Vec<Mark>>,
    /// Threads whose section goes on from before the segment of the run, over an atomic access there.
    carried: Vec<u32>,
}

/// A call as it was recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallRecord {
    /// Number in the trace's method table.
    pub method: u32,
    /// Small number of the object.
    pub object: u32,
    pub arguments: SmallVec<[i64; 3]>,
    pub result: Option<i64>,
}

impl Ingest {
    /// With a partition memory is addressed by bytes; without, objects are opaque.
    pub fn new(partition: Option<Partition>) -> Ingest {
        let mut ingest = Ingest { partition, ..Ingest::default() };
        ingest.rules.is_recorded = ingest.partition.is_some();
        ingest
    }

    /// For finding candidates only: a large variable is more than what is given back.
    pub(crate) fn free_large(&mut self) {
        self.frees_large = true;
    }

    /// What may have been repeated is not given, only where: an order that finds candidates does without.
    pub(crate) fn put_off_repeats(&mut self) {
        self.marks = Some(Vec::new());
    }

    /// Where accesses may have been repeated.
    pub(crate) fn marks(&mut self) -> Vec<Mark> {
        self.marks.take().unwrap_or_default()
    }

    pub fn n_threads(&self) -> usize {
        self.threads.originals.len()
    }
    pub fn n_variables(&self) -> usize {
        self.variables.originals.len()
    }
    pub fn n_syncs(&self) -> usize {
        self.syncs.originals.len()
    }

    /// Whether a variable stands for a page or a line.
    pub(crate) fn is_large(&self, variable: u32) -> bool {
        is_coarse(self.original(variable))
    }

    /// The number of a variable in the recorded trace.
    pub(crate) fn original(&self, variable: u32) -> u64 {
        self.variables.originals.get(variable as usize).copied().unwrap_or(0)
    }

    /// The large variables of an access, if some of what it accesses has been given back.
    #[inline]
    pub(crate) fn uses_freed(&self, access: &TraceEvent) -> SmallVec<[u32; 2]> {
        if !self.freed.has(access.object, access.size) {
            return SmallVec::new();
        }
        let partition = self.partition.as_ref();
        let places = partition.into_iter().flat_map(|partition| partition.places(access.object, access.size));
        places.filter_map(|place| self.variables.find(place, 0)).collect()
    }

    /// Locks of which it is not known for sure who held them.
    pub(crate) fn odd_locks(&self) -> FxHashSet<u32> {
        (0..).zip(&self.locks).filter(|(_, state)| state.is_odd).map(|(lock, _)| lock).collect()
    }

    /// Original numbers of threads, variables and synchronisation objects.
    pub(crate) fn originals(self) -> [Vec<u64>; 4] {
        [self.threads.originals, self.variables.originals, self.syncs.originals, self.objects.originals]
    }

    /// Appends what the event becomes: nothing, one event, or one per part of the memory touched.
    #[inline]
    pub fn push(
        &mut self,
        event: &TraceEvent,
        batch: &Batch,
        out: &mut Vec<Event>,
        calls: &mut Vec<CallRecord>,
    ) {
        let thread = match self.last_thread {
            Some((original, number)) if original == event.thread => number,
            _ => self.threads.get(u64::from(event.thread), 0),
        };
        self.last_thread = Some((event.thread, thread));
        if let (Op::Read | Op::Write, None) = (event.op, &self.partition) {
            let target = self.variables.get(event.object, event.generation);
            out.push(Event { target, thread, location: event.location, op: event.op, order: event.order });
            return;
        }
        if goes_on_from_before(event) && !self.carried.contains(&thread) {
            self.carried.push(thread);
        }
        let has_weak = self.partition.as_ref().is_some_and(Partition::has_relaxed);
        if !has_weak && self.carried.is_empty() {
            return self.push_other(thread, event, batch, out, calls);
        }
        if event.ends_section() {
            self.carried.retain(|carried| *carried != thread);
        }
        if let Some(marks) = &mut self.marks {
            let first = out.len();
            if let Some(mark) = Mark::before(thread, event, first) {
                marks.push(mark);
            }
            self.push_other(thread, event, batch, out, calls);
            if let (Some(marks), Some(mark)) = (&mut self.marks, Mark::after(thread, event, first, out.len()))
            {
                marks.push(mark);
            }
            return;
        }
        self.open.before(thread, event, out);
        let first = out.len();
        self.push_other(thread, event, batch, out, calls);
        self.open.after(thread, event, first, out);
    }

    /// All but plain accesses of whole objects.
    fn push_other(
        &mut self,
        thread: u32,
        event: &TraceEvent,
        batch: &Batch,
        out: &mut Vec<Event>,
        calls: &mut Vec<CallRecord>,
    ) {
        let make = |target: u32| Event {
            target,
            thread,
            location: event.location,
            op: event.op,
            order: event.order,
        };
        if !matches!(event.op, Op::Read | Op::Write) {
            self.section += 1;
            self.rules.goes_on(thread);
        }
        match event.op {
            Op::Read | Op::Write | Op::AtomicRead | Op::AtomicWrite | Op::AtomicUpdate => {
                if self.partition.is_some() {
                    self.access(thread, event, out);
                } else {
                    out.push(make(self.variables.get(event.object, event.generation)));
                }
            }
            Op::Acquire | Op::AcquireShared => {
                let lock = self.sync(event);
                if self.rules.has_waiting() {
                    self.rules.takes(thread);
                }
                if self.acquire(thread, lock, event, out) {
                    out.push(make(lock));
                    self.rules.used(event, out);
                }
            }
            Op::Release => {
                let lock = self.sync(event);
                if self.rules.has_waiting() {
                    self.rules.gives_back(thread, lock);
                }
                if self.release(thread, lock, event, out) {
                    self.lock_state(lock).released_at = out.len() as EventId;
                    out.push(make(lock));
                }
            }
            Op::Fork | Op::Join => out.push(make(self.threads.get(event.object, 0))),
            Op::Alloc => self.alloc(event, out, make),
            Op::Free => self.free(event, out, make),
            Op::Destroy => {
                let number = self.sync(event);
                out.push(make(number));
                self.rules.used(event, out);
                self.rules.condition_ends(number, out);
                let id = out.len() as EventId - 1;
                if let Some((_, taken)) = self.held(number) {
                    self.rules.tell(Fault::DestroyWhileHeld, &[taken, id], out);
                }
                self.syncs.forget(event.object, event.generation);
                self.sync_at.remove(&event.object);
                self.rules.ends(event.object, id, false);
            }
            Op::Init => {
                self.end_syncs(event.object, 1);
                self.syncs.forget(event.object, event.generation);
                self.rules.begins(event.object, 1);
                if event.has_value && event.value > 0 {
                    let semaphore = self.sync(event);
                    self.permits.insert(semaphore, event.value);
                }
            }
            Op::Down if self.takes_first(event) => {}
            Op::Want if event.value > 1 => {}
            Op::Want => {
                let lock = self.sync(event);
                out.push(make(lock));
                self.rules.used(event, out);
                self.rules.wants(thread, out.len() as EventId - 1, lock, event.value == 1);
            }
            Op::Call => {
                let (arguments, result) = batch.call(event);
                let object = self.objects.get(event.object, event.generation);
                let arguments = SmallVec::from_slice(arguments);
                out.push(make(calls.len() as u32));
                calls.push(CallRecord { method: event.size, object, arguments, result });
            }
            Op::Wait | Op::Wake | Op::Signal | Op::Broadcast => {
                let number = self.sync(event);
                out.push(make(number));
                self.rules.used(event, out);
                match event.op {
                    Op::Wait => {
                        let is_timed = event.has_value && event.value != 0;
                        self.rules.waits(thread, number, out.len() as EventId - 1, is_timed);
                    }
                    Op::Signal | Op::Broadcast => self.rules.signals(number, out),
                    _ => {}
                }
            }
            Op::BarrierEnter | Op::BarrierLeave | Op::Post | Op::Down => {
                out.push(make(self.sync(event)));
                self.rules.used(event, out);
            }
            Op::Misuse => {
                let target = match event.value {
                    misuse::LOCK_OF_PARENT => self.sync(event),
                    misuse::NEVER_JOINED => self.threads.get(event.object, 0),
                    _ => event.object as u32,
                };
                out.push(make(target));
                let fault = Fault::Recorded(u8::try_from(event.value).unwrap_or(0));
                self.rules.tell(fault, &[out.len() as EventId - 1], out);
            }
            Op::Fence if event.order != TraceOrder::Relaxed => out.push(make(NONE)),
            Op::Fence | Op::TransactionBegin | Op::TransactionEnd | Op::ThreadEnd => {}
        }
    }

    /// Whether a semaphore is taken that has something left of what it was made with. Such an event is left out: it need not wait for anybody, in no
    /// order, since of what was there at first nobody else takes this. Who takes later comes after all who have posted before, as ever.
    fn takes_first(&mut self, event: &TraceEvent) -> bool {
        if self.permits.is_empty() {
            return false;
        }
        let semaphore = self.sync(event);
        let Some(left) = self.permits.get_mut(&semaphore) else { return false };
        *left -= 1;
        if *left == 0 {
            self.permits.remove(&semaphore);
        }
        true
    }

    /// The number of a synchronisation object.
    #[inline]
    fn sync(&mut self, event: &TraceEvent) -> u32 {
        let known = self.syncs.originals.len();
        let number = self.syncs.get(event.object, event.generation);
        if number as usize == known && self.partition.is_some() && event.generation == 0 {
            self.sync_at.insert(event.object, number);
        }
        number
    }

    /// Synchronisation objects in a block of memory that comes or goes: what is there afterwards is another one. Their numbers.
    fn end_syncs(&mut self, address: u64, size: u32) -> SmallVec<[u32; 2]> {
        let end = address.saturating_add(u64::from(size.max(1)));
        let mut ended = SmallVec::new();
        while let Some((object, number)) = self.sync_at.range(address..end).next().map(|(a, b)| (*a, *b)) {
            self.sync_at.remove(&object);
            self.syncs.forget(object, 0);
            ended.push(number);
        }
        ended
    }

    /// The number of the variable at an address.
    #[inline]
    fn variable_at(&mut self, address: u64, generation: u32) -> u32 {
        let Some(partition) = &self.partition else { return self.variables.get(address, generation) };
        let page = self.cells.page(partition, address);
        if generation != 0 || !Cells::has(page, address) {
            return self.variables.get(address, generation);
        }
        let new = self.variables.originals.len() as u32;
        let number = self.cells.get(page, address, new);
        if number == new {
            self.variables.originals.push(address);
        }
        number
    }

    fn find_variable(&mut self, address: u64, generation: u32) -> Option<u32> {
        let partition = self.partition.as_ref()?;
        let page = self.cells.page(partition, address);
        if generation != 0 || !Cells::has(page, address) {
            return self.variables.find(address, generation);
        }
        self.cells.find(page, address)
    }

    fn forget_variable(&mut self, address: u64, generation: u32) {
        let Some(partition) = &self.partition else { return };
        let page = self.cells.page(partition, address);
        if generation != 0 || !Cells::has(page, address) {
            return self.variables.forget(address, generation);
        }
        self.cells.forget(page, address);
    }

    fn parts(&mut self, thread: u32, event: &TraceEvent, out: &mut Vec<Event>) {
        let make = |target: u32| Event {
            target,
            thread,
            location: event.location,
            op: event.op,
            order: event.order,
        };
        for part in self.parts_with_cells(event.object, event.size.min(MAX_BYTES)) {
            for (granule, start, end) in granules(part) {
                let cuts = self.partition.as_ref().and_then(|partition| partition.cuts(granule));
                let Some(cuts) = cuts else { continue };
                for byte in start..end {
                    if byte == start || cuts >> byte & 1 == 1 {
                        let address = granule * GRANULE + u64::from(byte);
                        out.push(make(self.variable_at(address, event.generation)));
                    }
                }
            }
        }
    }

    fn looks_at(&self, address: u64, size: u32) -> bool {
        self.partition.as_ref().is_none_or(|partition| partition.looks_at(address, size))
    }

    fn parts_with_cells(&self, address: u64, size: u32) -> SmallVec<[Range<u64>; 4]> {
        let parts = self.partition.as_ref().map(|partition| partition.parts_with_cells(address, size));
        parts.into_iter().flatten().collect()
    }

    #[inline]
    fn access(&mut self, thread: u32, event: &TraceEvent, out: &mut Vec<Event>) {
        let Some(partition) = &self.partition else { return };
        let (address, line) = (event.object, event.object / LINE);
        let page = self.cells.page(partition, address);
        if address % LINE + u64::from(event.size) > LINE || page.number == u32::MAX {
            return self.access_of_lines(thread, event, out);
        }
        let Some(entry) = partition.line_of(page.number, line) else { return };
        match partition.place_in(entry, address, event.size) {
            None | Some(Place::Mixed(..)) => self.access_of_lines(thread, event, out),
            Some(Place::Page(place) | Place::Line(place)) => self.large_part(thread, event, place, out),
            Some(Place::Cells) => {
                let end = address + u64::from(event.size.max(1));
                let mut at = address;
                while at < end {
                    let target = self.variable_at(at, event.generation);
                    out.push(Event {
                        target,
                        thread,
                        location: event.location,
                        op: event.op,
                        order: event.order,
                    });
                    at = next_cell(entry, at);
                }
            }
        }
    }

    /// An access that is not within a line.
    fn access_of_lines(&mut self, thread: u32, event: &TraceEvent, out: &mut Vec<Event>) {
        let Some(partition) = &self.partition else { return };
        let places: SmallVec<[u64; 4]> = partition.places(event.object, event.size).collect();
        self.parts(thread, event, out);
        places.into_iter().for_each(|place| self.large_part(thread, event, place, out));
    }

    /// What is a variable by the page or line: a write reads, too (see [`crate::refine`]).
    fn large_part(&mut self, thread: u32, event: &TraceEvent, place: u64, out: &mut Vec<Event>) {
        let writes = !matches!(event.op, Op::Read | Op::AtomicRead);
        if self.repeats.is_repeated(thread, self.section, place, writes) {
            return;
        }
        let target = self.large(place);
        let make = |op| Event { target, thread, location: event.location, op, order: TraceOrder::None };
        out.push(make(Op::Read));
        if writes {
            out.push(make(Op::Write));
        }
    }

    /// The number of a large variable, which it keeps.
    #[inline]
    fn large(&mut self, place: u64) -> u32 {
        if self.large.is_empty() {
            self.large.resize(RECENT, (0, 0));
        }
        let recent = &mut self.large[place as usize % RECENT];
        if recent.0 != place {
            *recent = (place, self.variables.get(place, 0));
        }
        recent.1
    }

    fn lock_state(&mut self, lock: u32) -> &mut LockState {
        let index = lock as usize;
        if index >= self.locks.len() {
            self.locks.resize_with(index + 1, LockState::default);
        }
        &mut self.locks[index]
    }

    fn is_odd(&mut self, location: u32) {
        if self.oddities.releases_not_held + self.oddities.acquires_held == 0 {
            self.oddities.first = location;
        }
    }

    /// Whether it is an acquire that the analyses are to see. What must have come before it is appended.
    fn acquire(&mut self, thread: u32, lock: u32, event: &TraceEvent, out: &mut Vec<Event>) -> bool {
        let state = self.lock_state(lock);
        if state.owner == Some(thread) {
            state.depth += 1;
            return false;
        }
        let holders = state.evict(event.op);
        let taken_at = (out.len() + holders.len() + usize::from(state.given.is_some())) as EventId;
        match event.op {
            Op::Acquire => (state.owner, state.depth, state.taken_at) = (Some(thread), 1, taken_at),
            _ => match state.readers.iter_mut().find(|(reader, ..)| *reader == thread) {
                Some((_, depth, _)) => {
                    *depth += 1;
                    return false;
                }
                None => state.readers.push((thread, 1, taken_at)),
            },
        }
        if !holders.is_empty() {
            self.lock_state(lock).is_odd = true;
            self.is_odd(event.location);
            self.oddities.acquires_held += 1;
            let release = |thread| Event::new(thread, Op::Release, lock, 0);
            out.extend(holders.into_iter().map(release));
        }
        if let Some(given) = self.lock_state(lock).given {
            out.push(Event::new(thread, Op::AtomicRead, given, event.location));
        }
        true
    }

    /// Whether it is a release that the analyses are to see.
    fn release(&mut self, thread: u32, lock: u32, event: &TraceEvent, out: &mut Vec<Event>) -> bool {
        let state = self.lock_state(lock);
        if state.owner == Some(thread) {
            state.depth -= 1;
            if state.depth == 0 {
                state.owner = None;
            }
            return state.depth == 0;
        }
        if let Some(position) = state.readers.iter().position(|(reader, ..)| *reader == thread) {
            state.readers[position].1 -= 1;
            let is_last = state.readers[position].1 == 0;
            if is_last {
                state.readers.remove(position);
            }
            return is_last;
        }
        let late = state.evicted.iter().position(|(evicted, _)| *evicted == thread);
        let owner = if late.is_none() { state.owner.take() } else { None };
        let fault = match (owner, state.is_odd || late.is_some()) {
            (_, true) => None,
            (Some(_), _) => Some((Fault::UnlockOfAnother, state.taken_at)),
            (None, _) => Some((Fault::DoubleUnlock, state.released_at)),
        };
        if let Some(late) = late {
            state.evicted[late].1 -= 1;
            if state.evicted[late].1 == 0 {
                state.evicted.remove(late);
            }
        }
        state.is_odd = true;
        self.wrong_release(thread, lock, event, fault, out);
        if let Some(owner) = owner {
            let given = self.variables.get(GIVEN | u64::from(lock), 0);
            self.lock_state(lock).given = Some(given);
            out.push(Event::new(thread, Op::AtomicWrite, given, event.location));
            out.push(Event::new(owner, Op::Release, lock, 0));
        }
        false
    }

    /// A release by who does not hold the lock: if that is told, an event stands for it that changes nothing.
    fn wrong_release(
        &mut self,
        thread: u32,
        lock: u32,
        event: &TraceEvent,
        fault: Option<(Fault, EventId)>,
        out: &mut Vec<Event>,
    ) {
        let id = out.len() as EventId;
        out.push(Event::new(thread, Op::Fence, lock, event.location));
        let told = self.rules.found.len();
        self.rules.used(event, out);
        if let Some((fault, first)) = fault.filter(|_| self.rules.found.len() == told) {
            self.rules.tell(fault, &[first, id], out);
        }
        if self.rules.found.len() == told {
            out.pop();
        }
        self.is_odd(event.location);
        self.oddities.releases_not_held += 1;
    }

    /// Who holds a lock.
    fn held(&mut self, lock: u32) -> Option<(u32, EventId)> {
        self.lock_state(lock).holders(false).next()
    }

    /// What went wrong with synchronisation objects, when all has been read.
    pub(crate) fn misuse(&mut self, out: &[Event]) -> Vec<Observed> {
        let locks = &self.locks;
        let holders = |lock: u32, shared: bool| -> Vec<(u32, EventId)> {
            locks.get(lock as usize).map_or(Vec::new(), |state| state.holders(shared).collect())
        };
        self.rules.finish(holders, out);
        std::mem::take(&mut self.rules.found)
    }

    fn alloc(&mut self, event: &TraceEvent, out: &mut Vec<Event>, make: impl Fn(u32) -> Event) {
        if self.partition.is_none() {
            self.variables.forget(event.object, event.generation);
            out.push(make(self.variables.get(event.object, event.generation)));
            return;
        }
        if !self.looks_at(event.object, event.size) {
            return;
        }
        self.end_syncs(event.object, event.size);
        self.rules.begins(event.object, event.size);
        self.each_in_range(event.object, event.size, event.generation, true, |_| {});
        self.allocations.insert(event.object, event.size);
        if let Some(partition) = &self.partition {
            self.freed.remove(partition, event.object, event.size);
        }
    }

    /// Opaque objects: one event. Addresses: one for each variable that was accessed in the range.
    fn free(&mut self, event: &TraceEvent, out: &mut Vec<Event>, make: impl Fn(u32) -> Event) {
        if self.partition.is_none() {
            out.push(make(self.variables.get(event.object, event.generation)));
            return;
        }
        if event.size != 0 && !self.looks_at(event.object, event.size) {
            return;
        }
        let allocated = self.allocations.remove(&event.object);
        let size = if event.size == 0 { allocated.unwrap_or(1) } else { event.size };
        for sync in self.end_syncs(event.object, size) {
            let end = Event { op: Op::Destroy, ..make(sync) };
            out.push(end);
            let id = out.len() as EventId - 1;
            if let Some((_, taken)) = self.held(sync).filter(|(holder, _)| *holder != end.thread) {
                self.rules.tell(Fault::DestroyWhileHeld, &[taken, id], out);
            }
            self.rules.ends(self.syncs.originals[sync as usize], id, true);
        }
        self.each_in_range(event.object, size, event.generation, false, |variable| out.push(make(variable)));
        if self.frees_large
            && let Some(partition) = &self.partition
        {
            self.freed.add(partition, event.object, size);
            let mut last = 0;
            for place in partition.places(event.object, size) {
                if place != std::mem::replace(&mut last, place)
                    && let Some(variable) = self.variables.find(place, 0)
                {
                    out.push(make(variable));
                }
            }
        }
    }

    /// The variables that were accessed in a block that comes or goes, however large: what is left out when it comes but not
    /// when it went seems to be used after that. With `forget`, the next access is to a new one.
    fn each_in_range(
        &mut self,
        address: u64,
        size: u32,
        generation: u32,
        forget: bool,
        mut each: impl FnMut(u32),
    ) {
        for part in self.parts_with_cells(address, size) {
            for (granule, start, end) in granules(part) {
                let cuts = self.partition.as_ref().and_then(|partition| partition.cuts(granule));
                let Some(cuts) = cuts.filter(|cuts| *cuts != 0) else { continue };
                for byte in (start..end).filter(|byte| cuts >> byte & 1 == 1) {
                    let address = granule * GRANULE + u64::from(byte);
                    if let Some(variable) = self.find_variable(address, generation) {
                        each(variable);
                        if forget {
                            self.forget_variable(address, generation);
                        }
                    }
                }
            }
        }
    }
}
