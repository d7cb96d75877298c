//! Deadlock: everybody has ended or waits for something that never comes, and somebody waits (WALCYRIE §1.3 announces
//! it: partial computations are executions too).
//!
//! A thread that spins is not blocked; nor is one that stops for another reason (a failed assumption, the bound): such
//! an execution is no deadlock. When `main` returns the program is over. Who sleeps in a wait is stuck although it might wake
//! without a signal: nobody may rely on that.

use super::Encoding;
use super::final_state::final_cell;
use events::FailureKind;
use rustc_hash::FxHashMap;
use solver::{Result, TermId};
use unfold::{CondWait, FailurePoint, Signal, Space, Waiting, WaitingFor};

/// One failure per place where somebody can be stuck.
pub(crate) fn failures(encoding: &mut Encoding<'_>) -> Result<Vec<FailurePoint>> {
    let mut final_states: FxHashMap<u32, TermId> = FxHashMap::default();
    let mut stuck: Vec<(Waiting, TermId)> = Vec::new();
    for waiting in encoding.graph.waiting.clone() {
        let condition = match &waiting.reason {
            WaitingFor::Object { .. } => stuck_on_object(encoding, &waiting, &mut final_states)?,
            WaitingFor::Thread => waiting.condition,
            WaitingFor::Signal { wait } => asleep(encoding, *wait, waiting.condition)?,
            WaitingFor::Spin => continue,
        };
        stuck.push((waiting, condition));
    }
    let mut everybody = Vec::new();
    for thread in 0..encoding.graph.threads.len() {
        let data = &encoding.graph.threads[thread];
        let begun = encoding.graph.guards.term(data.guard);
        let over = data.ends.iter().map(|end| encoding.graph.guards.term(end.0));
        let waits = stuck
            .iter()
            .filter(|(waiting, _)| waiting.thread as usize == thread)
            .map(|(_, condition)| *condition);
        let rests: Vec<TermId> = over.chain(waits).collect();
        let rests = encoding.solver.terms.or_all(rests);
        everybody.push(encoding.solver.terms.implies(begun, rests));
    }
    everybody.push(none_is_lost(encoding)?);
    let everybody = encoding.solver.terms.and_all(everybody);
    Ok(stuck
        .into_iter()
        .map(|(waiting, condition)| {
            let condition = encoding.solver.terms.and(condition, everybody);
            let message = match waiting.reason {
                WaitingFor::Object { .. } => "waits for a lock or similar object that is never released",
                WaitingFor::Thread => "waits for a thread that never ends",
                _ => "waits for a signal that never comes",
            };
            FailurePoint::new(FailureKind::Deadlock, condition, (waiting.thread, waiting.span), message)
        })
        .collect())
}

/// It waits, and when all is over the object is still not in a state that lets it through.
fn stuck_on_object(
    encoding: &mut Encoding<'_>,
    waiting: &Waiting,
    final_states: &mut FxHashMap<u32, TermId>,
) -> Result<TermId> {
    let WaitingFor::Object { candidates, addr, state, ready } = &waiting.reason else {
        return Ok(TermId::FALSE);
    };
    for &(object, offset) in candidates.iter() {
        let here = match candidates.len() {
            1 => TermId::TRUE,
            _ => encoding.graph.objects.is_at(&mut encoding.solver.terms, *addr, (object, offset)),
        };
        let cell = (0..encoding.cells.len() as u32).find(|&cell| {
            let cell = encoding.cells.list[cell as usize];
            cell.space == Space::Sync && cell.object == object && cell.offset == offset
        });
        let value = match cell {
            None => encoding.solver.terms.bits_const(0, 32),
            Some(cell) => match final_states.get(&cell) {
                Some(&known) => known,
                None => {
                    let value = final_cell(encoding, cell)?;
                    final_states.insert(cell, value);
                    value
                }
            },
        };
        let same = encoding.solver.terms.eq(*state, value);
        encoding.solver.assert_implies(here, same);
    }
    Ok(encoding.solver.terms.and_not(waiting.condition, *ready))
}

/// It sleeps, and every signal since has gone to somebody else.
fn asleep(encoding: &mut Encoding<'_>, wait: usize, condition: TermId) -> Result<TermId> {
    let mut all = vec![condition];
    for signal in 0..encoding.graph.signals.len() {
        all.push(not_for(encoding, signal, wait, None)?);
    }
    Ok(encoding.solver.terms.and_all(all))
}

/// Who is woken by a signal was not woken by one before that: a signal goes to somebody if anybody sleeps. Said of
/// deadlocks only: elsewhere whoever was woken need not have gone on.
fn none_is_lost(encoding: &mut Encoding<'_>) -> Result<TermId> {
    let mut all = Vec::new();
    for (signal, wait, wakes) in encoding.wakes.clone() {
        for other in (0..encoding.graph.signals.len()).filter(|&other| other != signal) {
            let not_woken = not_for(encoding, other, wait, Some(signal))?;
            all.push(encoding.solver.terms.implies(wakes, not_woken));
        }
    }
    Ok(encoding.solver.terms.and_all(all))
}

/// The signal comes before the wait, after `until`, or has gone to somebody else.
fn not_for(encoding: &mut Encoding<'_>, index: usize, wait: usize, until: Option<usize>) -> Result<TermId> {
    let CondWait { release, addr, .. } = encoding.graph.waits[wait];
    let Signal { event, addr: of, broadcast } = encoding.graph.signals[index];
    if encoding.thread(event) == encoding.thread(release) {
        return Ok(TermId::TRUE);
    }
    let alias = encoding.solver.terms.eq(of, addr);
    let happens = encoding.guard_term(event);
    let happens = encoding.solver.terms.and(happens, alias);
    let (node, slept) = (encoding.nodes[event as usize], encoding.nodes[release as usize]);
    let mut ways = vec![encoding.solver.before(encoding.global, node, slept)?];
    if let Some(until) = until {
        let until = encoding.nodes[encoding.graph.signals[until].event as usize];
        ways.push(encoding.solver.before(encoding.global, until, node)?);
    }
    if !broadcast {
        let others = encoding.wakes.iter().filter(|(s, w, _)| *s == index && *w != wait);
        ways.extend(others.map(|(_, _, literal)| *literal));
    }
    let explained = encoding.solver.terms.or_all(ways);
    Ok(encoding.solver.terms.implies(happens, explained))
}
