//! `make bench-check`: how fast `check` is on a fixed list of our own programs, and how its cost grows.
//!
//! Prints a table per class: verdict, time, size, and the solver's counters. Times are for unfolding, encoding and solving;
//! clang and the front end are not in them. Compare ratios within one run: machines are noisy.

use check::{CheckConfig, check};
use model::Model;
use report::plot::{self, Axis, Plot, Series};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use testkit::expect::Head;
use verdict::{Limits, Property, Scope, Verdict};

const TIMEOUT: Duration = Duration::from_secs(60);

fn main() {
    header("examples, all four models");
    for path in examples() {
        let source = std::fs::read_to_string(&path).unwrap_or_default();
        let head = Head::parse(&source).unwrap_or_default();
        let Ok(loaded) = frontend::load(&path, &frontend::Options::default()) else { continue };
        let name = path.file_stem().map(|stem| stem.to_string_lossy().to_string()).unwrap_or_default();
        for model in [Model::SC, Model::TSO, Model::PSO, Model::RMO] {
            row(&name, &loaded.program, model, head.unwind.unwrap_or(4), &properties(&head));
        }
    }
    let mut curves = Curves::default();
    let mut grow = |title: &str, sizes, step, model, make: &dyn Fn(u32) -> (String, u32)| {
        curves.add(title, grow(title, sizes, step, model, make));
    };
    grow("fib, two threads, N rounds, SC, holds", 3..=9, 1, Model::SC, &|n| {
        (fib(n, fibonacci(2 * n + 2)), n)
    });
    grow("fib, two threads, N rounds, SC, fails", 3..=9, 1, Model::SC, &|n| {
        (fib(n, fibonacci(2 * n + 2) - 1), n)
    });
    grow("store-buffering ring of N threads, TSO", 4..=40, 6, Model::TSO, &|n| (ring(n, false), 2));
    grow("store-buffering ring of N threads, fenced, TSO", 4..=40, 6, Model::TSO, &|n| (ring(n, true), 2));
    grow("N writers and N readers of one location, SC", 5..=50, 9, Model::SC, &|n| (crowd(n), 2));
    grow("N threads add under a lock, SC", 2..=8, 1, Model::SC, &|n| (locked(n), 2));
    curves.draw();
}

/// Time against size, one line per family.
#[derive(Default)]
struct Curves(Vec<Series>);

impl Curves {
    fn add(&mut self, title: &str, points: Vec<(f64, f64)>) {
        self.0.push(Series::line(title, points));
    }
    fn draw(self) {
        let plot = Plot {
            title: "check: time by size of the program".into(),
            x: Axis::linear("N"),
            y: Axis::logarithmic("milliseconds"),
            series: self.0,
            diagonal: false,
        };
        plot::save("check-growth", &plot);
    }
}

fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    files
}

fn properties(head: &Head) -> Vec<Property> {
    let named = |name: &String| match name.as_str() {
        "deadlock" => Property::Deadlock,
        "memory" => Property::Memory,
        "race" => Property::Race,
        _ => Property::Assert,
    };
    if head.properties.is_empty() {
        vec![Property::Assert]
    } else {
        head.properties.iter().map(named).collect()
    }
}

fn header(title: &str) {
    println!("\n## {title}\n");
    println!(
        "{:<34} {:<5} {:<18} {:>9} {:>7} {:>8} {:>9} {:>10} {:>8}",
        "program", "model", "verdict", "ms", "events", "rf", "conflicts", "theory", "peak MB"
    );
}

/// Prints one row; its milliseconds.
fn row(name: &str, program: &ir::Program, model: Model, unwind: u32, properties: &[Property]) -> f64 {
    let mut config = CheckConfig::new(model);
    config.unwind = unwind;
    config.task.properties = properties.to_vec();
    config.task.limits = Limits::within(TIMEOUT);
    let start = Instant::now();
    let result = check(program, &config);
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    let verdict = match &result.verdict {
        Verdict::Safe { scope: Scope::UpToUnwind(bound) } => format!("safe to {bound}"),
        Verdict::Safe { .. } => "safe".to_string(),
        Verdict::Violation { .. } => "violation".to_string(),
        Verdict::Unknown { why, .. } => format!("unknown: {why}"),
    };
    let statistics = &result.statistics;
    println!(
        "{name:<34} {:<5} {verdict:<18} {milliseconds:>9.1} {:>7} {:>8} {:>9} {:>10} {:>8}",
        model.name(),
        statistics.events,
        statistics.reads_from,
        statistics.solver.conflicts,
        statistics.solver.theory.propagations,
        peak_megabytes(),
    );
    milliseconds
}

