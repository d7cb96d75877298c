//! The execution graph under construction: events per thread, who reads from whom, and what each one knows of.
//!
//! Events lie in one lane per thread, in program order; an event is named by lane and position ([`At`]). Beside each
//! event lie its clock (how much of every lane its po-and-rf prefix covers, itself included) and the snapshot of its
//! thread *before* it, so that a thread resumes anywhere without replay.
//!
//! Invariants: stamps tell the order of insertion and grow along each lane; a lane of `n` events has `n + 1` snapshots;
//! `places` lists exactly the reads and writes that are in the graph. Only the last event inserted can be popped.

use crate::snapshot::{Action, Snapshot};
use ir::{FenceBits, Order};
use posix::OrdersLike;
use smallvec::SmallVec;
use std::rc::Rc;

/// An event: lane and position in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct At {
    pub lane: u32,
    pub index: u32,
}

impl At {
    /// Stands for the initial value.
    pub const INIT: At = At { lane: u32::MAX, index: u32::MAX };

    /// Stands for a write that is still to come ([`crate::ahead`]).
    pub const LATER: At = At { lane: u32::MAX - 1, index: u32::MAX };

    pub fn new(lane: usize, index: usize) -> At {
        At { lane: lane as u32, index: index as u32 }
    }
    pub fn is_init(self) -> bool {
        self.lane == u32::MAX
    }
    /// Whether it is an event of the graph.
    pub fn is_event(self) -> bool {
        self.lane < u32::MAX - 1
    }
}

/// A place in memory or a synchronisation object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct LocId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Read,
    Write,
    /// Reads and writes in one step; operations on synchronisation objects are of this kind too.
    Rmw,
    /// Has to wait for an object. Which state it saw is of no account: it waits as long as the latest one makes it wait.
    Wait,
    /// Reads a state of an object in which the operation is an error.
    Fault,
    /// A write that stands right behind another one: what `Write` becomes where coherence is part of the class.
    Next,
    /// An addition whose result nobody uses: it commutes with others of its kind, so it has no source.
    Update,
    Fence,
    Create,
    Join,
    Detach,
    /// Objects end ([`crate::lives`]).
    End,
    /// What the thread does next is an error for what has ended before it: it does not get past it.
    Dead,
    /// A value that the program does not determine.
    Input,
    /// The same, for memory that was never written.
    Settle,
}

impl Kind {
    pub fn reads(self) -> bool {
        matches!(self, Kind::Read | Kind::Rmw | Kind::Wait | Kind::Fault)
    }
    pub fn writes(self) -> bool {
        matches!(self, Kind::Write | Kind::Rmw | Kind::Next)
    }
    /// Whether the thread does not get past it.
    pub fn stops(self) -> bool {
        matches!(self, Kind::Wait | Kind::Fault | Kind::Dead)
    }
    /// Whether it has a place in the order of its location right behind its source.
    pub fn follows(self) -> bool {
        matches!(self, Kind::Rmw | Kind::Next)
    }
}

/// A part of a graph: how much of each lane.
pub(crate) type Cut = SmallVec<[u32; 24]>;

/// Positions of a lane, one bit each.
pub(crate) type Positions = SmallVec<[u64; 1]>;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    pub kind: Kind,
    /// An operation on a synchronisation object, or create or join.
    pub sync: bool,
    /// Where; of `Create`, `Join` and `Detach` the other lane.
    pub loc: LocId,
    pub source: At,
    /// What was read, or chosen.
    pub read: u128,
    /// What is left behind.
    pub written: u128,
    /// Which of the ways in which an operation could go on.
    pub variant: u32,
    pub stamp: u32,
    pub order: Order,
    pub fence: FenceBits,
    /// Of an operation on a synchronisation object: what it orders under a weak model.
    pub orders_like: OrdersLike,
    /// Which atomic section of its thread it belongs to; 0: none.
    pub section: u32,
    /// The event right behind it at its place that must be there ([`Kind::follows`]); `INIT`: none.
    pub follower: At,
}

/// What orders an event behind others of its lane, under a weak model.
#[derive(Clone, Default, Debug)]
pub(crate) struct Kept {
    /// Earlier events of the lane that the model keeps it behind.
    pub before: Positions,
    /// Earlier reads of the lane that it depends on, directly or not (only where the model keeps dependencies).
    pub needs: Positions,
}

