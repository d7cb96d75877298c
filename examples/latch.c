// expect: sc=safe tso=safe pso=safe rmo=safe
// property: deadlock
// unwind: 3
//
// A latch: visitors wait until the door is opened, then all may pass. The door stays open, so
// everybody who waits must be told, and that is broadcast; a visitor who comes late finds it open
// and does not wait at all. latch_broken.c uses signal.
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
    pthread_cond_broadcast(&opened);
    pthread_mutex_unlock(&guard);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
