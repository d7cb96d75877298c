//! Creating and joining threads, thread-specific keys and their destructors.

use super::*;

impl Unfolder<'_> {
    pub(super) fn create(
        &mut self,
        context: &mut ThreadContext,
        here: &Here<'_>,
        args: &[SymVal],
        flow: &mut Flow,
    ) -> Option<Vec<SymVal>> {
        let targets = self.callees(context, flow, &args[0], here.inst.span)?;
        let mut handles: Vec<(TermId, u64)> = Vec::new();
        for (condition, function) in targets {
            let guard = self.and(flow.guard, condition);
            if guard == GuardId::FALSE {
                continue;
            }
            let outer = std::mem::replace(&mut flow.guard, guard);
            let create = self.push_step(context, flow, here.inst.span);
            flow.guard = outer;
            let id = self.graph.threads.len() as u32;
            if u64::from(id) >= ir::layout::MAX_THREADS {
                self.refuse("more threads than there is room for", here.inst.span);
                return None;
            }
            let path = self.paths.child(here.place, 1 << 46, u64::from(function.0));
            let handle = crate::unfold::thread_handle(id);
            self.graph.objects.add_thread(id);
            let parent = Some((context.id, context.epoch));
            let thread = Thread {
                path,
                function,
                guard,
                parent,
                handle,
                create: Some(create),
                arg: args[1].term,
                events: Vec::new(),
                ends: Vec::new(),
                finished: GuardId::FALSE,
            };
            self.add_thread(thread, args[1].clone(), flow.view.clone());
            handles.push((condition, handle));
        }
        context.epoch += 1;
        let values: Vec<SymVal> = handles
            .iter()
            .map(|&(_, handle)| arith::constant(&mut self.graph.terms, u128::from(handle), Ty::I64))
            .collect();
        let conditions: Vec<TermId> = handles.iter().map(|&(condition, _)| condition).collect();
        (!values.is_empty()).then(|| {
            vec![crate::unfold::access::select(
                &mut self.graph.terms,
                &self.graph.objects,
                false,
                &values,
                &conditions,
            )]
        })
    }

    pub(super) fn join(
        &mut self,
        context: &ThreadContext,
        args: &[SymVal],
        flow: &mut Flow,
        span: Span,
    ) -> Option<Vec<SymVal>> {
        let handles: Vec<u64> = match args[0].set.consts() {
            Some(handles) => handles.iter().map(|&handle| handle as u64).collect(),
            None => {
                self.unsupported(context, flow.guard, span, "joining a thread that is not known");
                flow.guard = GuardId::FALSE;
                return None;
            }
        };
        let (mut ended, mut results, mut tests, mut joined) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for handle in handles {
            let found = (0..self.graph.threads.len() as u32)
                .find(|&id| self.graph.threads[id as usize].handle == handle);
            let number = self.graph.terms.bits_const(u128::from(handle), 64);
            let test = self.graph.terms.eq(args[0].term, number);
            let Some(target) = found.filter(|&id| id != context.id && id != 0) else {
                let guard = self.and(flow.guard, test);
                if guard != GuardId::FALSE && handle != 0 {
                    self.unsupported(context, guard, span, "joining something that is no thread");
                }
                flow.guard = self.and_not(flow.guard, test);
                continue;
            };
            let has_ended = self.has_ended(target);
            ended.push(self.graph.terms.and(test, has_ended));
            results.push(self.result_of(target));
            tests.push(test);
            joined.push((target, test));
        }
        if joined.is_empty() {
            flow.guard = GuardId::FALSE;
            return None;
        }
        self.note_waiting(context, flow.guard);
        let ended = self.graph.terms.or_all(ended);
        let waits = self.and_not(flow.guard, ended);
        if waits != GuardId::FALSE {
            self.graph.waiting.push(Waiting {
                thread: context.id,
                condition: self.graph.guards.term(waits),
                span: context.library_span.unwrap_or(span),
                reason: WaitingFor::Thread,
            });
        }
        flow.guard = self.and(flow.guard, ended);
        let event = self.push_step(context, flow, span);
        for (target, test) in joined {
            self.graph.joins.push((target, event, test));
        }
        let value = crate::unfold::access::select(
            &mut self.graph.terms,
            &self.graph.objects,
            false,
            &results,
            &tests,
        );
        Some(vec![self.status(0), value])
    }

    /// A term that implies that the thread has ended; where it always ends, that it has begun.
    pub(super) fn has_ended(&mut self, target: u32) -> TermId {
        let thread = &self.graph.threads[target as usize];
        if !self.facts.endless.contains(&thread.path) {
            return self.graph.guards.term(thread.guard);
        }
        let terms = &mut self.graph.terms;
        *self.ended.entry(target).or_insert_with(|| terms.bool_var(format!("t{target} ended")))
    }

    pub(super) fn result_of(&mut self, target: u32) -> SymVal {
        let path = self.graph.threads[target as usize].path;
        if let Some(&Some(value)) = self.facts.returns.get(&path) {
            return arith::constant(&mut self.graph.terms, value, Ty::I64);
        }
        let terms = &mut self.graph.terms;
        let term =
            *self.returned.entry(target).or_insert_with(|| terms.bits_var(format!("t{target} returns"), 64));
        SymVal::new(term, NumberSet::ANY)
    }

    /// The edges from the ends of threads to those who joined them.
    pub(in crate::unfold) fn add_join_edges(&mut self) {
        for &(target, join, condition) in &self.graph.joins {
            for &(_, end, _) in &self.graph.threads[target as usize].ends {
                self.graph.edges.push(SyncEdge { from: end, to: join, condition });
            }
        }
    }

    pub(super) fn key(
        &mut self,
        context: &ThreadContext,
        op: SyncOp,
        args: &[SymVal],
        flow: &mut Flow,
        span: Span,
    ) -> Option<Vec<SymVal>> {
        let Some(key) = arith::known(&self.graph.terms, args[0].term) else {
            self.unsupported(context, flow.guard, span, "a thread-specific key that is not known");
            flow.guard = GuardId::FALSE;
            return None;
        };
        let key = key as u32;
        if op == SyncOp::KeyGet {
            let found = flow.keys.iter().find(|(known, _)| *known == key).map(|(_, value)| value.clone());
            let null = arith::constant(&mut self.graph.terms, 0, Ty::Ptr);
            let mut value = found.unwrap_or(null);
            value.deps = Deps::none();
            return Some(vec![value]);
        }
        flow.keys.retain(|(known, _)| *known != key);
        flow.keys.push((key, args[1].clone()));
        Some(vec![self.status(0)])
    }

    /// Calls the destructors of keys that this thread has set, once.
    pub(in crate::unfold) fn run_destructors(
        &mut self,
        context: &mut ThreadContext,
        place: PathId,
        span: Span,
        flow: &mut Flow,
    ) -> Option<()> {
        for (key, value) in std::mem::take(&mut flow.keys) {
            let Some(Some(destructor)) = self.destructors.get(key as usize).copied() else { continue };
            let zero = self.graph.terms.bits_const(0, 64);
            let is_set = self.graph.terms.ne(value.term, zero);
            let mut calls = flow.clone();
            calls.guard = self.and(flow.guard, is_set);
            let mut skips = flow.clone();
            skips.guard = self.and_not(flow.guard, is_set);
            let path = self.paths.child(place, 1 << 47, u64::from(key));
            let mut ways: Vec<(Flow, Vec<SymVal>)> = Vec::new();
            if calls.guard != GuardId::FALSE {
                ways.extend(self.call(context, destructor, vec![value], calls, path));
            }
            if skips.guard != GuardId::FALSE {
                ways.push((skips, Vec::new()));
            }
            *flow = self.merge_returns(ways, context.depth)?.0;
            if flow.keys.iter().any(|(_, value)| arith::known(&self.graph.terms, value.term) != Some(0)) {
                self.unsupported(context, flow.guard, span, "a key destructor that sets keys again");
                flow.keys.clear();
            }
        }
        Some(())
    }
}
