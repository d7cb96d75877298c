//! Random small programs: the same final states as brute force, and no class twice.

use explore::{Equivalence, Exploration, ExploreConfig, explore};
use model::Model;
use std::collections::BTreeSet;
use testkit::random::{Shape, random_program};
use testkit::small::SmallProgram;
use testkit::{Ending, Limits, enumerate};
use verdict::Verdict;

fn run(program: &SmallProgram, model: Model, equivalence: Equivalence) -> Exploration {
    let mut config = ExploreConfig::new(model);
    config.keep_going = true;
    config.equivalence = equivalence;
    explore(&program.to_program(), &config)
}

/// How many programs each test tries; SELVEDGE_SEEDS asks for more.
fn seeds(default: u64) -> u64 {
    std::env::var("SELVEDGE_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// What is wrong with an exploration, in words.
fn wrong(program: &SmallProgram, model: Model) -> Option<String> {
    let limits = Limits { candidates: 100_000, ..Limits::default() };
    let oracle = enumerate(&program.to_program(), &[model], &limits).ok()?;
    let found = run(program, model, Equivalence::ReadsFrom);
    let expected = &oracle.outcomes[0];
    let states: BTreeSet<_> = found.states.iter().cloned().collect();
    // Where values may go on growing from promises that nobody keeps, an exploration says that it is not sure.
    let complete = states == expected.states || (!found.complete && states.is_subset(&expected.states));
    if !complete {
        let missing: Vec<_> = expected.states.difference(&states).collect();
        let wrong: Vec<_> = states.difference(&expected.states).collect();
        return Some(format!("{model}: missing {missing:?}, wrong {wrong:?}, {:?}", found.verdict));
    }
    if found.failures.contains("deadlock") != expected.endings.contains(&Ending::Deadlock) {
        return Some(format!("{model}: deadlock {:?}", expected.endings));
    }
    (found.duplicates > 0).then(|| format!("{model}: {} duplicates of {:?}", found.duplicates, found.counts))
}

fn shrink(program: &SmallProgram, model: Model) -> String {
    let mut program = program.clone();
    while let Some(smaller) = program.smaller().into_iter().find(|smaller| wrong(smaller, model).is_some()) {
        program = smaller;
    }
    format!("{}\n{}", wrong(&program, model).unwrap_or_default(), program.to_litmus())
}

fn compare(models: &[Model], shape: &Shape, n: u64) {
    let limits = Limits { candidates: 100_000, ..Limits::default() };
    let mut checked = 0;
    // The last one has a cycle of program order and reads-from in a branch that no execution without such a cycle takes.
    for seed in (0..n).chain([8068]) {
        let program = random_program(seed, shape);
        if enumerate(&program.to_program(), &models[..1], &limits).is_err() {
            continue;
        }
        checked += 1;
        if let Some(model) = models.iter().find(|&&model| wrong(&program, model).is_some()) {
            panic!("seed {seed}:\n{}", shrink(&program, *model));
        }
    }
    assert!(checked * 10 > n * 7, "only {checked} of {n} programs were small enough");
}

#[test]
fn sc_agrees_with_brute_force() {
    compare(&[Model::SC], &Shape::default(), seeds(2000));
}

#[test]
fn sc_with_mutexes_agrees_with_brute_force() {
    let shape = Shape { n_mutexes: 2, ..Shape::default() };
    compare(&[Model::SC], &shape, seeds(1500));
}

#[test]
fn tso_and_pso_agree_with_brute_force() {
    compare(&[Model::TSO, Model::PSO], &Shape::default(), seeds(1000));
}

#[test]
fn tso_and_pso_with_mutexes_agree_with_brute_force() {
    let shape = Shape { n_mutexes: 2, ..Shape::default() };
    compare(&[Model::TSO, Model::PSO], &shape, seeds(300));
}

#[test]
fn rmo_agrees_with_brute_force_as_far_as_it_goes() {
    compare(&[Model::RMO, Model::RMO_V9, Model::RMO_NODEP], &Shape::default(), seeds(500));
}

#[test]
fn rmo_with_mutexes_agrees_with_brute_force_as_far_as_it_goes() {
    let shape = Shape { n_mutexes: 2, ..Shape::default() };
    compare(&[Model::RMO], &shape, seeds(150));
}

#[test]
fn mazurkiewicz_finds_the_same_states() {
    for seed in 0..seeds(500) {
        let program = random_program(seed, &Shape { n_mutexes: 1, ..Shape::default() });
        let coarse = run(&program, Model::SC, Equivalence::ReadsFrom);
        let fine = run(&program, Model::SC, Equivalence::Mazurkiewicz);
        assert_eq!(coarse.states, fine.states, "seed {seed}");
        assert_eq!((coarse.duplicates, fine.duplicates), (0, 0), "seed {seed}");
        assert!(coarse.counts.executions <= fine.counts.executions, "seed {seed}");
    }
}

/// A violation is shown by an execution that others believe; without one, brute force finds none either.
#[test]
fn verdicts_are_right_and_witnesses_certify() {
    let limits = Limits { candidates: 50_000, ..Limits::default() };
    let (mut violations, mut safe) = (0, 0);
    for seed in 0..seeds(400) {
        let small = random_program(seed, &Shape { n_mutexes: seed as usize % 3, ..Shape::default() });
        let program = small.to_program();
        for model in [Model::SC, Model::TSO, Model::PSO, Model::RMO] {
            let Ok(oracle) = enumerate(&program, &[model], &limits) else { continue };
            let found = explore(&program, &ExploreConfig::new(model));
            let context = || format!("seed {seed}, {model}: {:?}\n{}", found.verdict, small.to_litmus());
            match &found.verdict {
                Verdict::Violation { witness } => {
                    violations += 1;
                    assert!(oracle.outcomes[0].allowed(), "{}", context());
                    if let Err(refusal) = certify::certify(&program, witness) {
                        panic!("{refusal}: {}", context());
                    }
                }
                Verdict::Safe { .. } => {
                    safe += 1;
                    assert!(!oracle.outcomes[0].allowed(), "{}", context());
                }
                Verdict::Unknown { .. } => assert_eq!(model, Model::RMO, "{}", context()),
            }
        }
    }
    assert!(violations > 50 && safe > 50, "{violations} violations, {safe} safe");
}
