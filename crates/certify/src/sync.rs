//! Threads, locks, keys: the state beside memory, and one operation on it at a time.

use crate::objects::{Object, Stop, check_address, class, fault, initialised, is_destroy, status};
use crate::wait::Cond;
use events::FailureKind;
use interp::memory::Memory;
use interp::{Values, thread_handle, thread_of_handle};
use ir::SyncOp;
use ir::sync::errno::{BARRIER_SERIAL_THREAD, EDEADLK, EINVAL, ETIMEDOUT};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::smallvec;

/// What is known of a thread besides its code.
#[derive(Clone, Debug, Default)]
pub(crate) struct ThreadInfo {
    pub created: bool,
    /// What it returned.
    pub ended: Option<u128>,
    /// Joined or detached, or somebody stands before that.
    pub consumed: bool,
    /// It has returned from a condition wait without a signal: once is all that counts as one of its executions.
    woke: bool,
    keys: Vec<(u32, u64)>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct SyncState {
    objects: FxHashMap<u64, Object>,
    /// Condition variables that are destroyed while those whom they have woken are still to come back.
    leaving: FxHashMap<u64, Cond>,
    /// Who has left the queue of a condition variable without a signal and not come back yet.
    left: FxHashSet<u32>,
    /// Objects that an init call has made and nobody has destroyed.
    made: FxHashSet<u64>,
    pub threads: Vec<ThreadInfo>,
    /// Destructors by key; `None` once deleted.
    keys: Vec<Option<u64>>,
    /// Condition waits may return without a signal, once in each thread.
    spurious: bool,
}

/// What came of an operation.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Effect {
    Answer(Values),
    /// It let go; another event brings it back.
    Waits,
}

/// Waits come in parts: the second half of each, and between the two of a condition wait leaving the queue without a signal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Do,
    Leave,
    Resume,
}

/// One operation as the program asks for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation<'a> {
    pub thread: u32,
    pub op: SyncOp,
    pub args: &'a [u128],
    pub part: Part,
    /// The status that the witness has, where it settles a choice.
    pub status: Option<u128>,
}

impl Operation<'_> {
    fn arg(&self, index: usize) -> u128 {
        self.args.get(index).copied().unwrap_or(0)
    }
    fn has_status(&self, wanted: i32) -> bool {
        self.status == Some(u128::from(wanted as u32))
    }
}

type Outcome = Result<Effect, Stop>;

fn answer(values: Values) -> Outcome {
    Ok(Effect::Answer(values))
}

impl SyncState {
    pub(crate) fn new(n_threads: usize, spurious: bool) -> Self {
        SyncState { threads: vec![ThreadInfo::default(); n_threads], spurious, ..SyncState::default() }
    }

    pub(crate) fn perform(&mut self, memory: &Memory, operation: Operation<'_>) -> Outcome {
        let thread = operation.thread;
        let first = operation.arg(0) as u64;
        match operation.op {
            SyncOp::ThreadJoin => self.join(thread, first),
            SyncOp::ThreadDetach => self.detach(first),
            SyncOp::ThreadSelf => answer(smallvec![u128::from(thread_handle(thread))]),
            SyncOp::Yield | SyncOp::ThreadExit => answer(Values::new()),
            // The caller knows which thread it is.
            SyncOp::ThreadCreate => Err(Stop::Blocked("a thread is started elsewhere".into())),
            SyncOp::KeyCreate => {
                self.keys.push(Some(first));
                answer(smallvec![self.keys.len() as u128 - 1])
            }
            SyncOp::KeyDelete => answer(status(self.delete_key(operation.arg(0) as u32))),
            SyncOp::KeySet => {
                answer(status(self.set_key(thread, operation.arg(0) as u32, operation.arg(1) as u64)))
            }
            SyncOp::KeyGet => answer(smallvec![u128::from(self.key(thread, operation.arg(0) as u32))]),
            SyncOp::CondWait | SyncOp::CondTimedWait => match operation.part {
                Part::Do => self.wait(memory, operation),
                Part::Leave => self.leave_queue(memory, operation),
                Part::Resume => self.return_from_wait(memory, operation),
            },
            SyncOp::BarrierWait => self.barrier(memory, operation),
            op => self.on_object(memory, op, operation, first),
        }
    }

    fn on_object(&mut self, memory: &Memory, op: SyncOp, operation: Operation<'_>, addr: u64) -> Outcome {
        check_address(memory, addr)?;
        if let Some(object) = initialised(op, operation.arg(1)) {
            if self.made.contains(&addr) || self.objects.get(&addr).is_some_and(|old| !old.is_idle()) {
                return Err(fault(FailureKind::SyncMisuse, "an object is initialised that is in use"));
            }
            let too_few = matches!(&object, Object::Barrier(barrier) if barrier.count == 0);
            if too_few || matches!(object, Object::Semaphore(value) if value > i32::MAX as u32) {
                return answer(status(EINVAL));
            }
            self.objects.insert(addr, object);
            self.made.insert(addr);
            return answer(status(0));
        }
        if is_destroy(op) {
            self.made.remove(&addr);
        }
        let object = self.object(memory, op, addr)?;
        if let (SyncOp::CondDestroy, Object::Cond(cond)) = (op, &mut *object)
            && cond.all_are_woken()
        {
            let cond = std::mem::take(cond);
            *object = Object::Destroyed;
            self.leaving.insert(addr, cond);
            return answer(status(0));
        }
        match (op, &mut *object) {
            (SyncOp::CondSignal, Object::Cond(cond)) => cond.signal(),
            (SyncOp::CondBroadcast, Object::Cond(cond)) => cond.broadcast(),
            _ => return object.operate(op, operation.thread).map(Effect::Answer),
        }
        answer(status(0))
    }

