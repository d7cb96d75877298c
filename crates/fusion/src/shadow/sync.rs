//! Synchronisation as steps of the trace: what each POSIX operation did in the run, and what it asks of other runs.
//!
//! Paper 003 §2 models every primitive by guarded assignments. The results of operations that can fail are part of the
//! path: a `trylock` that was refused must be refused again. The one thing left open is who comes last to a barrier.

use super::{Builder, Result, Told};
use crate::expr::{ExprId, FlagId};
use crate::record::RecordedStep;
use crate::trace::{Access, StepId, StepKind};
use interp::{Answer, RequestKind};
use ir::sync::errno::{EBUSY, ETIMEDOUT};
use ir::{BinaryOp, CompareOp, Op, Operand, SyncOp, Ty};
use std::collections::BTreeMap;

/// Addresses of semaphore counters: those of the semaphores, with this bit.
pub(crate) const COUNTER: u64 = 1 << 62;
/// Stands for all thread-specific keys.
const KEYS: u64 = 1 << 61;

/// Who holds which lock, as the run goes along.
#[derive(Clone, Debug, Default)]
pub(super) struct SyncRecord {
    /// Exclusive holder and how often.
    owners: BTreeMap<u64, (u32, u32)>,
    /// Shared holders, each as often as it holds.
    readers: BTreeMap<u64, Vec<u32>>,
    n_waits: u32,
    /// Arrivals at each barrier so far, and how many make a round.
    barriers: BTreeMap<u64, (u32, u32)>,
    /// Counts of semaphores.
    counters: BTreeMap<u64, u32>,
    /// The arrival that a thread waits in.
    arrived: BTreeMap<u32, FlagId>,
}

impl SyncRecord {
    fn is_owner(&self, lock: u64, thread: u32) -> bool {
        self.owners.get(&lock).is_some_and(|&(owner, _)| owner == thread)
    }
    fn is_reader(&self, lock: u64, thread: u32) -> bool {
        self.readers.get(&lock).is_some_and(|readers| readers.contains(&thread))
    }
    /// Takes a lock exclusively; whether it was free.
    fn take(&mut self, lock: u64, thread: u32) -> bool {
        let entry = self.owners.entry(lock).or_insert((thread, 0));
        entry.1 += 1;
        entry.1 == 1
    }
    /// Gives a lock back; whether it is free now.
    fn give(&mut self, lock: u64, thread: u32) -> bool {
        if let Some(entry) = self.owners.get_mut(&lock).filter(|entry| entry.0 == thread) {
            entry.1 -= 1;
            let free = entry.1 == 0;
            if free {
                self.owners.remove(&lock);
            }
            return free;
        }
        let Some(readers) = self.readers.get_mut(&lock) else { return false };
        if let Some(position) = readers.iter().position(|&reader| reader == thread) {
            readers.remove(position);
            return !readers.contains(&thread);
        }
        false
    }
}

impl<'a> Builder<'a> {
    /// The operands of a synchronisation, pinned: which object it is about is part of the path.
    fn pinned_args(&mut self, thread: u32, args: &[Operand]) -> Vec<u128> {
        let exprs: Vec<ExprId> = args.iter().map(|&arg| self.operand(thread, arg)).collect();
        exprs.into_iter().map(|expr| self.pin(thread, expr)).collect()
    }

    /// A step that was not answered at once: a wait begins or times out, a thread comes to a barrier.
    pub(super) fn unanswered(&mut self, thread: u32, step: &'a RecordedStep) -> Result {
        let Some((Op::Sync { op, args }, _)) = self.instruction(thread) else {
            return Ok(());
        };
        let args = self.pinned_args(thread, args);
        let object = args.first().map_or(0, |&arg| arg as u64);
        match op {
            SyncOp::CondWait | SyncOp::CondTimedWait if !step.waiting => {
                let lock = args.get(1).map_or(0, |&arg| arg as u64);
                let wait = self.sync.n_waits;
                self.sync.n_waits += 1;
                self.threads[thread as usize].wait = Some(wait);
                self.sync.owners.remove(&lock);
                self.add_step(thread, StepKind::WaitBegin { cond: object, lock, wait }, step);
            }
            SyncOp::CondWait | SyncOp::CondTimedWait => {
                if let Some(wait) = self.threads[thread as usize].wait {
                    self.add_step(thread, StepKind::WaitTimeout { wait }, step);
                }
            }
            SyncOp::BarrierWait => self.arrive(thread, object, step),
            // The run ends here.
            _ => {}
        }
        Ok(())
    }

