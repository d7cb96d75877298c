//! Loops that wait: an iteration that goes round without having changed anything may be forgotten, so that one
//! unrolling stands for any number of attempts (`while (!flag);`, a test-and-set lock, a compare-and-swap loop).
//!
//! Where the iteration leaves something changed behind that later iterations look at (the flag that a rotated loop
//! tests first), it may be forgotten where that is what it was before; the loop goes round with the rest.
//!
//! What the code says (`shape::Waits`) is not enough where there are stores: here it is decided from the events of the
//! iteration itself. It may be forgotten if on the paths that go round no shared cell gets another value, and every
//! private cell that differs from the beginning of the iteration is scratch: from then on it is written before anything
//! looks at it, which is known at the end of the pass only (a fact of the unfolding like others). The iteration that is
//! forgotten only added reads and fences, so the execution without it is one too.

use crate::flow::Flow;
use crate::graph::{Access, Waiting, WaitingFor};
use crate::guards::GuardId;
use crate::objects::{ObjectId, PathId, Place};
use crate::shape;
use crate::unfolder::Unfolder;
use crate::value::SymVal;
use crate::view::View;
use ir::{Id, ValueId};
use rustc_hash::FxHashSet;
use solver::{Sort, TermId};

/// An access to memory that nobody else changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PrivateAccess {
    object: ObjectId,
    offset: u64,
    size: u64,
    guard: GuardId,
    how: Touch,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Touch {
    Looks,
    /// Its place is certain and what was there does not matter.
    Overwrites,
    /// It may leave what is there.
    Updates,
}

/// A private cell whose contents at the beginning of an iteration are not to matter.
#[derive(Clone, Copy, Debug)]
struct Scratch {
    /// The loop.
    place: PathId,
    thread: u32,
    cell: (ObjectId, u64, u64),
    /// Private accesses of the thread before the iteration.
    log: usize,
}

/// What one pass has taken for waiting.
#[derive(Default)]
pub(crate) struct Waited {
    scratch: Vec<Scratch>,
    /// Loops that turned out to do more.
    not_waiting: Vec<PathId>,
}

/// The state in which an iteration of a loop that may be waiting began.
#[derive(Debug)]
pub(crate) struct RoundStart {
    view: View,
    /// Parameters of the loop's head that matter.
    carried: Vec<(ValueId, TermId)>,
    /// Private accesses and allocations before it.
    log: usize,
    n_allocations: usize,
}

impl RoundStart {
    pub(super) fn of(
        unfolder: &Unfolder<'_>,
        flow: &Flow,
        values: &[Option<SymVal>],
        params: impl Iterator<Item = ValueId>,
    ) -> RoundStart {
        let term = |param: ValueId| Some((param, values.get(param.index())?.as_ref()?.term));
        RoundStart {
            view: flow.view.clone(),
            carried: params.filter_map(term).collect(),
            log: unfolder.context.private_log.len(),
            n_allocations: unfolder.graph.allocations.len(),
        }
    }
}

