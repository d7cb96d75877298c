//! `selvedge predict TRACE --property …`: exact answers about a recorded run, by the command.

use std::path::PathBuf;
use std::process::{Command, Output};

/// A deposit in two critical sections, a reset that may come in between, and locks in both orders.
const RUN: &str = "\
T0|fork(T1)|1
T0|fork(T2)|2
T1|begin(0)|3
T1|acq(m)|4
T1|r(balance)|5
T1|rel(m)|6
T1|acq(m)|7
T1|w(balance)|8
T1|rel(m)|9
T1|end(0)|10
T1|acq(m)|11
T1|acq(n)|12
T1|rel(n)|13
T1|rel(m)|14
T2|acq(n)|20
T2|acq(m)|21
T2|w(balance)|22
T2|rel(m)|23
T2|rel(n)|24
";

fn trace(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("a file to write");
    path
}

fn predict(path: &PathBuf, flags: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_selvedge"));
    command.arg("predict").arg(path).args(flags).output().expect("selvedge runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_broken_block_and_a_deadlock_are_found() {
    let path = trace("broken.std", RUN);
    let found = predict(&path, &["--property", "atomicity,deadlock,race"]);
    let out = text(&found.stdout);
    assert_eq!(found.status.code(), Some(1), "{out}{}", text(&found.stderr));
    assert!(
        out.contains("atomicity violation: T2 accesses balance inside of an atomic block of T1 (R-W-W)"),
        "{out}"
    );
    assert!(out.contains("deadlock of T1, T2"), "{out}");
    assert!(!out.contains("data race"), "{out}");
    assert!(out.contains("2 violations in other schedules; 17 events"), "{out}");
}

#[test]
fn one_critical_section_is_atomic() {
    let fixed = RUN.replace("T1|rel(m)|6\nT1|acq(m)|7\n", "");
    let found = predict(&trace("fixed.std", &fixed), &["--property", "atomicity"]);
    assert_eq!(found.status.code(), Some(0), "{}", text(&found.stdout));
}

#[test]
fn machines_get_the_three_events_and_the_schedule() {
    let found = predict(&trace("json.std", RUN), &["--property", "atomicity", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_slice(&found.stdout).expect("JSON");
    let finding = &value["findings"][0];
    let locations =
        finding["events"].as_array().expect("events").iter().map(|event| event["location"].as_u64());
    assert_eq!(locations.collect::<Vec<_>>(), [Some(5), Some(22), Some(8)]);
    assert_eq!(finding["kind"], "atomicity");
    let last = finding["schedule"].as_array().and_then(|schedule| schedule.last()).expect("a schedule");
    assert_eq!(last["location"], 8);
}

#[test]
fn what_a_trace_cannot_say_is_refused() {
    let path = trace("refused.std", RUN);
    for (flags, words) in [
        (&["--property", "assert"][..], "no assertions"),
        (&["--atomic", "deposit"][..], "where calls begin and end"),
        (&["--property", "race", "--order", "hb"][..], "--order"),
        (&["--window", "10"][..], "go with --property"),
    ] {
        let refused = predict(&path, flags);
        let error = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{flags:?}: {error}");
        assert!(error.contains(words), "{flags:?}: {error}");
    }
}
