//! Every order in which the operations on one mutex can take effect.
//!
//! Thread objects need no choice: created, begun, ended, joined. Mutexes are normal ones (the traces refuse others).

use crate::trace::End;
use events::{EventId, EventKind, Execution, SyncOrder, SyncStep};
use ir::SyncOp;
use std::collections::BTreeMap;

/// For each object, the orders it permits. Empty inside: the operations fit in no order.
pub(crate) fn sync_orders(execution: &Execution, ends: &[End]) -> Vec<Vec<SyncOrder>> {
    let mut objects: BTreeMap<u64, Vec<Vec<EventId>>> = BTreeMap::new();
    for (number, thread) in execution.threads.iter().enumerate() {
        for &id in &thread.events {
            if let EventKind::Sync { objects: touched, .. } = &execution.event(id).kind {
                for object in touched {
                    let threads =
                        objects.entry(object.0).or_insert_with(|| vec![Vec::new(); execution.threads.len()]);
                    threads[number].push(id);
                }
            }
        }
    }
    // Who blocks at a mutex for ever must find it taken; but a program that stopped lets nobody go on.
    let stopped = ends.contains(&End::Stopped);
    let waited: Vec<u64> = ends
        .iter()
        .filter_map(|end| match end {
            End::BlockedLock(object) if !stopped => Some(*object),
            _ => None,
        })
        .collect();
    let mut result: Vec<Vec<SyncOrder>> = objects
        .iter()
        .map(|(&object, threads)| {
            let mut search =
                Search { execution, threads, must_be_taken: waited.contains(&object), found: Vec::new() };
            search.extend(&mut vec![0; threads.len()], &mut Vec::new(), None);
            search.found.into_iter().map(|events| SyncOrder { object, events }).collect()
        })
        .collect();
    if waited.iter().any(|object| !objects.contains_key(object)) {
        result.push(Vec::new());
    }
    result
}

struct Search<'a> {
    execution: &'a Execution,
    threads: &'a [Vec<EventId>],
    must_be_taken: bool,
    found: Vec<Vec<EventId>>,
}

impl Search<'_> {
    fn extend(&mut self, next: &mut Vec<usize>, order: &mut Vec<EventId>, holder: Option<usize>) {
        if order.len() == self.threads.iter().map(Vec::len).sum::<usize>() {
            if holder.is_some() || !self.must_be_taken {
                self.found.push(order.clone());
            }
            return;
        }
        for thread in 0..self.threads.len() {
            let Some(&id) = self.threads[thread].get(next[thread]) else { continue };
            let Some(holder) = self.permits(id, thread, order, holder) else { continue };
            next[thread] += 1;
            order.push(id);
            self.extend(next, order, holder);
            order.pop();
            next[thread] -= 1;
        }
    }

    /// The holder after the operation, or `None` if it cannot take effect now.
    fn permits(
        &self,
        id: EventId,
        thread: usize,
        order: &[EventId],
        holder: Option<usize>,
    ) -> Option<Option<usize>> {
        let event = self.execution.event(id);
        let EventKind::Sync { op, .. } = &event.kind else { return None };
        let last = order.last().map(|&last| &self.execution.event(last).kind);
        let comes_after =
            |wanted: SyncStep| matches!(last, Some(EventKind::Sync { op, .. }) if *op == wanted);
        match op {
            SyncStep::ThreadBegin => comes_after(SyncStep::Do(SyncOp::ThreadCreate)).then_some(holder),
            SyncStep::ThreadEnd => {
                order.iter().any(|&id| self.is(id, SyncStep::ThreadBegin)).then_some(holder)
            }
            SyncStep::Do(SyncOp::ThreadJoin) => comes_after(SyncStep::ThreadEnd).then_some(holder),
            SyncStep::Do(SyncOp::MutexLock) => holder.is_none().then_some(Some(thread)),
            SyncStep::Do(SyncOp::MutexTryLock) => match event.read {
                Some(0) => holder.is_none().then_some(Some(thread)),
                _ => holder.is_some().then_some(holder),
            },
            SyncStep::Do(SyncOp::MutexUnlock | SyncOp::SpinUnlock) => {
                (holder == Some(thread)).then_some(None)
            }
            SyncStep::Do(SyncOp::MutexInit | SyncOp::MutexDestroy) => holder.is_none().then_some(None),
            _ => Some(holder),
        }
    }

    fn is(&self, id: EventId, step: SyncStep) -> bool {
        matches!(&self.execution.event(id).kind, EventKind::Sync { op, .. } if *op == step)
    }
}
