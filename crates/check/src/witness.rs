//! From a satisfying assignment to a witness: every thread is run by the interpreter along the events that happen, which
//! gives exact addresses and values; the model then orders the execution and the certifier judges it.
//!
//! A thread's requests come in the order of its events. Shared reads are answered by what their source wrote (by the
//! assignment's own value where the source comes later, as a weak model permits); private memory is kept here, byte by
//! byte, by whoever wrote last. What does not fit is an error of ours and never a violation.

use crate::encode::Encoding;
use crate::graph::{Event as GraphEvent, FailurePoint, What};
use crate::objects::ObjectId;
use crate::unfold::WORD;
use events::{
    Event, EventId, EventKind, Execution, Failure, FailureKind, ObjectAddress, ReadsFrom, SyncOrder,
    SyncStep, Thread, ThreadId,
};
use interp::memory::{ObjectKind as MemoryObject, initial_bytes};
use interp::{
    AllocKind, Answer, Machine, MachineOptions, Memory, Request, RequestKind, ThreadState, Values,
    rmw_result, thread_handle,
};
use ir::{GlobalId, Span, SyncOp};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use solver::{Evaluator, Model};
use std::collections::BTreeMap;
use std::sync::Arc;
use verdict::{ProgramRef, Witness};

/// Steps without a request: a thread that needs more does not follow the graph.
const MAX_STEPS: u64 = 1 << 28;

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
    ended: Option<u128>,
    /// Thread-specific values that are not null.
    keys: Vec<(u32, u64)>,
    /// How often it still frees something.
    n_frees: usize,
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

