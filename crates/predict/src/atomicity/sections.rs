//! Two sections of one lock, one right after the other, in one call of a function: taken by the function itself, or by functions that it
//! calls directly.
//!
//! That they belong together is believed where the second never comes without the first right before it, in the whole run. So
//! a loop that does now this and now that is none, nor one that takes the lock once per round.

use super::Operations;
use super::frames::{Call, Frames, Place};
use crate::event::{Event, EventId};
use crate::trace::Trace;
use events::trace::Op;
use rustc_hash::FxHashMap;

/// Pairs of one place that are looked at.
const INSTANCES: usize = 64;
/// Places that were found to be mixed lately: most sections are at one of those.
const RECENT: usize = 1 << 12;

/// From an acquire to its release.
pub(super) type Section = (EventId, EventId);

#[derive(Clone, Debug)]
pub(super) struct SectionPair {
    pub(super) thread: u32,
    pub(super) lock: u32,
    pub(super) first: Section,
    pub(super) second: Section,
    /// Where in the function each begins.
    pub(super) places: [u32; 2],
}

/// A section that has not ended.
#[derive(Clone, Copy, Debug)]
struct Open {
    lock: u32,
    acquire: EventId,
    place: Place,
    /// The lowest depth of calls since.
    lowest: u32,
    /// How often the thread had waited for others before.
    waits: u32,
}

/// One that has, with the calls that it is in: of the function that takes the lock, and of the one that called that.
#[derive(Clone, Copy, Debug)]
struct Ended {
    section: Section,
    calls: [Call; 2],
    places: [u32; 2],
    /// How often the thread had waited for others before it began.
    waits: u32,
}

/// What comes before a place.
#[derive(Clone, Debug, Default)]
struct Before {
    /// The only place, until there is another one, or nothing before.
    place: Option<u32>,
    is_mixed: bool,
    pairs: Vec<SectionPair>,
}

#[derive(Default)]
struct Thread {
    open: Vec<Open>,
    waits: u32,
    /// The last event but accesses was the beginning of a wait: the release that follows is part of it.
    begins_to_wait: bool,
    last: FxHashMap<u32, Ended>,
}

/// All pairs, in the order of their first acquires.
pub(super) fn pairs(trace: &Trace, which: Operations) -> Vec<SectionPair> {
    let by_thread = which == Operations::Threads;
    if which == Operations::None || !by_thread && trace.stack_of.is_empty() {
        return Vec::new();
    }
    let mut finder = Finder {
        frames: Frames::new(trace, by_thread),
        threads: (0..trace.n_threads).map(|_| Thread::default()).collect(),
        before: FxHashMap::default(),
        mixed: vec![0; RECENT],
    };
    for (id, event) in trace.events.iter().enumerate() {
        finder.event(id as EventId, event);
    }
    let sure = finder.before.into_values().filter(|before| !before.is_mixed);
    let mut pairs: Vec<SectionPair> = sure.flat_map(|before| before.pairs).collect();
    pairs.sort_by_key(|pair| (pair.first.0, pair.second.0));
    pairs
}

struct Finder<'a> {
    frames: Frames<'a>,
    threads: Vec<Thread>,
    /// By the second place, and whether that is in a function that calls one that takes the lock.
    before: FxHashMap<(usize, u32), Before>,
    /// Some of those that are mixed.
    mixed: Vec<u64>,
}

impl Finder<'_> {
    #[inline]
    fn event(&mut self, id: EventId, event: &Event) {
        match event.op {
            Op::Read | Op::Write => {}
            Op::Acquire | Op::AcquireShared | Op::Release => self.lock(id, event),
            Op::Wait => self.threads[event.thread as usize].begins_to_wait = true,
            Op::Wake | Op::Join | Op::BarrierLeave | Op::Down => {
                self.threads[event.thread as usize].waits += 1;
            }
            _ => {}
        }
    }

    fn lock(&mut self, id: EventId, event: &Event) {
        let (lowest, depth) = self.frames.event(id, event);
        let thread = &mut self.threads[event.thread as usize];
        let begins_to_wait = std::mem::take(&mut thread.begins_to_wait);
        thread.open.iter_mut().for_each(|open| open.lowest = open.lowest.min(lowest));
        if event.op != Op::Release {
            let (waits, place) = (thread.waits, self.frames.place(id, event, depth));
            thread.open.push(Open { lock: event.target, acquire: id, place, lowest: depth, waits });
            return;
        }
        let Some(place) = thread.open.iter().rposition(|open| open.lock == event.target) else { return };
        let open = thread.open.remove(place);
        let ended = self.ended(&open, id, event.thread);
        let last = &mut self.threads[event.thread as usize].last;
        let before = if begins_to_wait { last.remove(&open.lock) } else { last.insert(open.lock, ended) };
        self.compare(&open, event, before, &ended);
    }

    fn ended(&self, open: &Open, release: EventId, thread: u32) -> Ended {
        let outer = open.lowest.saturating_sub(1);
        Ended {
            section: (open.acquire, release),
            calls: [open.lowest, outer].map(|depth| self.frames.call(thread, depth)),
            places: [open.lowest, outer].map(|depth| self.frames.place_at(&open.place, depth)),
            waits: open.waits,
        }
    }

    /// Notes what came before a section in the same call.
    fn compare(&mut self, open: &Open, release: &Event, before: Option<Ended>, ended: &Ended) {
        let before = before.filter(|before| before.waits == open.waits);
        let together = before.and_then(|before| Some((before, common(&before, ended)?)));
        for level in 0..2 {
            let place = ended.places[level];
            let key = (level as u64) << 32 | u64::from(place) | 1 << 63;
            let recent = &mut self.mixed[(place as usize * 2 + level) % RECENT];
            if *recent == key {
                continue;
            }
            match together {
                Some((before, (first, second))) if second == level => {
                    let known = self.before.entry((level, place)).or_default();
                    let places = [before.places[first], ended.places[second]];
                    known.add(SectionPair {
                        thread: release.thread,
                        lock: open.lock,
                        first: before.section,
                        second: ended.section,
                        places,
                    });
                }
                Some((_, (_, 0))) => {}
                _ => {
                    *recent = key;
                    self.before.entry((level, place)).or_default().mix();
                }
            }
        }
    }
}

/// Which of the calls that each is in is the same, the innermost.
fn common(one: &Ended, other: &Ended) -> Option<(usize, usize)> {
    let levels = [(0, 0), (1, 0), (0, 1), (1, 1)];
    levels.into_iter().find(|(a, b)| one.calls[*a] != 0 && one.calls[*a] == other.calls[*b])
}

impl Before {
    fn mix(&mut self) {
        (self.is_mixed, self.pairs) = (true, Vec::new());
    }

    fn add(&mut self, pair: SectionPair) {
        let [first, second] = pair.places;
        if self.is_mixed || first == 0 || first == second || self.place.is_some_and(|known| known != first) {
            return self.mix();
        }
        self.place = Some(first);
        if self.pairs.len() < INSTANCES {
            self.pairs.push(pair);
        }
    }
}
