//! The objects, and what may be done with them.

use super::{Arg, Call, Family, on, with};
use ir::SyncOp;
use ir::SyncOp::*;

fn family(name: &'static str, n_objects: u32, before: Vec<Call>, calls: Vec<Call>) -> Family {
    Family { name, n_objects, before, calls, third: None }
}

fn all(object: u32, ops: &[SyncOp]) -> Vec<Call> {
    ops.iter().map(|&op| on(op, object)).collect()
}

fn mutex(name: &'static str, kind: i32, before: Vec<Call>) -> Family {
    let mut calls = all(0, &[MutexLock, MutexTryLock, MutexTimedLock, MutexUnlock, MutexDestroy]);
    calls.push(with(MutexInit, 0, kind));
    family(name, 1, before, calls)
}

fn wait(op: SyncOp) -> Call {
    Call { op, args: [Some(Arg::Object(0)), Some(Arg::Object(1))] }
}

fn on_third(op: SyncOp) -> Call {
    Call { op, args: [Some(Arg::Third), None] }
}

/// One object, or one with what belongs to it.
pub fn of_one() -> Vec<Family> {
    let locks = [RwReadLock, RwTryReadLock, RwWriteLock, RwTryWriteLock, RwUnlock, RwDestroy, RwInit];
    let mut semaphore = all(0, &[SemWait, SemTryWait, SemTimedWait, SemPost, SemGetValue, SemDestroy]);
    semaphore.push(with(SemInit, 0, 1));
    let barrier = || {
        let mut calls = all(0, &[BarrierWait, BarrierDestroy]);
        calls.extend([with(BarrierInit, 0, 2), with(BarrierInit, 0, 0)]);
        calls
    };
    let mut condition = all(1, &[MutexLock, MutexUnlock]);
    condition.extend([wait(CondWait), wait(CondTimedWait)]);
    condition.extend(all(0, &[CondSignal, CondBroadcast, CondDestroy]));
    let mut third = family("a thread", 1, vec![], vec![on_third(ThreadJoin), on_third(ThreadDetach)]);
    third.third = Some(vec![]);
    let mut waiting = third.clone();
    (waiting.name, waiting.third) = ("a thread that waits", Some(vec![on(SemWait, 0)]));
    waiting.calls.push(on(SemPost, 0));
    vec![
        mutex("normal mutex", 0, vec![]),
        mutex("recursive mutex", 1, vec![with(MutexInit, 0, 1)]),
        mutex("error-checking mutex", 2, vec![with(MutexInit, 0, 2)]),
        family(
            "spinlock",
            1,
            vec![with(MutexInit, 0, 0)],
            all(0, &[MutexLock, MutexTryLock, SpinUnlock, MutexDestroy]),
        ),
        family("read-write lock", 1, vec![], all(0, &locks)),
        family("condition", 2, vec![], condition.clone()),
        family("condition with a recursive mutex", 2, vec![with(MutexInit, 1, 1)], condition),
        family("semaphore", 1, vec![], semaphore),
        family("barrier", 1, vec![with(BarrierInit, 0, 2)], barrier()),
        family("barrier, not initialised", 1, vec![], barrier()),
        family("once", 1, vec![], all(0, &[OnceBegin, OnceEnd])),
        third,
        waiting,
    ]
}

/// Two objects.
pub fn of_two() -> Vec<Family> {
    let two = |name, before: Vec<Call>, first: &[SyncOp], second: &[SyncOp]| {
        family(name, 2, before, [all(0, first), all(1, second)].concat())
    };
    let mutex = [MutexLock, MutexTryLock, MutexUnlock];
    vec![
        two("two mutexes", vec![], &mutex, &mutex),
        two("mutex and semaphore", vec![], &mutex, &[SemWait, SemPost, SemTryWait]),
        two(
            "mutex and read-write lock",
            vec![],
            &[MutexLock, MutexUnlock],
            &[RwReadLock, RwWriteLock, RwUnlock],
        ),
        two(
            "mutex and barrier",
            vec![with(BarrierInit, 1, 2)],
            &[MutexLock, MutexUnlock],
            &[BarrierWait, BarrierDestroy],
        ),
        two("mutex and once", vec![], &[MutexLock, MutexUnlock], &[OnceBegin, OnceEnd]),
        two("two semaphores", vec![], &[SemWait, SemPost], &[SemWait, SemPost]),
        two(
            "two read-write locks",
            vec![],
            &[RwReadLock, RwWriteLock, RwUnlock],
            &[RwReadLock, RwWriteLock, RwUnlock],
        ),
        two(
            "semaphore and barrier",
            vec![with(BarrierInit, 1, 2)],
            &[SemWait, SemPost, SemDestroy],
            &[BarrierWait, BarrierDestroy],
        ),
    ]
}
