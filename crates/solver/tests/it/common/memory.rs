//! Random small programs of guarded reads and writes, under one order (SC) or two (coherence and a global order without
//! internal reads-from and without write-to-read program order, as in TSO).

use solver::{EventId, Options, RelationOrders, Solver, TermId};

use super::{Tape, acyclic, permutations};

/// Candidates of each read: write and rf literal.
pub type Candidates = Vec<Vec<(usize, TermId)>>;

#[derive(Clone, Debug)]
pub struct Access {
    pub thread: usize,
    pub write: bool,
    /// Index of a Bool that must be true for the access to happen.
    pub guard: Option<usize>,
    /// Cell where the Bool is false, cell where it is true.
    pub cell: (usize, usize),
    pub address: Option<usize>,
    /// Glued with the access after it (a read and a write of one thread): an atomic read-modify-write.
    pub rmw: bool,
}

#[derive(Clone, Debug)]
pub struct Program {
    pub accesses: Vec<Access>,
    pub n_bools: usize,
    pub weak: bool,
}

impl Program {
    pub fn random(tape: &mut Tape<'_>, size: usize) -> Program {
        let weak = tape.below(2) == 1;
        let n_bools = tape.below(3);
        let symbolic = tape.below(3) == 2;
        let mut accesses: Vec<Access> = Vec::new();
        // One initial write per cell, in a thread of its own.
        for cell in 0..2 {
            accesses.push(Access {
                thread: cell,
                write: true,
                guard: None,
                cell: (cell, cell),
                address: None,
                rmw: false,
            });
        }
        let count = 1 + tape.below(size);
        for _ in 0..count {
            let first = tape.below(2);
            let address = (symbolic && n_bools > 0 && tape.below(2) == 1).then(|| tape.below(n_bools));
            let other = if address.is_some() { 1 - first } else { first };
            let thread = 2 + tape.below(3);
            let guard = (n_bools > 0 && tape.below(3) == 0).then(|| tape.below(n_bools));
            let write = tape.below(2) == 1;
            accesses.push(Access { thread, write, guard, cell: (first, other), address, rmw: false });
            if !write && tape.below(4) == 3 {
                let last = accesses.len() - 1;
                accesses[last].rmw = true;
                accesses.push(Access { write: true, rmw: false, ..accesses[last].clone() });
            }
        }
        Program { accesses, n_bools, weak }
    }

    fn happens(&self, access: usize, bools: usize) -> bool {
        self.accesses[access].guard.is_none_or(|guard| bools >> guard & 1 == 1)
    }

    fn cell(&self, access: usize, bools: usize) -> usize {
        let Access { cell, address, .. } = self.accesses[access];
        if address.is_some_and(|address| bools >> address & 1 == 1) { cell.1 } else { cell.0 }
    }

    fn initial(&self, access: usize) -> bool {
        access < 2
    }

    fn program_ordered(&self, a: usize, b: usize) -> bool {
        let same = self.accesses[a].thread == self.accesses[b].thread && a < b;
        same || (self.initial(a) && !self.initial(b))
    }

    /// Program order that the global order keeps.
    fn kept(&self, a: usize, b: usize) -> bool {
        let reordered = self.weak && self.accesses[a].write && !self.accesses[b].write && !self.initial(a);
        self.program_ordered(a, b) && !reordered
    }

    pub fn reads(&self) -> Vec<usize> {
        (0..self.accesses.len()).filter(|&a| !self.accesses[a].write).collect()
    }

    fn writes(&self) -> Vec<usize> {
        (0..self.accesses.len()).filter(|&a| self.accesses[a].write).collect()
    }

    /// All (bools, source of each read) that some execution has; reads that do not happen have no source.
    pub fn behaviours(&self) -> std::collections::BTreeSet<(usize, Vec<Option<usize>>)> {
        let mut all = std::collections::BTreeSet::new();
        for bools in 0..1 << self.n_bools {
            for sources in self.source_choices(bools) {
                if self.some_coherence(bools, &sources) {
                    all.insert((bools, sources));
                }
            }
        }
        all
    }

    pub fn source_choices(&self, bools: usize) -> Vec<Vec<Option<usize>>> {
        let mut all = vec![Vec::new()];
        for read in self.reads() {
            let candidates: Vec<Option<usize>> = if self.happens(read, bools) {
                self.writes()
                    .into_iter()
                    .filter(|&w| self.happens(w, bools) && self.cell(w, bools) == self.cell(read, bools))
                    .map(Some)
                    .collect()
            } else {
                vec![None]
            };
            all = all
                .into_iter()
                .flat_map(|prefix: Vec<Option<usize>>| {
                    candidates.iter().map(move |&candidate| {
                        let mut longer = prefix.clone();
                        longer.push(candidate);
                        longer
                    })
                })
                .collect();
        }
        all
    }

    fn some_coherence(&self, bools: usize, sources: &[Option<usize>]) -> bool {
        let of_cell = |cell: usize| -> Vec<usize> {
            self.writes()
                .into_iter()
                .filter(|&w| self.happens(w, bools) && self.cell(w, bools) == cell)
                .collect()
        };
        let (zero, one) = (of_cell(0), of_cell(1));
        permutations(zero.len()).iter().any(|p| {
            permutations(one.len()).iter().any(|q| {
                let order = [
                    p.iter().map(|&i| zero[i]).collect::<Vec<_>>(),
                    q.iter().map(|&i| one[i]).collect::<Vec<_>>(),
                ];
                self.consistent(bools, sources, &order)
            })
        })
    }

