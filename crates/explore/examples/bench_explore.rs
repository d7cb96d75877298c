//! `make bench-explore`: executions and executions per second of `explore` on programs of known shapes, beside GenMC 0.11 on the
//! same shapes (its executions and executions per second as measured once on a machine like this; see `docs/explore.md`).
//!
//! Prints tables; times are processor time of the exploration alone, on one core, over as many runs as fit into a quarter of a
//! second. With arguments: files to explore under SC, one line each.

use explore::{Equivalence, Exploration, ExploreConfig, explore};
use ir::Program;
use model::Model;
use report::plot::{self, Axis, Plot, Series};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use verdict::{Limits, Verdict};

struct Row {
    program: &'static str,
    define: &'static str,
    equivalence: Equivalence,
    /// Executions to expect; 0: not known from elsewhere.
    expected: u64,
    /// Executions and executions per second of GenMC.
    genmc: Option<(u64, u64)>,
}

const fn row(program: &'static str, define: &'static str, expected: u64, genmc: Option<(u64, u64)>) -> Row {
    Row { program, define, equivalence: Equivalence::ReadsFrom, expected, genmc }
}
const fn traces(
    program: &'static str,
    define: &'static str,
    expected: u64,
    genmc: Option<(u64, u64)>,
) -> Row {
    Row { program, define, equivalence: Equivalence::Mazurkiewicz, expected, genmc }
}

const ROWS: &[Row] = &[
    row("ainc", "-DN=8", 1, Some((40_320, 34_000))),
    row("casrot", "-DN=9", 8597, Some((8597, 92_000))),
    row("casw", "-DN=5", 2160, Some((32_880, 153_000))),
    traces("casw", "-DN=5", 32_880, Some((32_880, 153_000))),
    row("fib", "-DN=5", 218_243, Some((218_243, 179_000))),
    row("big0", "-DN=3", 69_112, Some((69_112, 219_000))),
    row("nwriters", "-DN=7", 8, Some((40_320, 180_000))),
    traces("nwriters", "-DN=7", 40_320, Some((40_320, 180_000))),
    row("inc", "-DN=5", 1296, Some((14_400, 117_000))),
    traces("inc", "-DN=5", 14_400, Some((14_400, 117_000))),
    row("indexer", "-DN=15", 4096, Some((4096, 2_200))),
    row("lastzero", "-DN=15", 147_456, Some((147_456, 17_000))),
    row("readers", "-DN=15", 32_768, Some((32_768, 31_000))),
    row("lockinc", "-DN=8", 40_320, Some((40_320, 18_000))),
    row("treiber", "-DN=3", 25_680, Some((3_600, 8_800))),
    row("ticketlock", "-DN=7", 5040, Some((5040, 7_600))),
    row("coarse_set", "-DN=7", 5040, Some((5040, 1_500))),
    row("fine_set", "-DN=2", 24, Some((60, 182))),
];

/// 24 executions after K writes; seconds of GenMC.
const PREFIXES: &[(&str, f64)] = &[("-DK=1000", 0.11), ("-DK=2000", 0.26), ("-DK=4000", 0.78)];

/// The same program with more and more executions: memory must not grow with them.
const GROWING: &[(&str, &[u32])] =
    &[("lockinc", &[5, 6, 7, 8]), ("fib", &[3, 4, 5]), ("readers", &[10, 13, 15])];

const TIMEOUT: Duration = Duration::from_secs(60);
const AT_LEAST: f64 = 0.25;

