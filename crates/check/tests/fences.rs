//! Store buffering with a call between the store and the load: under TSO it is forbidden only where the call is a fence.

use check::{CheckConfig, check};
use model::Model;
use verdict::Verdict;

fn fails(name: &str, before: &str, call: &str, model: Model) -> Option<bool> {
    let text = format!(
        "#define _GNU_SOURCE\n#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n\
         pthread_spinlock_t s[2]; pthread_mutex_t m[2], held = PTHREAD_MUTEX_INITIALIZER, r[2] = {{PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP}};\n\
         sem_t e[2], one[2]; pthread_once_t o; pthread_cond_t c[2]; volatile int x, y; int a, b; int own[2], __VERIFIER_nondet_int(void); void nothing(void) {{}}\n\
         void *f(void *p) {{ enum {{ I = 0 }}; {before} x = 1; {call} a = y; return 0; }}\n\
         void *g(void *p) {{ enum {{ I = 1 }}; {before} y = 1; {call} b = x; return 0; }}\n\
         int main(void) {{ pthread_t t, u; for (int i = 0; i < 2; i++) {{ pthread_spin_init(&s[i], 0); sem_init(&e[i], 0, 0); sem_init(&one[i], 0, 1); }}\n\
         pthread_mutex_lock(&held); pthread_once(&o, nothing);\n\
         pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_join(t, 0); pthread_join(u, 0); assert(a || b); }}"
    );
    let path = std::env::temp_dir().join(format!("selvedge-fences-{}-{name}.c", std::process::id()));
    std::fs::write(&path, text).expect("a temporary file");
    let loaded = frontend::load(&path, &frontend::Options::default()).expect("a program that compiles");
    // What is left over in the temporary directory does no harm.
    let _ = std::fs::remove_file(&path);
    match check(&loaded.program, &CheckConfig::new(model)).verdict {
        Verdict::Safe { .. } => Some(false),
        Verdict::Violation { .. } => Some(true),
        Verdict::Unknown { why, .. } => {
            eprintln!("{name}: {why}");
            None
        }
    }
}

/// Both find the other's lock taken though both have given theirs back: an unlock of a spinlock waits in the buffer.
#[test]
fn a_spinlock_is_given_back_later_than_another_is_tried() {
    let text = "#include <assert.h>\n#include <pthread.h>\npthread_spinlock_t s[2]; int a, b;
        void *f(void *p) { pthread_spin_lock(&s[0]); pthread_spin_unlock(&s[0]); a = pthread_spin_trylock(&s[1]); return 0; }
        void *g(void *p) { pthread_spin_lock(&s[1]); pthread_spin_unlock(&s[1]); b = pthread_spin_trylock(&s[0]); return 0; }
        int main(void) { pthread_t t, u; pthread_spin_init(&s[0], 0); pthread_spin_init(&s[1], 0); pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0);
        pthread_join(t, 0); pthread_join(u, 0); assert(!(a && b)); }";
    let path = std::env::temp_dir().join(format!("selvedge-fences-{}-both.c", std::process::id()));
    std::fs::write(&path, text).expect("a temporary file");
    let loaded = frontend::load(&path, &frontend::Options::default()).expect("a program that compiles");
    // What is left over in the temporary directory does no harm.
    let _ = std::fs::remove_file(&path);
    for (model, expected) in [(Model::SC, false), (Model::TSO, true), (Model::PSO, true), (Model::RMO, true)]
    {
        match check(&loaded.program, &CheckConfig::new(model)).verdict {
            Verdict::Safe { .. } => assert!(!expected, "{model}"),
            Verdict::Violation { mut witness } => {
                assert!(expected, "{model}");
                // What TSO lets pass is no execution of SC.
                witness.model = Model::SC;
                assert!(certify::certify(&loaded.program, &witness).is_err());
            }
            unknown => panic!("{model}: {unknown:?}"),
        }
    }
}

#[test]
fn calls_that_are_fences_and_calls_that_are_not() {
    let cases = [
        ("none", "", true),
        ("mutex", "pthread_mutex_lock(&m[I]); pthread_mutex_unlock(&m[I]);", false),
        ("spin-unlock", "pthread_spin_unlock(&s[I]);", true),
        ("spin-lock", "pthread_spin_lock(&s[I]);", false),
        ("try-fails", "pthread_mutex_trylock(&held);", true),
        ("try", "pthread_mutex_trylock(&m[I]);", false),
        ("sem-try-fails", "sem_trywait(&e[I]);", true),
        ("sem-try", "sem_trywait(&one[I]);", false),
        ("sem-post", "sem_post(&e[I]);", false),
        ("sem-value", "{ int v; sem_getvalue(&e[I], &v); }", true),
        ("once-done", "pthread_once(&o, nothing);", true),
        ("signal", "pthread_cond_signal(&c[I]);", true),
        ("broadcast", "pthread_cond_broadcast(&c[I]);", true),
        ("nested", "pthread_mutex_lock(&r[I]);", true),
        ("destroy", "pthread_cond_destroy(&c[I]);", true),
        // What only its own thread touches is private, and a fence all the same.
        ("own-store", "__atomic_store_n(&own[I], 1, __ATOMIC_SEQ_CST);", false),
        (
            "own-store-or-not",
            "if (__VERIFIER_nondet_int()) __atomic_store_n(&own[I], 1, __ATOMIC_SEQ_CST);",
            true,
        ),
        ("own-release", "__atomic_store_n(&own[I], 1, __ATOMIC_RELEASE);", true),
        ("own-load", "__atomic_load_n(&own[I], __ATOMIC_SEQ_CST);", true),
        ("own-exchange", "__atomic_exchange_n(&own[I], 1, __ATOMIC_SEQ_CST);", false),
    ];
    let mut wrong = Vec::new();
    for (name, call, expected) in cases {
        // What must be held already is taken before the store.
        let before = match name {
            "spin-unlock" => "pthread_spin_lock(&s[I]);",
            "nested" => call,
            _ => "",
        };
        for (model, expected) in [(Model::SC, false), (Model::TSO, expected), (Model::PSO, expected)] {
            let found = fails(name, before, call, model);
            if found != Some(expected) {
                wrong.push(format!("{name} {model}: {found:?}, expected {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
