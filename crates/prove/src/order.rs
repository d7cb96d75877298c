//! What the Datalog rules are given: which accesses happen, in which order the model keeps them.
//!
//! NOREORDER of FRUITTREE (§4.2, §4.3) is read from `model`: what a model keeps of program order by itself, by fences
//! that stand on every way between two accesses, by the memory orders of C11, and (RMO) by dependencies. Operations on
//! threads and locks order what `posix::orders_like` says, in whatever way they end.

use crate::analysis::{Alarm, Analysis, Place, StoreId, ThreadInfo};
use crate::datalog::{Access, Feasibility};
use ir::cfg::post_dominators;
use ir::{BlockId, FenceBits, IndexVec, Op, Operand, SyncOp, Term, ValueId};
use model::{AccessKind, Halves, Model};
use posix::OrdersLike;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// A thing that happens at a place of a thread.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Node {
    At(u32, Place),
    /// The initial contents of a cell.
    Initial((u32, i64, u64)),
}

pub(crate) struct Orders {
    thread: u32,
    alarm: Place,
    post_dominators: BTreeMap<u32, IndexVec<BlockId, Option<BlockId>>>,
    /// All mutexes are normal ones: to take or give back one never fails and never nests.
    normal_mutexes: bool,
}

impl Orders {
    pub fn new(analysis: &Analysis<'_>, alarm: &Alarm) -> Orders {
        let threads = analysis.threads.iter().enumerate();
        let post_dominators = threads
            .filter(|_| analysis.model.keeps_dependencies)
            .map(|(id, thread)| (id as u32, post_dominators(&thread.code.function)))
            .collect();
        let normal_mutexes = has_only_normal_mutexes(analysis.program);
        Orders { thread: alarm.thread, alarm: alarm.place, post_dominators, normal_mutexes }
    }

    /// The facts of a combination: these loads of the thread read these stores, and the assertion is reached.
    pub fn facts(&self, analysis: &Analysis<'_>, reads: &BTreeMap<Place, StoreId>) -> Feasibility {
        let happening = self.happening(analysis, reads);
        let mut nodes: BTreeSet<Node> = BTreeSet::new();
        let mut cells: BTreeMap<Node, (u32, i64, u64)> = BTreeMap::new();
        let mut loads: BTreeSet<Node> = BTreeSet::new();
        for &place in reads.keys() {
            let cell = analysis.threads[self.thread as usize].loads[&place].cell;
            let node = Node::At(self.thread, place);
            cells.insert(node, cell);
            cells.insert(Node::Initial(cell), cell);
            nodes.extend([node, Node::Initial(cell)]);
            loads.insert(node);
        }
        let read_cells: BTreeSet<(u32, i64, u64)> = cells.values().copied().collect();
        for (id, store) in analysis.stores.iter().enumerate() {
            // A compare-and-exchange that is reached may fail: it has stored only if somebody reads what it stored.
            let code = &analysis.threads[store.thread as usize].code.function;
            let inst = code.blocks.get(store.place.0).and_then(|block| block.insts.get(store.place.1));
            let may_fail = inst.is_some_and(|inst| matches!(inst.op, Op::CompareExchange { .. }));
            if may_fail && !reads.values().any(|&read| read as usize == id) {
                continue;
            }
            let &[(object, low, high)] = store.targets.as_slice() else { continue };
            let cell = (object, low, store.size);
            let node = Node::At(store.thread, store.place);
            if low == high
                && read_cells.contains(&cell)
                && happens(analysis, &happening, store.thread, store.place)
            {
                cells.insert(node, cell);
                nodes.insert(node);
            }
        }
        for thread in &analysis.threads {
            if let Some((parent, place)) = thread.parent
                && happens(analysis, &happening, parent, place)
            {
                nodes.insert(Node::At(parent, place));
            }
        }
        let list: Vec<Node> = nodes.into_iter().collect();
        self.rules(analysis, reads, &list, &cells, &loads)
    }

