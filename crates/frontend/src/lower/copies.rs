//! `memcpy` between places that overlap, where memory errors are asked for.
//!
//! Copies are those of `memmove`, so nothing else shows it. Where both ends are variables and plainly different ones there is nothing to
//! assert; a variable and an unknown pointer are taken to be apart, so that variables which are only copied stay out of memory.

use super::function::FunctionLowering;
use ir::*;

impl FunctionLowering<'_, '_> {
    /// Asserts that the two ends of a copy are apart, or the same, as in `*p = *p`.
    pub fn must_be_apart(&mut self, dst: Operand, src: Operand, len: Operand) {
        if !self.cx.switches.memory_checks || self.builder.function.library {
            return;
        }
        let holds = match (self.variable_of(dst), self.variable_of(src)) {
            (None, None) => self.ranges_apart(dst, src, len),
            (Some((a, from)), Some((b, to))) if a == b => match len.as_const() {
                Some(length) => {
                    Operand::int((from == to || from.abs_diff(to) as u128 >= length).into(), Ty::BOOL)
                }
                None => self.ranges_apart(dst, src, len),
            },
            _ => Operand::TRUE,
        };
        if holds != Operand::TRUE {
            self.assertion(holds, AssertKind::Apart, "memcpy between overlapping regions".into());
        }
    }

    fn ranges_apart(&mut self, dst: Operand, src: Operand, len: Operand) -> Operand {
        let (a, b) = (self.builder.bits(dst, Ty::I64), self.builder.bits(src, Ty::I64));
        let mut either = self.builder.compare(CompareOp::Eq, a, b);
        for (first, second) in [(a, b), (b, a)] {
            let distance = self.builder.binary(BinaryOp::Sub, second, first);
            let below = self.builder.compare(CompareOp::Ult, first, second);
            let far = self.builder.compare(CompareOp::Uge, distance, len);
            let apart = self.builder.binary(BinaryOp::And, below, far);
            either = self.builder.binary(BinaryOp::Or, either, apart);
        }
        either
    }

    /// The variable that an address lies in, and where in it.
    fn variable_of(&self, address: Operand) -> Option<(Operand, i64)> {
        match address {
            Operand::Global { id, offset } => Some((Operand::Global { id, offset: 0 }, offset)),
            Operand::Value(value) => {
                let insts = self.builder.function.blocks.iter().flat_map(|block| &block.insts);
                match insts.into_iter().find(|inst| inst.results.contains(&value))?.op {
                    Op::Alloca { .. } => Some((address, 0)),
                    Op::PtrAdd { base, offset: Operand::Const { bits, .. } } => {
                        let (variable, at) = self.variable_of(base)?;
                        Some((variable, at.wrapping_add(bits as i64)))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