    /// The object an operation is for, made from its bytes if no call has initialised it.
    fn object(&mut self, memory: &Memory, op: SyncOp, addr: u64) -> Result<&mut Object, Stop> {
        check_address(memory, addr)?;
        let wanted = class(op).unwrap_or("object");
        let object = match self.objects.entry(addr) {
            std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert(Object::from_bytes(wanted, memory, addr)?)
            }
        };
        match object.class() {
            found if found == wanted => Ok(object),
            found => {
                Err(fault(FailureKind::UninitialisedSync, format!("a {found} where a {wanted} is needed")))
            }
        }
    }

    fn wait(&mut self, memory: &Memory, operation: Operation<'_>) -> Outcome {
        let (addr, mutex_addr) = (operation.arg(0) as u64, operation.arg(1) as u64);
        self.object(memory, operation.op, addr)?;
        if let Object::Mutex(mutex) = self.object(memory, SyncOp::MutexLock, mutex_addr)? {
            if !mutex.is_held_by(operation.thread) {
                return Err(fault(FailureKind::SyncMisuse, "a condition wait without the mutex"));
            }
            mutex.unlock(operation.thread)?;
        }
        if let Object::Cond(cond) = self.object(memory, operation.op, addr)? {
            cond.enter(operation.thread, mutex_addr);
        }
        Ok(Effect::Waits)
    }

    /// The condition variable that the thread waits for, also where it is destroyed since.
    fn waited_for(&mut self, memory: &Memory, operation: Operation<'_>) -> Result<Option<&mut Cond>, Stop> {
        let addr = operation.arg(0) as u64;
        if self.leaving.get(&addr).is_some_and(|cond| cond.waits(operation.thread)) {
            return Ok(self.leaving.get_mut(&addr));
        }
        Ok(match self.object(memory, operation.op, addr)? {
            Object::Cond(cond) => Some(cond),
            _ => None,
        })
    }

    /// The same where nothing is to be changed: `None` if it does not wait there.
    fn queue_with(&self, addr: u64, thread: u32) -> Option<&Cond> {
        let destroyed = self.leaving.get(&addr);
        let usable = match self.objects.get(&addr) {
            Some(Object::Cond(cond)) => Some(cond),
            _ => None,
        };
        destroyed.into_iter().chain(usable).find(|cond| cond.waits(thread))
    }

    /// Whether it was by time-out or without cause is for its return to say.
    fn leave_queue(&mut self, memory: &Memory, operation: Operation<'_>) -> Outcome {
        let may = operation.op == SyncOp::CondTimedWait
            || self.spurious && !self.threads[operation.thread as usize].woke;
        let cond = self.waited_for(memory, operation)?;
        if !may || !cond.is_some_and(|cond| cond.leave(operation.thread, false)) {
            return Err(Stop::Blocked("waits for a signal".into()));
        }
        self.left.insert(operation.thread);
        Ok(Effect::Waits)
    }

    fn return_from_wait(&mut self, memory: &Memory, operation: Operation<'_>) -> Outcome {
        let mutex_addr = operation.arg(1) as u64;
        let timed_out = operation.op == SyncOp::CondTimedWait && operation.has_status(ETIMEDOUT);
        let SyncState { threads, spurious, .. } = &*self;
        let may_wake: Vec<bool> = threads.iter().map(|info| *spurious && !info.woke).collect();
        let thread = operation.thread as usize;
        if self.left.remove(&operation.thread) {
            if !timed_out && !may_wake[thread] {
                return Err(Stop::Blocked("waits for a signal".into()));
            }
            self.threads[thread].woke |= !timed_out;
        } else if let Some(cond) = self.waited_for(memory, operation)? {
            let left = match timed_out {
                true => cond.leave(operation.thread, false).then_some(None),
                false => cond.wake(operation.thread, &may_wake),
            };
            match left {
                None => return Err(Stop::Blocked("waits for a signal".into())),
                Some(None) => {}
                Some(Some(by_itself)) => self.threads[by_itself as usize].woke = true,
            }
        }
        if let Object::Mutex(mutex) = self.object(memory, SyncOp::MutexLock, mutex_addr)?
            && mutex.lock(operation.thread).is_none()
        {
            return Err(Stop::Blocked("waits for the mutex after a signal".into()));
        }
        answer(status(if timed_out { ETIMEDOUT } else { 0 }))
    }

    fn barrier(&mut self, memory: &Memory, operation: Operation<'_>) -> Outcome {
        let object = self.object(memory, operation.op, operation.arg(0) as u64)?;
        let Object::Barrier(barrier) = object else { return answer(status(EINVAL)) };
        if operation.part == Part::Do {
            barrier.arrive(operation.thread);
            return Ok(Effect::Waits);
        }
        let serial = operation.has_status(BARRIER_SERIAL_THREAD);
        match barrier.leave(operation.thread, serial) {
            true => answer(status(if serial { BARRIER_SERIAL_THREAD } else { 0 })),
            false => Err(Stop::Blocked("waits at the barrier, or is not the serial thread".into())),
        }
    }

    fn join(&mut self, thread: u32, handle: u64) -> Outcome {
        let info = self.handle(handle)?;
        let result = match info.ended {
            _ if thread_of_handle(handle) == Some(thread) => return answer(smallvec![EDEADLK as u128, 0]),
            None => return Err(Stop::Blocked("waits for a thread to end".into())),
            Some(result) => result,
        };
        info.consumed = true;
        answer(smallvec![0, result])
    }

    fn detach(&mut self, handle: u64) -> Outcome {
        self.handle(handle)?.consumed = true;
        answer(status(0))
    }

    /// The thread of a handle that nobody has used up.
    fn handle(&mut self, handle: u64) -> Result<&mut ThreadInfo, Stop> {
        let target = thread_of_handle(handle).and_then(|target| self.threads.get_mut(target as usize));
        let fresh = target.filter(|info| info.created && !info.consumed);
        fresh
            .ok_or_else(|| fault(FailureKind::SyncMisuse, "a handle that is used up or stands for no thread"))
    }

    fn key(&self, thread: u32, key: u32) -> u64 {
        let keys = self.threads.get(thread as usize).map_or(&[][..], |info| &info.keys);
        keys.iter().find(|(known, _)| *known == key).map_or(0, |(_, value)| *value)
    }
    fn set_key(&mut self, thread: u32, key: u32, value: u64) -> i32 {
        let exists = self.keys.get(key as usize).copied().flatten().is_some();
        let Some(info) = self.threads.get_mut(thread as usize).filter(|_| exists) else { return EINVAL };
        info.keys.retain(|(known, _)| *known != key);
        if value != 0 {
            info.keys.push((key, value));
        }
        0
    }
    fn delete_key(&mut self, key: u32) -> i32 {
        match self.keys.get_mut(key as usize) {
            Some(destructor @ Some(_)) => {
                *destructor = None;
                self.threads.iter_mut().for_each(|info| info.keys.retain(|(known, _)| *known != key));
                0
            }
            _ => EINVAL,
        }
    }
    /// The destructors to call for a thread that ends; the keys are null from then on.
    pub(crate) fn destructors(&mut self, thread: u32) -> Vec<(u64, u64)> {
        let Some(info) = self.threads.get_mut(thread as usize) else { return Vec::new() };
        let mut values = std::mem::take(&mut info.keys);
        values.sort_unstable();
        let destructor =
            |key: u32| self.keys.get(key as usize).copied().flatten().filter(|&function| function != 0);
        values.into_iter().filter_map(|(key, value)| Some((destructor(key)?, value))).collect()
    }

    /// Whether a thread that stands before this operation can go on now; if not, why.
    pub(crate) fn is_stuck(&self, memory: &Memory, thread: u32, op: SyncOp, args: &[u128]) -> Option<String> {
        let first = args.first().map_or(0, |&arg| arg as u64);
        let free = |addr: &u64| match self.objects.get(addr) {
            Some(Object::Mutex(mutex)) => mutex.held.is_none(),
            _ => true,
        };
        if matches!(op, SyncOp::CondWait | SyncOp::CondTimedWait) {
            // A timed wait ends by itself, and whoever was woken goes on as soon as the mutex is free.
            let own = || args.get(1).is_some_and(|&mutex| free(&(mutex as u64)));
            let goes_on = match self.queue_with(first, thread) {
                _ if self.left.contains(&thread) => Some(own()),
                Some(_) if op == SyncOp::CondTimedWait => Some(own()),
                Some(cond) => Some(cond.wanted_mutexes().iter().any(free)),
                None => None,
            };
            if let Some(goes_on) = goes_on {
                return (!goes_on).then(|| "waits for a signal or the mutex".into());
            }
        }
        match (op, self.objects.get(&first)) {
            (SyncOp::BarrierWait, Some(Object::Barrier(barrier))) if barrier.waits(thread) => {
                Some("waits at a barrier".into())
            }
            (SyncOp::BarrierWait, Some(Object::Barrier(barrier))) if barrier.may_leave(thread) => None,
            _ if op == SyncOp::ThreadCreate => None,
            _ => {
                let operation = Operation { thread, op, args, part: Part::Do, status: None };
                match self.clone().perform(memory, operation) {
                    Err(Stop::Blocked(reason)) => Some(reason),
                    _ => None,
                }
            }
        }
    }
}
