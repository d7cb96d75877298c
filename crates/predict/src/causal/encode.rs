//! The formula of a window: which of its events happen, and in which order.
//!
//! As `fusion`'s, over concrete values: `happens(e)` says that the event is in the reordering and sees what it saw; it
//! implies that of the event before and of what it needs. An event *can come* if all before it in its thread happens.

use super::check::State;
use super::window::{Section, Window};
use super::{CausalTrace, Subject};
use crate::event::EventId;
use events::trace::Op;
use rustc_hash::FxHashMap;
use solver::{Model, OrderId, Solver, SolverError, TermId};

pub(super) struct Encoding<'w, 'a> {
    pub window: &'w Window<'a>,
    pub causal: &'a CausalTrace,
    pub solver: Solver,
    pub order: OrderId,
    pub beginning: solver::EventId,
    nodes: FxHashMap<EventId, solver::EventId>,
    happens: FxHashMap<EventId, TermId>,
    /// Acquires of the window that a deadlock may be made of, with the literal for it.
    pub waiting: Vec<(EventId, TermId)>,
}

impl<'w, 'a> Encoding<'w, 'a> {
    pub(super) fn new(window: &'w Window<'a>, state: &State<'_>) -> Result<Self, SolverError> {
        let mut solver = Solver::new();
        let order = solver.new_order("time");
        let beginning = solver.new_event("beginning");
        let (nodes, happens) = (FxHashMap::default(), FxHashMap::default());
        let causal = window.causal;
        let waiting = Vec::new();
        let mut encoding = Encoding { window, causal, solver, order, beginning, nodes, happens, waiting };
        for id in window.kept_ids() {
            let node = encoding.solver.new_event(id.to_string());
            encoding.nodes.insert(id, node);
            let happens = encoding.solver.terms.bool_var(format!("happens {id}"));
            encoding.happens.insert(id, happens);
        }
        encoding.program_order()?;
        encoding.memory()?;
        encoding.critical_sections()?;
        encoding.semaphores(state)?;
        encoding.conditions()?;
        encoding.lifetimes()?;
        Ok(encoding)
    }

