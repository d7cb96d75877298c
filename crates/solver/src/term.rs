//! Hash-consed Bool and bit-vector terms: the arena, its node kinds and read access.
//!
//! A term is a `TermId` into one arena; equal terms have equal ids. Constructors (in `rewrite_bool`,
//! `rewrite_bits`, `rewrite_shape`) simplify while building. Invariants: children have smaller ids than their
//! parent, so a sweep in id order is a topological sweep; `sorts[i]` is the sort of node `i`; a constant never
//! has bits above its width; `Or`, `>=`, signed division and the like never occur as nodes (they are expressed).
//!
//! Ill-sorted applications do not panic: the first one is remembered, a fresh variable of the right sort stands
//! in, and `Solver::solve` refuses with that error.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::{EventId, OrderId, SolverError};
use limits::{Limits, Stop};

/// Widest bit-vector that a constant (`u128`) can hold.
pub const MAX_WIDTH: u32 = 128;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId(pub(crate) u32);

impl TermId {
    pub const FALSE: TermId = TermId(0);
    pub const TRUE: TermId = TermId(1);

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    Bool,
    Bits(u32),
}

/// Binary operations on two bit-vectors of the same width, with a result of that width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum BitsOp {
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Shl,
    Lshr,
    Ashr,
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Compare {
    Eq,
    Ult,
    Slt,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    False,
    True,
    Var(u32),
    /// `first < second` in the strict total order `order`; `first.0 < second.0` always.
    Before {
        order: OrderId,
        first: EventId,
        second: EventId,
    },
    Not(TermId),
    /// At least two children, sorted, without duplicates or complements.
    And(Box<[TermId]>),
    Xor(TermId, TermId),
    Ite(TermId, TermId, TermId),
    Const(u128),
    BitNot(TermId),
    Binary(BitsOp, TermId, TermId),
    Compare(Compare, TermId, TermId),
    Extract {
        low: u32,
        of: TermId,
    },
    /// High part, low part.
    Concat(TermId, TermId),
    ZeroExtend(TermId),
    SignExtend(TermId),
    FromBool(TermId),
}

impl Node {
    pub(crate) fn for_each_child(&self, mut visit: impl FnMut(TermId)) {
        match self {
            Node::False | Node::True | Node::Var(_) | Node::Before { .. } | Node::Const(_) => {}
            Node::And(children) => children.iter().copied().for_each(visit),
            Node::Not(a)
            | Node::BitNot(a)
            | Node::Extract { of: a, .. }
            | Node::ZeroExtend(a)
            | Node::SignExtend(a)
            | Node::FromBool(a) => visit(*a),
            Node::Xor(a, b) | Node::Binary(_, a, b) | Node::Compare(_, a, b) | Node::Concat(a, b) => {
                visit(*a);
                visit(*b);
            }
            Node::Ite(a, b, c) => {
                visit(*a);
                visit(*b);
                visit(*c);
            }
        }
    }
}

/// All ones in `width` bits.
pub(crate) fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1u128 << width) - 1 }
}

#[derive(Clone, Debug)]
pub struct Terms {
    nodes: IndexSet<(Node, Sort), FxBuildHasher>,
    var_names: Vec<String>,
    error: Option<SolverError>,
    /// Nesting of rewrites that descend into children; see `nested`.
    depth: u32,
    watch: Option<Watch>,
}

/// Who builds terms for ever is to be stopped, too.
#[derive(Clone, Debug)]
struct Watch {
    limits: Limits,
    left: u32,
}

/// Terms built between two looks at the clock.
const TERMS_PER_LOOK: u32 = 1024;

/// What the stack is unwound with when time is up while terms are built; see [`Terms::watch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfTime(pub Stop);

/// Rewrites that descend into children stop here: terms share children, so an unbounded descent could visit
/// exponentially many paths (think of a hash function's rotations).
const MAX_REWRITE_DEPTH: u32 = 6;

impl Default for Terms {
    fn default() -> Self {
        Self::new()
    }
}

