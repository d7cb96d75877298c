// expect: sc=safe tso=safe pso=violation rmo=violation
// property: assert
// unwind: 3
//
// A test-and-set spinlock whose unlock is a relaxed store. On x86 that is the same instruction as a
// release store and it works. From PSO on, the store that opens the lock may overtake the stores of
// the critical section: the next owner comes in and reads the old counter, and one increment is
// lost. The acquiring test-and-set is no help, it orders what comes after it. Repaired in
// spinlock.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag taken = ATOMIC_FLAG_INIT;
static int counter;  // protected by the lock

static void lock(void) {
    while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire))
        ;
}

static void unlock(void) {
    atomic_flag_clear_explicit(&taken, memory_order_relaxed);  // should be release
}

static void *worker(void *arg) {
    (void)arg;
    lock();
    counter++;
    unlock();
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
