//! A witness under a weak model: the threads are run one by one along the graph, and everything they do becomes an event.
//!
//! Threads need nothing from each other but what the graph says: what shared reads see, which locks were had. Private
//! memory is kept here byte by byte. Coherence and the orders of synchronisation objects come from the order that was
//! found for the graph; the linear order of the witness is the model's own.

mod finish;
mod private;

use crate::env::{Env, mask_of};
use crate::graph::{At, Graph, Kind, LocId};
use crate::snapshot::{Action, End, Local};
use events::{Event, EventId, EventKind, Execution, Failure, ReadsFrom, SyncStep, Thread, ThreadId};
use interp::{
    Answer, Key, Keys, Machine, MachineOptions, Memory, Request, RequestKind, ThreadState, Values,
    thread_handle,
};
use ir::{SyncOp, Ty};
use posix::{State, Step};
use rustc_hash::FxHashMap;
use smallvec::smallvec;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;
use verdict::Witness;

type Outcome<T = ()> = Result<T, String>;

/// When something took effect: before the threads, or at a position of the graph's order.
type Moment = (u32, u32, u32);

struct Assembly<'a, 'c> {
    env: &'a Env<'c>,
    graph: &'a Graph,
    cut: &'a [u32],
    /// The thread that fails.
    fails: usize,
    machine: Machine,
    memory: Memory,
    execution: Execution,
    /// Who wrote a byte last, of those that no other thread can tell of.
    writers: FxHashMap<u64, EventId>,
    /// The same, before the threads were started.
    early_writers: FxHashMap<u64, EventId>,
    /// What calls before that have made of objects, and the keys.
    early_objects: FxHashMap<u64, State>,
    early_keys: Vec<Key>,
    ids: FxHashMap<At, EventId>,
    /// Sources of reads that may not have an event yet.
    sources: Vec<(EventId, At)>,
    moments: Vec<Moment>,
    /// Position of each event in the graph's order.
    places: FxHashMap<At, u32>,
    /// What updates really read: their source and value.
    updates: FxHashMap<At, (At, u128)>,
    reads: Vec<Vec<Option<EventId>>>,
    observed: BTreeMap<Arc<str>, (u128, Ty)>,
    started: Vec<usize>,
}

/// One thread on its way.
struct Walker {
    lane: usize,
    state: ThreadState,
    position: usize,
    /// Whether events of the graph have begun.
    begun: bool,
    keys: Keys,
    sequence: u32,
    /// Counts atomic sections, and nothing else.
    sections: Local,
    /// Lanes of the threads that it has created.
    created: Vec<usize>,
}

pub(crate) fn of(
    env: &Env<'_>,
    graph: &Graph,
    cut: &[u32],
    order: &[At],
    failure: Failure,
) -> Outcome<Witness> {
    let program = env.machine.program().clone();
    let options = MachineOptions { dependencies: true, ..env.machine.options().clone() };
    let machine = Machine::with_options(program.clone(), options);
    let memory = Memory::new(&program, machine.layout(), u64::MAX);
    let mut assembly = Assembly {
        env,
        graph,
        cut,
        fails: failure.thread.0 as usize,
        machine,
        memory,
        execution: Execution::default(),
        writers: FxHashMap::default(),
        early_writers: FxHashMap::default(),
        early_objects: FxHashMap::default(),
        early_keys: Vec::new(),
        ids: FxHashMap::default(),
        sources: Vec::new(),
        moments: Vec::new(),
        places: order.iter().enumerate().map(|(place, &at)| (at, place as u32)).collect(),
        updates: FxHashMap::default(),
        reads: Vec::new(),
        observed: BTreeMap::new(),
        started: Vec::new(),
    };
    assembly.find_updates(order);
    assembly.start(0, program.entry);
    let mut lanes = vec![0usize];
    while let Some(lane) = lanes.pop() {
        lanes.extend(assembly.run(lane)?);
    }
    assembly.finish(failure, &program)
}

