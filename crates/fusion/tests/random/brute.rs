//! All feasible prefixes of a trace program, one by one: every schedule of the interpreter in which each thread stays
//! on its recorded path. Knows nothing of the formula.

use fusion::expr::{FlagId, Node, ReadId};
use fusion::trace::{Step, StepId, StepKind, Trace};
use interp::{Answer, Choice, Machine, RequestKind, World, WorldConfig};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub type Three = (StepId, StepId, StepId);

/// An access that happened.
#[derive(Clone, Debug)]
struct Done {
    id: StepId,
    addr: u64,
    size: u64,
    read: Option<u128>,
    written: Option<u128>,
    before: u128,
}

#[derive(Clone)]
struct State {
    world: World,
    positions: Vec<u32>,
    reads: BTreeMap<ReadId, u128>,
    flags: BTreeMap<FlagId, bool>,
    history: Vec<Done>,
    /// Counts of semaphores, which are not in memory.
    counters: BTreeMap<u64, u128>,
    /// Arrivals of each round so far.
    arrived: BTreeMap<(u64, u32), Vec<StepId>>,
    found: BTreeSet<Three>,
}

pub struct Brute<'t> {
    trace: &'t Trace,
    guarded: bool,
    pub found: BTreeSet<Three>,
    left: u64,
}

impl<'t> Brute<'t> {
    /// The triples that some prefix shows; `None` when there are too many prefixes.
    pub fn search(
        machine: &Arc<Machine>,
        trace: &'t Trace,
        guarded: bool,
        limit: u64,
    ) -> Option<BTreeSet<Three>> {
        let world = World::new(machine.clone(), WorldConfig { log: true, ..WorldConfig::default() });
        let state = State {
            world,
            positions: vec![0; trace.threads.len()],
            reads: BTreeMap::new(),
            flags: BTreeMap::new(),
            history: Vec::new(),
            counters: BTreeMap::new(),
            arrived: BTreeMap::new(),
            found: BTreeSet::new(),
        };
        let mut brute = Brute { trace, guarded, found: BTreeSet::new(), left: limit };
        brute.visit(&state);
        (brute.left > 0).then_some(brute.found)
    }

    fn visit(&mut self, state: &State) {
        for thread in 0..self.trace.threads.len() as u32 {
            for variant in state.world.variants(thread) {
                if self.left == 0 {
                    return;
                }
                self.left -= 1;
                let mut next = state.clone();
                if self.step(&mut next, thread, variant) && self.finish_section(&mut next, thread) {
                    self.found.extend(next.found.iter().copied());
                    self.visit(&next);
                }
            }
        }
    }

    /// An atomic section is one step: it happens as recorded to its end, or not at all.
    fn finish_section(&self, state: &mut State, thread: u32) -> bool {
        loop {
            let position = state.positions[thread as usize];
            let last = position.checked_sub(1).and_then(|before| self.trace.step_at(thread, before));
            let next = self.trace.step_at(thread, position);
            let section = last.and_then(|id| self.trace.step(id).section);
            if section.is_none() || section != next.and_then(|id| self.trace.step(id).section) {
                let closing = last.map_or(&[][..], |id| &self.trace.step(id).closing);
                return closing.iter().all(|&guard| self.holds(state, guard));
            }
            if !self.step(state, thread, 0) {
                return false;
            }
        }
    }

    fn value(&self, state: &State, node: Node) -> Option<u128> {
        match node {
            Node::Read(read) => state.reads.get(&read).copied(),
            Node::Flag(flag) => state.flags.get(&flag).map(|&flag| u128::from(flag)),
            _ => None,
        }
    }
    fn holds(&self, state: &State, expr: fusion::expr::ExprId) -> bool {
        self.trace.exprs.eval(expr, &|node| self.value(state, node)) == Some(1)
    }

    /// Whether the thread could do its next recorded step.
    fn step(&self, state: &mut State, thread: u32, variant: u32) -> bool {
        let Some(id) = self.trace.step_at(thread, state.positions[thread as usize]) else { return false };
        let step = self.trace.step(id);
        if !step.guards.iter().all(|&guard| self.holds(state, guard)) {
            return false;
        }
        // Threads are numbered as they are created.
        if let StepKind::Create { child } = step.kind
            && child as usize != state.world.n_threads()
        {
            return false;
        }
        let Some(request) = state.world.pending(events::ThreadId(thread)).cloned() else { return false };
        assert_eq!(request.span, step.span, "{id}: guards hold, but the program is elsewhere");
        let access = request.access();
        let before =
            access.map_or(0, |(addr, size)| state.world.memory().read(addr, size).map_or(0, |r| r.0));
        let from = state.world.log().len();
        let choice = Choice { thread: events::ThreadId(thread), variant };
        if state.world.step(choice).is_err() {
            return false;
        }
        state.positions[thread as usize] += 1;
        let own = state.world.log()[from..].iter().find(|entry| entry.thread.0 == thread);
        let answer = own.map(|entry| entry.answer.clone());
        if !self.same_result(state, id, step, answer.as_ref()) {
            return false;
        }
        if let StepKind::Access(recorded) = &step.kind
            && recorded.sync
        {
            self.count(state, recorded);
        }
        if let (StepKind::Access(recorded), Some((addr, size))) = (&step.kind, access) {
            if !recorded.places().contains(&addr) {
                return false;
            }
            let after = state.world.memory().read(addr, size).map_or(0, |r| r.0);
            if let Some(read) = recorded.read {
                state.reads.insert(read, before);
            }
            if recorded.requires.is_some_and(|requires| !self.holds(state, requires)) {
                return false;
            }
            let writes = match recorded.write {
                Some((_, cond)) => self.holds(state, cond),
                None => false,
            };
            if let Some((value, _)) = recorded.write.filter(|_| writes) {
                let expected = self.trace.exprs.eval(value, &|node| self.value(state, node));
                assert_eq!(expected, Some(after), "{id}: what the trace says is written");
            }
            let read = (!matches!(request.kind, RequestKind::Write { .. })).then_some(before);
            let written = writes.then_some(after);
            self.note(state, Done { id, addr, size, read, written, before });
        }
        true
    }

