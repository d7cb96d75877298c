//! Engines against brute force on random small programs: under every model `check` must find the outcome asked about
//! exactly when the enumerator does, and what it finds must certify.
//!
//! `SELVEDGE_FULL=1` takes 10,000 programs.

use check::{CheckConfig, check};
use ir::Quantifier;
use model::Model;
use testkit::random::{Shape, random_program};
use testkit::{Limits, enumerate};
use verdict::Verdict;

const PROGRAMS: u64 = 400;
const PROGRAMS_IN_FULL: u64 = 10_000;

/// How one program compares.
enum Comparison {
    /// Brute force gives up.
    TooLarge,
    Same,
    Differs(String),
}

fn compare(seed: u64) -> Comparison {
    compare_all(seed).unwrap_or(Comparison::TooLarge)
}

fn compare_all(seed: u64) -> Option<Comparison> {
    let small = random_program(seed, &Shape::default());
    let mut program = small.to_program();
    let limits = Limits { candidates: 50_000, ..Limits::default() };
    let found = enumerate(&program, &Model::ALL, &limits).ok()?;
    // The enumerator counts what satisfies the proposition, whatever the quantifier.
    program.condition.as_mut()?.quantifier = Quantifier::Exists;
    for outcomes in &found.outcomes {
        let result = check(&program, &CheckConfig::new(outcomes.model));
        let answer = match &result.verdict {
            Verdict::Violation { witness } => match certify::certify(&program, witness) {
                Ok(_) => Ok(true),
                Err(refusal) => Err(format!("not certified: {refusal}")),
            },
            Verdict::Safe { .. } => Ok(false),
            Verdict::Unknown { why, .. } => Err(format!("unknown: {why}")),
        };
        if answer != Ok(outcomes.allowed()) {
            let wanted = if outcomes.allowed() { "allowed" } else { "forbidden" };
            let text = format!("seed {seed} under {}: {answer:?}, but it is {wanted}", outcomes.model);
            return Some(Comparison::Differs(text));
        }
    }
    Some(Comparison::Same)
}

#[test]
fn check_agrees_with_brute_force() {
    let n = if std::env::var_os("SELVEDGE_FULL").is_some() { PROGRAMS_IN_FULL } else { PROGRAMS };
    let (mut compared, mut errors) = (0, Vec::new());
    for seed in 0..n {
        match compare(seed) {
            Comparison::TooLarge => {}
            Comparison::Same => compared += 1,
            Comparison::Differs(error) => errors.push(error),
        }
    }
    println!("{compared} of {n} programs agree under {} models", Model::ALL.len());
    assert!(errors.is_empty(), "{} programs differ:\n{}", errors.len(), errors.join("\n"));
    assert!(compared >= n * 9 / 10, "brute force gave up on too many: {compared} of {n} compared");
}
