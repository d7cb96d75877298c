//! Which memory needs events, and what the cells of shared memory can hold: the facts that one pass refutes for the
//! next.
//!
//! A word stays private while every write to it is ordered by thread creation with every access of another thread:
//! then each thread's own view, begun as a copy of its creator's, knows its contents.

use crate::arith::{as_within, union_sets};
use crate::graph::{Space, Thread};
use crate::guards::GuardId;
use crate::objects::{ObjectId, ObjectKind, Place};
use crate::options::Knowledge;
use crate::sets::MAX_SET_PASSES;
use crate::unfolder::{Unfolder, WIDEN_PASS};
use crate::value::NumberSet;
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;
use std::ops::RangeInclusive;

/// Sharing is decided for pieces of this many bytes.
const WORD: u64 = 4;

/// The pieces that some bytes of an object lie in.
pub(crate) fn words(offset: u64, size: u64) -> RangeInclusive<u64> {
    offset / WORD..=(offset + size.max(1) - 1) / WORD
}

/// Accesses of one thread to one word, in numbers of threads created so far.
#[derive(Clone, Copy, Debug)]
struct Use {
    thread: u32,
    last: u32,
    last_write: Option<u32>,
    reads: bool,
}

#[derive(Debug, Default)]
pub(crate) struct AccessLog {
    words: FxHashMap<Place, Vec<Use>>,
    /// Who uses synchronisation objects in which object.
    pub(crate) known: FxHashSet<(ObjectId, u32)>,
}

impl AccessLog {
    pub(crate) fn note(
        &mut self,
        object: ObjectId,
        offset: u64,
        size: u64,
        (thread, epoch): (u32, u32),
        (reads, writes): (bool, bool),
    ) {
        for word in words(offset, size) {
            let uses = self.words.entry((object, word)).or_default();
            let at = uses.iter().position(|entry| entry.thread == thread).unwrap_or_else(|| {
                uses.push(Use { thread, last: epoch, last_write: None, reads: false });
                uses.len() - 1
            });
            uses[at].last = epoch;
            uses[at].reads |= reads;
            if writes {
                uses[at].last_write = Some(epoch);
            }
        }
    }

    pub(crate) fn is_read_by_others(&self, object: ObjectId, offset: u64, size: u64, thread: u32) -> bool {
        let uses = words(offset, size).filter_map(|word| self.words.get(&(object, word)));
        uses.flatten().any(|entry| entry.thread != thread && entry.reads)
    }
}

/// Notes the value of what should have only one; `None` once there are several. Whether that was news.
pub(super) fn note_only<K: Eq + Hash, V: Copy + Eq>(
    known: &mut FxHashMap<K, Option<V>>,
    key: K,
    value: Option<V>,
) -> bool {
    let value = value.filter(|_| known.get(&key).is_none_or(|known| *known == value));
    known.insert(key, value) != Some(value)
}

/// The creation of the ancestor of `thread` (or itself) that is a child of `ancestor`.
pub(super) fn created_by(threads: &[Thread], thread: u32, ancestor: u32) -> Option<u32> {
    let mut current = thread;
    while let Some((parent, epoch)) = threads[current as usize].parent {
        if parent == ancestor {
            return Some(epoch);
        }
        current = parent;
    }
    None
}

fn ordered(threads: &[Thread], writer: &Use, other: &Use) -> bool {
    let Some(last_write) = writer.last_write else { return true };
    let before =
        created_by(threads, other.thread, writer.thread).is_some_and(|created| last_write <= created);
    before || created_by(threads, writer.thread, other.thread).is_some_and(|created| other.last <= created)
}

