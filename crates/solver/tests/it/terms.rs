//! Rewriting and bit-blasting against direct evaluation of the unsimplified expression.

use crate::common::Tape;
use proptest::prelude::*;
use solver::{Assignment, Evaluator, EventId, Options, OrderId, Outcome, Solver, TermId, Terms};

/// An expression as generated, before any rewriting. Bools are kept apart from bit-vectors.
#[derive(Clone, Debug)]
enum Bits {
    Var(usize),
    Const(u128, u32),
    Binary(u8, Box<Bits>, Box<Bits>),
    Not(Box<Bits>),
    Neg(Box<Bits>),
    Ite(Box<Bool>, Box<Bits>, Box<Bits>),
    Extract(u32, u32, Box<Bits>),
    Concat(Box<Bits>, Box<Bits>),
    Extend(bool, u32, Box<Bits>),
    FromBool(Box<Bool>),
}

#[derive(Clone, Debug)]
enum Bool {
    Const(bool),
    Compare(u8, Box<Bits>, Box<Bits>),
    Not(Box<Bool>),
    Binary(u8, Box<Bool>, Box<Bool>),
    Ite(Box<Bool>, Box<Bool>, Box<Bool>),
}

struct Generator<'a, 'b> {
    tape: &'a mut Tape<'b>,
    widths: &'a [u32],
}

impl Generator<'_, '_> {
    fn bits(&mut self, width: u32, depth: u32) -> Bits {
        let kind = if depth == 0 { self.tape.below(2) } else { 1 + self.tape.below(13) };
        let d = depth.saturating_sub(1);
        match kind {
            2..=7 => {
                let op = self.tape.below(13) as u8;
                Bits::Binary(op, Box::new(self.bits(width, d)), Box::new(self.bits(width, d)))
            }
            8 => Bits::Not(Box::new(self.bits(width, d))),
            9 => Bits::Neg(Box::new(self.bits(width, d))),
            10 => {
                let condition = Box::new(self.bool(d));
                Bits::Ite(condition, Box::new(self.bits(width, d)), Box::new(self.bits(width, d)))
            }
            11 => {
                let low = self.tape.below(4) as u32;
                let extra = self.tape.below(4) as u32;
                let inner = (width + low + extra).min(128);
                let low = low.min(inner - width);
                Bits::Extract(low + width - 1, low, Box::new(self.bits(inner, d)))
            }
            12 if width > 1 => {
                let low = 1 + self.tape.below(width as usize - 1) as u32;
                Bits::Concat(Box::new(self.bits(width - low, d)), Box::new(self.bits(low, d)))
            }
            13 if width > 1 => {
                let narrow = 1 + self.tape.below(width as usize - 1) as u32;
                Bits::Extend(self.tape.below(2) == 1, width, Box::new(self.bits(narrow, d)))
            }
            12 | 13 => Bits::FromBool(Box::new(self.bool(d))),
            _ => self.leaf(width),
        }
    }

    fn leaf(&mut self, width: u32) -> Bits {
        let fitting: Vec<usize> = (0..self.widths.len()).filter(|&v| self.widths[v] == width).collect();
        if fitting.is_empty() || self.tape.below(4) == 3 {
            let value = match self.tape.below(6) {
                0 => 0,
                1 => 1,
                2 => u128::MAX,
                3 => 1 << (width - 1),
                4 => 1 << self.tape.below(width as usize),
                _ => self.tape.wide(),
            };
            return Bits::Const(value & mask(width), width);
        }
        Bits::Var(fitting[self.tape.below(fitting.len())])
    }

    fn bool(&mut self, depth: u32) -> Bool {
        let d = depth.saturating_sub(1);
        match if depth == 0 { 0 } else { 1 + self.tape.below(8) } {
            0 => Bool::Const(self.tape.below(2) == 1),
            1..=4 => {
                let width = self.widths[self.tape.below(self.widths.len())];
                let op = self.tape.below(6) as u8;
                Bool::Compare(op, Box::new(self.bits(width, d)), Box::new(self.bits(width, d)))
            }
            5 => Bool::Not(Box::new(self.bool(d))),
            6 => Bool::Ite(Box::new(self.bool(d)), Box::new(self.bool(d)), Box::new(self.bool(d))),
            _ => Bool::Binary(self.tape.below(5) as u8, Box::new(self.bool(d)), Box::new(self.bool(d))),
        }
    }
}

fn mask(width: u32) -> u128 {
    if width == 128 { u128::MAX } else { (1 << width) - 1 }
}

fn signed(value: u128, width: u32) -> i128 {
    if value >> (width - 1) == 1 { (value | !mask(width)) as i128 } else { value as i128 }
}

