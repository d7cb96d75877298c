//! Condition variables as constraints, for every kind of model; and reads that must find something written.

use crate::encode::EncodeError;
use crate::events::{EventId, Unfolded};
use crate::relation::Relation;
use crate::rules::Rules;
use solver::TermId;

/// The term "a comes before b" in the order that speaks for all.
pub(crate) type Before<'a> = dyn FnMut(&mut Rules, EventId, EventId) -> Result<TermId, EncodeError> + 'a;

/// Who waits is woken by a signal in between; a signal wakes one, a broadcast all. Who destroys a condition variable finds out
/// whether somebody waits, or has been woken and is not back yet.
pub(crate) fn wake_ups(
    rules: &mut Rules,
    unfolded: &Unfolded,
    before: &mut Before<'_>,
) -> Result<(), EncodeError> {
    let events = &unfolded.events;
    let mut woken_by: Vec<Vec<TermId>> = vec![Vec::new(); unfolded.signals.len()];
    for wait in &unfolded.waits {
        let mut ways = vec![wait.unsignalled];
        for (index, signal) in unfolded.signals.iter().enumerate() {
            let alias = rules.solver.terms.eq(signal.condition, wait.condition);
            if events[signal.event].thread == events[wait.release].thread || alias == TermId::FALSE {
                continue;
            }
            let after = before(rules, wait.release, signal.event)?;
            let in_time = before(rules, signal.event, wait.resume)?;
            let terms = &mut rules.solver.terms;
            let wakes = terms.bool_var("wakes");
            let happen = [events[signal.event].guard, events[wait.resume].guard];
            let all = terms.and_all([happen[0], happen[1], alias, after, in_time]);
            rules.solver.assert_implies(wakes, all);
            woken_by[index].push(wakes);
            ways.push(wakes);
        }
        // What has been woken uses up no other signal.
        let terms = &mut rules.solver.terms;
        let (once, some) = (terms.at_most_one(&ways), terms.or_all(ways));
        rules.solver.assert(once);
        rules.solver.assert_implies(events[wait.resume].guard, some);
    }
    for (signal, wakes) in unfolded.signals.iter().zip(woken_by).filter(|(signal, _)| !signal.broadcast) {
        let one = rules.solver.terms.at_most_one(&wakes);
        let one = rules.solver.terms.implies(events[signal.event].guard, one);
        rules.solver.assert(one);
    }
    for gone in &unfolded.conditions_gone {
        let mut somebody = Vec::new();
        for wait in &unfolded.waits {
            let alias = rules.solver.terms.eq(gone.condition, wait.condition);
            if events[gone.event].thread == events[wait.release].thread || alias == TermId::FALSE {
                continue;
            }
            let (let_go, back) =
                (before(rules, wait.release, gone.event)?, before(rules, wait.resume, gone.event)?);
            let terms = &mut rules.solver.terms;
            let back = terms.and(back, events[wait.resume].guard);
            let asleep = terms.and_all([alias, events[wait.release].guard, let_go]);
            somebody.push(terms.and_not(asleep, back));
        }
        let terms = &mut rules.solver.terms;
        let somebody = terms.or_all(somebody);
        let told = terms.iff(gone.waited_for, somebody);
        rules.solver.assert(told);
    }
    Ok(())
}

/// Says of each read that must find something written whether it takes what was there at first.
pub(crate) fn unwritten_reads(rules: &mut Rules, unfolded: &Unfolded, rf: &Relation) {
    for &(read, unwritten) in &unfolded.unwritten_reads {
        let initial = unfolded.locations.iter().map(|place| rf.get(place.initial, read));
        let terms = &mut rules.solver.terms;
        let initial = terms.or_all(initial.collect::<Vec<_>>());
        let told = terms.iff(unwritten, initial);
        rules.solver.assert(told);
    }
}
