//! Arithmetic of the IR as terms. Constants are computed by the interpreter's own tables, so that both mean the same;
//! floats are computed on constants only.

use crate::objects::Objects;
use crate::value::{NumberSet, SymVal, add_congruence, any_of, gcd, scale_congruence};
use interp::eval;
use ir::{BinaryOp, CastOp, CompareOp, OverflowOp, RmwOp, Ty, UnaryOp};
pub(crate) use lift::{bits, from_bytes, known, to_bytes, typed};
use solver::{TermId, Terms};
use std::rc::Rc;

/// Why an operation has no term.
pub(crate) type Refusal = &'static str;
const FLOAT: Refusal = "floating-point arithmetic on values that are not constant";

/// `i1` values are Bool terms, all others bit-vectors.
pub(crate) fn constant(terms: &mut Terms, bits: u128, ty: Ty) -> SymVal {
    let term = match ty {
        Ty::BOOL => terms.bool_const(bits & 1 == 1),
        _ => terms.bits_const(bits, ty.bits()),
    };
    SymVal::new(term, NumberSet::constant(bits & ty.mask()))
}

pub(crate) fn fresh(terms: &mut Terms, name: &str, ty: Ty) -> SymVal {
    let term = match ty {
        Ty::BOOL => terms.bool_var(name),
        _ => terms.bits_var(name, ty.bits()),
    };
    SymVal::new(term, NumberSet::ANY)
}

/// Gives a value the set that follows from its term, where that is a constant.
pub(crate) fn settle(terms: &Terms, term: TermId, set: NumberSet) -> SymVal {
    let set = known(terms, term).map_or(set, NumberSet::constant);
    SymVal::new(term, set)
}

pub(crate) fn binary(
    terms: &mut Terms,
    objects: &Objects,
    op: BinaryOp,
    ty: Ty,
    a: &SymVal,
    b: &SymVal,
) -> Result<SymVal, Refusal> {
    if let (Some(x), Some(y)) = (known(terms, a.term), known(terms, b.term)) {
        if let Ok(result) = eval::binary(op, ty, x, y) {
            return Ok(constant(terms, result, ty));
        }
    } else if op.is_float() {
        return Err(FLOAT);
    }
    let set = binary_set(objects, op, ty, a, b);
    let result = lift::binary(terms, op, ty, a.term, b.term).ok_or(FLOAT)?;
    Ok(settle(terms, result, set))
}

fn binary_set(objects: &Objects, op: BinaryOp, ty: Ty, a: &SymVal, b: &SymVal) -> NumberSet {
    if let Some(set) = a.set.combine(&b.set, |x, y| eval::binary(op, ty, x, y).ok()) {
        return set;
    }
    match op {
        BinaryOp::Add => add_sets(objects, &a.set, &b.set),
        BinaryOp::Sub => match &b.set {
            NumberSet::Consts(values) if values.len() == 1 => {
                let negated = NumberSet::constant(values[0].wrapping_neg() & ty.mask());
                add_sets(objects, &a.set, &negated)
            }
            _ => NumberSet::ANY,
        },
        BinaryOp::Mul => match (a.set.congruence(), b.set.congruence()) {
            (x, (0, factor)) | ((0, factor), x) => any_of(scale_congruence(x, factor)),
            _ => NumberSet::ANY,
        },
        BinaryOp::Shl => match b.set.congruence() {
            (0, amount) if amount < 32 => any_of(scale_congruence(a.set.congruence(), 1 << amount)),
            _ => NumberSet::ANY,
        },
        // Tags in pointers: the object stays the same, the place in it is lost.
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
            match (within(objects, &a.set), within(objects, &b.set)) {
                (Some(objects), None) | (None, Some(objects)) => {
                    NumberSet::Within { objects, modulus: 1, residue: 0 }
                }
                _ => NumberSet::ANY,
            }
        }
        _ => NumberSet::ANY,
    }
}

