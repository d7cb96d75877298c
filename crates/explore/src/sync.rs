//! Synchronisation objects as values: each operation reads the state that the one before it left and leaves a new one.
//!
//! So a mutex, a semaphore or a condition variable is a place whose events are all read-modify-writes, and the machinery
//! for atomics orders, enables and reverses them too. The meaning is that of `interp::World` (POSIX); waits are split into
//! single steps: a condition wait joins the queue, gives the mutex back, is woken, and takes the mutex again. Nobody can
//! tell the first two apart from one step, since a signal in between wakes the waiter all the same.

use events::FailureKind;
use interp::Values;
use interp::memory::{AccessKind, Memory};
use ir::SyncOp;
use ir::sync::errno::*;
use smallvec::{SmallVec, smallvec};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Class {
    Mutex,
    Rw,
    Cond,
    Barrier,
    Semaphore,
    Once,
}

/// Threads as bits: up to 64 of them.
pub(crate) const MAX_THREADS: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ObjectState {
    /// `kind` as POSIX numbers it: 1 recursive, 2 error-checking.
    Mutex {
        kind: u8,
        owner: Option<u32>,
        count: u32,
    },
    Rw {
        writer: Option<u32>,
        /// How often each thread holds it for reading, two bits each.
        readers: u128,
    },
    Cond {
        waiting: u64,
        woken: u64,
    },
    Barrier {
        count: u32,
        arrived: u32,
        round: u32,
    },
    Semaphore(u32),
    /// 0 fresh, 1 running, 2 done.
    Once(u8),
    Destroyed(Class),
    /// Its bytes were never written.
    Invalid,
}

/// One step on one object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Step {
    Do(SyncOp),
    /// Of a condition wait: joins the queue (timed or not).
    Enqueue,
    /// Leaves the queue: woken, or (variant 1, timed) by time-out, or (variant 2) without cause.
    Leave {
        timed: bool,
    },
    /// Waits until the round that this thread arrived in is complete.
    LeaveBarrier {
        round: u32,
    },
}

pub(crate) enum Effect {
    Blocks,
    Done(ObjectState, Values),
    Fault(FailureKind, &'static str),
}

pub(crate) fn class_of(op: SyncOp) -> Option<Class> {
    use SyncOp::*;
    Some(match op {
        MutexInit | MutexLock | MutexTryLock | MutexTimedLock | MutexUnlock | MutexDestroy => Class::Mutex,
        RwInit | RwReadLock | RwTryReadLock | RwWriteLock | RwTryWriteLock | RwUnlock | RwDestroy => {
            Class::Rw
        }
        CondInit | CondWait | CondTimedWait | CondSignal | CondBroadcast | CondDestroy => Class::Cond,
        BarrierInit | BarrierWait | BarrierDestroy => Class::Barrier,
        SemInit | SemWait | SemTryWait | SemTimedWait | SemPost | SemGetValue | SemDestroy => {
            Class::Semaphore
        }
        OnceBegin | OnceEnd => Class::Once,
        _ => return None,
    })
}

impl ObjectState {
    fn class(self) -> Option<Class> {
        Some(match self {
            ObjectState::Mutex { .. } => Class::Mutex,
            ObjectState::Rw { .. } => Class::Rw,
            ObjectState::Cond { .. } => Class::Cond,
            ObjectState::Barrier { .. } => Class::Barrier,
            ObjectState::Semaphore(_) => Class::Semaphore,
            ObjectState::Once(_) => Class::Once,
            ObjectState::Destroyed(class) => class,
            ObjectState::Invalid => return None,
        })
    }

    /// The state of an object that no call has initialised, from its bytes.
    pub fn from_bytes(class: Class, memory: &Memory, addr: u64) -> ObjectState {
        if memory.check(addr, 1, AccessKind::Sync).is_err() {
            return ObjectState::Invalid;
        }
        ObjectState::from_fields(class, |offset| match memory.read(addr + offset, 4) {
            Ok((value, false)) => Some(value as u32),
            Ok((_, true)) => None,
            Err(_) => Some(0),
        })
    }

