//! Thread-specific keys: their values are data flow of each thread.
//!
//! A key that was deleted is none (`EINVAL`). Where another thread makes or deletes a key and nothing tells that it does so before
//! or after, that is not modelled.

use super::*;
use crate::graph::Point;
use crate::sharing::created_by;
use ir::Span;

const UNORDERED: &str = "a thread-specific key that another thread may delete meanwhile";

/// The keys of one pass.
#[derive(Default)]
pub(crate) struct Keys {
    pub(super) n: u32,
    uses: Vec<KeyUse>,
    /// What to call at the end of a thread that has set a key.
    pub(super) destructors: Vec<Option<ir::FuncId>>,
}

/// A use of a key, its creation or deletion.
#[derive(Clone, Copy, Debug)]
struct KeyUse {
    op: SyncOp,
    key: u32,
    thread: u32,
    /// Threads that it had created before.
    epoch: u32,
    guard: GuardId,
    /// The next event.
    event: u32,
    span: Span,
}

impl Unfolder<'_> {
    pub(super) fn key(&mut self, op: SyncOp, args: &[SymVal], flow: &mut Flow) -> Results {
        let Some(key) = arith::known(&self.graph.terms, args[0].term) else {
            return self.refuse_step(flow, "a thread-specific key that is not known");
        };
        let key = key as u32;
        let made = self.pass.keys.uses.iter().find(|one| one.op == SyncOp::KeyCreate && one.key == key);
        let Some(made) = made.filter(|one| self.is_before(one)).map(|one| one.guard) else {
            return self.refuse_step(flow, "a thread-specific key that may not be there yet");
        };
        if !self.graph.guards.implies(flow.guard, made) {
            let made = self.graph.guards.term(made);
            let never = self.and_not(flow.guard, made);
            self.unsupported(never, "a thread-specific key that may not be there");
            flow.guard = self.and(flow.guard, made);
        }
        let deleted = self.is_deleted(flow, key)?;
        self.note_key(op, key, flow);
        if op == SyncOp::KeyGet {
            let found = flow.keys.iter().find(|(known, _)| *known == key).map(|(_, value)| value.clone());
            let null = arith::constant(&mut self.graph.terms, 0, Ty::Ptr);
            let mut value = found.unwrap_or(null);
            value.deps = Deps::none();
            return Some(vec![value]);
        }
        flow.keys.retain(|(known, _)| *known != key);
        if op == SyncOp::KeyDelete {
            self.push_step(flow);
            self.orders_less(Weaker::Unless(TermId::FALSE));
        } else if !deleted {
            flow.keys.push((key, args[1].clone()));
        }
        Some(vec![self.status(if deleted { errno::EINVAL } else { 0 })])
    }

    pub(super) fn note_key(&mut self, op: SyncOp, key: u32, flow: &Flow) {
        self.pass.keys.uses.push(KeyUse {
            op,
            key,
            thread: self.context.id,
            epoch: self.context.epoch,
            guard: flow.guard,
            event: self.graph.events.len() as u32,
            span: self.shown(),
        });
    }

    /// Whether this thread, or a creator of it before, has done it.
    fn is_before(&self, one: &KeyUse) -> bool {
        let thread = self.context.id;
        one.thread == thread
            || created_by(&self.graph.threads, thread, one.thread).is_some_and(|created| one.epoch <= created)
    }

    /// Whether the thread, or a creator of it before, has deleted the key. Not supported where that depends on the path.
    fn is_deleted(&mut self, flow: &mut Flow, key: u32) -> Option<bool> {
        let deletes = |one: &&KeyUse| one.op == SyncOp::KeyDelete && one.key == key && self.is_before(one);
        let deletions = self.pass.keys.uses.iter().filter(deletes);
        let guards: Vec<GuardId> = deletions.map(|one| one.guard).collect();
        for guard in guards {
            if self.graph.guards.implies(flow.guard, guard) {
                return Some(true);
            }
            if !self.graph.guards.exclude(&mut self.graph.terms, flow.guard, guard) {
                let happened = self.graph.guards.term(guard);
                let either = self.and(flow.guard, happened);
                self.unsupported(either, "a thread-specific key that may be deleted");
                flow.guard = self.and_not(flow.guard, happened);
            }
        }
        (flow.guard != GuardId::FALSE).then_some(false)
    }

    /// At the end of the last pass: deletions that other threads may come before or after.
    pub(crate) fn refuse_deleted_keys(&mut self) {
        let uses = std::mem::take(&mut self.pass.keys.uses);
        for deletion in uses.iter().filter(|one| one.op == SyncOp::KeyDelete) {
            for other in uses.iter().filter(|other| other.key == deletion.key) {
                if other.op == SyncOp::KeyCreate
                    || other.thread == deletion.thread
                    || self.are_ordered(deletion, other)
                {
                    continue;
                }
                let (a, b) = (self.graph.guards.term(deletion.guard), self.graph.guards.term(other.guard));
                let condition = self.graph.terms.and(a, b);
                let (thread, span, message) = (other.thread, other.span, UNORDERED.into());
                self.graph.unsupported.push(Point { condition, thread, span, message });
            }
        }
    }

    /// One of the threads is created after what the other does, or has been joined before the deletion.
    fn are_ordered(&self, deletion: &KeyUse, other: &KeyUse) -> bool {
        let creates = |creator: &KeyUse, created: &KeyUse| {
            created_by(&self.graph.threads, created.thread, creator.thread)
                .is_some_and(|number| creator.epoch <= number)
        };
        let joined = self.graph.joins.iter().any(|&(target, event, test)| {
            let join = &self.graph.events[event as usize];
            target == other.thread
                && test == TermId::TRUE
                && join.thread == deletion.thread
                && event < deletion.event
                && self.graph.guards.implies(deletion.guard, join.guard)
        });
        joined || creates(deletion, other) || creates(other, deletion)
    }
}
