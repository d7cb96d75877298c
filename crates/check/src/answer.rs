//! The questions put to the solver, in order: can it fail; can something unsupported be reached; is the bound enough.
//!
//! All failures are one question, a disjunction. If all are asked for, it is asked again without the places that have
//! an execution already.

use crate::config::{CheckConfig, CheckResult, CheckStatistics, Cut};
use crate::encode::{Encoding, deadlock, final_state, moments, races};
use crate::witness;
use events::{FailureKind, Property};
use ir::Span;
use solver::{Outcome, Result, TermId, UnknownReason};
use unfold::{FailurePoint, Point};
use verdict::{Place, Scope, Verdict, Why, Witness};

/// Failures that the user asks about, the litmus question among them.
fn asked(encoding: &mut Encoding<'_>) -> Result<Vec<FailurePoint>> {
    let config = encoding.config;
    let mut failures: Vec<FailurePoint> = encoding
        .graph
        .failures
        .iter()
        .filter(|failure| config.task.asks(failure.kind.property()) && !is_proved(failure, config))
        .cloned()
        .collect();
    if config.task.asks(Property::Assert)
        && let Some(condition) = final_state::question(encoding)?
    {
        let message = encoding.program.condition.as_ref().map(ToString::to_string).unwrap_or_default();
        failures.push(FailurePoint::new(FailureKind::FinalState, condition, (0, Span::NONE), message));
    }
    if config.task.asks(Property::Deadlock) {
        failures.extend(deadlock::failures(encoding)?);
    }
    if config.task.asks(Property::Race) {
        failures.extend(races::races(encoding)?);
    }
    if config.task.asks(Property::Memory) {
        failures.extend(moments::uses_after_free(encoding));
    }
    let overwritten = encoding.graph.overwritten.clone();
    let overwritten = encoding.solver.terms.or_all(overwritten);
    let sound = encoding.solver.terms.not(overwritten);
    for failure in &mut failures {
        failure.at.condition = encoding.solver.terms.and(failure.at.condition, sound);
    }
    failures.retain(|failure| failure.at.condition != TermId::FALSE);
    Ok(failures)
}

fn is_proved(failure: &FailurePoint, config: &CheckConfig) -> bool {
    let at = &failure.at;
    config
        .proved
        .iter()
        .any(|known| (known.kind, known.span) == (failure.kind, at.span) && *known.message == *at.message)
}

enum Found {
    No,
    Yes(solver::Model),
    Unknown(Why),
}

fn ask(
    encoding: &mut Encoding<'_>,
    name: &str,
    conditions: &[TermId],
    smtlib: &mut Option<String>,
) -> Result<Found> {
    let any = encoding.solver.terms.or_all(conditions.iter().copied());
    if any == TermId::FALSE {
        return Ok(Found::No);
    }
    let question = encoding.solver.assumption(name, any);
    if encoding.config.smtlib && name == "violation" && smtlib.is_none() {
        *smtlib = Some(encoding.solver.to_smtlib(&[question]));
    }
    encoding.solver.limits = encoding.config.task.limits.clone();
    Ok(match encoding.solver.solve(&[question])? {
        Outcome::Sat(model) => Found::Yes(model),
        Outcome::Unsat(_) => Found::No,
        Outcome::Unknown(reason) => Found::Unknown(of_limit(reason)),
    })
}

/// Why there is no answer.
fn of_limit(reason: UnknownReason) -> Why {
    match reason {
        UnknownReason::Stopped(stop) => stop.into(),
        UnknownReason::ConflictLimit => Why::TooLarge("more conflicts than the solver may have".into()),
    }
}

/// How often an execution is put aside because its values are their own cause, before we give up.
const MAX_CIRCULAR: usize = 1000;

/// Why an assignment of the solver is no violation.
enum Refused {
    /// A value is its own cause: not an execution of the model, which the formula does not know (RMO-nodep only).
    Circular,
    /// A defect of ours.
    Otherwise(Verdict),
}

