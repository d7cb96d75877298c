//! From terms to gates: each Bool becomes one literal, each bit-vector one literal per bit.
//!
//! Only terms reachable from what is asked for are translated, each once; the sweep is in id order, so deep terms
//! need no deep stack.

use rustc_hash::FxHashMap;

use crate::arith::{Word, significant};
use crate::gates::{Gates, Lit};
use crate::term::{BitsOp, Compare, Node, TermId, Terms};

#[derive(Debug)]
pub(crate) struct Blaster {
    pub(crate) gates: Gates,
    words: FxHashMap<TermId, Word>,
    /// Quotient and remainder of the same operands share one divider.
    divisions: FxHashMap<(TermId, TermId), (Word, Word)>,
    /// Variables and order atoms that have gate inputs, for reading models.
    pub(crate) leaves: Vec<TermId>,
    link_adders: bool,
}

impl Blaster {
    pub(crate) fn new(polarity_aware: bool, link_adders: bool) -> Self {
        Blaster {
            gates: Gates::new(polarity_aware),
            words: FxHashMap::default(),
            divisions: FxHashMap::default(),
            leaves: Vec::new(),
            link_adders,
        }
    }

    /// The literal of a Bool term.
    pub(crate) fn lit(&mut self, terms: &Terms, term: TermId) -> Lit {
        self.translate(terms, term);
        self.word(term).first().copied().unwrap_or(Lit::FALSE)
    }

    /// The literals of a bit-vector term, least significant first.
    pub(crate) fn bits(&mut self, terms: &Terms, term: TermId) -> Word {
        self.translate(terms, term);
        self.word(term).to_vec()
    }

    /// Literals of a leaf that has been translated.
    pub(crate) fn leaf_bits(&self, term: TermId) -> &[Lit] {
        self.word(term)
    }

    fn word(&self, term: TermId) -> &[Lit] {
        self.words.get(&term).map_or(&[], Vec::as_slice)
    }

    fn translate(&mut self, terms: &Terms, root: TermId) {
        if self.words.contains_key(&root) {
            return;
        }
        for term in terms.reachable(&[root], |part| !self.words.contains_key(&part)) {
            let word = self.translate_node(terms, term);
            self.words.insert(term, word);
        }
    }

    fn bit(&self, term: TermId) -> Lit {
        self.word(term).first().copied().unwrap_or(Lit::FALSE)
    }

    fn translate_node(&mut self, terms: &Terms, term: TermId) -> Word {
        let width = terms.width(term);
        match terms.node(term) {
            Node::False => vec![Lit::FALSE],
            Node::True => vec![Lit::TRUE],
            Node::Var(_) | Node::Before { .. } => {
                self.leaves.push(term);
                (0..width).map(|_| self.gates.input()).collect()
            }
            Node::Not(a) => vec![!self.bit(*a)],
            Node::And(children) => {
                let parts: Word = children.iter().map(|&child| self.bit(child)).collect();
                vec![self.gates.and_many(parts)]
            }
            Node::Xor(a, b) => {
                let (x, y) = (self.bit(*a), self.bit(*b));
                vec![self.gates.xor(x, y)]
            }
            Node::Ite(c, t, e) => {
                let condition = self.bit(*c);
                let (then, otherwise) = (self.word(*t).to_vec(), self.word(*e).to_vec());
                self.gates.word_ite(condition, &then, &otherwise)
            }
            Node::Const(value) => {
                (0..width).map(|index| if value >> index & 1 == 1 { Lit::TRUE } else { Lit::FALSE }).collect()
            }
            Node::BitNot(a) => self.word(*a).iter().map(|&bit| !bit).collect(),
            Node::Binary(op, a, b) => self.translate_binary(*op, *a, *b),
            Node::Compare(op, a, b) => {
                let (mut x, mut y) = (self.word(*a).to_vec(), self.word(*b).to_vec());
                // Copies of the sign change neither order nor equality.
                let needed = significant(&x).max(significant(&y));
                x.truncate(needed);
                y.truncate(needed);
                vec![match op {
                    Compare::Eq => self.gates.word_eq(&x, &y),
                    Compare::Ult => self.gates.word_ult(&x, &y),
                    Compare::Slt => self.gates.word_slt(&x, &y),
                }]
            }
            Node::Extract { low, of } => {
                self.word(*of).iter().copied().skip(*low as usize).take(width as usize).collect()
            }
            Node::Concat(high, low) => self.word(*low).iter().chain(self.word(*high)).copied().collect(),
            Node::ZeroExtend(a) => widen(self.word(*a), width, Lit::FALSE),
            Node::SignExtend(a) => {
                let word = self.word(*a);
                widen(word, width, word.last().copied().unwrap_or(Lit::FALSE))
            }
            Node::FromBool(a) => vec![self.bit(*a)],
        }
    }

    fn translate_binary(&mut self, op: BitsOp, a: TermId, b: TermId) -> Word {
        let (x, y) = (self.word(a).to_vec(), self.word(b).to_vec());
        let gates = &mut self.gates;
        match op {
            BitsOp::Add if self.link_adders => linked_add(gates, &x, &y),
            BitsOp::Add => gates.word_add(&x, &y, Lit::FALSE),
            BitsOp::Sub => gates.word_sub(&x, &y),
            BitsOp::Mul => gates.word_mul(&x, &y),
            BitsOp::Udiv | BitsOp::Urem => {
                let (quotient, remainder) =
                    self.divisions.entry((a, b)).or_insert_with(|| gates.word_divide(&x, &y)).clone();
                if op == BitsOp::Udiv { quotient } else { remainder }
            }
            BitsOp::Shl => gates.word_shift(&x, &y, true, Lit::FALSE),
            BitsOp::Lshr => gates.word_shift(&x, &y, false, Lit::FALSE),
            BitsOp::Ashr => {
                let sign = x.last().copied().unwrap_or(Lit::FALSE);
                gates.word_shift(&x, &y, false, sign)
            }
            BitsOp::And => x.iter().zip(&y).map(|(&p, &q)| gates.and(p, q)).collect(),
            BitsOp::Or => x.iter().zip(&y).map(|(&p, &q)| gates.or(p, q)).collect(),
            BitsOp::Xor => x.iter().zip(&y).map(|(&p, &q)| gates.xor(p, q)).collect(),
        }
    }
}

fn widen(word: &[Lit], width: u32, fill: Lit) -> Word {
    let mut wide = word.to_vec();
    wide.resize(width as usize, fill);
    wide
}

/// An adder whose sum and carry bits are tied by redundant clauses.
fn linked_add(gates: &mut Gates, a: &[Lit], b: &[Lit]) -> Word {
    let mut carry = Lit::FALSE;
    let mut sum = Vec::with_capacity(a.len());
    for (&x, &y) in a.iter().zip(b) {
        let bit = gates.parity(x, y, carry);
        let next = gates.majority(x, y, carry);
        gates.link_adder(bit, next, [x, y, carry]);
        sum.push(bit);
        carry = next;
    }
    sum
}
