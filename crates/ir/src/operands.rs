//! Walking over the operands of instructions and terminators: one table that all passes share.

use crate::{Callee, Op, Operand, Term};

impl Op {
    /// Calls `visit` on each operand, in the order they are written.
    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut Operand)) {
        match self {
            Op::Unary { a, .. } | Op::Cast { a, .. } => visit(a),
            Op::Binary { a, b, .. } | Op::Overflow { a, b, .. } | Op::Compare { a, b, .. } => {
                visit(a);
                visit(b);
            }
            Op::Select { cond, then, other } => [cond, then, other].into_iter().for_each(visit),
            Op::PtrAdd { base, offset } => [base, offset].into_iter().for_each(visit),
            Op::Alloca { size, .. } | Op::HeapAlloc { size, .. } => visit(size),
            Op::Load { addr, .. } => visit(addr),
            Op::Store { addr, value, .. } | Op::Rmw { addr, value, .. } => {
                visit(addr);
                visit(value);
            }
            Op::CompareExchange { addr, expected, desired, .. } => {
                [addr, expected, desired].into_iter().for_each(visit);
            }
            Op::Copy { dst, src, len } => [dst, src, len].into_iter().for_each(visit),
            Op::Fill { dst, byte, len } => [dst, byte, len].into_iter().for_each(visit),
            Op::HeapFree { ptr } | Op::ScopeEnd { ptr } | Op::ObjectSize { ptr } => visit(ptr),
            Op::Call { callee, args } => {
                if let Callee::Indirect(pointer) = callee {
                    visit(pointer);
                }
                args.iter_mut().for_each(visit);
            }
            Op::Sync { args, .. } | Op::Print { args, .. } => args.iter_mut().for_each(visit),
            Op::Exit { code } => visit(code),
            Op::Assert { cond, .. } | Op::Assume { cond } => visit(cond),
            Op::Observe { value, .. } => visit(value),
            Op::ThreadLocal { .. }
            | Op::Fence { .. }
            | Op::Abort
            | Op::Nondet { .. }
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::TransactionBegin
            | Op::TransactionEnd
            | Op::Unsupported { .. } => {}
        }
    }

    /// Calls `visit` on each operand.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Operand)) {
        // One table serves both: the clone is shallow, and no pass that only reads is hot.
        self.clone().for_each_operand_mut(|operand| visit(*operand));
    }

    /// Whether the instruction does nothing but compute its results.
    pub fn is_pure(&self) -> bool {
        matches!(
            self,
            Op::Unary { .. }
                | Op::Binary { .. }
                | Op::Overflow { .. }
                | Op::Compare { .. }
                | Op::Cast { .. }
                | Op::Select { .. }
                | Op::PtrAdd { .. }
                | Op::ThreadLocal { .. }
        )
    }
}

impl Term {
    /// Calls `visit` on each operand, arguments of targets included.
    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut Operand)) {
        match self {
            Term::Branch { cond, .. } => visit(cond),
            Term::Switch { value, .. } => visit(value),
            Term::Return(values) => values.iter_mut().for_each(&mut visit),
            Term::Jump(_) | Term::Unreachable => {}
        }
        for target in self.targets_mut() {
            target.args.iter_mut().for_each(&mut visit);
        }
    }
    pub fn for_each_operand(&self, mut visit: impl FnMut(Operand)) {
        self.clone().for_each_operand_mut(|operand| visit(*operand));
    }
}
