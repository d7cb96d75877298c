// Who has taken a lock gives it back.
// broken: unlock of another's lock in the run itself
#include "quiet.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int x;
void *work(void *unused) {
    UNLESS_BROKEN(pthread_mutex_lock(&lock));
    x++;
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_mutex_lock(&lock);
    x++;
    UNLESS_BROKEN(pthread_mutex_unlock(&lock));
    finish(start(work, 0));
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
}
