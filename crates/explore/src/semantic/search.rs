//! The exploration: optimal dynamic partial order reduction (Abdulla et al., POPL 2014) over coarse steps.
//!
//! Steps stand where that paper has events. Whether two commute depends on what they did (a call's result is known only once it
//! was made), so a sequence that is to be explored is run before it is put into a wakeup tree. A race with a step that waited for a lock is
//! a race with the step that took the lock.
//!
//! Every class of executions is explored once: `n_redundant` counts attempts that turn out to be of a class that was
//! explored already, and stays 0.

use super::knowledge::Knowledge;
use super::order::Trace;
use super::runner::{Names, Runner, State};
use super::step::Step;
use super::symmetry::are_told_apart;
use super::tree::{First, Judge, Tree};
use super::{Halt, Outcome};
use crate::config::{Counts, ExploreConfig};
use interp::{Machine, RequestKind, World, WorldConfig};
use ir::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use spec::Specification;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use verdict::Why;

type Result<T = ()> = std::result::Result<T, Halt>;

/// A point of the execution at hand.
struct Frame {
    state: State,
    /// Steps that were explored from here, or from before and commute with all since.
    sleep: Vec<Rc<Step>>,
    tree: Tree,
    started: bool,
    /// Sequences that were looked at already.
    tried: FxHashSet<Vec<u32>>,
}

impl Frame {
    fn new(state: State, sleep: Vec<Rc<Step>>, tree: Tree) -> Frame {
        Frame { state, sleep, tree, started: false, tried: FxHashSet::default() }
    }
}

pub(crate) struct Search<'a> {
    pub config: &'a ExploreConfig,
    pub specification: &'a Specification,
    pub runner: Runner<'a>,
    frames: Vec<Frame>,
    pub trace: Trace,
    pub counts: Counts,
    pub n_redundant: u64,
    pub states: BTreeSet<crate::config::State>,
    pub failures: BTreeSet<String>,
    /// Calls of each method, in all executions.
    pub calls: FxHashMap<spec::MethodId, u64>,
    /// Two critical sections of one lock need not be ordered.
    pub sections_commute: bool,
    ticks: u32,
}

impl<'a> Search<'a> {
    pub fn new(
        config: &'a ExploreConfig,
        specification: &'a Specification,
        knowledge: &'a mut Knowledge,
        names: &'a Names,
    ) -> Self {
        let limits = config.task.limits.clone();
        let runner = Runner { knowledge, names, sizes: FxHashMap::default(), limits };
        Search {
            config,
            specification,
            runner,
            frames: Vec::new(),
            trace: Trace::default(),
            counts: Counts::default(),
            n_redundant: 0,
            states: BTreeSet::new(),
            failures: BTreeSet::new(),
            calls: FxHashMap::default(),
            sections_commute: false,
            ticks: 0,
        }
    }

    pub fn run(&mut self, machine: &Arc<Machine>) -> Result {
        let config = WorldConfig {
            log: true,
            max_threads: self.config.max_threads,
            max_memory: crate::MAX_MEMORY,
            limits: self.runner.limits.clone(),
            ..WorldConfig::default()
        };
        let mut state = State::new(World::new(machine.clone(), config));
        self.runner.begin(&mut state)?;
        self.ended_by_itself(&state)?;
        self.frames.push(Frame::new(state, Vec::new(), Tree::default()));
        loop {
            self.tick()?;
            let Some(frame) = self.frames.last() else { return Ok(()) };
            let next = match frame.tree.first() {
                None if !frame.started => self.pick(),
                first => first,
            };
            match next {
                Some(thread) => self.descend(thread)?,
                None => {
                    if !self.frames.last().is_some_and(|frame| frame.started) {
                        self.complete()?;
                    }
                    self.ascend();
                }
            }
        }
    }

    fn tick(&mut self) -> Result {
        self.ticks += 1;
        if self.ticks & 0xff == 0 {
            if let Some(progress) = &self.config.progress {
                progress(&self.counts);
            }
            self.runner.limits.reached().map_or(Ok(()), |stop| Err(Halt::Stopped(stop.into())))?;
        }
        Ok(())
    }

    /// The first thread that can move and need not wait for another branch.
    fn pick(&self) -> Option<u32> {
        let frame = self.frames.last()?;
        let asleep = |thread: u32| frame.sleep.iter().any(|step| step.thread == thread);
        (0..frame.state.n_threads()).find(|&thread| frame.state.is_enabled(thread) && !asleep(thread))
    }

