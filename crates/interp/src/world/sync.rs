//! Threads, locks and the like: who may go on, and what happens when one does.

use super::objects::{Class, Mutex, MutexKind, Once, SyncObject};
use super::{Halt, Performed, Variants, Waiting, World, thread_handle, thread_of_handle};
use crate::memory::AccessKind;
use crate::{Answer, Fault, Request, RequestKind, Values};
use events::{EventKind, FailureKind, ObjectAddress, SyncStep};
use ir::SyncOp;
use ir::sync::errno::*;
use smallvec::{SmallVec, smallvec};

type Result<T = Performed> = std::result::Result<T, Halt>;

/// One result, as its bits.
fn status(status: i32) -> Values {
    smallvec![u128::from(status as u32)]
}

impl World {
    /// The present state of an object, whether a call has initialised it or its bytes have.
    fn object(&self, class: Class, addr: u64) -> std::result::Result<SyncObject, Fault> {
        self.memory.check(addr, 1, AccessKind::Sync)?;
        match self.objects.get(&addr) {
            None => SyncObject::from_bytes(class, &self.memory, addr),
            Some(SyncObject::Destroyed(old)) if *old == class => {
                let message =
                    format!("the {} {} is used after it was destroyed", class.word(), self.named(addr));
                Err(Fault::new(FailureKind::UninitialisedSync, message))
            }
            Some(object) if object.class() == class => Ok(object.clone()),
            Some(object) => {
                let name = self.named(addr);
                let message =
                    format!("{name} is used as a {} but is a {}", class.word(), object.class().word());
                Err(Fault::new(FailureKind::UninitialisedSync, message))
            }
        }
    }
    fn mutex(&self, addr: u64) -> std::result::Result<Mutex, Fault> {
        match self.object(Class::Mutex, addr)? {
            SyncObject::Mutex(mutex) => Ok(mutex),
            _ => Err(Fault::new(FailureKind::UninitialisedSync, "not a mutex")),
        }
    }
    fn set(&mut self, addr: u64, object: SyncObject) {
        self.objects.insert(addr, object);
    }

    pub(super) fn can_relock(&self, mutex: u64, thread: u32) -> bool {
        self.mutex(mutex).map_or(true, |mutex| mutex.owner.is_none_or(|owner| owner == thread))
    }

    /// In which ways a thread can perform this operation now. What is an error of the program can always happen.
    pub(super) fn sync_variants(&self, thread: u32, op: SyncOp, args: &Values) -> Variants {
        let now: Variants = smallvec![0];
        let addr = args.first().map_or(0, |&arg| arg as u64);
        if op == SyncOp::ThreadJoin {
            return if self.join_waits(thread, addr) { Variants::new() } else { now };
        }
        let object = Class::of(op).map(|class| self.object(class, addr));
        let Some(Ok(object)) = object else { return now };
        let free = match (op, &object) {
            (SyncOp::MutexLock | SyncOp::MutexTimedLock, SyncObject::Mutex(mutex)) => {
                mutex.answers_lock(thread)
            }
            (SyncOp::RwReadLock, SyncObject::Rw { writer, .. }) => {
                writer.is_none_or(|writer| writer == thread)
            }
            (SyncOp::RwWriteLock, SyncObject::Rw { writer, readers }) => {
                *writer == Some(thread) || (writer.is_none() && readers.is_empty())
            }
            (SyncOp::SemWait | SyncOp::SemTimedWait, SyncObject::Semaphore { value }) => *value > 0,
            (SyncOp::OnceBegin, SyncObject::Once(once)) => !matches!(once, Once::Running(_)),
            (SyncOp::CondSignal, SyncObject::Cond { waiters }) => {
                return (0..waiters.len().max(1) as u32).collect();
            }
            _ => true,
        };
        match (free, op) {
            (true, _) => now,
            (false, SyncOp::MutexTimedLock | SyncOp::SemTimedWait) => smallvec![1],
            (false, _) => Variants::new(),
        }
    }

