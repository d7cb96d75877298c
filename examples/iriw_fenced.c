// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 5
//
// Independent reads of independent writes with ordered observers (see iriw.c): the first load of
// each observer is an acquire, so the second cannot overtake it. In SC, TSO, PSO and RMO that is
// enough, because stores become visible to all other threads at once. (On POWER, which has no such
// guarantee, the observers would need full fences.)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int north_x, north_y, south_x, south_y;  // what the observers saw

static void *write_x(void *arg) {
    (void)arg;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return NULL;
}

static void *write_y(void *arg) {
    (void)arg;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return NULL;
}

static void *north(void *arg) {
    (void)arg;
    north_x = atomic_load_explicit(&x, memory_order_acquire);
    north_y = atomic_load_explicit(&y, memory_order_relaxed);
    return NULL;
}

static void *south(void *arg) {
    (void)arg;
    south_y = atomic_load_explicit(&y, memory_order_acquire);
    south_x = atomic_load_explicit(&x, memory_order_relaxed);
    return NULL;
}

int main(void) {
    void *(*body[4])(void *) = {write_x, write_y, north, south};
    pthread_t thread[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&thread[i], NULL, body[i], NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
    int north_says_x_first = north_x == 1 && north_y == 0;
    int south_says_y_first = south_y == 1 && south_x == 0;
    assert(!(north_says_x_first && south_says_y_first));
    return 0;
}
