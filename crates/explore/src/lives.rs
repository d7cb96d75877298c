//! How long objects live, and how often thread handles are used.
//!
//! The end of an object (it is freed, its function returns, its block ends) is an event if other threads know of the object, and only then: which ones
//! do is found out on the way, like what memory is shared. An end orders nothing and is ordered behind nothing but
//! its own past. So an object is used too late in some execution if and only if there is a graph with an end and a use of it where the use is not in the
//! past of the end: either the end is in the past of the use ([`Search::is_doomed`]), or neither knows of the other, and
//! what both know of, with the end and without the use, is an execution whose next step is the use ([`Search::look_for_late_uses`]). Nothing is
//! lost by not exploring both orders. Two ends of one object are the same; so are two threads that join or detach the same thread.
//!
//! Uses are accesses to shared memory and operations on synchronisation objects, which are events, and accesses to private memory, which
//! are kept beside them with the place between two events where they happen ([`crate::snapshot::Use`]).

use crate::env::{Env, Halt, Result};
use crate::graph::{At, Cut, Graph, Kind, join};
use crate::run::Trouble;
use crate::search::Search;
use crate::snapshot::{Action, Snapshot};
use events::{FailureKind, Property};
use ir::{Span, layout};
use posix::Step;
use smallvec::SmallVec;

/// What it is called when an object is used that has ended.
pub(crate) fn failure_of(heap: bool) -> FailureKind {
    if heap { FailureKind::UseAfterFree } else { FailureKind::UseAfterReturn }
}

fn too_late(lane: usize, kind: FailureKind, span: Span, cut: Cut) -> Trouble {
    let message = match kind {
        FailureKind::UseAfterFree => "an object on the heap is used that has been freed",
        FailureKind::DoubleFree => "an object on the heap is freed a second time",
        _ => "a variable on the stack is used whose function or block has ended",
    };
    Trouble { lane, kind, message: message.into(), span, cut: Some(cut) }
}

/// The thread that is joined or detached.
fn claimed(action: &Action) -> Option<u32> {
    match action {
        Action::Join { lane } | Action::Detach { lane } => Some(*lane),
        _ => None,
    }
}

impl Env<'_> {
    /// A thread uses an object from before the first thread was started (0: one that never ends).
    pub fn note_use(&mut self, object: u64, lane: usize) -> Result {
        if object == 0 {
            return Ok(());
        }
        let users = self.users_of(object, lane);
        users.several |= users.first != lane as u32;
        let ends = users.ended_by.is_some_and(|other| other != lane as u32);
        self.ends_visibly(object, ends)
    }

    /// It ends.
    pub fn note_end(&mut self, object: u64, lane: usize) -> Result {
        let users = self.users_of(object, lane);
        let others = users.several || users.first != lane as u32;
        let others = others || users.ended_by.is_some_and(|other| other != lane as u32);
        users.ended_by = Some(lane as u32);
        self.ends_visibly(object, others)
    }

    fn ends_visibly(&mut self, object: u64, others: bool) -> Result {
        if !others || !self.sharing.ending.insert(object) {
            return Ok(());
        }
        if self.uses_are_events() {
            self.sharing.objects.insert(object);
        }
        Err(Halt::Restart)
    }

    /// Another thread than its own knows of an object of this allocation site.
    pub fn note_site(&mut self, site: Span) -> Result {
        let all = self.uses_are_events();
        let sites = if all { &mut self.sharing.sites } else { &mut self.sharing.ending_sites };
        let fresh = sites.insert(site);
        if fresh && (all || !self.sharing.sites.contains(&site)) { Err(Halt::Restart) } else { Ok(()) }
    }

    /// Whether all uses of what another thread may end are events: whether one is inside of an atomic section is told by its event,
    /// and so is whether it happens before the end (giving memory back is a write to all of it).
    fn uses_are_events(&self) -> bool {
        self.has_sections || self.config.task.asks(Property::Race)
    }

    /// Whether the end of an object is an event, by its allocation site or (from before the threads) its address.
    pub fn ends_as_event(&self, object: u64, site: Option<Span>) -> bool {
        match site {
            Some(site) => self.sharing.sites.contains(&site) || self.sharing.ending_sites.contains(&site),
            None => self.sharing.ending.contains(&object),
        }
    }

    /// A thread is about to join or detach another one. Whether one was met before that does so from elsewhere, in any graph.
    fn note_claim(&mut self, child: u32, from: (usize, usize)) -> bool {
        let child = child as usize;
        if self.claims.len() <= child {
            self.claims.resize(child + 1, None);
        }
        match &mut self.claims[child] {
            Some((first, several)) => {
                *several |= *first != from;
                *several
            }
            none => {
                *none = Some((from, false));
                false
            }
        }
    }

    /// The objects that what a thread does next uses or ends.
    fn objects_of(&self, snapshot: &Snapshot) -> SmallVec<[u64; 2]> {
        match &snapshot.action {
            // Whoever is let go from a condition or a barrier has no use for it any more.
            Action::Sync { step: Step::Leave { .. } | Step::LeaveBarrier { .. }, .. } => SmallVec::new(),
            Action::End { objects, .. } => objects.clone(),
            action => action.loc().map(|loc| self.loc(loc).object).into_iter().collect(),
        }
    }

    fn is_heap(&self, graph: &Graph, object: u64) -> bool {
        let owner = layout::region_of(object).and_then(|lane| graph.lane(lane as usize));
        let made = owner.and_then(|lane| {
            let local = &lane.now().local;
            local.object_index(object).map(|index| local.objects[index].heap)
        });
        let old = || self.memory.object_at(object).map(|object| object.kind);
        made.unwrap_or_else(|| old() == Some(interp::memory::ObjectKind::Heap))
    }

    pub fn late_use(&self, graph: &Graph, object: u64) -> FailureKind {
        failure_of(self.is_heap(graph, object))
    }

    /// What goes wrong when a thread does this to an object that has ended.
    fn late(&self, graph: &Graph, snapshot: &Snapshot, object: u64) -> FailureKind {
        match snapshot.action {
            Action::End { .. } => FailureKind::DoubleFree,
            _ => self.late_use(graph, object),
        }
    }

    /// An end of an object that is known here.
    pub fn known_end(&self, graph: &Graph, clock: &[u32], object: u64) -> bool {
        graph.ended.iter().any(|&(other, end)| other == object && Graph::knows(clock, end))
    }
}

