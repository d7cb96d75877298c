//! The order theory: graphs of asserted edges, reads-from and coherence, and what they are made of.
//!
//! Every edge of every order is *conditional*: it holds while up to four literals are all true (an order atom, an
//! rf literal, a coherence literal with the guards of both writes and their aliasing condition). Conditional edges
//! known up front are `Entry`s; from-reads (rf(w,r), co(w,w'), guard(w') => r before w') are cubic in number and
//! therefore derived when their literals become true. An edge whose literals are all true is inserted; if it closes a
//! cycle the literals around it are a conflict. An edge with one literal open whose reverse path exists falsifies that
//! literal: this one rule covers implied order atoms, "r before w falsifies rf(w,r)", "w before w' before r falsifies
//! rf(w,r)", "w' before r and rf(w,r) order w' before w", and dead guards.
//!
//! Invariants: values hold exactly for the processed prefix `trail[..head]`; `undo` restores everything done since
//! a mark; edges are pushed and popped like a stack, so an edge index is also a time stamp, and a reason given by a
//! path and a stamp can be expanded later over the edges that were there then.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::reach::{Adjacency, Arc, FIXED, Reach, topological};
use crate::stats::TheoryStatistics;

/// A literal over theory variables. Variable 0 is the constant true.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct TLit(pub(crate) u32);

impl TLit {
    pub(crate) const TRUE: TLit = TLit(0);

    pub(crate) fn new(var: u32, negative: bool) -> TLit {
        TLit(var << 1 | u32::from(negative))
    }

    pub(crate) fn var(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }
}

impl std::ops::Not for TLit {
    type Output = TLit;
    fn not(self) -> TLit {
        TLit(self.0 ^ 1)
    }
}

pub(crate) type Condition = [TLit; 4];

/// A node of an order and the position among the events that are glued into it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) order: u32,
    pub(crate) node: u32,
    pub(crate) position: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) order: u32,
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) condition: Condition,
}

#[derive(Clone, Debug)]
pub(crate) struct ActiveEdge {
    pub(crate) condition: Condition,
    /// Literals not true at the root: what the edge costs in an explanation.
    pub(crate) cost: u8,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Undo {
    Word { order: u32, index: u32, old: u64 },
    Edge { order: u32, from: u32, to: u32 },
    ReadsFrom { location: u32, write: u32 },
}

/// Why a literal was propagated: `condition` (without the literal itself) and a path `from ~> to` over edges older
/// than `stamp`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reason {
    pub(crate) condition: Condition,
    pub(crate) order: u32,
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) stamp: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Hit {
    /// `x` before `y` falsifies this entry (an edge `y -> x`).
    Entry(u32),
    /// `x` is this write, `y` this read.
    FromRead { location: u32, write: u32, read: u32 },
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Occurrence {
    Entry(u32),
    ReadsFrom(u32),
    /// The coherence literal became true; `forward` if that means `first` before `second`.
    Coherence {
        co: u32,
        forward: bool,
    },
    /// The aliasing condition of a coherence pair became true.
    Alias(u32),
    Guard {
        location: u32,
        write: u32,
    },
}

#[derive(Debug)]
pub(crate) struct OrderGraph {
    pub(crate) adjacency: Adjacency,
    pub(crate) fixed: Vec<(u32, u32)>,
    pub(crate) reach: Reach,
    pub(crate) wanted: FxHashMap<(u32, u32), SmallVec<[Hit; 2]>>,
}

#[derive(Debug)]
pub(crate) struct Write {
    pub(crate) guard: TLit,
    /// One place per from-read order of the location.
    pub(crate) places: SmallVec<[Place; 2]>,
    /// Other write, coherence pair.
    pub(crate) coherence: Vec<(u32, u32)>,
    pub(crate) readers: Vec<u32>,
    /// Those of `readers` whose literal is true.
    pub(crate) active: Vec<u32>,
}

#[derive(Debug)]
pub(crate) struct Read {
    pub(crate) places: SmallVec<[Place; 2]>,
    pub(crate) sources: Vec<u32>,
}

#[derive(Debug)]
pub(crate) struct ReadsFrom {
    pub(crate) location: u32,
    pub(crate) write: u32,
    pub(crate) read: u32,
    pub(crate) literal: TLit,
}

#[derive(Debug)]
pub(crate) struct Coherence {
    pub(crate) location: u32,
    pub(crate) first: u32,
    pub(crate) second: u32,
    pub(crate) literal: TLit,
    pub(crate) alias: TLit,
}

#[derive(Debug, Default)]
pub(crate) struct Location {
    pub(crate) writes: Vec<Write>,
    pub(crate) reads: Vec<Read>,
    /// `pairs[w][w']`: coherence pair plus one, 0 for none.
    pub(crate) pairs: Vec<Vec<u32>>,
    /// From-read orders that do not count for a (read, write) pair, as a bit set over the location's list.
    pub(crate) masked: FxHashMap<(u32, u32), u32>,
}

#[derive(Debug)]
pub(crate) struct Theory {
    pub(crate) orders: Vec<OrderGraph>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) locations: Vec<Location>,
    pub(crate) reads_from: Vec<ReadsFrom>,
    pub(crate) coherence: Vec<Coherence>,
    pub(crate) occurrences: Vec<Vec<Occurrence>>,
    pub(crate) sat_vars: Vec<i32>,
    pub(crate) theory_vars: Vec<u32>,
    /// 1 true, -1 false, 0 open; by theory variable.
    pub(crate) values: Vec<i8>,
    pub(crate) at_root: Vec<bool>,
    /// By theory variable: announced and not taken back.
    pub(crate) on_trail: Vec<bool>,
    /// By literal: waiting in `queue`.
    pub(crate) queued: Vec<bool>,
    pub(crate) reasons: Vec<Option<Reason>>,
    pub(crate) trail: Vec<TLit>,
    pub(crate) marks: Vec<usize>,
    pub(crate) head: usize,
    pub(crate) frames: Vec<usize>,
    pub(crate) undo: Vec<Undo>,
    pub(crate) edges: Vec<ActiveEdge>,
    pub(crate) queue: Vec<TLit>,
    pub(crate) queue_head: usize,
    pub(crate) new_edges: Vec<(u32, u32, u32, Condition)>,
    pub(crate) new_pairs: Vec<(u32, u32, u32)>,
    pub(crate) conflict: Option<Vec<TLit>>,
    /// Literals still to be handed out, last first.
    pub(crate) outgoing: Vec<i32>,
    pub(crate) reason_open: bool,
    pub(crate) closure_limit: usize,
    pub(crate) decide_reads_from: bool,
    pub(crate) model_orders: Option<Vec<Vec<u32>>>,
    pub(crate) search: crate::explain::Search,
    pub(crate) statistics: TheoryStatistics,
}

