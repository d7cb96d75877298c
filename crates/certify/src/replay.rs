//! Runs each thread of a witness by itself and compares what it asks for with its events.
//!
//! Threads need nothing from each other but through synchronisation, since reads are answered from the witness. So the
//! synchronisation events are taken in the witness's linear order, and each thread is run up to its next one.

use crate::causes::may_invent_values;
use crate::objects::{Stop, is_destroy};
use crate::sync::{Effect, Operation, Part, SyncState};
use crate::{Options, Refusal};
use events::{Dependencies, Event, EventId, EventKind, Execution, SyncStep};
use interp::{
    AllocKind, Answer, Machine, MachineOptions, Memory, ReadSet, Request, RequestKind, ThreadState, Values,
    rmw_result, thread_handle, thread_of_handle,
};
use ir::{FenceBits, Program, Span, SyncOp, Ty};
use limits::Limits;
use model::Model;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::mem::Discriminant;
use std::sync::Arc;
use verdict::Witness;

/// A thread that goes on for longer without any event is not what the witness says.
const MAX_STEPS: u64 = 1 << 30;
/// Instructions after which the limits are looked at: a few milliseconds.
const SLICE: u64 = 1 << 16;

/// An answer that a thread was given, for running it again.
pub(crate) struct Logged {
    pub kind: Discriminant<RequestKind>,
    pub event: Option<EventId>,
    pub answer: Answer,
}

/// A thread in the middle of its events.
pub(crate) struct ThreadReplay {
    /// `None` until somebody starts it.
    pub state: Option<ThreadState>,
    /// Where it started, and all answers since.
    pub start: Option<ThreadState>,
    pub log: Vec<Logged>,
    /// How many of its events are done.
    pub done: usize,
    /// The event of each of its reads; none for reads of constants.
    reads: Vec<Option<EventId>>,
    /// How deep in atomic sections, and which.
    depth: u32,
    section: Option<u32>,
    /// Marked blocks: how many of its events came before the begin and before the end.
    pub transactions: Vec<(usize, Option<usize>)>,
    /// The same for calls of functions that are said to be atomic, with the depth of the call.
    pub calls: Vec<(usize, Option<usize>, usize)>,
    /// Objects that it has freed, or whose function or block has ended.
    killed: Vec<u64>,
    /// Its last access, and where, if that is a read of what somebody must have written.
    pub must_find: Option<(EventId, Span)>,
    /// What it asks for after its last event.
    pub pending: Option<Request>,
}

impl ThreadReplay {
    /// Whether it stands inside of an atomic section.
    pub(crate) fn in_section(&self) -> bool {
        self.depth > 0
    }
}

/// The replay; in the end, where everything stands.
pub(crate) struct Replay<'a> {
    pub machine: Machine,
    pub witness: &'a Witness,
    pub threads: Vec<ThreadReplay>,
    pub sync: SyncState,
    /// All objects with their initial contents; none ever dies here.
    pub pristine: Memory,
    /// The same with the writes of the threads so far, for the bytes of static initialisers.
    contents: Memory,
    /// Objects that are gone: freed, or with their block, function or thread.
    pub freed: Vec<u64>,
    pub killed: Vec<u64>,
    pub observed: BTreeMap<Arc<str>, (u128, Ty)>,
    dependencies: Vec<Dependencies>,
    /// Operations that their threads are past, and that have not taken effect yet.
    buffered: FxHashMap<EventId, Request>,
    /// Whether the threads may have to be run again.
    keeps_log: bool,
    limits: Limits,
}

/// What a thread does next.
enum Step {
    Went,
    /// It asks for something that has an event which concerns others.
    Sync(Request),
    /// No event is left for what it asks for.
    Stopped,
}

