//! Parts of a long trace around candidates, for confirming them.
//!
//! A reordering that shows a pair needs everything from a little before its first event to a little after its second; what is
//! before that is done as recorded. So of a long trace the accesses in windows around candidates are enough, and all of its
//! synchronisation, so that who holds which lock, who waits and who has been forked is known everywhere.

use crate::event::{Event, EventId, NONE};
use crate::gather::{Group, distance};
use crate::open_sections::PutOff;
use crate::partition::is_coarse;
use crate::trace::Trace;
use crate::witness::{Kind, Pair};
use events::trace::{Namespace, Op};
use std::ops::Range;

/// Pairs of a group that get a window by themselves.
const TRIES: usize = 3;
/// Events in windows, all in all: for the first pair of each group, and for further ones.
const FIRST_EVENTS: usize = 2_000_000;
const FURTHER_EVENTS: usize = 400_000;

/// Events from one count of threads' events to the next.
const STEP: usize = 1 << 14;

/// How many events of each thread there are, every so many events.
#[derive(Debug)]
pub(crate) struct ThreadCounts {
    n_threads: usize,
    step: usize,
    /// For one place after another, by thread.
    counts: Vec<u32>,
}

impl ThreadCounts {
    pub(crate) fn new(events: &[Event], n_threads: usize, step: usize) -> ThreadCounts {
        let mut now = vec![0; n_threads];
        let mut counts = now.clone();
        for part in events.chunks_exact(step) {
            for event in part {
                now[event.thread as usize] += 1;
            }
            counts.extend_from_slice(&now);
        }
        ThreadCounts { n_threads, step, counts }
    }

    /// At least so many events of a thread are between two.
    pub(crate) fn between(&self, thread: u32, first: EventId, second: EventId) -> usize {
        let count =
            |place: usize| self.counts.get(place * self.n_threads + thread as usize).copied().unwrap_or(0);
        count(second as usize / self.step).saturating_sub(count((first as usize).div_ceil(self.step)))
            as usize
    }
}

/// Windows around candidates: sorted, apart from each other.
#[derive(Debug, Default)]
pub(crate) struct Windows {
    parts: Vec<Range<EventId>>,
    n_events: usize,
}

impl Windows {
    /// Everything.
    pub(crate) fn all(trace: &Trace) -> Windows {
        let end = trace.len() as EventId;
        Windows { parts: std::iter::once(0..end).collect(), n_events: trace.len() }
    }

    /// Around the nearest pairs of each group; whether some are too far apart for that. Of pairs that have more than `most` events
    /// of the later one's thread in between there is no reordering that would be found, so their windows are empty. There is
    /// memory for some `room_for` events.
    pub(crate) fn around(
        groups: &[Group],
        trace: &Trace,
        margin: u32,
        most: usize,
        room_for: usize,
    ) -> (Windows, bool) {
        let (mut windows, mut some_are_far) = (Windows::default(), false);
        let n_events = trace.len();
        let mut counts = None;
        let mut is_hopeless = |pair: &Pair| {
            let Some(second) = trace.event(pair.second) else { return true };
            distance(pair) as usize > most
                && pair.kind != Kind::Deadlock
                && counts
                    .get_or_insert_with(|| ThreadCounts::new(&trace.events, trace.n_threads, STEP))
                    .between(second.thread, pair.first, pair.second)
                    > most
        };
        let mut nearest = |group: &Group| {
            let mut pairs: Vec<(bool, Pair)> =
                group.pairs.iter().map(|pair| (is_hopeless(pair), *pair)).collect();
            pairs.sort_by_key(|(is_hopeless, pair)| (*is_hopeless, distance(pair)));
            pairs
        };
        let sorted: Vec<Vec<(bool, Pair)>> = groups.iter().map(&mut nearest).collect();
        for turn in 0..TRIES {
            let limit = room_for.min(if turn == 0 { FIRST_EVENTS } else { FURTHER_EVENTS });
            for (is_hopeless, pair) in sorted.iter().filter_map(|pairs| pairs.get(turn)) {
                if *is_hopeless {
                    [pair.first, pair.second].into_iter().for_each(|event| windows.add_event(event));
                } else {
                    let is_added = windows.add(around(pair, n_events, margin), limit);
                    if turn == 0 && !is_added {
                        some_are_far = true;
                        [pair.first, pair.second].into_iter().for_each(|event| windows.add_event(event));
                    }
                }
            }
        }
        (windows, some_are_far)
    }

