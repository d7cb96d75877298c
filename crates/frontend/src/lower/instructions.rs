//! Instructions other than calls and atomics: arithmetic, conversions, comparisons, memory.
//!
//! Arithmetic on vectors is arithmetic on each of their scalars.

use super::function::FunctionLowering;
use super::initialiser::{gep_step, sign_extend};
use super::names::Name;
use super::unit::UnitId;
use super::{Lower, refuse};
use crate::ll::ast::{self, DebugRecord, GetElementPtr, Instruction, TypeId, Value};
use ir::*;
use std::sync::Arc;

impl<'m> FunctionLowering<'_, 'm> {
    /// Anything but a terminator.
    pub fn instruction(&mut self, instruction: &'m Instruction) -> Lower<()> {
        let result = instruction.result;
        let flat = match &instruction.op {
            // Lowered when the block was made.
            ast::Op::Phi { ty, .. } => return self.unit.leaves(*ty).map(|_| ()),
            ast::Op::FNeg(operand) => {
                self.map(operand, |this, a| Ok(this.builder.unary(UnaryOp::FNeg, a)))?
            }
            ast::Op::Binary { op, left, right, .. } => {
                let flat = self.binary(*op, left, right)?;
                self.name(result, |this| this.names.of_binary(&this.unit, *op, &left.value, right));
                flat
            }
            ast::Op::Cast { op, operand, to, .. } => {
                let flat = self.cast(*op, operand, *to)?;
                self.name(result, |this| this.names.of(&this.unit, &operand.value));
                flat
            }
            ast::Op::IntCompare { predicate, left, right } => self.int_compare(*predicate, left, right)?,
            ast::Op::FloatCompare { predicate, left, right } => {
                self.float_compare(*predicate, left, right)?
            }
            ast::Op::Select { condition, if_true, if_false } => self.select(condition, if_true, if_false)?,
            ast::Op::Freeze(operand) => self.operand(operand)?,
            ast::Op::ExtractElement { vector, index } => self.extract_element(vector, index)?,
            ast::Op::InsertElement { vector, element, index } => {
                self.insert_element(vector, element, index)?
            }
            ast::Op::ShuffleVector { left, right, mask } => self.shuffle_vector(left, right, mask)?,
            ast::Op::ExtractValue { aggregate, indices } => self.extract_value(aggregate, indices)?,
            ast::Op::InsertValue { aggregate, element, indices } => {
                self.insert_value(aggregate, element, indices)?
            }
            ast::Op::Alloca { ty, count, align } => self.alloca(instruction, *ty, count.as_ref(), *align)?,
            ast::Op::Load(load) => self.load(instruction, load)?,
            ast::Op::Store(store) => return self.store(store),
            ast::Op::Fence { ordering, scope } => return self.fence(*ordering, *scope),
            ast::Op::CompareExchange(exchange) => self.compare_exchange(exchange)?,
            ast::Op::AtomicRmw(rmw) => self.atomic_rmw(rmw)?,
            ast::Op::GetElementPtr(gep) => {
                let address = self.get_element_ptr(gep)?;
                self.name(result, |this| this.names.of_gep(&this.unit, gep));
                Operands::from_elem(address, 1)
            }
            ast::Op::Call(call) => return self.call(instruction, call),
            ast::Op::VaArg { .. } => return refuse("the instruction va_arg (another calling convention)"),
            ast::Op::LandingPad { .. } => return refuse("an exception handler"),
            ast::Op::Debug(record) => {
                if let DebugRecord::Label { label: Some(label) } = **record {
                    return self.async_label(label);
                }
                self.declaration(record);
                return Ok(());
            }
            ast::Op::Other { text, .. } | ast::Op::Unknown { text } => {
                return refuse(format!("the instruction `{text}`"));
            }
            _ => return refuse("a terminator inside a block"),
        };
        self.define(result, flat);
        Ok(())
    }

    fn name(&mut self, result: Option<ast::LocalId>, make: impl FnOnce(&Self) -> Option<Name>) {
        if let (Some(result), Some(name)) = (result, make(self)) {
            self.names.set(result, name);
        }
    }

    /// Leaves the marker of a variable's declaration; see the head of [`super::function`].
    fn declaration(&mut self, record: &DebugRecord) {
        let DebugRecord::Declare { address: Some(address), variable: Some(variable), .. } = record else {
            return;
        };
        if self.copies.is_some() {
            return;
        }
        let Some(entity) = self.unit.debug.variable(*variable) else { return };
        // Parameters and variables made by the compiler are declared after they are written.
        if entity.argument != 0 || entity.artificial {
            return;
        }
        if let Ok(slot @ Operand::Value(_)) = self.scalar(address) {
            self.declare(slot, entity.name);
        }
    }

    /// Leaves the marker of a declaration, unless the beginning of its block has left it right before.
    pub fn declare(&mut self, slot: Operand, name: &str) {
        let last = self.builder.function.blocks[self.builder.block].insts.last();
        let marked = last.is_some_and(|inst| matches!(inst.op, Op::Observe { value, .. } if value == slot));
        if !marked && self.copies.is_none() {
            self.builder.effect(Op::Observe { name: name.into(), value: slot });
        }
    }

    fn map(
        &mut self,
        operand: &ast::Operand,
        mut each: impl FnMut(&mut Self, Operand) -> Lower<Operand>,
    ) -> Lower<Operands> {
        self.operand(operand)?.into_iter().map(|a| each(self, a)).collect()
    }

    fn map_pairs(
        &mut self,
        left: &ast::Operand,
        right: &Value,
        mut each: impl FnMut(&mut Self, Operand, Operand) -> Operand,
    ) -> Lower<Operands> {
        let (left_flat, right_flat) = (self.operand(left)?, self.flat(right, left.ty)?);
        Ok(left_flat.into_iter().zip(right_flat).map(|(a, b)| each(self, a, b)).collect())
    }

    pub fn binary(&mut self, op: ast::BinaryOp, left: &ast::Operand, right: &Value) -> Lower<Operands> {
        let op = binary_op(op);
        let shifts = matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr);
        let mut longer = false;
        let results = self.map_pairs(left, right, |this, a, b| {
            if shifts {
                this.shift_is_defined(b);
            }
            longer |= this.builder.ty(a) == Ty::F80;
            this.builder.binary(op, a, b)
        });
        self.fits_a_double(!longer)?;
        results
    }

    /// A `long double` is held as a double: what has more digits than that is not known. The prelude's have not.
    fn fits_a_double(&self, fits: bool) -> Lower<()> {
        match fits || self.unit.id == UnitId::Prelude {
            true => Ok(()),
            false => refuse("a long double of more digits than a double has"),
        }
    }

    /// C does not say what a shift by the width or more gives. The prelude has none.
    fn shift_is_defined(&mut self, amount: Operand) {
        let ty = self.builder.ty(amount);
        let small = amount.as_const().is_some_and(|amount| amount < u128::from(ty.bits()));
        if small || self.unit.id == UnitId::Prelude {
            return;
        }
        let width = Operand::int(ty.bits().into(), ty);
        let holds = match amount.as_const() {
            Some(_) => Operand::FALSE,
            None => self.builder.compare(CompareOp::Ult, amount, width),
        };
        self.assertion(holds, AssertKind::Arithmetic, "a shift by the width or more".into());
    }

    /// C does not say what a number becomes in a type that it does not fit, nor what NaN does.
    fn conversion_is_defined(&mut self, a: Operand, to: Ty, signed: bool) {
        if self.unit.id == UnitId::Prelude {
            return;
        }
        let from = self.builder.ty(a);
        let number = |value: f64| match from {
            Ty::F32 => Operand::Const { bits: (value as f32).to_bits().into(), ty: from },
            _ => Operand::Const { bits: value.to_bits().into(), ty: from },
        };
        let bits = to.bits() as i32 - i32::from(signed);
        let limit = 2f64.powi(bits);
        // Fractions are cut off: what is just above the number below the least one fits, where there is such a number.
        let (op, least) = match signed {
            false => (CompareOp::FOgt, -1.0),
            true if from != Ty::F32 && bits < 52 => (CompareOp::FOgt, -limit - 1.0),
            true => (CompareOp::FOge, -limit),
        };
        let above = self.builder.compare(op, a, number(least));
        let below = self.builder.compare(CompareOp::FOlt, a, number(limit));
        let holds = self.builder.binary(BinaryOp::And, above, below);
        self.assertion(holds, AssertKind::Arithmetic, "a conversion of a number that does not fit".into());
    }

    pub fn int_compare(
        &mut self,
        op: ast::IntPredicate,
        left: &ast::Operand,
        right: &Value,
    ) -> Lower<Operands> {
        let op = int_predicate(op);
        self.map_pairs(left, right, |this, a, b| this.builder.compare(op, a, b))
    }

    pub fn float_compare(
        &mut self,
        op: ast::FloatPredicate,
        left: &ast::Operand,
        right: &Value,
    ) -> Lower<Operands> {
        self.map_pairs(left, right, |this, a, b| match float_predicate(op) {
            Ok(op) => this.builder.compare(op, a, b),
            Err(constant) => constant,
        })
    }

    pub fn select(
        &mut self,
        condition: &ast::Operand,
        if_true: &ast::Operand,
        if_false: &ast::Operand,
    ) -> Lower<Operands> {
        let conditions = self.operand(condition)?;
        let (then, other) = (self.operand(if_true)?, self.operand(if_false)?);
        let mut choose = |index: usize, then, other| {
            let cond = if conditions.len() == 1 { conditions.first() } else { conditions.get(index) };
            cond.map(|&cond| self.builder.select(cond, then, other))
        };
        let chosen = then.into_iter().zip(other).enumerate();
        chosen
            .map(|(index, (then, other))| choose(index, then, other).map_or_else(|| refuse("select"), Ok))
            .collect()
    }

    pub fn cast(&mut self, op: ast::CastOp, operand: &ast::Operand, to: TypeId) -> Lower<Operands> {
        let flat = self.operand(operand)?;
        let leaves = self.unit.leaves(to)?;
        if flat.len() != leaves.len() {
            return self.repack(flat, &leaves.iter().map(|leaf| leaf.ty).collect::<Vec<_>>());
        }
        flat.into_iter().zip(leaves.iter()).map(|(a, leaf)| self.cast_scalar(op, a, leaf.ty)).collect()
    }

    fn cast_scalar(&mut self, op: ast::CastOp, a: Operand, to: Ty) -> Lower<Operand> {
        let from = self.builder.ty(a);
        let op = match op {
            ast::CastOp::Trunc => CastOp::Trunc,
            ast::CastOp::ZExt => CastOp::ZExt,
            ast::CastOp::SExt => CastOp::SExt,
            ast::CastOp::FpTrunc => CastOp::FTrunc,
            ast::CastOp::FpExt => CastOp::FExt,
            ast::CastOp::FpToUi => {
                self.conversion_is_defined(a, to, false);
                CastOp::FToU
            }
            ast::CastOp::FpToSi => {
                self.conversion_is_defined(a, to, true);
                CastOp::FToS
            }
            ast::CastOp::UiToFp | ast::CastOp::SiToFp => {
                self.fits_a_double(to != Ty::F80 || from.bits() <= 53)?;
                if op == ast::CastOp::UiToFp { CastOp::UToF } else { CastOp::SToF }
            }
            ast::CastOp::PtrToInt | ast::CastOp::PtrToAddr => {
                let bits = self.builder.bits(a, Ty::I64);
                return Ok(self.builder.resize(bits, to, false));
            }
            ast::CastOp::IntToPtr => {
                let wide = self.builder.resize(a, Ty::I64, false);
                return Ok(self.builder.bits(wide, Ty::Ptr));
            }
            ast::CastOp::BitCast | ast::CastOp::AddrSpaceCast => {
                if from.bits() != to.bits() || (from == Ty::F80) != (to == Ty::F80) {
                    return refuse(format!("the bits of {from} as {to}"));
                }
                return Ok(self.builder.bits(a, to));
            }
        };
        Ok(self.builder.cast(op, a, to))
    }

    /// The address that a `getelementptr` computes.
    pub fn get_element_ptr(&mut self, gep: &GetElementPtr) -> Lower<Operand> {
        let base = self.scalar(&gep.base)?;
        let mut ty = gep.source_type;
        let mut constant = 0i64;
        let mut variable: Option<Operand> = None;
        for (position, index) in gep.indices.iter().enumerate() {
            let index = self.scalar(index)?;
            let number = index.as_const().map(|bits| sign_extend(bits, self.builder.ty(index).bits()) as i64);
            let step = if position == 0 {
                self.unit.size(ty)? as i64
            } else {
                let (next, offset) = gep_step(&self.unit, ty, number.unwrap_or(1))?;
                ty = next;
                if number.is_some() {
                    constant = constant.wrapping_add(offset);
                    continue;
                }
                offset
            };
            match number {
                Some(number) => constant = constant.wrapping_add(number.wrapping_mul(step)),
                None => {
                    let scaled = self.scaled(index, step);
                    variable = Some(match variable {
                        Some(sum) => self.builder.binary(BinaryOp::Add, sum, scaled),
                        None => scaled,
                    });
                }
            }
        }
        let start = self.builder.ptr_add(base, constant);
        Ok(match variable {
            Some(offset) => self.builder.ptr_add_value(start, offset),
            None => start,
        })
    }

    fn scaled(&mut self, index: Operand, step: i64) -> Operand {
        let wide = self.builder.resize(index, Ty::I64, true);
        match step {
            1 => wide,
            _ => self.builder.binary(BinaryOp::Mul, wide, Operand::i64(step)),
        }
    }

    fn alloca(
        &mut self,
        instruction: &Instruction,
        ty: TypeId,
        count: Option<&ast::Operand>,
        align: Option<u64>,
    ) -> Lower<Operands> {
        let element = self.unit.size(ty)?;
        let align = align.unwrap_or_else(|| self.unit.align(ty)).clamp(1, 4096) as u32;
        let size = match count {
            None => Operand::i64(element as i64),
            Some(count) => {
                let count = self.scalar(count)?;
                match count.as_const() {
                    Some(count) => Operand::i64((count as i64).wrapping_mul(element as i64)),
                    None => {
                        let wide = self.builder.resize(count, Ty::I64, false);
                        self.builder.binary(BinaryOp::Mul, wide, Operand::i64(element as i64))
                    }
                }
            }
        };
        let name = instruction.result.and_then(|local| self.names.slot(&self.unit, local));
        Ok(Operands::from_elem(self.builder.value(Op::Alloca { size, align, name }, Ty::Ptr), 1))
    }

    fn load(&mut self, instruction: &Instruction, load: &ast::Load) -> Lower<Operands> {
        let address = self.scalar(&load.address)?;
        let leaves = self.unit.leaves(load.ty)?;
        let order = super::atomics::load_order(load.ordering)?;
        self.check_atomic_width(order, leaves.len())?;
        let place = self.names.place(&self.unit, &load.address.value, self.unit.size(load.ty)?);
        let mut flat = Operands::new();
        for leaf in leaves.iter() {
            let mut access =
                self.access(&load.address.value, leaf.ty, leaf.offset, leaves.len(), order, load.volatile);
            access.initialised = self.must_be_initialised(leaf.ty);
            let addr = self.builder.ptr_add(address, leaf.offset as i64);
            flat.push(self.builder.load(access, addr));
        }
        if let (Some(local), Some((text, ty))) = (instruction.result, place) {
            self.names.set(local, Name::Value(text.into(), ty));
        }
        Ok(flat)
    }

    fn store(&mut self, store: &ast::Store) -> Lower<()> {
        let value = self.operand(&store.value)?;
        let address = self.scalar(&store.address)?;
        let leaves = self.unit.leaves(store.value.ty)?;
        let order = super::atomics::store_order(store.ordering)?;
        self.check_atomic_width(order, leaves.len())?;
        for (leaf, &value) in leaves.iter().zip(&value) {
            let target = &store.address.value;
            let access = self.access(target, leaf.ty, leaf.offset, leaves.len(), order, store.volatile);
            let addr = self.builder.ptr_add(address, leaf.offset as i64);
            self.builder.store(access, addr, value);
        }
        Ok(())
    }

    fn check_atomic_width(&self, order: Order, scalars: usize) -> Lower<()> {
        match order.is_atomic() && scalars != 1 {
            true => refuse("an atomic access to an aggregate"),
            false => Ok(()),
        }
    }

    /// How an access of one scalar of a value touches memory.
    fn access(
        &self,
        address: &Value,
        ty: Ty,
        offset: u64,
        scalars: usize,
        order: Order,
        volatile: bool,
    ) -> Access {
        let place = match scalars {
            1 if offset == 0 => self.place(address, ty),
            _ => None,
        };
        let order = match order {
            Order::Plain if volatile && self.cx.switches.atomic_volatile && scalars == 1 => Order::Relaxed,
            given => given,
        };
        Access { ty, order, volatile, initialised: false, place }
    }

    /// Whether a read must find something written. Single bytes may be copied as they are, by any function.
    pub fn must_be_initialised(&self, ty: Ty) -> bool {
        self.cx.switches.memory_checks && !self.builder.function.library && ty.bytes() > 1
    }

    /// The user's name of the place at an address.
    pub fn place(&self, address: &Value, ty: Ty) -> Option<Arc<str>> {
        self.names.place(&self.unit, address, ty.bytes()).map(|(text, _)| text.into())
    }
}

