//! Parts of aggregates and vectors: since values are lists of scalars, most of this only picks from the lists.

use super::function::FunctionLowering;
use super::{Lower, refuse};
use crate::ll::ast::{self, Constant, Type, Value};
use ir::*;

impl<'m> FunctionLowering<'_, 'm> {
    pub fn extract_value(&mut self, aggregate: &ast::Operand, indices: &[u32]) -> Lower<Operands> {
        let flat = self.operand(aggregate)?;
        let range = self.unit.nested_part(aggregate.ty, indices)?;
        flat.get(range).map_or_else(|| refuse("a part outside an aggregate"), |part| Ok(part.into()))
    }

    pub fn insert_value(
        &mut self,
        aggregate: &ast::Operand,
        element: &ast::Operand,
        indices: &[u32],
    ) -> Lower<Operands> {
        let mut flat = self.blank_or(aggregate)?;
        let part = self.operand(element)?;
        let range = self.unit.nested_part(aggregate.ty, indices)?;
        match flat.get_mut(range) {
            Some(slot) if slot.len() == part.len() => slot.copy_from_slice(&part),
            _ => return refuse("a part outside an aggregate"),
        }
        Ok(flat)
    }

    /// An aggregate that is about to be filled: its undefined parts are zero, nobody will look at them.
    fn blank_or(&mut self, aggregate: &ast::Operand) -> Lower<Operands> {
        match &aggregate.value {
            Value::Constant(Constant::Undef | Constant::Poison) => self.zeros(aggregate.ty),
            _ => self.operand(aggregate),
        }
    }

    fn element_width(&self, vector: ast::TypeId) -> Lower<usize> {
        match self.unit.module.types.resolve(vector) {
            Type::Vector { element, .. } => self.unit.width(*element),
            _ => refuse("a vector operation on no vector"),
        }
    }

    pub fn extract_element(&mut self, vector: &ast::Operand, index: &ast::Operand) -> Lower<Operands> {
        let flat = self.operand(vector)?;
        if self.element_width(vector.ty)? != 1 {
            return refuse("a vector of aggregates");
        }
        let index = self.scalar(index)?;
        let Some(&first) = flat.first() else { return refuse("an empty vector") };
        let chosen = match index.as_const() {
            Some(number) => *flat.get(number as usize).unwrap_or(&first),
            None => self.pick(&flat, index),
        };
        Ok(Operands::from_elem(chosen, 1))
    }

    /// `flat[index]` for an index that is not constant.
    fn pick(&mut self, flat: &[Operand], index: Operand) -> Operand {
        let ty = self.builder.ty(index);
        let mut chosen = flat[0];
        for (position, &element) in flat.iter().enumerate().skip(1) {
            let here = self.builder.compare(CompareOp::Eq, index, Operand::int(position as i128, ty));
            chosen = self.builder.select(here, element, chosen);
        }
        chosen
    }

    pub fn insert_element(
        &mut self,
        vector: &ast::Operand,
        element: &ast::Operand,
        index: &ast::Operand,
    ) -> Lower<Operands> {
        let mut flat = self.blank_or(vector)?;
        let element = self.scalar(element)?;
        let index = self.scalar(index)?;
        let ty = self.builder.ty(index);
        match index.as_const() {
            Some(number) => match flat.get_mut(number as usize) {
                Some(slot) => *slot = element,
                None => return refuse("an index outside a vector"),
            },
            None => {
                for (position, slot) in flat.iter_mut().enumerate() {
                    let here = self.builder.compare(CompareOp::Eq, index, Operand::int(position as i128, ty));
                    *slot = self.builder.select(here, element, *slot);
                }
            }
        }
        Ok(flat)
    }

    pub fn shuffle_vector(
        &mut self,
        left: &ast::Operand,
        right: &ast::Operand,
        mask: &ast::Operand,
    ) -> Lower<Operands> {
        let mut both = self.blank_or(left)?;
        both.extend(self.blank_or(right)?);
        let Some(&first) = both.first() else { return refuse("an empty vector") };
        let mask = self.blank_or(mask)?;
        let numbers = mask.iter().map(|index| index.as_const());
        numbers
            .map(|number| match number {
                Some(number) => Ok(*both.get(number as usize).unwrap_or(&first)),
                None => refuse("a shuffle by a variable mask"),
            })
            .collect()
    }

    /// The same bits in memory as other scalars, through one integer of at most 128 bits.
    pub fn repack(&mut self, flat: Operands, to: &[Ty]) -> Lower<Operands> {
        let total: u32 = flat.iter().map(|&scalar| self.builder.ty(scalar).bits()).sum();
        let wanted: u32 = to.iter().map(|ty| ty.bits()).sum();
        let f80 = flat
            .iter()
            .map(|&scalar| self.builder.ty(scalar))
            .chain(to.iter().copied())
            .any(|ty| ty == Ty::F80);
        if total != wanted || total == 0 || total > 128 || f80 {
            return refuse("the bits of a vector under another type");
        }
        let whole_ty = Ty::Int(total as u8);
        let mut whole = Operand::Const { bits: 0, ty: whole_ty };
        let mut position = 0;
        for scalar in flat {
            let width = self.builder.ty(scalar).bits();
            let number = self.builder.bits(scalar, Ty::Int(width as u8));
            let wide = self.builder.resize(number, whole_ty, false);
            let shifted = match position {
                0 => wide,
                _ => self.builder.binary(BinaryOp::Shl, wide, Operand::int(position.into(), whole_ty)),
            };
            whole = if position == 0 { shifted } else { self.builder.binary(BinaryOp::Or, whole, shifted) };
            position += width;
        }
        let mut position = 0;
        let mut parts = Operands::new();
        for &ty in to {
            let shifted = match position {
                0 => whole,
                _ => self.builder.binary(BinaryOp::LShr, whole, Operand::int(position.into(), whole_ty)),
            };
            let cut = self.builder.resize(shifted, Ty::Int(ty.bits() as u8), false);
            parts.push(self.builder.bits(cut, ty));
            position += ty.bits();
        }
        Ok(parts)
    }
}
