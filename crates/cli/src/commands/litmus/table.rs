//! Final states as herd prints them, tables for folders, and comparison with a table of expectations.

use super::show::under;
use super::{LitmusFlags, export};
use crate::output::{print_text, progress};
use ::litmus::{AnyModel, Expectations, Question, Results};
use anyhow::{Context, Result, anyhow};
use ir::{Observable, Program, Quantifier};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// All final states of one test.
pub fn states(flags: &LitmusFlags, program: &Program, model: &AnyModel) -> Result<u8> {
    let started = Instant::now();
    let question = Question::of(program);
    let results = ::litmus::outcomes(program, model, &flags.selection(), &flags.options())?;
    let holds = results.holds(question.quantifier);
    let mut text = head(flags, program, model, &question);
    let _ = writeln!(text, "States {}", results.states.len());
    for state in &results.states {
        let _ = writeln!(text, "{}", in_words(&question, state));
    }
    let _ = writeln!(text, "{}", if holds { "Ok" } else { "No" });
    let _ = writeln!(text, "Witnesses\nPositive: {} Negative: {}", results.n_positive, results.n_negative);
    match &program.condition {
        Some(condition) => {
            let _ = writeln!(text, "Condition {condition}");
        }
        None => text += "Condition ~exists (an assertion fails)\n",
    }
    let (positive, negative) = (results.n_positive, results.n_negative);
    let _ = writeln!(text, "Observation {} {} {positive} {negative}", program.name, results.observation());
    if let Some(reason) = &results.incomplete {
        let _ = writeln!(text, "Incomplete {}: {reason}", program.name);
    }
    let _ = writeln!(text, "Time {} {:.3}\n", program.name, started.elapsed().as_secs_f64());
    print_text(&text)?;
    Ok(code(question.quantifier, holds, results.incomplete.is_some()))
}

/// `[x]=1; 0:r1=0;`
fn in_words(question: &Question, state: &[i128]) -> String {
    let mut line = String::new();
    for (observable, value) in question.observed.iter().zip(state) {
        let _ = match observable {
            Observable::Memory { name, .. } => write!(line, "[{name}]={value}; "),
            Observable::Register { name } => write!(line, "{name}={value}; "),
        };
    }
    line.trim_end().to_string()
}

fn head(flags: &LitmusFlags, program: &Program, model: &AnyModel, question: &Question) -> String {
    let word = match question.quantifier {
        Quantifier::Exists => "Allowed",
        Quantifier::NotExists => "Forbidden",
        Quantifier::Forall => "Required",
    };
    format!("Test {} {word} ({})\n", program.name, under(model, &flags.selection()))
}

/// 0 the line holds, 1 it does not, 3 that cannot be said because something was left out.
fn code(quantifier: Quantifier, holds: bool, incomplete: bool) -> u8 {
    // What was seen can be relied on: more executions only add states.
    let settled = match quantifier {
        Quantifier::Exists => holds,
        Quantifier::NotExists | Quantifier::Forall => !holds,
    };
    match (settled || !incomplete, holds) {
        (false, _) => 3,
        (true, true) => 0,
        (true, false) => 1,
    }
}

pub fn verdict(flags: &LitmusFlags, program: &Program, model: &AnyModel) -> Result<u8> {
    let question = Question::of(program);
    let verdict = ::litmus::verdict(program, model, &flags.selection(), &flags.options())?;
    let word = if verdict.allowed { "allowed" } else { "forbidden" };
    let holds = verdict.holds(question.quantifier);
    let mut text = format!(
        "{}: {word} {} ({}; {})\n",
        program.name,
        under(model, &flags.selection()),
        verdict.observation(),
        if holds { "the condition holds" } else { "the condition does not hold" }
    );
    if let Some(reason) = &verdict.incomplete {
        let _ = writeln!(text, "incomplete: {reason}");
    }
    print_text(&text)?;
    Ok(code(question.quantifier, holds, verdict.incomplete.is_some()))
}

