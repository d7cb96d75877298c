//! `selvedge replay`: a saved execution once more, believed by nobody.

use crate::flags::ReplayFlags;
use crate::output::Terminal;
use anyhow::{Context, Result, bail};
use report::Certification;
use std::path::PathBuf;
use std::time::Instant;
use verdict::{Answer, Engine, Report, Verdict, Witness};

/// Larger files are refused before they are read.
const MAX_WITNESS_BYTES: u64 = 1 << 30;

pub fn replay(flags: &ReplayFlags, terminal: &Terminal) -> Result<u8> {
    let started = Instant::now();
    let witness = read(flags)?;
    let path = flags.program.clone().unwrap_or_else(|| PathBuf::from(&witness.program.path));
    let program = super::load_again(&witness.program, &path, flags.trust)?;
    let options = certify::Options { spurious: true, ..certify::Options::default() };
    if let Err(refusal) = certify::certify_with(&program, &witness, &options) {
        bail!("{}: the witness does not hold: {refusal}", flags.witness.display());
    }
    let mut report = Report::new(&program);
    report.answers.push(Answer {
        model: witness.model,
        properties: vec![witness.failure.kind.property()],
        verdict: Verdict::Violation { witness: Box::new(witness) },
        engine: Some(Engine::Replay),
        seconds: started.elapsed().as_secs_f64(),
    });
    let milliseconds = Some(started.elapsed().as_secs_f64() * 1e3);
    terminal.print_report(&report, &program, &flags.output, |_| Certification {
        certified: true,
        milliseconds,
    })?;
    Ok(report.exit_code())
}

fn read(flags: &ReplayFlags) -> Result<Witness> {
    let name = flags.witness.display();
    let size = std::fs::metadata(&flags.witness).with_context(|| format!("cannot read {name}"))?.len();
    if size > MAX_WITNESS_BYTES {
        bail!("{name}: {size} bytes are too many for a witness");
    }
    let text = std::fs::read_to_string(&flags.witness).with_context(|| format!("cannot read {name}"))?;
    Witness::from_json(&text).with_context(|| name.to_string())
}
