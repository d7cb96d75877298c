//! A part of a run that is still being recorded, as a trace by itself.
//!
//! `selvedge watch` cuts a run into segments and analyses each while the program goes on. A segment is a small file that
//! names the trace with most of its chunks (the *spool*) and from where to where they are its own; it tells where each
//! thread had come to before (threads do not stop for a cut, so their chunks are not cut there), what was done before
//! that still matters, as events that come first, and it has what threads had logged and not written yet.
//!
//! The cut is by tickets: of each thread, everything before its first event with a ticket that is not in. So a segment
//! after those before it is always a prefix of the run that could have been all of it.

use super::chunk::{CHUNK_HEADER, ChunkHeader, ChunkKind, FILE_HEADER, MAX_RAW, file_header, write_chunk};
use super::wire::{Cursor, put_number, put_text};
use super::{Op, Source, TraceError, TraceEvent};
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};

/// Where a thread's part of a segment begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Start {
    pub thread: u32,
    /// The chunk, and how many of its words belong to the segment before.
    pub sequence: u32,
    pub words: u32,
    /// Where the functions were called that have not returned when the chunk begins, the outermost first; 0 where that is
    /// not known.
    pub calls: Vec<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Segment {
    /// The trace that the chunks are in.
    pub spool: PathBuf,
    /// The first byte of its chunks, and the one after the last; none while it grows.
    pub from: u64,
    pub to: Option<u64>,
    /// The first ticket.
    pub ticket: u64,
    /// Threads that are not here begin with their first chunk.
    pub starts: Vec<Start>,
    /// What the events of the segment come after.
    pub before: Vec<TraceEvent>,
    /// Whole chunks: tables that are in the spool before `from`, and what threads had not written yet.
    pub chunks: Vec<u8>,
}

impl Segment {
    /// The whole of a trace.
    pub fn first(spool: &Path) -> Segment {
        Segment { spool: spool.to_owned(), from: FILE_HEADER as u64, ..Segment::default() }
    }

    pub fn write(&self, path: &Path) -> Result<(), TraceError> {
        let mut payload = self.payload(true);
        if payload.len() > MAX_RAW as usize {
            payload = self.payload(false);
        }
        if payload.len() > MAX_RAW as usize {
            return Err(TraceError::Write("too many threads for one segment".into()));
        }
        let mut bytes = file_header(true).to_vec();
        write_chunk(&mut bytes, ChunkKind::Segment, 0, 0, 0, &payload);
        bytes.extend_from_slice(&self.chunks);
        std::fs::write(path, bytes).map_err(TraceError::from)
    }

    fn payload(&self, with_calls: bool) -> Vec<u8> {
        let mut out = Vec::new();
        put_text(&mut out, &self.spool.to_string_lossy());
        for number in [self.from, self.to.map_or(0, |to| to + 1), self.ticket, self.starts.len() as u64] {
            put_number(&mut out, number);
        }
        for start in &self.starts {
            let calls: &[u32] = if with_calls { &start.calls } else { &[] };
            for number in [start.thread, start.sequence, start.words, calls.len() as u32] {
                put_number(&mut out, u64::from(number));
            }
            calls.iter().for_each(|call| put_number(&mut out, u64::from(*call)));
        }
        put_number(&mut out, self.before.len() as u64);
        for event in &self.before {
            out.push(event.op as u8);
            let small = [event.thread, event.location, event.generation, event.size];
            small.into_iter().for_each(|number| put_number(&mut out, u64::from(number)));
            put_number(&mut out, event.object);
            put_number(&mut out, u64::from(event.has_value));
            put_number(&mut out, event.value);
        }
        out
    }

    /// `None` where the bytes are no segment.
    pub(crate) fn parse(bytes: &[u8]) -> Option<Segment> {
        let mut cursor = Cursor::new(bytes, 0);
        let spool = PathBuf::from(cursor.text()?);
        let (from, to, ticket) = (cursor.number()?, cursor.number()?, cursor.number()?);
        let mut segment = Segment { spool, from, to: to.checked_sub(1), ticket, ..Segment::default() };
        for _ in 0..cursor.number()? {
            let (thread, sequence, words) = (cursor.small()?, cursor.small()?, cursor.small()?);
            let calls = (0..cursor.number()?).map(|_| cursor.small()).collect::<Option<Vec<u32>>>()?;
            segment.starts.push(Start { thread, sequence, words, calls });
        }
        for _ in 0..cursor.number()? {
            let op = *Op::ALL.get(usize::from(cursor.byte()?))?;
            let (thread, location) = (cursor.small()?, cursor.small()?);
            let (generation, size, object) = (cursor.small()?, cursor.small()?, cursor.number()?);
            let (has_value, value) = (cursor.number()? != 0, cursor.number()?);
            let event = TraceEvent::new(thread, op, object, location);
            segment.before.push(TraceEvent { generation, size, has_value, value, ..event });
        }
        Some(segment)
    }

