//! Random programs over memory that comes and goes and all synchronisation objects: the answers are those of a search
//! through all interleavings (`interp::World`). What fails is found, and nothing else.
//!
//! `SELVEDGE_SEEDS=10000` for more programs, `SELVEDGE_SEED=n` for one. Programs are compiled in batches, each with an
//! entry of its own.

mod generate;

use check::{CheckConfig, check};
use events::Property;
use interp::{Choice, Machine, MachineOptions, Outcome, RequestKind, World, WorldConfig};
use ir::{Program, SyncOp};
use model::{HappensBefore, Model, hb::Touch};
use rustc_hash::FxHashSet;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use verdict::{Limits, Scope, Verdict};

const BATCH: u64 = 16;
const MAX_STATES: usize = 4_000;
const MAX_EXECUTIONS: usize = 2_000;

/// What is asked about a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum About {
    Failures,
    /// Where waits may end without a signal, once a thread.
    Waking,
    Races,
    /// Where reads must find something written, and variables end with their blocks.
    Unwritten,
}

/// The properties that some execution breaks, and whether all were looked at; `None`: it cannot be run.
fn by_search(program: &Program, about: About) -> Option<(Vec<Property>, bool)> {
    let machine = Machine::with_options(Arc::new(program.clone()), MachineOptions::default());
    let config = WorldConfig { spurious: about == About::Waking, ..WorldConfig::default() };
    let mut seen = FxHashSet::default();
    // With each world, who has woken without a signal.
    let mut work = VecDeque::from([(World::new(Arc::new(machine), config), BTreeSet::new())]);
    let mut broken = Vec::new();
    while let Some((world, woken)) = work.pop_front() {
        let choices = world.choices();
        let stuck = choices.iter().all(|&choice| is_without_signal(&world, choice));
        let property = match world.outcome() {
            Outcome::Running if stuck => Some(Property::Deadlock),
            Outcome::Running => None,
            Outcome::Unsupported { .. } | Outcome::LimitReached { .. } => return None,
            outcome => outcome.failure().map(|failure| failure.kind.property()),
        };
        broken.extend(property.filter(|property| !broken.contains(property)));
        for choice in choices {
            let mut woken = woken.clone();
            if is_without_signal(&world, choice) && !woken.insert(choice.thread) {
                continue;
            }
            let mut next = world.clone();
            next.step(choice).ok()?;
            if seen.insert((next.state_hash(), woken.clone())) {
                work.push_back((next, woken));
            }
        }
        if seen.len() > MAX_STATES {
            return Some((broken, false));
        }
    }
    Some((broken, true))
}

/// Whether a thread that sleeps wakes by this choice, though neither a signal nor its time has come.
fn is_without_signal(world: &World, choice: Choice) -> bool {
    let request = world.pending(choice.thread).map(|request| &request.kind);
    let waits = |op: &SyncOp| matches!(op, SyncOp::CondWait | SyncOp::CondTimedWait);
    choice.variant == 2 && matches!(request, Some(RequestKind::Sync { op, .. }) if waits(op))
}

/// Whether some execution has a data race; `None`: too many to look at, or it breaks something else.
fn races_by_search(program: &Program) -> Option<bool> {
    let machine = Machine::with_options(Arc::new(program.clone()), MachineOptions::default());
    let config = WorldConfig { record: Some(1000), ..WorldConfig::default() };
    let mut work = vec![World::new(Arc::new(machine), config)];
    let mut n_executions = 0;
    while let Some(world) = work.pop() {
        let choices = world.choices();
        if choices.is_empty() {
            n_executions += 1;
            if races(&world.execution()?) {
                return Some(true);
            }
            if n_executions > MAX_EXECUTIONS || matches!(world.outcome(), Outcome::Violation(_)) {
                return None;
            }
        }
        for choice in choices {
            let mut next = world.clone();
            next.step(choice).ok()?;
            work.push(next);
        }
        if work.len() > 1000 {
            return None;
        }
    }
    Some(false)
}

fn races(execution: &events::Execution) -> bool {
    let hb = HappensBefore::of(execution);
    let mut touches = Vec::new();
    for thread in &execution.threads {
        for (position, &id) in thread.events.iter().enumerate() {
            touches.extend(Touch::of(execution.event(id), position as u32));
        }
    }
    touches.iter().enumerate().any(|(index, one)| {
        touches[..index].iter().any(|other| one.conflicts(other) && !hb.ordered(one.at, other.at))
    })
}

