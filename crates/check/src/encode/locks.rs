//! Critical sections: which accesses are made while a lock is held, and which writes these cannot see.
//!
//! A lock is a cell that holds one constant while free. It is taken by steps that find it free and write something else
//! (or write it whatever they find, and have taken it if they found it free), and given back by writing the free value,
//! always by a thread that has taken it and not given it back since, or before anybody takes it. By induction over the execution at most one thread
//! has taken it at any time and nobody else writes to it meanwhile, whether it is a mutex or the program's own spin
//! lock. So critical sections of one lock do not overlap, and of what a section writes to a cell only the last is seen
//! by other sections. Everything else about locks is left to reads-from and coherence of the cell.
//!
//! The program's own locks count under SC only: elsewhere accesses may leave the section by reordering. Operations on
//! mutexes at least acquire and release in every model.

use super::Encoding;
use super::cells::Part;
use model::Model;
use smallvec::SmallVec;
use solver::{MustOrder, TermId};
use unfold::GuardId;
use unfold::Space;
use unfold::is_dead;

/// Lock and number of the section.
pub(super) type Held = SmallVec<[(u32, u32); 2]>;

#[derive(Debug, Default)]
pub(super) struct Locks {
    /// By cell: what it holds while taken, where it is a lock and that is one constant.
    taken_value: Vec<Option<u128>>,
    /// By event: the sections that an access is made in.
    held: Vec<Held>,
    /// By event: the section that it is the beginning of, and whether it is that whenever it happens.
    begins: Vec<Option<((u32, u32), bool)>>,
}

/// A thread takes the lock.
struct Taking {
    event: u32,
    guard: GuardId,
    /// One of these must hold beside the guard, unless it is known.
    found_free: Option<[TermId; 2]>,
    /// Ways to give it back.
    given_back: Vec<(u32, GuardId)>,
}

impl Locks {
    pub(super) fn held(&self, event: u32) -> &Held {
        &self.held[event as usize]
    }

    /// What a read of the cell of a lock finds in a section of it.
    pub(super) fn found_inside(&self, cell: u32, event: u32) -> Option<u128> {
        let inside = self.held[event as usize].iter().any(|&(lock, _)| lock == cell);
        self.taken_value[cell as usize].filter(|_| inside)
    }

    /// The sections of a write, its own beginning among them.
    pub(super) fn sections_of(&self, write: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let begins = self.begins[write as usize].filter(|&(_, surely)| surely).map(|(section, _)| section);
        self.held[write as usize].iter().copied().chain(begins)
    }

    /// Whether a write of the thread that is in the section belongs to it.
    pub(super) fn is_own(&self, section: (u32, u32), write: u32) -> bool {
        self.held[write as usize].contains(&section)
            || self.begins[write as usize].is_some_and(|(begins, _)| begins == section)
    }
}

