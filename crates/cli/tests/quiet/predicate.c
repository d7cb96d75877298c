// What a condition is about is looked at under its lock.
// broken: data race on ready
#include "quiet.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;
void *work(void *unused) {
    UNLESS_BROKEN(pthread_mutex_lock(&lock));
    ready = 1;
    UNLESS_BROKEN(pthread_mutex_unlock(&lock));
    pthread_cond_signal(&changed);
    return 0;
}
int main(void) {
    pthread_t thread = start(work, 0);
    struct timespec until;
    pthread_mutex_lock(&lock);
    while (!ready) {
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec = 0, until.tv_sec++;
        pthread_cond_timedwait(&changed, &lock, &until);
    }
    pthread_mutex_unlock(&lock);
    finish(thread);
}
