//! Many files in one command: a line for each as soon as it is known, a summary, and all answers for a script or a page.

use super::{answers, question};
use crate::commands::stopping;
use crate::flags::{Format, VerifyFlags};
use crate::output::{Terminal, print_text, progress};
use anyhow::{Context, Result, bail};
use portfolio::Question;
use report::html::{Cell, Column, ColumnKind, Mark, table_page};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::time::Instant;
use verdict::{Engine, Report, Verdict};

/// What can be verified.
const KINDS: [&str; 8] = ["c", "cc", "cpp", "cxx", "i", "ll", "litmus", "sel"];

/// Files as given; of a folder, every program in it and in its folders, in order.
pub(super) fn files(given: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in given {
        match path.is_dir() {
            true => programs_in(path, &mut files)?,
            false => files.push(path.clone()),
        }
    }
    if files.is_empty() {
        let names: Vec<String> = given.iter().map(|path| path.display().to_string()).collect();
        bail!("{}: no program there (looked for .{})", names.join(", "), KINDS.join(", ."));
    }
    Ok(files)
}

fn programs_in(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let is_program = || path.extension().is_some_and(|kind| KINDS.iter().any(|known| kind == *known));
        if path.is_dir() && !path.is_symlink() {
            programs_in(&path, files)?;
        } else if is_program() {
            files.push(path);
        }
    }
    Ok(())
}

/// What became of one file.
enum Entry {
    Answered {
        report: Report,
        sarif: Value,
    },
    /// It could not be read.
    Refused(String),
    /// Stopped before it was looked at.
    Skipped,
}

