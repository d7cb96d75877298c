//! Small random traces, and an oracle that tries every correct reordering of them.

use events::trace::{Batch, Damage, EventStream, Op, StdReader, Tables, TraceError, TraceEvent};
use predict::{Event, EventId, Kind, NONE, Pair, Trace};
use std::collections::{BTreeSet, HashSet};

/// Events as a stream.
pub struct Listed {
    events: Vec<TraceEvent>,
    tables: Tables,
}

impl Listed {
    pub fn new(events: &[TraceEvent]) -> Listed {
        Listed { events: events.to_vec(), tables: Tables::default() }
    }
}

impl EventStream for Listed {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, TraceError> {
        batch.clear();
        batch.events.append(&mut self.events);
        Ok(!batch.events.is_empty())
    }
    fn tables(&self) -> &Tables {
        &self.tables
    }
    fn damage(&self) -> &[Damage] {
        &[]
    }
    fn has_addresses(&self) -> bool {
        false
    }
}

pub fn trace_of(events: &[TraceEvent]) -> Trace {
    let mut stream = Listed::new(events);
    Trace::read(&mut stream, None, &spec::Specification::default()).unwrap()
}

pub fn trace_of_text(text: &str, specification: &spec::Specification) -> Trace {
    let mut reader = StdReader::new(std::io::Cursor::new(text.to_owned()), "t.std");
    Trace::read(&mut reader, None, specification).unwrap()
}

/// What random traces look like.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Every access is made under the lock of its variable.
    pub well_locked: bool,
    /// Locks may be held by several readers.
    pub shared: bool,
    pub conditions: bool,
    /// What is freed is written before, too; otherwise it is only read (uses of an object commute).
    pub written_objects: bool,
}

pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// A small well-formed trace: 2–4 threads, up to 3 locks (nested), up to 4 variables.
pub fn random_trace(seed: u64, config: Config) -> Vec<TraceEvent> {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678);
    let n_threads = 2 + random.below(3);
    let n_locks = 1 + random.below(3);
    let n_variables = 2 + random.below(3);
    let length = 10 + random.below(12);
    let mut maker =
        Maker { events: Vec::new(), held: vec![Vec::new(); n_threads], waiting: vec![None; n_threads] };
    let mut freed = vec![false; n_variables];
    let forks = random.below(3) == 0;
    if forks {
        for thread in 1..n_threads {
            maker.push(0, Op::Fork, thread as u64);
        }
    }
    // All threads may wait, or everything may be freed.
    for _ in 0..20 * length {
        if maker.events.len() >= length {
            break;
        }
        let thread = random.below(n_threads);
        if let Some((mutex, signalled)) = maker.waiting[thread] {
            if signalled && maker.is_free(mutex, false) {
                maker.waiting[thread] = None;
                maker.acquire(thread, mutex, false);
                maker.push(thread, Op::Wake, 9);
            }
            continue;
        }
        let depth = maker.held[thread].len();
        match random.below(10) {
            0..=2 if depth < 2 => {
                let lock = random.below(n_locks);
                let shared = config.shared && random.below(2) == 0;
                if maker.is_free(lock, shared) && !maker.held[thread].iter().any(|(held, _)| *held == lock) {
                    maker.acquire(thread, lock, shared);
                }
            }
            3..=4 if depth > 0 => {
                // Mostly the innermost; sometimes sections overlap without nesting.
                let place = if random.below(8) == 0 { random.below(depth) } else { depth - 1 };
                maker.release(thread, place);
            }
            5 if config.conditions => match random.below(2) {
                0 if depth == 1 && !maker.held[thread][0].1 => {
                    let mutex = maker.held[thread][0].0;
                    maker.push(thread, Op::Wait, 9);
                    maker.release(thread, 0);
                    maker.waiting[thread] = Some((mutex, false));
                }
                _ if random.below(4) == 0 => {
                    maker.push(thread, Op::Broadcast, 9);
                    maker.waiting.iter_mut().flatten().for_each(|(_, signalled)| *signalled = true);
                }
                _ => {
                    maker.push(thread, Op::Signal, 9);
                    let asleep: Vec<usize> = (0..n_threads)
                        .filter(|t| maker.waiting[*t].is_some_and(|(_, woken)| !woken))
                        .collect();
                    if let Some((_, signalled)) = asleep
                        .get(random.below(asleep.len()))
                        .and_then(|chosen| maker.waiting[*chosen].as_mut())
                    {
                        *signalled = true;
                    }
                }
            },
            _ => {
                let variable = random.below(n_variables);
                let lock = variable % n_locks;
                let protected =
                    maker.held[thread].iter().find(|(held, _)| *held == lock).map(|(_, shared)| *shared);
                // Odd ones are objects that are freed at some time, even ones stay.
                let is_object = variable % 2 == 1;
                let free = is_object && maker.events.len() * 2 > length && random.below(3) == 0;
                let write = free || random.below(2) == 0 && (!is_object || config.written_objects);
                let allowed = match protected {
                    Some(shared) => !shared || !write,
                    None => false,
                };
                if (config.well_locked && !allowed) || freed[variable] {
                    continue;
                }
                freed[variable] = free;
                let op = if free {
                    Op::Free
                } else if write {
                    Op::Write
                } else {
                    Op::Read
                };
                maker.push(thread, op, variable as u64);
            }
        }
    }
    if random.below(8) > 0 {
        maker.wake_all();
    }
    if random.below(2) == 0 {
        for thread in 0..n_threads {
            while let Some(place) = maker.held[thread].len().checked_sub(1) {
                maker.release(thread, place);
            }
        }
    }
    maker.events
}

