//! Programs with their expectations in their heads; a new case is a new file in `programs/`.
//!
//! `// expect PROPERTY: none | yes | LINES; LINES` (each as in the source, ordered as the report has them),
//! `// atomic: FUNCTION | locks`. `// unknown: WORDS`: beside what is found, something is left open, and the reason has these
//! words. Threads run one after the other in the recorded run.

mod common;

use common::{config, load, predict, trace};
use fusion::Config;
use ir::Program;
use std::path::Path;
use std::sync::Arc;
use verdict::{Interrupt, Limits, Property, Stop, Why};

fn property(name: &str) -> Property {
    match name {
        "atomicity" => Property::Atomicity,
        "assert" => Property::Assert,
        "deadlock" => Property::Deadlock,
        "race" => Property::Race,
        other => panic!("no property is called {other}"),
    }
}

/// What is found, in the words of the expectations.
fn found(program: &Arc<Program>, config: &Config, unknown: Option<&str>) -> String {
    let prediction = match predict(program, config, unknown) {
        Ok(prediction) => prediction,
        Err(reason) => return reason,
    };
    let trace = trace(program, config);
    let line = |id| trace.step(id).span.line;
    let mut list: Vec<String> = Vec::new();
    for violation in prediction.violations {
        let failure = &violation.witness.failure;
        list.push(match (failure.kind.property(), violation.candidate) {
            (_, Some(three)) => {
                format!("{} {} {}", line(three.first), line(three.remote), line(three.second))
            }
            (Property::Deadlock, _) => "yes".into(),
            (Property::Race, _) => race_lines(&failure.message),
            _ => failure.span.line.to_string(),
        });
    }
    list.sort();
    list.dedup();
    if list.is_empty() { "none".into() } else { list.join("; ") }
}

/// The two lines that the message of a race names, the smaller first.
fn race_lines(message: &str) -> String {
    let mut lines: Vec<u32> = message
        .split(')')
        .filter_map(|part| part.rsplit_once(':').and_then(|(_, line)| line.parse().ok()))
        .collect();
    lines.sort_unstable();
    lines.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

fn check(path: &Path, failures: &mut Vec<String>) {
    println!("{}", path.display());
    let text = std::fs::read_to_string(path).expect("a test program");
    let program = load(path);
    let heads = || text.lines().map_while(|line| line.strip_prefix("// "));
    let mut base = config();
    for name in heads().filter_map(|head| head.strip_prefix("atomic: ")) {
        match name {
            "locks" => base.blocks.locks = true,
            function => base.blocks.functions.push(function.into()),
        }
    }
    let unknown = heads().find_map(|head| head.strip_prefix("unknown: "));
    let mut asked = 0;
    for head in heads().filter_map(|head| head.strip_prefix("expect ")) {
        let (name, expected) = head.split_once(": ").expect("`expect PROPERTY: …`");
        let mut config = base.clone();
        config.task.properties = vec![property(name)];
        let mut expected: Vec<&str> = expected.split("; ").collect();
        expected.sort();
        expected.dedup();
        let (found, expected) = (found(&program, &config, unknown), expected.join("; "));
        if found != expected {
            failures.push(format!("{}: {name}: expected {expected}, found {found}", path.display()));
        }
        asked += 1;
    }
    assert!(asked > 0, "{} expects nothing", path.display());
}

#[test]
fn all_programs_are_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut failures = Vec::new();
    let mut paths: Vec<_> = std::fs::read_dir(folder).expect("test programs").flatten().collect();
    paths.sort_by_key(|entry| entry.path());
    for entry in &paths {
        check(&entry.path(), &mut failures);
    }
    assert!(paths.len() >= 20, "{} programs", paths.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A saved execution says which functions are atomic; whoever replays it finds out where their calls begin and end.
#[test]
fn borders_of_named_blocks_are_checked() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/two_calls.c");
    let program = load(&path);
    let mut config = config();
    config.blocks.functions.push("both".into());
    let prediction = predict(&program, &config, None).expect("an answer");
    let of_two_calls = |violation: &&fusion::Violation| violation.witness.failure.span.line == 10;
    let found = prediction.violations.iter().find(of_two_calls).expect("a broken block");
    let certified = |atomic: &[&str]| {
        let mut witness = found.witness.clone();
        witness.program.atomic = atomic.iter().map(|name| name.to_string()).collect();
        certify::certify(&program, &witness).is_ok()
    };
    assert!(certified(&["both"]));
    assert!(certified(&["touch", "both"]));
    assert!(certified(&["locks"]), "every call of the program's own functions counts");
    assert!(!certified(&["touch"]), "the accesses are in two calls of it");
    assert!(!certified(&["b", "main"]));
}

/// Whoever is told to stop asks nothing any more, and says so.
#[test]
fn an_interrupt_stops_it_before_anything_is_asked() {
    let program = load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/two_sections.c"));
    let properties = [Property::Atomicity, Property::Assert, Property::Deadlock, Property::Race];
    for property in properties {
        let interrupt = Interrupt::new();
        interrupt.set(Stop::Interrupted);
        let mut config = config();
        config.task.properties = vec![property];
        config.task.limits = Limits::until_set(interrupt);
        let stopped = fusion::predict(&program, &config, &mut |_, _| {}).expect("a prediction");
        assert!(stopped.violations.is_empty() && stopped.statistics.solver_calls == 0, "{property:?}");
        let is_stop = |why: &Why| matches!(why, Why::Stopped(Stop::Interrupted));
        assert!(stopped.unknown.is_some_and(|why| why.any(&is_stop)), "{property:?}");
    }
}
