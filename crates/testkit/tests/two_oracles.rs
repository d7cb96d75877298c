//! The two oracles against each other, and against the corpus, under SC.

use model::Model;
use std::path::Path;
use testkit::corpus::Corpus;
use testkit::random::{Shape, random_program};
use testkit::{Ending, Limits, enumerate, explore_sc};

const MAX_STATES: usize = 200_000;

#[test]
fn interleavings_reach_what_the_corpus_lists_for_sc() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus");
    let corpus = Corpus::read(&directory).expect("the corpus is part of the project");
    let mut checked = 0;
    for name in corpus.rows.keys() {
        let text = corpus.text(name).expect("every test has a file");
        let program = frontend::litmus::read(&text, name).expect("every test is read");
        let found = explore_sc(&program, MAX_STATES).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(Some(found.states), corpus.states_of(name, Model::SC), "{name}");
        assert!(found.endings.is_empty(), "{name}");
        checked += 1;
    }
    assert!(checked > 1_900, "{checked} tests");
}

#[test]
fn both_oracles_agree_on_random_programs_with_locks() {
    let shape = Shape { n_mutexes: 2, ..Shape::default() };
    let (mut checked, mut deadlocks) = (0, 0);
    for seed in 0..200 {
        let small = random_program(seed, &shape);
        let program = small.to_program();
        ir::verify::verify(&program).expect("a valid program");
        let limits = Limits { candidates: 50_000, ..Limits::default() };
        let Ok(found) = enumerate(&program, &[Model::SC], &limits) else { continue };
        let Ok(walked) = explore_sc(&program, 50_000) else { continue };
        assert_eq!(found.outcomes[0].states, walked.states, "{seed}: {}", small.to_litmus());
        assert_eq!(found.outcomes[0].endings, walked.endings, "{seed}: {}", small.to_litmus());
        checked += 1;
        deadlocks += usize::from(walked.endings.contains(&Ending::Deadlock));
    }
    assert!(checked > 150 && deadlocks >= 3, "{checked} programs, {deadlocks} with a deadlock");
}

/// The three forms of a small program are one program: the litmus text gives the same outcomes as the IR.
#[test]
fn litmus_text_means_what_the_program_means() {
    for n_mutexes in [0, 1] {
        let shape = Shape { n_mutexes, ..Shape::default() };
        for seed in 500..600 {
            let small = random_program(seed, &shape);
            let read = frontend::litmus::read(&small.to_litmus(), "random").unwrap_or_else(|error| {
                panic!("{error}\n{}", small.to_litmus());
            });
            let limits = Limits { candidates: 5_000, ..Limits::default() };
            let Ok(direct) = enumerate(&small.to_program(), &Model::ALL, &limits) else { continue };
            let through_text = enumerate(&read, &Model::ALL, &limits).expect("the same size");
            for (one, other) in direct.outcomes.iter().zip(&through_text.outcomes) {
                let counts =
                    |o: &testkit::Outcomes| (o.n_positive, o.n_negative, o.states.len(), o.endings.clone());
                assert_eq!(counts(one), counts(other), "{seed} {}\n{}", one.model, small.to_litmus());
            }
        }
    }
}
