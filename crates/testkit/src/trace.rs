//! All that one thread can do if each read may return any value that some write might have left there.
//!
//! The value sets are a least fixpoint from the initial values up: a round runs every thread on the sets so far and
//! adds what they write. With each value goes its *past*: the writes that it takes to compute it. A write whose past
//! contains itself would be its own cause; so values never come out of nowhere, and the sets stay finite though an
//! atomic increment reads what it writes.
//!
//! Only addresses and data count here, not branches: a model that keeps no dependency lets a store go ahead of the
//! branch that guards it, so each of two guarded stores may be the reason for the other. To find such executions,
//! threads are also run on *guesses* (the constants of the program); what is computed from a guess is no value for
//! anybody, and a trace that read a guess counts only if somebody really writes that value.

use crate::enumerate::{Limits, Refusal};
use crate::initial::initial_value;
use events::{Event, EventId, EventKind, ObjectAddress, SyncStep, ThreadId};
use interp::{AllocKind, Answer, Machine, ReadSet, Request, RequestKind, ThreadState, Values};
use interp::{rmw_result, thread_handle, thread_of_handle};
use ir::{FenceBits, FuncId, Operand, Program, SyncOp, Ty, sync::errno};
use rustc_hash::FxHashMap;
use smallvec::smallvec;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A thread as it is started.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct ThreadKey {
    pub number: u32,
    /// `None`: the first thread.
    pub start: Option<(FuncId, u128)>,
}

impl ThreadKey {
    pub(crate) const MAIN: ThreadKey = ThreadKey { number: 0, start: None };
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum End {
    Finished(Values),
    /// The whole program ends here: `exit`, the return of `main`, `abort`, or an error in the thread.
    Stopped,
    /// It waits for this thread, or for this mutex, and never goes on.
    BlockedJoin(u32),
    BlockedLock(u64),
}

/// One way a thread can go.
#[derive(Clone, Debug)]
pub(crate) struct Trace {
    /// In program order. Dependencies name positions in this list.
    pub events: Vec<Event>,
    pub end: End,
    pub observed: Vec<(Arc<str>, i128)>,
    pub failures: Vec<Arc<str>>,
    /// Threads it starts, and the results it expects of those it joins.
    pub created: Vec<ThreadKey>,
    pub joined: Vec<(u32, u128)>,
    /// The places and values that it writes; those that it reads.
    pub gives: BTreeSet<(u64, u128)>,
    pub needs: BTreeSet<(u64, u128)>,
}

/// Sets of writes, each a bit mask: alternative pasts of one value, none containing another. None at all: a guess.
type Pasts = Vec<u128>;

/// More alternatives than this are not told apart (the value then counts as having no past, which errs on the side of
/// more values).
const MAX_PASTS: usize = 16;

/// A trace in the making.
#[derive(Clone)]
struct Partial {
    state: ThreadState,
    trace: Trace,
    /// The event of each read so far, and the pasts of its value.
    reads: Vec<(u32, Pasts)>,
    n_writes: u32,
    sections: u32,
    depth: u32,
}

/// The fixpoint in the making.
pub(crate) struct Traces<'a> {
    machine: &'a Machine,
    limits: &'a Limits,
    values: FxHashMap<(u64, u64), BTreeMap<u128, Pasts>>,
    /// A number for each write, by thread and position among its thread's writes.
    sites: FxHashMap<(u32, u32), u32>,
    grew: bool,
    /// Values to try besides, masked to the size of the place.
    guesses: BTreeSet<u128>,
    pub places: BTreeMap<u64, u64>,
    results: FxHashMap<u32, BTreeSet<u128>>,
    pub by_thread: BTreeMap<ThreadKey, Vec<Trace>>,
}

