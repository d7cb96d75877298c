//! From a model of the formula to an execution of the program: the schedule it stands for, run through the interpreter.
//!
//! Nothing is reported that did not run: every step of the schedule must be possible, and the accesses it is about
//! must happen where they should.

use crate::encode::{Encoding, Question};
use crate::trace::{StepId, StepKind, Trace};
use events::{EventId, Execution, ThreadId};
use interp::{Choice, Inputs, Machine, Outcome, Schedule, World, WorldConfig};
use rustc_hash::FxHashMap;
use solver::Model;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A prefix of the trace: which steps in which order, and the inputs drawn on the way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub choices: Vec<(StepId, Choice)>,
    pub inputs: Vec<u128>,
}

/// Events that a replay keeps.
const MAX_EVENTS: usize = 1_000_000;

struct Planner<'t> {
    trace: &'t Trace,
    /// Steps done of each thread.
    done: Vec<u32>,
    plan: Plan,
    /// Threads in the queue of each condition variable.
    queues: BTreeMap<u64, Vec<u32>>,
    /// Arrivals of each round so far.
    arrived: BTreeMap<(u64, u32), Vec<StepId>>,
    /// Whom a signal wakes.
    wakes: FxHashMap<StepId, u32>,
}

/// The schedule of a model, cut and completed as the question says.
pub(crate) fn plan(encoding: &Encoding<'_>, model: &Model, question: &Question) -> Plan {
    let trace = encoding.trace;
    let step_of: FxHashMap<solver::EventId, StepId> =
        trace.ids().filter_map(|id| Some((encoding.events[id.0 as usize]?, id))).collect();
    let mut evaluator = model.evaluator(&encoding.solver.terms);
    let waits = encoding.waits();
    let mut wakes = FxHashMap::default();
    for &(signal, wait, literal) in &encoding.wakes {
        if evaluator.bool(literal)
            && let Some(begin) = waits.get(&wait).and_then(|wait| wait.begin)
        {
            wakes.insert(signal, trace.step(begin).thread);
        }
    }
    let mut planner = Planner {
        trace,
        done: vec![0; trace.threads.len()],
        plan: Plan::default(),
        queues: BTreeMap::new(),
        arrived: BTreeMap::new(),
        wakes,
    };
    planner.plan.inputs.extend(&trace.threads[0].inputs);
    let mut wanted = question.before.clone();
    for event in model.order(encoding.order) {
        let Some(&id) = step_of.get(event) else { continue };
        if evaluator.bool(encoding.happens(id)) {
            if wanted == [id] {
                let step = trace.step(id);
                planner.advance(step.thread, step.position);
                break;
            }
            wanted.retain(|&other| other != id);
            planner.up_to(id);
            if question.last == Some(id) {
                break;
            }
            planner.rest_of_section(id, encoding);
        }
    }
    for &(thread, position) in &question.advance {
        planner.advance(thread, position);
    }
    if question.go_on {
        planner.go_on(encoding);
    }
    planner.plan
}

