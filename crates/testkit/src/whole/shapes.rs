//! More of what ordinary programs are made of: structures by value, arrays of locks, two-dimensional arrays, text, callbacks through
//! tables, queues, counts of references, recursion and errors with locks held, deadlines, compound literals.

use crate::random::Rng;

pub(super) const HEAD: &str = r#"#define TIMES 2
struct task { int (*run)(int *, int); int *on; };
struct counted { atomic_int users; int value; };
enum state { IDLE, BUSY, DONE };
pthread_mutex_t bank[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int balance[2] = {5, 6}, grid[2][3];
char names[2][4] = {"ab", "c"};
struct { int items[2]; unsigned head, tail; } queue;
struct counted counted = {1, 4};
_Atomic uint8_t tiny;
uint64_t wide;
atomic_flag flag = ATOMIC_FLAG_INIT;
static _Thread_local int own = 1;
static volatile enum state state;
static struct pair stepped(struct pair p, int k) { p.a += k; p.b++; p.row[k % 3] -= k; return p; }
static int bump(int *where, int k) { return *where += k; }
static int peek(int *where, int k) { return *where - k; }
static const struct task tasks[2] = {{bump, &g0}, {peek, &g1}};
static int climb(int k) { pthread_mutex_lock(&bank[k & 1]); int sum = k > 0 ? climb(k - 1) : balance[0]; pthread_mutex_unlock(&bank[k & 1]); return sum; }
static int with_lock(pthread_mutex_t *lock, int *where, int k) {
    int result = -1;
    if (pthread_mutex_trylock(lock)) goto busy;
    if (*where > 20) goto full;
    *where += k;
    result = *where;
full:
    pthread_mutex_unlock(lock);
busy:
    return result;
}
static void pay(int from, int k) {
    pthread_mutex_lock(&bank[0]);
    pthread_mutex_lock(&bank[1]);
    balance[from & 1] -= k;
    balance[~from & 1] += k;
    pthread_mutex_unlock(&bank[1]);
    pthread_mutex_unlock(&bank[0]);
}
"#;

/// What is added up at the end.
pub(super) const SUM: &str = " total += balance[0] + 2 * balance[1] + queue.head + counted.value + tiny + (int)wide + names[0][0] + own;\n    \
     for (int i = 0; i < 6; i++) total += (i + 1) * grid[i / 3][i % 3];\n   ";

/// A statement; `plain` and `other` are variables, `atomic` is an atomic one.
pub(super) fn statement(rng: &mut Rng, k: usize, [plain, other, atomic]: [&str; 3]) -> String {
    match rng.below(26) {
        0 => format!("pthread_mutex_lock(&bank[{0}]); {plain} += {k}; Y r += {other}; pthread_mutex_unlock(&bank[{0}]);", k & 1),
        1 => format!("{{ int i = r & 1; pthread_mutex_lock(&bank[i]); balance[i] += {k}; Y pthread_mutex_unlock(&bank[i]); }}"),
        2 => format!("pay(r, {k});"),
        3 => format!("{{ int low = {atomic} & 1; pthread_mutex_lock(&bank[low]); pthread_mutex_lock(&bank[!low]); {plain}++; pthread_mutex_unlock(&bank[!low]); pthread_mutex_unlock(&bank[low]); }}"),
        4 => format!("{{ struct pair p = stepped(s0, {k}); r += p.a + p.b + p.row[{}]; }}", k % 3),
        5 => format!("s0 = stepped(s1, {k}); Y r += s0.row[r & 1];"),
        6 => format!("grid[r & 1][(unsigned)r % 3] += {k}; Y r += grid[{}][{}];", k & 1, k % 3),
        7 => format!("for (int i = 0; i < TIMES; i++) for (int j = i; j < 3; j++) grid[i][j] += {k} * j;"),
        8 => format!("{{ char w[8] = \"x\"; strcat(w, r & 1 ? \"yz\" : \"q\"); r += (int)strlen(w) + (strcmp(w, \"xq\") == 0) + w[{}]; }}", k % 2),
        9 => format!("strcpy(names[{}], r & 1 ? \"d\" : \"efg\"); Y r += names[r & 1][0] == 'd';", k & 1),
        10 => format!("{{ struct task t = tasks[r & 1]; r += t.run(t.on, {k}); }}"),
        11 => format!("{{ const struct task *t = &(struct task){{peek, &{plain}}}; Y r += t->run(t->on, {k}) & 7; }}"),
        12 => "pthread_mutex_lock(&m); if (queue.head - queue.tail < 2) queue.items[queue.head++ % 2] = r; pthread_mutex_unlock(&m);".into(),
        13 => "pthread_mutex_lock(&m); if (queue.head != queue.tail) { r += queue.items[queue.tail % 2]; queue.tail++; } pthread_mutex_unlock(&m);".into(),
        14 => format!("if (atomic_fetch_add(&counted.users, 1) > 0) {{ Y r += counted.value; }} if (atomic_fetch_sub(&counted.users, 1) == 1) counted.value = {k};"),
        15 => "if (atomic_fetch_sub(&counted.users, 1) == 1) counted.value = -1;".into(),
        16 => format!("r += climb({});", 1 + (k & 1)),
        17 => format!("r += with_lock(&bank[{}], &{plain}, {k});", k & 1),
        18 => format!("{{ struct timespec soon = {{0, 0}}; pthread_mutex_lock(&m); if (!{plain} && pthread_cond_timedwait(&cond, &m, &soon)) r += {k}; pthread_mutex_unlock(&m); }}"),
        19 => format!("atomic_fetch_{}(&tiny, {}); r += tiny & 3;", ["or", "and", "xor", "sub"][rng.below(4)], 250 + k),
        20 => format!("__atomic_fetch_add(&wide, 0x1{k}00000000ull + {k}, __ATOMIC_RELEASE); r += (int)(__atomic_load_n(&wide, __ATOMIC_ACQUIRE) >> 32) & 7;"),
        21 => format!("if (!atomic_flag_test_and_set(&flag)) {{ {plain} += {k}; Y atomic_flag_clear(&flag); }}"),
        22 => format!("own += {k}; {plain} = own;"),
        23 => format!("if (__sync_bool_compare_and_swap(&{plain}, {}, r)) r++; __sync_synchronize();", k - 1),
        24 => "switch (state) { case IDLE: state = BUSY; Y r++; break; case BUSY: state = DONE; default: r += state; }".into(),
        _ => format!("{{ static int calls[2]; calls[r & 1]++; Y r += calls[{}]; }}", k & 1),
    }
}
