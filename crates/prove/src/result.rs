//! What a proof attempt is told and what it says.

use events::Obligation;
use ir::{AssertKind, Span};
use model::Model;
use std::sync::{Arc, Mutex};
use verdict::{FailureKind, Task, Verdict};

/// How the stores of other threads come to a load.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Interference {
    /// Any store of any other thread, in any combination (Miné): sound under every model, coarse.
    Oblivious,
    /// Combinations that sequential consistency permits (WATTS), whatever the model: unsound under weaker ones.
    Sc,
    /// Combinations that the rules of FRUITTREE permit under the model.
    Datalog,
    /// As `Datalog`, and what remains is put to the order solver, all threads at once; then as `States`.
    #[default]
    Model,
    /// All states of all threads under SC and nothing else; under TSO and PSO it proves programs without data races.
    States,
}

impl Interference {
    pub const ALL: [Interference; 5] = [
        Interference::Oblivious,
        Interference::Sc,
        Interference::Datalog,
        Interference::Model,
        Interference::States,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Interference::Oblivious => "oblivious",
            Interference::Sc => "sc",
            Interference::Datalog => "datalog",
            Interference::Model => "model",
            Interference::States => "states",
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
    pub task: Task,
    pub interference: Interference,
    /// Record what is known at each assertion.
    pub invariants: bool,
    /// How many different numbers a variable may hold before it is followed by symbols ([`Interference::States`]).
    pub max_numbers: usize,
    /// How many threads that are alike are counted before they are many; `None`: as seems best.
    pub count_to: Option<u8>,
    /// Where to note what is proved as soon as it is, for whoever works on the same program meanwhile.
    pub progress: Option<Progress>,
}

/// Obligations that are met, in the order in which they were found to be.
pub type Progress = Arc<Mutex<Vec<Obligation>>>;

impl ProveConfig {
    pub fn new(model: Model) -> Self {
        ProveConfig {
            task: Task::new(model),
            interference: Interference::default(),
            invariants: false,
            max_numbers: 80,
            count_to: None,
            progress: None,
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
    /// All states of all threads under SC, threads counted.
    Product,
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
    /// It never fails.
    Proved(Method),
    /// It may fail for all that is known, with the interferences that stand in the way, where they are known.
    NotProved { reason: String, combination: Vec<Flow> },
}

/// One assertion of the program (or the question of a litmus test) and what became of it.
#[derive(Clone, PartialEq, Debug)]
pub struct AssertionResult {
    pub kind: AssertKind,
    pub message: Arc<str>,
    pub span: Span,
    /// Whether it stands in a library function: engines then name the line of the call instead of `span`.
    pub library: bool,
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
    /// Combinations of interferences looked at.
    pub combinations: usize,
    /// Events put to the order solver.
    pub events: usize,
    /// States of all threads together.
    pub states: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ProveResult {
    /// `Safe` without bound if every assertion is proved, else `Unknown`. Never a violation.
    pub verdict: Verdict,
    pub assertions: Vec<AssertionResult>,
    pub statistics: Statistics,
}

pub(crate) fn not_proved(reason: &str) -> Status {
    Status::NotProved { reason: reason.into(), combination: Vec::new() }
}

impl AssertionResult {
    /// One that nobody has looked at.
    pub(crate) fn new(kind: AssertKind, message: Arc<str>, span: Span, library: bool) -> Self {
        AssertionResult { kind, message, span, library, status: not_proved("not looked at"), invariant: None }
    }
    pub fn is_proved(&self) -> bool {
        matches!(self.status, Status::Proved(_))
    }
    pub fn obligation(&self) -> Obligation {
        Obligation { kind: self.kind.into(), span: self.span, message: self.message.clone() }
    }
    /// Whether a failure of that name may be one of this assertion.
    pub fn may_be(&self, kind: FailureKind, span: Span, message: &str) -> bool {
        let anywhere = self.library || !self.span.is_known() || !span.is_known();
        let own = self.obligation();
        own.kind == kind && *own.message == *message && (anywhere || own.span == span)
    }
}

/// Whether no assertion that a failure of that name may belong to is open, and there is one.
pub(crate) fn all_proved(all: &[AssertionResult], kind: FailureKind, span: Span, message: &str) -> bool {
    let mut known = all.iter().filter(|assertion| assertion.may_be(kind, span, message)).peekable();
    known.peek().is_some() && known.all(AssertionResult::is_proved)
}

impl ProveResult {
    /// Whether a failure with this kind, span and message (the fields of [`verdict::Failure`]) can never happen. Where
    /// several assertions share a name, all of them are proved.
    pub fn is_proved(&self, kind: FailureKind, span: Span, message: &str) -> bool {
        all_proved(&self.assertions, kind, span, message)
    }
    pub fn n_proved(&self) -> usize {
        self.assertions.iter().filter(|assertion| assertion.is_proved()).count()
    }
}
