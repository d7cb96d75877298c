//! Synchronisation as steps of the trace: what each POSIX operation did in the run, and what it asks of other runs.
//!
//! Paper 003 §2 models every primitive by guarded assignments. What an operation did is told by the states of its object before and after it
//! (`posix`, by which the run was made). The results of operations that can fail are part of the path: a `trylock` that was refused must
//! be refused again. The one thing left open is who comes last to a barrier.

use super::access::Results;
use super::{Builder, Call, Result, Told};
use crate::expr::{ExprId, FlagId};
use crate::record::RecordedStep;
use crate::trace::{Access, StepKind};
use interp::Answer;
use ir::{BinaryOp, CompareOp, Op, Operand, Order, SyncOp, Ty};
use posix::{SEM_VALUE_MAX, State};
use std::collections::BTreeMap;

/// Addresses of semaphore counters: those of the semaphores, with this bit.
pub(crate) const COUNTER: u64 = 1 << 62;
/// Stands for all thread-specific keys.
const KEYS: u64 = 1 << 61;

/// What the states of objects do not tell.
#[derive(Clone, Debug, Default)]
pub(super) struct SyncRecord {
    n_waits: u32,
    /// The round that each barrier is in.
    rounds: BTreeMap<u64, u32>,
    /// The arrival that a thread waits in.
    arrived: BTreeMap<u32, FlagId>,
}

impl<'a> Builder<'a> {
    /// The operands of a synchronisation, pinned: which object it is about is part of the path.
    fn pinned_args(&mut self, thread: u32, args: &[Operand]) -> Vec<u128> {
        let exprs: Vec<ExprId> = args.iter().map(|&arg| self.operand(thread, arg)).collect();
        exprs.into_iter().map(|expr| self.pin(thread, expr)).collect()
    }

