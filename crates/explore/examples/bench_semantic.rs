//! `make bench-explore`, second part: numbers of executions up to commutativity, beside the numbers of classes that are known
//! (one global lock; see `docs/explore.md`) and those of Sun, table 4.3.

use explore::ExploreConfig;
use explore::semantic::{self, SemanticExploration};
use model::Model;
use spec::Specification;
use std::path::{Path, PathBuf};
use std::time::Instant;
use verdict::Verdict;

/// Program, what it does, specification (none: critical sections alone), the first N, and the classes for N, N + 1, …
const CLASSES: &[(&str, &str, &str, u32, &[u64])] = &[
    ("counter", "INC", "counter", 2, &[1; 6]),
    ("set", "ADD", "set", 2, &[1; 6]),
    ("set", "QUERY", "set", 2, &[1; 6]),
    ("set", "ADD_AND_QUERY", "set", 2, &[2; 6]),
    ("set", "NEIGHBOURS", "set", 2, &[3, 7, 15, 31, 63, 127]),
    ("hashtable", "MIXED", "map", 2, &[2, 2, 4, 12, 36, 108]),
    ("hashtable", "QUERY", "map", 2, &[1; 6]),
    ("union_find", "FIND", "union_find", 2, &[1; 6]),
    ("union_find", "MIXED", "union_find", 2, &[2, 2, 4, 4, 8, 8]),
    ("set", "QUERY", "", 2, &[1; 6]),
    ("sections", "DISJOINT", "", 2, &[1; 6]),
];

/// Program, specification, parameter, executions in the paper.
const PAPER: &[(&str, &str, &str, u64)] = &[
    ("sigma", "sigma.spec", "-DN=16", 1),
    ("work_stealing", "work_stealing.spec", "-DN=4", 693),
    ("counter_check", "counter", "-DN=50", 52),
    ("counter_loop", "counter", "-DN=20", 1),
    ("driver_stop", "driver_stop.spec", "-DN=10", 23),
    ("ring", "queue", "-DN=8", 812),
];

fn main() {
    println!("{:<14} {:<14} {:<11} N = 2, 3, …", "program", "work", "spec");
    for &(program, work, specification, first, classes) in CLASSES {
        let started = Instant::now();
        let counts: Vec<String> = (first..)
            .zip(classes)
            .map(|(n, &expected)| {
                match explored(program, &[format!("-DN={n}"), format!("-D{work}")], specification) {
                    Ok(found) if found.exploration.counts.executions == expected => expected.to_string(),
                    Ok(found) => format!("{} (NOT {expected})", found.exploration.counts.executions),
                    Err(error) => error,
                }
            })
            .collect();
        let seconds = started.elapsed().as_secs_f64();
        println!(
            "{program:<14} {work:<14} {specification:<11} {}  [{seconds:.2} s with clang]",
            counts.join(", ")
        );
    }
    println!(
        "\n{:<14} {:<8} {:>10} {:>12} {:>8} {:>6} {:>8}",
        "program", "", "executions", "assumed away", "seconds", "paper", ""
    );
    for &(program, specification, define, paper) in PAPER {
        let started = Instant::now();
        match explored(program, &[define.to_string()], specification) {
            Ok(found) => {
                let counts = found.exploration.counts;
                let fails = matches!(found.exploration.verdict, Verdict::Violation { .. });
                let executions = counts.executions + u64::from(fails);
                let remark = if executions <= paper { "not above" } else { "ABOVE" };
                let seconds = started.elapsed().as_secs_f64();
                println!(
                    "{program:<14} {define:<8} {executions:>10} {:>12} {seconds:>8.2} {paper:>6} {remark:>10}",
                    counts.assumed_away
                );
            }
            Err(error) => println!("{program:<14} {error}"),
        }
    }
}

fn explored(program: &str, defines: &[String], specification: &str) -> Result<SemanticExploration, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/explore/objects");
    let mut options = frontend::Options::default();
    options.extra_args.extend(defines.iter().cloned());
    let path = folder.join(format!("{program}.c"));
    let loaded = frontend::load(&path, &options).map_err(|error| error.to_string())?;
    let specification = read_specification(&folder.join(specification), specification)?;
    let config = ExploreConfig::new(Model::SC);
    semantic::explore(&loaded.program, &config, &specification).map_err(|declined| declined.reason)
}

fn read_specification(path: &PathBuf, name: &str) -> Result<Specification, String> {
    if name.is_empty() {
        return Ok(Specification::default());
    }
    if let Some(shipped) = spec::shipped_specification(name) {
        return Ok(shipped);
    }
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    Specification::parse(&text, name).map_err(|error| error.to_string())
}
