//! What one thread asks of the world around it, and what the world answers.
//!
//! The machine executes one thread's code and knows nothing of memory or of other threads: whatever touches them
//! is a [`Request`], and the caller (the SC world of this crate, a replayer, an explorer) decides what it means.

use crate::{ReadDependencies, rmw_result};
use events::FailureKind;
use ir::{AssertKind, FenceBits, GlobalId, NondetKind, Order, RmwOp, Span, SyncOp, Ty};
use smallvec::SmallVec;
use std::sync::Arc;
use thiserror::Error;

/// What a thread wants next. Asking again before the answer gives an equal request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    pub kind: RequestKind,
    /// The line in the innermost function that is the user's own (not `Function::library`).
    pub span: Span,
    /// The user's name of the place accessed, e.g. `head->next`.
    pub place: Option<Arc<str>>,
    /// Memory order of the access; `Plain` for everything that is not one.
    pub order: Order,
    pub volatile: bool,
    /// A read must find something that was written ([`ir::Access::initialised`]).
    pub initialised: bool,
    /// Empty unless the machine tracks dependencies.
    pub deps: ReadDependencies,
}

/// On whose behalf memory is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReadPurpose {
    /// A load of the program: the value is used.
    Load,
    /// A piece of a memory copy: padding and other bytes that were never written may be among it.
    Copy,
    /// The library reads a string or a `va_list` in order to print.
    Print,
}

/// What kind of object an `Alloc` asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AllocKind {
    /// Gone when its function returns (`Release`). Not initialised.
    Stack,
    /// Gone when it is freed. Initialised only if zeroed.
    Heap,
    /// The thread's instance of a thread-local global: the world fills it from the global's `Init`, as it does
    /// with ordinary globals; gone with the thread.
    ThreadLocal(GlobalId),
}

pub type Values = SmallVec<[u128; 2]>;
pub type Addresses = SmallVec<[u64; 4]>;

/// Each variant says in its last sentence what it wants for an answer; `Done` where nothing is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RequestKind {
    /// A load, or a piece of a copy. `Value`: the bytes, little-endian (bits beyond the type are ignored).
    Read { addr: u64, size: u64, ty: Ty, purpose: ReadPurpose },
    /// A store; `value` has no bits beyond the size.
    Write { addr: u64, size: u64, ty: Ty, value: u128 },
    /// An atomic operation that always writes. `Value`: the old value; [`Request::leaves`] says what it becomes.
    Rmw { addr: u64, size: u64, ty: Ty, op: RmwOp, value: u128 },
    /// Writes `desired` if the old value equals `expected`, else it is a read of order `failure`. `Value`: the old
    /// value. A weak one may fail without reason: `CasFailed` with the old value.
    CompareExchange {
        addr: u64,
        size: u64,
        ty: Ty,
        expected: u128,
        desired: u128,
        failure: Order,
        weak: bool,
    },
    /// Orders what is around it; concerns no memory.
    Fence { bits: FenceBits },
    /// An operation on threads or locks. Waits (`CondWait`, `BarrierWait`, …) are one request whose answer comes when the
    /// thread may go on. `Values`: one per result of the operation. `ThreadExit` never comes here but as `Destructors` and `Finished`.
    Sync { op: SyncOp, args: Values },
    /// A new object; `addr` is where the layout rule puts it. `Value`: the address (normally `addr`; 0 for a heap
    /// allocation that fails).
    Alloc { addr: u64, size: u64, zeroed: bool, kind: AllocKind, name: Option<Arc<str>> },
    /// A function returned or a block ended: its stack objects are gone.
    Release { addrs: Addresses },
    /// `free`, of what this points to the beginning of.
    Free { addr: u64 },
    /// `Value`: bytes of the live object that this points into, or 0.
    ObjectSize { addr: u64 },
    /// `Value`: any value of the type.
    Input { kind: NondetKind, ty: Ty },
    /// From here on no other thread may move, up to the `AtomicEnd` that belongs to it; they nest.
    AtomicBegin,
    /// The end of the innermost atomic section.
    AtomicEnd,
    /// A block begins that is meant to be atomic: for who asks whether it is.
    TransactionBegin,
    /// The end of such a block.
    TransactionEnd,
    /// Records the value of a register under a name, for conditions on final states.
    Observe { name: Arc<str>, value: u128, ty: Ty },
    /// Bytes for standard output (1), standard error (2) or another descriptor.
    Output { fd: i32, bytes: Arc<[u8]> },
    /// The thread may go on after `Done`, as if the assertion were not there.
    AssertFailed { kind: AssertKind, message: Arc<str> },
    /// As `AssertFailed`; such an execution is of no interest.
    AssumeFailed,
    /// The thread ends (returned or `ThreadExit`): which key destructors are to be called with which value? The
    /// world sets those keys to null first. Asked at most [`DESTRUCTOR_ROUNDS`] times. `Calls`.
    Destructors { round: u32 },

    // From here on nothing follows: there is no answer.
    /// The whole program ends: `exit`, or `main` returned.
    Exit { code: i32 },
    /// The whole program ends by a call of `abort`.
    Abort,
    /// The thread has ended with these values (at most one).
    Finished { values: Values },
    /// What the front end could not translate.
    Unsupported { reason: Arc<str> },
    /// What goes wrong in the thread itself.
    Error(RuntimeError),
}

