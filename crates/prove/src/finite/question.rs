//! Whether some choice of branches, one per thread, is a consistent execution: the whole forest as one question to the
//! order solver.
//!
//! Each event of the trees happens or not; branches exclude each other. A read takes its value from a write of the
//! same place and value that happens, coherence is free, and what program order a model keeps comes from
//! `model::ppo_and_fences` on each branch. This reasons across any number of threads at once, which the rules of
//! FRUITTREE (§4.4) do not: it is the refinement behind them.
//!
//! Two orders as in `model`: coherence (po-loc, rf, co, fr) and the global one (ppo, fences, rf between threads, co, fr);
//! under SC the second implies the first.

mod final_state;
mod locks;

use super::tree::{End, Forest, NodeId};
use super::values::Place;
use super::{Refusal, Result};
use events::{Event, EventId, EventKind, Execution, ReadsFrom, SyncOrder, SyncStep, Thread, ThreadId};
use ir::{FuncId, Id};
use limits::Limits;
use model::Model;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::smallvec;
use solver::{OrderId, Outcome, ReadId, RelationOrders, Solver, TermId, WriteId};
use std::collections::BTreeMap;

/// Pairs of accesses to one place, one of them a write.
const MAX_PAIRS: usize = 400_000;

pub(super) struct Question<'a> {
    forest: &'a Forest<'a>,
    model: Model,
    solver: Solver,
    global: OrderId,
    coherence: Option<OrderId>,
    events: Vec<solver::EventId>,
    happens: Vec<TermId>,
    children: Vec<Vec<NodeId>>,
    places: BTreeMap<Place, PlaceTerms>,
    /// Candidate reads-from: read, source (`None`: initial), literal.
    reads_from: Vec<(NodeId, Option<NodeId>, TermId)>,
}

#[derive(Default)]
struct PlaceTerms {
    writes: Vec<(NodeId, WriteId)>,
    /// The literal "first before second" of each pair of writes, by position.
    before: FxHashMap<(usize, usize), TermId>,
}

/// One way in which values flow in an execution that could not be excluded.
pub(super) struct Candidate {
    /// Reads that happen, with where they read from.
    pub flows: Vec<(NodeId, Option<NodeId>)>,
}

pub(super) enum Answer {
    Impossible,
    Possible(Candidate),
    GaveUp,
}

impl<'a> Question<'a> {
    pub fn new(forest: &'a Forest<'a>, model: Model, limits: &Limits) -> Result<Self> {
        let mut solver = Solver::new();
        solver.limits = limits.clone();
        let global = solver.new_order("global");
        let coherence = (!model.internal_rf_is_global).then(|| solver.new_order("coherence"));
        let mut question = Question {
            forest,
            model,
            solver,
            global,
            coherence,
            events: Vec::new(),
            happens: Vec::new(),
            children: vec![Vec::new(); forest.nodes.len()],
            places: BTreeMap::new(),
            reads_from: Vec::new(),
        };
        question.add_events();
        question.add_sections()?;
        question.add_threads()?;
        question.add_program_order(limits)?;
        question.add_communication()?;
        question.add_mutexes()?;
        question.add_once()?;
        Ok(question)
    }

    fn happens(&self, node: Option<NodeId>) -> TermId {
        node.map_or(TermId::TRUE, |node| self.happens[node as usize])
    }

    fn add_events(&mut self) {
        for (index, node) in self.forest.nodes.iter().enumerate() {
            self.events.push(self.solver.new_event(format!("n{index}")));
            let happens = self.solver.terms.bool_var(format!("h{index}"));
            self.happens.push(happens);
            if let Some(parent) = node.parent {
                self.children[parent as usize].push(index as NodeId);
                self.solver.assert_implies(happens, self.happens[parent as usize]);
            }
        }
        let roots = self.forest.nodes.iter().enumerate().filter(|(_, node)| node.parent.is_none());
        let mut by_thread: BTreeMap<ThreadId, Vec<TermId>> = BTreeMap::new();
        for (index, node) in roots {
            by_thread.entry(node.event.thread).or_default().push(self.happens[index]);
        }
        let of_children = self.children.iter().map(|c| c.iter().map(|&n| self.happens[n as usize]).collect());
        let groups: Vec<Vec<TermId>> = of_children.chain(by_thread.into_values()).collect();
        for group in groups.into_iter().filter(|group| group.len() > 1) {
            self.solver.assert_at_most_one(&group);
        }
    }

