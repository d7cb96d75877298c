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
//! | mutex | 0 free, 1 held; who holds it and how often is known to that thread alone (`life`) |
//! | read-write lock | number of readers, or `WRITER` |
//! | semaphore | its value |
//! | once | 0 new, 1 running, 2 done |
//! | barrier | round << 16 and arrivals in this round |
//! | condition variable | 0; only where it matters |
//!
//! All of them may be `UNINITIALISED` or `DESTROYED` instead; where one object is initialised more than once, `MADE` in
//! the state tells that a call has done it. An operation that finds a state in which it must not be made is a failure,
//! and the path ends there.

mod keys;
mod life;
mod objects;
mod threads;

pub(crate) use keys::Keys;
pub(crate) use life::Life;
pub use life::is_dead;
pub(crate) use threads::Joins;

use crate::access::Request;
use crate::arith;
use crate::flow::{Flow, Results};
use crate::graph::{
    Access, Candidates, CondWait, Signal, Space, SyncEdge, Synchronises, Waiting, WaitingFor, Weaker, What,
};
use crate::guards::GuardId;
use crate::objects::{ObjectId, PathId, Place};
use crate::step::Here;
use crate::unfolder::Unfolder;
use crate::value::{Deps, NumberSet, SymVal};
use events::FailureKind;
use ir::sync::errno;
use ir::{SyncOp, Ty};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::TermId;

const WRITER: u128 = 0x4000_0000;
/// How large the state of a synchronisation object is taken to be.
pub const STATE_BYTES: u64 = 4;

/// What one pass finds out about synchronisation objects.
#[derive(Default)]
pub(crate) struct SyncObjects {
    /// How often objects are initialised by a call.
    n_inits: FxHashMap<Place, u32>,
    /// Events that initialise semaphores.
    semaphores_made: FxHashSet<u32>,
    /// Locks taken (`true`) and let go in each thread, in program order.
    lock_guards: Vec<(Place, u32, GuardId, bool)>,
}

/// What an operation does with the state it finds.
struct Transition {
    /// The operation can happen.
    ready: TermId,
    /// ... only in this state.
    expects: Option<u128>,
    /// It changes the state.
    changes: TermId,
    new: TermId,
    /// It is an error of the program in this state.
    wrong: TermId,
}

impl Transition {
    /// Happens in any state and is never wrong.
    fn always(changes: TermId, new: TermId) -> Transition {
        Transition { ready: TermId::TRUE, expects: None, changes, new, wrong: TermId::FALSE }
    }
}

/// Why an operation must not be made in the state it finds.
const NOT_HELD: &str = "a lock that the thread does not hold";
const IN_USE: &str = "an object that is in use is destroyed";
const MADE_ALREADY: &str = "an object that is initialised already";

/// A place with a synchronisation object.
struct Object<'a> {
    addr: &'a SymVal,
    places: Candidates,
}

/// May the thread be kept waiting for ever?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blocking {
    Never,
    IfStuck,
    Always,
}

