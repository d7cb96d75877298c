//! `selvedge verify`: the main job. For now one engine, `check`, with bounds that grow until the answer is final.

use super::session::Session;
use crate::flags::VerifyFlags;
use crate::output::Terminal;
use anyhow::Result;
use std::time::{Duration, Instant};
use verdict::{Scope, Verdict};

/// Bounds that are tried in turn. Small ones find most bugs and are cheap beside the one that follows.
const BOUNDS: [u32; 9] = [1, 2, 3, 5, 8, 13, 21, 34, 55];

pub fn verify(flags: &VerifyFlags, terminal: &Terminal) -> Result<u8> {
    let mut session = Session::new(&flags.input, &flags.question, &flags.model, "check")?;
    let timeout = Duration::try_from_secs_f64(flags.timeout)?;
    while let Some(model) = session.next_model() {
        let started = Instant::now();
        let mut best = None;
        for bound in BOUNDS {
            let mut config = session.config(model);
            config.unwind = bound;
            config.timeout = Some(timeout.saturating_sub(started.elapsed()));
            let verdict = ::check::check(&session.loaded.program, &config).verdict;
            let last = is_final(&verdict) || session.interrupted() || started.elapsed() >= timeout;
            best = Some(better(best, verdict));
            if last {
                break;
            }
        }
        if let Some(verdict) = best {
            session.answer(model, verdict, started.elapsed());
        }
    }
    session.finish(&flags.output, terminal)
}

/// Whether a larger bound cannot change the answer.
fn is_final(verdict: &Verdict) -> bool {
    !matches!(verdict, Verdict::Safe { scope: Scope::UpToUnwind(_) })
}

/// What is known after one more bound: "safe up to 5" is worth more than "no time left at 8".
fn better(known: Option<Verdict>, new: Verdict) -> Verdict {
    match (known, new) {
        (Some(safe @ Verdict::Safe { .. }), Verdict::Unknown { .. }) => safe,
        (_, new) => new,
    }
}