impl Event {
    /// An update that leaves what it found.
    pub fn is_idle(&self) -> bool {
        self.kind == Kind::Rmw && self.read == self.written
    }
    pub fn is_full_fence(&self) -> bool {
        self.sync && self.orders_like == OrdersLike::FullFence
    }
    pub fn new(kind: Kind, loc: LocId) -> Event {
        Event {
            kind,
            sync: false,
            loc,
            source: At::INIT,
            read: 0,
            written: 0,
            variant: 0,
            stamp: 0,
            order: Order::Plain,
            fence: FenceBits::NONE,
            orders_like: OrdersLike::FullFence,
            section: 0,
            follower: At::INIT,
        }
    }
}

#[derive(Default, Debug)]
pub(crate) struct Lane {
    pub events: Vec<Event>,
    /// Beside each event; empty under SC.
    pub kept: Vec<Kept>,
    pub clocks: Vec<u32>,
    /// One more than events; empty: the thread does not exist (yet).
    pub snapshots: Vec<Rc<Snapshot>>,
    /// What its first event knows of.
    pub start: Vec<u32>,
    /// The event that created it.
    pub parent: Option<At>,
}

impl Lane {
    pub fn len(&self) -> usize {
        self.events.len()
    }
    pub fn exists(&self) -> bool {
        !self.snapshots.is_empty()
    }
    /// Where it stood before its last event.
    pub fn now_before_last(&self) -> &Rc<Snapshot> {
        &self.snapshots[self.events.len() - 1]
    }
    /// Where the thread stands (before its last event, while it is being run on from there).
    pub fn now(&self) -> &Rc<Snapshot> {
        &self.snapshots[self.events.len().min(self.snapshots.len() - 1)]
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub reads: Vec<At>,
    pub writes: Vec<At>,
    pub updates: Vec<At>,
    /// The event that must stand right behind the initial value; `INIT`: none.
    first: At,
}

impl Default for Place {
    fn default() -> Place {
        Place { reads: Vec::new(), writes: Vec::new(), updates: Vec::new(), first: At::INIT }
    }
}

#[derive(Default, Debug)]
pub(crate) struct Graph {
    pub lanes: Vec<Lane>,
    pub places: Vec<Place>,
    /// Lanes of the events inserted since the graph was made, for taking them back.
    log: Vec<u32>,
    next_stamp: u32,
    /// Length of a clock: the largest number of threads.
    pub stride: usize,
    /// Objects that have ended, and where.
    pub ended: Vec<(u64, At)>,
    /// Threads that wait in a loop.
    pub n_spins: u32,
    /// Reads of objects by threads that have to wait there.
    pub waits: Vec<At>,
    weak: bool,
    /// Some order of the events that explains what is read, as far as one is known (SC only; see [`Graph::fits_at_the_end`]).
    order: Vec<At>,
    /// Reads whose source was inserted after them: those that were revisited.
    pub revisited: Vec<At>,
}

impl Graph {
    /// Makes a cut take in what the events of another one read from.
    pub fn join_sources(&self, cut: &[u32], more: &mut [u32]) {
        for (data, &n) in self.lanes.iter().zip(cut) {
            for event in &data.events[..n as usize] {
                let reads = event.kind.reads() || event.kind == Kind::Next;
                if reads && event.source.is_event() {
                    let lane = event.source.lane as usize;
                    more[lane] = more[lane].max(event.source.index + 1);
                }
            }
        }
    }

    pub fn new(stride: usize, weak: bool) -> Graph {
        let lanes = (0..stride).map(|_| Lane::default()).collect();
        Graph { lanes, stride, weak, ..Graph::default() }
    }

