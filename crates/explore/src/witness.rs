//! From a failing graph to a witness.
//!
//! Under SC the order that was found is followed by `interp::World`, which knows nothing of graphs, so the failure
//! happens again by itself, with the world's own words for it.

use crate::env::Env;
use crate::graph::{At, Graph, Kind};
use crate::snapshot::{Action, End, Snapshot};
use events::{EventId, Execution, Failure, FailureKind, ThreadId};
use interp::{Choice, Inputs, Machine, MachineOptions, Outcome, RequestKind, World, WorldConfig};
use ir::Ty;
use model::Model;
use posix::Step;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use verdict::{Observed, ProgramRef, Witness};

/// Events of the longest execution that is shown.
pub(crate) const MAX_EVENTS: usize = 200_000;

pub(crate) fn of(
    env: &Env<'_>,
    graph: &Graph,
    cut: &[u32],
    order: &[At],
    failure: Failure,
    fails: Option<usize>,
) -> Result<Witness, String> {
    // A world takes memory that was never written to be 0.
    let settles = |at: &At| graph.event(*at).kind == Kind::Settle && graph.event(*at).read != 0;
    // Where nobody asks about what fails in between, a world would stop there.
    let failed = |snapshot: &Rc<Snapshot>| matches!(snapshot.action, Action::Over(End::Failed));
    let races_on = failure.kind == FailureKind::Race
        && graph.lanes.iter().any(|lane| lane.snapshots.last().is_some_and(failed));
    if env.config.task.model != Model::SC || order.iter().any(settles) || races_on {
        return crate::assemble::of(env, graph, cut, order, failure);
    }
    let program = env.machine.program().clone();
    let options = MachineOptions { dependencies: true, ..env.machine.options().clone() };
    let machine = Arc::new(Machine::with_options(program.clone(), options));
    let config = WorldConfig {
        inputs: Inputs::list(inputs(graph, order)),
        spurious: env.config.task.spurious_wakeups,
        record: Some(MAX_EVENTS),
        limits: env.limits.clone(),
        ..WorldConfig::default()
    };
    let (world, positions) = (World::new(machine, config), vec![0; graph.lanes.len()]);
    let mut replay = Replay { env, graph, world, positions, cut, fails };
    replay.settle(0);
    for &at in order {
        replay.perform(at)?;
    }
    match fails {
        Some(lane) => replay.run_on(lane),
        None => (0..graph.lanes.len()).for_each(|lane| replay.approach(lane)),
    }
    let failure = match replay.world.outcome() {
        _ if failure.kind == FailureKind::Race => failure,
        Outcome::Violation(found) if found.kind.property() == failure.kind.property() => found.clone(),
        Outcome::Deadlock(deadlock) => deadlock.failure(),
        _ if failure.kind == FailureKind::FinalState => failure,
        other => return Err(format!("the replay ends with {other:?}")),
    };
    of_world(&program, &replay.world, env.config.task.model, failure)
}

/// What a world has recorded, as a witness under a model that permits it.
pub(crate) fn of_world(
    program: &ir::Program,
    world: &World,
    model: Model,
    failure: Failure,
) -> Result<Witness, String> {
    let execution = world.execution().ok_or("the execution is too long to be shown")?;
    let order = (model == Model::SC).then(|| world.order().to_vec());
    put_together(program, model, failure, world.observed(), execution, order)
}

/// A witness of an execution, in an order that the model permits if none is given.
pub(crate) fn put_together(
    program: &ir::Program,
    model: Model,
    failure: Failure,
    observed: &BTreeMap<Arc<str>, (u128, Ty)>,
    execution: Execution,
    order: Option<Vec<EventId>>,
) -> Result<Witness, String> {
    let order = match order {
        Some(order) => order,
        None => model::consistent(&execution, model).map_err(|error| error.to_string())?.order,
    };
    let value = |bits: u128, ty: Ty| interp::eval::signed(bits, ty);
    let observed = observed.iter().map(|(name, &(bits, ty))| Observed::new(name, value(bits, ty))).collect();
    let program = ProgramRef::new(program, "", &[]);
    Ok(Witness { observed, ..Witness::new(program, model, failure, execution, order) })
}

