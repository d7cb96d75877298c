//! Data races: two accesses of an execution to a common byte, one of them a write and one of them not atomic, that
//! happens-before (`model::hb`) does not order.
//!
//! That nothing leads from one access to the other is said by a set of events which is closed under everything that orders
//! and contains the one and not the other. Two such sets, A and B, are chosen by the solver; accesses a in A but not in B and b in
//! B but not in A are ordered in neither direction. So the formula is linear in the events, whoever races with whom. (Two accesses
//! of one thread are never such a pair: both sets are closed under program order.)
//!
//! What is handed over from one thread to another goes along reads-from: a write *passes on* that it is released to whoever
//! acquires it, read-modify-writes pass on what they have found, and the states of synchronisation objects are such writes too.

use super::Encoding;
use events::FailureKind;
use ir::{FenceBits, Order};
use rustc_hash::FxHashMap;
use solver::{Result, TermId};
use unfold::{Access, FailurePoint, Space, What};

/// A set of events: the term that each is in it.
type Members = Vec<TermId>;

/// What a write passes on to those who read it: whether something of the set is released to everybody, and whether to those
/// who share (readers of a lock) too.
#[derive(Clone, Copy)]
struct Passed {
    all: TermId,
    exclusive: TermId,
}

/// An access in a cell, in a race.
struct Side {
    event: u32,
    atomic: bool,
    /// It happens, and touches the cell; and writes there.
    touches: TermId,
    writes: TermId,
}

pub(crate) fn races(encoding: &mut Encoding<'_>) -> Result<Vec<FailurePoint>> {
    let cells: Vec<Vec<Side>> = (0..encoding.cells.len()).map(|cell| sides(encoding, cell)).collect();
    if cells.iter().all(|sides| !may_race(encoding, sides)) {
        return Ok(Vec::new());
    }
    let (one, other) = (closed_set(encoding)?, closed_set(encoding)?);
    let mut ways: FxHashMap<u32, Vec<TermId>> = FxHashMap::default();
    for sides in &cells {
        if !may_race(encoding, sides) {
            continue;
        }
        let terms = &mut encoding.solver.terms;
        let mut apart = |side: &Side, condition: TermId, inside: &Members, outside: &Members| {
            let out = terms.not(outside[side.event as usize]);
            terms.and_all([condition, inside[side.event as usize], out])
        };
        let partners: Vec<TermId> = sides.iter().map(|s| apart(s, s.touches, &other, &one)).collect();
        let writers: Vec<TermId> = sides.iter().map(|s| apart(s, s.writes, &other, &one)).collect();
        let plain: Vec<(u32, TermId, TermId)> = sides
            .iter()
            .filter(|side| !side.atomic)
            .map(|s| (s.event, apart(s, s.touches, &one, &other), s.writes))
            .collect();
        let (somebody, writer) = (terms.or_all(partners), terms.or_all(writers));
        for (event, here, writes) in plain {
            let terms = &mut encoding.solver.terms;
            let with_write = terms.and(writes, somebody);
            let partner = terms.or(with_write, writer);
            let races = terms.and(here, partner);
            ways.entry(event).or_default().push(races);
        }
    }
    let touches = std::mem::take(&mut encoding.graph.touches);
    let mut failures = Vec::new();
    for touch in &touches {
        let Some(ways) = ways.remove(&touch.event) else { continue };
        let condition = encoding.solver.terms.or_all(ways);
        let message =
            format!("two accesses to {}, one of them a write, with nothing that orders them", touch.place);
        let thread = encoding.thread(touch.event);
        failures.push(FailurePoint::new(FailureKind::Race, condition, (thread, touch.span), message));
    }
    Ok(failures)
}

/// Whether accesses of two threads, one of them plain and one of them a write, meet in a cell.
fn may_race(encoding: &Encoding<'_>, sides: &[Side]) -> bool {
    let thread = |side: &Side| encoding.thread(side.event);
    let Some(first) = sides.first().map(thread) else { return false };
    sides.iter().any(|side| thread(side) != first)
        && sides.iter().any(|side| !side.atomic)
        && sides.iter().any(|side| side.writes != TermId::FALSE)
}

