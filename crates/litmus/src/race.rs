//! Data races (Nemos §5, appendix C): conflicting accesses of two threads that happens-before does not order, in
//! some execution of the model.
//!
//! Happens-before is that of `model::hb` (C11, with fences and release sequences) as terms. Where it differs from the paper: operations on *different* locks do
//! not order each other; two atomic accesses do not race.

use crate::encode::{AnyModel, Encoding};
use crate::events::{EventId, Kind, Section, Synchronises};
use crate::execution::{Execution, execution};
use crate::memory::meets;
use crate::outcomes::{LitmusError, Question, Session};
use crate::relation::Relation;
use crate::rules::{Selection, Switching};
use crate::unfold::Options;
use ir::{FenceBits, Program, Quantifier};
use solver::TermId;

/// Two accesses that nothing orders, and an execution in which they happen.
#[derive(Clone, Debug)]
pub struct Race {
    pub first: EventId,
    pub second: EventId,
    pub execution: Execution,
}

/// What was found, and why there may be more.
#[derive(Clone, Debug, Default)]
pub struct Races {
    pub races: Vec<Race>,
    pub incomplete: Option<String>,
}

/// All pairs of accesses that race in some execution of the model.
pub fn races(
    program: &Program,
    model: &AnyModel,
    selection: &Selection,
    options: &Options,
) -> Result<Races, LitmusError> {
    let question =
        Question { quantifier: Quantifier::Exists, prop: Some(ir::Prop::True), observed: Vec::new() };
    let switching = Switching::Fixed;
    let mut session = Session::with_question(program, model, selection, switching, options, question)?;
    let hb = happens_before(&mut session)?;
    let mut found = Vec::new();
    // A pair of places in the source is reported once, however often a loop brings it about.
    let mut seen = Vec::new();
    for (first, second) in conflicts(&session) {
        let encoding = &mut session.encoding;
        let terms = &mut encoding.rules.solver.terms;
        let meet = meets(terms, &encoding.unfolded, first, second);
        let ordered = terms.or(hb.get(first, second), hb.get(second, first));
        let unordered = terms.not(ordered);
        let (x, y) = (&encoding.unfolded.events[first], &encoding.unfolded.events[second]);
        let places = (x.span, x.is_write(), y.span, y.is_write());
        if x.span.is_known() && seen.contains(&places) {
            continue;
        }
        let race = terms.and_all([x.guard, y.guard, meet, unordered]);
        if race == TermId::FALSE {
            continue;
        }
        let asked = encoding.rules.solver.assumption("race", race);
        if let Some(assignment) = session.solve(&[asked])? {
            let execution = execution(&session.encoding, program, &assignment);
            found.push(Race { first, second, execution });
            seen.push(places);
        }
    }
    Ok(Races { races: found, incomplete: session.incomplete()? })
}

/// Pairs of accesses of different threads that may touch the same place, one of them a write, not both atomic.
fn conflicts(session: &Session) -> Vec<(EventId, EventId)> {
    let unfolded = &session.encoding.unfolded;
    let mut pairs = Vec::new();
    let accesses: Vec<EventId> = unfolded
        .events
        .iter_enumerated()
        .filter(|(_, event)| event.is_access() && !event.is_initial() && event.state().is_none())
        .map(|(id, _)| id)
        .collect();
    for (index, &b) in accesses.iter().enumerate() {
        for &a in &accesses[..index] {
            let (x, y) = (&unfolded.events[a], &unfolded.events[b]);
            let atomic = |event: &crate::events::Event| {
                event.access().is_some_and(|access| access.order.is_atomic() || access.other_half.is_some())
            };
            if x.thread != y.thread && (x.is_write() || y.is_write()) && !(atomic(x) && atomic(y)) {
                pairs.push((a, b));
            }
        }
    }
    pairs
}

fn happens_before(session: &mut Session) -> Result<Relation, LitmusError> {
    let encoding = &mut session.encoding;
    let mut hb = Relation::empty(encoding.unfolded.events.len());
    for thread in encoding.unfolded.threads.iter() {
        for pair in thread.events.windows(2) {
            // Whether an event happens or not, what is before it is before what is after it.
            hb.add(&mut encoding.rules.solver.terms, pair[0], pair[1], TermId::TRUE);
        }
    }
    for (id, event) in encoding.unfolded.events.iter_enumerated() {
        let terms = &mut encoding.rules.solver.terms;
        match &event.kind {
            Kind::Create(thread) => {
                let first = encoding.unfolded.threads.get(*thread).and_then(|thread| thread.events.first());
                if let Some(&first) = first {
                    hb.add(terms, id, first, event.guard);
                }
            }
            Kind::Join(waits) => {
                for &(thread, when) in waits {
                    let last = encoding.unfolded.threads.get(thread).and_then(|thread| thread.events.last());
                    if let Some(&last) = last {
                        let waited = terms.and(when, event.guard);
                        hb.add(terms, last, id, waited);
                    }
                }
            }
            _ => {}
        }
    }
    let sections = encoding.unfolded.sections.clone();
    for Section { lock, mutex, .. } in &sections {
        let others = sections.iter().filter(|other| other.lock != *lock && other.mutex == *mutex);
        for &(unlock, _) in others.flat_map(|other| &other.unlocks) {
            if encoding.unfolded.events[unlock].thread == encoding.unfolded.events[*lock].thread {
                continue;
            }
            let before = crate::execution::before(encoding, unlock, *lock).unwrap_or(TermId::FALSE);
            let both =
                [encoding.unfolded.events[unlock].guard, encoding.unfolded.events[*lock].guard, before];
            let term = encoding.rules.solver.terms.and_all(both);
            hb.add(&mut encoding.rules.solver.terms, unlock, *lock, term);
        }
    }
    for (from, to, term) in synchronises_with(encoding) {
        hb.add(&mut encoding.rules.solver.terms, from, to, term);
    }
    let terms = &mut encoding.rules.solver.terms;
    Ok(hb.closure(terms))
}

