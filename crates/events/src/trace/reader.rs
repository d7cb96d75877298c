//! A binary trace as a stream in one total order.
//!
//! Opening reads the heads of all chunks and the tables; events are decompressed chunk by chunk when their turn comes.
//! The order: a thread goes on until its next event has a ticket that is not the next one; then the thread that has the
//! next ticket goes on. What needs memory: one decompressed chunk per thread, and the list of chunks.

use super::chunk::{ADDRESSES, CHUNK_HEADER, CHUNK_MAGIC, ChunkHeader, ChunkKind, FILE_HEADER, MAGIC};
use super::encode::Bases;
use super::follow::Piece;
use super::stacks::{StackId, Stacks};
use super::wire::{Cursor, EXTRA, GENERATION, ORDER, TICKET, VALUE, decode};
use super::words::{Sites, Word, word_at};
use super::{Batch, Damage, EventStream, Keep, Op, Source, Tables, TraceError, TraceEvent, TraceOrder};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

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
    keep: Option<Keep>,
}

impl std::fmt::Debug for TraceReader {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("TraceReader").field("summary", &self.summary).finish_non_exhaustive()
    }
}

/// One thread's chunks.
#[derive(Debug, Default)]
pub(crate) struct Stream {
    thread: u32,
    /// Offset of the payload and header, in order.
    chunks: Vec<(u64, ChunkHeader)>,
    next_chunk: usize,
    bytes: Vec<u8>,
    at: usize,
    left: u32,
    bases: Bases,
    /// Tag of the event whose ticket was read and whose turn it is not yet.
    parked: Option<u8>,
    /// The chunk is of words, and this is where the event among them ends that is not one.
    words: bool,
    end: usize,
    sites: Sites,
    stack: StackId,
}

/// Which stream waits for which ticket: near ones in a ring, the others in a heap.
#[derive(Debug)]
struct Waiting {
    ring: Vec<u32>,
    far: BinaryHeap<Reverse<(u64, u32)>>,
    count: usize,
}

const RING: usize = 1 << 12;
const NOBODY: u32 = u32::MAX;

impl Waiting {
    fn add(&mut self, next: u64, ticket: u64, stream: u32) {
        self.count += 1;
        if ticket.wrapping_sub(next) < RING as u64 {
            let slot = &mut self.ring[ticket as usize % RING];
            if *slot == NOBODY {
                *slot = stream;
                return;
            }
        }
        self.far.push(Reverse((ticket, stream)));
    }

    fn take(&mut self, next: u64) -> Option<u32> {
        let slot = &mut self.ring[next as usize % RING];
        let found = if *slot != NOBODY {
            Some(std::mem::replace(slot, NOBODY))
        } else if self.far.peek().is_some_and(|Reverse((ticket, _))| *ticket == next) {
            self.far.pop().map(|Reverse((_, stream))| stream)
        } else {
            None
        };
        self.count -= usize::from(found.is_some());
        found
    }
}

