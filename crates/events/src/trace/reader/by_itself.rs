//! A chunk by itself, as one reads them who does not care for the order between threads.

use super::super::chunk::ChunkHeader;
use super::super::follow::Piece;
use super::super::stacks::Stacks;
use super::super::words::{AccessWords, Rest, Word, word_at};
use super::super::{Op, REPEATED, TraceEvent};
use super::stream::{Next, Stream};

impl Stream {
    /// Reads one chunk by itself from a word on: calls `each` with its events, whatever their tickets. `false` if it is
    /// damaged.
    pub(crate) fn each_event(
        &mut self,
        header: &ChunkHeader,
        bytes: Vec<u8>,
        skip: u32,
        each: &mut impl FnMut(Piece),
    ) -> bool {
        *self = Stream::of_chunk(header, bytes);
        if self.words {
            self.pass_over(skip, &mut Stacks::default());
            let thread = self.thread;
            for TraceEvent { op, object: address, size, .. } in self.carried.drain(..) {
                each(Piece::Access { thread, address, size, writes: op == Op::Write, word: None });
            }
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
        loop {
            let words = AccessWords::at(&self.bytes, self.at);
            if words.n_bytes() > 0 {
                self.at += words.n_bytes();
                each(Piece::Accesses { thread, words });
            }
            let Some(word) = word_at(&self.bytes, self.at) else { return true };
            let number = Some((self.at / 8) as u32);
            self.at += 8;
            match Word::new(word) {
                Some(Word::Site { location, .. }) => each(Piece::Location(location)),
                Some(Word::Call { location } | Word::Enter { location, .. }) => {
                    each(Piece::Calls);
                    each(Piece::Location(location));
                }
                Some(Word::Return { .. }) => each(Piece::Calls),
                Some(Word::For { thread }) => self.author = Some(thread),
                Some(Word::Range { op, address, form }) => {
                    let Some(rest) = Rest::new(form, &self.bytes, self.at, 0) else { return false };
                    let size = rest.size;
                    self.at += rest.length;
                    if let Op::Read | Op::Write = op {
                        each(Piece::Access { thread, address, size, writes: op == Op::Write, word: number });
                    } else {
                        each(Piece::Event(&TraceEvent { size, ..TraceEvent::new(thread, op, address, 0) }));
                    }
                }
                Some(Word::Event { length }) => {
                    let end = self.at + usize::from(length).div_ceil(8) * 8;
                    self.left = 2;
                    let mut event = self.next(0, &mut arguments);
                    if let Some(Next::Ticket(_)) = event {
                        event = self.next(0, &mut arguments);
                    }
                    let Some(Next::Event(mut event)) = event else { return false };
                    match self.author.take() {
                        Some(author) => (event.thread, event.location) = (author, REPEATED),
                        None => each(Piece::Location(event.location)),
                    }
                    each(Piece::Event(&event));
                    self.at = end;
                }
                // Accesses have been taken together.
                Some(Word::Access { .. }) | None => return false,
            }
        }
    }
}
