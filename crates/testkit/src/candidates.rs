//! For the accesses of one place: every coherence order with every reads-from that fits the values.
//!
//! Program order per place is respected where every model demands it (write-write, write-read, read-write and the
//! atomicity of RMWs); two reads of one thread may see coherence backwards, since RMO-v9 permits that.

use events::{EventId, Execution};
use rustc_hash::FxHashMap;

/// One way to order and connect the accesses of one place.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub co: Vec<EventId>,
    pub rf: Vec<(EventId, Option<EventId>)>,
}

pub(crate) struct Place<'a> {
    execution: &'a Execution,
    initial: u128,
    /// Accesses of each thread, in program order.
    threads: Vec<Vec<EventId>>,
}

impl<'a> Place<'a> {
    pub(crate) fn new(execution: &'a Execution, addr: u64, initial: u128) -> Self {
        let here = |id: &EventId| execution.event(*id).is_access() && execution.event(*id).addr == addr;
        let threads =
            execution.threads.iter().map(|thread| thread.events.iter().copied().filter(here).collect());
        Place { execution, initial, threads: threads.collect() }
    }

    pub(crate) fn candidates(&self) -> Vec<Candidate> {
        let is_write = |id: &EventId| self.execution.event(*id).is_write();
        let writes: Vec<Vec<EventId>> =
            self.threads.iter().map(|ids| ids.iter().copied().filter(is_write).collect()).collect();
        let mut found = Vec::new();
        self.order(&writes, &mut vec![0; writes.len()], &mut Vec::new(), &mut found);
        found
    }

    fn written(&self, write: Option<EventId>) -> u128 {
        write.and_then(|write| self.execution.event(write).written).unwrap_or(self.initial)
    }

    /// Extends a coherence order by the next write of each thread in turn.
    fn order(
        &self,
        writes: &[Vec<EventId>],
        next: &mut Vec<usize>,
        co: &mut Vec<EventId>,
        found: &mut Vec<Candidate>,
    ) {
        if co.len() == writes.iter().map(Vec::len).sum::<usize>() {
            return self.connect(co, found);
        }
        for thread in 0..writes.len() {
            let Some(&write) = writes[thread].get(next[thread]) else { continue };
            let event = self.execution.event(write);
            if event.is_read() && event.read != Some(self.written(co.last().copied())) {
                continue;
            }
            next[thread] += 1;
            co.push(write);
            self.order(writes, next, co, found);
            co.pop();
            next[thread] -= 1;
        }
    }

    /// All sources for the reads, given the coherence order.
    fn connect(&self, co: &[EventId], found: &mut Vec<Candidate>) {
        let place: FxHashMap<EventId, usize> =
            co.iter().enumerate().map(|(index, &id)| (id, index + 1)).collect();
        let source = |at: usize| at.checked_sub(1).map(|index| co[index]);
        let mut choices: Vec<(EventId, Vec<Option<EventId>>)> = Vec::new();
        for thread in &self.threads {
            for (index, &id) in thread.iter().enumerate() {
                let event = self.execution.event(id);
                if !event.is_read() {
                    continue;
                }
                if event.is_write() {
                    choices.push((id, vec![source(place[&id] - 1)]));
                    continue;
                }
                let own =
                    |ids: &[EventId]| ids.iter().filter_map(|id| place.get(id)).copied().collect::<Vec<_>>();
                let from = own(&thread[..index]).into_iter().max().unwrap_or(0);
                let to = own(&thread[index + 1..]).into_iter().min().unwrap_or(co.len() + 1);
                let fits = |&at: &usize| event.read == Some(self.written(source(at)));
                choices.push((id, (from..to).filter(fits).map(source).collect()));
            }
        }
        let mut rf = Vec::new();
        product(&choices, &mut rf, &mut |rf| found.push(Candidate { co: co.to_vec(), rf: rf.to_vec() }));
    }
}

fn product(
    choices: &[(EventId, Vec<Option<EventId>>)],
    chosen: &mut Vec<(EventId, Option<EventId>)>,
    emit: &mut impl FnMut(&[(EventId, Option<EventId>)]),
) {
    let Some((read, sources)) = choices.get(chosen.len()) else { return emit(chosen) };
    for &source in sources {
        chosen.push((*read, source));
        product(choices, chosen, emit);
        chosen.pop();
    }
}
