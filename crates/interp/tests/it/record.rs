//! What is recorded: reads-from by bytes, coherence, sections, dependencies; schedules; counts of executions.

use crate::common::*;
use events::{EventId, EventKind, Execution, SyncStep};
use interp::*;
use ir::*;
use std::collections::BTreeSet;

fn spawn_and_join(main: &mut Fun, functions: &[FuncId]) {
    let handles: Vec<Operand> = functions
        .iter()
        .map(|&function| main.sync(SyncOp::ThreadCreate, &[Operand::Func(function), Operand::NULL])[0])
        .collect();
    for handle in handles {
        main.sync(SyncOp::ThreadJoin, &[handle]);
    }
}

fn store_buffering() -> Program {
    let mut prog = Prog::new();
    let (x, y) = (prog.global("x", 4, &[]), prog.global("y", 4, &[]));
    let side = |prog: &mut Prog, name: &str, mine, other| {
        prog.add(thread_fun(name, |fun, _| {
            fun.store(Ty::I32, mine, Operand::i32(1));
            let value = fun.load(Ty::I32, other);
            fun.observe(name, value);
        }))
    };
    let threads = [side(&mut prog, "a", x, y), side(&mut prog, "b", y, x)];
    prog.finish(main_fun(|main| spawn_and_join(main, &threads)))
}

#[test]
fn store_buffering_has_three_outcomes_under_sc() {
    let finals = explore(world(&store_buffering()));
    let outcomes: BTreeSet<(u128, u128)> =
        finals.iter().map(|world| (observed(world, "a"), observed(world, "b"))).collect();
    assert_eq!(outcomes, BTreeSet::from([(0, 1), (1, 0), (1, 1)]));
    for world in &finals {
        let execution = world.execution().expect("recorded");
        model::well_formed(&execution, |_| Some(0)).expect("well-formed");
        assert_eq!(world.order().len(), execution.events.len());
    }
}

/// Two threads of two events each: 6 interleavings, but fewer states on the way.
#[test]
fn equal_states_have_equal_hashes() {
    let program = store_buffering();
    let mut seen = std::collections::HashSet::new();
    let mut finals = BTreeSet::new();
    let mut stack = vec![world_with(&program, WorldConfig::default())];
    while let Some(world) = stack.pop() {
        if !seen.insert(world.state_hash()) {
            continue;
        }
        if !world.is_running() {
            finals.insert((observed(&world, "a"), observed(&world, "b")));
        }
        for choice in world.choices() {
            let mut next = world.clone();
            next.step(choice).expect("offered");
            stack.push(next);
        }
    }
    assert_eq!(finals.len(), 3);
    let n_interleavings = explore(world(&program)).len();
    assert!(
        seen.len() < 60 && n_interleavings > 10,
        "{} states, {n_interleavings} interleavings",
        seen.len()
    );
}

#[test]
fn threads_have_names_and_begin_and_end() {
    let world = finish(world(&store_buffering())).0;
    let execution = world.execution().expect("recorded");
    let names: Vec<&str> = execution.threads.iter().map(|thread| &*thread.name).collect();
    assert_eq!(names, ["main", "a", "b"]);
    let first = execution.event(execution.threads[1].events[0]);
    assert!(matches!(first.kind, EventKind::Sync { op: SyncStep::ThreadBegin, .. }));
    let last = execution.event(*execution.threads[1].events.last().expect("events"));
    assert!(matches!(last.kind, EventKind::Sync { op: SyncStep::ThreadEnd, .. }));
    let object = layout::region_start(1);
    let order = execution.sync.iter().find(|order| order.object == object).expect("thread 1 has an order");
    assert_eq!(order.events.len(), 4, "create, begin, end, join");
}

