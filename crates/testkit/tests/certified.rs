//! Executions found by brute force, as witnesses: `certify` must believe the true ones and none of the altered ones.

use events::{Event, EventId, Execution, Failure, FailureKind, ThreadId};
use ir::{Program, Span};
use model::Model;
use testkit::random::{Rng, Shape, random_program};
use testkit::{Limits, enumerate};
use verdict::{ProgramRef, SCHEMA_VERSION, Witness};

fn witness(program: &Program, model: Model, execution: &Execution, order: &[EventId]) -> Witness {
    let kind = FailureKind::FinalState;
    Witness {
        schema: SCHEMA_VERSION,
        program: ProgramRef::new(program, "test", &[]),
        model,
        failure: Failure { kind, thread: ThreadId(0), span: Span::NONE, message: String::new() },
        execution: execution.clone(),
        order: order.to_vec(),
        observed: Vec::new(),
    }
}

/// Changes one thing in an execution that makes it another; what was changed.
fn alter(execution: &mut Execution, rng: &mut Rng) -> Option<&'static str> {
    let accesses: Vec<usize> =
        (0..execution.events.len()).filter(|&index| execution.events[index].is_access()).collect();
    let index = *accesses.get(rng.below(accesses.len()))?;
    let event: &mut Event = &mut execution.events[index];
    Some(match rng.below(6) {
        0 => {
            *event.read.as_mut()? ^= 1;
            "a value read"
        }
        1 => {
            *event.written.as_mut()? ^= 2;
            "a value written"
        }
        2 => {
            event.addr += 4;
            "an address"
        }
        3 => {
            let order = if event.order == ir::Order::SeqCst { ir::Order::Relaxed } else { ir::Order::SeqCst };
            event.order = order;
            "a memory order"
        }
        4 => {
            execution
                .threads
                .iter_mut()
                .find(|thread| thread.events.contains(&EventId(index as u32)))?
                .events
                .pop();
            "an event less in program order"
        }
        _ => {
            let writes = execution.co.iter_mut().find(|writes| writes.len() > 1)?;
            writes.pop();
            "a write less in coherence order"
        }
    })
}

#[test]
fn true_witnesses_are_believed_and_altered_ones_are_not() {
    let (mut believed, mut refused) = (0, 0);
    for seed in 1000..1150 {
        let small = random_program(seed, &Shape::default());
        let program = small.to_program();
        let limits = Limits { candidates: 20_000, ..Limits::default() };
        let Ok(found) = enumerate(&program, &Model::ALL, &limits) else { continue };
        let mut rng = Rng::new(seed);
        for outcomes in &found.outcomes {
            let Some((execution, order)) = &outcomes.example else { continue };
            let good = witness(&program, outcomes.model, execution, order);
            let certificate = certify::certify(&program, &good)
                .unwrap_or_else(|e| panic!("{seed} {}: {e}", outcomes.model));
            assert_eq!(certificate.execution, *execution, "dependencies are found again");
            believed += 1;
            // Without time nothing is believed, and nothing is said against it.
            let limits = verdict::Limits::within(std::time::Duration::ZERO);
            let options = certify::Options { limits, ..certify::Options::default() };
            let stopped = certify::certify_with(&program, &good, &options);
            assert!(matches!(stopped, Err(certify::Refusal::Stopped(_))), "{stopped:?}");
            for strong in found.outcomes.iter().filter(|strong| strong.n_positive == 0) {
                let claim = Witness { model: strong.model, ..good.clone() };
                assert!(certify::certify(&program, &claim).is_err(), "{seed}: {} forbids it", strong.model);
                refused += 1;
            }
            let mut altered = good.clone();
            if let Some(what) = alter(&mut altered.execution, &mut rng) {
                assert!(certify::certify(&program, &altered).is_err(), "{seed} {}: {what}", outcomes.model);
                refused += 1;
            }
        }
    }
    assert!(believed > 50 && refused > 50, "{believed} believed, {refused} refused");
}

/// Deadlocks that the interpreter runs into replay; the same execution does not pass for anything else.
#[test]
fn deadlocks_are_believed_where_nobody_can_move() {
    let shape = Shape { n_mutexes: 2, max_threads: 3, ..Shape::default() };
    let mut believed = 0;
    for seed in 0..400 {
        let program = random_program(seed, &shape).to_program();
        for run in 0..5 {
            let mut config = interp::RunConfig::seeded(run);
            (config.world.record, config.dependencies) = (Some(10_000), true);
            let result = interp::run(&program, config, &mut |_, _| {});
            let (Some(failure), Some(execution)) = (result.outcome.failure(), result.execution) else {
                continue;
            };
            assert_eq!(failure.kind, FailureKind::Deadlock);
            for model in Model::ALL {
                let good = Witness {
                    failure: failure.clone(),
                    ..witness(&program, model, &execution, &result.order)
                };
                certify::certify(&program, &good).unwrap_or_else(|error| panic!("{seed} {model}: {error}"));
            }
            believed += 1;
            for kind in
                [FailureKind::FinalState, FailureKind::Assertion, FailureKind::Race, FailureKind::OutOfBounds]
            {
                let mut claim = witness(&program, Model::SC, &execution, &result.order);
                claim.failure = Failure { kind, ..failure.clone() };
                let refusal = certify::certify(&program, &claim).expect_err("it is a deadlock");
                assert!(matches!(refusal, certify::Refusal::NoFailure(_)), "{refusal}");
            }
            // Without the last event somebody can move.
            let mut shorter = without_last(&program, &execution, &result.order);
            shorter.failure = failure.clone();
            assert!(certify::certify(&program, &shorter).is_err());
        }
    }
    assert!(believed >= 3, "{believed} deadlocks");
}

fn without_last(program: &Program, execution: &Execution, order: &[EventId]) -> Witness {
    let mut execution = execution.clone();
    let Some((&last, order)) = order.split_last() else {
        return witness(program, Model::SC, &execution, order);
    };
    assert_eq!(last.0 as usize, execution.events.len() - 1, "events are numbered as they happen");
    execution.events.pop();
    for events in execution.threads.iter_mut().map(|thread| &mut thread.events).chain(&mut execution.co) {
        events.retain(|&id| id != last);
    }
    execution.sync.iter_mut().for_each(|order| order.events.retain(|&id| id != last));
    witness(program, Model::SC, &execution, order)
}

#[test]
fn a_witness_of_another_program_is_refused() {
    let (one, two) = (random_program(1, &Shape::default()), random_program(2, &Shape::default()));
    let found = (0..200).find_map(|seed| {
        let program = random_program(seed, &Shape::default()).to_program();
        let outcomes = enumerate(&program, &[Model::RMO], &Limits::default()).ok()?.outcomes;
        Some((program, outcomes.into_iter().next()?.example?))
    });
    let (program, (execution, order)) = found.expect("some program has its outcome");
    let good = witness(&program, Model::RMO, &execution, &order);
    assert!(certify::certify(&program, &good).is_ok());
    for other in [one, two] {
        assert!(matches!(
            certify::certify(&other.to_program(), &good),
            Err(certify::Refusal::OtherProgram { .. })
        ));
    }
    let reread = Witness::from_json(&good.to_json()).expect("a witness survives its own format");
    assert_eq!(certify::certify(&program, &reread).map(|_| ()), Ok(()));
}
