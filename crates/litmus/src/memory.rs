//! What every axiomatic model has in common: which write each read reads, and in which order writes of a location come.
//!
//! Reads-from is one literal per read and write that may meet; coherence is one strict order per location, all of them
//! atoms of one order of the solver. That a read takes the value of the write it reads is the rule `read-value`, which
//! can be switched off read by read. From-reads, program order and dependencies follow.

use crate::events::{EventId, Kind, LocationId, Unfolded};
use crate::relation::Relation;
use crate::rules::{Rules, read_value};
use solver::{OrderId, SolverError, TermId, Terms};

/// The relations of a symbolic execution.
#[derive(Clone, Debug)]
pub struct Memory {
    pub po: Relation,
    /// Two accesses of one place (an event and itself included).
    pub loc: Relation,
    pub rf: Relation,
    pub co: Relation,
    pub fr: Relation,
    pub rmw: Relation,
    pub addr: Relation,
    pub data: Relation,
    pub ctrl: Relation,
}

/// Where coherence is decided.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CoherenceIn {
    /// In an order of its own.
    Own,
    /// In the global order, of which it will be a part anyway; the two halves of a read-modify-write are one node there.
    Global(OrderId),
}

impl Memory {
    pub(crate) fn new(
        rules: &mut Rules,
        unfolded: &Unfolded,
        nodes: &[solver::EventId],
        coherence: CoherenceIn,
    ) -> Result<Memory, SolverError> {
        let order = match coherence {
            CoherenceIn::Own => rules.solver.new_order("coherence order"),
            CoherenceIn::Global(order) => order,
        };
        let terms = &mut rules.solver.terms;
        let loc = same_place(terms, unfolded);
        let po = program_order(terms, unfolded);
        let (rmw, addr, data, ctrl) = dependencies(terms, unfolded);
        let co = coherence_order(rules, unfolded, nodes, order, &loc)?;
        let prune = matches!(coherence, CoherenceIn::Global(_));
        let rf = reads_from(rules, unfolded, &loc, &po, prune);
        let fr = rf.inverse().sequence(&mut rules.solver.terms, &co);
        Ok(Memory { po, loc, rf, co, fr, rmw, addr, data, ctrl })
    }
}

/// The condition under which two accesses touch the same place.
pub(crate) fn meets(terms: &mut Terms, unfolded: &Unfolded, a: EventId, b: EventId) -> TermId {
    let (Some(x), Some(y)) = (unfolded.events[a].access(), unfolded.events[b].access()) else {
        return TermId::FALSE;
    };
    let mut ways = Vec::new();
    for &(place, when) in &x.places {
        for &(_, other_when) in y.places.iter().filter(|(other, _)| *other == place) {
            ways.push(terms.and(when, other_when));
        }
    }
    terms.or_all(ways)
}

fn same_place(terms: &mut Terms, unfolded: &Unfolded) -> Relation {
    let n = unfolded.events.len();
    let mut loc = Relation::empty(n);
    let accesses: Vec<EventId> =
        unfolded.events.iter_enumerated().filter(|(_, event)| event.is_access()).map(|(id, _)| id).collect();
    for &a in &accesses {
        for &b in &accesses {
            let term = if a == b { TermId::TRUE } else { meets(terms, unfolded, a, b) };
            loc.add(terms, a, b, term);
        }
    }
    loc
}

fn program_order(terms: &mut Terms, unfolded: &Unfolded) -> Relation {
    let mut po = Relation::empty(unfolded.events.len());
    for thread in unfolded.threads.iter() {
        let seen: Vec<EventId> =
            thread.events.iter().copied().filter(|&id| !unfolded.events[id].is_local()).collect();
        for (index, &b) in seen.iter().enumerate() {
            for &a in &seen[..index] {
                let both = terms.and(unfolded.events[a].guard, unfolded.events[b].guard);
                po.add(terms, a, b, both);
            }
        }
    }
    po
}

fn dependencies(terms: &mut Terms, unfolded: &Unfolded) -> (Relation, Relation, Relation, Relation) {
    let n = unfolded.events.len();
    let mut relations = [(); 4].map(|()| Relation::empty(n));
    let [rmw, addr, data, ctrl] = &mut relations;
    for (id, event) in unfolded.events.iter_enumerated().filter(|(_, event)| !event.is_local()) {
        for (relation, reads) in [(&mut *addr, &event.addr), (data, &event.data), (ctrl, &event.ctrl)] {
            for &(read, when) in reads {
                let happens = terms.and(event.guard, unfolded.events[read].guard);
                let when = terms.and(when, happens);
                relation.add(terms, read, id, when);
            }
        }
        if let Some(read) = event.write().and_then(|access| access.other_half) {
            rmw.add(terms, read, id, event.guard);
        }
    }
    let [rmw, addr, data, ctrl] = relations;
    (rmw, addr, data, ctrl)
}

