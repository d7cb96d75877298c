//! `selvedge watch`: records a program to a place that is gone afterwards, reads along while it runs, and says what other
//! schedules would have broken when it has ended.
//!
//! While the program runs, each chunk of events is read as it is written, to learn which memory threads share (8 bytes
//! for each 64 bytes of memory that the program touches). When it has ended, only synchronisation and accesses of shared
//! memory are read again, put in order and analysed, memory that is only handed on in bulk (`predict::refine`); every report
//! is confirmed by a schedule that replays, as in `predict`. What a program does beyond `--max-events` such events is not
//! looked at.

use super::predict::{PredictionFlags, report_of, specifications};
use super::record::{self, RecordingFlags};
use crate::flags::OutputFlags;
use crate::native::scratch::Scratch;
use crate::native::{child, symbols};
use crate::output::{Terminal, print_text};
use ::predict::{Partition, add_chunks, load_shared, refine};
use anyhow::{Context, Result};
use clap::Args;
use events::trace::{Follower, TraceError};
use spec::Specification;
use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::Write;
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

    /// Append reports to FILE instead of printing them, so that stdout is the program's.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub log: Option<PathBuf>,

    /// How to end when something was found. Otherwise, and with 0, this command ends as the program did.
    #[arg(long, value_name = "CODE", default_value_t = 1)]
    pub exit_code: u8,

    /// The program and its arguments.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// How long to wait for more of the trace.
const PAUSE: Duration = Duration::from_millis(3);

pub fn watch(flags: &WatchFlags, terminal: &Terminal) -> Result<u8> {
    let specification = specifications(&flags.prediction.spec)?;
    let scratch = Scratch::new()?;
    let trace = scratch.trace();
    let child = record::start(&flags.command, &trace, flags.how.all)?;
    let (status, mut followed) = follow(child, &trace)?;
    let traces = record::recovered(&trace)?;
    let program_code = child::exit_code(status);
    if traces.is_empty() {
        return record::nothing_recorded(&flags.command, &trace, program_code);
    }
    if !status.success() && flags.log.is_none() {
        eprintln!("selvedge: the program ended with {status}");
    }
    let mut code = 0;
    for path in &traces {
        let followed = if *path == trace { followed.take() } else { None };
        let own = report(path, followed, &specification, flags, terminal)?;
        // A violation (1) in any process counts, else what could not be decided (3).
        code = if code == 1 || own == 1 { 1 } else { code.max(own) };
    }
    Ok(ending(code, program_code, flags.exit_code))
}

/// The exit code: what was found, else how the program ended.
fn ending(found: u8, program: u8, wanted: u8) -> u8 {
    match (found, program) {
        (_, program) if wanted == 0 => program,
        (1, _) => wanted,
        (found, 0) => found,
        (_, program) => program,
    }
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
    refine(path, &mut partition).map_err(in_trace)?;
    let limit = flags.prediction.max_events;
    let mut loaded = load_shared(path, partition, specification, limit, &mut |_| {}).map_err(in_trace)?;
    symbols::describe(&mut loaded.trace)?;
    let name = flags.command.first().map(PathBuf::from).unwrap_or_default();
    // The page is about the first process.
    let html = flags.output.html.clone().filter(|_| is_first);
    let output = OutputFlags { html, ..flags.output.clone() };
    let (text, code) = report_of(&name, &loaded, specification, &flags.prediction, &output, terminal)?;
    match &flags.log {
        Some(log) => append(log, &text)?,
        None => print_text(&text)?,
    }
    Ok(code)
}

/// Several programs may be watched at once with one log: each report is written in one piece.
fn append(log: &Path, text: &str) -> Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(log);
    let written =
        file.as_mut().map_err(|error| error.kind().into()).and_then(|file| file.write_all(text.as_bytes()));
    written.with_context(|| format!("cannot write {}", log.display()))
}

#[cfg(test)]
mod tests {
    use super::ending;

    #[test]
    fn how_it_ends() {
        assert_eq!([ending(0, 0, 1), ending(1, 0, 1), ending(1, 4, 1), ending(3, 0, 1)], [0, 1, 1, 3]);
        assert_eq!([ending(0, 4, 1), ending(3, 4, 1), ending(1, 4, 66)], [4, 4, 66]);
        assert_eq!([ending(1, 4, 0), ending(1, 0, 0)], [4, 0]);
    }
}
