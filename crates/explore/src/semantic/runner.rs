//! Runs one thread for one step: from where it stands up to the next place where another thread could make a difference.
//!
//! A step may begin with taking a lock, an atomic section, the first visible action of a specified call, starting or joining a
//! thread, or an access to memory that no lock protects. What follows is part of it, up to the next such place: accesses that a
//! lock guards, what only this thread touches, giving locks back. That is Lipton's reduction ("Reduction: a method
//! of proving properties of parallel programs", CACM 1975): taking a lock moves right, giving it back moves left, and
//! guarded accesses move both ways, so a whole section happens as if at one moment. That the accesses are guarded is not assumed
//! but looked at in every execution ([`super::order`]).

use super::Halt;
use super::instrument::{Mark, base_name, mark_of, number};
use super::knowledge::Knowledge;
use super::step::{ATOMIC, Access, Invocation, Locks, Step};
use super::symmetry::Likeness;
use interp::{Answer, Answered, Choice, Request, RequestKind, Values, World};
use ir::{FuncId, Span, SyncOp};
use limits::Limits;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use spec::{Binding, Bindings, Call};

type Result<T = ()> = std::result::Result<T, Halt>;

/// A specified call in progress.
#[derive(Clone, Default, Debug)]
struct OpenCall {
    function: u32,
    arguments: Vec<i64>,
    /// Accesses to memory that no lock protects.
    n_unprotected: u32,
    takes_locks: bool,
}

#[derive(Clone, Default, Debug)]
struct ThreadInfo {
    /// Locks held, and how often.
    held: SmallVec<[(u64, u32); 2]>,
    atomic: u32,
    /// Marked functions in progress: whether each is taken as a call of a method.
    marked: SmallVec<[bool; 4]>,
    /// The outermost of them that is.
    call: Option<OpenCall>,
    /// Arguments that come now belong to that call.
    takes_arguments: bool,
    likeness: Likeness,
}

/// The world, and what it does not tell of its threads.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub world: World,
    threads: Vec<ThreadInfo>,
}

pub(crate) struct Runner<'a> {
    pub knowledge: &'a mut Knowledge,
    pub names: &'a Names,
    /// Sizes of objects that were allocated.
    pub sizes: FxHashMap<u64, u64>,
    pub limits: Limits,
}

/// Which functions are calls of methods.
pub(crate) struct Names {
    by_function: FxHashMap<u32, (String, Binding)>,
}

impl Names {
    pub fn new(program: &ir::Program, bindings: &Bindings) -> Names {
        let functions = program.functions.iter_enumerated().filter_map(|(id, function)| {
            let name = base_name(&function.name);
            Some((id.0, (name.to_string(), bindings.get(name)?.clone())))
        });
        Names { by_function: functions.collect() }
    }
    pub fn iter(&self) -> impl Iterator<Item = &(String, Binding)> {
        self.by_function.values()
    }
    pub fn contains(&self, function: FuncId) -> bool {
        self.by_function.contains_key(&function.0)
    }
    fn get(&self, function: FuncId) -> Option<&(String, Binding)> {
        self.by_function.get(&function.0)
    }
}

/// The step that is being made.
#[derive(Default)]
struct Making {
    step: Step,
    /// The invocation that the current call is.
    current: Option<usize>,
    /// Locks that were touched, and how often each was held before.
    touched: SmallVec<[(u64, u32); 2]>,
    /// Others can tell that the step has begun.
    is_known: bool,
    /// The lock that was taken last.
    took: Option<u64>,
}

impl Making {
    /// The step can tell what others have done so far.
    fn learns(&mut self) {
        self.step.accesses.iter_mut().for_each(|access| access.is_early = true);
    }
}

impl State {
    pub fn new(world: World) -> State {
        State { world, threads: Vec::new() }
    }

    fn info(&mut self, thread: u32) -> &mut ThreadInfo {
        let index = thread as usize;
        if self.threads.len() <= index {
            self.threads.resize(index + 1, ThreadInfo::default());
        }
        &mut self.threads[index]
    }

    pub fn pending(&self, thread: u32) -> Option<&Request> {
        self.world.pending(events::ThreadId(thread))
    }

    /// Whether a thread has come to an end of its own.
    pub fn is_over(&self, thread: u32) -> bool {
        use RequestKind::*;
        self.pending(thread).is_none_or(|request| {
            matches!(request.kind, Finished { .. } | Exit { .. } | Abort | AssumeFailed)
        })
    }

