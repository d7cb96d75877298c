//! Threads and every synchronisation primitive, with their corner cases.

use crate::common::*;
use events::FailureKind;
use interp::*;
use ir::sync::errno::*;
use ir::*;
use std::collections::BTreeSet;

/// Runs `body` in main with one 64-byte zeroed global to use as an object, and returns the observed registers by
/// name, or the failure.
fn solo(body: impl FnOnce(&mut Fun, Operand)) -> Result<World, FailureKind> {
    let mut prog = Prog::new();
    let object = prog.global("object", 64, &[]);
    let program = prog.finish(main_fun(|main| body(main, object)));
    let (world, _) = finish(world(&program));
    failure_kind(&world).map_or(Ok(world), Err)
}

fn statuses(ops: &[SyncOp]) -> Result<Vec<i32>, FailureKind> {
    statuses_after(&[], ops)
}
/// Statuses of operations on one object, after some with an argument.
fn statuses_after(init: &[(SyncOp, i32)], ops: &[SyncOp]) -> Result<Vec<i32>, FailureKind> {
    let world = solo(|main, object| {
        for &(op, arg) in init {
            main.sync(op, &[object, Operand::i32(arg)]);
        }
        for (index, &op) in ops.iter().enumerate() {
            let results = main.sync(op, &[object]);
            if let Some(&status) = results.first() {
                let status = match op {
                    SyncOp::OnceBegin => main.val(Op::Cast { op: CastOp::ZExt, a: status }, Ty::I32),
                    _ => status,
                };
                main.observe(&format!("{index:02}"), status);
            }
        }
    })?;
    Ok(world.observed().values().map(|&(value, _)| value as u32 as i32).collect())
}

#[test]
fn normal_mutex() {
    use SyncOp::*;
    assert_eq!(
        statuses(&[MutexLock, MutexTryLock, MutexUnlock, MutexTryLock, MutexUnlock, MutexDestroy]),
        Ok(vec![0, EBUSY, 0, 0, 0, 0])
    );
    // POSIX leaves destroying a locked mutex undefined; what glibc answers (EBUSY) is no promise.
    assert_eq!(statuses(&[MutexLock, MutexDestroy]), Err(FailureKind::SyncMisuse));
    assert_eq!(statuses_after(&[(MutexInit, 0), (MutexInit, 0)], &[]), Err(FailureKind::SyncMisuse));
    assert_eq!(statuses(&[MutexLock, MutexLock]), Err(FailureKind::Deadlock));
    assert_eq!(statuses(&[MutexUnlock]), Err(FailureKind::SyncMisuse));
    assert_eq!(statuses(&[MutexLock, MutexTimedLock]), Ok(vec![0, ETIMEDOUT]));
    assert_eq!(statuses(&[MutexDestroy, MutexLock]), Err(FailureKind::UninitialisedSync));
}

#[test]
fn recursive_and_error_checking_mutexes() {
    use SyncOp::*;
    let recursive = statuses_after(
        &[(MutexInit, 1)],
        &[MutexLock, MutexLock, MutexTryLock, MutexUnlock, MutexUnlock, MutexUnlock, MutexUnlock],
    );
    assert_eq!(recursive, Ok(vec![0, 0, 0, 0, 0, 0, EPERM]));
    let checking =
        statuses_after(&[(MutexInit, 2)], &[MutexUnlock, MutexLock, MutexLock, MutexTryLock, MutexUnlock]);
    assert_eq!(checking, Ok(vec![EPERM, 0, EDEADLK, EBUSY, 0]));
}

#[test]
fn static_initialisers_give_the_kind() {
    let mut prog = Prog::new();
    let mut bytes = [0; 40];
    bytes[16] = 1;
    let mutex = prog.global("recursive", 40, &bytes);
    let program = prog.finish(main_fun(|main| {
        main.sync(SyncOp::MutexLock, &[mutex]);
        let again = main.sync(SyncOp::MutexLock, &[mutex])[0];
        main.observe("again", again);
    }));
    assert_eq!(observed(&finish(world(&program)).0, "again"), 0);
}

