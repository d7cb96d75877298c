//! Every invariant of the verifier is broken once, on purpose.

use expect_test::{Expect, expect};
use ir::verify::verify;
use ir::*;

/// `main` that stores 1 to a global, loops once over a block parameter, and returns.
fn sample() -> Program {
    let mut program = Program::new("sample");
    let file = program.intern_file("sample.c");
    let global = program.globals.push(Global {
        name: "x".into(),
        size: 4,
        align: 4,
        thread_local: false,
        constant: false,
        init: Init { bytes: vec![7], relocations: vec![] },
        span: Span::new(file, 1, 5),
    });
    let mut main = Function::new("main");
    main.results = vec![Ty::I32];
    let entry = main.new_block();
    let body = main.new_block();
    let param = main.add_block_param(body, Ty::I32);
    let sum = main.new_value(Ty::I32);
    let done = main.new_value(Ty::BOOL);
    let end = main.new_block();
    let x = Operand::Global { id: global, offset: 0 };
    main.blocks[entry].insts.push(Inst {
        op: Op::Store { access: Access::plain(Ty::I32).at("x"), addr: x, value: Operand::i32(1) },
        results: Default::default(),
        span: Span::new(file, 3, 3),
    });
    main.blocks[entry].term =
        Term::Jump(Target { block: body, args: [Operand::i32(0)].into_iter().collect() });
    let add = Op::Binary { op: BinaryOp::Add, a: param.into(), b: Operand::i32(1) };
    let less = Op::Compare { op: CompareOp::Slt, a: sum.into(), b: Operand::i32(2) };
    for (op, result) in [(add, sum), (less, done)] {
        main.blocks[body].insts.push(Inst {
            op,
            results: [result].into_iter().collect(),
            span: Span::new(file, 4, 3),
        });
    }
    main.blocks[body].term = Term::Branch {
        cond: done.into(),
        then: Target { block: body, args: [Operand::Value(sum)].into_iter().collect() },
        other: Target::new(end),
    };
    main.blocks[end].term = Term::Return([Operand::Value(sum)].into_iter().collect());
    program.entry = program.functions.push(main);
    program
}

fn main_of(program: &mut Program) -> &mut Function {
    let entry = program.entry;
    &mut program.functions[entry]
}

fn check(breakage: impl FnOnce(&mut Program), expected: Expect) {
    let mut program = sample();
    breakage(&mut program);
    let message = verify(&program).map(|()| "fine".to_string()).unwrap_or_else(|error| error.to_string());
    expected.assert_eq(&message);
}

#[test]
fn a_good_program_passes_and_prints() {
    let program = sample();
    verify(&program).expect("the sample is valid");
    expect![[r#"
        program "sample"

        global g0 "x" size 4 align 4 = 07  ; sample.c:1

        entry fn @main() -> i32 {
        b0():
          store i32 &x <- 1:i32  ; x                                  ; sample.c:3
          jump b1(0:i32)
        b1(v0: i32):
          v1: i32 = add v0, 1:i32                                     ; sample.c:4
          v2: i1 = cmp slt v1, 2:i32
          branch v2, b1(v1), b2()
        b2():
          return v1
        }
    "#]]
    .assert_eq(&program.to_string());
}

#[test]
fn missing_entry() {
    check(
        |program| program.entry = FuncId(9),
        expect!["invalid IR in program, header: the entry function does not exist"],
    );
}

#[test]
fn entry_block_is_no_target() {
    check(
        |program| main_of(program).blocks[BlockId(2)].term = Term::Jump(Target::new(BlockId(0))),
        expect!["invalid IR in main, b2 terminator: a jump to the entry block"],
    );
}

#[test]
fn target_arguments_match_parameters() {
    check(
        |program| main_of(program).blocks[BlockId(0)].term = Term::Jump(Target::new(BlockId(1))),
        expect!["invalid IR in main, b0 terminator: b1: 0 operands, expected 1"],
    );
}

#[test]
fn values_are_defined_once() {
    check(
        |program| {
            let inst = main_of(program).blocks[BlockId(1)].insts[0].clone();
            main_of(program).blocks[BlockId(1)].insts.push(inst);
        },
        expect!["invalid IR in main, values: v1 is defined twice"],
    );
}

#[test]
fn definitions_dominate_uses() {
    check(
        |program| {
            main_of(program).blocks[BlockId(0)].term = Term::Branch {
                cond: Operand::TRUE,
                then: Target { block: BlockId(1), args: [Operand::i32(0)].into_iter().collect() },
                other: Target::new(BlockId(2)),
            }
        },
        expect!["invalid IR in main, uses: v1 is used in b2 where its definition does not reach"],
    );
}

#[test]
fn a_use_before_its_definition_in_the_same_block() {
    check(
        |program| main_of(program).blocks[BlockId(1)].insts.swap(0, 1),
        expect!["invalid IR in main, uses: v1 is used in b1 where its definition does not reach"],
    );
}

#[test]
fn operand_types_match() {
    check(
        |program| {
            let op = Op::Binary { op: BinaryOp::Add, a: Operand::i32(1), b: Operand::i64(1) };
            main_of(program).blocks[BlockId(1)].insts[0].op = op;
        },
        expect![
            "invalid IR in main, b1 instruction 0: operand Const { bits: 1, ty: Int(64) } has type i64, expected i32"
        ],
    );
}

#[test]
fn constants_fit_their_width() {
    check(
        |program| {
            let wide = Operand::Const { bits: 1 << 40, ty: Ty::I32 };
            main_of(program).blocks[BlockId(2)].term = Term::Return([wide].into_iter().collect());
        },
        expect!["invalid IR in main, b2 terminator: constant 0x10000000000 does not fit i32"],
    );
}

#[test]
fn stores_do_not_acquire() {
    check(
        |program| {
            if let Op::Store { access, .. } = &mut main_of(program).blocks[BlockId(0)].insts[0].op {
                access.order = Order::Acquire;
            }
        },
        expect!["invalid IR in main, b0 instruction 0: a store that acquires"],
    );
}

#[test]
fn thread_locals_have_no_constant_address() {
    check(
        |program| program.globals[GlobalId(0)].thread_local = true,
        expect!["invalid IR in main, b0 instruction 0: address of thread-local x as an operand"],
    );
}

#[test]
fn relocations_stay_inside() {
    check(
        |program| {
            let relocation = Relocation { offset: 0, target: Operand::Func(FuncId(0)) };
            program.globals[GlobalId(0)].init.relocations.push(relocation);
        },
        expect!["invalid IR in globals, x: relocation at 0 is outside"],
    );
}

#[test]
fn switch_cases_are_distinct() {
    check(
        |program| {
            let target = || Target::new(BlockId(2));
            main_of(program).blocks[BlockId(1)].term = Term::Switch {
                value: Operand::i32(0),
                cases: vec![(1, target()), (1, target())],
                default: target(),
            };
        },
        expect!["invalid IR in main, b1 terminator: a case twice"],
    );
}

#[test]
fn direct_calls_match_their_callee() {
    check(
        |program| {
            let entry = program.entry;
            let op =
                Op::Call { callee: Callee::Direct(entry), args: [Operand::i32(1)].into_iter().collect() };
            main_of(program).blocks[BlockId(1)].insts[0].op = op;
        },
        expect!["invalid IR in main, b1 instruction 0: main: 1 operands, expected 0"],
    );
}
