//! One recorded process: its recording is read while it is written, and analysed when a segment of it has ended, from time
//! to time, and at its end.

use super::super::predict::{Part, Told, Whole};
use super::segments::{Closed, Segments};
use super::{WatchFlags, carry};
use crate::flags::OutputFlags;
use crate::native::{child, recover, symbols};
use crate::output::Terminal;
use ::predict::{Loaded, Options, Outcome, Partition, Room, add_chunks, analyse_recorded};
use anyhow::Result;
use events::trace::{Follower, Namespace};
use spec::Specification;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Looking takes at most this part of the time.
const SHARE: u32 = 10;

/// Analyses a trace or a segment whose accesses have all been added to the partition.
fn analyse_segment(
    path: &Path,
    mut partition: Partition,
    specification: &Specification,
    flags: &WatchFlags,
    room: &mut Room,
) -> Result<(Loaded, Outcome)> {
    partition.shared_only();
    let operations = flags.atomic.operations();
    let options = Options { memory: flags.memory(), operations, ..flags.prediction.options()? };
    let limit = flags.prediction.max_events;
    Ok(analyse_recorded(path, partition, specification, &options, limit, room, &mut |_| {})?)
}

/// A process.
pub struct Run<'a> {
    trace: PathBuf,
    specification: &'a Specification,
    flags: &'a WatchFlags,
    whole: Whole<'a>,
    segments: Segments,
    /// Of the present segment, as far as it was written.
    followed: Option<(Follower, Partition)>,
    room: Room,
    /// When to look next.
    look: Option<Instant>,
}

impl<'a> Run<'a> {
    pub fn new(
        trace: &Path,
        specification: &'a Specification,
        flags: &'a WatchFlags,
        output: &'a OutputFlags,
        terminal: &'a Terminal,
        told: &Told,
    ) -> Result<Self> {
        let wants_looks = flags.every > 0 && !flags.prediction.every_pair;
        let whole = Whole::new(specification, &flags.prediction, output, flags.destination(), terminal)?;
        Ok(Run {
            trace: trace.to_owned(),
            specification,
            flags,
            whole: whole.with_told(told),
            segments: Segments::new(trace, flags.spool(), flags.skip),
            followed: None,
            room: Room::default(),
            look: wants_looks.then(|| Instant::now() + Duration::from_secs(flags.every)),
        })
    }

    /// Reads what has come, and analyses what is due; whether there was something.
    pub fn step(&mut self) -> Result<bool> {
        self.segments.hold()?;
        if self.is_behind()
            && let Some(closed) = self.segments.close(false)?
            && self.pass_over(closed)?
        {
            return Ok(true);
        }
        let news = self.poll()?;
        let length = self.followed.as_ref().map_or(0, |(follower, _)| follower.offset());
        self.end_early(length);
        if self.segments.is_due(length) {
            self.end_segment()?;
        } else if self.look.is_some_and(|look| Instant::now() >= look) {
            self.look()?;
        } else {
            return Ok(news > 0);
        }
        Ok(true)
    }

    pub fn trace(&self) -> &Path {
        &self.trace
    }

    /// Whether it has ended well, so that no more will come.
    pub fn has_ended(&self) -> bool {
        self.segments.has_ended()
    }

    /// Nobody is to wait for the analysis any more.
    pub fn release(&mut self) {
        self.segments.release();
    }

    /// Reads what has come; how many bytes.
    fn poll(&mut self) -> Result<u64> {
        if self.followed.is_none() {
            let follower = Follower::open(&self.segments.open()?)?.until(self.segments.due());
            self.followed = Some((follower, Partition::default()));
        }
        match &mut self.followed {
            Some((follower, partition)) => Ok(add_chunks(follower, partition)?),
            None => Ok(0),
        }
    }

    /// Ends the segment here if noting its memory takes a quarter of what there is for it.
    fn end_early(&mut self, length: u64) {
        if let (Some(memory), Some((_, partition))) = (self.flags.memory(), &self.followed)
            && partition.memory() > memory / 4
        {
            self.segments.end_at(length);
        }
    }

