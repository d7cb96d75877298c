//! `selvedge predict`: what other schedules of a recorded run would have broken.

mod causal;
mod findings;
mod suppressions;
mod whole;

pub use whole::{Destination, Part, Told, Whole};

use crate::flags::OutputFlags;
use crate::output::Terminal;
use ::predict::{Effort, Operations, Options, Order, analyse_file};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use events::trace::{TraceError, TraceKind};
use indicatif::{ProgressBar, ProgressStyle};
use spec::Specification;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Args, Debug)]
pub struct PredictFlags {
    /// Trace recorded by `selvedge record`, or in the text form `T0|acq(L1)|12`; or a program (C, C++, .ll), which is run.
    pub file: PathBuf,

    #[command(flatten)]
    pub how: PredictionFlags,

    /// Events of a trace that --property reorders at a time; 1000 unless told otherwise.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub window: Option<u32>,

    #[command(flatten)]
    pub program: super::fusion::ProgramFlags,

    #[command(flatten)]
    pub output: OutputFlags,
}

/// How a trace is looked at.
#[derive(Args, Clone, Debug)]
pub struct PredictionFlags {
    /// Which order between events finds candidates. Whatever it finds is reported only with a schedule that replays.
    #[arg(long, value_enum, default_value_t = OrderFlag::Auto)]
    pub order: OrderFlag,

    /// Specification of library calls: a file, or the name of a shipped one (repeat for more). All shipped ones are known
    /// anyway; an object of the same name replaces the shipped one.
    #[arg(long, value_name = "FILE")]
    pub spec: Vec<String>,

    /// List what the order finds and no schedule confirms.
    #[arg(long)]
    pub unconfirmed: bool,

    /// Keep critical sections in their order (SyncP): faster, finds less.
    #[arg(long)]
    pub keep_sections: bool,

    /// Remember every access and take each pair of events for itself: for small traces.
    #[arg(long)]
    pub every_pair: bool,

    /// Leave out what happens in a file or function whose name contains this text (repeat for more).
    #[arg(long, value_name = "TEXT")]
    pub suppress: Vec<String>,

    /// Leave out what the patterns in this file say, one per line: `PATTERN` or `KIND:PATTERN` (such as `race:Cache::touch`). A pattern is
    /// looked for in names of files and functions; `*` is any text, `^` and `$` are the ends (repeat for more files).
    #[arg(long, value_name = "FILE")]
    pub suppressions: Vec<PathBuf>,

    /// Analyse only this many events.
    #[arg(long, value_name = "N", default_value_t = 50_000_000)]
    pub max_events: usize,

    /// Stop looking for schedules after this many seconds.
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<f64>,

    /// Say on stderr what was read, found and tried, and how long it took.
    #[arg(long)]
    pub statistics: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum OrderFlag {
    /// weak, in bounded memory for long traces
    Auto,
    /// happens-before
    Hb,
    /// schedulable happens-before
    Shb,
    /// weak-doesn't-commute: conflicting critical sections stay ordered
    Wdc,
    /// extended-doesn't-commute: as wdc, but calls that commute are not in conflict; in bounded memory
    Edc,
    /// the same in unbounded memory
    EdcUnbounded,
    /// only what every reordering of the trace keeps: finds the most
    Weak,
}

/// What of a recorded run is meant to be atomic, where nothing is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum AtomicFlag {
    /// a call that takes one lock twice, reads in the first section and writes without another look in the second
    #[default]
    Locks,
    /// nothing
    Off,
}

impl AtomicFlag {
    /// `None` for names of functions.
    fn of_names(names: &[String]) -> Option<AtomicFlag> {
        let flags = names.iter().map(|name| AtomicFlag::from_str(name, false).ok());
        flags.collect::<Option<Vec<_>>>().map(|flags| flags.last().copied().unwrap_or_default())
    }

    pub fn operations(self) -> Operations {
        match self {
            AtomicFlag::Locks => Operations::Calls,
            AtomicFlag::Off => Operations::None,
        }
    }
}

impl PredictionFlags {
    /// Whether something is asked for that makes no sense for a program.
    fn asks_for_a_trace(&self) -> bool {
        self.asks_for_an_order() || !self.spec.is_empty()
    }

    /// What the analysis is told.
    pub fn options(&self) -> Result<Options> {
        Ok(Options {
            order: self.order.order(),
            effort: Effort { reversal: !self.keep_sections, ..Effort::default() },
            whole_history: self.every_pair,
            every_pair: self.every_pair,
            time_limit: self.timeout.map(Duration::try_from_secs_f64).transpose()?,
            ..Options::default()
        })
    }

