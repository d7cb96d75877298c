//! What can be asked beside the verdict: all failures, the loops that need more, the query itself.

use check::{CheckConfig, CheckResult, check};
use model::Model;
use std::io::Write;
use std::process::{Command, Stdio};
use verdict::{Scope, Verdict};

fn load(name: &str, text: &str) -> ir::Program {
    let path = std::env::temp_dir().join(format!("selvedge-answers-{}-{name}.c", std::process::id()));
    std::fs::write(&path, text).expect("a temporary file");
    let loaded = frontend::load(&path, &frontend::Options::default()).expect("a program that compiles");
    // What is left over in the temporary directory does no harm.
    let _ = std::fs::remove_file(&path);
    loaded.program
}

fn run(name: &str, text: &str, change: impl Fn(&mut CheckConfig)) -> CheckResult {
    let mut config = CheckConfig::new(Model::SC);
    change(&mut config);
    check(&load(name, text), &config)
}

const TWO_LOOPS: &str = "
    #include <assert.h>
    extern int __VERIFIER_nondet_int(void);
    int main(void) {
        int n = __VERIFIER_nondet_int(), i = 0, k = 0;
        while (i < n) i++;
        while (k < 2 && k < n) k++;
        assert(i >= 0);
        return 0;
    }";

#[test]
fn the_loops_that_need_a_larger_bound_are_named() {
    let result = run("cuts", TWO_LOOPS, |config| (config.unwind, config.ask_bound) = (3, true));
    assert!(
        matches!(&result.verdict, Verdict::Unknown { why, .. } if why.to_string().contains("bound of 3")),
        "{:?}",
        result.verdict
    );
    let lines: Vec<u32> = result.cuts.iter().filter_map(|cut| cut.place.as_ref()).map(|at| at.line).collect();
    assert_eq!(lines, [6]);
    let silent = run("cuts-silent", TWO_LOOPS, |config| config.unwind = 3);
    assert_eq!(silent.verdict, Verdict::Safe { scope: Scope::UpToUnwind(3) });
}

#[test]
fn a_bound_that_is_enough_is_no_reason_to_complain() {
    let text = "
        #include <assert.h>
        int main(void) { int i = 0; while (i < 3) i++; assert(i == 3); return 0; }";
    let result = run("enough", text, |config| (config.unwind, config.ask_bound) = (5, true));
    assert_eq!(result.verdict, Verdict::Safe { scope: Scope::Complete });
    assert!(result.cuts.is_empty());
}

#[test]
fn an_exact_bound_cuts_loops_whose_end_is_known() {
    let text = "
        #include <assert.h>
        int main(void) { int s = 0; for (int i = 0; i < 100; i++) s += i; assert(s == 4950); return 0; }";
    let result = run("exact", text, |config| (config.unwind, config.exact_bound) = (2, true));
    assert_eq!(result.verdict, Verdict::Safe { scope: Scope::UpToUnwind(2) });
}

const THREE_CLAIMS: &str = "
    #include <assert.h>
    #include <pthread.h>
    int x;
    void *other(void *arg) {
        x = 1;
        x = 2;
        return 0;
    }
    int main(void) {
        pthread_t t;
        pthread_create(&t, 0, other, 0);
        int r = x;
        if (r == 1) assert(r == 0);
        else if (r == 2) assert(r < 2);
        assert(r < 3);
        return 0;
    }";

#[test]
fn all_failing_assertions_are_found_and_only_those() {
    let result = run("all", THREE_CLAIMS, |config| config.all = true);
    let mut lines: Vec<u32> = result.violations.iter().map(|witness| witness.failure.span.line).collect();
    lines.sort_unstable();
    assert_eq!(lines, [14, 15]);
    let one = run("one", THREE_CLAIMS, |_| {});
    assert_eq!(one.violations.len(), 1);
    assert!(matches!(&one.verdict, Verdict::Violation { witness } if **witness == one.violations[0]));
}

/// What z3 says.
fn z3(text: &str) -> String {
    let mut child = Command::new("z3")
        .args(["-smt2", "-in", "-T:120"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("z3 is on PATH: scripts/setup.sh installs it");
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("z3 reads");
    let output = child.wait_with_output().expect("z3 ends");
    String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().to_string()
}

const HOLDS: &str = "
    #include <assert.h>
    #include <pthread.h>
    #include <stdatomic.h>
    atomic_int x;
    void *other(void *arg) { atomic_fetch_add(&x, 1); return 0; }
    int main(void) {
        pthread_t t;
        pthread_create(&t, 0, other, 0);
        atomic_fetch_add(&x, 1);
        pthread_join(t, 0);
        assert(x == 2);
        return 0;
    }";

#[test]
fn the_query_means_the_same_to_another_solver() {
    let lost = HOLDS.replace("atomic_fetch_add(&x, 1)", "x = x + 1");
    let cases = [("smt-claims", THREE_CLAIMS), ("smt-holds", HOLDS), ("smt-lost", lost.as_str())];
    for model in [Model::SC, Model::TSO, Model::PSO] {
        for (name, text) in cases {
            let result = run(name, text, |config| (config.task.model, config.smtlib) = (model, true));
            let query = result.smtlib.expect("the text that was asked for");
            assert!(query.starts_with("(set-logic") && query.trim_end().ends_with("(check-sat)"), "{name}");
            let expected = match result.verdict {
                Verdict::Violation { .. } => "sat",
                Verdict::Safe { .. } => "unsat",
                Verdict::Unknown { why, .. } => panic!("{name}: {why}"),
            };
            assert_eq!(z3(&query), expected, "{name} under {}", model.name());
        }
    }
}
