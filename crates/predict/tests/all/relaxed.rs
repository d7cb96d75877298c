//! What a recorder leaves out around relaxed atomic accesses and atomic reads makes no report false: runs as they were, for the
//! oracle, and the same runs as a recorder logs them (repeated accesses of a section once, quiet atomic accesses when somebody
//! looks), for the analysis. Nor does it hide a race of the run itself.
//!
//! Runs that have a data race themselves are left out: of those a recorder does not know which write a read saw.

use crate::common::{Config, Random, Truths, oracle, pairs, random_trace, trace_of};
use crate::memory::Addressed;
use events::trace::{Op, REPEATED, Tables, TraceEvent, TraceOrder};
use predict::{Effort, EventId, Index, Kind, Partition, Trace, check, confirm};
use spec::Specification;
use std::collections::{BTreeMap, BTreeSet};

/// Objects that are accessed atomically.
const ATOMICS: u64 = 50;

/// Whether most atomic accesses are relaxed, or few.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Strength {
    Weak,
    Strong,
}

/// The orders that an atomic access may have besides relaxed.
fn strong(op: Op, random: &mut Random) -> TraceOrder {
    let own = match op {
        Op::AtomicRead => TraceOrder::Acquire,
        Op::AtomicWrite => TraceOrder::Release,
        _ => [TraceOrder::Acquire, TraceOrder::Release, TraceOrder::AcquireRelease][random.below(3)],
    };
    if random.below(3) == 0 { TraceOrder::SeqCst } else { own }
}

/// A run with atomic accesses, one of so many of them relaxed or not, and repeated plain ones. Locations are positions plus one.
fn random_run(seed: u64, strength: Strength) -> Vec<TraceEvent> {
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
            let is_strong = match strength {
                Strength::Weak => random.below(6) == 0,
                Strength::Strong => random.below(6) > 0,
            };
            let order = if is_strong { strong(op, &mut random) } else { TraceOrder::Relaxed };
            let object = ATOMICS + random.below(2) as u64;
            events.push(TraceEvent { order, ..TraceEvent::new(thread, op, object, 0) });
        }
        // The same as before, in the same section.
        let own = events.iter().rev().filter(|other| other.thread == event.thread);
        let section =
            own.take_while(|other| is_plain(other) || other.object >= ATOMICS && !other.ends_section());
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

/// What happens before each event: program order, forks, locks, and reads that acquire of what was released.
fn happens_before(events: &[TraceEvent]) -> Vec<Vec<bool>> {
    // Whether an atomic read reads from a release sequence that an event begins, or that goes on with it.
    let reads_from = |first: usize, second: usize| {
        let (a, b) = (&events[first], &events[second]);
        let is_update = |event: &TraceEvent| event.op == Op::AtomicUpdate;
        a.object == b.object
            && a.object >= ATOMICS
            && a.op != Op::AtomicRead
            && a.order.releases()
            && b.op != Op::AtomicWrite
            && b.order.acquires()
            && events[first + 1..second]
                .iter()
                .filter(|event| event.object == a.object && event.op != Op::AtomicRead)
                .all(is_update)
    };
    let hands_on = |first: usize, second: usize| {
        let (a, b) = (&events[first], &events[second]);
        a.thread == b.thread
            || a.object == b.object && a.op == Op::Release && b.op == Op::Acquire
            || a.op == Op::Fork && a.object == u64::from(b.thread)
            || reads_from(first, second)
    };
    let mut before: Vec<Vec<bool>> = Vec::new();
    for at in 0..events.len() {
        let mut own = vec![false; at];
        for other in (0..at).rev() {
            if own[other] || hands_on(other, at) {
                own[other] = true;
                (0..other).for_each(|third| own[third] |= before[other][third]);
            }
        }
        before.push(own);
    }
    before
}

