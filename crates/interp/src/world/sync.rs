//! Threads, locks and the like: who may go on, and what happens when one does. What each operation means is in `posix`.

use super::{Halt, Performed, Variants, Waiting, World, WorldThread, thread_handle, thread_of_handle};
use crate::memory::AccessKind;
use crate::{Answer, Fault, Outcome, Request, RequestKind, Values};
use events::{EventKind, FailureKind, ObjectAddress, SyncStep, ThreadId};
use ir::SyncOp;
use ir::sync::errno::*;
use posix::{Class, Effect, Sizes, State, Step, Unwritten, apply};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

type Result<T = Performed> = std::result::Result<T, Halt>;

/// One result, as its bits.
fn status(status: i32) -> Values {
    smallvec![u128::from(status as u32)]
}

impl World {
    /// The present state of an object; none where there is no memory that could hold it.
    pub fn sync_state(&self, class: Class, addr: u64) -> Option<State> {
        self.object(class, addr).ok()
    }

    /// The present state of an object, whether a call has initialised it or its bytes have.
    fn object(&self, class: Class, addr: u64) -> std::result::Result<State, Fault> {
        self.memory.check(addr, 1, AccessKind::Sync)?;
        let field = |offset: u64| match self.memory.read(addr + offset, 4) {
            Ok((value, false)) => Ok(value as u32),
            Ok((_, true)) => Err(Unwritten),
            Err(_) => Ok(0),
        };
        let known = self.objects.get(&addr).cloned();
        Ok(known.unwrap_or_else(|| State::from_bytes(class, field)))
    }

    /// What a step on an object would do now.
    fn effect(
        &self,
        (step, class): (Step, Class),
        addr: u64,
        thread: u32,
        arg: u128,
        variant: u32,
    ) -> std::result::Result<Effect, Fault> {
        let state = self.object(class, addr)?;
        match apply(step, &state, thread, arg, variant) {
            Effect::Fault(fault) => Err(Fault::new(fault.kind, fault.message(Some(&self.named(addr))))),
            effect => Ok(effect),
        }
    }

    /// Takes a step on an object that need not wait.
    fn take(
        &mut self,
        step: (Step, Class),
        addr: u64,
        thread: u32,
        arg: u128,
        variant: u32,
    ) -> Result<Values> {
        match self.effect(step, addr, thread, arg, variant)? {
            Effect::Done(state, values) => {
                self.objects.insert(addr, state);
                Ok(values)
            }
            // Asked before: whoever has to wait is not enabled.
            _ => Err(Fault::new(FailureKind::SyncMisuse, "an operation that cannot be done yet").into()),
        }
    }

    /// Whether bytes belong to an object on which somebody has operated.
    pub(super) fn overwrites_object(&self, addr: u64, size: u64) -> bool {
        if self.objects.is_empty() {
            return false;
        }
        let (sizes, end) = (self.machine.sizes(), addr.saturating_add(size));
        let memory = |addr| self.memory.object_at(addr).map(|object| object.start);
        let mut near = self.objects.range(addr.saturating_sub(Sizes::MAX)..end);
        near.any(|(&object, state)| {
            let reaches = state.class().is_some_and(|class| object + sizes.bytes(class) > addr);
            reaches && memory(object) == memory(addr)
        })
    }

    /// An access to such bytes is not modelled.
    pub(super) fn spare_objects(&self, thread: u32, request: &Request, extent: (u64, u64)) -> Result<()> {
        if !self.overwrites_object(extent.0, extent.1) {
            return Ok(());
        }
        Err(unsupported(thread, request, posix::OVERWRITTEN))
    }

    pub(super) fn can_relock(&self, mutex: u64, thread: u32) -> bool {
        let lock = (Step::Do(SyncOp::MutexLock), Class::Mutex);
        self.effect(lock, mutex, thread, 0, 0).map_or(true, |effect| effect != Effect::Blocks)
    }

    /// In which ways a thread can perform this operation now. What is an error of the program can always happen.
    pub(super) fn sync_variants(&self, thread: u32, op: SyncOp, args: &Values) -> Variants {
        let now: Variants = smallvec![0];
        let addr = args.first().map_or(0, |&arg| arg as u64);
        if op == SyncOp::ThreadJoin {
            return if self.join(thread, addr) == Ok(None) { Variants::new() } else { now };
        }
        match Class::of(op).map(|class| self.object(class, addr)) {
            Some(Ok(state)) => posix::variants(Step::Do(op), &state, thread),
            _ => now,
        }
    }

    /// Who holds a lock, for messages.
    pub(super) fn holders(&self, addr: u64) -> String {
        let holders = self.objects.get(&addr).map(State::holders).unwrap_or_default();
        let names: Vec<String> = holders.iter().map(u32::to_string).collect();
        if names.is_empty() { String::new() } else { format!(", held by thread {}", names.join(", ")) }
    }

