//! Synchronisation objects beside memory, keyed by address, with the meaning POSIX gives them.
//!
//! An object that no call has initialised takes its state from its bytes (static initialisers of glibc: all zero but
//! for the kind of a mutex, an int at offset 16). Bytes that were never written make it invalid.

use crate::Fault;
use crate::memory::{AccessKind, Memory};
use events::FailureKind;
use ir::SyncOp;
use ir::sync::errno::{EBUSY, EDEADLK, EPERM};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum MutexKind {
    Normal,
    Recursive,
    ErrorCheck,
}

impl MutexKind {
    /// From the number in `pthread_mutexattr_settype` or in a static initialiser (3, adaptive, is a normal one).
    pub fn from_number(number: u128) -> MutexKind {
        match number & 3 {
            1 => MutexKind::Recursive,
            2 => MutexKind::ErrorCheck,
            _ => MutexKind::Normal,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Mutex {
    pub kind: MutexKind,
    pub owner: Option<u32>,
    pub count: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Once {
    Fresh,
    Running(u32),
    Done,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum SyncObject {
    Mutex(Mutex),
    Rw { writer: Option<u32>, readers: Vec<u32> },
    Cond { waiters: Vec<u32> },
    Barrier { count: u32, arrived: Vec<u32> },
    Semaphore { value: u32 },
    Once(Once),
    Destroyed(Class),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Class {
    Mutex,
    Rw,
    Cond,
    Barrier,
    Semaphore,
    Once,
}

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
    /// What the first argument of an operation is.
    pub fn of(op: SyncOp) -> Option<Class> {
        use SyncOp::*;
        Some(match op {
            MutexInit | MutexLock | MutexTryLock | MutexTimedLock | MutexUnlock | MutexDestroy => {
                Class::Mutex
            }
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

impl SyncObject {
    pub fn class(&self) -> Class {
        match self {
            SyncObject::Mutex(_) => Class::Mutex,
            SyncObject::Rw { .. } => Class::Rw,
            SyncObject::Cond { .. } => Class::Cond,
            SyncObject::Barrier { .. } => Class::Barrier,
            SyncObject::Semaphore { .. } => Class::Semaphore,
            SyncObject::Once(_) => Class::Once,
            SyncObject::Destroyed(class) => *class,
        }
    }

    /// The state of an object that no call has initialised.
    pub fn from_bytes(class: Class, memory: &Memory, addr: u64) -> Result<SyncObject, Fault> {
        memory.check(addr, 1, AccessKind::Sync)?;
        let uninitialised = || {
            let name = memory.describe(addr).map(|name| format!(" `{name}`")).unwrap_or_default();
            let message = format!("the {}{name} is used but was never initialised", class.word());
            Fault::new(FailureKind::UninitialisedSync, message)
        };
        // A spinlock has four bytes, a mutex forty: only what is there counts.
        let field = |offset: u64| match memory.read(addr + offset, 4) {
            Ok((value, false)) => Ok(value),
            Ok((_, true)) => Err(uninitialised()),
            Err(_) => Ok(0),
        };
        let first = field(0)?;
        Ok(match class {
            Class::Mutex => {
                SyncObject::Mutex(Mutex { kind: MutexKind::from_number(field(16)?), owner: None, count: 0 })
            }
            Class::Rw => SyncObject::Rw { writer: None, readers: Vec::new() },
            Class::Cond => SyncObject::Cond { waiters: Vec::new() },
            Class::Semaphore => SyncObject::Semaphore { value: first as u32 },
            Class::Once => SyncObject::Once(Once::Fresh),
            Class::Barrier => return Err(uninitialised()),
        })
    }
}

impl Mutex {
    /// Whether a thread that locks it now need not wait (it may also get an error at once).
    pub fn answers_lock(&self, thread: u32) -> bool {
        match self.owner {
            None => true,
            Some(owner) => owner == thread && self.kind != MutexKind::Normal,
        }
    }
    /// Takes it if it is free, or again if it is recursive.
    pub fn lock(&mut self, thread: u32) -> i32 {
        match (self.owner, self.kind) {
            (None, _) => {
                (self.owner, self.count) = (Some(thread), 1);
                0
            }
            (Some(owner), MutexKind::Recursive) if owner == thread => {
                self.count += 1;
                0
            }
            (Some(owner), MutexKind::ErrorCheck) if owner == thread => EDEADLK,
            _ => EBUSY,
        }
    }
    pub fn try_lock(&mut self, thread: u32) -> i32 {
        if self.owner == Some(thread) && self.kind != MutexKind::Recursive {
            EBUSY
        } else {
            self.lock(thread)
        }
    }
    /// `None`: a normal mutex that is not the thread's, which POSIX leaves undefined.
    pub fn unlock(&mut self, thread: u32) -> Option<i32> {
        match (self.owner == Some(thread), self.kind) {
            (true, _) => {
                self.count = self.count.saturating_sub(1);
                if self.count == 0 {
                    self.owner = None;
                }
                Some(0)
            }
            (false, MutexKind::Normal) => None,
            (false, _) => Some(EPERM),
        }
    }
}
