//! What an operation can answer at all, for engines that follow its object in part or not.
//!
//! The table itself is asked, in a few states of each class that stand for all: nobody, the caller or another thread holds it; counters
//! at 0, in the middle and at their end. That these are enough is tested by random walks through all states.

use crate::state::{Class, Once, State, Threads};
use crate::table::{Effect, Step, WITHOUT_SIGNAL, apply, may_wake, variants};
use crate::{Handle, SEM_VALUE_MAX, join};
use ir::SyncOp;
use smallvec::SmallVec;
use std::sync::LazyLock;

/// The caller in [`states`], and another thread.
pub const CALLER: u32 = 0;
pub const OTHER: u32 = 1;

/// The first results that an operation can have.
pub type Statuses = SmallVec<[u32; 4]>;

/// In any state; in those in which the caller holds the object; in the others.
type Known = [Statuses; 3];

static STATUSES: LazyLock<Vec<Known>> = LazyLock::new(|| SyncOp::ALL.iter().map(|&op| known(op)).collect());

/// The first results that an operation can have, in ascending order; of an object that the caller holds, or does not hold, where
/// that is known. None for operations on keys, whose values are not in the table, and for those without results.
pub fn statuses(op: SyncOp, holds: Option<bool>) -> &'static [u32] {
    let index = SyncOp::ALL.iter().position(|&other| other == op).unwrap_or_default();
    &STATUSES[index][match holds {
        None => 0,
        Some(true) => 1,
        Some(false) => 2,
    }]
}

fn known(op: SyncOp) -> Known {
    let of = |wanted: &dyn Fn(&State) -> bool| {
        let mut all = Statuses::new();
        match Class::of(op) {
            Some(class) => {
                for state in states(class).iter().filter(|state| wanted(state)) {
                    for step in steps(op) {
                        results(step, state, &mut all);
                    }
                }
            }
            None => of_threads(op, &mut all),
        }
        all.sort_unstable();
        all.dedup();
        all
    };
    let held = |state: &State| state.holders().contains(&CALLER);
    [of(&|_| true), of(&held), of(&|state| !held(state))]
}

/// The steps of an operation that give its result.
pub fn steps(op: SyncOp) -> SmallVec<[Step; 2]> {
    match op {
        SyncOp::CondWait => SmallVec::from_slice(&[Step::Leave { timed: false }]),
        SyncOp::CondTimedWait => SmallVec::from_slice(&[Step::Leave { timed: true }]),
        SyncOp::BarrierWait => SmallVec::from_slice(&[Step::Do(op), Step::LeaveBarrier { round: 0 }]),
        _ => SmallVec::from_slice(&[Step::Do(op)]),
    }
}

fn results(step: Step, state: &State, all: &mut Statuses) {
    for arg in [0, 1, u128::from(SEM_VALUE_MAX) + 1] {
        let by_itself = may_wake(step, state, CALLER).then_some(WITHOUT_SIGNAL);
        for variant in variants(step, state, CALLER).into_iter().chain(by_itself) {
            if let Effect::Done(_, values) = apply(step, state, CALLER, arg, variant) {
                all.extend(values.first().map(|&value| value as u32));
            }
        }
    }
}

fn of_threads(op: SyncOp, all: &mut Statuses) {
    let handle = Handle { ended: Some(0), consumed: false };
    let answers = match op {
        SyncOp::ThreadJoin => {
            [false, true].iter().filter_map(|&itself| join(itself, Some(handle)).ok().flatten()).collect()
        }
        SyncOp::ThreadDetach => crate::detach(Some(handle)).into_iter().collect(),
        _ => Vec::new(),
    };
    all.extend(answers.iter().filter_map(|values| values.first()).map(|&value| value as u32));
}

/// States of a class that stand for all others, those that are no objects of the class among them.
pub fn states(class: Class) -> Vec<State> {
    let mut all = vec![State::Uninitialised, State::Destroyed { class, round: 0 }, wrong_class(class)];
    let holders = [None, Some(CALLER), Some(OTHER)];
    for by_call in [false, true] {
        match class {
            Class::Mutex => {
                for (kind, owner) in (0..3).flat_map(|kind| holders.map(|owner| (kind, owner))) {
                    let counts = if owner.is_none() { 0..1 } else { 1..3 };
                    all.extend(counts.map(|count| State::Mutex { kind, owner, count, by_call }));
                }
            }
            Class::Rw => {
                all.extend(holders.map(|writer| State::Rw { writer, readers: Threads::new(), by_call }));
                let readers: [&[u32]; 4] = [&[CALLER], &[OTHER], &[CALLER, CALLER], &[CALLER, OTHER]];
                let shared = readers.map(Threads::from_slice);
                all.extend(shared.map(|readers| State::Rw { writer: None, readers, by_call }));
            }
            Class::Cond => {
                all.extend(queues().map(|(waiting, woken)| State::Cond { waiting, woken, by_call }))
            }
            Class::Barrier => {
                let counts = (1..4).flat_map(|count| (0..count).map(move |arrived| (count, arrived)));
                let round = u32::from(by_call);
                all.extend(counts.map(|(count, arrived)| State::Barrier { count, arrived, round }));
            }
            Class::Semaphore => {
                let values = [0, 1, 2, SEM_VALUE_MAX - 1, SEM_VALUE_MAX];
                all.extend(values.map(|value| State::Semaphore { value, by_call }));
            }
            Class::Once => {
                let flags = [Once::Fresh, Once::Running(CALLER), Once::Running(OTHER), Once::Done];
                all.extend(flags.map(State::Once));
            }
        }
    }
    all
}

