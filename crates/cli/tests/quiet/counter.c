// A counter that two threads add to, under a lock.
// broken: data race on count
#include "quiet.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count;
void *work(void *unused) {
    for (int round = 0; round < 10; round++) {
        UNLESS_BROKEN(pthread_mutex_lock(&lock));
        count++;
        UNLESS_BROKEN(pthread_mutex_unlock(&lock));
    }
    return 0;
}
int main(void) {
    pthread_t one = start(work, 0), two = start(work, 0);
    finish(one);
    finish(two);
}
