//! Threads that nobody can tell apart take their first steps in the order of their creation.
//!
//! A group are threads created one right after the other by one thread, with the same function and argument, either
//! all joined in a row with one constant result or none, in a program where no thread asks for its own handle. Given
//! an execution, number the threads of a group by their first steps instead, those that never take it last: the k-th
//! first step comes behind k creations, so behind the k-th, and the new numbering is an execution as good as the old
//! one. That argument needs that nothing of a thread comes before its first step, so it is made where the model keeps
//! all program order (SC), and elsewhere not at all.

use super::Encoding;
use solver::{Result, TermId};
use unfold::{Thread, What};

impl Encoding<'_> {
    pub(super) fn break_symmetry(&mut self) -> Result {
        if self.graph.asks_self || self.model.kept != ir::FenceBits::FULL || !self.graph.stops.is_empty() {
            return Ok(());
        }
        for second in 1..self.graph.threads.len() {
            let first = second - 1;
            if !self.alike(first, second) {
                continue;
            }
            let steps = (self.first_step(first), self.first_step(second));
            if let (Some(a), Some(b)) = steps {
                let happens = self.guard_term(b);
                self.solver.assert_implies(happens, self.guard_term(a));
                self.edge(self.nodes[a as usize], self.nodes[b as usize], happens)?;
            }
        }
        Ok(())
    }

    /// The first event behind the thread's beginning that others can notice, if nothing of the thread happens without
    /// it.
    fn first_step(&self, thread: usize) -> Option<u32> {
        let data = &self.graph.threads[thread];
        let seen = |event: &&u32| match &self.graph.events[**event as usize].what {
            What::Access(access) => !access.private,
            What::Step => true,
            What::Fence(_) | What::Compute { .. } | What::Control { .. } => false,
        };
        let first = *data.events.iter().skip(1).find(seen)?;
        let guard = self.guard(first);
        let mut later = data.events.iter().skip(1).filter(seen);
        later.all(|event| self.graph.guards.implies(self.guard(*event), guard)).then_some(first)
    }

    fn alike(&self, first: usize, second: usize) -> bool {
        let (a, b) = (&self.graph.threads[first], &self.graph.threads[second]);
        let (Some((parent, _)), Some((other_parent, _)), Some(x), Some(y)) =
            (a.parent, b.parent, a.create, b.create)
        else {
            return false;
        };
        parent == other_parent
            && a.function == b.function
            && a.arg == b.arg
            && self.graph.guards.implies(b.guard, a.guard)
            && self.in_a_row(&self.graph.threads[parent as usize], x, y)
            && self.joined_alike(&self.graph.threads[parent as usize], first as u32, second as u32)
    }

    /// Nothing that others notice happens between two events of a thread.
    fn in_a_row(&self, thread: &Thread, x: u32, y: u32) -> bool {
        let quiet =
            |event: u32| self.graph.events[event as usize].access().is_some_and(|access| access.private);
        thread.events.iter().copied().filter(|&event| event > x && event < y).all(quiet)
    }

    /// What a thread returns, if it is always the same.
    fn result(&self, thread: u32) -> Option<u128> {
        let mut values =
            self.graph.threads[thread as usize].ends.iter().map(|end| self.solver.terms.as_const(end.2));
        let first = values.next()??;
        values.all(|value| value == Some(first)).then_some(first)
    }

    fn joined_alike(&self, parent: &Thread, first: u32, second: u32) -> bool {
        let of = |thread: u32| -> Vec<(u32, TermId)> {
            self.graph.joins.iter().filter(|join| join.0 == thread).map(|join| (join.1, join.2)).collect()
        };
        match (of(first).as_slice(), of(second).as_slice()) {
            ([], []) => true,
            ([(x, TermId::TRUE)], [(y, TermId::TRUE)])
                if self.result(first).is_some() && self.result(first) == self.result(second) =>
            {
                let in_parent = |event: u32| parent.events.contains(&event);
                x < y && in_parent(*x) && in_parent(*y) && self.in_a_row(parent, *x, *y)
            }
            _ => false,
        }
    }
}
