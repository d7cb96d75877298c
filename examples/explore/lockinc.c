// N threads add 1 to a counter under one lock.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <assert.h>
#ifndef N
#define N 8
#endif
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
static void *add(void *arg) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return arg; }
int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    assert(x == N);
    return 0;
}