/// What a stream's next event is.
enum Next {
    Event(TraceEvent),
    /// It has this ticket, and it is not the one wanted.
    Ticket(u64),
    /// The chunk has ended with what was not wanted.
    Nothing,
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
            waiting: Waiting { ring: vec![NOBODY; RING], far: BinaryHeap::new(), count: 0 },
            ended: false,
            stacks: Stacks::default(),
            keep: None,
        };
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
        let mut offset = FILE_HEADER as u64;
        let mut has_end = false;
        while offset < self.source.length() {
            let Some(header) = self.header_at(offset)? else {
                self.damage.push(Damage::Truncated { offset });
                break;
            };
            let header = match header {
                Ok(header) => header,
                Err(reason) => {
                    let next = self.next_chunk(offset + 1)?;
                    self.damage.push(Damage::Skipped { offset, bytes: next - offset, reason });
                    offset = next;
                    continue;
                }
            };
            let payload = offset + CHUNK_HEADER as u64;
            let end = payload + u64::from(header.stored_length);
            if end > self.source.length() {
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
                _ => self.read_table(payload, &header)?,
            }
            offset = end;
        }
        if !has_end {
            self.damage.push(Damage::NoEnd);
        }
        self.make_streams(by_thread);
        Ok(())
    }

    /// `None` when the file ends within the header.
    fn header_at(&mut self, offset: u64) -> Result<Option<Result<ChunkHeader, &'static str>>, TraceError> {
        let mut bytes = [0; CHUNK_HEADER];
        let count = self.source.read_at(offset, &mut bytes)?;
        Ok((count == CHUNK_HEADER).then(|| ChunkHeader::parse(&bytes)))
    }

    /// The next place that looks like a chunk, or the end of the file.
    fn next_chunk(&mut self, from: u64) -> Result<u64, TraceError> {
        let mut offset = from;
        let mut buffer = vec![0; 1 << 16];
        loop {
            let count = self.source.read_at(offset, &mut buffer)?;
            if count < CHUNK_MAGIC.len() {
                return Ok(self.source.length());
            }
            let found = buffer[..count].windows(CHUNK_MAGIC.len()).position(|window| window == CHUNK_MAGIC);
            if let Some(position) = found {
                return Ok(offset + position as u64);
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
    fn make_streams(&mut self, by_thread: FxHashMap<u32, Vec<(u64, ChunkHeader)>>) {
        let mut threads: Vec<_> = by_thread.into_iter().collect();
        threads.sort_unstable_by_key(|(thread, _)| *thread);
        for (thread, mut chunks) in threads {
            chunks.sort_by_key(|(_, header)| header.sequence);
            let complete = chunks
                .iter()
                .enumerate()
                .take_while(|(index, (_, header))| header.sequence as usize == *index)
                .count();
            if complete < chunks.len() {
                let events = chunks[complete..].iter().map(|(_, header)| u64::from(header.count)).sum();
                self.damage.push(Damage::LostChunk { thread, sequence: complete as u32, events });
                chunks.truncate(complete);
            }
            self.summary.events += chunks.iter().map(|(_, header)| u64::from(header.count)).sum::<u64>();
            self.streams.push(Stream {
                thread,
                chunks,
                next_chunk: 0,
                bytes: Vec::new(),
                at: 0,
                left: 0,
                bases: Bases::default(),
                parked: None,
                words: false,
                end: 0,
                sites: Sites::default(),
                stack: StackId::EMPTY,
            });
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
        if self.waiting.count > 0 {
            let events = self.streams.iter().map(Stream::events_left).sum();
            self.damage.push(Damage::Gap { ticket: self.next_ticket, events });
        }
        None
    }

    /// Puts events of one stream into the batch until it must wait, ends, or the batch is full.
    fn run(&mut self, index: usize, batch: &mut Batch) -> Result<(), TraceError> {
        while batch.events.len() < Batch::CAPACITY {
            let stream = &mut self.streams[index];
            if stream.left == 0 && !stream.load(&mut self.source, &mut self.damage)? {
                self.current = None;
                return Ok(());
            }
            let next = if stream.words {
                stream.next_word(self.next_ticket, batch, &mut self.stacks, self.keep.as_ref())
            } else {
                stream.next(self.next_ticket, &mut batch.arguments)
            };
            match next {
                Some(Next::Nothing) => {}
                Some(Next::Event(event)) => {
                    if stream.bases.ticketed {
                        self.next_ticket = stream.bases.ticket.saturating_add(1);
                    }
                    batch.events.push(event);
                }
                Some(Next::Ticket(ticket)) => {
                    self.waiting.add(self.next_ticket, ticket, index as u32);
                    self.current = None;
                    return Ok(());
                }
                None => {
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
}

impl EventStream for TraceReader {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, TraceError> {
        batch.clear();
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

    fn keep_accesses(&mut self, keep: Keep) {
        self.keep = Some(keep);
    }
}

impl Stream {
    /// Its buffer, to be used again.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Reads one chunk by itself: calls `each` with its events, whatever their tickets. `false` if it is damaged.
    pub(crate) fn each_event(
        &mut self,
        header: &ChunkHeader,
        bytes: Vec<u8>,
        each: &mut impl FnMut(Piece),
    ) -> bool {
        *self = Stream { thread: header.thread, bytes, left: header.count, ..Stream::default() };
        self.words = header.kind == ChunkKind::Words;
        if self.words {
            return self.each_word(each);
        }
        let mut arguments = Vec::new();
        while self.left > 0 {
            match self.next(0, &mut arguments) {
                Some(Next::Event(event)) => {
                    each(Piece::Location(event.location));
                    each(Piece::Event(&event));
                }
                Some(_) => {}
                None => return false,
            }
        }
        true
    }

    fn each_word(&mut self, each: &mut impl FnMut(Piece)) -> bool {
        let mut arguments = Vec::new();
        let thread = self.thread;
        while let Some(word) = word_at(&self.bytes, self.at) {
            self.at += 8;
            match Word::new(word) {
                Some(Word::Access { op, size, address, .. }) => {
                    each(Piece::Access { thread, address, size, writes: op == Op::Write });
                }
                Some(Word::Site { location, .. } | Word::Call { location }) => {
                    each(Piece::Location(location))
                }
                Some(Word::Return { .. }) => {}
                Some(Word::Event { length }) => {
                    let end = self.at + usize::from(length).div_ceil(8) * 8;
                    self.left = 2;
                    let mut event = self.next(0, &mut arguments);
                    if let Some(Next::Ticket(_)) = event {
                        event = self.next(0, &mut arguments);
                    }
                    let Some(Next::Event(event)) = event else { return false };
                    each(Piece::Location(event.location));
                    each(Piece::Event(&event));
                    self.at = end;
                }
                None => return false,
            }
        }
        true
    }

    fn events_left(&self) -> u64 {
        let later: u64 =
            self.chunks[self.next_chunk..].iter().map(|(_, header)| u64::from(header.count)).sum();
        later + u64::from(self.left) + u64::from(self.parked.is_some())
    }

    fn bad_event(&self) -> Damage {
        let sequence = self.next_chunk.saturating_sub(1);
        let count = self.chunks.get(sequence).map_or(0, |(_, header)| header.count);
        let event = count.saturating_sub(self.left);
        Damage::BadEvent { thread: self.thread, sequence: sequence as u32, event }
    }

    fn cut(&mut self) {
        self.left = 0;
        self.parked = None;
        self.next_chunk = self.chunks.len();
    }

    /// Decompresses the next chunk with events; `false` at the end of the thread.
    fn load(&mut self, source: &mut Source, damage: &mut Vec<Damage>) -> Result<bool, TraceError> {
        while let Some((payload, header)) = self.chunks.get(self.next_chunk) {
            let read = read_payload(source, *payload, header, &mut self.bytes)?;
            if let Err(reason) = read {
                let events = self.events_left();
                damage.push(Damage::Skipped {
                    offset: *payload,
                    bytes: u64::from(header.stored_length),
                    reason,
                });
                damage.push(Damage::LostChunk {
                    thread: self.thread,
                    sequence: self.next_chunk as u32,
                    events,
                });
                self.cut();
                return Ok(false);
            }
            (self.at, self.left, self.bases) = (0, header.count, Bases::default());
            (self.words, self.end) = (header.kind == ChunkKind::Words, 0);
            if self.words {
                self.sites.clear();
            }
            self.next_chunk += 1;
            if self.left > 0 {
                return Ok(true);
            }
        }
        self.bytes = Vec::new();
        Ok(false)
    }

    /// `None` where the bytes are no event.
    #[inline]
    fn next(&mut self, wanted: u64, arguments: &mut Vec<i64>) -> Option<Next> {
        let mut cursor = Cursor::new(&self.bytes, self.at);
        let tag = match self.parked.take() {
            Some(tag) => tag,
            None => {
                let tag = cursor.byte()?;
                if tag & TICKET != 0 {
                    let ticket = self.bases.ticket.checked_add(cursor.number()?)?;
                    self.bases.ticket = ticket;
                    if ticket != wanted {
                        self.at = cursor.at;
                        self.parked = Some(tag);
                        return Some(Next::Ticket(ticket));
                    }
                }
                tag
            }
        };
        self.bases.ticketed = tag & TICKET != 0;
        let event = event(tag, &mut cursor, self.thread, &mut self.bases, arguments)?;
        self.at = cursor.at;
        self.left -= 1;
        Some(Next::Event(event))
    }
}

impl Stream {
    /// The same where the chunk is of words.
    #[inline]
    fn next_word(
        &mut self,
        wanted: u64,
        batch: &mut Batch,
        stacks: &mut Stacks,
        keep: Option<&Keep>,
    ) -> Option<Next> {
        if self.parked.is_some() {
            return self.packed(wanted, &mut batch.arguments);
        }
        loop {
            let word = word_at(&self.bytes, self.at)?;
            self.at += 8;
            match Word::new(word)? {
                Word::Access { size, address, .. } if keep.is_some_and(|keep| !keep(address, size)) => {
                    self.left -= 1;
                    if self.left == 0 {
                        return Some(Next::Nothing);
                    }
                }
                Word::Access { op, size, address, site } => {
                    let location = self.sites.get(site);
                    let mut event = TraceEvent::new(self.thread, op, address, location);
                    (event.size, event.stack) = (size, self.stack);
                    self.bases.ticketed = false;
                    self.left -= 1;
                    return Some(Next::Event(event));
                }
                Word::Site { site, location } => self.sites.set(site, location),
                Word::Event { length } => {
                    self.end = self.at + usize::from(length).div_ceil(8) * 8;
                    return self.packed(wanted, &mut batch.arguments);
                }
                Word::Call { location } => self.stack = stacks.call(self.stack, location),
                Word::Return { depth } => self.stack = stacks.back_to(self.stack, depth),
            }
        }
    }

    /// An event among words; the next word begins where its own end.
    fn packed(&mut self, wanted: u64, arguments: &mut Vec<i64>) -> Option<Next> {
        let mut next = self.next(wanted, arguments)?;
        if let Next::Event(event) = &mut next {
            if self.at > self.end || self.end > self.bytes.len() {
                return None;
            }
            event.stack = self.stack;
            self.at = self.end;
        }
        Some(next)
    }
}

/// The fields of an event after its tag and ticket.
#[inline]
fn event(
    tag: u8,
    cursor: &mut Cursor,
    thread: u32,
    bases: &mut Bases,
    arguments: &mut Vec<i64>,
) -> Option<TraceEvent> {
    let (op, size, size_follows) = decode(tag & 0x3f)?;
    let extra = if tag & EXTRA != 0 { cursor.byte()? } else { 0 };
    let base = bases.object(op);
    let object = base.wrapping_add(cursor.signed()? as u64);
    *base = object;
    let location = bases.location.wrapping_add(cursor.signed()? as u32);
    bases.location = location;
    let mut event = TraceEvent::new(thread, op, object, location);
    event.size = if size_follows { cursor.small()? } else { size };
    if extra != 0 {
        event.order = *TraceOrder::ALL.get(usize::from(extra & ORDER))?;
        if extra & GENERATION != 0 {
            event.generation = cursor.small()?;
        }
        if extra & VALUE != 0 {
            event.value = cursor.number()?;
            event.has_value = true;
        }
    }
    if op == Op::Call {
        event.value = call(cursor, arguments)?;
    }
    Some(event)
}

fn call(cursor: &mut Cursor, arguments: &mut Vec<i64>) -> Option<u64> {
    let start = arguments.len() as u64;
    let head = cursor.number()?;
    let count = i64::try_from(head >> 1).ok()?;
    arguments.extend([count, (head & 1) as i64]);
    for _ in 0..(head >> 1) + (head & 1) {
        arguments.push(cursor.signed()?);
    }
    Some(start)
}

const CUT: &str = "the file ends within it";
const CHANGED: &str = "its check does not match";

/// Reads and decompresses; the inner error is damage.
pub(crate) fn read_payload(
    source: &mut Source,
    offset: u64,
    header: &ChunkHeader,
    bytes: &mut Vec<u8>,
) -> Result<Result<(), &'static str>, TraceError> {
    let length = header.stored_length as usize;
    if !header.compressed {
        bytes.resize(length, 0);
        let count = source.read_at(offset, bytes)?;
        return Ok(match () {
            () if count < length => Err(CUT),
            () if !header.matches(bytes) => Err(CHANGED),
            () => Ok(()),
        });
    }
    let mut stored = vec![0; length];
    if source.read_at(offset, &mut stored)? < length {
        return Ok(Err(CUT));
    }
    if !header.matches(&stored) {
        return Ok(Err(CHANGED));
    }
    bytes.clear();
    bytes.resize(header.raw_length as usize, 0);
    match lz4_flex::block::decompress_into(&stored, bytes) {
        Ok(length) if length == bytes.len() => Ok(Ok(())),
        _ => Ok(Err("it does not decompress")),
    }
}
