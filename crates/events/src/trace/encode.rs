//! One thread's events to chunks.

use super::chunk::{ChunkKind, write_chunk};
use super::wire::{EXTRA, GENERATION, TICKET, VALUE, code, put_number, put_signed};
use super::{Namespace, Op, TraceEvent, TraceOrder};

/// Bytes after which a chunk is closed: small enough that little is lost in a crash and that thousands of threads fit
/// in memory, large enough to compress.
const CHUNK_BYTES: usize = 32 * 1024;

/// Collects the events of one thread. Tickets must grow within a thread.
#[derive(Clone, Debug)]
pub struct Encoder {
    thread: u32,
    sequence: u32,
    count: u32,
    bytes: Vec<u8>,
    bases: Bases,
}

/// What differences are taken to; all 0 at the start of each chunk, so that a chunk can be read by itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bases {
    /// Of memory operations, and of all others.
    objects: [u64; 2],
    pub(crate) location: u32,
    pub(crate) ticket: u64,
    /// The last event read had a ticket.
    pub(crate) ticketed: bool,
}

impl Bases {
    #[inline(always)]
    pub(crate) fn object(&mut self, is_memory: bool) -> &mut u64 {
        &mut self.objects[usize::from(!is_memory)]
    }
}

impl Encoder {
    pub fn new(thread: u32) -> Encoder {
        Encoder { thread, sequence: 0, count: 0, bytes: Vec::new(), bases: Bases::default() }
    }

    /// Adds an event; its `thread` is not looked at. A call's arguments and result are in `call`.
    pub fn push(&mut self, event: &TraceEvent, ticket: Option<u64>, call: (&[i64], Option<i64>)) {
        let (code, explicit_size) = code(event.op, event.size);
        let has_value = event.has_value && event.op != Op::Call;
        let has_extra = event.generation != 0 || event.order != TraceOrder::None || has_value;
        let flag = |set: bool, bit: u8| if set { bit } else { 0 };
        self.bytes.push(code | flag(ticket.is_some(), TICKET) | flag(has_extra, EXTRA));
        if let Some(ticket) = ticket {
            put_number(&mut self.bytes, ticket.wrapping_sub(self.bases.ticket));
            self.bases.ticket = ticket;
        }
        if has_extra {
            let extra = event.order as u8 | flag(event.generation != 0, GENERATION) | flag(has_value, VALUE);
            self.bytes.push(extra);
        }
        let base = self.bases.object(event.op.namespace() == Namespace::Memory);
        put_signed(&mut self.bytes, event.object.wrapping_sub(*base) as i64);
        *base = event.object;
        put_signed(&mut self.bytes, i64::from(event.location) - i64::from(self.bases.location));
        self.bases.location = event.location;
        if explicit_size {
            put_number(&mut self.bytes, u64::from(event.size));
        }
        if event.generation != 0 {
            put_number(&mut self.bytes, u64::from(event.generation));
        }
        if has_value {
            put_number(&mut self.bytes, event.value);
        }
        if event.op == Op::Call {
            self.put_call(call);
        }
        self.count += 1;
    }

    fn put_call(&mut self, (arguments, result): (&[i64], Option<i64>)) {
        put_number(&mut self.bytes, (arguments.len() as u64) << 1 | u64::from(result.is_some()));
        for argument in arguments.iter().copied().chain(result) {
            put_signed(&mut self.bytes, argument);
        }
    }

    /// Whether it is time to write the chunk.
    pub fn is_full(&self) -> bool {
        self.bytes.len() >= CHUNK_BYTES
    }

    /// Bytes of the present chunk before compression.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Appends the chunk with its header, and starts the next.
    pub fn take_chunk(&mut self, out: &mut Vec<u8>) {
        if self.is_empty() {
            return;
        }
        write_chunk(out, ChunkKind::Events, self.thread, self.sequence, self.count, &self.bytes);
        self.sequence += 1;
        self.count = 0;
        self.bytes.clear();
        self.bases = Bases::default();
    }
}