#[test]
fn reads_from_is_by_bytes_and_overlapping_writes_share_a_coherence_list() {
    let mut prog = Prog::new();
    let word = prog.global("word", 8, &[0xee; 8]);
    let program = prog.finish(main_fun(|main| {
        main.store(Ty::I32, word, Operand::int(0x1111_1111, Ty::I32));
        let at2 = main.offset(word, 2);
        main.store(Ty::I8, at2, Operand::int(0x22, Ty::I8));
        main.load(Ty::I64, word);
        let at7 = main.offset(word, 7);
        main.store(Ty::I8, at7, Operand::int(0x33, Ty::I8));
    }));
    let world = finish(world(&program)).0;
    let execution = world.execution().expect("recorded");
    let read = execution.events.iter().find(|event| event.is_read()).expect("a read");
    assert_eq!(read.read, Some(0xeeee_eeee_1122_1111));
    let pieces: Vec<(u64, u64, Option<EventId>)> =
        read.rf.iter().map(|piece| (piece.offset, piece.len, piece.source)).collect();
    let (wide, narrow) = (Some(EventId(0)), Some(EventId(1)));
    assert_eq!(pieces, [(0, 2, wide), (2, 1, narrow), (3, 1, wide), (4, 4, None)]);
    assert_eq!(execution.co.len(), 1);
    assert_eq!(execution.co[0].len(), 3);
    model::well_formed(&execution, |_| Some(0xee)).expect("well-formed");
}

#[test]
fn sections_are_numbered() {
    let mut prog = Prog::new();
    let x = prog.global("x", 4, &[]);
    let program = prog.finish(main_fun(|main| {
        for _ in 0..2 {
            main.act(Op::AtomicBegin);
            main.store(Ty::I32, x, Operand::i32(1));
            main.act(Op::AtomicEnd);
            main.load(Ty::I32, x);
        }
    }));
    let execution = finish(world(&program)).0.execution().expect("recorded");
    let sections: Vec<Option<u32>> =
        execution.events.iter().filter(|event| event.is_access()).map(|event| event.section).collect();
    assert_eq!(sections, [Some(0), None, Some(1), None]);
    model::well_formed(&execution, |_| Some(0)).expect("well-formed");
}

/// Runs a single thread and gives, for its write to `out`, the addresses of the reads it depends on (addr, data, ctrl).
fn dependencies_of(execution: &Execution, layout: &Layout, program: &Program, out: &str) -> [Vec<String>; 3] {
    let name = |addr: u64| program.globals[layout.global_at(addr).expect("a global")].name.to_string();
    let write =
        execution.events.iter().find(|event| event.is_write() && name(event.addr) == out).expect("the write");
    let names = |events: &[EventId]| events.iter().map(|&id| name(execution.event(id).addr)).collect();
    [names(&write.deps.addr), names(&write.deps.data), names(&write.deps.ctrl)]
}

fn check_dependencies(fill: impl FnOnce(&mut Fun, [Operand; 3]), wanted: [&[&str]; 3]) {
    let mut prog = Prog::new();
    let globals = [prog.global("x", 8, &[1]), prog.global("y", 8, &[]), prog.global("out", 64, &[])];
    let program = prog.finish(main_fun(|main| fill(main, globals)));
    let world = finish(world(&program)).0;
    let execution = world.execution().expect("recorded");
    model::well_formed(&execution, |_| None).expect("well-formed");
    let found = dependencies_of(&execution, world.machine().layout(), &program, "out");
    assert_eq!(found, wanted.map(|names| names.iter().map(|name| name.to_string()).collect::<Vec<_>>()));
}

#[test]
fn data_dependencies_are_syntactic() {
    check_dependencies(
        |main, [x, _, out]| {
            let r = main.load(Ty::I32, x);
            let zero = main.binary(BinaryOp::Xor, r, r);
            let one = main.binary(BinaryOp::Add, zero, Operand::i32(1));
            main.store(Ty::I32, out, one);
        },
        [&[], &["x"], &[]],
    );
}

