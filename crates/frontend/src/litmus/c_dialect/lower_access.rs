//! Places that C expressions name, and loads and stores on them.

use super::ast::{Expr, ExprKind};
use super::lower_expr::Value;
use super::lower_stmt::{Register, ThreadLowering};
use crate::litmus::types::{CType, Kind};
use crate::litmus::{LitmusError, Pos, Result};
use ir::{Access, BinaryOp, CastOp, Op, Operand, Order, Ty};

/// Something that can be read and written.
#[derive(Clone, Debug)]
pub(super) enum Place {
    Register(Register),
    Memory(Memory),
}

/// A place in shared memory.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub addr: Operand,
    /// Type of what lies there.
    pub ty: CType,
    /// What the user calls it.
    pub name: String,
}

impl Memory {
    pub fn access(&self, order: Order) -> Access {
        let plain = Access::plain(self.ty.value_ty()).with_order(order).at(self.name.as_str());
        Access { volatile: self.ty.volatile, ..plain }
    }
}

impl ThreadLowering<'_> {
    /// The place an expression names: a register, `*p` or `p[i]`.
    pub(super) fn place(&mut self, expr: &Expr) -> Result<Place> {
        match &expr.kind {
            ExprKind::Name(name) => match self.register(name) {
                Some(register) => Ok(Place::Register(register)),
                None if self.parameter(name).is_some() => Err(LitmusError::expected(
                    expr.pos,
                    format!("*{name}, the variable itself"),
                    format!("'{name}'"),
                )),
                None => match self.declare_by_init(name, expr.pos)? {
                    Some(register) => Ok(Place::Register(register)),
                    None => Err(self.unknown(name, expr.pos)),
                },
            },
            ExprKind::Deref(pointer) => {
                let value = self.expr(pointer)?;
                self.memory(value, expr).map(Place::Memory)
            }
            ExprKind::Index(base, index) => {
                let base = self.expr(base)?;
                let index = self.expr(index)?;
                let value = self.pointer_offset(base, index, false, expr.pos)?;
                self.memory(value, expr).map(Place::Memory)
            }
            _ => Err(LitmusError::expected(
                expr.pos,
                "a register, *pointer or array[index]",
                "another expression",
            )),
        }
    }

    /// The place in memory that an argument such as `*x` names.
    pub(super) fn memory_place(&mut self, expr: &Expr, function: &str) -> Result<Memory> {
        match self.place(expr)? {
            Place::Memory(memory) => Ok(memory),
            Place::Register(_) => Err(LitmusError::expected(
                expr.pos,
                format!("a shared variable, such as *x, in {function}"),
                "a register",
            )),
        }
    }

    /// The place that a pointer argument points to.
    pub(super) fn pointed_place(&mut self, expr: &Expr, pointer: Value, function: &str) -> Result<Memory> {
        let pointer = self.as_pointer(pointer, expr.pos)?;
        if !pointer.ty.is_pointer() {
            let expected = format!("a pointer as argument of {function}");
            return Err(LitmusError::expected(expr.pos, expected, format!("a value of type {}", pointer.ty)));
        }
        // `x` as an argument is the place that `*x` names.
        let deref = Expr::new(ExprKind::Deref(Box::new(expr.clone())), expr.pos)?;
        self.memory(pointer, &deref)
    }

    fn memory(&mut self, pointer: Value, expr: &Expr) -> Result<Memory> {
        let pointer = self.as_pointer(pointer, expr.pos)?;
        let Some(ty) = pointer.ty.pointee().cloned() else {
            let found = format!("a value of type {}", pointer.ty);
            return Err(LitmusError::expected(expr.pos, "a pointer to dereference", found));
        };
        let name = expr.place_name(&|name| self.parameter(name).is_some());
        if ty.kind == Kind::Void {
            return Err(LitmusError::new(expr.pos, format!("{name} has type void and cannot be accessed")));
        }
        Ok(Memory { addr: pointer.operand, ty, name })
    }

    pub(super) fn load(&mut self, memory: &Memory, order: Order, pos: Pos) -> Result<Value> {
        self.check_accessible(memory, pos)?;
        let ty = memory.ty.value_ty();
        let operand =
            self.builder.value(Op::Load { access: memory.access(order), addr: memory.addr }, ty, pos);
        Ok(Value { operand, ty: memory.ty.plain() })
    }

    pub(super) fn store(&mut self, memory: &Memory, value: Value, order: Order, pos: Pos) -> Result {
        self.check_accessible(memory, pos)?;
        let value = self.convert(value, &memory.ty, pos)?.operand;
        self.builder.effect(Op::Store { access: memory.access(order), addr: memory.addr, value }, pos);
        Ok(())
    }

    pub(super) fn check_accessible(&self, memory: &Memory, pos: Pos) -> Result {
        match memory.ty.has_value() {
            true => Ok(()),
            false => Err(LitmusError::new(
                pos,
                format!("{} is a lock: it can only be locked and unlocked", memory.name),
            )),
        }
    }

    pub(super) fn read_place(&mut self, place: &Place, pos: Pos) -> Result<Value> {
        match place {
            Place::Register(Register { variable, ty }) => {
                Ok(Value { operand: self.builder.read(*variable), ty: ty.clone() })
            }
            Place::Memory(memory) => self.load(memory, memory.ty.access_order(), pos),
        }
    }

    /// Assigns, and gives the value as the place then has it.
    pub(super) fn write_place(&mut self, place: &Place, value: Value, pos: Pos) -> Result<Value> {
        match place {
            Place::Register(Register { variable, ty }) => {
                let value = self.convert(value, ty, pos)?;
                self.builder.write(*variable, value.operand);
                Ok(value)
            }
            Place::Memory(memory) => {
                self.check_accessible(memory, pos)?;
                let value = self.convert(value, &memory.ty, pos)?;
                self.store(memory, value.clone(), memory.ty.access_order(), pos)?;
                Ok(value)
            }
        }
    }

    /// `pointer + index` or `pointer - index`, in elements. The dependency on the index stays.
    pub(super) fn pointer_offset(
        &mut self,
        base: Value,
        index: Value,
        minus: bool,
        pos: Pos,
    ) -> Result<Value> {
        let (base, index) = if base.ty.is_pointer() { (base, index) } else { (index, base) };
        let Some(element) = base.ty.pointee().map(CType::size) else {
            let found = format!("a value of type {}", base.ty);
            return Err(LitmusError::expected(pos, "a pointer to index", found));
        };
        if index.ty.is_pointer() {
            return Err(LitmusError::expected(pos, "an integer as index", "a pointer"));
        }
        let mut offset = self.convert(index, &CType::LONG, pos)?.operand;
        let long = |op, a, b| Op::Binary { op, a, b };
        offset = self.builder.value(long(BinaryOp::Mul, offset, Operand::i64(element as i64)), Ty::I64, pos);
        if minus {
            offset = self.builder.value(long(BinaryOp::Sub, Operand::i64(0), offset), Ty::I64, pos);
        }
        let operand = self.builder.value(Op::PtrAdd { base: base.operand, offset }, Ty::Ptr, pos);
        Ok(Value { operand, ty: base.ty })
    }

    /// `pointer - pointer`, in elements.
    pub(super) fn pointer_difference(&mut self, a: Value, b: Value, pos: Pos) -> Result<Value> {
        let element = a.ty.pointee().map_or(1, CType::size) as i64;
        let bits = |lowering: &mut Self, operand| {
            lowering.builder.value(Op::Cast { op: CastOp::Bits, a: operand }, Ty::I64, pos)
        };
        let (a, b) = (bits(self, a.operand), bits(self, b.operand));
        let bytes = self.builder.value(Op::Binary { op: BinaryOp::Sub, a, b }, Ty::I64, pos);
        let divide = Op::Binary { op: BinaryOp::SDiv, a: bytes, b: Operand::i64(element) };
        Ok(Value { operand: self.builder.value(divide, Ty::I64, pos), ty: CType::LONG })
    }
}
