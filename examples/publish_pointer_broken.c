// expect: sc=safe tso=safe pso=violation rmo=violation
// property: assert
// unwind: 2
//
// Publishing a record through a pointer, without release. The reader is fine (its second load
// depends on the first), but the writer's pointer store may overtake the stores that fill the
// record: from PSO on, the reader finds a record with zeros in it. TSO keeps stores in order, which
// is why this survives years of testing on x86. Repaired in publish_pointer.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct config {
    atomic_int width, height;
};

static struct config record;
static _Atomic(struct config *) current;

static void *publisher(void *arg) {
    (void)arg;
    atomic_store_explicit(&record.width, 640, memory_order_relaxed);
    atomic_store_explicit(&record.height, 480, memory_order_relaxed);
    atomic_store_explicit(&current, &record, memory_order_relaxed);  // should be release
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    struct config *seen = atomic_load_explicit(&current, memory_order_relaxed);
    if (seen != NULL) {
        assert(atomic_load_explicit(&seen->width, memory_order_relaxed) == 640);
        assert(atomic_load_explicit(&seen->height, memory_order_relaxed) == 480);
    }
    return NULL;
}

int main(void) {
    pthread_t p, r;
    pthread_create(&p, NULL, publisher, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(p, NULL);
    pthread_join(r, NULL);
    return 0;
}
