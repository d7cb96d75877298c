//! One thread's events, chunk by chunk.

use super::super::chunk::{ChunkHeader, ChunkKind};
use super::super::encode::Bases;
use super::super::stacks::{StackId, Stacks};
use super::super::thin::ThinChunk;
use super::super::wire::{Cursor, TICKET};
use super::super::words::{AccessWords, Form, Rest, Sites, Word, word_at};
use super::super::{Batch, Candidate, Damage, Keep, Op, REPEATED, Source, Start, TraceError, TraceEvent};
use super::payload::{event, read_payload};

/// One thread's chunks.
#[derive(Debug, Default)]
pub(crate) struct Stream {
    pub(super) thread: u32,
    /// Offset of the payload and header, in order.
    pub(super) chunks: Vec<(u64, ChunkHeader)>,
    /// Where in the spool of a segment the last one is, also of those before the segment.
    pub(super) last: u64,
    /// Number of the first of them, and how many of its words are to be passed over.
    pub(super) first: u32,
    pub(super) skip: u32,
    pub(super) next_chunk: usize,
    pub(super) bytes: Vec<u8>,
    pub(super) at: usize,
    pub(super) left: u32,
    pub(super) bases: Bases,
    /// Tag of the event whose ticket was read and whose turn it is not yet.
    pub(super) parked: Option<u8>,
    /// The chunk is of words, and this is where the event among them ends that is not one.
    pub(super) words: bool,
    end: usize,
    /// Where it begins.
    pub(super) began: usize,
    pub(super) sites: Sites,
    /// The next event is of this thread.
    pub(super) author: Option<u32>,
    pub(super) stack: StackId,
    /// The stack that the chunk begins with.
    pub(super) outer: StackId,
    /// Accesses among words that were passed over that may be repeated behind them.
    pub(super) carried: Vec<TraceEvent>,
    /// Events with a ticket so far, in chunks of words.
    section: u64,
    /// The depth of calls that the thread came back to since its last acquire or release.
    lowest: Option<u32>,
}

/// What a stream's next event is.
pub(super) enum Next {
    Event(TraceEvent),
    /// It has this ticket, and it is not the one wanted.
    Ticket(u64),
    /// The chunk has ended with what was not wanted.
    Nothing,
    /// It has the ticket that was wanted, but is not wanted itself.
    Passed,
}

/// Why a stream does not go on with packed events.
pub(super) enum Stop {
    /// The batch is full, or the chunk has ended.
    Full,
    /// The next event has this ticket, and it is not the one wanted.
    Ticket(u64),
    /// The bytes are no event.
    Damaged,
}

impl Stream {
    pub(super) fn new(start: &Start, stack: StackId, chunks: Vec<(u64, ChunkHeader)>) -> Stream {
        let (first, skip) = (start.sequence, start.words);
        Stream { thread: start.thread, first, skip, stack, outer: stack, chunks, ..Stream::default() }
    }

    /// One chunk by itself.
    pub(super) fn of_chunk(header: &ChunkHeader, bytes: Vec<u8>) -> Stream {
        let words = header.kind == ChunkKind::Words;
        Stream { thread: header.thread, bytes, left: header.count, words, ..Stream::default() }
    }

