// Disjoint sets with path compression under a lock. FIND: all threads find, in one long chain. Otherwise even threads unite a pair
// of their own and odd threads find in the pair of the thread before.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#ifndef N
#define N 4
#endif
#define SIZE (2 * N + 2)
struct forest { pthread_mutex_t lock; int parent[SIZE]; };
static struct forest shared = { PTHREAD_MUTEX_INITIALIZER, { 0 } };
int outcome[N + SIZE];

static int root(struct forest *f, int x) {
    int top = x;
    while (f->parent[top] != top) top = f->parent[top];
    while (f->parent[x] != top) {
        int next = f->parent[x];
        f->parent[x] = top;
        x = next;
    }
    return top;
}
int uf_find(struct forest *f, int x) {
    pthread_mutex_lock(&f->lock);
    int top = root(f, x);
    pthread_mutex_unlock(&f->lock);
    return top;
}
// The representative of `a` becomes that of both.
void uf_union(struct forest *f, int a, int b) {
    pthread_mutex_lock(&f->lock);
    int winner = root(f, a), loser = root(f, b);
    if (f->parent[loser] != winner) f->parent[loser] = winner;
    pthread_mutex_unlock(&f->lock);
}
static void *client(void *arg) {
    int i = (int)(intptr_t)arg;
#ifdef FIND
    outcome[i] = uf_find(&shared, SIZE - 1 - i);
#else
    if (i % 2 == 0) uf_union(&shared, 2 * i, 2 * i + 1);
    else outcome[i] = uf_find(&shared, 2 * (i - 1) + 1);
#endif
    return NULL;
}
int main(void) {
    pthread_t t[N];
    for (int i = 0; i < SIZE; i++) shared.parent[i] = i;
#ifdef FIND
    for (int i = SIZE - 1; i > 0; i--) shared.parent[i] = i - 1;
#endif
    for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, client, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    for (int i = 0; i < SIZE; i++) outcome[N + i] = uf_find(&shared, i);
    return 0;
}
