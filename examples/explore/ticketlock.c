// A ticket lock around a counter.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <assert.h>
#ifndef N
#define N 7
#endif
atomic_int next_ticket, serving;
int x;
static void *add(void *arg) {
    int mine = atomic_fetch_add(&next_ticket, 1);
    while (atomic_load(&serving) != mine) { }
    x++;
    atomic_store(&serving, mine + 1);
    return arg;
}
int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    assert(x == N);
    return 0;
}
