//! The built-in models SC to RMO as named rules, derived from their one definition in the crate `model`.
//!
//! Axioms: coherence, atomicity, and one acyclic global order of program order as the model keeps it,
//! dependencies, fences, reads-from, coherence order and from-reads, in which the halves of a read-modify-write are one.
//! Each summand is a rule of its own.

use crate::events::{Event, EventId, Kind, Thread, Unfolded};
use crate::memory::Memory;
use crate::relation::{Relation, Set};
use crate::rules::{RuleId, Rules};
use ir::FenceBits;
use model::{AccessKind, Halves, Model};
use solver::{TermId, Terms};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    Acyclic,
    Irreflexive,
    Empty,
    /// `~empty` and the like: the opposite is required.
    NotEmpty,
    NotIrreflexive,
}

/// How fine the labels of a part are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grain {
    Whole,
    Pairs,
}

/// A summand of the relation that an axiom speaks of.
#[derive(Clone, Debug)]
pub struct Part {
    pub rule: RuleId,
    pub grain: Grain,
    pub relation: Relation,
}

/// A requirement on the union of some relations.
#[derive(Clone, Debug)]
pub struct Axiom {
    pub rule: RuleId,
    pub check: Check,
    pub parts: Vec<Part>,
    /// The halves of a read-modify-write count as one, under this rule.
    pub glue: Option<RuleId>,
    /// Follows from the other axioms when all rules hold.
    pub implied: bool,
    /// Nothing leads to an initial write, so that no cycle passes through one.
    pub skip_initial: bool,
}

/// Names and meanings of the rules, as `selvedge models` prints them.
pub const RULES: &[(&str, &str)] = &[
    (
        "program-order",
        "an access comes after those before it in its thread, as far as the model keeps that order",
    ),
    ("dependencies", "an access comes after the loads that its address, its value or its branch depends on"),
    ("fences", "a fence, a lock or a thread start or join keeps what is before it before what is after it"),
    (
        "reads-from",
        "a load comes after the store that it reads (of another thread, where own stores are seen early)",
    ),
    ("coherence-order", "stores to one place come in one order that all threads see"),
    ("from-reads", "a load comes before the stores that overwrite what it read"),
    ("coherence", "looked at alone, every place behaves as under SC"),
    (
        "atomicity",
        "nothing comes between the load and the store of a read-modify-write, and what orders one orders both",
    ),
    ("total-order", "all of this fits into one order of all accesses, without a cycle"),
];

fn rule(rules: &mut Rules, name: &str) -> RuleId {
    let meaning = RULES.iter().find(|(known, _)| *known == name).map_or("", |(_, meaning)| meaning);
    rules.rule(name, meaning)
}

/// The axioms of a model over this execution. Rules without any pair are named all the same.
pub(crate) fn built_in(rules: &mut Rules, unfolded: &Unfolded, memory: &Memory, model: Model) -> Vec<Axiom> {
    let ids: Vec<RuleId> = RULES.iter().map(|(name, _)| rule(rules, name)).collect();
    let &[po, dep, fence, rf, co, fr, coherence, atomicity, total] = ids.as_slice() else {
        return Vec::new();
    };
    let terms = &mut rules.solver.terms;
    let whole = |rule, relation: &Relation| Part { rule, grain: Grain::Whole, relation: relation.clone() };
    let pairs = |rule, relation| Part { rule, grain: Grain::Pairs, relation };
    let kept = kept_program_order(terms, unfolded, memory, model);
    let barriers = barriers(terms, unfolded, memory, model);
    let rf_global = match model.internal_rf_is_global {
        true => memory.rf.clone(),
        false => external(unfolded, &memory.rf),
    };
    let mut ghb = vec![pairs(po, kept), pairs(fence, barriers)];
    if model.keeps_dependencies {
        let kept = dependencies(terms, unfolded, memory);
        ghb.push(pairs(dep, kept));
    }
    ghb.extend([whole(rf, &rf_global), whole(co, &memory.co), whole(fr, &memory.fr)]);
    let (fre, coe) = (external(unfolded, &memory.fr), external(unfolded, &memory.co));
    let between = fre.sequence(terms, &coe);
    let between = memory.rmw.intersection(terms, &between);
    let po_loc = memory.po.intersection(terms, &memory.loc);
    let po_loc = match model.load_load_coherence {
        true => po_loc,
        false => po_loc.filter(|a, b| !(unfolded.events[a].is_read() && unfolded.events[b].is_read())),
    };
    let per_place = vec![
        pairs(coherence, po_loc),
        whole(coherence, &memory.rf),
        whole(coherence, &memory.co),
        whole(coherence, &memory.fr),
    ];
    let axiom =
        |rule, check, parts| Axiom { rule, check, parts, glue: None, implied: false, skip_initial: true };
    vec![
        Axiom { implied: model.internal_rf_is_global, ..axiom(coherence, Check::Acyclic, per_place) },
        Axiom { implied: true, ..axiom(atomicity, Check::Empty, vec![pairs(atomicity, between)]) },
        Axiom { glue: Some(atomicity), ..axiom(total, Check::Acyclic, ghb) },
    ]
}