#[test]
fn writing_over_an_object_in_use_is_not_modelled() {
    let outcome = |used: bool, offset: i64| {
        let world = solo(|main, object| {
            if used {
                main.sync(SyncOp::MutexLock, &[object]);
            }
            let byte = main.offset(object, offset);
            main.store(Ty::I32, byte, Operand::i32(0));
            main.sync(SyncOp::MutexTryLock, &[object]);
        });
        matches!(world.expect("no failure").outcome(), Outcome::Unsupported { .. })
    };
    assert!(outcome(true, 0) && outcome(true, 36));
    assert!(!outcome(true, 40) && !outcome(false, 0));
}

#[test]
fn uninitialised_objects_are_reported() {
    for op in
        [SyncOp::MutexLock, SyncOp::SemWait, SyncOp::RwReadLock, SyncOp::CondSignal, SyncOp::BarrierWait]
    {
        let program = Prog::new().finish(main_fun(|main| {
            let object = main.alloca(40, "lock");
            main.sync(op, &[object]);
        }));
        let (world, _) = finish(world(&program));
        assert_eq!(failure_kind(&world), Some(FailureKind::UninitialisedSync), "{op:?}");
        let message = world.outcome().failure().expect("a failure").message;
        assert!(message.contains("`lock`"), "{message}");
    }
    assert_eq!(
        solo(|main, _| {
            main.sync(SyncOp::MutexLock, &[Operand::NULL]);
        })
        .err(),
        Some(FailureKind::NullDereference)
    );
    let mixed = solo(|main, object| {
        main.sync(SyncOp::MutexInit, &[object, Operand::i32(0)]);
        main.sync(SyncOp::SemPost, &[object]);
    });
    assert_eq!(mixed.err(), Some(FailureKind::UninitialisedSync));
}

#[test]
fn read_write_lock() {
    use SyncOp::*;
    assert_eq!(
        statuses(&[
            RwReadLock,
            RwTryReadLock,
            RwTryWriteLock,
            RwUnlock,
            RwUnlock,
            RwTryWriteLock,
            RwReadLock,
            RwTryReadLock,
            RwUnlock,
            RwDestroy
        ]),
        Ok(vec![0, 0, EBUSY, 0, 0, 0, EDEADLK, EBUSY, 0, 0])
    );
    assert_eq!(statuses(&[RwReadLock, RwDestroy]), Err(FailureKind::SyncMisuse));
    assert_eq!(statuses(&[RwReadLock, RwWriteLock]), Err(FailureKind::Deadlock));
    assert_eq!(statuses(&[RwUnlock]), Err(FailureKind::SyncMisuse));
}

#[test]
fn semaphores_once_and_barriers_alone() {
    use SyncOp::*;
    assert_eq!(
        statuses_after(&[(SemInit, 2)], &[SemWait, SemTryWait, SemTryWait, SemTimedWait, SemPost, SemWait]),
        Ok(vec![0, 0, EAGAIN, ETIMEDOUT, 0, 0])
    );
    assert_eq!(statuses_after(&[(SemInit, 0)], &[SemWait]), Err(FailureKind::Deadlock));
    assert_eq!(statuses(&[OnceBegin, OnceEnd, OnceBegin]), Ok(vec![1, 0]));
    assert_eq!(statuses(&[OnceBegin, OnceBegin]), Err(FailureKind::Deadlock));
    assert_eq!(
        statuses_after(&[(BarrierInit, 1)], &[BarrierWait, BarrierWait, BarrierDestroy]),
        Ok(vec![-1, -1, 0])
    );
    assert_eq!(statuses_after(&[(BarrierInit, 0)], &[BarrierWait]), Err(FailureKind::UninitialisedSync));
}

/// Starts each function with a null argument, then joins them.
fn spawn_all(main: &mut Fun, functions: &[FuncId]) {
    let handles: Vec<Operand> = functions
        .iter()
        .map(|&function| main.sync(SyncOp::ThreadCreate, &[Operand::Func(function), Operand::NULL])[0])
        .collect();
    for handle in handles {
        main.sync(SyncOp::ThreadJoin, &[handle]);
    }
}

