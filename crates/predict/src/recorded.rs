//! The analysis of a long recorded native run: candidates while it is read, then as little as possible to confirm them.
//!
//! 1. What nobody shares is left out ([`crate::touches`]). The rest is read in order, memory that is handed on in bulk by the page (see
//!    [`crate::refine`]), and the weakest order in bounded memory ([`BoundedEdc`]) finds candidates as events come. Where it
//!    leaves a page open, it is read once more with that page cut finer. Calls, waits and the ends of synchronisation objects
//!    are looked at afterwards: they need no accesses.
//! 2. Where there are no candidates, that is all.
//! 3. Otherwise the events around each candidate ([`crate::windows`]) are enough to confirm it: everything before is done as
//!    recorded. Where a candidate's events are too far apart for that, or where a signal could be lost (which only the rest
//!    of the run can tell), the whole run is looked at.
//!
//! What this may miss against looking at the whole run: a reordering that leaves its window, or that starts before it. On random
//! traces at least 97 % of the pairs are still found. Never reported: what the checker cannot replay.
//!
//! Up to [`SHORT`] events the weakest order is computed in unbounded memory, and everything is there for confirming.

use crate::analysis::{Options, Order, Outcome, SHORT, Unconfirmed, analyse, confirm_groups, wanted};
use crate::atomicity;
use crate::bounded::BoundedEdc;
use crate::conditions::match_wakes;
use crate::confirm::can_come_early;
use crate::deadlock::{Candidates, confirm_deadlocks};
use crate::edc::{Edc, EdcOptions};
use crate::event::{Event, EventId, NONE};
use crate::filter::Filter;
use crate::gather::{Gathered, Group, Which};
use crate::index::Index;
use crate::ingest::Ingest;
use crate::load::{Loaded, Watched, load_shared};
use crate::memory::Memory;
use crate::misuse::Observed;
use crate::partition::Partition;
use crate::points::CallPoints;
use crate::refine::{MANY, WantedAccesses, refine, thin, thin_again};
use crate::trace::{Room, Trace};
use crate::unordered::{Unordered, is_weak};
use crate::windows::{Windows, give_back};
use crate::witness::{Kind, Pair};
use events::trace::{Damage, Op, Thinned, TraceError, TraceEvent};
use rustc_hash::FxHashSet;
use spec::Specification;
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

/// Most reorderings that are found begin right before the pair's first event and end with its second.
const MARGIN: u32 = 4096;

/// Of longer runs the whole is never looked at for confirming.
const WHOLE: usize = 1 << 23;

/// What an event that is there for confirming costs, in bytes, and what one costs, and a variable, before that.
pub(crate) const CONFIRMING: usize = 80;
const EVENT: usize = 20;
const VARIABLE: usize = crate::bounded::VARIABLE_BYTES + 64;

/// What is long, and what is near.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// Events that are read at most.
    read: usize,
    /// With fewer accesses the run is looked at as a whole.
    accesses: u64,
    /// Up to so many events they are all there for confirming.
    events: usize,
    /// Up to so many events the whole is looked at where windows are not enough.
    whole: usize,
    /// Events of a window before the pair's first event, and after its second.
    margin: u32,
}

/// Analyses a recorded run with byte addresses after a first pass ([`crate::add_chunks`], [`Partition::shared_only`]), up to a
/// number of events; `room` is for the events of one run after another. The trace that comes with the outcome has what the outcome is about, not all events.
/// `options.order` says which order finds candidates; weak orders are bounded or not as the length of the run asks for.
pub fn analyse_recorded(
    path: &Path,
    partition: Partition,
    specification: &Specification,
    options: &Options,
    limit: usize,
    room: &mut Room,
    progress: &mut dyn FnMut(u64),
) -> Result<(Loaded, Outcome), TraceError> {
    let limits = Limits { read: limit, accesses: MANY, events: SHORT, whole: WHOLE, margin: MARGIN };
    let n_events = partition.n_events();
    let (mut loaded, outcome) =
        analyse_beyond(path, partition, specification, options, limits, room, progress)?;
    loaded.trace.n_counted = n_events;
    Ok((loaded, outcome))
}

