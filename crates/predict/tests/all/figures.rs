//! The figures of Sun as traces, and what each kind of finding looks like.

use crate::common::trace_of_text;
use events::trace::Op;
use predict::{Kind, Oddities, Options, Order, Outcome, Trace, analyse, check};
use spec::{Specification, shipped_specification};

const ALL: [Order; 7] =
    [Order::Hb, Order::Shb, Order::Wdc, Order::Edc, Order::BoundedEdc, Order::Weak, Order::BoundedWeak];

fn run(trace: &Trace, specification: &Specification, order: Order) -> Outcome {
    let outcome = analyse(trace, specification, &Options { order, ..Options::default() });
    assert_eq!(outcome.refused, 0);
    for finding in &outcome.findings {
        check(trace, &finding.witness).unwrap();
    }
    outcome
}

fn kinds(outcome: &Outcome) -> Vec<Kind> {
    outcome.findings.iter().map(|finding| finding.witness.pair.kind).collect()
}

/// The read of x can come after its free, because the calls on the set commute.
const FIGURE_3_1: &str = "\
T1|r(x)|1
T1|acq(m)|2
T1|set.add(s,1)=1|3
T1|rel(m)|4
T2|acq(m)|5
T2|set.contains(s,42)=1|6
T2|free(x)|7
T2|rel(m)|8
";

#[test]
fn figure_3_1_needs_the_specification() {
    let set = shipped_specification("set").unwrap();
    let trace = trace_of_text(FIGURE_3_1, &set);
    for order in [Order::Edc, Order::BoundedEdc, Order::Weak, Order::BoundedWeak] {
        assert_eq!(kinds(&run(&trace, &set, order)), [Kind::UseAfterFree], "{order:?}");
    }
    assert!(run(&trace, &set, Order::Hb).findings.is_empty());
    assert!(run(&trace, &set, Order::Wdc).findings.is_empty());
    // Without it the calls keep their order.
    let nothing = Specification::default();
    let trace = trace_of_text(FIGURE_3_1, &nothing);
    for order in ALL {
        assert!(run(&trace, &nothing, order).findings.is_empty(), "{order:?}");
    }
    // The same value: they do not commute.
    let trace = trace_of_text(&FIGURE_3_1.replace("(s,42)", "(s,1)"), &set);
    for order in ALL {
        assert!(run(&trace, &set, order).findings.is_empty(), "{order:?}");
    }
}

/// Places with names are places like others.
#[test]
fn races_between_named_places() {
    let nothing = Specification::default();
    for place in ["a.c:1", "4294967295"] {
        let trace = trace_of_text(&format!("T1|w(x)|{place}\nT2|w(x)|b.c:2\n"), &nothing);
        for order in ALL {
            assert_eq!(kinds(&run(&trace, &nothing, order)), [Kind::Race], "{place} {order:?}");
        }
    }
}

/// The free cannot come first: then y is 0 and x is not written.
const FIGURE_3_3: &str = "\
T1|acq(m)|1
T1|r(y)|2
T1|w(x)|3
T1|rel(m)|4
T2|acq(m)|5
T2|free(x)|6
T2|w(y)|7
T2|rel(m)|8
";

#[test]
fn figure_3_3_is_a_candidate_and_not_reported() {
    let nothing = Specification::default();
    let trace = trace_of_text(FIGURE_3_3, &nothing);
    for order in ALL {
        let outcome = run(&trace, &nothing, order);
        assert!(outcome.findings.is_empty(), "{order:?}");
        let expected = usize::from(!matches!(order, Order::Hb | Order::Shb));
        assert_eq!(outcome.unconfirmed.len(), expected, "{order:?}");
    }
    // Without the write of y it can.
    let trace = trace_of_text(&FIGURE_3_3.replace("T2|w(y)|7\n", ""), &nothing);
    assert_eq!(kinds(&run(&trace, &nothing, Order::Edc)), [Kind::UseAfterFree]);
}

/// Waiter and broadcaster of CockroachDB's simulation cycler: nothing but the lock orders them.
const FIGURE_3_4: &str = "\
T1|acq(mu)|5
T1|wait(cycler)|6
T1|rel(mu)|6
T2|acq(mu)|17
T2|broadcast(cycler)|18
T2|rel(mu)|19
T1|acq(mu)|6
T1|wake(cycler)|6
T1|rel(mu)|7
";

