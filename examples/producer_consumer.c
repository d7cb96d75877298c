// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert, deadlock
// unwind: 3
//
// Producer and consumers with a condition variable. The consumers wait in a loop: being woken only
// means that it is worth looking again, because another consumer may have been quicker.
// producer_consumer_broken.c waits with an if, lost_wakeup_broken.c looks before it locks.
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
    while (items == 0)
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
