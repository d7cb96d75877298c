//! Reachability in a growing and shrinking graph, in two ways behind one face.
//!
//! * `Closure`: one bit row of descendants per node, updated on insertion and restored word by word on undo. Cycle
//!   tests are one bit test, and an insertion names exactly the pairs that became ordered, which is what
//!   propagation feeds on. Quadratic in memory, so for orders up to some thousand nodes.
//! * `Ranked`: a dynamic topological order (Pearce and Kelly 2006: two-way search in the affected region). Linear
//!   memory; deleting edges keeps the order valid, so undo is free. Newly ordered pairs are found by a bounded
//!   search around the new edge, so some propagations may come late (as conflicts), none is missed for good.
//!
//! Both see the same adjacency lists, which the caller (`theory`) owns and also uses to explain paths.

use crate::ids::EventId;
use crate::theory::Undo;
use rustc_hash::FxHashMap;

/// Visited nodes after which the search for newly ordered pairs gives up (only `Ranked`).
const SEARCH_BUDGET: usize = 4096;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Arc {
    pub(crate) node: u32,
    /// Index into the stack of asserted edges; `FIXED` for edges that always hold.
    pub(crate) edge: u32,
}

pub(crate) const FIXED: u32 = u32::MAX;

#[derive(Debug, Default)]
pub(crate) struct Adjacency {
    pub(crate) out: Vec<Vec<Arc>>,
    pub(crate) into: Vec<Vec<Arc>>,
}

#[derive(Debug)]
pub(crate) enum Reach {
    Closure(Closure),
    Ranked(Ranked),
}

#[derive(Debug)]
pub(crate) struct Closure {
    words: usize,
    n_nodes: usize,
    rows: Vec<u64>,
    /// Bit `y` of row `x`: someone wants to know when `x` comes before `y`.
    interest: Vec<u64>,
}

#[derive(Debug)]
pub(crate) struct Ranked {
    rank: Vec<u32>,
    mark: Vec<u32>,
    epoch: u32,
    stack: Vec<u32>,
    interest: Vec<Vec<u32>>,
}

/// Nodes in an order consistent with the arcs, or `None` where they form a cycle.
pub(crate) fn topological(adjacency: &Adjacency, priority: impl Fn(u32) -> u32) -> Option<Vec<u32>> {
    use std::cmp::Reverse;
    let n = adjacency.out.len();
    let mut missing: Vec<usize> = adjacency.into.iter().map(Vec::len).collect();
    let mut ready: std::collections::BinaryHeap<Reverse<(u32, u32)>> = (0..n as u32)
        .filter(|&node| missing[node as usize] == 0)
        .map(|node| Reverse((priority(node), node)))
        .collect();
    let mut sorted = Vec::with_capacity(n);
    while let Some(Reverse((_, node))) = ready.pop() {
        sorted.push(node);
        for arc in &adjacency.out[node as usize] {
            missing[arc.node as usize] -= 1;
            if missing[arc.node as usize] == 0 {
                ready.push(Reverse((priority(arc.node), arc.node)));
            }
        }
    }
    (sorted.len() == n).then_some(sorted)
}

impl Reach {
    /// From the fixed edges in `adjacency`, given in topological order by `sorted`.
    pub(crate) fn new(adjacency: &Adjacency, sorted: &[u32], closure: bool) -> Reach {
        let n = adjacency.out.len();
        if !closure {
            let mut rank = vec![0; n];
            for (position, &node) in sorted.iter().enumerate() {
                rank[node as usize] = position as u32;
            }
            let interest = vec![Vec::new(); n];
            return Reach::Ranked(Ranked { rank, mark: vec![0; n], epoch: 0, stack: Vec::new(), interest });
        }
        let words = n.div_ceil(64);
        let mut closure =
            Closure { words, n_nodes: n, rows: vec![0; n * words], interest: vec![0; n * words] };
        for &node in sorted.iter().rev() {
            for arc in &adjacency.out[node as usize] {
                closure.absorb(node as usize, arc.node as usize);
            }
        }
        Reach::Closure(closure)
    }

