//! Growth of the order side alone: store buffering in a ring of n threads, and n writers with n readers of one location,
//! under SC. Prints time, conflicts and theory work per size.
//!
//! `cargo run --release --example scale -- [SIZE ...]`

use std::time::Instant;

use solver::{EventId, OrderId, Outcome, RelationOrders, Solver, SolverError, TermId};

/// Thread i writes x_i and then reads x_(i+1); can all read the initial value?
fn store_buffering_ring(n: usize) -> Result<Solver, SolverError> {
    let mut solver = Solver::new();
    let order = solver.new_order("sc");
    let start = solver.new_event("start");
    let events: Vec<(EventId, EventId)> =
        (0..n).map(|_| (solver.new_event("write"), solver.new_event("read"))).collect();
    for &(write, read) in &events {
        solver.add_fixed_edge(order, start, write)?;
        solver.add_fixed_edge(order, write, read)?;
    }
    for thread in 0..n {
        let location = solver.new_location(RelationOrders::all(order))?;
        let initial = solver.add_write(location, start, TermId::TRUE)?;
        let write = solver.add_write(location, events[(thread + 1) % n].0, TermId::TRUE)?;
        let read = solver.add_read(location, events[thread].1, TermId::TRUE)?;
        let (old, new) = (solver.terms.bool_var("old"), solver.terms.bool_var("new"));
        solver.add_rf(initial, read, old)?;
        solver.add_rf(write, read, new)?;
        solver.add_all_co(location)?;
        solver.complete_read(read)?;
        solver.assert(old);
    }
    Ok(solver)
}

/// n threads write one location, n threads read it twice; with `forbidden` the readers disagree on the order.
fn writers_and_readers(n: usize, forbidden: bool) -> Result<Solver, SolverError> {
    let mut solver = Solver::new();
    let order: OrderId = solver.new_order("sc");
    let start = solver.new_event("start");
    let location = solver.new_location(RelationOrders::all(order))?;
    let mut writes = vec![solver.add_write(location, start, TermId::TRUE)?];
    for _ in 0..n {
        let event = solver.new_event("write");
        solver.add_fixed_edge(order, start, event)?;
        writes.push(solver.add_write(location, event, TermId::TRUE)?);
    }
    solver.add_all_co(location)?;
    let mut rf: Vec<[Vec<TermId>; 2]> = Vec::new();
    for _ in 0..n {
        let mut last = start;
        let mut both = [Vec::new(), Vec::new()];
        for literals in &mut both {
            let event = solver.new_event("read");
            solver.add_fixed_edge(order, last, event)?;
            last = event;
            let read = solver.add_read(location, event, TermId::TRUE)?;
            for &write in &writes {
                let literal = solver.terms.bool_var("rf");
                solver.add_rf(write, read, literal)?;
                literals.push(literal);
            }
            solver.complete_read(read)?;
        }
        rf.push(both);
    }
    // Reader i sees write i and then write i+1; around the ring that is a cycle of coherence.
    for (reader, [first, second]) in rf.iter().enumerate() {
        if forbidden || reader + 1 < n {
            solver.assert(first[1 + reader]);
            solver.assert(second[1 + (reader + 1) % n]);
        }
    }
    Ok(solver)
}

fn report(name: &str, n: usize, build: impl Fn() -> Result<Solver, SolverError>) -> Result<(), SolverError> {
    let start = Instant::now();
    let mut solver = build()?;
    let answer = match solver.solve(&[])? {
        Outcome::Sat(_) => "sat",
        Outcome::Unsat(_) => "unsat",
        Outcome::Unknown(_) => "unknown",
    };
    let s = solver.statistics();
    println!(
        "{name:24} n={n:3} {answer:6} {:7.3} s  events {:4}  conflicts {:6}  theory: {:7} propagated, {:5} cycles, {:.3} s",
        start.elapsed().as_secs_f64(),
        s.events,
        s.conflicts,
        s.theory.propagations,
        s.theory.conflicts,
        s.theory.time.as_secs_f64(),
    );
    Ok(())
}

fn main() -> Result<(), SolverError> {
    let mut sizes: Vec<usize> = std::env::args().skip(1).filter_map(|size| size.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![2, 5, 10, 20, 40, 50];
    }
    for &n in &sizes {
        report("store buffering ring", n, || store_buffering_ring(n))?;
    }
    for &n in &sizes {
        report("writers/readers, cycle", n, || writers_and_readers(n, true))?;
        report("writers/readers, chain", n, || writers_and_readers(n, false))?;
    }
    Ok(())
}
