// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// pthread_mutex_trylock: do the work if the lock is free, otherwise count a miss and go on. Every
// attempt is accounted for exactly once, either as work under the lock or as a miss in an atomic
// counter. trylock_broken.c forgets to look at the result.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int done;  // protected by guard
static atomic_int missed;

static void *worker(void *arg) {
    (void)arg;
    if (pthread_mutex_trylock(&guard) == 0) {
        done++;
        pthread_mutex_unlock(&guard);
    } else {
        atomic_fetch_add(&missed, 1);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(done >= 1 && done + atomic_load(&missed) == 2);
    return 0;
}