    /// Whether something is asked for that only goes with an order and a search for a reordering.
    fn asks_for_an_order(&self) -> bool {
        self.order != OrderFlag::Auto
            || !self.suppress.is_empty()
            || !self.suppressions.is_empty()
            || self.unconfirmed
            || self.keep_sections
            || self.every_pair
    }
}

impl OrderFlag {
    fn order(self) -> Order {
        match self {
            OrderFlag::Auto | OrderFlag::Weak => Order::Weak,
            OrderFlag::Hb => Order::Hb,
            OrderFlag::Shb => Order::Shb,
            OrderFlag::Wdc => Order::Wdc,
            OrderFlag::Edc => Order::BoundedEdc,
            OrderFlag::EdcUnbounded => Order::Edc,
        }
    }
}

pub fn predict(flags: &PredictFlags, terminal: &Terminal) -> Result<u8> {
    let path = &flags.file;
    super::record::complete(path)?;
    let kind = TraceKind::of_file(path).with_context(|| format!("cannot read {}", path.display()))?;
    let is_pipe = !std::fs::metadata(path)?.is_file();
    let is_program = path.extension().is_some_and(|extension| {
        let known = ["c", "cc", "cpp", "cxx", "C", "ll", "litmus", "sel"];
        known.iter().any(|name| extension == *name)
    });
    if kind.is_none() && is_program {
        if flags.how.asks_for_a_trace() || flags.window.is_some() {
            bail!("{} is a program, and one of these flags is for recorded traces", path.display());
        }
        let (timeout, statistics) = (flags.how.timeout, flags.how.statistics);
        let (program, output) = (&flags.program, &flags.output);
        return super::fusion::predict_program(path, program, timeout, statistics, output, terminal);
    }
    if kind.is_none() && !is_pipe {
        bail!("{} is not a trace: record one with `selvedge record`", path.display());
    }
    if flags.program.asks_for_a_program() {
        bail!("{} is a trace, and one of these flags is for programs", path.display());
    }
    let how = AtomicFlag::of_names(&flags.program.atomic);
    if !flags.program.property.is_empty() || how.is_none() {
        return causal::predict(flags, terminal);
    }
    if flags.window.is_some() || flags.program.every_instance {
        bail!("on a trace --window and --every-instance go with --property");
    }
    predict_trace(path, &flags.how, how.unwrap_or_default(), &flags.output, terminal)
}

/// Reads a trace, analyses it and prints what is found; the exit code.
pub fn predict_trace(
    path: &Path,
    flags: &PredictionFlags,
    atomic: AtomicFlag,
    output: &OutputFlags,
    terminal: &Terminal,
) -> Result<u8> {
    let specification = specifications(&flags.spec)?;
    let bar = progress_bar();
    let options = Options { operations: atomic.operations(), ..flags.options()? };
    let analysed =
        analyse_file(path, &specification, &options, flags.max_events, &mut |events| bar.inc(events));
    bar.finish_and_clear();
    let (mut loaded, outcome) = analysed.map_err(|error| match error {
        // Has its place already.
        TraceError::Text { .. } => anyhow::Error::from(error),
        error => anyhow::Error::from(error).context(path.display().to_string()),
    })?;
    let mut whole = Whole::new(&specification, flags, output, Destination::Stdout, terminal)?;
    whole.add(&mut loaded, outcome, Part::Last, |_, _| Ok(()))?;
    whole.finish(path)
}

/// The page of a prediction, if one is asked for.
fn write_page(output: &OutputFlags, trace: &Path, json: impl FnOnce() -> serde_json::Value) -> Result<()> {
    let Some(page) = &output.html else { return Ok(()) };
    let title = format!("{} · selvedge predict", trace.display());
    std::fs::write(page, report::html::predictions_page(&title, &json()))
        .with_context(|| format!("cannot write {}", page.display()))
}

/// The shipped specifications, with the user's in place of those of the same name.
pub fn specifications(files: &[String]) -> Result<Specification> {
    let mut own = Specification::default();
    for file in files {
        own.merge(super::spec::read_specification(file)?)?;
    }
    for (name, text) in spec::shipped() {
        let mut shipped = Specification::parse(text, &format!("{name}.spec"))?;
        shipped.objects.retain(|object| own.object(&object.name).is_none());
        own.merge(shipped)?;
    }
    Ok(own)
}

/// Events read so far, on stderr where that is a terminal.
fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    let style = ProgressStyle::with_template("{spinner} {human_pos} events ({per_sec})");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar
}
