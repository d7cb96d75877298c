//! The run in segments: where the present one begins, what ends it, and what becomes of it afterwards.
//!
//! On disk is what has not been looked at: `spool` bytes make a segment, and the program waits when there is as much again. With
//! `--skip` there may be more, and the present segment is passed over when there is as much again.
//! A segment is a small file beside the trace (`events::trace::Segment`).

use super::carry::Carry;
use crate::native::live::{Live, Unwritten, drop_front};
use crate::native::recover::live_path;
use anyhow::{Context, Result};
use events::trace::{Batch, EventStream, Op, Segment, Source, Survey, TraceReader};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// See [`Segments::room`].
const ROOM_TO_SKIP: u64 = 4;

#[derive(Debug)]
pub struct Segments {
    trace: PathBuf,
    live: Option<Live>,
    spool: u64,
    /// How many segments there is room for beyond the present one.
    room: u64,
    /// The present one, without an end.
    open: Segment,
    /// When the trace is this long it is time to end it.
    due: u64,
    /// Segments that have ended.
    pub ended: usize,
    /// The functions that threads began with.
    pub starts: BTreeMap<u64, u64>,
    /// Length of the trace and of what was not written, when it was last looked at.
    looked: (u64, usize),
    is_told: bool,
}

/// A segment with an end, in a file, and the one after it.
#[derive(Debug)]
pub struct Closed {
    pub path: PathBuf,
    /// Events that are in its file and not in the segment, or that were in the segment before.
    pub n_others: usize,
    next: Segment,
    to: u64,
}

impl Segments {
    pub fn new(trace: &Path, spool: u64, skips: bool) -> Segments {
        Segments {
            trace: trace.to_owned(),
            live: None,
            spool,
            room: if skips { ROOM_TO_SKIP } else { 1 },
            open: Segment::first(trace),
            due: spool,
            ended: 0,
            starts: BTreeMap::new(),
            looked: (0, 0),
            is_told: false,
        }
    }

    /// Limits how far the program may go, when it has begun.
    pub fn hold(&mut self) -> Result<()> {
        if self.live.is_none()
            && let Some(live) = Live::open(&live_path(&self.trace))
        {
            live.set_limit(self.open.from + (1 + self.room) * self.spool)
                .context("cannot limit the recording")?;
            self.live = Some(live);
        }
        Ok(())
    }

    /// A file beside the trace.
    fn beside(&self, name: &str) -> PathBuf {
        let trace = self.trace.file_name().unwrap_or_default().to_string_lossy();
        self.trace.with_file_name(format!("{trace}-{name}"))
    }

    /// Whether the program has ended well, so that no more will come.
    pub fn has_ended(&self) -> bool {
        self.live.is_some() && !live_path(&self.trace).exists()
    }

    /// Chunks that begin there or behind it are not the present segment's, but for the last.
    pub fn due(&self) -> u64 {
        self.due
    }

    /// Whether a trace of this length is enough for a segment.
    pub fn is_due(&self, length: u64) -> bool {
        length >= self.due && self.live.is_some()
    }

    /// The present segment is to end at this length of the trace.
    pub fn end_at(&mut self, length: u64) {
        self.due = self.due.min(length.max(self.open.from + 1));
    }

    /// Whether there is a segment more on disk than the present one.
    pub fn is_behind(&self) -> bool {
        self.length() >= self.due + self.spool
    }

    /// Whether what there is is more than one segment, and a little does not count.
    pub fn is_long(&self) -> bool {
        self.length() >= self.due + self.spool / 2
    }

    fn length(&self) -> u64 {
        std::fs::metadata(&self.trace).map_or(0, |metadata| metadata.len())
    }

    /// Where the chunks of the present segment begin.
    pub fn from(&self) -> u64 {
        self.open.from
    }

    /// Events of earlier segments that the present one begins with.
    pub fn n_before(&self) -> usize {
        self.open.before.len()
    }

    /// A file of the present segment, which goes on.
    pub fn open(&self) -> Result<PathBuf> {
        if self.ended == 0 {
            return Ok(self.trace.clone());
        }
        let path = self.beside("present");
        self.open.write(&path)?;
        Ok(path)
    }

    /// What has been done so far, as a segment with an end. `None` if the program has not begun, or only news are wanted
    /// and nothing came since this was last asked.
    pub fn close(&mut self, only_news: bool) -> Result<Option<Closed>> {
        // What is in a buffer now and not in the trace after that is nowhere else.
        let unwritten = match &self.live {
            Some(live) => live.unwritten().context("cannot read the buffers of the program")?,
            None => return Ok(None),
        };
        self.close_with(&unwritten, only_news)
    }

