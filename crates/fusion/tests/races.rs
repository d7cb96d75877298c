//! A race is what happens-before leaves unordered: prediction from a few runs against `explore`, which sees every execution.
//!
//! Two threads, each one of a list of things to do with `x`: all pairs with `SELVEDGE_FULL=1`, a share of them otherwise. What is predicted
//! is a race that `explore` knows, too; what races is predicted from one of the runs.

use explore::{ExploreConfig, explore};
use fusion::{Config, RunConfig};
use ir::Program;
use model::Model;
use std::path::Path;
use std::sync::Arc;
use verdict::{Property, Verdict, Why};

const HEAD: &str = "#define _GNU_SOURCE\n#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n\
#define ST(v, o) atomic_store_explicit(&y, v, memory_order_##o)\n#define LD(o) atomic_load_explicit(&y, memory_order_##o)\n\
#define ADD(o) atomic_fetch_add_explicit(&y, 1, memory_order_##o)\n#define FENCE(o) atomic_thread_fence(memory_order_##o)\n\
#define CAS(e, s, f) atomic_compare_exchange_strong_explicit(&y, &e, 2, memory_order_##s, memory_order_##f)\n\
#define LOCK pthread_mutex_lock(&m)\n#define UNLOCK pthread_mutex_unlock(&m)\n\
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n#define BEGIN __VERIFIER_atomic_begin()\n#define END __VERIFIER_atomic_end()\n\
int x, go; int *p; atomic_int y; pthread_mutex_t m; pthread_rwlock_t w; sem_t s; pthread_barrier_t b; pthread_once_t o; pthread_cond_t c; pthread_spinlock_t l;\n\
void init(void) { x = 1; }\n";

const FIRST: &[&str] = &[
    "x = 1;",
    "x = 1; ST(1, relaxed);",
    "x = 1; ST(1, release);",
    "x = 1; FENCE(release); ST(1, relaxed);",
    "x = 1; ST(1, relaxed); FENCE(release);",
    "x = 1; ST(1, release); ST(2, relaxed);",
    "x = 1; ADD(release);",
    "x = 1; ADD(acquire);",
    "LOCK; x = 1; UNLOCK;",
    "x = 1; LOCK; go = 1; pthread_cond_signal(&c); UNLOCK;",
    "if (!pthread_mutex_trylock(&m)) { x = 1; UNLOCK; }",
    "pthread_rwlock_rdlock(&w); x = 1; pthread_rwlock_unlock(&w);",
    "pthread_rwlock_wrlock(&w); x = 1; pthread_rwlock_unlock(&w);",
    "pthread_spin_lock(&l); x = 1; pthread_spin_unlock(&l);",
    "x = 1; sem_post(&s);",
    "sem_post(&s); x = 1;",
    "x = 1; pthread_barrier_wait(&b);",
    "pthread_barrier_wait(&b); x = 1;",
    "pthread_once(&o, init); r = x;",
    "BEGIN; x = 1; END;",
    "x = 1; BEGIN; go = 1; END;",
    "r = *p; ST(1, relaxed);",
    "LOCK; r = *p; UNLOCK; ST(1, release);",
];

const SECOND: &[&str] = &[
    "r = x;",
    "if (LD(relaxed)) r = x;",
    "if (LD(acquire)) r = x;",
    "if (LD(acquire) == 2) r = x;",
    "if (LD(relaxed)) { FENCE(acquire); r = x; }",
    "if (ADD(relaxed) == 1 && LD(acquire) == 2) r = x;",
    "int e = 1; if (CAS(e, acquire, relaxed)) r = x;",
    "int e = 5; if (!CAS(e, acquire, relaxed) && e == 1) r = x;",
    "int e = 5; if (!CAS(e, relaxed, acquire) && e == 1) r = x;",
    "LOCK; r = x; UNLOCK;",
    "LOCK; r = go; UNLOCK; if (r) r = x;",
    "LOCK; while (!go) pthread_cond_wait(&c, &m); UNLOCK; r = x;",
    "if (pthread_mutex_trylock(&m)) r = x; else UNLOCK;",
    "pthread_rwlock_rdlock(&w); r = x; pthread_rwlock_unlock(&w);",
    "pthread_rwlock_wrlock(&w); r = x; pthread_rwlock_unlock(&w);",
    "pthread_spin_lock(&l); r = x; pthread_spin_unlock(&l);",
    "sem_wait(&s); r = x;",
    "if (!sem_trywait(&s)) r = x;",
    "pthread_barrier_wait(&b); r = x;",
    "pthread_once(&o, init); x = 2;",
    "BEGIN; r = x; END;",
    "BEGIN; r = go; END; if (r) r = x;",
    "if (LD(relaxed)) free(p);",
    "if (LD(acquire)) free(p);",
];

