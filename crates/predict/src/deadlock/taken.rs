//! Which threads can be in a cycle of lock classes, and where: sets of threads, one per class, that fork, join and barriers allow
//! to take their locks at one time.
//!
//! Where there are few threads all sets are tried; else those whose acquires are near each other in the run.

use super::orders::{LockOrders, each_nested, waits};
use crate::clock::VectorClock;
use crate::event::{Event, EventId};
use crate::filter::Clocks;
use crate::trace::Trace;
use events::trace::Op;
use rustc_hash::FxHashSet;

/// Sets of threads that are all tried.
const ALL: usize = 64;
/// Acquires that are looked at for near ones.
const SAMPLE: usize = 4096;
/// Entries of the clocks that are kept (half a gigabyte). Of acquires beyond that nothing is known.
const MAX_ENTRIES: usize = 1 << 27;
/// Neighbours of an acquire that are looked at in another class.
const NEIGHBOURS: usize = 8;

/// A set of threads.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    /// For each class of the cycle its thread's acquires.
    pub(crate) lists: Vec<Vec<EventId>>,
    /// One of each that are near each other.
    pub(crate) nearest: Vec<EventId>,
}

/// An acquire, and what its thread knows of others' lives.
#[derive(Clone, Copy, Debug)]
struct Taken {
    event: EventId,
    thread: u32,
    time: u32,
    version: u32,
}

#[derive(Debug, Default)]
struct Lives {
    clocks: Clocks,
    versions: Vec<VectorClock>,
    n_entries: usize,
    /// Per thread: its last version, if nothing came since.
    current: Vec<Option<u32>>,
}

impl Lives {
    fn event(&mut self, event: &Event) {
        if let Op::Fork | Op::Join | Op::BarrierEnter | Op::BarrierLeave = event.op {
            self.clocks.hand_over(event);
            let other = if let Op::Fork | Op::Join = event.op { event.target } else { event.thread };
            for thread in [event.thread, other] {
                if let Some(current) = self.current.get_mut(thread as usize) {
                    *current = None;
                }
            }
        }
    }

    fn taken(&mut self, event: EventId, thread: u32) -> Option<Taken> {
        if self.n_entries > MAX_ENTRIES {
            return None;
        }
        let index = thread as usize;
        if index >= self.current.len() {
            self.current.resize(index + 1, None);
        }
        let clock = self.clocks.of(thread);
        let time = clock.get(thread);
        let version = *self.current[index].get_or_insert_with(|| {
            self.n_entries += clock.len();
            self.versions.push(clock.clone());
            self.versions.len() as u32 - 1
        });
        Some(Taken { event, thread, time, version })
    }

    /// Whether the one has happened before the other in any case.
    fn is_before(&self, one: &Taken, other: &Taken) -> bool {
        self.versions[other.version as usize].get(one.thread) >= one.time
    }

    fn are_apart(&self, one: &Taken, other: &Taken) -> bool {
        one.thread != other.thread && !self.is_before(one, other) && !self.is_before(other, one)
    }
}

/// For each cycle of classes up to so many sets of threads.
pub(super) fn choose(
    trace: &Trace,
    orders: &LockOrders,
    cycles: &[Vec<usize>],
    tries: usize,
) -> Vec<Vec<Chosen>> {
    let wanted: FxHashSet<usize> = cycles.iter().flatten().copied().collect();
    let n_classes = wanted.iter().max().map_or(0, |last| last + 1);
    let mut taken: Vec<Vec<Taken>> = vec![Vec::new(); n_classes];
    let lives = std::cell::RefCell::new(Lives::default());
    each_nested(
        trace,
        |event| lives.borrow_mut().event(event),
        |id, event, held| {
            let class = orders.number(event, held).filter(|class| wanted.contains(class));
            if let Some(class) = class.filter(|_| waits(trace, id, event, held)) {
                taken[class].extend(lives.borrow_mut().taken(id, event.thread));
            }
        },
    );
    let chooser = Chooser { lives: lives.into_inner(), taken };
    cycles.iter().map(|cycle| chooser.cycle(cycle, tries)).collect()
}

struct Chooser {
    lives: Lives,
    taken: Vec<Vec<Taken>>,
}

impl Chooser {
    fn cycle(&self, cycle: &[usize], tries: usize) -> Vec<Chosen> {
        let classes: Vec<&[Taken]> = cycle.iter().map(|class| self.taken[*class].as_slice()).collect();
        let mut sets = all_threads(&classes).unwrap_or_default();
        if sets.is_empty() {
            sets = self.near_threads(&classes);
        }
        let mut chosen: Vec<Chosen> = sets.iter().filter_map(|threads| self.set(&classes, threads)).collect();
        let span = |chosen: &Chosen| match (chosen.nearest.iter().max(), chosen.nearest.iter().min()) {
            (Some(last), Some(first)) => last - first,
            _ => 0,
        };
        chosen.sort_by_key(span);
        chosen.truncate(tries);
        chosen
    }

