//! Operations of one function under one lock that another thread can break: the function takes the lock, reads, gives it back, takes it
//! again and writes what it had read, without another look; another thread writes in between, under the same lock.
//!
//! 1. [`sections`]: which sections of a lock follow each other in one call of a function ([`frames`]), or in two functions that
//!    it calls. Most runs have none, and that is all they cost.
//! 2. [`accesses`]: what the first of them reads and the second writes blindly, and who else writes it under that lock.
//! 3. [`find`]: a reordering that has read, write of the other thread, write in this order (R-W-W of Fusion §2, a lost update).
//! 4. The checker replays it, and looks whether that is so.
//!
//! Differs from Fusion: blocks are not marked but guessed, so of its patterns only the one is told that is nearly
//! always a mistake (ADR 17). R-W-R is a thread that looks again, W-W-R and W-R-W are what a lock that is given back is for.
//!
//! Never reported: what the second section looks at again before it writes; functions that wait in between (for a condition, a
//! semaphore, a barrier, a thread), or that have heard of the other thread's write otherwise; a second section that, anywhere in the run, comes without
//! the first right before it. May be missed: writes of others that depend on what they read (another order changes that, and then
//! nobody knows what they do), unless the run itself has them in between; others' writes before the read in the run; atomic accesses;
//! memory that a long run only hands on; runs without recorded calls.

mod accesses;
mod find;
mod frames;
mod sections;

use crate::analysis::{Finding, Options, Outcome};
use crate::checker::check_all;
use crate::event::EventId;
use crate::gather::Group;
use crate::index::Index;
use crate::trace::Trace;
use crate::witness::{Kind, Pair, Witness};
use rustc_hash::FxHashMap;
use std::time::Instant;

/// What is taken for one operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Operations {
    None,
    /// A call of a function, where calls were recorded.
    #[default]
    Calls,
    /// All that a thread does.
    Threads,
}

/// A read, the write that goes by it, and writes of others that may come in between.
#[derive(Clone, Debug)]
pub(crate) struct Broken {
    read: EventId,
    write: EventId,
    others: Vec<EventId>,
    /// Where in the function the two sections begin, as locations.
    places: [u32; 2],
}

/// What may be broken, by places of read and write.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    groups: Vec<Vec<Broken>>,
}

impl Candidates {
    pub(crate) fn new(trace: &Trace, options: &Options) -> Candidates {
        let pairs = sections::pairs(trace, options.operations);
        if pairs.is_empty() {
            return Candidates::default();
        }
        let mut groups: FxHashMap<(u64, u64), Vec<Broken>> = FxHashMap::default();
        for broken in accesses::broken(trace, &pairs) {
            let group = groups.entry(places(trace, &broken, options)).or_default();
            if group.len() < options.tries {
                group.push(broken);
            }
        }
        let mut groups: Vec<Vec<Broken>> = groups.into_values().collect();
        groups.sort_by_key(|group| group.first().map(|broken| (broken.write, broken.read)));
        Candidates { groups }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// From where to where in the run they are.
    pub(crate) fn spans(&self) -> impl Iterator<Item = Group> + '_ {
        let span = |broken: &Broken| {
            let other = broken.others.iter().copied().min_by_key(|other| other.abs_diff(broken.write))?;
            Some(Pair { first: broken.read, second: other.max(broken.write), kind: Kind::Atomicity })
        };
        self.groups
            .iter()
            .map(move |group| Group { pairs: group.iter().filter_map(span).collect(), ..Group::default() })
    }

    /// The same in a part of the trace.
    pub(crate) fn moved(&self, part: &Trace) -> Candidates {
        let moved = |broken: &Broken| {
            let (read, write) = (part.event_at(broken.read)?, part.event_at(broken.write)?);
            let others = broken.others.iter().filter_map(|other| part.event_at(*other)).collect();
            Some(Broken { read, write, others, places: broken.places })
        };
        let groups = self.groups.iter().map(|group| group.iter().filter_map(moved).collect());
        Candidates { groups: groups.collect() }
    }
}

/// What makes two the same for the user.
fn places(trace: &Trace, broken: &Broken, options: &Options) -> (u64, u64) {
    let place = |id: EventId| match trace.event(id) {
        Some(event) if event.location != 0 && !options.every_pair => u64::from(event.location),
        _ => 1 << 32 | u64::from(id),
    };
    (place(broken.read), place(broken.write))
}

/// Looks for reorderings that show the candidates, and replays them.
pub(crate) fn confirm_broken(
    index: &Index,
    candidates: &Candidates,
    options: &Options,
    outcome: &mut Outcome,
) {
    let started = Instant::now();
    for group in &candidates.groups {
        outcome.candidates += 1;
        let is_over = || options.time_limit.is_some_and(|limit| started.elapsed() > limit);
        let mut tries = group.iter().take_while(|_| !is_over());
        let found = tries.find_map(|broken| confirmed(index, broken, options));
        outcome.stopped |= found.is_none() && is_over();
        outcome.findings.extend(found);
    }
    outcome.confirm_time += started.elapsed();
}

fn confirmed(index: &Index, broken: &Broken, options: &Options) -> Option<Finding> {
    let is_true =
        |witness: &Witness| check_all(index.trace, std::slice::from_ref(witness)).iter().all(Result::is_ok);
    let mut found =
        broken.others.iter().filter_map(|other| find::find(index, broken, *other, &options.effort));
    let witness = found.find(is_true)?;
    Some(Finding { witness, candidates: 1, places: Some(broken.places) })
}
