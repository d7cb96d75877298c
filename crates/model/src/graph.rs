//! A graph of order edges between events, with two conveniences: *gates*, nodes that are no event but let a fence
//! order n accesses before it with m after it by n + m edges, and *glue*, which makes the events of one atomic
//! section one node.
//!
//! Offers a linear extension, or a short cycle. "Short" counts the edges between threads first: those are what
//! a person has to follow.

use crate::relation::Relation;
use events::{EventId, Execution};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An event (numbers below the number of events) or a gate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Node(pub u32);

/// `from` comes before `to` in every permitted order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Edge {
    pub from: Node,
    pub to: Node,
    pub relation: Relation,
}

/// Order edges over the events of one execution.
#[derive(Clone, Debug)]
pub struct OrderGraph {
    n_events: u32,
    n_nodes: u32,
    /// The node that stands for each event: itself, or the first event of its atomic section.
    glue: Vec<u32>,
    edges: Vec<Edge>,
}

impl OrderGraph {
    /// No edges yet; atomic sections are glued.
    pub(crate) fn new(execution: &Execution) -> Self {
        let n_events = execution.events.len() as u32;
        let mut glue: Vec<u32> = (0..n_events).collect();
        let mut first: FxHashMap<u32, u32> = FxHashMap::default();
        for &id in execution.threads.iter().flat_map(|thread| &thread.events) {
            if let Some(section) = execution.event(id).section {
                glue[id.0 as usize] = *first.entry(section).or_insert(id.0);
            }
        }
        OrderGraph { n_events, n_nodes: n_events, glue, edges: Vec::new() }
    }

