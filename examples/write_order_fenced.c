// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// Two threads write the same two variables in opposite orders ("2+2W", see write_order.c), each
// with a release store as its second: that one stays behind the first. Then the stores of both
// threads fit into one order, its last store is somebody's second, and not both variables can end
// as 1.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *first(void *arg) {
    (void)arg;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 2, memory_order_release);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_store_explicit(&x, 2, memory_order_release);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int final_x = atomic_load_explicit(&x, memory_order_relaxed);
    int final_y = atomic_load_explicit(&y, memory_order_relaxed);
    assert(!(final_x == 1 && final_y == 1));
    return 0;
}
