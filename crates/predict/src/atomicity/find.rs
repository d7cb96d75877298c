//! A reordering that has read, another thread's write, write.

use super::Broken;
use crate::confirm::{Effort, confirm, preserving};
use crate::event::EventId;
use crate::ideal::Goal;
use crate::index::Index;
use crate::waiting::Before;
use crate::witness::{Kind, Method, Pair, Witness};

/// Where the other's write comes later in the run it has to come before the write, as with other order violations. Where it is in
/// between already, the run itself shows it; unless it had to be there.
pub(super) fn find(index: &Index, broken: &Broken, other: EventId, effort: &Effort) -> Option<Witness> {
    let pair = Pair { first: broken.write, second: other, kind: Kind::Atomicity };
    let cycle = vec![broken.read, other, broken.write];
    let found = if other > broken.write {
        confirm(index, pair, effort)?
    } else {
        in_between(index, pair, broken.read, effort)?
    };
    Some(Witness { cycle, ..found })
}

fn in_between(index: &Index, pair: Pair, read: EventId, effort: &Effort) -> Option<Witness> {
    if has_heard(index, pair) {
        return None;
    }
    let goal = Goal::new(index, pair, Before::Signals)?;
    let start = index.trace.part_of(pair.first).start;
    let starts = [read.max(start), start];
    let found = starts.into_iter().find_map(|prefix| preserving(index, &goal, prefix, effort));
    // As it was.
    let method = Method::SyncPreserving;
    let as_recorded = Witness { pair, cycle: Vec::new(), prefix: pair.first, tail: vec![pair.first], method };
    Some(found.unwrap_or(as_recorded))
}

/// Whether the thread depends on the other's write before its own: it has let the other one do that.
fn has_heard(index: &Index, pair: Pair) -> bool {
    let mut cut = vec![0; index.threads.len()];
    let own = index.event(pair.first).thread as usize;
    index.extend(&mut cut, own, index.position[pair.first as usize]);
    for need in index.trace.needs(pair.first) {
        index.include(&mut cut, *need);
    }
    index.is_in(pair.second, &cut)
}
