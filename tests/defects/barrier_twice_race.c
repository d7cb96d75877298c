// expect: sc=violation
// property: race
// A barrier that is passed twice orders what it stands between, and nothing else.
#include <pthread.h>

pthread_barrier_t barrier;
int x;

void *worker(void *unused) {
    pthread_barrier_wait(&barrier);
    x = 1;
    pthread_barrier_wait(&barrier);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
