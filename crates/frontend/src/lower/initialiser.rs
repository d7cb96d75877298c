//! Initialisers of globals: constants evaluated to bytes and relocations.

use super::constants::float_bits;
use super::context::{Address, Context};
use super::unit::Unit;
use super::{Lower, refuse};
use crate::ll::ast::*;
use ir::{Init, Operand as IrOperand, Relocation, Ty};

/// A constant scalar.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Scalar {
    Bits(u128),
    /// An address plus an offset (of a function: 0).
    Address(IrOperand),
}

impl<'m> Context<'m> {
    /// The bytes of a constant of type `ty`.
    pub fn initialiser(
        &mut self,
        unit: &Unit<'m>,
        constant: &Constant,
        ty: TypeId,
        size: u64,
    ) -> Lower<Init> {
        let mut init = Init { bytes: Vec::new(), relocations: Vec::new() };
        if is_zero(constant) {
            return Ok(init);
        }
        init.bytes = vec![0; size as usize];
        self.write_constant(unit, constant, ty, 0, &mut init)?;
        init.relocations.sort_by_key(|relocation| relocation.offset);
        Ok(init)
    }

    fn write_constant(
        &mut self,
        unit: &Unit<'m>,
        constant: &Constant,
        ty: TypeId,
        offset: u64,
        init: &mut Init,
    ) -> Lower<()> {
        match constant {
            Constant::Zero | Constant::Null | Constant::Undef | Constant::Poison | Constant::NoneToken => {
                Ok(())
            }
            Constant::Aggregate(parts) if prefers_writers(unit, parts) => {
                refuse("a read-write lock that prefers writers")
            }
            Constant::Aggregate(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let Value::Constant(part_constant) = &part.value else {
                        return refuse("a part that is no constant");
                    };
                    let Some(start) = unit.layout.field_offset(ty, index as u64) else {
                        return refuse("a part without a place");
                    };
                    self.write_constant(unit, part_constant, part.ty, offset + start, init)?;
                }
                Ok(())
            }
            Constant::Bytes(bytes) => put(init, offset, bytes),
            Constant::Splat(element) => {
                let Value::Constant(value) = &element.value else { return refuse("a splat of no constant") };
                let step = unit.size(element.ty)?;
                let end = unit.size(ty)?;
                (0..end.checked_div(step).unwrap_or(0)).try_for_each(|index| {
                    self.write_constant(unit, value, element.ty, offset + index * step, init)
                })
            }
            _ => {
                let scalar_ty = unit.scalar(ty)?;
                match self.scalar_constant(unit, constant, ty)? {
                    Scalar::Bits(bits) => put_scalar(init, offset, bits, scalar_ty),
                    Scalar::Address(target) if scalar_ty.bits() == 64 => {
                        init.relocations.push(Relocation { offset, target });
                        Ok(())
                    }
                    Scalar::Address(_) => refuse("an address that is cut"),
                }
            }
        }
    }

    fn scalar_operand(&mut self, unit: &Unit<'m>, operand: &Operand) -> Lower<Scalar> {
        match &operand.value {
            Value::Constant(constant) => self.scalar_constant(unit, constant, operand.ty),
            _ => refuse("an operand that is no constant"),
        }
    }

    fn scalar_constant(&mut self, unit: &Unit<'m>, constant: &Constant, ty: TypeId) -> Lower<Scalar> {
        match constant {
            Constant::Int(bits) => Ok(Scalar::Bits(*bits)),
            Constant::Null | Constant::Zero | Constant::Undef | Constant::Poison => Ok(Scalar::Bits(0)),
            Constant::Float(float) => Ok(Scalar::Bits(float_bits(*float, unit.scalar(ty)?)?)),
            Constant::Global(symbol) | Constant::DsoLocalEquivalent(symbol) | Constant::NoCfi(symbol) => {
                match self.address(unit, *symbol)? {
                    Address::Static(IrOperand::Const { bits, .. }) => Ok(Scalar::Bits(bits)),
                    Address::Static(operand) => Ok(Scalar::Address(operand)),
                    Address::ThreadLocal(_) => refuse("the address of a thread-local variable"),
                }
            }
            Constant::BlockAddress { function, block } => {
                block_address(unit, *function, *block).map(Scalar::Bits)
            }
            Constant::Expression(expression) => self.scalar_expression(unit, expression),
            _ => refuse("a constant of this kind"),
        }
    }

    fn scalar_expression(&mut self, unit: &Unit<'m>, expression: &ConstantExpression) -> Lower<Scalar> {
        match expression {
            ConstantExpression::GetElementPtr(gep) => {
                let offset = constant_gep_offset(unit, gep)?;
                add(self.scalar_operand(unit, &gep.base)?, offset)
            }
            ConstantExpression::Cast { op, operand, to } => {
                let value = self.scalar_operand(unit, operand)?;
                cast(*op, value, unit.scalar(operand.ty)?, unit.scalar(*to)?)
            }
            ConstantExpression::Binary { op, left, right, .. } => {
                let (left_value, right_value) =
                    (self.scalar_operand(unit, left)?, self.scalar_operand(unit, right)?);
                binary(*op, left_value, right_value, unit.scalar(left.ty)?)
            }
            _ => refuse("a constant expression of this kind"),
        }
    }
}

