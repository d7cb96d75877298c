//! Keyword tables.

use crate::ll::ast::*;

pub fn linkage(word: &str) -> Option<Linkage> {
    Some(match word {
        "external" => Linkage::External,
        "private" => Linkage::Private,
        "internal" => Linkage::Internal,
        "available_externally" => Linkage::AvailableExternally,
        "linkonce" => Linkage::Linkonce,
        "linkonce_odr" => Linkage::LinkonceOdr,
        "weak" => Linkage::Weak,
        "weak_odr" => Linkage::WeakOdr,
        "common" => Linkage::Common,
        "appending" => Linkage::Appending,
        "extern_weak" => Linkage::ExternWeak,
        _ => return None,
    })
}

pub fn binary_op(word: &str) -> Option<BinaryOp> {
    Some(match word {
        "add" => BinaryOp::Add,
        "sub" => BinaryOp::Sub,
        "mul" => BinaryOp::Mul,
        "udiv" => BinaryOp::UDiv,
        "sdiv" => BinaryOp::SDiv,
        "urem" => BinaryOp::URem,
        "srem" => BinaryOp::SRem,
        "shl" => BinaryOp::Shl,
        "lshr" => BinaryOp::LShr,
        "ashr" => BinaryOp::AShr,
        "and" => BinaryOp::And,
        "or" => BinaryOp::Or,
        "xor" => BinaryOp::Xor,
        "fadd" => BinaryOp::FAdd,
        "fsub" => BinaryOp::FSub,
        "fmul" => BinaryOp::FMul,
        "fdiv" => BinaryOp::FDiv,
        "frem" => BinaryOp::FRem,
        _ => return None,
    })
}

pub fn cast_op(word: &str) -> Option<CastOp> {
    Some(match word {
        "trunc" => CastOp::Trunc,
        "zext" => CastOp::ZExt,
        "sext" => CastOp::SExt,
        "fptrunc" => CastOp::FpTrunc,
        "fpext" => CastOp::FpExt,
        "fptoui" => CastOp::FpToUi,
        "fptosi" => CastOp::FpToSi,
        "uitofp" => CastOp::UiToFp,
        "sitofp" => CastOp::SiToFp,
        "ptrtoint" => CastOp::PtrToInt,
        "ptrtoaddr" => CastOp::PtrToAddr,
        "inttoptr" => CastOp::IntToPtr,
        "bitcast" => CastOp::BitCast,
        "addrspacecast" => CastOp::AddrSpaceCast,
        _ => return None,
    })
}

pub fn int_predicate(word: &str) -> Option<IntPredicate> {
    Some(match word {
        "eq" => IntPredicate::Eq,
        "ne" => IntPredicate::Ne,
        "ugt" => IntPredicate::Ugt,
        "uge" => IntPredicate::Uge,
        "ult" => IntPredicate::Ult,
        "ule" => IntPredicate::Ule,
        "sgt" => IntPredicate::Sgt,
        "sge" => IntPredicate::Sge,
        "slt" => IntPredicate::Slt,
        "sle" => IntPredicate::Sle,
        _ => return None,
    })
}

pub fn float_predicate(word: &str) -> Option<FloatPredicate> {
    Some(match word {
        "false" => FloatPredicate::False,
        "oeq" => FloatPredicate::Oeq,
        "ogt" => FloatPredicate::Ogt,
        "oge" => FloatPredicate::Oge,
        "olt" => FloatPredicate::Olt,
        "ole" => FloatPredicate::Ole,
        "one" => FloatPredicate::One,
        "ord" => FloatPredicate::Ord,
        "ueq" => FloatPredicate::Ueq,
        "ugt" => FloatPredicate::Ugt,
        "uge" => FloatPredicate::Uge,
        "ult" => FloatPredicate::Ult,
        "ule" => FloatPredicate::Ule,
        "une" => FloatPredicate::Une,
        "uno" => FloatPredicate::Uno,
        "true" => FloatPredicate::True,
        _ => return None,
    })
}

pub fn ordering(word: &str) -> Option<AtomicOrdering> {
    Some(match word {
        "unordered" => AtomicOrdering::Unordered,
        "monotonic" => AtomicOrdering::Monotonic,
        "acquire" => AtomicOrdering::Acquire,
        "release" => AtomicOrdering::Release,
        "acq_rel" => AtomicOrdering::AcqRel,
        "seq_cst" => AtomicOrdering::SeqCst,
        _ => return None,
    })
}

pub fn rmw_op(word: &str) -> Option<RmwOp> {
    Some(match word {
        "xchg" => RmwOp::Xchg,
        "add" => RmwOp::Add,
        "sub" => RmwOp::Sub,
        "and" => RmwOp::And,
        "nand" => RmwOp::Nand,
        "or" => RmwOp::Or,
        "xor" => RmwOp::Xor,
        "max" => RmwOp::Max,
        "min" => RmwOp::Min,
        "umax" => RmwOp::UMax,
        "umin" => RmwOp::UMin,
        "fadd" => RmwOp::FAdd,
        "fsub" => RmwOp::FSub,
        "fmax" => RmwOp::FMax,
        "fmin" => RmwOp::FMin,
        "uinc_wrap" => RmwOp::UIncWrap,
        "udec_wrap" => RmwOp::UDecWrap,
        "usub_cond" => RmwOp::USubCond,
        "usub_sat" => RmwOp::USubSat,
        _ => return None,
    })
}

pub fn is_fast_math_flag(word: &str) -> bool {
    matches!(word, "fast" | "nnan" | "ninf" | "nsz" | "arcp" | "contract" | "reassoc" | "afn")
}

/// Words that begin a value; every other word before a value is an attribute.
pub fn begins_value(word: &str) -> bool {
    matches!(
        word,
        "true"
            | "false"
            | "null"
            | "undef"
            | "poison"
            | "zeroinitializer"
            | "none"
            | "asm"
            | "blockaddress"
            | "dso_local_equivalent"
            | "no_cfi"
            | "splat"
            | "getelementptr"
            | "icmp"
            | "fcmp"
            | "select"
            | "extractelement"
            | "insertelement"
            | "shufflevector"
    ) || word.starts_with("u0x")
        || word.starts_with("s0x")
        || binary_op(word).is_some()
        || cast_op(word).is_some()
}
