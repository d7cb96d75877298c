//! What a check is asked, and what it says.

use events::{Obligation, Property};
use ir::Program;
use model::Model;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use verdict::{Place, Scope, Verdict, Witness};

/// Calls within one another; see [`crate::query`] for the stack that they need.
const MAX_CALL_DEPTH: usize = 400;

/// One question: a model, a bound, properties.
#[derive(Clone, Debug)]
pub struct CheckConfig {
    pub model: Model,
    /// How often a loop whose end is not known goes round, and how deep recursion goes.
    pub unwind: u32,
    /// Bounds of single loops, by the line of their head.
    pub unwind_at: Vec<(u32, u32)>,
    pub properties: Vec<Property>,
    /// Whether `pthread_cond_wait` may wake without a signal: each thread once. Deadlocks are judged as if nobody would.
    pub spurious_wakeups: bool,
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
    /// Time for everything.
    pub timeout: Option<Duration>,
    /// Set from outside to stop: by a user who has waited long enough, or whoever watches over memory.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// Events of the whole unrolled program; beyond it the answer is `unknown`.
    pub max_events: usize,
}

/// What is to be checked, and until when.
#[derive(Clone, Copy)]
pub(crate) struct Task<'p> {
    pub(crate) program: &'p Program,
    pub(crate) config: &'p CheckConfig,
    pub(crate) deadline: Option<Instant>,
}

impl CheckConfig {
    pub fn new(model: Model) -> CheckConfig {
        CheckConfig {
            model,
            unwind: 4,
            unwind_at: Vec::new(),
            properties: vec![Property::Assert],
            spurious_wakeups: false,
            exact_bound: false,
            all: false,
            proved: Vec::new(),
            ask_bound: false,
            smtlib: false,
            timeout: None,
            interrupt: None,
            max_events: 200_000,
        }
    }
    /// Why there is no more time, if so.
    pub(crate) fn out_of_time(&self, deadline: Option<Instant>) -> Option<&'static str> {
        if self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some("interrupted");
        }
        deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some("time is up")
    }
    /// The same for the solver.
    pub(crate) fn limits(&self, deadline: Option<Instant>) -> solver::Limits {
        solver::Limits {
            time: deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())),
            interrupt: self.interrupt.clone(),
            ..solver::Limits::default()
        }
    }
    pub(crate) fn asks(&self, property: Property) -> bool {
        self.properties.contains(&property)
    }
    /// Whether it matters what printing reads.
    pub(crate) fn sees_prints(&self) -> bool {
        self.asks(Property::Race) || self.asks(Property::Memory)
    }
    /// How to unfold for it.
    pub(crate) fn unfolding(&self, deadline: Option<Instant>, known_iterations: u32) -> unfold::Options {
        unfold::Options {
            model: Some(self.model),
            purpose: unfold::Purpose::Verdict,
            properties: self.properties.clone(),
            unwind: self.unwind,
            unwind_at: self.unwind_at.clone(),
            known_iterations,
            spurious_wakeups: self.spurious_wakeups,
            max_call_depth: MAX_CALL_DEPTH,
            max_events: self.max_events,
            deadline,
            interrupt: self.interrupt.clone(),
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
