//! Structurally hashed gates and their translation to CNF.
//!
//! Gates are built freely (and shared by hash-consing); CNF comes out only for what an asserted, assumed or observed
//! literal reaches, and only for the polarity in which it is reached (Plaisted and Greenbaum), since a gate that
//! is only ever required true needs half its clauses. Values of terms are read from the inputs, never from gates, so
//! the missing half is never missed. Invariants: children have smaller node numbers; node 0 is the constant true.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// A gate or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Lit(u32);

impl Lit {
    pub(crate) const TRUE: Lit = Lit(0);
    pub(crate) const FALSE: Lit = Lit(1);

    fn positive(node: usize) -> Lit {
        Lit((node as u32) << 1)
    }

    pub(crate) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    pub(crate) fn is_const(self) -> bool {
        self.node() == 0
    }

    fn negate_if(self, negate: bool) -> Lit {
        Lit(self.0 ^ u32::from(negate))
    }

    fn abs(self) -> Lit {
        Lit(self.0 & !1)
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Gate {
    True,
    Input(u32),
    And(Lit, Lit),
    Many(Box<[Lit]>),
    Xor(Lit, Lit),
    Ite(Lit, Lit, Lit),
    Majority(Lit, Lit, Lit),
    Parity(Lit, Lit, Lit),
}

const NEED_TRUE: u8 = 1;
const NEED_FALSE: u8 = 2;
const NEED_BOTH: u8 = 3;

#[derive(Debug)]
pub(crate) struct Gates {
    nodes: IndexSet<Gate, FxBuildHasher>,
    inputs: u32,
    /// SAT variable of a node, 0 while it has none.
    sat_vars: Vec<i32>,
    /// Which halves of a node's definition are in the CNF.
    emitted: Vec<u8>,
    n_sat_vars: i32,
    /// Clauses not yet handed to the SAT solver, each ended by 0.
    pub(crate) clauses: Vec<i32>,
    pub(crate) n_clauses: u64,
    polarity_aware: bool,
}

impl Gates {
    pub(crate) fn new(polarity_aware: bool) -> Self {
        let mut nodes = IndexSet::default();
        nodes.insert(Gate::True);
        let mut gates = Gates {
            nodes,
            inputs: 0,
            sat_vars: Vec::new(),
            emitted: Vec::new(),
            n_sat_vars: 0,
            clauses: Vec::new(),
            n_clauses: 0,
            polarity_aware,
        };
        let truth = gates.sat(Lit::TRUE);
        gates.clause(&[truth]);
        gates
    }

    pub(crate) fn n_sat_vars(&self) -> i32 {
        self.n_sat_vars
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    fn gate(&mut self, gate: Gate) -> Lit {
        Lit::positive(self.nodes.insert_full(gate).0)
    }

    pub(crate) fn input(&mut self) -> Lit {
        self.inputs += 1;
        self.gate(Gate::Input(self.inputs))
    }

    pub(crate) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        if a == Lit::TRUE || a == b {
            return b;
        }
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Gate::And(p, q) = self.nodes[y.node()] {
                // x and (x and q) = x and q; x and not (x and q) = x and not q; not p and (p and q) = false
                if !y.is_negative() {
                    if x == p || x == q {
                        return y;
                    }
                    if x == !p || x == !q {
                        return Lit::FALSE;
                    }
                } else if x == p {
                    return self.and(x, !q);
                } else if x == q {
                    return self.and(x, !p);
                } else if x == !p || x == !q {
                    return x;
                }
            }
        }
        self.gate(Gate::And(a, b))
    }

    pub(crate) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub(crate) fn and_many(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let mut lits: Vec<Lit> = lits.into_iter().filter(|&lit| lit != Lit::TRUE).collect();
        lits.sort_unstable();
        lits.dedup();
        if lits.windows(2).any(|pair| pair[0] == !pair[1]) || lits.first() == Some(&Lit::FALSE) {
            return Lit::FALSE;
        }
        match lits[..] {
            [] => Lit::TRUE,
            [single] => single,
            [a, b] => self.and(a, b),
            _ => self.gate(Gate::Many(lits.into_boxed_slice())),
        }
    }

    pub(crate) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let negate = a.is_negative() ^ b.is_negative();
        let (a, b) = (a.abs().min(b.abs()), a.abs().max(b.abs()));
        let core = if a == b {
            Lit::FALSE
        } else if a == Lit::TRUE {
            !b
        } else {
            self.gate(Gate::Xor(a, b))
        };
        core.negate_if(negate)
    }

