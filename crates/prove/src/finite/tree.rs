//! All that each thread can do, as a tree of events: a read branches into the values that its place may hold.
//!
//! Threads are run by the interpreter with concrete values, so addresses, dependencies and arithmetic are exact. What
//! other threads do to a read is in the value sets ([`super::values`]); which write it really reads from is left to the
//! order solver ([`super::question`]). Rounds are repeated until no set grows.
//!
//! Never misses a behaviour; may have branches that no execution takes. What it cannot follow it refuses
//! ([`Refusal`]): inputs, loops that do not end, places that overlap, initial contents that are not known.

use super::objects::Objects;
use super::speculate::Causes;
use super::values::{Pasts, Place, ValueSets};
use super::{Refusal, Result};
use crate::overwritten::Seen;
use events::{Event, EventId, EventKind, SyncStep, ThreadId};
use interp::{AllocKind, Answer, Machine, ReadSet, Request, RequestKind, ThreadState, Values};
use interp::{rmw_result, thread_handle};
use ir::{AssertKind, FenceBits, FuncId, Span};
use limits::Limits;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;

pub(super) type NodeId = u32;

/// A thread by how it came to be. Threads started on different ways are different threads, of which one happens.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Start {
    pub parent: u32,
    /// How many its parent had started before.
    pub index: u32,
    pub function: FuncId,
    pub argument: u128,
}

#[derive(Debug)]
pub(super) struct Node {
    pub parent: Option<NodeId>,
    pub event: Event,
    /// The thread that this event starts, or the thread whose end it waits for with the result it takes.
    pub starts: Option<u32>,
    pub joins: Option<(u32, u128)>,
    /// For a lock: whether it takes the mutex (for an unlock: gives it back) for good, counting nested ones.
    pub outermost: bool,
    /// For a lock: whether others may hold it at the same time in the same way.
    pub shared: bool,
}

/// Why a branch ends.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum End {
    Finished(u128),
    /// The program ends here in an orderly way.
    Exited,
    /// It waits for ever, an assumption fails, memory is misused, or an assertion failed.
    Stopped,
}

#[derive(Debug)]
pub(super) struct Leaf {
    pub node: Option<NodeId>,
    pub end: End,
    pub observed: Vec<(Arc<str>, i128)>,
}

/// An assertion that fails at the end of a branch.
#[derive(Clone, Debug)]
pub(super) struct FailedAssertion {
    pub kind: AssertKind,
    pub message: Arc<str>,
    pub span: Span,
    pub node: Option<NodeId>,
}

/// The tree of one thread in the making.
#[derive(Clone)]
pub(super) struct Partial {
    pub state: ThreadState,
    pub node: Option<NodeId>,
    pub depth_in_tree: u32,
    /// The node of each read so far, and the pasts of its value.
    reads: Vec<(NodeId, Pasts)>,
    n_writes: u32,
    pub n_starts: u32,
    /// The last write of this thread to each place.
    own: FxHashMap<Place, (u128, Pasts)>,
    section: Option<u32>,
    section_depth: u32,
    observed: Vec<(Arc<str>, i128)>,
    pub held: FxHashMap<u64, u32>,
    pub joined: BTreeSet<u32>,
    /// Where it read since it last did something that others can see.
    quiet: Vec<ThreadState>,
}

/// How large a program may be to be treated this way.
const MAX_THREADS: usize = 32;
const MAX_VALUES: usize = 64;
const MAX_EVENTS_PER_BRANCH: u32 = 400;
const MAX_NODES: usize = 20_000;
const MAX_LEAVES: usize = 4_000;
const MAX_ROUNDS: u32 = 64;
/// Longer stretches of reads are not compared.
const MAX_QUIET: usize = 40;

