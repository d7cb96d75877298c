//! No value out of thin air under a model that keeps no dependency: no written value may be its own cause.
//!
//! The rule is that of `certify` (ADR 9): where registers and reads-from go in a circle, each read on it is given another value, and only what
//! then changes, a value written or an address, depends on it. Branches are no causes. It is looked for in what the solver finds: an
//! execution with such a circle is excluded, and another one asked for.
//!
//! May miss, as there: a dependency that shows for rare values only.

use crate::encode::{AnyModel, Encoding};
use crate::events::EventId;
use ir::FenceBits;
use rustc_hash::FxHashMap;
use solver::{Model as Assignment, TermId};
use std::collections::BTreeSet;

/// Whether the model lets a store go ahead of the load that its value comes from; all others exclude the circle by their order.
pub(crate) fn may_invent_values(model: &AnyModel) -> bool {
    let AnyModel::BuiltIn(model) = model else { return false };
    !model.keeps_dependencies && !model.kept.contains(FenceBits::LS)
}

/// One step on a circle: a read takes the value of a write, or an access is computed from a read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Takes { write: EventId, read: EventId },
    Uses { read: EventId, by: EventId },
}

impl Step {
    fn ends(self) -> (EventId, EventId) {
        match self {
            Step::Takes { write, read } => (write, read),
            Step::Uses { read, by } => (read, by),
        }
    }
}

/// What holds in this execution and never may: `None` if no value is its own cause.
pub(crate) fn circle(encoding: &mut Encoding, assignment: &Assignment) -> Option<TermId> {
    let (takes, uses) = steps(encoding, assignment);
    find(&takes, &uses)?;
    let real: Vec<Step> = uses.into_iter().filter(|&step| is_real(encoding, assignment, step)).collect();
    let steps = find(&takes, &real)?;
    let mut parts = Vec::new();
    for step in steps {
        match step {
            Step::Takes { write, read } => parts.push(encoding.rf.get(write, read)),
            Step::Uses { read, by } => parts.extend(circumstances(encoding, assignment, read, by)),
        }
    }
    Some(encoding.rules.solver.terms.and_all(parts))
}

/// Who reads from whom, and who is computed from what, in an execution.
fn steps(encoding: &Encoding, assignment: &Assignment) -> (Vec<Step>, Vec<Step>) {
    let mut evaluator = assignment.evaluator(&encoding.rules.solver.terms);
    let (mut takes, mut uses) = (Vec::new(), Vec::new());
    for (id, event) in encoding.unfolded.events.iter_enumerated() {
        if !event.is_access() || !evaluator.bool(event.guard) {
            continue;
        }
        for &(read, when) in event.addr.iter().chain(&event.data) {
            if evaluator.bool(when) {
                uses.push(Step::Uses { read, by: id });
            }
        }
        let others = encoding.unfolded.events.iter_enumerated();
        for (write, _) in others.filter(|(_, other)| event.is_read() && other.is_write()) {
            if evaluator.bool(encoding.rf.get(write, id)) {
                takes.push(Step::Takes { write, read: id });
            }
        }
    }
    (takes, uses)
}

/// A circle of steps, if there is one.
fn find(takes: &[Step], uses: &[Step]) -> Option<Vec<Step>> {
    let mut after: FxHashMap<EventId, Vec<Step>> = FxHashMap::default();
    for &step in takes.iter().chain(uses) {
        after.entry(step.ends().0).or_default().push(step);
    }
    // Executions of litmus tests are small: from each read in turn, breadth first.
    takes.iter().find_map(|&start| {
        let (from, to) = start.ends();
        let mut came_by: FxHashMap<EventId, Step> = FxHashMap::from_iter([(to, start)]);
        let mut open = vec![to];
        while let Some(event) = open.pop() {
            for &step in after.get(&event).into_iter().flatten() {
                let next = step.ends().1;
                if next == from {
                    let back = |step: &Step| came_by.get(&step.ends().0).copied();
                    let mut path: Vec<Step> = vec![step];
                    while let Some(earlier) = path.last().and_then(back).filter(|earlier| *earlier != start) {
                        path.push(earlier);
                    }
                    path.push(start);
                    return Some(path);
                }
                if let std::collections::hash_map::Entry::Vacant(entry) = came_by.entry(next) {
                    entry.insert(step);
                    open.push(next);
                }
            }
        }
        None
    })
}

/// Other values that a read might have had: a handful.
fn others(value: u128, width: u32) -> BTreeSet<u128> {
    let mask = if width < 128 { (1u128 << width) - 1 } else { u128::MAX };
    let all = [value ^ 1, value.wrapping_add(1), !value, 0, value.wrapping_mul(3).wrapping_add(7)];
    all.into_iter().map(|other| other & mask).filter(|&other| other != value).collect()
}

/// What an access writes and where, if a read had this value instead and all else were the same.
fn outcome(
    encoding: &Encoding,
    assignment: &Assignment,
    (read, value): (EventId, Option<u128>),
    by: EventId,
) -> Vec<u128> {
    let events = &encoding.unfolded.events;
    let mut evaluator = assignment.evaluator(&encoding.rules.solver.terms);
    if let (Some(value), Some(access)) = (value, events[read].read()) {
        evaluator.fix(access.value, value);
    }
    let Some(access) = events[by].access() else { return Vec::new() };
    let mut all: Vec<u128> = access.places.iter().map(|&(_, when)| evaluator.bits(when)).collect();
    if events[by].is_write() {
        all.push(evaluator.bits(access.value));
    }
    all
}

/// The values of an access for other values of a read, its own first.
fn tried(encoding: &Encoding, assignment: &Assignment, read: EventId, by: EventId) -> Vec<Vec<u128>> {
    let Some(access) = encoding.unfolded.events[read].read() else { return Vec::new() };
    let terms = &encoding.rules.solver.terms;
    let (value, width) = (assignment.bits(terms, access.value), terms.width(access.value));
    let values = others(value, width).into_iter().map(Some);
    std::iter::once(None)
        .chain(values)
        .map(|value| outcome(encoding, assignment, (read, value), by))
        .collect()
}

fn is_real(encoding: &Encoding, assignment: &Assignment, step: Step) -> bool {
    let Step::Uses { read, by } = step else { return true };
    let tried = tried(encoding, assignment, read, by);
    tried.iter().any(|outcome| Some(outcome) != tried.first())
}

/// What makes the dependency of an access on a read real: the values of the other reads that it is computed from; and of the read itself,
/// unless each of its values gives another result.
fn circumstances(
    encoding: &mut Encoding,
    assignment: &Assignment,
    read: EventId,
    by: EventId,
) -> Vec<TermId> {
    let mut results = tried(encoding, assignment, read, by);
    let n_results = results.len();
    results.sort_unstable();
    results.dedup();
    let event = &encoding.unfolded.events[by];
    let mut fixed: Vec<EventId> = event.addr.iter().chain(&event.data).map(|&(other, _)| other).collect();
    if results.len() == n_results {
        fixed.retain(|&other| other != read);
    }
    fixed.sort_unstable();
    fixed.dedup();
    let known = fixed.iter().filter_map(|&other| Some(encoding.unfolded.events[other].read()?.value));
    let terms = &mut encoding.rules.solver.terms;
    let mut same = Vec::new();
    for value in known {
        let bits = assignment.bits(terms, value);
        let bits = terms.bits_const(bits, terms.width(value));
        same.push(terms.eq(value, bits));
    }
    same
}
