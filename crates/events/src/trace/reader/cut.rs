//! Where a reader has come to, so that another can go on from there.

use super::super::chunk::CHUNK_HEADER;
use super::super::source::OWN;
use super::super::stacks::Stacks;
use super::super::words::{Rest, Word, word_at};
use super::super::{Op, REPEATED, Start, TraceEvent, TraceReader};
use super::stream::{Next, Stream};
use rustc_hash::FxHashSet;

/// The end of a segment that has been read to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The first ticket that is not in.
    pub ticket: u64,
    /// The first byte of the spool that is needed afterwards; none if nothing is that was there.
    pub from: Option<u64>,
    /// Where each thread goes on.
    pub starts: Vec<Start>,
    /// Threads of which no chunk is left that would have to be passed over: if they do nothing more, where they have come
    /// to need not be known.
    pub passed: FxHashSet<u32>,
    /// Events that are there and not in.
    pub n_left: u64,
}

impl TraceReader {
    pub fn cut(&self) -> Cut {
        let from = self.streams.iter().filter_map(Stream::needed_from).min();
        let passed = self.streams.iter().filter(|stream| stream.is_passed(from));
        Cut {
            ticket: self.next_ticket,
            from,
            starts: self.streams.iter().map(|stream| stream.position(&self.stacks)).collect(),
            passed: passed.map(|stream| stream.thread).collect(),
            n_left: self.streams.iter().map(Stream::events_left).sum(),
        }
    }
}

impl Stream {
    /// Passes over words of a chunk that was just begun; what they say about those that follow is kept. So are accesses since
    /// the thread's section began: behind an atomic access that does not end it they may be repeated without being logged again. Those
    /// that have had such an access behind them are marked (`has_value`).
    pub(super) fn pass_over(&mut self, words: u32, stacks: &mut Stacks) {
        let (until, mut arguments) = (words as usize * 8, Vec::new());
        while self.at < until
            && let Some(word) = word_at(&self.bytes, self.at)
        {
            self.at += 8;
            match Word::new(word) {
                Some(Word::Access { op, size, address, .. }) => {
                    self.left = self.left.saturating_sub(1);
                    self.carry(op, size, address);
                }
                Some(Word::Site { site, location }) => self.sites.set(site, location, self.stack),
                Some(word @ (Word::Call { .. } | Word::Return { .. } | Word::Enter { .. })) => {
                    self.follow_call(word, stacks);
                }
                Some(Word::Range { op, address, form }) => {
                    self.left = self.left.saturating_sub(1);
                    let Some(rest) = Rest::new(form, &self.bytes, self.at, self.bases.ticket) else { break };
                    self.at += rest.length;
                    let size = u64::from(rest.size);
                    match rest.ticket {
                        Some(ticket) => {
                            self.bases.ticket = ticket;
                            self.carried.retain(|access| access.object.wrapping_sub(address) >= size);
                        }
                        None => self.carry(op, rest.size, address),
                    }
                }
                Some(Word::For { thread }) => self.author = Some(thread),
                None => {}
                Some(Word::Event { length }) => {
                    let end = self.at + usize::from(length).div_ceil(8) * 8;
                    // For what the differences after it are to.
                    let left = std::mem::replace(&mut self.left, 1);
                    let mut next = self.next(u64::MAX, &mut arguments);
                    if let Some(Next::Ticket(_)) = next {
                        next = self.next(u64::MAX, &mut arguments);
                    }
                    let is_own = self.author.take().is_none();
                    if let Some(Next::Event(event)) = next
                        && is_own
                    {
                        match event.op {
                            _ if event.ends_section() => self.carried.clear(),
                            Op::AtomicRead | Op::AtomicWrite | Op::AtomicUpdate => {
                                self.carried.iter_mut().for_each(|access| access.has_value = true);
                            }
                            _ => {}
                        }
                    }
                    (self.left, self.at) = (left.saturating_sub(1), end);
                    arguments.clear();
                }
            }
        }
    }

    fn carry(&mut self, op: Op, size: u32, address: u64) {
        let access = TraceEvent::new(self.thread, op, address, REPEATED);
        self.carried.push(TraceEvent { size, ..access });
    }

    /// The chunk that was read last, and how far: its number among the chunks, bytes.
    fn place(&self) -> Option<(usize, usize)> {
        let index = self.next_chunk.checked_sub(1)?;
        let at = match (self.parked, self.author) {
            (Some(_), _) => self.began,
            (None, Some(_)) => self.at.saturating_sub(8),
            (None, None) => self.at,
        };
        Some((index, at))
    }

    /// Whether there is nothing more to come of a chunk. What was taken from a buffer goes on in the spool.
    fn is_done(&self, index: usize, at: usize) -> bool {
        self.chunks
            .get(index)
            .is_none_or(|(offset, header)| *offset < OWN && at >= header.raw_length as usize)
    }

    fn position(&self, stacks: &Stacks) -> Start {
        // Within a chunk words that are passed over are told again, from its beginning.
        let (sequence, words, stack) = match self.place() {
            None => (self.first, self.skip, self.outer),
            Some((index, at)) if self.is_done(index, at) => (self.first + index as u32 + 1, 0, self.stack),
            Some((index, at)) => (self.first + index as u32, (at / 8) as u32, self.outer),
        };
        Start { thread: self.thread, sequence, words, calls: stacks.all_calls(stack) }
    }

    /// Whether all its chunks are before this place, and none is on its way that was seen in part.
    fn is_passed(&self, from: Option<u64>) -> bool {
        let is_whole = match self.place() {
            None => self.skip == 0,
            Some((index, at)) => self.is_done(index, at),
        };
        is_whole && from.is_none_or(|from| self.last < from)
    }

    /// Where the first chunk begins in the spool that is still needed.
    fn needed_from(&self) -> Option<u64> {
        let first = match self.place() {
            None => 0,
            Some((index, at)) if self.is_done(index, at) => index + 1,
            Some((index, _)) => index,
        };
        let offsets = self.chunks.get(first..)?.iter().map(|(offset, _)| *offset);
        offsets.filter(|offset| *offset < OWN).min().map(|offset| offset - CHUNK_HEADER as u64)
    }
}
