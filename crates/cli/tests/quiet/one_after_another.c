// Thousands of threads, each joined before the next begins, that count under a lock; beside them one that counts, too.
// broken: data race
#include "quiet.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count;
void *add(void *unused) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return 0;
}
void *beside(void *unused) {
    for (int i = 0; i < 100; i++) {
        UNLESS_BROKEN(pthread_mutex_lock(&lock);)
        count++;
        UNLESS_BROKEN(pthread_mutex_unlock(&lock);)
        sched_yield();
    }
    return 0;
}
int main(void) {
    pthread_t other = start(beside, 0);
    for (int i = 0; i < 3000; i++) finish(start(add, 0));
    finish(other);
}
