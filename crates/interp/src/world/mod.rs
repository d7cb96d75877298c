//! A whole program under sequential consistency: memory, synchronisation, threads, and who may move.
//!
//! Between two steps every thread stands before its next *visible* request: an access to memory that can change, a
//! synchronisation, a `free`, the begin of an atomic section, output, or the end of the program. What comes after a
//! visible request up to the next one (arithmetic, allocation, reads of constants, fences, inputs, returning from
//! functions) belongs to the same step: no other thread can tell when it happens. The end of a thread and leaving a
//! barrier need no step of their own either.
//!
//! What it may miss: an object on the stack dies together with the last visible step of its function, so a use of
//! it by another thread is always reported as late where the program itself does not order the two.

mod perform;
mod record;
mod sync;

use crate::memory::Memory;
use crate::{
    Answer, Blocked, Choice, Deadlock, End, Fault, Inputs, Key, Keys, Machine, Outcome, Request, RequestKind,
};
use crate::{RuntimeError, ThreadState, eval};
use events::{EventId, Execution, Failure, ThreadId};
use ir::{FuncId, Observable, SyncOp, Ty, layout};
use limits::Limits;
use record::Recorder;
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use thiserror::Error;

/// How a world behaves where the program leaves a choice.
#[derive(Clone, Debug)]
pub struct WorldConfig {
    pub inputs: Inputs,
    /// Condition waits may wake without a signal (`posix::WAKES_WITHOUT_SIGNAL` times a thread).
    pub spurious: bool,
    /// Weak compare-exchanges may fail though they find what they expect. No engine but `prove` takes that into account.
    pub weak_fails: bool,
    /// Record the execution, up to this many events.
    pub record: Option<usize>,
    /// Bytes that live objects may take up together.
    pub max_memory: u64,
    pub max_threads: usize,
    /// Keep every request with its answer ([`World::log`]).
    pub log: bool,
    /// When to stop in the middle of a step; only where the machine runs by slices.
    pub limits: Limits,
}

impl Default for WorldConfig {
    fn default() -> Self {
        WorldConfig {
            inputs: Inputs::Zero,
            spurious: false,
            weak_fails: false,
            record: None,
            max_memory: 1 << 30,
            max_threads: 1000,
            log: false,
            limits: Limits::default(),
        }
    }
}

/// What a thread is waiting for, other than by its pending request.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Waiting {
    /// For nothing else.
    No,
    /// In the queue of a condition variable.
    Cond { cond: u64, mutex: u64, timed: bool },
    /// Woken with this status; wants its mutex back.
    Woken { mutex: u64, status: i32 },
    /// For others to come to the barrier.
    Barrier { barrier: u64 },
    /// For nothing ever again.
    Ended,
}

#[derive(Clone, Debug)]
pub(crate) struct WorldThread {
    state: ThreadState,
    /// What it wants to do next; visible.
    pending: Request,
    waiting: Waiting,
    /// What it returned, once it has ended.
    result: u128,
    /// Somebody has joined or detached it.
    consumed: bool,
    /// How often it has woken from condition waits without a signal.
    wakes: u32,
    /// Its values of thread-specific keys that are not null.
    keys: Keys,
}

/// A request that was answered. Requests of one instruction (a copy, a print) have the same count of instructions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    pub thread: ThreadId,
    /// Instructions of the thread before this one.
    pub instructions: u64,
    pub request: Request,
    pub answer: Answer,
}

/// The world. A clone goes its own way from here.
#[derive(Clone, Debug)]
pub struct World {
    machine: Arc<Machine>,
    config: Arc<WorldConfig>,
    memory: Memory,
    objects: BTreeMap<u64, posix::State>,
    threads: Vec<WorldThread>,
    keys: Vec<Key>,
    /// The thread in an atomic section, how deeply nested, and the number of the section.
    atomic: Option<(u32, u32, u32)>,
    n_sections: u32,
    inputs: Inputs,
    observed: BTreeMap<Arc<str>, (u128, Ty)>,
    output: Vec<(i32, Arc<[u8]>)>,
    recorder: Option<Recorder>,
    log: Vec<Answered>,
    outcome: Outcome,
    n_steps: u64,
}

