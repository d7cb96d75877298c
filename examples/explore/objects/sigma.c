// N threads each mark the place that an index says, which main moves meanwhile; they need not mark all places (the shape of
// sigma).
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#ifndef N
#define N 16
#endif
struct marks { pthread_mutex_t lock; int next; int mark[N]; };
static struct marks shared = { PTHREAD_MUTEX_INITIALIZER, -1, { 0 } };

void marks_move(struct marks *m) {
    pthread_mutex_lock(&m->lock);
    m->next++;
    pthread_mutex_unlock(&m->lock);
}
void marks_set(struct marks *m) {
    pthread_mutex_lock(&m->lock);
    m->mark[m->next] = 1;
    pthread_mutex_unlock(&m->lock);
}
int marks_count(struct marks *m) {
    pthread_mutex_lock(&m->lock);
    int sum = 0;
    for (int i = 0; i < N; i++) sum += m->mark[i];
    pthread_mutex_unlock(&m->lock);
    return sum;
}
static void *mark(void *arg) { marks_set(&shared); return arg; }
int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++) {
        marks_move(&shared);
        pthread_create(&t[i], NULL, mark, NULL);
    }
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    assert(marks_count(&shared) == N);
    return 0;
}
