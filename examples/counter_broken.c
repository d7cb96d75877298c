// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// unwind: 3
//
// The first program of every course on threads, without the mutex: counter++ is a load, an addition
// and a store, and an increment that falls between the load and the store of the other thread is
// lost. With two increments each the counter can end as low as 2, under every model. Making the
// variable volatile (as here) or even atomic with separate load and store does not help. Repaired
// in counter.c.
#include <assert.h>
#include <pthread.h>

static volatile int counter;

static void *worker(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++)
        counter = counter + 1;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 4);
    return 0;
}
