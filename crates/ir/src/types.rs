//! Types of SSA values, source positions, memory orders and fence bits.

use crate::FileId;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// The type of one scalar. Aggregates and vectors are taken apart by the front end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ty {
    /// Two's complement integer of 1 to 128 bits.
    Int(u8),
    F32,
    F64,
    /// x87 `long double`: computed with 64-bit precision, 16 bytes in memory of which 8 carry the value.
    F80,
    Ptr,
}

impl Ty {
    pub const BOOL: Ty = Ty::Int(1);
    pub const I8: Ty = Ty::Int(8);
    pub const I32: Ty = Ty::Int(32);
    pub const I64: Ty = Ty::Int(64);

    /// Width in bits of the value itself.
    pub fn bits(self) -> u32 {
        match self {
            Ty::Int(width) => u32::from(width),
            Ty::F32 => 32,
            Ty::F64 | Ty::F80 | Ty::Ptr => 64,
        }
    }
    /// Bytes that a load or store of this type touches.
    pub fn bytes(self) -> u64 {
        match self {
            Ty::F80 => 16,
            other => u64::from(other.bits().div_ceil(8)),
        }
    }
    /// All value bits set: what a result is masked with.
    pub fn mask(self) -> u128 {
        match self.bits() {
            128.. => u128::MAX,
            width => (1u128 << width) - 1,
        }
    }
    pub fn is_int(self) -> bool {
        matches!(self, Ty::Int(_))
    }
    pub fn is_float(self) -> bool {
        matches!(self, Ty::F32 | Ty::F64 | Ty::F80)
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Int(width) => write!(f, "i{width}"),
            Ty::F32 => f.write_str("f32"),
            Ty::F64 => f.write_str("f64"),
            Ty::F80 => f.write_str("f80"),
            Ty::Ptr => f.write_str("ptr"),
        }
    }
}

/// A place in the source. `line == 0` means unknown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Span {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
}

impl Span {
    pub const NONE: Span = Span { file: FileId(0), line: 0, column: 0 };

    pub fn new(file: FileId, line: u32, column: u32) -> Self {
        Span { file, line, column }
    }
    pub fn is_known(self) -> bool {
        self.line != 0
    }
}

/// C11 memory order of an access; `Plain` is a non-atomic one. What each order means is said in `model`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    Plain,
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

impl Order {
    pub fn is_acquire(self) -> bool {
        matches!(self, Order::Acquire | Order::AcqRel | Order::SeqCst)
    }
    pub fn is_release(self) -> bool {
        matches!(self, Order::Release | Order::AcqRel | Order::SeqCst)
    }
    pub fn is_atomic(self) -> bool {
        self != Order::Plain
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Order::Plain => "plain",
            Order::Relaxed => "relaxed",
            Order::Acquire => "acquire",
            Order::Release => "release",
            Order::AcqRel => "acq_rel",
            Order::SeqCst => "seq_cst",
        })
    }
}

/// Which pairs of accesses a fence keeps in order: load-load, load-store, store-load, store-store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FenceBits(pub u8);

impl FenceBits {
    pub const NONE: FenceBits = FenceBits(0);
    pub const LL: FenceBits = FenceBits(1);
    pub const LS: FenceBits = FenceBits(2);
    pub const SL: FenceBits = FenceBits(4);
    pub const SS: FenceBits = FenceBits(8);
    pub const FULL: FenceBits = FenceBits(15);
    /// What `lwsync` and a C11 acq_rel fence keep.
    pub const ACQ_REL: FenceBits = FenceBits(1 | 2 | 8);
    pub const ACQUIRE: FenceBits = FenceBits(1 | 2);
    pub const RELEASE: FenceBits = FenceBits(2 | 8);

    /// The bits of a C11 `atomic_thread_fence` of this order.
    pub fn of_order(order: Order) -> FenceBits {
        match order {
            Order::Plain | Order::Relaxed => FenceBits::NONE,
            Order::Acquire => FenceBits::ACQUIRE,
            Order::Release => FenceBits::RELEASE,
            Order::AcqRel => FenceBits::ACQ_REL,
            Order::SeqCst => FenceBits::FULL,
        }
    }
    pub fn contains(self, other: FenceBits) -> bool {
        self.0 & other.0 == other.0
    }
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl std::ops::BitOr for FenceBits {
    type Output = FenceBits;
    fn bitor(self, other: FenceBits) -> FenceBits {
        FenceBits(self.0 | other.0)
    }
}
impl std::ops::BitAnd for FenceBits {
    type Output = FenceBits;
    fn bitand(self, other: FenceBits) -> FenceBits {
        FenceBits(self.0 & other.0)
    }
}

impl fmt::Display for FenceBits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == FenceBits::FULL {
            return f.write_str("full");
        }
        if self.is_empty() {
            return f.write_str("none");
        }
        let names =
            [(FenceBits::LL, "ll"), (FenceBits::LS, "ls"), (FenceBits::SL, "sl"), (FenceBits::SS, "ss")];
        let kept: Vec<&str> =
            names.iter().filter(|(bit, _)| self.contains(*bit)).map(|(_, name)| *name).collect();
        f.write_str(&kept.join("|"))
    }
}
impl fmt::Debug for FenceBits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// How one access touches memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    pub ty: Ty,
    pub order: Order,
    pub volatile: bool,
    /// A read must find something that was written: if *none* of its bytes has ever been, it is a failure of property `memory`.
    /// (Some may lack: padding of a struct that is passed in a register, other members of a union.)
    pub initialised: bool,
    /// The user's name of the place, e.g. `head->next`.
    pub place: Option<Arc<str>>,
}

impl Access {
    pub fn plain(ty: Ty) -> Self {
        Access { ty, order: Order::Plain, volatile: false, initialised: false, place: None }
    }
    pub fn with_order(mut self, order: Order) -> Self {
        self.order = order;
        self
    }
    pub fn at(mut self, place: impl Into<Arc<str>>) -> Self {
        self.place = Some(place.into());
        self
    }
}
