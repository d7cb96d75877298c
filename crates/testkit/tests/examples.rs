//! Every program under `examples/` and `tests/programs/` does what its head says, as far as each engine can tell.
//!
//! `run` (random schedules under SC) can show a violation, never its absence: where the head says `sc=violation` it must
//! find one that certifies, where it says `sc=safe` it must find none. Races are not for `run` to see.

use check::CheckConfig;
use events::{EventKind, Property, SyncStep};
use interp::{Outcome, RunConfig};
use ir::{Program, SyncOp};
use model::Model;
use std::path::{Path, PathBuf};
use std::time::Duration;
use testkit::expect::{Expected, Head};
use verdict::{Limits, ProgramRef, SCHEMA_VERSION, Verdict, Witness};

/// Schedules tried before a violation counts as missed: the rarest in the examples needs a few hundred.
const SEEDS_TO_FIND: u64 = 20_000;
/// Schedules tried on a program that is safe.
const SEEDS_TO_TRUST: u64 = 40;

fn programs() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in ["../../examples", "../../tests/programs"] {
        let entries = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
        let entries = entries.expect("the programs are part of the project");
        files.extend(entries.filter_map(|entry| Some(entry.ok()?.path())));
    }
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c" || extension == "cpp"));
    files.sort();
    files
}

fn config(seed: u64, record: bool) -> RunConfig {
    let mut config = RunConfig::seeded(seed);
    config.dependencies = record;
    config.world.record = record.then_some(1_000_000);
    config.max_steps = 2_000_000;
    config
}

/// The first failure of one of these properties in a number of random schedules, as a witness.
fn first_failure(
    program: &Program,
    properties: &[Property],
    seeds: u64,
) -> Result<Option<(u64, Witness)>, String> {
    for seed in 0..seeds {
        let result = interp::run(program, config(seed, false), &mut |_, _| {});
        match result.outcome {
            Outcome::Unsupported { reason, span, .. } => {
                return Err(format!("{}: {reason}", program.show_span(span)));
            }
            Outcome::LimitReached { what, span, .. } => {
                return Err(format!("{}: {what}", program.show_span(span)));
            }
            _ => {}
        }
        let Some(failure) =
            result.outcome.failure().filter(|found| properties.contains(&found.kind.property()))
        else {
            continue;
        };
        let recorded = interp::run(program, config(seed, true), &mut |_, _| {});
        let execution = recorded.execution.ok_or("the execution was not recorded")?;
        let witness = Witness {
            schema: SCHEMA_VERSION,
            program: ProgramRef::new(program, &program.name, &[]),
            model: Model::SC,
            failure,
            execution,
            order: recorded.order,
            observed: vec![],
        };
        return Ok(Some((seed, witness)));
    }
    Ok(None)
}

fn property(name: &str) -> Option<Property> {
    match name {
        "assert" => Some(Property::Assert),
        "deadlock" => Some(Property::Deadlock),
        "memory" => Some(Property::Memory),
        "race" => Some(Property::Race),
        _ => None,
    }
}

fn check_by_running(path: &Path) -> Result<(), String> {
    let source = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let head = Head::parse(&source).map_err(|error| error.to_string())?;
    let expected = head.expected(Model::SC).ok_or("the head has no expectation for sc")?;
    let loaded = frontend::load(path, &head.reading()).map_err(|error| error.to_string())?;
    let asked = if head.properties.is_empty() { vec!["assert".to_string()] } else { head.properties.clone() };
    let properties: Vec<Property> = asked.iter().filter_map(|name| property(name)).collect();
    if properties == [Property::Race] {
        return Ok(());
    }
    let seeds = if expected == Expected::Violation { SEEDS_TO_FIND } else { SEEDS_TO_TRUST };
    let found = match first_failure(&loaded.program, &properties, seeds) {
        Err(_) if expected == Expected::Unknown => return Ok(()),
        found => found?,
    };
    match (expected, found) {
        (Expected::Violation, Some((_, witness))) => certify::certify(&loaded.program, &witness)
            .map(|_| ())
            .map_err(|refusal| format!("not certified: {refusal}")),
        (Expected::Violation, None) => Err(format!("no violation in {seeds} schedules")),
        (Expected::Safe, Some((seed, witness))) => Err(format!(
            "fails under seed {seed}: {} {}",
            witness.failure.kind.name(),
            witness.failure.message
        )),
        (Expected::Safe | Expected::Unknown, _) => Ok(()),
    }
}

/// A thread that stands in the order before the event that creates it.
fn begins_before_its_creation(witness: &Witness) -> Option<String> {
    let execution = &witness.execution;
    let mut created = vec![false; execution.threads.len()];
    created[0] = true;
    for &id in &witness.order {
        let event = execution.event(id);
        if !created[event.thread.0 as usize] {
            return Some(execution.thread(event.thread).name.to_string());
        }
        if let EventKind::Sync { op: SyncStep::Do(SyncOp::ThreadCreate), objects } = &event.kind
            && let Some(thread) = objects.first().and_then(|object| interp::thread_of_handle(object.0))
        {
            created[thread as usize] = true;
        }
    }
    None
}

/// Bounded checking under every model that the head names; what it finds must certify.
fn check_bounded(path: &Path) -> Result<(), String> {
    let source = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let head = Head::parse(&source).map_err(|error| error.to_string())?;
    let loaded = frontend::load(path, &head.reading()).map_err(|error| error.to_string())?;
    let mut errors = Vec::new();
    for &(model, expected) in &head.expect {
        let mut config = CheckConfig::new(model);
        config.unwind = head.unwind.unwrap_or(config.unwind);
        if !head.properties.is_empty() {
            config.task.properties = head.properties.iter().filter_map(|name| property(name)).collect();
        }
        config.task.limits = Limits::within(Duration::from_secs(60));
        let found = match check::check(&loaded.program, &config).verdict {
            Verdict::Safe { .. } => Expected::Safe,
            Verdict::Unknown { why, place } => {
                errors.push(format!("{model}: unknown: {why} {place:?}"));
                continue;
            }
            Verdict::Violation { witness } => match certify::certify(&loaded.program, &witness) {
                Ok(_) => {
                    if let Some(early) = begins_before_its_creation(&witness) {
                        errors.push(format!("{model}: {early} does something before it is created"));
                    }
                    Expected::Violation
                }
                Err(refusal) => {
                    errors.push(format!("{model}: not certified: {refusal}"));
                    continue;
                }
            },
        };
        if found != expected {
            errors.push(format!("{model}: {found:?}, expected {expected:?}"));
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors.join("; ")) }
}

/// Runs a check on all files of some folders and lists those that fail.
fn all_agree(files: &[PathBuf], check: impl Fn(&Path) -> Result<(), String>) {
    assert!(files.len() >= 25, "only {} programs", files.len());
    let errors: Vec<String> = files
        .iter()
        .filter_map(|path| check(path).err().map(|error| format!("{}: {error}", path.display())))
        .collect();
    assert!(errors.is_empty(), "{} of {} programs:\n{}", errors.len(), files.len(), errors.join("\n"));
}

#[test]
fn random_schedules_agree_with_the_heads() {
    all_agree(&programs(), check_by_running);
}

#[test]
fn bounded_checking_agrees_with_the_heads() {
    // The programs under `tests/` exercise the library more than a bounded checker can take.
    let mut files = programs();
    files.retain(|path| path.parent().is_some_and(|folder| folder.ends_with("examples")));
    all_agree(&files, check_bounded);
}
