//! Exploration up to commutativity: calls of specified methods and critical sections are single steps, and steps that commute
//! are not ordered (Sun, chapter 4; `docs/explore.md`).
//!
//! What is one step is decided by Lipton's reduction ([`runner`]), when two steps commute by a specification and by the
//! memory they touch ([`step`]), and executions up to that are enumerated by optimal dynamic partial order reduction ([`search`]). Where
//! this differs from the paper:
//! 1. The paper builds semantic execution graphs and asks a solver for new schedules; here the order of calls that do not commute is
//!    the happens-before of a partial order reduction, so each class is explored once (the paper: find-only on N threads N
//!    times; here once).
//! 2. A call runs as a whole. The paper keeps its events apart ("scoped") and revisits scoped reads where schedules
//!    need it; here a method must be atomic by its locks (or by being a single access), which every execution checks. If it is not,
//!    calls of its type are ordinary code, and the result says so.
//! 3. Where a specification is coarse, calls that touch disjoint memory commute all the same.
//! 4. Threads that are alike move in the order they were started in ([`symmetry`]).
//! 5. Conditions over the abstract state (logic L1) are not evaluated: what needs the state does not commute by
//!    specification, only by the memory it touches.
//!
//! Models: a program whose every shared access is guarded by locks behaves under TSO, PSO and RMO as under SC, since locks acquire and release (but [`posix::may_reorder_locks`]).
//! Where an access is not, the weaker models are left to the ordinary exploration.
//!
//! Never reported: a violation without a witness that certifies. What it does not take on ([`Declined`]):
//! inputs, memory that was never written, condition variables, semaphores, barriers, threads that start threads, loops that wait for other threads, races as a property.

mod bytes;
pub mod implementation;
mod instrument;
mod knowledge;
mod order;
mod runner;
mod search;
mod step;
mod symmetry;
mod tree;
mod witness;

use crate::config::{Exploration, ExploreConfig};
use crate::env::has_op;
use events::{Failure, Property};
use interp::{Machine, MachineOptions};
use ir::{Op, Program, Span, SyncOp};
use knowledge::Knowledge;
use model::Model;
use runner::Names;
use search::Search;
use spec::Specification;
use std::sync::Arc;
use verdict::{Place, Scope, Verdict, Why};

/// Instructions of one thread.
const MAX_STEPS: u64 = 20_000_000;

/// Why an exploration does not go on.
#[derive(Debug)]
pub(crate) enum Halt {
    /// Something was found out that changes what a step is.
    Restart,
    /// Nothing for this kind of exploration.
    NotHere { what: String, span: Span },
    /// The execution at hand fails.
    Failure(Box<Failure>),
    /// The execution at hand ends with threads that wait for each other.
    Deadlock,
    /// A limit, or the user.
    Stopped(Why),
    /// The program does what cannot be followed.
    Unknown { why: Why, span: Span },
}

impl Halt {
    fn not_here(what: impl Into<String>, span: Span) -> Halt {
        Halt::NotHere { what: what.into(), span }
    }
    fn internal(what: &str) -> Halt {
        Halt::Unknown { why: Why::Internal(what.into()), span: Span::NONE }
    }
}

/// How an execution that nobody can take further ends.
pub(crate) enum Outcome {
    Ended,
    Assumed,
    /// Somebody waits for ever while the program ends.
    Blocked,
    Deadlock,
}

impl Outcome {
    fn of(assumed: bool, waits: bool, exits: bool) -> Outcome {
        match (assumed, waits, exits) {
            (true, ..) => Outcome::Assumed,
            (_, true, true) => Outcome::Blocked,
            (_, true, false) => Outcome::Deadlock,
            _ => Outcome::Ended,
        }
    }
}

/// What came of an exploration up to commutativity.
#[derive(Clone, Debug)]
pub struct SemanticExploration {
    pub exploration: Exploration,
    /// Methods whose calls were taken as single steps, with the number of calls in all executions.
    pub calls: Vec<(String, u64)>,
    /// Types whose calls were taken as ordinary code, and why.
    pub demoted: Vec<(String, String)>,
    /// Attempts that turned out to be of a class explored before (always 0, or there is an error here).
    pub n_redundant: u64,
    /// Some critical sections of one lock were not ordered.
    pub sections_commute: bool,
    /// All memory that threads share is guarded by locks.
    pub all_guarded: bool,
}

/// Why the ordinary exploration has to do it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declined {
    pub reason: String,
    pub place: Option<Place>,
}

