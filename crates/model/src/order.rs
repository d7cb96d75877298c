//! The program order that a model keeps in one execution: ppo, fences, dependencies, sections.
//!
//! The relation as it is defined ([`crate`]) has quadratically many pairs; what is generated here has the same transitive closure
//! with a number of edges linear in the events (times cells per access). Each kind of kept pair is followed by a
//! [`Frontier`] that remembers only those earlier accesses that later ones are not yet ordered behind; fences are
//! gates ([`crate::graph`]), one per bit that the model does not keep anyway.
//!
//! A read-modify-write is one node, so whatever orders one of its halves orders the other.
//! `[R]; dep+` needs care at `[W]; po-loc; [R]`: the write itself is not ordered before that read, only the reads
//! that the write depends on are. They are *carried* per cell from the write to later reads.

use crate::cells::Cells;
use crate::graph::{Node, OrderGraph};
use crate::relation::{Halves, Relation};
use crate::table::{AccessKind, Model};
use crate::well_formed::{Malformed, checked_cells};
use events::{Event, EventId, EventKind, Execution, SyncStep};
use ir::{FenceBits, SyncOp};
use posix::OrdersLike;
use rustc_hash::FxHashMap;

/// Edges of each thread whose transitive closure is ppo and fences of the model (with sections as one node).
/// Nodes beyond the number of events are gates.
pub fn ppo_and_fences(execution: &Execution, model: Model) -> Result<OrderGraph, Malformed> {
    let cells = checked_cells(execution)?;
    let mut graph = OrderGraph::new(execution);
    add_program_order(&mut graph, execution, &cells, model);
    Ok(graph)
}

/// The same, on an execution that is known to be put together rightly.
pub(crate) fn add_program_order(graph: &mut OrderGraph, execution: &Execution, cells: &Cells, model: Model) {
    for thread in &execution.threads {
        if model.kept == FenceBits::FULL {
            for pair in thread.events.windows(2) {
                graph.add_events(pair[0], pair[1], Relation::Ppo);
            }
            continue;
        }
        let mut walk = Walk::new(graph, execution, cells, model);
        for &id in &thread.events {
            walk.visit(id);
        }
    }
}

/// Earlier accesses that are not yet covered by a later one, for one set of kept pairs.
#[derive(Default)]
struct Frontier {
    reads: Vec<Node>,
    writes: Vec<Node>,
}

impl Frontier {
    /// Orders `node` behind what `kept` says, then takes it in.
    fn visit(&mut self, graph: &mut OrderGraph, kept: FenceBits, node: Node, halves: Halves) {
        let has = |bit| kept.contains(bit);
        let (ll, ls, sl, ss) =
            (has(FenceBits::LL), has(FenceBits::LS), has(FenceBits::SL), has(FenceBits::SS));
        let after_reads = (halves.read && ll) || (halves.write && ls);
        let after_writes = (halves.read && sl) || (halves.write && ss);
        if after_reads {
            self.reads.iter().for_each(|&from| graph.add(from, node, Relation::Ppo));
        }
        if after_writes {
            self.writes.iter().for_each(|&from| graph.add(from, node, Relation::Ppo));
        }
        // An earlier access may be forgotten when all that must come behind it comes behind `node`.
        let node_orders_reads = (halves.read && ll) || (halves.write && sl);
        let node_orders_writes = (halves.read && ls) || (halves.write && ss);
        if after_reads && (!ll || node_orders_reads) && (!ls || node_orders_writes) {
            self.reads.clear();
        }
        if after_writes && (!sl || node_orders_reads) && (!ss || node_orders_writes) {
            self.writes.clear();
        }
        if halves.read && (ll || ls) {
            self.reads.push(node);
        }
        if halves.write && (sl || ss) {
            self.writes.push(node);
        }
    }
}

/// What a fence bit orders: accesses since the last such fence, and the last such fence.
#[derive(Default)]
struct Gate {
    pending: Vec<Node>,
    last: Option<Node>,
}

