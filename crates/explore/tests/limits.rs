//! A time limit or a stop from outside ends an exploration in whatever phase it is. The limits are far below what the programs would take,
//! the bound on what it really took far above them: a busy machine must not matter.

use explore::{ExploreConfig, explore, semantic};
use ir::Program;
use model::Model;
use std::time::{Duration, Instant};
use verdict::{Interrupt, Limits, Stop, Verdict};

fn load(name: &str, text: &str) -> Program {
    let path = std::env::temp_dir().join(format!("selvedge-limits-{name}-{}.c", std::process::id()));
    std::fs::write(&path, text).expect("a file");
    let loaded = frontend::load(&path, &frontend::Options::default());
    let _ = std::fs::remove_file(&path);
    loaded.expect("a program").program
}

const HEAD: &str = "#include <pthread.h>\n#include <stdatomic.h>\n";

/// The name, the model, the program; none of them comes to an end soon.
const ENDLESS: &[(&str, Model, &str)] = &[
    ("early", Model::SC, "int x; int main(void) { for (;;) x++; }"),
    ("pure", Model::SC, "int main(void) { for (;;) for (volatile int i = 0; i < 10; i++); }"),
    (
        "private",
        Model::SC,
        "void *f(void *a) { int x[2] = {0}; for (;;) x[0] ^= x[1]++; }
         int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }",
    ),
    (
        "promises",
        Model::RMO,
        "atomic_int x, y, z; int r[3];
         #define R memory_order_relaxed
         void *f(void *a) { for (int i = 0; i < 4; i++) { int v = atomic_load_explicit(&x, R); atomic_store_explicit(&y, v + i, R); } return 0; }
         void *g(void *a) { for (int i = 0; i < 4; i++) { int v = atomic_load_explicit(&y, R); atomic_store_explicit(&z, v ^ i, R); } return 0; }
         void *h(void *a) { for (int i = 0; i < 4; i++) { int v = atomic_load_explicit(&z, R); atomic_store_explicit(&x, v + 1, R); } return 0; }
         int main(void) { pthread_t t[3]; pthread_create(t, 0, f, 0); pthread_create(t + 1, 0, g, 0); pthread_create(t + 2, 0, h, 0);
           for (int i = 0; i < 3; i++) pthread_join(t[i], 0); }",
    ),
    (
        "orders",
        Model::SC,
        "int x, y; void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
         void *f(void *a) { for (int i = 0; i < 6; i++) { __VERIFIER_atomic_begin(); int v = x; x = i; y = v; __VERIFIER_atomic_end(); } return 0; }
         int main(void) { pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(t + i, 0, f, 0); for (int i = 0; i < 4; i++) pthread_join(t[i], 0); }",
    ),
];

fn assert_stopped(name: &str, verdict: &Verdict, started: Instant) {
    let elapsed = started.elapsed();
    assert!(matches!(verdict, Verdict::Unknown { .. }), "{name}: {verdict:?}");
    assert!(elapsed < Duration::from_secs(20), "{name}: {elapsed:?}");
}

#[test]
fn a_time_limit_is_kept_in_every_phase() {
    for &(name, model, text) in ENDLESS {
        let program = load(name, &format!("{HEAD}{text}"));
        let mut config = ExploreConfig::new(model);
        config.task.limits = Limits::within(Duration::from_millis(200));
        let started = Instant::now();
        assert_stopped(name, &explore(&program, &config).verdict, started);
        println!("{name}: {:?}", started.elapsed());
    }
}

#[test]
fn a_stop_from_outside_is_seen_in_every_phase() {
    for &(name, model, text) in ENDLESS {
        let program = load(&format!("{name}-stop"), &format!("{HEAD}{text}"));
        let mut config = ExploreConfig::new(model);
        let interrupt = Interrupt::new();
        config.task.limits = Limits::until_set(interrupt.clone());
        let started = Instant::now();
        let verdict = std::thread::scope(|scope| {
            let found = scope.spawn(|| explore(&program, &config).verdict);
            std::thread::sleep(Duration::from_millis(200));
            interrupt.set(Stop::Interrupted);
            found.join().expect("a verdict")
        });
        assert_stopped(name, &verdict, started);
    }
}

#[test]
fn semantic_exploration_stops_inside_of_a_step() {
    let text = "void *f(void *a) { int x[2] = {0}; for (;;) x[0] ^= x[1]++; }
                int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }";
    let program = load("semantic", &format!("{HEAD}{text}"));
    let specification = spec::shipped_specification("counter").expect("shipped");
    let mut config = ExploreConfig::new(Model::SC);
    config.task.limits = Limits::within(Duration::from_millis(200));
    let started = Instant::now();
    if let Ok(found) = semantic::explore(&program, &config, &specification) {
        assert_stopped("semantic", &found.exploration.verdict, started);
    }
    assert!(started.elapsed() < Duration::from_secs(20));
}
