//! Random C programs: two or three threads of a few statements each over pointers, locks and whatever else.

pub mod marks;

/// SplitMix64.
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }
    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }
}

const HEAD: &str = "#define _GNU_SOURCE\n#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n#include <string.h>\n\
    static int *new(int k) { int *p = malloc(4); *p = k; return p; }\n\
    static int *dangling(void) { int x = 1, *p = &x; return p; }\n\
    static int *through(int **p) { int *q = *p; return q; }\n";

/// `@` stands for the program's number.
const GLOBALS: &str = "int g@, h@; atomic_int a@, b@; int *p@ = &g@, *q@; int *_Atomic c@; struct n@ { struct n@ *_Atomic next; } n1@, n2@; struct n@ *_Atomic top@;\n\
    pthread_mutex_t m@, k@, e@ = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, r@ = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, *d@; pthread_rwlock_t w@; sem_t s@; pthread_cond_t v@; pthread_barrier_t y@; pthread_spinlock_t l@; pthread_once_t o@; pthread_t t1@, t2@;\n\
    void once@(void) { g@++; }\n";

const MEMORY: &[&str] = &[
    "p@ = new(3);",
    "q@ = new(4);",
    "free(p@);",
    "free(q@); q@ = 0;",
    "if (p@) *p@ = 5;",
    "if (q@) g@ = *q@;",
    "*p@ = 6;",
    "p@ = &h@;",
    "q@ = p@;",
    "q@ = through(&p@);",
    "p@ = dangling();",
    "c@ = p@;",
    "{ int *x = p@; atomic_compare_exchange_strong(&c@, &x, &h@); }",
    "{ int *x = c@; if (x) *x = 7; }",
    "__sync_val_compare_and_swap(&q@, p@, &h@);",
    "{ int x = 1; p@ = &x; h@ = *p@; }",
    "{ struct n@ *x = top@; do n1@.next = x; while (!atomic_compare_exchange_strong(&top@, &x, &n1@)); }",
    "{ struct n@ *x = top@; while (x) { if (atomic_compare_exchange_strong(&top@, &x, x->next)) break; } }",
    "n2@.next = &n1@; top@ = &n2@;",
    "{ struct n@ *x = top@; if (x && x->next) g@ = 9; }",
    "memset(&g@, 0, sizeof g@);",
];

const PLAIN: &[&str] = &[
    "g@ = 1;",
    "g@ = 2;",
    "h@ = 3;",
    "g@++;",
    "h@ = g@;",
    "a@++;",
    "b@ = 1;",
    "b@ = 0;",
    "a@ = b@ + 1;",
    "if (a@ == 1) h@ = 4;",
    "if (g@) b@ = 1;",
    "atomic_exchange(&a@, 9);",
    "if (b@) assert(g@ != 2);",
    "assert(h@ != 4);",
    "assert(a@ != 3);",
    "assert(!(g@ == 1 && h@ == 3));",
];

const WAITS: &[&str] = &[
    "while (!b@);",
    "while (!b@) atomic_exchange(&a@, 9);",
    "{ int x = 0; while (!atomic_compare_exchange_strong(&b@, &x, 2)) x = 0; }",
    "while (atomic_exchange(&a@, 1));",
    "while (a@ == 9) { if (b@) break; }",
];