    /// A thread begins after an event that starts it; a join comes after the end of the thread with that result.
    fn add_threads(&mut self) -> Result {
        let forest = self.forest;
        for (index, node) in forest.nodes.iter().enumerate() {
            if matches!(node.event.kind, EventKind::Sync { op: SyncStep::ThreadBegin, .. }) {
                let thread = node.event.thread.0;
                let starters =
                    (0..forest.nodes.len()).filter(|&n| forest.nodes[n].starts == Some(thread)).collect();
                self.after_one_of(index, starters)?;
            }
            if let Some((thread, result)) = node.joins {
                let ends = forest
                    .leaves
                    .iter()
                    .filter(|(of, leaf)| *of == thread && leaf.end == End::Finished(result));
                let ends = ends.filter_map(|(_, leaf)| leaf.node.map(|node| node as usize)).collect();
                self.after_one_of(index, ends)?;
            }
        }
        Ok(())
    }

    fn after_one_of(&mut self, node: usize, earlier: Vec<usize>) -> Result {
        let terms: Vec<TermId> = earlier.iter().map(|&n| self.happens[n]).collect();
        let some = self.solver.terms.or_all(terms);
        self.solver.assert_implies(self.happens[node], some);
        for other in earlier {
            let both = self.solver.terms.and(self.happens[node], self.happens[other]);
            self.solver.add_guarded_edge(self.global, both, self.events[other], self.events[node])?;
        }
        Ok(())
    }

    fn add_sections(&mut self) -> Result {
        let mut sections: BTreeMap<u32, Vec<solver::EventId>> = BTreeMap::new();
        for (index, node) in self.forest.nodes.iter().enumerate() {
            if let Some(section) = node.event.section {
                sections.entry(section).or_default().push(self.events[index]);
            }
        }
        sections.into_values().try_for_each(|events| Ok(self.solver.glue(self.global, &events)?))
    }

    fn add_program_order(&mut self, limits: &Limits) -> Result {
        let (mut known, mut known_po_loc) = (FxHashSet::default(), FxHashSet::default());
        let ends: Vec<NodeId> = (0..self.forest.nodes.len() as NodeId)
            .filter(|&node| self.children[node as usize].is_empty())
            .collect();
        for end in ends {
            if limits.are_reached() {
                return Err(Refusal::OutOfTime);
            }
            let path = self.forest.path(Some(end));
            let branch = branch_execution(self.forest, &path);
            let graph = model::ppo_and_fences(&branch, self.model)
                .map_err(|error| Refusal::Internal(error.to_string()))?;
            let mut gates: FxHashMap<u32, solver::EventId> = FxHashMap::default();
            for edge in graph.edges() {
                let ends = [edge.from, edge.to].map(|node| match graph.event(node) {
                    Some(event) => self.events[path[event.0 as usize] as usize],
                    None => *gates.entry(node.0).or_insert_with(|| self.solver.new_event("gate")),
                });
                if ends[0] != ends[1] && known.insert((ends[0], ends[1])) {
                    self.solver.add_fixed_edge(self.global, ends[0], ends[1])?;
                }
            }
            if let Some(coherence) = self.coherence {
                self.add_po_loc(coherence, &path, &mut known_po_loc)?;
            }
        }
        Ok(())
    }

