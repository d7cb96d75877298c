//! `make bench-explore`: executions and executions per second of `explore` on programs of known shapes.
//!
//! Prints a table; times are for the exploration alone, on one core. With arguments: files to explore under SC, one line each.

use explore::{Equivalence, ExploreConfig, explore};
use model::Model;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use verdict::Verdict;

/// Program, parameters, equivalence; the number of executions to expect.
const ROWS: &[(&str, &str, Equivalence, u64)] = &[
    ("ainc", "-DN=8", Equivalence::ReadsFrom, 1),
    ("casrot", "-DN=9", Equivalence::ReadsFrom, 8597),
    ("casw", "-DN=5", Equivalence::ReadsFrom, 2160),
    ("casw", "-DN=5", Equivalence::Mazurkiewicz, 32880),
    ("fib", "-DN=4", Equivalence::ReadsFrom, 0),
    ("fib", "-DN=4", Equivalence::Mazurkiewicz, 0),
    ("nwriters", "-DN=6", Equivalence::ReadsFrom, 7),
    ("nwriters", "-DN=6", Equivalence::Mazurkiewicz, 5040),
    ("inc", "-DN=5", Equivalence::ReadsFrom, 1296),
    ("inc", "-DN=5", Equivalence::Mazurkiewicz, 14400),
    ("indexer", "-DN=15", Equivalence::ReadsFrom, 4096),
    ("lastzero", "-DN=15", Equivalence::ReadsFrom, 147_456),
    ("readers", "-DN=15", Equivalence::ReadsFrom, 32_768),
    ("lockinc", "-DN=8", Equivalence::ReadsFrom, 40_320),
    ("ticketlock", "-DN=7", Equivalence::ReadsFrom, 5040),
    ("treiber", "-DN=3", Equivalence::ReadsFrom, 0),
    ("coarse_set", "-DN=7", Equivalence::ReadsFrom, 5040),
    ("prefix", "-DK=1000", Equivalence::ReadsFrom, 24),
    ("prefix", "-DK=4000", Equivalence::ReadsFrom, 24),
];

const TIMEOUT: Duration = Duration::from_secs(60);

fn main() {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if !files.is_empty() {
        files.iter().for_each(|file| row(file, "", Equivalence::ReadsFrom, 0));
        return;
    }
    println!(
        "{:<12} {:<9} {:<12} {:>10} {:>8} {:>9} {:>10}  expected",
        "program", "", "equivalence", "executions", "blocked", "seconds", "per second"
    );
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/explore");
    for &(name, define, equivalence, expected) in ROWS {
        row(&folder.join(format!("{name}.c")), define, equivalence, expected);
    }
}

fn row(path: &Path, define: &str, equivalence: Equivalence, expected: u64) {
    let name = path.file_stem().map(|stem| stem.to_string_lossy().to_string()).unwrap_or_default();
    let mut options = frontend::Options::default();
    options.extra_args.extend((!define.is_empty()).then(|| define.to_string()));
    let loaded = match frontend::load(path, &options) {
        Ok(loaded) => loaded,
        Err(error) => return println!("{name}: {error}"),
    };
    let mut config = ExploreConfig::new(Model::SC);
    config.equivalence = equivalence;
    config.timeout = Some(TIMEOUT);
    let (started, cpu) = (Instant::now(), cpu_seconds());
    let result = explore(&loaded.program, &config);
    let seconds = match (cpu, cpu_seconds()) {
        (Some(before), Some(after)) => (after - before).max(1e-6),
        _ => started.elapsed().as_secs_f64(),
    };
    let counts = result.counts;
    let rate = (counts.executions + counts.blocked) as f64 / seconds;
    let remark = match (&result.verdict, expected) {
        (Verdict::Safe { .. }, 0) => String::new(),
        (Verdict::Safe { .. }, n) if n == counts.executions => "as expected".to_string(),
        (Verdict::Safe { .. }, n) => format!("NOT {n}"),
        (Verdict::Unknown { reason, .. }, _) => format!("unknown: {reason}"),
        (Verdict::Violation { witness }, _) => format!("violation: {}", witness.failure.message),
    };
    println!(
        "{name:<12} {define:<9} {:<12} {:>10} {:>8} {seconds:>9.3} {rate:>10.0}  {remark}",
        match equivalence {
            Equivalence::ReadsFrom => "rf",
            Equivalence::Mazurkiewicz => "mazurkiewicz",
        },
        counts.executions,
        counts.blocked,
    );
}

/// What this process has used of a processor; where the system does not say, clocks on the wall must do.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}
