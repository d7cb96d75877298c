//! Variable arguments.
//!
//! A variadic function has a hidden last parameter: the address of an area where the caller has put the variable
//! arguments, one after the other, each in a multiple of 8 bytes, as the System V ABI for x86-64 lays out arguments
//! in memory. `va_start` fills a `__va_list_tag` that says "all registers are used up", so that the code which clang
//! writes for `va_arg` takes everything from the area.

use super::function::FunctionLowering;
use super::{Lower, refuse};
use crate::ll::ast::{Argument, Passing};
use ir::*;

/// Offsets into `reg_save_area` behind the last register: six of 8 bytes, eight of 16.
const GP_OFFSET_END: i32 = 48;
const FP_OFFSET_END: i32 = 176;
const VA_LIST_SIZE: i64 = 24;

impl<'m> FunctionLowering<'_, 'm> {
    /// Lays out variable arguments; the address of the area, null if there are none.
    pub fn variable_arguments(&mut self, arguments: &[Argument]) -> Lower<Operand> {
        let mut placed = Vec::new();
        let mut end = 0u64;
        for argument in arguments {
            let ty = match argument.passing {
                Passing::ByValue(ty) => ty,
                _ => argument.operand.ty,
            };
            let align = if self.unit.align(ty) >= 16 { 16 } else { 8 };
            end = end.next_multiple_of(align);
            placed.push((argument, ty, end));
            end += self.unit.size(ty)?.next_multiple_of(8);
        }
        if placed.is_empty() {
            return Ok(Operand::NULL);
        }
        let area = self.entry_alloca(end, 16);
        for (argument, ty, offset) in placed {
            let flat = self.operand(&argument.operand)?;
            if let (Passing::ByValue(_), &[source]) = (argument.passing, &*flat) {
                let dst = self.builder.ptr_add(area, offset as i64);
                let len = Operand::i64(self.unit.size(ty)? as i64);
                self.builder.effect(Op::Copy { dst, src: source, len });
                continue;
            }
            for (leaf, &value) in self.unit.leaves(ty)?.iter().zip(&flat) {
                let addr = self.builder.ptr_add(area, (offset + leaf.offset) as i64);
                self.builder.store(Access::plain(leaf.ty), addr, value);
            }
        }
        Ok(area)
    }

    pub fn va_start(&mut self, list: Operand) -> Lower<()> {
        let Some(area) = self.area else { return refuse("va_start outside a variadic function") };
        let fields =
            [(0, Operand::i32(GP_OFFSET_END)), (4, Operand::i32(FP_OFFSET_END)), (8, area), (16, area)];
        for (offset, value) in fields {
            let addr = self.builder.ptr_add(list, offset);
            let access = Access::plain(self.builder.ty(value));
            self.builder.store(access, addr, value);
        }
        Ok(())
    }

    pub fn va_copy(&mut self, to: Operand, from: Operand) {
        self.builder.effect(Op::Copy { dst: to, src: from, len: Operand::i64(VA_LIST_SIZE) });
    }
}