const SYNC: &[&str] = &[
    "pthread_mutex_lock(&m@);",
    "pthread_mutex_unlock(&m@);",
    "pthread_mutex_lock(&m@); g@++; pthread_mutex_unlock(&m@);",
    "if (!pthread_mutex_trylock(&m@)) { h@++; pthread_mutex_unlock(&m@); }",
    "pthread_mutex_lock(&k@); h@ = g@; pthread_mutex_unlock(&k@);",
    "pthread_mutex_lock(&k@);",
    "pthread_mutex_destroy(&k@);",
    "pthread_mutex_init(&k@, 0);",
    "pthread_mutex_destroy(&m@);",
    "if (pthread_mutex_lock(&e@) == 35) g@ = 1;",
    "if (pthread_mutex_unlock(&e@)) h@ = 4;",
    "pthread_mutex_lock(&r@);",
    "if (pthread_mutex_unlock(&r@)) g@ = 2;",
    "if (!pthread_mutex_trylock(&r@)) a@++;",
    "d@ = malloc(sizeof *d@); pthread_mutex_init(d@, 0);",
    "if (d@) pthread_mutex_lock(d@);",
    "if (d@) { pthread_mutex_unlock(d@); free(d@); d@ = 0; }",
    "pthread_rwlock_rdlock(&w@);",
    "pthread_rwlock_wrlock(&w@);",
    "pthread_rwlock_unlock(&w@);",
    "if (pthread_rwlock_tryrdlock(&w@)) h@ = 4;",
    "if (!pthread_rwlock_trywrlock(&w@)) pthread_rwlock_unlock(&w@);",
    "sem_wait(&s@);",
    "sem_post(&s@);",
    "if (sem_trywait(&s@)) g@ = 2;",
    "sem_destroy(&s@);",
    "{ int x; sem_getvalue(&s@, &x); h@ = x; }",
    "pthread_mutex_lock(&m@); if (!b@) pthread_cond_wait(&v@, &m@); pthread_mutex_unlock(&m@);",
    "pthread_cond_wait(&v@, &m@);",
    "pthread_cond_signal(&v@);",
    "pthread_cond_broadcast(&v@);",
    "pthread_cond_destroy(&v@);",
    "pthread_mutex_lock(&m@); b@ = 1; pthread_cond_broadcast(&v@); pthread_mutex_unlock(&m@);",
    "pthread_barrier_wait(&y@);",
    "if (pthread_barrier_wait(&y@)) g@++;",
    "pthread_barrier_destroy(&y@);",
    "pthread_spin_lock(&l@); g@++; pthread_spin_unlock(&l@);",
    "pthread_spin_unlock(&l@);",
    "pthread_once(&o@, once@);",
    "{ pthread_mutex_t x; pthread_mutex_init(&x, 0); pthread_mutex_lock(&x); pthread_mutex_unlock(&x); }",
    "{ pthread_mutex_t x = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&x); }",
];

const ORDERS: &[&str] = &[
    "g@ = 1;",
    "h@ = 1;",
    "g@ = h@;",
    "h@ = g@;",
    "atomic_store_explicit(&a@, 1, memory_order_relaxed);",
    "atomic_store_explicit(&a@, 2, memory_order_release);",
    "b@ = 1;",
    "if (atomic_load_explicit(&a@, memory_order_relaxed))",
    "if (atomic_load_explicit(&a@, memory_order_acquire))",
    "if (atomic_load_explicit(&a@, memory_order_acquire) == 2)",
    "if (b@)",
    "atomic_thread_fence(memory_order_release);",
    "atomic_thread_fence(memory_order_acquire);",
    "atomic_thread_fence(memory_order_seq_cst);",
    "if (atomic_fetch_add_explicit(&a@, 1, memory_order_relaxed))",
    "if (atomic_fetch_add_explicit(&a@, 1, memory_order_acq_rel))",
    "{ int x = 1; atomic_compare_exchange_strong_explicit(&a@, &x, 3, memory_order_acquire, memory_order_relaxed); }",
    "{ int x = 1; atomic_compare_exchange_strong_explicit(&a@, &x, 3, memory_order_release, memory_order_acquire); }",
    "pthread_mutex_lock(&m@); h@ = 2; pthread_mutex_unlock(&m@);",
    "pthread_mutex_lock(&m@); g@ = 2; pthread_mutex_unlock(&m@);",
    "pthread_rwlock_rdlock(&w@); h@ = g@; pthread_rwlock_unlock(&w@);",
    "pthread_rwlock_wrlock(&w@); g@++; pthread_rwlock_unlock(&w@);",
    "if (!pthread_mutex_trylock(&m@)) { h@++; pthread_mutex_unlock(&m@); } else",
    "sem_post(&s@);",
    "if (!sem_trywait(&s@))",
    "sem_wait(&s@);",
    "pthread_barrier_wait(&y@);",
    "pthread_once(&o@, once@);",
    "{ int x; sem_getvalue(&s@, &x); if (x) h@ = g@; }",
    "free(q@); q@ = 0;",
    "if (q@) *q@ = 1;",
];

fn statement(rng: &mut Rng, races: bool, kind: u64) -> String {
    if races {
        let one = rng.pick(ORDERS);
        return match one.ends_with([';', '}']) {
            true => one.into(),
            false => format!("{one} {}", rng.pick(&["g@ = 3;", "h@ = g@;", "g@ = h@;", "b@ = 2;"])),
        };
    }
    let one = match (rng.below(10), kind) {
        (0..3, _) => rng.pick(PLAIN),
        (3, _) => rng.pick(WAITS),
        (_, 0) => rng.pick(MEMORY),
        (_, 1) => rng.pick(SYNC),
        (4..7, _) => rng.pick(MEMORY),
        _ => rng.pick(SYNC),
    };
    match rng.below(8) {
        0 => format!("if (b@) {{ {one} }}"),
        _ => one.to_string(),
    }
}

