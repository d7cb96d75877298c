//! `selvedge verify`: the main job. For now one engine, `check`, with bounds that grow until the answer is final.

use super::growing;
use super::session::Session;
use crate::flags::VerifyFlags;
use crate::output::Terminal;
use anyhow::Result;
use std::time::{Duration, Instant};

pub fn verify(flags: &VerifyFlags, terminal: &Terminal) -> Result<u8> {
    let mut session = Session::new(&flags.input, &flags.question, &flags.model, "check")?;
    let timeout = Duration::try_from_secs_f64(flags.timeout)?;
    while let Some(model) = session.next_model() {
        let started = Instant::now();
        let mut config = session.config(model);
        config.timeout = Some(timeout);
        let result = growing::check(&session.loaded.program, &config);
        session.answer(model, result.verdict, started.elapsed());
    }
    session.finish(&flags.output, terminal)
}