    fn arrive(&mut self, thread: u32, barrier: u64, step: &'a RecordedStep) {
        let (n_arrived, count) = self.sync.barriers.entry(barrier).or_insert((0, 1));
        let round = *n_arrived / (*count).max(1);
        *n_arrived += 1;
        let id = self.add_step(thread, StepKind::Arrive { barrier, round }, step);
        let flag = FlagId(self.flags.len() as u32);
        self.flags.push(id);
        self.sync.arrived.insert(thread, flag);
    }

    pub(super) fn synchronise(
        &mut self,
        thread: u32,
        op: SyncOp,
        operands: &'a [Operand],
        told: Told<'a>,
    ) -> Result {
        let RequestKind::Sync { op: asked, .. } = told.request.kind else {
            return self.differs(thread, format!("the record has {:?}", told.request.kind));
        };
        if asked != op {
            return self.differs(thread, format!("the record has {}", asked.name()));
        }
        let answers: Vec<u128> = match told.answer {
            Answer::Values(values) => values.to_vec(),
            Answer::Value(value) => vec![*value],
            _ => Vec::new(),
        };
        if matches!(op, SyncOp::KeySet | SyncOp::KeyGet) {
            return self.key(thread, op, operands, &answers);
        }
        let mut results: Vec<ExprId> = Vec::new();
        for (&answer, &ty) in answers.iter().zip(op.results()) {
            results.push(self.exprs.constant(answer, ty));
        }
        if op == SyncOp::ThreadCreate || told.step.is_none() {
            // The step of a creation stands already; that of a barrier stands where the thread came to it.
            if op == SyncOp::BarrierWait {
                results = vec![self.barrier_status(thread, &answers)];
            }
            self.complete(thread, &results);
            return Ok(());
        }
        let Some(step) = told.step else { return Ok(()) };
        let args = self.pinned_args(thread, operands);
        let object = args.first().map_or(0, |&arg| arg as u64);
        let status = answers.first().map_or(0, |&status| status as u32 as i32);
        match op {
            SyncOp::ThreadJoin => self.join(thread, object, status, step, &mut results)?,
            SyncOp::BarrierWait => {
                self.arrive(thread, object, step);
                results = vec![self.barrier_status(thread, &answers)];
            }
            SyncOp::CondWait | SyncOp::CondTimedWait => {
                let lock = args.get(1).map_or(0, |&arg| arg as u64);
                self.sync.take(lock, thread);
                let kind = match self.threads[thread as usize].wait.take() {
                    Some(wait) => StepKind::WaitEnd { lock, wait },
                    None => return self.differs(thread, "a wait that never began"),
                };
                self.add_step(thread, kind, step);
            }
            SyncOp::SemWait
            | SyncOp::SemTryWait
            | SyncOp::SemTimedWait
            | SyncOp::SemPost
            | SyncOp::SemGetValue
            | SyncOp::SemInit => {
                self.semaphore(thread, op, object, &args, status, step, &mut results)?;
            }
            _ => {
                let kind = self.lock_step(thread, op, object, status);
                if let (SyncOp::BarrierInit, Some(&count)) = (op, args.get(1)) {
                    self.sync.barriers.insert(object, (0, count as u32));
                }
                self.add_step(thread, kind, step);
            }
        }
        self.complete(thread, &results);
        Ok(())
    }

