//! Whether a graph is consistent: is there an order of its events in which every read sees the last write?
//!
//! Coherence is not part of the graph (unless asked for), so this is a search; in theory NP-hard, here nearly always a
//! straight walk. Moves that can never hurt are made first: a read whose source is the last write of its place, an
//! update right behind its source, anything that is no access. What is left to choose is which plain write comes next; a write is held
//! back while a reader of it knows of another write that has not come yet. If that walk gets stuck, all choices
//! are tried, with the dead ends remembered.
//!
//! Under the weak models the order is the global one (when accesses reach memory): events become free when all those
//! that the model keeps before them are done ([`crate::kept`]), and a thread may read its own write early.
//!
//! Invariant: the result depends on nothing but the graph within the cut: the revisits build on that.

mod glued;

use crate::graph::{At, Event, Graph, Kind};
use glued::{Move, has_sections, is_open};
use limits::Limits;
use rustc_hash::{FxHashSet, FxHasher};
use smallvec::SmallVec;
use std::hash::Hasher;

#[derive(Clone, Default, Debug)]
struct Walk {
    /// First position of each lane that is not done.
    low: Vec<u32>,
    /// Positions done, one bit each, `words` per lane (weak models only).
    done: Vec<u64>,
    /// Last write of each place.
    last: Vec<At>,
    /// Readers still to come of each event (by number), and of each initial value.
    readers: Vec<u32>,
    initial_readers: Vec<u32>,
    n_left: u32,
}

/// The search, with its buffers.
#[derive(Default, Debug)]
pub(crate) struct Linear {
    walk: Walk,
    pub order: Vec<At>,
    cut: Vec<u32>,
    offsets: Vec<u32>,
    words: usize,
    weak: bool,
    early: bool,
    /// Pairs of writes: the first must come before the second, since its thread later reads the second.
    pairs: Vec<(At, At)>,
    failed: FxHashSet<u64>,
    observer: Option<usize>,
    /// An update of which only the reading half takes part.
    half: Option<At>,
    /// Atomic sections must be in one piece ([`glued`]).
    pub glued: bool,
    /// There are some within the cut, and this lane's last one must come last.
    gluing: bool,
    last_lane: Option<usize>,
    limits: Limits,
    /// Why a search was given up: what it says then is not so.
    pub stopped: Option<limits::Stop>,
    n_nodes: u32,
}

/// Whether an event must come while its source is the last write of its place.
fn has_source(event: &Event) -> bool {
    let reads = matches!(event.kind, Kind::Read | Kind::Rmw | Kind::Fault | Kind::Next);
    reads && event.source != At::LATER
}

impl Linear {
    pub fn new(model: model::Model, limits: Limits) -> Linear {
        let (weak, early) = (model != model::Model::SC, !model.internal_rf_is_global);
        Linear { weak, early, limits, ..Linear::default() }
    }

    /// Whether to go on searching.
    fn may_go_on(&mut self) -> bool {
        self.n_nodes = self.n_nodes.wrapping_add(1);
        if self.n_nodes & 0xff == 0 && self.stopped.is_none() {
            self.stopped = self.limits.reached();
        }
        self.stopped.is_none()
    }

    /// The last write of a place in the order found.
    pub fn last(&self, loc: u32) -> At {
        self.walk.last.get(loc as usize).copied().unwrap_or(At::INIT)
    }
    pub fn set_last(&mut self, loc: u32, at: At) {
        if self.walk.last.len() <= loc as usize {
            self.walk.last.resize(loc as usize + 1, At::INIT);
        }
        self.walk.last[loc as usize] = at;
    }

    /// Looks for an order of the events within the cut.
    pub fn linearise(&mut self, graph: &Graph, cut: &[u32]) -> bool {
        self.gluing = self.glued && has_sections(graph, cut);
        if self.gluing {
            let mut open = (0..graph.lanes.len()).filter(|&lane| is_open(graph, lane, cut[lane]));
            self.last_lane = open.next();
            if open.next().is_some() {
                return false;
            }
            return self.search_anew(graph, cut);
        }
        self.prepare(graph, cut);
        loop {
            self.safe_moves(graph);
            if self.walk.n_left == 0 {
                return true;
            }
            match self.best_write(graph) {
                Some(at) => self.perform(graph, at),
                None => break,
            }
        }
        self.search_anew(graph, cut)
    }

    fn search_anew(&mut self, graph: &Graph, cut: &[u32]) -> bool {
        self.prepare(graph, cut);
        self.failed.clear();
        self.search(graph)
    }

    /// The same, where of one update at the end of its lane only the reading half takes part.
    pub fn linearise_with_half(&mut self, graph: &Graph, cut: &[u32], half: Option<At>) -> bool {
        self.half = half;
        let found = self.linearise(graph, cut);
        self.half = None;
        found
    }

    /// The whole graph, with a lane whose events come behind all others.
    pub fn linearise_finally(&mut self, graph: &Graph, observer: usize) -> bool {
        self.observer = Some(observer);
        let found = self.linearise_all(graph);
        self.observer = None;
        found
    }

