//! SARIF 2.1.0, the format of code-scanning services: one result per violation, with the execution as a thread flow.
//!
//! Written with our own few fields: the crate for it brings forty others for a schema of which we use a corner
//! (docs/adr/0003-sarif-by-hand.md).

use crate::{Phase, describe::Describe, steps};
use ir::{Program, Span};
use serde_json::{Value, json};
use verdict::{FailureKind, Report, Verdict, Witness};

/// The whole SARIF log of a report.
pub fn sarif(report: &Report, program: &Program) -> Value {
    let rules: Vec<Value> = FailureKind::ALL
        .iter()
        .map(|kind| json!({ "id": kind.name(), "shortDescription": { "text": kind.title() } }))
        .collect();
    let results: Vec<Value> = report.answers.iter().filter_map(|answer| match &answer.verdict {
        Verdict::Violation { witness } => Some(violation(witness, program)),
        Verdict::Unknown { why, place } => Some(json!({
            "ruleId": "unknown",
            "level": "note",
            "kind": "open",
            "message": { "text": format!("unknown under {}: {why}", answer.model.name().to_uppercase()) },
            "locations": place.iter().map(|p| location(&p.file, p.line, p.column, None)).collect::<Vec<_>>(),
        })),
        Verdict::Safe { .. } => None,
    }).collect();
    let notifications: Vec<Value> = report.warnings.iter().map(|warning| json!({
        "level": "warning",
        "message": { "text": warning.message },
        "locations": warning.place.iter().map(|p| location(&p.file, p.line, p.column, None)).collect::<Vec<_>>(),
    })).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "selvedge",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "invocations": [{ "executionSuccessful": true, "toolExecutionNotifications": notifications }],
            "results": results,
        }],
    })
}

fn violation(witness: &Witness, program: &Program) -> Value {
    let failure = &witness.failure;
    let message = format!(
        "{} under {}: {}",
        failure.kind.title(),
        witness.model.name().to_uppercase(),
        failure.message
    );
    json!({
        "ruleId": failure.kind.name(),
        "level": "error",
        "message": { "text": message.trim_end_matches([':', ' ']) },
        "locations": span_location(witness, failure.span, None).into_iter().collect::<Vec<_>>(),
        "codeFlows": [{ "threadFlows": thread_flows(witness, program) }],
    })
}

/// One flow per thread; `executionOrder` weaves them together.
fn thread_flows(witness: &Witness, program: &Program) -> Vec<Value> {
    let describe = Describe::new(program, &witness.execution);
    let steps = steps(witness);
    let mut flows = Vec::new();
    for (index, thread) in witness.execution.threads.iter().enumerate() {
        let locations: Vec<Value> = steps
            .iter()
            .enumerate()
            .filter(|(_, step)| witness.execution.event(step.event).thread.0 as usize == index)
            .filter_map(|(order, step)| {
                let event = witness.execution.event(step.event);
                let text = match step.phase {
                    Phase::ReachesMemory => format!("{} reaches memory", describe.place(event)),
                    _ => describe.event(event),
                };
                let location = span_location(witness, event.span, Some(&text))?;
                Some(json!({ "location": location, "executionOrder": order + 1 }))
            })
            .collect();
        if !locations.is_empty() {
            flows.push(json!({ "id": format!("{} ({index})", thread.name), "locations": locations }));
        }
    }
    flows
}

fn span_location(witness: &Witness, span: Span, message: Option<&str>) -> Option<Value> {
    let file = witness.program.files.get(span.file.0 as usize).filter(|_| span.is_known())?;
    Some(location(file, span.line, span.column, message))
}

fn location(file: &str, line: u32, column: u32, message: Option<&str>) -> Value {
    let mut region = json!({ "startLine": line });
    if column > 0 {
        region["startColumn"] = json!(column);
    }
    let uri = file.replace('%', "%25").replace(' ', "%20");
    let mut location = json!({
        "physicalLocation": { "artifactLocation": { "uri": uri }, "region": region },
    });
    if let Some(message) = message {
        location["message"] = json!({ "text": message });
    }
    location
}
