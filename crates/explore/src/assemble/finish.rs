//! When all threads have been run: sources, coherence, the orders of objects; the model orders the whole.

use super::{Assembly, Outcome};
use crate::witness::put_together;
use events::{EventId, EventKind, Failure, ReadsFrom, SyncOrder};
use smallvec::smallvec;
use std::collections::BTreeMap;
use verdict::Witness;

impl Assembly<'_, '_> {
    /// Sources, coherence, orders of objects; the model orders the whole.
    pub(super) fn finish(mut self, failure: Failure, program: &ir::Program) -> Outcome<Witness> {
        for (read, source) in std::mem::take(&mut self.sources) {
            let source = self.ids.get(&source).copied().ok_or("a read from an event that does not happen")?;
            let event = &mut self.execution.events[read.0 as usize];
            event.rf = smallvec![ReadsFrom { offset: 0, len: event.size, source: Some(source) }];
        }
        self.execution.co = self.coherence();
        self.execution.sync = self.sync_orders();
        self.name_threads(program);
        put_together(program, self.env.config.model, failure, &self.observed, self.execution, None)
    }

    fn coherence(&self) -> Vec<Vec<EventId>> {
        let events = &self.execution.events;
        let accesses = events.iter().filter(|event| event.is_access());
        let mut ranges: Vec<(u64, u64)> =
            accesses.map(|event| (event.addr, event.addr + event.size)).collect();
        ranges.sort_unstable();
        let mut clusters: Vec<(u64, u64)> = Vec::new();
        for (start, end) in ranges {
            match clusters.last_mut() {
                Some(last) if start < last.1 => last.1 = last.1.max(end),
                _ => clusters.push((start, end)),
            }
        }
        let mut co: Vec<Vec<EventId>> = vec![Vec::new(); clusters.len()];
        for id in self.execution.event_ids().filter(|id| events[id.0 as usize].is_write()) {
            let addr = events[id.0 as usize].addr;
            co[clusters.partition_point(|&(start, _)| start <= addr) - 1].push(id);
        }
        co.iter_mut().for_each(|writes| writes.sort_by_key(|id| self.moments[id.0 as usize]));
        co.retain(|writes| !writes.is_empty());
        co
    }

    fn sync_orders(&self) -> Vec<SyncOrder> {
        let mut orders: BTreeMap<u64, Vec<EventId>> = BTreeMap::new();
        for id in self.execution.event_ids() {
            if let EventKind::Sync { objects, .. } = &self.execution.event(id).kind {
                objects.iter().for_each(|object| orders.entry(object.0).or_default().push(id));
            }
        }
        let sorted = orders.into_iter().map(|(object, mut events)| {
            events.sort_by_key(|id| self.moments[id.0 as usize]);
            SyncOrder { object, events }
        });
        sorted.collect()
    }

    /// By function; those of the same function are numbered.
    fn name_threads(&mut self, program: &ir::Program) {
        let threads = &mut self.execution.threads;
        self.started.sort_unstable();
        let functions: Vec<ir::FuncId> = self.started.iter().map(|&lane| threads[lane].function).collect();
        for (index, &lane) in self.started.iter().enumerate() {
            let function = functions[index];
            let same = |range: &[ir::FuncId]| range.iter().filter(|&&other| other == function).count();
            let name = program.functions.get(function).map_or("?", |function| &*function.name);
            threads[lane].name = match same(&functions) {
                1 => name.into(),
                _ => format!("{name} {}", same(&functions[..index]) + 1).into(),
            };
        }
    }
}
