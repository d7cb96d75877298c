//! What a place in memory is called in the user's words: `x`, `head->next`, `ring.buf[i]`, `*p`.
//!
//! Each LLVM value may have a [`Name`]: the address of a place, or a value with its source text. Names are built
//! from debug info as addresses are computed, so that an access can be shown as the user wrote it. They are for
//! people only: nothing may depend on them.

use super::initialiser::gep_step;
use super::unit::Unit;
use crate::ll::ast::*;
use crate::ll::debug::{DebugType, join_path};
use std::rc::Rc;
use std::sync::Arc;

/// Longer names are of no use to a reader.
const MAX_LENGTH: usize = 64;

/// A place: an object and an offset into it.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    /// The object, or the pointer to it.
    base: Rc<str>,
    /// `base` is a pointer; the place is what it points to.
    through_pointer: bool,
    /// The type of the object.
    ty: Option<MetadataId>,
    offset: i64,
}

#[derive(Clone, Debug)]
pub(crate) enum Name {
    /// The value is the address of this place.
    Address(Spot),
    /// The value itself, as text, with its type.
    Value(Rc<str>, Option<MetadataId>),
}

/// The names of the values of one function.
#[derive(Debug)]
pub(crate) struct Names<'m> {
    of_locals: Vec<Option<Name>>,
    /// The variable that lives in each stack slot.
    variables: Vec<Option<MetadataId>>,
    function: &'m Function,
}

impl<'m> Names<'m> {
    pub fn new(unit: &Unit<'m>, function: &'m Function) -> Self {
        let variables = unit.debug.declared_variables(function);
        let mut names = Names { of_locals: vec![None; function.locals.len()], variables, function };
        // What is passed by value through a pointer is a variable where it lies.
        for parameter in &function.parameters {
            names.slot(unit, parameter.local);
        }
        names
    }

    /// The user's name of a parameter: of the variable whose slot it is stored into, or as LLVM calls it.
    pub fn parameter(&self, unit: &Unit<'m>, local: LocalId) -> Option<Arc<str>> {
        let entry = self.function.blocks.first()?;
        let slot = entry.instructions.iter().find_map(|instruction| match &instruction.op {
            Op::Store(store) if store.value.value == Value::Local(local) => match store.address.value {
                Value::Local(slot) => Some(slot),
                _ => None,
            },
            _ => None,
        });
        let variable = slot.and_then(|slot| self.variables.get(slot.index()).copied().flatten());
        match variable.and_then(|variable| unit.debug.variable(variable)) {
            Some(entity) => Some(entity.name.into()),
            None => match self.function.locals.get(local.index())?.name {
                LocalName::Name(symbol) => Some(unit.name(symbol).into()),
                LocalName::Number(_) => None,
            },
        }
    }

    /// Names the stack slot that `local` is the address of, if a variable lives there.
    pub fn slot(&mut self, unit: &Unit<'m>, local: LocalId) -> Option<Arc<str>> {
        let variable = self.variables.get(local.index()).copied().flatten()?;
        let entity = unit.debug.variable(variable)?;
        self.set(local, Name::Address(Spot::object(entity.name, entity.ty)));
        Some(entity.name.into())
    }

    pub fn set(&mut self, local: LocalId, name: Name) {
        if let Some(slot) = self.of_locals.get_mut(local.index()) {
            *slot = Some(name);
        }
    }

    /// The name of a value, constants included.
    pub fn of(&self, unit: &Unit<'m>, value: &Value) -> Option<Name> {
        match value {
            Value::Local(local) => self.of_locals.get(local.index())?.clone(),
            Value::Constant(Constant::Int(bits)) => Some(Name::Value(signed_text(*bits).into(), None)),
            Value::Constant(Constant::Global(symbol)) => {
                let symbol = unit.module.resolve_alias(*symbol)?;
                let Some(Definition::Variable(index)) = unit.module.definitions.get(&symbol) else {
                    return None;
                };
                let entity = unit.debug.global(&unit.module.globals[*index]);
                let spot = match entity {
                    Some(entity) => Spot::object(entity.name, entity.ty),
                    None => Spot::object(unit.name(symbol), None),
                };
                Some(Name::Address(spot))
            }
            Value::Constant(Constant::Expression(expression)) => match &**expression {
                ConstantExpression::GetElementPtr(gep) => self.of_gep(unit, gep),
                ConstantExpression::Cast { operand, .. } => self.of(unit, &operand.value),
                _ => None,
            },
            _ => None,
        }
    }

    /// What an access of so many bytes at an address touches: its text and its type.
    pub fn place(
        &self,
        unit: &Unit<'m>,
        address: &Value,
        bytes: u64,
    ) -> Option<(String, Option<MetadataId>)> {
        let spot = self.of(unit, address)?.into_spot(unit);
        let (text, ty) = spot.resolve(unit, Some(bytes))?;
        (text.len() <= MAX_LENGTH).then_some((text, ty))
    }

