//! From a satisfying assignment to a witness: every thread is run by the interpreter along the events that happen, which
//! gives exact addresses and values; the model then orders the execution and the certifier judges it.
//!
//! A thread's requests come in the order of its events. Shared reads are answered by what their source wrote (by the
//! assignment's own value where the source comes later, as a weak model permits); private memory is kept here, byte by
//! byte, by whoever wrote last. What does not fit is an error of ours and never a violation.

mod finish;
mod memory;
mod sync;

use crate::encode::Encoding;
use events::{
    Event, EventId, EventKind, Execution, Failure, FailureKind, ReadsFrom, SyncStep, Thread, ThreadId,
};
use interp::{
    AllocKind, Answer, Machine, MachineOptions, Memory, Request, RequestKind, ThreadState, Values,
    thread_handle,
};
use ir::{Span, SyncOp};
use limits::Stop;
use rustc_hash::FxHashMap;
use solver::{Evaluator, Model};
use std::collections::BTreeMap;
use std::sync::Arc;
use unfold::ObjectId;
use unfold::{Event as GraphEvent, FailurePoint, What};
use verdict::{ProgramRef, Witness};

/// Steps without a request: a thread that needs more does not follow the graph.
const MAX_STEPS: u64 = 1 << 28;

/// Requests of a thread behind its last event, at most.
const MAX_IDLE: u32 = 10_000;

/// Why the assignment does not make an execution.
pub(crate) type Mismatch = String;

/// An event of the execution before all ids are known.
#[derive(Clone, Debug)]
struct Draft {
    event: Event,
    /// The event of the graph it comes from.
    graph: Option<u32>,
    /// Bytes from graph events that may not be drafted yet.
    sources: Pieces,
    reads: Option<u32>,
    deps: interp::ReadDependencies,
    /// When it was drafted.
    sequence: u32,
}

/// Where the bytes of a read come from: offset, length, source.
type Pieces = Vec<(u64, u64, Source)>;

#[derive(Clone, Copy, Debug)]
enum Source {
    Initial,
    Graph(u32),
    Draft(u32, u32),
}

struct Runner {
    /// In the graph.
    thread: u32,
    state: ThreadState,
    /// Graph events that happen, in program order, and how many are done.
    events: Vec<u32>,
    done: usize,
    inputs: Vec<u128>,
    allocations: Vec<ObjectId>,
    drafts: Vec<Draft>,
    n_reads: u32,
    section: Option<u32>,
    depth: u32,
    /// In the middle of a wait.
    waiting: bool,
    stopped: bool,
    /// The last thing it did was to read, where something written must be found, what nobody has written.
    reads_unwritten: bool,
    ended: Option<u128>,
    /// Thread-specific values that are not null.
    keys: Vec<(u32, u64)>,
    /// How often it still frees something.
    n_frees: usize,
    /// What it (or its creator before) has freed, or left behind.
    freed: Vec<u64>,
    /// Requests since its last event.
    n_idle: u32,
}

pub(crate) struct Concretise<'e, 'p> {
    encoding: &'e Encoding<'p>,
    values: Evaluator<'e, Model>,
    model: &'e Model,
    machine: Machine,
    memory: Memory,
    /// Who wrote a byte of private memory last.
    writers: FxHashMap<u64, (u32, u32)>,
    runners: Vec<Runner>,
    /// Number in the execution by number in the graph.
    numbers: FxHashMap<u32, u32>,
    /// The object of the graph that begins at this address, and back.
    objects: FxHashMap<u64, ObjectId>,
    /// Bytes written by graph events that were drafted: address and value.
    written: FxHashMap<u32, (u64, u64, u128)>,
    places: FxHashMap<u32, (u32, u32)>,
    sources: FxHashMap<u32, Vec<(u32, Option<u32>)>>,
    wanted: FailurePoint,
    /// What comes later in the assignment's order is not looked at.
    last: Option<u32>,
    /// Of each key.
    destructors: Vec<u64>,
    n_drafts: u32,
    observed: BTreeMap<Arc<str>, (u128, ir::Ty)>,
}

enum Step {
    Went,
    Waits,
    Stopped,
}

