//! What runs beside the numbers of a thread: a shadow is told of every step that needs no world, as it is done.
//!
//! Two are at home here: none at all, which costs nothing, and the reads that each register depends on. Others bring their
//! own (`fusion`: the expression that each register was computed by) and run through [`crate::Machine::advance_beside`].

use crate::{Machine, ReadSet, ThreadState};
use ir::{BinaryOp, BlockId, CastOp, CompareOp, Inst, OverflowOp, Ty, UnaryOp};

/// What an instruction computes from registers alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pure {
    Unary(UnaryOp),
    Binary(BinaryOp),
    Compare(CompareOp),
    Cast(CastOp, Ty),
    Select,
    PtrAdd,
    /// The wrapped result, or (`true`) whether it was wrapped.
    Overflow(OverflowOp, bool),
}

/// An operand: its place in the stack of registers (constants have none), its number and type.
#[derive(Clone, Copy, Debug)]
pub struct Arg {
    pub slot: Option<usize>,
    pub value: u128,
    pub ty: Ty,
}

/// A register that takes over a value, and where that comes from.
pub type Move = (usize, Option<usize>);

/// What makes a path depend on a value.
#[derive(Clone, Copy, Debug)]
pub enum Decision<'m> {
    /// The block that was not taken, and where the ways meet again.
    Branch { other: BlockId, join: Option<BlockId> },
    /// The values that have a way of their own, and where the ways meet again.
    Switch { values: &'m [u128], join: Option<BlockId> },
    /// A call through a pointer; its frame is the innermost already.
    Call,
    /// An assertion or assumption that holds.
    Assert(&'m Inst),
}

/// Beside the registers of a thread. All places are those in the thread's stack of registers.
pub trait Shadow {
    /// Whether it wants to be told.
    const ON: bool = true;
    fn compute(&mut self, state: &mut ThreadState, op: Pure, args: &[Arg], dst: usize);
    fn decide(&mut self, machine: &Machine, state: &mut ThreadState, on: Arg, decision: Decision<'_>);
    /// A jump to a block, whose parameters are assigned at once.
    fn jump(&mut self, state: &mut ThreadState, moves: &[Move], block: BlockId);
    /// A frame has been opened, with these arguments.
    fn enter(&mut self, state: &mut ThreadState, moves: &[Move]);
    /// The innermost frame, whose registers begin at `base`, is about to be closed; the caller, if any, takes over these results.
    fn leave(&mut self, state: &mut ThreadState, values: &[Option<usize>], into: &[usize], base: usize);
    /// The instruction at hand is about to ask the world, if it must.
    fn begin(&mut self, _machine: &Machine, _state: &ThreadState) {}
}

/// No shadow.
impl Shadow for () {
    const ON: bool = false;
    fn compute(&mut self, _: &mut ThreadState, _: Pure, _: &[Arg], _: usize) {}
    fn decide(&mut self, _: &Machine, _: &mut ThreadState, _: Arg, _: Decision<'_>) {}
    fn jump(&mut self, _: &mut ThreadState, _: &[Move], _: BlockId) {}
    fn enter(&mut self, _: &mut ThreadState, _: &[Move]) {}
    fn leave(&mut self, _: &mut ThreadState, _: &[Option<usize>], _: &[usize], _: usize) {}
}

/// Keeps in `ThreadState::taints` and `ThreadState::control` what each register, and the path, depends on.
pub(crate) struct Dependencies;

impl Shadow for Dependencies {
    fn compute(&mut self, state: &mut ThreadState, _: Pure, args: &[Arg], dst: usize) {
        let taints = args.iter().filter_map(|arg| state.taints.get(arg.slot?));
        state.taints[dst] = taints.fold(ReadSet::EMPTY, |all, taint| all.union(taint));
    }
    fn decide(&mut self, _: &Machine, state: &mut ThreadState, on: Arg, decision: Decision<'_>) {
        let join = match decision {
            Decision::Branch { join, .. } | Decision::Switch { join, .. } => join,
            Decision::Call => None,
            Decision::Assert(_) => return,
        };
        let own = state.taint(on.slot);
        state.push_control(state.frames.len() as u32, join, own);
    }
    fn jump(&mut self, state: &mut ThreadState, moves: &[Move], block: BlockId) {
        self.enter(state, moves);
        state.enter_block(block);
    }
    fn enter(&mut self, state: &mut ThreadState, moves: &[Move]) {
        let taints: smallvec::SmallVec<[ReadSet; 4]> =
            moves.iter().map(|&(_, from)| state.taint(from)).collect();
        for (&(dst, _), taint) in moves.iter().zip(taints) {
            state.taints[dst] = taint;
        }
    }
    fn leave(&mut self, state: &mut ThreadState, values: &[Option<usize>], into: &[usize], base: usize) {
        for (&value, &dst) in values.iter().zip(into) {
            state.taints[dst] = state.taint(value);
        }
        state.taints.truncate(base);
        state.leave_frame();
    }
}
