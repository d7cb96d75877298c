//! Random recorded runs with byte addresses, for tests.

use events::trace::{Batch, Op, TraceEvent, TraceWriter};
use selvedge_rt::wire;
use std::collections::BTreeMap;

pub(crate) const LOCKS: u64 = 0x900;

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }
}

/// Who makes a trace of events.
trait Writer {
    fn event(&mut self, event: &TraceEvent);
}

impl Writer for TraceWriter<Vec<u8>> {
    fn event(&mut self, event: &TraceEvent) {
        self.push(event, &Batch::default()).unwrap();
    }
}

/// Chunks of words, as a recorder writes them.
#[derive(Default)]
struct WordWriter {
    bytes: Vec<u8>,
    /// By thread: the number of its chunk, its words, how many of them are no events, and what differences are to.
    threads: BTreeMap<u32, (u32, Vec<u64>, u32, [u64; 4])>,
    ticket: u64,
}

impl WordWriter {
    /// Accesses in chunks of a thread.
    const LENGTH: usize = 24;

    fn packed(&mut self, event: &TraceEvent) {
        let (_, words, others, bases) = self.threads.entry(event.thread).or_default();
        let op = wire_op(event.op);
        let mut bytes = vec![op.code() | wire::TICKET];
        let mut put = |mut number: u64| {
            while number >= 0x80 {
                bytes.push(number as u8 | 0x80);
                number >>= 7;
            }
            bytes.push(number as u8);
        };
        let base = usize::from(!op.is_memory());
        put(self.ticket - bases[3]);
        put(wire::zigzag(event.object.wrapping_sub(bases[base]) as i64));
        put(wire::zigzag(i64::from(event.location) - bases[2] as i64));
        (bases[base], bases[2], bases[3]) = (event.object, u64::from(event.location), self.ticket);
        if op.has_size() {
            put(u64::from(event.size));
        }
        self.ticket += 1;
        let length = bytes.len();
        bytes.resize(length.div_ceil(8) * 8, 0);
        words.push(wire::Word::Event.with(length as u64));
        words.extend(bytes.chunks_exact(8).map(|eight| u64::from_le_bytes(eight.try_into().unwrap())));
        *others += length.div_ceil(8) as u32;
    }

    /// A block that comes or goes, in words.
    fn lifetime(&mut self, event: &TraceEvent) {
        let (_, words, others, bases) = self.threads.entry(event.thread).or_default();
        let site = u64::from(event.location) % 4096;
        let more = if event.op == Op::Free { wire::More::Free } else { wire::More::Alloc };
        words.push(wire::Word::Site.with(u64::from(event.location)) | site << 4);
        words.extend([more.with(event.object), u64::from(event.size) << 32 | site, self.ticket]);
        *others += 3;
        bases[3] = self.ticket;
        self.ticket += 1;
    }

    fn end_chunk(&mut self, thread: u32) {
        let Some((sequence, words, others, _)) = self.threads.remove(&thread) else { return };
        let events = words.len() as u32 - others;
        self.bytes.extend(wire::words_header(thread, sequence, events, &words));
        words.iter().for_each(|word| self.bytes.extend(word.to_le_bytes()));
        self.threads.insert(thread, (sequence + 1, Vec::new(), 0, [0; 4]));
    }

    fn finish(mut self) -> Vec<u8> {
        (0..4).for_each(|thread| self.end_chunk(thread));
        let end = wire::chunk_header(wire::KIND_END, 0, 0, 0, &[]);
        [&wire::file_header()[..], &self.bytes, &end].concat()
    }
}

fn wire_op(op: Op) -> wire::Op {
    match op {
        Op::Read => wire::Op::Read,
        Op::Write => wire::Op::Write,
        Op::Acquire => wire::Op::Acquire,
        Op::Release => wire::Op::Release,
        Op::Fork => wire::Op::Fork,
        Op::Alloc => wire::Op::Alloc,
        Op::Free => wire::Op::Free,
        other => panic!("random runs have no {other:?}"),
    }
}