    /// What an operation on a lock, a condition or the like is to others.
    fn lock_step(&mut self, thread: u32, op: SyncOp, object: u64, status: i32) -> StepKind {
        let (own, reads) = (self.sync.is_owner(object, thread), self.sync.is_reader(object, thread));
        match op {
            SyncOp::MutexLock
            | SyncOp::MutexTryLock
            | SyncOp::MutexTimedLock
            | SyncOp::RwWriteLock
            | SyncOp::RwTryWriteLock => match status {
                0 => {
                    let first = self.sync.take(object, thread);
                    self.note_lock(thread, object);
                    if first { StepKind::Acquire { lock: object, shared: false } } else { StepKind::Private }
                }
                EBUSY | ETIMEDOUT if !own && !reads => StepKind::Refused { lock: object, shared: false },
                _ => StepKind::Private,
            },
            SyncOp::RwReadLock | SyncOp::RwTryReadLock => match status {
                0 => {
                    self.sync.readers.entry(object).or_default().push(thread);
                    if reads { StepKind::Private } else { StepKind::Acquire { lock: object, shared: true } }
                }
                EBUSY if !own => StepKind::Refused { lock: object, shared: true },
                _ => StepKind::Private,
            },
            SyncOp::MutexUnlock | SyncOp::SpinUnlock | SyncOp::RwUnlock => {
                let free = status == 0 && self.sync.give(object, thread);
                self.note_unlock(thread, object);
                if free { StepKind::Release { lock: object } } else { StepKind::Private }
            }
            SyncOp::CondSignal => StepKind::Signal { cond: object, all: false },
            SyncOp::CondBroadcast => StepKind::Signal { cond: object, all: true },
            SyncOp::OnceBegin => StepKind::Once { object, runs: status != 0 },
            SyncOp::OnceEnd => StepKind::OnceEnd { object },
            SyncOp::KeyCreate | SyncOp::KeyDelete => StepKind::Fixed { object: KEYS },
            SyncOp::ThreadSelf | SyncOp::Yield => StepKind::Private,
            _ => StepKind::Fixed { object },
        }
    }

    /// A critical section of the innermost function that is the user's own begins with the next step.
    fn note_lock(&mut self, thread: u32, lock: u64) {
        let next = self.described[thread as usize].steps.len() as u32;
        let Some(frame) = self.own_frame(thread) else { return };
        match frame.locked.iter_mut().find(|entry| entry.0 == lock) {
            Some(entry) => entry.3 += 1,
            None => frame.locked.push((lock, next, next, 1)),
        }
    }
    fn note_unlock(&mut self, thread: u32, lock: u64) {
        let next = self.described[thread as usize].steps.len() as u32;
        let Some(frame) = self.own_frame(thread) else { return };
        if let Some(entry) = frame.locked.iter_mut().find(|entry| entry.0 == lock) {
            entry.2 = next;
        }
    }
    fn own_frame(&mut self, thread: u32) -> Option<&mut super::frame::Frame> {
        let program = self.recording.machine.program();
        let frames = self.threads[thread as usize].frames.iter_mut().rev();
        frames
            .into_iter()
            .find(|frame| program.functions.get(frame.function).is_some_and(|function| !function.library))
    }

    fn join(
        &mut self,
        thread: u32,
        handle: u64,
        status: i32,
        step: &'a RecordedStep,
        results: &mut [ExprId],
    ) -> Result {
        let Some(child) = self.thread_of(u128::from(handle)).filter(|_| status == 0) else {
            self.add_step(thread, StepKind::Fixed { object: handle }, step);
            return Ok(());
        };
        self.add_step(thread, StepKind::Join { child }, step);
        let value = self.threads[child as usize].result;
        if let Some(result) = results.get_mut(1)
            && self.exprs.seen(value) == self.exprs.seen(*result)
        {
            *result = value;
        }
        Ok(())
    }

    /// The status of a barrier that lets the thread go: -1 for the last one to come.
    fn barrier_status(&mut self, thread: u32, answers: &[u128]) -> ExprId {
        let serial = answers.first().is_some_and(|&status| status != 0);
        let [last, other] = [u128::from(u32::MAX), 0].map(|status| self.exprs.constant(status, Ty::I32));
        match self.sync.arrived.remove(&thread) {
            Some(flag) => {
                let flag = self.exprs.flag(flag, serial);
                self.exprs.select(flag, last, other)
            }
            None => {
                if serial {
                    last
                } else {
                    other
                }
            }
        }
    }

