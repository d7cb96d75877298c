//! Whole C programs, made by chance: every engine against every interleaving, against each other, and against native runs.
//!
//! `SELVEDGE_SEEDS=from..to` chooses others; with SELVEDGE_FULL there are many.

use check::CheckConfig;
use events::Property;
use explore::ExploreConfig;
use ir::Program;
use model::Model;
use prove::ProveConfig;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use testkit::disagree::{Answer, permitted};
use testkit::whole;
use verdict::{Limits, Verdict};

const PER_ENGINE: Duration = Duration::from_secs(4);
/// What `prove` has not shown by then it rarely shows later, and nobody waits for it.
const FOR_PROVE: Duration = Duration::from_millis(400);
/// For all native runs of one program: a program of which two wait for ever is not worth twenty.
const NATIVELY: Duration = Duration::from_millis(600);
/// Of programs with more shapes all are asked, of the others the first two.
const PROPERTIES: [Property; 4] = [Property::Assert, Property::Memory, Property::Deadlock, Property::Race];

fn seeds() -> std::ops::Range<u64> {
    let parse = |text: &str| {
        let (from, to) = text.split_once("..").unwrap_or(("0", text));
        Some(from.parse().ok()?..to.parse().ok()?)
    };
    match std::env::var("SELVEDGE_SEEDS") {
        Ok(text) => parse(&text).expect("SELVEDGE_SEEDS is from..to"),
        Err(_) if std::env::var_os("SELVEDGE_FULL").is_some() => 0..100_000,
        Err(_) => 0..300,
    }
}

/// A file that goes away.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        Scratch(std::env::temp_dir().join(format!("selvedge-whole-{}-{name}", std::process::id())))
    }
}
impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

/// What the engines say about a property under a model.
fn opinions(program: &Program, model: Model, property: Property) -> Vec<(&'static str, Verdict)> {
    let mut config = CheckConfig::new(model);
    (config.task.properties, config.task.limits, config.unwind) =
        (vec![property], Limits::within(PER_ENGINE), 4);
    let mut said = vec![("check", check::check(program, &config).verdict)];
    let mut config = ExploreConfig::new(model);
    (config.task.properties, config.task.limits) = (vec![property], Limits::within(PER_ENGINE));
    said.push(("explore", explore::explore(program, &config).verdict));
    if property == Property::Assert {
        let mut config = ProveConfig::new(model);
        config.task.limits = Limits::within(FOR_PROVE);
        said.push(("prove", prove::prove(program, &config).verdict));
    }
    said
}

#[derive(Default)]
struct Tally {
    questions: u64,
    by_two: u64,
    violations: u64,
    natively: u64,
    reasons: BTreeMap<String, u64>,
    wrong: Vec<String>,
}

/// Whether the assertion fails in some of many native runs; `None` where it cannot be built.
fn fails_natively(source: &Path, key: i32, seed: u64) -> Option<bool> {
    let binary = Scratch::new(&format!("{seed}"));
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let built = Command::new(compiler)
        .args(["-O0", "-pthread", "-w", "-DNATIVE", &format!("-DKEY={key}"), "-o"])
        .args([&binary.0, source])
        .stderr(Stdio::null())
        .status()
        .ok()?;
    let run = || {
        let mut run = Command::new("timeout");
        // A run takes milliseconds, or waits for ever.
        run.arg("0.3").arg(&binary.0).stderr(Stdio::null());
        run.status().is_ok_and(|status| {
            use std::os::unix::process::ExitStatusExt;
            status.code() == Some(134) || status.signal() == Some(6)
        })
    };
    let began = Instant::now();
    built.success().then(|| (0..20).take_while(|_| began.elapsed() < NATIVELY).any(|_| run()))
}

