// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 3
//
// The queue lock of Mellor-Crummey and Scott (1991): each waiter spins on a flag of its own, and
// the owner wakes exactly its successor. The swap of the tail decides the order; the releasing
// hand-over and the acquiring wait order the critical sections. mcs_lock_broken.c hands over with a
// relaxed store.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct waiter {
    _Atomic(struct waiter *) next;
    atomic_int blocked;
};

static _Atomic(struct waiter *) tail;  // the last in the queue; NULL when the lock is free
static struct waiter waiters[2];
static int counter;  // protected by the lock

static void lock(struct waiter *me) {
    atomic_store_explicit(&me->next, NULL, memory_order_relaxed);
    atomic_store_explicit(&me->blocked, 1, memory_order_relaxed);
    struct waiter *ahead = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
    if (ahead != NULL) {
        atomic_store_explicit(&ahead->next, me, memory_order_release);
        while (atomic_load_explicit(&me->blocked, memory_order_acquire))
            ;
    }
}

static void unlock(struct waiter *me) {
    struct waiter *successor = atomic_load_explicit(&me->next, memory_order_acquire);
    if (successor == NULL) {
        struct waiter *last = me;
        if (atomic_compare_exchange_strong_explicit(&tail, &last, NULL, memory_order_release,
                                                    memory_order_relaxed))
            return;  // nobody behind us
        while ((successor = atomic_load_explicit(&me->next, memory_order_acquire)) == NULL)
            ;  // somebody is about to link in
    }
    atomic_store_explicit(&successor->blocked, 0, memory_order_release);
}

static void *worker(void *arg) {
    struct waiter *me = arg;
    lock(me);
    counter++;
    unlock(me);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, &waiters[0]);
    pthread_create(&b, NULL, worker, &waiters[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
