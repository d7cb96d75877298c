//! `selvedge predict` on a program: runs it, and says what other interleavings of that run would have broken.

use super::stopping;
use crate::flags::{Format, OutputFlags, ReadingFlags};
use crate::output::{Terminal, print_text};
use ::fusion::{AtomicBlocks, Config, Prediction, RunConfig, Statistics};
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use interp::Schedule;
use limits::Limits;
use report::Certification;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use verdict::{Answer, Engine, ProgramRef, Property, Report, Task, Verdict};

/// How a program is run and looked at.
#[derive(Args, Clone, Debug)]
pub struct ProgramFlags {
    /// What another interleaving of the run may break; of a program atomicity unless told otherwise. On a trace it asks for
    /// exact answers about windows (--window), with the recorded values; an assertion cannot be asked there.
    #[arg(long, value_enum, value_name = "KINDS", value_delimiter = ',')]
    pub property: Vec<PropertyFlag>,

    /// Blocks meant to be atomic, beside those between selvedge_atomic_begin() and selvedge_atomic_end(): functions by
    /// name (programs only), or `locks` for calls that take one lock more than once. On a trace without --property `locks` is the
    /// default: calls that read in one section of a lock and write without another look in the next. `off`: none.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub atomic: Vec<String>,

    /// Seed of the run's schedule and inputs.
    #[arg(long, default_value_t = 0, help_heading = "Programs")]
    pub seed: u64,

    /// Predict from this many runs, from --seed on.
    #[arg(long, default_value_t = 1, value_name = "N", help_heading = "Programs")]
    pub runs: u64,

    /// Run by this schedule (as `selvedge run` prints it); an empty one lets each thread run until it waits.
    #[arg(long, value_name = "SCHEDULE", conflicts_with_all = ["seed", "runs"], help_heading = "Programs")]
    pub schedule: Option<String>,

    /// Values for nondet_*(), in order; after them zero.
    #[arg(
        long,
        value_name = "N,N,…",
        value_delimiter = ',',
        allow_hyphen_values = true,
        help_heading = "Programs"
    )]
    pub input_values: Option<Vec<i64>>,

    /// Only interleavings of the whole run, not of a beginning of it.
    #[arg(long, help_heading = "Programs")]
    pub complete: bool,

    /// Take any two conflicting accesses for dependent, even if both orders leave the same state.
    #[arg(long, help_heading = "Programs")]
    pub conflicts: bool,

    /// Report every instance, not one per three lines of source.
    #[arg(long)]
    pub every_instance: bool,

    /// Cut the run after this many steps that other threads can tell.
    #[arg(long, value_name = "N", default_value_t = 100_000, help_heading = "Programs")]
    pub max_steps: usize,

    /// Print the symbolic trace and its formula instead of a prediction.
    #[arg(long, help_heading = "Programs")]
    pub show_trace: bool,

    /// Write the first execution found to this file, for `selvedge replay`.
    #[arg(long, value_name = "FILE", help_heading = "Programs")]
    pub save: Option<PathBuf>,

    /// Stop when the process takes more memory than this.
    #[arg(long, value_name = "MB", default_value_t = 8192, help_heading = "Programs")]
    pub memory_limit: u64,

    #[command(flatten)]
    pub reading: ReadingFlags,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PropertyFlag {
    /// three accesses to one place that no serial order of the blocks explains
    Atomicity,
    /// assert(), reach_error()
    Assert,
    /// every thread that still runs waits for another
    Deadlock,
    /// conflicting accesses that nothing orders
    Race,
}

impl ProgramFlags {
    /// What is asked about.
    fn properties(&self) -> Vec<Property> {
        match self.property.as_slice() {
            [] => vec![Property::Atomicity],
            asked => asked.iter().map(|kind| kind.property()).collect(),
        }
    }

    /// Whether something is asked for that a recorded trace cannot give.
    pub fn asks_for_a_program(&self) -> bool {
        self.schedule.is_some()
            || self.input_values.is_some()
            || self.save.is_some()
            || self.complete
            || self.conflicts
            || self.show_trace
    }
}

impl PropertyFlag {
    fn property(self) -> Property {
        match self {
            PropertyFlag::Atomicity => Property::Atomicity,
            PropertyFlag::Assert => Property::Assert,
            PropertyFlag::Deadlock => Property::Deadlock,
            PropertyFlag::Race => Property::Race,
        }
    }
}

