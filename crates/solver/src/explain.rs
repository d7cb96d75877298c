//! Explanations: the cheapest path (fewest literals) between two nodes over edges older than a time stamp.
//!
//! Fixed edges and edges true at the root cost nothing. Reasons are expanded only when the SAT solver asks.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::reach::FIXED;
use crate::theory::{Reason, TLit, Theory};

/// What a literal costs against an edge: fewer literals first, then fewer edges. A direct edge is preferred to a detour
/// of the same number of literals because its literal says less (an order atom rather than the rf that implies it),
/// so that what is learned from it holds more often.
const LITERAL_COST: u32 = 1 << 10;

/// Scratch space of the search; `dist` and `parent` are valid where `seen` matches `epoch`.
#[derive(Debug, Default)]
pub(crate) struct Search {
    epoch: u32,
    seen: Vec<u32>,
    dist: Vec<u32>,
    parent: Vec<(u32, u32)>,
    heap: BinaryHeap<Reverse<(u32, u32)>>,
}

impl Search {
    fn start(&mut self, n: usize) {
        if self.seen.len() < n {
            self.seen.resize(n, 0);
            self.dist.resize(n, 0);
            self.parent.resize(n, (0, 0));
        }
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.seen.fill(0);
            self.epoch = 1;
        }
        self.heap.clear();
    }

    fn improve(&mut self, node: u32, dist: u32, parent: (u32, u32)) {
        let index = node as usize;
        if self.seen[index] == self.epoch && self.dist[index] <= dist {
            return;
        }
        self.seen[index] = self.epoch;
        self.dist[index] = dist;
        self.parent[index] = parent;
        self.heap.push(Reverse((dist, node)));
    }
}

impl Theory {
    /// Adds the literals of a cheapest path `from ~> to` over edges older than `stamp`; returns its number of
    /// edges that are not fixed.
    pub(crate) fn explain_path(
        &mut self,
        order: u32,
        from: u32,
        to: u32,
        stamp: u32,
        literals: &mut Vec<TLit>,
    ) -> usize {
        if from == to {
            return 0;
        }
        self.find_path(order, from, to, stamp);
        let search = &self.search;
        debug_assert!(search.seen[to as usize] == search.epoch, "a path that was used must still be there");
        let mut node = to;
        let mut length = 0;
        while node != from && search.seen[node as usize] == search.epoch {
            let (previous, edge) = search.parent[node as usize];
            if edge != FIXED {
                literals.extend(self.edges[edge as usize].condition.iter().filter(|&&lit| lit != TLit::TRUE));
                length += 1;
            }
            node = previous;
        }
        length
    }

    fn find_path(&mut self, order: u32, from: u32, to: u32, stamp: u32) {
        let graph = &self.orders[order as usize];
        let search = &mut self.search;
        search.start(graph.adjacency.out.len());
        search.improve(from, 0, (from, FIXED));
        while let Some(Reverse((dist, node))) = search.heap.pop() {
            if search.dist[node as usize] != dist {
                continue;
            }
            if node == to {
                return;
            }
            for arc in &graph.adjacency.out[node as usize] {
                let cost = if arc.edge == FIXED {
                    0
                } else if arc.edge < stamp {
                    u32::from(self.edges[arc.edge as usize].cost) * LITERAL_COST
                } else {
                    continue;
                };
                if arc.node == to || graph.reach.may_reach(arc.node, to) {
                    search.improve(arc.node, dist + cost + 1, (node, arc.edge));
                }
            }
        }
    }

    /// The clause that made `literal` true: the literal and the negations of what implied it.
    pub(crate) fn reason_clause(&mut self, literal: TLit) -> Vec<TLit> {
        let mut implied_by = Vec::new();
        if let Some(Reason { condition, order, from, to, stamp }) = self.reasons[literal.0 as usize] {
            implied_by
                .extend(condition.iter().copied().filter(|&other| other != TLit::TRUE && other != !literal));
            self.explain_path(order, from, to, stamp, &mut implied_by);
        }
        implied_by.sort_unstable();
        implied_by.dedup();
        let mut clause: Vec<TLit> = implied_by.into_iter().map(|other| !other).collect();
        clause.push(literal);
        clause
    }
}
