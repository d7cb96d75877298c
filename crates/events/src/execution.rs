//! The execution graph.

use crate::number;
use ir::{FenceBits, FuncId, IndexVec, Order, Program, Span, SyncOp, define_id};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::sync::Arc;

define_id!(
    /// A thread of an execution; `t0` runs the program's entry.
    ThreadId,
    "t"
);
define_id!(
    /// An event of an execution.
    EventId,
    "e"
);

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Execution {
    pub threads: Vec<Thread>,
    pub events: Vec<Event>,
    /// Coherence: writes and RMWs of one cluster of overlapping accesses, oldest first.
    pub co: Vec<Vec<EventId>>,
    /// Per synchronisation object, the events that touch it in the order they took effect.
    pub sync: Vec<SyncOrder>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Thread {
    /// What people call it: `main`, or the thread function with a number where there are several.
    pub name: Arc<str>,
    pub function: FuncId,
    /// Its events in program order.
    pub events: Vec<EventId>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SyncOrder {
    #[serde(with = "number::address")]
    pub object: u64,
    pub events: Vec<EventId>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Event {
    pub thread: ThreadId,
    #[serde(flatten)]
    pub kind: EventKind,
    /// First byte touched (`Read`, `Write`, `Rmw`, `Alloc`, `Free`), else 0.
    #[serde(with = "number::address")]
    pub addr: u64,
    /// Bytes touched.
    pub size: u64,
    /// Value seen by `Read`, `Rmw` and `Input`; status returned by `Sync`.
    #[serde(with = "number::optional_value", default, skip_serializing_if = "Option::is_none")]
    pub read: Option<u128>,
    /// Value left behind by `Write` and `Rmw`.
    #[serde(with = "number::optional_value", default, skip_serializing_if = "Option::is_none")]
    pub written: Option<u128>,
    pub order: Order,
    pub span: Span,
    /// The user's name of the place (`head->next`, `lock`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Arc<str>>,
    /// For `Read` and `Rmw`: where each piece of the value comes from, covering all bytes.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub rf: SmallVec<[ReadsFrom; 1]>,
    #[serde(default, skip_serializing_if = "Dependencies::is_empty")]
    pub deps: Dependencies,
    /// Events with the same number form one atomic section (`__VERIFIER_atomic_begin/end`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<u32>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventKind {
    Read,
    Write,
    Rmw,
    Fence {
        bits: FenceBits,
    },
    Sync {
        op: SyncStep,
        objects: SmallVec<[ObjectAddress; 2]>,
    },
    /// A new object; `zeroed` or not, its bytes count as initial values.
    Alloc {
        zeroed: bool,
        stack: bool,
    },
    Free,
    /// A value that the program does not determine (`nondet`).
    Input,
}

impl EventKind {
    /// A step on these synchronisation objects.
    pub fn sync(op: SyncStep, objects: impl IntoIterator<Item = u64>) -> EventKind {
        EventKind::Sync { op, objects: objects.into_iter().map(ObjectAddress).collect() }
    }
}

/// The address of a synchronisation object. A thread's own is `ir::layout::region_start(thread)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ObjectAddress(#[serde(with = "number::address")] pub u64);

/// What a `Sync` event does. Operations that let go and come back are two steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SyncStep {
    /// First event of every thread but t0; touches its own thread object, after the creator's `ThreadCreate`.
    ThreadBegin,
    /// Last event of a thread that ended.
    ThreadEnd,
    /// The operation itself. `CondWait`: mutex released, waiting. `BarrierWait`: arrived.
    Do(SyncOp),
    /// Of a condition wait that ends without a signal: out of the queue, the mutex still to be taken. Touches the condition
    /// variable only. Where it is missing, such a wait leaves when it resumes.
    Leave(SyncOp),
    /// The second half: `CondWait` woken with the mutex taken again; `BarrierWait` released.
    Resume(SyncOp),
}

/// Bytes `offset .. offset + len` of a read were written by `source`, or are initial.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReadsFrom {
    pub offset: u64,
    pub len: u64,
    pub source: Option<EventId>,
}

impl ReadsFrom {
    /// Out of who wrote each byte: neighbours with one writer become one piece.
    pub fn pieces(writers: impl IntoIterator<Item = Option<EventId>>) -> SmallVec<[ReadsFrom; 1]> {
        let mut pieces: SmallVec<[ReadsFrom; 1]> = SmallVec::new();
        for (offset, source) in writers.into_iter().enumerate() {
            match pieces.last_mut() {
                Some(last) if last.source == source => last.len += 1,
                _ => pieces.push(ReadsFrom { offset: offset as u64, len: 1, source }),
            }
        }
        pieces
    }
}

/// Reads (and RMWs) of the same thread that an event depends on through registers and branches.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Dependencies {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub addr: Vec<EventId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub data: Vec<EventId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ctrl: Vec<EventId>,
}

