// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// unwind: 2
//
// pthread_mutex_trylock whose result decides about the unlock only: the work is done with or
// without the lock. When both threads are inside at once, one increment gets lost, under every
// model. Repaired in trylock.c.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int done;  // meant to be protected by guard

static void *worker(void *arg) {
    (void)arg;
    int got_it = pthread_mutex_trylock(&guard) == 0;
    done++;  // should be done only if got_it
    if (got_it)
        pthread_mutex_unlock(&guard);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(done == 2);
    return 0;
}
