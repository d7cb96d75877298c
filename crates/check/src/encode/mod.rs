//! From guarded events to SAT modulo order (WALCYRIE §5), for every model from its own definition.
//!
//! Two kinds of order: one *global* order of ppo, fences, external reads-from (SC: all), coherence and from-reads, and,
//! where the model lets a thread see its own writes early, one *coherence* order per cell with po-loc, reads-from,
//! coherence and from-reads. Store forwarding is what is left out of the global order: reads-from within a thread.
//! In the paper's formula `ext`, `succ`, `m2clk`, `unique`, `funct` and `latestw` talk of clocks; here reads-from
//! literals, coherence literals and the solver's from-read rule say the same.

mod cells;
mod communication;
pub(crate) mod deadlock;
pub(crate) mod final_state;
mod locks;
pub(crate) mod moments;
mod ppo;
pub(crate) mod races;
mod symmetry;

pub(crate) use cells::Cells;

use crate::config::{CheckConfig, CheckStatistics};
use ir::{Layout, Program};
use model::Model;
use rustc_hash::FxHashMap;
use solver::{EventId, OrderId, Result, Solver, SolverError, TermId};
use unfold::{CondWait, Graph, GuardId, ObjectId, Signal};
use verdict::Why;

/// A read (or a part of one) takes its value from a write, or (`None`) from the initial contents, where `literal`
/// holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadsFrom {
    pub(crate) read: u32,
    pub(crate) write: Option<u32>,
    pub(crate) cell: u32,
    pub(crate) literal: TermId,
}

/// Why there is no encoding.
#[derive(Debug)]
pub(crate) enum Trouble {
    Solver(SolverError),
    /// It would take too long or too much room.
    Limit(Why),
}

impl From<SolverError> for Trouble {
    fn from(error: SolverError) -> Self {
        Trouble::Solver(error)
    }
}

pub(crate) struct Encoding<'p> {
    pub(crate) program: &'p Program,
    pub(crate) config: &'p CheckConfig,
    pub(crate) layout: Layout,
    pub(crate) graph: Graph,
    pub(crate) solver: Solver,
    pub(crate) model: Model,
    pub(crate) global: OrderId,
    /// The node of each event in the global order.
    pub(crate) nodes: Vec<EventId>,
    /// Before everything.
    pub(crate) beginning: EventId,
    pub(crate) cells: Cells,
    pub(crate) reads_from: Vec<ReadsFrom>,
    /// Edges of the global order that hold in every execution, between nodes; for pruning.
    pub(crate) fixed: Vec<(EventId, EventId)>,
    /// Signal, wait, and the literal that the one wakes the other.
    pub(crate) wakes: Vec<(usize, usize, TermId)>,
    pub(crate) statistics: CheckStatistics,
}

impl<'p> Encoding<'p> {
    pub(crate) fn new(
        program: &'p Program,
        config: &'p CheckConfig,
        mut graph: Graph,
    ) -> Result<Self, Trouble> {
        let mut solver = Solver::new();
        solver.terms = std::mem::take(&mut graph.terms);
        let global = solver.new_order("global");
        let beginning = solver.new_event("beginning");
        let nodes = (0..graph.events.len()).map(|index| solver.new_event(format!("e{index}"))).collect();
        let cells = Cells::of(&graph, &mut solver.terms);
        let mut encoding = Encoding {
            program,
            config,
            layout: Layout::of(program),
            graph,
            solver,
            model: config.task.model,
            global,
            nodes,
            beginning,
            cells,
            reads_from: Vec::new(),
            fixed: Vec::new(),
            wakes: Vec::new(),
            statistics: CheckStatistics::default(),
        };
        encoding.glue_sections()?;
        encoding.program_order()?;
        encoding.sync_edges()?;
        encoding.break_symmetry()?;
        encoding.communication()?;
        encoding.signals()?;
        encoding.destroyed_conditions()?;
        encoding.unwritten_reads();
        for constraint in std::mem::take(&mut encoding.graph.constraints) {
            encoding.solver.assert(constraint);
        }
        Ok(encoding)
    }