fn increment(fun: &mut Fun, counter: Operand) {
    let old = fun.load(Ty::I32, counter);
    let new = fun.binary(BinaryOp::Add, old, Operand::i32(1));
    fun.store(Ty::I32, counter, new);
}

/// Two threads that each do `body`; the set of final values of the global `x`.
fn finals_of_two(body: impl Fn(&mut Fun, Operand, Operand)) -> BTreeSet<u128> {
    let mut prog = Prog::new();
    let (x, lock) = (prog.global("x", 4, &[]), prog.global("lock", 40, &[]));
    let threads: Vec<FuncId> =
        ["a", "b"].iter().map(|name| prog.add(thread_fun(name, |fun, _| body(fun, x, lock)))).collect();
    let program = prog.finish(main_fun(|main| {
        spawn_all(main, &threads);
        let value = main.load(Ty::I32, x);
        main.observe("x", value);
    }));
    explore(world(&program))
        .iter()
        .map(|world| {
            assert_eq!(failure_kind(world), None);
            observed(world, "x")
        })
        .collect()
}

#[test]
fn increments_race_unless_protected() {
    assert_eq!(finals_of_two(|fun, x, _| increment(fun, x)), BTreeSet::from([1, 2]));
    let locked = finals_of_two(|fun, x, lock| {
        fun.sync(SyncOp::MutexLock, &[lock]);
        increment(fun, x);
        fun.sync(SyncOp::MutexUnlock, &[lock]);
    });
    assert_eq!(locked, BTreeSet::from([2]));
    let atomic = finals_of_two(|fun, x, _| {
        fun.act(Op::AtomicBegin);
        fun.act(Op::AtomicBegin);
        increment(fun, x);
        fun.act(Op::AtomicEnd);
        fun.act(Op::AtomicEnd);
    });
    assert_eq!(atomic, BTreeSet::from([2]));
    let rmw = finals_of_two(|fun, x, _| {
        fun.val(
            Op::Rmw {
                access: Access::plain(Ty::I32).with_order(Order::Relaxed),
                op: RmwOp::Add,
                addr: x,
                value: Operand::i32(1),
            },
            Ty::I32,
        );
    });
    assert_eq!(rmw, BTreeSet::from([2]));
}

#[test]
fn lock_order_inversion_deadlocks_in_some_executions_only() {
    let mut prog = Prog::new();
    let (a, b) = (prog.global("a", 40, &[]), prog.global("b", 40, &[]));
    let both = |prog: &mut Prog, name, first, second| {
        prog.add(thread_fun(name, |fun, _| {
            fun.sync(SyncOp::MutexLock, &[first]);
            fun.sync(SyncOp::MutexLock, &[second]);
            fun.sync(SyncOp::MutexUnlock, &[second]);
            fun.sync(SyncOp::MutexUnlock, &[first]);
        }))
    };
    let threads = [both(&mut prog, "ab", a, b), both(&mut prog, "ba", b, a)];
    let program = prog.finish(main_fun(|main| spawn_all(main, &threads)));
    let finals = explore(world(&program));
    let deadlocks: Vec<&World> =
        finals.iter().filter(|world| matches!(world.outcome(), Outcome::Deadlock(_))).collect();
    assert!(!deadlocks.is_empty() && deadlocks.len() < finals.len());
    let Outcome::Deadlock(deadlock) = deadlocks[0].outcome() else { panic!() };
    assert_eq!(deadlock.blocked.len(), 3);
    let reasons: Vec<&str> = deadlock.blocked.iter().map(|blocked| blocked.reason.as_str()).collect();
    assert_eq!(reasons[0], "waits for thread 1 to end");
    assert_eq!(reasons[1], "waits in mutex_lock for `b`, held by thread 2");
    assert_eq!(reasons[2], "waits in mutex_lock for `a`, held by thread 1");
}

