//! Clean-ups after promotion that lose no dependency: arithmetic on constants is done, a truth value that C widens to
//! `int` and compares with zero is used as it is, computations that nobody uses go.
//!
//! An operation with a value among its operands is never folded by its result: `r ^ r` stays. Expects the blocks in
//! reverse postorder, so that one sweep sees definitions before uses.

use super::initialiser::sign_extend;
use ir::*;

pub(crate) fn simplify(function: &mut Function) {
    let mut known = Known::new(function);
    for id in function.blocks.ids() {
        let mut block = std::mem::replace(&mut function.blocks[id], EMPTY);
        for inst in &mut block.insts {
            inst.op.for_each_operand_mut(|operand| known.resolve(operand));
            known.learn(function, inst);
        }
        block.term.for_each_operand_mut(|operand| known.resolve(operand));
        function.blocks[id] = block;
    }
    remove_dead(function);
}

const EMPTY: Block =
    Block { params: Vec::new(), insts: Vec::new(), term: Term::Unreachable, span: Span::NONE };

struct Known {
    /// Values that are the same as another operand.
    same: IndexVec<ValueId, Option<Operand>>,
    /// Values that are a truth value made wider.
    widened: IndexVec<ValueId, Option<Operand>>,
}

impl Known {
    fn new(function: &Function) -> Self {
        let nothing = || function.values.iter().map(|_| None).collect();
        Known { same: nothing(), widened: nothing() }
    }

    fn resolve(&self, operand: &mut Operand) {
        while let Operand::Value(value) = *operand
            && let Some(other) = self.same[value]
        {
            *operand = other;
        }
    }

    fn learn(&mut self, function: &Function, inst: &Inst) {
        let &[result] = inst.results.as_slice() else { return };
        let ty = function.values[result].ty;
        if let Some(constant) = fold(&inst.op, ty) {
            self.same[result] = Some(constant);
            return;
        }
        let truth = |operand: Operand| operand.value().and_then(|value| self.widened[value]);
        match inst.op {
            Op::Cast { op: CastOp::ZExt, a } => {
                self.widened[result] = if function.operand_ty(a) == Ty::BOOL { Some(a) } else { truth(a) };
            }
            Op::Cast { op: CastOp::Trunc, a } if ty == Ty::BOOL => self.same[result] = truth(a),
            Op::Cast { op: CastOp::Trunc, a } => self.widened[result] = truth(a),
            Op::Select {
                cond,
                then: Operand::Const { bits: 1, .. },
                other: Operand::Const { bits: 0, .. },
            } => {
                self.widened[result] = Some(cond);
            }
            Op::Compare { op: CompareOp::Ne, a, b: Operand::Const { bits: 0, .. } } => {
                self.same[result] = truth(a);
            }
            _ => {}
        }
    }
}

/// The result of an operation on constants.
fn fold(op: &Op, ty: Ty) -> Option<Operand> {
    match *op {
        Op::Compare { op, a, b } => {
            let outcome = match (a, b) {
                (Operand::Const { bits: a, ty }, Operand::Const { bits: b, .. }) => compare(op, a, b, ty)?,
                // The address of something is not null.
                (Operand::Global { .. } | Operand::Func(_), Operand::NULL)
                | (Operand::NULL, Operand::Global { .. } | Operand::Func(_)) => match op {
                    CompareOp::Eq => false,
                    CompareOp::Ne => true,
                    _ => return None,
                },
                _ => return None,
            };
            Some(if outcome { Operand::TRUE } else { Operand::FALSE })
        }
        Op::Cast { op, a: Operand::Const { bits, ty: from } } if from.is_int() && ty.is_int() => match op {
            CastOp::ZExt | CastOp::Trunc => Some(Operand::Const { bits: bits & ty.mask(), ty }),
            CastOp::SExt => Some(Operand::int(sign_extend(bits, from.bits()), ty)),
            _ => None,
        },
        Op::Binary { op, a: Operand::Const { bits: a, .. }, b: Operand::Const { bits: b, .. } }
            if ty.is_int() =>
        {
            binary(op, a, b, ty)
        }
        _ => None,
    }
}

fn compare(op: CompareOp, a: u128, b: u128, ty: Ty) -> Option<bool> {
    let (left, right) = (sign_extend(a, ty.bits()), sign_extend(b, ty.bits()));
    Some(match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::Ugt => a > b,
        CompareOp::Uge => a >= b,
        CompareOp::Slt => left < right,
        CompareOp::Sle => left <= right,
        CompareOp::Sgt => left > right,
        CompareOp::Sge => left >= right,
        _ => return None,
    })
}

/// Operations that cannot fail.
fn binary(op: BinaryOp, a: u128, b: u128, ty: Ty) -> Option<Operand> {
    let bits = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::URem if b != 0 => a % b,
        BinaryOp::Shl if b < ty.bits().into() => a << b,
        BinaryOp::LShr if b < ty.bits().into() => a >> b,
        _ => return None,
    };
    Some(Operand::Const { bits: bits & ty.mask(), ty })
}

/// Removes instructions without an effect whose results nobody uses. Divisions stay: they can fail.
fn remove_dead(function: &mut Function) {
    let mut uses: IndexVec<ValueId, u32> = function.values.iter().map(|_| 0).collect();
    for block in function.blocks.iter() {
        let mut count = |operand: Operand| {
            if let Operand::Value(value) = operand {
                uses[value] += 1;
            }
        };
        block.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut count));
        block.term.for_each_operand(&mut count);
    }
    // From the end to the beginning, so that what only dead instructions use dies in the same sweep.
    for block in function.blocks.iter_mut().rev() {
        let mut kept = Vec::with_capacity(block.insts.len());
        for inst in std::mem::take(&mut block.insts).into_iter().rev() {
            if is_removable(&inst.op) && inst.results.iter().all(|&result| uses[result] == 0) {
                inst.op.for_each_operand(|operand| {
                    if let Operand::Value(value) = operand {
                        uses[value] -= 1;
                    }
                });
            } else {
                kept.push(inst);
            }
        }
        kept.reverse();
        block.insts = kept;
    }
}

fn is_removable(op: &Op) -> bool {
    use BinaryOp::{SDiv, SRem, UDiv, URem};
    match op {
        Op::Binary { op: SDiv | SRem | UDiv | URem, .. } => false,
        Op::Nondet { kind: NondetKind::Uninitialised(_) } => true,
        _ => op.is_pure(),
    }
}
