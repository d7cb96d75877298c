//! Circuits over vectors of gate literals, least significant bit first: adders, multipliers, dividers, shifters,
//! comparators.

use crate::gates::{Gates, Lit};

pub(crate) type Word = Vec<Lit>;

/// Bits that a word needs as a signed number: those above are copies of the last.
pub(crate) fn significant(word: &[Lit]) -> usize {
    let Some(&sign) = word.last() else { return 0 };
    word.iter().rposition(|&bit| bit != sign).map_or(1, |index| index + 2)
}

impl Gates {
    /// Ripple-carry sum of `a`, `b` and `carry`, modulo 2^width.
    pub(crate) fn word_add(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> Word {
        let last = a.len().saturating_sub(1);
        let mut sum = Vec::with_capacity(a.len());
        // Two numbers that need n bits with their sign have a sum that needs n + 1.
        let needed = significant(a).max(significant(b)) + 1;
        for (index, (&x, &y)) in a.iter().zip(b).enumerate() {
            if index >= needed {
                let sign = sum.last().copied().unwrap_or(Lit::FALSE);
                sum.resize(a.len(), sign);
                break;
            }
            sum.push(self.parity(x, y, carry));
            if index < last {
                carry = self.majority(x, y, carry);
            }
        }
        sum
    }

    pub(crate) fn word_sub(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let negated: Word = b.iter().map(|&bit| !bit).collect();
        self.word_add(a, &negated, Lit::TRUE)
    }

    /// Shift and add over the rows of the sparser operand. A run of ones in a constant operand costs one addition
    /// and one subtraction (non-adjacent form) instead of one addition per bit.
    pub(crate) fn word_mul(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let constants = |word: &[Lit]| word.iter().filter(|bit| bit.is_const()).count();
        let (a, b) = if constants(b) > constants(a) { (b, a) } else { (a, b) };
        if a.iter().all(|bit| bit.is_const()) {
            return self.mul_by_constant(b, a);
        }
        let width = a.len();
        let mut product: Word = vec![Lit::FALSE; width];
        for (shift, &bit) in a.iter().enumerate() {
            if bit == Lit::FALSE {
                continue;
            }
            let row: Word = b[..width - shift].iter().map(|&other| self.and(bit, other)).collect();
            let upper = self.word_add(&product[shift..], &row, Lit::FALSE);
            product.splice(shift.., upper);
        }
        product
    }

    fn mul_by_constant(&mut self, b: &[Lit], constant: &[Lit]) -> Word {
        let width = b.len();
        let mut product: Word = vec![Lit::FALSE; width];
        let mut carry = false;
        for shift in 0..width {
            let bit = constant[shift] == Lit::TRUE;
            let next = constant.get(shift + 1) == Some(&Lit::TRUE);
            let digit_odd = bit ^ carry;
            let subtract = digit_odd && next;
            carry = if digit_odd { next } else { carry && bit };
            if !digit_odd {
                continue;
            }
            let row = &b[..width - shift];
            let upper = if subtract {
                self.word_sub(&product[shift..], row)
            } else {
                self.word_add(&product[shift..], row, Lit::FALSE)
            };
            product.splice(shift.., upper);
        }
        product
    }

    /// Restoring division; with a zero divisor it yields all ones and the dividend, as SMT-LIB wants.
    pub(crate) fn word_divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let width = a.len();
        let mut quotient = vec![Lit::FALSE; width];
        // One bit wider than the operands, so that the shifted remainder fits.
        let mut remainder: Word = vec![Lit::FALSE; width];
        let mut divisor: Word = b.to_vec();
        divisor.push(Lit::FALSE);
        for index in (0..width).rev() {
            let mut shifted = Vec::with_capacity(width + 1);
            shifted.push(a[index]);
            shifted.extend_from_slice(&remainder);
            let fits = !self.word_ult(&shifted, &divisor);
            quotient[index] = fits;
            let difference = self.word_sub(&shifted[..width], b);
            remainder = self.word_ite(fits, &difference, &shifted[..width]);
        }
        (quotient, remainder)
    }

    pub(crate) fn word_ite(&mut self, condition: Lit, then: &[Lit], otherwise: &[Lit]) -> Word {
        then.iter().zip(otherwise).map(|(&t, &e)| self.ite(condition, t, e)).collect()
    }

    pub(crate) fn word_eq(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let same: Word = a.iter().zip(b).map(|(&x, &y)| !self.xor(x, y)).collect();
        self.and_many(same)
    }

    pub(crate) fn word_ult(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut less = Lit::FALSE;
        for (&x, &y) in a.iter().zip(b) {
            less = self.majority(!x, y, less);
        }
        less
    }

    pub(crate) fn word_slt(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let flip_top = |word: &[Lit]| -> Word {
            let mut flipped = word.to_vec();
            if let Some(top) = flipped.last_mut() {
                *top = !*top;
            }
            flipped
        };
        let (a, b) = (flip_top(a), flip_top(b));
        self.word_ult(&a, &b)
    }

    /// Barrel shifter. `left` shifts towards the top; `fill` comes in.
    pub(crate) fn word_shift(&mut self, a: &[Lit], amount: &[Lit], left: bool, fill: Lit) -> Word {
        let width = a.len();
        let mut current: Word = a.to_vec();
        let mut too_far = Lit::FALSE;
        for (stage, &bit) in amount.iter().enumerate() {
            let distance = if stage < 8 { 1usize << stage } else { usize::MAX };
            if distance >= width {
                too_far = self.or(too_far, bit);
                continue;
            }
            let shifted: Word = (0..width)
                .map(|index| {
                    let source = if left {
                        index.checked_sub(distance)
                    } else {
                        Some(index + distance).filter(|&i| i < width)
                    };
                    source.map_or(fill, |index| current[index])
                })
                .collect();
            current = self.word_ite(bit, &shifted, &current);
        }
        let filled = vec![fill; width];
        self.word_ite(too_far, &filled, &current)
    }
}
