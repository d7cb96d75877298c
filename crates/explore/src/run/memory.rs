//! Memory as a running thread sees it: what is shared becomes an event, the rest is done at once.

use super::{LONGEST_LOOP, LONGEST_TRACKED_LOOP, Reacted, Reaction, Runner, answer, positions, union};
use crate::env::{Halt, Result, Where};
use crate::graph::{At, Graph};
use crate::snapshot::{Action, Local, Object};
use events::FailureKind;
use interp::memory::{AccessKind, ObjectKind, initial_bytes};
use interp::{AllocKind, Answer, Fault, Request, RequestKind};
use std::rc::Rc;

impl Runner<'_, '_, '_> {
    pub(super) fn locate(
        &mut self,
        request: &Request,
        extent: (u64, u64),
        kind: AccessKind,
        local: &Local,
    ) -> Result<std::result::Result<Where, Fault>> {
        let place =
            self.env.locate(self.graph, self.lane, local, extent, kind, (request.span, &mut self.seen))?;
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
        self.env.config.model.fences_around(kind, request.order) != (none, none)
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
            Ok(Where::Private(below)) => {
                self.n_private += 1;
                let tracked = self.env.machine.options().dependencies;
                if self.n_private > if tracked { LONGEST_TRACKED_LOOP } else { LONGEST_LOOP }
                    && let Some(halt) = self.env.share_place(addr, size, local)
                {
                    return Err(halt);
                }
                self.note_private_read(request, addr, local);
                Ok(answer(local.read(addr, size, below)))
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
        let RequestKind::Alloc { addr, size, kind, .. } = &request.kind else { return Ok(answer(0)) };
        let (addr, size) = (*addr, *size);
        if addr == 0 || !self.env.memory.has_room(size) {
            return match kind {
                AllocKind::Heap => Ok(answer(0)),
                _ => Err(Halt::Unsupported { reason: "out of memory".into(), span: request.span }),
            };
        }
        let local = Rc::make_mut(local);
        let object =
            Object { start: addr, size, heap: *kind == AllocKind::Heap, dead: false, site: request.span };
        if let AllocKind::ThreadLocal(global) = kind {
            if self.env.is_shared_site(request.span) {
                let reason = "a thread-local variable that another thread uses".to_string();
                return Err(Halt::Unsupported { reason, span: request.span });
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
        if let Some(index) = local.object_index(addr) {
            let object = &local.objects[index];
            if !object.heap || object.dead {
                let kind = if object.dead { FailureKind::DoubleFree } else { FailureKind::InvalidFree };
                return Ok(Reaction::Fail(
                    kind,
                    "free of something that is not there to be freed".into(),
                    None,
                ));
            }
            if self.env.is_shared_site(object.site) {
                return Ok(Reaction::Act(Action::Free { addr }));
            }
            self.kill(local, addr);
            return Ok(Reaction::Answer(Answer::Done));
        }
        self.looked_around = true;
        let other = ir::layout::region_of(addr).map(|lane| lane as usize).filter(|&lane| lane != self.lane);
        if let Some(lane) = other.and_then(|lane| self.graph.lanes.get(lane)).filter(|lane| lane.exists())
            && let Some(index) = lane.now().local.object_index(addr)
        {
            let object = lane.now().local.objects[index].clone();
            if !self.env.is_shared_site(object.site) {
                // Whoever frees the object of another thread shares it.
                return Err(self.env.share_site(object.site));
            }
            let gone = object.dead
                || self.graph.lanes.iter().any(|l| l.exists() && l.now().local.killed.contains(&addr));
            return Ok(match (object.heap, gone) {
                (true, false) => Reaction::Act(Action::Free { addr }),
                (true, true) => {
                    Reaction::Fail(FailureKind::DoubleFree, "an object is freed a second time".into(), None)
                }
                (false, _) => {
                    Reaction::Fail(FailureKind::InvalidFree, "free of an object on the stack".into(), None)
                }
            });
        }
        let gone = |local: &Local| local.killed.contains(&addr);
        if gone(local) || self.graph.lanes.iter().any(|lane| lane.exists() && gone(&lane.now().local)) {
            let message = "an object on the heap is freed a second time".to_string();
            return Ok(Reaction::Fail(FailureKind::DoubleFree, message, None));
        }
        match self.env.memory.object_at(addr) {
            Some(object) if object.kind == ObjectKind::Heap && object.start == addr => {
                Ok(Reaction::Act(Action::Free { addr }))
            }
            _ => Ok(Reaction::Fail(
                FailureKind::InvalidFree,
                "free of something that was not allocated".into(),
                None,
            )),
        }
    }

    /// An object is gone. An access of another thread that may as well come later, if there is one.
    pub(super) fn kill(&mut self, local: &mut Rc<Local>, addr: u64) -> Option<At> {
        let (start, end, shared) = match local.object_index(addr) {
            Some(index) => {
                let object = &local.objects[index];
                let found = (object.start, object.start + object.size, self.env.is_shared_site(object.site));
                Rc::make_mut(local).forget_object(index);
                found
            }
            None => {
                let size = self.env.memory.object_size(addr);
                let theirs = ir::layout::region_of(addr).and_then(|lane| {
                    let lane = self.graph.lanes.get(lane as usize).filter(|lane| lane.exists())?;
                    let index = lane.now().local.object_index(addr)?;
                    Some(lane.now().local.objects[index].size)
                });
                self.looked_around = true;
                self.env.objects_gone = true;
                Rc::make_mut(local).killed.push(addr);
                (addr, addr + theirs.unwrap_or(size), true)
            }
        };
        self.looked_around |= shared;
        shared.then(|| self.late_access(start, end)).flatten()
    }

    /// An access to these bytes that nothing orders before what this thread does now.
    pub fn late_access(&self, start: u64, end: u64) -> Option<At> {
        let clock = self.graph.clock_of_lane(self.lane);
        self.graph.places.iter().enumerate().find_map(|(loc, place)| {
            let info = self.env.locs.get(loc)?;
            if info.size == 0 || info.addr < start || info.addr >= end {
                return None;
            }
            let mut accesses = place.reads.iter().chain(&place.writes);
            accesses.find(|&&at| at.lane as usize != self.lane && !Graph::knows(clock, at)).copied()
        })
    }
}
