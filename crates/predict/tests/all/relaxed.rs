//! What a recorder leaves out around relaxed atomic accesses makes no report false: runs as they were, for the oracle, and the
//! same runs as a recorder logs them (repeated accesses of a section once, quiet atomic accesses when somebody looks), for
//! the analysis.
//!
//! Runs that have a data race themselves are left out: of those a recorder does not know which write a read saw.

use crate::common::{Config, Random, oracle, pairs, random_trace, trace_of};
use crate::memory::Addressed;
use events::trace::{Op, REPEATED, Tables, TraceEvent, TraceOrder};
use predict::{Effort, EventId, Index, Kind, Partition, Trace, check, confirm};
use spec::Specification;
use std::collections::{BTreeMap, BTreeSet};

/// Objects that are accessed atomically.
const ATOMICS: u64 = 50;

/// A run with relaxed accesses and repeated plain ones. Locations are positions plus one.
fn random_run(seed: u64) -> Vec<TraceEvent> {
    let well_locked = !seed.is_multiple_of(4);
    let config = Config { well_locked, shared: false, conditions: false, written_objects: true };
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x55);
    let mut events: Vec<TraceEvent> = Vec::new();
    for event in random_trace(seed, config).into_iter().take(14) {
        events.push(event);
        let thread =
            if random.below(3) > 0 { event.thread } else { events[random.below(events.len())].thread };
        if random.below(3) == 0 {
            let op = [Op::AtomicRead, Op::AtomicWrite, Op::AtomicUpdate][random.below(3)];
            let order = if random.below(6) == 0 { TraceOrder::SeqCst } else { TraceOrder::Relaxed };
            let object = ATOMICS + random.below(2) as u64;
            events.push(TraceEvent { order, ..TraceEvent::new(thread, op, object, 0) });
        }
        // The same as before, with at most relaxed accesses in between.
        let own = events.iter().rev().filter(|other| other.thread == event.thread);
        let section = own.take_while(|other| is_plain(other) || is_relaxed(other));
        let repeated: Vec<TraceEvent> = section.filter(|other| is_plain(other)).copied().collect();
        if random.below(2) == 0
            && let Some(earlier) = repeated.get(random.below(repeated.len()))
        {
            events.push(*earlier);
        }
    }
    for (index, event) in events.iter_mut().enumerate() {
        event.location = index as u32 + 1;
    }
    events
}

fn is_plain(event: &TraceEvent) -> bool {
    matches!(event.op, Op::Read | Op::Write)
}

fn is_relaxed(event: &TraceEvent) -> bool {
    event.order == TraceOrder::Relaxed
}

/// Whether the run itself has accesses that neither locks nor forks nor strong atomics order.
fn has_race(events: &[TraceEvent]) -> bool {
    let hands_on = |a: &TraceEvent, b: &TraceEvent| {
        let same = a.object == b.object;
        a.thread == b.thread
            || same && a.op == Op::Release && b.op == Op::Acquire
            || same && a.order == TraceOrder::SeqCst && b.order == TraceOrder::SeqCst
            || a.op == Op::Fork && a.object == u64::from(b.thread)
    };
    let conflict = |a: &TraceEvent, b: &TraceEvent| {
        let is_memory = |event: &TraceEvent| is_plain(event) || event.op == Op::Free;
        let reads = a.op == Op::Read && b.op == Op::Read;
        a.object == b.object && is_memory(a) && is_memory(b) && !reads
    };
    // Which events are ordered before each.
    let mut before: Vec<Vec<bool>> = Vec::new();
    for (at, event) in events.iter().enumerate() {
        let mut own = vec![false; at];
        for other in (0..at).rev() {
            if own[other] || hands_on(&events[other], event) {
                own[other] = true;
                (0..other).for_each(|third| own[third] |= before[other][third]);
            }
        }
        if (0..at).any(|other| !own[other] && conflict(&events[other], event)) {
            return true;
        }
        before.push(own);
    }
    false
}

/// What a recorder logs.
#[derive(Default)]
struct Recorder {
    logged: Vec<TraceEvent>,
    /// Per thread: what its section has logged; objects and whether they were written.
    sections: BTreeMap<u32, BTreeSet<(u64, bool)>>,
    /// Per atomic object: the thread whose section may be quiet, and the access it is quiet about.
    owners: BTreeMap<u64, (u32, Option<TraceEvent>)>,
}

