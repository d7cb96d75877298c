//! `selvedge explore`: walks every behaviour of a program once.

use super::session::Session;
use super::stopping;
use crate::flags::{InputFlags, Kind, OutputFlags, QuestionFlags};
use crate::output::Terminal;
use ::explore::{Checkpoint, Counts, Equivalence, Exploration, ExploreConfig, semantic};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use model::Model;
use spec::Specification;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use verdict::{Engine, Task};

#[derive(Args, Debug)]
pub struct ExploreFlags {
    #[command(flatten)]
    pub input: InputFlags,

    /// Memory models: sc, tso, pso, rmo, rmo-nodep, rmo-v9, or `all` for the first four.
    #[arg(short, long, value_name = "MODELS", value_delimiter = ',', default_value = "sc")]
    pub model: Vec<String>,

    /// Which executions are equivalent.
    #[arg(long, value_enum, default_value_t = EquivalenceFlag::Rf)]
    pub equivalence: EquivalenceFlag,

    /// A commutativity specification: a file, or the name of a shipped one (`selvedge spec list`).
    ///
    /// Calls of its methods are single steps, and calls that commute are not ordered. Says on stderr which calls were
    /// taken so. A specification that is wrong hides behaviours: `selvedge spec check SPEC --impl FILE` looks for that.
    #[arg(long, value_name = "SPEC")]
    pub spec: Vec<String>,

    /// Values that each nondet_*() may take: numbers and ranges, such as 0..3,7.
    #[arg(long, value_name = "N|A..B,…", value_delimiter = ',', allow_hyphen_values = true)]
    pub inputs: Vec<String>,

    /// Maximum number of events per thread; longer threads are cut, and the answer is `unknown`.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub bound: u32,

    /// Stop after this many executions.
    #[arg(long, value_name = "N")]
    pub max_executions: Option<u64>,

    /// Give up after this many seconds per model.
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<f64>,

    /// Number of worker threads; the result does not depend on it.
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    pub jobs: usize,

    /// Save the progress to this file when the exploration is stopped (Ctrl-C, --timeout, --max-executions), for
    /// --resume.
    /// One model at a time. The second run that rmo and its variants may need cannot be saved.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,

    /// Continue from a checkpoint of the same program and options.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,

    /// Print a line of counts per model to stderr. Explores every model, even if a weaker one has settled it.
    #[arg(long)]
    pub count: bool,

    #[command(flatten)]
    pub question: QuestionFlags,

