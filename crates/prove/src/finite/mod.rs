//! Programs whose threads run to their end in a limited number of steps: every combination of what all threads read,
//! put to the order solver at once.
//!
//! This goes past FRUITTREE, whose feasibility rules look at one thread against the others and give up where an
//! argument takes three threads (§6.1). It proves without a bound because nothing is cut: a program that does not fit
//! the limits is refused and left to the abstract interpreter.

mod inputs;
mod objects;
mod question;
mod speculate;
mod sync;
mod tree;
mod values;

use crate::result::{Flow, Statistics};
use interp::{Machine, MachineOptions};
use ir::{AssertKind, Program, Span};
use limits::Limits;
use model::Model;
use question::{Answer, Candidate, Question};
use solver::SolverError;
use std::collections::BTreeSet;
use std::sync::Arc;
use tree::{Forest, NodeId};
use verdict::Why;

/// Instructions of one thread.
const MAX_STEPS: u64 = 200_000;

/// Why a program is not treated this way.
#[derive(Clone, Debug)]
pub(crate) enum Refusal {
    TooLarge(String),
    Unsupported(String, Span),
    OutOfTime,
    Internal(String),
}

/// What this method finds, unless it refuses.
pub(crate) type Result<T = (), E = Refusal> = std::result::Result<T, E>;

impl From<SolverError> for Refusal {
    fn from(error: SolverError) -> Self {
        Refusal::TooLarge(format!("the order solver: {error}"))
    }
}

/// Something that can happen as far as this method sees.
#[derive(Clone, Debug)]
pub(crate) struct Alarm {
    pub kind: AssertKind,
    pub message: Arc<str>,
    pub span: Span,
    pub flows: Vec<Flow>,
}

/// The assertions that may fail; all others cannot.
pub(crate) fn prove(
    program: &Program,
    model: Model,
    limits: &Limits,
    statistics: &mut Statistics,
) -> Result<Vec<Alarm>> {
    if uses_arguments(program) {
        let span = program.functions.get(program.entry).map_or(Span::NONE, |entry| entry.span);
        return Err(Refusal::Unsupported("what the program is called with".into(), span));
    }
    let options = MachineOptions { dependencies: true, max_steps: MAX_STEPS, ..MachineOptions::default() };
    let program = &inputs::settle(program);
    let machine = Machine::with_options(Arc::new(program.clone()), options);
    let speculative = speculate::needed(program, model);
    let guesses = if speculative { speculate::constants(program) } else { BTreeSet::new() };
    let causes = speculate::Causes::under(program, model);
    let forest = Forest::grow(&machine, limits, guesses, causes)?;
    forest.seen.check()?;
    if speculative {
        let starts = forest.threads.iter().flatten().map(|start| start.function);
        let entries: Vec<_> =
            starts.chain(program.constructors.iter().copied()).chain([program.entry]).collect();
        let writes = forest.nodes.iter().filter(|node| node.event.is_write());
        if !speculate::covered(program, &entries, &writes.map(|node| node.event.span).collect()) {
            return Err(Refusal::TooLarge("stores may overtake the branches that guard them".into()));
        }
    }
    let mut question = Question::new(&forest, model, limits)?;
    statistics.events = forest.nodes.len();
    let mut alarms = Vec::new();
    let mut asked: BTreeSet<(Span, Arc<str>)> = BTreeSet::new();
    for failure in &forest.failures {
        if !asked.insert((failure.span, failure.message.clone())) {
            continue;
        }
        let same = forest.failures.iter().filter(|f| f.span == failure.span && f.message == failure.message);
        let nodes: Vec<Option<NodeId>> = same.map(|failure| failure.node).collect();
        let answer = question.ask_nodes(&nodes)?;
        alarms.extend(alarm(&forest, answer, failure.kind, &failure.message, failure.span)?);
    }
    if let Some(condition) = &program.condition {
        let answer = question.ask_condition(condition)?;
        let message: Arc<str> = condition.to_string().into();
        alarms.extend(alarm(&forest, answer, AssertKind::Final, &message, Span::NONE)?);
    }
    Ok(alarms)
}

/// Whether the first function looks at its parameters, of which nothing is known.
fn uses_arguments(program: &Program) -> bool {
    let Some(entry) = program.functions.get(program.entry) else { return false };
    let mut used = false;
    entry.for_each_operand(|operand| used |= operand.value().is_some_and(|v| entry.params.contains(&v)));
    used
}

fn alarm(
    forest: &Forest<'_>,
    answer: Answer,
    kind: AssertKind,
    message: &Arc<str>,
    span: Span,
) -> Result<Option<Alarm>> {
    match answer {
        Answer::Impossible => Ok(None),
        Answer::GaveUp => Err(Refusal::OutOfTime),
        Answer::Possible(candidate) => {
            Ok(Some(Alarm { kind, message: message.clone(), span, flows: flows(forest, &candidate) }))
        }
    }
}

fn flows(forest: &Forest<'_>, candidate: &Candidate) -> Vec<Flow> {
    let event = |node: NodeId| &forest.nodes[node as usize].event;
    let flow = |&(read, source): &(NodeId, Option<NodeId>)| Flow {
        thread: event(read).thread.0,
        load: event(read).span,
        place: event(read).place.as_ref().map_or_else(|| "memory".to_string(), |place| place.to_string()),
        value: event(read).read.unwrap_or(0).to_string(),
        store: source.map(|source| event(source).span),
    };
    candidate.flows.iter().map(flow).collect()
}

impl Refusal {
    /// What the user is told, with the place.
    pub fn why(self, limits: &Limits) -> (Why, Span) {
        match self {
            Refusal::TooLarge(what) => (Why::TooLarge(what), Span::NONE),
            Refusal::Unsupported(what, span) => (Why::Unsupported(what), span),
            Refusal::OutOfTime => {
                let share = || Why::TooLarge("more than this method's share of the time".into());
                (limits.reached().map_or_else(share, Why::Stopped), Span::NONE)
            }
            Refusal::Internal(what) => (Why::Internal(what), Span::NONE),
        }
    }
}
