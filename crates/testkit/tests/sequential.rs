//! Sequential programs, made by chance: what the native program prints, the interpreter prints, and the bounded checker says of its
//! checksum what is true.
//!
//! `SELVEDGE_SEEDS=from..to` chooses others; with SELVEDGE_FULL there are many.

use check::CheckConfig;
use events::Property;
use interp::{Outcome, RunConfig};
use model::Model;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use testkit::sequential;
use verdict::{Limits, Verdict};

/// A folder that goes away.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn seeds() -> std::ops::Range<u64> {
    match std::env::var("SELVEDGE_SEEDS") {
        Ok(text) => {
            let (from, to) = text.split_once("..").expect("SELVEDGE_SEEDS is from..to");
            from.parse().expect("a number")..to.parse().expect("a number")
        }
        Err(_) if std::env::var_os("SELVEDGE_FULL").is_some() => 0..20_000,
        Err(_) => 0..90,
    }
}

/// What the program prints when it is compiled natively.
fn natively(source: &Path, binary: &Path, level: &str) -> String {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let flags = ["-w", "-fno-strict-aliasing", level, "-o"];
    let built = Command::new(compiler).args(flags).args([binary, source]).stderr(Stdio::null()).status();
    assert!(built.expect("a C compiler").success(), "{} does not compile", source.display());
    let run = Command::new("timeout").arg("10").arg(binary).output().expect("it runs");
    assert!(run.status.success(), "{}: {}", source.display(), run.status);
    String::from_utf8_lossy(&run.stdout).into_owned()
}

fn load(source: &Path, defines: &[String]) -> ir::Program {
    let mut options = frontend::Options::default();
    options.extra_args = frontend::MEMORY_CHECKS.iter().map(|flag| flag.to_string()).collect();
    options.extra_args.extend(defines.iter().cloned());
    frontend::load(source, &options).unwrap_or_else(|error| panic!("{}: {error}", source.display())).program
}

#[derive(Default)]
struct Tally {
    programs: u64,
    plain: u64,
    /// Of the plain ones.
    decided: u64,
    reasons: BTreeMap<String, u64>,
    wrong: Vec<String>,
}

/// Why the checker does not know, if it does not; what it says wrongly.
fn ask_check(source: &Path, sum: &str, wrong: &mut Vec<String>) -> Option<String> {
    let mut open = None;
    for (word, holds) in [("CLAIM", true), ("DENY", false)] {
        let program = load(source, &[format!("-D{word}={sum}u")]);
        let mut config = CheckConfig::new(Model::SC);
        config.task.properties = vec![Property::Assert, Property::Memory];
        (config.task.limits, config.unwind) = (Limits::within(Duration::from_secs(5)), 12);
        match check::check(&program, &config).verdict {
            Verdict::Unknown { why, .. } => open = Some(why.to_string()),
            verdict if matches!(verdict, Verdict::Safe { .. }) == holds => {}
            Verdict::Safe { .. } => {
                wrong.push(format!("{}: check: safe with {word}={sum}", source.display()))
            }
            Verdict::Violation { witness } => {
                let failure = &witness.failure;
                wrong.push(format!("{}: check: {} with {word}={sum}", source.display(), failure.message));
            }
        }
    }
    open
}

fn ask(folder: &Path, seed: u64, tally: &Mutex<Tally>) {
    let source = folder.join(format!("{seed}.c"));
    std::fs::write(&source, sequential::program(seed)).expect("a scratch file");
    let native = natively(&source, &folder.join(seed.to_string()), "-O1");
    let mut wrong = Vec::new();
    let mut printed = String::new();
    let program = load(&source, &[]);
    let result = interp::run(&program, RunConfig::seeded(0), &mut |_, bytes| {
        printed.push_str(&String::from_utf8_lossy(bytes));
    });
    if !matches!(result.outcome, Outcome::Finished(_)) {
        wrong.push(format!("{}: {:?}", source.display(), result.outcome));
    } else if printed != native {
        let differs = printed.lines().zip(native.lines()).find(|(ours, theirs)| ours != theirs);
        wrong.push(format!("{}: ours and native: {differs:?}", source.display()));
    }
    let sum = native.lines().last().expect("the checksum").to_string();
    let open = ask_check(&source, &sum, &mut wrong);
    let mut tally = tally.lock().expect("no panic");
    tally.programs += 1;
    tally.plain += u64::from(sequential::is_plain(seed));
    match open {
        Some(reason) => *tally.reasons.entry(reason.chars().take(80).collect()).or_default() += 1,
        None => tally.decided += u64::from(sequential::is_plain(seed)),
    }
    tally.wrong.extend(wrong);
}

#[test]
fn native_programs_and_ours_agree() {
    let folder = Scratch(std::env::temp_dir().join(format!("selvedge-sequential-{}", std::process::id())));
    std::fs::create_dir_all(&folder.0).expect("a scratch folder");
    let (tally, seeds) = (Mutex::new(Tally::default()), seeds());
    let next = AtomicU64::new(seeds.start);
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                return;
            }
            ask(&folder.0, seed, &tally);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let tally = tally.into_inner().expect("no panic");
    println!(
        "{} programs; {} of {} plain ones decided by check too",
        tally.programs, tally.decided, tally.plain
    );
    tally.reasons.iter().for_each(|(reason, count)| println!("{count:>6} {reason}"));
    assert!(tally.wrong.is_empty(), "{} differ\n{}", tally.wrong.len(), tally.wrong.join("\n"));
    assert!(tally.decided * 10 >= tally.plain * 8, "check decides too few");
}
