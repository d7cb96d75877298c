//! Intervals of bit-vector terms, as signed numbers, from what is known of some of them.
//!
//! Never too small: an operation that may wrap around gives the whole range of its width. Comparisons and Bool terms
//! have no interval of their own; both sides of an `ite` count.

use rustc_hash::FxHashMap;

use crate::term::{BitsOp, Node, TermId, Terms};
use crate::{MAX_WIDTH, Sort};

/// From the first to the second, both included.
pub type Interval = (i128, i128);

/// Wider terms are not looked into: their numbers might not fit.
const MAX_RANGED_WIDTH: u32 = 64;

/// All numbers of a width.
pub fn whole_range(width: u32) -> Interval {
    let width = width.clamp(1, MAX_WIDTH);
    (-1 << (width - 1), !(-1 << (width - 1)))
}

pub fn hull(a: Interval, b: Interval) -> Interval {
    (a.0.min(b.0), a.1.max(b.1))
}

/// Intervals of terms under assumptions about some, kept as they are asked for.
#[derive(Clone, Debug, Default)]
pub struct Ranges {
    assumed: FxHashMap<TermId, Interval>,
    /// Of variables taken for unsigned, where they are extended with zeros.
    unsigned: FxHashMap<TermId, Interval>,
    found: FxHashMap<TermId, Interval>,
}

impl Ranges {
    /// What a term is known to be, a variable or not. To be said before anything that depends on it is asked.
    pub fn assume(&mut self, term: TermId, interval: Interval) {
        self.assumed.insert(term, interval);
    }

    /// As `assume`, and if the term extends a variable also for that: rewriting may go past the extension.
    pub fn assume_extended(&mut self, terms: &Terms, term: TermId, interval: Interval) {
        self.assume(term, interval);
        match *terms.node(term) {
            Node::ZeroExtend(inner) => {
                self.unsigned.insert(inner, interval);
            }
            Node::SignExtend(inner) => self.assume(inner, interval),
            _ => {}
        }
    }

    pub fn of(&mut self, terms: &Terms, term: TermId) -> Interval {
        let mut work = vec![term];
        while let Some(&next) = work.last() {
            if let Some(&known) = self.assumed.get(&next) {
                self.found.insert(next, known);
            }
            if self.found.contains_key(&next) {
                work.pop();
                continue;
            }
            let before = work.len();
            for part in parts(terms, next) {
                if !self.found.contains_key(&part) {
                    work.push(part);
                }
            }
            if work.len() == before {
                let interval = self.evaluate(terms, next);
                self.found.insert(next, interval);
                work.pop();
            }
        }
        self.found.get(&term).copied().unwrap_or_else(|| whole_range(terms.width(term)))
    }

    fn get(&self, terms: &Terms, term: TermId) -> Interval {
        self.found.get(&term).copied().unwrap_or_else(|| whole_range(terms.width(term)))
    }

    fn evaluate(&self, terms: &Terms, term: TermId) -> Interval {
        let width = terms.width(term);
        let whole = whole_range(width);
        if width > MAX_RANGED_WIDTH {
            return whole;
        }
        let get = |part: TermId| self.get(terms, part);
        let found = match terms.node(term) {
            Node::Const(value) => {
                let unused = 128 - width;
                let signed = ((value << unused) as i128) >> unused;
                Some((signed, signed))
            }
            Node::Ite(_, a, b) => Some(hull(get(*a), get(*b))),
            Node::BitNot(a) => Some((-get(*a).1 - 1, -get(*a).0 - 1)),
            Node::Binary(op, a, b) => binary(*op, get(*a), get(*b), width),
            Node::ZeroExtend(a) if self.unsigned.contains_key(a) => self.unsigned.get(a).copied(),
            Node::ZeroExtend(a) if get(*a).0 >= 0 => Some(get(*a)),
            Node::ZeroExtend(a) => Some((0, (1i128 << terms.width(*a)) - 1)),
            Node::SignExtend(a) => Some(get(*a)),
            Node::Concat(high, low) => {
                let weight = 1i128 << terms.width(*low);
                let below = if get(*low).0 >= 0 { get(*low) } else { (0, weight - 1) };
                Some((get(*high).0 * weight + below.0, get(*high).1 * weight + below.1))
            }
            Node::Extract { low, of } if terms.width(*of) <= MAX_RANGED_WIDTH => {
                let (from, to) = get(*of);
                Some((from >> low, to >> low))
            }
            _ => None,
        };
        found.filter(|found| found.0 >= whole.0 && found.1 <= whole.1).unwrap_or(whole)
    }
}

fn parts(terms: &Terms, term: TermId) -> smallvec::SmallVec<[TermId; 2]> {
    let parts: &[TermId] = match terms.node(term) {
        Node::Ite(_, a, b) => &[*a, *b],
        Node::Binary(_, a, b) | Node::Concat(a, b) => &[*a, *b],
        Node::BitNot(a) | Node::ZeroExtend(a) | Node::SignExtend(a) | Node::Extract { of: a, .. } => &[*a],
        _ => &[],
    };
    parts.iter().copied().filter(|&part| terms.sort(part) != Sort::Bool).collect()
}

