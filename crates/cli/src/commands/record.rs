//! `selvedge record`: runs a program built with `selvedge cc` and keeps what its threads did.

use crate::native::{child, recover, symbols};
use crate::output::Terminal;
use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::time::Duration;

/// Programs may change their directory, so this is an absolute path.
pub const TRACE_VARIABLE: &str = "SELVEDGE_TRACE";
const ALL_VARIABLE: &str = "SELVEDGE_ALL";

#[derive(Args, Debug)]
pub struct RecordFlags {
    /// Trace to write. Further processes (children, or programs run one after another) write to FILE.PID. A device or
    /// pipe is written to as it is (`/dev/null` keeps nothing).
    #[arg(short, long, value_name = "FILE", default_value = "selvedge.trace")]
    pub output: PathBuf,

    #[command(flatten)]
    pub how: RecordingFlags,

    /// Look up source lines only for traces up to this many events.
    #[arg(long, value_name = "EVENTS", default_value_t = 300_000_000)]
    pub symbol_limit: u64,

    /// Say nothing about the trace, so that stderr is the program's.
    #[arg(short, long)]
    pub quiet: bool,

    /// The program and its arguments.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// How a program is recorded.
#[derive(Args, Debug)]
pub struct RecordingFlags {
    /// Log every access, also those a thread repeats without synchronising in between.
    #[arg(long)]
    pub all: bool,

