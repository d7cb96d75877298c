//! A reordering that has each thread of a cycle right before the lock it waits for.

use super::taken::Chosen;
use crate::confirm::{Effort, frees_come_last, is_within_part, size, uses_freed};
use crate::event::EventId;
use crate::ideal::Ends;
use crate::index::{Cut, Index, join};
use crate::schedule::Schedule;
use crate::witness::{Kind, Method, Pair, Witness};

/// Events of a reordering at most: who takes the locks first may do so long before the others.
const MAX_EVENTS: usize = 5_000_000;

/// Tries in turn: with all before the nearest acquires as recorded, with nothing (or what is before the part), and both with
/// sections turned round.
pub(super) fn find(index: &Index, chosen: &Chosen, effort: &Effort) -> Option<Witness> {
    let first = *chosen.nearest.iter().min()?;
    let part = index.trace.part_of(first);
    let lists: Vec<Vec<EventId>> = chosen.lists.iter().map(|list| within(list, &part)).collect();
    if lists.iter().any(Vec::is_empty) || chosen.nearest.iter().any(|event| !part.contains(event)) {
        return None;
    }
    let firsts: Vec<EventId> = lists.iter().map(|list| list[0]).collect();
    let starts = [(first, &chosen.nearest), (part.start, &firsts)];
    let preserving = |(prefix, start): &(EventId, &Vec<EventId>)| preserving(index, &lists, start, *prefix);
    if let Some(witness) = starts.iter().find_map(preserving) {
        return Some(witness);
    }
    if !effort.reversal {
        return None;
    }
    let tries = [(effort.short_search, false), (effort.long_search, false), (effort.long_search, true)];
    tries.iter().filter(|(budget, _)| *budget > 0).find_map(|(budget, prefer_later)| {
        starts
            .iter()
            .find_map(|(prefix, start)| reversal(index, start, *prefix, *budget, *prefer_later, effort))
    })
}

fn within(list: &[EventId], part: &std::ops::Range<EventId>) -> Vec<EventId> {
    list.iter().filter(|event| part.contains(event)).copied().collect()
}

/// Adds what must have happened when the thread wants the lock.
fn before(index: &Index, acquire: EventId, cut: &mut Cut) {
    index.extend(cut, index.event(acquire).thread as usize, index.position[acquire as usize]);
    for need in index.trace.needs(acquire) {
        index.include(cut, *need);
    }
}

/// The set of events that the cycle needs, closed over locks as SyncP does; which of each thread's acquires it is about is found
/// on the way.
fn preserving(index: &Index, lists: &[Vec<EventId>], start: &[EventId], prefix: EventId) -> Option<Witness> {
    let from = index.cut_before(prefix);
    let (mut cut, mut cycle) = (from.clone(), start.to_vec());
    cycle.iter().for_each(|acquire| before(index, *acquire, &mut cut));
    loop {
        let ends = Ends::new(index, &cycle);
        if ends.holds(index, &cut) && ends.close_preserving(index, &mut cut) {
            break;
        }
        let mut has_moved = false;
        for (acquire, list) in cycle.iter_mut().zip(lists).filter(|(acquire, _)| index.is_in(**acquire, &cut))
        {
            let count = cut[index.event(*acquire).thread as usize];
            let next = list.partition_point(|event| index.position[*event as usize] < count);
            *acquire = *list.get(next)?;
            has_moved = true;
        }
        if !has_moved {
            return None;
        }
        for acquire in &cycle {
            before(index, *acquire, &mut cut);
        }
    }
    if size(&from, &cut) > MAX_EVENTS || !is_within_part(index, prefix.max(*cycle.first()?), &from, &cut) {
        return None;
    }
    let mut tail: Vec<EventId> = Vec::with_capacity(size(&from, &cut));
    for (thread, events) in index.threads.iter().enumerate() {
        tail.extend_from_slice(events.get(from[thread] as usize..cut[thread] as usize)?);
    }
    tail.sort_unstable();
    witness(index, cycle, prefix, tail, Method::SyncPreserving)
}

/// With critical sections in another order.
fn reversal(
    index: &Index,
    cycle: &[EventId],
    prefix: EventId,
    budget: u64,
    prefer_later: bool,
    effort: &Effort,
) -> Option<Witness> {
    let from = index.cut_before(prefix);
    let mut cut: Cut = vec![0; from.len()];
    cycle.iter().for_each(|acquire| before(index, *acquire, &mut cut));
    join(&mut cut, &from);
    if !Ends::new(index, cycle).close_optimistic(index, &mut cut, prefer_later)
        || size(&from, &cut) > effort.max_events_hard
        || !is_within_part(index, prefix.max(*cycle.first()?), &from, &cut)
    {
        return None;
    }
    let pair = Pair { first: *cycle.first()?, second: *cycle.last()?, kind: Kind::Deadlock };
    let tail = Schedule::new(index, pair, prefix, &from, &cut, budget).run().ok()?;
    witness(index, cycle.to_vec(), prefix, tail, Method::SyncReversal)
}

fn witness(
    index: &Index,
    mut cycle: Vec<EventId>,
    prefix: EventId,
    tail: Vec<EventId>,
    method: Method,
) -> Option<Witness> {
    let first = (0..cycle.len()).min_by_key(|place| cycle[*place])?;
    cycle.rotate_left(first);
    let pair = Pair { first: *cycle.first()?, second: *cycle.get(1)?, kind: Kind::Deadlock };
    let is_sound = frees_come_last(index, &tail) && !uses_freed(index, pair, prefix, &tail);
    is_sound.then_some(Witness { pair, cycle, prefix, tail, method })
}