impl<'a> Replay<'a> {
    pub(crate) fn run(
        program: &Program,
        witness: &'a Witness,
        model: Model,
        options: &Options,
    ) -> Result<Self, Refusal> {
        let machine_options = MachineOptions {
            dependencies: true,
            max_steps: MAX_STEPS,
            slice: SLICE,
            ..MachineOptions::default()
        };
        let machine = Machine::with_options(Arc::new(program.clone()), machine_options);
        let memory = Memory::new(program, machine.layout(), u64::MAX);
        let execution = &witness.execution;
        let fresh = |_| ThreadReplay {
            state: None,
            start: None,
            log: Vec::new(),
            done: 0,
            reads: Vec::new(),
            depth: 0,
            section: None,
            transactions: Vec::new(),
            calls: Vec::new(),
            killed: Vec::new(),
            must_find: None,
            pending: None,
        };
        let mut replay = Replay {
            threads: execution.threads.iter().map(fresh).collect(),
            sync: SyncState::new(execution.threads.len(), options.spurious),
            witness,
            pristine: memory.clone(),
            contents: memory,
            freed: Vec::new(),
            killed: Vec::new(),
            observed: BTreeMap::new(),
            dependencies: vec![Dependencies::default(); execution.events.len()],
            buffered: FxHashMap::default(),
            keeps_log: may_invent_values(model),
            limits: options.limits.clone(),
            machine,
        };
        replay.start_main()?;
        for &id in &witness.order {
            replay.allocate_until(id)?;
            replay.synchronise(id)?;
        }
        for thread in 0..execution.threads.len() as u32 {
            replay.finish_thread(thread)?;
        }
        match replay.buffered.keys().next() {
            Some(&id) => Err(Refusal::at(execution.event(id).thread.0, Some(id), "it never takes effect")),
            None => Ok(replay),
        }
    }

    fn start_main(&mut self) -> Result<(), Refusal> {
        let entry = self.machine.program().entry;
        match (self.threads.first(), self.witness.execution.threads.first()) {
            (Some(_), Some(described)) if described.function == entry => {
                let state = self.machine.start_main(0);
                self.start_thread(0, state);
                Ok(())
            }
            _ => Err(Refusal::at(0, None, "the first thread does not run the entry function")),
        }
    }

    /// The execution with the dependencies that were found.
    pub(crate) fn execution(&mut self) -> Execution {
        let mut execution = self.witness.execution.clone();
        for (event, deps) in execution.events.iter_mut().zip(&mut self.dependencies) {
            event.deps = std::mem::take(deps);
        }
        execution
    }

    fn next_event(&self, thread: u32) -> Option<(EventId, &'a Event)> {
        let execution = &self.witness.execution;
        let events = &execution.threads.get(thread as usize)?.events;
        let id = *events.get(self.threads[thread as usize].done)?;
        Some((id, execution.events.get(id.0 as usize)?))
    }
    fn mismatch(&self, thread: u32, message: impl Into<String>) -> Refusal {
        Refusal::at(thread, self.next_event(thread).map(|(id, _)| id), message)
    }
    fn answer(&mut self, thread: u32, request: &Request, event: Option<EventId>, answer: Answer) {
        let data = &mut self.threads[thread as usize];
        if event.is_some() {
            data.must_find = event.filter(|_| request.initialised).map(|id| (id, request.span));
        }
        if let Some(state) = &mut data.state {
            if self.keeps_log {
                let kind = std::mem::discriminant(&request.kind);
                data.log.push(Logged { kind, event, answer: answer.clone() });
            }
            self.machine.answer(state, answer);
        }
    }
    fn start_thread(&mut self, thread: u32, state: ThreadState) {
        let data = &mut self.threads[thread as usize];
        data.start = self.keeps_log.then(|| state.clone());
        data.state = Some(state);
        self.sync.threads[thread as usize].created = true;
    }

    /// Takes the thread of an allocation up to it, so that others can use what lies there.
    fn allocate_until(&mut self, id: EventId) -> Result<(), Refusal> {
        let execution = &self.witness.execution;
        let Some(event) = execution.events.get(id.0 as usize) else { return Ok(()) };
        if !matches!(event.kind, EventKind::Alloc { .. }) {
            return Ok(());
        }
        let thread = event.thread.0;
        let position = execution.threads.get(thread as usize).map_or(&[][..], |thread| &thread.events);
        let position = position.iter().position(|&other| other == id).unwrap_or(0);
        while self.threads[thread as usize].done <= position && self.threads[thread as usize].state.is_some()
        {
            if !matches!(self.step(thread)?, Step::Went) {
                break;
            }
        }
        Ok(())
    }