    fn rules(
        &self,
        analysis: &Analysis<'_>,
        reads: &BTreeMap<Place, StoreId>,
        nodes: &[Node],
        cells: &BTreeMap<Node, (u32, i64, u64)>,
        loads: &BTreeSet<Node>,
    ) -> Feasibility {
        let mut rules = Feasibility::default();
        let number = |node: Node| nodes.binary_search(&node).ok().map(|at| at as Access);
        for (a, &first) in nodes.iter().enumerate() {
            let a = a as Access;
            if self.is_once(analysis, first, loads) {
                rules.once.push((a,));
            }
            for (b, &second) in nodes.iter().enumerate() {
                let b = b as Access;
                let cell = (cells.get(&first), cells.get(&second));
                let same_cell = matches!(cell, (Some(x), Some(y)) if x == y);
                let stores = a != b && !loads.contains(&first) && !loads.contains(&second);
                if same_cell && stores {
                    rules.same_place.push((a, b));
                }
                if self.kept(analysis, first, second, same_cell, loads) {
                    rules.kept.push((a, b));
                }
                let (Node::At(t, p), Node::At(u, q)) = (first, second) else { continue };
                if t != u || t != self.thread || !same_cell || !loads.contains(&second) {
                    continue;
                }
                let thread = &analysis.threads[t as usize];
                let in_order = !thread.many && thread.dominates(p, q) && !thread.reaches(q, p);
                let last_rounds = loads.contains(&first) && thread.dominates(p, q);
                if last_rounds && analysis.model.load_load_coherence {
                    rules.loads_in_order.push((a, b));
                } else if !loads.contains(&first) && in_order {
                    rules.own_store_first.push((a, b));
                }
            }
        }
        for (&place, &store) in reads {
            let load = number(Node::At(self.thread, place));
            let (source, external) = self.source(analysis, place, store);
            if let (Some(load), Some(source)) = (load, number(source)) {
                rules.reads.push((load, source));
                if external {
                    rules.external.push((load, source));
                }
            }
        }
        rules
    }

    /// The node of what a load reads, and whether reading it orders the two.
    fn source(&self, analysis: &Analysis<'_>, load: Place, store: StoreId) -> (Node, bool) {
        let Some(record) = analysis.stores.get(store as usize) else {
            return (Node::Initial(analysis.threads[self.thread as usize].loads[&load].cell), true);
        };
        let internal = record.thread == self.thread && !analysis.threads[self.thread as usize].many;
        (Node::At(record.thread, record.place), !internal || analysis.model.internal_rf_is_global)
    }

    fn is_once(&self, analysis: &Analysis<'_>, node: Node, loads: &BTreeSet<Node>) -> bool {
        match node {
            Node::Initial(_) => true,
            // The run of the load that counts is one.
            Node::At(..) if loads.contains(&node) => true,
            Node::At(thread, place) => {
                let info = &analysis.threads[thread as usize];
                !info.many && !info.repeats(place)
            }
        }
    }

    /// Places that are known to be reached.
    fn happening(&self, analysis: &Analysis<'_>, reads: &BTreeMap<Place, StoreId>) -> BTreeSet<(u32, Place)> {
        let mut known = BTreeSet::from([(self.thread, self.alarm)]);
        known.extend(reads.keys().map(|&place| (self.thread, place)));
        for &store in reads.values().filter(|&&store| (store as usize) < analysis.stores.len()) {
            let record = &analysis.stores[store as usize];
            known.insert((record.thread, record.place));
        }
        let mut work: Vec<u32> = known.iter().map(|(thread, _)| *thread).collect();
        while let Some(thread) = work.pop() {
            if let Some(parent) = analysis.threads[thread as usize].parent
                && known.insert(parent)
            {
                work.push(parent.0);
            }
        }
        known
    }