    pub(crate) fn guard(&self, event: u32) -> GuardId {
        self.graph.events[event as usize].guard
    }
    fn thread(&self, event: u32) -> u32 {
        self.graph.events[event as usize].thread
    }
    pub(crate) fn guard_term(&self, event: u32) -> TermId {
        self.graph.guards.term(self.guard(event))
    }

    fn glue_sections(&mut self) -> Result {
        let mut sections: std::collections::BTreeMap<u32, Vec<EventId>> = Default::default();
        for (index, event) in self.graph.events.iter().enumerate() {
            if let Some(section) = event.section {
                sections.entry(section).or_default().push(self.nodes[index]);
            }
        }
        for events in sections.values().filter(|events| events.len() > 1) {
            self.solver.glue(self.global, events)?;
        }
        Ok(())
    }

    /// An edge of the global order.
    pub(crate) fn edge(&mut self, from: EventId, to: EventId, condition: TermId) -> Result {
        if condition == TermId::TRUE {
            self.fixed.push((from, to));
        }
        self.solver.add_guarded_edge(self.global, condition, from, to)
    }

    /// Creation before beginning, end before join. The later event happens only if the earlier does, or (of several
    /// ends of a thread) one that stands for it.
    fn sync_edges(&mut self) -> Result {
        for edge in self.graph.edges.clone() {
            self.edge(self.nodes[edge.from as usize], self.nodes[edge.to as usize], edge.condition)?;
        }
        Ok(())
    }

    /// Who waits for a condition is woken by a signal in between; a signal wakes one, a broadcast all.
    fn signals(&mut self) -> Result {
        let (waits, signals) = (self.graph.waits.clone(), self.graph.signals.clone());
        let mut woken_by: Vec<Vec<TermId>> = vec![Vec::new(); signals.len()];
        for (number, wait) in waits.iter().enumerate() {
            let (release, resume) = (self.nodes[wait.release as usize], self.nodes[wait.resume as usize]);
            let mut ways = vec![wait.unsignalled];
            for (index, signal) in signals.iter().enumerate() {
                let same_thread = self.thread(signal.event) == self.thread(wait.release);
                let alias = self.solver.terms.eq(signal.addr, wait.addr);
                if same_thread || alias == TermId::FALSE {
                    continue;
                }
                let wakes = self.solver.terms.bool_var("wakes");
                let happens = self.guard_term(signal.event);
                let both = self.solver.terms.and_all([happens, alias, self.guard_term(wait.resume)]);
                self.solver.assert_implies(wakes, both);
                let node = self.nodes[signal.event as usize];
                self.edge(release, node, wakes)?;
                self.edge(node, resume, wakes)?;
                woken_by[index].push(wakes);
                self.wakes.push((index, number, wakes));
                ways.push(wakes);
            }
            // What has been woken uses up no other signal.
            self.solver.assert_at_most_one(&ways);
            let some = self.solver.terms.or_all(ways);
            self.solver.assert_implies(self.guard_term(wait.resume), some);
        }
        for (signal, wakes) in signals.iter().zip(woken_by) {
            if !signal.broadcast && wakes.len() > 1 {
                self.solver.assert_at_most_one(&wakes);
            }
        }
        Ok(())
    }

