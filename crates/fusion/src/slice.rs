//! What of a trace has a say in the questions: the rest is neither ordered nor given a value.
//!
//! Paper 003 §6: "trace-based program slicing, dead variable removal, and constant folding". A read matters if its
//! value is in a guard, in an address or in a question, or in what a write leaves that a read that matters may see.

use crate::encode::writes_by_cell;
use crate::expr::{ExprId, ReadId};
use crate::trace::{StepId, StepKind, Trace};
use rustc_hash::FxHashSet;

#[derive(Clone, Debug)]
pub struct Slice {
    /// Steps that have a place in the order.
    pub nodes: Vec<bool>,
    pub reads: FxHashSet<ReadId>,
    /// Cells whose contents matter.
    pub cells: FxHashSet<usize>,
}

/// What the questions are about.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Steps whose order matters.
    pub steps: Vec<StepId>,
    /// Steps whose cell's contents matter.
    pub contents: Vec<StepId>,
    pub exprs: Vec<ExprId>,
    pub reads: Vec<ReadId>,
}

impl Slice {
    pub fn of(trace: &Trace, wanted: &Wanted) -> Slice {
        let mut slice = Slice {
            nodes: trace.steps.iter().map(|step| is_sync(&step.kind)).collect(),
            reads: FxHashSet::default(),
            cells: FxHashSet::default(),
        };
        for &step in &wanted.steps {
            slice.nodes[step.0 as usize] = true;
        }
        let mut exprs: Vec<ExprId> = wanted.exprs.clone();
        exprs.extend(trace.steps.iter().flat_map(|step| step.guards.iter().chain(&step.closing).copied()));
        exprs.extend(trace.threads.iter().flat_map(|thread| thread.tail.iter().copied()));
        for id in trace.ids() {
            if let Some(access) = trace.access(id) {
                exprs.extend(access.requires);
                // Where it goes is part of the path, even if nobody looks there.
                slice.nodes[id.0 as usize] |= access.symbolic.is_some() || access.requires.is_some();
                exprs.extend(access.symbolic.as_ref().map(|(addr, _)| *addr));
            }
        }
        let (mut reads, _) = trace.exprs.variables(exprs);
        reads.extend(&wanted.reads);
        slice.close(trace, reads, &wanted.contents);
        slice.after_barriers(trace);
        slice.lifetimes(trace);
        slice
    }

    /// Everything that reads which matter may see.
    fn close(&mut self, trace: &Trace, mut reads: Vec<ReadId>, contents: &[StepId]) {
        let writes = writes_by_cell(trace);
        let mut cells: Vec<usize> = contents.iter().flat_map(|&id| trace.touched(id)).collect();
        loop {
            while let Some(read) = reads.pop() {
                if self.reads.insert(read) {
                    let step = trace.reads[read.0 as usize].step;
                    self.nodes[step.0 as usize] = true;
                    cells.extend(trace.touched(step));
                }
            }
            let Some(cell) = cells.pop() else { return };
            if !self.cells.insert(cell) {
                continue;
            }
            let mut exprs = Vec::new();
            for &(id, _) in &writes[cell] {
                self.nodes[id.0 as usize] = true;
                exprs.extend(trace.access(id).and_then(|access| access.write).map(|(v, c)| [v, c]));
            }
            reads.extend(trace.exprs.variables(exprs.into_iter().flatten()).0);
        }
    }

    /// What comes after a barrier waits for it.
    fn after_barriers(&mut self, trace: &Trace) {
        for id in trace.ids() {
            let previous = trace.previous(id).map(|previous| &trace.step(previous).kind);
            if matches!(previous, Some(StepKind::Arrive { .. })) {
                self.nodes[id.0 as usize] = true;
            }
        }
    }

    /// Objects that die: whoever dies, and whoever else uses them.
    fn lifetimes(&mut self, trace: &Trace) {
        let dying = Deaths::of(trace);
        for id in trace.ids() {
            let Some(access) = trace.access(id) else { continue };
            let thread = trace.step(id).thread;
            let dies = |place: u64| dying.at(place).is_some_and(|end| trace.step(end).thread != thread);
            if access.places().into_iter().any(dies) {
                self.nodes[id.0 as usize] = true;
            }
        }
        for id in trace.ids() {
            if !trace.step(id).kills.is_empty() {
                self.nodes[id.0 as usize] = true;
            }
        }
    }

    pub fn n_nodes(&self) -> usize {
        self.nodes.iter().filter(|&&node| node).count()
    }
}

/// Objects that die in the trace.
#[derive(Clone, Debug)]
pub struct Deaths {
    /// First byte, first byte behind, and the step that ends it; by the first.
    list: Vec<(u64, u64, StepId)>,
}

impl Deaths {
    pub fn of(trace: &Trace) -> Deaths {
        let mut list = Vec::new();
        for id in trace.ids() {
            let step = trace.step(id);
            let freed = match step.kind {
                StepKind::Free { start, size } => Some((start, size)),
                _ => None,
            };
            let dead = step.kills.iter().copied().chain(freed);
            list.extend(dead.map(|(start, size)| (start, start.saturating_add(size.max(1)), id)));
        }
        list.sort_unstable();
        Deaths { list }
    }

    /// The step that ends the object at an address, if one does.
    pub fn at(&self, addr: u64) -> Option<StepId> {
        let behind = self.list.partition_point(|&(start, ..)| start <= addr);
        let &(_, end, step) = self.list.get(behind.checked_sub(1)?)?;
        (addr < end).then_some(step)
    }
}

fn is_sync(kind: &StepKind) -> bool {
    !matches!(kind, StepKind::Private | StepKind::Access(_))
}
