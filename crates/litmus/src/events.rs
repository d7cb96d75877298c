//! A program as events: of each thread in program order, with locations, and what was observed.
//!
//! Invariants: the events of one thread appear in `events` in program order; an initial write has no thread and comes
//! with its location; the two halves of a read-modify-write name each other; guards, conditions and values are terms
//! of the one `Terms` the program was unfolded into. An event happens where its guard holds; threads may stop short.

pub use ::unfold::{LocalRule, Synchronises};
use ir::{FenceBits, FuncId, GlobalId, IndexVec, Order, Span, SyncOp, Ty, define_id};
use smallvec::SmallVec;
use solver::TermId;
use std::sync::Arc;

define_id!(
    /// An event of the unfolded program: it happens where its guard holds.
    EventId,
    "e"
);
define_id!(
    /// A place in memory that accesses agree on: an address and a size.
    LocationId,
    "loc"
);
define_id!(
    /// A thread of the unfolded program; the first is the one that runs the entry function.
    ThreadId,
    "t"
);

/// Reads that something depends on, each with the condition under which it does.
pub type Reads = SmallVec<[(EventId, TermId); 2]>;

#[derive(Clone, Debug)]
pub struct Event {
    /// `None`: an initial write.
    pub thread: Option<ThreadId>,
    pub kind: Kind,
    pub guard: TermId,
    pub span: Span,
    pub addr: Reads,
    pub data: Reads,
    pub ctrl: Reads,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Read(Access),
    Write(Access),
    Fence(FenceBits),
    /// Takes a lock; what releases it is told by [`Unfolded::sections`].
    Lock {
        mutex: LocationId,
    },
    Unlock {
        mutex: LocationId,
    },
    /// Another step of synchronisation without memory: a full fence where this holds, else like a load that acquires.
    Step {
        op: SyncOp,
        full: TermId,
    },
    Create(ThreadId),
    /// Waits for one of these threads, each under a condition.
    Join(Vec<(ThreadId, TermId)>),
    /// `register = expression`, without touching memory. Recorded on request only.
    Compute {
        register: Arc<str>,
        value: TermId,
    },
    /// A branch: which way it goes. Recorded on request only.
    Control {
        value: TermId,
    },
}

#[derive(Clone, Debug)]
pub struct Access {
    /// Where, with the condition under which it is there; one entry with `TRUE` for a fixed address.
    pub places: SmallVec<[(LocationId, TermId); 1]>,
    /// What is read or written: the bytes, lowest first.
    pub value: TermId,
    pub ty: Ty,
    pub order: Order,
    /// Order when a compare-exchange fails (reads only).
    pub failure: Order,
    /// The other half of a read-modify-write.
    pub other_half: Option<EventId>,
    /// The register that a read goes to, or that is written.
    pub register: Option<Arc<str>>,
    /// What is accessed is the state of a synchronisation object.
    pub state: Option<State>,
}

/// An operation on a synchronisation object, as an access to its state.
#[derive(Clone, Copy, Debug)]
pub struct State {
    pub op: SyncOp,
    /// Where it is a full fence.
    pub full: TermId,
    /// What it hands over from one thread to another.
    pub synchronises: Synchronises,
}

#[derive(Clone, Debug)]
pub struct Location {
    pub name: Arc<str>,
    pub addr: u64,
    pub size: u64,
    pub global: Option<GlobalId>,
    /// Its initial write.
    pub initial: EventId,
    /// A mutex, or the state of a synchronisation object: nothing that the program reads or writes.
    pub hidden: bool,
}

#[derive(Clone, Debug)]
pub struct Thread {
    pub name: Arc<str>,
    pub function: FuncId,
    pub events: Vec<EventId>,
    pub create: Option<EventId>,
    pub guard: TermId,
}

#[derive(Clone, Debug)]
pub struct Observation {
    pub name: Arc<str>,
    pub ty: Ty,
    pub guard: TermId,
    pub value: TermId,
}

/// Something that can fail.
#[derive(Clone, Debug)]
pub struct Assertion {
    /// Where it fails.
    pub fails: TermId,
    pub span: Span,
    pub message: Arc<str>,
}

