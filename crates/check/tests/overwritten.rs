//! Memory of synchronisation objects that is written otherwise than by their calls: unknown, with the line, unless it
//! is written before anybody uses them.

use check::{CheckConfig, check};
use model::Model;
use verdict::{Property, Verdict};

const HEAD: &str = "#define _GNU_SOURCE\n#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <stdlib.h>\n#include <string.h>\n\
    struct q { pthread_mutex_t m; pthread_cond_t c; int n; } q;\n\
    pthread_mutex_t m, k; pthread_rwlock_t w; pthread_barrier_t b; sem_t s; pthread_once_t o; pthread_spinlock_t l; int x; void i(void) { x++; }\n\
    void *f(void *p) { pthread_mutex_lock(&q.m); q.n++; pthread_mutex_unlock(&q.m); return 0; }\n\
    void *g(void *p) { memset(&q, 0, sizeof q); return 0; }\n\
    void *h(void *p) { struct q *own = p; pthread_mutex_lock(&own->m); own->n++; pthread_mutex_unlock(&own->m); return 0; }\n";

/// What is said of a body of `main`.
fn answer(name: &str, model: Model, body: &str) -> Verdict {
    let path = std::env::temp_dir().join(format!("selvedge-overwritten-{}-{name}.c", std::process::id()));
    std::fs::write(&path, format!("{HEAD}int main(void) {{\n{body}\n}}")).expect("a temporary file");
    // Variables of a block are new each time it is entered.
    let mut options = frontend::Options::default();
    options.extra_args = frontend::MEMORY_CHECKS.map(String::from).to_vec();
    let loaded = frontend::load(&path, &options).expect("a program that compiles");
    // What is left over in the temporary directory does no harm.
    let _ = std::fs::remove_file(&path);
    let mut config = CheckConfig::new(model);
    config.task.properties = vec![Property::Assert];
    check(&loaded.program, &config).verdict
}

#[test]
fn a_write_after_an_operation_is_unknown() {
    for (name, body) in [
        ("fill", "pthread_mutex_lock(&m); memset(&m, 0, sizeof m); pthread_mutex_unlock(&m);"),
        ("copy", "pthread_mutex_lock(&m); pthread_mutex_t t = m; m = k; k = t; pthread_mutex_unlock(&m);"),
        ("last byte", "pthread_mutex_init(&m, 0); ((char *)&m)[39] = 5; pthread_mutex_lock(&m);"),
        ("rwlock", "pthread_rwlock_rdlock(&w); ((char *)&w)[55] = 0;"),
        ("cond", "pthread_cond_signal(&q.c); q = (struct q){0};"),
        ("barrier", "pthread_barrier_init(&b, 0, 1); memset(&b, 0, sizeof b); pthread_barrier_wait(&b);"),
        ("semaphore", "sem_init(&s, 0, 1); memset(&s, 0, sizeof s); sem_wait(&s);"),
        ("once", "pthread_once(&o, i); o = 0; pthread_once(&o, i); assert(x == 1);"),
        ("spin", "pthread_spin_init(&l, 0); pthread_spin_lock(&l); l = 0; pthread_spin_unlock(&l);"),
        ("atomic", "pthread_once(&o, i); __atomic_fetch_add(&o, 1, __ATOMIC_SEQ_CST);"),
        (
            "stack",
            "pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&n); memset(&n, 0, 1); pthread_mutex_lock(&n);",
        ),
        (
            "by another",
            "pthread_t t; pthread_mutex_lock(&q.m); pthread_create(&t, 0, g, 0); pthread_join(t, 0);",
        ),
        (
            "unordered",
            "pthread_t t; pthread_mutex_init(&q.m, 0); pthread_create(&t, 0, f, 0); memset(&q, 0, sizeof q); pthread_join(t, 0);",
        ),
        (
            "joined",
            "pthread_t t; pthread_mutex_init(&q.m, 0); pthread_create(&t, 0, f, 0); pthread_join(t, 0); memset(&q, 0, sizeof q);",
        ),
    ] {
        for model in [Model::SC, Model::TSO] {
            let Verdict::Unknown { why, place } = answer(name, model, body) else {
                panic!("{name} under {}: an answer", model.name())
            };
            let wanted = "not supported: memory of a synchronisation object is read or written otherwise than by its calls";
            assert_eq!(why.to_string(), wanted, "{name}");
            let first = HEAD.lines().count() as u32;
            let lines = [if name == "by another" { first - 1 } else { first + 2 }];
            assert!(place.as_ref().is_some_and(|at| lines.contains(&at.line)), "{name}: {place:?}");
        }
    }
}

#[test]
fn a_write_before_all_operations_is_as_it_was() {
    for (name, body) in [
        ("static", "pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(q.n == 1);"),
        (
            "memset",
            "memset(&q, 0, sizeof q); pthread_mutex_init(&q.m, 0); pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(q.n == 1);",
        ),
        (
            "beside",
            "pthread_spin_init(&l, 0); pthread_spin_lock(&l); x = 1; pthread_spin_unlock(&l); pthread_mutex_lock(&q.m); q.n = 1; pthread_mutex_unlock(&q.m);",
        ),
        (
            "spin beside",
            "struct { pthread_spinlock_t l; int n; } a; pthread_spin_init(&a.l, 0); pthread_spin_lock(&a.l); a.n = 1; pthread_spin_unlock(&a.l);",
        ),
        (
            "stack",
            "struct q a = {PTHREAD_MUTEX_INITIALIZER}; pthread_t t; pthread_create(&t, 0, h, &a); pthread_join(t, 0); assert(a.n == 1);",
        ),
        (
            "heap",
            "struct q *a = calloc(1, sizeof *a); memset(a, 0, sizeof *a); pthread_t t; pthread_create(&t, 0, h, a); pthread_join(t, 0); assert(a->n == 1);",
        ),
        (
            "each round",
            "for (int r = 0; r < 2; r++) { pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&n); pthread_mutex_unlock(&n); }",
        ),
        ("not reached", "pthread_mutex_lock(&m); if (x) memset(&m, 0, sizeof m); pthread_mutex_unlock(&m);"),
        ("one or the other", "if (x == 0) pthread_mutex_lock(&m); else memset(&m, 0, sizeof m);"),
    ] {
        for model in [Model::SC, Model::TSO] {
            let found = answer(name, model, body);
            assert!(matches!(found, Verdict::Safe { .. }), "{name} under {}: {found:?}", model.name());
        }
    }
}

#[test]
fn a_failure_before_the_write_is_found() {
    let body = "pthread_mutex_lock(&m); assert(x == 1); memset(&m, 0, sizeof m); pthread_mutex_unlock(&m);";
    for model in [Model::SC, Model::TSO] {
        assert!(matches!(answer("before", model, body), Verdict::Violation { .. }));
    }
}
