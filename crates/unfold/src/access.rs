//! Memory accesses: which places they can touch, private ones as data flow, shared ones as events.

use crate::arith::{self, union_sets};
use crate::flow::Flow;
use crate::graph::{Access, Candidates, Graph, Space, What};
use crate::guards::GuardId;
use crate::objects::{ObjectId, ObjectKind, Objects, Place};
use crate::unfolder::Unfolder;
use crate::value::{Deps, NumberSet, SymVal};
use crate::view::Initial;
use crate::waiting::Touch;
use events::FailureKind;
use ir::{Layout, Order, Program, Ty};
use model::AccessKind;
use rustc_hash::FxHashMap;
use solver::{TermId, Terms};
use std::sync::Arc;

/// Places that one access may touch at most.
const MAX_CANDIDATES: usize = 4096;

/// What the program says of one access.
#[derive(Clone, Debug)]
pub(crate) struct Request<'a> {
    pub(crate) addr: &'a SymVal,
    pub(crate) size: u64,
    pub(crate) order: Order,
    pub(crate) failure: Order,
    pub(crate) place: Option<&'a Arc<str>>,
    pub(crate) writes: bool,
    /// It must find something written.
    pub(crate) initialised: bool,
    /// It writes only what compares equal.
    pub(crate) compares: bool,
}

impl<'a> Request<'a> {
    pub(crate) fn plain(addr: &'a SymVal, size: u64) -> Self {
        let order = Order::Plain;
        let (place, writes, initialised, compares) = (None, false, false, false);
        Request { addr, size, order, failure: order, place, writes, initialised, compares }
    }
    pub(crate) fn of(access: &'a ir::Access, addr: &'a SymVal, writes: bool) -> Self {
        let (order, initialised, place) = (access.order, access.initialised, access.place.as_ref());
        let size = access.ty.bytes();
        Request { addr, size, order, failure: order, place, writes, initialised, compares: false }
    }
}

/// Initial contents from the program's initialisers; what is not initialised can be anything.
pub(crate) struct InitialMemory<'a> {
    pub(crate) program: &'a Program,
    pub(crate) layout: &'a Layout,
    pub(crate) objects: &'a Objects,
    pub(crate) fresh: &'a mut FxHashMap<(ObjectId, u64, u64), TermId>,
}

impl Graph {
    pub(crate) fn initial<'a>(
        &'a mut self,
        program: &'a Program,
        layout: &'a Layout,
    ) -> (&'a mut Terms, InitialMemory<'a>) {
        let initial = InitialMemory { program, layout, objects: &self.objects, fresh: &mut self.fresh };
        (&mut self.terms, initial)
    }

    /// Initial contents of bytes of an object, as a term of whoever has the terms now.
    pub fn initial_bytes(
        &mut self,
        terms: &mut Terms,
        (program, layout): (&Program, &Layout),
        (object, offset): Place,
        size: u64,
    ) -> TermId {
        let (_, mut initial) = self.initial(program, layout);
        initial.initial(terms, object, offset, size).term
    }
}

impl Initial for InitialMemory<'_> {
    fn initial(&mut self, terms: &mut Terms, object: ObjectId, offset: u64, size: u64) -> SymVal {
        let width = 8 * size as u32;
        if width == 0 || width > solver::MAX_WIDTH {
            return SymVal::new(terms.bits_var("memory", width.clamp(8, solver::MAX_WIDTH)), NumberSet::ANY);
        }
        if object.is_shadow() {
            return SymVal::new(terms.bits_const(0, width), NumberSet::constant(0));
        }
        let init = match self.objects.get(object).kind {
            ObjectKind::Global(id) | ObjectKind::ThreadLocal(id) => Some(&self.program.globals[id].init),
            ObjectKind::Heap { zeroed: true, .. } | ObjectKind::Thread => None,
            ObjectKind::Stack | ObjectKind::Heap { zeroed: false, .. } => {
                let term = *self
                    .fresh
                    .entry((object, offset, size))
                    .or_insert_with(|| terms.bits_var(format!("uninitialised {object}+{offset}"), width));
                return SymVal::new(term, NumberSet::ANY);
            }
        };
        let mut value = 0u128;
        if let Some(init) = init {
            for index in 0..size {
                let byte = initial_byte(init, self.layout, offset + index);
                value |= u128::from(byte) << (8 * index);
            }
        }
        SymVal::new(terms.bits_const(value, width), NumberSet::constant(value))
    }
}

