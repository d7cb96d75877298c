// What two threads change is under the lock of both.
// broken: data race on shared
#include "quiet.h"
pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
int shared;
void change(pthread_mutex_t *lock) {
    pthread_mutex_lock(lock);
    shared++;
    pthread_mutex_unlock(lock);
}
void *work(void *unused) {
    change(&one);
    return 0;
}
int main(void) {
    pthread_t thread = start(work, 0);
    UNLESS_BROKEN(change(&one));
    IF_BROKEN(change(&other));
    finish(thread);
}
