//! Lowers every program named on the command line (directories are searched) and prints how many became verified IR, how
//! many were refused and why, which constructs are unsupported, and the time spent beyond clang.
//!
//!     cargo run --release --example lower_all -- [--print] [--verbose] [-Dx …] PATH…

use frontend::{Options, load};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

#[derive(Default)]
struct Totals {
    lowered: usize,
    clang: Duration,
    beyond_clang: Duration,
    slowest: (Duration, PathBuf),
    refusals: BTreeMap<String, Vec<PathBuf>>,
    unsupported: BTreeMap<String, Vec<PathBuf>>,
    warnings: BTreeMap<String, usize>,
}

fn main() {
    let mut options = Options::default();
    let (mut print, mut verbose) = (false, false);
    let mut files = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--print" => print = true,
            "--verbose" => verbose = true,
            flag if flag.starts_with('-') => options.extra_args.push(argument),
            path => collect(Path::new(path), &mut files),
        }
    }
    files.sort();
    let totals = Mutex::new(Totals::default());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    run(path, &options, print, &totals);
                }
            });
        }
    });
    report(&totals.into_inner().expect("no thread panicked"), files.len(), verbose);
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if !path.is_dir() {
        files.push(path.to_path_buf());
        return;
    }
    let entries = std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    for entry in entries {
        let known = entry.extension().is_some_and(|extension| {
            ["c", "cpp", "cc", "ll", "litmus"].iter().any(|known| extension == *known)
        });
        if entry.is_dir() || known {
            collect(&entry, files);
        }
    }
}

fn run(path: &Path, options: &Options, print: bool, totals: &Mutex<Totals>) {
    let outcome = load(path, options);
    let mut totals = totals.lock().expect("no thread panicked");
    match outcome {
        Err(error) => {
            let text = error.to_string();
            let reason =
                text.lines().find(|line| line.contains("error")).or(text.lines().next()).unwrap_or("");
            let reason = reason.rsplit("error: ").next().unwrap_or(reason).to_string();
            totals.refusals.entry(reason).or_default().push(path.to_path_buf());
        }
        Ok(loaded) => {
            if print {
                println!("{}", loaded.program);
            }
            let beyond = loaded.timings.parse + loaded.timings.lower;
            totals.lowered += 1;
            totals.clang += loaded.timings.clang;
            totals.beyond_clang += beyond;
            if beyond > totals.slowest.0 {
                totals.slowest = (beyond, path.to_path_buf());
            }
            for reason in unsupported(&loaded.program) {
                totals.unsupported.entry(reason).or_default().push(path.to_path_buf());
            }
            for warning in &loaded.program.warnings {
                *totals.warnings.entry(warning.message.clone()).or_default() += 1;
            }
        }
    }
}

/// The reasons in the user's functions; those of library functions may well be out of reach.
fn unsupported(program: &ir::Program) -> Vec<String> {
    let functions = program.functions.iter().filter(|function| !function.library);
    let insts = functions.flat_map(|function| function.blocks.iter()).flat_map(|block| &block.insts);
    let mut reasons: Vec<String> = insts
        .filter_map(|inst| match &inst.op {
            ir::Op::Unsupported { reason } => Some(reason.to_string()),
            _ => None,
        })
        .collect();
    reasons.sort();
    reasons.dedup();
    reasons
}

fn report(totals: &Totals, files: usize, verbose: bool) {
    let refused: usize = totals.refusals.values().map(Vec::len).sum();
    println!("{files} files: {} lowered, {refused} refused", totals.lowered);
    let per_file = totals.beyond_clang / (totals.lowered.max(1) as u32);
    println!(
        "clang {:.1?}, beyond clang {:.1?} ({per_file:.1?} per file)",
        totals.clang, totals.beyond_clang
    );
    println!("slowest beyond clang: {:.1?} {}", totals.slowest.0, totals.slowest.1.display());
    for (title, table) in [("refused", &totals.refusals), ("unsupported", &totals.unsupported)] {
        for (reason, paths) in table {
            println!("{title}: {} × {reason}  (e.g. {})", paths.len(), paths[0].display());
            if verbose {
                paths.iter().for_each(|path| println!("    {}", path.display()));
            }
        }
    }
    for (message, count) in &totals.warnings {
        println!("warning: {count} × {message}");
    }
}
