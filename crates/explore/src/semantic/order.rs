//! The execution at hand as a partial order: which steps happen before which, which pairs race, and whether the assumptions that the
//! steps were made by hold.
//!
//! Two steps are ordered if they do not commute ([`super::step::independent`]), and by what follows from that. They race if they are
//! ordered by nothing but themselves. Where memory is touched in a conflicting way by steps that race or are not
//! ordered, a lock must be common to both accesses; if none is, that memory is unprotected and the exploration begins anew.
//!
//! Calls that commute by specification may leave memory in different ways (a list in another order, paths compressed or not). What they
//! conflict on is called unstable, and so is what is written by calls that touch unstable memory. Calls that touch it are judged by the
//! specification alone; all others also commute if the memory they touch is disjoint. So the order of steps is the
//! same for all executions of a class. Ordinary code that looks at unstable memory sees more than the specification
//! tells: then calls of that type are ordinary code, too.

use super::Halt;
use super::bytes::Bytes;
use super::knowledge::{Knowledge, ObjectKey};
use super::step::{Access, Step, are_tied, independent, same_object};
use spec::{Specification, Truth};
use std::rc::Rc;

#[derive(Clone, Default, Debug)]
pub(crate) struct Before {
    words: Vec<u64>,
}

impl Before {
    pub fn contains(&self, index: usize) -> bool {
        self.words.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }
    fn add(&mut self, index: usize) {
        if self.words.len() <= index / 64 {
            self.words.resize(index / 64 + 1, 0);
        }
        self.words[index / 64] |= 1 << (index % 64);
    }
    fn add_all(&mut self, other: &Before) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        self.words.iter_mut().zip(&other.words).for_each(|(mine, theirs)| *mine |= theirs);
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub step: Rc<Step>,
    pub before: Before,
    /// Steps of other threads that this one races with.
    pub races: Vec<usize>,
}

/// Steps in the order in which they were made.
#[derive(Default, Debug)]
pub(crate) struct Trace {
    pub entries: Vec<Entry>,
}

impl Trace {
    pub fn len(&self) -> usize {
        self.entries.len()
    }
    pub fn pop(&mut self) {
        self.entries.pop();
    }

    pub fn push(&mut self, step: Rc<Step>, specification: &Specification) {
        let mut before = Before::default();
        let mut races = Vec::new();
        for (index, entry) in self.entries.iter().enumerate().rev() {
            let other = &*entry.step;
            if before.contains(index) || independent(specification, other, &step) {
                continue;
            }
            before.add_all(&entry.before);
            before.add(index);
            if other.thread != step.thread && !are_tied(other, &step) {
                races.push(index);
            }
        }
        self.entries.push(Entry { step, before, races });
    }

    /// The last step of a thread before this position.
    pub fn last_of(&self, thread: u32, before: usize) -> Option<usize> {
        self.entries[..before].iter().rposition(|entry| entry.step.thread == thread)
    }

    /// Whether a thread, having made its steps before this position, can tell that a step has been made.
    pub fn knows(&self, thread: u32, before: usize, index: usize) -> bool {
        self.last_of(thread, before)
            .is_some_and(|last| last == index || self.entries[last].before.contains(index))
    }

    /// Where a thread took a lock that it holds around this step.
    pub fn taken_at(&self, index: usize, lock: u64) -> Option<usize> {
        let thread = self.entries[index].step.thread;
        let holds = |at: usize| self.entries[at].step.held_after.contains(&lock);
        let mut at = match holds(index) {
            true => index,
            false => self.last_of(thread, index).filter(|&earlier| {
                holds(earlier) && self.entries[index].step.locks_changed.contains(&lock)
            })?,
        };
        while let Some(earlier) = self.last_of(thread, at).filter(|&earlier| holds(earlier)) {
            at = earlier;
        }
        Some(at)
    }

    /// Positions behind this step of steps that do not happen after it.
    pub fn without(&self, index: usize) -> Vec<usize> {
        (index + 1..self.len()).filter(|&later| !self.entries[later].before.contains(index)).collect()
    }

    /// Looks at the last step with all before it.
    pub fn check_last(&self, knowledge: &mut Knowledge, specification: &Specification) -> Result<(), Halt> {
        let Some((last, earlier)) = self.entries.split_last() else { return Ok(()) };
        let mut changed = false;
        for (index, entry) in earlier.iter().enumerate() {
            if entry.step.thread == last.step.thread {
                continue;
            }
            if !last.before.contains(index) || last.races.contains(&index) {
                changed |= makes_in_use(&entry.step, &last.step, knowledge);
                changed |= makes_in_use(&last.step, &entry.step, knowledge);
            }
            if !entry.step.memory_conflicts(&last.step) {
                continue;
            }
            changed |= self.unguarded(index, &mut knowledge.unprotected);
            if !last.before.contains(index) {
                changed |= unstable(&entry.step, &last.step, knowledge, specification);
            }
        }
        changed |= self.spread(knowledge);
        if changed { Err(Halt::Restart) } else { Ok(()) }
    }