/// The answer for one test under one model.
pub struct Row {
    pub name: String,
    pub observation: &'static str,
    /// Whether the condition, as it is quantified, is true.
    pub holds: bool,
    pub n_states: Option<usize>,
    /// All final states in words, where somebody wants to see them.
    pub states: Vec<String>,
    pub incomplete: bool,
}

impl Row {
    pub fn is_allowed(&self) -> bool {
        self.observation != "Never"
    }
}

fn row(flags: &LitmusFlags, program: &Program, model: &AnyModel) -> Result<Row> {
    let name = program.name.to_string();
    if flags.verdict && flags.expect.is_none() {
        let verdict = ::litmus::verdict(program, model, &flags.selection(), &flags.options())?;
        let incomplete = verdict.incomplete.is_some();
        let holds = verdict.holds(Question::of(program).quantifier);
        let observation = verdict.observation();
        return Ok(Row { name, observation, holds, n_states: None, states: Vec::new(), incomplete });
    }
    let results: Results = ::litmus::outcomes(program, model, &flags.selection(), &flags.options())?;
    let incomplete = results.incomplete.is_some();
    let question = Question::of(program);
    let states = match flags.exports() {
        true => results.states.iter().map(|state| in_words(&question, state)).collect(),
        false => Vec::new(),
    };
    Ok(Row {
        name,
        observation: results.observation(),
        holds: results.holds(question.quantifier),
        n_states: Some(results.states.len()),
        states,
        incomplete,
    })
}

/// The answers for all files under all models, by as many workers as there are processors.
fn rows(flags: &LitmusFlags, files: &[PathBuf], models: &[AnyModel]) -> Vec<Vec<Result<Row>>> {
    let workers = std::thread::available_parallelism().map_or(1, |n| n.get()).min(files.len().max(1));
    let next = AtomicUsize::new(0);
    let bar = progress(files.len() as u64, "tests");
    let answer = |file: &Path| -> Vec<Result<Row>> {
        match flags.load(file) {
            Ok(program) => models.iter().map(|model| row(flags, &program, model)).collect(),
            Err(error) => vec![Err(error)],
        }
    };
    let mut answers: Vec<(usize, Vec<Result<Row>>)> = std::thread::scope(|scope| {
        let work = || {
            let mut mine = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(file) = files.get(index) else { return mine };
                let rows = answer(file);
                let named = |row| -> Result<Row> { row };
                mine.push((index, rows.into_iter().map(named).collect()));
                bar.inc(1);
            }
        };
        let handles: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        handles.into_iter().flat_map(|handle| handle.join().unwrap_or_default()).collect()
    });
    bar.finish_and_clear();
    answers.sort_by_key(|(index, _)| *index);
    answers.into_iter().map(|(_, rows)| rows).collect()
}

