// Two threads add to each other N times; a third one looks.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <assert.h>
#ifndef N
#define N 4
#endif
atomic_int i = 1, j = 1;
static void *first(void *arg) { for (int k = 0; k < N; k++) { int a = i; int b = j; i = a + b; } return arg; }
static void *second(void *arg) { for (int k = 0; k < N; k++) { int a = j; int b = i; j = a + b; } return arg; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    int x = i, y = j;
    assert(x < 1000 && y < 1000);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
