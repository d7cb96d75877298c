// Each thread writes one more than its left neighbour holds; one looks for the last zero.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 15
#endif
atomic_int cells[N + 1];
static void *look(void *arg) { for (int i = N; atomic_load(&cells[i]) != 0; i--) { } return arg; }
static void *step(void *arg) {
    int i = (int)(intptr_t)arg;
    atomic_store(&cells[i], atomic_load(&cells[i - 1]) + 1);
    return NULL;
}
int main(void) {
    pthread_t t[N + 1];
    pthread_create(&t[0], NULL, look, NULL);
    for (int i = 1; i <= N; i++) pthread_create(&t[i], NULL, step, (void *)(intptr_t)i);
    for (int i = 0; i <= N; i++) pthread_join(t[i], NULL);
    return 0;
}
