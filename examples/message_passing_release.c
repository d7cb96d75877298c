// expect: sc=safe tso=safe pso=safe rmo=violation
// property: assert
// unwind: 2
//
// Message passing with half a repair (see message_passing.c): the writer raises the flag with a
// release store, so data goes out before flag on every model. The reader was forgotten. PSO does
// not reorder loads, so it is safe there; under RMO the reader may load data before it loads flag.
// The branch in between does not help: a control dependency orders later stores, not later loads.
// Repaired in message_passing_fenced.c with an acquire load. (A reader that goes through a pointer
// has an address dependency and is safe without: publish_pointer.c.)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int data, flag;

static void *writer(void *arg) {
    (void)arg;
    atomic_store_explicit(&data, 42, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_release);
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
