//! `selvedge watch`: runs a program and says what other schedules would have broken, while it runs and when it has ended.
//!
//! Each chunk of events is read as it is written, to learn which memory threads share (8 bytes for each 64 bytes of
//! memory that the program touches). When enough has come, or enough time has passed, or the program has ended, only
//! synchronisation and accesses of shared memory are read again, put in order and analysed, memory that is only handed
//! on in bulk (`predict::refine`); every report is confirmed by a schedule that replays, as in `predict`.
//!
//! The run is cut into segments (`segments`), so that disk and memory do not grow with it. A segment is analysed as if
//! everything before it had to happen as it was recorded: what is reported is true of the whole run, and pairs of events in
//! different segments are missed. A run shorter than `--spool` is one segment.

mod carry;
mod segments;

use super::predict::{Part, PredictionFlags, Whole, specifications};
use super::record::{self, RecordingFlags};
use crate::flags::OutputFlags;
use crate::native::{child, symbols};
use crate::output::Terminal;
use ::predict::{Loaded, Partition, add_chunks, load_shared, refine};
use anyhow::{Context, Result};
use clap::Args;
use events::trace::{Follower, Namespace};
use segments::Segments;
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
    /// in different parts are not looked at. If the analysis falls behind by as much again, the program waits.
    #[arg(long, value_name = "MB", default_value_t = 128, value_parser = clap::value_parser!(u64).range(1..1 << 20))]
    pub spool: u64,

    /// While the program runs, look at what there is every so many seconds, and less often where that would take more than
    /// a tenth of the time; 0: only when there is enough for --spool.
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub every: u64,

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

/// A directory that is removed at the end.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// How long to wait for more of the trace: at first, and when nothing has come for long.
const PAUSE: Duration = Duration::from_millis(2);
const LONG_PAUSE: Duration = Duration::from_millis(20);
/// Looking takes at most this part of the time.
const SHARE: u32 = 10;

