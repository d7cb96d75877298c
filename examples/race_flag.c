// expect: sc=safe tso=safe pso=safe rmo=safe
// property: race
// unwind: 2
//
// A hand-over without a data race: 'data' is a plain variable, but the reader touches it only after
// it saw the flag, and the release store and acquire load of the flag order the two. No two
// accesses of a plain variable are ever concurrent, whatever the schedule. race_flag_broken.c uses
// a plain flag.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *writer(void *arg) {
    (void)arg;
    data = 42;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(data == 42);
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
