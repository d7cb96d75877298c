//! The state of one synchronisation object.

use crate::order::has;
use ir::{Program, SyncOp};
use smallvec::SmallVec;

/// Threads, each as often as it counts, in ascending order.
pub type Threads = SmallVec<[u32; 4]>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    Mutex,
    Rw,
    Cond,
    Barrier,
    Semaphore,
    Once,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Once {
    Fresh,
    Running(u32),
    Done,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum State {
    /// `kind` as POSIX numbers it: 0 normal, 1 recursive, 2 error-checking, 3 (adaptive) as 0.
    Mutex {
        kind: u8,
        owner: Option<u32>,
        count: u32,
        /// Made by an init call rather than by its bytes.
        by_call: bool,
    },
    Rw {
        writer: Option<u32>,
        /// Who holds it for reading, once for each time.
        readers: Threads,
        by_call: bool,
    },
    Cond {
        waiting: Threads,
        /// Signalled, and not yet gone on.
        woken: Threads,
        by_call: bool,
    },
    Barrier {
        count: u32,
        arrived: u32,
        round: u32,
    },
    Semaphore {
        value: u32,
        by_call: bool,
    },
    Once(Once),
    Destroyed {
        class: Class,
        /// Of a barrier: who has not left yet counts on it, also when the barrier is made anew.
        round: u32,
    },
    /// Its bytes were never written.
    Uninitialised,
}

/// Bytes that nobody has written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unwritten;

impl Class {
    pub fn word(self) -> &'static str {
        match self {
            Class::Mutex => "mutex",
            Class::Rw => "read-write lock",
            Class::Cond => "condition variable",
            Class::Barrier => "barrier",
            Class::Semaphore => "semaphore",
            Class::Once => "once flag",
        }
    }

    /// What the first argument of an operation is; `None` for operations on threads and keys.
    pub fn of(op: SyncOp) -> Option<Class> {
        use SyncOp::*;
        Some(match op {
            MutexInit | MutexLock | MutexTryLock | MutexTimedLock | MutexUnlock | SpinUnlock
            | MutexDestroy => Class::Mutex,
            RwInit | RwReadLock | RwTryReadLock | RwWriteLock | RwTryWriteLock | RwUnlock | RwDestroy => {
                Class::Rw
            }
            CondInit | CondWait | CondTimedWait | CondSignal | CondBroadcast | CondDestroy => Class::Cond,
            BarrierInit | BarrierWait | BarrierDestroy => Class::Barrier,
            SemInit | SemWait | SemTryWait | SemTimedWait | SemPost | SemGetValue | SemDestroy => {
                Class::Semaphore
            }
            OnceBegin | OnceEnd => Class::Once,
            ThreadCreate | ThreadJoin | ThreadExit | ThreadDetach | ThreadSelf | Yield => return None,
            KeyCreate | KeyDelete | KeySet | KeyGet => return None,
        })
    }
}

impl State {
    /// A mutex that nobody holds.
    pub fn mutex(kind: u128, by_call: bool) -> State {
        State::Mutex { kind: kind as u8 & 3, owner: None, count: 0, by_call }
    }
    /// A read-write lock that nobody holds.
    pub fn rw(by_call: bool) -> State {
        State::Rw { writer: None, readers: Threads::new(), by_call }
    }
    /// A condition variable that nobody waits for.
    pub fn cond(by_call: bool) -> State {
        State::Cond { waiting: Threads::new(), woken: Threads::new(), by_call }
    }

    pub fn class(&self) -> Option<Class> {
        Some(match self {
            State::Mutex { .. } => Class::Mutex,
            State::Rw { .. } => Class::Rw,
            State::Cond { .. } => Class::Cond,
            State::Barrier { .. } => Class::Barrier,
            State::Semaphore { .. } => Class::Semaphore,
            State::Once(_) => Class::Once,
            State::Destroyed { class, .. } => *class,
            State::Uninitialised => return None,
        })
    }

    /// The state of an object that no call has initialised, from its bytes (static initialisers of glibc: all zero but for
    /// the kind of a mutex, an int at offset 16). `field` gives four bytes at an offset, 0 beyond the end of the object: a
    /// spinlock has four bytes, a mutex forty.
    pub fn from_bytes(class: Class, field: impl Fn(u64) -> Result<u32, Unwritten>) -> State {
        let offset = if class == Class::Mutex { 16 } else { 0 };
        let (Ok(first), Ok(kind)) = (field(0), field(offset)) else { return State::Uninitialised };
        match class {
            Class::Mutex => State::mutex(kind.into(), false),
            Class::Rw => State::rw(false),
            Class::Cond => State::cond(false),
            Class::Semaphore => State::Semaphore { value: first, by_call: false },
            Class::Once => State::Once(Once::Fresh),
            Class::Barrier => State::Uninitialised,
        }
    }

    /// Who holds the lock, for messages.
    pub fn holders(&self) -> Threads {
        match self {
            State::Mutex { owner: Some(owner), .. } => Threads::from_slice(&[*owner]),
            State::Rw { writer: Some(writer), .. } => Threads::from_slice(&[*writer]),
            State::Rw { readers, .. } => {
                let mut holders = readers.clone();
                holders.dedup();
                holders
            }
            State::Once(Once::Running(thread)) => Threads::from_slice(&[*thread]),
            _ => Threads::new(),
        }
    }
}

/// How many bytes objects of each class have, as far as nobody but their calls may write them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// All mutexes are spinlocks. Only what else is done with it tells a mutex from a spinlock: in a program that has both, either
    /// counts as a mutex, up to the end of its variable.
    pub spinlocks: bool,
    /// The queue of a futex is a condition variable at its word, which the program writes: then none is watched.
    pub futexes: bool,
}

impl Sizes {
    /// The most that there is.
    pub const MAX: u64 = 56;

    pub fn of(program: &Program) -> Sizes {
        let futexes = program.functions.iter().any(|function| function.name.starts_with("__sv_futex_"));
        let mutexes = [SyncOp::MutexUnlock, SyncOp::MutexTimedLock, SyncOp::CondWait, SyncOp::CondTimedWait];
        Sizes { spinlocks: has(program, &[SyncOp::SpinUnlock]) && !has(program, &mutexes), futexes }
    }

    /// On Linux with 64 bits.
    pub fn bytes(self, class: Class) -> u64 {
        match class {
            Class::Mutex if self.spinlocks => 4,
            Class::Mutex => 40,
            Class::Rw => Sizes::MAX,
            Class::Cond if self.futexes => 0,
            Class::Cond => 48,
            Class::Barrier | Class::Semaphore => 32,
            Class::Once => 4,
        }
    }
}
