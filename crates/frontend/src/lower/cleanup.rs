//! Tidies a function's control flow without changing what it does: branches on constants are decided, unreachable
//! blocks go, straight lines become one block, jumps to empty blocks go where those jump to. Blocks and values are then numbered in order of appearance.
//!
//! Branches stay even where both sides lead to the same place: they are the user's, and a dependency may hang on them.

use ir::cfg::{predecessors, reverse_postorder};
use ir::*;

pub(crate) fn cleanup(function: &mut Function) {
    decide_constant_branches(function);
    thread_jumps(function);
    remove_unreachable(function);
    merge_lines(function);
    remove_unreachable(function);
    renumber_values(function);
}

/// A branch on a constant (`while (1)`) is a jump; no dependency hangs on a constant.
fn decide_constant_branches(function: &mut Function) {
    for block in function.blocks.iter_mut() {
        if let Term::Branch { cond: Operand::Const { bits, .. }, then, other } = &block.term {
            block.term = Term::Jump(if *bits != 0 { then.clone() } else { other.clone() });
        }
    }
}

/// Drops blocks that control cannot reach and numbers the rest in reverse postorder.
pub(crate) fn remove_unreachable(function: &mut Function) {
    let order = reverse_postorder(function);
    let mut new_ids: IndexVec<BlockId, Option<BlockId>> = function.blocks.iter().map(|_| None).collect();
    for (index, &old) in order.iter().enumerate() {
        new_ids[old] = Some(BlockId::from_index(index));
    }
    let mut old: Vec<Option<Block>> =
        std::mem::take(&mut function.blocks).iter().cloned().map(Some).collect();
    for id in order {
        if let Some(mut block) = old[id.index()].take() {
            for target in block.term.targets_mut() {
                // The target of a reachable block is reachable.
                target.block = new_ids[target.block].unwrap_or(target.block);
            }
            function.blocks.push(block);
        }
    }
}

/// Where a jump to `block` ends up, as long as only empty blocks without parameters lie on the way.
fn final_target(function: &Function, start: &Target) -> Option<Target> {
    let mut current = start.clone();
    let mut moved = false;
    for _ in 0..function.blocks.len() {
        let block = &function.blocks[current.block];
        let Term::Jump(next) = &block.term else { break };
        if !block.insts.is_empty() || !block.params.is_empty() || next.block == current.block {
            break;
        }
        current = next.clone();
        moved = true;
    }
    // An endless loop of empty blocks never gets anywhere else; leave it as it is.
    (moved && current.block != start.block).then_some(current)
}

fn thread_jumps(function: &mut Function) {
    for id in function.blocks.ids() {
        let targets: Vec<Option<Target>> = function.blocks[id]
            .term
            .targets()
            .into_iter()
            .map(|target| final_target(function, target))
            .collect();
        for (target, new) in function.blocks[id].term.targets_mut().into_iter().zip(targets) {
            if let Some(new) = new {
                *target = new;
            }
        }
    }
}

/// Appends a block to its only predecessor, if that jumps nowhere else.
fn merge_lines(function: &mut Function) {
    let preds = predecessors(function);
    let mut replaced: IndexVec<ValueId, Option<Operand>> = function.values.iter().map(|_| None).collect();
    for id in function.blocks.ids() {
        while let Term::Jump(target) = &function.blocks[id].term {
            let next = target.block;
            if next == id || next == Function::ENTRY || preds[next].len() != 1 {
                break;
            }
            let args = target.args.clone();
            let empty = Block { params: vec![], insts: vec![], term: Term::Unreachable, span: Span::NONE };
            let tail = std::mem::replace(&mut function.blocks[next], empty);
            for (param, arg) in tail.params.into_iter().zip(args) {
                replaced[param] = Some(arg);
            }
            let block = &mut function.blocks[id];
            block.insts.extend(tail.insts);
            block.term = tail.term;
            block.span = tail.span;
        }
    }
    let resolve = |operand: &mut Operand| {
        while let Operand::Value(value) = *operand
            && let Some(other) = replaced[value]
        {
            *operand = other;
        }
    };
    for block in function.blocks.iter_mut() {
        block.insts.iter_mut().for_each(|inst| inst.op.for_each_operand_mut(resolve));
        block.term.for_each_operand_mut(resolve);
    }
}

fn renumber_values(function: &mut Function) {
    let mut new_ids: IndexVec<ValueId, Option<ValueId>> = function.values.iter().map(|_| None).collect();
    let mut values: IndexVec<ValueId, ValueData> = IndexVec::new();
    let old = std::mem::take(&mut function.values);
    let mut define = |value: &mut ValueId| {
        let new = values.push(old[*value].clone());
        new_ids[*value] = Some(new);
        *value = new;
    };
    function.params.iter_mut().for_each(&mut define);
    for block in function.blocks.iter_mut() {
        block.params.iter_mut().for_each(&mut define);
        block.insts.iter_mut().for_each(|inst| inst.results.iter_mut().for_each(&mut define));
    }
    let rename = |operand: &mut Operand| {
        if let Operand::Value(value) = operand
            && let Some(new) = new_ids[*value]
        {
            *value = new;
        }
    };
    for block in function.blocks.iter_mut() {
        block.insts.iter_mut().for_each(|inst| inst.op.for_each_operand_mut(rename));
        block.term.for_each_operand_mut(rename);
    }
    function.values = values;
}
