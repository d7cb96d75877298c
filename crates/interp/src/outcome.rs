//! How an execution can end.

use events::{Failure, FailureKind, ThreadId};
use ir::{AssertKind, Span};
use std::sync::Arc;

/// Where an execution stands.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// Somebody can move.
    #[default]
    Running,
    /// The program has come to an orderly end.
    Finished(End),
    /// No thread can move, and not all have ended.
    Deadlock(Deadlock),
    /// The program did something wrong.
    Violation(Failure),
    /// The program did something that cannot be executed faithfully.
    Unsupported { reason: Arc<str>, span: Span, thread: ThreadId },
    /// An assumption is false: the execution is of no interest.
    AssumeViolated { span: Span, thread: ThreadId },
    /// A limit of the run itself (steps, memory, threads), not of the program.
    LimitReached { what: String, span: Span, thread: ThreadId },
}

impl Outcome {
    /// What went wrong, if the program did something wrong (a deadlock is).
    pub fn failure(&self) -> Option<Failure> {
        match self {
            Outcome::Violation(failure) => Some(failure.clone()),
            Outcome::Deadlock(deadlock) => Some(deadlock.failure()),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// `main` returned or someone called `exit`.
    Exit(i32),
    Abort,
    /// The last thread ended; `main` had ended by `pthread_exit`.
    AllThreadsEnded,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deadlock {
    pub blocked: Vec<Blocked>,
    /// The thread that waits inside an atomic section, so that nobody else may move.
    pub atomic: Option<ThreadId>,
}

impl Deadlock {
    pub fn failure(&self) -> Failure {
        let stuck =
            self.blocked.iter().find(|blocked| self.atomic.is_none_or(|owner| owner == blocked.thread));
        let stories: Vec<String> = self
            .blocked
            .iter()
            .map(|blocked| format!("thread {} {}", blocked.thread.0, blocked.reason))
            .collect();
        let (thread, span) = stuck.map_or((ThreadId(0), Span::NONE), |stuck| (stuck.thread, stuck.span));
        Failure::new(FailureKind::Deadlock, thread, span, stories.join("; "))
    }
}

/// A thread that cannot move, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blocked {
    pub thread: ThreadId,
    pub reason: String,
    pub span: Span,
}

/// A failure before it is known who committed it where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub kind: FailureKind,
    pub message: String,
}

impl Fault {
    pub(crate) fn new(kind: FailureKind, message: impl Into<String>) -> Fault {
        Fault { kind, message: message.into() }
    }
    /// Of an assertion that does not hold.
    pub fn of_assertion(kind: AssertKind, message: &str) -> Fault {
        match kind {
            AssertKind::Assert | AssertKind::Final => Fault::new(FailureKind::Assertion, message),
            AssertKind::Abort
            | AssertKind::Arithmetic
            | AssertKind::Bounds
            | AssertKind::Initialised
            | AssertKind::Apart
            | AssertKind::GivenBack
            | AssertKind::Precondition => Fault::new(kind.into(), message),
            AssertKind::ReachError => Fault::new(kind.into(), "the error location is reached"),
        }
    }
}
