//! Which memory is in the hands of the thread that got it: one thread's buffers and its stack are often another's later, and what is
//! done in different lives of the same bytes has nothing to do with each other.
//!
//! Threads' events are noted thread by thread, so it is not known when one did something by the clock of another. But a thread that has
//! got a block itself, and not given it back so far, works in that life of the block. Only blocks that have whole lines
//! are kept, and of a thread that has many the first ones; what is not kept is nobody's.

use super::LINE;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Blocks of a thread that are kept at a time.
const MOST: usize = 1 << 16;

#[derive(Clone, Debug, Default)]
pub(super) struct Lives {
    /// By thread: where blocks begin and end; `None` when it has ended.
    threads: FxHashMap<u32, Option<BTreeMap<u64, u64>>>,
}

/// The lines that are wholly in a block.
pub(super) fn whole_lines(address: u64, size: u32) -> std::ops::Range<u64> {
    address.div_ceil(LINE)..address.saturating_add(u64::from(size)) / LINE
}

impl Lives {
    pub(super) fn gets(&mut self, thread: u32, address: u64, size: u32) {
        if whole_lines(address, size).is_empty() {
            return;
        }
        let blocks = self.threads.entry(thread).or_insert_with(|| Some(BTreeMap::new()));
        if let Some(blocks) = blocks.as_mut().filter(|blocks| blocks.len() < MOST) {
            blocks.insert(address, address.saturating_add(u64::from(size)));
        }
    }

    /// A thread gives a block back; whether it has got it itself.
    pub(super) fn gives_back(&mut self, thread: u32, address: u64, size: u32) -> bool {
        let blocks = self.threads.get_mut(&thread).and_then(Option::as_mut);
        let end = blocks.and_then(|blocks| blocks.remove(&address));
        end == Some(address.saturating_add(u64::from(size)))
    }

    /// Nothing more comes of a thread.
    pub(super) fn ends(&mut self, thread: u32) {
        self.threads.insert(thread, None);
    }

    pub(super) fn has_ended(&self, thread: u32) -> bool {
        self.threads.get(&thread).is_some_and(Option::is_none)
    }

    /// Whether a line is in a block that the thread has got itself.
    pub(super) fn is_own(&self, thread: u32, line: u64) -> bool {
        let Some(Some(blocks)) = self.threads.get(&thread) else { return false };
        let (start, end) = (line * LINE, (line + 1).saturating_mul(LINE));
        blocks.range(..=start).next_back().is_some_and(|(_, until)| *until >= end)
    }
}
