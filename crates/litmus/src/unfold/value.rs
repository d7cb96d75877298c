//! Symbolic values: a term, the numbers it can be (where they are few), and the reads it depends on.

use super::events::{EventId, Reads};
use interp::eval;
use ir::{BinaryOp, CastOp, CompareOp, RmwOp, Ty};
use lift::typed;
pub(crate) use lift::{bits, from_bytes, known, to_bytes};
use solver::{TermId, Terms};
use std::rc::Rc;

/// Sets of numbers beyond this size are not kept.
const MAX_NUMBERS: usize = 256;

/// Numbers that a value can be, ascending; `None`: any. May be too large, never too small.
pub(crate) type Numbers = Option<Rc<[u128]>>;

#[derive(Clone, Debug)]
pub(crate) struct Value {
    /// Bool for `i1`, else a bit-vector of the type's width.
    pub term: TermId,
    pub numbers: Numbers,
    pub reads: Reads,
}

pub(crate) type Refusal = &'static str;
const FLOAT: Refusal = "floating-point arithmetic on values that are not constant";

pub(crate) fn numbers(mut values: Vec<u128>) -> Numbers {
    values.sort_unstable();
    values.dedup();
    (values.len() <= MAX_NUMBERS).then(|| values.into())
}
pub(crate) fn both_numbers(a: &Numbers, b: &Numbers) -> Numbers {
    let (a, b) = (a.as_ref()?, b.as_ref()?);
    numbers(a.iter().chain(b.iter()).copied().collect())
}
fn combine(a: &Numbers, b: &Numbers, f: impl Fn(u128, u128) -> Option<u128>) -> Numbers {
    let (a, b) = (a.as_ref()?, b.as_ref()?);
    if a.len() * b.len() > 16 * MAX_NUMBERS {
        return None;
    }
    let pairs = a.iter().flat_map(|&x| b.iter().map(move |&y| (x, y)));
    // An operation without a result (division by zero) adds nothing.
    numbers(pairs.filter_map(|(x, y)| f(x, y)).collect())
}
fn map(a: &Numbers, f: impl Fn(u128) -> u128) -> Numbers {
    numbers(a.as_ref()?.iter().map(|&x| f(x)).collect())
}

/// A term of this type for a number.
pub(crate) fn constant_term(terms: &mut Terms, bits: u128, ty: Ty) -> TermId {
    match ty {
        Ty::BOOL => terms.bool_const(bits & 1 == 1),
        _ => terms.bits_const(bits & ty.mask(), ty.bits()),
    }
}
pub(crate) fn constant(terms: &mut Terms, bits: u128, ty: Ty) -> Value {
    let numbers = Some(Rc::from([bits & ty.mask()]));
    Value { term: constant_term(terms, bits, ty), numbers, reads: Reads::new() }
}
pub(crate) fn fresh_term(terms: &mut Terms, name: &str, ty: Ty) -> TermId {
    match ty {
        Ty::BOOL => terms.bool_var(name),
        _ => terms.bits_var(name, ty.bits()),
    }
}
/// A variable for a number of this width that is one of `numbers`, no wider than they need.
pub(crate) fn variable(terms: &mut Terms, name: &str, width: u32, numbers: &Numbers) -> TermId {
    let Some(numbers) = numbers else { return terms.bits_var(name, width) };
    let unsigned = numbers.iter().map(|number| 128 - number.leading_zeros()).max().unwrap_or(0).max(1);
    let signed_width = |&number: &u128| {
        let value = eval::signed(number, Ty::Int(width as u8));
        129 - if value < 0 { (!value).leading_zeros() } else { value.leading_zeros() }
    };
    let signed = numbers.iter().map(signed_width).max().unwrap_or(1);
    if unsigned <= signed {
        let narrow = terms.bits_var(name, unsigned.min(width));
        terms.resize_unsigned(narrow, width)
    } else {
        let narrow = terms.bits_var(name, signed.min(width));
        terms.resize_signed(narrow, width)
    }
}

