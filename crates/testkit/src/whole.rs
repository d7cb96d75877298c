//! Whole C programs from a seed: what ordinary programs are made of, in small.
//!
//! Two or three threads over structures, arrays with computed indices, pointers to pointers, the heap, bit-fields, unions, copies,
//! function pointers, recursion, `switch` and `goto`, atomics of every order, locks, semaphores, condition variables, barriers and
//! loops that wait and write; in every fifth program also what is in [`shapes`]; in every fourth program also variables and memory that
//! may be read before they are written, and addresses of variables that end with their block. At the end the program adds up what it has come to and asserts that this is not `key`: set `key` to a
//! sum that some run has, and the assertion can fail ([`with_key`]); to another number, and it may hold.
//!
//! Every program ends in bounded time unless it deadlocks. Compiled natively it is the same program (`-DKEY=…`).

mod shapes;

use crate::random::Rng;
use interp::{Machine, MachineOptions, World, WorldConfig};
use ir::Program;
use std::fmt::Write;
use std::sync::Arc;

/// No sum is this.
pub const NO_KEY: i32 = -123_456_789;

const HEAD: &str = r#"#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifndef KEY
#define KEY -123456789
#endif
#ifdef NATIVE
#include <sched.h>
#define Y sched_yield();
#else
#define Y
#endif
int key = KEY, total;
struct pair { int a; unsigned b : 3, c : 5; union { int whole; unsigned char part[4]; } u; int row[3]; struct pair *next; };
struct pair s0 = {1, 2, 3, {0x01020304}, {5, 6, 7}, 0}, s1 = {4, 5, 6, {0x0a0b0c0d}, {2, 1, 0}, &s0};
int g0, g1, cells[4], out[4];
atomic_int x, y;
_Atomic(int *) slot, lent;
_Atomic(struct pair *) top = &s1;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
pthread_spinlock_t spin;
sem_t sem;
pthread_once_t once = PTHREAD_ONCE_INIT;
static int depth(int k) { return k <= 0 ? 1 : k + depth(k - 1); }
static int twice(int k) { return 2 * k; }
static int less(int k) { return k - 1; }
static int (*const apply[2])(int) = {twice, less};
static void add_to(int **where, int k) { **where += k; }
static void first(void) { g1 += 3; }
static int *choose(int k) { return k & 1 ? &g0 : &g1; }
"#;

const ORDERS: [&str; 3] = ["memory_order_relaxed", "memory_order_release", "memory_order_seq_cst"];
const LOADS: [&str; 3] = ["memory_order_relaxed", "memory_order_acquire", "memory_order_seq_cst"];

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut rng = Rng::new(seed ^ 0x5e1f_ed6e);
    let more = has_more_shapes(seed);
    let mut text = HEAD.to_string() + if more { shapes::HEAD } else { "" };
    let n_threads = 1 + rng.below(2);
    let kinds = (reads_unwritten(seed), more);
    for thread in 1..=n_threads {
        let body = statements(&mut rng, thread, kinds);
        let _ = write!(
            text,
            "void *t{thread}(void *arg) {{\n    int r = {thread};\n{body}    out[{thread}] = r;\n    return arg;\n}}\n"
        );
    }
    let _ = write!(
        text,
        "int main(void) {{\n    int r = 0;\n    pthread_t id[3];\n    pthread_spin_init(&spin, 0);\n    sem_init(&sem, 0, {});\n",
        rng.below(2)
    );
    for thread in 1..=n_threads {
        let _ = writeln!(text, "    pthread_create(&id[{}], 0, t{thread}, 0);", thread - 1);
    }
    text.push_str(&statements(&mut rng, 0, kinds));
    for thread in 1..=n_threads {
        let _ = writeln!(text, "    pthread_join(id[{}], 0);", thread - 1);
    }
    text.push_str(
        "    total = r + 3 * out[1] + 5 * out[2] + 7 * g0 + 11 * g1 + 13 * x + 17 * y + s0.a + 2 * s0.b + 3 * s0.u.whole % 1000;\n   ",
    );
    text.push_str(if more { shapes::SUM } else { "" });
    text.push_str(
        " for (int i = 0; i < 4; i++) total += (i + 1) * cells[i];\n    int *left = slot;\n    if (left) total += *left;\n    free(left);\n    \
         assert(total != key);\n}\n",
    );
    text
}

