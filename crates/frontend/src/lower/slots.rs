//! Which stack objects can live in SSA values, and as which scalars.
//!
//! An object qualifies if its address is used for nothing but plain loads and stores at constant offsets and for
//! copies and fills of constant length. Its *slots* are the scalars that are accessed: they must not overlap (two
//! accesses of one offset and width may differ in type). Bytes that are copied to or from memory but never accessed by
//! themselves get slots of their own, so that neither a value nor an access is lost; objects that are copied into each
//! other get the same slots.

use ir::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// An object with more scalars than this stays in memory.
const MAX_SLOTS: usize = 64;

/// A place in a candidate: which object, and the offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub object: usize,
    pub offset: i64,
}

#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub ty: Ty,
    pub name: Option<Arc<str>>,
}

#[derive(Debug)]
pub(crate) struct Object {
    pub size: i64,
    pub name: Option<Arc<str>>,
    /// By offset.
    pub slots: BTreeMap<i64, Slot>,
    pub qualifies: bool,
}

/// A copy of so many bytes; an end without a place is in memory.
#[derive(Clone, Copy, Debug)]
struct Copied {
    from: Option<Place>,
    to: Option<Place>,
    length: i64,
    /// Nobody can tell whether the source is looked at: it is constant and long enough.
    from_constant: bool,
}

/// The candidates of one function.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    pub objects: Vec<Object>,
    /// Addresses that point into candidates.
    places: FxHashMap<ValueId, Place>,
    /// Copies with a candidate on at least one side.
    copies: Vec<Copied>,
    /// Ranges that are filled.
    fills: Vec<(Place, i64)>,
}

impl Candidates {
    /// `is_constant`: whether an address is that of so many bytes that never change.
    pub fn find(
        function: &Function,
        order: &[BlockId],
        is_constant: &dyn Fn(Operand, i64) -> bool,
    ) -> Candidates {
        let mut found = Candidates::default();
        for inst in &function.blocks[Function::ENTRY].insts {
            if let Op::Alloca { size: Operand::Const { bits, .. }, name, .. } = &inst.op
                && let Ok(size) = i64::try_from(*bits)
            {
                found.places.insert(inst.results[0], Place { object: found.objects.len(), offset: 0 });
                let (slots, name) = (BTreeMap::new(), name.clone());
                found.objects.push(Object { size, name, slots, qualifies: true });
            }
        }
        if found.objects.is_empty() {
            return found;
        }
        for &block in order {
            for inst in &function.blocks[block].insts {
                found.visit(inst, is_constant);
            }
            function.blocks[block].term.for_each_operand(|operand| found.escape(operand));
        }
        found.complete();
        found
    }

    /// Where an address points, if it points into an object that qualifies.
    pub fn place(&self, operand: Operand) -> Option<Place> {
        self.qualified(self.candidate(operand))
    }

    fn qualified(&self, place: Option<Place>) -> Option<Place> {
        place.filter(|place| self.objects[place.object].qualifies)
    }

    fn candidate(&self, operand: Operand) -> Option<Place> {
        self.places.get(&operand.value()?).copied()
    }

    fn escape(&mut self, operand: Operand) {
        if let Some(place) = self.candidate(operand) {
            self.objects[place.object].qualifies = false;
        }
    }

    fn visit(&mut self, inst: &Inst, is_constant: &dyn Fn(Operand, i64) -> bool) {
        match &inst.op {
            Op::PtrAdd { base, offset: Operand::Const { bits, .. } } => {
                if let Some(place) = self.candidate(*base) {
                    let offset = place.offset.wrapping_add(*bits as i64);
                    self.places.insert(inst.results[0], Place { offset, ..place });
                }
            }
            Op::Load { access, addr } => self.access(*addr, access),
            Op::Store { access, addr, value } => {
                self.access(*addr, access);
                self.escape(*value);
            }
            Op::Copy { dst, src, len: Operand::Const { bits, .. } } => {
                let length = i64::try_from(*bits).unwrap_or(i64::MAX);
                let (from, to) = (self.candidate(*src), self.candidate(*dst));
                if from.is_some() || to.is_some() {
                    self.copies.push(Copied { from, to, length, from_constant: is_constant(*src, length) });
                }
            }
            Op::Fill { dst, byte: Operand::Const { .. }, len: Operand::Const { bits, .. } } => {
                let length = i64::try_from(*bits).unwrap_or(i64::MAX);
                self.fills.extend(self.candidate(*dst).map(|place| (place, length)));
            }
            Op::Observe { .. } | Op::ScopeEnd { .. } => {}
            op => op.for_each_operand(|operand| self.escape(operand)),
        }
    }

