//! What reordering a trace asks for often: positions in threads, locks held, writes of a variable, and for each thread
//! prefix the smallest set of events that must go with it.

use crate::event::{Event, EventId, NONE};
use crate::trace::Trace;
use events::trace::Op;
use rustc_hash::FxHashMap;

/// How many events of each thread: a set that is closed under program order.
pub type Cut = Vec<u32>;

/// A lock held, as a node of a list shared by all events.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    pub lock: u32,
    pub acquire: EventId,
    pub shared: bool,
    /// The lock taken before it.
    next: u32,
}

const NOTHING: u32 = u32::MAX;

#[derive(Debug)]
pub struct Index<'a> {
    pub trace: &'a Trace,
    /// Per thread: its events.
    pub threads: Vec<Vec<EventId>>,
    /// Per event: how many events its thread did before.
    pub position: Vec<u32>,
    /// Per event: the locks held after it, innermost first, as a node.
    held: Vec<u32>,
    nodes: Vec<Held>,
    /// Per acquire: its release.
    release: Vec<EventId>,
    /// Per lock: threads and their acquires.
    acquires: Vec<Vec<(u32, Vec<EventId>)>>,
    /// Per variable: its writes.
    writes: Vec<Vec<EventId>>,
    /// First frees, if something is used or freed after its free in the trace itself.
    freed: FxHashMap<u32, EventId>,
    is_used_after_free: bool,
    /// Per condition variable: its signals and broadcasts.
    signals: FxHashMap<u32, Vec<EventId>>,
    /// Forks, joins and wakes.
    pub(crate) handovers: Vec<EventId>,
    closures: Closures,
}

/// For each prefix of a thread, the events of other threads that it needs, directly or not. Kept as what changes, and beyond what
/// the thread it comes from needed then, so that thousands of threads cost little, also where one after another is joined.
#[derive(Debug, Default)]
struct Closures {
    /// Per thread: what its first event needs, with all that this needs.
    origins: Vec<Option<Origin>>,
    /// Per thread, and other thread that it needs further events of: from how many events on, how many.
    steps: Vec<Vec<(u32, Steps)>>,
    /// Where the other thread is in that list.
    places: Vec<FxHashMap<u32, u32>>,
}

type Steps = Vec<(u32, u32)>;

/// The first `count` events of a thread, and how many origins there are before that.
#[derive(Clone, Copy, Debug)]
struct Origin {
    thread: u32,
    count: u32,
    depth: u32,
}

/// Origins that are gone through. What comes from further away has all it needs in its own list.
const MAX_DEPTH: u32 = 16;

impl Closures {
    fn new(n_threads: usize) -> Closures {
        Closures {
            origins: vec![None; n_threads],
            steps: vec![Vec::new(); n_threads],
            places: vec![FxHashMap::default(); n_threads],
        }
    }

