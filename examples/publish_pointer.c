// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// Publishing a record through a pointer, as RCU does: fill in the record, then store its address
// with release. The reader uses a relaxed load and no fence, and that is enough on all four models:
// the second load takes its address from the first, and even RMO keeps such an address dependency.
// (C11 calls this memory_order_consume; compilers treat it as acquire.) publish_pointer_broken.c
// forgets the release in the writer. message_passing_release.c shows the same reader failing when
// it goes through a flag, where there is no dependency.
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
    atomic_store_explicit(&current, &record, memory_order_release);
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
