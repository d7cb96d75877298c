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

/// Lays rows out in lanes within `width` columns, each step with its place; where that does not fit, lanes with the places
/// in a column of their own; where that does not fit either, one list with thread names. Rows are numbered from `first`.
pub fn layout(lanes: &[String], rows: &[Row], first: usize, width: usize, style: Style) -> String {
    let digits = (first + rows.len()).to_string().len().max(2);
    let widths = lane_widths(lanes, rows, GAP, cell);
    let remark = rows.iter().map(|row| row.remark.chars().count() + 2).max().unwrap_or(0);
    let used = digits + 2 + remark;
    if used + widths.iter().sum::<usize>() <= width {
        return side_by_side(lanes, rows, &widths, first, digits, style);
    }
    let narrow = lane_widths(lanes, rows, NARROW_GAP, |row| row.text.clone());
    let lines = places_in_short(rows);
    let places = lines.iter().map(|place| place.chars().count() + 2).max().unwrap_or(0);
    match used + narrow.iter().sum::<usize>() + places <= width {
        true => places_apart(lanes, rows, &narrow, &lines, first, digits, style),
        false => one_list(lanes, rows, first, digits, style),
    }
}

const GAP: usize = 4;
const NARROW_GAP: usize = 2;

fn lane_widths(lanes: &[String], rows: &[Row], gap: usize, cell: impl Fn(&Row) -> String) -> Vec<usize> {
    let mut widths: Vec<usize> = lanes.iter().map(|name| name.chars().count()).collect();
    for row in rows {
        widths[row.lane] = widths[row.lane].max(cell(row).chars().count());
    }
    widths.iter().map(|width| width + gap).collect()
}

/// The places of the rows; `line 7` where all are in one file, which the headline names.
fn places_in_short(rows: &[Row]) -> Vec<String> {
    let split =
        |row: &Row| row.place.rsplit_once(':').map(|(file, line)| (file.to_string(), line.to_string()));
    let mut files: Vec<String> = rows.iter().filter_map(|row| Some(split(row)?.0)).collect();
    files.dedup();
    let short = |row: &Row| match split(row) {
        Some((_, line)) if files.len() == 1 => format!("line {line}"),
        _ => row.place.clone(),
    };
    rows.iter().map(short).collect()
}

fn places_apart(
    lanes: &[String],
    rows: &[Row],
    widths: &[usize],
    places: &[String],
    first: usize,
    digits: usize,
    style: Style,
) -> String {
    let mut out = heading(lanes, widths, digits, style);
    let place_width = places.iter().map(|place| place.chars().count()).max().unwrap_or(0);
    for (index, (row, place)) in rows.iter().zip(places).enumerate() {
        let before: usize = widths[..row.lane].iter().sum();
        let after: usize = widths[row.lane..].iter().sum();
        let gap = after.saturating_sub(row.text.chars().count());
        let text = if row.bad { style.bad(&row.text) } else { row.text.clone() };
        let remark = format!("{place:<place_width$}  {}", row.remark);
        let line = format!("{:>digits$}  {}{text}{}", first + index, " ".repeat(before), " ".repeat(gap));
        out += &match remark.trim_end() {
            "" => line.trim_end().to_string(),
            remark => line + &style.dim(remark),
        };
        out.push('\n');
    }
    out
}

fn heading(lanes: &[String], widths: &[usize], digits: usize, style: Style) -> String {
    let mut head = " ".repeat(digits + 2);
    for (name, width) in lanes.iter().zip(widths) {
        head += &format!("{name:<width$}");
    }
    format!("{}\n", style.bold(head.trim_end()))
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
    let mut out = heading(lanes, widths, digits, style);
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
