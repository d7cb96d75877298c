//! What is known at one point of one thread.
//!
//! `memory` is the thread's *own view*: for each cell the stores of this thread (or of those that started it, or that it
//! waited for) that can be the last one before this point in program order. Under every model a load reads one of
//! these or a store of another thread that is not ordered before it (coherence), so own view and interferences
//! together cover what it can see. A cell that is not listed has its initial contents.

use super::memory::{Object, own_cell};
use crate::domain::{Ints, Value};
use ir::ValueId;
use std::collections::{BTreeMap, BTreeSet};

/// A store of the program as analysed: its number in the analysis.
pub(crate) type StoreId = u32;
/// Stands for the initial contents.
pub(crate) const INITIAL: StoreId = u32::MAX;
/// Stands for stores of unknown offset.
pub(crate) const BLURRED: StoreId = u32::MAX - 1;

/// A mutex by object and offset. The atomic section of `__VERIFIER_atomic_begin` is one, too.
pub(crate) type Lock = (u32, i64);
pub(crate) const SECTION: Lock = (u32::MAX, 0);

/// First byte and size of a cell in an object.
pub(crate) type CellKey = (u32, i64, u64);

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Cell {
    pub value: Value,
    pub stores: BTreeSet<StoreId>,
    /// Locks held ever since the store.
    pub held: BTreeSet<Lock>,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct State {
    pub memory: BTreeMap<CellKey, Cell>,
    /// What stores of unknown offset left in an object, for cells that are not listed.
    pub blurred: BTreeMap<u32, Value>,
    /// Cells whose content, as far as this thread's own view goes, is this value: what it stored or loaded last.
    pub copies: BTreeMap<CellKey, ValueId>,
    /// Values that equal another one: a second load of what nobody has changed.
    pub aliases: BTreeMap<ValueId, ValueId>,
    /// Pairs of which the first is at least the second, as signed numbers.
    pub at_least: BTreeSet<(ValueId, ValueId)>,
    /// Values known better than where they were computed, because of the branches since.
    pub refined: BTreeMap<ValueId, Value>,
    /// Locks held for sure; true: no other thread holds it in any way.
    pub locks: BTreeMap<Lock, bool>,
    /// A status of 0 in this value means that this lock was taken.
    pub tries: BTreeMap<ValueId, (Lock, bool)>,
    /// Threads that this one may have started, and those that have ended for sure.
    pub created: BTreeSet<u32>,
    pub joined: BTreeSet<u32>,
}

impl Cell {
    pub fn join(&self, other: &Cell, widen: Option<u32>) -> Cell {
        let value = match widen {
            Some(width) => self.value.widen(&self.value.join(&other.value), width),
            None => self.value.join(&other.value),
        };
        Cell {
            value,
            stores: self.stores.union(&other.stores).copied().collect(),
            held: self.held.intersection(&other.held).copied().collect(),
        }
    }
}

impl State {
    /// The least state above both.
    pub fn join(&self, other: &State, widen: bool, objects: &[Object]) -> State {
        let mut memory = BTreeMap::new();
        for &key in self.memory.keys().chain(other.memory.keys()) {
            memory.entry(key).or_insert_with(|| {
                let (left, right) = (own_cell(objects, self, key), own_cell(objects, other, key));
                left.join(&right, widen.then_some((8 * key.2).min(127) as u32))
            });
        }
        let mut blurred = self.blurred.clone();
        for (&object, value) in &other.blurred {
            let known = blurred.entry(object).or_insert_with(Value::none);
            *known = if widen { known.widen(&known.join(value), 64) } else { known.join(value) };
        }
        let refined = self.refined.iter().filter_map(|(&id, value)| {
            let theirs = other.refined.get(&id)?;
            let joined = if widen && !theirs.is_subset(value) { return None } else { value.join(theirs) };
            Some((id, joined))
        });
        let locks = self
            .locks
            .iter()
            .filter_map(|(&lock, &write)| other.locks.get(&lock).map(|&theirs| (lock, write && theirs)));
        let copies = self.copies.iter().filter(|(key, id)| other.copies.get(key) == Some(id));
        let aliases = self.aliases.iter().filter(|(id, copy)| other.aliases.get(id) == Some(copy));
        let tries = self.tries.iter().filter(|(id, lock)| other.tries.get(id) == Some(lock));
        State {
            memory,
            blurred,
            copies: copies.map(|(&key, &id)| (key, id)).collect(),
            aliases: aliases.map(|(&id, &copy)| (id, copy)).collect(),
            at_least: self.at_least.intersection(&other.at_least).copied().collect(),
            refined: refined.collect(),
            locks: locks.collect(),
            tries: tries.map(|(&id, &lock)| (id, lock)).collect(),
            created: self.created.union(&other.created).copied().collect(),
            joined: self.joined.intersection(&other.joined).copied().collect(),
        }
    }

    /// A value is about to be computed anew: what was known of the old one is gone.
    pub fn forget(&mut self, id: ValueId, repeats: bool) {
        self.refined.remove(&id);
        self.tries.remove(&id);
        if repeats {
            self.copies.retain(|_, copy| *copy != id);
            self.aliases.retain(|&other, copy| other != id && *copy != id);
            self.at_least.retain(|&(a, b)| a != id && b != id);
        }
    }

    /// The first of those that are known to equal this value.
    pub fn original(&self, id: ValueId) -> ValueId {
        self.aliases.get(&id).copied().unwrap_or(id)
    }
    /// A value is known better: so are the cells that hold it, for when branches meet and the value is forgotten.
    pub fn refine_copies(&mut self, id: ValueId, kept: &Ints) {
        let original = self.original(id);
        let aliases = &self.aliases;
        let same = |copy: &ValueId| aliases.get(copy).unwrap_or(copy) == &original;
        for (key, _) in self.copies.iter().filter(|(_, copy)| same(copy)) {
            if let Some(cell) = self.memory.get_mut(key).filter(|cell| cell.value.is_number()) {
                let narrower = cell.value.ints.meet(kept);
                if !narrower.is_none() {
                    cell.value = Value::of(narrower);
                }
            }
        }
    }
    pub fn learn_at_least(&mut self, a: ValueId, b: ValueId) {
        let pair = (self.original(a), self.original(b));
        if pair.0 != pair.1 {
            self.at_least.insert(pair);
        }
    }
    pub fn is_at_least(&self, a: ValueId, b: ValueId) -> bool {
        let (a, b) = (self.original(a), self.original(b));
        a == b || self.at_least.contains(&(a, b))
    }

    /// What a thread that is started here begins with.
    pub fn for_child(&self) -> State {
        let mut child = State {
            memory: self.memory.clone(),
            blurred: self.blurred.clone(),
            joined: self.joined.clone(),
            ..State::default()
        };
        child.memory.values_mut().for_each(|cell| cell.held.clear());
        child
    }
}
