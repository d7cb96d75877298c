//! Words of 8 bytes, as a recorder writes accesses: what it is in the lowest 4 bits, in the next 12 a site, which stands
//! for a location within the chunk, and above them the address.

use super::Op;

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
}

/// The kinds after reads and writes.
const SITE: u8 = 10;
const EVENT: u8 = 11;
const CALL: u8 = 12;
const RETURN: u8 = 13;

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
            _ => None,
        }
    }
}

/// The word at a byte.
#[inline]
pub(crate) fn word_at(bytes: &[u8], at: usize) -> Option<u64> {
    let eight = bytes.get(at..)?.first_chunk::<8>()?;
    Some(u64::from_le_bytes(*eight))
}

/// Locations of sites.
#[derive(Debug, Default)]
pub(crate) struct Sites(Vec<u32>);

impl Sites {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
        self.0.resize(SITES, 0);
    }

    #[inline]
    pub(crate) fn get(&self, site: u16) -> u32 {
        self.0.get(usize::from(site)).copied().unwrap_or(0)
    }

    pub(crate) fn set(&mut self, site: u16, location: u32) {
        if let Some(place) = self.0.get_mut(usize::from(site)) {
            *place = location;
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
        assert_eq!((Word::new(0), Word::new(0x0001_000e)), (None, None));
    }
}
