//! `make bench-prove`: what `prove` proves, by which method, under which model.
//!
//! Without arguments: the litmus corpus and the driver-like programs under `examples/prove`, as Tables 1 to 4 of FRUITTREE;
//! programs without end; how time grows with threads and assertions. `--part NAME` is one of these alone (`corpus`,
//! `drivers`, `endless`, `growth`).
//! With arguments, programs or folders of them: expected verdicts are taken from the head of a file (`// expect:`), from its
//! name (`_true-`, `_false-`), or with `--table FILE` from lines `name:model:valid`. A *bogus proof* is a defect.

use model::Model;
use prove::{Interference, ProveConfig, ProveResult, Status, prove};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use testkit::corpus::Corpus;
use testkit::expect::{Expected, Head};
use verdict::{Limits, Verdict};

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
        let column = Interference::ALL.iter().position(|&known| known == method).unwrap_or(0);
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
                Interference::ALL[method].name(),
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

fn attempt(
    program: &ir::Program,
    model: Model,
    method: Interference,
    timeout: Duration,
) -> (ProveResult, Duration) {
    let mut config = ProveConfig::new(model);
    config.interference = method;
    config.task.limits = Limits::within(timeout);
    let start = Instant::now();
    let result = prove(program, &config);
    (result, start.elapsed())
}

fn is_safe(result: &ProveResult) -> bool {
    matches!(result.verdict, Verdict::Safe { .. })
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, part] = arguments.as_slice()
        && flag == "--part"
    {
        return match part.as_str() {
            "corpus" => corpus(),
            "drivers" => [Model::TSO, Model::PSO].into_iter().for_each(drivers),
            "endless" => endless(),
            "growth" => growth(),
            other => println!("there is no part {other}"),
        };
    }
    if arguments.is_empty() {
        corpus();
        drivers(Model::TSO);
        drivers(Model::PSO);
        endless();
        growth();
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
    let seconds = take("--timeout").and_then(|text| text.parse().ok()).unwrap_or(60);
    let methods: Vec<Interference> = match take("--method") {
        Some(name) if name == "all" => METHODS.to_vec(),
        Some(name) => Interference::ALL.into_iter().filter(|method| method.name() == name).collect(),
        None => vec![Interference::Model],
    };
    let mut files = Vec::new();
    arguments.iter().for_each(|path| gather(Path::new(path), &mut files));
    programs(&files, table.as_ref(), &models, &methods, Duration::from_secs(seconds));
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

fn programs(
    files: &[PathBuf],
    table: Option<&Table>,
    models: &[Model],
    methods: &[Interference],
    timeout: Duration,
) {
    let mut tables = Tables::default();
    for path in files {
        let Ok(loaded) = frontend::load(path, &frontend::Options::default()) else {
            println!("{}: not read", path.display());
            continue;
        };
        for &model in models {
            for &method in methods {
                let (result, time) = attempt(&loaded.program, model, method, timeout);
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
                let why = match &result.verdict {
                    Verdict::Unknown { why, place } => {
                        let place = place.as_ref().map_or(String::new(), |place| format!("{place}: "));
                        format!("{place}{why}")
                    }
                    _ => format!("{}/{} by {:?}", result.n_proved(), result.assertions.len(), by(&result)),
                };
                println!(
                    "{remark:<12} {} {} {} {:.2} s, {} states  {why}",
                    path.display(),
                    model.name(),
                    method.name(),
                    time.as_secs_f64(),
                    result.statistics.states,
                );
            }
        }
    }
    tables.print();
}

/// How many assertions each method proved: joined, combinations, solver, product.
fn by(result: &ProveResult) -> [usize; 4] {
    let mut counts = [0; 4];
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
                let (result, time) = attempt(&program, row.model, method, Duration::from_secs(60));
                tables.add(row.model, method, Some(!row.allowed), is_safe(&result), time);
            }
        }
    }
    println!("## litmus corpus: {} tests, {} rows\n", corpus.rows.len(), corpus.n_rows());
    tables.print();
}

const MINUTE: Duration = Duration::from_secs(60);

fn in_folder(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/prove").join(name);
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    files
}

