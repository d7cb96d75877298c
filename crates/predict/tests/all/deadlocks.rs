//! Deadlocks against an exhaustive oracle on small random traces: never a false one, most of them found.
//!
//! Some hundred traces by default, `SELVEDGE_FULL=1` for 10,000 of each kind (`SELVEDGE_SEEDS=N` for N).

use crate::common::{Random, deadlocks, trace_of, trace_of_text};
use events::trace::{Op, TraceEvent};
use predict::{EventId, Kind, Options, Order, Outcome, Trace, analyse, check};
use spec::Specification;
use std::collections::BTreeSet;

fn traces() -> u64 {
    let full = if std::env::var_os("SELVEDGE_FULL").is_some() { 10_000 } else { 400 };
    std::env::var("SELVEDGE_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(full)
}

/// What random traces are made of.
#[derive(Clone, Copy, Debug)]
struct Style {
    readers: bool,
    tried: bool,
    /// Plain and atomic accesses, of which some decide what follows.
    accesses: bool,
    /// Forks and joins in the middle.
    lives: bool,
    /// A lock that is often held around others.
    gates: bool,
}

/// Nested sections of two to four threads over two to four locks, each thread's own list shuffled with the others'.
fn nested_trace(seed: u64, style: Style) -> Vec<TraceEvent> {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5eed);
    let (n_threads, n_locks) = (2 + random.below(3), 2 + random.below(3));
    let mut lists: Vec<Vec<(Op, u64, bool)>> = vec![Vec::new(); n_threads];
    for list in &mut lists {
        for _ in 0..1 + random.below(2) {
            section(&mut random, style, n_locks, list);
        }
    }
    if style.lives {
        for thread in 1..n_threads {
            let by = random.below(thread);
            let at = random.below(lists[by].len() + 1);
            lists[by].insert(at, (Op::Fork, thread as u64, false));
            if random.below(3) == 0 {
                let at = at + 1 + random.below(lists[by].len() - at);
                lists[by].insert(at, (Op::Join, thread as u64, false));
            }
        }
    }
    shuffled(&mut random, &lists)
}

fn section(random: &mut Random, style: Style, n_locks: usize, list: &mut Vec<(Op, u64, bool)>) {
    let mut held: Vec<usize> = Vec::new();
    if style.gates && random.below(3) == 0 {
        held.push(9);
    }
    for _ in 0..2 + random.below(2) {
        let lock = random.below(n_locks);
        if !held.contains(&lock) {
            held.push(lock);
        }
    }
    for lock in &held {
        let op = if style.readers && random.below(2) == 0 { Op::AcquireShared } else { Op::Acquire };
        list.push((op, *lock as u64, style.tried && random.below(4) == 0));
        if style.accesses && random.below(3) == 0 {
            let ops = [Op::Read, Op::Write, Op::AtomicRead, Op::AtomicWrite, Op::AtomicUpdate];
            list.push((ops[random.below(ops.len())], random.below(2) as u64, false));
        }
    }
    while !held.is_empty() {
        // Not always the last first.
        let place = if random.below(4) == 0 { random.below(held.len()) } else { held.len() - 1 };
        list.push((Op::Release, held.remove(place) as u64, false));
    }
}

/// A run of the lists; it ends early where it comes to a deadlock.
pub fn shuffled(random: &mut Random, lists: &[Vec<(Op, u64, bool)>]) -> Vec<TraceEvent> {
    let forked: BTreeSet<u64> =
        lists.iter().flatten().filter(|(op, ..)| *op == Op::Fork).map(|(_, thread, _)| *thread).collect();
    let mut alive: Vec<bool> = (0..lists.len()).map(|thread| !forked.contains(&(thread as u64))).collect();
    let (mut at, mut events) = (vec![0; lists.len()], Vec::new());
    let mut held: Vec<(u64, usize, bool)> = Vec::new();
    // Mostly a thread goes on for a while: a run that deadlocks at once shows little.
    let mut thread = 0;
    for _ in 0..1000 {
        if random.below(4) == 0 {
            thread = random.below(lists.len());
        }
        let Some((op, object, tried)) = lists[thread].get(at[thread]).copied().filter(|_| alive[thread])
        else {
            thread = random.below(lists.len());
            continue;
        };
        let shared = op == Op::AcquireShared;
        let is_held = held.iter().any(|(lock, _, with_others)| *lock == object && !(shared && *with_others));
        let is_blocked = match op {
            Op::Acquire | Op::AcquireShared => is_held,
            Op::Join => at[object as usize] < lists[object as usize].len(),
            _ => false,
        };
        if is_blocked {
            thread = random.below(lists.len());
            continue;
        }
        match op {
            Op::Acquire | Op::AcquireShared => held.push((object, thread, shared)),
            Op::Release => held.retain(|(lock, owner, _)| (*lock, *owner) != (object, thread)),
            Op::Fork => alive[object as usize] = true,
            _ => {}
        }
        let location = events.len() as u32 + 1;
        let event = TraceEvent::new(thread as u32, op, object, location);
        events.push(TraceEvent { has_value: tried, value: u64::from(tried), ..event });
        at[thread] += 1;
    }
    events
}

