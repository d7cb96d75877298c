//! Happens-before in the formula, as `model::hb` has it: two sets of steps that are closed under it.
//!
//! That `b` does not happen after `a` is the same as: some closed set has `a` and not `b`. Such a set is a variable per step and an
//! implication per edge, linear in the trace; two of them serve all questions about races, since a model has to answer but one.
//!
//! May miss: atomic sections are taken to be ordered wherever one writes what a later one reads or writes, also if somebody overwrote it in
//! between. Never the other way: what is not ordered here is not ordered in the execution that is replayed.

use super::Encoding;
use crate::locks::Section;
use crate::trace::{Access, StepId, StepKind};
use ir::{FenceBits, Order};
use rustc_hash::FxHashMap;
use solver::{Result, TermId};
use std::collections::BTreeMap;

/// A set of steps; all that happens after one of them is in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Closed {
    /// For each step that has a place in the order, whether it is in the set.
    inside: FxHashMap<StepId, TermId>,
    /// For each atomic write, whether who acquires it is.
    released: FxHashMap<StepId, TermId>,
    /// For each thread, whether what comes after its last step is.
    ends: Vec<TermId>,
}

impl Closed {
    pub fn has(&self, id: StepId) -> TermId {
        self.inside.get(&id).copied().unwrap_or(TermId::FALSE)
    }
}

