//! Program order that the model keeps, as edges of the global order.
//!
//! As `model::ppo_and_fences`, but on events that may not happen. Two regimes keep a path from leading through an
//! event that does not happen where the model would not order its ends:
//!
//! - SC, TSO, PSO: what they keep without fences is transitively closed (kept(a,b) and kept(b,c) give kept(a,c)), so
//!   those edges are unconditional; edges into a fence hold only if the fence happens, unless everything behind it
//!   happens only then.
//! - RMO and its variants: every edge from a to b holds only if a happens, unless b happens only then. A path that
//!   ends in an event that happens then consists of such events.

use super::Encoding;
use ir::FenceBits;
use model::{AccessKind, Model};
use rustc_hash::FxHashMap;
use solver::{EventId, Result, TermId};
use unfold::GuardId;
use unfold::{Access, Weaker, What};

/// A node that stands for an access or fence in later edges.
#[derive(Clone, Copy, Debug)]
struct Item {
    node: EventId,
    /// It happens.
    guard: GuardId,
    /// Its write half happens, where that is not the same.
    write: Option<TermId>,
}

#[derive(Default)]
struct Frontier {
    reads: Vec<Item>,
    writes: Vec<Item>,
}

/// A fence bit: accesses that a fence will order, and fences that later accesses are behind.
#[derive(Default)]
struct Gate {
    pending: Vec<Item>,
    last: Vec<Item>,
}

const BITS: [(FenceBits, bool, bool); 4] = [
    (FenceBits::LL, false, false),
    (FenceBits::LS, false, true),
    (FenceBits::SL, true, false),
    (FenceBits::SS, true, true),
];

/// What has come since the last full fence.
#[derive(Default)]
struct Past {
    everywhere: Frontier,
    here: FxHashMap<u32, Frontier>,
    gates: [Gate; 4],
    full: Gate,
    carried: FxHashMap<u32, Vec<(Item, TermId)>>,
}

struct Walk<'e, 'p> {
    encoding: &'e mut Encoding<'p>,
    model: Model,
    closed: bool,
    past: Past,
    /// For each position in the thread: every later event happens only if this one does.
    commanding: Vec<bool>,
    section: Option<u32>,
}

impl Encoding<'_> {
    pub(super) fn program_order(&mut self) -> Result {
        for thread in 0..self.graph.threads.len() {
            let events = self.graph.threads[thread].events.clone();
            if self.model.kept == FenceBits::FULL {
                for pair in events.windows(2) {
                    self.edge(self.nodes[pair[0] as usize], self.nodes[pair[1] as usize], TermId::TRUE)?;
                }
                continue;
            }
            let commanding = self.commanding(&events);
            let model = self.model;
            let mut walk = Walk {
                model,
                closed: !model.keeps_dependencies && model.kept.contains(FenceBits::ACQUIRE),
                past: Past::default(),
                commanding,
                section: None,
                encoding: self,
            };
            for (position, &event) in events.iter().enumerate() {
                walk.visit(position, event)?;
            }
        }
        Ok(())
    }

    fn commanding(&self, events: &[u32]) -> Vec<bool> {
        let mut later: Vec<GuardId> = Vec::new();
        let mut result = vec![false; events.len()];
        for (position, &event) in events.iter().enumerate().rev() {
            let guard = self.guard(event);
            result[position] = later.iter().all(|&other| self.graph.guards.implies(other, guard));
            if !later.contains(&guard) {
                later.push(guard);
            }
        }
        result
    }
}

impl Walk<'_, '_> {
    fn item(&self, event: u32) -> Item {
        Item { node: self.encoding.nodes[event as usize], guard: self.encoding.guard(event), write: None }
    }
    fn term(&self, guard: GuardId) -> TermId {
        self.encoding.graph.guards.term(guard)
    }

    /// An edge of ppo proper; `condition` beside the two events' happening.
    fn edge(&mut self, from: Item, to: Item, condition: TermId) -> Result {
        self.edge_into(from, (to.node, to.guard), condition)
    }

