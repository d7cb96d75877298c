//! Random recorded runs with byte addresses, for tests.

use events::trace::{Batch, Op, TraceEvent, TraceWriter};

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

struct Run {
    random: Random,
    writer: TraceWriter<Vec<u8>>,
    location: u32,
    held: [Option<u64>; 4],
}

impl Run {
    /// Four threads.
    fn new(seed: u64) -> Run {
        let random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let writer = TraceWriter::new(Vec::new(), true).unwrap();
        let mut run = Run { random, writer, location: 0, held: [None; 4] };
        (1..4).for_each(|thread| run.push(0, Op::Fork, thread, 0));
        run
    }

    fn push(&mut self, thread: u32, op: Op, object: u64, size: u32) {
        self.location += 1;
        let event = TraceEvent { size, ..TraceEvent::new(thread, op, object, self.location) };
        self.writer.push(&event, &Batch::default()).unwrap();
    }

    /// Threads use memory of three pages in bulk, some of it under locks, some freed.
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
                    let address = base + 0x2000 + 64 * self.random.below(2);
                    self.push(thread, Op::Free, address, 64);
                }
                (what, lock) => {
                    let size = 1 << self.random.below(4);
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
    let mut run = Run::new(seed);
    let length = run.random.below(60) + 20;
    run.turmoil(length, 0x3000);
    run.writer.finish().unwrap()
}

/// Turmoil now and then, each time in other memory.
pub(crate) fn random_long_trace(seed: u64) -> Vec<u8> {
    let mut run = Run::new(seed);
    for turn in 0..3 {
        run.quiet(30);
        let length = run.random.below(20) + 5;
        run.turmoil(length, 0x10_0000 * (turn + 1));
    }
    run.quiet(30);
    run.writer.finish().unwrap()
}