fn binary_op(op: ast::BinaryOp) -> BinaryOp {
    match op {
        ast::BinaryOp::Add => BinaryOp::Add,
        ast::BinaryOp::Sub => BinaryOp::Sub,
        ast::BinaryOp::Mul => BinaryOp::Mul,
        ast::BinaryOp::UDiv => BinaryOp::UDiv,
        ast::BinaryOp::SDiv => BinaryOp::SDiv,
        ast::BinaryOp::URem => BinaryOp::URem,
        ast::BinaryOp::SRem => BinaryOp::SRem,
        ast::BinaryOp::Shl => BinaryOp::Shl,
        ast::BinaryOp::LShr => BinaryOp::LShr,
        ast::BinaryOp::AShr => BinaryOp::AShr,
        ast::BinaryOp::And => BinaryOp::And,
        ast::BinaryOp::Or => BinaryOp::Or,
        ast::BinaryOp::Xor => BinaryOp::Xor,
        ast::BinaryOp::FAdd => BinaryOp::FAdd,
        ast::BinaryOp::FSub => BinaryOp::FSub,
        ast::BinaryOp::FMul => BinaryOp::FMul,
        ast::BinaryOp::FDiv => BinaryOp::FDiv,
        ast::BinaryOp::FRem => BinaryOp::FRem,
    }
}

