// Each thread tries to be the first, then writes its own number.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 5
#endif
atomic_int x;
static void *run(void *arg) {
    int expected = 0;
    atomic_compare_exchange_strong(&x, &expected, 1);
    atomic_store(&x, (int)(intptr_t)arg + 3);
    return NULL;
}
int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, run, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    return 0;
}
