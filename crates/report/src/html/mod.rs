//! Pages to look at: one self-contained HTML file that opens from disk and asks nobody for anything.
//!
//! A page is a fixed frame (`page.html`), a style sheet, one script and the data of this page as JSON. The script builds
//! everything that is seen from the data, with `textContent` only.
//!
//! Invariants:
//! - What comes from a program (names, source, messages) is in the file only as JSON with `<`, `>` and `&` escaped, and
//!   in the title with the same characters escaped. It is never markup, neither here nor in the script.
//! - The content security policy names the one script and the one style sheet by their hashes and forbids everything
//!   else: no request, no other script, no form, no frame.
//! - The same data gives the same bytes.
//!
//! A new kind of page is one more entry of `pages` in the script and one more function here that calls [`page`].

mod links;
mod locks;
mod predictions;
mod report_data;
mod sha256;
mod table;
mod witness_data;

pub use predictions::predictions_page;
pub use report_data::{ReportPage, report_page};
pub use table::{Cell, Column, ColumnKind, Mark, table_page};

use serde_json::Value;

const FRAME: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
/// One function scope around all of them; the order is that of use.
const SCRIPTS: &[&str] = &[
    include_str!("base.js"),
    include_str!("table.js"),
    include_str!("execution.js"),
    include_str!("lanes.js"),
    include_str!("source.js"),
    include_str!("state.js"),
    include_str!("graph.js"),
    include_str!("viewer.js"),
    include_str!("report.js"),
    include_str!("predictions.js"),
    include_str!("main.js"),
];

/// A page of the given kind (`report`, `table`, …): the script hands `data` to the function of that name.
pub fn page(title: &str, kind: &str, data: &Value) -> String {
    let script = format!("\"use strict\";\n(() => {{\n{}}})();\n", SCRIPTS.concat());
    let data = serde_json::json!({ "kind": kind, "title": title, "data": data });
    let parts = [
        ("{{title}}", escape_text(title)),
        ("{{style-hash}}", sha256::base64_digest(STYLE.as_bytes())),
        ("{{script-hash}}", sha256::base64_digest(script.as_bytes())),
        ("{{style}}", STYLE.to_string()),
        ("{{script}}", script),
        ("{{data}}", escape_json(&data.to_string())),
    ];
    fill(FRAME, &parts)
}

/// Puts each part in its place. What was put in is not looked at again, so data that contains `{{script}}` is just text.
fn fill(frame: &str, parts: &[(&str, String)]) -> String {
    let mut out =
        String::with_capacity(frame.len() + parts.iter().map(|(_, text)| text.len()).sum::<usize>());
    let mut rest = frame;
    loop {
        let next = parts.iter().filter_map(|(name, text)| Some((rest.find(name)?, name.len(), text))).min();
        let Some((at, length, text)) = next else { return out + rest };
        out.push_str(&rest[..at]);
        out.push_str(text);
        rest = &rest[at + length..];
    }
}

/// JSON that can stand inside a `script` element: no character of it can end the element or begin a comment.
fn escape_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + json.len() / 16);
    for character in json.chars() {
        match character {
            '<' => out.push_str("\\u003c"),
            '>' => out.push_str("\\u003e"),
            '&' => out.push_str("\\u0026"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            other => out.push(other),
        }
    }
    out
}

fn escape_text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