    /// Takes the thread of a synchronisation event up to it, and does it.
    fn synchronise(&mut self, id: EventId) -> Result<(), Refusal> {
        let Some(event) = self.witness.execution.events.get(id.0 as usize) else {
            return Err(Refusal::at(0, Some(id), "the linear order lists an event that does not exist"));
        };
        let EventKind::Sync { op, objects } = &event.kind else { return Ok(()) };
        let thread = event.thread.0;
        if *op == SyncStep::ThreadBegin {
            return self.begin_thread(thread, id);
        }
        if let Some(request) = self.buffered.remove(&id) {
            return self.take_effect(thread, id, event, &request);
        }
        loop {
            match self.step(thread)? {
                Step::Went => {}
                Step::Stopped => return Err(self.mismatch(thread, format!("the thread never does {id}"))),
                Step::Sync(request) if self.buffers(thread, id, &request) => {}
                Step::Sync(request) if self.next_event(thread).is_some_and(|(next, _)| next == id) => {
                    self.check_section(thread, event)?;
                    let named: Vec<u64> = objects.iter().map(|object| object.0).collect();
                    return self.perform(thread, *op, &named, event, request);
                }
                Step::Sync(_) => {
                    return Err(self.mismatch(thread, format!("comes before {id} in the program")));
                }
            }
        }
    }

    /// What gives something back by a store may take effect later than it is done (whether the model lets it, `model::respects`
    /// says): the thread goes on with the answer that the witness has.
    fn buffers(&mut self, thread: u32, wanted: EventId, request: &Request) -> bool {
        let Some((id, event)) = self.next_event(thread).filter(|(id, _)| *id != wanted) else { return false };
        let (EventKind::Sync { op: SyncStep::Do(op), .. }, RequestKind::Sync { op: asked, .. }) =
            (&event.kind, &request.kind)
        else {
            return false;
        };
        use SyncOp::*;
        let stores = matches!(op, SpinUnlock | MutexInit | RwInit | CondInit | BarrierInit | SemInit)
            || is_destroy(*op);
        if op != asked || !stores || event.section.is_some() || self.threads[thread as usize].in_section() {
            return false;
        }
        self.buffered.insert(id, request.clone());
        self.threads[thread as usize].done += 1;
        self.answer(thread, request, None, Answer::Values(event.read.into_iter().collect()));
        true
    }

    /// For a call that only looks at an object: the objects as the thread sees them that has done something with this one that has not
    /// taken effect yet. It reads its own store early.
    fn own_view(&self, thread: u32, op: SyncOp, object: u64) -> Option<SyncState> {
        if self.buffered.is_empty() || op != SyncOp::SemGetValue {
            return None;
        }
        let mut view = None;
        for id in &self.witness.execution.threads.get(thread as usize)?.events {
            let Some(RequestKind::Sync { op, args }) = self.buffered.get(id).map(|request| &request.kind)
            else {
                continue;
            };
            if args.first().copied() == Some(u128::from(object)) {
                let operation = Operation { thread, op: *op, args, part: Part::Do, status: None };
                let view = view.get_or_insert_with(|| self.sync.clone());
                view.perform(&self.contents, operation).ok()?;
            }
        }
        view
    }

    /// The answer that the thread went on with must be the one.
    fn take_effect(
        &mut self,
        thread: u32,
        id: EventId,
        event: &Event,
        request: &Request,
    ) -> Result<(), Refusal> {
        let (EventKind::Sync { objects, .. }, RequestKind::Sync { op, args }) = (&event.kind, &request.kind)
        else {
            return Err(Refusal::at(thread, Some(id), "it is no synchronisation"));
        };
        let operation = Operation { thread, op: *op, args, part: Part::Do, status: event.read };
        let named = objects.iter().map(|object| u128::from(object.0)).eq(args.iter().take(1).copied());
        match self.sync.perform(&self.contents, operation) {
            Ok(Effect::Answer(values)) if named && values.first().copied() == event.read => Ok(()),
            other => Err(Refusal::at(thread, Some(id), format!("{} gives {other:?} here", op.name()))),
        }
    }

