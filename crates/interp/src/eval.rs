//! Arithmetic on bit patterns: what each pure operation of the IR computes.
//!
//! A value is its bits in a `u128`, with nothing above the width of its type. Integers are two's complement;
//! `f80` is computed as `f64` (see `ir::Ty`). A float that does not fit the integer it is converted to is undefined
//! in C; here it saturates at 128 bits and is then cut to the width.

use crate::RuntimeError;
use ir::{BinaryOp, CastOp, CompareOp, OverflowOp, RmwOp, Ty, UnaryOp};

/// The bits read as a signed number.
#[inline]
pub fn signed(bits: u128, ty: Ty) -> i128 {
    let shift = 128 - ty.bits();
    ((bits << shift) as i128) >> shift
}

fn to_f64(bits: u128, ty: Ty) -> f64 {
    match ty {
        Ty::F32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits as u64),
    }
}
fn from_f64(value: f64, ty: Ty) -> u128 {
    match ty {
        Ty::F32 => u128::from((value as f32).to_bits()),
        _ => u128::from(value.to_bits()),
    }
}

pub fn unary(op: UnaryOp, ty: Ty, a: u128) -> u128 {
    let width = ty.bits();
    let float32 = |f: fn(f32) -> f32| u128::from(f(f32::from_bits(a as u32)).to_bits());
    let float64 = |f: fn(f64) -> f64| u128::from(f(f64::from_bits(a as u64)).to_bits());
    macro_rules! float {
        ($method:ident) => {
            if ty == Ty::F32 { float32(f32::$method) } else { float64(f64::$method) }
        };
    }
    match op {
        UnaryOp::CountOnes => u128::from(a.count_ones()),
        UnaryOp::LeadingZeros => u128::from(a.leading_zeros() - (128 - width)),
        UnaryOp::TrailingZeros => u128::from(a.trailing_zeros().min(width)),
        UnaryOp::ByteSwap => a.swap_bytes() >> (128 - width),
        UnaryOp::BitReverse => a.reverse_bits() >> (128 - width),
        UnaryOp::Abs => signed(a, ty).unsigned_abs() & ty.mask(),
        UnaryOp::FNeg => a ^ (1 << (width - 1)),
        UnaryOp::FAbs => a & !(1 << (width - 1)),
        UnaryOp::Sqrt => float!(sqrt),
        UnaryOp::Floor => float!(floor),
        UnaryOp::Ceil => float!(ceil),
        UnaryOp::Trunc => float!(trunc),
        UnaryOp::Round => float!(round),
        UnaryOp::Sin => float!(sin),
        UnaryOp::Cos => float!(cos),
        UnaryOp::Exp => float!(exp),
        UnaryOp::Log => float!(ln),
    }
}

#[inline]
pub fn binary(op: BinaryOp, ty: Ty, a: u128, b: u128) -> Result<u128, RuntimeError> {
    if op.is_float() {
        return Ok(float_binary(op, ty, a, b));
    }
    match ty.bits() <= 64 {
        true => binary64(op, ty.bits(), a as u64, b as u64).map(u128::from),
        false => binary128(op, ty.bits(), a, b),
    }
}

/// Integers in a machine word: all are computed in 64 bits, or in 128 where they have more.
macro_rules! integer_binary {
    ($name:ident, $word:ty, $signed:ty) => {
        #[inline]
        fn $name(op: BinaryOp, width: u32, a: $word, b: $word) -> Result<$word, RuntimeError> {
            let unused = <$word>::BITS - width;
            let sign = |bits: $word| ((bits << unused) as $signed) >> unused;
            let (sa, sb) = (sign(a), sign(b));
            // A shift by the width or more but less than the machine's leaves nothing within the width.
            let result = match op {
                BinaryOp::Add => a.wrapping_add(b),
                BinaryOp::Sub => a.wrapping_sub(b),
                BinaryOp::Mul => a.wrapping_mul(b),
                BinaryOp::And => a & b,
                BinaryOp::Or => a | b,
                BinaryOp::Xor => a ^ b,
                BinaryOp::Shl => u32::try_from(b).ok().and_then(|b| a.checked_shl(b)).unwrap_or(0),
                BinaryOp::LShr => u32::try_from(b).ok().and_then(|b| a.checked_shr(b)).unwrap_or(0),
                BinaryOp::AShr => (sa >> b.min(<$word>::from(<$word>::BITS - 1))) as $word,
                BinaryOp::UDiv => a.checked_div(b).ok_or(RuntimeError::DivisionByZero)?,
                BinaryOp::URem => a.checked_rem(b).ok_or(RuntimeError::DivisionByZero)?,
                BinaryOp::SDiv | BinaryOp::SRem => {
                    check_division(b == 0, sb == -1 && a == 1 << (width - 1))?;
                    if op == BinaryOp::SDiv { (sa / sb) as $word } else { (sa % sb) as $word }
                }
                BinaryOp::SMin => sa.min(sb) as $word,
                BinaryOp::SMax => sa.max(sb) as $word,
                BinaryOp::UMin => a.min(b),
                BinaryOp::UMax => a.max(b),
                _ => 0,
            };
            Ok(result & (<$word>::MAX >> unused))
        }
    };
}
integer_binary!(binary64, u64, i64);
integer_binary!(binary128, u128, i128);

fn check_division(zero: bool, overflow: bool) -> Result<(), RuntimeError> {
    match (zero, overflow) {
        (true, _) => Err(RuntimeError::DivisionByZero),
        (_, true) => Err(RuntimeError::DivisionOverflow),
        _ => Ok(()),
    }
}

