//! Filter, confirm, check: from a trace to what is reported.
//!
//! One pass of the chosen order gives candidates; of those between the same two places a few are tried until one is
//! confirmed by a reordering; every reordering is replayed by [`crate::check_all`]. What no reordering was found for is
//! counted as unconfirmed.

use crate::atomicity::{self, Operations, confirm_broken};
use crate::bounded::BoundedEdc;
use crate::checker::check_all;
use crate::confirm::{Effort, confirm};
use crate::deadlock::{Candidates, confirm_deadlocks};
use crate::edc::{Edc, EdcOptions};
use crate::event::{Event, EventId, NONE};
use crate::filter::Filter;
use crate::gather::{Gathered, Group, Which};
use crate::hb::HappensBefore;
use crate::index::Index;
use crate::misuse::Observed;
use crate::points::CallPoints;
use crate::trace::Trace;
use crate::unordered;
use crate::witness::{Kind, Method, Pair, Witness};
use events::trace::Op;
use rustc_hash::{FxHashMap, FxHashSet};
use spec::Specification;
use std::time::{Duration, Instant};

/// Which order finds candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    Hb,
    Shb,
    Wdc,
    Edc,
    /// EDC in bounded memory.
    BoundedEdc,
    /// Only what every correct reordering keeps: misses nothing, the most candidates.
    Weak,
    /// The same in bounded memory.
    #[default]
    BoundedWeak,
}

#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub order: Order,
    pub effort: Effort,
    /// Remember every access, not only the last ones: for small traces.
    pub whole_history: bool,
    /// Also tell of conflicting accesses under one lock that can be reversed.
    pub all_conflicts: bool,
    /// Candidates between the same two places that are tried.
    pub tries: usize,
    /// Report each pair of events by itself, not once per pair of places.
    pub every_pair: bool,
    /// Bytes that the analysis of a recorded run may need, as far as that can be foreseen: what does not fit is not looked at.
    pub memory: Option<usize>,
    /// Stop confirming after this long.
    pub time_limit: Option<Duration>,
    /// What is taken for one operation that others should not come into.
    pub operations: Operations,
}

/// Up to this many events the weak order is computed in unbounded memory, which finds a little more.
pub(crate) const SHORT: usize = 1_000_000;

impl Options {
    /// With a weak order bounded or not, as the number of events asks for.
    pub fn sized(&self, n_events: usize) -> Options {
        let order = match self.order {
            Order::Weak | Order::BoundedWeak if n_events <= SHORT => Order::Weak,
            Order::Weak => Order::BoundedWeak,
            order => order,
        };
        Options { order, ..*self }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            order: Order::default(),
            effort: Effort::default(),
            whole_history: false,
            all_conflicts: false,
            tries: 8,
            every_pair: false,
            memory: None,
            time_limit: None,
            operations: Operations::default(),
        }
    }
}

/// A confirmed pair.
#[derive(Clone, Debug)]
pub struct Finding {
    pub witness: Witness,
    /// Candidates between the same two places.
    pub candidates: u64,
    /// Of a broken operation: where in its function the two sections begin, as locations.
    pub places: Option<[u32; 2]>,
}

/// A pair that the order leaves open and that no reordering was found for.
#[derive(Clone, Copy, Debug)]
pub struct Unconfirmed {
    pub pair: Pair,
    pub candidates: u64,
}

#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Which order found candidates.
    pub order: Order,
    pub findings: Vec<Finding>,
    pub unconfirmed: Vec<Unconfirmed>,
    /// What went wrong in the run itself, once per pair of places.
    pub observed: Vec<Observed>,
    /// Reorderings that did not replay: defects of our own. They are among the unconfirmed.
    pub refused: u64,
    /// Pairs of events that the order left open.
    pub candidates: u64,
    pub filter_time: Duration,
    /// Of that, to look for cycles of locks, and for sections that belong together.
    pub lock_time: Duration,
    pub confirm_time: Duration,
    /// Whether the time limit ended the work.
    pub stopped: bool,
}

/// Analyses a whole trace.
pub fn analyse(trace: &Trace, specification: &Specification, options: &Options) -> Outcome {
    let mut outcome = Outcome { order: options.order, ..Outcome::default() };
    let started = Instant::now();
    let gathered = candidates(trace, specification, options);
    (outcome.candidates, outcome.observed) = (gathered.candidates, gathered.observed);
    outcome.observed.extend(trace.misuse.iter().cloned());
    let races = unordered::races(&trace.events, |event| trace.is_large_access(event), options);
    let before_locks = started.elapsed();
    let deadlocks = Candidates::new(trace, options.tries);
    let broken = atomicity::Candidates::new(trace, options);
    outcome.lock_time = started.elapsed() - before_locks;
    outcome.filter_time = started.elapsed();
    if !gathered.groups.is_empty() || !deadlocks.is_empty() || !broken.is_empty() {
        let index = Index::new(trace);
        confirm_groups(&index, gathered.groups, options, &mut outcome);
        confirm_deadlocks(&index, &deadlocks, options, &mut outcome);
        confirm_broken(&index, &broken, options, &mut outcome);
    }
    outcome.add_races(races, trace, trace.events.iter().any(unordered::is_weak));
    outcome
}