impl Encoding<'_> {
    pub(super) fn find_locks(&mut self, must: &MustOrder) -> Locks {
        let n = self.graph.events.len();
        let mut locks = Locks {
            taken_value: vec![None; self.cells.len()],
            held: vec![Held::new(); n],
            begins: vec![None; n],
        };
        for cell in 0..self.cells.len() {
            if let Some((takings, value)) = self.as_lock(cell, must) {
                locks.taken_value[cell] = value;
                for (number, taking) in takings.iter().enumerate() {
                    let section = (cell as u32, number as u32);
                    locks.begins[taking.event as usize] = Some((section, taking.found_free.is_none()));
                    self.mark_section(&mut locks, section, taking);
                }
            }
        }
        locks
    }

    /// All takings of the lock that a cell is, and the value of a lock that is taken if it is always the same.
    fn as_lock(&mut self, cell: usize, must: &MustOrder) -> Option<(Vec<Taking>, Option<u128>)> {
        let own_locks = self.model == Model::SC;
        let parts = self.cells.parts[cell].clone();
        if self.cells.list[cell].space == Space::Memory && !own_locks
            || !parts.iter().any(|part| part.reads.is_some())
            || !parts.iter().all(|part| part.certain && !self.is_private(part.event))
        {
            return None;
        }
        // A lock that is not initialised yet is not free, but nobody takes it either.
        let initial = match self.cells.list[cell].space {
            Space::Sync => self.solver.terms.bits_const(0, 32),
            Space::Memory => self.initial_value(cell as u32),
        };
        let free = self.solver.terms.as_const(initial)?;
        let mut values: SmallVec<[u128; 4]> = SmallVec::new();
        for (_, value) in parts.iter().filter_map(|part| part.writes) {
            let value = self.solver.terms.as_const(value)?;
            if value != free && !self.ends_lock(cell, value) && !values.contains(&value) {
                values.push(value);
            }
        }
        let only = (values.len() == 1).then(|| values[0]);
        let mut takings: Vec<Taking> = Vec::new();
        let mut initialised: Vec<u32> = Vec::new();
        for part in &parts {
            let Some((guard, value)) = part.writes else { continue };
            if self.solver.terms.as_const(value) == Some(free) {
                if self.give_back(&mut takings, part.event, guard).is_none() {
                    initialised.push(part.event);
                }
            } else if !self.solver.terms.as_const(value).is_some_and(|value| self.ends_lock(cell, value)) {
                takings.push(self.taking(&parts, part, guard, initial, only)?);
            }
        }
        // Who writes the free value without having taken the lock must do so before anybody does.
        let node = |event: u32| self.nodes[event as usize];
        let early = initialised
            .iter()
            .all(|&event| takings.iter().all(|taking| must.before(node(event), node(taking.event))));
        (early && !takings.is_empty()).then_some((takings, only))
    }

    /// Whether this is what a lock becomes when it is destroyed, which is done only while it is free.
    fn ends_lock(&self, cell: usize, value: u128) -> bool {
        self.cells.list[cell].space == Space::Sync && is_dead(value)
    }

    fn is_private(&self, event: u32) -> bool {
        self.graph.events[event as usize].access().is_none_or(|access| access.private)
    }

    /// A write of something else than the free value, if its step has looked before.
    fn taking(
        &mut self,
        parts: &[Part],
        part: &Part,
        guard: GuardId,
        free: TermId,
        only: Option<u128>,
    ) -> Option<Taking> {
        let event = &self.graph.events[part.event as usize];
        let (section, thread) = (event.section, event.thread);
        let expects = event.access().and_then(|access| access.expects);
        let same_step = |other: &&Part| {
            let data = &self.graph.events[other.event as usize];
            other.event == part.event
                || (section.is_some() && data.section == section && data.thread == thread)
        };
        let first = parts.iter().find(same_step)?;
        let found = first.reads?;
        let written = |other: &Part| other.event < part.event && other.writes.is_some();
        let looked = !parts.iter().filter(same_step).any(written);
        if !looked || !self.graph.guards.implies(guard, self.guard(first.event)) {
            return None;
        }
        let given_back = Vec::new();
        let known = expects.is_some() && expects == self.solver.terms.as_const(free);
        if known {
            // It happens only where it finds the lock free, or fails.
            return Some(Taking { event: part.event, guard, found_free: None, given_back });
        }
        let is_free = self.solver.terms.eq(found, free);
        if is_free == TermId::TRUE || self.graph.guards.has(guard, is_free) {
            return Some(Taking { event: part.event, guard, found_free: None, given_back });
        }
        // It may write to a lock that is taken: then that must change nothing.
        let taken = self.solver.terms.bits_const(only?, self.solver.terms.width(found));
        let not_taken = self.solver.terms.ne(found, taken);
        Some(Taking { event: part.event, guard, found_free: Some([is_free, not_taken]), given_back })
    }

    /// Whether an event with this guard happens only if the taking has succeeded and is not given back before.
    fn is_inside(&mut self, taking: &Taking, event: u32, guard: GuardId) -> bool {
        let guards = &self.graph.guards;
        let taken = guards.implies(guard, taking.guard)
            && taking.found_free.is_none_or(|ways| ways.iter().any(|&way| guards.has(guard, way)));
        taken
            && taking
                .given_back
                .iter()
                .filter(|(other, _)| *other < event)
                .all(|&(_, when)| self.graph.guards.exclude(&mut self.solver.terms, when, guard))
    }

    /// Finds the taking that a write of the free value ends.
    fn give_back(&mut self, takings: &mut [Taking], event: u32, guard: GuardId) -> Option<()> {
        let thread = self.thread(event);
        for index in (0..takings.len()).rev() {
            if self.thread(takings[index].event) != thread {
                continue;
            }
            if self.is_inside(&takings[index], event, guard) {
                takings[index].given_back.push((event, guard));
                return Some(());
            }
        }
        None
    }

    fn mark_section(&mut self, locks: &mut Locks, number: (u32, u32), taking: &Taking) {
        let thread = self.thread(taking.event);
        let events = self.graph.threads[thread as usize].events.clone();
        let start = events.partition_point(|&event| event <= taking.event);
        let always =
            taking.given_back.iter().find(|(_, when)| self.graph.guards.implies(taking.guard, *when));
        let last = always.map_or(u32::MAX, |&(event, _)| event);
        for &event in events[start..].iter().take_while(|&&event| event <= last) {
            if !self.is_private(event) && self.is_inside(taking, event, self.guard(event)) {
                locks.held[event as usize].push(number);
            }
        }
    }
}
