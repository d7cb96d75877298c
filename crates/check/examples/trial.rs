//! Checks files from the command line and prints one line each: `trial [--model M] [--unwind K] [--timeout S]
//! [--property P] [--exact] FILE…`. For trying things out; the tool for people is `selvedge`.

use check::{CheckConfig, check};
use model::Model;
use std::path::Path;
use std::time::{Duration, Instant};
use verdict::{Property, Verdict};

fn main() {
    let mut config = CheckConfig::new(Model::SC);
    let mut options = frontend::Options::default();
    let mut models = vec![Model::SC];
    let mut verbose = false;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().unwrap_or_default();
        match arg.as_str() {
            "--model" => {
                let names = value();
                models = if names == "all" {
                    Model::ALL.to_vec()
                } else {
                    names.split(',').filter_map(Model::by_name).collect()
                };
            }
            "--unwind" => config.unwind = value().parse().unwrap_or(config.unwind),
            "--timeout" => config.timeout = value().parse().ok().map(Duration::from_secs_f64),
            "--property" => {
                config.properties = value()
                    .split(',')
                    .filter_map(|name| match name {
                        "assert" => Some(Property::Assert),
                        "deadlock" => Some(Property::Deadlock),
                        "memory" => Some(Property::Memory),
                        "race" => Some(Property::Race),
                        _ => None,
                    })
                    .collect();
            }
            "--clang-arg" => options.extra_args.push(value()),
            "--exists" => options.entry = "main".into(),
            "--spurious" => config.spurious_wakeups = true,
            "--ask-bound" => config.ask_bound = true,
            "--exact" => config.exact_bound = true,
            "-v" => verbose = true,
            file => run(file, &models, &config, &options, verbose),
        }
    }
}

fn run(file: &str, models: &[Model], config: &CheckConfig, options: &frontend::Options, verbose: bool) {
    let loaded = match frontend::load(Path::new(file), options) {
        Ok(loaded) => loaded,
        Err(error) => return println!("{file}\t-\terror\t{error}"),
    };
    for &model in models {
        let start = Instant::now();
        let result = check(&loaded.program, &CheckConfig { model, ..config.clone() });
        let seconds = start.elapsed().as_secs_f64();
        let (word, note) = match &result.verdict {
            Verdict::Safe { scope } => ("safe", format!("{scope:?}")),
            Verdict::Violation { witness } => {
                ("violation", format!("{:?} {}", witness.failure.kind, witness.failure.message))
            }
            Verdict::Unknown { reason, place } => (
                "unknown",
                format!("{reason} {}", place.as_ref().map(ToString::to_string).unwrap_or_default()),
            ),
        };
        println!("{file}\t{}\t{word}\t{seconds:.3}\t{note}", model.name());
        if verbose {
            println!("{:#?}", result.statistics);
        }
    }
}