    /// Program order per place; two reads only where the model wants them to see coherence in order.
    fn add_po_loc(
        &mut self,
        coherence: OrderId,
        path: &[NodeId],
        known: &mut FxHashSet<(NodeId, NodeId)>,
    ) -> Result {
        let mut last: FxHashMap<Place, (Option<NodeId>, Vec<NodeId>)> = FxHashMap::default();
        for &node in path {
            let event = &self.forest.nodes[node as usize].event;
            if !event.is_access() || !self.forest.shared.contains(&(event.addr, event.size)) {
                continue;
            }
            let (write, reads) = last.entry((event.addr, event.size)).or_default();
            let behind_reads = event.is_write() || self.model.load_load_coherence;
            let mut before: Vec<NodeId> = write.iter().copied().collect();
            if behind_reads {
                before.extend(reads.iter());
            }
            for earlier in before {
                if known.insert((earlier, node)) {
                    let (from, to) = (self.events[earlier as usize], self.events[node as usize]);
                    self.solver.add_fixed_edge(coherence, from, to)?;
                }
            }
            if event.is_write() { (*write, *reads) = (Some(node), Vec::new()) } else { reads.push(node) }
        }
        Ok(())
    }

    fn add_communication(&mut self) -> Result {
        let orders: Vec<OrderId> = std::iter::once(self.global).chain(self.coherence).collect();
        let mut accesses: BTreeMap<Place, Vec<NodeId>> = BTreeMap::new();
        for (index, node) in self.forest.nodes.iter().enumerate().filter(|(_, node)| node.event.is_access()) {
            accesses.entry((node.event.addr, node.event.size)).or_default().push(index as NodeId);
        }
        // Of other places only the last write matters, and only to the question about final memory.
        accesses.retain(|place, _| self.forest.shared.contains(place));
        let writes = |node: &&NodeId| self.forest.nodes[**node as usize].event.is_write();
        let pairs: usize =
            accesses.values().map(|nodes| nodes.len() * nodes.iter().filter(writes).count()).sum();
        if pairs > MAX_PAIRS {
            return Err(Refusal::TooLarge(format!("{pairs} pairs of accesses to the same memory")));
        }
        for (place, nodes) in accesses {
            self.add_place(place, &nodes, &orders)?;
        }
        Ok(())
    }

    fn add_place(&mut self, place: Place, nodes: &[NodeId], orders: &[OrderId]) -> Result {
        let forest = self.forest;
        let relations = RelationOrders { rf: orders.to_vec(), co: orders.to_vec(), fr: orders.to_vec() };
        let location = self.solver.new_location(relations)?;
        let event = |node: NodeId| &forest.nodes[node as usize].event;
        let beginning = self.solver.new_event("initial");
        let initial = self.solver.add_write(location, beginning, TermId::TRUE)?;
        let mut terms = PlaceTerms::default();
        for &node in nodes.iter().filter(|&&node| event(node).is_write()) {
            let write =
                self.solver.add_write(location, self.events[node as usize], self.happens[node as usize])?;
            for &order in orders {
                self.solver.add_fixed_edge(order, beginning, self.events[node as usize])?;
            }
            terms.writes.push((node, write));
        }
        for second in 0..terms.writes.len() {
            for first in 0..second {
                let literal = self.solver.add_co(terms.writes[first].1, terms.writes[second].1)?;
                terms.before.insert((first, second), literal);
            }
            // The initial value comes first: its pair is settled.
            let first = self.solver.add_co(initial, terms.writes[second].1)?;
            self.solver.assert(first);
        }
        for &node in nodes.iter().filter(|&&node| event(node).is_read()) {
            let read =
                self.solver.add_read(location, self.events[node as usize], self.happens[node as usize])?;
            self.add_sources(place, node, read, initial, &terms)?;
            self.solver.complete_read(read)?;
        }
        self.places.insert(place, terms);
        Ok(())
    }