    pub(super) fn node(&self, id: EventId) -> solver::EventId {
        self.nodes.get(&id).copied().unwrap_or(self.beginning)
    }
    /// Events before the window happen.
    pub(super) fn happens(&self, id: EventId) -> TermId {
        self.happens.get(&id).copied().unwrap_or(TermId::TRUE)
    }
    pub(super) fn implies(&mut self, a: TermId, b: TermId) {
        self.solver.assert_implies(a, b);
    }
    pub(super) fn before(&mut self, a: EventId, b: EventId) -> Result<TermId, SolverError> {
        let (a, b) = (self.node(a), self.node(b));
        self.solver.before(self.order, a, b)
    }
    fn not(&mut self, term: TermId) -> TermId {
        self.solver.terms.not(term)
    }
    fn event(&self, id: EventId) -> &'a crate::event::Event {
        &self.causal.trace.events[id as usize]
    }

    /// What must be in the reordering for an event to come next, but for what it sees and for locks.
    fn requirements(&self, id: EventId) -> Vec<EventId> {
        let needs = self.causal.needs(id).filter_map(|need| match need >= self.window.from {
            true => self.window.kept_at_or_before(need),
            false => None,
        });
        self.window.kept_before(id).into_iter().chain(needs).collect()
    }

    fn can_come(&mut self, id: EventId) -> TermId {
        let terms: Vec<TermId> = self.requirements(id).into_iter().map(|id| self.happens(id)).collect();
        self.solver.terms.and_all(terms)
    }

    fn program_order(&mut self) -> Result<(), SolverError> {
        for id in self.window.kept_ids() {
            let happens = self.happens(id);
            let node = self.node(id);
            self.solver.add_fixed_edge(self.order, self.beginning, node)?;
            for earlier in self.requirements(id) {
                let (from, term) = (self.node(earlier), self.happens(earlier));
                self.solver.add_fixed_edge(self.order, from, node)?;
                self.implies(happens, term);
            }
        }
        Ok(())
    }

    fn critical_sections(&mut self) -> Result<(), SolverError> {
        let mut locks: Vec<u32> = self.window.sections.keys().copied().collect();
        locks.sort_unstable();
        for lock in locks {
            let sections = &self.window.sections[&lock];
            for (index, b) in sections.iter().enumerate() {
                for a in &sections[..index] {
                    if a.thread != b.thread && !(a.shared && b.shared) {
                        self.apart(a, b)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Two sections of different threads, of which one at least is exclusive.
    fn apart(&mut self, a: &Section, b: &Section) -> Result<(), SolverError> {
        match (a.begin, b.begin) {
            (Some(x), Some(y)) => {
                let (x_happens, y_happens) = (self.happens(x), self.happens(y));
                let both = self.solver.terms.and(x_happens, y_happens);
                let a_first = self.before(x, y)?;
                let b_first = self.not(a_first);
                self.one_after_the_other(both, a_first, a.end, y)?;
                self.one_after_the_other(both, b_first, b.end, x)
            }
            (None, Some(y)) => {
                let happens = self.happens(y);
                self.one_after_the_other(happens, TermId::TRUE, a.end, y)
            }
            (Some(x), None) => {
                let happens = self.happens(x);
                self.one_after_the_other(happens, TermId::TRUE, b.end, x)
            }
            (None, None) => Ok(()),
        }
    }

    fn one_after_the_other(
        &mut self,
        both: TermId,
        first: TermId,
        end: Option<EventId>,
        next: EventId,
    ) -> Result<(), SolverError> {
        let condition = self.solver.terms.and(both, first);
        match end {
            Some(end) => {
                let ended = self.happens(end);
                self.implies(condition, ended);
                let (from, to) = (self.node(end), self.node(next));
                self.solver.add_guarded_edge(self.order, condition, from, to)
            }
            None => {
                let never = self.not(condition);
                self.solver.assert(never);
                Ok(())
            }
        }
    }

    fn kept_where(&self, wanted: impl Fn(Op) -> bool) -> Vec<EventId> {
        self.window.kept_ids().filter(|&id| wanted(self.event(id).op)).collect()
    }

    /// Every down has a post of its own before it, or one of the permits that were there.
    fn semaphores(&mut self, state: &State<'_>) -> Result<(), SolverError> {
        let mut by_semaphore: FxHashMap<u32, (Vec<EventId>, Vec<EventId>)> = FxHashMap::default();
        for id in self.kept_where(|op| matches!(op, Op::Post | Op::Down)) {
            let lists = by_semaphore.entry(self.event(id).target).or_default();
            if self.event(id).op == Op::Post { lists.0.push(id) } else { lists.1.push(id) }
        }
        for (semaphore, (posts, downs)) in by_semaphore {
            let n_permits = (state.permits(semaphore) as usize).min(downs.len());
            let mut ways: Vec<Vec<TermId>> = vec![Vec::new(); downs.len()];
            for source in 0..posts.len() + n_permits {
                let mut taken = Vec::new();
                for (index, &down) in downs.iter().enumerate() {
                    let literal = self.solver.terms.bool_var("permit");
                    if let Some(&post) = posts.get(source) {
                        let (happens, earlier) = (self.happens(post), self.before(post, down)?);
                        let both = self.solver.terms.and(happens, earlier);
                        self.implies(literal, both);
                    }
                    // A down that does not happen takes nothing.
                    let happens = self.happens(down);
                    self.implies(literal, happens);
                    taken.push(literal);
                    ways[index].push(literal);
                }
                self.solver.assert_at_most_one(&taken);
            }
            for (index, &down) in downs.iter().enumerate() {
                let some = self.solver.terms.or_all(std::mem::take(&mut ways[index]));
                let happens = self.happens(down);
                self.implies(happens, some);
            }
        }
        Ok(())
    }

    /// A wake that needed a signal in the run has one of its own; a broadcast does for all who wait.
    fn conditions(&mut self) -> Result<(), SolverError> {
        let mut wakes: FxHashMap<EventId, Vec<TermId>> = FxHashMap::default();
        for id in self.kept_where(|op| op == Op::Wake) {
            match self.causal.signalled.get(&id) {
                // What woke it before the window is its own.
                Some((_, signal)) if *signal >= self.window.from => drop(wakes.insert(id, Vec::new())),
                _ => {}
            }
        }
        let mut list: Vec<EventId> = wakes.keys().copied().collect();
        list.sort_unstable();
        for signal in self.kept_where(|op| matches!(op, Op::Signal | Op::Broadcast)) {
            let mut own = Vec::new();
            for &wake in &list {
                let Some(&(wait, _)) = self.causal.signalled.get(&wake) else { continue };
                let (s, w) = (self.event(signal), self.event(wait));
                if s.target != w.target || s.thread == w.thread {
                    continue;
                }
                let mut parts = vec![self.happens(signal), self.before(signal, wake)?];
                if wait >= self.window.from {
                    parts.push(self.before(wait, signal)?);
                }
                let possible = self.solver.terms.and_all(parts);
                let literal = self.solver.terms.bool_var("wakes");
                self.implies(literal, possible);
                let happens = self.happens(wake);
                self.implies(literal, happens);
                own.push(literal);
                wakes.entry(wake).or_default().push(literal);
            }
            if self.event(signal).op == Op::Signal {
                self.solver.assert_at_most_one(&own);
            }
        }
        for wake in list {
            let some = self.solver.terms.or_all(wakes.remove(&wake).unwrap_or_default());
            let happens = self.happens(wake);
            self.implies(happens, some);
        }
        Ok(())
    }

    /// What uses an object comes before its end.
    fn lifetimes(&mut self) -> Result<(), SolverError> {
        for end in self.kept_where(|op| matches!(op, Op::Free | Op::Destroy)) {
            for id in self.users(end) {
                let (a, b) = (self.happens(id), self.happens(end));
                let both = self.solver.terms.and(a, b);
                let (from, to) = (self.node(id), self.node(end));
                self.solver.add_guarded_edge(self.order, both, from, to)?;
            }
        }
        Ok(())
    }

    /// Those who use what an event ends.
    fn users(&self, end: EventId) -> Vec<EventId> {
        let event = self.event(end);
        let space = event.op.namespace();
        let uses = |id: &EventId| {
            let other = self.event(*id);
            let same = other.op.namespace() == space && other.target == event.target;
            *id != end && same && other.op != Op::Alloc
        };
        self.window.kept_ids().filter(uses).collect()
    }

    /// An access that is not (or need not be) part of the reordering does not come after the end of its object.
    fn not_ended(&mut self, id: EventId) -> Result<TermId, SolverError> {
        let target = self.event(id).target;
        let mut parts = Vec::new();
        for end in self.kept_where(|op| op == Op::Free) {
            if self.event(end).target == target {
                let (happens, before) = (self.happens(end), self.before(id, end)?);
                let not = self.not(happens);
                parts.push(self.solver.terms.or(not, before));
            }
        }
        Ok(self.solver.terms.and_all(parts))
    }

    /// What a subject means; a deadlock has a formula of its own.
    pub(super) fn question(&mut self, subject: &Subject) -> Result<TermId, SolverError> {
        match subject {
            Subject::Block { first, remote, second, .. } => {
                let [r, b] = [*remote, *second].map(|id| *self.event(id));
                let mut parts = vec![self.happens(*first), self.can_come(*second)];
                parts.push(if r.writes() { self.happens(*remote) } else { self.can_come(*remote) });
                if !r.writes() && b.reads() {
                    parts.push(self.happens(*second));
                }
                parts.push(self.before(*first, *remote)?);
                parts.push(self.before(*remote, *second)?);
                parts.push(self.not_ended(*second)?);
                Ok(self.solver.terms.and_all(parts))
            }
            Subject::Race(a, b) => {
                let mut parts = Vec::new();
                for id in [*a, *b] {
                    let happens = self.happens(id);
                    parts.extend([self.can_come(id), self.not(happens)]);
                }
                let target = self.event(*a).target;
                for end in self.kept_where(|op| op == Op::Free) {
                    if self.event(end).target == target {
                        let happens = self.happens(end);
                        parts.push(self.not(happens));
                    }
                }
                Ok(self.solver.terms.and_all(parts))
            }
            Subject::Deadlock(_) => Ok(TermId::FALSE),
        }
    }

    /// Some threads wait, each for a lock that another of them holds.
    pub(super) fn deadlock(&mut self) -> Result<TermId, SolverError> {
        let mut acquires = self.kept_where(|op| matches!(op, Op::Acquire | Op::AcquireShared));
        acquires.retain(|id| !self.causal.trace.tried.contains(id));
        let mut blocked: FxHashMap<u32, Vec<TermId>> = FxHashMap::default();
        for &id in &acquires {
            let literal = self.solver.terms.bool_var(format!("waits {id}"));
            self.waiting.push((id, literal));
            blocked.entry(self.event(id).thread).or_default().push(literal);
        }
        let blocked: FxHashMap<u32, TermId> =
            blocked.into_iter().map(|(thread, list)| (thread, self.solver.terms.or_all(list))).collect();
        for (id, literal) in self.waiting.clone() {
            let happens = self.happens(id);
            let stands = [self.can_come(id), self.not(happens)];
            let (thread, lock) = (self.event(id).thread, self.event(id).target);
            let shared = self.event(id).op == Op::AcquireShared;
            let mut held = Vec::new();
            for section in self.window.sections.get(&lock).cloned().unwrap_or_default() {
                let Some(&holder) = blocked.get(&section.thread) else { continue };
                if section.thread == thread || (section.shared && shared) {
                    continue;
                }
                let begun = section.begin.map_or(TermId::TRUE, |begin| self.happens(begin));
                let ended = section.end.map_or(TermId::FALSE, |end| self.happens(end));
                let open = self.not(ended);
                held.push(self.solver.terms.and_all([begun, open, holder]));
            }
            let held = self.solver.terms.or_all(held);
            let both = self.solver.terms.and_all([stands[0], stands[1], held]);
            self.implies(literal, both);
        }
        let some: Vec<TermId> = self.waiting.iter().map(|(_, literal)| *literal).collect();
        Ok(self.solver.terms.or_all(some))
    }

    /// The reordering of a model, with what was left out of the window put back.
    pub(super) fn tail(&self, model: &Model, subject: &Subject) -> Vec<EventId> {
        let ids: FxHashMap<solver::EventId, EventId> = self.nodes.iter().map(|(&id, &n)| (n, id)).collect();
        let mut evaluator = model.evaluator(&self.solver.terms);
        let mut done: FxHashMap<u32, EventId> = FxHashMap::default();
        let mut tail = Vec::new();
        let mut emit = |tail: &mut Vec<EventId>, id: EventId, with: bool| {
            let thread = self.event(id).thread;
            let from = done.get(&thread).map_or(self.window.from, |&last| last + 1);
            let events = &self.causal.threads[thread as usize];
            let start = events.partition_point(|&event| event < from);
            let end = self.causal.position[id as usize] as usize + usize::from(with);
            tail.extend_from_slice(events.get(start..end).unwrap_or(&[]));
            done.insert(thread, if with { id } else { id.saturating_sub(1) });
        };
        let (remote, last) = match subject {
            Subject::Block { remote, second, .. } => (Some(*remote), Some(*second)),
            _ => (None, None),
        };
        for node in model.order(self.order) {
            let Some(&id) = ids.get(node) else { continue };
            if Some(id) == last || Some(id) == remote || evaluator.bool(self.happens(id)) {
                emit(&mut tail, id, true);
            }
            if Some(id) == last {
                return tail;
            }
        }
        // What the threads do up to where they stand.
        for id in subject.events() {
            emit(&mut tail, id, false);
        }
        tail
    }
}
