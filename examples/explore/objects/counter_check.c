// N threads add one to a counter, one thread looks that it never exceeds N (the shape of fkp2013).
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#ifndef N
#define N 50
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
static void *look(void *arg) { assert(counter_get(&shared) <= N); return arg; }
static void *increment(void *arg) { counter_inc(&shared); return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, look, NULL);
    for (int i = 0; i < N; i++) pthread_create(&t, NULL, increment, NULL);
    return 0;
}