impl<'a> Traces<'a> {
    /// `guess`: find stores that go ahead of their own branches.
    pub(crate) fn of(machine: &'a Machine, limits: &'a Limits, guess: bool) -> Result<Self, Refusal> {
        let mut traces = Traces {
            machine,
            limits,
            values: FxHashMap::default(),
            sites: FxHashMap::default(),
            grew: false,
            guesses: if guess { constants(machine.program()) } else { BTreeSet::new() },
            places: BTreeMap::new(),
            results: FxHashMap::default(),
            by_thread: BTreeMap::from([(ThreadKey::MAIN, Vec::new())]),
        };
        // Every round adds a value, a past, a result or a thread, and all of these are bounded; the limits on
        // values and traces stop what would take too long.
        while traces.round()? {}
        let Traces { by_thread, values, places, .. } = &mut traces;
        let real = |(addr, value): &(u64, u128)| values[&(*addr, places[addr])].contains_key(value);
        for found in by_thread.values_mut() {
            found.retain(|trace| trace.needs.iter().all(real));
        }
        Ok(traces)
    }

    /// Runs every thread on the values so far; says whether there are new values, results or threads.
    fn round(&mut self) -> Result<bool, Refusal> {
        self.grew = false;
        let keys: Vec<ThreadKey> = self.by_thread.keys().cloned().collect();
        for key in keys {
            let traces = self.run_thread(&key)?;
            for trace in &traces {
                if let End::Finished(values) = &trace.end {
                    let value = values.first().copied().unwrap_or(0);
                    self.grew |= self.results.entry(key.number).or_default().insert(value);
                }
                for created in &trace.created {
                    if !self.by_thread.contains_key(created) {
                        self.by_thread.insert(created.clone(), Vec::new());
                        self.grew = true;
                    }
                }
            }
            self.by_thread.insert(key, traces);
        }
        Ok(self.grew)
    }

    /// Takes in what a write leaves behind. False if the value would be its own cause on every way to it.
    fn give(
        &mut self,
        partial: &mut Partial,
        request: &Request,
        own_read: Option<&Pasts>,
        value: u128,
    ) -> bool {
        let number = self.sites.len() as u32;
        let site = *self.sites.entry((partial.state.thread(), partial.n_writes)).or_insert(number);
        partial.n_writes += 1;
        let own = 1u128.checked_shl(site).unwrap_or(0);
        let deps = [&request.deps.addr, &request.deps.data];
        let reads =
            deps.iter().flat_map(|set| set.as_slice()).filter_map(|&read| partial.reads.get(read as usize));
        let mut pasts: Pasts = vec![0];
        for alternatives in reads.map(|(_, pasts)| pasts).chain(own_read) {
            pasts =
                pasts.iter().flat_map(|past| alternatives.iter().map(move |other| past | other)).collect();
            minimise(&mut pasts);
        }
        if pasts.is_empty() {
            return true;
        }
        pasts.retain(|past| past & own == 0);
        let known = self.values.entry(request.access().unwrap_or((0, 0))).or_default();
        if pasts.is_empty() {
            // Dependencies that are none (`r ^ r`) may be all that makes it its own cause: if it is a value here without
            // them, let the execution as a whole be judged.
            return !self.guesses.is_empty() && known.contains_key(&value);
        }
        let known = known.entry(value).or_default();
        let before = known.clone();
        known.extend(pasts.iter().map(|past| past | own));
        minimise(known);
        self.grew |= *known != before;
        true
    }

    fn run_thread(&mut self, key: &ThreadKey) -> Result<Vec<Trace>, Refusal> {
        let state = match key.start {
            None => self.machine.start_main(0),
            Some((function, argument)) => self.machine.start(key.number, function, &[argument]),
        };
        let trace = Trace {
            events: Vec::new(),
            end: End::Stopped,
            observed: Vec::new(),
            failures: Vec::new(),
            created: Vec::new(),
            joined: Vec::new(),
            gives: BTreeSet::new(),
            needs: BTreeSet::new(),
        };
        let mut first = Partial { state, trace, reads: Vec::new(), n_writes: 0, sections: 0, depth: 0 };
        if key.start.is_some() {
            first.sync(SyncStep::ThreadBegin, thread_handle(key.number), None);
        }
        let (mut work, mut done) = (vec![first], Vec::new());
        while let Some(mut partial) = work.pop() {
            let request = self.machine.advance(&mut partial.state);
            if partial.trace.events.len() > self.limits.events_per_thread {
                return Err(Refusal::TooLarge(format!(
                    "a thread has more than {} events",
                    self.limits.events_per_thread
                )));
            }
            if done.len() + work.len() > self.limits.traces_per_thread {
                return Err(Refusal::TooLarge("a thread has too many traces".into()));
            }
            self.step(partial, request, &mut work, &mut done)?;
        }
        Ok(done)
    }