    fn access(&mut self, addr: Operand, access: &Access) {
        let Some(place) = self.candidate(addr) else { return };
        // An atomic access may order others around it, private or not.
        if access.order.is_atomic() {
            self.objects[place.object].qualifies = false;
            return;
        }
        self.add_slot(place, access.ty, access.place.as_ref());
    }

    /// Makes sure that there is a slot; whether it is new.
    fn add_slot(&mut self, place: Place, ty: Ty, name: Option<&Arc<str>>) -> bool {
        let object = &mut self.objects[place.object];
        if !object.qualifies {
            return false;
        }
        let (start, end) = (place.offset, place.offset.saturating_add(ty.bytes() as i64));
        if let Some(slot) = object.slots.get_mut(&start)
            && slot.ty.bytes() == ty.bytes()
            && slot.ty.bits() == ty.bits()
        {
            slot.name = slot.name.take().or_else(|| name.cloned());
            return false;
        }
        let overlaps = object
            .slots
            .range(..end)
            .next_back()
            .is_some_and(|(at, slot)| at + slot.ty.bytes() as i64 > start);
        if start < 0 || end > object.size || overlaps || object.slots.len() >= MAX_SLOTS {
            object.qualifies = false;
            return false;
        }
        object.slots.insert(start, Slot { ty, name: name.cloned() });
        true
    }

    /// Slots of an object within a range; `None` if one lies across its border.
    pub fn slots_in(&self, place: Place, length: i64) -> Option<Vec<(i64, Ty)>> {
        let end = place.offset.checked_add(length)?;
        let object = &self.objects[place.object];
        let mut inside = Vec::new();
        for (&at, slot) in &object.slots {
            let after = at + slot.ty.bytes() as i64;
            if at >= place.offset && after <= end {
                inside.push((at - place.offset, slot.ty));
            } else if at < end && after > place.offset {
                return None;
            }
        }
        (place.offset >= 0 && end <= object.size).then_some(inside)
    }

    /// Adds slots until copies lose nothing, dropping objects where that cannot be. Candidates that are copied into
    /// each other agree on their slots before bytes that nobody accesses get any.
    fn complete(&mut self) {
        let copies = self.copies.clone();
        let mut ranges = self.fills.clone();
        for &Copied { from, to, length, .. } in &copies {
            ranges.extend(from.into_iter().chain(to).map(|place| (place, length)));
        }
        loop {
            let mut changed = false;
            for &(place, length) in &ranges {
                if self.objects[place.object].qualifies && self.slots_in(place, length).is_none() {
                    self.objects[place.object].qualifies = false;
                    changed = true;
                }
            }
            for &Copied { from, to, length, .. } in &copies {
                if let (Some(from), Some(to)) = (from, to) {
                    changed |= self.transfer(from, to, length);
                    changed |= self.transfer(to, from, length);
                }
            }
            if changed {
                continue;
            }
            // Between candidates, what has no slot is never looked at.
            for &Copied { from, to, length, from_constant } in &copies {
                match (self.qualified(from), self.qualified(to)) {
                    (Some(from), None) => changed |= self.cover(from, length),
                    (None, Some(to)) if !from_constant => changed |= self.cover(to, length),
                    _ => {}
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Gives the bytes between the slots of a range slots of their own.
    fn cover(&mut self, place: Place, length: i64) -> bool {
        let mut changed = false;
        while self.objects[place.object].qualifies {
            let Some(inside) = self.slots_in(place, length) else { break };
            let mut next = 0;
            let mut gap = None;
            for (at, ty) in inside.into_iter().chain([(length, Ty::BOOL)]) {
                if at > next {
                    gap = Some((next, at));
                    break;
                }
                next = at + ty.bytes() as i64;
            }
            let Some((start, end)) = gap else { break };
            let offset = place.offset + start;
            let bytes = [8, 4, 2, 1]
                .into_iter()
                .find(|bytes| offset % bytes == 0 && start + bytes <= end)
                .unwrap_or(1);
            changed |= self.add_slot(Place { offset, ..place }, Ty::Int(8 * bytes as u8), None);
        }
        changed
    }

    /// Gives the target of a copy the slots of its source.
    fn transfer(&mut self, from: Place, to: Place, length: i64) -> bool {
        if !self.objects[from.object].qualifies || !self.objects[to.object].qualifies {
            return false;
        }
        let mut changed = false;
        for (offset, ty) in self.slots_in(from, length).unwrap_or_default() {
            let there = Place { offset: to.offset + offset, ..to };
            changed |= self.add_slot(there, ty, None);
            changed |= !self.objects[to.object].qualifies;
        }
        changed
    }
}
