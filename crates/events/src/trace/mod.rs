//! Recorded runs: what threads did, in one order, on disk and as a stream.
//!
//! The binary format is described byte for byte in `docs/trace-format.md`: chunks of one thread's events each, and
//! *tickets* on the events whose order between threads matters (every synchronisation). [`TraceWriter`] writes it from
//! events in one total order, [`Encoder`] from one thread at a time (as a recorder does), [`TraceReader`] rebuilds a
//! total order from the tickets and streams it. The text format STD (`T0|acq(L1)|12`) is read and written by
//! [`StdReader`] and [`StdWriter`].
//!
//! Invariants of what a [`TraceReader`] yields: each thread's events are a prefix of what it did, in program order;
//! tickets come without a gap. Damage (a cut, a flipped bit, a lost chunk) shortens the trace and is told as
//! [`Damage`]; it is never an error unless nothing can be read, and never a panic. That locks are well nested, threads
//! are forked before they run and so on is *not* promised: who analyses checks.

mod chunk;
mod damage;
mod encode;
mod follow;
mod generate;
mod open;
mod reader;
mod segment;
mod source;
mod stacks;
mod std_read;
mod std_write;
mod tables;
mod thin;
mod wire;
mod words;
mod writer;

pub use damage::{Damage, TraceError};
pub use encode::Encoder;
pub use follow::{Follower, Piece};
pub use generate::{Generator, Shape};
pub use open::{TraceKind, open};
pub use reader::{Cut, Summary, TraceReader};
pub use segment::{Segment, Start, Survey};
pub use source::Source;
pub use stacks::{StackId, Stacks};
pub use std_read::StdReader;
pub use std_write::StdWriter;
pub use tables::{Location, MethodEntry, Namespace, Tables};
pub use thin::{Chosen, PageSet, Thinned};
pub use words::{AccessWord, AccessWords};
pub use writer::TraceWriter;

/// What a traced event does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Op {
    Read,
    Write,
    AtomicRead,
    AtomicWrite,
    /// Read-modify-write.
    AtomicUpdate,
    Fence,
    /// A lock taken for itself (mutex, spinlock, writer side of a rwlock).
    Acquire,
    /// The reader side of a rwlock.
    AcquireShared,
    /// Either side.
    Release,
    /// Begins to wait on a condition variable; the release of the mutex follows. With a value that is not 0, the wait ends
    /// by itself after some time.
    Wait,
    /// Goes on after a wait; the mutex has been taken again.
    Wake,
    Signal,
    Broadcast,
    BarrierEnter,
    BarrierLeave,
    /// Semaphore up.
    Post,
    /// Semaphore down.
    Down,
    /// `object` is the number of the new thread.
    Fork,
    /// `object` is the number of the thread that has ended.
    Join,
    Alloc,
    Free,
    /// A synchronisation object ceases to be.
    Destroy,
    TransactionBegin,
    TransactionEnd,
    /// A call of a specified method.
    Call,
    ThreadEnd,
    /// Is about to wait for a lock that is held, as long as it takes; the acquire follows if it gets it. The value is 0, 1 for the reader
    /// side, or 2 where it goes on without the lock.
    Want,
    /// A synchronisation object begins to be, whatever was there before. Of a semaphore the value is what it begins with.
    Init,
    /// The recorder has seen something go wrong by itself: the value says what ([`misuse`]).
    Misuse,
}

/// Values of [`Op::Misuse`], and what its object is.
pub mod misuse {
    /// In the handler of a signal, which is the object, memory is allocated or freed.
    pub const HANDLER_ALLOCATES: u64 = 1;
    /// The same, a stream is used.
    pub const HANDLER_USES_STREAM: u64 = 2;
    /// The same, a lock or condition is used.
    pub const HANDLER_LOCKS: u64 = 3;
    /// The handler of a signal, which is the object, has changed `errno`.
    pub const HANDLER_CHANGES_ERRNO: u64 = 4;
    /// A lock, which is the object, was held by a thread of the parent that the child does not have.
    pub const LOCK_OF_PARENT: u64 = 5;
    /// A thread, which is the object, has ended and was neither joined nor detached. The location is where it was made.
    pub const NEVER_JOINED: u64 = 6;
}

