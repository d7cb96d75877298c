//! Operations of pthreads mean what the table of `posix` says: short sequences of them by two threads have the final states that all
//! interleavings of `interp::World` have. Where one is undefined, the answer is told to be incomplete.

use ir::SyncOp;
use litmus::{AnyModel, Options, Selection, outcomes};
use model::Model;
use std::collections::{BTreeMap, BTreeSet};
use testkit::explore_sc;
use testkit::sequences::{Family, Pair, of_one, on};
use verdict::Property;

/// Pairs with up to three operations in all.
fn pairs(family: &Family) -> Vec<Pair> {
    let mut all: Vec<Pair> = vec![Pair::default()];
    let mut last = all.clone();
    for _ in 0..3 {
        let mut next: BTreeSet<Pair> = BTreeSet::new();
        for (pair, thread) in last.iter().flat_map(|pair| [(pair, 0), (pair, 1)]) {
            for call in 0..family.calls.len() as u8 {
                let mut longer = pair.clone();
                longer[thread].push(call);
                next.insert(longer);
            }
        }
        last = next.into_iter().collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// Besides those of one object: a mutex that `main` makes, and one that it makes and destroys.
fn families() -> Vec<Family> {
    let calls = vec![on(SyncOp::MutexLock, 0), on(SyncOp::MutexUnlock, 0)];
    let made = Family {
        name: "made",
        n_objects: 1,
        before: vec![testkit::sequences::with(SyncOp::MutexInit, 0, 0)],
        calls,
        third: None,
    };
    let mut gone = made.clone();
    gone.name = "made and destroyed";
    gone.before.push(on(SyncOp::MutexDestroy, 0));
    of_one().into_iter().chain([made, gone]).collect()
}

#[test]
fn sequences_end_as_the_table_has_it() {
    let mut wrong = Vec::new();
    let (mut complete, mut undefined, mut unknown) = (0, 0, BTreeMap::new());
    for family in families() {
        for pair in pairs(&family) {
            let program = family.program(&pair);
            let Ok(oracle) = explore_sc(&program, 20_000) else { continue };
            let model = AnyModel::BuiltIn(Model::SC);
            let found = outcomes(&program, &model, &Selection::All, &Options::default()).expect("an answer");
            let is_undefined = oracle.failures.iter().any(|kind| kind.property() == Property::Memory);
            if let Some(reason) = found.incomplete {
                undefined += u32::from(is_undefined);
                if !is_undefined {
                    *unknown.entry(reason).or_insert(0) += 1;
                }
                continue;
            }
            complete += 1;
            let words = family.in_words(&pair);
            if is_undefined {
                wrong.push(format!("{words}: misuse that is not told"));
            }
            let states: BTreeSet<BTreeMap<String, i128>> = found
                .states
                .iter()
                .map(|state| {
                    found.names.iter().map(|name| name.to_string()).zip(state.iter().copied()).collect()
                })
                .collect();
            if family.has_final_states() && states != oracle.states {
                wrong.push(format!("{words}: {states:?} instead of {:?}", oracle.states));
            }
        }
    }
    println!("{complete} the same, {undefined} undefined, not known: {unknown:?}");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(complete > 3500 && unknown.is_empty(), "{complete} the same, not known: {unknown:?}");
}
