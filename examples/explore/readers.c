// One thread writes, N read.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 15
#endif
atomic_int x;
static void *read_it(void *arg) { (void)atomic_load(&x); return arg; }
static void *write_it(void *arg) { atomic_store(&x, 42); return arg; }
int main(void) {
    pthread_t t[N + 1];
    for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, read_it, NULL);
    pthread_create(&t[N], NULL, write_it, NULL);
    for (int i = 0; i <= N; i++) pthread_join(t[i], NULL);
    return 0;
}
