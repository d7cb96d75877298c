//! One thread: arithmetic, control flow, calls, memory in bytes, what goes wrong.

use crate::common::*;
use events::FailureKind;
use interp::*;
use ir::*;
use proptest::prelude::*;

/// Evaluates one operation on constants through a whole program.
fn compute(fill: impl FnOnce(&mut Fun) -> Operand) -> Result<u128, FailureKind> {
    let main = main_fun(|main| {
        let value = fill(main);
        main.observe("r", value);
    });
    let (world, _) = finish(world(&Prog::new().finish(main)));
    match failure_kind(&world) {
        Some(kind) => Err(kind),
        None => Ok(observed(&world, "r")),
    }
}

fn binary(op: BinaryOp, ty: Ty, a: u128, b: u128) -> Result<u128, FailureKind> {
    compute(|main| {
        main.binary(
            op,
            Operand::Const { bits: a & ty.mask(), ty },
            Operand::Const { bits: b & ty.mask(), ty },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn i32_arithmetic_is_rusts(a: i32, b: i32) {
        let run = |op| binary(op, Ty::I32, a as u32 as u128, b as u32 as u128);
        let bits = |value: i32| Ok(u128::from(value as u32));
        prop_assert_eq!(run(BinaryOp::Add), bits(a.wrapping_add(b)));
        prop_assert_eq!(run(BinaryOp::Sub), bits(a.wrapping_sub(b)));
        prop_assert_eq!(run(BinaryOp::Mul), bits(a.wrapping_mul(b)));
        prop_assert_eq!(run(BinaryOp::Xor), bits(a ^ b));
        prop_assert_eq!(run(BinaryOp::SMin), bits(a.min(b)));
        prop_assert_eq!(run(BinaryOp::UMax), bits((a as u32).max(b as u32) as i32));
        prop_assert_eq!(run(BinaryOp::SDiv), a.checked_div(b).map(|v| v as u32 as u128).ok_or(FailureKind::DivisionByZero));
        prop_assert_eq!(run(BinaryOp::SRem), a.checked_rem(b).map(|v| v as u32 as u128).ok_or(FailureKind::DivisionByZero));
        prop_assert_eq!(run(BinaryOp::UDiv), (a as u32).checked_div(b as u32).map(u128::from).ok_or(FailureKind::DivisionByZero));
    }

    #[test]
    fn shifts_are_total(a: u16, b in 0u32..40) {
        let run = |op| binary(op, Ty::Int(16), u128::from(a), u128::from(b));
        prop_assert_eq!(run(BinaryOp::Shl), Ok(u128::from(a.checked_shl(b).unwrap_or(0))));
        prop_assert_eq!(run(BinaryOp::LShr), Ok(u128::from(a.checked_shr(b).unwrap_or(0))));
        prop_assert_eq!(run(BinaryOp::AShr), Ok(u128::from(((a as i16) >> b.min(15)) as u16)));
    }

    #[test]
    fn wide_arithmetic_is_rusts(a: i128, b: i128) {
        let run = |op| binary(op, Ty::Int(128), a as u128, b as u128);
        prop_assert_eq!(run(BinaryOp::Mul), Ok(a.wrapping_mul(b) as u128));
        prop_assert_eq!(run(BinaryOp::SDiv), a.checked_div(b).map(|v| v as u128).ok_or(FailureKind::DivisionByZero));
        prop_assert_eq!(run(BinaryOp::AShr), Ok((a >> (b as u128).min(127)) as u128));
    }

    #[test]
    fn odd_widths_wrap(a in 0u128..(1 << 37), b in 0u128..(1 << 37)) {
        let ty = Ty::Int(37);
        prop_assert_eq!(binary(BinaryOp::Mul, ty, a, b), Ok(a.wrapping_mul(b) & ty.mask()));
        let signed = |v: u128| ((v << 91) as i128) >> 91;
        let less = compute(|main| {
            let less = main.compare(CompareOp::Slt, Operand::Const { bits: a, ty }, Operand::Const { bits: b, ty });
            main.val(Op::Cast { op: CastOp::ZExt, a: less }, Ty::I32)
        });
        prop_assert_eq!(less, Ok(u128::from(signed(a) < signed(b))));
    }

    #[test]
    fn overflow_flags_are_rusts(a: i8, b: i8) {
        let run = |op| {
            let (value, lost) = interp::eval::overflow(op, Ty::I8, a as u8 as u128, b as u8 as u128);
            (value as u8, lost)
        };
        let unsigned = |(value, lost): (i8, bool)| (value as u8, lost);
        prop_assert_eq!(run(OverflowOp::SAdd), unsigned(a.overflowing_add(b)));
        prop_assert_eq!(run(OverflowOp::SSub), unsigned(a.overflowing_sub(b)));
        prop_assert_eq!(run(OverflowOp::SMul), unsigned(a.overflowing_mul(b)));
        prop_assert_eq!(run(OverflowOp::UAdd), (a as u8).overflowing_add(b as u8));
        prop_assert_eq!(run(OverflowOp::USub), (a as u8).overflowing_sub(b as u8));
        prop_assert_eq!(run(OverflowOp::UMul), (a as u8).overflowing_mul(b as u8));
    }

    #[test]
    fn floats_are_rusts(a: f64, b: f64) {
        let run = |op| binary(op, Ty::F64, u128::from(a.to_bits()), u128::from(b.to_bits())).map(|bits| f64::from_bits(bits as u64));
        let same = |x: Result<f64, FailureKind>, y: f64| x.is_ok_and(|x| x == y || (x.is_nan() && y.is_nan()));
        prop_assert!(same(run(BinaryOp::FAdd), a + b));
        prop_assert!(same(run(BinaryOp::FDiv), a / b));
        prop_assert!(same(run(BinaryOp::FRem), a % b));
        let narrow = interp::eval::cast(CastOp::FTrunc, Ty::F64, Ty::F32, u128::from(a.to_bits()));
        prop_assert_eq!(narrow, u128::from((a as f32).to_bits()));
        let whole = interp::eval::cast(CastOp::SToF, Ty::I64, Ty::F64, a.to_bits() as u128);
        prop_assert_eq!(whole, u128::from((a.to_bits() as i64 as f64).to_bits()));
    }

    #[test]
    fn bit_counting_is_rusts(a: u32) {
        let run = |op| interp::eval::unary(op, Ty::I32, u128::from(a)) as u32;
        prop_assert_eq!(run(UnaryOp::CountOnes), a.count_ones());
        prop_assert_eq!(run(UnaryOp::LeadingZeros), a.leading_zeros());
        prop_assert_eq!(run(UnaryOp::TrailingZeros), a.trailing_zeros());
        prop_assert_eq!(run(UnaryOp::ByteSwap), a.swap_bytes());
        prop_assert_eq!(run(UnaryOp::BitReverse), a.reverse_bits());
        prop_assert_eq!(run(UnaryOp::Abs), (a as i32).wrapping_abs() as u32);
    }

    #[test]
    fn rmw_results(old: u32, value: u32) {
        let run = |op| rmw_result(op, Ty::I32, u128::from(old), u128::from(value)) as u32;
        prop_assert_eq!(run(RmwOp::Add), old.wrapping_add(value));
        prop_assert_eq!(run(RmwOp::Nand), !(old & value));
        prop_assert_eq!(run(RmwOp::Max), (old as i32).max(value as i32) as u32);
        prop_assert_eq!(run(RmwOp::UMin), old.min(value));
        prop_assert_eq!(run(RmwOp::Xchg), value);
    }

    #[test]
    fn copies_are_memmove(from in 0usize..24, to in 0usize..24, len in 0usize..24) {
        let initial: Vec<u8> = (1..=48).collect();
        let mut expected = initial.clone();
        expected.copy_within(from..from + len, to);
        let mut prog = Prog::new();
        let buffer = prog.global("buffer", 48, &initial);
        let main = main_fun(|main| {
            let (src, dst) = (main.offset(buffer, from as i64), main.offset(buffer, to as i64));
            main.act(Op::Copy { dst, src, len: Operand::i64(len as i64) });
            for index in 0..48 {
                let place = main.offset(buffer, index);
                let byte = main.load(Ty::I8, place);
                main.observe(&index.to_string(), byte);
            }
        });
        let (world, _) = finish(world(&prog.finish(main)));
        let found: Vec<u8> = (0..48).map(|index| observed(&world, &index.to_string()) as u8).collect();
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn bytes_of_a_word_and_an_odd_sized_fill() {
    let mut prog = Prog::new();
    let word = prog.global("word", 16, &[]);
    let main = main_fun(|main| {
        main.act(Op::Fill { dst: word, byte: Operand::int(0xab, Ty::I8), len: Operand::i64(11) });
        main.store(Ty::I32, word, Operand::int(0x0102_0304, Ty::I32));
        let at1 = main.offset(word, 1);
        let middle = main.load(Ty::Int(16), at1);
        main.observe("middle", middle);
        let at8 = main.offset(word, 8);
        let tail = main.load(Ty::I64, at8);
        main.observe("tail", tail);
    });
    let (world, _) = finish(world(&prog.finish(main)));
    assert_eq!(observed(&world, "middle"), 0x0203);
    assert_eq!(observed(&world, "tail"), 0xab_abab);
}

/// `sum = 0; for (i = 0; i != n; i++) sum += i`, with both variables as block parameters, plus a parallel swap.
#[test]
fn loops_and_parallel_moves() {
    let mut main = Fun::new("main");
    main.results(&[Ty::I32]);
    let (head, body, done) = (main.new_block(), main.new_block(), main.new_block());
    let (i, a, b) =
        (main.block_param(head, Ty::I32), main.block_param(head, Ty::I32), main.block_param(head, Ty::I32));
    main.jump(head, &[Operand::i32(0), Operand::i32(1), Operand::i32(2)]);
    main.at(head);
    let more = main.compare(CompareOp::Ne, i, Operand::i32(5));
    main.branch(more, body, done);
    main.at(body);
    let next = main.binary(BinaryOp::Add, i, Operand::i32(1));
    main.jump(head, &[next, b, a]);
    main.at(done);
    main.observe("i", i);
    main.observe("a", a);
    main.observe("b", b);
    main.ret(&[Operand::i32(7)]);
    let (world, _) = finish(world(&Prog::new().finish(main)));
    assert_eq!([observed(&world, "i"), observed(&world, "a"), observed(&world, "b")], [5, 2, 1]);
    assert_eq!(*world.outcome(), Outcome::Finished(End::Exit(7)));
}

#[test]
fn recursion_switches_and_calls_through_pointers() {
    let mut prog = Prog::new();
    // fact(n) = n == 0 ? 1 : n == 1 ? 1 : n * fact(n - 1)
    let mut fact = Fun::new("fact");
    fact.results(&[Ty::I64]);
    let n = fact.param(Ty::I64);
    let (one, more) = (fact.new_block(), fact.new_block());
    fact.term(Term::Switch {
        value: n,
        cases: vec![(1, target(one, &[])), (0, target(one, &[]))],
        default: target(more, &[]),
    });
    fact.at(one);
    fact.ret(&[Operand::i64(1)]);
    fact.at(more);
    let less = fact.binary(BinaryOp::Sub, n, Operand::i64(1));
    let rest = fact.call(Callee::Indirect(Operand::Func(FuncId(0))), &[less], &[Ty::I64])[0];
    let product = fact.binary(BinaryOp::Mul, n, rest);
    fact.ret(&[product]);
    let fact = prog.add(fact);
    let main = main_fun(|main| {
        let result = main.call(Callee::Direct(fact), &[Operand::i64(20)], &[Ty::I64])[0];
        main.observe("r", result);
    });
    let (world, _) = finish(world(&prog.finish(main)));
    assert_eq!(observed(&world, "r"), 2_432_902_008_176_640_000);
}

fn kind_of(prog: Prog, fill: impl FnOnce(&mut Fun)) -> Option<FailureKind> {
    let program = prog.finish(main_fun(fill));
    failure_kind(&finish(world(&program)).0)
}

#[test]
fn bad_calls_are_reported() {
    let data = |prog: &mut Prog| prog.global("data", 8, &[]);
    let mut prog = Prog::new();
    let target = data(&mut prog);
    assert_eq!(
        kind_of(prog, |main| {
            main.call(Callee::Indirect(target), &[], &[]);
        }),
        Some(FailureKind::BadCall)
    );
    let null = kind_of(Prog::new(), |main| {
        main.call(Callee::Indirect(Operand::NULL), &[], &[]);
    });
    assert_eq!(null, Some(FailureKind::BadCall));
    let mut prog = Prog::new();
    let callee = prog.add(thread_fun("f", |_, _| {}));
    let arity = kind_of(prog, |main| {
        main.call(Callee::Indirect(Operand::Func(callee)), &[], &[]);
    });
    assert_eq!(arity, Some(FailureKind::BadCall));
}

#[test]
fn endless_recursion_is_a_stack_overflow() {
    let mut prog = Prog::new();
    let mut forever = Fun::new("forever");
    forever.call(Callee::Direct(FuncId(0)), &[], &[]);
    forever.ret(&[]);
    let forever = prog.add(forever);
    let kind = kind_of(prog, |main| {
        main.call(Callee::Direct(forever), &[], &[]);
    });
    assert_eq!(kind, Some(FailureKind::StackOverflow));
}

#[test]
fn an_endless_loop_reaches_the_step_limit() {
    let mut main = Fun::new("main");
    main.results(&[Ty::I32]);
    let spin = main.new_block();
    main.jump(spin, &[]);
    main.at(spin);
    main.jump(spin, &[]);
    let (world, _) = finish(world(&Prog::new().finish(main)));
    assert!(matches!(world.outcome(), Outcome::LimitReached { .. }), "{:?}", world.outcome());
}

type Fill = Box<dyn Fn(&mut Fun)>;

#[test]
fn memory_errors_are_told_apart() {
    let heap = |main: &mut Fun, size| {
        main.val(Op::HeapAlloc { size: Operand::i64(size), by: Allocator::Malloc, zeroed: true }, Ty::Ptr)
    };
    let cases: Vec<(FailureKind, Fill)> = vec![
        (
            FailureKind::NullDereference,
            Box::new(|main| {
                main.load(Ty::I32, Operand::NULL);
            }),
        ),
        (
            FailureKind::OutOfBounds,
            Box::new(move |main| {
                let p = heap(main, 10);
                let q = main.offset(p, 8);
                main.load(Ty::I32, q);
            }),
        ),
        (
            FailureKind::OutOfBounds,
            Box::new(move |main| {
                let p = heap(main, 10);
                let q = main.offset(p, 5000 - 4096);
                main.store(Ty::I8, q, Operand::int(1, Ty::I8));
            }),
        ),
        (
            FailureKind::UseAfterFree,
            Box::new(move |main| {
                let p = heap(main, 4);
                main.act(Op::HeapFree { ptr: p });
                main.load(Ty::I32, p);
            }),
        ),
        (
            FailureKind::DoubleFree,
            Box::new(move |main| {
                let p = heap(main, 4);
                main.act(Op::HeapFree { ptr: p });
                main.act(Op::HeapFree { ptr: p });
            }),
        ),
        (
            FailureKind::InvalidFree,
            Box::new(move |main| {
                let p = heap(main, 4);
                let q = main.offset(p, 1);
                main.act(Op::HeapFree { ptr: q });
            }),
        ),
        (
            FailureKind::InvalidFree,
            Box::new(|main| {
                let p = main.alloca(4, "local");
                main.act(Op::HeapFree { ptr: p });
            }),
        ),
        (
            FailureKind::InvalidPointer,
            Box::new(|main| {
                let wild = Operand::Const { bits: 0x7000_0000_0000, ty: Ty::Ptr };
                main.load(Ty::I32, wild);
            }),
        ),
        (
            FailureKind::UnreachableCode,
            Box::new(|main| {
                main.term(Term::Unreachable);
                let after = main.new_block();
                main.at(after);
            }),
        ),
    ];
    for (wanted, fill) in cases {
        assert_eq!(kind_of(Prog::new(), |main| fill(main)), Some(wanted));
    }
    assert_eq!(kind_of(Prog::new(), |main| main.act(Op::HeapFree { ptr: Operand::NULL })), None);
}

#[test]
fn constants_cannot_be_written_and_stack_objects_die() {
    let mut prog = Prog::new();
    let text = prog.string("hello");
    let kind = kind_of(prog, |main| main.store(Ty::I8, text, Operand::int(1, Ty::I8)));
    assert_eq!(kind, Some(FailureKind::WriteToConstant));

    let mut prog = Prog::new();
    let mut leak = Fun::new("leak");
    leak.results(&[Ty::Ptr]);
    let local = leak.alloca(4, "local");
    leak.ret(&[local]);
    let leak = prog.add(leak);
    let kind = kind_of(prog, |main| {
        let pointer = main.call(Callee::Direct(leak), &[], &[Ty::Ptr])[0];
        main.load(Ty::I32, pointer);
    });
    assert_eq!(kind, Some(FailureKind::UseAfterReturn));
}

#[test]
fn uninitialised_memory_is_an_input_that_stays() {
    let program = |prog: Prog, initialised: bool| {
        prog.finish(main_fun(|main| {
            let local = main.alloca(8, "local");
            let access = Access { initialised, ..Access::plain(Ty::I64) };
            let first = main.val(Op::Load { access, addr: local }, Ty::I64);
            let second = main.load(Ty::I64, local);
            main.assert_equal(first, second, "same value twice");
            main.observe("first", first);
        }))
    };
    let config = |seed| WorldConfig { inputs: Inputs::random(seed), ..WorldConfig::default() };
    let values: Vec<u128> = (0..20)
        .map(|seed| {
            let (world, _) = finish(world_with(&program(Prog::new(), false), config(seed)));
            assert_eq!(failure_kind(&world), None);
            observed(&world, "first")
        })
        .collect();
    assert!(values.iter().any(|value| *value != values[0]), "inputs vary with the seed");
    let (world, _) = finish(world_with(&program(Prog::new(), true), WorldConfig::default()));
    assert_eq!(failure_kind(&world), Some(FailureKind::UninitialisedRead));
}

#[test]
fn inputs_come_from_the_list() {
    let program = Prog::new().finish(main_fun(|main| {
        for name in ["a", "b", "c"] {
            let value = main.val(Op::Nondet { kind: NondetKind::Input(name.into()) }, Ty::I32);
            main.observe(name, value);
        }
    }));
    let config = WorldConfig { inputs: Inputs::list(vec![7, u128::MAX]), ..WorldConfig::default() };
    let (world, _) = finish(world_with(&program, config));
    assert_eq!(["a", "b", "c"].map(|name| observed(&world, name)), [7, 0xffff_ffff, 0]);
}

#[test]
fn requests_repeat_until_answered_and_wrong_answers_are_errors() {
    let mut prog = Prog::new();
    let x = prog.global("x", 4, &[]);
    let program = prog.finish(main_fun(|main| {
        let value = main.load(Ty::I32, x);
        main.store(Ty::I32, x, value);
    }));
    let machine = Machine::new(&program);
    let mut state = machine.start_main(0);
    let request = machine.advance(&mut state);
    assert_eq!(request, machine.advance(&mut state));
    assert!(matches!(request.kind, RequestKind::Read { size: 4, .. }));
    let snapshot = state.clone();
    machine.answer(&mut state, Answer::Value(0xffff_ffff_0000_0005));
    assert_ne!(state, snapshot);
    let request = machine.advance(&mut state);
    assert!(matches!(request.kind, RequestKind::Write { value: 5, .. }), "{request:?}");
    let mut wrong = state.clone();
    machine.answer(&mut wrong, Answer::Value(1));
    assert!(matches!(machine.advance(&mut wrong).kind, RequestKind::Error(RuntimeError::BadAnswer { .. })));
    machine.answer(&mut state, Answer::Done);
    assert_eq!(machine.advance(&mut state).kind, RequestKind::Exit { code: 0 });
    assert!(machine.advance(&mut state).is_final());
}

#[test]
fn constructors_run_first_and_object_sizes_are_known() {
    let mut prog = Prog::new();
    let x = prog.global("x", 4, &[]);
    let mut constructor = Fun::new("init");
    constructor.store(Ty::I32, x, Operand::i32(3));
    constructor.ret(&[]);
    let constructor = prog.add(constructor);
    prog.program.constructors.push(constructor);
    let program = prog.finish(main_fun(|main| {
        let value = main.load(Ty::I32, x);
        main.observe("x", value);
        let size = main.val(Op::ObjectSize { ptr: x }, Ty::I64);
        main.observe("size", size);
    }));
    let (world, _) = finish(world(&program));
    assert_eq!((observed(&world, "x"), observed(&world, "size")), (3, 4));
}
