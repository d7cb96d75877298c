// expect: sc=safe tso=safe pso=violation rmo=violation
// property: assert
// unwind: 2
//
// Two threads write the same two variables in opposite orders ("2+2W"). When the dust has settled,
// can both variables hold the value of the thread that wrote them FIRST? Under SC and TSO no: the
// last store overall is some thread's second one. PSO keeps a queue per variable, so each thread's
// second store may reach memory before its first. Repaired in write_order_fenced.c with release
// stores.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *first(void *arg) {
    (void)arg;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 2, memory_order_relaxed);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int final_x = atomic_load_explicit(&x, memory_order_relaxed);
    int final_y = atomic_load_explicit(&y, memory_order_relaxed);
    assert(!(final_x == 1 && final_y == 1));
    return 0;
}
