//! A binary trace as a stream in one total order.
//!
//! Opening reads the heads of all chunks and the tables; events are decompressed chunk by chunk when their turn comes.
//! The order: a thread goes on until its next event has a ticket that is not the next one; then the thread that has the
//! next ticket goes on. What needs memory: one decompressed chunk per thread, and the list of chunks.

mod by_itself;
mod cut;
mod payload;
mod stream;
mod tickets;

use super::chunk::{ADDRESSES, CHUNK_HEADER, CHUNK_MAGIC, ChunkHeader, ChunkKind, FILE_HEADER, MAGIC};
use super::source::OWN;
use super::stacks::Stacks;
use super::{Batch, Candidate, Damage, EventStream, Keep, Source, Start, Tables, TraceError, TraceEvent};
use rustc_hash::FxHashMap;
use std::ops::Range;
use stream::{Next, Stop};
use tickets::Waiting;

pub use cut::Cut;
pub(crate) use payload::read_payload;
pub(crate) use stream::Stream;

/// What the chunk heads tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    pub threads: usize,
    pub chunks: usize,
    /// Events in all chunks that can be read; damage may make fewer usable.
    pub events: u64,
    pub stored_bytes: u64,
    pub raw_bytes: u64,
}

pub struct TraceReader {
    source: Source,
    has_addresses: bool,
    tables: Tables,
    damage: Vec<Damage>,
    summary: Summary,
    streams: Vec<Stream>,
    /// Streams that have not been looked at yet, the next one last.
    unstarted: Vec<usize>,
    current: Option<usize>,
    next_ticket: u64,
    waiting: Waiting,
    /// Where the tickets end; from there on only events without a ticket come.
    ended: bool,
    stacks: Stacks,
    keep: Option<Box<dyn Keep>>,
    /// Plain accesses are left out.
    without_accesses: bool,
    /// Of a segment: what comes first, the next one last.
    before: Vec<TraceEvent>,
    /// It is a segment that has an end.
    is_cut: bool,
}

impl std::fmt::Debug for TraceReader {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("TraceReader").field("summary", &self.summary).finish_non_exhaustive()
    }
}

impl TraceReader {
    pub fn open(mut source: Source) -> Result<TraceReader, TraceError> {
        let mut header = [0; FILE_HEADER];
        let length = source.read_at(0, &mut header)?;
        if length < FILE_HEADER || header[..7] != MAGIC[..7] {
            return Err(TraceError::NotATrace("the file does not begin with the mark of a trace".into()));
        }
        if header[7] != MAGIC[7] {
            return Err(TraceError::NotATrace(format!("format version {} is not known", header[7])));
        }
        let flags = u32::from_le_bytes([header[8], header[9], header[10], header[11]]);
        let mut reader = TraceReader {
            source,
            has_addresses: flags & ADDRESSES != 0,
            tables: Tables::default(),
            damage: Vec::new(),
            summary: Summary::default(),
            streams: Vec::new(),
            unstarted: Vec::new(),
            current: None,
            next_ticket: 0,
            waiting: Waiting::new(),
            ended: false,
            stacks: Stacks::default(),
            keep: None,
            without_accesses: false,
            before: Vec::new(),
            is_cut: false,
        };
        if let Some(segment) = reader.source.segment() {
            reader.before = segment.before.iter().rev().copied().collect();
            (reader.next_ticket, reader.is_cut) = (segment.ticket, segment.to.is_some());
            reader.damage.push(Damage::Part);
        }
        reader.scan()?;
        Ok(reader)
    }

    /// Whether these are the first bytes of a binary trace.
    pub fn recognises(start: &[u8]) -> bool {
        start.starts_with(&MAGIC[..7])
    }

    pub fn summary(&self) -> Summary {
        self.summary
    }

    /// Finds all chunks.
    fn scan(&mut self) -> Result<(), TraceError> {
        let mut by_thread: FxHashMap<u32, Vec<(u64, ChunkHeader)>> = FxHashMap::default();
        let mut has_end = self.is_cut;
        for range in self.source.ranges() {
            has_end |= self.scan_range(range, &mut by_thread)?;
        }
        if !has_end {
            self.damage.push(Damage::NoEnd);
        }
        self.make_streams(by_thread);
        Ok(())
    }

