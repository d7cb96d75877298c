//! The ways in which the next event of a thread can go: which writes it may read from, which place of an object it may take.

use super::{Choice, Choices, Search, finished, is_settled};
use crate::config::Equivalence;
use crate::env::{Result, mask_of};
use crate::graph::{At, Graph, Kind, LocId};
use crate::snapshot::{Action, Snapshot};
use interp::rmw_result;
use model::Model;
use posix::Step;
use smallvec::{SmallVec, smallvec};

impl Search<'_> {
    /// All ways in which the next event of a thread can go.
    pub fn choices(&mut self, graph: &Graph, lane: usize) -> Result<Choices> {
        let now = graph.lanes[lane].now().clone();
        let (source, variant, instead_of) = (At::INIT, 0, None);
        let plain = |kind, read, written| Choice { kind, source, read, written, variant, instead_of };
        let mut choices = Choices::new();
        if self.is_doomed(graph, lane) {
            choices.push(plain(Kind::Dead, 0, 0));
            return Ok(choices);
        }
        match &now.action {
            Action::Write { loc, value } => {
                self.check_updates(graph, lane, *loc)?;
                match self.env.config.equivalence {
                    Equivalence::Mazurkiewicz if self.env.config.task.model == Model::SC => {
                        for source in self.sources(graph, lane, *loc) {
                            let choice = Choice { source, ..plain(Kind::Next, 0, *value) };
                            self.behind(graph, lane, *loc, choice, &mut choices);
                        }
                    }
                    _ => choices.push(plain(Kind::Write, 0, *value)),
                }
            }
            Action::Rmw { loc, op, ty, operand, blind: true } if self.has_blind_updates() => {
                self.check_blind(graph, lane, *loc)?;
                choices.push(plain(Kind::Update, 0, rmw_result(*op, *ty, 0, *operand)));
            }
            Action::Read { loc } | Action::Rmw { loc, .. } | Action::Cas { loc, .. } => {
                if !matches!(now.action, Action::Read { .. }) {
                    self.check_updates(graph, lane, *loc)?;
                }
                for source in self.sources(graph, lane, *loc) {
                    let read = self.value_at(graph, lane, *loc, source)?;
                    for (kind, written, variant) in self.ways(lane, read, &now) {
                        let choice = Choice { source, variant, ..plain(kind, read, written) };
                        self.behind(graph, lane, *loc, choice, &mut choices);
                    }
                }
            }
            Action::Sync { loc, step, .. } => self.sync_choices(graph, lane, (*loc, *step), &mut choices),
            Action::Create { .. } => choices.push(plain(Kind::Create, 0, 0)),
            Action::Join { lane: child } => {
                self.check_result(graph, lane, *child as usize)?;
                let result = finished(graph, *child as usize).unwrap_or(0);
                choices.push(plain(Kind::Join, result, 0));
            }
            Action::Detach { .. } => choices.push(plain(Kind::Detach, 0, 0)),
            Action::End { .. } => choices.push(plain(Kind::End, 0, 0)),
            Action::Fence { .. } => choices.push(plain(Kind::Fence, 0, 0)),
            Action::Input { ty, unwritten: true } => {
                let values = self.unwritten_values(graph, lane)?;
                choices = inputs(Kind::Input, &values, ty.mask());
            }
            Action::Input { ty: ir::Ty::BOOL, .. } => choices = inputs(Kind::Input, &[0, 1], 1),
            Action::Input { ty, .. } => {
                let values = self.env.config.task.inputs.as_deref().unwrap_or_default();
                choices = inputs(Kind::Input, values, ty.mask());
            }
            Action::Settle { size, .. } => {
                let values = self.unwritten_values(graph, lane)?;
                choices = inputs(Kind::Settle, &values, mask_of(*size));
            }
            Action::Over(_) => {}
        }
        Ok(choices)
    }

    /// Whether additions that nobody looks at need no source: whom an update reads from is part of happens-before.
    fn has_blind_updates(&self) -> bool {
        let config = self.env.config;
        let by_reads = config.equivalence == Equivalence::ReadsFrom;
        self.prefix_is_ordered && by_reads && !config.task.asks(events::Property::Race)
    }

    /// The ways in which an action comes out when this is read: what it is then, what it leaves behind, which variant.
    pub fn ways(&mut self, lane: usize, read: u128, now: &Snapshot) -> SmallVec<[(Kind, u128, u32); 2]> {
        match now.action {
            Action::Write { value, .. } => smallvec![(Kind::Next, value, 0)],
            Action::Rmw { op, ty, operand, .. } => {
                smallvec![(Kind::Rmw, rmw_result(op, ty, read, operand), 0)]
            }
            Action::Cas { ty, expected, desired, .. } if read & ty.mask() == expected => {
                smallvec![(Kind::Rmw, desired, 0)]
            }
            Action::Read { .. } | Action::Cas { .. } => smallvec![(Kind::Read, 0, 0)],
            _ => self.steps(lane, read, now),
        }
    }

    /// A choice that may want to stand right behind its source: there may be somebody already.
    pub(super) fn behind(
        &self,
        graph: &Graph,
        lane: usize,
        loc: LocId,
        mut choice: Choice,
        choices: &mut Choices,
    ) {
        if choice.kind.follows() {
            let Some(instead_of) = self.place_behind(graph, lane, loc, choice.source) else { return };
            choice.instead_of = instead_of;
        }
        choices.push(choice);
    }

    /// Whether the place right behind a source can be had, and who would have to leave it.
    pub(super) fn place_behind(
        &self,
        graph: &Graph,
        lane: usize,
        loc: LocId,
        source: At,
    ) -> Option<Option<At>> {
        let Some(other) = graph.follower(loc, source) else { return Some(None) };
        let known = Graph::knows(graph.clock_of_lane(lane), other)
            || (!source.is_init() && Graph::knows(graph.clock(source), other));
        (!known).then_some(Some(other))
    }

    /// Steps on an object: behind the latest one, or stealing an earlier place. Who has to wait waits behind the latest; who only
    /// looks reads from any that may still be seen, as a load of memory does.
    pub(super) fn sync_choices(
        &mut self,
        graph: &Graph,
        lane: usize,
        (loc, step): (LocId, Step),
        choices: &mut Choices,
    ) {
        let now = graph.lanes[lane].now();
        let initial = self.env.loc(loc).initial;
        let sources = match is_settled(step) {
            true => self.let_go(graph, lane).into_iter().collect(),
            false => self.sources(graph, lane, loc),
        };
        for source in sources {
            let read = graph.written(source, initial);
            for (kind, written, variant) in self.steps(lane, read, now) {
                if kind == Kind::Read {
                    choices.push(Choice { kind, source, read, written, variant, instead_of: None });
                }
            }
        }
        if matches!(step, Step::LeaveBarrier { .. }) {
            return;
        }
        let latest = last_of_chain(graph, loc);
        for source in std::iter::once(At::INIT).chain(graph.writes_at(loc).iter().copied()) {
            // Who stands right behind the source, and cannot be moved from there.
            if source != latest && self.place_behind(graph, lane, loc, source).is_none() {
                continue;
            }
            let read = graph.written(source, initial);
            for (kind, written, variant) in self.steps(lane, read, now) {
                let choice = Choice { kind, source, read, written, variant, instead_of: None };
                match kind {
                    // An error changes nothing, so it takes no place from anybody.
                    Kind::Fault => choices.push(choice),
                    Kind::Wait if source == latest => choices.push(choice),
                    // Those that look are above.
                    Kind::Wait | Kind::Read => {}
                    _ => self.behind(graph, lane, loc, choice, choices),
                }
            }
        }
    }

    /// The writes that the next access of a thread may read from, as far as its prefix alone can tell.
    pub fn sources(&self, graph: &Graph, lane: usize, loc: LocId) -> SmallVec<[At; 8]> {
        self.sources_at(graph, lane, graph.lanes[lane].len(), loc, |_| true)
    }

    /// The same for a position of the lane, in the part of the graph that is there.
    pub fn sources_at(
        &self,
        graph: &Graph,
        lane: usize,
        position: usize,
        loc: LocId,
        there: impl Fn(At) -> bool,
    ) -> SmallVec<[At; 8]> {
        let mut sources = SmallVec::new();
        let writes = graph.writes_at(loc);
        let clock = graph.clock_before(lane, position);
        let earlier = |at: &At| at.lane as usize == lane && (at.index as usize) < position;
        let own = writes.iter().copied().filter(earlier).max();
        for source in std::iter::once(At::INIT).chain(writes.iter().copied()) {
            if !source.is_init() && !there(source) {
                continue;
            }
            let overwritten = match self.prefix_is_ordered {
                true => writes.iter().any(|&other| {
                    other != source && Graph::knows(clock, other) && Graph::knows(graph.clock(other), source)
                }),
                false => {
                    own.is_some_and(|own| own != source && (source.is_init() || source.lane == own.lane))
                }
            };
            if !overwritten {
                sources.push(source);
            }
        }
        sources
    }

    /// What a read from `source` sees: what was written there, and what was added since.
    pub(super) fn value_at(&mut self, graph: &Graph, lane: usize, loc: LocId, source: At) -> Result<u128> {
        let info = self.env.loc(loc);
        let (size, mut value) = (info.size, graph.written(source, info.initial));
        let updates = graph.updates_at(loc);
        if updates.is_empty() {
            return Ok(value);
        }
        let clock = graph.clock_of_lane(lane);
        for &update in updates {
            if !Graph::knows(clock, update) {
                return Err(self.env.order_place(loc));
            }
            if Graph::knows(graph.clock(update), source) {
                value = value.wrapping_add(graph.event(update).written);
            } else if source.is_init() || !Graph::knows(graph.clock(source), update) {
                return Err(self.env.order_place(loc));
            }
        }
        Ok(value & mask_of(size))
    }

    /// Another write at a place of additions must come behind all of them.
    pub(super) fn check_updates(&mut self, graph: &Graph, lane: usize, loc: LocId) -> Result {
        let clock = graph.clock_of_lane(lane);
        match graph.updates_at(loc).iter().all(|&update| Graph::knows(clock, update)) {
            true => Ok(()),
            false => Err(self.env.order_place(loc)),
        }
    }

    /// An addition that nobody looks at must come behind all else at its place.
    pub(super) fn check_blind(&mut self, graph: &Graph, lane: usize, loc: LocId) -> Result {
        let Some(place) = graph.places.get(loc.0 as usize) else { return Ok(()) };
        let clock = graph.clock_of_lane(lane);
        match place.reads.iter().chain(&place.writes).all(|&at| Graph::knows(clock, at)) {
            true => Ok(()),
            false => Err(self.env.order_place(loc)),
        }
    }
}

/// A choice for each value.
fn inputs(kind: Kind, values: &[i128], mask: u128) -> Choices {
    let mut choices = Choices::new();
    for value in values {
        let (read, variant) = (*value as u128 & mask, choices.len() as u32);
        if !choices.iter().any(|choice| choice.read == read) {
            choices.push(Choice { kind, source: At::INIT, read, written: 0, variant, instead_of: None });
        }
    }
    choices
}

/// The latest operation on an object.
pub(crate) fn last_of_chain(graph: &Graph, loc: LocId) -> At {
    let mut writes = graph.writes_at(loc).iter().copied().rev();
    writes.find(|&at| graph.follower(loc, at).is_none()).unwrap_or(At::INIT)
}