    /// A step that was not answered at once: a wait begins or times out, a thread comes to a barrier.
    pub(super) fn unanswered(&mut self, thread: u32, step: &'a RecordedStep) -> Result {
        let Some(Op::Sync { op, args }) = self.instruction(thread) else { return Ok(()) };
        let args = self.pinned_args(thread, args);
        let object = args.first().map_or(0, |&arg| arg as u64);
        match op {
            SyncOp::CondWait | SyncOp::CondTimedWait if !step.waiting => {
                let lock = args.get(1).map_or(0, |&arg| arg as u64);
                let wait = self.sync.n_waits;
                self.sync.n_waits += 1;
                self.threads[thread as usize].wait = Some(wait);
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
        let now = self.sync.rounds.entry(barrier).or_default();
        let round = *now;
        let complete = matches!(step.object, Some((_, State::Barrier { arrived: 0, .. })));
        *now += u32::from(complete);
        let id = self.add_step(thread, StepKind::Arrive { barrier, round }, step);
        let flag = FlagId(self.trace.flags.len() as u32);
        self.trace.flags.push(id);
        self.sync.arrived.insert(thread, flag);
    }

    pub(super) fn synchronise(&mut self, thread: u32, op: SyncOp, told: Told<'a>) -> Result<Results> {
        let Some(Op::Sync { args: operands, .. }) = self.instruction(thread) else { return Ok([None; 2]) };
        let answers: &[u128] = match told.answer {
            Answer::Values(values) => values,
            Answer::Value(value) => std::slice::from_ref(value),
            _ => &[],
        };
        let status = answers.first().map_or(0, |&status| status as u32 as i32);
        if matches!(op, SyncOp::KeySet | SyncOp::KeyGet) {
            return Ok([self.key(thread, op, operands, answers), None]);
        }
        let Some(step) = told.step.filter(|_| op != SyncOp::ThreadCreate) else {
            // The step of a creation stands already; that of a barrier stands where the thread came to it.
            let barrier = op == SyncOp::BarrierWait;
            return Ok([barrier.then(|| self.barrier_status(thread, status)).flatten(), None]);
        };
        let args = self.pinned_args(thread, operands);
        let object = args.first().map_or(0, |&arg| arg as u64);
        let mut results: Results = [None; 2];
        match op {
            SyncOp::ThreadJoin => results[1] = self.join(thread, object, answers, step),
            SyncOp::BarrierWait => {
                self.arrive(thread, object, step);
                results[0] = self.barrier_status(thread, status);
            }
            SyncOp::CondWait | SyncOp::CondTimedWait => {
                let lock = args.get(1).map_or(0, |&arg| arg as u64);
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
            | SyncOp::SemInit => results[1] = self.semaphore(thread, op, &args, status, step),
            _ => {
                let kind = self.lock_step(thread, op, object, status, step);
                self.add_step(thread, kind, step);
            }
        }
        Ok(results)
    }

    /// What an operation on a lock, a condition or the like is to others.
    fn lock_step(
        &mut self,
        thread: u32,
        op: SyncOp,
        object: u64,
        status: i32,
        step: &RecordedStep,
    ) -> StepKind {
        let (held, holds) = match &step.object {
            Some((before, after)) => (before.holders().contains(&thread), after.holders().contains(&thread)),
            None => (false, false),
        };
        let success = posix::synchronises(op, Some(0));
        match op {
            SyncOp::CondSignal => StepKind::Signal { cond: object, all: false },
            SyncOp::CondBroadcast => StepKind::Signal { cond: object, all: true },
            SyncOp::OnceBegin => StepKind::Once { object, runs: status != 0 },
            SyncOp::OnceEnd => StepKind::OnceEnd { object },
            SyncOp::KeyCreate | SyncOp::KeyDelete => StepKind::Fixed { object: KEYS },
            SyncOp::ThreadSelf | SyncOp::Yield => StepKind::Private,
            _ if success.acquires => {
                if status == 0 && !success.shared {
                    self.note_lock(thread, object);
                }
                match (held, holds) {
                    (false, true) => StepKind::Acquire { lock: object, shared: success.shared },
                    (false, false) => StepKind::Refused { lock: object, shared: success.shared },
                    // Counted, or refused whatever others do.
                    _ => StepKind::Private,
                }
            }
            _ if success.releases => {
                self.note_unlock(thread, object);
                if held && !holds { StepKind::Release { lock: object } } else { StepKind::Private }
            }
            _ => StepKind::Fixed { object },
        }
    }

    /// A critical section of the innermost function that is the user's own begins with the next step.
    fn note_lock(&mut self, thread: u32, lock: u64) {
        let next = self.trace.threads[thread as usize].steps.len() as u32;
        let Some(frame) = self.own_frame(thread) else { return };
        match frame.locked.iter_mut().find(|entry| entry.0 == lock) {
            Some(entry) => entry.3 += 1,
            None => frame.locked.push((lock, next, next, 1)),
        }
    }
    fn note_unlock(&mut self, thread: u32, lock: u64) {
        let next = self.trace.threads[thread as usize].steps.len() as u32;
        let Some(frame) = self.own_frame(thread) else { return };
        if let Some(entry) = frame.locked.iter_mut().find(|entry| entry.0 == lock) {
            entry.2 = next;
        }
    }
    fn own_frame(&mut self, thread: u32) -> Option<&mut Call> {
        let program = self.recording.machine.program();
        let mut calls = self.threads[thread as usize].calls.iter_mut().rev();
        calls.find(|call| program.functions.get(call.function).is_some_and(|function| !function.library))
    }

    /// What the thread that is joined ended with.
    fn join(&mut self, thread: u32, handle: u64, answers: &[u128], step: &'a RecordedStep) -> Option<ExprId> {
        let succeeds = answers.first().is_none_or(|&status| status as u32 == 0);
        let Some(child) = self.thread_of(u128::from(handle)).filter(|_| succeeds) else {
            self.add_step(thread, StepKind::Fixed { object: handle }, step);
            return None;
        };
        self.add_step(thread, StepKind::Join { child }, step);
        let value = self.threads[child as usize].result;
        value.filter(|&value| answers.get(1).is_some_and(|&answer| self.trace.exprs.seen(value) == answer))
    }

    /// The status of a barrier that lets the thread go: -1 for the last one to come.
    fn barrier_status(&mut self, thread: u32, status: i32) -> Option<ExprId> {
        let flag = self.sync.arrived.remove(&thread)?;
        let [last, other] =
            [u128::from(u32::MAX), 0].map(|status| self.trace.exprs.constant(status, Ty::I32));
        let flag = self.trace.exprs.flag(flag, status != 0);
        Some(self.trace.exprs.select(flag, last, other))
    }

    /// A semaphore is a counter that is read and written at once; what was read.
    fn semaphore(
        &mut self,
        thread: u32,
        op: SyncOp,
        args: &[u128],
        status: i32,
        step: &'a RecordedStep,
    ) -> Option<ExprId> {
        let addr = args.first().map_or(0, |&arg| arg as u64) | COUNTER;
        let count = match &step.object {
            Some((State::Semaphore { value, .. }, _)) => *value,
            _ => 0,
        };
        self.semaphores.entry(addr).or_insert(if op == SyncOp::SemInit { 0 } else { count.into() });
        let always = self.trace.exprs.truth(true);
        let mut access = Access { sync: true, order: Order::SeqCst, ..Access::at(addr, 4) };
        if op == SyncOp::SemInit {
            let count = self.trace.exprs.constant(args.get(1).copied().unwrap_or(0), Ty::I32);
            access.write = (status == 0).then_some((count, always));
            self.add_step(thread, StepKind::Access(access), step);
            return None;
        }
        let (read_id, read) = self.new_read(4, u128::from(count));
        let one = self.trace.exprs.constant(1, Ty::I32);
        let zero = self.trace.exprs.constant(0, Ty::I32);
        let taken = matches!(op, SyncOp::SemWait | SyncOp::SemTryWait | SyncOp::SemTimedWait);
        let (new, requires) = match (taken, status) {
            (true, 0) => {
                let free = self.trace.exprs.compare(CompareOp::Ne, read, zero);
                (self.trace.exprs.binary(BinaryOp::Sub, read, one), Some(free))
            }
            (true, _) => (None, Some(self.trace.exprs.compare(CompareOp::Eq, read, zero))),
            (_, 0) if op == SyncOp::SemPost => (self.trace.exprs.binary(BinaryOp::Add, read, one), None),
            _ if op == SyncOp::SemPost => (None, Some(self.trace.exprs.equals(read, SEM_VALUE_MAX.into()))),
            _ => (None, None),
        };
        (access.read, access.requires) = (Some(read_id), requires);
        access.write = new.map(|new| (new, always));
        self.add_step(thread, StepKind::Access(access), step);
        Some(read)
    }

    /// Thread-specific values belong to one thread.
    fn key(&mut self, thread: u32, op: SyncOp, operands: &[Operand], answers: &[u128]) -> Option<ExprId> {
        let exprs: Vec<ExprId> = operands.iter().map(|&arg| self.operand(thread, arg)).collect();
        let key = exprs.first().map_or(0, |&key| self.pin(thread, key) as u32);
        let keys = &mut self.threads[thread as usize].keys;
        if op == SyncOp::KeySet {
            keys.retain(|(id, _)| *id != key);
            keys.extend(exprs.get(1).map(|&value| (key, value)));
            return None;
        }
        let kept = keys.iter().find(|(id, _)| *id == key).map(|&(_, value)| value);
        kept.filter(|&value| answers.first() == Some(&self.trace.exprs.seen(value)))
    }
}
