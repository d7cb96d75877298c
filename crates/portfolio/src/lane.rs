//! One engine on its way through the models.
//!
//! `prove` and `check` begin with the weakest model: what is safe there is safe everywhere. `explore` begins with the strongest, where there
//! are the fewest executions: what fails there fails everywhere.

use crate::Question;
use crate::board::{Board, Proved};
use crate::growing::check_growing;
use check::CheckConfig;
use explore::{ExploreConfig, semantic};
use ir::Program;
use model::Model;
use prove::ProveConfig;
use std::time::Instant;
use verdict::{Engine, Task, Verdict, Why};

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
            let task = question.task(model, properties, interrupt);
            let job = Job { program, question, task };
            let verdict = match engine {
                Engine::Prove => job.prove(board),
                Engine::Check => job.check(board),
                Engine::Explore => job.explore(),
                other => Verdict::unknown(Why::Unsupported(format!("the question, by `{other}`"))),
            };
            board.end(lane, engine, model, &job.task.properties, verdict, started.elapsed());
        }
    }
}

/// One question to one engine.
struct Job<'a> {
    program: &'a Program,
    question: &'a Question,
    task: Task,
}

impl Job<'_> {
    fn prove(&self, board: &Board<'_>) -> Verdict {
        let model = self.task.model;
        let mut config = ProveConfig { task: self.task.clone(), ..ProveConfig::new(model) };
        let met = prove::Progress::default();
        config.progress = Some(met.clone());
        board.proves(Proved { model, met });
        prove::prove(self.program, &config).verdict
    }

    fn check(&self, board: &Board<'_>) -> Verdict {
        let model = self.task.model;
        let config = CheckConfig { task: self.task.clone(), ..CheckConfig::new(model) };
        let prepare = |config: &mut CheckConfig| {
            if !self.question.cross_check {
                config.proved = board.proved_under(model);
            }
        };
        check_growing(self.program, &config, prepare).verdict
    }

    fn explore(&self) -> Verdict {
        let config = ExploreConfig { task: self.task.clone(), ..ExploreConfig::new(self.task.model) };
        semantic::explore_sections_or_events(self.program, &config).verdict
    }
}
