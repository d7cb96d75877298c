//! Programs about the life of objects, thread handles and memory that was never written, each with its expectation in its head: here
//! `unknown` is wrong, too, event by event and by critical sections. Violations certify.

use events::Property;
use explore::semantic::explore_sections_or_events;
use explore::{ExploreConfig, explore};
use std::path::{Path, PathBuf};
use std::time::Duration;
use testkit::expect::{Expected, Head};
use verdict::{Limits, Verdict};

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
        let program = frontend::load(file, &head.reading()).expect("a program").program;
        for &(model, expected) in &head.expect {
            let mut config = ExploreConfig::new(model);
            config.task.limits = Limits::within(Duration::from_secs(20));
            config.task.properties = head.properties.iter().map(|name| property(name)).collect();
            for verdict in [explore(&program, &config), explore_sections_or_events(&program, &config)] {
                n_judged += 1;
                match (verdict.verdict, expected) {
                    (Verdict::Safe { .. }, Expected::Safe) => {}
                    (Verdict::Violation { witness }, Expected::Violation) => {
                        certify::certify(&program, &witness)
                            .unwrap_or_else(|refusal| panic!("{name}, {model}: {refusal}"));
                    }
                    (verdict, _) => wrong
                        .push(format!("{name} {model}: {verdict:?}").chars().take(300).collect::<String>()),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(n_judged > 50, "{n_judged} judged");
}

/// What was never written holds anything, and so does its copy.
const COPIED: &str = "#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
pthread_mutex_t M = PTHREAD_MUTEX_INITIALIZER;
int n;
void *f(void *arg) {
    int *x = malloc(8), *y = malloc(8);
    x[0] = 1;
    memcpy(y, x, 8);
    assert(y[1] == 0);
    pthread_mutex_lock(&M); n++; pthread_mutex_unlock(&M);
    return 0;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, f, 0);
    pthread_mutex_lock(&M); n++; pthread_mutex_unlock(&M);
    pthread_join(thread, 0);
    return 0;
}
";

#[test]
fn copies_of_what_was_never_written_are_not_zero() {
    let path = std::env::temp_dir().join(format!("selvedge-copied-{}.c", std::process::id()));
    std::fs::write(&path, COPIED).expect("a file");
    let program = frontend::load(&path, &frontend::Options::default()).expect("a program").program;
    let _ = std::fs::remove_file(&path);
    let config = ExploreConfig::new(model::Model::SC);
    for result in [explore(&program, &config), explore_sections_or_events(&program, &config)] {
        assert!(!matches!(result.verdict, Verdict::Safe { .. }), "{:?}", result.verdict);
    }
}