    /// Its buffer, to be used again.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub(super) fn events_left(&self) -> u64 {
        let later: u64 =
            self.chunks[self.next_chunk..].iter().map(|(_, header)| u64::from(header.count)).sum();
        later + u64::from(self.left)
    }

    pub(super) fn bad_event(&self) -> Damage {
        let sequence = self.next_chunk.saturating_sub(1);
        let count = self.chunks.get(sequence).map_or(0, |(_, header)| header.count);
        let event = count.saturating_sub(self.left);
        Damage::BadEvent { thread: self.thread, sequence: self.first + sequence as u32, event }
    }

    pub(super) fn cut(&mut self) {
        self.left = 0;
        self.parked = None;
        self.next_chunk = self.chunks.len();
    }

    /// Decompresses the next chunk with events; `false` at the end of the thread.
    pub(super) fn load(
        &mut self,
        source: &mut Source,
        stacks: &mut Stacks,
        keep: Option<&dyn Keep>,
        damage: &mut Vec<Damage>,
    ) -> Result<bool, TraceError> {
        while let Some((payload, header)) = self.chunks.get(self.next_chunk).copied() {
            self.pass_over_calls(stacks);
            let thinned = keep.and_then(<dyn Keep>::thinned);
            if let Some(thin) = thinned.and_then(|thinned| thinned.get(self.thread, header.sequence)) {
                self.begin_thinned(thin);
                if self.left > 0 {
                    return Ok(true);
                }
                continue;
            }
            let read = read_payload(source, payload, &header, &mut self.bytes)?;
            if let Err(reason) = read {
                let events = self.events_left();
                damage.push(Damage::Skipped {
                    offset: payload,
                    bytes: u64::from(header.stored_length),
                    reason,
                });
                damage.push(Damage::LostChunk {
                    thread: self.thread,
                    sequence: self.first + self.next_chunk as u32,
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
            (self.author, self.outer) = (None, self.stack);
            self.next_chunk += 1;
            if self.next_chunk == 1 && self.skip > 0 {
                self.pass_over(self.skip, stacks);
            }
            if self.left > 0 {
                return Ok(true);
            }
        }
        self.bytes = Vec::new();
        Ok(false)
    }

    /// The chunk's events have been read: calls and returns behind them count for the next chunk.
    fn pass_over_calls(&mut self, stacks: &mut Stacks) {
        while self.words
            && let Some(word) = word_at(&self.bytes, self.at)
        {
            self.at += 8;
            match Word::new(word) {
                Some(Word::Site { .. }) => {}
                Some(word @ (Word::Call { .. } | Word::Return { .. } | Word::Enter { .. })) => {
                    self.follow_call(word, stacks);
                }
                _ => return,
            }
        }
    }

    /// A word that tells of a call or return.
    #[inline]
    pub(super) fn follow_call(&mut self, word: Word, stacks: &mut Stacks) {
        if let Word::Return { depth } | Word::Enter { depth, .. } = word {
            self.lowest = Some(self.lowest.map_or(depth, |lowest| lowest.min(depth)));
        }
        match word {
            Word::Call { location } => self.stack = stacks.call(self.stack, location),
            Word::Return { depth } => self.stack = stacks.back_to(self.stack, depth),
            Word::Enter { depth, location } => {
                let stack = stacks.back_to(self.stack, depth);
                self.stack = stacks.call(stack, location);
            }
            _ => {}
        }
    }

    /// Notes where a thread came back to before an acquire or release, which is put into the batch next.
    #[inline]
    pub(super) fn note_returns(&mut self, event: &TraceEvent, batch: &mut Batch) {
        if let Op::Acquire | Op::AcquireShared | Op::Release = event.op
            && let Some(depth) = self.lowest.take()
        {
            batch.returns.push((batch.events.len() as u32, depth));
        }
    }

    /// The next chunk, without what is not wanted of it.
    fn begin_thinned(&mut self, chunk: &ThinChunk) {
        self.bytes.clear();
        self.bytes.extend_from_slice(&chunk.bytes);
        (self.at, self.left, self.bases) = (0, chunk.count, Bases::default());
        (self.words, self.end) = (true, 0);
        self.sites.clear();
        (self.author, self.outer) = (None, self.stack);
        self.next_chunk += 1;
    }

    /// `None` where the bytes are no event.
    #[inline]
    pub(super) fn next(&mut self, wanted: u64, arguments: &mut Vec<i64>) -> Option<Next> {
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

    /// Packed events as long as it is this thread's turn. The same as [`Stream::next`] again and again, with what
    /// changes at each event kept at hand.
    pub(super) fn fill(&mut self, next_ticket: &mut u64, batch: &mut Batch) -> Stop {
        let mut cursor = Cursor::new(&self.bytes, self.at);
        let mut bases = self.bases;
        let mut left = self.left;
        let stop = loop {
            if left == 0 || batch.events.len() >= Batch::CAPACITY {
                break Stop::Full;
            }
            let tag = match self.parked.take() {
                Some(tag) => tag,
                None => {
                    let Some(tag) = cursor.byte() else { break Stop::Damaged };
                    if tag & TICKET != 0 {
                        let ticket = cursor.number().and_then(|more| bases.ticket.checked_add(more));
                        let Some(ticket) = ticket else { break Stop::Damaged };
                        bases.ticket = ticket;
                        if ticket != *next_ticket {
                            self.parked = Some(tag);
                            break Stop::Ticket(ticket);
                        }
                    }
                    tag
                }
            };
            let Some(event) = event(tag, &mut cursor, self.thread, &mut bases, &mut batch.arguments) else {
                break Stop::Damaged;
            };
            if tag & TICKET != 0 {
                *next_ticket = bases.ticket.saturating_add(1);
            }
            batch.events.push(event);
            left -= 1;
        };
        (self.at, self.bases, self.left) = (cursor.at, bases, left);
        stop
    }
}

impl Stream {
    /// The same where the chunk is of words.
    #[inline]
    pub(super) fn next_word(
        &mut self,
        wanted: u64,
        batch: &mut Batch,
        stacks: &mut Stacks,
        keep: Option<&dyn Keep>,
    ) -> Option<Next> {
        if self.parked.is_some() {
            return self.packed_among_words(wanted, &mut batch.arguments, keep);
        }
        loop {
            let word = word_at(&self.bytes, self.at)?;
            self.at += 8;
            match Word::new(word)? {
                Word::Access { op, size, address, .. }
                    if keep.is_some_and(|keep| !keep.access(&self.candidate(op, size, address))) =>
                {
                    self.left -= 1;
                    if self.left == 0 {
                        return Some(Next::Nothing);
                    }
                }
                Word::Access { op, size, address, site } => {
                    let (location, stack) = self.sites.get(site);
                    let mut event = TraceEvent::new(self.thread, op, address, location);
                    (event.size, event.stack) = (size, stack);
                    self.bases.ticketed = false;
                    self.left -= 1;
                    return Some(Next::Event(event));
                }
                Word::Site { site, location } => self.sites.set(site, location, self.stack),
                Word::Event { length } => {
                    // With the word that tells whose it is.
                    self.began = self.at - if self.author.is_some() { 16 } else { 8 };
                    self.end = self.at + usize::from(length).div_ceil(8) * 8;
                    return self.packed_among_words(wanted, &mut batch.arguments, keep);
                }
                word @ (Word::Call { .. } | Word::Return { .. } | Word::Enter { .. }) => {
                    self.follow_call(word, stacks);
                }
                Word::For { thread } => self.author = Some(thread),
                Word::Range { op, address, form } => match self.range(op, address, form, wanted, keep)? {
                    Next::Nothing if self.left > 0 => {}
                    next => return Some(next),
                },
            }
        }
    }

    /// Passes over accesses that are words; how many events are left in the chunk.
    pub(super) fn pass_over_accesses(&mut self) -> u32 {
        if self.parked.is_none() {
            let accesses = AccessWords::at(&self.bytes, self.at).n_bytes();
            self.at += accesses;
            self.left = self.left.saturating_sub((accesses / 8) as u32);
        }
        self.left
    }

    /// A range, whose first word has been read.
    fn range(
        &mut self,
        op: Op,
        address: u64,
        form: Form,
        wanted: u64,
        keep: Option<&dyn Keep>,
    ) -> Option<Next> {
        let Rest { site, size, ticket, length } = Rest::new(form, &self.bytes, self.at, self.bases.ticket)?;
        if let Some(ticket) = ticket {
            if ticket < self.bases.ticket {
                return None;
            }
            if ticket != wanted {
                self.at -= 8;
                return Some(Next::Ticket(ticket));
            }
            self.bases.ticket = ticket;
            self.section += 1;
        }
        let is_access = ticket.is_none();
        self.bases.ticketed = !is_access;
        self.at += length;
        self.left -= 1;
        match keep {
            Some(keep) if is_access && !keep.access(&self.candidate(op, size, address)) => {
                return Some(Next::Nothing);
            }
            Some(keep) if !is_access && !keep.block(op, address, size) => return Some(Next::Passed),
            _ => {}
        }
        let (location, stack) = self.sites.get(site);
        let event = TraceEvent { size, stack, ..TraceEvent::new(self.thread, op, address, location) };
        Some(Next::Event(event))
    }

    #[inline]
    fn candidate(&self, op: Op, size: u32, address: u64) -> Candidate {
        let (thread, section) = (self.thread, self.section);
        Candidate { thread, section, address, size, writes: op == Op::Write }
    }

    /// The same as [`Stream::packed`]; who keeps accesses is told of blocks that come and go.
    fn packed_among_words(
        &mut self,
        wanted: u64,
        arguments: &mut Vec<i64>,
        keep: Option<&dyn Keep>,
    ) -> Option<Next> {
        let next = self.packed(wanted, arguments)?;
        if let (Next::Event(event), Some(keep)) = (&next, keep)
            && matches!(event.op, Op::Alloc | Op::Free)
        {
            // Few of them are written like this, so they are all given on.
            keep.block(event.op, event.object, event.size);
        }
        Some(next)
    }

    /// An event among words; the next word begins where its own end.
    fn packed(&mut self, wanted: u64, arguments: &mut Vec<i64>) -> Option<Next> {
        let mut next = self.next(wanted, arguments)?;
        if let Next::Event(event) = &mut next {
            if self.at > self.end || self.end > self.bytes.len() {
                return None;
            }
            let goes_on = !event.ends_section() && !matches!(event.op, Op::Alloc | Op::Free);
            self.section += u64::from(self.bases.ticketed && !goes_on);
            event.stack = self.stack;
            if let Some(thread) = self.author.take() {
                (event.thread, event.location, event.stack) = (thread, REPEATED, StackId::EMPTY);
            }
            self.at = self.end;
        }
        Some(next)
    }
}
