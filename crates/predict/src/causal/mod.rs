//! Which reorderings of a recorded run break an atomic block, race or deadlock: the maximal causal model over the recorded
//! values, in windows, on the order solver.
//!
//! Paper 003 §6 calls these the "models over concrete values" that its symbolic one contains; they need no source, so a
//! natively recorded run can be asked. Everything that a program which can make the recorded run must be able to do is
//! in the model: each thread does a prefix of what it did, each read sees the value it saw (not: the write it saw),
//! locks exclude each other, semaphores do not go below zero, a woken wait has a signal of its own, and a thread's last
//! read may see anything. [`check`] says so in full and decides; the formula only proposes.
//!
//! Windows: events before a window are as recorded, those in it are reordered. Within a window nothing is missed; what
//! needs events of two windows that do not overlap is.
//!
//! Differs from the other analyses of this crate: they keep the write that a read saw, and answer for traces of any length;
//! this one costs a formula per window.

mod blocks;
mod candidates;
mod check;
mod encode;
mod memory;
mod search;
mod subject;
mod window;

pub use blocks::{Block, BlockKind, Blocks};
pub use check::{CausalRefusal, check};
pub use search::{CausalFinding, CausalOptions, CausalOutcome, CausalStatistics, predict_causal};
pub use subject::{CausalProperty, CausalWitness, Subject};

use crate::event::{EventId, NONE};
use crate::ingest::Ingest;
use crate::partition::Partition;
use crate::trace::Trace;
use events::trace::{Batch, EventStream, Op, TraceError};
use rustc_hash::FxHashMap;
use spec::Specification;

/// A trace with the values of its accesses and the blocks that are meant to be atomic.
#[derive(Debug, Default)]
pub struct CausalTrace {
    pub trace: Trace,
    /// What each access read (or wrote, if it does not read; an update: what it wrote), where that is known.
    values: Vec<Option<u64>>,
    /// Of each thread: its events.
    pub(crate) threads: Vec<Vec<EventId>>,
    /// Of each event: its place in its thread.
    pub(crate) position: Vec<u32>,
    pub blocks: Vec<Block>,
    /// Of each thread: where a block begins, and the block among those that begin up to there that ends last.
    reach: Vec<Vec<(u32, Block)>>,
    /// Of each variable: what it held at first, if reads say so and agree.
    initial: Vec<Option<u64>>,
    /// Of each semaphore: the least that it must have held at first.
    pub(crate) permits: FxHashMap<u32, u32>,
    /// Of each wake that needs one in the run: its wait and the signal that woke it.
    pub(crate) signalled: FxHashMap<EventId, (EventId, EventId)>,
    /// Waits, wakes, signals and broadcasts.
    pub(crate) conditions: Vec<EventId>,
}

impl CausalTrace {
    /// Reads a stream, as [`Trace::read_up_to`] does.
    pub fn read(
        stream: &mut dyn EventStream,
        partition: Option<Partition>,
        specification: &Specification,
        limit: usize,
        which: Blocks,
    ) -> Result<CausalTrace, TraceError> {
        let has_addresses = partition.is_some();
        let mut ingest = Ingest::new(partition);
        let mut trace = Trace::default();
        let mut batch = Batch::default();
        let mut raw: Vec<(u64, u64, u32)> = Vec::new();
        let mut marks: Vec<(u32, usize, bool)> = Vec::new();
        let limit = limit.min(NONE as usize - (1 << 20));
        'all: while stream.fill(&mut batch)? {
            for event in &batch.events {
                if trace.events.len() >= limit {
                    trace.is_cut = true;
                    break 'all;
                }
                ingest.push(event, &batch, &mut trace.events, &mut trace.calls);
                trace.note_limits(event, raw.len());
                // Bytes 0: no value.
                let size = if event.has_value { event.size.max(u32::from(!has_addresses)) } else { 0 };
                // What may be repeated before or behind the event has no value.
                let new = trace.events[raw.len()..].iter();
                raw.extend(
                    new.map(|part| (event.object, event.value, if part.is_repeat() { 0 } else { size })),
                );
                if let Op::TransactionBegin | Op::TransactionEnd = event.op {
                    marks.push((event.thread, trace.events.len(), event.op == Op::TransactionBegin));
                }
            }
        }
        trace.tables = stream.tables().clone();
        trace.take_numbers(ingest);
        trace.finish(specification);
        let values = match has_addresses {
            true => part_values(&trace, &raw),
            false => raw.iter().map(|&(_, value, size)| (size > 0).then_some(value)).collect(),
        };
        let mut causal = CausalTrace { trace, values, ..CausalTrace::default() };
        causal.index();
        causal.blocks = blocks::blocks(&causal, &marks, which);
        causal.reach = blocks::reach(&causal.blocks, causal.trace.n_threads);
        Ok(causal)
    }

    fn index(&mut self) {
        let trace = &self.trace;
        self.threads = vec![Vec::new(); trace.n_threads];
        for (id, event) in trace.events.iter().enumerate() {
            let list = &mut self.threads[event.thread as usize];
            self.position.push(list.len() as u32);
            list.push(id as EventId);
        }
        self.initial = initial_values(trace, &self.values);
        self.permits = permits(trace);
        self.signalled = signalled(trace);
        let of_condition = |op: Op| matches!(op, Op::Wait | Op::Wake | Op::Signal | Op::Broadcast);
        let ids = 0..trace.len() as EventId;
        self.conditions = ids.filter(|&id| of_condition(trace.events[id as usize].op)).collect();
    }

    /// Whether a wake must have a signal, because it had one in the run.
    pub fn needs_signal(&self, wake: EventId) -> bool {
        self.signalled.contains_key(&wake)
    }

    /// A block that has both events of a thread, the earlier first.
    pub fn block_of(&self, first: EventId, second: EventId) -> Option<Block> {
        let [a, b] = [first, second].map(|id| self.position[id as usize]);
        let list = &self.reach[self.trace.events[first as usize].thread as usize];
        let (_, block) = list.get(list.partition_point(|(begin, _)| *begin <= a).checked_sub(1)?)?;
        (b < block.end).then_some(*block)
    }

    /// The value that an access read, if that is known.
    pub fn value_read(&self, id: EventId) -> Option<u64> {
        let event = self.trace.event(id)?;
        // Of an update the recorder keeps what it wrote.
        if event.reads() && !event.writes() { *self.values.get(id as usize)? } else { None }
    }

    /// The value that an access wrote, if that is known; of `NONE` what was there at first.
    pub fn value_written(&self, id: EventId, variable: u32) -> Option<u64> {
        if id == NONE {
            return *self.initial.get(variable as usize)?;
        }
        let event = self.trace.event(id)?;
        if event.writes() { *self.values.get(id as usize)? } else { None }
    }

    /// Whether a read that sees `write` sees what it saw in the run.
    pub fn sees_the_same(&self, read: EventId, write: EventId) -> bool {
        let Some(event) = self.trace.event(read) else { return false };
        let recorded = self.trace.reads_from[read as usize];
        if recorded == write {
            return true;
        }
        let seen = self.value_read(read).or_else(|| self.value_written(recorded, event.target));
        seen.is_some() && seen == self.value_written(write, event.target)
    }

    /// What must have happened before an event, whatever the reordering: creation and end of threads, allocation,
    /// entries of a barrier, calls that it does not commute with. Not what it reads, or who wakes it.
    pub(crate) fn needs(&self, id: EventId) -> impl Iterator<Item = EventId> + '_ {
        let event = &self.trace.events[id as usize];
        let source = if event.reads() { self.trace.reads_from[id as usize] } else { NONE };
        let signal = self.trace.wakes.get(&id).map_or(NONE, |&(_, signal)| signal);
        let is_semaphore = matches!(event.op, Op::Post | Op::Down);
        self.trace.needs(id).iter().copied().filter(move |&need| {
            let of_semaphore = is_semaphore
                && matches!(self.trace.events[need as usize].op, Op::Post | Op::Down)
                && self.trace.events[need as usize].target == event.target;
            need != source && need != signal && !of_semaphore
        })
    }
}