impl Unfolder<'_> {
    pub(super) fn sync(&mut self, here: &Here<'_>, op: SyncOp, args: &[SymVal], flow: &mut Flow) -> Results {
        use SyncOp::*;
        match op {
            ThreadCreate => self.create(here, args, flow),
            ThreadJoin => self.join(here, args, flow),
            ThreadExit => {
                let value = arith::bits(&mut self.graph.terms, args[0].term);
                self.leave_all_locals(flow.guard);
                let none = vec![Vec::new(); self.context.locals.len()];
                let locals = std::mem::replace(&mut self.context.locals, none);
                if self.run_destructors(here.place, flow).is_some() {
                    self.end_thread(flow, value);
                }
                self.context.locals = locals;
                None
            }
            ThreadSelf => {
                let handle = self.graph.threads[self.context.id as usize].handle;
                self.graph.asks_self = true;
                Some(vec![arith::constant(&mut self.graph.terms, u128::from(handle), Ty::I64)])
            }
            ThreadDetach => self.detach(args, flow),
            Yield => Some(Vec::new()),
            KeyCreate => {
                let key = self.pass.keys.n;
                self.pass.keys.n += 1;
                let destructor = arith::known(&self.graph.terms, args[0].term);
                self.pass
                    .keys
                    .destructors
                    .push(destructor.and_then(|addr| self.layout.function_at(addr as u64)));
                if destructor.is_none() {
                    self.unsupported(flow.guard, "a key destructor that is not known");
                }
                self.note_key(op, key, flow);
                self.push_step(flow);
                self.orders_less(Weaker::Unless(TermId::FALSE));
                Some(vec![arith::constant(&mut self.graph.terms, u128::from(key), Ty::I32)])
            }
            KeySet | KeyGet | KeyDelete => self.key(op, args, flow),
            CondWait | CondTimedWait => self.wait(op, args, flow),
            _ => {
                let object = self.object(op, &args[0], flow)?;
                self.on_object(op, &object, args, flow)
            }
        }
    }

    fn status(&mut self, number: i32) -> SymVal {
        arith::constant(&mut self.graph.terms, number as u32 as u128, Ty::I32)
    }
    /// The status of an operation that is done where `done` holds, and else gives `failed`.
    fn status_if(&mut self, done: TermId, failed: i32) -> SymVal {
        let (ok, failed) = (self.status(0).term, self.status(failed).term);
        let status = self.graph.terms.ite(done, ok, failed);
        arith::settle(&self.graph.terms, status, NumberSet::ANY)
    }
    fn number(&mut self, number: u128) -> TermId {
        self.graph.terms.bits_const(number, 32)
    }

    /// Whether the thread may have made a semaphore by stores that are still in its buffer: it would see them before they reach memory,
    /// which is not encoded (the steps on an object are ordered one behind the other).
    fn may_read_its_own_early(&self) -> bool {
        let thread = &self.graph.threads[self.context.id as usize];
        let event = |id: &u32| &self.graph.events[*id as usize];
        let is_fence = |id: &u32| {
            event(id).is_full_fence && event(id).weaker.is_none() && event(id).guard == thread.guard
        };
        let since = thread.events.iter().rev().take_while(|id| !is_fence(id));
        !self.options.model.is_some_and(|model| model.internal_rf_is_global)
            && since.into_iter().any(|id| self.pass.objects.semaphores_made.contains(id))
    }

    fn on_object(&mut self, op: SyncOp, object: &Object<'_>, args: &[SymVal], flow: &mut Flow) -> Results {
        use SyncOp::*;
        match op {
            MutexInit | RwInit | SemInit | BarrierInit | CondInit => {
                let done = self.initialise(op, object, args, flow)?;
                self.orders_less(Weaker::Store);
                let made = self.last_event().filter(|_| op == SemInit);
                self.pass.objects.semaphores_made.extend(made);
                Some(done)
            }
            MutexDestroy | RwDestroy | SemDestroy | BarrierDestroy | CondDestroy => {
                let done = self.destroy(op, object, flow)?;
                self.orders_less(Weaker::Store);
                Some(done)
            }
            CondSignal | CondBroadcast => {
                let event = self.on_cond(object, flow)?;
                self.orders_less(Weaker::Unless(TermId::FALSE));
                let addr = object.addr.term;
                self.graph.signals.push(Signal { event, addr, broadcast: op == CondBroadcast });
                Some(vec![self.status(0)])
            }
            MutexLock | MutexTryLock | MutexTimedLock => self.lock(op, object, flow, false),
            MutexUnlock | SpinUnlock => self.unlock(op, object, flow),
            RwReadLock | RwTryReadLock | RwWriteLock | RwTryWriteLock => self.lock_rw(op, object, flow),
            RwUnlock => self.unlock_rw(object, flow),
            SemWait | SemTryWait | SemTimedWait | SemPost | SemGetValue => {
                let looks = matches!(op, SemTryWait | SemTimedWait | SemGetValue);
                if looks && self.may_read_its_own_early() {
                    let reason = "a semaphore that its own thread looks at right after it has made one";
                    self.unsupported(flow.guard, reason);
                }
                self.semaphore(op, object, flow)
            }
            BarrierWait => self.barrier(object, flow),
            OnceBegin => {
                let (zero, one) = (self.number(0), self.number(1));
                let old = self.transition(object, flow, Blocking::Always, "", |this, old| {
                    let terms = &mut this.graph.terms;
                    let (ready, changes) = (terms.ne(old, one), terms.eq(old, zero));
                    Transition { ready, ..Transition::always(changes, one) }
                })?;
                self.synchronises(Synchronises { acquires: TermId::TRUE, ..Synchronises::NOTHING });
                let first = self.graph.terms.eq(old, zero);
                self.orders_less(Weaker::Unless(first));
                Some(vec![arith::settle(&self.graph.terms, first, NumberSet::ANY)])
            }
            OnceEnd => {
                let two = self.number(2);
                self.set_state(object, flow, two);
                self.synchronises(Synchronises { releases: TermId::TRUE, ..Synchronises::NOTHING });
                Some(Vec::new())
            }
            _ => self.refuse_step(flow, &format!("{} is not supported", op.name())),
        }
    }

    fn state_access(&self, object: &Object<'_>) -> Access {
        Access::new(Space::Sync, object.places.clone(), object.addr.term, STATE_BYTES)
    }

    fn note_state(&mut self, object: &Object<'_>, new: TermId) {
        let set = arith::known(&self.graph.terms, new).map_or(NumberSet::ANY, NumberSet::constant);
        for &(id, offset) in object.places.iter() {
            self.note_stored(Space::Sync, id, offset, STATE_BYTES, &set);
        }
    }

    /// Sets the state without looking at it.
    fn set_state(&mut self, object: &Object<'_>, flow: &Flow, new: TermId) {
        self.note_state(object, new);
        let mut access = self.state_access(object);
        access.write = Some((flow.guard, new));
        self.push_event(flow, flow.guard, What::Access(Box::new(access)), true);
    }

    /// One step on the state; gives the old state. The path goes on where the step could be made; where it is wrong or the
    /// object cannot be used, the program fails.
    fn transition(
        &mut self,
        object: &Object<'_>,
        flow: &mut Flow,
        blocking: Blocking,
        misuse: &str,
        rule: impl Fn(&mut Self, TermId) -> Transition,
    ) -> Option<TermId> {
        let whole = self.unknown_read(Space::Sync, object.addr.term, &object.places, STATE_BYTES).term;
        let (old, made) = self.without_mark(object, whole);
        let Transition { ready, expects, changes, new, wrong } = rule(self, old);
        let expects = expects.filter(|_| made.is_none());
        let dead = self.is_dead_state(object, whole);
        let fails = self.graph.terms.or(dead, wrong);
        let may_stay = match blocking {
            Blocking::Never => false,
            Blocking::IfStuck => object.places.iter().any(|place| self.facts.stuck.contains(place)),
            Blocking::Always => true,
        };
        if blocking == Blocking::Always {
            self.note_waiting(flow.guard);
        }
        if may_stay {
            let through = self.graph.terms.bool_var("through");
            let state = self.graph.terms.bits_var("state", 32);
            let (unmarked, _) = self.without_mark(object, state);
            let wanted = rule(self, unmarked);
            let dead = self.is_dead_state(object, state);
            let ready = self.graph.terms.or_all([wanted.ready, wanted.wrong, dead]);
            let (candidates, addr) = (object.places.clone(), object.addr.term);
            let reason = WaitingFor::Object { candidates, addr, state, ready };
            self.wait_until(flow, through, reason);
        }
        let goes_on = self.graph.terms.or(ready, fails);
        let only_when_ready = self.graph.terms.implies(self.graph.guards.term(flow.guard), goes_on);
        self.graph.constraints.push(only_when_ready);
        let new = self.with_mark(new, made);
        self.note_state(object, new);
        let mut access = self.state_access(object);
        (access.read, access.expects, access.or_dead) = (Some(whole), expects, dead != TermId::FALSE);
        self.make_step(flow, access, (changes, new), (dead, wrong), misuse)?;
        Some(old)
    }

    /// The event of a step that writes `new` where `changes` holds. The path goes on where it is neither unusable nor wrong.
    fn make_step(
        &mut self,
        flow: &mut Flow,
        mut access: Access,
        (changes, new): (TermId, TermId),
        (dead, wrong): (TermId, TermId),
        misuse: &str,
    ) -> Option<()> {
        let fails = self.graph.terms.or(dead, wrong);
        let goes_on = self.and_not(flow.guard, fails);
        if changes != TermId::FALSE && goes_on != GuardId::FALSE {
            access.write = Some((self.and(goes_on, changes), new));
        }
        let event = self.push_event(flow, flow.guard, What::Access(Box::new(access)), true);
        if fails != TermId::FALSE {
            self.graph.refused.insert(event, fails);
            let n_failures = self.graph.failures.len();
            let unusable = self.and(flow.guard, dead);
            let message = "an object that is not initialised, or destroyed";
            self.fail(unusable, FailureKind::UninitialisedSync, message);
            let usable = self.and_not(flow.guard, dead);
            let misused = self.and(usable, wrong);
            self.fail(misused, FailureKind::SyncMisuse, misuse);
            self.graph.failures[n_failures..].iter_mut().for_each(|failure| failure.event = Some(event));
        }
        flow.guard = goes_on;
        (flow.guard != GuardId::FALSE).then_some(())
    }

    fn note_lock(&mut self, object: &Object<'_>, guard: GuardId, locks: bool) {
        let certain = object.places.len() == 1;
        for &place in object.places.iter() {
            if !certain && self.facts.stuck.insert(place) {
                self.pass.changed = true;
            }
            self.pass.objects.lock_guards.push((place, self.context.id, guard, locks));
        }
    }

    /// The path goes on where `ready` holds; elsewhere the thread waits here.
    pub(super) fn wait_until(&mut self, flow: &mut Flow, ready: TermId, reason: WaitingFor) {
        let waits = self.and_not(flow.guard, ready);
        if waits != GuardId::FALSE {
            let (thread, condition) = (self.context.id, self.graph.guards.term(waits));
            self.graph.waiting.push(Waiting { thread, condition, span: self.shown(), reason });
        }
        flow.guard = self.and(flow.guard, ready);
    }

    /// The thread may wait here for something other than a lock.
    fn note_waiting(&mut self, guard: GuardId) {
        self.pass.objects.lock_guards.push(((ObjectId(u32::MAX), 0), self.context.id, guard, true));
    }

    /// Locks that some path never lets go of: after the pass, for the next.
    pub(super) fn refute_released(&mut self) {
        let all = std::mem::take(&mut self.pass.objects.lock_guards);
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
                self.pass.changed = true;
            }
        }
    }
}