#[test]
fn figure_3_4_is_a_lost_broadcast() {
    let nothing = Specification::default();
    let trace = trace_of_text(FIGURE_3_4, &nothing);
    for order in [Order::Wdc, Order::Edc, Order::BoundedEdc, Order::Weak, Order::BoundedWeak] {
        let outcome = run(&trace, &nothing, order);
        assert_eq!(kinds(&outcome), [Kind::LostSignal], "{order:?}");
        let witness = &outcome.findings[0].witness;
        assert_eq!((witness.prefix, witness.tail.as_slice()), (0, &[3, 4, 5, 0, 1][..]), "{order:?}");
    }
    assert!(run(&trace, &nothing, Order::Hb).findings.is_empty());
}

#[test]
fn a_wait_that_looks_first_loses_nothing() {
    let text = FIGURE_3_4
        .replace("T1|wait", "T1|r(ready)|5\nT1|wait")
        .replace("T2|broadcast", "T2|w(ready)|17\nT2|broadcast");
    let nothing = Specification::default();
    let trace = trace_of_text(&text, &nothing);
    for order in ALL {
        assert!(run(&trace, &nothing, order).findings.is_empty(), "{order:?}");
    }
}

#[test]
fn a_race_hidden_by_the_order_of_two_sections() {
    let text =
        "T1|w(x)|1\nT1|acq(m)|2\nT1|w(y)|3\nT1|rel(m)|4\nT2|acq(m)|5\nT2|r(z)|6\nT2|rel(m)|7\nT2|w(x)|8\n";
    let nothing = Specification::default();
    let trace = trace_of_text(text, &nothing);
    assert!(run(&trace, &nothing, Order::Hb).findings.is_empty());
    for order in [Order::Wdc, Order::Edc, Order::BoundedEdc, Order::Weak, Order::BoundedWeak] {
        assert_eq!(kinds(&run(&trace, &nothing, order)), [Kind::Race], "{order:?}");
    }
    // A read of what the section wrote orders them.
    let trace = trace_of_text(&text.replace("r(z)", "r(y)"), &nothing);
    for order in ALL {
        assert!(run(&trace, &nothing, order).findings.is_empty(), "{order:?}");
    }
}

#[test]
fn atomics_do_not_race_with_each_other() {
    let nothing = Specification::default();
    let trace = trace_of_text("T1|aw(x)|1\nT2|ar(x)|2\nT2|rmw(x)|3\nT1|rmw(x)|4\n", &nothing);
    for order in ALL {
        assert!(run(&trace, &nothing, order).findings.is_empty(), "{order:?}");
    }
    let trace = trace_of_text("T1|aw(x)|1\nT2|r(x)|2\n", &nothing);
    for order in ALL {
        assert_eq!(kinds(&run(&trace, &nothing, order)), [Kind::Race], "{order:?}");
    }
}

#[test]
fn fork_join_barrier_and_semaphore_order() {
    let nothing = Specification::default();
    for text in [
        "T0|w(x)|1\nT0|fork(T1)|2\nT1|w(x)|3\nT0|join(T1)|4\nT0|w(x)|5\n",
        "T0|w(x)|1\nT0|enter(b)|2\nT1|enter(b)|3\nT1|leave(b)|4\nT0|leave(b)|5\nT1|w(x)|6\n",
        "T0|w(x)|1\nT0|post(s)|2\nT1|down(s)|3\nT1|w(x)|4\n",
        "T1|acq(m)|1\nT1|wait(c)|2\nT1|rel(m)|2\nT0|w(x)|3\nT0|acq(m)|4\nT0|signal(c)|4\nT0|rel(m)|4\nT1|acq(m)|2\nT1|wake(c)|2\nT1|w(x)|6\n",
    ] {
        let trace = trace_of_text(text, &nothing);
        for order in ALL {
            let outcome = run(&trace, &nothing, order);
            assert!(!kinds(&outcome).contains(&Kind::Race), "{order:?}: {text}");
        }
    }
}

