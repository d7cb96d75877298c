//! The record of an execution: events in program order per thread, the linear order, and what follows from it.

use crate::ReadDependencies;
use crate::memory::NOBODY;
use events::{Dependencies, Event, EventId, Execution, ReadsFrom, Thread};
use ir::{FuncId, Program};
use smallvec::SmallVec;

#[derive(Clone, Default, Debug)]
pub(crate) struct Recorder {
    execution: Execution,
    order: Vec<EventId>,
    /// Per thread, the event of each of its reads (none for reads of constants, which are not recorded).
    reads: Vec<Vec<Option<EventId>>>,
    /// Recording stops after this many events, or after `DEPENDENCIES_PER_EVENT` times as many dependencies.
    limit: usize,
    n_dependencies: usize,
    full: bool,
}

/// How many dependencies an event has on average at most. A loop that waits for another thread has one more on every
/// turn; without a limit their number is the square of the number of events.
const DEPENDENCIES_PER_EVENT: usize = 16;

impl Recorder {
    pub fn new(limit: usize) -> Self {
        Recorder { limit, ..Recorder::default() }
    }
    pub fn is_full(&self) -> bool {
        self.full
    }
    pub fn order(&self) -> &[EventId] {
        &self.order
    }

    /// It gets its name at the end.
    pub fn add_thread(&mut self, function: FuncId) {
        self.execution.threads.push(Thread { name: "".into(), function, events: Vec::new() });
        self.reads.push(Vec::new());
    }

    pub fn push(&mut self, event: Event) -> Option<EventId> {
        let deps = &event.deps;
        self.n_dependencies += deps.addr.len() + deps.data.len() + deps.ctrl.len();
        self.full |= self.execution.events.len() >= self.limit;
        self.full |= self.n_dependencies >= self.limit.saturating_mul(DEPENDENCIES_PER_EVENT);
        if self.full {
            return None;
        }
        let id = self.execution.push(event);
        self.order.push(id);
        Some(id)
    }

    /// The next read of a thread is this event.
    pub fn number_read(&mut self, thread: u32, event: Option<EventId>) {
        if !self.full {
            self.reads[thread as usize].push(event);
        }
    }

    pub fn dependencies(&self, thread: u32, deps: &ReadDependencies) -> Dependencies {
        deps.named(&self.reads[thread as usize])
    }

    /// The execution so far, with coherence, synchronisation orders and the names of the threads.
    pub fn finish(&self, program: &Program) -> Execution {
        let mut execution = self.execution.clone();
        execution.order_by(&self.order, Event::is_access);
        execution.name_threads(program, |_| true);
        execution
    }
}

/// What was read, out of who wrote each byte of it.
pub(crate) fn pieces(writers: &[u32]) -> SmallVec<[ReadsFrom; 1]> {
    ReadsFrom::pieces(writers.iter().map(|&writer| (writer != NOBODY).then_some(EventId(writer))))
}
