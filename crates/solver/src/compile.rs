//! From the specification to the theory and the SAT solver: whatever was added since the last solve.
//!
//! New variables are observed before any clause that mentions them is added, so that no assignment of an observed
//! variable escapes the theory. A variable that the SAT solver may have eliminated (it existed at an earlier solve and
//! was not observed) is never observed itself: a fresh variable equivalent to it is.

use smallvec::SmallVec;

use crate::gates::Lit;
use crate::solver::Solver;
use crate::term::{Compare, Node, TermId};
use crate::theory::{self, Condition, Entry, Occurrence, Place, TLit};
use crate::{EventId, OrderId};
use limits::{Limits, Stop};

/// After this many assertions the clock is looked at.
const ASSERTIONS_PER_LOOK: usize = 256;

/// How much of the specification has been compiled.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    asserted: usize,
    edges: usize,
    leaves: usize,
    locations: Vec<LocationProgress>,
}

#[derive(Clone, Debug, Default)]
struct LocationProgress {
    reads: usize,
    writes: usize,
    reads_from: usize,
    coherence: usize,
    masked: usize,
}

impl Solver {
    pub(crate) fn compile(&mut self, limits: &Limits) -> Result<(), Stop> {
        while self.progress.asserted < self.asserted.len() {
            if self.progress.asserted.is_multiple_of(ASSERTIONS_PER_LOOK) {
                limits.reached().map_or(Ok(()), Err)?;
            }
            let term = self.asserted[self.progress.asserted];
            self.progress.asserted += 1;
            self.assert_root(term);
        }
        for term in std::mem::take(&mut self.tracked) {
            self.blaster.lit(&self.terms, term);
        }
        let mut changed = self.compile_orders();
        changed |= self.compile_edges();
        changed |= self.compile_locations(limits)?;
        changed |= self.compile_order_atoms();
        limits.reached().map_or(Ok(()), Err)?;
        if changed {
            self.rebuild_theory();
        }
        Ok(())
    }

    /// Conjunctions are split, a disjunction becomes one clause.
    fn assert_root(&mut self, root: TermId) {
        let mut work = vec![root];
        while let Some(term) = work.pop() {
            match self.terms.node(term) {
                Node::And(children) => work.extend_from_slice(children),
                Node::Not(inner) if matches!(self.terms.node(*inner), Node::And(_)) => {
                    let inner = *inner;
                    self.assert_clause(inner);
                }
                &Node::Compare(Compare::Eq, a, b) => self.assert_equal_unless(&mut Vec::new(), a, b),
                _ => {
                    let lit = self.blaster.lit(&self.terms, term);
                    let sat = self.blaster.gates.require_true(lit);
                    self.blaster.gates.clause(&[sat]);
                }
            }
        }
    }

    /// The negation of the conjunction `conjunction` as one clause.
    fn assert_clause(&mut self, conjunction: TermId) {
        let Node::And(children) = self.terms.node(conjunction) else { return };
        let mut children: SmallVec<[TermId; 8]> = SmallVec::from_slice(children);
        // At most one equation is distributed over its bits: that is how values flow from a write to a read.
        let equation = children.iter().position(|&child| self.negated_equation(child).is_some());
        let equation = equation.and_then(|index| self.negated_equation(children.remove(index)));
        let lits: Vec<Lit> = children
            .iter()
            .map(|&child| !self.blaster.lit(&self.terms, child))
            .filter(|&lit| lit != Lit::FALSE)
            .collect();
        if lits.contains(&Lit::TRUE) {
            return;
        }
        let mut clause: Vec<i32> = lits.into_iter().map(|lit| self.blaster.gates.require_true(lit)).collect();
        match equation {
            Some((a, b)) => self.assert_equal_unless(&mut clause, a, b),
            None => self.blaster.gates.clause(&clause),
        }
    }

    fn negated_equation(&self, term: TermId) -> Option<(TermId, TermId)> {
        let Node::Not(inner) = *self.terms.node(term) else { return None };
        match *self.terms.node(inner) {
            Node::Compare(Compare::Eq, a, b) => Some((a, b)),
            _ => None,
        }
    }

    /// `a = b` bit by bit, in two clauses each, unless one of `others` holds.
    fn assert_equal_unless(&mut self, others: &mut Vec<i32>, a: TermId, b: TermId) {
        let (a, b) = (self.blaster.bits(&self.terms, a), self.blaster.bits(&self.terms, b));
        let n = others.len();
        for (x, y) in a.into_iter().zip(b) {
            for (x, y) in [(!x, y), (x, !y)] {
                if x == Lit::TRUE || y == Lit::TRUE || x == !y {
                    continue;
                }
                for lit in [x, y] {
                    if lit != Lit::FALSE {
                        others.push(self.blaster.gates.require_true(lit));
                    }
                }
                self.blaster.gates.clause(others);
                others.truncate(n);
            }
        }
    }

