// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// Message passing done right (see message_passing.c): the release store keeps data before flag, the
// acquire load keeps flag before data. With both in place the data can be a plain int: whoever sees
// the flag up is ordered after the write, so there is no data race either. The reader waits for the
// flag; an empty loop like this one is a blocking read to the verifier.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *writer(void *arg) {
    (void)arg;
    data = 42;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    while (atomic_load_explicit(&flag, memory_order_acquire) == 0)
        ;
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