    pub(crate) fn gate(&mut self) -> Node {
        self.n_nodes += 1;
        Node(self.n_nodes - 1)
    }
    pub(crate) fn add(&mut self, from: Node, to: Node, relation: Relation) {
        if self.representative(from) != self.representative(to) {
            self.edges.push(Edge { from, to, relation });
        }
    }
    pub(crate) fn add_events(&mut self, from: EventId, to: EventId, relation: Relation) {
        self.add(Node(from.0), Node(to.0), relation);
    }

    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }
    pub fn n_nodes(&self) -> usize {
        self.n_nodes as usize
    }
    /// The event of a node; `None` for a gate.
    pub fn event(&self, node: Node) -> Option<EventId> {
        (node.0 < self.n_events).then_some(EventId(node.0))
    }
    /// The node that stands for this one where atomic sections are one node.
    pub fn representative(&self, node: Node) -> Node {
        self.glue.get(node.0 as usize).map_or(node, |&first| Node(first))
    }

    /// The edges that leave each node, as indices, with sections glued.
    fn adjacency(&self) -> Adjacency {
        let mut starts = vec![0u32; self.n_nodes() + 1];
        for edge in &self.edges {
            starts[self.representative(edge.from).0 as usize + 1] += 1;
        }
        for node in 0..self.n_nodes() {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut indices = vec![0u32; self.edges.len()];
        for (index, edge) in self.edges.iter().enumerate() {
            let slot = &mut next[self.representative(edge.from).0 as usize];
            indices[*slot as usize] = index as u32;
            *slot += 1;
        }
        Adjacency { starts, indices }
    }

    /// All nodes that can be reached from one.
    pub(crate) fn reachable(&self, from: Node) -> Vec<bool> {
        let adjacency = self.adjacency();
        let mut seen = vec![false; self.n_nodes()];
        let mut work = vec![self.representative(from)];
        while let Some(node) = work.pop() {
            for &edge in adjacency.from(node) {
                let to = self.representative(self.edges[edge as usize].to);
                if !std::mem::replace(&mut seen[to.0 as usize], true) {
                    work.push(to);
                }
            }
        }
        seen
    }

    /// All events in an order that respects every edge (program order where there is a choice), or a cycle.
    pub(crate) fn linearise(&self, execution: &Execution) -> Result<Vec<EventId>, Vec<(EventId, Relation)>> {
        let adjacency = self.adjacency();
        let mut missing = vec![0u32; self.n_nodes()];
        for edge in &self.edges {
            missing[self.representative(edge.to).0 as usize] += 1;
        }
        let mut members: FxHashMap<u32, Vec<EventId>> = FxHashMap::default();
        for &id in execution.threads.iter().flat_map(|thread| &thread.events) {
            if execution.event(id).section.is_some() {
                members.entry(self.glue[id.0 as usize]).or_default().push(id);
            }
        }
        // Gates first, they show nothing; then by position in the thread, so that threads advance side by side.
        let po = execution.po_index();
        let rank = |node: u32| if node < self.n_events { po[EventId(node)] + 1 } else { 0 };
        let is_node = |node: &u32| self.glue.get(*node as usize).is_none_or(|first| first == node);
        let ready = (0..self.n_nodes).filter(is_node).filter(|&node| missing[node as usize] == 0);
        let mut ready: BinaryHeap<Reverse<(u32, u32)>> =
            ready.map(|node| Reverse((rank(node), node))).collect();

        let mut order = Vec::with_capacity(self.n_events as usize);
        while let Some(Reverse((_, node))) = ready.pop() {
            match members.get(&node) {
                Some(section) => order.extend(section),
                None => order.extend(self.event(Node(node))),
            }
            for &edge in adjacency.from(Node(node)) {
                let to = self.representative(self.edges[edge as usize].to).0;
                missing[to as usize] -= 1;
                if missing[to as usize] == 0 {
                    ready.push(Reverse((rank(to), to)));
                }
            }
        }
        if order.len() == self.n_events as usize {
            return Ok(order);
        }
        let left = self.between_cycles(&adjacency, missing);
        Err(self.short_cycle(execution, &adjacency, &left))
    }

    /// Of the nodes that miss a predecessor, those that also lead to one: on a cycle or between two.
    fn between_cycles(&self, adjacency: &Adjacency, missing: Vec<u32>) -> Vec<bool> {
        let mut left: Vec<bool> = missing.into_iter().map(|missing| missing > 0).collect();
        let mut n_out = vec![0u32; self.n_nodes()];
        let mut into: Vec<Vec<u32>> = vec![Vec::new(); self.n_nodes()];
        for node in (0..self.n_nodes).filter(|&node| left[node as usize]) {
            for &edge in adjacency.from(Node(node)) {
                let to = self.representative(self.edges[edge as usize].to).0;
                n_out[node as usize] += 1;
                into[to as usize].push(node);
            }
        }
        let mut ends: Vec<u32> =
            (0..self.n_nodes).filter(|&n| left[n as usize] && n_out[n as usize] == 0).collect();
        while let Some(end) = ends.pop() {
            left[end as usize] = false;
            for &before in &into[end as usize] {
                n_out[before as usize] -= 1;
                if n_out[before as usize] == 0 {
                    ends.push(before);
                }
            }
        }
        left
    }

    /// A short cycle among the nodes that are left.
    fn short_cycle(
        &self,
        execution: &Execution,
        adjacency: &Adjacency,
        left: &[bool],
    ) -> Vec<(EventId, Relation)> {
        // Enough starting points to meet a short cycle, few enough to stay fast on long executions.
        const STARTS: usize = 256;
        let left = |node: u32| left[node as usize];
        let mut best: Option<(u64, Vec<u32>)> = None;
        for start in
            (0..self.n_events).filter(|&node| self.glue[node as usize] == node && left(node)).take(STARTS)
        {
            if let Some((cost, path)) = self.cycle_through(execution, adjacency, Node(start), &left)
                && best.as_ref().is_none_or(|(least, _)| cost < *least)
            {
                best = Some((cost, path));
            }
        }
        let path = best.map(|(_, path)| path).unwrap_or_else(|| self.any_cycle(adjacency, &left));
        self.in_words(&path)
    }

    /// The cheapest path of edges from a node back to itself (Dijkstra).
    fn cycle_through(
        &self,
        execution: &Execution,
        adjacency: &Adjacency,
        start: Node,
        left: &impl Fn(u32) -> bool,
    ) -> Option<(u64, Vec<u32>)> {
        let mut cost: FxHashMap<u32, (u64, u32)> = FxHashMap::default();
        let mut heap = BinaryHeap::from([Reverse((0u64, start.0))]);
        while let Some(Reverse((so_far, node))) = heap.pop() {
            if node == start.0 && so_far > 0 {
                return Some((so_far, self.walk_back(&cost, start)));
            }
            if cost.get(&node).is_some_and(|&(known, _)| known < so_far) {
                continue;
            }
            for &index in adjacency.from(Node(node)) {
                let edge = self.edges[index as usize];
                let to = self.representative(edge.to).0;
                let next = so_far + self.edge_cost(execution, edge);
                if left(to) && cost.get(&to).is_none_or(|&(known, _)| next < known) {
                    cost.insert(to, (next, index));
                    heap.push(Reverse((next, to)));
                }
            }
        }
        None
    }

    fn walk_back(&self, cost: &FxHashMap<u32, (u64, u32)>, start: Node) -> Vec<u32> {
        let mut path = Vec::new();
        let mut node = start;
        while let Some(&(_, index)) = cost.get(&node.0) {
            path.push(index);
            node = self.representative(self.edges[index as usize].from);
            if node == start {
                break;
            }
        }
        path.reverse();
        path
    }

    fn edge_cost(&self, execution: &Execution, edge: Edge) -> u64 {
        match (self.event(edge.from), self.event(edge.to)) {
            (Some(from), Some(to)) if execution.event(from).thread != execution.event(to).thread => 1 << 32,
            _ => 1,
        }
    }

    /// Follows unfinished nodes backwards until one repeats: always finds a cycle, not a short one.
    fn any_cycle(&self, adjacency: &Adjacency, left: &impl Fn(u32) -> bool) -> Vec<u32> {
        let mut into: FxHashMap<u32, u32> = FxHashMap::default();
        for node in (0..self.n_nodes).filter(|&node| left(node)) {
            for &index in adjacency.from(Node(node)) {
                into.insert(self.representative(self.edges[index as usize].to).0, index);
            }
        }
        let Some(&start) = into.keys().min() else { return Vec::new() };
        let (mut node, mut seen, mut path) = (start, FxHashMap::default(), Vec::new());
        while let Some(&index) = into.get(&node) {
            if let Some(&from) = seen.get(&node) {
                path.drain(..from);
                break;
            }
            seen.insert(node, path.len());
            path.push(index);
            node = self.representative(self.edges[index as usize].from).0;
        }
        path.reverse();
        path
    }

    /// Drops the gates of a closed path and names the steps inside of atomic sections.
    fn in_words(&self, path: &[u32]) -> Vec<(EventId, Relation)> {
        let mut cycle = Vec::new();
        let edges: Vec<Edge> = path.iter().map(|&index| self.edges[index as usize]).collect();
        for (index, edge) in edges.iter().enumerate() {
            let before = edges[(index + edges.len() - 1) % edges.len()];
            if let (Some(arrived), Some(left)) = (self.event(before.to), self.event(edge.from))
                && arrived != left
            {
                cycle.push((arrived, Relation::Section));
            }
            if let Some(from) = self.event(edge.from) {
                cycle.push((from, edge.relation));
            }
        }
        cycle
    }
}

/// Outgoing edges of each node, packed.
struct Adjacency {
    starts: Vec<u32>,
    indices: Vec<u32>,
}

impl Adjacency {
    fn from(&self, node: Node) -> &[u32] {
        let node = node.0 as usize;
        &self.indices[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}
