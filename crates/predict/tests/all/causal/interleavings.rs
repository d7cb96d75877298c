//! Every interleaving of a small trace, by the rules of the model and nothing else.

use events::trace::{Op, TraceEvent};
use predict::causal::CausalTrace;
use predict::{EventId, NONE};
use std::collections::BTreeSet;

/// Every interleaving, by the rules.
pub(super) struct Oracle<'a> {
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
    pub(super) blocks: BTreeSet<(EventId, EventId, EventId)>,
    pub(super) races: BTreeSet<(EventId, EventId)>,
    pub(super) deadlock: bool,
}

const TOO_MANY: u64 = 400_000;

impl<'a> Oracle<'a> {
    pub(super) fn new(causal: &'a CausalTrace, raw: &[TraceEvent]) -> Oracle<'a> {
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
    pub(super) fn explore(&mut self) -> bool {
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
