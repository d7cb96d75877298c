//! What a proof attempt is told and what it says.

use ir::{AssertKind, Span};
use model::Model;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use verdict::Verdict;

/// How the stores of other threads come to a load.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Interference {
    /// Any store of any other thread, in any combination (Miné): sound under every model, coarse.
    Oblivious,
    /// Combinations that sequential consistency permits (WATTS), whatever the model: unsound under weaker ones.
    Sc,
    /// Combinations that the rules of paper 000 permit under the model (FRUITTREE).
    Datalog,
    /// As `Datalog`, and what remains is put to the order solver, all threads at once.
    #[default]
    Model,
}

impl Interference {
    pub const ALL: [Interference; 4] =
        [Interference::Oblivious, Interference::Sc, Interference::Datalog, Interference::Model];

    pub fn name(self) -> &'static str {
        match self {
            Interference::Oblivious => "oblivious",
            Interference::Sc => "sc",
            Interference::Datalog => "datalog",
            Interference::Model => "model",
        }
    }
    /// Whether a proof by this method holds under the model.
    pub fn is_sound(self, model: Model) -> bool {
        self != Interference::Sc || model == Model::SC
    }
}

/// How to prove.
#[derive(Clone, Debug)]
pub struct ProveConfig {
    pub model: Model,
    pub interference: Interference,
    pub timeout: Option<Duration>,
    /// Set from outside to stop and tell what is known.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// Record what is known at each assertion.
    pub invariants: bool,
    /// How many combinations of interferences are looked at per assertion before they are joined.
    pub max_combinations: usize,
}

impl ProveConfig {
    pub fn new(model: Model) -> Self {
        ProveConfig {
            model,
            interference: Interference::default(),
            timeout: None,
            interrupt: None,
            invariants: false,
            max_combinations: 4096,
        }
    }
}

/// Who proved an assertion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// Abstract interpretation with the interferences joined.
    Joined,
    /// Abstract interpretation of each feasible combination of interferences.
    Combinations,
    /// The order solver over all threads.
    Solver,
}

/// A load and the store it reads from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flow {
    /// The thread that reads; 0 is the first one.
    pub thread: u32,
    pub load: Span,
    pub place: String,
    pub value: String,
    /// `None`: the initial value, or several stores that were not told apart.
    pub store: Option<Span>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Status {
    Proved(Method),
    /// With the interferences that stand in the way, where they are known.
    NotProved {
        reason: String,
        combination: Vec<Flow>,
    },
}

/// One assertion of the program (or the question of a litmus test) and what became of it.
#[derive(Clone, PartialEq, Debug)]
pub struct AssertionResult {
    pub kind: AssertKind,
    pub message: Arc<str>,
    pub span: Span,
    pub status: Status,
    /// What is known of the values there, if asked for.
    pub invariant: Option<String>,
}

/// What it took.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Statistics {
    pub threads: usize,
    /// Rounds of the fixpoint over all threads.
    pub rounds: usize,
    pub loads: usize,
    pub stores: usize,
    /// Combinations of interferences looked at, and how many of them the rules excluded.
    pub combinations: usize,
    pub infeasible: usize,
    /// Events and branches put to the order solver, edges of program order, questions.
    pub events: usize,
    pub branches: usize,
    pub order_edges: usize,
    pub solver_queries: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ProveResult {
    /// `Safe` without bound if every assertion is proved, else `Unknown`. Never a violation.
    pub verdict: Verdict,
    pub assertions: Vec<AssertionResult>,
    pub statistics: Statistics,
}

impl ProveResult {
    pub fn n_proved(&self) -> usize {
        self.assertions.iter().filter(|a| matches!(a.status, Status::Proved(_))).count()
    }
}
