//! The questions put to the solver, in order: can it fail; can something unsupported be reached; is the bound enough.

use crate::config::{CheckConfig, CheckResult, CheckStatistics};
use crate::encode::{Encoding, Trouble};
use crate::graph::{FailurePoint, Point};
use crate::unfold::{self, Refused, Unfolded};
use crate::witness;
use events::{FailureKind, Property};
use ir::{Program, Span};
use solver::{Outcome, SolverError, TermId, UnknownReason};
use std::time::Instant;
use verdict::{Place, Scope, Verdict};

/// The stack for unfolding: calls of the program are calls of ours.
const STACK_BYTES: usize = 1 << 30;

/// Checks one program under one model.
pub fn check(program: &Program, config: &CheckConfig) -> CheckResult {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, || check_here(program, config));
        let unknown = |reason: &str| CheckResult {
            verdict: Verdict::Unknown { reason: reason.into(), place: None },
            scope: None,
            statistics: CheckStatistics::default(),
        };
        match worker.map(|worker| worker.join()) {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => unknown("internal: the checker panicked"),
            Err(_) => unknown("internal: no thread to run in"),
        }
    })
}

/// First with all loops cut at the bound, also those whose end is known: a violation there is one, and a proof is one up
/// to the bound, should the whole be too much for the time there is.
fn check_here(program: &Program, config: &CheckConfig) -> CheckResult {
    let deadline = config.timeout.map(|timeout| Instant::now() + timeout);
    let (first, cut) = check_once(program, config, config.unwind, deadline);
    if !cut || matches!(first.verdict, Verdict::Violation { .. }) {
        return first;
    }
    let (whole, _) = check_once(program, config, unfold::MAX_KNOWN_ITERATIONS, deadline);
    match (&first.verdict, &whole.verdict) {
        (Verdict::Safe { .. }, Verdict::Unknown { .. })
            if whole.scope.is_none() && is_limit(&whole.verdict) =>
        {
            first
        }
        _ => whole,
    }
}

/// Whether the answer is unknown only because of time or size.
fn is_limit(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Unknown { reason, .. } if reason.starts_with(LIMIT))
}

/// Begins every reason that more time or room would do away with.
pub(crate) const LIMIT: &str = "limit reached: ";

/// One unfolding and its questions; whether a loop whose end is known was cut.
fn check_once(
    program: &Program,
    config: &CheckConfig,
    known_iterations: u32,
    deadline: Option<Instant>,
) -> (CheckResult, bool) {
    let start = Instant::now();
    let mut statistics = CheckStatistics::default();
    let unfolded = unfold::unfold(program, config, known_iterations, deadline);
    statistics.unfold_time = start.elapsed();
    let Unfolded { graph, passes, cut_known } = match unfolded {
        Ok(unfolded) => unfolded,
        Err(Refused { reason, span }) => {
            let verdict = Verdict::Unknown { reason, place: Place::of(program, span) };
            return (CheckResult { verdict, scope: None, statistics }, false);
        }
    };
    let encode_start = Instant::now();
    let answered = Encoding::new(program, graph, config, deadline).and_then(|mut encoding| {
        encoding.statistics = CheckStatistics {
            passes,
            unfold_time: statistics.unfold_time,
            encode_time: encode_start.elapsed(),
            ..encoding.statistics.clone()
        };
        let (verdict, scope) = answer(&mut encoding, config, deadline)?;
        Ok((verdict, scope, encoding.statistics()))
    });
    let result = match answered {
        Ok((verdict, scope, statistics)) => CheckResult { verdict, scope, statistics },
        Err(Trouble::Solver(error)) => CheckResult { verdict: internal(&error), scope: None, statistics },
        Err(Trouble::Limit(reason)) => {
            CheckResult { verdict: Verdict::Unknown { reason, place: None }, scope: None, statistics }
        }
    };
    (result, cut_known)
}

fn internal(error: &SolverError) -> Verdict {
    Verdict::Unknown { reason: format!("internal: {error}"), place: None }
}

/// Failures that the user asks about, the litmus question among them.
fn asked(encoding: &mut Encoding<'_>, config: &CheckConfig) -> Result<Vec<FailurePoint>, SolverError> {
    let mut failures: Vec<FailurePoint> = encoding
        .graph
        .failures
        .iter()
        .filter(|failure| config.asks(failure.kind.property()))
        .cloned()
        .collect();
    if config.asks(Property::Assert)
        && let Some(condition) = encoding.question()?
    {
        let message = encoding.program.condition.as_ref().map(ToString::to_string).unwrap_or_default();
        let at = Point { condition, thread: 0, span: Span::NONE, message: message.into() };
        failures.push(FailurePoint { kind: FailureKind::FinalState, at });
    }
    if config.asks(Property::Deadlock) {
        failures.extend(encoding.deadlocks(config)?);
    }
    if config.asks(Property::Race) {
        failures.extend(encoding.races());
    }
    if config.asks(Property::Memory) {
        failures.extend(encoding.uses_after_free());
    }
    failures.retain(|failure| failure.at.condition != TermId::FALSE);
    Ok(failures)
}

