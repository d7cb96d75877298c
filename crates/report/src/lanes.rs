//! Threads side by side: one column per thread, one row per step.

use crate::Style;

/// One row: which lane it stands in, what it says, where in the source, and a remark at the right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub lane: usize,
    pub text: String,
    pub place: String,
    pub remark: String,
    pub bad: bool,
}

/// Lays rows out in lanes within `width` columns; where the lanes do not fit, one list with thread names instead.
/// Rows are numbered from `first`.
pub fn layout(lanes: &[String], rows: &[Row], first: usize, width: usize, style: Style) -> String {
    let digits = (first + rows.len()).to_string().len().max(2);
    let widths: Vec<usize> = (0..lanes.len()).map(|lane| lane_width(lane, &lanes[lane], rows)).collect();
    let remark = rows.iter().map(|row| row.remark.chars().count() + 2).max().unwrap_or(0);
    let total = digits + 2 + widths.iter().sum::<usize>() + remark;
    match total <= width {
        true => side_by_side(lanes, rows, &widths, first, digits, style),
        false => one_list(lanes, rows, first, digits, style),
    }
}

const GAP: usize = 4;

fn lane_width(lane: usize, name: &str, rows: &[Row]) -> usize {
    let texts = rows.iter().filter(|row| row.lane == lane).map(|row| cell(row).chars().count());
    texts.chain([name.chars().count()]).max().unwrap_or(0) + GAP
}

fn cell(row: &Row) -> String {
    match row.place.is_empty() {
        true => row.text.clone(),
        false => format!("{:<16} {}", row.text, row.place),
    }
}

fn painted(row: &Row, style: Style) -> String {
    let text = format!("{:<16}", row.text);
    let text = if row.bad { style.bad(&text) } else { text };
    match row.place.is_empty() {
        true => text,
        false => format!("{text} {}", style.dim(&row.place)),
    }
}

fn side_by_side(
    lanes: &[String],
    rows: &[Row],
    widths: &[usize],
    first: usize,
    digits: usize,
    style: Style,
) -> String {
    let mut out = String::new();
    let mut head = " ".repeat(digits + 2);
    for (name, width) in lanes.iter().zip(widths) {
        head += &format!("{name:<width$}");
    }
    out += &format!("{}\n", style.bold(head.trim_end()));
    for (index, row) in rows.iter().enumerate() {
        let before: usize = widths[..row.lane].iter().sum();
        let after: usize = widths[row.lane..].iter().sum();
        let shown = cell(row).chars().count().max(if row.place.is_empty() { 16 } else { 0 });
        let mut line = format!("{:>digits$}  {}{}", first + index, " ".repeat(before), painted(row, style));
        if !row.remark.is_empty() {
            line += &" ".repeat(after.saturating_sub(shown));
            line += &style.dim(&row.remark);
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

fn one_list(lanes: &[String], rows: &[Row], first: usize, digits: usize, style: Style) -> String {
    let name_width = lanes.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for (index, row) in rows.iter().enumerate() {
        let name = format!("{:<name_width$}", lanes[row.lane]);
        let remark =
            if row.remark.is_empty() { String::new() } else { format!("  {}", style.dim(&row.remark)) };
        let line =
            format!("{:>digits$}  {}  {}{remark}", first + index, style.bold(&name), painted(row, style));
        out += line.trim_end();
        out.push('\n');
    }
    out
}