struct Walk<'a> {
    graph: &'a mut OrderGraph,
    execution: &'a Execution,
    cells: &'a Cells,
    model: Model,
    everywhere: Frontier,
    here: FxHashMap<usize, Frontier>,
    gates: [Gate; 4],
    /// Everything since the last full fence that is a node of its own, and that node.
    full: Gate,
    /// Per cell, what the writes so far depend on: later reads of the cell come behind it.
    carried: FxHashMap<usize, Vec<Node>>,
    section: Option<u32>,
    /// By mutex, how often the thread holds it.
    held: FxHashMap<u64, u32>,
}

const BITS: [(FenceBits, Halves, Halves); 4] = [
    (FenceBits::LL, Halves::READ, Halves::READ),
    (FenceBits::LS, Halves::READ, Halves::WRITE),
    (FenceBits::SL, Halves::WRITE, Halves::READ),
    (FenceBits::SS, Halves::WRITE, Halves::WRITE),
];

fn without(bits: FenceBits, removed: FenceBits) -> FenceBits {
    FenceBits(bits.0 & !removed.0)
}
fn share(a: Halves, b: Halves) -> bool {
    (a.read && b.read) || (a.write && b.write)
}

impl<'a> Walk<'a> {
    fn new(graph: &'a mut OrderGraph, execution: &'a Execution, cells: &'a Cells, model: Model) -> Self {
        Walk {
            graph,
            execution,
            cells,
            model,
            everywhere: Frontier::default(),
            here: FxHashMap::default(),
            gates: Default::default(),
            full: Gate::default(),
            carried: FxHashMap::default(),
            section: None,
            held: FxHashMap::default(),
        }
    }

    fn visit(&mut self, id: EventId) {
        let event = self.execution.event(id);
        if event.section.is_some() {
            // One node with a full fence on both sides: inside of it nothing more is to be said.
            if self.section != event.section {
                self.full_fence(Node(id.0));
            }
            self.section = event.section;
            return;
        }
        self.section = None;
        match &event.kind {
            EventKind::Read | EventKind::Write | EventKind::Rmw => {
                let (before, after) = self.model.fences_around(access_kind(event), event.order);
                self.fence(before);
                self.access(id, event);
                self.fence(after);
            }
            EventKind::Fence { bits } => self.fence(*bits),
            EventKind::Sync { op: SyncStep::Do(op) | SyncStep::Resume(op), .. } if op.is_local() => {}
            EventKind::Sync { op, objects } => {
                let object = objects.first().map_or(0, |object| object.0);
                match self.model.synchronisation(self.orders_like(*op, object, event)) {
                    None => self.full_fence(Node(id.0)),
                    Some((before, halves, after)) => {
                        self.fence(before);
                        self.order(Node(id.0), halves);
                        self.fence(after);
                    }
                }
            }
            EventKind::Alloc { .. } | EventKind::Free | EventKind::Input => {}
        }
    }

    /// Follows how often the thread holds each mutex.
    fn orders_like(&mut self, step: SyncStep, object: u64, event: &Event) -> OrdersLike {
        let SyncStep::Do(op) = step else { return OrdersLike::FullFence };
        let status = event.read.map(|status| status as u32);
        let held = self.held.entry(object).or_default();
        let nested = match op {
            SyncOp::MutexLock | SyncOp::MutexTryLock | SyncOp::MutexTimedLock if status == Some(0) => {
                *held += 1;
                *held > 1
            }
            SyncOp::MutexUnlock | SyncOp::SpinUnlock if status == Some(0) => {
                *held = held.saturating_sub(1);
                *held > 0
            }
            _ => false,
        };
        posix::orders_like(op, status, nested)
    }