fn analyse_beyond(
    path: &Path,
    mut partition: Partition,
    specification: &Specification,
    options: &Options,
    limits: Limits,
    room: &mut Room,
    progress: &mut dyn FnMut(u64),
) -> Result<(Loaded, Outcome), TraceError> {
    let is_weak = matches!(options.order, Order::Weak | Order::BoundedWeak);
    if !is_weak || options.every_pair || options.whole_history || partition.n_accesses() < limits.accesses {
        let thinned = refine(path, &mut partition, options.memory)?;
        let memory = Memory(options.memory);
        let loaded = load_shared(path, partition, thinned, specification, limits.read, memory, progress)?;
        let outcome = analyse(&loaded.trace, specification, &options.sized(loaded.trace.len()));
        return Ok((loaded, outcome));
    }
    let started = Instant::now();
    let (mut scan, _) = scan_and_refine(path, &mut partition, options, limits.read, room, progress)?;
    let filter_time = started.elapsed();
    let damage = std::mem::take(&mut scan.damage);
    drop(partition);
    let (trace, mut outcome) = scan.confirm(specification, options, limits, room);
    outcome.filter_time += filter_time;
    Ok((Loaded { trace, damage }, outcome))
}

/// What reading a trace in order gives.
pub(crate) struct Scan {
    /// Without what events need.
    trace: Trace,
    damage: Vec<Damage>,
    gathered: Gathered,
    /// Pages and lines that a pair is open on.
    open: Vec<u64>,
    /// Races of the run itself.
    unordered: Option<Unordered>,
}

/// Reads the trace until no large variable is open: pages, then their lines, then their cells.
pub(crate) fn scan_and_refine(
    path: &Path,
    partition: &mut Partition,
    options: &Options,
    limit: usize,
    room: &mut Room,
    progress: &mut dyn FnMut(u64),
) -> Result<(Scan, Rc<Thinned>), TraceError> {
    partition.coarsen();
    let mut thinned = Rc::new(thin(path, partition)?);
    let mut is_last = false;
    loop {
        let mut scan = scan(path, partition, &thinned, options, limit, is_last, room, progress)?;
        if scan.open.is_empty() || is_last {
            return Ok((scan, thinned));
        }
        scan.trace.forget_events(room);
        is_last = partition.refine_all(&scan.open);
        thin_again(path, partition, &scan.open, &mut thinned)?;
    }
}

/// Reads the trace in order and finds candidates. In the last scan what is left of large variables is not open.
fn scan(
    path: &Path,
    partition: &Partition,
    thinned: &Rc<Thinned>,
    options: &Options,
    limit: usize,
    is_last: bool,
    room: &mut Room,
    progress: &mut dyn FnMut(u64),
) -> Result<Scan, TraceError> {
    let mut stream = events::trace::open(path)?;
    stream.keep_accesses(WantedAccesses::new(partition.clone(), thinned.clone()));
    let mut ingest = Ingest::new(Some(partition.clone()));
    ingest.free_large();
    ingest.put_off_repeats();
    let mut scanner = Scanner {
        partition,
        filter: BoundedEdc::new(None, EdcOptions { whole_history: false, all_conflicts: false, weak: true }),
        gathered: Gathered::new(options.tries, false, Which::Nearest),
        open: FxHashSet::default(),
        unordered: (partition.has_weak() || partition.has_relaxed()).then(|| Unordered::new(options)),
        is_last,
    };
    let mut watched = Watched { stream: &mut *stream, progress };
    let mut each = |events: &[Event], from: usize, recorded: &TraceEvent, ingest: &Ingest| {
        scanner.event(events, from, recorded, ingest)
    };
    let memory = Memory(options.memory);
    let most = options.memory.map_or(usize::MAX, |memory| memory / 2);
    let fits = |n_events: usize, ingest: &Ingest| {
        n_events * EVENT + ingest.n_variables() * VARIABLE <= most && memory.has_left(memory.quarter())
    };
    let mut trace = Trace::read_events(&mut watched, &mut ingest, limit, room, &fits, &mut each)?;
    let Scanner { gathered, open, unordered, .. } = scanner;
    let open = open.into_iter().map(|variable| ingest.original(variable)).collect();
    trace.take_numbers(ingest);
    Ok(Scan { trace, damage: stream.damage().to_vec(), gathered, open, unordered })
}

