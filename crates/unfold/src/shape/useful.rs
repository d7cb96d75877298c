//! Values that something depends on: an effect, a result, or a branch that decides more than useless values.
//!
//! What is computed and carried round a loop without ever being used (the delay of a back-off, a count of attempts)
//! must not keep the loop from being seen as one that only waits.

use ir::{BinaryOp, BlockId, Function, Id, Inst, Op, Operand, Term, ValueId, cfg};
use rustc_hash::FxHashSet;

/// Blocks between a branch and its join, at most, for it to be looked through.
const MAX_DIAMOND: usize = 8;

struct Search<'f> {
    useful: FxHashSet<ValueId>,
    work: Vec<ValueId>,
    /// Pure instructions, by their results.
    defined_by: Vec<Option<&'f Inst>>,
    /// What is passed for a block parameter.
    passed: Vec<Vec<Operand>>,
    /// Branches that only choose between values, with the block where these are passed to.
    choices: Vec<(Operand, BlockId)>,
}

pub(super) fn useful_values(function: &Function) -> FxHashSet<ValueId> {
    let mut search = Search {
        useful: FxHashSet::default(),
        work: Vec::new(),
        defined_by: vec![None; function.values.len()],
        passed: vec![Vec::new(); function.values.len()],
        choices: Vec::new(),
    };
    if function.blocks.is_empty() {
        return search.useful;
    }
    let joins = cfg::post_dominators(function);
    for (id, block) in function.blocks.iter_enumerated() {
        block.insts.iter().for_each(|inst| search.instruction(inst));
        for target in block.term.targets() {
            for (&arg, &param) in target.args.iter().zip(&function.blocks[target.block].params) {
                search.passed[param.index()].push(arg);
            }
        }
        match &block.term {
            Term::Branch { cond, .. } => match joins[id].filter(|&join| is_diamond(function, id, join)) {
                Some(join) => search.choices.push((*cond, join)),
                None => search.need(*cond),
            },
            Term::Switch { value, .. } => search.need(*value),
            Term::Return(values) => values.iter().for_each(|&value| search.need(value)),
            Term::Jump(_) | Term::Unreachable => {}
        }
    }
    search.close(function)
}

impl<'f> Search<'f> {
    fn need(&mut self, operand: Operand) {
        if let Operand::Value(value) = operand
            && self.useful.insert(value)
        {
            self.work.push(value);
        }
    }

    fn instruction(&mut self, inst: &'f Inst) {
        if is_free(&inst.op) {
            for result in &inst.results {
                self.defined_by[result.index()] = Some(inst);
            }
        } else {
            inst.op.for_each_operand(|operand| self.need(operand));
        }
    }

    fn close(mut self, function: &Function) -> FxHashSet<ValueId> {
        loop {
            while let Some(value) = self.work.pop() {
                if let Some(inst) = self.defined_by[value.index()] {
                    inst.op.for_each_operand(|operand| self.need(operand));
                }
                for arg in std::mem::take(&mut self.passed[value.index()]) {
                    self.need(arg);
                }
            }
            for (cond, join) in std::mem::take(&mut self.choices) {
                match function.blocks[join].params.iter().any(|param| self.useful.contains(param)) {
                    true => self.need(cond),
                    false => self.choices.push((cond, join)),
                }
            }
            if self.work.is_empty() {
                return self.useful;
            }
        }
    }
}

/// Whether leaving the instruction out changes nothing but its results.
fn is_free(op: &Op) -> bool {
    let divides = matches!(
        op,
        Op::Binary { op: BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem, .. }
    );
    op.is_pure() && !divides && !matches!(op, Op::ThreadLocal { .. })
}

/// Whether all that lies between a branch and its join is free.
fn is_diamond(function: &Function, branch: BlockId, join: BlockId) -> bool {
    let mut seen: Vec<BlockId> = Vec::new();
    let mut work = cfg::successors(function, branch);
    while let Some(block) = work.pop() {
        if block == join || seen.contains(&block) {
            continue;
        }
        if block == branch
            || seen.len() >= MAX_DIAMOND
            || !function.blocks[block].insts.iter().all(|inst| is_free(&inst.op))
        {
            return false;
        }
        seen.push(block);
        work.extend(cfg::successors(function, block));
    }
    // A cycle inside would be a loop that may not end.
    seen.iter()
        .all(|&block| cfg::successors(function, block).iter().all(|next| *next == join || next.0 > block.0))
}
