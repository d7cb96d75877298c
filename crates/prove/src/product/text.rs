//! What the text of a program says before any step is made: which numbers it compares with, which globals nobody
//! reads, and whether its stack grows in loops.

use ir::cfg::reached_from;
use ir::{Function, GlobalId, Op, Operand, Program, Ty, ValueId};
use std::collections::{BTreeMap, BTreeSet};

/// Whether some function makes stack memory in a loop of its own.
pub(super) fn stack_grows_in_loops(program: &Program) -> bool {
    program.functions.iter().any(|function| {
        function.blocks.iter_enumerated().any(|(block, body)| {
            body.insts.iter().any(|inst| matches!(inst.op, Op::Alloca { .. }))
                && reached_from(function, block)[block]
        })
    })
}

/// The globals whose address is only ever stored to.
pub(super) fn unread(program: &Program) -> BTreeSet<GlobalId> {
    let mut read: BTreeSet<GlobalId> = BTreeSet::new();
    let relocations = program.globals.iter().flat_map(|global| &global.init.relocations);
    for relocation in relocations {
        if let Operand::Global { id, .. } = relocation.target {
            read.insert(id);
        }
    }
    for function in program.functions.iter() {
        note_reads(function, &mut read);
    }
    program.globals.ids().filter(|id| !read.contains(id)).collect()
}

fn note_reads(function: &Function, read: &mut BTreeSet<GlobalId>) {
    // The globals that a value may be an address in.
    let mut bases: BTreeMap<ValueId, GlobalId> = BTreeMap::new();
    let base_of = |operand: Operand, bases: &BTreeMap<ValueId, GlobalId>| match operand {
        Operand::Global { id, .. } => Some(id),
        Operand::Value(value) => bases.get(&value).copied(),
        _ => None,
    };
    loop {
        let known = bases.len();
        for inst in function.insts() {
            if let (Op::PtrAdd { base, .. }, Some(&result)) = (&inst.op, inst.results.first())
                && let Some(id) = base_of(*base, &bases)
            {
                bases.insert(result, id);
            }
        }
        if bases.len() == known {
            break;
        }
    }
    let mut note = |operand: Operand| read.extend(base_of(operand, &bases));
    for inst in function.insts() {
        match &inst.op {
            Op::PtrAdd { offset, .. } => note(*offset),
            Op::Store { value, .. } => note(*value),
            op => op.for_each_operand(&mut note),
        }
    }
    for block in function.blocks.iter() {
        block.term.for_each_operand(&mut note);
    }
}

/// The numbers that a program compares with, by width.
pub(super) fn literals(program: &Program) -> BTreeMap<u8, BTreeSet<u128>> {
    let mut all: BTreeMap<u8, BTreeSet<u128>> = BTreeMap::new();
    let mut note = |operand: &Operand| {
        if let Operand::Const { bits, ty: Ty::Int(width) } = operand {
            all.entry(*width).or_default().insert(*bits);
        }
    };
    for inst in program.insts() {
        if let Op::Compare { a, b, .. } = &inst.op {
            note(a);
            note(b);
        }
    }
    for width in [8u8, 16, 32, 64] {
        all.entry(width).or_default().extend([0, Ty::Int(width).mask()]);
    }
    all
}
