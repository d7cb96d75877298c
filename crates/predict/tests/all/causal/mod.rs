//! The maximal causal model against brute force: on small random traces the broken blocks, races and deadlocks reported
//! are exactly those of some interleaving.
//!
//! The oracle knows the rules of the model and nothing of windows, formulas or the checker. A few hundred traces by default;
//! with `SELVEDGE_FULL=1` 35,000.

mod interleavings;
mod random;

use crate::common::Listed;
use events::trace::{Op, TraceEvent};
use interleavings::Oracle;
use predict::EventId;
use predict::causal::{
    Blocks, CausalOptions, CausalProperty, CausalTrace, CausalWitness, Subject, check, predict_causal,
};
use random::{Kinds, random_events};
use std::collections::BTreeSet;

fn causal_of(events: &[TraceEvent]) -> CausalTrace {
    let mut stream = Listed::new(events);
    let specification = spec::Specification::default();
    CausalTrace::read(&mut stream, None, &specification, usize::MAX, Blocks::default()).unwrap()
}

#[derive(Default, Debug)]
struct Tally {
    compared: u64,
    too_many: u64,
    blocks: u64,
    races: u64,
    deadlocks: u64,
}

fn options(properties: &[CausalProperty]) -> CausalOptions {
    let (properties, window) = (properties.to_vec(), 1000);
    CausalOptions { properties, window, every_instance: true, ..CausalOptions::default() }
}

fn compare(seed: u64, kinds: Kinds, tally: &mut Tally) {
    let raw = random_events(seed, kinds);
    let causal = causal_of(&raw);
    let mut oracle = Oracle::new(&causal, &raw);
    if !oracle.explore() {
        tally.too_many += 1;
        return;
    }
    tally.compared += 1;
    let all = [CausalProperty::Atomicity, CausalProperty::Race, CausalProperty::Deadlock];
    let outcome = predict_causal(&causal, &options(&all), &mut |_, _| {}).unwrap();
    assert_eq!(outcome.unknown, None, "seed {seed} {kinds:?}");
    let (mut blocks, mut races, mut deadlock) = (BTreeSet::new(), BTreeSet::new(), false);
    for finding in &outcome.findings {
        check(&causal, &finding.witness).unwrap();
        match &finding.witness.subject {
            Subject::Block { first, remote, second, .. } => drop(blocks.insert((*first, *remote, *second))),
            Subject::Race(a, b) => drop(races.insert((*a, *b))),
            Subject::Deadlock(_) => deadlock = true,
        }
    }
    let text = || raw.iter().map(|e| format!("{}|{}({})={}\n", e.thread, e.op.name(), e.object, e.value));
    let text = || text().collect::<String>();
    assert_eq!(blocks, oracle.blocks, "blocks, seed {seed} {kinds:?}\n{}", text());
    assert_eq!(races, oracle.races, "races, seed {seed} {kinds:?}\n{}", text());
    assert_eq!(deadlock, oracle.deadlock, "deadlock, seed {seed} {kinds:?}\n{}", text());
    tally.blocks += blocks.len() as u64;
    tally.races += races.len() as u64;
    tally.deadlocks += u64::from(deadlock);
}

fn configs() -> [Kinds; 7] {
    let plain = Kinds {
        locks: true,
        nested: false,
        semaphores: false,
        conditions: false,
        values: true,
        frees: false,
    };
    [
        plain,
        Kinds { values: false, ..plain },
        Kinds { locks: false, semaphores: true, ..plain },
        Kinds { locks: false, conditions: true, ..plain },
        Kinds { frees: true, ..plain },
        Kinds { semaphores: true, conditions: true, ..plain },
        Kinds { nested: true, ..plain },
    ]
}

