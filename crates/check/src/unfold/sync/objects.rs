//! Mutexes, read-write locks, semaphores, barriers and condition variables: what each operation does to the state.

use super::*;

impl Unfolder<'_> {
    pub(super) fn mutex_kind(&mut self, object: &Object<'_>) -> Option<u32> {
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

    pub(super) fn initialise(
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

    pub(super) fn lock(
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
    pub(super) fn owns(&mut self, state: TermId, me: u128) -> TermId {
        let owner = self.graph.terms.extract(31, 16, state);
        let me = self.graph.terms.bits_const(me, 16);
        self.graph.terms.eq(owner, me)
    }

    pub(super) fn unlock(
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

    pub(super) fn lock_rw(
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

    pub(super) fn semaphore(
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

    pub(super) fn barrier(
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

    pub(super) fn wait(
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
}
