// A mutex ends when nobody holds it any more, a condition when all who waited are awake.
// broken: destroyed while held in the run itself
#include "quiet.h"
pthread_mutex_t mutex;
pthread_cond_t condition;
int ready;
void *waits(void *unused) {
    pthread_mutex_lock(&mutex);
    while (!ready) pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    pthread_mutex_init(&mutex, 0);
    pthread_cond_init(&condition, 0);
    pthread_t one = start(waits, 0), two = start(waits, 0);
    settle();
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_broadcast(&condition);
    // All are awake, if not all have their mutex.
    pthread_cond_destroy(&condition);
    pthread_mutex_unlock(&mutex);
    finish(one);
    finish(two);
    IF_BROKEN(pthread_mutex_lock(&mutex);)
    pthread_mutex_destroy(&mutex);
}
