//! `selvedge watch`: records a program to a place that is gone afterwards, and predicts from it when the program ends.
//!
//! The analysis starts when the program has ended, not while it runs: the schedules that confirm a report need the whole
//! trace. What a program does beyond `--max-events` is recorded but not looked at.

use super::predict::{PredictionFlags, predict_trace};
use super::record::{self, RecordingFlags};
use crate::flags::OutputFlags;
use crate::output::Terminal;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct WatchFlags {
    #[command(flatten)]
    pub how: RecordingFlags,

    #[command(flatten)]
    pub prediction: PredictionFlags,

    #[command(flatten)]
    pub output: OutputFlags,

    /// The program and its arguments.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// A directory that is removed at the end.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn watch(flags: &WatchFlags, terminal: &Terminal) -> Result<u8> {
    if flags.output.html.is_some() {
        bail!("there is no page for a trace yet: watch takes no --html");
    }
    let scratch = Scratch(std::env::temp_dir().join(format!("selvedge-watch-{}", std::process::id())));
    std::fs::create_dir_all(&scratch.0).with_context(|| format!("cannot make {}", scratch.0.display()))?;
    let trace = scratch.0.join("trace");
    let status = record::run(&flags.command, &trace, flags.how.all)?;
    let traces = record::finish_all(&trace, flags.how.symbol_limit)?;
    if traces.is_empty() {
        bail!("{}", record::not_instrumented(&flags.command));
    }
    if !status.success() {
        eprintln!("selvedge: the program ended with {status}");
    }
    let mut code = 0;
    for (path, _) in &traces {
        // A violation (1) in any process counts, else what could not be decided (3).
        let own = predict_trace(path, &flags.prediction, &flags.output, terminal)?;
        code = if code == 1 || own == 1 { 1 } else { code.max(own) };
    }
    Ok(code)
}
