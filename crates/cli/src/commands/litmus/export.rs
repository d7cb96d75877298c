//! The answers of `litmus` for scripts and as a page: JSON (`docs/json.md`), and a table that sorts and filters.

use super::table::Row;
use ::litmus::AnyModel;
use anyhow::Result;
use report::html::{Cell, Column, ColumnKind, Mark, table_page};
use serde_json::{Value, json};
use std::path::PathBuf;

/// One object per test and model, in the order of files and models.
pub fn document(files: &[PathBuf], models: &[AnyModel], answers: &[Vec<Result<Row>>]) -> Value {
    let mut results = Vec::new();
    for (file, answer) in files.iter().zip(answers) {
        let file = file.display().to_string();
        for (index, row) in answer.iter().enumerate() {
            // A file that cannot be read has one error for all models.
            let model = models.get(index).filter(|_| answer.len() == models.len()).map(AnyModel::name);
            results.push(match row {
                Ok(row) => json!({
                    "file": file,
                    "test": row.name,
                    "model": model,
                    "observation": row.observation.to_lowercase(),
                    "allowed": row.is_allowed(),
                    "holds": row.holds,
                    "n_states": row.n_states,
                    "states": row.states,
                    "incomplete": row.incomplete,
                }),
                Err(error) => json!({ "file": file, "model": model, "error": format!("{error:#}") }),
            });
        }
    }
    let tool = format!("selvedge {}", env!("CARGO_PKG_VERSION"));
    json!({ "schema": verdict::SCHEMA_VERSION, "tool": tool, "results": results })
}

/// One test: its final states and the models under which they can be reached. Several: a line for each.
pub fn page(files: &[PathBuf], models: &[AnyModel], answers: &[Vec<Result<Row>>]) -> String {
    match (files, answers) {
        ([file], [answer]) if answer.iter().all(Result::is_ok) => {
            let rows: Vec<&Row> = answer.iter().flatten().collect();
            states_page(&file.display().to_string(), models, &rows)
        }
        _ => tests_page(files, models, answers),
    }
}

fn states_page(file: &str, models: &[AnyModel], answers: &[&Row]) -> String {
    let mut columns = vec![Column::new("final state", ColumnKind::Text)];
    columns.extend(models.iter().map(|model| Column::new(model.title(), ColumnKind::Choice)));
    let mut states: Vec<&String> = answers.iter().flat_map(|row| &row.states).collect();
    states.sort();
    states.dedup();
    let cell = |row: &&Row, state: &String| match (row.states.contains(state), row.incomplete) {
        (true, _) => Cell::Marked(Mark::Good, "possible".into()),
        (false, false) => Cell::Marked(Mark::Bad, "never".into()),
        (false, true) => Cell::Marked(Mark::Open, "not seen".into()),
    };
    let line = |state: &&String| {
        let mut line = vec![Cell::Text((*state).clone())];
        line.extend(answers.iter().map(|row| cell(row, state)));
        line
    };
    let rows: Vec<Vec<Cell>> = states.iter().map(line).collect();
    table_page(&format!("{file} · selvedge litmus"), &columns, &rows)
}

fn tests_page(files: &[PathBuf], models: &[AnyModel], answers: &[Vec<Result<Row>>]) -> String {
    let mut columns = vec![Column::new("test", ColumnKind::Text)];
    // What nothing is known of (with --verdict) has no column.
    let counted = answers.iter().flatten().flatten().any(|row| row.n_states.is_some());
    for model in models {
        columns.push(Column::new(model.title(), ColumnKind::Choice));
        if counted {
            columns.push(Column::new("states", ColumnKind::Number));
        }
    }
    let n_columns = columns.len();
    if answers.iter().flatten().any(|row| row.as_ref().map_or(true, |row| row.incomplete)) {
        columns.push(Column::new("remark", ColumnKind::Text));
    }
    let mut rows = Vec::new();
    for (file, answer) in files.iter().zip(answers) {
        let name = answer.iter().flatten().next().map(|row| row.name.clone());
        let mut line = vec![Cell::Text(name.unwrap_or_else(|| file.display().to_string()))];
        let mut remarks = Vec::new();
        for row in answer {
            match row {
                Ok(row) => {
                    let mark = if row.is_allowed() { Mark::Good } else { Mark::Bad };
                    line.push(Cell::Marked(
                        if row.incomplete { Mark::Open } else { mark },
                        row.observation.into(),
                    ));
                    line.extend(row.n_states.map(|n| Cell::Number(n as f64, n.to_string())));
                    if row.incomplete {
                        remarks.push("incomplete".to_string());
                    }
                }
                Err(error) => remarks.push(format!("{error:#}")),
            }
        }
        line.resize(n_columns, Cell::Text(String::new()));
        remarks.dedup();
        line.push(Cell::Text(remarks.join("; ")));
        rows.push(line);
    }
    table_page("selvedge litmus", &columns, &rows)
}
