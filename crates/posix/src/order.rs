//! What an operation orders: the accesses of its own thread, and those of others.
//!
//! Two different things. [`OrdersLike`] is about the thread's own accesses under a weak memory model: here counts what POSIX
//! promises or what glibc does, whichever is weaker (POSIX leaves it open whether a call that fails synchronises memory, and
//! glibc's often does not; a spinlock is given back by a plain store). [`Synchronises`] is about other threads: whether what came
//! before the operation happens before what comes behind a later one on the same object.

use ir::{Op, Program, SyncOp};

/// The access or fence that orders the accesses of a thread as an operation does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrdersLike {
    FullFence,
    /// A store that releases: what comes before it stays before it.
    ReleaseStore,
    /// A load that acquires: what comes behind it stays behind it. All that only looks, or fails.
    AcquireLoad,
}

/// How an operation takes part in the order of its object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Synchronises {
    /// It is ordered behind what earlier operations release.
    pub acquires: bool,
    /// It releases to later operations that acquire.
    pub releases: bool,
    /// It shares: neither acquires from others that share nor is acquired by them (read locks).
    pub shared: bool,
}

/// `status` is the first result, where there is one; `nested`: the thread held the mutex before and holds it still (a recursive
/// one, locked again or unlocked once of several times).
pub fn orders_like(op: SyncOp, status: Option<u32>, nested: bool) -> OrdersLike {
    use OrdersLike::*;
    use SyncOp::*;
    let failed = !matches!(status, None | Some(0));
    match op {
        // A wait that times out has given the mutex back and taken it again.
        ThreadCreate | ThreadExit | CondWait | CondTimedWait | BarrierWait => FullFence,
        OnceBegin if status == Some(0) => AcquireLoad,
        OnceBegin => FullFence,
        _ if failed || nested => AcquireLoad,
        ThreadJoin | ThreadDetach => FullFence,
        MutexLock | MutexTryLock | MutexTimedLock | MutexUnlock => FullFence,
        RwReadLock | RwTryReadLock | RwWriteLock | RwTryWriteLock | RwUnlock => FullFence,
        SemWait | SemTryWait | SemTimedWait | SemPost => FullFence,
        // POSIX: the first call in a thread synchronises memory. glibc wakes those who wait by a system call, libstdc++ exchanges.
        OnceEnd => FullFence,
        SpinUnlock => ReleaseStore,
        MutexInit | RwInit | CondInit | BarrierInit | SemInit => ReleaseStore,
        MutexDestroy | RwDestroy | CondDestroy | BarrierDestroy | SemDestroy => ReleaseStore,
        KeyCreate | KeyDelete | KeySet | KeyGet | ThreadSelf | Yield => AcquireLoad,
        // Without a waiter glibc's do nothing but load.
        CondSignal | CondBroadcast | SemGetValue => AcquireLoad,
    }
}

/// Create, join, the two halves of waits and barriers are not asked here: their partners are known.
pub fn synchronises(op: SyncOp, status: Option<u32>) -> Synchronises {
    use SyncOp::*;
    let failed = !matches!(status, None | Some(0));
    let (acquires, releases, shared) = match op {
        OnceBegin => (true, false, false),
        OnceEnd => (false, true, false),
        _ if failed => (false, false, false),
        MutexLock | MutexTryLock | MutexTimedLock | RwWriteLock | RwTryWriteLock => (true, false, false),
        RwReadLock | RwTryReadLock => (true, false, true),
        // Whether it was held for reading is for the caller to know: it is shared then.
        MutexUnlock | SpinUnlock | RwUnlock => (false, true, false),
        SemWait | SemTryWait | SemTimedWait => (true, false, false),
        SemPost => (false, true, false),
        ThreadCreate | ThreadJoin | ThreadExit | ThreadDetach | ThreadSelf | Yield => (false, false, false),
        MutexInit | RwInit | CondInit | BarrierInit | SemInit => (false, false, false),
        MutexDestroy | RwDestroy | CondDestroy | BarrierDestroy | SemDestroy => (false, false, false),
        CondWait | CondTimedWait | CondSignal | CondBroadcast | BarrierWait => (false, false, false),
        SemGetValue | KeyCreate | KeyDelete | KeySet | KeyGet => (false, false, false),
    };
    Synchronises { acquires, releases, shared }
}

/// Whether a program has one of these operations.
pub(crate) fn has(program: &Program, wanted: &[SyncOp]) -> bool {
    program.insts().any(|inst| matches!(&inst.op, Op::Sync { op, .. } if wanted.contains(op)))
}

/// Whether a program gives locks back by plain stores and looks at locks by plain loads: then a weak model lets even operations on
/// different locks overtake each other, and no argument holds that takes them for fences.
pub fn may_reorder_locks(program: &Program) -> bool {
    has(program, &[SyncOp::SpinUnlock]) && has(program, &[SyncOp::MutexTryLock, SyncOp::MutexTimedLock])
}
