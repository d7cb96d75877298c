//! What is asked of a prediction.

use crate::record::RunConfig;
use verdict::{Model, Property, Task};

/// Which blocks are meant to be atomic, beside those marked with `selvedge_atomic_begin/end`.
#[derive(Clone, Debug, Default)]
pub struct AtomicBlocks {
    /// Whole calls of these functions.
    pub functions: Vec<String>,
    /// Calls that lock the same mutex more than once: from the first critical section to the last.
    pub locks: bool,
}

impl AtomicBlocks {
    /// As they are named on the command line and in witnesses.
    pub fn names(&self) -> Vec<String> {
        let locks = self.locks.then(|| "locks".to_string());
        self.functions.iter().cloned().chain(locks).collect()
    }
}

#[derive(Clone, Debug)]
pub struct Config {
    pub run: RunConfig,
    pub blocks: AtomicBlocks,
    /// The model is sequential consistency; inputs are those of the run.
    pub task: Task,
    /// Ask for interleavings of the whole trace rather than of a beginning of it (Fusion §4 without §5).
    pub complete: bool,
    /// Two accesses that leave the same state in both orders do not conflict (§3).
    pub guarded_independence: bool,
    /// Of several that are about the same lines, report one.
    pub once_per_place: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            run: RunConfig::default(),
            blocks: AtomicBlocks::default(),
            task: Task { properties: vec![Property::Atomicity], ..Task::new(Model::SC) },
            complete: false,
            guarded_independence: true,
            once_per_place: false,
        }
    }
}
