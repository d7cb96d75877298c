//! The litmus corpus: the same reachable states as its tables say, under all six models.
//!
//! Every tenth test, or all of them with SELVEDGE_FULL=1 (which also prints the totals).

use explore::{ExploreConfig, explore};
use model::Model;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use testkit::corpus::Corpus;
use verdict::Limits;

#[derive(Default, Debug)]
struct Total {
    agree: u64,
    /// Not explored to the end, and it says so; what was found is right.
    unsure: u64,
    wrong: Vec<String>,
}

#[test]
fn states_agree_with_the_tables() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus");
    let corpus = Corpus::read(&directory).expect("the corpus");
    let step = if std::env::var_os("SELVEDGE_FULL").is_some() { 1 } else { 10 };
    let mut totals: BTreeMap<&str, Total> = BTreeMap::new();
    for (name, rows) in corpus.rows.iter().step_by(step) {
        let path = directory.join(format!("{name}.litmus"));
        let program = match frontend::load(&path, &frontend::Options::default()) {
            Ok(loaded) => loaded.program,
            Err(error) => panic!("{name}: {error}"),
        };
        for row in rows {
            let mut config = ExploreConfig::new(row.model);
            config.keep_going = true;
            config.task.limits = Limits::within(Duration::from_secs(20));
            let found = explore(&program, &config);
            let n_states = found.states.len() as u64;
            let listed = corpus.states_of(name, row.model);
            let fits = listed.as_ref().is_none_or(|states| found.states.is_subset(states));
            let total = totals.entry(row.model.name()).or_default();
            if found.complete && fits && n_states == row.n_states {
                total.agree += 1;
            } else if !found.complete && fits && n_states <= row.n_states {
                total.unsure += 1;
            } else {
                total.wrong.push(format!("{name}: {n_states} states, not {}", row.n_states));
            }
        }
    }
    assert_eq!(totals.len(), Model::ALL.len(), "every model has rows");
    for (model, total) in &totals {
        assert!(total.agree + total.unsure > 100, "{model}: where is the corpus?");
        println!("{model}: {} agree, {} unsure, {} wrong", total.agree, total.unsure, total.wrong.len());
        assert!(total.wrong.is_empty(), "{model}: {:?}", total.wrong);
        let sure = total.agree * 10 >= (total.agree + total.unsure) * 9;
        assert!(sure || *model == Model::RMO_NODEP.name(), "{model}: too many are unsure: {}", total.unsure);
    }
}
