//! Where in its chunks a recorded run touches which pages of memory: noted in the first pass, so that later ones look only at
//! accesses that they want, and leave chunks alone that have none.
//!
//! Of each part of a chunk between two events that are no plain accesses, the first read and the first write of each page is
//! noted. That is all that is wanted of pages that are variables by themselves (see [`crate::refine`]); where each access of a
//! page is wanted, this tells which chunks to look through.
//!
//! Memory: 8 bytes for each; chunks that touch many pages are not noted, and nothing is beyond a limit. What is not noted is
//! read as a whole.

use events::trace::Chosen;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// Chunks with more of them are not noted.
const MOST_OF_CHUNK: usize = 1 << 14;
/// Nothing is noted beyond this many.
const MOST: usize = 1 << 25;

/// What is wanted of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    Nothing,
    /// The first read and write of each section.
    First,
    Every,
}

/// An access that is the first of its kind in a part of a chunk.
#[derive(Clone, Copy, Debug)]
struct Touch {
    /// Number of the page; [`SEVERAL`] if it is in more than one.
    page: u32,
    /// Number of the word in the chunk, and [`AGAIN`].
    word: u32,
}

const SEVERAL: u32 = u32::MAX;
/// The thread has done this in an earlier chunk, in the same section.
const AGAIN: u32 = 1 << 31;

/// Who touched a page last. Numbers of parts and sections are even; one more if it was written.
#[derive(Clone, Copy, Debug, Default)]
struct Last {
    part: u32,
    section: u32,
}

/// A chunk by its thread and number.
type ChunkName = (u32, u32);

#[derive(Clone, Debug)]
struct Noted {
    touches: Range<u32>,
    only_accesses: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Touches {
    chunks: FxHashMap<ChunkName, Noted>,
    touches: Vec<Touch>,
    /// By the page's number.
    pages: Vec<Last>,
    /// Sections by thread, but for the thread of the chunk that is being read.
    sections: FxHashMap<u32, u32>,
    thread: u32,
    /// The chunk that is being read; none if it is not noted.
    chunk: Option<ChunkName>,
    /// Where its touches begin, whether it has something else than accesses, and its present part and section.
    from: usize,
    has_others: bool,
    part: u32,
    section: u32,
    /// Parts and sections have numbers up to this.
    last: u32,
}

impl Touches {
    pub(crate) fn begin_chunk(&mut self, thread: u32, sequence: u32) {
        self.touches.truncate(self.from);
        let has_room = self.touches.len() < MOST && self.last < u32::MAX / 2;
        self.chunk = has_room.then_some((thread, sequence));
        self.has_others = false;
        self.sections.insert(std::mem::replace(&mut self.thread, thread), self.section);
        self.part = self.new_number();
        self.section = self.sections.get(&thread).copied().unwrap_or(self.part);
    }

    /// The chunk has been read to its end.
    pub(crate) fn end_chunk(&mut self) {
        if let Some(chunk) = self.chunk.take() {
            let touches = self.from as u32..self.touches.len() as u32;
            self.chunks.insert(chunk, Noted { touches, only_accesses: !self.has_others });
            self.from = self.touches.len();
        }
    }

    fn new_number(&mut self) -> u32 {
        self.last += 2;
        self.last
    }

    /// The chunk has something that is no access.
    pub(crate) fn other(&mut self) {
        self.has_others = true;
    }

    /// The chunk has an event that is no plain access.
    pub(crate) fn event(&mut self) {
        self.has_others = true;
        self.section = self.new_number();
        self.part = self.section;
    }

    /// There is an access within a page.
    #[inline]
    pub(crate) fn access(&mut self, page: u32, writes: bool, word: u32) {
        let last = self.pages.get(page as usize).copied().unwrap_or_default();
        if last.part < self.part | u32::from(writes) {
            self.first_access(page, last, writes, word);
        }
    }

    #[inline(never)]
    fn first_access(&mut self, page: u32, last: Last, writes: bool, word: u32) {
        if page as usize >= self.pages.len() {
            self.pages.resize((page as usize + 1).next_multiple_of(1024), Last::default());
        }
        let section = self.section | u32::from(writes);
        let is_same = last.section | 1 == section | 1;
        self.pages[page as usize] = Last {
            part: self.part | u32::from(writes),
            section: if is_same { last.section | section } else { section },
        };
        self.note(page, word, is_same && last.section >= section);
    }

