//! What the unfolding yields: guarded events in program order per thread, with everything the encoding needs.
//!
//! The events of a thread stand in an order that contains program order on every path. An event happens iff its
//! guard holds. Threads may stop short (a failed assumption, a lock that is never free, the unwinding bound): then
//! the guards of all that would follow are false, so every prefix-closed execution is covered.

use crate::guards::{GuardId, Guards};
use crate::objects::{ObjectId, Objects, PathId, Place};
use crate::sharing::words;
use crate::value::Deps;
use events::FailureKind;
use ir::{FenceBits, FuncId, GlobalId, Order, Span, SyncOp, Ty};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{TermId, Terms};
use std::rc::Rc;
use std::sync::Arc;

/// Memory proper, or the hidden state of synchronisation objects, which is addressed alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Space {
    Memory,
    Sync,
}

/// The places that an access can touch.
pub type Candidates = Rc<[Place]>;

#[derive(Clone, Debug)]
pub struct Access {
    pub space: Space,
    /// Nobody else changes what it touches: it takes part in program order only, its value is known already.
    pub private: bool,
    pub candidates: Candidates,
    pub addr: TermId,
    pub size: u64,
    /// `8 * size` bits.
    pub read: Option<TermId>,
    /// The only value that it can find, where that is known (or, `or_dead`, that of an object that cannot be used).
    pub expects: Option<u128>,
    pub or_dead: bool,
    /// When it writes (implies the event's guard), and what.
    pub write: Option<(GuardId, TermId)>,
    pub order: Order,
    /// Order of the read when nothing is written.
    pub failure: Order,
    /// It writes only what compares equal.
    pub compares: bool,
    pub addr_deps: Deps,
    pub data_deps: Deps,
    pub ctrl_deps: Deps,
}

impl Access {
    /// A plain one that does nothing yet.
    pub(crate) fn new(space: Space, candidates: Candidates, addr: TermId, size: u64) -> Access {
        Access {
            space,
            private: false,
            candidates,
            addr,
            size,
            read: None,
            expects: None,
            or_dead: false,
            write: None,
            order: Order::Plain,
            failure: Order::Plain,
            compares: false,
            addr_deps: Deps::none(),
            data_deps: Deps::none(),
            ctrl_deps: Deps::none(),
        }
    }
}

#[derive(Clone, Debug)]
pub enum What {
    Access(Box<Access>),
    Fence(FenceBits),
    /// Creates, begins, ends or joins a thread, or another step of synchronisation without state.
    Step,
    /// `register = expression`, without touching memory. Recorded on request only.
    Compute {
        register: Arc<str>,
        value: TermId,
        deps: Deps,
    },
    /// A branch: which way it goes. Recorded on request only.
    Control {
        value: TermId,
        deps: Deps,
    },
}

/// Where an event comes from in the program.
#[derive(Clone, Debug)]
pub struct Origin {
    pub span: Span,
    /// What it reads into, or writes from.
    pub register: Option<Arc<str>>,
    /// What it is part of, if that is an operation on threads or synchronisation objects.
    pub op: Option<SyncOp>,
    /// Reads that decide whether it happens.
    pub ctrl: Deps,
}

/// Which rule of the program's own semantics an equation belongs to (Nemos, A.2 and A.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum LocalRule {
    LocalReadValue,
    ControlReadValue,
    Computation,
}

/// An equation that makes a cut value what it is, so that it can be switched off.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    pub rule: LocalRule,
    pub event: u32,
    pub equation: TermId,
}

/// A block that is meant to be atomic.
#[derive(Clone, Debug)]
pub struct Block {
    pub thread: u32,
    pub events: Vec<u32>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Event {
    pub thread: u32,
    pub what: What,
    pub guard: GuardId,
    /// Everything before it in program order comes before it, everything after it behind it.
    pub is_full_fence: bool,
    /// ... unless it orders less than that.
    pub weaker: Option<Weaker>,
    /// Events of one atomic section are one node.
    pub section: Option<u32>,
}

/// What an operation that is no full fence orders (`posix::orders_like`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weaker {
    /// It is like a store that releases.
    Store,
    /// It is a full fence where this holds, else like a load that acquires.
    Unless(TermId),
    /// It is nothing that the program does.
    Ghost,
}