    fn add_sources(
        &mut self,
        place: Place,
        node: NodeId,
        read: ReadId,
        initial: WriteId,
        terms: &PlaceTerms,
    ) -> Result {
        let forest = self.forest;
        let event = &forest.nodes[node as usize].event;
        if forest.objects.initial(place.0, place.1) == Some(event.read.unwrap_or(0)) {
            let literal = self.solver.terms.bool_var("rf");
            self.solver.add_rf_in(initial, read, literal, &[])?;
            self.reads_from.push((node, None, literal));
        }
        for &(source, write) in &terms.writes {
            let other: &Event = &forest.nodes[source as usize].event;
            if source == node || other.written != event.read {
                continue;
            }
            let internal = other.thread == event.thread;
            if internal && !self.is_ancestor(source, node) {
                continue;
            }
            let mut orders: Vec<OrderId> = self.coherence.into_iter().collect();
            if self.model.internal_rf_is_global || !internal {
                orders.push(self.global);
            }
            let literal = self.solver.terms.bool_var("rf");
            self.solver.add_rf_in(write, read, literal, &orders)?;
            self.reads_from.push((node, Some(source), literal));
        }
        Ok(())
    }

    fn is_ancestor(&self, above: NodeId, below: NodeId) -> bool {
        // Parents have smaller numbers.
        let mut at = Some(below);
        while let Some(node) = at.filter(|&node| node > above) {
            at = self.forest.nodes[node as usize].parent;
        }
        at == Some(above)
    }

    /// Can one of these events happen?
    pub fn ask_nodes(&mut self, nodes: &[Option<NodeId>]) -> Result<Answer> {
        let happen: Vec<TermId> = nodes.iter().map(|&node| self.happens(node)).collect();
        let some = self.solver.terms.or_all(happen);
        self.ask(some)
    }

    fn ask(&mut self, term: TermId) -> Result<Answer> {
        let assumption = self.solver.assumption("question", term);
        match self.solver.solve(&[assumption])? {
            Outcome::Unsat(_) => Ok(Answer::Impossible),
            Outcome::Unknown(_) => Ok(Answer::GaveUp),
            Outcome::Sat(model) => {
                let terms = &self.solver.terms;
                let flows = self.reads_from.iter().filter(|(_, _, literal)| model.bool(terms, *literal));
                Ok(Answer::Possible(Candidate {
                    flows: flows.map(|&(read, source, _)| (read, source)).collect(),
                }))
            }
        }
    }
}

/// One branch as an execution of its own, of which only the program order is asked.
fn branch_execution(forest: &Forest<'_>, path: &[NodeId]) -> Execution {
    let index: FxHashMap<NodeId, EventId> =
        path.iter().enumerate().map(|(at, &node)| (node, EventId::from_index(at))).collect();
    let mut execution = Execution::default();
    execution.threads.push(Thread { name: "t".into(), function: FuncId(0), events: Vec::new() });
    let mut co: BTreeMap<Place, Vec<EventId>> = BTreeMap::new();
    let mut sync: BTreeMap<u64, Vec<EventId>> = BTreeMap::new();
    for &node in path {
        let mut event = forest.nodes[node as usize].event.clone();
        event.thread = ThreadId(0);
        if event.is_read() {
            event.rf = smallvec![ReadsFrom { offset: 0, len: event.size, source: None }];
        }
        for list in [&mut event.deps.addr, &mut event.deps.data, &mut event.deps.ctrl] {
            *list = list.iter().filter_map(|from| index.get(&from.0).copied()).collect();
        }
        let (place, writes) = ((event.addr, event.size), event.is_write());
        let objects: Vec<u64> = match &event.kind {
            EventKind::Sync { objects, .. } => objects.iter().map(|object| object.0).collect(),
            _ => Vec::new(),
        };
        let id = execution.push(event);
        if writes {
            co.entry(place).or_default().push(id);
        }
        objects.into_iter().for_each(|object| sync.entry(object).or_default().push(id));
    }
    execution.co = co.into_values().collect();
    execution.sync = sync.into_iter().map(|(object, events)| SyncOrder { object, events }).collect();
    execution
}