impl Unfolder<'_> {
    pub(super) fn log_private(&mut self, guard: GuardId, places: &[Place], size: u64, how: Touch) {
        self.context.private_log.extend(places.iter().map(|&(object, offset)| PrivateAccess {
            object,
            offset,
            size,
            guard,
            how,
        }));
    }

    /// With which guard the loop goes round; where it is narrower than that of `flow`, the iteration is forgotten.
    pub(super) fn only_waited(
        &mut self,
        (flow, values): (&Flow, &[Option<SymVal>]),
        (start, first_event): (&RoundStart, u32),
        (waits, place): (shape::Waits, PathId),
    ) -> GuardId {
        // First everything private that differs is taken for scratch, then for something that is looked at again.
        let mut found = None;
        for as_scratch in [true, false] {
            if as_scratch && self.facts.working.contains(&place) {
                continue;
            }
            let Some(same) = self.unchanged((flow, values), start, as_scratch) else { continue };
            let waiting = self.and(flow.guard, same);
            let effects = self.effects_since(waiting, first_event);
            if waiting != GuardId::FALSE && (effects.is_empty() || waits == shape::Waits::Looks) {
                found = Some((same, waiting, effects, as_scratch));
                break;
            }
        }
        let Some((same, waiting, effects, as_scratch)) = found else { return flow.guard };
        if as_scratch {
            for ((object, offset, size), ..) in start.view.differences(&flow.view) {
                // Whether bytes are written matters to those who look at them.
                let cell = (object.unshadowed(), offset, size);
                self.pass.waiting.scratch.push(Scratch {
                    place,
                    thread: self.context.id,
                    cell,
                    log: start.log,
                });
            }
        }
        let effect = self.graph.terms.or_all(effects);
        let condition = self.and_not(waiting, effect);
        let condition = self.graph.guards.term(condition);
        let (thread, span) = (self.context.id, self.context.span);
        self.graph.waiting.push(Waiting { thread, condition, span, reason: WaitingFor::Spin });
        // What has changed something goes round, as what is not where it was.
        let goes_round = self.graph.terms.implies(same, effect);
        self.and(flow.guard, goes_round)
    }

    /// That all that is carried over is what it was; private memory only if it is not scratch. Only where a constant is
    /// involved: anything else would be a question of its own, and a loop that goes through data does not come back to
    /// where it was. `None`: it is not.
    fn unchanged(
        &mut self,
        (flow, values): (&Flow, &[Option<SymVal>]),
        start: &RoundStart,
        as_scratch: bool,
    ) -> Option<TermId> {
        let mut pairs = Vec::new();
        for &(param, before) in &start.carried {
            let now = values.get(param.index()).and_then(|value| value.as_ref()).map(|value| value.term);
            pairs.extend(now.filter(|&now| now != before).map(|now| (before, now)));
        }
        // Variables of a block in the loop are others each time.
        let made: FxHashSet<ObjectId> =
            self.graph.allocations[start.n_allocations..].iter().map(|&(_, _, object)| object).collect();
        for ((object, ..), before, now) in start.view.differences(&flow.view) {
            let own = made.contains(&object.unshadowed());
            if object.is_shadow_of_life() {
                own.then_some(())?;
            } else if !(as_scratch || own && self.is_gone(flow, object.unshadowed()) == TermId::TRUE) {
                pairs.push((before?, now?));
            }
        }
        let mut all = Vec::with_capacity(pairs.len());
        for (before, now) in pairs {
            let fixed = self.graph.guards.fixed_value(&mut self.graph.terms, flow.guard, before);
            let before = fixed.unwrap_or(before);
            let terms = &mut self.graph.terms;
            all.push(match terms.sort(before) {
                sort if sort != terms.sort(now) => return None,
                _ if terms.as_const(before).is_none() && terms.as_bool_const(before).is_none() => {
                    return None;
                }
                Sort::Bool => terms.iff(before, now),
                Sort::Bits(_) => terms.eq(before, now),
            });
        }
        Some(self.graph.terms.and_all(all))
    }

    /// When events of the iteration that goes round with `guard` change shared memory.
    fn effects_since(&mut self, guard: GuardId, first_event: u32) -> Vec<TermId> {
        let events: Vec<u32> = self.graph.threads[self.context.id as usize]
            .events
            .iter()
            .rev()
            .copied()
            .take_while(|&event| event >= first_event)
            .collect();
        let mut effects = Vec::new();
        let races = self.options.asks(events::Property::Race);
        for &event in &events {
            let data = &self.graph.events[event as usize];
            let Some(access) = data.access().filter(|access| !access.private) else { continue };
            // What looks may race, with something that comes only if this thread goes on.
            if races && access.order == ir::Order::Plain && data.section.is_none() {
                effects.push(self.graph.guards.term(data.guard));
                continue;
            }
            let Some((when, written)) = access.write else { continue };
            if self.graph.guards.exclude(&mut self.graph.terms, guard, when) {
                continue;
            }
            let before = access.read.or_else(|| self.found_before(event, access));
            let changed = match before {
                Some(before) => self.graph.terms.ne(before, written),
                None => TermId::TRUE,
            };
            if self.and(guard, changed) != GuardId::FALSE {
                effects.push(self.graph.terms.and(self.graph.guards.term(when), changed));
            }
        }
        effects
    }

    /// What an atomic section has found in the place where it now writes, if its last access there tells.
    fn found_before(&self, event: u32, access: &Access) -> Option<TermId> {
        let data = &self.graph.events[event as usize];
        let section = data.section?;
        let events = &self.graph.threads[data.thread as usize].events;
        let end = events.partition_point(|&other| other < event);
        for &other in events[..end].iter().rev() {
            let earlier = &self.graph.events[other as usize];
            if earlier.section != Some(section) {
                return None;
            }
            let Some(found) = earlier.access() else { continue };
            let meets = found.candidates.iter().any(|(object, offset)| {
                let touches = |(o, start): &Place| {
                    o == object && *start < offset + found.size && *offset < start + access.size
                };
                access.candidates.iter().any(touches)
            });
            if meets {
                let same = found.candidates.len() == 1
                    && found.candidates == access.candidates
                    && found.size == access.size
                    && found.write.is_none()
                    && self.graph.guards.implies(data.guard, earlier.guard);
                return found.read.filter(|_| same);
            }
        }
        None
    }

    /// At the end of a thread: what was taken for scratch and is not.
    pub(super) fn refute_scratch(&mut self, thread: u32) {
        for index in 0..self.pass.waiting.scratch.len() {
            let scratch = self.pass.waiting.scratch[index];
            if scratch.thread == thread && !self.is_scratch(&scratch) {
                self.pass.waiting.not_waiting.push(scratch.place);
            }
        }
    }

    /// At the end of a pass: nobody else looks at scratch.
    pub(super) fn refute_scratch_of_others(&mut self) {
        for Scratch { place, thread, cell: (object, offset, size), .. } in
            std::mem::take(&mut self.pass.waiting.scratch)
        {
            if self.pass.log.is_read_by_others(object, offset, size, thread) {
                self.pass.waiting.not_waiting.push(place);
            }
        }
    }

    /// Takes in which loops do more than wait. Only once all else has come to rest: while a variable is still taken
    /// for private, a loop that writes it looks busy.
    pub(super) fn refute_waiting(&mut self) -> bool {
        let before = self.facts.working.len();
        self.facts.working.extend(std::mem::take(&mut self.pass.waiting.not_waiting));
        self.facts.working.len() > before
    }

    /// Whether from the beginning of the iteration on nothing looks at the cell that it has not been written since.
    fn is_scratch(&mut self, scratch: &Scratch) -> bool {
        let (object, offset, size) = scratch.cell;
        let mut written: Vec<GuardId> = Vec::new();
        for access in &self.context.private_log[scratch.log..] {
            let touches = access.object == object
                && access.offset < offset + size
                && offset < access.offset + access.size;
            if !touches {
                continue;
            }
            let covers = access.offset <= offset && offset + size <= access.offset + access.size;
            if access.how != Touch::Looks {
                written.extend((access.how == Touch::Overwrites && covers).then_some(access.guard));
                continue;
            }
            let n = written.len();
            let is_written = [1, 2, 3, 4, n].into_iter().filter(|&last| last <= n && last > 0).any(|last| {
                let latest = self.graph.guards.any(&mut self.graph.terms, &written[n - last..]);
                self.graph.guards.implies(access.guard, latest)
            });
            if !is_written {
                return false;
            }
        }
        true
    }
}