    fn visit(&mut self, position: usize, id: u32) -> Result {
        let event = &self.encoding.graph.events[id as usize];
        if event.section.is_some() {
            // One node with a full fence on both sides.
            let first = self.section != event.section;
            self.section = event.section;
            return if first { self.full_fence(position, id) } else { Ok(()) };
        }
        self.section = None;
        if event.is_full_fence {
            return match event.weaker {
                None => self.full_fence(position, id),
                Some(weaker) => self.weaker(position, id, weaker),
            };
        }
        match event.what.clone() {
            What::Fence(bits) => {
                let item = self.item(id);
                self.fence(bits, item.guard, TermId::TRUE, self.commanding[position])
            }
            What::Access(access) => self.access_with_fences(position, id, &access),
            What::Step | What::Compute { .. } | What::Control { .. } => Ok(()),
        }
    }

    fn access_with_fences(&mut self, position: usize, id: u32, access: &Access) -> Result {
        let guard = self.encoding.guard(id);
        let commanding = self.commanding[position];
        let kinds: Vec<(AccessKind, ir::Order, TermId)> = match (access.read, access.write) {
            (Some(_), None) => vec![(AccessKind::Load, access.order, TermId::TRUE)],
            (None, _) => vec![(AccessKind::Store, access.order, TermId::TRUE)],
            (Some(_), Some((when, _))) if when == guard => {
                vec![(AccessKind::Rmw, access.order, TermId::TRUE)]
            }
            (Some(_), Some((when, _))) => {
                let writes = self.term(when);
                let only_reads = self.encoding.solver.terms.not(writes);
                vec![(AccessKind::Rmw, access.order, writes), (AccessKind::Load, access.failure, only_reads)]
            }
        };
        for &(kind, order, condition) in &kinds {
            let (before, _) = self.model.fences_around(kind, order);
            self.fence(before, guard, condition, commanding && condition == TermId::TRUE)?;
        }
        self.access(position, id, access)?;
        for &(kind, order, condition) in &kinds {
            let (_, after) = self.model.fences_around(kind, order);
            self.fence(after, guard, condition, commanding && condition == TermId::TRUE)?;
        }
        Ok(())
    }

    fn access(&mut self, position: usize, id: u32, access: &Access) -> Result {
        let mut item = self.item(id);
        if let Some((when, _)) = access.write.filter(|(when, _)| *when != item.guard) {
            item.write = Some(self.term(when));
        }
        let (reads, writes) = (access.read.is_some(), access.write.is_some());
        let certain = self.closed || self.commanding[position];
        let same_address = FenceBits(self.model.kept_same_address.0 & !self.model.kept.0);
        if !same_address.is_empty() {
            for cell in self.encoding.cells.of_event[id as usize].clone() {
                let (alias, sure) = self.alias(cell, id);
                let mut here = self.past.here.remove(&cell).unwrap_or_default();
                self.frontier(&mut here, same_address, item, (reads, writes), alias, certain && sure)?;
                self.past.here.insert(cell, here);
            }
        }
        if self.model.keeps_dependencies {
            self.dependencies(id, access, item)?;
        }
        self.order(item, (reads, writes), certain)
    }

    /// Orders what counts as a load or a store behind what the model keeps and the fences before it, wherever they are.
    fn order(&mut self, item: Item, (reads, writes): (bool, bool), certain: bool) -> Result {
        for last in self.past.full.last.clone() {
            self.edge(last, item, last.write.unwrap_or(TermId::TRUE))?;
        }
        let mut everywhere = std::mem::take(&mut self.past.everywhere);
        self.frontier(&mut everywhere, self.model.kept, item, (reads, writes), TermId::TRUE, certain)?;
        self.past.everywhere = everywhere;
        for (index, &(bit, from_write, to_write)) in BITS.iter().enumerate() {
            if self.model.kept.contains(bit) {
                continue;
            }
            if if to_write { writes } else { reads } {
                let condition = if to_write { item.write.unwrap_or(TermId::TRUE) } else { TermId::TRUE };
                for last in self.past.gates[index].last.clone() {
                    self.edge(last, item, condition)?;
                }
            }
            if if from_write { writes } else { reads } {
                let write = item.write.filter(|_| from_write);
                self.past.gates[index].pending.push(Item { write, ..item });
            }
        }
        self.past.full.pending.push(Item { write: None, ..item });
        Ok(())
    }

