//! Constructors of Bool terms, with rewriting: constants, duplicates, complements, absorption, ite.
//!
//! Differs from a plain AIG builder in keeping conjunctions n-ary (one SAT clause instead of a chain); nested
//! conjunctions are flattened only while they stay short, so that building a chain of guards is linear.

use smallvec::SmallVec;

use crate::term::{Node, Sort, TermId, Terms};

/// Longest conjunction that is built by flattening nested ones; longer chains stay nested.
const FLATTEN_LIMIT: usize = 16;

impl Terms {
    fn expect_bool(&mut self, operation: &'static str, term: TermId) -> TermId {
        match self.sort(term) {
            Sort::Bool => term,
            found => self.ill_sorted(operation, found, Sort::Bool),
        }
    }

    pub fn not(&mut self, a: TermId) -> TermId {
        let a = self.expect_bool("not", a);
        match *self.node(a) {
            Node::True => TermId::FALSE,
            Node::False => TermId::TRUE,
            Node::Not(inner) => inner,
            _ => self.intern(Node::Not(a), Sort::Bool),
        }
    }

    fn is_complement(&self, a: TermId, b: TermId) -> bool {
        matches!(*self.node(a), Node::Not(inner) if inner == b)
            || matches!(*self.node(b), Node::Not(inner) if inner == a)
    }

    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.and_all([a, b])
    }

    pub fn and_all(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        let mut children: SmallVec<[TermId; 8]> = SmallVec::new();
        for term in terms {
            let term = self.expect_bool("and", term);
            match self.node(term) {
                Node::True => {}
                Node::False => return TermId::FALSE,
                Node::And(inner) if inner.len() + children.len() <= FLATTEN_LIMIT => {
                    children.extend_from_slice(inner);
                }
                _ => children.push(term),
            }
        }
        children.sort_unstable();
        children.dedup();
        for index in 0..children.len() {
            if let Node::Not(inner) = *self.node(children[index]) {
                if children.binary_search(&inner).is_ok() {
                    return TermId::FALSE;
                }
                if self.contradicts(inner, &children) {
                    return TermId::FALSE;
                }
            }
        }
        match children[..] {
            [] => TermId::TRUE,
            [single] => single,
            _ => self.intern(Node::And(children.into_vec().into_boxed_slice()), Sort::Bool),
        }
    }

    /// `negated` is a conjunction all of whose parts are among `children`: then its negation contradicts them.
    fn contradicts(&self, negated: TermId, children: &[TermId]) -> bool {
        match self.node(negated) {
            Node::And(parts) => parts.iter().all(|part| children.binary_search(part).is_ok()),
            _ => false,
        }
    }

    /// The first and not the second.
    pub fn and_not(&mut self, a: TermId, b: TermId) -> TermId {
        let not = self.not(b);
        self.and(a, not)
    }

    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        self.or_all([a, b])
    }

    pub fn or_all(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        let negated: SmallVec<[TermId; 8]> = terms.into_iter().map(|term| self.not(term)).collect();
        let none = self.and_all(negated);
        self.not(none)
    }

    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.expect_bool("xor", a), self.expect_bool("xor", b));
        let (a, a_negated) = self.strip_not(a);
        let (b, b_negated) = self.strip_not(b);
        let negate = a_negated ^ b_negated;
        let core = if a == b {
            TermId::FALSE
        } else if a == TermId::TRUE {
            self.not(b)
        } else if b == TermId::TRUE {
            self.not(a)
        } else {
            self.intern(Node::Xor(a.min(b), a.max(b)), Sort::Bool)
        };
        if negate { self.not(core) } else { core }
    }

    /// Removes a negation (a false constant counts as a negated true).
    fn strip_not(&self, a: TermId) -> (TermId, bool) {
        match *self.node(a) {
            Node::Not(inner) => (inner, true),
            Node::False => (TermId::TRUE, true),
            _ => (a, false),
        }
    }

    pub fn iff(&mut self, a: TermId, b: TermId) -> TermId {
        let different = self.xor(a, b);
        self.not(different)
    }

    /// If-then-else over Bool or bit-vector branches.
    pub fn ite(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        let condition = self.expect_bool("ite", condition);
        if self.sort(then) != self.sort(otherwise) {
            let (found, wanted) = (self.sort(otherwise), self.sort(then));
            return self.ill_sorted("ite", found, wanted);
        }
        match condition {
            TermId::TRUE => return then,
            TermId::FALSE => return otherwise,
            _ if then == otherwise => return then,
            _ => {}
        }
        if let Node::Not(inner) = *self.node(condition) {
            return self.ite(inner, otherwise, then);
        }
        // A branch that tests the same condition again is decided.
        if let Node::Ite(inner, deeper, _) = *self.node(then)
            && inner == condition
        {
            return self.ite(condition, deeper, otherwise);
        }
        if let Node::Ite(inner, _, deeper) = *self.node(otherwise)
            && inner == condition
        {
            return self.ite(condition, then, deeper);
        }
        match self.sort(then) {
            Sort::Bool => self.ite_bool(condition, then, otherwise),
            sort => self.ite_bits(condition, then, otherwise, sort),
        }
    }

    fn ite_bool(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        let not_condition = self.not(condition);
        if then == TermId::TRUE || then == condition {
            self.or(condition, otherwise)
        } else if then == TermId::FALSE || then == not_condition {
            self.and(not_condition, otherwise)
        } else if otherwise == TermId::TRUE || otherwise == not_condition {
            self.or(not_condition, then)
        } else if otherwise == TermId::FALSE || otherwise == condition {
            self.and(condition, then)
        } else if self.is_complement(then, otherwise) {
            self.iff(condition, then)
        } else {
            self.intern(Node::Ite(condition, then, otherwise), Sort::Bool)
        }
    }

    fn ite_bits(&mut self, condition: TermId, then: TermId, otherwise: TermId, sort: Sort) -> TermId {
        if sort == Sort::Bits(1) {
            match (self.as_const(then), self.as_const(otherwise)) {
                (Some(1), Some(0)) => return self.from_bool(condition),
                (Some(0), Some(1)) => {
                    let negated = self.not(condition);
                    return self.from_bool(negated);
                }
                _ => {}
            }
        }
        // ite(c, x, ite(d, x, y)) = ite(c or d, x, y): chains of reads from equal values become short.
        if let Node::Ite(other, x, y) = *self.node(otherwise)
            && x == then
        {
            let either = self.or(condition, other);
            return self.ite(either, x, y);
        }
        self.intern(Node::Ite(condition, then, otherwise), sort)
    }

    /// Pairwise for a few terms, a chain of prefixes for many.
    pub fn at_most_one(&mut self, terms: &[TermId]) -> TermId {
        let mut parts = Vec::new();
        if terms.len() <= 6 {
            for (index, &a) in terms.iter().enumerate() {
                for &b in &terms[..index] {
                    let both = self.and(a, b);
                    parts.push(self.not(both));
                }
            }
            return self.and_all(parts);
        }
        let mut seen = terms[0];
        for (index, &term) in terms.iter().enumerate().skip(1) {
            let both = self.and(seen, term);
            parts.push(self.not(both));
            if index + 1 < terms.len() {
                let next = self.bool_var("amo");
                let either = self.or(seen, term);
                parts.push(self.implies(either, next));
                seen = next;
            }
        }
        self.and_all(parts)
    }
}
