//! The shape of a function as the unfolding needs it: order of blocks, loop nests, live values, joins, and which
//! loops only wait.

mod useful;

use ir::{
    BlockId, Callee, CastOp, FuncId, Function, Id, IndexVec, Op, Operand, Program, SyncOp, Term, ValueId, cfg,
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
            .map(|(head, tails)| Loop { head, blocks: natural_loop(&preds, head, &tails), waits: None })
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
            live: liveness(function, &order),
            joins,
            irreducible,
            loops,
            useful: useful::useful_values(function),
        }
    }
}

fn natural_loop(
    preds: &IndexVec<BlockId, Vec<BlockId>>,
    head: BlockId,
    tails: &[BlockId],
) -> FxHashSet<BlockId> {
    let mut blocks = FxHashSet::from_iter([head]);
    let mut work: Vec<BlockId> = tails.to_vec();
    while let Some(block) = work.pop() {
        if blocks.insert(block) {
            work.extend(&preds[block]);
        }
    }
    blocks
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

fn liveness(function: &Function, order: &[BlockId]) -> IndexVec<BlockId, Vec<ValueId>> {
    let n_words = function.values.len().div_ceil(64);
    let mut live: Vec<Vec<u64>> = vec![vec![0; n_words]; function.blocks.len()];
    let mut uses: Vec<Vec<u64>> = Vec::new();
    let mut defs: Vec<Vec<u64>> = Vec::new();
    for block in function.blocks.iter() {
        let (mut used, mut defined) = (vec![0u64; n_words], vec![0u64; n_words]);
        let mut read = |operand: Operand, defined: &[u64]| {
            if let Operand::Value(ValueId(value)) = operand
                && defined[value as usize / 64] >> (value % 64) & 1 == 0
            {
                used[value as usize / 64] |= 1 << (value % 64);
            }
        };
        let define =
            |value: &ValueId, defined: &mut [u64]| defined[value.index() / 64] |= 1 << (value.index() % 64);
        block.params.iter().for_each(|param| define(param, &mut defined));
        for inst in &block.insts {
            inst.op.for_each_operand(|operand| read(operand, &defined));
            inst.results.iter().for_each(|result| define(result, &mut defined));
        }
        match &block.term {
            Term::Branch { cond, .. } => read(*cond, &defined),
            Term::Switch { value, .. } => read(*value, &defined),
            Term::Return(values) => values.iter().for_each(|&value| read(value, &defined)),
            Term::Jump(_) | Term::Unreachable => {}
        }
        for target in block.term.targets() {
            target.args.iter().for_each(|&arg| read(arg, &defined));
        }
        uses.push(used);
        defs.push(defined);
    }
    let mut changed = true;
    while changed {
        changed = false;
        for &block in order.iter().rev() {
            let b = block.index();
            let mut now = uses[b].clone();
            for succ in cfg::successors(function, block) {
                for word in 0..n_words {
                    now[word] |= live[succ.index()][word] & !defs[b][word];
                }
            }
            if now != live[b] {
                live[b] = now;
                changed = true;
            }
        }
    }
    live.iter()
        .map(|words| {
            (0..function.values.len())
                .filter(|&v| words[v / 64] >> (v % 64) & 1 == 1)
                .map(ValueId::from_index)
                .collect()
        })
        .collect()
}
