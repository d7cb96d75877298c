//! A thread's events on their way: the buffer that outlives the program.
//!
//! Buffers lie in a file beside the trace that is mapped shared (`TRACE.live`). A program that ends well writes them out
//! and removes the file. After a crash or a kill the file is still there, and `selvedge record` adds what is in it to the
//! trace: nothing that was committed is lost.

use crate::wire::CHUNK_HEADER;
use core::sync::atomic::AtomicU32;

/// First bytes of the file.
pub const MAGIC: [u8; 8] = *b"SELVLIV\x02";
/// Where the first buffer is.
pub const HEAD: usize = 4096;
/// From one buffer to the next.
pub const STRIDE: usize = 64 * 1024;
/// Words of events in a buffer.
pub const CAPACITY: usize = (STRIDE - 64) / 8;

#[repr(C)]
#[derive(Debug)]
pub struct Buffer {
    pub thread: AtomicU32,
    /// Number of the chunk that this will be.
    pub sequence: AtomicU32,
    /// 1 while a thread uses it.
    pub used: AtomicU32,
    pub reserved: [u8; 16],
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

fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

fn field(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + 4)?;
    Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}
