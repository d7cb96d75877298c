//! Concrete meaning of terms: the operations on values, and evaluation under an assignment.
//!
//! This is the reference that rewriting and bit-blasting are tested against. A Bool evaluates to 0 or 1.

use rustc_hash::FxHashMap;

use crate::term::{BitsOp, Compare, Node, TermId, Terms, mask};
use crate::{EventId, OrderId};

fn to_signed(value: u128, width: u32) -> i128 {
    let unused = 128 - width;
    ((value << unused) as i128) >> unused
}

pub(crate) fn binary(op: BitsOp, a: u128, b: u128, width: u32) -> u128 {
    let wide_shift = b >= u128::from(width);
    let value = match op {
        BitsOp::Add => a.wrapping_add(b),
        BitsOp::Sub => a.wrapping_sub(b),
        BitsOp::Mul => a.wrapping_mul(b),
        BitsOp::Udiv => a.checked_div(b).unwrap_or(u128::MAX),
        BitsOp::Urem => a.checked_rem(b).unwrap_or(a),
        BitsOp::Shl | BitsOp::Lshr if wide_shift => 0,
        BitsOp::Shl => a << b,
        BitsOp::Lshr => a >> b,
        BitsOp::Ashr => {
            let amount = if wide_shift { width - 1 } else { b as u32 };
            (to_signed(a, width) >> amount) as u128
        }
        BitsOp::And => a & b,
        BitsOp::Or => a | b,
        BitsOp::Xor => a ^ b,
    };
    value & mask(width)
}

pub(crate) fn compare(op: Compare, a: u128, b: u128, width: u32) -> bool {
    match op {
        Compare::Eq => a == b,
        Compare::Ult => a < b,
        Compare::Slt => to_signed(a, width) < to_signed(b, width),
    }
}

/// Values of the leaves of terms.
pub trait Assignment {
    /// Value of a variable; only bits within its width count.
    fn variable(&self, term: TermId) -> u128;
    /// Whether `first` comes before `second` in `order`.
    fn before(&self, order: OrderId, first: EventId, second: EventId) -> bool;
}

/// Evaluates terms under one assignment and remembers what it has computed.
#[derive(Debug)]
pub struct Evaluator<'a, A> {
    terms: &'a Terms,
    assignment: &'a A,
    known: FxHashMap<TermId, u128>,
}

impl<'a, A: Assignment> Evaluator<'a, A> {
    pub fn new(terms: &'a Terms, assignment: &'a A) -> Self {
        Evaluator { terms, assignment, known: FxHashMap::default() }
    }

    /// Takes a term to have this value, whatever its parts have; before anything that it is a part of is asked for.
    pub fn fix(&mut self, term: TermId, value: u128) {
        self.known.insert(term, value);
    }

    pub fn bool(&mut self, term: TermId) -> bool {
        self.bits(term) == 1
    }

    /// The value as a number; 0 or 1 for a Bool.
    pub fn bits(&mut self, term: TermId) -> u128 {
        if let Some(&value) = self.known.get(&term) {
            return value;
        }
        for next in self.terms.reachable(&[term], |part| !self.known.contains_key(&part)) {
            let value = self.step(next);
            self.known.insert(next, value);
        }
        self.get(term)
    }

    fn get(&self, term: TermId) -> u128 {
        self.known.get(&term).copied().unwrap_or(0)
    }

    /// Value of one node whose children are known.
    fn step(&self, term: TermId) -> u128 {
        let width = self.terms.width(term);
        match self.terms.node(term) {
            Node::False => 0,
            Node::True => 1,
            Node::Var(_) => self.assignment.variable(term) & mask(width),
            Node::Before { order, first, second } => {
                u128::from(self.assignment.before(*order, *first, *second))
            }
            Node::Not(a) => 1 - self.get(*a),
            Node::And(children) => u128::from(children.iter().all(|&child| self.get(child) == 1)),
            Node::Xor(a, b) => self.get(*a) ^ self.get(*b),
            Node::Ite(c, t, e) => self.get(if self.get(*c) == 1 { *t } else { *e }),
            Node::Const(value) => *value,
            Node::BitNot(a) => !self.get(*a) & mask(width),
            Node::Binary(op, a, b) => binary(*op, self.get(*a), self.get(*b), width),
            Node::Compare(op, a, b) => {
                u128::from(compare(*op, self.get(*a), self.get(*b), self.terms.width(*a)))
            }
            Node::Extract { low, of } => (self.get(*of) >> low) & mask(width),
            Node::Concat(high, low) => (self.get(*high) << self.terms.width(*low)) | self.get(*low),
            Node::ZeroExtend(a) | Node::FromBool(a) => self.get(*a),
            Node::SignExtend(a) => to_signed(self.get(*a), self.terms.width(*a)) as u128 & mask(width),
        }
    }
}