/// One program, without the head.
pub fn one(seed: u64, races: bool) -> String {
    let mut rng = Rng(seed.wrapping_mul(77) + u64::from(races));
    let kind = rng.below(3);
    let most = if races { 3 } else { 4 };
    let body =
        |rng: &mut Rng, n: u64| -> String { (0..n).map(|_| statement(rng, races, kind) + " ").collect() };
    let n = [1 + rng.below(most), 1 + rng.below(most), rng.below(3)];
    let [first, second, own] = n.map(|n| body(&mut rng, n));
    let setup = match races {
        true => {
            "q@ = new(1); sem_init(&s@, 0, 0); pthread_barrier_init(&y@, 0, 2); pthread_spin_init(&l@, 0);"
        }
        false => {
            let count = rng.pick(&["1", "2"]);
            &*format!(
                "sem_init(&s@, 0, {count}); pthread_barrier_init(&y@, 0, {count}); pthread_spin_init(&l@, 0);"
            )
        }
    };
    let one_thread = rng.below(5) == 0;
    let end = match (races, rng.below(6)) {
        (false, 0) => "pthread_exit(0);",
        (false, 1) => "pthread_detach(t1@); pthread_join(t2@, 0);",
        (false, 2) => "pthread_join(t1@, 0); pthread_join(t2@, 0); pthread_join(t1@, 0);",
        _ => "pthread_join(t1@, 0); pthread_join(t2@, 0);",
    };
    let (create, end) = match one_thread && !races {
        true => ("pthread_create(&t1@, 0, f@, 0);", "pthread_join(t1@, 0);"),
        false => ("pthread_create(&t1@, 0, f@, 0); pthread_create(&t2@, 0, s2@, 0);", end),
    };
    let last = if races { String::new() } else { body(&mut rng, 1) };
    let text = format!(
        "{GLOBALS}void *f@(void *z) {{ {first}return 0; }}\nvoid *s2@(void *z) {{ {second}return 0; }}\n\
         int main_@(void) {{ {setup} {create} {own}{end} {last}return 0; }}\n"
    );
    text.replace("main_@", &format!("main_{seed}")).replace('@', &format!("_{seed}"))
}

const WAKING: &[&str] = &[
    "pthread_mutex_lock(&m@); if (!g@) pthread_cond_wait(&v@, &m@); assert(g@); pthread_mutex_unlock(&m@);",
    "pthread_mutex_lock(&m@); while (!g@) pthread_cond_wait(&v@, &m@); assert(g@); pthread_mutex_unlock(&m@);",
    "pthread_mutex_lock(&m@); while (!g@) pthread_cond_wait(&v@, &m@); g@ = 0; pthread_mutex_unlock(&m@);",
    "pthread_mutex_lock(&m@); do pthread_cond_wait(&v@, &m@); while (!g@); pthread_mutex_unlock(&m@);",
    "pthread_mutex_lock(&m@); pthread_cond_wait(&v@, &m@); h@++; pthread_mutex_unlock(&m@);",
    "pthread_mutex_lock(&m@); h@ = pthread_cond_timedwait(&v@, &m@, &(struct timespec){0}); pthread_mutex_unlock(&m@);",
    "pthread_mutex_lock(&m@); g@ = 1; pthread_cond_signal(&v@); pthread_mutex_unlock(&m@);",
    "pthread_mutex_lock(&m@); g@ = 1; pthread_mutex_unlock(&m@); pthread_cond_broadcast(&v@);",
    "pthread_mutex_lock(&m@); g@ = 1; pthread_mutex_unlock(&m@);",
    "pthread_cond_signal(&v@);",
    "pthread_cond_destroy(&v@);",
    "pthread_mutex_lock(&m@); assert(h@ != 2); pthread_mutex_unlock(&m@);",
];

/// Two threads that wait for a condition variable and signal it, the first thread perhaps too.
pub fn waking(seed: u64) -> String {
    let mut rng = Rng(seed.wrapping_mul(79));
    let body =
        |rng: &mut Rng, n: u64| -> String { (0..n).map(|_| rng.pick(WAKING).to_string() + " ").collect() };
    let n = [1 + rng.below(2), 1 + rng.below(2), rng.below(2)];
    let [first, second, own] = n.map(|n| body(&mut rng, n));
    let text = format!(
        "{GLOBALS}void *f@(void *z) {{ {first}return 0; }}\nvoid *s2@(void *z) {{ {second}return 0; }}\n\
         int main_@(void) {{ pthread_create(&t1@, 0, f@, 0); pthread_create(&t2@, 0, s2@, 0); {own}\
         pthread_join(t1@, 0); pthread_join(t2@, 0); return 0; }}\n"
    );
    text.replace("main_@", &format!("main_{seed}")).replace('@', &format!("_{seed}"))
}

