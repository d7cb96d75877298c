//! Bytes of numbers and event codes.
//!
//! A number is little-endian base 128 with the high bit on all bytes but the last; a signed one is zigzag-coded first.

use super::{Namespace, Op};

pub(crate) fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

pub(crate) fn put_signed(out: &mut Vec<u8>, number: i64) {
    put_number(out, zigzag(number));
}

pub(crate) fn zigzag(number: i64) -> u64 {
    (number.wrapping_shl(1) ^ (number >> 63)) as u64
}

pub(crate) fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

/// Reads from a slice; every method is `None` past the end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8], at: usize) -> Self {
        Cursor { bytes, at }
    }

    #[inline]
    pub(crate) fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    /// One or two bytes are guessed, so that the next number can be begun before this one is known; more are looked at
    /// all at once.
    #[inline(always)]
    pub(crate) fn number(&mut self) -> Option<u64> {
        let eight = self.bytes.get(self.at..).and_then(<[u8]>::first_chunk::<8>);
        let Some(eight) = eight else { return self.number_by_bytes() };
        let word = u64::from_le_bytes(*eight);
        if word & 0x80 == 0 {
            self.at += 1;
            return Some(word & 0x7f);
        }
        if word & 0x8000 == 0 {
            self.at += 2;
            return Some(word & 0x7f | word >> 1 & 0x3f80);
        }
        let last_bytes = !word & 0x8080_8080_8080_8080;
        if last_bytes == 0 {
            return self.number_by_bytes();
        }
        let end = last_bytes.trailing_zeros();
        self.at += end as usize / 8 + 1;
        let word = word & (u64::MAX >> (63 - end));
        // Groups of 7 bits, then of 14, then of 28 move together.
        let word = (word & 0x007f_007f_007f_007f) | (word & 0x7f00_7f00_7f00_7f00) >> 1;
        let word = (word & 0x0000_3fff_0000_3fff) | (word & 0x3fff_0000_3fff_0000) >> 2;
        Some((word & 0x0fff_ffff) | (word & 0x0fff_ffff_0000_0000) >> 4)
    }

    #[cold]
    fn number_by_bytes(&mut self) -> Option<u64> {
        let mut number = 0;
        let mut shift = 0;
        loop {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
            shift += 7;
            if shift > 63 {
                return None;
            }
        }
    }

    #[inline]
    pub(crate) fn signed(&mut self) -> Option<i64> {
        self.number().map(unzigzag)
    }

    pub(crate) fn small(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    pub(crate) fn text(&mut self) -> Option<String> {
        let length = usize::try_from(self.number()?).ok()?;
        let end = self.at.checked_add(length)?;
        let text = String::from_utf8_lossy(self.bytes.get(self.at..end)?).into_owned();
        self.at = end;
        Some(text)
    }
}

pub(crate) fn put_text(out: &mut Vec<u8>, text: &str) {
    put_number(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

/// Set in a tag when a ticket follows.
pub(crate) const TICKET: u8 = 0x40;
/// Set in a tag when a byte with [`GENERATION`], [`VALUE`] and the order follows.
pub(crate) const EXTRA: u8 = 0x80;
pub(crate) const GENERATION: u8 = 0x08;
pub(crate) const VALUE: u8 = 0x10;
/// Low bits of the extra byte.
pub(crate) const ORDER: u8 = 0x07;

/// Codes 0–4 are reads of 1, 2, 4, 8, 16 bytes, 5–9 writes; 10 and on the operations with an explicit size if any.
const FIRST_OP: u8 = 10;

/// The code of an operation, and whether a size follows.
pub(crate) fn code(op: Op, size: u32) -> (u8, bool) {
    let power = [1, 2, 4, 8, 16].iter().position(|known| *known == size);
    match (op, power) {
        (Op::Read, Some(power)) => (power as u8, false),
        (Op::Write, Some(power)) => (5 + power as u8, false),
        _ => (FIRST_OP + op as u8, has_size(op)),
    }
}

const fn has_size(op: Op) -> bool {
    matches!(
        op,
        Op::Read
            | Op::Write
            | Op::AtomicRead
            | Op::AtomicWrite
            | Op::AtomicUpdate
            | Op::Alloc
            | Op::Free
            | Op::Call
    )
}

/// What a code stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Code {
    pub(crate) op: Op,
    pub(crate) size: u32,
    /// Whether the size follows.
    pub(crate) size_follows: bool,
    pub(crate) is_memory: bool,
}

/// Looked up, because which operation comes next cannot be guessed.
static CODES: [Option<Code>; 64] = codes();

const fn codes() -> [Option<Code>; 64] {
    let mut codes = [None; 64];
    let mut number = 0;
    while number < 64 {
        let (op, size, size_follows) = match number {
            0..=4 => (Op::Read, 1 << number, false),
            5..=9 => (Op::Write, 1 << (number - 5), false),
            _ if number - (FIRST_OP as usize) < Op::ALL.len() => {
                let op = Op::ALL[number - FIRST_OP as usize];
                (op, 0, has_size(op))
            }
            _ => break,
        };
        let is_memory = matches!(op.namespace(), Namespace::Memory);
        codes[number] = Some(Code { op, size, size_follows, is_memory });
        number += 1;
    }
    codes
}

/// The operation of a code; the bits above it are not looked at.
#[inline]
pub(crate) fn decode(code: u8) -> Option<Code> {
    CODES[usize::from(code & 63)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive() {
        for number in [
            0,
            1,
            127,
            128,
            300,
            16_383,
            16_384,
            1 << 27,
            1 << 28,
            1 << 55,
            1 << 56,
            u64::from(u32::MAX),
            u64::MAX - 1,
            u64::MAX,
        ] {
            let mut bytes = Vec::new();
            put_number(&mut bytes, number);
            put_signed(&mut bytes, number as i64);
            let mut cursor = Cursor::new(&bytes, 0);
            assert_eq!(cursor.number(), Some(number));
            assert_eq!(cursor.signed(), Some(number as i64));
            assert_eq!(cursor.number(), None);
            // The same with more bytes behind it.
            let length = bytes.len();
            bytes.extend([0xff; 16]);
            let mut cursor = Cursor::new(&bytes, 0);
            assert_eq!((cursor.number(), cursor.signed()), (Some(number), Some(number as i64)));
            assert_eq!(cursor.at, length);
        }
        assert_eq!(Cursor::new(&[0xff; 20], 0).number(), None);
    }

    #[test]
    fn codes_survive() {
        for op in Op::ALL {
            for size in [0, 1, 2, 3, 4, 8, 16, 17] {
                let (code, explicit) = code(op, size);
                let decoded = decode(code).unwrap();
                assert_eq!((decoded.op, decoded.size_follows), (op, explicit));
                assert!(explicit || decoded.size == size || !has_size(op));
                assert!(code < TICKET);
            }
        }
        assert!(decode(63).is_none());
    }
}
