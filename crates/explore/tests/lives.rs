//! Programs about the life of objects, thread handles and memory that was never written, each with its expectation in its head: here
//! `unknown` is wrong, too. Violations certify.

use events::Property;
use explore::{ExploreConfig, explore};
use std::path::{Path, PathBuf};
use std::time::Duration;
use testkit::expect::{Expected, Head};
use verdict::Verdict;

fn property(name: &str) -> Property {
    match name {
        "deadlock" => Property::Deadlock,
        "memory" => Property::Memory,
        "assert" => Property::Assert,
        "race" => Property::Race,
        other => panic!("property {other}"),
    }
}

#[test]
fn programs_have_the_verdict_of_their_heads() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lives");
    let entries = std::fs::read_dir(directory).expect("the programs").flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    let (mut n_judged, mut wrong) = (0, Vec::new());
    for file in &files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().to_string();
        let head = Head::parse(&std::fs::read_to_string(file).expect("readable")).expect("a head");
        let program = frontend::load(file, &frontend::Options::default()).expect("a program").program;
        for &(model, expected) in &head.expect {
            let mut config = ExploreConfig::new(model);
            config.timeout = Some(Duration::from_secs(20));
            config.properties = head.properties.iter().map(|name| property(name)).collect();
            let verdict = explore(&program, &config).verdict;
            n_judged += 1;
            match (verdict, expected) {
                (Verdict::Safe { .. }, Expected::Safe) => {}
                (Verdict::Violation { witness }, Expected::Violation) => {
                    certify::certify(&program, &witness)
                        .unwrap_or_else(|refusal| panic!("{name}, {model}: {refusal}"));
                }
                (verdict, _) => {
                    wrong.push(format!("{name} {model}: {verdict:?}").chars().take(300).collect::<String>())
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(n_judged > 50, "{n_judged} judged");
}