/// Finds candidates while events are read.
struct Scanner<'a> {
    partition: &'a Partition,
    filter: BoundedEdc<'a>,
    gathered: Gathered,
    /// Large variables that a pair is open on.
    open: FxHashSet<u32>,
    /// Where there are weak atomic accesses, or sections that go on.
    unordered: Option<Unordered>,
    /// Of large variables nothing is asked any more.
    is_last: bool,
}

impl Scanner<'_> {
    #[inline]
    fn event(&mut self, events: &[Event], from: usize, recorded: &TraceEvent, ingest: &Ingest) {
        while self.filter.n_freed_known() < ingest.n_variables() {
            let original = ingest.original(self.filter.n_freed_known() as u32);
            self.filter.next_is_freed(self.partition.is_freed(original));
        }
        // Of no use: what was known of large variables in the scan before, and, if there will be another scan, cells.
        let (skips_large, skips_cells) = (self.is_last, !self.is_last && !self.open.is_empty());
        let (gathered, open) = (&mut self.gathered, &mut self.open);
        for (id, event) in events.iter().enumerate().skip(from) {
            let id = id as EventId;
            let is_memory = event.is_access() || event.op == Op::Free;
            let is_large = is_memory && ingest.is_large(event.target);
            let is_plain = is_memory && !event.is_atomic();
            if is_plain && if is_large { skips_large } else { skips_cells } {
                // What is written and read under locks orders sections; large variables do not (see `refine`).
                if !is_large && self.filter.holds_locks(event.thread) {
                    self.filter.event(id, event, &mut |_| {});
                }
                continue;
            }
            self.filter.event(id, event, &mut |pair| {
                if event.is_repeat() {
                    return;
                }
                if is_large {
                    open.insert(event.target);
                } else {
                    gathered.candidate(events, pair);
                }
            });
            if let Some(unordered) = &mut self.unordered
                && unordered.event(events, id, event, is_large)
                && is_large
            {
                open.insert(event.target);
            }
            // Of a large variable something else may have been given back.
            if !is_large {
                let free = gathered.freed_before(id, event);
                if free != NONE {
                    gathered.observe(events, free, id);
                }
            }
        }
        if recorded.op.is_access() && !skips_large {
            open.extend(ingest.uses_freed(recorded));
        }
    }
}

