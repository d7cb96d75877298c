//! `selvedge record`: runs a program built with `selvedge cc` and keeps what its threads did.

use crate::native::{recover, symbols};
use crate::output::Terminal;
use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};

/// Programs may change their directory, so this is an absolute path.
pub const TRACE_VARIABLE: &str = "SELVEDGE_TRACE";
const ALL_VARIABLE: &str = "SELVEDGE_ALL";
/// Threads that write to a pipe nobody reads any more are not worth a signal.
const SIGNAL_BASE: u8 = 128;

#[derive(Args, Debug)]
pub struct RecordFlags {
    /// Trace to write. Further processes (children, or programs run one after another) write to FILE.PID.
    #[arg(short, long, value_name = "FILE", default_value = "selvedge.trace")]
    pub output: PathBuf,

    #[command(flatten)]
    pub how: RecordingFlags,

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

    /// Look up source lines only for traces up to this many events.
    #[arg(long, value_name = "EVENTS", default_value_t = 300_000_000)]
    pub symbol_limit: u64,
}

pub fn record(flags: &RecordFlags, _terminal: &Terminal) -> Result<u8> {
    let trace = std::path::absolute(&flags.output)?;
    let status = run(&flags.command, &trace, flags.how.all)?;
    let traces = finish_all(&trace, flags.how.symbol_limit)?;
    if traces.is_empty() {
        bail!("{}", not_instrumented(&flags.command));
    }
    for (path, recorded) in &traces {
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
    Ok(exit_code(status))
}

pub fn not_instrumented(command: &[OsString]) -> String {
    let name = command.first().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    format!(
        "nothing was recorded: {name} was not built with `selvedge cc` or `selvedge c++` (or was killed at once, or \
         closed all files)"
    )
}

/// Runs the command with recording on. Interrupts go to the program; this process waits for it.
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
    ctrlc::set_handler(|| {}).context("cannot wait for interrupts")?;
    let mut child = Command::new(program);
    child.args(arguments).env(TRACE_VARIABLE, trace);
    if all {
        child.env(ALL_VARIABLE, "1");
    }
    child.spawn().with_context(|| format!("cannot run {}", program.to_string_lossy()))
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

/// Adds to each trace what a killed program left, and source lines.
fn finish_all(trace: &Path, limit: u64) -> Result<Vec<(PathBuf, symbols::Recorded)>> {
    let mut done = Vec::new();
    for path in traces(trace)? {
        recover::recover(&path, recover::FIRST_CHUNK)?;
        let progress = progress_bar();
        let recorded = symbols::add_tables(&path, limit, &progress)?;
        progress.finish_and_clear();
        done.push((path, recorded));
    }
    Ok(done)
}

fn progress_bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = "{bar:30} {human_pos} of {human_len} events read, {per_sec}, {eta} to go";
    let style = ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(0).with_style(style)
}

/// The program's own, as a shell would tell it.
pub fn exit_code(status: ExitStatus) -> u8 {
    let signal = status.signal().and_then(|signal| u8::try_from(signal).ok());
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    code.or(signal.map(|signal| SIGNAL_BASE.saturating_add(signal))).unwrap_or(2)
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
