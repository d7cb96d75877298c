//! A property of a moment: a thread about to use an object that is gone, asked of executions in which it stops right before.

use super::Encoding;
use events::FailureKind;
use solver::TermId;
use unfold::{FailurePoint, Free, StopKind};

pub(crate) fn uses_after_free(encoding: &mut Encoding<'_>) -> Vec<FailurePoint> {
    let (stops, frees) = (encoding.graph.stops.clone(), encoding.graph.frees.clone());
    let mut failures = Vec::new();
    for stop in &stops {
        for on_return in [false, true] {
            let mut ways = Vec::new();
            // What a thread itself does away with it knows at once.
            let others = |free: &&Free| free.on_return == on_return && free.thread != stop.thread;
            for free in frees.iter().filter(others) {
                let places = stop.candidates.iter().filter(|(object, _)| *object == free.object);
                let (objects, terms) = (&encoding.graph.objects, &mut encoding.solver.terms);
                let hits: Vec<TermId> = places.map(|&place| objects.is_at(terms, stop.addr, place)).collect();
                let hit = terms.or_all(hits);
                ways.push(encoding.solver.terms.and(hit, encoding.graph.guards.term(free.guard)));
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
                let place = (stop.thread, stop.span);
                failures.push(FailurePoint::new(kind, condition, place, stop.place.clone()));
            }
        }
    }
    failures
}
