//! Constructors of equations and comparisons of bit-vectors, with rewriting against constants and extensions.

use crate::eval::compare;
use crate::term::{BitsOp, Compare, Node, Sort, TermId, Terms, mask};

impl Terms {
    /// Equality of two Bools or of two bit-vectors.
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        if self.sort(a) == Sort::Bool && self.sort(b) == Sort::Bool {
            return self.iff(a, b);
        }
        if let Err(_stand_in) = self.same_width("eq", a, b) {
            return self.fresh_var("ill-sorted".into(), Sort::Bool);
        }
        if a == b {
            return TermId::TRUE;
        }
        let (a, b) =
            if self.as_const(a).is_some() || (self.as_const(b).is_none() && a > b) { (b, a) } else { (a, b) };
        if let Some(value) = self.as_const(b) {
            if let Some(other) = self.as_const(a) {
                return self.bool_const(other == value);
            }
            if let Some(simpler) = self.nested(|terms| terms.rewrite_eq_const(a, value)) {
                return simpler;
            }
        } else if let (Node::ZeroExtend(x), Node::ZeroExtend(y)) | (Node::SignExtend(x), Node::SignExtend(y)) =
            (self.node(a), self.node(b))
            && self.width(*x) == self.width(*y)
        {
            let (x, y) = (*x, *y);
            return self.eq(x, y);
        }
        self.intern(Node::Compare(Compare::Eq, a, b), Sort::Bool)
    }

    fn rewrite_eq_const(&mut self, a: TermId, value: u128) -> Option<TermId> {
        let width = self.width(a);
        match *self.node(a) {
            Node::FromBool(inner) if value == 1 => Some(inner),
            Node::FromBool(inner) => Some(self.not(inner)),
            Node::BitNot(inner) => {
                let target = self.bits_const(!value, width);
                Some(self.eq(inner, target))
            }
            Node::Binary(BitsOp::Add, inner, offset) => {
                let offset = self.as_const(offset)?;
                let target = self.bits_const(value.wrapping_sub(offset), width);
                Some(self.eq(inner, target))
            }
            Node::ZeroExtend(inner) => {
                let narrow = self.width(inner);
                if value > mask(narrow) {
                    return Some(TermId::FALSE);
                }
                let target = self.bits_const(value, narrow);
                Some(self.eq(inner, target))
            }
            Node::Concat(high, low) => {
                let split = self.width(low);
                let (high_value, low_value) =
                    (self.bits_const(value >> split, width - split), self.bits_const(value, split));
                let high_equal = self.eq(high, high_value);
                let low_equal = self.eq(low, low_value);
                Some(self.and(high_equal, low_equal))
            }
            Node::Ite(condition, then, otherwise)
                if self.as_const(then).is_some() || self.as_const(otherwise).is_some() =>
            {
                let target = self.bits_const(value, width);
                let then_equal = self.eq(then, target);
                let otherwise_equal = self.eq(otherwise, target);
                Some(self.ite(condition, then_equal, otherwise_equal))
            }
            _ => None,
        }
    }

    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    pub fn ult(&mut self, a: TermId, b: TermId) -> TermId {
        let width = match self.same_width("ult", a, b) {
            Ok(width) => width,
            Err(_) => return self.fresh_var("ill-sorted".into(), Sort::Bool),
        };
        if a == b {
            return TermId::FALSE;
        }
        match (self.as_const(a), self.as_const(b)) {
            (Some(x), Some(y)) => return self.bool_const(compare(Compare::Ult, x, y, width)),
            (_, Some(0)) => return TermId::FALSE,
            (Some(x), _) if x == mask(width) => return TermId::FALSE,
            (Some(0), _) => return self.ne(b, a),
            (_, Some(1)) => {
                let zero = self.bits_const(0, width);
                return self.eq(a, zero);
            }
            (_, Some(y)) if y == mask(width) => return self.ne(a, b),
            (_, Some(y)) => {
                if let Node::ZeroExtend(inner) = *self.node(a) {
                    let narrow = self.width(inner);
                    if y > mask(narrow) {
                        return TermId::TRUE;
                    }
                    let bound = self.bits_const(y, narrow);
                    return self.ult(inner, bound);
                }
            }
            (Some(x), _) => {
                if let Node::ZeroExtend(inner) = *self.node(b) {
                    let narrow = self.width(inner);
                    if x >= mask(narrow) {
                        return TermId::FALSE;
                    }
                    let bound = self.bits_const(x, narrow);
                    return self.ult(bound, inner);
                }
            }
            _ => {
                if let (Node::ZeroExtend(x), Node::ZeroExtend(y)) = (self.node(a), self.node(b))
                    && self.width(*x) == self.width(*y)
                {
                    let (x, y) = (*x, *y);
                    return self.ult(x, y);
                }
            }
        }
        self.intern(Node::Compare(Compare::Ult, a, b), Sort::Bool)
    }

    pub fn ule(&mut self, a: TermId, b: TermId) -> TermId {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    /// Whether the top bit is certainly zero.
    fn never_negative(&self, a: TermId) -> bool {
        match *self.node(a) {
            Node::Const(value) => value >> (self.width(a) - 1) == 0,
            Node::ZeroExtend(_) => true,
            _ => false,
        }
    }

    pub fn slt(&mut self, a: TermId, b: TermId) -> TermId {
        let width = match self.same_width("slt", a, b) {
            Ok(width) => width,
            Err(_) => return self.fresh_var("ill-sorted".into(), Sort::Bool),
        };
        let smallest = 1u128 << (width - 1);
        if a == b || self.as_const(b) == Some(smallest) || self.as_const(a) == Some(smallest - 1) {
            return TermId::FALSE;
        }
        match (self.as_const(a), self.as_const(b)) {
            (Some(x), Some(y)) => return self.bool_const(compare(Compare::Slt, x, y, width)),
            (_, Some(0)) => return self.sign_bit(a),
            (Some(x), _) if x == mask(width) => {
                let negative = self.sign_bit(b);
                return self.not(negative);
            }
            _ => {}
        }
        if self.never_negative(a) && self.never_negative(b) {
            return self.ult(a, b);
        }
        self.intern(Node::Compare(Compare::Slt, a, b), Sort::Bool)
    }

    pub fn sle(&mut self, a: TermId, b: TermId) -> TermId {
        let greater = self.slt(b, a);
        self.not(greater)
    }
}