    pub(crate) fn want(&mut self, x: u32, y: u32) {
        match self {
            Reach::Closure(closure) => {
                closure.interest[x as usize * closure.words + y as usize / 64] |= 1 << (y % 64);
            }
            Reach::Ranked(ranked) => ranked.interest[x as usize].push(y),
        }
    }

    /// Whether there is a path of at least one edge from `x` to `y`.
    pub(crate) fn reaches(&mut self, adjacency: &Adjacency, x: u32, y: u32) -> bool {
        match self {
            Reach::Closure(closure) => closure.has(x as usize, y as usize),
            Reach::Ranked(ranked) => ranked.reaches(adjacency, x, y),
        }
    }

    /// Cheap necessary condition for a path from `x` to `y`, for pruning searches.
    pub(crate) fn may_reach(&self, x: u32, y: u32) -> bool {
        match self {
            Reach::Closure(closure) => closure.has(x as usize, y as usize),
            Reach::Ranked(ranked) => ranked.rank[x as usize] < ranked.rank[y as usize],
        }
    }

    /// The edge `from -> to`, already in `adjacency` and closing no cycle; wanted pairs that (may) have become ordered
    /// go to `found`.
    pub(crate) fn insert(
        &mut self,
        adjacency: &Adjacency,
        order: u32,
        from: u32,
        to: u32,
        undo: &mut Vec<Undo>,
        found: &mut Vec<(u32, u32, u32)>,
    ) {
        match self {
            Reach::Closure(closure) => closure.insert(order, from as usize, to as usize, undo, found),
            Reach::Ranked(ranked) => ranked.insert(adjacency, order, from, to, found),
        }
    }
}

/// What comes before what by edges that always hold, for those who look before anything is solved.
#[derive(Debug, Default)]
pub struct MustOrder {
    index: FxHashMap<EventId, u32>,
    /// `None`: nothing is known.
    closure: Option<Closure>,
}

/// Nodes beyond which [`MustOrder`] knows nothing: the solver finds out by itself.
const MAX_KNOWN: usize = 12_000;

impl MustOrder {
    pub fn of(edges: &[(EventId, EventId)]) -> MustOrder {
        let mut index: FxHashMap<EventId, u32> = FxHashMap::default();
        for &(from, to) in edges {
            for node in [from, to] {
                let next = index.len() as u32;
                index.entry(node).or_insert(next);
            }
        }
        let n = index.len();
        if n > MAX_KNOWN {
            return MustOrder::default();
        }
        let mut adjacency = Adjacency { out: vec![Vec::new(); n], into: vec![Vec::new(); n] };
        for (from, to) in edges {
            let (from, to) = (index[from], index[to]);
            adjacency.out[from as usize].push(Arc { node: to, edge: FIXED });
            adjacency.into[to as usize].push(Arc { node: from, edge: FIXED });
        }
        let closure = match topological(&adjacency, |node| node) {
            Some(sorted) => match Reach::new(&adjacency, &sorted, true) {
                Reach::Closure(closure) => Some(closure),
                Reach::Ranked(_) => None,
            },
            None => None,
        };
        MustOrder { index, closure }
    }

    /// Whether `a` comes before `b` wherever both happen.
    pub fn before(&self, a: EventId, b: EventId) -> bool {
        match (&self.closure, self.index.get(&a), self.index.get(&b)) {
            (Some(closure), Some(&a), Some(&b)) => closure.has(a as usize, b as usize),
            _ => false,
        }
    }
}

impl Closure {
    fn has(&self, x: usize, y: usize) -> bool {
        self.rows[x * self.words + y / 64] >> (y % 64) & 1 == 1
    }

    pub(crate) fn restore(&mut self, index: u32, old: u64) {
        self.rows[index as usize] = old;
    }

    /// Adds `y` and all it reaches to the row of `x`, without undo.
    fn absorb(&mut self, x: usize, y: usize) {
        for word in 0..self.words {
            let more = self.rows[y * self.words + word];
            self.rows[x * self.words + word] |= more;
        }
        self.rows[x * self.words + y / 64] |= 1 << (y % 64);
    }

