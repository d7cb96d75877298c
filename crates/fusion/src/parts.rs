//! Parts of a trace that have nothing to say to each other, so that each can have a formula of its own.
//!
//! Two threads belong together if they use one object (a cell that one of them writes, a lock, a condition, …) in steps
//! that creation and join leave unordered. A part is a set of threads that belong together, with what must come before
//! their steps: the beginnings of the threads that created or were joined by them. Such a beginning touches nothing that
//! is open, or its thread is part of the part.
//!
//! Not in the paper, whose formula is of the whole trace. Whether a prefix of a part can be executed does not depend on the
//! other parts: the steps of the part are all that it takes.
//!
//! Invariant: every step that a step of a part must come after is in the part.

use crate::must::MustOrder;
use crate::slice::{Deaths, Slice};
use crate::trace::{StepId, StepKind, Trace};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// What may connect threads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Object {
    Cell(usize),
    /// A lock, a condition, a barrier, …
    Sync(u64),
    /// The step that ends an object.
    End(StepId),
    /// Threads keep the order in which they are created.
    Creation,
}

/// Uses of an object by one thread.
#[derive(Clone, Copy, Debug)]
struct Uses {
    first: StepId,
    last: StepId,
    writes: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// For each thread, a thread that stands for its part.
    part: Vec<u32>,
    /// For each thread, how many of its steps each part has.
    counts: BTreeMap<u32, Vec<u32>>,
}

impl Parts {
    /// The parts that the threads `asked` are in. The others are of no use.
    pub(crate) fn of(trace: &Trace, must: &MustOrder, slice: &Slice, asked: &BTreeSet<u32>) -> Parts {
        let n = trace.threads.len();
        let mut parts = Parts { part: (0..n as u32).collect(), counts: BTreeMap::new() };
        // The first step of each thread that belongs together with a step of another one.
        let mut coupled: Vec<u32> = vec![u32::MAX; n];
        for uses in uses(trace, slice).values() {
            let list: Vec<(&u32, &Uses)> = uses.iter().collect();
            for (index, &(&b, y)) in list.iter().enumerate() {
                for &(&a, x) in &list[..index] {
                    let ordered = must.before(x.last, y.first) || must.before(y.last, x.first);
                    if ordered || !(x.writes || y.writes) {
                        continue;
                    }
                    for (thread, first) in [(a, x.first), (b, y.first)] {
                        let first = trace.step(first).position;
                        coupled[thread as usize] = coupled[thread as usize].min(first);
                    }
                    parts.join(a, b);
                }
            }
        }
        parts.close(trace, must, &coupled, asked);
        parts
    }

    /// All threads in one part.
    pub(crate) fn whole(trace: &Trace) -> Parts {
        let counts = trace.threads.iter().map(|thread| thread.steps.len() as u32).collect();
        Parts { part: vec![0; trace.threads.len()], counts: BTreeMap::from([(0, counts)]) }
    }

    fn join(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.part[a as usize], self.part[b as usize]);
        let (keep, drop) = (a.min(b), a.max(b));
        self.part.iter_mut().filter(|part| **part == drop).for_each(|part| *part = keep);
        keep != drop
    }

    /// Adds what must come before, and joins with its part whoever is open there.
    fn close(&mut self, trace: &Trace, must: &MustOrder, coupled: &[u32], asked: &BTreeSet<u32>) {
        let n = trace.threads.len() as u32;
        loop {
            self.counts.clear();
            let wanted: BTreeSet<u32> = asked.iter().map(|&thread| self.of_thread(thread)).collect();
            for thread in 0..n {
                let part = self.of_thread(thread);
                if !wanted.contains(&part) {
                    continue;
                }
                let steps = &trace.threads[thread as usize].steps;
                let counts = self.counts.entry(part).or_insert_with(|| vec![0; n as usize]);
                counts[thread as usize] = steps.len() as u32;
                // What comes before the last step, or before the thread's creation, if it has none.
                let last = steps.last().copied().or(trace.threads[thread as usize].created_by);
                for other in 0..n {
                    let before = last.map_or(0, |last| must.count(last, other));
                    counts[other as usize] = counts[other as usize].max(before);
                }
            }
            let mut changed = false;
            for (part, counts) in self.counts.clone() {
                for thread in 0..n {
                    changed |= counts[thread as usize] > coupled[thread as usize] && self.join(part, thread);
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// The part of a step's thread.
    pub(crate) fn of_thread(&self, thread: u32) -> u32 {
        self.part[thread as usize]
    }

    /// What a part has of a slice.
    pub(crate) fn restrict(&self, trace: &Trace, part: u32, slice: &Slice) -> Slice {
        let counts = self.counts.get(&part);
        let has = |id: StepId| {
            let step = trace.step(id);
            counts.is_some_and(|counts| step.position < counts[step.thread as usize])
        };
        let nodes: Vec<bool> = trace.ids().map(|id| slice.nodes[id.0 as usize] && has(id)).collect();
        let read = |read: &&crate::expr::ReadId| has(trace.reads[read.0 as usize].step);
        let reads: FxHashSet<_> = slice.reads.iter().filter(read).copied().collect();
        Slice { nodes, reads, cells: slice.cells.clone() }
    }
}

/// Who uses what, of the steps that have a place in the formula.
fn uses(trace: &Trace, slice: &Slice) -> BTreeMap<Object, BTreeMap<u32, Uses>> {
    let deaths = Deaths::of(trace);
    let mut result: BTreeMap<Object, BTreeMap<u32, Uses>> = BTreeMap::new();
    let mut add = |object: Object, id: StepId, writes: bool| {
        let of_object = result.entry(object).or_default();
        let uses = of_object.entry(trace.step(id).thread).or_insert(Uses { first: id, last: id, writes });
        (uses.last, uses.writes) = (id, uses.writes | writes);
    };
    for id in trace.ids().filter(|id| slice.nodes[id.0 as usize]) {
        let step = trace.step(id);
        if !step.kills.is_empty() || matches!(step.kind, StepKind::Free { .. }) {
            add(Object::End(id), id, true);
        }
        match &step.kind {
            StepKind::Access(access) => {
                for place in access.places() {
                    let cells = trace.cells_of(place, access.size);
                    cells.for_each(|cell| add(Object::Cell(cell), id, access.write.is_some()));
                    let end = deaths.at(place & !crate::shadow::COUNTER);
                    end.into_iter().for_each(|end| add(Object::End(end), id, true));
                }
            }
            StepKind::Create { .. } => add(Object::Creation, id, true),
            _ => {}
        }
        for object in step.kind.objects() {
            add(Object::Sync(object), id, true);
            deaths.at(object).into_iter().for_each(|end| add(Object::End(end), id, true));
        }
    }
    result
}
