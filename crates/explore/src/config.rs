//! What is asked of an exploration, and what comes out.

use model::Model;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use verdict::{Task, Verdict};

/// Which executions are equivalent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Equivalence {
    /// Every read reads from the same write, and every lock and the like is passed on in the same order.
    #[default]
    ReadsFrom,
    /// Writes to one place come in the same order, too (Mazurkiewicz traces).
    Mazurkiewicz,
}

/// Called now and then with the counts so far.
pub type Progress = Arc<dyn Fn(&Counts) + Send + Sync>;

#[derive(Clone)]
pub struct ExploreConfig {
    pub task: Task,
    pub equivalence: Equivalence,
    /// Events of one thread; threads that go on for longer are cut, and the answer is not "safe".
    pub bound: u32,
    pub max_executions: Option<u64>,
    pub max_threads: usize,
    /// Go on after a failure and collect it, and final states: for tests. The verdict is then `unknown`; `complete` says
    /// whether all was explored.
    pub keep_going: bool,
    /// Workers; each takes a core.
    pub jobs: usize,
    /// What an earlier exploration of the same program with the same configuration has done.
    pub resume: Option<Checkpoint>,
    pub progress: Option<Progress>,
}

impl std::fmt::Debug for ExploreConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExploreConfig")
            .field("task", &self.task)
            .field("equivalence", &self.equivalence)
            .field("bound", &self.bound)
            .finish_non_exhaustive()
    }
}

impl ExploreConfig {
    pub fn new(model: Model) -> Self {
        ExploreConfig {
            task: Task::new(model),
            equivalence: Equivalence::ReadsFrom,
            bound: 10_000,
            max_executions: None,
            max_threads: 64,
            keep_going: false,
            jobs: 1,
            resume: None,
            progress: None,
        }
    }
}

/// How much was explored.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Counts {
    /// Executions that ran to their end.
    pub executions: u64,
    /// Executions that end with a thread waiting for ever, in a lock or in a loop.
    pub blocked: u64,
    /// Executions in which an assumption is false.
    pub assumed_away: u64,
    /// Executions cut by the bound.
    pub cut: u64,
    /// Events added to graphs.
    pub events: u64,
    /// The longest execution.
    pub depth: usize,
    /// How many executions there may be in all: an estimate.
    pub estimate: Option<u64>,
}

impl Counts {
    pub(crate) fn plus(&self, other: &Counts) -> Counts {
        Counts { depth: self.depth.max(other.depth), ..self.combined(other, |a, b| a + b) }
    }
    /// What has come since.
    pub(crate) fn minus(&self, before: &Counts) -> Counts {
        self.combined(before, |now, before| now - before)
    }
    fn combined(&self, other: &Counts, of: impl Fn(u64, u64) -> u64) -> Counts {
        Counts {
            executions: of(self.executions, other.executions),
            blocked: of(self.blocked, other.blocked),
            assumed_away: of(self.assumed_away, other.assumed_away),
            cut: of(self.cut, other.cut),
            events: of(self.events, other.events),
            depth: self.depth,
            estimate: None,
        }
    }
}

/// What is done of an exploration that was stopped: given back in a configuration, it goes on from there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Of the program, and of all in the configuration that makes a difference.
    pub fingerprint: String,
    pub model: String,
    pub configuration: String,
    pub(crate) subtrees: BTreeSet<u64>,
    pub counts: Counts,
    pub(crate) weight: f64,
    pub(crate) sharing: crate::env::Sharing,
}

/// Final values by name, as `testkit` names them.
pub type State = BTreeMap<String, i128>;

#[derive(Clone, Debug)]
pub struct Exploration {
    pub verdict: Verdict,
    /// Every execution was explored.
    pub complete: bool,
    pub counts: Counts,
    /// With `keep_going`: final states of executions that ran to their end.
    pub states: BTreeSet<State>,
    /// With `keep_going`: what went wrong, in words.
    pub failures: BTreeSet<String>,
    /// With `keep_going`: the same class was met twice (always 0, or there is an error here).
    pub duplicates: u64,
    /// With it, an exploration that was stopped can be taken up again.
    pub checkpoint: Option<Checkpoint>,
    /// How often the exploration began anew because something private turned out to be shared.
    pub restarts: u32,
}

impl Checkpoint {
    /// Whether it is of this program and this question.
    pub fn is_of(&self, program: &ir::Program, config: &ExploreConfig) -> bool {
        self.fingerprint == verdict::fingerprint(program)
            && self.model == config.task.model.name()
            && self.configuration == config.in_words()
    }
}

impl ExploreConfig {
    /// All that changes which executions there are, and what is found in them.
    pub(crate) fn in_words(&self) -> String {
        format!(
            "{:?} {:?} {:?} {} {} {}",
            self.task.properties,
            self.equivalence,
            self.task.inputs,
            self.bound,
            self.max_threads.min(crate::env::MAX_THREADS),
            self.task.spurious_wakeups,
        )
    }
}
