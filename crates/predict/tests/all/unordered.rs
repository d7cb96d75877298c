//! Data races of the run itself, with atomics of all orders and fences: against happens-before as a relation, by its definition in C++20.
//!
//! Some hundred runs by default, `SELVEDGE_FULL=1` for 20,000 (`SELVEDGE_SEEDS=N` for N).

use crate::common::{Listed, Random, trace_of};
use events::trace::{EventStream, Op, StdReader, TraceEvent, TraceOrder};
use predict::{Event, Fault, Kind, Options, Order, Trace, analyse, is_ordered};
use spec::Specification;
use std::collections::BTreeSet;

fn runs() -> u64 {
    let full = if std::env::var_os("SELVEDGE_FULL").is_some() { 20_000 } else { 1_000 };
    std::env::var("SELVEDGE_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(full)
}

const ORDERS: [TraceOrder; 5] = [
    TraceOrder::Relaxed,
    TraceOrder::Acquire,
    TraceOrder::Release,
    TraceOrder::AcquireRelease,
    TraceOrder::SeqCst,
];

/// A run of two to four threads: plain variables 0 and 1, atomics 10 and 11, a lock, fences, forks and joins.
fn random_run(seed: u64) -> Vec<TraceEvent> {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0xc11);
    let n_threads = 2 + random.below(3);
    let (mut events, mut owner): (Vec<TraceEvent>, Option<u32>) = (Vec::new(), None);
    let (mut forked, mut joined) = (vec![true; n_threads], vec![false; n_threads]);
    if random.below(2) == 0 {
        forked[1..].fill(false);
    }
    for _ in 0..12 + random.below(16) {
        let thread = random.below(n_threads);
        let mut push = |op: Op, object: u64, order: TraceOrder| {
            let location = events.len() as u32 + 1;
            events.push(TraceEvent { order, ..TraceEvent::new(thread as u32, op, object, location) });
        };
        if !forked[thread] || joined[thread] {
            if thread > 0 && !forked[thread] && !joined[0] {
                forked[thread] = true;
                let location = events.len() as u32 + 1;
                events.push(TraceEvent::new(0, Op::Fork, thread as u64, location));
            }
            continue;
        }
        let order = ORDERS[random.below(ORDERS.len())];
        let atomic = 10 + random.below(2) as u64;
        match random.below(12) {
            0..=2 => push(
                if random.below(2) == 0 { Op::Read } else { Op::Write },
                random.below(2) as u64,
                TraceOrder::None,
            ),
            3..=4 => push(Op::AtomicWrite, atomic, order),
            5..=6 => push(Op::AtomicRead, atomic, order),
            7 => push(Op::AtomicUpdate, atomic, order),
            8..=9 => push(Op::Fence, 0, order),
            10 if owner.is_none() => {
                owner = Some(thread as u32);
                push(Op::Acquire, 5, TraceOrder::None);
            }
            10 if owner == Some(thread as u32) => {
                owner = None;
                push(Op::Release, 5, TraceOrder::None);
            }
            11 if thread == 0 => {
                let other = random.below(n_threads);
                if other > 0 && forked[other] && !joined[other] && owner != Some(other as u32) {
                    joined[other] = true;
                    push(Op::Join, other as u64, TraceOrder::None);
                }
            }
            _ => {}
        }
    }
    events
}

/// Which events happen before which, by the definition: a transitive closure.
fn happens_before(trace: &Trace) -> Vec<Vec<bool>> {
    let events = &trace.events;
    let n = events.len();
    let mut before = vec![vec![false; n]; n];
    for b in 0..n {
        for a in 0..b {
            let (x, y) = (&events[a], &events[b]);
            let same = x.target == y.target;
            before[a][b] = x.thread == y.thread
                || same && x.op == Op::Release && y.op == Op::Acquire
                || x.op == Op::Fork && x.target == y.thread
                || y.op == Op::Join && y.target == x.thread;
        }
    }
    for read in (0..n).filter(|id| events[*id].reads() && events[*id].is_atomic()) {
        for (from, to) in synchronises(trace, read) {
            before[from][to] = true;
        }
    }
    for middle in 0..n {
        let behind = before[middle].clone();
        for row in before.iter_mut().filter(|row| row[middle]) {
            row.iter_mut().zip(&behind).for_each(|(known, more)| *known |= more);
        }
    }
    before
}

/// Releases and acquires that an atomic read makes meet.
fn synchronises(trace: &Trace, read: usize) -> Vec<(usize, usize)> {
    let events = &trace.events;
    let fences = |event: &Event, before: bool, at: usize| -> Vec<usize> {
        let range = if before { 0..at } else { at + 1..events.len() };
        let is_it = |id: &usize| {
            let fence = &events[*id];
            fence.op == Op::Fence
                && fence.thread == event.thread
                && if before { fence.releases() } else { fence.acquires() }
        };
        range.filter(is_it).collect()
    };
    let mut takers = fences(&events[read], false, read);
    if events[read].acquires() {
        takers.push(read);
    }
    // The write that it reads, and those before it as long as updates lead from one to the next.
    let mut givers = Vec::new();
    let mut at = read;
    loop {
        let write =
            (0..at).rev().find(|id| events[*id].writes() && events[*id].target == events[read].target);
        let Some(write) = write else { break };
        if events[write].releases() {
            givers.push(write);
        }
        givers.extend(fences(&events[write], true, write));
        if !events[write].reads() {
            break;
        }
        at = write;
    }
    givers.iter().flat_map(|from| takers.iter().map(|to| (*from, *to))).collect()
}