#[test]
fn address_dependencies() {
    check_dependencies(
        |main, [x, y, out]| {
            let r = main.load(Ty::I64, x);
            let s = main.load(Ty::I64, y);
            let zero = main.binary(BinaryOp::And, r, Operand::i64(0));
            let place = main.val(Op::PtrAdd { base: out, offset: zero }, Ty::Ptr);
            main.store(Ty::I64, place, s);
        },
        [&["x"], &["y"], &[]],
    );
}

#[test]
fn a_branch_controls_its_arms_but_not_what_follows_the_join() {
    let arm = |inside: bool| {
        move |main: &mut Fun, [x, _, out]: [Operand; 3]| {
            let r = main.load(Ty::I32, x);
            let cond = main.compare(CompareOp::Ne, r, Operand::i32(0));
            let (then, join) = (main.new_block(), main.new_block());
            main.branch(cond, then, join);
            main.at(then);
            if inside {
                main.store(Ty::I32, out, Operand::i32(1));
            }
            main.jump(join, &[]);
            main.at(join);
            if !inside {
                main.store(Ty::I32, out, Operand::i32(1));
            }
        }
    };
    check_dependencies(arm(true), [&[], &[], &["x"]]);
    check_dependencies(arm(false), [&[], &[], &[]]);
}

#[test]
fn a_block_parameter_carries_only_the_chosen_argument() {
    check_dependencies(
        |main, [x, y, out]| {
            let r = main.load(Ty::I32, x);
            let s = main.load(Ty::I32, y);
            let cond = main.compare(CompareOp::Ne, r, Operand::i32(0));
            let (then, other, join) = (main.new_block(), main.new_block(), main.new_block());
            let merged = main.block_param(join, Ty::I32);
            main.branch(cond, then, other);
            main.at(then);
            main.jump(join, &[Operand::i32(1)]);
            main.at(other);
            main.jump(join, &[s]);
            main.at(join);
            main.store(Ty::I32, out, merged);
        },
        [&[], &[], &[]],
    );
}

#[test]
fn control_reaches_into_calls_and_values_come_out_of_them() {
    let mut prog = Prog::new();
    let (x, out) = (prog.global("x", 4, &[1]), prog.global("out", 4, &[]));
    let mut callee = Fun::new("callee");
    callee.results(&[Ty::I32]);
    let param = callee.param(Ty::I32);
    callee.store(Ty::I32, out, Operand::i32(1));
    callee.ret(&[param]);
    let callee = prog.add(callee);
    let y = prog.global("y", 4, &[]);
    let program = prog.finish(main_fun(|main| {
        let r = main.load(Ty::I32, x);
        let cond = main.compare(CompareOp::Ne, r, Operand::i32(0));
        let (then, join) = (main.new_block(), main.new_block());
        main.branch(cond, then, join);
        main.at(then);
        let back = main.call(Callee::Direct(callee), &[r], &[Ty::I32])[0];
        main.store(Ty::I32, y, back);
        main.jump(join, &[]);
        main.at(join);
    }));
    let world = finish(world(&program)).0;
    let execution = world.execution().expect("recorded");
    let of = |name| dependencies_of(&execution, world.machine().layout(), &program, name);
    let x = || vec!["x".to_string()];
    assert_eq!(of("out"), [vec![], vec![], x()]);
    assert_eq!(of("y"), [vec![], x(), x()]);
}

#[test]
fn a_copied_piece_depends_on_what_it_copies() {
    check_dependencies(
        |main, [x, _, out]| main.act(Op::Copy { dst: out, src: x, len: Operand::i64(8) }),
        [&[], &["x"], &[]],
    );
}

#[test]
fn exchanged_values_carry_the_exchange() {
    check_dependencies(
        |main, [x, _, out]| {
            let old = main.val(
                Op::Rmw { access: Access::plain(Ty::I32), op: RmwOp::Xchg, addr: x, value: Operand::i32(3) },
                Ty::I32,
            );
            main.store(Ty::I32, out, old);
        },
        [&[], &["x"], &[]],
    );
}