/// Whether these are the parts of glibc's `PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP`: eight integers, a byte, seven more, a long,
/// and the kind. Readers wait for writers that wait there, which the table of POSIX does not know.
fn prefers_writers(unit: &Unit<'_>, parts: &[Operand]) -> bool {
    const SIZES: [u64; 12] = [4, 4, 4, 4, 4, 4, 4, 4, 1, 7, 8, 4];
    let is = |(part, size): (&Operand, &u64)| unit.size(part.ty).is_ok_and(|found| found == *size);
    let kind = parts.get(SIZES.len() - 1).map(|part| &part.value);
    kind == Some(&Value::Constant(Constant::Int(2))) && parts.iter().zip(&SIZES).all(is)
}

fn is_zero(constant: &Constant) -> bool {
    matches!(
        constant,
        Constant::Zero | Constant::Null | Constant::Undef | Constant::Poison | Constant::Int(0)
    )
}

fn put(init: &mut Init, offset: u64, bytes: &[u8]) -> Lower<()> {
    let start = offset as usize;
    match init.bytes.get_mut(start..start + bytes.len()) {
        Some(slot) => slot.copy_from_slice(bytes),
        None => return refuse("a part outside its variable"),
    }
    Ok(())
}

fn put_scalar(init: &mut Init, offset: u64, bits: u128, ty: Ty) -> Lower<()> {
    let length = (ty.bits().div_ceil(8)) as usize;
    put(init, offset, &bits.to_le_bytes()[..length])
}

/// The number that stands for the address of a block: its index and one. Only `indirectbr` looks at it.
pub(crate) fn block_address(unit: &Unit<'_>, function: Symbol, block: LocalName) -> Lower<u128> {
    let Some(Definition::Function(index)) = unit.module.definitions.get(&function) else {
        return refuse("the address of a block of an unknown function");
    };
    let position = unit.module.functions[*index].blocks.iter().position(|candidate| candidate.name == block);
    position.map_or_else(|| refuse("the address of an unknown block"), |position| Ok(position as u128 + 1))
}

/// The byte offset of an address computation whose indices are all constant.
pub(crate) fn constant_gep_offset(unit: &Unit<'_>, gep: &GetElementPtr) -> Lower<i64> {
    let mut ty = gep.source_type;
    let mut offset = 0i64;
    for (position, index) in gep.indices.iter().enumerate() {
        let Value::Constant(constant) = &index.value else { return refuse("a variable index in a constant") };
        let number = match constant {
            Constant::Int(bits) => sign_extend(*bits, unit.scalar(index.ty)?.bits()) as i64,
            Constant::Zero | Constant::Undef | Constant::Poison => 0,
            _ => return refuse("an index that is no number"),
        };
        if position == 0 {
            offset = offset.wrapping_add(number.wrapping_mul(unit.size(ty)? as i64));
        } else {
            let (next, start) = gep_step(unit, ty, number)?;
            offset = offset.wrapping_add(start);
            ty = next;
        }
    }
    Ok(offset)
}

