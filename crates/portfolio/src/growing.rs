//! `check` with bounds that grow until the answer is final or time is up.

use check::{CheckConfig, CheckResult};
use ir::Program;
use verdict::{Scope, Verdict};

/// Bounds that are tried in turn. Small ones find most bugs and are cheap beside the one that follows.
const BOUNDS: [u32; 9] = [1, 2, 3, 5, 8, 13, 21, 34, 55];

/// The best answer within the limits; `config.unwind` is not looked at. Before each bound `prepare` may change what is
/// asked, for instance leave out what has been proved meanwhile.
pub fn check_growing(
    program: &Program,
    config: &CheckConfig,
    mut prepare: impl FnMut(&mut CheckConfig),
) -> CheckResult {
    let mut at = |bound| {
        let mut config = config.clone();
        config.unwind = bound;
        prepare(&mut config);
        check::check(program, &config)
    };
    let mut best = at(BOUNDS[0]);
    for bound in &BOUNDS[1..] {
        if is_final(&best) || config.task.limits.are_reached() {
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
