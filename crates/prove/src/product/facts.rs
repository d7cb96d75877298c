//! What is known of symbols: which of two numbers is the smaller, signed or unsigned, and which differ.
//!
//! Equality is not a fact: equal symbols are made one. Facts are closed before they are kept, so that two ways of
//! knowing the same are the same.

use super::datum::{Datum, Symbol};
use crate::domain::{highest, lowest};
use interp::eval;
use ir::{CompareOp, Ty};
use std::collections::BTreeSet;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Relation {
    /// They are not equal. The smaller datum is written first.
    Differ,
    /// The first is less than the second.
    Less { signed: bool },
    /// The first is at most the second.
    AtMost { signed: bool },
    /// The second is the first plus this, modulo the width.
    Plus(u128),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Fact {
    pub relation: Relation,
    pub a: Datum,
    pub b: Datum,
    pub width: u8,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Facts(pub BTreeSet<Fact>);

use Relation::*;

fn less(a: u128, b: u128, signed: bool, width: u8) -> bool {
    let op = if signed { CompareOp::Slt } else { CompareOp::Ult };
    eval::compare(op, Ty::Int(width), a, b)
}

/// Whether two data are known to be in some strict order, as far as a single fact says it.
fn ordered(facts: &Facts, a: Datum, b: Datum, width: u8) -> bool {
    let known = |a, b, signed| facts.0.contains(&Fact { relation: Less { signed }, a, b, width });
    [true, false].into_iter().any(|signed| known(a, b, signed) || known(b, a, signed))
}

/// What a comparison says is the smaller datum, then the larger one; whether they cannot be equal, and whether they are signed.
fn in_order(op: CompareOp, a: Datum, b: Datum) -> Option<(Datum, Datum, bool, bool)> {
    use CompareOp::*;
    let (a, b) = if matches!(op, Sgt | Sge | Ugt | Uge) { (b, a) } else { (a, b) };
    match op {
        Slt | Sgt => Some((a, b, true, true)),
        Sle | Sge => Some((a, b, false, true)),
        Ult | Ugt => Some((a, b, true, false)),
        Ule | Uge => Some((a, b, false, false)),
        _ => None,
    }
}

/// The least and the greatest number of a width.
fn extremes(signed: bool, width: u8) -> (u128, u128) {
    let mask = Ty::Int(width).mask();
    match signed {
        true => (lowest(width.into()) as u128 & mask, highest(width.into()) as u128 & mask),
        false => (0, mask),
    }
}

impl Facts {
    /// Whether `a` is less than (or, if not strict, equal to) `b`.
    fn has_order(&self, a: Datum, b: Datum, strict: bool, signed: bool, width: u8) -> bool {
        if let (Datum::Bits(x), Datum::Bits(y)) = (a, b) {
            return less(x, y, signed, width) || (!strict && x == y);
        }
        let (least, greatest) = extremes(signed, width);
        if !strict && (a == b || a == Datum::Bits(least) || b == Datum::Bits(greatest)) {
            return true;
        }
        let mut seen: BTreeSet<(Datum, bool)> = BTreeSet::new();
        let mut work = vec![(a, false)];
        while let Some((at, passed)) = work.pop() {
            if at == b && (passed || !strict) {
                return true;
            }
            if !seen.insert((at, passed)) {
                continue;
            }
            for fact in self.0.iter().filter(|fact| fact.width == width) {
                match fact.relation {
                    Less { signed: s } if s == signed && fact.a == at => work.push((fact.b, true)),
                    AtMost { signed: s } if s == signed && fact.a == at => work.push((fact.b, passed)),
                    _ => {}
                }
                // From number to number.
                if let Datum::Bits(x) = at {
                    for other in [fact.a, fact.b] {
                        match other {
                            Datum::Bits(y) if less(x, y, signed, width) => work.push((other, true)),
                            _ => {}
                        }
                    }
                }
            }
            if let (Datum::Bits(x), Datum::Bits(y)) = (at, b)
                && less(x, y, signed, width)
            {
                return true;
            }
        }
        false
    }

    fn differ(&self, a: Datum, b: Datum, width: u8) -> bool {
        let (first, second) = (a.min(b), a.max(b));
        matches!((a, b), (Datum::Bits(x), Datum::Bits(y)) if x != y)
            || self.0.contains(&Fact { relation: Differ, a: first, b: second, width })
            || [true, false].into_iter().any(|signed| {
                self.has_order(a, b, true, signed, width) || self.has_order(b, a, true, signed, width)
            })
    }

    /// What a comparison of two numbers comes to, if that is known.
    pub fn decide(&self, op: CompareOp, a: Datum, b: Datum, width: u8) -> Option<bool> {
        let truth = |holds: bool, fails: bool| match (holds, fails) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        if let (Datum::Bits(x), Datum::Bits(y)) = (a, b) {
            return Some(eval::compare(op, Ty::Int(width), x, y));
        }
        match op {
            CompareOp::Eq => truth(a == b, self.differ(a, b, width)),
            CompareOp::Ne => truth(self.differ(a, b, width), a == b),
            _ => {
                let (a, b, strict, signed) = in_order(op, a, b)?;
                let holds = self.has_order(a, b, strict, signed, width);
                truth(holds, self.has_order(b, a, !strict, signed, width))
            }
        }
    }

    /// Takes in a comparison that holds (not `Eq`, which is a substitution).
    pub fn learn(&mut self, op: CompareOp, a: Datum, b: Datum, width: u8) {
        let (relation, a, b) = match (op, in_order(op, a, b)) {
            (CompareOp::Ne, _) => (Differ, a.min(b), a.max(b)),
            (_, Some((a, b, true, signed))) => (Less { signed }, a, b),
            (_, Some((a, b, false, signed))) => (AtMost { signed }, a, b),
            _ => return,
        };
        if a != b {
            self.0.insert(Fact { relation, a, b, width });
            self.sharpen(a, b, width);
        }
    }

    /// At most and not equal is less.
    fn sharpen(&mut self, a: Datum, b: Datum, width: u8) {
        if !self.differ(a, b, width) {
            return;
        }
        for (a, b) in [(a, b), (b, a)] {
            for signed in [true, false] {
                if self.has_order(a, b, false, signed, width) {
                    self.0.insert(Fact { relation: Less { signed }, a, b, width });
                }
            }
        }
    }

    /// The symbol that is known to be another one plus a number.
    pub fn sum(&self, a: Datum, step: u128, width: u8) -> Option<Datum> {
        let known =
            self.0.iter().find(|fact| fact.relation == Plus(step) && fact.a == a && fact.width == width);
        known.map(|fact| fact.b)
    }

    /// A symbol turns out to be something else. False: that cannot be.
    pub fn substitute(&mut self, symbol: Symbol, by: Datum) -> bool {
        let put = |datum: Datum| if datum == Datum::Symbol(symbol) { by } else { datum };
        let all = std::mem::take(&mut self.0);
        for fact in all {
            let (a, b) = (put(fact.a), put(fact.b));
            if !matches!(a, Datum::Bits(_) | Datum::Symbol(_))
                || !matches!(b, Datum::Bits(_) | Datum::Symbol(_))
            {
                continue;
            }
            let constant = match (a, b) {
                (Datum::Bits(x), Datum::Bits(y)) => Some(match fact.relation {
                    Differ => x != y,
                    Less { signed } => less(x, y, signed, fact.width),
                    AtMost { signed } => x == y || less(x, y, signed, fact.width),
                    Plus(step) => x.wrapping_add(step) & Ty::Int(fact.width).mask() == y,
                }),
                _ if a == b => Some(matches!(fact.relation, AtMost { .. } | Plus(0))),
                (Datum::Bits(_), _) | (_, Datum::Bits(_)) if matches!(fact.relation, Plus(_)) => Some(true),
                _ => None,
            };
            match constant {
                Some(true) => {}
                Some(false) => return false,
                None => {
                    let (a, b) = if fact.relation == Differ { (a.min(b), a.max(b)) } else { (a, b) };
                    self.0.insert(Fact { a, b, ..fact });
                }
            }
        }
        true
    }

    /// What is known of these symbols alone, each once: orders closed, numbers as bounds only where they are the
    /// tightest.
    pub fn close(&self, keep: &BTreeSet<Symbol>) -> Facts {
        let mut closed = Facts::default();
        if self.0.is_empty() || keep.is_empty() {
            return closed;
        }
        let widths: BTreeSet<u8> = self.0.iter().map(|fact| fact.width).collect();
        for width in widths {
            for signed in [true, false] {
                self.close_order(keep, signed, width, &mut closed);
            }
            let kept = |node: Datum| node.symbol().is_none_or(|symbol| keep.contains(&symbol));
            for fact in self.0.iter().filter(|fact| fact.width == width && kept(fact.a) && kept(fact.b)) {
                let telling = match fact.relation {
                    Differ => !ordered(&closed, fact.a, fact.b, width),
                    Plus(_) => true,
                    _ => false,
                };
                if telling {
                    closed.0.insert(*fact);
                }
            }
        }
        closed
    }

    /// How each datum relates to each other one: 0 not known, 1 at most, 2 less.
    fn orders(&self, nodes: &[Datum], signed: bool, width: u8) -> Vec<Vec<u8>> {
        let n = nodes.len();
        let mut order = vec![vec![0u8; n]; n];
        let position = |datum: Datum| nodes.binary_search(&datum).ok();
        for fact in self.0.iter().filter(|fact| fact.width == width) {
            let strength = match fact.relation {
                Less { signed: s } if s == signed => 2,
                AtMost { signed: s } if s == signed => 1,
                _ => continue,
            };
            if let (Some(a), Some(b)) = (position(fact.a), position(fact.b)) {
                order[a][b] = order[a][b].max(strength);
            }
        }
        for (i, a) in nodes.iter().enumerate() {
            for (j, b) in nodes.iter().enumerate() {
                if let (Datum::Bits(x), Datum::Bits(y)) = (a, b)
                    && less(*x, *y, signed, width)
                {
                    order[i][j] = 2;
                }
            }
        }
        for via in 0..n {
            for from in 0..n {
                if order[from][via] == 0 {
                    continue;
                }
                for to in 0..n {
                    if order[via][to] > 0 {
                        let strength = order[from][via].max(order[via][to]);
                        order[from][to] = order[from][to].max(strength);
                    }
                }
            }
        }
        order
    }

    fn close_order(&self, keep: &BTreeSet<Symbol>, signed: bool, width: u8, closed: &mut Facts) {
        let of_width = self.0.iter().filter(|fact| fact.width == width);
        let nodes: BTreeSet<Datum> = of_width.flat_map(|fact| [fact.a, fact.b]).collect();
        let nodes: Vec<Datum> = nodes.into_iter().collect();
        let order = self.orders(&nodes, signed, width);
        let (least, greatest) = extremes(signed, width);
        let relation = |strength: u8| if strength == 2 { Less { signed } } else { AtMost { signed } };
        let kept = |node: Datum| node.symbol().is_some_and(|symbol| keep.contains(&symbol));
        for (i, &a) in nodes.iter().enumerate().filter(|&(_, &a)| kept(a)) {
            // Tightest numbers above and below.
            let mut above: Option<(u128, u8)> = None;
            let mut below: Option<(u128, u8)> = None;
            for (j, &b) in nodes.iter().enumerate() {
                let (up, down) = (order[i][j], order[j][i]);
                let Datum::Bits(x) = b else {
                    if up > 0 && i != j && kept(b) {
                        closed.0.insert(Fact { relation: relation(up), a, b, width });
                    }
                    continue;
                };
                let tighter =
                    |(y, strength): (u128, u8)| less(x, y, signed, width) || (x == y && up > strength);
                if up > 0 && (up == 2 || x != greatest) && above.is_none_or(tighter) {
                    above = Some((x, up));
                }
                let tighter =
                    |(y, strength): (u128, u8)| less(y, x, signed, width) || (x == y && down > strength);
                if down > 0 && (down == 2 || x != least) && below.is_none_or(tighter) {
                    below = Some((x, down));
                }
            }
            if let Some((x, strength)) = above {
                closed.0.insert(Fact { relation: relation(strength), a, b: Datum::Bits(x), width });
            }
            if let Some((x, strength)) = below {
                closed.0.insert(Fact { relation: relation(strength), a: Datum::Bits(x), b: a, width });
            }
        }
    }

    pub fn rename(&self, new: impl Fn(Symbol) -> Symbol) -> Facts {
        let put = |datum: Datum| match datum {
            Datum::Symbol(symbol) => Datum::Symbol(new(symbol)),
            other => other,
        };
        let renamed = self.0.iter().map(|fact| {
            let (a, b) = (put(fact.a), put(fact.b));
            let (a, b) = if fact.relation == Differ { (a.min(b), a.max(b)) } else { (a, b) };
            Fact { a, b, ..*fact }
        });
        Facts(renamed.collect())
    }
}