impl Search<'_> {
    /// Whether what a thread does next is too late, as far as it knows itself.
    pub fn is_doomed(&self, graph: &Graph, lane: usize) -> bool {
        if graph.ended.is_empty() {
            return false;
        }
        let clock = graph.clock_of_lane(lane);
        let objects = self.env.objects_of(graph.lanes[lane].now());
        objects.into_iter().any(|object| self.env.known_end(graph, clock, object))
    }

    /// What is wrong with a thread whose last event is [`Kind::Dead`].
    pub fn doom(&self, graph: &Graph, lane: usize) -> Trouble {
        let snapshot = graph.lanes[lane].now_before_last();
        let clock = graph.clock_before(lane, graph.lanes[lane].len() - 1);
        let mut objects = self.env.objects_of(snapshot).into_iter();
        let object = objects.find(|&object| self.env.known_end(graph, clock, object)).unwrap_or(0);
        too_late(lane, self.env.late(graph, snapshot, object), snapshot.span, clock.into())
    }

    /// Uses and ends of the same object of which neither knows of the other; one of them is the newest event of a lane, or between it
    /// and the next.
    pub fn look_for_late_uses(&mut self, graph: &Graph, lane: usize) -> Vec<Trouble> {
        let data = &graph.lanes[lane];
        let mut found = Vec::new();
        if let Action::Join { lane: child } | Action::Detach { lane: child } = data.now().action
            && self.env.note_claim(child, (lane, data.len()))
        {
            found.extend(self.second_claim(graph, lane, data.len()));
        }
        if graph.ended.is_empty() {
            return found;
        }
        let newest = data.len().checked_sub(1).map(|last| At::new(lane, last));
        let event = newest.map(|at| graph.event(at));
        if let Some(at) = newest.filter(|_| event.is_some_and(|event| event.kind != Kind::Dead)) {
            let is_end = graph.event(at).kind == Kind::End;
            for object in
                self.env.objects_of(data.now_before_last()).into_iter().filter(|&object| object != 0)
            {
                found.extend(self.ends_beside(graph, at, object));
                if is_end {
                    found.extend(self.uses_beside(graph, at, object));
                }
            }
        }
        let position = data.len() as u32;
        let clock = graph.clock_of_lane(lane);
        for used in data.now().local.uses.iter().filter(|used| used.position == position) {
            let ends = unknown_ends(graph, clock, used.object);
            found.extend(ends.map(|end| self.used_late(graph, lane, used, end)));
        }
        found
    }

    fn used_late(&self, graph: &Graph, lane: usize, used: &crate::snapshot::Use, end: At) -> Trouble {
        let cut = cut_at(graph, lane, used.position, end);
        too_late(lane, self.env.late_use(graph, used.object), used.span, cut)
    }

    /// An event comes behind an end that it does not know of.
    fn done_late(&self, graph: &Graph, at: At, end: At, object: u64) -> Trouble {
        let lane = at.lane as usize;
        let snapshot = graph.snapshot(at);
        let cut = cut_at(graph, lane, at.index, end);
        too_late(lane, self.env.late(graph, snapshot, object), snapshot.span, cut)
    }

    /// Ends that a new event does not know of.
    fn ends_beside(&self, graph: &Graph, at: At, object: u64) -> Vec<Trouble> {
        let ends = unknown_ends(graph, graph.clock(at), object).filter(|&end| end != at);
        ends.map(|end| self.done_late(graph, at, end, object)).collect()
    }

    /// Uses that a new end does not know of.
    fn uses_beside(&self, graph: &Graph, end: At, object: u64) -> Vec<Trouble> {
        let clock = graph.clock(end);
        let mut found = Vec::new();
        for (place, info) in graph.places.iter().zip(&self.env.locs).filter(|(_, info)| info.object == object)
        {
            debug_assert!(info.object != 0);
            let uses = place.reads.iter().chain(&place.writes).chain(&place.updates).copied();
            for at in uses.filter(|&at| !Graph::knows(clock, at)) {
                if self.env.objects_of(graph.snapshot(at)).contains(&object) {
                    found.push(self.done_late(graph, at, end, object));
                }
            }
        }
        for (lane, data) in graph.running() {
            let known = clock[lane];
            let joined = || known as usize == data.len() && is_joined(graph, lane, clock);
            let uses = data.now().local.uses.iter().filter(|used| used.object == object);
            for used in uses.filter(|used| used.position >= known && lane != end.lane as usize && !joined()) {
                found.push(self.used_late(graph, lane, used, end));
            }
        }
        found
    }

    /// Whether some thread is joined or detached twice: in whatever order, that is an error.
    pub fn has_second_claim(&self, graph: &Graph) -> bool {
        let several = |claim: &Option<((usize, usize), bool)>| claim.is_some_and(|(_, several)| several);
        if !self.env.claims.iter().any(several) {
            return false;
        }
        let snapshots = graph.running().flat_map(|(_, lane)| &lane.snapshots);
        let mut children: SmallVec<[u32; 8]> =
            snapshots.filter_map(|snapshot| claimed(&snapshot.action)).collect();
        children.sort_unstable();
        children.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// A thread joins or detaches at this position of its lane one that is joined or detached elsewhere, too.
    fn second_claim(&self, graph: &Graph, lane: usize, position: usize) -> Option<Trouble> {
        let now = &graph.lanes[lane].snapshots[position];
        let child = claimed(&now.action)?;
        let mut cut: Cut = SmallVec::from_slice(graph.clock_before(lane, position));
        let unknown = |&(other, index): &(usize, usize)| {
            // Not itself, nor one that comes behind it.
            let clock = graph.clock_before(other, index);
            (other, index) != (lane, position) && clock[lane] as usize <= position
        };
        let mut others = graph.running().flat_map(|(other, data)| {
            let claims = (0..data.snapshots.len())
                .filter(move |&index| claimed(&data.snapshots[index].action) == Some(child));
            claims.map(move |index| (other, index))
        });
        let (other, index) = others.find(unknown)?;
        join(&mut cut, graph.clock_before(other, index));
        Some(Trouble {
            lane,
            kind: FailureKind::SyncMisuse,
            message: "a thread is joined or detached a second time".into(),
            span: now.span,
            cut: Some(cut),
        })
    }

    /// All that is used too late in a complete graph, if it comes to that with sections in one piece.
    pub fn report_late_uses(&mut self, graph: &Graph) -> Result {
        if !self.env.late_uses {
            return Ok(());
        }
        let mut found: Vec<Trouble> = Vec::new();
        for &(object, end) in &graph.ended {
            found.extend(self.ends_beside(graph, end, object));
            found.extend(self.uses_beside(graph, end, object));
        }
        for (lane, data) in graph.running() {
            let claims =
                (0..data.snapshots.len()).filter_map(|position| self.second_claim(graph, lane, position));
            found.extend(claims);
        }
        found.into_iter().try_for_each(|trouble| self.report_if_possible(graph, trouble))
    }
}

/// Ends of an object that are not known here.
fn unknown_ends(graph: &Graph, clock: &[u32], object: u64) -> impl Iterator<Item = At> {
    let ends = graph.ended.iter().filter(move |&&(other, end)| other == object && !Graph::knows(clock, end));
    ends.map(|&(_, end)| end)
}

/// Whether the end of a thread is known: somebody has joined it.
fn is_joined(graph: &Graph, lane: usize, clock: &[u32]) -> bool {
    let joins = |event: &crate::graph::Event| event.kind == Kind::Join && event.loc.0 as usize == lane;
    graph.lanes.iter().zip(clock).any(|(data, &known)| data.events[..known as usize].iter().any(joins))
}

/// What comes up to a position of a lane, and up to an event of another.
fn cut_at(graph: &Graph, lane: usize, position: u32, other: At) -> Cut {
    let mut cut: Cut = SmallVec::from_slice(graph.clock_before(lane, position as usize));
    join(&mut cut, graph.clock(other));
    cut
}