impl Assembly<'_, '_> {
    /// What additions without a source read, in the order that was found.
    fn find_updates(&mut self, order: &[At]) {
        let mut last: FxHashMap<LocId, (At, u128)> = FxHashMap::default();
        for &at in order {
            let event = self.graph.event(at);
            if self.graph.updates_at(event.loc).is_empty() || event.sync {
                continue;
            }
            let info = self.env.loc(event.loc);
            let (source, value) = last.get(&event.loc).copied().unwrap_or((At::INIT, info.initial));
            self.updates.insert(at, (source, value));
            if event.kind == Kind::Update {
                last.insert(event.loc, (at, value.wrapping_add(event.written) & mask_of(info.size)));
            } else if event.kind.writes() {
                last.insert(event.loc, (at, event.written));
            }
        }
    }

    /// Threads are numbered by lane; numbers of threads that this execution does not start stay empty.
    fn start(&mut self, lane: u32, function: ir::FuncId) {
        while self.execution.threads.len() <= lane as usize {
            self.execution.threads.push(Thread { name: "".into(), function, events: Vec::new() });
            self.reads.push(Vec::new());
        }
        self.execution.threads[lane as usize].function = function;
        self.started.push(lane as usize);
    }

    /// Runs a thread along its lane; the lanes that it creates.
    fn run(&mut self, lane: usize) -> Outcome<Vec<usize>> {
        let state = match self.graph.lanes[lane].parent {
            None => self.machine.start_main(0),
            Some(parent) => {
                let snapshot = self.graph.snapshot(parent);
                let Action::Create { function, argument, .. } = snapshot.action else {
                    return Err("a thread that nobody created".into());
                };
                let begin = self.places.get(&parent).map_or((1, 0, 1), |&place| (1, place, 1));
                let span = self.machine.program().functions[function].span;
                let kind = EventKind::sync(SyncStep::ThreadBegin, [handle(lane)]);
                self.add(Event::new(ThreadId(lane as u32), kind, span), begin);
                self.machine.start(lane as u32, function, &[argument])
            }
        };
        let mut walker = Walker {
            lane,
            state,
            position: 0,
            begun: lane != 0,
            keys: Keys::default(),
            sequence: 0,
            sections: Local::default(),
            created: Vec::new(),
        };
        loop {
            let request = self.machine.advance_within(&mut walker.state, &self.env.limits);
            let request = request.map_err(|stop| stop.to_string())?;
            match self.answer(&mut walker, &request)? {
                Some(answer) => self.machine.answer(&mut walker.state, answer),
                None => return Ok(walker.created),
            }
        }
    }

    fn add(&mut self, event: Event, moment: Moment) -> EventId {
        self.moments.push(moment);
        self.execution.push(event)
    }

    /// The event for a request, with what it depends on.
    fn draft(&self, walker: &Walker, request: &Request, kind: EventKind) -> Event {
        let mut event = Event::new(ThreadId(walker.lane as u32), kind, request.span);
        event.order = request.order;
        event.place = request.place.clone();
        // Unique over threads.
        event.section = match walker.sections.section() {
            0 => None,
            section => Some(section << 8 | walker.lane as u32),
        };
        event.deps = request.deps.named(&self.reads[walker.lane]);
        event
    }

    /// What to say to a request; `None`: the thread stands still from here on.
    fn answer(&mut self, walker: &mut Walker, request: &Request) -> Outcome<Option<Answer>> {
        let lane = walker.lane;
        let snapshot = self.graph.lanes[lane].snapshots[walker.position].clone();
        let at = At::new(lane, walker.position);
        let ends = matches!(snapshot.action, Action::End { .. });
        if snapshot.action.is_asked_by(self.env, request) && (ends || self.past_start(walker)) {
            if walker.position >= self.cut[lane] as usize || self.graph.event(at).kind.stops() {
                return Ok(None);
            }
            if !walker.begun {
                walker.begun = true;
                self.early_writers = std::mem::take(&mut self.writers);
            }
            walker.position += 1;
            return self.graph_event(walker, request, at);
        }
        let stops = match snapshot.action {
            Action::Over(End::Spin { .. } | End::Again) => true,
            // It stands before what fails; an instruction may ask for several things.
            Action::Over(End::Failed) => match walker.state.steps().cmp(&snapshot.state.steps()) {
                Ordering::Equal => self.machine.advance(&mut snapshot.state.clone()).kind == request.kind,
                order => order.is_gt(),
            },
            // It does not get into the section.
            Action::Fence { .. } => {
                matches!(request.kind, RequestKind::AtomicBegin | RequestKind::AtomicEnd)
                    && self.past_start(walker)
            }
            _ => false,
        };
        let fails = self.fails == lane && self.touches_ended(request);
        if (stops || fails) && walker.position >= self.cut[lane] as usize {
            return Ok(None);
        }
        self.private(walker, request)
    }

