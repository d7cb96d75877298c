//! The formula: Φ_CTP = Φ_PO ∧ Φ_VD ∧ Φ_PI over the order solver, for all interleavings of a trace's beginnings at once.
//!
//! Paper 003 §4 and §5, with these differences:
//! - HB(t, t') is an atom of the order solver, not a difference of integers; "the most recent definition" is rf and co
//!   with from-reads derived by the theory, not a cubic formula.
//! - Prefixes: a variable `happens(t)` per step says whether the step is in the prefix. It implies that of the step
//!   before, the guards on the way, and for a read that its source happens. The paper excuses what comes after t_c'
//!   instead (`HB(t_c', t) ∨ …`), which needs a formula per candidate; this one serves all.
//! - Φ_VD needs no variables: right-hand sides are terms over the values of reads.
//! - Locks are pairs of critical sections (§4.3 says why their values need not be spoken of).
//!
//! Invariants: fixed edges agree with the recorded order, so they never form a cycle; a model restricted to the steps
//! that happen is a prefix that the program can execute.

mod happens_before;
mod memory;
mod question;
mod sync;

use crate::expr::ExprId;
use crate::locks::Locks;
use crate::lower::Lowering;
use crate::must::MustOrder;
use crate::slice::Slice;
use crate::trace::{StepId, StepKind, Trace};
use limits::Limits;
use rustc_hash::FxHashMap;
use solver::{EventId, OrderId, Result, Solver, TermId};

pub(crate) use happens_before::is_atomic;
pub(crate) use memory::{sources, writes_by_cell};
pub(crate) use question::Question;

/// How much of the trace is believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Level {
    /// Data flow and all synchronisation.
    Full,
    /// Creation, join and locks only: the "w/o Data" column of Table 1.
    Locks,
}

/// What a formula is made of.
pub(crate) struct View<'t> {
    pub must: &'t MustOrder,
    pub locks: &'t Locks,
    pub slice: &'t Slice,
    /// Writes for which it matters what was there before.
    pub old: &'t [StepId],
}

pub(crate) struct Encoding<'t> {
    pub trace: &'t Trace,
    pub must: &'t MustOrder,
    pub locks: &'t Locks,
    pub slice: &'t Slice,
    pub level: Level,
    pub solver: Solver,
    pub order: OrderId,
    beginning: EventId,
    /// The event of each step that has one.
    pub events: Vec<Option<EventId>>,
    /// Whether each such step is in the prefix.
    happens: Vec<TermId>,
    pub lowering: Lowering,
    /// For each read that matters, the writes that it may read from and whether it does.
    reads_from: FxHashMap<StepId, Vec<(StepId, TermId)>>,
    /// Contents of the cell before a write.
    old: FxHashMap<StepId, TermId>,
    /// Who wakes whom: signal, wait, literal.
    pub wakes: Vec<(StepId, u32, TermId)>,
    limits: &'t Limits,
    /// A limit was reached before the formula was whole: then it means nothing.
    pub stopped: bool,
}

impl<'t> Encoding<'t> {
    pub(crate) fn new(
        trace: &'t Trace,
        view: &View<'t>,
        level: Level,
        complete: bool,
        limits: &'t Limits,
    ) -> Result<Self> {
        let mut solver = Solver::new();
        let order = solver.new_order("time");
        let beginning = solver.new_event("beginning");
        let mut encoding = Encoding {
            trace,
            must: view.must,
            locks: view.locks,
            slice: view.slice,
            level,
            solver,
            order,
            beginning,
            events: vec![None; trace.steps.len()],
            happens: vec![TermId::TRUE; trace.steps.len()],
            lowering: Lowering::default(),
            reads_from: FxHashMap::default(),
            old: FxHashMap::default(),
            wakes: Vec::new(),
            limits,
            stopped: false,
        };
        encoding.make_events()?;
        if level == Level::Full {
            encoding.memory(view.old)?;
        }
        encoding.program_order()?;
        encoding.threads()?;
        encoding.critical_sections()?;
        if level == Level::Full {
            encoding.guards();
            encoding.synchronisation()?;
            encoding.lifetimes()?;
        }
        if complete {
            encoding.everything_happens();
        }
        Ok(encoding)
    }

