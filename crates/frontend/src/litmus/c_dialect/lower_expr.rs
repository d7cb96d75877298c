//! Lowers C expressions: the usual conversions, nothing folded.

use super::ast::{Arithmetic, Expr, ExprKind, Relation};
use super::lower_access::Place;
use super::lower_stmt::ThreadLowering;
use crate::litmus::types::{CType, Kind};
use crate::litmus::{LitmusError, Pos, Result};
use ir::{BinaryOp, CastOp, CompareOp, Op, Operand, Ty};

/// The value of an expression with its C type.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub operand: Operand,
    pub ty: CType,
}

impl Value {
    pub fn void() -> Value {
        Value { operand: Operand::i32(0), ty: CType::VOID }
    }
    pub fn flag(operand: Operand) -> Value {
        Value { operand, ty: CType::FLAG }
    }
}

impl ThreadLowering<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) -> Result<Value> {
        let pos = expr.pos;
        match &expr.kind {
            ExprKind::Number(number) => Ok(literal(*number)),
            ExprKind::Name(name) => self.name(name, pos),
            ExprKind::Negate(inner) => {
                let value = self.promoted(inner)?;
                self.arithmetic(Arithmetic::Sub, zero_like(&value), value, pos)
            }
            ExprKind::Complement(inner) => {
                let value = self.promoted(inner)?;
                let ones = Value { operand: Operand::int(-1, value.ty.value_ty()), ty: value.ty.clone() };
                self.arithmetic(Arithmetic::Xor, value, ones, pos)
            }
            ExprKind::Not(inner) => {
                let value = self.expr(inner)?;
                let truth = self.truth(value, pos)?;
                Ok(self.compare_op(CompareOp::Eq, truth, Operand::FALSE, pos))
            }
            ExprKind::Deref(_) | ExprKind::Index(..) => {
                let place = self.place(expr)?;
                self.read_place(&place, pos)
            }
            ExprKind::AddressOf(inner) => self.address_of(inner, pos),
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.expr(left)?, self.expr(right)?);
                self.arithmetic(*op, left, right, pos)
            }
            ExprKind::Compare(relation, left, right) => {
                let (left, right) = (self.expr(left)?, self.expr(right)?);
                self.compare(*relation, left, right, pos)
            }
            ExprKind::Logical(and, left, right) => self.logical(*and, left, right, pos),
            ExprKind::Conditional(cond, then, other) => self.conditional(cond, then, other, pos),
            ExprKind::Assign(op, target, value) => self.assign(*op, target, value, pos),
            ExprKind::Step { up, prefix, target } => self.step(*up, *prefix, target, pos),
            ExprKind::Cast(ty, inner) => {
                let value = self.expr(inner)?;
                if ty.kind == Kind::Void { Ok(Value::void()) } else { self.convert(value, &ty.plain(), pos) }
            }
            ExprKind::Call(name, args) => self.call(name, args, pos),
        }
    }

    fn name(&mut self, name: &str, pos: Pos) -> Result<Value> {
        if let Some(register) = self.register(name) {
            return Ok(Value { operand: self.builder.read(register.variable), ty: register.ty });
        }
        match self.parameter(name) {
            Some((id, ty)) => Ok(Value { operand: Operand::Global { id, offset: 0 }, ty: ty.pointer() }),
            None => match self.declare_by_init(name, pos)? {
                Some(register) => {
                    Ok(Value { operand: self.builder.read(register.variable), ty: register.ty })
                }
                None => Err(self.unknown(name, pos)),
            },
        }
    }
    pub(super) fn unknown(&self, name: &str, pos: Pos) -> LitmusError {
        let expected = format!("a register or a parameter of {}", self.thread_name());
        LitmusError::expected(pos, expected, format!("'{name}'"))
    }

    fn address_of(&mut self, inner: &Expr, pos: Pos) -> Result<Value> {
        match self.place(inner)? {
            Place::Memory(memory) => Ok(Value { operand: memory.addr, ty: memory.ty.pointer() }),
            Place::Register(_) => Err(LitmusError::new(pos, "a register has no address")),
        }
    }

    fn assign(&mut self, op: Option<Arithmetic>, target: &Expr, value: &Expr, pos: Pos) -> Result<Value> {
        let Some(op) = op else { return self.plain_assign(target, value, pos) };
        let place = self.place(target)?;
        let before = self.read_place(&place, pos)?;
        let value = self.expr(value)?;
        let after = self.arithmetic(op, before, value, pos)?;
        self.write_place(&place, after, pos)
    }

    /// `target = value`. A name that is assigned without a declaration becomes a register, as in herd.
    fn plain_assign(&mut self, target: &Expr, value: &Expr, pos: Pos) -> Result<Value> {
        if let ExprKind::Name(name) = &target.kind {
            let value = self.expr(value)?;
            let known = self.register(name).is_some() || self.parameter(name).is_some();
            if !known && value.ty.has_value() {
                let is_int = value.ty.kind == Kind::Flag || value.ty == CType::INT;
                let ty = if is_int { self.int() } else { value.ty.plain() };
                self.declare(name, &ty, pos)?;
            }
            let place = self.place(target)?;
            return self.write_place(&place, value, pos);
        }
        let place = self.place(target)?;
        let value = self.expr(value)?;
        self.write_place(&place, value, pos)
    }

    fn step(&mut self, up: bool, prefix: bool, target: &Expr, pos: Pos) -> Result<Value> {
        let place = self.place(target)?;
        let before = self.read_place(&place, pos)?;
        let op = if up { Arithmetic::Add } else { Arithmetic::Sub };
        let after = self.arithmetic(op, before.clone(), literal(1), pos)?;
        let after = self.write_place(&place, after, pos)?;
        Ok(if prefix { after } else { before })
    }

    /// `&&` and `||`. A right side that only computes is computed always, so that both sides carry their dependency;
    /// one that touches memory is reached only if the left side asks for it.
    fn logical(&mut self, and: bool, left: &Expr, right: &Expr, pos: Pos) -> Result<Value> {
        let value = self.expr(left)?;
        let a = self.truth(value, left.pos)?;
        if right.is_pure() {
            let value = self.expr(right)?;
            let b = self.truth(value, right.pos)?;
            let op = if and { BinaryOp::And } else { BinaryOp::Or };
            return Ok(Value::flag(self.builder.value(Op::Binary { op, a, b }, Ty::BOOL, pos)));
        }
        let result = self.builder.variable(Ty::BOOL, None, Operand::FALSE, pos)?;
        self.builder.write(result, a);
        let (more, join) = (self.builder.new_block(pos)?, self.builder.new_block(pos)?);
        let (then, other) = if and { (more, join) } else { (join, more) };
        self.builder.branch(a, then, other, pos);
        self.builder.switch_to(more);
        let value = self.expr(right)?;
        let b = self.truth(value, right.pos)?;
        self.builder.write(result, b);
        self.builder.jump(join, pos);
        self.builder.switch_to(join);
        Ok(Value::flag(self.builder.read(result)))
    }

    fn conditional(&mut self, cond: &Expr, then: &Expr, other: &Expr, pos: Pos) -> Result<Value> {
        let value = self.expr(cond)?;
        let cond = self.truth(value, cond.pos)?;
        if then.is_pure() && other.is_pure() {
            let (then, other) = (self.expr(then)?, self.expr(other)?);
            let (then, other) = self.common(then, other, pos)?;
            let op = Op::Select { cond, then: then.operand, other: other.operand };
            return Ok(Value { operand: self.builder.value(op, then.ty.value_ty(), pos), ty: then.ty });
        }
        let (then_block, other_block) = (self.builder.new_block(pos)?, self.builder.new_block(pos)?);
        let join = self.builder.new_block(pos)?;
        self.builder.branch(cond, then_block, other_block, pos);
        self.builder.switch_to(then_block);
        let value = self.expr(then)?;
        let value = self.promote(value, pos)?;
        let ty = value.ty.clone();
        let result = self.builder.variable(ty.value_ty(), None, Operand::int(0, ty.value_ty()), pos)?;
        self.builder.write(result, value.operand);
        self.builder.jump(join, pos);
        self.builder.switch_to(other_block);
        let value = self.expr(other)?;
        let value = self.convert(value, &ty, pos)?;
        self.builder.write(result, value.operand);
        self.builder.jump(join, pos);
        self.builder.switch_to(join);
        Ok(Value { operand: self.builder.read(result), ty })
    }

    pub(super) fn arithmetic(
        &mut self,
        op: Arithmetic,
        left: Value,
        right: Value,
        pos: Pos,
    ) -> Result<Value> {
        match (op, left.ty.is_pointer(), right.ty.is_pointer()) {
            (Arithmetic::Sub, true, true) => return self.pointer_difference(left, right, pos),
            (Arithmetic::Add, true, false) | (Arithmetic::Add, false, true) => {
                return self.pointer_offset(left, right, false, pos);
            }
            (Arithmetic::Sub, true, false) => return self.pointer_offset(left, right, true, pos),
            (_, false, false) => {}
            _ => {
                return Err(LitmusError::expected(
                    pos,
                    "integers on both sides of this operator",
                    "a pointer",
                ));
            }
        }
        // A shift keeps the type of its left side.
        let (left, right) = match op {
            Arithmetic::Shl | Arithmetic::Shr => {
                let left = self.promote(left, pos)?;
                let right = self.convert(right, &left.ty, pos)?;
                (left, right)
            }
            _ => self.common(left, right, pos)?,
        };
        let ty = left.ty;
        let op = Op::Binary { op: op.op(ty.is_signed()), a: left.operand, b: right.operand };
        Ok(Value { operand: self.builder.value(op, ty.value_ty(), pos), ty })
    }

    pub(super) fn compare(
        &mut self,
        relation: Relation,
        left: Value,
        right: Value,
        pos: Pos,
    ) -> Result<Value> {
        let (left, right) = self.common(left, right, pos)?;
        let op = match (relation, left.ty.is_signed()) {
            (Relation::Eq, _) => CompareOp::Eq,
            (Relation::Ne, _) => CompareOp::Ne,
            (Relation::Lt, true) => CompareOp::Slt,
            (Relation::Le, true) => CompareOp::Sle,
            (Relation::Gt, true) => CompareOp::Sgt,
            (Relation::Ge, true) => CompareOp::Sge,
            (Relation::Lt, false) => CompareOp::Ult,
            (Relation::Le, false) => CompareOp::Ule,
            (Relation::Gt, false) => CompareOp::Ugt,
            (Relation::Ge, false) => CompareOp::Uge,
        };
        Ok(self.compare_op(op, left.operand, right.operand, pos))
    }
    fn compare_op(&mut self, op: CompareOp, a: Operand, b: Operand, pos: Pos) -> Value {
        Value::flag(self.builder.value(Op::Compare { op, a, b }, Ty::BOOL, pos))
    }

    /// Whether a value is not zero.
    pub(super) fn truth(&mut self, value: Value, pos: Pos) -> Result<Operand> {
        self.demand_value(&value, pos)?;
        if value.ty.kind == Kind::Flag {
            return Ok(value.operand);
        }
        let zero = Operand::int(0, value.ty.value_ty());
        Ok(self.compare_op(CompareOp::Ne, value.operand, zero, pos).operand)
    }

    fn demand_value(&self, value: &Value, pos: Pos) -> Result {
        match value.ty.has_value() {
            true => Ok(()),
            false => Err(LitmusError::expected(pos, "a value", "a call without one")),
        }
    }

    fn promoted(&mut self, expr: &Expr) -> Result<Value> {
        let value = self.expr(expr)?;
        if value.ty.is_pointer() {
            return Err(LitmusError::expected(expr.pos, "an integer", "a pointer"));
        }
        self.promote(value, expr.pos)
    }
    /// C's integer promotion.
    fn promote(&mut self, value: Value, pos: Pos) -> Result<Value> {
        match value.ty.kind {
            Kind::Bool | Kind::Flag => self.convert(value, &CType::INT, pos),
            Kind::Int { bits, .. } if bits < 32 => self.convert(value, &CType::INT, pos),
            _ => {
                self.demand_value(&value, pos)?;
                Ok(value)
            }
        }
    }

    /// C's usual arithmetic conversions; a pointer beside an integer makes both pointers.
    fn common(&mut self, left: Value, right: Value, pos: Pos) -> Result<(Value, Value)> {
        let (left, right) = (self.promote(left, pos)?, self.promote(right, pos)?);
        let ty = match (&left.ty.kind, &right.ty.kind) {
            (Kind::Pointer(_), _) => left.ty.clone(),
            (_, Kind::Pointer(_)) => right.ty.clone(),
            (Kind::Int { bits: a, signed: left_signed }, Kind::Int { bits: b, signed: right_signed }) => {
                let signed = match a.cmp(b) {
                    std::cmp::Ordering::Less => *right_signed,
                    std::cmp::Ordering::Greater => *left_signed,
                    std::cmp::Ordering::Equal => *left_signed && *right_signed,
                };
                CType::of(Kind::Int { bits: *a.max(b), signed })
            }
            _ => CType::INT,
        };
        Ok((self.convert(left, &ty, pos)?, self.convert(right, &ty, pos)?))
    }

    /// The value in another type. Constants change their type without an instruction.
    pub(super) fn convert(&mut self, value: Value, to: &CType, pos: Pos) -> Result<Value> {
        self.demand_value(&value, pos)?;
        let (from_ty, to_ty) = (value.ty.value_ty(), to.value_ty());
        let done = |operand| Ok(Value { operand, ty: to.plain() });
        if to.kind == Kind::Bool && value.ty.kind != Kind::Bool {
            let truth = self.truth(value, pos)?;
            return done(self.builder.value(Op::Cast { op: CastOp::ZExt, a: truth }, Ty::I8, pos));
        }
        if from_ty == to_ty {
            return done(value.operand);
        }
        if let Operand::Const { bits, .. } = value.operand {
            return done(Operand::int(signed(bits, from_ty, value.ty.is_signed()), to_ty));
        }
        let extend = if value.ty.is_signed() { CastOp::SExt } else { CastOp::ZExt };
        let mut operand = value.operand;
        let mut now = from_ty;
        if now == Ty::Ptr {
            operand = self.builder.value(Op::Cast { op: CastOp::Bits, a: operand }, Ty::I64, pos);
            now = Ty::I64;
        }
        let wanted = if to_ty == Ty::Ptr { Ty::I64 } else { to_ty };
        if now.bits() != wanted.bits() {
            let op = if now.bits() < wanted.bits() { extend } else { CastOp::Trunc };
            operand = self.builder.value(Op::Cast { op, a: operand }, wanted, pos);
        }
        if to_ty == Ty::Ptr {
            operand = self.builder.value(Op::Cast { op: CastOp::Bits, a: operand }, Ty::Ptr, pos);
        }
        done(operand)
    }
}

/// A literal is an `int` if it fits, else a `long`, else an `unsigned long`.
pub(super) fn literal(number: i128) -> Value {
    let ty = match number {
        _ if i32::try_from(number).is_ok() => CType::INT,
        _ if i64::try_from(number).is_ok() => CType::LONG,
        _ => CType::of(Kind::Int { bits: 64, signed: false }),
    };
    Value { operand: Operand::int(number, ty.value_ty()), ty }
}

fn zero_like(value: &Value) -> Value {
    Value { operand: Operand::int(0, value.ty.value_ty()), ty: value.ty.clone() }
}

/// The number that the bits of a constant stand for.
fn signed(bits: u128, ty: Ty, is_signed: bool) -> i128 {
    let sign_bit = 1u128 << (ty.bits().clamp(1, 127) - 1);
    match is_signed && bits & sign_bit != 0 {
        true => bits as i128 - ((sign_bit as i128) << 1),
        false => bits as i128,
    }
}