/// Predicts from runs of a program and prints what was found; the exit code.
pub fn predict_program(
    file: &Path,
    flags: &ProgramFlags,
    timeout: Option<f64>,
    statistics: bool,
    output: &OutputFlags,
    terminal: &Terminal,
) -> Result<u8> {
    let loaded = super::load(file, &flags.reading)?;
    let program = Arc::new(loaded.program);
    let mut config = config(flags)?;
    if flags.show_trace {
        let trace = ::fusion::symbolic_trace(&program, &config)?;
        print_text(&(::fusion::show_trace(&trace) + &::fusion::show_formula(&trace)))?;
        return Ok(0);
    }
    let started = Instant::now();
    let time = timeout.map(stopping::time).transpose()?;
    config.task.limits = Limits::new(time, Some(stopping::interrupt(flags.memory_limit)?));
    let mut reference =
        ProgramRef::new(&program, &file.display().to_string(), &super::clang_args(&flags.reading));
    reference.atomic = config.blocks.names();
    let mut report = Report::new(&program);
    let mut known: BTreeSet<String> = BTreeSet::new();
    for seed in flags.seed..flags.seed.saturating_add(flags.runs.max(1)) {
        config.run.seed = seed;
        let run_started = Instant::now();
        let bar = progress_bar();
        let prediction = ::fusion::predict(&program, &config, &mut |done, total| {
            bar.set_length(total as u64);
            bar.set_position(done as u64);
        });
        bar.finish_and_clear();
        let prediction = prediction.with_context(|| file.display().to_string())?;
        if statistics {
            eprintln!("{}", in_words(&prediction.statistics));
        }
        tell_run(flags, seed, &prediction);
        let seconds = run_started.elapsed().as_secs_f64();
        collect(&mut report, &reference, &config, prediction, &mut known, seconds);
        if config.task.limits.are_reached() {
            break;
        }
    }
    if let (Some(path), Some(witness)) = (&flags.save, first_witness(&report)) {
        std::fs::write(path, witness.to_json())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let milliseconds = Some(started.elapsed().as_secs_f64() * 1e3);
    if !(report.answers.is_empty() && output.format == Format::Text) {
        // The engine has certified each witness, or would not have given it.
        terminal
            .print_report(&report, &program, output, |_| Certification { certified: true, milliseconds })?;
    }
    Ok(if report.answers.is_empty() { 0 } else { report.exit_code() })
}

fn config(flags: &ProgramFlags) -> Result<Config> {
    let schedule = match &flags.schedule {
        Some(text) => Some(text.parse::<Schedule>().with_context(|| format!("--schedule {text}"))?),
        None => None,
    };
    let inputs = flags.input_values.as_ref();
    let inputs = inputs.map(|values| values.iter().map(|&value| value as i128 as u128).collect());
    let run = RunConfig { seed: flags.seed, schedule, inputs, max_steps: flags.max_steps };
    let blocks = AtomicBlocks {
        functions: flags.atomic.iter().filter(|name| *name != "locks").cloned().collect(),
        locks: flags.atomic.iter().any(|name| name == "locks"),
    };
    Ok(Config {
        run,
        blocks,
        task: Task { properties: flags.properties(), ..Config::default().task },
        complete: flags.complete,
        guarded_independence: !flags.conflicts,
        once_per_place: !flags.every_instance,
    })
}

/// Adds what a run has shown and no earlier one.
fn collect(
    report: &mut Report,
    reference: &ProgramRef,
    config: &Config,
    prediction: Prediction,
    known: &mut BTreeSet<String>,
    seconds: f64,
) {
    let mut add = |verdict: Verdict| {
        report.answers.push(Answer {
            model: config.task.model,
            properties: config.task.properties.clone(),
            verdict,
            engine: Some(Engine::Predict),
            seconds,
        });
    };
    for mut violation in prediction.violations {
        violation.witness.program = reference.clone();
        if known.insert(violation.witness.failure.message.clone()) {
            add(Verdict::Violation { witness: Box::new(violation.witness) });
        }
    }
    if let Some(why) = prediction.unknown {
        add(Verdict::unknown(why));
    }
}

fn first_witness(report: &Report) -> Option<&verdict::Witness> {
    report.answers.iter().find_map(|answer| match &answer.verdict {
        Verdict::Violation { witness } => Some(&**witness),
        _ => None,
    })
}

fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} candidates ({elapsed})");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// What was looked at, and how to have the run again.
fn tell_run(flags: &ProgramFlags, seed: u64, prediction: &Prediction) {
    let s = &prediction.statistics;
    let which = match &flags.schedule {
        Some(_) => "the given schedule".to_string(),
        None => format!("seed {seed}"),
    };
    if s.transactions == 0 && flags.properties().contains(&Property::Atomicity) {
        eprintln!("{which}: no block is meant to be atomic: mark one, or see --atomic");
    }
    let by_order = s.candidates - s.after_order;
    let by_locks = s.after_order - s.after_locks;
    eprintln!(
        "{which}: {} steps in {} threads, {} atomic blocks, {} candidates; refuted {by_order} by order, {by_locks} by locks, \
         {} by the formula; {} found, {} more at the same lines, {} open",
        s.steps,
        s.threads,
        s.transactions,
        s.candidates,
        s.refuted,
        prediction.violations.len(),
        s.repeated,
        s.open,
    );
}

fn in_words(s: &Statistics) -> String {
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    format!(
        "{} shared cells, {} of {} steps in the formula; run {:.1} ms, formula {:.1} ms, solver {:.1} ms in {} calls, \
         replays {:.1} ms",
        s.shared_cells,
        s.nodes,
        s.steps,
        ms(s.record_time),
        ms(s.encode_time),
        ms(s.solve_time),
        s.solver_calls,
        ms(s.replay_time),
    )
}
