//! Loads, stores and read-modify-writes as events; objects and locations.

use super::events::*;
use super::value::{self, Numbers, Value, union_reads};
use super::walk::{Here, ThreadState, set};
use super::{UnfoldError, Unfolder};
use ir::{Function, Inst, Op, Operand, Order, Span, Ty};
use smallvec::SmallVec;
use solver::TermId;
use std::sync::Arc;

type Places = SmallVec<[(LocationId, TermId); 1]>;
/// A number (`None`: anything), a name, and the global it is part of.
type Initial = (Option<u128>, Arc<str>, Option<ir::GlobalId>);

impl Unfolder<'_> {
    pub(super) fn access(
        &mut self,
        state: &mut ThreadState,
        function: &Function,
        here: &mut Here,
        inst: &Inst,
    ) -> Result<(), UnfoldError> {
        let span = inst.span;
        let register =
            |index: usize| inst.results.get(index).and_then(|&id| function.values[id].name.clone());
        match &inst.op {
            Op::Load { access, addr } => {
                let (places, address) = self.places(here, function, *addr, access.ty, span)?;
                let read = self.read(state, here, span, places, access, address.reads, register(0))?;
                if let Some(&result) = inst.results.first() {
                    let value = self.read_value(read, access.ty);
                    set(&mut here.env, result, value);
                }
            }
            Op::Store { access, addr, value } => {
                let (places, address) = self.places(here, function, *addr, access.ty, span)?;
                let stored = self.operand(here, function, *value);
                let register = value.value().and_then(|id| function.values[id].name.clone());
                let happens = here.guard;
                let written = Written { happens, places, stored, address, register, half: None };
                self.write(state, here, span, access, written)?;
            }
            Op::Rmw { access, op, addr, value } => {
                let (places, address) = self.places(here, function, *addr, access.ty, span)?;
                let operand = self.operand(here, function, *value);
                let (name, reads) = (register(0), address.reads.clone());
                let read = self.read(state, here, span, places.clone(), access, reads, name)?;
                let old = self.read_value(read, access.ty);
                let new = value::rmw(&mut self.terms, *op, access.ty, &old, &operand)
                    .map_err(|reason| self.error(span, reason))?;
                // The write follows its read by `rmw`; data dependencies are those of the operand.
                let stored = Value { reads: operand.reads, ..new };
                let (happens, half) = (here.guard, Some(read));
                let written = Written { happens, places, stored, address, register: None, half };
                self.write(state, here, span, access, written)?;
                if let Some(&result) = inst.results.first() {
                    set(&mut here.env, result, old);
                }
            }
            Op::CompareExchange { access, failure, addr, expected, desired, .. } => {
                let (places, address) = self.places(here, function, *addr, access.ty, span)?;
                let expected = self.operand(here, function, *expected);
                let desired = self.operand(here, function, *desired);
                let (name, reads) = (register(0), address.reads.clone());
                let read = self.read(state, here, span, places.clone(), access, reads, name)?;
                if let Kind::Read(data) = &mut self.out.events[read].kind {
                    data.failure = *failure;
                }
                self.out.events[read].data = union_reads(&mut self.terms, &expected.reads, &desired.reads);
                let old = self.read_value(read, access.ty);
                let found = value::compare(&mut self.terms, ir::CompareOp::Eq, access.ty, &old, &expected)
                    .map_err(|reason| self.error(span, reason))?;
                let happens = self.terms.and(here.guard, found.term);
                let reads = union_reads(&mut self.terms, &expected.reads, &desired.reads);
                let stored = Value { reads, ..desired };
                let written = Written { happens, places, stored, address, register: None, half: Some(read) };
                self.write(state, here, span, access, written)?;
                let found = Value { reads: old.reads.clone(), ..found };
                for (&result, value) in inst.results.iter().zip([old, found]) {
                    set(&mut here.env, result, value);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A value as it comes out of a read: it depends on that read and nothing else.
    fn read_value(&mut self, read: EventId, ty: Ty) -> Value {
        let event = &self.out.events[read];
        let Some(access) = event.read() else { return value::constant(&mut self.terms, 0, ty) };
        let (bytes, places) = (access.value, access.places.clone());
        let term = value::from_bytes(&mut self.terms, bytes, ty);
        let mut numbers = Some(Vec::new());
        for (place, _) in places {
            let location = &self.out.locations[place];
            match (&mut numbers, self.numbers_at((location.addr, location.size))) {
                (Some(all), Some(here)) => all.extend(here.iter().map(|number| number & ty.mask())),
                _ => numbers = None,
            }
        }
        let numbers =
            numbers.and_then(value::numbers).filter(|_| ty.bits() == 64 || !self.options.free_reads);
        Value { term, numbers, reads: SmallVec::from_slice(&[(read, TermId::TRUE)]) }
    }

    fn read(
        &mut self,
        state: &ThreadState,
        here: &Here,
        span: Span,
        places: Places,
        access: &ir::Access,
        address: Reads,
        register: Option<Arc<str>>,
    ) -> Result<EventId, UnfoldError> {
        let mut all: Numbers = Some([].into());
        for &(place, _) in &places {
            let location = &self.out.locations[place];
            all = value::both_numbers(&all, &self.numbers_at((location.addr, location.size)));
        }
        // A number that is known because nothing else is ever stored must not hide what a cut value would show.
        let all = if self.options.free_reads { None } else { all };
        let bytes = value::variable(&mut self.terms, "read", 8 * access.ty.bytes() as u32, &all);
        let (order, ty) = (access.order, access.ty);
        let data = Access { places, value: bytes, ty, order, failure: order, other_half: None, register };
        let mut event = self.event(state.id, Kind::Read(data), here, span);
        event.addr = address;
        self.push(event)
    }

    fn write(
        &mut self,
        state: &ThreadState,
        here: &Here,
        span: Span,
        access: &ir::Access,
        written: Written,
    ) -> Result<EventId, UnfoldError> {
        let Written { happens, places, stored, address, register, half } = written;
        for &(place, _) in &places {
            let location = &self.out.locations[place];
            let key = (location.addr, location.size);
            self.store_numbers(key, &stored.numbers);
        }
        let id = EventId(self.out.events.len() as u32);
        let plain_use = register.is_some() && half.is_none();
        let term = if plain_use { self.cut(LocalRule::LocalReadValue, id, stored.term) } else { stored.term };
        let value = value::to_bytes(&mut self.terms, term, access.ty);
        let (order, ty) = (access.order, access.ty);
        let data = Access { places, value, ty, order, failure: order, other_half: half, register };
        let mut event = self.event(state.id, Kind::Write(data), here, span);
        event.guard = happens;
        event.addr = address.reads;
        event.data = stored.reads;
        let id = self.push(event)?;
        if let Some(half) = half
            && let Kind::Read(read) = &mut self.out.events[half].kind
        {
            read.other_half = Some(id);
        }
        Ok(id)
    }

    /// Where an access can go.
    fn places(
        &mut self,
        here: &Here,
        function: &Function,
        addr: Operand,
        ty: Ty,
        span: Span,
    ) -> Result<(Places, Value), UnfoldError> {
        let address = self.operand(here, function, addr);
        let candidates: Vec<u128> = match (value::known(&self.terms, address.term), &address.numbers) {
            (Some(number), _) => vec![number],
            (None, Some(numbers)) => numbers.to_vec(),
            (None, None) => {
                return Err(self.error(span, "an address that depends on too much: use `selvedge check`"));
            }
        };
        let (mut places, mut nowhere) = (Places::new(), Vec::new());
        for number in candidates {
            let at = value::constant(&mut self.terms, number, Ty::Ptr);
            let bits = value::bits(&mut self.terms, address.term);
            let is_here = self.terms.eq(bits, at.term);
            let object = u64::try_from(number).ok().filter(|&addr| self.is_object(addr, ty.bytes()));
            match object {
                Some(addr) => places.push((self.location(addr, ty.bytes(), span)?, is_here)),
                None => nowhere.push(is_here),
            }
        }
        let outside = self.terms.or_all(nowhere);
        let outside = self.terms.and(here.guard, outside);
        self.frontier(outside, span, "an access outside of every object");
        Ok((places, address))
    }

    fn is_object(&self, addr: u64, size: u64) -> bool {
        let within = |start: u64, len: u64| addr >= start && addr.saturating_add(size) <= start + len;
        let global = self.layout.global_at(addr).and_then(|id| Some((id, self.program.globals.get(id)?)));
        global.is_some_and(|(id, data)| within(self.layout.global(id), data.size))
            || self.objects.iter().any(|(start, len, _, _)| within(*start, *len))
    }

    /// The place of these bytes. Places that overlap without being the same are refused.
    pub(super) fn location(&mut self, addr: u64, size: u64, span: Span) -> Result<LocationId, UnfoldError> {
        if let Some(&known) = self.at.get(&(addr, size)) {
            return Ok(known);
        }
        if self.extents.iter().any(|&(start, end)| addr < end && start < addr + size) {
            return Err(
                self.error(span, "accesses of different sizes to the same bytes: use `selvedge check`")
            );
        }
        self.extents.push((addr, addr + size));
        let ty = Ty::Int((8 * size).min(128) as u8);
        let (initial, name, global) = self.initial(addr, size)?;
        let value = match initial {
            Some(bits) => value::constant_term(&mut self.terms, bits, ty),
            None => self.terms.bits_var("uninitialised", ty.bits()),
        };
        let id = LocationId(self.out.locations.len() as u32);
        let access = Access {
            places: SmallVec::from_slice(&[(id, TermId::TRUE)]),
            value,
            ty,
            order: Order::Plain,
            failure: Order::Plain,
            other_half: None,
            register: None,
        };
        let event = self.push(Event {
            thread: None,
            kind: Kind::Write(access),
            guard: TermId::TRUE,
            span: Span::NONE,
            addr: Reads::new(),
            data: Reads::new(),
            ctrl: Reads::new(),
        })?;
        self.out.locations.push(Location { name, addr, size, global, initial: event, is_mutex: false });
        self.at.insert((addr, size), id);
        self.store_numbers((addr, size), &initial.map(|bits| [bits].into()));
        Ok(id)
    }

    /// The number that these bytes hold at first (`None`: anything), and what people call them.
    fn initial(&mut self, addr: u64, size: u64) -> Result<Initial, UnfoldError> {
        let runtime = self.objects.iter().find(|(start, len, _, _)| addr >= *start && addr < start + len);
        if let Some((start, len, zeroed, name)) = runtime {
            let name = name.clone().unwrap_or_else(|| "heap".into());
            let name = if size == *len { name } else { format!("{name}+{}", addr - start).into() };
            return Ok((zeroed.then_some(0), name, None));
        }
        let Some(id) = self.layout.global_at(addr) else {
            return Err(self.error(Span::NONE, format!("nothing lies at address {addr:#x}")));
        };
        let start = self.layout.global(id);
        let data = &self.program.globals[id];
        let offset = addr - start;
        let mut bits = 0u128;
        for index in (0..size).rev() {
            let byte = data.init.bytes.get((offset + index) as usize).copied().unwrap_or(0);
            bits = bits << 8 | u128::from(byte);
        }
        if let Some(relocation) = data.init.relocations.iter().find(|item| item.offset == offset) {
            bits = self.layout.constant(relocation.target).unwrap_or(0);
        }
        let name = match (data.size > size, size) {
            (true, 1..) if offset.is_multiple_of(size) => format!("{}[{}]", data.name, offset / size).into(),
            (true, _) => format!("{}+{offset}", data.name).into(),
            _ => data.name.clone(),
        };
        Ok((Some(bits), name, Some(id)))
    }

    /// Objects that the program makes while it runs.
    pub(super) fn object(
        &mut self,
        state: &ThreadState,
        function: &Function,
        here: &mut Here,
        inst: &Inst,
    ) -> Result<(), UnfoldError> {
        let (size, zeroed, name) = match &inst.op {
            Op::Alloca { size, name, .. } => (*size, false, name.clone()),
            Op::HeapAlloc { size, zeroed, .. } => (*size, *zeroed, None),
            Op::ThreadLocal { global } => {
                let data = &self.program.globals[*global];
                let addr = match self.thread_locals.get(&(state.id, *global)) {
                    Some(&addr) => addr,
                    None => {
                        let addr = self.new_object(data.size, true, Some(data.name.clone()));
                        self.thread_locals.insert((state.id, *global), addr);
                        addr
                    }
                };
                if data.init.bytes.iter().any(|&byte| byte != 0) || !data.init.relocations.is_empty() {
                    self.frontier(here.guard, inst.span, "thread-local variables with initial values");
                }
                return self.set_address(here, inst, addr);
            }
            // Nothing here asks whether an object is still alive.
            _ => return Ok(()),
        };
        let size = self.operand(here, function, size);
        let Some(size) = value::known(&self.terms, size.term).and_then(|size| u64::try_from(size).ok())
        else {
            return Err(self.error(inst.span, "an object whose size is not constant: use `selvedge check`"));
        };
        let addr = self.new_object(size, zeroed, name);
        self.set_address(here, inst, addr)
    }

    fn new_object(&mut self, size: u64, zeroed: bool, name: Option<Arc<str>>) -> u64 {
        let slot = ir::layout::slot_size(size);
        let last = self
            .objects
            .last()
            .map_or(ir::layout::region_start(0), |(start, len, _, _)| start + ir::layout::slot_size(*len));
        let addr = last.next_multiple_of(slot);
        self.objects.push((addr, size, zeroed, name));
        addr
    }

    fn set_address(&mut self, here: &mut Here, inst: &Inst, addr: u64) -> Result<(), UnfoldError> {
        if let Some(&result) = inst.results.first() {
            let value = value::constant(&mut self.terms, u128::from(addr), Ty::Ptr);
            set(&mut here.env, result, value);
        }
        Ok(())
    }
}

/// A write to be recorded.
struct Written {
    happens: TermId,
    places: Places,
    stored: Value,
    address: Value,
    register: Option<Arc<str>>,
    half: Option<EventId>,
}
