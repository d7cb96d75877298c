//! What a first section reads and a second one writes without another look, and who else writes it.

use super::Broken;
use super::sections::SectionPair;
use crate::event::{Event, EventId};
use crate::trace::Trace;
use events::trace::Op;
use rustc_hash::FxHashMap;

/// Others' writes that are tried: between the two in the run, and after them.
const BETWEEN: usize = 2;
const AFTER: usize = 4;

/// A pair that the pass over the trace is in.
struct Active<'a> {
    pair: &'a SectionPair,
    /// Of each variable the read in the first section, if nothing came since.
    reads: FxHashMap<u32, Option<EventId>>,
}

/// A read and a write that goes by it.
struct Blind<'a> {
    pair: &'a SectionPair,
    read: EventId,
    write: EventId,
}

/// `pairs` in the order of their first acquires.
pub(super) fn broken(trace: &Trace, pairs: &[SectionPair]) -> Vec<Broken> {
    let blind = blind_writes(trace, pairs);
    if blind.is_empty() {
        return Vec::new();
    }
    let others = others(trace, &blind);
    let both = blind.iter().zip(others).filter(|(_, others)| !others.is_empty());
    both.map(|(blind, others)| Broken {
        read: blind.read,
        write: blind.write,
        others,
        places: blind.pair.places,
    })
    .collect()
}

fn blind_writes<'a>(trace: &Trace, pairs: &'a [SectionPair]) -> Vec<Blind<'a>> {
    let mut active: Vec<Vec<Active>> = (0..trace.n_threads).map(|_| Vec::new()).collect();
    let (mut next, mut found) = (0, Vec::new());
    let begin = pairs.first().map_or(0, |pair| pair.first.0 as usize);
    let end = pairs.iter().map(|pair| pair.second.1 as usize).max().unwrap_or(0);
    for (id, event) in trace.events.iter().enumerate().take(end).skip(begin) {
        let id = id as EventId;
        while let Some(pair) = pairs.get(next).filter(|pair| pair.first.0 <= id) {
            active[pair.thread as usize].push(Active { pair, reads: FxHashMap::default() });
            next += 1;
        }
        let own = &mut active[event.thread as usize];
        if own.is_empty() || !(event.is_access() || event.op == Op::Free) {
            continue;
        }
        own.retain(|active| active.pair.second.1 > id);
        for active in own {
            if let Some(read) = active.access(id, event).filter(|_| !trace.is_large_access(event)) {
                found.push(Blind { pair: active.pair, read, write: id });
            }
        }
    }
    found
}

impl Active<'_> {
    /// The read that a write goes by.
    fn access(&mut self, id: EventId, event: &Event) -> Option<EventId> {
        let is_first = id < self.pair.first.1;
        let is_read = is_first && event.op == Op::Read && !event.is_repeat();
        let before = self.reads.insert(event.target, is_read.then_some(id)).flatten();
        let is_write = id > self.pair.second.0 && event.op == Op::Write && !event.is_repeat();
        before.filter(|_| is_write)
    }
}

/// For each the writes of other threads under the same lock, after the read.
fn others(trace: &Trace, blind: &[Blind]) -> Vec<Vec<EventId>> {
    let mut wanted: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
    for (number, blind) in blind.iter().enumerate() {
        wanted.entry(trace.events[blind.write as usize].target).or_default().push(number);
    }
    let mut held: Vec<Vec<u32>> = vec![Vec::new(); trace.n_threads];
    let mut counts = vec![[0; 2]; blind.len()];
    let mut result = vec![Vec::new(); blind.len()];
    for (id, event) in trace.events.iter().enumerate() {
        let (id, held) = (id as EventId, &mut held[event.thread as usize]);
        match event.op {
            Op::Acquire => held.push(event.target),
            Op::Release => held.retain(|lock| *lock != event.target),
            Op::Write if !held.is_empty() && !event.is_repeat() => {
                for number in wanted.get(&event.target).into_iter().flatten() {
                    let Blind { pair, read, write } = &blind[*number];
                    let is_other = pair.thread != event.thread && held.contains(&pair.lock) && *read < id;
                    let count = &mut counts[*number][usize::from(*write < id)];
                    if is_other && *count < if *write < id { AFTER } else { BETWEEN } {
                        *count += 1;
                        result[*number].push(id);
                    }
                }
            }
            _ => {}
        }
    }
    result
}
