//! The page of a report: the table property × model, what the front end had to assume, and a viewer per violation.

use super::page;
use super::table::Mark;
use super::witness_data::{Files, witness_data};
use crate::text::{implies, scope_words};
use crate::verdicts::property_name;
use ir::Program;
use serde_json::{Value, json};
use verdict::{Answer, Engine, Property, Report, Verdict, Witness};

/// A longer source file is not put into the page.
const MAX_SOURCE_BYTES: usize = 4 << 20;

/// What a page is made of.
#[expect(missing_debug_implementations, reason = "it borrows a closure")]
pub struct ReportPage<'a> {
    pub report: &'a Report,
    /// The program the report speaks of, for its names; an empty one where it is gone.
    pub program: &'a Program,
    /// The text of a source file that the program names, where it is at hand.
    pub source: &'a dyn Fn(&str) -> Option<String>,
    /// The violations were replayed and re-checked.
    pub certified: bool,
    /// Something the reader should know about where the page comes from.
    pub note: Option<String>,
}

/// A self-contained page that shows a report.
pub fn report_page(input: &ReportPage<'_>) -> String {
    let report = input.report;
    let mut files = Files::default();
    let mut violations: Vec<Value> = Vec::new();
    let mut witnesses: Vec<&Witness> = Vec::new();
    let mut answers: Vec<Value> = Vec::new();
    for answer in &report.answers {
        let mut number = None;
        if let Verdict::Violation { witness } = &answer.verdict {
            let mut data = witness_data(witness, input.program, &mut files);
            data["engine"] = json!(answer.engine);
            data["seconds"] = json!(answer.seconds);
            data["as"] = json!(witnesses.iter().position(|earlier| implies(earlier, witness)));
            number = Some(violations.len());
            witnesses.push(witness);
            violations.push(data);
        }
        answers.extend(cells(answer, &report.assumptions, number));
    }
    let models: Vec<String> =
        distinct(report.answers.iter().map(|answer| answer.model.name().to_uppercase()));
    let properties: Vec<&str> =
        distinct(report.answers.iter().flat_map(|a| a.properties.iter().map(|p| property_name(*p))));
    let data = json!({
        "tool": report.tool,
        "program": report.program,
        "note": input.note,
        "warnings": report.warnings.iter().map(|warning| json!([
            warning.place.as_ref().map(|place| place.to_string()), warning.message,
        ])).collect::<Vec<_>>(),
        "models": models,
        "properties": properties,
        "answers": answers,
        "certified": input.certified,
        "violations": violations,
        "files": files.paths.iter().map(|path| file(path, input)).collect::<Vec<_>>(),
    });
    page(&format!("{} · selvedge", report.program), "report", &data)
}

/// What an answer says about each property it was asked for: one cell of the table each.
fn cells(answer: &Answer, assumptions: &[String], violation: Option<usize>) -> Vec<Value> {
    let cell = |property: Property| {
        let (mark, verdict, more) = match &answer.verdict {
            Verdict::Safe { scope } => (Mark::Good, "safe", scope_words(scope, assumptions)),
            Verdict::Violation { witness } if witness.failure.kind.property() == property => {
                (Mark::Bad, "violation", witness.failure.kind.title().to_string())
            }
            Verdict::Violation { .. } => {
                (Mark::Open, "open", "another violation was found first".to_string())
            }
            Verdict::Unknown { why, place } => {
                let place = place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
                (Mark::Open, "unknown", format!("{place}{why}"))
            }
        };
        json!({
            "model": answer.model.name().to_uppercase(),
            "property": property_name(property),
            "mark": mark.class(),
            "verdict": verdict,
            "more": more,
            "engine": answer.engine.map_or("", Engine::name),
            "seconds": answer.seconds,
            "violation": violation.filter(|_| verdict == "violation"),
        })
    };
    answer.properties.iter().map(|&property| cell(property)).collect()
}

/// A file with its text. Only files of the program itself are asked for: a witness may claim any path.
fn file(path: &str, input: &ReportPage<'_>) -> Value {
    let of_the_program = input.program.files.iter().any(|file| &*file.path == path);
    match of_the_program.then(|| (input.source)(path)).flatten() {
        Some(text) if text.len() <= MAX_SOURCE_BYTES => json!({ "path": path, "text": text }),
        Some(_) => json!({ "path": path, "missing": "The file is too long to be shown here." }),
        None => json!({ "path": path, "missing": "The source was not at hand when this page was made." }),
    }
}

/// Each item once, in the order of first appearance.
fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut out = Vec::new();
    for item in items {
        if !out.contains(&item) {
            out.push(item);
        }
    }
    out
}
