// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 3
//
// A spinning barrier, used once: count yourself in, wait until all are in. Counting with release
// puts all that was done before the barrier in front of the count; waiting with acquire puts all
// that comes after it behind. With that the data on both sides may be plain. spin_barrier_broken.c
// counts relaxed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int arrived;
static int half[2];

static void wait_for_both(void) {
    atomic_fetch_add_explicit(&arrived, 1, memory_order_acq_rel);
    while (atomic_load_explicit(&arrived, memory_order_acquire) < 2)
        ;
}

static void *worker(void *arg) {
    int me = (int)(long)arg;
    half[me] = 1;
    wait_for_both();
    assert(half[1 - me] == 1);
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
