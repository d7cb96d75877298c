//! From a program to an answer: unfold, encode, ask; first with every loop cut at the bound, then the whole.

use crate::answer::answer;
use crate::config::{CheckConfig, CheckResult, CheckStatistics};
use crate::encode::{Encoding, Trouble};
use ir::Program;
use solver::{OutOfTime, SolverError};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Instant;
use unfold::{Refused, Unfolded};
use verdict::{Scope, Verdict, Why};

/// The stack for unfolding: calls of the program are calls of ours.
const STACK_BYTES: usize = 1 << 30;

/// Checks one program under one model.
pub fn check(program: &Program, config: &CheckConfig) -> CheckResult {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, || check_here(program, config));
        let defect = |what: &str| {
            CheckResult::of(Verdict::unknown(Why::Internal(what.into())), CheckStatistics::default())
        };
        match worker.map(|worker| worker.join()) {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => defect("the checker panicked"),
            Err(_) => defect("no thread to run in"),
        }
    })
}

/// First with all loops cut at the bound, also those whose end is known: a violation there is one, and a proof is one up
/// to the bound, should the whole be too much for the time there is.
fn check_here(program: &Program, config: &CheckConfig) -> CheckResult {
    let (first, cut) = check_once(program, config, config.unwind);
    // Where nothing can get to a cut, the whole is no more than this: `while (!flag)` that nobody sets, with a wait in it.
    let decided =
        matches!(first.verdict, Verdict::Violation { .. } | Verdict::Safe { scope: Scope::Complete });
    if !cut || config.exact_bound || decided {
        return first;
    }
    let (whole, _) = check_once(program, config, unfold::MAX_KNOWN_ITERATIONS);
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
    verdict.why().is_some_and(Why::is_limit)
}

/// One unfolding and its questions; whether a loop whose end is known was cut. Where terms are built when time is up, whatever
/// phase that is, the stack is unwound to here.
fn check_once(program: &Program, config: &CheckConfig, known_iterations: u32) -> (CheckResult, bool) {
    let attempt = || ask_once(program, config, known_iterations);
    catch_unwind(AssertUnwindSafe(attempt)).unwrap_or_else(|payload| {
        let Some(OutOfTime(stop)) = payload.downcast_ref() else { resume_unwind(payload) };
        (CheckResult::of(Verdict::unknown(*stop), CheckStatistics::default()), false)
    })
}

fn ask_once(program: &Program, config: &CheckConfig, known_iterations: u32) -> (CheckResult, bool) {
    let start = Instant::now();
    let mut statistics = CheckStatistics::default();
    let unfolded = unfold::unfold(program, &config.unfolding(known_iterations));
    statistics.unfold_time = start.elapsed();
    let Unfolded { graph, cut_known } = match unfolded {
        Ok(unfolded) => unfolded,
        Err(Refused { why, span }) => {
            return (CheckResult::of(Verdict::unknown_at(why, program, span), statistics), false);
        }
    };
    let encode_start = Instant::now();
    let answered = Encoding::new(program, config, graph).and_then(|mut encoding| {
        encoding.statistics = CheckStatistics {
            unfold_time: statistics.unfold_time,
            encode_time: encode_start.elapsed(),
            ..encoding.statistics.clone()
        };
        let mut result = answer(&mut encoding)?;
        result.statistics = encoding.statistics();
        Ok(result)
    });
    let result = match answered {
        Ok(result) => result,
        Err(Trouble::Solver(error)) => CheckResult::of(internal(&error), statistics),
        Err(Trouble::Limit(why)) => CheckResult::of(Verdict::unknown(why), statistics),
    };
    (result, cut_known)
}

fn internal(error: &SolverError) -> Verdict {
    Verdict::unknown(Why::Internal(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::{deadlock, races};
    use limits::{Interrupt, Limits, Stop};

    /// Three threads that read and write one cell: encoding builds far more terms than are built between two looks at the clock.
    fn program() -> Program {
        let body = "x = y + 1; y = x + 1; ".repeat(40);
        let text = format!(
            "#include <pthread.h>\n#include <assert.h>\nint x, y; pthread_mutex_t m; void *f(void *p) {{ {body} pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }}\n\
             int main(void) {{ pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 3; i++) pthread_join(t[i], 0); assert(x != 7); }}"
        );
        let path = std::env::temp_dir().join(format!("selvedge-limits-{}.c", std::process::id()));
        std::fs::write(&path, text).expect("a temporary file");
        let loaded = frontend::load(&path, &frontend::Options::default()).expect("a program that compiles");
        // What is left over in the temporary directory does no harm.
        let _ = std::fs::remove_file(&path);
        loaded.program
    }

    /// Each phase begins in time and is interrupted: it ends before it has built many more terms.
    #[test]
    fn every_phase_can_be_interrupted() {
        let program = program();
        let mut config = CheckConfig::new(model::Model::SC);
        use events::Property::*;
        config.task.properties = vec![Assert, Deadlock, Memory, Race];
        let interrupt = Interrupt::new();
        config.task.limits = Limits::until_set(interrupt.clone());
        let caught = |phase: &str, work: &mut dyn FnMut()| {
            interrupt.set(Stop::Interrupted);
            let payload = catch_unwind(AssertUnwindSafe(work)).expect_err(phase);
            assert!(payload.downcast_ref::<OutOfTime>().is_some(), "{phase}: it panicked");
            interrupt.clear();
        };
        let unfolded = || unfold::unfold(&program, &config.unfolding(4)).map(|unfolded| unfolded.graph).ok();
        let mut graph = unfolded();
        // It looks at the clock of its own accord, too.
        caught("encoding", &mut || {
            let encoded = Encoding::new(&program, &config, graph.take().expect("unfolded"));
            assert!(matches!(encoded, Err(Trouble::Limit(_))));
            resume_unwind(Box::new(OutOfTime(Stop::Interrupted)));
        });
        let graph = unfolded().expect("unfolded");
        let mut encoding = Encoding::new(&program, &config, graph).unwrap_or_else(|_| panic!("encoded"));
        let before = encoding.solver.terms.len();
        caught("deadlocks", &mut || while deadlock::failures(&mut encoding).is_ok() {});
        caught("races", &mut || while races::races(&mut encoding).is_ok() {});
        assert!(encoding.solver.terms.len() - before <= 2 * 1024, "they went on");
        // The solver has its own looks.
        interrupt.set(Stop::Interrupted);
        encoding.solver.terms.unwatch();
        let answered = answer(&mut encoding).expect("no error");
        assert!(is_limit(&answered.verdict), "{:?}", answered.verdict);
    }
}
