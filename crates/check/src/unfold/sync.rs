//! Threads and synchronisation as constraints instead of spinning code.
//!
//! The state of a mutex, semaphore, … is a hidden cell at the object's address that every operation reads and writes
//! in one step, so reads-from and coherence order the operations as they order atomic accesses. A blocking operation
//! happens only where the state it finds lets it through; otherwise the thread stops there. Where it is known that
//! nobody can be kept out for ever, stopping is not offered: every prefix of an execution goes on to one in which all
//! operations get through, so nothing is missed.
//!
//! | object | state |
//! |---|---|
//! | mutex | 0 free; kind normal: owner + 1; others: (owner + 1) << 16 and the depth |
//! | read-write lock | number of readers, or `WRITER` |
//! | semaphore | its value |
//! | once | 0 new, 1 running, 2 done |
//! | barrier | round << 16 and arrivals in this round |

mod objects;
mod threads;

use super::access::Request;
use super::arith;
use super::step::Here;
use super::{Flow, ThreadContext, Unfolder};
use crate::graph::{
    Access, Candidates, CondWait, Signal, Space, SyncEdge, Thread, Waiting, WaitingFor, What,
};
use crate::guards::GuardId;
use crate::objects::{ObjectId, PathId};
use crate::value::{Deps, NumberSet, SymVal};
use events::FailureKind;
use ir::sync::errno;
use ir::{Order, Span, SyncOp, Ty};
use solver::TermId;

const WRITER: u128 = 0x8000_0000;
const STATE_BYTES: u64 = 4;

/// What an operation does with the state it finds.
struct Transition {
    /// The operation can happen.
    ready: TermId,
    /// ... only in this state.
    expects: Option<u128>,
    /// It changes the state.
    changes: TermId,
    new: TermId,
}

/// A place with a synchronisation object.
struct Object<'a> {
    addr: &'a SymVal,
    places: Candidates,
    span: Span,
}

/// May the thread be kept waiting for ever?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blocking {
    Never,
    IfStuck,
    Always,
}