    /// The name of a computed address.
    pub fn of_gep(&self, unit: &Unit<'m>, gep: &GetElementPtr) -> Option<Name> {
        let base = self.of(unit, &gep.base.value)?;
        let mut spot = base.into_spot(unit);
        let mut ty = gep.source_type;
        for (position, index) in gep.indices.iter().enumerate() {
            let constant = match &index.value {
                Value::Constant(Constant::Int(bits)) => Some(*bits as i64),
                _ => None,
            };
            // `p[2]` of a pointer `p` is an element, not a member; so is a variable index anywhere.
            let element = position == 0 && spot.through_pointer && spot.offset == 0 && constant != Some(0);
            match constant {
                Some(number) if !element => {
                    if position == 0 {
                        spot.offset += number.checked_mul(unit.layout.size(ty)? as i64)?;
                    } else {
                        let (next, offset) = gep_step(unit, ty, number).ok()?;
                        spot.offset += offset;
                        ty = next;
                    }
                }
                _ => {
                    let text = match self.of(unit, &index.value) {
                        Some(Name::Value(text, _)) => text,
                        _ => "…".into(),
                    };
                    if position == 0 {
                        spot = spot.neighbour(unit, &text, unit.layout.size(ty)?)?;
                    } else {
                        let (next, _) = gep_step(unit, ty, 0).ok()?;
                        spot = spot.element(unit, &text, unit.layout.size(ty)?)?;
                        ty = next;
                    }
                }
            }
        }
        Some(Name::Address(spot))
    }

    /// `a + b` and the like, for indices.
    pub fn of_binary(&self, unit: &Unit<'m>, op: BinaryOp, left: &Value, right: &Value) -> Option<Name> {
        let sign = match op {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::URem | BinaryOp::SRem => "%",
            BinaryOp::UDiv | BinaryOp::SDiv => "/",
            BinaryOp::And => "&",
            _ => return None,
        };
        let (Name::Value(left, ty), Name::Value(right, _)) = (self.of(unit, left)?, self.of(unit, right)?)
        else {
            return None;
        };
        let wrap = |text: &str| if text.contains(' ') { format!("({text})") } else { text.to_string() };
        let text = match (sign, right.strip_prefix('-')) {
            ("+", Some(rest)) => format!("{} - {rest}", wrap(&left)),
            _ => format!("{} {sign} {}", wrap(&left), wrap(&right)),
        };
        (text.len() <= MAX_LENGTH).then(|| Name::Value(text.into(), ty))
    }
}

impl Name {
    /// The place that this value, taken as an address, means.
    fn into_spot(self, unit: &Unit<'_>) -> Spot {
        match self {
            Name::Address(spot) => spot,
            Name::Value(base, ty) => {
                let ty = ty.and_then(|ty| unit.debug.pointee(ty));
                Spot { base, through_pointer: true, ty, offset: 0 }
            }
        }
    }
}

impl Spot {
    pub fn object(name: &str, ty: Option<MetadataId>) -> Spot {
        Spot { base: name.into(), through_pointer: false, ty, offset: 0 }
    }

    /// Text and type of the part that an access of so many bytes means.
    fn resolve(&self, unit: &Unit<'_>, bytes: Option<u64>) -> Option<(String, Option<MetadataId>)> {
        let offset = u64::try_from(self.offset).ok();
        let path = self.ty.zip(offset).and_then(|(ty, offset)| unit.debug.resolve_path(ty, offset, bytes));
        if let Some(path) = path.filter(|path| path.rest == 0) {
            let needs_parentheses = self.through_pointer
                && !path.text.is_empty()
                && (self.base.starts_with('*') || self.base.contains(' '));
            let base = if needs_parentheses { format!("({})", self.base) } else { self.base.to_string() };
            return Some((join_path(&base, &path.text, self.through_pointer), Some(path.ty)));
        }
        match (self.offset, self.through_pointer) {
            (0, true) => Some((format!("*{}", self.base), self.ty)),
            (0, false) => Some((self.base.to_string(), self.ty)),
            (offset, true) => Some((format!("*({} + {offset})", self.base), None)),
            (offset, false) => Some((format!("{}@{offset}", self.base), None)),
        }
    }

    /// Element `index` of the array of `bytes` bytes at this place.
    fn element(self, unit: &Unit<'_>, index: &str, bytes: u64) -> Option<Spot> {
        let (text, ty) = self.resolve(unit, Some(bytes))?;
        let text = if self.through_pointer && text.starts_with('*') { format!("({text})") } else { text };
        let element = ty.and_then(|ty| match unit.debug.type_of(ty) {
            // Of an array of arrays only the innermost element has a type of its own.
            DebugType::Array { element, dimensions } if dimensions.len() <= 1 => element,
            _ => None,
        });
        Some(Spot { base: format!("{text}[{index}]").into(), through_pointer: false, ty: element, offset: 0 })
    }

    /// `p[index]` for the place that `p` points to, or the neighbour of an array element.
    fn neighbour(self, unit: &Unit<'_>, index: &str, step: u64) -> Option<Spot> {
        if self.through_pointer && self.offset == 0 {
            let base = match self.base.contains([' ', '*']) {
                true => format!("({})[{index}]", self.base),
                false => format!("{}[{index}]", self.base),
            };
            let fits = self.ty.is_some_and(|ty| unit.debug.bits(ty) == step.checked_mul(8));
            return Some(Spot {
                base: base.into(),
                through_pointer: false,
                ty: self.ty.filter(|_| fits),
                offset: 0,
            });
        }
        let (text, ty) = self.resolve(unit, Some(step))?;
        let text = match text.strip_suffix("[0]") {
            Some(array) => format!("{array}[{index}]"),
            None => format!("(&{text})[{index}]"),
        };
        Some(Spot { base: text.into(), through_pointer: false, ty, offset: 0 })
    }
}

/// Small negative numbers read better with a sign; the width is not known here.
fn signed_text(bits: u128) -> String {
    match bits {
        0xffff_ff00..=0xffff_ffff => (bits as u32 as i32).to_string(),
        0xffff_ffff_ffff_ff00..=0xffff_ffff_ffff_ffff => (bits as u64 as i64).to_string(),
        _ => bits.to_string(),
    }
}