    /// Finds the chunks between two places; whether the end is told there.
    fn scan_range(
        &mut self,
        range: Range<u64>,
        by_thread: &mut FxHashMap<u32, Vec<(u64, ChunkHeader)>>,
    ) -> Result<bool, TraceError> {
        let mut has_end = false;
        let mut offset = range.start;
        while offset < range.end {
            let Some(header) = self.header_at(offset)? else {
                self.damage.push(Damage::Truncated { offset });
                break;
            };
            let header = match header {
                Ok(header) => header,
                Err(reason) => {
                    let next = self.next_chunk(offset + 1, range.end)?;
                    self.damage.push(Damage::Skipped { offset, bytes: next - offset, reason });
                    offset = next;
                    continue;
                }
            };
            let payload = offset + CHUNK_HEADER as u64;
            let end = payload + u64::from(header.stored_length);
            if end > range.end {
                self.damage.push(Damage::Truncated { offset });
                break;
            }
            self.summary.chunks += 1;
            self.summary.stored_bytes += u64::from(header.stored_length);
            self.summary.raw_bytes += u64::from(header.raw_length);
            match header.kind {
                ChunkKind::Events | ChunkKind::Words => {
                    by_thread.entry(header.thread).or_default().push((payload, header))
                }
                ChunkKind::End => has_end = true,
                ChunkKind::Segment => {}
                _ => self.read_table(payload, &header)?,
            }
            offset = end;
        }
        Ok(has_end)
    }

