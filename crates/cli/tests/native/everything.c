// Atomics, a barrier, a semaphore, a reader-writer lock, a condition variable and pthread_once, all used rightly.
// expect: nothing
// events: rmw=8000 fork=4 join=4 enter=4 leave=4 post=4 down=4 racq=4 broadcast=4
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

_Atomic int counter;
_Atomic long swapped;
int data, ready;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t all_ready = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_barrier_t barrier;
sem_t done;

void initialise(void) { data = 7; }

void *work(void *unused) {
    for (int i = 0; i < 1000; i++) {
        atomic_fetch_add(&counter, 1);
        long seen = atomic_load(&swapped);
        while (!atomic_compare_exchange_weak(&swapped, &seen, seen + 1)) {
        }
    }
    pthread_once(&once, initialise);
    pthread_barrier_wait(&barrier);
    pthread_mutex_lock(&lock);
    ready++;
    pthread_cond_broadcast(&all_ready);
    pthread_mutex_unlock(&lock);
    pthread_rwlock_rdlock(&rwlock);
    long value = data;
    pthread_rwlock_unlock(&rwlock);
    sem_post(&done);
    return (void *)value;
}

int main(void) {
    pthread_t threads[4];
    pthread_barrier_init(&barrier, 0, 4);
    sem_init(&done, 0, 0);
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, work, 0);
    pthread_mutex_lock(&lock);
    while (ready < 4) pthread_cond_wait(&all_ready, &lock);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 4; i++) sem_wait(&done);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
    return counter == 4000 && swapped == 4000 ? 0 : 9;
}