    #[command(flatten)]
    pub output: OutputFlags,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EquivalenceFlag {
    /// every read reads from the same write; critical sections that touch different data are not ordered
    Rf,
    /// the same writes come in the same order, too (under SC)
    Mazurkiewicz,
}

pub fn explore(flags: &ExploreFlags, terminal: &Terminal) -> Result<u8> {
    let inputs = parse_inputs(&flags.inputs)?;
    if flags.question.property.contains(&Kind::Unwind) {
        bail!("explore unrolls no loops; `unwind` is a question for check and verify");
    }
    let resume = flags.resume.as_deref().map(read_checkpoint).transpose()?;
    let mut session = Session::new(&flags.input, &flags.question, &flags.model, Engine::Explore)?;
    let any_model = flags.checkpoint.is_none() && flags.resume.is_none();
    if !any_model && (flags.model.len() > 1 || flags.model.iter().any(|model| model == "all")) {
        bail!("--checkpoint and --resume are for one model at a time");
    }
    session.ask_every_model = flags.count;
    // Workers and checkpoints are those of the search event by event, and so is the order of writes.
    let by_event = flags.jobs > 1 || !any_model || flags.equivalence == EquivalenceFlag::Mazurkiewicz;
    if by_event && !flags.spec.is_empty() {
        bail!("--spec goes with none of --jobs, --checkpoint, --resume and --equivalence");
    }
    let specification = specification(flags, &session.loaded.program)?;
    while let Some(model) = session.next_model() {
        let time = flags.timeout.map(stopping::time).transpose()?;
        let task = Task { inputs: inputs.clone(), ..session.task(model, time) };
        let mut config = ExploreConfig { task, ..ExploreConfig::new(model) };
        config.bound = flags.bound;
        config.jobs = flags.jobs;
        config.resume = resume.clone();
        config.max_executions = flags.max_executions;
        config.equivalence = equivalence(flags.equivalence);
        if let (Some(checkpoint), Some(path)) = (&resume, &flags.resume)
            && !checkpoint.is_of(&session.loaded.program, &config)
        {
            bail!("{}: the checkpoint is of another program or another question", path.display());
        }
        let bar = progress_bar(model);
        config.progress = bar.clone().map(|bar| -> ::explore::Progress {
            Arc::new(move |counts: &Counts| bar.set_message(in_words(counts)))
        });
        let started = Instant::now();
        let result = explored(&session.loaded.program, &config, specification.as_ref(), by_event);
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        if flags.count {
            print_counts(model, &result, started.elapsed());
        }
        match (&flags.checkpoint, &result.checkpoint) {
            (Some(path), Some(checkpoint)) => write_checkpoint(path, checkpoint)?,
            (Some(_), None) if !result.complete => {
                eprintln!(
                    "explore: no checkpoint is left: nothing of this can be taken up again (a second run, by promises, never can)"
                );
            }
            _ => {}
        }
        session.answer(model, result.verdict, started.elapsed());
    }
    session.finish(&flags.output, terminal)
}

/// All specifications that were asked for, as one.
fn specification(flags: &ExploreFlags, program: &ir::Program) -> Result<Option<Specification>> {
    if flags.spec.is_empty() {
        return Ok(None);
    }
    let mut all = Specification::default();
    for name in &flags.spec {
        all.merge(super::spec::read_specification(name)?)?;
    }
    if !semantic::applies(program, &all) {
        let functions = all.bindings().functions().join(", ");
        bail!("no function of the program is a call of a method of {}: {functions}", flags.spec.join(", "));
    }
    Ok(Some(all))
}

fn equivalence(flag: EquivalenceFlag) -> Equivalence {
    match flag {
        EquivalenceFlag::Rf => Equivalence::ReadsFrom,
        EquivalenceFlag::Mazurkiewicz => Equivalence::Mazurkiewicz,
    }
}

/// By calls of a specification, or by critical sections where that pays, or event by event.
fn explored(
    program: &ir::Program,
    config: &ExploreConfig,
    specification: Option<&Specification>,
    by_event: bool,
) -> Exploration {
    let Some(specification) = specification else {
        return match by_event {
            true => ::explore::explore(program, config),
            false => semantic::explore_sections_or_events(program, config),
        };
    };
    match semantic::explore(program, config, specification) {
        Ok(found) => {
            let calls: Vec<String> = found.calls.iter().map(|(name, n)| format!("{name} {n}")).collect();
            if !calls.is_empty() {
                eprintln!("spec: calls taken as single steps, in all executions: {}", calls.join(", "));
            }
            for (object, reason) in &found.demoted {
                eprintln!("spec: calls of {object} are taken as ordinary code: {reason}");
            }
            found.exploration
        }
        Err(declined) => {
            let place = declined.place.map_or(String::new(), |place| format!("{place}: "));
            eprintln!("spec: not used: {place}{}", declined.reason);
            ::explore::explore(program, config)
        }
    }
}

/// On a terminal only.
fn progress_bar(model: Model) -> Option<ProgressBar> {
    if !std::io::stderr().is_terminal() {
        return None;
    }
    let style = ProgressStyle::with_template("{prefix} {spinner} {msg} {elapsed}").ok()?;
    let bar = ProgressBar::new_spinner().with_style(style).with_prefix(model.title());
    bar.enable_steady_tick(Duration::from_millis(200));
    Some(bar)
}

fn in_words(counts: &Counts) -> String {
    let total = counts.estimate.map_or(String::new(), |total| format!(" of about {total}"));
    format!(
        "{}{total} executions, {} blocked, {} events deep",
        counts.executions, counts.blocked, counts.depth
    )
}

fn read_checkpoint(path: &Path) -> Result<Checkpoint> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{}: not a checkpoint of explore", path.display()))
}

fn write_checkpoint(path: &Path, checkpoint: &Checkpoint) -> Result<()> {
    let text = serde_json::to_string(checkpoint)?;
    std::fs::write(path, text).with_context(|| format!("{}", path.display()))
}

fn print_counts(model: Model, result: &Exploration, time: Duration) {
    let Counts { executions, blocked, assumed_away, cut, events, depth, .. } = result.counts;
    let seconds = time.as_secs_f64();
    let rate = (executions + blocked) as f64 / seconds.max(1e-9);
    eprintln!(
        "{}: {executions} executions, {blocked} blocked, {assumed_away} assumed away, {cut} cut; {events} events \
         added, at most {depth} in one; {seconds:.3} s, {rate:.0}/s",
        model.name()
    );
}

/// `0..3,7`: ranges include both ends.
pub(super) fn parse_inputs(texts: &[String]) -> Result<Option<Vec<i128>>> {
    const MOST: i128 = 1 << 16;
    let number = |text: &str| -> Result<i128> {
        text.trim().parse().map_err(|_| anyhow::anyhow!("--inputs: {text:?} is not a number"))
    };
    let mut values = Vec::new();
    for text in texts {
        match text.split_once("..") {
            Some((low, high)) => {
                let (low, high) = (number(low)?, number(high)?);
                if high < low || high - low >= MOST {
                    bail!("--inputs: {text:?} is not a range of 1 to {MOST} numbers");
                }
                values.extend(low..=high);
            }
            None => values.push(number(text)?),
        }
    }
    Ok((!values.is_empty()).then_some(values))
}
