//! From a recorded run to its symbolic trace: every thread is run once more along the recorded path, with an
//! expression beside the number in each register.
//!
//! Paper 003 §2 and §6. Whatever the world answered (an address, a status, an input) is taken from the record; reads of
//! shared memory become variables; everything else is computed from them. What cannot be kept symbolic (floating point,
//! sizes of copies, function pointers, objects to lock) is pinned to the value of the run by a guard: such a trace
//! program has fewer interleavings than the program, never more.
//!
//! Invariants: the requests of the record are exactly what the threads ask for; if not, `ShadowError::Differs`. A register
//! without an expression holds what it held in the run.

mod access;
mod sync;
mod walk;

use crate::config::AtomicBlocks;
use crate::expr::{ExprId, Node, ReadId};
use crate::record::{RecordedStep, Recording};
use crate::space::{Space, Touch};
use crate::trace::*;
use interp::{Answered, Machine, Request, RequestKind, ThreadState, thread_of_handle};
use ir::{BinaryOp, CastOp, FuncId, Op, Span, SyncOp, Ty};
use limits::Limits;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;
pub(crate) use sync::COUNTER;
use sync::SyncRecord;

/// Why a run cannot be told as a trace.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShadowError {
    #[error("{place}: the record does not fit the program: {what}")]
    Differs { place: String, what: String },
}

/// How often the set of shared bytes may grow before symbolic addresses are given up.
const MAX_ROUNDS: usize = 8;

/// The symbolic trace of a run.
pub(crate) fn trace_of(recording: &Recording, blocks: &AtomicBlocks, limits: &Limits) -> Result<Trace> {
    let mut space = Space::new(touches(recording));
    let mut round = 0;
    loop {
        // Without symbolic addresses no place is added, and the loop ends.
        let builder = Builder::new(recording, &space, blocks, round < MAX_ROUNDS && !limits.are_reached());
        let (trace, possible) = builder.build()?;
        if !space.extend(possible) {
            return Ok(trace);
        }
        round += 1;
    }
}

/// All accesses of the run that can be told from outside. Giving memory back touches all of it.
fn touches(recording: &Recording) -> Vec<Touch> {
    let sizes: FxHashMap<u64, u64> = recording.log.iter().filter_map(allocated).collect();
    let visible = recording.steps.iter().filter_map(|step| {
        let freed = match step.request.kind {
            RequestKind::Free { addr } => sizes.get(&addr).map(|&size| (addr, size)),
            _ => None,
        };
        let (addr, size) = step.request.access().or(freed)?;
        let writes = !matches!(step.request.kind, RequestKind::Read { .. });
        Some(Touch { addr, size, thread: step.choice.thread.0, writes, wild: false })
    });
    visible.collect()
}

/// The object that an answer made: first byte and size.
fn allocated(entry: &Answered) -> Option<(u64, u64)> {
    match (&entry.request.kind, &entry.answer) {
        (RequestKind::Alloc { size, .. }, interp::Answer::Value(addr)) => Some((*addr as u64, *size)),
        _ => None,
    }
}

/// A call in progress.
#[derive(Clone, Debug)]
struct Call {
    function: FuncId,
    /// The step it began at.
    first_step: u32,
    /// Locks that it took and gave back itself: lock, first step, last step, how often.
    locked: Vec<(u64, u32, u32, u32)>,
}

/// What goes with the state of a thread.
#[derive(Clone, Debug, Default)]
struct ShadowThread {
    /// What it asks for.
    request: Option<RequestKind>,
    /// Beside each register.
    registers: Vec<Option<ExprId>>,
    calls: Vec<Call>,
    guards: Vec<ExprId>,
    /// What it ends with.
    result: Option<ExprId>,
    ending: bool,
    /// The piece of a copy that was read last.
    piece: Option<ExprId>,
    keys: Vec<(u32, ExprId)>,
    /// Arguments of the destructors that are still to be called.
    destructors: Vec<ExprId>,
    /// The atomic section it is in, and how deep.
    section: Option<u32>,
    depth: u32,
    /// Where transactions began.
    open: Vec<(u32, Span)>,
    /// Number of its wait in progress.
    wait: Option<u32>,
}

pub(crate) struct Builder<'a> {
    recording: &'a Recording,
    machine: &'a Machine,
    space: &'a Space,
    blocks: &'a AtomicBlocks,
    /// Whether addresses may stay symbolic.
    symbolic_addresses: bool,
    trace: Trace,
    states: Vec<ThreadState>,
    threads: Vec<ShadowThread>,
    /// Private memory: what was written last, and which byte of it.
    memory: FxHashMap<u64, (ExprId, u8)>,
    sync: SyncRecord,
    /// Objects by their first byte, with their size; those of globals come from the layout.
    objects: BTreeMap<u64, u64>,
    /// Objects that some pointer in memory points to.
    pointed_to: Vec<u64>,
    possible: Vec<Touch>,
    n_sections: u32,
    /// First values of semaphores.
    semaphores: BTreeMap<u64, u128>,
}

