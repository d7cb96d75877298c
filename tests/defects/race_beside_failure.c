// expect: sc=violation tso=violation
// property: race
// The thread that races may fail an assertion before the other access comes. `explore` could not show that.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
int open;
void *visitor(void *unused) {
    pthread_mutex_lock(&guard);
    if (!open) pthread_cond_wait(&opened, &guard);
    pthread_mutex_unlock(&guard);
    assert(open);
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, visitor, 0);
    pthread_create(&b, 0, visitor, 0);
    pthread_mutex_lock(&guard);
    open = 1;
    pthread_cond_signal(&opened);
    pthread_mutex_unlock(&guard);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