pub(crate) fn external(unfolded: &Unfolded, relation: &Relation) -> Relation {
    let thread = |id: EventId| unfolded.events[id].thread;
    relation.filter(|a, b| thread(a) != thread(b) || thread(a).is_none())
}

fn halves(event: &Event) -> Halves {
    if event.is_read() { Halves::READ } else { Halves::WRITE }
}

/// Program order between accesses that survives without fence or dependency.
fn kept_program_order(terms: &mut Terms, unfolded: &Unfolded, memory: &Memory, model: Model) -> Relation {
    let mut kept = Relation::empty(unfolded.events.len());
    for (a, b, both) in memory.po.pairs() {
        let (x, y) = (&unfolded.events[a], &unfolded.events[b]);
        if !x.is_access() || !y.is_access() || x.access().and_then(|access| access.other_half) == Some(b) {
            continue;
        }
        let condition = if model.keeps(halves(x), halves(y), false) {
            both
        } else if model.keeps(halves(x), halves(y), true) {
            terms.and(both, memory.loc.get(a, b))
        } else {
            continue;
        };
        kept.add(terms, a, b, condition);
    }
    kept
}

/// `[R]; dep+` with `dep = addr u data u ctrl;[W] u [W];po-loc;[R] u rmw`.
fn dependencies(terms: &mut Terms, unfolded: &Unfolded, memory: &Memory) -> Relation {
    let n = unfolded.events.len();
    let reads = Set { members: unfolded.events.iter().map(|event| truth(event.is_read())).collect() };
    let writes = Set { members: unfolded.events.iter().map(|event| truth(event.is_write())).collect() };
    let everything = Set { members: vec![TermId::TRUE; n] };
    let accesses = reads.zip(&writes, |a, b| if a == TermId::TRUE { a } else { b });
    let mut dep = memory.addr.union(terms, &memory.data).restrict(terms, &everything, &accesses);
    let ctrl = memory.ctrl.restrict(terms, &everything, &writes);
    dep = dep.union(terms, &ctrl).union(terms, &memory.rmw);
    if dep.n_pairs() == 0 {
        return dep;
    }
    let forwarded = memory.po.intersection(terms, &memory.loc).restrict(terms, &writes, &reads);
    dep = dep.union(terms, &forwarded);
    dep.closure(terms).restrict(terms, &reads, &everything).difference(terms, &memory.rmw)
}

fn truth(value: bool) -> TermId {
    if value { TermId::TRUE } else { TermId::FALSE }
}

/// A fence somewhere in a thread: where it holds, and before or behind which event of the thread it stands.
struct Barrier {
    /// Twice the position in the thread, so that there is room before and behind each event.
    at: usize,
    bits: FenceBits,
    holds: TermId,
}