    /// About how many bytes this needs.
    pub(crate) fn memory(&self) -> usize {
        self.touches.len() * size_of::<Touch>() + self.pages.len() * size_of::<Last>()
    }

    /// There is an access in several pages.
    pub(crate) fn access_of_pages(&mut self, word: u32) {
        self.note(SEVERAL, word, false);
    }

    fn note(&mut self, page: u32, word: u32, again: bool) {
        if self.chunk.is_none() {
            return;
        }
        if self.touches.len() - self.from >= MOST_OF_CHUNK || word >= AGAIN {
            self.touches.truncate(self.from);
            self.chunk = None;
            return;
        }
        self.touches.push(Touch { page, word: word | if again { AGAIN } else { 0 } });
    }

    /// Whether a chunk touches one of these pages; `false` if it was not noted. Accesses in several pages do not count: they are
    /// always chosen.
    pub(crate) fn touches_any(&self, thread: u32, sequence: u32, pages: &FxHashSet<u32>) -> bool {
        let touches = self.of_chunk(thread, sequence).map_or(&[][..], |(_, touches)| touches);
        touches.iter().any(|touch| pages.contains(&touch.page))
    }

    fn of_chunk(&self, thread: u32, sequence: u32) -> Option<(&Noted, &[Touch])> {
        let noted = self.chunks.get(&(thread, sequence))?;
        Some((noted, self.touches.get(noted.touches.start as usize..noted.touches.end as usize)?))
    }

    /// The words of a chunk that are wanted, by what is of its pages; `None` if it was not noted.
    pub(crate) fn chosen(
        &self,
        thread: u32,
        sequence: u32,
        wanted: impl Fn(u32) -> Wanted,
    ) -> Option<Chosen> {
        let (noted, touches) = self.of_chunk(thread, sequence)?;
        let mut chosen = Chosen { only_accesses: noted.only_accesses, ..Chosen::default() };
        for touch in touches {
            let wanted = if touch.page == SEVERAL { Wanted::First } else { wanted(touch.page) };
            match wanted {
                Wanted::First if touch.word & AGAIN == 0 => chosen.words.push(touch.word),
                Wanted::Every => chosen.of_pages = true,
                _ => {}
            }
        }
        Some(chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_chosen() {
        let mut touches = Touches::default();
        touches.begin_chunk(7, 0);
        for (page, writes, word) in [(1, false, 3), (2, true, 4), (1, false, 5), (1, true, 6), (2, false, 9)]
        {
            touches.access(page, writes, word);
        }
        touches.event();
        touches.access(2, false, 11);
        touches.access_of_pages(12);
        touches.access(1, true, 20);
        touches.end_chunk();
        touches.begin_chunk(7, 1);
        touches.access(1, false, 0);
        touches.access(3, true, 1);
        touches.access(3, false, 2);
        touches.end_chunk();
        // This one is not read to its end.
        touches.begin_chunk(7, 2);
        touches.access(1, false, 0);
        touches.begin_chunk(8, 0);
        touches.access(1, false, 0);
        touches.end_chunk();
        touches.begin_chunk(8, 1);
        (0..=MOST_OF_CHUNK as u32).for_each(|word| touches.access(word, false, word));
        touches.end_chunk();
        let chosen = |sequence, wanted: &dyn Fn(u32) -> Wanted| touches.chosen(7, sequence, wanted).unwrap();
        let first = Chosen { words: vec![3, 4, 6, 11, 12, 20], ..Chosen::default() };
        assert_eq!(chosen(0, &|_| Wanted::First), first);
        let of_one = |page| if page == 1 { Wanted::Every } else { Wanted::Nothing };
        assert_eq!(chosen(0, &of_one), Chosen { words: vec![12], of_pages: true, only_accesses: false });
        assert_eq!(
            chosen(1, &|_| Wanted::First),
            Chosen { words: vec![1], of_pages: false, only_accesses: true }
        );
        assert!(chosen(1, &of_one).of_pages);
        assert!(
            [(7, 2), (8, 1)]
                .iter()
                .all(|(thread, sequence)| { touches.chosen(*thread, *sequence, of_one).is_none() })
        );
        assert_eq!(
            touches.chosen(8, 0, |_| Wanted::Nothing),
            Some(Chosen { only_accesses: true, ..Chosen::default() })
        );
    }
}
