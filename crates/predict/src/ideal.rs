//! The smallest set of events that a reordering must contain to show a pair.
//!
//! Two closures over program order and [`crate::Trace::needs`]:
//! - *sync-preserving* (SyncP, Mathur et al., POPL 2021): of two critical sections on one lock that stay in their order,
//!   the earlier one must end. The set in trace order is then a correct reordering.
//! - *optimistic* (after OSR, Shi et al., ICSE 2024): only where two sections on one lock are both open at the end must
//!   one of them go on to its release; in which order sections come is left to [`crate::schedule`].
//!
//! Adapted to order violations: the later event of the pair is in the set, together with the release of every lock that
//! the earlier one needs too; the earlier event is not, and its thread stops right before it. Before a wait that is to
//! miss its signal must come all others that could end it.

use crate::event::{EventId, NONE};
use crate::index::{Cut, Held, Index};
use crate::waiting::{Before, events_before};
use crate::witness::{Kind, Pair};
use smallvec::SmallVec;

/// What a closure must respect.
#[derive(Debug)]
pub(crate) struct Goal {
    pub(crate) pair: Pair,
    /// The earlier one, and the later one of a race, stay out.
    ends: Ends,
    /// The first acquire in the earlier event's thread of a lock that is also held at the later event; `NONE` if none.
    pub(crate) common: EventId,
    /// How far the later event's thread must go: events of it in the set.
    later_count: u32,
    /// What must be in the set besides: signals that would end a wait.
    also: Vec<EventId>,
}

/// Where threads stop.
#[derive(Debug)]
pub(crate) struct Ends {
    /// Events that must stay out.
    out: SmallVec<[EventId; 2]>,
    /// Their threads.
    pinned: SmallVec<[u32; 2]>,
}

impl Goal {
    /// `before` says what is asked to come before a wait. `None` when the pair cannot be shown at all: a race under a common lock, or a lock that is never released.
    pub(crate) fn new(index: &Index, pair: Pair, before: Before) -> Option<Goal> {
        let is_common = |held: &Held| {
            index.held_at(pair.second).any(|other| other.lock == held.lock && !(other.shared && held.shared))
        };
        let common =
            index.held_at(pair.first).filter(is_common).map(|held| held.acquire).min().unwrap_or(NONE);
        let adjacent = pair.kind.is_adjacent();
        if adjacent && common != NONE {
            return None;
        }
        let mut later_count = index.position[pair.second as usize] + u32::from(!adjacent);
        for held in index.held_at(pair.second) {
            let is_needed = |other: Held| other.lock == held.lock && !(other.shared && held.shared);
            if index.held_at(pair.first).any(is_needed) {
                match index.release_of(held.acquire) {
                    NONE => return None,
                    release => later_count = later_count.max(index.position[release as usize] + 1),
                }
            }
        }
        let out = [pair.first, pair.second];
        let ends = Ends::new(index, if adjacent { &out } else { &out[..1] });
        let also = match pair.kind {
            Kind::LostSignal => events_before(index, pair.first, before),
            _ => Vec::new(),
        };
        Some(Goal { pair, ends, common, later_count, also })
    }

    /// Adds what both events need, without closing over locks. `false` if an event that must stay out is needed.
    pub(crate) fn start(&self, index: &Index, cut: &mut Cut) -> bool {
        let (first, second) = (index.event(self.pair.first), index.event(self.pair.second));
        index.extend(cut, first.thread as usize, index.position[self.pair.first as usize]);
        self.needs_but_reads_from(index, cut, self.pair.first);
        let at_second = index.position[self.pair.second as usize];
        index.extend(cut, second.thread as usize, at_second);
        if self.pair.kind.is_adjacent() {
            self.needs_but_reads_from(index, cut, self.pair.second);
        }
        // Event by event, because the second may need the first, which is to come later here.
        for position in at_second..self.later_count {
            let id = index.threads[second.thread as usize][position as usize];
            for need in index.trace.needs(id) {
                if !self.pair.waives(index.trace, id, *need) {
                    index.include(cut, *need);
                }
            }
        }
        let own = &mut cut[second.thread as usize];
        *own = (*own).max(self.later_count);
        for event in &self.also {
            index.include(cut, *event);
        }
        self.ends.holds(index, cut)
    }

    fn needs_but_reads_from(&self, index: &Index, cut: &mut Cut, id: EventId) {
        let reads_from = index.trace.reads_from[id as usize];
        for need in index.trace.needs(id) {
            if *need != reads_from && !self.pair.waives(index.trace, id, *need) {
                index.include(cut, *need);
            }
        }
    }

    /// Closes over locks as SyncP does.
    pub(crate) fn close_preserving(&self, index: &Index, cut: &mut Cut) -> bool {
        self.ends.close_preserving(index, cut)
    }

    /// Lets one of two open sections on a lock go on to its end, until there are none such.
    pub(crate) fn close_optimistic(&self, index: &Index, cut: &mut Cut, prefer_later: bool) -> bool {
        self.ends.close_optimistic(index, cut, prefer_later)
    }
}

impl Ends {
    pub(crate) fn new(index: &Index, out: &[EventId]) -> Ends {
        Ends { out: out.into(), pinned: out.iter().map(|id| index.event(*id).thread).collect() }
    }

    /// Whether nothing is in that must stay out.
    pub(crate) fn holds(&self, index: &Index, cut: &[u32]) -> bool {
        self.out.iter().all(|event| !index.is_in(*event, cut))
    }

    /// Closes over locks as SyncP does.
    pub(crate) fn close_preserving(&self, index: &Index, cut: &mut Cut) -> bool {
        loop {
            let mut grown = false;
            for thread in 0..cut.len() {
                let open = index.held_after(thread, cut[thread]);
                for held in open.filter(|held| index.taken_later(held, cut)).collect::<Vec<_>>() {
                    grown = true;
                    match index.release_of(held.acquire) {
                        NONE => return false,
                        release => index.include(cut, release),
                    }
                }
            }
            if !self.holds(index, cut) {
                return false;
            }
            if !grown {
                return true;
            }
        }
    }

    /// Lets one of two open sections on a lock go on to its end, until there are none such.
    pub(crate) fn close_optimistic(&self, index: &Index, cut: &mut Cut, prefer_later: bool) -> bool {
        loop {
            if !self.holds(index, cut) {
                return false;
            }
            let Some((one, other)) = conflicting_sections(index, cut) else { return true };
            let mut choices = [one, other];
            choices.sort_by_key(|held| held.acquire);
            if prefer_later {
                choices.reverse();
            }
            let can_end = |held: &&Held| {
                !self.pinned.contains(&index.event(held.acquire).thread)
                    && index.release_of(held.acquire) != NONE
            };
            match choices.iter().find(can_end) {
                Some(held) => index.include(cut, index.release_of(held.acquire)),
                None => return false,
            }
        }
    }
}

/// Two sections on one lock that are both open at the cut.
fn conflicting_sections(index: &Index, cut: &[u32]) -> Option<(Held, Held)> {
    let mut open: Vec<Held> = Vec::new();
    for (thread, count) in cut.iter().enumerate() {
        for held in index.held_after(thread, *count) {
            let conflict =
                open.iter().find(|other| other.lock == held.lock && !(other.shared && held.shared));
            if let Some(other) = conflict {
                return Some((*other, held));
            }
            open.push(held);
        }
    }
    None
}