impl Unfolder<'_> {
    pub(super) fn sync(
        &mut self,
        context: &mut ThreadContext,
        here: &Here<'_>,
        op: SyncOp,
        args: &[SymVal],
        flow: &mut Flow,
    ) -> Option<Vec<SymVal>> {
        use SyncOp::*;
        let span = here.inst.span;
        match op {
            ThreadCreate => self.create(context, here, args, flow),
            ThreadJoin => self.join(context, args, flow, span),
            ThreadExit => {
                let value = arith::bits(&mut self.graph.terms, args[0].term);
                self.run_destructors(context, here.place, span, flow)?;
                self.end_thread(context, flow, value, span);
                None
            }
            ThreadSelf => {
                let handle = self.graph.threads[context.id as usize].handle;
                self.graph.asks_self = true;
                Some(vec![arith::constant(&mut self.graph.terms, u128::from(handle), Ty::I64)])
            }
            ThreadDetach => {
                self.push_step(context, flow, span);
                Some(vec![self.status(0)])
            }
            Yield => Some(Vec::new()),
            KeyCreate => {
                let key = self.n_keys;
                self.n_keys += 1;
                let destructor = arith::known(&self.graph.terms, args[0].term);
                self.destructors.push(destructor.and_then(|addr| self.layout.function_at(addr as u64)));
                if destructor.is_none() {
                    self.unsupported(context, flow.guard, span, "a key destructor that is not known");
                }
                self.push_step(context, flow, span);
                Some(vec![arith::constant(&mut self.graph.terms, u128::from(key), Ty::I32)])
            }
            KeyDelete => {
                self.push_step(context, flow, span);
                Some(vec![self.status(0)])
            }
            KeySet | KeyGet => self.key(context, op, args, flow, span),
            CondWait | CondTimedWait => self.wait(context, op, args, flow, span),
            CondSignal | CondBroadcast => {
                let event = self.push_step(context, flow, span);
                let signal = Signal { event, addr: args[0].term, broadcast: op == CondBroadcast };
                self.graph.signals.push(signal);
                Some(vec![self.status(0)])
            }
            CondInit | CondDestroy | MutexDestroy | RwDestroy | BarrierDestroy | SemDestroy => {
                self.push_step(context, flow, span);
                Some(vec![self.status(0)])
            }
            _ => {
                let request = Request::plain(&args[0], 1, span);
                let places = self.resolve(context, flow, &request)?;
                let object = Object { addr: &args[0], places, span };
                self.on_object(context, op, &object, args, flow)
            }
        }
    }

    fn status(&mut self, number: i32) -> SymVal {
        arith::constant(&mut self.graph.terms, number as u32 as u128, Ty::I32)
    }
    fn number(&mut self, number: u128) -> TermId {
        self.graph.terms.bits_const(number, 32)
    }

    fn on_object(
        &mut self,
        context: &ThreadContext,
        op: SyncOp,
        object: &Object<'_>,
        args: &[SymVal],
        flow: &mut Flow,
    ) -> Option<Vec<SymVal>> {
        use SyncOp::*;
        match op {
            MutexInit | RwInit | SemInit | BarrierInit => self.initialise(context, op, object, args, flow),
            MutexLock | MutexTryLock | MutexTimedLock => self.lock(context, op, object, flow),
            MutexUnlock | SpinUnlock => self.unlock(context, object, flow),
            RwReadLock | RwTryReadLock | RwWriteLock | RwTryWriteLock => {
                self.lock_rw(context, op, object, flow)
            }
            RwUnlock => {
                let (writer, zero, one) = (self.number(WRITER), self.number(0), self.number(1));
                self.transition(context, object, flow, Blocking::Never, |this, old| {
                    let terms = &mut this.graph.terms;
                    let (written, fewer) = (terms.eq(old, writer), terms.sub(old, one));
                    Transition {
                        expects: None,
                        ready: TermId::TRUE,
                        changes: TermId::TRUE,
                        new: terms.ite(written, zero, fewer),
                    }
                })?;
                self.note_lock(context, object, flow.guard, false);
                Some(vec![self.status(0)])
            }
            SemWait | SemTryWait | SemTimedWait | SemPost | SemGetValue => {
                self.semaphore(context, op, object, flow)
            }
            BarrierWait => self.barrier(context, object, flow),
            OnceBegin => {
                let (zero, one) = (self.number(0), self.number(1));
                let old = self.transition(context, object, flow, Blocking::Always, |this, old| {
                    let terms = &mut this.graph.terms;
                    Transition {
                        expects: None,
                        ready: terms.ne(old, one),
                        changes: terms.eq(old, zero),
                        new: one,
                    }
                })?;
                let first = self.graph.terms.eq(old, zero);
                Some(vec![arith::settle(&self.graph.terms, first, NumberSet::ANY)])
            }
            OnceEnd => {
                let two = self.number(2);
                self.set_state(context, object, flow, two);
                Some(Vec::new())
            }
            _ => {
                self.unsupported(context, flow.guard, object.span, format!("{} is not supported", op.name()));
                flow.guard = GuardId::FALSE;
                None
            }
        }
    }

    fn state_access(&mut self, object: &Object<'_>) -> Access {
        Access {
            space: Space::Sync,
            private: false,
            candidates: object.places.clone(),
            addr: object.addr.term,
            size: STATE_BYTES,
            read: None,
            expects: None,
            write: None,
            order: Order::Plain,
            failure: Order::Plain,
            addr_deps: Deps::none(),
            data_deps: Deps::none(),
            ctrl_deps: Deps::none(),
        }
    }

    fn note_state(&mut self, object: &Object<'_>, new: TermId) {
        let set = arith::known(&self.graph.terms, new).map_or(NumberSet::ANY, NumberSet::constant);
        for &(id, offset) in object.places.iter() {
            self.note_stored(Space::Sync, id, offset, STATE_BYTES, &set);
        }
    }

    /// Sets the state without looking at it.
    fn set_state(&mut self, context: &ThreadContext, object: &Object<'_>, flow: &Flow, new: TermId) {
        self.note_state(object, new);
        let mut access = self.state_access(object);
        access.write = Some((flow.guard, new));
        self.push_event(context, flow, flow.guard, What::Access(Box::new(access)), true, object.span);
    }

    /// One step on the state; gives the old state. The path goes on where the step could be made.
    fn transition(
        &mut self,
        context: &ThreadContext,
        object: &Object<'_>,
        flow: &mut Flow,
        blocking: Blocking,
        rule: impl Fn(&mut Self, TermId) -> Transition,
    ) -> Option<TermId> {
        let old = self.unknown_read(Space::Sync, object.addr.term, &object.places, STATE_BYTES).term;
        let Transition { ready, expects, changes, new } = rule(self, old);
        let may_stay = match blocking {
            Blocking::Never => false,
            Blocking::IfStuck => object.places.iter().any(|place| self.facts.stuck.contains(place)),
            Blocking::Always => true,
        };
        let reached = flow.guard;
        if blocking == Blocking::Always {
            self.note_waiting(context, reached);
        }
        if may_stay {
            let through = self.graph.terms.bool_var("through");
            let waits = self.and_not(reached, through);
            let state = self.graph.terms.bits_var("state", 32);
            let wanted = rule(self, state).ready;
            let reason = WaitingFor::Object {
                candidates: object.places.clone(),
                addr: object.addr.term,
                state,
                ready: wanted,
            };
            self.graph.waiting.push(Waiting {
                thread: context.id,
                condition: self.graph.guards.term(waits),
                span: context.library_span.unwrap_or(object.span),
                reason,
            });
            flow.guard = self.and(reached, through);
        }
        let happens = self.graph.guards.term(flow.guard);
        let only_when_ready = self.graph.terms.implies(happens, ready);
        self.graph.constraints.push(only_when_ready);
        self.note_state(object, new);
        let mut access = self.state_access(object);
        access.read = Some(old);
        access.expects = expects;
        if changes != TermId::FALSE {
            access.write = Some((self.and(flow.guard, changes), new));
        }
        self.push_event(context, flow, flow.guard, What::Access(Box::new(access)), true, object.span);
        Some(old)
    }

    fn note_lock(&mut self, context: &ThreadContext, object: &Object<'_>, guard: GuardId, locks: bool) {
        let certain = object.places.len() == 1;
        for &place in object.places.iter() {
            if !certain && self.facts.stuck.insert(place) {
                self.changed = true;
            }
            self.lock_guards.push((place, context.id, guard, locks));
        }
    }

    /// The thread may wait here for something other than a lock.
    fn note_waiting(&mut self, context: &ThreadContext, guard: GuardId) {
        self.lock_guards.push(((ObjectId(u32::MAX), 0), context.id, guard, true));
    }

    /// Locks that some path never lets go of: after the pass, for the next.
    pub(super) fn refute_released(&mut self) {
        let all = std::mem::take(&mut self.lock_guards);
        for (index, &(place, thread, guard, locks)) in all.iter().enumerate() {
            if !locks || place.0 == ObjectId(u32::MAX) || self.facts.stuck.contains(&place) {
                continue;
            }
            let mut released = Vec::new();
            for &(other, by, when, locks_again) in &all[index + 1..] {
                if by != thread || (other != place && !locks_again) {
                    continue;
                }
                if other != place {
                    // Who waits for something else while holding this may wait for somebody who wants this.
                    if self.graph.guards.exclude(&mut self.graph.terms, when, guard) {
                        continue;
                    }
                    let gone = self.graph.guards.any(&mut self.graph.terms, &released);
                    if self.graph.guards.implies(when, gone) && !released.is_empty() {
                        continue;
                    }
                    released.clear();
                    break;
                }
                if !locks_again {
                    released.push(when);
                } else if !self.graph.guards.exclude(&mut self.graph.terms, when, guard) {
                    break;
                }
            }
            let released = self.graph.guards.any(&mut self.graph.terms, &released);
            if !self.graph.guards.implies(guard, released) {
                self.facts.stuck.insert(place);
                self.changed = true;
            }
        }
    }
}

/// Places of synchronisation objects, as facts name them.
pub(super) type SyncPlace = (ObjectId, u64);
