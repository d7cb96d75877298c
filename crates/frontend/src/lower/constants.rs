//! Constants as operands of instructions. Constant expressions are computed by instructions at the place of use, by the
//! same code as the instructions they resemble.

use super::context::Address;
use super::function::FunctionLowering;
use super::initialiser::block_address;
use super::{Lower, refuse};
use crate::ll::ast::{self, Constant, ConstantExpression, FloatConstant, Symbol, TypeId, Value};
use ir::*;

impl<'m> FunctionLowering<'_, 'm> {
    /// The scalars of a value.
    pub fn flat(&mut self, value: &Value, ty: TypeId) -> Lower<Operands> {
        match value {
            Value::Local(local) => match self.locals.get(local.index()) {
                Some(Some(flat)) => {
                    let flat = flat.clone();
                    if let [slot] = *flat {
                        self.used(*local, slot);
                    }
                    Ok(flat)
                }
                _ => self.copied(*local),
            },
            Value::Constant(constant) => self.constant(constant, ty),
            Value::InlineAsm(_) => refuse("inline assembly as a value"),
            Value::Metadata(_) => Ok(Operands::new()),
        }
    }

    pub fn operand(&mut self, operand: &ast::Operand) -> Lower<Operands> {
        self.flat(&operand.value, operand.ty)
    }

    /// A value that is one scalar.
    pub fn scalar(&mut self, operand: &ast::Operand) -> Lower<Operand> {
        self.scalar_value(&operand.value, operand.ty)
    }

    pub fn scalar_value(&mut self, value: &Value, ty: TypeId) -> Lower<Operand> {
        match *self.flat(value, ty)? {
            [single] => Ok(single),
            _ => refuse("an aggregate where a scalar is expected"),
        }
    }

    pub fn constant(&mut self, constant: &Constant, ty: TypeId) -> Lower<Operands> {
        let one = |operand: Operand| Ok(Operands::from_elem(operand, 1));
        match constant {
            Constant::Int(bits) => {
                let ty = self.unit.scalar(ty)?;
                one(Operand::Const { bits: bits & ty.mask(), ty })
            }
            Constant::Float(float) => {
                let ty = self.unit.scalar(ty)?;
                one(Operand::Const { bits: float_bits(*float, ty)?, ty })
            }
            Constant::Null | Constant::Zero | Constant::NoneToken => self.zeros(ty),
            Constant::Undef | Constant::Poison => self.undefined(ty, "undefined value"),
            Constant::Global(symbol) | Constant::DsoLocalEquivalent(symbol) | Constant::NoCfi(symbol) => {
                one(self.symbol(*symbol)?)
            }
            Constant::Aggregate(parts) => {
                let mut flat = Operands::new();
                for part in parts {
                    flat.extend(self.operand(part)?);
                }
                Ok(flat)
            }
            Constant::Bytes(bytes) => {
                Ok(bytes.iter().map(|&byte| Operand::int(byte.into(), Ty::I8)).collect())
            }
            Constant::Splat(element) => {
                let element_flat = self.operand(element)?;
                let count = self.unit.width(ty)? / element_flat.len().max(1);
                Ok((0..count).flat_map(|_| element_flat.clone()).collect())
            }
            Constant::BlockAddress { function, block } => {
                let bits = block_address(&self.unit, *function, *block)?;
                one(Operand::Const { bits, ty: Ty::Ptr })
            }
            Constant::BigInt(_) => refuse("integers of more than 128 bits"),
            Constant::Expression(expression) => self.constant_expression(expression),
        }
    }

    fn constant_expression(&mut self, expression: &ConstantExpression) -> Lower<Operands> {
        match expression {
            ConstantExpression::GetElementPtr(gep) => Ok(Operands::from_elem(self.get_element_ptr(gep)?, 1)),
            ConstantExpression::Cast { op, operand, to } => self.cast(*op, operand, *to),
            ConstantExpression::Binary { op, left, right, .. } => self.binary(*op, left, &right.value),
            ConstantExpression::IntCompare { predicate, left, right } => {
                self.int_compare(*predicate, left, &right.value)
            }
            ConstantExpression::FloatCompare { predicate, left, right } => {
                self.float_compare(*predicate, left, &right.value)
            }
            ConstantExpression::Select { condition, if_true, if_false } => {
                self.select(condition, if_true, if_false)
            }
            ConstantExpression::ExtractElement { vector, index } => self.extract_element(vector, index),
            ConstantExpression::InsertElement { vector, element, index } => {
                self.insert_element(vector, element, index)
            }
            ConstantExpression::ShuffleVector { left, right, mask } => self.shuffle_vector(left, right, mask),
        }
    }

    pub fn zeros(&mut self, ty: TypeId) -> Lower<Operands> {
        Ok(self.unit.leaves(ty)?.iter().map(|leaf| Operand::Const { bits: 0, ty: leaf.ty }).collect())
    }

    /// Arbitrary values for all scalars of a type.
    pub fn undefined(&mut self, ty: TypeId, name: &str) -> Lower<Operands> {
        let leaves = self.unit.leaves(ty)?;
        let kind = NondetKind::Uninitialised(name.into());
        Ok(leaves.iter().map(|leaf| self.builder.nondet(kind.clone(), leaf.ty)).collect())
    }

    /// The address of a symbol.
    pub fn symbol(&mut self, symbol: Symbol) -> Lower<Operand> {
        let unit = self.unit.clone();
        match self.cx.address(&unit, symbol)? {
            Address::Static(operand) => Ok(operand),
            Address::ThreadLocal(global) => Ok(self.builder.value(Op::ThreadLocal { global }, Ty::Ptr)),
        }
    }
}

