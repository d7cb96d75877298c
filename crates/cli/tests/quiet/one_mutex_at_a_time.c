// A condition is waited for with one mutex, then with another one, but never with both at one time.
// broken: wait with two mutexes in the run itself
#include "quiet.h"
pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int ready, again, waiting[2];
void *first(void *unused) {
    pthread_mutex_lock(&one);
    waiting[0] = 1;
    while (!ready) pthread_cond_wait(&condition, &one);
    pthread_mutex_unlock(&one);
    return 0;
}
void *second(void *unused) {
    pthread_mutex_lock(&two);
    waiting[1] = 1;
    while (!again) pthread_cond_wait(&condition, &two);
    pthread_mutex_unlock(&two);
    return 0;
}
// Who has said so under the mutex and given it back waits.
void until_it_waits(pthread_mutex_t *mutex, int thread) {
    for (int is_waiting = 0; !is_waiting; settle()) {
        pthread_mutex_lock(mutex);
        is_waiting = waiting[thread];
        pthread_mutex_unlock(mutex);
    }
}
void tell(pthread_mutex_t *mutex, int *what) {
    pthread_mutex_lock(mutex);
    *what = 1;
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(mutex);
}
int main(void) {
    pthread_t a = start(first, 0);
    until_it_waits(&one, 0);
    IF_BROKEN(pthread_t b = start(second, 0); until_it_waits(&two, 1);)
    tell(&one, &ready);
    UNLESS_BROKEN(finish(a); pthread_t b = start(second, 0); until_it_waits(&two, 1);)
    tell(&two, &again);
    IF_BROKEN(finish(a);)
    finish(b);
}