/// Width and value by the book, one operation at a time.
fn eval(bits: &Bits, inputs: &[(u128, u32)]) -> (u128, u32) {
    match bits {
        Bits::Var(index) => inputs[*index],
        Bits::Const(value, width) => (*value, *width),
        Bits::Binary(op, a, b) => {
            let ((x, width), (y, _)) = (eval(a, inputs), eval(b, inputs));
            (binary(*op, x, y, width) & mask(width), width)
        }
        Bits::Not(a) => {
            let (x, width) = eval(a, inputs);
            (x ^ mask(width), width)
        }
        Bits::Neg(a) => {
            let (x, width) = eval(a, inputs);
            (0u128.wrapping_sub(x) & mask(width), width)
        }
        Bits::Ite(c, t, e) => eval(if eval_bool(c, inputs) { t } else { e }, inputs),
        Bits::Extract(high, low, a) => ((eval(a, inputs).0 >> low) & mask(high - low + 1), high - low + 1),
        Bits::Concat(a, b) => {
            let ((x, xw), (y, yw)) = (eval(a, inputs), eval(b, inputs));
            (x << yw | y, xw + yw)
        }
        Bits::Extend(is_signed, width, a) => {
            let (x, narrow) = eval(a, inputs);
            (if *is_signed { signed(x, narrow) as u128 & mask(*width) } else { x }, *width)
        }
        Bits::FromBool(a) => (u128::from(eval_bool(a, inputs)), 1),
    }
}

fn binary(op: u8, x: u128, y: u128, width: u32) -> u128 {
    let (sx, sy) = (signed(x, width), signed(y, width));
    let far = y >= u128::from(width);
    match op {
        0 => x.wrapping_add(y),
        1 => x.wrapping_sub(y),
        2 => x.wrapping_mul(y),
        3 => x.checked_div(y).unwrap_or(u128::MAX),
        4 => x.checked_rem(y).unwrap_or(x),
        5 if sy == 0 => {
            if sx < 0 {
                1
            } else {
                u128::MAX
            }
        }
        5 => sx.wrapping_div(sy) as u128,
        6 if sy == 0 => x,
        6 => sx.wrapping_rem(sy) as u128,
        7 => {
            if far {
                0
            } else {
                x << y
            }
        }
        8 => {
            if far {
                0
            } else {
                x >> y
            }
        }
        9 => (sx >> if far { width - 1 } else { y as u32 }) as u128,
        10 => x & y,
        11 => x | y,
        _ => x ^ y,
    }
}

fn eval_bool(bool: &Bool, inputs: &[(u128, u32)]) -> bool {
    match bool {
        Bool::Const(value) => *value,
        Bool::Compare(op, a, b) => {
            let ((x, width), (y, _)) = (eval(a, inputs), eval(b, inputs));
            let (sx, sy) = (signed(x, width), signed(y, width));
            match op {
                0 => x == y,
                1 => x < y,
                2 => x <= y,
                3 => sx < sy,
                4 => sx <= sy,
                _ => x != y,
            }
        }
        Bool::Not(a) => !eval_bool(a, inputs),
        Bool::Binary(op, a, b) => {
            let (x, y) = (eval_bool(a, inputs), eval_bool(b, inputs));
            match op {
                0 => x && y,
                1 => x || y,
                2 => x != y,
                3 => x == y,
                _ => !x || y,
            }
        }
        Bool::Ite(c, t, e) => eval_bool(if eval_bool(c, inputs) { t } else { e }, inputs),
    }
}

fn build(terms: &mut Terms, bits: &Bits, vars: &[TermId]) -> TermId {
    match bits {
        Bits::Var(index) => vars[*index],
        Bits::Const(value, width) => terms.bits_const(*value, *width),
        Bits::Binary(op, a, b) => {
            let (x, y) = (build(terms, a, vars), build(terms, b, vars));
            match op {
                0 => terms.add(x, y),
                1 => terms.sub(x, y),
                2 => terms.mul(x, y),
                3 => terms.udiv(x, y),
                4 => terms.urem(x, y),
                5 => terms.sdiv(x, y),
                6 => terms.srem(x, y),
                7 => terms.shl(x, y),
                8 => terms.lshr(x, y),
                9 => terms.ashr(x, y),
                10 => terms.bit_and(x, y),
                11 => terms.bit_or(x, y),
                _ => terms.bit_xor(x, y),
            }
        }
        Bits::Not(a) => {
            let x = build(terms, a, vars);
            terms.bit_not(x)
        }
        Bits::Neg(a) => {
            let x = build(terms, a, vars);
            terms.neg(x)
        }
        Bits::Ite(c, t, e) => {
            let (c, t, e) = (build_bool(terms, c, vars), build(terms, t, vars), build(terms, e, vars));
            terms.ite(c, t, e)
        }
        Bits::Extract(high, low, a) => {
            let x = build(terms, a, vars);
            terms.extract(*high, *low, x)
        }
        Bits::Concat(a, b) => {
            let (x, y) = (build(terms, a, vars), build(terms, b, vars));
            terms.concat(x, y)
        }
        Bits::Extend(is_signed, width, a) => {
            let x = build(terms, a, vars);
            if *is_signed { terms.sign_extend(x, *width) } else { terms.zero_extend(x, *width) }
        }
        Bits::FromBool(a) => {
            let x = build_bool(terms, a, vars);
            terms.from_bool(x)
        }
    }
}