/// Whether the program of a seed may read what nobody has written: then its sum may be any.
pub fn reads_unwritten(seed: u64) -> bool {
    seed % 4 == 1
}

/// Whether the program of a seed is also made of [`shapes`].
pub fn has_more_shapes(seed: u64) -> bool {
    seed % 5 == 2
}

fn statements(rng: &mut Rng, thread: usize, kinds: (bool, bool)) -> String {
    let mut text = String::new();
    for _ in 0..1 + rng.below(3) {
        let _ = writeln!(text, "    {}", statement(rng, thread, kinds));
    }
    text
}

fn statement(rng: &mut Rng, thread: usize, (lives, more): (bool, bool)) -> String {
    let k = 1 + rng.below(4);
    let order = ORDERS[rng.below(3)];
    let load = LOADS[rng.below(3)];
    let atomic = ["x", "y"][rng.below(2)];
    let plain = ["g0", "g1"][rng.below(2)];
    let other = ["g1", "g0"][rng.below(2)];
    if more && rng.below(2) == 0 {
        return shapes::statement(rng, k, [plain, other, atomic]);
    }
    let n_kinds = if lives { 38 } else { 30 };
    match rng.below(n_kinds) {
        0 => format!("atomic_store_explicit(&{atomic}, {k}, {order});"),
        1 => format!("r += atomic_load_explicit(&{atomic}, {load}); Y"),
        2 => format!("r += atomic_fetch_add_explicit(&{atomic}, {k}, {load});"),
        3 => format!("r += atomic_exchange(&{atomic}, {k});"),
        4 => format!("{{ int e = {}; if (!atomic_compare_exchange_strong(&{atomic}, &e, {k})) r += e; }}", k - 1),
        5 => format!("{plain} = {plain} + {k};"),
        6 => format!("r += {plain}; Y {other} = r;"),
        7 => format!("pthread_mutex_lock(&m); {plain} += {k}; Y r += {other}; pthread_mutex_unlock(&m);"),
        8 => format!("if (pthread_mutex_trylock(&n) == 0) {{ {plain}++; pthread_mutex_unlock(&n); }} else r += {k};"),
        9 => format!("cells[(r + {k}) & 3] += {k}; Y r += cells[r & 3];"),
        10 => format!("{{ int *p = &{plain}; int **pp = &p; if (r & 1) p = &{other}; **pp += {k}; add_to(pp, 1); }}"),
        11 => format!("{{ struct pair l = s0; l.b = r; l.c += {k}; r += l.b + l.c + l.u.part[r & 3] + l.row[{}]; }}", k % 3),
        12 => format!("{{ struct pair l; memcpy(&l, &s1, sizeof l); l.next->a += {k}; r += l.row[(r + {k}) % 3 & 1]; }}"),
        13 => format!(
            "{{ int *h = malloc(sizeof *h); *h = {k}; int *o = atomic_exchange(&slot, h); if (o) {{ r += *o; free(o); }} }}"
        ),
        14 => "{ int *o = atomic_exchange(&slot, 0); if (o) { r += *o; free(o); } }".into(),
        15 => format!("switch ((r + {atomic}) & 3) {{ case 0: r += {k}; break; case 1: g0++; case 2: r--; break; default: r ^= {k}; }}"),
        16 => format!("r = apply[r & 1](r) + depth({k}); *choose(r) += 1;"),
        17 => format!("{{ int i = 0; again{thread}_{k}: if (i++ < 2) {{ {plain}++; if ({atomic} == 0) goto again{thread}_{k}; }} }}")
            .replace(&format!("again{thread}_{k}"), &format!("again{thread}_{}", rng.below(1_000_000))),
        18 => format!("for (int i = 0; i < 2 && !{atomic}; i++) {{ {plain} += i; Y }}"),
        19 => format!("pthread_rwlock_{}(&rw); r += {plain}; pthread_rwlock_unlock(&rw);", ["rdlock", "wrlock"][rng.below(2)]),
        20 => format!("pthread_spin_lock(&spin); {plain} -= {k}; pthread_spin_unlock(&spin);"),
        21 => format!("if (sem_trywait(&sem) == 0) {{ r += {k}; sem_post(&sem); }}"),
        22 => "sem_post(&sem);".into(),
        23 => format!("pthread_once(&once, first); r += {k};"),
        24 => format!("pthread_mutex_lock(&m); {plain} = {k}; pthread_cond_signal(&cond); pthread_mutex_unlock(&m);"),
        25 => format!("{{ struct pair *t = top; if (t && t->next) {{ t->next->a += {k}; atomic_compare_exchange_strong(&top, &t, t->next); }} r += t != 0; }}"),
        26 => format!("{{ union {{ int32_t w; int16_t h[2]; uint8_t b[4]; }} v; v.w = r * 257; v.b[{}]++; r += v.h[1] + (v.h[0] & 7); }}", k % 4),
        27 => format!("{{ int a[3] = {{r, {k}, 2}}; int *p = a; for (int i = 0; i < 3; i++, p++) r += *p & 3; {plain} = a[(unsigned)r % 3]; }}"),
        28 => format!("atomic_thread_fence({order}); {plain} = {k}; Y r += {other};"),
        30 => format!("{{ int v; if ({atomic}) v = {k}; Y if (r & 1) r += v; }}"),
        31 => format!("{{ int a[3]; a[{}] = r; a[({atomic} + {k}) % 3] = {k}; r += a[r & 1]; }}", k % 3),
        32 => format!("{{ int *h = malloc(2 * sizeof *h); h[{atomic} & 1] = {k}; r += h[{}]; free(h); }}", k & 1),
        33 => "{ struct pair l; l.b = r; if (r & 1) l.a = 1; struct pair c = l; r += c.b + (r & 1 ? c.a : 0); }".into(),
        34 => format!("{{ int *q = &r; {{ int z = {k}; if ({atomic}) q = &z; r += *q & 1; }} r += *q & 1; }}"),
        35 => format!("{{ int z = {k}; lent = &z; Y {plain}++; if ({atomic} != 1) lent = 0; }} r++;"),
        36 => "{ int *q = lent; if (q) { r += *q & 3; *q = r; } }".into(),
        37 => format!("for (int i = 0; i < 2; i++) {{ int part[2]; part[i] = {k}; lent = part; if ({atomic}) r += part[0]; lent = 0; }}"),
        _ => format!("{{ int seen = {atomic}; if (seen > {k}) r += 10; else {atomic} = seen + 1; }}"),
    }
}