fn found(trace: &Trace, options: &Options) -> Outcome {
    let mut outcome = analyse(trace, &Specification::default(), options);
    outcome.findings.retain(|finding| finding.witness.pair.kind == Kind::Deadlock);
    outcome
}

/// Traces, those with deadlocks, those of which one was found.
fn compare(name: &str, make: impl Fn(u64) -> Vec<TraceEvent>, reversal: bool) -> (u64, u64, u64) {
    let mut options = Options { order: Order::Weak, every_pair: true, ..Options::default() };
    options.effort.reversal = reversal;
    let (mut cycles, mut cycles_found) = (0, 0);
    let (mut with, mut with_found) = (0, 0);
    for seed in 0..traces() {
        let trace = trace_of(&make(seed));
        let truth = deadlocks(&trace);
        let outcome = found(&trace, &options);
        assert_eq!(outcome.refused, 0, "{name} {seed}");
        for finding in &outcome.findings {
            assert_eq!(check(&trace, &finding.witness), Ok(()), "{name} {seed}");
            let mut cycle: Vec<EventId> = finding.witness.cycle.clone();
            cycle.sort_unstable();
            assert!(truth.contains(&cycle), "{name} {seed}: false {:?} of {truth:?}", finding.witness);
        }
        with += u64::from(!truth.is_empty());
        with_found += u64::from(!truth.is_empty() && !outcome.findings.is_empty());
        // By class: which of a thread's acquires it is does not matter.
        let shape = |cycle: &Vec<EventId>| -> BTreeSet<(u32, u32)> {
            cycle
                .iter()
                .map(|id| &trace.events[*id as usize])
                .map(|event| (event.thread, event.target))
                .collect()
        };
        let shapes: BTreeSet<_> = truth.iter().map(shape).collect();
        let shown: BTreeSet<_> =
            outcome.findings.iter().map(|finding| shape(&finding.witness.cycle)).collect();
        cycles += shapes.len() as u64;
        cycles_found += shapes.intersection(&shown).count() as u64;
    }
    println!(
        "{name}, reversal {reversal}: {} traces, {with} with deadlocks, {with_found} of them found; cycles {cycles_found} of {cycles}; none false",
        traces()
    );
    (with, with_found, cycles)
}

#[test]
fn reported_deadlocks_are_true_and_nearly_all() {
    let plain = Style { readers: false, tried: false, accesses: false, lives: false, gates: false };
    let all = Style { readers: true, tried: true, accesses: true, lives: true, gates: true };
    for (name, style, least) in [
        ("mutexes", plain, 97),
        ("gates", Style { gates: true, ..plain }, 97),
        ("readers", Style { readers: true, ..plain }, 97),
        ("tried", Style { tried: true, ..plain }, 97),
        ("lives", Style { lives: true, ..plain }, 97),
        ("accesses", Style { accesses: true, ..plain }, 90),
        ("all", all, 90),
    ] {
        let (with, with_found, cycles) = compare(name, |seed| nested_trace(seed, style), true);
        assert!(with * 20 > traces() && cycles >= with, "{name}: {with} of {}", traces());
        assert!(with_found * 100 >= with * least, "{name}: {with_found} of {with}");
        compare(name, |seed| nested_trace(seed, style), false);
    }
}

fn text(text: &str) -> usize {
    let nothing = Specification::default();
    let trace = trace_of_text(text, &nothing);
    let outcome = found(&trace, &Options::default());
    assert_eq!(outcome.refused, 0);
    outcome.findings.len()
}

const INVERSION: &str = "\
T1|acq(a)|1
T1|acq(b)|2
T1|rel(b)|3
T1|rel(a)|4
T2|acq(b)|11
T2|acq(a)|12
T2|rel(a)|13
T2|rel(b)|14
";

