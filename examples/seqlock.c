// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// A sequence lock: readers take no lock at all. The writer makes the version odd, writes, makes it
// even again; a reader that finds the same even version before and after has seen no half-done
// write. Four orders carry it: version odd before the data (release fence), data before version
// even (release store), first version before the data (acquire load), data before the second
// version (acquire fence). seqlock_broken.c has none of the reader's two, seqlock_writer_broken.c
// none of the writer's.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint version;  // odd while a write is under way
static atomic_int left, right;  // always equal outside of a write

static void *writer(void *arg) {
    (void)arg;
    atomic_store_explicit(&version, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&left, 7, memory_order_relaxed);
    atomic_store_explicit(&right, 7, memory_order_relaxed);
    atomic_store_explicit(&version, 2, memory_order_release);
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
