//! `selvedge watch`: records a program to a place that is gone afterwards, reads along while it runs, and says what other
//! schedules would have broken when it has ended.
//!
//! While the program runs, each chunk of events is read as it is written, to learn which memory threads share (8 bytes
//! for each 64 bytes of memory that the program touches). When it has ended, synchronisation and accesses of shared memory are
//! read again, put in order and analysed (`predict::analyse_recorded`); every report is confirmed by a schedule that replays, as in
//! `predict`. What a program does beyond `--max-events` such events is not looked at.

use super::predict::{PredictionFlags, report_on, specifications};
use super::record::{self, RecordingFlags};
use crate::flags::OutputFlags;
use crate::native::symbols;
use crate::output::Terminal;
use ::predict::{Partition, add_chunks, analyse_recorded};
use anyhow::{Context, Result, bail};
use clap::Args;
use events::trace::{Follower, TraceError};
use spec::Specification;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};
use std::time::Duration;

#[derive(Args, Debug)]
pub struct WatchFlags {
    #[command(flatten)]
    pub how: RecordingFlags,

    #[command(flatten)]
    pub prediction: PredictionFlags,

    #[command(flatten)]
    pub output: OutputFlags,

    /// The program and its arguments.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// A directory that is removed at the end.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// How long to wait for more of the trace.
const PAUSE: Duration = Duration::from_millis(3);

pub fn watch(flags: &WatchFlags, terminal: &Terminal) -> Result<u8> {
    let specification = specifications(&flags.prediction.spec)?;
    let scratch = Scratch(std::env::temp_dir().join(format!("selvedge-watch-{}", std::process::id())));
    std::fs::create_dir_all(&scratch.0).with_context(|| format!("cannot make {}", scratch.0.display()))?;
    let trace = scratch.0.join("trace");
    let child = record::start(&flags.command, &trace, flags.how.all)?;
    let (status, mut followed) = follow(child, &trace)?;
    let traces = record::recovered(&trace)?;
    if traces.is_empty() {
        bail!("{}", record::not_instrumented(&flags.command));
    }
    if !status.success() {
        eprintln!("selvedge: the program ended with {status}");
    }
    let mut code = 0;
    for path in &traces {
        let followed = if *path == trace { followed.take() } else { None };
        let own = report(path, followed, &specification, flags, terminal)?;
        // A violation (1) in any process counts, else what could not be decided (3).
        code = if code == 1 || own == 1 { 1 } else { code.max(own) };
    }
    Ok(code)
}

/// Reads the first process's trace while the program runs.
fn follow(mut child: Child, trace: &Path) -> Result<(ExitStatus, Option<(Follower, Partition)>)> {
    let mut followed: Option<(Follower, Partition)> = None;
    loop {
        if followed.is_none() {
            followed = Follower::open(trace).ok().map(|follower| (follower, Partition::default()));
        }
        let news = match &mut followed {
            Some((follower, partition)) => add_chunks(follower, partition)?,
            None => 0,
        };
        if let Some(status) = child.try_wait().context("cannot wait for the program")? {
            return Ok((status, followed));
        }
        if news == 0 {
            std::thread::sleep(PAUSE);
        }
    }
}

/// Analyses one process's trace; the exit code.
fn report(
    path: &Path,
    followed: Option<(Follower, Partition)>,
    specification: &Specification,
    flags: &WatchFlags,
    terminal: &Terminal,
) -> Result<u8> {
    let in_trace = |error: TraceError| anyhow::Error::from(error).context(path.display().to_string());
    let is_first = followed.is_some();
    let (mut follower, mut partition) = match followed {
        Some(followed) => followed,
        None => (Follower::open(path).map_err(in_trace)?, Partition::default()),
    };
    while add_chunks(&mut follower, &mut partition).map_err(in_trace)? > 0 {}
    partition.shared_only();
    let (limit, options) = (flags.prediction.max_events, flags.prediction.options()?);
    let (mut loaded, outcome) =
        analyse_recorded(path, partition, specification, &options, limit, &mut |_| {}).map_err(in_trace)?;
    symbols::describe(&mut loaded.trace, &outcome, flags.prediction.unconfirmed)?;
    let name = flags.command.first().map(PathBuf::from).unwrap_or_default();
    // The page is about the first process.
    let html = flags.output.html.clone().filter(|_| is_first);
    let output = OutputFlags { html, ..flags.output.clone() };
    report_on(&name, &loaded, outcome, specification, &flags.prediction, &output, terminal)
}