/// A waiter that waits while `ready == 0`, once or in a loop, and one that sets it and signals.
fn wait_and_signal(in_loop: bool, wait: SyncOp, wake: Option<SyncOp>, n_waiters: usize) -> Program {
    let mut prog = Prog::new();
    let (ready, mutex, cond) =
        (prog.global("ready", 4, &[]), prog.global("m", 40, &[]), prog.global("c", 48, &[]));
    let mut waiter = Fun::new("waiter");
    waiter.results(&[Ty::Ptr]);
    waiter.param(Ty::Ptr);
    let (head, sleep, done) = (waiter.new_block(), waiter.new_block(), waiter.new_block());
    waiter.sync(SyncOp::MutexLock, &[mutex]);
    waiter.jump(head, &[]);
    waiter.at(head);
    let value = waiter.load(Ty::I32, ready);
    let set = waiter.compare(CompareOp::Ne, value, Operand::i32(0));
    waiter.branch(set, done, sleep);
    waiter.at(sleep);
    waiter.sync(wait, &[cond, mutex]);
    waiter.jump(if in_loop { head } else { done }, &[]);
    waiter.at(done);
    let value = waiter.load(Ty::I32, ready);
    waiter.assert_equal(value, Operand::i32(1), "ready");
    waiter.sync(SyncOp::MutexUnlock, &[mutex]);
    waiter.ret(&[Operand::NULL]);
    let waiter = prog.add(waiter);
    let setter = prog.add(thread_fun("setter", |fun, _| {
        fun.sync(SyncOp::MutexLock, &[mutex]);
        fun.store(Ty::I32, ready, Operand::i32(1));
        if let Some(wake) = wake {
            fun.sync(wake, &[cond]);
        }
        fun.sync(SyncOp::MutexUnlock, &[mutex]);
    }));
    let mut threads = vec![waiter; n_waiters];
    threads.push(setter);
    prog.finish(main_fun(|main| spawn_all(main, &threads)))
}

fn outcomes(program: &Program, spurious: bool) -> BTreeSet<Option<&'static str>> {
    let config = WorldConfig { spurious, ..WorldConfig::default() };
    explore(world_with(program, config))
        .iter()
        .map(|world| failure_kind(world).map(FailureKind::name))
        .collect()
}

#[test]
fn condition_variables() {
    use SyncOp::*;
    let good = wait_and_signal(true, CondWait, Some(CondSignal), 1);
    assert_eq!(outcomes(&good, false), BTreeSet::from([None]));
    let lost = wait_and_signal(true, CondWait, None, 1);
    assert_eq!(outcomes(&lost, false), BTreeSet::from([None, Some("deadlock")]));
    let no_loop = wait_and_signal(false, CondWait, Some(CondSignal), 1);
    assert_eq!(outcomes(&no_loop, false), BTreeSet::from([None]));
    assert_eq!(outcomes(&no_loop, true), BTreeSet::from([None, Some("assertion")]), "spurious wake-ups");
    assert_eq!(outcomes(&good, true), BTreeSet::from([None]), "a loop goes on waiting");
    // Who sleeps for ever is stuck, though waking once by itself would save it.
    assert_eq!(outcomes(&lost, true), BTreeSet::from([None, Some("deadlock")]), "a lost signal");
    let timed = wait_and_signal(false, CondTimedWait, Some(CondSignal), 1);
    assert_eq!(outcomes(&timed, false), BTreeSet::from([None, Some("assertion")]), "time-out");
    let two = wait_and_signal(true, CondWait, Some(CondSignal), 2);
    assert_eq!(outcomes(&two, false), BTreeSet::from([None, Some("deadlock")]), "one signal, two waiters");
    let all = wait_and_signal(true, CondWait, Some(CondBroadcast), 2);
    assert_eq!(outcomes(&all, false), BTreeSet::from([None]));
}

#[test]
fn a_signal_can_wake_any_waiter() {
    let program = wait_and_signal(true, SyncOp::CondWait, Some(SyncOp::CondSignal), 2);
    let mut world = world(&program);
    let mut widest = 0;
    while world.is_running() {
        // The setter last, so that both waiters wait.
        let choices = world.choices();
        widest = widest.max(choices.iter().filter(|choice| choice.thread.0 == 3).count());
        let choice = *choices.iter().find(|choice| choice.thread.0 != 3).unwrap_or(&choices[0]);
        world.step(choice).expect("offered");
    }
    assert_eq!(widest, 2);
}

