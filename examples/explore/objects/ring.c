// A ring buffer with two writers and one reader, N places: what each writer writes is read in the order it was written (the
// shape of ring_2w1r).
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#ifndef N
#define N 8
#endif
void __VERIFIER_assume(int);
struct ring { pthread_mutex_t lock; int first, next, place[N]; };
static struct ring shared = { PTHREAD_MUTEX_INITIALIZER, 0, 0, { 0 } };

void queue_enqueue(struct ring *r, int value) {
    pthread_mutex_lock(&r->lock);
    r->place[r->next % N] = value;
    r->next++;
    pthread_mutex_unlock(&r->lock);
}
// 0 if there is nothing.
int queue_dequeue(struct ring *r) {
    pthread_mutex_lock(&r->lock);
    int value = 0;
    if (r->first < r->next) value = r->place[r->first++ % N];
    pthread_mutex_unlock(&r->lock);
    return value;
}
static void *write(void *arg) {
    int from = (int)(intptr_t)arg;
    for (int i = 1; i <= N / 2; i++) queue_enqueue(&shared, from + i);
    return NULL;
}
static void *read(void *arg) {
    int last[2] = { 0, 0 };
    for (int i = 0; i < N; i++) {
        int value = queue_dequeue(&shared);
        __VERIFIER_assume(value);
        assert(value % 100 == last[value / 100] + 1);
        last[value / 100]++;
    }
    return arg;
}
int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, write, (void *)0);
    pthread_create(&t[1], NULL, write, (void *)100);
    pthread_create(&t[2], NULL, read, NULL);
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    return 0;
}
