//! Instructions and terminators.

use crate::{Access, BlockId, FenceBits, FuncId, GlobalId, Order, Span, SyncOp, Ty, ValueId};
use smallvec::SmallVec;
use std::sync::Arc;

/// What an instruction works on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    Value(ValueId),
    /// The bits of an integer, a float (IEEE bits; F80 as F64) or a pointer, masked to the type.
    Const {
        bits: u128,
        ty: Ty,
    },
    /// The address of a global that is not thread-local, plus an offset in bytes.
    Global {
        id: GlobalId,
        offset: i64,
    },
    /// The address of a function.
    Func(FuncId),
}

impl Operand {
    pub const NULL: Operand = Operand::Const { bits: 0, ty: Ty::Ptr };
    pub const TRUE: Operand = Operand::Const { bits: 1, ty: Ty::BOOL };
    pub const FALSE: Operand = Operand::Const { bits: 0, ty: Ty::BOOL };

    pub fn int(value: i128, ty: Ty) -> Operand {
        Operand::Const { bits: value as u128 & ty.mask(), ty }
    }
    pub fn i32(value: i32) -> Operand {
        Operand::int(i128::from(value), Ty::I32)
    }
    pub fn i64(value: i64) -> Operand {
        Operand::int(i128::from(value), Ty::I64)
    }
    pub fn value(self) -> Option<ValueId> {
        match self {
            Operand::Value(id) => Some(id),
            _ => None,
        }
    }
    pub fn as_const(self) -> Option<u128> {
        match self {
            Operand::Const { bits, .. } => Some(bits),
            _ => None,
        }
    }
}

impl From<ValueId> for Operand {
    fn from(id: ValueId) -> Operand {
        Operand::Value(id)
    }
}

pub type Operands = SmallVec<[Operand; 2]>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// Integer: number of one bits, leading and trailing zeros (of 0: the width), byte and bit reversal, |a|.
    CountOnes,
    LeadingZeros,
    TrailingZeros,
    ByteSwap,
    BitReverse,
    Abs,
    /// Floating point.
    FNeg,
    FAbs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    Round,
    Sin,
    Cos,
    Exp,
    Log,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    /// Division by zero and `MIN / -1` are failures of the program, checked by whoever executes it.
    UDiv,
    SDiv,
    URem,
    SRem,
    /// Shift amounts of the width or more give 0 (`AShr`: the sign).
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    SMin,
    SMax,
    UMin,
    UMax,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
    FMin,
    FMax,
    FPow,
    FCopySign,
}

impl UnaryOp {
    /// Whether it computes with a number of floating point; its sign alone is a bit like others.
    pub fn is_float(self) -> bool {
        use UnaryOp::*;
        matches!(self, Sqrt | Floor | Ceil | Trunc | Round | Sin | Cos | Exp | Log)
    }
}

impl BinaryOp {
    pub fn is_float(self) -> bool {
        use BinaryOp::*;
        matches!(self, FAdd | FSub | FMul | FDiv | FRem | FMin | FMax | FPow | FCopySign)
    }
}

/// Arithmetic that also says whether the exact result did not fit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OverflowOp {
    SAdd,
    UAdd,
    SSub,
    USub,
    SMul,
    UMul,
}

/// Comparisons of integers and pointers, then of floats (`FO…` ordered, `FU…` true on NaN).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CompareOp {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
    FOeq,
    FOne,
    FOlt,
    FOle,
    FOgt,
    FOge,
    FOrd,
    FUeq,
    FUne,
    FUlt,
    FUle,
    FUgt,
    FUge,
    FUno,
}

impl CastOp {
    pub fn is_float(self) -> bool {
        !matches!(self, CastOp::Trunc | CastOp::ZExt | CastOp::SExt | CastOp::Bits)
    }
}