    /// The lane of a thread, if it exists.
    pub fn lane(&self, lane: usize) -> Option<&Lane> {
        self.lanes.get(lane).filter(|lane| lane.exists())
    }
    /// All of those that exist, with their numbers.
    pub fn running(&self) -> impl DoubleEndedIterator<Item = (usize, &Lane)> {
        self.lanes.iter().enumerate().filter(|(_, lane)| lane.exists())
    }
    pub fn event(&self, at: At) -> &Event {
        &self.lanes[at.lane as usize].events[at.index as usize]
    }
    /// Where its thread stood before it.
    pub fn snapshot(&self, at: At) -> &Rc<Snapshot> {
        &self.lanes[at.lane as usize].snapshots[at.index as usize]
    }
    /// All of it.
    pub fn whole(&self) -> Cut {
        self.lanes.iter().map(|lane| lane.len() as u32).collect()
    }
    pub fn writes_at(&self, loc: LocId) -> &[At] {
        self.places.get(loc.0 as usize).map_or(&[], |place| &place.writes)
    }
    pub fn updates_at(&self, loc: LocId) -> &[At] {
        self.places.get(loc.0 as usize).map_or(&[], |place| &place.updates)
    }
    pub fn clock(&self, at: At) -> &[u32] {
        let from = at.index as usize * self.stride;
        &self.lanes[at.lane as usize].clocks[from..from + self.stride]
    }
    /// What the next event of a lane knows of before it has read anything.
    pub fn clock_of_lane(&self, lane: usize) -> &[u32] {
        self.clock_before(lane, self.lanes[lane].len())
    }
    /// The same for a position of the lane.
    pub fn clock_before(&self, lane: usize, position: usize) -> &[u32] {
        let data = &self.lanes[lane];
        match position {
            0 => &data.start,
            n => &data.clocks[(n - 1) * self.stride..n * self.stride],
        }
    }
    /// Whether an event is in the prefix that a clock stands for.
    pub fn knows(clock: &[u32], at: At) -> bool {
        at.is_init() || clock[at.lane as usize] > at.index
    }
    pub fn mark(&self) -> usize {
        self.log.len()
    }
    pub fn n_events(&self) -> usize {
        self.lanes.iter().map(Lane::len).sum()
    }

    /// The value of a write; `initial` for none.
    pub fn written(&self, at: At, initial: u128) -> u128 {
        if at.is_init() { initial } else { self.event(at).written }
    }

    /// The event that stands right behind this one at its place, if there is one that must.
    pub fn follower(&self, loc: LocId, source: At) -> Option<At> {
        let follower = match source.is_init() {
            true => self.places.get(loc.0 as usize)?.first,
            false => self.event(source).follower,
        };
        (!follower.is_init()).then_some(follower)
    }
    fn follower_mut(&mut self, loc: LocId, source: At) -> &mut At {
        match source.is_init() {
            true => &mut self.places[loc.0 as usize].first,
            false => &mut self.lanes[source.lane as usize].events[source.index as usize].follower,
        }
    }
    pub fn kept_of(&self, at: At) -> Kept {
        self.lanes[at.lane as usize].kept.get(at.index as usize).cloned().unwrap_or_default()
    }
    pub fn kept(&self, at: At) -> &Kept {
        &self.lanes[at.lane as usize].kept[at.index as usize]
    }

    pub fn place(&mut self, loc: LocId) -> &mut Place {
        let index = loc.0 as usize;
        if self.places.len() <= index {
            self.places.resize_with(index + 1, Place::default);
        }
        &mut self.places[index]
    }

    /// Inserts an event at the end of a lane; its thread has not moved yet ([`Graph::moved`]).
    pub fn push(&mut self, lane: usize, mut event: Event, kept: Kept) -> At {
        event.stamp = self.next_stamp;
        self.next_stamp += 1;
        self.log.push(lane as u32);
        self.insert(lane, event, kept)
    }