    fn begin_thread(&mut self, thread: u32, id: EventId) -> Result<(), Refusal> {
        let first = self.next_event(thread).is_some_and(|(next, _)| next == id);
        let data = &mut self.threads[thread as usize];
        if data.state.is_none() || data.done != 0 || !first {
            return Err(Refusal::at(
                thread,
                Some(id),
                "a thread begins that nobody started, or begins twice",
            ));
        }
        data.done = 1;
        Ok(())
    }

    fn perform(
        &mut self,
        thread: u32,
        step: SyncStep,
        objects: &[u64],
        event: &Event,
        request: Request,
    ) -> Result<(), Refusal> {
        let (op, args) = match (step, &request.kind) {
            (SyncStep::ThreadEnd, RequestKind::Finished { values }) => {
                return self.end_thread(thread, objects, values.first().copied().unwrap_or(0));
            }
            (
                SyncStep::Do(op) | SyncStep::Leave(op) | SyncStep::Resume(op),
                RequestKind::Sync { op: asked, args },
            ) if op == *asked => (op, args),
            (_, asked) => return Err(self.mismatch(thread, format!("the program asks for {asked:?} here"))),
        };
        let first = args.first().map_or(0, |&arg| arg as u64);
        let expected: Vec<u64> = match op {
            SyncOp::ThreadCreate => return self.create(thread, objects, event, &request, args),
            SyncOp::CondWait | SyncOp::CondTimedWait if !matches!(step, SyncStep::Leave(_)) => {
                args.iter().map(|&arg| arg as u64).collect()
            }
            SyncOp::KeyCreate | SyncOp::KeyDelete => Vec::new(),
            _ => vec![first],
        };
        if objects != expected {
            return Err(self.mismatch(thread, format!("the program names the objects {expected:x?}")));
        }
        let part = match step {
            SyncStep::Leave(_) => Part::Leave,
            SyncStep::Resume(_) => Part::Resume,
            _ => Part::Do,
        };
        let operation = Operation { thread, op, args, part, status: event.read };
        let outcome = match self.own_view(thread, op, first) {
            Some(mut view) => view.perform(&self.contents, operation),
            None => self.sync.perform(&self.contents, operation),
        };
        match outcome {
            Ok(Effect::Waits) if event.read.is_none() => self.threads[thread as usize].done += 1,
            Ok(Effect::Answer(values)) if values.first().copied() == event.read => {
                self.threads[thread as usize].done += 1;
                self.answer(thread, &request, None, Answer::Values(values));
            }
            Ok(effect) => return Err(self.mismatch(thread, format!("{} gives {effect:?} here", op.name()))),
            Err(Stop::Blocked(reason)) => {
                return Err(self.mismatch(
                    thread,
                    format!("{} cannot take effect here: the thread {reason}", op.name()),
                ));
            }
            Err(Stop::Fault(fault)) => {
                return Err(self.mismatch(thread, format!("{}: {}", op.name(), fault.message)));
            }
        }
        Ok(())
    }

    fn create(
        &mut self,
        thread: u32,
        objects: &[u64],
        event: &Event,
        request: &Request,
        args: &Values,
    ) -> Result<(), Refusal> {
        let handle = event.read.map_or(0, |handle| handle as u64);
        let child = thread_of_handle(handle).filter(|_| objects == [handle]);
        let fresh = |child: &u32| self.threads.get(*child as usize).is_some_and(|data| data.state.is_none());
        let Some(child) = child.filter(fresh) else {
            return Err(
                self.mismatch(thread, "starts a thread that is not in the witness, or is there already")
            );
        };
        let function = args.first().and_then(|&addr| self.machine.layout().function_at(addr as u64));
        let described = self.witness.execution.threads[child as usize].function;
        if function != Some(described) {
            return Err(self.mismatch(thread, format!("thread {child} runs another function in the program")));
        }
        let argument = args.get(1).copied().unwrap_or(0);
        let state = self.machine.start(child, described, &[argument]);
        self.start_thread(child, state);
        self.threads[thread as usize].done += 1;
        self.answer(thread, request, None, Answer::Values(Values::from_slice(&[u128::from(handle)])));
        Ok(())
    }

