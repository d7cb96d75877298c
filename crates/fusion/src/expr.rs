//! Expressions of a trace: what each value of the recorded run is computed from, over the values of its shared reads.
//!
//! Hash-consed and folded while built. Every expression also carries the value it had in the recorded run (`seen`),
//! so that whoever builds expressions follows the recorded path without computing anything twice.
//!
//! Invariants: `seen` has no bits beyond the type; an expression without a variable is a `Const`.

use interp::eval;
use ir::{BinaryOp, CastOp, CompareOp, OverflowOp, Ty, UnaryOp, define_id};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

define_id!(
    /// An expression of a trace.
    ExprId,
    "x"
);
define_id!(
    /// The value of one shared read of the trace: a variable of the formula.
    ReadId,
    "r"
);
define_id!(
    /// A truth that the interleaving decides and no read tells: who comes last to a barrier.
    FlagId,
    "flag"
);

/// How an expression is made of others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    Const(u128),
    Read(ReadId),
    Flag(FlagId),
    Unary(UnaryOp, ExprId),
    Binary(BinaryOp, ExprId, ExprId),
    Compare(CompareOp, ExprId, ExprId),
    Cast(CastOp, ExprId),
    Select(ExprId, ExprId, ExprId),
    /// The wrapped result, or (`true`) whether it was wrapped.
    Overflow(OverflowOp, ExprId, ExprId, bool),
    /// Bytes `from ..` of the operand, as many as the type has.
    Bytes(ExprId, u8),
    /// The second operand above the first.
    Join(ExprId, ExprId),
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    node: Node,
    ty: Ty,
    seen: u128,
}

/// All expressions of a trace.
#[derive(Clone, Debug, Default)]
pub struct Exprs {
    entries: Vec<Entry>,
    known: FxHashMap<(Node, Ty), ExprId>,
}

