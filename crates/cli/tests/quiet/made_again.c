// Synchronisation objects are destroyed and made again, by functions and by hand, and in memory that is given again.
// broken: use after destroy in the run itself
#include "quiet.h"
#include <semaphore.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
pthread_barrier_t barrier;
sem_t semaphore;
int main(void) {
    for (int round = 0; round < 3; round++) {
        pthread_mutex_lock(&mutex);
        pthread_cond_signal(&condition);
        pthread_mutex_unlock(&mutex);
        pthread_rwlock_wrlock(&shared);
        pthread_rwlock_unlock(&shared);
        pthread_barrier_init(&barrier, 0, 1);
        pthread_barrier_wait(&barrier);
        pthread_barrier_destroy(&barrier);
        sem_init(&semaphore, 0, 1);
        sem_wait(&semaphore);
        sem_post(&semaphore);
        sem_destroy(&semaphore);
        pthread_cond_destroy(&condition);
        pthread_rwlock_destroy(&shared);
        pthread_mutex_destroy(&mutex);
        IF_BROKEN(pthread_cond_signal(&condition);)
        if (round == 0) mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
        else pthread_mutex_init(&mutex, 0);
        pthread_cond_init(&condition, 0);
        pthread_rwlock_init(&shared, 0);
        pthread_mutex_t *own = malloc(sizeof *own);
        pthread_mutex_init(own, 0);
        pthread_mutex_lock(own);
        pthread_mutex_unlock(own);
        pthread_mutex_destroy(own);
        free(own);
    }
}