impl Event {
    pub fn access(&self) -> Option<&Access> {
        match &self.what {
            What::Access(access) => Some(access),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Thread {
    pub(crate) path: PathId,
    pub function: FuncId,
    pub guard: GuardId,
    /// Thread and number of its creations so far, at the creation of this one.
    pub parent: Option<(u32, u32)>,
    pub handle: u64,
    pub create: Option<u32>,
    /// What it is called with.
    pub arg: TermId,
    pub events: Vec<u32>,
    /// Ways to end: guard, event, returned value.
    pub ends: Vec<(GuardId, u32, TermId)>,
    /// Whether it got to the end of its code on every path, for the first thread: to the end of `main`.
    pub finished: GuardId,
}

/// A condition under which something is wrong or unknown.
#[derive(Clone, Debug)]
pub struct Point {
    pub condition: TermId,
    pub thread: u32,
    pub span: Span,
    pub message: Arc<str>,
}

#[derive(Clone, Debug)]
pub struct FailurePoint {
    pub kind: FailureKind,
    pub at: Point,
    /// The event that finds something wrong, where that need not stay so: the execution ends there.
    pub event: Option<u32>,
}

impl FailurePoint {
    pub fn new(
        kind: FailureKind,
        condition: TermId,
        (thread, span): (u32, Span),
        message: impl Into<Arc<str>>,
    ) -> FailurePoint {
        FailurePoint { kind, at: Point { condition, thread, span, message: message.into() }, event: None }
    }
}

/// `from` comes before `to` where `condition` holds and both happen.
#[derive(Clone, Copy, Debug)]
pub struct SyncEdge {
    pub from: u32,
    pub to: u32,
    pub condition: TermId,
}

#[derive(Clone, Debug)]
pub struct Observation {
    pub name: Arc<str>,
    pub guard: GuardId,
    pub value: TermId,
    pub ty: Ty,
}

/// The program, unfolded.
#[derive(Debug, Default)]
pub struct Graph {
    pub terms: Terms,
    pub guards: Guards,
    pub objects: Objects,
    pub events: Vec<Event>,
    pub threads: Vec<Thread>,
    pub edges: Vec<SyncEdge>,
    pub constraints: Vec<TermId>,
    pub failures: Vec<FailurePoint>,
    /// Where the unwinding bound cut a path.
    pub cuts: Vec<Point>,
    pub unsupported: Vec<Point>,
    /// Those that make the states of synchronisation objects wrong: no failure is believed where one of them holds.
    pub overwritten: Vec<TermId>,
    pub observations: Vec<Observation>,
    /// For [`crate::Purpose::Executions`]: of each event where it comes from; cut values; blocks that are meant to be atomic.
    pub origins: Vec<Origin>,
    pub definitions: Vec<Definition>,
    pub blocks: Vec<Block>,
    /// Initial contents of cells of shared objects that were never written, by object, offset and size.
    pub fresh: FxHashMap<(ObjectId, u64, u64), TermId>,
    /// Blocking operations that wait: the condition and what is waited for.
    pub waiting: Vec<Waiting>,
    /// Inputs and allocations of each thread in program order, and its thread-local objects: what a run along this
    /// graph needs to know.
    pub inputs: Vec<(u32, GuardId, TermId)>,
    pub allocations: Vec<(u32, GuardId, ObjectId)>,
    pub thread_locals: FxHashMap<(u32, GlobalId), ObjectId>,
    /// Results of synchronisation operations, by their last event.
    pub results: FxHashMap<u32, Vec<TermId>>,
    /// Words (see `sharing`) that have events.
    pub(crate) shared: FxHashSet<Place>,
    pub signals: Vec<Signal>,
    pub waits: Vec<CondWait>,
    pub stops: Vec<Stop>,
    /// What races are asked about, if they are: accesses, what is freed (event, object, condition), and what operations order.
    pub touches: Vec<Touch>,
    pub free_events: Vec<(u32, ObjectId, TermId)>,
    pub synchronises: FxHashMap<u32, Synchronises>,
    pub frees: Vec<Free>,
    /// Frees of nobody knows what: thread, condition.
    pub unknown_frees: Vec<(u32, GuardId)>,
    /// Joined thread, event, condition.
    pub joins: Vec<(u32, u32, TermId)>,
    /// Some thread asks who it is.
    pub asks_self: bool,
    /// What synchronisation objects are at first, where that is not 0.
    pub sync_initial: FxHashMap<Place, u128>,
    /// Operations that fail where a condition holds: then their event is no event of the execution.
    pub refused: FxHashMap<u32, TermId>,
    /// Events without a counterpart in the execution.
    pub ghosts: FxHashSet<u32>,
    /// Condition variables that are destroyed: the event, the address, and a term that is to say that somebody waits.
    pub cond_destroys: Vec<(u32, TermId, TermId)>,
    /// Reads that must find something written: the event, and a term that is to say that it does not.
    pub unwritten_reads: Vec<(u32, TermId)>,
    /// Waits: the event that finds the condition variable usable and the one that gives the mutex back, which are one step.
    pub wait_begins: Vec<(u32, u32)>,
    /// What holds at the end of each atomic section that is entered.
    pub section_ends: FxHashMap<u32, GuardId>,
}

impl Graph {
    /// Whether any part of the bytes has events.
    pub fn is_shared(&self, object: ObjectId, offset: u64, size: u64) -> bool {
        words(offset, size).any(|word| self.shared.contains(&(object, word)))
    }
}

/// A thread may stop before this access, so that something can be said of the moment: another has freed the object.
#[derive(Clone, Debug)]
pub struct Stop {
    pub thread: u32,
    /// It stops here.
    pub condition: TermId,
    pub candidates: Candidates,
    pub addr: TermId,
    pub kind: StopKind,
    pub span: Span,
    pub place: Arc<str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopKind {
    Access,
    Free,
}

/// An access that may take part in a data race: its event, and what to call it.
#[derive(Clone, Debug)]
pub struct Touch {
    pub event: u32,
    pub span: Span,
    pub place: Arc<str>,
}

/// What an operation on a synchronisation object orders, by conditions: it acquires (`shared_acquire`: only what is not
/// shared), releases (where `shared_release` holds: not to those who share), and forgets what others have released
/// (the first at a barrier).
#[derive(Clone, Copy, Debug)]
pub struct Synchronises {
    pub acquires: TermId,
    pub shared_acquire: bool,
    pub releases: TermId,
    pub shared_release: TermId,
    pub restarts: TermId,
}

impl Synchronises {
    pub const NOTHING: Synchronises = Synchronises {
        acquires: TermId::FALSE,
        shared_acquire: false,
        releases: TermId::FALSE,
        shared_release: TermId::FALSE,
        restarts: TermId::FALSE,
    };
}

/// An object is gone: freed, or with the function whose variable it was.
#[derive(Clone, Debug)]
pub struct Free {
    pub thread: u32,
    pub guard: GuardId,
    pub object: ObjectId,
    pub on_return: bool,
}

/// A thread that got to a blocking operation and not beyond.
#[derive(Clone, Debug)]
pub struct Waiting {
    pub thread: u32,
    /// It waits here.
    pub condition: TermId,
    pub span: Span,
    pub reason: WaitingFor,
}

#[derive(Clone, Debug)]
pub enum WaitingFor {
    /// The state of a synchronisation object to become such that `ready` holds of `state`.
    Object { candidates: Candidates, addr: TermId, state: TermId, ready: TermId },
    /// Another thread to end: the condition says that it has not.
    Thread,
    /// A signal; which of the waits.
    Signal { wait: usize },
    /// A value in memory: the thread spins, it is not blocked.
    Spin,
}

/// `pthread_cond_signal` or `broadcast`.
#[derive(Clone, Debug)]
pub struct Signal {
    pub event: u32,
    pub addr: TermId,
    pub broadcast: bool,
}

/// `pthread_cond_wait`: from the event that lets go to the one that comes back.
#[derive(Clone, Debug)]
pub struct CondWait {
    pub release: u32,
    pub resume: u32,
    pub addr: TermId,
    /// Woken without a signal (spurious, or timed out).
    pub unsignalled: TermId,
}