impl Planner<'_> {
    fn up_to(&mut self, id: StepId) {
        let step = self.trace.step(id);
        self.advance(step.thread, step.position + 1);
    }

    /// Steps without an event, in all threads that have been started.
    fn go_on(&mut self, encoding: &Encoding<'_>) {
        for thread in 0..self.trace.threads.len() as u32 {
            let creator = self.trace.threads[thread as usize].created_by;
            let started = creator.is_none_or(|id| self.plan.choices.iter().any(|(done, _)| *done == id));
            while let Some(id) = self.trace.step_at(thread, self.done[thread as usize]).filter(|_| started) {
                if encoding.events[id.0 as usize].is_some() {
                    break;
                }
                self.emit(id);
            }
        }
    }

    fn advance(&mut self, thread: u32, position: u32) {
        while self.done[thread as usize] < position {
            let Some(id) = self.trace.step_at(thread, self.done[thread as usize]) else { return };
            self.emit(id);
        }
    }

    /// Nobody else may move inside of a section: what is left of it without an event comes at once.
    fn rest_of_section(&mut self, id: StepId, encoding: &Encoding<'_>) {
        let step = self.trace.step(id);
        let Some(section) = step.section else { return };
        while let Some(next) = self.trace.step_at(step.thread, self.done[step.thread as usize]) {
            if self.trace.step(next).section != Some(section) || encoding.events[next.0 as usize].is_some() {
                return;
            }
            self.emit(next);
        }
    }

    fn emit(&mut self, id: StepId) {
        let step = self.trace.step(id);
        // What the child does without an event has to be done, too.
        if let StepKind::Join { child } = step.kind {
            self.advance(child, self.trace.threads[child as usize].steps.len() as u32);
        }
        self.done[step.thread as usize] += 1;
        let mut variant = step.variant;
        match step.kind {
            StepKind::WaitBegin { cond, .. } => self.queues.entry(cond).or_default().push(step.thread),
            StepKind::WaitTimeout { .. } => {
                self.queues.values_mut().for_each(|queue| queue.retain(|&thread| thread != step.thread));
            }
            StepKind::Signal { cond, all: true } => {
                self.queues.remove(&cond);
            }
            StepKind::Signal { cond, all: false } => {
                let queue = self.queues.entry(cond).or_default();
                let woken = self.wakes.get(&id).and_then(|whom| queue.iter().position(|t| t == whom));
                variant = woken.unwrap_or(0) as u32;
                if !queue.is_empty() {
                    queue.remove(woken.unwrap_or(0));
                }
            }
            StepKind::Create { child } => {
                self.plan.inputs.extend(&self.trace.threads[child as usize].inputs);
            }
            StepKind::Arrive { barrier, round } => {
                self.arrive(id, barrier, round, step.thread);
                return;
            }
            _ => {}
        }
        self.plan.inputs.extend(&step.inputs);
        self.plan.choices.push((id, Choice { thread: ThreadId(step.thread), variant }));
    }

    /// What those at a barrier draw comes when the last one has come.
    fn arrive(&mut self, id: StepId, barrier: u64, round: u32, thread: u32) {
        self.plan.choices.push((id, Choice { thread: ThreadId(thread), variant: 0 }));
        let n_round = self.trace.round_of(id).map_or(0, |arrivals| arrivals.len());
        let arrived = self.arrived.entry((barrier, round)).or_default();
        arrived.push(id);
        if arrived.len() == n_round {
            for &id in arrived.iter() {
                self.plan.inputs.extend(&self.trace.step(id).inputs);
            }
        }
    }
}

/// What a replay came to.
pub(crate) struct Replayed {
    pub execution: Execution,
    pub order: Vec<EventId>,
    pub outcome: Outcome,
    /// The event of each access among the steps that were asked for.
    pub events: FxHashMap<StepId, EventId>,
    pub schedule: Schedule,
}

/// Why a plan could not be run: a defect of ours.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum ReplayError {
    #[error("step {0} of the schedule is not possible")]
    Refused(usize),
    #[error("step {0} of the schedule does something else than in the run")]
    Differs(usize),
    #[error("the execution is too long to keep")]
    TooLong,
}

/// Runs a plan.
pub(crate) fn replay(
    machine: &Arc<Machine>,
    trace: &Trace,
    plan: &Plan,
    wanted: &[StepId],
) -> Result<Replayed, ReplayError> {
    let config = WorldConfig {
        inputs: Inputs::list(plan.inputs.clone()),
        record: Some(MAX_EVENTS),
        ..WorldConfig::default()
    };
    let mut world = World::new(machine.clone(), config);
    let mut events = FxHashMap::default();
    let mut schedule = Schedule::new();
    for (index, &(id, choice)) in plan.choices.iter().enumerate() {
        if !world.is_running() {
            break;
        }
        if world.pending(choice.thread).is_none_or(|request| request.span != trace.step(id).span) {
            return Err(ReplayError::Differs(index));
        }
        let before = world.order().len();
        world.step(choice).map_err(|_| ReplayError::Refused(index))?;
        drop(world.take_output());
        schedule.push(choice);
        if wanted.contains(&id) {
            let execution = world.execution().ok_or(ReplayError::TooLong)?;
            let new = world.order()[before..].iter().copied();
            let access = new.into_iter().find(|&event| execution.event(event).is_access());
            events.insert(id, access.ok_or(ReplayError::Differs(index))?);
        }
    }
    kept(&world, events, schedule)
}

/// Runs a whole schedule once more, and keeps the execution.
pub(crate) fn again(
    machine: &Arc<Machine>,
    schedule: &Schedule,
    inputs: Inputs,
) -> Result<Replayed, ReplayError> {
    let config = WorldConfig { inputs, record: Some(MAX_EVENTS), ..WorldConfig::default() };
    let mut world = World::new(machine.clone(), config);
    for (index, choice) in schedule.iter().enumerate() {
        world.step(choice).map_err(|_| ReplayError::Refused(index))?;
        drop(world.take_output());
    }
    kept(&world, FxHashMap::default(), schedule.clone())
}

fn kept(
    world: &World,
    events: FxHashMap<StepId, EventId>,
    schedule: Schedule,
) -> Result<Replayed, ReplayError> {
    let (order, outcome) = (world.order().to_vec(), world.outcome().clone());
    let execution = world.execution().ok_or(ReplayError::TooLong)?;
    Ok(Replayed { execution, order, outcome, events, schedule })
}
