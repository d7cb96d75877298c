//! What comes of an execution: counted, its final state looked at, its failure told.

use crate::env::{Halt, Result};
use crate::graph::{At, Cut, Event, Graph, Kept, Kind};
use crate::run::Trouble;
use crate::search::Search;
use crate::sections::with_whole_sections;
use crate::snapshot::{Action, End};
use crate::witness;
use events::{Failure, FailureKind, Property, ThreadId};
use interp::eval::signed;
use ir::{Observable, Quantifier};
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::hash::Hasher;
use std::sync::atomic::Ordering;
use verdict::{Why, Witness};

/// How the threads of a graph that cannot grow stand.
pub(crate) enum Standing {
    Ended,
    /// All wait for each other, by locks and the like.
    Deadlock,
    /// Somebody waits in a loop, or for ever while the program ends.
    Blocked,
    /// Somebody waits for what is free again: no execution, only a step on the way to others.
    Passing,
    Assumed,
    Cut,
    Failed,
}

impl Search<'_> {
    /// Nobody can move.
    pub fn complete(&mut self, graph: &mut Graph) -> Result {
        self.split.leaf();
        if !self.split.counts() {
            return Ok(());
        }
        let before = self.counts.executions + self.counts.blocked;
        self.counts.depth = self.counts.depth.max(graph.n_events());
        self.note_looseness(graph);
        let mut standing = self.standing(graph);
        self.linear.glued = self.env.has_sections;
        if self.env.has_sections {
            standing = self.judged_by_sections(graph, standing)?;
        }
        if !matches!(standing, Standing::Assumed | Standing::Passing) {
            self.look_for_races(graph)?;
        }
        if matches!(standing, Standing::Ended | Standing::Deadlock | Standing::Blocked)
            && self.has_second_claim(graph)
        {
            standing = Standing::Failed;
        }
        match standing {
            Standing::Ended => self.ended(graph)?,
            Standing::Deadlock => {
                self.counts.blocked += 1;
                self.count_class(graph);
                self.deadlock(graph)?;
            }
            Standing::Blocked => {
                self.counts.blocked += 1;
                self.count_class(graph);
            }
            Standing::Passing => {}
            Standing::Assumed => self.counts.assumed_away += 1,
            Standing::Cut => self.counts.cut += 1,
            Standing::Failed => self.count_class(graph),
        }
        self.linear.glued = false;
        if let Some(limit) = self.env.config.max_executions {
            let new = self.counts.executions + self.counts.blocked - before;
            let total = self.split.shared.total.fetch_add(new, Ordering::Relaxed) + new;
            if total >= limit {
                return Err(Halt::Stopped(crate::enough(total)));
            }
        }
        Ok(())
    }

    fn standing(&self, graph: &Graph) -> Standing {
        let (mut waits, mut spins, mut assumed, mut cut, mut again) = (false, false, false, false, false);
        for (number, lane) in graph.running() {
            match &lane.now().action {
                Action::Over(End::Failed) => return Standing::Failed,
                Action::Over(End::Assume) => assumed = true,
                Action::Over(End::Spin { .. }) => spins = true,
                Action::Over(End::Again) => again = true,
                Action::Over(End::Waits) => {
                    waits = true;
                    let last = At::new(number, lane.len().saturating_sub(1));
                    let waits = lane.events.last().is_some_and(|event| event.kind == Kind::Wait);
                    if waits && !self.env.sharing.ahead && self.enabled_since(graph, last).is_some() {
                        return Standing::Passing;
                    }
                }
                Action::Over(_) => {}
                _ if lane.len() >= self.env.config.bound as usize => cut = true,
                _ => waits = true,
            }
        }
        let idle = !self.env.sharing.ahead && self.idle_rounds(graph).next().is_some();
        if again || idle || (spins && !assumed && !cut && self.spins_in_vain(graph)) {
            return Standing::Passing;
        }
        // Whoever is about to end the program sets all others free.
        let exits = graph.running().any(|(_, lane)| matches!(lane.now().action, Action::Over(End::Exit)));
        match (cut, assumed, spins, waits) {
            (true, ..) => Standing::Cut,
            (_, true, ..) => Standing::Assumed,
            (_, _, true, _) => Standing::Blocked,
            (_, _, _, true) if exits => Standing::Blocked,
            (_, _, _, true) => Standing::Deadlock,
            _ => Standing::Ended,
        }
    }

    /// Whether somebody waits in a loop for a place that has been written since.
    fn spins_in_vain(&self, graph: &Graph) -> bool {
        (0..graph.lanes.len()).any(|lane| self.seen_since(graph, lane).is_some())
    }

    pub fn count_class(&mut self, graph: &Graph) {
        if !self.env.config.keep_going {
            return;
        }
        let mut hasher = FxHasher::default();
        for (lane, data) in graph.lanes.iter().enumerate() {
            hasher.write_usize(lane);
            for event in &data.events {
                hasher.write_u8(event.kind as u8);
                hasher.write_u32(event.loc.0);
                let source = if event.kind == Kind::Wait { At::INIT } else { event.source };
                hasher.write_u64(u64::from(source.lane) << 32 | u64::from(source.index));
                hasher.write_u32(event.variant);
            }
        }
        if !self.seen.insert(hasher.finish()) {
            self.duplicates += 1;
        }
    }

    fn ended(&mut self, graph: &mut Graph) -> Result {
        let Some(condition) = self.env.machine.program().condition.clone() else {
            self.counts.executions += 1;
            self.count_class(graph);
            if self.env.config.keep_going {
                self.states.insert(BTreeMap::new());
            }
            return Ok(());
        };
        let places: Vec<(usize, u64, u64)> = condition
            .observed
            .iter()
            .enumerate()
            .filter_map(|(index, observable)| match observable {
                Observable::Memory { global, offset, ty, .. } => {
                    let addr = self.env.machine.layout().global(*global).wrapping_add(*offset);
                    Some((index, addr, ty.bytes()))
                }
                Observable::Register { .. } => None,
            })
            .collect();
        self.observe(graph, &places, &mut Vec::new(), &condition)
    }

    /// Reads the observed places one after the other behind everything else; each way to do so is an execution.
    fn observe(
        &mut self,
        graph: &mut Graph,
        places: &[(usize, u64, u64)],
        values: &mut Vec<(usize, u128)>,
        condition: &ir::FinalCondition,
    ) -> Result {
        let Some((&(index, addr, size), rest)) = places.split_first() else {
            return self.final_state(graph, values, condition);
        };
        let Some(loc) = self.env.known_loc(addr, size) else {
            let value = self.private_value(graph, addr, size);
            values.push((index, value));
            let result = self.observe(graph, rest, values, condition);
            values.pop();
            return result;
        };
        let observer = graph.stride - 1;
        let initial = self.env.loc(loc).initial;
        let place = graph.place(loc).clone();
        let sum = place.updates.iter().fold(0u128, |sum, &at| sum.wrapping_add(graph.event(at).written));
        let sources: Vec<At> = if place.writes.is_empty() { vec![At::INIT] } else { place.writes.clone() };
        let alone = sources.len() == 1;
        for source in sources {
            let mark = graph.mark();
            let mut event = Event::new(Kind::Read, loc);
            event.source = source;
            event.read = graph.written(source, initial);
            if source.is_init() {
                event.read = event.read.wrapping_add(sum);
            }
            let read = event.read;
            let last = graph.lanes[observer].len().checked_sub(1);
            let before = last.map(crate::run::single).unwrap_or_default();
            graph.push(observer, event, Kept { before, ..Kept::default() });
            // The final reads come behind everything, so their sources must be last.
            if (alone && !self.env.has_sections) || self.linear.linearise_finally(graph, observer) {
                values.push((index, read));
                let result = self.observe(graph, rest, values, condition);
                values.pop();
                result?;
            }
            graph.truncate(mark);
        }
        Ok(())
    }

    fn private_value(&self, graph: &Graph, addr: u64, size: u64) -> u128 {
        let below = self.env.memory.read(addr, size).map_or(0, |(value, _)| value);
        graph.running().fold(below, |value, (_, lane)| lane.now().local.read(addr, size, value))
    }

    fn final_state(
        &mut self,
        graph: &mut Graph,
        values: &[(usize, u128)],
        condition: &ir::FinalCondition,
    ) -> Result {
        self.counts.executions += 1;
        self.count_class(graph);
        let register = |name: &str| {
            let mut seen = graph.running().flat_map(|(_, lane)| lane.now().local.observed.clone());
            seen.rfind(|(other, _, _)| &**other == name)
        };
        let value = |observable: &Observable| match observable {
            Observable::Register { name } => register(name).map_or(0, |(_, bits, ty)| signed(bits, ty)),
            Observable::Memory { ty, .. } => {
                let index = condition.observed.iter().position(|other| other == observable);
                let bits = index.and_then(|index| values.iter().find(|(at, _)| *at == index));
                bits.map_or(0, |&(_, bits)| signed(bits & ty.mask(), *ty))
            }
        };
        let holds = condition.prop.eval(&value) == (condition.quantifier != Quantifier::Forall);
        if self.env.config.keep_going {
            let state = condition.observed.iter().map(|o| (o.name().to_string(), value(o))).collect();
            self.states.insert(state);
            return Ok(());
        }
        if holds && self.env.config.task.asks(Property::Assert) {
            return self.violation(graph, &graph.whole(), Failure::of_final_state(), None);
        }
        Ok(())
    }

    fn deadlock(&mut self, graph: &Graph) -> Result {
        if self.env.config.keep_going {
            self.failures.insert("deadlock".into());
            return Ok(());
        }
        if !self.env.config.task.asks(Property::Deadlock) {
            return Ok(());
        }
        let waits = |action: &Action| {
            matches!(action, Action::Over(End::Waits) | Action::Join { .. } | Action::Sync { .. })
        };
        let stuck = graph.lanes.iter().position(|lane| lane.exists() && waits(&lane.now().action));
        let span = stuck.map_or(ir::Span::NONE, |lane| graph.lanes[lane].now().span);
        let thread = ThreadId(stuck.unwrap_or(0) as u32);
        let failure = Failure::new(FailureKind::Deadlock, thread, span, "the threads wait for each other");
        self.violation(graph, &graph.whole(), failure, None)
    }

    /// Something went wrong in a thread.
    pub fn report(&mut self, graph: &Graph, trouble: Trouble) -> Result {
        if self.env.config.keep_going {
            self.failures.insert(format!("{}: {}", trouble.kind.name(), trouble.message));
            return Ok(());
        }
        if !self.env.config.task.asks(trouble.kind.property()) {
            // A program ends where an assertion fails; what it does behind other errors is anybody's guess.
            if trouble.kind.property() != Property::Assert {
                let (title, message) = (trouble.kind.title(), &trouble.message);
                let what = format!("{title}: {message}");
                self.env.sharing.reservations.ignored.get_or_insert((what, trouble.span));
            }
            return Ok(());
        }
        let cut: Cut = match trouble.cut {
            Some(cut) => cut,
            None if self.env.sharing.ahead => graph.whole(),
            None => SmallVec::from_slice(graph.clock_of_lane(trouble.lane)),
        };
        let thread = ThreadId(trouble.lane as u32);
        let failure = Failure::new(trouble.kind, thread, trouble.span, trouble.message);
        self.violation(graph, &cut, failure, Some(trouble.lane))
    }

    /// A violation, if a witness of it can be had that certifies.
    pub fn violation(
        &mut self,
        graph: &Graph,
        cut: &[u32],
        failure: Failure,
        fails: Option<usize>,
    ) -> Result {
        let span = failure.span;
        let shown = self.shown(graph, cut, failure, fails);
        // What could not be shown in time may be none.
        if let (Err(_), Some(stop)) = (&shown, self.env.limits.reached()) {
            return Err(stop.into());
        }
        match shown {
            Ok(witness) => Err(Halt::Violation(Box::new(witness))),
            // Something is used too late here, and nobody asked about that: this is no execution.
            Err(_) if self.env.sharing.reservations.ignored.is_some() => Ok(()),
            Err(reason) => Err(Halt::Unknown { why: Why::NotShown(reason), span }),
        }
    }

    /// The witness of a failure at the end of a part of the graph.
    fn shown(
        &mut self,
        graph: &Graph,
        cut: &[u32],
        failure: Failure,
        fails: Option<usize>,
    ) -> std::result::Result<Witness, String> {
        let observer = graph.stride - 1;
        let mut cut: Cut = SmallVec::from_slice(cut);
        if self.env.has_sections
            && let Some(whole) = with_whole_sections(graph, &cut, failure.thread.0 as usize)
        {
            cut = whole;
        }
        let glued = std::mem::replace(&mut self.linear.glued, self.env.has_sections);
        let ordered = match failure.kind {
            FailureKind::FinalState => self.linear.linearise_finally(graph, observer),
            _ => self.linear.linearise(graph, &cut),
        };
        self.linear.glued = glued;
        if !ordered {
            return Err("the failing execution has no order".to_string());
        }
        let mut order = std::mem::take(&mut self.linear.order);
        order.retain(|at| at.lane as usize != observer);
        // Failing that, the witness is put together event by event, as under the weak models.
        let witness = witness::of(&self.env, graph, &cut, &order, failure.clone(), fails)
            .or_else(|_| crate::assemble::of(&self.env, graph, &cut, &order, failure))?;
        let (spurious, limits) = (self.env.config.task.spurious_wakeups, self.env.limits.clone());
        let options = certify::Options { spurious, limits };
        match certify::certify_with(self.env.machine.program(), &witness, &options) {
            Ok(_) => Ok(witness),
            Err(refusal) => Err(refusal.to_string()),
        }
    }
}