#[test]
fn waiting_without_the_mutex_is_misuse() {
    let result = solo(|main, object| {
        let mutex =
            main.val(Op::HeapAlloc { size: Operand::i64(40), by: Allocator::Malloc, zeroed: true }, Ty::Ptr);
        main.sync(SyncOp::CondWait, &[object, mutex]);
    });
    assert_eq!(result.err(), Some(FailureKind::SyncMisuse));
}

#[test]
fn barriers_hold_everyone_and_name_one_serial_thread() {
    let mut prog = Prog::new();
    let (x, y, serial, barrier) = (
        prog.global("x", 4, &[]),
        prog.global("y", 4, &[]),
        prog.global("serial", 4, &[]),
        prog.global("b", 32, &[]),
    );
    let side = |prog: &mut Prog, name, mine, other| {
        prog.add(thread_fun(name, |fun, _| {
            fun.store(Ty::I32, mine, Operand::i32(1));
            let status = fun.sync(SyncOp::BarrierWait, &[barrier])[0];
            let seen = fun.load(Ty::I32, other);
            fun.assert_equal(seen, Operand::i32(1), "the other side has arrived");
            fun.val(
                Op::Rmw { access: Access::plain(Ty::I32), op: RmwOp::Add, addr: serial, value: status },
                Ty::I32,
            );
        }))
    };
    let threads = [side(&mut prog, "a", x, y), side(&mut prog, "b", y, x)];
    let program = prog.finish(main_fun(|main| {
        main.sync(SyncOp::BarrierInit, &[barrier, Operand::i32(2)]);
        spawn_all(main, &threads);
        let value = main.load(Ty::I32, serial);
        main.observe("serial", value);
    }));
    for world in explore(world(&program)) {
        assert_eq!(failure_kind(&world), None);
        assert_eq!(observed(&world, "serial"), 0xffff_ffff);
    }
}

#[test]
fn joins_and_detaches() {
    let run = |body: &dyn Fn(&mut Fun, Operand)| {
        let mut prog = Prog::new();
        let thread = prog.add(thread_fun("t", |_, _| {}));
        let program = prog.finish(main_fun(|main| {
            let argument = Operand::Const { bits: 77, ty: Ty::Ptr };
            let handle = main.sync(SyncOp::ThreadCreate, &[Operand::Func(thread), argument])[0];
            body(main, handle);
        }));
        finish(world(&program)).0
    };
    let once = run(&|main, handle| {
        let first = main.sync(SyncOp::ThreadJoin, &[handle]);
        main.observe("status", first[0]);
        main.observe("value", first[1]);
        let own = main.sync(SyncOp::ThreadSelf, &[])[0];
        let own = main.sync(SyncOp::ThreadJoin, &[own]);
        main.observe("self", own[0]);
    });
    assert_eq!(["status", "value", "self"].map(|name| observed(&once, name) as i32), [0, 77, EDEADLK]);
    // A handle is consumed once; POSIX leaves the rest undefined.
    use SyncOp::{ThreadDetach, ThreadJoin};
    for (first, second) in [(ThreadJoin, ThreadJoin), (ThreadJoin, ThreadDetach), (ThreadDetach, ThreadJoin)]
    {
        let twice = run(&|main, handle| {
            main.sync(first, &[handle]);
            main.sync(second, &[handle]);
        });
        assert_eq!(failure_kind(&twice), Some(FailureKind::SyncMisuse), "{first:?}, {second:?}");
    }
    let nobody = run(&|main, _| {
        main.sync(ThreadJoin, &[Operand::i64(12345)]);
    });
    assert_eq!(failure_kind(&nobody), Some(FailureKind::SyncMisuse));
}

#[test]
fn main_may_leave_by_thread_exit() {
    let mut prog = Prog::new();
    let x = prog.global("x", 4, &[]);
    let thread = prog.add(thread_fun("t", |fun, _| fun.store(Ty::I32, x, Operand::i32(1))));
    let mut main = Fun::new("main");
    main.alloca(16, "local");
    main.sync(SyncOp::ThreadCreate, &[Operand::Func(thread), Operand::NULL]);
    main.sync(SyncOp::ThreadExit, &[Operand::NULL]);
    main.term(Term::Unreachable);
    let (world, _) = finish(world(&prog.finish(main)));
    assert_eq!(*world.outcome(), Outcome::Finished(End::AllThreadsEnded));
}

