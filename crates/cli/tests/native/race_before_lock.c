// In this run the lock happens to order the two writes.
// expect: data race on shared between
#include <pthread.h>
#include <unistd.h>

int shared, other;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *early(void *unused) {
    shared = 1;
    pthread_mutex_lock(&lock);
    other++;
    pthread_mutex_unlock(&lock);
    return 0;
}

void *late(void *unused) {
    usleep(50000);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    shared = 2;
    return 0;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, early, 0);
    pthread_create(&threads[1], 0, late, 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
