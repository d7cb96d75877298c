//! Operations that others break, against an exhaustive oracle on small random traces: never a false one, most of them found.
//!
//! Some hundred traces by default, `SELVEDGE_FULL=1` for 10,000 of each kind (`SELVEDGE_SEEDS=N` for N).

use crate::common::{Random, comes_between, trace_of, trace_of_text};
use crate::deadlocks::shuffled;
use events::trace::{Op, TraceEvent};
use predict::{EventId, Finding, Kind, Operations, Options, Order, Outcome, Refusal, Trace, analyse, check};
use spec::Specification;
use std::collections::BTreeSet;

fn traces() -> u64 {
    let full = if std::env::var_os("SELVEDGE_FULL").is_some() { 10_000 } else { 600 };
    std::env::var("SELVEDGE_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(full)
}

#[derive(Clone, Copy, Debug)]
struct Style {
    readers: bool,
    /// Accesses without a lock, and atomic ones.
    others: bool,
    /// Forks and joins in the middle, semaphores.
    lives: bool,
}

/// Two or three threads with one to three sections of one or two locks each.
fn sections(seed: u64, style: Style) -> Vec<TraceEvent> {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0xa70);
    let (n_threads, n_locks) = (2 + random.below(2), 1 + random.below(2));
    let mut lists: Vec<Vec<(Op, u64, bool)>> = vec![Vec::new(); n_threads];
    for list in &mut lists {
        for _ in 0..1 + random.below(3) {
            section(&mut random, style, random_lock(seed, n_locks), list);
        }
    }
    if style.lives {
        let by = random.below(n_threads - 1);
        let at = random.below(lists[by].len() + 1);
        lists[by].insert(at, (Op::Fork, n_threads as u64 - 1, false));
        let at = at + 1 + random.below(lists[by].len() - at);
        lists[by].insert(at, (Op::Join, n_threads as u64 - 1, false));
    }
    shuffled(&mut random, &lists)
}

/// Mostly the first.
fn random_lock(seed: u64, n_locks: usize) -> u64 {
    u64::from(n_locks > 1 && seed.is_multiple_of(5))
}

fn section(random: &mut Random, style: Style, lock: u64, list: &mut Vec<(Op, u64, bool)>) {
    let shared = style.readers && random.below(3) == 0;
    let outer = random.below(4) == 0;
    if outer {
        list.push((Op::Acquire, 7, false));
    }
    list.push((if shared { Op::AcquireShared } else { Op::Acquire }, lock, false));
    for _ in 0..1 + random.below(2) {
        let op = if shared || random.below(2) == 0 { Op::Read } else { Op::Write };
        list.push((op, random.below(2) as u64, false));
    }
    list.push((Op::Release, lock, false));
    if outer {
        list.push((Op::Release, 7, false));
    }
    if style.others && random.below(3) == 0 {
        let ops = [Op::Read, Op::Write, Op::AtomicRead, Op::AtomicUpdate];
        list.push((ops[random.below(ops.len())], 2 + random.below(2) as u64, false));
    }
}

fn found(trace: &Trace, options: &Options) -> Outcome {
    let mut outcome = analyse(trace, &Specification::default(), options);
    outcome.findings.retain(|finding| finding.witness.pair.kind == Kind::Atomicity);
    outcome
}

/// The events of a thread before one.
fn earlier(trace: &Trace, id: EventId) -> impl Iterator<Item = EventId> + '_ {
    let thread = trace.events[id as usize].thread;
    (0..id).filter(move |other| trace.events[*other as usize].thread == thread)
}

/// Lock, acquire and whether for itself.
fn held(trace: &Trace, id: EventId) -> BTreeSet<(u32, EventId, bool)> {
    let mut held = BTreeSet::new();
    for id in earlier(trace, id) {
        let event = &trace.events[id as usize];
        match event.op {
            Op::Acquire | Op::AcquireShared => drop(held.insert((event.target, id, event.op == Op::Acquire))),
            Op::Release => held.retain(|(lock, ..)| *lock != event.target),
            _ => {}
        }
    }
    held
}

