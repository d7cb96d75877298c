//! Reads-from, coherence and from-reads in the theory against brute-force enumeration of executions.

use crate::common::Tape;
use crate::common::memory::Program;
use proptest::prelude::*;
use solver::{Options, Outcome};

/// Asks the solver about every choice of bools and sources, and compares with the enumeration.
fn compare(program: &Program, options: &Options) {
    let expected = program.behaviours();
    let (mut solver, bools, candidates) = program.encode(options);
    let assume = |solver: &mut solver::Solver, term, value: bool| {
        let term = if value { term } else { solver.terms.not(term) };
        solver.assumption("choice", term)
    };
    for values in 0..1usize << program.n_bools {
        for sources in program.source_choices(values) {
            let mut assumptions = Vec::new();
            for (index, &term) in bools.iter().enumerate() {
                assumptions.push(assume(&mut solver, term, values >> index & 1 == 1));
            }
            for (source, options) in sources.iter().zip(&candidates) {
                for &(write, literal) in options {
                    assumptions.push(assume(&mut solver, literal, *source == Some(write)));
                }
            }
            let outcome = solver.solve(&assumptions).unwrap();
            let wanted = expected.contains(&(values, sources.clone()));
            assert_eq!(outcome.is_sat(), wanted, "bools {values:b}, sources {sources:?}");
        }
    }
}

/// Enumerates behaviours by blocking them one after the other, so that the solver searches on its own.
fn enumerate(program: &Program, options: &Options) {
    let expected = program.behaviours();
    let (mut solver, bools, candidates) = program.encode(options);
    let mut found = std::collections::BTreeSet::new();
    while let Outcome::Sat(model) = solver.solve(&[]).unwrap() {
        let mut evaluator = model.evaluator(&solver.terms);
        let mut same = Vec::new();
        let mut values = 0;
        for (index, &term) in bools.iter().enumerate() {
            let value = evaluator.bool(term);
            values |= usize::from(value) << index;
            same.push((term, value));
        }
        let mut sources = Vec::new();
        for options in &candidates {
            let mut source = None;
            for &(write, literal) in options {
                let value = evaluator.bool(literal);
                same.push((literal, value));
                if value {
                    source = Some(write);
                }
            }
            sources.push(source);
        }
        assert!(found.insert((values, sources)), "the same behaviour twice");
        let mut parts = Vec::new();
        for (term, value) in same {
            parts.push(if value { term } else { solver.terms.not(term) });
        }
        let again = solver.terms.and_all(parts);
        let blocked = solver.terms.not(again);
        solver.assert(blocked);
    }
    assert_eq!(found, expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(800))]

    #[test]
    fn every_choice_closure(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        compare(&Program::random(&mut Tape::new(&bytes), 5), &Options::default());
    }

    #[test]
    fn every_choice_ranked(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        compare(&Program::random(&mut Tape::new(&bytes), 5), &Options { closure_limit: 0, ..Options::default() });
    }

    #[test]
    fn enumeration_closure(bytes in prop::collection::vec(any::<u8>(), 0..70)) {
        enumerate(&Program::random(&mut Tape::new(&bytes), 6), &Options::default());
    }

    #[test]
    fn enumeration_ranked(bytes in prop::collection::vec(any::<u8>(), 0..70)) {
        let options = Options { closure_limit: 0, decide_reads_from: true, ..Options::default() };
        enumerate(&Program::random(&mut Tape::new(&bytes), 6), &options);
    }
}