    /// The whole graph.
    pub fn linearise_all(&mut self, graph: &Graph) -> bool {
        self.linearise(graph, &graph.whole())
    }

    fn prepare(&mut self, graph: &Graph, cut: &[u32]) {
        self.order.clear();
        self.cut.clear();
        self.cut.extend_from_slice(cut);
        self.offsets.clear();
        let mut total = 0;
        for &n in cut {
            self.offsets.push(total);
            total += n;
        }
        let walk = &mut self.walk;
        walk.n_left = total;
        walk.low.clear();
        walk.low.resize(cut.len(), 0);
        walk.last.clear();
        walk.last.resize(graph.places.len(), At::INIT);
        walk.readers.clear();
        walk.readers.resize(total as usize, 0);
        walk.initial_readers.clear();
        walk.initial_readers.resize(graph.places.len(), 0);
        if self.weak {
            let longest = cut.iter().copied().max().unwrap_or(0) as usize;
            self.words = longest.div_ceil(64).max(1);
            walk.done.clear();
            walk.done.resize(self.words * cut.len(), 0);
            self.pairs.clear();
        }
        for (lane, data) in graph.lanes.iter().enumerate() {
            for (index, event) in data.events[..cut[lane] as usize].iter().enumerate() {
                if !has_source(event) {
                    continue;
                }
                match event.source.is_init() {
                    true => walk.initial_readers[event.loc.0 as usize] += 1,
                    false => {
                        let source = event.source;
                        let number = self.offsets[source.lane as usize] + source.index;
                        debug_assert!(source.index < cut[source.lane as usize]);
                        walk.readers[number as usize] += 1;
                    }
                }
                if self.weak && event.kind.reads() && event.source.lane as usize != lane {
                    let own =
                        data.events[..index].iter().rposition(|e| e.kind.writes() && e.loc == event.loc);
                    if let Some(own) = own {
                        self.pairs.push((At::new(lane, own), event.source));
                    }
                }
            }
        }
    }

    fn readers_of(&self, loc: u32, at: At) -> u32 {
        match at.is_init() {
            true => self.walk.initial_readers[loc as usize],
            false => self.walk.readers[(self.offsets[at.lane as usize] + at.index) as usize],
        }
    }
    fn is_done(&self, at: At) -> bool {
        if !self.weak {
            return at.index < self.walk.low[at.lane as usize];
        }
        let word = at.lane as usize * self.words + at.index as usize / 64;
        self.walk.done[word] >> (at.index % 64) & 1 == 1
    }

    fn perform(&mut self, graph: &Graph, at: At) {
        let event = graph.event(at);
        let lane = at.lane as usize;
        if has_source(event) {
            match event.source.is_init() {
                true => self.walk.initial_readers[event.loc.0 as usize] -= 1,
                false => {
                    let number = self.offsets[event.source.lane as usize] + event.source.index;
                    self.walk.readers[number as usize] -= 1;
                }
            }
        }
        if event.kind.writes() && self.half != Some(at) {
            self.walk.last[event.loc.0 as usize] = at;
        }
        self.order.push(at);
        self.walk.n_left -= 1;
        if self.weak {
            self.walk.done[lane * self.words + at.index as usize / 64] |= 1 << (at.index % 64);
            while self.walk.low[lane] < self.cut[lane]
                && self.is_done(At { lane: at.lane, index: self.walk.low[lane] })
            {
                self.walk.low[lane] += 1;
            }
        } else {
            self.walk.low[lane] += 1;
        }
    }

    /// Makes all moves that cannot hurt.
    fn safe_moves(&mut self, graph: &Graph) {
        let mut moved = true;
        while moved {
            moved = false;
            for lane in 0..graph.lanes.len() {
                let mut index = self.walk.low[lane];
                while index < self.cut[lane] {
                    let at = At { lane: lane as u32, index };
                    let event = graph.event(at);
                    let alone = (!self.gluing || event.section == 0) && !self.is_done(at);
                    if alone && self.is_ready(graph, at) && self.is_safe(graph, at, event) {
                        self.perform(graph, at);
                        moved = true;
                    } else if !self.weak {
                        break;
                    }
                    index += 1;
                }
                moved |= self.gluing && self.last_lane != Some(lane) && self.read_section(graph, lane);
            }
        }
    }

    /// Whether everything that must come first is done.
    fn is_ready(&self, graph: &Graph, at: At) -> bool {
        if self.weak { self.is_free(graph, at) } else { self.started(graph, at) }
    }

    /// Whether the thread has been created, if this is its first event.
    fn started(&self, graph: &Graph, at: At) -> bool {
        if self.observer == Some(at.lane as usize) {
            return self.only_observer_left();
        }
        at.index > 0 || graph.lanes[at.lane as usize].parent.is_none_or(|parent| self.is_done(parent))
    }

    /// Whether everything that must come first is done (weak models).
    fn is_free(&self, graph: &Graph, at: At) -> bool {
        let lane = at.lane as usize;
        if self.observer == Some(lane) {
            return self.only_observer_left();
        }
        if graph.lanes[lane].parent.is_some_and(|parent| !self.is_done(parent)) {
            return false;
        }
        let done = &self.walk.done[lane * self.words..(lane + 1) * self.words];
        graph.kept(at).before.iter().zip(done).all(|(kept, done)| kept & !done == 0)
    }

