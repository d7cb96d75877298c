//! The whole corpus is read, and what is read agrees with its tables.

use crate::litmus::read;
use crate::litmus::tests::final_states;
use ir::{Op, Program, SyncOp};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

pub(super) fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus")
}

pub(super) fn litmus_files(directory: &Path) -> Vec<PathBuf> {
    let entries =
        std::fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a directory entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "litmus"));
    files.sort();
    files
}

fn read_file(path: &Path) -> Program {
    let text = std::fs::read_to_string(path).expect("a readable file");
    read(&text, &path.to_string_lossy()).unwrap_or_else(|error| panic!("{error}"))
}

fn table(name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(directory().join(name)).expect("a table of the corpus");
    text.lines().skip(1).map(|line| line.split('\t').map(str::to_string).collect()).collect()
}

fn n_threads(program: &Program) -> usize {
    let main = &program.functions[program.entry];
    let creates = |op: &Op| matches!(op, Op::Sync { op: SyncOp::ThreadCreate, .. });
    main.blocks.iter().flat_map(|block| &block.insts).filter(|inst| creates(&inst.op)).count()
}

#[test]
fn every_test_is_read_and_agrees_with_the_table() {
    let rows = table("tests.tsv");
    assert_eq!(rows.len(), 1927);
    assert_eq!(litmus_files(&directory()).len(), rows.len());
    for row in rows {
        let [name, _, _, threads, variables] = row.as_slice() else {
            panic!("a row of {} fields", row.len())
        };
        let program = read_file(&directory().join(format!("{name}.litmus")));
        assert_eq!(&*program.name, name);
        assert_eq!(n_threads(&program).to_string(), *threads, "threads of {name}");
        assert_eq!(program.globals.len().to_string(), *variables, "variables of {name}");
        assert!(program.warnings.is_empty(), "{name}: {:?}", program.warnings);
    }
}

#[test]
fn every_scale_test_is_read() {
    let files = litmus_files(&directory().join("scale"));
    assert_eq!(files.len(), 44);
    for path in files {
        let program = read_file(&path);
        assert_eq!(Some(&*program.name), path.file_stem().and_then(|stem| stem.to_str()));
    }
}

/// A state of the table, `[x]=1; 0:r0=2;`, as sorted pairs with the brackets taken off.
fn pairs(state: &str) -> BTreeMap<String, String> {
    let parts = state.split(';').map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let (name, value) = part.split_once('=').expect("name=value");
            (name.trim_matches(['[', ']']).to_string(), value.to_string())
        })
        .collect()
}

/// The strongest model that reaches a state, and the state.
type Reached = (String, BTreeMap<String, String>);

fn states_of_table() -> BTreeMap<String, Vec<Reached>> {
    let mut states: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for row in table("states.tsv") {
        let [name, model, state] = row.as_slice() else { panic!("a row of {} fields", row.len()) };
        states.entry(name.clone()).or_default().push((model.clone(), pairs(state)));
    }
    states
}

#[test]
fn what_is_observed_are_the_keys_of_the_states() {
    for (name, states) in states_of_table() {
        let program = read_file(&directory().join(format!("{name}.litmus")));
        let condition = program.condition.expect("a condition");
        let observed: BTreeSet<String> =
            condition.observed.iter().map(|one| one.name().to_string()).collect();
        assert_eq!(observed.len(), condition.observed.len(), "{name}: observed twice");
        for (_, state) in states {
            assert_eq!(observed, state.keys().cloned().collect(), "{name}");
        }
    }
}

#[test]
fn sequentially_consistent_states_are_those_of_the_table() {
    for (name, expected) in states_of_table() {
        let program = read_file(&directory().join(format!("{name}.litmus")));
        let found: BTreeSet<BTreeMap<String, String>> =
            final_states(&program).iter().map(|state| pairs(state)).collect();
        let expected =
            expected.into_iter().filter(|(model, _)| model == "SC").map(|(_, state)| state).collect();
        assert_eq!(found, expected, "{name}");
    }
}