    /// The segment in a file that begins with one.
    pub(crate) fn of_file(bytes: &[u8]) -> Option<Segment> {
        let header = ChunkHeader::parse(bytes.get(FILE_HEADER..)?.first_chunk::<CHUNK_HEADER>()?).ok()?;
        let mut source = Source::Memory(bytes.to_vec());
        let mut payload = Vec::new();
        let offset = (FILE_HEADER + CHUNK_HEADER) as u64;
        let read = super::reader::read_payload(&mut source, offset, &header, &mut payload).ok()?;
        let mut segment = read.ok().and_then(|()| Segment::parse(&payload))?;
        segment.chunks = bytes.get(offset as usize + header.stored_length as usize..)?.to_vec();
        Some(segment)
    }
}

/// Whether a file's first bytes are a segment's.
pub(crate) fn is_segment(start: &[u8]) -> bool {
    let header = start.get(FILE_HEADER..).and_then(<[u8]>::first_chunk::<CHUNK_HEADER>);
    header.is_some_and(|header| {
        ChunkHeader::parse(header).is_ok_and(|header| header.kind == ChunkKind::Segment)
    })
}

/// What is in a spool from some place on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Survey {
    /// Where the last whole chunk ends.
    pub to: u64,
    /// Thread and number of each chunk of events.
    pub written: FxHashSet<(u32, u32)>,
    /// Whole chunks of tables and where they begin.
    pub tables: Vec<(u64, Vec<u8>)>,
}

impl Survey {
    /// Looks at the heads of chunks up to the end mark, or one that is no head or not there yet, or that begins at a place or
    /// behind it.
    pub fn new(spool: &Path, from: u64, until: u64) -> Result<Survey, TraceError> {
        let mut source = Source::open(spool)?;
        let mut survey = Survey { to: from, ..Survey::default() };
        let mut bytes = [0; CHUNK_HEADER];
        while survey.to < until
            && source.read_at(survey.to, &mut bytes)? == CHUNK_HEADER
            && let Ok(header) = ChunkHeader::parse(&bytes)
        {
            let length = CHUNK_HEADER + header.stored_length as usize;
            if survey.to + length as u64 > source.length() {
                break;
            }
            match header.kind {
                // It belongs to the last segment.
                ChunkKind::End => break,
                ChunkKind::Events | ChunkKind::Words => {
                    survey.written.insert((header.thread, header.sequence));
                }
                ChunkKind::Locations | ChunkKind::Names | ChunkKind::Methods => {
                    let mut chunk = vec![0; length];
                    source.read_at(survey.to, &mut chunk)?;
                    survey.tables.push((survey.to, chunk));
                }
                ChunkKind::Segment => {}
            }
            survey.to += length as u64;
        }
        Ok(survey)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::{Batch, EventStream, Follower, TraceReader};

    fn segment(spool: &Path) -> Segment {
        let start = Start { thread: 7, sequence: 3, words: 12, calls: vec![5, 0, 6] };
        let wait = TraceEvent {
            has_value: true,
            value: 1,
            generation: 2,
            ..TraceEvent::new(7, Op::Wait, 1 << 63, 9)
        };
        let mut chunks = Vec::new();
        write_chunk(&mut chunks, ChunkKind::Names, 0, 0, 0, &[]);
        let starts = vec![start, Start { thread: 8, ..Start::default() }];
        let (ticket, before) = (1 << 40, vec![wait, TraceEvent::new(8, Op::Acquire, 50, 10)]);
        Segment { spool: spool.to_owned(), from: 4096, to: Some(9000), ticket, starts, before, chunks }
    }

    /// Reads all there is, both ways.
    fn read(path: &Path) -> Option<usize> {
        let mut reader = TraceReader::open(Source::open(path).ok()?).ok()?;
        let (mut batch, mut count) = (Batch::default(), 0);
        while reader.fill(&mut batch).ok()? {
            count += batch.events.len();
        }
        let mut follower = Follower::open(path).ok()?;
        while follower.poll(&mut |_| {}).ok()? > 0 {}
        Some(count)
    }

    #[test]
    fn in_a_file_and_damaged() {
        let directory = std::env::temp_dir().join(format!("selvedge-segment-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let (spool, path) = (directory.join("spool"), directory.join("segment"));
        std::fs::write(&spool, [&file_header(true)[..], &[0; 10_000]].concat()).unwrap();
        let segment = segment(&spool);
        segment.write(&path).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(Segment::of_file(&bytes), Some(segment));
        assert_eq!(read(&path), Some(2));
        for at in 0..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[at] ^= 0x41;
            for damaged in [&bytes[..at], &flipped[..]] {
                std::fs::write(&path, damaged).unwrap();
                read(&path);
            }
        }
        std::fs::write(&path, &bytes).unwrap();
        std::fs::remove_file(&spool).unwrap();
        assert!(Source::open(&path).is_err());
        std::fs::remove_dir_all(&directory).unwrap();
    }
}