    pub fn is_enabled(&self, thread: u32) -> bool {
        !self.is_over(thread) && self.world.is_enabled(Choice::thread(thread)) && !self.follows(thread, true)
    }

    /// Started like this thread, and before it.
    pub fn leader(&self, thread: u32) -> Option<u32> {
        self.threads.get(thread as usize)?.likeness.leader()
    }

    /// Whether a thread has to wait for its leader, or else whether it would have had to.
    fn follows(&self, thread: u32, waits: bool) -> bool {
        let likeness = |thread: u32| self.threads.get(thread as usize).map(|info| &info.likeness);
        let pair = self.leader(thread).and_then(likeness).zip(likeness(thread));
        pair.is_some_and(|(leader, own)| if waits { own.waits_for(leader) } else { own.follows(leader) })
    }

    pub fn n_threads(&self) -> u32 {
        self.world.n_threads() as u32
    }

    /// The lock that a thread is about to take.
    pub fn wants_lock(&self, thread: u32) -> Option<u64> {
        match &self.pending(thread)?.kind {
            RequestKind::Sync { op: SyncOp::MutexLock, args } => args.first().map(|&arg| arg as u64),
            _ => None,
        }
    }

    /// Locks that a thread holds.
    pub fn held(&self, thread: u32) -> Locks {
        let mut locks: Locks = match self.threads.get(thread as usize) {
            Some(info) => {
                let atomic = (info.atomic > 0).then_some(ATOMIC);
                info.held.iter().map(|&(lock, _)| lock).chain(atomic).collect()
            }
            None => Locks::new(),
        };
        locks.sort_unstable();
        locks
    }

    fn held_count(&self, thread: u32, lock: u64) -> u32 {
        let info = self.threads.get(thread as usize);
        info.and_then(|info| info.held.iter().find(|(other, _)| *other == lock)).map_or(0, |&(_, n)| n)
    }
}

