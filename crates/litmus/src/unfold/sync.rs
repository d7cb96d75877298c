//! Threads and locks. Other synchronisation is a frontier: `selvedge check` knows it.
//!
//! What `posix` leaves undefined, or makes depend on the kind of a mutex, is a frontier, too: a lock that is taken twice, given back by who does
//! not hold it, used after it was destroyed or made anew, made or destroyed while other threads run; a thread that is joined or detached
//! twice. What is left is tested equal to the table.

use super::events::*;
use super::value::{self, Value};
use super::walk::{Here, ThreadState, set};
use super::{UnfoldError, Unfolder};
use ir::{Function, Inst, Operands, SyncOp, Ty};
use posix::{CALLER, Effect, State, Step};
use solver::TermId;

/// Handles of threads: numbers that are neither addresses nor small.
const HANDLES: u128 = 0x7ead_0000;

impl Unfolder<'_> {
    pub(super) fn sync(
        &mut self,
        state: &mut ThreadState,
        function: &Function,
        here: &mut Here,
        inst: &Inst,
        op: SyncOp,
        args: &Operands,
    ) -> Result<(), UnfoldError> {
        let args: Vec<Value> = args.iter().map(|&arg| self.operand(here, function, arg)).collect();
        let results = match op {
            SyncOp::ThreadCreate => vec![self.create(state, here, inst, &args)?],
            SyncOp::ThreadJoin => self.join(state, here, inst, &args)?,
            SyncOp::MutexLock => {
                self.lock(state, here, inst, &args)?;
                Vec::new()
            }
            SyncOp::MutexUnlock => {
                self.unlock(state, here, inst, &args)?;
                Vec::new()
            }
            SyncOp::MutexInit | SyncOp::MutexDestroy => {
                self.made_or_destroyed(state, here, inst, op, &args)?;
                Vec::new()
            }
            SyncOp::ThreadDetach => {
                self.detach(here, inst, &args);
                Vec::new()
            }
            SyncOp::Yield => Vec::new(),
            other => {
                let reason = format!("{} is not supported in small programs", other.name());
                self.refused(here.guard, inst.span, reason);
                Vec::new()
            }
        };
        for (index, &result) in inst.results.iter().enumerate() {
            let value = match results.get(index) {
                Some(value) => value.clone(),
                None => value::constant(&mut self.terms, 0, function.values[result].ty),
            };
            set(&mut here.env, result, value);
        }
        Ok(())
    }

    fn create(
        &mut self,
        state: &ThreadState,
        here: &Here,
        inst: &Inst,
        args: &[Value],
    ) -> Result<Value, UnfoldError> {
        let start = args.first().and_then(|start| value::known(&self.terms, start.term));
        let function =
            start.and_then(|addr| u64::try_from(addr).ok()).and_then(|addr| self.layout.function_at(addr));
        let Some(function) = function else {
            return Err(
                self.error(inst.span, "a thread whose function is not constant: use `selvedge check`")
            );
        };
        let event = self.event(state.id, Kind::Create(ThreadId(u32::MAX)), here, inst.span);
        let create = self.push(event)?;
        let thread = self.thread(function, args.get(1..).unwrap_or(&[]), Some(create), here.guard)?;
        self.out.events[create].kind = Kind::Create(thread);
        Ok(value::constant(&mut self.terms, HANDLES + u128::from(thread.0), Ty::I64))
    }

    fn join(
        &mut self,
        state: &ThreadState,
        here: &mut Here,
        inst: &Inst,
        args: &[Value],
    ) -> Result<Vec<Value>, UnfoldError> {
        let status = value::constant(&mut self.terms, 0, Ty::I32);
        let Some(handle) = args.first().cloned() else { return Ok(vec![status]) };
        let mut waits = Vec::new();
        let mut result: Option<Value> = None;
        let mut ended = Vec::new();
        for thread in self.out.threads.ids() {
            let number = value::constant(&mut self.terms, HANDLES + u128::from(thread.0), Ty::I64);
            let is_it = self.terms.eq(handle.term, number.term);
            let Some((returned, ends)) = self.results.get(&thread).cloned() else { continue };
            if is_it == TermId::FALSE {
                continue;
            }
            let this = self.terms.and(here.guard, is_it);
            let before = self.consumed.insert(thread, this).unwrap_or(TermId::FALSE);
            let again = self.terms.and(this, before);
            self.frontier(again, inst.span, "a thread that was joined or detached before");
            let all = self.terms.or(this, before);
            self.consumed.insert(thread, all);
            waits.push((thread, is_it));
            ended.push(self.terms.and(is_it, ends));
            result = Some(match result {
                None => returned,
                Some(other) => {
                    let chosen = Value { term: is_it, numbers: None, reads: handle.reads.clone() };
                    value::select(&mut self.terms, &chosen, &returned, &other)
                }
            });
        }
        self.n_joined_by_main += usize::from(state.id == ThreadId(0));
        let known = self.terms.or_all(waits.iter().map(|wait| wait.1));
        let unknown = self.terms.not(known);
        let unknown = self.terms.and(here.guard, unknown);
        self.frontier(unknown, inst.span, "a join of something that is no thread");
        let event = self.event(state.id, Kind::Join(waits), here, inst.span);
        self.push(event)?;
        // Whoever waits for a thread that does not end goes no further.
        let ended = self.terms.or_all(ended);
        here.guard = self.terms.and(here.guard, ended);
        Ok(std::iter::once(status).chain(result).collect())
    }

    fn detach(&mut self, here: &Here, inst: &Inst, args: &[Value]) {
        let handle = args.first().and_then(|handle| value::known(&self.terms, handle.term));
        let thread =
            handle.and_then(|handle| handle.checked_sub(HANDLES)).map(|number| ThreadId(number as u32));
        let fine = thread.filter(|thread| self.out.threads.get(*thread).is_some());
        match fine {
            Some(thread) if self.consumed.insert(thread, TermId::TRUE).is_none() => {}
            _ => self.refused(here.guard, inst.span, "a handle that is detached and may not be"),
        }
    }

    /// A mutex is made by a call or destroyed, where nobody else can be using it.
    fn made_or_destroyed(
        &mut self,
        state: &ThreadState,
        here: &Here,
        inst: &Inst,
        op: SyncOp,
        args: &[Value],
    ) -> Result<(), UnfoldError> {
        let mutex = self.mutex(inst, args)?;
        // Nobody is joined twice, so when there were as many joins as threads, all have ended.
        let alone = state.id == ThreadId(0) && self.n_joined_by_main + 1 >= self.out.threads.len();
        let held = state.held.iter().any(|(held, _)| *held == mutex).then_some(CALLER);
        let fresh = || State::Mutex { kind: 0, owner: held, count: held.is_some().into(), by_call: false };
        let before = self.mutexes.get(&mutex).cloned().unwrap_or_else(fresh);
        let again = matches!(before, State::Destroyed { .. });
        match posix::apply(Step::Do(op), &before, CALLER, 0, 0) {
            Effect::Done(after, _) if alone && !again => drop(self.mutexes.insert(mutex, after)),
            Effect::Fault(fault) => self.refused(here.guard, inst.span, fault.message(None)),
            _ => {
                let reason = "a mutex that is made anew, or made or destroyed while other threads run";
                self.refused(here.guard, inst.span, reason);
            }
        }
        Ok(())
    }

    /// A mutex for an operation that needs it to be there.
    fn live_mutex(&mut self, here: &Here, inst: &Inst, args: &[Value]) -> Result<LocationId, UnfoldError> {
        let mutex = self.mutex(inst, args)?;
        if let Some(State::Destroyed { .. }) = self.mutexes.get(&mutex) {
            self.refused(here.guard, inst.span, "a mutex that was destroyed");
        }
        Ok(mutex)
    }

    fn mutex(&mut self, inst: &Inst, args: &[Value]) -> Result<LocationId, UnfoldError> {
        let addr = args.first().and_then(|addr| value::known(&self.terms, addr.term));
        let Some(addr) = addr.and_then(|addr| u64::try_from(addr).ok()) else {
            return Err(self.error(inst.span, "a lock whose address is not constant: use `selvedge check`"));
        };
        let known = self.out.locations.iter_enumerated().find(|(_, place)| place.addr == addr);
        if let Some((id, _)) = known {
            return Ok(id);
        }
        let id = self.location(addr, 1, inst.span)?;
        let name = self.layout.global_at(addr).map(|global| self.program.globals[global].name.clone());
        let location = &mut self.out.locations[id];
        location.is_mutex = true;
        if let Some(name) = name {
            location.name = name;
        }
        Ok(id)
    }

    fn lock(
        &mut self,
        state: &mut ThreadState,
        here: &Here,
        inst: &Inst,
        args: &[Value],
    ) -> Result<(), UnfoldError> {
        let mutex = self.live_mutex(here, inst, args)?;
        if state.held.iter().any(|(held, _)| *held == mutex) {
            // Waits for itself for ever (or is recursive, which is not supported).
            self.refused(here.guard, inst.span, "a lock that this thread already holds");
        }
        let event = self.event(state.id, Kind::Lock { mutex, unlock: None }, here, inst.span);
        let id = self.push(event)?;
        state.held.push((mutex, id));
        Ok(())
    }

    fn unlock(
        &mut self,
        state: &mut ThreadState,
        here: &Here,
        inst: &Inst,
        args: &[Value],
    ) -> Result<(), UnfoldError> {
        let mutex = self.live_mutex(here, inst, args)?;
        let Some(index) = state.held.iter().rposition(|(held, _)| *held == mutex) else {
            self.refused(here.guard, inst.span, "an unlock of a lock that this thread does not hold");
            return Ok(());
        };
        let (_, lock) = state.held.remove(index);
        let event = self.event(state.id, Kind::Unlock { mutex, lock }, here, inst.span);
        let id = self.push(event)?;
        if let Kind::Lock { unlock, .. } = &mut self.out.events[lock].kind {
            *unlock = Some(id);
        }
        Ok(())
    }
}
