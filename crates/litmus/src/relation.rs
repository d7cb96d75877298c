//! Relations and sets of events as terms: a pair is in the relation where its term holds.
//!
//! These are herd's relational operators over symbolic executions. Most pairs of most relations are constants, so rows
//! are kept sparse and the terms simplify as they are built. A pair of `po` holds only where both events happen, so
//! whatever is composed of it speaks only of events that happen.

use crate::events::EventId;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use solver::{TermId, Terms};

type Row = SmallVec<[(u32, TermId); 4]>;

/// A binary relation over `n` events.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Relation {
    rows: Vec<Row>,
}

/// A set of events.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Set {
    pub(crate) members: Vec<TermId>,
}

impl Set {
    pub fn empty(n: usize) -> Set {
        Set { members: vec![TermId::FALSE; n] }
    }
    pub fn contains(&self, event: EventId) -> TermId {
        self.members.get(event.0 as usize).copied().unwrap_or(TermId::FALSE)
    }
    pub fn zip(&self, other: &Set, mut f: impl FnMut(TermId, TermId) -> TermId) -> Set {
        Set { members: self.members.iter().zip(&other.members).map(|(&a, &b)| f(a, b)).collect() }
    }
    /// `[S]`
    pub fn identity(&self) -> Relation {
        let mut relation = Relation::empty(self.members.len());
        for (index, &member) in self.members.iter().enumerate() {
            relation.put(index as u32, index as u32, member);
        }
        relation
    }
    /// `S * T`
    pub fn times(&self, terms: &mut Terms, other: &Set) -> Relation {
        let mut relation = Relation::empty(self.members.len());
        for (a, &x) in self.members.iter().enumerate().filter(|(_, x)| **x != TermId::FALSE) {
            for (b, &y) in other.members.iter().enumerate().filter(|(_, y)| **y != TermId::FALSE) {
                relation.put(a as u32, b as u32, terms.and(x, y));
            }
        }
        relation
    }
}

