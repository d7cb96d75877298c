// expect: sc=safe tso=safe pso=violation rmo=violation
// property: assert
// unwind: 2
//
// Message passing: one thread fills in the data and raises a flag, the other sees the flag and uses
// the data. Both orders matter: data before flag in the writer, flag before data in the reader. SC
// and TSO keep both. PSO lets the two stores pass each other, so the flag can be up while the data
// is still the old 0; RMO lets the reader's loads pass each other as well.
// message_passing_release.c repairs the writer only, message_passing_fenced.c both sides.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int data, flag;

static void *writer(void *arg) {
    (void)arg;
    atomic_store_explicit(&data, 42, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    if (atomic_load_explicit(&flag, memory_order_relaxed) == 1)
        assert(atomic_load_explicit(&data, memory_order_relaxed) == 42);
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
