//! Synchronisation objects and what POSIX lets each operation do to them.
//!
//! Written anew rather than taken from the interpreter's SC world: a mistake there would otherwise certify itself.

use crate::wait::{Barrier, Cond};
use events::FailureKind;
use interp::memory::{AccessKind, Memory};
use interp::{Fault, Values};
use ir::SyncOp;
use ir::sync::errno::{EAGAIN, EBUSY, EDEADLK, EINVAL, EPERM, ETIMEDOUT};
use smallvec::smallvec;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Normal,
    Recursive,
    ErrorCheck,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mutex {
    pub kind: Kind,
    /// Who holds it, and how often.
    pub held: Option<(u32, u32)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Object {
    Mutex(Mutex),
    Rw { writer: Option<u32>, readers: Vec<u32> },
    Cond(Cond),
    Barrier(Barrier),
    Semaphore(u32),
    Once { running: Option<u32>, done: bool },
    Destroyed,
}

/// Why an operation cannot take effect.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Stop {
    /// The thread has to wait.
    Blocked(String),
    /// It is an error of the program.
    Fault(Fault),
}

pub(crate) fn fault(kind: FailureKind, message: impl Into<String>) -> Stop {
    Stop::Fault(Fault { kind, message: message.into() })
}

/// One result, as its bits.
pub(crate) fn status(status: i32) -> Values {
    smallvec![u128::from(status as u32)]
}

impl Mutex {
    pub(crate) fn number(number: u128) -> Mutex {
        let kind = match number & 3 {
            1 => Kind::Recursive,
            2 => Kind::ErrorCheck,
            _ => Kind::Normal,
        };
        Mutex { kind, held: None }
    }

    /// `None`: the thread waits.
    pub(crate) fn lock(&mut self, thread: u32) -> Option<i32> {
        match (self.held, self.kind) {
            (None, _) => self.held = Some((thread, 1)),
            (Some((owner, count)), Kind::Recursive) if owner == thread => {
                self.held = Some((owner, count + 1))
            }
            (Some((owner, _)), Kind::ErrorCheck) if owner == thread => return Some(EDEADLK),
            _ => return None,
        }
        Some(0)
    }

    fn try_lock(&mut self, thread: u32) -> i32 {
        match self.held {
            Some((owner, _)) if owner == thread && self.kind != Kind::Recursive => EBUSY,
            _ => self.lock(thread).unwrap_or(EBUSY),
        }
    }

    pub(crate) fn is_held_by(&self, thread: u32) -> bool {
        self.held.is_some_and(|(owner, _)| owner == thread)
    }

    pub(crate) fn unlock(&mut self, thread: u32) -> Result<i32, Stop> {
        match self.held {
            Some((owner, count)) if owner == thread => {
                self.held = (count > 1).then_some((owner, count - 1));
                Ok(0)
            }
            _ if self.kind == Kind::Normal => {
                Err(fault(FailureKind::SyncMisuse, "a mutex that the thread does not hold"))
            }
            _ => Ok(EPERM),
        }
    }
}

/// Which kind of object an operation is for.
pub(crate) fn class(op: SyncOp) -> Option<&'static str> {
    use SyncOp::*;
    Some(match op {
        MutexInit | MutexLock | MutexTryLock | MutexTimedLock | MutexUnlock | SpinUnlock | MutexDestroy => {
            "mutex"
        }
        RwInit | RwReadLock | RwTryReadLock | RwWriteLock | RwTryWriteLock | RwUnlock | RwDestroy => {
            "read-write lock"
        }
        CondInit | CondWait | CondTimedWait | CondSignal | CondBroadcast | CondDestroy => {
            "condition variable"
        }
        BarrierInit | BarrierWait | BarrierDestroy => "barrier",
        SemInit | SemWait | SemTryWait | SemTimedWait | SemPost | SemGetValue | SemDestroy => "semaphore",
        OnceBegin | OnceEnd => "once flag",
        ThreadCreate | ThreadJoin | ThreadExit | ThreadDetach | ThreadSelf | Yield => return None,
        KeyCreate | KeyDelete | KeySet | KeyGet => return None,
    })
}

/// What an initialisation makes of an object.
pub(crate) fn initialised(op: SyncOp, argument: u128) -> Option<Object> {
    Some(match op {
        SyncOp::MutexInit => Object::Mutex(Mutex::number(argument)),
        SyncOp::RwInit => Object::Rw { writer: None, readers: Vec::new() },
        SyncOp::CondInit => Object::Cond(Cond::default()),
        SyncOp::BarrierInit => Object::Barrier(Barrier::new(argument as u32)),
        SyncOp::SemInit => Object::Semaphore(argument as u32),
        _ => return None,
    })
}

