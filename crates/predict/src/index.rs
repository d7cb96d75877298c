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

/// For each prefix of a thread, the events of other threads that it needs, directly or not. Kept as what changes, so that
/// thousands of threads that know little of each other cost little.
#[derive(Debug, Default)]
struct Closures {
    /// Per thread, and other thread that it needs events of: from how many events on, how many.
    steps: Vec<Vec<(u32, Steps)>>,
    /// Where the other thread is in that list.
    places: Vec<FxHashMap<u32, u32>>,
}

type Steps = Vec<(u32, u32)>;

impl Closures {
    fn new(n_threads: usize) -> Closures {
        Closures { steps: vec![Vec::new(); n_threads], places: vec![FxHashMap::default(); n_threads] }
    }

    /// Calls `each` with what the first `count` events of a thread need.
    fn each(&self, thread: usize, count: u32, mut each: impl FnMut(u32, u32)) {
        for (other, steps) in &self.steps[thread] {
            let place = steps.partition_point(|(from, _)| *from <= count);
            if let Some((_, needed)) = place.checked_sub(1).and_then(|place| steps.get(place)) {
                each(*other, *needed);
            }
        }
    }

    /// What all events of the thread so far need of another one.
    fn latest(&self, thread: usize, other: u32) -> u32 {
        let place = self.places[thread].get(&other);
        let steps = place.and_then(|place| self.steps[thread].get(*place as usize));
        steps.and_then(|(_, steps)| steps.last()).map_or(0, |(_, needed)| *needed)
    }

    /// From `from` events on, a thread needs at least that many events of another.
    fn raise(&mut self, thread: usize, from: u32, other: u32, needed: u32) {
        if other as usize == thread || self.latest(thread, other) >= needed {
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
            if other as usize == thread || self.closures.latest(thread, other) >= count {
                continue;
            }
            let mut further = Vec::new();
            self.closures.each(other as usize, count, |third, needed| further.push((third, needed)));
            self.closures.raise(thread, from, other, count);
            for (third, needed) in further {
                self.closures.raise(thread, from, third, needed);
            }
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