    fn step(
        &mut self,
        mut partial: Partial,
        request: Request,
        work: &mut Vec<Partial>,
        done: &mut Vec<Trace>,
    ) -> Result<(), Refusal> {
        let machine = self.machine;
        let mut go_on = |mut partial: Partial, answer: Answer| {
            machine.answer(&mut partial.state, answer);
            work.push(partial);
        };
        match &request.kind {
            RequestKind::Read { addr, size, .. } => {
                for (value, pasts) in self.possible(*addr, *size)? {
                    let mut next = partial.clone();
                    next.access(EventKind::Read, &request, Some((value, pasts)), None);
                    go_on(next, Answer::Value(value));
                }
            }
            RequestKind::Write { addr, size, value, .. } => {
                self.possible(*addr, *size)?;
                if self.give(&mut partial, &request, None, *value) {
                    partial.access(EventKind::Write, &request, None, Some(*value));
                    go_on(partial, Answer::Done);
                }
            }
            RequestKind::Rmw { addr, size, ty, op, value } => {
                for (old, pasts) in self.possible(*addr, *size)? {
                    let new = rmw_result(*op, *ty, old, *value);
                    let mut next = partial.clone();
                    if self.give(&mut next, &request, Some(&pasts), new) {
                        next.access(EventKind::Rmw, &request, Some((old, pasts)), Some(new));
                        go_on(next, Answer::Value(old));
                    }
                }
            }
            RequestKind::CompareExchange { addr, size, expected, desired, failure, weak, .. } => {
                for (old, pasts) in self.possible(*addr, *size)? {
                    let mut next = partial.clone();
                    if old == *expected && self.give(&mut next, &request, None, *desired) {
                        next.access(EventKind::Rmw, &request, Some((old, pasts.clone())), Some(*desired));
                        go_on(next, Answer::Value(old));
                    }
                    if old != *expected || *weak {
                        let mut next = partial.clone();
                        let load = Request { order: *failure, ..request.clone() };
                        next.access(EventKind::Read, &load, Some((old, pasts)), None);
                        go_on(next, Answer::CasFailed(old));
                    }
                }
            }
            RequestKind::Sync { op, args } => self.sync(partial, *op, args, work, done)?,
            _ => self.local(partial, request, work, done)?,
        }
        Ok(())
    }

    /// What touches no other thread.
    fn local(
        &mut self,
        mut partial: Partial,
        request: Request,
        work: &mut Vec<Partial>,
        done: &mut Vec<Trace>,
    ) -> Result<(), Refusal> {
        let mut answer = Answer::Done;
        match request.kind {
            RequestKind::Fence { bits } => partial.push(EventKind::Fence { bits }),
            RequestKind::Alloc { addr, size, zeroed, kind, .. } => {
                let stack = matches!(kind, AllocKind::Stack);
                partial.push_at(EventKind::Alloc { zeroed, stack }, addr, size);
                answer = Answer::Value(u128::from(addr));
            }
            RequestKind::Free { addr } => partial.push_at(EventKind::Free, addr, 0),
            RequestKind::Release { .. }
            | RequestKind::TransactionBegin
            | RequestKind::TransactionEnd
            | RequestKind::Output { .. } => {}
            RequestKind::AtomicBegin => {
                partial.sections += u32::from(partial.depth == 0);
                partial.depth += 1;
                partial.push(EventKind::Fence { bits: FenceBits::FULL });
            }
            RequestKind::AtomicEnd => {
                partial.push(EventKind::Fence { bits: FenceBits::FULL });
                partial.depth = partial.depth.saturating_sub(1);
            }
            RequestKind::Observe { name, value, ty } => {
                let shift = 128 - ty.bits().clamp(1, 128);
                partial.trace.observed.push((name, ((value << shift) as i128) >> shift));
            }
            RequestKind::AssertFailed { message, .. } => partial.trace.failures.push(message),
            RequestKind::AssumeFailed => return Ok(()),
            RequestKind::Destructors { .. } => answer = Answer::Calls(Vec::new()),
            RequestKind::Exit { .. } | RequestKind::Abort => {
                done.push(partial.trace);
                return Ok(());
            }
            RequestKind::Error(error) => {
                partial.trace.failures.push(error.to_string().into());
                done.push(partial.trace);
                return Ok(());
            }
            RequestKind::Finished { values } => {
                let object = thread_handle(partial.state.thread());
                partial.sync(SyncStep::ThreadEnd, object, None);
                partial.trace.end = End::Finished(values);
                done.push(partial.trace);
                return Ok(());
            }
            other => return Err(Refusal::Unsupported(format!("{other:?}"))),
        }
        self.machine.answer(&mut partial.state, answer);
        work.push(partial);
        Ok(())
    }