    /// The same from the numbers at its offsets; `None` where they were never written.
    pub fn from_fields(class: Class, field: impl Fn(u64) -> Option<u32>) -> ObjectState {
        let (Some(first), Some(kind)) = (field(0), field(if class == Class::Mutex { 16 } else { 0 })) else {
            return ObjectState::Invalid;
        };
        match class {
            Class::Mutex => ObjectState::Mutex { kind: kind as u8 & 3, owner: None, count: 0 },
            Class::Rw => ObjectState::Rw { writer: None, readers: 0 },
            Class::Cond => ObjectState::Cond { waiting: 0, woken: 0 },
            Class::Semaphore => ObjectState::Semaphore(first),
            Class::Once => ObjectState::Once(0),
            Class::Barrier => ObjectState::Invalid,
        }
    }
}

fn fresh(op: SyncOp, arg: u128) -> Option<ObjectState> {
    Some(match op {
        SyncOp::MutexInit => ObjectState::Mutex { kind: arg as u8 & 3, owner: None, count: 0 },
        SyncOp::RwInit => ObjectState::Rw { writer: None, readers: 0 },
        SyncOp::CondInit => ObjectState::Cond { waiting: 0, woken: 0 },
        SyncOp::BarrierInit => ObjectState::Barrier { count: arg as u32, arrived: 0, round: 0 },
        SyncOp::SemInit => ObjectState::Semaphore(arg as u32),
        _ => return None,
    })
}

fn status(status: i32) -> Values {
    smallvec![u128::from(status as u32)]
}

/// In how many ways a step can go on from a state; the first is the usual one.
pub(crate) fn variants(step: Step, state: ObjectState, thread: u32, spurious: bool) -> SmallVec<[u32; 2]> {
    match (step, state) {
        (Step::Do(SyncOp::CondSignal), ObjectState::Cond { waiting, .. }) if waiting.count_ones() > 1 => {
            (0..waiting.count_ones()).collect()
        }
        (Step::Leave { timed }, ObjectState::Cond { woken, .. }) => {
            let woken = woken >> thread & 1 == 1;
            let usual = woken.then_some(0);
            let timeout = (timed && !woken).then_some(1);
            usual.into_iter().chain(timeout).chain((spurious && !woken).then_some(2)).collect()
        }
        (Step::Do(SyncOp::MutexTimedLock), ObjectState::Mutex { owner: Some(owner), kind, .. })
            if owner != thread || kind == 0 =>
        {
            smallvec![1]
        }
        (Step::Do(SyncOp::SemTimedWait), ObjectState::Semaphore(0)) => smallvec![1],
        _ => smallvec![0],
    }
}

/// What a step does in a state.
pub(crate) fn apply(step: Step, state: ObjectState, thread: u32, arg: u128, variant: u32) -> Effect {
    let bit = 1u64 << (thread % MAX_THREADS as u32);
    let op = match step {
        Step::Do(op) => op,
        Step::Enqueue => {
            return match state {
                ObjectState::Cond { waiting, woken } => {
                    Effect::Done(ObjectState::Cond { waiting: waiting | bit, woken }, Values::new())
                }
                other => wrong(other, Class::Cond),
            };
        }
        Step::Leave { .. } => return leave(state, bit, variant),
        Step::LeaveBarrier { round } => {
            return match state {
                ObjectState::Barrier { round: now, .. } if now > round => Effect::Done(state, status(0)),
                ObjectState::Barrier { .. } => Effect::Blocks,
                other => wrong(other, Class::Barrier),
            };
        }
    };
    if let Some(fresh) = fresh(op, arg) {
        return match fresh {
            ObjectState::Barrier { count: 0, .. } => Effect::Done(state, status(EINVAL)),
            fresh => Effect::Done(fresh, status(0)),
        };
    }
    let Some(class) = class_of(op) else { return Effect::Done(state, Values::new()) };
    if state.class() != Some(class) || matches!(state, ObjectState::Destroyed(_)) {
        return wrong(state, class);
    }
    match state {
        ObjectState::Mutex { kind, owner, count } => on_mutex(op, kind, owner, count, thread, variant),
        ObjectState::Rw { writer, readers } => on_rw(op, writer, readers, thread),
        ObjectState::Cond { waiting, woken } => on_cond(op, waiting, woken, variant),
        ObjectState::Semaphore(value) => on_semaphore(op, value, variant),
        ObjectState::Barrier { count, arrived, round } => match op {
            SyncOp::BarrierWait if arrived + 1 >= count => {
                let next = ObjectState::Barrier { count, arrived: 0, round: round + 1 };
                Effect::Done(next, status(BARRIER_SERIAL_THREAD))
            }
            SyncOp::BarrierWait => {
                let next = ObjectState::Barrier { count, arrived: arrived + 1, round };
                Effect::Done(next, status(0))
            }
            _ if arrived > 0 => Effect::Done(state, status(EBUSY)),
            _ => Effect::Done(ObjectState::Destroyed(Class::Barrier), status(0)),
        },
        ObjectState::Once(phase) => match (op, phase) {
            (SyncOp::OnceBegin, 0) => Effect::Done(ObjectState::Once(1), smallvec![1]),
            (SyncOp::OnceBegin, 1) => Effect::Blocks,
            (SyncOp::OnceBegin, _) => Effect::Done(state, smallvec![0]),
            _ => Effect::Done(ObjectState::Once(2), Values::new()),
        },
        ObjectState::Destroyed(_) | ObjectState::Invalid => wrong(state, class),
    }
}

fn wrong(state: ObjectState, wanted: Class) -> Effect {
    let message = match state {
        ObjectState::Destroyed(class) if class == wanted => {
            "a synchronisation object is used after it was destroyed"
        }
        ObjectState::Invalid => "a synchronisation object is used but was never initialised",
        _ => "a synchronisation object is used as something it is not",
    };
    Effect::Fault(FailureKind::UninitialisedSync, message)
}

fn leave(state: ObjectState, bit: u64, variant: u32) -> Effect {
    let ObjectState::Cond { waiting, woken } = state else { return wrong(state, Class::Cond) };
    match variant {
        0 if woken & bit == 0 => Effect::Blocks,
        0 => Effect::Done(ObjectState::Cond { waiting, woken: woken & !bit }, status(0)),
        1 => Effect::Done(ObjectState::Cond { waiting: waiting & !bit, woken }, status(ETIMEDOUT)),
        _ => Effect::Done(ObjectState::Cond { waiting: waiting & !bit, woken }, status(0)),
    }
}

fn on_mutex(op: SyncOp, kind: u8, owner: Option<u32>, count: u32, thread: u32, variant: u32) -> Effect {
    let state = ObjectState::Mutex { kind, owner, count };
    let taken = |count| ObjectState::Mutex { kind, owner: Some(thread), count };
    let mine = owner == Some(thread);
    match op {
        SyncOp::MutexTimedLock if variant == 1 => Effect::Done(state, status(ETIMEDOUT)),
        SyncOp::MutexLock | SyncOp::MutexTimedLock | SyncOp::MutexTryLock => match (owner, kind) {
            (None, _) => Effect::Done(taken(1), status(0)),
            (Some(_), 1) if mine => Effect::Done(taken(count + 1), status(0)),
            _ if op == SyncOp::MutexTryLock => Effect::Done(state, status(EBUSY)),
            (Some(_), 2) if mine => Effect::Done(state, status(EDEADLK)),
            _ => Effect::Blocks,
        },
        SyncOp::MutexUnlock if mine => {
            let owner = (count > 1).then_some(thread);
            Effect::Done(ObjectState::Mutex { kind, owner, count: count.saturating_sub(1) }, status(0))
        }
        SyncOp::MutexUnlock if kind == 1 || kind == 2 => Effect::Done(state, status(EPERM)),
        SyncOp::MutexUnlock => {
            Effect::Fault(FailureKind::SyncMisuse, "a thread unlocks a mutex that it does not hold")
        }
        _ if owner.is_some() => Effect::Done(state, status(EBUSY)),
        _ => Effect::Done(ObjectState::Destroyed(Class::Mutex), status(0)),
    }
}

fn on_rw(op: SyncOp, writer: Option<u32>, readers: u128, thread: u32) -> Effect {
    let one = 1u128 << (2 * (thread % MAX_THREADS as u32));
    let mine = (readers / one) & 3;
    let state = ObjectState::Rw { writer, readers };
    let free = writer.is_none() && readers == 0;
    let done = |writer, readers, code| Effect::Done(ObjectState::Rw { writer, readers }, status(code));
    match op {
        SyncOp::RwReadLock | SyncOp::RwWriteLock if writer == Some(thread) => {
            Effect::Done(state, status(EDEADLK))
        }
        SyncOp::RwReadLock | SyncOp::RwTryReadLock if writer.is_none() && mine == 3 => {
            done(None, readers, EAGAIN)
        }
        SyncOp::RwReadLock | SyncOp::RwTryReadLock if writer.is_none() => done(None, readers + one, 0),
        SyncOp::RwWriteLock | SyncOp::RwTryWriteLock if free => done(Some(thread), 0, 0),
        SyncOp::RwReadLock | SyncOp::RwWriteLock => Effect::Blocks,
        SyncOp::RwTryReadLock | SyncOp::RwTryWriteLock => Effect::Done(state, status(EBUSY)),
        SyncOp::RwUnlock if writer == Some(thread) => done(None, readers, 0),
        SyncOp::RwUnlock if mine > 0 => done(writer, readers - one, 0),
        SyncOp::RwUnlock => {
            Effect::Fault(FailureKind::SyncMisuse, "a thread unlocks a read-write lock that it does not hold")
        }
        _ if !free => Effect::Done(state, status(EBUSY)),
        _ => Effect::Done(ObjectState::Destroyed(Class::Rw), status(0)),
    }
}

fn on_cond(op: SyncOp, waiting: u64, woken: u64, variant: u32) -> Effect {
    match op {
        SyncOp::CondSignal => {
            let mut left = waiting;
            (0..variant).for_each(|_| left &= left.wrapping_sub(1));
            let chosen = left & left.wrapping_neg();
            Effect::Done(ObjectState::Cond { waiting: waiting & !chosen, woken: woken | chosen }, status(0))
        }
        SyncOp::CondBroadcast => {
            Effect::Done(ObjectState::Cond { waiting: 0, woken: woken | waiting }, status(0))
        }
        _ if waiting != 0 => Effect::Done(ObjectState::Cond { waiting, woken }, status(EBUSY)),
        _ => Effect::Done(ObjectState::Destroyed(Class::Cond), status(0)),
    }
}

fn on_semaphore(op: SyncOp, value: u32, variant: u32) -> Effect {
    let state = ObjectState::Semaphore;
    match op {
        SyncOp::SemTimedWait if variant == 1 => Effect::Done(state(value), status(ETIMEDOUT)),
        SyncOp::SemWait | SyncOp::SemTimedWait if value == 0 => Effect::Blocks,
        SyncOp::SemTryWait if value == 0 => Effect::Done(state(0), status(EAGAIN)),
        SyncOp::SemWait | SyncOp::SemTimedWait | SyncOp::SemTryWait => {
            Effect::Done(state(value - 1), status(0))
        }
        SyncOp::SemPost => Effect::Done(state(value.saturating_add(1)), status(0)),
        SyncOp::SemGetValue => Effect::Done(state(value), smallvec![0, u128::from(value)]),
        SyncOp::SemDestroy => Effect::Done(ObjectState::Destroyed(Class::Semaphore), status(0)),
        _ => Effect::Done(state(value), status(0)),
    }
}
