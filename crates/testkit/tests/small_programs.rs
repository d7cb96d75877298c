//! The enumerator on small programs of known counts, and random programs through the oracle's own invariants.

use ir::{FenceBits, Order};
use model::Model;
use testkit::random::{Shape, random_program};
use testkit::small::{Final, SmallProgram, Stmt, Value};
use testkit::{Enumeration, Limits, enumerate};

fn load(register: usize, variable: usize) -> Stmt {
    Stmt::Load { register, variable, order: Order::Relaxed, address_from: None }
}
fn store(variable: usize, value: i32) -> Stmt {
    Stmt::Store { variable, value: Value::Const(value), order: Order::Relaxed, address_from: None }
}
fn register(thread: usize, register: usize, value: i32) -> Final {
    Final::Register { thread, register, value }
}
fn program(threads: Vec<Vec<Stmt>>, question: Vec<Final>) -> SmallProgram {
    SmallProgram { name: "test".into(), n_variables: 2, threads, question }
}
fn run(program: &SmallProgram) -> Enumeration {
    let ir = program.to_program();
    ir::verify::verify(&ir).expect("a valid program");
    enumerate(&ir, &Model::ALL, &Limits::default()).expect("small enough")
}
/// `(states, positive, negative)` per model.
fn counts(program: &SmallProgram) -> Vec<(usize, u64, u64)> {
    run(program).outcomes.iter().map(|o| (o.states.len(), o.n_positive, o.n_negative)).collect()
}

#[test]
fn store_buffering() {
    let threads = vec![vec![store(0, 1), load(0, 1)], vec![store(1, 1), load(0, 0)]];
    let sb = program(threads, vec![register(0, 0, 0), register(1, 0, 0)]);
    assert_eq!(counts(&sb), [(3, 0, 3), (4, 1, 3), (4, 1, 3), (4, 1, 3), (4, 1, 3), (4, 1, 3)]);
}

#[test]
fn load_buffering_with_false_and_true_dependencies() {
    let thread = |from: usize, to: usize, value: Value| {
        vec![load(0, from), Stmt::Store { variable: to, value, order: Order::Relaxed, address_from: None }]
    };
    let question = vec![register(0, 0, 1), register(1, 0, 1)];
    let tainted = Value::Tainted { value: 1, register: 0 };
    let allowed =
        |program: &SmallProgram| -> Vec<bool> { run(program).outcomes.iter().map(|o| o.allowed()).collect() };
    let datas = program(vec![thread(0, 1, tainted), thread(1, 0, tainted)], question.clone());
    assert_eq!(allowed(&datas), [false, false, false, false, true, false]);
    // With values that really flow there is no 1 to be had.
    let copy = Value::Register { register: 0, plus: 0 };
    let copies = program(vec![thread(0, 1, copy), thread(1, 0, copy)], question);
    assert_eq!(allowed(&copies), [false; 6]);
}

#[test]
fn increments_are_atomic() {
    let increment = Stmt::FetchAdd { register: 0, variable: 0, value: 1, order: Order::Relaxed };
    let threads = vec![vec![increment]; 3];
    let counter = program(threads, vec![Final::Variable { variable: 0, value: 3 }]);
    for (states, positive, negative) in counts(&counter) {
        assert_eq!((states, positive, negative), (6, 6, 0));
    }
}

#[test]
fn a_compare_exchange_that_fails_is_a_load() {
    let cas = |desired| Stmt::CompareExchange {
        register: 0,
        variable: 0,
        expected: 0,
        desired,
        order: Order::Relaxed,
    };
    let race = program(vec![vec![cas(1)], vec![cas(2)]], vec![register(0, 0, 0), register(1, 0, 0)]);
    for (states, positive, negative) in counts(&race) {
        assert_eq!((states, positive, negative), (2, 0, 2), "exactly one wins");
    }
}

#[test]
fn a_branch_is_taken_or_not() {
    let body = vec![store(1, 5)];
    let threads = vec![vec![store(0, 1)], vec![load(0, 0), Stmt::If { register: 0, equals: 1, body }]];
    let branch = program(threads, vec![Final::Variable { variable: 1, value: 5 }]);
    assert_eq!(counts(&branch), [(2, 1, 1); 6]);
}

/// What the models have in common on random programs: each adds states to those of the stronger ones, and full fences
/// between all accesses give SC.
#[test]
fn random_programs_keep_the_lattice() {
    let mut checked = 0;
    for seed in 0..150 {
        let program = random_program(seed, &Shape::default());
        let limits = Limits { candidates: 20_000, ..Limits::default() };
        let Ok(all) = enumerate(&program.to_program(), &Model::ALL, &limits) else { continue };
        checked += 1;
        for strong in &all.outcomes {
            assert!(!strong.states.is_empty(), "{program:?}");
            for weak in all.outcomes.iter().filter(|weak| weak.model.weaker_or_equal(strong.model)) {
                assert!(
                    strong.states.is_subset(&weak.states),
                    "{} {} {program:#?}",
                    strong.model,
                    weak.model
                );
            }
        }
        let fenced = with_fences(&program);
        let fenced =
            enumerate(&fenced.to_program(), &Model::ALL, &Limits::default()).expect("no larger than before");
        for outcomes in &fenced.outcomes {
            assert_eq!(
                outcomes.states, fenced.outcomes[0].states,
                "{}: fences give SC: {program:#?}",
                outcomes.model
            );
        }
        assert_eq!(fenced.outcomes[0].states, all.outcomes[0].states, "fences mean nothing to SC");
    }
    assert!(checked > 120, "only {checked} programs were small enough");
}

fn with_fences(program: &SmallProgram) -> SmallProgram {
    fn fenced(body: &[Stmt]) -> Vec<Stmt> {
        let fence = || Stmt::Fence { bits: FenceBits::FULL };
        body.iter()
            .flat_map(|stmt| match stmt {
                Stmt::If { register, equals, body } => {
                    vec![fence(), Stmt::If { register: *register, equals: *equals, body: fenced(body) }]
                }
                other => vec![fence(), other.clone()],
            })
            .collect()
    }
    SmallProgram { threads: program.threads.iter().map(|body| fenced(body)).collect(), ..program.clone() }
}
