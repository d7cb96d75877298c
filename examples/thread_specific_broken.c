// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// unwind: 2
//
// A function with a static buffer, like strtok or localtime: fine with one thread. With two, the
// second overwrites what the first one just remembered, under every model. The accesses are atomic,
// so this is not even a data race; it is plainly the wrong variable to share. Repaired in
// thread_specific.c with a value per thread.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int scratch;  // one for all threads

static void remember(int value) {
    atomic_store(&scratch, value);
}

static int recall(void) {
    return atomic_load(&scratch);
}

static void *worker(void *arg) {
    int me = (int)(long)arg;
    remember(10 + me);
    assert(recall() == 10 + me);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)0);
    pthread_create(&b, NULL, worker, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