/// `out_of_time` says why there is no more time, if so; then there is no witness.
pub(crate) fn witness(
    encoding: &Encoding<'_>,
    model: &Model,
    wanted: &FailurePoint,
    out_of_time: &dyn Fn() -> Option<Stop>,
) -> Result<Witness, Mismatch> {
    let mut run = Concretise::new(encoding, model, wanted.clone());
    run.start(0, None, Vec::new());
    run.run(out_of_time)?;
    run.finish()
}

impl<'e, 'p> Concretise<'e, 'p> {
    fn new(encoding: &'e Encoding<'p>, model: &'e Model, wanted: FailurePoint) -> Self {
        let options =
            MachineOptions { dependencies: true, max_steps: MAX_STEPS, ..MachineOptions::default() };
        let machine = Machine::with_options(Arc::new(encoding.program.clone()), options);
        let memory = Memory::new(encoding.program, machine.layout(), u64::MAX);
        let mut objects = FxHashMap::default();
        for id in encoding.program.globals.ids() {
            objects.insert(machine.layout().global(id), ObjectId(id.0));
        }
        let mut values = model.evaluator(&encoding.solver.terms);
        let mut sources: FxHashMap<u32, Vec<(u32, Option<u32>)>> = FxHashMap::default();
        for rf in &encoding.reads_from {
            if values.bool(rf.literal) {
                sources.entry(rf.read).or_default().push((rf.cell, rf.write));
            }
        }
        let node = wanted.event.map(|event| encoding.nodes[event as usize]);
        let last = node.and_then(|node| model.position(encoding.global, node));
        Concretise {
            encoding,
            last,
            values,
            model,
            memory,
            machine,
            writers: FxHashMap::default(),
            runners: Vec::new(),
            numbers: FxHashMap::default(),
            objects,
            written: FxHashMap::default(),
            places: FxHashMap::default(),
            sources,
            wanted,
            destructors: Vec::new(),
            n_drafts: 0,
            observed: BTreeMap::new(),
        }
    }