    fn consistent(&self, bools: usize, sources: &[Option<usize>], coherence: &[Vec<usize>; 2]) -> bool {
        let n = self.accesses.len();
        let (mut local, mut global) = (Vec::new(), Vec::new());
        for a in 0..n {
            for b in 0..n {
                if self.kept(a, b) {
                    global.push((a, b));
                }
                let both = self.happens(a, bools) && self.happens(b, bools);
                if self.program_ordered(a, b) && both && self.cell(a, bools) == self.cell(b, bools) {
                    local.push((a, b));
                }
            }
        }
        for order in coherence {
            for pair in order.windows(2) {
                local.push((pair[0], pair[1]));
                global.push((pair[0], pair[1]));
            }
        }
        for (read, source) in self.reads().into_iter().zip(sources) {
            let Some(source) = *source else { continue };
            local.push((source, read));
            if !self.weak || self.accesses[source].thread != self.accesses[read].thread {
                global.push((source, read));
            }
            let order = &coherence[self.cell(read, bools)];
            let at = order.iter().position(|&w| w == source).unwrap_or(0);
            if let Some(&next) = order.get(at + 1) {
                local.push((read, next));
                global.push((read, next));
            }
        }
        // In the global order both halves of a read-modify-write are one node, ordered inside.
        let node = |a: usize| if a > 0 && self.accesses[a - 1].rmw { a - 1 } else { a };
        let glued = |&(a, b): &(usize, usize)| node(a) == node(b);
        if global.iter().filter(|edge| glued(edge)).any(|&(a, b)| a >= b) {
            return false;
        }
        let merged: Vec<(usize, usize)> =
            global.iter().filter(|edge| !glued(edge)).map(|&(a, b)| (node(a), node(b))).collect();
        acyclic(n, &merged) && (!self.weak || acyclic(n, &local))
    }

    /// The same, said to the solver. Returns the bools and, per read, its (write, rf literal) candidates.
    pub fn encode(&self, options: &Options) -> (Solver, Vec<TermId>, Candidates) {
        let mut solver = Solver::with_options(options);
        let bools: Vec<TermId> = (0..self.n_bools).map(|_| solver.terms.bool_var("b")).collect();
        let global = solver.new_order("global");
        let local = solver.new_order("local");
        let both = if self.weak { vec![global, local] } else { vec![global] };
        let n = self.accesses.len();
        let events: Vec<EventId> = (0..n).map(|_| solver.new_event("e")).collect();
        for a in 0..n {
            if self.accesses[a].rmw {
                solver.glue(global, &[events[a], events[a + 1]]).unwrap();
            }
        }
        let orders = RelationOrders { rf: both.clone(), co: both.clone(), fr: both.clone() };
        let location = solver.new_location(orders).unwrap();
        let guards: Vec<TermId> =
            self.accesses.iter().map(|a| a.guard.map_or(TermId::TRUE, |guard| bools[guard])).collect();
        for a in 0..n {
            for b in 0..n {
                if self.kept(a, b) {
                    solver.add_fixed_edge(global, events[a], events[b]).unwrap();
                }
                if self.weak && self.program_ordered(a, b) {
                    let alias = self.alias(&mut solver, &bools, a, b);
                    let condition = solver.terms.and_all([guards[a], guards[b], alias]);
                    solver.add_guarded_edge(local, condition, events[a], events[b]).unwrap();
                }
            }
        }
        let writes = self.writes();
        let write_ids: Vec<_> =
            writes.iter().map(|&w| solver.add_write(location, events[w], guards[w]).unwrap()).collect();
        for j in 0..writes.len() {
            for i in 0..j {
                let alias = self.alias(&mut solver, &bools, writes[i], writes[j]);
                if alias != TermId::FALSE {
                    solver.add_co_if(write_ids[i], write_ids[j], alias, &both).unwrap();
                }
            }
        }
        let mut candidates = Vec::new();
        for read in self.reads() {
            let read_id = solver.add_read(location, events[read], guards[read]).unwrap();
            let mut sources = Vec::new();
            for (&w, &write_id) in writes.iter().zip(&write_ids) {
                let alias = self.alias(&mut solver, &bools, w, read);
                if alias == TermId::FALSE {
                    continue;
                }
                let literal = solver.terms.bool_var("rf");
                let same = solver.terms.implies(literal, alias);
                solver.assert(same);
                let internal = self.weak && self.accesses[w].thread == self.accesses[read].thread;
                let orders = if internal { vec![local] } else { both.clone() };
                solver.add_rf_in(write_id, read_id, literal, &orders).unwrap();
                sources.push((w, literal));
            }
            solver.complete_read(read_id).unwrap();
            candidates.push(sources);
        }
        (solver, bools, candidates)
    }

    fn alias(&self, solver: &mut Solver, bools: &[TermId], a: usize, b: usize) -> TermId {
        let mut cell = |access: usize| {
            let Access { cell, address, .. } = self.accesses[access];
            let (zero, one) = (solver.terms.bool_const(cell.0 == 1), solver.terms.bool_const(cell.1 == 1));
            match address {
                Some(address) => solver.terms.ite(bools[address], one, zero),
                None => zero,
            }
        };
        let (x, y) = (cell(a), cell(b));
        solver.terms.iff(x, y)
    }
}