struct Maker {
    events: Vec<TraceEvent>,
    /// Per thread: lock, whether shared.
    held: Vec<Vec<(usize, bool)>>,
    /// Per thread: the mutex it waits with, and whether it was signalled.
    waiting: Vec<Option<(usize, bool)>>,
}

impl Maker {
    /// Whoever is awake tells all others; most runs end with nobody left behind.
    fn wake_all(&mut self) {
        let awake = self.waiting.iter().position(Option::is_none);
        let Some(teller) = awake.filter(|_| self.waiting.iter().any(Option::is_some)) else { return };
        self.push(teller, Op::Broadcast, 9);
        for thread in 0..self.waiting.len() {
            if let Some((mutex, _)) = self.waiting[thread]
                && self.is_free(mutex, false)
            {
                self.waiting[thread] = None;
                self.acquire(thread, mutex, false);
                self.push(thread, Op::Wake, 9);
                self.release(thread, 0);
            }
        }
    }

    fn push(&mut self, thread: usize, op: Op, object: u64) {
        let location = self.events.len() as u32;
        self.events.push(TraceEvent::new(thread as u32, op, object, location));
    }
    fn is_free(&self, lock: usize, shared: bool) -> bool {
        let mut holders = self.held.iter().flatten().filter(|(held, _)| *held == lock);
        holders.all(|(_, held_shared)| shared && *held_shared)
    }
    fn acquire(&mut self, thread: usize, lock: usize, shared: bool) {
        self.push(thread, if shared { Op::AcquireShared } else { Op::Acquire }, lock as u64);
        self.held[thread].push((lock, shared));
    }
    fn release(&mut self, thread: usize, place: usize) {
        let (lock, _) = self.held[thread].remove(place);
        self.push(thread, Op::Release, lock as u64);
    }
}

/// The pairs that some correct reordering shows.
#[derive(Default)]
pub struct Truths {
    pub races: BTreeSet<(EventId, EventId)>,
    pub reversals: BTreeSet<(EventId, EventId)>,
    /// Sorted acquires of threads that wait for each other, each for exactly one of the others.
    pub deadlocks: BTreeSet<Vec<EventId>>,
}

/// The deadlocks that some correct reordering comes to.
pub fn deadlocks(trace: &Trace) -> BTreeSet<Vec<EventId>> {
    oracle(trace).deadlocks
}

/// Pairs of interest that may be the other way round.
pub fn is_order_pair(first: &Event, second: &Event) -> bool {
    let same = first.target == second.target;
    first.conflicts(second)
        || same && first.is_access() && second.op == Op::Free
        || same && first.op == Op::Wait && matches!(second.op, Op::Signal | Op::Broadcast)
}

pub fn order_kind(first: &Event, second: &Event) -> Kind {
    match second.op {
        Op::Free if first.is_access() => Kind::UseAfterFree,
        Op::Signal | Op::Broadcast => Kind::LostSignal,
        _ => Kind::Reordered,
    }
}

/// Whether that signal ended that wait in the trace.
fn ended_by(trace: &Trace, wait: EventId, signal: EventId) -> bool {
    trace.wakes.values().any(|ended| *ended == (wait, signal))
}

