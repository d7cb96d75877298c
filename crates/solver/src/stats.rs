//! Counters and times of a solver, as data.

use std::time::Duration;

/// Cycle lengths at or above this are counted together.
pub const LONGEST_COUNTED_CYCLE: usize = 16;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TheoryStatistics {
    /// Literals derived from the orders.
    pub propagations: u64,
    /// Clauses that forbid a cycle.
    pub conflicts: u64,
    pub conflict_literals: u64,
    /// Reasons that the SAT solver asked for, and their total size.
    pub reasons: u64,
    pub reason_literals: u64,
    /// `cycle_lengths[n]`: conflicts whose cycle has `n` edges that are not fixed.
    pub cycle_lengths: [u64; LONGEST_COUNTED_CYCLE + 1],
    pub time: Duration,
}

impl TheoryStatistics {
    pub(crate) fn record_cycle(&mut self, length: usize) {
        self.cycle_lengths[length.min(LONGEST_COUNTED_CYCLE)] += 1;
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    pub terms: usize,
    pub gates: usize,
    pub sat_variables: i32,
    pub clauses: u64,
    /// Variables that the order theory watches.
    pub observed: usize,
    pub events: usize,
    pub orders: usize,
    pub conditional_edges: usize,
    pub fixed_edges: usize,
    pub solves: u64,
    pub conflicts: i64,
    pub decisions: i64,
    pub propagations: i64,
    pub theory: TheoryStatistics,
    pub encode_time: Duration,
    pub solve_time: Duration,
}