    /// Whether to go on; asked wherever the formula grows faster than the trace.
    pub(crate) fn goes_on(&mut self) -> bool {
        self.stopped = self.stopped || self.limits.are_reached();
        !self.stopped
    }
    fn is_node(&self, id: StepId) -> bool {
        self.events[id.0 as usize].is_some()
    }
    /// The event of a step that has one.
    pub(crate) fn event(&self, id: StepId) -> EventId {
        self.events[id.0 as usize].unwrap_or(self.beginning)
    }
    pub(crate) fn happens(&self, id: StepId) -> TermId {
        self.happens[id.0 as usize]
    }
    pub(crate) fn term(&mut self, expr: ExprId) -> TermId {
        self.lowering.term(&self.trace.exprs, &mut self.solver.terms, expr)
    }
    fn bits(&mut self, expr: ExprId) -> TermId {
        self.lowering.bits(&self.trace.exprs, &mut self.solver.terms, expr)
    }
    pub(crate) fn before(&mut self, a: StepId, b: StepId) -> Result<TermId> {
        if self.must.before(a, b) {
            return Ok(TermId::TRUE);
        }
        if self.must.before(b, a) {
            return Ok(TermId::FALSE);
        }
        let (a, b) = (self.event(a), self.event(b));
        self.solver.before(self.order, a, b)
    }
    fn implies(&mut self, a: TermId, b: TermId) {
        self.solver.assert_implies(a, b);
    }
    fn edge_if(&mut self, condition: TermId, a: StepId, b: StepId) -> Result {
        let (a, b) = (self.event(a), self.event(b));
        self.solver.add_guarded_edge(self.order, condition, a, b)
    }
    fn fixed_edge(&mut self, a: StepId, b: StepId) -> Result {
        self.edge_if(TermId::TRUE, a, b)
    }
    /// One step comes after another, without which it does not happen.
    fn follows(&mut self, earlier: StepId, later: StepId) -> Result {
        self.fixed_edge(earlier, later)?;
        self.implies(self.happens(later), self.happens(earlier));
        Ok(())
    }
    /// The terms of these expressions.
    fn all(&mut self, exprs: &[ExprId]) -> Vec<TermId> {
        exprs.iter().map(|&expr| self.term(expr)).collect()
    }
    fn all_came(&mut self, arrivals: &[StepId]) -> TermId {
        let came: Vec<TermId> = arrivals.iter().map(|&id| self.happens(id)).collect();
        self.solver.terms.and_all(came)
    }
    /// The steps that have an event.
    fn nodes(&self) -> Vec<StepId> {
        self.trace.ids().filter(|id| self.is_node(*id)).collect()
    }

    /// Steps of one atomic section are one node of the order, and happen all or none.
    fn make_events(&mut self) -> Result {
        let mut sections: std::collections::BTreeMap<u32, Vec<StepId>> = Default::default();
        for id in self.trace.ids().filter(|id| self.slice.nodes[id.0 as usize]) {
            let event = self.solver.new_event(id.to_string());
            self.events[id.0 as usize] = Some(event);
            let section = self.trace.step(id).section.filter(|_| self.level == Level::Full);
            let shared = section.map(|section| sections.entry(section).or_default());
            let first = shared.and_then(|steps| {
                steps.push(id);
                (steps.len() > 1).then(|| steps[0])
            });
            self.happens[id.0 as usize] = match first {
                Some(first) => self.happens[first.0 as usize],
                None => self.solver.terms.bool_var(format!("happens {id}")),
            };
        }
        for steps in sections.values().filter(|steps| steps.len() > 1) {
            let events: Vec<EventId> = steps.iter().map(|&id| self.event(id)).collect();
            self.solver.glue(self.order, &events)?;
        }
        Ok(())
    }

    /// Φ_PO: the steps of a thread in their order; whoever happens has all before it happen.
    fn program_order(&mut self) -> Result {
        for thread in 0..self.trace.threads.len() {
            let nodes = self.nodes_of(thread as u32);
            if let (0, Some(&first)) = (thread, nodes.first()) {
                let first = self.event(first);
                self.solver.add_fixed_edge(self.order, self.beginning, first)?;
            }
            for pair in nodes.windows(2) {
                let together = self.trace.step(pair[0]).section.is_some()
                    && self.trace.step(pair[0]).section == self.trace.step(pair[1]).section
                    && self.level == Level::Full;
                // Those of a section are one in the order, and happen all or none.
                if !together {
                    self.follows(pair[0], pair[1])?;
                }
            }
        }
        Ok(())
    }

