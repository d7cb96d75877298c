//! Every outcome of a program under SC, by walking all interleavings: the second oracle.
//!
//! States that were seen before are not walked again. A state is known by memory, by what each thread has read so far
//! (its own state follows from that) and by the order of operations on each synchronisation object so far (which is more
//! than their effect, so some equal states are told apart, never the reverse). Inputs are zero.

use crate::enumerate::{Ending, Refusal, State};
use events::FailureKind;
use interp::{Choice, Machine, MachineOptions, Outcome, RequestKind, World, WorldConfig};
use ir::{Program, SyncOp};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// What can come of a program under SC.
#[derive(Clone, Debug, Default)]
pub struct ScOutcomes {
    /// Final states of executions that run to the end.
    pub states: BTreeSet<State>,
    pub endings: BTreeSet<Ending>,
    /// The kinds of failure among the endings.
    pub failures: Vec<FailureKind>,
    /// What was recorded in some execution, whatever became of it.
    pub recorded: BTreeSet<Arc<str>>,
    pub n_visited: usize,
}

/// What decides how a world goes on, besides memory.
#[derive(Clone, Hash)]
struct History {
    /// Per thread, a digest of the values it has read and of its steps.
    threads: Vec<u64>,
    /// Per object, a digest of the operations on it; under 0, of all else that others can see.
    objects: BTreeMap<u64, u64>,
}

/// SipHash: a hash that forgets zeros would take a step for no step.
fn digest(parts: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    parts.hash(&mut hasher);
    hasher.finish()
}

/// Walks all interleavings, or refuses when there are more than `max_states` states.
pub fn explore_sc(program: &Program, max_states: usize) -> Result<ScOutcomes, Refusal> {
    explore_sc_with(program, max_states, false)
}

/// The same; `spurious`: condition waits may wake without a signal.
pub fn explore_sc_with(program: &Program, max_states: usize, spurious: bool) -> Result<ScOutcomes, Refusal> {
    let options = MachineOptions { max_steps: 1_000_000, ..MachineOptions::default() };
    let machine = Arc::new(Machine::with_options(Arc::new(program.clone()), options));
    let world = World::new(machine, WorldConfig { spurious, ..WorldConfig::default() });
    let mut outcomes = ScOutcomes::default();
    let mut seen: FxHashSet<(u64, u64)> = FxHashSet::default();
    let mut work = vec![(world, History { threads: Vec::new(), objects: BTreeMap::new() })];
    while let Some((world, history)) = work.pop() {
        if !world.is_running() {
            outcomes.take_in(program, &world)?;
        }
        for choice in world.choices() {
            let mut next = world.clone();
            let mut history = history.clone();
            history.extend(&world, choice);
            if next.step(choice).is_err() {
                continue;
            }
            // What fails has read and left the same as what does not.
            if !next.is_running() {
                outcomes.take_in(program, &next)?;
                if next.choices().is_empty() {
                    continue;
                }
            }
            // Two digests of different make: an accident would have to happen twice.
            if seen.insert((digest((next.memory(), &history)), digest((1u8, &history, next.memory(), 2u8)))) {
                work.push((next, history));
            }
        }
        if seen.len() > max_states {
            return Err(Refusal::TooLarge(format!("more than {max_states} states")));
        }
    }
    outcomes.n_visited = seen.len();
    Ok(outcomes)
}

impl History {
    /// Adds what a choice will let its thread see.
    fn extend(&mut self, world: &World, choice: Choice) {
        let thread = choice.thread.0 as usize;
        if self.threads.len() <= thread {
            self.threads.resize(thread + 1, 0);
        }
        let Some(request) = world.pending(choice.thread) else { return };
        let seen = match (&request.kind, request.access()) {
            (RequestKind::Write { .. }, _) => 0,
            (_, Some((addr, size))) => world.memory().read(addr, size).map_or(0, |(value, _)| value),
            // These draw from counters that all threads share.
            (
                RequestKind::Sync {
                    op: SyncOp::ThreadCreate | SyncOp::KeyCreate | SyncOp::KeyDelete, ..
                },
                _,
            ) => u128::from(self.touch(0, choice)),
            (RequestKind::Sync { op, args }, _) => {
                let n_objects = if matches!(op, SyncOp::CondWait | SyncOp::CondTimedWait) { 2 } else { 1 };
                let objects = args.iter().take(n_objects).map(|&arg| arg as u64);
                objects.fold(0, |seen, object| seen ^ u128::from(self.touch(object, choice)))
            }
            _ => u128::from(self.touch(0, choice)),
        };
        self.threads[thread] = digest((self.threads[thread], choice.variant, seen));
    }
}

impl History {
    fn touch(&mut self, object: u64, choice: Choice) -> u64 {
        let entry = self.objects.entry(object).or_insert(0);
        *entry = digest((*entry, choice.thread.0, choice.variant));
        *entry
    }
}

impl ScOutcomes {
    fn take_in(&mut self, program: &Program, world: &World) -> Result<(), Refusal> {
        for name in world.observed().keys() {
            if !self.recorded.contains(name) {
                self.recorded.insert(name.clone());
            }
        }
        match world.outcome() {
            Outcome::Finished(_) => {
                let observed = program.condition.iter().flat_map(|condition| &condition.observed);
                let named = |observable: &ir::Observable| {
                    (observable.name().to_string(), world.final_value(observable))
                };
                self.states.insert(observed.map(named).collect());
            }
            Outcome::Violation(failure) => {
                self.endings.insert(Ending::Failure(failure.message.clone()));
                if !self.failures.contains(&failure.kind) {
                    self.failures.push(failure.kind);
                }
            }
            Outcome::Deadlock(_) => {
                self.endings.insert(Ending::Deadlock);
                if !self.failures.contains(&FailureKind::Deadlock) {
                    self.failures.push(FailureKind::Deadlock);
                }
            }
            Outcome::AssumeViolated { .. } => {}
            Outcome::Unsupported { reason, .. } => return Err(Refusal::Unsupported(reason.to_string())),
            Outcome::LimitReached { what, .. } => return Err(Refusal::TooLarge(what.clone())),
            other => return Err(Refusal::Unsupported(format!("{other:?}"))),
        }
        Ok(())
    }
}