    fn insert(
        &mut self,
        order: u32,
        from: usize,
        to: usize,
        undo: &mut Vec<Undo>,
        found: &mut Vec<(u32, u32, u32)>,
    ) {
        if self.has(from, to) {
            return;
        }
        let words = self.words;
        let mut target: smallvec::SmallVec<[u64; 16]> =
            smallvec::SmallVec::from_slice(&self.rows[to * words..(to + 1) * words]);
        target[to / 64] |= 1 << (to % 64);
        for x in 0..self.n_nodes {
            if x != from && !self.has(x, from) {
                continue;
            }
            for (word, &bits) in target.iter().enumerate() {
                let index = x * words + word;
                let old = self.rows[index];
                let new = bits & !old;
                if new == 0 {
                    continue;
                }
                undo.push(Undo::Word { order, index: index as u32, old });
                self.rows[index] = old | new;
                let mut hits = new & self.interest[index];
                while hits != 0 {
                    found.push((order, x as u32, word as u32 * 64 + hits.trailing_zeros()));
                    hits &= hits - 1;
                }
            }
        }
    }
}

impl Ranked {
    fn next_epoch(&mut self) -> u32 {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.mark.fill(0);
            self.epoch = 1;
        }
        self.epoch
    }

    fn reaches(&mut self, adjacency: &Adjacency, x: u32, y: u32) -> bool {
        let limit = self.rank[y as usize];
        if self.rank[x as usize] >= limit {
            return false;
        }
        let epoch = self.next_epoch();
        self.stack.clear();
        self.stack.push(x);
        while let Some(node) = self.stack.pop() {
            for arc in &adjacency.out[node as usize] {
                let next = arc.node as usize;
                if arc.node == y {
                    return true;
                }
                if self.mark[next] != epoch && self.rank[next] < limit {
                    self.mark[next] = epoch;
                    self.stack.push(arc.node);
                }
            }
        }
        false
    }

    fn insert(
        &mut self,
        adjacency: &Adjacency,
        order: u32,
        from: u32,
        to: u32,
        found: &mut Vec<(u32, u32, u32)>,
    ) {
        let (low, high) = (self.rank[to as usize], self.rank[from as usize]);
        if low < high {
            let forward = self.collect(&adjacency.out, to, usize::MAX, |rank| rank <= high);
            let backward = self.collect(&adjacency.into, from, usize::MAX, |rank| rank >= low);
            self.reorder(backward, forward);
        }
        let after = self.collect(&adjacency.out, to, SEARCH_BUDGET, |_| true);
        let mut is_after: rustc_hash::FxHashSet<u32> = rustc_hash::FxHashSet::default();
        is_after.extend(after.iter().copied());
        for x in self.collect(&adjacency.into, from, SEARCH_BUDGET, |_| true) {
            for &y in &self.interest[x as usize] {
                if is_after.contains(&y) {
                    found.push((order, x, y));
                }
            }
        }
    }

    /// `start` and what is reachable from it along `arcs` through ranks that are allowed.
    fn collect(
        &mut self,
        arcs: &[Vec<Arc>],
        start: u32,
        budget: usize,
        allowed: impl Fn(u32) -> bool,
    ) -> Vec<u32> {
        let epoch = self.next_epoch();
        let mut found = vec![start];
        self.mark[start as usize] = epoch;
        let mut head = 0;
        while head < found.len() && found.len() < budget {
            for arc in &arcs[found[head] as usize] {
                let next = arc.node as usize;
                if self.mark[next] != epoch && allowed(self.rank[next]) {
                    self.mark[next] = epoch;
                    found.push(arc.node);
                }
            }
            head += 1;
        }
        found
    }

    /// Hands the ranks of both sets out again, first to `backward`, then to `forward`, each in its old order.
    fn reorder(&mut self, mut backward: Vec<u32>, mut forward: Vec<u32>) {
        backward.sort_unstable_by_key(|&node| self.rank[node as usize]);
        forward.sort_unstable_by_key(|&node| self.rank[node as usize]);
        backward.append(&mut forward);
        let mut ranks: Vec<u32> = backward.iter().map(|&node| self.rank[node as usize]).collect();
        ranks.sort_unstable();
        for (node, rank) in backward.into_iter().zip(ranks) {
            self.rank[node as usize] = rank;
        }
    }
}
