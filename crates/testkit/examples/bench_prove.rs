//! `make bench-prove`: what `prove` proves, by which method, under which model.
//!
//! Without arguments: the litmus corpus and the driver-like programs under `examples/prove`, as Tables 1 to 4 of paper 000.
//! With arguments, programs or folders of them: expected verdicts are taken from the head of a file (`// expect:`), from its
//! name (`_true-`, `_false-`), or with `--table FILE` from lines `name:model:valid`. A *bogus proof* is a defect.

use model::Model;
use prove::{Interference, ProveConfig, ProveResult, Status, prove};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use testkit::corpus::Corpus;
use testkit::expect::{Expected, Head};
use verdict::Verdict;

const METHODS: [Interference; 4] =
    [Interference::Oblivious, Interference::Sc, Interference::Datalog, Interference::Model];

/// One line of Tables 1 to 3.
#[derive(Default, Clone)]
struct Counts {
    true_alarms: u32,
    bogus_alarms: u32,
    true_proofs: u32,
    bogus_proofs: u32,
    unsettled: u32,
    time: Duration,
}

#[derive(Default)]
struct Tables(BTreeMap<(usize, usize), Counts>);

impl Tables {
    fn add(&mut self, model: Model, method: Interference, holds: Option<bool>, proved: bool, time: Duration) {
        let row = Model::ALL.iter().position(|&known| known == model).unwrap_or(0);
        let column = METHODS.iter().position(|&known| known == method).unwrap_or(0);
        let counts = self.0.entry((row, column)).or_default();
        counts.time += time;
        match (holds, proved) {
            (Some(true), true) => counts.true_proofs += 1,
            (Some(true), false) => counts.bogus_alarms += 1,
            (Some(false), true) => counts.bogus_proofs += 1,
            (Some(false), false) => counts.true_alarms += 1,
            (None, _) => counts.unsettled += 1,
        }
    }

    fn print(&self) {
        println!(
            "{:<10} {:<10} {:>11} {:>12} {:>11} {:>12} {:>9} {:>9}",
            "model",
            "method",
            "true alarms",
            "bogus alarms",
            "true proofs",
            "bogus proofs",
            "no truth",
            "seconds"
        );
        for (&(model, method), counts) in &self.0 {
            println!(
                "{:<10} {:<10} {:>11} {:>12} {:>11} {:>12} {:>9} {:>9.2}",
                Model::ALL[model].name(),
                METHODS[method].name(),
                counts.true_alarms,
                counts.bogus_alarms,
                counts.true_proofs,
                counts.bogus_proofs,
                counts.unsettled,
                counts.time.as_secs_f64(),
            );
        }
    }
}

fn attempt(program: &ir::Program, model: Model, method: Interference) -> (ProveResult, Duration) {
    let mut config = ProveConfig::new(model);
    config.interference = method;
    config.timeout = Some(Duration::from_secs(60));
    let start = Instant::now();
    let result = prove(program, &config);
    (result, start.elapsed())
}

fn is_safe(result: &ProveResult) -> bool {
    matches!(result.verdict, Verdict::Safe { .. })
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.is_empty() {
        corpus();
        drivers();
        return;
    }
    let mut take = |flag: &str| -> Option<String> {
        let at = arguments.iter().position(|argument| argument == flag)?;
        arguments.remove(at);
        (at < arguments.len()).then(|| arguments.remove(at))
    };
    let table = take("--table").map(|path| read_table(Path::new(&path)));
    let models: Vec<Model> = take("--models")
        .unwrap_or_else(|| "sc,tso,pso,rmo".into())
        .split(',')
        .filter_map(Model::by_name)
        .collect();
    let methods: Vec<Interference> = match take("--method") {
        Some(name) => METHODS.into_iter().filter(|method| method.name() == name).collect(),
        None => vec![Interference::Model],
    };
    let mut files = Vec::new();
    arguments.iter().for_each(|path| gather(Path::new(path), &mut files));
    programs(&files, table.as_ref(), &models, &methods);
}

fn gather(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let mut inside: Vec<PathBuf> =
            std::fs::read_dir(path).into_iter().flatten().filter_map(|e| Some(e.ok()?.path())).collect();
        inside.sort();
        inside.iter().for_each(|path| gather(path, files));
    } else if path.extension().is_some_and(|e| ["c", "i", "cpp", "litmus"].iter().any(|known| e == *known)) {
        files.push(path.to_path_buf());
    }
}

type Table = BTreeMap<(String, String), bool>;

fn read_table(path: &Path) -> Table {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let rows = text.lines().filter_map(|line| {
        let mut fields = line.split(':');
        let (name, model, verdict) = (fields.next()?, fields.next()?, fields.next()?);
        let known = matches!(verdict, "valid" | "invalid");
        known.then(|| ((name.to_string(), model.to_string()), verdict == "valid"))
    });
    rows.collect()
}

