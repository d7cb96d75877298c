//! The fib_bench family, encoded by hand: thread 1 does `i += j` N times, thread 2 `j += i` N times, a third
//! thread looks at `i` and `j` at any time; under SC neither ever exceeds Fibonacci number 2N+2. Unsatisfiable, and
//! with the bound lowered by one satisfiable.
//!
//! `cargo run --release --example fib -- [FIRST LAST] [name=value ...]`: SAT options by name; `polarity`, `link`, `rf`,
//! `closure` set options of ours; `mode` is how a read gets its value; `unsat=1` skips the satisfiable half.

use std::time::Instant;

use solver::{
    EventId, LocationId, Options, OrderId, Outcome, RelationOrders, Solver, SolverError, TermId, WriteId,
};

const WIDTH: u32 = 32;

struct Encoder {
    solver: Solver,
    order: OrderId,
    location: [LocationId; 2],
    /// Writes of each variable with their events and the values written, in program order.
    writes: [Vec<(WriteId, EventId, TermId)>; 2],
    mode: String,
}

impl Encoder {
    fn new(options: &Options, mode: String) -> Result<Self, SolverError> {
        let mut solver = Solver::with_options(options);
        let order = solver.new_order("sc");
        let location = [
            solver.new_location(RelationOrders::all(order))?,
            solver.new_location(RelationOrders::all(order))?,
        ];
        Ok(Encoder { solver, order, location, writes: [Vec::new(), Vec::new()], mode })
    }

    /// A read of `variable` that may read from any of its writes; its value.
    fn read(&mut self, variable: usize, event: EventId) -> Result<TermId, SolverError> {
        let read = self.solver.add_read(self.location[variable], event, TermId::TRUE)?;
        let writes = self.writes[variable].clone();
        let mut seen = vec![TermId::TRUE];
        for &(_, write, _) in &writes[1..] {
            seen.push(self.solver.before(self.order, write, event)?);
        }
        seen.push(TermId::FALSE);
        if self.mode.starts_with("track") {
            for &(_, write, _) in &writes[1..] {
                self.solver.track_before(self.order, write, event)?;
            }
        }
        let terms = &mut self.solver.terms;
        let literals: Vec<TermId> = (0..writes.len())
            .map(|index| {
                if self.mode.starts_with("atoms") {
                    let later = terms.not(seen[index + 1]);
                    terms.and(seen[index], later)
                } else {
                    terms.bool_var("rf")
                }
            })
            .collect();
        let mut value = if self.mode.ends_with("ite") { writes[0].2 } else { terms.bits_var("value", WIDTH) };
        for (index, &(write, _, written)) in writes.iter().enumerate() {
            self.solver.add_rf(write, read, literals[index])?;
            let terms = &mut self.solver.terms;
            match self.mode.as_str() {
                "ite" => value = terms.ite(literals[index], written, value),
                "atoms-ite" => value = terms.ite(seen[index], written, value),
                _ => {
                    let equal = terms.eq(value, written);
                    let flows = terms.implies(literals[index], equal);
                    self.solver.assert(flows);
                }
            }
        }
        self.solver.complete_read(read)?;
        Ok(value)
    }

    fn run(mut self, n: usize, bound: u64) -> Result<(Outcome, Solver), SolverError> {
        let start = self.solver.new_event("start");
        for variable in 0..2 {
            let event = self.solver.new_event("initial");
            self.solver.add_fixed_edge(self.order, event, start)?;
            let one = self.solver.terms.bits_const(1, WIDTH);
            let write = self.solver.add_write(self.location[variable], event, TermId::TRUE)?;
            self.writes[variable].push((write, event, one));
        }
        // All writes first, so that reads of the other variable know their sources.
        let mut other_reads = [Vec::new(), Vec::new()];
        for (variable, reads) in other_reads.iter_mut().enumerate() {
            let mut last = start;
            for _ in 0..n {
                let read = self.solver.new_event("read");
                let write = self.solver.new_event("write");
                self.solver.add_fixed_edge(self.order, last, read)?;
                self.solver.add_fixed_edge(self.order, read, write)?;
                last = write;
                let other = self.solver.terms.bits_var("other", WIDTH);
                let own = self.writes[variable].last().map_or(TermId::FALSE, |&(_, _, value)| value);
                let sum = self.solver.terms.add(own, other);
                let id = self.solver.add_write(self.location[variable], write, TermId::TRUE)?;
                self.writes[variable].push((id, write, sum));
                reads.push((read, other));
            }
        }
        for (variable, reads) in other_reads.into_iter().enumerate() {
            for (event, other) in reads {
                let value = self.read(1 - variable, event)?;
                let equal = self.solver.terms.eq(value, other);
                self.solver.assert(equal);
            }
        }
        let bound = self.solver.terms.bits_const(u128::from(bound), WIDTH);
        let mut exceeds = Vec::new();
        for variable in 0..2 {
            let event = self.solver.new_event("look");
            self.solver.add_fixed_edge(self.order, start, event)?;
            let value = self.read(variable, event)?;
            exceeds.push(self.solver.terms.slt(bound, value));
        }
        for location in self.location {
            self.solver.add_all_co(location)?;
        }
        let violated = self.solver.terms.or_all(exceeds);
        self.solver.assert(violated);
        let outcome = self.solver.solve(&[])?;
        Ok((outcome, self.solver))
    }
}

fn fibonacci(n: usize) -> u64 {
    (1..n).fold((1, 1), |(a, b), _| (b, a + b)).0
}

fn main() -> Result<(), SolverError> {
    let mut options = Options::default();
    let mut range = Vec::new();
    let mut unsat_only = false;
    let mut mode = String::from("atoms");
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            None => range.extend(argument.parse::<usize>()),
            Some(("mode", value)) => mode = value.into(),
            Some((name, value)) => {
                let value: i32 = value.parse().unwrap_or(0);
                match name {
                    "unsat" => unsat_only = value != 0,
                    "polarity" => options.polarity_aware = value != 0,
                    "link" => options.link_adders = value != 0,
                    "rf" => options.decide_reads_from = value != 0,
                    "closure" => options.closure_limit = value as usize,

                    _ => options.sat_options.push((name.into(), value)),
                }
            }
        }
    }
    let (first, last) = (range.first().copied().unwrap_or(3), range.get(1).copied().unwrap_or(8));
    println!(" N  answer  time s   conflicts  decisions  theory-prop  theory-conf  theory s  vars  clauses");
    for n in first..=last {
        let largest = fibonacci(2 * n + 2);
        for bound in if unsat_only { vec![largest] } else { vec![largest, largest - 1] } {
            let start = Instant::now();
            let (outcome, solver) = Encoder::new(&options, mode.clone())?.run(n, bound)?;
            let seconds = start.elapsed().as_secs_f64();
            let answer = match outcome {
                Outcome::Sat(_) => "sat",
                Outcome::Unsat(_) => "unsat",
                Outcome::Unknown(_) => "unknown",
            };
            let s = solver.statistics();
            println!(
                "{n:2}  {answer:6} {seconds:7.3} {:11} {:10} {:12} {:12} {:9.3} {:5} {:8}",
                s.conflicts,
                s.decisions,
                s.theory.propagations,
                s.theory.conflicts,
                s.theory.time.as_secs_f64(),
                s.sat_variables,
                s.clauses,
            );
        }
    }
    Ok(())
}
