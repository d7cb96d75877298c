//! Reads of variables that nobody has written, where memory errors are asked for ([`Access::initialised`]).
//!
//! In memory whoever executes the read sees it. A variable that becomes an SSA value has no memory: [`super::promote`] gives it a truth
//! value beside it that says whether it was written, and asserts that at each read; this module says which variables need one.
//!
//! Setting a bit-field reads the bits around it: that is no read of the user's.

use super::promote::{Effect, Promotion};
use ir::cfg::predecessors;
use ir::*;
use rustc_hash::FxHashMap;

/// Takes the demand off reads whose value is only written back, some of its bits changed.
pub(crate) fn allow_bit_fields(function: &mut Function) {
    if !has_strict_reads(function) {
        return;
    }
    let users = users(function);
    let of = |inst: &Inst| {
        inst.results.first().and_then(|id| users.get(id)).into_iter().flatten().copied().collect::<Vec<_>>()
    };
    let inst_at = |(block, index): (BlockId, usize)| function.blocks[block].insts.get(index);
    let stored = |at, place: Operand| match inst_at(at).map(|inst| &inst.op) {
        Some(Op::Store { addr, .. }) => *addr == place,
        _ => false,
    };
    let combined = |at, place: Operand| match inst_at(at) {
        Some(inst @ Inst { op: Op::Binary { op: BinaryOp::Or, .. }, .. }) => {
            of(inst).into_iter().any(|at| stored(at, place))
        }
        _ => stored(at, place),
    };
    let masked = |at, place: Operand| match inst_at(at) {
        Some(inst @ Inst { op: Op::Binary { op: BinaryOp::And, b: Operand::Const { .. }, .. }, .. }) => {
            of(inst).into_iter().any(|at| combined(at, place))
        }
        _ => false,
    };
    let mut bit_fields = Vec::new();
    for (id, block) in function.blocks.iter_enumerated() {
        for (index, inst) in block.insts.iter().enumerate().filter(|(_, inst)| is_strict(inst)) {
            let Op::Load { addr, .. } = inst.op else { continue };
            let users = of(inst);
            if !users.is_empty() && users.into_iter().all(|at| masked(at, addr)) {
                bit_fields.push((id, index));
            }
        }
    }
    for (block, index) in bit_fields {
        if let Op::Load { access, .. } = &mut function.blocks[block].insts[index].op {
            access.initialised = false;
        }
    }
}

fn is_strict(inst: &Inst) -> bool {
    matches!(&inst.op, Op::Load { access, .. } if access.initialised)
}

fn has_strict_reads(function: &Function) -> bool {
    function.blocks.iter().any(|block| block.insts.iter().any(is_strict))
}

/// Where each value is used; a place behind the last instruction is the terminator.
fn users(function: &Function) -> FxHashMap<ValueId, Vec<(BlockId, usize)>> {
    let mut users: FxHashMap<ValueId, Vec<(BlockId, usize)>> = FxHashMap::default();
    for (id, block) in function.blocks.iter_enumerated() {
        let mut add = |operand: Operand, index| {
            operand.value().into_iter().for_each(|value| users.entry(value).or_default().push((id, index)))
        };
        for (index, inst) in block.insts.iter().enumerate() {
            inst.op.for_each_operand(|operand| add(operand, index));
        }
        block.term.for_each_operand(|operand| add(operand, block.insts.len()));
    }
    users
}

/// For each variable, whether some read of it that demands it may come before any write.
pub(crate) fn read_unwritten(promotion: &Promotion, function: &Function, order: &[BlockId]) -> Vec<bool> {
    let n = promotion.n_variables();
    let mut wanted = vec![false; n];
    if !has_strict_reads(function) {
        return wanted;
    }
    let preds = predecessors(function);
    let mut after: IndexVec<BlockId, Vec<bool>> = function.blocks.iter().map(|_| vec![false; n]).collect();
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for &block in order {
            let before = |v: usize| block == Function::ENTRY || preds[block].iter().any(|&p| after[p][v]);
            let mut unwritten: Vec<bool> = (0..n).map(before).collect();
            for inst in &function.blocks[block].insts {
                let strict = is_strict(inst);
                let declares = matches!(inst.op, Op::Observe { .. });
                promotion.effects(&inst.op, |effect| match effect {
                    Effect::Read(v) => wanted[v] |= strict && unwritten[v],
                    Effect::Write(v) => unwritten[v] = declares,
                });
            }
            changed |= after[block] != unwritten;
            after[block] = unwritten;
        }
    }
    wanted
}