    fn end_thread(&mut self, thread: u32, objects: &[u64], result: u128) -> Result<(), Refusal> {
        if objects != [thread_handle(thread)] {
            return Err(self.mismatch(thread, "the end of a thread that touches another"));
        }
        let data = &mut self.threads[thread as usize];
        let locals = data.state.iter().flat_map(|state| state.thread_local_objects());
        self.killed.extend(locals.map(|(_, addr)| addr));
        data.done += 1;
        self.sync.threads[thread as usize].ended = Some(result);
        Ok(())
    }

    /// Takes a thread to the end of its events, and on to what it asks for then.
    fn finish_thread(&mut self, thread: u32) -> Result<(), Refusal> {
        if self.threads[thread as usize].state.is_none() {
            return Err(self.mismatch(thread, "nobody starts this thread"));
        }
        loop {
            match self.step(thread)? {
                Step::Went => {}
                Step::Stopped => return Ok(()),
                Step::Sync(_) => return Err(self.mismatch(thread, "the linear order leaves this event out")),
            }
        }
    }

    /// What a thread asks for next, unless there is no more time.
    pub(crate) fn advance(&self, state: &mut ThreadState) -> Result<Request, Refusal> {
        match self.limits.reached() {
            Some(stop) => Err(stop),
            None => self.machine.advance_within(state, &self.limits),
        }
        .map_err(Refusal::Stopped)
    }

    /// One request of a thread. What concerns others is left to the caller.
    fn step(&mut self, thread: u32) -> Result<Step, Refusal> {
        if self.sync.threads[thread as usize].ended.is_some() {
            return match self.next_event(thread) {
                Some(_) => Err(self.mismatch(thread, "the thread has ended")),
                None => Ok(Step::Stopped),
            };
        }
        let Some(mut state) = self.threads[thread as usize].state.take() else {
            return Err(self.mismatch(thread, "nobody has started this thread"));
        };
        let request = self.advance(&mut state);
        self.threads[thread as usize].state = Some(state);
        let request = request?;
        if !self.witness.program.atomic.is_empty() {
            self.follow_calls(thread);
        }
        match self.silent(thread, &request)? {
            Some(answer) => {
                self.answer(thread, &request, None, answer);
                return Ok(Step::Went);
            }
            None if self.next_event(thread).is_none() => {
                self.threads[thread as usize].pending = Some(request);
                return Ok(Step::Stopped);
            }
            None => {}
        }
        if matches!(request.kind, RequestKind::Sync { .. } | RequestKind::Finished { .. }) {
            return match self.next_event(thread) {
                Some((_, event)) if matches!(event.kind, EventKind::Sync { .. }) => Ok(Step::Sync(request)),
                _ => Err(self.mismatch(thread, format!("the program asks for {:?} here", request.kind))),
            };
        }
        let event = self.next_event(thread).map(|(id, _)| id);
        let answer = self.match_event(thread, &request)?;
        self.threads[thread as usize].done += 1;
        self.answer(thread, &request, event, answer);
        Ok(Step::Went)
    }