impl Encoding<'_> {
    pub(crate) fn closed_set(&mut self) -> Result<Closed> {
        let mut set = Closed::default();
        for id in self.nodes() {
            set.inside.insert(id, self.solver.terms.bool_var("inside"));
            if self.trace.access(id).is_some_and(|access| access.write.is_some() && !access.sync) {
                set.released.insert(id, self.solver.terms.bool_var("released"));
            }
        }
        for thread in 0..self.trace.threads.len() as u32 {
            let end = self.along(thread, &set);
            set.ends.push(end);
        }
        self.joins_and_once(&set);
        for sections in self.locks.by_lock().into_values() {
            self.handed_on(&sections, &set)?;
        }
        self.posts(&set)?;
        self.between_sections(&set)?;
        Ok(set)
    }

    /// Once along a thread; whether its end is in the set.
    fn along(&mut self, thread: u32, set: &Closed) -> TermId {
        let trace = self.trace;
        let described = &trace.threads[thread as usize];
        let mut now = described.created_by.map_or(TermId::FALSE, |creator| set.has(creator));
        // At the last release fence; and what relaxed reads have seen released, for an acquire fence to take.
        let (mut at_fence, mut seen) = (TermId::FALSE, TermId::FALSE);
        let mut fences = described.fences.iter().peekable();
        for position in 0..=described.steps.len() {
            while let Some((_, bits)) = fences.next_if(|fence| fence.0 as usize <= position) {
                if bits.contains(FenceBits::ACQUIRE) {
                    now = self.solver.terms.or(now, seen);
                }
                if bits.contains(FenceBits::RELEASE) {
                    at_fence = now;
                }
            }
            let Some(&id) = described.steps.get(position).filter(|id| self.is_node(**id)) else { continue };
            let here = set.has(id);
            self.implies(now, here);
            now = here;
            match &trace.step(id).kind {
                StepKind::Access(access) if access.order.is_atomic() && !access.sync => {
                    let relaxed = self.atomic(id, access, at_fence, set);
                    seen = self.solver.terms.or(seen, relaxed);
                }
                _ => {
                    if let Some(all) = trace.round_of(id) {
                        now = self.solver.terms.or_all(all.into_iter().map(|id| set.has(id)));
                    }
                }
            }
        }
        now
    }

    /// An atomic access; what it has seen released without acquiring it.
    fn atomic(&mut self, id: StepId, access: &Access, at_fence: TermId, set: &Closed) -> TermId {
        let mut heard = Vec::new();
        for (source, literal) in self.reads_from.get(&id).cloned().unwrap_or_default() {
            if self.trace.access(source).is_some_and(|write| write.order.is_atomic()) {
                let released = set.released.get(&source).copied().unwrap_or(TermId::FALSE);
                heard.push(self.solver.terms.and(literal, released));
            }
        }
        let heard = self.solver.terms.or_all(heard);
        let writes = self.writes(id);
        if let Some(&released) = set.released.get(&id) {
            let own = if access.order.is_release() { set.has(id) } else { at_fence };
            self.implies(own, released);
            self.implies(heard, released);
        }
        let acquires = match access.failure {
            Some(failure) if failure.is_acquire() != access.order.is_acquire() => {
                if access.order.is_acquire() { writes } else { self.solver.terms.not(writes) }
            }
            _ => self.solver.terms.bool_const(access.order.is_acquire()),
        };
        let taken = self.solver.terms.and(heard, acquires);
        self.implies(taken, set.has(id));
        self.solver.terms.and_not(heard, acquires)
    }

    fn joins_and_once(&mut self, set: &Closed) {
        for id in self.nodes() {
            let from = match self.trace.step(id).kind {
                StepKind::Join { child } => set.ends[child as usize],
                StepKind::Once { object, runs: false } => {
                    self.trace.once_end(object).map_or(TermId::FALSE, |end| set.has(end))
                }
                _ => continue,
            };
            self.implies(from, set.has(id));
        }
    }

    /// If the first is in the set and comes before the second, the second is, too.
    fn in_order(&mut self, set: &Closed, first: StepId, second: StepId) -> Result {
        if self.must.before(first, second) || self.must.before(second, first) {
            return Ok(());
        }
        let before = self.before(first, second)?;
        let condition =
            self.solver.terms.and_all([set.has(first), self.happens(first), self.happens(second), before]);
        self.implies(condition, set.has(second));
        Ok(())
    }

    /// A lock that is given back orders whoever takes it later, readers not among each other.
    fn handed_on(&mut self, sections: &[Section], set: &Closed) -> Result {
        for (earlier, later) in sections.iter().flat_map(|a| sections.iter().map(move |b| (a, b))) {
            let Some(end) = earlier.end.filter(|_| earlier.thread != later.thread) else { continue };
            let nodes = self.is_node(end) && self.is_node(later.begin);
            if nodes && !(earlier.shared && later.shared) && self.goes_on() {
                self.in_order(set, end, later.begin)?;
            }
        }
        Ok(())
    }

    /// A post orders the waits that succeed later.
    fn posts(&mut self, set: &Closed) -> Result {
        let mut counters: BTreeMap<u64, [Vec<StepId>; 2]> = BTreeMap::new();
        for id in self.nodes() {
            let Some(access) = self.trace.access(id).filter(|access| access.sync) else { continue };
            if access.read.is_some() && access.write.is_some() {
                counters.entry(access.addr).or_default()[usize::from(access.requires.is_some())].push(id);
            }
        }
        for [posts, waits] in counters.into_values() {
            for (&post, &wait) in posts.iter().flat_map(|post| waits.iter().map(move |wait| (post, wait))) {
                if self.goes_on() {
                    self.in_order(set, post, wait)?;
                }
            }
        }
        Ok(())
    }

    /// Where one atomic section communicates with another, all of the one comes before all of the other.
    fn between_sections(&mut self, set: &Closed) -> Result {
        let trace = self.trace;
        let mut sections: BTreeMap<u32, Vec<StepId>> = BTreeMap::new();
        for id in self.nodes() {
            if let Some(section) = trace.step(id).section {
                sections.entry(section).or_default().push(id);
            }
        }
        let accesses = |steps: &[StepId]| -> Vec<(usize, bool)> {
            let writes = |id: StepId| trace.access(id).is_some_and(|access| access.write.is_some());
            let cells = |&id: &StepId| trace.touched(id).into_iter().map(move |cell| (cell, writes(id)));
            steps.iter().flat_map(cells).collect()
        };
        for (first, second) in sections.values().flat_map(|a| sections.values().map(move |b| (a, b))) {
            let (mine, theirs) = (accesses(first), accesses(second));
            let meets = |&(cell, writes): &(usize, bool)| {
                theirs.iter().any(|&(other, also)| cell == other && (writes || also))
            };
            if let (Some(&last), Some(&next)) = (first.last(), second.first())
                && trace.step(last).thread != trace.step(next).thread
                && mine.iter().any(meets)
                && self.goes_on()
            {
                self.in_order(set, last, next)?;
            }
        }
        Ok(())
    }

    /// Both accesses happen, at one place, one of them writes, and nothing orders them.
    pub(crate) fn race(&mut self, a: StepId, b: StepId, sets: &[Closed; 2]) -> super::Question {
        let trace = self.trace;
        let mut parts = vec![self.happens(a), self.happens(b)];
        for (set, inside, outside) in [(&sets[0], a, b), (&sets[1], b, a)] {
            parts.push(set.has(inside));
            parts.push(self.solver.terms.not(set.has(outside)));
        }
        if let (Some(x), Some(y)) = (trace.access(a), trace.access(b)) {
            let (writes_a, writes_b) = (self.writes(a), self.writes(b));
            parts.push(self.solver.terms.or(writes_a, writes_b));
            if x.symbolic.is_some() || y.symbolic.is_some() {
                let (at_a, at_b) = (self.address(x), self.address(y));
                parts.push(self.solver.terms.eq(at_a, at_b));
            }
        }
        let holds = self.solver.terms.and_all(parts);
        super::Question { before: vec![a, b], ..super::Question::new(holds) }
    }
}

/// Whether a step counts as atomic where races are concerned.
pub(crate) fn is_atomic(trace: &crate::trace::Trace, id: StepId) -> bool {
    let atomic = |access: &Access| access.order != Order::Plain || trace.step(id).section.is_some();
    trace.access(id).is_some_and(atomic)
}