    fn descend(&mut self, thread: u32) -> Result {
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        frame.started = true;
        if !frame.state.is_enabled(thread) {
            frame.tree.remove_first();
            return Ok(());
        }
        let mut state = frame.state.clone();
        let step = Rc::new(self.runner.step(&mut state, thread)?);
        self.counts.events += 1;
        if frame.tree.is_empty() {
            frame.tree.add_leaf(step.clone());
        }
        let specification = self.specification;
        let mut judge = Judge { specification, runner: &mut self.runner };
        let mut sleep = Vec::new();
        for other in &frame.sleep {
            sleep.extend(judge.still(other, &step, &state)?);
        }
        let tree = frame.tree.take_below_first();
        self.trace.push(step, specification);
        self.frames.push(Frame::new(state, sleep, tree));
        self.trace.check_last(self.runner.knowledge, specification)?;
        let long = self.trace.len() >= self.config.bound as usize;
        if long {
            return Err(Halt::not_here("an execution longer than --bound", Span::NONE));
        }
        self.frames.last().map_or(Ok(()), |frame| self.ended_by_itself(&frame.state))
    }

    /// Nothing has gone wrong so far.
    fn ended_by_itself(&self, state: &State) -> Result {
        match state.world.outcome() {
            interp::Outcome::Running | interp::Outcome::Finished(_) | interp::Outcome::Deadlock(_) => Ok(()),
            other => Err(self.ended_badly(other.clone())),
        }
    }

    fn ended_badly(&self, outcome: interp::Outcome) -> Halt {
        match outcome {
            interp::Outcome::Violation(failure) => Halt::Failure(Box::new(failure)),
            interp::Outcome::Unsupported { reason, span, .. } => {
                Halt::Unknown { why: Why::Unsupported(reason.to_string()), span }
            }
            interp::Outcome::LimitReached { what, span, .. } => match self.runner.limits.reached() {
                Some(stop) => Halt::Stopped(stop.into()),
                None => Halt::Unknown { why: Why::TooLarge(what), span },
            },
            other => Halt::internal(&format!("an execution ends with {other:?}")),
        }
    }

    fn ascend(&mut self) {
        self.frames.pop();
        let step = self.trace.entries.last().map(|entry| entry.step.clone());
        self.trace.pop();
        if let (Some(parent), Some(step)) = (self.frames.last_mut(), step) {
            parent.sleep.push(step);
            parent.tree.remove_first();
        }
    }

    /// Nobody can move, or all who can are asleep.
    fn complete(&mut self) -> Result {
        self.counts.depth = self.counts.depth.max(self.trace.len());
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let threads = 0..frame.state.n_threads();
        if threads.clone().any(|thread| frame.state.is_enabled(thread)) {
            self.n_redundant += 1;
            return Ok(());
        }
        if !self.runner.knowledge.told_apart && are_told_apart(&frame.state, &self.trace) {
            self.runner.knowledge.told_apart = true;
            return Err(Halt::Restart);
        }
        self.count()?;
        self.look_for_sections();
        self.reverse_races()?;
        let total = self.counts.executions + self.counts.blocked;
        match self.config.max_executions {
            Some(limit) if total >= limit => Err(Halt::Stopped(crate::enough(total))),
            _ => Ok(()),
        }
    }

    fn count(&mut self) -> Result {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let state = &frame.state;
        let ends = |thread: u32, wanted: fn(&RequestKind) -> bool| {
            state.pending(thread).is_some_and(|request| wanted(&request.kind))
        };
        let any =
            |wanted: fn(&RequestKind) -> bool| (0..state.n_threads()).any(|thread| ends(thread, wanted));
        let assumed = any(|kind| matches!(kind, RequestKind::AssumeFailed));
        let exits = any(|kind| matches!(kind, RequestKind::Exit { .. } | RequestKind::Abort));
        let waits = (0..state.n_threads()).any(|thread| !state.is_over(thread));
        match Outcome::of(assumed, waits, exits) {
            Outcome::Assumed => self.counts.assumed_away += 1,
            Outcome::Blocked => self.counts.blocked += 1,
            Outcome::Deadlock => {
                self.counts.blocked += 1;
                if self.config.keep_going {
                    self.failures.insert("deadlock".into());
                } else if self.config.task.asks(events::Property::Deadlock) {
                    return Err(Halt::Deadlock);
                }
            }
            Outcome::Ended => {
                self.counts.executions += 1;
                for entry in &self.trace.entries {
                    for invocation in &entry.step.invocations {
                        *self.calls.entry(invocation.call.method).or_default() += 1;
                    }
                }
                if self.config.keep_going {
                    self.states.insert(self.final_state());
                }
            }
        }
        Ok(())
    }

    fn final_state(&self) -> crate::config::State {
        let Some(frame) = self.frames.last() else { return Default::default() };
        let program = frame.state.world.machine().program();
        let Some(condition) = &program.condition else { return Default::default() };
        let value = |observable: &ir::Observable| frame.state.world.final_value(observable);
        condition.observed.iter().map(|o| (o.name().to_string(), value(o))).collect()
    }

