//! What a check is asked, and what it says.

use events::Obligation;
use model::Model;
use std::time::Duration;
use verdict::{Place, Scope, Task, Verdict, Witness};

/// Calls within one another; see [`crate::query`] for the stack that they need.
const MAX_CALL_DEPTH: usize = 400;

/// A task, and how far loops are unrolled.
#[derive(Clone, Debug)]
pub struct CheckConfig {
    pub task: Task,
    /// How often a loop whose end is not known goes round, and how deep recursion goes.
    pub unwind: u32,
    /// Bounds of single loops, by the line of their head.
    pub unwind_at: Vec<(u32, u32)>,
    /// Cut loops whose end is known at the bound too, instead of going on to the end where time allows.
    pub exact_bound: bool,
    /// Look for an execution for every failing place, not only for one.
    pub all: bool,
    /// Assertions that are known to hold under the model: they are not asked about.
    pub proved: Vec<Obligation>,
    /// Ask which loops need a larger bound, and answer `unknown` if there is one.
    pub ask_bound: bool,
    /// Give the first query as SMT-LIB 2. The text is cubic in the number of accesses to one place.
    pub smtlib: bool,
    /// Events of the whole unrolled program; beyond it the answer is `unknown`.
    pub max_events: usize,
}

impl CheckConfig {
    pub fn new(model: Model) -> CheckConfig {
        CheckConfig {
            task: Task::new(model),
            unwind: 4,
            unwind_at: Vec::new(),
            exact_bound: false,
            all: false,
            proved: Vec::new(),
            ask_bound: false,
            smtlib: false,
            max_events: 200_000,
        }
    }
    /// How to unfold for it.
    pub(crate) fn unfolding(&self, known_iterations: u32) -> unfold::Options {
        unfold::Options {
            model: Some(self.task.model),
            purpose: unfold::Purpose::Verdict,
            properties: self.task.properties.clone(),
            unwind: self.unwind,
            unwind_at: self.unwind_at.clone(),
            known_iterations,
            spurious_wakeups: self.task.spurious_wakeups,
            max_call_depth: MAX_CALL_DEPTH,
            max_events: self.max_events,
            limits: self.task.limits.clone(),
        }
    }
}

#[derive(Clone, Debug)]
pub struct CheckResult {
    pub verdict: Verdict,
    /// How far a proof reaches (or would); `None` when that was not found out.
    pub scope: Option<Scope>,
    /// One execution for each failing place that was found; the verdict's own is the first. More than one only if
    /// all were asked for.
    pub violations: Vec<Witness>,
    /// Where the bound cuts something off that can be reached, if that was asked for; complete unless time was up.
    pub cuts: Vec<Cut>,
    /// The first query, if that was asked for.
    pub smtlib: Option<String>,
    pub statistics: CheckStatistics,
}

/// A loop or recursion for which the bound is not enough.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    pub place: Option<Place>,
    pub message: String,
}

impl CheckResult {
    /// A verdict and nothing else.
    pub(crate) fn of(verdict: Verdict, statistics: CheckStatistics) -> CheckResult {
        CheckResult {
            verdict,
            scope: None,
            violations: Vec::new(),
            cuts: Vec::new(),
            smtlib: None,
            statistics,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckStatistics {
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