/// The objects that all numbers of a set point into, if they do and it is not only null.
fn within(objects: &Objects, set: &NumberSet) -> Option<Rc<[crate::objects::ObjectId]>> {
    match set {
        NumberSet::Within { objects, .. } => Some(objects.clone()),
        NumberSet::Consts(values) => {
            let mut found = Vec::new();
            for &value in values.iter().filter(|&&value| value != 0) {
                found.push(objects.at(u64::try_from(value).ok()?)?.0);
            }
            found.sort_unstable();
            found.dedup();
            (!found.is_empty()).then(|| found.into())
        }
        NumberSet::Any { .. } => None,
    }
}

pub(crate) fn add_sets(objects: &Objects, a: &NumberSet, b: &NumberSet) -> NumberSet {
    if let Some(set) = a.combine(b, |x, y| Some(u128::from((x as u64).wrapping_add(y as u64)))) {
        return set;
    }
    for (pointer, offset) in [(a, b), (b, a)] {
        if within(objects, offset).is_some() && !matches!(offset, NumberSet::Any { .. }) {
            continue;
        }
        if let Some(NumberSet::Within { objects, modulus, residue }) = as_within(objects, pointer) {
            let (modulus, residue) = add_congruence((modulus, residue), offset.congruence());
            return NumberSet::Within { objects, modulus, residue };
        }
    }
    match (a, b) {
        (NumberSet::Within { .. }, _) | (_, NumberSet::Within { .. }) => NumberSet::ANY,
        _ => any_of(add_congruence(a.congruence(), b.congruence())),
    }
}

/// Constants as addresses within objects.
pub(crate) fn as_within(objects: &Objects, set: &NumberSet) -> Option<NumberSet> {
    let found = within(objects, set)?;
    match set {
        NumberSet::Consts(values) => {
            let offsets: Vec<u64> =
                values.iter().filter_map(|&value| Some(objects.at(value as u64)?.1)).collect();
            let first = *offsets.first()?;
            let modulus = offsets.iter().fold(0, |m, &offset| gcd(m, offset.abs_diff(first)));
            let residue = if modulus == 0 { first } else { first % modulus };
            Some(NumberSet::Within { objects: found, modulus, residue })
        }
        other => Some(other.clone()),
    }
}

/// A set that contains both.
pub(crate) fn union_sets(objects: &Objects, a: &NumberSet, b: &NumberSet) -> NumberSet {
    if a == b {
        return a.clone();
    }
    if let (Some(x), Some(y)) = (a.consts(), b.consts())
        && let Some(set) = NumberSet::of_consts(x.iter().chain(y).copied().collect())
    {
        return set;
    }
    let null = NumberSet::constant(0);
    match (as_within(objects, a), as_within(objects, b)) {
        (Some(x), None) if *b == null => x,
        (None, Some(y)) if *a == null => y,
        (
            Some(NumberSet::Within { objects: x, modulus: m, residue: r }),
            Some(NumberSet::Within { objects: y, modulus: n, residue: s }),
        ) => {
            let mut all: Vec<_> = x.iter().chain(y.iter()).copied().collect();
            all.sort_unstable();
            all.dedup();
            let modulus = gcd(gcd(m, n), r.abs_diff(s));
            let residue = if modulus == 0 { r } else { r % modulus };
            NumberSet::Within { objects: all.into(), modulus, residue }
        }
        _ => {
            let ((m, r), (n, s)) = (a.congruence(), b.congruence());
            let modulus = gcd(gcd(m, n), r.abs_diff(s));
            any_of((modulus, if modulus == 0 { r } else { r % modulus }))
        }
    }
}

pub(crate) fn unary(terms: &mut Terms, op: UnaryOp, ty: Ty, a: &SymVal) -> Result<SymVal, Refusal> {
    if let Some(x) = known(terms, a.term) {
        return Ok(constant(terms, eval::unary(op, ty, x), ty));
    }
    let result = lift::unary(terms, op, ty, a.term).ok_or(FLOAT)?;
    Ok(settle(terms, result, NumberSet::ANY))
}

