//! Which signals must come before a wait so that it never ends: all of its condition variable, but those that can no
//! longer happen when the waiter waits for ever.
//!
//! What can no longer happen is estimated from below, so that too many signals are asked for and never too few: the rest
//! of the waiter's thread; what follows the join of a thread that does not end; threads that are not forked; what follows a
//! wake when no signal that came after its wait can happen any more. The checker decides.

use crate::event::EventId;
use crate::index::Index;
use events::trace::Op;
use rustc_hash::FxHashMap;

/// What is asked to come before a wait, of each other thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Before {
    /// Its signals.
    Signals,
    /// All that can still happen.
    Everything,
}

/// The last event of each other thread that must come before the wait.
pub(crate) fn events_before(index: &Index, wait: EventId, before: Before) -> Vec<EventId> {
    match before {
        Before::Signals => signals_before(index, wait),
        Before::Everything => everything_before(index, wait),
    }
}

fn everything_before(index: &Index, wait: EventId) -> Vec<EventId> {
    let gone = no_longer(index, wait);
    let waiter = index.event(wait).thread as usize;
    let last = |(thread, events): (usize, &Vec<EventId>)| {
        let end = gone.get(&(thread as u32)).copied().unwrap_or(EventId::MAX);
        let count = events.partition_point(|event| *event < end);
        count.checked_sub(1).filter(|_| thread != waiter).map(|last| events[last])
    };
    index.threads.iter().enumerate().filter_map(last).collect()
}

fn signals_before(index: &Index, wait: EventId) -> Vec<EventId> {
    let event = index.event(wait);
    let gone = no_longer(index, wait);
    let mut last: FxHashMap<u32, EventId> = FxHashMap::default();
    for signal in index.signals_of(event.target) {
        let thread = index.event(*signal).thread;
        if thread != event.thread && gone.get(&thread).is_none_or(|first| signal < first) {
            last.insert(thread, *signal);
        }
    }
    let mut signals: Vec<EventId> = last.into_values().collect();
    signals.sort_unstable();
    signals
}

/// Per thread: the first event that can no longer happen when the wait does not end.
fn no_longer(index: &Index, wait: EventId) -> FxHashMap<u32, EventId> {
    let mut gone: FxHashMap<u32, EventId> = FxHashMap::default();
    gone.insert(index.event(wait).thread, wait + 1);
    let start = index.handovers.partition_point(|id| *id <= wait);
    loop {
        let known = gone.len();
        for id in &index.handovers[start..] {
            let event = index.event(*id);
            let is_gone = |thread: u32, id: EventId| gone.get(&thread).is_some_and(|first| id >= *first);
            if is_gone(event.thread, *id) && event.op != Op::Fork {
                continue;
            }
            match event.op {
                Op::Join if gone.contains_key(&event.target) => {
                    gone.insert(event.thread, *id);
                }
                Op::Fork if is_gone(event.thread, *id) => {
                    gone.entry(event.target).or_insert(0);
                }
                Op::Wake => {
                    let Some((waited, _)) = index.trace.wakes.get(id) else { continue };
                    let own = index.signals_of(event.target);
                    let after = own.partition_point(|signal| signal < waited);
                    if own[after..].iter().all(|signal| is_gone(index.event(*signal).thread, *signal)) {
                        gone.insert(event.thread, where_it_sleeps(index, *id));
                    }
                }
                _ => {}
            }
        }
        // An earlier place in a thread that was known already is not looked for again: that asks for more signals.
        if gone.len() == known {
            return gone;
        }
    }
}

/// The acquire of the mutex before a wake, or the wake if there is none.
fn where_it_sleeps(index: &Index, wake: EventId) -> EventId {
    let events = &index.threads[index.event(wake).thread as usize];
    let before = (index.position[wake as usize] as usize).checked_sub(1).map(|before| events[before]);
    before.filter(|before| index.trace.wakes.contains_key(before)).unwrap_or(wake)
}