fn initial_byte(init: &ir::Init, layout: &Layout, at: u64) -> u8 {
    let relocation = init.relocations.iter().find(|r| r.offset <= at && at < r.offset + 8);
    match relocation {
        Some(relocation) => {
            let target = layout.constant(relocation.target).unwrap_or(0) as u64;
            (target >> (8 * (at - relocation.offset))) as u8
        }
        None => usize::try_from(at).ok().and_then(|at| init.bytes.get(at)).copied().unwrap_or(0),
    }
}

/// One value out of several; `conditions` tell which.
pub(crate) fn select(
    terms: &mut Terms,
    objects: &Objects,
    values: &[SymVal],
    conditions: &[TermId],
) -> SymVal {
    let Some((last, rest)) = values.split_last() else {
        return SymVal::new(TermId::FALSE, NumberSet::ANY);
    };
    let mut result = last.clone();
    for (value, &condition) in rest.iter().zip(conditions).rev() {
        if value.term != result.term {
            result.term = terms.ite(condition, value.term, result.term);
        }
        result.set = union_sets(objects, &result.set, &value.set);
    }
    if let Some(constant) = arith::known(terms, result.term) {
        result.set = NumberSet::constant(constant);
    }
    if values.iter().any(|value| value.deps != last.deps) {
        result.deps = merge_deps(terms, values.iter().map(|value| &value.deps), conditions);
    }
    result
}

/// Each dependency under the condition of the path it came by.
pub(crate) fn merge_deps<'a>(
    terms: &mut Terms,
    deps: impl Iterator<Item = &'a Deps>,
    conditions: &[TermId],
) -> Deps {
    let mut all = Deps::none();
    for (deps, &condition) in deps.zip(conditions) {
        let guarded: Vec<(u32, TermId)> =
            deps.as_slice().iter().map(|&(event, under)| (event, terms.and(under, condition))).collect();
        all = all.union_with(&Deps::from_vec(guarded), |a, b| terms.or(a, b));
    }
    all
}

