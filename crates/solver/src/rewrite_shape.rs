//! Constructors that cut, join and widen bit-vectors, with rewriting of their chains.

use crate::term::{BitsOp, MAX_WIDTH, Node, Sort, TermId, Terms, mask};

impl Terms {
    /// Bits `high..=low`, counted from 0.
    pub fn extract(&mut self, high: u32, low: u32, of: TermId) -> TermId {
        let Sort::Bits(width) = self.sort(of) else {
            return self.ill_sorted("extract", Sort::Bool, Sort::Bits(1));
        };
        if low > high || high >= width {
            return self.ill_sorted("extract", Sort::Bits(width), Sort::Bits(1));
        }
        let size = high - low + 1;
        if size == width {
            return of;
        }
        if let Some(value) = self.as_const(of) {
            return self.bits_const(value >> low, size);
        }
        let simpler = self.nested(|terms| terms.rewrite_extract(high, low, size, of));
        simpler.unwrap_or_else(|| self.intern(Node::Extract { low, of }, Sort::Bits(size)))
    }

    fn rewrite_extract(&mut self, high: u32, low: u32, size: u32, of: TermId) -> Option<TermId> {
        match *self.node(of) {
            Node::Extract { low: inner_low, of: inner } => {
                Some(self.extract(high + inner_low, low + inner_low, inner))
            }
            Node::Concat(upper, lower) => {
                let split = self.width(lower);
                if high < split {
                    Some(self.extract(high, low, lower))
                } else if low >= split {
                    Some(self.extract(high - split, low - split, upper))
                } else {
                    let upper = self.extract(high - split, 0, upper);
                    let lower = self.extract(split - 1, low, lower);
                    Some(self.concat(upper, lower))
                }
            }
            Node::ZeroExtend(inner) => {
                let narrow = self.width(inner);
                if low >= narrow {
                    Some(self.bits_const(0, size))
                } else if high < narrow {
                    Some(self.extract(high, low, inner))
                } else {
                    let kept = self.extract(narrow - 1, low, inner);
                    Some(self.zero_extend(kept, size))
                }
            }
            Node::SignExtend(inner) => {
                let narrow = self.width(inner);
                if high < narrow {
                    Some(self.extract(high, low, inner))
                } else {
                    let kept = self.extract(narrow - 1, low.min(narrow - 1), inner);
                    Some(self.sign_extend(kept, size))
                }
            }
            Node::BitNot(inner) => {
                let part = self.extract(high, low, inner);
                Some(self.bit_not(part))
            }
            Node::Binary(op, a, b) => self.extract_of_binary(high, low, op, a, b),
            Node::Ite(condition, then, otherwise)
                if self.as_const(then).is_some() || self.as_const(otherwise).is_some() =>
            {
                let then = self.extract(high, low, then);
                let otherwise = self.extract(high, low, otherwise);
                Some(self.ite(condition, then, otherwise))
            }
            _ => None,
        }
    }