    /// Whether all runs of one come before all runs of the other wherever both happen.
    fn kept(
        &self,
        analysis: &Analysis<'_>,
        first: Node,
        second: Node,
        same_cell: bool,
        loads: &BTreeSet<Node>,
    ) -> bool {
        let ((t, p), (u, q)) = match (first, second) {
            (Node::Initial(_), Node::Initial(_)) | (Node::At(..), Node::Initial(_)) => return false,
            (Node::Initial(_), Node::At(..)) => return same_cell && !loads.contains(&second),
            (Node::At(t, p), Node::At(u, q)) => ((t, p), (u, q)),
        };
        if t != u {
            // Creation: what is below the thread that is started comes behind.
            let below = &analysis.threads[u as usize];
            return below.parent == Some((t, p)) && !below.many;
        }
        let thread = &analysis.threads[t as usize];
        if thread.many && t != self.thread {
            return false;
        }
        // In a thread that stands for many, only the run that fails is spoken of: its loads, not the stores of others.
        if thread.many && !(loads.contains(&first) && loads.contains(&second)) {
            return false;
        }
        let last_rounds = loads.contains(&first) && loads.contains(&second);
        let ordered = thread.dominates(p, q) && (last_rounds || !thread.reaches(q, p));
        ordered && self.no_reorder(analysis, t, p, q, same_cell)
    }

    fn no_reorder(&self, analysis: &Analysis<'_>, id: u32, p: Place, q: Place, same_cell: bool) -> bool {
        let (model, thread) = (analysis.model, &analysis.threads[id as usize]);
        let op = |place: Place| &thread.code.function.blocks[place.0].insts[place.1].op;
        let (a, b) = (halves(op(p)), halves(op(q)));
        let (Some(a), Some(b)) = (a, b) else { return true };
        if model.keeps(a, b, same_cell) {
            return true;
        }
        let wanted = a.pairs(b);
        let mut between = self.fences_of(model, op(p)).1 | self.fences_of(model, op(q)).0;
        for (block, body) in thread.code.function.blocks.iter_enumerated() {
            for (index, inst) in body.insts.iter().enumerate() {
                let here = (block, index);
                if thread.dominates(p, here) && thread.dominates(here, q) {
                    // A load or store orders what is around it by the fences that it brings along.
                    let (before, after) = self.fences_of(model, &inst.op);
                    between = between | before | after;
                }
            }
        }
        !(wanted & between).is_empty() || (model.keeps_dependencies && self.depends(thread, id, p, q))
    }

    /// What an operation orders in whatever way it ends.
    fn weakest(&self, op: SyncOp) -> OrdersLike {
        use SyncOp::*;
        match op {
            MutexLock | MutexUnlock if self.normal_mutexes => OrdersLike::FullFence,
            // They may fail, or find a recursive mutex that is held already.
            MutexLock | MutexTryLock | MutexTimedLock | MutexUnlock => OrdersLike::AcquireLoad,
            RwReadLock | RwWriteLock | RwTryReadLock | RwTryWriteLock => OrdersLike::AcquireLoad,
            SemTryWait | SemTimedWait | OnceBegin | ThreadJoin | ThreadDetach => OrdersLike::AcquireLoad,
            op => posix::orders_like(op, Some(0), false),
        }
    }

    /// The fences that an instruction is or brings along, before and after it.
    fn fences_of(&self, model: Model, op: &Op) -> (FenceBits, FenceBits) {
        match op {
            Op::Fence { bits } => (*bits, *bits),
            Op::AtomicBegin | Op::AtomicEnd => (FenceBits::FULL, FenceBits::FULL),
            Op::Sync { op, .. } => match self.weakest(*op) {
                OrdersLike::FullFence => (FenceBits::FULL, FenceBits::FULL),
                // What it releases or acquires is ordered with the operation, not with what is beyond it.
                OrdersLike::ReleaseStore | OrdersLike::AcquireLoad => (FenceBits::NONE, FenceBits::NONE),
            },
            Op::Load { access, .. } => model.fences_around(AccessKind::Load, access.order),
            Op::Store { access, .. } => model.fences_around(AccessKind::Store, access.order),
            Op::Rmw { access, .. } => model.fences_around(AccessKind::Rmw, access.order),
            Op::CompareExchange { failure, .. } => model.fences_around(AccessKind::Load, *failure),
            _ => (FenceBits::NONE, FenceBits::NONE),
        }
    }

