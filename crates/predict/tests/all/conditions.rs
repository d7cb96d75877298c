//! Lost signals: small programs with condition variables, run at random, against all that the programs can do.
//!
//! A report says that a thread waits for ever at some place. Each program is small enough to try all its schedules,
//! including those in which it reads other values than in the recorded run, so this knows whether it can.

use crate::common::{Random, trace_of, trace_of_text};
use events::trace::{Op, TraceEvent};
use predict::{Kind, Options, Order, Trace, analyse};
use spec::Specification;
use std::collections::HashSet;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Lock,
    Unlock,
    Set(usize, u8),
    Read(usize),
    /// `while (x == 0) wait(c)`
    WaitWhile(usize, usize),
    /// `if (x == 0) wait(c)`
    WaitIf(usize, usize),
    /// `wait(c)`
    Wait(usize),
    Signal(usize),
    Broadcast(usize),
    /// `if (x == 0) signal(c)`
    SignalIf(usize, usize),
}

const VARIABLES: usize = 2;
const MUTEX: u64 = 0;
const CONDITION: u64 = 10;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    Runs,
    /// Has looked at the predicate (or does not), and is about to wait.
    Waits,
    Sleeps,
    Woken,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct World {
    at: Vec<usize>,
    phase: Vec<Phase>,
    values: [u8; VARIABLES],
    owner: Option<usize>,
}

type Program = Vec<Vec<Step>>;

impl World {
    fn new(program: &Program) -> World {
        let n = program.len();
        World { at: vec![0; n], phase: vec![Phase::Runs; n], values: [0; VARIABLES], owner: None }
    }

    fn sleepers(&self, program: &Program, condition: usize) -> Vec<usize> {
        let waits = |t: &usize| matches!(program[*t].get(self.at[*t]), Some(Step::WaitWhile(_, c) | Step::WaitIf(_, c) | Step::Wait(c)) if *c == condition);
        (0..program.len()).filter(|t| self.phase[*t] == Phase::Sleeps).filter(waits).collect()
    }

    fn is_enabled(&self, program: &Program, thread: usize) -> bool {
        match (program[thread].get(self.at[thread]), self.phase[thread]) {
            (None, _) | (_, Phase::Sleeps) => false,
            (_, Phase::Woken) | (Some(Step::Lock), _) => self.owner.is_none(),
            _ => true,
        }
    }

    /// One step of a thread; for a signal, `choice` says who wakes. What it does is told to `record`.
    fn step(&mut self, program: &Program, thread: usize, choice: usize, record: &mut dyn FnMut(Op, u64)) {
        let step = program[thread][self.at[thread]];
        match (self.phase[thread], step) {
            (Phase::Woken, Step::WaitWhile(_, c) | Step::WaitIf(_, c) | Step::Wait(c)) => {
                self.owner = Some(thread);
                record(Op::Acquire, MUTEX);
                record(Op::Wake, CONDITION + c as u64);
                self.phase[thread] = Phase::Runs;
                if !matches!(step, Step::WaitWhile(..)) {
                    self.at[thread] += 1;
                }
                return;
            }
            (Phase::Waits, Step::WaitWhile(_, c) | Step::WaitIf(_, c) | Step::Wait(c)) => {
                self.owner = None;
                record(Op::Wait, CONDITION + c as u64);
                record(Op::Release, MUTEX);
                self.phase[thread] = Phase::Sleeps;
                return;
            }
            (_, Step::WaitWhile(x, _) | Step::WaitIf(x, _)) => {
                record(Op::Read, x as u64);
                if self.values[x] == 0 {
                    self.phase[thread] = Phase::Waits;
                    return;
                }
            }
            (_, Step::Wait(_)) => {
                self.phase[thread] = Phase::Waits;
                return;
            }
            (_, Step::SignalIf(x, c)) => {
                record(Op::Read, x as u64);
                if self.values[x] == 0 {
                    self.signal(program, c, choice, record);
                }
            }
            (_, Step::Signal(c)) => self.signal(program, c, choice, record),
            (_, Step::Broadcast(c)) => {
                record(Op::Broadcast, CONDITION + c as u64);
                self.sleepers(program, c).into_iter().for_each(|t| self.phase[t] = Phase::Woken);
            }
            (_, Step::Lock) => {
                record(Op::Acquire, MUTEX);
                self.owner = Some(thread);
            }
            (_, Step::Unlock) => {
                record(Op::Release, MUTEX);
                self.owner = None;
            }
            (_, Step::Set(x, value)) => {
                record(Op::Write, x as u64);
                self.values[x] = value;
            }
            (_, Step::Read(x)) => record(Op::Read, x as u64),
        }
        self.at[thread] += 1;
    }