    /// Adds a window unless there are too many events then.
    fn add(&mut self, mut new: Range<EventId>, limit: usize) -> bool {
        let from = self.parts.partition_point(|part| part.end < new.start);
        let until = self.parts.partition_point(|part| part.start <= new.end);
        let known = &self.parts[from..until.max(from)];
        let size = |part: &Range<EventId>| part.len();
        let before: usize = known.iter().map(size).sum();
        if let (Some(first), Some(last)) = (known.first(), known.last()) {
            new = new.start.min(first.start)..new.end.max(last.end);
        }
        let sum = self.n_events - before + new.len();
        if sum > limit && new.len() > before {
            return false;
        }
        self.n_events = sum;
        self.parts.splice(from..until.max(from), [new]);
        true
    }

    /// Takes in a single event.
    pub(crate) fn add_event(&mut self, event: EventId) {
        let place = self.parts.partition_point(|part| part.end <= event);
        if self.parts.get(place).is_none_or(|part| part.start > event) {
            self.parts.insert(place, event..event + 1);
            self.n_events += 1;
        }
    }

    /// A trace with all but the accesses outside; what is not about events is moved there. Giving back part of a large variable
    /// is left out: it is for finding candidates only.
    pub(crate) fn cut(&self, trace: &mut Trace) -> Trace {
        let originals = &mut trace.originals;
        let mut cut = Trace {
            n_threads: trace.n_threads,
            n_syncs: trace.n_syncs,
            tables: std::mem::take(&mut trace.tables),
            stacks: std::mem::take(&mut trace.stacks),
            starts: std::mem::take(&mut trace.starts),
            calls: std::mem::take(&mut trace.calls),
            oddities: trace.oddities,
            misuse: std::mem::take(&mut trace.misuse),
            odd_locks: trace.odd_locks.clone(),
            is_cut: trace.is_cut,
            is_short_of_memory: trace.is_short_of_memory,
            is_incomplete: trace.is_incomplete,
            originals: [0, 1, 2, 3]
                .map(|list| if list == 1 { Vec::new() } else { std::mem::take(&mut originals[list]) }),
            n_seen: trace.len(),
            ..Trace::default()
        };
        let mut copier = Copier {
            numbers: vec![NONE; trace.n_variables],
            sections: PutOff::new(&trace.marks),
            next_return: 0,
            trace,
            cut: &mut cut,
        };
        let mut from = 0;
        for part in &self.parts {
            copier.copy(from..part.start, false);
            let start = copier.cut.len() as EventId;
            copier.copy(part.clone(), true);
            let end = copier.cut.len() as EventId;
            copier.cut.whole_parts.push(start..end);
            from = part.end;
        }
        copier.copy(from..copier.trace.len() as EventId, false);
        // Behind the last event.
        let end = copier.trace.len() as EventId;
        let has_end = self.parts.last().is_some_and(|part| part.end >= end);
        copier.repeats(end, has_end);
        if let Some(part) = copier.cut.whole_parts.last_mut().filter(|_| has_end) {
            part.end = copier.cut.events.len() as EventId;
        }
        cut.n_variables = cut.originals[1].len();
        if self.n_events == trace.len() {
            cut.whole_parts.clear();
        }
        cut
    }
}

fn around(pair: &Pair, n_events: usize, margin: u32) -> Range<EventId> {
    pair.first.saturating_sub(margin)..pair.second.saturating_add(margin).min(n_events as EventId)
}

/// Gives back what [`Windows::cut`] moved.
pub(crate) fn give_back(cut: &mut Trace, trace: &mut Trace) {
    std::mem::swap(&mut trace.tables, &mut cut.tables);
    std::mem::swap(&mut trace.stacks, &mut cut.stacks);
    std::mem::swap(&mut trace.starts, &mut cut.starts);
    std::mem::swap(&mut trace.calls, &mut cut.calls);
    for list in [0, 2, 3] {
        std::mem::swap(&mut trace.originals[list], &mut cut.originals[list]);
    }
}

struct Copier<'a> {
    trace: &'a Trace,
    cut: &'a mut Trace,
    /// New numbers of variables.
    numbers: Vec<u32>,
    sections: PutOff<'a>,
    /// The next of the trace's returns.
    next_return: usize,
}

