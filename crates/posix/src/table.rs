//! What each step does in each state.

use crate::state::{Class, Once, State, Threads};
use crate::{SEM_VALUE_MAX, Values};
use events::FailureKind;
use ir::SyncOp;
use ir::sync::errno::*;
use smallvec::{SmallVec, smallvec};

/// One step on one object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    Do(SyncOp),
    /// Of a condition wait that will fail for want of the mutex: the condition variable must be there all the same.
    Look,
    /// Of a condition wait: joins the queue.
    Enqueue,
    /// Of a condition wait: gives the mutex back.
    Release,
    /// Leaves the queue: woken, or (variant 1, timed) by time-out, or by itself ([`WITHOUT_SIGNAL`]).
    Leave {
        timed: bool,
    },
    /// Waits until the round that this thread arrived in is complete.
    LeaveBarrier {
        round: u32,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    Blocks,
    Done(State, Values),
    /// POSIX leaves it undefined.
    Fault(Fault),
}

/// What is wrong with a use of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    pub kind: FailureKind,
    class: Class,
    text: &'static str,
}

impl Fault {
    /// The sentence for a person, with the object's name if it has one.
    pub fn message(&self, name: Option<&str>) -> String {
        match name {
            Some(name) => format!("the {} {name} {}", self.class.word(), self.text),
            None => format!("a {} {}", self.class.word(), self.text),
        }
    }
}

fn misuse(class: Class, text: &'static str) -> Effect {
    Effect::Fault(Fault { kind: FailureKind::SyncMisuse, class, text })
}

fn done(state: State, status: i32) -> Effect {
    Effect::Done(state, smallvec![u128::from(status as u32)])
}

/// The variant of [`Step::Leave`] that POSIX allows beside those of [`variants`]: the thread wakes by itself.
pub const WITHOUT_SIGNAL: u32 = 2;

/// Whether a thread is asleep that may wake by itself, if it has not done so too often ([`crate::WAKES_WITHOUT_SIGNAL`]).
pub fn may_wake(step: Step, state: &State, thread: u32) -> bool {
    matches!((step, state), (Step::Leave { .. }, State::Cond { woken, .. }) if !woken.contains(&thread))
}

/// In which ways a step can go on from a state; the first is the usual one, none: it has to wait.
pub fn variants(step: Step, state: &State, thread: u32) -> SmallVec<[u32; 4]> {
    match (step, state) {
        (Step::Do(SyncOp::CondSignal), State::Cond { waiting, .. }) if waiting.len() > 1 => {
            (0..waiting.len() as u32).collect()
        }
        (Step::Leave { timed }, State::Cond { woken, .. }) => {
            let woken = woken.contains(&thread);
            let usual = woken.then_some(0);
            let timeout = (timed && !woken).then_some(1);
            usual.into_iter().chain(timeout).collect()
        }
        (Step::Do(SyncOp::MutexTimedLock | SyncOp::SemTimedWait), _)
            if apply(step, state, thread, 0, 0) == Effect::Blocks =>
        {
            smallvec![1]
        }
        _ if apply(step, state, thread, 0, 0) == Effect::Blocks => smallvec![],
        _ => smallvec![0],
    }
}

