// expect: sc=violation tso=violation pso=violation rmo=violation
// property: deadlock
// unwind: 3
//
// A latch that wakes only one of those who wait: with both visitors asleep, pthread_cond_signal
// wakes one, the other sleeps on behind an open door, and main waits for it for ever. Works as long
// as at most one visitor comes early. Repaired in latch.c with pthread_cond_broadcast.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int open;  // protected by guard

static void *visitor(void *arg) {
    (void)arg;
    pthread_mutex_lock(&guard);
    while (!open)
        pthread_cond_wait(&opened, &guard);
    assert(open);
    pthread_mutex_unlock(&guard);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, visitor, NULL);
    pthread_create(&b, NULL, visitor, NULL);
    pthread_mutex_lock(&guard);
    open = 1;
    pthread_cond_signal(&opened);  // should be broadcast
    pthread_mutex_unlock(&guard);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
