//! Operations of the IR as terms of the solver: one table for all engines that need it.
//!
//! `i1` values are Bool terms, all others bit-vectors of their type's width. Nothing is folded here beyond what the
//! solver's own rewriting does; floating point has no terms.

use ir::{BinaryOp, CastOp, CompareOp, OverflowOp, Ty, UnaryOp};
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

/// Of a value of this type; `None` for floating point.
pub fn unary(terms: &mut Terms, op: UnaryOp, ty: Ty, a: TermId) -> Option<TermId> {
    let x = bits(terms, a);
    let width = ty.bits();
    let result = match op {
        UnaryOp::CountOnes => {
            let zero = terms.bits_const(0, width);
            (0..width).fold(zero, |sum, index| {
                let bit = terms.extract(index, index, x);
                let bit = terms.resize_unsigned(bit, width);
                terms.add(sum, bit)
            })
        }
        UnaryOp::LeadingZeros | UnaryOp::TrailingZeros => {
            let mut result = terms.bits_const(u128::from(width), width);
            // The bit looked at first decides, so it is put outermost.
            for distance in (0..width).rev() {
                let index = if op == UnaryOp::TrailingZeros { distance } else { width - 1 - distance };
                let bit = terms.bit(index, x);
                let found = terms.bits_const(u128::from(distance), width);
                result = terms.ite(bit, found, result);
            }
            result
        }
        UnaryOp::ByteSwap | UnaryOp::BitReverse => {
            let step = if op == UnaryOp::ByteSwap { 8 } else { 1 };
            let mut result = terms.extract(step - 1, 0, x);
            for low in (step..width).step_by(step as usize) {
                let part = terms.extract(low + step - 1, low, x);
                result = terms.concat(result, part);
            }
            result
        }
        UnaryOp::Abs => {
            let (negated, sign) = (terms.neg(x), terms.sign_bit(x));
            terms.ite(sign, negated, x)
        }
        UnaryOp::FNeg => {
            let sign = terms.bits_const(1 << (width - 1), width);
            terms.bit_xor(x, sign)
        }
        UnaryOp::FAbs => {
            let rest = terms.bits_const(ty.mask() >> 1, width);
            terms.bit_and(x, rest)
        }
        _ => return None,
    };
    Some(typed(terms, result, ty))
}

/// The result of an operation on values of this width, and whether it is not the exact one; `None` where the exact one is too wide.
pub fn overflow(
    terms: &mut Terms,
    op: OverflowOp,
    width: u32,
    a: TermId,
    b: TermId,
) -> Option<(TermId, TermId)> {
    let signed = matches!(op, OverflowOp::SAdd | OverflowOp::SSub | OverflowOp::SMul);
    let wide = if matches!(op, OverflowOp::SMul | OverflowOp::UMul) { 2 * width } else { width + 1 };
    if wide > solver::MAX_WIDTH {
        return None;
    }
    let widen = |terms: &mut Terms, term: TermId| match signed {
        true => terms.resize_signed(term, wide),
        false => terms.resize_unsigned(term, wide),
    };
    let (x, y) = (bits(terms, a), bits(terms, b));
    let (x, y) = (widen(terms, x), widen(terms, y));
    let exact = match op {
        OverflowOp::SAdd | OverflowOp::UAdd => terms.add(x, y),
        OverflowOp::SSub | OverflowOp::USub => terms.sub(x, y),
        OverflowOp::SMul | OverflowOp::UMul => terms.mul(x, y),
    };
    let result = terms.resize_unsigned(exact, width);
    let back = widen(terms, result);
    Some((result, terms.ne(back, exact)))
}