/// What a step does in a state. `arg` is the operation's second argument; `variant` is one of [`variants`].
pub fn apply(step: Step, state: &State, thread: u32, arg: u128, variant: u32) -> Effect {
    match step {
        Step::Do(op) => operate(op, state, thread, arg, variant),
        Step::Look => match state {
            State::Cond { .. } => Effect::Done(state.clone(), Values::new()),
            other => wrong(other, Class::Cond),
        },
        Step::Enqueue => match state {
            State::Cond { waiting, woken, by_call } => {
                // Who was woken before has gone on since, whether or not that was a step.
                let (waiting, woken) = (with(waiting, thread), without(woken, thread));
                Effect::Done(State::Cond { waiting, woken, by_call: *by_call }, Values::new())
            }
            other => wrong(other, Class::Cond),
        },
        Step::Release => match state {
            State::Mutex { owner, .. } if *owner != Some(thread) => {
                misuse(Class::Mutex, "is not held by the thread that waits for a condition with it")
            }
            _ => operate(SyncOp::MutexUnlock, state, thread, 0, 0),
        },
        Step::Leave { .. } => leave(state, thread, variant),
        Step::LeaveBarrier { round } => match state {
            // Once the round is complete the barrier may be destroyed.
            State::Barrier { round: now, .. } | State::Destroyed { class: Class::Barrier, round: now } => {
                if *now > round {
                    done(state.clone(), 0)
                } else {
                    Effect::Blocks
                }
            }
            other => wrong(other, Class::Barrier),
        },
    }
}

fn operate(op: SyncOp, state: &State, thread: u32, arg: u128, variant: u32) -> Effect {
    // Not an operation on an object: there is nothing that it could change.
    let Some(class) = Class::of(op) else { return Effect::Done(state.clone(), Values::new()) };
    if let Some(fresh) = fresh(op, arg) {
        return initialise(class, state, fresh);
    }
    if state.class() != Some(class) {
        return wrong(state, class);
    }
    match *state {
        State::Mutex { kind, owner, count, by_call } => {
            on_mutex(op, (kind, owner, count, by_call), thread, variant)
        }
        State::Rw { writer, ref readers, by_call } => on_rw(op, (writer, readers, by_call), thread),
        State::Cond { ref waiting, ref woken, by_call } => on_cond(op, (waiting, woken, by_call), variant),
        State::Semaphore { value, by_call } => on_semaphore(op, value, by_call, variant),
        State::Barrier { count, arrived, round } => on_barrier(op, count, arrived, round),
        State::Once(once) => on_once(op, once, thread),
        State::Destroyed { .. } | State::Uninitialised => wrong(state, class),
    }
}

/// The state that an initialisation gives.
fn fresh(op: SyncOp, arg: u128) -> Option<State> {
    Some(match op {
        SyncOp::MutexInit => State::mutex(arg, true),
        SyncOp::RwInit => State::rw(true),
        SyncOp::CondInit => State::cond(true),
        SyncOp::BarrierInit => State::Barrier { count: arg as u32, arrived: 0, round: 0 },
        SyncOp::SemInit => State::Semaphore { value: arg as u32, by_call: true },
        _ => return None,
    })
}

fn initialise(class: Class, old: &State, fresh: State) -> Effect {
    let live = match old {
        State::Mutex { by_call, owner, .. } => *by_call || owner.is_some(),
        State::Rw { by_call, writer, readers } => *by_call || writer.is_some() || !readers.is_empty(),
        State::Cond { by_call, waiting, .. } => *by_call || !waiting.is_empty(),
        State::Semaphore { by_call, .. } => *by_call,
        State::Barrier { .. } => true,
        State::Once(_) | State::Destroyed { .. } | State::Uninitialised => false,
    };
    match (fresh, old) {
        _ if live => misuse(class, "is initialised again without having been destroyed"),
        (State::Barrier { count: 0, .. }, _) => done(old.clone(), EINVAL),
        (State::Barrier { count, arrived, .. }, &State::Destroyed { round, .. }) => {
            done(State::Barrier { count, arrived, round }, 0)
        }
        (State::Semaphore { value, .. }, _) if value > SEM_VALUE_MAX => done(old.clone(), EINVAL),
        (fresh, _) => done(fresh, 0),
    }
}

fn wrong(state: &State, class: Class) -> Effect {
    let text = match state {
        State::Destroyed { .. } => "is used after it was destroyed",
        State::Uninitialised => "is used but was never initialised",
        _ => "is used, but the memory there holds something else",
    };
    Effect::Fault(Fault { kind: FailureKind::UninitialisedSync, class, text })
}

