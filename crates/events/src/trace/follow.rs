//! A trace that is being written, or a segment of one, chunk by chunk as they come and in no order between threads.

use super::chunk::{CHUNK_HEADER, ChunkHeader, ChunkKind, FILE_HEADER};
use super::reader::{Stream, read_payload};
use super::source::OWN;
use super::words::AccessWords;
use super::{Source, TraceError, TraceEvent};
use rustc_hash::FxHashMap;
use std::path::Path;

/// Something in a chunk.
#[derive(Debug)]
pub enum Piece<'a> {
    /// A chunk begins.
    Chunk { thread: u32, sequence: u32 },
    /// Plain accesses, one after another.
    Accesses { thread: u32, words: AccessWords<'a> },
    /// A plain access of any size; the number of its word in the chunk, where it is there.
    Access { thread: u32, address: u64, size: u32, writes: bool, word: Option<u32> },
    /// Any other event. Arguments of calls are not to be had.
    Event(&'a TraceEvent),
    /// A number in the location table that events of the chunk use.
    Location(u32),
    /// Functions are called or returned from.
    Calls,
    /// The chunk has been read to its end.
    End,
}

/// Bytes read at a time.
const BYTES: u64 = 64 << 20;

/// Where reading has come to. What is damaged is passed over: reading the whole trace afterwards will tell.
#[derive(Debug)]
pub struct Follower {
    source: Source,
    /// In the trace, and in the chunks of a segment's own.
    offset: u64,
    own: u64,
    /// What comes before the segment has been told.
    begun: bool,
    /// Chunk and word that each thread's part of a segment begins with.
    starts: FxHashMap<u32, (u32, u32)>,
    /// Chunks that begin there or behind it in the trace are left alone.
    until: u64,
    stream: Stream,
}

impl Follower {
    pub fn open(path: &Path) -> Result<Follower, TraceError> {
        let source = Source::open(path)?;
        let (offset, starts) = match source.segment() {
            Some(segment) => {
                let starts = segment.starts.iter();
                (segment.from, starts.map(|start| (start.thread, (start.sequence, start.words))).collect())
            }
            None => (FILE_HEADER as u64, FxHashMap::default()),
        };
        let (until, stream) = (u64::MAX, Stream::default());
        Ok(Follower { source, offset, own: OWN, begun: false, starts, until, stream })
    }

    /// Leaves chunks alone that begin at a place in the trace, or behind it.
    pub fn until(self, until: u64) -> Follower {
        Follower { until, ..self }
    }

    /// Goes on with the same segment, which has got an end since, from where another has come to.
    pub fn resume(path: &Path, other: &Follower) -> Result<Follower, TraceError> {
        Ok(Follower { offset: other.offset, begun: other.begun, ..Follower::open(path)? })
    }

    /// How far the trace has been read.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Calls `each` with what is in the chunks that have come; how many bytes, 0 if there is nothing new.
    pub fn poll(&mut self, each: &mut impl FnMut(Piece)) -> Result<u64, TraceError> {
        self.source.look_again()?;
        if !self.begun
            && let Some(segment) = self.source.segment()
        {
            segment.before.iter().for_each(|event| each(Piece::Event(event)));
        }
        self.begun = true;
        let own_end = self.source.segment().map_or(OWN, |segment| OWN + segment.chunks.len() as u64);
        let own = self.read(self.own, own_end, u64::MAX, each)?;
        let read = self.read(self.offset, self.source.length(), self.until, each)?;
        let news = own - self.own + (read - self.offset);
        (self.own, self.offset) = (own, read);
        Ok(news)
    }

    /// Reads chunks between two places that begin before a third; how far it came.
    fn read(
        &mut self,
        from: u64,
        end: u64,
        until: u64,
        each: &mut impl FnMut(Piece),
    ) -> Result<u64, TraceError> {
        let mut offset = from;
        let mut bytes = [0; CHUNK_HEADER];
        while offset < until.min(from + BYTES) {
            let payload = offset + CHUNK_HEADER as u64;
            if payload > end || self.source.read_at(offset, &mut bytes)? < CHUNK_HEADER {
                break;
            }
            let Ok(header) = ChunkHeader::parse(&bytes) else {
                offset += 1;
                continue;
            };
            let next = payload + u64::from(header.stored_length);
            if next > end {
                break;
            }
            if matches!(header.kind, ChunkKind::Events | ChunkKind::Words) {
                self.chunk(payload, &header, each)?;
            }
            offset = next;
        }
        Ok(offset)
    }

    fn chunk(
        &mut self,
        payload: u64,
        header: &ChunkHeader,
        each: &mut impl FnMut(Piece),
    ) -> Result<(), TraceError> {
        let (first, words) = self.starts.get(&header.thread).copied().unwrap_or_default();
        if header.sequence < first {
            return Ok(());
        }
        let skip = if header.sequence == first { words } else { 0 };
        let mut bytes = std::mem::take(&mut self.stream).into_bytes();
        if read_payload(&mut self.source, payload, header, &mut bytes)?.is_ok() {
            each(Piece::Chunk { thread: header.thread, sequence: header.sequence });
            if self.stream.each_event(header, bytes, skip, each) {
                each(Piece::End);
            }
        }
        Ok(())
    }
}
