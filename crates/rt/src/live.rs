//! A thread's events on their way: the buffer that outlives the program.
//!
//! Buffers lie in a file beside the trace that is mapped shared (`TRACE.live`). A program that ends well writes them out
//! and removes the file. After a crash or a kill the file is still there, and `selvedge record` adds what is in it to the
//! trace: nothing that was committed is lost.
//!
//! `selvedge watch` reads the buffers while the program runs, and drops what it has looked at from the front of the
//! trace. In the head of the file it says how far the trace may grow; threads wait there. It keeps a lock on the file, so
//! that nobody waits for one that is gone.

use crate::sys::{self, Pointer};
use crate::wire::CHUNK_HEADER;
use core::ffi::c_int;
use core::sync::atomic::{AtomicU32, AtomicU64};

/// First bytes of the file.
pub const MAGIC: [u8; 8] = *b"SELVLIV\x04";
/// Where the first buffer is.
pub const HEAD: usize = 4096;
/// From one buffer to the next. Whoever reads from a pipe is woken for each.
pub const STRIDE: usize = 256 * 1024;
/// Words of events in a buffer.
pub const CAPACITY: usize = (STRIDE - 64) / 8;

/// Whether the program has become another one, by the head of its file.
pub fn is_replaced(file: &[u8]) -> bool {
    file.starts_with(&MAGIC) && file.get(8..16).is_some_and(|bytes| word(bytes) == 1)
}

/// Where in the head the limit is.
pub const LIMIT_AT: u64 = 16;

/// The first page of the file.
#[repr(C)]
#[derive(Debug)]
pub struct Head {
    pub magic: [u8; 8],
    /// 1 when the process is about to become another program, by `exec`.
    pub replaced: AtomicU64,
    /// Who writes a trace that is longer waits; 0 if there is no limit.
    pub limit: AtomicU64,
}

const _: () = assert!(core::mem::offset_of!(Head, limit) == LIMIT_AT as usize);

#[repr(C)]
#[derive(Debug)]
pub struct Buffer {
    pub thread: AtomicU32,
    /// Number of the chunk that this will be.
    pub sequence: AtomicU32,
    /// 1 while a thread uses it.
    pub used: AtomicU32,
    /// 1 while it is being emptied.
    pub emptied: AtomicU32,
    pub reserved: [u8; 12],
    /// Room for the head of the chunk, so that both are written at once.
    pub header: [u8; CHUNK_HEADER],
    /// Committed by being stored; the first 0 is where they end.
    pub words: [u64; CAPACITY],
}

const _: () = assert!(size_of::<Buffer>() == STRIDE);

/// A chunk that was not written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Left<I> {
    pub thread: u32,
    pub sequence: u32,
    /// All words of the buffer; [`crate::wire::extent`] says how many are committed.
    pub words: I,
}

/// What is in the buffers of a file; nothing if it is not such a file.
pub fn left_over(file: &[u8]) -> impl Iterator<Item = Left<impl Iterator<Item = u64> + '_>> {
    let body = if file.starts_with(&MAGIC) { file.get(HEAD..).unwrap_or(&[]) } else { &[] };
    body.chunks_exact(STRIDE).filter_map(|buffer| {
        let words = buffer.get(64..)?.chunks_exact(8).map(word);
        let used = field(buffer, 8)? == 1 && word(&buffer[64..72]) != 0;
        used.then_some(Left { thread: field(buffer, 0)?, sequence: field(buffer, 4)?, words })
    })
}

/// The head of a buffer, but for its room for a chunk's: what tells whether it is still the same.
pub const BUFFER_HEAD: usize = 16;

