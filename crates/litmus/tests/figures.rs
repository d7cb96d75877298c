//! Every figure of Nemos: programs 1 and 2 of Fig. 1, the bank of Fig. 2, the matrix of Fig. 5 digit for digit,
//! and the illegal execution with its explanation.

use ir::Program;
use litmus::{
    About, AnyModel, Classical, Notion, Options, Selection, Session, Switching, Validation, atomicity,
    numbering, outcomes, parse_outcome, races,
};
use std::path::Path;

fn load(name: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/sel/{name}.sel"));
    frontend::load(&path, &frontend::Options::default()).unwrap_or_else(|error| panic!("{error}")).program
}

fn sc() -> AnyModel {
    AnyModel::BuiltIn(model::Model::SC)
}

fn nemos(program: &Program) -> Session {
    let options = Options::default();
    let model = AnyModel::Classical(Classical::NemosSc);
    Session::new(program, &model, &Selection::All, Switching::Instances, &options).expect("a session")
}

#[test]
fn figure_1_program_1_is_race_free() {
    let found =
        races(&load("fig1_program1"), &sc(), &Selection::All, &Options::default()).expect("an answer");
    assert!(found.races.is_empty() && found.incomplete.is_none(), "{found:?}");
}

#[test]
fn figure_1_program_2_is_not() {
    let program = load("fig1_program2");
    let found = races(&program, &sc(), &Selection::All, &Options::default()).expect("an answer");
    let pairs: Vec<(String, String)> = found
        .races
        .iter()
        .map(|race| {
            let text = |id| race.execution.operation(id).expect("it happens").text.clone();
            (text(race.first), text(race.second))
        })
        .collect();
    assert!(pairs.contains(&("r1 = x".into(), "x = 1".into())), "{pairs:?}");
    // Both are in the interleaving that is shown.
    for race in &found.races {
        let order = &race.execution.orders[0].1;
        assert!(order.contains(&race.first) && order.contains(&race.second));
    }
}

#[test]
fn figure_2_reaches_three_balances() {
    let results =
        outcomes(&load("fig2_bank"), &sc(), &Selection::All, &Options::default()).expect("an answer");
    let place = results.names.iter().position(|name| &**name == "balance").expect("observed");
    let balances: std::collections::BTreeSet<i128> =
        results.states.iter().map(|state| state[place]).collect();
    assert_eq!(balances.into_iter().collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn figure_2_is_race_free_yet_not_atomic() {
    let program = load("fig2_bank");
    assert!(
        races(&program, &sc(), &Selection::All, &Options::default()).expect("an answer").races.is_empty()
    );
    for notion in [Notion::Any, Notion::Window, Notion::Serializable] {
        let found =
            atomicity(&program, &sc(), &Selection::All, &Options::default(), notion, &[]).expect("an answer");
        assert_eq!((found.n_blocks, found.violations.len()), (2, 2), "{notion:?}");
    }
}

#[test]
fn one_lock_around_each_transaction_repairs_figure_2() {
    let program = load("fig2_bank_fixed");
    assert!(
        races(&program, &sc(), &Selection::All, &Options::default()).expect("an answer").races.is_empty()
    );
    for notion in [Notion::Any, Notion::Window, Notion::Serializable] {
        let found =
            atomicity(&program, &sc(), &Selection::All, &Options::default(), notion, &[]).expect("an answer");
        assert_eq!((found.n_blocks, found.violations.len()), (2, 0), "{notion:?}");
    }
}

#[test]
fn figure_5_digit_for_digit() {
    let program = load("fig1_program2");
    let prop = parse_outcome("1:r1=1 /\\ 2:r2=0", &program).expect("an outcome");
    let mut session = nemos(&program);
    // Figure 4: the eight operations.
    let Validation::Legal(execution) = session.validate(&program, &prop).expect("an answer") else {
        panic!("legal in the paper");
    };
    let operations: Vec<String> =
        execution.operations.iter().map(|op| format!("{} {}", op.number, op.text)).collect();
    assert_eq!(
        operations,
        ["1 x = 0", "2 y = 0", "3 r1 = x", "4 if", "5 y = 1", "6 r2 = y", "7 if", "8 x = 1"]
    );
    // The interleaving is 1 2 6 7 8 3 4 5, or 2 1 … since the paper leaves those two open.
    let numbers: Vec<usize> = execution.orders[0].1.iter().map(|&id| execution.number(id)).collect();
    assert_eq!(numbers[2..], [6, 7, 8, 3, 4, 5]);
    let matrix = session.matrix(&program, &prop).expect("an answer").expect("a matrix");
    assert_eq!(
        matrix.digits(),
        ["0X111111", "X0111111", "00011000", "00001000", "00000000", "00111011", "00111001", "00111000"]
    );
}

#[test]
fn the_illegal_execution_is_explained() {
    let program = load("fig1_program2");
    let prop = parse_outcome("1:r1=0 /\\ 2:r2=1", &program).expect("an outcome");
    let mut session = nemos(&program);
    let Validation::Illegal(explanation) = session.validate(&program, &prop).expect("an answer") else {
        panic!("illegal in the paper");
    };
    assert!(explanation.minimal && !explanation.instances.is_empty());
    // Without any one of them (and the others kept) it is possible; with all of them it is not.
    let all = explanation.instances.clone();
    assert!(!session.possible_without(&program, &prop, &[], &all).expect("an answer"));
    for instance in &all {
        assert!(
            session.possible_without(&program, &prop, &[*instance], &all).expect("an answer"),
            "{} is not needed",
            session.words(instance)
        );
    }
    // r1 = 0 means the branch is not taken, so y stays 0 and 2:r2 cannot be 1: the reads of both threads matter.
    let numbers = numbering(&session.encoding.unfolded);
    let read_of = |number: usize| About::Event(numbers[number - 1]);
    let about: Vec<About> = all.iter().map(|instance| instance.about).collect();
    assert!(about.contains(&read_of(6)), "{:?}", explanation.reasons);
}
