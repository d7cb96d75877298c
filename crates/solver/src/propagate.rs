//! What the theory does when a literal becomes true, and how it takes that back.

use crate::reach::{Arc, Reach};
use crate::theory::{ActiveEdge, Condition, Entry, Hit, Occurrence, Place, Reason, TLit, Theory, Undo};

/// State of a condition whose literals are not all decided.
enum State {
    Holds,
    /// Exactly this literal is open, the others are true.
    Open(TLit),
    Idle,
}

impl Theory {
    fn state(&self, condition: &Condition) -> State {
        let mut open = None;
        for &literal in condition {
            match self.value(literal) {
                1 => {}
                0 if open.is_none() || open == Some(literal) => open = Some(literal),
                _ => return State::Idle,
            }
        }
        open.map_or(State::Holds, State::Open)
    }

    /// Processes assigned literals in order, until all are done, something is to be propagated, or a conflict.
    pub(crate) fn process(&mut self) {
        while self.head < self.trail.len() && self.conflict.is_none() && self.queue_head == self.queue.len() {
            let literal = self.trail[self.head];
            self.marks.push(self.undo.len());
            self.values[literal.var()] = if literal.is_negative() { -1 } else { 1 };
            self.at_root[literal.var()] = self.frames.first().is_none_or(|&first| self.head < first);
            self.head += 1;
            self.assign(literal);
            if self.conflict.is_some() {
                self.clear_queue();
                self.unprocess(self.head - 1);
            }
        }
    }

    fn assign(&mut self, literal: TLit) {
        for index in 0..self.occurrences[literal.0 as usize].len() {
            match self.occurrences[literal.0 as usize][index] {
                Occurrence::Entry(id) => self.check_entry(id),
                Occurrence::ReadsFrom(id) => self.reads_from_holds(id),
                Occurrence::Coherence { co, forward } => self.coherence_holds(co, forward),
                Occurrence::Alias(co) => self.pair_aliases(co),
                Occurrence::Guard { location, write } => self.write_happens(location, write),
            }
            self.settle();
            if self.conflict.is_some() {
                return;
            }
        }
    }

    /// Inserts edges and follows what they imply until nothing is left.
    fn settle(&mut self) {
        while self.conflict.is_none() {
            if let Some((order, from, to, condition)) = self.new_edges.pop() {
                self.insert_edge(order, from, to, condition);
            } else if let Some((order, x, y)) = self.new_pairs.pop() {
                self.pair_ordered(order, x, y);
            } else {
                return;
            }
        }
        self.new_edges.clear();
        self.new_pairs.clear();
    }

    fn insert_edge(&mut self, order: u32, from: u32, to: u32, condition: Condition) {
        if self.reaches(order, to, from) {
            let mut literals: Vec<TLit> =
                condition.iter().copied().filter(|&lit| lit != TLit::TRUE).collect();
            let length = 1 + self.explain_path(order, to, from, self.edges.len() as u32, &mut literals);
            self.statistics.record_cycle(length);
            self.set_conflict(literals);
            return;
        }
        let edge = self.edges.len() as u32;
        let cost = condition.iter().filter(|lit| !self.at_root[lit.var()]).count() as u8;
        self.edges.push(ActiveEdge { condition, cost });
        self.undo.push(Undo::Edge { order, from, to });
        let graph = &mut self.orders[order as usize];
        graph.adjacency.out[from as usize].push(Arc { node: to, edge });
        graph.adjacency.into[to as usize].push(Arc { node: from, edge });
        graph.reach.insert(&graph.adjacency, order, from, to, &mut self.undo, &mut self.new_pairs);
    }

    fn set_conflict(&mut self, mut literals: Vec<TLit>) {
        literals.sort_unstable();
        literals.dedup();
        self.statistics.conflicts += 1;
        self.statistics.conflict_literals += literals.len() as u64;
        self.conflict = Some(literals.into_iter().map(|literal| !literal).collect());
    }

    fn pair_ordered(&mut self, order: u32, x: u32, y: u32) {
        let count = self.orders[order as usize].wanted.get(&(x, y)).map_or(0, |hits| hits.len());
        for index in 0..count {
            let Some(&hit) = self.orders[order as usize].wanted.get(&(x, y)).and_then(|hits| hits.get(index))
            else {
                return;
            };
            match hit {
                Hit::Entry(id) => {
                    let condition = self.entries[id as usize].condition;
                    if let State::Open(literal) = self.state(&condition) {
                        self.falsify(literal, condition, order, x, y);
                    }
                }
                Hit::FromRead { location, write, read } => {
                    let n = self.locations[location as usize].reads[read as usize].sources.len();
                    for source in 0..n {
                        let rf = self.locations[location as usize].reads[read as usize].sources[source];
                        self.check_from_read(rf, write);
                    }
                }
            }
        }
    }

    fn check_entry(&mut self, id: u32) {
        let Entry { order, from, to, condition } = self.entries[id as usize];
        match self.state(&condition) {
            State::Holds => self.new_edges.push((order, from, to, condition)),
            State::Open(literal) => {
                if self.reaches(order, to, from) {
                    self.falsify(literal, condition, order, to, from);
                }
            }
            State::Idle => {}
        }
    }

    /// The edge under `condition` cannot hold because of the path `from ~> to`; its one open literal must be false.
    fn falsify(&mut self, literal: TLit, condition: Condition, order: u32, from: u32, to: u32) {
        let implied = !literal;
        if std::mem::replace(&mut self.queued[implied.0 as usize], true) {
            return;
        }
        let stamp = self.edges.len() as u32;
        self.reasons[implied.0 as usize] = Some(Reason { condition, order, from, to, stamp });
        self.queue.push(implied);
        self.statistics.propagations += 1;
    }