    fn sync(
        &mut self,
        mut partial: Partial,
        op: SyncOp,
        args: &Values,
        work: &mut Vec<Partial>,
        done: &mut Vec<Trace>,
    ) -> Result<(), Refusal> {
        let argument = |index: usize| args.get(index).copied().unwrap_or(0);
        let machine = self.machine;
        let mut go_on = |mut partial: Partial, values: &[u128]| {
            machine.answer(&mut partial.state, Answer::Values(Values::from_slice(values)));
            work.push(partial);
        };
        let status = |status: i32| u128::from(status as u32);
        let blocked = |partial: &Partial, end: End| Trace { end, ..partial.trace.clone() };
        let object = argument(0) as u64;
        match op {
            SyncOp::ThreadCreate => {
                let function = machine.layout().function_at(object);
                let Some(function) = function.filter(|_| partial.state.thread() == 0) else {
                    return Err(Refusal::Unsupported("a thread that the first thread does not start".into()));
                };
                let number = partial.trace.created.len() as u32 + 1;
                partial.trace.created.push(ThreadKey { number, start: Some((function, argument(1))) });
                let handle = thread_handle(number);
                partial.sync(SyncStep::Do(op), handle, Some(u128::from(handle)));
                go_on(partial, &[u128::from(handle)]);
            }
            SyncOp::ThreadJoin => {
                let Some(number) = thread_of_handle(object) else {
                    return Err(Refusal::Unsupported("a join with something that is no thread".into()));
                };
                done.push(blocked(&partial, End::BlockedJoin(number)));
                for result in self.results.get(&number).cloned().unwrap_or_default() {
                    let mut next = partial.clone();
                    next.trace.joined.push((number, result));
                    next.sync(SyncStep::Do(op), object, Some(0));
                    go_on(next, &[0, result]);
                }
            }
            SyncOp::ThreadSelf => {
                let handle = thread_handle(partial.state.thread());
                go_on(partial, &[u128::from(handle)]);
            }
            SyncOp::Yield => go_on(partial, &[]),
            SyncOp::MutexLock => {
                done.push(blocked(&partial, End::BlockedLock(object)));
                partial.sync(SyncStep::Do(op), object, Some(0));
                go_on(partial, &[0]);
            }
            SyncOp::MutexTryLock => {
                for outcome in [0, errno::EBUSY] {
                    let mut next = partial.clone();
                    next.sync(SyncStep::Do(op), object, Some(status(outcome)));
                    go_on(next, &[status(outcome)]);
                }
            }
            SyncOp::MutexInit if argument(1) != 0 => {
                return Err(Refusal::Unsupported("a recursive or error-checking mutex".into()));
            }
            SyncOp::MutexInit | SyncOp::MutexUnlock | SyncOp::SpinUnlock | SyncOp::MutexDestroy => {
                partial.sync(SyncStep::Do(op), object, Some(0));
                go_on(partial, &[0]);
            }
            other => return Err(Refusal::Unsupported(other.name().to_string())),
        }
        Ok(())
    }

