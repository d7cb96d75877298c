//! Which branches still decide what happens: until the paths they choose between meet again (post-dominance).

use super::events::{EventId, Reads};
use ir::{BlockId, Function, IndexVec};
use solver::{TermId, Terms};

/// Where the paths behind each block's branch meet.
pub(super) type Joins = IndexVec<BlockId, Option<BlockId>>;

pub(super) fn joins(function: &Function) -> Joins {
    ir::cfg::post_dominators(function)
}

#[derive(Clone, PartialEq, Debug)]
struct Branch {
    depth: u32,
    join: Option<BlockId>,
    read: EventId,
    condition: TermId,
}

/// The reads that open branches depend on.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Control(Vec<Branch>);

impl Control {
    /// A branch on a value that depends on these reads.
    pub fn open(&mut self, terms: &mut Terms, depth: u32, join: Option<BlockId>, reads: &Reads) {
        for &(read, condition) in reads {
            self.add(terms, Branch { depth, join, read, condition });
        }
    }
    fn add(&mut self, terms: &mut Terms, new: Branch) {
        let same = |old: &&mut Branch| (old.depth, old.join, old.read) == (new.depth, new.join, new.read);
        match self.0.iter_mut().find(same) {
            Some(old) => old.condition = terms.or(old.condition, new.condition),
            None => self.0.push(new),
        }
    }
    /// The call at this depth enters a block: branches that meet there decide no more.
    pub fn enter(&mut self, depth: u32, block: BlockId) {
        self.0.retain(|branch| !(branch.depth == depth && branch.join == Some(block)));
    }
    pub fn reads(&self, terms: &mut Terms) -> Reads {
        let mut reads = Reads::new();
        for branch in &self.0 {
            super::value::add_read(terms, &mut reads, branch.read, branch.condition);
        }
        reads
    }
    /// What decides after paths have met, each path with its guard.
    pub fn merge(terms: &mut Terms, paths: &[(&Control, TermId)]) -> Control {
        if let [(first, _), rest @ ..] = paths
            && rest.iter().all(|(other, _)| other == first)
        {
            return (*first).clone();
        }
        let mut merged = Control::default();
        for (control, guard) in paths {
            for branch in &control.0 {
                let condition = terms.and(branch.condition, *guard);
                merged.add(terms, Branch { condition, ..branch.clone() });
            }
        }
        merged
    }
}