/// Where the unfolding ends though the program goes on: what lies behind is not known.
#[derive(Clone, Debug)]
pub struct Frontier {
    pub reached: TermId,
    pub span: Span,
    pub reason: String,
}

/// From where a lock is taken to where it is given back.
#[derive(Clone, Debug)]
pub struct Section {
    pub lock: EventId,
    pub mutex: LocationId,
    /// Each with the condition that it is the one, if the lock is taken.
    pub unlocks: Vec<(EventId, TermId)>,
}

/// A wait for a condition: from the event that lets the mutex go to the one that comes back.
#[derive(Clone, Debug)]
pub struct Wait {
    pub release: EventId,
    pub resume: EventId,
    pub condition: TermId,
    /// It is woken without a signal.
    pub unsignalled: TermId,
}

#[derive(Clone, Debug)]
pub struct Signal {
    pub event: EventId,
    pub condition: TermId,
    pub broadcast: bool,
}

/// A condition variable is destroyed.
#[derive(Clone, Debug)]
pub struct ConditionGone {
    pub event: EventId,
    pub condition: TermId,
    /// Stands for: somebody waits.
    pub waited_for: TermId,
}

/// An equation that makes a cut value what it is, so that it can be switched off.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    pub rule: LocalRule,
    pub event: EventId,
    pub equation: TermId,
}

/// A block that is meant to be atomic.
#[derive(Clone, Debug)]
pub struct AtomicBlock {
    pub thread: ThreadId,
    /// Its events in program order.
    pub events: Vec<EventId>,
    pub span: Span,
}

/// A program without loops, as events.
#[derive(Clone, Debug)]
pub struct Unfolded {
    pub threads: IndexVec<ThreadId, Thread>,
    pub events: IndexVec<EventId, Event>,
    pub locations: IndexVec<LocationId, Location>,
    pub observations: Vec<Observation>,
    pub assertions: Vec<Assertion>,
    /// Executions where one of these does not hold do not count.
    pub assumptions: Vec<TermId>,
    pub frontiers: Vec<Frontier>,
    pub definitions: Vec<Definition>,
    pub blocks: Vec<AtomicBlock>,
    pub sections: Vec<Section>,
    pub waits: Vec<Wait>,
    pub signals: Vec<Signal>,
    pub conditions_gone: Vec<ConditionGone>,
    /// Reads that must find something written, each with what stands for: it does not.
    pub unwritten_reads: Vec<(EventId, TermId)>,
    /// All threads have run to their ends, or an assertion has failed.
    pub complete: TermId,
}

impl Unfolded {
    /// A mutex that is told by sections: its initial write is nothing that happens.
    pub fn is_mutex(&self, place: &Location) -> bool {
        place.hidden
            && self.sections.iter().any(|section| self.locations[section.mutex].initial == place.initial)
    }
}

impl Event {
    pub fn access(&self) -> Option<&Access> {
        match &self.kind {
            Kind::Read(access) | Kind::Write(access) => Some(access),
            _ => None,
        }
    }
    pub fn read(&self) -> Option<&Access> {
        match &self.kind {
            Kind::Read(access) => Some(access),
            _ => None,
        }
    }
    pub fn write(&self) -> Option<&Access> {
        match &self.kind {
            Kind::Write(access) => Some(access),
            _ => None,
        }
    }
    pub fn is_read(&self) -> bool {
        matches!(self.kind, Kind::Read(_))
    }
    pub fn is_write(&self) -> bool {
        matches!(self.kind, Kind::Write(_))
    }
    pub fn is_access(&self) -> bool {
        self.access().is_some()
    }
    /// Locks, unlocks, thread starts and joins, and other steps of synchronisation.
    pub fn is_sync(&self) -> bool {
        matches!(
            self.kind,
            Kind::Lock { .. } | Kind::Unlock { .. } | Kind::Create(_) | Kind::Join(_) | Kind::Step { .. }
        )
    }
    /// The state of a synchronisation object that it accesses.
    pub fn state(&self) -> Option<State> {
        self.access().and_then(|access| access.state)
    }
    pub fn is_local(&self) -> bool {
        matches!(self.kind, Kind::Compute { .. } | Kind::Control { .. })
    }
    pub fn is_initial(&self) -> bool {
        self.thread.is_none()
    }
}
