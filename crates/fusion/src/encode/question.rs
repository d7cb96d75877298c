//! What is asked of the formula: Φ_AV for atomicity (§4.3), and the same trace for assertions, races and deadlocks.

use super::{Encoding, Level};
use crate::candidates::Candidate;
use crate::trace::{Access, AssertPoint, StepId, StepKind};
use solver::{Result, TermId};

/// A condition on prefixes, and which part of a prefix that satisfies it shows it.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub holds: TermId,
    /// The prefix ends with this step.
    pub last: Option<StepId>,
    /// The prefix ends right before the last of these steps: what a thread does behind an access must not get in the way.
    pub before: Vec<StepId>,
    /// Threads that must have done so many steps in the end.
    pub advance: Vec<(u32, u32)>,
    /// In the end all threads go on as far as nothing but their own code keeps them.
    pub go_on: bool,
}

impl Question {
    /// Any prefix that satisfies the condition.
    pub fn new(holds: TermId) -> Question {
        Question { holds, last: None, before: Vec::new(), advance: Vec::new(), go_on: false }
    }
}

impl Encoding<'_> {
    /// Φ_AV for one triple: all three happen, in this order, and none commutes with its neighbour.
    pub(crate) fn atomicity(&mut self, candidate: &Candidate, guarded: bool) -> Result<Question> {
        let Candidate { first, remote, second, .. } = *candidate;
        let mut parts = vec![self.happens(remote), self.happens(second)];
        parts.push(self.before(first, remote)?);
        parts.push(self.before(remote, second)?);
        if self.level == Level::Full {
            parts.push(self.unserialisable(first, remote, second));
            parts.push(self.conflict(first, remote, guarded));
            parts.push(self.conflict(remote, second, guarded));
        }
        let holds = self.solver.terms.and_all(parts);
        Ok(Question { last: Some(second), ..Question::new(holds) })
    }

    pub(super) fn writes(&mut self, id: StepId) -> TermId {
        match self.trace.access(id).and_then(|access| access.write) {
            Some((_, cond)) => self.term(cond),
            None => TermId::FALSE,
        }
    }

    /// One of the five patterns: the remote access writes, or it reads between two writes.
    fn unserialisable(&mut self, first: StepId, remote: StepId, second: StepId) -> TermId {
        let [first, remote, second] = [first, remote, second].map(|id| self.writes(id));
        let between = self.solver.terms.and(first, second);
        self.solver.terms.or(remote, between)
    }

    pub(super) fn address(&mut self, access: &Access) -> TermId {
        match &access.symbolic {
            Some((addr, _)) => self.bits(*addr),
            None => self.solver.terms.bits_const(u128::from(access.addr), 64),
        }
    }

    /// ¬c_G(a, b): they touch the same cell and swapping them would make a difference (§3, Definition 2).
    ///
    /// RD-WR is decided by the value before either: what a read sees, or what was there before a write. (Read to the
    /// letter, the paper compares with what the read sees *after* the write, which never differs.)
    fn conflict(&mut self, a: StepId, b: StepId, guarded: bool) -> TermId {
        let trace = self.trace;
        let (Some(x), Some(y)) = (trace.access(a), trace.access(b)) else { return TermId::FALSE };
        let (writes_a, writes_b) = (self.writes(a), self.writes(b));
        let some_write = self.solver.terms.or(writes_a, writes_b);
        let aligned = x.size == y.size && (x.symbolic.is_some() || y.symbolic.is_some() || x.addr == y.addr);
        if !aligned {
            return some_write;
        }
        let (at_a, at_b) = (self.address(x), self.address(y));
        let same_place = self.solver.terms.eq(at_a, at_b);
        if !guarded {
            return self.solver.terms.and(some_write, same_place);
        }
        let mut ways = Vec::new();
        let written = |this: &mut Self, access: &Access| access.write.map(|(value, _)| this.bits(value));
        let (new_a, new_b) = (written(self, x), written(self, y));
        if let (Some(read), Some(new)) = (x.read, new_b) {
            let seen = self.bits(trace.reads[read.0 as usize].expr);
            let differs = self.solver.terms.ne(seen, new);
            ways.push(self.solver.terms.and(writes_b, differs));
        }
        if let (Some(new), Some(_)) = (new_a, y.read) {
            let old = match x.read {
                Some(read) => Some(self.bits(trace.reads[read.0 as usize].expr)),
                None => self.old_value(a),
            };
            let differs = old.map_or(TermId::TRUE, |old| self.solver.terms.ne(old, new));
            ways.push(self.solver.terms.and(writes_a, differs));
        }
        if let (Some(first), Some(second)) = (new_a, new_b) {
            let differs = self.solver.terms.ne(first, second);
            ways.push(self.solver.terms.and_all([writes_a, writes_b, differs]));
        }
        let dependent = self.solver.terms.or_all(ways);
        self.solver.terms.and(same_place, dependent)
    }

    /// The assertion is reached and false.
    pub(crate) fn assertion(&mut self, point: &AssertPoint) -> Question {
        let mut parts = vec![self.reached(point.thread, point.after)];
        parts.extend(self.all(&point.guards));
        let cond = self.term(point.cond);
        parts.push(self.solver.terms.not(cond));
        let holds = self.solver.terms.and_all(parts);
        Question { advance: vec![(point.thread, point.after)], ..Question::new(holds) }
    }

    /// A thread stands before a step: it may do it next.
    fn stands_before(&mut self, id: StepId) -> TermId {
        let step = self.trace.step(id);
        let mut parts = vec![self.reached(step.thread, step.position)];
        parts.extend(self.all(&step.guards));
        if self.is_node(id) {
            parts.push(self.solver.terms.not(self.happens(id)));
        }
        self.solver.terms.and_all(parts)
    }

    /// Every thread has ended or waits for what does not come; the first one waits.
    pub(crate) fn deadlock(&mut self) -> Result<Question> {
        let mut all = Vec::new();
        for thread in 0..self.trace.threads.len() as u32 {
            let mut ways = Vec::new();
            for id in self.trace.threads[thread as usize].steps.clone() {
                if let Some(blocked) = self.blocked(id)? {
                    let here = self.stands_before(id);
                    ways.push(self.solver.terms.and(here, blocked));
                }
                if let Some(arrivals) = self.trace.round_of(id) {
                    let complete = self.all_came(&arrivals);
                    ways.push(self.solver.terms.and_not(self.happens(id), complete));
                }
            }
            let data = &self.trace.threads[thread as usize];
            if data.ended {
                let mut parts = vec![self.reached(thread, data.steps.len() as u32)];
                parts.extend(self.all(&data.tail));
                ways.push(self.solver.terms.and_all(parts));
            }
            if let Some(creator) = data.created_by {
                ways.push(self.solver.terms.not(self.happens(creator)));
            }
            all.push(self.solver.terms.or_all(ways));
        }
        let holds = self.solver.terms.and_all(all);
        Ok(Question { go_on: true, ..Question::new(holds) })
    }

    /// Whether a step cannot be done in the end; `None`: it never has to wait.
    fn blocked(&mut self, id: StepId) -> Result<Option<TermId>> {
        let thread = self.trace.step(id).thread;
        Ok(match self.trace.step(id).kind.clone() {
            StepKind::Acquire { lock, shared } => Some(self.held(lock, shared, thread, None)?),
            StepKind::WaitEnd { lock, wait } => {
                let mut woken = Vec::new();
                for (by, literal) in self.wakes_of(wait) {
                    woken.push(self.solver.terms.and(literal, self.happens(by)));
                }
                let woken = self.solver.terms.or_all(woken);
                let asleep = self.solver.terms.not(woken);
                let held = self.held(lock, false, thread, None)?;
                Some(self.solver.terms.or(asleep, held))
            }
            StepKind::Join { child } => {
                let last = self.nodes_of(child).last().copied();
                last.map(|last| self.solver.terms.not(self.happens[last.0 as usize]))
            }
            StepKind::Once { object, runs: false } => {
                let end = self.trace.once_end(object);
                end.map(|end| self.solver.terms.not(self.happens[end.0 as usize]))
            }
            StepKind::Access(access)
                if access.sync && access.requires.is_some() && access.write.is_some() =>
            {
                Some(self.count_is_zero(access.addr))
            }
            _ => None,
        })
    }

    /// The counter of a semaphore in the end: its first value and all that happens to it, in whatever order.
    fn count_is_zero(&mut self, addr: u64) -> TermId {
        let trace = self.trace;
        let initial = trace.cells.iter().find(|cell| cell.addr == addr).map_or(0, |cell| cell.initial);
        let mut count = self.solver.terms.bits_const(initial, 32);
        for id in trace.ids() {
            let Some(access) = trace.access(id).filter(|access| access.addr == addr) else { continue };
            let Some((value, _)) = access.write else { continue };
            let happens = self.happens(id);
            let then = match access.read {
                None => self.bits(value),
                Some(_) => {
                    let by = if access.requires.is_some() { u128::from(u32::MAX) } else { 1 };
                    let by = self.solver.terms.bits_const(by, 32);
                    self.solver.terms.add(count, by)
                }
            };
            count = self.solver.terms.ite(happens, then, count);
        }
        let zero = self.solver.terms.bits_const(0, 32);
        self.solver.terms.eq(count, zero)
    }
}
