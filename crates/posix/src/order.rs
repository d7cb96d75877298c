//! What an operation orders: as a fence of the machine, and as a part of happens-before.
//!
//! Two different things. A *fence* is about the thread's own accesses under a weak memory model: here counts what POSIX promises
//! or what glibc does, whichever is weaker (POSIX leaves it open whether a call that fails synchronises memory, and glibc's
//! often does not; a spinlock is given back by a plain store). *Synchronises* is about other threads: whether what came before
//! the operation happens before what comes behind a later one on the same object.

use ir::SyncOp;
use ir::sync::errno::BARRIER_SERIAL_THREAD;

/// How an operation orders the accesses of its own thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fence {
    None,
    /// What comes behind stays behind.
    Acquire,
    /// What comes before stays before.
    Release,
    Full,
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

/// `status` is the first result, where there is one; `nested`: the thread held the lock before and holds it still (a recursive
/// mutex, locked again or unlocked once of several times).
pub fn fence(op: SyncOp, status: Option<u32>, nested: bool) -> Fence {
    use SyncOp::*;
    let failed = !matches!(status, None | Some(0));
    match op {
        ThreadCreate | ThreadExit | CondWait | BarrierWait => Fence::Full,
        // A wait that times out has given the mutex back and taken it again.
        CondTimedWait => Fence::Full,
        _ if op == OnceBegin => match status {
            Some(0) => Fence::Acquire,
            _ => Fence::Full,
        },
        _ if failed || nested => Fence::None,
        ThreadJoin | ThreadDetach => Fence::Full,
        MutexLock | MutexTryLock | MutexTimedLock | MutexUnlock => Fence::Full,
        RwReadLock | RwTryReadLock | RwWriteLock | RwTryWriteLock | RwUnlock => Fence::Full,
        SemWait | SemTryWait | SemTimedWait | SemPost => Fence::Full,
        SpinUnlock | OnceEnd => Fence::Release,
        MutexInit | RwInit | CondInit | BarrierInit | SemInit => Fence::None,
        MutexDestroy | RwDestroy | CondDestroy | BarrierDestroy | SemDestroy => Fence::None,
        // Without a waiter glibc's do nothing but load.
        CondSignal | CondBroadcast | SemGetValue => Fence::None,
        KeyCreate | KeyDelete | KeySet | KeyGet | ThreadSelf | Yield | OnceBegin => Fence::None,
    }
}

/// Create, join, the two halves of waits and barriers are not asked here: their partners are known.
pub fn synchronises(op: SyncOp, status: Option<u32>) -> Synchronises {
    use SyncOp::*;
    let failed = !matches!(status, None | Some(0)) && status != Some(BARRIER_SERIAL_THREAD as u32);
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
        // Whoever uses an object knows of its making, and whoever destroys it of its uses: otherwise the program is wrong.
        MutexInit | RwInit | CondInit | BarrierInit | SemInit => (false, false, false),
        _ => (false, false, false),
    };
    Synchronises { acquires, releases, shared }
}
