//! Made-up traces, for benchmarks and tests: threads that take locks, nested or not, and access what they protect.
//!
//! Every trace is well formed: locks exclude each other, sections are properly nested and closed at the end, thread 0
//! forks the others first. A variable belongs to one lock or to one thread; a few accesses (`race_per_mille`) forget to
//! take the lock.

use super::{Batch, EventStream, Op, Tables, TraceError, TraceEvent};

/// What the trace looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    pub threads: u32,
    pub locks: u32,
    pub variables: u32,
    pub events: u64,
    /// Locks that a thread holds at most at once.
    pub nesting: u32,
    /// Out of a thousand accesses, those made without their lock.
    pub race_per_mille: u32,
    /// Out of a thousand events, those after which another thread goes on.
    pub switch_per_mille: u32,
    pub seed: u64,
}

impl Default for Shape {
    fn default() -> Self {
        Shape {
            threads: 8,
            locks: 64,
            variables: 2000,
            events: 10_000_000,
            nesting: 2,
            race_per_mille: 0,
            switch_per_mille: 100,
            seed: 1,
        }
    }
}

/// A made-up trace as a stream.
#[derive(Debug)]
pub struct Generator {
    shape: Shape,
    random: u64,
    made: u64,
    current: u32,
    /// Per thread: locks held, innermost last.
    held: Vec<Vec<u32>>,
    owner: Vec<Option<u32>>,
    /// Thread to close next, once enough events are made.
    closing: u32,
    tables: Tables,
}

impl Generator {
    /// Numbers that make no sense (no threads, no variables) are raised to 1.
    pub fn new(shape: Shape) -> Generator {
        let mut shape = shape;
        shape.threads = shape.threads.max(1);
        shape.variables = shape.variables.max(1);
        Generator {
            random: shape.seed ^ 0x2545_f491_4f6c_dd1d,
            made: 0,
            current: 0,
            held: vec![Vec::new(); shape.threads as usize],
            owner: vec![None; shape.locks as usize],
            closing: 0,
            tables: Tables::default(),
            shape,
        }
    }

    fn below(&mut self, limit: u32) -> u32 {
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u64::from((self.random >> 32) as u32) * u64::from(limit.max(1))) >> 32) as u32
    }

    fn chance(&mut self, per_mille: u32) -> bool {
        self.below(1000) < per_mille
    }

    fn next(&mut self) -> Option<TraceEvent> {
        self.made += 1;
        if self.made < u64::from(self.shape.threads) {
            return Some(TraceEvent::new(0, Op::Fork, self.made, 0));
        }
        if self.made > self.shape.events {
            return self.close();
        }
        if self.chance(self.shape.switch_per_mille) {
            self.current = self.below(self.shape.threads);
        }
        Some(self.step(self.current))
    }

    fn close(&mut self) -> Option<TraceEvent> {
        while let Some(held) = self.held.get_mut(self.closing as usize) {
            if let Some(lock) = held.pop() {
                return Some(TraceEvent::new(self.closing, Op::Release, u64::from(lock), 1));
            }
            self.closing += 1;
        }
        None
    }

    fn step(&mut self, thread: u32) -> TraceEvent {
        let depth = self.held[thread as usize].len() as u32;
        if depth < self.shape.nesting && self.shape.locks > 0 && self.chance(120) {
            let lock = self.below(self.shape.locks);
            if self.owner[lock as usize].is_none() {
                self.owner[lock as usize] = Some(thread);
                self.held[thread as usize].push(lock);
                return TraceEvent::new(thread, Op::Acquire, u64::from(lock), 2 + lock);
            }
        }
        if depth > 0
            && self.chance(150)
            && let Some(lock) = self.held[thread as usize].pop()
        {
            self.owner[lock as usize] = None;
            return TraceEvent::new(thread, Op::Release, u64::from(lock), 1);
        }
        self.access(thread)
    }

    /// Variables are numbered so that `number % (locks + threads)` says whose they are.
    fn access(&mut self, thread: u32) -> TraceEvent {
        let groups = self.shape.locks + self.shape.threads;
        let innermost = self.held[thread as usize].last().copied();
        let racy = self.chance(self.shape.race_per_mille);
        let group = match innermost {
            _ if racy => self.below(groups),
            Some(lock) if self.chance(700) => lock,
            _ => self.shape.locks + thread,
        };
        let per_group = (self.shape.variables / groups).max(1);
        let variable = group + groups * self.below(per_group);
        let op = if self.chance(300) { Op::Write } else { Op::Read };
        let location = 1000 + variable * 4 + u32::from(op == Op::Write) * 2 + u32::from(racy);
        TraceEvent::new(thread, op, u64::from(variable), location)
    }
}

impl EventStream for Generator {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, TraceError> {
        batch.clear();
        while batch.events.len() < Batch::CAPACITY {
            let Some(event) = self.next() else { break };
            batch.events.push(event);
        }
        Ok(!batch.events.is_empty())
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn damage(&self) -> &[super::Damage] {
        &[]
    }

    fn has_addresses(&self) -> bool {
        false
    }
}
