//! When objects are gone, and where a thread may stop so that a property of that moment can be asked.

use super::access::Request;
use super::{Flow, ThreadContext, Unfolder, arith};
use crate::graph::{Candidates, Free, Stop, StopKind};
use crate::guards::GuardId;
use crate::objects::{ObjectId, ObjectKind};
use crate::value::SymVal;
use events::{FailureKind, Property};
use ir::{Order, Span};

impl Unfolder<'_> {
    /// Whether the life of one of these objects is asked about and not over with the program only.
    pub(super) fn watches_lifetime(&self, places: &[(ObjectId, u64)]) -> bool {
        self.config.asks(Property::Memory)
            && places.iter().any(|(object, _)| self.facts.freed.contains(object))
    }

    /// Offers to stop before an access, where a question depends on it. `None`: the path cannot go on.
    pub(super) fn may_stop(
        &mut self,
        context: &ThreadContext,
        flow: &mut Flow,
        request: &Request<'_>,
        places: &Candidates,
        shared: bool,
    ) -> Option<()> {
        let races = shared && self.config.asks(Property::Race);
        if races || self.watches_lifetime(places) {
            let atomic = request.order != Order::Plain || flow.section.is_some();
            let kind = StopKind::Access { writes: request.writes, atomic };
            self.stop(context, flow, request, places.clone(), kind);
        }
        (flow.guard != GuardId::FALSE).then_some(())
    }

    fn stop(
        &mut self,
        context: &ThreadContext,
        flow: &mut Flow,
        request: &Request<'_>,
        candidates: Candidates,
        kind: StopKind,
    ) {
        let stops = self.graph.terms.bool_var("stops");
        let here = self.and(flow.guard, stops);
        if let Some((_, _, ends)) = self.active_section.and_then(|number| self.sections.get_mut(&number)) {
            ends.push(here);
        }
        let name = candidates.first().and_then(|(object, _)| self.graph.objects.get(*object).name.clone());
        let place = request.place.cloned().or(name).unwrap_or_else(|| "memory".into());
        self.graph.stops.push(Stop {
            thread: context.id,
            condition: self.graph.guards.term(here),
            candidates,
            addr: request.addr.term,
            size: request.size,
            kind,
            span: context.library_span.unwrap_or(request.span),
            place,
        });
        flow.guard = self.and_not(flow.guard, stops);
    }

    /// `free(ptr)`.
    pub(super) fn free(
        &mut self,
        context: &ThreadContext,
        flow: &mut Flow,
        ptr: &SymVal,
        span: Span,
    ) -> Option<()> {
        if !self.config.asks(Property::Memory) {
            self.note_free(context, flow, ptr);
            return Some(());
        }
        let Some(addresses) = ptr.set.consts().map(<[u128]>::to_vec) else {
            self.unsupported(context, flow.guard, span, "freeing a pointer that is not known");
            flow.guard = GuardId::FALSE;
            return None;
        };
        let mut candidates = Vec::new();
        for addr in addresses.into_iter().filter(|&addr| addr != 0) {
            let place = self.graph.objects.at(addr as u64);
            let heap = |object| matches!(self.graph.objects.get(object).kind, ObjectKind::Heap { .. });
            match place.filter(|&(object, offset)| offset == 0 && heap(object)) {
                Some(place) => candidates.push(place),
                None => {
                    let number = self.graph.terms.bits_const(addr, 64);
                    let wrong = self.graph.terms.eq(ptr.term, number);
                    let guard = self.and(flow.guard, wrong);
                    self.fail(context, guard, FailureKind::InvalidFree, span, format!("address {addr:#x}"));
                    flow.guard = self.and_not(flow.guard, wrong);
                }
            }
        }
        if flow.guard == GuardId::FALSE {
            return None;
        }
        let candidates: Candidates = candidates.into();
        if candidates.iter().any(|(object, _)| self.facts.freed.contains(object)) {
            let request = Request::plain(ptr, 1, span);
            self.stop(context, flow, &request, candidates, StopKind::Free);
        }
        self.note_free(context, flow, ptr);
        (flow.guard != GuardId::FALSE).then_some(())
    }

    fn note_free(&mut self, context: &ThreadContext, flow: &Flow, ptr: &SymVal) {
        let zero = self.graph.terms.bits_const(0, 64);
        let real = self.graph.terms.ne(ptr.term, zero);
        if arith::known(&self.graph.terms, real) == Some(0) {
            return;
        }
        let addresses = ptr.set.consts().map(<[u128]>::to_vec).unwrap_or_default();
        for addr in addresses.into_iter().filter(|&addr| addr != 0) {
            let Some((object, _)) = self.graph.objects.at(addr as u64) else { continue };
            let number = self.graph.terms.bits_const(addr, 64);
            let this = self.graph.terms.eq(ptr.term, number);
            let guard = self.and(flow.guard, this);
            if guard != GuardId::FALSE {
                self.graph.frees.push(Free { thread: context.id, guard, object, on_return: false });
            }
        }
    }

    /// A function returned: its variables are gone. Only those matter that other threads know.
    pub(super) fn leave_locals(&mut self, context: &ThreadContext, guard: GuardId, locals: &[ObjectId]) {
        let over = context.id == 0 && context.call_stack.is_empty();
        if over || !self.config.asks(Property::Memory) {
            return;
        }
        for &object in locals.iter().filter(|object| self.facts.escaped.contains(object)) {
            self.graph.frees.push(Free { thread: context.id, guard, object, on_return: true });
        }
    }
}
