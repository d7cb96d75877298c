//! Which registers still matter: liveness per function, worked out when first asked for.
//!
//! Two states of a thread that differ only in registers nobody will read behave the same. A loop that waits for another
//! thread is told by this: it comes back to the same place with nothing changed that matters.

use crate::machine::Machine;
use crate::state::ThreadState;
use ir::{FuncId, Id, Liveness, ValueId, ValueSet};

impl Machine {
    fn live(&self, function: FuncId) -> &Liveness {
        self.live[function.index()].get_or_init(|| Liveness::of(&self.program().functions[function]))
    }

    /// The registers that matter before a step; of a call in progress, those that matter behind it.
    fn live_at(&self, function: FuncId, pc: u32, innermost: bool) -> ValueSet {
        let code = &self.codes[function.index()];
        let block = code.block_of(pc);
        let at = (pc - code.blocks[block.index()].start) as usize;
        let body = &self.program().functions[function];
        let mut set = self.live(function).before(body, block, at + usize::from(!innermost));
        if let (false, Some(call)) = (innermost, body.blocks[block].insts.get(at)) {
            call.results.iter().for_each(|&value| set.remove(value));
        }
        set
    }

    /// Whether two states of one thread stand at the same place with the same values in all registers that matter.
    pub fn same_place(&self, a: &ThreadState, b: &ThreadState) -> bool {
        self.same_place_up_to(a, b, |a, b| a == b)
    }

    /// The same, where the caller says which values count as the same, and which stack objects.
    pub fn same_place_up_to(
        &self,
        a: &ThreadState,
        b: &ThreadState,
        same: impl Fn(u128, u128) -> bool,
    ) -> bool {
        let same_objects = a.objects.len() == b.objects.len()
            && a.objects.iter().zip(&b.objects).all(|(&a, &b)| same(a.into(), b.into()));
        let same_frames = a.frames == b.frames && same_objects && a.thread_locals == b.thread_locals;
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
                !live.contains(ValueId::from_index(register)) || same(a.values[at], b.values[at])
            })
        })
    }

    /// Whether nobody ever reads what the instruction at hand gives back.
    pub fn result_is_unused(&self, state: &ThreadState) -> bool {
        let (Some(frame), Some(inst)) = (state.frames.last(), self.instruction(state)) else { return false };
        inst.results.iter().all(|&value| !self.live(frame.function).is_used(value))
    }
}
