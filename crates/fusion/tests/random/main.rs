//! On random small programs the prediction is exactly what brute force finds: nothing invented, nothing missed.

mod brute;
mod generate;
mod primitives;

use brute::{Brute, Three};
use fusion::{Config, RunConfig};
use interp::Machine;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Prefixes that brute force looks at before it gives a program up.
const LIMIT: u64 = 20_000;

fn config(seed: u64) -> Config {
    let run = RunConfig { seed, inputs: Some(Vec::new()), ..RunConfig::default() };
    Config { run, guarded_independence: !seed.is_multiple_of(4), ..Config::default() }
}

/// How many triples were found; `None`: too large for brute force.
fn compare(seed: u64) -> Option<usize> {
    let program = Arc::new(generate::program(seed));
    if let Err(errors) = ir::verify::verify(&program) {
        panic!("seed {seed}: {errors:?}");
    }
    let config = config(seed);
    let trace = fusion::symbolic_trace(&program, &config).expect("a trace");
    let machine = Arc::new(Machine::new(&program));
    let expected = Brute::search(&machine, &trace, config.guarded_independence, LIMIT)?;
    let prediction = fusion::predict(&program, &config, &mut |_, _| {}).expect("a prediction");
    // A run may end in a deadlock, which is not asked about here.
    let open = prediction.unknown.filter(|reason| !reason.to_string().contains(": deadlock: "));
    assert_eq!(open, None, "seed {seed}\n{program}");
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
        "seed {seed}: invented {invented:?}, missed {missed:?}\n{program}\n{:#?}",
        trace.steps
    );
    Some(found.len())
}

#[test]
fn predictions_are_exact() {
    let full = std::env::var_os("SELVEDGE_FULL").is_some();
    let wanted = if full { 5000 } else { 70 };
    let (mut compared, mut with_violations, mut triples, mut seeds) = (0, 0, 0, 0);
    while compared < wanted {
        if let Some(found) = compare(seeds) {
            compared += 1;
            with_violations += usize::from(found > 0);
            triples += found;
        }
        seeds += 1;
    }
    println!("{compared} of {seeds} programs compared, {with_violations} with violations, {triples} triples");
    assert!(compared * 10 >= seeds as usize * 6, "most programs are small enough: {compared} of {seeds}");
    assert!(with_violations * 5 >= compared, "the programs are not all dull: {with_violations}");
}
