//! Sets of integers of one width: a few listed ones, or an interval.
//!
//! Numbers are read as signed (a single bit as 0 or 1). Arithmetic is two's complement: where a result may wrap, the
//! whole range of the width is taken. Invariants: a list is sorted, without repetition and no longer than
//! [`MAX_LISTED`]; an interval lies within the width and has more members than a list would hold.

use interp::eval;
use ir::{BinaryOp, CastOp, CompareOp, Ty, UnaryOp};
use std::fmt;

/// Longer lists become intervals: as many values as a small state machine has states.
pub const MAX_LISTED: usize = 12;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ints {
    Listed(Vec<i128>),
    Between(i128, i128),
}

/// Bounds that widening stops at before it gives up: where counters, sizes and status codes usually end.
const THRESHOLDS: [i128; 14] = [-65536, -256, -16, -1, 0, 1, 16, 64, 255, 256, 1023, 1024, 65535, 1 << 31];

pub fn lowest(width: u32) -> i128 {
    match width {
        1 => 0,
        128.. => i128::MIN,
        width => -(1i128 << (width.max(1) - 1)),
    }
}
pub fn highest(width: u32) -> i128 {
    match width {
        1 => 1,
        128.. => i128::MAX,
        width => (1i128 << (width.max(1) - 1)) - 1,
    }
}

/// The number that a bit pattern stands for.
pub fn number(bits: u128, width: u32) -> i128 {
    match width {
        1 => (bits & 1) as i128,
        width => eval::signed(bits, Ty::Int(width.clamp(1, 128) as u8)),
    }
}

impl Ints {
    pub const NONE: Ints = Ints::Listed(Vec::new());

    pub fn one(value: i128) -> Ints {
        Ints::Listed(vec![value])
    }
    pub fn of_bits(bits: u128, width: u32) -> Ints {
        Ints::one(number(bits, width))
    }
    pub fn all(width: u32) -> Ints {
        Ints::between(lowest(width), highest(width))
    }
    pub fn between(low: i128, high: i128) -> Ints {
        match high.checked_sub(low) {
            _ if low > high => Ints::NONE,
            Some(span) if span < MAX_LISTED as i128 => Ints::Listed((low..=high).collect()),
            _ => Ints::Between(low, high),
        }
    }
    fn listed(mut values: Vec<i128>) -> Ints {
        values.sort_unstable();
        values.dedup();
        match (values.first(), values.last()) {
            (Some(&low), Some(&high)) if values.len() > MAX_LISTED => Ints::between(low, high),
            _ => Ints::Listed(values),
        }
    }

    pub fn is_none(&self) -> bool {
        matches!(self, Ints::Listed(values) if values.is_empty())
    }
    pub fn as_one(&self) -> Option<i128> {
        match self {
            Ints::Listed(values) if values.len() == 1 => values.first().copied(),
            _ => None,
        }
    }
    pub fn bounds(&self) -> Option<(i128, i128)> {
        match self {
            Ints::Listed(values) => Some((*values.first()?, *values.last()?)),
            Ints::Between(low, high) => Some((*low, *high)),
        }
    }
    pub fn contains(&self, value: i128) -> bool {
        match self {
            Ints::Listed(values) => values.contains(&value),
            Ints::Between(low, high) => (*low..=*high).contains(&value),
        }
    }
    pub fn is_subset(&self, other: &Ints) -> bool {
        match self {
            Ints::Listed(values) => values.iter().all(|&value| other.contains(value)),
            Ints::Between(low, high) => {
                other.bounds().is_some_and(|(l, h)| l <= *low && *high <= h)
                    && matches!(other, Ints::Between(..))
            }
        }
    }

    pub fn join(&self, other: &Ints) -> Ints {
        match (self, other) {
            (Ints::Listed(a), Ints::Listed(b)) => Ints::listed(a.iter().chain(b).copied().collect()),
            _ => match (self.bounds(), other.bounds()) {
                (Some((a, b)), Some((c, d))) => Ints::between(a.min(c), b.max(d)),
                (None, _) => other.clone(),
                (_, None) => self.clone(),
            },
        }
    }
    pub fn meet(&self, other: &Ints) -> Ints {
        match (self, other) {
            (Ints::Listed(values), set) | (set, Ints::Listed(values)) => {
                Ints::Listed(values.iter().copied().filter(|&value| set.contains(value)).collect())
            }
            (Ints::Between(a, b), Ints::Between(c, d)) => Ints::between(*a.max(c), *b.min(d)),
        }
    }
    /// An upper bound of both that a chain reaches in few steps.
    pub fn widen(&self, next: &Ints, width: u32) -> Ints {
        let (Some((low, high)), Some((next_low, next_high))) = (self.bounds(), next.bounds()) else {
            return self.join(next);
        };
        if next.is_subset(self) {
            return self.clone();
        }
        let joined = self.join(next);
        if let Ints::Listed(_) = joined {
            return joined;
        }
        let down = THRESHOLDS.iter().rev().copied().find(|&bound| bound <= next_low);
        let up = THRESHOLDS.iter().copied().find(|&bound| bound >= next_high);
        let low = if next_low < low { down.unwrap_or(lowest(width)).max(lowest(width)) } else { low };
        let high = if next_high > high { up.unwrap_or(highest(width)).min(highest(width)) } else { high };
        Ints::between(low.min(next_low), high.max(next_high))
    }

