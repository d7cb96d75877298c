//! Variables that end with their block, where memory errors are asked for.
//!
//! clang marks where the block of a variable ends (`llvm.lifetime.end`, an [`Op::ScopeEnd`] here) and where its declaration stands (the
//! marker `Observe`). A variable whose address is out in the world gets a life of its own each time control passes the declaration: its
//! `Alloca` moves there from the entry. Not so where the block ends with the function, or where a use is not behind the
//! declaration; there, and of variables that become SSA values, the marks of the end are dropped.
//!
//! The variables of `main` end when it returns, before the program does (C11 5.1.2.2.3, note 11): threads that still run may use them then.
//!
//! Runs before [`super::promote`] takes the declarations away.

use super::slots::Candidates;
use ir::cfg::Dominators;
use ir::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// Where an instruction stands; one past the last is the terminator.
type At = (BlockId, usize);

#[derive(Default)]
struct Variable {
    declared: Vec<At>,
    ended: Vec<At>,
    used: Vec<At>,
}

pub(crate) fn place(function: &mut Function, candidates: &Candidates) {
    let has_marks =
        function.blocks.iter().any(|block| block.insts.iter().any(|i| matches!(i.op, Op::ScopeEnd { .. })));
    if !has_marks {
        return;
    }
    let dominators = Dominators::of(function);
    let variables = variables(function, candidates);
    let is_moved = |variable: &Variable| {
        let &[declared] = variable.declared.as_slice() else { return false };
        let behind = |&at: &At| match at.0 == declared.0 {
            true => at.1 > declared.1,
            false => dominators.dominates(declared.0, at.0),
        };
        let ends_early = variable.ended.iter().any(|&at| !ends_with_function(function, candidates, at));
        let fits = variable.used.iter().chain(&variable.ended).all(behind);
        ends_early && fits
    };
    let moved = variables.iter().filter(|(_, variable)| is_moved(variable)).map(|(&id, _)| id).collect();
    let stay = stay_in_place(function, &dominators);
    apply(function, &moved, &stay);
}

/// Arrays of variable length lie where they are declared already: those all of whose ends are behind that.
fn stay_in_place(function: &Function, dominators: &Dominators) -> FxHashSet<ValueId> {
    let mut declared: FxHashMap<ValueId, BlockId> = FxHashMap::default();
    let mut astray: FxHashSet<ValueId> = FxHashSet::default();
    for (id, block) in function.blocks.iter_enumerated() {
        for inst in &block.insts {
            match inst.op {
                Op::Alloca { size: Operand::Value(_), .. } => drop(declared.insert(inst.results[0], id)),
                Op::ScopeEnd { ptr: Operand::Value(ptr) }
                    if !declared.get(&ptr).is_some_and(|&from| dominators.dominates(from, id)) =>
                {
                    astray.insert(ptr);
                }
                _ => {}
            }
        }
    }
    declared.into_keys().filter(|id| !astray.contains(id)).collect()
}

/// The variables in memory that have an end.
fn variables(function: &Function, candidates: &Candidates) -> FxHashMap<ValueId, Variable> {
    let entry = &function.blocks[Function::ENTRY].insts;
    let in_memory = entry.iter().filter_map(|inst| match inst.op {
        Op::Alloca { size: Operand::Const { .. }, .. } => Some(inst.results[0]),
        _ => None,
    });
    let mut found: FxHashMap<ValueId, Variable> = in_memory
        .filter(|&id| candidates.place(id.into()).is_none())
        .map(|id| (id, Variable::default()))
        .collect();
    for (id, block) in function.blocks.iter_enumerated() {
        for (index, inst) in block.insts.iter().enumerate() {
            let at = (id, index);
            inst.op.for_each_operand(|operand| {
                let Some(variable) = operand.value().and_then(|value| found.get_mut(&value)) else { return };
                match inst.op {
                    Op::Observe { .. } => variable.declared.push(at),
                    Op::ScopeEnd { .. } => variable.ended.push(at),
                    _ => variable.used.push(at),
                }
            });
        }
        block.term.for_each_operand(|operand| {
            if let Some(variable) = operand.value().and_then(|value| found.get_mut(&value)) {
                variable.used.push((id, block.insts.len()));
            }
        });
    }
    found.retain(|_, variable| !variable.ended.is_empty());
    found
}

/// Whether nothing but the return comes after an end.
fn ends_with_function(function: &Function, candidates: &Candidates, (mut block, index): At) -> bool {
    let mut next = index + 1;
    for _ in 0..function.blocks.len() {
        let data = &function.blocks[block];
        let idle = data.insts[next..].iter().all(|inst| match &inst.op {
            Op::ScopeEnd { .. } | Op::Observe { .. } => true,
            Op::Load { addr, .. } => candidates.place(*addr).is_some(),
            op => op.is_pure(),
        });
        match &data.term {
            Term::Return(_) => return idle,
            Term::Jump(target) if idle => (block, next) = (target.block, 0),
            _ => return false,
        }
    }
    false
}

/// Moves what begins at its declaration, and drops the ends of everything else.
fn apply(function: &mut Function, moved: &FxHashSet<ValueId>, stay: &FxHashSet<ValueId>) {
    let moved_one = |operand: Operand| operand.value().filter(|id| moved.contains(id));
    let mut allocations: FxHashMap<ValueId, Inst> = FxHashMap::default();
    function.blocks[Function::ENTRY].insts.retain(|inst| match inst.op {
        Op::Alloca { .. } if moved.contains(&inst.results[0]) => {
            allocations.insert(inst.results[0], inst.clone());
            false
        }
        _ => true,
    });
    for block in function.blocks.iter_mut() {
        let ends = |ptr: Operand| ptr.value().is_some_and(|id| moved.contains(&id) || stay.contains(&id));
        block.insts.retain(|inst| !matches!(inst.op, Op::ScopeEnd { ptr } if !ends(ptr)));
        for inst in &mut block.insts {
            if let Op::Observe { value, .. } = inst.op
                && let Some(allocation) = moved_one(value).and_then(|id| allocations.get(&id))
            {
                *inst = Inst { span: inst.span, ..allocation.clone() };
            }
        }
    }
}

/// Ends the variables of `main` before it returns, but for those that have ended with a block of it.
pub(crate) fn end_with(main: &mut Function) {
    let ended: FxHashSet<Operand> =
        main.blocks.iter().flat_map(|block| &block.insts).filter_map(ended_by).collect();
    let mut variables: Vec<ValueId> = Vec::new();
    for inst in &main.blocks[Function::ENTRY].insts {
        if let Op::Alloca { size: Operand::Const { .. }, .. } = inst.op
            && !ended.contains(&inst.results[0].into())
        {
            variables.push(inst.results[0]);
        }
    }
    for block in main.blocks.iter_mut().filter(|block| matches!(block.term, Term::Return(_))) {
        let end = |&ptr: &ValueId| Inst {
            op: Op::ScopeEnd { ptr: ptr.into() },
            results: Default::default(),
            span: block.span,
        };
        block.insts.extend(variables.iter().map(end));
    }
}

fn ended_by(inst: &Inst) -> Option<Operand> {
    match inst.op {
        Op::ScopeEnd { ptr } => Some(ptr),
        _ => None,
    }
}
