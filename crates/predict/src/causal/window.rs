//! A part of the trace that is reordered, after everything before it as recorded.
//!
//! What no other thread can tell in the window is left out: accesses to variables that one thread touches, or that
//! nobody writes, and locks and semaphores of one thread. They come with the next event of their thread that is kept.

use super::CausalTrace;
use super::check::State;
use crate::event::{EventId, NONE};
use events::trace::{Namespace, Op};
use rustc_hash::{FxHashMap, FxHashSet};

/// One critical section, as far as the window has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Section {
    pub thread: u32,
    pub shared: bool,
    /// `None`: it was open when the window began.
    pub begin: Option<EventId>,
    /// `None`: it is open when the window ends.
    pub end: Option<EventId>,
}

pub(super) struct Window<'a> {
    pub causal: &'a CausalTrace,
    pub from: EventId,
    pub to: EventId,
    /// By place in the window.
    kept: Vec<bool>,
    /// Critical sections by lock, in order.
    pub sections: FxHashMap<u32, Vec<Section>>,
    /// Of each kept event: the sections it is in, as lock and place in its list.
    held: Vec<Vec<(u32, u32)>>,
    /// The last write to a variable before the window.
    last_write: FxHashMap<u32, EventId>,
}

impl<'a> Window<'a> {
    /// `state` is that before the window.
    pub(super) fn new(causal: &'a CausalTrace, from: EventId, to: EventId, state: &State<'_>) -> Window<'a> {
        let mut window = Window {
            causal,
            from,
            to,
            kept: kept(causal, from, to),
            sections: FxHashMap::default(),
            held: vec![Vec::new(); (to - from) as usize],
            last_write: FxHashMap::default(),
        };
        window.find_sections(state);
        for id in window.kept_ids().collect::<Vec<_>>() {
            let event = &causal.trace.events[id as usize];
            if event.is_access() {
                window.last_write.insert(event.target, state.last_write(event.target));
            }
        }
        window
    }

    pub(super) fn kept_ids(&self) -> impl Iterator<Item = EventId> + '_ {
        (self.from..self.to).filter(|&id| self.is_kept(id))
    }

    pub(super) fn is_kept(&self, id: EventId) -> bool {
        (self.from..self.to).contains(&id) && self.kept[(id - self.from) as usize]
    }

    pub(super) fn last_write_before(&self, variable: u32) -> EventId {
        self.last_write.get(&variable).copied().unwrap_or(NONE)
    }

    /// The kept event of a thread at or before one of its events; `None`: there is none in the window.
    pub(super) fn kept_at_or_before(&self, id: EventId) -> Option<EventId> {
        let thread = self.causal.trace.events[id as usize].thread;
        let events = &self.causal.threads[thread as usize];
        let place = self.causal.position[id as usize] as usize;
        events[..=place].iter().rev().copied().take_while(|&id| id >= self.from).find(|&id| self.is_kept(id))
    }

    /// The kept event of the same thread before an event.
    pub(super) fn kept_before(&self, id: EventId) -> Option<EventId> {
        let place = self.causal.position[id as usize].checked_sub(1)?;
        let thread = self.causal.trace.events[id as usize].thread;
        self.kept_at_or_before(self.causal.threads[thread as usize][place as usize])
    }

    fn find_sections(&mut self, state: &State<'_>) {
        let causal = self.causal;
        let mut open: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for (lock, thread, shared) in state.held() {
            let list = self.sections.entry(lock).or_default();
            open.insert((thread, lock), list.len() as u32);
            list.push(Section { thread, shared, begin: None, end: None });
        }
        for id in self.from..self.to {
            let event = &causal.trace.events[id as usize];
            let key = (event.thread, event.target);
            match event.op {
                Op::Acquire | Op::AcquireShared => {
                    let list = self.sections.entry(event.target).or_default();
                    open.insert(key, list.len() as u32);
                    let shared = event.op == Op::AcquireShared;
                    list.push(Section { thread: event.thread, shared, begin: Some(id), end: None });
                }
                Op::Release => {
                    if let Some(section) = open.remove(&key)
                        && let Some(list) = self.sections.get_mut(&event.target)
                    {
                        list[section as usize].end = Some(id);
                    }
                }
                _ if self.is_kept(id) => {
                    let held = open.iter().filter(|((thread, _), _)| *thread == event.thread);
                    self.held[(id - self.from) as usize] =
                        held.map(|(&(_, lock), &section)| (lock, section)).collect();
                }
                _ => {}
            }
        }
    }

    /// Whether one section holds `first` and `second`, and `other` lies in one that it excludes.
    pub(super) fn excludes(&self, first: EventId, second: EventId, other: EventId) -> bool {
        let held = |id: EventId| self.held[(id - self.from) as usize].iter().copied();
        let section = |(lock, place): (u32, u32)| self.sections[&lock][place as usize];
        held(first).filter(|mine| held(second).any(|too| too == *mine)).any(|mine| {
            let clash = |theirs: &(u32, u32)| {
                theirs.0 == mine.0 && !(section(*theirs).shared && section(mine).shared)
            };
            held(other).any(|theirs| clash(&theirs))
        })
    }
}

/// Who uses an object in the window.
#[derive(Default)]
struct Users {
    thread: Option<u32>,
    several: bool,
    changes: bool,
}

/// Which events of the window another thread can tell.
fn kept(causal: &CausalTrace, from: EventId, to: EventId) -> Vec<bool> {
    let mut users: FxHashMap<(bool, u32), Users> = FxHashMap::default();
    let key = |id: EventId| {
        let event = &causal.trace.events[id as usize];
        match event.op.namespace() {
            Namespace::Memory => Some((true, event.target)),
            Namespace::Sync => Some((false, event.target)),
            _ => None,
        }
    };
    for id in from..to {
        let Some(key) = key(id) else { continue };
        let event = &causal.trace.events[id as usize];
        let users = users.entry(key).or_default();
        users.several |= users.thread.is_some_and(|thread| thread != event.thread);
        users.thread = Some(event.thread);
        users.changes |= !matches!(event.op, Op::Read | Op::AtomicRead);
    }
    let needed: FxHashSet<EventId> = (from..to).flat_map(|id| causal.needs(id)).collect();
    let is_kept = |id: EventId| {
        let shared = key(id).is_none_or(|key| users.get(&key).is_some_and(|u| u.several && u.changes));
        shared || needed.contains(&id) || causal.needs(id).next().is_some()
    };
    (from..to).map(is_kept).collect()
}
