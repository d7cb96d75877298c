//! Words of 8 bytes, as a recorder writes accesses: what it is in the lowest 4 bits, in the next 12 a site, which stands
//! for a location and a stack within the chunk, and above them the address.

use super::{Op, StackId};
use std::ops::Range;

/// Sites of a chunk.
const SITES: usize = 4096;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    Access {
        op: Op,
        size: u32,
        address: u64,
        site: u16,
    },
    Site {
        site: u16,
        location: u32,
    },
    /// An event in the other encoding follows, of this many bytes, filled up to whole words.
    Event {
        length: u16,
    },
    Call {
        location: u32,
    },
    Return {
        depth: u32,
    },
    /// A return, then a call.
    Enter {
        depth: u32,
        location: u32,
    },
    /// The event that follows is of this thread, and stands for earlier ones.
    For {
        thread: u32,
    },
    /// Memory comes or goes (with a ticket), or is accessed, from this address on; site and size are in the next word.
    Range {
        op: Op,
        address: u64,
    },
}

/// The kinds after reads and writes.
const SITE: u8 = 10;
const EVENT: u8 = 11;
const CALL: u8 = 12;
const RETURN: u8 = 13;
const ENTER: u8 = 14;
/// The site says what it is.
const MORE: u8 = 15;

impl Word {
    #[inline]
    pub(crate) fn new(word: u64) -> Option<Word> {
        let site = (word >> 4) as u16 & 0xfff;
        let address = word >> 16;
        match word as u8 & 15 {
            power @ 0..=4 if word != 0 => {
                Some(Word::Access { op: Op::Read, size: 1 << power, address, site })
            }
            kind @ 5..=9 => Some(Word::Access { op: Op::Write, size: 1 << (kind - 5), address, site }),
            SITE => Some(Word::Site { site, location: address as u32 }),
            EVENT => Some(Word::Event { length: address as u16 }),
            CALL => Some(Word::Call { location: address as u32 }),
            RETURN => Some(Word::Return { depth: address as u32 }),
            ENTER => Some(Word::Enter { depth: u32::from(site), location: address as u32 }),
            MORE => Some(match site {
                0 => Word::For { thread: address as u32 },
                1 => Word::Range { op: Op::Alloc, address },
                2 => Word::Range { op: Op::Free, address },
                3 => Word::Range { op: Op::Read, address },
                4 => Word::Range { op: Op::Write, address },
                _ => return None,
            }),
            _ => None,
        }
    }
}

/// How many words belong to this one and follow it.
pub(crate) fn words_after(word: &Word) -> usize {
    match word {
        Word::Event { length } => usize::from(*length).div_ceil(8),
        Word::Range { op: Op::Alloc | Op::Free, .. } => 2,
        Word::Range { .. } => 1,
        _ => 0,
    }
}

/// The last kind of accesses; writes begin in the middle.
const LAST_ACCESS: u64 = 9;
const WRITES: u64 = 5;

/// A word that is a plain access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AccessWord(u64);

impl AccessWord {
    #[inline]
    pub(crate) fn new(word: u64) -> Option<AccessWord> {
        (word & 15 <= LAST_ACCESS && word != 0).then_some(AccessWord(word))
    }

    #[inline]
    pub fn address(self) -> u64 {
        self.0 >> 16
    }

    #[inline]
    pub fn writes(self) -> bool {
        self.0 & 15 >= WRITES
    }

    pub(crate) fn bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }

    /// The power of two that its size is, 4 at most.
    #[inline]
    pub fn power(self) -> u32 {
        let kind = (self.0 & 15) as u32;
        kind - if self.writes() { WRITES as u32 } else { 0 }
    }
}

/// Words of a chunk that are plain accesses, one after another.
#[derive(Clone, Copy, Debug)]
pub struct AccessWords<'a> {
    bytes: &'a [u8],
    first: u32,
}

impl<'a> AccessWords<'a> {
    /// Those from this byte on, up to the first word that is something else.
    pub(crate) fn at(bytes: &'a [u8], at: usize) -> AccessWords<'a> {
        let rest = bytes.get(at..).unwrap_or(&[]);
        let is_access = |word: &&[u8]| word_at(word, 0).and_then(AccessWord::new).is_some();
        let count = rest.chunks_exact(8).take_while(is_access).count();
        AccessWords { bytes: rest.get(..8 * count).unwrap_or(&[]), first: (at / 8) as u32 }
    }

    /// Words between two places of which all are accesses.
    pub(crate) fn between(bytes: &[u8], range: Range<usize>) -> impl Iterator<Item = AccessWord> {
        let bytes = bytes.get(range).unwrap_or(&[]);
        bytes.chunks_exact(8).map(|word| AccessWord(word_at(word, 0).unwrap_or(0)))
    }

    pub(crate) fn n_bytes(&self) -> usize {
        self.bytes.len()
    }

    /// With their numbers in the chunk.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (u32, AccessWord)> + use<'a> {
        (self.first..).zip(AccessWords::between(self.bytes, 0..self.bytes.len()))
    }
}

/// Site and size of a range, as they are in one word.
pub(crate) fn site_and_size(word: u64) -> (u16, u32) {
    (word as u16, (word >> 32) as u32)
}

/// The word at a byte.
#[inline]
pub(crate) fn word_at(bytes: &[u8], at: usize) -> Option<u64> {
    let eight = bytes.get(at..)?.first_chunk::<8>()?;
    Some(u64::from_le_bytes(*eight))
}

/// Locations and stacks of sites.
#[derive(Debug, Default)]
pub(crate) struct Sites(Vec<(u32, StackId)>);

impl Sites {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
        self.0.resize(SITES, (0, StackId::EMPTY));
    }

    #[inline]
    pub(crate) fn get(&self, site: u16) -> (u32, StackId) {
        self.0.get(usize::from(site)).copied().unwrap_or_default()
    }

    pub(crate) fn set(&mut self, site: u16, location: u32, stack: StackId) {
        if let Some(place) = self.0.get_mut(usize::from(site)) {
            *place = (location, stack);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        let access = Word::Access { op: Op::Write, size: 4, address: 0x7fff_1234_5678, site: 0xabc };
        assert_eq!(Word::new(0x7fff_1234_5678_abc7), Some(access));
        assert_eq!(Word::new(0x0000_8000_0001_123a), Some(Word::Site { site: 0x123, location: 0x8000_0001 }));
        assert_eq!(Word::new(0x0014_000b), Some(Word::Event { length: 20 }));
        assert_eq!(Word::new(0x0042_013e), Some(Word::Enter { depth: 0x13, location: 0x42 }));
        assert_eq!(Word::new(0x0003_000f), Some(Word::For { thread: 3 }));
        assert_eq!(Word::new(0x7000_002f), Some(Word::Range { op: Op::Free, address: 0x7000 }));
        assert_eq!((Word::new(0), Word::new(0x0003_005f)), (None, None));
    }
}