/// The most memory this process has had so far; families come in the order of their size.
fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}

fn grow(
    title: &str,
    sizes: std::ops::RangeInclusive<u32>,
    step: usize,
    model: Model,
    make: &dyn Fn(u32) -> (String, u32),
) -> Vec<(f64, f64)> {
    header(title);
    let mut points = Vec::new();
    for n in sizes.step_by(step) {
        let (source, unwind) = make(n);
        let path = std::env::temp_dir().join(format!("selvedge-bench-{}-{n}.c", std::process::id()));
        let loaded =
            std::fs::write(&path, source).ok().and_then(|()| frontend::load(&path, &Default::default()).ok());
        drop(std::fs::remove_file(&path));
        match loaded {
            Some(loaded) => {
                let name = format!("N = {n}");
                let time = row(&name, &loaded.program, model, unwind, &[Property::Assert]);
                points.push((f64::from(n), time));
            }
            None => println!("N = {n}: not read"),
        }
    }
    points
}

fn fibonacci(n: u32) -> u64 {
    (0..n).fold((0, 1), |(a, b), _| (b, a + b)).0
}

/// Two threads that add each other's number to their own; the largest sum is a Fibonacci number.
fn fib(n: u32, most: u64) -> String {
    format!(
        "#include <assert.h>\n#include <pthread.h>\nint i = 1, j = 1;\n\
         void *left(void *a) {{ for (int k = 0; k < {n}; k++) i += j; return 0; }}\n\
         void *right(void *a) {{ for (int k = 0; k < {n}; k++) j += i; return 0; }}\n\
         int main(void) {{ pthread_t a, b; pthread_create(&a, 0, left, 0); pthread_create(&b, 0, right, 0);\n\
         int l = i, r = j; assert(l <= {most} && r <= {most}); return 0; }}\n"
    )
}

/// Each thread announces itself and looks at its neighbour; under TSO all may miss each other.
fn ring(n: u32, fenced: bool) -> String {
    let mut text = format!("#include <assert.h>\n#include <pthread.h>\nint x[{n}], r[{n}];\n");
    let fence = if fenced { "__sync_synchronize(); " } else { "" };
    for t in 0..n {
        let next = (t + 1) % n;
        let _ = writeln!(text, "void *t{t}(void *a) {{ x[{t}] = 1; {fence}r[{t}] = x[{next}]; return 0; }}");
    }
    text += &start_and_join(n, |t| format!("t{t}"));
    let sum: Vec<String> = (0..n).map(|t| format!("r[{t}]")).collect();
    text + &format!("assert({}); return 0; }}\n", sum.join(" + "))
}

/// `main` up to the point where all threads have ended.
fn start_and_join(n: u32, name: impl Fn(u32) -> String) -> String {
    let mut text = format!("int main(void) {{ pthread_t t[{n}];\n");
    (0..n).for_each(|t| text += &format!("pthread_create(&t[{t}], 0, {}, 0);\n", name(t)));
    (0..n).for_each(|t| text += &format!("pthread_join(t[{t}], 0);\n"));
    text
}

/// Writers of distinct values and readers that read twice: nobody sees the initial value after another.
fn crowd(n: u32) -> String {
    let mut text = "#include <assert.h>\n#include <pthread.h>\nint x;\n\
                    void *reader(void *a) { int p = x, q = x; assert(!(p != 0 && q == 0)); return 0; }\n"
        .to_string();
    for t in 0..n {
        let _ = writeln!(text, "void *w{t}(void *a) {{ x = {}; return 0; }}", t + 1);
    }
    let _ = writeln!(text, "int main(void) {{ pthread_t t[{}];", 2 * n);
    for t in 0..n {
        let _ = writeln!(
            text,
            "pthread_create(&t[{t}], 0, w{t}, 0); pthread_create(&t[{}], 0, reader, 0);",
            n + t
        );
    }
    text + "return 0; }\n"
}

/// A counter under a lock.
fn locked(n: u32) -> String {
    let text = "#include <assert.h>\n#include <pthread.h>\nint x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
                void *add(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }\n";
    format!("{text}{}assert(x == {n}); return 0; }}\n", start_and_join(n, |_| "add".to_string()))
}