fn main() {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let unknown =
        |program| Row { program, define: "", equivalence: Equivalence::ReadsFrom, expected: 0, genmc: None };
    if !files.is_empty() {
        for file in &files {
            print_row(file, &unknown(""));
        }
        return;
    }
    println!("peak of resident memory so far, as the executions grow");
    for (name, sizes) in GROWING {
        for n in *sizes {
            if let Ok(program) = load(&path(name), &format!("-DN={n}")) {
                let counts = explore(&program, &config(Equivalence::ReadsFrom)).counts;
                println!(
                    "{name} {n}: {} executions, {} MB",
                    counts.executions,
                    peak_megabytes().unwrap_or(0)
                );
            }
        }
    }
    println!();
    println!(
        "{:<11} {:<8} {:<6} {:>10} {:>7} {:>9} {:>10} {:>8} {:>9} {:>8} {:>8}  ",
        "program",
        "",
        "",
        "executions",
        "blocked",
        "seconds",
        "per second",
        "GenMC",
        "GenMC/s",
        "rate",
        "time"
    );
    let mut points = Vec::new();
    for row in ROWS {
        let seconds = print_row(&path(row.program), row);
        if let (Some(seconds), Some((executions, per_second))) = (seconds, row.genmc) {
            let name = format!("{} {}", row.program, row.define);
            points.push((name, executions as f64 / per_second as f64, seconds));
        }
    }
    let plot = Plot {
        title: "explore and GenMC 0.11: seconds to the end".into(),
        x: Axis::logarithmic("GenMC, seconds"),
        y: Axis::logarithmic("selvedge explore, seconds"),
        series: vec![Series::dots("programs", points)],
        diagonal: true,
    };
    plot::save("explore-genmc", &plot);
    println!("\n24 executions after K writes: K, seconds, GenMC's seconds");
    for (define, genmc) in PREFIXES {
        if let Ok(program) = load(&path("prefix"), define) {
            let (result, seconds) = measure(&program, Equivalence::ReadsFrom);
            println!("{define} {} executions {seconds:.4} s, GenMC {genmc} s", result.counts.executions);
        }
    }
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/explore/{name}.c"))
}

fn load(path: &Path, define: &str) -> Result<Program, String> {
    let mut options = frontend::Options::default();
    options.extra_args.extend((!define.is_empty()).then(|| define.to_string()));
    frontend::load(path, &options).map(|loaded| loaded.program).map_err(|error| error.to_string())
}

fn config(equivalence: Equivalence) -> ExploreConfig {
    let mut config = ExploreConfig::new(Model::SC);
    config.equivalence = equivalence;
    config.task.limits = Limits::within(TIMEOUT);
    config
}

/// The exploration, and the seconds that one takes.
fn measure(program: &Program, equivalence: Equivalence) -> (Exploration, f64) {
    let (started, cpu) = (Instant::now(), cpu_seconds());
    let mut n_runs = 0u32;
    loop {
        let result = explore(program, &config(equivalence));
        n_runs += 1;
        let seconds = match (cpu, cpu_seconds()) {
            (Some(before), Some(after)) => after - before,
            _ => started.elapsed().as_secs_f64(),
        };
        if seconds >= AT_LEAST {
            return (result, seconds / f64::from(n_runs));
        }
    }
}

/// Prints one row; its seconds, unless it cannot be read.
fn print_row(path: &Path, row: &Row) -> Option<f64> {
    let name = path.file_stem().map(|stem| stem.to_string_lossy().to_string()).unwrap_or_default();
    let program = match load(path, row.define) {
        Ok(program) => program,
        Err(error) => {
            println!("{name}: {error}");
            return None;
        }
    };
    let (result, seconds) = measure(&program, row.equivalence);
    let counts = result.counts;
    let rate = (counts.executions + counts.blocked) as f64 / seconds;
    let remark = match (&result.verdict, row.expected) {
        (Verdict::Safe { .. }, 0) => String::new(),
        (Verdict::Safe { .. }, n) if n == counts.executions => "as expected".to_string(),
        (Verdict::Safe { .. }, n) => format!("NOT {n}"),
        (Verdict::Unknown { why, .. }, _) => format!("unknown: {why}"),
        (Verdict::Violation { witness }, _) => format!("violation: {}", witness.failure.message),
    };
    let peer = row.genmc.map_or(String::new(), |(executions, per_second)| {
        let (faster, sooner) = (rate / per_second as f64, executions as f64 / per_second as f64 / seconds);
        format!("{executions:>8} {per_second:>9} {faster:>7.1}x {sooner:>7.1}x")
    });
    println!(
        "{name:<11} {:<8} {:<6} {:>10} {:>7} {seconds:>9.5} {rate:>10.0} {peer:>36}  {remark}",
        row.define,
        match row.equivalence {
            Equivalence::ReadsFrom => "rf",
            Equivalence::Mazurkiewicz => "traces",
        },
        counts.executions,
        counts.blocked,
    );
    Some(seconds)
}

/// The most that this process had in memory at any time.
fn peak_megabytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

/// What this process has used of a processor; where the system does not say, clocks on the wall must do.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}