/// One in this many pairs, and runs of each.
const ONE_IN: usize = 4;
const RUNS: u64 = 12;

fn load(first: &str, second: &str) -> Arc<Program> {
    let text = format!(
        "{HEAD}void *t1(void *a) {{ int r = 0; {first} (void)r; return 0; }}\nvoid *t2(void *a) {{ int r = 0; {second} (void)r; return 0; }}\n\
         int main(void) {{ pthread_t h1, h2; sem_init(&s, 0, 0); pthread_barrier_init(&b, 0, 2); pthread_spin_init(&l, 0); p = malloc(4); *p = 1;\n\
         pthread_create(&h1, 0, t1, 0); pthread_create(&h2, 0, t2, 0); pthread_join(h1, 0); pthread_join(h2, 0); return 0; }}"
    );
    let path = std::env::temp_dir().join(format!("selvedge-predicted-{}.c", std::process::id()));
    std::fs::write(&path, text).expect("a temporary file");
    let loaded = frontend::load(Path::new(&path), &frontend::Options::default());
    std::fs::remove_file(&path).expect("it was there");
    Arc::new(loaded.expect("a program that compiles").program)
}

/// How many races are predicted from some run; what is left open for reasons of ours is told.
fn predicted(program: &Arc<Program>) -> Result<usize, String> {
    let mut found = 0;
    for seed in 0..RUNS {
        let run = RunConfig { seed, ..RunConfig::default() };
        let mut config = Config { run, ..Config::default() };
        config.task.properties = vec![Property::Race];
        let prediction =
            fusion::predict(program, &config, &mut |_, _| {}).map_err(|error| error.to_string())?;
        match prediction.unknown.filter(Why::is_defect) {
            Some(why) => return Err(why.to_string()),
            None => found += prediction.violations.len(),
        }
    }
    Ok(found)
}

#[test]
fn races_are_those_of_all_executions() {
    let full = std::env::var_os("SELVEDGE_FULL").is_some();
    let pairs = FIRST.iter().flat_map(|first| SECOND.iter().map(move |second| (*first, *second)));
    let (mut racy, mut safe, mut open, mut missed, mut wrong) = (0, 0, 0, 0, Vec::new());
    for (first, second) in pairs.step_by(if full { 1 } else { ONE_IN }) {
        let program = load(first, second);
        let mut config = ExploreConfig::new(Model::SC);
        config.task.properties = vec![Property::Race];
        let expected = match explore(&program, &config).verdict {
            Verdict::Violation { .. } => true,
            Verdict::Safe { .. } => false,
            Verdict::Unknown { why, .. } => {
                println!("{first} | {second}: {why}");
                open += 1;
                continue;
            }
        };
        (racy, safe) = (racy + u32::from(expected), safe + u32::from(!expected));
        match predicted(&program) {
            Ok(found) if (found > 0) == expected => {}
            // What is predicted is certified: explore misses frees behind flags that order nothing.
            Ok(_) if !expected && second.contains("free(p)") => missed += 1,
            other => wrong.push(format!("{first} | {second}: races {expected}, predicted {other:?}")),
        }
    }
    println!("{racy} with races, {safe} without, {open} that explore leaves open, {missed} that it misses");
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), racy + safe, wrong.join("\n"));
    assert!(racy > 20 && safe > 20 && open * 20 < racy + safe && missed <= 3);
}