/// What a running thread has committed, as two readings of its buffer tell. The first was made before the second, and the
/// buffer's head was read again after both: `None` if it was written out meanwhile, or nobody uses it.
pub fn committed<'a>(
    first: &[u8],
    second: &'a [u8],
    after: &[u8],
) -> Option<Left<impl Iterator<Item = u64> + 'a>> {
    let head = second.get(..BUFFER_HEAD)?;
    let is_steady = first.get(..BUFFER_HEAD)? == head && after.get(..BUFFER_HEAD)? == head;
    let (used, emptied) = (field(head, 8)?, field(head, 12)?);
    if !is_steady || used != 1 || emptied != 0 {
        return None;
    }
    // An event's bytes are stored before the word that tells of it: what is told in the first is whole in the second.
    let count = extent_of(first.get(64..)?);
    let words = second.get(64..64 + 8 * count)?.chunks_exact(8).map(word);
    Some(Left { thread: field(head, 0)?, sequence: field(head, 4)?, words })
}

/// [`crate::wire::extent`] of words as bytes.
fn extent_of(bytes: &[u8]) -> usize {
    let word_at = |at: usize| bytes.get(8 * at..8 * at + 8).map(word).filter(|word| *word != 0);
    let mut at = 0;
    while let Some(word) = word_at(at) {
        let next = at + 1 + crate::wire::words_after(word);
        if 8 * next > bytes.len() {
            break;
        }
        at = next;
    }
    at
}

const LOCK_SHARED: c_int = 1;
const LOCK_AT_ONCE: c_int = 4;
const UNLOCK: c_int = 8;

unsafe extern "C" {
    fn flock(file: c_int, how: c_int) -> c_int;
}

/// Whether somebody else keeps the file: `watch` has it locked.
pub(crate) fn is_held(file: c_int) -> bool {
    let is_free = unsafe { flock(file, LOCK_SHARED | LOCK_AT_ONCE) == 0 };
    if is_free {
        unsafe { flock(file, UNLOCK) };
    }
    !is_free
}

/// Maps the head of the file; null if that fails.
pub(crate) unsafe fn map_head(file: c_int) -> *mut Head {
    let at = sys::real_mmap(core::ptr::null_mut(), HEAD, sys::PROT_READ_WRITE, sys::MAP_SHARED, file, 0);
    if at as isize == -1 { core::ptr::null_mut() } else { at.cast() }
}

pub(crate) unsafe fn unmap_head(head: *mut Head) {
    if !head.is_null() {
        sys::munmap(head as Pointer, HEAD);
    }
}

fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

fn field(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + 4)?;
    Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Word;
    use std::vec;
    use std::vec::Vec;

    /// Thread 5's chunk 2.
    fn buffer(words: &[u64]) -> Vec<u8> {
        let mut bytes = vec![0; STRIDE];
        for (at, field) in [5u32, 2, 1, 0].into_iter().enumerate() {
            bytes[4 * at..4 * at + 4].copy_from_slice(&field.to_le_bytes());
        }
        for (at, word) in words.iter().enumerate() {
            bytes[64 + 8 * at..72 + 8 * at].copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    fn words(first: &[u8], second: &[u8], after: &[u8]) -> Option<Vec<u64>> {
        committed(first, second, after).map(|left| {
            assert_eq!((left.thread, left.sequence), (5, 2));
            left.words.collect()
        })
    }

    #[test]
    fn what_a_running_thread_has_committed() {
        let event = Word::Event.with(9);
        // In the first reading the event's second word was not there yet; in the second there is more.
        let first = buffer(&[0x10, event, 0x77, 0]);
        let second = buffer(&[0x10, event, 0x77, 0x88, 0x20]);
        assert_eq!(words(&first, &second, &second), Some(vec![0x10, event, 0x77, 0x88]));
        let nothing = buffer(&[]);
        assert_eq!(words(&nothing, &second, &second), Some(vec![]));
        for (field, value) in [(4, 3), (0, 6), (8, 0), (12, 1)] {
            let mut changed = second.clone();
            changed[field] = value;
            assert_eq!(words(&first, &second, &changed), None, "written out after it was read");
            assert_eq!(words(&first, &changed, &changed), None, "written out in between");
            if field >= 8 {
                assert_eq!(words(&changed, &changed, &changed), None, "not in use");
            }
        }
        assert_eq!(words(&first[..40], &second[..70], &[]), None);
    }
}