/// Memory that is written in part (`z@`: only ever copied from), and variables of blocks, each an `int` (see [`marks`]).
const UNWRITTEN: &[&str] = &[
    "p@[0] = 1;",
    "p@[1] = 2;",
    "h@ = p@[0];",
    "h@ = p@[1];",
    "h@ = q@[1];",
    "((short *)p@)[1] = 3;",
    "((short *)q@)[2] = 4; ((short *)q@)[3] = 5;",
    "q@ = p@;",
    "p@ = malloc(8);",
    "{ int *x = malloc(8); x[0] = 1; p@ = x; }",
    "q@[a@ & 1] = 4;",
    "h@ = q@[a@ & 1];",
    "if (b@) h@ = p@[0];",
    "p@[0] = 1; b@ = 1;",
    "a@++;",
    "__atomic_fetch_add(p@, 1, 5);",
    "__sync_bool_compare_and_swap(&q@[0], 1, 2);",
    "memset(p@, 0, 4);",
    "memcpy(q@, z@, 8);",
    "{ int x[2]; x[a@ & 1] = 1; h@ = x[0]; }",
    "{ int *x = fresh(); p@ = x; *x = 1; h@ = *p@; ends(x); }",
    "{ int *x = fresh(); *x = 1; c@ = x; if (b@) ends(x); }",
    "{ int *x = fresh(); if (b@) *x = 1; h@ = *x; ends(x); }",
    "{ int *x = c@; if (x) h@ = *x; }",
    "c@ = p@;",
    "{ int x, *y = &x; if (b@) *y = 1; h@ = x; }",
    "{ int *y = p@; { int x = 1; if (a@) y = &x; } h@ = *y; }",
    "for (int i = 0; i < 2; i++) { int x; if (!i || b@) c@ = &x; if (i) x = 1; h@ = i ? x : 0; }",
    "for (int i = 0; i < 2; i++) { int *x = fresh(); if (a@) *x = i; if (i) h@ = *x; ends(x); }",
    "{ int *y = p@; for (int i = 0; i < 2; i++) { int *x = fresh(); *x = i; if (a@) y = x; ends(x); } h@ = *y; }",
    "pthread_mutex_lock(&m@); p@[1] = 6; b@ = 1; pthread_mutex_unlock(&m@);",
    "pthread_mutex_lock(&m@); if (b@) h@ = p@[1]; pthread_mutex_unlock(&m@);",
];

/// One to three threads over memory that not all of is written.
pub fn unwritten(seed: u64) -> String {
    let mut rng = Rng(seed.wrapping_mul(83));
    let body =
        |rng: &mut Rng, n: u64| -> String { (0..n).map(|_| rng.pick(UNWRITTEN).to_string() + " ").collect() };
    let n = [1 + rng.below(3), rng.below(3), 1 + rng.below(3)];
    let [first, second, own] = n.map(|n| body(&mut rng, n));
    let setup =
        rng.pick(&["", "p@[0] = 0;", "p@[0] = p@[1] = q@[0] = q@[1] = 0;", "q@[0] = 0; p@ = calloc(2, 4);"]);
    let (create, join) = match rng.below(4) {
        0 => ("", ""),
        1 => ("pthread_create(&t1@, 0, f@, 0);", "pthread_join(t1@, 0);"),
        _ => (
            "pthread_create(&t1@, 0, f@, 0); pthread_create(&t2@, 0, s2@, 0);",
            "pthread_join(t1@, 0); pthread_join(t2@, 0);",
        ),
    };
    let last = body(&mut rng, 1);
    let text = format!(
        "{GLOBALS}int *z@; void *f@(void *z) {{ {first}return 0; }}\nvoid *s2@(void *z) {{ {second}return 0; }}\n\
         int main_@(void) {{ p@ = malloc(8); q@ = malloc(8); z@ = malloc(8); {setup} {create} {own}{join} {last}return 0; }}\n"
    );
    text.replace("main_@", &format!("main_{seed}")).replace('@', &format!("_{seed}"))
}

