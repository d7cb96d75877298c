//! The record of an execution: events in program order per thread, the linear order, and what follows from it.

use crate::memory::NOBODY;
use crate::{ReadDependencies, ReadSet};
use events::{Dependencies, Event, EventId, EventKind, Execution, ReadsFrom, SyncOrder, Thread, ThreadId};
use ir::{FuncId, Program};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub(crate) struct Recorder {
    execution: Execution,
    order: Vec<EventId>,
    /// Per thread, the event of each of its reads (none for reads of constants, which are not recorded).
    reads: Vec<Vec<Option<EventId>>>,
    /// Recording stops after this many events, or after `DEPENDENCIES_PER_EVENT` times as many dependencies.
    limit: usize,
    n_dependencies: usize,
    full: bool,
}

/// How many dependencies an event has on average at most. A loop that waits for another thread has one more on every
/// turn; without a limit their number is the square of the number of events.
const DEPENDENCIES_PER_EVENT: usize = 16;

impl Recorder {
    pub fn new(limit: usize) -> Self {
        Recorder {
            execution: Execution::default(),
            order: Vec::new(),
            reads: Vec::new(),
            limit,
            n_dependencies: 0,
            full: false,
        }
    }
    pub fn is_full(&self) -> bool {
        self.full
    }
    pub fn order(&self) -> &[EventId] {
        &self.order
    }

    pub fn add_thread(&mut self, name: Arc<str>, function: FuncId) {
        self.execution.threads.push(Thread { name, function, events: Vec::new() });
        self.reads.push(Vec::new());
    }

    pub fn push(&mut self, event: Event) -> Option<EventId> {
        let deps = &event.deps;
        self.n_dependencies += deps.addr.len() + deps.data.len() + deps.ctrl.len();
        self.full |= self.execution.events.len() >= self.limit;
        self.full |= self.n_dependencies >= self.limit.saturating_mul(DEPENDENCIES_PER_EVENT);
        if self.full {
            return None;
        }
        let id = self.execution.push(event);
        self.order.push(id);
        Some(id)
    }

    /// The next read of a thread is this event.
    pub fn number_read(&mut self, thread: u32, event: Option<EventId>) {
        if !self.full {
            self.reads[thread as usize].push(event);
        }
    }

    pub fn dependencies(&self, thread: u32, deps: &ReadDependencies) -> Dependencies {
        if deps.is_empty() {
            return Dependencies::default();
        }
        let reads = &self.reads[thread as usize];
        let events = |set: &ReadSet| -> Vec<EventId> {
            set.as_slice().iter().filter_map(|&read| reads.get(read as usize).copied().flatten()).collect()
        };
        Dependencies { addr: events(&deps.addr), data: events(&deps.data), ctrl: events(&deps.ctrl) }
    }

    /// The execution so far, with coherence, synchronisation orders and the names of the threads.
    pub fn finish(&self, program: &Program) -> Execution {
        let mut execution = self.execution.clone();
        execution.co = coherence(&execution, &self.order);
        execution.sync = sync_orders(&execution, &self.order);
        name_threads(&mut execution, program);
        execution
    }
}

/// Neighbouring bytes with one writer become one piece.
pub(crate) fn pieces(writers: &[u32]) -> SmallVec<[ReadsFrom; 1]> {
    let mut pieces: SmallVec<[ReadsFrom; 1]> = SmallVec::new();
    for (offset, &writer) in writers.iter().enumerate() {
        let source = (writer != NOBODY).then_some(EventId(writer));
        match pieces.last_mut() {
            Some(last) if last.source == source => last.len += 1,
            _ => pieces.push(ReadsFrom { offset: offset as u64, len: 1, source }),
        }
    }
    pieces
}

/// Writes of each cluster of overlapping accesses in the order they happened.
fn coherence(execution: &Execution, order: &[EventId]) -> Vec<Vec<EventId>> {
    let mut ranges: Vec<(u64, u64)> =
        execution.events.iter().filter(|e| e.is_access()).map(|e| (e.addr, e.addr + e.size)).collect();
    ranges.sort_unstable();
    let mut clusters: Vec<(u64, u64)> = Vec::new();
    for (start, end) in ranges {
        match clusters.last_mut() {
            Some(last) if start < last.1 => last.1 = last.1.max(end),
            _ => clusters.push((start, end)),
        }
    }
    let mut co = vec![Vec::new(); clusters.len()];
    for &id in order.iter().filter(|&&id| execution.event(id).is_write()) {
        let addr = execution.event(id).addr;
        co[clusters.partition_point(|&(start, _)| start <= addr) - 1].push(id);
    }
    co.retain(|writes| !writes.is_empty());
    co
}

fn sync_orders(execution: &Execution, order: &[EventId]) -> Vec<SyncOrder> {
    let mut orders: BTreeMap<u64, Vec<EventId>> = BTreeMap::new();
    for &id in order {
        if let EventKind::Sync { objects, .. } = &execution.event(id).kind {
            for object in objects {
                orders.entry(object.0).or_default().push(id);
            }
        }
    }
    orders.into_iter().map(|(object, events)| SyncOrder { object, events }).collect()
}

/// Threads of one function are numbered from 1 where there are several.
fn name_threads(execution: &mut Execution, program: &Program) {
    let functions: Vec<FuncId> = execution.threads.iter().map(|thread| thread.function).collect();
    for (index, thread) in execution.threads.iter_mut().enumerate() {
        let same = |range: &[FuncId]| range.iter().filter(|&&function| function == thread.function).count();
        let name = program.functions.get(thread.function).map_or("?", |function| &*function.name);
        thread.name = match same(&functions) {
            1 => name.into(),
            _ => format!("{name} {}", same(&functions[..index]) + 1).into(),
        };
    }
}

/// An event of a thread that touches no memory.
pub(crate) fn plain_event(thread: u32, kind: EventKind, span: ir::Span) -> Event {
    Event::new(ThreadId(thread), kind, span)
}
