//! The value of a thread whose function falls off its end is of no consequence where nobody reads it: it is null then,
//! instead of an arbitrary value that engines would have to guess.

use ir::*;
use rustc_hash::FxHashSet;

/// Drops such values if no `pthread_join` of the program asks for one.
pub(crate) fn forget_unread_results(program: &mut Program) {
    if joins_read_results(program) {
        return;
    }
    for id in only_started(program) {
        forget(&mut program.functions[id]);
    }
}

fn insts(function: &Function) -> impl Iterator<Item = &Inst> {
    function.blocks.iter().flat_map(|block| &block.insts)
}

fn library(program: &Program, name: &str) -> Option<FuncId> {
    program.functions.iter_enumerated().find(|(_, f)| f.library && &*f.name == name).map(|(id, _)| id)
}

fn joins_read_results(program: &Program) -> bool {
    let join = library(program, "pthread_join");
    let reads = |inst: &Inst| match &inst.op {
        Op::Call { callee: Callee::Direct(callee), args } => {
            Some(*callee) == join && args.get(1) != Some(&Operand::NULL)
        }
        op => {
            let mut found = false;
            op.for_each_operand(|operand| found |= join.is_some_and(|join| operand == Operand::Func(join)));
            found
        }
    };
    // Whoever joins by another function of the library may do anything with the value.
    let others = program.functions.iter_enumerated().filter(|(id, _)| Some(*id) != join);
    let joins = |inst: &Inst| matches!(inst.op, Op::Sync { op: SyncOp::ThreadJoin, .. });
    others.into_iter().any(|(_, function)| insts(function).any(|inst| reads(inst) || joins(inst)))
}

/// Functions that start threads and are not called or known in any other way.
fn only_started(program: &Program) -> FxHashSet<FuncId> {
    let create = library(program, "pthread_create");
    let (mut started, mut known) = (FxHashSet::default(), FxHashSet::default());
    let relocations = program.globals.iter().flat_map(|global| &global.init.relocations);
    let func = |operand: Operand| match operand {
        Operand::Func(id) => Some(id),
        _ => None,
    };
    known.extend(relocations.filter_map(|relocation| func(relocation.target)));
    known.insert(program.entry);
    for function in program.functions.iter() {
        for inst in insts(function) {
            let start = match &inst.op {
                Op::Sync { op: SyncOp::ThreadCreate, args } => args.first().copied(),
                Op::Call { callee: Callee::Direct(callee), args } if Some(*callee) == create => {
                    args.get(2).copied()
                }
                _ => None,
            };
            let start = start.and_then(func);
            started.extend(start);
            if let Op::Call { callee: Callee::Direct(callee), .. } = inst.op {
                known.insert(callee);
            }
            let mut times = 0;
            inst.op.for_each_operand(|operand| match func(operand) {
                Some(id) if Some(id) == start && times == 0 => times = 1,
                other => known.extend(other),
            });
        }
        for block in function.blocks.iter() {
            block.term.for_each_operand(|operand| known.extend(func(operand)));
        }
    }
    started.difference(&known).copied().collect()
}

/// Returns null where an uninitialised value is returned that is good for nothing else.
fn forget(function: &mut Function) {
    let is_free = |inst: &&Inst| matches!(inst.op, Op::Nondet { kind: NondetKind::Uninitialised(_) });
    let free: FxHashSet<ValueId> =
        insts(function).filter(is_free).flat_map(|inst| inst.results.clone()).collect();
    let mut used = FxHashSet::default();
    for inst in insts(function) {
        inst.op.for_each_operand(|operand| used.extend(operand.value()));
    }
    for block in function.blocks.iter().filter(|block| !matches!(block.term, Term::Return(_))) {
        block.term.for_each_operand(|operand| used.extend(operand.value()));
    }
    let unread =
        |operand: Operand| operand.value().is_some_and(|id| free.contains(&id) && !used.contains(&id));
    for block in function.blocks.iter_mut() {
        if let Term::Return(values) = &mut block.term {
            for value in values.iter_mut().filter(|value| unread(**value)) {
                *value = Operand::NULL;
            }
        }
        block.insts.retain(|inst| {
            let nondet = matches!(inst.op, Op::Nondet { kind: NondetKind::Uninitialised(_) });
            !(nondet && inst.results.iter().all(|&id| unread(Operand::Value(id))))
        });
    }
}