    /// Requests that have no event.
    fn silent(&mut self, thread: u32, request: &Request) -> Result<Option<Answer>, Refusal> {
        let next_is_fence =
            matches!(self.next_event(thread), Some((_, e)) if matches!(e.kind, EventKind::Fence { .. }));
        let next_is_alloc =
            matches!(self.next_event(thread), Some((_, e)) if matches!(e.kind, EventKind::Alloc { .. }));
        let data = &mut self.threads[thread as usize];
        Ok(Some(match &request.kind {
            RequestKind::Read { addr, size, .. } if self.pristine.is_constant(*addr, *size) => {
                data.reads.push(None);
                Answer::Value(self.pristine.read(*addr, *size).map_or(0, |(value, _)| value))
            }
            RequestKind::Release { addrs } => {
                data.killed.extend(addrs.iter().copied());
                self.killed.extend(addrs.iter().copied());
                Answer::Done
            }
            RequestKind::ObjectSize { addr } => {
                let object =
                    self.contents.object_at(*addr).filter(|object| !data.killed.contains(&object.start));
                let size = object.map_or(0, |_| self.contents.object_size(*addr));
                Answer::Value(u128::from(size))
            }
            // The borders of a section are fences in some records and nothing in others.
            RequestKind::AtomicBegin | RequestKind::AtomicEnd if !next_is_fence => {
                self.cross_border(thread, matches!(request.kind, RequestKind::AtomicBegin));
                Answer::Done
            }
            // A heap allocation that failed leaves no event.
            RequestKind::Alloc { kind: AllocKind::Heap, .. }
                if !next_is_alloc && self.next_event(thread).is_some() =>
            {
                Answer::Value(0)
            }
            RequestKind::Observe { name, value, ty } => {
                self.observed.insert(name.clone(), (*value, *ty));
                Answer::Done
            }
            RequestKind::TransactionBegin => {
                let data = &mut self.threads[thread as usize];
                data.transactions.push((data.done, None));
                Answer::Done
            }
            RequestKind::TransactionEnd => {
                let data = &mut self.threads[thread as usize];
                if let Some(open) = data.transactions.iter_mut().rev().find(|(_, end)| end.is_none()) {
                    open.1 = Some(data.done);
                }
                Answer::Done
            }
            RequestKind::Output { .. } => Answer::Done,
            RequestKind::Destructors { .. } => Answer::Calls(self.sync.destructors(thread)),
            RequestKind::Sync { op, args } if op.is_local() => {
                let operation = Operation { thread, op: *op, args, part: Part::Do, status: None };
                match self.sync.perform(&self.contents, operation) {
                    Ok(Effect::Answer(values)) => Answer::Values(values),
                    _ => return Err(self.mismatch(thread, format!("{} fails", op.name()))),
                }
            }
            // Behind its last event the thread has just not come to it.
            RequestKind::AssumeFailed if self.next_event(thread).is_some() => {
                return Err(self.mismatch(thread, "an assumption of the program is false"));
            }
            _ => return Ok(None),
        }))
    }

    fn cross_border(&mut self, thread: u32, begins: bool) {
        let data = &mut self.threads[thread as usize];
        data.depth = if begins { data.depth + 1 } else { data.depth.saturating_sub(1) };
        if data.depth == 0 {
            data.section = None;
        }
    }

    /// Events inside of an atomic section carry its number, others none.
    fn check_section(&mut self, thread: u32, event: &Event) -> Result<(), Refusal> {
        let data = &mut self.threads[thread as usize];
        let fits = match (data.depth, event.section, data.section) {
            (0, None, _) => true,
            (0, Some(_), _) | (_, None, _) => false,
            (_, Some(found), Some(known)) => found == known,
            (_, Some(_), None) => true,
        };
        data.section = if data.depth > 0 { event.section } else { None };
        if fits {
            Ok(())
        } else {
            Err(self.mismatch(thread, "the event is in the wrong atomic section, or in none"))
        }
    }

    /// Compares a request with the thread's next event; the answer that the event gives.
    fn match_event(&mut self, thread: u32, request: &Request) -> Result<Answer, Refusal> {
        let Some((id, event)) = self.next_event(thread) else {
            return Err(self.mismatch(thread, "there is no event"));
        };
        let wrong = |what: &str| {
            Refusal::at(thread, Some(id), format!("{what}: the program asks for {:?}", request.kind))
        };
        if let Some(access) = request.access() {
            if access != (event.addr, event.size) || !event.is_access() {
                return Err(wrong("another access"));
            }
            self.check_section(thread, event)?;
            return self
                .match_access(thread, request, id, event)
                .ok_or_else(|| wrong("another value, kind or order"));
        }
        let answer = match (&request.kind, &event.kind) {
            (RequestKind::Fence { bits }, EventKind::Fence { bits: found }) if bits == found => Answer::Done,
            (
                RequestKind::AtomicBegin | RequestKind::AtomicEnd,
                EventKind::Fence { bits: FenceBits::FULL },
            ) => {
                let begins = matches!(request.kind, RequestKind::AtomicBegin);
                if begins {
                    self.cross_border(thread, true);
                }
                self.check_section(thread, event)?;
                if !begins {
                    self.cross_border(thread, false);
                }
                return Ok(Answer::Done);
            }
            (RequestKind::Alloc { addr, size, zeroed, kind, name, .. }, EventKind::Alloc { .. })
                if (event.addr, event.size) == (*addr, *size) =>
            {
                self.allocate(*addr, *size, *zeroed, *kind, name.clone());
                Answer::Value(u128::from(*addr))
            }
            (RequestKind::Free { addr }, EventKind::Free) if event.addr == *addr => {
                self.threads[thread as usize].killed.push(*addr);
                self.freed.push(*addr);
                Answer::Done
            }
            (RequestKind::Input { ty, .. }, EventKind::Input) => match event.read {
                Some(value) if value & !ty.mask() == 0 => Answer::Value(value),
                _ => return Err(wrong("an input without a value of its type")),
            },
            _ => return Err(wrong("another event")),
        };
        self.check_section(thread, event)?;
        Ok(answer)
    }

