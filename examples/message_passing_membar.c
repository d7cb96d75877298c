// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// Message passing with exactly the barriers it needs and not one kind more: store-store in the
// writer, load-load in the reader (see message_passing.c for what goes wrong without).
// selvedge_fence names the kinds one by one as SPARC's membar does; compiled normally it is a full
// fence. message_passing_membar_broken.c has a barrier in both places and still fails: the wrong
// kind.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "selvedge.h"

static atomic_int data, flag;

static void *writer(void *arg) {
    (void)arg;
    atomic_store_explicit(&data, 42, memory_order_relaxed);
    selvedge_fence(SELVEDGE_SS);
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