/// Explores a program up to commutativity, or says why not.
pub fn explore(
    program: &Program,
    config: &ExploreConfig,
    specification: &Specification,
) -> Result<SemanticExploration, Declined> {
    let bindings = specification.bindings();
    let names = Names::new(program, &bindings);
    let marked = instrument::marked(program, |name| bindings.get(name).is_some());
    let options = MachineOptions { max_steps: MAX_STEPS, slice: crate::SLICE, ..MachineOptions::default() };
    let machine = Arc::new(Machine::with_options(Arc::new(marked), options));
    if config.task.asks(Property::Race) {
        return Err(declined(program, "the question for races", Span::NONE));
    }
    if program.condition.is_some() && !config.keep_going {
        return Err(declined(program, "a condition on the final state", Span::NONE));
    }
    let mut knowledge = Knowledge::default();
    let mut restarts = 0;
    loop {
        let mut search = Search::new(config, specification, &mut knowledge, &names);
        let result = search.run(&machine);
        if matches!(result, Err(Halt::Restart)) {
            restarts += 1;
            continue;
        }
        let verdict = verdict_of(program, &search, result)?;
        let complete = matches!(verdict, Verdict::Safe { .. });
        let mut exploration = crate::unfinished(match config.keep_going && complete {
            true => Verdict::unknown(crate::collected()),
            false => verdict,
        });
        exploration.complete = complete;
        exploration.counts = search.counts;
        exploration.states = std::mem::take(&mut search.states);
        exploration.failures = std::mem::take(&mut search.failures);
        exploration.restarts = restarts;
        let (n_redundant, sections_commute) = (search.n_redundant, search.sections_commute);
        let mut calls: Vec<(String, u64)> = search
            .calls
            .iter()
            .filter_map(|(&method, &n)| {
                let object = specification.get(method.object)?;
                Some((format!("{}.{}", object.name, specification.method(method)?.name), n))
            })
            .collect();
        calls.sort();
        let name =
            |id: &spec::ObjectId| specification.get(*id).map_or("?".into(), |object| object.name.clone());
        let mut demoted: Vec<(String, String)> =
            knowledge.demoted.iter().map(|(id, reason)| (name(id), reason.clone())).collect();
        demoted.sort();
        let all_guarded = knowledge.unprotected.is_empty();
        return Ok(SemanticExploration {
            exploration,
            calls,
            demoted,
            n_redundant,
            sections_commute,
            all_guarded,
        });
    }
}

/// Whether some function of the program is a call of a method of the specification.
pub fn applies(program: &Program, specification: &Specification) -> bool {
    Names::new(program, &specification.bindings()).iter().next().is_some()
}

/// Explores a program up to critical sections that commute, without a specification, where that pays: if there are any, and
/// locks guard all memory that is shared. Otherwise the ordinary exploration is faster, or its classes are fewer.
pub fn explore_sections(program: &Program, config: &ExploreConfig) -> Option<SemanticExploration> {
    let nothing = Specification::default();
    let once = ExploreConfig { max_executions: Some(1), progress: None, ..config.clone() };
    if !has_op(program, |op| matches!(op, Op::Sync { op: SyncOp::MutexLock, .. })) {
        return None;
    }
    let first = explore(program, &once, &nothing).ok()?;
    if !(first.sections_commute && first.all_guarded) {
        return None;
    }
    explore(program, config, &nothing).ok()
}

/// By critical sections where that pays, or else event by event.
pub fn explore_sections_or_events(program: &Program, config: &ExploreConfig) -> Exploration {
    match explore_sections(program, config) {
        Some(found) => found.exploration,
        None => crate::explore(program, config),
    }
}

fn declined(program: &Program, what: &str, span: Span) -> Declined {
    Declined {
        reason: format!("{what} is not for exploration up to commutativity"),
        place: Place::of(program, span),
    }
}

fn verdict_of(program: &Program, search: &Search<'_>, result: Result<(), Halt>) -> Result<Verdict, Declined> {
    let weak = search.config.task.model != Model::SC;
    Ok(match result {
        Ok(()) if weak && !search.runner.knowledge.unprotected.is_empty() => {
            let what = format!("memory that no lock protects, under {}", search.config.task.model.title());
            return Err(declined(program, &what, Span::NONE));
        }
        Ok(()) if weak && posix::may_reorder_locks(program) => {
            let what = format!("spinlocks that are tried, under {}", search.config.task.model.title());
            return Err(declined(program, &what, Span::NONE));
        }
        Ok(()) => Verdict::Safe { scope: Scope::Complete },
        Err(Halt::Failure(failure)) if !search.config.task.asks(failure.kind.property()) => {
            return Err(declined(program, "a failure of a kind that was not asked about", failure.span));
        }
        Err(Halt::Failure(failure)) => violation(program, search, Some(*failure)),
        Err(Halt::Deadlock) => violation(program, search, None),
        Err(Halt::Unknown { why, span }) => Verdict::unknown_at(why, program, span),
        Err(Halt::Stopped(why)) => Verdict::unknown(why),
        Err(Halt::NotHere { what, span }) => return Err(declined(program, &what, span)),
        Err(Halt::Restart) => Verdict::unknown(crate::unsettled()),
    })
}

fn violation(program: &Program, search: &Search<'_>, failure: Option<Failure>) -> Verdict {
    let span = failure.map_or(Span::NONE, |failure| failure.span);
    match witness::of(program, search) {
        Ok(witness) => Verdict::Violation { witness: Box::new(witness) },
        Err(reason) => {
            // What could not be shown in time may be none.
            let stopped = search.runner.limits.reached().map(Why::Stopped);
            Verdict::unknown_at(stopped.unwrap_or(Why::NotShown(reason)), program, span)
        }
    }
}