/// The operations on one object, and statuses that may come of them.
const OBJECTS: &[(&str, &[&str], &[i32])] = &[
    ("pthread_mutex_t x@;", MUTEX, &[0, 16, 110]),
    ("pthread_mutex_t x@ = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;", MUTEX, &[0, 1, 35, 16]),
    ("pthread_mutex_t x@ = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;", MUTEX, &[0, 1, 16, 110]),
    ("pthread_rwlock_t x@;", RW, &[0, 16, 35]),
    ("sem_t x@;", SEMAPHORE, &[0, -1]),
    ("pthread_barrier_t x@;", BARRIER, &[0, -1, 22]),
    ("pthread_cond_t x@; pthread_mutex_t o@;", COND, &[0, 110]),
    ("pthread_spinlock_t x@;", SPIN, &[0, 16]),
];
const MUTEX: &[&str] = &[
    "pthread_mutex_init(&x@, 0)",
    "pthread_mutex_lock(&x@)",
    "pthread_mutex_trylock(&x@)",
    "pthread_mutex_timedlock(&x@, &(struct timespec){0})",
    "pthread_mutex_unlock(&x@)",
    "pthread_mutex_destroy(&x@)",
];
const RW: &[&str] = &[
    "pthread_rwlock_init(&x@, 0)",
    "pthread_rwlock_rdlock(&x@)",
    "pthread_rwlock_wrlock(&x@)",
    "pthread_rwlock_tryrdlock(&x@)",
    "pthread_rwlock_trywrlock(&x@)",
    "pthread_rwlock_unlock(&x@)",
    "pthread_rwlock_destroy(&x@)",
];
const SEMAPHORE: &[&str] = &[
    "sem_init(&x@, 0, 1)",
    "sem_init(&x@, 0, 0x7fffffff)",
    "sem_wait(&x@)",
    "sem_trywait(&x@)",
    "sem_post(&x@)",
    "sem_timedwait(&x@, &(struct timespec){0})",
    "sem_destroy(&x@)",
];
const BARRIER: &[&str] = &[
    "pthread_barrier_init(&x@, 0, 1)",
    "pthread_barrier_wait(&x@)",
    "pthread_barrier_destroy(&x@)",
    "pthread_barrier_init(&x@, 0, 0)",
];
const COND: &[&str] = &[
    "pthread_cond_init(&x@, 0)",
    "pthread_cond_signal(&x@)",
    "pthread_cond_broadcast(&x@)",
    "pthread_cond_destroy(&x@)",
    "pthread_mutex_lock(&o@)",
    "pthread_cond_timedwait(&x@, &o@, &(struct timespec){0})",
    "pthread_cond_wait(&x@, &o@)",
];
const SPIN: &[&str] = &[
    "pthread_spin_init(&x@, 0)",
    "pthread_spin_lock(&x@)",
    "pthread_spin_trylock(&x@)",
    "pthread_spin_unlock(&x@)",
    "pthread_spin_destroy(&x@)",
];

/// How many sequences there are.
pub fn n_sequences() -> u64 {
    OBJECTS.iter().map(|(_, operations, _)| 2 * (operations.len() as u64).pow(3)).sum()
}

/// Three operations on one object, the second perhaps by another thread, and a claim about the last status.
pub fn sequence(index: u64) -> String {
    let mut rest = index;
    for (object, operations, statuses) in OBJECTS {
        let n = operations.len() as u64;
        if rest >= 2 * n.pow(3) {
            rest -= 2 * n.pow(3);
            continue;
        }
        let pick = |number: u64| operations[(number % n) as usize];
        let (first, second, third) = (pick(rest), pick(rest / n), pick(rest / n / n));
        let other = rest / n / n / n == 1;
        let status = statuses[(index.wrapping_mul(0x9e37_79b9) >> 7) as usize % statuses.len()];
        let middle = match other {
            true => "pthread_t t; pthread_create(&t, 0, f@, 0); pthread_join(t, 0);".to_string(),
            false => format!("{second};"),
        };
        let text = format!(
            "{object}\nvoid *f@(void *z) {{ {second}; return 0; }}\n\
             int main_@(void) {{ {first}; {middle} int r = {third}; assert(r != {status}); return 0; }}\n"
        );
        return text.replace("main_@", &format!("main_{index}")).replace('@', &format!("_{index}"));
    }
    String::new()
}

pub fn batch(seeds: &[u64], program: impl Fn(u64) -> String) -> String {
    let mut text = format!("{HEAD}{}", marks::HEAD);
    for &seed in seeds {
        text += &program(seed);
    }
    // Every entry is kept by being called.
    let calls: String = seeds.iter().map(|seed| format!("main_{seed}(); ")).collect();
    text + &format!("int main(void) {{ {calls} }}\n")
}
