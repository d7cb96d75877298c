//! Data races: two accesses of two threads to the same bytes, one of them a write and one of them not atomic, that happens-before
//! ([`model::hb`]) does not order. Each is made in the execution, or is what its thread stands before.

use crate::Refusal;
use crate::replay::Replay;
use events::{Execution, Failure};
use interp::RequestKind;
use ir::Order;
use model::HappensBefore;
use model::hb::Touch;

impl Replay<'_> {
    /// The access that the failure names races with another one.
    pub(crate) fn check_race(&self, execution: &Execution, failure: &Failure) -> Result<(), Refusal> {
        let hb = HappensBefore::of(execution);
        let named = |span| !failure.span.is_known() || span == failure.span;
        let touches: Vec<(Touch, bool)> =
            (0..self.threads.len()).flat_map(|thread| self.touches(execution, thread, named)).collect();
        let mine = touches.iter().filter(|(touch, named)| *named && touch.at.0 == failure.thread.0);
        for (one, _) in mine {
            if touches.iter().any(|(other, _)| one.conflicts(other) && !hb.ordered(one.at, other.at)) {
                return Ok(());
            }
        }
        Err(Refusal::NoFailure("no other access races with the one that is named".into()))
    }

    /// The accesses that a thread has made and the one it stands before; whether each is at the place that is named.
    fn touches(
        &self,
        execution: &Execution,
        thread: usize,
        named: impl Fn(ir::Span) -> bool,
    ) -> Vec<(Touch, bool)> {
        let Some(events) = execution.threads.get(thread).map(|thread| &thread.events) else {
            return Vec::new();
        };
        let mut touches = Vec::new();
        for (position, &id) in events.iter().enumerate() {
            let event = execution.event(id);
            touches.extend(Touch::of(event, position as u32).map(|touch| (touch, named(event.span))));
        }
        let Some(request) = &self.threads[thread].pending else { return touches };
        let at = (thread as u32, events.len() as u32);
        if let Some((addr, size)) = request.access() {
            let writes = !matches!(request.kind, RequestKind::Read { .. });
            let atomic = request.order != Order::Plain || self.threads[thread].in_section();
            touches.push((Touch { at, addr, size, writes, atomic }, named(request.span)));
        } else if let RequestKind::Free { addr } = request.kind {
            let size = self.pristine.object_size(addr);
            touches.push((Touch { at, addr, size, writes: true, atomic: false }, named(request.span)));
        }
        touches
    }
}