fn leave(state: &State, thread: u32, variant: u32) -> Effect {
    let (waiting, woken, by_call) = match state {
        State::Cond { waiting, woken, by_call } => (waiting, woken, by_call),
        // It was woken, or destroying it would have been a fault.
        State::Destroyed { class: Class::Cond, .. } => return done(state.clone(), 0),
        other => return wrong(other, Class::Cond),
    };
    let (waiting, woken) = match variant {
        0 if !woken.contains(&thread) => return Effect::Blocks,
        0 => (waiting.clone(), without(woken, thread)),
        _ => (without(waiting, thread), woken.clone()),
    };
    done(State::Cond { waiting, woken, by_call: *by_call }, if variant == 1 { ETIMEDOUT } else { 0 })
}

fn destroyed(class: Class) -> State {
    State::Destroyed { class, round: 0 }
}

const RECURSIVE: u8 = 1;
const ERROR_CHECKING: u8 = 2;

fn on_mutex(
    op: SyncOp,
    (kind, owner, count, by_call): (u8, Option<u32>, u32, bool),
    thread: u32,
    variant: u32,
) -> Effect {
    let state = |owner, count| State::Mutex { kind, owner, count, by_call };
    let same = state(owner, count);
    let mine = owner == Some(thread);
    match op {
        SyncOp::MutexTimedLock if variant == 1 => done(same, ETIMEDOUT),
        SyncOp::MutexLock | SyncOp::MutexTimedLock | SyncOp::MutexTryLock => match (owner, kind) {
            (None, _) => done(state(Some(thread), 1), 0),
            (Some(_), RECURSIVE) if mine => done(state(owner, count + 1), 0),
            _ if op == SyncOp::MutexTryLock => done(same, EBUSY),
            (Some(_), ERROR_CHECKING) if mine => done(same, EDEADLK),
            _ => Effect::Blocks,
        },
        SyncOp::MutexUnlock | SyncOp::SpinUnlock if mine && count > 1 => done(state(owner, count - 1), 0),
        SyncOp::MutexUnlock | SyncOp::SpinUnlock if mine => done(state(None, 0), 0),
        SyncOp::MutexUnlock if kind == RECURSIVE || kind == ERROR_CHECKING => done(same, EPERM),
        SyncOp::MutexUnlock | SyncOp::SpinUnlock if owner.is_none() => {
            misuse(Class::Mutex, "is unlocked, but no thread holds it")
        }
        SyncOp::MutexUnlock | SyncOp::SpinUnlock => {
            misuse(Class::Mutex, "is unlocked by a thread that does not hold it")
        }
        _ if owner.is_some() => misuse(Class::Mutex, "is destroyed while it is locked"),
        _ => done(destroyed(Class::Mutex), 0),
    }
}

fn on_rw(op: SyncOp, (writer, readers, by_call): (Option<u32>, &Threads, bool), thread: u32) -> Effect {
    let state = |writer, readers| State::Rw { writer, readers, by_call };
    let same = || state(writer, readers.clone());
    let free = writer.is_none() && readers.is_empty();
    match op {
        SyncOp::RwReadLock | SyncOp::RwWriteLock if writer == Some(thread) => done(same(), EDEADLK),
        SyncOp::RwReadLock | SyncOp::RwTryReadLock if writer.is_none() => {
            done(state(None, with(readers, thread)), 0)
        }
        SyncOp::RwWriteLock | SyncOp::RwTryWriteLock if free => done(state(Some(thread), Threads::new()), 0),
        SyncOp::RwReadLock | SyncOp::RwWriteLock => Effect::Blocks,
        SyncOp::RwTryReadLock | SyncOp::RwTryWriteLock => done(same(), EBUSY),
        SyncOp::RwUnlock if writer == Some(thread) => done(state(None, Threads::new()), 0),
        SyncOp::RwUnlock if readers.contains(&thread) => done(state(None, without(readers, thread)), 0),
        SyncOp::RwUnlock => misuse(Class::Rw, "is unlocked by a thread that does not hold it"),
        _ if !free => misuse(Class::Rw, "is destroyed while it is locked"),
        _ => done(destroyed(Class::Rw), 0),
    }
}

