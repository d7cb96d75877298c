//! Pictures of an execution: Graphviz text, and SVG drawn here, in herd's habit (a box per thread, po downwards in black,
//! rf red, co blue, fr orange).

use crate::events::EventId;
use crate::execution::{Execution, Operation, OperationKind};
use std::fmt::Write;
use std::sync::Arc;

const RF: &str = "#d62728";
const CO: &str = "#1f77b4";
const FR: &str = "#ff7f0e";
const PO: &str = "#000000";

/// Edges between threads, without those that follow by transitivity of co.
fn edges(execution: &Execution) -> Vec<(EventId, EventId, &'static str, &'static str)> {
    let mut edges = Vec::new();
    edges.extend(execution.rf.iter().map(|&(a, b)| (a, b, "rf", RF)));
    let direct = |relation: &[(EventId, EventId)]| -> Vec<(EventId, EventId)> {
        let through = |a: EventId, b: EventId| {
            relation.iter().any(|&(x, m)| x == a && m != b && execution.co.contains(&(m, b)))
        };
        relation.iter().copied().filter(|&(a, b)| !through(a, b)).collect()
    };
    edges.extend(direct(&execution.co).into_iter().map(|(a, b)| (a, b, "co", CO)));
    edges.extend(direct(&execution.fr).into_iter().map(|(a, b)| (a, b, "fr", FR)));
    edges
}

/// `3: R x = 1`, as herd labels events.
fn label(operation: &Operation) -> String {
    let location = operation.location.as_deref().unwrap_or("");
    let value = operation.value.map(|value| value.to_string()).unwrap_or_default();
    match operation.kind {
        OperationKind::Read => format!("{}: R {location} = {value}", operation.number),
        OperationKind::Write => format!("{}: W {location} = {value}", operation.number),
        OperationKind::Local => format!("{}: {} [{value}]", operation.number, operation.text),
        _ => format!("{}: {}", operation.number, operation.text),
    }
}

fn lanes(execution: &Execution) -> Vec<(Arc<str>, Vec<&Operation>)> {
    let of = |thread: Option<&Arc<str>>| -> Vec<&Operation> {
        execution.operations.iter().filter(|operation| operation.thread.as_ref() == thread).collect()
    };
    let mut lanes = Vec::new();
    let initial = of(None);
    if !initial.is_empty() {
        lanes.push(("init".into(), initial));
    }
    lanes.extend(execution.threads.iter().map(|thread| (thread.clone(), of(Some(thread)))));
    lanes
}

/// The execution for Graphviz.
pub fn dot(execution: &Execution, title: &str) -> String {
    let quote = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let mut out = format!(
        "digraph \"{}\" {{\n  rankdir=TB;\n  node [shape=plaintext, fontname=\"monospace\"];\n",
        quote(title)
    );
    for (index, (name, operations)) in lanes(execution).iter().enumerate() {
        let _ = writeln!(
            out,
            "  subgraph cluster_{index} {{ label=\"{}\"; color=gray; style=rounded;",
            quote(name)
        );
        for operation in operations {
            let _ = writeln!(out, "    e{} [label=\"{}\"];", operation.event.0, quote(&label(operation)));
        }
        if index > 0 || &**name != "init" {
            for pair in operations.windows(2) {
                let (a, b) = (pair[0].event.0, pair[1].event.0);
                let _ = writeln!(out, "    e{a} -> e{b} [label=\"po\", color=\"{PO}\"];");
            }
        }
        out += "  }\n";
    }
    for (a, b, name, color) in edges(execution) {
        let _ = writeln!(
            out,
            "  e{} -> e{} [label=\"{name}\", color=\"{color}\", fontcolor=\"{color}\", constraint=false];",
            a.0, b.0
        );
    }
    out += "}\n";
    out
}