/// The first failure of the assignment whose execution the certifier believes, or why there is none.
fn certified(
    encoding: &Encoding<'_>,
    model: &solver::Model,
    failures: &[FailurePoint],
) -> Result<(usize, Witness), Refused> {
    let config = encoding.config;
    let out_of_time = || config.task.limits.reached();
    let mut refusal = None;
    let mut circular = false;
    for (index, failure) in failures.iter().enumerate() {
        if !model.bool(&encoding.solver.terms, failure.at.condition) {
            continue;
        }
        let limits = config.task.limits.clone();
        let options = certify::Options { spurious: config.task.spurious_wakeups, limits };
        let found = witness::witness(encoding, model, failure, &out_of_time).and_then(|witness| {
            match certify::certify_with(encoding.program, &witness, &options) {
                Ok(_) => Ok(witness),
                Err(error) => {
                    circular |= error.is_thin_air();
                    Err(error.to_string())
                }
            }
        });
        match found {
            Ok(witness) => return Ok((index, witness)),
            Err(reason) => {
                refusal.get_or_insert((reason, failure.at.span));
            }
        }
    }
    if circular {
        return Err(Refused::Circular);
    }
    if let Some(stop) = out_of_time() {
        return Err(Refused::Otherwise(Verdict::unknown(stop)));
    }
    let (reason, span) = refusal.unwrap_or_else(|| ("no failure in the assignment".into(), Span::NONE));
    Err(Refused::Otherwise(Verdict::unknown_at(Why::NotShown(reason), encoding.program, span)))
}

/// Another execution, please: not with all of these reads-from.
fn exclude(encoding: &mut Encoding<'_>, model: &solver::Model) {
    let mut evaluator = model.evaluator(&encoding.solver.terms);
    let taken: Vec<TermId> =
        encoding.reads_from.iter().map(|rf| rf.literal).filter(|&literal| evaluator.bool(literal)).collect();
    drop(evaluator);
    let same = encoding.solver.terms.and_all(taken);
    encoding.solver.assert_not(same);
}

/// Executions that fail, one unless all are asked for; and what stands in the way of saying that there is none.
fn violations(
    encoding: &mut Encoding<'_>,
    smtlib: &mut Option<String>,
) -> Result<(Vec<Witness>, Option<Verdict>)> {
    let mut failures = asked(encoding)?;
    let mut found = Vec::new();
    let mut circular = 0;
    loop {
        let conditions: Vec<TermId> = failures.iter().map(|failure| failure.at.condition).collect();
        match ask(encoding, "violation", &conditions, smtlib)? {
            Found::No => return Ok((found, None)),
            Found::Unknown(why) => return Ok((found, Some(Verdict::unknown(why)))),
            Found::Yes(model) => match certified(encoding, &model, &failures) {
                Ok((index, witness)) => {
                    found.push(witness);
                    if !encoding.config.all {
                        return Ok((found, None));
                    }
                    let (kind, span) = (failures[index].kind, failures[index].at.span);
                    failures.retain(|failure| (failure.kind, failure.at.span) != (kind, span));
                }
                Err(Refused::Circular) if circular < MAX_CIRCULAR => {
                    circular += 1;
                    exclude(encoding, &model);
                }
                Err(Refused::Circular) => {
                    let what = format!("more than {MAX_CIRCULAR} executions out of thin air");
                    return Ok((found, Some(Verdict::unknown(Why::TooLarge(what)))));
                }
                Err(Refused::Otherwise(verdict)) => return Ok((found, Some(verdict))),
            },
        }
    }
}

