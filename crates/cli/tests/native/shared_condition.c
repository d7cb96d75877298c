// Two predicates, one condition variable: whoever is woken for the other looks again, so no signal is lost.
// expect: nothing
#include <pthread.h>
#include <unistd.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int first, second;

void *waiter(void *unused) {
    pthread_mutex_lock(&lock);
    while (!first)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

void *other(void *unused) {
    pthread_mutex_lock(&lock);
    second = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, waiter, 0);
    usleep(100000);
    pthread_create(&threads[1], 0, other, 0);
    usleep(100000);
    pthread_mutex_lock(&lock);
    first = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
}
