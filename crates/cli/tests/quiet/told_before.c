// Who waits for a condition looks first whether it has come true.
// broken: lost signal
#include "quiet.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;
void *work(void *unused) {
    settle();
    settle();
    pthread_mutex_lock(&lock);
    UNLESS_BROKEN(ready = 1);
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_t thread = start(work, 0);
    pthread_mutex_lock(&lock);
    UNLESS_BROKEN(while (!ready)) pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    finish(thread);
}