    /// What a set of threads does, if it can be at one time.
    fn set(&self, classes: &[&[Taken]], threads: &[u32]) -> Option<Chosen> {
        let of = |(class, thread): (&&[Taken], &u32)| -> Vec<Taken> {
            class.iter().filter(|taken| taken.thread == *thread).copied().collect()
        };
        let mut lists: Vec<Vec<Taken>> = classes.iter().zip(threads).map(of).collect();
        self.drop_ruled_out(&mut lists)?;
        let nearest = self.nearest(&lists)?;
        let events = |list: &Vec<Taken>| list.iter().map(|taken| taken.event).collect();
        Some(Chosen { nearest, lists: lists.iter().map(events).collect() })
    }

    /// Drops the first of each thread as long as another thread's first comes after it in any case.
    fn drop_ruled_out(&self, lists: &mut [Vec<Taken>]) -> Option<()> {
        let mut from = vec![0; lists.len()];
        loop {
            let mut changed = false;
            for one in 0..lists.len() {
                for other in (0..lists.len()).filter(|other| *other != one) {
                    let later = *lists[other].get(from[other])?;
                    while self.lives.is_before(lists[one].get(from[one])?, &later) {
                        from[one] += 1;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        for (list, from) in lists.iter_mut().zip(from) {
            list.drain(..from);
        }
        Some(())
    }

    /// One acquire of each that are apart and near each other.
    fn nearest(&self, lists: &[Vec<Taken>]) -> Option<Vec<EventId>> {
        let lists: Vec<&[Taken]> = lists.iter().map(Vec::as_slice).collect();
        let base = (0..lists.len()).min_by_key(|list| lists[*list].len())?;
        let mut best: Option<(EventId, Vec<EventId>)> = None;
        for taken in sample(lists[base]) {
            let Some(set) = self.around(&lists, base, taken) else { continue };
            let extent = extent(&set);
            if best.as_ref().is_none_or(|(known, _)| extent < *known) {
                best = Some((extent, set.iter().map(|taken| taken.event).collect()));
            }
        }
        // The first of each are at one time.
        best.map(|(_, events)| events)
            .or_else(|| lists.iter().map(|list| list.first().map(|taken| taken.event)).collect())
    }

    /// The nearest of each list to one of a list, all apart.
    fn around(&self, lists: &[&[Taken]], base: usize, taken: &Taken) -> Option<Vec<Taken>> {
        let mut set: Vec<Option<Taken>> = vec![None; lists.len()];
        set[base] = Some(*taken);
        for (place, list) in lists.iter().enumerate().filter(|(place, _)| *place != base) {
            let at = list.partition_point(|other| other.event < taken.event);
            let near = &list[at.saturating_sub(NEIGHBOURS)..(at + NEIGHBOURS).min(list.len())];
            let is_apart =
                |other: &&Taken| set.iter().flatten().all(|known| self.lives.are_apart(known, other));
            let next = near.iter().filter(is_apart).min_by_key(|other| other.event.abs_diff(taken.event));
            set[place] = Some(*next?);
        }
        set.into_iter().collect()
    }

    /// Sets of threads whose acquires are near each other.
    fn near_threads(&self, classes: &[&[Taken]]) -> Vec<Vec<u32>> {
        let Some(base) = (0..classes.len()).min_by_key(|class| classes[*class].len()) else {
            return Vec::new();
        };
        let near = sample(classes[base]).filter_map(|taken| self.around(classes, base, taken));
        let sets = near.map(|set| (extent(&set), set.iter().map(|taken| taken.thread).collect::<Vec<u32>>()));
        let mut sets: Vec<(EventId, Vec<u32>)> = sets.collect();
        sets.sort_unstable();
        let mut known = FxHashSet::default();
        let sets = sets.into_iter().map(|(_, threads)| threads);
        sets.filter(|threads| known.insert(threads.clone())).take(ALL).collect()
    }
}

/// Events from the first to the last.
fn extent(set: &[Taken]) -> EventId {
    let events = || set.iter().map(|taken| taken.event);
    events().max().unwrap_or(0) - events().min().unwrap_or(0)
}

fn sample(list: &[Taken]) -> impl Iterator<Item = &Taken> {
    list.iter().step_by(list.len().div_ceil(SAMPLE).max(1))
}

/// All sets of different threads, if they are not too many.
fn all_threads(classes: &[&[Taken]]) -> Option<Vec<Vec<u32>>> {
    let mut sets: Vec<Vec<u32>> = vec![Vec::new()];
    for class in classes {
        let mut threads: Vec<u32> = Vec::new();
        for taken in *class {
            if threads.last() != Some(&taken.thread) && !threads.contains(&taken.thread) {
                threads.push(taken.thread);
            }
            if threads.len() > ALL {
                return None;
            }
        }
        let with = |set: &Vec<u32>| {
            let set = set.clone();
            let new = threads.iter().filter(|thread| !set.contains(thread));
            new.map(|thread| [set.as_slice(), &[*thread]].concat()).collect::<Vec<_>>()
        };
        sets = sets.iter().flat_map(with).collect();
        if sets.len() > ALL {
            return None;
        }
    }
    Some(sets)
}
