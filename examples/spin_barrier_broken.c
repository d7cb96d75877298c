// expect: sc=safe tso=safe pso=violation rmo=violation
// property: assert
// unwind: 3
//
// A spinning barrier with relaxed operations. Under TSO an atomic addition is a full fence by
// itself, so nothing happens on x86. Under PSO it holds back what comes after it, but not the
// stores before it: the count may be visible before the half that was filled in. (Under RMO it
// orders nothing at all.) Repaired in spin_barrier.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int arrived;
static atomic_int half[2];

static void wait_for_both(void) {
    atomic_fetch_add_explicit(&arrived, 1, memory_order_relaxed);
    while (atomic_load_explicit(&arrived, memory_order_relaxed) < 2)
        ;
}

static void *worker(void *arg) {
    int me = (int)(long)arg;
    atomic_store_explicit(&half[me], 1, memory_order_relaxed);
    wait_for_both();
    assert(atomic_load_explicit(&half[1 - me], memory_order_relaxed) == 1);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)0);
    pthread_create(&b, NULL, worker, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
