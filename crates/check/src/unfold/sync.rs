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
            MutexUnlock => self.unlock(context, object, flow),
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
        let old = self.unknown_read(Space::Sync, &object.places, STATE_BYTES).term;
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

    fn mutex_kind(&mut self, object: &Object<'_>) -> Option<u32> {
        let mut kinds = Vec::new();
        for &(id, offset) in object.places.iter() {
            let kind = match self.facts.mutex_kinds.get(&(id, offset)) {
                Some(kind) => *kind,
                None => {
                    let room = self.graph.objects.get(id).size >= offset + 20;
                    let value =
                        if room { self.initial_value(id, offset + 16, 4).term } else { self.number(0) };
                    Some(self.graph.terms.as_const(value).map_or(0, |kind| kind as u32 & 3))
                }
            };
            kinds.push(kind?);
        }
        let first = *kinds.first()?;
        kinds.iter().all(|&kind| kind == first).then_some(first)
    }

    fn initialise(
        &mut self,
        context: &ThreadContext,
        op: SyncOp,
        object: &Object<'_>,
        args: &[SymVal],
        flow: &mut Flow,
    ) -> Option<Vec<SymVal>> {
        let parameter = args.get(1).and_then(|arg| arith::known(&self.graph.terms, arg.term));
        let mut state = self.number(0);
        match op {
            SyncOp::MutexInit | SyncOp::BarrierInit => {
                for &place in object.places.iter() {
                    let number = parameter.map(|number| number as u32);
                    let known = self.facts.mutex_kinds.get(&place).copied();
                    let now = match known {
                        None => number,
                        Some(known) if known == number => known,
                        Some(_) => None,
                    };
                    if known != Some(now) {
                        self.facts.mutex_kinds.insert(place, now);
                        self.changed = true;
                    }
                }
            }
            SyncOp::SemInit => {
                state = arith::bits(&mut self.graph.terms, args[1].term);
            }
            _ => {}
        }
        self.set_state(context, object, flow, state);
        Some(vec![self.status(0)])
    }

    fn lock(
        &mut self,
        context: &ThreadContext,
        op: SyncOp,
        object: &Object<'_>,
        flow: &mut Flow,
    ) -> Option<Vec<SymVal>> {
        let Some(kind) = self.mutex_kind(object) else {
            self.unsupported(context, flow.guard, object.span, "a mutex whose kind is not known");
            flow.guard = GuardId::FALSE;
            return None;
        };
        let me = u128::from(context.id) + 1;
        let zero = self.number(0);
        let gives_up = op != SyncOp::MutexLock;
        let blocking = if gives_up { Blocking::Never } else { Blocking::IfStuck };
        let rule = |this: &mut Self, old: TermId| {
            let own = this.owns(old, me);
            let first = this.number(if kind == 0 { me } else { me << 16 | 1 });
            let one = this.number(1);
            let terms = &mut this.graph.terms;
            let free = terms.eq(old, zero);
            let again = if kind == 1 { own } else { TermId::FALSE };
            let takes = terms.or(free, again);
            let deeper = terms.add(old, one);
            let new = if kind == 1 { terms.ite(free, first, deeper) } else { first };
            let refused = if kind == 2 { own } else { TermId::FALSE };
            let ready = terms.or(takes, refused);
            let ready = if gives_up { TermId::TRUE } else { ready };
            let expects = (kind == 0 && !gives_up).then_some(0);
            Transition { expects, ready, changes: takes, new }
        };
        let old = self.transition(context, object, flow, blocking, rule)?;
        let takes = rule(self, old).changes;
        let own = self.owns(old, me);
        let taken = self.and(flow.guard, takes);
        self.note_lock(context, object, taken, true);
        let busy = match op {
            SyncOp::MutexTimedLock => errno::ETIMEDOUT,
            SyncOp::MutexTryLock => errno::EBUSY,
            _ => errno::EDEADLK,
        };
        let (ok, mut failed) = (self.status(0), self.status(busy).term);
        if kind == 2 && op == SyncOp::MutexTimedLock {
            let deadlock = self.status(errno::EDEADLK).term;
            failed = self.graph.terms.ite(own, deadlock, failed);
        }
        if kind == 0 && op == SyncOp::MutexLock {
            return Some(vec![ok]);
        }
        let status = self.graph.terms.ite(takes, ok.term, failed);
        Some(vec![arith::settle(&self.graph.terms, status, NumberSet::ANY)])
    }

    /// The state says that this thread holds the mutex (of a kind other than normal).
    fn owns(&mut self, state: TermId, me: u128) -> TermId {
        let owner = self.graph.terms.extract(31, 16, state);
        let me = self.graph.terms.bits_const(me, 16);
        self.graph.terms.eq(owner, me)
    }

    fn unlock(
        &mut self,
        context: &ThreadContext,
        object: &Object<'_>,
        flow: &mut Flow,
    ) -> Option<Vec<SymVal>> {
        let kind = self.mutex_kind(object).unwrap_or(1);
        let (zero, one) = (self.number(0), self.number(1));
        let me = u128::from(context.id) + 1;
        let checks = self.config.asks(events::Property::Memory);
        if kind == 0 && !checks {
            self.set_state(context, object, flow, zero);
            self.note_lock(context, object, flow.guard, false);
            return Some(vec![self.status(0)]);
        }
        let owned = |this: &mut Self, old: TermId| match kind {
            0 => {
                let mine = this.number(me);
                this.graph.terms.eq(old, mine)
            }
            _ => this.owns(old, me),
        };
        let old = self.transition(context, object, flow, Blocking::Never, |this, old| {
            let owned = owned(this, old);
            let depth = this.graph.terms.extract(15, 0, old);
            let outermost = this.graph.terms.bits_const(1, 16);
            let last = this.graph.terms.eq(depth, outermost);
            let less = this.graph.terms.sub(old, one);
            let new = if kind == 0 { zero } else { this.graph.terms.ite(last, zero, less) };
            Transition { expects: None, ready: TermId::TRUE, changes: owned, new }
        })?;
        let owned = owned(self, old);
        if kind == 0 {
            let wrong = self.and_not(flow.guard, owned);
            self.fail(
                context,
                wrong,
                FailureKind::SyncMisuse,
                object.span,
                "unlock of a mutex that the thread does not hold",
            );
            flow.guard = self.and(flow.guard, owned);
        }
        self.note_lock(context, object, flow.guard, false);
        let (ok, failed) = (self.status(0).term, self.status(errno::EPERM).term);
        let status = self.graph.terms.ite(owned, ok, failed);
        Some(vec![arith::settle(&self.graph.terms, status, NumberSet::ANY)])
    }

    fn lock_rw(
        &mut self,
        context: &ThreadContext,
        op: SyncOp,
        object: &Object<'_>,
        flow: &mut Flow,
    ) -> Option<Vec<SymVal>> {
        let reads = matches!(op, SyncOp::RwReadLock | SyncOp::RwTryReadLock);
        let gives_up = matches!(op, SyncOp::RwTryReadLock | SyncOp::RwTryWriteLock);
        let (writer, zero, one) = (self.number(WRITER), self.number(0), self.number(1));
        let rule = |this: &mut Self, old: TermId| {
            let terms = &mut this.graph.terms;
            let free = if reads { terms.ne(old, writer) } else { terms.eq(old, zero) };
            let new = if reads { terms.add(old, one) } else { writer };
            let expects = (!reads && !gives_up).then_some(0);
            Transition { expects, ready: if gives_up { TermId::TRUE } else { free }, changes: free, new }
        };
        let blocking = if gives_up { Blocking::Never } else { Blocking::IfStuck };
        let old = self.transition(context, object, flow, blocking, rule)?;
        let takes = rule(self, old).changes;
        let taken = self.and(flow.guard, takes);
        self.note_lock(context, object, taken, true);
        let (ok, busy) = (self.status(0), self.status(errno::EBUSY));
        if !gives_up {
            return Some(vec![ok]);
        }
        let status = self.graph.terms.ite(takes, ok.term, busy.term);
        Some(vec![arith::settle(&self.graph.terms, status, NumberSet::ANY)])
    }

    fn semaphore(
        &mut self,
        context: &ThreadContext,
        op: SyncOp,
        object: &Object<'_>,
        flow: &mut Flow,
    ) -> Option<Vec<SymVal>> {
        let (zero, one) = (self.number(0), self.number(1));
        let rule = |this: &mut Self, old: TermId| {
            let terms = &mut this.graph.terms;
            let some = terms.ne(old, zero);
            match op {
                SyncOp::SemPost => Transition {
                    expects: None,
                    ready: TermId::TRUE,
                    changes: TermId::TRUE,
                    new: terms.add(old, one),
                },
                SyncOp::SemGetValue => {
                    Transition { expects: None, ready: TermId::TRUE, changes: TermId::FALSE, new: old }
                }
                SyncOp::SemWait => {
                    Transition { expects: None, ready: some, changes: some, new: terms.sub(old, one) }
                }
                _ => {
                    Transition { expects: None, ready: TermId::TRUE, changes: some, new: terms.sub(old, one) }
                }
            }
        };
        let blocking = if op == SyncOp::SemWait { Blocking::Always } else { Blocking::Never };
        let old = self.transition(context, object, flow, blocking, rule)?;
        let ok = self.status(0);
        match op {
            SyncOp::SemGetValue => Some(vec![ok, SymVal::new(old, NumberSet::ANY)]),
            SyncOp::SemTryWait | SyncOp::SemTimedWait => {
                let number = if op == SyncOp::SemTryWait { errno::EAGAIN } else { errno::ETIMEDOUT };
                let failed = self.status(number).term;
                let some = self.graph.terms.ne(old, zero);
                let status = self.graph.terms.ite(some, ok.term, failed);
                Some(vec![arith::settle(&self.graph.terms, status, NumberSet::ANY)])
            }
            _ => Some(vec![ok]),
        }
    }

    fn barrier(
        &mut self,
        context: &ThreadContext,
        object: &Object<'_>,
        flow: &mut Flow,
    ) -> Option<Vec<SymVal>> {
        let count = match object.places.as_ref() {
            [place] => self.facts.mutex_kinds.get(place).copied().flatten(),
            _ => None,
        };
        let Some(count) = count.filter(|&count| count > 0 && count < 1 << 16) else {
            self.unsupported(context, flow.guard, object.span, "a barrier whose count is not known");
            flow.guard = GuardId::FALSE;
            return None;
        };
        let (last, one) = (self.graph.terms.bits_const(u128::from(count) - 1, 16), self.number(1));
        let nobody = self.graph.terms.bits_const(0, 16);
        let old = self.transition(context, object, flow, Blocking::Never, |this, old| {
            let terms = &mut this.graph.terms;
            let (round, arrived) = (terms.extract(31, 16, old), terms.extract(15, 0, old));
            let one_round = terms.bits_const(1, 16);
            let next_round = terms.add(round, one_round);
            let opened = terms.concat(next_round, nobody);
            let (completes, more) = (terms.eq(arrived, last), terms.add(old, one));
            Transition {
                expects: None,
                ready: TermId::TRUE,
                changes: TermId::TRUE,
                new: terms.ite(completes, opened, more),
            }
        })?;
        let arrived = self.graph.terms.extract(15, 0, old);
        let serial = self.graph.terms.eq(arrived, last);
        let round = self.graph.terms.extract(31, 16, old);
        self.transition(context, object, flow, Blocking::Always, |this, state| {
            let now = this.graph.terms.extract(31, 16, state);
            Transition {
                expects: None,
                ready: this.graph.terms.ne(now, round),
                changes: TermId::FALSE,
                new: state,
            }
        })?;
        let (first, others) = (self.status(errno::BARRIER_SERIAL_THREAD).term, self.status(0).term);
        let status = self.graph.terms.ite(serial, first, others);
        Some(vec![arith::settle(&self.graph.terms, status, NumberSet::ANY)])
    }

    fn wait(
        &mut self,
        context: &ThreadContext,
        op: SyncOp,
        args: &[SymVal],
        flow: &mut Flow,
        span: Span,
    ) -> Option<Vec<SymVal>> {
        let places = self.resolve(context, flow, &Request::plain(&args[1], 1, span))?;
        let mutex = Object { addr: &args[1], places, span };
        if self.mutex_kind(&mutex) != Some(0) {
            self.unsupported(
                context,
                flow.guard,
                span,
                "waiting for a condition with a mutex that is not a normal one",
            );
            flow.guard = GuardId::FALSE;
            return None;
        }
        let zero = self.number(0);
        let release = self.graph.events.len() as u32;
        self.set_state(context, &mutex, flow, zero);
        self.note_lock(context, &mutex, flow.guard, false);
        self.note_waiting(context, flow.guard);
        let woken = self.graph.terms.bool_var("woken");
        let asleep = self.and_not(flow.guard, woken);
        self.graph.waiting.push(Waiting {
            thread: context.id,
            condition: self.graph.guards.term(asleep),
            span: context.library_span.unwrap_or(span),
            reason: if op == SyncOp::CondWait {
                WaitingFor::Signal { wait: self.graph.waits.len() }
            } else {
                WaitingFor::Spin
            },
        });
        flow.guard = self.and(flow.guard, woken);
        let unsignalled = match (op, self.config.spurious_wakeups) {
            (SyncOp::CondTimedWait, _) => self.graph.terms.bool_var("timed out"),
            (_, true) => self.graph.terms.bool_var("spurious"),
            (_, false) => TermId::FALSE,
        };
        let resume = self.push_step(context, flow, span);
        self.graph.waits.push(CondWait { release, resume, addr: args[0].term, unsignalled });
        self.lock(context, SyncOp::MutexLock, &mutex, flow)?;
        let (ok, late) = (self.status(0), self.status(errno::ETIMEDOUT).term);
        if op == SyncOp::CondWait {
            return Some(vec![ok]);
        }
        let status = self.graph.terms.ite(unsignalled, late, ok.term);
        Some(vec![arith::settle(&self.graph.terms, status, NumberSet::ANY)])
    }

    fn create(
        &mut self,
        context: &mut ThreadContext,
        here: &Here<'_>,
        args: &[SymVal],
        flow: &mut Flow,
    ) -> Option<Vec<SymVal>> {
        let targets = self.callees(context, flow, &args[0], here.inst.span)?;
        let mut handles: Vec<(TermId, u64)> = Vec::new();
        for (condition, function) in targets {
            let guard = self.and(flow.guard, condition);
            if guard == GuardId::FALSE {
                continue;
            }
            let outer = std::mem::replace(&mut flow.guard, guard);
            let create = self.push_step(context, flow, here.inst.span);
            flow.guard = outer;
            let id = self.graph.threads.len() as u32;
            if u64::from(id) >= ir::layout::MAX_THREADS {
                self.refuse("more threads than there is room for", here.inst.span);
                return None;
            }
            let path = self.paths.child(here.place, 1 << 46, u64::from(function.0));
            let handle = super::thread_handle(id);
            self.graph.objects.add_thread(id);
            let parent = Some((context.id, context.epoch));
            let thread = Thread {
                path,
                function,
                guard,
                parent,
                handle,
                create: Some(create),
                arg: args[1].term,
                events: Vec::new(),
                ends: Vec::new(),
                finished: GuardId::FALSE,
            };
            self.add_thread(thread, args[1].clone(), flow.view.clone());
            handles.push((condition, handle));
        }
        context.epoch += 1;
        let values: Vec<SymVal> = handles
            .iter()
            .map(|&(_, handle)| arith::constant(&mut self.graph.terms, u128::from(handle), Ty::I64))
            .collect();
        let conditions: Vec<TermId> = handles.iter().map(|&(condition, _)| condition).collect();
        (!values.is_empty()).then(|| {
            vec![super::access::select(
                &mut self.graph.terms,
                &self.graph.objects,
                false,
                &values,
                &conditions,
            )]
        })
    }

    fn join(
        &mut self,
        context: &ThreadContext,
        args: &[SymVal],
        flow: &mut Flow,
        span: Span,
    ) -> Option<Vec<SymVal>> {
        let handles: Vec<u64> = match args[0].set.consts() {
            Some(handles) => handles.iter().map(|&handle| handle as u64).collect(),
            None => {
                self.unsupported(context, flow.guard, span, "joining a thread that is not known");
                flow.guard = GuardId::FALSE;
                return None;
            }
        };
        let (mut ended, mut results, mut tests, mut joined) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for handle in handles {
            let found = (0..self.graph.threads.len() as u32)
                .find(|&id| self.graph.threads[id as usize].handle == handle);
            let number = self.graph.terms.bits_const(u128::from(handle), 64);
            let test = self.graph.terms.eq(args[0].term, number);
            let Some(target) = found.filter(|&id| id != context.id && id != 0) else {
                let guard = self.and(flow.guard, test);
                if guard != GuardId::FALSE && handle != 0 {
                    self.unsupported(context, guard, span, "joining something that is no thread");
                }
                flow.guard = self.and_not(flow.guard, test);
                continue;
            };
            let has_ended = self.has_ended(target);
            ended.push(self.graph.terms.and(test, has_ended));
            results.push(self.result_of(target));
            tests.push(test);
            joined.push((target, test));
        }
        if joined.is_empty() {
            flow.guard = GuardId::FALSE;
            return None;
        }
        self.note_waiting(context, flow.guard);
        let ended = self.graph.terms.or_all(ended);
        let waits = self.and_not(flow.guard, ended);
        if waits != GuardId::FALSE {
            self.graph.waiting.push(Waiting {
                thread: context.id,
                condition: self.graph.guards.term(waits),
                span: context.library_span.unwrap_or(span),
                reason: WaitingFor::Thread,
            });
        }
        flow.guard = self.and(flow.guard, ended);
        let event = self.push_step(context, flow, span);
        for (target, test) in joined {
            self.graph.joins.push((target, event, test));
        }
        let value =
            super::access::select(&mut self.graph.terms, &self.graph.objects, false, &results, &tests);
        Some(vec![self.status(0), value])
    }

    /// A term that implies that the thread has ended; where it always ends, that it has begun.
    fn has_ended(&mut self, target: u32) -> TermId {
        let thread = &self.graph.threads[target as usize];
        if !self.facts.endless.contains(&thread.path) {
            return self.graph.guards.term(thread.guard);
        }
        let terms = &mut self.graph.terms;
        *self.ended.entry(target).or_insert_with(|| terms.bool_var(format!("t{target} ended")))
    }

    fn result_of(&mut self, target: u32) -> SymVal {
        let path = self.graph.threads[target as usize].path;
        if let Some(&Some(value)) = self.facts.returns.get(&path) {
            return arith::constant(&mut self.graph.terms, value, Ty::I64);
        }
        let terms = &mut self.graph.terms;
        let term =
            *self.returned.entry(target).or_insert_with(|| terms.bits_var(format!("t{target} returns"), 64));
        SymVal::new(term, NumberSet::ANY)
    }

    /// The edges from the ends of threads to those who joined them.
    pub(super) fn add_join_edges(&mut self) {
        for &(target, join, condition) in &self.graph.joins {
            for &(_, end, _) in &self.graph.threads[target as usize].ends {
                self.graph.edges.push(SyncEdge { from: end, to: join, condition });
            }
        }
    }

    fn key(
        &mut self,
        context: &ThreadContext,
        op: SyncOp,
        args: &[SymVal],
        flow: &mut Flow,
        span: Span,
    ) -> Option<Vec<SymVal>> {
        let Some(key) = arith::known(&self.graph.terms, args[0].term) else {
            self.unsupported(context, flow.guard, span, "a thread-specific key that is not known");
            flow.guard = GuardId::FALSE;
            return None;
        };
        let key = key as u32;
        if op == SyncOp::KeyGet {
            let found = flow.keys.iter().find(|(known, _)| *known == key).map(|(_, value)| value.clone());
            let null = arith::constant(&mut self.graph.terms, 0, Ty::Ptr);
            let mut value = found.unwrap_or(null);
            value.deps = Deps::none();
            return Some(vec![value]);
        }
        flow.keys.retain(|(known, _)| *known != key);
        flow.keys.push((key, args[1].clone()));
        Some(vec![self.status(0)])
    }

    /// Calls the destructors of keys that this thread has set, once.
    pub(super) fn run_destructors(
        &mut self,
        context: &mut ThreadContext,
        place: PathId,
        span: Span,
        flow: &mut Flow,
    ) -> Option<()> {
        for (key, value) in std::mem::take(&mut flow.keys) {
            let Some(Some(destructor)) = self.destructors.get(key as usize).copied() else { continue };
            let zero = self.graph.terms.bits_const(0, 64);
            let is_set = self.graph.terms.ne(value.term, zero);
            let mut calls = flow.clone();
            calls.guard = self.and(flow.guard, is_set);
            let mut skips = flow.clone();
            skips.guard = self.and_not(flow.guard, is_set);
            let path = self.paths.child(place, 1 << 47, u64::from(key));
            let mut ways: Vec<(Flow, Vec<SymVal>)> = Vec::new();
            if calls.guard != GuardId::FALSE {
                ways.extend(self.call(context, destructor, vec![value], calls, path));
            }
            if skips.guard != GuardId::FALSE {
                ways.push((skips, Vec::new()));
            }
            *flow = self.merge_returns(ways, context.depth)?.0;
            if flow.keys.iter().any(|(_, value)| arith::known(&self.graph.terms, value.term) != Some(0)) {
                self.unsupported(context, flow.guard, span, "a key destructor that sets keys again");
                flow.keys.clear();
            }
        }
        Some(())
    }
}

/// Places of synchronisation objects, as facts name them.
pub(super) type SyncPlace = (ObjectId, u64);
