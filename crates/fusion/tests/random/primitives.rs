//! Every pthread primitive against brute force: a small program each, from many runs of it.
//!
//! `// expect: some | none` says whether any run of the program leads to a broken block.

use super::brute::{Brute, Three};
use fusion::{Config, RunConfig};
use interp::Machine;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// Runs of each program, by seed.
const RUNS: u64 = 40;
/// Prefixes that brute force may look at.
const LIMIT: u64 = 300_000;

/// Compares one program; how many triples were found in all runs, and how many runs went different ways.
fn compare(path: &Path) -> (usize, usize) {
    let loaded = frontend::load(path, &frontend::Options::default());
    let program = Arc::new(loaded.unwrap_or_else(|error| panic!("{}: {error}", path.display())).program);
    let machine = Arc::new(Machine::new(&program));
    let (mut triples, mut ways) = (0, BTreeSet::new());
    for seed in 0..RUNS {
        let run = RunConfig { seed, inputs: Some(Vec::new()), ..RunConfig::default() };
        let config = Config { run, guarded_independence: seed % 2 == 0, ..Config::default() };
        let trace = fusion::symbolic_trace(&program, &config).expect("a trace");
        let kinds: Vec<String> = trace.steps.iter().map(|step| format!("{:?}", step.kind)).collect();
        ways.insert(kinds);
        let expected = Brute::search(&machine, &trace, config.guarded_independence, LIMIT)
            .unwrap_or_else(|| panic!("{}: too large for brute force", path.display()));
        let prediction = fusion::predict(&program, &config, &mut |_, _| {}).expect("a prediction");
        assert_eq!(prediction.unknown, None, "{} seed {seed}", path.display());
        let found: BTreeSet<Three> = prediction
            .violations
            .iter()
            .filter_map(|violation| violation.candidate)
            .map(|three| (three.first, three.remote, three.second))
            .collect();
        let invented: Vec<_> = found.difference(&expected).collect();
        let missed: Vec<_> = expected.difference(&found).collect();
        assert!(
            invented.is_empty() && missed.is_empty(),
            "{} seed {seed}: invented {invented:?}, missed {missed:?}\n{:#?}",
            path.display(),
            trace.steps
        );
        triples += found.len();
    }
    (triples, ways.len())
}

#[test]
fn every_primitive_is_exact() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/random/primitives");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("programs").flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in &paths {
        let text = std::fs::read_to_string(path).expect("a program");
        let expected =
            text.lines().find_map(|line| line.strip_prefix("// expect: ")).expect("an expectation");
        let (triples, ways) = compare(path);
        println!("{}: {RUNS} runs, {ways} different, {triples} triples as brute force", path.display());
        assert_eq!(triples > 0, expected == "some", "{}: {triples} triples", path.display());
    }
    assert!(paths.len() >= 11, "{} programs", paths.len());
}
