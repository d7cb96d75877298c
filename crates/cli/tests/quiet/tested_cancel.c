// A thread that is cancelled where it asks for it has handlers that use what only it uses, and what is under a lock.
// broken: data race on x
#include "quiet.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int x;
void clean(void *own) {
    free(own);
    UNLESS_BROKEN(pthread_mutex_lock(&lock));
    x++;
    UNLESS_BROKEN(pthread_mutex_unlock(&lock));
}
void *work(void *unused) {
    int *own = malloc(sizeof *own);
    *own = 0;
    pthread_cleanup_push(clean, own);
    for (;;) {
        ++*own;
        pthread_testcancel();
        sched_yield();
    }
    pthread_cleanup_pop(0);
    return 0;
}
int main(void) {
    pthread_t threads[3];
    for (int index = 0; index < 3; index++) threads[index] = start(work, 0);
    settle();
    for (int index = 0; index < 3; index++) pthread_cancel(threads[index]);
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    for (int index = 0; index < 3; index++) finish(threads[index]);
}