    /// The first `count` events of a thread, then its origin, that one's origin, and so on.
    fn line(&self, thread: usize, count: u32) -> impl Iterator<Item = (usize, u32)> + '_ {
        let next = |(thread, count): &(usize, u32)| {
            let origin = self.origins[*thread].filter(|_| *count > 0)?;
            Some((origin.thread as usize, origin.count))
        };
        std::iter::successors(Some((thread, count)), next)
    }

    /// Calls `each` with what the first `count` events of a thread need beyond its origin.
    fn own(&self, thread: usize, count: u32, mut each: impl FnMut(u32, u32)) {
        for (other, steps) in &self.steps[thread] {
            if let Some(needed) = needed_at(steps, count) {
                each(*other, needed);
            }
        }
    }

    /// Calls `each` with what the first `count` events of a thread need.
    fn each(&self, thread: usize, count: u32, mut each: impl FnMut(u32, u32)) {
        for (place, (thread, count)) in self.line(thread, count).enumerate() {
            if place > 0 {
                each(thread as u32, count);
            }
            self.own(thread, count, &mut each);
        }
    }

    /// Whether the events of the thread so far need that many of another one.
    fn knows(&self, thread: usize, other: u32, count: u32) -> bool {
        self.line(thread, u32::MAX).enumerate().any(|(place, (thread, until))| {
            let is_origin = place > 0 && thread as u32 == other && until >= count;
            is_origin || self.own_needs(thread, until, other, count)
        })
    }

    fn own_needs(&self, thread: usize, until: u32, other: u32, count: u32) -> bool {
        let place = self.places[thread].get(&other);
        let steps = place.and_then(|place| self.steps[thread].get(*place as usize));
        steps.and_then(|(_, steps)| needed_at(steps, until)).is_some_and(|needed| needed >= count)
    }

    /// The first event of a thread needs this; `false` if that is too far from where all begins.
    fn begin(&mut self, thread: usize, other: u32, count: u32) -> bool {
        let depth = self.origins[other as usize].map_or(0, |origin| origin.depth + 1);
        let is_first = self.origins[thread].is_none() && self.steps[thread].is_empty();
        if !is_first || depth >= MAX_DEPTH {
            return false;
        }
        self.origins[thread] = Some(Origin { thread: other, count, depth });
        true
    }

    /// From `from` events on, a thread needs that many events of another, and what those need.
    fn add(&mut self, thread: usize, from: u32, other: u32, count: u32) {
        let mut further = vec![(other, count)];
        for (place, (at, count)) in self.line(other as usize, count).enumerate() {
            if place > 0 {
                if at == thread || self.knows(thread, at as u32, count) {
                    break;
                }
                further.push((at as u32, count));
            }
            self.own(at, count, |third, needed| further.push((third, needed)));
        }
        for (other, needed) in further {
            self.raise(thread, from, other, needed);
        }
    }

    /// From `from` events on, a thread needs at least that many events of another.
    fn raise(&mut self, thread: usize, from: u32, other: u32, needed: u32) {
        if other as usize == thread || self.knows(thread, other, needed) {
            return;
        }
        let list = &mut self.steps[thread];
        let place = *self.places[thread].entry(other).or_insert_with(|| {
            list.push((other, Vec::new()));
            list.len() as u32 - 1
        });
        let steps = &mut list[place as usize].1;
        match steps.last_mut() {
            Some((last, value)) if *last == from => *value = needed,
            _ => steps.push((from, needed)),
        }
    }
}

/// How much is needed by the first `count` events.
fn needed_at(steps: &Steps, count: u32) -> Option<u32> {
    // Mostly it is the last that is asked for.
    let last = steps.last().filter(|(from, _)| *from <= count);
    let place = || steps.partition_point(|(from, _)| *from <= count).checked_sub(1);
    last.or_else(|| steps.get(place()?)).map(|(_, needed)| *needed)
}