    /// Whether a request is for memory that has ended.
    fn touches_ended(&self, request: &Request) -> bool {
        let object = request.access().and_then(|(addr, _)| self.memory.object_at(addr));
        let there = |at: &At| at.index < self.cut[at.lane as usize];
        object.is_some_and(|object| {
            self.graph.ended.iter().any(|(other, at)| *other == object.start && there(at))
        })
    }

    /// Whether a thread is past what ran before the threads were started.
    fn past_start(&self, walker: &Walker) -> bool {
        walker.begun || walker.state.steps() >= self.graph.lanes[0].snapshots[0].state.steps()
    }

    fn graph_event(&mut self, walker: &mut Walker, request: &Request, at: At) -> Outcome<Option<Answer>> {
        let event = *self.graph.event(at);
        let kind = match event.kind {
            _ if event.sync => return self.sync_event(walker, request, at),
            Kind::Read => EventKind::Read,
            Kind::Write | Kind::Next => EventKind::Write,
            Kind::Rmw | Kind::Update => EventKind::Rmw,
            Kind::Fence => EventKind::Fence { bits: event.fence },
            Kind::End if matches!(request.kind, RequestKind::Free { .. }) => {
                return self.private(walker, request);
            }
            Kind::End => return Ok(Some(Answer::Done)),
            Kind::Settle => {
                let (addr, size) = request.access().ok_or("a step that does not fit")?;
                self.memory.settle(addr, size, event.read).map_err(|fault| fault.message)?;
                return self.private(walker, request);
            }
            Kind::Input => EventKind::Input,
            _ => return Err("a step that does not fit".into()),
        };
        let mut draft = self.draft(walker, request, kind);
        let (source, read) = self.updates.get(&at).copied().unwrap_or((event.source, event.read));
        let reads = event.kind.reads() || event.kind == Kind::Update;
        if reads || event.kind == Kind::Input {
            draft.read = Some(read);
        }
        if let RequestKind::Input { ty, .. } = request.kind {
            draft.size = ty.bytes();
        }
        if reads || event.kind.writes() {
            let info = self.env.loc(event.loc);
            (draft.addr, draft.size, draft.order) = (info.addr, info.size, event.order);
            if reads && source.is_init() {
                let bytes = info.addr..info.addr + info.size;
                draft.rf = ReadsFrom::pieces(bytes.map(|byte| self.early_writers.get(&byte).copied()));
            }
            draft.written = match event.kind {
                Kind::Update => Some(read.wrapping_add(event.written) & mask_of(info.size)),
                kind => kind.writes().then_some(event.written),
            };
        }
        let answer = draft.read.map_or(Answer::Done, Answer::Value);
        let id = self.add(draft, self.moment(at));
        self.ids.insert(at, id);
        if reads && !source.is_init() {
            self.sources.push((id, source));
        }
        if reads {
            self.reads[walker.lane].push(Some(id));
        }
        Ok(Some(answer))
    }

    /// When an event of the graph took effect.
    fn moment(&self, at: At) -> Moment {
        (1, self.places.get(&at).copied().unwrap_or(0), 0)
    }

