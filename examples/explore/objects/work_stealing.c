// A work-stealing queue under a lock: its owner pushes and pops at one end, a thief takes from the other, N times. Every item is
// done once (the shape of workstealqueue_mutex).
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#ifndef N
#define N 4
#endif
struct deque { pthread_mutex_t lock; int head, tail, item[2 * N]; };
static struct deque shared = { PTHREAD_MUTEX_INITIALIZER, 0, 0, { 0 } };
static int done[N + 1], stolen[N + 1];

void deque_push(struct deque *d, int item) {
    pthread_mutex_lock(&d->lock);
    d->item[d->tail++] = item;
    pthread_mutex_unlock(&d->lock);
}
int deque_pop(struct deque *d) {
    pthread_mutex_lock(&d->lock);
    int item = 0;
    if (d->head < d->tail) item = d->item[--d->tail];
    pthread_mutex_unlock(&d->lock);
    return item;
}
int deque_steal(struct deque *d) {
    pthread_mutex_lock(&d->lock);
    int item = 0;
    if (d->head < d->tail) item = d->item[d->head++];
    pthread_mutex_unlock(&d->lock);
    return item;
}
static void *steal(void *arg) {
    for (int i = 0; i < N; i++) stolen[deque_steal(&shared)]++;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, steal, NULL);
    for (int i = 1; i < N; i += 2) {
        deque_push(&shared, i);
        deque_push(&shared, i + 1);
        done[deque_pop(&shared)]++;
    }
    for (int i = 1; i < N; i += 2) done[deque_pop(&shared)]++;
    pthread_join(t, NULL);
    for (int item = deque_pop(&shared); item; item = deque_pop(&shared)) done[item]++;
    for (int i = 1; i <= N; i++) assert(done[i] + stolen[i] == 1);
    return 0;
}