impl Scan {
    /// The trace as far as it is needed, and what was found.
    fn confirm(
        mut self,
        specification: &Specification,
        options: &Options,
        limits: Limits,
        room: &mut Room,
    ) -> (Trace, Outcome) {
        let n_events = self.trace.len();
        let started = Instant::now();
        // So many events there is memory for.
        let most_events = Memory(options.memory).left() / CONFIRMING;
        if n_events <= limits.events.min(most_events) {
            let mut whole = Windows::all(&self.trace).cut(&mut self.trace);
            self.trace.forget_events(room);
            whole.finish(specification);
            let outcome = analyse(&whole, specification, &options.sized(n_events));
            return (whole, outcome);
        }
        self.gather_rest(specification);
        let races = self.unordered.take().map_or(Vec::new(), |found| found.finish(&self.trace.events));
        let has_weak = self.trace.events.iter().any(is_weak);
        let before_locks = started.elapsed();
        let deadlocks = Candidates::new(&self.trace, options.tries);
        let broken = atomicity::Candidates::new(&self.trace, options);
        let lock_time = started.elapsed() - before_locks;
        let Gathered { mut groups, candidates, mut observed, .. } = self.gathered;
        observed.append(&mut self.trace.misuse);
        let n_others = observed.len();
        observed.extend(races);
        groups.sort_by_key(|group| group.found_at);
        let mut outcome = Outcome {
            candidates,
            order: Order::BoundedWeak,
            filter_time: started.elapsed(),
            lock_time,
            ..Outcome::default()
        };
        if groups.is_empty() && observed.is_empty() && deadlocks.is_empty() && broken.is_empty() {
            self.trace.forget_events(room);
            return (self.trace, outcome);
        }
        let most = options.effort.max_events.max(options.effort.max_events_hard);
        let spans = deadlocks.spans().map(|pairs| Group { pairs, ..Group::default() });
        let around: Vec<Group> = groups.iter().cloned().chain(spans).chain(broken.spans()).collect();
        // All events but accesses are in every part.
        let n_always = self.trace.events.iter().filter(|event| !event.is_access()).count();
        let Some(room_for) = most_events.checked_sub(n_always) else {
            (self.trace.is_cut, self.trace.is_short_of_memory) = (true, true);
            self.trace.forget_events(room);
            return (self.trace, outcome);
        };
        let (mut windows, some_are_far) =
            Windows::around(&around, &self.trace, limits.margin, most, room_for);
        observed.iter().flat_map(|observed| &observed.events).for_each(|event| windows.add_event(*event));
        let mut part = windows.cut(&mut self.trace);
        let is_short = n_events <= limits.whole.min(most_events);
        let needs_whole = is_short && some_are_far || {
            part.finish(specification);
            // Of a part of a run nobody can tell whether a signal is lost.
            let may_ask = is_short && !part.is_incomplete;
            confirm_in_part(&part, &groups, (&deadlocks, &broken), options, may_ask, &mut outcome)
        };
        if needs_whole {
            give_back(&mut part, &mut self.trace);
            part = Windows::all(&self.trace).cut(&mut self.trace);
            part.finish(specification);
            outcome = Outcome {
                candidates,
                order: outcome.order,
                filter_time: outcome.filter_time,
                lock_time,
                ..Outcome::default()
            };
            let index = Index::new(&part);
            confirm_groups(&index, moved(&part, &groups), options, &mut outcome);
            confirm_deadlocks(&index, &deadlocks.moved(&part), options, &mut outcome);
            atomicity::confirm_broken(&index, &broken.moved(&part), options, &mut outcome);
        }
        self.trace.forget_events(room);
        let places = |events: &[EventId]| -> Option<Vec<EventId>> {
            events.iter().map(|event| part.event_at(*event)).collect()
        };
        let mut observed: Vec<Option<Observed>> = observed
            .into_iter()
            .map(|Observed { fault, events }| places(&events).map(|events| Observed { fault, events }))
            .collect();
        let races = observed.split_off(n_others);
        outcome.observed = observed.into_iter().flatten().collect();
        outcome.add_races(races.into_iter().flatten().collect(), &part, has_weak);
        (part, outcome)
    }

    /// Candidates that need no accesses: calls, waits, synchronisation objects that end.
    fn gather_rest(&mut self, specification: &Specification) {
        let events = &self.trace.events;
        let is = |op: Op| move |event: &&Event| event.op == op;
        let has = |op: Op| events.iter().any(|event| event.op == op);
        let (has_calls, has_waits) = (has(Op::Call), has(Op::Wait));
        let destroyed: FxHashSet<u32> =
            events.iter().filter(is(Op::Destroy)).map(|event| event.target).collect();
        if !has_calls && !has_waits && destroyed.is_empty() {
            return;
        }
        if has_waits {
            self.trace.wakes = match_wakes(&self.trace.events);
        }
        let trace = &self.trace;
        let points = CallPoints::new(&trace.tables, specification, true);
        let edc = EdcOptions { whole_history: false, all_conflicts: false, weak: true };
        let mut filter = Edc::new(edc, &trace.calls, points);
        let is_wanted = wanted(trace);
        for (id, event) in trace.events.iter().enumerate() {
            // Locks order nothing by themselves; what they keep apart are calls.
            let is_lock = matches!(event.op, Op::Acquire | Op::AcquireShared | Op::Release);
            if event.is_access()
                || event.op == Op::Free
                || is_lock && !has_calls && !destroyed.contains(&event.target)
            {
                continue;
            }
            filter.event(id as EventId, event, &mut |pair: Pair| {
                if is_wanted(&pair) {
                    self.gathered.candidate(&trace.events, pair);
                }
            });
        }
    }
}

