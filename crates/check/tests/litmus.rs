//! Every row of the litmus corpus: the outcome that a test asks about is found under a model iff it is listed as
//! allowed.

use check::{CheckConfig, check};
use model::Model;
use std::collections::BTreeMap;
use std::path::Path;
use verdict::Verdict;

fn corpus() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus")
}

#[test]
fn the_whole_corpus_agrees() {
    let table =
        std::fs::read_to_string(corpus().join("expected.tsv")).expect("the table of expected verdicts");
    let mut rows: BTreeMap<&str, Vec<(Model, bool)>> = BTreeMap::new();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let model = Model::by_name(fields[1]).expect("a known model");
        rows.entry(fields[0]).or_default().push((model, fields[2] == "allowed"));
    }
    let mut wrong = Vec::new();
    let mut n_rows = 0;
    for (name, expectations) in rows {
        let path = corpus().join(format!("{name}.litmus"));
        let text = std::fs::read_to_string(&path).expect("a test of the corpus");
        let mut program = frontend::litmus::read(&text, name).expect("a test that can be read");
        // The table speaks of the proposition, whatever its quantifier.
        if let Some(condition) = &mut program.condition {
            condition.quantifier = ir::Quantifier::Exists;
        }
        for (model, allowed) in expectations {
            n_rows += 1;
            let result = check(&program, &CheckConfig::new(model));
            let found = match &result.verdict {
                Verdict::Violation { .. } => "allowed".to_string(),
                Verdict::Safe { .. } => "forbidden".to_string(),
                Verdict::Unknown { why, .. } => why.to_string(),
            };
            if found != if allowed { "allowed" } else { "forbidden" } {
                wrong.push(format!("{name} {model}: {found}, expected allowed={allowed}"));
            }
        }
    }
    assert!(n_rows > 10_000, "{n_rows} rows: where is the corpus?");
    assert!(wrong.is_empty(), "{} of {n_rows} rows are wrong:\n{}", wrong.len(), wrong.join("\n"));
}
