//! A property of a moment: a thread about to use an object that is gone, asked of executions in which it stops right before.

use super::Encoding;
use crate::graph::{FailurePoint, Free, Point, StopKind};
use crate::objects::ObjectId;
use events::FailureKind;
use solver::TermId;

fn is_at(encoding: &mut Encoding<'_>, addr: TermId, object: ObjectId, offset: u64) -> TermId {
    let at = encoding.graph.objects.get(object).addr + offset;
    let at = encoding.solver.terms.bits_const(u128::from(at), 64);
    encoding.solver.terms.eq(addr, at)
}

pub(super) fn uses_after_free(encoding: &mut Encoding<'_>) -> Vec<FailurePoint> {
    let (stops, frees) = (encoding.graph.stops.clone(), encoding.graph.frees.clone());
    let mut failures = Vec::new();
    for stop in &stops {
        for on_return in [false, true] {
            let mut ways = Vec::new();
            // What a thread itself does away with it knows at once.
            let others = |free: &&Free| free.on_return == on_return && free.thread != stop.thread;
            for free in frees.iter().filter(others) {
                let places = stop.candidates.iter().filter(|(object, _)| *object == free.object);
                let hits: Vec<TermId> =
                    places.map(|&(object, offset)| is_at(encoding, stop.addr, object, offset)).collect();
                let hit = encoding.solver.terms.or_all(hits);
                let gone = encoding.graph.guards.term(free.guard);
                ways.push(encoding.solver.terms.and(hit, gone));
            }
            let gone = encoding.solver.terms.or_all(ways);
            let condition = encoding.solver.terms.and(stop.condition, gone);
            let kind = match (stop.kind, on_return) {
                (StopKind::Free, false) => FailureKind::DoubleFree,
                (StopKind::Free, true) => FailureKind::InvalidFree,
                (StopKind::Access, false) => FailureKind::UseAfterFree,
                (StopKind::Access, true) => FailureKind::UseAfterReturn,
            };
            if condition != TermId::FALSE {
                let at =
                    Point { condition, thread: stop.thread, span: stop.span, message: stop.place.clone() };
                failures.push(FailurePoint { kind, at, event: None });
            }
        }
    }
    failures
}
