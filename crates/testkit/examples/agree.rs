//! Asks `explore` and `check` the same questions about the same programs and compares the answers.
//!
//! ```text
//! cargo run --release -p selvedge-testkit --example agree -- [--seconds S] [--models sc,tso] [--property assert,deadlock]
//!     [--unwind N] [--inputs 0,1] [--brief] FILE|FOLDER...
//! ```
//!
//! A folder stands for the C, C++ and `.i` files in it; without any, `examples/` is meant. Each property is a question of its own;
//! the head of a file says which, unless the command line does, and `assert` is asked if nobody says anything. `explore` is asked
//! event by event, and once more by critical sections where that applies. Ends with 1 if two answers cannot both be
//! right ([`testkit::disagree`]), with 2 on bad usage.

use check::{CheckConfig, check};
use events::Property;
use explore::{ExploreConfig, explore, semantic};
use model::Model;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use testkit::disagree::{Answer, permitted};
use testkit::expect::Head;
use verdict::{Limits, Verdict};

struct Question {
    seconds: f64,
    models: Vec<Model>,
    properties: Vec<String>,
    unwind: Option<u32>,
    inputs: Option<Vec<i128>>,
    /// Only rows where somebody decides differently, or explore fails to show what it found.
    brief: bool,
    files: Vec<PathBuf>,
}

fn main() -> ExitCode {
    let question = match parse(std::env::args().skip(1).collect()) {
        Ok(question) => question,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let mut totals = Totals::default();
    println!(
        "{:<44} {:<9} {:<9} {:<24} {:>7} {:<24} {:>7}",
        "program", "model", "property", "explore", "s", "check", "s"
    );
    for file in &question.files {
        if let Err(message) = ask(&question, file, &mut totals) {
            println!("{:<44} not read: {}", name_of(file), message.lines().next().unwrap_or(""));
            totals.unreadable += 1;
        }
    }
    totals.print();
    ExitCode::from(u8::from(totals.wrong > 0))
}

fn parse(arguments: Vec<String>) -> Result<Question, String> {
    let mut question = Question {
        seconds: 10.0,
        models: vec![Model::SC, Model::TSO, Model::PSO, Model::RMO],
        properties: Vec::new(),
        unwind: None,
        inputs: None,
        brief: false,
        files: Vec::new(),
    };
    let mut arguments = arguments.into_iter();
    let mut paths = Vec::new();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
        let bad = |error: &dyn std::fmt::Display| format!("{argument}: {error}");
        match argument.as_str() {
            "--seconds" => {
                question.seconds = value()?.parse().map_err(|error: std::num::ParseFloatError| bad(&error))?
            }
            "--unwind" => {
                question.unwind =
                    Some(value()?.parse().map_err(|error: std::num::ParseIntError| bad(&error))?)
            }
            "--models" => {
                let models = value()?.split(',').map(str::parse).collect::<Result<_, model::UnknownModel>>();
                question.models = models.map_err(|error| bad(&error))?;
            }
            "--inputs" => {
                let inputs =
                    value()?.split(',').map(str::parse).collect::<Result<_, std::num::ParseIntError>>();
                question.inputs = Some(inputs.map_err(|error| bad(&error))?);
            }
            "--property" => question.properties = value()?.split(',').map(str::to_string).collect(),
            "--brief" => question.brief = true,
            flag if flag.starts_with('-') => return Err(format!("{flag}: not a flag of this program")),
            path => paths.push(PathBuf::from(path)),
        }
    }
    if paths.is_empty() {
        paths.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples"));
    }
    for path in paths {
        match path.is_dir() {
            true => question.files.extend(programs_in(&path)),
            false => question.files.push(path),
        }
    }
    Ok(question)
}

fn programs_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_program =
        |path: &PathBuf| path.extension().is_some_and(|end| end == "c" || end == "cpp" || end == "i");
    let mut files: Vec<PathBuf> = entries.filter(is_program).collect();
    files.sort();
    files
}

fn name_of(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().to_string()
}

fn property(name: &str) -> Result<Property, String> {
    match name {
        "assert" => Ok(Property::Assert),
        "deadlock" => Ok(Property::Deadlock),
        "memory" => Ok(Property::Memory),
        "race" => Ok(Property::Race),
        other => Err(format!("{other}: no property (assert, deadlock, memory, race)")),
    }
}