/// An answer on its way to a thread.
#[derive(Clone, Copy)]
pub(crate) struct Told<'r> {
    request: &'r Request,
    answer: &'r interp::Answer,
    /// The choice that this answers; `None` for what others cannot tell.
    step: Option<&'r RecordedStep>,
}

type Result<T = ()> = std::result::Result<T, ShadowError>;

impl<'a> Builder<'a> {
    fn new(recording: &'a Recording, space: &'a Space, blocks: &'a AtomicBlocks, symbolic: bool) -> Self {
        let machine: &Machine = &recording.machine;
        let program = machine.program();
        let objects = program
            .globals
            .iter_enumerated()
            .filter(|(_, global)| !global.thread_local)
            .map(|(id, global)| (machine.layout().global(id), global.size))
            .collect();
        Builder {
            recording,
            machine,
            space,
            blocks,
            symbolic_addresses: symbolic,
            trace: Trace { outcome: recording.outcome.clone(), ..Trace::default() },
            states: Vec::new(),
            threads: Vec::new(),
            memory: FxHashMap::default(),
            sync: SyncRecord::default(),
            objects,
            pointed_to: Vec::new(),
            possible: Vec::new(),
            n_sections: 0,
            semaphores: BTreeMap::new(),
        }
    }

    fn build(mut self) -> Result<(Trace, Vec<Touch>)> {
        self.collect_pointers();
        let entry = self.machine.program().entry;
        self.add_thread(self.machine.start_main(0), entry, None);
        self.run(0);
        let recording = self.recording;
        for entry in &recording.log[..recording.before] {
            self.tell(entry, None)?;
        }
        for step in &recording.steps {
            self.replay(step)?;
        }
        for thread in 0..self.threads.len() as u32 {
            self.end_thread(thread);
        }
        Ok(self.finish())
    }

    fn finish(mut self) -> (Trace, Vec<Touch>) {
        let world = &self.recording.world;
        let pristine = interp::Memory::new(self.machine.program(), self.machine.layout(), u64::MAX);
        let initial = |addr: u64, size: u64| pristine.read(addr, size).map_or(0, |(value, _)| value);
        let name = |addr: u64| {
            let known = world.memory().describe(addr);
            known.unwrap_or_else(|| Arc::from(format!("{addr:#x}")))
        };
        let mut cells = self.space.cells(initial, name);
        for (&addr, &initial) in &self.semaphores {
            let name = name(addr & !sync::COUNTER);
            cells.push(Cell { addr, size: 4, initial, name });
        }
        cells.sort_by_key(|cell| cell.addr);
        self.trace.cells = cells;
        self.trace.transactions.sort_by_key(|t| (t.thread, t.first, t.last));
        (self.trace, self.possible)
    }

    /// Objects that a pointer in the run points to: where a pointer read from shared memory may lead.
    fn collect_pointers(&mut self) {
        let mut found = Vec::new();
        for step in &self.recording.steps {
            if let RequestKind::Write { size: 8, value, .. } = step.request.kind {
                found.push(value as u64);
            }
        }
        for entry in &self.recording.log {
            match (&entry.request.kind, &entry.answer) {
                (RequestKind::Read { size: 8, .. }, interp::Answer::Value(value)) => {
                    found.push(*value as u64)
                }
                _ => self.objects.extend(allocated(entry)),
            }
        }
        let mut starts: Vec<u64> =
            found.into_iter().filter_map(|addr| self.object_at(addr).map(|(start, _)| start)).collect();
        starts.sort_unstable();
        starts.dedup();
        self.pointed_to = starts;
    }

    /// The object that an address points into: first byte and size.
    fn object_at(&self, addr: u64) -> Option<(u64, u64)> {
        let (&start, &size) = self.objects.range(..=addr).next_back()?;
        (addr < start.saturating_add(size)).then_some((start, size))
    }

    fn add_thread(&mut self, mut state: ThreadState, function: FuncId, created_by: Option<StepId>) {
        let name = self.function(function).map_or_else(|| "?".into(), |f| f.name.clone());
        state.stop_tracking();
        self.threads.push(ShadowThread::default());
        self.trace.threads.push(TraceThread {
            name,
            function,
            steps: Vec::new(),
            created_by,
            ended: false,
            tail: Vec::new(),
            inputs: Vec::new(),
            fences: Vec::new(),
        });
        interp::Shadow::enter(self, &mut state, &[]);
        self.states.push(state);
    }

    fn differs<T>(&self, thread: u32, what: impl Into<String>) -> Result<T> {
        let span = self.states.get(thread as usize).map_or(Span::NONE, |state| self.machine.span(state));
        let place = format!("{}, thread {thread}", self.machine.program().show_span(span));
        Err(ShadowError::Differs { place, what: what.into() })
    }