/// The bits of a floating-point literal under a type (F80 is computed as F64).
pub(crate) fn float_bits(float: FloatConstant, ty: Ty) -> Lower<u128> {
    let double = match float {
        FloatConstant::Double(bits) => f64::from_bits(bits),
        FloatConstant::X86Fp80(bits) if !x87_is_double(bits) => {
            return refuse("a long double of more digits than a double has");
        }
        FloatConstant::X86Fp80(bits) => x87_to_double(bits),
        FloatConstant::Half(_) | FloatConstant::BFloat(_) => return refuse("16-bit floating point"),
        FloatConstant::Quad(_) | FloatConstant::PpcPair(_) => return refuse("128-bit floating point"),
    };
    match ty {
        Ty::F32 => Ok((double as f32).to_bits().into()),
        Ty::F64 | Ty::F80 => Ok(double.to_bits().into()),
        _ => refuse("a floating-point literal of another type"),
    }
}

/// Whether an 80-bit extended number is a normal double, zero, an infinity or no number.
fn x87_is_double(bits: u128) -> bool {
    let exponent = (bits >> 64) & 0x7fff;
    let fits = bits as u64 & 0x7ff == 0 && (16383 - 1022..=16383 + 1023).contains(&exponent);
    fits || bits as u64 == 0 || exponent == 0x7fff
}

/// The nearest double of an 80-bit extended number: sign, 15 bits of exponent, 64 bits with the leading one.
fn x87_to_double(bits: u128) -> f64 {
    let mantissa = bits as u64;
    let exponent = ((bits >> 64) & 0x7fff) as i32;
    let sign = if bits >> 79 & 1 == 1 { -1.0 } else { 1.0 };
    let magnitude = match (exponent, mantissa << 1) {
        (0x7fff, 0) => f64::INFINITY,
        (0x7fff, _) => f64::NAN,
        _ => {
            // Two steps, so that neither factor overflows where the product does not.
            let shift = exponent - 16383 - 63;
            let half = shift / 2;
            mantissa as f64 * 2f64.powi(half) * 2f64.powi(shift - half)
        }
    };
    sign * magnitude
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extended_numbers_become_doubles() {
        assert_eq!(x87_to_double(0x3FFF_8000_0000_0000_0000), 1.0);
        assert_eq!(x87_to_double(0xC000_C000_0000_0000_0000), -3.0);
        assert_eq!(x87_to_double(0x3FFB_CCCC_CCCC_CCCC_CCCD), 0.1);
        assert_eq!(x87_to_double(0x7FFF_8000_0000_0000_0000), f64::INFINITY);
        assert_eq!(x87_to_double(0), 0.0);
        assert!(x87_is_double(0x3FFF_8000_0000_0000_0000) && x87_is_double(0));
        assert!(!x87_is_double(0x3FFB_CCCC_CCCC_CCCC_CCCD) && !x87_is_double(0x5000_8000_0000_0000_0000));
    }
}
