//! Mutexes, read-write locks, semaphores, barriers and condition variables: what each operation does to the state.

use super::life::{Hold, SEM_MAX};
use super::*;
use crate::objects::ObjectKind;

/// What `sem_post` gives where the value would be too large.
const NO_ROOM: i32 = -1;

impl Unfolder<'_> {
    /// The kind of a mutex: what a call says, or else its bytes. The state does not depend on it, so every operation may
    /// find its own.
    pub(super) fn mutex_kind(&mut self, object: &Object<'_>, flow: &Flow) -> Option<u32> {
        let mut kinds = Vec::new();
        for &(id, offset) in object.places.iter() {
            kinds.push(match self.facts.mutex_kinds.get(&(id, offset)) {
                // Explicit bytes of another kind: which of the two holds depends on when.
                Some(kind) => {
                    let kind = (*kind)?;
                    let bytes = self.static_kind((id, offset + 16));
                    (bytes == 0 || bytes == kind).then_some(kind)?
                }
                None => self.kind_in_bytes((id, offset + 16), flow)?,
            });
        }
        let first = *kinds.first()?;
        kinds.iter().all(|&kind| kind == first).then_some(first)
    }

    /// The kind in the initialiser of a global.
    fn static_kind(&mut self, (id, at): Place) -> u32 {
        let object = self.graph.objects.get(id);
        if object.size < at + 4 || !matches!(object.kind, ObjectKind::Global(_)) {
            return 0;
        }
        let bytes = self.initial_value(id, at, 4).term;
        self.graph.terms.as_const(bytes).map_or(0, |bytes| bytes as u32 & 3)
    }

    fn kind_in_bytes(&mut self, (id, at): Place, flow: &Flow) -> Option<u32> {
        if self.graph.objects.get(id).size < at + 4 {
            return Some(0);
        }
        self.pass.log.note(id, at, 4, (self.context.id, self.context.epoch), (true, false));
        let bytes = match self.is_shared(id, at, 4) {
            true => self.contents(Space::Memory, id, at, 4).consts().filter(|kinds| kinds.len() == 1)?[0],
            false => {
                let bytes = self.view_read(flow, id, at, 4).term;
                match self.graph.objects.get(id).kind {
                    // What was never written is not a mutex at all, whatever its kind.
                    ObjectKind::Stack | ObjectKind::Heap { zeroed: false, .. } => {
                        self.graph.terms.as_const(bytes).unwrap_or(0)
                    }
                    _ => self.graph.terms.as_const(bytes)?,
                }
            }
        };
        Some(bytes as u32 & 3)
    }

    pub(super) fn lock(
        &mut self,
        op: SyncOp,
        object: &Object<'_>,
        flow: &mut Flow,
        resumes: bool,
    ) -> Results {
        let Some(kind) = self.mutex_kind(object, flow) else {
            return self.refuse_step(flow, "a mutex whose kind is not known");
        };
        self.context.op = Some(op);
        let count = self.held(object, flow, Hold::Times);
        let held = self.is_held(count);
        let (zero, one) = (self.number(0), self.number(1));
        let again = if kind == 1 { held } else { TermId::FALSE };
        let refused = if kind == 2 { held } else { TermId::FALSE };
        let gives_up = op != SyncOp::MutexLock;
        let blocking = if gives_up { Blocking::Never } else { Blocking::IfStuck };
        let old = self.transition(object, flow, blocking, "", |this, old| {
            let free = this.graph.terms.eq(old, zero);
            let ready = if gives_up { TermId::TRUE } else { this.graph.terms.or_all([free, again, refused]) };
            let expects = (kind == 0 && !gives_up).then_some(0);
            Transition { expects, ready, ..Transition::always(free, one) }
        })?;
        let free = self.graph.terms.eq(old, zero);
        let takes = if kind == 0 && !gives_up { TermId::TRUE } else { self.graph.terms.or(free, again) };
        let full = if resumes { TermId::TRUE } else { self.graph.terms.and_not(takes, again) };
        let busy = match op {
            SyncOp::MutexTimedLock => errno::ETIMEDOUT,
            SyncOp::MutexTryLock => errno::EBUSY,
            _ => errno::EDEADLK,
        };
        let mut status = self.taken(object, flow, (Hold::Times, count), (takes, full, false), busy);
        if kind == 2 && op == SyncOp::MutexTimedLock {
            let deadlock = self.status(errno::EDEADLK).term;
            let term = self.graph.terms.ite(held, deadlock, status.term);
            status = arith::settle(&self.graph.terms, term, NumberSet::ANY);
        }
        Some(vec![status])
    }

    /// Takes in that a lock is held once more where `takes` holds, and what that orders; the status.
    fn taken(
        &mut self,
        object: &Object<'_>,
        flow: &mut Flow,
        (hold, count): (Hold, TermId),
        (takes, full, shared_acquire): (TermId, TermId, bool),
        busy: i32,
    ) -> SymVal {
        self.orders_less(Weaker::Unless(full));
        self.synchronises(Synchronises { acquires: takes, shared_acquire, ..Synchronises::NOTHING });
        let taken = self.and(flow.guard, takes);
        self.note_lock(object, taken, true);
        let one = self.number(1);
        let more = self.graph.terms.add(count, one);
        let count = self.graph.terms.ite(takes, more, count);
        self.set_held(object, flow, hold, count);
        self.status_if(takes, busy)
    }

    /// Gives a mutex back, once; the term that the thread held it. What it does not hold is an error of the program, unless
    /// it unlocks a mutex that tells.
    fn release(&mut self, op: SyncOp, object: &Object<'_>, flow: &mut Flow) -> Option<TermId> {
        let Some(kind) = self.mutex_kind(object, flow) else {
            return self.refuse_step(flow, "a mutex whose kind is not known");
        };
        let count = self.held(object, flow, Hold::Times);
        self.context.op = Some(if op == SyncOp::SpinUnlock { op } else { SyncOp::MutexUnlock });
        let (held, zero, one) = (self.is_held(count), self.number(0), self.number(1));
        let last = self.graph.terms.eq(count, one);
        if last == TermId::TRUE || (kind != 1 && held == TermId::TRUE) {
            self.put_state(object, flow, zero)?;
        } else {
            let tells = matches!(kind, 1 | 2) && op == SyncOp::MutexUnlock;
            let wrong = if tells { TermId::FALSE } else { self.graph.terms.not(held) };
            let changes = if kind == 0 { TermId::TRUE } else { last };
            self.transition(object, flow, Blocking::Never, NOT_HELD, |_, _| Transition {
                wrong,
                ..Transition::always(changes, zero)
            })?;
        }
        match op {
            SyncOp::SpinUnlock => self.orders_less(Weaker::Store),
            SyncOp::MutexUnlock if kind == 0 => {}
            SyncOp::MutexUnlock => self.orders_less(Weaker::Unless(last)),
            _ => {}
        }
        self.synchronises(Synchronises { releases: held, ..Synchronises::NOTHING });
        let less = self.graph.terms.sub(count, one);
        let less = self.graph.terms.ite(held, less, zero);
        self.set_held(object, flow, Hold::Times, less);
        self.note_lock(object, flow.guard, false);
        Some(held)
    }

    pub(super) fn unlock(&mut self, op: SyncOp, object: &Object<'_>, flow: &mut Flow) -> Results {
        let held = self.release(op, object, flow)?;
        // Where it goes on with a mutex that does not tell, it was held.
        let tells = matches!(self.mutex_kind(object, flow), Some(1 | 2)) && op == SyncOp::MutexUnlock;
        Some(vec![self.status_if(if tells { held } else { TermId::TRUE }, errno::EPERM)])
    }

    pub(super) fn lock_rw(&mut self, op: SyncOp, object: &Object<'_>, flow: &mut Flow) -> Results {
        let reads = matches!(op, SyncOp::RwReadLock | SyncOp::RwTryReadLock);
        let gives_up = matches!(op, SyncOp::RwTryReadLock | SyncOp::RwTryWriteLock);
        let (writer, zero, one) = (self.number(WRITER), self.number(0), self.number(1));
        let hold = if reads { Hold::Times } else { Hold::Writing };
        let count = self.held(object, flow, hold);
        let writing = self.held(object, flow, Hold::Writing);
        let writing = self.is_held(writing);
        let is_free = |this: &mut Self, old: TermId| match reads {
            true => this.graph.terms.ne(old, writer),
            false => this.graph.terms.eq(old, zero),
        };
        let blocking = if gives_up { Blocking::Never } else { Blocking::IfStuck };
        let old = self.transition(object, flow, blocking, "", |this, old| {
            let free = is_free(this, old);
            let new = if reads { this.graph.terms.add(old, one) } else { writer };
            let expects = (!reads && !gives_up && writing == TermId::FALSE).then_some(0);
            let ready = if gives_up { TermId::TRUE } else { this.graph.terms.or(free, writing) };
            Transition { expects, ready, ..Transition::always(free, new) }
        })?;
        let takes = if gives_up || writing != TermId::FALSE { is_free(self, old) } else { TermId::TRUE };
        let failed = if gives_up { errno::EBUSY } else { errno::EDEADLK };
        Some(vec![self.taken(object, flow, (hold, count), (takes, takes, reads), failed)])
    }

    pub(super) fn unlock_rw(&mut self, object: &Object<'_>, flow: &mut Flow) -> Results {
        let (zero, one) = (self.number(0), self.number(1));
        let (times, writing) = (self.held(object, flow, Hold::Times), self.held(object, flow, Hold::Writing));
        let (reads, writes) = (self.is_held(times), self.is_held(writing));
        if writes == TermId::TRUE {
            self.put_state(object, flow, zero)?;
        } else {
            let holds = self.graph.terms.or(reads, writes);
            let wrong = self.graph.terms.not(holds);
            self.transition(object, flow, Blocking::Never, NOT_HELD, |this, old| {
                let fewer = this.graph.terms.sub(old, one);
                let new = this.graph.terms.ite(writes, zero, fewer);
                Transition { wrong, ..Transition::always(TermId::TRUE, new) }
            })?;
        }
        let shared_release = self.graph.terms.not(writes);
        self.synchronises(Synchronises { releases: TermId::TRUE, shared_release, ..Synchronises::NOTHING });
        let fewer = self.graph.terms.sub(times, one);
        let times = self.graph.terms.ite(writes, times, fewer);
        self.set_held(object, flow, Hold::Times, times);
        self.set_held(object, flow, Hold::Writing, zero);
        self.note_lock(object, flow.guard, false);
        Some(vec![self.status(0)])
    }

    pub(super) fn semaphore(&mut self, op: SyncOp, object: &Object<'_>, flow: &mut Flow) -> Results {
        let (zero, one, most) = (self.number(0), self.number(1), self.number(SEM_MAX));
        let blocking = if op == SyncOp::SemWait { Blocking::Always } else { Blocking::Never };
        let old = self.transition(object, flow, blocking, "", |this, old| {
            let terms = &mut this.graph.terms;
            let some = terms.ne(old, zero);
            match op {
                SyncOp::SemPost => {
                    let (room, more) = (terms.ne(old, most), terms.add(old, one));
                    Transition::always(room, more)
                }
                SyncOp::SemGetValue => Transition::always(TermId::FALSE, old),
                _ => {
                    let ready = if op == SyncOp::SemWait { some } else { TermId::TRUE };
                    Transition { ready, ..Transition::always(some, terms.sub(old, one)) }
                }
            }
        })?;
        let (some, room) = (self.graph.terms.ne(old, zero), self.graph.terms.ne(old, most));
        let (acquires, releases, full) = match op {
            SyncOp::SemPost => (TermId::FALSE, room, room),
            SyncOp::SemGetValue => (TermId::FALSE, TermId::FALSE, TermId::FALSE),
            SyncOp::SemWait => (some, TermId::FALSE, TermId::TRUE),
            _ => (some, TermId::FALSE, some),
        };
        self.orders_less(Weaker::Unless(full));
        self.synchronises(Synchronises { acquires, releases, ..Synchronises::NOTHING });
        let (done, failed) = match op {
            SyncOp::SemGetValue | SyncOp::SemWait => (TermId::TRUE, 0),
            SyncOp::SemPost => (room, NO_ROOM),
            SyncOp::SemTryWait => (some, errno::EAGAIN),
            _ => (some, errno::ETIMEDOUT),
        };
        let mut results = vec![self.status_if(done, failed)];
        results.extend((op == SyncOp::SemGetValue).then(|| SymVal::new(old, NumberSet::ANY)));
        Some(results)
    }

    pub(super) fn barrier(&mut self, object: &Object<'_>, flow: &mut Flow) -> Results {
        let counts = match object.places.as_ref() {
            [place] => self.facts.mutex_kinds.get(place).copied(),
            _ => None,
        };
        // Where no call initialises it, it is of no use with any count.
        let count = if object.places.len() == 1 { counts.unwrap_or(Some(1)) } else { None };
        let Some(count) = count.filter(|&count| count > 0 && count < 1 << 16) else {
            return self.refuse_step(flow, "a barrier whose count is not known");
        };
        let (last, one) = (self.graph.terms.bits_const(u128::from(count) - 1, 16), self.number(1));
        let nobody = self.graph.terms.bits_const(0, 16);
        let old = self.transition(object, flow, Blocking::Never, "", |this, old| {
            let terms = &mut this.graph.terms;
            let (round, arrived) = (terms.extract(31, 16, old), terms.extract(15, 0, old));
            let one_round = terms.bits_const(1, 16);
            let next_round = terms.add(round, one_round);
            let opened = terms.concat(next_round, nobody);
            let (completes, more) = (terms.eq(arrived, last), terms.add(old, one));
            Transition::always(TermId::TRUE, terms.ite(completes, opened, more))
        })?;
        let arrived = self.graph.terms.extract(15, 0, old);
        let restarts = self.graph.terms.eq(arrived, nobody);
        self.synchronises(Synchronises { releases: TermId::TRUE, restarts, ..Synchronises::NOTHING });
        let serial = self.graph.terms.eq(arrived, last);
        let round = self.graph.terms.extract(31, 16, old);
        self.leave_barrier(object, flow, round)?;
        let another = self.graph.terms.not(serial);
        Some(vec![self.status_if(another, errno::BARRIER_SERIAL_THREAD)])
    }

    pub(super) fn wait(&mut self, op: SyncOp, args: &[SymVal], flow: &mut Flow) -> Results {
        let cond = self.object(op, &args[0], flow)?;
        let begins = self.graph.events.len() as u32;
        if self.can_be_dead(&cond) {
            let event = self.on_cond(&cond, flow)?;
            self.graph.ghosts.insert(event);
        }
        let mutex = self.object(SyncOp::MutexLock, &args[1], flow)?;
        let release = self.graph.events.len() as u32;
        if begins < release {
            self.graph.wait_begins.push((begins, release));
        }
        self.release(op, &mutex, flow)?;
        self.note_waiting(flow.guard);
        let woken = self.graph.terms.bool_var("woken");
        let reason = match op {
            SyncOp::CondWait => WaitingFor::Signal { wait: self.graph.waits.len() },
            _ => WaitingFor::Spin,
        };
        self.wait_until(flow, woken, reason);
        let timed_out = match op {
            SyncOp::CondTimedWait => self.graph.terms.bool_var("timed out"),
            _ => TermId::FALSE,
        };
        let mut unsignalled = timed_out;
        if self.options.spurious_wakeups {
            let spurious = self.graph.terms.bool_var("spurious");
            self.context.spurious.push(spurious);
            flow.spurious.push(spurious);
            unsignalled = self.graph.terms.or(timed_out, spurious);
        }
        let resume = self.push_step(flow);
        self.graph.waits.push(CondWait { release, resume, addr: args[0].term, unsignalled });
        self.lock(SyncOp::MutexLock, &mutex, flow, true)?;
        let in_time = self.graph.terms.not(timed_out);
        Some(vec![self.status_if(in_time, errno::ETIMEDOUT)])
    }

    /// Waits for the round to be over. It leaves right when that is so; nobody can tell if it takes longer.
    fn leave_barrier(&mut self, object: &Object<'_>, flow: &mut Flow, round: TermId) -> Option<()> {
        let through = self.graph.terms.bool_var("through");
        self.note_waiting(flow.guard);
        // Later the state may be of another round, or of a barrier that has been destroyed.
        let state = self.graph.terms.bits_var("state", 32);
        let (unmarked, _) = self.without_mark(object, state);
        let now = self.graph.terms.extract(31, 16, unmarked);
        let (other, dead) = (self.graph.terms.ne(now, round), self.is_dead_state(object, state));
        let ready = self.graph.terms.or(other, dead);
        let (candidates, addr) = (object.places.clone(), object.addr.term);
        self.wait_until(flow, through, WaitingFor::Object { candidates, addr, state, ready });
        let found = self.unknown_read(Space::Sync, addr, &object.places, STATE_BYTES).term;
        let (unmarked, _) = self.without_mark(object, found);
        let terms = &mut self.graph.terms;
        let (one, nobody) = (terms.bits_const(1, 16), terms.bits_const(0, 16));
        let next = terms.add(round, one);
        let opened = terms.concat(next, nobody);
        let over = terms.eq(unmarked, opened);
        let only_then = self.graph.terms.implies(self.graph.guards.term(flow.guard), over);
        self.graph.constraints.push(only_then);
        let mut access = self.state_access(object);
        access.read = Some(found);
        self.push_event(flow, flow.guard, What::Access(Box::new(access)), true);
        self.synchronises(Synchronises { acquires: TermId::TRUE, ..Synchronises::NOTHING });
        (flow.guard != GuardId::FALSE).then_some(())
    }
}
