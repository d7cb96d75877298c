//! Backward revisits: a new write makes an earlier read start over with the new value.
//!
//! For a read `r` outside of the prefix of a write `w`: everything that was inserted after `r` and is not in the prefix of `w`
//! is deleted, `r` reads from `w`, and its thread goes on from there. The same graph could come about from many graphs
//! that differ in what is deleted, so only one of them may do it: the one where every deleted event is what comes by
//! itself: it sees the last write of what stays and what was deleted but inserted before it ([`Search::comes_by_itself`]; TruSt's "maximally
//! added", with an order that was found in place of coherence). Which thread moves when does not enter into it: that depends
//! on who has to wait for whom, and that changes with what is deleted.
//! What is left always has an order with `w` and then `r` at its end, so the result is consistent.

use crate::env::Result;
use crate::graph::{At, Cut, Event, Graph, Kind, LocId};
use crate::kept::{Certainty, behind};
use crate::search::{Choice, Search, is_settled};
use crate::snapshot::Action;
use model::Model;
use posix::variants;
use smallvec::SmallVec;

impl Search<'_> {
    /// All earlier reads that could have read the new write.
    pub fn revisit_readers(&mut self, graph: &mut Graph, write: At) -> Result {
        let event = graph.event(write);
        let loc = event.loc;
        if graph.places[loc.0 as usize].reads.is_empty() {
            return Ok(());
        }
        let readers: SmallVec<[At; 16]> = graph.places[loc.0 as usize].reads.iter().copied().collect();
        for read in readers {
            if read != write && !was_let_go(graph, read) && !Graph::knows(graph.clock(write), read) {
                self.revisit(graph, read, write, None)?;
            }
        }
        Ok(())
    }

    /// `gone`: an event that must be among the deleted, if the result is to be consistent.
    fn revisit(&mut self, graph: &mut Graph, read: At, write: At, gone: Option<At>) -> Result {
        let mut known: Cut = SmallVec::from_slice(graph.clock(write));
        known[write.lane as usize] = write.index;
        let Some(base) = base_of(graph, read, &known) else { return Ok(()) };
        if gone.is_some_and(|gone| gone.index < base[gone.lane as usize]) {
            return Ok(());
        }
        let ways = self.read_anew(graph, read, write);
        if ways.is_empty() || !self.comes_by_itself(graph, &base, write) {
            return Ok(());
        }
        for event in ways {
            self.revisit_as(graph, &base, read, write, event)?;
        }
        Ok(())
    }

    /// Goes on from the base with the write, and the read as this event.
    fn revisit_as(&mut self, graph: &Graph, base: &[u32], read: At, write: At, event: Event) -> Result {
        let mut copy = self.pool.pop().unwrap_or_default();
        copy.copy_cut(graph, base);
        let lane = write.lane as usize;
        copy.restore(lane, *graph.event(write), graph.kept_of(write));
        // A thief has not been run on yet: most of them come to nothing.
        let ran = match graph.lanes[lane].snapshots.get(write.index as usize + 1) {
            Some(snapshot) => {
                copy.moved(lane, snapshot.clone());
                Ok(())
            }
            None => self.run(&mut copy, lane),
        };
        ran?;
        let data = &copy.lanes[read.lane as usize];
        let kept = behind(self.env.config.task.model, data, data.len(), &event, data.now(), Certainty::Here);
        copy.restore(read.lane as usize, event, kept);
        self.counts.events += u64::from(self.split.counts());
        // A plain write can come last, and the read behind it; an update has its place, which is last if there are only updates.
        let update = graph.event(write).kind.follows() && !is_chain(graph, graph.event(write).loc);
        let fits = !update || self.linear.linearise_all(&copy);
        if update && fits && self.env.config.task.model == Model::SC {
            copy.set_order(&self.linear.order);
        }
        let looked = std::mem::take(&mut self.looked);
        let result = match fits && self.go_on(&mut copy, read.lane as usize)? {
            true => {
                let result = self.branch(&mut copy, 0.5);
                self.split.weight *= 0.5;
                result
            }
            false => Ok(()),
        };
        self.looked = looked;
        self.pool.push(copy);
        result
    }

    /// The events that a read can become when it reads from another write.
    fn read_anew(&mut self, graph: &Graph, read: At, write: At) -> SmallVec<[Event; 1]> {
        let old = graph.event(read);
        let snapshot = graph.snapshot(read).clone();
        let value = graph.event(write).written;
        let mut ways = self.ways(read.lane as usize, value, &snapshot);
        // Who waits goes on waiting by itself.
        ways.retain(|(kind, ..)| *kind != Kind::Wait || old.kind != Kind::Wait);
        let ways = ways.into_iter().map(|(kind, written, variant)| {
            let order = crate::run::order_of(&snapshot, kind);
            let orders_like = match snapshot.action {
                Action::Sync { step, arg, .. } if self.env.config.task.model != Model::SC => {
                    self.orders_like(step, read.lane, arg, (self.env.state(value), variant))
                }
                _ => old.orders_like,
            };
            Event { kind, source: write, read: value, written, variant, order, orders_like, ..*old }
        });
        ways.collect()
    }

    /// Takes the place right behind `choice.source`, where `other` stands. The two do not fit together, so this leads only
    /// to graphs in which `other` reads the thief, or is deleted for the sake of another reader.
    pub fn steal(&mut self, graph: &mut Graph, lane: usize, choice: &Choice, other: At) -> Result {
        let mark = graph.mark();
        let thief = self.push(graph, lane, choice);
        let loc = graph.event(thief).loc;
        let place = &graph.places[loc.0 as usize];
        let mut readers: SmallVec<[At; 16]> = place.reads.iter().copied().collect();
        if graph.event(other).kind == Kind::Next {
            readers.push(other);
        }
        // Where all writes stand one behind the other, what comes by itself behind the thief's source is `other` alone.
        let chain = is_chain(graph, loc);
        let stamp = graph.event(other).stamp;
        for read in readers {
            if read == thief || was_let_go(graph, read) || Graph::knows(graph.clock(thief), read) {
                continue;
            }
            let event = graph.event(read);
            let in_order = event.source.is_init() || graph.event(event.source).stamp < event.stamp;
            let hopeless = chain && event.kind.follows() && in_order;
            if read == other || (event.stamp < stamp && !hopeless) {
                self.revisit(graph, read, thief, (read != other).then_some(other))?;
            }
        }
        graph.truncate(mark);
        Ok(())
    }

    /// Whether what a revisit deletes is what comes by itself from what stays: in the order of insertion, each event sees the last
    /// write in an order of `base` or what was deleted before it. What `mover`, the last event of its lane, reads is settled, so it is part of
    /// that order.
    fn comes_by_itself(&mut self, graph: &Graph, base: &[u32], mover: At) -> bool {
        // Most attempts fail, and most of those without an order being known.
        self.guess.clear(graph.places.len());
        if !self.all_deleted(graph, base, mover, Search::may_be_canonical) {
            return false;
        }
        if self.guess.sure {
            return true;
        }
        let mut cut: Cut = SmallVec::from_slice(base);
        let half = graph.event(mover).kind.follows().then_some(mover);
        cut[mover.lane as usize] = mover.index + u32::from(half.is_some());
        self.linear.linearise_with_half(graph, &cut, half)
            && self.all_deleted(graph, base, mover, |search, graph, at, _| search.is_canonical(graph, at))
    }

    /// Whether all events outside of the base are like this, in the order of insertion.
    fn all_deleted(
        &mut self,
        graph: &Graph,
        base: &[u32],
        mover: At,
        fits: impl Fn(&mut Self, &Graph, At, &[u32]) -> bool,
    ) -> bool {
        let mut positions: Cut = SmallVec::from_slice(base);
        let end = |lane: usize| match lane == mover.lane as usize {
            true => mover.index,
            false => graph.lanes[lane].len() as u32,
        };
        loop {
            // Stamps grow along each lane.
            let left = (0..positions.len()).filter(|&lane| positions[lane] < end(lane));
            let at = |lane: usize| At { lane: lane as u32, index: positions[lane] };
            let Some(next) = left.map(at).min_by_key(|&at| graph.event(at).stamp) else { return true };
            positions[next.lane as usize] += 1;
            if !fits(self, graph, next, base) {
                return false;
            }
        }
    }

    /// Whether an event reads the last write so far, and becomes the last one if it writes.
    fn is_canonical(&mut self, graph: &Graph, at: At) -> bool {
        let event = graph.event(at);
        let fits = match event.kind {
            Kind::Input | Kind::Settle => event.variant == 0,
            // Let go by somebody: there is but one way.
            Kind::Read if was_let_go(graph, at) => true,
            Kind::Wait => {
                let last = self.linear.last(event.loc.0);
                self.waits_since(graph, at, last)
            }
            Kind::Read | Kind::Fault | Kind::Rmw | Kind::Next => {
                self.linear.last(event.loc.0) == event.source && self.usual(graph, at)
            }
            _ => true,
        };
        if event.kind.writes() {
            self.linear.set_last(event.loc.0, at);
        }
        fits
    }

    /// The same as far as it can be told without an order of the base: false only if it is.
    fn may_be_canonical(&mut self, graph: &Graph, at: At, base: &[u32]) -> bool {
        let event = graph.event(at);
        let fits = match event.kind {
            Kind::Input | Kind::Settle => event.variant == 0,
            // It would still wait, were it not for what came later.
            Kind::Read if was_let_go(graph, at) => {
                let source = event.source;
                source.index < base[source.lane as usize] || graph.event(source).stamp < event.stamp
            }
            Kind::Wait => self.may_wait_last(graph, at, base),
            Kind::Read | Kind::Fault | Kind::Rmw | Kind::Next => {
                self.may_read_last(graph, event, base) && self.usual(graph, at)
            }
            _ => true,
        };
        if event.kind.writes() {
            self.guess.set(event.loc, at);
        }
        fits
    }

    fn may_wait_last(&mut self, graph: &Graph, at: At, base: &[u32]) -> bool {
        let event = graph.event(at);
        let last = match self.guess.get(event.loc) {
            Some(last) => last,
            None => {
                let last = end_of_chain(graph, event.loc, base);
                self.guess.set(event.loc, last);
                last
            }
        };
        self.waits_since(graph, at, last)
    }

    /// Whether a thread that would have had to wait behind this operation is still the one that waits there: none since has let it go on.
    fn waits_since(&self, graph: &Graph, wait: At, last: At) -> bool {
        let Event { loc, source, .. } = *graph.event(wait);
        let leads = |from: At, to: At| {
            let mut at = from;
            while at != to {
                match graph.follower(loc, at) {
                    Some(next) if self.has_to_wait(graph, wait, graph.event(next).written) => at = next,
                    _ => return false,
                }
            }
            true
        };
        self.has_to_wait(graph, wait, graph.written(last, self.env.loc(loc).initial))
            && (leads(source, last) || leads(last, source))
    }

    fn may_read_last(&mut self, graph: &Graph, event: &Event, base: &[u32]) -> bool {
        if let Some(last) = self.guess.get(event.loc) {
            return last == event.source;
        }
        let writes = &graph.places[event.loc.0 as usize].writes;
        let stays = |at: At| at.index < base[at.lane as usize];
        if is_chain(graph, event.loc) {
            let end = end_of_chain(graph, event.loc, base);
            self.guess.set(event.loc, end);
            return end == event.source;
        }
        if !self.prefix_is_ordered {
            self.guess.sure = false;
            return true;
        }
        // A write that knows of all others is last.
        let mut last = At::INIT;
        for &at in writes.iter().filter(|&&at| stays(at)) {
            if Graph::knows(graph.clock(at), last) {
                last = at;
            }
        }
        let clock = (!last.is_init()).then(|| graph.clock(last));
        if clock.is_none_or(|clock| writes.iter().all(|&at| !stays(at) || Graph::knows(clock, at))) {
            self.guess.set(event.loc, last);
            return last == event.source;
        }
        self.guess.sure = false;
        let overwrites =
            |&at: &At| at != event.source && stays(at) && Graph::knows(graph.clock(at), event.source);
        !writes.iter().any(overwrites)
    }

    /// Whether a step on an object went the first of its ways; who wakes without a signal did not.
    fn usual(&self, graph: &Graph, at: At) -> bool {
        let event = graph.event(at);
        if !event.sync {
            return true;
        }
        let Action::Sync { step, .. } = graph.snapshot(at).action else { return true };
        let ways = variants(step, self.env.state(event.read), at.lane);
        ways.first().map_or(event.variant == 0, |first| *first == event.variant)
    }
}

