//! Words for the relations between events, and for the halves of an access.

use events::{Event, EventId};
use ir::FenceBits;
use std::fmt;

/// Why one event comes before another in a cycle or in the global order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Relation {
    /// Program order between accesses of the same bytes (in a coherence cycle).
    PoLoc,
    /// Program order that the model keeps.
    Ppo,
    /// Program order kept by a fence, by a memory order or by a synchronisation operation in between.
    Fence,
    /// Program order kept by an address, data or control dependency.
    Dependency,
    /// Two events of one atomic section: nothing comes between them.
    Section,
    ReadsFrom,
    Coherence,
    FromRead,
    /// The order in which operations on one synchronisation object took effect.
    Sync,
    /// One comes right before the other in a linear order that somebody gave ([`crate::respects`]).
    Listed,
}

impl Relation {
    /// The paper word.
    pub fn name(self) -> &'static str {
        match self {
            Relation::PoLoc => "po-loc",
            Relation::Ppo => "ppo",
            Relation::Fence => "fence",
            Relation::Dependency => "dep",
            Relation::Section => "section",
            Relation::ReadsFrom => "rf",
            Relation::Coherence => "co",
            Relation::FromRead => "fr",
            Relation::Sync => "sync",
            Relation::Listed => "listed",
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which halves an access has: a load reads, a store writes, a read-modify-write does both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Halves {
    pub read: bool,
    pub write: bool,
}

impl Halves {
    pub const NONE: Halves = Halves { read: false, write: false };
    pub const READ: Halves = Halves { read: true, write: false };
    pub const WRITE: Halves = Halves { read: false, write: true };
    pub const BOTH: Halves = Halves { read: true, write: true };

    pub fn of(event: &Event) -> Halves {
        Halves { read: event.is_read(), write: event.is_write() }
    }

    /// The pairs that a half of `self` forms with a half of a later access, in the words of fences.
    pub fn pairs(self, later: Halves) -> FenceBits {
        let mut bits = FenceBits::NONE;
        for (present, bit) in [
            (self.read && later.read, FenceBits::LL),
            (self.read && later.write, FenceBits::LS),
            (self.write && later.read, FenceBits::SL),
            (self.write && later.write, FenceBits::SS),
        ] {
            if present {
                bits = bits | bit;
            }
        }
        bits
    }
}

/// `e3 -fr-> e1 -ppo-> e3`, for messages and tests.
pub(crate) fn show_cycle(cycle: &[(EventId, Relation)]) -> String {
    let mut text = String::new();
    for (event, relation) in cycle {
        text.push_str(&format!("{event} -{relation}-> "));
    }
    if let Some((first, _)) = cycle.first() {
        text.push_str(&first.to_string());
    }
    text
}
