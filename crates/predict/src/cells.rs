//! Numbers of variables by address, found without hashing: pages that are looked at have a word for each four bytes.

use crate::partition::{PAGE_BYTES, Partition};

/// Pages that are found without asking the partition.
const RECENT: usize = 1024;
/// Bytes that have a word.
const BYTES: u64 = 4;
const WORDS: usize = (PAGE_BYTES / BYTES) as usize;
/// No number, no page.
const NOTHING: u32 = u32::MAX;

/// A page that was looked for lately.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownPage {
    page: u64,
    /// Its number in the partition; [`u32::MAX`] if it has none.
    pub(crate) number: u32,
}

/// Current numbers by place in memory.
#[derive(Debug)]
pub(crate) struct Cells {
    recent: Vec<KnownPage>,
    /// By the page's number: where its words are.
    words_of: Vec<u32>,
    words: Vec<[u32; WORDS]>,
}

impl Default for Cells {
    fn default() -> Self {
        let recent = vec![KnownPage { page: u64::MAX, number: NOTHING }; RECENT];
        Cells { recent, words_of: Vec::new(), words: Vec::new() }
    }
}

impl Cells {
    /// The page of an address.
    #[inline]
    pub(crate) fn page(&mut self, partition: &Partition, address: u64) -> KnownPage {
        let page = address / PAGE_BYTES;
        let known = &mut self.recent[page as usize % RECENT];
        if known.page != page {
            *known = KnownPage { page, number: partition.page(page).0 };
        }
        *known
    }

    /// Whether the address can have a number here.
    #[inline]
    pub(crate) fn has(page: KnownPage, address: u64) -> bool {
        page.number != NOTHING && address.is_multiple_of(BYTES)
    }

    fn word(page: KnownPage, address: u64) -> usize {
        debug_assert_eq!(page.page, address / PAGE_BYTES);
        (address % PAGE_BYTES / BYTES) as usize
    }

    /// The number at an address, which is `new` if it has none yet.
    #[inline]
    pub(crate) fn get(&mut self, page: KnownPage, address: u64, new: u32) -> u32 {
        let words = match self.words_of.get(page.number as usize) {
            Some(words) if *words != NOTHING => *words,
            _ => self.add_page(page.number),
        };
        let word = &mut self.words[words as usize][Self::word(page, address)];
        if *word == NOTHING {
            *word = new;
        }
        *word
    }

    #[cold]
    fn add_page(&mut self, number: u32) -> u32 {
        if number as usize >= self.words_of.len() {
            self.words_of.resize(number as usize + 1, NOTHING);
        }
        self.words_of[number as usize] = self.words.len() as u32;
        self.words.push([NOTHING; WORDS]);
        self.words_of[number as usize]
    }

    fn place(&self, page: KnownPage, address: u64) -> Option<(usize, usize)> {
        let words = *self.words_of.get(page.number as usize).filter(|words| **words != NOTHING)?;
        Some((words as usize, Self::word(page, address)))
    }

    pub(crate) fn find(&self, page: KnownPage, address: u64) -> Option<u32> {
        let (words, word) = self.place(page, address)?;
        Some(self.words[words][word]).filter(|number| *number != NOTHING)
    }

    pub(crate) fn forget(&mut self, page: KnownPage, address: u64) {
        if let Some((words, word)) = self.place(page, address) {
            self.words[words][word] = NOTHING;
        }
    }
}
