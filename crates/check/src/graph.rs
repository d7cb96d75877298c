//! What the unfolding yields: guarded events in program order per thread, with everything the encoding needs.
//!
//! The events of a thread stand in an order that contains program order on every path. An event happens iff its
//! guard holds. Threads may stop short (a failed assumption, a lock that is never free, the unwinding bound): then
//! the guards of all that would follow are false, so every prefix-closed execution is covered.

use crate::guards::{GuardId, Guards};
use crate::objects::{ObjectId, Objects, PathId, Place};
use crate::value::Deps;
use events::FailureKind;
use ir::{FenceBits, FuncId, GlobalId, Order, Span, Ty};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{TermId, Terms};
use std::rc::Rc;
use std::sync::Arc;

/// Memory proper, or the hidden state of synchronisation objects, which is addressed alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Space {
    Memory,
    Sync,
}

/// The places that an access can touch.
pub(crate) type Candidates = Rc<[Place]>;

#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub(crate) space: Space,
    /// Nobody else changes what it touches: it takes part in program order only, its value is known already.
    pub(crate) private: bool,
    pub(crate) candidates: Candidates,
    pub(crate) addr: TermId,
    pub(crate) size: u64,
    /// `8 * size` bits.
    pub(crate) read: Option<TermId>,
    /// The only value that it can find, where that is known (or, `or_dead`, that of an object that cannot be used).
    pub(crate) expects: Option<u128>,
    pub(crate) or_dead: bool,
    /// When it writes (implies the event's guard), and what.
    pub(crate) write: Option<(GuardId, TermId)>,
    pub(crate) order: Order,
    /// Order of the read when nothing is written.
    pub(crate) failure: Order,
    pub(crate) addr_deps: Deps,
    pub(crate) data_deps: Deps,
    pub(crate) ctrl_deps: Deps,
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
            addr_deps: Deps::none(),
            data_deps: Deps::none(),
            ctrl_deps: Deps::none(),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum What {
    Access(Box<Access>),
    Fence(FenceBits),
    /// Creates, begins, ends or joins a thread, or another step of synchronisation without state.
    Step,
}

#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) thread: u32,
    pub(crate) what: What,
    pub(crate) guard: GuardId,
    /// Everything before it in program order comes before it, everything after it behind it.
    pub(crate) is_full_fence: bool,
    /// ... unless it orders less than that.
    pub(crate) weaker: Option<Weaker>,
    /// Events of one atomic section are one node.
    pub(crate) section: Option<u32>,
}

/// What an operation that is no full fence orders (`posix::orders_like`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Weaker {
    /// It is like a store that releases.
    Store,
    /// It is a full fence where this holds, else like a load that acquires.
    Unless(TermId),
    /// It is nothing that the program does.
    Ghost,
}

