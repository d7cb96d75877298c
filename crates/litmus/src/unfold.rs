//! From a program to [`Unfolded`]: the graph of the crate `unfold`, with read-modify-writes taken apart, an initial write
//! for each place, and mutexes as critical sections where that says all about them.
//!
//! Any other synchronisation object is a place of its own whose state its operations read and write, as the graph has it.
//! Where the graph ends though the program goes on is a [`Frontier`]: whoever uses the events must ask whether one can be
//! reached before calling anything impossible.

mod convert;
mod places;
mod sync;

use crate::events::Unfolded;
use ::events::Property;
use ::unfold::{Options as GraphOptions, Purpose, Refused};
use ir::{Layout, Observable, Program, Span};
use model::Model;
use solver::Terms;
use thiserror::Error;
use verdict::{Limits, Why};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// How often a loop may go round.
    pub unwind: u32,
    /// Record computations and branches as events, with their values cut from their definitions.
    /// (A session decides this and the next two by itself.)
    pub locals: bool,
    /// Let a read have any value as far as the unfolding goes, so that the rule `read-value` can be switched off.
    pub free_reads: bool,
    /// The model whose executions are wanted, if it is a built-in one.
    pub model: Option<Model>,
    /// More events than this are refused.
    pub max_events: usize,
    /// More final states than this are not listed.
    pub max_states: usize,
}

impl Default for Options {
    fn default() -> Self {
        let (locals, free_reads, model) = (false, false, None);
        Options { unwind: 4, locals, free_reads, model, max_events: 600, max_states: 100_000 }
    }
}

/// Why a program cannot be unfolded.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {reason}")]
pub struct UnfoldError {
    /// `file:line`.
    pub place: String,
    pub reason: String,
}

impl UnfoldError {
    fn at(program: &Program, span: Span, reason: impl Into<String>) -> UnfoldError {
        let place = match program.show_span(span) {
            unknown if unknown == "?" => program.name.to_string(),
            place => place,
        };
        UnfoldError { place, reason: reason.into() }
    }
}

/// Calls within one another; beyond it the path is cut. What is unfolded here runs on the caller's stack.
const MAX_CALL_DEPTH: usize = 64;

/// Unfolds a program into events over the returned terms; what is observed at the end has a place.
pub fn unfold(
    program: &Program,
    options: &Options,
    observed: &[Observable],
) -> Result<(Unfolded, Terms), UnfoldError> {
    let Options { unwind, locals, free_reads, model, max_events, .. } = *options;
    let mut wanted = GraphOptions {
        model,
        purpose: Purpose::Executions { locals, free_reads },
        properties: vec![Property::Assert],
        unwind,
        unwind_at: Vec::new(),
        known_iterations: max_events as u32,
        spurious_wakeups: false,
        max_call_depth: MAX_CALL_DEPTH,
        max_events,
        limits: Limits::default(),
    };
    let mut unfolded = ::unfold::unfold(program, &wanted);
    if matches!(unfolded, Err(Refused { why: Why::TooLarge(_), .. })) {
        // With loops cut at the bound whose end is known.
        wanted.known_iterations = unwind;
        unfolded = ::unfold::unfold(program, &wanted);
    }
    let graph = match unfolded {
        Ok(unfolded) => unfolded.graph,
        Err(Refused { span, why: Why::TooLarge(_) }) => return Err(too_many(program, span, max_events)),
        Err(Refused { why, span }) => return Err(UnfoldError::at(program, span, why.to_string())),
    };
    let layout = Layout::of(program);
    let (unfolded, terms) = convert::Converter::new(program, &layout, graph).run(observed)?;
    match unfolded.events.len() > max_events {
        true => Err(too_many(program, Span::NONE, max_events)),
        false => Ok((unfolded, terms)),
    }
}

fn too_many(program: &Program, span: Span, max_events: usize) -> UnfoldError {
    let reason = format!(
        "more than {max_events} events: this command is for small programs, `selvedge check` takes larger ones"
    );
    UnfoldError::at(program, span, reason)
}