    /// Adds the bytes that a step and the last one touch in a conflicting way, where neither a lock in common nor anything
    /// else between them keeps the accesses apart.
    fn unguarded(&self, index: usize, unprotected: &mut Bytes) -> bool {
        let (earlier, end) = (&self.entries[index].step, self.entries.len() - 1);
        let last = &self.entries[end];
        let ordered = last.before.contains(index) && !last.races.contains(&index);
        // What the last step learns, and what others learn of the earlier one, may not be about all of its accesses.
        let after = self.known_from(index, end);
        let before = self.knows_until(end);
        let follows = |from: Option<usize>, to: Option<usize>| match (from, to) {
            (Some(from), Some(to)) => from == to || self.entries[to].before.contains(from),
            _ => false,
        };
        let mut changed = false;
        for mine in &earlier.accesses {
            for theirs in last.step.accesses.iter().filter(|theirs| overlap(mine, theirs)) {
                let kept_apart = match (mine.is_late, theirs.is_early) {
                    _ if mine.locks.iter().any(|lock| theirs.locks.contains(lock)) => true,
                    (false, false) => ordered,
                    (true, false) => follows(after, Some(end)),
                    (false, true) => follows(Some(index), before),
                    (true, true) => follows(after, before),
                };
                if !kept_apart {
                    let start = mine.addr.max(theirs.addr);
                    let stop = (mine.addr + mine.size).min(theirs.addr + theirs.size);
                    changed |= unprotected.add(start, stop - start);
                }
            }
        }
        changed
    }

    /// The first step by which others can know that all of a step is done.
    fn known_from(&self, index: usize, end: usize) -> Option<usize> {
        let thread = self.entries[index].step.thread;
        let ends = |step: &Step| step.thread == thread || step.joined == Some(thread);
        (index + 1..=end).find(|&later| ends(&self.entries[later].step))
    }

    /// The last step of which a thread knows before it begins this one.
    fn knows_until(&self, index: usize) -> Option<usize> {
        let thread = self.entries[index].step.thread;
        let starts = |step: &Step| step.thread == thread || step.created == Some(thread);
        (0..index).rev().find(|&earlier| starts(&self.entries[earlier].step))
    }

    /// What calls write that touch unstable memory is unstable; ordinary code must not touch it.
    fn spread(&self, knowledge: &mut Knowledge) -> bool {
        let Some(last) = self.entries.last() else { return false };
        if !last.step.unstable {
            return false;
        }
        let mut changed = false;
        for invocation in &last.step.invocations {
            let key = (invocation.call.method.object, invocation.call.object);
            if let Some(bytes) = knowledge.unstable.get_mut(&key)
                && invocation.footprint.touches(bytes)
            {
                changed |= bytes.extend(&invocation.footprint.writes);
            }
        }
        let foreign: Vec<ObjectKey> = knowledge
            .unstable
            .iter()
            .filter(|&(key, bytes)| touched_from_outside(&last.step, *key, bytes) && self.was_changed(*key))
            .map(|(key, _)| *key)
            .collect();
        for (object, _) in foreign {
            let reason = "its memory is also used by code that is no call of a method".to_string();
            changed |= knowledge.demoted.insert(object, reason).is_none();
        }
        changed
    }

    /// Whether some earlier step is a call on the object that touches unstable memory.
    fn was_changed(&self, key: ObjectKey) -> bool {
        let earlier = &self.entries[..self.entries.len() - 1];
        earlier.iter().any(|entry| {
            entry.step.unstable
                && entry
                    .step
                    .invocations
                    .iter()
                    .any(|other| (other.call.method.object, other.call.object) == key)
        })
    }
}

fn touched_from_outside(step: &Step, key: ObjectKey, bytes: &Bytes) -> bool {
    step.outside.touches(bytes)
        || step.invocations.iter().any(|invocation| {
            (invocation.call.method.object, invocation.call.object) != key
                && invocation.footprint.touches(bytes)
        })
}

/// A lock that is made or destroyed while another thread may hold it: that can be seen only if taking it is a step of its own.
fn makes_in_use(maker: &Step, user: &Step, knowledge: &mut Knowledge) -> bool {
    let uses = |lock: &u64| user.locks_seen.contains(lock) || user.locks_changed.contains(lock);
    let made = maker.locks_made.iter().filter(|&lock| uses(lock));
    made.fold(false, |changed, &lock| knowledge.tried.insert(lock) | changed)
}

fn overlap(a: &Access, b: &Access) -> bool {
    (a.writes || b.writes) && a.addr < b.addr + b.size && b.addr < a.addr + a.size
}

/// Adds the bytes that calls conflict on though they commute.
fn unstable(a: &Step, b: &Step, knowledge: &mut Knowledge, specification: &Specification) -> bool {
    let mut changed = false;
    for mine in &a.invocations {
        for theirs in b.invocations.iter().filter(|theirs| same_object(&mine.call, &theirs.call)) {
            if specification.commutes(&mine.call, &theirs.call) == Truth::Yes {
                let bytes = mine.footprint.conflict(&theirs.footprint);
                if !bytes.is_empty() {
                    let key = (mine.call.method.object, mine.call.object);
                    changed |= knowledge.unstable.entry(key).or_default().extend(&bytes);
                }
            }
        }
    }
    changed
}