    /// Wait for recorded processes that go on in the background when the command has ended, such as daemons.
    #[arg(long)]
    pub wait: bool,
}

/// How long to wait before looking again whether a process goes on.
const PAUSE: Duration = Duration::from_millis(20);

pub fn record(flags: &RecordFlags, _terminal: &Terminal) -> Result<u8> {
    let trace = std::path::absolute(&flags.output)?;
    let is_device = trace.metadata().is_ok_and(|kind| !kind.is_file() && !kind.is_dir());
    let status = run(&flags.command, &trace, flags.how.all)?;
    let code = child::exit_code(status);
    if is_device {
        return Ok(code);
    }
    while flags.how.wait && !child::is_stopped() && goes_on(&trace)? {
        std::thread::sleep(PAUSE);
    }
    let is_left = goes_on(&trace)?;
    let traces = finish_all(&trace, flags.symbol_limit)?;
    if traces.is_empty() {
        return nothing_recorded(&flags.command, &trace, code);
    }
    let shown = if flags.quiet { &[] } else { traces.as_slice() };
    for (path, recorded) in shown {
        let summary = recorded.summary;
        eprintln!(
            "selvedge: {}: {} events of {} threads, {} kB",
            flags.output.with_file_name(path.file_name().unwrap_or_default()).display(),
            summary.events,
            summary.threads,
            summary.stored_bytes.div_ceil(1024),
        );
        recorded.damage.iter().for_each(|damage| eprintln!("selvedge:   {damage}"));
    }
    if is_left && !flags.quiet {
        eprintln!("selvedge: {}", left_in_background(&flags.command));
    }
    Ok(code)
}

/// What the command is called in messages.
pub fn name_of(command: &[OsString]) -> String {
    command.first().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn left_in_background(command: &[OsString]) -> String {
    let name = name_of(command);
    format!("{name} goes on in the background; its trace is not complete yet (--wait waits for it)")
}

/// Whether a recorded process, or one that it has forked, still runs. If not, all traces are there.
pub fn goes_on(trace: &Path) -> Result<bool> {
    loop {
        let known = traces(trace)?;
        let goes_on = known.iter().any(|path| recover::is_being_written(path) || recover::has_forked(path));
        // Who has made a trace in between is not among them any more.
        if goes_on || traces(trace)? == known {
            return Ok(goes_on);
        }
    }
}

/// A program that failed has said why; otherwise it was the wrong one. The exit code, or what is wrong.
pub fn nothing_recorded(command: &[OsString], trace: &Path, code: u8) -> Result<u8> {
    if goes_on(trace)? {
        eprintln!("selvedge: {}", left_in_background(command));
        return Ok(code);
    }
    let name = name_of(command);
    let why = format!(
        "nothing was recorded: {name} was not built with `selvedge cc` or `selvedge c++` (or was killed at once)"
    );
    if code == 0 {
        bail!("{why}");
    }
    eprintln!("selvedge: {why}");
    Ok(code)
}

/// Runs the command with recording on. Signals go to the program; this process waits for it.
pub fn run(command: &[OsString], trace: &Path, all: bool) -> Result<ExitStatus> {
    let mut child = start(command, trace, all)?;
    child.wait().context("cannot wait for the program")
}

/// Starts the command with recording on.
pub fn start(command: &[OsString], trace: &Path, all: bool) -> Result<Child> {
    let Some((program, arguments)) = command.split_first() else { bail!("no command to record") };
    for old in traces_of(trace)? {
        std::fs::remove_file(&old).with_context(|| format!("cannot replace {}", old.display()))?;
    }
    let directory = trace.parent().unwrap_or(Path::new("/"));
    if !directory.is_dir() {
        bail!("{}: there is no such directory", directory.display());
    }
    let mut command = Command::new(program);
    command.args(arguments).env(TRACE_VARIABLE, trace);
    if all {
        command.env(ALL_VARIABLE, "1");
    }
    child::spawn(&mut command)
}

/// The traces that exist under this name: itself, and with process numbers and `.live` behind.
fn traces_of(trace: &Path) -> Result<Vec<PathBuf>> {
    let directory = trace.parent().unwrap_or(Path::new("/"));
    let name = trace.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut found = Vec::new();
    for entry in std::fs::read_dir(directory).into_iter().flatten() {
        let entry = entry?;
        let other = entry.file_name().to_string_lossy().into_owned();
        let belongs = other.strip_prefix(&name).is_some_and(is_suffix);
        if belongs && entry.file_type()?.is_file() {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}

/// Process numbers, turns and `live`.
fn is_suffix(suffix: &str) -> bool {
    let mut parts = suffix.split('.');
    parts.next() == Some("")
        && parts.all(|part| {
            part == "live" || (!part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
        })
}

/// The traces under this name: itself first, then those of other processes.
pub fn traces(trace: &Path) -> Result<Vec<PathBuf>> {
    let mut paths = traces_of(trace)?;
    paths.retain(|path| path.extension().is_none_or(|extension| extension != "live"));
    Ok(paths)
}

/// Adds to each trace what a killed program left, and source lines. Those of processes that still run are left alone.
fn finish_all(trace: &Path, limit: u64) -> Result<Vec<(PathBuf, symbols::Recorded)>> {
    let mut done = Vec::new();
    for path in traces(trace)?.into_iter().filter(|path| !recover::is_being_written(path)) {
        recover::recover(&path, recover::FIRST_CHUNK)?;
        let progress = progress_bar();
        let recorded = symbols::add_tables(&path, limit, &progress)?;
        progress.finish_and_clear();
        done.push((path, recorded));
    }
    Ok(done)
}

/// A trace that is about to be read: if `record` was killed, what the program had logged lies beside it, and is added.
pub fn complete(trace: &Path) -> Result<()> {
    let is_left = recover::live_path(trace).is_file() && !recover::is_being_written(trace);
    if is_left && recover::recover(trace, recover::FIRST_CHUNK)? {
        symbols::add_tables(trace, u64::MAX, &ProgressBar::hidden())?;
        let shown = trace.display();
        eprintln!("selvedge: {shown}: `record` was killed; what the program had logged until then was added");
    }
    Ok(())
}

fn progress_bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = "{bar:30} {human_pos} of {human_len} events read, {per_sec}, {eta} to go";
    let style = ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(0).with_style(style)
}

#[cfg(test)]
mod tests {
    use super::is_suffix;

    #[test]
    fn what_belongs_to_a_trace() {
        assert!(["", ".12", ".12.2", ".live", ".12.live"].into_iter().all(is_suffix));
        assert!([".std", "x", ".12x", ".", "2"].into_iter().all(|suffix| !is_suffix(suffix)));
    }
}