    /// The condition that the event touches the cell, and whether it always does.
    fn alias(&self, cell: u32, event: u32) -> (TermId, bool) {
        let part = self.encoding.cells.parts[cell as usize].iter().find(|part| part.event == event);
        part.map_or((TermId::FALSE, false), |part| (part.here, part.certain))
    }

    /// Orders `item` behind what `kept` says, then takes it in. `alias` is the condition that it belongs here.
    fn frontier(
        &mut self,
        frontier: &mut Frontier,
        kept: FenceBits,
        item: Item,
        (reads, writes): (bool, bool),
        alias: TermId,
        certain: bool,
    ) -> Result {
        let has = |bit| kept.contains(bit);
        let (ll, ls, sl, ss) =
            (has(FenceBits::LL), has(FenceBits::LS), has(FenceBits::SL), has(FenceBits::SS));
        let write_half = item.write.unwrap_or(TermId::TRUE);
        // When the item is behind an earlier read, and behind an earlier write; `None`: never.
        let when = |by_read: bool, by_write: bool| match (by_read && reads, by_write && writes) {
            (true, _) => Some(TermId::TRUE),
            (false, true) => Some(write_half),
            (false, false) => None,
        };
        let (after_reads, after_writes) = (when(ll, ls), when(sl, ss));
        for (list, condition) in [(&frontier.reads, after_reads), (&frontier.writes, after_writes)] {
            let Some(condition) = condition else { continue };
            for from in list {
                let terms = &mut self.encoding.solver.terms;
                let condition = terms.and_all([condition, alias, from.write.unwrap_or(TermId::TRUE)]);
                self.edge(*from, item, condition)?;
            }
        }
        let whole = certain && item.write.is_none() && alias == TermId::TRUE;
        let orders_reads = (reads && ll) || (writes && sl);
        let orders_writes = (reads && ls) || (writes && ss);
        if whole && after_reads.is_some() && (!ll || orders_reads) && (!ls || orders_writes) {
            frontier.reads.clear();
        }
        if whole && after_writes.is_some() && (!sl || orders_reads) && (!ss || orders_writes) {
            frontier.writes.clear();
        }
        // Conditions for later edges from here: the alias, and for the write half that it happens.
        let terms = &mut self.encoding.solver.terms;
        if reads && (ll || ls) {
            frontier.reads.push(Item { write: (alias != TermId::TRUE).then_some(alias), ..item });
        }
        if writes && (sl || ss) {
            let write = terms.and(alias, write_half);
            frontier.writes.push(Item { write: (write != TermId::TRUE).then_some(write), ..item });
        }
        Ok(())
    }

    fn dependencies(&mut self, id: u32, access: &Access, item: Item) -> Result {
        let (reads, writes) = (access.read.is_some(), access.write.is_some());
        let write_half = item.write.unwrap_or(TermId::TRUE);
        let mut direct: Vec<(Item, TermId)> = Vec::new();
        let always = access.addr_deps.as_slice().iter().chain(access.data_deps.as_slice());
        for &(from, condition) in always {
            direct.push((self.item(from), condition));
        }
        if writes {
            for &(from, condition) in access.ctrl_deps.as_slice() {
                let condition = self.encoding.solver.terms.and(condition, write_half);
                direct.push((self.item(from), condition));
            }
        }
        for &(from, condition) in &direct {
            self.edge(from, item, condition)?;
        }
        for cell in self.encoding.cells.of_event[id as usize].clone() {
            let (alias, _) = self.alias(cell, id);
            if reads {
                for (from, condition) in self.past.carried.get(&cell).cloned().unwrap_or_default() {
                    let condition = self.encoding.solver.terms.and(condition, alias);
                    self.edge(from, item, condition)?;
                }
            }
            if writes {
                let here = self.encoding.solver.terms.and(alias, write_half);
                let here = self.encoding.solver.terms.and(here, self.term(item.guard));
                let mut sources: Vec<(Item, TermId)> = Vec::new();
                for &(from, condition) in &direct {
                    sources.push((from, self.encoding.solver.terms.and(condition, here)));
                }
                if reads {
                    sources.push((Item { write: None, ..item }, here));
                }
                self.past.carried.entry(cell).or_default().extend(sources);
            }
        }
        Ok(())
    }

