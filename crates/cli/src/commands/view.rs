//! `selvedge view`: a saved result once more, for people. Nothing is run; whoever doubts a witness replays it.

use crate::flags::OutputFlags;
use crate::output::{Terminal, source};
use anyhow::{Context, Result, bail};
use ir::Program;
use report::{Certification, html};
use std::path::{Path, PathBuf};
use verdict::{Answer, Engine, Report, SCHEMA_VERSION, Verdict, Witness};

/// Larger files are refused before they are read.
const MAX_RESULT_BYTES: u64 = 1 << 30;

#[derive(clap::Args, Debug)]
pub struct ViewFlags {
    /// Result of another command: what --format json printed, or a witness that --save wrote.
    pub result: PathBuf,

    /// The program, if it is no longer where the result says.
    #[arg(long, value_name = "FILE")]
    pub program: Option<PathBuf>,

    #[command(flatten)]
    pub output: OutputFlags,
}

pub fn view(flags: &ViewFlags, terminal: &Terminal) -> Result<u8> {
    let report = read(&flags.result)?;
    let (program, note) = match find_program(&report, flags.program.as_deref()) {
        Found::Program(program) => (*program, None),
        Found::Nothing => (Program::new(&*report.program), None),
        Found::Other(note) => (Program::new(&*report.program), Some(note)),
    };
    if let Some(note) = &note {
        eprintln!("note: {note}");
    }
    if let Some(path) = &flags.output.html {
        let with_source = |path: &str| if note.is_none() { source(path) } else { None };
        let page = html::report_page(&html::ReportPage {
            report: &report,
            program: &program,
            source: &with_source,
            certified: false,
            note: note.clone(),
        });
        std::fs::write(path, page).with_context(|| format!("cannot write {}", path.display()))?;
        return Ok(0);
    }
    terminal.print_report(&report, &program, &flags.output, |_| Certification {
        certified: false,
        milliseconds: None,
    })?;
    Ok(0)
}

/// A report, or a witness as a report of its own.
fn read(path: &Path) -> Result<Report> {
    let name = path.display();
    let size = std::fs::metadata(path).with_context(|| format!("cannot read {name}"))?.len();
    if size > MAX_RESULT_BYTES {
        bail!("{name}: {size} bytes are too many for a result");
    }
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let value: serde_json::Value =
        serde_json::from_str(&text).map_err(not_a_result).with_context(|| name.to_string())?;
    if value.get("answers").is_none() && value.get("execution").is_some() {
        let witness = Witness::from_json(&text).with_context(|| name.to_string())?;
        return Ok(report_of(witness));
    }
    match value.get("schema").and_then(serde_json::Value::as_u64) {
        Some(schema) if schema == u64::from(SCHEMA_VERSION) => {}
        Some(schema) => {
            bail!("{name}: schema version {schema}; this selvedge reads version {SCHEMA_VERSION}")
        }
        None => bail!("{name}:1:1: neither a report nor a witness: there is no `schema`"),
    }
    let report: Report =
        serde_json::from_str(&text).map_err(not_a_result).with_context(|| name.to_string())?;
    for witness in witnesses(&report) {
        // The same check as for a witness on its own: later steps index freely.
        Witness::from_json(&witness.to_json()).with_context(|| name.to_string())?;
    }
    Ok(report)
}

fn not_a_result(error: serde_json::Error) -> anyhow::Error {
    match error.line() {
        0 => anyhow::anyhow!("not a result of selvedge: {error}"),
        line => anyhow::anyhow!("line {line}, column {}: not a result of selvedge: {error}", error.column()),
    }
}

fn report_of(witness: Witness) -> Report {
    let mut report = Report::new(&Program::new(&*witness.program.path));
    report.answers.push(Answer {
        model: witness.model,
        properties: vec![witness.failure.kind.property()],
        verdict: Verdict::Violation { witness: Box::new(witness) },
        engine: Some(Engine::Saved),
        seconds: 0.0,
    });
    report
}

fn witnesses(report: &Report) -> impl Iterator<Item = &Witness> {
    report.answers.iter().filter_map(|answer| match &answer.verdict {
        Verdict::Violation { witness } => Some(&**witness),
        _ => None,
    })
}

/// What became of the program that a result speaks of.
enum Found {
    Program(Box<Program>),
    /// The result names none.
    Nothing,
    /// It is gone or not the same; in words.
    Other(String),
}

fn find_program(report: &Report, given: Option<&Path>) -> Found {
    let Some(reference) = witnesses(report).map(|witness| &witness.program).next() else {
        return Found::Nothing;
    };
    let path = given.map_or_else(|| PathBuf::from(&reference.path), Path::to_path_buf);
    match super::load_again(reference, &path, false) {
        Ok(program) if verdict::fingerprint(&program) == reference.fingerprint => {
            Found::Program(Box::new(program))
        }
        Ok(_) => Found::Other(format!("{} has changed since; shown without its source", path.display())),
        Err(error) => Found::Other(format!("{error:#}; shown without source")),
    }
}
