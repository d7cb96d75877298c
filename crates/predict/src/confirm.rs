//! From a candidate pair to a witness, if there is one that can be found.
//!
//! Tried in this order: the sync-preserving closure (races need nothing more: the set in trace order is the witness); the
//! optimistic closure with a short search for an order; the same with a longer search and the other choice of which open
//! section ends. Each first with all of the trace before the pair's critical section as it was (so that only what comes
//! after has to be ordered), then with the smallest set. Where accesses were left out ([`crate::Trace::whole_parts`]) everything
//! before the pair's part is as it was, and the reordering stays in the part.

use crate::event::{EventId, NONE};
use crate::ideal::Goal;
use crate::index::{Cut, Index, join};
use crate::schedule::{NoOrder, Schedule};
use crate::waiting::Before;
use crate::witness::{Kind, Method, Pair, Witness};
use events::trace::Op;
use rustc_hash::FxHashSet;

/// Limits of the effort for one pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Events that are put in order at most, after a part of the trace as it was.
    pub max_events: usize,
    /// The same where nothing is as it was, and for the long search.
    pub max_events_hard: usize,
    /// Choices tried by the first search.
    pub short_search: u64,
    /// Choices tried by the second; 0 for none.
    pub long_search: u64,
    /// Whether critical sections may change their order (OSR) or not (SyncP).
    pub reversal: bool,
}

impl Default for Effort {
    fn default() -> Self {
        let (max_events, max_events_hard) = (100_000, 2_000);
        Effort { max_events, max_events_hard, short_search: 1_000, long_search: 10_000, reversal: true }
    }
}

/// Finds a witness. What it returns has still to pass [`crate::check`]; that a wait never ends can only be told by
/// playing the rest of the run, which is done here, too.
pub fn confirm(index: &Index, pair: Pair, effort: &Effort) -> Option<Witness> {
    if pair.kind != Kind::LostSignal {
        return find(index, pair, effort, Before::Signals);
    }
    let found = [Before::Signals, Before::Everything].into_iter();
    let mut found = found.filter_map(|before| find(index, pair, effort, before));
    found.find(|witness| crate::checker::check(index.trace, witness).is_ok())
}

/// Whether there is a reordering, in the part of the trace that is there, with the signal before the wait; whether it is lost then
/// is for the whole trace to say.
pub(crate) fn can_come_early(index: &Index, pair: Pair, effort: &Effort) -> bool {
    find(index, pair, effort, Before::Signals).is_some()
}

fn find(index: &Index, pair: Pair, effort: &Effort, before: Before) -> Option<Witness> {
    let part = index.trace.part_of(pair.first);
    if pair.second >= part.end {
        return None;
    }
    let goal = Goal::new(index, pair, before)?;
    let prefixes = [if goal.common == NONE { pair.first } else { goal.common.max(part.start) }, part.start];
    if goal.common == NONE {
        for prefix in prefixes {
            if let Some(witness) = preserving(index, &goal, prefix, effort) {
                return Some(witness);
            }
        }
    }
    if !effort.reversal {
        return common_preserving(index, &goal, prefixes, effort);
    }
    let mut failed: Vec<(EventId, Cut)> = Vec::new();
    for (method, budget, prefer_later) in [
        (Method::SyncReversal, effort.short_search, false),
        (Method::Search, effort.long_search, false),
        (Method::Search, effort.long_search, true),
    ] {
        for prefix in prefixes {
            let hard = prefix == part.start || method == Method::Search;
            let limit = if hard { effort.max_events_hard } else { effort.max_events };
            if budget == 0 {
                continue;
            }
            let found = reversal(index, &goal, prefix, budget, prefer_later, limit, &mut failed);
            if let Some(tail) = found {
                return Some(Witness { pair, cycle: Vec::new(), prefix, tail, method });
            }
        }
    }
    None
}

/// The closure that starts from a part of the trace as recorded.
fn start(index: &Index, goal: &Goal, prefix: EventId) -> Option<(Cut, Cut)> {
    let from = index.cut_before(prefix);
    let mut cut = vec![0; from.len()];
    if !goal.start(index, &mut cut) {
        return None;
    }
    join(&mut cut, &from);
    Some((from, cut))
}

/// Whether what is to be put in order is in the part of the trace that has all accesses.
pub(crate) fn is_within_part(index: &Index, first: EventId, from: &[u32], to: &[u32]) -> bool {
    let end = index.trace.part_of(first).end;
    let last =
        |thread: usize| to[thread].checked_sub(1).and_then(|last| index.threads[thread].get(last as usize));
    !index.trace.is_partial()
        || (0..to.len())
            .all(|thread| to[thread] <= from[thread] || last(thread).is_some_and(|event| *event < end))
}

pub(crate) fn size(from: &[u32], to: &[u32]) -> usize {
    from.iter().zip(to).map(|(from, to)| to.saturating_sub(*from) as usize).sum()
}