    /// The theory literal of a Bool term; `None` if it is constantly false.
    fn observe(&mut self, term: TermId) -> Option<TLit> {
        let lit = self.blaster.lit(&self.terms, term);
        match lit {
            Lit::TRUE => return Some(TLit::TRUE),
            Lit::FALSE => return None,
            _ => {}
        }
        let gates = &mut self.blaster.gates;
        let mut sat = gates.require_exact(lit);
        let var = sat.abs();
        let mut theory = self.theory.borrow_mut();
        if !theory.is_observed(var) {
            let mut observed = var;
            if var <= self.sealed_vars {
                observed = *self.aliases.entry(var).or_insert_with(|| {
                    let fresh = gates.fresh_sat_var();
                    gates.clause(&[-fresh, var]);
                    gates.clause(&[fresh, -var]);
                    fresh
                });
                sat = if sat < 0 { -observed } else { observed };
            }
            if !theory.is_observed(observed) {
                self.new_observed.push(observed);
            }
        }
        Some(theory.literal(sat))
    }

    fn compile_orders(&mut self) -> bool {
        let mut theory = self.theory.borrow_mut();
        let changed = theory.orders.len() < self.specification.orders.len();
        while theory.orders.len() < self.specification.orders.len() {
            theory.add_order();
        }
        changed
    }

    fn place(&mut self, order: OrderId, event: EventId) -> Place {
        let (node, position) = self.specification.orders[order.index()].place(event);
        Place { order: order.0, node, position }
    }

    fn compile_edges(&mut self) -> bool {
        let changed = self.progress.edges < self.specification.edges.len();
        while self.progress.edges < self.specification.edges.len() {
            let edge = self.specification.edges[self.progress.edges].clone();
            self.progress.edges += 1;
            if let Some(literal) = self.observe(edge.condition) {
                self.add_edge(edge.order, edge.from, edge.to, [literal, TLit::TRUE, TLit::TRUE, TLit::TRUE]);
            }
        }
        changed
    }

    /// A conditional edge; without condition a fixed one, within one node a truth or a contradiction.
    fn add_edge(&mut self, order: OrderId, from: EventId, to: EventId, condition: Condition) {
        let (from, to) = (self.place(order, from), self.place(order, to));
        let open: SmallVec<[TLit; 4]> = condition.iter().copied().filter(|&lit| lit != TLit::TRUE).collect();
        if from.node == to.node {
            if from.position >= to.position {
                let theory = self.theory.borrow();
                let clause: Vec<i32> = open.iter().map(|&literal| -theory.sat_literal(literal)).collect();
                self.blaster.gates.clause(&clause);
            }
            return;
        }
        let mut theory = self.theory.borrow_mut();
        if open.is_empty() {
            theory.orders[order.index()].fixed.push((from.node, to.node));
        } else {
            theory.add_entry(Entry { order: order.0, from: from.node, to: to.node, condition });
        }
    }

    /// Order atoms that occur in terms: true means one direction, false the other.
    fn compile_order_atoms(&mut self) -> bool {
        let mut changed = false;
        while self.progress.leaves < self.blaster.leaves.len() {
            let term = self.blaster.leaves[self.progress.leaves];
            self.progress.leaves += 1;
            let &Node::Before { order, first, second } = self.terms.node(term) else { continue };
            let Some(literal) = self.observe(term) else { continue };
            changed = true;
            self.add_edge(order, first, second, [literal, TLit::TRUE, TLit::TRUE, TLit::TRUE]);
            self.add_edge(order, second, first, [!literal, TLit::TRUE, TLit::TRUE, TLit::TRUE]);
        }
        changed
    }

    fn compile_locations(&mut self, limits: &Limits) -> Result<bool, Stop> {
        self.progress.locations.resize(self.specification.locations.len(), LocationProgress::default());
        let mut changed = false;
        for index in 0..self.specification.locations.len() {
            limits.reached().map_or(Ok(()), Err)?;
            changed |= self.compile_location(index);
        }
        Ok(changed)
    }

    fn compile_location(&mut self, index: usize) -> bool {
        let done = self.progress.locations[index].clone();
        let location = &self.specification.locations[index];
        let now = LocationProgress {
            reads: location.reads.len(),
            writes: location.writes.len(),
            reads_from: location.reads_from.len(),
            coherence: location.coherence.len(),
            masked: location.mask_changes,
        };
        if self.theory.borrow().locations.len() <= index {
            self.theory.borrow_mut().locations.push(theory::Location::default());
        }
        for write in done.writes..now.writes {
            self.compile_write(index, write);
        }
        for read in done.reads..now.reads {
            let event = self.specification.locations[index].reads[read].event;
            let places = self.places_for_from_reads(index, event);
            let read = theory::Read { places, sources: Vec::new() };
            self.theory.borrow_mut().locations[index].reads.push(read);
        }
        if done.masked < now.masked {
            let masked = self.specification.locations[index].masked.clone();
            self.theory.borrow_mut().locations[index].masked = masked;
        }
        for coherence in done.coherence..now.coherence {
            self.compile_coherence(index, coherence);
        }
        for reads_from in done.reads_from..now.reads_from {
            self.compile_reads_from(index, reads_from);
        }
        let changed = (done.reads, done.writes, done.reads_from, done.coherence, done.masked)
            != (now.reads, now.writes, now.reads_from, now.coherence, now.masked);
        self.progress.locations[index] = now;
        changed
    }

