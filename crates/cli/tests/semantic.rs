//! `selvedge explore --spec` and `selvedge spec check --impl` as a user meets them.

use std::path::Path;
use std::process::Command;

/// Runs in the folder of objects; the exit code, and all that is printed.
fn see(args: &[&str]) -> (i32, String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/explore/objects");
    let output = Command::new(env!("CARGO_BIN_EXE_selvedge"))
        .args(args)
        .current_dir(folder)
        .output()
        .expect("selvedge runs");
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(!text.contains("panicked"), "{args:?} panics: {text}");
    (output.status.code().unwrap_or(-1), text)
}

fn prints(args: &[&str], code: i32, wanted: &[&str]) {
    let (found, text) = see(args);
    assert_eq!(found, code, "{args:?}: {text}");
    for part in wanted {
        assert!(text.contains(part), "{args:?} does not say {part:?}: {text}");
    }
}

#[test]
fn explore_up_to_a_specification() {
    let calls = "calls taken as single steps, in all executions: set.add 60, set.contains 120";
    prints(&["explore", "set.c", "--spec", "set", "--count", "-DN=4"], 0, &["15 executions", calls]);
    prints(&["explore", "sigma.c", "--spec", "sigma.spec"], 1, &["assertion can fail"]);
    prints(&["explore", "sections.c", "--count", "-DN=7"], 0, &["sc: 1 executions"]);
}

#[test]
fn explore_says_why_a_specification_is_not_used() {
    let bound = ["explore", "counter.c", "--spec", "counter", "--bound", "3"];
    prints(&bound, 3, &["spec: not used: ", "longer than --bound"]);
    prints(&["explore", "ring.c", "--spec", "set"], 2, &["no function of the program"]);
    prints(&["explore", "ring.c", "--spec", "nowhere.spec"], 2, &["cannot read nowhere.spec"]);
    let both = ["explore", "ring.c", "--spec", "queue", "--equivalence", "mazurkiewicz"];
    prints(&both, 2, &["--equivalence"]);
}

#[test]
fn a_specification_against_an_implementation() {
    prints(
        &["spec", "check", "set", "--impl", "set.c"],
        0,
        &["no counterexample in", "not in the file: remove, size"],
    );
    let text = "object set { method add(v) -> r = set_add(this, v); method contains(v) -> r = set_contains(this, v);\n\
                commute add, contains always; }\n";
    let path = std::env::temp_dir().join(format!("selvedge-lie-{}.spec", std::process::id()));
    std::fs::write(&path, text).expect("a place for a file");
    let name = path.display().to_string();
    prints(
        &["spec", "check", &name, "--impl", "set.c"],
        1,
        &["NOT SOUND", ":2:1: ", "this order", "and the other"],
    );
    let _ = std::fs::remove_file(&path);
    prints(&["spec", "check", "set", "--impl", "ring.c"], 2, &["none of the functions"]);
    let start = std::time::Instant::now();
    let long = ["spec", "check", "set", "--impl", "set.c", "--rounds", "1000000000", "--timeout", "0.5"];
    prints(&long, 3, &["no counterexample", "stopped before all pairs"]);
    prints(
        &["spec", "check", "set", "--rounds", "1000000000000", "--timeout", "0.5"],
        3,
        &["stopped before"],
    );
    assert!(start.elapsed() < std::time::Duration::from_secs(30), "{:?}", start.elapsed());
    prints(&["spec", "check", "set", "--impl", "set.c", "--this", "&nothing"], 2, &["--this says"]);
    prints(&["spec", "check", "set", "--this", "&shared"], 2, &["--impl"]);
}