#[test]
fn two_orders() {
    assert_eq!(text(INVERSION), 1);
    // Under a gate, by one thread, or one after the other's end.
    let gated =
        format!("T1|acq(g)|5\n{}", INVERSION.replace("T1|rel(a)|4", "T1|rel(a)|4\nT1|rel(g)|6\nT2|acq(g)|7"));
    assert_eq!(text(&format!("{gated}T2|rel(g)|8\n")), 0);
    assert_eq!(text(&INVERSION.replace("T2", "T1")), 0);
    assert_eq!(text(&INVERSION.replace("T2|acq(b)", "T2|join(T1)|9\nT2|acq(b)")), 0);
    assert_eq!(text(&INVERSION.replace("T2|acq(b)", "T1|fork(T2)|9\nT2|acq(b)")), 0);
    // What the one does depends on what the other has done.
    let depends =
        INVERSION.replace("T1|rel(b)", "T1|w(x)|20\nT1|rel(b)").replace("T2|acq(b)", "T2|r(x)|21\nT2|acq(b)");
    assert_eq!(text(&depends), 0);
}

#[test]
fn readers_wait_for_writers_only() {
    let one = INVERSION.replace("T1|acq(a)", "T1|racq(a)");
    assert_eq!(text(&one), 1);
    let [b, a] = ["T2|acq(b)", "T2|acq(a)"].map(|acquire| acquire.replace("acq", "racq"));
    assert_eq!(text(&one.replace("T2|acq(a)", &a)), 0);
    assert_eq!(text(&one.replace("T2|acq(b)", &b)), 1);
    assert_eq!(text(&one.replace("T2|acq(b)", &b).replace("T1|acq(b)", "T1|racq(b)")), 0);
    // A gate that both only read is none.
    let gate = |op: &str| {
        let first = format!("T1|{op}(g)|5\n{INVERSION}");
        first.replace("T1|rel(a)|4", &format!("T1|rel(a)|4\nT1|rel(g)|6\nT2|{op}(g)|7")) + "T2|rel(g)|8\n"
    };
    assert_eq!((text(&gate("racq")), text(&gate("acq"))), (1, 0));
}

/// Who waits for a condition takes its mutex again, which is where it can be caught.
#[test]
fn the_mutex_of_a_wait_is_taken_again() {
    let waiter = "\
T1|acq(m)|1
T1|acq(a)|2
T1|wait(c)|3
T1|rel(m)|3
T2|acq(m)|11
T2|signal(c)|12
T2|rel(m)|13
T1|acq(m)|3
T1|wake(c)|3
T1|rel(a)|4
T1|rel(m)|5
";
    let other = "T3|acq(m)|21\nT3|acq(a)|22\nT3|rel(a)|23\nT3|rel(m)|24\n";
    assert_eq!(text(&format!("{waiter}{other}")), 1);
    assert_eq!(
        text(&format!("{}{other}", waiter.replace("T1|acq(a)|2\n", "").replace("T1|rel(a)|4\n", ""))),
        0
    );
}

/// `n` threads, each takes its own lock and the next one's.
fn table(n: usize) -> String {
    let seat = |thread: usize| {
        let (own, next) = (thread, (thread + 1) % n);
        format!(
            "T{thread}|acq(m{own})|1\nT{thread}|acq(m{next})|2\nT{thread}|rel(m{next})|3\nT{thread}|rel(m{own})|4\n"
        )
    };
    (0..n).map(seat).collect()
}

#[test]
fn philosophers() {
    for n in 2..=16 {
        assert_eq!(text(&table(n)), 1, "{n}");
    }
    // One takes them the other way round.
    let turned = table(5).replace("T4|acq(m4)|1\nT4|acq(m0)|2", "T4|acq(m0)|1\nT4|acq(m4)|2");
    assert_eq!(text(&turned), 0);
}

/// A thousand threads that come and go one after another, and two that are there at one time.
#[test]
fn many_threads() {
    let mut events = String::new();
    for thread in 1..=1000 {
        let (first, second) = if thread % 2 == 0 { ("a", "b") } else { ("b", "a") };
        events += &format!("T0|fork(T{thread})|1\nT{thread}|acq({first})|2\nT{thread}|acq({second})|3\n");
        events += &format!("T{thread}|rel({second})|4\nT{thread}|rel({first})|5\nT0|join(T{thread})|6\n");
    }
    assert_eq!(text(&events), 0);
    let last = events.replace("T0|join(T499)|6\n", "") + "T0|join(T499)|6\n";
    assert_eq!(text(&last), 1);
}

/// A hundred thousand locks, each taken while the one before it is held: no cycle, and no time is spent on looking for one.
#[test]
fn long_chains_of_locks_cost_little() {
    let mut events = Vec::new();
    for lock in 0..100_000 {
        for (op, object) in
            [(Op::Acquire, lock), (Op::Acquire, lock + 1), (Op::Release, lock + 1), (Op::Release, lock)]
        {
            events.push(TraceEvent::new((lock % 2) as u32, op, object, 1));
        }
    }
    let started = std::time::Instant::now();
    let trace = trace_of(&events);
    let outcome = analyse(&trace, &Specification::default(), &Options::default());
    assert!(outcome.findings.is_empty());
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}
