//! A whole trace in memory, with what each event needs to have happened.
//!
//! [`Trace::needs`] is the relation that every correct reordering is closed under besides program order (Sun §2.1
//! and §3.3.1: reads-from and COMM): a read needs the write it reads; a thread's first event its fork; a join the last
//! event of the thread; a wake, and the acquire of the mutex before it, its signal; a call every earlier call that it
//! does not commute with; leaving a barrier everything that entered before; a semaphore operation the one before it on
//! the same semaphore; what conflicts with an access that may have been repeated ([`crate::open_sections`]), that. The last
//! three are stronger than needed: some reorderings are missed, none is made up.

use crate::calls::CallNeeds;
use crate::conditions::{Wakes, match_wakes};
use crate::event::{Event, EventId, NONE};
use crate::ingest::{CallRecord, Ingest, Oddities};
use crate::misuse::Observed;
use crate::open_sections::Mark;
use crate::partition::{Partition, is_coarse};
use events::trace::{Batch, EventStream, Op, StackId, Stacks, Tables, TraceError, TraceEvent};
use rustc_hash::{FxHashMap, FxHashSet};
use spec::Specification;
use std::collections::BTreeMap;
use std::ops::Range;

#[derive(Debug, Default)]
pub struct Trace {
    pub events: Vec<Event>,
    pub calls: Vec<CallRecord>,
    pub n_threads: usize,
    pub n_variables: usize,
    pub n_syncs: usize,
    pub tables: Tables,
    /// Which calls led to each event, where that was recorded.
    pub stack_of: Vec<StackId>,
    pub stacks: Stacks,
    /// Addresses of the functions that threads began with, by the thread's number in the recorded trace.
    pub starts: BTreeMap<u64, u64>,
    pub oddities: Oddities,
    /// There was more than was to be read.
    pub is_cut: bool,
    /// And more than there was memory for.
    pub is_short_of_memory: bool,
    /// Numbers in the recorded trace of threads, variables, synchronisation objects and objects of calls.
    pub originals: [Vec<u64>; 4],
    /// The events that one needs, in ranges of `needed`.
    pub(crate) needs_start: Vec<u32>,
    pub(crate) needed: Vec<EventId>,
    /// Per read: the write it reads from, `NONE` for the initial value; `NONE` for other events.
    pub reads_from: Vec<EventId>,
    /// Per wake with a signal, and per acquire of the mutex before it: its wait and its signal.
    pub wakes: FxHashMap<EventId, (EventId, EventId)>,
    /// Waits that end by themselves after some time.
    pub timed_waits: FxHashSet<EventId>,
    /// Acquires that would not have waited for ever: the lock was tried, or waited for up to some time.
    pub tried: FxHashSet<EventId>,
    /// Locks that somebody else than the holder has given back, or that were taken while another thread held them: who holds one
    /// is not known for sure.
    pub odd_locks: FxHashSet<u32>,
    /// What the run itself does wrong with synchronisation objects.
    pub misuse: Vec<Observed>,
    /// Acquires and releases before which their thread had come back to this depth of calls, since the one before; in the order of the events.
    pub(crate) returns: Vec<(EventId, u32)>,
    /// The recording was damaged or ends early: what threads do next is not known.
    pub is_incomplete: bool,
    /// Where accesses were left out: the parts that have all of them, in order. Empty if nothing was.
    pub whole_parts: Vec<Range<EventId>>,
    /// The place of each event in the run, where events were left out.
    pub places: Vec<EventId>,
    /// Where accesses may have been repeated, if the repeats are not among the events yet.
    pub(crate) marks: Vec<Mark>,
    /// Events that were looked at, where that is more than there are here.
    pub(crate) n_seen: usize,
    /// Events that were recorded, where a first pass has counted them.
    pub n_counted: usize,
}

/// Memory for the events of one trace after another.
#[derive(Debug, Default)]
pub struct Room {
    events: Vec<Event>,
    stack_of: Vec<StackId>,
}

impl Trace {
    /// An empty one.
    fn within(room: &mut Room) -> Trace {
        let Room { events, stack_of } = std::mem::take(room);
        Trace { events, stack_of, ..Trace::default() }
    }

    /// Leaves out all events.
    pub(crate) fn forget_events(&mut self, room: &mut Room) {
        self.n_seen = self.n_looked_at();
        (room.events, room.stack_of) = (std::mem::take(&mut self.events), std::mem::take(&mut self.stack_of));
        room.events.clear();
        room.stack_of.clear();
    }

