//! Data races of the run itself: conflicting accesses, not both atomic, that happens-before leaves unordered in the recorded run (ADR 15).
//!
//! [`crate::HappensBefore`] finds candidates. [`is_ordered`] decides about each anew, in another way: what the first access is known to is
//! followed event by event up to the second. What it does not know for sure (how a lock was held that was taken before)
//! it takes for an order, so that nothing is made up.
//!
//! Looked for only where atomic accesses are weaker than acquire and release: elsewhere these races can be shown by reorderings; and where
//! accesses may have been repeated ([`crate::open_sections`]), which keeps some reorderings from being found.
//! Giving memory back counts as a write.

use crate::analysis::Options;
use crate::event::{Event, EventId};
use crate::filter::Filter;
use crate::gather::{Gathered, Group, Which};
use crate::hb::HappensBefore;
use crate::misuse::{Fault, Observed};
use crate::witness::Pair;
use events::trace::Op;
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether an access orders less than acquire and release do.
pub(crate) fn is_weak(event: &Event) -> bool {
    event.is_atomic() && (event.reads() && !event.acquires() || event.writes() && !event.releases())
}

/// Finds candidates, event by event.
pub(crate) struct Unordered {
    filter: HappensBefore,
    gathered: Gathered,
}

impl Unordered {
    pub(crate) fn new(options: &Options) -> Unordered {
        let gathered = Gathered::new(options.tries, options.every_pair, Which::Nearest);
        Unordered { filter: HappensBefore::new(false), gathered }
    }

    /// The next event; whether it is open with another one (of a large variable: such are not gathered).
    #[inline]
    pub(crate) fn event(&mut self, events: &[Event], id: EventId, event: &Event, is_large: bool) -> bool {
        let (gathered, mut is_open) = (&mut self.gathered, false);
        self.filter.event(id, event, &mut |pair: Pair| {
            let is_access = |id: EventId| events.get(id as usize).is_some_and(Event::is_access);
            if is_access(pair.first) && (event.is_access() || event.op == Op::Free) {
                is_open = true;
                if !is_large {
                    gathered.candidate(events, pair);
                }
            }
        });
        is_open
    }

    /// What is sure.
    pub(crate) fn finish(self, events: &[Event]) -> Vec<Observed> {
        let sure = |group: &Group| {
            group.pairs.iter().find(|pair| !is_ordered(events, pair.first, pair.second)).copied()
        };
        let races = self.gathered.groups.iter().filter_map(sure);
        races.map(|pair| Observed::new(Fault::Race, &[pair.first, pair.second])).collect()
    }
}

/// All of a trace, if there is something weak in it, or something that may have been repeated.
pub(crate) fn races(events: &[Event], is_large: impl Fn(&Event) -> bool, options: &Options) -> Vec<Observed> {
    if !events.iter().any(|event| is_weak(event) || event.is_plain_repeat()) {
        return Vec::new();
    }
    let mut unordered = Unordered::new(options);
    for (id, event) in events.iter().enumerate() {
        unordered.event(events, id as EventId, event, is_large(event));
    }
    unordered.finish(events)
}

/// Who and what knows of an event.
#[derive(Default)]
struct Known {
    threads: FxHashSet<u32>,
    /// Locks: by their owners', and by their readers' releases.
    exclusive: FxHashSet<u32>,
    shared: FxHashSet<u32>,
    /// Readers, by thread and lock, as far as they were seen to take it.
    reading: FxHashSet<(u32, u32)>,
    /// Conditions, barriers, semaphores.
    handed: FxHashSet<u32>,
    /// Variables whose last write is in a release sequence that knows of it.
    sequences: FxHashMap<u32, bool>,
    /// Threads whose last releasing fence knew of it, and who have read so from a sequence since.
    fenced: FxHashSet<u32>,
    read: FxHashSet<u32>,
}

/// Whether the first event happens before the second in the run.
pub fn is_ordered(events: &[Event], first: EventId, second: EventId) -> bool {
    let (Some(one), Some(other)) = (events.get(first as usize), events.get(second as usize)) else {
        return true;
    };
    let mut known = Known::default();
    known.threads.insert(one.thread);
    if one.is_atomic() && one.writes() && one.releases() {
        known.sequences.insert(one.target, true);
    }
    for event in events.get(first as usize + 1..second as usize).unwrap_or(&[]) {
        known.event(event);
    }
    // The second may take over something itself.
    known.event(other);
    known.threads.contains(&other.thread)
}

impl Known {
    fn event(&mut self, event: &Event) {
        let (thread, target) = (event.thread, event.target);
        let knows = self.threads.contains(&thread);
        let learns = match event.op {
            Op::Acquire => self.exclusive.contains(&target) || self.shared.contains(&target),
            Op::AcquireShared => {
                self.reading.insert((thread, target));
                self.exclusive.contains(&target)
            }
            Op::Release => {
                let was_reading = self.reading.remove(&(thread, target));
                if knows {
                    let list = if was_reading { &mut self.shared } else { &mut self.exclusive };
                    list.insert(target);
                }
                false
            }
            Op::Fork if knows => {
                self.threads.insert(target);
                false
            }
            Op::Join => self.threads.contains(&target),
            Op::Signal | Op::Broadcast | Op::BarrierEnter | Op::Post if knows => {
                self.handed.insert(target);
                false
            }
            Op::Wake | Op::BarrierLeave => self.handed.contains(&target),
            Op::Down => {
                let learns = self.handed.contains(&target);
                if knows || learns {
                    self.handed.insert(target);
                }
                learns
            }
            Op::Fence => self.fence(event, knows),
            _ if event.is_atomic() => self.atomic(event, knows),
            _ => false,
        };
        if learns {
            self.threads.insert(thread);
        }
    }

    fn fence(&mut self, event: &Event, knows: bool) -> bool {
        let learns = event.acquires() && self.read.contains(&event.thread);
        if event.releases() {
            match knows || learns {
                true => self.fenced.insert(event.thread),
                false => self.fenced.remove(&event.thread),
            };
        }
        learns
    }

    fn atomic(&mut self, event: &Event, knows: bool) -> bool {
        let before = self.sequences.get(&event.target).copied().unwrap_or(false);
        let learns = event.reads() && before && event.acquires();
        if event.reads() && before && !event.acquires() {
            self.read.insert(event.thread);
        }
        if event.writes() && !event.is_repeat() {
            let own = if event.releases() { knows || learns } else { self.fenced.contains(&event.thread) };
            self.sequences.insert(event.target, own || event.reads() && before);
        }
        learns
    }
}
