// A lock is made before anybody takes it.
// broken: lock
#include "quiet.h"
pthread_mutex_t lock;
int x;
void *work(void *unused) {
    IF_BROKEN(pthread_mutex_init(&lock, 0));
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    say_done(0);
    return 0;
}
int main(void) {
    UNLESS_BROKEN(pthread_mutex_init(&lock, 0));
    pthread_t thread = start(work, 0);
    wait_for(0);
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    finish(thread);
    pthread_mutex_destroy(&lock);
}
