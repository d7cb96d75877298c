//! What an exploration comes to: whether more has to be explored, and the verdict.
//!
//! "Safe" has reservations: failures that nobody asked for, memory that was never written, executions that were cut, inputs. They
//! are gathered over all workers and over an exploration that is stopped and taken up again ([`Reservations`]).
//!
//! Under a model that lets stores overtake loads, executions with a cycle of program order and reads-from are left to a second
//! run ([`crate::ahead`]), where the first one shows that there may be some ([`crate::loose`]).

use crate::config::{Counts, ExploreConfig};
use crate::env::{Halt, Result, Sharing};
use ir::{Program, Span, Term};
use serde::{Deserialize, Serialize};
use verdict::{Scope, Verdict, Why};

/// What is held against "safe" when all executions have been explored.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Reservations {
    /// A failure that is none of the properties asked for.
    pub ignored: Option<(String, Span)>,
    /// A place whose initial value was never written was read.
    pub read_undefined: Option<Span>,
    /// The program has asked for an input.
    pub asked_input: bool,
    /// A store that may overtake a load, or may do so in an execution that was not seen.
    pub loose_write: Option<Span>,
    /// Two threads use the same memory, one of them writing, and no synchronisation object orders them.
    pub racy: bool,
    /// A call that only looks at an object, and is no fence: something before it may be passed by what comes behind.
    pub passed_look: Option<Span>,
}

impl Reservations {
    pub fn join(&mut self, other: &Reservations) {
        self.ignored = self.ignored.take().or_else(|| other.ignored.clone());
        self.read_undefined = self.read_undefined.or(other.read_undefined);
        self.asked_input |= other.asked_input;
        self.loose_write = self.loose_write.or(other.loose_write);
        self.racy |= other.racy;
        self.passed_look = self.passed_look.or(other.passed_look);
    }
}

/// Whether executions may be left that only promises find.
pub(crate) fn goes_ahead(config: &ExploreConfig, found: &Reservations) -> bool {
    let races = found.racy || !config.task.model.keeps_dependencies;
    overtakes(config) && races && found.loose_write.is_some()
}

/// Whether stores may overtake loads under the model.
pub(crate) fn overtakes(config: &ExploreConfig) -> bool {
    !config.task.model.kept.contains(ir::FenceBits::LS)
}

/// Whether some instruction of a program may be passed by.
fn branches(program: &Program) -> bool {
    let mut blocks = program.functions.iter().flat_map(|function| function.blocks.iter());
    blocks.any(|block| matches!(block.term, Term::Branch { .. } | Term::Switch { .. }))
}

/// The verdict, once nothing more is to be explored.
pub(crate) fn verdict_of(
    program: &Program,
    config: &ExploreConfig,
    sharing: &Sharing,
    counts: &Counts,
    result: Result,
) -> Verdict {
    match result {
        Ok(()) => match doubt(program, config, sharing, counts) {
            Some((why, span)) => Verdict::unknown_at(why, program, span),
            None if sharing.reservations.asked_input => Verdict::Safe { scope: Scope::GivenInputs },
            None => Verdict::Safe { scope: Scope::Complete },
        },
        Err(Halt::Violation(witness)) => Verdict::Violation { witness },
        Err(Halt::Unknown { why, span }) => Verdict::unknown_at(why, program, span),
        Err(Halt::Stopped(why)) => Verdict::unknown(why),
        Err(Halt::MoreThreads) => {
            Verdict::unknown(Why::TooLarge(format!("more than {} threads", config.max_threads)))
        }
        Err(Halt::ByAnother) => {
            Verdict::unknown(Why::Internal("another worker has ended the exploration".into()))
        }
        Err(Halt::Restart) => Verdict::unknown(crate::unsettled()),
    }
}

/// Why an exploration that went to its end does not show that all is well.
fn doubt(
    program: &Program,
    config: &ExploreConfig,
    sharing: &Sharing,
    counts: &Counts,
) -> Option<(Why, Span)> {
    let found = &sharing.reservations;
    if let Some((what, span)) = &found.ignored {
        return Some((Why::Undefined(what.clone()), *span));
    }
    let not_covered = |what: &str, span| Some((Why::NotCovered(what.into()), span));
    if let Some(span) = found.passed_look {
        let model = config.task.model.title();
        let what = format!(
            "a call that fails or only looks is no fence under {model}, and what may pass it here is not explored"
        );
        return not_covered(&what, span);
    }
    let somewhere = found.loose_write.unwrap_or(Span::NONE);
    if overtakes(config) && !config.task.model.keeps_dependencies && branches(program) {
        let what = "under this model stores may go ahead of branches that decide about them, and what comes of that is \
                      not explored";
        return not_covered(what, somewhere);
    }
    if sharing.strays {
        let what = "loads may read from later stores, and what these write depends on what loads read in ways that were \
                      not all followed";
        return not_covered(what, somewhere);
    }
    if counts.cut > 0 {
        let (cut, bound) = (counts.cut, config.bound);
        let what = format!("{cut} executions were cut at {bound} events of a thread (--bound)");
        return Some((Why::TooLarge(what), Span::NONE));
    }
    let undefined = "memory that was never written is read here, and not all that it may hold was tried";
    found.read_undefined.and_then(|span| not_covered(undefined, span))
}