    fn sync_event(&mut self, walker: &mut Walker, request: &Request, at: At) -> Outcome<Option<Answer>> {
        let RequestKind::Sync { op, args } = &request.kind else {
            return Err("a step that does not fit".into());
        };
        let (event, lane) = (self.graph.event(at), at.lane as usize);
        let (moment, snapshot) = (self.moment(at), self.graph.snapshot(at).clone());
        let after = (moment.0, moment.1, 1);
        let first = args.first().map_or(0, |&arg| arg as u64);
        let objects: Vec<u64> = args.iter().map(|&arg| arg as u64).collect();
        let (step, results) = match &snapshot.action {
            Action::Create { lane: child, function, .. } => {
                let child = *child as usize;
                self.start(child as u32, *function);
                walker.created.insert(0, child);
                let results: Values = smallvec![u128::from(handle(child))];
                self.add_sync(walker, request, (SyncStep::Do(*op), &[handle(child)]), &results, moment);
                return Ok(Some(Answer::Values(results)));
            }
            Action::Join { .. } | Action::Detach { .. } => {
                let results = if *op == SyncOp::ThreadJoin { smallvec![0, event.read] } else { smallvec![0] };
                self.add_sync(walker, request, (SyncStep::Do(*op), &[first]), &results, moment);
                return Ok(Some(Answer::Values(results)));
            }
            Action::Sync { step, arg, .. } => {
                let old = self.env.state(self.graph.written(event.source, self.env.loc(event.loc).initial));
                match posix::apply(*step, old, lane as u32, *arg, event.variant) {
                    posix::Effect::Done(_, results) => (*step, results),
                    _ => return Ok(None),
                }
            }
            _ => return Err("a step that does not fit".into()),
        };
        let waits = matches!(op, SyncOp::CondWait | SyncOp::CondTimedWait);
        let none = Values::new();
        match (step, waits, op) {
            (Step::Enqueue, ..) => {
                self.add_sync(walker, request, (SyncStep::Do(*op), &objects), &none, moment);
            }
            (Step::Do(SyncOp::MutexLock), true, _) => {
                let results: Values = smallvec![u128::from(snapshot.local.status)];
                self.add_sync(walker, request, (SyncStep::Resume(*op), &objects), &results, moment);
                return Ok(Some(Answer::Values(results)));
            }
            (Step::Leave { .. }, ..) if event.variant != 0 => {
                self.add_sync(walker, request, (SyncStep::Leave(*op), &[first]), &none, moment);
            }
            (_, true, _) => {}
            (Step::LeaveBarrier { .. }, ..) => {
                self.add_sync(walker, request, (SyncStep::Resume(*op), &[first]), &results, after);
                return Ok(Some(Answer::Values(results)));
            }
            (_, _, SyncOp::BarrierWait) => {
                self.add_sync(walker, request, (SyncStep::Do(*op), &[first]), &none, moment);
                if results.first().is_some_and(|&status| status != 0) {
                    self.add_sync(walker, request, (SyncStep::Resume(*op), &[first]), &results, after);
                    return Ok(Some(Answer::Values(results)));
                }
            }
            _ => {
                let id = self.add_sync(walker, request, (SyncStep::Do(*op), &[first]), &results, moment);
                self.execution.events[id.0 as usize].place = self.memory.describe(first);
                return Ok(Some(Answer::Values(results)));
            }
        }
        // The operation goes on with its next step; the request stays.
        let at = At::new(lane, walker.position);
        if walker.position >= self.cut[lane] as usize || self.graph.event(at).kind.stops() {
            return Ok(None);
        }
        walker.position += 1;
        self.sync_event(walker, request, at)
    }

    /// An event for a step on synchronisation objects, with its status if there is one.
    fn add_sync(
        &mut self,
        walker: &Walker,
        request: &Request,
        (step, objects): (SyncStep, &[u64]),
        results: &Values,
        moment: Moment,
    ) -> EventId {
        let mut draft = self.draft(walker, request, EventKind::sync(step, objects.iter().copied()));
        draft.read = results.first().copied();
        self.add(draft, moment)
    }
}

fn handle(lane: usize) -> u64 {
    thread_handle(lane as u32)
}