impl CompareOp {
    pub fn is_float(self) -> bool {
        use CompareOp::*;
        !matches!(self, Eq | Ne | Ult | Ule | Ugt | Uge | Slt | Sle | Sgt | Sge)
    }
    /// Holds where this one does not, for integers.
    pub fn negated(self) -> CompareOp {
        use CompareOp::*;
        match self {
            Eq => Ne,
            Ne => Eq,
            Ult => Uge,
            Ule => Ugt,
            Ugt => Ule,
            Uge => Ult,
            Slt => Sge,
            Sle => Sgt,
            Sgt => Sle,
            Sge => Slt,
            float => float,
        }
    }
    /// The same with its operands the other way round, for integers.
    pub fn swapped(self) -> CompareOp {
        use CompareOp::*;
        match self {
            Ult => Ugt,
            Ule => Uge,
            Ugt => Ult,
            Uge => Ule,
            Slt => Sgt,
            Sle => Sge,
            Sgt => Slt,
            Sge => Sle,
            same => same,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    /// Same bits under another type (pointer and integer of 64 bits, float and integer of one width).
    Bits,
    FTrunc,
    FExt,
    FToS,
    FToU,
    SToF,
    UToF,
}

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
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    Direct(FuncId),
    /// Through a pointer; must be the address of a function with this many arguments and results.
    Indirect(Operand),
}

/// Where a property comes from; decides how a report words it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AssertKind {
    /// `assert(e)` and the like: the message is the expression.
    Assert,
    /// `reach_error()`, `__VERIFIER_error()`.
    ReachError,
    /// `abort()`, `__builtin_trap()`, a panic of Rust: never holds.
    Abort,
    /// A shift by less than the width, a conversion of a number that fits: else C does not say what comes of it.
    Arithmetic,
    /// An index within its array, where the array is a part of something larger: an access beyond its end would hit the next part.
    Bounds,
    /// A local variable has been written before it is read.
    Initialised,
    /// The two ends of a `memcpy` do not overlap.
    Apart,
    /// Memory goes back to who gave it.
    GivenBack,
    /// What a function of the C++ library asks of who calls it (`_GLIBCXX_ASSERTIONS`): an index within a vector, say.
    Precondition,
    /// The condition of a litmus test.
    Final,
}

/// Who gives memory on the heap, and takes back only its own. [`crate::layout`] writes it into the address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Allocator {
    Malloc,
    New,
    NewArray,
}

impl AssertKind {
    /// Whether its failure is undefined behaviour (property `memory`) rather than a failed assertion of the user's.
    pub fn is_undefined_behaviour(self) -> bool {
        use AssertKind::*;
        matches!(self, Arithmetic | Bounds | Initialised | Apart | GivenBack | Precondition)
    }
}

/// Why a value is not determined by the program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum NondetKind {
    /// `__VERIFIER_nondet_int()` and friends: any value, the input of the program.
    Input(Arc<str>),
    /// A local variable that is read before it is written.
    Uninitialised(Arc<str>),
    /// The result of an unknown function.
    External(Arc<str>),
}

/// C library functions that print; everything else of the C library is ordinary code of the front end's prelude.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PrintFn {
    /// `(format, args…)`
    Printf,
    /// `(buffer, format, args…)`
    Sprintf,
    /// `(buffer, size, format, args…)`
    Snprintf,
    /// `(format, va_list)`
    Vprintf,
    /// `(buffer, size, format, va_list)`
    Vsnprintf,
    Puts,
    Putchar,
    /// `(fd, buffer, length)`
    Write,
    /// `(string)`: `fputs` to stdout or stderr, without a newline.
    Fputs,
}

/// What an instruction does.
#[derive(Clone, PartialEq, Debug)]
pub enum Op {
    Unary {
        op: UnaryOp,
        a: Operand,
    },
    Binary {
        op: BinaryOp,
        a: Operand,
        b: Operand,
    },
    /// Results: the wrapped value and an `i1`.
    Overflow {
        op: OverflowOp,
        a: Operand,
        b: Operand,
    },
    Compare {
        op: CompareOp,
        a: Operand,
        b: Operand,
    },
    Cast {
        op: CastOp,
        a: Operand,
    },
    Select {
        cond: Operand,
        then: Operand,
        other: Operand,
    },
    /// `base + offset` bytes; offset is an `i64`. Never leaves the object it points into, or any access fails.
    PtrAdd {
        base: Operand,
        offset: Operand,
    },