impl Op {
    pub const ALL: [Op; 29] = [
        Op::Read,
        Op::Write,
        Op::AtomicRead,
        Op::AtomicWrite,
        Op::AtomicUpdate,
        Op::Fence,
        Op::Acquire,
        Op::AcquireShared,
        Op::Release,
        Op::Wait,
        Op::Wake,
        Op::Signal,
        Op::Broadcast,
        Op::BarrierEnter,
        Op::BarrierLeave,
        Op::Post,
        Op::Down,
        Op::Fork,
        Op::Join,
        Op::Alloc,
        Op::Free,
        Op::Destroy,
        Op::TransactionBegin,
        Op::TransactionEnd,
        Op::Call,
        Op::ThreadEnd,
        Op::Want,
        Op::Init,
        Op::Misuse,
    ];

    /// Whether its place in the order between threads is recorded by a ticket.
    pub fn is_synchronisation(self) -> bool {
        !matches!(self, Op::Read | Op::Write | Op::TransactionBegin | Op::TransactionEnd | Op::ThreadEnd)
    }

    /// Whether it reads or writes memory.
    pub const fn is_access(self) -> bool {
        matches!(self, Op::Read | Op::Write | Op::AtomicRead | Op::AtomicWrite | Op::AtomicUpdate)
    }

    /// What `object` is the number of.
    pub const fn namespace(self) -> Namespace {
        match self {
            Op::Read
            | Op::Write
            | Op::AtomicRead
            | Op::AtomicWrite
            | Op::AtomicUpdate
            | Op::Alloc
            | Op::Free => Namespace::Memory,
            Op::Fork | Op::Join => Namespace::Thread,
            Op::Call => Namespace::Object,
            Op::Fence | Op::TransactionBegin | Op::TransactionEnd | Op::ThreadEnd | Op::Misuse => {
                Namespace::None
            }
            _ => Namespace::Sync,
        }
    }

    /// The name in the text format.
    pub fn name(self) -> &'static str {
        match self {
            Op::Read => "r",
            Op::Write => "w",
            Op::AtomicRead => "ar",
            Op::AtomicWrite => "aw",
            Op::AtomicUpdate => "rmw",
            Op::Fence => "fence",
            Op::Acquire => "acq",
            Op::AcquireShared => "racq",
            Op::Release => "rel",
            Op::Wait => "wait",
            Op::Wake => "wake",
            Op::Signal => "signal",
            Op::Broadcast => "broadcast",
            Op::BarrierEnter => "enter",
            Op::BarrierLeave => "leave",
            Op::Post => "post",
            Op::Down => "down",
            Op::Fork => "fork",
            Op::Join => "join",
            Op::Alloc => "alloc",
            Op::Free => "free",
            Op::Destroy => "destroy",
            Op::TransactionBegin => "begin",
            Op::TransactionEnd => "end",
            Op::Call => "call",
            Op::ThreadEnd => "exit",
            Op::Want => "want",
            Op::Init => "init",
            Op::Misuse => "misuse",
        }
    }
}

/// Order of an atomic access or a fence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum TraceOrder {
    #[default]
    None,
    Relaxed,
    Consume,
    Acquire,
    Release,
    AcquireRelease,
    SeqCst,
}

impl TraceOrder {
    pub const ALL: [TraceOrder; 7] = [
        TraceOrder::None,
        TraceOrder::Relaxed,
        TraceOrder::Consume,
        TraceOrder::Acquire,
        TraceOrder::Release,
        TraceOrder::AcquireRelease,
        TraceOrder::SeqCst,
    ];

    pub fn name(self) -> &'static str {
        ["none", "relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"][self as usize]
    }

    pub fn acquires(self) -> bool {
        matches!(
            self,
            TraceOrder::Consume | TraceOrder::Acquire | TraceOrder::AcquireRelease | TraceOrder::SeqCst
        )
    }

    pub fn releases(self) -> bool {
        matches!(self, TraceOrder::Release | TraceOrder::AcquireRelease | TraceOrder::SeqCst)
    }
}

/// The location of an access that stands for earlier ones of its thread, which were not logged: it is not known to have
/// happened just here.
pub const REPEATED: u32 = u32::MAX;

