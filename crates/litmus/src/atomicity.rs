//! Atomicity (Nemos §6, appendix D): whether an operation of another thread can come between the first and the
//! last operation of a block that is meant to be atomic.
//!
//! Three notions, from strong to weak: *any* operation of another thread inside (the paper's); only one that touches a
//! variable of the block (its "variable window"); only where the execution is not equivalent to one in which the block
//! runs alone: some chain of conflicts leads out of the block and back into it, other blocks being one step each.
//! Purely local computations of other threads do not count.

use crate::encode::AnyModel;
use crate::events::{AtomicBlock, EventId, Kind, Unfolded};
use crate::execution::{Execution, before, execution};
use crate::memory::meets;
use crate::outcomes::{LitmusError, Question, Session};
use crate::relation::Relation;
use crate::rules::{Selection, Switching};
use crate::unfold::Options;
use ir::{Program, Quantifier};
use solver::TermId;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notion {
    Any,
    Window,
    Serializable,
}

/// A block given on the command line: operations `from..=to` (from 1) of a thread; loads, stores, fences and locks count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockRange {
    pub thread: String,
    pub from: usize,
    pub to: usize,
}

impl BlockRange {
    /// `P0:2-5`
    pub fn parse(text: &str) -> Result<BlockRange, String> {
        let wrong = || format!("{text:?}: expected THREAD:FROM-TO, such as P0:2-5");
        let (thread, range) = text.split_once(':').ok_or_else(wrong)?;
        let (from, to) = range.split_once('-').ok_or_else(wrong)?;
        let (from, to) = (from.trim().parse().map_err(|_| wrong())?, to.trim().parse().map_err(|_| wrong())?);
        match 0 < from && from <= to && !thread.trim().is_empty() {
            true => Ok(BlockRange { thread: thread.trim().to_string(), from, to }),
            false => Err(wrong()),
        }
    }
}

/// A block that is not atomic.
#[derive(Clone, Debug)]
pub struct AtomicityViolation {
    pub block: AtomicBlock,
    /// The first operation of another thread inside.
    pub intruder: EventId,
    pub execution: Execution,
}

#[derive(Clone, Debug, Default)]
pub struct Atomicity {
    pub n_blocks: usize,
    pub violations: Vec<AtomicityViolation>,
    pub incomplete: Option<String>,
}

/// The blocks of the program (or those given) that are not atomic in some execution.
pub fn atomicity(
    program: &Program,
    model: &AnyModel,
    selection: &Selection,
    options: &Options,
    notion: Notion,
    extra: &[BlockRange],
) -> Result<Atomicity, LitmusError> {
    let question =
        Question { quantifier: Quantifier::Exists, prop: Some(ir::Prop::True), observed: Vec::new() };
    let switching = Switching::Fixed;
    let mut session = Session::with_question(program, model, selection, switching, options, question)?;
    let mut blocks = session.encoding.unfolded.blocks.clone();
    for range in extra {
        blocks.push(block_of_range(&session.encoding.unfolded, range)?);
    }
    let mut violations = Vec::new();
    for block in &blocks {
        let intrusions = intrusions(&mut session, block, &blocks, notion);
        let terms: Vec<TermId> = intrusions.iter().map(|(_, term)| *term).collect();
        let any = session.encoding.rules.solver.terms.or_all(terms);
        if any == TermId::FALSE {
            continue;
        }
        let asked = session.encoding.rules.solver.assumption("intrusion", any);
        let Some(assignment) = session.solve(&[asked])? else { continue };
        let execution = execution(&session.encoding, program, &assignment);
        let position =
            |id: EventId| execution.orders.first().and_then(|(_, o)| o.iter().position(|&x| x == id));
        let mut evaluator = assignment.evaluator(&session.encoding.rules.solver.terms);
        let inside = intrusions.iter().filter(|(_, term)| evaluator.bool(*term)).map(|(id, _)| *id);
        if let Some(intruder) = inside.min_by_key(|&id| position(id)) {
            violations.push(AtomicityViolation { block: block.clone(), intruder, execution });
        }
    }
    Ok(Atomicity { n_blocks: blocks.len(), violations, incomplete: session.incomplete()? })
}

fn block_of_range(unfolded: &Unfolded, range: &BlockRange) -> Result<AtomicBlock, LitmusError> {
    let names = [range.thread.clone(), format!("P{}", range.thread)];
    let found =
        unfolded.threads.iter_enumerated().find(|(_, thread)| names.contains(&thread.name.to_string()));
    let Some((id, thread)) = found else {
        return Err(LitmusError::Other(format!("there is no thread {}", range.thread)));
    };
    let counted: Vec<EventId> = thread
        .events
        .iter()
        .copied()
        .filter(|&id| {
            let event = &unfolded.events[id];
            let second_half = event.write().is_some_and(|access| access.other_half.is_some());
            !event.is_local() && !second_half && !matches!(event.kind, Kind::Create(_) | Kind::Join(_))
        })
        .collect();
    let (Some(&first), Some(&last)) = (counted.get(range.from - 1), counted.get(range.to - 1)) else {
        let message = format!("thread {} has {} operations", range.thread, counted.len());
        return Err(LitmusError::Other(message));
    };
    let last = unfolded.events[last].read().and_then(|access| access.other_half).unwrap_or(last);
    let events = thread.events.iter().copied().filter(|&id| id >= first && id <= last).collect();
    Ok(AtomicBlock { thread: id, events, span: unfolded.events[first].span })
}

