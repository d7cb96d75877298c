//! What one pass finds out on its way, each part kept where it is found.

use crate::Refused;
use crate::objects::ObjectId;
use crate::overwritten::SyncUses;
use crate::ranges::{CellKey, Narrowing};
use crate::sections::Sections;
use crate::sharing::AccessLog;
use crate::sync::{Joins, Keys, SyncObjects};
use crate::value::{NumberSet, SymVal};
use crate::view::View;
use crate::waiting::Waited;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

#[derive(Default)]
pub(crate) struct Pass {
    /// Threads to be unfolded, with their argument and what they know of memory.
    pub(crate) pending: VecDeque<(u32, SymVal, View)>,
    pub(crate) log: AccessLog,
    /// What is stored into cells of shared objects.
    pub(crate) stored: FxHashMap<CellKey, NumberSet>,
    /// What is stored, or where, depends on what reads find.
    pub(crate) depends_on_reads: bool,
    /// Objects that are freed.
    pub(crate) freed_now: FxHashSet<ObjectId>,
    /// Writes, and operations on synchronisation objects.
    pub(crate) sync_uses: SyncUses,
    pub(crate) objects: SyncObjects,
    pub(crate) joins: Joins,
    pub(crate) keys: Keys,
    pub(crate) sections: Sections,
    pub(crate) waiting: Waited,
    pub(crate) narrowing: Narrowing,
    /// A loop whose end is known was cut short.
    pub(crate) cut_known: bool,
    /// A fact was refuted on the way.
    pub(crate) changed: bool,
    pub(crate) refused: Option<Refused>,
}
