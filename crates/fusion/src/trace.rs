//! The concurrent trace program: the steps of one run, each a guarded assignment over the values of shared reads.
//!
//! Paper 003 §2: an event is `⟨tid, (assume(c), asgn)⟩`, and the trace program orders the events of one thread and
//! nothing else. Here a step is what one thread does between two points where another may take over (one choice of
//! `interp::World`), its `guards` are the branches taken since the step before, and right-hand sides are expressions
//! over the values of shared reads, so that locals need no names.
//!
//! Differs from the paper: mutexes, conditions and barriers are steps of their own kind (their meaning is in
//! `encode::sync`), because their order says more than their value (§4.3); semaphores are counters as in the paper.
//!
//! Invariants: `steps` is in recorded order; `threads[t].steps` in program order; a step's expressions speak only of
//! reads of earlier steps of its thread, of its own read, and of what reached the thread by creation or join.

use crate::expr::{ExprId, Exprs, ReadId};
use interp::Outcome;
use ir::{FenceBits, FuncId, Order, Span, define_id};
use std::sync::Arc;

define_id!(
    /// A step of the trace.
    StepId,
    "t"
);

/// One run as a program of its own.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    pub exprs: Exprs,
    pub threads: Vec<TraceThread>,
    pub steps: Vec<Step>,
    pub reads: Vec<Read>,
    /// The arrival at a barrier that each flag belongs to.
    pub flags: Vec<StepId>,
    pub transactions: Vec<Transaction>,
    pub asserts: Vec<AssertPoint>,
    pub cells: Vec<Cell>,
    /// How the recorded run ended.
    pub outcome: Outcome,
}

#[derive(Clone, Debug)]
pub struct TraceThread {
    pub name: Arc<str>,
    pub function: FuncId,
    pub steps: Vec<StepId>,
    pub created_by: Option<StepId>,
    /// It ran to its end.
    pub ended: bool,
    /// What must hold after its last step for it to end.
    pub tail: Vec<ExprId>,
    /// Inputs that it drew before its first step.
    pub inputs: Vec<u128>,
    /// Its fences, each with how many steps of the thread come before it.
    pub fences: Vec<(u32, FenceBits)>,
}

#[derive(Clone, Debug)]
pub struct Step {
    pub thread: u32,
    /// Its place among the steps of its thread.
    pub position: u32,
    pub kind: StepKind,
    pub span: Span,
    pub place: Option<Arc<str>>,
    /// What must hold for the thread to come here from the step before.
    pub guards: Vec<ExprId>,
    /// Steps of one thread with the same number happen together (`__VERIFIER_atomic_begin/end`).
    pub section: Option<u32>,
    /// For the last step of an atomic section: what must hold after it for the section to end as it did.
    pub closing: Vec<ExprId>,
    /// Inputs drawn after it, before the next step of the thread.
    pub inputs: Vec<u128>,
    /// Objects that die right after it: first byte and size.
    pub kills: Vec<(u64, u64)>,
    /// The way the thread took, as in `interp::Choice`.
    pub variant: u32,
}

#[derive(Clone, Debug)]
pub enum StepKind {
    /// Touches nothing that another thread can see.
    Private,
    /// Touches memory that others touch, too.
    Access(Access),
    /// Gives memory back.
    Free { start: u64, size: u64 },
    /// Starts a thread.
    Create { child: u32 },
    /// Waits for a thread to end.
    Join { child: u32 },
    /// Takes a lock that it did not hold.
    Acquire { lock: u64, shared: bool },
    /// Gives a lock back for good.
    Release { lock: u64 },
    /// Did not get a lock, because somebody else had it.
    Refused { lock: u64, shared: bool },
    /// Releases the lock and waits; `wait` numbers the waits of the trace.
    WaitBegin { cond: u64, lock: u64, wait: u32 },
    /// Gives up waiting.
    WaitTimeout { wait: u32 },
    /// Woken, and has the lock again.
    WaitEnd { lock: u64, wait: u32 },
    /// Wakes one of those who wait, or all.
    Signal { cond: u64, all: bool },
    /// Comes to a barrier, in one of its rounds.
    Arrive { barrier: u64, round: u32 },
    /// `pthread_once`: the first one runs the routine.
    Once { object: u64, runs: bool },
    /// The end of the routine.
    OnceEnd { object: u64 },
    /// Initialisation, destruction and the like: keeps its place among all steps on the object.
    Fixed { object: u64 },
}

impl StepKind {
    /// The objects of synchronisation that it uses.
    pub fn objects(&self) -> Vec<u64> {
        match *self {
            StepKind::Acquire { lock, .. }
            | StepKind::Release { lock }
            | StepKind::Refused { lock, .. }
            | StepKind::WaitEnd { lock, .. } => vec![lock],
            StepKind::WaitBegin { cond, lock, .. } => vec![cond, lock],
            StepKind::Signal { cond, .. } => vec![cond],
            StepKind::Arrive { barrier, .. } => vec![barrier],
            StepKind::Once { object, .. } | StepKind::OnceEnd { object } | StepKind::Fixed { object } => {
                vec![object]
            }
            _ => Vec::new(),
        }
    }
}