#[test]
fn returning_from_main_ends_the_program_while_others_run() {
    let mut prog = Prog::new();
    let x = prog.global("x", 4, &[]);
    let thread = prog.add(thread_fun("t", |fun, _| {
        fun.store(Ty::I32, x, Operand::i32(1));
        fun.act(Op::Assert { cond: Operand::FALSE, kind: AssertKind::ReachError, message: "".into() });
    }));
    let program = prog.finish(main_fun(|main| {
        main.sync(SyncOp::ThreadCreate, &[Operand::Func(thread), Operand::NULL]);
    }));
    let kinds: BTreeSet<Option<&str>> =
        explore(world(&program)).iter().map(|world| failure_kind(world).map(FailureKind::name)).collect();
    assert_eq!(kinds, BTreeSet::from([None, Some("reach-error")]));
}

#[test]
fn key_destructors_run_until_all_is_null_at_most_four_rounds() {
    let mut prog = Prog::new();
    let (calls, key) = (prog.global("calls", 4, &[]), prog.global("key", 4, &[]));
    // Sets its key again each time, so it is called in every round.
    let mut destructor = Fun::new("destructor");
    let value = destructor.param(Ty::Ptr);
    increment(&mut destructor, calls);
    let id = destructor.load(Ty::I32, key);
    destructor.sync(SyncOp::KeySet, &[id, value]);
    destructor.ret(&[]);
    let destructor = prog.add(destructor);
    let thread = prog.add(thread_fun("t", |fun, _| {
        let id = fun.load(Ty::I32, key);
        fun.sync(SyncOp::KeySet, &[id, Operand::Const { bits: 9, ty: Ty::Ptr }]);
        let value = fun.sync(SyncOp::KeyGet, &[id])[0];
        let value = fun.val(Op::Cast { op: CastOp::Bits, a: value }, Ty::I64);
        fun.assert_equal(value, Operand::i64(9), "the key holds its value");
        fun.sync(SyncOp::ThreadExit, &[Operand::Const { bits: 5, ty: Ty::Ptr }]);
    }));
    let program = prog.finish(main_fun(|main| {
        let id = main.sync(SyncOp::KeyCreate, &[Operand::Func(destructor)])[0];
        main.store(Ty::I32, key, id);
        let handle = main.sync(SyncOp::ThreadCreate, &[Operand::Func(thread), Operand::NULL])[0];
        let joined = main.sync(SyncOp::ThreadJoin, &[handle]);
        main.observe("value", joined[1]);
        let n = main.load(Ty::I32, calls);
        main.observe("calls", n);
        let deleted = main.sync(SyncOp::KeyDelete, &[id])[0];
        let again = main.sync(SyncOp::KeyDelete, &[id])[0];
        main.observe("deleted", deleted);
        main.observe("again", again);
    }));
    let (world, _) = finish(world(&program));
    assert_eq!(failure_kind(&world), None);
    let found = ["value", "calls", "deleted", "again"].map(|name| observed(&world, name) as i32);
    assert_eq!(found, [5, 4, 0, EINVAL]);
}

#[test]
fn thread_locals_are_per_thread_and_initialised() {
    let mut prog = Prog::new();
    let (seen, shared) = (prog.global("seen", 4, &[]), prog.global("shared", 4, &[9]));
    let Operand::Global { id: shared_id, .. } = shared else { panic!() };
    let Operand::Global { id, .. } = prog.global_with("tls", 16, &[5], |global| {
        global.thread_local = true;
        global
            .init
            .relocations
            .push(Relocation { offset: 8, target: Operand::Global { id: shared_id, offset: 0 } });
    }) else {
        panic!()
    };
    let touch = |fun: &mut Fun| {
        let own = fun.val(Op::ThreadLocal { global: id }, Ty::Ptr);
        increment(fun, own);
        let again = fun.val(Op::ThreadLocal { global: id }, Ty::Ptr);
        let value = fun.load(Ty::I32, again);
        let pointer = fun.offset(again, 8);
        let pointer = fun.load(Ty::Ptr, pointer);
        let nine = fun.load(Ty::I32, pointer);
        fun.binary(BinaryOp::Add, value, nine)
    };
    let thread = prog.add(thread_fun("t", |fun, _| {
        let value = touch(fun);
        fun.store(Ty::I32, seen, value);
    }));
    let program = prog.finish(main_fun(|main| {
        touch(main);
        spawn_all(main, &[thread]);
        let value = main.load(Ty::I32, seen);
        main.observe("seen", value);
    }));
    assert_eq!(observed(&finish(world(&program)).0, "seen"), 5 + 1 + 9);
}

