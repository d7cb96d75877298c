// expect: sc=violation tso=violation pso=violation rmo=violation
// property: deadlock
// unwind: 3
//
// The lost wake-up: the waiter tests the flag without the mutex and then goes to sleep. If the
// event and its signal fall between the test and the wait, nobody is there to hear the signal, and
// nobody will signal again: the waiter sleeps for ever and main waits for it. That the flag is
// atomic does not help. Repaired in lost_wakeup.c: test and wait under the mutex.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *waiter(void *arg) {
    (void)arg;
    if (!atomic_load(&ready)) {
        pthread_mutex_lock(&guard);
        pthread_cond_wait(&changed, &guard);
        pthread_mutex_unlock(&guard);
    }
    return NULL;
}

int main(void) {
    pthread_t w;
    pthread_create(&w, NULL, waiter, NULL);
    atomic_store(&ready, 1);
    pthread_mutex_lock(&guard);
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&guard);
    pthread_join(w, NULL);
    assert(atomic_load(&ready) == 1);
    return 0;
}
