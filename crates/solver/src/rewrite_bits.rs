//! Constructors of bit-vector arithmetic and bitwise operations, with rewriting.
//!
//! Semantics are those of SMT-LIB's QF_BV: division by zero gives all ones, remainder by zero the dividend,
//! shifts by the width or more give zeros (or sign bits). Signed division and remainder are expressed by the
//! unsigned ones as SMT-LIB defines them. Commutative operations have the smaller id first and a constant last.

use crate::eval::binary;
use crate::term::{BitsOp, Node, Sort, TermId, Terms, mask};

fn commutative(op: BitsOp) -> bool {
    matches!(op, BitsOp::Add | BitsOp::Mul | BitsOp::And | BitsOp::Or | BitsOp::Xor)
}

impl Terms {
    /// Width of `a` if both are bit-vectors of the same width; otherwise the error is remembered.
    pub(crate) fn same_width(
        &mut self,
        operation: &'static str,
        a: TermId,
        b: TermId,
    ) -> Result<u32, TermId> {
        match (self.sort(a), self.sort(b)) {
            (Sort::Bits(width), Sort::Bits(other)) if width == other => Ok(width),
            (Sort::Bits(width), found) => Err(self.ill_sorted(operation, found, Sort::Bits(width))),
            (Sort::Bool, found) => {
                let wanted = if found == Sort::Bool { Sort::Bits(1) } else { found };
                Err(self.ill_sorted(operation, Sort::Bool, wanted))
            }
        }
    }

