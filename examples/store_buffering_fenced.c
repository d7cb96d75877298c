// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// Store buffering, repaired (see store_buffering.c): a full fence between the store and the load
// makes the store visible before the other variable is read. Both threads need one; with a single
// fence the unfenced thread can still read too early. This is the pattern at the heart of Dekker's
// and Peterson's locks, of hazard pointers and of every "announce, then check" protocol.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int saw_y, saw_x;  // what each thread saw; read by main after the joins

static void *left(void *arg) {
    (void)arg;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    saw_y = atomic_load_explicit(&y, memory_order_relaxed);
    return NULL;
}

static void *right(void *arg) {
    (void)arg;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    saw_x = atomic_load_explicit(&x, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(saw_y == 1 || saw_x == 1);
    return 0;
}
