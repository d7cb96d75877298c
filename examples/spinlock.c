// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 3
//
// The test-and-set spinlock, the smallest lock there is: an atomic flag, taken with an acquiring
// test-and-set, given back with a releasing clear. The acquire keeps the critical section from
// rising above the lock, the release keeps it from sinking below the unlock. spinlock_broken.c
// gives the lock back with a relaxed store.
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
    atomic_flag_clear_explicit(&taken, memory_order_release);
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