/// `None`: it may wrap around, or nothing better is known than the width.
fn binary(op: BitsOp, a: Interval, b: Interval, width: u32) -> Option<Interval> {
    let constant = (b.0 == b.1).then_some(b.0);
    let not_negative = a.0 >= 0;
    match op {
        BitsOp::Add => Some((a.0 + b.0, a.1 + b.1)),
        BitsOp::Sub => Some((a.0 - b.1, a.1 - b.0)),
        BitsOp::Mul => {
            let ends =
                [a.0.checked_mul(b.0)?, a.0.checked_mul(b.1)?, a.1.checked_mul(b.0)?, a.1.checked_mul(b.1)?];
            Some((*ends.iter().min()?, *ends.iter().max()?))
        }
        BitsOp::Udiv => constant.filter(|&by| by > 0 && not_negative).map(|by| (a.0 / by, a.1 / by)),
        BitsOp::Urem => constant.filter(|&by| by > 0).map(|by| {
            let most = if not_negative { a.1.min(by - 1) } else { by - 1 };
            (0, most)
        }),
        BitsOp::Shl => {
            let by = constant.filter(|&by| by >= 0 && by < i128::from(width))?;
            Some((a.0.checked_mul(1 << by)?, a.1.checked_mul(1 << by)?))
        }
        BitsOp::Lshr => {
            let by = constant.filter(|&by| by >= 0 && by < i128::from(width) && not_negative)?;
            Some((a.0 >> by, a.1 >> by))
        }
        BitsOp::Ashr => {
            let by = constant.filter(|&by| by >= 0 && by < i128::from(width))?;
            Some((a.0 >> by, a.1 >> by))
        }
        BitsOp::And => match (not_negative, b.0 >= 0) {
            (true, true) => Some((0, a.1.min(b.1))),
            (true, false) => Some((0, a.1)),
            (false, true) => Some((0, b.1)),
            (false, false) => None,
        },
        BitsOp::Or | BitsOp::Xor => {
            let most = a.1.max(b.1);
            (not_negative && b.0 >= 0).then(|| (0, ((most + 1) as u128).next_power_of_two() as i128 - 1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{self, Assignment, Evaluator};
    use crate::{EventId, OrderId};
    use proptest::prelude::*;

    struct Values(FxHashMap<TermId, u128>);

    impl Assignment for Values {
        fn variable(&self, term: TermId) -> u128 {
            self.0.get(&term).copied().unwrap_or(0)
        }
        fn before(&self, _: OrderId, first: EventId, second: EventId) -> bool {
            first.0 < second.0
        }
    }

    proptest! {
        /// Every value of an operation on values in two intervals is in the interval of the operation.
        #[test]
        fn intervals_are_never_too_small(
            (a, b, c, d) in (-16i128..16, -16i128..16, -16i128..16, -16i128..16),
            op in 0usize..11,
        ) {
            let ops = [
                BitsOp::Add, BitsOp::Sub, BitsOp::Mul, BitsOp::Udiv, BitsOp::Urem, BitsOp::Shl, BitsOp::Lshr,
                BitsOp::Ashr, BitsOp::And, BitsOp::Or, BitsOp::Xor,
            ];
            let (x, y) = ((a.min(b), a.max(b)), (c.min(d), c.max(d)));
            let whole = whole_range(5);
            let found = binary(ops[op], x, y, 5).filter(|f| f.0 >= whole.0 && f.1 <= whole.1).unwrap_or(whole);
            for p in x.0..=x.1 {
                for q in y.0..=y.1 {
                    let value = eval::binary(ops[op], p as u128 & 31, q as u128 & 31, 5);
                    let signed = ((value << 123) as i128) >> 123;
                    prop_assert!(found.0 <= signed && signed <= found.1, "{:?} {p} {q}: {signed}", ops[op]);
                }
            }
        }

        /// The same for the shapes: extensions, extracts, concatenations, `ite`.
        #[test]
        fn shapes_keep_their_values((low, high) in (-8i128..8, -8i128..8), value in 0u128..16, cut in 0u32..3) {
            let interval = (low.min(high), low.max(high));
            let signed = ((value << 124) as i128) >> 124;
            prop_assume!(interval.0 <= signed && signed <= interval.1);
            let mut terms = Terms::new();
            let x = terms.bits_var("x", 4);
            let condition = terms.bool_var("c");
            let (zero, one) = (terms.bits_const(0, 4), terms.bits_const(1, 4));
            let wide = terms.sign_extend(x, 7);
            let shapes = [
                terms.zero_extend(x, 7), wide, terms.extract(3, cut, x), terms.concat(zero, x),
                terms.concat(x, one), terms.ite(condition, x, one), terms.bit_not(x), terms.extract(4, cut, wide),
            ];
            let mut ranges = Ranges::default();
            ranges.assume(x, interval);
            for shape in shapes {
                let assigned = Values(FxHashMap::from_iter([(x, value), (condition, 1)]));
                let result = Evaluator::new(&terms, &assigned).bits(shape);
                let unused = 128 - terms.width(shape);
                let result = ((result << unused) as i128) >> unused;
                let found = ranges.of(&terms, shape);
                prop_assert!(found.0 <= result && result <= found.1, "{found:?} {result}");
            }
        }
    }
}