fn ask(question: &Question, file: &Path, totals: &mut Totals) -> Result<(), String> {
    let source = std::fs::read(file).map_err(|error| error.to_string())?;
    let head = Head::parse(&String::from_utf8_lossy(&source)).unwrap_or_default();
    let loaded = frontend::load(file, &frontend::Options::default()).map_err(|error| error.to_string())?;
    let mut names = match question.properties.is_empty() {
        true => head.properties.clone(),
        false => question.properties.clone(),
    };
    if names.is_empty() {
        names.push("assert".to_string());
    }
    for name in names {
        for &model in &question.models {
            let properties = vec![property(&name)?];
            let unwind = question.unwind.or(head.unwind).unwrap_or(4);
            let row = Row { program: name_of(file), model, property: name.clone() };
            compare(question, &loaded.program, properties, unwind, &row, totals);
        }
    }
    Ok(())
}

struct Row {
    program: String,
    model: Model,
    property: String,
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let started = Instant::now();
    let result = work();
    (result, started.elapsed().as_secs_f64())
}

fn compare(
    question: &Question,
    program: &ir::Program,
    properties: Vec<Property>,
    unwind: u32,
    row: &Row,
    totals: &mut Totals,
) {
    let limit = Duration::from_secs_f64(question.seconds);
    let mut config = ExploreConfig::new(row.model);
    (config.task.properties, config.task.limits) = (properties.clone(), Limits::within(limit));
    config.task.inputs = question.inputs.clone();
    let (explored, seconds) = timed(|| explore(program, &config).verdict);
    let by_sections = semantic::explore_sections(program, &config).map(|found| found.exploration.verdict);
    let mut config = CheckConfig::new(row.model);
    (config.task.properties, config.task.limits, config.unwind) = (properties, Limits::within(limit), unwind);
    let (checked, check_seconds) = timed(|| check(program, &config).verdict);
    let wrong = [Some(&explored), by_sections.as_ref()]
        .into_iter()
        .flatten()
        .find_map(|verdict| permitted(Answer::from(verdict), Answer::from(&checked)).err());
    totals.count(&explored, &checked, wrong.is_some());
    let strange = wrong.is_some() || is_internal(&explored) || by_sections.as_ref().is_some_and(is_internal);
    if question.brief && !strange {
        return;
    }
    println!(
        "{:<44} {:<9} {:<9} {:<24} {seconds:>7.2} {:<24} {check_seconds:>7.2}",
        row.program,
        row.model.name(),
        row.property,
        Answer::from(&explored).to_string(),
        Answer::from(&checked).to_string(),
    );
    for (engine, verdict) in
        [("explore", Some(&explored)), ("sections", by_sections.as_ref()), ("check", Some(&checked))]
    {
        if let Some(Verdict::Unknown { why, place }) = verdict {
            let place = place.as_ref().map_or(String::new(), |place| format!("{place}: "));
            println!("    {engine}: {place}{why}");
        }
    }
    if let Some(why) = wrong {
        println!("    DISAGREE: {why}");
    }
}

/// Whether an engine says that it could not show what it had found.
fn is_internal(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Unknown { why, .. } if why.to_string().starts_with("internal error"))
}

#[derive(Default)]
struct Totals {
    pairs: BTreeMap<(Answer, Answer), usize>,
    questions: usize,
    both: usize,
    wrong: usize,
    internal: usize,
    unreadable: usize,
}

impl Totals {
    fn count(&mut self, explored: &Verdict, checked: &Verdict, wrong: bool) {
        let pair = (Answer::from(explored), Answer::from(checked));
        *self.pairs.entry(pair).or_default() += 1;
        self.questions += 1;
        self.both += usize::from(pair.0 != Answer::Unknown && pair.1 != Answer::Unknown);
        self.wrong += usize::from(wrong);
        self.internal += usize::from(is_internal(explored));
    }
    fn print(&self) {
        println!();
        for ((explored, checked), n) in &self.pairs {
            println!("{n:>6}  explore: {:<32} check: {checked}", explored.to_string());
        }
        println!(
            "{} questions, both decide {}, disagreements {}, found but not shown {}, files not read {}",
            self.questions, self.both, self.wrong, self.internal, self.unreadable
        );
    }
}