/// The data races of the run itself: accesses that happens-before leaves unordered.
fn races_of_the_run(events: &[TraceEvent]) -> Vec<(usize, usize)> {
    let conflict = |a: &TraceEvent, b: &TraceEvent| {
        let is_memory = |event: &TraceEvent| is_plain(event) || event.op == Op::Free;
        let reads = a.op == Op::Read && b.op == Op::Read;
        a.object == b.object && is_memory(a) && is_memory(b) && !reads
    };
    let before = happens_before(events);
    let pairs = (0..events.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
    pairs
        .filter(|(first, second)| !before[*second][*first] && conflict(&events[*first], &events[*second]))
        .collect()
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

    /// The atomic objects that a thread may be quiet about.
    fn owned(&self, thread: u32) -> Vec<u64> {
        let is_own = |(_, (owner, _)): &(&u64, &(u32, Option<TraceEvent>))| *owner == thread;
        self.owners.iter().filter(is_own).map(|(object, _)| *object).collect()
    }

    fn end(&mut self, thread: u32) {
        for object in self.owned(thread) {
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
            if event.op == Op::AtomicRead {
                // The section goes on; what it was quiet about is told.
                let own: Vec<u64> = self.owned(event.thread);
                own.into_iter().for_each(|object| self.tell(object));
            } else if event.op == Op::Free {
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

/// Which threads have something out of order on which object.
type Found = BTreeSet<(bool, [u32; 2], u64)>;

/// What is confirmed of a trace whose events have their places in the run as locations. Each must be true.
fn confirmed(trace: &Trace, events: &[TraceEvent], truth: &Truths, seed: u64) -> (u64, u64, Found) {
    let index = Index::new(trace);
    let whole = |id: EventId| trace.events[id as usize].location - 1;
    let is_known = |id: EventId| !trace.events[id as usize].is_repeat();
    let (mut true_pairs, mut found, mut objects) = (0, 0, Found::new());
    for pair in pairs(trace).into_iter().filter(|pair| is_known(pair.first) && is_known(pair.second)) {
        let known = if pair.kind == Kind::Race { &truth.races } else { &truth.reversals };
        let places = (whole(pair.first), whole(pair.second));
        let is_true = known.contains(&places);
        true_pairs += u64::from(is_true);
        if let Some(witness) = confirm(&index, pair, &Effort::default()) {
            assert_eq!(check(trace, &witness), Ok(()), "seed {seed}");
            assert!(is_true, "seed {seed}: false {pair:?}: {witness:?}: {events:?}");
            found += 1;
            objects.insert(object_of(events, pair.kind == Kind::Race, places));
        }
    }
    (true_pairs, found, objects)
}

fn object_of(events: &[TraceEvent], is_race: bool, (first, second): (u32, u32)) -> (bool, [u32; 2], u64) {
    let [one, other] = [first, second].map(|place| events[place as usize]);
    (is_race, [one.thread.min(other.thread), one.thread.max(other.thread)], one.object)
}

fn no_report_is_false(strength: Strength) {
    let traces = if std::env::var_os("SELVEDGE_FULL").is_some() { 100_000 } else { 1_500 };
    let (mut runs, mut true_pairs, mut found, mut repeats) = (0, 0, 0, 0);
    // Two threads and an object, found where everything is logged, and where a recorder leaves out.
    let (mut of_all, mut of_logged) = (0, 0);
    for seed in 0..traces {
        let events = random_run(seed, strength);
        if !races_of_the_run(&events).is_empty() {
            continue;
        }
        let trace = recorded(&events);
        repeats += trace.events.iter().filter(|event| event.is_repeat()).count() as u64;
        let everything = trace_of(&events);
        let truth = oracle(&everything);
        runs += 1;
        let (own_pairs, own_found, logged) = confirmed(&trace, &events, &truth, seed);
        (true_pairs, found) = (true_pairs + own_pairs, found + own_found);
        let (_, _, all) = confirmed(&everything, &events, &truth, seed);
        (of_all, of_logged) = (of_all + all.len(), of_logged + logged.len());
    }
    println!(
        "{strength:?}: {runs} runs, {repeats} repeats, {true_pairs} pairs, {found} found; on {of_all} objects with all \
         that was done, on {of_logged} with what is logged"
    );
    assert!(
        runs > traces / 3 && repeats > runs && found * 2 > true_pairs,
        "{runs} {repeats} {true_pairs} {found}"
    );
    assert!(4 * of_logged > 3 * of_all && of_all > 100, "{of_all} {of_logged}");
}

#[test]
fn no_report_is_false_where_sections_go_on() {
    no_report_is_false(Strength::Weak);
}

#[test]
fn no_report_is_false_where_sections_go_on_behind_strong_reads() {
    no_report_is_false(Strength::Strong);
}

/// Where an access that was left out is in a race of the run itself, so is one that stands for it: of the same thread and place, before it.
#[test]
fn no_race_of_the_run_is_hidden() {
    let traces = if std::env::var_os("SELVEDGE_FULL").is_some() { 100_000 } else { 3_000 };
    let (mut all, mut left_out) = (0, 0);
    for (seed, strength) in (0..traces).flat_map(|seed| [(seed, Strength::Weak), (seed, Strength::Strong)]) {
        let events = random_run(seed, strength);
        let mut recorder = Recorder::default();
        events.iter().for_each(|event| recorder.event(event));
        let is_logged: BTreeSet<u32> = recorder.logged.iter().map(|event| event.location).collect();
        let races = races_of_the_run(&events);
        all += races.len();
        for (first, second) in &races {
            // Each of the two, or what stands for it: an access of that thread that was logged, of the same object, and writes if this
            // one does.
            let stands_for = |at: usize| {
                let event = events[at];
                (0..=at)
                    .filter(|other| {
                        let known = events[*other];
                        (known.thread, known.object) == (event.thread, event.object)
                            && (is_plain(&known) || known.op == Op::Free)
                            && (known.op != Op::Read || event.op == Op::Read)
                            && is_logged.contains(&known.location)
                    })
                    .collect::<Vec<usize>>()
            };
            left_out += usize::from([first, second].iter().any(|at| !is_logged.contains(&(**at as u32 + 1))));
            let (ones, others) = (stands_for(*first), stands_for(*second));
            let is_told = ones.iter().any(|one| {
                others.iter().any(|other| races.contains(&((*one).min(*other), (*one).max(*other))))
            });
            assert!(is_told, "seed {seed}: {first} and {second} are told by none: {events:?}");
        }
    }
    println!("{all} races, {left_out} of accesses that were left out");
    assert!(all > 1000 && left_out > 100, "{all} {left_out}");
}