    pub(crate) fn parity(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let negate = a.is_negative() ^ b.is_negative() ^ c.is_negative();
        let mut sorted = [a.abs(), b.abs(), c.abs()];
        sorted.sort_unstable();
        let [a, b, c] = sorted;
        let core = if a == b {
            c
        } else if b == c {
            a
        } else if a == Lit::TRUE {
            !self.xor(b, c)
        } else {
            self.gate(Gate::Parity(a, b, c))
        };
        core.negate_if(negate)
    }

    pub(crate) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut sorted = [a, b, c];
        sorted.sort_unstable();
        let [a, b, c] = sorted;
        if a == b || b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        match a {
            Lit::TRUE => self.or(b, c),
            Lit::FALSE => self.and(b, c),
            _ if a.is_negative() => !self.gate(Gate::Majority(!a, !b, !c)),
            _ => self.gate(Gate::Majority(a, b, c)),
        }
    }

    pub(crate) fn ite(&mut self, c: Lit, t: Lit, e: Lit) -> Lit {
        if c.is_negative() && !c.is_const() {
            return self.ite(!c, e, t);
        }
        if c == Lit::TRUE || t == e {
            t
        } else if c == Lit::FALSE {
            e
        } else if t == !e {
            !self.xor(c, t)
        } else if t == Lit::TRUE || t == c {
            self.or(c, e)
        } else if t == Lit::FALSE || t == !c {
            self.and(!c, e)
        } else if e == Lit::TRUE || e == !c {
            self.or(!c, t)
        } else if e == Lit::FALSE || e == c {
            self.and(c, t)
        } else if t.is_negative() {
            !self.gate(Gate::Ite(c, !t, !e))
        } else {
            self.gate(Gate::Ite(c, t, e))
        }
    }

    pub(crate) fn clause(&mut self, lits: &[i32]) {
        self.clauses.extend_from_slice(lits);
        self.clauses.push(0);
        self.n_clauses += 1;
    }

    pub(crate) fn fresh_sat_var(&mut self) -> i32 {
        self.n_sat_vars += 1;
        self.n_sat_vars
    }

    /// SAT literal of a gate literal, without its definition.
    fn sat(&mut self, lit: Lit) -> i32 {
        let node = lit.node();
        if node >= self.sat_vars.len() {
            self.sat_vars.resize(self.nodes.len(), 0);
            self.emitted.resize(self.nodes.len(), 0);
        }
        if self.sat_vars[node] == 0 {
            self.sat_vars[node] = self.fresh_sat_var();
        }
        if lit.is_negative() { -self.sat_vars[node] } else { self.sat_vars[node] }
    }

    /// SAT literal if the gate already has one.
    pub(crate) fn known_sat(&self, lit: Lit) -> Option<i32> {
        match self.sat_vars.get(lit.node()) {
            Some(&var) if var != 0 => Some(if lit.is_negative() { -var } else { var }),
            _ => None,
        }
    }

    /// SAT literal that may be required true; its definition in that direction is in the CNF.
    pub(crate) fn require_true(&mut self, lit: Lit) -> i32 {
        self.emit(lit, NEED_TRUE)
    }

    /// SAT literal that is equivalent to its gate in both directions.
    pub(crate) fn require_exact(&mut self, lit: Lit) -> i32 {
        self.emit(lit, NEED_BOTH)
    }

    fn emit(&mut self, root: Lit, need: u8) -> i32 {
        let result = self.sat(root);
        let mut work = vec![(root, need)];
        while let Some((lit, need)) = work.pop() {
            let need = if !self.polarity_aware {
                NEED_BOTH
            } else if lit.is_negative() {
                (need >> 1) | ((need & 1) << 1)
            } else {
                need
            };
            let output = self.sat(lit.abs());
            let missing = need & !self.emitted[lit.node()];
            if missing == 0 {
                continue;
            }
            self.emitted[lit.node()] |= need;
            let gate = self.nodes[lit.node()].clone();
            self.define(&gate, output, missing, &mut work);
        }
        result
    }

    /// Clauses of one gate in the missing directions; its children go to the work list with the polarity they need.
    fn define(&mut self, gate: &Gate, output: i32, missing: u8, work: &mut Vec<(Lit, u8)>) {
        let (if_true, if_false) = (missing & NEED_TRUE != 0, missing & NEED_FALSE != 0);
        match *gate {
            Gate::True | Gate::Input(_) => {}
            Gate::And(a, b) => self.define_conjunction(&[a, b], output, missing, work),
            Gate::Many(ref parts) => self.define_conjunction(parts, output, missing, work),
            Gate::Xor(a, b) => {
                let (x, y) = (self.sat(a), self.sat(b));
                if if_true {
                    self.clause(&[-output, x, y]);
                    self.clause(&[-output, -x, -y]);
                }
                if if_false {
                    self.clause(&[output, -x, y]);
                    self.clause(&[output, x, -y]);
                }
                work.extend([(a, NEED_BOTH), (b, NEED_BOTH)]);
            }
            Gate::Ite(c, t, e) => {
                let (i, x, y) = (self.sat(c), self.sat(t), self.sat(e));
                if if_true {
                    self.clause(&[-output, -i, x]);
                    self.clause(&[-output, i, y]);
                    self.clause(&[-output, x, y]);
                }
                if if_false {
                    self.clause(&[output, -i, -x]);
                    self.clause(&[output, i, -y]);
                    self.clause(&[output, -x, -y]);
                }
                work.extend([(c, NEED_BOTH), (t, missing), (e, missing)]);
            }
            Gate::Majority(a, b, c) => {
                let (x, y, z) = (self.sat(a), self.sat(b), self.sat(c));
                for (p, q) in [(x, y), (x, z), (y, z)] {
                    if if_true {
                        self.clause(&[-output, p, q]);
                    }
                    if if_false {
                        self.clause(&[output, -p, -q]);
                    }
                }
                work.extend([(a, missing), (b, missing), (c, missing)]);
            }
            Gate::Parity(a, b, c) => {
                let (x, y, z) = (self.sat(a), self.sat(b), self.sat(c));
                for signs in 0..8u8 {
                    let odd = signs.count_ones() % 2 == 1;
                    if (odd && !if_false) || (!odd && !if_true) {
                        continue;
                    }
                    // Inputs fixed to the pattern `signs` force the output to its parity.
                    let flip = |lit: i32, bit: u8| if signs & bit != 0 { -lit } else { lit };
                    let out = if odd { output } else { -output };
                    self.clause(&[out, flip(x, 1), flip(y, 2), flip(z, 4)]);
                }
                work.extend([(a, NEED_BOTH), (b, NEED_BOTH), (c, NEED_BOTH)]);
            }
        }
    }

    fn define_conjunction(&mut self, parts: &[Lit], output: i32, missing: u8, work: &mut Vec<(Lit, u8)>) {
        let inputs: Vec<i32> = parts.iter().map(|&part| self.sat(part)).collect();
        if missing & NEED_TRUE != 0 {
            for &input in &inputs {
                self.clause(&[-output, input]);
            }
        }
        if missing & NEED_FALSE != 0 {
            let mut clause: Vec<i32> = inputs.iter().map(|&input| -input).collect();
            clause.push(output);
            self.clause(&clause);
        }
        work.extend(parts.iter().map(|&part| (part, missing)));
    }

    /// Redundant clauses that tie sum and carry of a full adder together, so that knowing both fixes the inputs.
    pub(crate) fn link_adder(&mut self, sum: Lit, carry: Lit, inputs: [Lit; 3]) {
        if sum.is_const() || carry.is_const() || inputs.iter().any(|input| input.is_const()) {
            return;
        }
        let (s, c) = (self.require_exact(sum), self.require_exact(carry));
        for input in inputs {
            let x = self.require_exact(input);
            self.clause(&[-c, -s, x]);
            self.clause(&[c, s, -x]);
        }
    }
}
