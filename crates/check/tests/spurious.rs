//! Waits that end without a signal: each thread once, deadlocks as if nobody did, and no larger bound for `while` around a wait.
//!
//! That all executions are there is compared with `interp::World` in `random.rs`.

use check::{CheckConfig, check};
use model::Model;
use verdict::{Property, Scope, Verdict};

const HEAD: &str =
    "#include <assert.h>\n#include <pthread.h>\npthread_mutex_t m; pthread_cond_t c; int ready, n;\n";

/// The answer in a word, with wake-ups without a signal or without them.
fn answer(name: &str, text: &str, property: Property, unwind: u32, spurious: bool) -> &'static str {
    let path = std::env::temp_dir().join(format!("selvedge-spurious-{}-{name}.c", std::process::id()));
    std::fs::write(&path, format!("{HEAD}{text}")).expect("a temporary file");
    let loaded = frontend::load(&path, &frontend::Options::default()).expect("a program that compiles");
    // What is left over in the temporary directory does no harm.
    let _ = std::fs::remove_file(&path);
    let mut config = CheckConfig::new(Model::SC);
    (config.task.properties, config.unwind, config.task.spurious_wakeups) =
        (vec![property], unwind, spurious);
    match check(&loaded.program, &config).verdict {
        Verdict::Safe { scope: Scope::Complete } => "safe",
        Verdict::Safe { .. } => "up to the bound",
        Verdict::Violation { .. } => "violation",
        Verdict::Unknown { why, .. } => panic!("{name}: {why}"),
    }
}

#[track_caller]
fn both(name: &str, text: &str, property: Property, unwind: u32, [without, with]: [&str; 2]) {
    let found = [false, true].map(|spurious| answer(name, text, property, unwind, spurious));
    assert_eq!(found, [without, with], "{name}");
}

const WAITS: &str = "void *f(void *x) { pthread_mutex_lock(&m); WAIT assert(ready); pthread_mutex_unlock(&m); return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);
    pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); pthread_join(t, 0); }";

#[test]
fn if_instead_of_while_is_found() {
    both(
        "if",
        &WAITS.replace("WAIT", "if (!ready) pthread_cond_wait(&c, &m);"),
        Property::Assert,
        1,
        ["safe", "violation"],
    );
    // Twice is more than once a thread.
    let twice = "if (!ready) pthread_cond_wait(&c, &m); if (!ready) pthread_cond_wait(&c, &m);";
    both("twice", &WAITS.replace("WAIT", twice), Property::Assert, 1, ["safe", "safe"]);
}

#[test]
fn while_needs_no_larger_bound() {
    for (name, wait) in [
        ("while", "while (!ready) pthread_cond_wait(&c, &m);"),
        ("nested", "while (!ready) { for (int i = 0; i < 1; i++) pthread_cond_wait(&c, &m); }"),
        (
            "outer",
            "for (int k = 0;; k++) { int go = 0; while (!go) { if (!ready) pthread_cond_wait(&c, &m); go = 1; } if (ready) break; }",
        ),
        (
            "again",
            "while (!ready) pthread_cond_wait(&c, &m); n = 1; while (!ready) pthread_cond_wait(&c, &m);",
        ),
    ] {
        let text = WAITS.replace("WAIT", wait);
        both(name, &text, Property::Assert, 1, ["safe", "safe"]);
        both(name, &text, Property::Deadlock, 1, ["safe", "safe"]);
    }
    // A bound that is too small stays so.
    let text = WAITS.replace("WAIT", "while (!ready) pthread_cond_wait(&c, &m);");
    let text = text.replace(
        "pthread_mutex_lock(&m); ready",
        "pthread_cond_signal(&c); pthread_cond_signal(&c); pthread_mutex_lock(&m); ready",
    );
    both("bound", &text, Property::Assert, 1, ["up to the bound", "up to the bound"]);
}

#[test]
fn who_might_wake_by_itself_is_stuck() {
    let lost = "void *f(void *x) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return 0; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_cond_signal(&c); pthread_join(t, 0); }";
    both("lost", lost, Property::Deadlock, 1, ["violation", "violation"]);
    // Whoever wakes too early takes the token that the other was to take.
    let after = "void *f(void *x) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); if (!ready) { pthread_mutex_lock(&m); } pthread_mutex_unlock(&m); return 0; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);
        for (int go = 0; !go;) { pthread_mutex_lock(&m); go = 1; ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); } pthread_join(t, 0); }";
    both(
        "after",
        &after.replace("ready = 1; pthread_cond_signal(&c);", "ready = 1; pthread_cond_broadcast(&c);"),
        Property::Deadlock,
        1,
        ["violation", "violation"],
    );
}

#[test]
fn a_condition_that_nobody_sets_is_no_endless_unrolling() {
    let never = "void *f(void *x) { pthread_mutex_lock(&m); while (!n) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return 0; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(0); }";
    both("never", never, Property::Assert, 2, ["safe", "safe"]);
    both("never", never, Property::Deadlock, 2, ["violation", "violation"]);
}
