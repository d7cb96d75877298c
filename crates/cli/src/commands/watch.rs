//! `selvedge watch`: runs a program and says what other schedules would have broken, while it runs and when it has ended.
//!
//! Each chunk of events is read as it is written, to learn which memory threads share (8 bytes for each 64 bytes of
//! memory that the program touches). When enough has come, or enough time has passed, or the program has ended, only
//! synchronisation and accesses of shared memory are read again, put in order and analysed (`predict::analyse_recorded`);
//! every report is confirmed by a schedule that replays, as in `predict`.
//!
//! The run is cut into segments (`segments`), so that disk and memory do not grow with it. A segment is analysed as if
//! everything before it had to happen as it was recorded: what is reported is true of the whole run, and pairs of events in
//! different segments are missed. A run shorter than `--spool` is one segment.

mod carry;
mod run;
mod segments;

use super::predict::{AtomicFlag, Destination, PredictionFlags, Told, specifications};
use super::record::{self, RecordingFlags};
use crate::flags::{Format, OutputFlags};
use crate::native::scratch::Scratch;
use crate::native::{child, recover};
use crate::output::Terminal;
use anyhow::{Context, Result};
use clap::Args;
use run::Run;
use spec::Specification;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

#[derive(Args, Debug)]
pub struct WatchFlags {
    #[command(flatten)]
    pub how: RecordingFlags,

    #[command(flatten)]
    pub prediction: PredictionFlags,

    /// Analyse what the program did whenever the recording has grown by this many megabytes, then drop it. Pairs of events
    /// in different parts are not looked at. If the analysis falls behind by as much again, the program waits (or see --skip).
    #[arg(long, value_name = "MB", default_value_t = 128, value_parser = clap::value_parser!(u64).range(1..1 << 20))]
    pub spool: u64,

    /// Where the analysis falls behind, pass over parts of the run instead of letting the program wait (up to five times --spool is on
    /// disk then). The summary says how many were passed over.
    #[arg(long)]
    pub skip: bool,

    /// While the program runs, look at what there is every so many seconds, and less often where that would take more than
    /// a tenth of the time; 0: only when there is enough for --spool.
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub every: u64,

    /// Let the analysis of a process need no more than about this many megabytes, however long that runs: --spool is at most an eighth of it, and
    /// what does not fit of a part is not looked at. The summary says so.
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(256..1 << 24))]
    pub memory: Option<u64>,

    /// What is meant to be atomic. What of it others can break is told only with a schedule that replays.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = AtomicFlag::Locks)]
    pub atomic: AtomicFlag,

    #[command(flatten)]
    pub output: OutputFlags,

    /// Append reports to FILE instead of printing them on stderr (JSON and SARIF: on stdout, which is the program's, too).
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub log: Option<PathBuf>,

    /// How to end when something was found. Otherwise, and with 0, this command ends as the program did.
    #[arg(long, value_name = "CODE", default_value_t = 1)]
    pub exit_code: u8,

    /// The program and its arguments.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// How long to wait for more of the trace: at first, and when nothing has come for long.
const PAUSE: Duration = Duration::from_millis(2);
const LONG_PAUSE: Duration = Duration::from_millis(20);
/// How often to look for processes that begin or end.
const SEARCH: Duration = Duration::from_millis(100);

impl WatchFlags {
    /// Bytes of a segment.
    fn spool(&self) -> u64 {
        self.spool.min(self.memory.map_or(u64::MAX, |memory| memory / 8)) << 20
    }

    /// Bytes that the analysis may need.
    fn memory(&self) -> Option<usize> {
        self.memory.map(|memory| usize::try_from(memory << 20).unwrap_or(usize::MAX))
    }

    /// Standard output is the program's; what is for other programs to read goes there all the same, unless there is a log.
    fn destination(&self) -> Destination<'_> {
        match (&self.log, self.output.format) {
            (Some(log), _) => Destination::Log(log),
            (None, Format::Text) => Destination::Stderr,
            (None, Format::Json | Format::Sarif) => Destination::Stdout,
        }
    }
}

