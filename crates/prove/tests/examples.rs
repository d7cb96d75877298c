//! The programs under `examples/prove`: what their heads say is safe is proved, what can fail is not.
//!
//! Without `SELVEDGE_FULL=1` only those of up to 450 lines, and the weakest of the four models, whose proofs hold for all.

use model::Model;
use prove::{ProveConfig, Status, prove};
use std::path::{Path, PathBuf};
use testkit::expect::{Expected, Head};
use verdict::Verdict;

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/prove");
    let entries = std::fs::read_dir(folder).expect("the examples");
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    files
}

#[test]
fn what_the_heads_say_is_proved() {
    let full = std::env::var_os("SELVEDGE_FULL").is_some();
    let models = if full { vec![Model::SC, Model::TSO, Model::PSO, Model::RMO] } else { vec![Model::RMO] };
    let mut n_programs = 0;
    for path in programs() {
        let source = std::fs::read_to_string(&path).expect("an example");
        if !full && source.lines().count() > 450 {
            continue;
        }
        n_programs += 1;
        let head = Head::parse(&source).expect("a head with expectations");
        let program = frontend::load(&path, &Default::default()).expect("a program").program;
        for &model in &models {
            let result = prove(&program, &ProveConfig::new(model));
            let open: Vec<String> = result
                .assertions
                .iter()
                .filter(|assertion| matches!(assertion.status, Status::NotProved { .. }))
                .map(|assertion| format!("{}: {}", program.show_span(assertion.span), assertion.message))
                .collect();
            match head.expected(model) {
                Some(Expected::Safe) => {
                    assert!(
                        matches!(result.verdict, Verdict::Safe { .. }),
                        "{model}: {:?} {open:?}",
                        result.verdict
                    );
                }
                _ => assert!(!open.is_empty(), "{} is proved under {model}", path.display()),
            }
        }
    }
    assert!(n_programs >= 4, "only {n_programs} programs");
}
