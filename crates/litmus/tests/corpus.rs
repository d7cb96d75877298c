//! The litmus corpus: verdicts and numbers of final states under the built-in models, the `.cat` files and the paper's
//! own SC, and explanations that are minimal.
//!
//! By default a sample; with SELVEDGE_FULL=1 everything.

use litmus::{
    AnyModel, CatModel, Classical, Expectations, Options, Question, Selection, Session, Switching,
    Validation, outcomes,
};
use model::Model;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus")
}
fn expectations() -> Expectations {
    let text = std::fs::read_to_string(directory().join("expected.tsv")).expect("the table of the corpus");
    Expectations::parse(&text).expect("a table")
}
fn load(name: &str) -> ir::Program {
    let path = directory().join(format!("{name}.litmus"));
    frontend::load(&path, &frontend::Options::default()).unwrap_or_else(|error| panic!("{error}")).program
}
fn is_full() -> bool {
    std::env::var_os("SELVEDGE_FULL").is_some()
}
/// Every `step`-th test, or all of them.
fn sample(expectations: &Expectations, step: usize) -> Vec<String> {
    let step = if is_full() { 1 } else { step };
    expectations.names().step_by(step).map(str::to_string).collect()
}

/// Compares a model with a column of the table.
fn compare(expectations: &Expectations, names: &[String], column: Model, model: impl Fn(&str) -> AnyModel) {
    let mut wrong = Vec::new();
    let mut n = 0;
    for name in names {
        let Some(expected) = expectations.get(name, column) else { continue };
        let results =
            outcomes(&load(name), &model(name), &Selection::All, &Options::default()).expect("an answer");
        n += 1;
        if (results.allowed(), results.states.len()) != (expected.allowed, expected.n_states)
            || results.observation() != expected.observation
        {
            wrong.push(format!(
                "{name}: {} {} states, expected {} {}",
                results.observation(),
                results.states.len(),
                expected.observation,
                expected.n_states
            ));
        }
    }
    assert!(n * 2 > names.len(), "{n} rows for {} tests", names.len());
    assert!(wrong.is_empty(), "{column}: {} of {n} differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_built_in_models_agree_with_the_table() {
    let expectations = expectations();
    let names = sample(&expectations, 3);
    for column in Model::ALL {
        compare(&expectations, &names, column, |_| AnyModel::BuiltIn(column));
    }
}

#[test]
fn the_cat_files_agree_with_the_built_in_models() {
    let expectations = expectations();
    let names = sample(&expectations, 20);
    let cat = |file: &str| {
        let path = directory().join("models").join(file);
        AnyModel::Cat(Arc::new(CatModel::load(&path, &[]).unwrap_or_else(|error| panic!("{error}"))))
    };
    for column in Model::ALL {
        let c = cat(&format!("wmm-{}.cat", column.name()));
        let x86 =
            matches!(column, Model::SC | Model::TSO).then(|| cat(&format!("wmm-x86-{}.cat", column.name())));
        compare(&expectations, &names, column, |name| match &x86 {
            Some(x86) if name.starts_with("X86-") => x86.clone(),
            _ => c.clone(),
        });
    }
}

#[test]
fn the_papers_sc_is_our_sc() {
    let expectations = expectations();
    let names = sample(&expectations, 25);
    compare(&expectations, &names, Model::SC, |_| AnyModel::Classical(Classical::NemosSc));
}

#[test]
fn explanations_are_minimal() {
    let expectations = expectations();
    let names = sample(&expectations, 60);
    let mut n = 0;
    for (index, name) in names.iter().enumerate() {
        let column = Model::ALL[index % Model::ALL.len()];
        let Some(expected) = expectations.get(name, column) else { continue };
        if expected.allowed {
            continue;
        }
        let program = load(name);
        let prop = Question::of(&program).prop.expect("a litmus test asks something");
        let models = match column {
            Model::SC => vec![AnyModel::BuiltIn(column), AnyModel::Classical(Classical::NemosSc)],
            _ => vec![AnyModel::BuiltIn(column)],
        };
        for model in models {
            let options = Options::default();
            let mut session = Session::new(&program, &model, &Selection::All, Switching::Instances, &options)
                .expect("a session");
            let Validation::Illegal(explanation) = session.validate(&program, &prop).expect("an answer")
            else {
                panic!("{name} is forbidden under {column}");
            };
            let all = explanation.instances.clone();
            assert!(explanation.minimal);
            assert!(!session.possible_without(&program, &prop, &[], &all).expect("an answer"), "{name}");
            for instance in &all {
                let possible =
                    session.possible_without(&program, &prop, &[*instance], &all).expect("an answer");
                assert!(possible, "{name} under {}: {} is not needed", model.name(), session.words(instance));
            }
            n += 1;
        }
    }
    assert!(n >= 10, "{n} explanations");
}