/// All pairs that could be asked about.
pub fn pairs(trace: &Trace) -> Vec<Pair> {
    let mut all = Vec::new();
    for (a, first) in trace.events.iter().enumerate() {
        for (b, second) in trace.events.iter().enumerate().skip(a + 1) {
            if first.thread == second.thread {
                continue;
            }
            let pair = |kind| Pair { first: a as EventId, second: b as EventId, kind };
            if first.races(second) {
                all.push(pair(Kind::Race));
            }
            let (a, b) = (a as EventId, b as EventId);
            if is_order_pair(first, second) && (first.op != Op::Wait || ended_by(trace, a, b)) {
                all.push(pair(order_kind(first, second)));
            }
        }
    }
    all
}

/// Whether some correct reordering has a read, another thread's write and the reader's write in this order.
pub fn comes_between(trace: &Trace, [read, other, write]: [EventId; 3]) -> bool {
    let search = Search { trace, threads: threads(trace), seen: HashSet::new(), truths: Truths::default() };
    let (mut open, mut seen) = (vec![State::first(trace)], HashSet::new());
    while let Some(state) = open.pop() {
        if !seen.insert(state.clone()) {
            continue;
        }
        let next: Vec<EventId> = (0..search.threads.len())
            .filter_map(|t| search.threads[t].get(state.done[t] as usize).copied())
            .collect();
        if next.contains(&write) && search.is_done(&state, other) && search.step(&state, write).is_some() {
            return true;
        }
        let may_come = |id: &EventId| *id != write && (*id != other || search.is_done(&state, read));
        open.extend(next.into_iter().filter(may_come).filter_map(|id| search.step(&state, id)));
    }
    false
}

fn threads(trace: &Trace) -> Vec<Vec<EventId>> {
    let mut threads = vec![Vec::new(); trace.n_threads];
    for (id, event) in trace.events.iter().enumerate() {
        threads[event.thread as usize].push(id as EventId);
    }
    threads
}

impl State {
    fn first(trace: &Trace) -> State {
        let (done, last_write) = (vec![0; trace.n_threads], vec![NONE; trace.n_variables]);
        State { done, last_write, lost: Vec::new(), poked: Vec::new() }
    }
}

/// Tries every correct reordering.
pub fn oracle(trace: &Trace) -> Truths {
    let mut search =
        Search { trace, threads: threads(trace), seen: HashSet::new(), truths: Truths::default() };
    search.visit(State::first(trace));
    search.truths
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    done: Vec<u32>,
    last_write: Vec<EventId>,
    /// Wakes whose signal came before their wait, sorted.
    lost: Vec<EventId>,
    /// Waits that a signal since may have ended, sorted.
    poked: Vec<EventId>,
}

struct Search<'a> {
    trace: &'a Trace,
    threads: Vec<Vec<EventId>>,
    seen: HashSet<State>,
    truths: Truths,
}

