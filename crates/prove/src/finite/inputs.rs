//! Values that the program does not determine and that nobody looks at, such as the result of a thread function without
//! a `return`: they become 0, so that they need not be tried.

use ir::{Callee, Function, Op, Operand, Program, SyncOp, Term, Ty, ValueId};
use rustc_hash::FxHashSet;

/// The program with such inputs settled.
pub(super) fn settle(program: &Program) -> Program {
    let mut program = program.clone();
    let results_matter = results_are_used(&program);
    for id in program.functions.ids().collect::<Vec<_>>() {
        let called = is_called(&program, id);
        let function = &mut program.functions[id];
        let used = used_values(function, results_matter || called);
        for block in function.blocks.iter_mut() {
            for inst in &mut block.insts {
                let unused = inst.results.iter().all(|result| !used.contains(result));
                if matches!(inst.op, Op::Nondet { .. }) && unused {
                    let ty = inst.results.first().map_or(Ty::I64, |&result| function.values[result].ty);
                    let zero = Operand::Const { bits: 0, ty };
                    inst.op = Op::Select { cond: Operand::TRUE, then: zero, other: zero };
                }
            }
        }
    }
    program
}

/// Whether anybody looks at what a thread returned.
fn results_are_used(program: &Program) -> bool {
    program.functions.iter().any(|function| {
        let joins =
            function.insts().filter(|inst| matches!(inst.op, Op::Sync { op: SyncOp::ThreadJoin, .. }));
        let results: Vec<ValueId> = joins.filter_map(|inst| inst.results.get(1).copied()).collect();
        !results.is_empty() && {
            let used = used_values(function, true);
            results.iter().any(|result| used.contains(result))
        }
    })
}

/// Whether a function is called by the program itself (and not only started as a thread).
fn is_called(program: &Program, id: ir::FuncId) -> bool {
    let indirect = |callee: &Callee| matches!(callee, Callee::Indirect(_));
    program.insts().any(|inst| match &inst.op {
        Op::Call { callee, .. } => *callee == Callee::Direct(id) || indirect(callee),
        _ => false,
    })
}

/// The values that something depends on; `returns`: so does what is returned.
fn used_values(function: &Function, returns: bool) -> FxHashSet<ValueId> {
    let mut used: FxHashSet<ValueId> = FxHashSet::default();
    for block in function.blocks.iter() {
        block.insts.iter().for_each(|inst| inst.op.for_each_operand(|operand| used.extend(operand.value())));
        match &block.term {
            Term::Branch { cond, .. } => used.extend(cond.value()),
            Term::Switch { value, .. } => used.extend(value.value()),
            Term::Return(values) if returns => used.extend(values.iter().filter_map(|value| value.value())),
            _ => {}
        }
    }
    loop {
        let before = used.len();
        for target in function.blocks.iter().flat_map(|block| block.term.targets()) {
            let params = &function.blocks[target.block].params;
            let passed = params.iter().zip(&target.args).filter(|(param, _)| used.contains(*param));
            let passed: Vec<ValueId> = passed.filter_map(|(_, arg)| arg.value()).collect();
            used.extend(passed);
        }
        if used.len() == before {
            return used;
        }
    }
}