    /// Whether an access depends on a load through values that are computed on every way, or is a store that a branch
    /// on such a value decides.
    fn depends(&self, thread: &ThreadInfo, id: u32, load: Place, access: Place) -> bool {
        let function = &thread.code.function;
        let inst = &function.blocks[load.0].insts[load.1];
        if !matches!(inst.op, Op::Load { .. }) {
            return false;
        }
        let mut direct = false;
        function.blocks[access.0].insts[access.1]
            .op
            .for_each_operand(|operand| direct |= comes_from(thread, operand, &inst.results));
        if direct {
            return true;
        }
        if !matches!(function.blocks[access.0].insts[access.1].op, Op::Store { .. }) {
            return false;
        }
        function.blocks.iter_enumerated().any(|(block, body)| {
            let Term::Branch { cond, then, other } = &body.term else { return false };
            comes_from(thread, *cond, &inst.results)
                && [then, other].into_iter().any(|target| {
                    self.decides(thread, id, block, target.block)
                        && thread.dominators.dominates(target.block, access.0)
                })
        })
    }

    /// Whether going to `target` is a choice made in `block`.
    fn decides(&self, thread: &ThreadInfo, id: u32, block: BlockId, target: BlockId) -> bool {
        let function = &thread.code.function;
        let predecessors =
            function.blocks.ids().filter(|&from| ir::cfg::successors(function, from).contains(&target));
        let only = predecessors.collect::<Vec<_>>() == [block];
        let Some(tree) = self.post_dominators.get(&id) else { return false };
        let after = std::iter::successors(tree[block], |&at| tree[at]).take(function.blocks.len());
        only && !after.into_iter().any(|at| at == target)
    }
}

/// Whether a place comes to pass because a known one does: it is on every way there.
fn happens(analysis: &Analysis<'_>, known: &BTreeSet<(u32, Place)>, thread: u32, place: Place) -> bool {
    let info = &analysis.threads[thread as usize];
    let of_thread = known.iter().filter(|(of, _)| *of == thread).map(|(_, at)| *at);
    of_thread.into_iter().any(|at| at == place || info.dominates(place, at))
}

fn halves(op: &Op) -> Option<Halves> {
    match op {
        Op::Load { .. } => Some(Halves::READ),
        Op::Store { .. } => Some(Halves::WRITE),
        Op::Rmw { .. } => Some(Halves::BOTH),
        // It may fail, and is then a load: what orders only stores does not count.
        Op::CompareExchange { .. } => Some(Halves::READ),
        _ => None,
    }
}

/// Whether an operand is computed from one of these values by pure instructions only.
fn comes_from(thread: &ThreadInfo, operand: Operand, values: &[ValueId]) -> bool {
    let mut seen: FxHashSet<ValueId> = FxHashSet::default();
    let mut work: Vec<ValueId> = operand.value().into_iter().collect();
    while let Some(value) = work.pop() {
        if values.contains(&value) {
            return true;
        }
        let Some(place) = thread.definition(value).filter(|_| seen.insert(value)) else { continue };
        let op = &thread.code.function.blocks[place.0].insts[place.1].op;
        // Of a selection only one side is taken: it counts if its condition does.
        match op {
            Op::Select { cond, then, other } if then != other => work.extend(cond.value()),
            op if op.is_pure() => op.for_each_operand(|operand| work.extend(operand.value())),
            _ => {}
        }
    }
    false
}

/// No mutex is made recursive or error-checking, by a call or by what may be a static initialiser (its kind is an int at offset 16
/// behind four that are 0).
fn has_only_normal_mutexes(program: &ir::Program) -> bool {
    let normal = |kind: u128| matches!(kind & 3, 0 | 3);
    let by_call = program.insts().all(|inst| match &inst.op {
        Op::Sync { op: SyncOp::MutexInit, args } => {
            matches!(args.get(1), Some(Operand::Const { bits, .. }) if normal(*bits))
        }
        _ => true,
    });
    let words = |bytes: &[u8]| -> Vec<u32> {
        bytes
            .chunks(4)
            .map(|word| word.iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte)))
            .collect()
    };
    by_call
        && program.globals.iter().all(|global| {
            let words = words(&global.init.bytes);
            words.windows(5).all(|at| at[..4] != [0; 4] || normal(at[4].into()) || at[4] > 3)
        })
}
