// expect: sc=safe tso=violation pso=violation rmo=violation
// property: assert
// unwind: 2
//
// Store buffering, the smallest program on which real hardware is not sequentially consistent. Each
// thread announces itself (x or y), then looks at the other. Surely at least one of them must see
// the other? Under SC yes. From TSO (x86) on, a store may wait in the store buffer while the load
// after it is served from memory, so both threads read 0. Repaired in store_buffering_fenced.c with
// a full fence between the store and the load.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int saw_y, saw_x;  // what each thread saw; read by main after the joins

static void *left(void *arg) {
    (void)arg;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    saw_y = atomic_load_explicit(&y, memory_order_relaxed);
    return NULL;
}

static void *right(void *arg) {
    (void)arg;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    saw_x = atomic_load_explicit(&x, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(saw_y == 1 || saw_x == 1);
    return 0;
}
