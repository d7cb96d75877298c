//! From drafts to the execution: ids, reads-from, coherence, the orders of synchronisation objects, the failure.

use super::*;
use interp::memory::AccessKind;

impl Concretise<'_, '_> {
    pub(super) fn finish(self) -> Result<Witness, Mismatch> {
        let program = self.encoding.program;
        let mut execution = Execution::default();
        let mut ids: Vec<Vec<EventId>> = Vec::new();
        // Where shared events stand in the assignment's order; what is no node of it stands behind the nodes before it in
        // its thread, in the order in which it was drafted.
        let mut keys: Vec<(u32, u32)> = Vec::new();
        for runner in &self.runners {
            let function = self.encoding.graph.threads[runner.thread as usize].function;
            execution.threads.push(Thread { name: "".into(), function, events: Vec::new() });
            let mut own = Vec::new();
            let mut latest = 0;
            for draft in &runner.drafts {
                own.push(execution.push(draft.event.clone()));
                let node = draft.graph.map(|graph| self.encoding.nodes[graph as usize]);
                let position = node.and_then(|node| self.model.position(self.encoding.global, node));
                latest = position.map_or(latest, |position| position.max(latest));
                keys.push(position.map_or((latest, draft.sequence + 1), |position| (position, 0)));
            }
            ids.push(own);
        }
        self.link(&mut execution, &ids)?;
        let mut order: Vec<EventId> = execution.event_ids().collect();
        order.sort_by_key(|id| keys[id.0 as usize]);
        execution.order_by(&order, Event::is_write);
        execution.name_threads(program, |_| true);
        let failure = self.failure()?;
        let model = self.encoding.model;
        let ordered = model::consistent(&execution, model).map_err(|error| error.to_string())?;
        let value = |bits: u128, ty: ir::Ty| interp::eval::signed(bits, ty);
        let observed = self.observed.iter();
        let observed = observed.map(|(name, &(bits, ty))| verdict::Observed::new(name, value(bits, ty)));
        let path = program.files.iter().next().map_or(&program.name, |file| &file.path);
        let witness =
            Witness::new(ProgramRef::new(program, path, &[]), model, failure, execution, ordered.order);
        Ok(Witness { observed: observed.collect(), ..witness })
    }

    /// Reads-from and dependencies, now that all events have ids.
    pub(super) fn link(&self, execution: &mut Execution, ids: &[Vec<EventId>]) -> Result<(), Mismatch> {
        for (number, runner) in self.runners.iter().enumerate() {
            let mut reads: Vec<Option<EventId>> = vec![None; runner.n_reads as usize];
            for (position, draft) in runner.drafts.iter().enumerate() {
                let id = ids[number][position];
                let event = &mut execution.events[id.0 as usize];
                if event.is_access() {
                    event.deps = draft.deps.named(&reads);
                }
                for &(offset, len, source) in &draft.sources {
                    let source = match source {
                        Source::Initial => None,
                        Source::Draft(thread, draft) => Some(ids[thread as usize][draft as usize]),
                        Source::Graph(graph) => {
                            let place = self.places.get(&graph);
                            let &(thread, draft) =
                                place.ok_or_else(|| format!("nobody made the write e{graph}"))?;
                            let write = ids[thread as usize].get(draft as usize).copied();
                            Some(write.ok_or("a write that was taken back is read")?)
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

    pub(super) fn failure(&self) -> Result<Failure, Mismatch> {
        let point = &self.wanted;
        let number =
            self.numbers.get(&point.at.thread).copied().ok_or("the thread that fails was never started")?;
        let runner = &self.runners[number as usize];
        let mut kind = point.kind;
        let span = match kind {
            FailureKind::FinalState | FailureKind::Race | FailureKind::Deadlock => point.at.span,
            FailureKind::UninitialisedRead if runner.reads_unwritten => {
                runner.drafts.last().map_or(point.at.span, |draft| draft.event.span)
            }
            _ => {
                let request = self.machine.advance(&mut runner.state.clone());
                if kind == FailureKind::OutOfBounds || kind == FailureKind::SyncMisuse {
                    kind = self.gone_by_then(&request).or_else(|| self.fault_of(&request)).unwrap_or(kind);
                }
                request.span
            }
        };
        Ok(Failure { kind, thread: ThreadId(number), span, message: point.at.message.to_string() })
    }

    /// What the interpreter calls a wrong access: before the first byte of an object there may be none.
    pub(super) fn fault_of(&self, request: &Request) -> Option<FailureKind> {
        let (addr, size) = request.access()?;
        let access = match request.kind {
            RequestKind::Read { .. } => AccessKind::Read,
            _ => AccessKind::Write,
        };
        self.memory.check(addr, size, access).err().map(|fault| fault.kind)
    }

    /// How to call a wrong access to an object that is gone by then: others may have gone on.
    fn gone_by_then(&self, request: &Request) -> Option<FailureKind> {
        let addr = match &request.kind {
            RequestKind::Sync { args, .. } => *args.first()? as u64,
            _ => request.access()?.0,
        };
        let object = self.memory.object_at(addr)?;
        let gone = self.runners.iter().any(|runner| runner.freed.contains(&object.start));
        gone.then_some(match object.kind {
            interp::memory::ObjectKind::Heap => FailureKind::UseAfterFree,
            _ => FailureKind::UseAfterReturn,
        })
    }
}
