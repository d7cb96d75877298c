//! Answers for people.

use super::LitmusFlags;
use crate::output::print_text;
use ::litmus::{AnyModel, Execution, Notion, Selection, Session, Validation, listing};
use anyhow::Result;
use ir::{Program, Prop};
use std::fmt::Write;

/// `under SC`, with the rules that were switched.
pub fn under(model: &AnyModel, selection: &Selection) -> String {
    let names =
        |names: &std::collections::BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(", ");
    match selection {
        Selection::All => format!("under {}", model.title()),
        Selection::Without(rules) => format!("under {} without {}", model.title(), names(rules)),
        Selection::Only(rules) => format!("under {} of {} only", names(rules), model.title()),
    }
}

pub fn validation(
    session: &Session,
    program: &Program,
    model: &AnyModel,
    prop: &Prop,
    validation: &Validation,
) -> String {
    let under = under(model, &session.encoding.rules.selection);
    match validation {
        Validation::Legal(execution) => format!("legal {under}: {prop}\n\n{}", self::execution(execution)),
        Validation::Illegal(explanation) => {
            let mut text = format!("not possible {under}: {prop}\n\n{}\n", operations(session, program));
            if explanation.instances.is_empty() {
                text += "no rule of the model forbids it: the program itself cannot do it\n";
                return text;
            }
            let _ = writeln!(text, "forbidden by: {}", explanation.reasons.join(", "));
            text += match (explanation.instances.len(), explanation.minimal) {
                (_, false) => "(the solver gave up before this was known to be minimal)\n",
                (1, true) => "Without it, the outcome is possible.\n",
                (_, true) => "Without any one of these, the outcome is possible.\n",
            };
            text
        }
    }
}

/// The numbered operations of the program.
pub fn operations(session: &Session, program: &Program) -> String {
    let mut text = String::new();
    for listed in listing(&session.encoding, program) {
        let thread = listed.thread.as_deref().unwrap_or("init");
        let place = listed.place.unwrap_or_default();
        let condition = if listed.conditional { "  (conditional)" } else { "" };
        let line = format!("  {:>3}  {thread:<8} {:<24} {place}{condition}", listed.number, listed.text);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

pub fn execution(execution: &Execution) -> String {
    let mut text = String::new();
    for operation in &execution.operations {
        let thread = operation.thread.as_deref().unwrap_or("init");
        let value = match (operation.kind, operation.value) {
            (::litmus::OperationKind::Read, Some(value)) => format!("reads {value}"),
            (::litmus::OperationKind::Local, Some(value)) => format!("is {value}"),
            _ => String::new(),
        };
        let place = operation.place.as_deref().unwrap_or("");
        let line =
            format!("  {:>3}  {thread:<8} {:<20} {value:<10} {place}", operation.number, operation.text);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.push('\n');
    for (view, order) in &execution.orders {
        let numbers: Vec<String> = order.iter().map(|&id| execution.number(id).to_string()).collect();
        let name = if view.is_empty() { "interleaving".to_string() } else { format!("as {view} sees it") };
        let _ = writeln!(text, "{name}: {}", numbers.join(" "));
    }
    let from: Vec<String> = execution
        .rf
        .iter()
        .map(|&(write, read)| format!("{}←{}", execution.number(read), execution.number(write)))
        .collect();
    if !from.is_empty() {
        let _ = writeln!(text, "reads from: {}", from.join(", "));
    }
    text
}

pub fn races(flags: &LitmusFlags, program: &Program, model: &AnyModel) -> Result<u8> {
    let selection = flags.selection();
    let found = ::litmus::races(program, model, &selection, &flags.options())?;
    let under = under(model, &selection);
    let mut text = String::new();
    for race in &found.races {
        let name = |id| {
            race.execution.operation(id).map_or_else(String::new, |operation| {
                let thread = operation.thread.as_deref().unwrap_or("init");
                let place = operation.place.as_deref().unwrap_or("");
                format!("({}) {} in {thread}, {place}", operation.number, operation.text)
            })
        };
        let _ = writeln!(text, "race {under}: {}  and  {}", name(race.first), name(race.second));
    }
    if let Some(race) = found.races.first() {
        let _ = write!(text, "\nan execution with the first:\n\n{}", execution(&race.execution));
    }
    let code = match (found.races.is_empty(), &found.incomplete) {
        (false, _) => 1,
        (true, None) => {
            let _ = writeln!(text, "{}: no data race {under}", program.name);
            0
        }
        (true, Some(reason)) => {
            let _ = writeln!(text, "{}: unknown, no data race found {under}, but {reason}", program.name);
            3
        }
    };
    print_text(&text)?;
    Ok(code)
}

pub fn atomicity(flags: &LitmusFlags, program: &Program, model: &AnyModel, notion: Notion) -> Result<u8> {
    let selection = flags.selection();
    let found = ::litmus::atomicity(program, model, &selection, &flags.options(), notion, &flags.atomic)?;
    if found.n_blocks == 0 {
        anyhow::bail!(
            "{} has no atomic block: mark one with AtomicEnter/AtomicExit, selvedge_atomic_begin/end or --atomic",
            program.name
        );
    }
    let under = under(model, &selection);
    let mut text = String::new();
    for violation in &found.violations {
        let operation = violation.execution.operation(violation.intruder);
        let what = operation.map_or_else(String::new, |operation| {
            format!(
                "({}) {} of {}",
                operation.number,
                operation.text,
                operation.thread.as_deref().unwrap_or("?")
            )
        });
        let verb = match notion {
            Notion::Any | Notion::Window => "comes inside",
            Notion::Serializable => "cannot be moved out of",
        };
        let place = program.show_span(violation.block.span);
        let _ = writeln!(text, "not atomic {under}: {what} {verb} the block at {place}");
    }
    if let Some(violation) = found.violations.first() {
        let _ = write!(text, "\nan execution with the first:\n\n{}", execution(&violation.execution));
    }
    let code = match (found.violations.is_empty(), &found.incomplete) {
        (false, _) => 1,
        (true, None) => {
            let _ =
                writeln!(text, "{}: all {} atomic blocks are atomic {under}", program.name, found.n_blocks);
            0
        }
        (true, Some(reason)) => {
            let _ = writeln!(text, "{}: unknown, no violation found {under}, but {reason}", program.name);
            3
        }
    };
    print_text(&text)?;
    Ok(code)
}
