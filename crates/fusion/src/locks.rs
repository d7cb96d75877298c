//! Critical sections of a trace: from taking a lock to giving it back, waits in between apart.
//!
//! Invariant: sections of one thread on one lock do not overlap (only outermost acquisitions are steps).

use crate::trace::{StepId, StepKind, Trace};
use std::collections::BTreeMap;

/// One critical section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Section {
    pub lock: u64,
    pub shared: bool,
    pub thread: u32,
    pub begin: StepId,
    /// `None`: the trace ends in it.
    pub end: Option<StepId>,
}

#[derive(Clone, Debug, Default)]
pub struct Locks {
    pub sections: Vec<Section>,
    /// The sections that each step lies in.
    held: Vec<Vec<u32>>,
}

impl Locks {
    pub fn of(trace: &Trace) -> Locks {
        let mut locks = Locks::default();
        let mut open: BTreeMap<(u32, u64), u32> = BTreeMap::new();
        for id in trace.ids() {
            let step = trace.step(id);
            let thread = step.thread;
            match step.kind {
                StepKind::Release { lock } | StepKind::WaitBegin { lock, .. } => {
                    if let Some(section) = open.remove(&(thread, lock)) {
                        locks.sections[section as usize].end = Some(id);
                    }
                }
                StepKind::Acquire { lock, .. } | StepKind::WaitEnd { lock, .. } => {
                    let shared = matches!(step.kind, StepKind::Acquire { shared: true, .. });
                    open.insert((thread, lock), locks.sections.len() as u32);
                    locks.sections.push(Section { lock, shared, thread, begin: id, end: None });
                }
                _ => {}
            }
            let held = open.range((thread, 0)..=(thread, u64::MAX)).map(|(_, &section)| section);
            locks.held.push(held.collect());
        }
        locks
    }

    pub fn of_lock(&self, lock: u64) -> impl Iterator<Item = &Section> {
        self.sections.iter().filter(move |section| section.lock == lock)
    }

    /// All locks with their sections.
    pub fn by_lock(&self) -> BTreeMap<u64, Vec<Section>> {
        let mut result: BTreeMap<u64, Vec<Section>> = BTreeMap::new();
        for section in &self.sections {
            result.entry(section.lock).or_default().push(*section);
        }
        result
    }

    /// Whether one critical section holds `first` and `second`, and `other` lies in one that it excludes.
    pub fn exclude(&self, first: StepId, second: StepId, other: StepId) -> bool {
        let held = |id: StepId| self.held[id.0 as usize].iter().copied();
        held(first).filter(|section| held(second).any(|too| too == *section)).any(|section| {
            let mine = self.sections[section as usize];
            held(other).any(|theirs| {
                let theirs = self.sections[theirs as usize];
                theirs.lock == mine.lock && !(theirs.shared && mine.shared)
            })
        })
    }
}
