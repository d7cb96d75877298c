// Two threads that increment a counter N times each (the shape of pthread-demo-datarace).
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#ifndef N
#define N 20
#endif
struct counter { pthread_mutex_t lock; int value; };
static struct counter shared = { PTHREAD_MUTEX_INITIALIZER, 0 };

void counter_inc(struct counter *c) {
    pthread_mutex_lock(&c->lock);
    int old = c->value;
    c->value = old + 1;
    pthread_mutex_unlock(&c->lock);
}
int counter_get(struct counter *c) {
    pthread_mutex_lock(&c->lock);
    int value = c->value;
    pthread_mutex_unlock(&c->lock);
    return value;
}
static void *increment(void *arg) {
    for (int i = 0; i < N; i++) counter_inc(&shared);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, increment, NULL);
    for (int i = 0; i < N; i++) counter_inc(&shared);
    pthread_join(t, NULL);
    assert(counter_get(&shared) == 2 * N);
    return 0;
}
