//! Threads, mutexes, condition variables.
//!
//! A mutex that is only ever locked and unlocked, by calls that wait for it, and never by a thread that holds it already, is a
//! pair of events around each critical section. Everything else keeps the state that the graph gives it.

use super::UnfoldError;
use super::convert::Converter;
use crate::events::{ConditionGone, EventId, Kind, Section, Signal, ThreadId, Wait};
use ::unfold::{Place, Space, Weaker, What};
use ir::SyncOp;
use rustc_hash::FxHashMap;
use solver::TermId;

impl Converter<'_> {
    /// Places with synchronisation objects, and whether they are mutexes of which sections say all.
    pub(super) fn mutexes(&self) -> FxHashMap<Place, bool> {
        let mut found: FxHashMap<Place, bool> = FxHashMap::default();
        for (event, origin) in self.graph.events.iter().zip(&self.graph.origins) {
            let Some(access) = event.access().filter(|access| access.space == Space::Sync) else { continue };
            let sections = access.candidates.len() == 1
                && !access.or_dead
                && match origin.op {
                    Some(SyncOp::MutexLock) => access.expects == Some(0),
                    Some(SyncOp::MutexUnlock) => access.expects.is_none(),
                    _ => false,
                };
            for &place in access.candidates.iter() {
                *found.entry(place).or_insert(true) &= sections;
            }
        }
        found
    }

    /// What the steps without memory are; beginnings and ends of threads are nothing of their own.
    pub(super) fn steps(&mut self) -> FxHashMap<u32, Kind> {
        let mut steps: FxHashMap<u32, Kind> = FxHashMap::default();
        let creates = |event: u32| self.graph.threads.iter().any(|thread| thread.create == Some(event));
        let edges = self.graph.edges.iter().filter(|edge| creates(edge.from));
        let begins: Vec<u32> = edges.map(|edge| edge.to).collect();
        let ends: Vec<u32> =
            self.graph.threads.iter().flat_map(|thread| thread.ends.iter().map(|end| end.1)).collect();
        for (index, event) in self.graph.events.iter().enumerate() {
            let index = index as u32;
            if !matches!(event.what, What::Step) || begins.contains(&index) || ends.contains(&index) {
                continue;
            }
            let full = match event.weaker {
                None => TermId::TRUE,
                Some(Weaker::Unless(full)) => full,
                Some(_) => TermId::FALSE,
            };
            let op = self.graph.origins[index as usize].op.unwrap_or(SyncOp::Yield);
            steps.insert(index, Kind::Step { op, full });
        }
        for (id, thread) in self.graph.threads.iter().enumerate() {
            if let Some(create) = thread.create {
                steps.insert(create, Kind::Create(ThreadId(id as u32)));
            }
        }
        let mut joins: FxHashMap<u32, Vec<(ThreadId, TermId)>> = FxHashMap::default();
        for &(target, event, test) in &self.graph.joins {
            joins.entry(event).or_default().push((ThreadId(target), test));
        }
        steps.extend(joins.into_iter().map(|(event, waits)| (event, Kind::Join(waits))));
        steps
    }

    pub(super) fn mutex(&mut self, index: u32, place: Place, locks: bool) -> Result<(), UnfoldError> {
        let span = self.graph.origins[index as usize].span;
        let mutex = self.location(Space::Sync, place, ::unfold::STATE_BYTES, span)?;
        let kind = if locks { Kind::Lock { mutex } } else { Kind::Unlock { mutex } };
        self.push(index, kind, self.guard(index));
        Ok(())
    }

    /// A section ends with the first unlock behind its lock that happens.
    pub(super) fn sections(&mut self) {
        let threads: Vec<Vec<EventId>> =
            self.out.threads.iter().map(|thread| thread.events.clone()).collect();
        for thread in threads {
            for (index, &lock) in thread.iter().enumerate() {
                let Kind::Lock { mutex } = self.out.events[lock].kind else { continue };
                let (mut unlocks, mut still) = (Vec::new(), TermId::TRUE);
                let begun = self.out.events[lock].guard;
                for &unlock in &thread[index + 1..] {
                    let happens = self.out.events[unlock].guard;
                    match self.out.events[unlock].kind {
                        Kind::Unlock { mutex: other } if other == mutex => {}
                        // Who takes it again while holding it does not come back.
                        Kind::Lock { mutex: other } if other == mutex => {
                            let again = self.terms.and_all([begun, still, happens]);
                            self.out.assumptions.push(self.terms.not(again));
                            continue;
                        }
                        _ => continue,
                    }
                    if happens == begun && still == TermId::TRUE {
                        unlocks.push((unlock, TermId::TRUE));
                        break;
                    }
                    unlocks.push((unlock, self.terms.and(still, happens)));
                    still = self.terms.and_not(still, happens);
                }
                self.out.sections.push(Section { lock, mutex, unlocks });
            }
        }
    }

    /// Waits, signals, and the ends of condition variables.
    pub(super) fn conditions(&mut self) {
        let last = |made: &[Option<(EventId, EventId)>], event: u32| made[event as usize].map(|made| made.1);
        for wait in &self.graph.waits {
            if let (Some(release), Some(resume)) =
                (last(&self.made, wait.release), last(&self.made, wait.resume))
            {
                let (condition, unsignalled) = (wait.addr, wait.unsignalled);
                self.out.waits.push(Wait { release, resume, condition, unsignalled });
            }
        }
        for signal in &self.graph.signals {
            if let Some(event) = last(&self.made, signal.event) {
                let (condition, broadcast) = (signal.addr, signal.broadcast);
                self.out.signals.push(Signal { event, condition, broadcast });
            }
        }
        for &(event, condition, waited_for) in &self.graph.cond_destroys {
            if let Some(event) = last(&self.made, event) {
                self.out.conditions_gone.push(ConditionGone { event, condition, waited_for });
            }
        }
    }
}
