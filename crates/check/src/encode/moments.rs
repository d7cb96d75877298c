//! Properties of a moment: two threads about to make conflicting accesses (a data race), and a thread about to use
//! an object that is gone.
//!
//! Both are asked of executions in which the threads concerned stop right before the access. Two plain accesses that
//! are both yet to come are ordered by nothing, whatever happens-before may be; conversely, an execution with two
//! unordered conflicting accesses has a prefix in which both are next.

use super::Encoding;
use crate::graph::{FailurePoint, Free, Point, Stop, StopKind};
use crate::objects::ObjectId;
use events::FailureKind;
use solver::TermId;

fn is_at(encoding: &mut Encoding<'_>, addr: TermId, object: ObjectId, offset: u64) -> TermId {
    let at = encoding.graph.objects.get(object).addr + offset;
    let at = encoding.solver.terms.bits_const(u128::from(at), 64);
    encoding.solver.terms.eq(addr, at)
}

/// The two touch a common byte.
fn meet(encoding: &mut Encoding<'_>, a: &Stop, b: &Stop) -> TermId {
    let mut ways = Vec::new();
    for &(object, x) in a.candidates.iter() {
        for &(_, y) in b.candidates.iter().filter(|(other, _)| *other == object) {
            if x < y + b.size && y < x + a.size {
                let here = is_at(encoding, a.addr, object, x);
                let there = is_at(encoding, b.addr, object, y);
                ways.push(encoding.solver.terms.and(here, there));
            }
        }
    }
    encoding.solver.terms.or_all(ways)
}

pub(super) fn races(encoding: &mut Encoding<'_>) -> Vec<FailurePoint> {
    let stops = encoding.graph.stops.clone();
    let mut failures = Vec::new();
    for (index, b) in stops.iter().enumerate() {
        for a in stops[..index].iter().filter(|a| a.thread != b.thread) {
            let (StopKind::Access { writes: wa, atomic: aa }, StopKind::Access { writes: wb, atomic: ab }) =
                (a.kind, b.kind)
            else {
                continue;
            };
            if !(wa || wb) || (aa && ab) {
                continue;
            }
            let meet = meet(encoding, a, b);
            let condition = encoding.solver.terms.and_all([a.condition, b.condition, meet]);
            if condition != TermId::FALSE {
                let message = format!(
                    "two accesses to {}, one of them a write, with nothing between them that orders them",
                    b.place
                );
                let at = Point { condition, thread: b.thread, span: b.span, message: message.into() };
                failures.push(FailurePoint { kind: FailureKind::Race, at });
            }
        }
    }
    failures
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
                (StopKind::Access { .. }, false) => FailureKind::UseAfterFree,
                (StopKind::Access { .. }, true) => FailureKind::UseAfterReturn,
            };
            if condition != TermId::FALSE {
                let at =
                    Point { condition, thread: stop.thread, span: stop.span, message: stop.place.clone() };
                failures.push(FailurePoint { kind, at });
            }
        }
    }
    failures
}
