// expect: sc=safe tso=violation pso=violation rmo=violation
// property: assert
// unwind: 3
//
// Lamport's bakery (1974): draw a ticket one higher than everybody else's, then wait until no
// smaller ticket is around; 'choosing' covers the moment of drawing. Here with two customers.
// Correct under SC. From TSO on, a drawn ticket may still be in the store buffer while the other's
// is looked up: both believe the shop is empty and serve themselves. Repaired in bakery_fenced.c.
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
    int mine = 1 + atomic_load_explicit(&number[other], memory_order_relaxed);
    atomic_store_explicit(&number[me], mine, memory_order_relaxed);
    atomic_store_explicit(&choosing[me], 0, memory_order_relaxed);
    while (atomic_load_explicit(&choosing[other], memory_order_relaxed))
        ;
    while (goes_first(atomic_load_explicit(&number[other], memory_order_relaxed), other, mine, me))
        ;
}

static void unlock(int me) {
    atomic_store_explicit(&number[me], 0, memory_order_relaxed);
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
