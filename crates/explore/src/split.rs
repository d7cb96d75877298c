//! One exploration by several workers, and one that is stopped and taken up again.
//!
//! Where the search has branched [`DEPTH`] times, what follows is a *subtree*. Subtrees are numbered in the order in which the search
//! comes to them, which is the same for everybody; so workers need not send each other graphs: each walks the part above by
//! itself (it is small) and explores the subtrees that it is the first to claim. What lies above is counted by the first worker.
//! A checkpoint is the list of subtrees that are done, with their counts and what was learnt on the way.
//!
//! How much of the search is done is estimated by weights (Knuth 1975; Kilby et al. 2006): a branch shares out its weight to its
//! children, a revisit takes half of what is left.

use crate::config::{Checkpoint, Counts};
use crate::env::Result;
use crate::graph::Graph;
use crate::search::Search;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};

/// Branchings above a subtree: enough for hundreds of subtrees, few enough for the part above to cost nothing.
pub(crate) const DEPTH: u32 = 8;

/// What workers know of each other.
#[derive(Default, Debug)]
pub(crate) struct Shared {
    claimed: Mutex<BTreeSet<u64>>,
    finished: Mutex<Finished>,
    /// Counts of each worker, for the progress line.
    counts: Mutex<Vec<(Counts, f64)>>,
    pub stop: AtomicBool,
    /// Executions so far, where their number is limited.
    pub total: AtomicU64,
}

#[derive(Clone, Default, Debug)]
struct Finished {
    subtrees: BTreeSet<u64>,
    counts: Counts,
    weight: f64,
}

impl Shared {
    /// With what a checkpoint says is done.
    pub fn new(done: Option<&Checkpoint>, n_workers: usize) -> Shared {
        let finished = done.map_or_else(Finished::default, |done| Finished {
            subtrees: done.subtrees.clone(),
            counts: done.counts,
            weight: done.weight,
        });
        Shared {
            claimed: Mutex::new(finished.subtrees.clone()),
            counts: Mutex::new(vec![Default::default(); n_workers]),
            total: AtomicU64::new(finished.counts.executions + finished.counts.blocked),
            finished: Mutex::new(finished),
            stop: AtomicBool::new(false),
        }
    }

    fn claim(&self, subtree: u64) -> bool {
        self.claimed.lock().unwrap_or_else(PoisonError::into_inner).insert(subtree)
    }
    fn finish(&self, subtree: u64, counts: Counts, weight: f64) {
        let mut finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
        finished.subtrees.insert(subtree);
        finished.counts = finished.counts.plus(&counts);
        finished.weight += weight;
    }
    /// Subtrees that are done, their counts and weight.
    pub fn done(&self) -> (BTreeSet<u64>, Counts, f64) {
        let finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
        (finished.subtrees.clone(), finished.counts, finished.weight)
    }
    /// Notes the counts of a worker; what all have done together, with what was done before (`base`).
    pub fn note(&self, worker: usize, counts: Counts, weight: f64, base: (Counts, f64)) -> Counts {
        let mut all = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = all.get_mut(worker) {
            *own = (counts, weight);
        }
        let (mut sum, mut done) = base;
        for (counts, weight) in all.iter() {
            sum = sum.plus(counts);
            done += weight;
        }
        sum.estimate = estimate(&sum, done);
        sum
    }
}

/// How many executions there may be, when this much is done.
fn estimate(counts: &Counts, done: f64) -> Option<u64> {
    let found = (counts.executions + counts.blocked) as f64;
    (done > 1e-12 && found > 0.0).then(|| (found / done.min(1.0)) as u64)
}

/// Where one worker stands.
#[derive(Debug)]
pub(crate) struct Split {
    pub shared: Arc<Shared>,
    pub worker: usize,
    /// Done before this run.
    pub base: (Counts, f64),
    depth: u32,
    next: u64,
    inside: bool,
    /// Of the node at hand.
    pub weight: f64,
    done: f64,
    skipped: f64,
}

impl Split {
    pub fn new(shared: Arc<Shared>, worker: usize) -> Split {
        let (_, counts, weight) = shared.done();
        let base = (counts, weight);
        Split { shared, worker, base, depth: 0, next: 0, inside: false, weight: 1.0, done: 0.0, skipped: 0.0 }
    }
    /// Whether what is met here is this worker's to count.
    pub fn counts(&self) -> bool {
        self.inside || self.worker == 0
    }
    /// How much of the whole search this worker has done.
    pub fn share_done(&self) -> f64 {
        (self.done - self.skipped).max(0.0)
    }
    pub fn share(&self) -> f64 {
        self.done
    }
    /// A node is done with.
    pub fn settle(&mut self, weight: f64, done: f64) {
        self.weight = weight;
        self.done = done;
    }
    pub fn leaf(&mut self) {
        self.done += self.weight;
    }
}

impl Search<'_> {
    /// Explores what follows from a graph as one of several branches; `part` of the weight at hand goes into it.
    pub fn branch(&mut self, graph: &mut Graph, part: f64) -> Result {
        let (weight, done) = (self.split.weight, self.split.done);
        self.split.weight = weight * part;
        self.split.depth += 1;
        let result = if self.split.depth == DEPTH { self.subtree(graph) } else { self.visit(graph) };
        self.split.depth -= 1;
        self.split.done = done + weight * part;
        self.split.weight = weight;
        result
    }

    /// A branch that came to nothing.
    pub fn pruned(&mut self, part: f64) {
        self.split.done += self.split.weight * part;
    }

    fn subtree(&mut self, graph: &mut Graph) -> Result {
        let subtree = self.split.next;
        self.split.next += 1;
        if !self.split.shared.claim(subtree) {
            self.split.skipped += self.split.weight;
            return Ok(());
        }
        let before = self.counts;
        self.split.inside = true;
        let result = self.visit(graph);
        self.split.inside = false;
        if result.is_ok() {
            self.split.shared.finish(subtree, self.counts.minus(&before), self.split.weight);
        }
        result
    }
}
