//! From the execution at hand to a witness: its steps are made again in a world that records, on the program as it was given.

use super::search::Search;
use crate::witness::{MAX_EVENTS, of_world};
use interp::{Choice, Inputs, Machine, MachineOptions, World, WorldConfig};
use ir::Program;
use std::sync::Arc;
use verdict::Witness;

pub(crate) fn of(program: &Program, search: &Search<'_>) -> Result<Witness, String> {
    let limits = search.runner.limits.clone();
    let options = MachineOptions { dependencies: true, slice: crate::SLICE, ..MachineOptions::default() };
    let machine = Arc::new(Machine::with_options(Arc::new(program.clone()), options));
    let config = WorldConfig {
        inputs: Inputs::Zero,
        record: Some(MAX_EVENTS),
        limits: limits.clone(),
        ..WorldConfig::default()
    };
    let mut world = World::new(machine, config);
    for entry in &search.trace.entries {
        for _ in 0..entry.step.n_moves {
            if world.is_running() {
                world.step(Choice::thread(entry.step.thread)).map_err(|error| error.to_string())?;
            }
        }
    }
    let failure =
        world.outcome().failure().ok_or_else(|| format!("the replay ends with {:?}", world.outcome()))?;
    let witness = of_world(program, &world, search.config.task.model, failure)?;
    let options = certify::Options { limits, ..certify::Options::default() };
    certify::certify_with(program, &witness, &options).map_err(|refusal| refusal.to_string())?;
    Ok(witness)
}