fn on_cond(op: SyncOp, (waiting, woken, by_call): (&Threads, &Threads, bool), variant: u32) -> Effect {
    let state = |waiting, woken| State::Cond { waiting, woken, by_call };
    match op {
        SyncOp::CondSignal => {
            let (mut waiting, mut woken) = (waiting.clone(), woken.clone());
            if let Some(last) = waiting.len().checked_sub(1) {
                woken = with(&woken, waiting.remove((variant as usize).min(last)));
            }
            done(state(waiting, woken), 0)
        }
        SyncOp::CondBroadcast => {
            let woken = waiting.iter().fold(woken.clone(), |woken, &thread| with(&woken, thread));
            done(state(Threads::new(), woken), 0)
        }
        // Those who were woken need it no more (POSIX: destroying it right after a broadcast is fine).
        _ if !waiting.is_empty() => misuse(Class::Cond, "is destroyed while a thread waits for it"),
        _ => done(destroyed(Class::Cond), 0),
    }
}

fn on_semaphore(op: SyncOp, value: u32, by_call: bool, variant: u32) -> Effect {
    let state = |value| State::Semaphore { value, by_call };
    match op {
        SyncOp::SemTimedWait if variant == 1 => done(state(value), ETIMEDOUT),
        SyncOp::SemWait | SyncOp::SemTimedWait if value == 0 => Effect::Blocks,
        SyncOp::SemTryWait if value == 0 => done(state(0), EAGAIN),
        SyncOp::SemWait | SyncOp::SemTimedWait | SyncOp::SemTryWait => done(state(value - 1), 0),
        // As the C function says it, which sets errno to EOVERFLOW.
        SyncOp::SemPost if value >= SEM_VALUE_MAX => done(state(value), -1),
        SyncOp::SemPost => done(state(value + 1), 0),
        SyncOp::SemGetValue => Effect::Done(state(value), smallvec![0, u128::from(value)]),
        _ => done(destroyed(Class::Semaphore), 0),
    }
}

fn on_barrier(op: SyncOp, count: u32, arrived: u32, round: u32) -> Effect {
    match op {
        SyncOp::BarrierWait if arrived + 1 >= count => {
            done(State::Barrier { count, arrived: 0, round: round + 1 }, BARRIER_SERIAL_THREAD)
        }
        SyncOp::BarrierWait => done(State::Barrier { count, arrived: arrived + 1, round }, 0),
        _ if arrived > 0 => misuse(Class::Barrier, "is destroyed while threads wait at it"),
        _ => done(State::Destroyed { class: Class::Barrier, round }, 0),
    }
}

fn on_once(op: SyncOp, once: Once, thread: u32) -> Effect {
    match (op, once) {
        (SyncOp::OnceBegin, Once::Fresh) => Effect::Done(State::Once(Once::Running(thread)), smallvec![1]),
        (SyncOp::OnceBegin, Once::Running(_)) => Effect::Blocks,
        (SyncOp::OnceBegin, Once::Done) => Effect::Done(State::Once(Once::Done), smallvec![0]),
        _ => Effect::Done(State::Once(Once::Done), Values::new()),
    }
}

fn with(threads: &Threads, thread: u32) -> Threads {
    let mut more = threads.clone();
    more.insert(threads.partition_point(|&other| other < thread), thread);
    more
}

/// Once less, if it is there.
fn without(threads: &Threads, thread: u32) -> Threads {
    let mut fewer = threads.clone();
    if let Ok(position) = fewer.binary_search(&thread) {
        fewer.remove(position);
    }
    fewer
}
