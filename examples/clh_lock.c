// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 3
//
// The queue lock of Craig, Landin and Hagersten: like MCS, but each waiter spins on the node of the
// one AHEAD of it, so unlocking is a single store. The queue starts with a dummy node that is not
// busy. (A real one recycles the predecessor's node; one turn per thread needs none of that.)
// Release in unlock, acquire in the wait; what fails without them is shown in mcs_lock_broken.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    atomic_int busy;
};

static struct node nodes[3];  // nodes[2] is the dummy
static _Atomic(struct node *) tail = &nodes[2];
static int counter;  // protected by the lock

static void lock(struct node *mine) {
    atomic_store_explicit(&mine->busy, 1, memory_order_relaxed);
    struct node *ahead = atomic_exchange_explicit(&tail, mine, memory_order_acq_rel);
    while (atomic_load_explicit(&ahead->busy, memory_order_acquire))
        ;
}

static void unlock(struct node *mine) {
    atomic_store_explicit(&mine->busy, 0, memory_order_release);
}

static void *worker(void *arg) {
    struct node *mine = arg;
    lock(mine);
    counter++;
    unlock(mine);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, &nodes[0]);
    pthread_create(&b, NULL, worker, &nodes[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
