//! Random runs, written as a recorder does and cut anywhere: what a segment shows must be a schedule of the whole run.

use super::*;
use ::predict::{EventId, Kind, Options, Order, Partition, Trace, Witness, add_chunks, analyse, check};
use events::trace::{Damage, Follower, REPEATED, Tables, TraceError, TraceEvent};
use selvedge_rt::wire::{Op as WireOp, Word, file_header, zigzag};
use spec::Specification;
use std::collections::{HashMap, HashSet, VecDeque};
use std::io::Write;

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }
}

/// A thread's buffer, as the runtime has it.
#[derive(Default)]
struct Buffer {
    sequence: u32,
    /// Number of the chunk in which the thread's section began.
    section_began: u32,
    /// The section has gone on over an atomic read.
    goes_on: bool,
    words: Vec<u64>,
    /// What differences are to: memory, other objects, location, ticket.
    bases: [u64; 4],
}

/// What the threads of a program do; each event has a location of its own.
struct Program {
    random: Random,
    buffers: Vec<Buffer>,
    /// Locks: who holds it (and how many threads, for readers).
    held: [Vec<u32>; 3],
    /// Per thread: that it waits for the condition variable, or is to be woken.
    asleep: Vec<bool>,
    woken: Vec<bool>,
    ended: Vec<bool>,
    begun: Vec<bool>,
    ticket: u64,
    location: u64,
    spool: std::fs::File,
}

const LOCKS: u64 = 0x9000;
const CONDITION: u64 = 0xa000;
const THREADS: u32 = 8;

impl Program {
    fn new(seed: u64, path: &Path) -> Program {
        let mut spool = std::fs::File::create(path).unwrap();
        spool.write_all(&file_header()).unwrap();
        let count = THREADS as usize;
        Program {
            random: Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
            buffers: (0..THREADS).map(|_| Buffer::default()).collect(),
            held: Default::default(),
            asleep: vec![false; count],
            woken: vec![false; count],
            ended: vec![false; count],
            begun: vec![false; count],
            ticket: 0,
            location: 0,
            spool,
        }
    }

    fn packed(&mut self, thread: u32, op: WireOp, object: u64, size: u64) {
        self.location += 1;
        let buffer = &mut self.buffers[thread as usize];
        buffer.goes_on = op == WireOp::AtomicRead;
        if !buffer.goes_on {
            buffer.section_began = buffer.sequence;
        }
        let is_ticketed = op != WireOp::ThreadEnd;
        let mut bytes = vec![op.code() | if is_ticketed { 0x40 } else { 0 }];
        let mut put = |mut number: u64| {
            while number >= 0x80 {
                bytes.push(number as u8 | 0x80);
                number >>= 7;
            }
            bytes.push(number as u8);
        };
        if is_ticketed {
            put(self.ticket - buffer.bases[3]);
            buffer.bases[3] = self.ticket;
            self.ticket += 1;
        }
        let base = usize::from(!op.is_memory());
        put(zigzag(object.wrapping_sub(buffer.bases[base]) as i64));
        buffer.bases[base] = object;
        put(zigzag(self.location as i64 - buffer.bases[2] as i64));
        buffer.bases[2] = self.location;
        if op.has_size() {
            put(size);
        }
        let length = bytes.len();
        bytes.resize(length.div_ceil(8) * 8, 0);
        buffer.words.push(Word::Event.with(length as u64));
        let words = bytes.chunks_exact(8).map(|eight| u64::from_le_bytes(eight.try_into().unwrap()));
        buffer.words.extend(words);
    }

    fn access(&mut self, thread: u32, address: u64, writes: bool) {
        // A thread's first event has a ticket.
        let is_first = !std::mem::replace(&mut self.begun[thread as usize], true);
        if is_first || self.random.below(6) == 0 {
            // A section that began in another chunk ends at a read, too.
            let buffer = &self.buffers[thread as usize];
            let goes_on = !writes && buffer.section_began == buffer.sequence;
            let op = if goes_on { WireOp::AtomicRead } else { WireOp::AtomicWrite };
            return self.packed(thread, op, address, 8);
        }
        self.location += 1;
        let site = self.random.below(4096) << 4;
        let words = &mut self.buffers[thread as usize].words;
        words.push(Word::Site.with(self.location) | site);
        words.push(address << 16 | site | if writes { 8 } else { 3 });
    }