pub(crate) fn preserving(index: &Index, goal: &Goal, prefix: EventId, effort: &Effort) -> Option<Witness> {
    let (from, mut cut) = start(index, goal, prefix)?;
    if !goal.close_preserving(index, &mut cut)
        || size(&from, &cut) > effort.max_events
        || !is_within_part(index, goal.pair.first, &from, &cut)
    {
        return None;
    }
    let pair = goal.pair;
    let mut tail: Vec<EventId> = Vec::with_capacity(size(&from, &cut) + 2);
    for (thread, events) in index.threads.iter().enumerate() {
        tail.extend_from_slice(events.get(from[thread] as usize..cut[thread] as usize)?);
    }
    tail.sort_unstable();
    if !frees_come_last(index, &tail)
        || goes_first(index, goal.pair, &tail)
        || uses_freed(index, pair, prefix, &tail)
    {
        return None;
    }
    tail.push(pair.first);
    if pair.kind.is_adjacent() {
        tail.push(pair.second);
    }
    Some(Witness { pair, cycle: Vec::new(), prefix, tail, method: Method::SyncPreserving })
}

/// Whether nothing is used after its free; in trace order that can only go wrong where it did so in the trace.
pub(crate) fn frees_come_last(index: &Index, tail: &[EventId]) -> bool {
    let mut gone: FxHashSet<u32> = FxHashSet::default();
    tail.iter().all(|id| {
        let event = index.event(*id);
        let is_use = event.is_access() || event.op == Op::Free;
        if is_use && !gone.is_empty() && gone.contains(&event.target) {
            return false;
        }
        if event.op == Op::Free {
            gone.insert(event.target);
        }
        true
    })
}

/// Whether something else than the pair frees or destroys what the pair is about.
fn goes_first(index: &Index, pair: Pair, tail: &[EventId]) -> bool {
    let first = index.event(pair.first);
    let ends = if first.is_access() { Op::Free } else { Op::Destroy };
    tail.iter().any(|id| {
        let event = index.event(*id);
        event.op == ends && event.target == first.target && *id != pair.second
    })
}

/// Whether something uses what was freed in the part as recorded: the run itself did so.
pub(crate) fn uses_freed(index: &Index, pair: Pair, prefix: EventId, tail: &[EventId]) -> bool {
    let mut ends = [pair.first, pair.second].into_iter().filter(|_| pair.kind != Kind::UseAfterFree);
    tail.iter().any(|id| index.is_freed_before(*id, prefix))
        || ends.any(|id| index.is_freed_before(id, prefix))
}

/// SyncP for events under a common lock: the later section goes first, everything else stays in its order.
fn common_preserving(index: &Index, goal: &Goal, prefixes: [EventId; 2], effort: &Effort) -> Option<Witness> {
    if goal.common == NONE {
        return None;
    }
    for prefix in prefixes {
        let (from, mut cut) = start(index, goal, prefix)?;
        if !goal.close_optimistic(index, &mut cut, false)
            || size(&from, &cut) > effort.max_events
            || !is_within_part(index, goal.pair.first, &from, &cut)
        {
            continue;
        }
        // The earlier event's thread comes last, from the common lock on.
        let thread = index.event(goal.pair.first).thread as usize;
        let keep = index.position[goal.common as usize].max(from[thread]);
        let mut tail: Vec<EventId> = Vec::new();
        for (other, events) in index.threads.iter().enumerate() {
            let until = if other == thread { keep } else { cut[other] };
            tail.extend_from_slice(events.get(from[other] as usize..until as usize)?);
        }
        tail.sort_unstable();
        tail.extend_from_slice(index.threads[thread].get(keep as usize..cut[thread] as usize)?);
        tail.push(goal.pair.first);
        let (pair, cycle) = (goal.pair, Vec::new());
        let witness = Witness { pair, cycle, prefix, tail, method: Method::SyncPreserving };
        if crate::checker::check(index.trace, &witness).is_ok() {
            return Some(witness);
        }
    }
    None
}

/// `failed` has the sets for which it is known that there is no order.
fn reversal(
    index: &Index,
    goal: &Goal,
    prefix: EventId,
    budget: u64,
    prefer_later: bool,
    limit: usize,
    failed: &mut Vec<(EventId, Cut)>,
) -> Option<Vec<EventId>> {
    let (from, mut cut) = start(index, goal, prefix)?;
    if !goal.close_optimistic(index, &mut cut, prefer_later)
        || size(&from, &cut) > limit
        || !is_within_part(index, goal.pair.first, &from, &cut)
    {
        return None;
    }
    if failed.iter().any(|(of, known)| *of == prefix && *known == cut) {
        return None;
    }
    let mut tail = match Schedule::new(index, goal.pair, prefix, &from, &cut, budget).run() {
        Ok(tail) if uses_freed(index, goal.pair, prefix, &tail) || !frees_come_last(index, &tail) => {
            return None;
        }
        Ok(tail) if !goes_first(index, goal.pair, &tail) => tail,
        Err(NoOrder::OutOfBudget) => return None,
        Ok(_) | Err(NoOrder::Impossible) => {
            failed.push((prefix, cut));
            return None;
        }
    };
    tail.push(goal.pair.first);
    if goal.pair.kind.is_adjacent() {
        tail.push(goal.pair.second);
    }
    Some(tail)
}
