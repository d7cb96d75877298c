//! Models that keep neither dependencies nor loads before stores (RMO-nodep): a store may go ahead of the branch that
//! guards it, so two guarded stores may be the reason for each other, and running threads from the initial values
//! up finds neither.
//!
//! Threads are therefore also run on *guesses*: the constants of the program, closed under what threads compute from
//! them. A value outside of that set would have to come from a store that no guess reaches, or be put together from
//! pieces of different branches; programs where that cannot be excluded are refused ([`covered`]).

use ir::{
    BinaryOp, Block, Callee, CastOp, FuncId, Function, Op, Operand, Program, RmwOp, Span, Term, Ty, ValueId,
};
use model::Model;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

fn overtakes(model: Model) -> bool {
    !model.keeps_dependencies && !model.kept.contains(ir::FenceBits::LS)
}

/// Which dependencies in the text keep a write from being its own cause. Where the model keeps dependencies, all do; else
/// only those that are real (ADR 9): another value read would mean another value written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Causes {
    /// Addresses and values.
    pub of_text: bool,
    /// The value that any atomic update reads; without it only those that add to it or flip it.
    pub of_updates: bool,
}

impl Causes {
    pub fn under(program: &Program, model: Model) -> Causes {
        let kept = !overtakes(model);
        Causes { of_text: kept || !may_cancel(program), of_updates: kept }
    }
    /// Whether what an update writes has what it reads as a cause.
    pub fn of_update(self, op: RmwOp) -> bool {
        self.of_updates || matches!(op, RmwOp::Add | RmwOp::Sub | RmwOp::Xor)
    }
}

/// Whether a program computes something from what it reads that may be the same for all that it may read, as `r ^ r` is.
fn may_cancel(program: &Program) -> bool {
    let constant = |operand: &Operand| !matches!(operand, Operand::Value(_));
    let one_to_one = |op: &Op| match op {
        Op::Binary { op: BinaryOp::Add | BinaryOp::Sub | BinaryOp::Xor, a, b } => constant(a) || constant(b),
        Op::Cast { op: CastOp::ZExt | CastOp::SExt | CastOp::Bits, .. } => true,
        Op::PtrAdd { base, offset } => constant(base) || constant(offset),
        Op::Unary { .. } | Op::Binary { .. } | Op::Overflow { .. } | Op::Cast { .. } | Op::Select { .. } => {
            false
        }
        Op::Copy { .. } | Op::Fill { .. } => false,
        _ => true,
    };
    program.functions.iter().any(|function| {
        // What is compared decides about branches, or it goes on as a value.
        let compared: FxHashSet<ValueId> = function
            .insts()
            .filter(|inst| matches!(inst.op, Op::Compare { .. }))
            .flat_map(|inst| inst.results.iter().copied())
            .collect();
        let uses_compared = |op: &Op| {
            let mut uses = false;
            op.for_each_operand(&mut |operand: Operand| {
                uses |= operand.value().is_some_and(|value| compared.contains(&value));
            });
            uses && !matches!(op, Op::Assert { .. } | Op::Assume { .. })
        };
        let chosen = |block: &Block| block.term.targets().iter().any(|target| !target.args.is_empty());
        function.insts().any(|inst| !one_to_one(&inst.op) || uses_compared(&inst.op))
            || function.blocks.iter().any(chosen)
    })
}

/// Whether stores may overtake branches, and there are any.
pub(super) fn needed(program: &Program, model: Model) -> bool {
    overtakes(model)
        && program.functions.iter().any(|function| !stores_handles_only(function) && has_choices(function))
}

/// What these two store are handles and results, which guard nothing.
fn stores_handles_only(function: &Function) -> bool {
    function.library && matches!(&*function.name, "pthread_create" | "pthread_join")
}

fn has_choices(function: &Function) -> bool {
    function.blocks.iter().any(|block| {
        block.term.targets().len() > 1
            || block.insts.iter().any(|inst| matches!(inst.op, Op::CompareExchange { .. }))
    })
}

/// The integer constants of a program.
pub(super) fn constants(program: &Program) -> BTreeSet<u128> {
    let mut found = BTreeSet::from([0]);
    let mut note = |operand: Operand| {
        if let Operand::Const { bits, ty: Ty::Int(_) } = operand {
            found.insert(bits);
        }
    };
    program.for_each_operand(&mut note);
    for block in program.functions.iter().flat_map(|function| function.blocks.iter()) {
        if let Term::Switch { cases, .. } = &block.term {
            cases.iter().for_each(|(bits, _)| note(Operand::Const { bits: *bits, ty: Ty::I64 }));
        }
    }
    found
}

/// Whether every store of the program was made on some branch, with a value that does not depend on the way to it.
pub(super) fn covered(program: &Program, entries: &[FuncId], written: &FxHashSet<Span>) -> bool {
    let mut seen: FxHashSet<FuncId> = FxHashSet::default();
    let mut work = entries.to_vec();
    while let Some(id) = work.pop() {
        if !seen.insert(id) {
            continue;
        }
        let Some(function) = program.functions.get(id) else { return false };
        if stores_handles_only(function) {
            continue;
        }
        for inst in function.insts() {
            let fine = match &inst.op {
                Op::Store { addr, value, .. } | Op::Rmw { addr, value, .. } => {
                    plain(function, *addr) && plain(function, *value)
                }
                Op::CompareExchange { addr, desired, .. } => {
                    plain(function, *addr) && plain(function, *desired)
                }
                Op::Call { callee: Callee::Direct(callee), .. } => {
                    work.push(*callee);
                    continue;
                }
                Op::Call { .. } | Op::Copy { .. } | Op::Fill { .. } | Op::Print { .. } => false,
                _ => continue,
            };
            let visited = matches!(inst.op, Op::Call { .. }) || written.contains(&inst.span);
            if !fine || !visited || function.library {
                return false;
            }
        }
    }
    true
}

/// Whether a value is computed from loads and constants without any choice between branches.
fn plain(function: &Function, operand: Operand) -> bool {
    let Operand::Value(start) = operand else { return true };
    let mut seen: FxHashSet<ValueId> = FxHashSet::default();
    let mut work = vec![start];
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        let Some(inst) = function.insts().find(|inst| inst.results.contains(&value)) else { return false };
        match &inst.op {
            Op::Load { .. } | Op::Rmw { .. } | Op::CompareExchange { .. } | Op::Alloca { .. } => {}
            Op::Select { .. } => return false,
            op if op.is_pure() => op.for_each_operand(|operand| work.extend(operand.value())),
            _ => return false,
        }
    }
    true
}
