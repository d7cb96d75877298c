//! Order atoms, fixed and guarded edges, glued events and several orders against brute force; incremental use.

use crate::common::{Tape, permutations};
use proptest::prelude::*;
use solver::{EventId, Options, OrderId, Outcome, Solver, TermId};

const N_EVENTS: usize = 4;

#[derive(Clone, Copy, Debug)]
enum Atom {
    Bool(usize),
    Before(usize, usize, usize),
}

#[derive(Clone, Debug)]
enum Item {
    Clause(Vec<(Atom, bool)>),
    Fixed(usize, usize, usize),
    Guarded(usize, (usize, bool), usize, usize),
}

#[derive(Debug)]
struct Problem {
    n_bools: usize,
    n_orders: usize,
    glued: bool,
    items: Vec<Item>,
}

fn random(tape: &mut Tape<'_>) -> Problem {
    let (n_bools, n_orders) = (1 + tape.below(4), 1 + tape.below(2));
    let glued = tape.below(3) == 1;
    let count = tape.below(14);
    let items = (0..count).map(|_| random_item(tape, n_bools, n_orders)).collect();
    Problem { n_bools, n_orders, glued, items }
}

fn random_item(tape: &mut Tape<'_>, n_bools: usize, n_orders: usize) -> Item {
    let order = tape.below(n_orders);
    let (a, b) = (tape.below(N_EVENTS), tape.below(N_EVENTS));
    match tape.below(8) {
        0 if a != b => Item::Fixed(order, a, b),
        1..=3 if a != b => Item::Guarded(order, (tape.below(n_bools), tape.below(2) == 1), a, b),
        _ => {
            let size = 1 + tape.below(3);
            let atom = |tape: &mut Tape<'_>| {
                let atom = match tape.below(3) {
                    0 => Atom::Bool(tape.below(n_bools)),
                    _ => Atom::Before(tape.below(n_orders), tape.below(N_EVENTS), tape.below(N_EVENTS)),
                };
                (atom, tape.below(2) == 1)
            };
            Item::Clause((0..size).map(|_| atom(tape)).collect())
        }
    }
}

/// Position of each event; events 0 and 1 are adjacent where they are glued in order 0.
fn holds(item: &Item, bools: usize, orders: &[&Vec<usize>]) -> bool {
    let before = |order: usize, a: usize, b: usize| orders[order][a] < orders[order][b];
    match item {
        Item::Clause(parts) => parts.iter().any(|&(atom, positive)| {
            positive
                == match atom {
                    Atom::Bool(index) => bools >> index & 1 == 1,
                    Atom::Before(order, a, b) => before(order, a, b),
                }
        }),
        Item::Fixed(order, a, b) => before(*order, *a, *b),
        Item::Guarded(order, (index, positive), a, b) => {
            (bools >> index & 1 == 1) != *positive || before(*order, *a, *b)
        }
    }
}

fn brute_force(problem: &Problem, items: &[Item]) -> bool {
    let all = permutations(N_EVENTS);
    let first: Vec<&Vec<usize>> =
        all.iter().filter(|positions| !problem.glued || positions[0] + 1 == positions[1]).collect();
    let second: Vec<&Vec<usize>> = if problem.n_orders == 2 { all.iter().collect() } else { vec![&all[0]] };
    (0..1 << problem.n_bools).any(|bools| {
        first.iter().any(|x| second.iter().any(|y| items.iter().all(|item| holds(item, bools, &[x, y]))))
    })
}

struct Session {
    solver: Solver,
    orders: Vec<OrderId>,
    events: Vec<EventId>,
    bools: Vec<TermId>,
}

impl Session {
    fn new(problem: &Problem, options: &Options) -> Session {
        let mut solver = Solver::with_options(options);
        let orders: Vec<OrderId> = (0..problem.n_orders).map(|i| solver.new_order(format!("o{i}"))).collect();
        let events: Vec<EventId> = (0..N_EVENTS).map(|i| solver.new_event(format!("e{i}"))).collect();
        let bools = (0..problem.n_bools).map(|i| solver.terms.bool_var(format!("b{i}"))).collect();
        if problem.glued {
            solver.glue(orders[0], &events[..2]).unwrap();
        }
        Session { solver, orders, events, bools }
    }

    fn term(&mut self, item: &Item) -> Option<TermId> {
        match item {
            Item::Clause(parts) => {
                let mut literals = Vec::new();
                for &(atom, positive) in parts {
                    let term = match atom {
                        Atom::Bool(index) => self.bools[index],
                        Atom::Before(order, a, b) => {
                            self.solver.before(self.orders[order], self.events[a], self.events[b]).unwrap()
                        }
                    };
                    literals.push(if positive { term } else { self.solver.terms.not(term) });
                }
                Some(self.solver.terms.or_all(literals))
            }
            _ => None,
        }
    }

