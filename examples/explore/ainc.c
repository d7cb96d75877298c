// N threads add 1 to a counter and do not look: one behaviour.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <assert.h>
#ifndef N
#define N 8
#endif
atomic_int counter;
static void *add(void *arg) { atomic_fetch_add(&counter, 1); return arg; }
int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    assert(counter == N);
    return 0;
}