    fn insert(&mut self, lane: usize, mut event: Event, kept: Kept) -> At {
        let at = At::new(lane, self.lanes[lane].len());
        let (kind, loc, source) = (event.kind, event.loc, event.source);
        event.follower = At::INIT;
        let stride = self.stride;
        let mut own: Cut = SmallVec::from_slice(self.clock_of_lane(lane));
        own[lane] = at.index + 1;
        if kind.reads() || kind == Kind::Next {
            if source.is_event() {
                join(&mut own, self.clock(source));
            }
            if source.is_event() && self.event(source).stamp > event.stamp {
                self.revisited.push(at);
            }
            if kind.reads() {
                self.place(loc).reads.push(at);
            }
        }
        if kind == Kind::Join {
            let child = loc.0 as usize;
            let end = Cut::from_slice(self.clock_of_lane(child));
            join(&mut own, &end);
        }
        if kind.writes() {
            self.place(loc).writes.push(at);
        }
        if kind.follows() && source != At::LATER {
            let follower = self.follower_mut(loc, source);
            // A thief takes the place only in graphs that the other one has left.
            if follower.is_init() {
                *follower = at;
            }
        }
        if kind == Kind::Update {
            self.place(loc).updates.push(at);
        }
        if kind == Kind::End
            && let Action::End { objects, .. } = &self.lanes[lane].now().action
        {
            self.ended.extend(objects.iter().map(|&object| (object, at)));
        }
        if kind == Kind::Wait {
            self.waits.push(at);
        }
        let weak = self.weak;
        let data = &mut self.lanes[lane];
        debug_assert_eq!(data.clocks.len(), data.events.len() * stride);
        data.clocks.extend_from_slice(&own);
        data.events.push(event);
        if weak {
            data.kept.push(kept);
        } else {
            self.order.push(at);
        }
        at
    }

    /// Whether the newest event, at the end of a lane, can be last in the order that explains the others: it reads the last
    /// write there. Part of an order explains part of a graph, so events are just left out when they are taken back.
    pub fn fits_at_the_end(&self, lane: usize) -> bool {
        let Some((&newest, rest)) = self.order.split_last() else { return false };
        debug_assert_eq!(newest, At::new(lane, self.lanes[lane].len() - 1));
        let event = self.event(newest);
        let is_write = |&&at: &&At| {
            let other = self.event(at);
            other.loc == event.loc && other.kind.writes()
        };
        rest.iter().rev().find(is_write).copied().unwrap_or(At::INIT) == event.source
    }
    /// A read gets its source after the fact, or loses it again.
    pub fn set_source(&mut self, read: At, source: At) {
        let Event { kind, loc, source: old, .. } = *self.event(read);
        if kind.follows() && old != At::LATER {
            *self.follower_mut(loc, old) = At::INIT;
        }
        if kind.follows() && source != At::LATER {
            *self.follower_mut(loc, source) = read;
        }
        self.lanes[read.lane as usize].events[read.index as usize].source = source;
    }
    pub fn set_order(&mut self, order: &[At]) {
        self.order.clear();
        self.order.extend_from_slice(order);
    }

    /// Where the thread stands after its last event.
    pub fn moved(&mut self, lane: usize, snapshot: Rc<Snapshot>) {
        self.n_spins += u32::from(snapshot.spins());
        self.lanes[lane].snapshots.push(snapshot);
    }

    /// A lane comes to be.
    pub fn open_lane(&mut self, lane: usize, parent: Option<At>, snapshot: Rc<Snapshot>) {
        let start = match parent {
            None => vec![0; self.stride],
            Some(at) => self.clock(at).to_vec(),
        };
        let data = &mut self.lanes[lane];
        data.start = start;
        data.parent = parent;
        data.snapshots.clear();
        data.snapshots.push(snapshot);
    }

    /// Takes back the last event inserted.
    fn pop(&mut self, lane: usize) {
        let data = &mut self.lanes[lane];
        let Some(event) = data.events.pop() else { return };
        let n = data.events.len();
        data.kept.truncate(n);
        data.clocks.truncate(n * self.stride);
        if data.snapshots.len() > n + 1 {
            self.n_spins -= u32::from(data.snapshots[n + 1].spins());
        }
        data.snapshots.truncate(n + 1);
        self.next_stamp = event.stamp;
        let at = At::new(lane, n);
        if let Some(position) = self.order.iter().rposition(|&other| other == at) {
            self.order.remove(position);
        }
        self.forget(lane, n, &event);
    }

