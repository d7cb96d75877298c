//! What a check is asked, and what it says.

use events::Property;
use ir::Span;
use model::Model;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use verdict::{Scope, Verdict};

/// One question: a model, a bound, properties.
#[derive(Clone, Debug)]
pub struct CheckConfig {
    pub model: Model,
    /// How often a loop whose end is not known goes round, and how deep recursion goes.
    pub unwind: u32,
    /// Bounds of single loops, by the line of their head.
    pub unwind_at: Vec<(u32, u32)>,
    pub properties: Vec<Property>,
    /// Whether `pthread_cond_wait` may wake without a signal.
    pub spurious_wakeups: bool,
    /// Time for everything.
    pub timeout: Option<Duration>,
    /// Set from outside to stop.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// Events of the whole unrolled program; beyond it the answer is `unknown`.
    pub max_events: usize,
}

impl CheckConfig {
    pub fn new(model: Model) -> CheckConfig {
        CheckConfig {
            model,
            unwind: 4,
            unwind_at: Vec::new(),
            properties: vec![Property::Assert],
            spurious_wakeups: false,
            timeout: None,
            interrupt: None,
            max_events: 200_000,
        }
    }
    pub(crate) fn asks(&self, property: Property) -> bool {
        self.properties.contains(&property)
    }
    /// The bound of a loop whose head stands in this line.
    pub(crate) fn bound(&self, span: Span) -> u32 {
        self.unwind_at.iter().find(|(line, _)| *line == span.line).map_or(self.unwind, |&(_, bound)| bound)
    }
}

#[derive(Clone, Debug)]
pub struct CheckResult {
    pub verdict: Verdict,
    /// How far a proof reaches (or would); `None` when that was not found out.
    pub scope: Option<Scope>,
    pub statistics: CheckStatistics,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckStatistics {
    /// Passes of the unfolding until nothing changed.
    pub passes: usize,
    pub threads: usize,
    /// Events after unfolding, and those that take part in reads-from and coherence.
    pub events: usize,
    pub shared_accesses: usize,
    pub cells: usize,
    pub reads_from: usize,
    pub reads_from_pruned: usize,
    pub unfold_time: Duration,
    pub encode_time: Duration,
    pub solver: solver::Statistics,
}
