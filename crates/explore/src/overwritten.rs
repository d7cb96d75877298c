//! Memory of synchronisation objects that is read or written otherwise than by their calls.
//!
//! The state of an object lies apart from its bytes. So a plain access to them is not modelled where an operation on the object comes
//! before it or is not ordered behind it; one that comes before all operations is harmless, if it leaves the bytes as they were or a call
//! initialises the object afterwards.
//!
//! Whichever of the two comes second in the exploration sees the other: an access looks for operations when its thread comes to it and
//! when it is done, an operation for accesses in the graph. Those of other threads that are no events become some.

use crate::env::{Env, Halt, Result};
use crate::graph::{At, Graph, LocId};
use crate::search::Search;
use crate::snapshot::Action;
use ir::{Span, SyncOp};
use posix::{Class, Step};
use smallvec::SmallVec;

/// Objects, from where to where.
pub(crate) type Extents = SmallVec<[(u64, u64); 1]>;

pub(crate) fn overwritten(span: Span) -> Halt {
    Halt::unsupported(posix::OVERWRITTEN, span)
}

impl Env<'_> {
    /// Somebody operates on an object in memory that goes up to `end`.
    pub fn note_object(&mut self, addr: u64, class: Class, end: u64) {
        if self.object_extent(addr).is_some() {
            return;
        }
        let end = end.min(addr + self.machine.sizes().bytes(class));
        if end == addr {
            return;
        }
        for granule in addr >> 3..=(end - 1) >> 3 {
            self.sync_memory.entry(granule).or_default().push((addr, end));
        }
        // Nobody has looked for this object on the way there.
        self.forget_remembered();
    }

    /// The same in memory from before the first thread was started.
    pub fn note_old_object(&mut self, addr: u64, class: Class) {
        if let Some(end) = self.memory.object_at(addr).map(|object| object.start + object.size) {
            self.note_object(addr, class, end);
        }
    }

    fn object_extent(&self, addr: u64) -> Option<(u64, u64)> {
        self.sync_memory.get(&(addr >> 3))?.iter().copied().find(|&(start, _)| start == addr)
    }

    /// The objects of which an access touches some bytes.
    pub fn objects_in(&self, (addr, size): (u64, u64)) -> Extents {
        let mut found = Extents::new();
        if self.sync_memory.is_empty() || size == 0 {
            return found;
        }
        for granule in addr >> 3..=(addr + size - 1) >> 3 {
            let here = self.sync_memory.get(&granule).map_or(&[][..], |here| here);
            found.extend(here.iter().copied().filter(|&(start, end)| start < addr + size && addr < end));
        }
        found
    }

    /// Whether somebody has operated on one of these objects.
    pub fn is_used(&self, graph: &Graph, objects: &[(u64, u64)]) -> bool {
        objects.iter().any(|&(addr, _)| {
            let place = self.known_object(addr).and_then(|loc| graph.places.get(loc.0 as usize));
            let in_graph = place.is_some_and(|place| !place.reads.is_empty() || !place.writes.is_empty());
            in_graph || self.initial_sync.contains_key(&addr)
        })
    }
}

impl Search<'_> {
    /// Looks at what the newest event of a thread, which has not gone on yet, means to the memory of objects.
    pub fn look_for_overwritten(&mut self, graph: &Graph, lane: usize) -> Result {
        if self.env.sync_memory.is_empty() {
            return Ok(());
        }
        let snapshot = graph.lanes[lane].now_before_last();
        match snapshot.action {
            Action::Read { loc } if !posix::looks_inside(snapshot.order, self.env.loc(loc).size) => Ok(()),
            Action::Read { loc }
            | Action::Write { loc, .. }
            | Action::Rmw { loc, .. }
            | Action::Cas { loc, .. } => {
                let info = self.env.loc(loc);
                let objects = self.env.objects_in((info.addr, info.size));
                if self.env.is_used(graph, &objects) {
                    return Err(overwritten(snapshot.span));
                }
                Ok(())
            }
            Action::Sync { loc, step, .. } => {
                let Some(extent) = self.env.object_extent(self.env.loc(loc).addr) else { return Ok(()) };
                self.look_for_shared_accesses(graph, lane, (extent, step), snapshot.span)?;
                self.look_for_private_accesses(graph, lane, (extent, step), snapshot.span)
            }
            _ => Ok(()),
        }
    }

    /// Whether an operation takes the state of its object from the bytes of old memory.
    fn takes_bytes(&self, graph: &Graph, lane: usize, addr: u64, step: Step) -> bool {
        use SyncOp::{BarrierInit, CondInit, MutexInit, RwInit, SemInit};
        let initialises = matches!(step, Step::Do(MutexInit | RwInit | CondInit | BarrierInit | SemInit));
        let first = graph.lanes[lane].events.last().is_some_and(|event| event.source.is_init());
        first && !initialises && self.env.memory.object_at(addr).is_some()
    }

    fn look_for_shared_accesses(
        &self,
        graph: &Graph,
        lane: usize,
        ((start, end), step): ((u64, u64), Step),
        span: Span,
    ) -> Result {
        // Where what is known need not be in memory yet, only what the thread started with is.
        let known = if self.prefix_is_ordered { graph.clock_of_lane(lane) } else { &graph.lanes[lane].start };
        let beside = |loc: &LocId| {
            let info = self.env.loc(*loc);
            info.addr < end && start < info.addr + info.size
        };
        for granule in start >> 3..=(end - 1) >> 3 {
            let here = self.env.by_granule.get(&granule).map_or(&[][..], |here| here);
            for loc in here.iter().filter(|loc| beside(loc)) {
                let Some(place) = graph.places.get(loc.0 as usize) else { continue };
                let before = |at: &At| at.lane as usize == lane || Graph::knows(known, *at);
                let changes = |at: &At| graph.event(*at).written != self.env.loc(*loc).initial;
                let takes = || self.takes_bytes(graph, lane, start, step);
                let mut writes = place.writes.iter().chain(&place.updates);
                let inside = |at: &&At| posix::looks_inside(graph.event(**at).order, self.env.loc(*loc).size);
                if writes.any(|at| !before(at) || (changes(at) && takes()))
                    || !place.reads.iter().filter(inside).all(before)
                {
                    return Err(overwritten(span));
                }
            }
        }
        Ok(())
    }

    fn look_for_private_accesses(
        &mut self,
        graph: &Graph,
        lane: usize,
        ((start, end), step): ((u64, u64), Step),
        span: Span,
    ) -> Result {
        let maker = ir::layout::region_of(start);
        for granule in start >> 3..=(end - 1) >> 3 {
            let (from, to) = (start.max(granule << 3), end.min((granule + 1) << 3));
            let owner = self.env.owners.get(&granule).copied();
            for writer in owner.into_iter().chain(maker) {
                let Some(data) = graph.lane(writer as usize) else { continue };
                let local = data.now().local.clone();
                // What others do there becomes events, which are judged as such.
                if writer as usize != lane
                    && let Some(halt) = self.env.share_place(from, to - from, &local)
                {
                    return Err(halt);
                }
                if local.written(from, to - from) == 0 {
                    continue;
                }
                if writer as usize != lane {
                    return Err(overwritten(span));
                }
                let below = self.env.memory.read(from, to - from).map_or(0, |(value, _)| value);
                let changed = local.read(from, to - from, below) != below;
                if changed && self.takes_bytes(graph, lane, start, step) {
                    return Err(overwritten(span));
                }
            }
        }
        Ok(())
    }
}