impl Unfolder<'_> {
    pub(crate) fn initial_value(&mut self, object: ObjectId, offset: u64, size: u64) -> SymVal {
        let (terms, mut initial) = self.graph.initial(self.program, self.layout);
        initial.initial(terms, object, offset, size)
    }

    pub(super) fn view_read(&mut self, flow: &Flow, object: ObjectId, offset: u64, size: u64) -> SymVal {
        let (terms, mut initial) = self.graph.initial(self.program, self.layout);
        flow.view.read(terms, &mut initial, object, offset, size)
    }
    pub(super) fn view_write(
        &mut self,
        flow: &mut Flow,
        object: ObjectId,
        offset: u64,
        size: u64,
        value: SymVal,
    ) {
        let (terms, mut initial) = self.graph.initial(self.program, self.layout);
        flow.view.write(terms, &mut initial, object, offset, size, value);
    }

    /// One value out of several; `conditions` tell which.
    pub(super) fn select(&mut self, values: &[SymVal], conditions: &[TermId]) -> SymVal {
        select(&mut self.graph.terms, &self.graph.objects, values, conditions)
    }

    /// The term "the address is this place".
    pub(crate) fn is_at(&mut self, addr: TermId, place: Place) -> TermId {
        self.graph.objects.is_at(&mut self.graph.terms, addr, place)
    }

    /// The same, where it is known to be one of `places`.
    pub(super) fn is_only_at(&mut self, request: &Request<'_>, places: &[Place], place: Place) -> TermId {
        if places.len() == 1 { TermId::TRUE } else { self.is_at(request.addr.term, place) }
    }

    /// The places an access can touch. The path goes on only where it touches one of them; all else is a failure.
    /// `None`: it never does.
    pub(crate) fn resolve(&mut self, flow: &mut Flow, request: &Request<'_>) -> Option<Candidates> {
        let mut places: Vec<Place> = Vec::new();
        self.note_dependent(request.addr.term);
        let exact = match &request.addr.set {
            NumberSet::Consts(values) => {
                for &value in values.clone().iter() {
                    self.resolve_constant(flow, request, value as u64, values.len() == 1, &mut places);
                }
                true
            }
            NumberSet::Within { objects, modulus, residue } => {
                let complete = *modulus == 0 || modulus % request.size.max(1) == 0 || *modulus > 8;
                let range = self.pass.narrowing.ranges.of(&self.graph.terms, request.addr.term);
                for &object in objects.iter().filter(|&&object| !(request.writes && self.is_constant(object)))
                {
                    self.positions(object, (*modulus, *residue), request.size, range, &mut places);
                }
                if !complete {
                    self.refuse_other_places(flow, request, objects, &places);
                }
                false
            }
            NumberSet::Any { .. } => {
                return self.refuse_step(flow, "access through a pointer whose target is not known");
            }
        };
        if places.len() > MAX_CANDIDATES {
            let reason = format!("an access that can touch more than {MAX_CANDIDATES} places");
            return self.refuse_step(flow, &reason);
        }
        if !exact {
            self.require_hit(flow, request, &places);
        }
        self.drop_gone(flow, request, &mut places);
        if places.is_empty() {
            flow.guard = GuardId::FALSE;
        }
        (flow.guard != GuardId::FALSE && !places.is_empty()).then(|| places.into())
    }

    fn resolve_constant(
        &mut self,
        flow: &mut Flow,
        request: &Request<'_>,
        addr: u64,
        only: bool,
        places: &mut Vec<Place>,
    ) {
        let wrong = match self.graph.objects.at(addr) {
            Some((object, offset)) if offset + request.size <= self.graph.objects.get(object).size => {
                if !(request.writes && self.is_constant(object)) {
                    return places.push((object, offset));
                }
                FailureKind::WriteToConstant
            }
            Some(_) => FailureKind::OutOfBounds,
            None if addr < 4096 => FailureKind::NullDereference,
            None => FailureKind::InvalidPointer,
        };
        let number = self.graph.terms.bits_const(u128::from(addr), 64);
        let hits = if only { TermId::TRUE } else { self.graph.terms.eq(request.addr.term, number) };
        let message = self.describe_place(request, addr);
        self.fail_where(flow, hits, wrong, message);
    }

    fn describe_place(&self, request: &Request<'_>, addr: u64) -> String {
        let object = self
            .graph
            .objects
            .at(addr)
            .and_then(|(object, offset)| Some((self.graph.objects.get(object).name.clone()?, offset)));
        match (request.place, object) {
            (Some(place), _) => place.to_string(),
            (None, Some((name, offset))) => format!("{name} at offset {offset}"),
            (None, None) => format!("address {addr:#x}"),
        }
    }

    /// Places in an object with these offsets and addresses in this range.
    fn positions(
        &self,
        object: ObjectId,
        (modulus, residue): (u64, u64),
        size: u64,
        (low, high): solver::Interval,
        places: &mut Vec<Place>,
    ) {
        let (total, start) = (self.graph.objects.get(object).size, self.graph.objects.get(object).addr);
        let step = if modulus == 1 { size.max(1) } else { modulus };
        let mut offset = if modulus == 1 { 0 } else { residue };
        let short = low - i128::from(start as i64) - i128::from(offset);
        if short > 0 && step > 0 {
            let steps = u64::try_from(short).map_or(u64::MAX, |short| short.div_ceil(step));
            offset = offset.saturating_add(steps.saturating_mul(step));
        }
        while offset.saturating_add(size) <= total && places.len() <= MAX_CANDIDATES {
            if i128::from((start + offset) as i64) > high {
                break;
            }
            places.push((object, offset));
            if step == 0 {
                break;
            }
            offset += step;
        }
    }

    /// The path goes on only where the address is one of these places.
    fn require_hit(&mut self, flow: &mut Flow, request: &Request<'_>, places: &[Place]) {
        let hits: Vec<TermId> = places.iter().map(|&place| self.is_at(request.addr.term, place)).collect();
        let hit = self.graph.terms.or_all(hits);
        let miss = self.and_not(flow.guard, hit);
        if miss != GuardId::FALSE {
            let zero = self.graph.terms.bits_const(0, 64);
            let null = self.graph.terms.eq(request.addr.term, zero);
            let at_null = self.and(miss, null);
            let beyond = self.and_not(miss, null);
            let name = request.place.map_or_else(|| "the pointer".to_string(), |place| place.to_string());
            self.fail(at_null, FailureKind::NullDereference, name.clone());
            self.fail(beyond, FailureKind::OutOfBounds, name);
            flow.guard = self.and(flow.guard, hit);
        }
    }

    /// Places of the objects that were left out because nothing is known of the alignment.
    fn refuse_other_places(
        &mut self,
        flow: &mut Flow,
        request: &Request<'_>,
        objects: &[ObjectId],
        places: &[Place],
    ) {
        let hits: Vec<TermId> = places.iter().map(|&place| self.is_at(request.addr.term, place)).collect();
        let hit = self.graph.terms.or_all(hits);
        for &object in objects {
            let (start, size) = (self.graph.objects.get(object).addr, self.graph.objects.get(object).size);
            let start = self.graph.terms.bits_const(u128::from(start), 64);
            let offset = self.graph.terms.sub(request.addr.term, start);
            let size = self.graph.terms.bits_const(u128::from(size.saturating_sub(request.size) + 1), 64);
            let inside = self.graph.terms.ult(offset, size);
            let guard = self.and(flow.guard, inside);
            let guard = self.and_not(guard, hit);
            self.unsupported(guard, "access at an offset that is not a multiple of its size");
        }
    }

    /// Whether the access needs an event; makes all its places shared if one is.
    fn needs_event(&mut self, thread: u32, request: &Request<'_>, places: &[Place]) -> bool {
        let shared = places.iter().any(|&(object, offset)| self.is_shared(object, offset, request.size))
            || self.watches_lifetime(thread, places);
        if shared {
            for &(object, offset) in places {
                self.make_shared(object, offset, request.size);
            }
        }
        shared
    }

    fn access(
        &mut self,
        flow: &Flow,
        request: &Request<'_>,
        candidates: Candidates,
        private: bool,
    ) -> Access {
        let ctrl = if self.needs.dependencies { self.control_deps(flow) } else { Deps::none() };
        Access {
            private,
            order: request.order,
            failure: request.failure,
            compares: request.compares,
            addr_deps: request.addr.deps.clone(),
            ctrl_deps: ctrl,
            ..Access::new(Space::Memory, candidates, request.addr.term, request.size)
        }
    }

    fn push_access(&mut self, flow: &Flow, request: &Request<'_>, access: Access) -> u32 {
        let (private, places) = (access.private, access.candidates.clone());
        let what = What::Access(Box::new(access));
        let event = self.push_event(flow, flow.guard, what, false);
        if !private {
            self.note_touch(event, request, &places);
        }
        event
    }

    /// The value of a private place, by data flow.
    fn private_value(&mut self, flow: &Flow, request: &Request<'_>, places: &[Place]) -> SymVal {
        self.log_private(flow.guard, places, request.size, Touch::Looks);
        let mut values = Vec::with_capacity(places.len());
        let mut conditions = Vec::with_capacity(places.len());
        for &(object, offset) in places {
            values.push(self.view_read(flow, object, offset, request.size));
            conditions.push(self.is_at(request.addr.term, (object, offset)));
        }
        self.select(&values, &conditions)
    }

    fn write_private(
        &mut self,
        flow: &mut Flow,
        request: &Request<'_>,
        places: &[Place],
        when: TermId,
        value: &SymVal,
    ) {
        let overwrites = when == TermId::TRUE && places.len() == 1;
        let how = if overwrites { Touch::Overwrites } else { Touch::Updates };
        self.log_private(flow.guard, places, request.size, how);
        for &(object, offset) in places {
            let here = self.is_only_at(request, places, (object, offset));
            let condition = self.graph.terms.and(here, when);
            let value = match condition {
                TermId::TRUE => value.clone(),
                _ => {
                    let old = self.view_read(flow, object, offset, request.size);
                    let pair = [value.clone(), old];
                    self.select(&pair, &[condition, TermId::TRUE])
                }
            };
            self.view_write(flow, object, offset, request.size, value);
        }
    }

    /// Reading constants is no event.
    fn all_constant(&self, places: &[Place]) -> bool {
        places.iter().all(|&(object, _)| self.is_constant(object))
    }

    pub(crate) fn is_constant(&self, object: ObjectId) -> bool {
        matches!(self.graph.objects.get(object).kind, ObjectKind::Global(id) if self.program.globals[id].constant)
    }

    /// A new value for what a shared read sees.
    pub(crate) fn unknown_read(&mut self, space: Space, addr: TermId, places: &[Place], size: u64) -> SymVal {
        let mut set: Option<NumberSet> = None;
        for &(object, offset) in places {
            let here = self.contents(space, object, offset, size);
            set = Some(match set {
                None => here,
                Some(set) => union_sets(&self.graph.objects, &set, &here),
            });
        }
        let set = set.unwrap_or(NumberSet::ANY);
        let width = 8 * size as u32;
        let term = match set.consts() {
            _ if !self.needs.numbers_decide() => return self.read_by_set(width, set),
            Some(&[only]) => self.graph.terms.bits_const(only, width),
            _ => {
                let name = format!("e{}", self.graph.events.len());
                let cells = places.iter().map(|&(object, offset)| (space, object, offset, size)).collect();
                self.narrow_variable(name, width, addr, cells)
            }
        };
        SymVal::new(term, set)
    }

    /// Whether a store orders what the model would let pass: it does so wherever it goes, private memory too.
    fn store_is_fence(&self, order: Order) -> bool {
        let Some(model) = self.options.model else { return true };
        let (before, after) = model.fences_around(AccessKind::Store, order);
        !model.kept.contains(before) || !model.kept.contains(after)
    }

    /// Bytes read; `None` when the path cannot go on.
    pub(crate) fn load(&mut self, flow: &mut Flow, request: &Request<'_>) -> Option<SymVal> {
        let (places, shared) = self.begin_access(flow, request, (true, false))?;
        let mut value = self.found(flow, request, &places, shared);
        value.deps = Deps::none();
        let mut event = None;
        if shared || (self.needs.private_accesses && !self.all_constant(&places)) {
            let mut access = self.access(flow, request, places.clone(), !shared);
            access.read = Some(value.term);
            event = Some(self.push_access(flow, request, access));
        }
        self.track(&mut value, event);
        self.require_written(flow, request, &places, event.filter(|_| shared));
        (flow.guard != GuardId::FALSE).then_some(value)
    }

    /// Writes bytes.
    pub(crate) fn store(&mut self, flow: &mut Flow, request: &Request<'_>, value: &SymVal) -> Option<()> {
        let (places, shared) = self.begin_access(flow, request, (false, true))?;
        self.write_sync_bytes(flow, request, &places, value);
        self.put(flow, request, &places, shared, TermId::TRUE, value);
        if shared || self.needs.private_accesses || self.store_is_fence(request.order) {
            let mut access = self.access(flow, request, places, !shared);
            access.write = Some((flow.guard, value.term));
            access.data_deps = value.deps.clone();
            self.push_access(flow, request, access);
        }
        Some(())
    }

    /// A read-modify-write: `update` says from the old bytes what is written, and when. Gives the old bytes.
    pub(crate) fn modify(
        &mut self,
        flow: &mut Flow,
        request: &Request<'_>,
        data: &Deps,
        update: impl FnOnce(&mut Self, &SymVal) -> (SymVal, TermId),
    ) -> Option<SymVal> {
        let (places, shared) = self.begin_access(flow, request, (true, true))?;
        let mut old = self.found(flow, request, &places, shared);
        let (new, when) = update(self, &old);
        let mut event = None;
        if shared || self.options.model != Some(model::Model::SC) {
            let mut access = self.access(flow, request, places.clone(), !shared);
            access.read = Some(old.term);
            access.write = Some((self.and(flow.guard, when), new.term));
            access.data_deps = data.clone();
            event = Some(self.push_access(flow, request, access));
        }
        self.track(&mut old, event);
        self.require_written(flow, request, &places, event.filter(|_| shared));
        self.put(flow, request, &places, shared, when, &new);
        (flow.guard != GuardId::FALSE).then_some(old)
    }

    /// The places that an access touches, and whether it needs an event.
    fn begin_access(
        &mut self,
        flow: &mut Flow,
        request: &Request<'_>,
        how: (bool, bool),
    ) -> Option<(Candidates, bool)> {
        let places = self.resolve(flow, request)?;
        for &(object, offset) in places.iter() {
            self.pass.log.note(object, offset, request.size, (self.context.id, self.context.epoch), how);
        }
        if how.1 || posix::looks_inside(request.order, request.size) {
            self.note_access(flow.guard, request, &places);
        }
        let shared = self.needs_event(self.context.id, request, &places);
        self.may_stop(flow, request, &places)?;
        Some((places, shared))
    }

    /// What an access finds.
    fn found(&mut self, flow: &Flow, request: &Request<'_>, places: &[Place], shared: bool) -> SymVal {
        match shared {
            true => self.unknown_read(Space::Memory, request.addr.term, places, request.size),
            false => self.private_value(flow, request, places),
        }
    }

    /// What an access leaves behind, where `when` holds, but for the event.
    fn put(
        &mut self,
        flow: &mut Flow,
        request: &Request<'_>,
        places: &[Place],
        shared: bool,
        when: TermId,
        value: &SymVal,
    ) {
        self.note_written(flow, request, places, when);
        if shared {
            self.note_dependent(value.term);
            for &(object, offset) in places {
                self.note_stored(Space::Memory, object, offset, request.size, &value.set);
            }
        } else {
            self.write_private(flow, request, places, when, &SymVal::new(value.term, value.set.clone()));
        }
    }

    /// The value depends on what the event has read.
    fn track(&self, value: &mut SymVal, event: Option<u32>) {
        if let Some(event) = event {
            value.deps = if self.needs.dependencies { Deps::single(event) } else { Deps::none() };
        }
    }

    /// The typed value of bytes.
    pub(crate) fn typed_value(&mut self, bytes: &SymVal, ty: Ty) -> SymVal {
        let term = arith::from_bytes(&mut self.graph.terms, bytes.term, ty);
        let mut value = arith::settle(&self.graph.terms, term, bytes.set.clone());
        if ty == Ty::BOOL {
            value.set = arith::known(&self.graph.terms, term).map_or(NumberSet::ANY, NumberSet::constant);
        }
        value.deps = bytes.deps.clone();
        value
    }
    pub(crate) fn byte_value(&mut self, value: &SymVal, ty: Ty) -> SymVal {
        let term = arith::to_bytes(&mut self.graph.terms, value.term, ty);
        SymVal { term, set: value.set.clone(), deps: value.deps.clone() }
    }
}
