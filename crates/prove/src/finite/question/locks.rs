//! Mutexes, reader-writer locks and `once`: who excludes whom.

use super::super::Result;
use super::super::tree::NodeId;
use super::Question;
use events::{Event, EventKind, SyncStep};
use ir::SyncOp;
use solver::TermId;
use std::collections::BTreeMap;

impl Question<'_> {
    /// Two critical sections of one mutex come one after the other.
    pub(super) fn add_mutexes(&mut self) -> Result {
        let forest = self.forest;
        let mut locks: BTreeMap<u64, Vec<NodeId>> = BTreeMap::new();
        for (index, node) in forest.nodes.iter().enumerate().filter(|(_, node)| node.outermost) {
            if let Some((object, true)) = mutex_step(&node.event)
                && !forest.loose_mutexes.contains(&object)
            {
                locks.entry(object).or_default().push(index as NodeId);
            }
        }
        for (object, nodes) in locks {
            let releases: Vec<Vec<NodeId>> = nodes.iter().map(|&lock| self.releases(object, lock)).collect();
            for second in 0..nodes.len() {
                for first in 0..second {
                    let (a, b) = (nodes[first], nodes[second]);
                    let (left, right) = (&forest.nodes[a as usize], &forest.nodes[b as usize]);
                    if left.event.thread == right.event.thread || (left.shared && right.shared) {
                        continue;
                    }
                    let mut ways = self.released_before(&releases[first], b)?;
                    ways.extend(self.released_before(&releases[second], a)?);
                    let some = self.solver.terms.or_all(ways);
                    let both = self.solver.terms.and(self.happens[a as usize], self.happens[b as usize]);
                    self.solver.assert_implies(both, some);
                }
            }
        }
        Ok(())
    }

    /// The routine of a `once` is run by one thread, and whoever does not run it comes after its end.
    pub(super) fn add_once(&mut self) -> Result {
        let forest = self.forest;
        let mut objects: BTreeMap<u64, [Vec<usize>; 3]> = BTreeMap::new();
        for (index, node) in forest.nodes.iter().enumerate() {
            let EventKind::Sync { op: SyncStep::Do(op), objects: touched } = &node.event.kind else {
                continue;
            };
            let Some(object) = touched.first() else { continue };
            let kind = match (op, node.event.read) {
                (SyncOp::OnceBegin, Some(0)) => 0,
                (SyncOp::OnceBegin, _) => 1,
                (SyncOp::OnceEnd, _) => 2,
                _ => continue,
            };
            objects.entry(object.0).or_default()[kind].push(index);
        }
        for [skips, runs, ends] in objects.into_values() {
            let running: Vec<TermId> = runs.iter().map(|&node| self.happens[node]).collect();
            self.solver.assert_at_most_one(&running);
            for skip in skips {
                self.after_one_of(skip, ends.clone())?;
            }
        }
        Ok(())
    }

    fn released_before(&mut self, releases: &[NodeId], lock: NodeId) -> Result<Vec<TermId>> {
        let mut ways = Vec::new();
        for &release in releases {
            let (from, to) = (self.events[release as usize], self.events[lock as usize]);
            let before = self.solver.before(self.global, from, to)?;
            ways.push(self.solver.terms.and(self.happens[release as usize], before));
        }
        Ok(ways)
    }

    /// The first outermost unlocks of the mutex below a lock.
    fn releases(&self, object: u64, lock: NodeId) -> Vec<NodeId> {
        let (mut found, mut work) = (Vec::new(), self.children[lock as usize].clone());
        while let Some(node) = work.pop() {
            let here = &self.forest.nodes[node as usize];
            match here.outermost && mutex_step(&here.event) == Some((object, false)) {
                true => found.push(node),
                false => work.extend(&self.children[node as usize]),
            }
        }
        found
    }
}

/// The mutex that an event takes (true) or gives back (false).
fn mutex_step(event: &Event) -> Option<(u64, bool)> {
    let EventKind::Sync { op: SyncStep::Do(op), objects } = &event.kind else { return None };
    let taken = match op {
        SyncOp::MutexLock | SyncOp::MutexTryLock | SyncOp::MutexTimedLock => true,
        SyncOp::RwReadLock | SyncOp::RwWriteLock | SyncOp::RwTryReadLock | SyncOp::RwTryWriteLock => true,
        SyncOp::MutexUnlock | SyncOp::SpinUnlock | SyncOp::RwUnlock => false,
        _ => return None,
    };
    objects.first().map(|object| (object.0, taken))
}