pub fn watch(flags: &WatchFlags, terminal: &Terminal) -> Result<u8> {
    let specification = specifications(&flags.prediction.spec)?;
    let scratch = Scratch::new()?;
    let trace = scratch.trace();
    // The page is about the first process.
    let others = OutputFlags { html: None, ..flags.output.clone() };
    let mut child = record::start(&flags.command, &trace, flags.how.all)?;
    let mut watch = Watch {
        trace: &trace,
        specification: &specification,
        flags,
        others: &others,
        terminal: &terminal.on_stderr(),
        runs: Vec::new(),
        seen: Vec::new(),
        told: Told::default(),
        code: 0,
    };
    let followed = watch.follow(&mut child);
    // The program is not to suffer from what went wrong here; it will see that nobody watches.
    watch.runs.iter_mut().for_each(Run::release);
    if followed.is_err() {
        child.wait().context("cannot wait for the program")?;
    }
    let status = followed?;
    let program_code = child::exit_code(status);
    let goes_on = record::goes_on(&trace)?;
    watch.search()?;
    if watch.seen.is_empty() {
        return record::nothing_recorded(&flags.command, &trace, program_code);
    }
    if !status.success() && flags.log.is_none() {
        eprintln!("selvedge: the program ended with {status}");
    }
    // What still runs is left alone.
    let runs = std::mem::take(&mut watch.runs);
    for run in runs.into_iter().filter(|run| !recover::is_being_written(run.trace())) {
        watch.finish(run)?;
    }
    if goes_on && record::goes_on(&trace)? {
        say_left(flags)?;
    }
    Ok(ending(watch.code, program_code, flags.exit_code))
}

fn say_left(flags: &WatchFlags) -> Result<()> {
    let name = record::name_of(&flags.command);
    let text = format!(
        "{name} goes on in the background and is not watched any more (--wait watches it to its end)"
    );
    match flags.destination() {
        log @ Destination::Log(_) if flags.output.format == Format::Text => log.tell(&format!("{text}\n")),
        _ => {
            eprintln!("selvedge: {text}");
            Ok(())
        }
    }
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

/// All processes of a command.
struct Watch<'a> {
    trace: &'a Path,
    specification: &'a Specification,
    flags: &'a WatchFlags,
    others: &'a OutputFlags,
    terminal: &'a Terminal,
    /// Those that have not been seen to end.
    runs: Vec<Run<'a>>,
    /// The traces of all.
    seen: Vec<PathBuf>,
    told: Told,
    code: u8,
}

impl<'a> Watch<'a> {
    /// Reads along, and analyses what is due, until the command has ended, and what it has left in the background if
    /// that is asked for.
    fn follow(&mut self, child: &mut Child) -> Result<ExitStatus> {
        let (mut pause, mut searched) = (PAUSE, None::<Instant>);
        let mut ended = None;
        loop {
            if ended.is_none() {
                ended = child.try_wait().context("cannot wait for the program")?;
            }
            if searched.is_none_or(|searched| searched.elapsed() > SEARCH) || self.runs.is_empty() {
                searched = Some(Instant::now());
                self.search()?;
                let (over, runs) = std::mem::take(&mut self.runs).into_iter().partition(Run::has_ended);
                self.runs = runs;
                for run in Vec::from_iter(over) {
                    self.finish(run)?;
                }
            }
            let mut is_news = false;
            for run in &mut self.runs {
                is_news |= run.step()?;
            }
            if let Some(status) = ended
                && (!self.flags.how.wait || child::is_stopped() || !record::goes_on(self.trace)?)
            {
                return Ok(status);
            }
            if is_news {
                pause = PAUSE;
            } else {
                std::thread::sleep(pause);
                pause = (2 * pause).min(LONG_PAUSE);
            }
        }
    }

    /// Looks for processes that have begun to record.
    fn search(&mut self) -> Result<()> {
        for path in record::traces(self.trace)? {
            if !self.seen.contains(&path) {
                let output = if path == self.trace { &self.flags.output } else { self.others };
                let run = Run::new(&path, self.specification, self.flags, output, self.terminal, &self.told)?;
                self.runs.push(run);
                self.seen.push(path);
            }
        }
        Ok(())
    }

    /// A process has ended.
    fn finish(&mut self, run: Run) -> Result<()> {
        let name = self.flags.command.first().map(PathBuf::from).unwrap_or_default();
        let own = run.finish(&name)?;
        // A violation (1) in any process counts, else what could not be decided (3).
        self.code = if self.code == 1 || own == 1 { 1 } else { self.code.max(own) };
        Ok(())
    }
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
