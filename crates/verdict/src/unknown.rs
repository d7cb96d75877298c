//! Why nothing is known.

use crate::{Engine, Place};
use limits::Stop;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why there is no answer. What it says to people is its `Display`; what follows from it is asked of the variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", content = "detail", rename_all = "snake_case")]
pub enum Why {
    /// Out of time or memory, or told to stop.
    Stopped(Stop),
    /// A bound on sizes or counts, with which some work was refused. More room might help.
    TooLarge(String),
    /// Something that can be reached and that nobody here has a meaning for.
    Unsupported(String),
    /// The program asks for an input, and the engine runs programs.
    NeedsInputs,
    /// Executions that the engine does not follow.
    NotCovered(String),
    /// The bound on loops does not cover every execution, at these loops.
    BoundTooSmall { bound: u32, loops: Vec<String> },
    /// Nothing was found up to this bound, and that was not enough.
    OnlyUpTo(u32),
    /// It may hold; nobody has shown it.
    NotProved(String),
    /// Undefined behaviour that nobody asked about can happen: behind it anything may.
    Undefined(String),
    /// A failure of another kind ends the execution first.
    OtherFailure(String),
    /// A failure was found and does not replay. A defect of ours, and no `safe` may stand beside it.
    NotShown(String),
    /// Any other defect of ours.
    Internal(String),
    /// One engine says `safe` and another one shows otherwise. A defect of ours.
    Contradiction(String),
    /// Some of what was to be asked was not answered.
    LeftOpen { questions: usize, why: Box<Why> },
    /// What each of several engines says.
    Each(Vec<Said>),
    /// It was stopped before its turn came.
    NotBegun,
}

/// One engine's reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Said {
    pub engine: Engine,
    pub why: Why,
    /// Where that is another place than the answer's own.
    pub place: Option<Place>,
}

impl Why {
    /// Whether more time or room might give an answer.
    pub fn is_limit(&self) -> bool {
        matches!(self, Why::Stopped(_) | Why::TooLarge(_))
    }
    /// Whether that is so of this reason or of one that it is made of.
    pub fn any(&self, test: &dyn Fn(&Why) -> bool) -> bool {
        test(self)
            || match self {
                Why::LeftOpen { why, .. } => why.any(test),
                Why::Each(said) => said.iter().any(|said| said.why.any(test)),
                _ => false,
            }
    }
    /// Whether it is a defect of ours.
    pub fn is_defect(&self) -> bool {
        self.any(&|why| matches!(why, Why::NotShown(_) | Why::Internal(_) | Why::Contradiction(_)))
    }
}

impl From<Stop> for Why {
    fn from(stop: Stop) -> Why {
        Why::Stopped(stop)
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Stopped(stop) => write!(f, "{stop}"),
            Why::TooLarge(what) | Why::NotCovered(what) => f.write_str(what),
            Why::Unsupported(what) => write!(f, "not supported: {what}"),
            Why::NeedsInputs => f.write_str("the program asks for an input; give its values with --inputs"),
            Why::BoundTooSmall { bound, loops } => {
                write!(f, "the bound of {bound} is not enough")?;
                match loops.as_slice() {
                    [] => Ok(()),
                    [one] => write!(f, ": {one}"),
                    [first, more @ ..] => write!(f, ": {first} (and {} more)", more.len()),
                }
            }
            Why::OnlyUpTo(bound) => write!(f, "nothing found up to {bound} loop iterations"),
            Why::NotProved(what) => write!(f, "not proved: {what}"),
            Why::Undefined(what) => write!(f, "{what} (not among the properties asked for)"),
            Why::OtherFailure(what) => write!(f, "stopped by a failure of another kind: {what}"),
            Why::NotShown(what) => {
                write!(f, "internal error: a failure was found but could not be shown: {what}")
            }
            Why::Internal(what) => write!(f, "internal error: {what}"),
            Why::Contradiction(what) => write!(f, "selvedge contradicts itself: {what}"),
            Why::LeftOpen { questions, why } => write!(f, "{questions} questions left open: {why}"),
            Why::Each(said) => {
                for (index, Said { engine, why, place }) in said.iter().enumerate() {
                    let separator = if index > 0 { "; " } else { "" };
                    write!(f, "{separator}{engine}: ")?;
                    place.iter().try_for_each(|place| write!(f, "{place}: "))?;
                    write!(f, "{why}")?;
                }
                Ok(())
            }
            Why::NotBegun => f.write_str("stopped before its turn came"),
        }
    }
}
