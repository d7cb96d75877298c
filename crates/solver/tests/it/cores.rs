//! Unsat cores are unsat, minimised ones minimal; limits give `Unknown`, not a wrong answer.

use crate::common::Tape;
use crate::common::memory::Program;
use limits::{Interrupt, Limits, Stop};
use proptest::prelude::*;
use solver::{AssumptionId, Options, Outcome, Solver, UnknownReason};

/// Random clauses over few variables, each under a named assumption.
fn random_assumptions(tape: &mut Tape<'_>) -> (Solver, Vec<AssumptionId>) {
    let mut solver = Solver::new();
    let order = solver.new_order("o");
    let events: Vec<_> = (0..4).map(|i| solver.new_event(format!("e{i}"))).collect();
    let bools: Vec<_> = (0..3).map(|i| solver.terms.bool_var(format!("b{i}"))).collect();
    let count = 4 + tape.below(16);
    let mut ids = Vec::new();
    for index in 0..count {
        let mut literals = Vec::new();
        for _ in 0..1 + tape.below(2) {
            let term = if tape.below(2) == 0 {
                bools[tape.below(3)]
            } else {
                solver.before(order, events[tape.below(4)], events[tape.below(4)]).unwrap()
            };
            literals.push(if tape.below(2) == 0 { term } else { solver.terms.not(term) });
        }
        let clause = solver.terms.or_all(literals);
        ids.push(solver.assumption(format!("clause {index}"), clause));
    }
    (solver, ids)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn cores(bytes in prop::collection::vec(any::<u8>(), 10..150)) {
        let (mut solver, ids) = random_assumptions(&mut Tape::new(&bytes));
        if let Outcome::Unsat(core) = solver.solve(&ids).unwrap() {
            prop_assert!(core.iter().all(|id| ids.contains(id)));
            prop_assert!(solver.solve(&core).unwrap().is_unsat());
            let (small, minimal) = solver.minimise_core(&core).unwrap();
            prop_assert!(minimal);
            prop_assert!(solver.solve(&small).unwrap().is_unsat());
            for index in 0..small.len() {
                let mut fewer = small.clone();
                fewer.remove(index);
                prop_assert!(solver.solve(&fewer).unwrap().is_sat());
            }
        }
    }

    /// Every behaviour that brute force forbids has a core among the chosen sources.
    #[test]
    fn cores_of_forbidden_behaviours(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let program = Program::random(&mut Tape::new(&bytes), 5);
        let expected = program.behaviours();
        let (mut solver, bools, candidates) = program.encode(&Options::default());
        let choices = program.source_choices(0);
        let Some(sources) = choices.iter().find(|sources| !expected.contains(&(0, sources.to_vec()))) else {
            return Ok(());
        };
        let mut ids = Vec::new();
        for &term in &bools {
            let not = solver.terms.not(term);
            ids.push(solver.assumption("not", not));
        }
        for (source, options) in sources.iter().zip(&candidates) {
            for &(write, literal) in options {
                if *source == Some(write) {
                    ids.push(solver.assumption("rf", literal));
                }
            }
        }
        let Outcome::Unsat(core) = solver.solve(&ids).unwrap() else { panic!("forbidden") };
        let (small, _) = solver.minimise_core(&core).unwrap();
        prop_assert!(solver.solve(&small).unwrap().is_unsat());
    }
}

/// A pigeonhole problem: hard for resolution, so that limits are reached.
fn pigeons(n: usize) -> Solver {
    let mut solver = Solver::new();
    let holes: Vec<Vec<_>> =
        (0..=n).map(|_| (0..n).map(|_| solver.terms.bool_var("p")).collect::<Vec<_>>()).collect();
    for pigeon in &holes {
        let somewhere = solver.terms.or_all(pigeon.iter().copied());
        solver.assert(somewhere);
    }
    for first in 0..=n {
        for second in 0..first {
            for (&one, &other) in holes[first].iter().zip(&holes[second]) {
                let both = solver.terms.and(one, other);
                let not = solver.terms.not(both);
                solver.assert(not);
            }
        }
    }
    solver
}

#[test]
fn limits_give_unknown() {
    let mut solver = pigeons(14);
    solver.max_conflicts = Some(10);
    assert!(matches!(solver.solve(&[]).unwrap(), Outcome::Unknown(UnknownReason::ConflictLimit)));
    solver.max_conflicts = None;
    solver.limits = Limits::within(std::time::Duration::from_millis(50));
    assert!(matches!(solver.solve(&[]).unwrap(), Outcome::Unknown(UnknownReason::Stopped(Stop::Time(_)))));
    let interrupt = Interrupt::new();
    interrupt.set(Stop::Interrupted);
    solver.limits = Limits::until_set(interrupt);
    assert!(matches!(
        solver.solve(&[]).unwrap(),
        Outcome::Unknown(UnknownReason::Stopped(Stop::Interrupted))
    ));
    let mut small = pigeons(5);
    assert!(small.solve(&[]).unwrap().is_unsat());
}

#[test]
fn misuse_is_an_error() {
    let mut solver = Solver::new();
    let order = solver.new_order("o");
    let (a, b) = (solver.new_event("a"), solver.new_event("b"));
    solver.add_fixed_edge(order, a, b).unwrap();
    solver.before(order, a, b).unwrap();
    assert!(solver.glue(order, &[a, b]).is_err());
    let location = solver.new_location(solver::RelationOrders::all(order)).unwrap();
    let other = solver.new_location(solver::RelationOrders::all(order)).unwrap();
    let w = solver.add_write(location, a, solver::TermId::TRUE).unwrap();
    let r = solver.add_read(other, b, solver::TermId::TRUE).unwrap();
    assert!(solver.add_rf(w, r, solver::TermId::TRUE).is_err());
    assert!(solver.add_co(w, w).is_err());
    // A cycle of fixed edges is no error: nothing can satisfy it.
    solver.add_fixed_edge(order, b, a).unwrap();
    assert!(matches!(solver.solve(&[]).unwrap(), Outcome::Unsat(core) if core.is_empty()));
}
