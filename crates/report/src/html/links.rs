//! Which events of an execution are joined by coherence and from-reads, as a picture draws them: each event with its
//! next one only.

use events::{Event, EventId, Execution};
use rustc_hash::FxHashMap;

/// Pairs of events, in the direction of the arrow.
pub type Arrows = Vec<(EventId, EventId)>;

/// Where the writes of each cluster of overlapping accesses stand in its coherence order.
pub struct Coherence<'a> {
    execution: &'a Execution,
    /// Cluster and position of each write.
    place: FxHashMap<EventId, (usize, usize)>,
    /// First byte, one past the last byte, and number of each cluster, by first byte. Clusters do not overlap.
    spans: Vec<(u64, u64, usize)>,
}

impl<'a> Coherence<'a> {
    pub fn new(execution: &'a Execution) -> Self {
        let mut place = FxHashMap::default();
        let mut spans = Vec::new();
        for (cluster, writes) in execution.co.iter().enumerate() {
            place.extend(writes.iter().enumerate().map(|(position, &id)| (id, (cluster, position))));
            let events = || writes.iter().map(|&id| execution.event(id));
            let (start, end) = (events().map(|event| event.addr).min(), events().map(end_of).max());
            spans.extend(start.zip(end).map(|(start, end)| (start, end, cluster)));
        }
        spans.sort_unstable();
        Coherence { execution, place, spans }
    }

    /// From each read to the first write that overwrites what it saw. A read-modify-write overwrites it itself, which
    /// needs no arrow.
    pub fn fr(&self) -> Arrows {
        let mut arrows = Arrows::new();
        for id in self.execution.event_ids() {
            let event = self.execution.event(id);
            if !event.is_read() {
                continue;
            }
            let mut targets: Vec<EventId> =
                event.rf.iter().filter_map(|rf| self.overwritten_by(event, rf.source)).collect();
            targets.sort_unstable();
            targets.dedup();
            arrows.extend(targets.into_iter().filter(|&target| target != id).map(|target| (id, target)));
        }
        arrows
    }

    fn overwritten_by(&self, read: &Event, source: Option<EventId>) -> Option<EventId> {
        let (cluster, first) = match source {
            Some(source) => self.place.get(&source).map(|&(cluster, position)| (cluster, position + 1))?,
            None => (self.cluster_of(read)?, 0),
        };
        let later = self.execution.co.get(cluster)?.get(first..)?;
        later.iter().copied().find(|&write| overlap(self.execution.event(write), read))
    }

    fn cluster_of(&self, read: &Event) -> Option<usize> {
        let after = self.spans.partition_point(|&(start, _, _)| start < end_of(read));
        let &(_, end, cluster) = self.spans.get(after.checked_sub(1)?)?;
        (end > read.addr).then_some(cluster)
    }
}

/// One past the last byte; a witness from outside may claim any size.
pub fn end_of(event: &Event) -> u64 {
    event.addr.saturating_add(event.size)
}

fn overlap(a: &Event, b: &Event) -> bool {
    a.addr < end_of(b) && b.addr < end_of(a)
}
