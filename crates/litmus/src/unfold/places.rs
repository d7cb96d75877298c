//! Places that accesses agree on, each with its initial write.

use super::UnfoldError;
use super::convert::Converter;
use crate::events::{Access, Event, Kind, Location, LocationId, Reads};
use ::unfold::{ObjectId, ObjectKind, Place, Space};
use ir::{GlobalId, Order, Span, Ty};
use smallvec::SmallVec;
use solver::TermId;
use std::sync::Arc;

const MIXED_SIZES: &str = "accesses of different sizes to the same bytes: use `selvedge check`";

impl Converter<'_> {
    /// The place of these bytes. Places that overlap without being the same are refused.
    pub(super) fn location(
        &mut self,
        space: Space,
        (object, offset): Place,
        size: u64,
        span: Span,
    ) -> Result<LocationId, UnfoldError> {
        let addr = self.graph.objects.get(object).addr + offset;
        if let Some(&known) = self.at.get(&(space, addr, size)) {
            return Ok(known);
        }
        if space == Space::Memory {
            if self.extents.iter().any(|&(start, end)| addr < end && start < addr + size) {
                return Err(UnfoldError::at(self.program, span, MIXED_SIZES));
            }
            self.extents.push((addr, addr + size));
        }
        let value = match space {
            Space::Memory => {
                let program = (self.program, self.layout);
                self.graph.initial_bytes(&mut self.terms, program, (object, offset), size)
            }
            Space::Sync => {
                let state = self.graph.sync_initial.get(&(object, offset)).copied().unwrap_or(0);
                self.terms.bits_const(state, 8 * size as u32)
            }
        };
        let id = LocationId(self.out.locations.len() as u32);
        let access = Access {
            places: SmallVec::from_slice(&[(id, TermId::TRUE)]),
            value,
            ty: Ty::Int((8 * size).min(128) as u8),
            order: Order::Plain,
            failure: Order::Plain,
            other_half: None,
            register: None,
            state: None,
        };
        let initial = self.out.events.push(Event {
            thread: None,
            kind: Kind::Write(access),
            guard: TermId::TRUE,
            span: Span::NONE,
            addr: Reads::new(),
            data: Reads::new(),
            ctrl: Reads::new(),
        });
        let hidden = space == Space::Sync;
        let (name, global) = self.name(object, offset, if hidden { None } else { Some(size) });
        self.out.locations.push(Location { name, addr, size, global, initial, hidden });
        self.at.insert((space, addr, size), id);
        Ok(id)
    }

    /// Sees to it that all of these bytes have a place: those that nobody touches get one each.
    pub(super) fn observed(&mut self, addr: u64, size: u64) -> Result<(), UnfoldError> {
        let Some((object, offset)) = self.graph.objects.at(addr) else { return Ok(()) };
        let touches = |(start, end): &&(u64, u64)| *start < addr + size && addr < *end;
        if !self.extents.iter().any(|extent| touches(&extent)) {
            return self.location(Space::Memory, (object, offset), size, Span::NONE).map(|_| ());
        }
        let crosses = |&(start, end): &(u64, u64)| start < addr || addr + size < end;
        if self.extents.iter().any(|extent| touches(&extent) && crosses(extent)) {
            return Err(UnfoldError::at(self.program, Span::NONE, MIXED_SIZES));
        }
        for byte in 0..size {
            let at = addr + byte;
            if !self.extents.iter().any(|&(start, end)| start <= at && at < end) {
                self.location(Space::Memory, (object, offset + byte), 1, Span::NONE)?;
            }
        }
        Ok(())
    }

    /// What people call it: the whole object, an element or a part of it; a synchronisation object by where it begins.
    fn name(&self, object: ObjectId, offset: u64, size: Option<u64>) -> (Arc<str>, Option<GlobalId>) {
        let data = self.graph.objects.get(object);
        let global = match data.kind {
            ObjectKind::Global(id) => Some(id),
            _ => None,
        };
        let name = data.name.clone().unwrap_or_else(|| "heap".into());
        let whole = offset == 0 && size.is_none_or(|size| data.size <= size);
        let name = match size {
            _ if whole => name,
            Some(size @ 1..) if global.is_some() && offset.is_multiple_of(size) => {
                format!("{name}[{}]", offset / size).into()
            }
            _ => format!("{name}+{offset}").into(),
        };
        (name, global)
    }
}