/// Where an event releases or acquires, and when.
type Ends = Vec<(EventId, TermId)>;

/// From each release to each acquire that reads from its release sequence, as `model::hb` has it, with what it takes.
fn synchronises_with(encoding: &mut Encoding) -> Vec<(EventId, EventId, TermId)> {
    let pairs: Vec<(EventId, EventId, TermId)> = encoding.rf.pairs().collect();
    let events: Vec<EventId> = encoding.unfolded.events.ids().collect();
    let own: Vec<Ends> = events.into_iter().map(|id| releases(encoding, id)).collect();
    let updates: Vec<(EventId, EventId)> = encoding
        .unfolded
        .events
        .iter_enumerated()
        .filter(|(_, event)| event.is_write())
        .filter_map(|(id, event)| Some((id, event.access()?.other_half?)))
        .collect();
    let mut released = own.clone();
    // A read-modify-write passes on what it reads from; the longest chain has all of them in it.
    for _ in &updates {
        let mut next = own.clone();
        for &(write, half) in &updates {
            for &(source, _, rf) in pairs.iter().filter(|(_, read, _)| *read == half) {
                let restarts = synchronises(encoding, half).restarts;
                for &(head, when) in &released[source.0 as usize] {
                    let terms = &mut encoding.rules.solver.terms;
                    let when = terms.and_not(when, restarts);
                    let passed = terms.and(when, rf);
                    merge(encoding, &mut next[write.0 as usize], head, passed);
                }
            }
        }
        released = next;
    }
    let mut edges = Vec::new();
    for &(write, read, rf) in &pairs {
        let targets = acquires(encoding, read);
        for &(head, when) in &released[write.0 as usize] {
            for &(target, acquired) in &targets {
                let mut term = encoding.rules.solver.terms.and_all([rf, when, acquired]);
                if target == read && synchronises(encoding, read).shared_acquire {
                    let shared = synchronises(encoding, head).shared_release;
                    term = encoding.rules.solver.terms.and_not(term, shared);
                }
                edges.push((head, target, term));
            }
        }
    }
    edges
}

/// What an operation on a synchronisation object hands over; nothing for other accesses.
fn synchronises(encoding: &Encoding, id: EventId) -> Synchronises {
    encoding.unfolded.events[id].state().map_or(Synchronises::NOTHING, |state| state.synchronises)
}

fn merge(encoding: &mut Encoding, ends: &mut Ends, event: EventId, when: TermId) {
    match ends.iter_mut().find(|(known, _)| *known == event) {
        Some((_, known)) => *known = encoding.rules.solver.terms.or(*known, when),
        None => ends.push((event, when)),
    }
}

/// The fences with these bits on one side of an event of their thread.
fn fences(encoding: &Encoding, id: EventId, bits: FenceBits, before: bool) -> Ends {
    let events = &encoding.unfolded.events;
    let Some(thread) = events[id].thread else { return Vec::new() };
    let all = encoding.unfolded.threads[thread].events.iter();
    let fits = |other: &&EventId| {
        let side = if before { **other < id } else { **other > id };
        side && matches!(events[**other].kind, Kind::Fence(has) if has.contains(bits))
    };
    all.filter(fits).map(|&other| (other, events[other].guard)).collect()
}

/// What an atomic write releases by itself: from where on.
fn releases(encoding: &mut Encoding, id: EventId) -> Ends {
    let event = &encoding.unfolded.events[id];
    if event.state().is_some() {
        let (happens, releases) = (event.guard, synchronises(encoding, id).releases);
        let when = encoding.rules.solver.terms.and(happens, releases);
        return if event.is_write() { vec![(id, when)] } else { Vec::new() };
    }
    match event.access().filter(|_| event.is_write() && !event.is_initial()) {
        Some(access) if access.order.is_release() => vec![(id, event.guard)],
        Some(access) if access.order.is_atomic() => fences(encoding, id, FenceBits::RELEASE, true),
        _ => Vec::new(),
    }
}

/// Up to where an atomic read acquires: a compare-exchange that fails has an order of its own.
fn acquires(encoding: &mut Encoding, id: EventId) -> Ends {
    let event = &encoding.unfolded.events[id];
    if event.state().is_some() {
        let (happens, acquires) = (event.guard, synchronises(encoding, id).acquires);
        return vec![(id, encoding.rules.solver.terms.and(happens, acquires))];
    }
    let Some(access) = event.access().filter(|access| access.order.is_atomic()) else { return Vec::new() };
    let (order, failure) = (access.order.is_acquire(), access.failure.is_acquire());
    let guard = event.guard;
    let when = match access.other_half.map(|half| encoding.unfolded.events[half].guard) {
        Some(succeeds) if order != failure => {
            let terms = &mut encoding.rules.solver.terms;
            let fails = terms.not(succeeds);
            terms.and(guard, if order { succeeds } else { fails })
        }
        _ if order => guard,
        _ => TermId::FALSE,
    };
    let mut ends = fences(encoding, id, FenceBits::ACQUIRE, false);
    ends.push((id, when));
    ends
}