const LANE: f64 = 230.0;
const ROW: f64 = 70.0;
const BOX_WIDTH: f64 = 150.0;
const BOX_HEIGHT: f64 = 26.0;
const TOP: f64 = 80.0;

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The execution as an SVG document.
pub fn svg(execution: &Execution, title: &str) -> String {
    let lanes = lanes(execution);
    let rows = lanes.iter().map(|(_, operations)| operations.len()).max().unwrap_or(0).max(1);
    let (width, height) = (LANE * lanes.len().max(1) as f64 + 20.0, TOP + ROW * rows as f64 + 30.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"monospace\" font-size=\"13\">\n<defs>\n"
    );
    for (name, color) in [("po", PO), ("rf", RF), ("co", CO), ("fr", FR)] {
        let _ = writeln!(
            out,
            "<marker id=\"{name}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
             orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\" fill=\"{color}\"/></marker>"
        );
    }
    let _ = writeln!(out, "</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>");
    let _ = writeln!(out, "<text x=\"10\" y=\"22\" font-size=\"15\">{}</text>", escape(title));
    let mut places: Vec<(EventId, f64, f64)> = Vec::new();
    for (column, (name, operations)) in lanes.iter().enumerate() {
        let left = 10.0 + LANE * column as f64;
        let _ = writeln!(
            out,
            "<rect x=\"{:.0}\" y=\"38\" width=\"{:.0}\" height=\"{:.0}\" rx=\"8\" fill=\"#f7f7f7\" stroke=\"#999\"/>\n\
             <text x=\"{:.0}\" y=\"56\" fill=\"#555\">{}</text>",
            left,
            LANE - 20.0,
            height - 48.0,
            left + 10.0,
            escape(name)
        );
        for (row, operation) in operations.iter().enumerate() {
            let (x, y) = (left + (LANE - 20.0) / 2.0, TOP + 14.0 + ROW * row as f64);
            places.push((operation.event, x, y));
            if row > 0 && &**name != "init" {
                let (from, to) = (y - ROW + BOX_HEIGHT / 2.0, y - BOX_HEIGHT / 2.0);
                let _ = writeln!(
                    out,
                    "<path d=\"M{x:.0},{from:.0} L{x:.0},{to:.0}\" stroke=\"{PO}\" fill=\"none\" marker-end=\"url(#po)\"/>\n\
                     <text x=\"{:.0}\" y=\"{:.0}\" fill=\"{PO}\" font-size=\"11\">po</text>",
                    x + 5.0,
                    (from + to) / 2.0 + 4.0
                );
            }
        }
    }
    draw_edges(&mut out, execution, &places);
    for operation in &execution.operations {
        let Some(&(_, x, y)) = places.iter().find(|(event, _, _)| *event == operation.event) else {
            continue;
        };
        let _ = writeln!(
            out,
            "<rect x=\"{:.0}\" y=\"{:.0}\" width=\"{BOX_WIDTH:.0}\" height=\"{BOX_HEIGHT:.0}\" rx=\"4\" fill=\"white\" \
             stroke=\"#333\"/>\n<text x=\"{x:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
            x - BOX_WIDTH / 2.0,
            y - BOX_HEIGHT / 2.0,
            y + 5.0,
            escape(&label(operation))
        );
    }
    out += "</svg>\n";
    out
}

/// Curves between the boxes, bent a little more for each kind so that they do not hide each other.
fn draw_edges(out: &mut String, execution: &Execution, places: &[(EventId, f64, f64)]) {
    let place = |id: EventId| places.iter().find(|(event, _, _)| *event == id).map(|&(_, x, y)| (x, y));
    for (a, b, name, color) in edges(execution) {
        let (Some((x1, y1)), Some((x2, y2))) = (place(a), place(b)) else { continue };
        let bend: f64 = match name {
            "rf" => 14.0,
            "co" => -18.0,
            _ => 34.0,
        };
        let (path, label_x, label_y) = if (x1 - x2).abs() < 1.0 {
            let side = if name == "co" { -1.0 } else { 1.0 };
            let (edge, out_by) =
                (x1 + side * BOX_WIDTH / 2.0, x1 + side * (BOX_WIDTH / 2.0 + 26.0 + bend.abs() / 2.0));
            (
                format!("M{edge:.0},{y1:.0} C{out_by:.0},{y1:.0} {out_by:.0},{y2:.0} {edge:.0},{y2:.0}"),
                out_by - side * 8.0,
                (y1 + y2) / 2.0,
            )
        } else {
            let side = if x2 > x1 { 1.0 } else { -1.0 };
            let (start, end) = (x1 + side * BOX_WIDTH / 2.0, x2 - side * BOX_WIDTH / 2.0);
            let (middle_x, middle_y) = ((start + end) / 2.0, (y1 + y2) / 2.0 + bend);
            (
                format!("M{start:.0},{y1:.0} Q{middle_x:.0},{middle_y:.0} {end:.0},{y2:.0}"),
                middle_x,
                (y1 + y2) / 4.0 + middle_y / 2.0,
            )
        };
        let _ = writeln!(
            out,
            "<path d=\"{path}\" stroke=\"{color}\" fill=\"none\" marker-end=\"url(#{name})\"/>\n\
             <text x=\"{label_x:.0}\" y=\"{label_y:.0}\" fill=\"{color}\" font-size=\"11\">{name}</text>"
        );
    }
}
