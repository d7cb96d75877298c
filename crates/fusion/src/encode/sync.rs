//! Synchronisation in the formula: what each step asks of those that happen before it.

use super::Encoding;
use crate::shadow::COUNTER;
use crate::slice::Deaths;
use crate::trace::{StepId, StepKind};
use solver::{Result, TermId};
use std::collections::BTreeMap;

/// One wait for a condition.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wait {
    pub cond: u64,
    pub begin: Option<StepId>,
    pub timeout: Option<StepId>,
    pub end: Option<StepId>,
}

impl Encoding<'_> {
    /// Critical sections on one lock do not overlap, unless both only read.
    pub(super) fn critical_sections(&mut self) -> Result {
        for mut sections in self.locks.by_lock().into_values() {
            sections.retain(|section| self.is_node(section.begin));
            for (index, b) in sections.iter().enumerate() {
                if !self.goes_on() {
                    return Ok(());
                }
                for a in &sections[..index] {
                    if a.thread == b.thread || (a.shared && b.shared) {
                        continue;
                    }
                    let ordered = |first: Option<StepId>, second: StepId| {
                        first.is_some_and(|first| self.must.before(first, second))
                    };
                    if ordered(a.end, b.begin) || ordered(b.end, a.begin) {
                        continue;
                    }
                    let both = self.solver.terms.and(self.happens(a.begin), self.happens(b.begin));
                    let a_first = self.before(a.begin, b.begin)?;
                    let b_first = self.solver.terms.not(a_first);
                    self.one_after_the_other(both, a_first, a.end, b.begin)?;
                    self.one_after_the_other(both, b_first, b.end, a.begin)?;
                }
            }
        }
        Ok(())
    }

    fn one_after_the_other(
        &mut self,
        both: TermId,
        first: TermId,
        end: Option<StepId>,
        next: StepId,
    ) -> Result {
        let condition = self.solver.terms.and(both, first);
        match end {
            Some(end) => {
                self.implies(condition, self.happens(end));
                self.edge_if(condition, end, next)
            }
            None => {
                self.solver.assert_not(condition);
                Ok(())
            }
        }
    }

    pub(super) fn synchronisation(&mut self) -> Result {
        self.symbolic_places();
        for id in self.nodes() {
            match self.trace.step(id).kind {
                StepKind::Refused { lock, shared } => {
                    let held = self.held(lock, shared, self.trace.step(id).thread, Some(id))?;
                    self.implies(self.happens(id), held);
                }
                // Whoever finds the routine run comes after its end.
                StepKind::Once { object, runs: false } => {
                    if let Some(end) = self.trace.once_end(object).filter(|&end| end < id) {
                        self.follows(end, id)?;
                    }
                }
                _ => {}
            }
        }
        self.fixed_objects()?;
        self.conditions()?;
        self.barriers()
    }

    /// An access whose address is open goes to one of its places.
    fn symbolic_places(&mut self) {
        for id in self.nodes() {
            if self.trace.access(id).is_some_and(|access| access.symbolic.is_some()) {
                let places = self.places_used(id).into_iter().map(|(_, here)| here);
                let somewhere = self.solver.terms.or_all(places.collect::<Vec<_>>());
                self.implies(self.happens(id), somewhere);
            }
        }
    }

    /// Whether another thread holds a lock, so that one who wants it like this is kept out: when a step happens, or in the end.
    pub(super) fn held(
        &mut self,
        lock: u64,
        shared: bool,
        thread: u32,
        at: Option<StepId>,
    ) -> Result<TermId> {
        let locks = self.locks;
        let others = locks
            .of_lock(lock)
            .filter(|section| section.thread != thread && !(section.shared && shared))
            .filter(|section| at.is_none() || self.is_node(section.begin))
            .collect::<Vec<_>>();
        let mut held = Vec::new();
        for section in others {
            let mut parts = vec![self.happens(section.begin)];
            if let Some(at) = at {
                parts.push(self.before(section.begin, at)?);
            }
            if let Some(end) = section.end {
                let not_ended = self.solver.terms.not(self.happens[end.0 as usize]);
                let after = at.map_or(Ok(TermId::FALSE), |at| self.before(at, end))?;
                parts.push(self.solver.terms.or(not_ended, after));
            }
            held.push(self.solver.terms.and_all(parts));
        }
        Ok(self.solver.terms.or_all(held))
    }

    /// Initialisation and the like keep their place among the steps on their object.
    fn fixed_objects(&mut self) -> Result {
        let mut by_object: BTreeMap<u64, Vec<(StepId, bool)>> = BTreeMap::new();
        for id in self.nodes() {
            let kind = &self.trace.step(id).kind;
            for object in kind.objects() {
                by_object.entry(object).or_default().push((id, matches!(kind, StepKind::Fixed { .. })));
            }
        }
        for steps in by_object.into_values().filter(|steps| steps.iter().any(|&(_, fixed)| fixed)) {
            for (index, &(later, later_fixed)) in steps.iter().enumerate() {
                if !self.goes_on() {
                    return Ok(());
                }
                for &(earlier, earlier_fixed) in steps[..index].iter().rev() {
                    if (later_fixed || earlier_fixed) && !self.must.before(earlier, later) {
                        self.follows(earlier, later)?;
                    }
                    // What lies before an earlier fixed step is ordered by it already.
                    if earlier_fixed {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// The waits of the trace by their numbers.
    pub(crate) fn waits(&self) -> BTreeMap<u32, Wait> {
        let mut waits: BTreeMap<u32, Wait> = BTreeMap::new();
        for id in self.nodes() {
            match self.trace.step(id).kind {
                StepKind::WaitBegin { cond, wait, .. } => {
                    let entry = waits.entry(wait).or_default();
                    (entry.cond, entry.begin) = (cond, Some(id));
                }
                StepKind::WaitTimeout { wait } => waits.entry(wait).or_default().timeout = Some(id),
                StepKind::WaitEnd { wait, .. } => waits.entry(wait).or_default().end = Some(id),
                _ => {}
            }
        }
        waits
    }

    /// A signal wakes one of those who wait, if anybody does; a broadcast wakes all. Nobody goes on unwoken.
    fn conditions(&mut self) -> Result {
        let waits = self.waits();
        let signal = |id: StepId| match self.trace.step(id).kind {
            StepKind::Signal { cond, all } => Some((id, cond, all)),
            _ => None,
        };
        let signals: Vec<(StepId, u64, bool)> = self.nodes().into_iter().filter_map(signal).collect();
        for (&number, wait) in &waits {
            let Some(begin) = wait.begin else { continue };
            let thread = self.trace.step(begin).thread;
            for &(signal, cond, _) in &signals {
                if cond == wait.cond && self.trace.step(signal).thread != thread {
                    let name = format!("{signal} wakes wait {number}");
                    let literal = self.solver.terms.bool_var(name);
                    self.wakes.push((signal, number, literal));
                }
            }
        }
        for &(signal, cond, all) in &signals {
            if self.goes_on() {
                self.signal(signal, cond, all, &waits)?;
            }
        }
        for (&number, wait) in &waits {
            self.woken(number, wait)?;
        }
        Ok(())
    }

    fn signal(&mut self, signal: StepId, cond: u64, all: bool, waits: &BTreeMap<u32, Wait>) -> Result {
        let happens = self.happens(signal);
        let mut mine = Vec::new();
        let mut somebody = Vec::new();
        for (&number, wait) in waits.iter().filter(|(_, wait)| wait.cond == cond) {
            let own = self.wakes.iter().find(|(by, whom, _)| (*by, *whom) == (signal, number));
            let Some(&(_, _, literal)) = own else { continue };
            let waiting = self.waits_at(signal, number, wait)?;
            let possible = self.solver.terms.and(happens, waiting);
            self.implies(literal, possible);
            if all {
                self.implies(possible, literal);
            }
            mine.push(literal);
            somebody.push(waiting);
        }
        if !all {
            self.solver.assert_at_most_one(&mine);
            let somebody = self.solver.terms.or_all(somebody);
            let must_wake = self.solver.terms.and(happens, somebody);
            let wakes = self.solver.terms.or_all(mine);
            self.implies(must_wake, wakes);
        }
        Ok(())
    }

    /// Whether a wait is in the queue when a signal comes.
    fn waits_at(&mut self, signal: StepId, number: u32, wait: &Wait) -> Result<TermId> {
        let Some(begin) = wait.begin else { return Ok(TermId::FALSE) };
        let mut parts = vec![self.happens(begin), self.before(begin, signal)?];
        for (other, literal) in self.wakes_of(number).into_iter().filter(|(by, _)| *by != signal) {
            let earlier = self.before(other, signal)?;
            let woken = self.solver.terms.and(literal, earlier);
            parts.push(self.solver.terms.not(woken));
        }
        if let Some(timeout) = wait.timeout {
            let earlier = self.before(timeout, signal)?;
            let gone = self.solver.terms.and(self.happens(timeout), earlier);
            parts.push(self.solver.terms.not(gone));
        }
        Ok(self.solver.terms.and_all(parts))
    }

    /// Who may wake a wait.
    pub(super) fn wakes_of(&self, number: u32) -> Vec<(StepId, TermId)> {
        let own = self.wakes.iter().filter(|(_, whom, _)| *whom == number);
        own.map(|&(by, _, literal)| (by, literal)).collect()
    }

    /// A wait ends after what woke it; one that timed out in the run times out again.
    fn woken(&mut self, number: u32, wait: &Wait) -> Result {
        let wakes = self.wakes_of(number);
        if let Some(timeout) = wait.timeout {
            // Giving up means that nobody has woken it before.
            let happens = self.happens(timeout);
            for (by, literal) in wakes {
                let earlier = self.before(by, timeout)?;
                let late = self.solver.terms.and(literal, earlier);
                let not = self.solver.terms.not(late);
                self.implies(happens, not);
            }
            return Ok(());
        }
        let Some(end) = wait.end else { return Ok(()) };
        let mut ways = Vec::new();
        for (by, literal) in wakes {
            let earlier = self.before(by, end)?;
            ways.push(self.solver.terms.and(literal, earlier));
        }
        let some = self.solver.terms.or_all(ways);
        self.implies(self.happens(end), some);
        Ok(())
    }

    /// Nobody leaves a barrier before all of its round have come; rounds are those of the run.
    fn barriers(&mut self) -> Result {
        let mut rounds: BTreeMap<(u64, u32), Vec<StepId>> = BTreeMap::new();
        for id in self.nodes() {
            if let StepKind::Arrive { barrier, round } = self.trace.step(id).kind {
                rounds.entry((barrier, round)).or_default().push(id);
            }
        }
        for (&(barrier, round), arrivals) in &rounds {
            for &arrival in arrivals {
                let step = self.trace.step(arrival);
                if let Some(next) = self.trace.step_at(step.thread, step.position + 1) {
                    self.after_all(arrivals, next)?;
                }
                for &later in rounds.get(&(barrier, round + 1)).into_iter().flatten() {
                    self.after_all(arrivals, later)?;
                }
            }
            self.serial_thread(arrivals)?;
        }
        Ok(())
    }

    fn after_all(&mut self, arrivals: &[StepId], next: StepId) -> Result {
        arrivals.iter().try_for_each(|&arrival| self.follows(arrival, next))
    }

    /// The last one to come gets another status.
    fn serial_thread(&mut self, arrivals: &[StepId]) -> Result {
        let all = self.all_came(arrivals);
        for &arrival in arrivals {
            let Some(index) = self.trace.flags.iter().position(|&id| id == arrival) else { continue };
            let flag = crate::expr::FlagId(index as u32);
            let name = format!("last at the barrier: {arrival}");
            let terms = &mut self.solver.terms;
            let term = *self.lowering.flags.entry(flag).or_insert_with(|| terms.bool_var(name));
            let mut earlier = Vec::new();
            for &other in arrivals.iter().filter(|&&other| other != arrival) {
                earlier.push(self.before(other, arrival)?);
            }
            let last = self.solver.terms.and_all(earlier);
            let same = self.solver.terms.iff(term, last);
            self.implies(all, same);
        }
        Ok(())
    }

    /// A thread whose last step is at a barrier ends when it is let go.
    pub(super) fn after_last_barrier(&mut self, child: u32, join: StepId) -> Result {
        let last = self.trace.threads[child as usize].steps.last();
        let arrivals = last.and_then(|&id| self.trace.round_of(id)).unwrap_or_default();
        self.after_all(&arrivals, join)
    }

    /// What uses an object comes before its end.
    pub(super) fn lifetimes(&mut self) -> Result {
        let deaths = Deaths::of(self.trace);
        for id in self.nodes() {
            let thread = self.trace.step(id).thread;
            for (place, here) in self.places_used(id) {
                let end = deaths.at(place).filter(|&end| {
                    self.trace.step(end).thread != thread && !self.must.before(id, end) && self.is_node(end)
                });
                let Some(end) = end else { continue };
                let both = self.solver.terms.and_all([self.happens(id), self.happens(end), here]);
                self.edge_if(both, id, end)?;
            }
        }
        Ok(())
    }

    /// The addresses that a step uses, each with the condition under which it does.
    fn places_used(&mut self, id: StepId) -> Vec<(u64, TermId)> {
        let trace = self.trace;
        match &trace.step(id).kind {
            StepKind::Access(access) => match &access.symbolic {
                None => vec![(access.addr & !COUNTER, TermId::TRUE)],
                Some((addr, places)) => {
                    let addr = self.bits(*addr);
                    places.iter().map(|&place| (place, self.here(addr, place))).collect()
                }
            },
            kind => kind.objects().into_iter().map(|object| (object, TermId::TRUE)).collect(),
        }
    }
}
