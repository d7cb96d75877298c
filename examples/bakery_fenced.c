// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 3
//
// Lamport's bakery for two customers, repaired for all four models (see bakery.c). Two full fences:
// the sign 'choosing' must be up before the other's ticket is read, and the own ticket must be out
// before the other's sign and ticket are examined. The release between them keeps the ticket before
// the sign goes down; acquire in the waiting loops and release in unlock hold the critical section
// in place.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int choosing[2], number[2];
static int counter;  // protected by the lock

// Does thread 'other' with ticket 'theirs' go before thread 'me' with ticket 'mine'?
static int goes_first(int theirs, int other, int mine, int me) {
    return theirs != 0 && (theirs < mine || (theirs == mine && other < me));
}

static void lock(int me) {
    int other = 1 - me;
    atomic_store_explicit(&choosing[me], 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    int mine = 1 + atomic_load_explicit(&number[other], memory_order_relaxed);
    atomic_store_explicit(&number[me], mine, memory_order_relaxed);
    atomic_store_explicit(&choosing[me], 0, memory_order_release);
    atomic_thread_fence(memory_order_seq_cst);
    while (atomic_load_explicit(&choosing[other], memory_order_acquire))
        ;
    while (goes_first(atomic_load_explicit(&number[other], memory_order_acquire), other, mine, me))
        ;
}

static void unlock(int me) {
    atomic_store_explicit(&number[me], 0, memory_order_release);
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
