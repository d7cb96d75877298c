//! The theory behind CaDiCaL's external propagator interface.
//!
//! CaDiCaL announces assignments of observed variables in trail order, decision levels and backtracking; it may announce
//! a root assignment again after it replayed its trail. It asks for propagations until there is none, then for a
//! clause (our conflicts), and for reasons only in conflict analysis.

use cadical_sys::ExternalPropagator;

use crate::reach::topological;
use crate::theory::{TLit, Theory};

impl Theory {
    fn next_propagation(&mut self) -> i32 {
        loop {
            while self.queue_head < self.queue.len() {
                let literal = self.queue[self.queue_head];
                self.queue_head += 1;
                self.queued[literal.0 as usize] = false;
                if self.value(literal) <= 0 {
                    return self.sat_literal(literal);
                }
            }
            self.clear_queue();
            if self.head == self.trail.len() || self.conflict.is_some() {
                return 0;
            }
            self.process();
        }
    }

    /// The total orders of the last model; of the fixed edges alone if the theory was never asked.
    pub(crate) fn take_model_orders(&mut self) -> Vec<Vec<u32>> {
        self.model_orders.take().unwrap_or_else(|| self.snapshot_orders())
    }

    fn snapshot_orders(&self) -> Vec<Vec<u32>> {
        self.orders
            .iter()
            .map(|graph| topological(&graph.adjacency, |node| node).unwrap_or_default())
            .collect()
    }
}

impl ExternalPropagator for Theory {
    fn are_reasons_forgettable(&mut self) -> bool {
        true
    }

    fn notify_assignment(&mut self, lits: &[i32]) {
        for &sat in lits {
            let literal = match self.theory_vars.get(sat.unsigned_abs() as usize) {
                Some(&var) if var != 0 => TLit::new(var, sat < 0),
                _ => continue,
            };
            // A replayed trail announces root assignments again.
            if !std::mem::replace(&mut self.on_trail[literal.var()], true) {
                self.trail.push(literal);
            }
        }
    }

    fn notify_new_decision_level(&mut self) {
        self.frames.push(self.trail.len());
    }

    fn notify_backtrack(&mut self, new_level: usize) {
        let Some(&length) = self.frames.get(new_level) else { return };
        self.frames.truncate(new_level);
        self.unprocess(length);
        for literal in self.trail.drain(length..) {
            self.on_trail[literal.var()] = false;
        }
        self.clear_queue();
        self.conflict = None;
        self.outgoing.clear();
        self.reason_open = false;
    }

    fn cb_check_found_model(&mut self, _model: &[i32]) -> bool {
        // Everything is processed by now; a conflict here becomes an external clause.
        while self.head < self.trail.len() && self.conflict.is_none() {
            self.clear_queue();
            self.process();
        }
        if self.conflict.is_some() {
            return false;
        }
        self.model_orders = Some(self.snapshot_orders());
        true
    }

    fn cb_decide(&mut self) -> i32 {
        if !self.decide_reads_from {
            return 0;
        }
        for rf in &self.reads_from {
            if !self.on_trail[rf.literal.var()] {
                return self.sat_literal(rf.literal);
            }
        }
        0
    }

    fn cb_propagate(&mut self) -> i32 {
        let start = std::time::Instant::now();
        let literal = self.next_propagation();
        self.statistics.time += start.elapsed();
        literal
    }

    fn cb_add_reason_clause_lit(&mut self, propagated: i32) -> i32 {
        if !self.reason_open {
            let literal = self.literal(propagated);
            let clause = self.reason_clause(literal);
            self.statistics.reasons += 1;
            self.statistics.reason_literals += clause.len() as u64;
            self.outgoing = clause.into_iter().map(|literal| self.sat_literal(literal)).collect();
            self.reason_open = true;
        }
        let next = self.outgoing.pop().unwrap_or(0);
        self.reason_open = next != 0;
        next
    }

    fn cb_has_external_clause(&mut self, is_forgettable: &mut bool) -> bool {
        let Some(clause) = self.conflict.take() else { return false };
        *is_forgettable = true;
        self.outgoing = clause.into_iter().map(|literal| self.sat_literal(literal)).collect();
        true
    }

    fn cb_add_external_clause_lit(&mut self) -> i32 {
        self.outgoing.pop().unwrap_or(0)
    }
}
