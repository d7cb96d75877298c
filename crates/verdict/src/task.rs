//! What an engine is asked.

use events::Property;
use limits::Limits;
use model::Model;

/// What every engine is told; how it goes about it is for its own options.
#[derive(Clone, Debug)]
pub struct Task {
    pub model: Model,
    pub properties: Vec<Property>,
    /// When to give up. The clock runs from the moment they are made.
    pub limits: Limits,
    /// Values that every `nondet` input may take. `None`: any; engines that run the program have nothing to say then.
    pub inputs: Option<Vec<i128>>,
    /// Whether `pthread_cond_wait` may return without a signal: each thread once. Deadlocks are judged as if it never did.
    pub spurious_wakeups: bool,
}

impl Task {
    /// Assertions only, without limits.
    pub fn new(model: Model) -> Task {
        Task {
            model,
            properties: vec![Property::Assert],
            limits: Limits::default(),
            inputs: None,
            spurious_wakeups: false,
        }
    }
    pub fn asks(&self, property: Property) -> bool {
        self.properties.contains(&property)
    }
}
