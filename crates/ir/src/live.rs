//! Liveness: which values still matter at each place of a function.

use crate::cfg::reverse_postorder;
use crate::{BlockId, Function, Id, IndexVec, Inst, Operand, ValueId};

/// A set of values of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueSet(Vec<u64>);

impl ValueSet {
    /// Nothing yet of a function's values.
    pub fn none_of(function: &Function) -> ValueSet {
        ValueSet(vec![0; function.values.len().div_ceil(64)])
    }
    pub fn contains(&self, value: ValueId) -> bool {
        self.0[value.index() / 64] >> (value.index() % 64) & 1 != 0
    }
    pub fn remove(&mut self, value: ValueId) {
        self.0[value.index() / 64] &= !(1 << (value.index() % 64));
    }
    fn add(&mut self, operand: Operand) {
        if let Some(value) = operand.value() {
            self.0[value.index() / 64] |= 1 << (value.index() % 64);
        }
    }
    /// From what matters behind an instruction to what matters before it.
    fn step_back(&mut self, inst: &Inst) {
        inst.results.iter().for_each(|&value| self.remove(value));
        inst.op.for_each_operand(|operand| self.add(operand));
    }
}

#[derive(Clone, Debug)]
pub struct Liveness {
    /// What matters where each block ends.
    at_end: IndexVec<BlockId, ValueSet>,
    used: ValueSet,
}

impl Liveness {
    pub fn of(function: &Function) -> Liveness {
        let none = ValueSet::none_of(function);
        let at_end: IndexVec<BlockId, ValueSet> = function.blocks.iter().map(|_| none.clone()).collect();
        // What whoever jumps to a block must bring along beside its parameters.
        let mut at_start = at_end.clone();
        let mut live = Liveness { at_end, used: none };
        function.for_each_operand(|operand| live.used.add(operand));
        let order = reverse_postorder(function);
        let mut changed = true;
        while changed {
            changed = false;
            for &block in order.iter().rev() {
                let (code, end) = (&function.blocks[block], &mut live.at_end[block]);
                for target in code.term.targets() {
                    end.0
                        .iter_mut()
                        .zip(&at_start[target.block].0)
                        .for_each(|(mine, theirs)| *mine |= theirs);
                }
                code.term.for_each_operand(|operand| end.add(operand));
                let mut start = live.before(function, block, 0);
                code.params.iter().for_each(|&value| start.remove(value));
                if at_start[block] != start {
                    at_start[block] = start;
                    changed = true;
                }
            }
        }
        live
    }

    /// Whether somebody reads a value.
    pub fn is_used(&self, value: ValueId) -> bool {
        self.used.contains(value)
    }

    /// What matters before an instruction of a block; behind the last one, before the end of the block.
    pub fn before(&self, function: &Function, block: BlockId, index: usize) -> ValueSet {
        let mut set = self.at_end[block].clone();
        function.blocks[block].insts.iter().skip(index).rev().for_each(|inst| set.step_back(inst));
        set
    }
}
