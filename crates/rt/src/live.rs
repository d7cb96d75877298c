//! A thread's events on their way: the buffer that outlives the program.
//!
//! Buffers lie in a file beside the trace that is mapped shared (`TRACE.live`). A program that ends well writes them out
//! and removes the file. After a crash or a kill the file is still there, and `selvedge record` adds what is in it to the
//! trace: nothing that was committed is lost.

use crate::wire::CHUNK_HEADER;
use core::sync::atomic::{AtomicU32, AtomicU64};

/// First bytes of the file.
pub const MAGIC: [u8; 8] = *b"SELVLIV\x01";
/// Where the first buffer is.
pub const HEAD: usize = 4096;
/// From one buffer to the next.
pub const STRIDE: usize = 32 * 1024;
/// Bytes of events in a buffer.
pub const CAPACITY: usize = STRIDE - 64;

#[repr(C)]
#[derive(Debug)]
pub struct Buffer {
    /// Events in the upper half, their bytes in the lower; one store commits an event.
    pub committed: AtomicU64,
    pub thread: AtomicU32,
    /// Number of the chunk that this will be.
    pub sequence: AtomicU32,
    /// 1 while a thread uses it.
    pub used: AtomicU32,
    pub reserved: [u8; 8],
    /// Room for the head of the chunk, so that both are written at once.
    pub header: [u8; CHUNK_HEADER],
    pub bytes: [u8; CAPACITY],
}

const _: () = assert!(size_of::<Buffer>() == STRIDE);

/// A chunk that was not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Left<'a> {
    pub thread: u32,
    pub sequence: u32,
    pub count: u32,
    pub payload: &'a [u8],
}

/// What is in the buffers of a file; nothing if it is not such a file.
pub fn left_over(file: &[u8]) -> impl Iterator<Item = Left<'_>> {
    let body = if file.starts_with(&MAGIC) { file.get(HEAD..).unwrap_or(&[]) } else { &[] };
    body.chunks_exact(STRIDE).filter_map(|buffer| {
        let count = field(buffer, 4)?;
        let length = field(buffer, 0)? as usize;
        let used = field(buffer, 16)? == 1;
        let payload = buffer.get(64..64 + length.min(CAPACITY))?;
        (used && count > 0).then_some(Left {
            thread: field(buffer, 8)?,
            sequence: field(buffer, 12)?,
            count,
            payload,
        })
    })
}

fn field(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + 4)?;
    Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}