/// A choice that cannot be made now.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("thread {} cannot move by variant {} here", .0.thread.0, .0.variant)]
pub struct NotEnabled(pub Choice);

pub type Variants = SmallVec<[u32; 4]>;

/// The value of `pthread_t` for a thread: the address that stands for it.
pub fn thread_handle(thread: u32) -> u64 {
    layout::region_start(thread)
}
/// The thread with this handle, whether or not it exists.
pub fn thread_of_handle(handle: u64) -> Option<u32> {
    layout::region_of(handle).filter(|&thread| layout::region_start(thread) == handle)
}

/// What came of a request.
pub(crate) enum Performed {
    Answer(Answer),
    /// The thread waits; someone else will answer.
    Waits,
    /// The thread has ended.
    Ended,
}

/// Why nothing can follow.
pub(crate) enum Halt {
    Fault(Fault),
    Outcome(Outcome),
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Halt {
        Halt::Fault(fault)
    }
}

impl World {
    /// The program at its start, run up to the first visible request of its first thread.
    pub fn new(machine: Arc<Machine>, config: WorldConfig) -> World {
        let memory = Memory::new(machine.program(), machine.layout(), config.max_memory);
        let mut world = World {
            memory,
            objects: BTreeMap::new(),
            threads: Vec::new(),
            keys: Vec::new(),
            atomic: None,
            n_sections: 0,
            inputs: config.inputs.clone(),
            observed: BTreeMap::new(),
            output: Vec::new(),
            recorder: config.record.map(Recorder::new),
            log: Vec::new(),
            outcome: Outcome::Running,
            n_steps: 0,
            config: Arc::new(config),
            machine,
        };
        let state = world.machine.start_main(0);
        let entry = world.machine.program().entry;
        world.add_thread(state, entry);
        world.settle(0);
        world.conclude(0);
        world
    }

