//! Expressions as terms of the solver. Truth values are Bool terms, everything else bit-vectors.

use crate::expr::{ExprId, Exprs, FlagId, Node, ReadId};
use ir::Ty;
use lift::{bits, typed};
use rustc_hash::FxHashMap;
use solver::{TermId, Terms};

/// Terms made so far.
#[derive(Debug, Default)]
pub(crate) struct Lowering {
    terms: FxHashMap<ExprId, TermId>,
    pub(crate) reads: FxHashMap<ReadId, TermId>,
    pub(crate) flags: FxHashMap<FlagId, TermId>,
}

impl Lowering {
    /// The term of an expression, by a walk that does not recurse: expressions may be as deep as the trace is long.
    pub(crate) fn term(&mut self, exprs: &Exprs, terms: &mut Terms, root: ExprId) -> TermId {
        let mut stack = vec![root];
        while let Some(&id) = stack.last() {
            if self.terms.contains_key(&id) {
                stack.pop();
                continue;
            }
            let open: Vec<ExprId> = exprs.parts(id).filter(|part| !self.terms.contains_key(part)).collect();
            if open.is_empty() {
                let term = self.one(exprs, terms, id);
                self.terms.insert(id, term);
                stack.pop();
            } else {
                stack.extend(open);
            }
        }
        self.terms[&root]
    }

    /// As `term`, a bit-vector of whole bytes.
    pub(crate) fn bits(&mut self, exprs: &Exprs, terms: &mut Terms, id: ExprId) -> TermId {
        let term = self.term(exprs, terms, id);
        bits(terms, term)
    }

    fn one(&mut self, exprs: &Exprs, terms: &mut Terms, id: ExprId) -> TermId {
        let ty = exprs.ty(id);
        let width = ty.bits();
        let at = |part: ExprId| self.terms[&part];
        let result = match exprs.node(id) {
            Node::Const(value) if ty == Ty::BOOL => terms.bool_const(value != 0),
            Node::Const(value) => terms.bits_const(value, width),
            Node::Read(read) => match self.reads.get(&read) {
                Some(&term) => term,
                // Of no consequence to any question: any value will do.
                None => {
                    let term = terms.bits_var(format!("{read}"), width);
                    self.reads.insert(read, term);
                    term
                }
            },
            Node::Flag(flag) => *self.flags.entry(flag).or_insert_with(|| terms.bool_var(format!("{flag}"))),
            Node::Unary(op, a) => lift::unary(terms, op, ty, at(a)).unwrap_or_else(|| any(terms, ty)),
            Node::Binary(op, a, b) => {
                lift::binary(terms, op, ty, at(a), at(b)).unwrap_or_else(|| any(terms, ty))
            }
            Node::Compare(op, a, b) => {
                lift::compare(terms, op, at(a), at(b)).unwrap_or_else(|| any(terms, ty))
            }
            Node::Cast(op, a) => lift::cast(terms, op, ty, at(a)).unwrap_or_else(|| any(terms, ty)),
            Node::Select(cond, then, other) => {
                let cond = typed(terms, at(cond), Ty::BOOL);
                let (then, other) = (bits(terms, at(then)), bits(terms, at(other)));
                terms.ite(cond, then, other)
            }
            Node::Overflow(op, a, b, lost) => {
                let both = lift::overflow(terms, op, exprs.ty(a).bits(), at(a), at(b));
                both.map_or_else(|| any(terms, ty), |(value, overflows)| if lost { overflows } else { value })
            }
            Node::Bytes(a, from) => {
                let a = bits(terms, at(a));
                let (low, wide) = (8 * u32::from(from), terms.width(a));
                let high = (low + width - 1).min(wide - 1);
                let part = if low < wide { terms.extract(high, low, a) } else { terms.bits_const(0, width) };
                terms.resize_unsigned(part, width)
            }
            Node::Join(low, high) => {
                let (low, high) = (bits(terms, at(low)), bits(terms, at(high)));
                terms.concat(high, low)
            }
        };
        typed(terms, result, ty)
    }
}

/// Floating point is pinned while the trace is built, so that no node of the formula holds any; should one, it may be
/// anything, and what is found with it does not replay.
fn any(terms: &mut Terms, ty: Ty) -> TermId {
    match ty {
        Ty::BOOL => terms.bool_var("float"),
        _ => terms.bits_var("float", ty.bits()),
    }
}
