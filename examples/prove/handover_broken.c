// expect: sc=safe tso=safe pso=violation rmo=violation
//
// handover.c with relaxed flags and no fences: enough under TSO, where stores stay in order, not under PSO.
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
    atomic_store_explicit(&limit_ready, 1, memory_order_relaxed);
    value = __VERIFIER_nondet_int();
    level = value > 40 ? 40 : value;
    atomic_store_explicit(&level_ready, 1, memory_order_relaxed);
    return 0;
}

static void *upper(void *unused) {
    (void)unused;
    while (!atomic_load_explicit(&limit_ready, memory_order_relaxed))
        ;
    assert(limit >= 50);
    return 0;
}

static void *lower(void *unused) {
    (void)unused;
    while (!atomic_load_explicit(&level_ready, memory_order_relaxed))
        ;
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
