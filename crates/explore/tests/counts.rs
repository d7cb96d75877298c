//! Numbers of executions on programs whose numbers are known, from C.

use explore::{Equivalence, ExploreConfig, explore};
use ir::Program;
use model::Model;
use std::path::Path;
use verdict::Verdict;

fn load(name: &str, n: u32) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/explore/{name}.c"));
    let mut options = frontend::Options::default();
    options.extra_args.push(format!("-DN={n}"));
    frontend::load(&path, &options).unwrap_or_else(|error| panic!("{name}: {error}")).program
}

fn count(name: &str, n: u32, equivalence: Equivalence) -> (u64, u64) {
    let mut config = ExploreConfig::new(Model::SC);
    config.equivalence = equivalence;
    let result = explore(&load(name, n), &config);
    assert!(matches!(result.verdict, Verdict::Safe { .. }), "{name} {n}: {:?}", result.verdict);
    (result.counts.executions, result.counts.blocked)
}

#[test]
fn reads_from_classes() {
    let rf = |name, n| count(name, n, Equivalence::ReadsFrom);
    assert_eq!(rf("ainc", 6), (1, 0), "additions that nobody looks at commute");
    assert_eq!(rf("nwriters", 6), (7, 0), "the reader sees one of the writes or none");
    assert_eq!(rf("readers", 8), (256, 0));
    assert_eq!(rf("inc", 4), (125, 0), "(n + 1)^(n - 1) forests");
    assert_eq!(rf("casrot", 9), (8597, 0));
    assert_eq!(rf("casw", 5), (2160, 0));
    assert_eq!(rf("lockinc", 5), (120, 0), "every order of the lock");
    assert_eq!(rf("ticketlock", 4), (24, 0), "nobody waits in vain");
    assert_eq!(rf("coarse_set", 4), (24, 0));
    assert_eq!(rf("treiber", 2), (40, 0), "a loop in which the stack changes and changes back does not wait");
}

#[test]
fn mazurkiewicz_traces() {
    let traces = |name, n| count(name, n, Equivalence::Mazurkiewicz);
    assert_eq!(traces("nwriters", 4), (120, 0));
    assert_eq!(traces("inc", 4), (576, 0), "(n!)^2");
}

#[test]
fn a_limit_means_incomplete() {
    let mut config = ExploreConfig::new(Model::SC);
    config.max_executions = Some(10);
    let result = explore(&load("lockinc", 5), &config);
    assert_eq!(result.counts.executions, 10);
    let Verdict::Unknown { reason, .. } = result.verdict else { panic!("{:?}", result.verdict) };
    assert!(reason.contains("incomplete"), "{reason}");
}
