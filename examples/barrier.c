// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// Work in phases, with pthread_barrier: both threads fill in their half, meet at the barrier, and
// then read the other's half. Nobody leaves the barrier before both have come to it. In
// barrier_broken.c the barrier is too small.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t meeting;
static int half[2];

static void *worker(void *arg) {
    int me = (int)(long)arg;
    half[me] = 1;
    pthread_barrier_wait(&meeting);
    assert(half[1 - me] == 1);
    return NULL;
}

int main(void) {
    pthread_barrier_init(&meeting, NULL, 2);
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)0);
    pthread_create(&b, NULL, worker, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_barrier_destroy(&meeting);
    return 0;
}
