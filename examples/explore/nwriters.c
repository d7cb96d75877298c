// N threads write one place, one reads it.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 6
#endif
atomic_int x;
static void *write_it(void *arg) { atomic_store(&x, (int)(intptr_t)arg); return NULL; }
static void *read_it(void *arg) { (void)atomic_load(&x); return arg; }
int main(void) {
    pthread_t t[N + 1];
    for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, write_it, (void *)(intptr_t)(i + 1));
    pthread_create(&t[N], NULL, read_it, NULL);
    for (int i = 0; i <= N; i++) pthread_join(t[i], NULL);
    return 0;
}
