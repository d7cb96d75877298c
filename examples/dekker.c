// expect: sc=safe tso=violation pso=violation rmo=violation
// property: assert
// unwind: 3
//
// Dekker's algorithm, the first correct software lock (1965), with nothing but loads and stores. A
// thread raises its flag and waits while the other's is up; 'turn' says who has to back off.
// Correct under SC. From TSO on, the flag may sit in the store buffer while the other flag is read:
// both threads find the door open, and one increment of the counter is lost. Repaired in
// dekker_fenced.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2];
static atomic_int turn;
static int counter;  // protected by the lock

static void lock(int me) {
    int other = 1 - me;
    atomic_store_explicit(&flag[me], 1, memory_order_relaxed);
    while (atomic_load_explicit(&flag[other], memory_order_relaxed)) {
        if (atomic_load_explicit(&turn, memory_order_relaxed) != me) {
            atomic_store_explicit(&flag[me], 0, memory_order_relaxed);
            while (atomic_load_explicit(&turn, memory_order_relaxed) != me)
                ;
            atomic_store_explicit(&flag[me], 1, memory_order_relaxed);
        }
    }
}

static void unlock(int me) {
    atomic_store_explicit(&turn, 1 - me, memory_order_relaxed);
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