impl Recorder {
    fn tell(&mut self, object: u64) {
        let Some((_, quiet)) = self.owners.get_mut(&object) else { return };
        self.logged.extend(quiet.take().map(|quiet| TraceEvent { location: REPEATED, ..quiet }));
    }

    fn end(&mut self, thread: u32) {
        let own: Vec<u64> = self
            .owners
            .iter()
            .filter(|(_, (owner, _))| *owner == thread)
            .map(|(object, _)| *object)
            .collect();
        for object in own {
            self.tell(object);
            self.owners.remove(&object);
        }
        self.sections.remove(&thread);
    }

    fn event(&mut self, event: &TraceEvent) {
        let section = self.sections.entry(event.thread).or_default();
        if is_plain(event) {
            let writes = event.op == Op::Write;
            if section.contains(&(event.object, true)) || !writes && section.contains(&(event.object, false))
            {
                return;
            }
            section.insert((event.object, writes));
            self.logged.push(*event);
        } else if is_relaxed(event) {
            match self.owners.get_mut(&event.object) {
                Some((owner, quiet)) if *owner == event.thread => {
                    let has_written = quiet.is_some_and(|quiet| quiet.op == Op::AtomicUpdate);
                    match event.op {
                        Op::AtomicRead if has_written => {}
                        Op::AtomicRead => *quiet = Some(*event),
                        _ => *quiet = Some(TraceEvent { op: Op::AtomicUpdate, ..*event }),
                    }
                }
                _ => {
                    self.tell(event.object);
                    self.logged.push(*event);
                    self.owners.insert(event.object, (event.thread, None));
                }
            }
        } else {
            if event.op == Op::Free {
                // The shadow of what is freed is cleared.
                for section in self.sections.values_mut() {
                    section.retain(|(object, _)| *object != event.object);
                }
            } else {
                self.end(event.thread);
            }
            if event.object >= ATOMICS {
                self.tell(event.object);
                self.owners.remove(&event.object);
            }
            self.logged.push(*event);
        }
    }
}

fn recorded(events: &[TraceEvent]) -> Trace {
    let mut recorder = Recorder::default();
    events.iter().for_each(|event| recorder.event(event));
    let is_memory = |event: &TraceEvent| is_plain(event) || event.op == Op::Free || event.object >= ATOMICS;
    let address = |event: &TraceEvent| match is_memory(event) {
        true => TraceEvent { object: 0x1_0000 + 64 * event.object, size: 8, ..*event },
        false => *event,
    };
    let logged: Vec<TraceEvent> = recorder.logged.iter().map(address).collect();
    let mut partition = Partition::default();
    logged.iter().for_each(|event| partition.add(event));
    Trace::read(&mut Addressed(logged, Tables::default()), Some(partition), &Specification::default())
        .unwrap()
}

#[test]
fn no_report_is_false_where_sections_go_on() {
    let traces = if std::env::var_os("SELVEDGE_FULL").is_some() { 100_000 } else { 1_500 };
    let (mut runs, mut true_pairs, mut found, mut repeats) = (0, 0, 0, 0);
    for seed in 0..traces {
        let events = random_run(seed);
        if has_race(&events) {
            continue;
        }
        let trace = recorded(&events);
        repeats += trace.events.iter().filter(|event| event.is_repeat()).count() as u64;
        let truth = oracle(&trace_of(&events));
        runs += 1;
        let index = Index::new(&trace);
        let whole = |id: EventId| trace.events[id as usize].location - 1;
        let is_known = |id: EventId| !trace.events[id as usize].is_repeat();
        for pair in pairs(&trace).into_iter().filter(|pair| is_known(pair.first) && is_known(pair.second)) {
            let known = if pair.kind == Kind::Race { &truth.races } else { &truth.reversals };
            let is_true = known.contains(&(whole(pair.first), whole(pair.second)));
            true_pairs += u64::from(is_true);
            if let Some(witness) = confirm(&index, pair, &Effort::default()) {
                assert_eq!(check(&trace, &witness), Ok(()), "seed {seed}");
                assert!(is_true, "seed {seed}: false {pair:?}: {witness:?}: {events:?}");
                found += 1;
            }
        }
    }
    println!("{runs} runs, {repeats} repeats, {true_pairs} pairs, {found} found");
    assert!(runs > traces / 2 && repeats > runs && found * 2 > true_pairs, "{runs} {true_pairs} {found}");
}