#[test]
fn races_are_what_happens_before_leaves_unordered() {
    let options = Options { order: Order::Weak, whole_history: true, every_pair: true, ..Options::default() };
    let (mut all, mut told, mut by_reordering, mut weak) = (0, 0, 0, 0);
    for seed in 0..runs() {
        let trace = trace_of(&random_run(seed));
        let before = happens_before(&trace);
        let events = &trace.events;
        let mut truth = BTreeSet::new();
        for b in 0..events.len() {
            for a in 0..b {
                let conflict = events[a].thread != events[b].thread && events[a].races(&events[b]);
                if events[a].is_access() {
                    assert_eq!(is_ordered(events, a as u32, b as u32), before[a][b], "seed {seed}: {a} {b}");
                }
                if conflict && !before[a][b] {
                    truth.insert((a as u32, b as u32));
                }
            }
        }
        let outcome = analyse(&trace, &Specification::default(), &options);
        assert_eq!(outcome.refused, 0);
        let races = outcome.observed.iter().filter(|observed| observed.fault == Fault::Race);
        let races: BTreeSet<_> = races.map(|race| (race.events[0], race.events[1])).collect();
        assert!(races.is_subset(&truth), "seed {seed}: {races:?} of {truth:?}");
        let pairs = outcome.findings.iter().filter(|finding| finding.witness.pair.kind == Kind::Race);
        let shown: BTreeSet<_> =
            pairs.map(|finding| (finding.witness.pair.first, finding.witness.pair.second)).collect();
        all += truth.len();
        by_reordering += truth.intersection(&shown).count();
        told += truth.iter().filter(|pair| races.contains(pair) || shown.contains(pair)).count();
        // Those runs where something is told at all, if there is something.
        weak += usize::from(!truth.is_empty() && races.is_empty() && shown.is_empty());
    }
    println!(
        "{} runs: {told} of {all} unordered pairs told, {by_reordering} of them by reorderings, {weak} runs with some of which nothing is told; none false",
        runs()
    );
    assert!(all > runs() as usize && weak == 0 && told * 100 >= all * 70, "{told} of {all}, {weak}");
}

fn races(events: &[(u32, Op, u64, TraceOrder)]) -> usize {
    let event = |(place, (thread, op, object, order)): (usize, &(u32, Op, u64, TraceOrder))| TraceEvent {
        order: *order,
        ..TraceEvent::new(*thread, *op, *object, place as u32 + 1)
    };
    let events: Vec<TraceEvent> = events.iter().enumerate().map(event).collect();
    let outcome = analyse(&trace_of(&events), &Specification::default(), &Options::default());
    outcome.observed.len() + outcome.findings.len()
}

#[test]
fn published_through_a_flag() {
    use TraceOrder::{Acquire, None, Relaxed, Release};
    let through = |store: TraceOrder, load: TraceOrder| {
        races(&[
            (1, Op::Write, 0, None),
            (1, Op::AtomicWrite, 10, store),
            (2, Op::AtomicRead, 10, load),
            (2, Op::Read, 0, None),
        ])
    };
    assert_eq!(through(Release, Acquire), 0);
    assert_eq!((through(Relaxed, Acquire), through(Release, Relaxed), through(Relaxed, Relaxed)), (1, 1, 1));
    let fenced = |before: TraceOrder, behind: TraceOrder| {
        races(&[
            (1, Op::Write, 0, None),
            (1, Op::Fence, 0, before),
            (1, Op::AtomicWrite, 10, Relaxed),
            (2, Op::AtomicRead, 10, Relaxed),
            (2, Op::Fence, 0, behind),
            (2, Op::Read, 0, None),
        ])
    };
    assert_eq!((fenced(Release, Acquire), fenced(Acquire, Acquire), fenced(Release, Release)), (0, 1, 1));
    // Who counts goes on with the sequence; who stores does not.
    let counted = |op: Op| {
        races(&[
            (1, Op::Write, 0, None),
            (1, Op::AtomicWrite, 10, Release),
            (3, op, 10, Relaxed),
            (2, Op::AtomicRead, 10, Acquire),
            (2, Op::Read, 0, None),
        ])
    };
    assert_eq!((counted(Op::AtomicUpdate), counted(Op::AtomicWrite)), (0, 1));
}

#[test]
fn where_no_order_was_recorded_it_is_the_strongest() {
    let text = "T1|w(x)|1\nT1|aw(f)|2\nT2|ar(f)|3\nT2|r(x)|4\n";
    let mut reader = StdReader::new(std::io::Cursor::new(text.to_owned()), "t.std");
    let stream: &mut dyn EventStream = &mut reader;
    let trace = Trace::read(stream, None, &Specification::default()).unwrap();
    let outcome = analyse(&trace, &Specification::default(), &Options::default());
    assert!(outcome.findings.is_empty() && outcome.observed.is_empty());
    assert!(!Listed::new(&[]).has_addresses());
}
