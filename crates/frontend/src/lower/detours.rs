//! Each way out of a block has its clean-up to itself.
//!
//! Where a block has something to clean up at its end (a destructor, the end of a variable's life), clang makes one clean-up for all ways out:
//! `return`, `break` and going on each note a number in a slot, and a `switch` behind the clean-up reads it and goes on from there. To
//! whoever looks at the control flow a `return` in a loop then seems to go round again. Here the clean-up is copied to each jump that leads
//! to it with a known number, which goes on to the place that belongs to that number.
//!
//! Only slots of the compiler's own are taken, which nothing but such switches reads. No dependency is lost: the number is a constant.

use ir::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// A longer clean-up is not copied.
const MAX_INSTS: usize = 32;
/// A jump is led through so many clean-ups at most: blocks nest no deeper.
const MAX_NESTED: usize = 16;

/// Expects a function in which no value of one block but an address is used in another, as clang without optimisation makes them; where
/// it is otherwise nothing is done.
pub(crate) fn take_apart(function: &mut Function) {
    let slots = slots(function);
    if slots.is_empty() {
        return;
    }
    let cleanups = cleanups(function, &slots);
    for id in function.blocks.ids() {
        for _ in 0..MAX_NESTED {
            let Some((cleanup, number)) = leads_to(function, &cleanups, id) else { break };
            copy(function, id, cleanup, number);
        }
    }
}

/// The compiler's own slots that are only stored to, and read only by the switch at the end of the same block.
fn slots(function: &Function) -> FxHashSet<ValueId> {
    let mut slots: FxHashSet<ValueId> = FxHashSet::default();
    let insts = || function.blocks.iter().flat_map(|block| block.insts.iter());
    for inst in insts() {
        if let Op::Alloca { size: Operand::Const { .. }, name: None, .. } = inst.op {
            slots.insert(inst.results[0]);
        }
    }
    let mut switched: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    let mut reading: FxHashSet<ValueId> = FxHashSet::default();
    for block in function.blocks.iter() {
        let on = match block.term {
            Term::Switch { value: Operand::Value(value), .. } => Some(value),
            _ => None,
        };
        for inst in &block.insts {
            match inst.op {
                Op::Load { addr: Operand::Value(slot), .. } if on == Some(inst.results[0]) => {
                    switched.insert(inst.results[0], slot);
                    reading.insert(slot);
                }
                Op::Store { addr: Operand::Value(_), value, .. } => {
                    value.value().map(|value| slots.remove(&value));
                }
                ref op => op.for_each_operand(|operand| {
                    operand.value().map(|value| slots.remove(&value));
                }),
            }
        }
        block.term.for_each_operand(|operand| {
            operand.value().map(|value| slots.remove(&value));
        });
    }
    // What was read may be used for nothing else.
    let mut uses: FxHashMap<ValueId, usize> = FxHashMap::default();
    let mut count = |operand: Operand| {
        if let Some(value) = operand.value().filter(|value| switched.contains_key(value)) {
            *uses.entry(value).or_default() += 1;
        }
    };
    for block in function.blocks.iter() {
        block.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut count));
        block.term.for_each_operand(&mut count);
    }
    for (value, _) in uses.into_iter().filter(|&(_, n)| n > 1) {
        slots.remove(&switched[&value]);
    }
    slots.retain(|slot| reading.contains(slot));
    slots
}

/// Blocks that end with a switch on one of the slots, which they do not write; and the slot.
fn cleanups(function: &Function, slots: &FxHashSet<ValueId>) -> FxHashMap<BlockId, ValueId> {
    let mut home: FxHashMap<ValueId, BlockId> = FxHashMap::default();
    for (id, block) in function.blocks.iter_enumerated() {
        let results = block.insts.iter().flat_map(|inst| inst.results.iter());
        results.chain(&block.params).for_each(|&value| _ = home.insert(value, id));
    }
    // Blocks with a value that another block uses: a copy would have to give it a second name.
    let mut needed: FxHashSet<BlockId> = FxHashSet::default();
    for (id, block) in function.blocks.iter_enumerated() {
        let mut note = |operand: Operand| {
            let from = operand.value().and_then(|value| home.get(&value));
            needed.extend(from.filter(|&&from| from != id));
        };
        block.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut note));
        block.term.for_each_operand(&mut note);
    }
    let slot_of = |block: &Block| {
        let Term::Switch { value: Operand::Value(value), .. } = block.term else { return None };
        let read = block.insts.iter().find(|inst| inst.results.first() == Some(&value))?;
        let Op::Load { addr: Operand::Value(slot), .. } = read.op else { return None };
        slots.contains(&slot).then_some(slot)
    };
    let suits = |(id, block): (BlockId, &Block)| {
        let slot = slot_of(block)?;
        let fits = block.insts.len() <= MAX_INSTS && block.params.is_empty() && !needed.contains(&id);
        (fits && noted(block, slot).is_none()).then_some((id, slot))
    };
    function.blocks.iter_enumerated().filter_map(suits).collect()
}

/// What a block stores last to a slot, if it stores to it.
fn noted(block: &Block, slot: ValueId) -> Option<Operand> {
    block.insts.iter().rev().find_map(|inst| match inst.op {
        Op::Store { addr: Operand::Value(addr), value, .. } if addr == slot => Some(value),
        _ => None,
    })
}

/// The clean-up that a block jumps to, and the number it comes with.
fn leads_to(
    function: &Function,
    cleanups: &FxHashMap<BlockId, ValueId>,
    id: BlockId,
) -> Option<(BlockId, u128)> {
    let Term::Jump(target) = &function.blocks[id].term else { return None };
    let slot = cleanups.get(&target.block).filter(|_| target.block != id)?;
    Some((target.block, noted(&function.blocks[id], *slot)?.as_const()?))
}

/// Puts a copy of the clean-up at the end of a block, and goes on from there as its number says.
fn copy(function: &mut Function, id: BlockId, cleanup: BlockId, number: u128) {
    let block = function.blocks[cleanup].clone();
    let Term::Switch { cases, default, .. } = &block.term else { return };
    let mut target = cases.iter().find(|(case, _)| *case == number).map_or(default, |(_, to)| to).clone();
    let mut renamed: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    let rename = |renamed: &FxHashMap<ValueId, ValueId>, operand: &mut Operand| {
        if let Some(&new) = operand.value().and_then(|value| renamed.get(&value)) {
            *operand = Operand::Value(new);
        }
    };
    for mut inst in block.insts {
        inst.op.for_each_operand_mut(|operand| rename(&renamed, operand));
        for result in &mut inst.results {
            let new = function.values.push(function.values[*result].clone());
            renamed.insert(*result, new);
            *result = new;
        }
        function.blocks[id].insts.push(inst);
    }
    target.args.iter_mut().for_each(|operand| rename(&renamed, operand));
    function.blocks[id].term = Term::Jump(target);
}
