//! Facts tried against all numbers of three bits: nothing is decided, kept or refused that some numbers contradict.
#![cfg(test)]

use super::datum::Datum;
use super::facts::{Fact, Facts, Relation};
use interp::eval;
use ir::{CompareOp, Ty};
use proptest::prelude::*;
use std::collections::BTreeSet;

const WIDTH: u8 = 3;
const SYMBOLS: u32 = 3;
const OPS: [CompareOp; 9] = [
    CompareOp::Ne,
    CompareOp::Ult,
    CompareOp::Ule,
    CompareOp::Ugt,
    CompareOp::Uge,
    CompareOp::Slt,
    CompareOp::Sle,
    CompareOp::Sgt,
    CompareOp::Sge,
];

fn datum() -> impl Strategy<Value = Datum> {
    prop_oneof![(0..SYMBOLS).prop_map(Datum::Symbol), (0u128..8).prop_map(Datum::Bits)]
}

fn facts() -> impl Strategy<Value = Facts> {
    let comparison = (0..OPS.len(), datum(), datum());
    let sum = (0..SYMBOLS, 0..SYMBOLS, 0u128..8);
    (proptest::collection::vec(comparison, 0..6), proptest::collection::vec(sum, 0..2)).prop_map(
        |(all, sums)| {
            let mut facts = Facts::default();
            for (op, a, b) in all {
                // As everywhere: only what is not decided is learnt.
                if facts.decide(OPS[op], a, b, WIDTH).is_none() {
                    facts.learn(OPS[op], a, b, WIDTH);
                }
            }
            for (a, b, step) in sums {
                let relation = Relation::Plus(step);
                facts.0.insert(Fact { relation, a: Datum::Symbol(a), b: Datum::Symbol(b), width: WIDTH });
            }
            facts
        },
    )
}

fn worlds() -> impl Iterator<Item = [u128; 3]> {
    (0..512u128).map(|n| [n & 7, n >> 3 & 7, n >> 6])
}

fn number(datum: Datum, world: &[u128; 3]) -> u128 {
    match datum {
        Datum::Bits(bits) => bits,
        Datum::Symbol(symbol) => world[symbol as usize],
        _ => 0,
    }
}

fn holds(facts: &Facts, world: &[u128; 3]) -> bool {
    facts.0.iter().all(|fact| {
        let (a, b) = (number(fact.a, world), number(fact.b, world));
        let compare = |op| eval::compare(op, Ty::Int(WIDTH), a, b);
        match fact.relation {
            Relation::Differ => a != b,
            Relation::Less { signed } => compare(if signed { CompareOp::Slt } else { CompareOp::Ult }),
            Relation::AtMost { signed } => compare(if signed { CompareOp::Sle } else { CompareOp::Ule }),
            Relation::Plus(step) => a.wrapping_add(step) & 7 == b,
        }
    })
}

proptest! {
    #[test]
    fn what_is_decided_is_so(facts in facts(), a in datum(), b in datum(), op in 0..OPS.len()) {
        for op in [OPS[op], CompareOp::Eq] {
            let Some(truth) = facts.decide(op, a, b, WIDTH) else { continue };
            for world in worlds().filter(|world| holds(&facts, world)) {
                let really = eval::compare(op, Ty::Int(WIDTH), number(a, &world), number(b, &world));
                prop_assert_eq!(really, truth, "{:?} {:?} {:?} in {:?}", facts, a, b, world);
            }
        }
    }

    #[test]
    fn what_is_kept_follows(facts in facts(), keep in 0u32..8) {
        let keep: BTreeSet<u32> = (0..SYMBOLS).filter(|symbol| keep >> symbol & 1 == 1).collect();
        let closed = facts.close(&keep);
        let spoken = closed.0.iter().flat_map(|fact| [fact.a, fact.b]).filter_map(Datum::symbol);
        prop_assert!(spoken.into_iter().all(|symbol| keep.contains(&symbol)));
        for world in worlds().filter(|world| holds(&facts, world)) {
            prop_assert!(holds(&closed, &world), "{:?} gives {:?}, not so in {:?}", facts, closed, world);
        }
        prop_assert_eq!(closed.close(&keep), closed);
    }

    #[test]
    fn what_is_put_in_is_possible(facts in facts(), symbol in 0..SYMBOLS, by in datum()) {
        let mut changed = facts.clone();
        let possible = changed.substitute(symbol, by);
        let fits = |world: &[u128; 3]| holds(&facts, world) && world[symbol as usize] == number(by, world);
        for world in worlds().filter(fits) {
            prop_assert!(possible, "{:?} with {} as {:?} refused, but {:?}", facts, symbol, by, world);
            prop_assert!(holds(&changed, &world), "{:?} became {:?}, not so in {:?}", facts, changed, world);
        }
    }
}