    fn access(&mut self, id: EventId, event: &Event) {
        let (node, halves) = (Node(id.0), Halves::of(event));
        let here = without(self.model.kept_same_address, self.model.kept);
        if !here.is_empty() {
            for cell in self.cells.of_event(id) {
                self.here.entry(cell).or_default().visit(self.graph, here, node, halves);
            }
        }
        if self.model.keeps_dependencies {
            self.dependencies(id, event);
        }
        self.order(node, halves);
    }

    /// Orders what counts as a load or a store behind what the model keeps and the fences before it, wherever they are.
    fn order(&mut self, node: Node, halves: Halves) {
        if let Some(last) = self.full.last {
            self.graph.add(last, node, Relation::Fence);
        }
        self.everywhere.visit(self.graph, self.model.kept, node, halves);
        for (gate, (bit, from, to)) in self.gates.iter_mut().zip(BITS) {
            if self.model.kept.contains(bit) {
                continue;
            }
            if let Some(last) = gate.last.filter(|_| share(halves, to)) {
                self.graph.add(last, node, Relation::Fence);
            }
            if share(halves, from) {
                gate.pending.push(node);
            }
        }
        self.full.pending.push(node);
    }

    fn dependencies(&mut self, id: EventId, event: &Event) {
        let node = Node(id.0);
        let ctrl: &[EventId] = if event.is_write() { &event.deps.ctrl } else { &[] };
        let is_read = |from: &&EventId| self.execution.event(**from).is_read();
        let direct = event.deps.addr.iter().chain(&event.deps.data).chain(ctrl).filter(is_read);
        let direct: Vec<Node> = direct.map(|from| Node(from.0)).collect();
        for &from in &direct {
            self.graph.add(from, node, Relation::Dependency);
        }
        for cell in self.cells.of_event(id) {
            let carried = self.carried.entry(cell).or_default();
            if event.is_read() && !carried.is_empty() {
                // Later reads of the cell come behind this one where loads of one address keep their order;
                // otherwise a gate keeps the list short.
                if self.model.kept_same_address.contains(FenceBits::LL) {
                    carried.drain(..).for_each(|from| self.graph.add(from, node, Relation::Dependency));
                } else {
                    if carried.len() > 1 {
                        let gate = self.graph.gate();
                        carried.drain(..).for_each(|from| self.graph.add(from, gate, Relation::Dependency));
                        carried.push(gate);
                    }
                    carried.iter().for_each(|&from| self.graph.add(from, node, Relation::Dependency));
                }
            }
            if event.is_write() {
                carried.extend(&direct);
                // Through its own halves: r -rmw-> w -po-loc-> later read.
                carried.extend(event.is_read().then_some(node));
            }
        }
    }

    /// A fence that is no node of its own: one gate per bit that the model does not keep anyway.
    fn fence(&mut self, bits: FenceBits) {
        let bits = without(bits, self.model.kept);
        if bits == FenceBits::FULL {
            let gate = self.graph.gate();
            return self.full_fence(gate);
        }
        for (gate, (bit, _, _)) in self.gates.iter_mut().zip(BITS) {
            if !bits.contains(bit) || gate.pending.is_empty() {
                continue;
            }
            let node = self.graph.gate();
            if let Some(last) = gate.last.replace(node) {
                self.graph.add(last, node, Relation::Fence);
            }
            gate.pending.drain(..).for_each(|from| self.graph.add(from, node, Relation::Fence));
        }
    }

    /// Everything before comes before `node`, everything after behind it: nothing else need be remembered.
    fn full_fence(&mut self, node: Node) {
        if let Some(last) = self.full.last.replace(node) {
            self.graph.add(last, node, Relation::Fence);
        }
        self.full.pending.drain(..).for_each(|from| self.graph.add(from, node, Relation::Fence));
        self.everywhere = Frontier::default();
        self.here.clear();
        self.carried.clear();
        self.gates = Default::default();
    }
}

pub(crate) fn access_kind(event: &Event) -> AccessKind {
    match event.kind {
        EventKind::Rmw => AccessKind::Rmw,
        EventKind::Write => AccessKind::Store,
        _ => AccessKind::Load,
    }
}
