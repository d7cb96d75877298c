// Threads are cancelled while they wait for a condition; their handlers give the mutex back.
// broken: data race on x
#include "quiet.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int x;
void unlock(void *unused) {
    x++;
    pthread_mutex_unlock(&lock);
}
void *work(void *timed) {
    struct timespec until = soon(CLOCK_REALTIME);
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(unlock, 0);
    while (!timed) pthread_cond_wait(&changed, &lock);
    for (;;) pthread_cond_timedwait(&changed, &lock, &until);
    pthread_cleanup_pop(1);
    return 0;
}
int main(void) {
    pthread_t threads[3];
    for (long index = 0; index < 3; index++) threads[index] = start(work, (void *)index);
    settle();
    for (int index = 0; index < 3; index++) pthread_cancel(threads[index]);
    UNLESS_BROKEN(pthread_mutex_lock(&lock));
    x += 10;
    UNLESS_BROKEN(pthread_mutex_unlock(&lock));
    for (int index = 0; index < 3; index++) {
        void *result;
        pthread_join(threads[index], &result);
        if (result != PTHREAD_CANCELED) return 1;
    }
}