    fn reads_from_holds(&mut self, id: u32) {
        let (location, write) = {
            let rf = &self.reads_from[id as usize];
            (rf.location, rf.write)
        };
        self.locations[location as usize].writes[write as usize].active.push(id);
        self.undo.push(Undo::ReadsFrom { location, write });
        let n = self.locations[location as usize].writes[write as usize].coherence.len();
        for index in 0..n {
            let (other, _) = self.locations[location as usize].writes[write as usize].coherence[index];
            self.check_from_read(id, other);
        }
    }

    /// `first` before `second` (or the reverse): all readers of the earlier write come before the later one.
    fn coherence_holds(&mut self, co: u32, forward: bool) {
        let pair = &self.coherence[co as usize];
        let (location, earlier, later) = if forward {
            (pair.location, pair.first, pair.second)
        } else {
            (pair.location, pair.second, pair.first)
        };
        let n = self.locations[location as usize].writes[earlier as usize].readers.len();
        for index in 0..n {
            let rf = self.locations[location as usize].writes[earlier as usize].readers[index];
            self.check_from_read(rf, later);
        }
    }

    fn pair_aliases(&mut self, co: u32) {
        let (location, first, second) = {
            let pair = &self.coherence[co as usize];
            (pair.location, pair.first, pair.second)
        };
        self.check_pair(location, co, first, second);
        self.check_pair(location, co, second, first);
    }

    fn write_happens(&mut self, location: u32, later: u32) {
        let n = self.locations[location as usize].writes[later as usize].coherence.len();
        for index in 0..n {
            let (earlier, co) = self.locations[location as usize].writes[later as usize].coherence[index];
            self.check_pair(location, co, earlier, later);
        }
    }

    /// A condition of the pair other than its order became true. Readers that are not yet decided matter only if the
    /// order is.
    fn check_pair(&mut self, location: u32, co: u32, earlier: u32, later: u32) {
        let pair = &self.coherence[co as usize];
        let literal = if pair.first == earlier { pair.literal } else { !pair.literal };
        let (all, value) = match self.value(literal) {
            1 => (true, 1),
            value => (false, value),
        };
        if value < 0 {
            return;
        }
        let write = &self.locations[location as usize].writes[earlier as usize];
        let n = if all { write.readers.len() } else { write.active.len() };
        for index in 0..n {
            let write = &self.locations[location as usize].writes[earlier as usize];
            let rf = if all { write.readers[index] } else { write.active[index] };
            self.check_from_read(rf, later);
        }
    }

    /// The from-read rule for rf(w, r) and a write `later`: rf, w before `later`, `later` happens => r before `later`.
    fn check_from_read(&mut self, rf: u32, later: u32) {
        let rf = &self.reads_from[rf as usize];
        let (location_id, read_id, write_id) = (rf.location, rf.read, rf.write);
        if write_id == later {
            return;
        }
        let location = &self.locations[location_id as usize];
        let pair = location.pairs[write_id as usize].get(later as usize).copied().unwrap_or(0);
        if pair == 0 {
            return;
        }
        let pair = &self.coherence[pair as usize - 1];
        let order_literal = if pair.first == write_id { pair.literal } else { !pair.literal };
        let condition = [rf.literal, order_literal, location.writes[later as usize].guard, pair.alias];
        let open = match self.state(&condition) {
            State::Holds => None,
            State::Open(literal) => Some(literal),
            State::Idle => return,
        };
        let masked = location.masked.get(&(read_id, later)).copied().unwrap_or(0);
        for index in 0..location_places(self, location_id, later) {
            if masked >> index & 1 == 1 {
                continue;
            }
            let location = &self.locations[location_id as usize];
            let w = location.writes[later as usize].places[index];
            let r = location.reads[read_id as usize].places[index];
            match open {
                None if w.node != r.node => self.new_edges.push((w.order, r.node, w.node, condition)),
                None if w.position < r.position => {
                    self.set_conflict(condition.iter().copied().filter(|&lit| lit != TLit::TRUE).collect());
                    return;
                }
                None => {}
                Some(literal) if self.is_before(w, r) => {
                    self.falsify(literal, condition, w.order, w.node, r.node);
                    return;
                }
                Some(_) => {}
            }
        }
    }

    pub(crate) fn clear_queue(&mut self) {
        for literal in self.queue.drain(..) {
            self.queued[literal.0 as usize] = false;
        }
        self.queue_head = 0;
        self.new_edges.clear();
        self.new_pairs.clear();
    }

    /// Takes back the processing of `trail[new_head..]`.
    pub(crate) fn unprocess(&mut self, new_head: usize) {
        while self.head > new_head {
            self.head -= 1;
            let literal = self.trail[self.head];
            self.values[literal.var()] = 0;
            self.at_root[literal.var()] = false;
            let mark = self.marks.pop().unwrap_or(0);
            self.undo_to(mark);
        }
    }

    fn undo_to(&mut self, mark: usize) {
        while self.undo.len() > mark {
            match self.undo.pop() {
                Some(Undo::Word { order, index, old }) => {
                    if let Reach::Closure(closure) = &mut self.orders[order as usize].reach {
                        closure.restore(index, old);
                    }
                }
                Some(Undo::Edge { order, from, to }) => {
                    let adjacency = &mut self.orders[order as usize].adjacency;
                    adjacency.out[from as usize].pop();
                    adjacency.into[to as usize].pop();
                    self.edges.pop();
                }
                Some(Undo::ReadsFrom { location, write }) => {
                    self.locations[location as usize].writes[write as usize].active.pop();
                }
                None => return,
            }
        }
    }
}

fn location_places(theory: &Theory, location: u32, write: u32) -> usize {
    let places: &[Place] = &theory.locations[location as usize].writes[write as usize].places;
    places.len()
}
