//! The litmus corpus: what is reachable is never proved, and nearly all that is not reachable is.
//!
//! Every other test of the corpus; `SELVEDGE_FULL=1` takes them all.

use model::Model;
use prove::{ProveConfig, prove};
use std::collections::BTreeMap;
use std::path::Path;
use testkit::corpus::Corpus;
use verdict::Verdict;

#[test]
fn no_bogus_proof_in_the_corpus() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus");
    let corpus = Corpus::read(&directory).expect("the corpus");
    let mut bogus = Vec::new();
    let mut table: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    let step = if std::env::var_os("SELVEDGE_FULL").is_some() { 1 } else { 2 };
    for (name, rows) in corpus.rows.iter().step_by(step) {
        let text = corpus.text(name).expect("a test of the corpus");
        let mut program = frontend::litmus::read(&text, name).expect("a test that can be read");
        // The table speaks of the proposition, whatever its quantifier.
        if let Some(condition) = &mut program.condition {
            condition.quantifier = ir::Quantifier::Exists;
        }
        for row in rows {
            let result = prove(&program, &ProveConfig::new(row.model));
            let proved = matches!(result.verdict, Verdict::Safe { .. });
            let counts = table.entry(row.model.name()).or_default();
            if row.allowed && proved {
                bogus.push(format!("{name} {}", row.model));
            }
            if !row.allowed {
                counts.0 += 1;
                counts.1 += u32::from(proved);
                if !proved {
                    println!("{name} {}: {:?}", row.model, result.verdict);
                }
            }
        }
    }
    println!("holding, proved: {table:?}");
    assert!(bogus.is_empty(), "{} bogus proofs:\n{}", bogus.len(), bogus.join("\n"));
    for model in Model::ALL {
        let (holding, proved) = table[model.name()];
        assert!(100 * proved >= 95 * holding, "{model}: {proved} of {holding} proved");
    }
}
