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
    /// Memory comes or goes, or is accessed, from this address on; the rest is in the words after it.
    Range {
        op: Op,
        address: u64,
        form: Form,
    },
}

/// What comes after the first word of a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// Site and size.
    Access,
    /// The same, then a ticket.
    Lifetime,
    /// All in one: site, difference to the last ticket, size.
    ShortLifetime,
}

/// What the words after the first of a range say, and how many bytes they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rest {
    pub(crate) site: u16,
    pub(crate) size: u32,
    pub(crate) ticket: Option<u64>,
    pub(crate) length: usize,
}

impl Rest {
    /// From this byte on; `last_ticket` is what differences are to.
    #[inline]
    pub(crate) fn new(form: Form, bytes: &[u8], at: usize, last_ticket: u64) -> Option<Rest> {
        let word = word_at(bytes, at)?;
        let (site, size) = (word as u16, (word >> 32) as u32);
        Some(match form {
            Form::Access => Rest { site, size, ticket: None, length: 8 },
            Form::Lifetime => Rest { site, size, ticket: Some(word_at(bytes, at + 8)?), length: 16 },
            Form::ShortLifetime => {
                let ticket = last_ticket.checked_add(word >> 12 & 0xfff_ffff)?;
                Rest { site: site & 0xfff, size: (word >> 40) as u32, ticket: Some(ticket), length: 8 }
            }
        })
    }
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
                1 => Word::Range { op: Op::Alloc, address, form: Form::Lifetime },
                2 => Word::Range { op: Op::Free, address, form: Form::Lifetime },
                3 => Word::Range { op: Op::Read, address, form: Form::Access },
                4 => Word::Range { op: Op::Write, address, form: Form::Access },
                5 => Word::Range { op: Op::Alloc, address, form: Form::ShortLifetime },
                6 => Word::Range { op: Op::Free, address, form: Form::ShortLifetime },
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
        Word::Range { form: Form::Lifetime, .. } => 2,
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

    pub fn len(&self) -> usize {
        self.bytes.len() / 8
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// With their numbers in the chunk.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (u32, AccessWord)> + use<'a> {
        (self.first..).zip(AccessWords::between(self.bytes, 0..self.bytes.len()))
    }
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
        let freed = |form| Some(Word::Range { op: Op::Free, address: 0x7000, form });
        assert_eq!(Word::new(0x7000_002f), freed(Form::Lifetime));
        assert_eq!(Word::new(0x7000_006f), freed(Form::ShortLifetime));
        assert_eq!((Word::new(0), Word::new(0x0003_007f)), (None, None));
    }

    #[test]
    fn ranges() {
        let bytes: Vec<u8> = [0x0000_0018_0000_0abc_u64, 77, 0x0000_1800_0000_5abc]
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect();
        let rest = |form, at| Rest::new(form, &bytes, at, 70);
        let expected = |ticket, length| Some(Rest { site: 0xabc, size: 0x18, ticket, length });
        assert_eq!(rest(Form::Access, 0), expected(None, 8));
        assert_eq!(rest(Form::Lifetime, 0), expected(Some(77), 16));
        assert_eq!(rest(Form::ShortLifetime, 16), expected(Some(75), 8));
        assert_eq!((rest(Form::Lifetime, 16), rest(Form::Access, 24)), (None, None));
    }
}