#[test]
fn blocking_inside_an_atomic_section_is_told() {
    let mut prog = Prog::new();
    let sem = prog.global("sem", 32, &[]);
    let poster = prog.add(thread_fun("poster", |fun, _| {
        fun.sync(SyncOp::SemPost, &[sem]);
    }));
    let program = prog.finish(main_fun(|main| {
        let handle = main.sync(SyncOp::ThreadCreate, &[Operand::Func(poster), Operand::NULL])[0];
        main.act(Op::AtomicBegin);
        main.sync(SyncOp::SemWait, &[sem]);
        main.act(Op::AtomicEnd);
        main.sync(SyncOp::ThreadJoin, &[handle]);
    }));
    let atomic: BTreeSet<Option<u32>> = explore(world(&program))
        .iter()
        .filter_map(|world| match world.outcome() {
            Outcome::Deadlock(deadlock) => Some(deadlock.atomic.map(|thread| thread.0)),
            _ => None,
        })
        .collect();
    assert_eq!(atomic, BTreeSet::from([Some(0)]));
}

#[test]
fn compare_exchange_and_weak_failure() {
    let mut prog = Prog::new();
    let x = prog.global("x", 4, &[1]);
    let program = prog.finish(main_fun(|main| {
        let cas = |main: &mut Fun, expected, desired, weak| {
            let access = Access::plain(Ty::I32).with_order(Order::SeqCst);
            let op = Op::CompareExchange {
                access,
                failure: Order::Relaxed,
                addr: x,
                expected: Operand::i32(expected),
                desired: Operand::i32(desired),
                weak,
            };
            main.multi(op, &[Ty::I32, Ty::BOOL])
        };
        let failed = cas(main, 7, 8, false);
        main.observe("old", failed[0]);
        main.observe("failed", failed[1]);
        let weak = cas(main, 1, 2, true);
        main.observe("weak", weak[1]);
        let value = main.load(Ty::I32, x);
        main.observe("x", value);
    }));
    let all = |weak_fails| -> BTreeSet<[u128; 4]> {
        let config = WorldConfig { weak_fails, ..WorldConfig::default() };
        let finals = explore(world_with(&program, config));
        finals.iter().map(|world| ["old", "failed", "weak", "x"].map(|name| observed(world, name))).collect()
    };
    assert_eq!(all(false), BTreeSet::from([[1, 0, 1, 2]]));
    assert_eq!(all(true), BTreeSet::from([[1, 0, 1, 2], [1, 0, 0, 1]]));
}

#[test]
fn a_false_assumption_ends_the_execution_but_not_before_others_may_fail() {
    let mut prog = Prog::new();
    let x = prog.global("x", 4, &[]);
    let thread = prog.add(thread_fun("t", |fun, _| {
        let value = fun.load(Ty::I32, x);
        fun.assert_equal(value, Operand::i32(0), "x stays 0");
    }));
    let program = prog.finish(main_fun(|main| {
        main.sync(SyncOp::ThreadCreate, &[Operand::Func(thread), Operand::NULL]);
        main.store(Ty::I32, x, Operand::i32(1));
        main.act(Op::Assume { cond: Operand::FALSE });
    }));
    let finals = explore(world(&program));
    assert!(finals.iter().any(|world| failure_kind(world) == Some(FailureKind::Assertion)));
    assert!(finals.iter().any(|world| matches!(world.outcome(), Outcome::AssumeViolated { .. })));
}
