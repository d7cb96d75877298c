// expect: sc=safe tso=safe pso=safe rmo=violation
// property: assert
// unwind: 2
//
// Load buffering: each thread reads one mailbox and then writes to the other's. Both cannot have
// got mail, since each posted only after reading? Up to PSO true: a load is never delayed past a
// later store. RMO orders a load with a later store only when the store depends on it (value,
// address or branch), and here it does not: both stores may go first, and both loads return 1.
// Repaired in load_buffering_fenced.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int mail_a, mail_b;
static int got_a, got_b;

static void *alice(void *arg) {
    (void)arg;
    got_a = atomic_load_explicit(&mail_a, memory_order_relaxed);
    atomic_store_explicit(&mail_b, 1, memory_order_relaxed);
    return NULL;
}

static void *bob(void *arg) {
    (void)arg;
    got_b = atomic_load_explicit(&mail_b, memory_order_relaxed);
    atomic_store_explicit(&mail_a, 1, memory_order_relaxed);
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
