//! Synchronisation along the graph: what each operation gives is what the assignment says.

use super::*;

impl Concretise<'_, '_> {
    /// The destructors to call for a thread that ends; its keys are null from then on.
    pub(super) fn destructors(&mut self, number: u32) -> Vec<(u64, u64)> {
        let mut keys = std::mem::take(&mut self.runners[number as usize].keys);
        keys.sort_unstable();
        let destructor =
            |key: u32| self.destructors.get(key as usize).copied().filter(|&function| function != 0);
        keys.into_iter().filter_map(|(key, value)| Some((destructor(key)?, value))).collect()
    }

    /// Operations that nobody else sees.
    pub(super) fn local(&mut self, number: u32, op: SyncOp, args: &Values) -> Values {
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
    pub(super) fn sync(
        &mut self,
        number: u32,
        request: &Request,
        op: SyncOp,
        args: &Values,
    ) -> Result<Step, Mismatch> {
        if op.is_local() {
            let values = self.local(number, op, args);
            self.answer(number, Answer::Values(values));
            return Ok(Step::Went);
        }
        let Some(event) = self.next_event(number).filter(|&event| !self.is_refused(event)) else {
            return Ok(Step::Stopped);
        };
        let in_wait = self.runners[number as usize].waiting;
        let mut last = event;
        let (step, values) = match op {
            SyncOp::ThreadCreate => {
                self.take_event(number);
                return self.create(number, request, args, event);
            }
            SyncOp::ThreadJoin => {
                let target = args.first().and_then(|&handle| interp::thread_of_handle(handle as u64));
                let joined = target.and_then(|target| self.runners.get(target as usize));
                let values = match (joined.and_then(|joined| joined.ended), target == Some(number)) {
                    (_, true) => Values::from_slice(&[ir::sync::errno::EDEADLK as u128, 0]),
                    (Some(result), false) => Values::from_slice(&[0, result]),
                    (None, false) => return Ok(Step::Waits),
                };
                self.take_event(number);
                (SyncStep::Do(op), Some(values))
            }
            SyncOp::CondWait | SyncOp::CondTimedWait | SyncOp::BarrierWait if !in_wait => {
                self.take_event(number);
                self.runners[number as usize].waiting = true;
                (SyncStep::Do(op), None)
            }
            SyncOp::CondWait | SyncOp::CondTimedWait | SyncOp::BarrierWait => {
                self.take_event(number);
                // The graph has the waking and the locking apart; the latter is what others see.
                if op != SyncOp::BarrierWait {
                    if self.leaves_by_itself(event) {
                        // As soon as it can, before any signal that would have been for it.
                        self.sync_event(number, request, SyncStep::Leave(op), None, None);
                    }
                    let lock = self.take_event(number).filter(|&lock| !self.is_refused(lock));
                    let Some(lock) = lock else { return Ok(Step::Stopped) };
                    last = lock;
                }
                self.runners[number as usize].waiting = false;
                (SyncStep::Resume(op), Some(self.results(last)))
            }
            _ => {
                self.take_event(number);
                if op == SyncOp::KeyCreate {
                    self.destructors.push(args.first().map_or(0, |&function| function as u64));
                }
                (SyncStep::Do(op), Some(self.results(event)))
            }
        };
        Ok(self.sync_event(number, request, step, Some(last), values))
    }

    /// Whether it is the end of a wait that no signal has ended.
    fn leaves_by_itself(&mut self, resume: u32) -> bool {
        let wait = self.encoding.graph.waits.iter().position(|wait| wait.resume == resume);
        wait.is_some_and(|wait| {
            let signalled: Vec<_> = self.encoding.wakes.iter().filter(|(_, w, _)| *w == wait).collect();
            !signalled.into_iter().any(|(_, _, wakes)| self.values.bool(*wakes))
        })
    }

    /// Whether the operation fails instead of taking place.
    fn is_refused(&mut self, event: u32) -> bool {
        let condition = self.encoding.graph.refused.get(&event).copied();
        condition.is_some_and(|condition| self.values.bool(condition))
    }

    pub(super) fn results(&mut self, event: u32) -> Values {
        let terms = self.encoding.graph.results.get(&event).cloned().unwrap_or_default();
        terms.into_iter().map(|term| self.values.bits(term)).collect()
    }

    fn sync_event(
        &mut self,
        number: u32,
        request: &Request,
        step: SyncStep,
        graph: Option<u32>,
        values: Option<Values>,
    ) -> Step {
        let RequestKind::Sync { op, args } = &request.kind else { return Step::Stopped };
        let objects = match op {
            SyncOp::CondWait | SyncOp::CondTimedWait if !matches!(step, SyncStep::Leave(_)) => &args[..],
            SyncOp::KeyCreate | SyncOp::KeyDelete => &[],
            SyncOp::ThreadCreate => values.as_deref().unwrap_or(&[]),
            _ => &args[..args.len().min(1)],
        };
        let kind = EventKind::sync(step, objects.iter().map(|&object| object as u64));
        let mut event = Event::new(ThreadId(number), kind, request.span);
        event.read = values.as_ref().and_then(|values| values.first().copied());
        event.place = args.first().and_then(|&addr| self.memory.describe(addr as u64));
        self.draft(number, event, graph, request);
        if let Some(values) = values {
            self.answer(number, Answer::Values(values));
        }
        Step::Went
    }

    pub(super) fn create(
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
        let step = SyncStep::Do(SyncOp::ThreadCreate);
        let step = self.sync_event(number, request, step, Some(event), Some(handle));
        let freed = self.runners[number as usize].freed.clone();
        self.start(child as u32, Some(args.get(1).copied().unwrap_or(0)), freed);
        Ok(step)
    }
}