impl Relation {
    pub fn empty(n: usize) -> Relation {
        Relation { rows: vec![Row::new(); n] }
    }
    /// Adds a pair that is not yet in it.
    fn put(&mut self, a: u32, b: u32, condition: TermId) {
        if condition != TermId::FALSE
            && let Some(row) = self.rows.get_mut(a as usize)
        {
            row.push((b, condition));
        }
    }
    /// Adds a pair, in addition to what is there.
    pub fn add(&mut self, terms: &mut Terms, a: EventId, b: EventId, condition: TermId) {
        let Some(row) = self.rows.get_mut(a.0 as usize) else { return };
        match row.iter_mut().find(|entry| entry.0 == b.0) {
            Some(entry) => entry.1 = terms.or(entry.1, condition),
            None if condition != TermId::FALSE => row.push((b.0, condition)),
            None => {}
        }
    }
    pub fn get(&self, a: EventId, b: EventId) -> TermId {
        let row = self.rows.get(a.0 as usize).map_or(&[][..], |row| row.as_slice());
        row.iter().find(|entry| entry.0 == b.0).map_or(TermId::FALSE, |entry| entry.1)
    }
    /// All pairs whose term is not constantly false.
    pub fn pairs(&self) -> impl Iterator<Item = (EventId, EventId, TermId)> + '_ {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(a, row)| row.iter().map(move |&(b, term)| (EventId(a as u32), EventId(b), term)))
    }
    pub fn n_pairs(&self) -> usize {
        self.rows.iter().map(SmallVec::len).sum()
    }

    fn rowwise(
        &self,
        other: &Relation,
        mut merge: impl FnMut(Option<TermId>, Option<TermId>) -> TermId,
    ) -> Relation {
        let mut result = Relation::empty(self.rows.len());
        for (a, (left, right)) in self.rows.iter().zip(&other.rows).enumerate() {
            let of = |row: &Row, b: u32| row.iter().find(|entry| entry.0 == b).map(|entry| entry.1);
            for &(b, term) in left {
                result.put(a as u32, b, merge(Some(term), of(right, b)));
            }
            for &(b, term) in right.iter().filter(|entry| of(left, entry.0).is_none()) {
                result.put(a as u32, b, merge(None, Some(term)));
            }
        }
        result
    }
    pub fn union(&self, terms: &mut Terms, other: &Relation) -> Relation {
        self.rowwise(other, |a, b| match (a, b) {
            (Some(a), Some(b)) => terms.or(a, b),
            (a, b) => a.or(b).unwrap_or(TermId::FALSE),
        })
    }
    pub fn intersection(&self, terms: &mut Terms, other: &Relation) -> Relation {
        self.rowwise(other, |a, b| match (a, b) {
            (Some(a), Some(b)) => terms.and(a, b),
            _ => TermId::FALSE,
        })
    }
    pub fn difference(&self, terms: &mut Terms, other: &Relation) -> Relation {
        self.rowwise(other, |a, b| match (a, b) {
            (Some(a), Some(b)) => {
                let not = terms.not(b);
                terms.and(a, not)
            }
            (Some(a), None) => a,
            _ => TermId::FALSE,
        })
    }
    pub fn inverse(&self) -> Relation {
        let mut result = Relation::empty(self.rows.len());
        for (a, b, term) in self.pairs() {
            result.put(b.0, a.0, term);
        }
        result
    }
    pub fn sequence(&self, terms: &mut Terms, other: &Relation) -> Relation {
        let mut result = Relation::empty(self.rows.len());
        let mut ways: FxHashMap<u32, Vec<TermId>> = FxHashMap::default();
        for (a, row) in self.rows.iter().enumerate() {
            for &(b, first) in row {
                for &(c, second) in other.rows.get(b as usize).into_iter().flatten() {
                    ways.entry(c).or_default().push(terms.and(first, second));
                }
            }
            let mut reached: Vec<(u32, Vec<TermId>)> = ways.drain().collect();
            reached.sort_unstable_by_key(|entry| entry.0);
            for (c, terms_of_ways) in reached {
                let term = terms.or_all(terms_of_ways);
                result.put(a as u32, c, term);
            }
        }
        result
    }
    /// `r+`, by squaring until nothing is added; conditions settle after at most log2(n) rounds.
    pub fn closure(&self, terms: &mut Terms) -> Relation {
        let mut closed = self.clone();
        let mut reach = 1;
        while reach < self.rows.len() {
            let twice = closed.sequence(terms, &closed);
            let next = closed.union(terms, &twice);
            if next == closed {
                break;
            }
            closed = next;
            reach *= 2;
        }
        closed
    }
    /// Pairs from one set to another.
    pub fn restrict(&self, terms: &mut Terms, from: &Set, to: &Set) -> Relation {
        let mut result = Relation::empty(self.rows.len());
        for (a, b, term) in self.pairs() {
            let ends = terms.and(from.contains(a), to.contains(b));
            let term = terms.and(term, ends);
            result.put(a.0, b.0, term);
        }
        result
    }
    pub fn filter(&self, mut keep: impl FnMut(EventId, EventId) -> bool) -> Relation {
        let mut result = Relation::empty(self.rows.len());
        for (a, b, term) in self.pairs().filter(|&(a, b, _)| keep(a, b)) {
            result.put(a.0, b.0, term);
        }
        result
    }
    pub fn domain(&self, terms: &mut Terms) -> Set {
        let mut set = Set::empty(self.rows.len());
        for (index, row) in self.rows.iter().enumerate() {
            set.members[index] = terms.or_all(row.iter().map(|entry| entry.1).collect::<Vec<_>>());
        }
        set
    }
    pub fn range(&self, terms: &mut Terms) -> Set {
        self.inverse().domain(terms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(n: usize, pairs: &[(u32, u32, TermId)]) -> Relation {
        let mut relation = Relation::empty(n);
        pairs.iter().for_each(|&(a, b, term)| relation.put(a, b, term));
        relation
    }
    fn known(relation: &Relation) -> Vec<(u32, u32)> {
        let mut pairs: Vec<(u32, u32)> =
            relation.pairs().filter(|pair| pair.2 == TermId::TRUE).map(|(a, b, _)| (a.0, b.0)).collect();
        pairs.sort_unstable();
        pairs
    }

    #[test]
    fn operators_on_known_pairs() {
        let terms = &mut Terms::new();
        let yes = TermId::TRUE;
        let r = of(4, &[(0, 1, yes), (1, 2, yes)]);
        let s = of(4, &[(1, 2, yes), (2, 3, yes)]);
        assert_eq!(known(&r.union(terms, &s)), [(0, 1), (1, 2), (2, 3)]);
        assert_eq!(known(&r.intersection(terms, &s)), [(1, 2)]);
        assert_eq!(known(&r.difference(terms, &s)), [(0, 1)]);
        assert_eq!(known(&r.sequence(terms, &s)), [(0, 2), (1, 3)]);
        assert_eq!(known(&r.inverse()), [(1, 0), (2, 1)]);
        let all = r.union(terms, &s).closure(terms);
        assert_eq!(known(&all), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
    }

    #[test]
    fn conditions_are_carried_along() {
        let terms = &mut Terms::new();
        let (p, q) = (terms.bool_var("p"), terms.bool_var("q"));
        let r = of(3, &[(0, 1, p), (1, 2, q)]);
        let both = terms.and(p, q);
        assert_eq!(r.closure(terms).get(EventId(0), EventId(2)), both);
        // A pair that may be there is not certainly taken away.
        let not_q = terms.not(q);
        let s = of(3, &[(0, 1, q)]);
        let left = terms.and(p, not_q);
        assert_eq!(r.difference(terms, &s).get(EventId(0), EventId(1)), left);
        // What is both asserted and denied is gone.
        assert_eq!(s.difference(terms, &s).n_pairs(), 0);
    }
}
