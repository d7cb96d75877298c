// expect: sc=safe tso=safe pso=violation rmo=violation
// property: assert
// unwind: 2
//
// A sequence lock whose writer uses relaxed stores throughout. TSO keeps stores in order, so it
// works on x86. From PSO on, new data may become visible while the version is still the old even
// one, or the version may turn even again before all data is out; the reader, itself correct, has
// no way to notice. Repaired in seqlock.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint version;  // odd while a write is under way
static atomic_int left, right;  // always equal outside of a write

static void *writer(void *arg) {
    (void)arg;
    atomic_store_explicit(&version, 1, memory_order_relaxed);
    atomic_store_explicit(&left, 7, memory_order_relaxed);
    atomic_store_explicit(&right, 7, memory_order_relaxed);
    atomic_store_explicit(&version, 2, memory_order_relaxed);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    unsigned before = atomic_load_explicit(&version, memory_order_acquire);
    int l = atomic_load_explicit(&left, memory_order_relaxed);
    int r = atomic_load_explicit(&right, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    unsigned after = atomic_load_explicit(&version, memory_order_relaxed);
    if (before == after && before % 2 == 0)
        assert(l == r);  // a real reader would retry in the other case
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