impl Writer for WordWriter {
    fn event(&mut self, event: &TraceEvent) {
        let words = self.threads.get(&event.thread).map_or(0, |(_, words, _, _)| words.len());
        let is_first = !self.threads.contains_key(&event.thread);
        if words >= Self::LENGTH {
            self.end_chunk(event.thread);
        }
        let kind = match event.op {
            Op::Read if !is_first => 0,
            Op::Write if !is_first => 5,
            Op::Alloc | Op::Free if !is_first && event.location.is_multiple_of(2) => {
                return self.lifetime(event);
            }
            _ => return self.packed(event),
        };
        let (_, words, others, _) = self.threads.entry(event.thread).or_default();
        let site = (u64::from(event.location) % 4096) << 4;
        words.push(wire::Word::Site.with(u64::from(event.location)) | site);
        *others += 1;
        if event.size.is_power_of_two() {
            words.push(event.object << 16 | site | (kind + u64::from(event.size.trailing_zeros())));
            return;
        }
        let more = if event.op == Op::Write { wire::More::WriteRange } else { wire::More::ReadRange };
        words.extend([more.with(event.object), u64::from(event.size) << 32 | site >> 4]);
        *others += 1;
    }
}

struct Run<'a> {
    random: Random,
    writer: &'a mut dyn Writer,
    location: u32,
    held: [Option<u64>; 4],
    /// Which blocks of the third page are free.
    free: [bool; 2],
}

impl Run<'_> {
    /// Four threads.
    fn new(seed: u64, writer: &mut dyn Writer) -> Run<'_> {
        let random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut run = Run { random, writer, location: 0, held: [None; 4], free: [false; 2] };
        (1..4).for_each(|thread| run.push(0, Op::Fork, thread, 0));
        run
    }

    fn push(&mut self, thread: u32, op: Op, object: u64, size: u32) {
        self.location += 1;
        self.writer.event(&TraceEvent { size, ..TraceEvent::new(thread, op, object, self.location) });
    }

    /// Threads use memory of three pages in bulk, some of it under locks, some freed and given
    /// again.
    fn turmoil(&mut self, length: u64, base: u64) {
        for _ in 0..length {
            let thread = self.random.below(4) as u32;
            match (self.random.below(8), self.held[thread as usize]) {
                (0 | 1, None) => {
                    let lock = LOCKS + self.random.below(2);
                    if !self.held.contains(&Some(lock)) {
                        self.push(thread, Op::Acquire, lock, 0);
                        self.held[thread as usize] = Some(lock);
                    }
                }
                (0 | 1, Some(lock)) => {
                    self.push(thread, Op::Release, lock, 0);
                    self.held[thread as usize] = None;
                }
                (2, _) if self.random.below(4) == 0 => {
                    let block = self.random.below(2);
                    self.free[block as usize] ^= true;
                    let op = if self.free[block as usize] { Op::Free } else { Op::Alloc };
                    self.push(thread, op, base + 0x2000 + 64 * block, 64);
                }
                (what, lock) => {
                    let size = if self.random.below(8) == 0 { 40 } else { 1 << self.random.below(4) };
                    let page = if lock.is_some() { 0x1000 } else { 0x1000 * self.random.below(3) };
                    let address =
                        base + page + 64 * self.random.below(2) + u64::from(size) * self.random.below(2);
                    self.push(thread, if what < 5 { Op::Read } else { Op::Write }, address, size);
                }
            }
        }
        for (thread, lock) in std::mem::take(&mut self.held).into_iter().enumerate() {
            if let Some(lock) = lock {
                self.push(thread as u32, Op::Release, lock, 0);
            }
        }
    }

    /// Threads count under a lock, sometimes under another one, too.
    fn quiet(&mut self, length: u64) {
        for _ in 0..length {
            let thread = self.random.below(4) as u32;
            let outer = Some(LOCKS).filter(|_| self.random.below(4) == 0);
            outer.into_iter().for_each(|lock| self.push(thread, Op::Acquire, lock, 0));
            self.push(thread, Op::Acquire, LOCKS + 7, 0);
            self.push(thread, Op::Read, 0x2000, 4);
            self.push(thread, Op::Write, 0x2000, 4);
            self.push(thread, Op::Release, LOCKS + 7, 0);
            outer.into_iter().for_each(|lock| self.push(thread, Op::Release, lock, 0));
        }
    }
}

