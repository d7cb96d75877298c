// expect: sc=safe
// property: race
// Two threads pass a barrier four times: each time, what came before it happens before what comes behind, for all who pass.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int round_of[2];

void *worker(void *number) {
    long own = (long)number;
    int sum = 0;
    for (int round = 1; round <= 2; round++) {
        round_of[own] = round;
        pthread_barrier_wait(&barrier);
        sum += round_of[1 - own];
        pthread_barrier_wait(&barrier);
    }
    assert(sum == 3);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&a, 0, worker, (void *)0);
    pthread_create(&b, 0, worker, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_barrier_destroy(&barrier);
}
