//! Values out of thin air under RMO-nodep, as `certify` and the corpus have it (ADR 9): a value is never its own cause, and a dependency of
//! the text that is none does not count.

use litmus::{AnyModel, Options, Selection, verdict};
use model::Model;

/// Two threads, each of which reads one variable and writes the other by this expression; `more` stands for other threads.
fn allowed(first: &str, second: &str, more: &str, question: &str) -> bool {
    let text = format!(
        "C test\n{{}}\nP0(int *x, int *y) {{ int r0; r0 = READ_ONCE(*x); WRITE_ONCE(*y, {first}); }}\n\
         P1(int *x, int *y) {{ int r0; r0 = READ_ONCE(*y); WRITE_ONCE(*x, {second}); }}\n{more}\nexists ({question})\n"
    );
    let program = frontend::litmus::read(&text, "test").expect("a litmus test");
    let model = AnyModel::BuiltIn(Model::by_name("rmo-nodep").expect("it is one"));
    verdict(&program, &model, &Selection::All, &Options::default()).expect("an answer").allowed
}

const BOTH: &str = "0:r0=1 /\\ 1:r0=1";

#[test]
fn copies_do_not_invent_values() {
    assert!(!allowed("r0", "r0", "", BOTH));
    // 1 is a value of the program, but nobody stores it where it is read.
    let third = "P2(int *x, int *y) { int r0; r0 = READ_ONCE(*x); if (r0 == 7) { WRITE_ONCE(*x, 1); } }";
    assert!(!allowed("r0", "r0", third, BOTH));
    // One who does.
    let third = "P2(int *x, int *y) { WRITE_ONCE(*x, 1); }";
    assert!(allowed("r0", "r0", third, BOTH));
    assert!(!allowed("r0 + 1", "r0", "", "0:r0=2 /\\ 1:r0=3"));
}

#[test]
fn what_only_looks_like_a_dependency_is_none() {
    assert!(allowed("(r0 ^ r0) + 1", "(r0 ^ r0) + 1", "", BOTH));
    assert!(allowed("r0", "(r0 ^ r0) + 1", "", BOTH));
    assert!(allowed("r0", "(r0 & 0) | 1", "", BOTH));
    assert!(!allowed("r0", "r0 | 0", "", BOTH));
}
