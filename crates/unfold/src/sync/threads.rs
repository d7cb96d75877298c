//! Creating and joining threads, and the destructors of thread-specific keys.

use super::*;
use verdict::Why;

/// What one pass finds out about the ends of threads.
#[derive(Default)]
pub(crate) struct Joins {
    /// For each thread: a term that holds iff it has ended, where that is not known to follow from its beginning.
    ended: FxHashMap<u32, TermId>,
    returned: FxHashMap<u32, TermId>,
    results_asked: FxHashSet<u32>,
    /// How often the handles of threads are used up.
    n_consumers: FxHashMap<PathId, u32>,
}

impl Joins {
    /// Whether somebody has asked what the thread returns.
    pub(crate) fn asks_result(&self, thread: u32) -> bool {
        self.results_asked.contains(&thread)
    }
}

const USED_UP: &str = "a thread that is joined or detached already";

impl Unfolder<'_> {
    pub(super) fn create(&mut self, here: &Here<'_>, args: &[SymVal], flow: &mut Flow) -> Results {
        let targets = self.callees(flow, &args[0])?;
        let mut handles: Vec<(TermId, u64)> = Vec::new();
        for (condition, function) in targets {
            let guard = self.and(flow.guard, condition);
            if guard == GuardId::FALSE {
                continue;
            }
            let outer = std::mem::replace(&mut flow.guard, guard);
            let create = self.push_step(flow);
            flow.guard = outer;
            let id = self.graph.threads.len() as u32;
            if u64::from(id) >= ir::layout::MAX_THREADS {
                self.refuse(Why::TooLarge("more threads than there is room for".into()));
                return None;
            }
            let path = self.paths.child(here.place, 1 << 46, u64::from(function.0));
            let (thread, view) = ((path, function, guard), flow.view.of_new_thread());
            handles.push((condition, self.add_thread(thread, Some(create), args[1].clone(), view)));
        }
        self.context.epoch += 1;
        let values: Vec<SymVal> = handles
            .iter()
            .map(|&(_, handle)| arith::constant(&mut self.graph.terms, u128::from(handle), Ty::I64))
            .collect();
        let conditions: Vec<TermId> = handles.iter().map(|&(condition, _)| condition).collect();
        (!values.is_empty()).then(|| vec![self.select(&values, &conditions)])
    }

    pub(super) fn join(&mut self, here: &Here<'_>, args: &[SymVal], flow: &mut Flow) -> Results {
        let wants_result = here.inst.results.len() > 1;
        let targets = self.threads_of(&args[0], flow)?;
        self.count_consumers(&targets);
        // Who waits for the end has used the handle.
        if self.is_contended(&targets) {
            let event = self.graph.events.len() as u32;
            self.consume(&targets, &args[0], flow)?;
            self.graph.ghosts.insert(event);
        }
        let (mut ready, mut results, mut tests) = (Vec::new(), Vec::new(), Vec::new());
        let mut itself = TermId::FALSE;
        for &(target, test) in &targets {
            let has_ended = match target == self.context.id {
                true => {
                    itself = test;
                    results.push(arith::constant(&mut self.graph.terms, 0, Ty::I64));
                    TermId::TRUE
                }
                false => {
                    results.push(match wants_result {
                        true => self.result_of(target),
                        false => arith::constant(&mut self.graph.terms, 0, Ty::I64),
                    });
                    self.has_ended(target)
                }
            };
            ready.push(self.graph.terms.and(test, has_ended));
            tests.push(test);
        }
        self.note_waiting(flow.guard);
        let ready = self.graph.terms.or_all(ready);
        self.wait_until(flow, ready, WaitingFor::Thread);
        let event = self.graph.events.len() as u32;
        self.push_step(flow);
        let another = self.graph.terms.not(itself);
        self.orders_less(Weaker::Unless(another));
        for (target, test) in targets.into_iter().filter(|&(target, _)| target != self.context.id) {
            self.graph.joins.push((target, event, test));
        }
        let value = self.select(&results, &tests);
        Some(vec![self.status_if(another, errno::EDEADLK), value])
    }

    pub(super) fn detach(&mut self, args: &[SymVal], flow: &mut Flow) -> Results {
        let targets = self.threads_of(&args[0], flow)?;
        self.count_consumers(&targets);
        match self.is_contended(&targets) {
            true => drop(self.consume(&targets, &args[0], flow)?),
            false => drop(self.push_step(flow)),
        }
        Some(vec![self.status(0)])
    }

    /// The threads that a handle can be of, each with the condition; a handle of no thread is a failure.
    fn threads_of(&mut self, handle: &SymVal, flow: &mut Flow) -> Option<Vec<(u32, TermId)>> {
        let handles = match handle.set.consts() {
            Some(handles) => handles.to_vec(),
            None if self.needs.every_access => self.some_thread(handle, flow),
            None => return self.refuse_step(flow, "a thread that is not known"),
        };
        let mut targets = Vec::new();
        for number in handles {
            let threads = &self.graph.threads;
            let found =
                (0..threads.len() as u32).find(|&id| u128::from(threads[id as usize].handle) == number);
            let number = self.graph.terms.bits_const(number, 64);
            let test = self.graph.terms.eq(handle.term, number);
            match found {
                Some(target) => targets.push((target, test)),
                None => self.fail_where(flow, test, FailureKind::SyncMisuse, "a handle that is no thread's"),
            }
        }
        if targets.is_empty() {
            flow.guard = GuardId::FALSE;
        }
        (flow.guard != GuardId::FALSE).then_some(targets)
    }

    /// The handles of all threads so far; what is none of them is not supported.
    fn some_thread(&mut self, handle: &SymVal, flow: &mut Flow) -> Vec<u128> {
        let all: Vec<u128> = self.graph.threads.iter().map(|thread| u128::from(thread.handle)).collect();
        let mut none = TermId::TRUE;
        for &one in &all {
            let one = self.graph.terms.bits_const(one, 64);
            let same = self.graph.terms.eq(handle.term, one);
            none = self.graph.terms.and_not(none, same);
        }
        let unknown = self.and(flow.guard, none);
        self.unsupported(unknown, "a thread that is not known");
        flow.guard = self.and_not(flow.guard, none);
        all
    }

    /// A handle is used up by one join or detach: where there may be more, a hidden state tells.
    fn count_consumers(&mut self, targets: &[(u32, TermId)]) {
        for &(target, _) in targets {
            *self.pass.joins.n_consumers.entry(self.graph.threads[target as usize].path).or_default() += 1;
        }
    }
    fn is_contended(&self, targets: &[(u32, TermId)]) -> bool {
        let path = |target: u32| self.graph.threads[target as usize].path;
        targets.iter().any(|&(target, _)| self.facts.consumed_twice.contains(&path(target)))
    }

    fn handle_object<'a>(&mut self, targets: &[(u32, TermId)], addr: &'a SymVal) -> Object<'a> {
        let threads = &self.graph.threads;
        let place = |&(target, _): &(u32, TermId)| self.graph.objects.at(threads[target as usize].handle);
        let places: Vec<Place> = targets.iter().filter_map(place).collect();
        Object { addr, places: places.into() }
    }

    fn consume(&mut self, targets: &[(u32, TermId)], handle: &SymVal, flow: &mut Flow) -> Option<TermId> {
        let object = self.handle_object(targets, handle);
        let one = self.number(1);
        // Who joins itself is told so, and nothing happens.
        let itself = targets.iter().find(|(target, _)| *target == self.context.id).map(|(_, test)| *test);
        let changes = itself.map_or(TermId::TRUE, |test| self.graph.terms.not(test));
        self.transition(&object, flow, Blocking::Never, USED_UP, |this, old| {
            let wrong = this.graph.terms.eq(old, one);
            Transition { wrong, ..Transition::always(changes, one) }
        })
    }

    /// Takes in which handles more than one operation may use up, and which threads wait for each other to end.
    pub(crate) fn refute_joins(&mut self) -> bool {
        let before = (self.facts.consumed_twice.len(), self.facts.endless.len());
        let several = std::mem::take(&mut self.pass.joins.n_consumers).into_iter().filter(|(_, n)| *n > 1);
        self.facts.consumed_twice.extend(several.map(|(path, _)| path));
        let joins: Vec<(u32, u32)> = self
            .graph
            .joins
            .iter()
            .map(|&(target, event, _)| (self.graph.events[event as usize].thread, target))
            .collect();
        for start in 1..self.graph.threads.len() as u32 {
            let mut reached: Vec<u32> = vec![start];
            let mut next = 0;
            while next < reached.len() {
                let from = reached[next];
                next += 1;
                for &(_, to) in joins.iter().filter(|&&(joiner, _)| joiner == from) {
                    if to == start {
                        self.facts.endless.insert(self.graph.threads[start as usize].path);
                    }
                    if !reached.contains(&to) {
                        reached.push(to);
                    }
                }
            }
        }
        before != (self.facts.consumed_twice.len(), self.facts.endless.len())
    }

    /// A term that implies that the thread has ended; where it always ends, that it has begun.
    pub(super) fn has_ended(&mut self, target: u32) -> TermId {
        let thread = &self.graph.threads[target as usize];
        if target != 0 && !self.facts.endless.contains(&thread.path) {
            return self.graph.guards.term(thread.guard);
        }
        let terms = &mut self.graph.terms;
        *self.pass.joins.ended.entry(target).or_insert_with(|| terms.bool_var(format!("t{target} ended")))
    }

    /// Ties the stand-ins for "thread t has ended" and its result to what was found out.
    pub(crate) fn define_ends(&mut self) {
        for (id, ended) in std::mem::take(&mut self.pass.joins.ended) {
            let guards: Vec<GuardId> = self.graph.threads[id as usize].ends.iter().map(|end| end.0).collect();
            let guard = self.graph.guards.any(&mut self.graph.terms, &guards);
            let defined = self.graph.terms.iff(ended, self.graph.guards.term(guard));
            self.graph.constraints.push(defined);
        }
        for (id, returned) in std::mem::take(&mut self.pass.joins.returned) {
            for (guard, _, value) in self.graph.threads[id as usize].ends.clone() {
                let same = self.graph.terms.eq(returned, value);
                let defined = self.graph.terms.implies(self.graph.guards.term(guard), same);
                self.graph.constraints.push(defined);
            }
        }
    }

    pub(super) fn result_of(&mut self, target: u32) -> SymVal {
        self.pass.joins.results_asked.insert(target);
        let path = self.graph.threads[target as usize].path;
        if let Some(&Some(value)) = self.facts.returns.get(&path) {
            return arith::constant(&mut self.graph.terms, value, Ty::I64);
        }
        let terms = &mut self.graph.terms;
        let term = *self
            .pass
            .joins
            .returned
            .entry(target)
            .or_insert_with(|| terms.bits_var(format!("t{target} returns"), 64));
        SymVal::new(term, NumberSet::ANY)
    }

    /// The edges from the ends of threads to those who joined them.
    pub(crate) fn add_join_edges(&mut self) {
        for (target, join, condition) in self.graph.joins.clone() {
            // Threads may wait for each other: an order only where the join really comes back.
            let certain =
                target != 0 && !self.facts.endless.contains(&self.graph.threads[target as usize].path);
            let happens = self.graph.guards.term(self.graph.events[join as usize].guard);
            let condition = if certain { condition } else { self.graph.terms.and(condition, happens) };
            for &(_, end, _) in &self.graph.threads[target as usize].ends {
                self.graph.edges.push(SyncEdge { from: end, to: join, condition });
            }
        }
    }

    /// Calls the destructors of keys that this thread has set, in rounds, as they may set keys again.
    pub(crate) fn run_destructors(&mut self, place: PathId, flow: &mut Flow) -> Option<()> {
        for round in 0..u64::from(interp::DESTRUCTOR_ROUNDS) {
            let mut keys = std::mem::take(&mut flow.keys);
            keys.sort_by_key(|(key, _)| *key);
            for (key, value) in keys {
                let Some(Some(destructor)) = self.pass.keys.destructors.get(key as usize).copied() else {
                    continue;
                };
                let zero = self.graph.terms.bits_const(0, 64);
                let is_set = self.graph.terms.ne(value.term, zero);
                let mut calls = flow.clone();
                calls.guard = self.and(flow.guard, is_set);
                let mut skips = flow.clone();
                skips.guard = self.and_not(flow.guard, is_set);
                let path = self.paths.child(place, 1 << 47 | round, u64::from(key));
                let mut ways: Vec<(Flow, Vec<SymVal>)> = Vec::new();
                if calls.guard != GuardId::FALSE {
                    ways.extend(self.call(destructor, vec![value], calls, path));
                }
                if skips.guard != GuardId::FALSE {
                    ways.push((skips, Vec::new()));
                }
                *flow = self.merge_returns(ways, self.context.depth)?.0;
            }
        }
        Some(())
    }
}