fn wrong_class(class: Class) -> State {
    if class == Class::Once { State::rw(false) } else { State::Once(Once::Fresh) }
}

/// Who waits for a condition and who is woken.
fn queues() -> impl Iterator<Item = (Threads, Threads)> {
    let some: [&[u32]; 4] = [&[], &[CALLER], &[OTHER], &[CALLER, OTHER]];
    let pairs = some.into_iter().flat_map(move |waiting| some.into_iter().map(move |woken| (waiting, woken)));
    let apart = |(waiting, woken): &(&[u32], &[u32])| !waiting.iter().any(|thread| woken.contains(thread));
    pairs.filter(apart).map(|(a, b)| (Threads::from_slice(a), Threads::from_slice(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::sync::errno::*;

    fn ints(op: SyncOp, holds: Option<bool>) -> Vec<i32> {
        statuses(op, holds).iter().map(|&status| status as i32).collect()
    }

    #[test]
    fn what_calls_can_answer() {
        use SyncOp::*;
        assert_eq!(ints(MutexLock, None), [0, EDEADLK]);
        assert_eq!(ints(MutexLock, Some(false)), [0]);
        assert_eq!(ints(MutexUnlock, Some(false)), [EPERM]);
        assert_eq!(ints(MutexUnlock, Some(true)), [0]);
        assert_eq!(ints(MutexTimedLock, None), [0, EDEADLK, ETIMEDOUT]);
        assert_eq!(ints(RwTryWriteLock, None), [0, EBUSY]);
        assert_eq!(ints(CondWait, None), [0]);
        assert_eq!(ints(CondTimedWait, None), [0, ETIMEDOUT]);
        assert_eq!(ints(BarrierWait, None), [0, BARRIER_SERIAL_THREAD]);
        assert_eq!(ints(BarrierInit, None), [0, EINVAL]);
        assert_eq!(ints(SemPost, None), [0, -1]);
        assert_eq!(ints(SemInit, None), [0, EINVAL]);
        assert_eq!(ints(OnceBegin, None), [0, 1]);
        assert_eq!(ints(ThreadJoin, None), [0, EDEADLK]);
        assert_eq!(ints(ThreadDetach, None), [0]);
        for &op in SyncOp::ALL.iter().filter(|&&op| Class::of(op).is_some() && !op.results().is_empty()) {
            assert!(!statuses(op, None).is_empty(), "{}", op.name());
        }
    }

    /// A walk through the states of an object by three threads; every answer on the way is one that is foreseen.
    #[test]
    fn no_walk_gives_another_answer() {
        let mut seed = 1u64;
        let mut below = |n: usize| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % n
        };
        let classes = [Class::Mutex, Class::Rw, Class::Cond, Class::Barrier, Class::Semaphore, Class::Once];
        let mut answers = 0;
        for class in classes {
            let ops: Vec<SyncOp> =
                SyncOp::ALL.iter().copied().filter(|&op| Class::of(op) == Some(class)).collect();
            let mut state = states(class).swap_remove(0);
            for _ in 0..20_000 {
                let (op, thread) = (ops[below(ops.len())], below(3) as u32);
                let steps: Vec<Step> = steps(op).into_iter().chain([Step::Enqueue, Step::Release]).collect();
                let step = steps[below(steps.len())];
                let arg = [0, 1, 2, 3, u128::from(SEM_VALUE_MAX), 1 << 31][below(6)];
                let ways = variants(step, &state, thread, below(2) == 0);
                let Some(&variant) = ways.get(below(ways.len().max(1))) else { continue };
                let holds = state.holders().contains(&thread);
                match apply(step, &state, thread, arg, variant) {
                    Effect::Done(next, values) => {
                        let first = values.first().filter(|_| !matches!(step, Step::Enqueue | Step::Release));
                        if let Some(&first) = first {
                            answers += 1;
                            for known in [None, Some(holds)] {
                                let foreseen = statuses(op, known);
                                assert!(foreseen.contains(&(first as u32)), "{} gives {first}", op.name());
                            }
                        }
                        state = next;
                    }
                    _ if below(50) == 0 => state = states(class).swap_remove(below(states(class).len())),
                    _ => {}
                }
            }
        }
        assert!(answers > 20_000, "{answers}");
    }
}
