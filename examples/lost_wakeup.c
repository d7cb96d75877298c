// expect: sc=safe tso=safe pso=safe rmo=safe
// property: deadlock
// unwind: 3
//
// Waiting for an event without losing it: the flag is set and tested under the same mutex that the
// condition variable uses, so there is no moment between the test and the wait in which the signal
// could pass unheard. lost_wakeup_broken.c tests outside of the mutex.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;  // protected by guard

static void *waiter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&guard);
    while (!ready)
        pthread_cond_wait(&changed, &guard);
    pthread_mutex_unlock(&guard);
    return NULL;
}

int main(void) {
    pthread_t w;
    pthread_create(&w, NULL, waiter, NULL);
    pthread_mutex_lock(&guard);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&guard);
    pthread_join(w, NULL);
    assert(ready == 1);
    return 0;
}
