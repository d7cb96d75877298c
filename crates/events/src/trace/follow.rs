//! A trace that is being written, chunk by chunk as they come and in no order between threads.

use super::chunk::{CHUNK_HEADER, ChunkHeader, ChunkKind, FILE_HEADER};
use super::reader::{Stream, read_payload};
use super::{Source, TraceError, TraceEvent};
use std::fs::File;
use std::path::Path;

/// Something in a chunk.
#[derive(Debug)]
pub enum Piece<'a> {
    /// A plain access.
    Access { thread: u32, address: u64, size: u32, writes: bool },
    /// Any other event. Arguments of calls are not to be had.
    Event(&'a TraceEvent),
    /// A number in the location table that events of the chunk use.
    Location(u32),
}

/// Bytes read at a time.
const BYTES: u64 = 64 << 20;

/// Where reading has come to. What is damaged is passed over: reading the whole trace afterwards will tell.
#[derive(Debug)]
pub struct Follower {
    source: Source,
    offset: u64,
    stream: Stream,
}

impl Follower {
    pub fn open(path: &Path) -> Result<Follower, TraceError> {
        let source = Source::File { file: File::open(path)?, length: 0 };
        Ok(Follower { source, offset: FILE_HEADER as u64, stream: Stream::default() })
    }

    /// Calls `each` with what is in the chunks that have come; how many bytes, 0 if there is nothing new.
    pub fn poll(&mut self, each: &mut impl FnMut(Piece)) -> Result<u64, TraceError> {
        if let Source::File { file, length } = &mut self.source {
            *length = file.metadata()?.len();
        }
        let start = self.offset;
        let mut bytes = [0; CHUNK_HEADER];
        while self.offset - start < BYTES {
            let payload = self.offset + CHUNK_HEADER as u64;
            if payload > self.source.length() || self.source.read_at(self.offset, &mut bytes)? < CHUNK_HEADER
            {
                break;
            }
            let Ok(header) = ChunkHeader::parse(&bytes) else {
                self.offset += 1;
                continue;
            };
            let end = payload + u64::from(header.stored_length);
            if end > self.source.length() {
                break;
            }
            if matches!(header.kind, ChunkKind::Events | ChunkKind::Words) {
                let mut payload_bytes = std::mem::take(&mut self.stream).into_bytes();
                if read_payload(&mut self.source, payload, &header, &mut payload_bytes)?.is_ok() {
                    self.stream.each_event(&header, payload_bytes, each);
                }
            }
            self.offset = end;
        }
        Ok(self.offset - start)
    }
}
