//! What ends with its block like variables do but without a mark of clang's, where memory errors are asked for: compound
//! literals of C (`&(struct point){1, 2}`) and arrays of variable length.
//!
//! The marks are put here. Such a thing begins where it is first used, in the lexical block of that instruction, and ends
//! where control goes from there to an instruction that is in no part of that block. [`super::scopes`] makes of that what it makes of clang's
//! marks. A literal in a part of an expression that is not always evaluated (`c ? &(T){1} : 0`) does not end.

use super::function::{FunctionLowering, successors};
use crate::ll::ast::{self, Instruction, LocalId, LocalName, MetadataId};
use ir::{Op, Operand};

/// What clang calls them ([`crate::MEMORY_CHECKS`] keeps its names).
const LITERAL: &str = ".compoundliteral";
const ARRAY: &str = "vla";

/// Those of a function that have begun, with their blocks, and the block that control is in.
#[derive(Default)]
pub(crate) struct Unmarked {
    begun: Vec<(LocalId, Operand, MetadataId)>,
    inside: Option<MetadataId>,
}

impl Unmarked {
    /// The next instruction may be reached from elsewhere.
    pub fn enter_block(&mut self) {
        self.inside = None;
    }
}

impl FunctionLowering<'_, '_> {
    /// A local value is used. A literal is declared where that happens first; an array is allocated where it is declared.
    pub fn used(&mut self, local: LocalId, slot: Operand) {
        let Some(scope) = self.unmarked.inside.filter(|_| self.copies.is_none()) else { return };
        let is_literal = self.is_called(local, LITERAL);
        if !is_literal && !self.is_called(local, ARRAY)
            || self.unmarked.begun.iter().any(|&(known, ..)| known == local)
        {
            return;
        }
        self.unmarked.begun.push((local, slot, scope));
        if is_literal {
            self.declare(slot, "");
        }
    }

    fn is_called(&self, local: LocalId, beginning: &str) -> bool {
        let checked = self.cx.switches.memory_checks && !self.builder.function.library;
        let name = self.source.locals.get(local.index()).map(|local| local.name);
        matches!(name, Some(LocalName::Name(name)) if checked && self.unit.name(name).starts_with(beginning))
    }

    /// Ends what lies in blocks that have no part in an instruction, or in anything that comes after it.
    pub fn end_unmarked(&mut self, instruction: &Instruction) {
        let debug = &self.unit.debug;
        let before = self.unmarked.inside;
        let here = instruction.debug.and_then(|at| debug.scope(at)).or(before);
        self.unmarked.inside = here;
        if self.unmarked.begun.is_empty() {
            return;
        }
        let is_in =
            |scope: Option<MetadataId>, block| scope.is_none_or(|scope| debug.is_within(scope, block));
        let next: Vec<Option<MetadataId>> = match instruction.op.is_terminator() {
            true => {
                successors(self.source, self.position).into_iter().map(|to| self.first_scope(to)).collect()
            }
            false => Vec::new(),
        };
        let is_left = |&&(_, _, block): &&(LocalId, Operand, MetadataId)| {
            let goes_out = !next.is_empty() && next.iter().all(|&scope| !is_in(scope, block));
            before.is_some() && is_in(before, block) && (goes_out || !is_in(here, block))
        };
        let left: Vec<Operand> = self.unmarked.begun.iter().filter(is_left).map(|begun| begun.1).collect();
        for ptr in left {
            self.builder.effect(Op::ScopeEnd { ptr });
        }
    }

    fn first_scope(&self, block: ast::BlockId) -> Option<MetadataId> {
        let instructions = &self.source.blocks.get(block.index())?.instructions;
        instructions.iter().find_map(|instruction| self.unit.debug.scope(instruction.debug?))
    }
}
