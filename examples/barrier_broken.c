// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// unwind: 2
//
// Work in phases with a barrier that was initialised for one thread instead of two: it holds nobody
// back, and a thread may read the other's half before it is filled in, under every model. Repaired
// in barrier.c.
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
    pthread_barrier_init(&meeting, NULL, 1);  // should be 2
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)0);
    pthread_create(&b, NULL, worker, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_barrier_destroy(&meeting);
    return 0;
}