    pub(super) fn synchronise(
        &mut self,
        thread: u32,
        request: &Request,
        op: SyncOp,
        args: &Values,
        variant: u32,
    ) -> Result {
        let arg = |index: usize| args.get(index).copied().unwrap_or(0);
        let addr = arg(0) as u64;
        let results = match op {
            SyncOp::ThreadCreate => return self.create(thread, request, addr, arg(1)),
            SyncOp::ThreadJoin => {
                let results = self.join(thread, addr).map_err(misused)?.unwrap_or_default();
                self.consume(addr, results.first() == Some(&0));
                results
            }
            SyncOp::ThreadDetach => {
                let results = posix::detach(self.handle(thread, addr)).map_err(misused)?;
                self.consume(addr, true);
                results
            }
            SyncOp::ThreadSelf => smallvec![u128::from(thread_handle(thread))],
            SyncOp::ThreadExit | SyncOp::Yield => Values::new(),
            SyncOp::KeyCreate | SyncOp::KeyDelete | SyncOp::KeySet | SyncOp::KeyGet => {
                if op == SyncOp::KeyDelete {
                    self.threads.iter_mut().for_each(|thread| thread.keys.forget(addr as u32));
                }
                let keys = &mut self.threads[thread as usize].keys;
                keys.call(&mut self.keys, op, args).unwrap_or_default()
            }
            SyncOp::CondWait | SyncOp::CondTimedWait => {
                return self.wait(thread, request, op, addr, arg(1) as u64);
            }
            SyncOp::BarrierWait => return self.arrive(thread, request, addr),
            _ => {
                let unknown = || unsupported(thread, request, format!("{} is not modelled", op.name()));
                let class = Class::of(op).ok_or_else(unknown)?;
                let results = self.take((Step::Do(op), class), addr, thread, arg(1), variant)?;
                self.wake_the_signalled(addr);
                results
            }
        };
        if !op.is_local() {
            self.record_sync(thread, request, SyncStep::Do(op), &results);
        }
        Ok(Performed::Answer(Answer::Values(results)))
    }

    pub(super) fn record_sync(&mut self, thread: u32, request: &Request, op: SyncStep, results: &Values) {
        if self.recorder.is_none() {
            return;
        }
        let RequestKind::Sync { op: operation, args } = &request.kind else { return };
        let first = args.first().map_or(0, |&arg| arg as u64);
        let objects: SmallVec<[ObjectAddress; 2]> = match operation {
            SyncOp::ThreadCreate => results.iter().map(|&handle| ObjectAddress(handle as u64)).collect(),
            SyncOp::CondWait | SyncOp::CondTimedWait if !matches!(op, SyncStep::Leave(_)) => {
                args.iter().map(|&arg| ObjectAddress(arg as u64)).collect()
            }
            SyncOp::KeyCreate | SyncOp::KeyDelete => smallvec![],
            _ => smallvec![ObjectAddress(first)],
        };
        let place = self.memory.describe(first);
        let read = results.first().copied();
        self.record(thread, request, EventKind::Sync { op, objects }, |event| {
            (event.read, event.place) = (read, place);
        });
    }

    /// Whom a signal has reached leaves the queue at once; it still wants its mutex.
    fn wake_the_signalled(&mut self, cond: u64) {
        let Some(State::Cond { woken, .. }) = self.objects.get_mut(&cond) else { return };
        for thread in std::mem::take(woken) {
            let waiting = &mut self.threads[thread as usize].waiting;
            if let Waiting::Cond { mutex, .. } = *waiting {
                *waiting = Waiting::Woken { mutex, status: 0 };
            }
        }
    }

    /// First half of a wait: gives the mutex back and joins the queue.
    fn wait(&mut self, thread: u32, request: &Request, op: SyncOp, cond: u64, mutex: u64) -> Result {
        self.effect((Step::Look, Class::Cond), cond, thread, 0, 0)?;
        self.take((Step::Release, Class::Mutex), mutex, thread, 0, 0)?;
        self.take((Step::Enqueue, Class::Cond), cond, thread, 0, 0)?;
        self.record_sync(thread, request, SyncStep::Do(op), &Values::new());
        let timed = op == SyncOp::CondTimedWait;
        self.threads[thread as usize].waiting = Waiting::Cond { cond, mutex, timed };
        Ok(Performed::Waits)
    }

    /// Leaves the queue without a signal.
    pub(super) fn wake(&mut self, thread: u32, cond: u64, mutex: u64, variant: u32) -> Result {
        let leave = (Step::Leave { timed: variant == 1 }, Class::Cond);
        let status = self.take(leave, cond, thread, 0, variant)?.first().map_or(0, |&status| status as i32);
        let data = &mut self.threads[thread as usize];
        data.waiting = Waiting::Woken { mutex, status };
        data.wakes += u32::from(variant == posix::WITHOUT_SIGNAL);
        let request = data.pending.clone();
        if let RequestKind::Sync { op, .. } = request.kind {
            self.record_sync(thread, &request, SyncStep::Leave(op), &Values::new());
        }
        Ok(Performed::Waits)
    }

    /// Second half of a wait: has the mutex again.
    pub(super) fn resume_wait(&mut self, thread: u32, mutex: u64, result: i32) -> Result {
        self.take((Step::Do(SyncOp::MutexLock), Class::Mutex), mutex, thread, 0, 0)?;
        self.threads[thread as usize].waiting = Waiting::No;
        let request = self.threads[thread as usize].pending.clone();
        if let RequestKind::Sync { op, .. } = request.kind {
            self.record_sync(thread, &request, SyncStep::Resume(op), &status(result));
        }
        Ok(Performed::Answer(Answer::Values(status(result))))
    }