    fn allocate(&mut self, addr: u64, size: u64, zeroed: bool, kind: AllocKind, name: Option<Arc<str>>) {
        self.machine.allocate(&mut self.pristine, (addr, size), zeroed, kind, name.clone());
        self.machine.allocate(&mut self.contents, (addr, size), zeroed, kind, name);
    }

    /// The answer to an access, if the event is what the program does.
    fn match_access(&mut self, thread: u32, request: &Request, id: EventId, event: &Event) -> Option<Answer> {
        let mask = if event.size < 16 { (1u128 << (8 * event.size)) - 1 } else { u128::MAX };
        let data = &self.threads[thread as usize];
        let object = self.contents.object_at(event.addr);
        if object.is_some_and(|object| data.killed.contains(&object.start)) {
            return None;
        }
        let answer = match (&request.kind, &event.kind) {
            (RequestKind::Read { .. }, EventKind::Read) => Answer::Value(event.read?),
            (RequestKind::Write { value, .. }, EventKind::Write) if event.written == Some(*value & mask) => {
                Answer::Done
            }
            (RequestKind::Rmw { ty, op, value, .. }, EventKind::Rmw) => {
                let old = event.read?;
                let new = rmw_result(*op, *ty, old, *value);
                (event.written == Some(new)).then_some(Answer::Value(old))?
            }
            (RequestKind::CompareExchange { ty, expected, desired, .. }, EventKind::Rmw) => {
                let old = event.read?;
                (old & ty.mask() == *expected && event.written == Some(*desired))
                    .then_some(Answer::Value(old))?
            }
            (RequestKind::CompareExchange { ty, expected, failure, weak, .. }, EventKind::Read) => {
                let old = event.read?;
                let equal = old & ty.mask() == *expected;
                if event.order != *failure || (equal && !weak) {
                    return None;
                }
                if equal { Answer::CasFailed(old) } else { Answer::Value(old) }
            }
            _ => return None,
        };
        let failed =
            matches!((&request.kind, &event.kind), (RequestKind::CompareExchange { .. }, EventKind::Read));
        if (!failed && event.order != request.order) || event.read.is_some_and(|read| read & !mask != 0) {
            return None;
        }
        self.note_access(thread, request, id, event);
        Some(answer)
    }

    fn note_access(&mut self, thread: u32, request: &Request, id: EventId, event: &Event) {
        let data = &mut self.threads[thread as usize];
        let named = |set: &ReadSet| -> Vec<EventId> {
            set.as_slice()
                .iter()
                .filter_map(|&read| data.reads.get(read as usize).copied().flatten())
                .collect()
        };
        self.dependencies[id.0 as usize] = Dependencies {
            addr: named(&request.deps.addr),
            data: named(&request.deps.data),
            ctrl: named(&request.deps.ctrl),
        };
        if event.is_read() {
            data.reads.push(Some(id));
        }
        if let Some(value) = event.written {
            // Where the object is not known yet its bytes do not matter yet either.
            drop(self.contents.write(event.addr, event.size, value, None));
        }
    }
}
