//! The figures of Fusion as programs.

mod common;

use common::{config, load, predict, trace};
use expect_test::expect;
use fusion::Config;
use ir::Program;
use std::path::PathBuf;
use std::sync::Arc;

/// A program of `examples/atomicity`.
fn example(name: &str) -> Arc<Program> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/atomicity").join(name);
    load(&path)
}

/// The lines of the three accesses of each broken block, in order.
fn places(program: &Arc<Program>, config: &Config) -> Vec<String> {
    let trace = trace(program, config);
    let found = predict(program, config, None).expect("an answer").violations;
    let mut lines: Vec<String> = found
        .iter()
        .filter_map(|violation| violation.candidate)
        .map(|three| {
            let line = |id| trace.step(id).span.line;
            format!("{} {} {}", line(three.first), line(three.remote), line(three.second))
        })
        .collect();
    lines.sort();
    lines.dedup();
    lines
}

#[test]
fn figure_1a_is_silent_because_of_the_data() {
    let program = example("guarded_write.c");
    assert_eq!(places(&program, &config()), Vec::<String>::new());
}

#[test]
fn figure_1a_without_the_guard_is_found() {
    let program = example("unguarded_write.c");
    assert_eq!(places(&program, &config()), ["9 18 10"]);
}

#[test]
fn figure_1b_is_silent_because_of_the_signal() {
    let program = example("signalled_write.c");
    assert_eq!(places(&program, &config()), Vec::<String>::new());
}

#[test]
fn figure_1b_without_the_signal_is_found() {
    let program = example("unsignalled_write.c");
    assert_eq!(places(&program, &config()), ["14 8 15"]);
}

#[test]
fn figure_6_is_found_in_a_prefix_only() {
    let program = example("untaken_branch.c");
    assert_eq!(places(&program, &config()), ["9 18 10"]);
    let complete = fusion::Config { complete: true, ..config() };
    assert_eq!(places(&program, &complete), Vec::<String>::new());
}

#[test]
fn figure_4_the_trace_program() {
    let trace = trace(&example("guarded_write.c"), &config());
    expect![[r#"
        begin: {x0 := 0}
        t0: ⟨0, (assume(true), {create 1})⟩
        t2: ⟨0, (assume(true), {create 2})⟩
        t5: ⟨1, (assume(true), {read π1})⟩ where π1 <- π(x0, x2)
        t6: ⟨1, (assume(true), {x1 := (π1 + 1)})⟩
        t7: ⟨0, (assume(true), {join 1})⟩
        t9: ⟨2, (assume(true), {read π2})⟩ where π2 <- π(x0, x1)
        t10: ⟨2, (assume(π2 > 0), {x2 := 5})⟩
        t11: ⟨0, (assume(true), {join 2})⟩
    "#]]
    .assert_eq(&fusion::show_trace(&trace));
}

#[test]
fn figure_5_the_formula() {
    let trace = trace(&example("guarded_write.c"), &config());
    expect![[r#"
        Path conditions:
          g0 = true
          g2 = g0
          g5 = g0
          g6 = g5
          g7 = g2
          g9 = g2
          g10 = g9 ∧ π2 > 0
          g11 = g7
        Program order:
          HB(begin, t0)
          HB(t0, t2)
          HB(t0, t5)
          HB(t5, t6)
          HB(t2, t7)
          HB(t2, t9)
          HB(t9, t10)
          HB(t7, t11)
        π-functions:
          t5: (π1 = x0) ∧ HB(t5, t10)
            ∨ (π1 = x2) ∧ g10 ∧ HB(t10, t5)
          t9: (π2 = x0) ∧ HB(t9, t6)
            ∨ (π2 = x1) ∧ g6 ∧ HB(t6, t9)
    "#]]
    .assert_eq(&fusion::show_formula(&trace));
}