    fn forget(&mut self, lane: usize, index: usize, event: &Event) {
        let at = At::new(lane, index);
        let remove = |list: &mut Vec<At>| {
            if let Some(position) = list.iter().rposition(|&other| other == at) {
                list.remove(position);
            }
        };
        if event.kind.reads() {
            remove(&mut self.places[event.loc.0 as usize].reads);
        }
        if event.kind.writes() {
            remove(&mut self.places[event.loc.0 as usize].writes);
        }
        if event.kind == Kind::Wait {
            remove(&mut self.waits);
        }
        if self.revisited.last() == Some(&at) {
            self.revisited.pop();
        }
        if event.kind.follows() && event.source != At::LATER {
            let follower = self.follower_mut(event.loc, event.source);
            if *follower == at {
                *follower = At::INIT;
            }
        }
        match event.kind {
            Kind::Update => remove(&mut self.places[event.loc.0 as usize].updates),
            Kind::End => self.ended.retain(|&(_, end)| end != at),
            Kind::Create => self.lanes[event.loc.0 as usize].snapshots.clear(),
            _ => {}
        }
    }

    /// Takes back everything inserted since the mark.
    pub fn truncate(&mut self, mark: usize) {
        while self.log.len() > mark {
            if let Some(lane) = self.log.pop() {
                self.pop(lane as usize);
            }
        }
    }

    /// Makes `self` the part of `other` within a cut (positions per lane); buffers are used again.
    pub fn copy_cut(&mut self, other: &Graph, cut: &[u32]) {
        self.stride = other.stride;
        self.lanes.resize_with(other.lanes.len(), Lane::default);
        self.places.iter_mut().for_each(|place| {
            place.reads.clear();
            place.writes.clear();
            place.updates.clear();
            place.first = At::INIT;
        });
        self.places.resize_with(other.places.len().max(self.places.len()), Place::default);
        self.log.clear();
        self.next_stamp = other.next_stamp;
        self.ended.clear();
        self.ended.extend(other.ended.iter().filter(|(_, at)| at.index < cut[at.lane as usize]));
        self.n_spins = 0;
        self.waits.clear();
        self.waits.extend(other.waits.iter().filter(|at| at.index < cut[at.lane as usize]));
        self.weak = other.weak;
        self.order.clear();
        self.order.extend(other.order.iter().filter(|at| at.index < cut[at.lane as usize]));
        self.revisited.clear();
        self.revisited.extend(other.revisited.iter().filter(|at| at.index < cut[at.lane as usize]));
        for (lane, (to, from)) in self.lanes.iter_mut().zip(&other.lanes).enumerate() {
            let n = cut[lane] as usize;
            to.events.clear();
            to.kept.clear();
            to.clocks.clear();
            to.snapshots.clear();
            to.start.clear();
            to.start.extend_from_slice(&from.start);
            to.parent = from.parent;
            let created = from.parent.is_none_or(|at| at.index < cut[at.lane as usize]);
            if !from.exists() || !created {
                continue;
            }
            to.events.extend_from_slice(&from.events[..n]);
            if other.weak {
                to.kept.extend_from_slice(&from.kept[..n]);
            }
            to.clocks.extend_from_slice(&from.clocks[..n * other.stride]);
            to.snapshots.extend_from_slice(&from.snapshots[..n + 1]);
            self.n_spins += u32::from(from.snapshots[n].spins());
        }
        for (loc, from) in other.places.iter().enumerate() {
            let inside = |at: &&At| at.index < cut[at.lane as usize];
            let to = &mut self.places[loc];
            to.reads.extend(from.reads.iter().filter(inside));
            to.updates.extend(from.updates.iter().filter(inside));
            for at in from.writes.iter().filter(inside) {
                to.writes.push(*at);
                let follower = &mut self.lanes[at.lane as usize].events[at.index as usize].follower;
                if !follower.is_init() && !inside(&&*follower) {
                    *follower = At::INIT;
                }
            }
            if !from.first.is_init() && inside(&&from.first) {
                to.first = from.first;
            }
        }
    }

    /// Puts an event back as it was in another graph, stamp included, reading from elsewhere.
    pub fn restore(&mut self, lane: usize, event: Event, kept: Kept) -> At {
        self.next_stamp = self.next_stamp.max(event.stamp + 1);
        self.insert(lane, event, kept)
    }
}

pub(crate) fn join(clock: &mut [u32], other: &[u32]) {
    for (mine, &theirs) in clock.iter_mut().zip(other) {
        *mine = (*mine).max(theirs);
    }
}
