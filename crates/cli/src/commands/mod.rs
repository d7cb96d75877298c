//! One file per command. Each returns the exit code, or an error that means bad input (exit code 2).

mod check;
mod growing;
mod ir;
mod models;
mod replay;
mod run;
mod session;
mod verify;

pub use check::check;
pub use ir::ir;
pub use models::models;
pub use replay::replay;
pub use run::run;
pub use verify::verify;

use crate::flags::InputFlags;
use ::ir::Program;
use anyhow::Result;
use frontend::{Loaded, Options};
use verdict::{Report, Verdict};

/// Reads a program as the flags say.
fn load(input: &InputFlags) -> Result<Loaded> {
    let mut options = Options::default();
    options.extra_args = clang_args(input);
    options.entry = input.entry.clone();
    Ok(frontend::load(&input.file, &options)?)
}

/// What clang is given beyond our own flags.
fn clang_args(input: &InputFlags) -> Vec<String> {
    let includes = input.include.iter().map(|dir| format!("-I{dir}"));
    let defines = input.define.iter().map(|macro_| format!("-D{macro_}"));
    let std = input.std.iter().map(|std| format!("-std={std}"));
    includes.chain(defines).chain(std).chain(input.clang_arg.iter().cloned()).collect()
}

/// Replays every witness; one that does not hold is our own defect and becomes `unknown`.
/// Returns whether the violations that remain are certified.
fn certify_all(report: &mut Report, program: &Program, spurious: bool) -> bool {
    for answer in &mut report.answers {
        if let Verdict::Violation { witness } = &answer.verdict
            && let Err(refusal) = certify::certify_with(program, witness, &certify::Options { spurious })
        {
            let reason = format!(
                "internal error: {} was found ({}) but its execution does not replay: {refusal}",
                witness.failure.kind.name(),
                witness.failure.message
            );
            answer.verdict = Verdict::Unknown { reason, place: None };
        }
    }
    true
}
