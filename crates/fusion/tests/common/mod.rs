//! Loading and asking, for all tests.

use fusion::{Config, Prediction, RunConfig};
use ir::Program;
use std::sync::Arc;

pub fn load(path: &std::path::Path) -> Arc<Program> {
    let loaded = frontend::load(path, &frontend::Options::default());
    Arc::new(loaded.unwrap_or_else(|error| panic!("{}: {error}", path.display())).program)
}

/// Threads one after the other, in the order of their creation.
pub fn config() -> Config {
    let run = RunConfig { schedule: Some(interp::Schedule::new()), ..RunConfig::default() };
    Config { run, ..Config::default() }
}

/// A prediction that leaves something open only if that is expected, and for a reason with these words.
pub fn predict(program: &Arc<Program>, config: &Config, unknown: Option<&str>) -> Result<Prediction, String> {
    let prediction = fusion::predict(program, config, &mut |_, _| {}).expect("a prediction");
    match (unknown, &prediction.unknown) {
        (None, None) => Ok(prediction),
        (Some(words), Some(reason)) if reason.to_string().contains(words) => Ok(prediction),
        (expected, told) => Err(format!("unknown {told:?} instead of {expected:?}")),
    }
}

pub fn trace(program: &Arc<Program>, config: &Config) -> fusion::trace::Trace {
    fusion::symbolic_trace(program, config).expect("a trace")
}
