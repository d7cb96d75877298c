//! What a branch that was taken says about the values that decided it.

use super::relations::{Known, learn_order};
use super::{Analysis, Here, State};
use crate::domain::{Ints, Value};
use ir::{BinaryOp, CastOp, CompareOp, Op, Operand, Ty, ValueId};

impl Analysis<'_> {
    /// Control goes on only where the condition has this truth; false: it cannot.
    pub(super) fn assume(&mut self, here: &Here<'_>, cond: Operand, truth: bool, state: &mut State) -> bool {
        let value = self.value(here, cond, state);
        if !value.can_be(truth) {
            return false;
        }
        let Operand::Value(id) = cond else { return true };
        self.refine(here, id, Value::int(i128::from(truth)), state, 8)
    }

    pub(super) fn assume_equals(
        &mut self,
        here: &Here<'_>,
        operand: Operand,
        bits: u128,
        equal: bool,
        state: &mut State,
    ) -> bool {
        let width = self.ty(here, operand).bits();
        let value = self.value(here, operand, state);
        if !value.is_number() {
            return true;
        }
        let wanted = Ints::of_bits(bits, width);
        let op = if equal { CompareOp::Eq } else { CompareOp::Ne };
        let kept = value.ints.where_holds(op, &wanted, width);
        match operand {
            _ if kept.is_none() => false,
            Operand::Value(id) => self.refine(here, id, Value::of(kept), state, 8),
            _ => true,
        }
    }

    /// A value turns out to be among these; what it was computed from is known better, too. False: contradiction.
    fn refine(&mut self, here: &Here<'_>, id: ValueId, to: Value, state: &mut State, depth: u32) -> bool {
        let known = self.value(here, id.into(), state);
        if !known.is_number() || !to.is_number() {
            return true;
        }
        let kept = known.ints.meet(&to.ints);
        if kept.is_none() {
            return false;
        }
        if kept.as_one() == Some(0)
            && let Some((lock, write)) = state.tries.get(&id).copied()
        {
            state.locks.insert(lock, write);
        }
        state.refined.insert(id, Value::of(kept.clone()));
        state.refine_copies(id, &kept);
        let code = self.threads[here.thread as usize].code.clone();
        let Some(op) = self.threads[here.thread as usize].definition(id).filter(|_| depth > 0) else {
            return true;
        };
        let op = &code.function.blocks[op.0].insts[op.1].op;
        match op {
            Op::Compare { op, a, b } if kept.as_one().is_some() && !op.is_float() => {
                let op = if kept.as_one() == Some(1) { *op } else { op.negated() };
                self.refine_compare(here, op, *a, *b, state, depth)
            }
            Op::Cast { op: cast @ (CastOp::ZExt | CastOp::SExt), a: Operand::Value(a) } => {
                let (width, out) = (self.ty(here, (*a).into()).bits(), code.function.values[id].ty.bits());
                let from = self.value(here, (*a).into(), state);
                if !from.is_number() {
                    return true;
                }
                let narrow = match &from.ints {
                    Ints::Listed(values) => {
                        let fits = |v: &i128| !Ints::one(*v).cast(*cast, width, out).meet(&kept).is_none();
                        Ints::Listed(values.iter().copied().filter(fits).collect())
                    }
                    Ints::Between(..) => kept.cast(CastOp::Trunc, out, width),
                };
                self.refine(here, *a, Value::of(narrow), state, depth - 1)
            }
            Op::Binary { op: BinaryOp::Xor, a: Operand::Value(a), b }
                if code.function.values[id].ty == Ty::BOOL =>
            {
                match (b.as_const(), kept.as_one()) {
                    (Some(bits), Some(truth)) => {
                        let inner = Value::int(truth ^ (bits as i128 & 1));
                        self.refine(here, *a, inner, state, depth - 1)
                    }
                    _ => true,
                }
            }
            // All are true, or all are false.
            Op::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), a, b }
                if code.function.values[id].ty == Ty::BOOL
                    && kept.as_one() == Some(i128::from(*op == BinaryOp::And)) =>
            {
                [a, b].into_iter().filter_map(|side| side.value()).all(|side| {
                    let same = Value::of(kept.clone());
                    self.refine(here, side, same, state, depth - 1)
                })
            }
            Op::Select { cond, then: Operand::Value(same), other }
                if *cond == Operand::TRUE && *other == (*same).into() =>
            {
                self.refine(here, *same, Value::of(kept), state, depth - 1)
            }
            _ => true,
        }
    }

    fn refine_compare(
        &mut self,
        here: &Here<'_>,
        op: CompareOp,
        a: Operand,
        b: Operand,
        state: &mut State,
        depth: u32,
    ) -> bool {
        let width = self.ty(here, a).bits();
        let (left, right) = (self.value(here, a, state), self.value(here, b, state));
        if !left.is_number() || !right.is_number() {
            refine_null(op, (a, &left), (b, &right), state);
            return true;
        }
        learn_order(op, (a, &left), (b, &right), state);
        let kept = left.ints.where_holds(op, &right.ints, width);
        let other = right.ints.where_holds(op.swapped(), &left.ints, width);
        if kept.is_none() || other.is_none() {
            return false;
        }
        [(a, kept), (b, other)].into_iter().all(|(operand, kept)| match operand {
            Operand::Value(id) => self.refine(here, id, Value::of(kept), state, depth - 1),
            _ => true,
        })
    }
}

/// A pointer that is, or is not, null.
fn refine_null(op: CompareOp, (a, left): Known<'_>, (b, right): Known<'_>, state: &mut State) {
    for ((operand, value), other) in [((a, left), right), ((b, right), left)] {
        let Operand::Value(id) = operand else { continue };
        if *other != Value::int(0) || value.wild {
            continue;
        }
        let narrower = match op {
            CompareOp::Ne => Value { ints: value.ints.without(0), ..value.clone() },
            CompareOp::Eq => Value::of(value.ints.meet(&Ints::one(0))),
            _ => continue,
        };
        if !narrower.is_none() {
            state.refined.insert(id, narrower);
        }
    }
}