    /// Whether sections of one lock came up that need no order: then it pays to look at whole sections.
    fn look_for_sections(&mut self) {
        if self.sections_commute {
            return;
        }
        let entries = &self.trace.entries;
        self.sections_commute = entries.iter().enumerate().any(|(index, entry)| {
            entries[..index].iter().enumerate().any(|(other, earlier)| {
                let (a, b) = (&earlier.step, &entry.step);
                a.thread != b.thread
                    && !entry.before.contains(other)
                    && a.locks_seen.iter().any(|lock| b.locks_seen.contains(lock))
            })
        });
    }

    /// For each race, an execution in which the later step comes first.
    fn reverse_races(&mut self) -> Result {
        for index in 0..self.trace.len() {
            let step = self.trace.entries[index].step.clone();
            for race in self.trace.entries[index].races.clone() {
                // A step cannot come between taking a lock that it needs and giving it back, only before the taking.
                let locks = step.locks_seen.iter().chain(&step.locks_changed).chain(&step.waits_for);
                let mut taken: Vec<usize> =
                    locks.filter_map(|&lock| self.trace.taken_at(race, lock)).collect();
                taken.sort_unstable();
                taken.dedup();
                let waits = !taken.is_empty();
                taken.retain(|&at| !self.trace.knows(step.thread, index, at));
                if !waits || step.tries || !step.locks_made.is_empty() {
                    taken.push(race);
                }
                taken.into_iter().try_for_each(|at| self.reverse(at, step.thread, index))?;
            }
        }
        self.reverse_waits()
    }

    /// Threads that wait for a lock for ever could have had it first.
    fn reverse_waits(&mut self) -> Result {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let (state, length) = (&frame.state, self.trace.len());
        let mut found = Vec::new();
        for thread in (0..state.n_threads()).filter(|&thread| !state.is_over(thread)) {
            let Some(lock) = state.wants_lock(thread) else { continue };
            let holds = |other: u32| other != thread && state.held(other).contains(&lock);
            let holder = (0..state.n_threads()).find(|&other| holds(other));
            let last = holder.and_then(|holder| self.trace.last_of(holder, length));
            let taken = last.and_then(|last| self.trace.taken_at(last, lock));
            found.extend(taken.filter(|&at| !self.trace.knows(thread, length, at)).map(|at| (at, thread)));
        }
        found.into_iter().try_for_each(|(taken, thread)| self.reverse(taken, thread, length))
    }

    /// Puts what does not depend on a step, and then what a thread does at `position`, before it.
    fn reverse(&mut self, index: usize, thread: u32, position: usize) -> Result {
        let others = self.trace.without(index);
        let plan =
            |&at: &usize| (self.trace.entries[at].step.thread, self.trace.entries[at].step.ends_waiting);
        let mut planned: Vec<(u32, bool)> = others.iter().map(plan).collect();
        planned.push((thread, false));
        let Some(frame) = self.frames.get_mut(index) else { return Ok(()) };
        if !frame.tried.insert(planned.iter().map(|&(thread, _)| thread).collect()) {
            return Ok(());
        }
        let mut state = frame.state.clone();
        let mut sequence = Vec::with_capacity(planned.len());
        for (thread, waited) in planned {
            if !state.is_enabled(thread) {
                return self.reverse_further(&state, index, thread, position);
            }
            let step = Rc::new(self.runner.step(&mut state, thread)?);
            // A step that gets further than before, since a lock is free that was not, is already another execution.
            let goes_further = waited && !step.ends_waiting;
            sequence.push(step);
            if goes_further || !state.world.is_running() {
                break;
            }
        }
        let specification = self.specification;
        let mut judge = Judge { specification, runner: &mut self.runner };
        let mut covered = false;
        for step in &frame.sleep {
            covered = covered || !matches!(judge.can_come_first(step, &sequence, &state)?, First::No);
        }
        if !covered {
            frame.tree.insert(sequence, &state, &mut judge)?;
        }
        // It may have come to a lock that was not free.
        match state.is_over(thread) || state.is_enabled(thread) {
            true => Ok(()),
            false => self.reverse_further(&state, index, thread, position),
        }
    }

    /// A thread cannot come before a step since it waits for a lock: perhaps it can before the lock was taken.
    fn reverse_further(&mut self, state: &State, index: usize, thread: u32, position: usize) -> Result {
        let Some(lock) = state.wants_lock(thread) else { return Ok(()) };
        let holder = (0..state.n_threads()).find(|&other| state.held(other).contains(&lock));
        let last = holder.and_then(|holder| self.trace.last_of(holder, index));
        match last.and_then(|last| self.trace.taken_at(last, lock)) {
            Some(taken) if !self.trace.knows(thread, position, taken) => {
                self.reverse(taken, thread, position)
            }
            _ => Ok(()),
        }
    }
}