/// The last write of each place, where it is known.
#[derive(Default, Debug)]
pub(crate) struct Guess {
    last: Vec<Option<At>>,
    /// Nothing was asked for that was not known.
    sure: bool,
}

/// The last of a place's updates that stay.
fn end_of_chain(graph: &Graph, loc: LocId, base: &[u32]) -> At {
    let stays = |at: At| at.index < base[at.lane as usize];
    let is_end = |&at: &At| stays(at) && !graph.follower(loc, at).is_some_and(stays);
    graph.places[loc.0 as usize].writes.iter().copied().find(is_end).unwrap_or(At::INIT)
}

/// Whether an event is of a thread that goes on from a barrier or a condition wait: what it reads is settled by where it came there.
fn was_let_go(graph: &Graph, at: At) -> bool {
    let event = graph.event(at);
    let leaves = || matches!(graph.snapshot(at).action, Action::Sync { step, .. } if is_settled(step));
    event.sync && event.kind == Kind::Read && leaves()
}

/// Whether all writes of a place are updates: they stand one behind the other.
fn is_chain(graph: &Graph, loc: LocId) -> bool {
    graph.places[loc.0 as usize].writes.iter().all(|&at| graph.event(at).kind.follows())
}

impl Guess {
    fn clear(&mut self, n_places: usize) {
        self.last.clear();
        self.last.resize(n_places, None);
        self.sure = true;
    }
    fn get(&self, loc: LocId) -> Option<At> {
        self.last.get(loc.0 as usize).copied().flatten()
    }
    fn set(&mut self, loc: LocId, at: At) {
        if let Some(last) = self.last.get_mut(loc.0 as usize) {
            *last = Some(at);
        }
    }
}

/// What stays when `first` and everything inserted after it goes, but for what is known: positions per lane. `None` when
/// something that stays reads from something that goes.
fn base_of(graph: &Graph, first: At, known: &[u32]) -> Option<Cut> {
    let stamp = graph.event(first).stamp;
    let mut base: Cut = SmallVec::new();
    for (lane, data) in graph.lanes.iter().enumerate() {
        let before = data.events.partition_point(|event| event.stamp < stamp) as u32;
        base.push(before.max(known[lane]).min(data.len() as u32));
    }
    // What is known comes with all it reads from, and so does what came before, unless it was revisited.
    let stays = |at: At| at.index < base[at.lane as usize];
    let torn = |&at: &At| stays(at) && !stays(graph.event(at).source);
    (!graph.revisited.iter().any(torn)).then_some(base)
}