impl Event {
    pub(crate) fn access(&self) -> Option<&Access> {
        match &self.what {
            What::Access(access) => Some(access),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Thread {
    pub(crate) path: PathId,
    pub(crate) function: FuncId,
    pub(crate) guard: GuardId,
    /// Thread and number of its creations so far, at the creation of this one.
    pub(crate) parent: Option<(u32, u32)>,
    pub(crate) handle: u64,
    pub(crate) create: Option<u32>,
    /// What it is called with.
    pub(crate) arg: TermId,
    pub(crate) events: Vec<u32>,
    /// Ways to end: guard, event, returned value.
    pub(crate) ends: Vec<(GuardId, u32, TermId)>,
    /// Whether it got to the end of its code on every path, for the first thread: to the end of `main`.
    pub(crate) finished: GuardId,
}

/// A condition under which something is wrong or unknown.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) condition: TermId,
    pub(crate) thread: u32,
    pub(crate) span: Span,
    pub(crate) message: Arc<str>,
}

#[derive(Clone, Debug)]
pub(crate) struct FailurePoint {
    pub(crate) kind: FailureKind,
    pub(crate) at: Point,
    /// The event that finds something wrong, where that need not stay so: the execution ends there.
    pub(crate) event: Option<u32>,
}

impl FailurePoint {
    pub(crate) fn new(
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
pub(crate) struct SyncEdge {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) condition: TermId,
}

#[derive(Clone, Debug)]
pub(crate) struct Observation {
    pub(crate) name: Arc<str>,
    pub(crate) guard: GuardId,
    pub(crate) value: TermId,
    pub(crate) ty: Ty,
}

/// The program, unfolded.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    pub(crate) terms: Terms,
    pub(crate) guards: Guards,
    pub(crate) objects: Objects,
    pub(crate) events: Vec<Event>,
    pub(crate) threads: Vec<Thread>,
    pub(crate) edges: Vec<SyncEdge>,
    pub(crate) constraints: Vec<TermId>,
    pub(crate) failures: Vec<FailurePoint>,
    /// Where the unwinding bound cut a path.
    pub(crate) cuts: Vec<Point>,
    pub(crate) unsupported: Vec<Point>,
    /// Those that make the states of synchronisation objects wrong: no failure is believed where one of them holds.
    pub(crate) overwritten: Vec<TermId>,
    pub(crate) observations: Vec<Observation>,
    /// Initial contents of cells of shared objects that were never written, by object, offset and size.
    pub(crate) fresh: FxHashMap<(ObjectId, u64, u64), TermId>,
    /// Blocking operations that wait: the condition and what is waited for.
    pub(crate) waiting: Vec<Waiting>,
    /// Inputs and allocations of each thread in program order, and its thread-local objects: what a run along this
    /// graph needs to know.
    pub(crate) inputs: Vec<(u32, GuardId, TermId)>,
    pub(crate) allocations: Vec<(u32, GuardId, ObjectId)>,
    pub(crate) thread_locals: FxHashMap<(u32, GlobalId), ObjectId>,
    /// Results of synchronisation operations, by their last event.
    pub(crate) results: FxHashMap<u32, Vec<TermId>>,
    /// Words (see `unfold::sharing`) that have events.
    pub(crate) shared: FxHashSet<Place>,
    pub(crate) signals: Vec<Signal>,
    pub(crate) waits: Vec<CondWait>,
    pub(crate) stops: Vec<Stop>,
    /// What races are asked about, if they are: accesses, what is freed (event, object, condition), and what operations order.
    pub(crate) touches: Vec<Touch>,
    pub(crate) free_events: Vec<(u32, ObjectId, TermId)>,
    pub(crate) synchronises: FxHashMap<u32, Synchronises>,
    pub(crate) frees: Vec<Free>,
    /// Frees of nobody knows what: thread, condition.
    pub(crate) unknown_frees: Vec<(u32, GuardId)>,
    /// Joined thread, event, condition.
    pub(crate) joins: Vec<(u32, u32, TermId)>,
    /// Some thread asks who it is.
    pub(crate) asks_self: bool,
    /// What synchronisation objects are at first, where that is not 0.
    pub(crate) sync_initial: FxHashMap<Place, u128>,
    /// Operations that fail where a condition holds: then their event is no event of the execution.
    pub(crate) refused: FxHashMap<u32, TermId>,
    /// Events without a counterpart in the execution.
    pub(crate) ghosts: FxHashSet<u32>,
    /// Condition variables that are destroyed: the event, the address, and a term that is to say that somebody waits.
    pub(crate) cond_destroys: Vec<(u32, TermId, TermId)>,
    /// Reads that must find something written: the event, and a term that is to say that it does not.
    pub(crate) unwritten_reads: Vec<(u32, TermId)>,
    /// Waits: the event that finds the condition variable usable and the one that gives the mutex back, which are one step.
    pub(crate) wait_begins: Vec<(u32, u32)>,
    /// What holds at the end of each atomic section that is entered.
    pub(crate) section_ends: FxHashMap<u32, GuardId>,
}

/// A thread may stop before this access, so that something can be said of the moment: another has freed the object.
#[derive(Clone, Debug)]
pub(crate) struct Stop {
    pub(crate) thread: u32,
    /// It stops here.
    pub(crate) condition: TermId,
    pub(crate) candidates: Candidates,
    pub(crate) addr: TermId,
    pub(crate) kind: StopKind,
    pub(crate) span: Span,
    pub(crate) place: Arc<str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StopKind {
    Access,
    Free,
}

/// An access that may take part in a data race: its event, and what to call it.
#[derive(Clone, Debug)]
pub(crate) struct Touch {
    pub(crate) event: u32,
    pub(crate) span: Span,
    pub(crate) place: Arc<str>,
}

/// What an operation on a synchronisation object orders, by conditions: it acquires (`shared_acquire`: only what is not
/// shared), releases (where `shared_release` holds: not to those who share), and forgets what others have released
/// (the first at a barrier).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Synchronises {
    pub(crate) acquires: TermId,
    pub(crate) shared_acquire: bool,
    pub(crate) releases: TermId,
    pub(crate) shared_release: TermId,
    pub(crate) restarts: TermId,
}

impl Synchronises {
    pub(crate) const NOTHING: Synchronises = Synchronises {
        acquires: TermId::FALSE,
        shared_acquire: false,
        releases: TermId::FALSE,
        shared_release: TermId::FALSE,
        restarts: TermId::FALSE,
    };
}

/// An object is gone: freed, or with the function whose variable it was.
#[derive(Clone, Debug)]
pub(crate) struct Free {
    pub(crate) thread: u32,
    pub(crate) guard: GuardId,
    pub(crate) object: ObjectId,
    pub(crate) on_return: bool,
}

/// A thread that got to a blocking operation and not beyond.
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    pub(crate) thread: u32,
    /// It waits here.
    pub(crate) condition: TermId,
    pub(crate) span: Span,
    pub(crate) reason: WaitingFor,
}

#[derive(Clone, Debug)]
pub(crate) enum WaitingFor {
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
pub(crate) struct Signal {
    pub(crate) event: u32,
    pub(crate) addr: TermId,
    pub(crate) broadcast: bool,
}

/// `pthread_cond_wait`: from the event that lets go to the one that comes back.
#[derive(Clone, Debug)]
pub(crate) struct CondWait {
    pub(crate) release: u32,
    pub(crate) resume: u32,
    pub(crate) addr: TermId,
    /// Woken without a signal (spurious, or timed out).
    pub(crate) unsignalled: TermId,
}