/// The filter for a trace.
pub fn filter<'a>(
    order: Order,
    options: EdcOptions,
    trace: &'a Trace,
    specification: &Specification,
) -> Box<dyn Filter + 'a> {
    let semantic = order != Order::Wdc;
    let points = || CallPoints::new(&trace.tables, specification, semantic);
    let edc = |options: EdcOptions| Edc::new(options, &trace.calls, points());
    match order {
        Order::Hb => Box::new(HappensBefore::new(false)),
        Order::Shb => Box::new(HappensBefore::new(true)),
        Order::Wdc | Order::Edc => Box::new(edc(options)),
        Order::Weak => Box::new(edc(EdcOptions { weak: true, ..options })),
        Order::BoundedEdc | Order::BoundedWeak => {
            let options = EdcOptions { weak: order == Order::BoundedWeak, ..options };
            let is_rest = |event: &Event| matches!(event.op, Op::Call | Op::Wait | Op::Destroy);
            let has_rest = trace.events.iter().any(is_rest);
            let mut freed = vec![false; trace.n_variables];
            for event in trace.events.iter().filter(|event| event.op == Op::Free) {
                freed[event.target as usize] = true;
            }
            Box::new(BoundedEdc::new(has_rest.then(|| edc(options)), options).with_freed(freed))
        }
    }
}

fn candidates(trace: &Trace, specification: &Specification, options: &Options) -> Gathered {
    let edc = EdcOptions {
        whole_history: options.whole_history,
        all_conflicts: options.all_conflicts,
        weak: false,
    };
    let mut filter = filter(options.order, edc, trace, specification);
    let mut gathered = Gathered::new(options.tries, options.every_pair, Which::First);
    let is_wanted = wanted(trace);
    for (id, event) in trace.events.iter().enumerate() {
        let id = id as EventId;
        filter.event(id, event, &mut |pair: Pair| {
            if is_wanted(&pair) {
                gathered.candidate(&trace.events, pair);
            }
        });
        let free = gathered.freed_before(id, event);
        if free != NONE {
            gathered.observe(&trace.events, free, id);
        }
    }
    gathered
}

/// Which candidates are looked at: of the signals after a wait, the one that ended it stands for all; a wait that ends by itself
/// misses nothing.
pub(crate) fn wanted(trace: &Trace) -> impl Fn(&Pair) -> bool + '_ {
    let ended_by: FxHashMap<EventId, EventId> = trace.wakes.values().copied().collect();
    move |pair: &Pair| {
        !trace.is_large(pair.second)
            && (pair.kind != Kind::LostSignal
                || ended_by.get(&pair.first) == Some(&pair.second)
                    && !trace.timed_waits.contains(&pair.first))
    }
}

/// Looks for reorderings and replays them.
pub(crate) fn confirm_groups(index: &Index, groups: Vec<Group>, options: &Options, outcome: &mut Outcome) {
    if groups.is_empty() {
        return;
    }
    let started = Instant::now();
    let mut found: Vec<(Witness, Group)> = Vec::new();
    for group in groups {
        let Some(first) = group.pairs.first().copied() else { continue };
        let is_over = || options.time_limit.is_some_and(|limit| started.elapsed() > limit);
        let mut tries = group.pairs.iter().take(options.tries).take_while(|_| !is_over());
        let confirmed = tries.find_map(|pair| confirm(index, *pair, &options.effort));
        outcome.stopped |= confirmed.is_none() && is_over();
        match confirmed {
            Some(witness) => found.push((witness, group)),
            None => outcome.unconfirmed.push(Unconfirmed { pair: first, candidates: group.count }),
        }
    }
    let (witnesses, groups): (Vec<Witness>, Vec<Group>) = found.into_iter().unzip();
    let results = check_all(index.trace, &witnesses);
    for ((witness, group), result) in witnesses.into_iter().zip(groups).zip(results) {
        let candidates = group.count;
        if result.is_ok() {
            outcome.findings.push(Finding { witness, candidates, places: None });
        } else {
            outcome.refused += 1;
            outcome.unconfirmed.push(Unconfirmed { pair: witness.pair, candidates });
        }
    }
    outcome.confirm_time += started.elapsed();
}

impl Outcome {
    /// Adds races of the run itself, but for those that a reordering shows; such a race is not unconfirmed any more. Where no atomic access
    /// `is_weak`, one that is shown of a variable stands for all of it.
    pub(crate) fn add_races(&mut self, races: Vec<Observed>, trace: &Trace, is_weak: bool) {
        let places = |first: EventId, second: EventId| {
            let place = |id: EventId| match trace.event(id) {
                Some(event) if event.location != 0 => (event.location, 0),
                _ => (0, id),
            };
            let (one, other) = (place(first), place(second));
            (one.min(other), one.max(other))
        };
        let is_race = |pair: &&Pair| matches!(pair.kind, Kind::Race | Kind::UseAfterFree);
        let pairs = || self.findings.iter().map(|finding| &finding.witness.pair).filter(is_race);
        let shown: FxHashSet<_> = pairs().map(|pair| places(pair.first, pair.second)).collect();
        let variable = |id: EventId| trace.event(id).map(|event| event.target);
        let variables: FxHashSet<_> = pairs().filter(|_| !is_weak).map(|pair| variable(pair.first)).collect();
        let is_new = |race: &Observed| {
            !shown.contains(&places(race.events[0], race.events[1]))
                && !variables.contains(&variable(race.events[0]))
        };
        let new: Vec<Observed> = races.into_iter().filter(is_new).collect();
        let told: FxHashSet<_> = new.iter().map(|race| places(race.events[0], race.events[1])).collect();
        let is_open = |other: &Unconfirmed| {
            other.pair.kind != Kind::Race || !told.contains(&places(other.pair.first, other.pair.second))
        };
        self.unconfirmed.retain(is_open);
        self.observed.extend(new);
    }

    /// How many findings were confirmed by each method.
    pub fn by_method(&self, method: Method) -> usize {
        self.findings.iter().filter(|finding| finding.witness.method == method).count()
    }
}