pub(crate) fn witness(
    encoding: &Encoding<'_>,
    model: &Model,
    wanted: &FailurePoint,
) -> Result<Witness, Mismatch> {
    let mut run = Concretise::new(encoding, model, wanted.clone());
    run.start(0, None);
    run.run()?;
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
        Concretise {
            encoding,
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
        let guard = self.encoding.guard_term(event);
        self.values.bool(guard)
    }
    fn graph_event(&self, event: u32) -> &'e GraphEvent {
        &self.encoding.graph.events[event as usize]
    }

    /// Begins a thread; its number in the execution.
    fn start(&mut self, thread: u32, argument: Option<u128>) -> u32 {
        let graph = &self.encoding.graph;
        let data = &graph.threads[thread as usize];
        let number = self.runners.len() as u32;
        let state = match argument {
            None => self.machine.start_main(number),
            Some(argument) => self.machine.start(number, data.function, &[argument]),
        };
        let private =
            |event: &u32| graph.events[*event as usize].access().is_some_and(|access| access.private);
        let events: Vec<u32> =
            data.events.iter().copied().filter(|event| !private(event) && self.happens(*event)).collect();
        let mut inputs = Vec::new();
        for &(owner, guard, term) in &graph.inputs {
            if owner == thread && self.values.bool(graph.guards.term(guard)) {
                inputs.push(self.values.bits(term));
            }
        }
        let mut allocations = Vec::new();
        for &(owner, guard, object) in &graph.allocations {
            if owner == thread && self.values.bool(graph.guards.term(guard)) {
                allocations.push(object);
            }
        }
        let frees = graph.frees.iter().filter(|free| free.thread == thread && !free.on_return);
        let n_frees = frees.filter(|free| self.values.bool(graph.guards.term(free.guard))).count();
        inputs.reverse();
        allocations.reverse();
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
            ended: None,
            keys: Vec::new(),
            n_frees,
        });
        if argument.is_some() {
            let objects = SmallVec::from_slice(&[ObjectAddress(thread_handle(number))]);
            let kind = EventKind::Sync { op: SyncStep::ThreadBegin, objects };
            let event = Event::new(ThreadId(number), kind, Span::NONE);
            let begin = self.take_event(number);
            self.draft(number, event, begin, &Request::new(RequestKind::AtomicBegin, Span::NONE));
        }
        number
    }

    fn run(&mut self) -> Result<(), Mismatch> {
        loop {
            let mut moved = false;
            let mut waiting = Vec::new();
            for number in 0.. {
                if number as usize >= self.runners.len() {
                    break;
                }
                loop {
                    if self.runners[number as usize].stopped {
                        break;
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
        runner.events.get(runner.done).copied()
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
            RequestKind::Alloc { addr, size, zeroed, kind, name, .. } => {
                let Some(answer) =
                    self.allocate(number, *addr, *size, *zeroed, *kind, name.clone(), &request)
                else {
                    return Ok(Step::Stopped);
                };
                answer
            }
            RequestKind::Release { addrs } => {
                addrs.iter().for_each(|&addr| self.memory.kill(addr));
                Answer::Done
            }
            RequestKind::Free { addr } => {
                let runner = &mut self.runners[number as usize];
                if runner.n_frees == 0 {
                    return Ok(Step::Stopped);
                }
                runner.n_frees -= 1;
                let mut event = Event::new(ThreadId(number), EventKind::Free, request.span);
                event.addr = *addr;
                self.draft(number, event, None, &request);
                Answer::Done
            }
            RequestKind::ObjectSize { addr } => Answer::Value(u128::from(self.memory.object_size(*addr))),
            RequestKind::Input { ty, .. } => {
                let Some(value) = self.runners[number as usize].inputs.pop() else {
                    return Ok(Step::Stopped);
                };
                let mut event = Event::new(ThreadId(number), EventKind::Input, request.span);
                event.read = Some(value & ty.mask());
                self.draft(number, event, None, &request);
                Answer::Value(value & ty.mask())
            }
            RequestKind::AtomicBegin => {
                let outermost = self.runners[number as usize].depth == 0;
                if outermost {
                    let Some(event) = self.take_event(number) else { return Ok(Step::Stopped) };
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
                // The thread stops before the last thing it did, which is as far as an execution of interest goes.
                let undone = self.runners[number as usize].drafts.pop();
                if let Some(graph) = undone.and_then(|draft| draft.graph) {
                    self.places.remove(&graph);
                }
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

    fn finished(&mut self, number: u32, value: u128, request: &Request) -> Result<Step, Mismatch> {
        let event = self.take_event(number);
        if event.is_some() {
            let objects = SmallVec::from_slice(&[ObjectAddress(thread_handle(number))]);
            let kind = EventKind::Sync { op: SyncStep::ThreadEnd, objects };
            self.draft(number, Event::new(ThreadId(number), kind, Span::NONE), event, request);
            self.runners[number as usize].ended = Some(value);
        }
        Ok(Step::Stopped)
    }

    /// The destructors to call for a thread that ends; its keys are null from then on.
    fn destructors(&mut self, number: u32) -> Vec<(u64, u64)> {
        let mut keys = std::mem::take(&mut self.runners[number as usize].keys);
        keys.sort_unstable();
        let destructor =
            |key: u32| self.destructors.get(key as usize).copied().filter(|&function| function != 0);
        keys.into_iter().filter_map(|(key, value)| Some((destructor(key)?, value))).collect()
    }

    /// Operations that nobody else sees.
    fn local(&mut self, number: u32, op: SyncOp, args: &Values) -> Values {
        let arg = |index: usize| args.get(index).copied().unwrap_or(0) as u64;
        let keys = &mut self.runners[number as usize].keys;
        match op {
            SyncOp::ThreadSelf => Values::from_slice(&[u128::from(thread_handle(number))]),
            SyncOp::KeyGet => {
                let value =
                    keys.iter().find(|(key, _)| u64::from(*key) == arg(0)).map_or(0, |(_, value)| *value);
                Values::from_slice(&[u128::from(value)])
            }
            SyncOp::KeySet => {
                keys.retain(|(key, _)| u64::from(*key) != arg(0));
                if arg(1) != 0 {
                    keys.push((arg(0) as u32, arg(1)));
                }
                Values::from_slice(&[0])
            }
            _ => Values::new(),
        }
    }

    fn allocate(
        &mut self,
        number: u32,
        addr: u64,
        size: u64,
        zeroed: bool,
        kind: AllocKind,
        name: Option<Arc<str>>,
        request: &Request,
    ) -> Option<Answer> {
        let thread = self.runners[number as usize].thread;
        let (object, bytes) = match kind {
            AllocKind::ThreadLocal(global) => {
                let bytes = initial_bytes(&self.encoding.program.globals[global], self.machine.layout());
                (self.thread_local(thread, global)?, Some(bytes))
            }
            AllocKind::Stack | AllocKind::Heap => {
                (self.runners[number as usize].allocations.pop()?, zeroed.then(|| vec![0; size as usize]))
            }
        };
        let stack = kind == AllocKind::Stack;
        let memory_kind = match kind {
            AllocKind::Stack => MemoryObject::Stack,
            AllocKind::Heap => MemoryObject::Heap,
            AllocKind::ThreadLocal(_) => MemoryObject::ThreadLocal,
        };
        self.memory.allocate(addr, size, memory_kind, bytes, name.clone());
        self.objects.insert(addr, object);
        let mut event = Event::new(ThreadId(number), EventKind::Alloc { zeroed, stack }, request.span);
        (event.addr, event.size, event.place) = (addr, size, name);
        self.draft(number, event, None, request);
        Some(Answer::Value(u128::from(addr)))
    }

    fn thread_local(&self, thread: u32, global: GlobalId) -> Option<ObjectId> {
        self.encoding.graph.thread_locals.get(&(thread, global)).copied()
    }

    /// The object and offset that an address stands for in the graph.
    fn place(&self, addr: u64) -> Option<(ObjectId, u64)> {
        let start = self.memory.object_at(addr)?.start;
        Some((*self.objects.get(&start)?, addr - start))
    }
    fn is_shared(&self, addr: u64, size: u64) -> bool {
        let Some((object, offset)) = self.place(addr) else { return false };
        let shared = &self.encoding.graph.shared;
        (offset / WORD..=(offset + size.max(1) - 1) / WORD).any(|word| shared.contains(&(object, word)))
    }

    fn access(&mut self, number: u32, request: &Request, force: bool) -> Result<Step, Mismatch> {
        let Some((addr, size)) = request.access() else { return Ok(Step::Stopped) };
        if self.memory.check(addr, size, interp::memory::AccessKind::Read).is_err() {
            return Ok(Step::Stopped);
        }
        let reads = matches!(request.kind, RequestKind::Read { .. });
        if reads && self.memory.is_constant(addr, size) {
            let value = self.memory.read(addr, size).map_or(0, |(value, _)| value);
            self.runners[number as usize].n_reads += 1;
            self.answer(number, Answer::Value(value));
            return Ok(Step::Went);
        }
        let printing = matches!(request.kind, RequestKind::Read { purpose: interp::ReadPurpose::Print, .. });
        let shared = self.is_shared(addr, size) && !printing;
        let graph = if shared {
            let Some(event) = self.next_event(number) else { return Ok(Step::Stopped) };
            let What::Access(access) = &self.graph_event(event).what else {
                return Err(format!("e{event} is not the access that the program makes at {addr:#x}"));
            };
            if access.size != size
                || access.read.is_none() != matches!(request.kind, RequestKind::Write { .. })
            {
                return Err(format!("e{event} is another access than the program makes at {addr:#x}"));
            }
            Some(event)
        } else {
            None
        };
        let needs_value = !matches!(request.kind, RequestKind::Write { .. });
        let (old, sources) = match (needs_value, graph) {
            (false, _) => (0, Vec::new()),
            (true, None) => self.private_read(addr, size),
            (true, Some(event)) => match self.shared_read(event, addr, size, force) {
                Some(read) => read,
                None => return Ok(Step::Waits),
            },
        };
        if graph.is_some() {
            self.take_event(number);
        }
        self.perform(number, request, addr, size, old, sources, graph);
        Ok(Step::Went)
    }

    fn perform(
        &mut self,
        number: u32,
        request: &Request,
        addr: u64,
        size: u64,
        old: u128,
        sources: Pieces,
        graph: Option<u32>,
    ) {
        let (kind, written, order) = match &request.kind {
            RequestKind::Write { value, .. } => (EventKind::Write, Some(*value), request.order),
            RequestKind::Rmw { ty, op, value, .. } => {
                (EventKind::Rmw, Some(rmw_result(*op, *ty, old, *value)), request.order)
            }
            RequestKind::CompareExchange { ty, expected, desired, failure, .. } => {
                match old & ty.mask() == *expected {
                    true => (EventKind::Rmw, Some(*desired), request.order),
                    false => (EventKind::Read, None, *failure),
                }
            }
            _ => (EventKind::Read, None, request.order),
        };
        let mut event = Event::new(ThreadId(number), kind, request.span);
        (event.addr, event.size, event.order, event.place) = (addr, size, order, request.place.clone());
        event.written = written;
        event.read = event.is_read().then_some(old);
        let is_read = event.is_read();
        let position = self.runners[number as usize].drafts.len() as u32;
        self.draft(number, event, graph, request);
        let runner = &mut self.runners[number as usize];
        if is_read {
            let read = runner.n_reads;
            runner.n_reads += 1;
            if let Some(draft) = runner.drafts.last_mut() {
                draft.reads = Some(read);
                draft.sources = sources;
            }
        }
        if let Some(value) = written {
            match graph {
                Some(graph) => {
                    self.written.insert(graph, (addr, size, value));
                }
                None => {
                    // The address was checked above.
                    drop(self.memory.write(addr, size, value, None));
                    (addr..addr + size).for_each(|byte| {
                        self.writers.insert(byte, (number, position));
                    });
                }
            }
        }
        let answer = if is_read { Answer::Value(old) } else { Answer::Done };
        self.answer(number, answer);
    }

    fn private_read(&mut self, addr: u64, size: u64) -> (u128, Pieces) {
        let (mut value, unwritten) = self.memory.read(addr, size).unwrap_or((0, true));
        if unwritten && let Some((object, offset)) = self.place(addr) {
            // Uninitialised: what the assignment has chosen.
            if let Some(&term) = self.encoding.graph.fresh.get(&(object, offset, size)) {
                value = self.values.bits(term);
                value = self.memory.settle(addr, size, value).unwrap_or(value);
            }
        }
        let mut sources: Pieces = Vec::new();
        for offset in 0..size {
            let source = match self.writers.get(&(addr + offset)) {
                Some(&(thread, draft)) => Source::Draft(thread, draft),
                None => Source::Initial,
            };
            push_piece(&mut sources, offset, 1, source);
        }
        (value, sources)
    }

    fn shared_read(&mut self, event: u32, addr: u64, size: u64, force: bool) -> Option<(u128, Pieces)> {
        let encoding = self.encoding;
        let access = encoding.graph.events[event as usize].access()?;
        let by_assignment = access.read.map_or(0, |term| self.values.bits(term));
        let (_, start) = self.place(addr)?;
        let mut value = by_assignment;
        let mut sources: Pieces = Vec::new();
        let mut pieces: Vec<(u32, Option<u32>)> = self.sources.get(&event).cloned().unwrap_or_default();
        pieces.sort_by_key(|&(cell, _)| encoding.cells.list[cell as usize].offset);
        for (cell, write) in pieces {
            let cell = encoding.cells.list[cell as usize];
            let offset = cell.offset.saturating_sub(start);
            let source = match write {
                None => {
                    let (bytes, unwritten) = self.memory.read(addr + offset, cell.size).unwrap_or((0, true));
                    if !unwritten {
                        value = splice(value, offset, cell.size, bytes);
                    }
                    Source::Initial
                }
                Some(write) => {
                    match self.written.get(&write) {
                        Some(&(at, _, bytes)) => {
                            let shift = 8 * (addr + offset).saturating_sub(at);
                            let bytes = if shift < 128 { bytes >> shift } else { 0 };
                            value = splice(value, offset, cell.size, bytes);
                        }
                        None if force => {}
                        None => return None,
                    }
                    Source::Graph(write)
                }
            };
            push_piece(&mut sources, offset, cell.size, source);
        }
        let mask = if size >= 16 { u128::MAX } else { (1 << (8 * size)) - 1 };
        Some((value & mask, sources))
    }

    fn sync(&mut self, number: u32, request: &Request, op: SyncOp, args: &Values) -> Result<Step, Mismatch> {
        if op.is_local() {
            let values = self.local(number, op, args);
            self.answer(number, Answer::Values(values));
            return Ok(Step::Went);
        }
        let Some(event) = self.next_event(number) else { return Ok(Step::Stopped) };
        if op == SyncOp::ThreadJoin {
            let target = args.first().and_then(|&handle| interp::thread_of_handle(handle as u64));
            let result =
                target.and_then(|target| self.runners.get(target as usize)).and_then(|target| target.ended);
            let Some(result) = result else { return Ok(Step::Waits) };
            self.take_event(number);
            let values = Values::from_slice(&[0, result]);
            return Ok(self.sync_event(
                number,
                request,
                op,
                args,
                SyncStep::Do(op),
                Some(event),
                Some(values),
            ));
        }
        if op == SyncOp::ThreadCreate {
            self.take_event(number);
            return self.create(number, request, args, event);
        }
        match op {
            SyncOp::CondWait | SyncOp::CondTimedWait if !self.runners[number as usize].waiting => {
                self.take_event(number);
                self.runners[number as usize].waiting = true;
                Ok(self.sync_event(number, request, op, args, SyncStep::Do(op), Some(event), None))
            }
            SyncOp::BarrierWait if !self.runners[number as usize].waiting => {
                self.take_event(number);
                self.runners[number as usize].waiting = true;
                Ok(self.sync_event(number, request, op, args, SyncStep::Do(op), Some(event), None))
            }
            SyncOp::CondWait | SyncOp::CondTimedWait => {
                // The graph has the waking and the locking apart; the latter is what others see.
                self.take_event(number);
                let Some(lock) = self.take_event(number) else { return Ok(Step::Stopped) };
                self.runners[number as usize].waiting = false;
                let values = self.results(lock);
                Ok(self.sync_event(number, request, op, args, SyncStep::Resume(op), Some(lock), Some(values)))
            }
            SyncOp::BarrierWait => {
                self.take_event(number);
                self.runners[number as usize].waiting = false;
                let values = self.results(event);
                Ok(self.sync_event(
                    number,
                    request,
                    op,
                    args,
                    SyncStep::Resume(op),
                    Some(event),
                    Some(values),
                ))
            }
            _ => {
                self.take_event(number);
                if op == SyncOp::KeyCreate {
                    self.destructors.push(args.first().map_or(0, |&function| function as u64));
                }
                let values = self.results(event);
                Ok(self.sync_event(number, request, op, args, SyncStep::Do(op), Some(event), Some(values)))
            }
        }
    }

    fn results(&mut self, event: u32) -> Values {
        let terms = self.encoding.graph.results.get(&event).cloned().unwrap_or_default();
        terms.into_iter().map(|term| self.values.bits(term)).collect()
    }

    fn sync_event(
        &mut self,
        number: u32,
        request: &Request,
        op: SyncOp,
        args: &Values,
        step: SyncStep,
        graph: Option<u32>,
        values: Option<Values>,
    ) -> Step {
        let addresses: SmallVec<[ObjectAddress; 2]> = match op {
            SyncOp::CondWait | SyncOp::CondTimedWait => {
                args.iter().map(|&arg| ObjectAddress(arg as u64)).collect()
            }
            SyncOp::KeyCreate | SyncOp::KeyDelete => SmallVec::new(),
            SyncOp::ThreadCreate => {
                values.iter().flatten().map(|&handle| ObjectAddress(handle as u64)).collect()
            }
            _ => args.iter().take(1).map(|&arg| ObjectAddress(arg as u64)).collect(),
        };
        let mut event =
            Event::new(ThreadId(number), EventKind::Sync { op: step, objects: addresses }, request.span);
        event.read = values.as_ref().and_then(|values| values.first().copied());
        event.place = args.first().and_then(|&addr| self.memory.describe(addr as u64));
        self.draft(number, event, graph, request);
        if let Some(values) = values {
            self.answer(number, Answer::Values(values));
        }
        Step::Went
    }

    fn create(
        &mut self,
        number: u32,
        request: &Request,
        args: &Values,
        event: u32,
    ) -> Result<Step, Mismatch> {
        let threads = &self.encoding.graph.threads;
        let Some(child) = threads.iter().position(|thread| thread.create == Some(event)) else {
            return Err(format!("e{event} creates no thread"));
        };
        // The child has the next number, and its beginning comes behind this event.
        let handle = Values::from_slice(&[u128::from(thread_handle(self.runners.len() as u32))]);
        let step = self.sync_event(
            number,
            request,
            SyncOp::ThreadCreate,
            args,
            SyncStep::Do(SyncOp::ThreadCreate),
            Some(event),
            Some(handle),
        );
        self.start(child as u32, Some(args.get(1).copied().unwrap_or(0)));
        Ok(step)
    }

    fn finish(mut self) -> Result<Witness, Mismatch> {
        let program = self.encoding.program;
        let mut execution = Execution::default();
        let mut ids: Vec<Vec<EventId>> = Vec::new();
        // Where shared events stand in the assignment's order; private memory has one owner at a time, whose accesses
        // were drafted one after the other.
        let mut keys: Vec<u32> = Vec::new();
        let names = thread_names(
            program,
            self.runners.iter().map(|runner| self.encoding.graph.threads[runner.thread as usize].function),
        );
        for (runner, name) in self.runners.iter().zip(names) {
            let function = self.encoding.graph.threads[runner.thread as usize].function;
            execution.threads.push(Thread { name, function, events: Vec::new() });
            let mut own = Vec::new();
            for draft in &runner.drafts {
                own.push(execution.push(draft.event.clone()));
                let node = draft.graph.map(|graph| self.encoding.nodes[graph as usize]);
                let position = node.and_then(|node| self.model.position(self.encoding.global, node));
                keys.push(position.unwrap_or(draft.sequence));
            }
            ids.push(own);
        }
        self.link(&mut execution, &ids)?;
        self.order(&mut execution, &keys);
        let failure = self.failure(&execution)?;
        let model = self.encoding.model;
        let ordered = model::consistent(&execution, model).map_err(|error| error.to_string())?;
        let observed = std::mem::take(&mut self.observed);
        let observed = observed
            .into_iter()
            .map(|(name, (bits, ty))| verdict::Observed {
                name: name.to_string(),
                value: interp::eval::signed(bits, ty).to_string(),
            })
            .collect();
        Ok(Witness {
            schema: verdict::SCHEMA_VERSION,
            program: ProgramRef::new(
                program,
                program.files.iter().next().map_or(&program.name, |file| &file.path),
                &[],
            ),
            model: model.name().to_string(),
            failure,
            execution,
            order: ordered.order,
            observed,
        })
    }

    /// Reads-from and dependencies, now that all events have ids.
    fn link(&self, execution: &mut Execution, ids: &[Vec<EventId>]) -> Result<(), Mismatch> {
        for (number, runner) in self.runners.iter().enumerate() {
            let mut reads: Vec<Option<EventId>> = vec![None; runner.n_reads as usize];
            for (position, draft) in runner.drafts.iter().enumerate() {
                let id = ids[number][position];
                let named = |set: &interp::ReadSet| -> Vec<EventId> {
                    set.as_slice()
                        .iter()
                        .filter_map(|&read| reads.get(read as usize).copied().flatten())
                        .collect()
                };
                let deps = events::Dependencies {
                    addr: named(&draft.deps.addr),
                    data: named(&draft.deps.data),
                    ctrl: named(&draft.deps.ctrl),
                };
                let event = &mut execution.events[id.0 as usize];
                if event.is_access() {
                    event.deps = deps;
                }
                for &(offset, len, source) in &draft.sources {
                    let source = match source {
                        Source::Initial => None,
                        Source::Draft(thread, draft) => Some(ids[thread as usize][draft as usize]),
                        Source::Graph(graph) => {
                            let place = self
                                .places
                                .get(&graph)
                                .ok_or_else(|| format!("nobody made the write e{graph}"))?;
                            Some(
                                ids[place.0 as usize]
                                    .get(place.1 as usize)
                                    .copied()
                                    .ok_or("a write that was taken back is read")?,
                            )
                        }
                    };
                    event.rf.push(ReadsFrom { offset, len, source });
                }
                if let Some(read) = draft.reads.and_then(|read| reads.get_mut(read as usize)) {
                    *read = Some(id);
                }
            }
        }
        Ok(())
    }

    /// Coherence and the orders of synchronisation objects, by the places in the assignment's order.
    fn order(&self, execution: &mut Execution, keys: &[u32]) {
        let mut writes: Vec<EventId> =
            execution.event_ids().filter(|&id| execution.event(id).is_write()).collect();
        writes.sort_by_key(|id| (execution.event(*id).addr, execution.event(*id).size));
        let mut clusters: Vec<(u64, Vec<EventId>)> = Vec::new();
        for id in writes {
            let event = execution.event(id);
            let end = event.addr + event.size;
            match clusters.last_mut() {
                Some((until, cluster)) if event.addr < *until => {
                    *until = end.max(*until);
                    cluster.push(id);
                }
                _ => clusters.push((end, vec![id])),
            }
        }
        execution.co = clusters
            .into_iter()
            .map(|(_, mut cluster)| {
                cluster.sort_by_key(|id| keys[id.0 as usize]);
                cluster
            })
            .collect();
        let mut objects: BTreeMap<u64, Vec<EventId>> = BTreeMap::new();
        for id in execution.event_ids() {
            if let EventKind::Sync { objects: touched, .. } = &execution.event(id).kind {
                for object in touched.iter().collect::<FxHashSet<_>>() {
                    objects.entry(object.0).or_default().push(id);
                }
            }
        }
        execution.sync = objects
            .into_iter()
            .map(|(object, mut events)| {
                events.sort_by_key(|id| keys[id.0 as usize]);
                SyncOrder { object, events }
            })
            .collect();
    }

    fn failure(&self, execution: &Execution) -> Result<Failure, Mismatch> {
        let point = &self.wanted;
        let number =
            self.numbers.get(&point.at.thread).copied().ok_or("the thread that fails was never started")?;
        let _ = execution;
        let runner = &self.runners[number as usize];
        let mut state = runner.state.clone();
        let request = self.machine.advance(&mut state);
        let whole = matches!(point.kind, FailureKind::FinalState | FailureKind::Race | FailureKind::Deadlock);
        Ok(Failure {
            kind: point.kind,
            thread: ThreadId(number),
            span: if whole { point.at.span } else { request.span },
            message: point.at.message.to_string(),
        })
    }
}

fn push_piece(sources: &mut Pieces, offset: u64, len: u64, source: Source) {
    let same = |a: &Source, b: &Source| match (a, b) {
        (Source::Initial, Source::Initial) => true,
        (Source::Graph(x), Source::Graph(y)) => x == y,
        (Source::Draft(x, y), Source::Draft(v, w)) => (x, y) == (v, w),
        _ => false,
    };
    match sources.last_mut() {
        Some((start, before, known)) if *start + *before == offset && same(known, &source) => *before += len,
        _ => sources.push((offset, len, source)),
    }
}

/// `value` with some of its bytes replaced.
fn splice(value: u128, offset: u64, size: u64, bytes: u128) -> u128 {
    let mask = if size >= 16 { u128::MAX } else { (1 << (8 * size)) - 1 };
    let shift = 8 * offset;
    if shift >= 128 {
        return value;
    }
    (value & !(mask << shift)) | ((bytes & mask) << shift)
}

/// `main`, or the function with a number where several threads run it.
fn thread_names(program: &ir::Program, functions: impl Iterator<Item = ir::FuncId>) -> Vec<Arc<str>> {
    let functions: Vec<ir::FuncId> = functions.collect();
    let mut seen: FxHashMap<ir::FuncId, u32> = FxHashMap::default();
    functions
        .iter()
        .map(|function| {
            let name = &program.functions[*function].name;
            let several = functions.iter().filter(|other| *other == function).count() > 1;
            let number = seen.entry(*function).or_default();
            *number += 1;
            if several { format!("{name} {number}").into() } else { name.clone() }
        })
        .collect()
}
