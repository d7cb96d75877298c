//! The shipped examples under every model that their heads speak of: the same verdict as `check` gives (whose own test holds it
//! to the same heads), or `unknown`; whatever is called a violation certifies.
//!
//! With SELVEDGE_FULL=1 each program has ten seconds instead of two, and the totals are printed.

use events::Property;
use explore::{ExploreConfig, explore};
use model::Model;
use std::path::{Path, PathBuf};
use std::time::Duration;
use testkit::expect::{Expected, Head};
use verdict::{Limits, Verdict};

fn property(name: &str) -> Property {
    match name {
        "deadlock" => Property::Deadlock,
        "race" => Property::Race,
        "memory" => Property::Memory,
        _ => Property::Assert,
    }
}

#[test]
fn examples_have_the_verdict_of_their_heads() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let is_program = |path: &PathBuf| path.extension().is_some_and(|end| end == "c" || end == "cpp");
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
        .expect("the examples")
        .flatten()
        .map(|entry| entry.path())
        .filter(is_program)
        .collect();
    files.sort();
    let full = std::env::var_os("SELVEDGE_FULL").is_some();
    let timeout = Duration::from_secs(if full { 10 } else { 2 });
    let (mut agree, mut unknown, mut wrong) = (0, Vec::new(), Vec::new());
    for file in &files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().to_string();
        let head = Head::parse(&std::fs::read_to_string(file).expect("readable")).expect("a head");
        let program = frontend::load(file, &frontend::Options::default()).expect("a program").program;
        for &(model, expected) in &head.expect {
            let mut config = ExploreConfig::new(model);
            config.task.limits = Limits::within(timeout);
            if !head.properties.is_empty() {
                config.task.properties = head.properties.iter().map(|name| property(name)).collect();
            }
            let started = std::time::Instant::now();
            let verdict = explore(&program, &config).verdict;
            if full {
                println!("{name} {model}: {:.2} s", started.elapsed().as_secs_f64());
            }
            match (verdict, expected) {
                (Verdict::Safe { .. }, Expected::Safe) => agree += 1,
                (Verdict::Violation { witness }, Expected::Violation) => {
                    agree += 1;
                    certify::certify(&program, &witness)
                        .unwrap_or_else(|refusal| panic!("{name}, {model}: {refusal}"));
                }
                (Verdict::Unknown { why, .. }, _) => unknown.push(format!("{name} {model}: {why}")),
                (verdict, _) => {
                    wrong.push(format!("{name} {model}: {verdict:?}").chars().take(300).collect::<String>())
                }
            }
        }
    }
    println!("{agree} agree, {} unknown, {} wrong", unknown.len(), wrong.len());
    unknown.iter().for_each(|line| println!("{line}"));
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(agree > 8 * unknown.len(), "{agree} agree, unknown: {unknown:#?}");
}

/// Calls that fail or only look are loads: what comes before them may be passed by what comes behind.
#[test]
fn looks_are_no_fences() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/defects");
    for name in ["getvalue", "signal", "spin", "try"] {
        let file = folder.join(format!("tso_{name}_is_no_fence.c"));
        let program = frontend::load(&file, &frontend::Options::default()).expect("it compiles").program;
        let verdict = |model| explore(&program, &ExploreConfig::new(model)).verdict;
        assert!(matches!(verdict(Model::SC), Verdict::Safe { .. }), "{name}: {:?}", verdict(Model::SC));
        for model in [Model::TSO, Model::PSO, Model::RMO] {
            let found = verdict(model);
            assert!(matches!(found, Verdict::Violation { .. }), "{name}, {model}: {found:?}");
        }
    }
}
