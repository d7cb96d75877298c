//! Appends instructions to a function that is being built. Knows nothing of LLVM.
//!
//! Folds only what carries no dependency: an offset of zero, constant offsets from a global, constants of another width.

use ir::*;
use smallvec::SmallVec;
use std::sync::Arc;

#[derive(Debug)]
pub(crate) struct Builder {
    pub function: Function,
    pub block: BlockId,
    pub span: Span,
}

impl Builder {
    /// A builder that stands in the new entry block.
    pub fn new(name: impl Into<Arc<str>>) -> Self {
        let mut function = Function::new(name);
        let block = function.new_block();
        Builder { function, block, span: Span::NONE }
    }

    pub fn emit(&mut self, op: Op, results: &[Ty]) -> SmallVec<[ValueId; 1]> {
        let results: SmallVec<[ValueId; 1]> = results.iter().map(|&ty| self.function.new_value(ty)).collect();
        let inst = Inst { op, results: results.clone(), span: self.span };
        self.function.blocks[self.block].insts.push(inst);
        results
    }
    pub fn effect(&mut self, op: Op) {
        self.emit(op, &[]);
    }
    pub fn value(&mut self, op: Op, ty: Ty) -> Operand {
        let value = self.emit(op, &[ty])[0];
        Operand::Value(value)
    }
    /// Ends the current block.
    pub fn end(&mut self, term: Term) {
        let block = &mut self.function.blocks[self.block];
        block.term = term;
        block.span = self.span;
    }
    pub fn ty(&self, operand: Operand) -> Ty {
        self.function.operand_ty(operand)
    }

    pub fn binary(&mut self, op: BinaryOp, a: Operand, b: Operand) -> Operand {
        let ty = self.ty(a);
        self.value(Op::Binary { op, a, b }, ty)
    }
    pub fn unary(&mut self, op: UnaryOp, a: Operand) -> Operand {
        let ty = self.ty(a);
        self.value(Op::Unary { op, a }, ty)
    }
    pub fn compare(&mut self, op: CompareOp, a: Operand, b: Operand) -> Operand {
        self.value(Op::Compare { op, a, b }, Ty::BOOL)
    }
    pub fn select(&mut self, cond: Operand, then: Operand, other: Operand) -> Operand {
        let ty = self.ty(then);
        self.value(Op::Select { cond, then, other }, ty)
    }
    pub fn cast(&mut self, op: CastOp, a: Operand, to: Ty) -> Operand {
        self.value(Op::Cast { op, a }, to)
    }
    /// The same bits under another type of the same width.
    pub fn bits(&mut self, a: Operand, to: Ty) -> Operand {
        match a {
            _ if self.ty(a) == to => a,
            Operand::Const { bits, ty } if ty != Ty::F80 && to != Ty::F80 => Operand::Const { bits, ty: to },
            _ => self.cast(CastOp::Bits, a, to),
        }
    }
    /// An integer of another width, extended or cut.
    pub fn resize(&mut self, a: Operand, to: Ty, signed: bool) -> Operand {
        let from = self.ty(a);
        if let Operand::Const { bits, .. } = a {
            let shift = 128 - from.bits();
            let extended = if signed { (((bits << shift) as i128) >> shift) as u128 } else { bits };
            return Operand::Const { bits: extended & to.mask(), ty: to };
        }
        match from.bits().cmp(&to.bits()) {
            std::cmp::Ordering::Equal => self.bits(a, to),
            std::cmp::Ordering::Less => self.cast(if signed { CastOp::SExt } else { CastOp::ZExt }, a, to),
            std::cmp::Ordering::Greater => self.cast(CastOp::Trunc, a, to),
        }
    }
    /// `a != 0`; a lone bit is its own truth value.
    pub fn is_true(&mut self, a: Operand) -> Operand {
        let ty = self.ty(a);
        match ty {
            Ty::BOOL => a,
            Ty::F32 | Ty::F64 | Ty::F80 => self.compare(CompareOp::FUne, a, Operand::Const { bits: 0, ty }),
            _ => self.compare(CompareOp::Ne, a, Operand::Const { bits: 0, ty }),
        }
    }

    pub fn ptr_add(&mut self, base: Operand, offset: i64) -> Operand {
        match base {
            _ if offset == 0 => base,
            Operand::Global { id, offset: start } => {
                Operand::Global { id, offset: start.wrapping_add(offset) }
            }
            _ => self.ptr_add_value(base, Operand::i64(offset)),
        }
    }
    pub fn ptr_add_value(&mut self, base: Operand, offset: Operand) -> Operand {
        self.value(Op::PtrAdd { base, offset }, Ty::Ptr)
    }
    pub fn load(&mut self, access: Access, addr: Operand) -> Operand {
        let ty = access.ty;
        self.value(Op::Load { access, addr }, ty)
    }
    pub fn store(&mut self, access: Access, addr: Operand, value: Operand) {
        self.effect(Op::Store { access, addr, value });
    }
    pub fn nondet(&mut self, kind: NondetKind, ty: Ty) -> Operand {
        self.value(Op::Nondet { kind }, ty)
    }
    pub fn unsupported(&mut self, reason: impl Into<Arc<str>>) {
        self.effect(Op::Unsupported { reason: reason.into() });
    }
    pub fn name_value(&mut self, operand: Operand, name: &Arc<str>) {
        if let Operand::Value(value) = operand {
            self.function.values[value].name.get_or_insert_with(|| name.clone());
        }
    }
}
