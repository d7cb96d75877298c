//! The bytes of a trace (`docs/trace-format.md`), written without an allocator.
//!
//! The reader and another writer are in crate `events`; the tests here read back with it what this module writes.

pub const FILE_HEADER: usize = 16;
pub const CHUNK_HEADER: usize = 36;
/// Bytes that one event other than a call takes at most.
pub const LONGEST_EVENT: usize = 48;

/// Numbers of operations, in the order of `events::trace::Op`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Op {
    Read,
    Write,
    AtomicRead,
    AtomicWrite,
    AtomicUpdate,
    Fence,
    Acquire,
    AcquireShared,
    Release,
    Wait,
    Wake,
    Signal,
    Broadcast,
    BarrierEnter,
    BarrierLeave,
    Post,
    Down,
    Fork,
    Join,
    Alloc,
    Free,
    Destroy,
    TransactionBegin,
    TransactionEnd,
    Call,
    ThreadEnd,
    Want,
    Init,
    Misuse,
}

impl Op {
    /// Whether the object is an address in memory (its differences are taken to another base).
    pub const fn is_memory(self) -> bool {
        matches!(
            self,
            Op::Read | Op::Write | Op::AtomicRead | Op::AtomicWrite | Op::AtomicUpdate | Op::Alloc | Op::Free
        )
    }

    pub const fn has_size(self) -> bool {
        self.is_memory() || matches!(self, Op::Call)
    }

    pub const fn code(self) -> u8 {
        FIRST_OP + self as u8
    }
}

/// Codes below are reads and writes of 1, 2, 4, 8, 16 bytes.
pub const FIRST_OP: u8 = 10;
pub const TICKET: u8 = 0x40;
pub const EXTRA: u8 = 0x80;
pub const VALUE: u8 = 0x10;

pub const KIND_EVENTS: u8 = 0;
pub const KIND_LOCATIONS: u8 = 1;
pub const KIND_NAMES: u8 = 2;
pub const KIND_METHODS: u8 = 3;
pub const KIND_END: u8 = 4;
/// Events as words of 8 bytes (see [`Word`]).
pub const KIND_WORDS: u8 = 5;

/// Places in a chunk of words that locations are told for.
pub const SITES: usize = 4096;

/// What a word is. Below are reads and writes, by the power of two of their size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Word {
    /// The site has this location, and the stack that was told last, from here on.
    Site = 10,
    /// An event in the other encoding: its bytes are in the words that follow, this many bytes.
    Event = 11,
    /// A function was called from this location.
    Call = 12,
    /// Functions were left, down to this depth.
    Return = 13,
    /// Both: functions were left, down to the depth in place of the site, and then one was called from this location.
    Enter = 14,
    /// What the site says (see [`More`]).
    More = 15,
}

/// What a word of the last kind is, in place of its site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum More {
    /// The event that follows is of the thread with this number, and stands for earlier ones of it. It has no place.
    For = 0,
    /// Memory comes, goes, is read or written, from this address on. Size and site follow as one word, for the first two
    /// the ticket as another (where the short form has no room for it).
    Alloc = 1,
    Free = 2,
    ReadRange = 3,
    WriteRange = 4,
    /// Memory comes, goes: one word follows, with the site, the difference to the last ticket, and the size.
    ShortAlloc = 5,
    ShortFree = 6,
}

/// In the word after a short one: where the difference of tickets begins, and where the size does.
const DIFFERENCE_SHIFT: u32 = 12;
const SIZE_SHIFT: u32 = 40;

impl More {
    pub const fn with(self, number: u64) -> u64 {
        Word::More.with(number) | (self as u64) << SITE_SHIFT
    }

    /// Words that follow.
    pub const fn words(self) -> usize {
        match self {
            More::For => 0,
            More::Alloc | More::Free => 2,
            More::ReadRange | More::WriteRange | More::ShortAlloc | More::ShortFree => 1,
        }
    }

    /// The short form of an allocation or release, and the word after it. `None` if that has no room for it.
    #[inline(always)]
    pub const fn shortened(self, site: usize, difference: u64, size: u32) -> Option<(More, u64)> {
        if difference >> (SIZE_SHIFT - DIFFERENCE_SHIFT) != 0 || size >> (64 - SIZE_SHIFT) != 0 {
            return None;
        }
        let rest = (size as u64) << SIZE_SHIFT | difference << DIFFERENCE_SHIFT | site as u64;
        match self {
            More::Alloc => Some((More::ShortAlloc, rest)),
            More::Free => Some((More::ShortFree, rest)),
            _ => None,
        }
    }