pub(crate) fn compare(
    terms: &mut Terms,
    op: CompareOp,
    ty: Ty,
    a: &SymVal,
    b: &SymVal,
    by_sets: bool,
) -> Result<SymVal, Refusal> {
    if let (Some(x), Some(y)) = (known(terms, a.term), known(terms, b.term)) {
        return Ok(constant(terms, u128::from(eval::compare(op, ty, x, y)), Ty::BOOL));
    }
    // Sets without a common number: a pointer that is never null, two different objects.
    if by_sets
        && matches!(op, CompareOp::Eq | CompareOp::Ne)
        && let (Some(x), Some(y)) = (a.set.consts(), b.set.consts())
        && !x.iter().any(|value| y.contains(value))
    {
        return Ok(constant(terms, u128::from(op == CompareOp::Ne), Ty::BOOL));
    }
    let result = lift::compare(terms, op, a.term, b.term).ok_or(FLOAT)?;
    let set = if by_sets { NumberSet::ANY } else { NumberSet::Consts(Rc::from([0, 1])) };
    Ok(settle(terms, result, set))
}

pub(crate) fn cast(terms: &mut Terms, op: CastOp, from: Ty, to: Ty, a: &SymVal) -> Result<SymVal, Refusal> {
    if let Some(x) = known(terms, a.term) {
        return Ok(constant(terms, eval::cast(op, from, to, x), to));
    }
    let result = lift::cast(terms, op, to, a.term).ok_or(FLOAT)?;
    let set = match &a.set {
        NumberSet::Consts(values) => {
            NumberSet::of_consts(values.iter().map(|&value| eval::cast(op, from, to, value)).collect())
                .unwrap_or(NumberSet::ANY)
        }
        NumberSet::Any { modulus, residue } if op != CastOp::Trunc => {
            NumberSet::Any { modulus: *modulus, residue: *residue }
        }
        NumberSet::Within { .. } if to.bits() == 64 => a.set.clone(),
        _ => NumberSet::ANY,
    };
    Ok(settle(terms, result, set))
}

/// The wrapped result and whether the exact one does not fit.
pub(crate) fn overflow(
    terms: &mut Terms,
    op: OverflowOp,
    ty: Ty,
    a: &SymVal,
    b: &SymVal,
) -> Result<(SymVal, SymVal), Refusal> {
    if let (Some(x), Some(y)) = (known(terms, a.term), known(terms, b.term)) {
        let (result, lost) = eval::overflow(op, ty, x, y);
        return Ok((constant(terms, result, ty), constant(terms, u128::from(lost), Ty::BOOL)));
    }
    let both = lift::overflow(terms, op, ty.bits(), a.term, b.term);
    let (result, lost) = both.ok_or("overflow checks on integers of more than 64 bits")?;
    let result = typed(terms, result, ty);
    Ok((settle(terms, result, NumberSet::ANY), settle(terms, lost, NumberSet::ANY)))
}

/// What a read-modify-write leaves behind.
pub(crate) fn rmw(
    terms: &mut Terms,
    objects: &Objects,
    op: RmwOp,
    ty: Ty,
    old: &SymVal,
    value: &SymVal,
) -> Result<SymVal, Refusal> {
    match (op, eval::rmw_binary(op)) {
        (_, Some(with)) => binary(terms, objects, with, ty, old, value),
        (RmwOp::Nand, _) => {
            let both = binary(terms, objects, BinaryOp::And, ty, old, value)?;
            let both = bits(terms, both.term);
            let result = terms.bit_not(both);
            let result = typed(terms, result, ty);
            Ok(settle(terms, result, NumberSet::ANY))
        }
        _ => Ok(value.clone()),
    }
}
