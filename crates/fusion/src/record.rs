//! One run under sequential consistency, with everything its threads asked and were told.

use interp::{
    Answered, Choice, Inputs, Machine, Outcome, Random, Request, RequestKind, Schedule, World, WorldConfig,
};
use ir::SyncOp;
use limits::Limits;
use posix::{Class, State};
use std::ops::Range;
use std::sync::Arc;

/// How the run is made.
#[derive(Clone, Debug)]
pub struct RunConfig {
    pub seed: u64,
    /// Follow this instead of chance.
    pub schedule: Option<Schedule>,
    /// Values for `nondet`, in order; after them, and without them, small numbers from the seed.
    pub inputs: Option<Vec<u128>>,
    /// Steps after which the run is cut; what was seen until then is looked at.
    pub max_steps: usize,
}

impl Default for RunConfig {
    fn default() -> Self {
        RunConfig { seed: 0, schedule: None, inputs: None, max_steps: 100_000 }
    }
}

/// One choice of the run.
#[derive(Clone, Debug)]
pub(crate) struct RecordedStep {
    pub choice: Choice,
    /// What the thread stood before.
    pub request: Request,
    /// It was waiting for a condition already.
    pub waiting: bool,
    /// The object of synchronisation before and after it (of a wait for a condition: the mutex).
    pub object: Option<(State, State)>,
    /// The answers given on the way, to whichever thread.
    pub answers: Range<usize>,
}

/// A finished run.
#[derive(Clone, Debug)]
pub(crate) struct Recording {
    pub machine: Arc<Machine>,
    pub steps: Vec<RecordedStep>,
    pub log: Vec<Answered>,
    /// Answers given before the first choice.
    pub before: usize,
    pub schedule: Schedule,
    /// What the run drew its inputs from.
    pub inputs: Inputs,
    pub outcome: Outcome,
    /// The run was longer.
    pub cut: bool,
    /// The world where the run ended.
    pub world: World,
}

/// Inputs that a run draws at most from the seed; zeros follow.
const N_INPUTS: usize = 4096;

fn inputs(config: &RunConfig) -> Inputs {
    let mut values = config.inputs.clone().unwrap_or_default();
    if config.inputs.is_none() {
        let mut random = Random::new(config.seed ^ 0x5e1f_edce_0000_0002);
        values.extend((0..N_INPUTS).map(|_| u128::from(random.below(10))));
    }
    Inputs::list(values)
}

/// Runs the program; the run is cut where a limit is reached.
pub(crate) fn record(
    machine: &Arc<Machine>,
    config: &RunConfig,
    limits: &Limits,
) -> Result<Recording, RecordError> {
    let inputs = inputs(config);
    let world_config = WorldConfig { inputs: inputs.clone(), log: true, ..WorldConfig::default() };
    let world = World::new(machine.clone(), world_config);
    let before = world.log().len();
    let mut recorder =
        Recorder { world, steps: Vec::new(), schedule: Schedule::new(), waiting: Vec::new(), limits };
    let cut = match &config.schedule {
        Some(schedule) => recorder.follow(schedule, config.max_steps)?,
        None => recorder.chance(Random::new(config.seed), config.max_steps),
    };
    let Recorder { world, steps, schedule, .. } = recorder;
    Ok(Recording {
        machine: machine.clone(),
        steps,
        log: world.log().to_vec(),
        before,
        schedule,
        inputs,
        outcome: world.outcome().clone(),
        cut,
        world,
    })
}

/// A schedule that cannot be followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("schedule: step {} (thread {}) is not possible there", .position + 1, .choice.thread.0)]
pub struct RecordError {
    pub position: usize,
    pub choice: Choice,
}

struct Recorder<'a> {
    limits: &'a Limits,
    world: World,
    steps: Vec<RecordedStep>,
    schedule: Schedule,
    /// Threads in the queue of a condition variable, or woken and without the lock.
    waiting: Vec<u32>,
}

impl Recorder<'_> {
    /// Whether the run has to be cut here.
    fn is_cut(&self, max_steps: usize) -> bool {
        self.steps.len() >= max_steps || (self.steps.len() % 256 == 255 && self.limits.are_reached())
    }

    fn step(&mut self, choice: Choice) -> bool {
        let Some(request) = self.world.pending(choice.thread).cloned() else { return false };
        let from = self.world.log().len();
        let before = self.object(&request);
        if self.world.step(choice).is_err() {
            return false;
        }
        drop(self.world.take_output());
        let thread = choice.thread.0;
        let waiting = self.waiting.contains(&thread);
        let answers = from..self.world.log().len();
        let answered = self.world.log()[answers.clone()].iter().any(|entry| entry.thread == choice.thread);
        let waits =
            matches!(request.kind, RequestKind::Sync { op: SyncOp::CondWait | SyncOp::CondTimedWait, .. });
        let object = before.zip(self.object(&request));
        match (waiting, answered) {
            (true, true) => self.waiting.retain(|&other| other != thread),
            (false, false) if waits => self.waiting.push(thread),
            _ => {}
        }
        self.schedule.push(choice);
        self.steps.push(RecordedStep { choice, request, waiting, object, answers });
        true
    }

    fn object(&self, request: &Request) -> Option<State> {
        let RequestKind::Sync { op, args } = &request.kind else { return None };
        let (class, which) = match Class::of(*op)? {
            Class::Cond if args.len() > 1 => (Class::Mutex, 1),
            class => (class, 0),
        };
        self.world.sync_state(class, *args.get(which)? as u64)
    }

    /// Threads in random bursts, as `interp::run` does it. Whether the run was cut.
    fn chance(&mut self, mut random: Random, max_steps: usize) -> bool {
        let typical = [1, 2, 3, 6, 30, 30][random.below(6) as usize];
        while self.world.is_running() {
            let choices = self.world.choices();
            let Some(&choice) = choices.get(random.below(choices.len() as u64) as usize) else { break };
            self.step(choice);
            for _ in 0..random.below(2 * typical) {
                let again = Choice { variant: 0, ..choice };
                if self.steps.len() >= max_steps || !self.world.is_plain(again.thread) || !self.step(again) {
                    break;
                }
            }
            if self.is_cut(max_steps) {
                return true;
            }
        }
        false
    }

    /// The schedule, then the thread with the smallest number that can move.
    fn follow(&mut self, schedule: &Schedule, max_steps: usize) -> Result<bool, RecordError> {
        for (position, choice) in schedule.iter().enumerate() {
            if !self.world.is_running() || self.is_cut(max_steps) {
                break;
            }
            if !self.step(choice) {
                return Err(RecordError { position, choice });
            }
        }
        while self.world.is_running() && !self.is_cut(max_steps) {
            let first = (0..self.world.n_threads() as u32).find_map(|thread| {
                let variant = self.world.variants(thread).first().copied()?;
                Some(Choice { variant, ..Choice::thread(thread) })
            });
            if !first.is_some_and(|choice| self.step(choice)) {
                break;
            }
        }
        Ok(self.world.is_running())
    }
}
