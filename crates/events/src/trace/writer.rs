//! Events in one total order to a file.
//!
//! Besides synchronisation, the first event after each change of thread gets a ticket, so that reading gives back the
//! same total order.

use super::chunk::{ChunkKind, file_header, write_chunk};
use super::encode::Encoder;
use super::{Batch, Tables, TraceError, TraceEvent};
use rustc_hash::FxHashMap;
use std::io::Write;

/// Chunks are written when so many bytes are waiting: little is lost in a cut, and they are long enough to compress.
const FLUSH_BYTES: usize = 256 * 1024;
/// The same for each thread, so that with thousands of threads headers do not outweigh events.
const FLUSH_BYTES_PER_THREAD: usize = 256;
/// No chunk gets much longer than this.
const MAX_CHUNK: usize = 1 << 20;
/// Entries of a table go into chunks of this many bytes at most (a single entry may be longer).
const TABLE_BYTES: usize = 1 << 20;

#[derive(Debug)]
pub struct TraceWriter<W: Write> {
    out: W,
    encoders: FxHashMap<u32, Encoder>,
    last_thread: Option<u32>,
    next_ticket: u64,
    buffer: Vec<u8>,
    /// Bytes in encoders.
    waiting: usize,
    events: u64,
    /// Names and so on, written at the end.
    pub tables: Tables,
}

impl<W: Write> TraceWriter<W> {
    pub fn new(mut out: W, has_addresses: bool) -> Result<Self, TraceError> {
        out.write_all(&file_header(has_addresses))?;
        Ok(TraceWriter {
            out,
            encoders: FxHashMap::default(),
            last_thread: None,
            next_ticket: 0,
            buffer: Vec::new(),
            waiting: 0,
            events: 0,
            tables: Tables::default(),
        })
    }

    /// Adds an event; a call's arguments are in the batch it came from.
    pub fn push(&mut self, event: &TraceEvent, batch: &Batch) -> Result<(), TraceError> {
        let needs_ticket = event.op.is_synchronisation() || self.last_thread != Some(event.thread);
        let ticket = needs_ticket.then_some(self.next_ticket);
        self.next_ticket += u64::from(needs_ticket);
        self.last_thread = Some(event.thread);
        self.events += 1;
        let encoder = self.encoders.entry(event.thread).or_insert_with(|| Encoder::new(event.thread));
        let before = encoder.len();
        encoder.push(event, ticket, batch.call(event));
        self.waiting += encoder.len() - before;
        let is_long = encoder.len() >= MAX_CHUNK;
        // All threads together, so that a cut file has a prefix of all of them.
        if is_long || self.waiting >= FLUSH_BYTES.max(FLUSH_BYTES_PER_THREAD * self.encoders.len()) {
            self.flush_threads()?;
        }
        Ok(())
    }

    fn flush_threads(&mut self) -> Result<(), TraceError> {
        let mut threads: Vec<u32> = self.encoders.keys().copied().collect();
        threads.sort_unstable();
        for thread in threads {
            if let Some(encoder) = self.encoders.get_mut(&thread) {
                encoder.take_chunk(&mut self.buffer);
            }
            self.flush()?;
        }
        self.waiting = 0;
        Ok(())
    }

    fn flush(&mut self) -> Result<(), TraceError> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    /// Writes what is left, the tables and the end mark.
    pub fn finish(mut self) -> Result<W, TraceError> {
        self.flush_threads()?;
        for kind in [ChunkKind::Locations, ChunkKind::Names, ChunkKind::Methods] {
            self.table(kind)?;
        }
        write_chunk(&mut self.buffer, ChunkKind::End, 0, 0, 0, &self.events.to_le_bytes());
        self.flush()?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn table(&mut self, kind: ChunkKind) -> Result<(), TraceError> {
        for part in self.tables.parts(kind) {
            let (bytes, count) = match kind {
                ChunkKind::Locations => part.locations_bytes(),
                ChunkKind::Names => part.names_bytes(),
                _ => part.methods_bytes(),
            };
            if bytes.len() > super::chunk::MAX_RAW as usize {
                return Err(TraceError::Write("a name is longer than 16 MB".into()));
            }
            write_chunk(&mut self.buffer, kind, 0, 0, count, &bytes);
            self.flush()?;
        }
        Ok(())
    }
}

impl Tables {
    /// The entries of one kind, divided so that each part fits a chunk.
    fn parts(&self, kind: ChunkKind) -> Vec<Tables> {
        let mut parts = Vec::new();
        let mut part = Tables::default();
        let mut bytes = 0;
        let mut close = |part: &mut Tables, added: usize| {
            bytes += added + 32;
            if bytes > TABLE_BYTES {
                parts.push(std::mem::take(part));
                bytes = 0;
            }
        };
        match kind {
            ChunkKind::Locations => {
                for (number, location) in &self.locations {
                    part.locations.insert(*number, location.clone());
                    close(&mut part, location.file.len() + location.function.len());
                }
            }
            ChunkKind::Names => {
                for (key, name) in &self.names {
                    part.names.insert(*key, name.clone());
                    close(&mut part, name.len());
                }
            }
            _ => {
                for (number, entry) in &self.methods {
                    part.methods.insert(*number, entry.clone());
                    close(&mut part, entry.object.len() + entry.method.len());
                }
            }
        }
        if part != Tables::default() {
            parts.push(part);
        }
        parts
    }
}
