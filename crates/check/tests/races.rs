//! Data races are what happens-before leaves unordered, in executions that each model permits.

use check::{CheckConfig, check};
use model::Model;
use verdict::{Property, Verdict};

const HEAD: &str = "#define _GNU_SOURCE\n#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n";

/// Two threads, and what stands before `main` and in it behind their creation.
fn two(globals: &str, first: &str, second: &str) -> String {
    format!(
        "{HEAD}{globals}\nvoid *t1(void *a) {{ {first} return 0; }}\nvoid *t2(void *a) {{ int r = 0; {second} (void)r; return 0; }}\n\
         int main(void) {{ pthread_t h1, h2; SETUP; pthread_create(&h1, 0, t1, 0); pthread_create(&h2, 0, t2, 0); pthread_join(h1, 0); pthread_join(h2, 0); return 0; }}"
    )
}

#[track_caller]
fn all(cases: &[(&str, &str, &str, &str, &str)]) {
    let mut wrong = Vec::new();
    for &(name, expected, globals, first, second) in cases {
        let (globals, setup) = globals.split_once("SETUP").unwrap_or((globals, ""));
        let text = two(globals, first, second).replace("SETUP;", setup);
        let path = std::env::temp_dir().join(format!("selvedge-race-{}-{name}.c", std::process::id()));
        std::fs::write(&path, text).expect("a temporary file");
        let loaded = frontend::load(&path, &frontend::Options::default()).expect("a program that compiles");
        // What is left over in the temporary directory does no harm.
        let _ = std::fs::remove_file(&path);
        for model in [Model::SC, Model::TSO, Model::PSO, Model::RMO] {
            let mut config = CheckConfig::new(model);
            config.task.properties = vec![Property::Race];
            let found = match check(&loaded.program, &config).verdict {
                Verdict::Safe { .. } => "safe".to_string(),
                Verdict::Violation { .. } => "race".to_string(),
                Verdict::Unknown { why, .. } => why.to_string(),
            };
            if found != expected {
                wrong.push(format!("{name} {model}: {found}, expected {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn atomics_and_fences() {
    let flag = "int x; atomic_int y, z;";
    all(&[
        ("plain", "race", flag, "x = 1;", "r = x;"),
        ("both-write", "race", flag, "x = 1;", "x = 2;"),
        ("both-read", "safe", flag, "int q = x; (void)q;", "r = x;"),
        ("half-atomic", "race", "_Atomic int x;", "x = 1;", "r = *(int *)&x;"),
        ("half-atomic-reads", "safe", "_Atomic int x;", "int q = x; (void)q;", "r = *(int *)&x;"),
        (
            "relaxed",
            "race",
            flag,
            "x = 1; atomic_store_explicit(&y, 1, memory_order_relaxed);",
            "if (atomic_load_explicit(&y, memory_order_relaxed)) r = x;",
        ),
        (
            "release-acquire",
            "safe",
            flag,
            "x = 1; atomic_store_explicit(&y, 1, memory_order_release);",
            "if (atomic_load_explicit(&y, memory_order_acquire)) r = x;",
        ),
        (
            "release-relaxed",
            "race",
            flag,
            "x = 1; atomic_store_explicit(&y, 1, memory_order_release);",
            "if (atomic_load_explicit(&y, memory_order_relaxed)) r = x;",
        ),
        (
            "relaxed-acquire",
            "race",
            flag,
            "x = 1; atomic_store_explicit(&y, 1, memory_order_relaxed);",
            "if (atomic_load_explicit(&y, memory_order_acquire)) r = x;",
        ),
        ("seq-cst", "safe", flag, "x = 1; y = 1;", "if (y) r = x;"),
        ("unlucky", "race", flag, "x = 1; y = 1;", "r = y; if (r == 0 || r == 1) r = x;"),
        (
            "fences",
            "safe",
            flag,
            "x = 1; atomic_thread_fence(memory_order_release); atomic_store_explicit(&y, 1, memory_order_relaxed);",
            "if (atomic_load_explicit(&y, memory_order_relaxed)) { atomic_thread_fence(memory_order_acquire); r = x; }",
        ),
        (
            "fence-late",
            "race",
            flag,
            "x = 1; atomic_store_explicit(&y, 1, memory_order_relaxed); atomic_thread_fence(memory_order_release);",
            "if (atomic_load_explicit(&y, memory_order_relaxed)) { atomic_thread_fence(memory_order_acquire); r = x; }",
        ),
        (
            "fence-one-side",
            "race",
            flag,
            "x = 1; atomic_thread_fence(memory_order_seq_cst); atomic_store_explicit(&y, 1, memory_order_relaxed);",
            "if (atomic_load_explicit(&y, memory_order_relaxed)) r = x;",
        ),
        (
            "fence-conditional",
            "race",
            flag,
            "x = 1; if (z) atomic_thread_fence(memory_order_release); atomic_store_explicit(&y, 1, memory_order_relaxed);",
            "if (atomic_load_explicit(&y, memory_order_acquire)) r = x;",
        ),
        (
            "sequence",
            "safe",
            flag,
            "x = 1; atomic_store_explicit(&y, 1, memory_order_release);",
            "if (atomic_fetch_add_explicit(&y, 1, memory_order_relaxed) == 1 && atomic_load_explicit(&y, memory_order_acquire) == 2) r = x;",
        ),
        (
            "no-sequence",
            "race",
            flag,
            "x = 1; atomic_store_explicit(&y, 1, memory_order_release); atomic_store_explicit(&y, 2, memory_order_relaxed);",
            "if (atomic_load_explicit(&y, memory_order_acquire) == 2) r = x;",
        ),
        (
            "exchange-acquires",
            "safe",
            flag,
            "x = 1; atomic_store_explicit(&y, 1, memory_order_release);",
            "int e = 1; if (atomic_compare_exchange_strong_explicit(&y, &e, 2, memory_order_acquire, memory_order_relaxed)) r = x;",
        ),
        (
            "exchange-fails",
            "race",
            flag,
            "x = 1; atomic_store_explicit(&y, 1, memory_order_release);",
            "int e = 5; if (!atomic_compare_exchange_strong_explicit(&y, &e, 2, memory_order_acquire, memory_order_relaxed) && e == 1) r = x;",
        ),
        ("spin", "safe", flag, "x = 1; y = 1;", "while (!y); r = x;"),
        ("spin-plain", "race", "int x, y;", "x = 1; y = 1;", "while (!y); r = x;"),
        (
            "in-the-loop",
            "race",
            "int x; atomic_int y, z;",
            "while (!y) { int q = x; (void)q; } atomic_store_explicit(&z, 1, memory_order_relaxed);",
            "y = 1; if (atomic_load_explicit(&z, memory_order_relaxed)) x = 1;",
        ),
    ]);
}

#[test]
fn synchronisation_objects() {
    let m = "int x, y; atomic_int f; pthread_mutex_t m; pthread_rwlock_t w; sem_t s; pthread_barrier_t b; pthread_once_t o; pthread_cond_t c; pthread_spinlock_t p; SETUP sem_init(&s, 0, 0); pthread_barrier_init(&b, 0, 2); pthread_spin_init(&p, 0);";
    all(&[
        (
            "mutex",
            "safe",
            m,
            "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);",
            "pthread_mutex_lock(&m); r = x; pthread_mutex_unlock(&m);",
        ),
        (
            "spinlock",
            "safe",
            m,
            "pthread_spin_lock(&p); x = 1; pthread_spin_unlock(&p);",
            "pthread_spin_lock(&p); r = x; pthread_spin_unlock(&p);",
        ),
        (
            "outside",
            "race",
            m,
            "pthread_mutex_lock(&m); y = 1; pthread_mutex_unlock(&m); x = 1;",
            "pthread_mutex_lock(&m); r = y; pthread_mutex_unlock(&m); r = x;",
        ),
        (
            "after-unlock",
            "race",
            m,
            "x = 1; pthread_mutex_lock(&m); y = 1; pthread_mutex_unlock(&m);",
            "pthread_mutex_lock(&m); r = y; pthread_mutex_unlock(&m); if (r) r = x; else x = 2;",
        ),
        (
            "before-unlock",
            "safe",
            m,
            "x = 1; pthread_mutex_lock(&m); y = 1; pthread_mutex_unlock(&m);",
            "pthread_mutex_lock(&m); r = y; pthread_mutex_unlock(&m); if (r) r = x;",
        ),
        (
            "try",
            "safe",
            m,
            "if (!pthread_mutex_trylock(&m)) { x = 1; pthread_mutex_unlock(&m); }",
            "pthread_mutex_lock(&m); r = x; pthread_mutex_unlock(&m);",
        ),
        (
            "try-fails",
            "race",
            m,
            "x = 1; pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
            "if (pthread_mutex_trylock(&m)) r = x; else pthread_mutex_unlock(&m);",
        ),
        (
            "readers",
            "race",
            m,
            "pthread_rwlock_rdlock(&w); x = 1; pthread_rwlock_unlock(&w);",
            "pthread_rwlock_rdlock(&w); r = x; pthread_rwlock_unlock(&w);",
        ),
        (
            "writer",
            "safe",
            m,
            "pthread_rwlock_wrlock(&w); x = 1; pthread_rwlock_unlock(&w);",
            "pthread_rwlock_rdlock(&w); r = x; pthread_rwlock_unlock(&w);",
        ),
        (
            "reader-writer",
            "safe",
            m,
            "pthread_rwlock_rdlock(&w); x = 1; pthread_rwlock_unlock(&w);",
            "pthread_rwlock_wrlock(&w); r = x; pthread_rwlock_unlock(&w);",
        ),
        ("sem", "safe", m, "x = 1; sem_post(&s);", "sem_wait(&s); r = x;"),
        ("sem-behind", "race", m, "sem_post(&s); x = 1;", "sem_wait(&s); r = x;"),
        ("sem-value", "race", m, "x = 1; sem_post(&s);", "int v; sem_getvalue(&s, &v); if (v) r = x;"),
        ("barrier", "safe", m, "x = 1; pthread_barrier_wait(&b);", "pthread_barrier_wait(&b); r = x;"),
        ("barrier-behind", "race", m, "pthread_barrier_wait(&b); x = 1;", "pthread_barrier_wait(&b); r = x;"),
        (
            "once",
            "safe",
            "int x; pthread_once_t o; void init(void) { x = 1; }",
            "pthread_once(&o, init); int q = x; (void)q;",
            "pthread_once(&o, init); r = x;",
        ),
        (
            "cond",
            "safe",
            m,
            "pthread_mutex_lock(&m); x = y = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);",
            "pthread_mutex_lock(&m); while (!y) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); r = x;",
        ),
        (
            "cond-alone",
            "race",
            m,
            "x = 1; pthread_cond_signal(&c);",
            "pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); r = x; pthread_mutex_unlock(&m);",
        ),
        ("create", "safe", "int x; SETUP x = 1;", "int q = x; (void)q;", "r = x;"),
        ("free", "race", "int *p; SETUP p = malloc(4); *p = 1;", "int q = *p; (void)q;", "free(p);"),
        (
            "free-locked",
            "safe",
            "int *p; pthread_mutex_t m; SETUP p = malloc(4); *p = 1;",
            "pthread_mutex_lock(&m); if (p) { int q = *p; (void)q; } pthread_mutex_unlock(&m);",
            "pthread_mutex_lock(&m); free(p); p = 0; pthread_mutex_unlock(&m);",
        ),
        (
            "sections",
            "safe",
            "int x; void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);",
            "__VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end();",
            "__VERIFIER_atomic_begin(); r = x; __VERIFIER_atomic_end();",
        ),
        (
            "sections-order",
            "safe",
            "int x, y; void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);",
            "x = 1; __VERIFIER_atomic_begin(); y = 1; __VERIFIER_atomic_end();",
            "__VERIFIER_atomic_begin(); r = y; __VERIFIER_atomic_end(); if (r) r = x;",
        ),
        (
            "sections-apart",
            "race",
            "int x, y; void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);",
            "x = 1; __VERIFIER_atomic_begin(); y = 1; __VERIFIER_atomic_end();",
            "r = x;",
        ),
    ]);
}
