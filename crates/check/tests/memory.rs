//! Memory that nobody has written, and variables whose block has ended.

#[path = "generate/marks.rs"]
mod marks;

use check::{CheckConfig, check};
use events::{FailureKind, Property};
use model::Model;
use verdict::Verdict;

fn verdict(name: &str, text: &str, model: Model) -> Verdict {
    let head = "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n#include <string.h>\nvoid __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n";
    let path = std::env::temp_dir().join(format!("selvedge-memory-{}-{name}.c", std::process::id()));
    std::fs::write(&path, format!("{head}{}{text}", marks::HEAD)).expect("a temporary file");
    let loaded = frontend::load(&path, &marks::options()).expect("a program that compiles");
    // What is left over in the temporary directory does no harm.
    let _ = std::fs::remove_file(&path);
    let mut program = loaded.program;
    marks::mark(&mut program);
    let mut config = CheckConfig::new(model);
    config.task.properties = vec![Property::Memory];
    check(&program, &config).verdict
}

/// The failures under each model, and no other answer than that or safe.
fn failures(name: &str, text: &str) -> Vec<Option<FailureKind>> {
    let failure = |model| match verdict(name, text, model) {
        Verdict::Violation { witness } => Some(witness.failure.kind),
        Verdict::Safe { .. } => None,
        Verdict::Unknown { why, .. } => panic!("{name}: {why}"),
    };
    Model::ALL.into_iter().map(failure).collect()
}

fn all(name: &str, text: &str, expected: Option<FailureKind>) {
    assert!(
        failures(name, text).iter().all(|found| *found == expected),
        "{name}: {:?}",
        failures(name, text)
    );
}

const UNWRITTEN: Option<FailureKind> = Some(FailureKind::UninitialisedRead);
const ENDED: Option<FailureKind> = Some(FailureKind::UseAfterReturn);

#[test]
fn private_memory_that_nobody_has_written() {
    let body = |text: &str| {
        format!(
            "extern int __VERIFIER_nondet_int(void); int main(void) {{ int n = __VERIFIER_nondet_int(); {text} return 0; }}"
        )
    };
    all("heap", &body("int *p = malloc(4); return *p;"), UNWRITTEN);
    all("written", &body("int *p = malloc(4); *p = n; return *p;"), None);
    all("zeroed", &body("int *p = calloc(1, 4); return *p;"), None);
    all("half", &body("short *p = malloc(4); p[0] = 1; return *(int *)p;"), None);
    all("other-half", &body("short *p = malloc(4); p[0] = 1; return p[1];"), UNWRITTEN);
    all("halves", &body("short *p = malloc(4); p[0] = 1; p[1] = 2; return *(int *)p;"), None);
    all("branch", &body("int *p = malloc(4); if (n) *p = 1; return *p;"), UNWRITTEN);
    all("same-branch", &body("int *p = malloc(4); if (n) *p = 1; if (n) return *p;"), None);
    all("index", &body("int a[3]; a[0] = a[2] = 1; if (n >= 0 && n < 3) return a[n];"), UNWRITTEN);
    all("indices", &body("int a[3]; a[0] = a[2] = 1; if (n == 0 || n == 2) return a[n];"), None);
    all("computed", &body("int a[3]; if (n >= 0 && n < 3) { a[n] = 1; return a[n]; }"), None);
    all("another", &body("int a[3]; if (n >= 0 && n < 2) { a[n] = 1; return a[n + 1]; }"), UNWRITTEN);
    all("rmw", &body("atomic_int *p = malloc(4); atomic_fetch_add(p, 1);"), UNWRITTEN);
    all(
        "cas",
        &body("atomic_int *p = malloc(4); int e = 0; atomic_compare_exchange_strong(p, &e, 1);"),
        UNWRITTEN,
    );
    all(
        "failed-cas",
        &body(
            "atomic_int *p = malloc(4); *p = 1; int e = 0; atomic_compare_exchange_strong(p, &e, 1); return *p;",
        ),
        None,
    );
    all("byte", &body("char *p = malloc(4); return *p;"), None);
    all("copied", &body("struct s { int a, b; } x, y; x.a = 1; y = x; return y.b;"), None);
    all("filled", &body("int *p = malloc(8); memset(p, 0, 8); return p[1];"), None);
    all("half-filled", &body("int *p = malloc(8); memset(p, 0, 4); return p[1];"), UNWRITTEN);
}