impl<'a> Index<'a> {
    pub fn new(trace: &'a Trace) -> Index<'a> {
        let n = trace.len();
        let mut index = Index {
            trace,
            threads: vec![Vec::new(); trace.n_threads],
            position: Vec::with_capacity(n),
            held: Vec::with_capacity(n),
            nodes: Vec::new(),
            release: vec![NONE; n],
            acquires: vec![Vec::new(); trace.n_syncs],
            writes: vec![Vec::new(); trace.n_variables],
            freed: FxHashMap::default(),
            is_used_after_free: false,
            signals: FxHashMap::default(),
            handovers: Vec::new(),
            closures: Closures::new(trace.n_threads),
        };
        let mut held_by = vec![NOTHING; trace.n_threads];
        for (id, event) in trace.events.iter().enumerate() {
            index.add(id as EventId, event, &mut held_by);
        }
        index
    }

    fn add(&mut self, id: EventId, event: &Event, held_by: &mut [u32]) {
        let thread = event.thread as usize;
        self.position.push(self.threads[thread].len() as u32);
        self.threads[thread].push(id);
        if event.is_acquire() {
            let shared = event.op == Op::AcquireShared;
            let node = Held { lock: event.target, acquire: id, shared, next: held_by[thread] };
            held_by[thread] = self.push_node(node);
            let by_thread = &mut self.acquires[event.target as usize];
            match by_thread.iter_mut().find(|(of, _)| *of == event.thread) {
                Some((_, list)) => list.push(id),
                None => by_thread.push((event.thread, vec![id])),
            }
        } else if event.op == Op::Release {
            held_by[thread] = self.without(held_by[thread], event.target, id);
        }
        self.held.push(held_by[thread]);
        if event.is_access() && !self.freed.is_empty() {
            self.is_used_after_free |= self.freed.contains_key(&event.target);
        }
        if event.op == Op::Free {
            let known = self.freed.insert(event.target, id);
            if let Some(first) = known {
                self.is_used_after_free = true;
                self.freed.insert(event.target, first);
            }
        }
        if event.writes() {
            self.writes[event.target as usize].push(id);
        }
        match event.op {
            Op::Signal | Op::Broadcast => self.signals.entry(event.target).or_default().push(id),
            Op::Fork | Op::Join | Op::Wake => self.handovers.push(id),
            _ => {}
        }
        self.close(id, thread);
    }

    fn push_node(&mut self, node: Held) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// The list without that lock; notes its release.
    fn without(&mut self, list: u32, lock: u32, release: EventId) -> u32 {
        let mut above = Vec::new();
        let mut node = list;
        while node != NOTHING {
            let held = self.nodes[node as usize];
            if held.lock == lock {
                self.release[held.acquire as usize] = release;
                let mut rest = held.next;
                for held in above.into_iter().rev() {
                    rest = self.push_node(Held { next: rest, ..held });
                }
                return rest;
            }
            above.push(held);
            node = held.next;
        }
        list
    }

    fn close(&mut self, id: EventId, thread: usize) {
        let from = self.position[id as usize] + 1;
        for need in self.trace.needs(id) {
            let other = self.trace.events[*need as usize].thread;
            let count = self.position[*need as usize] + 1;
            let is_known = other as usize == thread || self.closures.knows(thread, other, count);
            if is_known || from == 1 && self.closures.begin(thread, other, count) {
                continue;
            }
            self.closures.add(thread, from, other, count);
        }
    }

    pub fn event(&self, id: EventId) -> &Event {
        &self.trace.events[id as usize]
    }

    /// The locks held after the first `count` events of a thread, innermost first.
    pub fn held_after(&self, thread: usize, count: u32) -> HeldLocks<'_> {
        let last = (count as usize).checked_sub(1).and_then(|last| self.threads[thread].get(last));
        let node = last.map_or(NOTHING, |event| self.held[*event as usize]);
        HeldLocks { nodes: &self.nodes, node }
    }

    /// The locks held when the event happens.
    pub fn held_at(&self, id: EventId) -> HeldLocks<'_> {
        self.held_after(self.event(id).thread as usize, self.position[id as usize])
    }

    /// The release of an acquire, or `NONE`.
    pub fn release_of(&self, acquire: EventId) -> EventId {
        self.release[acquire as usize]
    }

    /// Whether a thread other than that of `acquire` takes the lock after it in the trace and within the cut.
    pub fn taken_later(&self, held: &Held, cut: &[u32]) -> bool {
        let own = self.event(held.acquire).thread;
        self.acquires[held.lock as usize].iter().filter(|(thread, _)| *thread != own).any(|(thread, list)| {
            let from = list.partition_point(|acquire| *acquire < held.acquire);
            list[from..]
                .iter()
                .take_while(|acquire| self.position[**acquire as usize] < cut[*thread as usize])
                .any(|acquire| !held.shared || self.event(*acquire).op == Op::Acquire)
        })
    }

    /// The last write of a variable among the first events of the trace.
    pub fn last_write_before(&self, variable: u32, before: EventId) -> EventId {
        let writes = &self.writes[variable as usize];
        let place = writes.partition_point(|write| *write < before);
        place.checked_sub(1).map_or(NONE, |place| writes[place])
    }

    /// Signals and broadcasts of a condition variable.
    pub(crate) fn signals_of(&self, condition: u32) -> &[EventId] {
        self.signals.get(&condition).map_or(&[], Vec::as_slice)
    }

    /// Whether the event uses or frees what is freed among the first events of the trace.
    pub(crate) fn is_freed_before(&self, id: EventId, before: EventId) -> bool {
        let event = self.event(id);
        self.is_used_after_free
            && (event.is_access() || event.op == Op::Free)
            && self.freed.get(&event.target).is_some_and(|free| *free < before)
    }

    /// How many events of each thread are among the first of the trace.
    pub fn cut_before(&self, before: EventId) -> Cut {
        self.threads.iter().map(|events| events.partition_point(|event| *event < before) as u32).collect()
    }

    pub fn is_in(&self, id: EventId, cut: &[u32]) -> bool {
        self.position[id as usize] < cut[self.event(id).thread as usize]
    }

    /// Adds the first `count` events of a thread, and what they need.
    pub fn extend(&self, cut: &mut Cut, thread: usize, count: u32) {
        if cut[thread] >= count {
            return;
        }
        cut[thread] = count;
        self.closures.each(thread, count, |other, needed| {
            let own = &mut cut[other as usize];
            *own = (*own).max(needed);
        });
    }

    /// Adds the event, what its thread did before, and what they need.
    pub fn include(&self, cut: &mut Cut, id: EventId) {
        self.extend(cut, self.event(id).thread as usize, self.position[id as usize] + 1);
    }
}