    fn signal(&mut self, program: &Program, c: usize, choice: usize, record: &mut dyn FnMut(Op, u64)) {
        record(Op::Signal, CONDITION + c as u64);
        let asleep = self.sleepers(program, c);
        if !asleep.is_empty() {
            self.phase[asleep[choice % asleep.len()]] = Phase::Woken;
        }
    }
}

/// Places (thread, step) at which a thread can sleep for ever.
fn sleeps_for_ever(program: &Program) -> HashSet<(usize, usize)> {
    let mut found = HashSet::new();
    let (mut seen, mut open) = (HashSet::new(), vec![World::new(program)]);
    while let Some(world) = open.pop() {
        if !seen.insert(world.clone()) {
            continue;
        }
        let mut stuck = true;
        for thread in 0..program.len() {
            if world.is_enabled(program, thread) {
                stuck = false;
                for choice in 0..program.len() {
                    let mut after = world.clone();
                    after.step(program, thread, choice, &mut |_, _| {});
                    open.push(after);
                }
            }
        }
        if stuck {
            let asleep = (0..program.len()).filter(|t| world.phase[*t] == Phase::Sleeps);
            found.extend(asleep.map(|t| (t, world.at[t])));
        }
    }
    found
}

/// A run, with locations that say thread and step; `None` if somebody is left behind.
fn run(program: &Program, random: &mut Random) -> Option<Vec<TraceEvent>> {
    let mut world = World::new(program);
    let mut events = Vec::new();
    loop {
        let enabled: Vec<usize> = (0..program.len()).filter(|t| world.is_enabled(program, *t)).collect();
        if enabled.is_empty() {
            break;
        }
        let thread = enabled[random.below(enabled.len())];
        let location = (thread * 100 + world.at[thread] + 1) as u32;
        let choice = random.below(program.len());
        world.step(program, thread, choice, &mut |op, object| {
            events.push(TraceEvent::new(thread as u32, op, object, location));
        });
    }
    world.phase.iter().all(|phase| *phase == Phase::Runs).then_some(events)
}

#[derive(Clone, Copy, Debug)]
struct Style {
    /// Waits are in loops, predicates change under the lock and are told of to all.
    correct: bool,
}

fn program(random: &mut Random, style: Style) -> Program {
    let threads = 2 + random.below(2);
    (0..threads).map(|_| (0..1 + random.below(2)).flat_map(|_| section(random, style)).collect()).collect()
}

fn section(random: &mut Random, style: Style) -> Vec<Step> {
    let (x, c) = (random.below(VARIABLES), random.below(2) * random.below(2));
    if style.correct {
        return match random.below(3) {
            0 => vec![Step::Lock, Step::WaitWhile(x, 0), Step::Read(x), Step::Unlock],
            1 => vec![Step::Lock, Step::Set(x, 1), Step::Broadcast(0), Step::Unlock],
            _ => vec![Step::Lock, Step::Set(x, 1), Step::Unlock, Step::Broadcast(0)],
        };
    }
    let tell = match random.below(4) {
        0 => Step::Broadcast(c),
        1 => Step::SignalIf(random.below(VARIABLES), c),
        _ => Step::Signal(c),
    };
    let wait = match random.below(3) {
        0 => Step::WaitWhile(x, c),
        1 => Step::WaitIf(x, c),
        _ => Step::Wait(c),
    };
    match random.below(7) {
        0 => vec![Step::Lock, wait, Step::Unlock],
        1 => vec![Step::Lock, wait, Step::Set(random.below(VARIABLES), 1), Step::Unlock],
        2 => vec![Step::Lock, Step::Set(x, 1), tell, Step::Unlock],
        3 => vec![Step::Set(x, 1), tell],
        4 => vec![Step::Lock, Step::Set(x, 1), Step::Unlock, tell],
        5 => vec![Step::Lock, tell, Step::Unlock],
        _ => vec![Step::Lock, Step::Read(x), Step::Unlock],
    }
}

/// Waits (thread, step) reported as never ending.
fn reported(trace: &Trace, order: Order) -> HashSet<(usize, usize)> {
    let options = Options { order, whole_history: true, ..Options::default() };
    let outcome = analyse(trace, &Specification::default(), &options);
    assert_eq!(outcome.refused, 0);
    let lost = outcome.findings.iter().filter(|finding| finding.witness.pair.kind == Kind::LostSignal);
    lost.map(|finding| {
        let location = trace.events[finding.witness.pair.first as usize].location as usize - 1;
        (location / 100, location % 100)
    })
    .collect()
}

fn programs() -> u64 {
    std::env::var("SELVEDGE_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(if full() {
        20_000
    } else {
        1_000
    })
}

fn full() -> bool {
    std::env::var_os("SELVEDGE_FULL").is_some()
}

