// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// unwind: 3
//
// Producer and consumers, where the consumers wait with 'if' instead of 'while'. One consumer
// sleeps; the producer adds an item and wakes it; before it gets the lock back, the other consumer
// comes along and takes the item. The first one goes on without looking again and takes what is not
// there. (Spurious wake-ups, which POSIX allows, would do the same.) Repaired in
// producer_consumer.c.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;  // protected by guard

static void *producer(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&guard);
        items++;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&guard);
    }
    return NULL;
}

static void *consumer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&guard);
    if (items == 0)
        pthread_cond_wait(&filled, &guard);
    assert(items > 0);
    items--;
    pthread_mutex_unlock(&guard);
    return NULL;
}

int main(void) {
    pthread_t p, a, b;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&a, NULL, consumer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(items == 0);
    return 0;
}