    /// Analyses the segment up to now and begins the next.
    fn end_segment(&mut self) -> Result<()> {
        let Some(closed) = self.segments.close(false)? else { return Ok(()) };
        if let Some((follower, partition)) = self.followed.take() {
            self.analyse(&closed.path, &follower, partition, Part::Segment, closed.n_others)?;
        }
        self.segments.go_on(closed)
    }

    /// Whether this is to come to an end, and there is something to report.
    fn is_stopped(&self) -> bool {
        self.segments.ended > 0 && child::is_stopped()
    }

    /// Whether a segment is to be passed over.
    fn is_behind(&self) -> bool {
        self.flags.skip && self.segments.is_behind()
    }

    /// Goes on behind a segment that is not analysed; `false` if nothing would be behind it.
    fn pass_over(&mut self, closed: Closed) -> Result<bool> {
        if !self.segments.is_news(&closed) {
            return Ok(false);
        }
        self.followed = None;
        self.whole.pass_over();
        self.segments.go_on(closed)?;
        Ok(true)
    }

    /// Analyses the segment up to now, which goes on. Not where there is no memory to have what is known of it twice.
    fn look(&mut self) -> Result<()> {
        let started = Instant::now();
        let known = self.followed.as_ref().map_or(0, |(_, partition)| partition.memory());
        if self.flags.memory().is_some_and(|memory| known > memory / 8) {
            self.look = Some(started + Duration::from_secs(self.flags.every));
            return Ok(());
        }
        if let Some(closed) = self.segments.close(true)?
            && let Some((follower, partition)) = self.followed.take()
        {
            self.analyse(&closed.path, &follower, partition.clone(), Part::Look, closed.n_others)?;
            self.followed = Some((follower, partition));
        }
        let next = (SHARE * started.elapsed()).max(Duration::from_secs(self.flags.every));
        self.look = Some(Instant::now() + next);
        Ok(())
    }

    /// Analyses a part that has been followed up to some place, with some events that are not its own.
    fn analyse(
        &mut self,
        path: &Path,
        follower: &Follower,
        mut partition: Partition,
        part: Part,
        n_others: usize,
    ) -> Result<()> {
        let mut rest = Follower::resume(path, follower)?;
        while add_chunks(&mut rest, &mut partition)? > 0 {}
        let (mut loaded, outcome) =
            analyse_segment(path, partition, self.specification, self.flags, &mut self.room)?;
        loaded.trace.n_counted = loaded.trace.n_counted.saturating_sub(n_others);
        if self.segments.ended > 0 {
            loaded.trace.tables.names.insert((Namespace::Sync, carry::CUT), carry::CUT_NAME.into());
        }
        // Names of threads that began in segments before.
        for (thread, start) in &self.segments.starts {
            loaded.trace.starts.entry(*thread).or_insert(*start);
        }
        let lists_unconfirmed = self.flags.prediction.unconfirmed;
        self.whole.add(&mut loaded, outcome, part, |trace, outcome| {
            symbols::describe(trace, outcome, lists_unconfirmed)
        })
    }

    /// The program has ended: one more segment; `false` if nothing would be behind it.
    fn end_part(&mut self) -> Result<bool> {
        let Some(closed) = self.segments.close_ended()?.filter(|closed| self.segments.is_news(closed)) else {
            return Ok(false);
        };
        if self.is_behind() {
            return self.pass_over(closed);
        }
        self.poll()?;
        if let Some((follower, partition)) = self.followed.take() {
            self.analyse(&closed.path, &follower, partition, Part::Segment, closed.n_others)?;
        }
        self.segments.go_on(closed)?;
        Ok(true)
    }

    /// Analyses the rest; the exit code. `name` is what a page is called after.
    pub fn finish(mut self, name: &Path) -> Result<u8> {
        self.release();
        recover::recover(&self.trace, self.segments.from())?;
        while self.segments.is_long() && !self.is_stopped() && self.end_part()? {}
        if self.is_stopped() {
            self.segments.drop_all();
            self.whole.stop();
            return self.whole.finish(name);
        }
        self.poll()?;
        let path = self.segments.open()?;
        if let Some((follower, partition)) = self.followed.take() {
            self.analyse(&path, &follower, partition, Part::Last, self.segments.n_before())?;
        }
        self.segments.drop_all();
        self.whole.finish(name)
    }
}
