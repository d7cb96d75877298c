//! When objects are gone, and where a thread may stop so that a property of that moment can be asked.

use crate::access::Request;
use crate::flow::Flow;
use crate::graph::{Candidates, Free, Stop, StopKind, Touch, What};
use crate::guards::GuardId;
use crate::objects::{ObjectId, ObjectKind, Place, Shadow};
use crate::unfolder::Unfolder;
use crate::value::{NumberSet, SymVal};
use events::{FailureKind, Property};
use solver::TermId;
use std::sync::Arc;

/// Bytes of an object that count as written when it is freed, at most.
const MAX_FREED: u64 = 1 << 16;

impl Unfolder<'_> {
    /// Whether the life of one of these objects is asked about and not over with the program only.
    /// What the thread itself does away with needs no watching: see [`Self::drop_gone`].
    pub(super) fn watches_lifetime(&self, thread: u32, places: &[Place]) -> bool {
        self.options.asks(Property::Memory) && self.is_freed_by_others(thread, places)
    }

    fn is_freed_by_others(&self, thread: u32, places: &[Place]) -> bool {
        let by_others = |object: ObjectId| {
            let threads = 0..self.graph.threads.len() as u32;
            threads.filter(|&other| other != thread).any(|other| self.facts.freed.contains(&(object, other)))
        };
        !self.facts.freed.is_empty() && places.iter().any(|&(object, _)| by_others(object))
    }

    /// Executions end before something is freed a second time: a thread may stop there, and so one of them does.
    pub(super) fn free_once(&mut self) {
        let frees: Vec<Free> = self.graph.frees.iter().filter(|free| !free.on_return).cloned().collect();
        for (index, one) in frees.iter().enumerate() {
            for other in &frees[..index] {
                if one.object == other.object && one.thread != other.thread {
                    let [a, b] = [one, other].map(|free| self.graph.guards.term(free.guard));
                    let both = self.graph.terms.and(a, b);
                    let once = self.graph.terms.not(both);
                    self.graph.constraints.push(once);
                }
            }
        }
    }

    /// Takes out the places of objects that are gone already by what this thread (or its creator before) has done:
    /// to touch them is a failure.
    pub(super) fn drop_gone(&mut self, flow: &mut Flow, request: &Request<'_>, places: &mut Vec<Place>) {
        let only = places.len() == 1;
        places.retain(|&(object, offset)| {
            let (gone, kind) = match self.graph.objects.get(object).kind {
                ObjectKind::Stack if self.has_returned(object) => (TermId::TRUE, FailureKind::UseAfterReturn),
                ObjectKind::Stack => (self.is_gone(flow, object), FailureKind::UseAfterReturn),
                ObjectKind::Heap { .. } => (self.is_gone(flow, object), FailureKind::UseAfterFree),
                _ => return true,
            };
            if gone == TermId::FALSE {
                return true;
            }
            let here = if only { TermId::TRUE } else { self.is_at(request.addr.term, (object, offset)) };
            let wrong = self.graph.terms.and(here, gone);
            let place = self.name_of(request, &[(object, offset)]);
            self.fail_where(flow, wrong, kind, place);
            gone != TermId::TRUE
        });
    }

    /// A variable of a call that is not in progress any more.
    fn has_returned(&self, object: ObjectId) -> bool {
        let own = self.graph.objects.owner(object) == Some(self.context.id);
        own && !self.context.locals.iter().rev().any(|frame| frame.contains(&object))
    }

    /// It was freed, or the block that it belongs to has ended.
    pub(super) fn is_gone(&mut self, flow: &Flow, object: ObjectId) -> TermId {
        if !self.pass.freed_now.contains(&object) {
            return TermId::FALSE;
        }
        let gone = self.view_read(flow, object.shadow(Shadow::Gone), 0, 1).term;
        let no = self.graph.terms.bits_const(0, 8);
        self.graph.terms.ne(gone, no)
    }

    /// Offers to stop before an access, where a question depends on it. `None`: the path cannot go on.
    pub(super) fn may_stop(
        &mut self,
        flow: &mut Flow,
        request: &Request<'_>,
        places: &Candidates,
    ) -> Option<()> {
        if self.watches_lifetime(self.context.id, places) {
            self.stop(flow, request, places.clone(), StopKind::Access);
        }
        (flow.guard != GuardId::FALSE).then_some(())
    }

    /// What to call the place of an access.
    pub(super) fn name_of(&self, request: &Request<'_>, places: &[Place]) -> Arc<str> {
        let name = places.first().and_then(|(object, _)| self.graph.objects.get(*object).name.clone());
        request.place.cloned().or(name).unwrap_or_else(|| "memory".into())
    }

    /// Remembers an access to shared memory that may race.
    pub(super) fn note_touch(&mut self, event: u32, request: &Request<'_>, places: &[Place]) {
        if self.options.asks(Property::Race) {
            let place = self.name_of(request, places);
            self.graph.touches.push(Touch { event, span: self.shown(), place });
        }
    }

    fn stop(&mut self, flow: &mut Flow, request: &Request<'_>, candidates: Candidates, kind: StopKind) {
        let stops = self.graph.terms.bool_var("stops");
        let here = self.and(flow.guard, stops);
        self.section_may_end(here);
        let place = self.name_of(request, &candidates);
        self.graph.stops.push(Stop {
            thread: self.context.id,
            condition: self.graph.guards.term(here),
            candidates,
            addr: request.addr.term,
            kind,
            span: self.shown(),
            place,
        });
        flow.guard = self.and_not(flow.guard, stops);
    }

    /// `free(ptr)`.
    pub(super) fn free(&mut self, flow: &mut Flow, ptr: &SymVal) -> Option<()> {
        let Some(addresses) = ptr.set.consts().map(<[u128]>::to_vec) else {
            let reason = "freeing a pointer that is not known";
            if self.options.asks(Property::Memory) {
                return self.refuse_step(flow, reason);
            }
            // Other failures behind it can still be shown.
            let null = self.graph.terms.bits_const(0, 64);
            let null = self.graph.terms.eq(ptr.term, null);
            let guard = self.and_not(flow.guard, null);
            self.unsupported(guard, reason);
            self.graph.unknown_frees.push((self.context.id, guard));
            return Some(());
        };
        let mut candidates = Vec::new();
        for addr in addresses.into_iter().filter(|&addr| addr != 0) {
            let number = self.graph.terms.bits_const(addr, 64);
            let here = self.graph.terms.eq(ptr.term, number);
            let place = self.graph.objects.at(addr as u64);
            let heap = |object| matches!(self.graph.objects.get(object).kind, ObjectKind::Heap { .. });
            let (wrong, kind) = match place.filter(|&(object, offset)| offset == 0 && heap(object)) {
                Some((object, _)) => {
                    candidates.push((object, 0));
                    let gone = self.is_gone(flow, object);
                    (self.graph.terms.and(here, gone), FailureKind::DoubleFree)
                }
                None => (here, FailureKind::InvalidFree),
            };
            self.fail_where(flow, wrong, kind, format!("address {addr:#x}"));
        }
        let candidates: Candidates = candidates.into();
        if flow.guard != GuardId::FALSE && self.is_freed_by_others(self.context.id, &candidates) {
            let request = Request::plain(ptr, 1);
            self.stop(flow, &request, candidates.clone(), StopKind::Free);
        }
        if self.options.asks(Property::Race) && flow.guard != GuardId::FALSE {
            let event = self.push_event(flow, flow.guard, What::Step, false);
            self.graph.ghosts.insert(event);
            self.note_touch(event, &Request::plain(ptr, 1), &candidates);
            for &place in candidates.iter() {
                let size = self.graph.objects.get(place.0).size.min(MAX_FREED);
                self.pass.log.note(place.0, 0, size, (self.context.id, self.context.epoch), (false, true));
                let here = self.is_at(ptr.term, place);
                self.graph.free_events.push((event, place.0, here));
            }
        }
        for &place in candidates.iter() {
            self.note_gone(flow, ptr, place, false);
        }
        (flow.guard != GuardId::FALSE).then_some(())
    }

    /// A block ends: its variable that begins at `ptr` is gone.
    pub(super) fn end_scope(&mut self, flow: &mut Flow, ptr: &SymVal) -> Option<()> {
        let reason = "the end of a variable that is not known";
        let Some(addresses) = ptr.set.consts().map(<[u128]>::to_vec) else {
            return self.refuse_step(flow, reason);
        };
        for addr in addresses {
            let objects = &self.graph.objects;
            let own = |object| {
                objects.get(object).kind == ObjectKind::Stack
                    && objects.owner(object) == Some(self.context.id)
            };
            match objects.at(addr as u64).filter(|&(object, offset)| offset == 0 && own(object)) {
                Some(place) => self.note_gone(flow, ptr, place, true),
                None => {
                    let number = self.graph.terms.bits_const(addr, 64);
                    let here = self.graph.terms.eq(ptr.term, number);
                    let guard = self.and(flow.guard, here);
                    self.unsupported(guard, reason);
                    flow.guard = self.and_not(flow.guard, here);
                }
            }
        }
        (flow.guard != GuardId::FALSE).then_some(())
    }

    fn note_gone(&mut self, flow: &mut Flow, ptr: &SymVal, place: Place, on_return: bool) {
        let (object, here) = (place.0, self.is_at(ptr.term, place));
        let guard = self.and(flow.guard, here);
        if guard == GuardId::FALSE {
            return;
        }
        match on_return {
            true => self.leave(guard, &[object]),
            false => self.graph.frees.push(Free { thread: self.context.id, guard, object, on_return }),
        }
        self.pass.freed_now.insert(object);
        let shadow = object.shadow(Shadow::Gone);
        let (old, yes) = (self.view_read(flow, shadow, 0, 1), self.graph.terms.bits_const(1, 8));
        let gone = self.graph.terms.ite(here, yes, old.term);
        self.view_write(flow, shadow, 0, 1, SymVal::new(gone, NumberSet::ANY));
    }

    /// A function returned: its variables are gone. Here only those matter that other threads know.
    pub(super) fn leave_locals(&mut self, guard: GuardId, locals: &[ObjectId]) {
        let over = self.context.id == 0 && self.context.call_stack.is_empty();
        if !over {
            self.leave(guard, locals);
        }
    }

    /// The thread ends in the middle of its calls.
    pub(super) fn leave_all_locals(&mut self, guard: GuardId) {
        for locals in self.context.locals.clone() {
            self.leave(guard, &locals);
        }
    }

    pub(super) fn leave_thread_locals(&mut self, guard: GuardId) {
        let own = self.graph.thread_locals.iter().filter(|((thread, _), _)| *thread == self.context.id);
        let mut own: Vec<ObjectId> = own.map(|(_, &object)| object).collect();
        own.sort_unstable();
        self.leave(guard, &own);
    }

    fn leave(&mut self, guard: GuardId, objects: &[ObjectId]) {
        if self.options.asks(Property::Memory) {
            for &object in objects.iter().filter(|object| self.facts.escaped.contains(object)) {
                self.graph.frees.push(Free { thread: self.context.id, guard, object, on_return: true });
            }
        }
    }
}