pub(crate) fn join(cut: &mut [u32], other: &[u32]) {
    for (own, other) in cut.iter_mut().zip(other) {
        *own = (*own).max(*other);
    }
}

/// Iterates over locks held, innermost first.
#[derive(Clone, Copy, Debug)]
pub struct HeldLocks<'a> {
    nodes: &'a [Held],
    node: u32,
}

impl Iterator for HeldLocks<'_> {
    type Item = Held;

    fn next(&mut self) -> Option<Held> {
        let held = *self.nodes.get(self.node as usize)?;
        self.node = held.next;
        Some(held)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each prefix needs, computed from what events need.
    fn needs(index: &Index, thread: usize, count: u32) -> Cut {
        let mut cut: Cut = vec![0; index.threads.len()];
        let mut left: Vec<(usize, u32)> = vec![(thread, count)];
        while let Some((thread, count)) = left.pop() {
            for position in cut[thread]..count {
                for need in index.trace.needs(index.threads[thread][position as usize]) {
                    left.push((index.event(*need).thread as usize, index.position[*need as usize] + 1));
                }
            }
            cut[thread] = cut[thread].max(count);
        }
        cut
    }

    /// A run in which threads are begun and joined by any other, and read what others have written.
    fn run(seed: u64) -> Trace {
        use std::fmt::Write;
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut below = |limit: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as usize % limit
        };
        let (mut alive, mut next, mut text) = (vec![0], 1, String::new());
        for line in 0..120 {
            let at = below(alive.len());
            let (thread, other) = (alive[at], alive[below(alive.len())]);
            let operation = match below(8) {
                0 | 1 => {
                    alive.push(next);
                    next += 1;
                    format!("fork(T{})", next - 1)
                }
                2 if thread != other && other != 0 => {
                    alive.retain(|alive| *alive != other);
                    format!("join(T{other})")
                }
                3 | 4 => format!("w(V{})", below(3)),
                _ => format!("r(V{})", below(3)),
            };
            writeln!(text, "T{thread}|{operation}|{line}").unwrap();
        }
        trace(text)
    }

    fn trace(text: String) -> Trace {
        let mut reader = events::trace::StdReader::new(std::io::Cursor::new(text), "run.std");
        Trace::read(&mut reader, None, &spec::Specification::default()).unwrap()
    }

    #[test]
    fn closures_are_what_events_need() {
        for seed in 0..200 {
            let trace = run(seed);
            let index = Index::new(&trace);
            for (thread, events) in index.threads.iter().enumerate() {
                for count in 0..=events.len() as u32 {
                    let mut cut = vec![0; index.threads.len()];
                    index.extend(&mut cut, thread, count);
                    assert_eq!(cut, needs(&index, thread, count), "seed {seed}, {count} of {thread}");
                }
            }
        }
    }

    /// One thread after another: what is kept grows with the threads, not with their square.
    #[test]
    fn many_threads_cost_little() {
        let one = |thread| {
            format!("T0|fork(T{thread})|1\nT{thread}|r(V)|2\nT{thread}|w(V)|3\nT0|join(T{thread})|4\n")
        };
        let trace = trace((1..=2000).map(one).collect());
        let index = Index::new(&trace);
        let kept: usize = index.closures.steps.iter().flatten().map(|(_, steps)| steps.len()).sum();
        assert!(kept <= 3 * 2000, "{kept}");
    }
}
