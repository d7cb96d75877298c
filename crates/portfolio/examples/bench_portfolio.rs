//! `make bench-verify`: ten examples under four models, who settles what, and what it costs that the engines run side by side.
//!
//! The last columns compare the portfolio with the engine that settles most of the file alone: every cell it settles, or the time
//! until it gives up; `settled` is when the last cell had its answer, the rest is the others' stopping. Compare ratios within one run: machines are noisy. With arguments: those files instead.

use model::Model;
use portfolio::{Cell, ENGINES, Outcome, Question, verify};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use testkit::expect::Head;
use verdict::{Engine, Property, Scope, Verdict};

const PROGRAMS: [&str; 10] = [
    "peterson_x86.c",
    "message_passing.c",
    "dekker_fenced.c",
    "dining_philosophers_broken.c",
    "race_flag_broken.c",
    "prove/watchdog_tco.c",
    "prove/handover.c",
    "ms_queue.c",
    "explore/lastzero.c",
    "explore/lockinc.c",
];
const MODELS: [Model; 4] = [Model::SC, Model::TSO, Model::PSO, Model::RMO];
const TIMEOUT: Duration = Duration::from_secs(20);

fn main() {
    let given: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let files = match given.is_empty() {
        true => PROGRAMS.iter().map(|name| folder.join(name)).collect(),
        false => given,
    };
    println!(
        "{:<30} {:<10} {:<24} {:<24} {:<24} {:<24} {:>9} {:>9} {:>9} {:>6}",
        "program", "property", "SC", "TSO", "PSO", "RMO", "alone s", "settled s", "verify s", "ratio"
    );
    for file in files {
        row(&file);
    }
}

fn row(file: &Path) {
    let Ok(loaded) = frontend::load(file, &frontend::Options::default()) else {
        println!("{}: not read", file.display());
        return;
    };
    let head = Head::parse(&std::fs::read_to_string(file).unwrap_or_default()).unwrap_or_default();
    let mut question = Question::new(MODELS.to_vec());
    if let Some(name) = head.properties.first() {
        question.properties = vec![property(name)];
    }
    question.timeout = Some(TIMEOUT);
    let ask = |engines: &[Engine]| {
        let question = Question { engines: engines.to_vec(), ..question.clone() };
        let started = Instant::now();
        let mut last = f64::NAN;
        let outcome = verify(&loaded.program, &question, &mut |_| last = started.elapsed().as_secs_f64());
        (outcome, started.elapsed().as_secs_f64(), last)
    };
    let (together, seconds, last) = ask(&ENGINES);
    let alone = ENGINES.iter().map(|&engine| ask(&[engine]));
    let best = alone
        .map(|(outcome, seconds, _)| (settled(&outcome), seconds))
        .max_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    let (_, alone) = best.unwrap_or((0, f64::NAN));
    let name = file.file_name().map(|name| name.to_string_lossy().to_string()).unwrap_or_default();
    print!("{name:<30} {:<10}", head.properties.first().map_or("assert", String::as_str));
    together.cells.iter().for_each(|cell| print!(" {:<24}", in_words(cell)));
    println!(" {alone:>9.3} {last:>9.3} {seconds:>9.3} {:>6.2}", seconds / alone);
}

fn property(name: &str) -> Property {
    match name {
        "deadlock" => Property::Deadlock,
        "memory" => Property::Memory,
        "race" => Property::Race,
        _ => Property::Assert,
    }
}

fn settled(outcome: &Outcome) -> usize {
    let is_final = |cell: &&Cell| match &cell.verdict {
        Verdict::Violation { .. } => true,
        Verdict::Safe { scope } => matches!(scope, Scope::Unbounded | Scope::Complete),
        Verdict::Unknown { .. } => false,
    };
    outcome.cells.iter().filter(is_final).count()
}

fn in_words(cell: &Cell) -> String {
    let verdict = match &cell.verdict {
        Verdict::Violation { .. } => "violation".to_string(),
        Verdict::Safe { scope: Scope::Unbounded } => "safe, no bound".to_string(),
        Verdict::Safe { scope: Scope::UpToUnwind(bound) } => format!("safe up to {bound}"),
        Verdict::Safe { .. } => "safe".to_string(),
        Verdict::Unknown { .. } => "unknown".to_string(),
    };
    match cell.engine {
        Some(engine) => format!("{verdict} ({engine})"),
        None => verdict,
    }
}