    /// A thread comes to a barrier; the last one lets all of them go and is the serial thread.
    fn arrive(&mut self, thread: u32, request: &Request, addr: u64) -> Result {
        let arrive = (Step::Do(SyncOp::BarrierWait), Class::Barrier);
        let results = self.take(arrive, addr, thread, 0, 0)?;
        self.record_sync(thread, request, SyncStep::Do(SyncOp::BarrierWait), &Values::new());
        if results != status(BARRIER_SERIAL_THREAD) {
            self.threads[thread as usize].waiting = Waiting::Barrier { barrier: addr };
            return Ok(Performed::Waits);
        }
        if let Some(State::Barrier { round, .. }) = self.objects.get_mut(&addr) {
            // All leave now, so rounds need not be told apart, and states repeat.
            *round = 0;
        }
        let here = Waiting::Barrier { barrier: addr };
        let others: Vec<u32> = (0..self.threads.len() as u32)
            .filter(|&other| self.threads[other as usize].waiting == here)
            .collect();
        for &waiting in &others {
            let request = self.threads[waiting as usize].pending.clone();
            self.record_sync(waiting, &request, SyncStep::Resume(SyncOp::BarrierWait), &status(0));
            self.threads[waiting as usize].waiting = Waiting::No;
            self.answer(waiting, Answer::Values(status(0)));
        }
        self.record_sync(thread, request, SyncStep::Resume(SyncOp::BarrierWait), &results);
        others.into_iter().for_each(|waiting| self.settle(waiting));
        Ok(Performed::Answer(Answer::Values(results)))
    }

    fn create(&mut self, thread: u32, request: &Request, function: u64, argument: u128) -> Result {
        let function = self.machine.callee_at(function).map_err(|error| {
            let kind = error.failure().unwrap_or(FailureKind::BadCall);
            Fault::new(kind, format!("thread start: {error}"))
        })?;
        let child = self.threads.len() as u32;
        if self.threads.len() >= self.config.max_threads || u64::from(child) >= ir::layout::MAX_THREADS {
            let what = format!("more than {} threads", self.config.max_threads);
            return Err(self.limit(thread, request, what));
        }
        let handle: Values = smallvec![u128::from(thread_handle(child))];
        self.record_sync(thread, request, SyncStep::Do(SyncOp::ThreadCreate), &handle);
        let state = self.machine.start(child, function, &[argument]);
        self.add_thread(state, function);
        let begin =
            Request::new(RequestKind::Fence { bits: ir::FenceBits::FULL }, self.function_span(function));
        let kind = EventKind::sync(SyncStep::ThreadBegin, [thread_handle(child)]);
        self.record(child, &begin, kind, |_| {});
        self.settle(child);
        Ok(Performed::Answer(Answer::Values(handle)))
    }

    fn function_span(&self, function: ir::FuncId) -> ir::Span {
        self.machine.program().functions.get(function).map_or(ir::Span::NONE, |function| function.span)
    }

    /// What is known of the thread that a handle stands for, to a thread that wants to use it.
    fn handle(&self, thread: u32, handle: u64) -> Option<posix::Handle> {
        let data = self.threads.get(thread_of_handle(handle)? as usize)?;
        let ended = (data.waiting == Waiting::Ended).then_some(data.result);
        // Who waits for the end has used it.
        let waits = |other: &WorldThread| match &other.pending.kind {
            RequestKind::Sync { op: SyncOp::ThreadJoin, args } => {
                ended.is_none() && other.waiting == Waiting::No && args.first() == Some(&u128::from(handle))
            }
            _ => false,
        };
        // Joining oneself fails at once and uses nothing up.
        let itself = |other: usize| thread_handle(other as u32) == handle;
        let mut others =
            self.threads.iter().enumerate().filter(|&(other, _)| other != thread as usize && !itself(other));
        let consumed = data.consumed || others.any(|(_, other)| waits(other));
        Some(posix::Handle { ended, consumed })
    }
    fn join(
        &self,
        thread: u32,
        handle: u64,
    ) -> std::result::Result<Option<Values>, (FailureKind, &'static str)> {
        posix::join(handle == thread_handle(thread), self.handle(thread, handle))
    }
    fn consume(&mut self, handle: u64, succeeds: bool) {
        let data = thread_of_handle(handle).and_then(|target| self.threads.get_mut(target as usize));
        if let Some(data) = data.filter(|_| succeeds) {
            data.consumed = true;
        }
    }
}

/// A request that is not modelled.
pub(super) fn unsupported(thread: u32, request: &Request, reason: impl Into<Arc<str>>) -> Halt {
    let (reason, span) = (reason.into(), request.span);
    Halt::Outcome(Outcome::Unsupported { reason, span, thread: ThreadId(thread) })
}

fn misused((kind, message): (FailureKind, &'static str)) -> Fault {
    Fault::new(kind, message)
}
