//! Path guards as conjunctions of branch literals, so that joins of complementary branches fall back to what was
//! before them, and implication and exclusion between guards can be seen without a solver.

use rustc_hash::FxHashMap;
use solver::{Sort, TermId, Terms};
use std::rc::Rc;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct GuardId(u32);

impl GuardId {
    pub const TRUE: GuardId = GuardId(0);
    pub const FALSE: GuardId = GuardId(1);
}

#[derive(Debug)]
struct Guard {
    /// In the order they were taken on.
    literals: Rc<[TermId]>,
    /// Ascending, for subset tests.
    sorted: Rc<[TermId]>,
    term: TermId,
}

#[derive(Debug)]
pub struct Guards {
    list: Vec<Guard>,
    index: FxHashMap<Rc<[TermId]>, GuardId>,
}

impl Default for Guards {
    fn default() -> Guards {
        let mut guards = Guards { list: Vec::new(), index: FxHashMap::default() };
        let truth: Rc<[TermId]> = Rc::from([]);
        guards.index.insert(truth.clone(), GuardId::TRUE);
        guards.list.push(Guard { literals: truth.clone(), sorted: truth, term: TermId::TRUE });
        let falsity: Rc<[TermId]> = Rc::from([TermId::FALSE]);
        guards.index.insert(falsity.clone(), GuardId::FALSE);
        guards.list.push(Guard { literals: falsity.clone(), sorted: falsity, term: TermId::FALSE });
        guards
    }
}

impl Guards {
    pub fn term(&self, guard: GuardId) -> TermId {
        self.list[guard.0 as usize].term
    }

    fn intern(&mut self, terms: &mut Terms, literals: Vec<TermId>) -> GuardId {
        if literals.contains(&TermId::FALSE) {
            return GuardId::FALSE;
        }
        let mut sorted = literals.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let sorted: Rc<[TermId]> = sorted.into();
        if let Some(&known) = self.index.get(&sorted) {
            return known;
        }
        let term = terms.and_all(sorted.iter().copied());
        if term == TermId::FALSE {
            return GuardId::FALSE;
        }
        let id = GuardId(self.list.len() as u32);
        self.index.insert(sorted.clone(), id);
        self.list.push(Guard { literals: literals.into(), sorted, term });
        id
    }

    /// `guard` and `literal`.
    pub(crate) fn and(&mut self, terms: &mut Terms, guard: GuardId, literal: TermId) -> GuardId {
        if literal == TermId::TRUE || guard == GuardId::FALSE {
            return guard;
        }
        let literals = &self.list[guard.0 as usize].literals;
        if literals.contains(&literal) {
            return guard;
        }
        let mut longer = literals.to_vec();
        longer.push(literal);
        self.intern(terms, longer)
    }

    /// Whether this is one of the guard's literals.
    pub fn has(&self, guard: GuardId, literal: TermId) -> bool {
        self.list[guard.0 as usize].sorted.binary_search(&literal).is_ok()
    }

    /// The constant that a term is wherever the guard holds, if one of its literals says so.
    pub fn fixed_value(&self, terms: &mut Terms, guard: GuardId, term: TermId) -> Option<TermId> {
        let negated = (terms.sort(term) == Sort::Bool).then(|| terms.not(term));
        self.list[guard.0 as usize].literals.iter().find_map(|&literal| {
            if negated.is_some() {
                return match literal {
                    _ if literal == term => Some(TermId::TRUE),
                    _ if Some(literal) == negated => Some(TermId::FALSE),
                    _ => None,
                };
            }
            let (a, b) = terms.as_equation(literal)?;
            match () {
                () if a == term => terms.as_const(b).map(|_| b),
                () if b == term => terms.as_const(a).map(|_| a),
                () => None,
            }
        })
    }

    /// Whether `a` implies `b` because all literals of `b` are in `a`.
    pub fn implies(&self, a: GuardId, b: GuardId) -> bool {
        if a == b || b == GuardId::TRUE || a == GuardId::FALSE {
            return true;
        }
        let (a, b) = (&self.list[a.0 as usize].sorted, &self.list[b.0 as usize].sorted);
        b.len() <= a.len() && b.iter().all(|literal| a.binary_search(literal).is_ok())
    }

    /// Whether the two cannot hold together because one has the negation of a literal of the other.
    pub fn exclude(&self, terms: &mut Terms, a: GuardId, b: GuardId) -> bool {
        if a == b {
            return a == GuardId::FALSE;
        }
        let (a, b) = (&self.list[a.0 as usize].sorted, &self.list[b.0 as usize].sorted);
        let (few, many) = if a.len() < b.len() { (a, b) } else { (b, a) };
        few.iter().any(|&literal| {
            let negated = terms.not(literal);
            many.binary_search(&negated).is_ok()
        })
    }

