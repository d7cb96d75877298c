// expect: sc=safe tso=violation pso=violation rmo=violation
// property: assert
// unwind: 3
//
// Peterson's lock as in the textbook: say that you want in, politely give the turn to the other,
// wait while the other wants in and has the turn. Correct under SC only: from TSO on the wish may
// still be in the store buffer when the other's wish is read, so both enter and one increment is
// lost. peterson_x86.c adds the one fence that x86 needs, peterson_fenced.c is right everywhere.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2];
static atomic_int turn;
static int counter;  // protected by the lock

static void lock(int me) {
    int other = 1 - me;
    atomic_store_explicit(&flag[me], 1, memory_order_relaxed);
    atomic_store_explicit(&turn, other, memory_order_relaxed);
    while (atomic_load_explicit(&flag[other], memory_order_relaxed) &&
           atomic_load_explicit(&turn, memory_order_relaxed) == other)
        ;
}

static void unlock(int me) {
    atomic_store_explicit(&flag[me], 0, memory_order_relaxed);
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
