//! Pure instructions over expressions.

use super::{Builder, Result};
use crate::expr::ExprId;
use ir::{BinaryOp, CastOp, CompareOp, Op, Operand, RmwOp, Ty, UnaryOp};

/// Operations that the solver has no terms for.
fn is_float_unary(op: UnaryOp) -> bool {
    !matches!(
        op,
        UnaryOp::CountOnes
            | UnaryOp::LeadingZeros
            | UnaryOp::TrailingZeros
            | UnaryOp::ByteSwap
            | UnaryOp::BitReverse
            | UnaryOp::Abs
            | UnaryOp::FNeg
            | UnaryOp::FAbs
    )
}

impl Builder<'_> {
    pub(super) fn operand(&mut self, thread: u32, operand: Operand) -> ExprId {
        match operand {
            Operand::Value(id) => {
                let frame = self.threads[thread as usize].frames.last();
                let known = frame.and_then(|frame| frame.registers.get(id.0 as usize).copied());
                known.unwrap_or_else(|| self.exprs.constant(0, Ty::I64))
            }
            Operand::Const { bits, ty } => self.exprs.constant(bits, ty),
            other => {
                let address = self.machine.layout().constant(other).unwrap_or(0);
                self.exprs.constant(address, Ty::Ptr)
            }
        }
    }

    /// The value of the run, pinned, as a constant.
    fn pinned(&mut self, thread: u32, expr: ExprId) -> ExprId {
        let (seen, ty) = (self.pin(thread, expr), self.exprs.ty(expr));
        self.exprs.constant(seen, ty)
    }

    pub(super) fn binary(&mut self, thread: u32, op: BinaryOp, a: ExprId, b: ExprId) -> Result<ExprId> {
        let (mut a, mut b) = (a, b);
        let wide = self.exprs.ty(a).bits() > 64 && op == BinaryOp::Mul;
        if op.is_float() || wide {
            (a, b) = (self.pinned(thread, a), self.pinned(thread, b));
        }
        if matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem) {
            self.divides(thread, op, a, b);
        }
        match self.exprs.binary(op, a, b) {
            Some(result) => Ok(result),
            None => self.differs(thread, "a division that fails"),
        }
    }

    /// A division is followed by something only if it does not fail.
    fn divides(&mut self, thread: u32, op: BinaryOp, a: ExprId, b: ExprId) {
        let zero = self.exprs.equals(b, 0);
        let fine = self.exprs.not(zero);
        self.guard(thread, fine);
        if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) {
            let ty = self.exprs.ty(a);
            let smallest = self.exprs.equals(a, 1 << (ty.bits() - 1));
            let minus_one = self.exprs.equals(b, ty.mask());
            let no = self.exprs.truth(false);
            let both = self.exprs.select(smallest, minus_one, no);
            let fine = self.exprs.not(both);
            self.guard(thread, fine);
        }
    }

    pub(super) fn compare(&mut self, thread: u32, op: CompareOp, a: ExprId, b: ExprId) -> ExprId {
        let (mut a, mut b) = (a, b);
        if op.is_float() {
            (a, b) = (self.pinned(thread, a), self.pinned(thread, b));
        }
        self.exprs.compare(op, a, b)
    }

    pub(super) fn cast(&mut self, thread: u32, op: CastOp, to: Ty, a: ExprId) -> ExprId {
        let exact = matches!(op, CastOp::Trunc | CastOp::ZExt | CastOp::SExt | CastOp::Bits);
        let a = if exact { a } else { self.pinned(thread, a) };
        self.exprs.cast(op, to, a)
    }

    /// An address plus an offset.
    pub(super) fn pointer(&mut self, base: ExprId, offset: ExprId) -> ExprId {
        let base = self.exprs.cast(CastOp::Bits, Ty::I64, base);
        let offset = self.exprs.cast(CastOp::Bits, Ty::I64, offset);
        // Addition never fails.
        let sum = self.exprs.binary(BinaryOp::Add, base, offset).unwrap_or(base);
        self.exprs.cast(CastOp::Bits, Ty::Ptr, sum)
    }

    /// What a read-modify-write leaves behind.
    pub(super) fn rmw(
        &mut self,
        thread: u32,
        op: RmwOp,
        ty: Ty,
        old: ExprId,
        value: ExprId,
    ) -> Result<ExprId> {
        match (op, interp::eval::rmw_binary(op)) {
            (_, Some(binary)) => self.binary(thread, binary, old, value),
            (RmwOp::Nand, _) => {
                let both = self.binary(thread, BinaryOp::And, old, value)?;
                let ones = self.exprs.constant(ty.mask(), ty);
                self.binary(thread, BinaryOp::Xor, both, ones)
            }
            _ => Ok(value),
        }
    }

    /// The results of an instruction that needs nobody; `None`: it needs the world.
    pub(super) fn pure(&mut self, thread: u32, op: &Op, result: Option<Ty>) -> Result<Option<Vec<ExprId>>> {
        Ok(Some(match op {
            Op::Unary { op, a } => {
                let mut a = self.operand(thread, *a);
                if is_float_unary(*op) {
                    a = self.pinned(thread, a);
                }
                vec![self.exprs.unary(*op, a)]
            }
            Op::Binary { op, a, b } => {
                let (a, b) = (self.operand(thread, *a), self.operand(thread, *b));
                vec![self.binary(thread, *op, a, b)?]
            }
            Op::Overflow { op, a, b } => {
                let (mut a, mut b) = (self.operand(thread, *a), self.operand(thread, *b));
                // Exact products of wider numbers are beyond the solver's widths.
                if self.exprs.ty(a).bits() > 64 {
                    (a, b) = (self.pinned(thread, a), self.pinned(thread, b));
                }
                let (value, lost) = self.exprs.overflow(*op, a, b);
                vec![value, lost]
            }
            Op::Compare { op, a, b } => {
                let (a, b) = (self.operand(thread, *a), self.operand(thread, *b));
                vec![self.compare(thread, *op, a, b)]
            }
            Op::Cast { op, a } => {
                let a = self.operand(thread, *a);
                let to = result.unwrap_or(Ty::I64);
                vec![self.cast(thread, *op, to, a)]
            }
            Op::Select { cond, then, other } => {
                let [cond, then, other] = [*cond, *then, *other].map(|part| self.operand(thread, part));
                vec![self.exprs.select(cond, then, other)]
            }
            Op::PtrAdd { base, offset } => {
                let (base, offset) = (self.operand(thread, *base), self.operand(thread, *offset));
                vec![self.pointer(base, offset)]
            }
            _ => return Ok(None),
        }))
    }
}