    /// The same when the program has ended and all is written.
    pub fn close_ended(&mut self) -> Result<Option<Closed>> {
        self.close_with(&[], false)
    }

    fn close_with(&mut self, unwritten: &[Unwritten], only_news: bool) -> Result<Option<Closed>> {
        let survey = Survey::new(&self.trace, self.open.from, self.due)?;
        let present = (survey.to, unwritten.iter().map(|chunk| chunk.words.len()).sum());
        if std::mem::replace(&mut self.looked, present) == present && only_news {
            return Ok(None);
        }
        let segment = self.present(&survey, unwritten);
        let path = self.beside("segment");
        segment.write(&path)?;
        let (next, n_left) = self.next(&path, &survey)?;
        let n_others = n_left as usize + self.n_before();
        Ok(Some(Closed { path, n_others, next, to: survey.to }))
    }

    fn present(&self, survey: &Survey, unwritten: &[Unwritten]) -> Segment {
        let mut segment = Segment { to: Some(survey.to), ..self.open.clone() };
        for chunk in unwritten {
            if !survey.written.contains(&(chunk.thread, chunk.sequence)) && self.comes_next(survey, chunk) {
                segment.chunks.extend(chunk.chunk());
            }
        }
        segment
    }

    /// Whether a chunk is the thread's next one behind a survey, which may have ended before others of it.
    fn comes_next(&self, survey: &Survey, chunk: &Unwritten) -> bool {
        let start = self.open.starts.iter().find(|start| start.thread == chunk.thread);
        let is_first = chunk.sequence == start.map_or(0, |start| start.sequence);
        is_first || survey.written.contains(&(chunk.thread, chunk.sequence.wrapping_sub(1)))
    }

    /// Goes through a segment, but for its accesses, to see how the next begins; how many events are there that belong to that.
    fn next(&mut self, path: &Path, survey: &Survey) -> Result<(Segment, u64)> {
        let mut reader = TraceReader::open(Source::open(path)?)?;
        reader.leave_out_accesses();
        let (mut carry, mut batch) = (Carry::default(), Batch::default());
        while reader.fill(&mut batch)? {
            for event in &batch.events {
                carry.event(event);
                if event.op == Op::Fork && event.has_value {
                    self.starts.insert(event.object, event.value);
                }
            }
        }
        let mut cut = reader.cut();
        // Of a thread that has ended there may be chunks among those that follow, or on their way.
        cut.starts.retain(|start| carry.is_alive(start.thread) || !cut.passed.contains(&start.thread));
        let from = cut.from.unwrap_or(survey.to);
        let mut chunks = self.open.chunks.clone();
        for (_, table) in survey.tables.iter().filter(|(at, _)| *at < from) {
            chunks.extend_from_slice(table);
        }
        let (spool, before) = (self.trace.clone(), carry.before());
        let (ticket, starts) = (cut.ticket, cut.starts);
        Ok((Segment { spool, from, to: None, ticket, starts, before, chunks }, cut.n_left))
    }

    /// Whether a segment ends behind the one before it.
    pub fn is_news(&self, closed: &Closed) -> bool {
        closed.to + self.spool > self.due
    }

    /// Goes on with the segment after one that has been looked at, and drops that.
    pub fn go_on(&mut self, closed: Closed) -> Result<()> {
        self.open = closed.next;
        self.ended += 1;
        // Names of threads that have ended are not asked for any more.
        let alive: BTreeSet<u64> = self.open.before.iter().map(|event| u64::from(event.thread)).collect();
        self.starts.retain(|thread, _| alive.contains(thread));
        self.due = closed.to + self.spool;
        if !drop_front(&self.trace, self.open.from) && !std::mem::replace(&mut self.is_told, true) {
            eprintln!(
                "selvedge: the directory for temporary files keeps the whole recording: its file system cannot give back \
                 parts of a file"
            );
        }
        // If a thread holds up the end of a segment, there must be room for what others do meanwhile.
        let limit = (self.open.from + (1 + self.room) * self.spool).max(closed.to + self.room * self.spool);
        if let Some(live) = &self.live {
            live.set_limit(limit).context("cannot limit the recording")?;
        }
        Ok(())
    }

    /// The program has ended or is on its own: nobody is to wait any more.
    pub fn release(&mut self) {
        self.live = None;
    }

    /// Drops what is on disk. The trace's name stays taken: another process must not use it.
    pub fn drop_all(&self) {
        for path in [self.trace.clone(), self.beside("present"), self.beside("segment")] {
            if path.exists() {
                let _ = std::fs::File::create(path);
            }
        }
    }
}

#[cfg(test)]
mod tests;
