//! Random small programs with atomic sections: the same final states as brute force, no class twice, and witnesses that certify.

use explore::{ExploreConfig, explore};
use ir::{Inst, Op, Program, Span, Term};
use model::Model;
use testkit::random::{Rng, Shape, random_program};
use testkit::{Limits, enumerate, explore_sc};
use verdict::Verdict;

fn seeds(default: u64) -> u64 {
    std::env::var("SELVEDGE_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn border(op: Op) -> Inst {
    Inst { op, results: Default::default(), span: Span::NONE }
}

/// A random program some of whose threads have sections: from the beginning to the end, or within a block.
fn with_sections(seed: u64) -> Program {
    let mut program = random_program(seed, &Shape::default()).to_program();
    let mut random = Rng::new(seed ^ 0x5ec7_1045);
    let entry = program.entry;
    let threads: Vec<ir::FuncId> = program.functions.ids().filter(|&id| id != entry).collect();
    for thread in threads {
        let blocks = &mut program.functions[thread].blocks;
        match random.below(4) {
            0 => {}
            1 => {
                for block in blocks.iter_mut() {
                    if matches!(block.term, Term::Return { .. }) {
                        block.insts.push(border(Op::AtomicEnd));
                    }
                }
                if let Some(first) = blocks.iter_mut().next() {
                    first.insts.insert(0, border(Op::AtomicBegin));
                }
            }
            _ => {
                for block in blocks.iter_mut() {
                    let from = random.below(block.insts.len() + 1);
                    let to = from + random.below(block.insts.len() + 1 - from);
                    block.insts.insert(to, border(Op::AtomicEnd));
                    block.insts.insert(from, border(Op::AtomicBegin));
                }
            }
        }
    }
    program
}

fn compare(models: &[Model], n: u64) {
    let limits = Limits { candidates: 50_000, ..Limits::default() };
    let (mut checked, mut violations) = (0, 0);
    for seed in 0..n {
        let program = with_sections(seed);
        for &model in models {
            let Ok(oracle) = enumerate(&program, &[model], &limits) else { continue };
            let expected = &oracle.outcomes[0];
            let mut config = ExploreConfig::new(model);
            config.keep_going = true;
            let found = explore(&program, &config);
            let context = || format!("seed {seed}, {model}: {:?}\n{program}", found.verdict);
            match found.complete {
                true => assert_eq!(found.states, expected.states, "{}", context()),
                false => assert!(found.states.is_subset(&expected.states), "{}", context()),
            }
            assert!(found.complete || !model.kept.contains(ir::FenceBits::LS), "{}", context());
            assert_eq!(found.duplicates, 0, "{}", context());
            let verdict = explore(&program, &ExploreConfig::new(model)).verdict;
            match &verdict {
                Verdict::Violation { witness } => {
                    violations += 1;
                    assert!(expected.allowed(), "{}", context());
                    if let Err(refusal) = certify::certify(&program, witness) {
                        panic!("{refusal}: {}", context());
                    }
                }
                Verdict::Safe { .. } => assert!(!expected.allowed(), "{}", context()),
                Verdict::Unknown { why, .. } => {
                    assert!(!model.kept.contains(ir::FenceBits::LS), "{why}: {}", context());
                }
            }
            checked += 1;
        }
    }
    assert!(checked * 10 > n * 6 && violations > 10, "{checked} of {n}, {violations} violations");
}

#[test]
fn sc_agrees_with_brute_force() {
    compare(&[Model::SC], seeds(600));
}

#[test]
fn tso_and_pso_agree_with_brute_force() {
    compare(&[Model::TSO, Model::PSO], seeds(400));
}

#[test]
fn rmo_agrees_with_brute_force_as_far_as_it_goes() {
    compare(&[Model::RMO], seeds(200));
}

/// The two oracles mean the same by a section.
#[test]
fn interleavings_agree_with_brute_force() {
    let limits = Limits { candidates: 50_000, ..Limits::default() };
    for seed in 0..seeds(200) {
        let program = with_sections(seed);
        let Ok(oracle) = enumerate(&program, &[Model::SC], &limits) else { continue };
        let Ok(walked) = explore_sc(&program, 100_000) else { continue };
        assert_eq!(walked.states, oracle.outcomes[0].states, "seed {seed}\n{program}");
    }
}

/// A failure is told with all that it rests on, also where a load reads from a later store.
#[test]
fn failures_behind_promises_are_told() {
    for seed in 0..seeds(150) {
        let mut program = with_sections(seed);
        // Each thread ends with a failure, so that whatever it saw is at the end of an execution.
        let entry = program.entry;
        let threads: Vec<ir::FuncId> = program.functions.ids().filter(|&id| id != entry).collect();
        for thread in threads {
            let last = program.functions[thread].blocks.iter_mut().next_back();
            let fails = Op::Assert {
                cond: ir::Operand::Const { bits: 0, ty: ir::Ty::BOOL },
                kind: ir::AssertKind::Assert,
                message: "never".into(),
            };
            last.into_iter().for_each(|block| block.insts.push(border(fails.clone())));
        }
        for model in [Model::SC, Model::PSO, Model::RMO] {
            let verdict = explore(&program, &ExploreConfig::new(model)).verdict;
            let reached = matches!(verdict, Verdict::Violation { .. });
            assert!(reached, "seed {seed}, {model}: {verdict:?}\n{program}");
            let mut config = ExploreConfig::new(model);
            config.keep_going = true;
            let found = explore(&program, &config);
            assert!(!format!("{:?}", found.verdict).contains("internal error"), "seed {seed}, {model}");
        }
    }
}