    fn join_waits(&self, thread: u32, handle: u64) -> bool {
        let target = thread_of_handle(handle).filter(|&target| target != thread);
        let data = target.and_then(|target| self.threads.get(target as usize));
        data.is_some_and(|data| !data.detached && !data.joined && data.waiting != Waiting::Ended)
    }

    /// Who holds a lock, for messages.
    pub(super) fn holders(&self, addr: u64) -> String {
        let list = |threads: &[u32]| {
            let names: Vec<String> = threads.iter().map(u32::to_string).collect();
            format!(", held by thread {}", names.join(", "))
        };
        match self.objects.get(&addr) {
            Some(SyncObject::Mutex(Mutex { owner: Some(owner), .. })) => list(&[*owner]),
            Some(SyncObject::Rw { writer: Some(writer), .. }) => list(&[*writer]),
            Some(SyncObject::Rw { readers, .. }) if !readers.is_empty() => list(readers),
            Some(SyncObject::Once(Once::Running(thread))) => list(&[*thread]),
            _ => String::new(),
        }
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
            SyncOp::ThreadJoin => self.join(thread, addr),
            SyncOp::ThreadDetach => status(self.detach(addr)),
            SyncOp::ThreadSelf => smallvec![u128::from(thread_handle(thread))],
            SyncOp::ThreadExit | SyncOp::Yield => Values::new(),
            SyncOp::KeyCreate => {
                self.keys.push(Some(addr));
                smallvec![self.keys.len() as u128 - 1]
            }
            SyncOp::KeyDelete => status(self.delete_key(arg(0) as u32)),
            SyncOp::KeySet => status(self.set_key(thread, arg(0) as u32, arg(1) as u64)),
            SyncOp::KeyGet => smallvec![u128::from(self.key(thread, arg(0) as u32))],
            SyncOp::CondWait | SyncOp::CondTimedWait => {
                return self.wait(thread, request, op, addr, arg(1) as u64);
            }
            SyncOp::BarrierWait => return self.arrive(thread, request, addr),
            _ => self.on_object(thread, op, addr, arg(1), variant)?,
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
            SyncOp::CondWait | SyncOp::CondTimedWait => {
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

    /// Operations on one object that neither wait nor wake.
    fn on_object(&mut self, thread: u32, op: SyncOp, addr: u64, arg: u128, variant: u32) -> Result<Values> {
        if let Some(fresh) = fresh_object(op, arg) {
            self.memory.check(addr, 1, AccessKind::Sync)?;
            if matches!(fresh, SyncObject::Barrier { count: 0, .. }) {
                return Ok(status(EINVAL));
            }
            self.set(addr, fresh);
            return Ok(status(0));
        }
        let Some(class) = Class::of(op) else { return Ok(Values::new()) };
        let mut object = self.object(class, addr)?;
        let results = match &mut object {
            SyncObject::Mutex(mutex) => status(self.on_mutex(mutex, thread, op, addr, variant)?),
            SyncObject::Rw { writer, readers } => status(self.on_rw(writer, readers, thread, op, addr)?),
            SyncObject::Cond { waiters } => status(self.on_cond(waiters, op, variant)),
            SyncObject::Semaphore { value } => on_semaphore(value, op, variant),
            SyncObject::Once(once) => on_once(once, op, thread),
            SyncObject::Barrier { arrived, .. } => status(if arrived.is_empty() { 0 } else { EBUSY }),
            SyncObject::Destroyed(_) => status(EINVAL),
        };
        let destroyed = is_destroy(op) && results.first() == Some(&0);
        // Waking may have changed the queue already; it is written back as `on_cond` left it.
        self.set(addr, if destroyed { SyncObject::Destroyed(class) } else { object });
        Ok(results)
    }

    fn on_mutex(&self, mutex: &mut Mutex, thread: u32, op: SyncOp, addr: u64, variant: u32) -> Result<i32> {
        Ok(match op {
            SyncOp::MutexTimedLock if variant == 1 => ETIMEDOUT,
            SyncOp::MutexLock | SyncOp::MutexTimedLock => mutex.lock(thread),
            SyncOp::MutexTryLock => mutex.try_lock(thread),
            SyncOp::MutexUnlock => match mutex.unlock(thread) {
                Some(status) => status,
                None => return Err(self.not_owned("unlocks", addr, mutex).into()),
            },
            _ => {
                if mutex.owner.is_some() {
                    EBUSY
                } else {
                    0
                }
            }
        })
    }

    fn not_owned(&self, what: &str, addr: u64, mutex: &Mutex) -> Fault {
        let state = match mutex.owner {
            Some(owner) => format!("which thread {owner} holds"),
            None => "which nobody holds".to_string(),
        };
        Fault::new(FailureKind::SyncMisuse, format!("the thread {what} mutex {}, {state}", self.named(addr)))
    }

    fn on_rw(
        &self,
        writer: &mut Option<u32>,
        readers: &mut Vec<u32>,
        thread: u32,
        op: SyncOp,
        addr: u64,
    ) -> Result<i32> {
        let free = writer.is_none() && readers.is_empty();
        Ok(match op {
            SyncOp::RwReadLock if *writer == Some(thread) => EDEADLK,
            SyncOp::RwWriteLock if *writer == Some(thread) => EDEADLK,
            SyncOp::RwReadLock | SyncOp::RwTryReadLock if writer.is_none() => {
                readers.push(thread);
                0
            }
            SyncOp::RwWriteLock | SyncOp::RwTryWriteLock if free => {
                *writer = Some(thread);
                0
            }
            SyncOp::RwUnlock if *writer == Some(thread) => {
                *writer = None;
                0
            }
            SyncOp::RwUnlock => match readers.iter().position(|&reader| reader == thread) {
                Some(position) => {
                    readers.remove(position);
                    0
                }
                None => {
                    let message = format!(
                        "the thread unlocks read-write lock {}, which it does not hold",
                        self.named(addr)
                    );
                    return Err(Fault::new(FailureKind::SyncMisuse, message).into());
                }
            },
            _ => {
                if free {
                    0
                } else {
                    EBUSY
                }
            }
        })
    }

    fn on_cond(&mut self, waiters: &mut Vec<u32>, op: SyncOp, variant: u32) -> i32 {
        let woken: Vec<u32> = match op {
            SyncOp::CondSignal if !waiters.is_empty() => {
                vec![waiters.remove((variant as usize).min(waiters.len() - 1))]
            }
            SyncOp::CondBroadcast => std::mem::take(waiters),
            SyncOp::CondDestroy if !waiters.is_empty() => return EBUSY,
            _ => vec![],
        };
        for thread in woken {
            let waiting = &mut self.threads[thread as usize].waiting;
            if let Waiting::Cond { mutex, .. } = *waiting {
                *waiting = Waiting::Woken { mutex, status: 0 };
            }
        }
        0
    }

    /// First half of a wait: gives the mutex back and joins the queue.
    fn wait(&mut self, thread: u32, request: &Request, op: SyncOp, cond: u64, mutex_addr: u64) -> Result {
        let SyncObject::Cond { mut waiters } = self.object(Class::Cond, cond)? else {
            return Err(Fault::new(FailureKind::UninitialisedSync, "not a condition variable").into());
        };
        let mut mutex = self.mutex(mutex_addr)?;
        match mutex.unlock(thread) {
            Some(0) => {}
            Some(error) => {
                self.record_sync(thread, request, SyncStep::Do(op), &status(error));
                return Ok(Performed::Answer(Answer::Values(status(error))));
            }
            None => return Err(self.not_owned("waits for a condition with", mutex_addr, &mutex).into()),
        }
        waiters.push(thread);
        self.set(mutex_addr, SyncObject::Mutex(mutex));
        self.set(cond, SyncObject::Cond { waiters });
        self.record_sync(thread, request, SyncStep::Do(op), &Values::new());
        let timed = op == SyncOp::CondTimedWait;
        self.threads[thread as usize].waiting = Waiting::Cond { cond, mutex: mutex_addr, timed };
        Ok(Performed::Waits)
    }

    /// Leaves the queue without a signal.
    pub(super) fn wake(&mut self, thread: u32, cond: u64, mutex: u64, status: i32) {
        if let Some(SyncObject::Cond { waiters }) = self.objects.get_mut(&cond) {
            waiters.retain(|&waiter| waiter != thread);
        }
        self.threads[thread as usize].waiting = Waiting::Woken { mutex, status };
    }

    /// Second half of a wait: has the mutex again.
    pub(super) fn resume_wait(&mut self, thread: u32, mutex_addr: u64, result: i32) -> Result {
        let mut mutex = self.mutex(mutex_addr)?;
        mutex.lock(thread);
        self.set(mutex_addr, SyncObject::Mutex(mutex));
        self.threads[thread as usize].waiting = Waiting::No;
        let request = self.threads[thread as usize].pending.clone();
        if let RequestKind::Sync { op, .. } = request.kind {
            self.record_sync(thread, &request, SyncStep::Resume(op), &status(result));
        }
        Ok(Performed::Answer(Answer::Values(status(result))))
    }

    /// A thread comes to a barrier; the last one lets all of them go and is the serial thread.
    fn arrive(&mut self, thread: u32, request: &Request, addr: u64) -> Result {
        let SyncObject::Barrier { count, mut arrived } = self.object(Class::Barrier, addr)? else {
            return Err(Fault::new(FailureKind::UninitialisedSync, "not a barrier").into());
        };
        self.record_sync(thread, request, SyncStep::Do(SyncOp::BarrierWait), &Values::new());
        arrived.push(thread);
        if (arrived.len() as u32) < count {
            self.set(addr, SyncObject::Barrier { count, arrived });
            self.threads[thread as usize].waiting = Waiting::Barrier { barrier: addr };
            return Ok(Performed::Waits);
        }
        self.set(addr, SyncObject::Barrier { count, arrived: Vec::new() });
        for &waiting in arrived.iter().filter(|&&waiting| waiting != thread) {
            let request = self.threads[waiting as usize].pending.clone();
            self.record_sync(waiting, &request, SyncStep::Resume(SyncOp::BarrierWait), &status(0));
            self.threads[waiting as usize].waiting = Waiting::No;
            self.answer(waiting, Answer::Values(status(0)));
        }
        self.record_sync(
            thread,
            request,
            SyncStep::Resume(SyncOp::BarrierWait),
            &status(BARRIER_SERIAL_THREAD),
        );
        for &waiting in arrived.iter().filter(|&&waiting| waiting != thread) {
            self.settle(waiting);
        }
        Ok(Performed::Answer(Answer::Values(status(BARRIER_SERIAL_THREAD))))
    }

    fn create(&mut self, thread: u32, request: &Request, function: u64, argument: u128) -> Result {
        let function = self.machine.callee_at(function).map_err(|error| {
            let kind = super::failure_of(&error).unwrap_or(FailureKind::BadCall);
            Fault::new(kind, format!("thread start: {error}"))
        })?;
        let child = self.threads.len() as u32;
        if self.threads.len() >= self.config.max_threads || u64::from(child) >= ir::layout::MAX_THREADS {
            return Err(self.limit(
                thread,
                request,
                format!("more than {} threads", self.config.max_threads),
            ));
        }
        let handle: Values = smallvec![u128::from(thread_handle(child))];
        self.record_sync(thread, request, SyncStep::Do(SyncOp::ThreadCreate), &handle);
        let state = self.machine.start(child, function, &[argument]);
        self.add_thread(state, function);
        let objects = smallvec![ObjectAddress(thread_handle(child))];
        let begin =
            Request::new(RequestKind::Fence { bits: ir::FenceBits::FULL }, self.function_span(function));
        self.record(child, &begin, EventKind::Sync { op: SyncStep::ThreadBegin, objects }, |_| {});
        self.settle(child);
        Ok(Performed::Answer(Answer::Values(handle)))
    }

    fn function_span(&self, function: ir::FuncId) -> ir::Span {
        self.machine.program().functions.get(function).map_or(ir::Span::NONE, |function| function.span)
    }

    fn join(&mut self, thread: u32, handle: u64) -> Values {
        let answer = |error: i32, value: u128| smallvec![u128::from(error as u32), value];
        let target = thread_of_handle(handle);
        if target == Some(thread) {
            return answer(EDEADLK, 0);
        }
        let data = target.and_then(|target| self.threads.get_mut(target as usize));
        match data {
            None => answer(ESRCH, 0),
            Some(data) if data.detached => answer(EINVAL, 0),
            Some(data) if data.joined => answer(ESRCH, 0),
            Some(data) => {
                data.joined = true;
                answer(0, data.result)
            }
        }
    }

    fn detach(&mut self, handle: u64) -> i32 {
        match thread_of_handle(handle).and_then(|target| self.threads.get_mut(target as usize)) {
            None => ESRCH,
            Some(data) if data.joined => ESRCH,
            Some(data) if data.detached => EINVAL,
            Some(data) => {
                data.detached = true;
                0
            }
        }
    }

    fn key(&self, thread: u32, key: u32) -> u64 {
        let keys = &self.threads[thread as usize].keys;
        keys.iter().find(|(id, _)| *id == key).map_or(0, |&(_, value)| value)
    }
    fn set_key(&mut self, thread: u32, key: u32, value: u64) -> i32 {
        if self.keys.get(key as usize).copied().flatten().is_none() {
            return EINVAL;
        }
        let keys = &mut self.threads[thread as usize].keys;
        keys.retain(|(id, _)| *id != key);
        if value != 0 {
            keys.push((key, value));
        }
        0
    }
    fn delete_key(&mut self, key: u32) -> i32 {
        match self.keys.get_mut(key as usize) {
            Some(entry @ Some(_)) => {
                *entry = None;
                self.threads.iter_mut().for_each(|thread| thread.keys.retain(|(id, _)| *id != key));
                0
            }
            _ => EINVAL,
        }
    }
    /// Values that are not null and have a destructor; they are null from now on.
    pub(super) fn destructors(&mut self, thread: u32) -> Vec<(u64, u64)> {
        let mut values = std::mem::take(&mut self.threads[thread as usize].keys);
        values.sort_unstable();
        let destructor = |key: u32| self.keys.get(key as usize).copied().flatten().filter(|&addr| addr != 0);
        values.into_iter().filter_map(|(key, value)| destructor(key).map(|addr| (addr, value))).collect()
    }
}

/// The state that an initialisation gives.
fn fresh_object(op: SyncOp, arg: u128) -> Option<SyncObject> {
    Some(match op {
        SyncOp::MutexInit => {
            SyncObject::Mutex(Mutex { kind: MutexKind::from_number(arg), owner: None, count: 0 })
        }
        SyncOp::RwInit => SyncObject::Rw { writer: None, readers: Vec::new() },
        SyncOp::CondInit => SyncObject::Cond { waiters: Vec::new() },
        SyncOp::BarrierInit => SyncObject::Barrier { count: arg as u32, arrived: Vec::new() },
        SyncOp::SemInit => SyncObject::Semaphore { value: arg as u32 },
        _ => return None,
    })
}

fn is_destroy(op: SyncOp) -> bool {
    use SyncOp::*;
    matches!(op, MutexDestroy | RwDestroy | CondDestroy | BarrierDestroy | SemDestroy)
}

fn on_semaphore(value: &mut u32, op: SyncOp, variant: u32) -> Values {
    let status_of = match op {
        SyncOp::SemTimedWait if variant == 1 => ETIMEDOUT,
        SyncOp::SemWait | SyncOp::SemTimedWait | SyncOp::SemTryWait => match value.checked_sub(1) {
            Some(less) => {
                *value = less;
                0
            }
            None => EAGAIN,
        },
        SyncOp::SemPost => {
            *value = value.saturating_add(1);
            0
        }
        SyncOp::SemGetValue => return smallvec![0, u128::from(*value)],
        _ => 0,
    };
    status(status_of)
}

fn on_once(once: &mut Once, op: SyncOp, thread: u32) -> Values {
    match (op, *once) {
        (SyncOp::OnceBegin, Once::Fresh) => {
            *once = Once::Running(thread);
            smallvec![1]
        }
        (SyncOp::OnceBegin, _) => smallvec![0],
        _ => {
            *once = Once::Done;
            Values::new()
        }
    }
}