    pub fn machine(&self) -> &Arc<Machine> {
        &self.machine
    }
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }
    pub fn is_running(&self) -> bool {
        self.outcome == Outcome::Running
    }
    pub fn memory(&self) -> &Memory {
        &self.memory
    }
    pub fn n_threads(&self) -> usize {
        self.threads.len()
    }
    /// Choices made so far.
    pub fn n_steps(&self) -> u64 {
        self.n_steps
    }
    /// Instructions executed by all threads.
    pub fn n_instructions(&self) -> u64 {
        self.threads.iter().map(|thread| thread.state.steps()).sum()
    }
    /// What a thread wants to do next.
    pub fn pending(&self, thread: ThreadId) -> Option<&Request> {
        self.threads.get(thread.0 as usize).map(|thread| &thread.pending)
    }
    /// Registers recorded by `Op::Observe`, with their bits.
    pub fn observed(&self) -> &BTreeMap<Arc<str>, (u128, Ty)> {
        &self.observed
    }
    /// What was printed since the last call: descriptor and bytes.
    pub fn take_output(&mut self) -> Vec<(i32, Arc<[u8]>)> {
        std::mem::take(&mut self.output)
    }
    /// All requests that were answered, where `WorldConfig::log` asks for them.
    pub fn log(&self) -> &[Answered] {
        &self.log
    }
    /// The same, for the last time: the log begins anew.
    pub fn take_log(&mut self) -> Vec<Answered> {
        std::mem::take(&mut self.log)
    }
    /// The execution so far; `None` when it is not recorded or has become too long.
    pub fn execution(&self) -> Option<Execution> {
        let recorder = self.recorder.as_ref().filter(|recorder| !recorder.is_full())?;
        Some(recorder.finish(self.machine.program()))
    }
    /// The events in the order they happened.
    pub fn order(&self) -> &[EventId] {
        self.recorder.as_ref().map_or(&[], Recorder::order)
    }

    /// A number that two worlds share if they behave the same from here on and have observed the same (and, with a
    /// chance of 1 in 2^64, otherwise). For searches that visit a state once; meant for worlds that do not record.
    pub fn state_hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        std::mem::discriminant(&self.outcome).hash(&mut hasher);
        self.memory.hash(&mut hasher);
        self.objects.hash(&mut hasher);
        for thread in &self.threads {
            let WorldThread { state, pending: _, waiting, result, consumed, wakes, keys } = thread;
            (state, waiting, result, consumed, wakes, keys).hash(&mut hasher);
        }
        (&self.keys, self.atomic.map(|(thread, depth, _)| (thread, depth)), &self.inputs).hash(&mut hasher);
        for (name, (value, _)) in &self.observed {
            (name, value).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// The signed value of an observable in the present state.
    pub fn final_value(&self, observable: &Observable) -> i128 {
        match observable {
            Observable::Register { name } => {
                self.observed.get(name).map_or(0, |&(value, ty)| eval::signed(value, ty))
            }
            Observable::Memory { global, offset, ty, .. } => {
                let addr = self.machine.layout().global(*global).wrapping_add(*offset);
                let value = self.memory.read(addr, ty.bytes()).map_or(0, |(value, _)| value);
                eval::signed(value & ty.mask(), *ty)
            }
        }
    }
    /// Whether the present state satisfies the proposition of the program's condition (`exists`, `~exists` and
    /// `forall` are about all executions and for the caller to combine).
    pub fn satisfies_condition(&self) -> Option<bool> {
        let condition = self.machine.program().condition.as_ref()?;
        Some(condition.prop.eval(&|observable| self.final_value(observable)))
    }

    /// Everything that can happen next, threads in order. Empty when the execution is over; a deadlock may be left by waking
    /// without a signal.
    pub fn choices(&self) -> Vec<Choice> {
        if !self.may_go_on() {
            return Vec::new();
        }
        let mut choices = Vec::new();
        for thread in 0..self.threads.len() as u32 {
            let variants = self.variants(thread);
            choices.extend(variants.into_iter().map(|variant| Choice { thread: ThreadId(thread), variant }));
        }
        choices
    }

    /// Whether there may be choices.
    fn may_go_on(&self) -> bool {
        matches!(self.outcome, Outcome::Running | Outcome::Deadlock(_))
    }

    /// The ways in which a thread can move; none: it is blocked or has ended.
    pub fn variants(&self, thread: u32) -> Variants {
        let mut variants = self.usual_variants(thread);
        if self.may_wake(thread) {
            variants.push(posix::WITHOUT_SIGNAL);
        }
        variants
    }

    /// Whether a thread is asleep and may wake without a signal.
    fn may_wake(&self, thread: u32) -> bool {
        let held_up = self.atomic.is_some_and(|(owner, ..)| owner != thread);
        let asleep = |data: &&WorldThread| matches!(data.waiting, Waiting::Cond { .. });
        let data = self.threads.get(thread as usize).filter(asleep);
        let may = data.is_some_and(|data| data.wakes < posix::WAKES_WITHOUT_SIGNAL);
        self.config.spurious && may && !held_up
    }

    /// The same but for waking without a signal: who can move by that alone is stuck.
    pub fn usual_variants(&self, thread: u32) -> Variants {
        let Some(data) = self.threads.get(thread as usize) else { return Variants::new() };
        if self.atomic.is_some_and(|(owner, ..)| owner != thread) {
            return Variants::new();
        }
        match (&data.waiting, &data.pending.kind) {
            (Waiting::Ended | Waiting::Barrier { .. }, _) => Variants::new(),
            (Waiting::Cond { timed, .. }, _) => timed.then_some(1).into_iter().collect(),
            (Waiting::Woken { mutex, .. }, _) => match self.can_relock(*mutex, thread) {
                true => SmallVec::from_slice(&[0]),
                false => Variants::new(),
            },
            (Waiting::No, RequestKind::Sync { op, args }) => self.sync_variants(thread, *op, args),
            (Waiting::No, RequestKind::CompareExchange { weak: true, .. }) if self.config.weak_fails => {
                SmallVec::from_slice(&[0, 1])
            }
            (Waiting::No, _) => SmallVec::from_slice(&[0]),
        }
    }

    /// Whether a choice can be made now; much cheaper than `choices`.
    pub fn is_enabled(&self, choice: Choice) -> bool {
        let thread = choice.thread.0;
        if let Some(data) = self.threads.get(thread as usize)
            && choice.variant == 0
            && data.waiting == Waiting::No
            && data.pending.access().is_some()
        {
            return self.is_running() && self.atomic.is_none_or(|(owner, ..)| owner == thread);
        }
        self.may_go_on() && self.variants(thread).contains(&choice.variant)
    }

    /// Lets a thread do what it wants, and go on up to its next visible request.
    pub fn step(&mut self, choice: Choice) -> Result<&Outcome, NotEnabled> {
        if !self.is_enabled(choice) {
            return Err(NotEnabled(choice));
        }
        self.n_steps += 1;
        self.outcome = Outcome::Running;
        let thread = choice.thread.0;
        let performed = match self.threads[thread as usize].waiting {
            Waiting::Cond { cond, mutex, .. } => self.wake(thread, cond, mutex, choice.variant),
            Waiting::Woken { mutex, status } => self.resume_wait(thread, mutex, status),
            _ => match self.access_unrecorded(thread) {
                Some(answer) => Ok(Performed::Answer(answer)),
                None => self.perform_pending(thread, choice.variant),
            },
        };
        self.after(thread, performed);
        self.conclude(thread);
        Ok(&self.outcome)
    }

    fn perform_pending(&mut self, thread: u32, variant: u32) -> Result<Performed, Halt> {
        let request = std::mem::replace(&mut self.threads[thread as usize].pending, nothing());
        let performed = self.perform(thread, &request, variant);
        self.threads[thread as usize].pending = request;
        performed
    }

    /// Whether a thread can move, in exactly one way.
    pub fn is_plain(&self, thread: ThreadId) -> bool {
        let choice = Choice { thread, variant: 0 };
        let access = self.threads.get(thread.0 as usize).is_some_and(|data| {
            matches!(data.pending.kind, RequestKind::Read { .. } | RequestKind::Write { .. })
        });
        self.is_enabled(choice) && (access || self.variants(thread.0).len() == 1)
    }

    /// Ends the execution from outside.
    pub fn stop(&mut self, what: String, span: ir::Span, thread: ThreadId) {
        if self.is_running() {
            self.outcome = Outcome::LimitReached { what, span, thread };
        }
    }

    /// Takes the thread on from what came of its request.
    fn after(&mut self, thread: u32, performed: Result<Performed, Halt>) {
        match performed {
            Ok(Performed::Answer(answer)) => {
                self.answer(thread, answer);
                self.settle(thread);
            }
            Ok(Performed::Waits) => {}
            Ok(Performed::Ended) => self.threads[thread as usize].waiting = Waiting::Ended,
            Err(halt) => self.halt(thread, halt),
        }
    }

    /// Answers what the thread has been waiting for.
    fn answer(&mut self, thread: u32, answer: Answer) {
        if self.config.log {
            let request = self.threads[thread as usize].pending.clone();
            self.keep(thread, request, &answer);
        }
        self.machine.answer(&mut self.threads[thread as usize].state, answer);
    }

    fn keep(&mut self, thread: u32, request: Request, answer: &Answer) {
        let instructions = self.threads[thread as usize].state.steps();
        self.log.push(Answered { thread: ThreadId(thread), instructions, request, answer: answer.clone() });
    }

    /// Runs a thread up to its next visible request.
    fn settle(&mut self, thread: u32) {
        while self.is_running() {
            let state = &mut self.threads[thread as usize].state;
            let request = match self.machine.advance_within(state, &self.config.limits) {
                Ok(request) => request,
                Err(stop) => return self.stop(stop.to_string(), ir::Span::NONE, ThreadId(thread)),
            };
            let visible = self.is_visible(thread, &request);
            if visible {
                self.threads[thread as usize].pending = request;
                return;
            }
            let performed = self.perform(thread, &request, 0);
            match performed {
                Ok(Performed::Answer(answer)) => {
                    if self.config.log {
                        self.keep(thread, request, &answer);
                    }
                    self.machine.answer(&mut self.threads[thread as usize].state, answer);
                }
                other => {
                    self.threads[thread as usize].pending = request;
                    return self.after(thread, other);
                }
            }
        }
    }

    /// Whether others can tell when this happens.
    fn is_visible(&self, thread: u32, request: &Request) -> bool {
        use RequestKind::*;
        match &request.kind {
            Read { addr, size, .. } => !self.memory.is_constant(*addr, *size),
            Write { .. } | Rmw { .. } | CompareExchange { .. } | Free { .. } | Output { .. } => true,
            Exit { .. } | Abort | Unsupported { .. } | AssumeFailed => true,
            Sync { op, .. } => !op.is_local(),
            AtomicBegin => self.atomic.is_none_or(|(owner, ..)| owner != thread),
            Fence { .. } | Alloc { .. } | Release { .. } | ObjectSize { .. } | Input { .. } | AtomicEnd => {
                false
            }
            TransactionBegin | TransactionEnd | Observe { .. } | AssertFailed { .. } | Destructors { .. } => {
                false
            }
            Finished { .. } | Error(_) => false,
        }
    }

    fn halt(&mut self, thread: u32, halt: Halt) {
        self.outcome = match halt {
            Halt::Outcome(outcome) => outcome,
            Halt::Fault(Fault { kind, message }) => {
                let span = self.threads[thread as usize].pending.span;
                Outcome::Violation(Failure { kind, message, span, thread: ThreadId(thread) })
            }
        };
    }

    /// If nobody can move but by waking without a signal, the execution is over. `last` is the thread that moved last.
    fn conclude(&mut self, last: u32) {
        if !self.is_running() || !self.usual_variants(last).is_empty() {
            return;
        }
        let n_threads = self.threads.len() as u32;
        if (0..n_threads).any(|thread| !self.usual_variants(thread).is_empty()) {
            return;
        }
        let unfinished: Vec<u32> = (0..n_threads)
            .filter(|&thread| self.threads[thread as usize].waiting != Waiting::Ended)
            .collect();
        self.outcome = match unfinished.is_empty() {
            true => Outcome::Finished(End::AllThreadsEnded),
            false => {
                let blocked = unfinished.into_iter().map(|thread| self.blocked(thread)).collect();
                Outcome::Deadlock(Deadlock {
                    blocked,
                    atomic: self.atomic.map(|(owner, ..)| ThreadId(owner)),
                })
            }
        };
    }

    fn blocked(&self, thread: u32) -> Blocked {
        let data = &self.threads[thread as usize];
        let reason = match (&data.waiting, &data.pending.kind) {
            _ if self.atomic.is_some_and(|(owner, ..)| owner != thread) => {
                "waits for the end of an atomic section".to_string()
            }
            (Waiting::Cond { cond, .. }, _) => format!("waits for a signal on {}", self.named(*cond)),
            (Waiting::Woken { mutex, .. }, _) => {
                format!("waits for {}{}", self.named(*mutex), self.holders(*mutex))
            }
            (Waiting::Barrier { barrier }, _) => format!("waits at barrier {}", self.named(*barrier)),
            (_, RequestKind::Sync { op: SyncOp::ThreadJoin, args }) => {
                let target = args.first().and_then(|&handle| thread_of_handle(handle as u64));
                format!("waits for thread {} to end", target.map_or("?".into(), |target| target.to_string()))
            }
            (_, RequestKind::Sync { op, args }) => {
                let object = args.first().map_or(0, |&addr| addr as u64);
                format!("waits in {} for {}{}", op.name(), self.named(object), self.holders(object))
            }
            _ => "cannot move".to_string(),
        };
        Blocked { thread: ThreadId(thread), reason, span: data.pending.span }
    }

    fn named(&self, addr: u64) -> String {
        self.memory.describe(addr).map_or_else(|| format!("{addr:#x}"), |name| format!("`{name}`"))
    }

    fn add_thread(&mut self, mut state: ThreadState, function: FuncId) {
        if self.recorder.as_ref().is_some_and(Recorder::is_full) {
            state.stop_tracking();
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.add_thread(function);
        }
        self.threads.push(WorldThread {
            state,
            pending: nothing(),
            waiting: Waiting::No,
            result: 0,
            consumed: false,
            wakes: 0,
            keys: Keys::default(),
        });
    }
}

/// Stands in until a thread has asked for something.
fn nothing() -> Request {
    Request::new(RequestKind::Error(RuntimeError::Unreachable), ir::Span::NONE)
}