    /// One choice of the run.
    fn replay(&mut self, step: &'a RecordedStep) -> Result {
        let thread = step.choice.thread.0;
        let log = &self.recording.log[step.answers.clone()];
        let own = log.iter().position(|entry| entry.thread.0 == thread);
        let created = matches!(step.request.kind, RequestKind::Sync { op: SyncOp::ThreadCreate, .. });
        if created && own.is_some() {
            self.start_child(thread, step)?;
        }
        if own.is_none() {
            self.unanswered(thread, step)?;
        }
        for (index, entry) in log.iter().enumerate() {
            self.tell(entry, (Some(index) == own).then_some(step))?;
        }
        Ok(())
    }

    fn tell(&mut self, entry: &'a Answered, step: Option<&'a RecordedStep>) -> Result {
        let thread = entry.thread.0;
        if self.threads.get(thread as usize).is_none() {
            return self.differs(thread, "a thread that nobody has started");
        }
        let told = Told { request: &entry.request, answer: &entry.answer, step };
        self.consume(thread, told)
    }

    /// Adds a step that a thread does now; the guards since its last one go with it.
    fn add_step(&mut self, thread: u32, kind: StepKind, step: &RecordedStep) -> StepId {
        let id = StepId(self.trace.steps.len() as u32);
        let data = &mut self.threads[thread as usize];
        let described = &mut self.trace.threads[thread as usize];
        self.trace.steps.push(Step {
            thread,
            position: described.steps.len() as u32,
            kind,
            span: step.request.span,
            place: step.request.place.clone(),
            guards: std::mem::take(&mut data.guards),
            section: data.section,
            closing: Vec::new(),
            inputs: Vec::new(),
            kills: Vec::new(),
            variant: step.choice.variant,
        });
        described.steps.push(id);
        id
    }

    /// From here on the thread goes on only if this holds.
    fn guard(&mut self, thread: u32, cond: ExprId) {
        if self.trace.exprs.is_symbolic(cond) && !self.threads[thread as usize].guards.contains(&cond) {
            self.threads[thread as usize].guards.push(cond);
        }
    }
    /// Pins an expression to its value in the run.
    fn pin(&mut self, thread: u32, expr: ExprId) -> u128 {
        let seen = self.trace.exprs.seen(expr);
        if self.trace.exprs.is_symbolic(expr) {
            let same = self.trace.exprs.equals(expr, seen);
            self.guard(thread, same);
        }
        seen
    }

    /// A new variable for what the step that comes next reads.
    fn new_read(&mut self, size: u64, seen: u128) -> (ReadId, ExprId) {
        let step = StepId(self.trace.steps.len() as u32);
        let id = ReadId(self.trace.reads.len() as u32);
        let expr = self.trace.exprs.read(id, Ty::Int((8 * size).min(128) as u8), seen);
        self.trace.reads.push(Read { step, expr });
        (id, expr)
    }

    /// Objects and inputs belong to the last step of the thread.
    fn last_step(&mut self, thread: u32) -> Option<&mut Step> {
        let id = self.trace.threads[thread as usize].steps.last()?;
        self.trace.steps.get_mut(id.0 as usize)
    }

    fn start_child(&mut self, thread: u32, step: &RecordedStep) -> Result {
        let Some(&Op::Sync { op: SyncOp::ThreadCreate, ref args }) = self.instruction(thread) else {
            return self.differs(thread, "a thread is started");
        };
        let &[function, argument] = &args[..] else {
            return self.differs(thread, "a thread is started with other arguments");
        };
        let (function, argument) = (self.operand(thread, function), self.operand(thread, argument));
        let addr = self.pin(thread, function) as u64;
        let Some(function) = self.machine.layout().function_at(addr) else {
            return self.differs(thread, "a thread that runs no function");
        };
        let child = self.threads.len() as u32;
        let id = self.add_step(thread, StepKind::Create { child }, step);
        let state = self.machine.start(child, function, &[self.trace.exprs.seen(argument)]);
        self.add_thread(state, function, Some(id));
        self.set_parameter(child, function, argument);
        self.run(child);
        Ok(())
    }

    /// The instruction at hand.
    fn instruction(&self, thread: u32) -> Option<&'a Op> {
        self.machine.instruction(self.states.get(thread as usize)?).map(|inst| &inst.op)
    }

    /// The thread of a handle in the record.
    fn thread_of(&self, handle: u128) -> Option<u32> {
        thread_of_handle(handle as u64).filter(|&thread| (thread as usize) < self.threads.len())
    }

    /// Whether an address is computed from a constant one, so that it stays in the same object.
    fn has_fixed_base(&self, addr: ExprId) -> bool {
        match self.trace.exprs.node(addr) {
            Node::Const(value) => self.object_at(value as u64).is_some(),
            Node::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
                self.has_fixed_base(a) || self.has_fixed_base(b)
            }
            Node::Cast(CastOp::Bits, a) => self.has_fixed_base(a),
            _ => false,
        }
    }
}
