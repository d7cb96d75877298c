//! Symbolic values: a term, what is known of the numbers it can be, and the reads it depends on.
//!
//! The number set decides which cells an access can touch. It may be too large, never too small; `Any` says nothing
//! but a congruence, which is what keeps `a[i].field` apart from `a[i].other`.

use crate::objects::ObjectId;
use solver::{TermId, Terms};
use std::rc::Rc;

/// Which numbers a value can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NumberSet {
    /// One of these, ascending.
    Consts(Rc<[u128]>),
    /// An address in (or right behind) one of these objects, or null; its offset is `residue` modulo `modulus`.
    Within { objects: Rc<[ObjectId]>, modulus: u64, residue: u64 },
    /// Anything that is `residue` modulo `modulus`.
    Any { modulus: u64, residue: u64 },
}

/// Sets of constants beyond this size are not worth keeping one by one.
pub(crate) const MAX_CONSTS: usize = 64;

impl NumberSet {
    pub(crate) const ANY: NumberSet = NumberSet::Any { modulus: 1, residue: 0 };

    pub(crate) fn constant(value: u128) -> NumberSet {
        NumberSet::Consts(Rc::from([value]))
    }

    /// `None` when there are too many.
    pub(crate) fn of_consts(mut values: Vec<u128>) -> Option<NumberSet> {
        values.sort_unstable();
        values.dedup();
        (values.len() <= MAX_CONSTS).then(|| NumberSet::Consts(values.into()))
    }

    pub(crate) fn consts(&self) -> Option<&[u128]> {
        match self {
            NumberSet::Consts(values) => Some(values),
            _ => None,
        }
    }

    /// All results of `f` on pairs of constants, if both are constants and not too many.
    pub(crate) fn combine(
        &self,
        other: &NumberSet,
        f: impl Fn(u128, u128) -> Option<u128>,
    ) -> Option<NumberSet> {
        let (a, b) = (self.consts()?, other.consts()?);
        if a.len() * b.len() > 4 * MAX_CONSTS {
            return None;
        }
        let mut results = Vec::with_capacity(a.len() * b.len());
        for &x in a {
            for &y in b {
                results.push(f(x, y)?);
            }
        }
        NumberSet::of_consts(results)
    }

    /// The congruence of the number itself (for `Within`: of nothing).
    pub(crate) fn congruence(&self) -> (u64, u64) {
        match self {
            NumberSet::Any { modulus, residue } => (*modulus, *residue),
            NumberSet::Consts(values) if values.len() == 1 => (0, values[0] as u64),
            NumberSet::Consts(values) => {
                let first = values[0];
                let modulus = values.iter().fold(0u64, |m, &v| gcd(m, (v.wrapping_sub(first)) as u64));
                (modulus, if modulus == 0 { first as u64 } else { (first as u64) % modulus })
            }
            NumberSet::Within { .. } => (1, 0),
        }
    }
}

pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The congruence of a sum; a modulus of 0 means that the number is known.
pub(crate) fn add_congruence(a: (u64, u64), b: (u64, u64)) -> (u64, u64) {
    let modulus = gcd(a.0, b.0);
    let sum = a.1.wrapping_add(b.1);
    (modulus, if modulus == 0 { sum } else { (a.1 % modulus + b.1 % modulus) % modulus })
}

pub(crate) fn scale_congruence(a: (u64, u64), factor: u64) -> (u64, u64) {
    match a.0.checked_mul(factor) {
        Some(modulus) => (modulus, if modulus == 0 { a.1.wrapping_mul(factor) } else { a.1 * factor }),
        None => (1, 0),
    }
}

pub(crate) fn any_of(congruence: (u64, u64)) -> NumberSet {
    match congruence {
        (0, value) => NumberSet::constant(u128::from(value)),
        (modulus, residue) => NumberSet::Any { modulus, residue },
    }
}

/// Reads of the same thread that a value depends on, each under a condition; sorted by event.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deps(Option<Rc<[(u32, TermId)]>>);

impl Deps {
    pub(crate) fn none() -> Deps {
        Deps(None)
    }
    pub(crate) fn single(event: u32) -> Deps {
        Deps(Some(Rc::from([(event, TermId::TRUE)])))
    }
    pub fn as_slice(&self) -> &[(u32, TermId)] {
        self.0.as_deref().unwrap_or(&[])
    }
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }
    pub(crate) fn from_vec(items: Vec<(u32, TermId)>) -> Deps {
        if items.is_empty() { Deps(None) } else { Deps(Some(items.into())) }
    }
    /// Union; of two conditions for one read, `either` makes one.
    pub(crate) fn union_with(&self, other: &Deps, mut either: impl FnMut(TermId, TermId) -> TermId) -> Deps {
        match (&self.0, &other.0) {
            (_, None) => return self.clone(),
            (None, _) => return other.clone(),
            (Some(a), Some(b)) if Rc::ptr_eq(a, b) => return self.clone(),
            _ => {}
        }
        let (a, b) = (self.as_slice(), other.as_slice());
        let mut merged = Vec::with_capacity(a.len() + b.len());
        let (mut i, mut j) = (0, 0);
        while i < a.len() || j < b.len() {
            match (a.get(i), b.get(j)) {
                (Some(x), Some(y)) if x.0 == y.0 => {
                    let condition = if x.1 == y.1 { x.1 } else { either(x.1, y.1) };
                    merged.push((x.0, condition));
                    i += 1;
                    j += 1;
                }
                (Some(x), later) if later.is_none_or(|y| x.0 < y.0) => {
                    merged.push(*x);
                    i += 1;
                }
                (_, Some(y)) => {
                    merged.push(*y);
                    j += 1;
                }
                (_, None) => break,
            }
        }
        Deps::from_vec(merged)
    }
}

/// A value in a register or a private cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SymVal {
    pub(crate) term: TermId,
    pub(crate) set: NumberSet,
    pub(crate) deps: Deps,
}

impl SymVal {
    /// Only what the term itself says is known.
    pub(crate) fn of_term(terms: &Terms, term: TermId) -> SymVal {
        SymVal::new(term, terms.as_const(term).map_or(NumberSet::ANY, NumberSet::constant))
    }
    pub(crate) fn new(term: TermId, set: NumberSet) -> SymVal {
        SymVal { term, set, deps: Deps::none() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn congruences_follow_index_arithmetic() {
        // a[i].field: 12 * i + 4.
        let scaled = scale_congruence(NumberSet::ANY.congruence(), 12);
        assert_eq!(add_congruence(scaled, NumberSet::constant(4).congruence()), (12, 4));
        assert_eq!(add_congruence((0, 3), (0, 4)), (0, 7));
        assert_eq!(NumberSet::of_consts(vec![20, 4, 12]).map(|set| set.congruence()), Some((8, 4)));
    }

    #[test]
    fn too_many_constants_are_no_set() {
        assert!(NumberSet::of_consts((0..MAX_CONSTS as u128).collect()).is_some());
        assert!(NumberSet::of_consts((0..=MAX_CONSTS as u128).collect()).is_none());
    }
}
