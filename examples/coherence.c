// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// What even the weakest of the four models keeps: each single variable behaves sequentially. A
// clock that is only ever moved forward is never seen to run backwards, with relaxed accesses and
// without a fence. (SPARC V9's own RMO does give this up for two loads of one variable: try the
// model rmo-v9.)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int hour;

static void *clock_thread(void *arg) {
    (void)arg;
    atomic_store_explicit(&hour, 1, memory_order_relaxed);
    atomic_store_explicit(&hour, 2, memory_order_relaxed);
    return NULL;
}

static void *passer_by(void *arg) {
    (void)arg;
    int before = atomic_load_explicit(&hour, memory_order_relaxed);
    int after = atomic_load_explicit(&hour, memory_order_relaxed);
    assert(before <= after);
    return NULL;
}

int main(void) {
    pthread_t c, p;
    pthread_create(&c, NULL, clock_thread, NULL);
    pthread_create(&p, NULL, passer_by, NULL);
    pthread_join(c, NULL);
    pthread_join(p, NULL);
    assert(atomic_load_explicit(&hour, memory_order_relaxed) == 2);
    return 0;
}