pub fn watch(flags: &WatchFlags, terminal: &Terminal) -> Result<u8> {
    let specification = specifications(&flags.prediction.spec)?;
    let scratch = Scratch(std::env::temp_dir().join(format!("selvedge-watch-{}", std::process::id())));
    std::fs::create_dir_all(&scratch.0).with_context(|| format!("cannot make {}", scratch.0.display()))?;
    let trace = scratch.0.join("trace");
    let mut child = record::start(&flags.command, &trace, flags.how.all)?;
    let mut run = Run::new(&trace, &specification, flags, terminal);
    let followed = run.follow(&mut child);
    // The program is not to suffer from what went wrong here; it will see that nobody watches.
    run.segments.release();
    if followed.is_err() {
        child.wait().context("cannot wait for the program")?;
    }
    let status = followed?;
    let traces = record::recovered(&trace, run.segments.from())?;
    let program_code = child::exit_code(status);
    if traces.is_empty() {
        return record::nothing_recorded(&flags.command, &trace, program_code);
    }
    if !status.success() && flags.log.is_none() {
        eprintln!("selvedge: the program ended with {status}");
    }
    let name = flags.command.first().map(PathBuf::from).unwrap_or_default();
    let mut code = run.finish(&name)?;
    // The page is about the first process.
    let output = OutputFlags { html: None, ..flags.output.clone() };
    for path in traces.iter().filter(|path| **path != trace) {
        let mut whole =
            Whole::new(&specification, &flags.prediction, &output, flags.log.as_deref(), terminal);
        let (mut follower, mut partition) = (Follower::open(path)?, Partition::default());
        while add_chunks(&mut follower, &mut partition)? > 0 {}
        let mut loaded = analyse_segment(path, partition, &specification, flags)?;
        whole.add(&mut loaded, Part::Last, symbols::describe)?;
        let own = whole.finish(&name)?;
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

/// Reads what is to be analysed of a trace or a segment whose accesses have all been added to the partition.
fn analyse_segment(
    path: &Path,
    mut partition: Partition,
    specification: &Specification,
    flags: &WatchFlags,
) -> Result<Loaded> {
    partition.shared_only();
    refine(path, &mut partition)?;
    Ok(load_shared(path, partition, specification, flags.prediction.max_events, &mut |_| {})?)
}

/// The first process of a command, while it runs.
struct Run<'a> {
    trace: PathBuf,
    specification: &'a Specification,
    flags: &'a WatchFlags,
    whole: Whole<'a>,
    segments: Segments,
    /// Of the present segment, as far as it was written.
    followed: Option<(Follower, Partition)>,
    /// When to look next.
    look: Option<Instant>,
}

impl<'a> Run<'a> {
    fn new(
        trace: &Path,
        specification: &'a Specification,
        flags: &'a WatchFlags,
        terminal: &'a Terminal,
    ) -> Self {
        let wants_looks = flags.every > 0 && !flags.prediction.every_pair;
        Run {
            trace: trace.to_owned(),
            specification,
            flags,
            whole: Whole::new(
                specification,
                &flags.prediction,
                &flags.output,
                flags.log.as_deref(),
                terminal,
            ),
            segments: Segments::new(trace, flags.spool << 20),
            followed: None,
            look: wants_looks.then(|| Instant::now() + Duration::from_secs(flags.every)),
        }
    }

    /// Reads along, and analyses what is due, until the program has ended.
    fn follow(&mut self, child: &mut Child) -> Result<ExitStatus> {
        let mut pause = PAUSE;
        loop {
            let news = self.poll()?;
            if let Some(status) = child.try_wait().context("cannot wait for the program")? {
                return Ok(status);
            }
            let length = self.followed.as_ref().map_or(0, |(follower, _)| follower.offset());
            if self.segments.is_due(length) {
                self.end_segment()?;
            } else if self.look.is_some_and(|look| Instant::now() >= look) {
                self.look()?;
            } else if news == 0 {
                std::thread::sleep(pause);
                pause = (2 * pause).min(LONG_PAUSE);
                continue;
            }
            pause = PAUSE;
        }
    }

    /// Reads what has come; how many bytes.
    fn poll(&mut self) -> Result<u64> {
        self.segments.hold()?;
        if self.followed.is_none() && self.trace.exists() {
            let follower = Follower::open(&self.segments.open()?)?;
            self.followed = Some((follower, Partition::default()));
        }
        match &mut self.followed {
            Some((follower, partition)) => Ok(add_chunks(follower, partition)?),
            None => Ok(0),
        }
    }

    /// Analyses the segment up to now and begins the next.
    fn end_segment(&mut self) -> Result<()> {
        let Some(closed) = self.segments.close(false)? else { return Ok(()) };
        if let Some((follower, partition)) = self.followed.take() {
            self.analyse(&closed.path, &follower, partition, Part::Segment)?;
        }
        self.segments.go_on(closed)
    }

    /// Analyses the segment up to now, which goes on.
    fn look(&mut self) -> Result<()> {
        let started = Instant::now();
        if let Some(closed) = self.segments.close(true)?
            && let Some((follower, partition)) = self.followed.take()
        {
            self.analyse(&closed.path, &follower, partition.clone(), Part::Look)?;
            self.followed = Some((follower, partition));
        }
        let next = (SHARE * started.elapsed()).max(Duration::from_secs(self.flags.every));
        self.look = Some(Instant::now() + next);
        Ok(())
    }

    /// Analyses a part that has been followed up to some place.
    fn analyse(
        &mut self,
        path: &Path,
        follower: &Follower,
        mut partition: Partition,
        part: Part,
    ) -> Result<()> {
        let mut rest = Follower::resume(path, follower)?;
        while add_chunks(&mut rest, &mut partition)? > 0 {}
        let mut loaded = analyse_segment(path, partition, self.specification, self.flags)?;
        if self.segments.ended > 0 {
            loaded.trace.tables.names.insert((Namespace::Sync, carry::CUT), carry::CUT_NAME.into());
        }
        // Names of threads that began in segments before.
        for (thread, start) in &self.segments.starts {
            loaded.trace.starts.entry(*thread).or_insert(*start);
        }
        self.whole.add(&mut loaded, part, symbols::describe)
    }

    /// Analyses the rest; the exit code.
    fn finish(mut self, name: &Path) -> Result<u8> {
        self.poll()?;
        let path = self.segments.open()?;
        if let Some((follower, partition)) = self.followed.take() {
            self.analyse(&path, &follower, partition, Part::Last)?;
        }
        self.whole.finish(name)
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
