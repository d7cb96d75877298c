//! Where a reader has come to, so that another can go on from there.

use super::super::chunk::CHUNK_HEADER;
use super::super::source::OWN;
use super::super::stacks::Stacks;
use super::super::words::{Word, word_at};
use super::super::{Start, TraceReader};
use super::stream::{Next, Stream};

/// The end of a segment that has been read to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The first ticket that is not in.
    pub ticket: u64,
    /// The first byte of the spool that is needed afterwards; none if nothing is that was there.
    pub from: Option<u64>,
    /// Where each thread goes on.
    pub starts: Vec<Start>,
}

impl TraceReader {
    pub fn cut(&self) -> Cut {
        Cut {
            ticket: self.next_ticket,
            from: self.streams.iter().filter_map(Stream::needed_from).min(),
            starts: self.streams.iter().map(|stream| stream.position(&self.stacks)).collect(),
        }
    }
}

impl Stream {
    /// Passes over words of a chunk that was just begun; what they say about those that follow is kept.
    pub(super) fn pass_over(&mut self, words: u32) {
        let (until, mut arguments) = (words as usize * 8, Vec::new());
        while self.at < until
            && let Some(word) = word_at(&self.bytes, self.at)
        {
            self.at += 8;
            match Word::new(word) {
                Some(Word::Access { .. }) => self.left = self.left.saturating_sub(1),
                Some(Word::Site { site, location }) => self.sites.set(site, location),
                Some(Word::Call { .. } | Word::Return { .. }) | None => {}
                Some(Word::Event { length }) => {
                    let end = self.at + usize::from(length).div_ceil(8) * 8;
                    // For what the differences after it are to.
                    let left = std::mem::replace(&mut self.left, 1);
                    if let Some(Next::Ticket(_)) = self.next(u64::MAX, &mut arguments) {
                        self.next(u64::MAX, &mut arguments);
                    }
                    (self.left, self.at) = (left.saturating_sub(1), end);
                    arguments.clear();
                }
            }
        }
    }

    /// The chunk that was read last, and how far: its number among the chunks, bytes.
    fn place(&self) -> Option<(usize, usize)> {
        let index = self.next_chunk.checked_sub(1)?;
        Some((index, if self.parked.is_some() { self.began } else { self.at }))
    }

    /// Whether there is nothing more to come of a chunk. What was taken from a buffer goes on in the spool.
    fn is_done(&self, index: usize, at: usize) -> bool {
        self.chunks
            .get(index)
            .is_none_or(|(offset, header)| *offset < OWN && at >= header.raw_length as usize)
    }

    fn position(&self, stacks: &Stacks) -> Start {
        let (thread, calls) = (self.thread, stacks.all_calls(self.stack));
        let (sequence, words) = match self.place() {
            None => (self.first, self.skip),
            Some((index, at)) if self.is_done(index, at) => (self.first + index as u32 + 1, 0),
            Some((index, at)) => (self.first + index as u32, (at / 8) as u32),
        };
        Start { thread, sequence, words, calls }
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