    /// `None` when the file ends within the header.
    fn header_at(&mut self, offset: u64) -> Result<Option<Result<ChunkHeader, &'static str>>, TraceError> {
        let mut bytes = [0; CHUNK_HEADER];
        let count = self.source.read_at(offset, &mut bytes)?;
        Ok((count == CHUNK_HEADER).then(|| ChunkHeader::parse(&bytes)))
    }

    /// The next place that looks like a chunk, or the end.
    fn next_chunk(&mut self, from: u64, end: u64) -> Result<u64, TraceError> {
        let mut offset = from;
        let mut buffer = vec![0; 1 << 16];
        loop {
            let count = self.source.read_at(offset, &mut buffer)?;
            if count < CHUNK_MAGIC.len() || offset >= end {
                return Ok(end);
            }
            let found = buffer[..count].windows(CHUNK_MAGIC.len()).position(|window| window == CHUNK_MAGIC);
            if let Some(position) = found {
                return Ok((offset + position as u64).min(end));
            }
            offset += (count - CHUNK_MAGIC.len() + 1) as u64;
        }
    }

    fn read_table(&mut self, payload: u64, header: &ChunkHeader) -> Result<(), TraceError> {
        let mut bytes = Vec::new();
        let read = read_payload(&mut self.source, payload, header, &mut bytes)?;
        let added = read.is_ok().then(|| match header.kind {
            ChunkKind::Locations => self.tables.add_locations(&bytes, header.count),
            ChunkKind::Names => self.tables.add_names(&bytes, header.count),
            _ => self.tables.add_methods(&bytes, header.count),
        });
        if added.flatten().is_none() {
            let bytes = u64::from(header.stored_length);
            self.damage.push(Damage::Skipped { offset: payload, bytes, reason: "a damaged table" });
        }
        Ok(())
    }

    /// A thread's chunks in order, up to the first that is missing.
    fn make_streams(&mut self, mut by_thread: FxHashMap<u32, Vec<(u64, ChunkHeader)>>) {
        let starts = self.source.segment().map_or(Vec::new(), |segment| segment.starts.clone());
        let starts: FxHashMap<u32, Start> = starts.into_iter().map(|start| (start.thread, start)).collect();
        starts.keys().for_each(|thread| {
            by_thread.entry(*thread).or_default();
        });
        let mut threads: Vec<_> = by_thread.into_iter().collect();
        threads.sort_unstable_by_key(|(thread, _)| *thread);
        for (thread, mut chunks) in threads {
            let start = starts.get(&thread).cloned().unwrap_or(Start { thread, ..Start::default() });
            let last = chunks.iter().map(|(offset, _)| *offset).filter(|offset| *offset < OWN).max();
            chunks.retain(|(_, header)| header.sequence >= start.sequence);
            chunks.sort_by_key(|(_, header)| header.sequence);
            let complete = chunks
                .iter()
                .zip(start.sequence..)
                .take_while(|((_, header), sequence)| header.sequence == *sequence)
                .count();
            if complete < chunks.len() {
                let events = chunks[complete..].iter().map(|(_, header)| u64::from(header.count)).sum();
                let sequence = start.sequence + complete as u32;
                self.damage.push(Damage::LostChunk { thread, sequence, events });
                chunks.truncate(complete);
            }
            self.summary.events += chunks.iter().map(|(_, header)| u64::from(header.count)).sum::<u64>();
            let stack = self.stacks.of_calls(&start.calls);
            let mut stream = Stream::new(&start, stack, chunks);
            stream.last = last.unwrap_or(0);
            self.streams.push(stream);
        }
        self.summary.threads = self.streams.len();
        self.unstarted = (0..self.streams.len()).rev().collect();
    }

    /// The stream that goes on, when the current one cannot.
    fn choose(&mut self) -> Option<usize> {
        if let Some(stream) = self.unstarted.pop() {
            return Some(stream);
        }
        if self.ended {
            return None;
        }
        if let Some(stream) = self.waiting.take(self.next_ticket) {
            return Some(stream as usize);
        }
        self.ended = true;
        if !self.waiting.is_empty() && !self.is_cut {
            let events = self.streams.iter().map(Stream::events_left).sum();
            self.damage.push(Damage::Gap { ticket: self.next_ticket, events });
        }
        None
    }

    /// Puts events of one stream into the batch until it must wait, ends, or the batch is full.
    fn run(&mut self, index: usize, batch: &mut Batch) -> Result<(), TraceError> {
        while batch.events.len() < Batch::CAPACITY {
            let stream = &mut self.streams[index];
            if stream.left == 0 {
                let keep = self.keep.as_deref();
                if !stream.load(&mut self.source, &mut self.stacks, keep, &mut self.damage)? {
                    self.current = None;
                    return Ok(());
                }
            }
            batch.events.append(&mut stream.carried);
            let stop = if stream.words {
                self.run_words(index, batch)
            } else {
                stream.fill(&mut self.next_ticket, batch)
            };
            let stream = &mut self.streams[index];
            match stop {
                Stop::Full => {}
                Stop::Ticket(ticket) => {
                    self.waiting.add(self.next_ticket, ticket, index as u32);
                    self.current = None;
                    return Ok(());
                }
                Stop::Damaged => {
                    let event = stream.bad_event();
                    self.damage.push(event);
                    stream.cut();
                    self.current = None;
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The same where the chunk is of words.
    fn run_words(&mut self, index: usize, batch: &mut Batch) -> Stop {
        let stream = &mut self.streams[index];
        while stream.left > 0 && batch.events.len() < Batch::CAPACITY {
            if self.without_accesses && stream.pass_over_accesses() == 0 {
                break;
            }
            match stream.next_word(self.next_ticket, batch, &mut self.stacks, self.keep.as_deref()) {
                Some(Next::Nothing) => {}
                Some(Next::Passed) => self.next_ticket = stream.bases.ticket.saturating_add(1),
                Some(Next::Event(event)) => {
                    if stream.bases.ticketed {
                        self.next_ticket = stream.bases.ticket.saturating_add(1);
                    }
                    stream.note_returns(&event, batch);
                    batch.events.push(event);
                }
                Some(Next::Ticket(ticket)) => return Stop::Ticket(ticket),
                None => return Stop::Damaged,
            }
        }
        Stop::Full
    }
}

/// Nothing is wanted.
struct Nothing;

impl Keep for Nothing {
    fn access(&self, _access: &Candidate) -> bool {
        false
    }

    fn block(&self, _op: super::Op, _address: u64, _size: u32) -> bool {
        false
    }
}

impl TraceReader {
    /// Leaves out plain accesses, and what says that memory comes or goes, which is faster than to keep none.
    pub fn leave_out_accesses(&mut self) {
        self.keep = Some(Box::new(Nothing));
        self.without_accesses = true;
    }
}

impl EventStream for TraceReader {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, TraceError> {
        batch.clear();
        batch.events.reserve(Batch::CAPACITY);
        while batch.events.len() < Batch::CAPACITY
            && let Some(event) = self.before.pop()
        {
            batch.events.push(event);
        }
        while batch.events.len() < Batch::CAPACITY {
            let Some(index) = self.current.take().or_else(|| self.choose()) else { break };
            self.current = Some(index);
            self.run(index, batch)?;
        }
        Ok(!batch.events.is_empty())
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn damage(&self) -> &[Damage] {
        &self.damage
    }

    fn has_addresses(&self) -> bool {
        self.has_addresses
    }

    fn stacks(&self) -> Option<&Stacks> {
        Some(&self.stacks)
    }

    fn keep_accesses(&mut self, keep: Box<dyn Keep>) {
        self.keep = Some(keep);
    }
}