/// Whether the properties of a program hold, where somebody says so.
fn truth(path: &Path, table: Option<&Table>, model: Model) -> Option<bool> {
    let name = path.file_name()?.to_string_lossy().to_string();
    if let Some(table) = table {
        let stem = path.file_stem()?.to_string_lossy().to_string();
        return table.get(&(stem, model.name().to_string())).copied();
    }
    let source = std::fs::read_to_string(path).ok()?;
    if let Ok(head) = Head::parse(&source)
        && let Some(expected) = head.expected(model)
    {
        if head.properties.iter().any(|property| property != "assert") {
            return None;
        }
        return match expected {
            Expected::Safe => Some(true),
            Expected::Violation => Some(false),
            _ => None,
        };
    }
    // The competition speaks of sequential consistency; what fails there fails everywhere.
    match () {
        () if name.contains("_false-") => Some(false),
        () if name.contains("_true-") && model == Model::SC => Some(true),
        () => None,
    }
}

fn programs(files: &[PathBuf], table: Option<&Table>, models: &[Model], methods: &[Interference]) {
    let mut tables = Tables::default();
    for path in files {
        let Ok(loaded) = frontend::load(path, &frontend::Options::default()) else {
            println!("{}: not read", path.display());
            continue;
        };
        for &model in models {
            for &method in methods {
                let (result, time) = attempt(&loaded.program, model, method);
                let holds = truth(path, table, model);
                let safe = is_safe(&result);
                tables.add(model, method, holds, safe, time);
                let remark = match (holds, safe) {
                    (Some(false), true) if method.is_sound(model) => "BOGUS PROOF",
                    (Some(true), false) => "bogus alarm",
                    (Some(true), true) => "proved",
                    (None, true) => "proved, truth not known",
                    _ => continue,
                };
                let reason = match &result.verdict {
                    Verdict::Unknown { reason, place } => {
                        let place = place.as_ref().map_or(String::new(), |place| format!("{place}: "));
                        format!("{place}{reason}")
                    }
                    _ => format!("{}/{} by {:?}", result.n_proved(), result.assertions.len(), by(&result)),
                };
                println!(
                    "{remark:<12} {} {} {} {:.2} s  {reason}",
                    path.display(),
                    model.name(),
                    method.name(),
                    time.as_secs_f64()
                );
            }
        }
    }
    tables.print();
}

/// How many assertions each method proved: joined, combinations, solver.
fn by(result: &ProveResult) -> [usize; 3] {
    let mut counts = [0; 3];
    for assertion in &result.assertions {
        if let Status::Proved(method) = assertion.status {
            counts[method as usize] += 1;
        }
    }
    counts
}

fn corpus() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus");
    let Ok(corpus) = Corpus::read(&directory) else { return println!("no corpus") };
    let mut tables = Tables::default();
    for (name, rows) in &corpus.rows {
        let Ok(mut program) =
            corpus.text(name).and_then(|text| frontend::litmus::read(&text, name).map_err(|e| e.to_string()))
        else {
            continue;
        };
        if let Some(condition) = &mut program.condition {
            condition.quantifier = ir::Quantifier::Exists;
        }
        for row in rows {
            for method in METHODS {
                let (result, time) = attempt(&program, row.model, method);
                tables.add(row.model, method, Some(!row.allowed), is_safe(&result), time);
            }
        }
    }
    println!("## litmus corpus: {} tests, {} rows\n", corpus.rows.len(), corpus.n_rows());
    tables.print();
}

/// Properties proved and time, as Table 4.
fn drivers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/prove");
    let mut files = Vec::new();
    gather(&folder, &mut files);
    println!("\n## driver-like programs, TSO: properties proved (of all) and seconds\n");
    print!("{:<28} {:>5} {:>7} {:>5}", "program", "lines", "threads", "all");
    METHODS.iter().for_each(|method| print!(" {:>9} {:>7}", method.name(), "s"));
    println!();
    for path in files {
        let Ok(loaded) = frontend::load(&path, &frontend::Options::default()) else { continue };
        let lines = std::fs::read_to_string(&path).map_or(0, |text| text.lines().count());
        let name = path.file_stem().map(|stem| stem.to_string_lossy().to_string()).unwrap_or_default();
        for (index, method) in METHODS.into_iter().enumerate() {
            let (result, time) = attempt(&loaded.program, Model::TSO, method);
            if index == 0 {
                let (threads, all) = (result.statistics.threads, result.assertions.len());
                print!("{name:<28} {lines:>5} {threads:>7} {all:>5}");
            }
            print!(" {:>9} {:>7.2}", result.n_proved(), time.as_secs_f64());
        }
        println!();
    }
}