    /// What a step on a semaphore reads of its counter, and leaves there.
    fn count(&self, state: &mut State, access: &fusion::trace::Access) {
        let first = self.trace.cells.iter().find(|cell| cell.addr == access.addr);
        let first = first.map_or(0, |cell| cell.initial);
        let count = state.counters.get(&access.addr).copied().unwrap_or(first);
        if let Some(read) = access.read {
            state.reads.insert(read, count);
        }
        if let Some((value, _)) = access.write
            && let Some(new) = self.trace.exprs.eval(value, &|node| self.value(state, node))
        {
            state.counters.insert(access.addr, new);
        }
    }

    /// Whether an operation that can fail did what it did in the run.
    fn same_result(&self, state: &mut State, id: StepId, step: &Step, answer: Option<&Answer>) -> bool {
        let status = match answer {
            Some(Answer::Values(values)) => values.first().map(|&status| status as u32 as i32),
            _ => None,
        };
        match &step.kind {
            StepKind::Acquire { .. } => status == Some(0),
            StepKind::Refused { .. } => status.is_some_and(|status| status != 0),
            StepKind::Once { runs, .. } => status.is_some_and(|status| (status != 0) == *runs),
            // A wait that was given up is given up again, one that was woken is woken.
            StepKind::WaitTimeout { .. } => answer.is_none(),
            StepKind::WaitEnd { .. } => {
                let before = self.trace.previous(id).map(|before| &self.trace.step(before).kind);
                let timed_out = matches!(before, Some(StepKind::WaitTimeout { .. }));
                status.is_some_and(|status| (status != 0) == timed_out)
            }
            StepKind::Access(access) if access.sync && access.requires.is_some() => {
                status.is_some_and(|status| (status == 0) == access.write.is_some())
            }
            StepKind::Arrive { barrier, round } => {
                let arrived = state.arrived.entry((*barrier, *round)).or_default();
                arrived.push(id);
                let same = |kind: &StepKind| matches!(kind, StepKind::Arrive { barrier: b, round: r } if (b, r) == (barrier, round));
                let n_round = self.trace.steps.iter().filter(|step| same(&step.kind)).count();
                if arrived.len() == n_round {
                    for (index, flag) in self.trace.flags.iter().enumerate() {
                        if arrived.contains(flag) {
                            state.flags.insert(FlagId(index as u32), *flag == id);
                        }
                    }
                }
                // A later round must not begin before this one is over.
                *round == 0 || state.arrived.get(&(*barrier, round - 1)).is_some_and(|before| {
                    let same = |kind: &StepKind| {
                        matches!(kind, StepKind::Arrive { barrier: b, round: r } if (*b, *r) == (*barrier, round - 1))
                    };
                    before.len() == self.trace.steps.iter().filter(|step| same(&step.kind)).count()
                })
            }
            _ => true,
        }
    }

    /// Adds an access, and the triples that it completes.
    fn note(&self, state: &mut State, second: Done) {
        let thread = |done: &Done| self.trace.step(done.id).thread;
        let position = |done: &Done| self.trace.step(done.id).position;
        for (index, remote) in state.history.iter().enumerate() {
            if thread(remote) == thread(&second) {
                continue;
            }
            for first in state.history[..index].iter().filter(|first| thread(first) == thread(&second)) {
                let together = self.trace.transactions.iter().any(|t| {
                    t.thread == thread(first) && t.first <= position(first) && position(&second) <= t.last
                });
                let pattern =
                    remote.written.is_some() || (first.written.is_some() && second.written.is_some());
                if together && pattern && self.conflict(first, remote) && self.conflict(remote, &second) {
                    state.found.insert((first.id, remote.id, second.id));
                }
            }
        }
        state.history.push(second);
    }

    fn conflict(&self, a: &Done, b: &Done) -> bool {
        if (a.addr, a.size) != (b.addr, b.size) || (a.written.is_none() && b.written.is_none()) {
            return false;
        }
        if !self.guarded {
            return true;
        }
        let read_write = matches!((a.read, b.written), (Some(seen), Some(new)) if seen != new);
        let write_read = matches!((a.written, b.read), (Some(new), Some(_)) if a.before != new);
        let write_write = matches!((a.written, b.written), (Some(first), Some(second)) if first != second);
        read_write || write_read || write_write
    }
}
