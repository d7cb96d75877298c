// N threads read, add, and write back, not in one step.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 5
#endif
atomic_int x;
static void *add(void *arg) { int seen = atomic_load(&x); atomic_store(&x, seen + 1); return arg; }
int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    return 0;
}
