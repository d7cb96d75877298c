// expect: sc=safe tso=safe pso=safe rmo=violation
// property: assert
// unwind: 3
//
// A ticket lock that waits for its number with a relaxed load. Up to PSO loads stay in order and
// nothing happens. Under RMO the load of the counter in the critical section may be done before the
// load that sees the number called, so it returns the value from before the last owner's turn: a
// lost increment. The loop in between does not stop it; branches order later stores, never later
// loads. Repaired in ticket_lock.c with an acquire load.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, now_serving;
static int counter;  // protected by the lock

static void lock(void) {
    unsigned mine = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
    while (atomic_load_explicit(&now_serving, memory_order_relaxed) != mine)
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
