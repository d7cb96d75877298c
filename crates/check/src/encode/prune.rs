//! What must come before what: reachability over the edges that hold in every execution, as bit sets.

use rustc_hash::FxHashMap;
use solver::EventId;

/// Beyond this many nodes nothing is precomputed; the solver finds out by itself.
const MAX_NODES: usize = 12_000;

#[derive(Debug, Default)]
pub(crate) struct MustOrder {
    index: FxHashMap<EventId, usize>,
    words: usize,
    after: Vec<u64>,
}

impl MustOrder {
    pub(crate) fn of(edges: &[(EventId, EventId)]) -> MustOrder {
        let mut index: FxHashMap<EventId, usize> = FxHashMap::default();
        for &(from, to) in edges {
            for node in [from, to] {
                let next = index.len();
                index.entry(node).or_insert(next);
            }
        }
        let n = index.len();
        if n > MAX_NODES {
            return MustOrder::default();
        }
        let words = n.div_ceil(64);
        let mut out = vec![Vec::new(); n];
        let mut missing = vec![0u32; n];
        for (from, to) in edges {
            out[index[from]].push(index[to]);
            missing[index[to]] += 1;
        }
        let mut order: Vec<usize> = (0..n).filter(|&node| missing[node] == 0).collect();
        let mut next = 0;
        while next < order.len() {
            let node = order[next];
            next += 1;
            for &to in &out[node] {
                missing[to] -= 1;
                if missing[to] == 0 {
                    order.push(to);
                }
            }
        }
        let mut after = vec![0u64; n * words];
        for &node in order.iter().rev() {
            for &to in &out[node] {
                after[node * words + to / 64] |= 1 << (to % 64);
                for word in 0..words {
                    let bits = after[to * words + word];
                    after[node * words + word] |= bits;
                }
            }
        }
        MustOrder { index, words, after }
    }

    /// Whether `a` comes before `b` in every execution where both happen.
    pub(crate) fn before(&self, a: EventId, b: EventId) -> bool {
        match (self.index.get(&a), self.index.get(&b)) {
            (Some(&a), Some(&b)) => self.after[a * self.words + b / 64] >> (b % 64) & 1 == 1,
            _ => false,
        }
    }
}
