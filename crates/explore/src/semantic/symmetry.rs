//! Threads that are alike: started with the same function and argument, and having seen the same since.
//!
//! Exchanging two such threads changes nothing, so of two that have seen the same so far the one started earlier moves first: an
//! execution in which it does not is another one with the names exchanged. To the exploration that is a thread waiting for another.
//!
//! Whether threads can be told apart is looked at in every execution: memory they allocate (its address tells who did), asking who one is,
//! different results, or somebody who does more than join between joining them. Then nobody follows anybody,
//! and the exploration begins anew.

use super::order::Trace;
use super::runner::State;
use interp::{Answer, RequestKind};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// What a thread was started as and what it has seen.
#[derive(Clone, Default, Debug)]
pub(crate) struct Likeness {
    start: Option<(u64, u128)>,
    /// The thread before this one that was started alike.
    leader: Option<u32>,
    has_follower: bool,
    /// It allocated memory, or asked who it is.
    is_known: bool,
    /// A digest of all that it was told, before each of its steps and now.
    seen: Vec<u64>,
    now: u64,
}

impl Likeness {
    pub fn started(function: u64, argument: u128, leader: Option<u32>) -> Likeness {
        Likeness { start: Some((function, argument)), leader, ..Likeness::default() }
    }
    pub fn is_start(&self, function: u64, argument: u128) -> bool {
        self.start == Some((function, argument))
    }
    pub fn leader(&self) -> Option<u32> {
        self.leader
    }
    /// Another thread is started like this one. Whether the two can be told apart already.
    pub fn is_followed(&mut self) -> bool {
        self.has_follower = true;
        self.is_known
    }
    /// The thread does what tells it from others. Whether there are any like it.
    pub fn shows_itself(&mut self) -> bool {
        self.is_known = true;
        self.has_follower || self.leader.is_some()
    }
    pub fn n_steps(&self) -> u32 {
        self.seen.len() as u32
    }
    pub fn learns(&mut self, answer: &Answer) {
        let mut hasher = FxHasher::default();
        self.now.hash(&mut hasher);
        match answer {
            Answer::Done => 1.hash(&mut hasher),
            Answer::Value(value) => (2, value).hash(&mut hasher),
            Answer::Values(values) => (3, values).hash(&mut hasher),
            Answer::CasFailed(value) => (4, value).hash(&mut hasher),
            Answer::Calls(calls) => (5, calls).hash(&mut hasher),
        }
        self.now = hasher.finish();
    }
    pub fn steps(&mut self) {
        self.seen.push(self.now);
    }
    /// Whether this thread has to wait for its leader.
    pub fn waits_for(&self, leader: &Likeness) -> bool {
        leader.seen.len() == self.seen.len() && leader.now == self.now
    }
    /// Whether the next step of this thread comes behind that of its leader.
    pub fn follows(&self, leader: &Likeness) -> bool {
        leader.seen.get(self.seen.len()) == Some(&self.now)
    }
}

/// Whether somebody can tell threads apart that were started alike, in an execution that is over.
pub(crate) fn are_told_apart(state: &State, trace: &Trace) -> bool {
    let followers = (0..state.n_threads()).filter_map(|thread| Some((thread, state.leader(thread)?)));
    let mut alike: Vec<u32> = Vec::new();
    for (thread, leader) in followers {
        if result(state, thread) != result(state, leader) {
            return true;
        }
        alike.extend([thread, leader]);
    }
    alike.sort_unstable();
    alike.dedup();
    let joins = |joined: Option<u32>| joined.is_some_and(|thread| alike.contains(&thread));
    let steps = || trace.entries.iter().enumerate();
    let Some((first, _)) = steps().find(|(_, entry)| joins(entry.step.joined)) else { return false };
    let n_joined = steps().filter(|(_, entry)| joins(entry.step.joined)).count();
    let last = match n_joined == alike.len() {
        true => steps().rfind(|(_, entry)| joins(entry.step.joined)).map_or(first, |(at, _)| at),
        false => trace.len(),
    };
    let who = trace.entries[first].step.thread;
    let does_more = steps().any(|(at, entry)| {
        let step = &entry.step;
        let between = step.thread == who && (first..last).contains(&at);
        let conflicts = || {
            trace.entries.iter().any(|other| other.step.thread != who && other.step.memory_conflicts(step))
        };
        between && (step.joined.is_none() || !step.locks_seen.is_empty() || conflicts())
    });
    does_more || steps().any(|(_, entry)| joins(entry.step.joined) && entry.step.thread != who)
}

/// What a thread returned.
fn result(state: &State, thread: u32) -> Option<u128> {
    match &state.pending(thread)?.kind {
        RequestKind::Finished { values } => values.first().copied(),
        _ => None,
    }
}
