//! Operations of the IR as terms of the solver: one table for all engines that need it.
//!
//! `i1` values are Bool terms, all others bit-vectors of their type's width. Nothing is folded here beyond what the
//! solver's own rewriting does; floating point has no terms.

use ir::{BinaryOp, CastOp, CompareOp, Ty};
use solver::{Sort, TermId, Terms};

/// The number that a term is, if it is constant.
pub fn known(terms: &Terms, value: TermId) -> Option<u128> {
    terms.as_bool_const(value).map(u128::from).or_else(|| terms.as_const(value))
}

/// As a bit-vector, also for `i1`.
pub fn bits(terms: &mut Terms, value: TermId) -> TermId {
    match terms.sort(value) {
        Sort::Bool => terms.from_bool(value),
        Sort::Bits(_) => value,
    }
}

/// From a bit-vector of the type's width.
pub fn typed(terms: &mut Terms, value: TermId, ty: Ty) -> TermId {
    match (ty, terms.sort(value)) {
        (Ty::BOOL, Sort::Bits(_)) => terms.bit(0, value),
        _ => value,
    }
}

/// The bytes that a value of this type leaves in memory.
pub fn to_bytes(terms: &mut Terms, value: TermId, ty: Ty) -> TermId {
    let value = bits(terms, value);
    terms.resize_unsigned(value, 8 * ty.bytes() as u32)
}

pub fn from_bytes(terms: &mut Terms, bytes: TermId, ty: Ty) -> TermId {
    let value = terms.resize_unsigned(bytes, ty.bits());
    typed(terms, value, ty)
}

/// Of two values of this type; `None` for floating point.
pub fn binary(terms: &mut Terms, op: BinaryOp, ty: Ty, a: TermId, b: TermId) -> Option<TermId> {
    let (x, y) = (bits(terms, a), bits(terms, b));
    let result = match op {
        BinaryOp::Add => terms.add(x, y),
        BinaryOp::Sub => terms.sub(x, y),
        BinaryOp::Mul => terms.mul(x, y),
        BinaryOp::UDiv => terms.udiv(x, y),
        BinaryOp::SDiv => terms.sdiv(x, y),
        BinaryOp::URem => terms.urem(x, y),
        BinaryOp::SRem => terms.srem(x, y),
        BinaryOp::Shl => terms.shl(x, y),
        BinaryOp::LShr => terms.lshr(x, y),
        BinaryOp::AShr => terms.ashr(x, y),
        BinaryOp::And => terms.bit_and(x, y),
        BinaryOp::Or => terms.bit_or(x, y),
        BinaryOp::Xor => terms.bit_xor(x, y),
        BinaryOp::SMin | BinaryOp::SMax => {
            let less = terms.slt(x, y);
            if op == BinaryOp::SMin { terms.ite(less, x, y) } else { terms.ite(less, y, x) }
        }
        BinaryOp::UMin | BinaryOp::UMax => {
            let less = terms.ult(x, y);
            if op == BinaryOp::UMin { terms.ite(less, x, y) } else { terms.ite(less, y, x) }
        }
        _ => return None,
    };
    Some(typed(terms, result, ty))
}

/// A Bool; `None` for floating point.
pub fn compare(terms: &mut Terms, op: CompareOp, a: TermId, b: TermId) -> Option<TermId> {
    let (x, y) = (bits(terms, a), bits(terms, b));
    Some(match op {
        CompareOp::Eq => terms.eq(x, y),
        CompareOp::Ne => terms.ne(x, y),
        CompareOp::Ult => terms.ult(x, y),
        CompareOp::Ule => terms.ule(x, y),
        CompareOp::Ugt => terms.ult(y, x),
        CompareOp::Uge => terms.ule(y, x),
        CompareOp::Slt => terms.slt(x, y),
        CompareOp::Sle => terms.sle(x, y),
        CompareOp::Sgt => terms.slt(y, x),
        CompareOp::Sge => terms.sle(y, x),
        _ => return None,
    })
}

/// To another type; `None` for floating point.
pub fn cast(terms: &mut Terms, op: CastOp, to: Ty, value: TermId) -> Option<TermId> {
    let value = bits(terms, value);
    let result = match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::Bits => terms.resize_unsigned(value, to.bits()),
        CastOp::SExt => terms.resize_signed(value, to.bits()),
        _ => return None,
    };
    Some(typed(terms, result, to))
}