fn float_binary(op: BinaryOp, ty: Ty, a: u128, b: u128) -> u128 {
    macro_rules! compute {
        ($float:ty, $bits:ty) => {{
            let (a, b) = (<$float>::from_bits(a as $bits), <$float>::from_bits(b as $bits));
            let result: $float = match op {
                BinaryOp::FAdd => a + b,
                BinaryOp::FSub => a - b,
                BinaryOp::FMul => a * b,
                BinaryOp::FDiv => a / b,
                BinaryOp::FRem => a % b,
                BinaryOp::FMin => a.min(b),
                BinaryOp::FMax => a.max(b),
                BinaryOp::FPow => a.powf(b),
                _ => a.copysign(b),
            };
            u128::from(result.to_bits())
        }};
    }
    if ty == Ty::F32 { compute!(f32, u32) } else { compute!(f64, u64) }
}

/// The wrapped result, and whether the exact one does not fit.
pub fn overflow(op: OverflowOp, ty: Ty, a: u128, b: u128) -> (u128, bool) {
    let (sa, sb) = (signed(a, ty), signed(b, ty));
    let (unsigned, (result, lost)) = match op {
        OverflowOp::SAdd => (false, split(sa.overflowing_add(sb))),
        OverflowOp::SSub => (false, split(sa.overflowing_sub(sb))),
        OverflowOp::SMul => (false, split(sa.overflowing_mul(sb))),
        OverflowOp::UAdd => (true, a.overflowing_add(b)),
        OverflowOp::USub => (true, a.overflowing_sub(b)),
        OverflowOp::UMul => (true, a.overflowing_mul(b)),
    };
    let wrapped = result & ty.mask();
    let fits = if unsigned { wrapped == result } else { signed(wrapped, ty) as u128 == result };
    (wrapped, lost || !fits)
}

fn split((result, lost): (i128, bool)) -> (u128, bool) {
    (result as u128, lost)
}

#[inline]
pub fn compare(op: CompareOp, ty: Ty, a: u128, b: u128) -> bool {
    use CompareOp::*;
    match op {
        Eq => a == b,
        Ne => a != b,
        Ult => a < b,
        Ule => a <= b,
        Ugt => a > b,
        Uge => a >= b,
        Slt => signed(a, ty) < signed(b, ty),
        Sle => signed(a, ty) <= signed(b, ty),
        Sgt => signed(a, ty) > signed(b, ty),
        Sge => signed(a, ty) >= signed(b, ty),
        _ => float_compare(op, to_f64(a, ty), to_f64(b, ty)),
    }
}

fn float_compare(op: CompareOp, a: f64, b: f64) -> bool {
    use CompareOp::*;
    let unordered = a.is_nan() || b.is_nan();
    match op {
        FOeq => a == b,
        FOne => !unordered && a != b,
        FOlt => a < b,
        FOle => a <= b,
        FOgt => a > b,
        FOge => a >= b,
        FOrd => !unordered,
        FUeq => unordered || a == b,
        FUne => a != b,
        FUlt => unordered || a < b,
        FUle => unordered || a <= b,
        FUgt => unordered || a > b,
        FUge => unordered || a >= b,
        _ => unordered,
    }
}

#[inline]
pub fn cast(op: CastOp, from: Ty, to: Ty, a: u128) -> u128 {
    match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::Bits => a & to.mask(),
        CastOp::SExt => signed(a, from) as u128 & to.mask(),
        CastOp::FTrunc | CastOp::FExt => from_f64(to_f64(a, from), to),
        CastOp::FToS => (to_f64(a, from) as i128) as u128 & to.mask(),
        CastOp::FToU => float_to_unsigned(to_f64(a, from)) & to.mask(),
        CastOp::SToF => match to {
            Ty::F32 => u128::from((signed(a, from) as f32).to_bits()),
            _ => u128::from((signed(a, from) as f64).to_bits()),
        },
        CastOp::UToF => match to {
            Ty::F32 => u128::from((a as f32).to_bits()),
            _ => u128::from((a as f64).to_bits()),
        },
    }
}

/// Negative numbers wrap, as compilers for 64-bit machines have it for narrow unsigned types.
fn float_to_unsigned(value: f64) -> u128 {
    if value < 0.0 { (value as i128) as u128 } else { value as u128 }
}

/// The operation by which a read-modify-write makes its new value; none for an exchange, and for `nand`, which inverts `and`.
pub fn rmw_binary(op: RmwOp) -> Option<BinaryOp> {
    Some(match op {
        RmwOp::Add => BinaryOp::Add,
        RmwOp::Sub => BinaryOp::Sub,
        RmwOp::And => BinaryOp::And,
        RmwOp::Or => BinaryOp::Or,
        RmwOp::Xor => BinaryOp::Xor,
        RmwOp::Max => BinaryOp::SMax,
        RmwOp::Min => BinaryOp::SMin,
        RmwOp::UMax => BinaryOp::UMax,
        RmwOp::UMin => BinaryOp::UMin,
        RmwOp::FAdd => BinaryOp::FAdd,
        RmwOp::FSub => BinaryOp::FSub,
        RmwOp::Xchg | RmwOp::Nand => return None,
    })
}

/// What a read-modify-write leaves behind when it finds `old`.
pub fn rmw_result(op: RmwOp, ty: Ty, old: u128, value: u128) -> u128 {
    let (old, value) = (old & ty.mask(), value & ty.mask());
    match (op, rmw_binary(op)) {
        // None of these divides.
        (_, Some(with)) => binary(with, ty, old, value).unwrap_or(0),
        (RmwOp::Nand, _) => !(old & value) & ty.mask(),
        _ => value,
    }
}