impl Theory {
    pub(crate) fn new(closure_limit: usize, decide_reads_from: bool) -> Self {
        Theory {
            orders: Vec::new(),
            entries: Vec::new(),
            locations: Vec::new(),
            reads_from: Vec::new(),
            coherence: Vec::new(),
            occurrences: vec![Vec::new(), Vec::new()],
            sat_vars: vec![0],
            theory_vars: Vec::new(),
            values: vec![1],
            at_root: vec![true],
            on_trail: vec![true],
            queued: vec![false, false],
            reasons: vec![None, None],
            trail: Vec::new(),
            marks: Vec::new(),
            head: 0,
            frames: Vec::new(),
            undo: Vec::new(),
            edges: Vec::new(),
            queue: Vec::new(),
            queue_head: 0,
            new_edges: Vec::new(),
            new_pairs: Vec::new(),
            conflict: None,
            outgoing: Vec::new(),
            reason_open: false,
            closure_limit,
            decide_reads_from,
            model_orders: None,
            search: crate::explain::Search::default(),
            statistics: TheoryStatistics::default(),
        }
    }

    /// Theory literal of an observed SAT literal; the variable is registered if it is new.
    pub(crate) fn literal(&mut self, sat: i32) -> TLit {
        let var = sat.unsigned_abs() as usize;
        if var >= self.theory_vars.len() {
            self.theory_vars.resize(var + 1, 0);
        }
        if self.theory_vars[var] == 0 {
            self.theory_vars[var] = self.sat_vars.len() as u32;
            self.sat_vars.push(var as i32);
            self.values.push(0);
            self.at_root.push(false);
            self.on_trail.push(false);
            self.queued.extend([false, false]);
            self.occurrences.extend([Vec::new(), Vec::new()]);
            self.reasons.extend([None, None]);
        }
        TLit::new(self.theory_vars[var], sat < 0)
    }

    pub(crate) fn is_observed(&self, sat_var: i32) -> bool {
        self.theory_vars.get(sat_var as usize).is_some_and(|&var| var != 0)
    }