#[test]
fn a_wait_said_to_be_lost_can_last_for_ever() {
    let (mut reports, mut runs, mut stuck_places, mut found_places) = (0, 0, 0, 0);
    for seed in 0..programs() {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x7654_3210);
        let program = program(&mut random, Style { correct: false });
        let truth = sleeps_for_ever(&program);
        let mut found = HashSet::new();
        for _ in 0..8 {
            let Some(events) = run(&program, &mut random) else { continue };
            runs += 1;
            let trace = trace_of(&events);
            for place in reported(&trace, Order::Weak) {
                assert!(truth.contains(&place), "seed {seed}: {place:?} in {program:?}: {truth:?}");
                reports += 1;
                found.insert(place);
            }
            found.extend(reported(&trace, Order::BoundedWeak));
        }
        stuck_places += truth.len();
        found_places += found.len();
        assert!(found.is_subset(&truth), "seed {seed}");
    }
    println!(
        "{} programs, {runs} runs: {reports} lost signals reported, {found_places} of {stuck_places} places found, none false",
        programs()
    );
    assert!(reports > 0 && found_places * 10 > stuck_places);
}

#[test]
fn waits_in_loops_lose_nothing() {
    for seed in 0..programs() {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1111);
        let program = program(&mut random, Style { correct: true });
        for _ in 0..4 {
            // Somebody may wait for what nobody sets.
            let Some(events) = run(&program, &mut random) else { continue };
            let trace = trace_of(&events);
            for order in [Order::Hb, Order::Edc, Order::Weak, Order::BoundedWeak] {
                assert!(reported(&trace, order).is_empty(), "seed {seed}, {order:?}: {program:?}");
            }
        }
    }
}

fn lost(text: &str) -> usize {
    let nothing = Specification::default();
    let outcome = analyse(&trace_of_text(text, &nothing), &nothing, &Options::default());
    assert_eq!(outcome.refused, 0);
    outcome.findings.iter().filter(|finding| finding.witness.pair.kind == Kind::LostSignal).count()
}

/// `wait` and what ends it: T1 waits, T2 signals.
const PLAIN: &str = "\
T1|acq(m)|1
T1|wait(c)|2
T1|rel(m)|2
T2|acq(m)|11
T2|signal(c)|12
T2|rel(m)|13
T1|acq(m)|2
T1|wake(c)|2
T1|rel(m)|4
";

#[test]
fn a_wait_that_does_not_look_can_miss_its_signal() {
    assert_eq!(lost(PLAIN), 1);
    // It looks, under the lock.
    let looks =
        PLAIN.replace("T1|wait", "T1|r(ready)|5\nT1|wait").replace("T2|signal", "T2|w(ready)|9\nT2|signal");
    assert_eq!(lost(&looks), 0);
    // It looks, and the other one does not take the lock.
    let unlocked = looks.replace("T2|acq(m)|11\n", "").replace("T2|rel(m)|13\n", "");
    assert_eq!(lost(&unlocked), 1);
    // It looks without the lock, as in a test before the critical section.
    let before = looks.replace("T1|acq(m)|1\nT1|r(ready)|5\n", "T1|r(ready)|5\nT1|acq(m)|1\n");
    assert_eq!(lost(&before), 1);
}

#[test]
fn another_signal_ends_the_wait() {
    // Somebody signals once more, later, and needs nothing of the waiter for it.
    assert_eq!(lost(&format!("{PLAIN}T3|r(z)|20\nT3|signal(c)|21\n")), 1);
    assert_eq!(lost(&format!("{PLAIN}T1|w(z)|19\nT3|r(z)|20\nT3|signal(c)|21\n")), 0);
    // Only after the waiter has ended: then it is too late.
    assert_eq!(lost(&format!("{PLAIN}T3|join(T1)|20\nT3|signal(c)|21\n")), 1);
}

#[test]
fn one_condition_variable_for_two_predicates() {
    let text = "\
T1|acq(m)|1
T1|r(p)|2
T1|wait(c)|3
T1|rel(m)|3
T2|acq(m)|11
T2|w(q)|12
T2|broadcast(c)|13
T2|rel(m)|14
T1|acq(m)|3
T1|wake(c)|3
T1|r(p)|2
T1|wait(c)|3
T1|rel(m)|3
T3|acq(m)|21
T3|w(p)|22
T3|broadcast(c)|23
T3|rel(m)|24
T1|acq(m)|3
T1|wake(c)|3
T1|r(p)|2
T1|rel(m)|4
";
    assert_eq!(lost(text), 0);
}

#[test]
fn a_wait_with_a_time_limit_ends() {
    assert_eq!(lost(&PLAIN.replace("T1|wait", "T1|timedwait")), 0);
}

#[test]
fn somebody_who_would_read_something_else_may_signal() {
    // T3 looks at what T1 wrote after its wait.
    assert_eq!(lost(&format!("{PLAIN}T1|w(z)|19\nT3|r(z)|20\n")), 0);
    // It waits for the end of T1 before.
    assert_eq!(lost(&format!("{PLAIN}T1|w(z)|19\nT3|join(T1)|20\nT3|r(z)|20\n")), 1);
}