    /// One step of a thread that can make one.
    fn step(&mut self) {
        let thread = self.random.below(u64::from(THREADS)) as u32;
        let index = thread as usize;
        if self.ended[index] {
            return;
        }
        let lock = self.random.below(3) as usize;
        let mine = self.held[lock].iter().position(|holder| *holder == thread);
        if self.asleep[index] {
            if self.woken[index] && self.held[0].is_empty() {
                (self.asleep[index], self.woken[index]) = (false, false);
                self.held[0].push(thread);
                self.packed(thread, WireOp::Acquire, LOCKS, 0);
                self.packed(thread, WireOp::Wake, CONDITION, 0);
            }
            return;
        }
        match self.random.below(12) {
            0 | 1 if mine.is_none() && self.held[lock].is_empty() => {
                self.held[lock].push(thread);
                self.packed(thread, WireOp::Acquire, LOCKS + 8 * lock as u64, 0);
            }
            2 if lock == 2 && mine.is_none() && self.held[lock].is_empty() => {
                self.held[lock].push(thread);
                self.packed(thread, WireOp::AcquireShared, LOCKS + 16, 0);
            }
            3 | 4 => {
                if let Some(place) = mine {
                    self.held[lock].remove(place);
                    self.packed(thread, WireOp::Release, LOCKS + 8 * lock as u64, 0);
                }
            }
            5 if lock == 0 && mine.is_some() && thread > 0 => {
                self.packed(thread, WireOp::Wait, CONDITION, 0);
                self.packed(thread, WireOp::Release, LOCKS, 0);
                self.held[0].clear();
                self.asleep[index] = true;
            }
            6 => self.signal(thread),
            7 if self.random.below(10) == 0 && self.held.iter().all(|held| !held.contains(&thread)) => {
                self.packed(thread, WireOp::ThreadEnd, 0, 0);
                self.ended[index] = true;
            }
            8 if self.random.below(4) == 0 => {
                self.buffers[index].words.push(Word::Call.with(1_000_000 + self.random.below(50)));
            }
            _ => {
                let address = 0x1000 + 8 * self.random.below(6);
                let writes = self.random.below(2) == 0;
                self.access(thread, address, writes);
            }
        }
    }

    /// Some wake before the cut, some after, some after more.
    fn signal(&mut self, thread: u32) {
        let is_broadcast = self.random.below(3) == 0;
        let sleeping = (0..self.asleep.len()).filter(|other| self.asleep[*other] && !self.woken[*other]);
        let sleeping: Vec<usize> = sleeping.collect();
        let count = if is_broadcast { sleeping.len() } else { 1 };
        sleeping.into_iter().take(count).for_each(|other| self.woken[other] = true);
        self.packed(thread, if is_broadcast { WireOp::Broadcast } else { WireOp::Signal }, CONDITION, 0);
    }

    fn unwritten(&self) -> Vec<Unwritten> {
        let buffers = (0..).zip(&self.buffers).filter(|(_, buffer)| !buffer.words.is_empty());
        let unwritten = |(thread, buffer): (u32, &Buffer)| {
            let (sequence, words) = (buffer.sequence, buffer.words.clone());
            Unwritten { thread, sequence, words }
        };
        buffers.map(unwritten).collect()
    }

    fn write_out(&mut self, thread: u32) {
        if self.buffers[thread as usize].goes_on {
            // A section that went on ends with its chunk.
            self.packed(thread, WireOp::Fence, 0, 0);
        }
        let chunk = self.unwritten().into_iter().find(|chunk| chunk.thread == thread);
        if let Some(chunk) = chunk.filter(|chunk| selvedge_rt::wire::extent(&chunk.words).1 > 0) {
            self.spool.write_all(&chunk.chunk()).unwrap();
            let buffer = &mut self.buffers[thread as usize];
            let (sequence, section_began) = (buffer.sequence + 1, buffer.section_began);
            *buffer = Buffer { sequence, section_began, ..Buffer::default() };
        }
    }
}

fn read(path: &Path, stream: &mut dyn EventStream) -> Trace {
    let (mut follower, mut partition) = (Follower::open(path).unwrap(), Partition::default());
    while add_chunks(&mut follower, &mut partition).unwrap() > 0 {}
    let trace = Trace::read(stream, Some(partition), &Specification::default()).unwrap();
    assert_eq!((trace.oddities.releases_not_held, trace.oddities.acquires_held), (0, 0));
    let is_known = |damage: &&Damage| matches!(damage, Damage::Part | Damage::NoEnd);
    assert_eq!(stream.damage().iter().find(|damage| !is_known(damage)), None);
    trace
}

/// The segments one after another. The order of plain accesses of different threads between two tickets is a guess, and
/// reading the whole would guess differently.
#[derive(Default)]
struct Joined {
    events: Vec<TraceEvent>,
    tables: Tables,
}

