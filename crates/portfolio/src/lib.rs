//! One question, every engine that can help: `prove`, `check` with growing bounds and `explore` side by side, and one answer per
//! property and memory model (`selvedge verify`).
//!
//! Each engine has a thread of its own that goes through the models ([`lane`]); what it finds goes to a [`board`], which knows
//! what follows for other models and tells the other engines to stop when nothing is left for them. What is learnt helps the
//! others: assertions that are proved are not asked of `check` again; a failure under one model is tried under weaker ones.
//!
//! Invariants:
//! - Engines are sound, so the verdict does not depend on who is faster; only the scope (`every execution` or `no bound`), the
//!   execution that is shown and what is still unknown when time is up may differ. Not taken for granted: a `safe` stands when the
//!   others have had the time that it took and have not objected.
//! - A violation counts only if it replays. Two engines that contradict each other are a defect of ours: the answer is `unknown`
//!   with both reasons, and the contradiction is part of it.
//! - An engine is asked only what it covers ([`knows`]); where only a bound was reached, the answer is `unknown` unless the
//!   user accepts bounds.

mod board;
mod growing;
mod lane;

pub use board::{Cell, Contradiction, Opinion};
pub use growing::check_growing;

use board::Board;
use events::Property;
use ir::Program;
use model::Model;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use verdict::{Engine, Interrupt, Limits, Task};

/// What is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// In the order in which answers are wanted.
    pub models: Vec<Model>,
    pub properties: Vec<Property>,
    pub engines: Vec<Engine>,
    /// Time of each engine for each model.
    pub timeout: Option<Duration>,
    /// Whether condition variables may wake without a signal.
    pub spurious_wakeups: bool,
    /// Values that `explore` tries for each input; without them it leaves programs with inputs to the others.
    pub inputs: Option<Vec<i128>>,
    /// Whether "nothing found up to K loop iterations" counts as safe.
    pub accept_bound: bool,
    /// Let every engine finish, also where another one has the answer, and compare.
    pub cross_check: bool,
    /// Set from outside to stop all engines and tell what is known.
    pub interrupt: Interrupt,
}

impl Question {
    pub fn new(models: Vec<Model>) -> Question {
        Question {
            models,
            properties: vec![Property::Assert],
            engines: ENGINES.to_vec(),
            timeout: None,
            spurious_wakeups: true,
            inputs: None,
            accept_bound: false,
            cross_check: false,
            interrupt: Interrupt::new(),
        }
    }

    /// What one engine is asked; its time begins now.
    fn task(&self, model: Model, properties: Vec<Property>, interrupt: Interrupt) -> Task {
        Task {
            model,
            properties,
            limits: Limits::new(self.timeout, Some(interrupt)),
            inputs: self.inputs.clone(),
            spurious_wakeups: self.spurious_wakeups,
        }
    }
}

/// Those that can be asked about every execution of a program.
pub const ENGINES: [Engine; 3] = [Engine::Prove, Engine::Check, Engine::Explore];

/// Whether an engine has anything to say about a property.
pub fn knows(engine: Engine, property: Property) -> bool {
    match engine {
        Engine::Prove => property == Property::Assert,
        Engine::Check | Engine::Explore => property != Property::Atomicity,
        _ => false,
    }
}

#[derive(Clone, Debug)]
pub struct Outcome {
    /// One per property and model, in the order asked.
    pub cells: Vec<Cell>,
    pub contradictions: Vec<Contradiction>,
}

/// How often Ctrl-C and the like are looked for.
const TICK: Duration = Duration::from_millis(20);

/// Asks all engines; `settled` hears of each cell as soon as it is final.
pub fn verify(program: &Program, question: &Question, settled: &mut dyn FnMut(&Cell)) -> Outcome {
    let (sender, receiver) = channel();
    let board = Board::new(program, question, sender);
    std::thread::scope(|scope| {
        for (index, &engine) in question.engines.iter().enumerate() {
            let board = &board;
            scope.spawn(move || {
                let _leaving = board::Leaving { board, lane: index };
                lane::run(program, question, engine, board, index);
            });
        }
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(board::News::Settled(cell)) => settled(&cell),
                Ok(board::News::Left) if board.all_done() => break,
                Ok(board::News::Left) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            board.stop_the_idle();
            if let Some(why) = question.interrupt.reason() {
                board.stop_all(why);
            }
        }
    });
    board.outcome()
}
