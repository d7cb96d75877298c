// Reader-writer locks, barriers, spinlocks, semaphores and conditions with a limit of time.
// broken: data race on many
#include "quiet.h"
#include <semaphore.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
pthread_barrier_t barrier;
pthread_spinlock_t spin;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
sem_t tokens;
int many, spun, parts[2], counted, waited, ready;
void *work(void *second) {
    int number = second != 0;
    for (int round = 0; round < 5; round++) {
        if (number) pthread_rwlock_wrlock(&lock);
        else IF_BROKEN(if (0)) pthread_rwlock_rdlock(&lock);
        if (number) many++;
        else if (many < 0) abort();
        if (number) pthread_rwlock_unlock(&lock);
        else IF_BROKEN(if (0)) pthread_rwlock_unlock(&lock);
        pthread_spin_lock(&spin);
        spun++;
        pthread_spin_unlock(&spin);
        parts[number] = round;
        pthread_barrier_wait(&barrier);
        if (parts[1 - number] != round) abort();
        pthread_barrier_wait(&barrier);
        struct timespec until = soon(CLOCK_REALTIME);
        sem_timedwait(&tokens, &until);
        counted++;
        sem_post(&tokens);
    }
    struct timespec until = soon(CLOCK_REALTIME);
    pthread_mutex_lock(&mutex);
    waited++;
    pthread_cond_broadcast(&changed);
    while (waited < 2) pthread_cond_timedwait(&changed, &mutex, &until);
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    pthread_barrier_init(&barrier, 0, 2);
    pthread_spin_init(&spin, 0);
    sem_init(&tokens, 0, 1);
    pthread_t one = start(work, 0), two = start(work, &many);
    finish(one);
    finish(two);
    pthread_barrier_destroy(&barrier);
    pthread_spin_destroy(&spin);
    pthread_rwlock_destroy(&lock);
    return many + spun + counted == 25 ? 0 : 1;
}
