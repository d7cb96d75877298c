//! Numbers of executions on programs whose numbers are known, from C.

use explore::{Equivalence, ExploreConfig, explore};
use ir::Program;
use model::Model;
use std::path::Path;
use verdict::Verdict;

/// The counts that make a difference.
fn sum(result: &explore::Exploration) -> (u64, u64) {
    (result.counts.executions, result.counts.blocked)
}

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

/// Nobody else looks at `own`, but the fences of its accesses count.
#[test]
fn private_accesses_keep_their_fences() {
    let source = |fence: &str| {
        format!(
            "C fenced\n{{}}\nP0(int *x, int *y, int *own)\n{{\n  int r0;\n  int r1;\n  WRITE_ONCE(*x, 1);\n  {fence}\n  r0 = READ_ONCE(*y);\n}}\n\
             P1(int *x, int *y)\n{{\n  int r0;\n  WRITE_ONCE(*y, 1);\n  smp_mb();\n  r0 = READ_ONCE(*x);\n}}\n\
             exists (0:r0=0 /\\ 1:r0=0)\n"
        )
    };
    let fences = ["atomic_store_explicit(own, 1, memory_order_seq_cst);", "r1 = cmpxchg(own, 0, 1);"];
    for model in [Model::TSO, Model::PSO, Model::RMO] {
        for (fence, safe) in
            fences.iter().map(|fence| (*fence, true)).chain([("WRITE_ONCE(*own, 1);", false)])
        {
            let program = frontend::litmus::read(&source(fence), "fenced.litmus").expect("a litmus test");
            let verdict = explore(&program, &ExploreConfig::new(model)).verdict;
            let as_expected = match safe {
                true => matches!(verdict, Verdict::Safe { .. }),
                false => matches!(verdict, Verdict::Violation { .. }),
            };
            assert!(as_expected, "{model}, {fence}: {verdict:?}");
        }
    }
}

#[test]
fn a_limit_means_incomplete() {
    let mut config = ExploreConfig::new(Model::SC);
    config.max_executions = Some(10);
    let result = explore(&load("lockinc", 5), &config);
    assert_eq!(result.counts.executions, 10);
    let Verdict::Unknown { why, .. } = result.verdict else { panic!("{:?}", result.verdict) };
    assert!(why.is_limit(), "{why}");
}

#[test]
fn workers_share_out_the_work() {
    for (name, n, expected) in [("lockinc", 6, 720), ("casrot", 9, 8597), ("treiber", 3, 25_680)] {
        let mut config = ExploreConfig::new(Model::SC);
        config.jobs = 3;
        let result = explore(&load(name, n), &config);
        assert!(matches!(result.verdict, Verdict::Safe { .. }), "{name} {n}: {:?}", result.verdict);
        assert_eq!(sum(&result), (expected, 0), "{name} {n}");
    }
}

#[test]
fn a_stopped_exploration_is_taken_up_again() {
    let program = load("lockinc", 7);
    let mut config = ExploreConfig::new(Model::SC);
    let mut stops = 0;
    let result = loop {
        config.max_executions = Some(config.resume.as_ref().map_or(0, |done| done.counts.executions) + 1500);
        let result = explore(&program, &config);
        if result.complete {
            break result;
        }
        stops += 1;
        assert!(stops < 20, "it gets nowhere");
        config.resume = result.checkpoint;
        assert!(config.resume.is_some());
    };
    assert!(stops >= 2, "{stops}");
    assert_eq!(sum(&result), (5040, 0));
    let mut other = ExploreConfig::new(Model::TSO);
    other.resume = config.resume;
    let Verdict::Unknown { why, .. } = explore(&program, &other).verdict else { panic!("resumed") };
    assert!(why.to_string().contains("checkpoint"), "{why}");
}

#[test]
fn the_estimate_is_of_the_right_order() {
    let seen = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let mut config = ExploreConfig::new(Model::SC);
    let log = seen.clone();
    config.progress = Some(std::sync::Arc::new(move |counts| {
        log.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(counts.estimate);
    }));
    let result = explore(&load("fib", 4), &config);
    let estimates = seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let (total, middle) = (result.counts.executions, estimates[estimates.len() / 2]);
    assert!(middle > total / 20 && middle < total * 20, "{middle} for {total}");
}
