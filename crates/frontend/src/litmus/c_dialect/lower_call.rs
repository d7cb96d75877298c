//! Lowers calls of primitives: loads, stores, fences, atomic updates and locks by name.

use super::ast::{Arithmetic, Expr, ExprKind, Relation};
use super::lower_access::{Memory, Place};
use super::lower_expr::{Value, literal};
use super::lower_stmt::ThreadLowering;
use super::primitives::{FetchOp, FetchOperand, FetchResult, Primitive, memory_order, primitive};
use crate::litmus::types::{CType, Kind};
use crate::litmus::{LitmusError, Pos, Result};
use ir::{FenceBits, Op, Operand, Operands, Order, RmwOp, SyncOp, Ty};

impl ThreadLowering<'_> {
    pub(super) fn call(&mut self, name: &str, args: &[Expr], pos: Pos) -> Result<Value> {
        let Some(primitive) = primitive(name) else {
            let expected = "a primitive such as READ_ONCE, atomic_load_explicit or smp_mb";
            return Err(LitmusError::expected(pos, expected, format!("a call of '{name}'")));
        };
        match primitive {
            Primitive::LoadPlace(order) => {
                let [place] = arguments(name, args, pos)?;
                let memory = self.memory_place(place, name)?;
                self.load(&memory, order, pos)
            }
            Primitive::Load(order) => {
                let [pointer] = arguments(name, args, pos)?;
                self.load_through(name, pointer, order, pos)
            }
            Primitive::LoadExplicit => {
                let [pointer, order] = arguments(name, args, pos)?;
                let order = order_argument(order, &[Order::Release, Order::AcqRel], "a load")?;
                self.load_through(name, pointer, order, pos)
            }
            Primitive::StorePlace(_) | Primitive::StorePlaceThenFence => {
                self.store_place(name, primitive, args, pos)
            }
            Primitive::Store(order) => {
                let [pointer, value] = arguments(name, args, pos)?;
                self.store_through(name, pointer, value, order, pos)
            }
            Primitive::StoreExplicit => {
                let [pointer, value, order] = arguments(name, args, pos)?;
                let order = order_argument(order, &[Order::Acquire, Order::AcqRel], "a store")?;
                self.store_through(name, pointer, value, order, pos)
            }
            Primitive::Fence(bits) => {
                let [] = arguments(name, args, pos)?;
                Ok(self.fence(bits, pos))
            }
            Primitive::FenceExplicit => {
                let [order] = arguments(name, args, pos)?;
                let order = order_argument(order, &[], "a fence")?;
                Ok(self.fence(FenceBits::of_order(order), pos))
            }
            Primitive::Nothing => Ok(Value::void()),
            Primitive::Fetch { op, operand: FetchOperand::One, result, order } => {
                let [pointer] = arguments(name, args, pos)?;
                let memory = self.pointer_argument(name, pointer)?;
                self.fetch(&memory, op, literal(1), result, order, pos)
            }
            Primitive::Fetch { op, operand: FetchOperand::Given, result, order } => {
                let [first, second] = arguments(name, args, pos)?;
                self.fetch_given(name, op, [first, second], result, order, pos)
            }
            Primitive::FetchExplicit(op) => {
                let [pointer, value, order] = arguments(name, args, pos)?;
                let order = order_argument(order, &[], "an update")?;
                self.fetch_given(name, op, [pointer, value], FetchResult::Old, order, pos)
            }
            Primitive::CompareExchange(order) => self.compare_exchange(name, order, args, pos),
            Primitive::CompareExchangeFlag { weak, explicit } => {
                self.compare_exchange_flag(name, weak, explicit, args, pos)
            }
            Primitive::Lock => self.lock(name, SyncOp::MutexLock, args, pos),
            Primitive::Unlock => self.lock(name, SyncOp::MutexUnlock, args, pos),
            Primitive::TryLock => self.lock(name, SyncOp::MutexTryLock, args, pos),
            Primitive::Refused(why) => Err(LitmusError::new(pos, format!("{name}: {why}"))),
        }
    }

    fn pointer_argument(&mut self, function: &str, pointer: &Expr) -> Result<Memory> {
        let value = self.expr(pointer)?;
        self.pointed_place(pointer, value, function)
    }
    fn load_through(&mut self, function: &str, pointer: &Expr, order: Order, pos: Pos) -> Result<Value> {
        let memory = self.pointer_argument(function, pointer)?;
        self.load(&memory, order, pos)
    }
    fn store_through(
        &mut self,
        name: &str,
        pointer: &Expr,
        value: &Expr,
        order: Order,
        pos: Pos,
    ) -> Result<Value> {
        let memory = self.pointer_argument(name, pointer)?;
        let value = self.expr(value)?;
        self.store(&memory, value, order, pos)?;
        Ok(Value::void())
    }
    fn store_place(&mut self, name: &str, primitive: Primitive, args: &[Expr], pos: Pos) -> Result<Value> {
        let [place, value] = arguments(name, args, pos)?;
        let memory = self.memory_place(place, name)?;
        let value = self.expr(value)?;
        let order = if let Primitive::StorePlace(order) = primitive { order } else { Order::Relaxed };
        self.store(&memory, value, order, pos)?;
        Ok(match primitive {
            Primitive::StorePlaceThenFence => self.fence(FenceBits::FULL, pos),
            _ => Value::void(),
        })
    }
    fn fence(&mut self, bits: FenceBits, pos: Pos) -> Value {
        self.builder.effect(Op::Fence { bits }, pos);
        Value::void()
    }

    /// An update with a pointer and a value, in either order: the pointer is known by its type.
    fn fetch_given(
        &mut self,
        name: &str,
        op: FetchOp,
        [first, second]: [&Expr; 2],
        result: FetchResult,
        order: Order,
        pos: Pos,
    ) -> Result<Value> {
        let (a, b) = (self.expr(first)?, self.expr(second)?);
        let (pointer_expr, pointer, value) = if a.ty.is_pointer() { (first, a, b) } else { (second, b, a) };
        let memory = self.pointed_place(pointer_expr, pointer, name)?;
        self.fetch(&memory, op, value, result, order, pos)
    }

    fn fetch(
        &mut self,
        memory: &Memory,
        op: FetchOp,
        value: Value,
        result: FetchResult,
        order: Order,
        pos: Pos,
    ) -> Result<Value> {
        self.check_accessible(memory, pos)?;
        if memory.ty.is_pointer() && op != FetchOp::Rmw(RmwOp::Xchg) {
            return Err(LitmusError::new(
                pos,
                format!("arithmetic on {}, which holds a pointer", memory.name),
            ));
        }
        let mut value = self.convert(value, &memory.ty, pos)?;
        let rmw = match op {
            FetchOp::Rmw(rmw) => rmw,
            FetchOp::AndNot => {
                let ones = Value { operand: Operand::int(-1, memory.ty.value_ty()), ty: value.ty.clone() };
                value = self.arithmetic(Arithmetic::Xor, value, ones, pos)?;
                value = self.convert(value, &memory.ty, pos)?;
                RmwOp::And
            }
        };
        let access = memory.access(order);
        let op = Op::Rmw { access, op: rmw, addr: memory.addr, value: value.operand };
        let old = Value { operand: self.builder.value(op, memory.ty.value_ty(), pos), ty: memory.ty.plain() };
        let zero = literal(0);
        Ok(match result {
            FetchResult::Old => old,
            FetchResult::Nothing => Value::void(),
            FetchResult::New => self.updated(rmw, old, value, pos)?,
            FetchResult::NewIsZero => {
                let new = self.updated(rmw, old, value, pos)?;
                self.compare(Relation::Eq, new, zero, pos)?
            }
            FetchResult::NewIsNegative => {
                let new = self.updated(rmw, old, value, pos)?;
                self.compare(Relation::Lt, new, zero, pos)?
            }
        })
    }

    /// What an update has stored, computed from what it has read.
    fn updated(&mut self, op: RmwOp, old: Value, value: Value, pos: Pos) -> Result<Value> {
        let op = match op {
            RmwOp::Sub => Arithmetic::Sub,
            RmwOp::And => Arithmetic::And,
            RmwOp::Or => Arithmetic::Or,
            RmwOp::Xor => Arithmetic::Xor,
            _ => Arithmetic::Add,
        };
        self.arithmetic(op, old, value, pos)
    }

    /// `cmpxchg(x, old, new)`: gives what it read. A failing one orders nothing.
    fn compare_exchange(&mut self, name: &str, order: Order, args: &[Expr], pos: Pos) -> Result<Value> {
        let [pointer, expected, desired] = arguments(name, args, pos)?;
        let memory = self.pointer_argument(name, pointer)?;
        self.check_accessible(&memory, pos)?;
        let expected = self.expr(expected)?;
        let expected = self.convert(expected, &memory.ty, pos)?.operand;
        let desired = self.expr(desired)?;
        let desired = self.convert(desired, &memory.ty, pos)?.operand;
        let (old, _) = self.exchange(&memory, [order, Order::Relaxed], expected, desired, false, pos);
        Ok(Value { operand: old, ty: memory.ty.plain() })
    }

    fn exchange(
        &mut self,
        memory: &Memory,
        [success, failure]: [Order; 2],
        expected: Operand,
        desired: Operand,
        weak: bool,
        pos: Pos,
    ) -> (Operand, Operand) {
        let access = memory.access(success);
        let op = Op::CompareExchange { access, failure, addr: memory.addr, expected, desired, weak };
        let results = self.builder.emit(op, &[memory.ty.value_ty(), Ty::BOOL], pos);
        (Operand::Value(results[0]), Operand::Value(results[1]))
    }

    /// C11's form: what was expected is a register (`&r`) or lies in memory, and gets the value found on failure.
    fn compare_exchange_flag(
        &mut self,
        name: &str,
        weak: bool,
        explicit: bool,
        args: &[Expr],
        pos: Pos,
    ) -> Result<Value> {
        let (pointer, expected, desired, orders) = if explicit {
            let [pointer, expected, desired, success, failure] = arguments(name, args, pos)?;
            let success = order_argument(success, &[], "an update")?;
            let failure = order_argument(failure, &[Order::Release, Order::AcqRel], "a failing exchange")?;
            (pointer, expected, desired, [success, failure])
        } else {
            let [pointer, expected, desired] = arguments(name, args, pos)?;
            (pointer, expected, desired, [Order::SeqCst; 2])
        };
        let memory = self.pointer_argument(name, pointer)?;
        self.check_accessible(&memory, pos)?;
        let place = self.expected_place(name, expected)?;
        let wanted = self.read_place(&place, pos)?;
        let wanted = self.convert(wanted, &memory.ty, pos)?.operand;
        let desired = self.expr(desired)?;
        let desired = self.convert(desired, &memory.ty, pos)?.operand;
        let (old, success) = self.exchange(&memory, orders, wanted, desired, weak, pos);
        let old = Value { operand: old, ty: memory.ty.plain() };
        self.report_found(&place, old, success, pos)?;
        Ok(Value::flag(success))
    }

    fn expected_place(&mut self, name: &str, expected: &Expr) -> Result<Place> {
        match &expected.kind {
            ExprKind::AddressOf(inner) => self.place(inner),
            _ => self.pointer_argument(name, expected).map(Place::Memory),
        }
    }

    /// Writes what a compare-exchange found. In a register it may be written always: on success it is equal.
    fn report_found(&mut self, place: &Place, old: Value, success: Operand, pos: Pos) -> Result {
        if let Place::Register(_) = place {
            return self.write_place(place, old, pos).map(|_| ());
        }
        let (failed, join) = (self.builder.new_block(pos)?, self.builder.new_block(pos)?);
        self.builder.branch(success, join, failed, pos);
        self.builder.switch_to(failed);
        self.write_place(place, old, pos)?;
        self.builder.jump(join, pos);
        self.builder.switch_to(join);
        Ok(())
    }

    fn lock(&mut self, name: &str, op: SyncOp, args: &[Expr], pos: Pos) -> Result<Value> {
        let [pointer] = arguments(name, args, pos)?;
        let memory = self.pointer_argument(name, pointer)?;
        if memory.ty.kind != Kind::Lock {
            let expected = format!("a spinlock_t * as argument of {name}");
            return Err(LitmusError::expected(pointer.pos, expected, format!("a pointer to {}", memory.ty)));
        }
        let sync = Op::Sync { op, args: Operands::from_slice(&[memory.addr]) };
        let status = Value { operand: self.builder.value(sync, Ty::I32, pos), ty: CType::INT };
        match op {
            SyncOp::MutexTryLock => self.compare(Relation::Eq, status, literal(0), pos),
            _ => Ok(Value::void()),
        }
    }
}

/// The arguments, if there are as many as wanted.
fn arguments<'e, const N: usize>(name: &str, args: &'e [Expr], pos: Pos) -> Result<[&'e Expr; N]> {
    let refs: Vec<&Expr> = args.iter().collect();
    refs.try_into().map_err(|found: Vec<&Expr>| {
        let plural = if N == 1 { "" } else { "s" };
        LitmusError::expected(pos, format!("{N} argument{plural} of {name}"), found.len())
    })
}

fn order_argument(expr: &Expr, forbidden: &[Order], what: &str) -> Result<Order> {
    let order = match &expr.kind {
        ExprKind::Name(name) => memory_order(name),
        _ => None,
    };
    match order {
        Some(order) if forbidden.contains(&order) => {
            Err(LitmusError::new(expr.pos, format!("{what} cannot have order {order}")))
        }
        Some(order) => Ok(order),
        None => Err(LitmusError::expected(
            expr.pos,
            "a memory order, such as memory_order_relaxed",
            "another expression",
        )),
    }
}
