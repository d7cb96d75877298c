//! What can go wrong in an execution: one list for whoever finds it, replays it or tells of it.

use crate::ThreadId;
use ir::{AssertKind, Span};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A failure of the program under test, at a place of a thread.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failure {
    pub kind: FailureKind,
    /// The thread that fails; of a deadlock, one that is stuck.
    pub thread: ThreadId,
    pub span: Span,
    /// The rest of the story in the user's words: the asserted expression, the pointer, who waits for what.
    pub message: String,
}

impl Failure {
    pub fn new(kind: FailureKind, thread: ThreadId, span: Span, message: impl Into<String>) -> Failure {
        Failure { kind, thread, span, message: message.into() }
    }
    /// The final state is one that a litmus test asks about.
    pub fn of_final_state() -> Failure {
        Failure::new(FailureKind::FinalState, ThreadId(0), Span::NONE, "the final state")
    }
}

/// Something that must not happen, by the names that a [`Failure`] of any engine has for it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Obligation {
    pub kind: FailureKind,
    pub span: Span,
    pub message: Arc<str>,
}

macro_rules! failure_kinds {
    ($($(#[$doc:meta])* $kind:ident $name:literal $property:ident $title:literal;)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        pub enum FailureKind { $($(#[$doc])* #[serde(rename = $name)] $kind,)* }

        impl FailureKind {
            pub const ALL: &[FailureKind] = &[$(FailureKind::$kind),*];
            /// The stable name in machine-readable reports.
            pub fn name(self) -> &'static str {
                match self { $(FailureKind::$kind => $name,)* }
            }
            /// The words for people.
            pub fn title(self) -> &'static str {
                match self { $(FailureKind::$kind => $title,)* }
            }
            /// The property that it breaks.
            pub fn property(self) -> Property {
                match self { $(FailureKind::$kind => Property::$property,)* }
            }
        }
    };
}

failure_kinds! {
    Assertion "assertion" Assert "assertion can fail";
    ReachError "reach-error" Assert "error can be reached";
    Abort "abort" Assert "program can abort";
    /// A litmus condition with `~exists` or `forall` that some execution breaks, or an `exists` one that holds.
    FinalState "final-state" Assert "final state is possible";
    Deadlock "deadlock" Deadlock "deadlock";
    Race "race" Race "data race";
    /// Another thread's access comes between two of a block that is meant to be atomic, and no serial order explains it.
    Atomicity "atomicity" Atomicity "atomic block can be broken";
    OutOfBounds "out-of-bounds" Memory "access out of bounds";
    NullDereference "null-dereference" Memory "null pointer dereferenced";
    InvalidPointer "invalid-pointer" Memory "access through an invalid pointer";
    UseAfterFree "use-after-free" Memory "use after free";
    UseAfterReturn "use-after-return" Memory "use of a stack variable after its scope has ended";
    DoubleFree "double-free" Memory "double free";
    InvalidFree "invalid-free" Memory "free of memory that was not allocated";
    MismatchedFree "mismatched-free" Memory "memory freed by the wrong deallocator";
    WriteToConstant "write-to-constant" Memory "write to a constant";
    UninitialisedRead "uninitialised-read" Memory "read of uninitialised memory";
    OverlappingCopy "overlapping-copy" Memory "memcpy between overlapping regions";
    BrokenPrecondition "broken-precondition" Memory "misuse of the C++ library";
    BadCall "bad-call" Memory "call through a bad function pointer";
    DivisionByZero "division-by-zero" Memory "division by zero or overflow of a division";
    UndefinedArithmetic "undefined-arithmetic" Memory "undefined arithmetic";
    StackOverflow "stack-overflow" Memory "call stack exhausted";
    UnreachableCode "unreachable-code" Memory "undefined behaviour: code that claims to be unreachable is reached";
    UninitialisedSync "uninitialised-sync" Memory "use of an uninitialised or destroyed synchronisation object";
    /// Unlock by a thread that does not hold the lock, wait without the mutex, destroy while in use.
    SyncMisuse "sync-misuse" Memory "misuse of a synchronisation object";
}

impl From<AssertKind> for FailureKind {
    fn from(kind: AssertKind) -> FailureKind {
        match kind {
            AssertKind::Assert => FailureKind::Assertion,
            AssertKind::ReachError => FailureKind::ReachError,
            AssertKind::Abort => FailureKind::Abort,
            AssertKind::Arithmetic => FailureKind::UndefinedArithmetic,
            AssertKind::Bounds => FailureKind::OutOfBounds,
            AssertKind::Initialised => FailureKind::UninitialisedRead,
            AssertKind::Apart => FailureKind::OverlappingCopy,
            AssertKind::GivenBack => FailureKind::MismatchedFree,
            AssertKind::Precondition => FailureKind::BrokenPrecondition,
            AssertKind::Final => FailureKind::FinalState,
        }
    }
}

/// What a user asks about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Property {
    Assert,
    Deadlock,
    Race,
    Memory,
    Atomicity,
}
