//! What pthreads leave undefined is a failure, what they define is done, and every violation is one that certifies.
//!
//! Each program stands with the property it is asked about and the answer under sequential consistency.

use check::{CheckConfig, check};
use model::Model;
use std::sync::atomic::{AtomicUsize, Ordering};
use verdict::{Property, Verdict};

const HEAD: &str = "#define _GNU_SOURCE\n#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n#include <string.h>\nint __VERIFIER_nondet_int(void);\n";

static N_FILES: AtomicUsize = AtomicUsize::new(0);

/// `Ok`: safe. Otherwise the kind of failure.
fn answer(name: &str, property: Property, text: &str) -> Result<(), String> {
    // Tests run side by side, and some programs have the same name.
    let number = N_FILES.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("selvedge-sync-{}-{number}-{name}.c", std::process::id()));
    std::fs::write(&path, format!("{HEAD}{text}")).expect("a temporary file");
    let loaded = frontend::load(&path, &frontend::Options::default()).expect("a program that compiles");
    // What is left over in the temporary directory does no harm.
    let _ = std::fs::remove_file(&path);
    let mut config = CheckConfig::new(Model::SC);
    config.task.properties = vec![property];
    match check(&loaded.program, &config).verdict {
        Verdict::Safe { .. } => Ok(()),
        Verdict::Violation { witness } => Err(witness.failure.kind.name().to_string()),
        Verdict::Unknown { why, place } => Err(format!("unknown: {why} {place:?}")),
    }
}

