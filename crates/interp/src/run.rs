//! One run of a whole program under a random or a given schedule.

use crate::{Choice, Inputs, Machine, MachineOptions, Outcome, Random, Schedule, World, WorldConfig};
use events::{EventId, Execution, ThreadId};
use ir::{Program, Span, Ty};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Who moves next.
#[derive(Clone, Debug)]
pub enum Scheduler {
    /// Threads in random bursts; the same seed gives the same run.
    Random { seed: u64 },
    /// These choices; after the last one, the thread with the smallest number that can move.
    Given(Schedule),
}

#[derive(Clone, Debug)]
pub struct RunConfig {
    pub scheduler: Scheduler,
    /// Instructions of all threads together.
    pub max_steps: u64,
    /// Calls within one another.
    pub max_frames: usize,
    /// Record syntactic dependencies with the execution.
    pub dependencies: bool,
    pub world: WorldConfig,
}

impl Default for RunConfig {
    fn default() -> Self {
        RunConfig {
            scheduler: Scheduler::Random { seed: 0 },
            max_steps: 1_000_000_000,
            max_frames: MachineOptions::default().max_frames,
            dependencies: false,
            world: WorldConfig { record: Some(200_000), ..WorldConfig::default() },
        }
    }
}

impl RunConfig {
    /// A run by chance: schedule and inputs both follow from the seed.
    pub fn seeded(seed: u64) -> Self {
        let mut config = RunConfig { scheduler: Scheduler::Random { seed }, ..RunConfig::default() };
        config.world.inputs = Inputs::random(seed);
        config
    }
}

#[derive(Clone, Debug)]
pub struct RunResult {
    pub outcome: Outcome,
    /// The choices made: give it back as `Scheduler::Given` for the same run.
    pub schedule: Schedule,
    /// A given schedule asked for this choice (its position) but it could not be made.
    pub refused: Option<(u64, Choice)>,
    /// `None` when not recorded, or too long.
    pub execution: Option<Execution>,
    pub order: Vec<EventId>,
    pub observed: BTreeMap<Arc<str>, (u128, Ty)>,
    /// Instructions executed.
    pub steps: u64,
}

/// Runs a program to its end. What it prints goes to `sink` as it is printed: descriptor and bytes.
pub fn run(program: &Program, config: RunConfig, sink: &mut dyn FnMut(i32, &[u8])) -> RunResult {
    let options = MachineOptions {
        dependencies: config.dependencies,
        max_frames: config.max_frames,
        max_steps: config.max_steps,
        ..MachineOptions::default()
    };
    let machine = Arc::new(Machine::with_options(Arc::new(program.clone()), options));
    let mut run = Run {
        world: World::new(machine, config.world.clone()),
        schedule: Schedule::new(),
        max_steps: config.max_steps,
        sink,
    };
    let refused = match config.scheduler {
        Scheduler::Random { seed } => {
            run.random(Random::new(seed));
            None
        }
        Scheduler::Given(schedule) => run.given(&schedule),
    };
    let world = run.world;
    RunResult {
        outcome: world.outcome().clone(),
        schedule: run.schedule,
        refused,
        execution: world.execution(),
        order: world.order().to_vec(),
        observed: world.observed().clone(),
        steps: world.n_instructions(),
    }
}

struct Run<'a> {
    world: World,
    schedule: Schedule,
    max_steps: u64,
    sink: &'a mut dyn FnMut(i32, &[u8]),
}

/// How often the instructions of all threads are counted, in choices.
const CHECK_EVERY: u64 = 4096;

impl Run<'_> {
    fn step(&mut self, choice: Choice) -> bool {
        if self.world.step(choice).is_err() {
            return false;
        }
        self.schedule.push(choice);
        self.flush();
        if self.world.n_steps().is_multiple_of(CHECK_EVERY) && self.world.n_instructions() > self.max_steps {
            self.world.stop(format!("more than {} steps", self.max_steps), Span::NONE, choice.thread);
        }
        true
    }

    fn flush(&mut self) {
        for (fd, bytes) in self.world.take_output() {
            (self.sink)(fd, &bytes);
        }
    }

    /// Bursts of one thread, their typical length drawn once per run so that seeds differ in character.
    fn random(&mut self, mut random: Random) {
        let typical = [1, 1, 2, 3, 6, 30][random.below(6) as usize];
        while self.world.is_running() {
            let choices = self.world.choices();
            let Some(&choice) = choices.get(random.below(choices.len() as u64) as usize) else { return };
            let n_threads = self.world.n_threads();
            self.step(choice);
            let burst = if n_threads == 1 { u64::MAX } else { random.below(2 * typical) };
            for _ in 0..burst {
                // Only what leaves no choice: variants are drawn above. A new thread gets its chance at once.
                let alone = n_threads > 1 || self.world.n_threads() == 1;
                let again = Choice { variant: 0, ..choice };
                if !alone || !self.world.is_plain(again.thread) || !self.step(again) {
                    break;
                }
            }
        }
    }

    fn given(&mut self, schedule: &Schedule) -> Option<(u64, Choice)> {
        for (position, choice) in schedule.iter().enumerate() {
            // Waking without a signal leads out of a deadlock.
            let running = self.world.is_running();
            if !self.step(choice) {
                return running.then_some((position as u64, choice));
            }
        }
        while self.world.is_running() {
            let first = (0..self.world.n_threads() as u32).find_map(|thread| {
                let variant = self.world.usual_variants(thread).first().copied()?;
                Some(Choice { thread: ThreadId(thread), variant })
            });
            match first {
                Some(choice) => self.step(choice),
                None => break,
            };
        }
        None
    }
}