impl Unfolder<'_> {
    /// Takes in what this pass has found; whether any fact changed.
    pub(crate) fn refute(&mut self, pass: usize) -> bool {
        let mut changed = self.refute_private();
        changed |= self.refute_ends();
        changed |= self.refute_lifetimes();
        changed |= self.refute_inits();
        changed |= self.refute_joins();
        changed |= self.pass.changed;
        let contents = self.refute_contents(pass);
        changed |= match self.needs.knowledge {
            Knowledge::Ranges | Knowledge::Addresses => contents,
            Knowledge::Sets | Knowledge::Free => self.goes_on(contents, changed),
        };
        changed || self.refute_waiting()
    }

    fn refute_private(&mut self) -> bool {
        let threads = &self.graph.threads;
        // Under SC what nobody reads can be written in any order that program order allows.
        let unread_matters = self.options.model != Some(model::Model::SC)
            || self.options.asks(events::Property::Race)
            || self.options.asks(events::Property::Memory);
        let mut changed = false;
        for (&word, uses) in &self.pass.log.words {
            if self.facts.shared.contains(&word) || !(unread_matters || uses.iter().any(|entry| entry.reads))
            {
                continue;
            }
            let meets = uses.iter().any(|writer| {
                writer.last_write.is_some()
                    && uses
                        .iter()
                        .any(|other| other.thread != writer.thread && !ordered(threads, writer, other))
            });
            if meets {
                self.facts.shared.insert(word);
                changed = true;
            }
        }
        changed
    }

    fn refute_lifetimes(&mut self) -> bool {
        let before = (self.facts.freed.len(), self.facts.escaped.len());
        self.facts.freed.extend(self.graph.frees.iter().map(|free| (free.object, free.thread)));
        if self.options.asks(events::Property::Memory) {
            let words = self.pass.log.words.iter();
            let touched =
                words.flat_map(|(&(object, _), uses)| uses.iter().map(move |entry| (object, entry.thread)));
            let by_others = |&(object, thread): &(ObjectId, u32)| {
                self.graph.objects.owner(object).is_some_and(|owner| owner != thread)
            };
            let by_others = touched.chain(self.pass.log.known.iter().copied()).filter(by_others);
            self.facts.escaped.extend(by_others.map(|(object, _)| object));
        }
        before != (self.facts.freed.len(), self.facts.escaped.len())
    }

    fn refute_contents(&mut self, pass: usize) -> bool {
        let mut changed = false;
        for (key, set) in std::mem::take(&mut self.pass.stored) {
            let old = self.facts.contents.get(&key);
            let mut new = match old {
                None => set,
                Some(old) => union_sets(&self.graph.objects, old, &set),
            };
            // Numbers that are not addresses only make for more passes.
            let wanted = self.needs.knowledge == Knowledge::Sets && pass < MAX_SET_PASSES;
            if pass >= 2
                && !wanted
                && new.consts().is_some_and(|values| values != [0])
                && as_within(&self.graph.objects, &new).is_none()
                && Some(&new) != old
            {
                new = NumberSet::ANY;
            }
            if pass >= WIDEN_PASS && !wanted && Some(&new) != old {
                new = match as_within(&self.graph.objects, &new) {
                    Some(NumberSet::Within { objects, .. }) if pass < 2 * WIDEN_PASS => {
                        NumberSet::Within { objects, modulus: 1, residue: 0 }
                    }
                    _ => NumberSet::ANY,
                };
            }
            if Some(&new) != old {
                self.facts.contents.insert(key, new);
                changed = true;
            }
        }
        changed
    }

    fn refute_ends(&mut self) -> bool {
        let mut changed = false;
        for id in 1..self.graph.threads.len() {
            let thread = &self.graph.threads[id];
            let ends: Vec<GuardId> = thread.ends.iter().map(|end| end.0).collect();
            let (path, begun) = (thread.path, thread.guard);
            let mut values = thread.ends.iter().map(|end| self.graph.terms.as_const(end.2));
            let first = values.next().flatten();
            let value = first.filter(|_| values.all(|value| value == first));
            let end = self.graph.guards.any(&mut self.graph.terms, &ends);
            if !self.graph.guards.implies(begun, end) {
                changed |= self.facts.endless.insert(path);
            }
            // What nobody has asked about nobody relies on.
            let asked = self.pass.joins.asks_result(id as u32);
            changed |= note_only(&mut self.facts.returns, path, value) && asked;
        }
        changed
    }

    /// Whether any part of the bytes needs events.
    pub(crate) fn is_shared(&self, object: ObjectId, offset: u64, size: u64) -> bool {
        let variables = self.needs.executions || self.needs.knowledge == Knowledge::Addresses;
        if self.needs.every_access && !self.is_constant(object) || variables && self.is_variable(object) {
            return true;
        }
        words(offset, size).any(|word| self.facts.shared.contains(&(object, word)))
    }

    fn is_variable(&self, object: ObjectId) -> bool {
        match self.graph.objects.get(object).kind {
            ObjectKind::Global(id) => !self.program.globals[id].constant,
            _ => false,
        }
    }

    pub(crate) fn make_shared(&mut self, object: ObjectId, offset: u64, size: u64) {
        // What is shared for its kind alone nobody took for private.
        let known = self.needs.executions && self.is_shared(object, offset, size);
        for word in words(offset, size) {
            self.pass.changed |= self.facts.shared.insert((object, word)) && !known;
        }
    }

    /// What a cell of a shared object can hold: its initial value and everything ever stored there.
    pub(crate) fn contents(&mut self, space: Space, object: ObjectId, offset: u64, size: u64) -> NumberSet {
        let initial = match space {
            Space::Memory => self.initial_value(object, offset, size).set,
            Space::Sync => NumberSet::constant(self.initial_state((object, offset))),
        };
        let stored = self.facts.contents.get(&(space, object, offset, size));
        let overlaps = self.facts.contents.keys().any(|&(s, o, start, len)| {
            s == space
                && o == object
                && (start, len) != (offset, size)
                && start < offset + size
                && offset < start + len
        });
        let set = match (overlaps, stored) {
            (true, _) => NumberSet::ANY,
            (false, None) => initial,
            (false, Some(stored)) => union_sets(&self.graph.objects, &initial, stored),
        };
        // Without dependencies there is no induction over the execution; only that an address comes from somewhere is
        // still believed.
        if self.needs.knowledge != Knowledge::Addresses || as_within(&self.graph.objects, &set).is_some() {
            set
        } else {
            NumberSet::ANY
        }
    }

    pub(crate) fn note_stored(
        &mut self,
        space: Space,
        object: ObjectId,
        offset: u64,
        size: u64,
        set: &NumberSet,
    ) {
        let key = (space, object, offset, size);
        let new = match self.pass.stored.get(&key) {
            None => set.clone(),
            Some(old) => union_sets(&self.graph.objects, old, set),
        };
        self.pass.stored.insert(key, new);
    }
}
