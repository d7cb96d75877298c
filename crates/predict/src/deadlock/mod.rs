//! Deadlocks of locks in other schedules: sync-preserving deadlock prediction after Tunç, Mathur, Pavlogiannis and Viswanathan
//! (PLDI 2023, SPDOffline), for mutexes and reader-writer locks.
//!
//! 1. [`orders`]: who takes which lock while holding which others, as classes; cycles of classes that no common lock
//!    keeps apart. Nearly all runs have none, and that is all they cost.
//! 2. [`taken`]: for each cycle a few sets of threads, and where they take these locks, that fork, join and barriers allow at one time.
//! 3. [`find`]: the smallest reordering that has every thread right before its lock; where it contains one of these places, that
//!    thread's next one is asked for (the closure only grows, so this is linear). Then, as for pairs, with critical
//!    sections turned round.
//! 4. The checker replays it, and looks whether each really waits for the next.
//!
//! Differs from the paper: reader-writer locks (two readers do not exclude each other, neither in a cycle nor as a gate); what a
//! reordering must keep is [`crate::Trace::needs`]; step 3's second half.
//!
//! Never reported: locks that were tried or waited for up to some time (they wait for nobody for ever; held, they count), locks that somebody else
//! than the holder has given back in the run. May be missed: cycles of more than [`orders::MAX_LENGTH`] threads, what lies in
//! different segments of a watched run, and what is in no reordering of this run.

mod find;
mod orders;
mod taken;

use crate::analysis::{Finding, Options, Outcome, Unconfirmed};
use crate::checker::check_all;
use crate::event::EventId;
use crate::index::Index;
use crate::trace::Trace;
use crate::witness::{Kind, Pair, Witness};
use find::find;
use orders::LockOrders;
use rustc_hash::FxHashSet;
use std::time::Instant;
use taken::{Chosen, choose};

/// What may be a deadlock.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    /// For each cycle of classes some sets of threads, the nearest first.
    cycles: Vec<Vec<Chosen>>,
}

impl Candidates {
    /// Looks for cycles, and who can be in them.
    pub(crate) fn new(trace: &Trace, tries: usize) -> Candidates {
        let orders = LockOrders::new(trace);
        let cycles = orders.cycles();
        if cycles.is_empty() {
            return Candidates::default();
        }
        let mut cycles = choose(trace, &orders, &cycles, tries);
        cycles.retain(|chosen| !chosen.is_empty());
        Candidates { cycles }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.cycles.is_empty()
    }

    /// The first and the last event of each cycle's nearest sets of events.
    pub(crate) fn spans(&self) -> impl Iterator<Item = Vec<Pair>> + '_ {
        self.cycles.iter().map(|chosen| chosen.iter().filter_map(|chosen| span(&chosen.nearest)).collect())
    }

    /// The same in a part of the trace.
    pub(crate) fn moved(&self, part: &Trace) -> Candidates {
        let moved = |chosen: &Chosen| {
            let list = |list: &Vec<EventId>| list.iter().filter_map(|id| part.event_at(*id)).collect();
            let lists: Vec<Vec<EventId>> = chosen.lists.iter().map(list).collect();
            let nearest: Vec<EventId> = chosen.nearest.iter().filter_map(|id| part.event_at(*id)).collect();
            (nearest.len() == lists.len() && lists.iter().all(|list| !list.is_empty()))
                .then_some(Chosen { lists, nearest })
        };
        let cycles = self.cycles.iter().map(|chosen| chosen.iter().filter_map(moved).collect());
        Candidates { cycles: cycles.collect() }
    }
}

fn span(events: &[EventId]) -> Option<Pair> {
    let (first, second) = (*events.iter().min()?, *events.iter().max()?);
    Some(Pair { first, second, kind: Kind::Deadlock })
}

/// Looks for reorderings that show the candidates, and replays them.
pub(crate) fn confirm_deadlocks(
    index: &Index,
    candidates: &Candidates,
    options: &Options,
    outcome: &mut Outcome,
) {
    let started = Instant::now();
    let mut known = FxHashSet::default();
    for cycle in candidates.cycles.iter().filter(|cycle| !cycle.is_empty()) {
        outcome.candidates += 1;
        let places = |chosen: &Chosen| index.trace.cycle_places(&chosen.nearest);
        if !options.every_pair && cycle.iter().all(|chosen| known.contains(&places(chosen))) {
            continue;
        }
        let is_over = || options.time_limit.is_some_and(|limit| started.elapsed() > limit);
        let mut tries = cycle.iter().take_while(|_| !is_over());
        let found = tries.find_map(|chosen| confirmed(index, chosen, options, outcome));
        outcome.stopped |= found.is_none() && is_over();
        match found {
            Some(witness) => {
                if known.insert(index.trace.cycle_places(&witness.cycle)) || options.every_pair {
                    outcome.findings.push(Finding { witness, candidates: 1, places: None });
                }
            }
            None => {
                let pair = cycle.first().and_then(|chosen| span(&chosen.nearest));
                outcome.unconfirmed.extend(pair.map(|pair| Unconfirmed { pair, candidates: 1 }));
            }
        }
    }
    outcome.confirm_time += started.elapsed();
}

fn confirmed(index: &Index, chosen: &Chosen, options: &Options, outcome: &mut Outcome) -> Option<Witness> {
    let witness = find(index, chosen, &options.effort)?;
    let is_true = check_all(index.trace, std::slice::from_ref(&witness)).iter().all(Result::is_ok);
    outcome.refused += u64::from(!is_true);
    is_true.then_some(witness)
}