#[track_caller]
fn all(property: Property, cases: &[(&str, &str, &str)]) {
    let mut wrong = Vec::new();
    for (name, expected, text) in cases {
        let found = answer(name, property, text).err().unwrap_or_else(|| "safe".into());
        if found != *expected {
            wrong.push(format!("{name}: {found}, expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn objects_that_are_destroyed_or_never_initialised() {
    let u = "uninitialised-sync";
    all(
        Property::Memory,
        &[
            (
                "mutex",
                u,
                "pthread_mutex_t b; int main(void) { pthread_mutex_init(&b, 0); pthread_mutex_destroy(&b); pthread_mutex_lock(&b); }",
            ),
            (
                "mutex-un",
                u,
                "pthread_mutex_t b; int main(void) { pthread_mutex_destroy(&b); pthread_mutex_unlock(&b); }",
            ),
            (
                "mutex-try",
                u,
                "pthread_mutex_t b; int main(void) { pthread_mutex_destroy(&b); pthread_mutex_trylock(&b); }",
            ),
            (
                "twice",
                u,
                "pthread_mutex_t b; int main(void) { pthread_mutex_destroy(&b); pthread_mutex_destroy(&b); }",
            ),
            ("sem", u, "sem_t b; int main(void) { sem_init(&b, 0, 1); sem_destroy(&b); sem_wait(&b); }"),
            ("sem-post", u, "sem_t b; int main(void) { sem_init(&b, 0, 1); sem_destroy(&b); sem_post(&b); }"),
            (
                "cond",
                u,
                "pthread_cond_t b; int main(void) { pthread_cond_init(&b, 0); pthread_cond_destroy(&b); pthread_cond_signal(&b); }",
            ),
            (
                "cond-wait",
                u,
                "pthread_mutex_t m; pthread_cond_t b; int main(void) { pthread_cond_destroy(&b); pthread_mutex_lock(&m); pthread_cond_wait(&b, &m); }",
            ),
            (
                "rw",
                u,
                "pthread_rwlock_t b; int main(void) { pthread_rwlock_init(&b, 0); pthread_rwlock_destroy(&b); pthread_rwlock_rdlock(&b); }",
            ),
            (
                "spin",
                u,
                "pthread_spinlock_t b; int main(void) { pthread_spin_init(&b, 0); pthread_spin_destroy(&b); pthread_spin_lock(&b); }",
            ),
            (
                "barrier",
                u,
                "pthread_barrier_t b; int main(void) { pthread_barrier_init(&b, 0, 1); pthread_barrier_destroy(&b); pthread_barrier_wait(&b); }",
            ),
            ("barrier-zero", u, "pthread_barrier_t b; int main(void) { pthread_barrier_wait(&b); }"),
            ("stack", u, "int main(void) { pthread_mutex_t m; pthread_mutex_lock(&m); }"),
            ("stack-sem", u, "int main(void) { sem_t m; sem_wait(&m); }"),
            ("stack-cond", u, "int main(void) { pthread_cond_t m; pthread_cond_broadcast(&m); }"),
            ("stack-rw", u, "int main(void) { pthread_rwlock_t m; pthread_rwlock_wrlock(&m); }"),
            ("heap", u, "int main(void) { pthread_mutex_t *m = malloc(sizeof *m); pthread_mutex_lock(m); }"),
            (
                "calloc",
                "safe",
                "int main(void) { pthread_mutex_t *m = calloc(1, sizeof *m); pthread_mutex_lock(m); pthread_mutex_unlock(m); }",
            ),
            (
                "memset",
                "safe",
                "int main(void) { pthread_mutex_t *m = malloc(sizeof *m); memset(m, 0, sizeof *m); pthread_mutex_lock(m); pthread_mutex_unlock(m); }",
            ),
            (
                "stack-bytes",
                "safe",
                "int main(void) { pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m); pthread_mutex_unlock(&m); }",
            ),
            (
                "stack-recursive",
                "safe",
                "int main(void) { pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; pthread_mutex_lock(&m); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&m); }",
            ),
            (
                "stack-init",
                "safe",
                "int main(void) { pthread_mutex_t m; pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_destroy(&m); }",
            ),
            (
                "again",
                "safe",
                "pthread_mutex_t m; int main(void) { for (int i = 0; i < 3; i++) { pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_destroy(&m); } }",
            ),
            (
                "again-sem",
                "safe",
                "sem_t m; int main(void) { for (int i = 0; i < 3; i++) { sem_init(&m, 0, i); sem_post(&m); sem_wait(&m); sem_destroy(&m); } }",
            ),
            (
                "again-barrier",
                "safe",
                "pthread_barrier_t m; int main(void) { for (int i = 0; i < 3; i++) { pthread_barrier_init(&m, 0, 1); pthread_barrier_wait(&m); pthread_barrier_destroy(&m); } }",
            ),
            (
                "other-thread",
                u,
                "pthread_mutex_t m; void *f(void *x) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; } int main(void) { pthread_t t; pthread_mutex_init(&m, 0); pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); int r = pthread_mutex_trylock(&m); if (r == 0) { pthread_mutex_unlock(&m); } pthread_join(t, 0); pthread_mutex_destroy(&m); pthread_mutex_lock(&m); }",
            ),
            (
                "joined",
                "safe",
                "pthread_mutex_t m; void *f(void *x) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; } int main(void) { pthread_t t; pthread_mutex_init(&m, 0); pthread_create(&t, 0, f, 0); pthread_join(t, 0); pthread_mutex_destroy(&m); }",
            ),
        ],
    );
}

#[test]
fn operations_in_the_wrong_state() {
    let m = "sync-misuse";
    all(
        Property::Memory,
        &[
            ("unlock-free", m, "pthread_mutex_t b; int main(void) { pthread_mutex_unlock(&b); }"),
            (
                "unlock-other",
                m,
                "pthread_mutex_t b; void *f(void *x) { pthread_mutex_unlock(&b); return 0; } int main(void) { pthread_t t; pthread_mutex_lock(&b); pthread_create(&t, 0, f, 0); pthread_join(t, 0); }",
            ),
            ("rw-free", m, "pthread_rwlock_t b; int main(void) { pthread_rwlock_unlock(&b); }"),
            (
                "rw-once-more",
                m,
                "pthread_rwlock_t b; int main(void) { pthread_rwlock_rdlock(&b); pthread_rwlock_rdlock(&b); pthread_rwlock_unlock(&b); pthread_rwlock_unlock(&b); pthread_rwlock_unlock(&b); }",
            ),
            (
                "rw-other",
                m,
                "pthread_rwlock_t b; void *f(void *x) { pthread_rwlock_unlock(&b); return 0; } int main(void) { pthread_t t; pthread_rwlock_rdlock(&b); pthread_create(&t, 0, f, 0); pthread_join(t, 0); }",
            ),
            ("wait", m, "pthread_mutex_t m; pthread_cond_t b; int main(void) { pthread_cond_wait(&b, &m); }"),
            (
                "join-join",
                m,
                "void *f(void *x) { return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); pthread_join(t, 0); }",
            ),
            (
                "join-detach",
                m,
                "void *f(void *x) { return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); pthread_detach(t); }",
            ),
            (
                "detach-join",
                m,
                "void *f(void *x) { return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); pthread_join(t, 0); }",
            ),
            (
                "detach-detach",
                m,
                "void *f(void *x) { return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); pthread_detach(t); }",
            ),
            ("no-thread", m, "pthread_t t; int main(void) { pthread_join(t, 0); }"),
            (
                "destroy-held",
                m,
                "pthread_mutex_t b; int main(void) { pthread_mutex_lock(&b); pthread_mutex_destroy(&b); }",
            ),
            (
                "destroy-held-rw",
                m,
                "pthread_rwlock_t b; int main(void) { pthread_rwlock_rdlock(&b); pthread_rwlock_destroy(&b); }",
            ),
            (
                "init-init",
                m,
                "pthread_mutex_t b; int main(void) { pthread_mutex_init(&b, 0); pthread_mutex_init(&b, 0); }",
            ),
            (
                "init-init-sem",
                m,
                "sem_t b; int main(void) { sem_init(&b, 0, 0); sem_post(&b); sem_init(&b, 0, 0); }",
            ),
            (
                "init-init-barrier",
                m,
                "pthread_barrier_t b; int main(void) { pthread_barrier_init(&b, 0, 2); pthread_barrier_init(&b, 0, 2); }",
            ),
            (
                "init-static",
                "safe",
                "pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER; int main(void) { pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_init(&b, 0); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); }",
            ),
            (
                "cond-waited",
                m,
                "pthread_mutex_t m; pthread_cond_t c; int go; void *f(void *x) { pthread_mutex_lock(&m); go = 1; pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); int seen = go; pthread_mutex_unlock(&m); if (seen) pthread_cond_destroy(&c); }",
            ),
            (
                "cond-broadcast",
                "safe",
                "pthread_mutex_t m; pthread_cond_t c; int go; void *f(void *x) { pthread_mutex_lock(&m); go = 1; pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); if (go) { pthread_cond_broadcast(&c); pthread_cond_destroy(&c); } pthread_mutex_unlock(&m); }",
            ),
            (
                "errorcheck",
                "safe",
                "pthread_mutex_t b = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP; int main(void) { if (pthread_mutex_unlock(&b) != 1) abort(); pthread_mutex_lock(&b); if (pthread_mutex_lock(&b) != 35) abort(); pthread_mutex_unlock(&b); }",
            ),
            (
                "two-joiners",
                m,
                "pthread_t t; void *f(void *x) { return 0; } void *g(void *x) { pthread_join(t, 0); return 0; } int main(void) { pthread_t s; pthread_create(&t, 0, f, 0); pthread_create(&s, 0, g, 0); pthread_join(t, 0); pthread_join(s, 0); }",
            ),
        ],
    );
}

#[test]
fn statuses() {
    all(
        Property::Assert,
        &[
            ("self", "safe", "int main(void) { assert(pthread_join(pthread_self(), 0) == 35); }"),
            (
                "rw-nested",
                "safe",
                "pthread_rwlock_t b; int main(void) { for (int i = 0; i < 3; i++) assert(!pthread_rwlock_rdlock(&b)); assert(pthread_rwlock_trywrlock(&b) == 16); for (int i = 0; i < 3; i++) pthread_rwlock_unlock(&b); assert(!pthread_rwlock_trywrlock(&b)); assert(pthread_rwlock_rdlock(&b) == 35 && pthread_rwlock_wrlock(&b) == 35 && pthread_rwlock_tryrdlock(&b) == 16); }",
            ),
            (
                "recursive",
                "safe",
                "pthread_mutex_t b = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; int r; void *f(void *x) { r = pthread_mutex_trylock(&b); return 0; } int main(void) { pthread_t t; assert(!pthread_mutex_lock(&b) && !pthread_mutex_trylock(&b) && !pthread_mutex_unlock(&b)); pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(r == 16); assert(!pthread_mutex_unlock(&b) && pthread_mutex_unlock(&b) == 1); }",
            ),
            (
                "timed",
                "assertion",
                "pthread_mutex_t b; int main(void) { struct timespec t = {0}; pthread_mutex_lock(&b); assert(pthread_mutex_timedlock(&b, &t) == 0); }",
            ),
            (
                "sem-init",
                "safe",
                "#include <errno.h>\nsem_t b; int main(void) { assert(sem_init(&b, 0, 0x80000000u) == -1); assert(sem_init(&b, 0, 0x7fffffff) == 0); assert(sem_post(&b) == -1); }",
            ),
            (
                "keys",
                "assertion",
                "pthread_key_t k; int n; void d(void *p) { n++; if (n < 3) pthread_setspecific(k, p); } void *f(void *x) { pthread_setspecific(k, &n); return 0; } int main(void) { pthread_t t; pthread_key_create(&k, d); pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(n != 3); }",
            ),
            (
                "key-branch",
                "assertion",
                "pthread_key_t k; int main(void) { int x; pthread_key_create(&k, 0); if (__VERIFIER_nondet_int()) pthread_setspecific(k, &x); assert(!pthread_getspecific(k)); }",
            ),
        ],
    );
}

#[test]
fn memory_that_is_gone() {
    let (f, r) = ("use-after-free", "use-after-return");
    all(
        Property::Memory,
        &[
            ("dangling", r, "int *p; void f(void) { int x; p = &x; } int main(void) { f(); *p = 1; }"),
            (
                "dangling-other",
                r,
                "int *p; void *g(void *a) { if (p) *p = 1; return 0; } void f(void) { int x; pthread_t t; p = &x; pthread_create(&t, 0, g, 0); } int main(void) { f(); pthread_exit(0); }",
            ),
            (
                "main-exits",
                r,
                "void *g(void *a) { *(int *)a = 1; return 0; } int main(void) { int x; pthread_t t; pthread_create(&t, 0, g, &x); pthread_exit(0); }",
            ),
            (
                "main-returns",
                "safe",
                "void *g(void *a) { *(int *)a = 1; return 0; } int main(void) { int x; pthread_t t; pthread_create(&t, 0, g, &x); return 0; }",
            ),
            (
                "mutex",
                f,
                "int main(void) { pthread_mutex_t *m = malloc(sizeof *m); pthread_mutex_init(m, 0); free(m); pthread_mutex_lock(m); }",
            ),
            (
                "sem",
                f,
                "int main(void) { sem_t *m = malloc(sizeof *m); sem_init(m, 0, 1); free(m); sem_wait(m); }",
            ),
            (
                "mutex-other",
                f,
                "pthread_mutex_t *m; void *g(void *a) { pthread_mutex_lock(m); pthread_mutex_unlock(m); return 0; } int main(void) { pthread_t t; m = malloc(sizeof *m); pthread_mutex_init(m, 0); pthread_create(&t, 0, g, 0); free(m); pthread_join(t, 0); }",
            ),
            (
                "mutex-frame",
                r,
                "pthread_mutex_t *p; void f(void) { pthread_mutex_t m; pthread_mutex_init(&m, 0); p = &m; } int main(void) { f(); pthread_mutex_lock(p); }",
            ),
            (
                "mutex-frame-other",
                r,
                "void *g(void *a) { pthread_mutex_lock(a); pthread_mutex_unlock(a); return 0; } void f(pthread_t *t) { pthread_mutex_t m; pthread_mutex_init(&m, 0); pthread_create(t, 0, g, &m); } int main(void) { pthread_t t; f(&t); pthread_join(t, 0); }",
            ),
            ("own", f, "int main(void) { int *p = malloc(4); free(p); return *p; }"),
            (
                "own-branch",
                f,
                "int main(void) { int *p = malloc(4); *p = 1; if (__VERIFIER_nondet_int()) free(p); return *p; }",
            ),
            (
                "own-other-branch",
                "safe",
                "int main(void) { int *p = malloc(4), c = __VERIFIER_nondet_int(); *p = 1; if (c) free(p); return c ? 0 : *p; }",
            ),
            (
                "both",
                "use-after-free",
                "int *p, r; void *g(void *a) { free(p); r = *p; return 0; } int main(void) { pthread_t t; p = malloc(4); *p = 1; pthread_create(&t, 0, g, 0); pthread_join(t, 0); }",
            ),
            (
                "double",
                "double-free",
                "int *p; void *g(void *a) { free(p); return 0; } int main(void) { pthread_t t; p = malloc(4); pthread_create(&t, 0, g, 0); free(p); pthread_join(t, 0); }",
            ),
            (
                "thread-local",
                r,
                "_Thread_local int x; int *p; void *g(void *a) { p = &x; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, g, 0); pthread_join(t, 0); *p = 1; }",
            ),
        ],
    );
}

#[test]
fn waiting_for_ever() {
    all(
        Property::Deadlock,
        &[
            (
                "join-each-other",
                "deadlock",
                "pthread_t a, b; pthread_mutex_t go = PTHREAD_MUTEX_INITIALIZER; void *f(void *x) { pthread_mutex_lock(&go); pthread_mutex_unlock(&go); pthread_join(b, 0); return 0; } void *g(void *x) { pthread_mutex_lock(&go); pthread_mutex_unlock(&go); pthread_join(a, 0); return 0; } int main(void) { pthread_mutex_lock(&go); pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); pthread_mutex_unlock(&go); pthread_exit(0); }",
            ),
            (
                "once",
                "deadlock",
                "pthread_once_t o = PTHREAD_ONCE_INIT; void f(void) { pthread_once(&o, f); } int main(void) { pthread_once(&o, f); }",
            ),
            (
                "relock",
                "deadlock",
                "pthread_mutex_t m; int main(void) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); }",
            ),
            (
                "upgrade",
                "deadlock",
                "pthread_rwlock_t m; int main(void) { pthread_rwlock_rdlock(&m); pthread_rwlock_wrlock(&m); }",
            ),
            (
                "join-main",
                "safe",
                "pthread_t m; void *f(void *x) { pthread_join(m, 0); return 0; } int main(void) { pthread_t t; m = pthread_self(); pthread_create(&t, 0, f, 0); pthread_detach(t); pthread_exit(0); }",
            ),
            (
                "chain",
                "safe",
                "pthread_t a, b; void *f(void *x) { return 0; } void *g(void *x) { pthread_join(a, 0); return 0; } int main(void) { pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); pthread_join(b, 0); }",
            ),
        ],
    );
}

#[test]
fn loops_that_write_and_pointers_that_are_exchanged() {
    all(
        Property::Assert,
        &[
            ("inputs", "assertion", "atomic_int k; void *f(void *x) { k++; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); while (__VERIFIER_nondet_int()) k++; pthread_join(t, 0); assert(k < 2); }"),
            ("exchange", "assertion", "atomic_int f, x; void *th(void *z) { int v = x; f = 1; if (v == 9) x = 10; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, th, 0); while (!f) atomic_exchange(&x, 9); pthread_join(t, 0); assert(x != 10); }"),
            ("cas-pointer", "assertion", "struct node { struct node *next; }; static struct node head, it, *tail; static void *enq(void *a) { tail->next = &it; return 0; } int main(void) { pthread_t t; tail = &head; pthread_create(&t, 0, enq, 0); pthread_join(t, 0); __sync_val_compare_and_swap(&tail, head.next, &it); assert(0); }"),
            ("treiber", "assertion", "struct n { int v; _Atomic(struct n *) next; }; struct n A = {1}, B = {2}; _Atomic(struct n *) top; atomic_int got[4];
                void push(struct n *x) { struct n *o = top; do { x->next = o; } while (!atomic_compare_exchange_strong(&top, &o, x)); }
                struct n *pop(void) { struct n *o = top; while (o) { struct n *x = o->next; if (atomic_compare_exchange_strong(&top, &o, x)) return o; } return 0; }
                void *t1(void *x) { struct n *p = pop(); if (p) atomic_fetch_add(&got[p->v], 1); return 0; }
                void *t2(void *x) { struct n *a = pop(), *b = pop(); if (b) atomic_fetch_add(&got[b->v], 1); if (a) push(a); return 0; }
                int main(void) { A.next = &B; B.next = 0; top = &A; pthread_t t, s; pthread_create(&t, 0, t1, 0); pthread_create(&s, 0, t2, 0); pthread_join(t, 0); pthread_join(s, 0); struct n *p; while ((p = pop())) got[p->v]++; for (int i = 1; i < 3; i++) assert(got[i] == 1); }"),
        ],
    );
}

#[test]
fn keys_that_are_deleted() {
    let head = "#include <errno.h>\npthread_key_t k; void *f(void *p) { return (void *)(long)pthread_setspecific(k, &k); } void *d(void *p) { return (void *)(long)pthread_key_delete(k); }\n";
    let main = |body: &str| {
        format!("{head} int main(void) {{ pthread_t t; void *r; pthread_key_create(&k, 0); {body} }}")
    };
    let join = "pthread_create(&t, 0, f, 0); pthread_join(t, &r);";
    let cases = [
        ("key-set", "safe", main("pthread_key_delete(k); assert(pthread_setspecific(k, &k) == EINVAL);")),
        ("key-zero", "assertion", main("pthread_key_delete(k); assert(pthread_setspecific(k, &k) == 0);")),
        ("key-twice", "safe", main("pthread_key_delete(k); assert(pthread_key_delete(k) == EINVAL);")),
        (
            "key-get",
            "safe",
            main("pthread_setspecific(k, &k); pthread_key_delete(k); assert(!pthread_getspecific(k));"),
        ),
        ("key-child", "safe", main(&format!("pthread_key_delete(k); {join} assert(r == (void *)EINVAL);"))),
        ("key-joined", "safe", main(&format!("{join} assert(!r && !pthread_key_delete(k));"))),
    ];
    let cases: Vec<(&str, &str, &str)> =
        cases.iter().map(|(name, expected, text)| (*name, *expected, text.as_str())).collect();
    all(Property::Assert, &cases);
    for body in [
        "pthread_create(&t, 0, f, 0); pthread_key_delete(k); pthread_join(t, &r);",
        "pthread_create(&t, 0, d, 0); pthread_setspecific(k, &k); pthread_join(t, &r);",
        "if (__VERIFIER_nondet_int()) pthread_key_delete(k); pthread_setspecific(k, &k);",
    ] {
        let found = answer("key-meanwhile", Property::Assert, &main(body)).expect_err("no proof");
        assert!(found.starts_with("unknown: not supported: a thread-specific key that"), "{found}");
    }
}