    /// Says of each condition variable that is destroyed whether somebody waits there: let go before, not come back, and
    /// every signal in between went to somebody else.
    fn destroyed_conditions(&mut self) -> Result {
        for (destroy, addr, waited_for) in self.graph.cond_destroys.clone() {
            let thread = self.thread(destroy);
            for (begins, release) in self.graph.wait_begins.clone() {
                let (order, node) = (self.global, self.nodes[destroy as usize]);
                let found = self.solver.before(order, self.nodes[begins as usize], node)?;
                let let_go = self.solver.before(order, self.nodes[release as usize], node)?;
                self.solver.assert_iff(found, let_go);
            }
            let mut somebody = Vec::new();
            for wait in 0..self.graph.waits.len() {
                let CondWait { release, resume, addr: other, .. } = self.graph.waits[wait];
                let alias = self.solver.terms.eq(addr, other);
                if self.thread(release) == thread || alias == TermId::FALSE {
                    continue;
                }
                let mut asleep = vec![alias, self.happens_before(release, destroy)?];
                let back = self.happens_before(resume, destroy)?;
                asleep.push(self.solver.terms.not(back));
                for index in 0..self.graph.signals.len() {
                    let Signal { event, addr: of, broadcast } = self.graph.signals[index];
                    let same = self.solver.terms.eq(of, addr);
                    let own = self.thread(event) == self.thread(release);
                    if own || same == TermId::FALSE {
                        continue;
                    }
                    let before = self.happens_before(event, destroy)?;
                    let after = self.solver.before(
                        self.global,
                        self.nodes[release as usize],
                        self.nodes[event as usize],
                    )?;
                    let others =
                        self.wakes.iter().filter(|(s, w, _)| *s == index && *w != wait && !broadcast);
                    let others: Vec<TermId> = others.map(|(_, _, literal)| *literal).collect();
                    let others = self.solver.terms.or_all(others);
                    let between = self.solver.terms.and_all([same, before, after]);
                    asleep.push(self.solver.terms.implies(between, others));
                }
                somebody.push(self.solver.terms.and_all(asleep));
            }
            let somebody = self.solver.terms.or_all(somebody);
            self.solver.assert_iff(waited_for, somebody);
        }
        Ok(())
    }

    /// Says of each read that must find something written whether it does not: it takes every byte from what was there at first.
    fn unwritten_reads(&mut self) {
        let reads = std::mem::take(&mut self.graph.unwritten_reads);
        if reads.is_empty() {
            return;
        }
        let mut sources: FxHashMap<u32, [Vec<TermId>; 2]> = FxHashMap::default();
        for rf in &self.reads_from {
            let object = self.cells.list[rf.cell as usize].object;
            let initial = rf.write.is_none() && self.graph.objects.get(object).kind.begins_unwritten();
            sources.entry(rf.read).or_default()[usize::from(initial)].push(rf.literal);
        }
        for (read, unwritten) in reads {
            let [written, initial] = sources.remove(&read).unwrap_or_default();
            let (written, initial) = (self.solver.terms.or_all(written), self.solver.terms.or_all(initial));
            let all = self.solver.terms.and_not(initial, written);
            self.solver.assert_iff(unwritten, all);
        }
    }

    /// The term that the first event happens and stands before the second in the global order.
    fn happens_before(&mut self, first: u32, second: u32) -> Result<TermId> {
        let before =
            self.solver.before(self.global, self.nodes[first as usize], self.nodes[second as usize])?;
        Ok(self.solver.terms.and(self.guard_term(first), before))
    }

    pub(crate) fn statistics(&self) -> CheckStatistics {
        let shared = |event: &&unfold::Event| event.access().is_some_and(|access| !access.private);
        CheckStatistics {
            threads: self.graph.threads.len(),
            events: self.graph.events.len(),
            shared_accesses: self.graph.events.iter().filter(shared).count(),
            cells: self.cells.len(),
            reads_from: self.reads_from.len(),
            solver: self.solver.statistics(),
            ..self.statistics.clone()
        }
    }

    /// Initial contents of bytes of an object.
    pub(crate) fn initial_bytes(&mut self, object: ObjectId, offset: u64, size: u64) -> TermId {
        let program = (self.program, &self.layout);
        self.graph.initial_bytes(&mut self.solver.terms, program, (object, offset), size)
    }
}
