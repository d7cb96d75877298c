//! The shipped examples under every model that their heads speak of: the expected verdict, and whatever is called a
//! violation has been certified.

use check::{CheckConfig, check};
use model::Model;
use std::path::{Path, PathBuf};
use verdict::{Property, Verdict};

/// What the head of an example says.
struct Head {
    expect: Vec<(Model, String)>,
    property: Property,
    unwind: u32,
}

fn head(text: &str) -> Option<Head> {
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(&format!("// {name}: ")));
    let expect = field("expect")?
        .split_whitespace()
        .filter_map(|part| part.split_once('='))
        .filter_map(|(model, verdict)| Some((Model::by_name(model)?, verdict.to_string())))
        .collect();
    let property = match field("property").unwrap_or("assert").trim() {
        "deadlock" => Property::Deadlock,
        "memory" => Property::Memory,
        "race" => Property::Race,
        _ => Property::Assert,
    };
    let number = |text: &str| text.split_whitespace().next().and_then(|word| word.parse().ok());
    Some(Head { expect, property, unwind: field("unwind").and_then(number).unwrap_or(4) })
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn wrong_verdicts(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("an example");
    let Some(head) = head(&text) else { return vec![format!("{}: no head", path.display())] };
    let mut options = frontend::Options::default();
    options.extra_args.push(format!("-I{}", root().join("include").display()));
    let loaded = match frontend::load(path, &options) {
        Ok(loaded) => loaded,
        Err(error) => return vec![format!("{}: {error}", path.display())],
    };
    let mut wrong = Vec::new();
    for (model, expected) in head.expect {
        let mut config = CheckConfig::new(model);
        (config.unwind, config.task.properties) = (head.unwind, vec![head.property]);
        let found = match check(&loaded.program, &config).verdict {
            Verdict::Safe { .. } => "safe".to_string(),
            Verdict::Violation { .. } => "violation".to_string(),
            Verdict::Unknown { why, .. } => format!("unknown ({why})"),
        };
        if found != expected {
            wrong.push(format!("{} {model}: {found}, expected {expected}", path.display()));
        }
    }
    wrong
}

#[test]
fn every_example_gets_its_verdict() {
    let mut files: Vec<PathBuf> = std::fs::read_dir(root().join("examples"))
        .expect("the examples")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "c" || extension == "cpp"))
        .collect();
    files.sort();
    assert!(files.len() > 50, "only {} examples", files.len());
    let wrong: Vec<String> = files.iter().flat_map(|path| wrong_verdicts(path)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