/// POSIX: PTHREAD_DESTRUCTOR_ITERATIONS.
pub const DESTRUCTOR_ROUNDS: u32 = 4;

/// What the world says to a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Done,
    Value(u128),
    Values(Values),
    /// A weak compare-exchange failed although the value was the expected one.
    CasFailed(u128),
    /// Addresses of functions to call, each with its argument.
    Calls(Vec<(u64, u64)>),
}

/// What goes wrong in a thread without the world's help.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Error)]
#[non_exhaustive]
pub enum RuntimeError {
    #[error("division by zero")]
    DivisionByZero,
    #[error("division overflows: the smallest number divided by -1")]
    DivisionOverflow,
    #[error("call through a null pointer")]
    CallNull,
    #[error("call through {addr:#x}, which is not the address of a function")]
    CallNotFunction { addr: u64 },
    #[error("{function} is called with {given} arguments but takes {taken}")]
    CallArity { function: Arc<str>, given: usize, taken: usize },
    #[error("{function} is called for {wanted} results but gives {given}")]
    CallResults { function: Arc<str>, wanted: usize, given: usize },
    #[error("control reaches a place that is never to be reached")]
    Unreachable,
    #[error("stack overflow: more than {limit} calls within one another")]
    StackOverflow { limit: usize },
    #[error("more than {limit} steps")]
    StepLimit { limit: u64 },
    #[error("the thread has used up its address space")]
    OutOfMemory,
    #[error("printf: {0}")]
    Format(String),
    #[error("the answer {given} does not fit the request {wanted}")]
    BadAnswer { given: String, wanted: String },
}

impl RuntimeError {
    /// How it shows in the world; `None`: it is no failure of the program.
    pub fn failure(&self) -> Option<FailureKind> {
        Some(match self {
            RuntimeError::DivisionByZero | RuntimeError::DivisionOverflow => FailureKind::DivisionByZero,
            RuntimeError::CallNull
            | RuntimeError::CallNotFunction { .. }
            | RuntimeError::CallArity { .. }
            | RuntimeError::CallResults { .. } => FailureKind::BadCall,
            RuntimeError::Unreachable => FailureKind::UnreachableCode,
            RuntimeError::StackOverflow { .. } => FailureKind::StackOverflow,
            RuntimeError::Format(_)
            | RuntimeError::StepLimit { .. }
            | RuntimeError::OutOfMemory
            | RuntimeError::BadAnswer { .. } => return None,
        })
    }
}

impl Request {
    /// A request that has nothing but its kind and place in the source.
    pub fn new(kind: RequestKind, span: Span) -> Self {
        Request {
            kind,
            span,
            place: None,
            order: Order::Plain,
            volatile: false,
            initialised: false,
            deps: ReadDependencies::default(),
        }
    }
    /// Whether the thread can never move again after this.
    pub fn is_final(&self) -> bool {
        use RequestKind::*;
        matches!(self.kind, Exit { .. } | Abort | Finished { .. } | Unsupported { .. } | Error(_))
    }
    /// The bytes it touches in memory.
    pub fn access(&self) -> Option<(u64, u64)> {
        match self.kind {
            RequestKind::Read { addr, size, .. }
            | RequestKind::Write { addr, size, .. }
            | RequestKind::Rmw { addr, size, .. }
            | RequestKind::CompareExchange { addr, size, .. } => Some((addr, size)),
            _ => None,
        }
    }
    /// What an access that finds `old` leaves behind; `None`: it writes nothing.
    pub fn leaves(&self, old: u128) -> Option<u128> {
        match self.kind {
            RequestKind::Write { value, .. } => Some(value),
            RequestKind::Rmw { ty, op, value, .. } => Some(rmw_result(op, ty, old, value)),
            RequestKind::CompareExchange { ty, expected, desired, .. } => {
                (old & ty.mask() == expected).then_some(desired)
            }
            _ => None,
        }
    }
    /// The order of an access that writes, or of one that may and does not.
    pub fn order_if(&self, writes: bool) -> Order {
        match self.kind {
            RequestKind::CompareExchange { failure, .. } if !writes => failure,
            _ => self.order,
        }
    }
}