/// Inputs in the order in which a world asks for them: each right behind the event before it in its thread.
fn inputs(graph: &Graph, order: &[At]) -> Vec<u128> {
    let is_input = |at: At| graph.event(at).kind == Kind::Input;
    let behind = |lane: u32, from: u32| {
        let events = &graph.lanes[lane as usize].events;
        let rest = events.get(from as usize..).unwrap_or_default();
        rest.iter().take_while(|event| event.kind == Kind::Input).map(|event| event.read)
    };
    let mut values: Vec<u128> = behind(0, 0).collect();
    for &at in order.iter().filter(|&&at| !is_input(at)) {
        let event = graph.event(at);
        if event.kind == Kind::Create {
            values.extend(behind(event.loc.0, 0));
        }
        values.extend(behind(at.lane, at.index + 1));
    }
    values
}

struct Replay<'a, 'c> {
    env: &'a Env<'c>,
    graph: &'a Graph,
    world: World,
    positions: Vec<u32>,
    cut: &'a [u32],
    fails: Option<usize>,
}

impl Replay<'_, '_> {
    /// Whether a thread of the world stands before what its lane does next.
    fn stands_before(&self, lane: usize) -> bool {
        let Some(request) = self.world.pending(ThreadId(lane as u32)) else { return true };
        let snapshot = &self.graph.lanes[lane].snapshots[self.positions[lane] as usize];
        match &snapshot.action {
            Action::Over(End::Exit) => matches!(request.kind, RequestKind::Exit { .. } | RequestKind::Abort),
            Action::Over(End::Finished(_)) => false,
            // Inputs and returning from functions are no steps of the world.
            Action::Input { .. } | Action::Settle { .. } | Action::End { freed: false, .. } => true,
            Action::Fence { .. } | Action::Over(_) => true,
            action => action.is_asked_by(self.env, request),
        }
    }

    fn step(&mut self, lane: usize, variant: u32) -> bool {
        let choice = Choice { thread: ThreadId(lane as u32), variant };
        self.world.step(choice).is_ok()
    }

    /// Private steps up to the next event, or up to an atomic section: who enters one holds up the others.
    fn settle(&mut self, lane: usize) {
        // What fails may be no event, and must not come before all others are done.
        if self.fails == Some(lane) && self.positions[lane] >= self.cut[lane] {
            return;
        }
        let enters = |replay: &Self| {
            let request = replay.world.pending(ThreadId(lane as u32));
            request.is_some_and(|request| request.kind == RequestKind::AtomicBegin)
        };
        while self.world.is_running() && !self.stands_before(lane) && !enters(self) {
            if !self.step(lane, 0) {
                return;
            }
        }
    }

    /// Private steps up to the next event.
    fn approach(&mut self, lane: usize) {
        while self.world.is_running() && !self.stands_before(lane) {
            if !self.step(lane, 0) {
                return;
            }
        }
    }

    fn perform(&mut self, at: At) -> Result<(), String> {
        let lane = at.lane as usize;
        let (event, snapshot) = (self.graph.event(at), self.graph.snapshot(at));
        let wakes = event.variant == posix::WITHOUT_SIGNAL
            && matches!(snapshot.action, Action::Sync { step: Step::Leave { .. }, .. });
        // Waking without a signal leads out of a deadlock.
        if !self.world.is_running() && !wakes {
            return Ok(());
        }
        self.approach(lane);
        let variant = event.variant;
        let needs_step = match snapshot.action {
            _ if event.kind.stops() => false,
            Action::Input { .. } | Action::Settle { .. } | Action::Fence { .. } => false,
            Action::End { freed, .. } => freed,
            Action::Sync { step, .. } => match step {
                Step::Enqueue => true,
                Step::Leave { .. } => variant != 0,
                // The world gives the mutex back as it joins the queue, and lets all leave a barrier at once.
                Step::Look | Step::Release | Step::LeaveBarrier { .. } => false,
                Step::Do(_) => true,
            },
            _ => true,
        };
        if needs_step && !self.step(lane, variant) {
            return Err(format!("thread {lane} cannot follow the order at its event {}", at.index));
        }
        self.positions[lane] = at.index + 1;
        self.settle(lane);
        if let Action::Create { lane: child, .. } = snapshot.action {
            self.settle(child as usize);
        }
        Ok(())
    }

    /// Lets one thread go on until something happens.
    fn run_on(&mut self, lane: usize) {
        for _ in 0..MAX_EVENTS {
            if !self.world.is_running() || !self.step(lane, 0) {
                return;
            }
        }
    }
}