    /// Reads a stream. Where it has byte addresses, `partition` is from a pass over the same stream.
    pub fn read(
        stream: &mut dyn EventStream,
        partition: Option<Partition>,
        specification: &Specification,
    ) -> Result<Trace, TraceError> {
        Trace::read_up_to(stream, partition, specification, NONE as usize - 1)
    }

    /// Reads that many events at most (a few more for the last one's parts).
    pub fn read_up_to(
        stream: &mut dyn EventStream,
        partition: Option<Partition>,
        specification: &Specification,
        limit: usize,
    ) -> Result<Trace, TraceError> {
        Trace::read_while(stream, partition, specification, limit, &|_| true)
    }

    /// The same, while so many events fit.
    pub(crate) fn read_while(
        stream: &mut dyn EventStream,
        partition: Option<Partition>,
        specification: &Specification,
        limit: usize,
        fits: &impl Fn(usize) -> bool,
    ) -> Result<Trace, TraceError> {
        let mut ingest = Ingest::new(partition);
        let mut room = Room::default();
        let fits = |n_events: usize, _: &Ingest| fits(n_events);
        let mut trace =
            Trace::read_events(stream, &mut ingest, limit, &mut room, &fits, &mut |_, _, _, _| {})?;
        trace.take_numbers(ingest);
        trace.finish(specification);
        Ok(trace)
    }

