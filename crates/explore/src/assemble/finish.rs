//! When all threads have been run: sources, coherence, the orders of objects; the model orders the whole.

use super::{Assembly, Outcome};
use crate::witness::put_together;
use events::{Event, EventId, Failure, ReadsFrom};
use smallvec::smallvec;
use verdict::Witness;

impl Assembly<'_, '_> {
    /// Sources, coherence, orders of objects; the model orders the whole.
    pub(super) fn finish(mut self, failure: Failure, program: &ir::Program) -> Outcome<Witness> {
        for (read, source) in std::mem::take(&mut self.sources) {
            let source = self.ids.get(&source).copied().ok_or("a read from an event that does not happen")?;
            let event = &mut self.execution.events[read.0 as usize];
            event.rf = smallvec![ReadsFrom { offset: 0, len: event.size, source: Some(source) }];
        }
        let mut order: Vec<EventId> = self.execution.event_ids().collect();
        order.sort_by_key(|id| self.moments[id.0 as usize]);
        self.execution.order_by(&order, Event::is_access);
        self.execution.name_threads(program, |lane| self.started.contains(&lane));
        put_together(program, self.env.config.task.model, failure, &self.observed, self.execution, None)
    }
}