    fn bits_op(&mut self, name: &'static str, op: BitsOp, a: TermId, b: TermId) -> TermId {
        let width = match self.same_width(name, a, b) {
            Ok(width) => width,
            Err(stand_in) => return stand_in,
        };
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return self.bits_const(binary(op, x, y, width), width);
        }
        let (mut a, mut b) = (a, b);
        if commutative(op) {
            let swap = match (self.as_const(a).is_some(), self.as_const(b).is_some()) {
                (true, false) => true,
                (false, true) => false,
                _ => a > b,
            };
            if swap {
                std::mem::swap(&mut a, &mut b);
            }
        }
        let simpler = match op {
            BitsOp::Add => self.rewrite_add(a, b, width),
            BitsOp::Sub => self.rewrite_sub(a, b, width),
            BitsOp::Mul => self.rewrite_mul(a, b, width),
            BitsOp::Udiv | BitsOp::Urem => self.rewrite_division(op, a, b, width),
            BitsOp::Shl | BitsOp::Lshr | BitsOp::Ashr => self.rewrite_shift(op, a, b, width),
            BitsOp::And | BitsOp::Or | BitsOp::Xor => self.rewrite_bitwise(op, a, b, width),
        };
        simpler.unwrap_or_else(|| self.intern(Node::Binary(op, a, b), Sort::Bits(width)))
    }

    fn rewrite_add(&mut self, a: TermId, b: TermId, width: u32) -> Option<TermId> {
        if let Some(y) = self.as_const(b) {
            if y == 0 {
                return Some(a);
            }
            if let Node::Binary(BitsOp::Add, inner, other) = *self.node(a)
                && let Some(x) = self.as_const(other)
            {
                let sum = self.bits_const(x.wrapping_add(y), width);
                return Some(self.add(inner, sum));
            }
        }
        if a == b {
            let one = self.bits_const(1, width);
            return Some(self.shl(a, one));
        }
        // (x - y) + y = x
        for (difference, other) in [(a, b), (b, a)] {
            if let Node::Binary(BitsOp::Sub, x, y) = *self.node(difference)
                && y == other
            {
                return Some(x);
            }
        }
        None
    }

    fn rewrite_sub(&mut self, a: TermId, b: TermId, width: u32) -> Option<TermId> {
        if a == b {
            return Some(self.bits_const(0, width));
        }
        if let Some(y) = self.as_const(b) {
            let negated = self.bits_const(y.wrapping_neg(), width);
            return Some(self.add(a, negated));
        }
        if let Node::Binary(BitsOp::Add, x, y) = *self.node(a) {
            if x == b {
                return Some(y);
            }
            if y == b {
                return Some(x);
            }
        }
        if self.as_const(a) == Some(0)
            && let Node::Binary(BitsOp::Sub, x, y) = *self.node(b)
        {
            return Some(self.sub(y, x));
        }
        None
    }

    fn rewrite_mul(&mut self, a: TermId, b: TermId, width: u32) -> Option<TermId> {
        match self.as_const(b)? {
            0 => Some(b),
            1 => Some(a),
            y if y == mask(width) => Some(self.neg(a)),
            y if y.is_power_of_two() => {
                let amount = self.bits_const(u128::from(y.trailing_zeros()), width);
                Some(self.shl(a, amount))
            }
            _ => None,
        }
    }

    fn rewrite_division(&mut self, op: BitsOp, a: TermId, b: TermId, width: u32) -> Option<TermId> {
        let quotient = op == BitsOp::Udiv;
        if !quotient && (a == b || self.as_const(a) == Some(0)) {
            return Some(self.bits_const(0, width));
        }
        let divisor = self.as_const(b)?;
        if divisor == 0 {
            return Some(if quotient { self.bits_const(mask(width), width) } else { a });
        }
        if !divisor.is_power_of_two() {
            return None;
        }
        let exponent = divisor.trailing_zeros();
        if quotient {
            let amount = self.bits_const(u128::from(exponent), width);
            return Some(self.lshr(a, amount));
        }
        if exponent == 0 {
            return Some(self.bits_const(0, width));
        }
        let low = self.extract(exponent - 1, 0, a);
        Some(self.zero_extend(low, width))
    }

    fn rewrite_shift(&mut self, op: BitsOp, a: TermId, b: TermId, width: u32) -> Option<TermId> {
        if self.as_const(a) == Some(0) {
            return Some(a);
        }
        let amount = self.as_const(b)?;
        if amount == 0 {
            return Some(a);
        }
        let amount = u32::try_from(amount).unwrap_or(width).min(width);
        if op == BitsOp::Ashr {
            let top = self.extract(width - 1, amount.min(width - 1), a);
            return Some(self.sign_extend(top, width));
        }
        if amount == width {
            return Some(self.bits_const(0, width));
        }
        if op == BitsOp::Shl {
            let low = self.extract(width - 1 - amount, 0, a);
            let zeros = self.bits_const(0, amount);
            return Some(self.concat(low, zeros));
        }
        let high = self.extract(width - 1, amount, a);
        Some(self.zero_extend(high, width))
    }

    fn rewrite_bitwise(&mut self, op: BitsOp, a: TermId, b: TermId, width: u32) -> Option<TermId> {
        let ones = mask(width);
        if a == b {
            return Some(if op == BitsOp::Xor { self.bits_const(0, width) } else { a });
        }
        let complement = matches!(*self.node(a), Node::BitNot(inner) if inner == b)
            || matches!(*self.node(b), Node::BitNot(inner) if inner == a);
        if complement {
            return Some(self.bits_const(if op == BitsOp::And { 0 } else { ones }, width));
        }
        let value = self.as_const(b)?;
        match (op, value) {
            (BitsOp::And, 0) => Some(b),
            (BitsOp::And, value) if value == ones => Some(a),
            (BitsOp::And, value) if (value & (value + 1)) == 0 => {
                let low = self.extract(value.trailing_ones() - 1, 0, a);
                Some(self.zero_extend(low, width))
            }
            (BitsOp::Or | BitsOp::Xor, 0) => Some(a),
            (BitsOp::Or, value) if value == ones => Some(b),
            (BitsOp::Xor, value) if value == ones => Some(self.bit_not(a)),
            _ => None,
        }
    }

    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        self.bits_op("add", BitsOp::Add, a, b)
    }

    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        self.bits_op("sub", BitsOp::Sub, a, b)
    }

    pub fn neg(&mut self, a: TermId) -> TermId {
        let zero = self.bits_const(0, self.width(a));
        self.bits_op("neg", BitsOp::Sub, zero, a)
    }

    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.bits_op("mul", BitsOp::Mul, a, b)
    }

    pub fn udiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.bits_op("udiv", BitsOp::Udiv, a, b)
    }

    pub fn urem(&mut self, a: TermId, b: TermId) -> TermId {
        self.bits_op("urem", BitsOp::Urem, a, b)
    }

    fn magnitude(&mut self, a: TermId) -> (TermId, TermId) {
        let negative = self.sign_bit(a);
        let negated = self.neg(a);
        (negative, self.ite(negative, negated, a))
    }

    pub fn sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        if let Err(stand_in) = self.same_width("sdiv", a, b) {
            return stand_in;
        }
        let (a_negative, a_magnitude) = self.magnitude(a);
        let (b_negative, b_magnitude) = self.magnitude(b);
        let quotient = self.udiv(a_magnitude, b_magnitude);
        let negated = self.neg(quotient);
        let negative = self.xor(a_negative, b_negative);
        self.ite(negative, negated, quotient)
    }

    /// The remainder has the sign of the dividend.
    pub fn srem(&mut self, a: TermId, b: TermId) -> TermId {
        if let Err(stand_in) = self.same_width("srem", a, b) {
            return stand_in;
        }
        let (a_negative, a_magnitude) = self.magnitude(a);
        let (_, b_magnitude) = self.magnitude(b);
        let remainder = self.urem(a_magnitude, b_magnitude);
        let negated = self.neg(remainder);
        self.ite(a_negative, negated, remainder)
    }

    pub fn shl(&mut self, a: TermId, amount: TermId) -> TermId {
        self.bits_op("shl", BitsOp::Shl, a, amount)
    }

    pub fn lshr(&mut self, a: TermId, amount: TermId) -> TermId {
        self.bits_op("lshr", BitsOp::Lshr, a, amount)
    }

    pub fn ashr(&mut self, a: TermId, amount: TermId) -> TermId {
        self.bits_op("ashr", BitsOp::Ashr, a, amount)
    }

    pub fn bit_and(&mut self, a: TermId, b: TermId) -> TermId {
        self.bits_op("bit_and", BitsOp::And, a, b)
    }

    pub fn bit_or(&mut self, a: TermId, b: TermId) -> TermId {
        self.bits_op("bit_or", BitsOp::Or, a, b)
    }

    pub fn bit_xor(&mut self, a: TermId, b: TermId) -> TermId {
        self.bits_op("bit_xor", BitsOp::Xor, a, b)
    }

    pub fn bit_not(&mut self, a: TermId) -> TermId {
        let Sort::Bits(width) = self.sort(a) else {
            return self.ill_sorted("bit_not", Sort::Bool, Sort::Bits(1));
        };
        match *self.node(a) {
            Node::Const(value) => self.bits_const(!value, width),
            Node::BitNot(inner) => inner,
            _ => self.intern(Node::BitNot(a), Sort::Bits(width)),
        }
    }
}