pub(super) fn verify(flags: &VerifyFlags, files: &[PathBuf], terminal: &Terminal) -> Result<u8> {
    if flags.question.save.is_some() {
        bail!("--save writes one execution; verify the file by itself");
    }
    let question = question(flags, stopping::interrupt(flags.question.memory_limit)?)?;
    let started = Instant::now();
    let entries = ask_all(flags, &question, files, terminal)?;
    let seconds = started.elapsed().as_secs_f64();
    match flags.output.format {
        Format::Text => print_text(&summary(&entries, seconds))?,
        Format::Json => print_text(&(serde_json::to_string_pretty(&document(files, &entries))? + "\n"))?,
        Format::Sarif => print_text(&(serde_json::to_string_pretty(&sarif(&entries))? + "\n"))?,
    }
    if let Some(path) = &flags.output.html {
        std::fs::write(path, page(files, &entries))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(exit_code(&entries))
}

/// As many files at once as there are pairs of cores: each file keeps several engines busy.
fn ask_all(
    flags: &VerifyFlags,
    question: &Question,
    files: &[PathBuf],
    terminal: &Terminal,
) -> Result<Vec<Entry>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let waiting: Mutex<VecDeque<usize>> = Mutex::new((0..files.len()).collect());
    let width = files.iter().map(|file| file.display().to_string().chars().count()).max().unwrap_or(0);
    let bar = progress(files.len() as u64, "files");
    let mut entries: Vec<Option<Entry>> = files.iter().map(|_| None).collect();
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        for _ in 0..(cores / 2).clamp(1, files.len()) {
            let (sender, waiting) = (sender.clone(), &waiting);
            scope.spawn(move || {
                loop {
                    let next = waiting.lock().ok().and_then(|mut waiting| waiting.pop_front());
                    let Some(index) = next else { return };
                    let stopped = question.interrupt.is_set();
                    let entry = match stopped {
                        true => Entry::Skipped,
                        false => ask(flags, question, &files[index]),
                    };
                    if sender.send((index, entry)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut n_shown = 0;
        for (index, entry) in receiver {
            entries[index] = Some(entry);
            bar.inc(1);
            // In the order of the files, whoever is ready first.
            while let Some(Some(entry)) = entries.get(n_shown) {
                if flags.output.format == Format::Text {
                    let line = line(&files[n_shown], entry, width, terminal);
                    bar.suspend(|| print_text(&line))?;
                }
                n_shown += 1;
            }
        }
        Ok::<(), anyhow::Error>(())
    })?;
    bar.finish_and_clear();
    Ok(entries.into_iter().map(|entry| entry.unwrap_or(Entry::Skipped)).collect())
}

fn ask(flags: &VerifyFlags, question: &Question, file: &Path) -> Entry {
    match answers(flags, question, file, &mut |_| {}) {
        Ok((program, report)) => {
            let sarif = report::sarif(&report, &program);
            Entry::Answered { report, sarif }
        }
        Err(error) => Entry::Refused(format!("{error:#}")),
    }
}

fn line(file: &Path, entry: &Entry, width: usize, terminal: &Terminal) -> String {
    let file = format!("{:width$}", file.display().to_string());
    match entry {
        Entry::Answered { report, .. } => {
            let warnings: String =
                report.warnings.iter().map(|warning| format!("    {}\n", warning.message)).collect();
            format!("{file}  {}\n{warnings}", terminal.verdicts(report))
        }
        Entry::Refused(reason) => format!("{file}  {}: {reason}\n", terminal.headline("not read")),
        Entry::Skipped => format!("{file}  not looked at\n"),
    }
}

/// The worst that is known of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Worst {
    Safe,
    Violation,
    Unknown,
    NotRead,
    Skipped,
}

fn worst(entry: &Entry) -> Worst {
    match entry {
        Entry::Answered { report, .. } => match report.exit_code() {
            0 => Worst::Safe,
            1 => Worst::Violation,
            _ => Worst::Unknown,
        },
        Entry::Refused(_) => Worst::NotRead,
        Entry::Skipped => Worst::Skipped,
    }
}

fn count(entries: &[Entry], what: Worst) -> usize {
    entries.iter().filter(|entry| worst(entry) == what).count()
}

fn summary(entries: &[Entry], seconds: f64) -> String {
    let part = |what: Worst, words: &str| match count(entries, what) {
        0 => String::new(),
        n => format!(", {n} {words}"),
    };
    format!(
        "\n{} files in {seconds:.1} s: {} safe, {} with violations, {} unknown{}{}\n",
        entries.len(),
        count(entries, Worst::Safe),
        count(entries, Worst::Violation),
        count(entries, Worst::Unknown),
        part(Worst::NotRead, "not read"),
        part(Worst::Skipped, "not looked at"),
    )
}

/// A file that cannot be read is bad input, whatever the others say.
fn exit_code(entries: &[Entry]) -> u8 {
    let any = |what| count(entries, what) > 0;
    match () {
        () if any(Worst::NotRead) => 2,
        () if any(Worst::Violation) => 1,
        () if any(Worst::Unknown) || any(Worst::Skipped) => 3,
        () => 0,
    }
}

/// All answers for a script (`docs/json.md`).
fn document(files: &[PathBuf], entries: &[Entry]) -> Value {
    let file = |(path, entry): (&PathBuf, &Entry)| {
        let path = path.display().to_string();
        match entry {
            Entry::Answered { report, .. } => json!({ "file": path, "report": report }),
            Entry::Refused(reason) => json!({ "file": path, "error": reason }),
            Entry::Skipped => json!({ "file": path, "skipped": true }),
        }
    };
    json!({
        "schema": verdict::SCHEMA_VERSION,
        "tool": format!("selvedge {}", env!("CARGO_PKG_VERSION")),
        "files": files.iter().zip(entries).map(file).collect::<Vec<_>>(),
        "summary": {
            "safe": count(entries, Worst::Safe),
            "violation": count(entries, Worst::Violation),
            "unknown": count(entries, Worst::Unknown),
            "not_read": count(entries, Worst::NotRead),
            "skipped": count(entries, Worst::Skipped),
        },
    })
}

/// One log with one run for each file.
fn sarif(entries: &[Entry]) -> Value {
    let mut runs = Vec::new();
    let mut log = json!({ "version": "2.1.0", "$schema": "https://json.schemastore.org/sarif-2.1.0.json" });
    for entry in entries {
        if let Entry::Answered { sarif, .. } = entry {
            runs.extend(sarif["runs"].as_array().cloned().unwrap_or_default());
        }
    }
    log["runs"] = Value::Array(runs);
    log
}

fn page(files: &[PathBuf], entries: &[Entry]) -> String {
    let columns = [
        Column::new("file", ColumnKind::Text),
        Column::new("property", ColumnKind::Choice),
        Column::new("model", ColumnKind::Choice),
        Column::new("verdict", ColumnKind::Choice),
        Column::new("scope or reason", ColumnKind::Text),
        Column::new("engine", ColumnKind::Choice),
        Column::new("ms", ColumnKind::Number),
    ];
    let mut rows = Vec::new();
    for (file, entry) in files.iter().zip(entries) {
        let file = Cell::Text(file.display().to_string());
        let text = |text: &str| Cell::Text(text.to_string());
        match entry {
            Entry::Answered { report, .. } => rows.extend(report.answers.iter().map(|answer| {
                let (mark, verdict, more) = match &answer.verdict {
                    Verdict::Safe { scope } => {
                        (Mark::Good, "safe", report::scope_words(scope, &report.assumptions))
                    }
                    Verdict::Violation { witness } => {
                        (Mark::Bad, "violation", witness.failure.kind.title().to_string())
                    }
                    Verdict::Unknown { why, .. } => (Mark::Open, "unknown", why.to_string()),
                };
                let properties: Vec<&str> =
                    answer.properties.iter().map(|&property| report::property_name(property)).collect();
                let ms = answer.seconds * 1e3;
                vec![
                    file.clone(),
                    Cell::Text(properties.join(", ")),
                    Cell::Text(answer.model.name().to_uppercase()),
                    Cell::Marked(mark, verdict.to_string()),
                    Cell::Text(more),
                    text(answer.engine.map_or("", Engine::name)),
                    Cell::Number(ms, format!("{ms:.1}")),
                ]
            })),
            Entry::Refused(reason) => rows.push(vec![
                file,
                text(""),
                text(""),
                Cell::Marked(Mark::Open, "not read".to_string()),
                text(reason),
            ]),
            Entry::Skipped => {
                rows.push(vec![file, text(""), text(""), Cell::Marked(Mark::Open, "not looked at".into())]);
            }
        }
    }
    table_page("selvedge verify", &columns, &rows)
}