    fn places_for_from_reads(&mut self, location: usize, event: EventId) -> SmallVec<[Place; 2]> {
        let orders = self.specification.locations[location].orders.fr.clone();
        orders.into_iter().map(|order| self.place(order, event)).collect()
    }

    fn compile_write(&mut self, location: usize, index: usize) {
        let access = self.specification.locations[location].writes[index];
        let places = self.places_for_from_reads(location, access.event);
        // A write whose guard is constantly false keeps its slot; a literal that is false stands for it.
        let guard = self.observe(access.guard).unwrap_or(!TLit::TRUE);
        let mut theory = self.theory.borrow_mut();
        let write =
            theory::Write { guard, places, coherence: Vec::new(), readers: Vec::new(), active: Vec::new() };
        theory.locations[location].writes.push(write);
        theory.locations[location].pairs.push(Vec::new());
        theory.occurs(guard, Occurrence::Guard { location: location as u32, write: index as u32 });
    }

    fn compile_coherence(&mut self, location: usize, index: usize) {
        let pair = self.specification.locations[location].coherence[index].clone();
        let Some(alias) = self.observe(pair.alias) else { return };
        let Some(literal) = self.observe(pair.literal) else { return };
        let writes = &self.specification.locations[location].writes;
        let (first, second) = (writes[pair.first as usize], writes[pair.second as usize]);
        {
            let mut theory = self.theory.borrow_mut();
            let co = theory.coherence.len() as u32;
            let (a, b) = (pair.first, pair.second);
            theory.coherence.push(theory::Coherence {
                location: location as u32,
                first: a,
                second: b,
                literal,
                alias,
            });
            for (x, y) in [(a, b), (b, a)] {
                let here = &mut theory.locations[location];
                here.writes[x as usize].coherence.push((y, co));
                let row = &mut here.pairs[x as usize];
                if row.len() <= y as usize {
                    row.resize(y as usize + 1, 0);
                }
                row[y as usize] = co + 1;
            }
            theory.occurs(literal, Occurrence::Coherence { co, forward: true });
            theory.occurs(!literal, Occurrence::Coherence { co, forward: false });
            theory.occurs(alias, Occurrence::Alias(co));
        }
        let (Some(g), Some(h)) = (self.observe(first.guard), self.observe(second.guard)) else { return };
        for &order in &pair.orders {
            self.add_edge(order, first.event, second.event, [literal, g, h, alias]);
            self.add_edge(order, second.event, first.event, [!literal, g, h, alias]);
        }
    }

    fn compile_reads_from(&mut self, location: usize, index: usize) {
        let rf = self.specification.locations[location].reads_from[index].clone();
        let Some(literal) = self.observe(rf.literal) else { return };
        let here = &self.specification.locations[location];
        let (write, read) = (here.writes[rf.write as usize].event, here.reads[rf.read as usize].event);
        for &order in &rf.orders {
            self.add_edge(order, write, read, [literal, TLit::TRUE, TLit::TRUE, TLit::TRUE]);
        }
        let mut theory = self.theory.borrow_mut();
        let id = theory.reads_from.len() as u32;
        theory.reads_from.push(theory::ReadsFrom {
            location: location as u32,
            write: rf.write,
            read: rf.read,
            literal,
        });
        theory.locations[location].writes[rf.write as usize].readers.push(id);
        theory.locations[location].reads[rf.read as usize].sources.push(id);
        theory.occurs(literal, Occurrence::ReadsFrom(id));
    }

    /// Builds the graphs anew and turns what the fixed edges alone decide into unit clauses.
    fn rebuild_theory(&mut self) {
        let counts: Vec<usize> = self.specification.orders.iter().map(|order| order.nodes.len()).collect();
        let mut theory = self.theory.borrow_mut();
        let gates = &mut self.blaster.gates;
        if !theory.rebuild(&counts).is_empty() {
            let truth = gates.require_true(Lit::TRUE);
            gates.clause(&[-truth]);
            return;
        }
        let mut impossible: Vec<(TLit, bool)> = Vec::new();
        for index in 0..theory.entries.len() {
            let Entry { order, from, to, condition } = theory.entries[index];
            if theory.reaches(order, to, from) {
                let conditional = condition.iter().filter(|&&lit| lit != TLit::TRUE).count() > 1;
                impossible.push((condition[0], conditional));
            }
        }
        for &(literal, conditional) in &impossible {
            // Of a coherence edge the first literal is its order, which is free to follow the fixed edges even
            // where a guard is false; unless they forbid both directions, when the two never happen together.
            if !conditional || !impossible.contains(&(!literal, true)) {
                gates.clause(&[-theory.sat_literal(literal)]);
            }
        }
    }
}
