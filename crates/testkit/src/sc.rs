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
use std::hash::{Hash, Hasher};
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

/// A hash of 128 bits that forgets nothing: one that maps a zero to itself would take a step for no step.
struct Digest(u64, u64);

impl Hasher for Digest {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
        self.write_u64(bytes.len() as u64);
    }
    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }
    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }
    fn write_u64(&mut self, value: u64) {
        let fold = |lane: u64, odd: u64| {
            let product = u128::from(lane ^ value) * u128::from(odd);
            product as u64 ^ (product >> 64) as u64
        };
        self.0 = fold(self.0, 0x9e37_79b9_7f4a_7c15).wrapping_add(0x2545_f491_4f6c_dd1d);
        self.1 = fold(self.1.rotate_left(23), 0xd6e8_feb8_6659_fd93).wrapping_add(0xa076_1d64_78bd_642f);
    }
    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
    fn finish(&self) -> u64 {
        self.0 ^ self.1.rotate_left(32)
    }
}

fn long_digest(parts: impl Hash) -> (u64, u64) {
    let mut hasher = Digest(0x1319_8a2e_0370_7344, 0x243f_6a88_85a3_08d3);
    parts.hash(&mut hasher);
    (hasher.0, hasher.1)
}

fn digest(parts: impl Hash) -> u64 {
    long_digest(parts).0
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
        let choices = world.choices();
        let Some((&last, others)) = choices.split_last() else { continue };
        let ways = others.iter().map(|&choice| (world.clone(), history.clone(), choice)).collect::<Vec<_>>();
        // The last way takes the world itself.
        for (mut world, mut history, choice) in ways.into_iter().chain([(world, history, last)]) {
            history.extend(&world, choice);
            if world.step(choice).is_err() {
                continue;
            }
            // What fails has read and left the same as what does not.
            if !world.is_running() {
                outcomes.take_in(program, &world)?;
                if world.choices().is_empty() {
                    continue;
                }
            }
            if seen.insert(long_digest((world.memory(), &history))) {
                work.push((world, history));
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
