//! Tests of the litmus reader. `enumerate` is an oracle of its own: it runs the lowered program under every SC
//! interleaving, so that what a construct *means* is tested, not only how it is printed.

mod assembly;
mod c_dialect;
mod conditions;
mod corpus;
mod enumerate;
mod errors;
mod kernel;
mod robustness;
mod snapshots;

use super::read;
use enumerate::final_states;
use ir::Program;

/// Reads a test that must be readable.
fn program(text: &str) -> Program {
    read(text, "t.litmus").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A C test from the bodies of its threads, all over `int` variables x and y.
fn c_test(init: &str, bodies: &[&str], question: &str) -> String {
    let mut text = format!("C t\n{init}\n");
    for (index, body) in bodies.iter().enumerate() {
        text += &format!("P{index}(int *x, int *y) {{ {body} }}\n");
    }
    text + question
}

/// The final states of a test under SC, each as `name=value;` in the order of its observables.
fn states(text: &str) -> Vec<String> {
    final_states(&program(text))
}

/// The instructions of one thread in the IR's text form, without their places.
fn body_of(text: &str, thread: &str) -> String {
    let shown = program(text).to_string();
    let start = shown.find(&format!("fn @{thread}(")).expect("the thread");
    let end = shown[start..].find("\n}").expect("its end") + start;
    let lines = shown[start..end].lines().skip(1).map(|line| line.split("  ;").next().unwrap_or("").trim());
    lines.collect::<Vec<_>>().join("\n")
}
