//! Potential atomicity violations: three accesses that no serial order explains, if they can come in this order.
//!
//! Paper 003 §3: t_c and t_c' in one transaction, t_r in another thread, in one of the five unserialisable patterns
//! (R-W-R, R-W-W, W-R-W, W-W-R, W-W-W). All pairs of a transaction are taken, not only neighbouring ones.

use crate::encode::is_atomic;
use crate::locks::Locks;
use crate::must::MustOrder;
use crate::trace::{StepId, StepKind, Trace};
use limits::Limits;
use std::collections::BTreeMap;

/// Three accesses: `remote` between `first` and `second`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Candidate {
    pub first: StepId,
    pub remote: StepId,
    pub second: StepId,
    /// Which of the trace's transactions the local ones belong to.
    pub transaction: usize,
}

impl Candidate {
    pub(crate) fn steps(&self) -> [StepId; 3] {
        [self.first, self.remote, self.second]
    }
}

/// What became of the candidates before anything was solved.
#[derive(Clone, Debug, Default)]
pub struct Pruned {
    /// Candidates of the trace.
    pub all: usize,
    /// Refuted by program order, creation and join.
    pub by_order: usize,
    /// Neither by these, nor because both local accesses lie in one critical section that excludes the remote one.
    pub left: Vec<Candidate>,
}

/// The steps that may touch each cell.
fn by_cell(trace: &Trace) -> BTreeMap<usize, Vec<StepId>> {
    let mut result: BTreeMap<usize, Vec<StepId>> = BTreeMap::new();
    for id in trace.ids() {
        let cells = match trace.step(id).kind {
            // Giving memory back is a write to all of it.
            StepKind::Free { start, size } => trace.cells_of(start, size).collect(),
            StepKind::Access(ref access) if !access.sync => trace.touched(id),
            _ => continue,
        };
        for cell in cells {
            let steps = result.entry(cell).or_default();
            if steps.last() != Some(&id) {
                steps.push(id);
            }
        }
    }
    result
}

/// All candidates of the trace, each once.
pub fn candidates(trace: &Trace, limits: &Limits) -> Vec<Candidate> {
    let mut cells = by_cell(trace);
    cells.values_mut().for_each(|steps| steps.retain(|&id| trace.access(id).is_some()));
    let writes = |id: StepId| trace.access(id).is_some_and(|access| access.write.is_some());
    let mut found: BTreeMap<(StepId, StepId, StepId), usize> = BTreeMap::new();
    for (index, transaction) in trace.transactions.iter().enumerate() {
        for steps in cells.values() {
            let inside = |id: &&StepId| {
                let step = trace.step(**id);
                step.thread == transaction.thread
                    && (transaction.first..=transaction.last).contains(&step.position)
            };
            let local: Vec<StepId> = steps.iter().filter(inside).copied().collect();
            let remote: Vec<StepId> =
                steps.iter().filter(|id| trace.step(**id).thread != transaction.thread).copied().collect();
            for (position, &first) in local.iter().enumerate() {
                for &second in local[position + 1..].iter().take_while(|_| !limits.are_reached()) {
                    for &remote in &remote {
                        if writes(remote) || (writes(first) && writes(second)) {
                            found.entry((first, remote, second)).or_insert(index);
                        }
                    }
                }
            }
        }
    }
    let list = found.into_iter();
    list.map(|((first, remote, second), transaction)| Candidate { first, remote, second, transaction })
        .collect()
}

/// Drops what cannot be, cheaply.
pub fn prune(trace: &Trace, must: &MustOrder, locks: &Locks, limits: &Limits) -> Pruned {
    let all = candidates(trace, limits);
    let mut pruned = Pruned { all: all.len(), ..Pruned::default() };
    for (index, candidate) in all.into_iter().enumerate() {
        if index % 1024 == 1023 && limits.are_reached() {
            break;
        }
        let Candidate { first, remote, second, .. } = candidate;
        let section = trace.step(first).section;
        let together = section.is_some() && section == trace.step(second).section;
        if must.before(remote, first) || must.before(second, remote) || together {
            pruned.by_order += 1;
        } else if !locks.exclude(first, second, remote) {
            pruned.left.push(candidate);
        }
    }
    pruned
}

/// Dynamic instances of one pair of source places that are asked about races.
const RACES_PER_PAIR: usize = 16;

/// Pairs of conflicting accesses that neither program order, creation and join nor one lock keeps apart. Giving memory back is
/// a write to all of it.
pub(crate) fn races(trace: &Trace, must: &MustOrder, locks: &Locks) -> Vec<(StepId, StepId)> {
    let cells = by_cell(trace);
    let writes = |id: StepId| trace.access(id).is_none_or(|access| access.write.is_some());
    let mut per_pair: BTreeMap<(ir::Span, ir::Span), usize> = BTreeMap::new();
    let mut found = Vec::new();
    for steps in cells.values() {
        for (index, &b) in steps.iter().enumerate() {
            for &a in &steps[..index] {
                let conflict = (writes(a) || writes(b))
                    && !(is_atomic(trace, a) && is_atomic(trace, b))
                    && trace.step(a).thread != trace.step(b).thread;
                if !conflict || must.before(a, b) || must.before(b, a) || locks.exclude(a, a, b) {
                    continue;
                }
                let count = per_pair.entry((trace.step(a).span, trace.step(b).span)).or_default();
                *count += 1;
                if *count <= RACES_PER_PAIR && !found.contains(&(a, b)) {
                    found.push((a, b));
                }
            }
        }
    }
    found
}