/// Properties proved and time, as Table 4. What `sc` proves and `model` does not, it proves wrongly.
fn drivers(model: Model) {
    println!("\n## driver-like programs, {}: properties proved (of all) and seconds\n", model.title());
    print!("{:<28} {:>5} {:>7} {:>5}", "program", "lines", "threads", "all");
    METHODS.iter().for_each(|method| print!(" {:>9} {:>7}", method.name(), "s"));
    println!();
    let mut sums = [(0, 0.0); METHODS.len()];
    for path in in_folder("") {
        let Ok(loaded) = frontend::load(&path, &frontend::Options::default()) else { continue };
        let lines = std::fs::read_to_string(&path).map_or(0, |text| text.lines().count());
        let name = path.file_stem().map(|stem| stem.to_string_lossy().to_string()).unwrap_or_default();
        for (index, method) in METHODS.into_iter().enumerate() {
            let (result, time) = attempt(&loaded.program, model, method, MINUTE);
            if index == 0 {
                let (threads, all) = (result.statistics.threads, result.assertions.len());
                print!("{name:<28} {lines:>5} {threads:>7} {all:>5}");
            }
            print!(" {:>9} {:>7.2}", result.n_proved(), time.as_secs_f64());
            sums[index] = (sums[index].0 + result.n_proved(), sums[index].1 + time.as_secs_f64());
        }
        println!();
    }
    print!("{:<47}", "sum");
    sums.iter().for_each(|(proved, seconds)| print!(" {proved:>9} {seconds:>7.2}"));
    println!();
}

/// Any number of threads, loops without bound.
fn endless() {
    println!("\n## programs without end: seconds until proved, states\n");
    let models = [Model::SC, Model::TSO, Model::PSO];
    print!("{:<28}", "program");
    models.iter().for_each(|model| print!(" {:>12} {:>8}", model.name(), "states"));
    println!();
    for path in in_folder("endless") {
        let Ok(loaded) = frontend::load(&path, &frontend::Options::default()) else { continue };
        let name = path.file_stem().map(|stem| stem.to_string_lossy().to_string()).unwrap_or_default();
        print!("{name:<28}");
        for model in models {
            let (result, time) = attempt(&loaded.program, model, Interference::Model, MINUTE);
            let time = format!("{:.2}", time.as_secs_f64());
            print!(
                " {:>12} {:>8}",
                if is_safe(&result) { &time } else { "not proved" },
                result.statistics.states
            );
        }
        println!();
    }
}

/// A driver with so many channels, each programmed by one thread and served by another one, with so many assertions each.
fn channels(n_channels: usize, n_assertions: usize) -> String {
    let mut text = String::from(
        "#include <assert.h>\n#include <pthread.h>\nextern int __VERIFIER_nondet_int(void);\n\
         static int clamp(int v) { return v < 1 ? 1 : v > 99 ? 99 : v; }\n",
    );
    for channel in 0..n_channels {
        let checks: String = (0..n_assertions)
            .map(|bound| format!("assert(value >= {} - {bound});", i32::from(bound == 0)))
            .collect();
        text += &format!(
            "static int reg{channel}; static volatile int ready{channel};\n\
             static void *ioctl{channel}(void *u) {{ reg{channel} = clamp(__VERIFIER_nondet_int()); \
             __sync_synchronize(); ready{channel} = 1; return u; }}\n\
             static void *irq{channel}(void *u) {{ while (!ready{channel}) ; __sync_synchronize(); \
             int value = reg{channel}; {checks} return u; }}\n"
        );
    }
    text += "int main(void) { pthread_t t;\n";
    for channel in 0..n_channels {
        text +=
            &format!("pthread_create(&t, 0, ioctl{channel}, 0); pthread_create(&t, 0, irq{channel}, 0);\n");
    }
    text + "pthread_exit(0); }\n"
}

fn growth() {
    println!("\n## growth, RMO: seconds by threads and assertions\n");
    println!("{:>8} {:>11} {:>9} {:>9} {:>9}", "threads", "assertions", "oblivious", "datalog", "proved");
    let sizes = [1, 2, 4, 8, 16].map(|n| (n, 4)).into_iter().chain([1, 4, 16, 64, 256].map(|m| (2, m)));
    for (n_channels, n_assertions) in sizes {
        let path = std::env::temp_dir().join(format!("selvedge-growth-{}.c", std::process::id()));
        if std::fs::write(&path, channels(n_channels, n_assertions)).is_err() {
            return println!("no place for a temporary file");
        }
        let loaded = frontend::load(&path, &frontend::Options::default());
        // It may be gone already; then there is nothing to do.
        let _ = std::fs::remove_file(&path);
        let Ok(loaded) = loaded else { return println!("a program that cannot be read") };
        let (_, coarse) = attempt(&loaded.program, Model::RMO, Interference::Oblivious, MINUTE);
        let (result, fine) = attempt(&loaded.program, Model::RMO, Interference::Datalog, MINUTE);
        println!(
            "{:>8} {:>11} {:>9.3} {:>9.3} {:>9}",
            2 * n_channels + 1,
            result.assertions.len(),
            coarse.as_secs_f64(),
            fine.as_secs_f64(),
            result.n_proved()
        );
    }
}
