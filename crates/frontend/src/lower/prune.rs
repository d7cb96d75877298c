//! Drops functions and globals that nothing in the finished program refers to (the text of an assertion that went
//! into a message, what only unreachable code called), and numbers the rest without gaps, in their old order.

use ir::*;
use rustc_hash::FxHashSet;

pub(crate) fn prune(program: &mut Program) {
    let (functions, globals) = reachable(program);
    let (function_ids, global_ids) = (
        numbering(program.functions.len(), |index| functions.contains(&FuncId::from_index(index))),
        numbering(program.globals.len(), |index| globals.contains(&GlobalId::from_index(index))),
    );
    let new_function = |id: FuncId| FuncId::from_index(function_ids[id.index()]);
    let new_global = |id: GlobalId| GlobalId::from_index(global_ids[id.index()]);
    let rename = |operand: &mut Operand| match operand {
        Operand::Func(id) => *id = new_function(*id),
        Operand::Global { id, .. } => *id = new_global(*id),
        Operand::Value(_) | Operand::Const { .. } => {}
    };
    let old_functions = std::mem::take(&mut program.functions);
    for (_, function) in old_functions.iter_enumerated().filter(|(id, _)| functions.contains(id)) {
        let mut function = function.clone();
        for block in function.blocks.iter_mut() {
            for inst in &mut block.insts {
                inst.op.for_each_operand_mut(rename);
                match &mut inst.op {
                    Op::Call { callee: Callee::Direct(id), .. } => *id = new_function(*id),
                    Op::ThreadLocal { global } => *global = new_global(*global),
                    _ => {}
                }
            }
            block.term.for_each_operand_mut(rename);
        }
        program.functions.push(function);
    }
    let old_globals = std::mem::take(&mut program.globals);
    for (_, global) in old_globals.iter_enumerated().filter(|(id, _)| globals.contains(id)) {
        let mut global = global.clone();
        global.init.relocations.iter_mut().for_each(|relocation| rename(&mut relocation.target));
        program.globals.push(global);
    }
    program.entry = new_function(program.entry);
    program.constructors.iter_mut().for_each(|id| *id = new_function(*id));
}

/// New numbers of those that stay; others have no meaning.
fn numbering(n: usize, stays: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut next = 0;
    let number = |index| {
        let here = next;
        next += usize::from(stays(index));
        here
    };
    (0..n).map(number).collect()
}

/// What the entry and the constructors lead to.
fn reachable(program: &Program) -> (FxHashSet<FuncId>, FxHashSet<GlobalId>) {
    let mut functions = FxHashSet::default();
    let mut globals = FxHashSet::default();
    let mut work: Vec<Operand> = program.constructors.iter().map(|&id| Operand::Func(id)).collect();
    work.push(Operand::Func(program.entry));
    while let Some(operand) = work.pop() {
        match operand {
            Operand::Func(id) if functions.insert(id) => references(&program.functions[id], &mut work),
            Operand::Global { id, .. } if globals.insert(id) => {
                work.extend(program.globals[id].init.relocations.iter().map(|relocation| relocation.target));
            }
            _ => {}
        }
    }
    (functions, globals)
}

fn references(function: &Function, work: &mut Vec<Operand>) {
    for block in function.blocks.iter() {
        for inst in &block.insts {
            match &inst.op {
                Op::Call { callee: Callee::Direct(id), .. } => work.push(Operand::Func(*id)),
                Op::ThreadLocal { global } => work.push(Operand::Global { id: *global, offset: 0 }),
                _ => {}
            }
            inst.op.for_each_operand(|operand| work.push(operand));
        }
        block.term.for_each_operand(|operand| work.push(operand));
    }
}