impl EventStream for Joined {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, TraceError> {
        batch.clear();
        batch.events = std::mem::take(&mut self.events);
        Ok(!batch.events.is_empty())
    }
    fn tables(&self) -> &Tables {
        &self.tables
    }
    fn damage(&self) -> &[Damage] {
        &[]
    }
    fn has_addresses(&self) -> bool {
        true
    }
}

impl Joined {
    /// Adds what is not there yet.
    fn add(&mut self, path: &Path) {
        let (mut stream, mut batch) = (events::trace::open(path).unwrap(), Batch::default());
        let known: HashSet<u32> = self.events.iter().map(|event| event.location).collect();
        while stream.fill(&mut batch).unwrap() {
            let is_new = |event: &&TraceEvent| has_place(&event.location) && !known.contains(&event.location);
            self.events.extend(batch.events.iter().filter(is_new));
        }
    }
}

/// Whether an event is one of the run; not the barrier before a segment, nor what may be repeated there.
fn has_place(location: &u32) -> bool {
    ![0, REPEATED].contains(location)
}

/// A segment's events by their locations, in order, and what was found: pairs, and schedules.
struct Seen {
    locations: Vec<u32>,
    found: Vec<(Witness, Vec<u32>)>,
}

fn seen(path: &Path) -> Seen {
    let trace = read(path, &mut *events::trace::open(path).unwrap());
    let options = Options { order: Order::Weak, every_pair: true, whole_history: true, ..Options::default() };
    let outcome = analyse(&trace, &Specification::default(), &options);
    assert_eq!(outcome.refused, 0);
    let place = |id: EventId| trace.events[id as usize].location;
    let found = outcome.findings.into_iter().map(|finding| {
        let witness = finding.witness;
        let schedule = (0..witness.prefix).chain(witness.tail.iter().copied()).map(place).collect();
        (witness, schedule)
    });
    let found = found
        .map(|(mut witness, schedule)| {
            // From here on by location.
            (witness.pair.first, witness.pair.second) =
                (place(witness.pair.first), place(witness.pair.second));
            witness.cycle.iter_mut().for_each(|id| *id = place(*id));
            (witness, schedule)
        })
        .collect();
    Seen { locations: trace.events.iter().map(|event| event.location).collect(), found }
}

/// Runs a program in segments; how many findings, and how many segments.
fn run(seed: u64, directory: &Path) -> (usize, usize) {
    let path = directory.join("trace");
    let mut program = Program::new(seed, &path);
    (1..THREADS).for_each(|thread| program.packed(0, WireOp::Fork, u64::from(thread), 0));
    // With little room, segments end before what has come since.
    let spool = if seed.is_multiple_of(2) { 1 << 30 } else { 512 };
    let mut segments = Segments::new(&path, spool, false);
    let (mut parts, mut joined, mut hidden) = (Vec::new(), Joined::default(), THREADS);
    for _ in 0..400 {
        program.step();
        if program.random.below(20) == 0 {
            let thread = program.random.below(u64::from(THREADS)) as u32;
            if thread != hidden {
                program.write_out(thread);
            }
        }
        if program.random.below(50) == 0 {
            // A thread may have stopped where it cannot be seen how far it is.
            if program.random.below(4) == 0 {
                hidden = program.random.below(2 * u64::from(THREADS)) as u32;
            }
            let mut unwritten = program.unwritten();
            unwritten.retain(|chunk| chunk.thread != hidden);
            let closed = segments.close_with(&unwritten, true).unwrap();
            // Sometimes it is a look.
            if let Some(closed) = closed.filter(|_| program.random.below(4) > 0) {
                parts.push(seen(&closed.path));
                joined.add(&closed.path);
                segments.go_on(closed).unwrap();
            }
        }
    }
    (0..THREADS).for_each(|thread| program.write_out(thread));
    parts.push(seen(&segments.open().unwrap()));
    joined.add(&segments.open().unwrap());
    let (n_parts, n_events) = (parts.len(), joined.events.len() as u64);
    assert_eq!(n_events, program.location, "seed {seed}: every event is in one segment");
    (confirm(&read(&path, &mut joined), parts, seed), n_parts)
}

/// A schedule of the whole run, made from places. What may have been repeated behind an atomic read (`predict` gives it again there and where
/// the section ends) has no place of its own: it is done as soon as it can be.
#[derive(Clone)]
struct Schedule<'a> {
    whole: &'a Trace,
    /// Events of each thread that are not done yet, in its order.
    left: HashMap<u32, VecDeque<EventId>>,
    done: HashSet<EventId>,
    order: Vec<EventId>,
}