    pub(crate) fn sat_literal(&self, literal: TLit) -> i32 {
        let var = self.sat_vars[literal.var()];
        if literal.is_negative() { -var } else { var }
    }

    pub(crate) fn value(&self, literal: TLit) -> i8 {
        let value = self.values[literal.var()];
        if literal.is_negative() { -value } else { value }
    }

    pub(crate) fn occurs(&mut self, literal: TLit, occurrence: Occurrence) {
        if literal != TLit::TRUE {
            self.occurrences[literal.0 as usize].push(occurrence);
        }
    }

    pub(crate) fn add_entry(&mut self, entry: Entry) {
        let id = self.entries.len() as u32;
        for literal in entry.condition {
            self.occurs(literal, Occurrence::Entry(id));
        }
        self.entries.push(entry);
    }

    pub(crate) fn add_order(&mut self) {
        let adjacency = Adjacency::default();
        let reach = Reach::new(&adjacency, &[], true);
        self.orders.push(OrderGraph { adjacency, fixed: Vec::new(), reach, wanted: FxHashMap::default() });
    }

    /// Builds all graphs anew from their fixed edges and forgets what was processed (it will be processed again).
    /// Returns the orders whose fixed edges form a cycle.
    pub(crate) fn rebuild(&mut self, node_counts: &[usize]) -> Vec<u32> {
        let mut cyclic = Vec::new();
        for (order, (graph, &n)) in self.orders.iter_mut().zip(node_counts).enumerate() {
            let mut adjacency = Adjacency { out: vec![Vec::new(); n], into: vec![Vec::new(); n] };
            for &(from, to) in &graph.fixed {
                adjacency.out[from as usize].push(Arc { node: to, edge: FIXED });
                adjacency.into[to as usize].push(Arc { node: from, edge: FIXED });
            }
            let sorted = topological(&adjacency, |node| node).unwrap_or_else(|| {
                cyclic.push(order as u32);
                Vec::new()
            });
            graph.reach = Reach::new(&adjacency, &sorted, n <= self.closure_limit);
            graph.adjacency = adjacency;
            graph.wanted.clear();
        }
        self.reset_search_state();
        if cyclic.is_empty() {
            self.register_interest();
        }
        cyclic
    }

    fn reset_search_state(&mut self) {
        self.values.fill(0);
        self.values[0] = 1;
        for write in self.locations.iter_mut().flat_map(|location| location.writes.iter_mut()) {
            write.active.clear();
        }
        self.head = 0;
        self.marks.clear();
        self.undo.clear();
        self.edges.clear();
        self.clear_queue();
        self.conflict = None;
        self.model_orders = None;
    }

    fn want(&mut self, order: u32, x: u32, y: u32, hit: Hit) {
        let graph = &mut self.orders[order as usize];
        graph.wanted.entry((x, y)).or_default().push(hit);
        graph.reach.want(x, y);
    }

    fn register_interest(&mut self) {
        for id in 0..self.entries.len() {
            let Entry { order, from, to, .. } = self.entries[id];
            self.want(order, to, from, Hit::Entry(id as u32));
        }
        for location in 0..self.locations.len() {
            for write in 0..self.locations[location].writes.len() {
                for read in 0..self.locations[location].reads.len() {
                    self.register_from_read(location as u32, write as u32, read as u32);
                }
            }
        }
    }

    fn register_from_read(&mut self, location: u32, write: u32, read: u32) {
        let place = &self.locations[location as usize];
        let w = &place.writes[write as usize];
        let r = &place.reads[read as usize];
        let pairs: SmallVec<[(Place, Place); 2]> =
            w.places.iter().copied().zip(r.places.iter().copied()).collect();
        let masked = place.masked.get(&(read, write)).copied().unwrap_or(0);
        for (index, (w, r)) in pairs.into_iter().enumerate() {
            if masked >> index & 1 == 0 && w.node != r.node {
                self.want(w.order, w.node, r.node, Hit::FromRead { location, write, read });
            }
        }
    }

    /// Whether `x` is before `y`, by a path or by their positions in one node.
    pub(crate) fn is_before(&mut self, x: Place, y: Place) -> bool {
        if x.node == y.node {
            return x.position < y.position;
        }
        let graph = &mut self.orders[x.order as usize];
        graph.reach.reaches(&graph.adjacency, x.node, y.node)
    }

    pub(crate) fn reaches(&mut self, order: u32, x: u32, y: u32) -> bool {
        let graph = &mut self.orders[order as usize];
        graph.reach.reaches(&graph.adjacency, x, y)
    }
}