    /// A stack object of this function call; gone when it returns, or at a `ScopeEnd` before.
    Alloca {
        size: Operand,
        align: u32,
        name: Option<Arc<str>>,
    },
    /// The block that a variable belongs to ends: the stack object of this call that begins at `ptr` is gone.
    ScopeEnd {
        ptr: Operand,
    },
    /// This thread's instance of a thread-local global.
    ThreadLocal {
        global: GlobalId,
    },
    Load {
        access: Access,
        addr: Operand,
    },
    Store {
        access: Access,
        addr: Operand,
        value: Operand,
    },
    /// Result: the old value.
    Rmw {
        access: Access,
        op: RmwOp,
        addr: Operand,
        value: Operand,
    },
    /// Results: the old value, and an `i1` that says whether it was `expected` (a failing one is a plain load
    /// of order `failure`).
    CompareExchange {
        access: Access,
        failure: Order,
        addr: Operand,
        expected: Operand,
        desired: Operand,
        weak: bool,
    },
    Fence {
        bits: FenceBits,
    },
    /// memmove of `len` bytes, in pieces of at most 8 aligned bytes, each a load and a store.
    Copy {
        dst: Operand,
        src: Operand,
        len: Operand,
    },
    Fill {
        dst: Operand,
        byte: Operand,
        len: Operand,
    },
    HeapAlloc {
        size: Operand,
        by: Allocator,
        zeroed: bool,
    },
    HeapFree {
        ptr: Operand,
    },
    /// Result: bytes of the live object this points into, 0 when there is none.
    ObjectSize {
        ptr: Operand,
    },

    Call {
        callee: Callee,
        args: Operands,
    },
    Sync {
        op: SyncOp,
        args: Operands,
    },
    Print {
        func: PrintFn,
        args: Operands,
    },
    /// Ends the whole program: `exit(code)`.
    Exit {
        code: Operand,
    },
    /// Gives the execution up, and nothing is wrong about that: the `abort()` of `assume_abort_if_not`.
    Abort,

    Assert {
        cond: Operand,
        kind: AssertKind,
        message: Arc<str>,
    },
    Assume {
        cond: Operand,
    },
    Nondet {
        kind: NondetKind,
    },
    /// No other thread moves until the matching end. Both are full fences. Sections may nest.
    AtomicBegin,
    AtomicEnd,
    /// `selvedge_atomic_begin/end`: a block that is *meant* to be atomic; changes no execution.
    TransactionBegin,
    TransactionEnd,
    /// Records the final value of a register of a litmus thread under a name.
    Observe {
        name: Arc<str>,
        value: Operand,
    },
    /// Whoever reaches this can give no verdict but `unknown`, with this reason.
    Unsupported {
        reason: Arc<str>,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub struct Inst {
    pub op: Op,
    pub results: SmallVec<[ValueId; 1]>,
    pub span: Span,
}

/// A jump to a block with values for its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    pub block: BlockId,
    pub args: Operands,
}

impl Target {
    pub fn new(block: BlockId) -> Self {
        Target { block, args: Operands::new() }
    }
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    Jump(Target),
    Branch {
        cond: Operand,
        then: Target,
        other: Target,
    },
    Switch {
        value: Operand,
        cases: Vec<(u128, Target)>,
        default: Target,
    },
    Return(Operands),
    /// Control never gets here: after a call that does not return, or undefined behaviour.
    Unreachable,
}

impl Term {
    pub fn targets(&self) -> Vec<&Target> {
        match self {
            Term::Jump(target) => vec![target],
            Term::Branch { then, other, .. } => vec![then, other],
            Term::Switch { cases, default, .. } => {
                cases.iter().map(|(_, target)| target).chain(std::iter::once(default)).collect()
            }
            Term::Return(_) | Term::Unreachable => vec![],
        }
    }
    pub fn targets_mut(&mut self) -> Vec<&mut Target> {
        match self {
            Term::Jump(target) => vec![target],
            Term::Branch { then, other, .. } => vec![then, other],
            Term::Switch { cases, default, .. } => {
                cases.iter_mut().map(|(_, target)| target).chain(std::iter::once(default)).collect()
            }
            Term::Return(_) | Term::Unreachable => vec![],
        }
    }
}