#[test]
fn schedules_are_text_that_parses_back() {
    let schedule: Schedule = " 0*12, 1*3 ,0 , 2.1,2.1*4\n".parse().expect("valid");
    assert_eq!(schedule.to_string(), "0*12,1*3,0,2.1*5");
    assert_eq!(schedule.len(), 21);
    assert_eq!(schedule.iter().collect::<Schedule>(), schedule);
    for (text, position) in [("0,,1", 2), ("0*", 2), ("x", 0), ("0 1", 2), ("99999999999", 0), ("1.", 2)] {
        assert_eq!(text.parse::<Schedule>().expect_err(text).position, position, "{text}");
    }
    assert!("".parse::<Schedule>().expect("empty is valid").is_empty());
}

#[test]
fn random_runs_replay_and_differ() {
    let program = store_buffering();
    let mut schedules = BTreeSet::new();
    for seed in 0..40 {
        let first = run(&program, RunConfig::seeded(seed), &mut |_, _| {});
        assert_eq!(first.outcome, Outcome::Finished(End::Exit(0)));
        let text = first.schedule.to_string();
        let scheduler = Scheduler::Given(text.parse().expect("its own text"));
        let again = run(&program, RunConfig { scheduler, ..RunConfig::seeded(seed) }, &mut |_, _| {});
        assert_eq!((again.refused, &again.schedule), (None, &first.schedule));
        assert_eq!(
            (again.execution, again.order, again.observed),
            (first.execution, first.order, first.observed)
        );
        schedules.insert(text);
    }
    assert!(schedules.len() > 5, "{schedules:?}");
}

#[test]
fn a_schedule_that_does_not_fit_is_refused_with_its_position() {
    let scheduler = Scheduler::Given("0,7".parse().expect("valid"));
    let result = run(&store_buffering(), RunConfig { scheduler, ..RunConfig::default() }, &mut |_, _| {});
    assert_eq!(result.refused, Some((1, Choice::thread(7))));
}

#[test]
fn litmus_conditions_are_evaluated_on_final_states() {
    let mut program = store_buffering();
    let x = program.global_named("x").expect("x");
    let register = |name: &str| Observable::Register { name: name.into() };
    program.condition = Some(FinalCondition {
        quantifier: Quantifier::NotExists,
        prop: Prop::And(vec![
            Prop::Equals(register("a"), 0),
            Prop::Equals(register("b"), 0),
            Prop::Equals(Observable::Memory { global: x, offset: 0, ty: Ty::I32, name: "x".into() }, 1),
        ]),
        observed: vec![],
    });
    assert!(explore(world(&program)).iter().all(|world| world.satisfies_condition() == Some(false)));
}

/// `while (flag == 0) n++` with both in memory: each turn depends on all turns before it.
#[test]
fn a_long_wait_stops_the_record_but_not_the_run() {
    let mut prog = Prog::new();
    let (flag, n) = (prog.global("flag", 4, &[]), prog.global("n", 4, &[]));
    let mut main = Fun::new("main");
    main.results(&[Ty::I32]);
    let (head, body, done) = (main.new_block(), main.new_block(), main.new_block());
    main.jump(head, &[]);
    main.at(head);
    let value = main.load(Ty::I32, flag);
    let count = main.load(Ty::I32, n);
    let small = main.compare(CompareOp::Ult, count, Operand::i32(20_000));
    let zero = main.compare(CompareOp::Eq, value, Operand::i32(0));
    let more = main.val(Op::Binary { op: BinaryOp::And, a: small, b: zero }, Ty::BOOL);
    main.branch(more, body, done);
    main.at(body);
    let next = main.binary(BinaryOp::Add, count, Operand::i32(1));
    main.store(Ty::I32, n, next);
    main.jump(head, &[]);
    main.at(done);
    main.ret(&[Operand::i32(3)]);
    let config = RunConfig { dependencies: true, ..RunConfig::default() };
    let result = run(&prog.finish(main), config, &mut |_, _| {});
    assert_eq!(result.outcome, Outcome::Finished(End::Exit(3)));
    assert!(result.execution.is_none(), "the dependencies would be too many to keep");
}