/// Writes that may touch each location, its initial one first.
pub(crate) fn writes_of(unfolded: &Unfolded, location: LocationId) -> Vec<EventId> {
    let touches = |id: &EventId| {
        let write = unfolded.events[*id].write();
        write.is_some_and(|access| access.places.iter().any(|(place, _)| *place == location))
    };
    let initial = unfolded.locations[location].initial;
    let others = unfolded.events.ids().filter(|id| *id != initial && touches(id));
    std::iter::once(initial).chain(others).collect()
}

fn coherence_order(
    rules: &mut Rules,
    unfolded: &Unfolded,
    nodes: &[solver::EventId],
    order: OrderId,
    loc: &Relation,
) -> Result<Relation, SolverError> {
    let mut co = Relation::empty(unfolded.events.len());
    let writes: Vec<EventId> =
        unfolded.events.iter_enumerated().filter(|(_, event)| event.is_write()).map(|(id, _)| id).collect();
    for &a in &writes {
        for &b in writes.iter().filter(|&&b| b != a && !unfolded.events[b].is_initial()) {
            let (first, second) = (&unfolded.events[a], &unfolded.events[b]);
            let meet = loc.get(a, b);
            if meet == TermId::FALSE {
                continue;
            }
            let before = match first.is_initial() {
                true => TermId::TRUE,
                false => rules.solver.before(order, nodes[a.0 as usize], nodes[b.0 as usize])?,
            };
            let terms = &mut rules.solver.terms;
            let both = terms.and_all([first.guard, second.guard, meet, before]);
            co.add(terms, a, b, both);
        }
    }
    Ok(co)
}

/// One literal per pair. With `prune`, pairs that coherence excludes anyway are left out.
fn reads_from(
    rules: &mut Rules,
    unfolded: &Unfolded,
    loc: &Relation,
    po: &Relation,
    prune: bool,
) -> Relation {
    let mut rf = Relation::empty(unfolded.events.len());
    for (read, event) in unfolded.events.iter_enumerated() {
        let Kind::Read(access) = &event.kind else { continue };
        let mut literals = Vec::new();
        for (write, source) in unfolded.events.iter_enumerated() {
            let Kind::Write(written) = &source.kind else { continue };
            let meet = loc.get(write, read);
            let hidden = prune
                && (po.get(read, write) != TermId::FALSE || overwritten(unfolded, loc, po, write, read));
            if meet == TermId::FALSE || access.other_half == Some(write) || hidden {
                continue;
            }
            let terms = &mut rules.solver.terms;
            let same = terms.eq(access.value, written.value);
            if same == TermId::FALSE {
                continue;
            }
            let literal = terms.bool_var("rf");
            let happens = terms.and_all([event.guard, source.guard, meet]);
            let happens = terms.implies(literal, happens);
            let takes = terms.implies(literal, same);
            rules.solver.assert(happens);
            rules.require(read_value(read), takes);
            literals.push(literal);
            let terms = &mut rules.solver.terms;
            rf.add(terms, write, read, literal);
        }
        let terms = &mut rules.solver.terms;
        let one = terms.at_most_one(&literals);
        rules.solver.assert(one);
        let terms = &mut rules.solver.terms;
        let some = terms.or_all(literals);
        let reads = terms.implies(event.guard, some);
        rules.require(read_value(read), reads);
    }
    rf
}

/// Whether another write of this place always comes between a write and a read: in the same thread, or after the start.
fn overwritten(unfolded: &Unfolded, loc: &Relation, po: &Relation, write: EventId, read: EventId) -> bool {
    unfolded.events.iter_enumerated().any(|(other, event)| {
        event.is_write()
            && other != write
            && event.guard == TermId::TRUE
            && unfolded.events[read].guard == TermId::TRUE
            && loc.get(other, read) == TermId::TRUE
            && loc.get(other, write) == TermId::TRUE
            && po.get(other, read) == TermId::TRUE
            && (unfolded.events[write].is_initial() || po.get(write, other) == TermId::TRUE)
    })
}