#[test]
fn calls_in_a_forbidden_order() {
    let fd = shipped_specification("fd").unwrap();
    let text = "T1|acq(m)|1\nT1|fd.write(3)|2\nT1|rel(m)|3\nT2|acq(m)|4\nT2|fd.close(3)|5\nT2|rel(m)|6\n";
    let trace = trace_of_text(text, &fd);
    for order in [Order::Edc, Order::BoundedEdc, Order::Weak, Order::BoundedWeak] {
        let outcome = run(&trace, &fd, order);
        let [Kind::CallOrder(_)] = kinds(&outcome)[..] else { panic!("{order:?}: {outcome:?}") };
    }
    // A flag that says whether it is closed makes it right.
    let text = text.replace("T1|fd", "T1|r(closed)|2\nT1|fd").replace("T2|fd", "T2|w(closed)|5\nT2|fd");
    let trace = trace_of_text(&text, &fd);
    for order in ALL {
        assert!(run(&trace, &fd, order).findings.is_empty(), "{order:?}");
    }
}

#[test]
fn a_lock_destroyed_too_early() {
    let nothing = Specification::default();
    let trace = trace_of_text("T1|acq(m)|1\nT1|rel(m)|2\nT2|destroy(m)|3\n", &nothing);
    for order in [Order::Edc, Order::BoundedEdc, Order::Weak, Order::BoundedWeak] {
        assert_eq!(kinds(&run(&trace, &nothing, order)), [Kind::UseAfterDestroy], "{order:?}");
    }
}

fn observed(trace: &predict::Trace) -> Vec<(u32, u32)> {
    let outcome = run(trace, &Specification::default(), Order::Weak);
    assert!(outcome.observed.iter().all(|observed| observed.fault == predict::Fault::UseAfterFree));
    outcome.observed.iter().map(|observed| (observed.events[0], observed.events[1])).collect()
}

#[test]
fn what_went_wrong_in_the_run_itself_is_told() {
    let nothing = Specification::default();
    let trace = trace_of_text(
        "T1|free(x)|1\nT1|r(x)|2\nT1|alloc(x)|3\nT1|w(x)|4\nT1|free(x)|5\nT1|free(x)|6\n",
        &nothing,
    );
    assert_eq!(observed(&trace), [(0, 1), (4, 5)]);
    // Once per pair of places, however often.
    let again = "T1|free(x)|1\nT1|r(x)|2\nT1|r(x)|2\nT2|r(x)|2\nT2|r(x)|3\n";
    let trace = trace_of_text(again, &nothing);
    assert_eq!(observed(&trace), [(0, 1), (0, 4)]);
}

#[test]
fn badly_formed_locks_are_put_right_and_counted() {
    let nothing = Specification::default();
    let trace = trace_of_text(
        "T1|rel(m)|1\nT1|acq(m)|2\nT1|acq(m)|3\nT2|acq(m)|4\nT1|rel(m)|5\nT1|rel(m)|6\nT2|rel(m)|7\n",
        &nothing,
    );
    let Oddities { releases_not_held, acquires_held, first } = trace.oddities;
    assert_eq!((releases_not_held, acquires_held, first), (3, 1, 1));
    let events: Vec<(u32, Op)> = trace.events.iter().map(|event| (event.thread, event.op)).collect();
    assert_eq!(events, [(0, Op::Acquire), (0, Op::Release), (1, Op::Acquire), (1, Op::Release)]);
    // What is done under a lock that was given back out of sight is still under it.
    let text = "T1|acq(m)|1\nT1|w(x)|2\nT2|acq(m)|3\nT2|w(x)|4\nT2|rel(m)|5\n";
    assert_eq!(kinds(&run(&trace_of_text(text, &nothing), &nothing, Order::Weak)), []);
    // What is done before another gives it back comes before what is done by who takes it next.
    let text = "T1|acq(m)|1\nT1|w(x)|2\nT1|fork(T2)|3\nT1|fork(T3)|4\nT2|w(x)|5\nT2|rel(m)|6\nT3|acq(m)|7\nT3|w(x)|8\nT3|rel(m)|9\n";
    let trace = trace_of_text(text, &nothing);
    assert_eq!(
        (trace.oddities.releases_not_held, trace.oddities.acquires_held, trace.oddities.first),
        (1, 0, 6)
    );
    assert_eq!(kinds(&run(&trace, &nothing, Order::Weak)), []);
    // Nor is what is read under a lock that the thread has taken twice.
    let text = "T1|racq(m)|1\nT1|racq(m)|2\nT1|rel(m)|3\nT1|r(x)|4\nT1|rel(m)|5\nT2|acq(m)|6\nT2|w(x)|7\nT2|rel(m)|8\n";
    let trace = trace_of_text(text, &nothing);
    assert_eq!(trace.oddities, Oddities::default());
    assert_eq!(kinds(&run(&trace, &nothing, Order::Weak)), []);
}
