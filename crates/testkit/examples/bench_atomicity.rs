//! `make bench-atomicity`: Fusion's Table 1 on programs of the same shapes (`examples/atomicity`), and beyond.
//!
//! Columns as in the paper: threads (with `main`), shared cells, steps in the formula / of the run, transactions,
//! candidates in all, after must-happen-before, violations (each replayed and certified), seconds for everything from the
//! run on, and what is left if only creation, join and locks are looked at.

use fusion::{Config, RunConfig};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

struct Row {
    name: &'static str,
    file: &'static str,
    defines: &'static [&'static str],
    /// Violations and seconds in the paper.
    paper: Option<(usize, f64)>,
    expected: usize,
}

const fn row(
    name: &'static str,
    file: &'static str,
    defines: &'static [&'static str],
    paper: Option<(usize, f64)>,
    expected: usize,
) -> Row {
    Row { name, file, defines, paper, expected }
}

const ROWS: &[Row] = &[
    row("atom001", "log_buffer.c", &[], Some((1, 0.03)), 1),
    row("atom001a", "log_buffer.c", &["-DFIXED"], Some((0, 0.03)), 0),
    row("atom002", "log_buffer.c", &["-DFLUSHES=11"], Some((33, 20.4)), 33),
    row("atom002a", "log_buffer.c", &["-DFLUSHES=11", "-DFIXED"], Some((0, 17.6)), 0),
    row("bank-av-2", "bank.c", &["-DN=2"], Some((8, 0.1)), 8),
    row("bank-av-4", "bank.c", &["-DN=4"], Some((16, 0.6)), 16),
    row("bank-av-6", "bank.c", &["-DN=6"], Some((24, 2.3)), 24),
    row("bank-av-8", "bank.c", &["-DN=8"], Some((32, 2.5)), 32),
    row("bank-sav-2", "bank.c", &["-DN=2", "-DFIX=1"], Some((4, 0.2)), 4),
    row("bank-sav-4", "bank.c", &["-DN=4", "-DFIX=1"], Some((8, 0.9)), 8),
    row("bank-sav-6", "bank.c", &["-DN=6", "-DFIX=1"], Some((12, 3.8)), 12),
    row("bank-sav-8", "bank.c", &["-DN=8", "-DFIX=1"], Some((16, 4.6)), 16),
    row("bank-nav-2", "bank.c", &["-DN=2", "-DFIX=2"], Some((0, 0.2)), 0),
    row("bank-nav-4", "bank.c", &["-DN=4", "-DFIX=2"], Some((0, 0.2)), 0),
    row("bank-nav-6", "bank.c", &["-DN=6", "-DFIX=2"], Some((0, 3.7)), 0),
    row("bank-nav-8", "bank.c", &["-DN=8", "-DFIX=2"], Some((0, 140.6)), 0),
    row("bank-av-32", "bank.c", &["-DN=32"], None, 128),
    row("bank-sav-32", "bank.c", &["-DN=32", "-DFIX=1"], None, 64),
    row("bank-nav-32", "bank.c", &["-DN=32", "-DFIX=2"], None, 0),
    row("bank-av-2 x4", "bank.c", &["-DN=2", "-DROUNDS=4"], None, 1),
    row("bank-av-2 x8", "bank.c", &["-DN=2", "-DROUNDS=8"], None, 1),
    row("bank-av-2 x16", "bank.c", &["-DN=2", "-DROUNDS=16"], None, 1),
    row("bank-av-2 x32", "bank.c", &["-DN=2", "-DROUNDS=32"], None, 1),
    row("bank-nav-8 x4", "bank.c", &["-DN=8", "-DROUNDS=4", "-DFIX=2"], None, 0),
    row("bank-nav-8 x8", "bank.c", &["-DN=8", "-DROUNDS=8", "-DFIX=2"], None, 0),
    row("bank-nav-8 x16", "bank.c", &["-DN=8", "-DROUNDS=16", "-DFIX=2"], None, 0),
    row("bank-nav-8 x32", "bank.c", &["-DN=8", "-DROUNDS=32", "-DFIX=2"], None, 0),
    row("bank-av-32 x8", "bank.c", &["-DN=32", "-DROUNDS=8"], None, 1),
    row("bank-nav-32 x8", "bank.c", &["-DN=32", "-DROUNDS=8", "-DFIX=2"], None, 0),
];

fn main() {
    let filter = std::env::args().nth(1).unwrap_or_default();
    println!(
        "{:<14} {:>5} {:>6} {:>12} {:>7} {:>6} {:>6} {:>6} {:>8} {:>8}   {:>5} {:>7}",
        "program",
        "thrds",
        "svars",
        "nodes/steps",
        "regions",
        "orig",
        "hb",
        "sym",
        "time s",
        "w/o data",
        "paper",
        "time s"
    );
    let (mut ours, mut theirs) = (0.0, 0.0);
    for row in ROWS.iter().filter(|row| row.name.contains(&filter)) {
        let seconds = measure(row);
        if let Some((_, paper)) = row.paper {
            ours += seconds;
            theirs += paper;
        }
    }
    println!("\nrows of the paper: {ours:.2} s here, {theirs:.1} s there");
}

fn measure(row: &Row) -> f64 {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/atomicity").join(row.file);
    let mut options = frontend::Options::default();
    options.extra_args = row.defines.iter().map(|define| define.to_string()).collect();
    let program = match frontend::load(&path, &options) {
        Ok(loaded) => Arc::new(loaded.program),
        Err(error) => {
            println!("{:<14} {error}", row.name);
            return 0.0;
        }
    };
    let run = RunConfig { schedule: Some(interp::Schedule::new()), ..RunConfig::default() };
    // Long traces have thousands of candidates about the same lines; one of each is enough to show.
    let long = row.name.contains(" x");
    let config = Config { run, once_per_place: long, ..Config::default() };
    let started = Instant::now();
    let prediction = match fusion::predict(&program, &config, &mut |_, _| {}) {
        Ok(prediction) => prediction,
        Err(error) => {
            println!("{:<14} {error}", row.name);
            return 0.0;
        }
    };
    let seconds = started.elapsed().as_secs_f64();
    let trace = fusion::symbolic_trace(&program, &config).ok().filter(|_| !long);
    let without = trace.and_then(|trace| fusion::without_data(&trace).ok());
    let s = &prediction.statistics;
    let paper = row.paper.map_or(("-".into(), "-".into()), |(n, t)| (n.to_string(), format!("{t:.2}")));
    println!(
        "{:<14} {:>5} {:>6} {:>12} {:>7} {:>6} {:>6} {:>6} {:>8.2} {:>8}   {:>5} {:>7}{}{}",
        row.name,
        s.threads,
        s.shared_cells,
        format!("{}/{}", s.nodes, s.steps),
        s.transactions,
        s.candidates,
        s.after_order,
        prediction.violations.len(),
        seconds,
        without.map_or("-".into(), |n: usize| n.to_string()),
        paper.0,
        paper.1,
        prediction.unknown.as_ref().map_or(String::new(), |reason| format!("  {reason}")),
        if prediction.violations.len() == row.expected { "" } else { "  NOT AS EXPECTED" },
    );
    if std::env::var_os("SELVEDGE_TIMES").is_some() {
        println!("    {s:?}");
    }
    seconds
}