    /// The steps of a thread that have an event.
    pub(crate) fn nodes_of(&self, thread: u32) -> Vec<StepId> {
        let steps = &self.trace.threads[thread as usize].steps;
        steps.iter().filter(|id| self.is_node(**id)).copied().collect()
    }

    /// Path conditions g(t): a step happens only if every branch on the way to it goes as it went in the run.
    fn guards(&mut self) {
        for thread in 0..self.trace.threads.len() as u32 {
            let mut open: Vec<ExprId> = Vec::new();
            let mut last: Option<StepId> = None;
            for id in self.trace.threads[thread as usize].steps.clone() {
                let step = self.trace.step(id);
                let of_last = last
                    .filter(|&last| step.section.is_some() && self.trace.step(last).section == step.section);
                open.extend(&step.guards);
                // Within an atomic section all of its guards are its guards.
                if let (Some(last), false) = (of_last, self.is_node(id)) {
                    self.require(last, &open);
                    open.clear();
                }
                if self.is_node(id) {
                    self.require(id, &open);
                    open.clear();
                    last = Some(id);
                    if let Some(requires) = self.trace.access(id).and_then(|access| access.requires) {
                        self.require(id, &[requires]);
                    }
                }
                if !step.closing.is_empty() {
                    open.extend(&step.closing);
                    if let Some(last) = last.filter(|&last| self.trace.step(last).section == step.section) {
                        self.require(last, &open);
                        open.clear();
                    }
                }
            }
        }
    }

    fn require(&mut self, id: StepId, conditions: &[ExprId]) {
        let happens = self.happens(id);
        for term in self.all(conditions) {
            self.implies(happens, term);
        }
    }

    /// Whether a thread has done its first `position` steps, and stands before the next one but for these guards.
    pub(crate) fn reached(&mut self, thread: u32, position: u32) -> TermId {
        let mut parts = Vec::new();
        let steps = &self.trace.threads[thread as usize].steps;
        let done: Vec<StepId> = steps.iter().take(position as usize).copied().collect();
        let last_node = done.iter().rposition(|&id| self.is_node(id));
        match last_node {
            Some(index) => parts.push(self.happens(done[index])),
            None => {
                let creator = self.trace.threads[thread as usize].created_by;
                parts.extend(creator.map(|creator| self.happens(creator)));
            }
        }
        for &id in &done[last_node.map_or(0, |index| index + 1)..] {
            let step = self.trace.step(id);
            parts.extend(self.all(&step.guards));
            parts.extend(self.all(&step.closing));
        }
        if let Some(arrivals) = done.last().and_then(|&id| self.trace.round_of(id)) {
            parts.push(self.all_came(&arrivals));
        }
        self.solver.terms.and_all(parts)
    }

    /// Creation and join. Threads are numbered in the order they are created, so that order is kept.
    fn threads(&mut self) -> Result {
        let mut last_create: Option<StepId> = None;
        for id in self.nodes() {
            match self.trace.step(id).kind {
                StepKind::Create { child } => {
                    if let Some(last) = last_create.replace(id) {
                        self.follows(last, id)?;
                    }
                    if let Some(&first) = self.nodes_of(child).first() {
                        self.follows(id, first)?;
                    }
                }
                StepKind::Join { child } => {
                    let n_steps = self.trace.threads[child as usize].steps.len() as u32;
                    if let Some(&last) = self.nodes_of(child).last() {
                        self.follows(last, id)?;
                    }
                    if self.level == Level::Full {
                        let over = self.reached(child, n_steps);
                        self.implies(self.happens(id), over);
                        let tail = self.trace.threads[child as usize].tail.clone();
                        self.require(id, &tail);
                        self.after_last_barrier(child, id)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn everything_happens(&mut self) {
        for id in self.nodes() {
            self.solver.assert(self.happens(id));
        }
        if self.level == Level::Full {
            for thread in 0..self.trace.threads.len() as u32 {
                let n_steps = self.trace.threads[thread as usize].steps.len() as u32;
                let over = self.reached(thread, n_steps);
                self.solver.assert(over);
                for term in self.all(&self.trace.threads[thread as usize].tail) {
                    self.solver.assert(term);
                }
            }
        }
    }
}
