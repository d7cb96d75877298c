// expect: sc=safe tso=safe pso=violation rmo=violation
// property: assert
// unwind: 2
//
// Message passing with barriers of the wrong kind. "Put a barrier there" is not enough: the
// writer's two stores are separated by a store-load and load-store barrier, which orders neither of
// them with the other, so from PSO on the flag may overtake the data. The reader's load-load
// barrier is right. TSO needs no barrier here at all. Repaired in message_passing_membar.c with
// SELVEDGE_SS.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "selvedge.h"

static atomic_int data, flag;

static void *writer(void *arg) {
    (void)arg;
    atomic_store_explicit(&data, 42, memory_order_relaxed);
    selvedge_fence(SELVEDGE_SL | SELVEDGE_LS);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    if (atomic_load_explicit(&flag, memory_order_relaxed) == 1) {
        selvedge_fence(SELVEDGE_LL);
        assert(atomic_load_explicit(&data, memory_order_relaxed) == 42);
    }
    return NULL;
}

int main(void) {
    pthread_t w, r;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r, NULL);
    return 0;
}