    /// The disjunction of several guards; pairs that differ in one complementary literal collapse.
    pub(crate) fn any(&mut self, terms: &mut Terms, guards: &[GuardId]) -> GuardId {
        let mut open: Vec<GuardId> = Vec::new();
        for &guard in guards.iter().filter(|&&guard| guard != GuardId::FALSE) {
            if !open.contains(&guard) {
                open.push(guard);
            }
        }
        // The latest arrivals come from the innermost branches: fold them first.
        while open.len() > 1 {
            let mut best = None;
            'search: for i in (1..open.len()).rev() {
                for j in (0..i).rev() {
                    if let Some(merged) = self.collapse(terms, open[j], open[i]) {
                        best = Some((j, i, merged));
                        break 'search;
                    }
                }
            }
            let (j, i, merged) = best.unwrap_or_else(|| {
                let last = open.len() - 1;
                (last - 1, last, self.either(terms, open[last - 1], open[last]))
            });
            open.remove(i);
            open[j] = merged;
        }
        open.pop().unwrap_or(GuardId::FALSE)
    }

    /// What is common to both and what each has beyond it.
    fn split(&self, a: GuardId, b: GuardId) -> [Vec<TermId>; 3] {
        let (x, y) = (&self.list[a.0 as usize], &self.list[b.0 as usize]);
        let in_both = |literal: &&TermId| y.sorted.binary_search(literal).is_ok();
        let common: Vec<TermId> = x.literals.iter().filter(in_both).copied().collect();
        let rest = |guard: &Guard| -> Vec<TermId> {
            guard.literals.iter().filter(|literal| !common.contains(literal)).copied().collect()
        };
        [common.clone(), rest(x), rest(y)]
    }

    /// For guards of which at most one holds: short conditions that tell them apart wherever one of them holds.
    pub(crate) fn distinguish(&self, terms: &mut Terms, guards: &[GuardId]) -> Vec<TermId> {
        let sorted = |guard: &GuardId| self.list[guard.0 as usize].sorted.clone();
        let all: Vec<Rc<[TermId]>> = guards.iter().map(sorted).collect();
        all.iter()
            .map(|literals| {
                let common = |literal: &TermId| all.iter().all(|other| other.binary_search(literal).is_ok());
                let own: Vec<TermId> = literals.iter().copied().filter(|literal| !common(literal)).collect();
                terms.and_all(own)
            })
            .collect()
    }

    /// `a or b` where that is a conjunction of literals again.
    fn collapse(&mut self, terms: &mut Terms, a: GuardId, b: GuardId) -> Option<GuardId> {
        let [common, mut left, mut right] = self.split(a, b);
        if left.is_empty() || right.is_empty() {
            return Some(self.intern(terms, common));
        }
        let complementary = left.len() == 1 && right.len() == 1 && {
            let (x, y) = (left.pop()?, right.pop()?);
            terms.not(x) == y
        };
        complementary.then(|| self.intern(terms, common))
    }

    fn either(&mut self, terms: &mut Terms, a: GuardId, b: GuardId) -> GuardId {
        let [mut common, left, right] = self.split(a, b);
        let left = terms.and_all(left);
        let right = terms.and_all(right);
        let either = terms.or(left, right);
        if either != TermId::TRUE {
            common.push(either);
        }
        self.intern(terms, common)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_that_join_fall_back_to_what_was_before_them() {
        let (mut terms, mut guards) = (Terms::new(), Guards::default());
        let (a, b, c) = (terms.bool_var("a"), terms.bool_var("b"), terms.bool_var("c"));
        let (not_b, not_c) = (terms.not(b), terms.not(c));
        let before = guards.and(&mut terms, GuardId::TRUE, a);
        let left = guards.and(&mut terms, before, b);
        let right = guards.and(&mut terms, before, not_b);
        assert_eq!(guards.any(&mut terms, &[left, right]), before);
        let (deep, deeper) = (guards.and(&mut terms, right, c), guards.and(&mut terms, right, not_c));
        assert_eq!(guards.any(&mut terms, &[left, deep, deeper]), before);
        assert!(guards.exclude(&mut terms, left, deep) && !guards.exclude(&mut terms, before, deep));
        assert!(guards.implies(deep, before) && !guards.implies(before, deep));
        let partly = guards.any(&mut terms, &[left, deep]);
        assert!(guards.implies(partly, before) && partly != before);
        assert_eq!(guards.and(&mut terms, left, not_b), GuardId::FALSE);
    }
}
