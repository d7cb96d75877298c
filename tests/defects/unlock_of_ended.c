// expect: sc=violation tso=violation
// property: memory
// The thread gives back a lock that it does not have, and that may have ended. `check` could not show it.
#include <pthread.h>
struct shared {
    pthread_mutex_t lock;
    pthread_cond_t set;
    int value;
};
void *worker(void *arg) {
    struct shared *shared = arg;
    shared->value = 1;
    pthread_cond_signal(&shared->set);
    pthread_mutex_unlock(&shared->lock);
    return 0;
}
int main(void) {
    struct shared shared = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    pthread_t thread;
    pthread_create(&thread, 0, worker, &shared);
    pthread_mutex_lock(&shared.lock);
    if (!shared.value) pthread_cond_wait(&shared.set, &shared.lock);
    pthread_mutex_unlock(&shared.lock);
}