impl Terms {
    pub fn new() -> Self {
        let mut terms =
            Terms { nodes: IndexSet::default(), var_names: Vec::new(), error: None, depth: 0, watch: None };
        terms.intern(Node::False, Sort::Bool);
        terms.intern(Node::True, Sort::Bool);
        terms
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// From now on, whenever the limits are passed, building a term unwinds the stack with [`OutOfTime`] (no panic: nothing is
    /// printed), for the caller to catch. Building terms cannot fail otherwise, and those who do it at length are many.
    pub fn watch(&mut self, limits: &Limits) {
        self.watch = limits.is_any().then(|| Watch { limits: limits.clone(), left: TERMS_PER_LOOK });
    }

    /// No more of that.
    pub fn unwatch(&mut self) {
        self.watch = None;
    }

    pub(crate) fn intern(&mut self, node: Node, sort: Sort) -> TermId {
        if let Some(watch) = &mut self.watch {
            watch.left -= 1;
            if watch.left == 0 {
                watch.left = TERMS_PER_LOOK;
                if let Some(reason) = watch.limits.reached() {
                    std::panic::resume_unwind(Box::new(OutOfTime(reason)));
                }
            }
        }
        TermId(self.nodes.insert_full((node, sort)).0 as u32)
    }

    pub(crate) fn node(&self, term: TermId) -> &Node {
        self.nodes.get_index(term.index()).map_or(&Node::False, |(node, _)| node)
    }

    pub fn sort(&self, term: TermId) -> Sort {
        self.nodes.get_index(term.index()).map_or(Sort::Bool, |&(_, sort)| sort)
    }

    /// Width of a bit-vector term; a Bool counts as one bit.
    pub fn width(&self, term: TermId) -> u32 {
        match self.sort(term) {
            Sort::Bool => 1,
            Sort::Bits(width) => width,
        }
    }

    /// Runs a rewrite that may build terms from the children of its argument, unless too many are under way.
    pub(crate) fn nested(&mut self, rewrite: impl FnOnce(&mut Self) -> Option<TermId>) -> Option<TermId> {
        if self.depth >= MAX_REWRITE_DEPTH {
            return None;
        }
        self.depth += 1;
        let result = rewrite(self);
        self.depth -= 1;
        result
    }

    /// The first ill-sorted application, if any.
    pub fn error(&self) -> Option<&SolverError> {
        self.error.as_ref()
    }

    pub(crate) fn var_name(&self, symbol: u32) -> &str {
        self.var_names.get(symbol as usize).map_or("", String::as_str)
    }

    /// A new variable, different from all others even of the same name.
    pub fn bool_var(&mut self, name: impl Into<String>) -> TermId {
        self.fresh_var(name.into(), Sort::Bool)
    }

    pub fn bits_var(&mut self, name: impl Into<String>, width: u32) -> TermId {
        if width == 0 || width > MAX_WIDTH {
            return self.ill_sorted("variable", Sort::Bits(width), Sort::Bits(width.clamp(1, MAX_WIDTH)));
        }
        self.fresh_var(name.into(), Sort::Bits(width))
    }

    pub(crate) fn fresh_var(&mut self, name: String, sort: Sort) -> TermId {
        let symbol = self.var_names.len() as u32;
        self.var_names.push(name);
        self.intern(Node::Var(symbol), sort)
    }

    /// Remembers an ill-sorted application and returns a stand-in of sort `wanted`.
    pub(crate) fn ill_sorted(&mut self, operation: &'static str, found: Sort, wanted: Sort) -> TermId {
        self.error.get_or_insert(SolverError::IllSorted { operation, found });
        self.fresh_var("ill-sorted".into(), wanted)
    }

    pub fn bool_const(&self, value: bool) -> TermId {
        if value { TermId::TRUE } else { TermId::FALSE }
    }

    /// `value` reduced modulo 2^width.
    pub fn bits_const(&mut self, value: u128, width: u32) -> TermId {
        if width == 0 || width > MAX_WIDTH {
            return self.ill_sorted("constant", Sort::Bits(width), Sort::Bits(width.clamp(1, MAX_WIDTH)));
        }
        self.intern(Node::Const(value & mask(width)), Sort::Bits(width))
    }

    /// The value of a constant bit-vector term.
    pub fn as_const(&self, term: TermId) -> Option<u128> {
        match self.node(term) {
            Node::Const(value) => Some(*value),
            _ => None,
        }
    }

    /// The two sides, where the term is an equation of bit vectors.
    pub fn as_equation(&self, term: TermId) -> Option<(TermId, TermId)> {
        match *self.node(term) {
            Node::Compare(Compare::Eq, a, b) => Some((a, b)),
            _ => None,
        }
    }

    pub fn as_bool_const(&self, term: TermId) -> Option<bool> {
        match term {
            TermId::TRUE => Some(true),
            TermId::FALSE => Some(false),
            _ => None,
        }
    }

    pub(crate) fn before(&mut self, order: OrderId, first: EventId, second: EventId) -> TermId {
        if first == second {
            return TermId::FALSE;
        }
        if first.0 > second.0 {
            let reverse = self.intern(Node::Before { order, first: second, second: first }, Sort::Bool);
            return self.not(reverse);
        }
        self.intern(Node::Before { order, first, second }, Sort::Bool)
    }

    /// All terms reachable from `roots` for which `wanted` holds, in topological (id) order; terms that are not
    /// wanted are not entered.
    pub(crate) fn reachable(&self, roots: &[TermId], mut wanted: impl FnMut(TermId) -> bool) -> Vec<TermId> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack: Vec<TermId> = roots.to_vec();
        let mut found = Vec::new();
        while let Some(term) = stack.pop() {
            if !seen.insert(term) || !wanted(term) {
                continue;
            }
            found.push(term);
            self.node(term).for_each_child(|child| stack.push(child));
        }
        found.sort_unstable();
        found
    }
}
