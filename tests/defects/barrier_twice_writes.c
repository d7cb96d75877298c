// expect: sc=safe
// property: race
// Whichever thread comes last to a barrier is ordered behind those that came before it, too.
#include <pthread.h>

pthread_barrier_t barrier;
int x;

void *late(void *unused) {
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    x = 1;
    return 0;
}

void *early(void *unused) {
    pthread_barrier_wait(&barrier);
    x = 1;
    pthread_barrier_wait(&barrier);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&a, 0, late, 0);
    pthread_create(&b, 0, early, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