fn build_bool(terms: &mut Terms, bool: &Bool, vars: &[TermId]) -> TermId {
    match bool {
        Bool::Const(value) => terms.bool_const(*value),
        Bool::Compare(op, a, b) => {
            let (x, y) = (build(terms, a, vars), build(terms, b, vars));
            match op {
                0 => terms.eq(x, y),
                1 => terms.ult(x, y),
                2 => terms.ule(x, y),
                3 => terms.slt(x, y),
                4 => terms.sle(x, y),
                _ => terms.ne(x, y),
            }
        }
        Bool::Not(a) => {
            let x = build_bool(terms, a, vars);
            terms.not(x)
        }
        Bool::Binary(op, a, b) => {
            let (x, y) = (build_bool(terms, a, vars), build_bool(terms, b, vars));
            match op {
                0 => terms.and(x, y),
                1 => terms.or(x, y),
                2 => terms.xor(x, y),
                3 => terms.iff(x, y),
                _ => terms.implies(x, y),
            }
        }
        Bool::Ite(c, t, e) => {
            let (c, t, e) =
                (build_bool(terms, c, vars), build_bool(terms, t, vars), build_bool(terms, e, vars));
            terms.ite(c, t, e)
        }
    }
}

struct Inputs<'a> {
    vars: &'a [TermId],
    values: &'a [(u128, u32)],
}

impl Assignment for Inputs<'_> {
    fn variable(&self, term: TermId) -> u128 {
        self.vars.iter().position(|&var| var == term).map_or(0, |index| self.values[index].0)
    }

    fn before(&self, _: OrderId, first: EventId, second: EventId) -> bool {
        first < second
    }
}

/// One expression under several inputs: the rewritten term evaluates as the original, and the circuit agrees.
fn check(bits: &Bits, bool: &Bool, widths: &[u32], samples: &[Vec<u128>], options: &Options) {
    let mut solver = Solver::with_options(options);
    let vars: Vec<TermId> = widths.iter().map(|&width| solver.terms.bits_var("x", width)).collect();
    let term = build(&mut solver.terms, bits, &vars);
    let condition = build_bool(&mut solver.terms, bool, &vars);
    let width = solver.terms.width(term);
    let out = solver.terms.bits_var("out", width);
    let equal = solver.terms.eq(out, term);
    solver.assert(equal);
    for sample in samples {
        let values: Vec<(u128, u32)> = sample.iter().zip(widths).map(|(&v, &w)| (v & mask(w), w)).collect();
        let (expected, expected_width) = eval(bits, &values);
        let expected_bool = eval_bool(bool, &values);
        assert_eq!(width, expected_width);
        let inputs = Inputs { vars: &vars, values: &values };
        let mut evaluator = Evaluator::new(&solver.terms, &inputs);
        assert_eq!(evaluator.bits(term), expected, "rewriting changed {bits:?} under {values:?}");
        assert_eq!(evaluator.bool(condition), expected_bool, "rewriting changed {bool:?} under {values:?}");
        let mut fixed = Vec::new();
        for (&var, &(value, width)) in vars.iter().zip(&values) {
            let value = solver.terms.bits_const(value, width);
            let is = solver.terms.eq(var, value);
            fixed.push(solver.assumption("input", is));
        }
        let Outcome::Sat(model) = solver.solve(&fixed).unwrap() else { panic!("inputs can always be fixed") };
        assert_eq!(model.bits(&solver.terms, out), expected, "circuit of {bits:?} under {values:?}");
        let wrong = if expected_bool { solver.terms.not(condition) } else { condition };
        fixed.push(solver.assumption("wrong", wrong));
        assert!(solver.solve(&fixed).unwrap().is_unsat(), "circuit of {bool:?} under {values:?}");
    }
}

