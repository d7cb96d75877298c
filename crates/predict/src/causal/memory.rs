//! Reads of a window: each sees a write of the value that it saw in the run.

use super::encode::Encoding;
use crate::event::{EventId, NONE};
use solver::{RelationOrders, SolverError, TermId, WriteId};
use std::collections::BTreeMap;

/// Accesses of one variable.
#[derive(Default)]
struct Accesses {
    reads: Vec<EventId>,
    writes: Vec<EventId>,
}

impl Encoding<'_, '_> {
    pub(super) fn memory(&mut self) -> Result<(), SolverError> {
        let mut variables: BTreeMap<u32, Accesses> = BTreeMap::new();
        for id in self.window.kept_ids() {
            let event = &self.causal.trace.events[id as usize];
            if event.is_access() {
                let accesses = variables.entry(event.target).or_default();
                if event.reads() {
                    accesses.reads.push(id);
                }
                if event.writes() {
                    accesses.writes.push(id);
                }
            }
        }
        for (variable, accesses) in &variables {
            // Nothing to tell apart.
            if !accesses.reads.is_empty() && !accesses.writes.is_empty() {
                self.variable(*variable, accesses)?;
            }
        }
        Ok(())
    }

    fn variable(&mut self, variable: u32, accesses: &Accesses) -> Result<(), SolverError> {
        let location = self.solver.new_location(RelationOrders::all(self.order))?;
        let initial = self.window.last_write_before(variable);
        let mut writes: Vec<(EventId, WriteId)> =
            vec![(initial, self.solver.add_write(location, self.beginning, TermId::TRUE)?)];
        for &write in &accesses.writes {
            let (node, happens) = (self.node(write), self.happens(write));
            writes.push((write, self.solver.add_write(location, node, happens)?));
        }
        self.coherence(&writes)?;
        for &read in &accesses.reads {
            let (node, happens) = (self.node(read), self.happens(read));
            let id = self.solver.add_read(location, node, happens)?;
            for &(write, of_write) in &writes {
                let later = write != NONE && write >= self.window.from && self.is_later(write, read);
                if write != read && !later && self.causal.sees_the_same(read, write) {
                    let literal = self.solver.terms.bool_var("rf");
                    self.solver.add_rf(of_write, id, literal)?;
                }
            }
            self.solver.complete_read(id)?;
        }
        Ok(())
    }

    /// Whether `a` comes after `b` in one thread.
    fn is_later(&self, a: EventId, b: EventId) -> bool {
        let events = &self.causal.trace.events;
        events[a as usize].thread == events[b as usize].thread && a > b
    }

    fn coherence(&mut self, writes: &[(EventId, WriteId)]) -> Result<(), SolverError> {
        for (later, &(b, second)) in writes.iter().enumerate() {
            for (earlier, &(a, first)) in writes[..later].iter().enumerate() {
                let literal = self.solver.add_co(first, second)?;
                // The first is what was there before the window; others are in the order of the trace.
                if earlier == 0 || self.is_later(b, a) {
                    self.solver.assert(literal);
                }
            }
        }
        Ok(())
    }
}