pub(super) struct Forest<'a> {
    pub machine: &'a Machine,
    pub limits: &'a Limits,
    causes: Causes,
    pub values: ValueSets,
    pub objects: Objects,
    pub threads: Vec<Option<Start>>,
    numbers: FxHashMap<Start, u32>,
    pub results: FxHashMap<u32, BTreeSet<u128>>,
    /// Who touches each place; two threads make it shared.
    toucher: FxHashMap<Place, u32>,
    pub shared: FxHashSet<Place>,
    pub loose_mutexes: FxHashSet<u64>,
    pub seen: Seen<()>,

    pub nodes: Vec<Node>,
    pub leaves: Vec<(u32, Leaf)>,
    pub failures: Vec<FailedAssertion>,
    pub rounds: u32,
}

impl<'a> Forest<'a> {
    pub fn grow(
        machine: &'a Machine,
        limits: &'a Limits,
        guesses: BTreeSet<u128>,
        causes: Causes,
    ) -> Result<Self> {
        let mut forest = Forest {
            machine,
            limits,
            causes,
            values: ValueSets::new(guesses),
            objects: Objects::of(machine.program(), machine.layout()),
            threads: vec![None],
            numbers: FxHashMap::default(),
            results: FxHashMap::default(),
            toucher: FxHashMap::default(),
            shared: FxHashSet::default(),
            loose_mutexes: FxHashSet::default(),
            seen: Seen::new(machine.program()),
            nodes: Vec::new(),
            leaves: Vec::new(),
            failures: Vec::new(),
            rounds: 0,
        };
        loop {
            forest.values.grew = false;
            forest.nodes.clear();
            forest.leaves.clear();
            forest.failures.clear();
            forest.seen = Seen::new(machine.program());
            forest.rounds += 1;
            let mut thread = 0;
            while thread < forest.threads.len() {
                forest.run_thread(thread as u32)?;
                thread += 1;
            }
            if !forest.values.grew {
                return Ok(forest);
            }
            if forest.rounds > MAX_ROUNDS {
                return Err(Refusal::TooLarge("its values do not settle".into()));
            }
        }
    }

    /// The number of a thread started this way.
    pub fn number(&mut self, start: Start) -> Result<u32> {
        if let Some(&number) = self.numbers.get(&start) {
            return Ok(number);
        }
        if self.threads.len() >= MAX_THREADS {
            return Err(Refusal::TooLarge(format!("more than {MAX_THREADS} threads")));
        }
        let number = self.threads.len() as u32;
        self.threads.push(Some(start.clone()));
        self.numbers.insert(start, number);
        self.values.grew = true;
        Ok(number)
    }

    fn run_thread(&mut self, thread: u32) -> Result {
        let start = self.threads[thread as usize].clone();
        let state = match &start {
            None => self.machine.start_main(0),
            Some(start) => self.machine.start(thread, start.function, &[start.argument]),
        };
        let mut first = Partial {
            state,
            node: None,
            depth_in_tree: 0,
            reads: Vec::new(),
            n_writes: 0,
            n_starts: 0,
            own: FxHashMap::default(),
            section: None,
            section_depth: 0,
            observed: Vec::new(),
            held: FxHashMap::default(),
            joined: BTreeSet::new(),
            quiet: Vec::new(),
        };
        if start.is_some() {
            self.push_sync(&mut first, SyncStep::ThreadBegin, thread_handle(thread), None)?;
        }
        let mut work = vec![first];
        while let Some(mut partial) = work.pop() {
            let request = self.machine.advance(&mut partial.state);
            self.step(partial, request, &mut work)?;
        }
        Ok(())
    }

    fn step(&mut self, mut partial: Partial, request: Request, work: &mut Vec<Partial>) -> Result {
        if self.waited_in_vain(&mut partial, &request) {
            self.leaf(partial, End::Stopped);
            return Ok(());
        }
        match &request.kind {
            RequestKind::Read { addr, size, .. }
            | RequestKind::Write { addr, size, .. }
            | RequestKind::Rmw { addr, size, .. }
            | RequestKind::CompareExchange { addr, size, .. } => {
                let writes = !matches!(request.kind, RequestKind::Read { .. });
                if !self.objects.may_access(*addr, *size, writes) {
                    self.leaf(partial, End::Stopped);
                    return Ok(());
                }
                let alone = partial.state.thread() == 0 && partial.n_starts == 0;
                let first = alone && ir::layout::region_of(*addr).is_some();
                self.seen.access(((), *addr as i64, *size), first, request.span);
                self.access((*addr, *size), partial, &request, work)
            }
            RequestKind::Sync { op, args } => {
                if let Some(&object) = args.first() {
                    self.seen.operation(*op, ((), object as i64));
                }
                self.sync(partial, *op, args, &request, work)
            }
            _ => self.local(partial, request, work),
        }
    }

