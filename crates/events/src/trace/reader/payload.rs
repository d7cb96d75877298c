//! What is in a chunk: its bytes, and events as they are packed there.

use super::super::chunk::ChunkHeader;
use super::super::encode::Bases;
use super::super::wire::{Code, Cursor, EXTRA, GENERATION, ORDER, VALUE, decode};
use super::super::{Op, Source, TraceError, TraceEvent, TraceOrder};

/// The fields of an event after its tag and ticket.
#[inline(always)]
pub(super) fn event(
    tag: u8,
    cursor: &mut Cursor,
    thread: u32,
    bases: &mut Bases,
    arguments: &mut Vec<i64>,
) -> Option<TraceEvent> {
    let Code { op, size, size_follows, is_memory } = decode(tag)?;
    let extra = if tag & EXTRA != 0 { cursor.byte()? } else { 0 };
    let base = bases.object(is_memory);
    let object = base.wrapping_add(cursor.signed()? as u64);
    *base = object;
    let location = bases.location.wrapping_add(cursor.signed()? as u32);
    bases.location = location;
    let mut event = TraceEvent::new(thread, op, object, location);
    event.size = if size_follows { cursor.small()? } else { size };
    if extra != 0 {
        event.order = *TraceOrder::ALL.get(usize::from(extra & ORDER))?;
        if extra & GENERATION != 0 {
            event.generation = cursor.small()?;
        }
        if extra & VALUE != 0 {
            event.value = cursor.number()?;
            event.has_value = true;
        }
    }
    if op == Op::Call {
        event.value = call(cursor, arguments)?;
    }
    Some(event)
}

fn call(cursor: &mut Cursor, arguments: &mut Vec<i64>) -> Option<u64> {
    let start = arguments.len() as u64;
    let head = cursor.number()?;
    let count = i64::try_from(head >> 1).ok()?;
    arguments.extend([count, (head & 1) as i64]);
    for _ in 0..(head >> 1) + (head & 1) {
        arguments.push(cursor.signed()?);
    }
    Some(start)
}

const CUT: &str = "the file ends within it";
const CHANGED: &str = "its check does not match";

/// Reads and decompresses; the inner error is damage.
pub(crate) fn read_payload(
    source: &mut Source,
    offset: u64,
    header: &ChunkHeader,
    bytes: &mut Vec<u8>,
) -> Result<Result<(), &'static str>, TraceError> {
    let length = header.stored_length as usize;
    if !header.compressed {
        bytes.resize(length, 0);
        let count = source.read_at(offset, bytes)?;
        return Ok(match () {
            () if count < length => Err(CUT),
            () if !header.matches(bytes) => Err(CHANGED),
            () => Ok(()),
        });
    }
    let mut stored = vec![0; length];
    if source.read_at(offset, &mut stored)? < length {
        return Ok(Err(CUT));
    }
    if !header.matches(&stored) {
        return Ok(Err(CHANGED));
    }
    bytes.clear();
    bytes.resize(header.raw_length as usize, 0);
    match lz4_flex::block::decompress_into(&stored, bytes) {
        Ok(length) if length == bytes.len() => Ok(Ok(())),
        _ => Ok(Err("it does not decompress")),
    }
}