#[test]
fn shared_memory_that_nobody_has_written() {
    let program = |init: &str, own: &str, other: &str| {
        format!(
            "int *p; atomic_int go; int *_Atomic q; void *f(void *z) {{ {other} return 0; }}\n\
             int main(void) {{ pthread_t t; p = malloc(8); {init} pthread_create(&t, 0, f, 0); {own} pthread_join(t, 0); return 0; }}"
        )
    };
    all("created-before", &program("*p = 1;", "*p = 2;", "int r = *p;"), None);
    all("at-once", &program("", "*p = 1;", "int r = *p;"), UNWRITTEN);
    all("other-element", &program("p[0] = 1;", "p[0] = 2;", "int r = p[1];"), UNWRITTEN);
    all("own", &program("", "*p = 1; int r = *p;", "*p = 2; int r = *p;"), None);
    all("rmw-shared", &program("", "*p = 1;", "__atomic_fetch_add(p, 1, 5);"), UNWRITTEN);
    all("cas-shared", &program("", "*p = 1;", "__sync_bool_compare_and_swap(p, 7, 1);"), UNWRITTEN);
    all("joined", &program("", "pthread_join(t, 0); return *p;", "*p = 1;"), None);
    all("not-joined", &program("", "return *p;", "*p = 1;"), UNWRITTEN);
    let release = "*p = 1; atomic_store_explicit(&go, 1, memory_order_release);";
    let acquire = "if (atomic_load_explicit(&go, memory_order_acquire)) { int r = *p; }";
    all("published", &program("", release, acquire), None);
    all("unconditional", &program("", release, "atomic_load(&go); int r = *p;"), UNWRITTEN);
    let inside = "__VERIFIER_atomic_begin(); int r = *p; go = r; __VERIFIER_atomic_end();";
    all(
        "in-a-section",
        &program("", "__VERIFIER_atomic_begin(); *p = 1; __VERIFIER_atomic_end();", inside),
        UNWRITTEN,
    );
    all(
        "in-a-section-behind",
        &program("*p = 1;", "__VERIFIER_atomic_begin(); *p = 1; __VERIFIER_atomic_end();", inside),
        None,
    );
    // Relaxed, the pointer may be seen before what it points to.
    let relaxed = "int *n = malloc(4); *n = 1; atomic_store_explicit(&q, n, memory_order_relaxed);";
    let reader = "int *n = atomic_load_explicit(&q, memory_order_relaxed); if (n) { int r = *n; }";
    let found = failures("relaxed", &program("", relaxed, reader));
    let expected: Vec<_> = Model::ALL
        .into_iter()
        .map(|model| if [Model::SC, Model::TSO].contains(&model) { None } else { UNWRITTEN })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn variables_whose_block_has_ended() {
    let body = |text: &str| {
        format!(
            "extern int __VERIFIER_nondet_int(void); int main(void) {{ int n = __VERIFIER_nondet_int(); {text} return 0; }}"
        )
    };
    all("c", &body("int *y; { int x = n; y = &x; n = *y; } return n;"), None);
    all("c-behind-it", &body("int *y; { int x = n; y = &x; } return *y;"), ENDED);
    all("c-unwritten", &body("int x; int *y = &x; if (n) *y = 1; return x;"), UNWRITTEN);
    all("in-it", &body("int *x = fresh(); *x = 1; int r = *x; ends(x); return r;"), None);
    all("behind-it", &body("int *x = fresh(); *x = 1; ends(x); return *x;"), ENDED);
    all("written-behind-it", &body("int *x = fresh(); ends(x); *x = 1;"), ENDED);
    all("on-one-path", &body("int *x = fresh(); *x = 1; if (n) ends(x); return *x;"), ENDED);
    all("on-that-path", &body("int *x = fresh(); *x = 1; if (n) ends(x); if (!n) return *x;"), None);
    all(
        "in-a-loop",
        &body("for (int i = 0; i < 3; i++) { int *x = fresh(); *x = i; int r = *x; ends(x); }"),
        None,
    );
    all(
        "of-the-last-round",
        &body(
            "int *y = 0; for (int i = 0; i < 3; i++) { if (y) return *y; int *x = fresh(); *x = i; y = x; ends(x); }",
        ),
        ENDED,
    );
    all(
        "each-its-own",
        &body("int *y = 0; for (int i = 0; i < 3; i++) { int *x = fresh(); *x = i; y = x; } return *y;"),
        None,
    );
    all(
        "unwritten-again",
        &body("for (int i = 0; i < 2; i++) { int *x = fresh(); if (i) n = *x; *x = 1; ends(x); }"),
        UNWRITTEN,
    );
    all(
        "one-of-them",
        &body(
            "int *y = 0; for (int i = 0; i < n && i < 2; i++) { int *x = fresh(); *x = i; y = x; } if (y) { ends(y); return *y; }",
        ),
        ENDED,
    );
    let program = |own: &str, other: &str| {
        format!(
            "int *_Atomic p; void *f(void *z) {{ {other} return 0; }}\n\
             int main(void) {{ pthread_t t; {own} return 0; }}"
        )
    };
    let other = "int *x = p; if (x) { int r = *x; }";
    all(
        "others",
        &program(
            "int *x = fresh(); *x = 1; p = x; pthread_create(&t, 0, f, 0); ends(x); pthread_join(t, 0);",
            other,
        ),
        ENDED,
    );
    all(
        "joined",
        &program(
            "int *x = fresh(); *x = 1; p = x; pthread_create(&t, 0, f, 0); pthread_join(t, 0); ends(x);",
            other,
        ),
        None,
    );
    all(
        "created-behind-it",
        &program(
            "int *x = fresh(); *x = 1; p = x; ends(x); pthread_create(&t, 0, f, 0); pthread_join(t, 0);",
            other,
        ),
        ENDED,
    );
    all(
        "taken-back",
        &program(
            "int *x = fresh(); *x = 1; p = x; p = 0; ends(x); pthread_create(&t, 0, f, 0); pthread_join(t, 0);",
            other,
        ),
        None,
    );
    let locks = "pthread_mutex_lock((pthread_mutex_t *)p);";
    all(
        "a-lock-in-it",
        &program(
            "int *x = fresh(); *x = 0; p = x; pthread_create(&t, 0, f, 0); ends(x); pthread_join(t, 0);",
            locks,
        ),
        ENDED,
    );
}

/// An attempt that failed leaves nothing behind, though it has a variable of its own.
#[test]
fn loops_that_wait_may_have_variables() {
    let text = "atomic_int go; int *p; \
        void *f(void *z) { while (1) { int *x = fresh(); *x = go; int r = *x; ends(x); if (r) break; } (*p)++; return 0; }\n\
        int main(void) { pthread_t t; p = malloc(4); pthread_create(&t, 0, f, 0); *p = 0; go = 1; pthread_join(t, 0); return *p; }";
    let found = verdict("waiting", text, Model::SC);
    assert_eq!(found, Verdict::Safe { scope: verdict::Scope::Complete });
}

/// The kind of failure is what the interpreter says of the address: before the first byte of an object there may be none.
#[test]
fn an_index_before_the_array() {
    let body = |condition: &str| {
        format!(
            "extern int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int); int a[4]; int main(void) {{ int i = __VERIFIER_nondet_int(); __VERIFIER_assume({condition}); a[i] = 1; return 0; }}"
        )
    };
    all("before", &body("i < 4 && i >= -1"), Some(FailureKind::InvalidPointer));
    all("behind", &body("i <= 4 && i >= 0"), Some(FailureKind::OutOfBounds));
    all("within", &body("i < 4 && i >= 0"), None);
}