/// The accesses to a cell of memory. Giving memory back writes all of it.
fn sides(encoding: &mut Encoding<'_>, cell: usize) -> Vec<Side> {
    let place = encoding.cells.list[cell];
    let mut sides = Vec::new();
    if place.space != Space::Memory {
        return sides;
    }
    for part in encoding.cells.parts[cell].clone() {
        let event = &encoding.graph.events[part.event as usize];
        let Some(access) = event.access().filter(|access| !access.private) else { continue };
        let atomic = access.order != Order::Plain || event.section.is_some();
        let touches = encoding.solver.terms.and(encoding.guard_term(part.event), part.here);
        let writes = part.writes.map_or(TermId::FALSE, |(when, _)| {
            encoding.solver.terms.and(encoding.graph.guards.term(when), part.here)
        });
        sides.push(Side { event: part.event, atomic, touches, writes });
    }
    for (event, object, condition) in encoding.graph.free_events.clone() {
        if object == place.object {
            let touches = encoding.solver.terms.and(encoding.guard_term(event), condition);
            sides.push(Side { event, atomic: false, touches, writes: touches });
        }
    }
    sides
}

/// Says `a and b and … implies c`.
fn implies(encoding: &mut Encoding<'_>, premises: impl IntoIterator<Item = TermId>, conclusion: TermId) {
    let premise = encoding.solver.terms.and_all(premises);
    if premise != TermId::FALSE {
        encoding.solver.assert_implies(premise, conclusion);
    }
}

/// A set that contains whatever happens after one of its members.
fn closed_set(encoding: &mut Encoding<'_>) -> Result<Members> {
    let n = encoding.graph.events.len();
    let members: Members = (0..n).map(|_| encoding.solver.terms.bool_var("after")).collect();
    for thread in 0..encoding.graph.threads.len() {
        for pair in encoding.graph.threads[thread].events.clone().windows(2) {
            implies(encoding, [members[pair[0] as usize]], members[pair[1] as usize]);
        }
    }
    for edge in encoding.graph.edges.clone() {
        let (from, to) = (encoding.guard_term(edge.from), encoding.guard_term(edge.to));
        let premises = [members[edge.from as usize], edge.condition, from, to];
        implies(encoding, premises, members[edge.to as usize]);
    }
    let passed = passed_on(encoding, &members);
    hand_over(encoding, &members, &passed);
    order_sections(encoding, &members)?;
    Ok(members)
}

/// What each write passes on, as terms that are defined from what it releases and what it has found.
fn passed_on(encoding: &mut Encoding<'_>, members: &Members) -> FxHashMap<u32, Passed> {
    let mut passed: FxHashMap<u32, Passed> = FxHashMap::default();
    for thread in 0..encoding.graph.threads.len() {
        // Something of the set stands before a release fence.
        let mut at_fence = TermId::FALSE;
        for event in encoding.graph.threads[thread].events.clone() {
            let member = members[event as usize];
            let what = encoding.graph.events[event as usize].what.clone();
            match what {
                What::Fence(bits) if bits.contains(FenceBits::RELEASE) => {
                    let happens = encoding.guard_term(event);
                    let terms = &mut encoding.solver.terms;
                    let here = terms.and(member, happens);
                    at_fence = terms.or(at_fence, here);
                }
                What::Access(access) if access.write.is_some() && !access.private => {
                    let sync = encoding.graph.synchronises.get(&event).copied();
                    let memory = access.space == Space::Memory;
                    if memory && access.order == Order::Plain {
                        continue;
                    }
                    let released = match (sync, access.order.is_release()) {
                        (Some(sync), _) => {
                            let terms = &mut encoding.solver.terms;
                            let all = terms.and(sync.releases, member);
                            (all, terms.and_not(all, sync.shared_release))
                        }
                        (None, _) if !memory => (TermId::FALSE, TermId::FALSE),
                        (None, true) => (member, member),
                        (None, false) => (at_fence, at_fence),
                    };
                    let terms = &mut encoding.solver.terms;
                    let own = if access.read.is_some() {
                        Passed { all: terms.bool_var("passed"), exclusive: terms.bool_var("passed") }
                    } else {
                        Passed { all: released.0, exclusive: released.1 }
                    };
                    if access.read.is_some() {
                        implies(encoding, [released.0], own.all);
                        implies(encoding, [released.1], own.exclusive);
                    }
                    passed.insert(event, own);
                }
                _ => {}
            }
        }
    }
    for index in 0..encoding.reads_from.len() {
        let rf = encoding.reads_from[index];
        let source = rf.write.and_then(|write| passed.get(&write)).copied();
        let (Some(source), Some(own)) = (source, passed.get(&rf.read).copied()) else { continue };
        let restarts = encoding.graph.synchronises.get(&rf.read).map_or(TermId::FALSE, |sync| sync.restarts);
        let goes_on = encoding.solver.terms.not(restarts);
        implies(encoding, [rf.literal, source.all, goes_on], own.all);
        implies(encoding, [rf.literal, source.exclusive, goes_on], own.exclusive);
    }
    passed
}