    /// Without one value, where it can be left out.
    pub fn without(&self, value: i128) -> Ints {
        match self {
            Ints::Listed(values) => {
                Ints::Listed(values.iter().copied().filter(|&known| known != value).collect())
            }
            Ints::Between(low, high) if *low == value => Ints::between(low + 1, *high),
            Ints::Between(low, high) if *high == value => Ints::between(*low, high - 1),
            other => other.clone(),
        }
    }

    /// Applies a function of bit patterns to every member if there are few, else `None`.
    fn each(&self, width: u32, out: u32, f: impl Fn(u128) -> u128) -> Option<Ints> {
        let Ints::Listed(values) = self else { return None };
        let mask = Ty::Int(width.clamp(1, 128) as u8).mask();
        Some(Ints::listed(values.iter().map(|&value| number(f(value as u128 & mask), out)).collect()))
    }
    fn each_pair(
        &self,
        other: &Ints,
        width: u32,
        out: u32,
        f: impl Fn(u128, u128) -> Option<u128>,
    ) -> Option<Ints> {
        let (Ints::Listed(a), Ints::Listed(b)) = (self, other) else { return None };
        let mask = Ty::Int(width.clamp(1, 128) as u8).mask();
        let mut found = Vec::with_capacity(a.len() * b.len());
        for &x in a {
            found.extend(b.iter().filter_map(|&y| f(x as u128 & mask, y as u128 & mask)));
        }
        Some(Ints::listed(found.into_iter().map(|bits| number(bits, out)).collect()))
    }

    pub fn unary(&self, op: UnaryOp, width: u32) -> Ints {
        let ty = Ty::Int(width.clamp(1, 128) as u8);
        self.each(width, width, |a| eval::unary(op, ty, a)).unwrap_or_else(|| Ints::all(width))
    }

    pub fn binary(&self, op: BinaryOp, other: &Ints, width: u32) -> Ints {
        let ty = Ty::Int(width.clamp(1, 128) as u8);
        // A division that fails ends the execution: it has no result.
        if let Some(exact) = self.each_pair(other, width, width, |a, b| eval::binary(op, ty, a, b).ok()) {
            return exact;
        }
        let (Some((a, b)), Some((c, d))) = (self.bounds(), other.bounds()) else { return Ints::NONE };
        interval(op, (a, b), (c, d))
            .filter(|&(low, high)| lowest(width) <= low && high <= highest(width))
            .map_or_else(|| Ints::all(width), |(low, high)| Ints::between(low, high))
    }

    /// The truth values that a comparison can have.
    pub fn compare(&self, op: CompareOp, other: &Ints, width: u32) -> Ints {
        let ty = Ty::Int(width.clamp(1, 128) as u8);
        let truth = |a, b| Some(u128::from(eval::compare(op, ty, a, b)));
        if let Some(exact) = self.each_pair(other, width, 1, truth) {
            return exact;
        }
        let (Some((a, b)), Some((c, d))) = (self.bounds(), other.bounds()) else { return Ints::NONE };
        let (can_hold, can_fail) = match signed_form(op, (a, b), (c, d)) {
            Some(CompareOp::Eq) => (a <= d && c <= b, true),
            Some(CompareOp::Ne) => (true, a <= d && c <= b),
            Some(CompareOp::Slt) => (a < d, b >= c),
            Some(CompareOp::Sle) => (a <= d, b > c),
            Some(CompareOp::Sgt) => (b > c, a <= d),
            Some(CompareOp::Sge) => (b >= c, a < d),
            _ => (true, true),
        };
        let truths = [(can_fail, 0), (can_hold, 1)];
        Ints::Listed(truths.iter().filter(|(can, _)| *can).map(|(_, truth)| *truth).collect())
    }

