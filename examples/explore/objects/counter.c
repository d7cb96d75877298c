// A counter under a lock. N threads increment it; with READ, one more thread reads it meanwhile.
#include <pthread.h>
#include <stddef.h>
#ifndef N
#define N 4
#endif
struct counter { pthread_mutex_t lock; int value; };
static struct counter shared = { PTHREAD_MUTEX_INITIALIZER, 0 };
int outcome[2];

void counter_inc(struct counter *c) {
    pthread_mutex_lock(&c->lock);
    c->value++;
    pthread_mutex_unlock(&c->lock);
}
int counter_get(struct counter *c) {
    pthread_mutex_lock(&c->lock);
    int value = c->value;
    pthread_mutex_unlock(&c->lock);
    return value;
}
static void *increment(void *arg) { (void)arg; counter_inc(&shared); return NULL; }
static void *look(void *arg) { (void)arg; outcome[1] = counter_get(&shared); return NULL; }

int main(void) {
    pthread_t t[N + 1];
    int n = 0;
    for (; n < N; n++) pthread_create(&t[n], NULL, increment, NULL);
#ifdef READ
    pthread_create(&t[n++], NULL, look, NULL);
#endif
    for (int i = 0; i < n; i++) pthread_join(t[i], NULL);
    (void)look;
    outcome[0] = counter_get(&shared);
    return 0;
}