    fn only_observer_left(&self) -> bool {
        let observer = self.observer.unwrap_or(0);
        self.walk.n_left == self.cut[observer] - self.walk.low[observer]
    }

    fn is_safe(&self, graph: &Graph, at: At, event: &Event) -> bool {
        let loc = event.loc.0;
        if self.half == Some(at) {
            return self.walk.last[loc as usize] == event.source;
        }
        match event.kind {
            // What is promised does not bind yet.
            Kind::Wait | Kind::Dead => true,
            Kind::Read | Kind::Fault if event.source == At::LATER => true,
            Kind::Read | Kind::Fault => {
                if self.early && event.source.lane == at.lane && !self.is_done(event.source) {
                    return true;
                }
                self.walk.last[loc as usize] == event.source
            }
            Kind::Rmw | Kind::Next => {
                self.walk.last[loc as usize] == event.source
                    && self.readers_of(loc, event.source) == 1
                    && self.pairs_done(at)
            }
            Kind::Write => false,
            Kind::Join => {
                let child = loc as usize;
                self.walk.low[child] == self.cut[child]
                    && graph.lanes[child].len() == self.cut[child] as usize
            }
            Kind::Fence | Kind::Create | Kind::Detach | Kind::Update => true,
            Kind::End | Kind::Input | Kind::Settle => true,
        }
    }

    fn pairs_done(&self, at: At) -> bool {
        !self.weak || self.pairs.iter().all(|&(first, second)| second != at || self.is_done(first))
    }

    /// Whether a plain write can come now.
    fn can_write(&self, graph: &Graph, at: At) -> bool {
        let event = graph.event(at);
        (event.kind == Kind::Write || (event.kind == Kind::Rmw && event.source == At::LATER))
            && self.readers_of(event.loc.0, self.walk.last[event.loc.0 as usize]) == 0
            && self.pairs_done(at)
    }

    /// Calls `visit` on every plain write that can come now, until it says enough.
    fn enabled_writes(&self, graph: &Graph, mut visit: impl FnMut(At) -> bool) {
        for lane in 0..graph.lanes.len() {
            let from = self.walk.low[lane];
            let to = if self.weak { self.cut[lane] } else { self.cut[lane].min(from + 1) };
            for index in from..to {
                let at = At { lane: lane as u32, index };
                let ready = !self.is_done(at) && self.is_ready(graph, at);
                if ready && self.can_write(graph, at) && visit(at) {
                    return;
                }
            }
        }
    }

    /// The first write that nothing speaks against; failing that, the first of all.
    fn best_write(&self, graph: &Graph) -> Option<At> {
        let (mut first, mut best) = (None, None);
        self.enabled_writes(graph, |at| {
            first = first.or(Some(at));
            if !self.must_wait(graph, at) {
                best = Some(at);
            }
            best.is_some()
        });
        best.or(first)
    }

    /// Whether a reader of this write knows of another write that has not come yet: that one must come before it.
    fn must_wait(&self, graph: &Graph, at: At) -> bool {
        if self.readers_of(0, at) == 0 {
            return false;
        }
        let place = &graph.places[graph.event(at).loc.0 as usize];
        let in_cut = |other: At| other.index < self.cut[other.lane as usize];
        place.reads.iter().any(|&read| {
            graph.event(read).source == at && in_cut(read) && !self.is_done(read) && {
                let clock = graph.clock(read);
                place.writes.iter().any(|&write| {
                    write != at
                        && write != read
                        && Graph::knows(clock, write)
                        && in_cut(write)
                        && !self.is_done(write)
                })
            }
        })
    }

    fn search(&mut self, graph: &Graph) -> bool {
        self.safe_moves(graph);
        if self.walk.n_left == 0 {
            return true;
        }
        let key = self.key();
        if !self.may_go_on() || self.failed.contains(&key) {
            return false;
        }
        let mut moves: SmallVec<[Move; 8]> = SmallVec::new();
        self.enabled_writes(graph, |at| {
            if !self.gluing || graph.event(at).section == 0 {
                moves.push(Move::Write(at));
            }
            false
        });
        if self.gluing {
            moves.extend((0..graph.lanes.len()).map(Move::Section));
        }
        let (saved, n_ordered) = (self.walk.clone(), self.order.len());
        for next in moves {
            if self.make(graph, next) && self.search(graph) {
                return true;
            }
            self.walk.clone_from(&saved);
            self.order.truncate(n_ordered);
        }
        self.failed.insert(key);
        false
    }

    fn key(&self) -> u64 {
        let mut hasher = FxHasher::default();
        match self.weak {
            true => self.walk.done.iter().for_each(|&word| hasher.write_u64(word)),
            false => self.walk.low.iter().for_each(|&low| hasher.write_u32(low)),
        }
        for at in &self.walk.last {
            hasher.write_u64(u64::from(at.lane) << 32 | u64::from(at.index));
        }
        hasher.finish()
    }
}