impl Copier<'_> {
    fn copy(&mut self, range: Range<EventId>, with_accesses: bool) {
        for id in range {
            let Some(event) = self.trace.events.get(id as usize) else { return };
            self.repeats(id, with_accesses);
            self.sections.event(event);
            if event.op.namespace() != Namespace::Memory {
                self.push(id, *event);
            } else if with_accesses || !event.is_access() {
                self.memory(id, *event);
            }
        }
    }

    /// What comes before an event of what may have been repeated.
    fn repeats(&mut self, id: EventId, with_accesses: bool) {
        for repeat in self.sections.before(id) {
            if with_accesses {
                self.memory(id, repeat);
            }
        }
    }

    fn memory(&mut self, id: EventId, event: Event) {
        let target = event.target as usize;
        let original = self.trace.originals[1].get(target).copied().unwrap_or(0);
        let Some(number) = self.numbers.get_mut(target) else { return };
        if event.op == Op::Free && is_coarse(original) {
            return;
        }
        if *number == NONE {
            *number = self.cut.originals[1].len() as u32;
            self.cut.originals[1].push(original);
        }
        let target = *number;
        self.push(id, Event { target, ..event });
    }

    fn push(&mut self, id: EventId, event: Event) {
        let new = self.cut.events.len() as EventId;
        self.cut.events.push(event);
        self.cut.places.push(id);
        if !self.trace.stack_of.is_empty() {
            self.cut.stack_of.push(self.trace.stack_of.get(id as usize).copied().unwrap_or_default());
        }
        if let Some((at, depth)) = self.trace.returns.get(self.next_return)
            && *at == id
            && event.op.namespace() != Namespace::Memory
        {
            self.cut.returns.push((new, *depth));
            self.next_return += 1;
        }
        if event.op == Op::Wait && self.trace.timed_waits.contains(&id) {
            self.cut.timed_waits.insert(new);
        }
        if event.is_acquire() && self.trace.tried.contains(&id) {
            self.cut.tried.insert(new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::Ingest;
    use crate::partition::Partition;
    use crate::trace::Room;
    use events::trace::{Batch, EventStream, Source, TraceEvent, TraceOrder, TraceReader, TraceWriter};

    /// Three threads access a few words, some of them by relaxed and other atomics, and free what they are in.
    fn random_run(seed: u64) -> Vec<u8> {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut below = |limit: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % limit
        };
        let mut writer = TraceWriter::new(Vec::new(), true).unwrap();
        for number in 0..80 {
            let thread = below(3) as u32;
            let word = 0x4000 + 8 * below(6);
            let (op, object, order) = match below(12) {
                0..=5 => ([Op::Read, Op::Write][below(2) as usize], word, TraceOrder::None),
                6..=7 => (Op::AtomicWrite, 0x5000, TraceOrder::Relaxed),
                8 => (Op::AtomicRead, 0x5000, TraceOrder::Relaxed),
                9 => (Op::AtomicUpdate, 0x5000, TraceOrder::SeqCst),
                10 => (Op::Signal, 0x6000, TraceOrder::None),
                _ => (Op::Free, 0x4000, TraceOrder::None),
            };
            let size = if op == Op::Free { 24 } else { 8 };
            let event = TraceEvent { size, order, ..TraceEvent::new(thread, op, object, number + 1) };
            writer.push(&event, &Batch::default()).unwrap();
        }
        writer.finish().unwrap()
    }

    fn read(bytes: &[u8], put_off: bool) -> Trace {
        let open = || TraceReader::open(Source::Memory(bytes.to_vec())).unwrap();
        let (mut partition, mut batch, mut first) = (Partition::default(), Batch::default(), open());
        while first.fill(&mut batch).unwrap() {
            batch.events.iter().for_each(|event| partition.add(event));
        }
        partition.shared_only();
        let mut ingest = Ingest::new(Some(partition));
        if put_off {
            ingest.put_off_repeats();
        }
        let mut room = Room::default();
        let each = &mut |_: &[Event], _: usize, _: &TraceEvent, _: &Ingest| {};
        let mut trace =
            Trace::read_events(&mut open(), &mut ingest, 1 << 20, &mut room, &|_, _| true, each).unwrap();
        trace.take_numbers(ingest);
        trace
    }

    fn told(trace: &Trace) -> Vec<(u32, Op, u32, u64)> {
        let original = |event: &Event| match event.op.namespace() {
            Namespace::Memory => trace.originals[1][event.target as usize],
            _ => u64::from(event.target),
        };
        let events = trace.events.iter();
        events.map(|event| (event.thread, event.op, event.location, original(event))).collect()
    }

    #[test]
    fn what_may_be_repeated_can_be_put_in_afterwards() {
        let mut repeats = 0;
        for seed in 0..500 {
            let bytes = random_run(seed);
            let (at_once, mut later) = (read(&bytes, false), read(&bytes, true));
            assert!(later.events.iter().all(|event| !event.is_repeat()));
            let n_events = later.len() as EventId;
            let cut = Windows::all(&later).cut(&mut later);
            assert_eq!(told(&at_once), told(&cut), "seed {seed}");
            repeats += cut.events.iter().filter(|event| event.is_repeat()).count();
            // Each event is found by its place, not what was put in before it.
            for place in 0..n_events {
                let event = cut.event(cut.event_at(place).unwrap()).unwrap();
                assert_eq!(
                    (event.location, event.op),
                    (later.events[place as usize].location, later.events[place as usize].op)
                );
            }
        }
        assert!(repeats > 2000, "{repeats}");
    }
}