/// Reads, others' writes and writes that are what is looked for, by the words of the documentation: whether any reordering has them in that order
/// is not asked.
fn patterns(trace: &Trace) -> Vec<[EventId; 3]> {
    let op = |id: EventId| trace.events[id as usize].op;
    let target = |id: EventId| trace.events[id as usize].target;
    let ids = 0..trace.len() as EventId;
    let mut all = Vec::new();
    for write in ids.clone().filter(|id| op(*id) == Op::Write) {
        let is_one = |id: &EventId| trace.events[*id as usize].is_access() && target(*id) == target(write);
        let Some(read) = earlier(trace, write).filter(is_one).last().filter(|id| op(*id) == Op::Read) else {
            continue;
        };
        for (lock, taken, _) in held(trace, write).into_iter().filter(|(.., own)| *own) {
            let in_section =
                held(trace, read).iter().any(|(known, before, _)| *known == lock && *before != taken);
            let waits = |id: EventId| matches!(op(id), Op::Join | Op::Down | Op::Wake | Op::BarrierLeave);
            let between: Vec<EventId> = earlier(trace, taken).filter(|id| *id > read).collect();
            let again =
                between.iter().any(|id| target(*id) == lock && trace.events[*id as usize].is_acquire());
            if !in_section || again || between.iter().any(|id| waits(*id)) {
                continue;
            }
            let is_other = |id: &EventId| {
                op(*id) == Op::Write
                    && is_one(id)
                    && trace.events[*id as usize].thread != trace.events[write as usize].thread
                    && held(trace, *id).iter().any(|(known, _, own)| *known == lock && *own)
            };
            all.extend(ids.clone().filter(is_other).map(|other| [read, other, write]));
        }
    }
    all
}

/// Operations that can be broken, and those of them that were found.
fn compare(style: Style, options: &Options) -> (u64, u64) {
    let (mut breakable, mut shown) = (0, 0);
    for seed in 0..traces() {
        let trace = trace_of(&sections(seed, style));
        let patterns = patterns(&trace);
        let truth: Vec<_> = patterns.iter().filter(|triple| comes_between(&trace, **triple)).collect();
        let outcome = found(&trace, options);
        assert_eq!(outcome.refused, 0, "{seed}");
        let mut reported = BTreeSet::new();
        for Finding { witness, .. } in &outcome.findings {
            assert_eq!(check(&trace, witness), Ok(()), "{style:?} {seed}");
            let triple = [witness.cycle[0], witness.cycle[1], witness.cycle[2]];
            assert!(truth.contains(&&triple), "{style:?} {seed}: false {triple:?} of {truth:?}");
            reported.insert((triple[0], triple[2]));
        }
        let all: BTreeSet<_> = truth.iter().map(|[read, _, write]| (*read, *write)).collect();
        breakable += all.len() as u64;
        shown += all.intersection(&reported).count() as u64;
    }
    println!("{style:?}: {} traces, {shown} of {breakable} operations; none false", traces());
    (breakable, shown)
}

fn of_threads() -> Options {
    Options { order: Order::Weak, every_pair: true, operations: Operations::Threads, ..Options::default() }
}

#[test]
fn reported_operations_can_be_broken_and_most_are_found() {
    let plain = Style { readers: false, others: false, lives: false };
    let all = Style { readers: true, others: true, lives: true };
    for style in [plain, Style { readers: true, ..plain }, Style { others: true, ..plain }, all] {
        let (breakable, shown) = compare(style, &of_threads());
        assert!(breakable * 50 > traces(), "{style:?}: {breakable}");
        assert!(shown * 100 >= breakable * 75, "{style:?}: {shown} of {breakable}");
        let mut keeping = of_threads();
        keeping.effort.reversal = false;
        compare(style, &keeping);
    }
}

