//! Indices that leave their array, where the array is a part of something larger.
//!
//! An access beyond the end of an object hits nothing and is found by whoever executes it. One that leaves an array and hits the next
//! member of a struct, or the next row of a matrix, is undefined too, but lies within the object. There clang's own check
//! (`-fsanitize=array-bounds`) knows the array: a branch to a trap, which becomes an assertion here, so that no access depends
//! on it. Where the array is the whole object the check is left out: the access itself tells more.

use super::function::FunctionLowering;
use crate::ll::ast::{self, Constant, Value};
use ir::AssertKind;

/// What clang's traps of this check are numbered with (`SanitizerHandler::OutOfBounds`).
const OUT_OF_BOUNDS: u128 = 18;

impl FunctionLowering<'_, '_> {
    /// If the branch is a check of an index: asserts it, and says where to go on.
    pub fn index_check(&mut self, condition: &ast::Operand, then: ast::BlockId, other: ast::BlockId) -> bool {
        if !self.is_index_trap(other) {
            return false;
        }
        if !self.indexes_whole_object(then)
            && let Ok(holds) = self.scalar(condition)
        {
            self.assertion(holds, AssertKind::Bounds, "an index beyond the end of its array".into());
        }
        true
    }

    fn is_index_trap(&self, block: ast::BlockId) -> bool {
        let instructions = self.source.blocks.get(block.index()).map_or(&[][..], |block| &block.instructions);
        let [ast::Instruction { op: ast::Op::Call(call), .. }, end] = instructions else { return false };
        let named = call.direct_callee().is_some_and(|symbol| self.unit.name(symbol) == "llvm.ubsantrap");
        let number = call.arguments.first().map(|argument| &argument.operand.value);
        let numbered = matches!(number, Some(Value::Constant(Constant::Int(OUT_OF_BOUNDS))));
        named && numbered && matches!(end.op, ast::Op::Unreachable)
    }

    /// Whether the address computed first in a block is that of an element of an array that is a variable of its own.
    fn indexes_whole_object(&self, block: ast::BlockId) -> bool {
        let address = self.source.blocks[block.index()].instructions.iter().find_map(|it| match &it.op {
            ast::Op::GetElementPtr(address) => Some(address),
            _ => None,
        });
        let Some(address) = address else { return false };
        let object = match &address.base.value {
            Value::Constant(Constant::Global(symbol)) => {
                let variables = &self.unit.module.globals;
                variables.iter().find(|variable| variable.name == *symbol).map(|variable| variable.ty)
            }
            Value::Local(local) => self.allocated_type(*local),
            _ => None,
        };
        let size = |ty| self.unit.size(ty).ok();
        object.is_some_and(|object| size(object) == size(address.source_type))
    }

    fn allocated_type(&self, local: ast::LocalId) -> Option<ast::TypeId> {
        let instructions = self.source.blocks.iter().flat_map(|block| &block.instructions);
        instructions.into_iter().find_map(|instruction| match instruction.op {
            ast::Op::Alloca { ty, count: None, .. } if instruction.result == Some(local) => Some(ty),
            _ => None,
        })
    }
}
