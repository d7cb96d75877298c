//! From a program to an answer: unfold, encode, ask; first with every loop cut at the bound, then the whole.

use crate::answer::answer;
use crate::config::{CheckConfig, CheckResult, CheckStatistics};
use crate::encode::{Encoding, Trouble};
use crate::unfold::{self, Refused, Unfolded};
use ir::Program;
use solver::SolverError;
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
        let unknown = |reason: &str| {
            let verdict = Verdict::Unknown { reason: reason.into(), place: None };
            CheckResult::of(verdict, CheckStatistics::default())
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
    // Where nothing can get to a cut, the whole is no more than this: `while (!flag)` that nobody sets, with a wait in it.
    let decided =
        matches!(first.verdict, Verdict::Violation { .. } | Verdict::Safe { scope: Scope::Complete });
    if !cut || config.exact_bound || decided {
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
            return (CheckResult::of(verdict, statistics), false);
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
        let mut result = answer(&mut encoding, config, deadline)?;
        result.statistics = encoding.statistics();
        Ok(result)
    });
    let result = match answered {
        Ok(result) => result,
        Err(Trouble::Solver(error)) => CheckResult::of(internal(&error), statistics),
        Err(Trouble::Limit(reason)) => CheckResult::of(Verdict::Unknown { reason, place: None }, statistics),
    };
    (result, cut_known)
}

fn internal(error: &SolverError) -> Verdict {
    Verdict::Unknown { reason: format!("internal: {error}"), place: None }
}