/// Operations of other threads with the condition under which each is inside the block.
fn intrusions(
    session: &mut Session,
    block: &AtomicBlock,
    blocks: &[AtomicBlock],
    notion: Notion,
) -> Vec<(EventId, TermId)> {
    let encoding = &mut session.encoding;
    let ordered: Vec<EventId> =
        block.events.iter().copied().filter(|&id| has_place(&encoding.unfolded, id)).collect();
    let outside: Vec<EventId> = encoding
        .unfolded
        .events
        .iter_enumerated()
        .filter(|(id, event)| {
            event.thread.is_some_and(|thread| thread != block.thread) && has_place(&encoding.unfolded, *id)
        })
        .filter(|(_, event)| !matches!(event.kind, Kind::Create(_) | Kind::Join(_)))
        .map(|(id, _)| id)
        .collect();
    let around = (notion == Notion::Serializable).then(|| detours(session, block, blocks));
    let mut found = Vec::new();
    for &intruder in &outside {
        let mut ways = Vec::new();
        for &first in &ordered {
            for &last in ordered.iter().filter(|&&last| last > first) {
                ways.push(between(session, first, intruder, last));
            }
        }
        let terms = &mut session.encoding.rules.solver.terms;
        let mut inside = terms.or_all(ways);
        let happens = session.encoding.unfolded.events[intruder].guard;
        inside = terms.and(inside, happens);
        let extra = match (notion, &around) {
            (Notion::Any, _) => TermId::TRUE,
            (Notion::Window, _) => touches(session, block, intruder),
            (Notion::Serializable, around) => {
                let mut ways = Vec::new();
                for &a in &ordered {
                    for &b in &ordered {
                        let Some(around) = around else { continue };
                        let terms = &mut session.encoding.rules.solver.terms;
                        ways.push(terms.and(around.get(a, intruder), around.get(intruder, b)));
                    }
                }
                session.encoding.rules.solver.terms.or_all(ways)
            }
        };
        let terms = &mut session.encoding.rules.solver.terms;
        // A detour need not lie inside in time: other blocks are one step.
        let term =
            if notion == Notion::Serializable { terms.and(happens, extra) } else { terms.and(inside, extra) };
        if term != TermId::FALSE {
            found.push((intruder, term));
        }
    }
    found
}

fn has_place(unfolded: &Unfolded, id: EventId) -> bool {
    unfolded.events[id].is_access() || unfolded.events[id].is_sync()
}

fn between(session: &mut Session, first: EventId, middle: EventId, last: EventId) -> TermId {
    let encoding = &mut session.encoding;
    let a = before(encoding, first, middle).unwrap_or(TermId::FALSE);
    let b = before(encoding, middle, last).unwrap_or(TermId::FALSE);
    let guards = [encoding.unfolded.events[first].guard, encoding.unfolded.events[last].guard];
    encoding.rules.solver.terms.and_all([a, b, guards[0], guards[1]])
}

/// Whether the intruder touches a variable that the block touches.
fn touches(session: &mut Session, block: &AtomicBlock, intruder: EventId) -> TermId {
    let encoding = &mut session.encoding;
    let mut ways = Vec::new();
    for &own in &block.events {
        let meet = meets(&mut encoding.rules.solver.terms, &encoding.unfolded, own, intruder);
        let happens = encoding.unfolded.events[own].guard;
        ways.push(encoding.rules.solver.terms.and(meet, happens));
    }
    encoding.rules.solver.terms.or_all(ways)
}

/// Chains of conflicts and program order; all operations of another block are reachable from each other.
fn detours(session: &mut Session, block: &AtomicBlock, blocks: &[AtomicBlock]) -> Relation {
    let ids: Vec<EventId> = session
        .encoding
        .unfolded
        .events
        .iter_enumerated()
        .filter(|(_, event)| event.is_access() && !event.is_initial())
        .map(|(id, _)| id)
        .collect();
    let mut steps = Relation::empty(session.encoding.unfolded.events.len());
    let same_block = |a: EventId, b: EventId| {
        blocks.iter().any(|other| {
            other.events != block.events && other.events.contains(&a) && other.events.contains(&b)
        })
    };
    for &a in &ids {
        for &b in ids.iter().filter(|&&b| b != a) {
            let unfolded = &session.encoding.unfolded;
            let (x, y) = (&unfolded.events[a], &unfolded.events[b]);
            let (both_in_block, same_thread) =
                (block.events.contains(&a) && block.events.contains(&b), x.thread == y.thread);
            let guards = [x.guard, y.guard];
            let conflict = (x.is_write() || y.is_write()) && !same_thread;
            let term = if both_in_block {
                continue;
            } else if same_block(a, b) || (same_thread && a < b) {
                TermId::TRUE
            } else if conflict {
                let encoding = &mut session.encoding;
                let meet = meets(&mut encoding.rules.solver.terms, &encoding.unfolded, a, b);
                if meet == TermId::FALSE {
                    continue;
                }
                let first = before(encoding, a, b).unwrap_or(TermId::FALSE);
                encoding.rules.solver.terms.and(meet, first)
            } else {
                continue;
            };
            let terms = &mut session.encoding.rules.solver.terms;
            let term = terms.and_all([term, guards[0], guards[1]]);
            steps.add(terms, a, b, term);
        }
    }
    steps.closure(&mut session.encoding.rules.solver.terms)
}