    /// Whether the thread is back where it was, having done nothing but read. Without that round the execution is the same
    /// for everybody, and taking events that only read out of an execution leaves it consistent: the round need not
    /// be looked at. An atomic exchange that puts back what it found counts as a read, for the same reason.
    fn waited_in_vain(&self, partial: &mut Partial, request: &Request) -> bool {
        match &request.kind {
            RequestKind::Read { .. } | RequestKind::Rmw { .. } | RequestKind::CompareExchange { .. } => {
                let back = partial.quiet.iter().any(|old| self.machine.same_place(old, &partial.state));
                if partial.quiet.len() < MAX_QUIET {
                    partial.quiet.push(partial.state.clone());
                }
                back
            }
            RequestKind::Fence { .. } => false,
            RequestKind::Sync { op: ir::SyncOp::Yield, .. } => false,
            _ => {
                partial.quiet.clear();
                false
            }
        }
    }

    fn access(
        &mut self,
        place: Place,
        partial: Partial,
        request: &Request,
        work: &mut Vec<Partial>,
    ) -> Result {
        let initial = self.objects.initial(place.0, place.1);
        if !self.values.declare(place, || initial) {
            let what = "accesses of different sizes to one place".to_string();
            return Err(Refusal::Unsupported(what, request.span));
        }
        let thread = partial.state.thread();
        let alone = *self.toucher.entry(place).or_insert(thread) == thread && self.values.guesses.is_empty();
        if !alone && self.shared.insert(place) {
            self.values.grew = true;
        }
        match &request.kind {
            RequestKind::Read { .. } => {
                for (value, pasts) in self.readable(place, &partial, request)? {
                    let mut next = partial.clone();
                    self.push_access(&mut next, EventKind::Read, request, Some((value, pasts)), None)?;
                    self.go_on(next, Answer::Value(value), work);
                }
            }
            RequestKind::Write { value, .. } => {
                let mut next = partial;
                if self.write(&mut next, place, request, None, *value) {
                    self.push_access(&mut next, EventKind::Write, request, None, Some(*value))?;
                    self.go_on(next, Answer::Done, work);
                }
            }
            RequestKind::Rmw { ty, op, value, .. } => {
                for (old, pasts) in self.readable(place, &partial, request)? {
                    let new = rmw_result(*op, *ty, old, *value);
                    let mut next = partial.clone();
                    if new != old {
                        next.quiet.clear();
                    }
                    let own_read = Some(&pasts).filter(|_| self.causes.of_update(*op));
                    if self.write(&mut next, place, request, own_read, new) {
                        self.push_access(&mut next, EventKind::Rmw, request, Some((old, pasts)), Some(new))?;
                        self.go_on(next, Answer::Value(old), work);
                    }
                }
            }
            RequestKind::CompareExchange { expected, desired, failure, weak, .. } => {
                for (old, pasts) in self.readable(place, &partial, request)? {
                    let mut next = partial.clone();
                    if old != *desired {
                        next.quiet.clear();
                    }
                    if old == *expected && self.write(&mut next, place, request, None, *desired) {
                        let read = Some((old, pasts.clone()));
                        self.push_access(&mut next, EventKind::Rmw, request, read, Some(*desired))?;
                        self.go_on(next, Answer::Value(old), work);
                    }
                    if old != *expected || *weak {
                        let mut next = partial.clone();
                        let load = Request { order: *failure, ..request.clone() };
                        self.push_access(&mut next, EventKind::Read, &load, Some((old, pasts)), None)?;
                        self.go_on(next, Answer::CasFailed(old), work);
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// What a read may find at a place. A place that no other thread touches holds what was put there last.
    fn readable(&self, place: Place, partial: &Partial, request: &Request) -> Result<Vec<(u128, Pasts)>> {
        let initial = || self.objects.initial(place.0, place.1).map(|value| (value, vec![0]));
        let Some(known) = partial.own.get(&place).cloned().or_else(initial) else {
            return Err(Refusal::Unsupported("a read of memory that was never written".into(), request.span));
        };
        if !self.shared.contains(&place) {
            return Ok(vec![known]);
        }
        let all = self.values.possible(place);
        match all.len() > MAX_VALUES {
            true => Err(Refusal::TooLarge(format!("a place can hold more than {MAX_VALUES} values"))),
            false => Ok(all),
        }
    }

    /// Takes in what a write leaves behind. False if the value would be its own cause on every way to it.
    fn write(
        &mut self,
        partial: &mut Partial,
        place: Place,
        request: &Request,
        own_read: Option<&Pasts>,
        value: u128,
    ) -> bool {
        let deps = [&request.deps.addr, &request.deps.data];
        let deps = deps.iter().filter(|_| self.causes.of_text).flat_map(|set| set.as_slice());
        let reads = deps.filter_map(|&read| partial.reads.get(read as usize));
        let from: Vec<&Pasts> = reads.map(|(_, pasts)| pasts).chain(own_read).collect();
        let site = (partial.state.thread(), partial.n_writes);
        partial.n_writes += 1;
        let Some(pasts) = self.values.give(place, site, &from, value) else { return false };
        partial.own.insert(place, (value, pasts));
        true
    }

    /// What touches no other thread.
    fn local(&mut self, mut partial: Partial, request: Request, work: &mut Vec<Partial>) -> Result {
        let span = request.span;
        let mut answer = Answer::Done;
        match request.kind {
            RequestKind::Fence { bits } => self.push(&mut partial, EventKind::Fence { bits }, span)?,
            RequestKind::Alloc { addr, size, zeroed, kind, .. } => {
                let new = match kind {
                    AllocKind::ThreadLocal(global) => self.objects.add_thread_local(addr, global),
                    AllocKind::Stack | AllocKind::Heap => self.objects.add(addr, size, zeroed),
                };
                self.values.grew |= new;
                answer = Answer::Value(u128::from(addr));
            }
            RequestKind::Free { .. }
            | RequestKind::Release { .. }
            | RequestKind::TransactionBegin
            | RequestKind::TransactionEnd
            | RequestKind::Output { .. } => {}
            RequestKind::AtomicBegin => {
                if partial.section_depth == 0 {
                    partial.section = Some(self.nodes.len() as u32);
                }
                partial.section_depth += 1;
                self.push(&mut partial, EventKind::Fence { bits: FenceBits::FULL }, span)?;
            }
            RequestKind::AtomicEnd => {
                self.push(&mut partial, EventKind::Fence { bits: FenceBits::FULL }, span)?;
                partial.section_depth = partial.section_depth.saturating_sub(1);
                if partial.section_depth == 0 {
                    partial.section = None;
                }
            }
            RequestKind::Observe { name, value, ty } => {
                partial.observed.push((name, interp::eval::signed(value, ty)));
            }
            RequestKind::AssertFailed { kind, message } => {
                self.failures.push(FailedAssertion { kind, message, span, node: partial.node });
                self.leaf(partial, End::Stopped);
                return Ok(());
            }
            RequestKind::Destructors { .. } => answer = Answer::Calls(Vec::new()),
            RequestKind::Exit { .. } => {
                self.leaf(partial, End::Exited);
                return Ok(());
            }
            RequestKind::AssumeFailed | RequestKind::Abort | RequestKind::Error(_) => {
                self.leaf(partial, End::Stopped);
                return Ok(());
            }
            RequestKind::Finished { values } => {
                let thread = partial.state.thread();
                self.push_sync(&mut partial, SyncStep::ThreadEnd, thread_handle(thread), None)?;
                let value = values.first().copied().unwrap_or(0);
                self.values.grew |= self.results.entry(thread).or_default().insert(value);
                self.leaf(partial, End::Finished(value));
                return Ok(());
            }
            RequestKind::Input { .. } => return Err(Refusal::Unsupported("an input".into(), span)),
            RequestKind::ObjectSize { .. } => {
                return Err(Refusal::Unsupported("the size of an object".into(), span));
            }
            RequestKind::Unsupported { reason } => {
                return Err(Refusal::Unsupported(reason.to_string(), span));
            }
            other => return Err(Refusal::Unsupported(format!("{other:?}"), span)),
        }
        self.go_on(partial, answer, work);
        Ok(())
    }

    pub fn go_on(&self, mut partial: Partial, answer: Answer, work: &mut Vec<Partial>) {
        self.machine.answer(&mut partial.state, answer);
        work.push(partial);
    }
    pub fn go_on_with(&self, partial: Partial, values: &[u128], work: &mut Vec<Partial>) {
        self.go_on(partial, Answer::Values(Values::from_slice(values)), work);
    }

    pub fn leaf(&mut self, partial: Partial, end: End) {
        let leaf = Leaf { node: partial.node, end, observed: partial.observed };
        self.leaves.push((partial.state.thread(), leaf));
    }

    fn push(&mut self, partial: &mut Partial, kind: EventKind, span: Span) -> Result {
        let event = Event::new(ThreadId(partial.state.thread()), kind, span);
        self.push_event(partial, event).map(|_| ())
    }
    pub fn push_sync(
        &mut self,
        partial: &mut Partial,
        step: SyncStep,
        object: u64,
        status: Option<u128>,
    ) -> Result<NodeId> {
        let kind = EventKind::sync(step, [object]);
        let mut event = Event::new(ThreadId(partial.state.thread()), kind, Span::NONE);
        event.read = status;
        self.push_event(partial, event)
    }

    fn push_access(
        &mut self,
        partial: &mut Partial,
        kind: EventKind,
        request: &Request,
        read: Option<(u128, Pasts)>,
        written: Option<u128>,
    ) -> Result {
        let mut event = Event::new(ThreadId(partial.state.thread()), kind, request.span);
        (event.addr, event.size) = request.access().unwrap_or((0, 0));
        (event.read, event.written) = (read.as_ref().map(|(value, _)| *value), written);
        event.order = request.order;
        event.place = request.place.clone();
        let named = |set: &ReadSet| -> Vec<EventId> {
            let known = set.as_slice().iter().filter_map(|&read| partial.reads.get(read as usize));
            known.map(|(node, _)| EventId(*node)).collect()
        };
        event.deps.addr = named(&request.deps.addr);
        event.deps.data = named(&request.deps.data);
        event.deps.ctrl = named(&request.deps.ctrl);
        let node = self.push_event(partial, event)?;
        if let Some((_, pasts)) = read {
            partial.reads.push((node, pasts));
        }
        Ok(())
    }

    fn push_event(&mut self, partial: &mut Partial, mut event: Event) -> Result<NodeId> {
        event.section = partial.section;
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node {
            parent: partial.node,
            event,
            starts: None,
            joins: None,
            outermost: false,
            shared: false,
        });
        partial.node = Some(id);
        partial.depth_in_tree += 1;
        if partial.depth_in_tree > MAX_EVENTS_PER_BRANCH {
            let reason = format!("a thread makes more than {MAX_EVENTS_PER_BRANCH} accesses");
            return Err(Refusal::TooLarge(reason));
        }
        if self.nodes.len() > MAX_NODES || self.leaves.len() > MAX_LEAVES {
            return Err(Refusal::TooLarge("its threads have too many ways to go".into()));
        }
        if self.limits.are_reached() {
            return Err(Refusal::OutOfTime);
        }
        Ok(id)
    }

    /// The nodes of a branch, first to last.
    pub fn path(&self, leaf: Option<NodeId>) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(leaf, |&node| self.nodes[node as usize].parent).collect();
        path.reverse();
        path
    }
}
