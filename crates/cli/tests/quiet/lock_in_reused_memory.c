// The memory of a mutex that was never given back becomes another mutex.
// broken: data race on x
#include "quiet.h"
pthread_mutex_t *lock;
int x;
void *leaves(void *unused) {
    pthread_mutex_t *own = malloc(sizeof *own);
    pthread_mutex_init(own, 0);
    pthread_mutex_lock(own);
    free(own);
    return 0;
}
void *work(void *unused) {
    for (int round = 0; round < 3; round++) {
        UNLESS_BROKEN(pthread_mutex_lock(lock));
        x++;
        UNLESS_BROKEN(pthread_mutex_unlock(lock));
    }
    return 0;
}
int main(void) {
    finish(start(leaves, 0));
    lock = malloc(sizeof *lock);
    pthread_mutex_init(lock, 0);
    pthread_t one = start(work, 0), two = start(work, 0);
    finish(one);
    finish(two);
}