pub(crate) fn union_reads(terms: &mut Terms, a: &Reads, b: &Reads) -> Reads {
    let mut all = a.clone();
    for &(event, condition) in b {
        add_read(terms, &mut all, event, condition);
    }
    all
}
pub(crate) fn add_read(terms: &mut Terms, reads: &mut Reads, event: EventId, condition: TermId) {
    match reads.iter_mut().find(|entry| entry.0 == event) {
        Some(entry) => entry.1 = terms.or(entry.1, condition),
        None => reads.push((event, condition)),
    }
}

/// Gives a term its numbers, which are one where it is constant.
fn settle(terms: &Terms, term: TermId, numbers: Numbers, reads: Reads) -> Value {
    let numbers = known(terms, term).map_or(numbers, |number| Some(Rc::from([number])));
    Value { term, numbers, reads }
}

pub(crate) fn binary(
    terms: &mut Terms,
    op: BinaryOp,
    ty: Ty,
    a: &Value,
    b: &Value,
) -> Result<Value, Refusal> {
    let reads = union_reads(terms, &a.reads, &b.reads);
    let evaluated = |x, y| eval::binary(op, ty, x, y).ok();
    if let (Some(x), Some(y)) = (known(terms, a.term), known(terms, b.term)) {
        if let Some(result) = evaluated(x, y) {
            return Ok(Value { reads, ..constant(terms, result, ty) });
        }
    } else if op.is_float() {
        return Err(FLOAT);
    }
    let numbers = combine(&a.numbers, &b.numbers, evaluated);
    let result = lift::binary(terms, op, ty, a.term, b.term).ok_or(FLOAT)?;
    Ok(settle(terms, result, numbers, reads))
}

pub(crate) fn compare(
    terms: &mut Terms,
    op: CompareOp,
    ty: Ty,
    a: &Value,
    b: &Value,
) -> Result<Value, Refusal> {
    let reads = union_reads(terms, &a.reads, &b.reads);
    if op.is_float() && (known(terms, a.term).is_none() || known(terms, b.term).is_none()) {
        return Err(FLOAT);
    }
    if let (Some(x), Some(y)) = (known(terms, a.term), known(terms, b.term)) {
        return Ok(Value { reads, ..constant(terms, u128::from(eval::compare(op, ty, x, y)), Ty::BOOL) });
    }
    // Never decided by the numbers: a branch that nothing seems to take may justify itself (LB+ctrls).
    let numbers = Some(Rc::from([0, 1]));
    let result = lift::compare(terms, op, a.term, b.term).ok_or(FLOAT)?;
    Ok(settle(terms, result, numbers, reads))
}

pub(crate) fn cast(terms: &mut Terms, op: CastOp, from: Ty, to: Ty, a: &Value) -> Result<Value, Refusal> {
    let numbers = map(&a.numbers, |x| eval::cast(op, from, to, x));
    if let Some(x) = known(terms, a.term) {
        return Ok(Value { reads: a.reads.clone(), ..constant(terms, eval::cast(op, from, to, x), to) });
    }
    let result = lift::cast(terms, op, to, a.term).ok_or(FLOAT)?;
    Ok(settle(terms, result, numbers, a.reads.clone()))
}

pub(crate) fn select(terms: &mut Terms, condition: &Value, then: &Value, other: &Value) -> Value {
    let term = terms.ite(condition.term, then.term, other.term);
    let reads = union_reads(terms, &then.reads, &other.reads);
    let reads = union_reads(terms, &condition.reads, &reads);
    settle(terms, term, both_numbers(&then.numbers, &other.numbers), reads)
}

/// What a read-modify-write leaves behind.
pub(crate) fn rmw(
    terms: &mut Terms,
    op: RmwOp,
    ty: Ty,
    old: &Value,
    value: &Value,
) -> Result<Value, Refusal> {
    match eval::rmw_binary(op) {
        Some(op) if op.is_float() => Err(FLOAT),
        Some(op) => binary(terms, op, ty, old, value),
        None if op == RmwOp::Xchg => Ok(value.clone()),
        None => {
            let both = binary(terms, BinaryOp::And, ty, old, value)?;
            let term = bits(terms, both.term);
            let term = terms.bit_not(term);
            let term = typed(terms, term, ty);
            let numbers = map(&both.numbers, |x| !x & ty.mask());
            Ok(settle(terms, term, numbers, both.reads))
        }
    }
}
