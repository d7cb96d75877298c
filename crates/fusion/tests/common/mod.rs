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

pub fn predict(program: &Arc<Program>, config: &Config) -> Prediction {
    let prediction = fusion::predict(program, config, &mut |_, _| {}).expect("a prediction");
    assert_eq!(prediction.unknown, None);
    prediction
}

pub fn trace(program: &Arc<Program>, config: &Config) -> fusion::trace::Trace {
    fusion::symbolic_trace(program, config).expect("a trace")
}