    /// Bitwise operations distribute over any extract; sums and products over one that keeps the low end.
    fn extract_of_binary(&mut self, high: u32, low: u32, op: BitsOp, a: TermId, b: TermId) -> Option<TermId> {
        let bitwise = matches!(op, BitsOp::And | BitsOp::Or | BitsOp::Xor);
        let modular = matches!(op, BitsOp::Add | BitsOp::Sub | BitsOp::Mul) && low == 0;
        if !bitwise && !modular {
            return None;
        }
        let a = self.extract(high, low, a);
        let b = self.extract(high, low, b);
        Some(match op {
            BitsOp::And => self.bit_and(a, b),
            BitsOp::Or => self.bit_or(a, b),
            BitsOp::Xor => self.bit_xor(a, b),
            BitsOp::Add => self.add(a, b),
            BitsOp::Sub => self.sub(a, b),
            _ => self.mul(a, b),
        })
    }

    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let (Sort::Bits(high_width), Sort::Bits(low_width)) = (self.sort(high), self.sort(low)) else {
            return self.ill_sorted("concat", Sort::Bool, Sort::Bits(2));
        };
        let width = high_width + low_width;
        if width > MAX_WIDTH {
            return self.ill_sorted("concat", Sort::Bits(width), Sort::Bits(MAX_WIDTH));
        }
        match (self.as_const(high), self.as_const(low)) {
            (Some(x), Some(y)) => return self.bits_const((x << low_width) | y, width),
            (Some(0), None) => return self.zero_extend(low, width),
            _ => {}
        }
        if let (&Node::Extract { low: upper_low, of: a }, &Node::Extract { low: lower_low, of: b }) =
            (self.node(high), self.node(low))
            && a == b
            && upper_low == lower_low + low_width
        {
            return self.extract(upper_low + high_width - 1, lower_low, a);
        }
        if let Node::ZeroExtend(inner) = *self.node(high) {
            let joined = self.concat(inner, low);
            return self.zero_extend(joined, width);
        }
        // Constants at the low end gather into one.
        if let Node::Concat(upper, middle) = *self.node(high)
            && let (Some(x), Some(y)) = (self.as_const(middle), self.as_const(low))
        {
            let joined = self.bits_const((x << low_width) | y, self.width(middle) + low_width);
            return self.concat(upper, joined);
        }
        self.intern(Node::Concat(high, low), Sort::Bits(width))
    }

    fn widening(&mut self, name: &'static str, of: TermId, width: u32) -> Result<u32, TermId> {
        match self.sort(of) {
            Sort::Bits(narrow) if narrow <= width && width <= MAX_WIDTH => Ok(narrow),
            found => Err(self.ill_sorted(name, found, Sort::Bits(width.clamp(1, MAX_WIDTH)))),
        }
    }

    /// Widens to `width` bits in total with zeros.
    pub fn zero_extend(&mut self, of: TermId, width: u32) -> TermId {
        let narrow = match self.widening("zero_extend", of, width) {
            Ok(narrow) => narrow,
            Err(stand_in) => return stand_in,
        };
        if narrow == width {
            return of;
        }
        match *self.node(of) {
            Node::Const(value) => self.bits_const(value, width),
            Node::ZeroExtend(inner) => self.zero_extend(inner, width),
            _ => self.intern(Node::ZeroExtend(of), Sort::Bits(width)),
        }
    }

    /// Widens to `width` bits in total with copies of the sign bit.
    pub fn sign_extend(&mut self, of: TermId, width: u32) -> TermId {
        let narrow = match self.widening("sign_extend", of, width) {
            Ok(narrow) => narrow,
            Err(stand_in) => return stand_in,
        };
        if narrow == width {
            return of;
        }
        match *self.node(of) {
            Node::Const(value) => {
                let fill = if value >> (narrow - 1) == 1 { !mask(narrow) } else { 0 };
                self.bits_const(value | fill, width)
            }
            Node::ZeroExtend(inner) => self.zero_extend(inner, width),
            Node::SignExtend(inner) => self.sign_extend(inner, width),
            _ => self.intern(Node::SignExtend(of), Sort::Bits(width)),
        }
    }

    /// Cuts or zero-extends to `width`.
    pub fn resize_unsigned(&mut self, of: TermId, width: u32) -> TermId {
        if width > 0 && self.width(of) > width {
            self.extract(width - 1, 0, of)
        } else {
            self.zero_extend(of, width)
        }
    }

    /// Cuts or sign-extends to `width`.
    pub fn resize_signed(&mut self, of: TermId, width: u32) -> TermId {
        if width > 0 && self.width(of) > width {
            self.extract(width - 1, 0, of)
        } else {
            self.sign_extend(of, width)
        }
    }

    /// The bit-vector of width 1 that is 1 where `a` holds.
    pub fn from_bool(&mut self, a: TermId) -> TermId {
        match self.sort(a) {
            Sort::Bool => {}
            found => return self.ill_sorted("from_bool", found, Sort::Bits(1)),
        }
        match self.as_bool_const(a) {
            Some(value) => self.bits_const(u128::from(value), 1),
            None => self.intern(Node::FromBool(a), Sort::Bits(1)),
        }
    }

    /// Whether bit `index` is set.
    pub fn bit(&mut self, index: u32, of: TermId) -> TermId {
        let bit = self.extract(index, index, of);
        let one = self.bits_const(1, 1);
        self.eq(bit, one)
    }

    /// Whether `a` is negative as a two's complement number.
    pub fn sign_bit(&mut self, a: TermId) -> TermId {
        let top = self.width(a) - 1;
        self.bit(top, a)
    }
}
