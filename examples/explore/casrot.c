// Thread i turns i into i + 1.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 9
#endif
atomic_int x;
static void *turn(void *arg) {
    int expected = (int)(intptr_t)arg;
    atomic_compare_exchange_strong(&x, &expected, expected + 1);
    return NULL;
}
int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, turn, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    return 0;
}