    /// The members for which the comparison with some member of `other` holds (at least these).
    pub fn where_holds(&self, op: CompareOp, other: &Ints, width: u32) -> Ints {
        if let Ints::Listed(values) = self {
            let may = |value: &i128| Ints::one(*value).compare(op, other, width).contains(1);
            return Ints::Listed(values.iter().copied().filter(may).collect());
        }
        let (Some((a, b)), Some((c, d))) = (self.bounds(), other.bounds()) else { return Ints::NONE };
        match signed_form(op, (a, b), (c, d)) {
            Some(CompareOp::Eq) => self.meet(other),
            Some(CompareOp::Ne) => other.as_one().map_or_else(|| self.clone(), |value| self.without(value)),
            Some(CompareOp::Slt) => Ints::between(a, b.min(d.saturating_sub(1))),
            Some(CompareOp::Sle) => Ints::between(a, b.min(d)),
            Some(CompareOp::Sgt) => Ints::between(a.max(c.saturating_add(1)), b),
            Some(CompareOp::Sge) => Ints::between(a.max(c), b),
            _ => match op {
                // Below a small number as unsigned: not negative.
                CompareOp::Ult if c >= 0 => Ints::between(a.max(0), b.min(d.saturating_sub(1))),
                CompareOp::Ule if c >= 0 => Ints::between(a.max(0), b.min(d)),
                _ => self.clone(),
            },
        }
    }

    pub fn cast(&self, op: CastOp, from: u32, to: u32) -> Ints {
        let (source, target) = (Ty::Int(from.clamp(1, 128) as u8), Ty::Int(to.clamp(1, 128) as u8));
        if let Some(exact) = self.each(from, to, |a| eval::cast(op, source, target, a)) {
            return exact;
        }
        let Some((low, high)) = self.bounds() else { return Ints::NONE };
        match op {
            CastOp::SExt => self.clone(),
            CastOp::Bits if from == to => self.clone(),
            CastOp::ZExt if low >= 0 => self.clone(),
            CastOp::ZExt if from < 127 => Ints::between(0, (1i128 << from) - 1),
            CastOp::Trunc if lowest(to) <= low && high <= highest(to) => self.clone(),
            _ => Ints::all(to),
        }
    }
}

/// The comparison on signed numbers, where both sides have a sign that makes unsigned the same.
fn signed_form(op: CompareOp, a: (i128, i128), b: (i128, i128)) -> Option<CompareOp> {
    use CompareOp::*;
    let same_sign = (a.0 >= 0 && b.0 >= 0) || (a.1 < 0 && b.1 < 0);
    match op {
        Eq | Ne | Slt | Sle | Sgt | Sge => Some(op),
        Ult if same_sign => Some(Slt),
        Ule if same_sign => Some(Sle),
        Ugt if same_sign => Some(Sgt),
        Uge if same_sign => Some(Sge),
        _ => None,
    }
}

/// Bounds of the exact result, where there are simple ones.
fn interval(op: BinaryOp, (a, b): (i128, i128), (c, d): (i128, i128)) -> Option<(i128, i128)> {
    let corners = |f: fn(i128, i128) -> Option<i128>| -> Option<(i128, i128)> {
        let all = [f(a, c)?, f(a, d)?, f(b, c)?, f(b, d)?];
        Some((*all.iter().min()?, *all.iter().max()?))
    };
    match op {
        BinaryOp::Add => Some((a.checked_add(c)?, b.checked_add(d)?)),
        BinaryOp::Sub => Some((a.checked_sub(d)?, b.checked_sub(c)?)),
        BinaryOp::Mul => corners(i128::checked_mul),
        BinaryOp::SDiv if c > 0 => corners(i128::checked_div),
        BinaryOp::UDiv if c > 0 && a >= 0 => corners(i128::checked_div),
        BinaryOp::URem if c > 0 && a >= 0 => Some((0, b.min(d - 1))),
        BinaryOp::SRem if c > 0 => {
            Some((if a < 0 { 1 - d } else { 0 }, if b > 0 { b.min(d - 1) } else { 0 }))
        }
        BinaryOp::And if c >= 0 => Some((0, d)),
        BinaryOp::And if a >= 0 => Some((0, b)),
        BinaryOp::Or | BinaryOp::Xor if a >= 0 && c >= 0 => {
            let bits = 128 - b.max(d).leading_zeros();
            Some((0, (1i128 << bits.min(126)) - 1))
        }
        BinaryOp::LShr if a >= 0 && c == d && (0..126).contains(&c) => Some((a >> c, b >> c)),
        BinaryOp::AShr if c == d && (0..126).contains(&c) => Some((a >> c, b >> c)),
        BinaryOp::Shl if c == d && (0..62).contains(&c) => {
            Some((a.checked_mul(1 << c)?, b.checked_mul(1 << c)?))
        }
        BinaryOp::SMin => Some((a.min(c), b.min(d))),
        BinaryOp::SMax => Some((a.max(c), b.max(d))),
        _ => None,
    }
}

impl fmt::Display for Ints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ints::Listed(values) if values.len() == 1 => write!(f, "{}", values[0]),
            Ints::Listed(values) => {
                let texts: Vec<String> = values.iter().map(i128::to_string).collect();
                write!(f, "{{{}}}", texts.join(", "))
            }
            Ints::Between(low, high) => write!(f, "{low} … {high}"),
        }
    }
}