/// When an access acquires what it reads.
fn acquires(encoding: &mut Encoding<'_>, access: &Access) -> TermId {
    let writes = access.write.map(|(when, _)| encoding.graph.guards.term(when));
    match (access.order.is_acquire(), access.failure.is_acquire(), writes) {
        (true, _, None) | (true, true, _) => TermId::TRUE,
        (true, false, Some(writes)) => writes,
        (false, true, Some(writes)) => encoding.solver.terms.not(writes),
        (false, _, None) | (false, false, _) => TermId::FALSE,
    }
}

/// Who acquires is in the set if something of the set is passed on to it; a relaxed read leaves it to a fence behind it.
fn hand_over(encoding: &mut Encoding<'_>, members: &Members, passed: &FxHashMap<u32, Passed>) {
    let mut found: FxHashMap<u32, Vec<(TermId, Passed)>> = FxHashMap::default();
    for rf in &encoding.reads_from {
        if let Some(&source) = rf.write.and_then(|write| passed.get(&write)) {
            found.entry(rf.read).or_default().push((rf.literal, source));
        }
    }
    for thread in 0..encoding.graph.threads.len() {
        let mut seen = TermId::FALSE;
        for event in encoding.graph.threads[thread].events.clone() {
            let member = members[event as usize];
            match encoding.graph.events[event as usize].what.clone() {
                What::Fence(bits) if bits.contains(FenceBits::ACQUIRE) => {
                    let happens = encoding.guard_term(event);
                    implies(encoding, [seen, happens], member);
                }
                What::Access(access) => {
                    let Some(sources) = found.remove(&event) else { continue };
                    let sync = encoding.graph.synchronises.get(&event).copied();
                    let atomic = access.order != Order::Plain;
                    let takes = match sync {
                        Some(sync) => sync.acquires,
                        None if atomic => acquires(encoding, &access),
                        None => continue,
                    };
                    let shares = sync.is_some_and(|sync| sync.shared_acquire);
                    for (literal, source) in sources {
                        let source = if shares { source.exclusive } else { source.all };
                        let terms = &mut encoding.solver.terms;
                        let comes = terms.and(literal, source);
                        let later = terms.and_not(comes, takes);
                        implies(encoding, [comes, takes], member);
                        if sync.is_none() {
                            seen = encoding.solver.terms.or(seen, later);
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

/// Atomic sections that touch a common place, one of them to write, are ordered as they come.
fn order_sections(encoding: &mut Encoding<'_>, members: &Members) -> Result {
    let mut ends: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
    for thread in &encoding.graph.threads {
        for &event in &thread.events {
            if let Some(section) = encoding.graph.events[event as usize].section {
                ends.entry(section).or_insert((event, event)).1 = event;
            }
        }
    }
    if ends.is_empty() {
        return Ok(());
    }
    for cell in 0..encoding.cells.len() {
        let sides = sides(encoding, cell);
        for (index, one) in sides.iter().enumerate() {
            for other in &sides[..index] {
                let section = |side: &Side| encoding.graph.events[side.event as usize].section;
                let (Some(first), Some(second)) = (section(other), section(one)) else { continue };
                let terms = &mut encoding.solver.terms;
                let writes = terms.or(one.writes, other.writes);
                let meet = terms.and_all([writes, one.touches, other.touches]);
                if first == second || meet == TermId::FALSE {
                    continue;
                }
                let nodes = [other, one].map(|side| encoding.nodes[side.event as usize]);
                let before = encoding.solver.before(encoding.global, nodes[0], nodes[1])?;
                let after = encoding.solver.terms.not(before);
                let (first, second) = (ends[&first], ends[&second]);
                implies(encoding, [meet, before, members[first.1 as usize]], members[second.0 as usize]);
                implies(encoding, [meet, after, members[second.1 as usize]], members[first.0 as usize]);
            }
        }
    }
    Ok(())
}
