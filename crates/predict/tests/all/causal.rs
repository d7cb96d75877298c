//! The maximal causal model against brute force: on small random traces the broken blocks, races and deadlocks reported
//! are exactly those of some interleaving.
//!
//! The oracle knows the rules of the model and nothing of windows, formulas or the checker. A few hundred traces by default;
//! with `SELVEDGE_FULL=1` 35,000.

use crate::common::{Listed, Random};
use events::trace::{Op, TraceEvent};
use predict::causal::{
    Blocks, CausalOptions, CausalProperty, CausalTrace, CausalWitness, Subject, check, predict_causal,
};
use predict::{EventId, NONE};
use std::collections::BTreeSet;

/// What random traces are made of.
#[derive(Clone, Copy, Debug)]
struct Kinds {
    locks: bool,
    /// Hardly anything but locks, so that there are deadlocks.
    nested: bool,
    semaphores: bool,
    conditions: bool,
    values: bool,
    frees: bool,
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

fn random_events(seed: u64, kinds: Kinds) -> Vec<TraceEvent> {
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

fn causal_of(events: &[TraceEvent]) -> CausalTrace {
    let mut stream = Listed::new(events);
    let specification = spec::Specification::default();
    CausalTrace::read(&mut stream, None, &specification, usize::MAX, Blocks::default()).unwrap()
}

/// Every interleaving, by the rules.
struct Oracle<'a> {
    causal: &'a CausalTrace,
    threads: Vec<Vec<EventId>>,
    /// Block of each event, if it is in one.
    block: Vec<Option<usize>>,
    values: Vec<Option<u64>>,
    done: Vec<usize>,
    stopped: Vec<bool>,
    history: Vec<EventId>,
    /// Of each variable its writes so far.
    written: Vec<Vec<EventId>>,
    held: Vec<(u32, u32, bool)>,
    permits: i64,
    waits: Vec<Option<bool>>,
    freed: BTreeSet<u32>,
    nodes: u64,
    blocks: BTreeSet<(EventId, EventId, EventId)>,
    races: BTreeSet<(EventId, EventId)>,
    deadlock: bool,
}

const TOO_MANY: u64 = 400_000;

impl<'a> Oracle<'a> {
    fn new(causal: &'a CausalTrace, raw: &[TraceEvent]) -> Oracle<'a> {
        let trace = &causal.trace;
        let mut threads = vec![Vec::new(); trace.n_threads];
        trace
            .events
            .iter()
            .enumerate()
            .for_each(|(id, event)| threads[event.thread as usize].push(id as u32));
        let mut block = Vec::new();
        let mut open = std::collections::BTreeMap::new();
        let mut values = Vec::new();
        for (index, event) in raw.iter().enumerate() {
            match event.op {
                Op::TransactionBegin => drop(open.insert(event.thread, index)),
                Op::TransactionEnd => drop(open.remove(&event.thread)),
                _ => {
                    block.push(open.get(&event.thread).copied());
                    values.push(event.has_value.then_some(event.value));
                }
            }
        }
        assert_eq!(block.len(), trace.len());
        // The least that explains the run.
        let (mut now, mut lowest) = (0i64, 0i64);
        for event in &trace.events {
            now += i64::from(event.op == Op::Post) - i64::from(event.op == Op::Down);
            lowest = lowest.min(now);
        }
        let n = trace.n_threads;
        Oracle {
            causal,
            threads,
            block,
            values,
            done: vec![0; n],
            stopped: vec![false; n],
            history: Vec::new(),
            written: vec![Vec::new(); trace.n_variables],
            held: Vec::new(),
            permits: -lowest,
            waits: vec![None; n],
            freed: BTreeSet::new(),
            nodes: 0,
            blocks: BTreeSet::new(),
            races: BTreeSet::new(),
            deadlock: false,
        }
    }

    fn next(&self, thread: usize) -> Option<EventId> {
        let id = *self.threads[thread].get(self.done[thread]).filter(|_| !self.stopped[thread])?;
        let trace = &self.causal.trace;
        let event = &trace.events[id as usize];
        let fork = trace.events.iter().position(|e| e.op == Op::Fork && e.target as usize == thread);
        let forked = fork.is_none_or(|fork| self.history.contains(&(fork as u32)));
        let of_memory = event.is_access() || event.op == Op::Free;
        (forked && !(of_memory && self.freed.contains(&event.target))).then_some(id)
    }

    /// What a write left, as far as it is known: the initial value is what reads of it saw.
    fn left(&self, write: EventId, variable: u32) -> Option<u64> {
        if write != NONE {
            return self.values[write as usize];
        }
        let trace = &self.causal.trace;
        let first = (0..trace.len()).filter(|&id| {
            let event = &trace.events[id];
            event.reads() && !event.writes() && event.target == variable && trace.reads_from[id] == NONE
        });
        first.map(|id| self.values[id]).next().flatten()
    }

    fn sees_the_same(&self, id: EventId) -> bool {
        let event = &self.causal.trace.events[id as usize];
        if !event.reads() {
            return true;
        }
        let now = self.written[event.target as usize].last().copied().unwrap_or(NONE);
        let recorded = self.causal.trace.reads_from[id as usize];
        let saw = if event.writes() { None } else { self.values[id as usize] };
        let saw = saw.or_else(|| self.left(recorded, event.target));
        now == recorded || (saw.is_some() && saw == self.left(now, event.target))
    }

    fn blockers(&self, id: EventId) -> Vec<u32> {
        let event = &self.causal.trace.events[id as usize];
        let shared = event.op == Op::AcquireShared;
        let held = self.held.iter().filter(|(lock, _, other)| *lock == event.target && !(shared && *other));
        if event.is_acquire() { held.map(|(_, thread, _)| *thread).collect() } else { Vec::new() }
    }

    fn independent(&self, a: EventId, b: EventId, seen: bool) -> bool {
        let [x, y] = [a, b].map(|id| &self.causal.trace.events[id as usize]);
        let same = self.values[a as usize].is_some() && self.values[a as usize] == self.values[b as usize];
        match (x.op, y.op) {
            (Op::Write, Op::Write) => same,
            (Op::Read, Op::Write) => same && seen,
            _ => false,
        }
    }

    fn look(&mut self) {
        let trace = &self.causal.trace;
        let next: Vec<EventId> = (0..trace.n_threads).filter_map(|thread| self.next(thread)).collect();
        for &c2 in &next {
            let b = trace.events[c2 as usize];
            if !b.is_access() {
                continue;
            }
            let writes = b.op == Op::Write || (b.writes() && self.sees_the_same(c2));
            for (place, &c1) in self.history.iter().enumerate() {
                let a = trace.events[c1 as usize];
                let same_block =
                    self.block[c1 as usize].is_some() && self.block[c1 as usize] == self.block[c2 as usize];
                if !(same_block && a.is_access() && a.target == b.target) {
                    continue;
                }
                for &remote in &self.history[place + 1..] {
                    let r = trace.events[remote as usize];
                    let is_remote = r.thread != a.thread && r.is_access() && r.target == a.target;
                    if is_remote
                        && (r.writes() || (a.writes() && writes))
                        && !self.independent(c1, remote, true)
                        && !self.independent(remote, c2, false)
                    {
                        self.blocks.insert((c1, remote, c2));
                    }
                }
            }
            for &other in &next {
                if trace.events[other as usize].races(&b) && other < c2 {
                    self.races.insert((other, c2));
                }
            }
        }
        let mut waiting = next;
        loop {
            let threads: Vec<u32> = waiting.iter().map(|&id| trace.events[id as usize].thread).collect();
            let before = waiting.len();
            waiting.retain(|&id| self.blockers(id).iter().any(|thread| threads.contains(thread)));
            if waiting.len() == before {
                break;
            }
        }
        self.deadlock |= !waiting.is_empty();
    }

    /// Whether all could be tried.
    fn explore(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes > TOO_MANY {
            return false;
        }
        self.look();
        for thread in 0..self.causal.trace.n_threads {
            if let Some(id) = self.next(thread)
                && !self.try_event(thread, id)
            {
                return false;
            }
        }
        true
    }

    fn try_event(&mut self, thread: usize, id: EventId) -> bool {
        let event = self.causal.trace.events[id as usize];
        let same = self.sees_the_same(id);
        if !self.blockers(id).is_empty()
            || (event.op == Op::Down && self.permits == 0)
            || (!same && event.writes())
        {
            return true;
        }
        if event.op == Op::Wake && self.causal.needs_signal(id) && self.waits[thread] != Some(true) {
            return true;
        }
        let (held, waits, freed) = (self.held.clone(), self.waits.clone(), self.freed.clone());
        let permits = self.permits;
        self.history.push(id);
        self.done[thread] += 1;
        self.stopped[thread] = !same;
        if event.writes() {
            self.written[event.target as usize].push(id);
        }
        let mut choices = vec![self.waits.clone()];
        match event.op {
            Op::Acquire => self.held.push((event.target, event.thread, false)),
            Op::AcquireShared => self.held.push((event.target, event.thread, true)),
            Op::Release => self.held.retain(|held| (held.0, held.1) != (event.target, event.thread)),
            Op::Post => self.permits += 1,
            Op::Down => self.permits -= 1,
            Op::Wait => choices[0][thread] = Some(false),
            Op::Wake => choices[0][thread] = None,
            Op::Broadcast => choices[0].iter_mut().flatten().for_each(|woken| *woken = true),
            Op::Signal => {
                for other in 0..waits.len() {
                    if waits[other] == Some(false) {
                        let mut choice = waits.clone();
                        choice[other] = Some(true);
                        choices.push(choice);
                    }
                }
            }
            Op::Free => drop(self.freed.insert(event.target)),
            _ => {}
        }
        let mut all = true;
        for choice in choices {
            self.waits = choice;
            all &= self.explore();
        }
        self.history.pop();
        self.done[thread] -= 1;
        self.stopped[thread] = false;
        if event.writes() {
            self.written[event.target as usize].pop();
        }
        (self.held, self.waits, self.freed, self.permits) = (held, waits, freed, permits);
        all
    }
}

#[derive(Default, Debug)]
struct Tally {
    compared: u64,
    too_many: u64,
    blocks: u64,
    races: u64,
    deadlocks: u64,
}

fn options(properties: &[CausalProperty]) -> CausalOptions {
    let (properties, window) = (properties.to_vec(), 1000);
    CausalOptions { properties, window, every_instance: true, ..CausalOptions::default() }
}

fn compare(seed: u64, kinds: Kinds, tally: &mut Tally) {
    let raw = random_events(seed, kinds);
    let causal = causal_of(&raw);
    let mut oracle = Oracle::new(&causal, &raw);
    if !oracle.explore() {
        tally.too_many += 1;
        return;
    }
    tally.compared += 1;
    let all = [CausalProperty::Atomicity, CausalProperty::Race, CausalProperty::Deadlock];
    let outcome = predict_causal(&causal, &options(&all), &mut |_, _| {}).unwrap();
    assert_eq!(outcome.unknown, None, "seed {seed} {kinds:?}");
    let (mut blocks, mut races, mut deadlock) = (BTreeSet::new(), BTreeSet::new(), false);
    for finding in &outcome.findings {
        check(&causal, &finding.witness).unwrap();
        match &finding.witness.subject {
            Subject::Block { first, remote, second, .. } => drop(blocks.insert((*first, *remote, *second))),
            Subject::Race(a, b) => drop(races.insert((*a, *b))),
            Subject::Deadlock(_) => deadlock = true,
        }
    }
    let text = || raw.iter().map(|e| format!("{}|{}({})={}\n", e.thread, e.op.name(), e.object, e.value));
    let text = || text().collect::<String>();
    assert_eq!(blocks, oracle.blocks, "blocks, seed {seed} {kinds:?}\n{}", text());
    assert_eq!(races, oracle.races, "races, seed {seed} {kinds:?}\n{}", text());
    assert_eq!(deadlock, oracle.deadlock, "deadlock, seed {seed} {kinds:?}\n{}", text());
    tally.blocks += blocks.len() as u64;
    tally.races += races.len() as u64;
    tally.deadlocks += u64::from(deadlock);
}

fn configs() -> [Kinds; 7] {
    let plain = Kinds {
        locks: true,
        nested: false,
        semaphores: false,
        conditions: false,
        values: true,
        frees: false,
    };
    [
        plain,
        Kinds { values: false, ..plain },
        Kinds { locks: false, semaphores: true, ..plain },
        Kinds { locks: false, conditions: true, ..plain },
        Kinds { frees: true, ..plain },
        Kinds { semaphores: true, conditions: true, ..plain },
        Kinds { nested: true, ..plain },
    ]
}

#[test]
fn exactly_what_some_interleaving_shows() {
    let full = std::env::var_os("SELVEDGE_FULL").is_some();
    let traces = if full { 5_000 } else { 200 };
    for kinds in configs() {
        let mut tally = Tally::default();
        (0..traces).for_each(|seed| compare(seed, kinds, &mut tally));
        println!("{kinds:?}: {tally:?}; none invented, none missed");
        assert!(!kinds.nested || tally.deadlocks > traces / 200, "{tally:?}");
        assert!(tally.blocks > traces / 8 && tally.races > traces / 8, "{tally:?}");
        assert!(tally.compared * 10 > traces * 9, "{tally:?}");
    }
}

/// In small windows less is found, and nothing that is not there.
#[test]
fn windows_invent_nothing() {
    let kinds = configs()[5];
    let mut found = 0;
    for seed in 0..150 {
        let raw = random_events(seed, kinds);
        let causal = causal_of(&raw);
        let mut oracle = Oracle::new(&causal, &raw);
        if !oracle.explore() {
            continue;
        }
        let mut small = options(&[CausalProperty::Atomicity, CausalProperty::Race]);
        small.window = 6;
        let outcome = predict_causal(&causal, &small, &mut |_, _| {}).unwrap();
        assert_eq!(outcome.unknown, None, "seed {seed}");
        for finding in &outcome.findings {
            found += 1;
            let known = match &finding.witness.subject {
                Subject::Block { first, remote, second, .. } => {
                    oracle.blocks.contains(&(*first, *remote, *second))
                }
                Subject::Race(a, b) => oracle.races.contains(&(*a, *b)),
                Subject::Deadlock(_) => true,
            };
            assert!(known, "seed {seed}: {:?}", finding.witness);
        }
    }
    assert!(found > 20, "{found}");
}

/// A read may take its value from another write of the same value: that is what values are for.
#[test]
fn equal_values_find_more() {
    let text = |values: bool| {
        let event = |thread, op, object, value| {
            let mut event = TraceEvent::new(thread, op, object, 0);
            (event.value, event.has_value, event.size) = (value, values, 4);
            event
        };
        let mark = |op| TraceEvent::new(0, op, 0, 0);
        // Thread 1 spins until the flag is 1; thread 0 sets it, and later sets it again inside of its block.
        vec![
            event(0, Op::AtomicWrite, 1, 1),
            mark(Op::TransactionBegin),
            event(0, Op::Read, 2, 0),
            event(0, Op::AtomicWrite, 1, 1),
            event(0, Op::Write, 2, 5),
            mark(Op::TransactionEnd),
            event(1, Op::AtomicRead, 1, 1),
            event(1, Op::Write, 2, 7),
        ]
    };
    let found = |values: bool| {
        let causal = causal_of(&text(values));
        let outcome =
            predict_causal(&causal, &options(&[CausalProperty::Atomicity]), &mut |_, _| {}).unwrap();
        outcome.findings.len()
    };
    // With the second write as its source the read comes after the first access in both cases; what differs is that with
    // values it may also be before it. The block is broken either way, by the write of thread 1.
    assert_eq!((found(true), found(false)), (1, 1));
    let mut raw = text(true);
    raw.swap(3, 4);
    // Now the flag is set again only after the block's last access: without values the reader comes too late.
    let with = causal_of(&raw);
    raw.iter_mut().for_each(|event| event.has_value = false);
    let without = causal_of(&raw);
    let count = |causal: &CausalTrace| {
        predict_causal(causal, &options(&[CausalProperty::Atomicity]), &mut |_, _| {}).unwrap().findings.len()
    };
    assert_eq!((count(&with), count(&without)), (1, 0));
}

/// What is not a reordering is refused.
#[test]
fn the_checker_refuses() {
    let raw = random_events(3, configs()[0]);
    let causal = causal_of(&raw);
    let subject = Subject::Race(0, 1);
    let backwards: Vec<EventId> = (0..causal.trace.len() as EventId).rev().collect();
    assert!(check(&causal, &CausalWitness { subject: subject.clone(), prefix: 0, tail: backwards }).is_err());
    let all: Vec<EventId> = (0..causal.trace.len() as EventId).collect();
    assert!(check(&causal, &CausalWitness { subject, prefix: 0, tail: all }).is_err());
}
