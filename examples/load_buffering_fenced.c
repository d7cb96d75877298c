// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// Load buffering, repaired (see load_buffering.c) in two different ways, one per thread: Alice
// loads with acquire, which orders the load before everything after it; Bob stores with release,
// which orders the store after everything before it. Either works in either thread, but both
// threads need one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int mail_a, mail_b;
static int got_a, got_b;

static void *alice(void *arg) {
    (void)arg;
    got_a = atomic_load_explicit(&mail_a, memory_order_acquire);
    atomic_store_explicit(&mail_b, 1, memory_order_relaxed);
    return NULL;
}

static void *bob(void *arg) {
    (void)arg;
    got_b = atomic_load_explicit(&mail_b, memory_order_relaxed);
    atomic_store_explicit(&mail_a, 1, memory_order_release);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, alice, NULL);
    pthread_create(&b, NULL, bob, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(!(got_a == 1 && got_b == 1));
    return 0;
}