pub(crate) fn random_trace(seed: u64) -> Vec<u8> {
    let mut writer = TraceWriter::new(Vec::new(), true).unwrap();
    turmoil(seed, &mut writer);
    writer.finish().unwrap()
}

/// The same as a recorder writes it.
pub(crate) fn random_words(seed: u64) -> Vec<u8> {
    let mut writer = WordWriter::default();
    turmoil(seed, &mut writer);
    writer.finish()
}

fn turmoil(seed: u64, writer: &mut dyn Writer) {
    let mut run = Run::new(seed, writer);
    let length = run.random.below(60) + 20;
    run.turmoil(length, 0x3000);
}

/// Blocks of memory that one thread has made and another uses, gives back, perhaps uses after that, and gets again, as a recorder
/// writes it: small ones in one page, and some of one or two pages, of which the last is sometimes given in part.
pub(crate) fn random_lifetimes(seed: u64) -> Vec<u8> {
    const BLOCKS: [(u64, u32); 7] = [
        (0x3000, 64),
        (0x3040, 40),
        (0x3080, 128),
        (0x3400, 64),
        (0x5000, 0x2000),
        (0x8000, 0x1000),
        (0x8000, 0x800),
    ];
    let mut writer = WordWriter::default();
    let random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut run = Run { random, writer: &mut writer, location: 0, held: [None; 4], free: [false; 2] };
    for (address, size) in BLOCKS {
        run.push(0, Op::Write, address, 8);
        run.push(0, Op::Write, address + u64::from(size) - 8, 8);
    }
    run.push(0, Op::Fork, 1, 0);
    run.push(1, Op::Acquire, LOCKS, 0);
    run.push(1, Op::Release, LOCKS, 0);
    let mut free = [false; BLOCKS.len()];
    free[6] = true;
    for _ in 0..run.random.below(80) + 20 {
        let block = run.random.below(BLOCKS.len() as u64) as usize;
        let (address, size) = BLOCKS[block];
        // The last two are in the same place.
        let is_taken = block >= 5 && !free[11 - block];
        match run.random.below(10) {
            0 if !is_taken => {
                free[block] ^= true;
                let op = if free[block] { Op::Free } else { Op::Alloc };
                run.push(1, op, address, size);
            }
            1 => {
                run.push(1, Op::Acquire, LOCKS, 0);
                run.push(1, Op::Release, LOCKS, 0);
            }
            // Seldom what is free, so that it is not always the first access behind that.
            what if !free[block] || run.random.below(8) == 0 => {
                let at = address + [0, 8, u64::from(size) - 8][run.random.below(3) as usize];
                run.push(1, if what < 6 { Op::Read } else { Op::Write }, at, 8);
            }
            _ => {}
        }
    }
    writer.finish()
}

/// Turmoil now and then, each time in other memory.
pub(crate) fn random_long_trace(seed: u64) -> Vec<u8> {
    let mut writer = TraceWriter::new(Vec::new(), true).unwrap();
    let mut run = Run::new(seed, &mut writer);
    for turn in 0..3 {
        run.quiet(30);
        let length = run.random.below(20) + 5;
        run.turmoil(length, 0x10_0000 * (turn + 1));
    }
    run.quiet(30);
    writer.finish().unwrap()
}