impl Object {
    pub(crate) fn class(&self) -> &'static str {
        match self {
            Object::Mutex(_) => "mutex",
            Object::Rw { .. } => "read-write lock",
            Object::Cond(_) => "condition variable",
            Object::Barrier(_) => "barrier",
            Object::Semaphore(_) => "semaphore",
            Object::Once { .. } => "once flag",
            Object::Destroyed => "destroyed object",
        }
    }

    /// An object that no call has initialised, from its bytes: all zero, but for the kind of a mutex at offset 16.
    pub(crate) fn from_bytes(class: &str, memory: &Memory, addr: u64) -> Result<Object, Stop> {
        let uninitialised =
            || fault(FailureKind::UninitialisedSync, format!("a {class} that was never initialised"));
        let field = |offset: u64| match memory.read(addr.wrapping_add(offset), 4) {
            Ok((value, false)) => Ok(value),
            Ok((_, true)) => Err(uninitialised()),
            Err(_) => Ok(0),
        };
        let first = field(0)?;
        Ok(match class {
            "mutex" => Object::Mutex(Mutex::number(field(16)?)),
            "read-write lock" => Object::Rw { writer: None, readers: Vec::new() },
            "condition variable" => Object::Cond(Cond::default()),
            "semaphore" => Object::Semaphore(first as u32),
            "once flag" => Object::Once { running: None, done: false },
            _ => return Err(uninitialised()),
        })
    }

    /// An operation that neither waits in a queue nor wakes anybody.
    pub(crate) fn operate(&mut self, op: SyncOp, thread: u32) -> Result<Values, Stop> {
        let blocked = || Stop::Blocked(format!("waits in {}", op.name()));
        let free_to_destroy = self.is_idle();
        let result = match (op, &mut *self) {
            (SyncOp::MutexLock, Object::Mutex(mutex)) => mutex.lock(thread).ok_or_else(blocked)?,
            // It gives up only where it would have to wait.
            (SyncOp::MutexTimedLock, Object::Mutex(mutex)) => mutex.lock(thread).unwrap_or(ETIMEDOUT),
            (SyncOp::MutexTryLock, Object::Mutex(mutex)) => mutex.try_lock(thread),
            (SyncOp::MutexUnlock | SyncOp::SpinUnlock, Object::Mutex(mutex)) => mutex.unlock(thread)?,
            (op, Object::Rw { writer, readers }) if !is_destroy(op) => {
                operate_rw(op, thread, writer, readers)?.ok_or_else(blocked)?
            }
            (SyncOp::SemWait, Object::Semaphore(value)) => take(value).ok_or_else(blocked)?,
            (SyncOp::SemTimedWait, Object::Semaphore(value)) => take(value).unwrap_or(ETIMEDOUT),
            (SyncOp::SemTryWait, Object::Semaphore(value)) => take(value).unwrap_or(EAGAIN),
            (SyncOp::SemPost, Object::Semaphore(value)) if *value >= i32::MAX as u32 => -1,
            (SyncOp::SemPost, Object::Semaphore(value)) => {
                *value += 1;
                0
            }
            (SyncOp::SemGetValue, Object::Semaphore(value)) => return Ok(smallvec![0, u128::from(*value)]),
            (SyncOp::OnceBegin, Object::Once { running: Some(_), .. }) => return Err(blocked()),
            (SyncOp::OnceBegin, Object::Once { done: true, .. }) => return Ok(smallvec![0]),
            (SyncOp::OnceBegin, Object::Once { running, .. }) => {
                *running = Some(thread);
                return Ok(smallvec![1]);
            }
            (SyncOp::OnceEnd, Object::Once { running, done }) => {
                (*running, *done) = (None, true);
                return Ok(Values::new());
            }
            (op, _) if is_destroy(op) && free_to_destroy => {
                *self = Object::Destroyed;
                0
            }
            (op, _) if is_destroy(op) => {
                return Err(fault(FailureKind::SyncMisuse, "an object is destroyed that is in use"));
            }
            _ => EINVAL,
        };
        Ok(status(result))
    }

    /// Whether nobody holds it or waits in it.
    pub(crate) fn is_idle(&self) -> bool {
        match self {
            Object::Mutex(mutex) => mutex.held.is_none(),
            Object::Rw { writer, readers } => writer.is_none() && readers.is_empty(),
            Object::Cond(cond) => cond.is_empty(),
            Object::Barrier(barrier) => barrier.nobody_waits(),
            _ => true,
        }
    }
}

fn take(value: &mut u32) -> Option<i32> {
    *value = value.checked_sub(1)?;
    Some(0)
}

/// `Ok(None)`: the thread waits.
fn operate_rw(
    op: SyncOp,
    thread: u32,
    writer: &mut Option<u32>,
    readers: &mut Vec<u32>,
) -> Result<Option<i32>, Stop> {
    let try_only = matches!(op, SyncOp::RwTryReadLock | SyncOp::RwTryWriteLock);
    let otherwise = if try_only { Some(EBUSY) } else { None };
    Ok(match op {
        SyncOp::RwReadLock | SyncOp::RwWriteLock if *writer == Some(thread) => Some(EDEADLK),
        SyncOp::RwReadLock | SyncOp::RwTryReadLock if writer.is_none() => {
            readers.push(thread);
            Some(0)
        }
        SyncOp::RwWriteLock | SyncOp::RwTryWriteLock if writer.is_none() && readers.is_empty() => {
            *writer = Some(thread);
            Some(0)
        }
        SyncOp::RwUnlock if *writer == Some(thread) => {
            *writer = None;
            Some(0)
        }
        SyncOp::RwUnlock => match readers.iter().position(|&reader| reader == thread) {
            Some(position) => {
                readers.remove(position);
                Some(0)
            }
            None => {
                return Err(fault(
                    FailureKind::SyncMisuse,
                    "a read-write lock that the thread does not hold",
                ));
            }
        },
        _ => otherwise,
    })
}

pub(crate) fn is_destroy(op: SyncOp) -> bool {
    use SyncOp::*;
    matches!(op, MutexDestroy | RwDestroy | CondDestroy | BarrierDestroy | SemDestroy)
}

/// The address must be that of a living object.
pub(crate) fn check_address(memory: &Memory, addr: u64) -> Result<(), Stop> {
    memory.check(addr, 1, AccessKind::Sync).map(|_| ()).map_err(Stop::Fault)
}
