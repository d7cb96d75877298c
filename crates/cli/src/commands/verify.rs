//! `selvedge verify`: the main job. All engines side by side, one answer per property and memory model.

mod folder;

use super::session::{self, Session};
use super::stopping;
use crate::flags::{EngineFlag, InputFlags, Kind, VerifyFlags};
use crate::output::Terminal;
use ::check::CheckConfig;
use ::ir::Program;
use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use portfolio::{Cell, Contradiction, ENGINES, Outcome, Question, knows};
use report::Certification;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use verdict::{Answer, Engine, Interrupt, Notice, ProgramRef, Report, Verdict};

pub fn verify(flags: &VerifyFlags, terminal: &Terminal) -> Result<u8> {
    let files = folder::files(&flags.files)?;
    let asks_bound = flags.question.property.contains(&Kind::Unwind);
    let others = flags.cross_check || !flags.inputs.is_empty() || flags.engines.len() < ENGINES.len();
    if asks_bound && others {
        bail!(
            "`unwind` is a question for check alone: it goes with none of --engines, --cross-check and --inputs"
        );
    }
    if let ([file], false) = (files.as_slice(), flags.files.iter().any(|path| path.is_dir())) {
        return match asks_bound {
            true => check_unwind_bound(flags, file, terminal),
            false => one(flags, file, terminal),
        };
    }
    if asks_bound {
        bail!("`unwind` is asked of one file at a time");
    }
    if flags.output.full {
        bail!("--full shows the executions of one file; of many there is a table");
    }
    folder::verify(flags, &files, terminal)
}

fn one(flags: &VerifyFlags, file: &Path, terminal: &Terminal) -> Result<u8> {
    let question = question(flags, stopping::interrupt(flags.question.memory_limit)?)?;
    let bar = spinner(question.models.len() * question.properties.len());
    let mut n_settled = 0;
    let (program, report) = answers(flags, &question, file, &mut |_| {
        n_settled += 1;
        bar.set_position(n_settled);
    })?;
    bar.finish_and_clear();
    if let Some(path) = &flags.question.save {
        session::save(&report, path)?;
    }
    let milliseconds = |model| {
        let found = report
            .answers
            .iter()
            .find(|a| a.model == model && matches!(a.verdict, Verdict::Violation { .. }));
        found.map(|answer| answer.seconds * 1e3).filter(|&time| time > 0.0)
    };
    terminal.print_table(&report, &program, &flags.output, |witness| Certification {
        certified: true,
        milliseconds: milliseconds(witness.model),
    })?;
    Ok(report.exit_code())
}

/// What is settled, on stderr; invisible where that is no terminal.
fn spinner(total: usize) -> ProgressBar {
    let bar = ProgressBar::new(total as u64);
    if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} of {len} settled, {elapsed}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// What the flags ask of every file.
fn question(flags: &VerifyFlags, interrupt: Interrupt) -> Result<Question> {
    let mut question = Question::new(session::parse_models(&flags.model)?);
    question.properties =
        flags.question.property.iter().filter_map(|kind| session::property(*kind)).collect();
    flags.reading.allow(&flags.question.property, &question.models)?;
    question.engines = engines(&flags.engines);
    question.timeout = Some(stopping::time(flags.timeout)?);
    question.spurious_wakeups = !flags.question.no_spurious;
    question.inputs = super::explore::parse_inputs(&flags.inputs)?;
    question.cross_check = flags.cross_check;
    question.accept_bound = flags.accept_bound;
    question.interrupt = interrupt;
    let speaks = |engine: &Engine| question.properties.iter().any(|&property| knows(*engine, property));
    if !question.engines.iter().any(speaks) {
        bail!("none of the engines asked for can say anything about these properties");
    }
    Ok(question)
}

fn engines(flags: &[EngineFlag]) -> Vec<Engine> {
    let mut engines = Vec::new();
    for flag in flags {
        let engine = match flag {
            EngineFlag::Prove => Engine::Prove,
            EngineFlag::Check => Engine::Check,
            EngineFlag::Explore => Engine::Explore,
        };
        if !engines.contains(&engine) {
            engines.push(engine);
        }
    }
    engines
}

/// Asks about one file. Every violation in the report is certified.
fn answers(
    flags: &VerifyFlags,
    question: &Question,
    file: &Path,
    settled: &mut dyn FnMut(&Cell),
) -> Result<(Program, Report)> {
    let reading = flags.reading.for_properties(&flags.question.property);
    let program = super::load(file, &reading)?.program;
    let reference = ProgramRef::new(&program, &file.display().to_string(), &super::clang_args(&reading));
    let Outcome { cells, contradictions } = portfolio::verify(&program, question, settled);
    let mut report = Report::new(&program);
    report.warnings.extend(contradictions.iter().map(contradiction));
    report.answers = cells.into_iter().map(|cell| answer(cell, &reference)).collect();
    super::certify_all(&mut report, &program);
    Ok((program, report))
}

fn answer(cell: Cell, reference: &ProgramRef) -> Answer {
    let mut verdict = cell.verdict;
    if let Verdict::Violation { witness } = &mut verdict {
        witness.program = reference.clone();
    }
    Answer {
        model: cell.model,
        properties: vec![cell.property],
        verdict,
        engine: cell.engine,
        seconds: cell.time.as_secs_f64(),
    }
}

/// One of the two is wrong, and that is a defect of ours.
fn contradiction(found: &Contradiction) -> Notice {
    let (safe_model, safe) = &found.safe;
    let (model, violation) = &found.violation;
    let message = format!(
        "selvedge contradicts itself, please report this program: {} says {} hold under {safe_model}, and {} shows an \
         execution under {model} that breaks them",
        safe.engine,
        report::property_name(found.property),
        violation.engine,
    );
    Notice { message, place: None }
}

/// Loops and recursion only: a question for `check`, whose bounds grow.
fn check_unwind_bound(flags: &VerifyFlags, file: &Path, terminal: &Terminal) -> Result<u8> {
    let input = InputFlags { file: PathBuf::from(file), reading: flags.reading.clone() };
    let mut session = Session::new(&input, &flags.question, &flags.model, Engine::Check)?;
    while let Some(model) = session.next_model() {
        let started = Instant::now();
        let task = session.task(model, Some(stopping::time(flags.timeout)?));
        let config = CheckConfig { task, ask_bound: true, ..CheckConfig::new(model) };
        let result = portfolio::check_growing(&session.loaded.program, &config, |_| {});
        session.answer(model, result.verdict, started.elapsed());
    }
    session.finish(&flags.output, terminal)
}