    const fn of(word: u64) -> Option<More> {
        Some(match word >> SITE_SHIFT & (SITES as u64 - 1) {
            0 => More::For,
            1 => More::Alloc,
            2 => More::Free,
            3 => More::ReadRange,
            4 => More::WriteRange,
            5 => More::ShortAlloc,
            6 => More::ShortFree,
            _ => return None,
        })
    }
}

/// A word: what it is in the lowest 4 bits, then the site, then the address or number.
pub const SITE_SHIFT: u32 = 4;
pub const LOW_SHIFT: u32 = 16;

impl Word {
    pub const fn with(self, number: u64) -> u64 {
        number << LOW_SHIFT | self as u64
    }
}

/// How many of these words are committed (the first that is 0 is not), and how many events they are.
pub fn extent(words: &[u64]) -> (usize, u32) {
    let (mut at, mut events) = (0, 0);
    while let Some(word) = words.get(at).filter(|word| **word != 0) {
        let length = words_after(*word);
        if at + 1 + length > words.len() {
            break;
        }
        at += 1 + length;
        events += u32::from(is_event(*word));
    }
    (at, events)
}

/// Words that belong to one and come after it.
pub fn words_after(word: u64) -> usize {
    const MORE: u8 = Word::More as u8;
    const EVENT: u8 = Word::Event as u8;
    let bytes = (word >> LOW_SHIFT) as u16 as usize;
    match (word & 15) as u8 {
        EVENT => bytes.div_ceil(8),
        MORE => More::of(word).map_or(0, More::words),
        _ => 0,
    }
}

/// Whether a word, with those that belong to it, is an event.
fn is_event(word: u64) -> bool {
    let kind = (word & 15) as u8;
    let is_range = || kind == Word::More as u8 && More::of(word).is_some_and(|more| more != More::For);
    kind <= 9 || kind == Word::Event as u8 || is_range()
}

#[inline(always)]
pub const fn zigzag(number: i64) -> u64 {
    (number.wrapping_shl(1) ^ (number >> 63)) as u64
}

/// Writes a number; where it ends. There must be room for ten bytes.
#[inline(always)]
pub unsafe fn put(at: *mut u8, number: u64) -> *mut u8 {
    if number < 0x80 {
        *at = number as u8;
        return at.add(1);
    }
    if number >> 56 == 0 { put_spread(at, number) } else { put_slowly(at, number) }
}

/// The same for numbers that mostly take one or two bytes.
#[inline(always)]
pub unsafe fn put_short(at: *mut u8, number: u64) -> *mut u8 {
    if number < 0x80 {
        *at = number as u8;
        at.add(1)
    } else if number < 0x4000 {
        let both = number as u16 & 0x7f | 0x80 | (number as u16 & 0x3f80) << 1;
        at.cast::<u16>().write_unaligned(both.to_le());
        at.add(2)
    } else {
        put_slowly(at, number)
    }
}

/// Up to 56 bits at once: groups of 7 bits are moved apart to bytes, all but the last get the high bit.
#[inline(always)]
unsafe fn put_spread(at: *mut u8, number: u64) -> *mut u8 {
    let length = (70 - number.leading_zeros()) / 7;
    let mut spread = (number & 0x0fff_ffff) | ((number & 0x00ff_ffff_f000_0000) << 4);
    spread = (spread & 0x0000_3fff_0000_3fff) | ((spread & 0x0fff_c000_0fff_c000) << 2);
    spread = (spread & 0x007f_007f_007f_007f) | ((spread & 0x3f80_3f80_3f80_3f80) << 1);
    let marks = 0x8080_8080_8080_8080 & ((1u64 << (8 * (length - 1))) - 1);
    at.cast::<u64>().write_unaligned((spread | marks).to_le());
    at.add(length as usize)
}

#[cold]
#[inline(never)]
unsafe fn put_slowly(mut at: *mut u8, mut number: u64) -> *mut u8 {
    while number >= 0x80 {
        *at = number as u8 | 0x80;
        at = at.add(1);
        number >>= 7;
    }
    *at = number as u8;
    at.add(1)
}

/// The check of the format: words of 8 are mixed in by exclusive or and a multiplication.
pub fn check(bytes: &[u8]) -> u32 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = FACTOR ^ bytes.len() as u64;
    let mut words = bytes.chunks_exact(8);
    for word in &mut words {
        let mut eight = [0; 8];
        for (to, from) in eight.iter_mut().zip(word) {
            *to = *from;
        }
        hash = (hash ^ u64::from_le_bytes(eight)).wrapping_mul(FACTOR);
        hash ^= hash >> 32;
    }
    let mut last = [0; 8];
    for (to, from) in last.iter_mut().zip(words.remainder()) {
        *to = *from;
    }
    hash = (hash ^ u64::from_le_bytes(last)).wrapping_mul(FACTOR);
    (hash >> 32) as u32
}

