//! Small random traces with values, blocks and all kinds of synchronisation.

use crate::common::Random;
use events::trace::{Op, TraceEvent};

/// What random traces are made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kinds {
    pub(super) locks: bool,
    /// Hardly anything but locks, so that there are deadlocks.
    pub(super) nested: bool,
    pub(super) semaphores: bool,
    pub(super) conditions: bool,
    pub(super) values: bool,
    pub(super) frees: bool,
}

struct Maker {
    random: Random,
    kinds: Kinds,
    events: Vec<TraceEvent>,
    memory: Vec<u64>,
    freed: Vec<bool>,
    /// Exclusive owner, or readers, of each lock.
    held: Vec<Vec<(usize, bool)>>,
    permits: i64,
    waiting: Vec<Option<(usize, bool)>>,
    in_block: Vec<bool>,
}

const LOCK: u64 = 10;
const SEMAPHORE: u64 = 20;
const CONDITION: u64 = 30;

impl Maker {
    fn push(&mut self, thread: usize, op: Op, object: u64, value: Option<u64>) {
        let mut event = TraceEvent::new(thread as u32, op, object, 0);
        if let Some(value) = value.filter(|_| self.kinds.values) {
            (event.value, event.has_value, event.size) = (value, true, 4);
        }
        self.events.push(event);
    }

    fn access(&mut self, thread: usize) {
        let variable = self.random.below(self.memory.len());
        if self.freed[variable] {
            return;
        }
        let new = self.random.below(2) as u64;
        match self.random.below(12) {
            0..=4 => self.push(thread, Op::Read, variable as u64, Some(self.memory[variable])),
            5..=9 => {
                self.memory[variable] = new;
                self.push(thread, Op::Write, variable as u64, Some(new));
            }
            10 => {
                self.memory[variable] = new;
                self.push(thread, Op::AtomicUpdate, variable as u64, Some(new));
            }
            _ if self.kinds.frees && self.random.below(3) == 0 => {
                self.freed[variable] = true;
                self.push(thread, Op::Free, variable as u64, None);
            }
            _ => {}
        }
    }

    fn lock(&mut self, thread: usize) {
        let lock = self.random.below(self.held.len());
        let mine = self.held[lock].iter().position(|(owner, _)| *owner == thread);
        let shared = self.random.below(3) == 0 && !self.kinds.nested;
        match mine {
            Some(place) => {
                self.held[lock].remove(place);
                self.push(thread, Op::Release, LOCK + lock as u64, None);
            }
            None if self.held[lock].iter().all(|(_, other)| *other && shared) => {
                self.held[lock].push((thread, shared));
                let op = if shared { Op::AcquireShared } else { Op::Acquire };
                self.push(thread, op, LOCK + lock as u64, None);
            }
            None => {}
        }
    }

    fn condition(&mut self, thread: usize) {
        match self.random.below(4) {
            0 | 1 => {
                self.waiting[thread] = Some((self.events.len(), false));
                self.push(thread, Op::Wait, CONDITION, None);
            }
            2 => {
                self.push(thread, Op::Signal, CONDITION, None);
                if let Some((_, woken)) = self.waiting.iter_mut().flatten().find(|(_, woken)| !woken) {
                    *woken = true;
                }
            }
            _ => {
                self.push(thread, Op::Broadcast, CONDITION, None);
                self.waiting.iter_mut().flatten().for_each(|(_, woken)| *woken = true);
            }
        }
    }

    fn step(&mut self, thread: usize) {
        if let Some((_, woken)) = self.waiting[thread] {
            // Now and then for lack of time.
            if woken || self.random.below(8) == 0 {
                self.waiting[thread] = None;
                self.push(thread, Op::Wake, CONDITION, None);
            }
            return;
        }
        match self.random.below(12) {
            0 if self.random.below(2) == 0 => {
                let op = if self.in_block[thread] { Op::TransactionEnd } else { Op::TransactionBegin };
                self.in_block[thread] = !self.in_block[thread];
                self.push(thread, op, 0, None);
            }
            1..=4 | 7..=10 if self.kinds.nested => self.lock(thread),
            1..=4 if self.kinds.locks => self.lock(thread),
            5 if self.kinds.semaphores => {
                if self.permits > 0 && self.random.below(2) == 0 {
                    self.permits -= 1;
                    self.push(thread, Op::Down, SEMAPHORE, None);
                } else {
                    self.permits += 1;
                    self.push(thread, Op::Post, SEMAPHORE, None);
                }
            }
            6 if self.kinds.conditions => self.condition(thread),
            _ => self.access(thread),
        }
    }
}

pub(super) fn random_events(seed: u64, kinds: Kinds) -> Vec<TraceEvent> {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x77);
    let n_threads = 2 + random.below(2);
    let length = if kinds.nested { 14 } else { 9 } + random.below(5);
    let n_threads = if kinds.nested { 2 } else { n_threads };
    let (variables, locks) = (1 + random.below(2), 1 + random.below(3));
    let locks = if kinds.nested { 2 } else { locks };
    let mut maker = Maker {
        random,
        kinds,
        events: Vec::new(),
        memory: vec![0; variables],
        freed: vec![false; variables],
        held: vec![Vec::new(); locks],
        permits: 0,
        waiting: vec![None; n_threads],
        in_block: vec![false; n_threads],
    };
    maker.permits = maker.random.below(2) as i64;
    if maker.random.below(3) == 0 {
        (1..n_threads).for_each(|thread| maker.push(0, Op::Fork, thread as u64, None));
    }
    for thread in 0..n_threads {
        if maker.random.below(3) > 0 {
            maker.in_block[thread] = true;
            maker.push(thread, Op::TransactionBegin, 0, None);
        }
    }
    let length = length + maker.in_block.iter().filter(|block| **block).count();
    for _ in 0..200 {
        if maker.events.len() >= length {
            break;
        }
        let thread = maker.random.below(n_threads);
        maker.step(thread);
    }
    maker.events
}