impl Runner<'_> {
    /// The part before the first step: marks of the first thread up to its first visible action.
    pub fn begin(&mut self, state: &mut State) -> Result {
        let log = state.world.take_log();
        let mut making = Making::default();
        log.iter().try_for_each(|answered| self.absorb(state, &mut making, answered))
    }

    /// Makes a step of an enabled thread.
    pub fn step(&mut self, state: &mut State, thread: u32) -> Result<Step> {
        let mut making = Making::default();
        making.step.thread = thread;
        making.step.waits_for = state.wants_lock(thread);
        making.step.ordinal = state.info(thread).likeness.n_steps();
        making.step.follows = state.leader(thread).filter(|_| state.follows(thread, false));
        state.info(thread).likeness.steps();
        loop {
            self.before_move(state, thread, &mut making)?;
            if state.world.step(Choice::thread(thread)).is_err() {
                return Err(Halt::internal("a thread that can move does not move"));
            }
            making.step.n_moves += 1;
            if making.step.n_moves & 0x3ff == 0
                && let Some(stop) = self.limits.reached()
            {
                return Err(Halt::Stopped(stop.into()));
            }
            for answered in state.world.take_log() {
                self.absorb(state, &mut making, &answered)?;
            }
            if !state.world.is_running() || self.ends_here(state, thread, &mut making)? {
                break;
            }
        }
        for &(lock, before) in &making.touched {
            let locks = match state.held_count(thread, lock) == before {
                true => &mut making.step.locks_seen,
                false => &mut making.step.locks_changed,
            };
            if !locks.contains(&lock) {
                locks.push(lock);
            }
        }
        making.step.held_after = state.held(thread);
        making.step.settle(self.knowledge);
        Ok(making.step)
    }

    /// Whether the step ends before what the thread does next.
    fn ends_here(&mut self, state: &mut State, thread: u32, making: &mut Making) -> Result<bool> {
        let enabled = state.is_enabled(thread);
        let Some(request) = state.pending(thread).cloned() else { return Ok(true) };
        let over = state.is_over(thread);
        let held = state.held(thread);
        let info = state.info(thread);
        if over {
            return Ok(true);
        }
        if info.atomic > 0 {
            return match enabled {
                true => Ok(false),
                false => Err(Halt::not_here("an atomic section that waits", request.span)),
            };
        }
        let tried = making.took.take().is_some_and(|lock| self.knowledge.tried.contains(&lock));
        if let (Some(_), Some(call)) = (making.current, &info.call) {
            return match (enabled, tried, call.function) {
                (true, false, _) => Ok(false),
                (false, _, function) => Err(self.demote(function, "waits inside")),
                (_, _, function) => Err(self.demote(function, "takes a lock that others only try")),
            };
        }
        if tried {
            return Ok(true);
        }
        if info.call.is_some() && held.is_empty() {
            return Ok(true);
        }
        Ok(match &request.kind {
            RequestKind::Sync { op: SyncOp::MutexLock | SyncOp::MutexTryLock, args } => {
                let lock = args.first().map_or(0, |&arg| arg as u64);
                let begins = held.is_empty() || making.is_known || self.knowledge.split.contains(&lock);
                making.step.ends_waiting = !begins && !enabled;
                begins || !enabled
            }
            RequestKind::Sync { op: SyncOp::MutexUnlock | SyncOp::SpinUnlock, args } => {
                self.knowledge.tried.contains(&args.first().map_or(0, |&arg| arg as u64))
            }
            RequestKind::Sync { .. } | RequestKind::AtomicBegin | RequestKind::Unsupported { .. } => true,
            RequestKind::Free { addr } => {
                let size = state.world.memory().object_size(*addr);
                self.knowledge.unprotected.touches(*addr, size)
            }
            _ => request.access().is_some_and(|(addr, size)| self.knowledge.unprotected.touches(addr, size)),
        })
    }

    /// A call is one step; what cannot be part of one makes calls of that type ordinary code.
    fn check_in_call(&mut self, info: &mut ThreadInfo, request: &Request, is_known: bool) -> Result {
        let no_locks = info.held.is_empty();
        let Some(call) = &mut info.call else { return Ok(()) };
        let reason = match &request.kind {
            RequestKind::Sync { op: SyncOp::MutexLock | SyncOp::MutexTryLock, args } => {
                call.takes_locks = true;
                let lock = args.first().map_or(0, |&arg| arg as u64);
                (is_known || call.n_unprotected > 0 || !no_locks && self.knowledge.split.contains(&lock))
                    .then_some("takes locks that do not make it atomic")
            }
            RequestKind::Sync {
                op: SyncOp::MutexUnlock | SyncOp::SpinUnlock | SyncOp::MutexInit | SyncOp::MutexDestroy,
                ..
            } => None,
            RequestKind::Sync { .. } | RequestKind::AtomicBegin => {
                Some("starts, joins or waits for threads inside")
            }
            _ => {
                let unprotected = request
                    .access()
                    .is_some_and(|(addr, size)| self.knowledge.unprotected.touches(addr, size));
                call.n_unprotected += u32::from(unprotected);
                // One access to memory that nobody guards is atomic by itself.
                (unprotected && (call.n_unprotected > 1 || call.takes_locks || !no_locks))
                    .then_some("shares memory that no lock protects")
            }
        };
        let function = call.function;
        reason.map_or(Ok(()), |reason| Err(self.demote(function, reason)))
    }

    /// From now on calls of the type of this function are ordinary code.
    fn demote(&mut self, function: u32, reason: &str) -> Halt {
        if let Some((name, binding)) = self.names.by_function.get(&function) {
            let reason = format!("{name} {reason}");
            self.knowledge.demoted.entry(binding.method.object).or_insert(reason);
        }
        Halt::Restart
    }

    /// Looks at a visible request before it is performed.
    fn before_move(&mut self, state: &mut State, thread: u32, making: &mut Making) -> Result {
        let Some(request) = state.pending(thread).cloned() else { return Ok(()) };
        let info = state.info(thread);
        if let Some(call) = &mut info.call
            && making.current.is_none()
        {
            making.current = Some(making.step.invocations.len());
            let call = open(self.names, call);
            making.step.invocations.push(Invocation { call, footprint: Default::default() });
        }
        if info.atomic == 0 {
            self.check_in_call(info, &request, making.is_known)?;
        }
        match &request.kind {
            RequestKind::Sync { op, args } => self.before_sync(state, making, *op, args, request.span),
            RequestKind::Free { addr } => {
                let size = state.world.memory().object_size(*addr);
                self.access(state, making, thread, (*addr, size), true);
                Ok(())
            }
            _ => {
                if request.kind == RequestKind::AtomicBegin {
                    making.learns();
                }
                if let Some((addr, size)) = request.access() {
                    let unprotected =
                        state.info(thread).atomic == 0 && self.knowledge.unprotected.touches(addr, size);
                    if unprotected {
                        making.learns();
                    }
                    let writes = self.changes(state, &request, (addr, size))?;
                    self.access(state, making, thread, (addr, size), writes);
                    making.is_known |= unprotected;
                }
                Ok(())
            }
        }
    }

    fn before_sync(
        &mut self,
        state: &mut State,
        making: &mut Making,
        op: SyncOp,
        args: &Values,
        span: Span,
    ) -> Result {
        let (thread, object) = (making.step.thread, args.first().map_or(0, |&arg| arg as u64));
        match op {
            SyncOp::MutexUnlock | SyncOp::SpinUnlock | SyncOp::ThreadCreate => making.is_known = true,
            SyncOp::MutexLock | SyncOp::MutexTryLock | SyncOp::ThreadJoin => making.learns(),
            _ => (making.is_known = true, making.learns()).1,
        }
        match op {
            SyncOp::MutexLock | SyncOp::MutexTryLock | SyncOp::MutexUnlock | SyncOp::SpinUnlock => {
                if !making.touched.iter().any(|&(lock, _)| lock == object) {
                    making.touched.push((object, state.held_count(thread, object)));
                }
                making.step.tries |= op == SyncOp::MutexTryLock;
                let held = state.held(thread);
                if !matches!(op, SyncOp::MutexUnlock | SyncOp::SpinUnlock)
                    && self.knowledge.nested(&held, object)
                {
                    return Err(Halt::Restart);
                }
                if op == SyncOp::MutexTryLock && self.knowledge.tried.insert(object) {
                    return Err(Halt::Restart);
                }
            }
            SyncOp::MutexInit | SyncOp::MutexDestroy => {
                making.step.locks_changed.push(object);
                making.step.locks_made.push(object);
            }
            SyncOp::ThreadCreate if thread == 0 => {
                let (child, argument) = (state.n_threads(), args.get(1).copied().unwrap_or(0));
                making.step.created = Some(child);
                let leader = (0..child).rev().filter(|_| !self.knowledge.told_apart);
                let leader =
                    leader.into_iter().find(|&other| state.info(other).likeness.is_start(object, argument));
                if leader.is_some_and(|leader| state.info(leader).likeness.is_followed()) {
                    self.knowledge.told_apart = true;
                    return Err(Halt::Restart);
                }
                state.info(child).likeness = Likeness::started(object, argument, leader);
            }
            SyncOp::ThreadCreate => return Err(Halt::not_here("a thread that starts threads", span)),
            SyncOp::ThreadJoin => making.step.joined = interp::thread_of_handle(object),
            SyncOp::ThreadDetach | SyncOp::ThreadExit => {}
            _ if op.is_local() => {}
            _ => return Err(Halt::not_here(format!("`{}`", op.name()), span)),
        }
        Ok(())
    }

    /// Whether an access changes what is there. What memory holds that was never written is not for a world to say: unless the read
    /// fails for it.
    fn changes(&self, state: &State, request: &Request, (addr, size): (u64, u64)) -> Result<bool> {
        let memory = state.world.memory();
        let Ok((old, unwritten)) = memory.read(addr, size) else { return Ok(true) };
        let fails = request.initialised && memory.nothing_written(addr, size);
        Ok(match &request.kind {
            RequestKind::Write { value, .. } => unwritten || *value != old,
            _ if fails => true,
            _ if unwritten => return Err(Halt::not_here("memory that was never written", request.span)),
            _ => request.leaves(old).is_some_and(|new| new != old),
        })
    }

    fn access(
        &self,
        state: &State,
        making: &mut Making,
        thread: u32,
        (addr, size): (u64, u64),
        writes: bool,
    ) {
        let call = making.current;
        let invocations = &mut making.step.invocations;
        let footprint = match call.and_then(|index| invocations.get_mut(index)) {
            Some(invocation) => &mut invocation.footprint,
            None => &mut making.step.outside,
        };
        let bytes = if writes { &mut footprint.writes } else { &mut footprint.reads };
        bytes.add(addr, size);
        let locks = state.held(thread);
        let access = Access { addr, size, writes, locks, is_late: making.is_known, is_early: false };
        if !making.step.accesses.contains(&access) {
            making.step.accesses.push(access);
        }
    }

    /// Takes in what was answered: marks, locks, allocations.
    fn absorb(&mut self, state: &mut State, making: &mut Making, answered: &Answered) -> Result {
        let thread = answered.thread.0;
        let span = answered.request.span;
        let info = state.info(thread);
        if info.call.is_none() {
            info.likeness.learns(&answered.answer);
        }
        match &answered.request.kind {
            RequestKind::Alloc { .. } | RequestKind::Sync { op: SyncOp::ThreadSelf, .. }
                if state.info(thread).likeness.shows_itself() && !self.knowledge.told_apart =>
            {
                self.knowledge.told_apart = true;
                return Err(Halt::Restart);
            }
            RequestKind::Observe { name, value, ty } => {
                if let Some(mark) = mark_of(name) {
                    self.mark(state, making, thread, mark, number(*value, *ty));
                }
            }
            RequestKind::Sync { op, args } => {
                let lock = args.first().map_or(0, |&arg| arg as u64);
                let done = matches!(&answered.answer, Answer::Values(values) if values.first() == Some(&0));
                lock_changes(state.info(thread), *op, lock, done);
                if done && matches!(op, SyncOp::MutexLock | SyncOp::MutexTryLock) {
                    making.took = Some(lock);
                }
            }
            RequestKind::AtomicBegin => state.info(thread).atomic += 1,
            RequestKind::AtomicEnd => {
                making.is_known = true;
                let info = state.info(thread);
                info.atomic = info.atomic.saturating_sub(1);
            }
            RequestKind::Input { .. } => return Err(Halt::not_here("an input", span)),
            RequestKind::Alloc { addr, size, .. } => {
                self.sizes.insert(*addr, *size);
            }
            RequestKind::Release { addrs } => {
                for addr in addrs {
                    let size = self.sizes.get(addr).copied().unwrap_or(0);
                    self.access(state, making, thread, (*addr, size), true);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn mark(&mut self, state: &mut State, making: &mut Making, thread: u32, mark: Mark, value: i64) {
        let info = state.info(thread);
        match mark {
            Mark::Begin(function) => {
                let known = self.names.get(function);
                let active = known
                    .is_some_and(|(_, binding)| !self.knowledge.demoted.contains_key(&binding.method.object));
                info.takes_arguments = active && info.call.is_none();
                if info.takes_arguments {
                    info.call = Some(OpenCall { function: function.0, ..OpenCall::default() });
                }
                info.marked.push(active);
            }
            Mark::Argument => {
                if let (true, Some(call)) = (info.takes_arguments, &mut info.call) {
                    call.arguments.push(value);
                }
            }
            Mark::End { has_result } => {
                let active = info.marked.pop().unwrap_or(false);
                if !active || info.marked.contains(&true) {
                    return;
                }
                info.call = None;
                // Of what a call has seen, its thread knows the result.
                info.likeness.learns(&Answer::Value(value as u128));
                if thread != making.step.thread {
                    return;
                }
                if let Some(invocation) =
                    making.current.take().and_then(|at| making.step.invocations.get_mut(at))
                {
                    invocation.call.result = has_result.then_some(value);
                }
            }
        }
    }
}

fn open(names: &Names, call: &OpenCall) -> Call {
    let known = names.by_function.get(&call.function);
    let found = known.and_then(|(_, binding)| binding.call(&call.arguments, None));
    found.unwrap_or_else(|| {
        // Too few arguments for the specification: a call that commutes with nothing.
        let method = known
            .map_or(spec::MethodId { object: spec::ObjectId(u32::MAX), index: u32::MAX }, |(_, binding)| {
                spec::MethodId { object: binding.method.object, index: u32::MAX }
            });
        Call { method, object: 0, arguments: Vec::new(), result: None }
    })
}

fn lock_changes(info: &mut ThreadInfo, op: SyncOp, lock: u64, done: bool) {
    let position = info.held.iter().position(|&(other, _)| other == lock);
    match (op, position) {
        (SyncOp::MutexLock | SyncOp::MutexTryLock, _) if !done => {}
        (SyncOp::MutexLock | SyncOp::MutexTryLock, Some(at)) => info.held[at].1 += 1,
        (SyncOp::MutexLock | SyncOp::MutexTryLock, None) => info.held.push((lock, 1)),
        (SyncOp::MutexUnlock | SyncOp::SpinUnlock, Some(at)) if done => {
            info.held[at].1 -= 1;
            if info.held[at].1 == 0 {
                info.held.remove(at);
            }
        }
        _ => {}
    }
}