#[test]
fn exactly_what_some_interleaving_shows() {
    let full = std::env::var_os("SELVEDGE_FULL").is_some();
    let traces = if full { 5_000 } else { 200 };
    for kinds in configs() {
        let mut tally = Tally::default();
        (0..traces).for_each(|seed| compare(seed, kinds, &mut tally));
        println!("{kinds:?}: {tally:?}; none invented, none missed");
        assert!(!kinds.nested || tally.deadlocks > traces / 200, "{tally:?}");
        assert!(tally.blocks > traces / 8 && tally.races > traces / 8, "{tally:?}");
        assert!(tally.compared * 10 > traces * 9, "{tally:?}");
    }
}

/// In small windows less is found, and nothing that is not there.
#[test]
fn windows_invent_nothing() {
    let kinds = configs()[5];
    let mut found = 0;
    for seed in 0..150 {
        let raw = random_events(seed, kinds);
        let causal = causal_of(&raw);
        let mut oracle = Oracle::new(&causal, &raw);
        if !oracle.explore() {
            continue;
        }
        let mut small = options(&[CausalProperty::Atomicity, CausalProperty::Race]);
        small.window = 6;
        let outcome = predict_causal(&causal, &small, &mut |_, _| {}).unwrap();
        assert_eq!(outcome.unknown, None, "seed {seed}");
        for finding in &outcome.findings {
            found += 1;
            let known = match &finding.witness.subject {
                Subject::Block { first, remote, second, .. } => {
                    oracle.blocks.contains(&(*first, *remote, *second))
                }
                Subject::Race(a, b) => oracle.races.contains(&(*a, *b)),
                Subject::Deadlock(_) => true,
            };
            assert!(known, "seed {seed}: {:?}", finding.witness);
        }
    }
    assert!(found > 20, "{found}");
}

/// A read may take its value from another write of the same value: that is what values are for.
#[test]
fn equal_values_find_more() {
    let text = |values: bool| {
        let event = |thread, op, object, value| {
            let mut event = TraceEvent::new(thread, op, object, 0);
            (event.value, event.has_value, event.size) = (value, values, 4);
            event
        };
        let mark = |op| TraceEvent::new(0, op, 0, 0);
        // Thread 1 spins until the flag is 1; thread 0 sets it, and later sets it again inside of its block.
        vec![
            event(0, Op::AtomicWrite, 1, 1),
            mark(Op::TransactionBegin),
            event(0, Op::Read, 2, 0),
            event(0, Op::AtomicWrite, 1, 1),
            event(0, Op::Write, 2, 5),
            mark(Op::TransactionEnd),
            event(1, Op::AtomicRead, 1, 1),
            event(1, Op::Write, 2, 7),
        ]
    };
    let found = |values: bool| {
        let causal = causal_of(&text(values));
        let outcome =
            predict_causal(&causal, &options(&[CausalProperty::Atomicity]), &mut |_, _| {}).unwrap();
        outcome.findings.len()
    };
    // With the second write as its source the read comes after the first access in both cases; what differs is that with
    // values it may also be before it. The block is broken either way, by the write of thread 1.
    assert_eq!((found(true), found(false)), (1, 1));
    let mut raw = text(true);
    raw.swap(3, 4);
    // Now the flag is set again only after the block's last access: without values the reader comes too late.
    let with = causal_of(&raw);
    raw.iter_mut().for_each(|event| event.has_value = false);
    let without = causal_of(&raw);
    let count = |causal: &CausalTrace| {
        predict_causal(causal, &options(&[CausalProperty::Atomicity]), &mut |_, _| {}).unwrap().findings.len()
    };
    assert_eq!((count(&with), count(&without)), (1, 0));
}

/// What is not a reordering is refused.
#[test]
fn the_checker_refuses() {
    let raw = random_events(3, configs()[0]);
    let causal = causal_of(&raw);
    let subject = Subject::Race(0, 1);
    let backwards: Vec<EventId> = (0..causal.trace.len() as EventId).rev().collect();
    assert!(check(&causal, &CausalWitness { subject: subject.clone(), prefix: 0, tail: backwards }).is_err());
    let all: Vec<EventId> = (0..causal.trace.len() as EventId).collect();
    assert!(check(&causal, &CausalWitness { subject, prefix: 0, tail: all }).is_err());
}