    fn happens(&mut self, event: u32) -> bool {
        self.values.bool(self.encoding.guard_term(event))
    }
    fn graph_event(&self, event: u32) -> &'e GraphEvent {
        &self.encoding.graph.events[event as usize]
    }

    /// Begins a thread; its number in the execution.
    fn start(&mut self, thread: u32, argument: Option<u128>, freed: Vec<u64>) -> u32 {
        let graph = &self.encoding.graph;
        let data = &graph.threads[thread as usize];
        let number = self.runners.len() as u32;
        let state = match argument {
            None => self.machine.start_main(number),
            Some(argument) => self.machine.start(number, data.function, &[argument]),
        };
        let private = |event: &u32| {
            graph.ghosts.contains(event)
                || graph.events[*event as usize].access().is_some_and(|access| access.private)
        };
        let events: Vec<u32> =
            data.events.iter().copied().filter(|event| !private(event) && self.happens(*event)).collect();
        let mut happened = |owner: u32, guard| owner == thread && self.values.bool(graph.guards.term(guard));
        let inputs = graph.inputs.iter().rev().filter(|input| happened(input.0, input.1));
        let inputs: Vec<_> = inputs.map(|&(.., term)| term).collect();
        let made = graph.allocations.iter().rev().filter(|made| happened(made.0, made.1));
        let allocations = made.map(|&(.., object)| object).collect();
        let known = graph.frees.iter().filter(|free| !free.on_return).map(|free| (free.thread, free.guard));
        let frees = known.chain(graph.unknown_frees.iter().copied());
        let n_frees = frees.filter(|&(owner, guard)| happened(owner, guard)).count();
        let inputs = inputs.into_iter().map(|term| self.values.bits(term)).collect();
        self.numbers.insert(thread, number);
        self.runners.push(Runner {
            thread,
            state,
            events,
            done: 0,
            inputs,
            allocations,
            drafts: Vec::new(),
            n_reads: 0,
            section: None,
            depth: 0,
            waiting: false,
            stopped: false,
            reads_unwritten: false,
            ended: None,
            keys: Vec::new(),
            n_frees,
            freed,
            n_idle: 0,
        });
        if argument.is_some() {
            let kind = EventKind::sync(SyncStep::ThreadBegin, [thread_handle(number)]);
            let event = Event::new(ThreadId(number), kind, Span::NONE);
            match self.take_event(number) {
                None => self.runners[number as usize].stopped = true,
                begin => {
                    self.draft(number, event, begin, &Request::new(RequestKind::AtomicBegin, Span::NONE))
                }
            }
        }
        number
    }

    fn run(&mut self, out_of_time: &dyn Fn() -> Option<Stop>) -> Result<(), Mismatch> {
        let mut n_steps = 0u32;
        loop {
            let mut moved = false;
            let mut waiting = Vec::new();
            for number in 0.. {
                if number as usize >= self.runners.len() {
                    break;
                }
                loop {
                    if self.runners[number as usize].stopped || self.is_done(number) {
                        self.runners[number as usize].stopped = true;
                        break;
                    }
                    n_steps = n_steps.wrapping_add(1);
                    self.runners[number as usize].n_idle += u32::from(self.next_event(number).is_none());
                    if let Some(why) = n_steps.is_multiple_of(4096).then(out_of_time).flatten() {
                        return Err(why.to_string());
                    }
                    match self.step(number, false)? {
                        Step::Went => moved = true,
                        Step::Waits => {
                            waiting.push(number);
                            break;
                        }
                        Step::Stopped => self.runners[number as usize].stopped = true,
                    }
                }
            }
            if !moved && waiting.is_empty() {
                return Ok(());
            }
            if !moved && !self.force_one(&waiting)? {
                return Err("the threads wait for each other".into());
            }
        }
    }

    /// Whether what a thread does after its last event is of no interest: it may go round for ever there.
    fn is_done(&self, number: u32) -> bool {
        let whole = matches!(self.wanted.kind, FailureKind::Deadlock | FailureKind::FinalState);
        let runner = &self.runners[number as usize];
        let fails = self.wanted.kind != FailureKind::Race && runner.thread == self.wanted.at.thread;
        // What it leaves behind by returning may be what the failure is about, or the join that it comes to.
        use FailureKind::{OutOfBounds, SyncMisuse, UseAfterReturn};
        let about = matches!(self.wanted.kind, UseAfterReturn | OutOfBounds | SyncMisuse);
        let matters = about && runner.n_idle < MAX_IDLE;
        !whole && !fails && !matters && self.next_event(number).is_none() && runner.n_frees == 0
    }

    /// Lets one thread read what is still to be written.
    fn force_one(&mut self, waiting: &[u32]) -> Result<bool, Mismatch> {
        for &number in waiting {
            match self.step(number, true)? {
                Step::Went => return Ok(true),
                Step::Stopped => {
                    self.runners[number as usize].stopped = true;
                    return Ok(true);
                }
                Step::Waits => {}
            }
        }
        Ok(false)
    }

    fn next_event(&self, number: u32) -> Option<u32> {
        let runner = &self.runners[number as usize];
        let event = runner.events.get(runner.done).copied()?;
        let position = self.model.position(self.encoding.global, self.encoding.nodes[event as usize]);
        let late = matches!((position, self.last), (Some(position), Some(last)) if position > last);
        (!late).then_some(event)
    }
    fn take_event(&mut self, number: u32) -> Option<u32> {
        let event = self.next_event(number)?;
        self.runners[number as usize].done += 1;
        Some(event)
    }
    fn answer(&mut self, number: u32, answer: Answer) {
        self.machine.answer(&mut self.runners[number as usize].state, answer);
    }

    fn draft(&mut self, number: u32, mut event: Event, graph: Option<u32>, request: &Request) {
        let runner = &mut self.runners[number as usize];
        event.section = runner.section.filter(|_| runner.depth > 0);
        if let Some(graph) = graph {
            self.places.insert(graph, (number, runner.drafts.len() as u32));
        }
        let deps = request.deps.clone();
        self.n_drafts += 1;
        let sequence = self.n_drafts;
        runner.drafts.push(Draft { event, graph, sources: Vec::new(), reads: None, deps, sequence });
    }

    /// One request of one thread. `force`: answer a read although its source is still to come.
    fn step(&mut self, number: u32, force: bool) -> Result<Step, Mismatch> {
        let request = self.machine.advance(&mut self.runners[number as usize].state);
        let answer = match &request.kind {
            RequestKind::Read { .. }
            | RequestKind::Write { .. }
            | RequestKind::Rmw { .. }
            | RequestKind::CompareExchange { .. } => {
                return self.access(number, &request, force);
            }
            RequestKind::Sync { op, args } => return self.sync(number, &request, *op, &args.clone()),
            RequestKind::Fence { bits } => {
                let Some(event) = self.take_event(number) else { return Ok(Step::Stopped) };
                let kind = EventKind::Fence { bits: *bits };
                self.draft(number, Event::new(ThreadId(number), kind, request.span), Some(event), &request);
                Answer::Done
            }
            RequestKind::Alloc { .. } => {
                let Some(answer) = self.allocate(number, &request) else { return Ok(Step::Stopped) };
                answer
            }
            RequestKind::Release { addrs } => {
                self.runners[number as usize].freed.extend(addrs);
                Answer::Done
            }
            RequestKind::Free { addr } => {
                let runner = &mut self.runners[number as usize];
                if runner.n_frees == 0 {
                    return Ok(Step::Stopped);
                }
                runner.n_frees -= 1;
                runner.freed.push(*addr);
                let mut event = Event::new(ThreadId(number), EventKind::Free, request.span);
                (event.addr, event.size) = (*addr, self.memory.object_size(*addr));
                self.draft(number, event, None, &request);
                Answer::Done
            }
            RequestKind::ObjectSize { addr } => Answer::Value(u128::from(self.memory.object_size(*addr))),
            RequestKind::Input { ty, .. } => {
                let Some(value) = self.runners[number as usize].inputs.pop() else {
                    return Ok(Step::Stopped);
                };
                let mut event = Event::new(ThreadId(number), EventKind::Input, request.span);
                (event.read, event.size) = (Some(value & ty.mask()), ty.bytes());
                self.draft(number, event, None, &request);
                Answer::Value(value & ty.mask())
            }
            RequestKind::AtomicBegin => {
                let outermost = self.runners[number as usize].depth == 0;
                if outermost {
                    let Some(event) = self.take_event(number) else {
                        if self.assumption_fails_next(number) {
                            self.take_back(number);
                        }
                        return Ok(Step::Stopped);
                    };
                    self.runners[number as usize].section = self.graph_event(event).section;
                }
                self.runners[number as usize].depth += 1;
                Answer::Done
            }
            RequestKind::AtomicEnd => {
                self.runners[number as usize].depth = self.runners[number as usize].depth.saturating_sub(1);
                Answer::Done
            }
            RequestKind::TransactionBegin | RequestKind::TransactionEnd | RequestKind::Output { .. } => {
                Answer::Done
            }
            RequestKind::Observe { name, value, ty } => {
                self.observed.insert(name.clone(), (*value, *ty));
                Answer::Done
            }
            RequestKind::Destructors { .. } => Answer::Calls(self.destructors(number)),
            RequestKind::AssumeFailed => {
                self.take_back(number);
                return Ok(Step::Stopped);
            }
            RequestKind::Finished { values } => {
                return self.finished(number, values.first().copied().unwrap_or(0), &request);
            }
            // A failed assertion, perhaps not the one that is wanted: the graph ends the thread there too.
            RequestKind::AssertFailed { .. }
            | RequestKind::Exit { .. }
            | RequestKind::Abort
            | RequestKind::Unsupported { .. }
            | RequestKind::Error(_) => {
                return Ok(Step::Stopped);
            }
        };
        self.answer(number, answer);
        Ok(Step::Went)
    }

    /// The thread stops before the last thing it did, which is as far as an execution of interest goes.
    fn take_back(&mut self, number: u32) {
        let undone = self.runners[number as usize].drafts.pop();
        if let Some(graph) = undone.and_then(|draft| draft.graph) {
            self.places.remove(&graph);
        }
    }

    /// Whether a thread that stands before an atomic section comes to a false assumption without doing anything else.
    fn assumption_fails_next(&self, number: u32) -> bool {
        let mut state = self.runners[number as usize].state.clone();
        loop {
            match self.machine.advance(&mut state).kind {
                RequestKind::AtomicBegin | RequestKind::AtomicEnd => {
                    self.machine.answer(&mut state, Answer::Done)
                }
                RequestKind::AssumeFailed => return true,
                _ => return false,
            }
        }
    }

    fn finished(&mut self, number: u32, value: u128, request: &Request) -> Result<Step, Mismatch> {
        let event = self.take_event(number);
        if event.is_some() {
            let kind = EventKind::sync(SyncStep::ThreadEnd, [thread_handle(number)]);
            self.draft(number, Event::new(ThreadId(number), kind, Span::NONE), event, request);
            self.runners[number as usize].ended = Some(value);
        }
        Ok(Step::Stopped)
    }
}