    /// The values a read may find. Refuses places that overlap without being the same.
    fn possible(&mut self, addr: u64, size: u64) -> Result<Vec<(u128, Pasts)>, Refusal> {
        if !self.values.contains_key(&(addr, size)) {
            let before = self.places.range(..addr.saturating_add(size)).next_back();
            if before.is_some_and(|(&start, &length)| start + length > addr) {
                return Err(Refusal::Unsupported("accesses of different sizes to one place".into()));
            }
            self.places.insert(addr, size);
            let initial = initial_value(self.machine.program(), self.machine.layout(), addr, size);
            self.values.insert((addr, size), BTreeMap::from([(initial, vec![0])]));
        }
        let set = &self.values[&(addr, size)];
        match set.len() > self.limits.values_per_place {
            true => Err(Refusal::TooLarge(format!(
                "a place can hold more than {} values",
                self.limits.values_per_place
            ))),
            false => {
                let mask = if size < 16 { (1 << (8 * size)) - 1 } else { u128::MAX };
                let mut all: BTreeMap<u128, Pasts> =
                    self.guesses.iter().map(|guess| (guess & mask, vec![])).collect();
                all.extend(set.iter().map(|(&value, pasts)| (value, pasts.clone())));
                Ok(all.into_iter().collect())
            }
        }
    }
}

impl Partial {
    fn event(&self, kind: EventKind) -> Event {
        let mut event = Event::new(ThreadId(self.state.thread()), kind, ir::Span::NONE);
        // Unique over threads: sections of one thread are numbered among themselves.
        event.section = (self.depth > 0).then(|| self.sections << 8 | self.state.thread());
        event
    }
    fn push(&mut self, kind: EventKind) {
        self.push_at(kind, 0, 0);
    }
    fn push_at(&mut self, kind: EventKind, addr: u64, size: u64) {
        let mut event = self.event(kind);
        (event.addr, event.size) = (addr, size);
        self.trace.events.push(event);
    }
    fn sync(&mut self, op: SyncStep, object: u64, status: Option<u128>) {
        let mut event = self.event(EventKind::Sync { op, objects: smallvec![ObjectAddress(object)] });
        event.read = status;
        self.trace.events.push(event);
    }
    fn access(
        &mut self,
        kind: EventKind,
        request: &Request,
        read: Option<(u128, Pasts)>,
        written: Option<u128>,
    ) {
        let mut event = self.event(kind);
        (event.addr, event.size) = request.access().unwrap_or((0, 0));
        (event.read, event.written) = (read.as_ref().map(|(value, _)| *value), written);
        event.order = request.order;
        event.span = request.span;
        event.place = request.place.clone();
        let named = |set: &ReadSet| -> Vec<EventId> {
            set.as_slice()
                .iter()
                .filter_map(|&read| self.reads.get(read as usize))
                .map(|(id, _)| EventId(*id))
                .collect()
        };
        event.deps.addr = named(&request.deps.addr);
        event.deps.data = named(&request.deps.data);
        event.deps.ctrl = named(&request.deps.ctrl);
        if let Some((value, pasts)) = read {
            self.reads.push((self.trace.events.len() as u32, pasts));
            self.trace.needs.insert((event.addr, value));
        }
        self.trace.gives.extend(written.map(|value| (event.addr, value)));
        self.trace.events.push(event);
    }
}

/// Keeps the sets that contain no other; gives up telling them apart when there are too many.
fn minimise(pasts: &mut Pasts) {
    pasts.sort_unstable_by_key(|past| (past.count_ones(), *past));
    pasts.dedup();
    let mut kept: Pasts = Vec::new();
    for &past in pasts.iter() {
        if !kept.iter().any(|smaller| smaller & past == *smaller) {
            kept.push(past);
        }
    }
    *pasts = if kept.len() > MAX_PASTS { vec![0] } else { kept };
}

/// The integer constants of a program.
fn constants(program: &Program) -> BTreeSet<u128> {
    let mut found = BTreeSet::new();
    let insts =
        program.functions.iter().flat_map(|function| function.blocks.iter()).flat_map(|block| &block.insts);
    for inst in insts {
        inst.op.for_each_operand(|operand| {
            if let Operand::Const { bits, ty: Ty::Int(_) } = operand {
                found.insert(bits);
            }
        });
    }
    found
}
