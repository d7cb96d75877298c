//! The laws that the analysis relies on, tried on random members: join and widening are upper bounds, and no operation
//! loses a concrete result.
#![cfg(test)]

use super::Ints;
use interp::eval;
use ir::{BinaryOp, CastOp, CompareOp, Ty};
use proptest::prelude::*;

const WIDTH: u32 = 8;

fn ints() -> impl Strategy<Value = Ints> {
    prop_oneof![
        proptest::collection::vec(-128i128..=127, 0..6)
            .prop_map(|v| v.into_iter().fold(Ints::NONE, |set, value| set.join(&Ints::one(value)))),
        (-128i128..=127, -128i128..=127).prop_map(|(a, b)| Ints::between(a.min(b), a.max(b))),
    ]
}

fn members(set: &Ints) -> Vec<i128> {
    (-128..=127).filter(|&value| set.contains(value)).collect()
}

fn bits(value: i128) -> u128 {
    value as u128 & 0xff
}

proptest! {
    #[test]
    fn joins_and_widenings_are_upper_bounds(a in ints(), b in ints()) {
        for upper in [a.join(&b), a.widen(&a.join(&b), WIDTH), a.widen(&b, WIDTH)] {
            prop_assert!(a.is_subset(&upper) && b.is_subset(&upper), "{a} {b} {upper}");
        }
        prop_assert_eq!(a.join(&b), b.join(&a));
        prop_assert_eq!(a.join(&a), a.clone());
    }

    #[test]
    fn a_meet_keeps_what_is_in_both(a in ints(), b in ints()) {
        let meet = a.meet(&b);
        for value in -128..=127 {
            prop_assert!(!(a.contains(value) && b.contains(value)) || meet.contains(value));
        }
        prop_assert!(meet.is_subset(&a) || meet.is_subset(&b) || meet.is_none());
    }

    #[test]
    fn subsets_are_subsets(a in ints(), b in ints()) {
        if a.is_subset(&b) {
            prop_assert!(members(&a).into_iter().all(|value| b.contains(value)));
        }
    }

    #[test]
    fn widening_ends(values in proptest::collection::vec(ints(), 60)) {
        let mut set = Ints::NONE;
        let mut changes = 0;
        for next in values {
            let wider = set.widen(&set.join(&next), WIDTH);
            changes += usize::from(wider != set);
            set = wider;
        }
        prop_assert!(changes <= 48, "{changes} changes");
    }

    #[test]
    fn arithmetic_loses_nothing(a in ints(), b in ints()) {
        use BinaryOp::*;
        for op in [Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor, SMin, SMax, UMin, UMax] {
            let result = a.binary(op, &b, WIDTH);
            for x in members(&a).into_iter().step_by(7) {
                for y in members(&b).into_iter().step_by(5) {
                    if let Ok(exact) = eval::binary(op, Ty::Int(8), bits(x), bits(y)) {
                        let exact = eval::signed(exact, Ty::Int(8));
                        prop_assert!(result.contains(exact), "{op:?} {x} {y} = {exact} not in {result}");
                    }
                }
            }
        }
    }

    #[test]
    fn comparisons_lose_nothing(a in ints(), b in ints()) {
        use CompareOp::*;
        for op in [Eq, Ne, Ult, Ule, Ugt, Uge, Slt, Sle, Sgt, Sge] {
            let (truths, kept) = (a.compare(op, &b, WIDTH), a.where_holds(op, &b, WIDTH));
            for x in members(&a).into_iter().step_by(3) {
                for y in members(&b).into_iter().step_by(5) {
                    let holds = eval::compare(op, Ty::Int(8), bits(x), bits(y));
                    prop_assert!(truths.contains(i128::from(holds)), "{x} {op:?} {y}");
                    prop_assert!(!holds || kept.contains(x), "{x} {op:?} {y}");
                }
            }
        }
    }

    #[test]
    fn casts_lose_nothing(a in ints()) {
        for (op, to) in [(CastOp::ZExt, 16), (CastOp::SExt, 16), (CastOp::Trunc, 4), (CastOp::Trunc, 1)] {
            let result = a.cast(op, WIDTH, to);
            for x in members(&a) {
                let exact = eval::cast(op, Ty::Int(8), Ty::Int(to as u8), bits(x));
                let exact = if to == 1 { exact as i128 } else { eval::signed(exact, Ty::Int(to as u8)) };
                prop_assert!(result.contains(exact), "{op:?} {x} = {exact} not in {result}");
            }
        }
    }
}
