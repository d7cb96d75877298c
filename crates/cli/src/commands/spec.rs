//! `selvedge spec`: reads, shows and tests commutativity specifications.

use super::stopping;
use crate::output::print_text;
use ::explore::semantic::implementation::{self, ImplementationReport};
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use limits::Limits;
use spec::{AccessPoints, ObjectReport, Specification};
use std::fmt::Write;
use std::path::{Path, PathBuf};

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
    /// colon (`object my_set : set { … }`). With --impl, against a file of C that defines its functions: pairs of calls are
    /// made both ways in many states, and the results compared, of the calls and of others that look at the state afterwards.
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
    /// Pairs of calls to try per object [default: 100000; 3000 with --impl].
    #[arg(long, value_name = "N")]
    pub rounds: Option<u64>,
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Stop after this many seconds, and tell what was found until then.
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<f64>,
    /// A file of C that implements the objects.
    #[arg(long = "impl", value_name = "FILE")]
    pub implementation: Option<PathBuf>,
    /// The object in that file, in C: `&my_set`, `set_new(8)` [default: `&shared`].
    #[arg(long, value_name = "EXPRESSION", requires = "implementation")]
    pub this: Option<String>,
    /// Arguments of calls are numbers below this.
    #[arg(long, value_name = "N", default_value_t = 4, requires = "implementation",
        value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub values: u64,
    /// Directory for #include, passed to clang.
    #[arg(short = 'I', value_name = "DIR", requires = "implementation")]
    pub include: Vec<String>,
    /// Macro definition, passed to clang.
    #[arg(short = 'D', value_name = "NAME[=VALUE]", requires = "implementation")]
    pub define: Vec<String>,
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
    let (mut is_sound, mut is_complete) = (true, true);
    let stop = stop(flags.timeout)?;
    for name in &flags.specs {
        let specification = read_specification(name)?;
        if let Some(file) = &flags.implementation {
            let (sound, complete) = check_implementation(&mut out, flags, &specification, file, &stop)?;
            (is_sound, is_complete) = (is_sound && sound, is_complete && complete);
            continue;
        }
        let rounds = flags.rounds.unwrap_or(100_000);
        let report = spec::check_soundness(&specification, rounds, flags.seed, &stop);
        is_complete &= !stop();
        for (object, of) in report.objects.iter().zip(&specification.objects) {
            is_sound &= object.unsound.is_empty();
            object_text(&mut out, object, &specification.file);
            let _ = writeln!(out, "  {}", points_text(of, &specification.file));
        }
    }
    if stop() {
        out.push_str("stopped before all pairs of calls were tried\n");
    }
    print_text(&out)?;
    Ok(match (is_sound, is_complete) {
        (false, _) => 1,
        (true, false) => 3,
        (true, true) => 0,
    })
}

/// Says when to stop: after so many seconds, or at Ctrl-C.
fn stop(timeout: Option<f64>) -> Result<impl Fn() -> bool> {
    let time = timeout.map(stopping::time).transpose()?;
    let limits = Limits::new(time, Some(stopping::interrupt(u64::MAX >> 20)?));
    Ok(move || limits.are_reached())
}

/// Tests the objects that a file implements: whether no counterexample was found, and whether all was tried.
fn check_implementation(
    out: &mut String,
    flags: &SpecCheckFlags,
    specification: &Specification,
    file: &Path,
    stop: &dyn Fn() -> bool,
) -> Result<(bool, bool)> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let full = file.canonicalize().with_context(|| format!("cannot read {}", file.display()))?;
    let (mut is_sound, mut is_complete, mut found) = (true, true, false);
    for index in 0..specification.objects.len() {
        let id = spec::ObjectId(index as u32);
        let this = flags.this.as_deref().unwrap_or("&shared");
        let Some(driver) = implementation::driver_source(specification, id, &full, &text, this) else {
            continue;
        };
        found = true;
        let program = load_driver(flags, &driver)?;
        let rounds = flags.rounds.unwrap_or(3000);
        let report = implementation::check_implementation(
            &program,
            specification,
            &driver,
            rounds,
            flags.values,
            flags.seed,
            stop,
        );
        is_sound &= report.counterexamples.is_empty();
        is_complete &= report.endless.is_none() && !report.stopped;
        let name = specification.get(id).map_or("", |object| &object.name);
        implementation_text(out, name, &report, &specification.file);
    }
    if !found {
        bail!("{} has none of the functions of {}", file.display(), specification.file);
    }
    Ok((is_sound, is_complete))
}

fn load_driver(flags: &SpecCheckFlags, driver: &implementation::Driver) -> Result<::ir::Program> {
    let path = std::env::temp_dir().join(format!("selvedge-driver-{}.c", std::process::id()));
    std::fs::write(&path, &driver.source).context("cannot write the driver")?;
    let mut options = frontend::Options::default();
    options.extra_args.extend(flags.include.iter().map(|folder| format!("-I{folder}")));
    options.extra_args.extend(flags.define.iter().map(|define| format!("-D{define}")));
    options.extra_args.push("-Wno-int-conversion".into());
    options.entry = implementation::DRIVER.into();
    let loaded = frontend::load(&path, &options);
    let _ = std::fs::remove_file(&path);
    Ok(loaded.context("the driver does not compile; --this says what the object is")?.program)
}

fn implementation_text(out: &mut String, name: &str, report: &ImplementationReport, file: &str) {
    let verdict = match report.counterexamples.len() {
        0 if report.commuting == 0 => {
            "not tested: no pair of calls that is said to commute came up".to_string()
        }
        0 => format!(
            "no counterexample in {} pairs of calls, {} of them said to commute",
            report.pairs, report.commuting
        ),
        count => format!("NOT SOUND: {count} conditions hold where calls do not commute"),
    };
    let _ = writeln!(out, "{name}: {verdict}");
    if let Some(calls) = &report.endless {
        let _ = writeln!(out, "  stopped: these calls do not come to an end: {}", calls.join(", "));
    }
    for found in &report.counterexamples {
        let _ = writeln!(out, "  {file}:{}:{}: {found}", found.place.line, found.place.column);
    }
    if !report.missing.is_empty() {
        let _ = writeln!(out, "  not in the file: {}", report.missing.join(", "));
    }
    for condition in &report.untested {
        let _ = writeln!(out, "  never held: `{condition}`");
    }
    if report.failed > 0 {
        let _ = writeln!(out, "  {} sequences of calls failed and were left out", report.failed);
    }
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