impl Dependencies {
    pub fn is_empty(&self) -> bool {
        self.addr.is_empty() && self.data.is_empty() && self.ctrl.is_empty()
    }
}

impl Event {
    pub fn new(thread: ThreadId, kind: EventKind, span: Span) -> Self {
        Event {
            thread,
            kind,
            addr: 0,
            size: 0,
            read: None,
            written: None,
            order: Order::Plain,
            span,
            place: None,
            rf: SmallVec::new(),
            deps: Dependencies::default(),
            section: None,
        }
    }
    pub fn is_read(&self) -> bool {
        matches!(self.kind, EventKind::Read | EventKind::Rmw)
    }
    pub fn is_write(&self) -> bool {
        matches!(self.kind, EventKind::Write | EventKind::Rmw)
    }
    /// Whether it reads or writes memory.
    pub fn is_access(&self) -> bool {
        self.is_read() || self.is_write()
    }
    pub fn overlaps(&self, other: &Event) -> bool {
        self.is_access()
            && other.is_access()
            && self.addr < other.addr + other.size
            && other.addr < self.addr + self.size
    }
}

impl Execution {
    pub fn event(&self, id: EventId) -> &Event {
        &self.events[id.0 as usize]
    }
    pub fn event_ids(&self) -> impl DoubleEndedIterator<Item = EventId> + use<> {
        (0..self.events.len() as u32).map(EventId)
    }
    pub fn thread(&self, id: ThreadId) -> &Thread {
        &self.threads[id.0 as usize]
    }
    /// Adds an event at the end of its thread's program order.
    pub fn push(&mut self, event: Event) -> EventId {
        let id = EventId(self.events.len() as u32);
        self.threads[event.thread.0 as usize].events.push(id);
        self.events.push(event);
        id
    }
    /// Coherence and the orders of synchronisation objects, out of one order of all events. Which events hold a cluster
    /// of overlapping ones together is up to the caller: all accesses, or writes alone.
    pub fn order_by(&mut self, order: &[EventId], binds: fn(&Event) -> bool) {
        let mut spans: Vec<(u64, u64)> =
            self.events.iter().filter(|e| binds(e)).map(|e| (e.addr, e.addr + e.size)).collect();
        spans.sort_unstable();
        let mut clusters: Vec<(u64, u64)> = Vec::new();
        for (start, end) in spans {
            match clusters.last_mut() {
                Some(last) if start < last.1 => last.1 = last.1.max(end),
                _ => clusters.push((start, end)),
            }
        }
        self.co = vec![Vec::new(); clusters.len()];
        let mut objects: BTreeMap<u64, Vec<EventId>> = BTreeMap::new();
        for &id in order {
            let event = &self.events[id.0 as usize];
            if event.is_write() {
                self.co[clusters.partition_point(|&(start, _)| start <= event.addr) - 1].push(id);
            }
            if let EventKind::Sync { objects: touched, .. } = &event.kind {
                for object in touched {
                    let events = objects.entry(object.0).or_default();
                    if events.last() != Some(&id) {
                        events.push(id);
                    }
                }
            }
        }
        self.co.retain(|writes| !writes.is_empty());
        self.sync = objects.into_iter().map(|(object, events)| SyncOrder { object, events }).collect();
    }

    /// Names the threads that run after their functions, with a number where several run one.
    pub fn name_threads(&mut self, program: &Program, runs: impl Fn(usize) -> bool) {
        let function = |(index, thread): (usize, &Thread)| runs(index).then_some(thread.function);
        let functions: Vec<Option<FuncId>> = self.threads.iter().enumerate().map(function).collect();
        for (index, thread) in self.threads.iter_mut().enumerate().filter(|(index, _)| runs(*index)) {
            let own = Some(thread.function);
            let same = |of: &[Option<FuncId>]| of.iter().filter(|&&function| function == own).count();
            let name = program.functions.get(thread.function).map_or("?", |function| &*function.name);
            thread.name = match same(&functions) {
                1 => name.into(),
                _ => format!("{name} {}", same(&functions[..=index])).into(),
            };
        }
    }

    /// The position of each event in its thread's program order.
    pub fn po_index(&self) -> IndexVec<EventId, u32> {
        let mut index = vec![0; self.events.len()];
        for thread in &self.threads {
            for (position, event) in thread.events.iter().enumerate() {
                index[event.0 as usize] = position as u32;
            }
        }
        IndexVec::from_vec(index)
    }
}