impl Exprs {
    pub fn len(&self) -> usize {
        self.entries.len()
    }
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
    pub fn node(&self, id: ExprId) -> Node {
        self.entries[id.0 as usize].node
    }
    pub fn ty(&self, id: ExprId) -> Ty {
        self.entries[id.0 as usize].ty
    }
    /// Its value in the recorded run.
    pub fn seen(&self, id: ExprId) -> u128 {
        self.entries[id.0 as usize].seen
    }
    pub fn as_const(&self, id: ExprId) -> Option<u128> {
        match self.node(id) {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }
    pub fn is_symbolic(&self, id: ExprId) -> bool {
        self.as_const(id).is_none()
    }

    fn add(&mut self, node: Node, ty: Ty, seen: u128) -> ExprId {
        if let Some(&id) = self.known.get(&(node, ty)) {
            return id;
        }
        let id = ExprId(self.entries.len() as u32);
        self.entries.push(Entry { node, ty, seen: seen & ty.mask() });
        self.known.insert((node, ty), id);
        id
    }
    /// The expression, or the constant it is if nothing in it can vary.
    fn fold(&mut self, node: Node, ty: Ty, seen: u128, parts: &[ExprId]) -> ExprId {
        match parts.iter().any(|&part| self.is_symbolic(part)) {
            true => self.add(node, ty, seen),
            false => self.constant(seen, ty),
        }
    }

    pub fn constant(&mut self, value: u128, ty: Ty) -> ExprId {
        let value = value & ty.mask();
        self.add(Node::Const(value), ty, value)
    }
    pub fn truth(&mut self, value: bool) -> ExprId {
        self.constant(u128::from(value), Ty::BOOL)
    }
    pub fn read(&mut self, read: ReadId, ty: Ty, seen: u128) -> ExprId {
        self.add(Node::Read(read), ty, seen)
    }
    pub fn flag(&mut self, flag: FlagId, seen: bool) -> ExprId {
        self.add(Node::Flag(flag), Ty::BOOL, u128::from(seen))
    }
    pub fn unary(&mut self, op: UnaryOp, a: ExprId) -> ExprId {
        let ty = self.ty(a);
        let seen = eval::unary(op, ty, self.seen(a));
        self.fold(Node::Unary(op, a), ty, seen, &[a])
    }
    /// `None`: the recorded run divides by zero here.
    pub fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<ExprId> {
        let ty = self.ty(a);
        let seen = eval::binary(op, ty, self.seen(a), self.seen(b)).ok()?;
        Some(self.fold(Node::Binary(op, a, b), ty, seen, &[a, b]))
    }
    pub fn compare(&mut self, op: CompareOp, a: ExprId, b: ExprId) -> ExprId {
        let seen = u128::from(eval::compare(op, self.ty(a), self.seen(a), self.seen(b)));
        match op {
            CompareOp::Eq | CompareOp::Ule | CompareOp::Uge | CompareOp::Sle | CompareOp::Sge if a == b => {
                self.truth(true)
            }
            CompareOp::Ne | CompareOp::Ult | CompareOp::Ugt | CompareOp::Slt | CompareOp::Sgt if a == b => {
                self.truth(false)
            }
            _ => self.fold(Node::Compare(op, a, b), Ty::BOOL, seen, &[a, b]),
        }
    }
    pub fn equals(&mut self, a: ExprId, value: u128) -> ExprId {
        let value = self.constant(value, self.ty(a));
        self.compare(CompareOp::Eq, a, value)
    }
    pub fn not(&mut self, a: ExprId) -> ExprId {
        match self.node(a) {
            Node::Compare(CompareOp::Eq, x, y) => self.compare(CompareOp::Ne, x, y),
            Node::Compare(CompareOp::Ne, x, y) => self.compare(CompareOp::Eq, x, y),
            _ => self.equals(a, 0),
        }
    }
    pub fn cast(&mut self, op: CastOp, to: Ty, a: ExprId) -> ExprId {
        let from = self.ty(a);
        if from == to {
            return a;
        }
        let seen = eval::cast(op, from, to, self.seen(a));
        self.fold(Node::Cast(op, a), to, seen, &[a])
    }
    pub fn select(&mut self, cond: ExprId, then: ExprId, other: ExprId) -> ExprId {
        if then == other {
            return then;
        }
        match self.as_const(cond) {
            Some(0) => other,
            Some(_) => then,
            None => {
                let seen = if self.seen(cond) != 0 { self.seen(then) } else { self.seen(other) };
                self.add(Node::Select(cond, then, other), self.ty(then), seen)
            }
        }
    }
    /// The wrapped result, or whether it was wrapped.
    pub fn overflow(&mut self, op: OverflowOp, a: ExprId, b: ExprId, lost: bool) -> ExprId {
        let (value, wrapped) = eval::overflow(op, self.ty(a), self.seen(a), self.seen(b));
        let (ty, seen) = if lost { (Ty::BOOL, u128::from(wrapped)) } else { (self.ty(a), value) };
        self.fold(Node::Overflow(op, a, b, lost), ty, seen, &[a, b])
    }
    /// Bytes `from .. from + len` of a value.
    pub fn bytes(&mut self, a: ExprId, from: u64, len: u64) -> ExprId {
        let ty = Ty::Int((8 * len) as u8);
        let width = u64::from(self.ty(a).bits());
        if from == 0 && width == 8 * len {
            return if self.ty(a) == ty { a } else { self.cast(CastOp::Bits, ty, a) };
        }
        if let Node::Join(low, high) = self.node(a) {
            let cut = self.ty(low).bytes();
            if from + len <= cut {
                return self.bytes(low, from, len);
            }
            if from >= cut {
                return self.bytes(high, from - cut, len);
            }
        }
        let shift = (8 * from).min(127);
        let seen = self.seen(a) >> shift;
        self.fold(Node::Bytes(a, from as u8), ty, seen, &[a])
    }
    /// `high` above `low`, both whole bytes.
    pub fn join(&mut self, low: ExprId, high: ExprId) -> ExprId {
        let (low_bits, high_bits) = (self.ty(low).bits(), self.ty(high).bits());
        // Neighbouring bytes of one value are that value again.
        if let (Node::Bytes(a, x), Node::Bytes(b, y)) = (self.node(low), self.node(high))
            && a == b
            && u32::from(y) == u32::from(x) + low_bits / 8
        {
            return self.bytes(a, u64::from(x), u64::from((low_bits + high_bits) / 8));
        }
        let ty = Ty::Int((low_bits + high_bits).min(128) as u8);
        let seen = self.seen(low) | self.seen(high).checked_shl(low_bits).unwrap_or(0);
        self.fold(Node::Join(low, high), ty, seen, &[low, high])
    }
    /// The bytes that a value leaves in memory.
    pub fn to_memory(&mut self, a: ExprId, size: u64) -> ExprId {
        self.of_type(a, Ty::Int((8 * size).min(128) as u8))
    }
    /// The lowest bits of a value as another type, with zeros above where there are more.
    pub fn of_type(&mut self, a: ExprId, ty: Ty) -> ExprId {
        let op = match self.ty(a).bits().cmp(&ty.bits()) {
            Ordering::Less => CastOp::ZExt,
            Ordering::Equal => CastOp::Bits,
            Ordering::Greater => CastOp::Trunc,
        };
        self.cast(op, ty, a)
    }

    /// The expressions it is made of.
    pub fn parts(&self, id: ExprId) -> impl Iterator<Item = ExprId> {
        let parts = match self.node(id) {
            Node::Const(_) | Node::Read(_) | Node::Flag(_) => [None, None, None],
            Node::Unary(_, a) | Node::Cast(_, a) | Node::Bytes(a, _) => [Some(a), None, None],
            Node::Binary(_, a, b)
            | Node::Compare(_, a, b)
            | Node::Overflow(_, a, b, _)
            | Node::Join(a, b) => [Some(a), Some(b), None],
            Node::Select(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        parts.into_iter().flatten()
    }

    /// All variables in these expressions, each once, by a walk that visits shared parts once.
    pub fn variables(&self, roots: impl IntoIterator<Item = ExprId>) -> (Vec<ReadId>, Vec<FlagId>) {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack: Vec<ExprId> = roots.into_iter().collect();
        let (mut reads, mut flags) = (Vec::new(), Vec::new());
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.node(id) {
                Node::Read(read) => reads.push(read),
                Node::Flag(flag) => flags.push(flag),
                _ => stack.extend(self.parts(id)),
            }
        }
        (reads, flags)
    }

    /// Its value where the variables have the values that `value_of` gives; `None` where it divides by zero or needs a
    /// variable without a value.
    pub fn eval(&self, id: ExprId, value_of: &dyn Fn(Node) -> Option<u128>) -> Option<u128> {
        let ty = self.ty(id);
        let at = |part: ExprId| self.eval(part, value_of);
        Some(match self.node(id) {
            Node::Const(value) => value,
            node @ (Node::Read(_) | Node::Flag(_)) => value_of(node)? & ty.mask(),
            Node::Unary(op, a) => eval::unary(op, ty, at(a)?),
            Node::Binary(op, a, b) => eval::binary(op, ty, at(a)?, at(b)?).ok()?,
            Node::Compare(op, a, b) => u128::from(eval::compare(op, self.ty(a), at(a)?, at(b)?)),
            Node::Cast(op, a) => eval::cast(op, self.ty(a), ty, at(a)?),
            Node::Select(cond, then, other) => at(if at(cond)? != 0 { then } else { other })?,
            Node::Overflow(op, a, b, lost) => {
                let (value, wrapped) = eval::overflow(op, self.ty(a), at(a)?, at(b)?);
                if lost { u128::from(wrapped) } else { value }
            }
            Node::Bytes(a, from) => (at(a)? >> (8 * u32::from(from)).min(127)) & ty.mask(),
            Node::Join(low, high) => {
                (at(low)? | at(high)?.checked_shl(self.ty(low).bits()).unwrap_or(0)) & ty.mask()
            }
        })
    }
}
