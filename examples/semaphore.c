// expect: sc=safe tso=safe pso=safe rmo=safe
// property: deadlock
// unwind: 3
//
// The bounded buffer with two counting semaphores, as in every textbook on operating systems: wait
// for a place (or an item) first, then take the mutex for the short moment of the access.
// semaphore_broken.c has the two in the wrong order in the consumer.
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
        sem_wait(&full);
        pthread_mutex_lock(&guard);
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
