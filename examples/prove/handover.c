// expect: sc=safe tso=safe pso=safe rmo=safe
//
// A value from outside is checked, published behind a flag and used by two readers that wait for the flag, one with
// acquire and release, one with fences. Neither the value nor the waiting has a bound.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static int limit, level;
static atomic_int limit_ready;
static atomic_int level_ready;

static void *sensor(void *unused) {
    (void)unused;
    int value = __VERIFIER_nondet_int();
    limit = value < 50 ? 50 : value;
    atomic_store_explicit(&limit_ready, 1, memory_order_release);
    value = __VERIFIER_nondet_int();
    level = value > 40 ? 40 : value;
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit(&level_ready, 1, memory_order_relaxed);
    return 0;
}

static void *upper(void *unused) {
    (void)unused;
    while (!atomic_load_explicit(&limit_ready, memory_order_acquire))
        ;
    assert(limit >= 50);
    return 0;
}

static void *lower(void *unused) {
    (void)unused;
    while (!atomic_load_explicit(&level_ready, memory_order_relaxed))
        ;
    atomic_thread_fence(memory_order_seq_cst);
    assert(level <= 40);
    return 0;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], 0, sensor, 0);
    pthread_create(&threads[1], 0, upper, 0);
    pthread_create(&threads[2], 0, lower, 0);
    return 0;
}
