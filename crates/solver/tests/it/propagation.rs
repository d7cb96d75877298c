//! The theory derives what it can without search: these problems must be solved without a decision that fails.

use solver::{EventId, Options, OrderId, Outcome, RelationOrders, Solver, TermId};

fn chain(solver: &mut Solver, order: OrderId, n: usize) -> Vec<EventId> {
    let events: Vec<EventId> = (0..n).map(|i| solver.new_event(format!("e{i}"))).collect();
    for pair in events.windows(2) {
        solver.add_fixed_edge(order, pair[0], pair[1]).unwrap();
    }
    events
}

/// Message passing: seeing the flag forces the data, by from-read propagation alone.
#[test]
fn message_passing_needs_no_conflict() {
    for closure_limit in [0, 4096] {
        let mut solver = Solver::with_options(&Options { closure_limit, ..Options::default() });
        let order = solver.new_order("sc");
        let writer = chain(&mut solver, order, 3);
        let reader = chain(&mut solver, order, 2);
        let flag = solver.new_location(RelationOrders::all(order)).unwrap();
        let data = solver.new_location(RelationOrders::all(order)).unwrap();
        solver.add_fixed_edge(order, writer[0], reader[0]).unwrap();
        let mut rf = Vec::new();
        for (location, store, load) in [(data, writer[1], reader[1]), (flag, writer[2], reader[0])] {
            // The first event of the writer initialises both.
            let initial = solver.add_write(location, writer[0], TermId::TRUE).unwrap();
            let update = solver.add_write(location, store, TermId::TRUE).unwrap();
            let read = solver.add_read(location, load, TermId::TRUE).unwrap();
            let (old, new) = (solver.terms.bool_var("old"), solver.terms.bool_var("new"));
            solver.add_rf(initial, read, old).unwrap();
            solver.add_rf(update, read, new).unwrap();
            solver.complete_read(read).unwrap();
            solver.add_all_co(location).unwrap();
            rf.push((old, new));
        }
        let sees_flag = solver.assumption("flag", rf[1].1);
        let Outcome::Sat(model) = solver.solve(&[sees_flag]).unwrap() else { panic!("allowed") };
        assert!(model.bool(&solver.terms, rf[0].1), "the data must be seen too");
        assert!(solver.statistics().theory.propagations > 0);
        assert_eq!(solver.statistics().conflicts, 0);
        let misses_data = solver.assumption("no data", rf[0].0);
        let Outcome::Unsat(core) = solver.solve(&[sees_flag, misses_data]).unwrap() else {
            panic!("forbidden")
        };
        assert_eq!(core.len(), 2);
        // The order of the model respects what was read.
        let place = |event| model.position(order, event).unwrap();
        assert!(place(writer[2]) < place(reader[0]) && place(writer[1]) < place(reader[1]));
    }
}

/// Atoms implied by reachability come as propagations, not as conflicts.
#[test]
fn implied_atoms_need_no_conflict() {
    for closure_limit in [0, 4096] {
        let mut solver = Solver::with_options(&Options { closure_limit, ..Options::default() });
        let order = solver.new_order("o");
        let left = chain(&mut solver, order, 20);
        let right = chain(&mut solver, order, 20);
        for &a in &left {
            for &b in &right {
                solver.track_before(order, a, b).unwrap();
            }
        }
        let link = solver.before(order, left[19], right[0]).unwrap();
        let id = solver.assumption("link", link);
        let Outcome::Sat(model) = solver.solve(&[id]).unwrap() else { panic!("acyclic") };
        let expected: Vec<EventId> = left.iter().chain(&right).copied().collect();
        assert_eq!(model.order(order), expected);
        let statistics = solver.statistics();
        assert_eq!(statistics.theory.propagations, 399);
        assert_eq!(statistics.conflicts, 0);
    }
}