    fn add(&mut self, item: &Item) {
        match *item {
            Item::Fixed(order, a, b) => {
                self.solver.add_fixed_edge(self.orders[order], self.events[a], self.events[b]).unwrap();
            }
            Item::Guarded(order, (index, positive), a, b) => {
                let guard = self.bools[index];
                let guard = if positive { guard } else { self.solver.terms.not(guard) };
                self.solver
                    .add_guarded_edge(self.orders[order], guard, self.events[a], self.events[b])
                    .unwrap();
            }
            Item::Clause(_) => {
                if let Some(term) = self.term(item) {
                    self.solver.assert(term);
                }
            }
        }
    }

    /// The model must satisfy every item by itself.
    fn check_model(&self, model: &solver::Model, items: &[Item]) {
        let mut evaluator = model.evaluator(&self.solver.terms);
        let mut bools = 0;
        for (index, &term) in self.bools.iter().enumerate() {
            bools |= usize::from(evaluator.bool(term)) << index;
        }
        let positions: Vec<Vec<usize>> = self
            .orders
            .iter()
            .map(|&order| {
                self.events
                    .iter()
                    .map(|&e| model.position(order, e).map_or(100 + e.index(), |p| p as usize))
                    .collect()
            })
            .collect();
        let orders: Vec<&Vec<usize>> = positions.iter().collect();
        for item in items {
            assert!(holds(item, bools, &orders), "the model violates {item:?}");
        }
    }
}

fn one_shot(problem: &Problem, options: &Options) {
    let mut session = Session::new(problem, options);
    for item in &problem.items {
        session.add(item);
    }
    let expected = brute_force(problem, &problem.items);
    match session.solver.solve(&[]).unwrap() {
        Outcome::Sat(model) => {
            assert!(expected, "sat, but no order exists");
            session.check_model(&model, &problem.items);
        }
        Outcome::Unsat(_) => assert!(!expected, "unsat, but an order exists"),
        Outcome::Unknown(reason) => panic!("{reason:?}"),
    }
}

/// Adds the items one by one with a solve after each; clauses are first tried as an assumption.
fn step_by_step(problem: &Problem, options: &Options) {
    let mut session = Session::new(problem, options);
    for count in 1..=problem.items.len() {
        let items = &problem.items[..count];
        let expected = brute_force(problem, items);
        if let Some(term) = session.term(&items[count - 1]) {
            let id = session.solver.assumption("item", term);
            let outcome = session.solver.solve(&[id]).unwrap();
            assert_eq!(outcome.is_sat(), expected, "as an assumption, step {count}");
        }
        session.add(&items[count - 1]);
        match session.solver.solve(&[]).unwrap() {
            Outcome::Sat(model) => {
                assert!(expected, "step {count}");
                session.check_model(&model, items);
            }
            other => assert!(!expected && other.is_unsat(), "step {count}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn closure(bytes in prop::collection::vec(any::<u8>(), 0..150)) {
        one_shot(&random(&mut Tape::new(&bytes)), &Options::default());
    }

    #[test]
    fn ranked(bytes in prop::collection::vec(any::<u8>(), 0..150)) {
        let options = Options { closure_limit: 0, polarity_aware: false, ..Options::default() };
        one_shot(&random(&mut Tape::new(&bytes)), &options);
    }

    #[test]
    fn incremental_closure(bytes in prop::collection::vec(any::<u8>(), 0..150)) {
        step_by_step(&random(&mut Tape::new(&bytes)), &Options::default());
    }

    #[test]
    fn incremental_ranked(bytes in prop::collection::vec(any::<u8>(), 0..150)) {
        let options = Options { closure_limit: 0, ..Options::default() };
        step_by_step(&random(&mut Tape::new(&bytes)), &options);
    }
}

/// A random tournament on many events, forced acyclic: only a linear order remains, and one flipped pair is a core.
#[test]
fn large_tournament() {
    for closure_limit in [0, 4096] {
        let mut solver = Solver::with_options(&Options { closure_limit, ..Options::default() });
        let order = solver.new_order("o");
        let events: Vec<EventId> = (0..60).map(|i| solver.new_event(format!("e{i}"))).collect();
        let place = |i: usize| (i * 37) % 60;
        for i in 0..60 {
            for j in 0..i {
                let (a, b) = if place(i) < place(j) { (i, j) } else { (j, i) };
                if (place(a) + 1) == place(b) || (i + j) % 5 == 0 {
                    let atom = solver.before(order, events[a], events[b]).unwrap();
                    solver.assert(atom);
                }
            }
        }
        let Outcome::Sat(model) = solver.solve(&[]).unwrap() else { panic!("acyclic") };
        let mut sorted: Vec<usize> = (0..60).collect();
        sorted.sort_by_key(|&i| place(i));
        let expected: Vec<EventId> = sorted.into_iter().map(|i| events[i]).collect();
        assert_eq!(model.order(order), expected);
        let first = expected[0];
        let last = expected[59];
        let back = solver.before(order, last, first).unwrap();
        let id = solver.assumption("back", back);
        assert!(matches!(solver.solve(&[id]).unwrap(), Outcome::Unsat(core) if core == [id]));
    }
}