/// `None`: not decided, by a bound or as unknown for a reason that is not a defect.
fn by_check(program: &Program, property: Property, about: About) -> Result<Option<bool>, String> {
    let mut config = CheckConfig::new(Model::SC);
    config.task.spurious_wakeups = about == About::Waking;
    (config.task.properties, config.task.limits) = (vec![property], Limits::within(Duration::from_secs(20)));
    match check(program, &config).verdict {
        Verdict::Violation { .. } => Ok(Some(true)),
        Verdict::Safe { scope: Scope::Complete } => Ok(Some(false)),
        Verdict::Safe { .. } => Ok(None),
        Verdict::Unknown { why, .. } if why.to_string().starts_with("internal") => Err(why.to_string()),
        Verdict::Unknown { .. } => Ok(None),
    }
}

#[derive(Default)]
struct Tally {
    decided: usize,
    violations: usize,
    open: usize,
    wrong: Vec<String>,
}

fn compare(program: &Program, seed: u64, about: About, tally: &mut Tally) {
    let expected: Vec<(Property, bool)> = match about {
        About::Races => races_by_search(program).map(|found| (Property::Race, found)).into_iter().collect(),
        _ => {
            let Some((broken, whole)) = by_search(program, about) else { return tally.open += 1 };
            let all = [Property::Assert, Property::Memory, Property::Deadlock];
            // What comes after undefined behaviour is nobody's business.
            let said =
                |property: &Property| *property == Property::Memory || !broken.contains(&Property::Memory);
            let known = |property: &Property| whole || broken.contains(property);
            let all = all.into_iter().filter(said).filter(known);
            all.map(|property| (property, broken.contains(&property))).collect()
        }
    };
    if expected.is_empty() {
        tally.open += 1;
    }
    for (property, expected) in expected {
        match by_check(program, property, about) {
            Ok(Some(found)) if found == expected => {
                tally.decided += 1;
                tally.violations += usize::from(found);
            }
            Ok(None) => tally.open += 1,
            other => tally.wrong.push(format!("seed {seed} {property:?}: {other:?}, expected {expected}")),
        }
    }
}

fn load(text: &str, name: &str, options: &frontend::Options) -> Program {
    let path = std::env::temp_dir().join(format!("selvedge-random-{}-{name}.c", std::process::id()));
    std::fs::write(&path, text).expect("a temporary file");
    let loaded = frontend::load(&path, options).expect("a program that compiles");
    // What is left over in the temporary directory does no harm.
    let _ = std::fs::remove_file(&path);
    loaded.program
}

fn run(about: About, default: u64, program_of: impl Fn(u64) -> String) {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (first, n) = match number("SELVEDGE_SEED") {
        Some(seed) => (seed, 1),
        None => (number("SELVEDGE_FIRST").unwrap_or(0), number("SELVEDGE_SEEDS").unwrap_or(default)),
    };
    let mut tally = Tally::default();
    let mut seed = first;
    while seed < first + n {
        let seeds: Vec<u64> = (seed..(seed + BATCH).min(first + n)).collect();
        seed += BATCH;
        let text = generate::batch(&seeds, &program_of);
        let options = match about {
            About::Unwritten => generate::marks::options(),
            _ => frontend::Options::default(),
        };
        let mut program = load(&text, &format!("{about:?}-{default}-{}", seeds[0]), &options);
        generate::marks::mark(&mut program);
        for &one in &seeds {
            let entry = program.functions.iter_enumerated().find(|(_, f)| *f.name == *format!("main_{one}"));
            program.entry = entry.expect("an entry").0;
            let before = tally.wrong.len();
            let start = std::time::Instant::now();
            compare(&program, one, about, &mut tally);
            if start.elapsed() > Duration::from_secs(5) {
                eprintln!("seed {one} took {:?}", start.elapsed());
            }
            if n == 1 || tally.wrong.len() > before {
                eprintln!("{}\n{:?}", program_of(one), &tally.wrong[before..]);
            }
        }
    }
    eprintln!("decided {} (violations {}), open {}", tally.decided, tally.violations, tally.open);
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    assert!(n == 1 || tally.decided > tally.open && tally.violations * 20 > tally.decided);
}

#[test]
fn failures_are_those_of_all_interleavings() {
    run(About::Failures, 240, |seed| generate::one(seed, false));
}

#[test]
fn races_are_those_of_all_executions() {
    run(About::Races, 240, |seed| generate::one(seed, true));
}

#[test]
fn waits_may_end_without_a_signal() {
    run(About::Waking, 160, generate::waking);
}

#[test]
fn what_is_read_has_been_written() {
    run(About::Unwritten, 320, generate::unwritten);
}

/// `World` runs on the table of `posix`: every state that two operations lead to, every operation in it.
#[test]
fn every_operation_in_every_state() {
    run(About::Failures, generate::n_sequences(), generate::sequence);
}