    /// Reads events, without what they need, while what there is `fits`. `each` is told of all events so far, the number that was there before the last one
    /// read, that one, and the numbers given so far.
    pub(crate) fn read_events(
        stream: &mut dyn EventStream,
        ingest: &mut Ingest,
        limit: usize,
        room: &mut Room,
        fits: &impl Fn(usize, &Ingest) -> bool,
        each: &mut impl FnMut(&[Event], usize, &TraceEvent, &Ingest),
    ) -> Result<Trace, TraceError> {
        let mut trace = Trace::within(room);
        let mut batch = Batch::default();
        let limit = limit.min(NONE as usize - (1 << 20));
        let mut left_open = FxHashMap::default();
        'all: while stream.fill(&mut batch)? {
            if !fits(trace.events.len(), ingest) {
                (trace.is_cut, trace.is_short_of_memory) = (true, true);
                break 'all;
            }
            let mut returns = batch.returns.iter().copied().peekable();
            for (place, event) in batch.events.iter().enumerate() {
                let before = trace.events.len();
                if before >= limit {
                    trace.is_cut = true;
                    break 'all;
                }
                ingest.push(event, &batch, &mut trace.events, &mut trace.calls);
                if event.op == Op::Fork && event.has_value {
                    trace.starts.insert(event.object, event.value);
                }
                trace.note_limits(event, before);
                let returned = returns.next_if(|(at, _)| *at as usize == place).map(|(_, depth)| depth);
                if returned.is_some() || !left_open.is_empty() {
                    trace.note_returns(event, before, returned, &mut left_open);
                }
                if event.stack != StackId::EMPTY {
                    trace.stack_of.resize(trace.events.len(), event.stack);
                } else if !trace.stack_of.is_empty() {
                    trace.stack_of.resize(trace.events.len(), StackId::EMPTY);
                }
                each(&trace.events, before, event, ingest);
            }
        }
        trace.is_incomplete = trace.is_cut || !stream.damage().is_empty();
        trace.tables = stream.tables().clone();
        trace.stacks = stream.stacks().cloned().unwrap_or_default();
        Ok(trace)
    }

    /// Notes what the last event read says about how long it would have waited; there were this many events before it.
    pub(crate) fn note_limits(&mut self, event: &TraceEvent, before: usize) {
        if event.has_value && event.value != 0 && self.events.len() > before {
            let last = self.events.len() as EventId - 1;
            match event.op {
                Op::Wait => drop(self.timed_waits.insert(last)),
                Op::Acquire | Op::AcquireShared => drop(self.tried.insert(last)),
                _ => {}
            }
        }
    }

    /// Notes to which depth the event's thread had come back before; of events that are left out (`open`, by thread) with the next one.
    fn note_returns(
        &mut self,
        event: &TraceEvent,
        before: usize,
        returned: Option<u32>,
        open: &mut FxHashMap<u32, u32>,
    ) {
        if !matches!(event.op, Op::Acquire | Op::AcquireShared | Op::Release) {
            return;
        }
        let Some(depth) = open.remove(&event.thread).into_iter().chain(returned).min() else { return };
        if self.events.len() > before {
            self.returns.push((self.events.len() as EventId - 1, depth));
        } else {
            open.insert(event.thread, depth);
        }
    }

    /// What the events' numbers stand for.
    pub(crate) fn take_numbers(&mut self, mut ingest: Ingest) {
        self.misuse = ingest.misuse(&self.events);
        self.marks = ingest.marks();
        self.n_threads = ingest.n_threads();
        self.n_variables = ingest.n_variables();
        self.n_syncs = ingest.n_syncs();
        self.oddities = ingest.oddities;
        self.odd_locks = ingest.odd_locks();
        self.originals = ingest.originals();
    }

    /// Finds what each event needs.
    pub(crate) fn finish(&mut self, specification: &Specification) {
        let mut builder = NeedsBuilder::new(self, specification);
        let mut needed = Vec::new();
        let mut start = Vec::with_capacity(self.events.len() + 1);
        let mut reads_from = vec![NONE; self.events.len()];
        for (index, event) in self.events.iter().enumerate() {
            start.push(needed.len() as u32);
            builder.event(index as EventId, event, &mut needed, &mut reads_from[index]);
        }
        start.push(needed.len() as u32);
        let wakes = builder.wakes;
        (self.needed, self.needs_start, self.reads_from, self.wakes) = (needed, start, reads_from, wakes);
    }

    /// The part with all accesses that an event is in.
    pub fn part_of(&self, event: EventId) -> Range<EventId> {
        if self.whole_parts.is_empty() {
            return 0..self.len() as EventId;
        }
        let place = self.whole_parts.partition_point(|part| part.end <= event);
        let part = self.whole_parts.get(place).filter(|part| part.start <= event);
        part.cloned().unwrap_or(event..event)
    }

    /// Whether accesses were left out.
    pub fn is_partial(&self) -> bool {
        !self.whole_parts.is_empty()
    }

    /// The place of an event in the run.
    pub fn place_in_run(&self, event: EventId) -> EventId {
        self.places.get(event as usize).copied().unwrap_or(event)
    }

    /// The event that has that place in the run, if it is here.
    pub(crate) fn event_at(&self, place: EventId) -> Option<EventId> {
        // What may have been repeated before an event has its place.
        let first = self.places.partition_point(|known| *known < place);
        let same = self.places.iter().skip(first).take_while(|known| **known == place).count();
        let last = (first + same).checked_sub(1).filter(|_| same > 0)?;
        self.events.get(last).filter(|event| same == 1 || !event.is_repeat()).map(|_| last as EventId)
    }

    /// Events that were looked at, also those that are not here any more.
    pub fn n_looked_at(&self) -> usize {
        self.n_seen.max(self.len())
    }

    /// Events that were recorded, also those that need not be looked at. Of a trace that is read in part: those of the part.
    pub fn n_recorded(&self) -> usize {
        if self.is_cut { self.n_looked_at() } else { self.n_counted.max(self.n_looked_at()) }
    }

    /// What must have happened before the event, besides what its thread did before.
    #[inline]
    pub fn needs(&self, event: EventId) -> &[EventId] {
        let index = event as usize;
        match (self.needs_start.get(index), self.needs_start.get(index + 1)) {
            (Some(start), Some(end)) => &self.needed[*start as usize..*end as usize],
            _ => &[],
        }
    }

    /// Places of the calls that led to an event, the innermost first.
    pub fn calls_to(&self, event: EventId) -> impl Iterator<Item = u32> + '_ {
        self.stacks.calls(self.stack_of.get(event as usize).copied().unwrap_or_default())
    }

    /// Whether an event accesses a variable that stands for a page or a line (see [`crate::refine`]).
    pub(crate) fn is_large(&self, event: EventId) -> bool {
        self.events.get(event as usize).is_some_and(|event| self.is_large_access(event))
    }

    pub(crate) fn is_large_access(&self, event: &Event) -> bool {
        let [_, variables, _, _] = &self.originals;
        let is_memory = event.is_access() || event.op == Op::Free;
        is_memory && variables.get(event.target as usize).is_some_and(|original| is_coarse(*original))
    }

    pub fn len(&self) -> usize {
        self.events.len()
    }

    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }
}