/// One event. What a field means depends on `op`; what does not apply is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceEvent {
    /// Address or number of the object; of the thread for fork and join.
    pub object: u64,
    /// The value read or written if `has_value`; for a call, where its arguments are in [`Batch::arguments`].
    pub value: u64,
    pub thread: u32,
    /// Number in the location table.
    pub location: u32,
    /// How often the address was given to a new object before.
    pub generation: u32,
    /// Bytes accessed, allocated or freed; for a call, the number of its method.
    pub size: u32,
    /// Which calls led to it, where that was recorded.
    pub stack: StackId,
    pub op: Op,
    pub order: TraceOrder,
    pub has_value: bool,
}

impl TraceEvent {
    /// Whether a recorder logs accesses anew behind this event of their thread: all but atomic reads, other relaxed atomic
    /// accesses, and what says that memory comes or goes.
    pub fn ends_section(&self) -> bool {
        match self.op {
            Op::Read | Op::Write | Op::Alloc | Op::Free | Op::AtomicRead => false,
            Op::AtomicWrite | Op::AtomicUpdate => self.order != TraceOrder::Relaxed,
            _ => true,
        }
    }

    /// An event without the fields that only some have.
    pub fn new(thread: u32, op: Op, object: u64, location: u32) -> TraceEvent {
        let order = TraceOrder::None;
        let stack = StackId::EMPTY;
        TraceEvent {
            object,
            value: 0,
            thread,
            location,
            generation: 0,
            size: 0,
            stack,
            op,
            order,
            has_value: false,
        }
    }
}

/// Consecutive events of a stream.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub events: Vec<TraceEvent>,
    /// Arguments of calls: for each the number of arguments, 1 or 0 for whether there is a result, the arguments, and
    /// the result.
    pub arguments: Vec<i64>,
    /// Places of acquires and releases in this batch, and the depth of calls that their thread had come back to since its last such event.
    pub returns: Vec<(u32, u32)>,
}

impl Batch {
    /// Events that a stream puts into a batch at most.
    pub const CAPACITY: usize = 4096;

    pub fn clear(&mut self) {
        self.events.clear();
        self.arguments.clear();
        self.returns.clear();
    }

    /// Arguments and result of a call in this batch.
    pub fn call(&self, event: &TraceEvent) -> (&[i64], Option<i64>) {
        let record = usize::try_from(event.value).ok().and_then(|start| self.arguments.get(start..));
        let Some([count, has_result, rest @ ..]) = record else { return (&[], None) };
        let count = usize::try_from(*count).unwrap_or(0).min(rest.len());
        let result = if *has_result != 0 { rest.get(count).copied() } else { None };
        (&rest[..count], result)
    }

    /// Adds a call's record; what goes into `value`.
    pub fn add_call(&mut self, arguments: &[i64], result: Option<i64>) -> u64 {
        let start = self.arguments.len() as u64;
        self.arguments.extend([arguments.len() as i64, i64::from(result.is_some())]);
        self.arguments.extend_from_slice(arguments);
        self.arguments.extend(result);
        start
    }
}

/// A stream of events in one order.
pub trait EventStream {
    /// Replaces the batch by the next events; `false` at the end.
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, TraceError>;
    /// Names, locations and methods known so far; all of them at the end.
    fn tables(&self) -> &Tables;
    /// What was found damaged so far.
    fn damage(&self) -> &[Damage];
    /// Whether memory objects are byte addresses (accesses may overlap) or opaque numbers.
    fn has_addresses(&self) -> bool;
    /// The stacks of events so far, where they were recorded.
    fn stacks(&self) -> Option<&Stacks> {
        None
    }
    /// From now on what this does not want may be left out.
    fn keep_accesses(&mut self, _keep: Box<dyn Keep>) {}
}

/// Which events that are about memory are wanted.
pub trait Keep {
    /// Whether a plain access is.
    fn access(&self, access: &Candidate) -> bool;

    /// Whether it matters that a block comes ([`Op::Alloc`]) or goes.
    fn block(&self, op: Op, address: u64, size: u32) -> bool;

    /// Chunks without what is not wanted of them.
    fn thinned(&self) -> Option<&Thinned> {
        None
    }
}

/// A plain access that may be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    pub thread: u32,
    /// How often the thread has ended a section, or has got or given back memory.
    pub section: u64,
    pub address: u64,
    pub size: u32,
    pub writes: bool,
}