/// Each part of an access has its bytes of the value.
fn part_values(trace: &Trace, raw: &[(u64, u64, u32)]) -> Vec<Option<u64>> {
    let address = |id: usize| trace.originals[1].get(trace.events[id].target as usize).copied();
    let same = |id: usize, other: usize| {
        let (a, b) = (&trace.events[id], trace.events.get(other));
        raw.get(other) == raw.get(id) && b.is_some_and(|b| b.op == a.op && b.thread == a.thread)
    };
    let value = |id: usize| {
        let (object, value, size) = raw[id];
        if !trace.events[id].is_access() || size == 0 || size > 8 {
            return None;
        }
        let start = address(id)?.checked_sub(object).filter(|&start| start < u64::from(size))?;
        let next = if same(id, id + 1) { address(id + 1)? } else { object + u64::from(size) };
        let bytes = next.checked_sub(object + start).filter(|&n| n > 0).unwrap_or(u64::from(size) - start);
        let mask = if bytes >= 8 { u64::MAX } else { (1 << (8 * bytes)) - 1 };
        Some(value >> (8 * start) & mask)
    };
    (0..raw.len()).map(value).collect()
}

fn initial_values(trace: &Trace, values: &[Option<u64>]) -> Vec<Option<u64>> {
    let mut seen: Vec<Option<Option<u64>>> = vec![None; trace.n_variables];
    for (id, event) in trace.events.iter().enumerate() {
        if event.reads() && !event.writes() && trace.reads_from[id] == NONE {
            let slot = &mut seen[event.target as usize];
            let known = values[id];
            *slot = match *slot {
                None => Some(known),
                Some(before) if before == known => Some(before),
                Some(_) => Some(None),
            };
        }
    }
    seen.into_iter().map(Option::flatten).collect()
}

fn permits(trace: &Trace) -> FxHashMap<u32, u32> {
    let mut counts: FxHashMap<u32, (i64, i64)> = FxHashMap::default();
    for event in &trace.events {
        let change = match event.op {
            Op::Post => 1,
            Op::Down => -1,
            _ => continue,
        };
        let (now, lowest) = counts.entry(event.target).or_default();
        *now += change;
        *lowest = (*lowest).min(*now);
    }
    counts.into_iter().map(|(object, (_, lowest))| (object, (-lowest) as u32)).collect()
}

/// Gives every wake of the run a signal, as far as there are any: each signal to the waiting one that wakes first. The
/// others woke for no reason, or for lack of time, and may do so again whenever they like.
fn signalled(trace: &Trace) -> FxHashMap<EventId, (EventId, EventId)> {
    let mut result = FxHashMap::default();
    let events = trace.events.iter().enumerate().map(|(id, event)| (id as EventId, event));
    for (wake, wait, signal) in check::assign(trace, events) {
        if let Some(signal) = signal {
            result.insert(wake, (wait, signal));
        }
    }
    result
}
