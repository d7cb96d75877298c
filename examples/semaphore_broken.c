// expect: sc=violation tso=violation pso=violation rmo=violation
// property: deadlock
// unwind: 3
//
// The bounded buffer with the mutex taken before the semaphore: the consumer locks, finds the
// buffer empty and sleeps with the lock in its hand; the producer needs that lock to fill the
// buffer. Only a consumer that always finds an item ready escapes it. Repaired in semaphore.c: wait
// first, then lock.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t empty, full;  // how many places are free, how many are taken
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int buffer, sum;  // one place; protected by guard

static void *producer(void *arg) {
    (void)arg;
    for (int item = 1; item <= 2; item++) {
        sem_wait(&empty);
        pthread_mutex_lock(&guard);
        buffer = item;
        pthread_mutex_unlock(&guard);
        sem_post(&full);
    }
    return NULL;
}

static void *consumer(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&guard);
        sem_wait(&full);  // with the lock held
        sum += buffer;
        pthread_mutex_unlock(&guard);
        sem_post(&empty);
    }
    return NULL;
}

int main(void) {
    sem_init(&empty, 0, 1);
    sem_init(&full, 0, 0);
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    assert(sum == 3);
    return 0;
}
