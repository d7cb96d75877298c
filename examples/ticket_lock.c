// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 3
//
// The ticket lock: draw a number, wait until it is called. Fair, and only one atomic operation per
// turn. Drawing may be relaxed, since the ticket only says who waits for what. What orders the
// critical sections is the call: stored with release by the last owner, loaded with acquire by the
// next. ticket_lock_broken.c waits with a relaxed load.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, now_serving;
static int counter;  // protected by the lock

static void lock(void) {
    unsigned mine = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
    while (atomic_load_explicit(&now_serving, memory_order_acquire) != mine)
        ;
}

static void unlock(void) {
    unsigned mine = atomic_load_explicit(&now_serving, memory_order_relaxed);
    atomic_store_explicit(&now_serving, mine + 1, memory_order_release);
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