/// A read, a write or both at once, of memory or of a semaphore's counter.
#[derive(Clone, Debug)]
pub struct Access {
    /// Where it went in the recorded run.
    pub addr: u64,
    pub size: u64,
    /// Where it goes, with the places it may go to, if that depends on shared data.
    pub symbolic: Option<(ExprId, Vec<u64>)>,
    pub read: Option<ReadId>,
    /// The bytes left behind, and whether any are (a compare-exchange may fail).
    pub write: Option<(ExprId, ExprId)>,
    /// What the value read must satisfy for the step to happen.
    pub requires: Option<ExprId>,
    /// A semaphore.
    pub sync: bool,
    pub order: Order,
    /// Of a compare-exchange: the order where it fails.
    pub failure: Option<Order>,
}

impl Access {
    /// A plain access that does nothing yet.
    pub fn at(addr: u64, size: u64) -> Access {
        let (symbolic, read, write, requires, failure) = (None, None, None, None, None);
        Access { addr, size, symbolic, read, write, requires, sync: false, order: Order::Plain, failure }
    }
    /// All places it may go to.
    pub fn places(&self) -> Vec<u64> {
        self.symbolic.as_ref().map_or_else(|| vec![self.addr], |(_, places)| places.clone())
    }
}

/// A shared read.
#[derive(Clone, Debug)]
pub struct Read {
    pub step: StepId,
    /// The variable that stands for the bytes read.
    pub expr: ExprId,
}

/// Steps `first ..= last` of a thread, meant to be atomic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transaction {
    pub thread: u32,
    pub first: u32,
    pub last: u32,
    pub why: Why,
    pub span: Span,
}

/// Who says that a block is meant to be atomic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// `selvedge_atomic_begin/end`.
    Marked,
    /// One call of this function.
    Function(Arc<str>),
    /// Two critical sections of one call of this function.
    Locks(Arc<str>),
}

/// An assertion that held in the recorded run.
#[derive(Clone, Debug)]
pub struct AssertPoint {
    pub thread: u32,
    /// How many steps of the thread come before it.
    pub after: u32,
    /// What must hold to come here from the last of them.
    pub guards: Vec<ExprId>,
    pub cond: ExprId,
    pub span: Span,
}

/// Bytes that are always read and written together, and that more than one thread touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub addr: u64,
    pub size: u64,
    pub initial: u128,
    pub name: Arc<str>,
}

impl Trace {
    pub fn step(&self, id: StepId) -> &Step {
        &self.steps[id.0 as usize]
    }
    pub fn access(&self, id: StepId) -> Option<&Access> {
        match &self.step(id).kind {
            StepKind::Access(access) => Some(access),
            _ => None,
        }
    }
    pub fn ids(&self) -> impl Iterator<Item = StepId> + use<> {
        (0..self.steps.len() as u32).map(StepId)
    }
    /// The end of the routine of a `once`.
    pub fn once_end(&self, object: u64) -> Option<StepId> {
        let ends = |kind: &StepKind| matches!(kind, StepKind::OnceEnd { object: ended } if *ended == object);
        self.ids().find(|&id| ends(&self.step(id).kind))
    }
    /// All arrivals at a barrier of the round that this step is one of.
    pub fn round_of(&self, id: StepId) -> Option<Vec<StepId>> {
        let round = |id: StepId| match self.step(id).kind {
            StepKind::Arrive { barrier, round } => Some((barrier, round)),
            _ => None,
        };
        let own = round(id)?;
        Some(self.ids().filter(|&id| round(id) == Some(own)).collect())
    }
    pub fn step_at(&self, thread: u32, position: u32) -> Option<StepId> {
        self.threads.get(thread as usize)?.steps.get(position as usize).copied()
    }
    pub fn previous(&self, id: StepId) -> Option<StepId> {
        let step = self.step(id);
        self.step_at(step.thread, step.position.checked_sub(1)?)
    }
    /// The cells that bytes `addr .. addr + size` are made of.
    pub fn cells_of(&self, addr: u64, size: u64) -> std::ops::Range<usize> {
        let first = self.cells.partition_point(|cell| cell.addr + cell.size <= addr);
        let last = self.cells.partition_point(|cell| cell.addr < addr.saturating_add(size));
        first..last.max(first)
    }
    /// The cells that an access may touch.
    pub fn touched(&self, id: StepId) -> Vec<usize> {
        let Some(access) = self.access(id) else { return Vec::new() };
        access.places().into_iter().flat_map(|place| self.cells_of(place, access.size)).collect()
    }
}
