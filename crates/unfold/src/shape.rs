//! The shape of a function as the unfolding needs it: order of blocks, loop nests, live values, joins, and which
//! loops only wait.

mod useful;

use ir::{
    BlockId, Callee, CastOp, FuncId, Function, IndexVec, Liveness, Op, Program, SyncOp, Term, ValueId, cfg,
};
use rustc_hash::FxHashSet;

#[derive(Debug)]
pub(crate) struct Loop {
    pub(crate) head: BlockId,
    pub(crate) blocks: FxHashSet<BlockId>,
    /// An iteration that comes back to the head may have done nothing but look at memory, so that all but the last may
    /// be forgotten; see `unfold::waiting` for what is decided there.
    pub(crate) waits: Option<Waits>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Waits {
    /// Apart from read-modify-writes it only looks.
    Looks,
    /// There are stores, variables of its own or atomic sections, perhaps on the way out only.
    MayStore,
}

#[derive(Debug)]
pub(crate) struct Shape {
    /// Place in reverse postorder; `u32::MAX` for what cannot be reached.
    pub(crate) rank: IndexVec<BlockId, u32>,
    pub(crate) loops: Vec<Loop>,
    /// Loops around each block, outermost first, as indices of `loops`.
    pub(crate) nest: IndexVec<BlockId, Vec<usize>>,
    /// Values that are read at or behind the beginning of a block and defined before it, ascending.
    pub(crate) live: IndexVec<BlockId, Vec<ValueId>>,
    pub(crate) joins: IndexVec<BlockId, Option<BlockId>>,
    pub(crate) irreducible: bool,
    /// Values that something depends on.
    pub(crate) useful: FxHashSet<ValueId>,
}

impl Shape {
    pub(crate) fn of(program: &Program, id: FuncId) -> Shape {
        let function = &program.functions[id];
        if function.blocks.len() == 1 && matches!(function.blocks[Function::ENTRY].term, Term::Return(_)) {
            return Shape::of_one_block();
        }
        let order = cfg::reverse_postorder(function);
        let mut rank: IndexVec<BlockId, u32> = function.blocks.iter().map(|_| u32::MAX).collect();
        for (index, &block) in order.iter().enumerate() {
            rank[block] = index as u32;
        }
        let dominators = cfg::Dominators::of(function);
        let irreducible = order.iter().any(|&block| {
            cfg::successors(function, block)
                .into_iter()
                .any(|succ| rank[succ] <= rank[block] && !dominators.dominates(succ, block))
        });
        let preds = cfg::predecessors(function);
        let mut loops: Vec<Loop> = cfg::loop_heads(function, &dominators)
            .into_iter()
            .map(|(head, tails)| Loop { head, blocks: cfg::natural_loop(&preds, head, &tails), waits: None })
            .collect();
        loops.sort_by_key(|l| std::cmp::Reverse(l.blocks.len()));
        let nest: IndexVec<BlockId, Vec<usize>> = function
            .blocks
            .ids()
            .map(|block| (0..loops.len()).filter(|&index| loops[index].blocks.contains(&block)).collect())
            .collect();
        for one in &mut loops {
            one.waits = only_waits(program, function, one);
        }
        let joins = if function.blocks.is_empty() { IndexVec::new() } else { cfg::post_dominators(function) };
        Shape {
            rank,
            nest,
            live: live_at_start(function),
            joins,
            irreducible,
            // What is useful matters in loops only.
            useful: if loops.is_empty() { FxHashSet::default() } else { useful::useful_values(function) },
            loops,
        }
    }
}

impl Shape {
    fn of_one_block() -> Shape {
        Shape {
            rank: [0].into_iter().collect(),
            loops: Vec::new(),
            nest: [Vec::new()].into_iter().collect(),
            live: [Vec::new()].into_iter().collect(),
            joins: [None].into_iter().collect(),
            irreducible: false,
            useful: FxHashSet::default(),
        }
    }
}

/// Whether all an iteration does is look.
fn only_waits(program: &Program, function: &Function, l: &Loop) -> Option<Waits> {
    let mut reads = false;
    let mut waits = Waits::Looks;
    for inst in l.blocks.iter().flat_map(|&block| &function.blocks[block].insts) {
        reads |= matches!(
            inst.op,
            Op::Load { .. }
                | Op::Rmw { .. }
                | Op::CompareExchange { .. }
                | Op::Call { .. }
                | Op::Nondet { .. }
        );
        if looks_only(program, &inst.op, 4)? == Waits::MayStore {
            waits = Waits::MayStore;
        }
    }
    reads.then_some(waits)
}

/// Read-modify-writes and stores are let through: whether one changed something is decided where the loop goes round.
fn looks_only(program: &Program, op: &Op, depth: u32) -> Option<Waits> {
    let looks = match op {
        Op::Store { .. } | Op::Alloca { .. } | Op::ScopeEnd { .. } | Op::AtomicBegin | Op::AtomicEnd => {
            return Some(Waits::MayStore);
        }
        Op::Load { .. }
        | Op::Rmw { .. }
        | Op::CompareExchange { .. }
        | Op::Fence { .. }
        | Op::ThreadLocal { .. }
        | Op::Nondet { .. }
        | Op::Assume { .. }
        | Op::Assert { .. } => true,
        Op::Sync { op: SyncOp::Yield | SyncOp::ThreadSelf, .. } => true,
        Op::Cast { op, .. } => !matches!(op, CastOp::FToS | CastOp::FToU),
        Op::Call { callee: Callee::Direct(callee), .. } if depth > 0 => {
            let function = &program.functions[*callee];
            let mut waits = Waits::Looks;
            for inst in function.blocks.iter().flat_map(|block| &block.insts) {
                if looks_only(program, &inst.op, depth - 1)? == Waits::MayStore {
                    waits = Waits::MayStore;
                }
            }
            return Some(waits);
        }
        other => other.is_pure(),
    };
    looks.then_some(Waits::Looks)
}

/// Values that are read at or behind the beginning of each block and defined before it.
fn live_at_start(function: &Function) -> IndexVec<BlockId, Vec<ValueId>> {
    let live = Liveness::of(function);
    let at_start = |block: BlockId| {
        let mut live = live.before(function, block, 0);
        function.blocks[block].params.iter().for_each(|&param| live.remove(param));
        function.values.ids().filter(|&value| live.contains(value)).collect()
    };
    function.blocks.ids().map(at_start).collect()
}