    /// A fence that is no node of its own. It is there where `guard` and `condition` hold.
    fn fence(&mut self, bits: FenceBits, guard: GuardId, condition: TermId, commanding: bool) -> Result {
        let bits = FenceBits(bits.0 & !self.model.kept.0);
        if bits.is_empty() {
            return Ok(());
        }
        let happens = self.encoding.solver.terms.and(self.term(guard), condition);
        let certain = commanding || happens == TermId::TRUE;
        for (index, &(bit, ..)) in BITS.iter().enumerate() {
            if !bits.contains(bit) || self.past.gates[index].pending.is_empty() {
                continue;
            }
            let node = self.encoding.solver.new_event("fence");
            let gate = Item { node, guard: GuardId::TRUE, write: None };
            let pending = self.past.gates[index].pending.clone();
            let lasts = self.past.gates[index].last.clone();
            for from in pending.iter().chain(&lasts) {
                let entry = if certain { TermId::TRUE } else { happens };
                let entry = self.encoding.solver.terms.and(entry, from.write.unwrap_or(TermId::TRUE));
                self.edge_into(*from, (node, guard), entry)?;
            }
            if certain {
                self.past.gates[index].pending.clear();
                self.past.gates[index].last.clear();
            }
            self.past.gates[index].last.push(gate);
        }
        Ok(())
    }

    /// An edge to a node that is there where a guard holds.
    fn edge_into(&mut self, from: Item, (to, guard): (EventId, GuardId), mut condition: TermId) -> Result {
        if !self.closed && !self.encoding.graph.guards.implies(guard, from.guard) {
            condition = self.encoding.solver.terms.and(condition, self.term(from.guard));
        }
        self.encoding.edge(from.node, to, condition)
    }

    /// An operation that is no full fence, or not always.
    fn weaker(&mut self, position: usize, id: u32, weaker: Weaker) -> Result {
        let (item, guard) = (self.item(id), self.encoding.guard(id));
        let (certain, commanding) = (self.closed || self.commanding[position], self.commanding[position]);
        match weaker {
            Weaker::Ghost => self.order(item, (false, true), certain),
            Weaker::Store => {
                let (before, after) = self.model.fences_around(AccessKind::Store, ir::Order::Release);
                self.fence(before, guard, TermId::TRUE, commanding)?;
                self.order(item, (false, true), certain)?;
                self.fence(after, guard, TermId::TRUE, commanding)
            }
            Weaker::Unless(full) => {
                let happens = self.term(guard);
                let condition = self.encoding.solver.terms.and(happens, full);
                let all: Vec<Item> =
                    self.past.full.pending.iter().chain(&self.past.full.last).copied().collect();
                for from in all.into_iter().filter(|_| condition != TermId::FALSE) {
                    let terms = &mut self.encoding.solver.terms;
                    let condition = terms.and(condition, from.write.unwrap_or(TermId::TRUE));
                    self.edge_into(from, (item.node, guard), condition)?;
                }
                let (before, _) = self.model.fences_around(AccessKind::Load, ir::Order::Acquire);
                self.fence(before, guard, TermId::TRUE, commanding)?;
                self.order(item, (true, false), certain)?;
                // What comes behind stays behind, of a load that acquires as of a fence.
                let only_if = (!commanding && guard != GuardId::TRUE).then_some(happens);
                self.past.full.last.push(Item { write: only_if, ..item });
                Ok(())
            }
        }
    }

    /// Everything before comes before this event, everything after behind it.
    fn full_fence(&mut self, position: usize, id: u32) -> Result {
        let item = self.item(id);
        let certain = self.commanding[position] || item.guard == GuardId::TRUE;
        let happens = if certain { TermId::TRUE } else { self.term(item.guard) };
        let all: Vec<Item> = self.past.full.pending.iter().chain(&self.past.full.last).copied().collect();
        for from in all {
            let happens = self.encoding.solver.terms.and(happens, from.write.unwrap_or(TermId::TRUE));
            self.edge(from, item, happens)?;
        }
        if certain {
            self.past = Past::default();
        }
        // As a gate it may be left without looking: nothing leads into it unless it happens.
        self.past.full.last.push(Item { guard: GuardId::TRUE, ..item });
        Ok(())
    }
}