enum Found {
    No,
    Yes(solver::Model),
    Unknown(String),
}

fn ask(
    encoding: &mut Encoding<'_>,
    name: &str,
    conditions: &[TermId],
    deadline: Option<Instant>,
    config: &CheckConfig,
) -> Result<Found, SolverError> {
    let any = encoding.solver.terms.or_all(conditions.iter().copied());
    if any == TermId::FALSE {
        return Ok(Found::No);
    }
    let question = encoding.solver.assumption(name, any);
    encoding.solver.limits.time = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    encoding.solver.limits.interrupt = config.interrupt.clone();
    Ok(match encoding.solver.solve(&[question])? {
        Outcome::Sat(model) => Found::Yes(model),
        Outcome::Unsat(_) => Found::No,
        Outcome::Unknown(UnknownReason::Interrupted) => Found::Unknown(format!("{LIMIT}interrupted")),
        Outcome::Unknown(_) => Found::Unknown(format!("{LIMIT}time is up")),
    })
}

/// The first failure of the assignment whose execution the certifier believes.
fn certified(
    encoding: &Encoding<'_>,
    config: &CheckConfig,
    model: &solver::Model,
    failures: &[FailurePoint],
) -> Verdict {
    let mut refusal = None;
    for failure in failures {
        if !model.bool(&encoding.solver.terms, failure.at.condition) {
            continue;
        }
        let options = certify::Options { spurious: config.spurious_wakeups };
        let found =
            witness::witness(encoding, model, failure).and_then(|witness| {
                match certify::certify_with(encoding.program, &witness, &options) {
                    Ok(_) => Ok(witness),
                    Err(error) => Err(error.to_string()),
                }
            });
        match found {
            Ok(witness) => return Verdict::Violation { witness: Box::new(witness) },
            Err(reason) => {
                refusal.get_or_insert((reason, failure.at.span));
            }
        }
    }
    let (reason, span) = refusal.unwrap_or_else(|| ("no failure in the assignment".into(), Span::NONE));
    let reason = format!("internal: a violation was found but its execution was refused: {reason}");
    Verdict::Unknown { reason, place: Place::of(encoding.program, span) }
}

fn answer(
    encoding: &mut Encoding<'_>,
    config: &CheckConfig,
    deadline: Option<Instant>,
) -> Result<(Verdict, Option<Scope>), SolverError> {
    let failures = asked(encoding, config)?;
    let conditions: Vec<TermId> = failures.iter().map(|failure| failure.at.condition).collect();
    let unknown = |reason: String| Verdict::Unknown { reason, place: None };
    match ask(encoding, "violation", &conditions, deadline, config)? {
        Found::Yes(model) => return Ok((certified(encoding, config, &model, &failures), None)),
        Found::Unknown(reason) => return Ok((unknown(reason), None)),
        Found::No => {}
    }
    let unsupported = encoding.graph.unsupported.clone();
    let conditions: Vec<TermId> = unsupported.iter().map(|point| point.condition).collect();
    match ask(encoding, "unsupported", &conditions, deadline, config)? {
        Found::Yes(model) => {
            let mut evaluator = model.evaluator(&encoding.solver.terms);
            let reached = unsupported.iter().find(|point| evaluator.bool(point.condition));
            let (reason, place) = match reached {
                Some(point) => {
                    (format!("not supported: {}", point.message), Place::of(encoding.program, point.span))
                }
                None => ("not supported".into(), None),
            };
            return Ok((Verdict::Unknown { reason, place }, None));
        }
        Found::Unknown(reason) => return Ok((unknown(reason), None)),
        Found::No => {}
    }
    let cuts: Vec<TermId> = encoding.graph.cuts.iter().map(|point| point.condition).collect();
    let scope = match ask(encoding, "unwinding", &cuts, deadline, config)? {
        Found::No => Scope::Complete,
        Found::Yes(_) | Found::Unknown(_) => Scope::UpToUnwind(config.unwind),
    };
    Ok((Verdict::Safe { scope: scope.clone() }, Some(scope)))
}
