//! The programs in `examples/` that are small enough: the final states found by solving are those that `explore` finds by running, under
//! four models; where an assertion can fail, both say so.

use explore::{ExploreConfig, explore};
use ir::{FinalCondition, Observable, Program, Prop, Quantifier};
use litmus::{AnyModel, Options, Question, Selection, outcomes};
use model::Model;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;
use verdict::Limits;

/// Larger programs take minutes.
const MAX_EVENTS: usize = 70;

type Named = BTreeSet<BTreeMap<String, i128>>;

fn programs() -> Vec<PathBuf> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut found: Vec<PathBuf> = std::fs::read_dir(examples)
        .expect("there are examples")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|kind| kind == "c"))
        .collect();
    found.sort();
    found
}

/// The final states and whether an assertion can fail; `None` where the command says that it does not know.
fn by_solving(program: &Program, model: Model) -> Option<(Named, bool)> {
    let model = AnyModel::BuiltIn(model);
    let options = Options { max_events: MAX_EVENTS, ..Options::default() };
    let found = outcomes(program, &model, &Selection::All, &options).ok()?;
    if found.incomplete.is_some() {
        return None;
    }
    let named =
        |state: &Vec<i128>| found.names.iter().map(ToString::to_string).zip(state.iter().copied()).collect();
    Some((found.states.iter().map(named).collect(), found.n_positive > 0))
}

/// The same by running; `None` where that is too much, or something else goes wrong than an assertion.
fn by_running(program: &Program, model: Model) -> Option<(Named, bool)> {
    let mut config = ExploreConfig::new(model);
    (config.keep_going, config.max_executions) = (true, Some(2_000));
    config.task.limits = Limits::within(Duration::from_secs(2));
    let found = explore(program, &config);
    let named = found.states.iter().cloned().collect();
    // Deadlocks have no final state, and whether memory is still there nobody asks here.
    let other = |failure: &str| failure.contains("deadlock") || failure.contains("free");
    let fails = found.failures.iter().any(|failure| !other(failure));
    found.complete.then_some((named, fails))
}

#[test]
fn examples_end_as_explore_runs_them() {
    let (mut compared, mut wrong) = (BTreeSet::new(), Vec::new());
    let mut n = 0;
    for path in programs() {
        let mut program = frontend::load(&path, &frontend::Options::default())
            .unwrap_or_else(|error| panic!("{error}"))
            .program;
        // What is larger may be an array, of which `explore` sees no final value as a whole.
        let small = |one: &Observable| matches!(one, Observable::Memory { ty, .. } if ty.bytes() <= 4);
        let observed: Vec<Observable> = Question::of(&program).observed.into_iter().filter(small).collect();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        // What can fail is asked of the program as it stands, where it ends of one that only looks.
        let as_it_stands = program.clone();
        program.condition =
            Some(FinalCondition { quantifier: Quantifier::Exists, prop: Prop::True, observed });
        for model in [Model::SC, Model::TSO, Model::PSO, Model::RMO] {
            let Some((_, fails)) = by_solving(&as_it_stands, model) else { continue };
            let Some((states, _)) = by_solving(&program, model) else { continue };
            let Some((expected, expected_to_fail)) = by_running(&program, model) else { continue };
            n += 1;
            compared.insert(name.clone());
            if fails != expected_to_fail {
                wrong.push(format!("{name} under {model}: fails {fails}, not {expected_to_fail}"));
            } else if !fails && states != expected {
                wrong.push(format!("{name} under {model}: {states:?}, not {expected:?}"));
            }
        }
    }
    println!("{n} comparisons on {} programs: {compared:?}", compared.len());
    assert!(wrong.is_empty(), "{} of {n} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared.len() >= 60, "only {} programs", compared.len());
}
