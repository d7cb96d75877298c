//! One file per command. Each returns the exit code, or an error that means bad input (exit code 2).

mod cc;
mod check;
mod explore;
mod fusion;
mod ir;
mod litmus;
mod models;
mod predict;
mod prove;
mod record;
mod replay;
mod run;
mod session;
mod shell;
mod spec;
mod stopping;
mod trace;
mod verify;
mod view;
mod watch;

pub use cc::{CompilerFlags, as_compiler, cc, cxx};
pub use check::check;
pub use explore::{ExploreFlags, explore};
pub use ir::ir;
pub use litmus::{LitmusFlags, litmus};
pub use models::models;
pub use predict::{PredictFlags, predict};
pub use prove::{ProveFlags, prove};
pub use record::{RecordFlags, record};
pub use replay::replay;
pub use run::run;
pub use shell::{CompletionsFlags, ManFlags, completions, long_version, man};
pub use spec::{SpecFlags, spec};
pub use trace::{TraceFlags, trace};
pub use verify::verify;
pub use view::{ViewFlags, view};
pub use watch::{WatchFlags, watch};

use crate::flags::ReadingFlags;
use ::ir::Program;
use anyhow::{Result, bail};
use frontend::{Loaded, Options};
use std::path::Path;
use verdict::{Failure, ProgramRef, Report, Verdict, Why};

/// Reads a program as the flags say.
fn load(file: &Path, reading: &ReadingFlags) -> Result<Loaded> {
    let mut options = Options::default();
    options.extra_args = clang_args(reading);
    options.entry = reading.entry.clone();
    Ok(frontend::load(file, &options)?)
}

/// Reads the program of a saved result. That may come from somebody else: unless it is trusted, only those of its arguments
/// for clang are passed on that cannot make it run or write anything.
fn load_again(reference: &ProgramRef, path: &Path, trusted: bool) -> Result<Program> {
    let harmless = |argument: &String| {
        let known = frontend::MEMORY_CHECKS.contains(&argument.as_str());
        known || ["-I", "-D", "-U", "-std="].iter().any(|start| argument.starts_with(start))
    };
    if let Some(argument) = reference.clang_args.iter().find(|argument| !trusted && !harmless(argument)) {
        bail!("the result was made with the clang argument {argument}, which is not passed on");
    }
    let mut options = Options::default();
    options.extra_args = reference.clang_args.clone();
    options.entry = reference.entry.clone();
    Ok(frontend::load(path, &options)?.program)
}

/// What clang is given beyond our own flags.
fn clang_args(reading: &ReadingFlags) -> Vec<String> {
    let includes = reading.include.iter().map(|dir| format!("-I{dir}"));
    let defines = reading.define.iter().map(|macro_| format!("-D{macro_}"));
    let std = reading.std.iter().map(|std| format!("-std={std}"));
    let switches = [
        (reading.atomic_volatile, frontend::ATOMIC_VOLATILE),
        (reading.reuse_freed, frontend::REUSE_FREED),
        (reading.malloc_may_fail, frontend::MALLOC_MAY_FAIL),
    ];
    let switches = switches.into_iter().filter(|(on, _)| *on).map(|(_, word)| word.to_string());
    includes.chain(defines).chain(std).chain(switches).chain(reading.clang_arg.iter().cloned()).collect()
}

/// Replays every witness; one that does not hold is our own defect and becomes `unknown`. All that remain are certified.
fn certify_all(report: &mut Report, program: &Program) {
    let options = certify::Options { spurious: true, ..certify::Options::default() };
    for answer in &mut report.answers {
        if let Verdict::Violation { witness } = &answer.verdict
            && let Err(refusal) = certify::certify_with(program, witness, &options)
        {
            let Failure { kind, message, .. } = &witness.failure;
            let what = format!("{} ({message}): {refusal}", kind.name());
            answer.verdict = Verdict::unknown(Why::NotShown(what));
        }
    }
}