    /// A semaphore is a counter that is read and written at once.
    fn semaphore(
        &mut self,
        thread: u32,
        op: SyncOp,
        object: u64,
        args: &[u128],
        status: i32,
        step: &'a RecordedStep,
        results: &mut [ExprId],
    ) -> Result {
        let addr = object | COUNTER;
        if !self.semaphores.contains_key(&addr) {
            let first = self.recording.world.memory().read(object, 4).map_or(0, |(value, _)| value);
            self.semaphores.insert(addr, if op == SyncOp::SemInit { 0 } else { first });
        }
        let access = Access {
            addr,
            size: 4,
            symbolic: None,
            read: None,
            write: None,
            requires: None,
            sync: true,
            atomic: true,
        };
        let id = self.add_step(thread, StepKind::Access(access), step);
        if op == SyncOp::SemInit {
            let count = self.exprs.constant(args.get(1).copied().unwrap_or(0), Ty::I32);
            let always = self.exprs.truth(true);
            self.set_counter(id, Some(count), None, always);
            self.sync.counters.insert(addr, self.exprs.seen(count) as u32);
            return Ok(());
        }
        let first = self.semaphores.get(&addr).copied().unwrap_or(0) as u32;
        let count = *self.sync.counters.entry(addr).or_insert(first);
        let (read_id, read) = self.new_read(id, 4, u128::from(count));
        let one = self.exprs.constant(1, Ty::I32);
        let zero = self.exprs.constant(0, Ty::I32);
        let taken = matches!(op, SyncOp::SemWait | SyncOp::SemTryWait | SyncOp::SemTimedWait);
        let (new, requires) = match (taken, status) {
            (true, 0) => {
                let free = self.exprs.compare(CompareOp::Ne, read, zero);
                (self.exprs.binary(BinaryOp::Sub, read, one), Some(free))
            }
            (true, _) => (None, Some(self.exprs.compare(CompareOp::Eq, read, zero))),
            _ if op == SyncOp::SemPost => (self.exprs.binary(BinaryOp::Add, read, one), None),
            _ => (None, None),
        };
        if let Some(result) = results.get_mut(1) {
            *result = read;
        }
        if let Some(new) = new {
            self.sync.counters.insert(addr, self.exprs.seen(new) as u32);
        }
        let always = self.exprs.truth(true);
        if let StepKind::Access(access) = &mut self.steps[id.0 as usize].kind {
            access.read = Some(read_id);
        }
        self.set_counter(id, new, requires, always);
        Ok(())
    }

    fn set_counter(&mut self, id: StepId, new: Option<ExprId>, requires: Option<ExprId>, always: ExprId) {
        if let StepKind::Access(access) = &mut self.steps[id.0 as usize].kind {
            access.write = new.map(|new| (new, always));
            access.requires = requires;
        }
    }

    /// Thread-specific values belong to one thread.
    fn key(&mut self, thread: u32, op: SyncOp, operands: &[Operand], answers: &[u128]) -> Result {
        let exprs: Vec<ExprId> = operands.iter().map(|&arg| self.operand(thread, arg)).collect();
        let key = exprs.first().map_or(0, |&key| self.pin(thread, key) as u32);
        let answer = answers.first().copied().unwrap_or(0);
        let keys = &mut self.threads[thread as usize].keys;
        let result = match op {
            SyncOp::KeySet => {
                keys.retain(|(id, _)| *id != key);
                keys.extend(exprs.get(1).map(|&value| (key, value)));
                self.exprs.constant(answer, Ty::I32)
            }
            _ => match keys.iter().find(|(id, _)| *id == key) {
                Some(&(_, value)) if self.exprs.seen(value) == answer => value,
                _ => self.exprs.constant(answer, Ty::Ptr),
            },
        };
        self.complete(thread, &[result]);
        Ok(())
    }
}