/// What is not supported and can be reached; and what C leaves undefined, if nobody asks about that: behind it anything may happen.
fn unsupported(encoding: &mut Encoding<'_>) -> Result<Option<Verdict>> {
    let config = encoding.config;
    let ignored = |failure: &&FailurePoint| {
        failure.kind.property() == Property::Memory && !config.task.asks(Property::Memory)
    };
    let not_supported = |point: &Point| (point.clone(), Why::Unsupported(point.message.to_string()));
    let undefined =
        |failure: &FailurePoint| (failure.at.clone(), Why::Undefined(failure.kind.title().to_string()));
    let undefined = encoding.graph.failures.iter().filter(ignored).map(undefined);
    let unsupported: Vec<(Point, Why)> =
        encoding.graph.unsupported.iter().map(not_supported).chain(undefined).collect();
    let conditions: Vec<TermId> = unsupported.iter().map(|(point, _)| point.condition).collect();
    Ok(match ask(encoding, "unsupported", &conditions, &mut None)? {
        Found::Yes(model) => {
            let mut evaluator = model.evaluator(&encoding.solver.terms);
            let mut reached = unsupported.into_iter().filter(|(point, _)| evaluator.bool(point.condition));
            let (point, why) = reached.next().unwrap_or_else(|| {
                let nowhere =
                    Point { condition: TermId::TRUE, thread: 0, span: Span::NONE, message: "".into() };
                (nowhere, Why::Internal("something unsupported is reached, and nobody knows what".into()))
            });
            Some(Verdict::unknown_at(why, encoding.program, point.span))
        }
        Found::Unknown(why) => Some(Verdict::unknown(why)),
        Found::No => None,
    })
}

/// Whether the bound is enough, and where it is not: one place, or all if that is asked for.
fn cuts(encoding: &mut Encoding<'_>) -> Result<(Scope, Vec<Cut>)> {
    let config = encoding.config;
    let mut open = encoding.graph.cuts.clone();
    let mut found: Vec<Cut> = Vec::new();
    loop {
        let conditions: Vec<TermId> = open.iter().map(|point| point.condition).collect();
        match ask(encoding, "unwinding", &conditions, &mut None)? {
            Found::No if found.is_empty() => return Ok((Scope::Complete, found)),
            Found::No | Found::Unknown(_) => return Ok((Scope::UpToUnwind(config.unwind), found)),
            Found::Yes(_) if !config.ask_bound => return Ok((Scope::UpToUnwind(config.unwind), found)),
            Found::Yes(model) => {
                let mut evaluator = model.evaluator(&encoding.solver.terms);
                let reached: Vec<Point> =
                    open.iter().filter(|point| evaluator.bool(point.condition)).cloned().collect();
                for point in reached {
                    open.retain(|other| (other.span, &other.message) != (point.span, &point.message));
                    let place = Place::of(encoding.program, point.span);
                    let cut = Cut { place, message: point.message.to_string() };
                    if !found.contains(&cut) {
                        found.push(cut);
                    }
                }
            }
        }
    }
}

pub(crate) fn answer(encoding: &mut Encoding<'_>) -> Result<CheckResult> {
    let mut smtlib = None;
    let result = |verdict| CheckResult::of(verdict, CheckStatistics::default());
    let (violations, trouble) = violations(encoding, &mut smtlib)?;
    if let Some(first) = violations.first() {
        let verdict = Verdict::Violation { witness: Box::new(first.clone()) };
        return Ok(CheckResult { violations, smtlib, ..result(verdict) });
    }
    if let Some(verdict) = trouble {
        return Ok(CheckResult { smtlib, ..result(verdict) });
    }
    if let Some(verdict) = unsupported(encoding)? {
        return Ok(CheckResult { smtlib, ..result(verdict) });
    }
    let (scope, cuts) = cuts(encoding)?;
    let verdict = match cuts.first() {
        Some(cut) => {
            let loops = cuts.iter().map(|cut| cut.message.clone()).collect();
            let why = Why::BoundTooSmall { bound: encoding.config.unwind, loops };
            Verdict::Unknown { why, place: cut.place.clone() }
        }
        None => Verdict::Safe { scope: scope.clone() },
    };
    Ok(CheckResult { scope: Some(scope), cuts, smtlib, ..result(verdict) })
}