fn ask(seed: u64, tally: &Mutex<Tally>) {
    let source = Scratch::new(&format!("{seed}.c"));
    std::fs::write(&source.0, whole::program(seed)).expect("a scratch file");
    let load = |options: &frontend::Options| {
        let loaded = frontend::load(&source.0, options);
        loaded.unwrap_or_else(|error| panic!("seed {seed}: {error}")).program
    };
    let plain = load(&frontend::Options::default());
    let mut with_checks = frontend::Options::default();
    with_checks.extra_args = frontend::MEMORY_CHECKS.map(String::from).to_vec();
    let checked = load(&with_checks);
    let sums = whole::sums(&plain, seed, 20);
    let chosen =
        if seed.is_multiple_of(3) { None } else { sums.get(seed as usize % sums.len().max(1)).copied() };
    let key = chosen.unwrap_or_else(|| sums.first().map_or(0, |sum| sum.wrapping_add(1)));
    let n_properties = if whole::has_more_shapes(seed) { PROPERTIES.len() } else { 2 };
    let asked = [&plain, &checked].map(|program| {
        let program = whole::with_key(program, key);
        let oracle = testkit::explore_sc(&program, 60_000).ok();
        (program, oracle)
    });
    for &property in &PROPERTIES[..n_properties] {
        let (program, oracle) = &asked[usize::from(property == Property::Memory)];
        // Interleavings alone do not tell what races.
        let oracle = oracle.as_ref().filter(|_| property != Property::Race);
        for model in [Model::SC, Model::TSO] {
            let said = opinions(program, model, property);
            let mut answers: Vec<(&str, Answer)> =
                said.iter().map(|(engine, verdict)| (*engine, Answer::from(verdict))).collect();
            if model == Model::SC
                && let Some(oracle) = oracle
            {
                let fails = oracle.failures.iter().any(|kind| kind.property() == property);
                // What fails otherwise stops an execution before its end: then nothing is known of what would have come.
                let stopped = oracle
                    .failures
                    .iter()
                    .any(|kind| kind.property() != property && kind.property() != Property::Deadlock);
                // The oracle takes what nobody has written for zero.
                let any = property == Property::Assert && whole::reads_unwritten(seed);
                match (fails, stopped || any) {
                    (true, _) => answers.push(("all interleavings", Answer::Violation)),
                    (false, false) => answers.push(("all interleavings", Answer::SafeComplete)),
                    (false, true) => {}
                }
            }
            let mut wrong = Vec::new();
            for (index, (engine, answer)) in answers.iter().enumerate() {
                for (other, against) in &answers[..index] {
                    if permitted(*answer, *against).is_err() {
                        wrong.push(format!(
                            "seed {seed}, {model}, {property:?}: {engine} {answer}, {other} {against}"
                        ));
                    }
                }
            }
            let decides = |answer: &Answer| !matches!(answer, Answer::Unknown);
            let decided = answers
                .iter()
                .filter(|(engine, answer)| *engine != "all interleavings" && decides(answer))
                .count();
            let safe = answers.iter().any(|(_, a)| matches!(a, Answer::SafeComplete | Answer::SafeUnbounded));
            let native =
                (model == Model::TSO && property == Property::Assert && safe && seed.is_multiple_of(4))
                    .then(|| fails_natively(&source.0, key, seed))
                    .flatten();
            if native == Some(true) {
                wrong.push(format!("seed {seed}: {answers:?} under TSO, and it fails natively"));
            }
            let mut tally = tally.lock().expect("no test thread panicked");
            tally.questions += 1;
            tally.by_two += u64::from(decided >= 2);
            tally.violations += u64::from(answers.iter().any(|(_, answer)| *answer == Answer::Violation));
            tally.natively += u64::from(native.is_some());
            for (engine, verdict) in &said {
                if let Verdict::Unknown { why, .. } = verdict {
                    let why: String = why.to_string().chars().take(60).collect();
                    *tally.reasons.entry(format!("{engine}: {why}")).or_default() += 1;
                }
                if verdict.is_unshown_failure() {
                    wrong.push(format!("seed {seed}, {model}, {property:?}: {engine}: {verdict:?}"));
                }
            }
            tally.wrong.append(&mut wrong);
        }
    }
}

#[test]
fn whole_programs_by_every_engine() {
    let seeds = seeds();
    let next = AtomicU64::new(seeds.start);
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        return;
                    }
                    ask(seed, &tally);
                }
            });
        }
    });
    let tally = tally.into_inner().expect("no test thread panicked");
    let mut reasons: Vec<_> = tally.reasons.iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    println!(
        "{} questions, {} decided by two engines or more, {} violations, {} compared with native runs",
        tally.questions, tally.by_two, tally.violations, tally.natively
    );
    for (reason, count) in reasons.iter().take(25) {
        println!("{count:>6} {reason}");
    }
    assert!(tally.wrong.is_empty(), "{} disagreements\n{}", tally.wrong.len(), tally.wrong.join("\n"));
    assert!(tally.by_two * 10 >= tally.questions * 7, "too few questions are decided twice");
}
