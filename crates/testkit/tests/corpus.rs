//! The whole litmus corpus by brute force: verdict, final states and number of executions under every model.

use ir::Quantifier;
use model::Model;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use testkit::corpus::{Corpus, Row};
use testkit::{Limits, Outcomes, enumerate};

/// The table counts as positive what makes the line as written true: for `~exists`, what does not satisfy the
/// proposition.
fn compare(corpus: &Corpus, row: &Row, quantifier: Quantifier, found: &Outcomes) -> Result<(), String> {
    let expected = match quantifier {
        Quantifier::NotExists => (row.allowed, row.n_states, row.n_negative, row.n_positive),
        _ => (row.allowed, row.n_states, row.n_positive, row.n_negative),
    };
    let counted = (found.allowed(), found.states.len() as u64, found.n_positive, found.n_negative);
    if expected != counted {
        return Err(format!("{} under {}: expected {expected:?}, found {counted:?}", row.name, row.model));
    }
    match corpus.states_of(&row.name, row.model) {
        Some(states) if states != found.states => {
            Err(format!("{} under {}: expected {states:?}, found {:?}", row.name, row.model, found.states))
        }
        _ => Ok(()),
    }
}

fn check_test(corpus: &Corpus, name: &str, rows: &[Row]) -> Result<usize, Vec<String>> {
    let text = corpus.text(name).map_err(|error| vec![error])?;
    let program = frontend::litmus::read(&text, name).map_err(|error| vec![error.to_string()])?;
    let models: Vec<Model> = rows.iter().map(|row| row.model).collect();
    let found =
        enumerate(&program, &models, &Limits::default()).map_err(|error| vec![format!("{name}: {error}")])?;
    let Some(condition) = &program.condition else { return Err(vec![format!("{name}: no question")]) };
    let compare = |(row, outcomes)| compare(corpus, row, condition.quantifier, outcomes).err();
    let errors: Vec<String> = rows.iter().zip(&found.outcomes).filter_map(compare).collect();
    if errors.is_empty() { Ok(rows.len()) } else { Err(errors) }
}

/// Every row of the table. Two threads share the work: there are some two thousand tests.
#[test]
fn the_oracle_agrees_with_the_corpus() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus");
    let corpus = Corpus::read(&directory).expect("the corpus is part of the project");
    let tests: Vec<(&String, &Vec<Row>)> = corpus.rows.iter().collect();
    let (next, checked, errors) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((name, rows)) = tests.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match check_test(&corpus, name, rows) {
                        Ok(n_rows) => drop(checked.fetch_add(n_rows, Ordering::Relaxed)),
                        Err(found) => errors.lock().unwrap().extend(found),
                    }
                }
            });
        }
    });
    let errors = errors.into_inner().unwrap();
    assert!(
        errors.is_empty(),
        "{} rows differ, the first:\n{}",
        errors.len(),
        errors[..errors.len().min(20)].join("\n")
    );
    assert_eq!(checked.into_inner(), corpus.n_rows(), "every row is checked");
    assert!(corpus.n_rows() > 10_000, "the corpus is there");
}
