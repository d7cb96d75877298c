//! Which registers still matter: liveness per function, worked out when first asked for.
//!
//! Two states of a thread that differ only in registers nobody will read behave the same. A loop that waits for another
//! thread is told by this: it comes back to the same place with nothing changed that matters.

use crate::machine::Machine;
use crate::state::ThreadState;
use ir::{Function, Id, Operand};

/// A set of registers of one function.
type Registers = Vec<u64>;

#[derive(Debug)]
pub(crate) struct Live {
    /// Registers that matter at the end of each block.
    at_end: Vec<Registers>,
    /// Registers that somebody reads.
    used: Registers,
}

fn add(set: &mut Registers, operand: Operand) {
    if let Some(value) = operand.value() {
        set[value.index() / 64] |= 1u64 << (value.index() % 64);
    }
}
fn remove(set: &mut Registers, value: ir::ValueId) {
    set[value.index() / 64] &= !(1u64 << (value.index() % 64));
}

impl Live {
    pub fn of(function: &Function) -> Live {
        let n_words = function.values.len().div_ceil(64);
        let mut live = Live { at_end: vec![vec![0; n_words]; function.blocks.len()], used: vec![0; n_words] };
        let mut at_start = vec![vec![0u64; n_words]; function.blocks.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (index, block) in function.blocks.iter().enumerate().rev() {
                let mut set: Registers = vec![0; n_words];
                for target in block.term.targets() {
                    let below = &at_start[target.block.index()];
                    set.iter_mut().zip(below).for_each(|(mine, theirs)| *mine |= theirs);
                }
                block.term.for_each_operand(|operand| add(&mut set, operand));
                live.at_end[index].clone_from(&set);
                for inst in block.insts.iter().rev() {
                    inst.results.iter().for_each(|&value| remove(&mut set, value));
                    inst.op.for_each_operand(|operand| add(&mut set, operand));
                }
                block.params.iter().for_each(|&value| remove(&mut set, value));
                if at_start[index] != set {
                    at_start[index] = set;
                    changed = true;
                }
            }
        }
        for block in function.blocks.iter() {
            block.term.for_each_operand(|operand| add(&mut live.used, operand));
            for inst in &block.insts {
                inst.op.for_each_operand(|operand| add(&mut live.used, operand));
            }
        }
        live
    }
}

impl Machine {
    fn live(&self, function: ir::FuncId) -> &Live {
        self.live[function.index()].get_or_init(|| Live::of(&self.program().functions[function]))
    }

    /// The registers that matter before a step; of a call in progress, those that matter behind it.
    fn live_at(&self, function: ir::FuncId, pc: u32, innermost: bool) -> Registers {
        let code = &self.codes[function.index()];
        let block = code.block_of(pc);
        let start = code.blocks[block.index()].start;
        let mut set = self.live(function).at_end[block.index()].clone();
        let body = &self.program().functions[function].blocks[block];
        for (index, inst) in body.insts.iter().enumerate().rev() {
            let at = start + index as u32;
            if at < pc {
                break;
            }
            inst.results.iter().for_each(|&value| remove(&mut set, value));
            if at > pc || innermost {
                inst.op.for_each_operand(|operand| add(&mut set, operand));
            }
        }
        set
    }

    /// Whether two states of one thread stand at the same place with the same values in all registers that matter.
    pub fn same_place(&self, a: &ThreadState, b: &ThreadState) -> bool {
        let same_frames =
            a.frames == b.frames && a.objects == b.objects && a.thread_locals == b.thread_locals;
        if !same_frames || a.phase != b.phase || a.progress != b.progress {
            return false;
        }
        let n = a.frames.len();
        a.frames.iter().enumerate().all(|(depth, frame)| {
            let base = frame.base as usize;
            let end = a.frames.get(depth + 1).map_or(a.values.len(), |next| next.base as usize);
            if a.values.get(base..end) == b.values.get(base..end) {
                return true;
            }
            let live = self.live_at(frame.function, frame.pc, depth + 1 == n);
            (base..end).enumerate().all(|(register, at)| {
                live[register / 64] >> (register % 64) & 1 == 0 || a.values[at] == b.values[at]
            })
        })
    }

    /// Whether nobody ever reads what the instruction at hand gives back.
    pub fn result_is_unused(&self, state: &ThreadState) -> bool {
        let (Some(frame), Some(inst)) = (state.frames.last(), self.instruction(state)) else { return false };
        let used = &self.live(frame.function).used;
        inst.results.iter().all(|value| used[value.index() / 64] >> (value.index() % 64) & 1 == 0)
    }
}