/// The program with another key.
pub fn with_key(program: &Program, key: i32) -> Program {
    let mut program = program.clone();
    if let Some(global) = program.globals.iter_mut().find(|global| &*global.name == "key") {
        global.init.bytes = key.to_le_bytes().to_vec();
    }
    program
}

/// What some runs under SC come to.
pub fn sums(program: &Program, seed: u64, n_runs: u32) -> Vec<i32> {
    let options = MachineOptions { max_steps: 1_000_000, ..MachineOptions::default() };
    let machine = Arc::new(Machine::with_options(Arc::new(program.clone()), options));
    let total = program.globals.iter_enumerated().find(|(_, global)| &*global.name == "total");
    let Some((total, _)) = total else { return Vec::new() };
    let mut rng = Rng::new(seed);
    let mut sums = Vec::new();
    for _ in 0..n_runs {
        let mut world = World::new(machine.clone(), WorldConfig::default());
        while world.is_running() {
            let choices = world.choices();
            if choices.is_empty() || world.step(choices[rng.below(choices.len())]).is_err() {
                break;
            }
        }
        if let (interp::Outcome::Finished(_), Ok((sum, _))) =
            (world.outcome(), world.memory().read(machine.layout().global(total), 4))
        {
            sums.push(sum as u32 as i32);
        }
    }
    sums.sort_unstable();
    sums.dedup();
    sums
}
