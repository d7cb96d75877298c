//! `check` with bounds that grow until the answer is final or time is up.

use ::check::{CheckConfig, CheckResult};
use ::ir::Program;
use std::sync::atomic::Ordering;
use std::time::Instant;
use verdict::{Scope, Verdict};

/// Bounds that are tried in turn. Small ones find most bugs and are cheap beside the one that follows.
const BOUNDS: [u32; 9] = [1, 2, 3, 5, 8, 13, 21, 34, 55];

/// The best answer within `config.timeout`; `config.unwind` is not looked at.
pub fn check(program: &Program, config: &CheckConfig) -> CheckResult {
    let started = Instant::now();
    let at = |bound| {
        let left = config.timeout.map(|timeout| timeout.saturating_sub(started.elapsed()));
        ::check::check(program, &CheckConfig { unwind: bound, timeout: left, ..config.clone() })
    };
    let interrupted = || config.interrupt.as_ref().is_some_and(|interrupt| interrupt.load(Ordering::Relaxed));
    let time_is_up = || config.timeout.is_some_and(|timeout| started.elapsed() >= timeout);
    let mut best = at(BOUNDS[0]);
    for bound in &BOUNDS[1..] {
        if is_final(&best) || interrupted() || time_is_up() {
            break;
        }
        let new = at(*bound);
        // "Safe up to 5" is worth more than "no time left at 8".
        if matches!(new.verdict, Verdict::Unknown { .. }) && new.cuts.is_empty() {
            break;
        }
        best = new;
    }
    best
}

/// Whether a larger bound cannot change the answer.
fn is_final(result: &CheckResult) -> bool {
    result.cuts.is_empty() && !matches!(result.verdict, Verdict::Safe { scope: Scope::UpToUnwind(_) })
}