/// Fences of one thread: those written as such, and those that memory orders bring along.
fn barriers_of_thread(
    terms: &mut Terms,
    unfolded: &Unfolded,
    model: Model,
    events: &[EventId],
) -> Vec<Barrier> {
    let mut found = Vec::new();
    let mut push = |at: usize, bits: FenceBits, holds: TermId| {
        if !bits.is_empty() && holds != TermId::FALSE {
            found.push(Barrier { at, bits, holds });
        }
    };
    for (index, &id) in events.iter().enumerate() {
        let event = &unfolded.events[id];
        let (before, at, after) = (2 * index, 2 * index + 1, 2 * index + 2);
        // Around the whole of an operation on a synchronisation object.
        if let Some(access) = event.access()
            && let Some(state) = access.state
            && (event.is_read() || access.other_half.is_none())
        {
            let full = terms.and(event.guard, state.full);
            push(before, FenceBits::FULL, full);
            push(if access.other_half.is_some() { after + 2 } else { after }, FenceBits::FULL, full);
        }
        match &event.kind {
            Kind::Fence(bits) => push(at, *bits, event.guard),
            Kind::Read(access) => match access.other_half.and_then(|half| unfolded.events.get(half)) {
                None => {
                    let (x, y) = model.fences_around(AccessKind::Load, access.order);
                    push(before, x, event.guard);
                    push(after, y, event.guard);
                }
                Some(half) => {
                    let (x, y) = model.fences_around(AccessKind::Rmw, access.order);
                    push(before, x, half.guard);
                    // Behind the write half, which comes next.
                    push(after + 2, y, half.guard);
                    let (x, y) = model.fences_around(AccessKind::Load, access.failure);
                    let fails = terms.not(half.guard);
                    let fails = terms.and(event.guard, fails);
                    push(before, x, fails);
                    push(after, y, fails);
                }
            },
            Kind::Write(access) if access.other_half.is_none() => {
                let (x, y) = model.fences_around(AccessKind::Store, access.order);
                push(before, x, event.guard);
                push(after, y, event.guard);
            }
            _ => {}
        }
    }
    found
}

/// Whether a thread only starts and joins others, as the `main` of a litmus test does.
fn is_idle(unfolded: &Unfolded, thread: &Thread) -> bool {
    thread.events.iter().all(|&id| matches!(unfolded.events[id].kind, Kind::Create(_) | Kind::Join(_)))
}

/// What fences, locks and thread starts and ends order.
fn barriers(terms: &mut Terms, unfolded: &Unfolded, memory: &Memory, model: Model) -> Relation {
    let mut ordered = Relation::empty(unfolded.events.len());
    for thread in unfolded.threads.iter().filter(|thread| !is_idle(unfolded, thread)) {
        let fences = barriers_of_thread(terms, unfolded, model, &thread.events);
        for (position, &b) in thread.events.iter().enumerate() {
            let later = &unfolded.events[b];
            for (earlier_position, &a) in thread.events[..position].iter().enumerate() {
                let earlier = &unfolded.events[a];
                let both = memory.po.get(a, b);
                if earlier.is_sync() && (later.is_access() || later.is_sync()) {
                    ordered.add(terms, a, b, both);
                } else if later.is_sync() && earlier.is_access() {
                    let kept = match later.kind {
                        Kind::Step { full, .. } if !model.keeps(halves(earlier), Halves::READ, false) => full,
                        _ => TermId::TRUE,
                    };
                    let both = terms.and(both, kept);
                    ordered.add(terms, a, b, both);
                } else if earlier.is_access() && later.is_access() {
                    let pairs = halves(earlier).pairs(halves(later));
                    let (low, high) = (2 * earlier_position + 1, 2 * position + 1);
                    let between = fences.iter().filter(|fence| {
                        fence.at > low && fence.at < high && !(fence.bits & pairs).is_empty()
                    });
                    let holds: Vec<TermId> = between.map(|fence| fence.holds).collect();
                    let holds = terms.or_all(holds);
                    let both = terms.and(both, holds);
                    ordered.add(terms, a, b, both);
                }
            }
        }
    }
    threads(terms, unfolded, &mut ordered);
    ordered
}

/// A thread comes after its start, a join after the thread.
fn threads(terms: &mut Terms, unfolded: &Unfolded, ordered: &mut Relation) {
    for (id, event) in unfolded.events.iter_enumerated() {
        let waits = match &event.kind {
            Kind::Create(thread) => vec![(*thread, TermId::TRUE)],
            Kind::Join(waits) => waits.clone(),
            _ => continue,
        };
        let own = event.thread.and_then(|thread| unfolded.threads.get(thread));
        if own.is_none_or(|thread| is_idle(unfolded, thread)) {
            continue;
        }
        let starts = matches!(event.kind, Kind::Create(_));
        for (thread, when) in waits {
            let Some(thread) = unfolded.threads.get(thread) else { continue };
            let here = |id: &&EventId| !unfolded.events[**id].is_local();
            for &other in thread.events.iter().filter(here) {
                let both = terms.and_all([event.guard, unfolded.events[other].guard, when]);
                let (a, b) = if starts { (id, other) } else { (other, id) };
                ordered.add(terms, a, b, both);
            }
        }
    }
}