/// A table with one line per test and a line of totals per model.
pub fn many(flags: &LitmusFlags, files: &[PathBuf], models: &[AnyModel]) -> Result<u8> {
    let started = Instant::now();
    let answers = rows(flags, files, models);
    if let Some(path) = &flags.html {
        std::fs::write(path, export::page(files, models, &answers))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    if flags.json {
        print_text(&(serde_json::to_string_pretty(&export::document(files, models, &answers))? + "\n"))?;
        return Ok(exit_code(&answers));
    }
    let mut text = format!("{:<40}", "test");
    for model in models {
        let _ = write!(text, "  {:<16}", model.name());
    }
    text.push('\n');
    let mut totals = vec![(0usize, 0usize); models.len()];
    for (file, answer) in files.iter().zip(&answers) {
        let name = answer.iter().find_map(|row| row.as_ref().ok()).map(|row| row.name.clone());
        let _ = write!(text, "{:<40}", name.unwrap_or_else(|| file.display().to_string()));
        for (index, row) in answer.iter().enumerate() {
            match row {
                Ok(row) => {
                    if let Some(total) = totals.get_mut(index) {
                        *if row.is_allowed() { &mut total.0 } else { &mut total.1 } += 1;
                    }
                    let states = row.n_states.map_or(String::new(), |n| format!(" {n}"));
                    let mark = if row.incomplete { "?" } else { "" };
                    let _ = write!(text, "  {:<16}", format!("{}{states}{mark}", row.observation));
                }
                Err(error) => {
                    let _ = write!(text, "  error: {error:#}");
                }
            }
        }
        text = text.trim_end().to_string();
        text.push('\n');
    }
    for (model, (allowed, forbidden)) in models.iter().zip(&totals) {
        let n = allowed + forbidden;
        let _ = writeln!(text, "{n} tests under {}: {allowed} allowed, {forbidden} forbidden", model.name());
    }
    let _ = writeln!(text, "{} files in {:.2} s", files.len(), started.elapsed().as_secs_f64());
    print_text(&text)?;
    Ok(exit_code(&answers))
}

/// 2 if a file could not be read, 3 if something was left out.
fn exit_code(answers: &[Vec<Result<Row>>]) -> u8 {
    let all = || answers.iter().flatten();
    match (all().any(Result::is_err), all().flatten().any(|row| row.incomplete)) {
        (true, _) => 2,
        (false, true) => 3,
        (false, false) => 0,
    }
}

/// Compares with a table: every difference, then one line `N of M as expected`.
pub fn expect(flags: &LitmusFlags, files: &[PathBuf], models: &[AnyModel], table: &Path) -> Result<u8> {
    let text = std::fs::read_to_string(table).with_context(|| format!("cannot read {}", table.display()))?;
    let expectations = Expectations::parse(&text).map_err(|error| anyhow!("{}:{error}", table.display()))?;
    let columns: Vec<model::Model> = models.iter().filter_map(column).collect();
    if columns.len() != models.len() {
        return Err(anyhow!(
            "the table has no column for {}",
            models.iter().map(|m| m.name()).collect::<Vec<_>>().join(", ")
        ));
    }
    let started = Instant::now();
    let answers = rows(flags, files, models);
    let mut text = String::new();
    let (mut n, mut good) = (0, 0);
    for (file, answer) in files.iter().zip(answers) {
        let stem = file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        if answer.len() != models.len() {
            for error in answer.into_iter().filter_map(|row| row.err()) {
                n += 1;
                let _ = writeln!(text, "{stem}: error: {error:#}");
            }
            continue;
        }
        for (&column, row) in columns.iter().zip(answer) {
            let row = match row {
                Ok(row) => row,
                Err(error) => {
                    n += 1;
                    let _ = writeln!(text, "{stem} {}: error: {error:#}", column.name());
                    continue;
                }
            };
            let Some(expected) = expectations.get(&row.name, column) else { continue };
            n += 1;
            let (allowed, states) = (row.is_allowed(), row.n_states.unwrap_or(0));
            if allowed == expected.allowed && states == expected.n_states {
                good += 1;
                continue;
            }
            let word = |allowed| if allowed { "allowed" } else { "forbidden" };
            let _ = writeln!(
                text,
                "{} {}: {} with {states} states, expected {} with {}",
                row.name,
                column.name(),
                word(allowed),
                word(expected.allowed),
                expected.n_states
            );
        }
    }
    let _ = writeln!(text, "{} files in {:.2} s", files.len(), started.elapsed().as_secs_f64());
    let _ = writeln!(text, "{good} of {n} as expected");
    print_text(&text)?;
    Ok(if n > 0 && good == n { 0 } else { 1 })
}

/// The column of the table that a model is compared with: its own, or for a .cat file the one its name ends in.
fn column(model: &AnyModel) -> Option<model::Model> {
    match model {
        AnyModel::BuiltIn(model) => Some(*model),
        AnyModel::Classical(::litmus::Classical::NemosSc) => Some(model::Model::SC),
        AnyModel::Classical(_) => None,
        AnyModel::Cat(cat) => {
            let name = cat.name.trim_start_matches("wmm-").trim_start_matches("x86-");
            model::Model::by_name(name)
        }
    }
}
