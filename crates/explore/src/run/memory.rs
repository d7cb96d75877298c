//! Memory as a running thread sees it: what is shared becomes an event, the rest is done at once.

use super::{LONGEST_LOOP, LONGEST_TRACKED_LOOP, Reacted, Reaction, Runner, answer, positions, union};
use crate::env::{Halt, Private, Result, Where, all_bytes};
use crate::overwritten::overwritten;
use crate::snapshot::{Action, Local, Object};
use events::FailureKind;
use interp::memory::{AccessKind, initial_bytes};
use interp::{AllocKind, Answer, Fault, ReadPurpose, Request, RequestKind};
use ir::Span;
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;
use verdict::Why;

impl Runner<'_, '_, '_> {
    pub(super) fn locate(
        &mut self,
        request: &Request,
        extent: (u64, u64),
        kind: AccessKind,
        local: &mut Rc<Local>,
    ) -> Result<std::result::Result<Where, Fault>> {
        let place =
            self.env.locate(self.graph, self.lane, local, extent, kind, (request.span, &mut self.seen))?;
        if let Ok(Where::Private(Private { ending: Some(object), .. })) = place {
            self.uses_ending = true;
            if self.env.known_end(self.graph, self.graph.clock_of_lane(self.lane), object) {
                let message = "an object is used that has ended".into();
                return Ok(Err(Fault { kind: self.env.late_use(self.graph, object), message }));
            }
            Rc::make_mut(local).note_use(object, self.position, request.span);
        }
        if let Ok(Where::Private(Private { unwritten, .. })) = place
            && unwritten != 0
            && must_find_something(request)
            && unwritten & !local.given(extent.0, extent.1) & !self.env.left_open(extent.0, extent.1)
                == all_bytes(extent.1)
        {
            return Ok(Err(unwritten_read(extent.1)));
        }
        let inside = kind == AccessKind::Write || posix::looks_inside(request.order, extent.1);
        if inside && matches!(place, Ok(Where::Private(_) | Where::Shared(_))) {
            let objects = self.env.objects_in(extent);
            self.looked_around |= !objects.is_empty();
            if self.env.is_used(self.graph, &objects) {
                return Err(overwritten(request.span));
            }
        }
        // Nobody else sees the access, but all see the fences that its memory order stands for.
        if matches!(place, Ok(Where::Private(_)))
            && self.fences_others(request)
            && let Some(halt) = self.env.share_place(extent.0, extent.1, local)
        {
            return Err(halt);
        }
        Ok(place)
    }

    /// Whether the order of an access keeps other accesses of its thread apart under the model.
    pub(super) fn fences_others(&self, request: &Request) -> bool {
        let kind = match &request.kind {
            RequestKind::Read { .. } => model::AccessKind::Load,
            RequestKind::Write { .. } => model::AccessKind::Store,
            _ => model::AccessKind::Rmw,
        };
        let none = ir::FenceBits::NONE;
        self.env.config.task.model.fences_around(kind, request.order) != (none, none)
    }

    pub(super) fn read(
        &mut self,
        request: &Request,
        (addr, size): (u64, u64),
        local: &mut Rc<Local>,
    ) -> Reacted {
        match self.locate(request, (addr, size), AccessKind::Read, local)? {
            Err(fault) => Ok(fault.into()),
            Ok(Where::Shared(loc)) => Ok(Reaction::Act(Action::Read { loc })),
            Ok(Where::Private(place)) => {
                self.n_private += 1;
                let tracked = self.env.machine.options().dependencies;
                if self.n_private > if tracked { LONGEST_TRACKED_LOOP } else { LONGEST_LOOP }
                    && let Some(halt) = self.env.share_place(addr, size, local)
                {
                    return Err(halt);
                }
                let purpose = match request.kind {
                    RequestKind::Read { purpose, .. } => purpose,
                    _ => ReadPurpose::Load,
                };
                let (value, written) = local.read_written(addr, size, place.below);
                let missing = place.unwritten & !written;
                if purpose == ReadPurpose::Load && missing != 0 {
                    return self.unwritten((addr, size));
                }
                if purpose == ReadPurpose::Copy && local.copied != missing {
                    Rc::make_mut(local).copied = missing;
                }
                self.note_private_read(request, addr, local);
                Ok(answer(value))
            }
            Ok(Where::Constant(value)) => {
                if self.env.machine.options().dependencies {
                    let from = positions(local, &request.deps.addr);
                    Rc::make_mut(local).reads.push(from);
                }
                Ok(answer(value))
            }
        }
    }

    /// A value comes from a private place together with what it depends on.
    pub(super) fn note_private_read(&self, request: &Request, addr: u64, local: &mut Rc<Local>) {
        if self.env.machine.options().dependencies {
            let local = Rc::make_mut(local);
            let carried = local.carried.iter().find(|(at, _)| *at == addr >> 3);
            let mut carried = carried.map(|(_, from)| from.clone()).unwrap_or_default();
            // Which place it is may depend on something, too.
            union(&mut carried, &positions(local, &request.deps.addr));
            local.reads.push(carried);
        }
    }

    pub(super) fn write_private(
        &self,
        request: &Request,
        (addr, size): (u64, u64),
        value: u128,
        local: &mut Rc<Local>,
    ) {
        let tracked = self.env.machine.options().dependencies;
        let local = Rc::make_mut(local);
        local.write(addr, size, value);
        if tracked {
            let mut from = positions(local, &request.deps.addr);
            union(&mut from, &positions(local, &request.deps.data));
            union(&mut from, &positions(local, &request.deps.ctrl));
            // Dependencies of everything ever written there: reads come behind all earlier writes of their place.
            match local.carried.iter_mut().find(|(at, _)| *at == addr >> 3) {
                Some((_, carried)) => union(carried, &from),
                None => local.carried.push((addr >> 3, from)),
            }
        }
    }

    pub(super) fn allocate(&mut self, request: &Request, local: &mut Rc<Local>) -> Reacted {
        let RequestKind::Alloc { addr, size, zeroed, kind, .. } = &request.kind else { return Ok(answer(0)) };
        let (addr, size) = (*addr, *size);
        if addr == 0 || !self.env.memory.has_room(size) {
            return match kind {
                AllocKind::Heap => Ok(answer(0)),
                _ => Err(Halt::Unknown { why: Why::TooLarge("out of memory".into()), span: request.span }),
            };
        }
        let local = Rc::make_mut(local);
        let (heap, zeroed) = (*kind == AllocKind::Heap, *zeroed || matches!(kind, AllocKind::ThreadLocal(_)));
        let object = Object { start: addr, size, heap, zeroed, dead: false, site: request.span };
        if let AllocKind::ThreadLocal(global) = kind {
            if self.env.is_shared_site(request.span) {
                let what = "a thread-local variable that another thread uses";
                return Err(Halt::unsupported(what, request.span));
            }
            let global = &self.env.machine.program().globals[*global];
            for (offset, byte) in initial_bytes(global, self.env.machine.layout()).into_iter().enumerate() {
                if byte != 0 {
                    local.write(addr + offset as u64, 1, u128::from(byte));
                }
            }
        }
        let position = local.objects.partition_point(|other| other.start < addr);
        local.objects.insert(position, object);
        Ok(answer(u128::from(addr)))
    }

    pub(super) fn free(&mut self, addr: u64, local: &mut Rc<Local>) -> Reacted {
        let fail = |kind, message: &str| Ok(Reaction::Fail(kind, message.into()));
        let invalid = "free of something that is not there to be freed";
        let end = || Ok(Reaction::Act(Action::End { objects: smallvec![addr], freed: true }));
        let own = local.object_index(addr).map(|index| local.objects[index].clone());
        let other = || {
            let lane = ir::layout::region_of(addr).filter(|&lane| lane as usize != self.lane)?;
            let theirs = &self.graph.lane(lane as usize)?.now().local;
            theirs.object_index(addr).map(|index| (lane, theirs.objects[index].clone()))
        };
        if let Some(object) = own {
            return match (object.heap, object.dead) {
                (true, false) if self.env.ends_as_event(addr, Some(object.site)) => end(),
                (true, false) => {
                    self.forget(local, addr);
                    Ok(Reaction::Answer(Answer::Done))
                }
                (true, true) => fail(FailureKind::DoubleFree, "an object on the heap is freed a second time"),
                (false, _) => fail(FailureKind::InvalidFree, invalid),
            };
        }
        if let Some((lane, object)) = other() {
            // Whoever frees the object of another thread knows of it.
            self.env.note_site(object.site)?;
            let heap = object.heap;
            self.seen.push((lane, addr, Some(object)));
            return if heap { end() } else { fail(FailureKind::InvalidFree, invalid) };
        }
        if local.killed.contains(&addr) {
            return fail(FailureKind::DoubleFree, "an object on the heap is freed a second time");
        }
        if let Err(fault) = self.env.memory.clone().free(addr) {
            return Ok(fault.into());
        }
        self.env.note_end(addr, self.lane)?;
        if self.env.ends_as_event(addr, None) {
            return end();
        }
        self.forget(local, addr);
        Ok(Reaction::Answer(Answer::Done))
    }

    /// A function returns or a block ends, and its objects end.
    pub(super) fn release(&mut self, addrs: &[u64], local: &mut Rc<Local>) -> Reacted {
        let mut objects = SmallVec::new();
        for &addr in addrs {
            let site = local.object_index(addr).map(|index| local.objects[index].site);
            if site.is_none() {
                self.env.note_end(addr, self.lane)?;
            }
            if self.env.ends_as_event(addr, site) { objects.push(addr) } else { self.forget(local, addr) }
        }
        Ok(match objects.is_empty() {
            true => Reaction::Answer(Answer::Done),
            false => Reaction::Act(Action::End { objects, freed: false }),
        })
    }

    /// An object ends that no other thread knows of.
    fn forget(&self, local: &mut Rc<Local>, addr: u64) {
        let local = Rc::make_mut(local);
        let size = match local.object_index(addr) {
            Some(index) => {
                local.objects[index].dead = true;
                local.objects[index].size
            }
            None => {
                local.killed.push(addr);
                self.env.memory.object_size(addr)
            }
        };
        local.forget_bytes(addr, size);
    }

    /// Private memory is read that was never written.
    pub(super) fn unwritten(&self, (addr, size): (u64, u64)) -> Reacted {
        Ok(Reaction::Act(Action::Settle { addr, size }))
    }

    /// What private memory holds that was never written is settled.
    pub(super) fn settle_memory(
        &mut self,
        (addr, size): (u64, u64),
        value: u128,
        span: Span,
        local: &mut Rc<Local>,
    ) -> Result {
        let (kind, seen) = (AccessKind::Read, &mut self.seen);
        let place = self.env.locate(self.graph, self.lane, local, (addr, size), kind, (span, seen))?;
        if let Ok(Where::Private(place)) = place {
            let missing = place.unwritten & !local.written(addr, size);
            let local = Rc::make_mut(local);
            for offset in (0..size).filter(|offset| missing >> offset & 1 == 1) {
                local.settle(addr + offset, (value >> (8 * offset)) as u8);
            }
        }
        Ok(())
    }

    /// Writes what a copy has read to private memory. Bytes that were never written stay so, if there was nothing before.
    pub(super) fn write_copy(
        &mut self,
        request: &Request,
        (addr, size): (u64, u64),
        value: u128,
        place: Private,
        local: &mut Rc<Local>,
    ) {
        let copied = local.copied;
        if copied == 0 {
            return self.write_private(request, (addr, size), value, local);
        }
        let fresh = place.unwritten & !local.written(addr, size);
        if copied & !fresh != 0 {
            self.env.sharing.reservations.read_undefined.get_or_insert(request.span);
        }
        let skipped = copied & fresh;
        for offset in 0..size {
            match skipped >> offset & 1 == 0 {
                true => self.write_private(request, (addr + offset, 1), value >> (8 * offset) & 0xff, local),
                false => Rc::make_mut(local).leave_open(addr + offset),
            }
        }
    }
}

/// Whether an access reads, and somebody must have written what it reads.
fn must_find_something(request: &Request) -> bool {
    request.initialised && !matches!(request.kind, RequestKind::Write { .. })
}

/// A read of memory that nobody has written.
pub(crate) fn unwritten_read(size: u64) -> Fault {
    let message = format!("read of {size} bytes that were never written");
    Fault { kind: FailureKind::UninitialisedRead, message }
}

/// What a private place holds; `None` if some of it was never written.
pub(super) fn known_value(local: &Local, (addr, size): (u64, u64), place: Private) -> Option<u128> {
    let (value, written) = local.read_written(addr, size, place.below);
    (place.unwritten & !written == 0).then_some(value)
}
