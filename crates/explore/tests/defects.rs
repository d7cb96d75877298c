//! Programs that were answered wrongly once (`tests/defects/`) and have to do with what threads wait for: the answer of the head,
//! exactly.

use events::Property;
use explore::{ExploreConfig, explore};
use std::path::Path;
use testkit::expect::{Expected, Head};
use verdict::Verdict;

/// Asks about all properties; a failure must be of the one that the head names.
fn check(prefix: &str, at_least: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/defects");
    let mut n_files = 0;
    for entry in std::fs::read_dir(folder).expect("the programs are part of the project") {
        let file = entry.expect("readable").path();
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !name.starts_with(prefix) {
            continue;
        }
        n_files += 1;
        let head = Head::parse(&std::fs::read_to_string(&file).expect("readable")).expect("a head");
        let program = frontend::load(&file, &head.reading()).expect("it compiles").program;
        for &(model, expected) in &head.expect {
            let mut config = ExploreConfig::new(model);
            config.task.properties =
                vec![Property::Assert, Property::Deadlock, Property::Memory, Property::Race];
            let verdict = explore(&program, &config).verdict;
            let right = match expected {
                Expected::Safe => matches!(verdict, Verdict::Safe { .. }),
                Expected::Violation => matches!(verdict, Verdict::Violation { .. }),
                Expected::Unknown => {
                    matches!(verdict, Verdict::Unknown { .. }) && !verdict.is_unshown_failure()
                }
            };
            assert!(right, "{name}, {model}: {verdict:?}");
        }
    }
    assert!(n_files >= at_least, "{n_files} programs {prefix}");
}

#[test]
fn whoever_ends_the_program_ends_all_waiting() {
    check("exit_in_thread", 3);
}

#[test]
fn each_round_of_a_barrier_orders() {
    check("barrier_twice", 3);
}

#[test]
fn memory_of_locks_is_written_by_their_calls_alone() {
    check("locks_overwritten", 13);
}
