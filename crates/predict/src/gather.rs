//! Candidates by pairs of places, and what went wrong in the run itself.
//!
//! Many candidates are the same to the user: one kind between the same two places. Of those a few are kept, the first ones or
//! (where it costs to have them far apart) the nearest.

use crate::event::{Event, EventId, NONE};
use crate::misuse::{Fault, Observed};
use crate::witness::{Kind, Pair};
use events::trace::Op;
use rustc_hash::{FxHashMap, FxHashSet};

/// Candidates between the same two places.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    /// The later event of the first pair that was found.
    pub(crate) found_at: EventId,
    pub(crate) pairs: Vec<Pair>,
    pub(crate) count: u64,
}

/// See [`place_key`].
type PlaceKey = (Kind, u64, u64);

/// Which candidates of a group are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Which {
    First,
    /// Those with the fewest events in between.
    Nearest,
}

#[derive(Debug)]
pub(crate) struct Gathered {
    places: FxHashMap<PlaceKey, usize>,
    /// In the order they were found.
    pub(crate) groups: Vec<Group>,
    pub(crate) candidates: u64,
    /// A free, and a use or second free after it, once per pair of places.
    pub(crate) observed: Vec<Observed>,
    told: FxHashSet<PlaceKey>,
    /// Per variable: its last free.
    freed: Vec<EventId>,
    tries: usize,
    every_pair: bool,
    which: Which,
}

impl Gathered {
    pub(crate) fn new(tries: usize, every_pair: bool, which: Which) -> Gathered {
        Gathered {
            places: FxHashMap::default(),
            groups: Vec::new(),
            candidates: 0,
            observed: Vec::new(),
            told: FxHashSet::default(),
            freed: Vec::new(),
            tries,
            every_pair,
            which,
        }
    }

    /// Adds a candidate; its events are among those given. What may have been repeated is in no violation.
    pub(crate) fn candidate(&mut self, events: &[Event], pair: Pair) {
        if [pair.first, pair.second].iter().any(|id| events[*id as usize].is_repeat()) {
            return;
        }
        self.candidates += 1;
        let next = self.groups.len();
        let place = *self.places.entry(place_key(events, &pair, self.every_pair)).or_insert(next);
        if place == next {
            self.groups.push(Group { found_at: pair.second, ..Group::default() });
        }
        let group = &mut self.groups[place];
        group.count += 1;
        if group.pairs.len() < self.tries {
            group.pairs.push(pair);
        } else if self.which == Which::Nearest {
            let farthest = group.pairs.iter_mut().max_by_key(|pair| distance(pair));
            if let Some(farthest) = farthest.filter(|farthest| distance(farthest) > distance(&pair)) {
                *farthest = pair;
            }
        }
    }

    /// The free that an event comes after in the run itself, or `NONE`.
    #[inline]
    pub(crate) fn freed_before(&mut self, id: EventId, event: &Event) -> EventId {
        let target = event.target as usize;
        match event.op {
            Op::Free => {
                if target >= self.freed.len() {
                    self.freed.resize(target + 1, NONE);
                }
                std::mem::replace(&mut self.freed[target], id)
            }
            _ if event.is_access() && !event.is_repeat() => self.freed.get(target).copied().unwrap_or(NONE),
            _ => NONE,
        }
    }

    /// Adds a use, or second free, after a free.
    pub(crate) fn observe(&mut self, events: &[Event], free: EventId, id: EventId) {
        let pair = Pair { first: free, second: id, kind: Kind::UseAfterFree };
        if self.told.insert(place_key(events, &pair, self.every_pair)) {
            self.observed.push(Observed::new(Fault::UseAfterFree, &[free, id]));
        }
    }
}

pub(crate) fn distance(pair: &Pair) -> u32 {
    pair.second.abs_diff(pair.first)
}

/// What makes two pairs the same for the user: kind and places, or the variable where places are not known.
fn place_key(events: &[Event], pair: &Pair, every_pair: bool) -> PlaceKey {
    if every_pair {
        return (pair.kind, u64::from(pair.first), u64::from(pair.second));
    }
    let (first, second) = (&events[pair.first as usize], &events[pair.second as usize]);
    let key = |event: &Event| match event.location {
        0 => u64::from(event.target) | 1 << 40 | (event.op as u64) << 48,
        location => u64::from(location),
    };
    let (first, second) = (key(first), key(second));
    if pair.kind.is_adjacent() {
        (pair.kind, first.min(second), first.max(second))
    } else {
        (pair.kind, first, second)
    }
}
