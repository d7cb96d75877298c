//! How long the litmus corpus takes under each model, and how the parametric families grow.
//!
//! `cargo run --release -p selvedge-litmus --example bench_litmus [models…]`

use litmus::{AnyModel, Expectations, Options, Selection, outcomes, verdict};
use report::plot::{self, Axis, Plot, Series};
use std::path::Path;
use std::time::Instant;

fn main() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus");
    let text =
        std::fs::read_to_string(directory.join("expected.tsv")).expect("the corpus lies in tests/litmus");
    let expectations = Expectations::parse(&text).expect("a table");
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let models = model::Model::ALL;
    let chosen = models.iter().filter(|m| wanted.is_empty() || wanted.iter().any(|name| name == m.name()));
    let programs: Vec<_> = expectations
        .names()
        .map(|name| {
            let path = directory.join(format!("{name}.litmus"));
            (name, frontend::load(&path, &frontend::Options::default()).expect("a litmus test").program)
        })
        .collect();
    for &model in chosen {
        let (mut n, mut wrong, mut solves, mut slowest) = (0, 0, 0, (0.0, ""));
        let start = Instant::now();
        for (name, program) in &programs {
            let Some(expected) = expectations.get(name, model) else { continue };
            let begin = Instant::now();
            let any = AnyModel::BuiltIn(model);
            let results = outcomes(program, &any, &Selection::All, &Options::default()).expect("an answer");
            let time = begin.elapsed().as_secs_f64();
            if time > slowest.0 {
                slowest = (time, name);
            }
            n += 1;
            solves += results.n_solves;
            if results.allowed() != expected.allowed || results.states.len() != expected.n_states {
                wrong += 1;
                if wrong < 6 {
                    println!(
                        "  {name}: {} {} states, expected {} {}",
                        results.allowed(),
                        results.states.len(),
                        expected.allowed,
                        expected.n_states
                    );
                }
            }
        }
        let time = start.elapsed().as_secs_f64();
        println!(
            "{:<10} {n} tests, {wrong} wrong, {time:.2} s ({:.2} ms a test, {solves} solves, slowest {} {:.1} ms)",
            model.name(),
            1e3 * time / n as f64,
            slowest.1,
            1e3 * slowest.0
        );
    }
    families(&directory.join("scale"));
}

fn families(directory: &Path) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ext| ext == "litmus"));
    files.sort_by_key(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit()).parse::<u32>().unwrap_or(0);
        (name.trim_end_matches(|c: char| c.is_ascii_digit()).to_string(), digits)
    });
    let mut curves: Vec<(String, Vec<(f64, f64)>)> = Vec::new();
    for path in files {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let program = frontend::load(&path, &frontend::Options::default()).expect("a litmus test").program;
        let mut line = format!("{:<10}", path.file_stem().unwrap_or_default().to_string_lossy());
        for model in [model::Model::TSO, model::Model::RMO] {
            let any = AnyModel::BuiltIn(model);
            let begin = Instant::now();
            let verdict = verdict(&program, &any, &Selection::All, &Options::default()).expect("an answer");
            let verdict_time = begin.elapsed().as_secs_f64();
            let begin = Instant::now();
            let results = outcomes(&program, &any, &Selection::All, &Options::default()).expect("an answer");
            let time = begin.elapsed().as_secs_f64();
            let family = stem.trim_end_matches(|c: char| c.is_ascii_digit());
            let size = stem[family.len()..].parse().unwrap_or(0.0);
            let point = (size, 1e3 * verdict_time);
            match curves.iter_mut().find(|(known, _)| known == family) {
                _ if model != model::Model::RMO => {}
                Some((_, points)) => points.push(point),
                None => curves.push((family.to_string(), vec![point])),
            }
            line += &format!(
                "  {}: {:<9} {:6.1} ms, {:4} states {:7.1} ms",
                model.name(),
                verdict.observation(),
                1e3 * verdict_time,
                results.states.len(),
                1e3 * time
            );
        }
        println!("{line}");
    }
    let plot = Plot {
        title: "litmus: time of a verdict under RMO by size".into(),
        x: Axis::linear("threads or operations"),
        y: Axis::logarithmic("milliseconds"),
        series: curves.into_iter().map(|(name, points)| Series::line(&name, points)).collect(),
        diagonal: false,
    };
    plot::save("litmus-growth", &plot);
}
