//! Which of two values is the larger: the relational part of what is known.
//!
//! Facts `a >= b` between values of one thread, from branches and from additions and subtractions that do not wrap; the
//! differences themselves are not kept. Together with the cells that equal a value (`State::copies`) they carry over
//! memory that nobody else can write meanwhile.

use super::State;
use crate::domain::{Ints, Value};
use ir::{BinaryOp, CompareOp, Operand, Ty, ValueId};

/// An operand and what is known of it.
pub(super) type Known<'v> = (Operand, &'v Value);

/// What an addition or subtraction of a number that is not negative says about order, and the other way round: `a - b`
/// is not negative where `a` is at least `b`.
pub(super) fn difference(
    op: BinaryOp,
    (a, left): Known<'_>,
    (b, right): Known<'_>,
    value: Value,
    result: Option<ValueId>,
    ty: Ty,
    state: &mut State,
) -> Value {
    let (Some((low, high)), Some((from, to))) = (left.ints.bounds(), right.ints.bounds()) else {
        return value;
    };
    let numbers = left.is_number() && right.is_number() && ty.is_int() && ty.bits() > 1;
    let Some(result) = result.filter(|_| numbers) else { return value };
    let all = Ints::all(ty.bits());
    let fits = |bound: Option<i128>| bound.is_some_and(|bound| all.contains(bound));
    match op {
        BinaryOp::Add => {
            if fits(high.checked_add(to)) && fits(low.checked_add(from)) {
                if let (Operand::Value(a), true) = (a, from >= 0) {
                    state.learn_at_least(result, a);
                }
                if let (Operand::Value(b), true) = (b, low >= 0) {
                    state.learn_at_least(result, b);
                }
            }
            value
        }
        BinaryOp::Sub => {
            if let (Operand::Value(a), true) = (a, from >= 0 && fits(low.checked_sub(to))) {
                state.learn_at_least(a, result);
            }
            match (a, b) {
                (Operand::Value(a), Operand::Value(b)) if from >= 0 && state.is_at_least(a, b) => {
                    Value::of(value.ints.meet(&Ints::between(0, high.max(0))))
                }
                _ => value,
            }
        }
        _ => value,
    }
}

/// A comparison that what is known of the order of two values settles.
pub(super) fn known_order(op: CompareOp, a: Operand, b: Operand, state: &State) -> Option<bool> {
    let (Operand::Value(a), Operand::Value(b)) = (a, b) else { return None };
    match op {
        CompareOp::Sge if state.is_at_least(a, b) => Some(true),
        CompareOp::Slt if state.is_at_least(a, b) => Some(false),
        CompareOp::Sle if state.is_at_least(b, a) => Some(true),
        CompareOp::Sgt if state.is_at_least(b, a) => Some(false),
        CompareOp::Eq if state.original(a) == state.original(b) => Some(true),
        CompareOp::Ne if state.original(a) == state.original(b) => Some(false),
        _ => None,
    }
}

/// A comparison that holds from here on.
pub(super) fn learn_order(op: CompareOp, (a, left): Known<'_>, (b, right): Known<'_>, state: &mut State) {
    let (Operand::Value(a), Operand::Value(b)) = (a, b) else { return };
    let positive = |value: &Value| value.ints.bounds().is_some_and(|(low, _)| low >= 0);
    let plain = positive(left) && positive(right);
    match op {
        CompareOp::Sge | CompareOp::Sgt => state.learn_at_least(a, b),
        CompareOp::Sle | CompareOp::Slt => state.learn_at_least(b, a),
        CompareOp::Uge | CompareOp::Ugt if plain => state.learn_at_least(a, b),
        CompareOp::Ule | CompareOp::Ult if plain => state.learn_at_least(b, a),
        CompareOp::Eq => {
            state.learn_at_least(a, b);
            state.learn_at_least(b, a);
        }
        _ => {}
    }
}