/// The check of a chunk of words: four checks side by side, of every fourth word, and one over those.
pub fn check_words(words: &[u64]) -> u32 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut lanes = [FACTOR ^ words.len() as u64; 4];
    let mut fours = words.chunks_exact(4);
    for four in &mut fours {
        for (lane, word) in lanes.iter_mut().zip(four) {
            *lane = (*lane ^ u64::from_le(*word)).wrapping_mul(FACTOR);
            *lane ^= *lane >> 32;
        }
    }
    for (lane, word) in lanes.iter_mut().zip(fours.remainder()) {
        *lane = (*lane ^ u64::from_le(*word)).wrapping_mul(FACTOR);
    }
    let [a, b, c, d] = lanes;
    let all = (a.wrapping_mul(FACTOR) ^ b).wrapping_mul(FACTOR) ^ c;
    ((all.wrapping_mul(FACTOR) ^ d).wrapping_mul(FACTOR) >> 32) as u32
}

/// The head of an uncompressed chunk.
pub fn chunk_header(kind: u8, thread: u32, sequence: u32, count: u32, payload: &[u8]) -> [u8; CHUNK_HEADER] {
    header(kind, thread, sequence, count, payload.len() as u32, check(payload))
}

/// The head of a chunk of words.
pub fn words_header(thread: u32, sequence: u32, count: u32, words: &[u64]) -> [u8; CHUNK_HEADER] {
    header(KIND_WORDS, thread, sequence, count, 8 * words.len() as u32, check_words(words))
}

fn header(
    kind: u8,
    thread: u32,
    sequence: u32,
    count: u32,
    length: u32,
    check_of: u32,
) -> [u8; CHUNK_HEADER] {
    let mut bytes = [0; CHUNK_HEADER];
    put_fields(&mut bytes, [u32::from_le_bytes(*b"CHNK"), u32::from(kind), thread, sequence, count, length]);
    for (at, field) in [(24, length), (28, check_of)] {
        put_field(&mut bytes, at, field);
    }
    let own = check(&bytes[..32]);
    put_field(&mut bytes, 32, own);
    bytes
}

fn put_fields(bytes: &mut [u8; CHUNK_HEADER], fields: [u32; 6]) {
    for (index, field) in fields.into_iter().enumerate() {
        put_field(bytes, 4 * index, field);
    }
}

fn put_field(bytes: &mut [u8; CHUNK_HEADER], at: usize, field: u32) {
    for (index, byte) in field.to_le_bytes().into_iter().enumerate() {
        bytes[at + index] = byte;
    }
}

/// The head of the file: memory objects are byte addresses.
pub const fn file_header() -> [u8; FILE_HEADER] {
    *b"SELVTRC\x01\x01\0\0\0\0\0\0\0"
}

/// Bytes collected on the stack or in a caller's array; what does not fit is left out and remembered.
#[derive(Debug)]
pub struct Collector<'a> {
    bytes: &'a mut [u8],
    length: usize,
    overflowed: bool,
}

impl<'a> Collector<'a> {
    pub fn new(bytes: &'a mut [u8]) -> Self {
        Collector { bytes, length: 0, overflowed: false }
    }

    pub fn byte(&mut self, byte: u8) {
        match self.bytes.get_mut(self.length) {
            Some(slot) => {
                *slot = byte;
                self.length += 1;
            }
            None => self.overflowed = true,
        }
    }

    pub fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.byte(number as u8);
    }

    pub fn raw(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.byte(*byte);
        }
    }

    pub fn text(&mut self, text: &[u8]) {
        self.number(text.len() as u64);
        self.raw(text);
    }

    /// What was collected, or `None` if it did not fit.
    pub fn finish(self) -> Option<&'a [u8]> {
        if self.overflowed { None } else { self.bytes.get(..self.length) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    fn put_reference(mut number: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        while number >= 0x80 {
            bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
        bytes
    }

    #[test]
    fn numbers_of_all_lengths() {
        let near = |power: u32| [(1u64 << power) - 1, 1 << power, (1 << power) + 1];
        let numbers = (0..64).flat_map(near).chain([u64::MAX, 0x0123_4567_89ab_cdef]);
        for number in numbers {
            let mut bytes = [0u8; 24];
            for put in [put, put_short] {
                let length = unsafe { put(bytes.as_mut_ptr(), number).offset_from(bytes.as_ptr()) } as usize;
                assert_eq!(bytes[..length], put_reference(number), "{number:#x}");
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let mut bytes = [0u8; 4];
        let mut collector = Collector::new(&mut bytes);
        collector.text(b"abc");
        assert_eq!(collector.finish(), Some(&b"\x03abc"[..]));
        let mut collector = Collector::new(&mut bytes);
        collector.text(b"abcd");
        assert_eq!(collector.finish(), None);
    }
}