impl<'a> Schedule<'a> {
    fn new(whole: &'a Trace) -> Schedule<'a> {
        let mut left: HashMap<u32, VecDeque<EventId>> = HashMap::new();
        for (id, event) in whole.events.iter().enumerate() {
            left.entry(event.thread).or_default().push_back(id as EventId);
        }
        Schedule { whole, left, done: HashSet::new(), order: Vec::new() }
    }

    fn next(&self, thread: u32) -> Option<EventId> {
        self.left.get(&thread)?.front().copied()
    }

    fn go(&mut self, thread: u32) {
        let id = self.left.get_mut(&thread).and_then(VecDeque::pop_front).expect("the thread goes on");
        self.done.insert(id);
        self.order.push(id);
    }

    /// Does the repeats that come before an event in its thread.
    fn before(&mut self, id: EventId) {
        let thread = self.whole.events[id as usize].thread;
        while let Some(next) = self.next(thread).filter(|&next| next != id) {
            assert!(self.whole.events[next as usize].is_repeat(), "{next} comes before {id}");
            self.go(thread);
        }
    }

    /// Does the repeats that can be done now.
    fn repeat(&mut self) {
        let threads: Vec<u32> = self.left.keys().copied().collect();
        let mut went = true;
        while std::mem::take(&mut went) {
            for &thread in &threads {
                let is_ready = |id: &EventId| {
                    self.whole.events[*id as usize].is_repeat()
                        && self.whole.needs(*id).iter().all(|needed| self.done.contains(needed))
                };
                if self.next(thread).is_some_and(|id| is_ready(&id)) {
                    self.go(thread);
                    went = true;
                }
            }
        }
    }

    /// Does these events; the last ones right one after another.
    fn run(&mut self, events: &[EventId], last: usize) {
        let (events, last) = events.split_at(events.len() - last);
        for &id in events {
            self.before(id);
            self.go(self.whole.events[id as usize].thread);
            self.repeat();
        }
        last.iter().for_each(|&id| self.before(id));
        last.iter().for_each(|&id| self.go(self.whole.events[id as usize].thread));
    }
}

/// Each finding of a part is shown by a schedule of the whole: what was before as recorded, then the part's own.
fn confirm(whole: &Trace, parts: Vec<Seen>, seed: u64) -> usize {
    let places = whole.events.iter().enumerate();
    let id_of: HashMap<u32, EventId> = places.map(|(id, event)| (event.location, id as EventId)).collect();
    let mut before = Schedule::new(whole);
    let mut found = 0;
    for part in parts {
        // Of the part's events those that were carried over have been done; its barrier has no place.
        let own = |locations: &[u32], done: &HashSet<EventId>| {
            let ids = locations.iter().filter(|place| has_place(place)).map(|place| id_of[place]);
            ids.filter(|id| !done.contains(id)).collect::<Vec<EventId>>()
        };
        for (mut witness, schedule) in part.found {
            found += 1;
            let pair = &mut witness.pair;
            (pair.first, pair.second) = (id_of[&pair.first], id_of[&pair.second]);
            witness.cycle.iter_mut().for_each(|id| *id = id_of[id]);
            let mut whole_run = before.clone();
            let last = match witness.pair.kind {
                Kind::Deadlock => 0,
                kind if kind.is_adjacent() => 2,
                _ => 1,
            };
            whole_run.run(&own(&schedule, &before.done), last);
            let as_whole = Witness { prefix: 0, tail: whole_run.order, ..witness };
            assert_eq!(check(whole, &as_whole), Ok(()), "seed {seed}: {as_whole:?}");
        }
        let recorded = own(&part.locations, &before.done);
        before.run(&recorded, 0);
    }
    let before = before.order;
    // Everything is in some part.
    assert_eq!(before.len(), whole.len(), "seed {seed}");
    found
}

#[test]
fn what_a_segment_shows_is_true_of_the_whole() {
    let directory = std::env::temp_dir().join(format!("selvedge-segments-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let seeds = std::env::var("SELVEDGE_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(150);
    let (mut found, mut parts) = (0, 0);
    for seed in 0..seeds {
        let (own, count) = run(seed, &directory);
        found += own;
        parts += count;
    }
    std::fs::remove_dir_all(&directory).unwrap();
    println!("{seeds} runs, {parts} segments, {found} findings");
    assert!(found > 10 * seeds as usize && parts > 3 * seeds as usize, "{found} findings, {parts} segments");
}