/// One index into an aggregate: the type of the part and its offset.
pub(crate) fn gep_step(unit: &Unit<'_>, ty: TypeId, index: i64) -> Lower<(TypeId, i64)> {
    match unit.module.types.resolve(ty) {
        Type::Struct { fields, .. } => {
            let field = usize::try_from(index).ok().and_then(|index| fields.get(index));
            match (field, unit.layout.field_offset(ty, index as u64)) {
                (Some(&field), Some(offset)) => Ok((field, offset as i64)),
                _ => refuse("a field that does not exist"),
            }
        }
        Type::Array { element, .. } | Type::Vector { element, .. } => {
            Ok((*element, index.wrapping_mul(unit.size(*element)? as i64)))
        }
        _ => refuse("an index into a scalar"),
    }
}

pub(crate) fn sign_extend(bits: u128, width: u32) -> i128 {
    let shift = 128 - width.clamp(1, 128);
    ((bits << shift) as i128) >> shift
}

fn add(base: Scalar, offset: i64) -> Lower<Scalar> {
    match base {
        Scalar::Bits(bits) => Ok(Scalar::Bits((bits as u64).wrapping_add_signed(offset).into())),
        Scalar::Address(IrOperand::Global { id, offset: start }) => {
            Ok(Scalar::Address(IrOperand::Global { id, offset: start.wrapping_add(offset) }))
        }
        Scalar::Address(_) if offset == 0 => Ok(base),
        Scalar::Address(_) => refuse("an offset from a function"),
    }
}

fn cast(op: CastOp, value: Scalar, from: Ty, to: Ty) -> Lower<Scalar> {
    match (op, value) {
        (
            CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::IntToPtr | CastOp::BitCast | CastOp::AddrSpaceCast,
            _,
        ) if from.bits() == to.bits() => Ok(value),
        (CastOp::SExt, Scalar::Bits(bits)) => {
            Ok(Scalar::Bits(sign_extend(bits, from.bits()) as u128 & to.mask()))
        }
        (
            CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::PtrToAddr,
            Scalar::Bits(bits),
        ) => Ok(Scalar::Bits(bits & to.mask())),
        _ => refuse("a conversion in a constant"),
    }
}

fn binary(op: BinaryOp, left: Scalar, right: Scalar, ty: Ty) -> Lower<Scalar> {
    use IrOperand::Global;
    match (op, left, right) {
        (BinaryOp::Add, Scalar::Bits(a), Scalar::Bits(b)) => Ok(Scalar::Bits(a.wrapping_add(b) & ty.mask())),
        (BinaryOp::Sub, Scalar::Bits(a), Scalar::Bits(b)) => Ok(Scalar::Bits(a.wrapping_sub(b) & ty.mask())),
        (BinaryOp::Mul, Scalar::Bits(a), Scalar::Bits(b)) => Ok(Scalar::Bits(a.wrapping_mul(b) & ty.mask())),
        (BinaryOp::And, Scalar::Bits(a), Scalar::Bits(b)) => Ok(Scalar::Bits(a & b)),
        (BinaryOp::Or, Scalar::Bits(a), Scalar::Bits(b)) => Ok(Scalar::Bits(a | b)),
        (BinaryOp::Xor, Scalar::Bits(a), Scalar::Bits(b)) => Ok(Scalar::Bits(a ^ b)),
        (BinaryOp::Add, address @ Scalar::Address(_), Scalar::Bits(b))
        | (BinaryOp::Add, Scalar::Bits(b), address @ Scalar::Address(_)) => add(address, b as i64),
        (BinaryOp::Sub, address @ Scalar::Address(_), Scalar::Bits(b)) => {
            add(address, (b as i64).wrapping_neg())
        }
        (
            BinaryOp::Sub,
            Scalar::Address(Global { id: a, offset: x }),
            Scalar::Address(Global { id: b, offset: y }),
        ) if a == b => Ok(Scalar::Bits(x.wrapping_sub(y) as u128 & ty.mask())),
        _ => refuse("arithmetic on addresses in a constant"),
    }
}
