// One lock for a whole array, though each of N threads uses an element of its own: the order of their sections does not matter.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#ifndef N
#define N 6
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int outcome[N];

static void *run(void *arg) {
    intptr_t i = (intptr_t)arg;
    pthread_mutex_lock(&lock);
    outcome[i] = outcome[i] + 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}
int main(void) {
    pthread_t t[N];
    for (intptr_t i = 0; i < N; i++) pthread_create(&t[i], NULL, run, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    return 0;
}