struct NeedsBuilder<'a> {
    last_write: Vec<EventId>,
    alloc: Vec<EventId>,
    /// Per thread: its fork, until its first event; and its last event.
    fork: Vec<EventId>,
    last_of_thread: Vec<EventId>,
    /// Per barrier: each thread's last entry since somebody left, and who left, for those who leave after.
    entered: FxHashMap<u32, FxHashMap<u32, EventId>>,
    last_semaphore: FxHashMap<u32, EventId>,
    wakes: Wakes,
    calls: CallNeeds<'a>,
    /// Of variables that have repeats: each thread's last accesses.
    repeated: FxHashMap<u32, FxHashMap<u32, LastAccesses>>,
}

/// Threads whose accesses of a variable that has repeats are told apart. Where there are more, one access comes after all before it
/// and before all after it: an order too many, but one need in place of thousands.
const MAX_REPEATING: usize = 64;

/// A thread's last read and write of a variable, and of those the last that are repeats.
#[derive(Clone, Copy, Debug)]
struct LastAccesses {
    all: [EventId; 2],
    repeats: [EventId; 2],
}

impl<'a> NeedsBuilder<'a> {
    fn new(trace: &'a Trace, specification: &'a Specification) -> Self {
        NeedsBuilder {
            last_write: vec![NONE; trace.n_variables],
            alloc: vec![NONE; trace.n_variables],
            fork: vec![NONE; trace.n_threads],
            last_of_thread: vec![NONE; trace.n_threads],
            entered: FxHashMap::default(),
            last_semaphore: FxHashMap::default(),
            wakes: match_wakes(&trace.events),
            calls: CallNeeds::new(&trace.calls, &trace.tables, specification),
            repeated: trace
                .events
                .iter()
                .filter(|event| event.is_repeat())
                .map(|event| (event.target, FxHashMap::default()))
                .collect(),
        }
    }

    /// What conflicts with a repeat keeps its order with it.
    fn repeats(&mut self, id: EventId, event: &Event, mut need: impl FnMut(EventId)) {
        let Some(threads) = self.repeated.get_mut(&event.target) else { return };
        let is_crowded = threads.len() > MAX_REPEATING;
        let is_read = event.reads() && !event.writes() && !is_crowded;
        for (_, last) in threads.iter().filter(|(thread, _)| **thread != event.thread) {
            let [read, write] = if event.is_repeat() || is_crowded { last.all } else { last.repeats };
            need(write);
            need(if is_read { NONE } else { read });
        }
        if is_crowded {
            threads.clear();
            threads.insert(event.thread, LastAccesses { all: [id; 2], repeats: [id; 2] });
            return;
        }
        let own = threads.entry(event.thread).or_insert(LastAccesses { all: [NONE; 2], repeats: [NONE; 2] });
        own.all[usize::from(!is_read)] = id;
        if event.is_repeat() {
            own.repeats[usize::from(!is_read)] = id;
        }
    }

    fn event(&mut self, id: EventId, event: &Event, needed: &mut Vec<EventId>, reads_from: &mut EventId) {
        let from = needed.len();
        if !self.repeated.is_empty() && (event.is_access() || event.op == Op::Free) {
            self.repeats(id, event, |other| {
                if other != NONE {
                    needed.push(other);
                }
            });
        }
        let mut need = |other: EventId| {
            if other != NONE && other != id && !needed[from..].contains(&other) {
                needed.push(other);
            }
        };
        let thread = event.thread as usize;
        need(std::mem::replace(&mut self.fork[thread], NONE));
        let target = event.target as usize;
        if event.is_access() || event.op == Op::Free {
            need(self.alloc[target]);
        }
        if event.reads() {
            *reads_from = self.last_write[target];
            need(*reads_from);
        }
        if event.writes() {
            self.last_write[target] = id;
        }
        match event.op {
            Op::Alloc => self.alloc[target] = id,
            Op::Fork if self.last_of_thread[target] == NONE => self.fork[target] = id,
            Op::Join => need(self.last_of_thread[target]),
            Op::Acquire | Op::Wake if !self.wakes.is_empty() => {
                need(self.wakes.get(&id).map_or(NONE, |(_, signal)| *signal));
            }
            Op::BarrierEnter => {
                self.entered.entry(event.target).or_default().insert(event.thread, id);
            }
            Op::BarrierLeave => {
                let entered = self.entered.entry(event.target).or_default();
                entered.drain().for_each(|(_, entry)| need(entry));
                entered.insert(event.thread, id);
            }
            Op::Post | Op::Down => {
                need(self.last_semaphore.insert(event.target, id).unwrap_or(NONE));
            }
            Op::Call => self.calls.add(id, event.target, need),
            _ => {}
        }
        self.last_of_thread[thread] = id;
    }
}
