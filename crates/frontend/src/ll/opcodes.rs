//! The vocabulary of instructions: operators, predicates, memory orders, flags, float literals.
//!
//! Re-exported by [`ast`](super::ast), which is where users take it from.

use super::symbols::Symbol;

/// Linkage of a global symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Linkage {
    #[default]
    External,
    Private,
    Internal,
    AvailableExternally,
    Linkonce,
    LinkonceOdr,
    Weak,
    WeakOdr,
    Common,
    Appending,
    ExternWeak,
}

/// Flags of arithmetic and of casts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ArithmeticFlags {
    pub no_unsigned_wrap: bool,
    pub no_signed_wrap: bool,
    pub exact: bool,
    pub disjoint: bool,
    pub non_negative: bool,
}

/// Two-operand arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
}

/// Conversions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FpTrunc,
    FpExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    PtrToInt,
    PtrToAddr,
    IntToPtr,
    BitCast,
    AddrSpaceCast,
}

/// `icmp` predicates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntPredicate {
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

/// `fcmp` predicates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatPredicate {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    Uno,
    True,
}

/// Memory orders of atomic instructions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AtomicOrdering {
    Unordered,
    Monotonic,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

/// With whom an atomic instruction synchronises.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SyncScope {
    #[default]
    System,
    /// `syncscope("singlethread")`: only signal handlers of the same thread.
    SingleThread,
    Other(Symbol),
}

/// Operations of `atomicrmw`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RmwOp {
    Xchg,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    FAdd,
    FSub,
    FMax,
    FMin,
    /// Increment up to a limit, then wrap to 0.
    UIncWrap,
    /// Decrement, wrapping to the limit at 0.
    UDecWrap,
    /// Subtract if no borrow.
    USubCond,
    /// Subtract, saturating at 0.
    USubSat,
}

/// `tail`, `musttail`, `notail` markers of a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TailKind {
    #[default]
    None,
    Tail,
    MustTail,
    NoTail,
}

/// A floating-point literal, bit for bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatConstant {
    /// Decimal or `0x...`: the bits of an IEEE double, also when the type is `float` or `half`
    /// (then the value is exactly representable there).
    Double(u64),
    /// `0xH...`
    Half(u16),
    /// `0xR...`
    BFloat(u16),
    /// `0xK...`: the 80 bits of an x87 extended number.
    X86Fp80(u128),
    /// `0xL...`: IEEE quad.
    Quad(u128),
    /// `0xM...`: a PowerPC pair of doubles, as written.
    PpcPair(u128),
}