fn exhaustive(widths: &[u32]) -> Vec<Vec<u128>> {
    let total: u32 = widths.iter().sum();
    (0..1u128 << total)
        .map(|mut code| {
            widths
                .iter()
                .map(|&width| {
                    let value = code & mask(width);
                    code >>= width;
                    value
                })
                .collect()
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn small_widths_exhaustively(bytes in prop::collection::vec(any::<u8>(), 0..120), shape in 0usize..6) {
        let widths: &[u32] = [&[1u32, 1, 2][..], &[2, 2], &[3, 3], &[1, 4], &[5, 2], &[8]][shape];
        let mut tape = Tape::new(&bytes);
        let mut generator = Generator { tape: &mut tape, widths };
        let bits = generator.bits(widths[0], 3);
        let bool = generator.bool(3);
        // All inputs for the rewriting, some for the circuit.
        let all = exhaustive(widths);
        for sample in &all {
            let values: Vec<(u128, u32)> = sample.iter().zip(widths).map(|(&v, &w)| (v, w)).collect();
            let mut terms = Terms::new();
            let vars: Vec<TermId> = widths.iter().map(|&width| terms.bits_var("x", width)).collect();
            let term = build(&mut terms, &bits, &vars);
            let condition = build_bool(&mut terms, &bool, &vars);
            let inputs = Inputs { vars: &vars, values: &values };
            let mut evaluator = Evaluator::new(&terms, &inputs);
            prop_assert_eq!(evaluator.bits(term), eval(&bits, &values).0);
            prop_assert_eq!(evaluator.bool(condition), eval_bool(&bool, &values));
        }
        let some: Vec<Vec<u128>> = all.into_iter().step_by(5).collect();
        check(&bits, &bool, widths, &some, &Options::default());
    }

    #[test]
    fn circuits_of_common_widths(bytes in prop::collection::vec(any::<u8>(), 0..160), shape in 0usize..4) {
        let widths: &[u32] = [&[32u32, 32][..], &[64, 64], &[16, 16, 16], &[8, 32]][shape];
        let mut tape = Tape::new(&bytes);
        let samples: Vec<Vec<u128>> =
            (0..3).map(|_| widths.iter().map(|&width| tape.wide() & mask(width)).collect()).collect();
        let mut generator = Generator { tape: &mut tape, widths };
        let bits = generator.bits(widths[0], 2);
        let bool = generator.bool(2);
        let link_adders = bytes.len() % 2 == 0;
        let options = Options { polarity_aware: !link_adders, link_adders, ..Options::default() };
        check(&bits, &bool, widths, &samples, &options);
    }
}

/// Every binary operation and comparison at the widths where shifts and masks are delicate.
#[test]
fn each_operation_at_edge_widths() {
    for width in [1u32, 2, 31, 63, 64, 65, 127, 128] {
        let edge = [0, 1, 2, mask(width), mask(width) - 1, 1 << (width - 1), u128::from(width), 0x5bd1_e995];
        let samples: Vec<Vec<u128>> = edge
            .iter()
            .enumerate()
            .map(|(i, &x)| vec![x & mask(width), edge[(i * 3 + 1) % 8] & mask(width)])
            .collect();
        for op in 0..13u8 {
            // Dividers of 128 bits are large; a few inputs suffice.
            let samples = if (3..=6).contains(&op) { &samples[..3] } else { &samples[..] };
            let bits = Bits::Binary(op, Box::new(Bits::Var(0)), Box::new(Bits::Var(1)));
            let bool = Bool::Compare(op % 6, Box::new(Bits::Var(0)), Box::new(Bits::Var(1)));
            check(&bits, &bool, &[width, width], samples, &Options::default());
        }
    }
}

/// Multiplication by constants goes through signed digits; compare with the general multiplier.
#[test]
fn constant_multiplication_is_exact() {
    for constant in [3u128, 7, 10, 0x6b, 0xff, 0xfe, 0x80, 0xaa, 0x55, 0xf7] {
        let mut solver = Solver::new();
        let x = solver.terms.bits_var("x", 8);
        let y = solver.terms.bits_var("y", 8);
        let value = solver.terms.bits_const(constant, 8);
        let is = solver.terms.eq(y, value);
        let by_constant = solver.terms.mul(x, value);
        let general = solver.terms.mul(x, y);
        let different = solver.terms.ne(by_constant, general);
        solver.assert(is);
        solver.assert(different);
        assert!(solver.solve(&[]).unwrap().is_unsat(), "times {constant}");
    }
}

#[test]
fn ill_sorted_terms_are_refused_not_panicked() {
    let mut solver = Solver::new();
    let x = solver.terms.bits_var("x", 8);
    let y = solver.terms.bits_var("y", 9);
    let sum = solver.terms.add(x, y);
    assert_eq!(solver.terms.sort(sum), solver::Sort::Bits(8));
    assert!(solver.solve(&[]).is_err());
    let mut solver = Solver::new();
    let x = solver.terms.bits_var("x", 8);
    solver.assert(x);
    assert!(solver.solve(&[]).is_err());
    let mut terms = Terms::new();
    terms.bits_var("x", 0);
    terms.bits_const(1, 129);
    assert!(terms.error().is_some());
}
