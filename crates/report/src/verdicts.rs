//! The table property × model: verdict, scope, who settled it, time.

use crate::Style;
use crate::text::scope_words;
use verdict::{Engine, Property, Report, Verdict};

/// What a property is called in tables.
pub fn property_name(property: Property) -> &'static str {
    match property {
        Property::Assert => "assertions",
        Property::Deadlock => "deadlock",
        Property::Race => "data races",
        Property::Memory => "memory safety",
        Property::Atomicity => "atomicity",
    }
}

/// One row per answer.
pub(crate) fn render_table(report: &Report, style: Style) -> String {
    let rows: Vec<[String; 5]> = report
        .answers
        .iter()
        .map(|answer| {
            let properties: Vec<&str> = answer.properties.iter().map(|&p| property_name(p)).collect();
            let verdict = match &answer.verdict {
                Verdict::Safe { scope } => format!("safe: {}", scope_words(scope, &report.assumptions)),
                Verdict::Violation { witness } => format!("violation: {}", witness.failure.kind.title()),
                Verdict::Unknown { .. } => "unknown".to_string(),
            };
            let time = seconds(answer.seconds);
            [
                properties.join(", "),
                answer.model.name().to_uppercase(),
                verdict,
                answer.engine.map_or("", Engine::name).to_string(),
                time,
            ]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let widths: [usize; 5] = std::array::from_fn(width);
    let mut out = format!("{}\n", style.bold(&report.program));
    for (row, answer) in rows.iter().zip(&report.answers) {
        let [property, model, verdict, engine, time] = row;
        let pad = |text: &str, width: usize| " ".repeat(width.saturating_sub(text.chars().count()));
        let painted = match &answer.verdict {
            Verdict::Safe { .. } => style.good(verdict),
            Verdict::Violation { .. } => style.bad(verdict),
            Verdict::Unknown { .. } => style.warn(verdict),
        };
        let line = format!(
            "  {property}{}  {model}{}  {painted}{}  {engine}{}  {}{time}",
            pad(property, widths[0]),
            pad(model, widths[1]),
            pad(verdict, widths[2]),
            pad(engine, widths[3]),
            pad(time, widths[4]),
        );
        out += &format!("{}\n", line.trim_end());
    }
    out
}

/// All verdicts in one line, with one word for each model; properties by name if there are several.
pub fn render_short(report: &Report, style: Style) -> String {
    let several = report.answers.iter().any(|answer| answer.properties != report.answers[0].properties);
    let words = |answer: &verdict::Answer| {
        let verdict = match &answer.verdict {
            Verdict::Safe { scope: verdict::Scope::UpToUnwind(bound) } => {
                style.warn(&format!("safe up to {bound}"))
            }
            Verdict::Safe { .. } => style.good("safe"),
            Verdict::Violation { .. } => style.bad("violation"),
            Verdict::Unknown { .. } => style.warn("unknown"),
        };
        let property = match (several, answer.properties.first()) {
            (true, Some(&property)) => format!("{} ", property_name(property)),
            _ => String::new(),
        };
        format!("{property}{} {verdict}", answer.model.name().to_uppercase())
    };
    report.answers.iter().map(words).collect::<Vec<_>>().join(" · ")
}

/// Nothing for an answer that follows from another one.
fn seconds(seconds: f64) -> String {
    match seconds {
        0.0 => String::new(),
        s if s < 1.0 => format!("{:.0} ms", (s * 1e3).max(1.0)),
        s => format!("{s:.1} s"),
    }
}
