//! A page with one table that sorts and filters.

use super::page;
use serde_json::{Value, json};

/// How a column is sorted and filtered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnKind {
    Text,
    /// Sorted by value, set to the right.
    Number,
    /// Few different texts: the reader can pick one.
    Choice,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    pub title: String,
    pub kind: ColumnKind,
}

impl Column {
    pub fn new(title: &str, kind: ColumnKind) -> Column {
        Column { title: title.into(), kind }
    }
}

/// What a cell means for the reader, beyond its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    Good,
    Bad,
    Open,
}

impl Mark {
    /// The name of its style in `page.css`.
    pub(super) fn class(self) -> &'static str {
        match self {
            Mark::Good => "good",
            Mark::Bad => "bad",
            Mark::Open => "open",
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    Text(String),
    /// Sorted by the number, shown as the text.
    Number(f64, String),
    Marked(Mark, String),
}

impl Cell {
    fn data(&self) -> Value {
        match self {
            Cell::Text(text) => json!({ "text": text }),
            Cell::Number(value, text) => json!({ "text": text, "value": value }),
            Cell::Marked(mark, text) => json!({ "text": text, "mark": mark.class() }),
        }
    }
}

/// A table that the reader sorts by any column and filters by words and by choice. Rows may be shorter than the columns.
pub fn table_page(title: &str, columns: &[Column], rows: &[Vec<Cell>]) -> String {
    let kind = |kind| match kind {
        ColumnKind::Text => "text",
        ColumnKind::Number => "number",
        ColumnKind::Choice => "choice",
    };
    let columns: Vec<Value> =
        columns.iter().map(|column| json!({ "title": column.title, "kind": kind(column.kind) })).collect();
    let rows: Vec<Vec<Value>> = rows.iter().map(|row| row.iter().map(Cell::data).collect()).collect();
    page(title, "table", &json!({ "columns": columns, "rows": rows }))
}