/// The groups with pairs as they are numbered in a part of their trace.
fn moved(part: &Trace, groups: &[Group]) -> Vec<Group> {
    let pair = |pair: &Pair| {
        let (first, second) = (part.event_at(pair.first)?, part.event_at(pair.second)?);
        Some(Pair { first, second, ..*pair })
    };
    let group = |group: &Group| Group { pairs: group.pairs.iter().filter_map(pair).collect(), ..*group };
    groups.iter().map(group).collect()
}

/// Confirms what can be confirmed in a part of the trace; whether all of it is needed, if that may be asked for.
fn confirm_in_part(
    part: &Trace,
    groups: &[Group],
    (deadlocks, broken): (&Candidates, &atomicity::Candidates),
    options: &Options,
    may_ask: bool,
    outcome: &mut Outcome,
) -> bool {
    let is_signal = |group: &Group| group.pairs.first().is_some_and(|pair| pair.kind == Kind::LostSignal);
    let (signals, others): (Vec<Group>, Vec<Group>) = moved(part, groups).into_iter().partition(is_signal);
    let index = Index::new(part);
    if !signals.is_empty() {
        let is_open =
            |group: &Group| group.pairs.iter().any(|pair| can_come_early(&index, *pair, &options.effort));
        if may_ask && signals.iter().any(is_open) {
            return true;
        }
        let unconfirmed = signals.iter().filter_map(|group| {
            group.pairs.first().map(|pair| Unconfirmed { pair: *pair, candidates: group.count })
        });
        outcome.unconfirmed.extend(unconfirmed);
    }
    confirm_groups(&index, others, options, outcome);
    confirm_deadlocks(&index, &deadlocks.moved(part), options, outcome);
    atomicity::confirm_broken(&index, &broken.moved(part), options, outcome);
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checker::check;
    use crate::confirm::Effort;
    use crate::load::add_chunks;
    use crate::random_runs::random_long_trace;
    use crate::windows::ThreadCounts;
    use crate::witness::Witness;
    use events::trace::{Batch, Follower, TraceWriter};

    fn scanned(path: &Path) -> Scan {
        let mut partition = Partition::default();
        let mut follower = Follower::open(path).unwrap();
        while add_chunks(&mut follower, &mut partition).unwrap() > 0 {}
        partition.shared_only();
        let options = Options::default();
        scan_and_refine(path, &mut partition, &options, usize::MAX, &mut Room::default(), &mut |_| {})
            .unwrap()
            .0
    }

    /// A witness of a part as one of the whole trace; both are parts of the same run.
    fn moved_witness(part: &Trace, whole: &Trace, witness: &Witness) -> Witness {
        let event = |id: EventId| whole.event_at(part.place_in_run(id)).unwrap();
        let pair =
            Pair { first: event(witness.pair.first), second: event(witness.pair.second), ..witness.pair };
        let prefix = if (witness.prefix as usize) < part.len() {
            event(witness.prefix)
        } else {
            whole.len() as EventId
        };
        let tail = witness.tail.iter().map(|id| event(*id)).collect();
        let cycle = witness.cycle.iter().map(|id| event(*id)).collect();
        Witness { pair, cycle, prefix, tail, method: witness.method }
    }

    #[test]
    fn what_windows_show_is_so_in_the_whole_run() {
        let path = std::env::temp_dir().join(format!("selvedge-windows-{}", std::process::id()));
        let specification = Specification::default();
        let options = Options::default();
        let (mut all, mut in_windows, mut partial) = (0, 0, 0);
        for seed in 0..300 {
            std::fs::write(&path, random_long_trace(seed)).unwrap();
            let mut scan = scanned(&path);
            let mut whole = Windows::all(&scan.trace).cut(&mut scan.trace);
            whole.finish(&specification);
            let mut outcome = Outcome::default();
            let index = Index::new(&whole);
            confirm_groups(&index, moved(&whole, &scan.gathered.groups), &options, &mut outcome);
            confirm_deadlocks(&index, &Candidates::new(&whole, options.tries), &options, &mut outcome);
            all += outcome.findings.len();
            let limits = Limits { read: usize::MAX, accesses: 0, events: 0, whole: usize::MAX, margin: 16 };
            let (part, outcome) =
                scanned(&path).confirm(&specification, &options, limits, &mut Room::default());
            assert_eq!(outcome.refused, 0, "seed {seed}");
            for finding in &outcome.findings {
                let witness = moved_witness(&part, &whole, &finding.witness);
                assert_eq!(check(&whole, &witness), Ok(()), "seed {seed}: {witness:?}");
            }
            in_windows += outcome.findings.len();
            partial += usize::from(part.is_partial());
        }
        std::fs::remove_file(&path).unwrap();
        println!("{in_windows} of {all} in windows, {partial} runs in part");
        assert!(
            all > 1000 && partial > 100 && in_windows * 100 >= all * 97,
            "{in_windows} of {all}, {partial}"
        );
    }

    #[test]
    fn what_there_is_no_memory_for_is_not_looked_at() {
        let path = std::env::temp_dir().join(format!("selvedge-memory-{}", std::process::id()));
        let analysed = |memory: Option<usize>| {
            let mut partition = Partition::default();
            let mut follower = Follower::open(&path).unwrap();
            while add_chunks(&mut follower, &mut partition).unwrap() > 0 {}
            partition.shared_only();
            let limits = Limits { read: usize::MAX, accesses: 0, events: 0, whole: usize::MAX, margin: 16 };
            let (options, room) = (Options { memory, ..Options::default() }, &mut Room::default());
            let nothing = Specification::default();
            analyse_beyond(&path, partition, &nothing, &options, limits, room, &mut |_| {}).unwrap()
        };
        let mut writer = TraceWriter::new(Vec::new(), true).unwrap();
        for number in 0..20_000 {
            let event =
                TraceEvent::new(number % 2, Op::Write, 0x4000 + u64::from(number % 37) * 8, 1 + number % 7);
            writer.push(&TraceEvent { size: 8, ..event }, &Batch::default()).unwrap();
        }
        std::fs::write(&path, writer.finish().unwrap()).unwrap();
        let ((whole, all), (part, _)) = (analysed(None), analysed(Some(1000)));
        std::fs::remove_file(&path).unwrap();
        assert!(!whole.trace.is_short_of_memory && part.trace.is_short_of_memory);
        assert!(part.trace.n_looked_at() < whole.trace.n_looked_at() && !all.findings.is_empty());
    }

    /// What [`Windows::around`] takes for hopeless: a reordering has all that the later event's thread did since the earlier one.
    #[test]
    fn what_is_too_far_apart_is_never_shown() {
        let path = std::env::temp_dir().join(format!("selvedge-far-{}", std::process::id()));
        let specification = Specification::default();
        let most = 6;
        let effort = Effort { max_events: most, max_events_hard: most, ..Effort::default() };
        let options = Options { effort, ..Options::default() };
        let (mut shown, mut far) = (0, 0);
        for seed in 0..200 {
            std::fs::write(&path, random_long_trace(seed)).unwrap();
            let mut scan = scanned(&path);
            let mut whole = Windows::all(&scan.trace).cut(&mut scan.trace);
            whole.finish(&specification);
            let groups = moved(&whole, &scan.gathered.groups);
            let counts = ThreadCounts::new(&whole.events, whole.n_threads, 1);
            let is_far = |pair: &Pair| {
                let thread = whole.events[pair.second as usize].thread;
                counts.between(thread, pair.first, pair.second) > most
            };
            far += groups.iter().flat_map(|group| &group.pairs).filter(|pair| is_far(pair)).count();
            let mut outcome = Outcome::default();
            confirm_groups(&Index::new(&whole), groups, &options, &mut outcome);
            shown += outcome.findings.len();
            assert!(!outcome.findings.iter().any(|finding| is_far(&finding.witness.pair)), "seed {seed}");
        }
        std::fs::remove_file(&path).unwrap();
        assert!(shown > 100 && far > 100, "{shown} {far}");
    }
}
