// expect: sc=safe tso=safe pso=violation rmo=violation
// property: assert
// unwind: 3
//
// Peterson's lock with the one fence that x86 needs, before the waiting loop (see peterson.c).
// Right under TSO. Not under PSO: the two stores above the fence may pass each other. If 'turn'
// goes out before 'flag', the other thread can take the turn back, see our flag still down and
// enter; then our flag goes up, we find the turn given to us and enter too. Repaired in
// peterson_fenced.c: the store of turn must be a release.
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
    atomic_thread_fence(memory_order_seq_cst);
    while (atomic_load_explicit(&flag[other], memory_order_acquire) &&
           atomic_load_explicit(&turn, memory_order_acquire) == other)
        ;
}

static void unlock(int me) {
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
