//! `selvedge spec`: reads, shows and tests commutativity specifications.

use crate::output::print_text;
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use spec::{AccessPoints, ObjectReport, Specification};
use std::fmt::Write;
use std::path::Path;

#[derive(Args, Debug)]
pub struct SpecFlags {
    #[command(subcommand)]
    pub command: SpecCommand,
}

#[derive(Subcommand, Debug)]
pub enum SpecCommand {
    /// Test a specification: random calls that it lets commute must do so on a reference implementation.
    ///
    /// Exit code 1 if some do not. An object is tested against the abstract type of its own name, or the one after the
    /// colon (`object my_set : set { … }`).
    Check(SpecCheckFlags),
    /// Print a specification in full.
    Show(SpecShowFlags),
    /// List the shipped specifications.
    List,
}

#[derive(Args, Debug)]
pub struct SpecCheckFlags {
    /// Files, or names of shipped specifications.
    #[arg(required = true)]
    pub specs: Vec<String>,
    /// Pairs of calls to try per object.
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    pub rounds: u64,
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

#[derive(Args, Debug)]
pub struct SpecShowFlags {
    /// File, or name of a shipped specification.
    pub spec: String,
}

pub fn spec(flags: &SpecFlags) -> Result<u8> {
    match &flags.command {
        SpecCommand::Check(flags) => check(flags),
        SpecCommand::Show(flags) => show(&flags.spec),
        SpecCommand::List => list(),
    }
}

/// A file, or a shipped specification by name.
pub fn read_specification(name: &str) -> Result<Specification> {
    if !Path::new(name).exists()
        && let Some(shipped) = spec::shipped_specification(name)
    {
        return Ok(shipped);
    }
    let text = std::fs::read_to_string(name).with_context(|| format!("cannot read {name}"))?;
    Ok(Specification::parse(&text, name)?)
}

fn list() -> Result<u8> {
    let mut out = String::new();
    for (name, text) in spec::shipped() {
        let about = text.lines().next().unwrap_or("").trim_start_matches(['/', ' ']);
        let _ = writeln!(out, "{name:12} {about}");
    }
    print_text(&out)?;
    Ok(0)
}

fn show(name: &str) -> Result<u8> {
    let specification = read_specification(name)?;
    let mut out = specification.to_string();
    for object in &specification.objects {
        let _ = writeln!(out, "\n{}: {}", object.name, points_text(object, &specification.file));
    }
    print_text(&out)?;
    Ok(0)
}

fn points_text(object: &spec::Object, file: &str) -> String {
    match AccessPoints::exact(object, file) {
        Ok(points) => format!("{} kinds of access points, exact", points.n_classes()),
        Err(error) => {
            format!("no exact access points; prediction takes the pair as never commuting ({error})")
        }
    }
}

fn check(flags: &SpecCheckFlags) -> Result<u8> {
    let mut out = String::new();
    let mut is_sound = true;
    for name in &flags.specs {
        let specification = read_specification(name)?;
        let report = spec::check_soundness(&specification, flags.rounds, flags.seed);
        for (object, of) in report.objects.iter().zip(&specification.objects) {
            is_sound &= object.unsound.is_empty();
            object_text(&mut out, object, &specification.file);
            let _ = writeln!(out, "  {}", points_text(of, &specification.file));
        }
    }
    print_text(&out)?;
    Ok(u8::from(!is_sound))
}

fn object_text(out: &mut String, object: &ObjectReport, file: &str) {
    let verdict = match (&object.untested, object.unsound.len()) {
        (Some(reason), _) => format!("not tested: {reason}"),
        (None, 0) => format!("no counterexample in {} pairs of calls", object.pairs),
        (None, count) => format!("NOT SOUND: {count} conditions hold where calls do not commute"),
    };
    let _ = writeln!(out, "{}: {verdict}", object.object);
    for unsound in &object.unsound {
        let _ = writeln!(out, "  {file}:{}:{}: {unsound}", unsound.place.line, unsound.place.column);
    }
    if object.untested.is_none() && object.commuting > 0 {
        let percent = 100.0 * object.recognised as f64 / object.commuting as f64;
        let _ = writeln!(
            out,
            "  of pairs that commute in the state they were tried in, {percent:.0} % are recognised"
        );
    }
    for (first, second) in &object.without_condition {
        let _ = writeln!(out, "  no condition for {first} and {second}: they never commute");
    }
}
