//! What a place may hold: the least set of values that the writes of all threads can put there.
//!
//! With each value goes its *past*: alternative sets of writes that it takes to compute it through addresses and
//! data. A write whose every past contains itself would be its own cause, which no model permits; leaving it out
//! keeps the sets finite although an atomic increment reads what it writes.
//!
//! Invariant: sets only grow, so that whoever builds on them may go on until nothing is new.

use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Sets of writes, each a bit mask; none contains another. No set at all: the value is a guess that nobody wrote yet.
pub(super) type Pasts = Vec<u128>;

/// More alternatives than this are not told apart: the value then has no past, which errs on the side of more values.
const MAX_PASTS: usize = 16;

/// First byte and number of bytes of an access.
pub(super) type Place = (u64, u64);

/// A write by its thread and its position among the writes of that thread. An execution has each of them once.
pub(super) type Site = (u32, u32);

#[derive(Debug, Default)]
pub(super) struct ValueSets {
    sets: FxHashMap<Place, BTreeMap<u128, Pasts>>,
    sites: FxHashMap<Site, u32>,
    /// Where places begin and how long they are, to refuse those that overlap.
    starts: BTreeMap<u64, u64>,
    pub grew: bool,
    /// Values to try although nobody has written them yet (stores that overtake the branch which guards them).
    pub guesses: BTreeSet<u128>,
}

impl ValueSets {
    pub fn new(guesses: BTreeSet<u128>) -> Self {
        ValueSets { guesses, ..ValueSets::default() }
    }

    /// Takes in a place with its initial value (`None`: anything). False: it overlaps another one of different shape.
    pub fn declare(&mut self, place: Place, initial: impl FnOnce() -> Option<u128>) -> bool {
        if self.sets.contains_key(&place) {
            return true;
        }
        let (addr, size) = place;
        let below = self.starts.range(..addr.saturating_add(size)).next_back();
        if below.is_some_and(|(&start, &length)| start.saturating_add(length) > addr) {
            return false;
        }
        self.starts.insert(addr, size);
        let initial = initial().map(|value| (value, vec![0]));
        self.sets.insert(place, initial.into_iter().collect());
        self.grew = true;
        true
    }

    /// The values that a read of the place may find, guesses included.
    pub fn possible(&self, place: Place) -> Vec<(u128, Pasts)> {
        let mask = ir::Ty::Int(8 * place.1.min(16) as u8).mask();
        let mut all: BTreeMap<u128, Pasts> =
            self.guesses.iter().map(|guess| (guess & mask, Vec::new())).collect();
        let known = self.sets.get(&place).into_iter().flatten();
        all.extend(known.map(|(&value, pasts)| (value, pasts.clone())));
        all.into_iter().collect()
    }

    pub fn places(&self) -> impl Iterator<Item = Place> + '_ {
        self.sets.keys().copied()
    }

    /// A write puts `value` there, computed from reads with these pasts. `None`: it would be its own cause on every
    /// way; otherwise the pasts of what was written.
    pub fn give(&mut self, place: Place, site: Site, from: &[&Pasts], value: u128) -> Option<Pasts> {
        let number = self.sites.len() as u32;
        let site = *self.sites.entry(site).or_insert(number);
        let own = 1u128.checked_shl(site).unwrap_or(0);
        let mut pasts: Pasts = vec![0];
        for alternatives in from {
            pasts =
                pasts.iter().flat_map(|past| alternatives.iter().map(move |other| past | other)).collect();
            minimise(&mut pasts);
        }
        if pasts.is_empty() {
            // Computed from a guess: a guess itself.
            self.grew |= self.guesses.insert(value);
            return Some(pasts);
        }
        pasts.retain(|past| past & own == 0);
        if pasts.is_empty() {
            return None;
        }
        pasts.iter_mut().for_each(|past| *past |= own);
        minimise(&mut pasts);
        let known = self.sets.entry(place).or_default().entry(value).or_default();
        let before = known.clone();
        known.extend(&pasts);
        minimise(known);
        self.grew |= *known != before;
        Some(pasts)
    }
}

/// Keeps the sets that contain no other; gives up telling them apart when there are too many.
fn minimise(pasts: &mut Pasts) {
    pasts.sort_unstable_by_key(|past| (past.count_ones(), *past));
    pasts.dedup();
    let mut kept: Pasts = Vec::new();
    for &past in pasts.iter() {
        if !kept.iter().any(|smaller| smaller & past == *smaller) {
            kept.push(past);
        }
    }
    *pasts = if kept.len() > MAX_PASTS { vec![0] } else { kept };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_increment_does_not_feed_itself() {
        let mut sets = ValueSets::default();
        assert!(sets.declare((64, 4), || Some(0)));
        for _ in 0..10 {
            for (value, pasts) in sets.possible((64, 4)) {
                sets.give((64, 4), (1, 0), &[&pasts], value + 1);
                sets.give((64, 4), (2, 0), &[&pasts], value + 1);
            }
        }
        let values: Vec<u128> = sets.possible((64, 4)).into_iter().map(|(value, _)| value).collect();
        assert_eq!(values, [0, 1, 2]);
    }

    #[test]
    fn overlapping_places_of_different_shape_are_refused() {
        let mut sets = ValueSets::default();
        assert!(sets.declare((64, 4), || Some(0)) && sets.declare((68, 4), || Some(0)));
        assert!(!sets.declare((66, 2), || Some(0)) && !sets.declare((60, 8), || Some(0)));
    }
}
