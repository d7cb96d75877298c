//! What one pass may rely on because no pass has refuted it.

use crate::graph::Space;
use crate::objects::{ObjectId, PathId, Place};
use crate::ranges::CellKey;
use crate::sync::Life;
use crate::value::NumberSet;
use rustc_hash::{FxHashMap, FxHashSet};

/// At first all are optimistic, and they only ever grow.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// Objects that need events: threads may meet there without being ordered by creation.
    pub(crate) shared: FxHashSet<Place>,
    /// What a cell of a shared object can hold.
    pub(crate) contents: FxHashMap<(Space, ObjectId, u64, u64), NumberSet>,
    /// How large what a cell holds can get; not looked for any more once it was wrong or no use.
    pub(crate) ranges: FxHashMap<CellKey, solver::Interval>,
    pub(crate) ranges_given_up: bool,
    /// The numbers of all cells are known, and variables may be as narrow as they are (`sets`).
    pub(crate) narrow: bool,
    /// Passes since anything but those numbers has changed.
    pub(crate) n_passes_alike: usize,
    /// Synchronisation objects on which somebody may wait for ever.
    pub(crate) stuck: FxHashSet<Place>,
    /// Kinds of mutexes and counts of barriers that were initialised by a call; `None`: not always the same.
    pub(crate) mutex_kinds: FxHashMap<Place, Option<u32>>,
    /// What synchronisation objects are, and what becomes of them.
    pub(crate) lives: FxHashMap<Place, Life>,
    /// Atomic sections that may not get to their end.
    pub(crate) open_sections: FxHashSet<PathId>,
    /// Loops that do more than wait, though it looked otherwise.
    pub(crate) working: FxHashSet<PathId>,
    /// Threads that may not end although they began.
    pub(crate) endless: FxHashSet<PathId>,
    /// Threads whose handle more than one operation may use up.
    pub(crate) consumed_twice: FxHashSet<PathId>,
    /// Objects with the threads that free them (or leave them behind by returning), and objects that others than their
    /// owner touch.
    pub(crate) freed: FxHashSet<(ObjectId, u32)>,
    pub(crate) escaped: FxHashSet<ObjectId>,
    /// What each thread returns where it is one constant; `None`: it is not.
    pub(crate) returns: FxHashMap<PathId, Option<u128>>,
}
