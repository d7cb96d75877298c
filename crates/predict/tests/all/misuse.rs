//! What a run itself does wrong with synchronisation objects, and what only looks like it.

use crate::common::trace_of_text;
use predict::{Fault, Options, analyse};
use spec::Specification;

fn faults(text: &str) -> Vec<(Fault, u32, u32)> {
    let nothing = Specification::default();
    let trace = trace_of_text(text, &nothing);
    let outcome = analyse(&trace, &nothing, &Options::default());
    assert_eq!(outcome.refused, 0);
    let location = |id: Option<&u32>| trace.events[*id.unwrap() as usize].location;
    let told = outcome.observed.iter();
    told.map(|observed| (observed.fault, location(observed.events.first()), location(observed.events.last())))
        .collect()
}

#[test]
fn locks_are_given_back_by_who_holds_them() {
    assert_eq!(faults("T1|acq(m)|1\nT2|rel(m)|2\n"), [(Fault::UnlockOfAnother, 1, 2)]);
    assert_eq!(faults("T1|acq(m)|1\nT1|rel(m)|2\nT1|rel(m)|3\n"), [(Fault::DoubleUnlock, 2, 3)]);
    assert_eq!(faults("T1|acq(m)|1\nT1|acq(m)|2\nT1|rel(m)|3\nT1|rel(m)|4\n"), []);
    // Taken before the recording began, perhaps.
    assert_eq!(faults("T1|rel(m)|2\nT1|acq(m)|3\nT1|rel(m)|4\n"), []);
    // Who held it is not known any more.
    assert_eq!(faults("T1|acq(m)|1\nT2|acq(m)|2\nT2|rel(m)|3\nT1|rel(m)|4\nT1|rel(m)|5\n"), []);
}

#[test]
fn objects_are_used_while_they_are_there() {
    assert_eq!(faults("T1|destroy(c)|1\nT2|signal(c)|2\n"), [(Fault::UseAfterDestroy, 1, 2)]);
    assert_eq!(faults("T1|destroy(c)|1\nT1|init(c)|3\nT2|signal(c)|2\n"), []);
    assert_eq!(
        faults("T1|acq(m)|1\nT1|rel(m)|2\nT1|destroy(m)|3\nT1|rel(m)|4\n"),
        [(Fault::UseAfterDestroy, 3, 4)]
    );
    // The C library refuses a mutex that has ended: it was made again by hand.
    assert_eq!(faults("T1|destroy(m)|1\nT1|acq(m)|2\nT1|rel(m)|3\n"), []);
    assert_eq!(faults("T1|acq(m)|1\nT2|destroy(m)|2\n"), [(Fault::DestroyWhileHeld, 1, 2)]);
}

const WAITS: &str = "T1|acq(m)|1\nT1|wait(c)|2\nT1|rel(m)|2\n";

#[test]
fn conditions() {
    let woken = "T1|acq(m)|2\nT1|wake(c)|2\nT1|rel(m)|3\n";
    assert_eq!(faults(&format!("{WAITS}T2|destroy(c)|4\n")), [(Fault::DestroyWhileWaited, 2, 4)]);
    assert_eq!(faults(&format!("{WAITS}T2|broadcast(c)|5\nT2|destroy(c)|4\n{woken}")), []);
    let other = WAITS.replace("T1", "T2").replace("(m)", "(n)").replace("|2\n", "|7\n");
    assert_eq!(faults(&format!("{WAITS}{other}T3|broadcast(c)|8\n")), [(Fault::TwoMutexes, 2, 7)]);
    assert_eq!(faults(&format!("{WAITS}{}", other.replace("(n)", "(m)"))), []);
    // The first has been woken, or wakes for no reason, or has waited long enough.
    assert_eq!(faults(&format!("{WAITS}T3|signal(c)|8\n{other}{woken}")), []);
    assert_eq!(faults(&format!("{WAITS}{other}{woken}T3|signal(c)|8\n")), []);
    assert_eq!(faults(&format!("{}{other}T3|signal(c)|8\n", WAITS.replace("wait", "timedwait"))), []);
}

#[test]
fn the_run_ends_in_a_deadlock() {
    let both = "T1|acq(a)|1\nT2|acq(b)|2\nT1|want(b)|3\nT2|want(a)|4\n";
    assert_eq!(faults(both), [(Fault::Deadlock, 3, 4)]);
    assert_eq!(faults(&format!("{both}T2|rel(b)|5\nT1|acq(b)|6\n")), []);
    assert_eq!(faults("T1|racq(a)|1\nT1|want(a)|2\n"), [(Fault::SelfDeadlock, 1, 2)]);
    assert_eq!(faults("T1|acq(a)|1\nT2|want(a)|2\n"), []);
    // It has waited for somebody who then went on.
    assert_eq!(faults("T1|acq(a)|1\nT2|acq(b)|2\nT2|want(a)|3\nT1|rel(a)|4\nT1|want(b)|5\n"), []);
}
