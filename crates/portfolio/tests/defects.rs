//! Programs that were answered wrongly once (`tests/defects/`): no engine may say so again, and `verify` has the answer of the head.

use events::Property;
use portfolio::{Question, verify};
use std::path::{Path, PathBuf};
use std::time::Duration;
use testkit::expect::{Expected, Head};
use verdict::Verdict;

fn property(head: &Head) -> Property {
    match head.properties.first().map(String::as_str) {
        Some("memory") => Property::Memory,
        Some("deadlock") => Property::Deadlock,
        Some("race") => Property::Race,
        _ => Property::Assert,
    }
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/defects");
    let entries = std::fs::read_dir(folder).expect("the programs are part of the project");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.sort();
    files
}

/// Whether an answer is right as far as it goes.
fn is_right(expected: Expected, verdict: &Verdict) -> bool {
    match (expected, verdict) {
        (_, Verdict::Unknown { .. }) => !verdict.is_unshown_failure(),
        (Expected::Violation, Verdict::Violation { .. }) | (Expected::Safe, Verdict::Safe { .. }) => true,
        (Expected::Violation | Expected::Safe, _) => false,
        (Expected::Unknown, _) => false,
    }
}

#[test]
fn what_was_wrong_once_is_right_now() {
    let files = files();
    assert!(files.len() >= 24, "{} programs", files.len());
    let mut complaints = Vec::new();
    for file in &files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let head = Head::parse(&std::fs::read_to_string(file).expect("readable")).expect("a head");
        let program = frontend::load(file, &head.reading()).expect("it compiles").program;
        let mut question = Question::new(head.expect.iter().map(|&(model, _)| model).collect());
        question.properties = vec![property(&head)];
        question.timeout = Some(Duration::from_secs(30));
        question.cross_check = true;
        let outcome = verify(&program, &question, &mut |_| {});
        for (cell, &(model, expected)) in outcome.cells.iter().zip(&head.expect) {
            let wrong = cell.opinions.iter().filter(|opinion| !is_right(expected, &opinion.verdict));
            complaints.extend(wrong.map(|opinion| {
                let said = format!("{:?}", opinion.verdict);
                format!("{name}, {model}: {} says {}", opinion.engine, &said[..said.len().min(200)])
            }));
            let settled = match expected {
                Expected::Violation => matches!(cell.verdict, Verdict::Violation { .. }),
                Expected::Safe => matches!(cell.verdict, Verdict::Safe { .. }),
                Expected::Unknown => true,
            };
            if !settled {
                let reason = format!("{:?}", cell.verdict);
                complaints.push(format!("{name}, {model}: verify says {}", &reason[..reason.len().min(300)]));
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Where the address of something freed decides, the answer says what it takes for granted.
#[test]
fn a_safe_that_rests_on_the_allocator_says_so() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/defects/malloc_reuses.c");
    let program = frontend::load(&file, &frontend::Options::default()).expect("it compiles").program;
    let assumed = verdict::Report::new(&program).assumptions;
    assert_eq!(assumed, ["freed addresses do not come back", "memory never runs out"]);
}