fn int_predicate(predicate: ast::IntPredicate) -> CompareOp {
    match predicate {
        ast::IntPredicate::Eq => CompareOp::Eq,
        ast::IntPredicate::Ne => CompareOp::Ne,
        ast::IntPredicate::Ugt => CompareOp::Ugt,
        ast::IntPredicate::Uge => CompareOp::Uge,
        ast::IntPredicate::Ult => CompareOp::Ult,
        ast::IntPredicate::Ule => CompareOp::Ule,
        ast::IntPredicate::Sgt => CompareOp::Sgt,
        ast::IntPredicate::Sge => CompareOp::Sge,
        ast::IntPredicate::Slt => CompareOp::Slt,
        ast::IntPredicate::Sle => CompareOp::Sle,
    }
}

/// A comparison, or a constant for the two that compare nothing.
fn float_predicate(predicate: ast::FloatPredicate) -> Result<CompareOp, Operand> {
    Ok(match predicate {
        ast::FloatPredicate::False => return Err(Operand::FALSE),
        ast::FloatPredicate::True => return Err(Operand::TRUE),
        ast::FloatPredicate::Oeq => CompareOp::FOeq,
        ast::FloatPredicate::Ogt => CompareOp::FOgt,
        ast::FloatPredicate::Oge => CompareOp::FOge,
        ast::FloatPredicate::Olt => CompareOp::FOlt,
        ast::FloatPredicate::Ole => CompareOp::FOle,
        ast::FloatPredicate::One => CompareOp::FOne,
        ast::FloatPredicate::Ord => CompareOp::FOrd,
        ast::FloatPredicate::Ueq => CompareOp::FUeq,
        ast::FloatPredicate::Ugt => CompareOp::FUgt,
        ast::FloatPredicate::Uge => CompareOp::FUge,
        ast::FloatPredicate::Ult => CompareOp::FUlt,
        ast::FloatPredicate::Ule => CompareOp::FUle,
        ast::FloatPredicate::Une => CompareOp::FUne,
        ast::FloatPredicate::Uno => CompareOp::FUno,
    })
}