const STALE: &str = "\
T1|acq(m)|1
T1|r(x)|2
T1|rel(m)|3
T1|acq(m)|4
T1|w(x)|5
T1|rel(m)|6
T2|acq(m)|7
T2|w(x)|8
T2|rel(m)|9";

fn text(text: &str) -> Outcome {
    let trace = trace_of_text(text, &Specification::default());
    let outcome = found(&trace, &of_threads());
    for finding in &outcome.findings {
        assert_eq!(check(&trace, &finding.witness), Ok(()));
    }
    outcome
}

#[test]
fn a_stale_read_is_written_over() {
    let outcome = text(STALE);
    let [finding] = &outcome.findings[..] else { panic!("{outcome:?}") };
    assert_eq!(finding.witness.cycle, [1, 7, 4]);
    assert_eq!(finding.places, Some([1, 4]));
}

#[test]
fn what_is_no_operation() {
    let second = "T1|acq(m)|4\n";
    for (name, text_of) in [
        ("looks again", STALE.replace(second, "T1|acq(m)|4\nT1|r(x)|40\n")),
        ("waits in between", STALE.replace(second, "T1|down(s)|40\nT1|acq(m)|4\n")),
        ("another lock", STALE.replace("T2|acq(m)", "T2|acq(n)").replace("T2|rel(m)", "T2|rel(n)")),
        ("reads before it writes", STALE.replace("T2|w(x)|8", "T2|r(x)|80\nT2|w(x)|8")),
        ("writes first", STALE.replace("T1|r(x)|2", "T1|r(x)|2\nT1|w(x)|20")),
        ("one section", STALE.replace("T1|rel(m)|3\nT1|acq(m)|4\n", "")),
        ("a loop", format!("{STALE}\nT1|acq(m)|4\nT1|w(x)|5\nT1|rel(m)|6")),
        ("one place", STALE.replace(second, "T1|acq(m)|1\n")),
    ] {
        assert!(text(&text_of).findings.is_empty(), "{name}");
    }
    let trace = trace_of_text(STALE, &Specification::default());
    for operations in [Operations::None, Operations::Calls] {
        assert!(found(&trace, &Options { operations, ..of_threads() }).findings.is_empty());
    }
}

/// The run itself has it; not where the thread has heard of it.
#[test]
fn in_the_run_itself() {
    let between = "T2|acq(m)|7\nT2|w(x)|8\nT2|rel(m)|9\n";
    let (own, _) = STALE.split_at(STALE.find("T2").unwrap());
    let run = own.replace("T1|acq(m)|4\n", &format!("{between}T1|acq(m)|4\n"));
    assert_eq!(text(&run).findings.len(), 1);
    let reads = run.replace("T2|w(x)|8", "T2|r(x)|80\nT2|w(x)|8");
    assert_eq!(text(&reads).findings.len(), 1);
    let told = "T2|acq(m)|7\nT2|w(x)|8\nT2|w(y)|81\nT2|rel(m)|9\n";
    let heard = run.replace(between, told).replace("T1|w(x)|5", "T1|r(y)|50\nT1|w(x)|5");
    assert_eq!(text(&heard).findings.len(), 0);
}

#[test]
fn the_checker_refuses_other_orders() {
    let trace = trace_of_text(STALE, &Specification::default());
    let outcome = found(&trace, &of_threads());
    let witness = &outcome.findings[0].witness;
    let mut swapped = witness.clone();
    swapped.cycle = vec![1, 4, 7];
    assert!(matches!(check(&trace, &swapped), Err(Refusal { .. })));
    let mut early = witness.clone();
    (early.prefix, early.tail) = (0, vec![6, 7, 8, 0, 1, 2, 3, 4]);
    assert!(check(&trace, &early).is_err());
    let mut none = witness.clone();
    none.tail.retain(|id| *id != 7);
    assert!(check(&trace, &none).is_err());
}
