// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 3
//
// Dekker's algorithm, repaired for all four models (see dekker.c). Each time a thread raises its
// flag, a full fence makes the flag visible before the other one is read: that is the store-
// buffering pattern. The acquire on the way in and the releases on the way out keep the critical
// section between them under PSO and RMO; on TSO they cost nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2];
static atomic_int turn;
static int counter;  // protected by the lock

static void raise_flag(int me) {
    atomic_store_explicit(&flag[me], 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
}

static void lock(int me) {
    int other = 1 - me;
    raise_flag(me);
    while (atomic_load_explicit(&flag[other], memory_order_acquire)) {
        if (atomic_load_explicit(&turn, memory_order_acquire) != me) {
            atomic_store_explicit(&flag[me], 0, memory_order_release);
            while (atomic_load_explicit(&turn, memory_order_acquire) != me)
                ;
            raise_flag(me);
        }
    }
}

static void unlock(int me) {
    atomic_store_explicit(&turn, 1 - me, memory_order_release);
    atomic_store_explicit(&flag[me], 0, memory_order_release);
}

static void *worker(void *arg) {
    int me = (int)(long)arg;
    lock(me);
    counter++;
    unlock(me);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)0);
    pthread_create(&b, NULL, worker, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
