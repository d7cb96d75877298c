//! One engine on its way through the models.
//!
//! `prove` and `check` begin with the weakest model: what is safe there is safe everywhere. `explore` begins with the strongest, where there
//! are the fewest executions: what fails there fails everywhere.

use crate::Question;
use crate::board::{Board, Proved};
use crate::growing::check_growing;
use check::CheckConfig;
use events::Property;
use explore::{ExploreConfig, semantic};
use ir::Program;
use model::Model;
use prove::ProveConfig;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use verdict::Verdict;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Engine {
    /// Without bound, by abstract interpretation; assertions only; never finds a violation.
    Prove,
    /// All executions up to a bound, by SAT modulo order.
    Check,
    /// Every execution, by running it.
    Explore,
}

impl Engine {
    pub const ALL: [Engine; 3] = [Engine::Prove, Engine::Check, Engine::Explore];

    pub fn name(self) -> &'static str {
        match self {
            Engine::Prove => "prove",
            Engine::Check => "check",
            Engine::Explore => "explore",
        }
    }

    /// Whether it has anything to say about a property.
    pub fn knows(self, property: Property) -> bool {
        match self {
            Engine::Prove => property == Property::Assert,
            Engine::Check | Engine::Explore => property != Property::Atomicity,
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Asks one engine about every model for which something is open.
pub(crate) fn run(program: &Program, question: &Question, engine: Engine, board: &Board<'_>, lane: usize) {
    let mut models = question.models.clone();
    models.sort_by_key(|model| Model::ALL.iter().position(|known| known == model));
    if engine != Engine::Explore {
        models.reverse();
    }
    for model in models {
        // Every round settles a property for good or is the last: a violation answers one property, all else answers all.
        while let Some((properties, interrupt)) = board.begin(lane, engine, model) {
            let started = Instant::now();
            let job = Job { program, question, model, properties, interrupt };
            let verdict = match engine {
                Engine::Prove => job.prove(board),
                Engine::Check => job.check(board),
                Engine::Explore => job.explore(),
            };
            board.end(lane, engine, model, &job.properties, verdict, started.elapsed());
        }
    }
}

/// One question to one engine.
struct Job<'a> {
    program: &'a Program,
    question: &'a Question,
    model: Model,
    properties: Vec<Property>,
    interrupt: Arc<AtomicBool>,
}

impl Job<'_> {
    fn prove(&self, board: &Board<'_>) -> Verdict {
        let mut config = ProveConfig::new(self.model);
        config.timeout = self.question.timeout;
        config.interrupt = Some(self.interrupt.clone());
        let met = prove::Progress::default();
        config.progress = Some(met.clone());
        board.proves(Proved { model: self.model, met });
        prove::prove(self.program, &config).verdict
    }

    fn check(&self, board: &Board<'_>) -> Verdict {
        let mut config = CheckConfig::new(self.model);
        config.properties = self.properties.clone();
        config.spurious_wakeups = self.question.spurious_wakeups;
        config.timeout = self.question.timeout;
        config.interrupt = Some(self.interrupt.clone());
        let prepare = |config: &mut CheckConfig| {
            if !self.question.cross_check {
                config.proved = board.proved_under(self.model);
            }
        };
        check_growing(self.program, &config, prepare).verdict
    }

    fn explore(&self) -> Verdict {
        let mut config = ExploreConfig::new(self.model);
        config.properties = self.properties.clone();
        config.spurious_wakeups = self.question.spurious_wakeups;
        config.inputs = self.question.inputs.clone();
        config.timeout = self.question.timeout;
        config.interrupt = Some(self.interrupt.clone());
        semantic::explore_sections_or_events(self.program, &config).verdict
    }
}