impl Search<'_> {
    fn visit(&mut self, state: State) {
        if !self.seen.insert(state.clone()) {
            return;
        }
        let next: Vec<EventId> = (0..self.threads.len())
            .filter_map(|t| self.threads[t].get(state.done[t] as usize).copied())
            .collect();
        self.note_races(&state, &next);
        self.note_reversals(&state, &next);
        self.note_deadlocks(&state, &next);
        for id in next {
            if let Some(after) = self.step(&state, id) {
                self.visit(after);
            }
        }
    }

    fn is_done(&self, state: &State, id: EventId) -> bool {
        let thread = self.trace.events[id as usize].thread as usize;
        self.threads[thread][..state.done[thread] as usize].contains(&id)
    }

    fn done_events(&self, state: &State) -> Vec<EventId> {
        let of = |t: usize| self.threads[t][..state.done[t] as usize].iter().copied();
        (0..self.threads.len()).flat_map(of).collect()
    }

    fn is_freed(&self, state: &State, variable: u32) -> bool {
        self.done_events(state).iter().any(|id| {
            let event = &self.trace.events[*id as usize];
            event.op == Op::Free && event.target == variable
        })
    }

    /// Needs besides the write a read reads.
    fn other_needs_done(&self, state: &State, id: EventId) -> bool {
        let reads_from = self.trace.reads_from[id as usize];
        self.trace.needs(id).iter().all(|need| *need == reads_from || self.is_done(state, *need))
    }

    fn note_races(&mut self, state: &State, next: &[EventId]) {
        for a in next {
            for b in next {
                let (first, second) = (&self.trace.events[*a as usize], &self.trace.events[*b as usize]);
                let ready = |id| self.other_needs_done(state, id);
                if a < b
                    && first.races(second)
                    && ready(*a)
                    && ready(*b)
                    && !self.is_freed(state, first.target)
                {
                    self.truths.races.insert((*a, *b));
                }
            }
        }
    }

    fn note_reversals(&mut self, state: &State, next: &[EventId]) {
        for a in next {
            let first = self.trace.events[*a as usize];
            if !(first.is_access() || first.op == Op::Wait) || !self.other_needs_done(state, *a) {
                continue;
            }
            for b in self.done_events(state) {
                let second = &self.trace.events[b as usize];
                if *a < b && first.thread != second.thread && is_order_pair(&first, second) {
                    if first.op == Op::Wait {
                        if ended_by(self.trace, *a, b) && self.never_ends(state, *a) {
                            self.truths.reversals.insert((*a, b));
                        }
                        continue;
                    }
                    let other_free = second.op != Op::Free && self.is_freed(state, first.target);
                    if !(first.is_access() && other_free) {
                        self.truths.reversals.insert((*a, b));
                    }
                }
            }
        }
    }

    /// Who holds what keeps the acquire waiting.
    fn blockers(&self, state: &State, id: EventId) -> Vec<u32> {
        let event = &self.trace.events[id as usize];
        let mut threads = Vec::new();
        for thread in (0..self.threads.len()).filter(|thread| *thread != event.thread as usize) {
            let mut holds = None;
            for done in &self.threads[thread][..state.done[thread] as usize] {
                let done = &self.trace.events[*done as usize];
                match done.op {
                    _ if done.target != event.target => {}
                    Op::Acquire => holds = Some(false),
                    Op::AcquireShared => holds = Some(true),
                    Op::Release => holds = None,
                    _ => {}
                }
            }
            if holds.is_some_and(|shared| !(shared && event.op == Op::AcquireShared)) {
                threads.push(thread as u32);
            }
        }
        threads
    }

    /// All cycles of who waits for whom.
    fn note_deadlocks(&mut self, state: &State, next: &[EventId]) {
        let waits = |id: &&EventId| {
            self.trace.events[**id as usize].is_acquire()
                && !self.trace.tried.contains(id)
                && self.other_needs_done(state, **id)
        };
        let waiting: Vec<EventId> = next.iter().filter(waits).copied().collect();
        let of_thread =
            |thread: u32| waiting.iter().position(|id| self.trace.events[*id as usize].thread == thread);
        let edges: Vec<Vec<usize>> = waiting
            .iter()
            .map(|id| self.blockers(state, *id).into_iter().filter_map(of_thread).collect())
            .collect();
        let mut paths: Vec<Vec<usize>> = (0..waiting.len()).map(|start| vec![start]).collect();
        while let Some(path) = paths.pop() {
            for other in &edges[path[path.len() - 1]] {
                if *other == path[0] {
                    let mut cycle: Vec<EventId> = path.iter().map(|place| waiting[*place]).collect();
                    cycle.sort_unstable();
                    self.truths.deadlocks.insert(cycle);
                } else if *other > path[0] && !path.contains(other) {
                    paths.push([&path[..], &[*other]].concat());
                }
            }
        }
    }

    fn step(&self, state: &State, id: EventId) -> Option<State> {
        let event = &self.trace.events[id as usize];
        if !self.trace.needs(id).iter().all(|need| self.is_done(state, *need)) {
            return None;
        }
        let target = event.target as usize;
        let memory = event.is_access() || event.op == Op::Free;
        if memory && self.is_freed(state, event.target) {
            return None;
        }
        if event.reads() && state.last_write[target] != self.trace.reads_from[id as usize] {
            return None;
        }
        let mut after = state.clone();
        match event.op {
            Op::Acquire if self.holders(state, event.target) != (0, 0) => return None,
            Op::AcquireShared if self.holders(state, event.target).0 > 0 => return None,
            Op::Signal | Op::Broadcast => self.signal(state, id, &mut after),
            _ => {}
        }
        if state.lost.contains(&id) {
            return None;
        }
        if event.writes() {
            after.last_write[target] = id;
        }
        after.done[event.thread as usize] += 1;
        Some(after)
    }

    fn signal(&self, state: &State, id: EventId, after: &mut State) {
        let event = &self.trace.events[id as usize];
        let mut taken = false;
        for (wake, (wait, signal)) in &self.trace.wakes {
            if *signal == id && !self.is_done(state, *wait) {
                after.lost.push(*wake);
            }
        }
        for thread in 0..self.threads.len() {
            let Some(wait) = self.open_wait(state, thread) else { continue };
            let is_own = self.trace.wakes.values().any(|(w, s)| (*w, *s) == (wait, id));
            taken |= is_own;
        }
        for thread in 0..self.threads.len() {
            let Some(wait) = self.open_wait(state, thread) else { continue };
            let is_own = self.trace.wakes.values().any(|(w, s)| (*w, *s) == (wait, id));
            let same = self.trace.events[wait as usize].target == event.target;
            if same && (event.op == Op::Broadcast || !taken || is_own) {
                after.poked.push(wait);
            }
        }
        after.lost.sort_unstable();
        after.poked.sort_unstable();
        after.poked.dedup();
    }

    /// The wait that a thread is in.
    fn open_wait(&self, state: &State, thread: usize) -> Option<EventId> {
        let op = |id: &EventId| self.trace.events[*id as usize].op;
        match &self.threads[thread][..state.done[thread] as usize] {
            [.., wait] if op(wait) == Op::Wait => Some(*wait),
            [.., wait, release] if op(wait) == Op::Wait && op(release) == Op::Release => Some(*wait),
            _ => None,
        }
    }

    /// Whether the run can go on after the wait so that it never ends and nobody reads anything else.
    fn never_ends(&self, state: &State, wait: EventId) -> bool {
        let event = &self.trace.events[wait as usize];
        let waiter = event.thread as usize;
        let Some(mut state) = self.step(state, wait) else { return false };
        let next = self.threads[waiter].get(state.done[waiter] as usize).copied();
        if let Some(release) = next.filter(|id| self.trace.events[*id as usize].op == Op::Release) {
            state = self.step(&state, release).unwrap();
        }
        let (mut seen, mut open) = (HashSet::new(), vec![state]);
        while let Some(state) = open.pop() {
            if !seen.insert(state.clone()) {
                continue;
            }
            let next: Vec<EventId> = (0..self.threads.len())
                .filter(|t| *t != waiter)
                .filter_map(|t| self.threads[t].get(state.done[t] as usize).copied())
                .collect();
            let ends_it = |id: EventId| {
                let other = &self.trace.events[id as usize];
                other.target == event.target && matches!(other.op, Op::Signal | Op::Broadcast)
            };
            let after = next.iter().filter(|id| !ends_it(**id)).filter_map(|id| self.step(&state, *id));
            let after: Vec<State> = after.collect();
            let all_stay = after.is_empty()
                && next.iter().all(|id| self.is_blocked(&state, *id))
                && (0..self.threads.len()).filter(|t| *t != waiter).all(|t| {
                    let ended = state.done[t] as usize == self.threads[t].len();
                    !ended || self.open_wait(&state, t).is_none_or(|wait| !state.poked.contains(&wait))
                });
            if all_stay {
                return true;
            }
            open.extend(after);
        }
        false
    }

    fn is_blocked(&self, state: &State, id: EventId) -> bool {
        let event = &self.trace.events[id as usize];
        let is_fork = |need: &&EventId| {
            let need = &self.trace.events[**need as usize];
            need.op == Op::Fork && need.target == event.thread
        };
        if self.trace.needs(id).iter().find(is_fork).is_some_and(|fork| !self.is_done(state, *fork)) {
            return true;
        }
        if let Some((wait, signal)) = self.trace.wakes.get(&id)
            && (!self.is_done(state, *signal) || state.lost.contains(&id))
        {
            return !state.poked.contains(wait);
        }
        match event.op {
            Op::Join => {
                (state.done[event.target as usize] as usize) < self.threads[event.target as usize].len()
            }
            Op::Acquire => self.holders(state, event.target) != (0, 0),
            Op::AcquireShared => self.holders(state, event.target).0 > 0,
            _ => false,
        }
    }

    /// Exclusive and shared holders of a lock.
    fn holders(&self, state: &State, lock: u32) -> (usize, usize) {
        let (mut exclusive, mut shared) = (0, 0);
        for (thread, events) in self.threads.iter().enumerate() {
            let mut holds = None;
            for id in &events[..state.done[thread] as usize] {
                let event = &self.trace.events[*id as usize];
                if event.target == lock {
                    match event.op {
                        Op::Acquire => holds = Some(true),
                        Op::AcquireShared => holds = Some(false),
                        Op::Release => holds = None,
                        _ => {}
                    }
                }
            }
            exclusive += usize::from(holds == Some(true));
            shared += usize::from(holds == Some(false));
        }
        (exclusive, shared)
    }
}
